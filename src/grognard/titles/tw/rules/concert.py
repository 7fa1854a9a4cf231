"""1.1, 3.11: one side of several players. What belongs to one of them is asked of him; what a side picks from a list goes from
player to player in the order of 3.11, each with his own units, until all have had enough. Two players are never divided."""

from __future__ import annotations

from collections.abc import Container, Generator, Sequence
from typing import Any
from zlib import crc32

from grognard.kernel.acts import Act, Menu
from grognard.kernel.acts import menu as one_menu
from grognard.kernel.flow import Argument, Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import MAJORS
from grognard.titles.tw.rules.units import ground_at, patron_of
from grognard.titles.tw.state import Hex, Nation, Unit, War

ENOUGH = ("done", "let", "hold", "halt", "enough", "keep", "forgo")  # a player has had enough: the next is asked
PRESSED = ("go", "commit", "fight")  # a player goes with what there is: the next may join
Acts = Sequence[Act[War, Any, Any]]


def menu(
    g: War,
    seat: str,
    prompt: str,
    subject: Any,
    *acts: Act[War, Any, Any],
    rule: str = "",
    first: tuple[Argument, ...] = (),
    named: tuple[Argument, ...] = (),
    others: Acts = (),
    rests: bool = False,
) -> Flow[tuple[Option, Any]]:
    """Ask a seat, or where it speaks for a side of several players whose question it is, which of the acts it does."""
    if g.division:
        side = g.side_of(seat)
        owner = owner_of(g, side, subject, first)
        if owner is None:
            made = Shared(g, subject, acts, first, others)
            return _pass_round(made, side, prompt, rule or acts[0].rule, named, rests)
        seat = owner
    return one_menu(g, seat, prompt, subject, *acts, rule=rule, first=first, named=named, others=others, rests=rests)


@rule("1.1")
def owner_of(g: War, side: int, subject: Any, first: Sequence[Argument] = ()) -> str | None:
    """The player of a side to whom the subject of a question belongs: its power, or the power of its unit."""
    powers = [row.index for row in first if isinstance(row, Nation)]
    powers += [n for n in (getattr(subject, name, None) for name in ("power", "nation")) if isinstance(n, int)]
    several = getattr(subject, "units", None)
    units = several if isinstance(several, tuple) and several else (getattr(subject, "unit", None),)
    found = [seat_of_nation(g, n) for n in powers if n >= 0]
    found += [seat_of_unit(g, u) for u in units if isinstance(u, int) and u >= 0]
    return next((seat for seat in found if seat is not None and g.side_of(seat) == side), None)


def seat_of_nation(g: War, nation: int) -> str | None:
    """Whose a power is; a minor is its patron's."""
    if nation not in MAJORS:
        nation = g.nations.patron[nation]
    return g.seat_of(nation) if nation in MAJORS else None


def seat_of_unit(g: War, unit: int) -> str | None:
    """Who moves a unit (8.6); nobody alone moves those of a minor without a patron."""
    power = patron_of(g, unit)
    return g.seat_of(power) if power in MAJORS else None


class Shared(Menu[War, Any]):
    """A menu of which a player sees what is his; `seat` is nobody while the side as a whole is asked."""

    __slots__ = ("bare", "seat", "side")

    def __init__(self, g: War, subject: Any, acts: Acts, first: tuple[Argument, ...], others: Acts) -> None:
        super().__init__(g, subject, acts, first, others)
        self.seat: str | None = None
        self.side, self.bare = -1, True

    def whose(self, option: Option) -> str | None:
        """The player of the side whose answer this is, or nobody's in particular."""
        for arg in option.args[len(self.first) :]:
            seat = None
            if isinstance(arg, Unit):
                seat = seat_of_unit(self.g, arg.index)
            elif isinstance(arg, Nation):
                seat = seat_of_nation(self.g, arg.index)
            if seat is not None and self.g.side_of(seat) == self.side:
                return seat
        return None

    def all_options(self) -> list[Option]:
        return super().options()

    def options(self) -> list[Option]:
        found = super().options()
        return found if self.seat is None else [option for option in found if self.foreign(option) is None]

    def offers(self, beside: int = 0, but: Container[str] = ()) -> bool:
        return len([option for option in self.options() if option.text not in but] if but else self.options()) > beside

    @rule("3.11")
    def foreign(self, option: Option) -> No | None:
        """Why an answer is not this player's to give."""
        if self.seat is None:
            return None
        if len(option.args) == len(self.first):
            plain = self.bare or option.verb in ENOUGH + PRESSED
            return None if plain else No("3.11", "an ally has decided this")
        owner = self.whose(option)
        if owner is not None and owner != self.seat:
            return No("3.11", "that is for another player of this side to decide")
        if owner is None and option.verb == "attack" and not reaches(self.g, self.seat, option.args[-1]):
            return No("3.11", "none of this player's units stands beside the hex")
        return None

    def why(self, option: Option) -> No | None:
        no = super().why(option)
        return no if no is not None or self.act(option) is None else self.foreign(option)


