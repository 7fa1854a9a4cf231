"""5.1 to 5.3: peacetime income, its increases by events and by rolls, and the nation's current income.

Events are told by the rules that cause them: `tell(g, event, by, on=..., zone=...)`. Collecting is income.py (11.6).
"""

from __future__ import annotations

import re

from grognard.kernel.cache import once_per_board
from grognard.kernel.dice import Die
from grognard.kernel.rules import rule
from grognard.titles.gw36.facts import Increase
from grognard.titles.gw36.powers import CHINESE, GERMANY, NAMES, NATION, NATIONS, PLAYED
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.nations import alive, alliance_name, at_war_with_major, home_zones, is_major, zone_income
from grognard.titles.gw36.state import SIGNED, War

VICHY = NATION["vichy"]
SOVIET_SPHERE = tuple([NATION[n] for n in ("poland", "finland", "lithuania", "latvia", "estonia")])  # 14.2


@rule("5.1", "5.2", "14.4.2")
def current_income(g: War, nation: int) -> int:
    """Peacetime income, with what was won or lost since the start, until at war with a Major Power; then the zones."""
    zones = zone_income(g)
    if at_peacetime_income(g, nation):
        row = g.nations[nation]
        return max(0, row.income + zones[nation] - row.wartime)
    if nation == GERMANY and g.nations.controller[VICHY] == GERMANY:
        return zones[GERMANY] + zones[VICHY]  # 14.4.2
    return zones[nation]


@rule("5.1")
def at_peacetime_income(g: War, nation: int) -> bool:
    """A nation lives on peacetime income until it is at war with a Major Power, unless its sheet says otherwise."""
    sheet = g.facts.nations.get(NATIONS[nation])
    return sheet is not None and not sheet.full_income_at_peace and not at_war_with_major(g, nation)


@rule("5.2")
def at_wartime_income(g: War, nation: int) -> bool:
    """Whether the peacetime income has reached the value of the starting zones."""
    row = g.nations[nation]
    return not at_peacetime_income(g, nation) or row.income >= row.wartime


@rule("5.2", "5.3")
def raise_income(g: War, nation: int, amount: int, why: str) -> None:
    """Raise (or lower) a peacetime income at once, up to the wartime income."""
    row = g.nations[nation]
    new = max(0, min(row.wartime, row.income + amount))
    if new != row.income:
        g.say("{} peacetime income changes from {} to {}: {}", row, row.income, new, why, rule="5.2")
        row.income = new
        g.news += 1


@rule("5.2", "7.5")
def roll_turn_increases(g: War, nation: int) -> None:
    """The rolls that a nation at peace makes at the start of its turn."""
    if not at_peacetime_income(g, nation):
        return
    today = date(g)
    for n, row in enumerate(g.facts.nations[NATIONS[nation]].increases):
        if (row.event == "turn_roll" and (today in row.dates or (row.since and row.since <= today))) and (
            not row.until or today <= row.until
        ):
            _apply(g, nation, n, row)


@rule("5.2", "5.3", "8.1")
def tell(g: War, event: str, by: int, *, on: int = -1, zone: int = -1) -> None:
    """Something happened that may raise peacetime incomes, whoever's turn it is: by the first row of a sheet that fits."""
    for nation, rows in concerned(g).get(event, ()):
        if not alive(g, nation) or nation == by or not at_peacetime_income(g, nation):
            continue
        for n, row in rows:
            if _fits(g, nation, row, by, on, zone):
                if row.once and g.events.get(_number(nation, n, zone if event == "takes_neighbour" else -1)):
                    continue
                _apply(g, nation, n, row, zone if event == "takes_neighbour" else -1)
                break


@once_per_board
def concerned(g: War) -> dict[str, list[tuple[int, list[tuple[int, Increase]]]]]:
    """By event the nations whose sheets name it, each with the numbered rows that do."""
    found: dict[str, list[tuple[int, list[tuple[int, Increase]]]]] = {}
    for name, sheet in g.facts.nations.items():
        for event in dict.fromkeys([row.event for row in sheet.increases]):
            rows = [(n, row) for n, row in enumerate(sheet.increases) if row.event == event]
            found.setdefault(event, []).append((NATION[name], rows))
    return found


def _fits(g: War, nation: int, row: Increase, by: int, on: int, zone: int) -> bool:
    today = date(g)
    if (row.since and today < row.since) or (row.until and today > row.until):
        return False
    if row.only and g.pact != SIGNED:
        return False
    if row.unless and g.pact == SIGNED and (row.unless != "pact sphere" or on in SOVIET_SPHERE):
        return False
    if row.event == "attacked":
        return on == nation and is_major(g, by)
    if row.by and NATIONS[by] not in row.by:
        return False
    if row.on and not any(answers_to(g, on, word) for word in row.on):
        return False
    if row.event == "takes_neighbour":
        if g.events.get(_number(nation, 0, zone)):
            return False
        home = home_zones(g, nation)
        return any(b in home for b, _ in g.board.geo.land[zone])
    return not row.zones or (zone >= 0 and g.board.ids[zone] in row.zones)


@rule("5.2")
def answers_to(g: War, nation: int, word: str) -> bool:
    """Whether a nation is meant by a word of a sheet: its name, an alliance, `minor`, `neutral`, `china`, an area."""
    if nation < 0:
        return False
    name = NATIONS[nation]
    if word == name or word == alliance_name(g, nation):
        return True
    if word in ("minor", "neutral"):
        return nation >= PLAYED
    if word == "china":
        return nation in CHINESE
    return name in g.facts.minors and g.facts.minors[name].area == word


def _number(nation: int, row: int, zone: int) -> int:
    return (nation * 64 + row) * 1024 + zone + 1


def _apply(g: War, nation: int, n: int, row: Increase, zone: int = -1) -> None:
    g.events[_number(nation, n if zone < 0 else 0, zone)] = 1
    why = row.event.replace("_", " ")
    raise_income(g, nation, amount(g, row.amount, f"{NAMES[nation]} income: {why}", g.nations[nation].wartime), why)


def amount(g: War, text: str, purpose: str, full: int) -> int:
    """The number a sheet's amount stands for: `3`, `2d12`, `full`."""
    if text == "full":
        return full
    dice = re.fullmatch(r"(\d+)d(\d+)", text)
    if dice is None:
        return int(text)
    return sum(g.roll_dice(int(dice[1]), Die(int(dice[2])), purpose, "5.2"))
