"""9.8, 13.3.2, 17.4.2: combat between units of which not all are at war with all, the neutral US Navy, and Vichy's ships."""

from __future__ import annotations

import pytest

from grognard.titles.wif.facts import ALLIES, COMMONWEALTH, GERMANY, ITALY, JAPAN, USA, USSR, VICHY
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules.air_combat import part_company
from grognard.titles.wif.rules.air_missions import victims
from grognard.titles.wif.rules.bombardment import BOMBARDMENT
from grognard.titles.wif.rules.land_attack import Declaring, may_attack
from grognard.titles.wif.rules.land_steps import may_enter_country
from grognard.titles.wif.rules.missions import BOMBERS_ONLY, Flight, may_take_part
from grognard.titles.wif.rules.naval_combat import Hunt, join_convoys, may_fight
from grognard.titles.wif.rules.naval_movement import may_add, moves_of
from grognard.titles.wif.rules.naval_search import Sides, commit, present
from grognard.titles.wif.rules.return_to_base import must_return
from grognard.titles.wif.rules.sea_wars import escorts, may_clash, may_escort_in, moves_singly
from grognard.titles.wif.rules.shore_bombardment import Gunnery, may_bombard
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import BOMBER, CLEARED, GROUNDED, INTERCEPTOR, NOWHERE, War
from tests.titles.wif.field import act, align, at, cut, drive, hold, named, put, sky
from tests.titles.wif.test_09_politics import minor, world
from tests.titles.wif.test_11_sea import at_sea, convoys, ship

STRIKE, SUPPLY = "ground strike", "air supply"


def aloft(g: War, what: str, where: str, role: int) -> int:
    unit = put(g, what, where)
    g.units[unit].over, g.units[unit].mission, g.units[unit].base = at(g, where), role, at(g, where)
    return unit


def london() -> War:
    """The USA is at war with Japan alone; the Commonwealth with Germany and Italy."""
    return world(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), ("Japan", "USA"), turn="Jan/Feb 1942")


def test_9_8_a_everybody_in_london_is_struck_and_americans_may_defend_their_own() -> None:
    """wif-9.8-a: Italians strike American corps they are not at war with; US fighters may answer, but never attack the hex."""
    g = london()
    corps = put(g, "USA INF any", "London")
    fighter = put(g, "USA FTR any", "Oxford" if "oxford" in g.ground.places else "Birmingham")
    assert corps in victims(g, at(g, "London"), ITALY)
    aloft(g, "Italy LND any", "London", BOMBER)
    flight = Flight(USA, STRIKE, INTERCEPTOR)
    assert may_take_part(g, flight, fighter, at(g, "London")) is None
    g.units[corps].at = at(g, "Paris")
    no = may_take_part(g, flight, fighter, at(g, "London"))
    assert no is not None and no.rule == "9.8"
    hold(g, "Germany", "London")
    act(g, "USA", Action.LAND)
    g.units[corps].at = at(g, "Birmingham")
    put(g, "Germany INF any", "London")
    refused = may_attack(g, Declaring(USA), (corps, at(g, "London")))
    assert refused is not None and "not an enemy" in refused.reason


