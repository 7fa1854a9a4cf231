"""13.3.3: things that happen on the map which the USA takes note of: places taken, and where Japanese units show up first."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, CHINA, COMMONWEALTH, FRANCE, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.rules.canals import banks
from grognard.titles.wif.rules.entry import TO_GERMANY, TO_JAPAN, entry_runs, outrage
from grognard.titles.wif.rules.powers import at_war
from grognard.titles.wif.state import War

EUROPE = ("W", "E")  # codes of the hexes of the two European maps
QUIET = "red_sea"  # 37: the sea that does not count
MAPS = 1000  # keys of g.entry_done beyond the rows of the chart: a row and the number of a map


def note_taken(g: War, space: int, power: int, before: int) -> None:
    """A land unit of a power has taken a hex that another controlled."""
    if SIDE_OF_POWER[power] != AXIS or before < 0 or SIDE_OF_POWER[before] != ALLIES or not entry_runs(g):
        return
    name = g.ground.country[space]
    if power == JAPAN and before == CHINA and name == "china" and g.ground.city[space]:
        outrage(g, "10", JAPAN)
    if name == "united_kingdom":
        outrage(g, "15", power)
    if space == g.ground.named("Gibraltar"):
        outrage(g, "18", power, pool=TO_GERMANY)
    elif space == g.ground.named("Singapore"):
        outrage(g, "18", power, pool=TO_JAPAN)
    elif space in banks(g, "suez_canal") and not any(g.sides_by_hex[s] == AXIS for s in banks(g, "suez_canal") if s != space):
        outrage(g, "18", power)


def watch_japan(g: War) -> None:
    """Japanese units on the Marshalls, on the European maps and on the American map are noted when they first come there"""
    if not g.powers.plays[JAPAN] or not entry_runs(g):
        return
    dutch = g.countries.wars[g.facts.country["netherlands"]] >> JAPAN & 1
    busy = dutch or any(at_war(g, JAPAN, p) for p in (COMMONWEALTH, FRANCE, USA))
    marshalls = set(g.ground.shores.get(g.ground.named("Marshalls"), ())) if "marshalls" in g.ground.places else set()
    for unit, whose in enumerate(g.units.power):
        at = g.units.at[unit]
        if whose != JAPAN or at < 0:
            continue
        if at in marshalls:
            outrage(g, "3", JAPAN)
            if g.roster.land[unit]:
                g.marshalls_entered = 1  # 13.3.2: option 40 asks for it
        if not busy:
            _note_map(g, at)


@rule("13.3.3")
def _note_map(g: War, at: int) -> None:
    """37: the first Japanese unit on a map: once for each of the European ones, once for the American. A sea area that lies on
    both European maps counts as of the western one (reading WIF-DEC-215)."""
    area = g.ground.area[at]
    if area >= 0 and g.board.token(area) == QUIET:
        return
    shore = g.ground.shores.get(area, []) if area >= 0 else [at]
    letters = {g.board.token(s)[0] for s in shore}
    if letters and letters <= set(EUROPE):
        _note_once(g, "37a", EUROPE.index("W" if "W" in letters else "E"))
    elif letters == {"M"}:
        _note_once(g, "37b", 0)


def _note_once(g: War, action: str, number: int) -> None:
    """A map, by its number among those of the row, is noted the first time alone."""
    noted = g.charts.entry_action(action) + MAPS * (number + 1)
    if not g.entry_done.get(noted):
        g.entry_done[noted] = 1
        outrage(g, action, JAPAN)
