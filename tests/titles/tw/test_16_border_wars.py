"""16.5, 6.3.1: the Soviets claim Karelia and Bessarabia."""

from __future__ import annotations

from grognard.titles.tw.nations import AXIS, FINLAND, GERMANY, INDEX, NEUTRAL, USSR
from grognard.titles.tw.rules.border_wars import contest, defenders, invaders, may_contest, region
from grognard.titles.tw.state import HOME, LOST, WINTER, War, turn_of

from .kit import drive
from .test_14_money import campaign
from .test_16_diplomacy import refused

ROMANIA = INDEX["romania"]


def pact() -> War:
    g = campaign()
    g.turn = turn_of(1939, WINTER)
    g.nations[INDEX["poland"]].surrendered = 1
    return g


def test_16_5_when_the_soviets_may_claim():
    g = pact()
    assert may_contest(g, USSR, "karelia") is None and may_contest(g, USSR, "bessarabia") is None
    assert refused(may_contest(g, GERMANY, "karelia")) == "16.5"
    assert refused(may_contest(g, USSR, "eastern_poland")) == "16.5"
    g.nations[INDEX["poland"]].surrendered = 0
    assert refused(may_contest(g, USSR, "karelia")) == "16.5"
    g.nations[INDEX["poland"]].surrendered = 1
    g.barbarossa = g.turn
    assert refused(may_contest(g, USSR, "karelia")) == "16.5"


def test_6_3_1_romania_gives_way_without_a_war():
    g = pact()
    soviets, germany, level = g.nations[USSR].narfs, g.nations[GERMANY].narfs, g.usel
    drive(g, contest(g, "bessarabia"), ["cede"])
    assert all(g.hexes.holder[s] == USSR for s in region(g, "bessarabia"))
    assert g.nations.side[ROMANIA] == g.nations.side[USSR] == NEUTRAL
    assert (g.nations[GERMANY].narfs, g.usel) == (germany, level)
    assert g.nations[USSR].narfs >= soviets
    assert refused(may_contest(g, USSR, "bessarabia")) == "16.5"
    other = [s for s, holder in enumerate(g.hexes.holder) if holder == ROMANIA]
    assert other


def test_16_5_finland_fights_and_germany_pays():
    """With a result that drives the Finns out Karelia is lost; Germany pays for what they lost, or does not."""
    g = pact()
    army = defenders(g, FINLAND)
    assert army and all(g.units.pool[u] == HOME for u in army)
    near = region(g, "karelia")[0]
    soviet = [u for u, n in enumerate(g.roster.nations) if n == USSR and g.roster.ground[u] and g.units.at[u] >= 0]
    strong = sorted(soviet, key=lambda u: -g.roster.strengths[u])[:6]
    soil = [s for s in range(g.board.size) if g.ground.ussr_1939[s] and g.ground.land[s]]
    spot = min(soil, key=lambda s: g.ground.far(s, near))
    for u in strong:
        g.units[u].at = spot
    assert invaders(g, "karelia")
    seen = set()
    for die in range(1, 11):
        twin = g.copy()
        twin.dice, twin.journal = g.dice, g.journal
        narfs = twin.nations[GERMANY].narfs
        prompts = drive(twin, contest(twin, "karelia"), ["fight"], dice=[die])
        lost = twin.hexes.holder[near] == USSR
        hurt = [u for u in army if twin.units.pool[u] == LOST or twin.units.depleted[u]]
        seen.add((lost, bool(hurt)))
        assert twin.nations[GERMANY].narfs == narfs
        assert ("Losses of the border war" in prompts) == bool(hurt)
        assert refused(may_contest(twin, USSR, "karelia")) == "16.5"
    assert len({lost for lost, _ in seen}) == 2
    assert g.nations.side[GERMANY] == AXIS


def test_16_5_germany_refits_the_finns():
    g = pact()
    unit = defenders(g, FINLAND)[0]
    for u in defenders(g, FINLAND)[1:]:
        g.units[u].pool = 5
    for u, at in enumerate(g.units.at):
        if at >= 0 and g.roster.nations[u] == USSR and g.roster.ground[u]:
            g.units[u].at = -1
            g.units[u].pool = 5
    near = min((s for s in range(g.board.size) if g.ground.ussr_1939[s] and g.ground.land[s]),
               key=lambda s: g.ground.far(s, region(g, "karelia")[0]))  # fmt: skip
    strong = sorted((u for u, n in enumerate(g.roster.nations) if n == USSR and g.roster.ground[u]),
                    key=lambda u: -g.roster.strengths[u])[:6]  # fmt: skip
    for u in strong:
        g.units[u].at, g.units[u].pool = near, 0
    narfs = g.nations[GERMANY].narfs
    for die in range(1, 11):
        twin = g.copy()
        twin.dice, twin.journal = g.dice, g.journal
        drive(twin, contest(twin, "karelia"), ["fight"], dice=[die])
        if twin.units.pool[unit] == LOST:
            twin = g.copy()
            twin.dice, twin.journal = g.dice, g.journal
            drive(twin, contest(twin, "karelia"), ["fight", f"refit u{unit}"], dice=[die])
            assert twin.units.pool[unit] == HOME and twin.nations[GERMANY].narfs < narfs
            return
    raise AssertionError("no roll loses the unit")


def test_16_5_nobody_near_nobody_attacks():
    g = pact()
    for u, at in enumerate(g.units.at):
        if at >= 0 and g.roster.nations[u] == USSR:
            g.units[u].at, g.units[u].pool = -1, 5
    drive(g, contest(g, "karelia"), ["fight"])
    assert not any(g.hexes.holder[s] == USSR for s in region(g, "karelia"))
    assert refused(may_contest(g, USSR, "karelia")) == "16.5"
    g.turn += 1
    assert may_contest(g, USSR, "karelia") is None
