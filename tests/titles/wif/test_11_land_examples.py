"""11.7 to 11.15 and 15: worked examples of the war on land and over it, and the clauses beside them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.wif.charts import LandResult
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, USSR
from grognard.titles.wif.ground import RIVER, STRAITS
from grognard.titles.wif.kinds import Action, Type, Weather, Zone
from grognard.titles.wif.rules import hq_support, land_attack, land_movement, land_results, overrun, paradrops, rail
from grognard.titles.wif.rules import shore_bombardment as guns
from grognard.titles.wif.rules.air_combat import fighters, meets
from grognard.titles.wif.rules.air_missions import strike_ground, support_ground, through
from grognard.titles.wif.rules.bombardment import bomb_factories
from grognard.titles.wif.rules.carriers import bomb_factors
from grognard.titles.wif.rules.land_attack import attack_on, join_attack
from grognard.titles.wif.rules.land_movement import March, may_overrun_now, move_land_units
from grognard.titles.wif.rules.land_odds import die_modifiers, fight
from grognard.titles.wif.rules.land_steps import step_cost
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.missions import Flight, goals, tactical_factors
from grognard.titles.wif.rules.overrun import ship_refuges
from grognard.titles.wif.rules.reorganisation import Reorganising, may_turn_up, open_source, price
from grognard.titles.wif.rules.shore_bombardment import Gunnery, gun_factor, may_bombard
from grognard.titles.wif.rules.supply_paths import unit_supply
from grognard.titles.wif.rules.surprise import is_surprise
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import (
    BOMBER,
    CLEARED,
    FORCE_POOL,
    INTERCEPTOR,
    INVASION,
    NOWHERE,
    PARADROP,
    PATROL,
    SETTLED,
    War,
    slot_of,
)
from tests.titles.wif.field import act, align, at, drive, hold, named, put, sides, sky, war
from tests.titles.wif.test_11_sea import ship
from tests.titles.wif.test_13_14_examples import values


def declare(g: War, target: str, *units: int) -> int:
    for u in units:
        join_attack(g, g.units.power[u], u, at(g, target))
    return attack_on(g, at(g, target))


# --- Lae (11.15.1, 11.15.2, 11.15.5) ------------------------------------------------------------------------------------------


def lae(marines: int = 2, trucks: int = 3) -> tuple[War, int, list[int]]:
    """Japan declares war, invades Lae from two sections and drops a division; a militia holds Port Moresby; rain there."""
    g = war(("Japan", "Commonwealth"), turn="Nov/Dec 1941")
    g.powers[COMMONWEALTH].surprised_by = 1 << JAPAN
    g.weather = [int(Weather.FINE)] * 6
    g.weather[Zone.S_MONSOON] = int(Weather.RAIN)
    g.weather = list(g.weather)
    act(g, "Japan", Action.LAND)
    named(g, "Commonwealth", "Sydney", "P2317")
    g.units[0].at = g.board.space("P2317")
    sea = g.ground.sections[at(g, "Bismarck Sea")]
    mar, mot = named(g, "Japan", "SNLF", "Lae"), named(g, "Japan", "Kwantung", "Lae")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.type == Type.PARA and c.name == "1")
    para = g.units.add(counter=number, at=at(g, "Lae"), power=JAPAN, country=g.facts.nation[number]).index
    for u, section in ((mar, marines), (mot, trucks)):
        g.units[u].landed, g.units[u].shore, g.units[u].amphibious = INVASION, sea[section], 1
    g.units[para].landed = PARADROP
    return g, declare(g, "Lae", mar, mot, para), [mar, mot, para]


def test_11_15_1_b() -> None:
    """wif-11.15.1-b: had both landed from section 4 the notional unit would be worth 1, doubled to 2."""
    g, attack, _ = lae(4, 4)
    assert fight(g, attack).notional == 2


def lae_with_guns() -> tuple[War, int, list[int]]:
    g, attack, _ = lae()
    sections = g.ground.sections[at(g, "Bismarck Sea")]
    fleet = [named(g, "Japan", name, "Tokyo") for name in ("Fuso", "Yamato", "Kongo")]
    for u, section in zip(fleet, (2, 3, 3)):
        g.units[u].at = sections[section]
    return g, attack, fleet


def test_11_15_2_a() -> None:
    """wif-11.15.2-a: the Fuso in section 2 in rain: five less two."""
    g, _, fleet = lae_with_guns()
    assert gun_factor(g, fleet[0], at(g, "Lae")) == 3


def test_11_15_2_b() -> None:
    """wif-11.15.2-b: three ships for three units bring ten factors, of which 8.5 count beside 8.5 of the land units."""
    g, attack, fleet = lae_with_guns()
    assert [gun_factor(g, u, at(g, "Lae")) for u in fleet] == [3, 5, 2]
    land = fight(g, attack).attack
    assert land == Fraction(17, 2)
    for u in fleet:
        assert may_bombard(g, Gunnery(JAPAN, False), (u, attack)) is None
        guns.bombard(g, Gunnery(JAPAN, False), (u, attack))
    assert g.attacks.shore[attack] == 10 * guns.SIXTY and all(g.units.down[u] for u in fleet)
    assert fight(g, attack).attack == 17


def test_11_15_2_who_may_not_bombard() -> None:
    """Not from section 0, not face-down, not in storm, no more ships than units, and no help for the surprised."""
    g, attack, fleet = lae_with_guns()
    subject = Gunnery(JAPAN, False)
    sections = g.ground.sections[at(g, "Bismarck Sea")]
    g.units[fleet[0]].at = sections[0]
    for unit, change in ((fleet[0], None), (fleet[1], "down")):
        if change:
            g.units[unit].down = 1
        refused = may_bombard(g, subject, (unit, attack))
        assert refused is not None and refused.rule == "11.15.2"
    g.attacks[attack].ships = 3
    refused = may_bombard(g, subject, (fleet[2], attack))
    assert refused is not None and "one ship" in refused.reason
    g.attacks[attack].ships = 0
    sky(g, Weather.STORM)
    assert may_bombard(g, subject, (fleet[2], attack)) is not None
    g.weather = [int(Weather.FINE)] * 6
    british = ship(g, "Commonwealth", "CA", "any", "Bismarck Sea", 3)
    refused = may_bombard(g, Gunnery(COMMONWEALTH, True), (british, attack))
    assert refused is not None and refused.rule == "15.1"
    g.powers[COMMONWEALTH].surprised_by = 0
    assert may_bombard(g, Gunnery(COMMONWEALTH, True), (british, attack)) is None  # for the notional unit


def fly_support(g: War, target: int, **tactical: int) -> None:
    """Japanese bombers with these tactical factors that got through support the attack."""
    for id, factors in tactical.items():
        number = g.facts.index[id]
        plane = g.units.add(
            counter=number, at=target, power=JAPAN, country=g.facts.nation[number], mission=CLEARED, over=target,
            base=at(g, "Tokyo"), from_=at(g, "Tokyo"),
        )  # fmt: skip
        assert plane.sheet.tactical == factors
    drive(g, support_ground(g, target, 0))


def test_11_15_5_d() -> None:
    """wif-11.15.5-d: with 8.5 of guns and 4 of aircraft 21 stand against 8: 2:1, in rain 3:2."""
    g, attack, fleet = lae_with_guns()
    for u in fleet:
        guns.bombard(g, Gunnery(JAPAN, False), (u, attack))
    fly_support(g, at(g, "Lae"), A826=2, A823=2)  # doubled for surprise, halved for rain
    assert g.attacks.support[attack] == 4 * guns.SIXTY
    battle = fight(g, attack)
    assert (battle.attack, battle.defence, battle.odds) == (21, 8, "3:2")


def test_11_15_5_h() -> None:
    """wif-11.15.5-h: the assault at 3:2 with +2 destroys the notional unit from a 4 on, and then those who landed stay."""
    for die, ashore in ((3, False), (4, True)):
        g, attack, fleet = lae_with_guns()
        for u in fleet:
            guns.bombard(g, Gunnery(JAPAN, False), (u, attack))
        fly_support(g, at(g, "Lae"), A826=2, A823=2)
        battle = fight(g, attack)
        assert die_modifiers(g, battle, False).total == 2
        drive(g, land_attack.resolve(g, land_attack.Resolving(JAPAN), attack), ["assault"], dice=[die])
        alive = [u for u in battle.attackers if g.units.at[u] >= 0]
        assert bool(alive) == ashore
        if ashore:
            assert all(g.units.landed[u] == SETTLED for u in alive)
            zone = zones_of_side(g, 0)
            assert zone[at(g, "Lae")] and not zone[at(g, "Port Moresby")]


def test_11_15_1_an_ignored_notional_unit_lets_them_walk_ashore() -> None:
    g, attack, units = lae()
    g.power, g.side = COMMONWEALTH, 0
    assert hq_support.powers_landed_upon(g) == [COMMONWEALTH]
    drive(g, hq_support.ignore_notionals(g), [f"ignore a{attack}"])
    assert g.attacks.no_notional[attack] == 1 and fight(g, attack).notional is None
    drive(g, land_attack.resolve(g, land_attack.Resolving(JAPAN), attack))
    assert all(g.units.at[u] == at(g, "Lae") for u in units)
    assert g.countries.power[g.hexes.controller[at(g, "Lae")]] == JAPAN


def test_2_3_1_a() -> None:
    """wif-2.3.1-a: two corps ashore, a corps and a division from the air: Germany destroys a corps of its choice."""
    g = war(("Germany", "USA"), turn="May/Jun 1944")
    hold(g, "Germany", "W1833")
    act(g, "USA", Action.LAND)
    corps = [put(g, "USA INF any", "W1833") for _ in range(3)]
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.division and c.type == Type.PARA)
    para = g.units.add(counter=number, at=at(g, "W1833"), power=g.units.power[corps[0]], country=g.facts.nation[number]).index
    for u in corps:
        g.units[u].landed = INVASION
    g.units[para].landed = PARADROP
    crowd = paradrops.crowded_waves(g, at(g, "W1833"), 1)
    assert set(crowd) == set(corps)  # not the division
    drive(g, paradrops.drop(g, at(g, "W1833"), 1), [f"destroy u{corps[1]}"])
    assert g.units.at[corps[1]] == FORCE_POOL and paradrops.crowded_waves(g, at(g, "W1833"), 1) == []


# --- other combats ------------------------------------------------------------------------------------------------------------


def tula() -> tuple[War, int, int, int]:
    g = war(("Germany", "USSR"), hq_support=True)
    act(g, "Germany", Action.LAND)
    leeb = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and "Leeb" in c.name)
    number = g.facts.counters[leeb]
    assert number.reorganisation == 2
    hold(g, "Germany", "E1240", "E1340")
    near = next(s for s, f in g.ground.steps[at(g, "E1241")] if not f & (RIVER | STRAITS) and s != at(g, "E1242"))
    hq = g.units.add(counter=leeb, at=near, power=GERMANY, country=g.facts.nation[leeb], fed=1).index
    put(g, "USSR INF any", "E1241")
    zhukov = named(g, "USSR", "Zhukov", "E1242")
    return g, declare(g, "E1241", hq), hq, zhukov


def test_11_15_3_a() -> None:
    """wif-11.15.3-a: Leeb alone adds 1 (two quarters), with Zhukov against him it is -1 (three quarters)."""
    g, attack, leeb, zhukov = tula()
    assert hq_support.may_support(g, hq_support.Support(GERMANY, False), (leeb, attack)) is None
    g.attacks[attack].hq = leeb
    assert hq_support.support_modifier(g, attack) == 1
    assert hq_support.may_support(g, hq_support.Support(USSR, True), (zhukov, attack)) is None
    g.attacks[attack].hq_against = zhukov
    assert hq_support.support_modifier(g, attack) == -1
    drive(g, land_attack.resolve(g, land_attack.Resolving(GERMANY), attack), dice=[5])
    assert g.units.at[zhukov] < 0 or g.units.down[zhukov]


def test_11_15_3_refused() -> None:
    """One HQ a side; not one that is surprised, face-down, or whose own hex is attacked."""
    g, attack, leeb, zhukov = tula()
    subject = hq_support.Support(USSR, True)
    g.powers[USSR].surprised_by = 1 << GERMANY
    refused = hq_support.may_support(g, subject, (zhukov, attack))
    assert refused is not None and refused.rule == "15.1"
    g.powers[USSR].surprised_by = 0
    g.attacks.add().target = at(g, "E1242")
    refused = hq_support.may_support(g, subject, (zhukov, attack))
    assert refused is not None and "own hex" in refused.reason
    g.units[leeb].down = 1
    assert hq_support.may_support(g, hq_support.Support(GERMANY, False), (leeb, attack)) is not None


def test_11_15_5_i() -> None:
    """wif-11.15.5-i: after a breakthrough in E1833 the infantry stops there, the MECH goes on to E1834 face-up, ARM and MOT
    overrun the cavalry in E1733 and turn face-down."""
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    hold(g, "Germany", "E1933", "E1932")
    foot, mech = named(g, "Germany", "X", "E1933"), named(g, "Germany", "VIII", "E1933")
    tanks, trucks = named(g, "Germany", "XLVII", "E1932"), named(g, "Germany", "LIII", "E1932")
    hq = put(g, "Germany HQ-A any", "E2033")
    hold(g, "Germany", "E2033", "Poland", "Eastern Poland", "E2133")
    cavalry = named(g, "USSR", "4", "E1733")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USSR" and c.name == "4" and c.type == Type.CAV)
    g.units[cavalry].counter = number
    for u in (foot, mech, tanks, trucks, hq):
        g.units[u].fed = 1
    for u in (foot, mech, tanks, trucks):
        g.units[u].stood = g.units.at[u]
    units = [foot, mech, tanks, trucks]
    flow = land_results.advance(g, at(g, "E1833"), units, GERMANY, True)
    go = [f"advance u{u}" for u in units]
    drive(g, flow, [*go, f"break u{mech} {g.board.token(at(g, 'E1834'))}", f"overrun u{tanks} {g.board.token(at(g, 'E1733'))}"])
    assert g.units.at[foot] == at(g, "E1833")
    assert g.units.at[mech] == at(g, "E1834") and not g.units.down[mech]
    assert {g.units.at[tanks], g.units.at[trucks]} == {at(g, "E1733")} and g.units.down[tanks] and g.units.down[trucks]
    assert g.units.at[cavalry] == FORCE_POOL


def nikolayevsk() -> tuple[War, int, list[int]]:
    """11.15.5: Japan attacks a MECH in Nikolayevsk over a river and a strait in snow, with ships and aircraft."""
    g = war(("Japan", "USSR"), turn="Nov/Dec 1941")
    sky(g, Weather.SNOW)
    act(g, "Japan", Action.LAND)
    target = at(g, "P2549")
    mech = next(n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.type == Type.MECH and c.strength == 6)
    units = [
        g.units.add(counter=mech, at=at(g, "P2648"), power=JAPAN, country=g.facts.nation[mech], fed=1).index,
        named(g, "Japan", "6", "P2648", fed=1),
        named(g, "Japan", "Osaka", "P2449", fed=1),
    ]
    hold(g, "Japan", "P2648", "P2449")
    soviet = next(n for n, c in enumerate(g.facts.counters) if c.power == "USSR" and c.type == Type.MECH and c.strength == 6)
    foe = g.units.add(counter=soviet, at=target, power=USSR, country=g.facts.nation[soviet], down=1, fed=1).index
    sides(g, "P2648", "P2549", bits=RIVER)
    if (at(g, "P2449"), target) in g.ground.between:
        sides(g, "P2449", "P2549", bits=STRAITS)
    attack = declare(g, "P2549", *units)
    return g, attack, [*units, foe]


def test_11_15_5_j() -> None:
    """wif-11.15.5-j: 17 factors halved, 8.5 of 9 from two battleships, 3.5 from aircraft: 20.5 to 6 is 3:1, in snow 3:2."""
    g, attack, units = nikolayevsk()
    assert sum(g.units[u].sheet.strength for u in units[:3]) == 17
    assert fight(g, attack).attack == Fraction(17, 2)
    fleet = [named(g, "Japan", name, "Tokyo") for name in ("Yamato", "Fuso", "Kongo")]
    for u in fleet:
        g.units[u].at = g.ground.sections[g.ground.seas[at(g, "P2549")][0]][3]
    assert [gun_factor(g, u, at(g, "P2549")) for u in fleet] == [5, 4, 2]
    for u in fleet[:2]:
        guns.bombard(g, Gunnery(JAPAN, False), (u, attack))
    fly_support(g, at(g, "P2549"), A828=3, A826=2, A823=2)
    assert g.attacks.shore[attack] == 9 * guns.SIXTY and g.attacks.support[attack] == Fraction(7, 2) * guns.SIXTY
    battle = fight(g, attack)
    assert (battle.attack, battle.defence, battle.odds) == (Fraction(41, 2), 6, "3:2")
    assert battle.chooser == USSR  # one MECH each


def test_11_15_5_k() -> None:
    """wif-11.15.5-k: a 9 and a face-down defender is a 10: the MECH is shattered and returns, one of three Japanese units turns
    down, and no unit goes a second hex on the Pacific map."""
    g, attack, units = nikolayevsk()
    fleet = [named(g, "Japan", name, "Tokyo") for name in ("Yamato", "Fuso")]
    for u in fleet:
        g.units[u].at = g.ground.sections[g.ground.seas[at(g, "P2549")][0]][3]
        guns.bombard(g, Gunnery(JAPAN, False), (u, attack))
    fly_support(g, at(g, "P2549"), A828=3, A826=2, A823=2)
    foe = units[3]
    behind = next(s for s, f in g.ground.steps[at(g, "P2549")] if g.units.stacks.get(s) is None and not f & (RIVER | STRAITS))
    assert behind >= 0
    flow = land_attack.resolve(g, land_attack.Resolving(JAPAN), attack)
    prompts = drive(g, flow, ["blitzkrieg", "shatter"], dice=[9])
    assert g.units.at[foe] in (slot_of(g.turn + 1), FORCE_POOL)
    assert sum(g.units.down[u] for u in units[:3]) == 1
    assert not any("Break through" in p for p in prompts)


def test_11_15_5_a_shatter_taken_as_a_retreat_turns_them_down_and_the_blitz_bonus_needs_a_blitz() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    hold(g, "Germany", "E1933")
    tanks = named(g, "Germany", "XLVII", "E1933", fed=1)
    foe = put(g, "USSR INF any", "E1833", fed=1)
    attack = declare(g, "E1833", tanks)
    battle = fight(g, attack)
    assert land_results.first_losses(g, battle, True) == (tanks,) and land_results.first_losses(g, battle, False) == ()
    flow = land_results.apply_result(g, battle, LandResult(0, 0, breakthrough=True, stay="*"), GERMANY, set(), blitz=True)
    drive(g, flow, ["only_retreat"])
    assert g.units.at[foe] < 0 or g.units.down[foe]


def test_13_6_3_corps_lost_at_home_in_land_combat_are_worth_a_build_point() -> None:
    g = war(("Germany", "USSR"))
    unit = put(g, "USSR INF any", "Minsk")
    land_results.perish(g, unit)
    assert g.powers.bonus[USSR] == 1 and g.units.at[unit] == FORCE_POOL
    abroad = put(g, "USSR INF any", "Warsaw", fed=1)
    land_results.perish(g, abroad)
    assert g.powers.bonus[USSR] == 1


# --- movement and overruns (11.9, 11.10) --------------------------------------------------------------------------------------


def test_11_9_a_and_b() -> None:
    """wif-11.9-a, wif-11.9-b: from Gibraltar a train goes on to W2414 alone; W2415 is not joined to W2316."""
    g = war(("Germany", "Commonwealth"))
    steps = {g.board.token(s): f for s, f in g.ground.steps[at(g, "W2514")]}
    assert {code for code, f in steps.items() if f & rail.RAIL} == {"W2513", "W2414"}
    junction = {g.board.token(s): bool(f & rail.RAIL) for s, f in g.ground.steps[at(g, "W2415")]}
    assert [code for code, joined in junction.items() if not joined] == ["W2316"]


def test_11_9_c() -> None:
    """wif-11.9-c: Zhukov is railed to E1336, which a Soviet INF holds, not to E1135 or E1335."""
    g = war(("Germany", "USSR"))
    act(g, "USSR", Action.LAND)
    zhukov = named(g, "USSR", "Zhukov", "E0937")
    for code in ("E1336", "E1135"):
        put(g, "USSR INF any", code)
    put(g, "Germany INF any", "Kharkov")
    put(g, "Germany INF any", "E1033")
    hold(g, "Germany", "Kharkov", "E1033")
    stations = {g.board.token(s) for s in rail.lines(g, zhukov).stations}
    assert "E1336" in stations and "E1335" not in stations
    assert "E1135" not in stations


def test_11_9_f() -> None:
    """wif-11.9-f: Baku lies on two maps; to Vladivostok it counts as two maps away."""
    g = war(("Germany", "USSR"))
    unit = put(g, "USSR INF any", "Baku")
    assert rail.rail_price(g, unit, at(g, "Vladivostok")) == 2


def test_11_10_2_a() -> None:
    """wif-11.10.2-a: in rain E1127 costs three from E1027, with option 25 too."""
    for bonus in (False, True):
        g = war(("Germany", "USSR"), railway_bonus=bonus)
        sky(g, Weather.RAIN)
        unit = put(g, "Germany INF any", "E1027")
        assert step_cost(g, unit, at(g, "E1027"), at(g, "E1127")) == 3


def test_11_10_6_a() -> None:
    """wif-11.10.6-a: a face-down Soviet MECH out of supply defends with 1; 18 factors halved by a river are 9:1, in snow 7:1; it
    costs 3 and 2 points, the INF turns face-down and the ARM has one left."""
    g = war(("Germany", "USSR"))
    sky(g, Weather.SNOW)
    act(g, "Germany", Action.LAND)
    # 9 and 9 as the example needs
    tanks = named(g, "Germany", "LVII", "E1533")
    foot = next(
        n
        for n, c in enumerate(g.facts.counters)
        if c.power == "Germany" and c.type == Type.INF and c.strength == 9 and c.move == 4
    )
    inf = g.units.add(counter=foot, at=at(g, "E1533"), power=GERMANY, country=g.facts.nation[foot]).index
    hold(g, "Germany", "E1533", "E1633", "E1635", "E1632")
    hq = named(g, "Germany", "Rundstedt", "E1633")
    put(g, "Germany INF any", "E1635")
    for u in (tanks, inf, hq):
        g.units[u].fed = 1
    soviet = next(n for n, c in enumerate(g.facts.counters) if c.power == "USSR" and c.type == Type.MECH and not c.white)
    foe = g.units.add(counter=soviet, at=at(g, "E1634"), power=USSR, country=g.facts.nation[soviet], down=1).index
    for s, _ in g.ground.steps[at(g, "E1634")]:
        g.hexes[s].controller = g.facts.country["germany"]
    assert overrun.defence_factors(g, foe) == 1
    assert overrun.attack_factors(g, tanks, at(g, "E1533"), at(g, "E1634")) == Fraction(9, 2)
    way = March(GERMANY, (tanks, inf), at(g, "E1533"), (3, 3), True, True)
    supplied = unit_supply(g, tanks)
    supplied.by_land.add(at(g, "E1633"))
    assert may_overrun_now(g, way, at(g, "E1634")) is None
    got: list[March | None] = []

    def run():  # type: ignore[no-untyped-def]
        got.append((yield from land_movement.overrun(g, way, at(g, "E1634"))))

    drive(g, run())
    assert g.units.at[foe] == FORCE_POOL and g.units.down[inf] and not g.units.down[tanks]
    assert {g.units.at[tanks], g.units.at[inf]} == {at(g, "E1634")}
    (rest,) = got  # the tanks go on with their last point, to E1534
    assert rest is not None and rest.units == (tanks,) and rest.spent == (5,) and g.units[tanks].sheet.move == 6
    assert at(g, "E1534") in rest.reach(g).cost and at(g, "E1534") not in rest.reach(g).worn


def test_11_10_6_b() -> None:
    """wif-11.10.6-b: with Copenhagen and Kiel German and no Allied port in the Baltic the fleet of Leningrad is lost."""
    g = war(("Germany", "USSR"))
    hold(g, "Germany", "Denmark", "Norway", "Estonia", "Latvia", "Lithuania", "Finland")
    for s in g.ground.shores[at(g, "Baltic Sea")]:
        if g.ground.port[s] and s != at(g, "Leningrad"):
            g.hexes[s].controller = g.facts.country["germany"]
    cruiser = ship(g, "USSR", "CA", "any", "Leningrad")
    assert ship_refuges(g, cruiser) == []
    hold(g, "USSR", "Tallinn")
    assert ship_refuges(g, cruiser)


def test_11_10_6_c() -> None:
    """wif-11.10.6-c: no factors at all count as 7:1, and the terrain cost is not doubled."""
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    hold(g, "Germany", "E1933")
    tanks = named(g, "Germany", "XLVII", "E1933", fed=1)
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    foe = g.units.add(counter=band, at=at(g, "E1833"), power=USSR, country=g.facts.country["ussr"]).index
    values(g, foe, strength=0)
    supply = unit_supply(g, tanks)
    supply.by_land.add(at(g, "E1933"))
    way = March(GERMANY, (tanks,), at(g, "E1933"), (0,), False, True)
    target = at(g, "E1833")
    assert overrun.overrun_odds(g, (tanks,), at(g, "E1933"), target) == 7
    assert may_overrun_now(g, way, target) is None and overrun.overrun_price(g, target, 0) == 1
    values(g, foe, strength=2)  # eight to two, and behind nothing: no 7:1
    refused = may_overrun_now(g, way, target)
    assert refused is not None and "7:1" in refused.reason and overrun.overrun_price(g, target, 0) == 2
    values(g, foe, strength=0)
    drive(g, move_land_units(g), [f"pick u{tanks}", f"overrun {g.board.token(target)}", "stay", "done"])
    assert g.units.at[foe] == FORCE_POOL and g.units.at[tanks] == target


def test_11_13_a() -> None:
    """wif-11.13-a: Liverpool is invaded from the Faeroes Gap or the Bay of Biscay, A0619 from the South China Sea alone."""
    g = war(("Germany", "Commonwealth"), ("Japan", "Commonwealth"))
    act(g, "Japan", Action.LAND)
    align(g, "nei", "Commonwealth")
    amph = ship(g, "Japan", "AMPH", "any", "South China Sea", 3)
    unit = named(g, "Japan", "SNLF", "Tokyo", aboard=amph)
    for area, allowed in (("South China Sea", True), ("East Indian Ocean", False)):
        for u in (amph, unit):
            g.units[u].at = g.ground.sections[at(g, area)][3]
        refused = may_invade(g, Invading(JAPAN), (unit, at(g, "A0619")))
        assert (refused is None) == allowed
    act(g, "Germany", Action.LAND)
    trs = ship(g, "Germany", "AMPH", "any", "Bay of Biscay", 3)
    foot = put(g, "Germany INF any", "Berlin", aboard=trs)
    for area, allowed in (("Bay of Biscay", True), ("Faeroes Gap", True), ("North Sea", False)):
        for u in (trs, foot):
            g.units[u].at = g.ground.sections[at(g, area)][3]
        assert (may_invade(g, Invading(GERMANY), (foot, at(g, "W1839"))) is None) == allowed


def test_11_17_4_a() -> None:
    """wif-11.17.4-a: in a naval action a land unit takes two points, one of a transport aircraft and one of a TRS."""
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.NAVAL)
    foot = put(g, "Commonwealth INF any", "London", down=1)
    trs = ship(g, "Commonwealth", "TRS", "any", "North Sea", 1)
    atr = put(g, "Commonwealth ATR any", "London", down=1)
    subject = Reorganising(COMMONWEALTH)
    assert price(g, foot, False) == 2
    open_source(g, subject, trs)
    assert may_turn_up(g, subject, foot) is not None
    g.units[atr].points_left, g.units[atr].target = 1, at(g, "London")
    assert may_turn_up(g, subject, foot) is None


# --- aircraft (11.7, 11.8) ----------------------------------------------------------------------------------------------------


def test_11_7_a() -> None:
    """wif-11.7-a: 20 factors, a roll of 8 and 1 more unopposed: one production point, for Lille has one factory."""
    g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1943")
    hold(g, "Germany", "France")
    act(g, "Commonwealth", Action.AIR)
    lille = at(g, "Lille")
    assert g.ground.factories[lille] == 1
    crews: list[int] = []
    while sum(g.units[u].sheet.strategic for u in crews) < 20:
        crews.append(put(g, "Commonwealth LND any", "Lille", mission=CLEARED))
    while sum(g.units[u].sheet.strategic for u in crews) > 24:
        g.units[crews.pop()].at = FORCE_POOL
    assert g.charts.bombardment[g.charts.bombardment.column(20), 9].points == 4
    drive(g, bomb_factories(g, lille, 1), dice=[8])
    assert g.hexes.bombed[lille] == 1


def test_11_7_b() -> None:
    """wif-11.7-b: with option 33 the asterisk destroys the red factory of Lille as well; without it nothing stays broken."""
    for destruction in (True, False):
        g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1943", destruction=destruction)
        hold(g, "Germany", "France")
        act(g, "Commonwealth", Action.AIR)
        lille = at(g, "Lille")
        crews: list[int] = []
        while sum(g.units[u].sheet.strategic for u in crews) < 20:
            crews.append(put(g, "Commonwealth LND any", "Lille", mission=CLEARED))
        drive(g, bomb_factories(g, lille, 1), dice=[8])
        assert g.hexes.bombed[lille] == 1 and g.hexes.red_lost[lille] == int(destruction)


def test_11_8_a() -> None:
    """wif-11.8-a: in rain over jungle the planes of the Ryujo have a quarter of a factor and miss, those of the Soryu one half,
    which is 1: they miss the INF with a 3 and strike the HQ with a 1."""
    g = war(("Japan", "Commonwealth"), turn="Jan/Feb 1942")
    g.weather = [int(Weather.RAIN)] * 6
    target = at(g, "A0823")
    g.hexes[target].controller = g.facts.country["united_kingdom"]
    act(g, "Japan", Action.AIR)
    ryujo, soryu = (ship(g, "Japan", "CV", name, "South China Sea", 3) for name in ("Ryujo", "Soryu"))
    for u, sea in ((ryujo, 2), (soryu, 4)):  # tactical factors of 1 and 2
        component = {ryujo: 3, soryu: 4}[u]
        g.units[u].mission, g.units[u].over, g.units[u].wing = CLEARED, target, component - sea
    assert bomb_factors(g, ryujo) == 1
    assert tactical_factors(g, ryujo, target) == Fraction(1, 4)
    foot, hq = put(g, "Commonwealth INF any", "A0823"), put(g, "Commonwealth HQ-I any", "A0823")
    assert set(through(g, target, 0)) == {ryujo, soryu}
    rolls = {ryujo: [3, 1], soryu: [3, 1]}
    order = [r for u in through(g, target, 0) for r in rolls[u]]
    factors = int((2 * tactical_factors(g, soryu, target) + 1) // 2)
    assert factors == 1 and int((2 * tactical_factors(g, ryujo, target) + 1) // 2) == 0
    drive(g, strike_ground(g, target, 0), dice=order)
    assert g.units.down[hq] and not g.units.down[foot]


# --- surprise (15) ------------------------------------------------------------------------------------------------------------


def italy_declares() -> War:
    g = war(("Germany", "USSR"), ("Italy", "USSR"), turn="Jul/Aug 1941")
    g.powers[USSR].surprised_by, g.powers[USSR].wars_before = 1 << ITALY, 1 << GERMANY
    return g


def test_15_a() -> None:
    """wif-15-a: a German unit in an Italian attack and nobody is surprised."""
    g = italy_declares()
    italian, german = put(g, "Italy INF any", "Rome"), put(g, "Germany INF any", "Berlin")
    assert is_surprise(g, [italian], USSR) and not is_surprise(g, [italian, german], USSR)


def test_15_b() -> None:
    """wif-15-b: nor by Italians who began the impulse in Rumania, which Germany holds."""
    g = italy_declares()
    align(g, "rumania", "Germany")
    italian = put(g, "Italy INF any", "Rome", from_=at(g, "Bucharest"))
    assert not is_surprise(g, [italian], USSR)


def test_15_c() -> None:
    """wif-15-c: nor by Americans whom British ships and aircraft bring."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Nov/Dec 1941")
    g.powers[GERMANY].surprised_by, g.powers[GERMANY].wars_before = 1 << 7, 1 << COMMONWEALTH
    trs, atr = ship(g, "Commonwealth", "TRS", "any", "North Sea", 3), put(g, "Commonwealth ATR any", "London")
    for carrier, kind in ((trs, "MAR"), (atr, "PARA")):
        unit = put(g, f"USA {kind} any", "London", aboard=NOWHERE)
        assert is_surprise(g, [unit], GERMANY)
        g.units[unit].aboard = carrier
        assert not is_surprise(g, [unit], GERMANY)


