"""21.7, 21.7.1, 8.8.2: the Soviet Union mobilises: NARFs and free units, militia and Siberians, units raised beyond the Urals."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import USSR
from grognard.titles.tw.rules.money import camp
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.state import DUE, FALL, FUTURE, SUMMER, War, turn_of

MOBILISED = (15, 15, 15, 15, 20, 20)  # 21.7.1, from the turn of the German attack
URALS_UNITS = 3  # 8.8.2


@rule("8.8.2", "15.2.2")
def to_the_urals(g: War) -> None:
    """The three most expensive Soviet units of a Build Segment appear in the Urals (TW-AMB-15)."""
    nations, now, urals = g.roster.nations, g.player_turn, g.board.space("urals_box")
    fresh = [u for u, when in enumerate(g.units.built) if when == now and nations[u] == USSR and g.units.at[u] >= 0]
    for u in sorted(fresh, key=lambda u: (-unit_price(g, u), u))[:URALS_UNITS]:
        if g.units.at[u] != urals:
            g.units[u].at = urals
            g.say("{} is raised beyond the Urals", g.units[u], rule="8.8.2")


@rule("21.7", "21.7.1")
def mobilise(g: War) -> None:
    """In the six turns from the German attack the Soviets gain NARFs and may build one to six ground units for nothing."""
    row, since = g.nations[USSR], g.turn - g.barbarossa
    if row.side != g.side or row.surrendered:
        return
    row.free_builds = 0
    if g.barbarossa >= 0 and 0 <= since < len(MOBILISED):
        row.narfs += MOBILISED[since]
        row.base += MOBILISED[since] if g.campaign else 0
        row.free_builds = since + 1
        g.say("the Soviet Union mobilises: {} NARFs, {} free units", MOBILISED[since], since + 1, rule="21.7.1")


@rule("21.7.1")
def levies(g: War) -> None:
    """The militia comes in Summer 1941 or with the German attack, the Siberians in the Fall or the turn after it (TW-AMB-193)."""
    if not g.campaign or g.side != camp(g, USSR) or g.nations.surrendered[USSR]:
        return
    attacked = g.barbarossa >= 0
    if not attacked and g.turn < turn_of(1941, SUMMER):
        return
    siberia = attacked and (g.turn > g.barbarossa or g.turn >= turn_of(1941, FALL))
    nations, kinds = g.roster.nations, g.roster.kinds
    for u, pool in enumerate(g.units.pool):
        if pool == FUTURE and nations[u] == USSR and (kinds[u] == Kind.STA or (siberia and siberian(g, u))):
            g.units[u].pool, g.units[u].due = DUE, g.turn


def siberian(g: War, unit: int) -> bool:
    """Whether it is one of the four Siberian armies of 21.7.1; those of Variants come by their own rule."""
    marks = g.designs[g.units.design[unit]].marks
    return "siberian" in marks and "variant" not in marks
