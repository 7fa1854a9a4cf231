"""22.17, 14.7: V-weapons, atomic bombs and flying bombs (options 24, 47)."""

from __future__ import annotations

from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import GERMANY, JAPAN, USA
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.air_missions import carry_out, victims
from grognard.titles.wif.rules.flying_bombs import fuelled
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.homeward import bases, return_to_base
from grognard.titles.wif.rules.land_movement import Marching, may_march
from grognard.titles.wif.rules.missions import Flight, flights, may_take_off, outward_range, send
from grognard.titles.wif.rules.naval_air import Mission, Patrols, fly, goals, may_take, scramble_range
from grognard.titles.wif.rules.naval_air_combat import Plane, _drop_bombs
from grognard.titles.wif.rules.port_attack import has_sea_factors
from grognard.titles.wif.rules.v_weapons import Arming, Launching, arm_bomber, launch, may_arm, may_launch
from grognard.titles.wif.state import BOMBER, FORCE_POOL, NOWHERE, War

from .field import act, at, drive, hold, put, war
from .test_11_sea_examples import print_values

BOMBING = "strategic bombardment"


def world(**options: bool) -> War:
    pairs = (("Germany", "Commonwealth"), ("Germany", "USA"), ("Japan", "USA"))
    return war(*pairs, turn="May/Jun 1945", scenario="global_war_1939", v_weapons=True, flying_bombs=True, **options)


def weapon(g: War, name: str, power: int, where: str) -> int:
    used = set(g.units.counter)
    number = next(n for n, c in enumerate(g.facts.counters) if c.name.startswith(name) and n not in used)
    return int(g.units.add(counter=number, at=at(g, where), power=power, country=g.facts.nation[number]).index)


def test_22_17_they_come_with_the_option_alone() -> None:
    """Germany builds V-weapons, the USA the bomb, from their years on."""
    for on in (True, False):
        g = war(("Germany", "USA"), turn="Jan/Feb 1945", scenario="global_war_1939", v_weapons=on, flying_bombs=on)
        fill_force_pools(g, 0, 1945)
        pool = {g.facts.counters[g.units.counter[u]].name for u in g.units.stacks.get(FORCE_POOL, ()) if g.units.counter[u] >= 0}
        assert {"V-1", "A-Bomb", "Mistel"} <= pool if on else pool.isdisjoint({"V-1", "V-2", "A-Bomb", "Mistel"})
        assert "V-3" not in pool


def test_22_17_a_rocket_strikes_and_nothing_stops_it() -> None:
    g = world()
    act(g, "Germany", Action.AIR)
    hold(g, "Germany", "france", "belgium")
    rocket = weapon(g, "V-2", GERMANY, "Lille")
    london = at(g, "London")
    near = may_launch(g, Launching(GERMANY), (rocket, london)) is None
    g.units[rocket].at = at(g, "Berlin")
    assert may_launch(g, Launching(GERMANY), (rocket, london)) is not None
    g.units[rocket].at = at(g, "Lille")
    assert near
    assert may_take_off(g, Flight(GERMANY, BOMBING, BOMBER), rocket) is not None
    drive(g, launch(g, Launching(GERMANY), (rocket, london)), dice=[10])
    assert g.hexes.bombed[london] > 0 and g.units.down[rocket] and g.powers.air[GERMANY] == 1
    assert g.units.at[rocket] == at(g, "Lille")
    assert may_launch(g, Launching(GERMANY), (rocket, london)) is not None


def test_22_17_a_v1_flies_with_the_bombers_and_keeps_its_place() -> None:
    g = world()
    act(g, "Germany", Action.AIR)
    hold(g, "Germany", "france", "belgium")
    flying_bomb = weapon(g, "V-1", GERMANY, "Calais")
    targets = [s for u, s in flights(g, Flight(GERMANY, BOMBING, BOMBER)) if u == flying_bomb]
    assert may_launch(g, Launching(GERMANY), (flying_bomb, at(g, "London"))) is not None
    g.units[flying_bomb].moved = 1
    assert may_take_off(g, Flight(GERMANY, BOMBING, BOMBER), flying_bomb) is not None
    g.units[flying_bomb].moved = 0
    assert may_take_off(g, Flight(GERMANY, BOMBING, BOMBER), flying_bomb) is None
    assert may_take_off(g, Flight(GERMANY, "ground strike", BOMBER), flying_bomb) is not None
    if targets:
        send(g, Flight(GERMANY, BOMBING, BOMBER), (flying_bomb, targets[0]))
        assert bases(g, flying_bomb) == [at(g, "Calais")]


def test_22_17_launchers_are_destroyed_on_the_ground() -> None:
    """A face-down launcher that is struck is destroyed, another unit is not struck again; they march like a division."""
    g = world()
    act(g, "Germany", Action.LAND)
    launcher = weapon(g, "V-1", GERMANY, "Essen")
    assert may_march(g, Marching(GERMANY), launcher) is None
    g.units[launcher].down = 1
    foot = put(g, "Germany INF any", "Essen", down=1)
    assert victims(g, at(g, "Essen"), USA) == [launcher]
    act(g, "USA", Action.AIR)
    hold(g, "USA", "Cologne")
    bomber = put(g, "USA LND any", "Cologne")
    send(g, Flight(USA, "ground strike", BOMBER), (bomber, at(g, "Essen")))
    drive(g, carry_out("ground strike")(g), dice=[1])
    assert g.units.at[launcher] == FORCE_POOL and g.units.at[foot] == at(g, "Essen")


