"""Regular battles, carpet bombing and attrition as battles of grognard.odds: forces, ground and orders in, a `Contest` out.

Hit numbers come from rules/modifiers.py, the same that the rules use; forces are odds_forces.py. From a game: odds.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.odds import Channel, Contest, Phase, Shot
from grognard.titles.gw36.charts import Unit
from grognard.titles.gw36.facts import FACTS, Facts
from grognard.titles.gw36.odds_forces import Builder, Conduct, Line, Lot, worth
from grognard.titles.gw36.rules.modifiers import (
    LANDING,
    OPEN_GROUND,
    OVERLAND,
    Ground,
    attack_value,
    defence_value,
    target_selection,
)

FORT_SHOTS, FORT_VALUE, MAGINOT_VALUE = 2, 5, 6  # 12.7, 1.23
COASTAL_SHOTS, COASTAL_VALUE = 3, 3  # 12.9
AA_SHOTS = 3  # 12.2
BREAKDOWN = 12  # 1.9
EARLY_FIGHTER = 4  # 15.9
MONEY = "IPP"
CARGO_WORTH = 6  # IPP of two Infantry, what a transport is thought to carry


def land_battle(
    attack: Sequence[Lot],
    defence: Sequence[Lot],
    ground: Ground = OPEN_GROUND,
    *,
    bombard: Sequence[Lot] = (),
    coastal: int = 0,
    forts: int = 0,
    conduct: Conduct | None = None,
    begun: bool = False,
    facts: Facts = FACTS,
) -> Contest:
    """A battle for a land zone (9.5): forts, landings, drops, bombardment and coastal artillery as the approaches say.

    forts: fortifications on the borders crossed (0: one for each sort of fortified approach). begun: its first round is over, and
    whoever could land has landed.
    """
    conduct = conduct or Conduct()
    ours, theirs = Builder(True, conduct.attacker, facts), Builder(False, conduct.defender, facts)
    desert = "desert" in ground.terrains or any("desert" in lot.approach.terrains for lot in attack)
    ours.add(attack, wait=not begun, breakdown=desert)
    ours.add(bombard, offshore=True)
    theirs.add(defence)
    sorts = len({lot.approach for lot in attack if lot.approach.fortified})
    maginot = any(lot.approach.maginot for lot in attack)
    fort = theirs.engine(forts or sorts) if sorts else 0
    line = theirs.engine(1) if maginot else 0
    guns = theirs.engine(coastal) if coastal and bombard else 0
    for side in (ours, theirs):
        side.standard_channels()
    context = _Context(ours, theirs, ground, bool(sorts), maginot)
    strike = Phase(
        tuple(s for s in context.attack(1, strike=True)),
        (
            *context.defence(1, strike=True),
            *context.fort_shots(fort, FORT_VALUE),
            *context.fort_shots(line, MAGINOT_VALUE),
            *context.coastal_shots(guns),
        ),
    )
    clash = Phase(tuple(context.attack(1, strike=False)), tuple(context.defence(1, strike=False)))
    later = Phase(tuple(context.attack(2, strike=None)), tuple(context.defence(2, strike=None)))
    first = (later,) if begun else (strike, clash) if strike.attack or strike.defence else (clash,)
    return Contest(ours.side(), theirs.side(), first, (later,), conduct.retreat, money=MONEY)


def sea_battle(
    attack: Sequence[Lot],
    defence: Sequence[Lot],
    *,
    asw: bool = False,
    conduct: Conduct | None = None,
    begun: bool = False,
    facts: Facts = FACTS,
) -> Contest:
    """A battle for a sea zone (9.6). `asw`: the defender's transports shoot at submarines (7.8). `begun`: after round one."""
    conduct = conduct or Conduct()
    ours = Builder(True, conduct.attacker, facts, conduct.attacker_dives)
    theirs = Builder(False, conduct.defender, facts, conduct.defender_dives)
    ours.add(attack)
    theirs.add(defence)
    for side in (ours, theirs):
        side.standard_channels()
    context = _Context(ours, theirs, OPEN_GROUND, False, False, sea=True, asw=asw)
    strike = Phase(tuple(context.attack(1, strike=True)), tuple(context.defence(1, strike=True)))
    clash = Phase(tuple(context.attack(1, strike=False)), tuple(context.defence(1, strike=False)))
    later = Phase(tuple(context.attack(2, strike=None)), tuple(context.defence(2, strike=None)))
    first = (later,) if begun else (strike, clash) if strike.attack or strike.defence else (clash,)
    quiet = {}
    if conduct.defender_dives:  # table 9-4: defending submarines leave instead of their roll (GW36-AMB-140)
        round_one = conduct.defender_dives == 1 and not begun
        last = context.without_submarines(clash if round_one else later)
        quiet[conduct.defender_dives] = (strike, last) if round_one and (strike.attack or strike.defence) else (last,)
    return Contest(ours.side(), theirs.side(), first, (later,), conduct.retreat, special=tuple(quiet.items()), money=MONEY)


