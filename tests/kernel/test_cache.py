"""Derived values: kept while nothing they read changes, found out when they read more than they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from grognard.kernel.board import hex_grid
from grognard.kernel.cache import check_caches, derived, kept, once_per_board, remembered, rows_by
from grognard.kernel.legs import Flood, flood
from grognard.kernel.paths import Spread, spread
from grognard.kernel.state import Game, Row, column, mapping, numbers, scalar, table


class War:
    """A game as the cache sees it: numbers by path, a version for each."""

    def __init__(self) -> None:
        self.values = {"units.at": 1, "hexes.owner": 10, "weather": 100}
        self.versions = dict.fromkeys(self.values, 0)
        self.derived: dict[Any, Any] = {}
        self.lasting: dict[Any, Any] = {}
        self.writes = [0]
        self.board = hex_grid(4, 4)
        self.computed: list[str] = []

    def version(self, path: str) -> int:
        return self.versions[path]

    def stamp(self, paths: tuple[str, ...]) -> list[object]:
        return [self.versions[path] for path in paths]

    def write(self, path: str, value: int) -> None:
        self.values[path] = value
        self.versions[path] += 1
        self.writes[0] += 1


@derived("units.at", "hexes.owner")
def strength(g: War, times: int = 1, *, extra: int = 0) -> int:
    """Units and owners."""
    g.computed.append("strength")
    return (g.values["units.at"] + g.values["hexes.owner"]) * times + extra


@derived(strength, "weather")
def strength_in_weather(g: War) -> int:
    g.computed.append("weather")
    return strength(g) + g.values["weather"]


@derived("units.at")
def forgetful(g: War) -> int:
    return g.values["units.at"] + g.values["weather"]


@derived("units.at")
def supply(g: War) -> Spread:
    shut = g.values["units.at"]
    return spread(g.board, [0], [s != shut for s in range(g.board.size)])


@derived("units.at")
def supply_by_steps(g: War) -> Flood:
    limit = g.values["weather"]
    return flood(g.board, [0], lambda a, b, border: 1 if b < limit else 2)


@derived("units.at")
def owners(g: War) -> list[int]:
    return [g.values["units.at"]]


def test_a_value_is_kept_until_something_it_reads_is_written() -> None:
    g = War()
    assert [strength(g), strength(g)] == [11, 11]
    assert g.computed == ["strength"]
    g.write("weather", 0)
    assert strength(g) == 11
    assert g.computed == ["strength"]
    g.write("units.at", 5)
    assert strength(g) == 15
    assert g.computed == ["strength"] * 2


def test_arguments_have_values_of_their_own() -> None:
    g = War()
    assert [strength(g, 2), strength(g, 3), strength(g, 2)] == [22, 33, 22]
    assert [strength(g, 2, extra=1), strength(g, 2, extra=1)] == [23, 23]
    assert len(g.computed) == 3


def test_a_derived_function_may_stand_for_what_it_reads() -> None:
    g = War()
    assert strength_in_weather(g) == 111
    g.write("hexes.owner", 20)
    assert strength_in_weather(g) == 121
    g.write("weather", 0)
    assert strength_in_weather(g) == 21
    assert g.computed.count("strength") == 2


def test_another_game_has_other_values() -> None:
    a, b = War(), War()
    b.values["units.at"] = 50
    assert (strength(a), strength(b)) == (11, 60)


@derived("units.at", given=lambda g, times=1: g.values["units.at"] // 10)
def tens(g: War, times: int = 1) -> int:
    g.computed.append("tens")
    return g.values["units.at"] // 10 * times


@derived("units.at", given=lambda g: 0)
def blind(g: War) -> int:
    return g.values["units.at"]


def test_a_value_stands_while_its_summary_does() -> None:
    g = War()
    g.write("units.at", 31)
    assert [tens(g, 2), tens(g, 3)] == [6, 9]
    g.write("units.at", 39)
    assert [tens(g, 2), tens(g, 2)] == [6, 6]
    assert g.computed == ["tens"] * 2
    g.write("units.at", 40)
    assert tens(g, 2) == 8
    assert g.computed == ["tens"] * 3
    check_caches(g)


def test_check_names_a_summary_that_leaves_something_out() -> None:
    g = War()
    blind(g)
    g.write("units.at", 2)
    blind(g)
    with pytest.raises(AssertionError, match="blind"):
        check_caches(g)


def test_it_is_still_the_function() -> None:
    assert strength.__doc__ == "Units and owners."
    assert repr(strength).endswith("test_cache.strength from units.at, hexes.owner>")


def test_check_passes_when_values_are_true() -> None:
    g = War()
    strength(g, 2, extra=1)
    supply(g)
    supply_by_steps(g)
    check_caches(g)
    strength(g)
    g.write("units.at", 2)  # stale entries do not count
    check_caches(g)


def test_check_names_a_function_that_reads_more_than_it_says() -> None:
    g = War()
    forgetful(g)
    g.write("weather", 1)
    with pytest.raises(AssertionError, match="forgetful"):
        check_caches(g)


def test_check_finds_a_value_that_a_caller_changed() -> None:
    g = War()
    owners(g).append(7)
    with pytest.raises(AssertionError, match="owners"):
        check_caches(g)


def test_check_compares_floods_by_what_they_found() -> None:
    g = War()
    supply_by_steps(g)
    g.values["weather"] = 0
    with pytest.raises(AssertionError, match="supply_by_steps"):
        check_caches(g)
    g = War()
    supply(g)
    g.values["units.at"] = 3
    with pytest.raises(AssertionError, match="supply"):
        check_caches(g)


# --- with the kernel's own state


class Unit(Row, prefix="u"):
    at = column(0)
    steps = column(0)


@dataclass
class Crowd:
    heads: int


class Campaign(Game):
    units = table(Unit)
    weather = scalar(0)
    queue = numbers()
    debts = mapping()


@derived("queue", "debts", "units.at")
def owed(g: Campaign) -> int:
    return sum(g.queue) + sum(g.debts.values()) + sum(g.units.at)


def test_lists_and_maps_written_in_place_are_noticed() -> None:
    g = Campaign()
    assert owed(g) == 0
    g.queue.append(2)
    assert owed(g) == 2
    g.debts[4] = 5
    assert owed(g) == 7
    g.units.add(at=1)
    assert owed(g) == 8


@derived("units.at")
def seats_taken(g: Campaign) -> list[int]:
    return list(g.units.at)


@derived("units.at")
def rows_taken(g: Campaign) -> list[Unit]:
    return [unit for unit in g.units if unit.at >= 0]


@derived("units.at", lasting=True)
def crowd(g: Campaign) -> Crowd:
    return Crowd(len(g.units))


def test_a_copy_takes_along_plain_values_and_what_is_declared_lasting() -> None:
    g = Campaign()
    g.units.add(at=1)
    kept, declared, _ = seats_taken(g), crowd(g), rows_taken(g)
    twin = g.copy()
    assert seats_taken(twin) is kept and crowd(twin) is declared
    assert (len(twin.lasting), len(twin.derived)) == (2, 0)
    assert rows_taken(twin)[0].table is twin.units
    g.units[0].at = 7
    assert seats_taken(twin) == [1]
    twin.units[0].at = 5
    assert (seats_taken(twin), seats_taken(g)) == ([5], [7])
    check_caches(twin)


def test_values_nobody_asks_for_are_forgotten_when_there_are_many() -> None:
    g = Campaign()
    g.units.add(at=1)
    seats_taken(g), owed(g)
    g.tidy(1)
    g.units[0].at = 2
    seats_taken(g)
    g.tidy(2)
    assert (len(g.lasting), len(g.derived)) == (2, 0)
    g.tidy(1)
    assert (len(g.lasting), len(g.derived)) == (1, 0)
    assert seats_taken(g) == [2] and owed(g) == 2


def test_every_way_to_write_a_list_or_a_map_is_noticed() -> None:
    def swap(g: Campaign) -> None:
        g.queue += [7]

    def join(g: Campaign) -> None:
        g.debts |= {3: 3}

    def replace(g: Campaign) -> None:
        g.queue, g.debts = [9], {9: 9}

    def delete(g: Campaign) -> None:
        del g.queue[0], g.debts[1]

    ways = (
        swap, join, replace, delete,
        lambda g: g.queue.append(5), lambda g: g.queue.extend([5]), lambda g: g.queue.insert(0, 5), lambda g: g.queue.remove(1),
        lambda g: g.queue.pop(), lambda g: g.queue.clear(), lambda g: g.queue.__setitem__(0, 5), lambda g: g.queue.__imul__(2),
        lambda g: g.debts.update({1: 5}), lambda g: g.debts.pop(1), lambda g: g.debts.popitem(), lambda g: g.debts.clear(),
        lambda g: g.debts.setdefault(2, 5), lambda g: g.debts.__setitem__(1, 5),
    )  # fmt: skip
    for n, write in enumerate(ways):
        for g in (Campaign(), Campaign().copy()):
            g.queue, g.debts = [1, 2], {1: 1}
            before = owed(g)
            write(g)
            assert owed(g) == sum(g.queue) + sum(g.debts.values()) != before, n
            check_caches(g)


def test_a_list_or_map_replaced_by_its_equal_counts_as_not_written() -> None:
    g = Campaign()
    g.queue, g.debts = [1], {1: 1}
    before = g.writes[0]
    g.queue, g.debts = [1], {1: 1}
    assert g.writes[0] == before


def test_the_order_of_a_list_counts() -> None:
    g = Campaign()
    g.queue = [2, 1]
    before = g.version("queue")
    g.queue.sort()
    sorted_once = g.version("queue")
    g.queue.reverse()
    assert len({before, sorted_once, g.version("queue")}) == 3


def test_columns_written_as_a_whole_are_noticed() -> None:
    g = Campaign()
    g.units.add(at=3)
    assert places(g) == [3]
    g.units.rewrite(Unit.at, [4])
    assert places(g) == [4]
    g.units.at[:] = [5]
    g.units.touch(Unit.at.place)
    assert places(g) == [5]
    other = Campaign()
    other.decode(g.encode())
    assert places(other) == [5]


@derived("units.at", "weather")
def places(g: Campaign) -> list[int]:
    return [unit.at + g.weather for unit in g.units]


def test_writes_through_rows_and_scalars_are_noticed() -> None:
    g = Campaign()
    unit = g.units.add(at=3)
    kept = places(g)
    unit.steps = 2
    assert places(g) is kept == [3]
    unit.at = 4
    assert places(g) == [4]
    g.weather = 10
    assert places(g) == [14]
    g.units.add(at=1)
    assert places(g) == [14, 11]
    check_caches(g)


def test_a_copy_has_values_of_its_own() -> None:
    g = Campaign()
    g.units.add(at=3)
    places(g)
    fork = g.copy()
    fork.units[0].at = 8
    assert (places(fork), places(g)) == ([8], [3])
    g.units[0].at = 5
    assert (places(fork), places(g)) == ([8], [5])


@rows_by("units", "weather")
def stations(g: Campaign, unit: int, least: int) -> int | None:
    """Where a unit of so many steps stands, unless it is at home in bad weather."""
    asked.append(unit)
    at = g.units.at[unit]
    return at if g.units.steps[unit] >= least and not (at == 0 and g.weather) else None


@rows_by("units")
def careless(g: Campaign, unit: int) -> int:
    return g.units.at[unit] + g.weather


asked: list[int] = []


def test_rows_by_a_key_are_kept_row_by_row() -> None:
    g = Campaign()
    for at in (3, 3, 0, 5):
        g.units.add(at=at, steps=2)
    assert stations(g, 2) == {3: [0, 1], 0: [2], 5: [3]}
    asked.clear()
    g.units[0].at = 5
    g.units[2].steps = 1
    assert stations(g, 2) == {3: [1], 5: [0, 3]}
    assert sorted(asked) == [0, 2]
    g.units.add(at=3, steps=2)
    assert stations(g, 2) == {3: [1, 4], 5: [0, 3]}
    assert stations(g, 1)[0] == [2]
    check_caches(g)


def test_rows_by_a_key_are_sorted_anew_when_more_than_rows_was_written() -> None:
    g = Campaign()
    g.units.add(at=0, steps=2)
    assert stations(g, 2) == {0: [0]}
    g.weather = 1
    assert stations(g, 2) == {}
    g.weather = 0
    g.units.rewrite(type(g.units[0]).at, [7])
    assert stations(g, 2) == {7: [0]}
    g.units[0].at = 8
    g.units.forget(0)
    assert stations(g, 2) == {8: [0]}
    assert stations(g.copy(), 2) == {8: [0]}


def test_a_key_that_reads_more_than_it_says_is_found() -> None:
    g = Campaign()
    g.units.add(at=3, steps=2)
    assert careless(g) == {3: [0]}
    g.weather = 2
    with pytest.raises(AssertionError, match="careless.* is stale"):
        check_caches(g)


def test_a_table_tells_which_rows_were_written() -> None:
    g = Campaign()
    first, second = g.units.add(at=1), g.units.add(at=2)
    mark = g.units.mark
    assert g.units.written_since(mark) == []
    second.at = 5
    first.steps = 1
    assert g.units.written_since(mark) == [1, 0]
    g.units.forget(5)
    assert g.units.written_since(mark) == [1, 0]
    g.units.forget(1)
    assert g.units.written_since(mark) is None
    assert g.units.written_since(g.units.mark) == []
    mark = g.units.mark
    g.units.touch()
    assert g.units.written_since(mark) is None


# --- attributes of a game


class Squad(Row, prefix="s"):
    sort = column(0)
    at = column(0)


class Skirmish(Game):
    squads = table(Squad)
    weather = scalar(0)
    queue = numbers()

    sorts = kept("squads.sort", "weather", "queue")(lambda g: sorts_of(g))
    hasty = kept("squads.sort")(lambda g: sum(g.squads.at))


made: list[int] = []


def sorts_of(g: Skirmish) -> list[int]:
    made.append(1)
    return [*g.squads.sort, g.weather, *g.queue]


def test_an_attribute_is_kept_until_something_it_reads_is_written() -> None:
    g = Skirmish()
    squad = g.squads.add(sort=3)
    made.clear()
    assert g.sorts is g.sorts == [3, 0] and len(made) == 1
    squad.at = 9
    assert g.sorts == [3, 0] and len(made) == 1
    writes = (
        lambda: setattr(squad, "sort", 4), lambda: setattr(g, "weather", 7), lambda: setattr(g, "queue", [1]),
        lambda: g.queue.append(2), lambda: g.squads.add(sort=5), lambda: g.squads.rewrite(Squad.sort, [6, 6]),
    )  # fmt: skip
    for write in writes:
        before = g.sorts
        write()
        assert g.sorts == [*g.squads.sort, g.weather, *g.queue] != before
        check_caches(g)


def test_a_copy_has_attributes_of_its_own() -> None:
    g = Skirmish()
    g.squads.add(sort=3)
    before = g.sorts
    twin = g.copy()
    assert twin.sorts is before
    twin.squads[0].sort, twin.queue = 5, [1]
    twin.queue.append(2)
    assert (twin.sorts, g.sorts) == ([5, 0, 1, 2], [3, 0])
    g.queue.append(8)
    assert (twin.sorts, g.sorts) == ([5, 0, 1, 2], [3, 0, 8])


def test_check_names_an_attribute_that_reads_more_than_it_says() -> None:
    g = Skirmish()
    squad = g.squads.add(at=1)
    assert g.hasty == 1
    squad.at = 2
    with pytest.raises(AssertionError, match="hasty"):
        check_caches(g)


# --- kept with a board, and remembered ------------------------------------------------------------------------------------------


def test_what_is_laid_out_is_made_once_for_a_board() -> None:
    asked: list[int] = []

    @once_per_board
    def near(g: War, space: int) -> int:
        asked.append(space)
        return space + 1

    g, other = War(), War()
    assert [near(g, 1), near(g, 2), near(g, 1)] == [2, 3, 2] and asked == [1, 2]
    other.board = g.board
    assert near(other, 1) == 2 and asked == [1, 2]
    assert near(War(), 1) == 2 and asked == [1, 2, 1]


def test_what_is_remembered_stands_until_its_part_of_the_game_is_over() -> None:
    @remembered(lambda g: g.values["weather"])
    def seen(g: War, more: int) -> int:
        return g.values["units.at"] + more

    g = War()
    assert seen(g, 1) == 2
    g.write("units.at", 5)
    assert seen(g, 1) == 2 and seen(g, 2) == 7
    check_caches(g)  # old on purpose
    g.write("weather", 101)
    assert seen(g, 1) == 6


def test_a_value_kept_by_hand_is_refused() -> None:
    g = War()
    g.derived["scores", 3] = (0, 7)
    with pytest.raises(AssertionError, match="kept by hand"):
        check_caches(g)
