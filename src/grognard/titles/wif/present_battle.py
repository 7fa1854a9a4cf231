"""Battles on the table: what is at sea section by section, missions in the air as one card a hex, and what each choice in a
naval round would do, told on its button."""

from __future__ import annotations

from collections import Counter as Tally

from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Label, Panel
from grognard.titles.wif.facts import POWERS, SIDE_OF_POWER, SIDES
from grognard.titles.wif.odds_air import dogfight, line_strength, lines_over
from grognard.titles.wif.odds_sea import Round, committed, rounds_open, search_chances
from grognard.titles.wif.rules.naval_combat import COLUMN, TARGET, Doubt, result_of
from grognard.titles.wif.rules.naval_damage import ship_number, surface_factors
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.units import flying_at, roster
from grognard.titles.wif.state import GROUNDED, NOWHERE, War

KINDS = {"surface": "surface", "air": "air", "in_the_air": "air", "submarine": "submarine", "hunt": "submarine"}
FEW = 120  # air battles tried for a hint
EXACT = 7  # aircraft over a hex whose battle is reckoned for the card
Rows = list[list[str | int | float]]


def at_sea(g: War) -> Panel:
    """Sea areas with ships or aircraft, section by section, the higher first: what lies there for each side."""
    rows: Rows = []
    about: list[tuple[str, ...]] = []
    ground = g.ground
    places = [s for s in g.units.stacks if s >= 0 and ground.section[s] >= 0]
    for place in sorted(places, key=lambda s: (ground.area[s], -ground.section[s])):
        here = [u for u in g.units.stacks[place] if g.units.aboard[u] == NOWHERE]
        for power in sorted({g.units.power[u] for u in here}):
            own = [u for u in here if g.units.power[u] == power]
            if all(g.units.counter[u] == NOWHERE for u in own):
                continue
            area = ground.area[place]
            rows.append([g.board.label(area), ground.section[place], POWERS[power], _ships(g, own), _cargo(g, own)])
            about.append((g.board.token(area), *(g.units[u].token for u in own)))
    return Panel("at_sea", "At sea", ("Sea area", "Section", "Power", "Task force", "Aboard"), rows, about, group="sea")


def _ships(g: War, units: list[int]) -> str:
    kinds = Tally(roster(g).types[u].printed for u in units if g.units.counter[u] != NOWHERE)
    convoys = sum(g.units.points[u] for u in units if g.units.counter[u] == NOWHERE)
    down = sum(bool(g.units.down[u]) for u in units if g.units.counter[u] != NOWHERE)
    told = [f"{n} {kind}" for kind, n in kinds.items()] + ([f"{convoys} CP"] if convoys else [])
    return ", ".join(told) + (f" ({down} face-down)" if down else "")


def _cargo(g: War, units: list[int]) -> str:
    carriers = set(units)
    return ", ".join(g.units[u].sheet.label for u, by in enumerate(g.units.aboard) if by in carriers)


def in_the_air(g: War) -> Panel:
    """Missions that fly now, a line for each side over each hex: front, the others, bombers, value, and who will get through."""
    rows: Rows = []
    about: list[tuple[str, ...]] = []
    flown = sorted({at for u, at in enumerate(g.units.at) if at >= 0 and g.units.mission[u] != GROUNDED})
    for space in flown:
        lines = lines_over(g, space)
        strengths = [line_strength(g.settings, *lines[side]) for side in (0, 1)]
        met = all(line or crowd for line, crowd in lines) and any(line for line, _ in lines)
        small = sum(len(line) + len(crowd) for line, crowd in lines) <= EXACT
        ends = dogfight(g, lines, g.side) if met and small else {}
        for side in (g.side, 1 - g.side):
            line, crowd = lines[side]
            units = [u for u in flying_at(g, space) if SIDE_OF_POWER[g.units.power[u]] == side]
            if not units:
                continue
            value = f"{float(strengths[side] - strengths[1 - side]):+.1f}" if met else "-"
            through = sum(p * len(sky.through[side]) for sky, p in ends.items())
            expected = f"{through:.1f} of {len(crowd)}" if ends and crowd else "all" if crowd and not met else "-"
            front = g.units[line[0].unit].sheet.name + (f" +{len(line) - 1}" if len(line) > 1 else "") if line else "-"
            bombs = ", ".join(g.units[p.unit].sheet.name for p in crowd) or "-"
            rows.append([g.board.label(space), SIDES[side].capitalize(), front, bombs, value, expected])
            about.append((g.board.token(space), *(g.units[u].token for u in units)))
    columns = ("Over", "Side", "Front", "Bombers", "Value", "Through")
    return Panel("in_the_air", "In the air", columns, rows, about, group="air")


def battles(g: War) -> list[Panel]:
    return [panel for panel in (in_the_air(g), at_sea(g)) if panel.rows]


# --- hints in a naval round ---------------------------------------------------------------------------------------------------


def hinted(g: War, ask: Ask, option: Option, label: Label) -> Label:
    """A choice in a naval round says what it would do."""
    subject = ask.subject
    if isinstance(subject, Doubt) and not label.hint:
        label.hint = _hint(g, subject, option.verb)
    return label


def _hint(g: War, doubt: Doubt, verb: str) -> str:
    if verb == "stay":
        sides = committed(g, doubt.area, g.side)
        if not all(sides.committed):
            return ""
        search = search_chances(g, sides, doubt.side)
        return f"battle again {search.battle:.0%}; only we find {search.ours:.0%}, only they {search.theirs:.0%}"
    if not doubt.own or not doubt.foes:
        return ""
    if verb in ("shift_own", "shift_enemy", "no_shift"):
        return _columns(g, doubt, verb)
    if verb == "choose":
        return f"{doubt.points - TARGET} points left"
    if verb in KINDS or verb == "fight":
        rounds = _rounds(g, doubt)
        wanted = [rounds[KINDS[verb]]] if KINDS.get(verb) in rounds else list(rounds.values()) if verb == "fight" else []
        return "; ".join(told(one, doubt.side) for one in wanted)
    return ""


def _rounds(g: War, doubt: Doubt) -> dict[str, Round]:
    own, foes = list(doubt.own), list(doubt.foes)
    included = [own, foes] if doubt.side == 0 else [foes, own]
    return {r.kind: r for r in rounds_open(g, Sides(doubt.area, g.side, included=included), included, FEW)}


def told(one: Round, side: int) -> str:
    """`surface: they lose 0.6, we 0.2`."""
    return f"{one.kind}: they lose {one.harm[1 - side].sunk:.1f} ships, we {one.harm[side].sunk:.1f}"


def _columns(g: War, doubt: Doubt, verb: str) -> str:
    """What our or their guns inflict in the column after the shift."""
    own, foes = list(doubt.own), list(doubt.foes)
    ours = result_of(g, "surface", surface_factors(g, own), ship_number(g, foes), int(verb == "shift_own"))
    theirs = result_of(g, "surface", surface_factors(g, foes), ship_number(g, own), -int(verb == "shift_enemy"))
    left = doubt.points - (COLUMN if verb != "no_shift" else 0)
    return f"guns: we {' '.join(ours) or '-'}, they {' '.join(theirs) or '-'}; {left} points left"
