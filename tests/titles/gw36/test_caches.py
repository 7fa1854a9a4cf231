"""Derived values of the rules name all that they read: reads are watched while agents play a part of each scenario."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest

from grognard.agents.selfplay import selfplay
from grognard.kernel.cache import Derived
from grognard.kernel.session import Session
from grognard.kernel.state import Column, Table, TableField
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.powers import BRITAIN, GERMANY, USSR
from grognard.titles.gw36.rules import combat_movement, non_combat, seats, units
from grognard.titles.gw36.state import War

# whoever writes one of these counts `news` up (nations.py), so `news` stands for them
POLITICAL = {"wars", "bonds", "laid_down", "truce", "monroe", "shut"} | {
    f"nations.{name}" for name in ("status", "alliance", "controller", "master", "evolved")
}
FIELDS = {name for name, field in War.fields.items() if not isinstance(field, TableField)}


class Stopped(Exception):
    """Enough of the game has been played."""


class Watch:
    """What each derived function reads while it is computed, beyond what it declares."""

    def __init__(self) -> None:
        self.open: list[set[str]] = []
        self.blind = 0
        self.undeclared: dict[str, set[str]] = {}

    def note(self, path: str) -> None:
        if self.open and not self.blind:
            self.open[-1].add(path)

    @contextmanager
    def unseen(self) -> Iterator[None]:
        self.blind += 1
        try:
            yield
        finally:
            self.blind -= 1

    def compute(self, one: Derived[..., Any], g: War, *args: Any, **kwargs: Any) -> Any:
        """A derived value, from the cache or anew with its reads watched; it stands for all that it declares."""
        for path in one.reads:
            self.note(path)
        key = (one, args, tuple(sorted(kwargs.items())))
        with self.unseen():
            stamp = g.stamp(one.reads)
            kept = g.derived.get(key)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        self.open.append(set())
        try:
            value = one.function(g, *args, **kwargs)
        finally:
            read = self.open.pop()
        more = {path for path in read if path not in one.reads and not (path in POLITICAL and "news" in one.reads)}
        if more:
            self.undeclared.setdefault(one.name, set()).update(more)
        g.derived[key] = (stamp, value, None, -1)
        return value


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    found = Watch()
    cell = Column.__get__

    def read_table(table: Table[Any], name: str) -> Any:
        fields = object.__getattribute__(table, "__dict__")
        if "row" in fields and name in fields["row"].places:
            found.note(f"{fields['name']}.{name}")
        if name == "stacks":
            found.note(f"{fields['name']}.at")
        return object.__getattribute__(table, name)

    def read_game(g: War, name: str) -> Any:
        if name in FIELDS:
            found.note(name)
        for path in War.kept[name].reads if name in War.kept else ():
            found.note(path)
        with found.unseen() if name in War.kept else nullcontext():
            return object.__getattribute__(g, name)

    def read_cell(column: Column, row: Any, owner: Any = None) -> Any:
        if row is not None:
            found.note(f"{row.table.name}.{column.name}")
        return cell(column, row, owner)

    def call(one: Derived[..., Any], g: War, *args: Any, **kwargs: Any) -> Any:
        return found.compute(one, g, *args, **kwargs)

    monkeypatch.setattr(Table, "__getattribute__", read_table)
    monkeypatch.setattr(War, "__getattribute__", read_game)
    monkeypatch.setattr(Column, "__get__", read_cell)
    monkeypatch.setattr(Derived, "__call__", call)
    return found


OPTIONS = {"advanced_carriers": "on", "bomb_canals": "on", "forcing_straits": "on", "slovakian_resistance": "on", "rivers": "on"}


@pytest.mark.parametrize("scenario", ["1939", "1936"])
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_derived_values_declare_what_they_read(watch: Watch, scenario: str, agent: str) -> None:
    def stop(session: Session) -> None:
        if session.count >= 1500:
            raise Stopped

    with pytest.raises(Stopped):
        selfplay(TITLE, [agent], scenario=scenario, options=OPTIONS, seed=4, packs=[], progress=stop)
    rules = {name: sorted(paths) for name, paths in watch.undeclared.items() if ".gw36.rules." in name}
    assert rules == {}


@pytest.mark.parametrize("scenario", ["1939", "1936"])
def test_what_is_kept_move_by_move_equals_what_is_made_anew(scenario: str) -> None:
    """Lists of movers and the opposition to a nation: the same in the game and in a copy that has nothing in its caches."""
    phases = {2: combat_movement.movers, 4: non_combat.movers}
    compared = dict.fromkeys(phases, 0)

    def compare(session: Session) -> None:
        if session.count >= 1200:
            raise Stopped
        g = session.g
        if g.phase in phases:
            anew, movers = g.copy(), phases[g.phase]
            for seat in seats.acting_seats(g):
                assert movers(g, seat, set()) == movers(anew, seat, set())
            for nation in seats.acting(g):
                assert units.opposition(g, nation) == units.opposition(anew, nation)
            compared[g.phase] += 1

    with pytest.raises(Stopped):
        selfplay(TITLE, ["random"], scenario=scenario, options={}, seed=4, packs=[], progress=compare)
    assert min(compared.values()) > 50


def test_stirs_count_the_units_of_both_sides_when_one_changes_hands() -> None:
    from tests.titles.gw36.workshop import game

    g = game()
    unit = next(u for u in g.units if u.nation == GERMANY and u.at >= 0)
    german, soviet, british = (1 << n for n in (GERMANY, USSR, BRITAIN))
    before = g.stirred(german), g.stirred(soviet), g.stirred(british)
    unit.hits = 0
    moved = g.stirred(german)
    assert moved != before[0] and (g.stirred(soviet), g.stirred(british)) == before[1:]
    unit.nation = USSR
    assert g.stirred(german) != moved and g.stirred(soviet) != before[1] and g.stirred(british) == before[2]
    g.units.touch()
    assert g.stirred(british) != before[2]


def test_the_watch_sees_a_read_that_is_not_declared(watch: Watch) -> None:
    """The watch itself can fail: a function that reads a column it does not name is found."""
    from tests.titles.gw36.workshop import game

    careless = Derived(lambda g: sum(g.units.hits) + g.turn, ("turn",))
    careless(game())
    assert watch.undeclared[careless.name] == {"units.hits"}
