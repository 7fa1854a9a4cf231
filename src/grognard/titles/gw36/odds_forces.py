"""The two forces of a battle as grognard.odds takes them: kinds of units, channels of losses, in the order their owners give up.

Casualty orders are the owner's: `Conduct` names unit types in the order they are given up, the rest follows `loss_key`; target
selection picks by `pick_key`. Battles are in odds_battles.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grognard.odds import Channel, Kind, Retreat, Side
from grognard.titles.gw36.charts import Unit
from grognard.titles.gw36.facts import FACTS, Facts
from grognard.titles.gw36.rules.modifiers import (
    DROP,
    LANDING,
    OVER_LAND,
    OVERLAND,
    Approach,
    double_casualties,
    in_class,
)


@dataclass(frozen=True)
class Lot:
    """Like units of one side. `hits`: damage markers on each. `attack_transport`: they land from one. `early`: 15.9."""

    unit: str
    count: int = 1
    hits: int = 0
    approach: Approach = OVER_LAND
    attack_transport: bool = False
    early: bool = False


@dataclass(frozen=True)
class Conduct:
    """Both owners' casualty orders (unit types, first given up first) and orders to break off: when the attacker retreats, and
    after which round the submarines of either side submerge (9.4; 0: never)."""

    attacker: tuple[str, ...] = ()
    defender: tuple[str, ...] = ()
    retreat: Retreat = field(default_factory=Retreat)
    attacker_dives: int = 0
    defender_dives: int = 0


def worth(unit: Unit) -> float:
    """IPP of a unit; ships that cannot be built count by their guns."""
    return float(unit.price or (unit.attack or 1) * 2)


def loss_key(unit: Unit, hits: int, *, attacking: bool) -> tuple[float, ...]:
    """The order in which an owner gives up units: damage first, then the cheapest; transports last (9.6, 12.2)."""
    value = (unit.attack if attacking else unit.defence) or 0
    spare = unit.hits - 1 > hits
    return (float("last_casualty" in unit.abilities), float(not spare), worth(unit), float(value))


def pick_key(unit: Unit, hits: int) -> tuple[float, ...]:
    """What target selection picks first: the greatest worth per hit still needed."""
    return (-worth(unit) / max(unit.hits - hits, 1), -float(unit.defence or 0))


@dataclass
class Line:
    """A kind being built: the unit behind it and how it takes part."""

    unit: Unit
    lot: Lot
    hits: int
    count: int
    aboard: bool = False
    away: bool = False
    offshore: bool = False


class Builder:
    """Kinds and channels of one side."""

    def __init__(self, attacking: bool, losses: tuple[str, ...], facts: Facts = FACTS, dive: int = 0) -> None:
        self.attacking = attacking
        self.losses = losses
        self.facts = facts
        self.dive = dive
        self.rows: list[Line] = []
        self.engines: list[Kind] = []
        self.channels: list[Channel] = []
        self.named: dict[str, int] = {}

    def add(self, lots: Sequence[Lot], *, wait: bool = False, offshore: bool = False, breakdown: bool = False) -> None:
        for lot in lots:
            unit = self.facts.units[lot.unit]
            if wait and lot.approach.way == LANDING and unit.unit_class != "infantry" and not lot.attack_transport:
                self.rows.append(Line(unit, lot, lot.hits, lot.count, aboard=True))
                self.rows.append(Line(unit, lot, lot.hits, 0))
                continue
            for hits in range(lot.hits, unit.hits):
                self.rows.append(Line(unit, lot, hits, lot.count if hits == lot.hits else 0, offshore=offshore))
            if (breakdown and lot.approach.way == OVERLAND and unit.unit_class == "vehicle") or (self.dive and unit.is_submarine):
                self.rows.append(Line(unit, lot, lot.hits, 0, away=True))

    def engine(self, count: int) -> int:
        """Guns that cannot be lost: fortifications and coastal artillery."""
        self.engines.append(Kind("", count, fights=False))
        return -len(self.engines)

    def where(self, *, air: bool | None = None, words: tuple[str, ...] = (), classes: tuple[str, ...] = ()) -> list[int]:
        """Kinds that can be hit, of this sort."""
        found = []
        for i, row in enumerate(self.rows):
            if row.aboard or row.away or row.offshore:
                continue
            if air is not None and (row.unit.unit_class == "air") != air:
                continue
            if words and not set(words) & set(row.unit.abilities):
                continue
            if classes and not in_class(row.unit, classes):
                continue
            found.append(i)
        return found

    def order(self, kinds: list[int]) -> tuple[int, ...]:
        """The owner's casualty order among kinds; landed units before those that came overland (9.8)."""

        def key(i: int) -> tuple[float, ...]:
            row = self.rows[i]
            named = self.losses.index(row.unit.id) if row.unit.id in self.losses else len(self.losses)
            group = float(self.attacking and row.unit.is_land and row.lot.approach.way != LANDING and self._landing)
            last = float("last_casualty" in row.unit.abilities)
            return (last, group, float(named), *loss_key(row.unit, row.hits, attacking=self.attacking))

        return tuple(sorted(kinds, key=key))

    @property
    def hidden(self) -> bool:
        """Advanced submarines among defenders."""
        return not self.attacking and any("aircraft_only" in r.unit.abilities for r in self.rows)

    @property
    def lifts(self) -> frozenset[int]:
        """Aircraft of an airborne assault: hit like others, and their unit is lost with them in round one (9.15, 12.2)."""
        if not self.attacking or not any(r.lot.approach.way == DROP for r in self.rows):
            return frozenset()
        return frozenset(i for i, r in enumerate(self.rows) if r.unit.unit_class == "air" and r.unit.carries)

    @property
    def _landing(self) -> bool:
        return any(r.lot.approach.way == LANDING for r in self.rows)

    def picks(self, kinds: list[int]) -> tuple[int, ...]:
        """The enemy's choice among kinds; a ship may be picked again while it floats."""
        order = sorted(kinds, key=lambda i: pick_key(self.rows[i].unit, self.rows[i].hits))
        most = max((r.unit.hits for r in self.rows), default=1)
        return tuple(order) * most

    @property
    def doubled(self) -> frozenset[int]:
        return frozenset(
            i
            for i, r in enumerate(self.rows)
            if self.attacking
            and not r.aboard
            and double_casualties(r.unit, r.lot.approach, attack_transport=r.lot.attack_transport)
        )

    def channel(self, name: str, channel: Channel) -> int:
        if name not in self.named:
            self.named[name] = len(self.channels)
            self.channels.append(channel)
        return self.named[name]

    def standard_channels(self) -> None:
        """The ways in which hits can be taken; the most particular ones last, because they are taken first."""
        everyone = self.order(self.where())
        lifts, jumpers = self.lifts, self.order([i for i in self.where() if self.rows[i].lot.approach.way == DROP])
        last = frozenset(i for i in self.where() if "last_casualty" in self.rows[i].unit.abilities) - lifts
        drag = int(bool(lifts))
        self.channel("later", Channel(everyone))
        self.channel("first", Channel(everyone, doubled=self.doubled))
        self.channel("ships", Channel(self.order(self.where(air=False)), guarded=last))  # 9.6: transports last, aircraft or not
        air = self.order(self.where(air=True))
        ordinary = tuple(i for i in air if i not in last)
        over = self.named["first"]
        self.channel("superiority", Channel(ordinary, over=over, draggers=lifts, drag=drag, drag_order=jumpers))
        self.channel("aircraft", Channel(air, draggers=lifts, drag=drag, drag_order=jumpers))
        self.channel("submarines", Channel(self.order(self.where(words=("submarine",)))))
        self.channel("seaplane", Channel(self.order(self.where(words=("submarine", "last_casualty"))), guarded=last))
        if self.hidden:  # 7.8: attacking ships do not hit advanced submarines
            older = [i for i in self.where() if "aircraft_only" not in self.rows[i].unit.abilities]
            afloat = [i for i in older if self.rows[i].unit.unit_class != "air"]
            self.channel("older", Channel(self.order(older), guarded=last))
            self.channel("older ships", Channel(self.order(afloat), guarded=last))

    def select_channel(self, classes: tuple[str, ...], over: str, first: bool) -> int:
        """Hits whose victim the enemy picks; with double casualties the owner names the second unit (9.3)."""
        doubled = self.doubled if first else frozenset()
        return self.channel(
            f"select {' '.join(classes)} {over}",
            Channel(
                self.picks(self.where(classes=classes)),
                over=self.named[over],
                draggers=doubled,
                drag=1 if doubled else 0,
                drag_order=tuple(i for i in self.order(self.where()) if i in doubled),
            ),
        )

    def side(self) -> Side:
        kinds, lifts = [], self.lifts
        for i, row in enumerate(self.rows):
            unit = row.unit
            more = unit.hits > row.hits + 1 and not (row.aboard or row.away)
            ashore = unit.is_land and not (row.aboard or row.away)
            idle = "last_casualty" in unit.abilities or "rocket" in unit.abilities
            kinds.append(
                Kind(
                    unit.id,
                    row.count,
                    worth(unit),
                    becomes=i + 1 if more else -1,
                    fights=not (idle or row.aboard or row.away or row.offshore or i in lifts),
                    helpless=idle and not row.offshore and i not in lifts,
                    holds=ashore and not idle,
                    joins=i + 1 if row.aboard else -1,
                    stays=ashore and row.lot.approach.way in (LANDING, DROP),
                )
            )
        landed = tuple(
            i
            for i, r in enumerate(self.rows)
            if r.lot.approach.way == LANDING and not r.aboard and r.unit.unit_class == "infantry"
        )
        dives = tuple((i, i + 1) for i, r in enumerate(self.rows) if self.dive and r.unit.is_submarine and not r.away)
        return Side(tuple(kinds + self.engines), tuple(self.channels), landed, dives, self.dive)

    def engine_kind(self, engine: int) -> int:
        return len(self.rows) - engine - 1
