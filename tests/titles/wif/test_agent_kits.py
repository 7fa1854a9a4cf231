"""Questions of the optional kits on built positions: what a power of agents does with guns, HQs, points, pilots and divisions."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent import kits
from grognard.titles.wif.agent.building import build
from grognard.titles.wif.facts import GERMANY, USSR
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules import emergency_supply as stores
from grognard.titles.wif.rules.anti_aircraft import Toll, shoot_at_bombers
from grognard.titles.wif.rules.artillery import STRIKE, shell
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.hq_benefits import enhance_attacks
from grognard.titles.wif.rules.hq_support import announce_support
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.offensives import spend_points
from grognard.titles.wif.rules.partisans import Rising
from grognard.titles.wif.rules.pilots import man_aircraft
from grognard.titles.wif.rules.promotions import promote
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import AIR_RESERVE, BOMBER, CLEARED, LAND_OFFENSIVE, War
from tests.titles.wif.field import act, at, hold, named, put, sky, war
from tests.titles.wif.test_02_hq_supply import pocket
from tests.titles.wif.test_14_pilots import squadrons
from tests.titles.wif.test_22_artillery import guns, ready, supplied
from tests.titles.wif.test_22_divisions import corps
from tests.titles.wif.test_22_recruits import krivoy_rog
from tests.titles.wif.test_agent_blunders import answers


def test_22_2_guns_fire_at_who_bombs_factories() -> None:
    g = guns()
    gun = corps(g, "L332", "Berlin")
    put(g, "Commonwealth LND any", "Berlin", mission=CLEARED, over=at(g, "Berlin"), base=at(g, "London"))
    act(g, "Commonwealth", Action.AIR)
    g.dice = FixedDice(*[5] * 20)
    assert answers(g, shoot_at_bombers(g, at(g, "Berlin"), 1, "strategic bombardment"))[0] == f"flak u{gun} 4"


def test_22_2_guns_stay_silent_where_nobody_of_theirs_is_struck() -> None:
    """A gun in the next hex: the raid strikes Hungarians' ground with nobody on it."""
    g = guns()
    near, target = ready(g)
    corps(g, "L332", near)
    supplied(g, *g.units.stacks[at(g, near)])
    put(g, "USSR LND any", "Kiev", mission=BOMBER, over=target, base=at(g, "Moscow"))
    subject = kits.Barrage(GERMANY, target, "ground strike")
    ask = Ask("germany", "", [Option("hold_fire"), Option("flak", g.units[0], 4)], subject=subject)
    found = kits.command(g, ask)
    assert found is not None and found[0].verb == "hold_fire"


def test_22_2_of_one_s_own_the_cheapest_falls_and_of_the_enemy_s_the_dearest() -> None:
    g = guns()
    raid = [put(g, "Commonwealth LND any", "Berlin"), put(g, "Commonwealth FTR any", "Berlin")]
    prices = [g.units[u].sheet.cost for u in raid]
    assert prices[0] != prices[1]
    for seat, pick in ((g.seat(g.units.power[raid[0]]), min), (g.seat(GERMANY), max)):
        ask = Ask(seat, "", [Option("falls", g.units[u]) for u in raid], subject=Toll(GERMANY, tuple(raid)))
        found = kits.command(g, ask)
        assert found is not None and g.units[found[0].arg.index].sheet.cost == pick(prices)


@pytest.mark.parametrize("standing", [True, False])
def test_22_2_artillery_shakes_who_stands(standing: bool) -> None:
    g = guns()
    near, kiev = ready(g)
    gun = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.ART)
    unit = g.units.add(counter=gun, at=at(g, near), power=GERMANY, country=g.facts.country["germany"], fed=1).index
    target = put(g, "USSR INF 5-3", "Kiev")
    put(g, "USSR GAR any" if not standing else "USSR INF 6-3", "Kiev")
    for u in g.units.stacks[kiev]:
        g.units[u].down = int(not standing)
    act(g, "Germany", Action.LAND)
    g.dice = FixedDice(*[5] * 20)
    said = answers(g, shell(STRIKE)(g))
    assert (f"shell u{unit} {g.board.token(kiev)}" in said) is standing and g.units.at[target] == kiev


