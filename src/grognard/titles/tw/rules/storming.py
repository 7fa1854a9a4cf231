"""9.8, 7.7.2: automatic victory as part of an amphibious assault: troops that have landed beside defenders roll over them and
march on. Other assaults from the sea are fought in combat.py."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE, Row
from grognard.titles.tw.charts import ODDS, VICTORY_COLUMN
from grognard.titles.tw.ground import MOUNTAIN, SWAMP
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import MAJORS
from grognard.titles.tw.rules import air_support, strength
from grognard.titles.tw.rules.allowance import STORMED
from grognard.titles.tw.rules.control import captured_fortress, take
from grognard.titles.tw.rules.invasions import ASSAULT, open_beachhead
from grognard.titles.tw.rules.units import army_rating, eliminate, enemies_in, governing, ground_at, presence
from grognard.titles.tw.rules.weather import no_automatic_victory
from grognard.titles.tw.state import FORTIFICATION, FORTRESS, Hex, War

GUNS = 1  # 7.7.3: the column of the fleet


def landed_at(g: War, beach: int) -> list[int]:
    """Units of the phasing side that have come to a beach from the sea and stand among enemies."""
    afloat, sides = g.units.afloat, g.roster.sides
    return [u for u in ground_at(g).get(beach, ()) if afloat[u] == ASSAULT and sides[u] == g.side]


@rule("9.8", "7.7.3", "10.6.2")
def storm_column(g: War, beach: int) -> int:
    """The column of the odds with the guns of the fleet, before air support; -1 where these troops cannot overrun anybody:
    without ARM, or of an army that is not First Rate (TW-AMB-213)."""
    force = landed_at(g, beach)
    strengths = g.roster.strengths
    if not any(g.roster.kinds[u] == Kind.ARM for u in force):
        return -1
    if governing((army_rating(g, u), strengths[u]) for u in force) != 1:
        return -1
    attack = strength.attack_total(g, beach, force)
    defence = sum([v for _, v in strength.defence_value(g, beach, force, 1, force)])
    return -1 if not attack or ODDS.below(attack, defence) else ODDS.place(attack, defence) + GUNS


@rule("9.8", "10.6.6", "26.0")
def may_storm(g: War, beach: int) -> No | None:
    """Whether a beach can be overrun from the sea at all, the odds apart."""
    if not landed_at(g, beach) or not presence(g)[beach] & (2 >> g.side):
        return No("9.8", "nobody has landed there beside an enemy unit")
    if g.ground.terrain[beach] in (MOUNTAIN, SWAMP) or g.hexes.works[beach] == FORTIFICATION:
        return No("9.8", "mountains, swamps and fortifications are never overrun")
    if g.hexes.works[beach] == FORTRESS and (g.hexes.builder[beach] in MAJORS or g.hexes.builder[beach] == NOWHERE):
        return No("9.8", "the fortress of a Major Power is never overrun")
    if no_automatic_victory(g, beach, g.side):
        return No("26.0", "the weather forbids automatic victory")
    return None if storm_column(g, beach) >= 0 else No("9.8", "it takes ARM units, and a First-Rate army")


def storms(g: War) -> list[tuple[Row, ...]]:
    """Beaches that can be overrun now, each with the aircraft it takes."""
    found: list[tuple[Row, ...]] = []
    for beach in sorted({g.units.at[u] for u, how in enumerate(g.units.afloat) if how == ASSAULT and g.units.at[u] >= 0}):
        if may_storm(g, beach) is not None:
            continue
        need = VICTORY_COLUMN - storm_column(g, beach)
        if need <= 0:
            found.append((g.hexes[beach],))
        elif need <= 2:
            found += [(g.hexes[beach], *[g.units[u] for u in planes]) for planes in _enough(g, beach, need)]
    return found


def _enough(g: War, beach: int, need: int) -> list[tuple[int, ...]]:
    planes = air_support.bombers_for(g, beach, air_support.AV)
    one: list[tuple[int, ...]] = [(u,) for u in planes if strength.columns(g, [u], beach, g.side) >= need]
    pairs = [pair for pair in combinations(planes, 2) if not any((u,) in one for u in pair)]
    return one + [pair for pair in pairs if strength.columns(g, pair, beach, g.side) >= need]


@rule("9.8", "7.7.4")
def storm(g: War, rows: Sequence[Any]) -> Flow[None]:
    """The defenders of a beach are overrun; who has landed may march on with what is left of his movement"""
    beach, planes = rows[0].index, [row.index for row in rows[1:]]
    shift = 0
    if planes:
        survivors = yield from air_support.support_mission(g, planes, beach, air_support.AV)
        shift = strength.columns(g, survivors, beach, g.side)
    if storm_column(g, beach) + shift < VICTORY_COLUMN:
        g.say("the automatic victory at {} fails", g.hexes[beach], rule="9.8")
        return
    g.say("automatic victory at {}", g.hexes[beach], rule="9.8")
    for u in enemies_in(g, beach, g.side):
        eliminate(g, g.units[u], "9.8")
    force = landed_at(g, beach)
    fortress = g.hexes.works[beach] == FORTRESS
    take(g, beach, g.roster.nations[force[0]], g.side, defended=True)
    if fortress:
        yield from captured_fortress(g, beach, g.side)
    g.hexes[beach].overrun = g.player_turn
    open_beachhead(g, beach)
    for u in force:
        g.units[u].afloat, g.units[u].dropped, g.units[u].moved = STORMED, 0, 0


def _words(g: War, subject: Any, rows: Sequence[Any]) -> str:
    where, *aircraft = [row.label for row in rows]
    return f"Overrun {where} from the sea with {', '.join(aircraft)}" if aircraft else f"Overrun {where} from the sea"


def _why(g: War, rows: Any) -> No | None:
    if tuple(rows) in storms(g):
        return None
    no = may_storm(g, rows[0].index) if rows and isinstance(rows[0], Hex) else None
    return no if no is not None else No("9.8", "the odds fall short of 6-1, or need other aircraft")


STORMING: Act[War, Any, Any] = Act(
    "storm", "9.8", _words, group="Automatic victories from the sea", takes=Row, listed=lambda g, s: storms(g),
    may=lambda g, s, rows: _why(g, rows), do=lambda g, s, rows: storm(g, rows),
)  # fmt: skip
