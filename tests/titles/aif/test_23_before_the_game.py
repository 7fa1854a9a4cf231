"""22.2, 22.9, 23.3, 23.5 to 23.8: options that change shared rules, the auction, the three set-ups."""

from __future__ import annotations

import pytest

from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.rules import opening
from grognard.titles.aif.rules.opening import hold_auction
from grognard.titles.wif.facts import GERMANY, ITALY, POWERS, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import sailing
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.powers import country_sides
from grognard.titles.wif.rules.reorganisation import is_mixed, price
from grognard.titles.wif.rules.transport import may_carry, may_embark_at
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import FORCE_POOL, slot_of

from ..wif.field import act, at, drive, put
from ..wif.test_11_sea import ship
from .field import america, stands


def test_23_3_a_a_bid_for_the_usa() -> None:
    """aif-23.3-a: eighteen for an Allied group: 268 research points win for either side."""
    g = america(auction=True)
    drive(g, hold_auction(g), _until(18))
    assert g.target == 268


def _until(bid: int) -> list[str]:
    """The Axis passes last: bids alternate, the Allies make the highest."""
    first = ["bid"] * bid if bid % 2 == 0 else ["pass", *["bid"] * bid]
    return [*first, "pass"]


def test_23_3_an_axis_bid_brings_the_bomb_nearer() -> None:
    g = america(auction=True)
    drive(g, hold_auction(g), ["bid", "pass"])
    assert g.target == 249
    quiet = america(auction=True)
    drive(quiet, hold_auction(quiet), ["pass", "pass"])
    assert quiet.target == 250


def landing(amphibious: bool = False) -> tuple[bool, bool, bool]:
    """Whether infantry lands from a TRS, armour boards an AMPH, infantry embarks at an open coast."""
    g = america(amphibious=amphibious)
    act(g, "Germany", Action.LAND)
    boat, corps = ship(g, "Germany", "TRS", "any"), put(g, "Germany INF 6-3", "German box")
    coast = at(g, "Miami")
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[g.ground.seas[coast][0]][2]
    g.units[corps].aboard = boat
    lands = may_invade(g, Invading(GERMANY), (corps, coast)) is None
    lighter, armour = ship(g, "Germany", "AMPH", "any", "German box"), put(g, "Germany ARM any", "German box")
    beach = next(s for s in g.ground.homeland["usa"] if g.ground.seas[s] and not g.ground.port[s] and g.ground.wet[s])
    other = put(g, "Germany INF 6-3", g.board.token(beach))
    return lands, may_carry(g, lighter, armour) is None, may_embark_at(g, boat, other) is None


def test_22_2_amphibious_units_are_an_option() -> None:
    """Without it every unit lands from any transport and AMPH are dearer TRS; with it as in World in Flames."""
    assert landing() == (True, True, True)
    assert landing(amphibious=True) == (False, False, False)


def test_22_9_a_an_italian_hq_and_the_ss() -> None:
    """aif-22.9-a: eight points: two, twice for another power's, twice for an HQ that is not SS."""
    g = america(ss_reorganisation=True)
    act(g, "Germany", Action.NAVAL)
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.land and "ss" in c.marks)
    black = g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=at(g, "German box")).index
    hq = next(n for n, c in enumerate(g.facts.counters) if c.power == "Italy" and c.type in (Type.HQ_A, Type.HQ_I))
    staff = g.units.add(counter=hq, power=ITALY, country=g.facts.country["italy"], at=at(g, "German box")).index
    assert is_mixed(g, staff, black) and price(g, black, True, mixed=True) == 8
    plain = put(g, "Germany INF 6-3", "German box")
    assert not is_mixed(g, staff, plain) and price(g, plain, True) == 4
    g.options["ss_reorganisation"] = False
    assert not is_mixed(g, staff, black)


@pytest.mark.parametrize("scenario", ["campaign_1945", "star_spangled_banner_1947", "short_game"])
def test_23_5_3_set_ups_stand(scenario: str) -> None:
    """aif-23.5.3-b: nobody stands where the other side rules; Axis units of 1945 are all in their boxes."""
    g = Session.new(TITLE, scenario, seed=b"s" * 32).g
    assert not list(TITLE.invariants(g))
    sides, known = country_sides(g), roster(g)
    for unit, space in enumerate(g.units.at):
        if space >= 0 and g.ground.land[space]:
            assert sides[g.hexes.controller[space]] == SIDE_OF_POWER[g.units.power[unit]]
            if scenario != "star_spangled_banner_1947" and SIDE_OF_POWER[g.units.power[unit]] == 0:
                assert g.ground.box[space]
    assert sum(known.land[u] and g.units.at[u] >= 0 for u in range(len(g.units))) > 100
    assert all(any(at == FORCE_POOL and g.units.power[u] == p for u, at in enumerate(g.units.at)) for p in (GERMANY, USA))


def test_23_5_3_a_the_quoted_row() -> None:
    """aif-23.5.3-a: in Mar/Apr lie the Roosevelt, the Montana, Maine and Albany as hulls, the Cabot finished."""
    g = Session.new(TITLE, "campaign_1945", seed=b"s" * 32).g
    lying = {
        g.units[u].sheet.name: g.units.cycle[u]
        for u, at in enumerate(g.units.at)
        if at == slot_of(g.first_turn + 5) and g.units.power[u] == USA
    }
    hulls = {name for name, cycle in lying.items() if cycle == 1}
    assert any("Roosevelt" in name for name in hulls) and {"Montana", "Maine", "Albany"} <= hulls
    assert lying["Cabot"] == 2


def test_23_6_flags_and_conquests_of_1947() -> None:
    g = Session.new(TITLE, "star_spangled_banner_1947", seed=b"s" * 32).g
    assert stands(g, "Brazil") == ("Germany", 16) and stands(g, "Colombia") == ("Japan", 14) and stands(g, "Ecuador")[1] == 5
    power = {name: POWERS[g.countries.power[g.facts.country[name]]] for name in ("mexico", "panama", "greenland", "peru")}
    assert power == {"mexico": "USA", "panama": "Japan", "greenland": "Germany", "peru": "Japan"}
    assert g.research == [30, 115] and g.target == 250


def test_23_5_3_ships_put_to_sea_before_the_first_turn() -> None:
    """A cruiser that sails to section 3 begins in section 2; one that got no deeper than section 0 is in port; whoever switches
    it off is not asked."""
    g = america()
    cruiser, idle = put(g, "USA CA any", "Norfolk"), put(g, "USA CA any", "Norfolk")
    assert opening.sailing_powers(g) == [USA] and opening.sailing_powers(america(sorties=False)) == []
    g.power = USA
    norfolk = at(g, "Norfolk")
    area = g.ground.seas[norfolk][0]
    depth = min(sailing.courses(g, cruiser)[area].move, 3)
    goal = g.board.token(g.ground.sections[area][depth])
    port = g.board.token(norfolk)
    drive(g, opening.put_to_sea(g), [f"gather {port}", f"join u{cruiser}", f"sail {goal}", "done"])
    assert g.units.at[cruiser] == g.ground.sections[area][depth - 1] and g.units.at[idle] == norfolk
    assert not g.units.moved[cruiser] and not g.units.down[cruiser] and g.powers.naval[USA] == 0
    shallow = g.board.token(g.ground.sections[area][0])
    drive(g, opening.put_to_sea(g), [f"gather {port}", f"join u{idle}", f"sail {shallow}", "done"])
    assert g.units.at[idle] == norfolk
