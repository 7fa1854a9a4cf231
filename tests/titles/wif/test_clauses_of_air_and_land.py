"""Single clauses of chapters 2 to 4, 10, 11 and 14 to 15, and of options tied to them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, USA, USSR
from grognard.titles.wif.ground import RAIL, ROAD
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules.air_missions import carry_out, strike_ground, strike_targets, support_ground, support_targets
from grognard.titles.wif.rules.air_transport import deliver
from grognard.titles.wif.rules.anti_aircraft import flak_losses
from grognard.titles.wif.rules.bombardment import bomb_factories
from grognard.titles.wif.rules.hq_benefits import pressed
from grognard.titles.wif.rules.hq_support import Support, may_support
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_movement import enter
from grognard.titles.wif.rules.land_steps import step_cost
from grognard.titles.wif.rules.missions import Flight, flights, fly, flyers
from grognard.titles.wif.rules.paradrops import PARADROPS, carries_paras
from grognard.titles.wif.rules.railways import A_RAILWAY, A_ROAD, may_lay
from grognard.titles.wif.rules.reorganisation import hq_range
from grognard.titles.wif.rules.roads import Roadwork, may_place_road
from grognard.titles.wif.rules.shore_bombardment import Gunnery, may_bombard
from grognard.titles.wif.rules.surprise import catches
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.sequence import missions
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, NOWHERE, PATROL, War

from .field import act, at, drive, hold, named, put, sky, war
from .test_02_examples import names
from .test_11_land_examples import fly_support, lae_with_guns
from .test_11_sea import ship
from .test_13_14_examples import values
from .test_22_divisions import corps

SMALL, LARGE, BOSTON, LANCASTER = "A212", "A214", "A250", "A257"  # tactical factors 1, 2, 5, 5; the last has 9 strategic ones


def raid(weather: Weather, stopped: int, *planes: str) -> tuple[War, list[int], int]:
    """Bombers of the Commonwealth over Berlin after anti-aircraft fire that stopped so many of their factors."""
    g = war(("Germany", "Commonwealth"), artillery=True)
    sky(g, weather)
    berlin = at(g, "Berlin")
    raiders = [corps(g, number, "Berlin") for number in planes]
    for unit in raiders:
        g.units[unit].mission, g.units[unit].over, g.units[unit].base = CLEARED, berlin, at(g, "London")
    victim = corps(g, "L300", "Berlin")
    act(g, "Commonwealth", Action.AIR)
    g.hexes[berlin].stopped = stopped
    return g, raiders, victim


@pytest.mark.parametrize(("weather", "stopped", "die", "down"), [
    (Weather.RAIN, 0, 3, 1),  # half of five rounds to three
    (Weather.RAIN, 3, 1, 1),  # five less three, then half: one
    (Weather.RAIN, 3, 2, 0),
    (Weather.RAIN, 5, 1, 0),
    (Weather.FINE, 3, 2, 1),
])  # fmt: skip
def test_14_2_3_weather_halves_what_the_guns_left(weather: Weather, stopped: int, die: int, down: int) -> None:
    g, _, victim = raid(weather, stopped, BOSTON)
    drive(g, strike_ground(g, at(g, "Berlin"), 1), dice=[die])
    assert g.units.down[victim] == down


def test_22_2_the_owner_says_which_bomber_loses_a_factor() -> None:
    g, (one, _), victim = raid(Weather.FINE, 1, SMALL, LARGE)
    told = drive(g, strike_ground(g, at(g, "Berlin"), 1), [f"blunt u{one}"], dice=[1, 2])
    assert len(told) == 1 and g.units.down[victim]
    g, (_, two), victim = raid(Weather.FINE, 1, SMALL, LARGE)
    drive(g, strike_ground(g, at(g, "Berlin"), 1), [f"blunt u{two}"], dice=[2, 2])
    assert not g.units.down[victim], "two factors less one do not strike on a 2"
    g, _, victim = raid(Weather.FINE, 1, LARGE)
    assert drive(g, strike_ground(g, at(g, "Berlin"), 1), dice=[2]) == [] and not g.units.down[victim]


def test_14_2_3_guns_stop_factors_of_ground_support_before_the_rain_halves_them() -> None:
    g, _, _ = raid(Weather.RAIN, 1, BOSTON)
    g.attacks.add(target=at(g, "Berlin"))
    drive(g, support_ground(g, at(g, "Berlin"), 1))
    assert g.attacks[0].support == 60 * 2


def test_14_2_3_guns_stop_factors_of_a_bombardment_before_the_rain_halves_them() -> None:
    g, _, _ = raid(Weather.RAIN, 3, LANCASTER)
    g.journal = Journal()
    g.dice = FixedDice(1)
    list(bomb_factories(g, at(g, "Berlin"), 1))
    assert any("3 factors" in line.text for line in g.journal.lines)


def test_11_5_9_plain_factors_are_stopped_before_those_that_count_twice() -> None:
    assert pressed([(Fraction(4), 2), (Fraction(3), 1)], 4) == 6
    assert pressed([(Fraction(4), 2), (Fraction(3), 1)], 0) == 11
    assert pressed([(Fraction(1), 2)], 4) == 0


def test_22_2_the_side_says_which_flak_an_asterisk_destroys() -> None:
    g = war(("Germany", "Commonwealth"), artillery=True)
    guns = [corps(g, n, "Berlin") for n in ("X60", "X61")]
    for gun in guns:
        g.units[gun].shots, g.units[gun].bombards = 1, at(g, "Berlin")
    told = drive(g, flak_losses(g, at(g, "Berlin"), 1, 1), [f"gun_lost u{guns[1]}"])
    assert len(told) == 1
    assert g.units.at[guns[1]] == FORCE_POOL and g.units.at[guns[0]] >= 0
    assert drive(g, flak_losses(g, at(g, "Berlin"), 1, 2)) == [] and g.units.at[guns[0]] == FORCE_POOL


def flown(g: War, target: str = "Nuremberg", home: str = "Berlin") -> tuple[int, int, int, int]:
    """A loaded German transport over its target; gives it, its cargo, the target and the base it came from."""
    over, base = at(g, target), at(g, home)
    plane = put(g, "Germany ATR any", target, mission=CLEARED, over=over, base=base)
    troops = put(g, "Germany PARA any", target, aboard=plane)
    act(g, "Germany", Action.COMBINED)
    return plane, troops, over, base


def test_11_11_guns_fire_at_a_loaded_transport_at_its_base_too() -> None:
    """Step 13; who is driven off there stays there, face-down with its cargo (14.3.3)."""
    for die, lost in ((10, True), (2, False)):
        g = war(("Germany", "Commonwealth"), artillery=True)
        plane, troops, over, base = flown(g)
        near = next(s for s, _ in g.ground.steps[base])
        gun = corps(g, "L332", g.board.token(near))
        g.units[gun].power, g.units[gun].fed = COMMONWEALTH, 1
        drive(g, deliver(g, over, 0), ["keep_aboard", f"land {g.board.token(base)}", f"flak u{gun} 4"], [die] * 8)
        if lost:
            assert g.units.at[plane] == FORCE_POOL and g.units.at[troops] == FORCE_POOL
        else:
            assert g.units.at[plane] == base == g.units.at[troops] and g.units.aboard[troops] == NOWHERE
        assert g.units.shots[gun] == 4
    g = war(("Germany", "Commonwealth"), artillery=True)
    plane, troops, over, base = flown(g)
    assert len(drive(g, deliver(g, over, 0), ["keep_aboard", f"land {g.board.token(base)}"])) == 2
    assert g.units.at[troops] == base


@pytest.mark.parametrize(("target", "home", "patrol"), [
    ("Nuremberg", "Berlin", "Berlin"), ("Berlin", "Nuremberg", "Nuremberg"), ("Nuremberg", "Berlin", "Hamburg"),
])  # fmt: skip
def test_11_11_an_idle_patrol_waits_where_the_transport_returns(target: str, home: str, patrol: str) -> None:
    g = war(("Germany", "Commonwealth"))
    plane, _, _, base = flown(g, target, home)
    g.units[plane].mission = BOMBER
    hunter = put(g, "Commonwealth FTR any", patrol, mission=PATROL, over=at(g, patrol), base=at(g, "London"))
    drive(g, carry_out("air transport")(g), ["keep_aboard", f"land {g.board.token(base)}"], [2, 9] * 20)
    assert any("Air-to-air" in line.text for line in g.journal.lines) == (patrol == home)
    assert g.units.mission[hunter] == 0


@pytest.mark.parametrize("surprised", [True, False])
def test_15_1_a_notional_unit_alone_is_surprised_like_any_other(surprised: bool) -> None:
    """Bombers count twice against it, its ships and aircraft do not help it, and a river shields it no more."""
    g, attack, fleet = lae_with_guns()
    g.powers[COMMONWEALTH].surprised_by = (1 << JAPAN) * surprised
    target = at(g, "Lae")
    fly_support(g, target, A826=2)
    assert g.attacks.support[attack] == 60 * (2 if surprised else 1)
    act(g, "Japan", Action.LAND)
    assert (target in support_targets(g, COMMONWEALTH)) == (not surprised)
    british = ship(g, "USA", "CA", "any", "Bismarck Sea", 3)
    make_war(g, JAPAN, USA)
    no = may_bombard(g, Gunnery(USA, True), (british, attack))
    assert (no is not None and no.rule == "15.1") == surprised
    assert len(fleet) == 3


def test_11_15_3_an_hq_beside_the_hex_supports_a_notional_unit_alone() -> None:
    g, attack, _ = lae_with_guns()
    g.powers[COMMONWEALTH].surprised_by = 0
    near = next(s for s, _ in g.ground.steps[at(g, "Lae")] if not g.units.stacks.get(s))
    hq = named(g, "Commonwealth", "Mountbatten", g.board.token(near), fed=1)
    g.hexes[near].controller = g.hexes.controller[at(g, "Lae")]
    subject = Support(COMMONWEALTH, True)
    assert may_support(g, subject, (hq, attack)) is None
    g.attacks[attack].no_notional = 1
    no = may_support(g, subject, (hq, attack))
    assert no is not None and no.rule == "11.15.3"


def test_4_2_2_no_road_where_troops_may_not_go() -> None:
    """Malaya before US entry option 36 or war with Japan; India is open."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", facilities=True)
    put(g, "Commonwealth INF any", "London")
    subject = Roadwork(COMMONWEALTH, 9)
    malaya = [s for s in g.ground.homeland["malaya"] if g.powers_by_hex[s] == COMMONWEALTH]
    bare = next(s for s in malaya if may_lay(g, s, 9, rails=False) is None)
    no = may_place_road(g, subject, bare, rails=False)
    assert no is not None and no.rule == "13.3.2"
    india = next(s for s in g.ground.homeland["india"] if may_lay(g, s, 9, rails=False) is None)
    assert may_place_road(g, subject, india, rails=False) is None
    make_war(g, JAPAN, COMMONWEALTH)
    assert may_place_road(g, subject, bare, rails=False) is None


