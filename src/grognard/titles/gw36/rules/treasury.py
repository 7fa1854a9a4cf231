"""Money: who holds it, who spends it (7.0, 11.6), and the two purses of a split United States (2.3).

Every payment and receipt goes through `pay`, `earn` and `lose`, so that cash can be proved from the sums of both.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import PLAYED, USA
from grognard.titles.gw36.rules.seats import acting, is_eastern, is_split, seat_of
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import AtDesk

WHOLE, EAST, WEST = range(3)


def first(*refusals: No | None) -> No | None:
    """The first refusal, if there is one."""
    return next((no for no in refusals if no is not None), None)


class Desk(NamedTuple):
    """One buyer of the turn: a nation, or a half of the split USA."""

    nation: int
    half: int = WHOLE

    @property
    def number(self) -> int:
        """The desk as one number, for the sequence of play."""
        return self.nation * 4 + self.half

    @staticmethod
    def numbered(number: int) -> Desk:
        return Desk(*divmod(number, 4))


@rule("6.1", "2.3")
def desk_of(subject: AtDesk) -> Desk:
    """The desk that a question is about."""
    return Desk(subject.nation, subject.half)


def desks(g: War) -> list[Desk]:
    """The buyers of the turn in order: played nations, the USA twice when it is split. Controlled minors buy nothing (4.5)."""
    found = []
    for nation in acting(g):
        if nation == USA and is_split(g):
            found += [Desk(nation, EAST), Desk(nation, WEST)]
        elif nation < PLAYED:
            found.append(Desk(nation))
    return found


@rule("2.3")
def split_purse(g: War) -> None:
    """The starting cash of a split USA: half to each, the odd IPP to the East."""
    g.usa_east = (g.nations.cash[USA] + 1) // 2 if is_split(g) else 0


def seat_at(g: War, desk: Desk) -> str:
    """The seat that answers for a desk."""
    return "player8" if desk.half == EAST else seat_of(g, desk.nation)


@rule("2.3")
def minds(g: War, desk: Desk, zone: int) -> bool:
    """Whether a zone is on the desk's side of a split USA."""
    return desk.half == WHOLE or is_eastern(g, zone) == (desk.half == EAST)


def cash_of(g: War, desk: Desk) -> int:
    """What a desk can spend now."""
    total = g.nations.cash[desk.nation]
    if desk.half == WHOLE:
        return total
    east = min(g.usa_east, total)
    return east if desk.half == EAST else total - east


@rule("7.0")
def can_pay(g: War, desk: Desk, amount: int) -> No | None:
    """Why a desk cannot spend an amount."""
    have = cash_of(g, desk)
    return None if have >= amount else No("7.0", f"it costs {amount} IPP and {have} are left")


@rule("7.0")
def pay(g: War, desk: Desk, amount: int) -> None:
    """Spend money."""
    assert 0 <= amount <= cash_of(g, desk), f"{amount} of {cash_of(g, desk)}"
    lose(g, desk.nation, amount)
    if desk.half == EAST:
        g.usa_east -= amount


@rule("11.6", "2.3")
def earn(g: War, nation: int, amount: int, half: int = WHOLE) -> None:
    """Receive money; with `half` it goes to that half of a split USA."""
    assert amount >= 0
    g.usa_east = min(g.usa_east, g.nations.cash[USA]) if nation == USA else g.usa_east
    row = g.nations[nation]
    row.cash += amount
    row.earned += amount
    if half == EAST:
        g.usa_east += amount


def lose(g: War, nation: int, amount: int) -> None:
    """Money goes to the bank: spent, raided or lost with a capital."""
    row = g.nations[nation]
    assert 0 <= amount <= row.cash
    row.cash -= amount
    row.spent += amount
    if nation == USA and not is_split(g):
        g.usa_east = 0
