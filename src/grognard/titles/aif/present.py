"""What players of America in Flames see besides the table of World in Flames: politics, research, the boxes off the map."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.kernel.play import Journal
from grognard.kernel.present import Label, Panel, Peg, Picture, Piece, Square, Track
from grognard.titles.aif.facts import COURTIERS, FULL_ALLY, HIGHEST, SIDE_POWERS
from grognard.titles.aif.rules.allegiance import apply_levels, level_cost, place_name
from grognard.titles.aif.rules.declarations import Cabinet, indignation, taker
from grognard.titles.aif.rules.hidden import hidden_units
from grognard.titles.aif.rules.influence import HIDDEN_PRICE, Courting, Courtship
from grognard.titles.aif.rules.research import ATOMIC_BOMB, die_cost, sites
from grognard.titles.aif.rules.victory import held, homes_on_the_maps
from grognard.titles.aif.state import America, Flag
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
from grognard.titles.wif.state import ALIGNED, NOWHERE

SHORT = {GERMANY: "Ge", ITALY: "It", JAPAN: "Jp", COMMONWEALTH: "CW", FRANCE: "Fr", USA: "US"}  # whom a flag favours
TIERS = {ITALY: -1, COMMONWEALTH: -1, JAPAN: 1, FRANCE: 1}  # 9.8: above or below the square
ENDS = {AXIS: GERMANY, ALLIES: USA}  # whose colour a side's end of a track has
TEN = 10  # research points to a square
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
    """The track as it lies on the map: from the Axis full ally square over 0 to the Allied one; a flag in its square favours
    Germany or the USA, above it Italy or the Commonwealth, below it Japan or France (9.8)."""
    squares = []
    for position in range(-FULL_ALLY, FULL_ALLY + 1):
        level, side = abs(position), ALLIES if position > 0 else AXIS
        printed = g.chancery.track[min(level, len(g.chancery.track) - 1)]
        here = [f for f in g.flags if f.level == level and not f.gone and (level == 0 or f.side == side)]
        squares.append(
            Square(
                "Full ally" if level == FULL_ALLY else f"+{level}" if level else "0",
                POWER_KEYS[ENDS[side]] if level else "",
                printed.right if level <= HIGHEST else "full ally",
                bar=("before" if side == ALLIES else "after") if printed.hurdle_below and level else "",
                sign=printed.arrow if level else "",
                pegs=[_flag(g, f) for f in here],
            )
        )
    return Panel("track", "Political allegiance", squares=squares, group="politics")


def _flag(g: America, flag: Flag) -> Peg:
    """A minor's flag as it stands on the track: its colour and tier say whom it favours; one with lightning names who moves the
    other way."""
    country = g.countries[g.chancery.minors[flag.index]]
    others = ", ".join(g.flags[n].label for n in g.chancery.opposite.get(flag.index, ()))
    notes = [POWERS[flag.favours] if flag.level else "neutral"]
    notes += ["aligned"] if country.status == ALIGNED else []
    notes += [f"moves the other way: {others}"] if others else []
    at = _capital(g, flag.index)
    side = POWER_KEYS[flag.favours] if flag.level else ""
    return Peg(flag.label, side, TIERS.get(flag.favours, 0) if flag.level else 0, "; ".join(notes), (at,) if at else ())


def hinted(g: America, ask: Ask, option: Option, label: Label) -> Label:
    """A minor that is courted says where its flag is and lights its capital; a number of levels says where they alone lead."""
    subject = ask.subject
    if isinstance(subject, Courting) and option.verb == "court":
        flag = option.arg.index
        label.hint = f"its flag: {place_name(g, flag)}"
        label.spaces = (_capital(g, flag),) if _capital(g, flag) else ()
    elif isinstance(subject, Courting) and option.verb == "conceal":
        label.hint = f"{int(option.args[0]) * HIDDEN_PRICE} points; where they lie is said at the set-up"
    elif isinstance(subject, Courtship) and option.verb == "levels":
        levels = int(option.args[0])
        label.hint = f"{levels * subject.cost} points; by themselves they lead to {led_to(g, subject, levels)}"
    elif isinstance(subject, Cabinet) and option.verb == "declare_war":
        flag, other = option.arg.index, 1 - SIDE_OF_POWER[subject.power]
        anger = ", ".join(f"{POWERS[p]} {indignation(g, p, flag)}" for p in SIDE_POWERS[other] if p in playing(g))
        label.hint = f"a full ally of {POWERS[taker(g, flag, other)]}; political points: {anger}"
        label.spaces = (_capital(g, flag),) if _capital(g, flag) else ()
    elif isinstance(subject, Cabinet) and option.verb == "align":
        label.hint = f"its flag: {place_name(g, option.arg.index)}; its army is set up at once"
        label.spaces = (_capital(g, option.arg.index),) if _capital(g, option.arg.index) else ()
    return label


def led_to(g: America, subject: Courtship, levels: int) -> str:
    """Where levels take a flag if nobody else moves it, and what that square gives."""
    copy = g.copy()
    copy.journal = Journal()
    apply_levels(copy, subject.flag, subject.power, levels)
    right = g.chancery.track[copy.flags.level[subject.flag]].right if copy.flags.level[subject.flag] else ""
    return f"{place_name(copy, subject.flag)}{f', {right}' if right else ''}"


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
    return Panel("research", "Research and conquest", columns, rows, group="politics", squares=research_squares(g))


def research_squares(g: America) -> list[Square]:
    """The research track in tens: where both sides are, and where the bombs are."""
    last = -(-g.target // TEN)
    found = []
    for n in range(last + 1):
        here = [side for side in (AXIS, ALLIES) if min(g.research[side] // TEN, last) == n]
        sign = "hydrogen bomb" if n == last else "atomic bomb" if n == ATOMIC_BOMB // TEN else ""
        pegs = [Peg(f"{g.side_name(side)} {g.research[side]}", POWER_KEYS[ENDS[side]]) for side in here]
        found.append(Square(str(g.target if n == last else n * TEN), sign=sign, pegs=pegs))
    return found


def boxes(g: America) -> Panel:
    """The boxes off the map: who waits in them, and what they produce."""
    rows: Rows = []
    about: list[tuple[str, ...]] = []
    squares: list[Square] = []
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
        squares.append(_box(g, box, power))
    columns = ("Box", "Land", "Air", "Ships", "Fact.", "Res.", "Points")
    return Panel("boxes", "Off the map", columns, rows, about, group="production", squares=squares)


def _box(g: America, box: int, power: int) -> Square:
    """A box with the units that wait in it, counted by power and type."""
    count: dict[tuple[int, str], int] = {}
    for unit in g.units.stacks.get(box, ()):
        if g.units.aboard[unit] == NOWHERE:
            key = (g.units.power[unit], roster(g).types[unit].printed)
            count[key] = count.get(key, 0) + 1
    pegs = []
    for (whose, kind), n in sorted(count.items()):
        pegs.append(Peg(f"{kind} \u00d7{n}" if n > 1 else kind, POWER_KEYS[whose], note=POWERS[whose]))
    side = POWER_KEYS[power] if power >= 0 else ""
    return Square(g.board.label(box), side, pegs=pegs, about=(g.board.token(box),))
