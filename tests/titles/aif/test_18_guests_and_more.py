"""Examples of several chapters: guests (18.2), factories on rails, pockets, breakthroughs, ships that flee."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, ITALY, JAPAN, POWER_INDEX, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import land_results, rail_factories
from grognard.titles.wif.rules.building import Purse, may_scrap
from grognard.titles.wif.rules.guests import may_commit_troops
from grognard.titles.wif.rules.land_steps import may_enter_country, step_cost
from grognard.titles.wif.rules.missions import Flight, among_friends, may_fly
from grognard.titles.wif.rules.overrun import drive_off
from grognard.titles.wif.rules.powers import co_operate, powers_co_operate
from grognard.titles.wif.rules.rail import Railing
from grognard.titles.wif.rules.resources import routing, useable_factories, working_blue
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.state import BOMBER, FORCE_POOL, GONE, INTERCEPTOR

from ..wif.field import act, at, drive, hold, named, put
from ..wif.test_11_sea import ship
from .field import america, favour
from .test_14_air import plane

BOMBARDMENT = "strategic bombardment"


# --- who may be where (11.11.5, 18.2, 19.3) -----------------------------------------------------------------------------------


def test_11_11_5_and_18_1_friends_and_foes_are_entered_neutrals_not() -> None:
    g = america()
    german = put(g, "Germany INF any", "German box")
    assert may_enter_country(g, german, at(g, "Miami")) is None  # an enemy's
    hold(g, "Italy", "Nassau")
    hold(g, "Japan", "Kingston")
    assert may_enter_country(g, german, at(g, "Nassau")) is None and may_enter_country(g, german, at(g, "Kingston")) is None
    assert may_enter_country(g, german, at(g, "Havana")) is not None  # a neutral's


def test_19_3_who_can_enter_a_minor() -> None:
    """At war with it, conquered by the own side, aligned with the own side, or favoured at 8 and more (9.8)."""
    g = america()
    german, american = put(g, "Germany INF any", "German box"), put(g, "USA INF any", "Miami")
    havana, cuba = at(g, "Havana"), g.facts.country["cuba"]
    favour(g, "Cuba", "Germany", 7)
    assert may_enter_country(g, german, havana) is not None
    favour(g, "Cuba", "Germany", 8)
    assert may_enter_country(g, german, havana) is None and may_enter_country(g, american, havana) is not None
    g.countries[cuba].status, g.countries[cuba].power = 1, JAPAN
    japanese = put(g, "Japan INF any", "Japanese box")
    assert may_enter_country(g, japanese, havana) is None and may_enter_country(g, american, havana) is None
    refused = may_enter_country(g, german, havana)  # as a guest of a power it does not work with: an HQ comes first
    assert refused is not None and refused.rule == "18.2"


@pytest.mark.parametrize(("level", "power", "welcome"), [(15, "Italy", False), (16, "Italy", True), (16, "Japan", False)])
def test_9_8_guests_of_an_aligned_minor_need_an_hq_friends_of_a_full_ally_do_not(level: int, power: str, welcome: bool) -> None:
    """Cuba is aligned with Germany: other powers come by the limit of foreign troops, until as a full ally those that co-operate
    with Germany are free of it."""
    g = america()
    cuba = g.facts.country["cuba"]
    g.countries[cuba].status, g.countries[cuba].power = 1, GERMANY
    favour(g, "Cuba", "Germany", level)
    guest, plane_, boat = (put(g, f"{power} {kind} any", "Italian box") for kind in ("INF", "FTR", "CA"))
    for unit in (guest, plane_, boat):
        refused = may_stack(g, unit, at(g, "Havana"))
        assert (refused is None) == welcome, (refused, unit)
    if not welcome:
        hq = next(n for n, c in enumerate(g.facts.counters) if c.power == power and c.type in (Type.HQ_A, Type.HQ_I))
        g.units.add(counter=hq, at=at(g, "Guantanamo"), power=POWER_INDEX[power], country=g.facts.nation[hq])
        assert may_stack(g, guest, at(g, "Havana")) is None


def test_18_2_a_minor_s_units_are_guests_in_another_minor() -> None:
    """Whoever of the side the other minor is aligned with."""
    g = america()
    for name, power in (("cuba", ITALY), ("mexico", GERMANY)):
        row = g.countries[g.facts.country[name]]
        row.status, row.power = 1, power
        favour(g, name.title(), "Italy" if power == ITALY else "Germany", 16)
    cuban = put(g, "Cuba INF any", "Havana") if any(c.power == "Cuba" for c in g.facts.counters) else -1
    mexican = put(g, "Mexico INF any", "Mexico City")
    refused = may_stack(g, mexican, at(g, "Guantanamo"))
    assert refused is not None and refused.rule == "18.2"
    assert cuban < 0 or may_stack(g, cuban, at(g, "Guantanamo")) is None


def test_18_2_a_the_owner_of_the_factory_defends_it() -> None:
    """aif-18.2-a: over Japanese Mexico City the Japanese intercept bombers; the German guests are no reason to."""
    g = america()
    row = g.countries[g.facts.country["mexico"]]
    row.status, row.power = 1, JAPAN
    put(g, "Germany INF any", "Mexico City")
    assert not powers_co_operate(g, GERMANY, JAPAN)
    act(g, "USA", Action.AIR)
    plane(g, "USA LND any", "Mexico City", BOMBER)
    own, guest = put(g, "Japan FTR any", "Mexico City"), put(g, "Germany FTR any", "Mexico City")
    for u in (own, guest):
        g.units[u].fed = 1
    refused = may_fly(g, Flight(GERMANY, BOMBARDMENT, INTERCEPTOR), (guest, at(g, "Mexico City")))
    assert refused is not None and refused.rule in ("18.2", "2.4.3")
    assert among_friends(g, Flight(JAPAN, BOMBARDMENT, INTERCEPTOR), own, at(g, "Mexico City"))
    assert not among_friends(g, Flight(GERMANY, BOMBARDMENT, INTERCEPTOR), guest, at(g, "Mexico City"))


def test_18_2_b_units_that_do_not_work_together_share_no_combat() -> None:
    """aif-18.2-b: German aircraft help German troops; the Japanese have no business in their combat."""
    g = america()
    german, japanese = put(g, "Germany INF any", "Kingston"), put(g, "Japan FTR any", "Nassau")
    fighter = put(g, "Germany FTR any", "Nassau")
    assert not co_operate(g, german, japanese)
    act(g, "USA", Action.LAND)
    for role in (BOMBER, INTERCEPTOR):
        assert among_friends(g, Flight(GERMANY, "ground support", role), fighter, at(g, "Kingston"))
        assert not among_friends(g, Flight(JAPAN, "ground support", role), japanese, at(g, "Kingston"))


def test_18_2_c_guderian_makes_room_for_four() -> None:
    """aif-18.2-c: in Japanese Mexico Guderian comes first, then an INF, two aircraft and a transport; a fifth unit does not."""
    g = america()
    row = g.countries[g.facts.country["mexico"]]
    row.status, row.power = 1, JAPAN
    favour(g, "Mexico", "Japan", 16)
    there, beside_it = at(g, "Veracruz"), at(g, "Mexico City")
    foot, last = (put(g, "Germany INF any", "German box") for _ in range(2))
    fliers = [put(g, "Germany FTR any", "German box") for _ in range(2)]
    transport = put(g, "Germany TRS any", "German box")
    refused = may_stack(g, foot, there)
    assert refused is not None and refused.rule == "18.2"
    guderian = named(g, "Germany", "Guderian", "German box")
    assert may_stack(g, guderian, there) is None
    g.units[guderian].at = there
    assert g.units[guderian].sheet.reorganisation == 4
    for unit in (foot, *fliers, transport):
        assert may_stack(g, unit, there) is None
        g.units[unit].at = there
    refused = may_stack(g, last, beside_it)
    assert refused is not None and refused.rule == "18.2"


def test_18_2_the_home_of_a_power_one_does_not_work_with_is_the_same() -> None:
    g = america()
    foot = put(g, "Germany INF any", "German box")
    refused = may_commit_troops(g, foot, at(g, "Japanese box"))
    assert refused is not None and refused.rule == "18.2"
    g.units[named(g, "Germany", "Guderian", "German box")].at = at(g, "Japanese box")
    assert may_commit_troops(g, foot, at(g, "Japanese box")) is None


# --- factories and resources (11.10, 13.6.1) ----------------------------------------------------------------------------------


def test_11_10_a_a_factory_on_rails_works_in_the_second_turn() -> None:
    """aif-11.10-a: railed in Jan/Feb it produces again in May/Jun."""
    g = america(turn="Jan/Feb 1946")
    act(g, "USA", Action.LAND)
    here, there = next(iter(rail_factories.factory_moves(g, Railing(USA))))
    before = working_blue(g, there)
    rail_factories.rail_factory(g, Railing(USA), (here, there))
    assert working_blue(g, there) == before
    g.turn += 1
    assert working_blue(g, there) == before
    g.turn += 1
    assert g.date.startswith("May/Jun") and working_blue(g, there) == before + 1


def test_13_6_1_a_a_pocket_uses_as_many_resources_as_it_has_factories() -> None:
    """aif-13.6.1-a: two factories and five resources in a pocket are two production points."""
    g = america()
    city = next(s for s in g.ground.homeland["usa"] if useable_factories(g, USA, s) == 2)
    assert routing(g, USA, sources={city: 5}, wanted={city: 2}).points == 2


# --- land (11.11.6, 11.16.5, 24.2) --------------------------------------------------------------------------------------------


def test_11_11_6_b_ships_without_a_port_in_reach_are_lost() -> None:
    """aif-11.11.6-b: the port falls, no friendly port can be reached: the ship goes down with it (here: every other port is the
    enemy's)."""
    g = america()
    cruiser = ship(g, "USA", "CA", "any", "Norfolk")
    hold(g, "Germany", "usa", "canada", "newfoundland", "greenland", "bermuda", "bahamas", "jamaica", "puerto_rico", "trinidad")
    for name in ("british_guyana", "dutch_guyana", "french_guyana", "martinique", "guadeloupe", "barbados", "curacao",
                 "british_honduras", "cayman_islands", "st_pierre_and_miquelon", "french_polynesia", "pitcairn",
                 "falkland_islands"):  # fmt: skip
        hold(g, "Germany", name)
    by = put(g, "Germany INF any", "Norfolk")
    drive(g, drive_off(g, at(g, "Norfolk"), by), dice=[10])
    assert g.units.at[cruiser] in (FORCE_POOL, GONE)


def test_11_16_5_c_armour_goes_on_after_a_breakthrough() -> None:
    """aif-11.16.5-c: infantry stops in the hex that was attacked; MECH enters the next at a cost of one and stays face-up.
    With Pacific-scale hexes the first step must be along a railway (24.2)."""
    g = america()
    act(g, "Germany", Action.LAND)
    hold(g, "Germany", "usa")
    start, target, beyond = line_of_rails(g)
    foot, mech = put(g, "Germany INF any", g.board.token(start)), put(g, "Germany MECH any", g.board.token(start))
    for u in (foot, mech):
        g.units[u].stood, g.units[u].fed = g.units.at[u], 1
    flow = land_results.advance(g, target, [foot, mech], GERMANY, True)
    prompts = drive(g, flow, [f"advance u{foot}", f"advance u{mech}", f"break u{mech} {g.board.token(beyond)}"])
    assert prompts and g.units.at[foot] == target and g.units.at[mech] == beyond
    assert step_cost(g, mech, target, beyond) > 1 or not g.units.down[mech]


def line_of_rails(g: America) -> tuple[int, int, int]:
    """Three clear hexes of the USA in a row that a railway joins."""
    rail = 1 << 7
    clear = [s for s in g.ground.homeland["usa"] if g.board.terrain_name(s) == "clear"]
    for start in clear:
        for target, first in g.ground.steps[start]:
            for beyond, second in g.ground.steps[target]:
                if first & rail and second & rail and {target, beyond} <= set(clear) and beyond != start:
                    return start, target, beyond
    raise AssertionError("no line")


def test_24_2_a_the_railway_makes_a_second_hex_possible() -> None:
    """aif-24.2-a: a clear hex costs two, along a railway one with the bonus."""
    for bonus, price in ((True, 1), (False, 2)):
        g = america(railway_bonus=bonus)
        start, target, _ = line_of_rails(g)
        mech = put(g, "Germany MECH any", g.board.token(start))
        assert step_cost(g, mech, start, target) == Fraction(price)


# --- counters (23.5.2) --------------------------------------------------------------------------------------------------------


def test_23_5_2_b_what_may_be_discarded_at_the_start() -> None:
    """aif-23.5.2-b: in 1945 counters dated 1941 or earlier. In play a power at war may scrap those of three years back."""
    g = america()
    g.powers[USA].status = 0  # before the game nobody has begun: four years
    dated = {year: next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.land and c.year == year)
             for year in (1941, 1942)}  # fmt: skip
    units = {year: g.units.add(counter=n, power=USA, country=g.facts.country["usa"], at=FORCE_POOL).index
             for year, n in dated.items()}  # fmt: skip
    assert may_scrap(g, Purse(USA, 0), units[1941]) is None and may_scrap(g, Purse(USA, 0), units[1942]) is not None
