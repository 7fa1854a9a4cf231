"""The pages of the whole war: money, shipyards, the boxes of strategic warfare, victory."""

from __future__ import annotations

from grognard.kernel.present import Panel, Track
from grognard.titles.tw.nations import BRITAIN, GERMANY, MAJORS, NATIONS, USA, USSR
from grognard.titles.tw.rules.money import ceiling, income
from grognard.titles.tw.rules.new_year import growth_rate
from grognard.titles.tw.rules.seas import beachheads
from grognard.titles.tw.rules.shipyards import idle_work, spaces_of_ship, yards
from grognard.titles.tw.rules.strategic_units import built, pool_limit
from grognard.titles.tw.rules.victory import held_by_each
from grognard.titles.tw.state import YARD, War

Cell = str | int | float
BOXES = (("U-Boats", "U_BOAT"), ("ASW", "ASW"), ("SAC", "SAC"), ("INT", "INT"), ("Jets", "JET_INT"), ("V-1", "V1"), ("V-2", "V2"))


def war_panels(g: War) -> list[Panel]:
    """Pages that only scenarios with ships or with money have."""
    found = [shipyard_page(g)] if g.naval else []
    return [money_page(g), strategic_page(g), *found, victory_page(g)] if g.campaign else found


def money_page(g: War) -> Panel:
    rows: list[list[Cell]] = []
    about: list[tuple[str, ...]] = []
    for n in MAJORS:
        row = g.nations[n]
        if row.surrendered:
            continue
        most = ceiling(g, n)
        rows.append([NATIONS[n].name, row.narfs, row.base, income(g, n).total, f"{growth_rate(g, n)} %", row.spent, most or ""])
        about.append((row.token,))
    return Panel("money", "Production", ("Power", "NARFs", "Base", "Yearly income", "Growth", "Spent", "Ceiling"), rows, about)


def strategic_page(g: War) -> Panel:
    rows: list[list[Cell]] = []
    for n in (GERMANY, BRITAIN, USA, USSR):
        row = g.nations[n]
        counts: list[Cell] = []
        for _, kind in BOXES:
            limit = pool_limit(g, n, kind)
            counts.append(f"{built(g, n, kind)}/{limit}" if limit or built(g, n, kind) else "")
        rows.append([NATIONS[n].name, *counts, row.sac_worn, row.heavy_flak, row.firestorms])
    head = ("Power", *(name for name, _ in BOXES), "SAC depleted", "Heavy flak", "Firestorms")
    return Panel("strategy", "Strategic warfare", head, rows)


def shipyard_page(g: War) -> Panel:
    """Every yard with what lies on its track."""
    rows: list[list[Cell]] = []
    about: list[tuple[str, ...]] = []
    for yard, owner in yards(g).items():
        ships = [u for u in g.units if u.pool == YARD and u.yard == yard]
        names = ", ".join(f"{u.sheet.name} {u.track}/{spaces_of_ship(g, u.index)}" for u in ships)
        state = f"damaged {max(g.hexes.yard_loss[yard], 0)}" if g.hexes.yard_loss[yard] else "" if idle_work(g, yard) else "busy"
        rows.append([g.board.label(yard), NATIONS[owner].name, names, state])
        about.append((g.board.token(yard),))
    return Panel("shipyards", "Shipyards", ("Port", "Owner", "On the track", ""), rows, about)


def victory_page(g: War) -> Panel:
    rows: list[list[Cell]] = [[NATIONS[n].name, held, words] for n, held, words in held_by_each(g)]
    return Panel("victory", "Objectives held", ("Power", "Objectives", "Level"), rows)


def war_tracks(g: War) -> list[Track]:
    found = []
    if g.campaign:
        found.append(Track("usel", "US entry level", g.usel))
    if g.naval:
        found += [Track(f"beachhead {s}", "Beachhead", g.board.label(s)) for s in sorted(beachheads(g))]
    return found
