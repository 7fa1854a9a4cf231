"""What the questions of The War are about: agents, odds, labels and doctrine read these, and nobody reads a prompt.

Every declared field is public. Those that speak of announced battles are in rules/strength.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Subject
from grognard.titles.tw.nations import MAJORS
from grognard.titles.tw.state import Hex, Nation, Unit, War

Space = Annotated[int, Hex]
Counter = Annotated[int, Unit]
Power = Annotated[int, Nation]


class Planning(Subject, frozen=True):
    """4.0: which effort a power makes."""

    nation: Power


class EffortMarker(Subject, frozen=True):
    """4.2, 4.3: where a marker of a power goes."""

    nation: Power
    effort: str


class Movers(Subject, frozen=True):
    """9.2: which unit moves in an impulse."""

    impulse: int


class Stack(Subject, frozen=True):
    """9.3: a stack that moves, where it stands and the points it has left."""

    units: tuple[Counter, ...]
    at: Space
    left: int


class Crowd(Subject, frozen=True):
    """9.6: a hex where too many stand."""

    space: Space


class Entry(Subject, frozen=True):
    """9.8: a hex that was overrun."""

    space: Space


class Reserves(Subject, frozen=True):
    """9.9.3: reserves that can be committed."""

    side: int


class Interdiction(Subject, frozen=True):
    """9.9.5: a reserve that marches through a hex."""

    space: Space


class Announcing(Subject, frozen=True):
    """10.0: which hex is attacked next."""

    impulse: int


class Losses(Subject, frozen=True):
    """10.3.4: so many factors are owed, and what each unit would pay of them."""

    factors: int
    worth: dict[int, int]


class Retreating(Subject, frozen=True):
    """10.4: a unit that retreats."""

    unit: Counter


class Depletion(Subject, frozen=True):
    """10.2.2, 10.3.6, 26.1.1: a unit is to be depleted; the section says why."""

    section: str


class Siege(Subject, frozen=True):
    """10.6.6, 10.7: a fortress whose garrison retreats or stays, or that was taken."""

    space: Space


class Outcome(Subject, frozen=True):
    """10.2.3: a result of the ground table that the attacker may turn down."""

    column: int
    row: int


class Advance(Subject, frozen=True):
    """10.5: a vacated hex."""

    space: Space


class Building(Subject, frozen=True):
    """3.7: the Build Segment of a side."""

    side: int

    def money(self, g: War) -> tuple[int, str, str]:
        powers = [g.nations[n] for n in MAJORS if g.nations.side[n] == self.side and not g.nations.surrendered[n]]
        whose = ", ".join(f"{row.label} {row.narfs}" for row in powers) if len(powers) > 1 else ""
        return sum(row.narfs for row in powers), "NARFs", whose


class Placing(Subject, frozen=True):
    """15.2.2: a new unit that looks for a place."""

    unit: Counter


class Surveying(Subject, frozen=True):
    """8.5.4, 11.1.1: a power that looks for a place for an airbase, or for works to carry off."""

    nation: Power


class Carrying(Subject, frozen=True):
    """8.5.4: an airbase or a fortification of a power on its way from a hex."""

    nation: Power
    space: Space


class Travellers(Subject, frozen=True):
    """8.1, 9.1: units that may go by rail or strategic movement."""

    way: str


class Journey(Subject, frozen=True):
    """8.1, 9.1: a unit that travels."""

    unit: Counter
    way: str


class Dissection(Subject, frozen=True):
    """9.6.3: units of a side that may be broken down or reunited."""

    side: int


class Staging(Subject, frozen=True):
    """11.2.1.1: which aircraft go to other bases."""

    side: int


class Stage(Subject, frozen=True):
    """11.2.1.1: an air unit that goes to another base."""

    unit: Counter


class Strikes(Subject, frozen=True):
    """11.5.1: which airfield is struck."""

    side: int


class Strike(Subject, frozen=True):
    """11.5.1: who flies to an airfield; so many have been sent."""

    space: Space
    sent: int


class StrikeRound(Subject, frozen=True):
    """11.5.1: whether a strike goes on into another round."""

    space: Space
    number: int


class Interception(Subject, frozen=True):
    """11.8.1: a flight over a hex that can be intercepted: who flies, and who has risen."""

    space: Space
    force: tuple[Counter, ...] = ()
    risen: tuple[Counter, ...] = ()


class CounterInterception(Subject, frozen=True):
    """11.8.2: helpers for a flight that is intercepted: who flies, and who has met them."""

    space: Space
    force: tuple[Counter, ...] = ()
    risen: tuple[Counter, ...] = ()


class AirEffort(Subject, frozen=True):
    """11.9: a round in the air, its column and modifier, before the results are multiplied."""

    column: int
    modifier: int


class AirLost(Subject, frozen=True):
    """11.9: an air unit is to be lost, or depleted."""

    lost: bool


class Returning(Subject, frozen=True):
    """11.2.2: aircraft of a side that fly home."""

    side: int


class Diverted(Subject, frozen=True):
    """11.2.2: an air unit that lands elsewhere."""

    unit: Counter


class Round(Subject, frozen=True):
    """11.9, 7.9.7: so many rounds of a battle are over; what is left of those asked, and of their enemies."""

    number: int
    own: tuple[Counter, ...] = ()
    foes: tuple[Counter, ...] = ()


class Dropping(Subject, frozen=True):
    """11.14.2: a parachute unit that may land."""

    unit: Counter


class Escort(Subject, frozen=True):
    """11.14.1: escorts for a landing from the air."""

    space: Space


# --- at sea -------------------------------------------------------------------------------------------------------------------


class Hunt(Subject, frozen=True):
    """5.1.2.2: raiders that can be hunted in a sea area."""

    area: Space
    raiders: tuple[Counter, ...]


class Evading(Subject, frozen=True):
    """7.8.2: a power whose force could play its Evasion chit."""

    power: Power


class Reinforcing(Subject, frozen=True):
    """7.9.7: a side that may send more to a battle in a sea area: what it has there, and what it sees of the enemy."""

    side: int
    area: Space
    own: tuple[Counter, ...] = ()
    foes: tuple[Counter, ...] = ()


class Scramble(Subject, frozen=True):
    """7.9.7, 11.8.3: aircraft that may come up over a sea area or port."""

    space: Space


class ShipLost(Subject, frozen=True):
    """7.9.5: a ship is to be sunk, or depleted."""

    sunk: bool


class SeaLine(Subject, frozen=True):
    """12.1.2, 12.7.2: supply over a sea area: cut, run or stopped; no area where none is chosen yet."""

    side: int
    area: Space
