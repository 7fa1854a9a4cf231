"""More settings on one position for each edition; the first part, and how a case is written, is in test_settings.py."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, POWER_KEYS, USA, USSR
from grognard.titles.wif.ground import LAKE
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules import displaced, naval_rounds, partisans, reinforcements
from grognard.titles.wif.rules.air_transport import brings_supplies
from grognard.titles.wif.rules.bombardment import bomb_factories, has_strategic_factors
from grognard.titles.wif.rules.building_ahead import may_look_ahead, price_ahead
from grognard.titles.wif.rules.control import new_controller
from grognard.titles.wif.rules.gates import _panama
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.lend_lease import destinations
from grognard.titles.wif.rules.lending import POINTS, Lender, lend, may_lend
from grognard.titles.wif.rules.missions import AIR_CAVALRY, activity_of
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_rounds import submarine_round
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.rail_factories import threatened
from grognard.titles.wif.rules.retreats import flies_away
from grognard.titles.wif.rules.shore_bombardment import Gunnery, bombard, gunners, may_bombard
from grognard.titles.wif.rules.supply import unit_supply
from grognard.titles.wif.rules.transport import may_embark_at
from grognard.titles.wif.settings import AMERICA, COLLECTORS, Edition, table
from grognard.titles.wif.state import CLEARED, FORCE_POOL, War, slot_of

from ..wif.field import act, at, drive, hold, put, sky
from ..wif.test_11_sea import convoys, ship
from .test_settings import CASES as FIRST
from .test_settings import Case, world
from .test_settings_of_detail import CASES as DETAIL

CASES: dict[str, tuple[Case, Any, Any]] = {}


def case(name: str, wif: Any, aif: Any) -> Callable[[Case], Case]:
    def keep(measure: Case) -> Case:
        CASES[name] = measure, wif, aif
        return measure

    return keep


def west(edition: Edition, **more: Any) -> War:
    return world(edition, ("Germany", "Commonwealth"), ("Germany", "France"), ("Germany", "USA"), **more)


# --- supply, ice, reinforcement -----------------------------------------------------------------------------------------------


@case("adjacent_supply", True, False)
def beside_a_source_in_a_blizzard(edition: Edition) -> bool:
    """A corps beside Moscow, its only source, where no path is as long as the way into the next hex."""
    g = world(edition)
    moscow = at(g, "Moscow")
    here = next(b for b, _ in g.ground.steps[moscow] if g.ground.land[b])
    for s in range(g.board.size):
        if s not in (moscow, here) and g.ground.country[s] == "ussr":
            g.hexes[s].controller = g.facts.country["germany"]
    corps = put(g, "USSR INF any", g.board.token(here))
    return bool(unit_supply(g, corps)._beside(here, {moscow}))


@case("recapture_for_friends", "commonwealth", "usa")
def retaken_by_a_friend(edition: Edition) -> str:
    """An American corps enters a German-held hex of the Commonwealth's home."""
    g = west(edition)
    hold(g, "Germany", "London")
    corps = put(g, "USA INF any", "London")
    g.hexes[at(g, "London")].controller = new_controller(g, at(g, "London"), corps)
    return POWER_KEYS[g.powers_by_hex[at(g, "London")]]


@case("thaw_destroys", False, True)
def ice_breaks(edition: Edition) -> bool:
    g = world(edition)
    lake = at(g, "Leningrad")
    ground = g.__dict__["ground"] = copy(g.ground)
    ground.terrain = [LAKE if s == lake else terrain for s, terrain in enumerate(ground.terrain)]
    corps = put(g, "USSR INF any", g.board.token(lake))
    sky(g, Weather.FINE)
    displaced.leave_thawed_lakes(g)
    return g.units.at[corps] == FORCE_POOL


@case("conquered_home_limit", 0, 1)
def one_of_a_conquered_home(edition: Edition) -> int:
    """Two corps whose home country is conquered are due: how many of them wait."""
    g = west(edition)
    title = g.__dict__["title"] = copy(g.title)
    title.lost_home = lambda g, unit: "home"
    g.power = COMMONWEALTH
    for _ in range(2):
        unit = put(g, "Commonwealth INF any", "London")
        g.units[unit].at = slot_of(g.turn)
    drive(g, reinforcements.place_reinforcements(g))
    return sum(place == slot_of(g.turn + 1) for place in g.units.at)


@case("lend_cap_if_invaded", False, True)
def lends_though_invaded(edition: Edition) -> bool:
    g = west(edition)
    hold(g, "Germany", "Lille")
    return may_lend(g, Lender(FRANCE), (COMMONWEALTH, 2), 0) is None


