"""Clauses of 4, 10.3 and 13.6, read sentence by sentence."""

from __future__ import annotations

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse, may_repair, may_scrap, repair, repair_cost
from grognard.titles.wif.rules.convoys import gather_damaged
from grognard.titles.wif.rules.foreign_aircraft import may_hand_over
from grognard.titles.wif.rules.lend_lease import destinations
from grognard.titles.wif.rules.lending import (
    RESOURCES,
    Lender,
    begin_lending,
    given,
    lend,
    may_lend,
    may_lend_stock,
    stocks,
)
from grognard.titles.wif.rules.production import earns_bonus, produce
from grognard.titles.wif.rules.resources import goods
from grognard.titles.wif.rules.stocks import oil_left
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import CONQUERED, FORCE_POOL, LEND_LEASE_POOL, NOWHERE, REPAIR_POOL, War, slot_of

from .field import align, at, drive, hold, put, war


def test_13_6_5_a_unit_that_was_destroyed_may_be_scrapped_whatever_its_date() -> None:
    """13.6.5, 4.3: until its owner has built again; another of that year stays in the pool."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="May/Jun 1942")
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.FTR and c.year == 1942][:2]
    home = g.facts.country["germany"]
    lost, other = (g.units.add(counter=n, power=GERMANY, country=home, at=at(g, "Berlin")).index for n in numbers)
    destroy(g, lost, FORCE_POOL)
    g.units[other].at = FORCE_POOL
    purse = Purse(GERMANY, 0)
    assert may_scrap(g, purse, lost) is None and may_scrap(g, purse, other) is not None
    g.power = GERMANY
    drive(g, produce(g))
    assert may_scrap(g, purse, lost) is not None


def test_13_6_5_five_damaged_convoy_points_are_repaired_together() -> None:
    """Points that came home one by one are one heap of five: two build points; what is left is a heap of its own."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", ships_in_flames=True)
    heaps = [_damaged(g, COMMONWEALTH, "united_kingdom", 1) for _ in range(7)]
    foreign = _damaged(g, COMMONWEALTH, "canada", 1)
    gather_damaged(g)
    waiting = sorted(g.units.points[u] for u in heaps if g.units.at[u] == REPAIR_POOL)
    assert waiting == [2, 5] and g.units.points[foreign] == 1
    large = next(u for u in heaps if g.units.points[u] == 5)
    assert repair_cost(g, large) == 2
    purse = Purse(COMMONWEALTH, 2)
    g.powers[COMMONWEALTH].build_points = 2
    assert may_repair(g, purse, large) is None
    repair(g, purse, large)
    assert g.units.at[large] == slot_of(g.turn + 2) and g.powers.build_points[COMMONWEALTH] == 0


def _damaged(g: War, power: int, country: str, points: int) -> int:
    return g.units.add(
        counter=NOWHERE, power=power, country=g.facts.country[country], points=points, damaged=1, at=REPAIR_POOL
    ).index


def test_13_6_4_build_points_go_to_the_home_of_today() -> None:
    """After an incomplete conquest the country chosen as home receives them, not the one that is lost (13.7.1)."""
    g = war(("Germany", "France"), ("Germany", "Commonwealth"), scenario="global_war_1939")
    france, algeria = g.facts.country["france"], g.facts.country["algeria"]
    algiers, paris = at(g, "Algiers"), at(g, "Paris")
    assert paris in destinations(g, FRANCE)[0] and algiers not in destinations(g, FRANCE)[0]
    hold(g, "Germany", "france")
    g.countries[france].status, g.countries[france].power, g.countries[france].home = CONQUERED, GERMANY, algeria
    g.powers[FRANCE].home = algeria
    align(g, "algeria", "France")
    assert destinations(g, FRANCE)[0].get(algiers, 0) > 0 and paris not in destinations(g, FRANCE)[0]


def test_13_6_4_aircraft_are_handed_over_at_the_receiver_s_home() -> None:
    """Option 37: in a hex of his home country, not in one that he has taken elsewhere."""
    g = war(("Germany", "USA"), ("Germany", "Commonwealth"), scenario="global_war_1939", foreign_aircraft=True)
    fighters = [(n, c) for n, c in enumerate(g.facts.counters) if c.name.startswith("P-40E")]
    own = next(n for n, c in fighters if c.power == "USA")
    striped = next(n for n, c in fighters if c.power == "Commonwealth" and c.lend_lease)
    london, brest = at(g, "London"), at(g, "Brest")
    hold(g, "Commonwealth", "Brest")
    plane = g.units.add(counter=own, power=USA, country=g.facts.country["usa"], at=london).index
    g.units.add(counter=striped, power=COMMONWEALTH, country=g.facts.country["united_kingdom"], at=LEND_LEASE_POOL)
    assert may_hand_over(g, plane, london) is None
    no = may_hand_over(g, plane, brest)
    assert no is not None and no.rule == "13.6.4"


def test_13_6_3_partisan_hqs_bring_no_bonus() -> None:
    g = war(("Germany", "USSR"), scenario="global_war_1939", partisan_hqs=True)
    number = next(n for n, c in enumerate(g.facts.counters) if "partisan_hq" in c.marks and c.name.startswith("Zoya"))
    home = g.facts.country["ussr"]
    zoya = g.units.add(counter=number, power=USSR, country=home, at=at(g, "Moscow")).index
    corps = put(g, "USSR INF any", "Moscow")
    assert earns_bonus(g, corps, at(g, "Moscow"), supplied=True) is None
    no = earns_bonus(g, zoya, at(g, "Moscow"), supplied=True)
    assert no is not None and no.rule == "13.6.3"


def test_13_6_9_saved_oil_is_lent_like_other_oil() -> None:
    """It leaves its hex when it is promised and counts among what the receiver has there this turn; option 30 alone has it."""
    g = war(("Germany", "USA"), ("Germany", "Commonwealth"), scenario="global_war_1939", oil=True)
    york, leeds = at(g, "New York"), at(g, "Liverpool")
    g.entry_options = [15]
    g.hexes[york].saved_oil = g.hexes[leeds].saved_oil = 1
    subject = Lender(USA)
    assert may_lend_stock(g, subject, (COMMONWEALTH, leeds)) is not None
    assert stocks(g, subject)[0] == (COMMONWEALTH, york)
    before, american = goods(g, COMMONWEALTH).get(york, 0), goods(g, USA)
    g.power = USA
    drive(g, lend(g), [f"lend_stock p.commonwealth {g.board.token(york)}", "no_loan"])
    assert g.hexes.saved_oil[york] == 0 and may_lend_stock(g, subject, (COMMONWEALTH, york)) is not None
    assert goods(g, COMMONWEALTH)[york] == before + 1 and goods(g, USA) == american
    assert oil_left(g, COMMONWEALTH, {}, goods(g, COMMONWEALTH))[york] == before + 1
    assert given(g, USA, COMMONWEALTH, RESOURCES) == 1
    no = may_lend(g, Lender(COMMONWEALTH), (USA, 1), RESOURCES)
    assert no is not None and no.rule == "5"
    begin_lending(g)
    assert goods(g, COMMONWEALTH).get(york, 0) == before
    g.options["oil"] = False
    g.hexes[york].saved_oil = 1
    assert not stocks(g, subject)
