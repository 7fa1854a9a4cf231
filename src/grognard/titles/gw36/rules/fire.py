"""Who fires at what (9.3, 9.5, 9.6, 9.10, 12.2): volleys of like units with their hit numbers and dice. Losses are casualties.py.

A volley is one type of unit, as 9.1 rolls them; infantry paired with artillery is a volley of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from msgspec.structs import replace

from grognard.kernel.dice import D12
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.titles.gw36.charts import Unit as UnitRow
from grognard.titles.gw36.kinds import CLASS as UNIT_CLASS
from grognard.titles.gw36.kinds import FIGHTERS, INFANTRY, IS_AIR, IS_SUBMARINE, TECHNOLOGY, TRANSPORTS, UNIT_NAMES, WITH
from grognard.titles.gw36.powers import ALLIANCES, OF_NATION
from grognard.titles.gw36.rules.battle import Battle, row, submarines
from grognard.titles.gw36.rules.modifiers import OVERLAND, attack_of, attack_value, defence_of, defence_value, target_selection
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import War

ANY, AIR_FIRST, AIR_ONLY = "any", "air first", "aircraft"
SHIPS, SUBMARINES, SEAPLANE = "ships", "submarines", "submarines and transports"
OLDER, OLDER_SHIPS = "all but advanced submarines", "ships but advanced submarines"
FIRST_STRIKE = WITH["first_strike"]
ANTI_AIRCRAFT = WITH["anti_aircraft"]
SUPPORTS = WITH["supports"]
DESTROYERS = WITH["destroyer"]
SMALL_TARGETS = WITH["hits_submarine_transport"]
AIRCRAFT_ONLY = WITH["aircraft_only"]
AA_VALUE, AA_SHOTS = 3, 3  # whatever the ground (GW36-AMB-171)
EARLY_FIGHTER = 4  # 15.9


@dataclass
class Volley:
    """Dice of one type: how many, what hits, whom the hits may fall on."""

    what: str
    units: list[int]
    dice: int
    value: int
    reach: str = ANY
    select: int = 0
    classes: tuple[str, ...] = ()
    breakdown: bool = False
    rolls: list[int] = field(default_factory=list)

    @property
    def plain(self) -> bool:
        """Whether it matters when it fires: hits that anybody may take do not care."""
        return self.reach in (ANY, OLDER) and not self.select and not self.breakdown

    @property
    def selected(self) -> int:
        """Hits whose victim the roller names (9.3)."""
        return sum([1 for r in self.rolls if r <= min(self.select, self.value)])

    @property
    def hits(self) -> int:
        """All hits."""
        return sum([1 for r in self.rolls if r <= self.value])


@rule("9.1", "9.5", "9.6")
def volleys(g: War, b: Battle, attacking: bool, *, strike: bool | None) -> list[Volley]:
    """The volleys of a side. strike: first strikers only, the others only, or (None) everybody; set-aside defenders fire too."""
    own = b.side(attacking)
    enemy = b.side(not attacking)
    ready = [u for u in own if u not in b.left and (strike is None or strikes_first(g, b, u, attacking) == strike)]
    artillery = [u for u in own if attacking and g.units.kind[u] in SUPPORTS] if not b.sea else []
    supported = paired_infantry(g, b, ready, len(artillery))
    found: dict[tuple[object, ...], Volley] = {}
    for u in ready:
        volley = _volley(g, b, u, attacking, u in supported, enemy)
        if volley is None or not volley.dice:
            continue
        key = (volley.what, volley.value, volley.reach, volley.select, volley.breakdown)
        if key in found:
            found[key].units.append(u)
            found[key].dice += volley.dice
        else:
            found[key] = volley
    return sorted(found.values(), key=_urgency)


def _urgency(v: Volley) -> tuple[bool, bool, int]:
    """The order of fire that serves the roller: those who select, then those who can hit little, then the rest."""
    return (not v.select, v.reach in (ANY, OLDER), -v.value)


@rule("9.3", "9.10", "12.2")
def strikes_first(g: War, b: Battle, u: int, attacking: bool) -> bool:
    """First strike in round one only (GW36-AMB-24); a submarine's is lost to an enemy destroyer."""
    if b.number != 1 or g.units.kind[u] not in FIRST_STRIKE:
        return False
    if IS_SUBMARINE[g.units.kind[u]]:
        return not any(g.units.kind[e] in DESTROYERS for e in b.side(not attacking))
    return True


