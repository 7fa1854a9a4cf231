"""22.10: hidden units, paid for in the influence steps before the game and placed in secret at the set-up. While hidden a unit is
set aside, only its owner knows its hex; it comes onto the map when it shows itself or must (AIF-DEC-07)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow, Together
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import SET_ASIDE, Hex, Power, Unit, slot_of


class Hiding(Subject, frozen=True):
    """A power that hides units. `left`: how many it has paid for and not hidden yet; `used`: units it has hidden."""

    power: Annotated[int, Power]
    left: int
    used: Annotated[tuple[int, ...], Unit] = ()


class Spot(Subject, frozen=True):
    """A unit that is hidden. `taken`: hexes where the power has hidden others."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]
    taken: Annotated[tuple[int, ...], Hex] = ()


def hidden_units(g: America, power: int | None = None) -> list[int]:
    """Units that lie hidden, of one power or of all."""
    return [u for u in sorted(g.hideouts) if power in (None, g.units.power[u])]


@rule("22.10")
def hide_units(g: America) -> Flow[None]:
    """At the set-up every power hides the units it has paid for"""
    buyers = [p for p in playing(g) if g.offices.paid[p] > 0]
    if not buyers:
        return
    chosen: dict[str, tuple[int, ...]] = yield Together({g.seat(p): choose_hidden(g, p) for p in buyers}, secret=True)
    for power in buyers:
        ordered = chosen[g.seat(power)]
        for unit, space in zip(ordered[::2], ordered[1::2]):
            g.units[unit].at = SET_ASIDE
            g.hideouts = {**g.hideouts, unit: space}
        g.offices[power].paid = 0


def choose_hidden(g: America, power: int) -> Flow[tuple[int, ...]]:
    """Units one after the other, each with its hex"""
    ordered: tuple[int, ...] = ()
    left = g.offices.paid[power]
    while left:
        answer, unit = yield from menu(
            g, g.seat(power), "{0}: hide a unit", Hiding(power, left, ordered[::2]), DONE, HIDE, named=(g.powers[power],)
        )
        if answer.verb == DONE.name:
            break
        spot = Spot(power, unit, ordered[1::2])
        answer, space = yield from menu(g, g.seat(power), "Where is {0} hidden?", spot, RELENT, PLACE, named=(g.units[unit],))
        if answer.verb == RELENT.name:
            continue
        ordered = (*ordered, unit, space)
        left -= 1
    return ordered


@rule("22.10")
def may_hide(g: America, subject: Hiding, unit: int) -> No | None:
    """Whether a unit can be hidden: one of the power's own on the map at the start."""
    if g.units.power[unit] != subject.power or g.units.at[unit] < 0 or g.units.counter[unit] < 0:
        return No("22.10", "only units of your own that are set up are hidden")
    if unit in subject.used:
        return No("22.10", "it is hidden already")
    if subject.left < 1:
        return No("22.10", "you have paid for no more hidden units")
    return None


@rule("22.10")
def may_place(g: America, subject: Spot, space: int) -> No | None:
    """Whether a unit can be hidden in a hex: one of the power, or of a minor open to it; stacking counts when it is revealed."""
    controller = g.hexes.controller[space]
    if not g.ground.land[space] or g.ground.box[space] or controller < 0:
        return No("22.10", "units are hidden in hexes of the maps")
    if powers_by_hex(g)[space] != subject.power and g.countries.host[controller] != subject.power:
        return No("22.10", "units are hidden in your own hexes and in minors that let you in")
    if roster(g).naval[subject.unit] and g.ground.port[space] == NO_PORT:
        return No("22.10", "ships are hidden in ports")
    return None


def spots(g: America, subject: Spot) -> list[int]:
    return [s for s in range(g.board.size) if g.ground.land[s] and may_place(g, subject, s) is None]


def candidates(g: America, subject: Hiding) -> list[int]:
    """Units of the power that can be hidden."""
    return [u for u, whose in enumerate(g.units.power) if whose == subject.power and may_hide(g, subject, u) is None]


