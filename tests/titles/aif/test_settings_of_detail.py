"""Settings that come from single sentences: sections both books seem to share, where this one's words say something else. How a
case is written is in test_settings.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.title import Switches
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules import (
    air_missions,
    bombardment,
    force_pools,
    missions,
    naval_air,
    naval_air_combat,
    naval_combat,
    naval_rounds,
    overrun,
    reinforcements,
    reorganisation,
    sailing,
)
from grognard.titles.wif.rules.land_attack import note_attack_at_home
from grognard.titles.wif.rules.land_odds import notional_factors
from grognard.titles.wif.rules.land_strength import weather_shift
from grognard.titles.wif.rules.missions import Flight, mission_reach
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_movement import patrol
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.paradrops import drop, drop_zones
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.rules.transport import may_carry, may_embark_at
from grognard.titles.wif.settings import AMERICA, COLLECTORS, Edition
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, INVASION, NOWHERE, REPAIR_POOL, War, slot_of

from ..wif.field import act, align, at, drive, hold, put, sky
from ..wif.test_11_sea import at_sea, ship
from .test_settings import Case, world

CASES: dict[str, tuple[Case, Any, Any]] = {}


def case(name: str, wif: Any, aif: Any) -> Callable[[Case], Case]:
    def keep(measure: Case) -> Case:
        CASES[name] = measure, wif, aif
        return measure

    return keep


def west(edition: Edition, **more: Any) -> War:
    return world(edition, ("Germany", "Commonwealth"), ("Germany", "France"), ("Germany", "USA"), **more)


# --- bombers and winter -------------------------------------------------------------------------------------------------------


@case("idle_works_spared", 3, 0)
def factories_of_an_isolated_city(edition: Edition) -> int:
    """Paris, with the country around it in German hands and no resource of its own."""
    g = west(edition)
    hold(g, "Germany", "France")
    hold(g, "France", "Paris")
    return bombardment.at_stake(g, at(g, "Paris"))[0]


@case("surprise_by_unit", 1, 2)
def a_bomber_over_the_surprised(edition: Edition) -> int:
    """Germany has just declared war on Belgium; an Italian corps attacks with it."""
    g = world(edition, ("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    align(g, "belgium", "Commonwealth")
    brussels = at(g, "Brussels")
    put(g, "Belgium INF any", "Brussels")
    g.countries[g.facts.country["belgium"]].surprised_by = 1 << GERMANY
    put(g, "Italy INF any", "Cologne", target=brussels)
    bomber = put(g, "Germany LND any", "Brussels", mission=CLEARED)
    return air_missions.times_over(g, bomber, brussels)


@case("winter_by_mountain", 0, 2)
def finns_in_the_snow(edition: Edition) -> int:
    g = world(edition, ("Germany", "USSR"))
    align(g, "finland", "Germany")
    sky(g, Weather.SNOW)
    return weather_shift(g, at(g, "Leningrad"), [put(g, "Finland INF any", "Helsinki")])


# --- reinforcements, pools ----------------------------------------------------------------------------------------------------


@case("lone_convoys_abroad", True, False)
def a_convoy_point_for_rumania(edition: Edition) -> bool:
    g = west(edition)
    align(g, "rumania", "Germany")
    heap = g.units.add(power=GERMANY, country=g.facts.country["germany"], points=5, at=slot_of(g.turn)).index
    return bool(reinforcements.outposts(g, Arrival(GERMANY, heap)))


@case("militia_lose_city", True, False)
def militia_of_a_lost_city(edition: Edition) -> bool:
    g = west(edition)
    militia = put(g, "France MIL any", "Lille")
    g.units[militia].at = FORCE_POOL
    hold(g, "Germany", "France")
    force_pools.sort_militia(g)
    return g.units.at[militia] != FORCE_POOL


@case("isolated_given_up", [GERMANY], [])
def who_may_give_units_up(edition: Edition) -> list[int]:
    """A German corps alone in the midst of England."""
    g = west(edition)
    put(g, "Germany INF any", "Birmingham")
    return reinforcements.powers_with_isolated(g)


@case("hulls_need_ports", False, True)
def a_hull_without_a_port(edition: Edition) -> bool:
    g = west(edition)
    hull = ship(g, "France", "CA", "any", "Bay of Biscay", 0)
    g.units[hull].at = REPAIR_POOL
    hold(g, "Germany", "france")
    force_pools.scuttle_hulls(g)
    return g.units.at[hull] == REPAIR_POOL


# --- the coast ----------------------------------------------------------------------------------------------------------------


@case("amph_carries_invaders", {"MIL"}, {"MIL", "HQ-I"})
def who_rides_a_landing_ship(edition: Edition) -> set[str]:
    """Of militia, an HQ on foot, armour and a fighter."""
    g = west(edition)
    g.options = Switches({**g.options, "amphibious": True})  # type: ignore[assignment]
    boat = ship(g, "USA", "AMPH", "any", "Plymouth")
    return {kind for kind in ("MIL", "HQ-I", "ARM", "FTR") if may_carry(g, boat, put(g, f"USA {kind} any", "Plymouth")) is None}


@case("planes_leave_anywhere", False, True)
def aircraft_embark_on_a_beach(edition: Edition) -> bool:
    g = west(edition)
    beach = next(s for s in g.ground.homeland["france"] if g.ground.seas[s] and not g.ground.port[s] and g.ground.land[s])
    plane = put(g, "France FTR any", g.board.token(beach))
    return may_embark_at(g, ship(g, "France", "TRS", "any", "Brest"), plane) is None


@case("hqs_embark_alone", False, True)
def an_hq_leaves_a_beach(edition: Edition) -> bool:
    """With the option of amphibious units, on a TRS at sea."""
    g = west(edition)
    g.options = Switches({**g.options, "amphibious": True})  # type: ignore[assignment]
    beach = next(s for s in g.ground.homeland["france"] if g.ground.seas[s] and not g.ground.port[s] and g.ground.land[s])
    boat = ship(g, "France", "TRS", "any", "Brest")
    assert may_embark_at(g, boat, put(g, "France INF any", g.board.token(beach))) is not None
    return may_embark_at(g, boat, put(g, "France HQ-I any", g.board.token(beach))) is None


@case("ice_stops_work", 1, 0)
def a_ship_in_the_ice(edition: Edition) -> int:
    """Whether a ship in a port that snow closes is still face-down after the final reorganisation."""
    g = world(edition)
    sky(g, Weather.SNOW)
    cruiser = ship(g, "USSR", "CA", "any", "Archangel")
    g.units[cruiser].down = 1
    reorganisation.reorganise_finally(g)
    return g.units.down[cruiser]


@case("lower_box_provokes", True, False)
def who_only_sank_to_a_lower_section(edition: Edition) -> bool:
    g = west(edition)
    ship(g, "Germany", "SUB", "any", "North Sea", 0)  # 11.6: somebody it is at war with is there
    cruiser = ship(g, "Commonwealth", "CA", "any", "North Sea", 3)
    above = g.units.at[cruiser]
    g.units[cruiser].at = g.ground.sections[at(g, "North Sea")][1]
    drive(g, patrol(g, TaskForce(COMMONWEALTH, above, (cruiser,)), [cruiser], []))
    return bool(g.hexes.entered[at(g, "North Sea")])


@case("subs_hunted_alone", False, True)
def a_submarine_and_no_convoys(edition: Edition) -> bool:
    """Whether a cruiser sinks a submarine in a submarine combat without convoys."""
    g = west(edition)
    boat, cruiser = (ship(g, *who, "any", "North Sea", 0) for who in (("Germany", "SUB"), ("Commonwealth", "CA")))
    sides = Sides(at(g, "North Sea"), 1)
    sides.included = [[boat], [cruiser]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naval_rounds, "result_of", lambda *_: ["X"])
        drive(g, naval_rounds.submarine_round(g, sides, 0, Toll()), dice=[1, 1])
    assert g.units.at[cruiser] >= 0
    return g.units.at[boat] < 0


@case("empty_combat_repeats", False, True)
def an_air_battle_without_aircraft(edition: Edition) -> bool:
    """Two cruisers, and somebody chose naval air combat: whether the sides may abort before they search again."""
    g = west(edition)
    for power in ("Germany", "Commonwealth"):
        ship(g, power, "CA", "any", "North Sea", 1)
    found = [False, True]

    def search(g: War, sides: Sides, *_: Any) -> Any:
        sides.included = [list(own) for own in sides.committed]
        yield from ()
        return found.pop()

    def in_the_air(g: War, sides: Sides) -> Any:
        yield from ()
        return naval_combat.IN_THE_AIR

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naval_combat, "search", search)
        patch.setattr(naval_combat, "combat_type", in_the_air)
        asked = drive(g, naval_combat.combat(g, Sides(at(g, "North Sea"), 1)))
    return any(prompt.startswith("Naval combat") for prompt in asked)


# --- in the air ---------------------------------------------------------------------------------------------------------------


@case("planes_reach_own_port", True, False)
def the_far_port_of_a_sea(edition: Edition) -> bool:
    """A port of the carrier's sea area that lies beyond the range of its planes."""
    g = west(edition)
    carrier = ship(g, "Commonwealth", "CV", "any", "North Sea", 1)
    flight = Flight(COMMONWEALTH, "port attack", BOMBER)
    port = next(s for s in g.ground.shores[at(g, "North Sea")] if g.ground.port[s])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("grognard.titles.wif.rules.missions.outward_range", lambda g, unit, role: 0)
        return port in mission_reach(g, flight, carrier)


