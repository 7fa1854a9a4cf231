"""The diplomacy board: what every minor country is to the powers, and the influence that a seat may see."""

from __future__ import annotations

from grognard.kernel.present import Panel
from grognard.titles.tw.nations import MAJORS, NATIONS
from grognard.titles.tw.rules.influence import bloc_pops, pop_limit, pops
from grognard.titles.tw.rules.leanings import universal_modifiers
from grognard.titles.tw.rules.secrets import knows
from grognard.titles.tw.rules.status import BLOC_WORDS, BLOCS, TARGETS, closed, patron
from grognard.titles.tw.state import STATUS_WORDS, War

Cell = str | int | float
HIDDEN = "?"


def diplomacy_panels(g: War, seat: str | None) -> list[Panel]:
    """The pages of diplomacy, in the whole war."""
    return [status_page(g, seat), service_page(g, seat)] if g.campaign else []


def influence_seen(g: War, seat: str | None, alliance: int, target: int) -> Cell:
    """POPs of an alliance in a target: of the powers whose secrets the seat knows, if any."""
    mine = [n for n in BLOCS[alliance] if knows(g, seat, n)]
    if not mine:
        return HIDDEN
    return sum(pops(g, n, target) for n in mine) if g.division else bloc_pops(g, alliance, target)


def status_page(g: War, seat: str | None) -> Panel:
    """Every diplomatic target, its status and the POPs in it; after them the other minors that lean to somebody."""
    rows: list[list[Cell]] = []
    about: list[tuple[str, ...]] = []
    others = [n for n, row in enumerate(g.nations) if n not in MAJORS and n not in TARGETS and row.status and not row.surrendered]
    for n in (*TARGETS, *others):
        row = g.nations[n]
        if row.surrendered:
            continue
        held = patron(g, n)
        status = STATUS_WORDS[row.status] if held >= 0 else "neutral"
        cells: list[Cell] = [NATIONS[n].name, status, NATIONS[held].name if held >= 0 else ""]
        for alliance in range(len(BLOCS)):
            shut = n not in TARGETS or closed(g, n) is not None
            cells.append("" if shut else influence_seen(g, seat, alliance, n))
        named = [BLOC_WORDS[a] for a in range(len(BLOCS)) if row.courted >> a & 1]
        cells.append(", ".join(named))
        rows.append(cells)
        about.append((row.token,))
    head = ("Country", "Status", "Patron", "Axis POPs", "Western POPs", "Soviet POPs", "Named this year by")
    return Panel("diplomacy", "Diplomacy", head, rows, about)


def service_page(g: War, seat: str | None) -> Panel:
    """POPs a power may buy in a season, what burdens its rolls, and its chits as far as the seat knows them."""
    rows: list[list[Cell]] = []
    for n in MAJORS:
        row = g.nations[n]
        if row.surrendered:
            continue
        alliance = next(a for a, members in enumerate(BLOCS) if n in members)
        own = knows(g, seat, n)
        burden = sum(value for _, value, _ in universal_modifiers(g, alliance))
        chits: list[Cell] = [row.spies, row.guards] if own else [HIDDEN, HIDDEN]
        rows.append([NATIONS[n].name, pop_limit(g, n), f"{burden:+}" if burden else "", *chits])
    head = ("Power", "POPs a season", "On all rolls", "Espionage", "Counter-Espionage")
    return Panel("services", "Diplomatic services", head, rows)