class _Context:
    """Who fires at what, round by round."""

    def __init__(
        self, ours: Builder, theirs: Builder, ground: Ground, fort: bool, maginot: bool, sea: bool = False, asw: bool = False
    ) -> None:
        self.ours, self.theirs, self.ground = ours, theirs, ground
        self.fort, self.maginot, self.sea, self.asw = fort, maginot, sea, asw

    def without_submarines(self, phase: Phase) -> Phase:
        """A phase in which the defender's submarines hold their fire."""
        rows = self.theirs.rows
        return Phase(phase.attack, tuple(s for s in phase.defence if s.kind >= len(rows) or not rows[s.kind].unit.is_submarine))

    def attack(self, number: int, *, strike: bool | None) -> list[Shot]:
        return self._shots(self.ours, self.theirs, number, strike)

    def defence(self, number: int, *, strike: bool | None) -> list[Shot]:
        return self._shots(self.theirs, self.ours, number, strike)

    def _shots(self, own: Builder, foe: Builder, number: int, strike: bool | None) -> list[Shot]:
        """Shots of a side. strike: first strikers only, all others only, or (None) everybody."""
        artillery = tuple(i for i in own.where() if own.attacking and "supports" in own.rows[i].unit.abilities)
        shots: list[Shot] = []
        for i, row in enumerate(own.rows):
            if row.aboard or row.away:
                continue
            strikes = row.offshore or ("first_strike" in row.unit.abilities and not self._destroyer_there(row.unit, foe))
            if strike is not None and strikes != strike:
                continue
            if row.offshore:
                if number == 1 and row.unit.bombard:
                    shots.append(Shot(i, row.unit.bombard, foe.named["first"]))
                continue
            shot = self._shot(own, foe, i, row, number, artillery)
            if shot:
                shots.append(shot)
        return shots

    def _destroyer_there(self, unit: Unit, foe: Builder) -> bool:
        return unit.is_submarine and any("destroyer" in r.unit.abilities for r in foe.rows)  # 9.10

    def _shot(self, own: Builder, foe: Builder, i: int, row: Line, number: int, artillery: tuple[int, ...]) -> Shot | None:
        unit, first = row.unit, number == 1
        if "anti_aircraft" in unit.abilities:
            targets = tuple(foe.where(air=True))
            return Shot(i, 3, foe.named["aircraft"], AA_SHOTS, aimed=targets) if first and targets else None
        value, lifted = self._values(own, row, number)
        general = "first" if first else "later"
        if self.asw and not own.attacking and self.sea and "last_casualty" in unit.abilities:
            return Shot(i, 1, foe.named["submarines"])
        if value <= 0:
            return None
        surface = own.attacking and foe.hidden and unit.unit_class != "air"
        if unit.is_submarine:
            return Shot(i, value, foe.named["older ships" if surface else "ships"])
        if "hits_submarine_transport" in unit.abilities:
            return Shot(i, value, foe.named["seaplane"])
        channel = "superiority" if first and "air_superiority" in unit.abilities else "older" if surface else general
        select, classes = target_selection(unit, self.ground, attack=own.attacking)
        chosen = foe.select_channel(classes, general, first) if select else -1
        vehicle = own.attacking and unit.unit_class == "vehicle" and self._desert(row, number)
        return Shot(
            i,
            value,
            foe.named[channel],
            select=select,
            select_channel=chosen,
            support=artillery if own.attacking and unit.unit_class == "infantry" else (),
            support_value=lifted,
            breakdown=BREAKDOWN if vehicle else 0,
            away=self._away(own, i) if vehicle else -1,
        )

    def _values(self, own: Builder, row: Line, number: int) -> tuple[int, int]:
        """The hit number, and with artillery support."""
        unit = replace(row.unit, attack=EARLY_FIGHTER, defence=EARLY_FIGHTER) if row.lot.early else row.unit
        if own.attacking:
            plain, paired = (
                attack_value(
                    unit,
                    self.ground,
                    row.lot.approach,
                    number,
                    supported=s,
                    hits_taken=row.hits,
                    fort=self.fort or self.maginot,
                    facts=own.facts,
                ).total
                for s in (False, unit.unit_class == "infantry")
            )
            return plain, paired
        value = defence_value(
            unit, self.ground, number, fort=self.fort, maginot=self.maginot, hits_taken=row.hits, facts=own.facts
        ).total
        return value, value

    def _desert(self, row: Line, number: int) -> bool:
        there = "desert" in self.ground.terrains or (number == 1 and "desert" in row.lot.approach.terrains)
        return there and row.lot.approach.way == OVERLAND

    def _away(self, own: Builder, i: int) -> int:
        return next(j for j in range(i, len(own.rows)) if own.rows[j].away and own.rows[j].lot is own.rows[i].lot)

    def fort_shots(self, fort: int, value: int) -> tuple[Shot, ...]:
        if not fort:
            return ()
        return (Shot(self.theirs.engine_kind(fort), value, self.ours.named["first"], FORT_SHOTS),)

    def _loss_at_sea(self, i: int) -> tuple[bool, float]:
        """Damage first, then the ship worth least with its cargo."""
        row = self.ours.rows[i]
        return row.unit.hits - 1 <= row.hits, worth(row.unit) + (CARGO_WORTH if row.unit.carries == "troops" else 0)

    def coastal_shots(self, guns: int) -> tuple[Shot, ...]:
        """12.9: each battery one die for each ship offshore, three at most; a sunk transport takes its cargo with it."""
        if not guns:
            return ()
        ships = [i for i, r in enumerate(self.ours.rows) if r.offshore]
        order = tuple(sorted(ships, key=self._loss_at_sea))
        landing = [i for i, r in enumerate(self.ours.rows) if r.lot.approach.way == LANDING and not r.offshore]
        channel = self.ours.channel(
            "coastal",
            Channel(
                order,
                draggers=frozenset(i for i in ships if self.ours.rows[i].unit.carries == "troops"),
                drag=2,
                drag_order=self.ours.order(landing),
            ),
        )
        aimed = tuple(ships)
        return (Shot(self.theirs.engine_kind(guns), COASTAL_VALUE, channel, COASTAL_SHOTS, aimed=aimed),)