@case("driven_carriers_down", (1, 1), (0, 0))
def planes_driven_off_at_sea(edition: Edition) -> tuple[int, int]:
    """Carriers whose planes are driven off, and break off, in a naval air combat: whether they are face-down."""
    g = west(edition)
    first, second = (ship(g, "Commonwealth", "CV", "any", "North Sea", 1) for _ in range(2))
    drive(g, naval_air_combat.sent_home(g, Plane(first, 3, 3, True, True)))
    drive(g, naval_air_combat.break_off(g, Sides(at(g, "North Sea"), 0), Plane(second, 3, 3, True, True)))
    return g.units.down[first], g.units.down[second]


@case("storm_bars_return", True, False)
def home_from_the_sea_through_a_storm(edition: Edition) -> bool:
    """A British aircraft over the North Sea, and storm everywhere: whether it may fly home."""
    g = west(edition)
    act(g, "Commonwealth", Action.AIR)
    plane = put(g, "Commonwealth NAV any", "Norwich")
    g.units[plane].at = g.ground.sections[at(g, "North Sea")][1]
    home = at(g, "Norwich")
    assert naval_air.may_fly(g, naval_air.Mission(COMMONWEALTH, plane), home) is None
    sky(g, Weather.STORM)
    return naval_air.may_fly(g, naval_air.Mission(COMMONWEALTH, plane), home) is None