@case("mutual_lend_lease", False, True)
def lends_both_ways(edition: Edition) -> bool:
    g = west(edition)
    g.power = COMMONWEALTH
    drive(g, lend(g), ["lend_points p.france 1", "no_loan"])
    return may_lend(g, Lender(FRANCE), (COMMONWEALTH, 1), POINTS) is None


@case("lend_to_capital", 1, 2)
def ways_of_lend_lease(edition: Edition) -> int:
    """One list of places, or a capital that takes ten beside the factories."""
    g = west(edition)
    return len(destinations(g, COMMONWEALTH))


# --- at sea -------------------------------------------------------------------------------------------------------------------


@case("embark_anywhere", False, True)
def embarks_on_a_beach(edition: Edition) -> bool:
    g = west(edition)
    beach = next(s for s in g.ground.homeland["france"] if g.ground.seas[s] and not g.ground.port[s] and g.ground.land[s])
    corps = put(g, "France INF any", g.board.token(beach))
    return may_embark_at(g, ship(g, "France", "TRS", "any", "Brest"), corps) is None


@case("canal_by_ports", True, False)
def canal_while_friends_hold_panama(edition: Edition) -> bool:
    """Panama is held by a power that is no enemy, nor of the same side."""
    g = world(edition, ("Germany", "Commonwealth"))
    hold(g, "USA", "Panama")
    return _panama(g, GERMANY, True) is None


def wolves(edition: Edition) -> list[bool]:
    """Many German submarines against ten convoy points and four cruisers in section 0; the torpedoes hit twice. For each hit,
    whether it may fall on a cruiser."""
    g = west(edition)
    for _ in range(12):
        ship(g, "Germany", "SUB", "any", "North Sea", 0)
    convoys(g, "Commonwealth", "North Sea", 10)
    cruisers = [ship(g, "Commonwealth", "CA", "any", "North Sea", 0) for _ in range(4)]
    sides = Sides(at(g, "North Sea"), 0)
    sides.included = [
        [u for u in g.units.stacks[g.ground.sections[at(g, "North Sea")][0]] if (g.units.power[u] == GERMANY) == (n == 0)]
        for n in (0, 1)
    ]
    choose, found = naval_rounds.choose_target, list[bool]()

    def chosen(g: War, seat: str, result: str, targets: list[int]) -> Any:
        found.append(bool(set(targets) & set(cruisers)))
        return (yield from choose(g, seat, result, targets))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naval_rounds, "result_of", lambda g, kind, *_: ["X", "X"] if kind == "SUB" else [])
        patch.setattr(naval_rounds, "choose_target", chosen)
        drive(g, submarine_round(g, sides, 0, Toll()), dice=[10] * 40)
    return found


@case("subs_hit_section_0", True, False)
def torpedoes_count_every_ship(edition: Edition) -> bool:
    """Four cruisers beside the convoys: more targets, another row of the table."""
    found: list[int] = []
    original = naval_rounds.ship_number

    def counted(g: War, ships: list[int]) -> Any:
        found.append(len(ships))
        return original(g, ships)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naval_rounds, "ship_number", counted)
        wolves(edition)
    return max(found) > 1


@case("subs_hit_warships", [False, True], [False, False])
def hits_on_a_cruiser(edition: Edition) -> list[bool]:
    return wolves(edition)


# --- air ----------------------------------------------------------------------------------------------------------------------


@case("unopposed_bombing", 1, 0)
def added_to_the_die(edition: Edition) -> int:
    g = west(edition)
    bomber = put(g, "Commonwealth LND any", "London")
    g.units[bomber].mission, g.units[bomber].over, g.side = CLEARED, at(g, "Essen"), 1
    drive(g, bomb_factories(g, at(g, "Essen"), 1), dice=[5])
    told = [line.text for line in g.journal.lines if "Strategic bombardment" in line.text]
    return int(told[0].rsplit(", ", 1)[1])


@case("carriers_bomb_cities", True, False)
def carriers_over_cities(edition: Edition) -> bool:
    g = west(edition)
    return has_strategic_factors(g, ship(g, "Commonwealth", "CV", "any", "North Sea", 1)) is None


@case("supply_drops_by_any", False, True)
def bomber_drops_supplies(edition: Edition) -> bool:
    g = west(edition)
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Italy" and c.type == Type.LND and c.white_circle)
    bomber = g.units.add(counter=number, power=ITALY, country=g.facts.country["italy"], at=at(g, "Rome")).index
    return brings_supplies(g, bomber) is None


