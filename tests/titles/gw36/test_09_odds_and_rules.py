"""The odds against the rules: whole battles fought by chapter 9 with real dice, compared with what was promised."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.flow import Ask, Option
from grognard.odds.exact import exact
from grognard.titles.gw36.facts import UNITS
from grognard.titles.gw36.kinds import UNIT_IDS
from grognard.titles.gw36.odds import battle_odds, planned_approach
from grognard.titles.gw36.odds_battles import land_battle, sea_battle
from grognard.titles.gw36.odds_forces import Lot, loss_key, pick_key
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import rounds
from grognard.titles.gw36.rules.battle import Battle, ground
from grognard.titles.gw36.rules.modifiers import DROP as BY_DROP
from grognard.titles.gw36.rules.modifiers import Approach
from grognard.titles.gw36.state import PATROL, War
from tests.titles.gw36.battlefield import Script, battle, build, field, play, put, zone

SEA = "sz_63"
FIGHTS = 700
CASES: dict[str, tuple[list[Lot], list[Lot]]] = {
    "submarines, transports under a patrol": ([Lot("submarine", 3)], [Lot("fighter"), Lot("naval_transport", 2)]),
    "submarines with a cruiser": ([Lot("submarine", 2), Lot("light_cruiser")], [Lot("fighter"), Lot("naval_transport", 2)]),
    "submarines, an escorted convoy": ([Lot("submarine", 3)], [Lot("heavy_cruiser"), Lot("naval_transport", 2)]),
    "defending submarines": (
        [Lot("heavy_cruiser"), Lot("medium_bomber"), Lot("naval_transport", 2)],
        [Lot("submarine", 2), Lot("light_cruiser")],
    ),
    "advanced submarines": (
        [Lot("heavy_cruiser"), Lot("medium_bomber"), Lot("naval_transport")],
        [Lot("advanced_submarine", 2)],
    ),
    "seaplanes": ([Lot("seaplane", 2), Lot("light_cruiser")], [Lot("destroyer"), Lot("naval_transport", 2)]),
    "a fleet": (
        [Lot("battleship"), Lot("destroyer"), Lot("tactical_bomber")],
        [Lot("heavy_cruiser"), Lot("submarine"), Lot("fighter"), Lot("naval_transport")],
    ),
}  # fmt: skip


def as_ordered(g: War) -> Script:
    """Both sides as the odds think of them: the cheapest loss, the dearest target, press on, stay up, fire at once."""

    def policy(ask: Ask) -> Option:
        if ask.options[0].verb != "lose":
            return next(o for o in ask.options if o.verb in ("press", "stay", "fire_all", "done"))
        picking = ask.prompt.startswith("Target selection")

        def key(option: Option) -> tuple[float, ...]:
            u = option.args[0].index
            unit, hits = UNITS[UNIT_IDS[g.units.kind[u]]], g.units.hits[u]
            return pick_key(unit, hits) if picking else loss_key(unit, hits, attacking=g.units.nation[u] == NATION["japan"])

        return min(ask.options, key=key)

    return Script(policy=policy)


def fought(g: War, b: Battle, seed: int) -> tuple[bool, dict[str, int]]:
    """One battle by the rules: whether the attacker won, and what was lost on either side."""
    g.dice = Dice(seed_from(seed))
    there = {u: (u in b.attackers, UNIT_IDS[g.units.kind[u]]) for u in b.attackers + b.defenders}
    end = play(g, rounds.fight(g, b), as_ordered(g)).result  # type: ignore[attr-defined]
    lost: dict[str, int] = {}
    for u, (attacking, name) in there.items():
        key = f"{'>' if attacking else '<'} {name}"
        lost[key] = lost.get(key, 0) + int(g.units.at[u] < 0)
    return end == rounds.WON, lost


def near(found: float, right: float, deviation: float, count: int) -> bool:
    """Within four standard errors, with a little room for a deviation that is itself found by sampling."""
    return abs(found - right) <= 4 * deviation / math.sqrt(count) + 1e-9


def compare(kind: str, attack: Sequence[Lot], defence: Sequence[Lot]) -> None:
    start = field("japan", wars=[("japan", "great_britain")])
    where, came = (SEA, "sz_62") if kind == "sea" else ("peking", "rehe")
    for lot in attack:
        put(start, "japan", where, f"{lot.count} {lot.unit}", came=came)
    for lot in defence:
        put(start, "great_britain", where, f"{lot.count} {lot.unit}", duty=PATROL if UNITS[lot.unit].unit_class == "air" else 0)
    soil = ground(start, zone(start, where), NATION["great_britain"])
    right = exact(sea_battle(attack, defence) if kind == "sea" else land_battle(attack, defence, soil))
    won, totals, squares = 0, dict[str, int](), dict[str, int]()
    for n in range(FIGHTS):
        g = start.copy()
        g.journal = start.journal
        z = zone(g, where)
        mine = [u for u in g.units.stacks[z] if g.units.nation[u] == NATION["japan"]]
        b = Battle(g, z, mine, [u for u in g.units.stacks[z] if u not in mine]) if kind == "sea" else battle(g, where)
        victory, lost = fought(g, b, n)
        won += victory
        for key, count in lost.items():
            totals[key] = totals.get(key, 0) + count
            squares[key] = squares.get(key, 0) + count * count
    assert near(won / FIGHTS, right.won, math.sqrt(right.won * (1 - right.won)), FIGHTS), (won / FIGHTS, right.won)
    for sign, side in ((">", right.attacker), ("<", right.defender)):
        for name, expected in side.losses.items():
            mean = totals[f"{sign} {name}"] / FIGHTS
            spread = math.sqrt(max(squares[f"{sign} {name}"] / FIGHTS - mean * mean, 0.0))
            assert near(mean, expected, max(spread, 0.02), FIGHTS), (sign, name, mean, expected)


@pytest.mark.parametrize("name", CASES)
def test_9_6_naval_battles_end_as_the_odds_say(name: str) -> None:
    compare("sea", *CASES[name])


def test_9_5_a_land_battle_ends_as_the_odds_say() -> None:
    compare(
        "land",
        [Lot("infantry", 4), Lot("artillery", 2), Lot("medium_armor"), Lot("tactical_bomber")],
        [Lot("infantry", 4), Lot("fighter"), Lot("anti_aircraft_artillery")],
    )


def test_9_6_a_submarine_does_not_reach_transports_past_aircraft() -> None:
    """Transports are chosen last: while a fighter is up, a submarine's hit on them does not count, as in the rules."""
    covered = exact(sea_battle([Lot("submarine", 3)], [Lot("fighter"), Lot("naval_transport", 2)]))
    assert covered.defender.losses["naval_transport"] == pytest.approx(0, abs=1e-9)
    bare = exact(sea_battle([Lot("submarine", 3)], [Lot("light_cruiser"), Lot("naval_transport", 2)]))
    assert bare.defender.losses["naval_transport"] > 1