@case("surprise_shields_all", False, True)
def italians_over_a_belgium_that_germany_attacks(edition: Edition) -> bool:
    """Whether British fighters cannot meet Italian bombers over Brussels, with Belgians there."""
    g = world(edition, ("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    align(g, "belgium", "Commonwealth")
    put(g, "Belgium INF any", "Brussels")
    put(g, "Italy LND any", "Brussels", mission=BOMBER, over=at(g, "Brussels"))
    assert not missions.unseen(g, at(g, "Brussels"), COMMONWEALTH)
    g.countries[g.facts.country["belgium"]].surprised_by = 1 << GERMANY
    return missions.unseen(g, at(g, "Brussels"), COMMONWEALTH)


# --- on land ------------------------------------------------------------------------------------------------------------------


@case("free_overrun_of_none", 1, 2)
def price_of_partisans(edition: Edition) -> int:
    g = west(edition)
    hold(g, "Germany", "Lille")
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and not c.strength)
    g.units.add(counter=band, power=FRANCE, country=g.facts.country["france"], at=at(g, "Lille"))
    return overrun.overrun_price(g, at(g, "Lille"), GERMANY)


@case("captured_ships_repair", True, False)
def where_a_captured_ship_lies(edition: Edition) -> bool:
    g = west(edition)
    cruiser = ship(g, "France", "CA", "any", "Brest")
    overrun.capture(g, cruiser, GERMANY)
    assert g.units.power[cruiser] == GERMANY
    return g.units.at[cruiser] == REPAIR_POOL


@case("flee_to_nearest", False, True)
def ports_to_flee_to(edition: Edition) -> bool:
    """A British cruiser leaves Plymouth: whether only ports on the nearest waters are open to it."""
    g = west(edition)
    cruiser = ship(g, "Commonwealth", "CA", "any", "Plymouth")
    reach = overrun.courses(g, cruiser, flight=True)
    steps = {len(overrun.way(reach, s)) for s in overrun.ship_refuges(g, cruiser)}
    return len(steps) == 1


@case("notional_any_length", True, False)
def notional_unit_far_from_supply(edition: Edition) -> bool:
    """A Norwegian coast that only a long way over land joins to Oslo, the one source left: whether the notional unit there is
    worth more than without Oslo."""
    return worth_of_a_norwegian(edition, "Oslo") > worth_of_a_norwegian(edition, "")


def worth_of_a_norwegian(edition: Edition, source: str) -> Any:
    g = world(edition, ("Germany", "Commonwealth"))
    align(g, "norway", "Commonwealth")
    for s in g.ground.homeland["norway"]:
        g.hexes[s].controller = g.facts.country["norway"]
    coasts = [s for s in g.ground.homeland["norway"] if g.ground.seas[s] and not g.ground.city[s] and not g.ground.port[s]]
    far, ring = {at(g, "Oslo"): 0}, [at(g, "Oslo")]
    for s in ring:
        ring += [b for b, _ in g.ground.steps[s] if far.setdefault(b, far[s] + 1) == far[s] + 1 and b not in ring]
    coast = max(coasts, key=lambda s: far.get(s, 0))
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.CA)
    for boxes in g.ground.sections.values():
        g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=boxes[1])
    for s, city in enumerate(g.ground.city):
        if city and not (source and s == at(g, source)):
            g.hexes[s].lost = g.turn
    shore = g.ground.sections[g.ground.seas[coast][0]][4]
    return notional_factors(g, coast, [put(g, "Germany INF any", g.board.token(coast), landed=INVASION, shore=shore)], [])