@case("cavalry_moves_count", False, True)
def cavalry_counts(edition: Edition) -> bool:
    return activity_of(world(edition), AIR_CAVALRY) is not None


@case("cavalry_flies_away", True, False)
def cavalry_retreats_by_air(edition: Edition) -> bool:
    g = west(edition)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.ACV)
    return flies_away(g, g.units.add(counter=number, power=USA, country=g.facts.country["usa"], at=at(g, "London")).index)


# --- land ---------------------------------------------------------------------------------------------------------------------


@case("factories_rail_freely", False, True)
def moves_factories_in_peace(edition: Edition) -> bool:
    g = world(edition)
    return threatened(g, USSR, at(g, "Moscow"))


def beach(edition: Edition) -> tuple[War, list[int]]:
    """One British corps attacks a coastal hex of France that Germans hold; ships of both sides lie off it."""
    g = west(edition)
    hold(g, "Germany", "Calais", "Lille")
    calais = at(g, "Calais")
    here = next(b for b, _ in g.ground.steps[calais] if g.ground.land[b] and g.ground.country[b] in ("france", "belgium"))
    hold(g, "France", g.board.token(here))
    put(g, "Germany INF any", "Calais")
    corps = put(g, "Commonwealth INF any", g.board.token(here), fed=1)
    act(g, "Commonwealth", Action.LAND)
    act(g, "Germany", Action.LAND)
    g.side, g.power = 1, COMMONWEALTH
    sea = g.board.label(g.ground.seas[calais][0])
    guns = [ship(g, "Commonwealth", "BB", "any", sea, 1) for _ in range(2)]
    ship(g, "Germany", "BB", "any", sea, 1)
    join_attack(g, COMMONWEALTH, corps, calais)
    return g, guns


@case("one_ship_per_unit", False, True)
def two_ships_for_one_corps(edition: Edition) -> bool:
    g, guns = beach(edition)
    bombard(g, Gunnery(COMMONWEALTH, False), (guns[0], 0))
    return may_bombard(g, Gunnery(COMMONWEALTH, False), (guns[1], 0)) is None


@case("defender_bombards", True, False)
def guns_for_the_defender(edition: Edition) -> bool:
    g, _ = beach(edition)
    return gunners(True)(g) == [GERMANY]


# --- end of turn --------------------------------------------------------------------------------------------------------------


@case("partisans_by_units", (True, False), (False, True))
def restless(edition: Edition) -> tuple[bool, bool]:
    """France with a German hex but no unit, and with a unit in a hex that is still French."""
    g = west(edition)
    hold(g, "Germany", "Lille")
    by_hex = partisans.eligible(g, "France", red=False)
    g = west(edition)
    put(g, "Germany INF any", "Lille")
    return by_hex, partisans.eligible(g, "France", red=False)


@case("two_partisan_dice", 2, 1)
def partisan_dice(edition: Edition) -> int:
    g = west(edition, turn="Nov/Dec 1944")
    drive(g, partisans.raise_partisans(g), dice=[10] * 40)
    return sum(len(line.dice) for line in g.journal.lines if "partisan table" in line.text.lower())


@case("second_partisan", 2, 1)
def bands_of_a_great_rising(edition: Edition) -> int:
    """A roll that is ten below the number."""
    g = west(edition)
    hold(g, "Germany", "France")
    placed: list[str] = []

    def place(g: War, name: str, power: int) -> Any:
        placed.append(name)
        yield from ()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partisans, "_place", place)
        patch.setattr(
            partisans, "modified_roll", lambda g, roll, name, power, twice: int(partisans.number_of(g, name, red=False)) - 10
        )
        drive(g, partisans._rise(g, "France", False, False), dice=[5])
    return len(placed)


@case("building_ahead", False, True)
def builds_ahead(edition: Edition) -> bool:
    return may_look_ahead(west(edition), GERMANY) is None


@case("ahead_takes_longer", True, False)
def both_cycles_cost_more(edition: Edition) -> bool:
    g = west(edition)
    sheet = next(c for c in g.facts.counters if c.naval and c.second_cost and c.power == "Germany")
    return price_ahead(g, sheet, 1) > 2 * sheet.cost


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_setting_as_both_editions_have_it(name: str) -> None:
    measure, wif, aif = CASES[name]
    assert (measure(COLLECTORS), measure(AMERICA)) == (wif, aif)


def test_every_setting_has_a_case() -> None:
    parts = [set(CASES), set(FIRST), set(DETAIL)]
    assert set.union(*parts) == {s.name for s in table()} and sum(map(len, parts)) == len(table())