def test_11_8_partisans_are_struck_in_a_hex_of_ones_own() -> None:
    """13.1.3: they are enemies wherever they are; other enemies are struck in enemy hexes alone."""
    g = war(("Germany", "USSR"))
    hold(g, "Germany", "Minsk")
    act(g, "Germany", Action.AIR)
    assert at(g, "Minsk") not in strike_targets(g, GERMANY)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type.name == "PART")
    g.units.add(counter=number, at=at(g, "Minsk"), power=USSR, country=g.facts.country["ussr"])
    assert strike_targets(g, GERMANY) == [at(g, "Minsk")]
    assert at(g, "Minsk") not in strike_targets(g, USSR)


def crossing() -> tuple[War, int, int]:
    """Britain has fought Germany before; the USA declares war in this impulse and drops on Paris from a British transport."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Nov/Dec 1943")
    g.powers[GERMANY].surprised_by, g.powers[GERMANY].wars_before = 1 << USA, 1 << COMMONWEALTH
    hold(g, "Germany", "Paris", "W1934")
    act(g, "USA", Action.LAND)
    act(g, "Commonwealth", Action.LAND)
    return g, put(g, "Commonwealth ATR any", "London"), put(g, "USA PARA any", "London", fed=1)


def test_11_14_a_friend_drops_parachutists_and_nobody_he_fought_before_is_surprised() -> None:
    """wif-15-c, after the drop: who brought them counts; the PARA counts against the moves and attacks of its own power."""
    g, transport, para = crossing()
    foe = put(g, "Germany INF any", "Paris")
    assert catches(g, (para,), foe)
    moves, attacks = g.powers.land[USA], g.powers.attacks[USA]
    drive(g, fly(PARADROPS.name, BOMBER)(g), [f"fly u{transport} {g.board.token(at(g, 'Paris'))}"])
    assert g.units.aboard[para] == transport
    drive(g, carry_out(PARADROPS.name)(g))
    assert g.units.at[para] == at(g, "Paris") and g.units.brought[para] == COMMONWEALTH + 1
    assert (g.powers.land[USA], g.powers.attacks[USA]) == (moves + 1, attacks + 1)
    assert not catches(g, (para,), foe)
    g.units[para].brought = USA + 1
    assert catches(g, (para,), foe), "their own aircraft would have surprised"


def test_11_14_nobody_else_brings_parachutists() -> None:
    g, transport, para = crossing()
    g.units[para].power, g.units[para].country = USSR, g.facts.country["ussr"]
    no = carries_paras(g, transport)
    assert no is not None and no.rule == "11.14"
    g, transport, para = crossing()
    act(g, "USA", Action.AIR)
    no = carries_paras(g, transport)
    assert no is not None, "the USA has no land moves left"


@pytest.mark.parametrize("below", ["Germany", "Italy"])
def test_15_aircraft_over_hexes_of_an_old_enemy_surprise_nobody(below: str) -> None:
    """Italians fly from Belgrade to Lvov over lands of Germany, which the USSR has fought before, or over their own."""
    g = war(("Germany", "USSR"), ("Italy", "USSR"), turn="Jul/Aug 1941")
    g.powers[USSR].surprised_by, g.powers[USSR].wars_before = 1 << ITALY, 1 << GERMANY
    for s, land in enumerate(g.ground.land):
        if land and s != at(g, "Belgrade"):
            g.hexes[s].controller = g.facts.country[below.lower()]
    hold(g, "Italy", "Belgrade")
    hold(g, "USSR", "Lvov")
    plane = corps(g, "A823", "Lvov")
    row = g.units[plane]
    row.power, row.mission, row.over, row.extended = ITALY, BOMBER, at(g, "Lvov"), 1
    row.base = row.from_ = at(g, "Belgrade")
    foe = put(g, "USSR INF any", "Lvov")
    assert catches(g, (plane,), foe) == (below == "Italy")


@pytest.mark.parametrize(("value", "reaches"), [(5, True), (4, False)])
def test_11_17_2_the_strait_of_kerch_costs_an_hq_a_point_as_it_costs_trucks(value: int, reaches: bool) -> None:
    """In rain two hexes and the strait are five points."""
    g = war(("Germany", "USSR"), turn="May/Jun 1942")
    hold(g, "Germany", "Kerch", "E1027", "E0927")
    number = next(n for n, c in enumerate(g.facts.counters) if c.type.name.startswith("HQ") and c.reorganisation == value)
    hq = g.units.add(counter=number, at=at(g, "Kerch"), power=GERMANY, country=g.facts.country["germany"]).index
    sky(g, Weather.RAIN)
    assert (at(g, "E0927") in hq_range(g, hq)) == reaches


def test_2_5_3_a_supply_unit_takes_no_hex_unless_others_come_with_it() -> None:
    for escorted in (False, True):
        g = war(("Germany", "USSR"), supply_units=True)
        hold(g, "Germany", "Warsaw")
        target = next(s for s, _ in g.ground.steps[at(g, "Warsaw")] if not g.ground.city[s])
        hold(g, "USSR", g.board.token(target))
        store = corps(g, "X70", "Warsaw")
        units = (store, put(g, "Germany INF any", "Warsaw")) if escorted else (store,)
        act(g, "Germany", Action.LAND)
        drive(g, enter(g, units, target))
        assert g.units.at[store] == target
        assert (g.powers_by_hex[target] == GERMANY) == escorted


def test_11_10_2_a_railway_that_was_built_carries_like_a_printed_one() -> None:
    """Options 25 and 32: the bonus runs along it, and not along a road."""
    g = war(("Germany", "USSR"), railway_bonus=True, facilities=True)
    unit = put(g, "Germany ARM any", "Warsaw")
    pairs = ((s, t) for s in g.ground.homeland["germany"] if g.ground.on_railway[s] for t, bits in g.ground.steps[s]
             if not bits & (RAIL | ROAD) and not g.ground.on_railway[t] and g.board.terrain_name(t) == "forest")  # fmt: skip
    start, there = next(pairs)
    price = step_cost(g, unit, start, there)
    assert price == 2
    for laid, less in ((A_ROAD, 0), (A_RAILWAY, 1)):
        g.hexes[there].laid = laid
        assert step_cost(g, unit, start, there) == price - less


def test_11_15_4_the_attacker_patrols_over_his_attacks_while_bombers_may_answer() -> None:
    """Step 2 of ground support, and of no other mission; a patrol meets the defender's bombers."""
    g = war(("Germany", "USSR"))
    hold(g, "USSR", "Minsk")
    near = next(s for s, _ in g.ground.steps[at(g, "Minsk")] if not g.ground.city[s])
    hold(g, "Germany", "Warsaw", g.board.token(near))
    act(g, "Germany", Action.LAND)
    tanks = put(g, "Germany ARM 8-6", g.board.token(near), fed=1)
    put(g, "USSR INF any", "Minsk")
    join_attack(g, GERMANY, tanks, at(g, "Minsk"))
    fighter = put(g, "Germany FTR any", g.board.token(near), fed=1)
    patrols = flyers("ground support", PATROL, True)
    assert patrols(g) == [], "nobody could answer"
    bomber = put(g, "USSR LND any", "Moscow", fed=1)
    values(g, bomber, range=20, tactical=3)
    assert patrols(g) == [GERMANY]
    assert (fighter, at(g, "Minsk")) in flights(g, Flight(GERMANY, "ground support", PATROL))
    for kind, times in (("ground support", 2), ("ground strike", 1)):
        assert names(missions("Raid", kind, "14.2")).count("Raid: combat air patrol") == times