@case("any_attack_at_home", 0, 1)
def an_attack_of_ones_own(edition: Edition) -> int:
    """France attacks Germans in Lille."""
    g = west(edition)
    note_attack_at_home(g, at(g, "Lille"), FRANCE)
    own = g.powers.invaded[FRANCE]
    note_attack_at_home(g, at(g, "Lille"), GERMANY)
    assert g.powers.invaded[FRANCE] == 1
    return own


@case("shared_port_at_start", 0, 1)
def a_port_that_a_friend_has_left(edition: Edition) -> int:
    """A British cruiser began the impulse in Brest beside a French one and has sailed: what the French one pays to leave."""
    g = west(edition)
    ships = [ship(g, power, "CA", "any", "Brest") for power in ("France", "Commonwealth")]
    alone = ship(g, "France", "CA", "any", "Marseille")
    for unit in (*ships, alone):
        g.units[unit].from_ = g.units.at[unit]
    assert sailing.surcharge(g, ships[0]) == 1 and sailing.surcharge(g, alone) == 0
    at_sea(g, "Bay of Biscay", 0, ships[1])
    return sailing.surcharge(g, ships[0])


@case("paras_join_partisans", False, True)
def paratroops_among_friends(edition: Edition) -> bool:
    """Whether French paratroops may drop where French partisans stand, in a hex Germany holds."""
    g = west(edition)
    act(g, "France", Action.LAND)
    hold(g, "Germany", "Lille")
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    g.units.add(counter=band, power=FRANCE, country=g.facts.country["france"], at=at(g, "Lille"))
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PARA and not c.division)
    put(g, "France ATR any", "Paris")
    g.units.add(counter=number, power=FRANCE, country=g.facts.country["france"], at=at(g, "Paris"))
    return at(g, "Lille") in drop_zones(g, FRANCE)


def test_13_1_paratroops_land_among_partisans_without_a_fight() -> None:
    """They attack nothing, and the hex is theirs."""
    g = west(AMERICA)
    act(g, "France", Action.LAND)
    hold(g, "Germany", "Lille")
    lille, france = at(g, "Lille"), g.facts.country["france"]
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    g.units.add(counter=band, power=FRANCE, country=france, at=lille)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PARA and not c.division)
    plane = put(g, "France ATR any", "Lille", mission=CLEARED, over=lille)
    para = g.units.add(counter=number, power=FRANCE, country=france, at=lille, aboard=plane).index
    drive(g, drop(g, lille, 1))
    assert (g.units.at[para], g.units.aboard[para], g.units.landed[para], g.units.target[para]) == (lille, NOWHERE, 0, NOWHERE)
    assert g.hexes.controller[lille] == france and not len(g.attacks)


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_setting_as_both_editions_have_it(name: str) -> None:
    measure, wif, aif = CASES[name]
    assert (measure(COLLECTORS), measure(AMERICA)) == (wif, aif)