def reaches(g: War, seat: str, target: Any) -> bool:
    """Whether a player has a ground unit beside a hex, or on it."""
    if not isinstance(target, Hex):
        return True
    there = ground_at(g)
    return any(seat_of_unit(g, u) == seat for s in (target.index, *g.ground.steps[target.index]) for u in there.get(s, ()))


def stamp_of(g: War, subject: Any) -> int:
    """What makes a question the same when it is put again: its kind and its plain fields, not the lists that grow."""
    fields = [getattr(subject, name) for name in getattr(subject, "__struct_fields__", ())]
    plain = [str(value) for value in fields if isinstance(value, int | str)]
    return crc32(" ".join((type(subject).__name__, str(g.player_turn), str(g.impulse), *plain)).encode())


@rule("3.11", "1.1")
def _pass_round(
    made: Shared, side: int, prompt: str, section: str, named: tuple[Argument, ...], rests: bool
) -> Flow[tuple[Option, Any]]:
    """From player to player of a side, each asked about his own; gives the answer that holds for the side"""
    g, order, made.side = made.g, made.g.seats_of(side), side
    stamp, bare = stamp_of(g, made.subject), len(made.first)
    while True:
        listed = made.all_options()
        had = {seat: g.passes.get(n, -1) for n, seat in enumerate(order, side * 8)}
        had = {seat: mark for seat, mark in had.items() if mark >> 1 == stamp}
        hand = g.hands.get(side, -1)
        leading = order[hand : hand + 1] if hand >= 0 else []
        lead = leading[0] if leading else g.seat(side)
        closing = any(o.verb in ENOUGH + PRESSED for o in listed if len(o.args) == bare)
        if closing:
            made.bare = True
            more = any(o.verb not in ENOUGH for o in listed if len(o.args) == bare)
            asked = [seat for seat in leading if more and seat not in had]
            for seat in (*leading, *order):
                made.seat = seat
                if seat not in had and seat not in asked and any(made.foreign(o) is None for o in listed if len(o.args) > bare):
                    asked.append(seat)
            made.seat = asked[0] if asked else lead
        else:  # TW-AMB-191: what must be picked is picked by whoever has most of it
            owners = [owner for o in listed if (owner := made.whose(o)) is not None]
            asked, made.seat = [], None
            lead = max(order, key=lambda seat: (owners.count(seat), seat == lead)) if owners else lead
        pressed = any(mark & 1 for mark in had.values())
        made.bare = not pressed
        seat = made.seat or lead
        answer: Option = yield Ask(
            seat, prompt, made.options, section, made.why, subject=made.subject, menu=made, named=named, rests=rests
        )
        passing = len(answer.args) == bare and answer.verb in ENOUGH + PRESSED
        if passing and len(asked) > 1:
            mark = stamp * 2 + (answer.verb in PRESSED)
            g.passes = {**g.passes, side * 8 + order.index(seat): mark}
            continue
        if not passing and len(answer.args) > bare:
            g.hands = {**g.hands, side: order.index(seat)}
        else:
            g.passes = {n: mark for n, mark in g.passes.items() if mark >> 1 != stamp}
            g.hands = {s: n for s, n in g.hands.items() if s != side} if passing else g.hands
            if passing and pressed:
                answer = next((o for o in listed if o.verb in PRESSED), answer)
        made.seat = None
        done = made.do(answer)
        if isinstance(done, Generator):
            done = yield from done
        return answer, done