def test_9_8_b_and_c_over_a_bombardment_only_enemies_fight() -> None:
    """wif-9.8-c: US fighters at war with Germany alone let Italian bombers through; a British fighter makes it one combat."""
    g = world(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
    italian = aloft(g, "Italy LND any", "London", BOMBER)
    german = aloft(g, "Germany LND any", "London", BOMBER)
    american = aloft(g, "USA FTR any", "London", INTERCEPTOR)
    assert BOMBARDMENT.mixed == BOMBERS_ONLY
    drive(g, part_company(g, at(g, "London")))
    assert g.units.mission[italian] == CLEARED and g.units.mission[german] == BOMBER
    g.units[italian].mission = BOMBER
    british = aloft(g, "Commonwealth FTR any", "London", INTERCEPTOR)
    drive(g, part_company(g, at(g, "London")))
    assert g.units.mission[italian] == BOMBER and g.units.mission[american] == INTERCEPTOR
    g.units[british].mission, g.units[british].at = GROUNDED, NOWHERE  # shot down
    escort = aloft(g, "Italy FTR any", "London", INTERCEPTOR)
    hold(g, "Italy", "Lille")
    drive(g, part_company(g, at(g, "London")))
    assert g.units.mission[italian] == CLEARED and g.units.mission[escort] == GROUNDED


def helsinki() -> War:
    """The USSR fights Finland, which Germany controls; the two powers are at peace."""
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1940")
    align(g, "finland", "Germany")
    g.countries[minor(g, "finland")].wars = 1 << USSR
    return g


def test_9_8_d_finnish_aircraft_support_helsinki_and_german_ones_do_not() -> None:
    """wif-9.8-d: nor do German ships bombard, unless a German land unit is there."""
    g = helsinki()
    attacker, target = put(g, "USSR INF any", "Leningrad"), at(g, "Helsinki")
    put(g, "Finland INF any", "Helsinki")
    g.units[attacker].target = target
    g.attacks.add(target=target, power=USSR)
    g.side = ALLIES
    finnish, german = put(g, "Finland FTR any", "Turku"), put(g, "Germany FTR any", "Turku")
    support = Flight(GERMANY, "ground support", BOMBER)
    assert may_take_part(g, support, finnish, target) is None
    refused = may_take_part(g, support, german, target)
    assert refused is not None and refused.rule == "9.8"
    cruiser = ship(g, "Germany", "CA", "any", "Baltic Sea", 2)
    no = may_bombard(g, Gunnery(GERMANY, True), (cruiser, 0))
    assert no is not None and no.rule == "9.8"
    put(g, "Germany INF any", "Helsinki")
    assert may_take_part(g, support, german, target) is None
    again = may_bombard(g, Gunnery(GERMANY, True), (cruiser, 0))
    assert again is None or again.rule != "9.8"


def test_9_8_e_soviet_fighters_meet_an_air_supply_to_helsinki() -> None:
    """wif-9.8-e: the USSR is at war with the hex, though not with Germany."""
    g = helsinki()
    hold(g, "USSR", "Tallinn")
    aloft(g, "Germany ATR any", "Helsinki", BOMBER)
    fighter = put(g, "USSR FTR any", "Tallinn")
    assert may_take_part(g, Flight(USSR, SUPPLY, INTERCEPTOR), fighter, at(g, "Helsinki")) is None
    g.countries[minor(g, "finland")].wars = 0
    assert may_take_part(g, Flight(USSR, SUPPLY, INTERCEPTOR), fighter, at(g, "Helsinki")) is not None


def test_9_8_the_army_of_an_attacked_minor_attacks_its_enemy_and_its_protector_s_does_not() -> None:
    g = helsinki()
    finn, german = put(g, "Finland INF any", "Helsinki"), put(g, "Germany INF any", "Helsinki")
    near = g.ground.steps[at(g, "Helsinki")][0][0]
    g.hexes[near].controller = minor(g, "ussr")
    assert may_enter_country(g, finn, near) is None
    no = may_enter_country(g, german, near)
    assert no is not None and "not at war" in no.reason


def test_9_8_f_who_has_no_enemy_left_drops_out() -> None:
    """wif-9.8-f: when the Japanese ship is sunk, the American has nobody to fight."""
    g = world(("Japan", "USA"), ("Germany", "Commonwealth"))
    american, british = ship(g, "USA", "CA", "any", "North Sea", 2), ship(g, "Commonwealth", "CA", "any", "North Sea", 2)
    japanese, german = ship(g, "Japan", "CA", "any", "North Sea", 2), ship(g, "Germany", "CA", "any", "North Sea", 2)
    sides = Sides(at(g, "North Sea"), 0)
    commit(g, sides)
    assert [set(own) for own in sides.committed] == [{japanese, german}, {american, british}]
    g.units[japanese].at = NOWHERE
    commit(g, sides)
    assert sides.committed == [[german], [british]]


def test_9_8_g_only_who_has_a_committed_enemy_searches() -> None:
    """wif-9.8-g: Germany keeps its submarines out, so the British carrier takes no part."""
    g = world(("Germany", "France"), ("Italy", "France"), ("Germany", "Commonwealth"))
    med = "Eastern Mediterranean"
    french, carrier = ship(g, "France", "BB", "any", med, 0), ship(g, "Commonwealth", "CV", "any", med, 0)
    sub, cruiser = ship(g, "Germany", "SUB", "any", med, 3), ship(g, "Italy", "CA", "any", med, 3)
    assert set(present(g, at(g, med), ALLIES)) == {french, carrier}
    sides = Sides(at(g, med), 0)
    commit(g, sides)
    assert sides.committed == [[cruiser], [french]]
    sides.subs[0] = True
    commit(g, sides)
    assert set(sides.committed[0]) == {sub, cruiser} and set(sides.committed[1]) == {french, carrier}


@pytest.mark.parametrize("german_war", [True, False])
def test_9_8_h_a_friend_s_hq_traces_over_the_sea_by_his_own_wars(german_war: bool) -> None:
    """wif-9.8-h: Libia reaches Manstein; whether the British fleet cuts the sea depends on Germany's war alone."""
    wars = [("Italy", "Commonwealth"), ("Germany", "USSR"), *([("Germany", "Commonwealth")] if german_war else [])]
    g = world(*wars, turn="May/Jun 1941")
    hold(g, "Germany", "Syria", "Lebanon")
    sky(g, Weather.FINE)
    cut(g, "E0814", "E0714", "E0614", "E0515")
    libia = put(g, "Italy MECH any", "E0612")
    g.units[libia].country = minor(g, "italy")
    named(g, "Germany", "Manstein", "E0614")
    for neighbour in ("turkey", "iraq"):
        assert g.countries.power[minor(g, neighbour)] < 0
    ship(g, "Commonwealth", "BB", "any", "Eastern Mediterranean", 3)
    assert in_supply(g, libia) == (not german_war)


# --- the neutral US Navy (13.3.2) ---------------------------------------------------------------------------------------------


def atlantic() -> War:
    return world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")


@pytest.mark.parametrize(
    ("options", "coast", "ocean"), [((), 0, 0), ((11,), 1, 0), ((11, 29), 1, 1), ((11, 29, 38), 1, 1), ((50,), 1, 1)]
)
def test_13_3_2_escorts_sail_where_options_allow(options: tuple[int, ...], coast: int, ocean: int) -> None:
    g = atlantic()
    g.entry_options = list(options)
    assert (may_escort_in(g, at(g, "US East Coast")) is None) == bool(coast)
    assert (may_escort_in(g, at(g, "North Atlantic")) is None) == bool(ocean)


def test_13_3_2_option_38_serves_a_neutral_usa_alone() -> None:
    """Armed merchantmen are escorted anywhere while the USA is neutral; at war with Japan alone, where 11 and 29 have it."""
    g = atlantic()
    g.entry_options = [11, 29, 38]
    bay = at(g, "Bay of Biscay")
    assert may_escort_in(g, bay) is None
    make_war(g, USA, JAPAN)
    assert may_escort_in(g, bay) is not None and may_escort_in(g, at(g, "North Atlantic")) is None
    g.entry_options = [11, 29, 38, 50]
    assert may_escort_in(g, bay) is None


def test_13_3_2_five_ships_of_section_0_join_a_round_with_allied_convoys() -> None:
    g = atlantic()
    g.entry_options = [11]
    coast = at(g, "US East Coast")
    fleet = [ship(g, "USA", "CA", "any", "US East Coast", 0) for _ in range(6)]
    far = ship(g, "USA", "CA", "any", "US East Coast", 1)
    convoy, sub = convoys(g, "Commonwealth", "US East Coast", 5), ship(g, "Germany", "SUB", "any", "US East Coast", 3)
    assert far not in escorts(g, coast, []) and set(escorts(g, coast, [])) == set(fleet)
    sides = Sides(coast, 0, included=[[sub], [convoy]])
    drive(g, join_convoys(g, sides), [f"escort u{u}" for u in fleet[:5]])
    assert len(sides.included[ALLIES]) == 6
    alone = Sides(coast, 0, included=[[sub], []])
    drive(g, join_convoys(g, alone))
    assert alone.included[ALLIES] == []


def test_13_3_2_land_based_aircraft_escort_after_option_20() -> None:
    g = atlantic()
    g.entry_options = [11]
    plane = put(g, "USA NAV any", "London")
    at_sea(g, "US East Coast", 0, plane)
    assert plane not in escorts(g, at(g, "US East Coast"), [])
    g.entry_options = [11, 20]
    assert plane in escorts(g, at(g, "US East Coast"), [])


def test_13_3_2_unrestricted_naval_warfare_needs_no_war() -> None:
    g = atlantic()
    american, german = ship(g, "USA", "CA", "any", "North Atlantic", 2), ship(g, "Germany", "CA", "any", "North Atlantic", 2)
    italian = ship(g, "Italy", "CA", "any", "North Atlantic", 2)
    act(g, "USA", Action.COMBINED)
    assert not may_clash(g, american, german) and may_fight(g, Hunt(USA), at(g, "North Atlantic")) is not None
    assert moves_singly(g, USA)
    g.entry_options = [50]
    assert may_clash(g, american, german) and may_clash(g, german, american) and not may_clash(g, american, italian)
    assert may_fight(g, Hunt(USA), at(g, "North Atlantic")) is None and not moves_singly(g, USA)


def test_13_3_2_american_convoys_on_lend_lease_are_fair_game_after_option_32() -> None:
    g = atlantic()
    convoy, sub = convoys(g, "USA", "North Atlantic", 5), ship(g, "Germany", "SUB", "any", "North Atlantic", 3)
    cruiser = ship(g, "USA", "CA", "any", "North Atlantic", 0)
    g.lent = [USA, COMMONWEALTH, 2, 0]
    assert not may_clash(g, sub, convoy)
    g.entry_options = [32]
    assert may_clash(g, sub, convoy) and not may_clash(g, sub, cruiser)
    g.lent = []
    assert not may_clash(g, sub, convoy)


# --- Vichy's ships (17.4.2) ---------------------------------------------------------------------------------------------------


def vichy() -> War:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    g.vichy, g.installer = 1, GERMANY
    g.powers[VICHY].plays = 1
    act(g, "Germany", Action.COMBINED)
    g.powers[VICHY].action = int(Action.COMBINED)
    return g


def fleet(g: War) -> list[int]:
    hold(g, "Commonwealth", "Toulon")
    ships = [ship(g, "France", kind, "any", "Toulon") for kind in ("BB", "CA")]
    for u in ships:
        g.units[u].power = VICHY
    g.hexes[at(g, "Toulon")].controller = minor(g, "vichy_france")
    row = g.countries[minor(g, "vichy_france")]
    row.power = VICHY
    return ships


def test_17_4_2_a_a_friendly_vichy_moves_ship_by_ship() -> None:
    """wif-17.4.2-a: Germany's one naval move of a combined action moves one Vichy ship."""
    g = vichy()
    first, second = fleet(g)
    force = TaskForce(VICHY, at(g, "Toulon"), (first,))
    no = may_add(g, force, second)
    assert no is not None and moves_of(TaskForce(VICHY, at(g, "Toulon"), (first, second)), g, VICHY) == 2


def test_17_4_2_b_a_hostile_vichy_moves_task_forces() -> None:
    """wif-17.4.2-b."""
    g = vichy()
    first, second = fleet(g)
    g.hostile = 1 << COMMONWEALTH
    assert may_add(g, TaskForce(VICHY, at(g, "Toulon"), (first,)), second) is None
    assert moves_of(TaskForce(VICHY, at(g, "Toulon"), (first, second)), g, VICHY) == 1


def test_17_4_2_ships_of_a_vichy_that_is_not_hostile_come_home() -> None:
    g = vichy()
    first, _ = fleet(g)
    g.powers[VICHY].status = 1
    at_sea(g, "Western Mediterranean", 3, first)
    assert must_return(g, first)
    g.hostile = 1 << COMMONWEALTH
    assert not must_return(g, first)
