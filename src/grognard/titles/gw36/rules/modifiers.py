"""Hit numbers in combat: which modifiers count (0.3), terrain (1.8-1.12, 1.24), cities (1.16), forts (1.23, 12.7).

Pure computations on a unit's printed row and the ground it fights on; battles and odds share them. Which terrain a zone has, and
whether a city is surrounded, is in rules/terrain.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.kernel.rules import rule
from grognard.titles.gw36.charts import Unit
from grognard.titles.gw36.facts import FACTS, Facts

OVERLAND, LANDING, DROP, FLYING = "overland", "landing", "drop", "flying"
CITY_TARGET = 1  # 1.16: target selection of defending infantry-class units against vehicles


@dataclass(frozen=True)
class Ground:
    """The land zone fought over. `terrains`: zone terrains in play (their switches on)."""

    terrains: frozenset[str] = frozenset()
    city: bool = False
    surrounded: bool = False

    @property
    def city_bonus(self) -> bool:
        return self.city and not self.surrounded


@dataclass(frozen=True)
class Approach:
    """How attackers came: over which border terrains (those in play), through a fort or the Maginot Line, or by sea or air."""

    way: str = OVERLAND
    terrains: frozenset[str] = frozenset()
    fortified: bool = False
    maginot: bool = False


@dataclass(frozen=True)
class Reason:
    """One modifier: how much, why, and the rule."""

    amount: int
    what: str
    rule: str


@dataclass(frozen=True)
class Value:
    """A hit number with the modifiers that were available; only the highest of each sign counts (0.3)."""

    base: int
    total: int
    reasons: tuple[Reason, ...] = field(default=())


OPEN_GROUND = Ground()
OVER_LAND = Approach()


@rule("0.3")
def modified(base: int | None, reasons: list[Reason], *, attack: bool) -> Value:
    """A value with the highest bonus and the highest penalty; an Attack of 1 or more never falls below 1; N/A stays N/A."""
    if base is None:
        return Value(0, 0)
    bonus = max([r.amount for r in reasons if r.amount > 0], default=0)
    penalty = min([r.amount for r in reasons if r.amount < 0], default=0)
    total = base + bonus + penalty
    if attack and base >= 1:
        total = max(total, 1)
    return Value(base, min(max(total, 0), 12), tuple(reasons))


@rule("1.8", "1.9", "1.10", "1.11", "1.12", "1.24", "9.15", "12.2")
def attack_value(
    unit: Unit,
    ground: Ground,
    approach: Approach,
    number: int,
    *,
    supported: bool = False,
    hits_taken: int = 0,
    fort: bool = False,
    facts: Facts = FACTS,
) -> Value:
    """The Attack of a unit in round `number`. `fort`: a fortification works in this battle (12.7)."""
    reasons: list[Reason] = []
    if unit.is_land and not (fort and approach.fortified and number == 1):  # GW36-AMB-72
        crossed = approach.terrains if number == 1 else frozenset()
        besieged = {"mountain"} if ground.city and ground.surrounded else frozenset()  # 1.24 (a)
        for terrain in sorted((ground.terrains - besieged) | crossed):
            reasons += _attack_terrain(facts, unit, terrain, terrain in ground.terrains)
    if approach.way == DROP and number == 1 and "airborne_assault" in unit.abilities:
        reasons.append(Reason(1, "airborne assault", "9.15"))
    if supported:
        reasons.append(Reason(1, "paired with artillery", "12.2"))
    return modified(attack_of(unit, hits_taken, facts), reasons, attack=True)


def _attack_terrain(facts: Facts, unit: Unit, terrain: str, whole_zone: bool) -> list[Reason]:
    row = facts.terrain.get(terrain)
    if row is None:
        return []
    found = []
    if row.attack and not _spared(unit, terrain):
        found.append(Reason(row.attack, terrain, row.section))
    if row.vehicle and unit.unit_class == "vehicle":
        found.append(Reason(row.vehicle, terrain, row.section))
    if whole_zone and f"{terrain}_attack" in unit.abilities:  # national units of the later edition
        found.append(Reason(1, terrain, "12.2"))
    return found


def _spared(unit: Unit, terrain: str) -> bool:
    """Units without the attack penalty of a terrain."""
    if terrain == "mountain":
        return "mountain" in unit.abilities
    if terrain == "river":
        return "no_river_penalty" in unit.abilities or unit.unit_class == "artillery"
    return terrain == "desert" and "desert_attack" in unit.abilities


@rule("1.16", "1.23", "1.24", "12.2", "12.7")
def defence_value(
    unit: Unit,
    ground: Ground,
    number: int,
    *,
    fort: bool = False,
    maginot: bool = False,
    hits_taken: int = 0,
    facts: Facts = FACTS,
) -> Value:
    """The Defence of a unit in round `number`. `fort`, `maginot`: attackers came across one."""
    reasons: list[Reason] = []
    if number == 1 and unit.is_land and (fort or maginot):  # 12.7: not cumulative with terrain in the same round
        reasons.append(Reason(3, "Maginot Line", "1.23") if maginot else Reason(2, "fortification", "12.7"))
        return modified(defence_of(unit, hits_taken, facts), reasons, attack=False)
    if unit.is_land:
        for terrain in sorted(ground.terrains):
            row = facts.terrain.get(terrain)
            if row and row.vehicle and unit.unit_class == "vehicle":
                reasons.append(Reason(row.vehicle, terrain, row.section))
        if "mountain" in ground.terrains and "mountain" in unit.abilities:
            reasons.append(Reason(1, "mountain", "12.2"))
        if ground.city_bonus and unit.unit_class == "infantry":
            reasons.append(Reason(1, "city", "1.16"))
    if ground.city and ground.surrounded:
        reasons.append(Reason(-1, "surrounded city", "1.16"))
    return modified(defence_of(unit, hits_taken, facts), reasons, attack=False)


@rule("7.8", "12.2")
def attack_of(unit: Unit, hits_taken: int, facts: Facts = FACTS) -> int | None:
    """Attack with damage markers on the ship: a change of the unit's own number, not a modifier."""
    row = facts.damaged.get((unit.id, hits_taken))
    return row.attack if row else unit.attack


@rule("7.8", "12.2")
def defence_of(unit: Unit, hits_taken: int, facts: Facts = FACTS) -> int | None:
    row = facts.damaged.get((unit.id, hits_taken))
    return row.defence if row else unit.defence


@rule("9.3", "1.16")
def target_selection(unit: Unit, ground: Ground, *, attack: bool) -> tuple[int, tuple[str, ...]]:
    """The highest die of the target selection range and the classes it may be used on; 0 for none."""
    if unit.target:
        return unit.target, unit.target_of
    if not attack and ground.city_bonus and unit.unit_class == "infantry":
        return CITY_TARGET, ("vehicle",)
    return 0, ()


def in_class(unit: Unit, classes: tuple[str, ...]) -> bool:
    """Whether target selection of these classes reaches a unit."""
    return unit.unit_class in classes or ("land" in classes and unit.is_land)


def double_casualties(unit: Unit, approach: Approach, *, attack_transport: bool = False) -> bool:
    """Whether a hit on this attacker in round one takes two units: landings (9.8) and the Maginot Line (1.23)."""
    if not unit.is_land:
        return False
    if approach.way == LANDING:
        return not (attack_transport or "no_landing_double" in unit.abilities)
    return approach.maginot
