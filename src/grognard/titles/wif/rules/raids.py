"""11.7, option 8: the hour and the height of a strategic bombardment, announced when the first bomber flies to a hex."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.rules.special_aircraft import shows, up_high
from grognard.titles.wif.rules.units import flying_at
from grognard.titles.wif.state import BOMBER, Hex, Unit, War

STRATEGIC = "strategic bombardment"


class Raid(Subject, frozen=True):
    """The first bomber of a raid on a hex."""

    unit: Annotated[int, Unit]
    target: Annotated[int, Hex]


@rule("11.7")
def announce(g: War, unit: int, target: int) -> Flow[None]:
    """By day or by night, low or high: the same for all bombers over a hex in a step"""
    if not g.options.special_aircraft or any(g.units.mission[u] == BOMBER and u != unit for u in flying_at(g, target)):
        return
    g.hexes[target].raid_high = g.hexes[target].raid_night = 0
    yield from menu(
        g, g.seat(g.units.power[unit]), "{0} bombs {1}", Raid(unit, target), DAY, HIGH, NIGHT, HIGH_NIGHT,
        named=(g.units[unit], g.hexes[target]),
    )  # fmt: skip


@rule("11.7")
def may_fly_so_high(g: War, unit: int, target: int, *, bombing: bool) -> No | None:
    """Whether an aircraft can take part over a hex: at high altitude bombers with a white cloud, fighters without a black one."""
    if not up_high(g, target):
        return None
    if bombing:
        return None if shows(g, unit, "high") else No("11.7", "only bombers with a white cloud fly at high altitude")
    return No("11.7", "fighters with a black cloud do not fly at high altitude") if shows(g, unit, "low") else None


def may_go_high(g: War, raid: Raid, _: None) -> No | None:
    return None if shows(g, raid.unit, "high") else No("11.7", "only bombers with a white cloud fly at high altitude")


@rule("22.2")
def may_hit(g: War, gun: int, space: int) -> bool:
    """Whether an anti-aircraft gun reaches the bombers over a hex: light ones none at high altitude."""
    return not up_high(g, space) or "light" not in g.units[gun].sheet.marks


def end_raids(g: War) -> None:
    """The step is over: nothing flies at night or high any more."""
    for space in [s for s, (high, night) in enumerate(zip(g.hexes.raid_high, g.hexes.raid_night)) if high or night]:
        g.hexes[space].raid_high = g.hexes[space].raid_night = 0


def _plan(name: str, words: str, high: int, night: int) -> Act[War, Raid, None]:
    def fix(g: War, raid: Raid, _: None) -> None:
        g.hexes[raid.target].raid_high, g.hexes[raid.target].raid_night = high, night

    return Act(name, "11.7", words, do=fix, may=may_go_high if high else None)


DAY = _plan("day", "By day", 0, 0)
HIGH = _plan("high", "By day, at high altitude", 1, 0)
NIGHT = _plan("night", "By night", 0, 1)
HIGH_NIGHT = _plan("high_night", "By night, at high altitude", 1, 1)