@rule("12.2")
def paired_infantry(g: War, b: Battle, ready: list[int], guns: int) -> set[int]:
    """Attacking infantry-class units paired one to one with artillery in the battle (GW36-AMB-70), where it helps."""
    if not guns:
        return set()
    infantry = [u for u in ready if UNIT_CLASS[g.units.kind[u]] == INFANTRY]

    def gain(u: int) -> int:
        unit, way = row(g, u), b.way(u)
        fort = b.fort or b.maginot
        alone, helped = (
            attack_value(unit, b.ground, way, b.number, supported=s, fort=fort, facts=g.facts).total for s in (False, True)
        )
        return helped - alone

    return set(sorted([u for u in infantry if gain(u) > 0], key=lambda u: -gain(u))[:guns])


def _volley(g: War, b: Battle, u: int, attacking: bool, supported: bool, enemy: list[int]) -> Volley | None:
    kind = g.units.kind[u]
    unit = row(g, u)
    name = UNIT_NAMES[kind]
    if kind in ANTI_AIRCRAFT:
        if b.number != 1:
            return None
        aircraft = sum([1 for e in enemy if IS_AIR[g.units.kind[e]]])
        return Volley(name, [u], min(aircraft, AA_SHOTS), AA_VALUE, AIR_ONLY)
    value = hit_number(g, b, u, attacking, supported)
    if kind in TRANSPORTS and not attacking and b.sea and has_technology(g, g.units.nation[u], TECHNOLOGY["advanced_asw"]):
        return Volley(name, [u], 1, 1, SUBMARINES) if submarines(g, enemy) else None
    if value <= 0:
        return None
    select, classes = (0, ()) if b.sea and not unit.target else target_selection(unit, b.ground, attack=attacking)
    return Volley(
        name + (" with artillery" if supported else ""),
        [u],
        1,
        value,
        reach(g, b, u),
        min(select, value),
        classes,
        breakdown=attacking and breaks_down(b, u, unit),
    )


@rule("9.3", "9.6", "9.10", "7.8")
def reach(g: War, b: Battle, u: int) -> str:
    """Whom the hits of a unit may fall on; attacking ships do not hit advanced submarines (7.8)."""
    kind = g.units.kind[u]
    older = b.sea and not IS_AIR[kind] and u in b.attackers and any(g.units.kind[d] in AIRCRAFT_ONLY for d in b.defenders)
    if IS_SUBMARINE[kind]:
        return OLDER_SHIPS if older else SHIPS
    if kind in SMALL_TARGETS:
        return SEAPLANE
    if older:
        return OLDER
    return AIR_FIRST if b.number == 1 and kind in FIGHTERS else ANY


@rule("0.9", "0.3")
def hit_number(g: War, b: Battle, u: int, attacking: bool, supported: bool = False) -> int:
    """Attack of the side whose turn it is, Defence of the other, with all modifiers; 0 for a unit without a value.

    Every unit with a value rolls (GW36-AMB-19), a Tactical Bomber defends at 5 (GW36-AMB-02).
    """
    unit = row(g, u)
    hits = b.hits.get(u, g.units.hits[u])
    if is_early_fighter(g, u):
        unit = early(unit)
    if b.sea:
        value = attack_of(unit, hits, g.facts) if attacking else defence_of(unit, hits, g.facts)
        return value or 0
    if attacking:
        return attack_value(
            unit, b.ground, b.way(u), b.number, supported=supported, hits_taken=hits, fort=b.fort or b.maginot, facts=g.facts
        ).total
    return defence_value(unit, b.ground, b.number, fort=b.fort, maginot=b.maginot, hits_taken=hits, facts=g.facts).total


@rule("15.9")
def is_early_fighter(g: War, u: int) -> bool:
    """With the option, fighters made before January 1940 have 4/4 until they are converted (upgrades.py)."""
    return bool(g.units.old[u])


@lru_cache(None)
def early(unit: UnitRow) -> UnitRow:
    """An early war fighter: 4/4 in place of the printed values, with the modifiers of any unit."""
    return replace(unit, attack=EARLY_FIGHTER, defence=EARLY_FIGHTER)


@rule("1.9")
def breaks_down(b: Battle, u: int, unit: UnitRow) -> bool:
    """Whether a 12 sends this attacking vehicle back: in the desert, if it came overland (GW36-AMB-74)."""
    way = b.way(u)
    here = "desert" in b.ground.terrains or (b.number == 1 and "desert" in way.terrains)
    return here and unit.unit_class == "vehicle" and way.way == OVERLAND


@rule("9.1")
def roll(g: War, b: Battle, volley: Volley, nation: int, section: str = "9.1") -> None:
    """Roll a volley."""
    volley.rolls = g.roll_dice(
        volley.dice, D12, f"{OF_NATION[nation]} {volley.what} at {g.zones[b.zone].label}, {volley.value} or less", section,
        aim=aim(g, b.zone, most=volley.value, side=ALLIANCES[g.nations.alliance[nation]]),
    )  # fmt: skip