def carpet_battle(
    bombers: Sequence[Lot],
    escorts: Sequence[Lot],
    defence: Sequence[Lot],
    *,
    jungle: bool = False,
    radar: bool = False,
    conduct: Conduct | None = None,
    facts: Facts = FACTS,
) -> Contest:
    """Carpet bombing (9.17): one round; fighters that rise and anti-aircraft artillery fire back."""
    conduct = conduct or Conduct()
    ours, theirs = Builder(True, conduct.attacker, facts), Builder(False, conduct.defender, facts)
    ours.add([*bombers, *escorts])
    theirs.add(defence)
    for side in (ours, theirs):
        side.standard_channels()
    ground = theirs.channel("ground", Channel(theirs.order(theirs.where(classes=("land",)))))
    fighters = theirs.channel("fighters", Channel(theirs.order(theirs.where(words=("escorts",)))))
    rising = theirs.where(words=("escorts",))
    attack, answer = [], []
    for i, row in enumerate(ours.rows):
        if row.unit.carpet:
            dice = max(row.unit.carpet - (2 if jungle and row.unit.unit_class == "air" else 0), 0)
            if dice:
                attack.append(Shot(i, 2, ground, dice))
        if row.unit.interception and rising:
            attack.append(Shot(i, row.unit.interception, fighters))
    for i, row in enumerate(theirs.rows):
        if "anti_aircraft" in row.unit.abilities:
            answer.append(Shot(i, 3, ours.named["aircraft"], AA_SHOTS, aimed=tuple(ours.where(air=True))))
        elif "escorts" in row.unit.abilities:
            answer.append(Shot(i, row.unit.interception + radar, ours.named["aircraft"]))
    phase = Phase(tuple(attack), tuple(answer))
    return Contest(ours.side(), theirs.side(), (phase,), (phase,), limit=1, money=MONEY)