@pytest.mark.parametrize(
    ("british", "german", "stopped"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_15_1_a_and_b(british: bool, german: bool, stopped: bool) -> None:
    """wif-15.1-a, wif-15.1-b: Italian parachutists over a French hex pass all patrols and interceptors, unless Germans fly with
    them; British units there are not surprised and their fighters stop them."""
    g = war(
        ("Germany", "France"), ("Italy", "Commonwealth"), ("Italy", "France"), ("Germany", "Commonwealth"), turn="May/Jun 1940"
    )
    g.powers[5].surprised_by, g.powers[5].wars_before = 1 << ITALY, 1 << GERMANY
    g.powers[COMMONWEALTH].wars_before = 1 << ITALY | 1 << GERMANY
    act(g, "Italy", Action.LAND)
    target = at(g, "Marseille")
    put(g, "Commonwealth INF any" if british else "France INF any", "Marseille")
    put(g, "Italy ATR any", "Marseille", mission=BOMBER)
    if german:
        put(g, "Germany ATR any", "Marseille", mission=BOMBER)
    patrol = put(g, "Commonwealth FTR any" if british else "France FTR any", "Marseille", mission=PATROL)
    assert (patrol in fighters(g, target, 1)) == stopped and meets(g, target) == stopped
    hunter = COMMONWEALTH if british else 5
    assert (target in goals(g, Flight(hunter, "paradrop", INTERCEPTOR))) == stopped
