"""What players see of a game: pieces, control, markers, tracks and panels. Nothing is hidden in this title."""

from __future__ import annotations

from grognard.kernel.present import Marker, Panel, Picture, Piece, Track
from grognard.titles.gw36.kinds import FACILITY_NAMES, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.rules import victory
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import PLAYED, alive
from grognard.titles.gw36.state import ALLIANCES, DUTIES, NAMES, NATIONS, War


def picture(g: War, seat: str | None) -> Picture:
    """The whole board; identical units of a zone are one piece with a count."""
    units = g.units
    stacks: dict[tuple[int, ...], list[int]] = {}
    for u, at in enumerate(units.at):
        if at >= 0:
            key = (at, units.nation[u], units.kind[u], units.hits[u], units.duty[u], int(units.carrier[u] >= 0))
            stacks.setdefault(key, []).append(u)
    pieces = []
    for (at, nation, kind, hits, duty, aboard), found in stacks.items():
        state = tuple(word for word in (DUTIES[duty], "damaged" if hits else "", "aboard" if aboard else "") if word)
        pieces.append(
            Piece(
                f"u{found[0]}",
                g.board.ids[at],
                NATIONS[nation],
                UNIT_NAMES[kind],
                glyph=UNIT_IDS[kind],
                state=state,
                count=len(found),
            )
        )
    control = {g.board.ids[z]: NATIONS[o] for z, o in enumerate(g.zones.owner) if o >= 0}
    markers = [
        Marker(
            g.board.ids[site.at], FACILITY_NAMES[site.kind], str(site.damage) if site.damage else "" if site.built else "building"
        )
        for site in g.sites
        if site.at >= 0
    ]
    points = victory.points(g)
    tracks = [Track("turn", "Turn", date(g))]
    tracks += [
        Track(f"points_{name}", f"Victory points: {name}", points[n], side=name) for n, name in enumerate(ALLIANCES) if name
    ]
    return Picture(pieces, control, markers, tracks, [nations_panel(g), wars_panel(g)])


def nations_panel(g: War) -> Panel:
    """Cash and income of the player nations."""
    rows: list[list[str | int | float]] = [
        [NAMES[n], ALLIANCES[g.nations.alliance[n]], g.nations.cash[n], current_income(g, n)]
        for n in range(PLAYED)
        if alive(g, n)
    ]
    return Panel("nations", "Nations", ("Nation", "Alliance", "IPP", "Income"), rows)


def wars_panel(g: War) -> Panel:
    rows: list[list[str | int | float]] = [[NAMES[a], NAMES[b]] for a, b in (divmod(key, 128) for key in sorted(g.wars))]
    return Panel("wars", "Wars", ("Nation", "at war with"), rows)
