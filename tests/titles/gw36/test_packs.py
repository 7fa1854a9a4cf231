"""An owner's data pack changes numbers of units, facilities and tables in its own game; a wrong one is refused with a remedy."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard.kernel.dice import seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE, facts
from grognard.titles.gw36.agent.economy import owned_worth
from grognard.titles.gw36.agent.estimate import attackers, defenders, garrison_of
from grognard.titles.gw36.agent.threat import threats_now
from grognard.titles.gw36.kinds import FACILITY, KIND, UNIT_IDS
from grognard.titles.gw36.odds import battle_odds
from grognard.titles.gw36.powers import FRANCE, GERMANY
from grognard.titles.gw36.rules.chart import UNIT, payments
from grognard.titles.gw36.rules.units import allowance
from grognard.titles.gw36.state import War

INFANTRY = "infantry,Infantry,infantry,2,4,1,3,1"
LINE = next(n for n, row in enumerate((facts.ROOT / "tables/units.csv").read_text().splitlines(), 1) if row.startswith(INFANTRY))


def pack(folder: Path, *changes: tuple[str, str, str]) -> Pack:
    """A pack that changes words in files of the title: file, old, new."""
    (folder / "pack.toml").write_text('title = "gw36"\nname = "my tables"\nversion = "1"\n')
    for rel, old, new in changes:
        target = folder / rel
        target.parent.mkdir(parents=True, exist_ok=True)
        source = (target if target.exists() else facts.ROOT / rel).read_text()
        assert old in source
        target.write_text(source.replace(old, new, 1))
    return Pack.open(folder)


def game(*packs: Pack) -> War:
    g: War = Session.new(TITLE, "1939", seed=seed_from(1), packs=packs).g
    return g


def test_a_pack_changes_values_in_its_game_only(tmp_path: Path) -> None:
    mine = pack(
        tmp_path,
        ("tables/units.csv", INFANTRY, "infantry,Infantry,infantry,5,6,2,2,1"),
        ("tables/facilities.csv", "Minor Factory,factory,8,medium_factory,7,5", "Minor Factory,factory,9,medium_factory,7,4"),
        ("tables/rail_capacity.csv", "europe,Europe,4", "europe,Europe,7"),
        ("tables/terrain.csv", "mountain,Mountain,mountains,-1", "mountain,Mountain,mountains,-2"),
    )  # fmt: skip
    printed, changed = game(), game(mine)
    infantry = KIND["infantry"]
    for g, attack, defence, move, price, damage, rail in ((printed, 2, 4, 1, 3, 5, 4), (changed, 5, 6, 2, 2, 4, 7)):
        assert (g.values.attack[infantry], g.values.defence[infantry], g.values.price[infantry]) == (attack, defence, price)
        u = next(u for u, k in enumerate(g.units.kind) if k == infantry and g.units.nation[u] == GERMANY)
        assert allowance(g, u) == move
        assert payments(g, GERMANY, UNIT, infantry) == (price,)
        assert g.values.max_damage[FACILITY["minor_factory"]] == damage
        assert g.facts.rail_capacity["europe"] == rail
    assert list(changed.facts.units) == list(UNIT_IDS)  # kinds keep their numbers


def test_a_battle_rolls_the_packs_numbers(tmp_path: Path) -> None:
    mine = pack(tmp_path, ("tables/units.csv", INFANTRY, "infantry,Infantry,infantry,12,4,1,3,1"))
    won = []
    for g in (game(), game(mine)):
        here, there = g.board.space("western_germany"), g.board.space("alsace_lorraine")
        for u in list(g.units.stacks[there]):
            g.remove(u)
        g.raise_unit(KIND["militia"], next(n for n, at in enumerate(g.nations.capital) if g.board.ids[at] == "paris"), there)
        ours = [g.raise_unit(KIND["infantry"], GERMANY, here).index]
        found = battle_odds(g, there, ours)
        assert found is not None
        won.append(found.won)
    assert won[1] > 0.8 > won[0]


def test_rows_may_stand_in_another_order(tmp_path: Path) -> None:
    rel = "tables/rail_capacity.csv"
    mine = pack(tmp_path, (rel, "asia,Asia,1,3592", ""), (rel, "north_america", "asia,Asia,2,3592\nnorth_america"))
    read = facts.read(TITLE.files([mine]))
    assert list(read.rail_capacity) == list(facts.FACTS.rail_capacity) and read.rail_capacity["asia"] == 2


@pytest.mark.parametrize(
    ("rel", "old", "new", "line", "words", "remedy"),
    [
        ("tables/units.csv", INFANTRY, "infanterie,Infantry,infantry,2,4,1,3,1", LINE, "unknown id 'infanterie'", "use one of"),
        ("tables/units.csv", INFANTRY, "infantry,Infantry,vehicle,2,4,1,3,1", LINE, "column 'unit_class'", "write 'infantry'"),
        ("tables/units.csv", INFANTRY, "infantry,Infantry,infantry,,4,1,3,1", LINE, "column 'attack' is empty", "number"),
        ("tables/units.csv", INFANTRY, "infantry,Infantry,infantry,two,4,1,3,1", LINE, "attack", ""),
        ("tables/units.csv", INFANTRY, f"#{INFANTRY}", None, "", ""),
        ("tables/bombardment.csv", "light_cruiser,1", "light_cruiser,6", 3, "column 'value'", "tables/units.csv"),
        ("tables/facilities.csv", "air_base,Air Base,base", "air_base,Air Base,naval", None, "column 'kind'", "write 'base'"),
        ("tables/options.csv", "tundra,1.13,optional,no", "tundra,1.13,optional,yes", None, "column 'default'", "write 'no'"),
    ],
)  # fmt: skip
def test_a_wrong_pack_is_refused(tmp_path: Path, rel: str, old: str, new: str, line: int | None, words: str, remedy: str) -> None:
    with pytest.raises(GrognardError) as caught:
        TITLE.files([pack(tmp_path, (rel, old, new))])
    error = caught.value
    assert str(error.file).endswith(rel) and error.remedy and error.line
    assert line is None or error.line == line
    assert words in str(error) and remedy in error.remedy


def test_a_missing_row_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="'asia' is missing") as caught:
        TITLE.files([pack(tmp_path, ("tables/rail_capacity.csv", "asia,Asia,1,3592\n", ""))])
    assert caught.value.remedy == "copy the row 'asia' from the title's file"


def test_agents_reckon_with_the_packs_numbers(tmp_path: Path) -> None:
    """Estimates, threats, garrisons and prices of the agents are those of the game in hand."""
    mine = pack(tmp_path, ("tables/units.csv", INFANTRY, "infantry,Infantry,infantry,5,6,2,2,1"))
    infantry = KIND["infantry"]
    found = []
    for g in (game(), game(mine)):
        zone = g.board.space("alsace_lorraine")
        two = [g.raise_unit(infantry, GERMANY, zone).index for _ in range(2)]
        attack, defence, new = attackers(g, two, zone), defenders(g, two, zone), garrison_of(g, infantry, 3)
        worth = owned_worth(g, GERMANY)["infantry"] / sum(
            1 for k, n, at in zip(g.units.kind, g.units.nation, g.units.at) if (k, n) == (infantry, GERMANY) and at >= 0
        )
        found.append((attack.fire, attack.price, defence.fire, new.fire, new.price, worth))
        assert any(force.fire for force in threats_now(g, FRANCE).values())
    assert found == [(4, 6, 8, 12, 9, 3), (10, 4, 12, 18, 6, 2)]
    dangers = [sum(force.fire for force in threats_now(g, FRANCE).values()) for g in (game(), game(mine))]
    assert dangers[1] > dangers[0]


def test_agents_read_no_number_of_the_title() -> None:
    """What a pack may change is read from the game, not from kinds.py: a search for the names of its columns of numbers."""
    numbers = {"ATTACK", "DEFENCE", "HITS", "PRICE", "MOVE", "RAID", "CAPACITY", "MAX_DAMAGE"}
    for path in sorted((facts.ROOT / "agent").glob("*.py")):
        tree = ast.parse(path.read_text())
        taken = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "grognard.titles.gw36.kinds"
            for alias in node.names
        }
        assert not taken & numbers, f"{path.name}: {sorted(taken & numbers)}"
