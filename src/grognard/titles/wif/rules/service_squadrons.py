"""22.13: service squadrons (option 58) make room in a minor port."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import MINOR_PORT
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.actions import count, may_do
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.stacking import is_anchored, is_squadron, ship_count, ship_limit, squadron_value
from grognard.titles.wif.rules.units import of_side, ships_at
from grognard.titles.wif.state import NOWHERE, Power, Unit, War


class Harbour(Subject, frozen=True):
    """A power may make minor ports larger, or give that up."""

    power: Annotated[int, Power]


@rule("22.13")
def may_upgrade_port(g: War, subject: Harbour, unit: int) -> No | None:
    """Whether a face-up squadron in a minor port is put to work there: a naval move."""
    no = _own(g, subject, unit)
    if no is not None:
        return no
    if is_anchored(g, unit) or g.units.down[unit]:
        return No("22.13", "only a face-up squadron")
    if g.ground.port[g.units.at[unit]] != MINOR_PORT:
        return No("22.13", "it must lie in a minor port")
    return may_do(g, subject.power, Activity.NAVAL_MOVE)


@rule("22.13")
def may_downgrade_port(g: War, subject: Harbour, unit: int) -> No | None:
    """Whether a squadron weighs anchor: the port must not be too full then."""
    no = _own(g, subject, unit)
    if no is not None:
        return no
    if not is_anchored(g, unit):
        return No("22.13", "it lies at no upgraded port")
    port = g.units.at[unit]
    ships = of_side(g, ships_at(g, port), SIDE_OF_POWER[subject.power])
    if ship_count(g, ships) + 1 > ship_limit(g, port) - squadron_value(g, unit):
        return No("22.13", "too many ships would lie in the port")
    return may_do(g, subject.power, Activity.NAVAL_MOVE)


def _own(g: War, subject: Harbour, unit: int) -> No | None:
    units = g.units
    if units.power[unit] != subject.power or not is_squadron(g, unit) or units.at[unit] < 0 or units.aboard[unit] != NOWHERE:
        return No("22.13", "it is no service squadron of yours")
    return None if g.ground.land[units.at[unit]] else No("22.13", "it is at sea")


def _squadrons(g: War, power: int) -> list[int]:
    return [u for u, whose in enumerate(g.units.power) if whose == power and is_squadron(g, u)]


def harbour_powers(g: War) -> list[int]:
    """For the sequence: powers of the moving side that can upgrade or downgrade a port."""
    if not g.options.service_squadrons:
        return []
    able = [p for p in powers_of(g, g.side) if g.powers.action[p] != Action.PASS]
    return [p for p in able if _anything(g, Harbour(p))]


def _anything(g: War, subject: Harbour) -> bool:
    own = _squadrons(g, subject.power)
    return any(may_upgrade_port(g, subject, u) is None or may_downgrade_port(g, subject, u) is None for u in own)


@rule("22.13")
def work_harbours(g: War) -> Flow[None]:
    """Service squadrons are put to work in minor ports, or leave them"""
    subject = Harbour(g.power)
    while _anything(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: service squadrons?", subject, DONE, ANCHOR, WEIGH, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            return


def _anchor(g: War, subject: Harbour, unit: int) -> None:
    row = g.units[unit]
    row.anchored, row.down = row.at + 1, 1
    count(g, subject.power, Activity.NAVAL_MOVE)
    g.say("{} serves the fleet in {}", row, g.hexes[row.at], rule="22.13")


def _weigh(g: War, subject: Harbour, unit: int) -> None:
    row = g.units[unit]
    row.anchored, row.down = 0, 0
    count(g, subject.power, Activity.NAVAL_MOVE)
    g.say("{} weighs anchor", row, rule="22.13")


DONE: Act[War, Harbour, None] = Act("done", "22.13", "No more", do=lambda g, s, _: None)
ANCHOR: Act[War, Harbour, int] = Act(
    "anchor", "22.13", "{0} upgrades its port", takes=Unit, among=lambda g, s: _squadrons(g, s.power), may=may_upgrade_port,
    do=_anchor,
)  # fmt: skip
WEIGH: Act[War, Harbour, int] = Act(
    "weigh", "22.13", "{0} leaves its port as it was", takes=Unit, among=lambda g, s: _squadrons(g, s.power),
    may=may_downgrade_port, do=_weigh,
)  # fmt: skip