@pytest.mark.parametrize("foes", [True, False])
def test_2_4_3_an_hq_feeds_who_stands_beside_the_enemy(foes: bool) -> None:
    g, hq, army = pocket()
    if foes:
        around = {s for u in army for s, _ in g.ground.steps[g.units.at[u]]} - set(g.units.stacks)
        for space in sorted(around)[:12]:
            if g.ground.land[space] and not g.units.stacks.get(space):
                hold(g, "USSR", g.board.token(space))
        for space in [s for s in sorted(around) if g.ground.land[s]][:2]:
            put(g, "USSR GAR any", g.board.token(space))
    said = answers(g, stores.rescue(False)(g))
    assert any(text.startswith(f"feed u{hq}") for text in said) is foes and said[-1] in ("done", *said)


def test_2_4_3_attacked_units_are_fed() -> None:
    g, hq, army = pocket()
    g.units[army[0]].down = 1
    act(g, "USSR", Action.LAND)
    target = g.units.at[army[0]]
    foe = put(g, "USSR INF 6-3", g.board.token(next(s for s, f in g.ground.steps[target] if s != at(g, "E1834") and not f)))
    g.units[foe].fed = 1
    join_attack(g, USSR, foe, target)
    g.power = GERMANY
    assert answers(g, stores.rescue(True)(g)) == [f"feed u{hq} u{army[0]}"]


def test_14_6_every_free_pilot_flies() -> None:
    g = squadrons()
    machines = [put(g, what, "Berlin") for what in ("Germany FTR any", "Germany LND any")]
    for unit in machines:
        g.units[unit].at = AIR_RESERVE
    g.powers[GERMANY].pilots, g.power = 1, GERMANY
    dearest = max(machines, key=lambda u: g.units[u].sheet.cost)
    said = answers(g, man_aircraft(g))
    assert said[0] == f"man u{dearest}" and g.units.at[dearest] >= 0 and not any(text.startswith("rest") for text in said)


def test_22_4_whoever_gains_most_is_promoted() -> None:
    g, battle, _, _ = krivoy_rog()
    before = {u: g.units.at[u] for u in range(len(g.units.at))}
    said = answers(g, promote(g, battle))
    assert said and said[0].startswith("promote")
    assert before != {u: g.units.at[u] for u in range(len(g.units.at))}


def test_13_1_partisans_rise_where_they_hold_something_up() -> None:
    g = war(("Germany", "USSR"), scenario="global_war_1939")
    resource = next(s for s in g.ground.homeland["yugoslavia"] if g.ground.resources[s])
    plain = next(s for s in g.ground.homeland["yugoslavia"] if not g.ground.resources[s] and not g.ground.city[s])
    subject = Rising(USSR, g.facts.country["yugoslavia"], (plain, resource))
    ask = Ask("ussr", "", [Option("rise", g.hexes[s]) for s in subject.places], subject=subject)
    found = kits.command(g, ask)
    assert found is not None and found[0].arg.index == resource


# --- offensives (16) ------------------------------------------------------------------------------------------------------------


def before_smolensk(turn: str = "May/Jun 1942", **options: bool) -> tuple[War, int]:
    """Five German corps and Rundstedt beside two Soviets in Smolensk, in fine weather."""
    g = war(("Germany", "USSR"), turn=turn, scenario="global_war_1939", offensive_points=True, **options)
    sky(g, Weather.FINE)
    hold(g, "Germany", "Poland", "USSR")
    hold(g, "USSR", "Smolensk", "Moscow")
    near = [s for s, _ in g.ground.steps[at(g, "Smolensk")] if g.ground.land[s]]
    hq = named(g, "Germany", "Rundstedt", g.board.token(near[0]), fed=1)
    for space in near[:4]:
        put(g, "Germany INF any", g.board.token(space), fed=1)
    for what in ("USSR INF 5-3", "USSR INF 4-3"):
        put(g, what, "Smolensk")
    act(g, "Germany", Action.LAND)
    return g, hq