def test_9_15_a_dropped_unit_falls_with_its_aircraft_in_the_odds() -> None:
    """Anti-aircraft fire at 3 in round one takes the Airborne with its Air Transport; without aircraft it is not rolled."""
    guard = [Lot("infantry"), Lot("anti_aircraft_artillery")]
    drop = exact(land_battle([Lot("infantry"), Lot("airborne", approach=Approach(BY_DROP)), Lot("air_transport")], guard))
    march = exact(land_battle([Lot("infantry"), Lot("airborne", approach=Approach(BY_DROP))], guard))
    assert drop.attacker.losses["air_transport"] == pytest.approx(3 / 12, abs=1e-6)
    assert drop.attacker.losses["airborne"] > march.attacker.losses["airborne"] + 0.1
    assert drop.won < march.won


def test_12_7_the_odds_count_fortifications_on_the_board() -> None:
    """Two fortified borders of like ground are two; before the landing is ordered a fortified coast is seen."""
    g = field()
    for came in ("belgium", "alsace_lorraine"):
        build(g, "picardy", "fortification", came)
        put(g, "germany", "picardy", "2 infantry", came=came)
    put(g, "france", "picardy", "infantry")
    force = [Lot("infantry", 4, approach=Approach(fortified=True))]
    there = battle_odds(g, zone(g, "picardy"), method="exact")
    assert there is not None
    assert there.won == exact(land_battle(force, [Lot("infantry")], forts=2)).won
    assert there.won != exact(land_battle(force, [Lot("infantry")], forts=1)).won
    build(g, "normandy", "fortification", "sz_26")
    marine = put(g, "germany", "sz_26", "marine")[0]
    assert planned_approach(g, marine, zone(g, "normandy")).fortified
    assert not planned_approach(g, marine, zone(g, "picardy")).fortified
