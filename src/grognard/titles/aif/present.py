"""What players of America in Flames see besides the table of World in Flames: politics, research, the boxes off the map."""

from __future__ import annotations

from grognard.kernel.present import Panel, Picture, Piece, Track
from grognard.titles.aif.facts import COURTIERS, FULL_ALLY, HIGHEST
from grognard.titles.aif.rules.allegiance import level_cost
from grognard.titles.aif.rules.hidden import hidden_units
from grognard.titles.aif.rules.research import ATOMIC_BOMB, die_cost, sites
from grognard.titles.aif.rules.victory import held, homes_on_the_maps
from grognard.titles.aif.state import America
from grognard.titles.wif import present as shared
from grognard.titles.wif.facts import (
    ALLIES,
    AXIS,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    POWER_KEYS,
    POWERS,
    SIDE_OF_POWER,
    SIDES,
    USA,
)
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.resources import routing, useable_factories
from grognard.titles.wif.rules.units import roster

SHORT = {GERMANY: "Ge", ITALY: "It", JAPAN: "Jp", COMMONWEALTH: "CW", FRANCE: "Fr", USA: "US"}  # whom a flag favours
Rows = list[list[str | int | float]]


def picture(g: America, seat: str | None) -> Picture:
    """Everything a seat may see: hidden units are shown to their owner alone (22.10)."""
    made = shared.picture(g, seat)
    made.pieces = [*made.pieces, *hidden_pieces(g, seat)]
    made.tracks = [track for track in made.tracks if not track.key.startswith("points.")] + research_tracks(g)
    made.panels = [political_track(g), costs(g), research(g), boxes(g), *made.panels]
    return made


def hidden_pieces(g: America, seat: str | None) -> list[Piece]:
    """A seat's own hidden units, marked as such."""
    found = []
    for unit in hidden_units(g):
        row = g.units[unit]
        if seat == g.seat(row.power):
            kind = roster(g).types[unit]
            numbers, code = (row.sheet.values,), shared.symbol(kind, SIDE_OF_POWER[row.power])
            name = row.sheet.name or kind.printed
            spot = g.board.token(g.hideouts[unit])
            found.append(
                Piece(
                    row.token, spot, POWER_KEYS[row.power], name, sidc=code, numbers=numbers, state=("hidden",), kind=kind.printed
                )
            )
    return found


def research_tracks(g: America) -> list[Track]:
    return [Track(f"research.{SIDES[side]}", "Research", g.research[side], g.target, side=SIDES[side]) for side in (AXIS, ALLIES)]


def political_track(g: America) -> Panel:
    """The track as it lies on the map: a row for each square, Axis flags on one side, Allied ones on the other, each with the
    power it favours; neutral flags at 0."""
    rows: Rows = []
    about: list[tuple[str, ...]] = []
    for square in range(FULL_ALLY, -1, -1):
        here = [f for f in g.flags if f.level == square and not f.gone]
        if square == 0:
            rows.append(["", "0", ", ".join(f.label for f in here), "neutral"])
        else:
            sides = [", ".join(f"{f.label} ({SHORT[f.favours]})" for f in here if f.side == side) for side in (AXIS, ALLIES)]
            name = "Full ally" if square == FULL_ALLY else str(square)
            rule = g.chancery.track[min(square, len(g.chancery.track) - 1)]
            notes = [rule.right, *(["hurdle"] if rule.hurdle_below else []), *([f"{rule.arrow}: up"] if rule.arrow else [])]
            rows.append([sides[AXIS], name, sides[ALLIES], ", ".join(notes) if square <= HIGHEST else "full ally"])
        about.append(tuple(capital for f in here if (capital := _capital(g, f.index))))
    return Panel("track", "Political allegiance", ("Axis", "Square", "Allies", "Right"), rows, about, group="politics")


def _capital(g: America, flag: int) -> str:
    at = g.ground.places.get(g.facts.countries[g.chancery.minors[flag]].capital, -1)
    return g.board.token(at) if at >= 0 else ""


def costs(g: America) -> Panel:
    """What a level costs each power now, and the points it has."""
    powers = [p for p in playing(g) if p in COURTIERS]
    rows: Rows = [["Points", *(g.offices.political[p] for p in powers)]]
    rows += [[row.label, *(level_cost(g, p, row.index) for p in powers)] for row in g.flags if not row.gone]
    return Panel("costs", "Political costs", ("Minor", *(SHORT[p] for p in powers)), rows, group="politics")


def research(g: America) -> Panel:
    homes = len(homes_on_the_maps(g))
    rows: Rows = [
        [
            g.side_name(side),
            f"{g.research[side]} of {g.target}",
            "yes" if g.research[side] >= ATOMIC_BOMB else f"at {ATOMIC_BOMB}",
            sites(g, side),
            die_cost(g, side),
            f"{held(g, side)} of {homes}",
        ]
        for side in (AXIS, ALLIES)
    ]
    columns = ("Side", "Hydrogen bomb", "Atomic bombs", "Sites", "A die", "Homes")
    return Panel("research", "Research and conquest", columns, rows, group="politics")


def boxes(g: America) -> Panel:
    """The boxes off the map: who waits in them, and what they produce."""
    rows: Rows = []
    about: list[tuple[str, ...]] = []
    known = roster(g)
    for box in (s for s, off in enumerate(g.ground.box) if off):
        there = g.units.stacks.get(box, ())
        count = [sum(kind[u] for u in there) for kind in (known.land, known.air, known.naval)]
        power = g.countries.power[g.hexes.controller[box]]
        made = routing(g, power).points if power >= 0 else 0
        rows.append(
            [
                POWERS[power] if power >= 0 else g.board.label(box),
                *count,
                useable_factories(g, power, box),
                g.ground.resources[box],
                made,
            ]
        )
        about.append((g.board.token(box), POWER_KEYS[power]))
    columns = ("Box", "Land", "Air", "Ships", "Fact.", "Res.", "Points")
    return Panel("boxes", "Off the map", columns, rows, about, group="production")