def test_22_17_the_bomb() -> None:
    """A bomber of six factors takes it along and drops it with 25; the bomb is gone. A lighter one may not, and a lost bomber
    loses it."""
    g = world()
    act(g, "USA", Action.AIR)
    hold(g, "USA", "Naha")
    heavy = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.air and c.strategic >= 6 and c.range >= 12)
    bomber = int(g.units.add(counter=heavy, at=at(g, "Naha"), power=USA, country=g.facts.country["usa"]).index)
    bomb = weapon(g, "A-Bomb", USA, "Naha")
    g.units[bomber].base = at(g, "Naha")
    assert may_arm(g, Arming(bomber, bomb)) is None
    light = put(g, "USA FTR any", "Naha")
    g.units[light].base = at(g, "Naha")
    assert may_arm(g, Arming(light, bomb)) is not None
    drive(g, arm_bomber(g, bomber), ["arm"])
    assert g.units.aboard[bomb] == bomber
    tokyo = at(g, "Tokyo")
    g.units[bomber].at = g.units[bomb].at = tokyo
    before = len(drive(g, TITLE.drop_bombs(g, tokyo, [bomber]), ["drop"]))
    assert before == 1 and g.units.at[bomb] == FORCE_POOL and g.units.aboard[bomb] == NOWHERE
    assert drive(g, TITLE.drop_bombs(g, tokyo, [bomber])) == []


def test_22_17_a_port_attack_with_the_bomb() -> None:
    """A heavy bomber beside a bomb may attack a port without air-to-sea factors of its own, and the bomb has 25."""
    g = world()
    act(g, "USA", Action.AIR)
    hold(g, "USA", "Naha")
    heavy = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.air and c.strategic >= 6)
    bomber = int(g.units.add(counter=heavy, at=at(g, "Naha"), power=USA, country=g.facts.country["usa"]).index)
    print_values(g, bomber, air_to_sea=0)
    assert has_sea_factors(g, bomber) is not None
    bomb = weapon(g, "A-Bomb", USA, "Naha")
    assert has_sea_factors(g, bomber) is None
    g.units[bomber].base = at(g, "Naha")
    drive(g, arm_bomber(g, bomber), ["arm"])
    planes = [Plane(bomber, 0, 0, False, False)]
    drive(g, _drop_bombs(g, at(g, "Kagoshima"), planes), ["drop"])
    assert planes[0].air_to_sea == 25 and g.units.at[bomb] == FORCE_POOL


def test_14_7_flying_bombs_fly_once() -> None:
    """An Ohka flies only with a G4M, at its range, and the mother comes home at once; after the mission it is destroyed."""
    g = world(pilots=True)
    act(g, "Japan", Action.AIR)
    ohka = weapon(g, "MXY-7", JAPAN, "Tokyo")
    no = may_take(g, Patrols(JAPAN), ohka)
    assert no is not None and no.rule == "14.7"
    mother = weapon(g, "G4M", JAPAN, "Tokyo")
    assert may_take(g, Patrols(JAPAN), ohka) is None and goals(g, ohka)
    assert outward_range(g, ohka, BOMBER) == outward_range(g, mother, BOMBER) or g.units[mother].sheet.marks
    assert scramble_range(g, ohka, extended=False) == (outward_range(g, mother, BOMBER) + 1) // 2 or g.units[mother].sheet.marks
    g.units[mother].down = 1
    assert may_take(g, Patrols(JAPAN), ohka) is not None
    pilots = g.powers.pilots[JAPAN]
    drive(g, return_to_base(g, ohka))
    assert g.units.at[ohka] == FORCE_POOL and g.powers.pilots[JAPAN] == pilots
    mistel = weapon(g, "Mistel", GERMANY, "Berlin")
    drive(g, return_to_base(g, mistel))
    assert g.units.at[mistel] == FORCE_POOL and g.powers.pilots[GERMANY] == 1
    plain = put(g, "Germany FTR any", "Berlin", base=at(g, "Berlin"))
    drive(g, return_to_base(g, plain))
    assert g.units.at[plain] >= 0


def test_10_3_an_ohka_and_who_carries_it_burn_oil() -> None:
    """Option 30: two oil dependent units fly, the first of an impulse for nothing."""
    g = world(oil=True)
    act(g, "Japan", Action.AIR)
    ohka, mother = weapon(g, "MXY-7", JAPAN, "Tokyo"), weapon(g, "G4M", JAPAN, "Tokyo")
    assert fuelled(g, ohka) == (ohka, mother) and fuelled(g, mother) == (mother,)
    assert may_take(g, Patrols(JAPAN), ohka) is not None  # no oil for the second
    g.powers[JAPAN].tenths = 1
    assert may_take(g, Patrols(JAPAN), ohka) is None
    fly(g, Mission(JAPAN, ohka), goals(g, ohka)[0])
    assert g.powers.tenths[JAPAN] == 0 and g.units.down[mother]
