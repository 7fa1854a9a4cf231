"""A battle as the calculators see it: kinds of units with counts, who fires in which phase, and in which order losses are taken.

Both sides of a phase fire at the same time and losses fall at its end; a round is one or more phases. A unit that takes
several hits is several kinds, each turning into the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DIE = 12


@dataclass(frozen=True)
class Kind:
    """Units that are alike in every respect. `name` is what the answer adds up by; guns without a name are in no answer.

    becomes: the kind a hit turns it into (-1: lost). fights: it keeps the battle going. helpless: it is lost when no fighting
    unit of its side is left. holds: it can hold the ground that was won. joins: the kind it turns into after the first round if
    one of `landed` of its side is left. stays: it cannot retreat.
    """

    name: str
    count: int
    price: float = 0.0
    becomes: int = -1
    fights: bool = True
    helpless: bool = False
    holds: bool = False
    joins: int = -1
    stays: bool = False


@dataclass(frozen=True)
class Channel:
    """How hits of one sort are taken by a side: kinds in this order; what is left over goes to channel `over` (-1: wasted).

    Higher channels are taken first, so `over` is a lower number. doubled: kinds of which a hit takes two. guarded: kinds that
    a hit reaches only when all other fighting kinds are gone. drag: each lost unit of `draggers` takes so many units of
    `drag_order` with it.
    """

    order: tuple[int, ...]
    over: int = -1
    doubled: frozenset[int] = frozenset()
    guarded: frozenset[int] = frozenset()
    draggers: frozenset[int] = frozenset()
    drag: int = 0
    drag_order: tuple[int, ...] = ()


@dataclass(frozen=True)
class Shot:
    """One kind fires: each unit rolls `dice` dice, `value` or less hits along `channel` of the enemy.

    select: a die of this or less hits along `select_channel` instead. support: kinds of its own side, each of which lifts one
    unit that fires to `support_value`, once in a phase. aimed: the unit rolls one die for each enemy unit of these kinds, `dice`
    at most. breakdown: a die of this or more sends the unit out of battle, to kind `away`.
    """

    kind: int
    value: int
    channel: int = 0
    dice: int = 1
    select: int = 0
    select_channel: int = -1
    support: tuple[int, ...] = ()
    support_value: int = 0
    aimed: tuple[int, ...] = ()
    breakdown: int = 0
    away: int = -1


@dataclass(frozen=True)
class Side:
    """One side. dives: kinds that leave the battle unharmed after round `dive_after` (0: never), and the kinds they become."""

    kinds: tuple[Kind, ...]
    channels: tuple[Channel, ...]
    landed: tuple[int, ...] = ()
    dives: tuple[tuple[int, int], ...] = ()
    dive_after: int = 0

    @property
    def start(self) -> tuple[int, ...]:
        return tuple(k.count for k in self.kinds)


@dataclass(frozen=True)
class Phase:
    """Both sides fire at once. Shots that select stand first: their losses are taken in this order."""

    attack: tuple[Shot, ...] = ()
    defence: tuple[Shot, ...] = ()


@dataclass(frozen=True)
class Retreat:
    """When the attacker breaks off: after so many rounds, or with so few fighting units left, or below this share of the enemy's
    strength (the sum of hit numbers). 0: never. No retreat while a unit that stays is alive."""

    rounds: int = 0
    units: int = 0
    share: float = 0.0


@dataclass(frozen=True)
class Contest:
    """Everything needed to fight it out. first: phases of round one; later: phases of every other round. limit: most rounds.
    special: rounds that are fought otherwise, by number. money: what prices are counted in."""

    attacker: Side
    defender: Side
    first: tuple[Phase, ...]
    later: tuple[Phase, ...]
    retreat: Retreat = field(default_factory=Retreat)
    limit: int = 200
    special: tuple[tuple[int, tuple[Phase, ...]], ...] = ()
    money: str = ""

    def phases(self, number: int) -> tuple[Phase, ...]:
        """The phases of a round."""
        return dict(self.special).get(number, self.first if number == 1 else self.later)

    @property
    def by_number(self) -> bool:
        """Whether later rounds differ by their number."""
        late = any(number > 1 for number, _ in self.special)
        return bool(self.retreat.rounds) or late or max(self.attacker.dive_after, self.defender.dive_after) > 1

    @property
    def units(self) -> int:
        return sum(self.attacker.start) + sum(self.defender.start)

    @property
    def all_phases(self) -> tuple[Phase, ...]:
        return self.first + self.later + tuple(phase for _, phases in self.special for phase in phases)

    @property
    def random_losses_apart(self) -> bool:
        """Whether a side's own dice never change its own units: what the exact calculator needs."""
        return not any(s.breakdown for phase in self.all_phases for s in phase.attack + phase.defence)


def strength(side: Side, shots: tuple[Shot, ...]) -> list[int]:
    """Hit numbers of each kind in a phase, for the retreat at a share of strength."""
    weights = [0] * len(side.kinds)
    for shot in shots:
        weights[shot.kind] += shot.value * shot.dice
    return weights
