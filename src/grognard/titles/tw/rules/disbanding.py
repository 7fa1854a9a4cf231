"""15.5: a power gives up units, airbases and fortifications of its own will. What it gives up costs double to rebuild, works and
airbases their plain price."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.installations import based, fortified, may_dismantle
from grognard.titles.tw.rules.units import eliminate, patron_of
from grognard.titles.tw.state import FORTIFICATION, PLAIN, Hex, Nation, Unit, War


class Demobilising(Subject, frozen=True):
    """A power that looks through what it has."""

    power: Annotated[int, Nation]


@rule("15.5")
def may_disband(g: War, power: int, unit: int) -> No | None:
    """Whether a power can give up a unit: its own or a Satellite's, on the board."""
    if g.units.at[unit] < 0 or patron_of(g, unit) != power:
        return No("15.5", "it is no unit of this power on the board")
    return No("7.5", "it is aboard a ship") if g.units.aboard[unit] >= 0 else None


@rule("15.5")
def give_up(g: War, unit: int) -> None:
    """A unit goes; to have it again costs as much as if it had been lost out of supply."""
    for u, ship in enumerate(g.units.aboard):
        if ship == unit and g.units.at[u] >= 0:
            eliminate(g, g.units[u], "15.5", unsupplied=True)
            g.units[u].aboard = NOWHERE
    eliminate(g, g.units[unit], "15.5", unsupplied=True)


@rule("15.5")
def may_pull_down(g: War, power: int, space: int) -> No | None:
    """Whether a power can give up its fortification in a hex, or an airbase without which its aircraft have room."""
    if g.hexes.works[space] == FORTIFICATION and g.hexes.builder[space] == power:
        return None
    return may_dismantle(g, power, space)


@rule("15.5")
def pull_down(g: War, power: int, space: int) -> None:
    """A fortification, or else an airbase, goes; nothing is paid and nothing gained."""
    hexagon = g.hexes[space]
    if hexagon.works == FORTIFICATION and hexagon.builder == power:
        hexagon.works, hexagon.builder, hexagon.vacant = PLAIN, NOWHERE, 0
    else:
        hexagon.airbase = NOWHERE
    g.say("{} gives up its works at {}", g.nations[power], hexagon, rule="15.5")


@rule("15.5")
def disband(g: War, power: int) -> Flow[None]:
    """A power gives up units and works"""
    yield from menu(
        g, g.seat(g.side), "{0} gives up", Demobilising(power), DONE, SCRAPPING, RAZING, rule="15.5", named=(g.nations[power],)
    )


DONE: Act[War, Demobilising, None] = Act("done", "15.5", "Nothing", do=lambda g, s, _: None)
SCRAPPING: Act[War, Demobilising, int] = Act(
    "scrap", "15.5", "{0}", takes=Unit, among=lambda g, s: range(len(g.units)), may=lambda g, s, u: may_disband(g, s.power, u),
    do=lambda g, s, u: give_up(g, u),
)  # fmt: skip
RAZING: Act[War, Demobilising, int] = Act(
    "raze", "15.5", "The works at {0}", takes=Hex, among=lambda g, s: sorted({*based(g, s.power), *fortified(g, s.power)}),
    may=lambda g, s, h: may_pull_down(g, s.power, h), do=lambda g, s, h: pull_down(g, s.power, h),
)  # fmt: skip