@rule("22.10")
def uncovered(g: America) -> bool:
    """Hidden units must show themselves in an enemy zone of control; where the hex is no longer open to them they come back next
    turn by the production circle; gives whether any did"""
    sides, before = sides_by_hex(g), len(g.hideouts)
    for unit in hidden_units(g):
        space, power = g.hideouts[unit], g.units.power[unit]
        side, controller = SIDE_OF_POWER[power], g.hexes.controller[space]
        if sides[space] != side and g.countries.host[controller] != power:
            show(g, unit, slot_of(g.turn + 1))
        elif in_enemy_zone(g, space, side):
            show(g, unit, space)
    return len(g.hideouts) < before


def reveal_hidden(g: America) -> None:
    """Hidden units that must show themselves do so"""
    uncovered(g)


@rule("22.10")
def ambushed(g: America, unit: int, space: int) -> bool:
    """A unit tries to enter a hex or attacks it: enemies who lie hidden there show themselves; gives whether land units bar the
    way."""
    side = SIDE_OF_POWER[g.units.power[unit]]
    there = [u for u in hidden_units(g) if g.hideouts[u] == space and SIDE_OF_POWER[g.units.power[u]] != side]
    for hidden in there:
        show(g, hidden, space)
    return any(roster(g).land[u] for u in there)


def show(g: America, unit: int, place: int) -> None:
    """A hidden unit comes onto the map."""
    g.hideouts = {u: s for u, s in g.hideouts.items() if u != unit}
    g.units[unit].at = g.units[unit].from_ = place
    g.reveal()
    g.say("{} shows itself", g.units[unit], rule="22.10")


@rule("22.10")
def powers_with_hidden(g: America) -> list[int]:
    """For the sequence: powers of both sides that may show hidden units, those of the active side first."""
    return sorted((p for p in playing(g) if hidden_units(g, p)), key=lambda p: SIDE_OF_POWER[p] != g.side)


@rule("22.10")
def powers_in_hiding(g: America) -> list[int]:
    """For the sequence: those of them that have not said that their units lie hidden for the turn."""
    return [p for p in powers_with_hidden(g) if g.offices.quiet[p] != g.turn]


def show_units(g: America) -> Flow[None]:
    """A power may show its hidden units, in its own impulse or the enemy's; too many in a hex are lost at once (AIF-DEC-07)"""
    while hidden_units(g, g.power):
        subject = Hiding(g.power, 0)
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: show hidden units?", subject, STAY_HIDDEN, LIE_LOW, SHOW, named=(g.powers[g.power],)
        )
        if answer.verb == LIE_LOW.name:
            g.offices[g.power].quiet = g.turn
        if answer.verb != SHOW.name:
            return


def _show(g: America, subject: Hiding, unit: int) -> Flow[None]:
    """A hidden unit shows itself; its hex suffers at once if it is overstacked"""
    show(g, unit, g.hideouts[unit])
    yield from enforce_stacking(g)


def conceal(g: America, seat: str | None) -> None:
    """Forget where units lie that a seat may not know of, in a copy made for it."""
    g.hideouts = {u: s for u, s in g.hideouts.items() if seat is not None and g.seat(g.units.power[u]) == seat}


DONE: Act[America, Hiding, None] = Act("done", "22.10", "Hide no more", do=lambda g, s, _: None)
HIDE: Act[America, Hiding, int] = Act(
    "hide", "22.10", "{0}", takes=Unit, listed=candidates, may=may_hide, do=lambda g, s, unit: unit
)
PLACE: Act[America, Spot, int] = Act(
    "place", "22.10", "{0}", takes=Hex, listed=spots, may=may_place, do=lambda g, s, space: space
)
RELENT: Act[America, Spot, None] = Act("relent", "22.10", "Not this one", do=lambda g, s, _: None)
STAY_HIDDEN: Act[America, Hiding, None] = Act("lie_low", "22.10", "They stay hidden", do=lambda g, s, _: None)
LIE_LOW: Act[America, Hiding, None] = Act("quiet", "22.10", "They stay hidden this turn", do=lambda g, s, _: None)
SHOW: Act[America, Hiding, int] = Act(
    "show", "22.10", "{0} shows itself", takes=Unit, among=lambda g, s: hidden_units(g, s.power),
    may=lambda g, s, u: None if u in hidden_units(g, s.power) else No("22.10", "it is not one of your hidden units"),
    do=_show,
)  # fmt: skip