@pytest.mark.parametrize("holds", [True, False])
def test_11_15_3_an_hq_supports_attacks_and_no_defence_that_holds(holds: bool) -> None:
    """One that attacks is turned face-down anyway; one that defends helps where the hex may fall."""
    g, hq = before_smolensk(hq_support=True)
    army = [u for u, p in enumerate(g.units.power) if p == GERMANY and not roster(g).hq[u] and g.units.at[u] >= 0]
    for unit in (*army[: 1 if holds else 4], hq):
        join_attack(g, GERMANY, unit, at(g, "Smolensk"))
    assert answers(g, announce_support(False)(g)) == [f"support u{hq} a0"]
    own = put(g, "USSR HQ-I any", "Smolensk", fed=1)
    if not holds:
        for unit in [u for u in g.units.stacks[at(g, "Smolensk")] if u != own]:
            g.units[unit].at = -2
    g.power = USSR
    assert answers(g, announce_support(True)(g)) == (["done"] if holds else [f"support u{own} a0"])


def test_16_points_are_spent_on_the_place_that_decides() -> None:
    g, hq = before_smolensk()
    g.powers[GERMANY].offensive = 15
    said = answers(g, spend_points(g))
    assert said[0] == f"lead u{hq} land" and said[-1] == "enough"
    assert g.powers.offence[GERMANY] == LAND_OFFENSIVE


@pytest.mark.parametrize("why", ["rain", "late", "nobody"])
def test_16_points_are_kept_for_a_better_hour(why: str) -> None:
    g, _ = before_smolensk()
    g.powers[GERMANY].offensive = 15
    if why == "rain":
        sky(g, Weather.RAIN)
    elif why == "late":
        g.box = len(g.charts.impulses) - 1
    else:
        for u in range(len(g.units.at)):
            if g.units.power[u] == USSR:
                g.units[u].at = -2
    assert answers(g, spend_points(g)) == ["enough"]


def test_16_4_hqs_that_lie_down_are_turned_up() -> None:
    g, hq = before_smolensk()
    g.units[hq].down = 1
    others = [named(g, "Germany", name, g.board.token(g.units.at[hq]), fed=1, down=1) for name in ("Manstein",)]
    g.powers[GERMANY].offensive = 15
    said = answers(g, spend_points(g))
    assert said[0] in {f"rouse u{u}" for u in (hq, *others)}


def test_16_3_3_factors_are_doubled_where_the_hex_is_in_doubt() -> None:
    g, hq = before_smolensk()
    g.powers[GERMANY].leader, g.powers[GERMANY].offence = hq + 1, LAND_OFFENSIVE
    army = [u for u, p in enumerate(g.units.power) if p == GERMANY and not roster(g).hq[u] and g.units.at[u] >= 0]
    for unit in army:
        join_attack(g, GERMANY, unit, at(g, "Smolensk"))
    strongest = max(g.units[u].sheet.strength for u in army)
    said = answers(g, enhance_attacks(g))
    assert said and g.units[int(said[0].split("u")[-1])].sheet.strength == strongest


@pytest.mark.parametrize(
    ("turn", "have", "ordered"), [("Jan/Feb 1941", 0, True), ("Jan/Feb 1941", 15, False), ("Jan/Feb 1944", 0, False)]
)
def test_16_an_offensive_is_prepared_in_its_season(turn: str, have: int, ordered: bool) -> None:
    g, _ = before_smolensk()
    g.turn = turn_number(turn)
    g.powers[GERMANY].offensive = have
    ask = Ask("germany", "", [Option("done"), *(Option("offensive", n) for n in (5, 10, 15))], subject=Purse(GERMANY, 24))
    chosen = build(g, ask, Purse(GERMANY, 24))[0]
    assert (chosen.text == "offensive 10") is ordered
