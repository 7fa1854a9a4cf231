"""What the questions of Global War are about: agents, odds, labels and standing answers read these, and nobody reads a prompt.

Every declared field is public.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.kernel.acts import Subject
from grognard.titles.gw36.state import Entry, Nation, Site, Unit, Zone

Space = Annotated[int, Zone]
Piece = Annotated[int, Unit]
Power = Annotated[int, Nation]


class Movers(Subject, frozen=True):
    """8.2, 10.1: which unit of a seat moves; `combat`: in the Combat Movement Phase."""

    seat: str
    combat: bool


class Orders(Subject, frozen=True):
    """8.2, 10.1: what one unit does."""

    unit: Piece
    combat: bool


class Politics(Subject, frozen=True):
    """5.5: a political act of a seat, in its turn or out of it."""

    seat: str
    out_of_turn: bool = False


class Sighted(Subject, frozen=True):
    """5.5, 8.7: a ship that has come under the patrols of these powers at peace with it."""

    unit: Piece
    powers: tuple[Power, ...]


class Penalty(Subject, frozen=True):
    """5.6: what a nation pays of the penalty for a war on a neutral, at least and at most."""

    payer: Power
    least: int
    most: int


class NewPartners(Subject, frozen=True):
    """4.4: nations that have just become Aligned, host and guest."""

    pairs: tuple[tuple[int, int], ...]


class AskedBack(Subject, frozen=True):
    """9.21: whether the holder returns a zone that its owner asks for."""

    owner: Power
    zone: Space


class Treaty(Subject, frozen=True):
    """14.1, 13.3: whether a nation agrees to a pact or truce that another proposes."""

    pact: str


class AtDesk(Subject, frozen=True):
    """2.3: what a nation, or a half of the split USA, decides."""

    nation: Power
    half: int


class Spending(AtDesk, frozen=True):
    """7.0: what it spends its IPP on."""


class Lending(AtDesk, frozen=True):
    """7.9: what it lends another."""

    receiver: Power


class Grounds(Subject, frozen=True):
    """7.3: where a facility is built."""

    nation: Power
    facility: int


class Placement(AtDesk, frozen=True):
    """11.1: where its new units go."""


class Cargo(Subject, frozen=True):
    """11.4: how a lend-lease cargo travels."""

    order: Annotated[int, Entry]


class Fighting(Subject, frozen=True):
    """9.1: a question of the Combat Phase after which dice fall."""


class NextBattle(Fighting, frozen=True):
    """9.1: which battle is fought next."""

    seat: str


class Casualty(Fighting, frozen=True):
    """9.1: hits to take in a battle."""

    zone: Space
    hits: int


class Shots(msgspec.Struct, frozen=True):
    """The dice of one type of unit, named by its first: how many, at what, and what selects a target."""

    unit: int
    dice: int
    value: int
    select: int


class Loss(Subject, frozen=True):
    """9.2, 9.3, 9.11, 9.16: which of some units is lost, where no count of hits is told."""

    zone: Space
    units: tuple[Piece, ...]


class Volleys(Fighting, frozen=True):
    """9.1: which type fires next in a round of a battle."""

    zone: Space
    number: int
    shots: tuple[Shots, ...]


class Press(Subject, frozen=True):
    """9.4: whether an attack is pressed after a round."""

    zone: Space
    number: int


class Withdrawal(Subject, frozen=True):
    """9.4: which unit of a retreating player goes where; `ways`: each sort of unit with a zone it may go to."""

    zone: Space
    ways: tuple[tuple[int, int], ...]


class Dives(Fighting, frozen=True):
    """9.4, 9.10: which submarines submerge, or withdraw by one of the `ways` (unit and zone)."""

    zone: Space
    boats: tuple[Piece, ...]
    ways: tuple[tuple[int, int], ...]


class Declining(Fighting, frozen=True):
    """8.7, 8.9: which submarines and patrols stay out of a battle."""

    zone: Space
    free: tuple[Piece, ...]


class Hunting(Fighting, frozen=True):
    """8.9: which destroyers join patrols against submarines."""

    zone: Space
    free: tuple[Piece, ...]


class FallingBack(Subject, frozen=True):
    """9.7: where the force behind a lost screen goes."""

    zone: Space
    zones: tuple[Space, ...]


class Contact(Subject, frozen=True):
    """8.7, 8.9: whether patrols and submarines fight a ship that comes in."""

    unit: Piece
    zone: Space


class Scrambling(Subject, frozen=True):
    """8.6: which aircraft of a base rise, and over which of the zones."""

    base: Annotated[int, Site]
    free: tuple[Piece, ...]
    zones: tuple[Space, ...]


class Landing(Subject, frozen=True):
    """10.3: where an aircraft still in the air lands."""

    unit: Piece
    zones: tuple[Space, ...]


class Spoils(Subject, frozen=True):
    """7.3: which ships on the chart of a nation that surrenders its conqueror goes on building."""

    loser: Power
    ships: tuple[Annotated[int, Entry], ...]


class Crew(Subject, frozen=True):
    """15.3: which aircraft go aboard a new carrier, from the box (`fresh`) or from the shore (`ashore`)."""

    ship: Piece
    fresh: tuple[Annotated[int, Entry], ...]
    ashore: tuple[Piece, ...]
    aboard: int


class Refuge(Subject, frozen=True):
    """9.23: where a nation moves its capital."""

    nation: Power
    zones: tuple[Space, ...]


class Courtship(Subject, frozen=True):
    """4.8: which of some minors a nation Aligns."""

    nation: Power
    minors: tuple[Power, ...]


class Homecoming(Subject, frozen=True):
    """14.4.2: where a French ship that has joined the Axis sails."""

    unit: Piece
    seas: tuple[Space, ...]


class Exodus(Subject, frozen=True):
    """14.4.2: how an Allied unit leaves France: to a zone, or aboard a transport."""

    unit: Piece
    zones: tuple[Space, ...]
    transports: tuple[Piece, ...]


class Bombardment(Subject, frozen=True):
    """9.9: which ships support a landing, of those that could."""

    zone: Space
    ships: tuple[Piece, ...]


class Onward(Subject, frozen=True):
    """9.5: which units blitz on from a zone that has been won, and where to."""

    zone: Space
    ways: tuple[tuple[int, int], ...]


class Rising(Subject, frozen=True):
    """9.16: which fighters rise against bombers over a zone."""

    zone: Space
    fighters: tuple[Piece, ...]


class Sunk(Subject, frozen=True):
    """9.11: on which of its convoy lines a nation loses what raiders took."""

    nation: Power
    zone: Space
    damage: int


class Resistance(Subject, frozen=True):
    """15.4: whether the annexation of a zone is allowed."""

    zone: Space


class Promotion(Subject, frozen=True):
    """11.2, 13.1: which unit becomes another."""

    nation: Power
    units: tuple[Piece, ...]


class Recruits(Subject, frozen=True):
    """11.5: where the recruits of a minor stand."""

    nation: Power
    zones: tuple[Space, ...]


class Legacy(Subject, frozen=True):
    """9.22: who takes over a minor of a nation that surrenders."""

    nation: Power
    ward: Power
    heirs: tuple[Power, ...]


class Armistice(Subject, frozen=True):
    """14.4.2: whether Vichy France is created."""

    nation: Power


class Shares(Subject, frozen=True):
    """2.3, 7.8: how income is divided."""

    nation: Power
    amount: int


class Shipyard(Subject, frozen=True):
    """15.8: where a capital ship is laid down."""

    nation: Power
    zones: tuple[Space, ...]


class Border(Subject, frozen=True):
    """7.3: towards which zone a fortification or a railway is built."""

    zone: Space
    facility: int


class Redeployment(Subject, frozen=True):
    """13.1: which Spanish units are placed anew."""

    nation: Power
    units: tuple[Piece, ...]


class Quarters(Subject, frozen=True):
    """13.1: where a Spanish unit is placed anew."""

    unit: Piece
    zones: tuple[Space, ...]
