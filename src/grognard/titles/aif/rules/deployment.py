"""23.5.3: setting up. Units begin where the chart suggests; whoever plays a power moves those for which its rows leave other
hexes open, in the order of the set-up, before units are hidden and ships put to sea."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import POWER_INDEX, SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.stacking import air_limit, company, may_stack
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.scenario import UnitRow, places_in
from grognard.titles.wif.setup import rows_in_play
from grognard.titles.wif.state import Hex, Power, Unit

OPEN_ROWS = ("anywhere", "port")  # modes of rows that leave a choice


class Deploying(Subject, frozen=True):
    """A power that sets its units up."""

    power: Annotated[int, Power]


class Posting(Subject, frozen=True):
    """A unit that is given another hex."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]


@derived(lasting=True)
def open_rows(g: America) -> list[UnitRow | None]:
    """For every unit of the set-up the row that leaves it a choice of hexes."""
    return [row if row.status == "map" and row.mode in OPEN_ROWS else None for row in rows_in_play(g)]


def row_of(g: America, unit: int) -> UnitRow | None:
    rows = open_rows(g)
    return rows[unit] if unit < len(rows) else None


@rule("23.5.3")
def deploying_powers(g: America) -> list[int]:
    """For the sequence: powers with units that may be moved, in the order of the set-up."""
    order = [POWER_INDEX[name] for name in g.campaign.frame.set_up_order]
    return [p for p in order if any(whose == p and row_of(g, u) is not None for u, whose in enumerate(g.units.power))]


@rule("23.5.3")
def deploy(g: America) -> Flow[None]:
    """A power may move units to other hexes that their rows of the set-up chart leave open"""
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: set units up elsewhere?", Deploying(g.power), SET, SHIFT, named=(g.powers[g.power],),
            rests=True,
        )  # fmt: skip
        if answer.verb == SET.name:
            return


@rule("23.5.3")
def may_shift(g: America, subject: Deploying, unit: int) -> No | None:
    """Whether a unit may be moved: one of the power's own whose row leaves a choice; an HQ not from under its aircraft."""
    if g.units.power[unit] != subject.power or row_of(g, unit) is None:
        return No("23.5.3", "the set-up chart names the place of this unit")
    at = g.units.at[unit]
    if roster(g).hq[unit]:
        armies, planes, _ = company(g, at, SIDE_OF_POWER[subject.power])
        if not any(roster(g).hq[u] for u in armies if u != unit) and len(planes) >= air_limit(g, at):
            return No("2.3.1", "the aircraft with it need it there")
    room = any(may_post(g, Posting(subject.power, unit), s) is None for s in latitude(g, unit))
    return None if room else No("23.5.3", "no other hex of its row has room")


def movable(g: America, subject: Deploying) -> list[int]:
    return [u for u, whose in enumerate(g.units.power) if whose == subject.power and may_shift(g, subject, u) is None]


def latitude(g: America, unit: int) -> list[int]:
    """The hexes that a unit's row names."""
    row = row_of(g, unit)
    return sorted(_hexes_named(g, row.place)) if row is not None else []


@once_per_board
def _hexes_named(g: America, places: str) -> frozenset[int]:
    """The hexes of places with semicolons between them."""
    parts = [part for place in places_in(places) for part in g.facts.members(place)]
    return frozenset(s for part in parts for s in g.ground.spaces(part) if g.ground.land[s])


@rule("23.5.3", "2.3.1")
def may_post(g: America, subject: Posting, space: int) -> No | None:
    """Whether a unit may be set up in a hex: of its row, the power's own, with room; ships in ports."""
    if space == g.units.at[subject.unit]:
        return No("23.5.3", "it stands there")
    row = row_of(g, subject.unit)
    if row is None or space not in _hexes_named(g, row.place) or powers_by_hex(g)[space] != subject.power:
        return No("23.5.3", "not a hex of yours that the set-up chart names for it")
    if roster(g).naval[subject.unit] and g.ground.port[space] == NO_PORT:
        return No("23.5.3", "ships are set up in ports")
    return may_stack(g, subject.unit, space)


def posts(g: America, subject: Posting) -> list[int]:
    return [s for s in latitude(g, subject.unit) if may_post(g, subject, s) is None]


def _shift(g: America, subject: Deploying, unit: int) -> Flow[None]:
    """A unit is given another hex"""
    posting = Posting(subject.power, unit)
    yield from menu(g, g.seat(subject.power), "Where does {0} stand?", posting, LEAVE, POST, named=(g.units[unit],))


def _post(g: America, subject: Posting, space: int) -> None:
    g.units[subject.unit].at = g.units[subject.unit].from_ = space


SET: Act[America, Deploying, None] = Act("set", "23.5.3", "They stand well", do=lambda g, s, _: None)
SHIFT: Act[America, Deploying, int] = Act("shift", "23.5.3", "{0}", takes=Unit, listed=movable, may=may_shift, do=_shift)
LEAVE: Act[America, Posting, None] = Act("leave", "23.5.3", "Where it is", do=lambda g, s, _: None)
POST: Act[America, Posting, int] = Act("post", "23.5.3", "{0}", takes=Hex, listed=posts, may=may_post, do=_post)
