"""Ours 15.3 and 15.41: what attackers and defenders are worth, item by item. Rules and odds read the same sums."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import odds_column
from grognard.titles.awaw.designs import FOOT, Kind
from grognard.titles.awaw.ground import PLAIN
from grognard.titles.awaw.nations import ALLIES, RUSSIA
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, factors
from grognard.titles.awaw.rules.weather import training_in, winter_at
from grognard.titles.awaw.rules.zones import surprised
from grognard.titles.awaw.state import FORTIFICATION, FORTRESS, ISOLATED, World

HEAVY_ARMOR = "heavy_armor"  # a project of research (ours 41.8)
SUPPORT_LIMIT = 3  # times the ground factors (ours 15.34, 15.41)
SHELLS = 3  # naval factors for one of shore bombardment (ours 21.52)


@dataclass
class Battle:
    """One attack on a hex, or on several at once (ours 15.44): who attacks, who defends, what flies for either side."""

    space: int
    attackers: list[int]
    defenders: list[int]
    support: int = 0
    cover: int = 0
    exploiting: bool = False
    invading: bool = False
    shelling: int = 0  # naval factors off the coast


def dm(g: World, code: str) -> int:
    """A line of the chart of defence multipliers."""
    return g.value(f"defense_multipliers {code}")


@rule("6.5", "ours 15.3", "ours 15.33", "ours 15.33A", "ours 15.33E", "ours 15.33G", "ours 31.3", "4.64")
def multiplier(g: World, battle: Battle, u: int) -> Modifiers:
    """The defence multiplier of one unit, with the rule behind every item; never below one."""
    what = KIND[g.units.design[u]]
    space = g.units.at[u] if g.units.at[u] >= 0 else battle.space
    whose = NATION[g.units.design[u]]
    ground, hexes = g.ground, g.hexes
    found = Modifiers(low=1)
    caught = surprised(g) and whose == RUSSIA and what != Kind.ARM and g.nations.side[RUSSIA] == ALLIES
    row = "base_partisan" if what in (Kind.PARTISAN, Kind.FLAK) else "base_surprise" if caught else "base"
    found.add("base", dm(g, row), "ours 15.3")
    if what == Kind.PARTISAN:
        return found
    found.add(ground.terrain[space].replace("_", " and "), ground.dm[space], "ours 15.33B")
    if crosses(g, battle, space):
        found.add("all attackers cross a river or an arrow", dm(g, "15.33C"), "ours 15.33C")
    if hexes.works[space] == FORTRESS:
        found.add("fortress", dm(g, "15.33D2"), "ours 15.33D")
    elif hexes.works[space] == FORTIFICATION:
        found.add("fortification", dm(g, "15.33D"), "ours 15.33D")
    if what == Kind.ARM and results_of(g, g.faction(whose), HEAVY_ARMOR):
        found.add("heavy armor", dm(g, "15.33J"), "ours 15.33J")
    if battle.invading and not seasoned(g, battle):
        found.add("invaded from the sea", dm(g, "15.33E"), "ours 15.33E")
    if battle.invading and hexes.guns[space]:
        found.add("beach defense", dm(g, "15.33F"), "ours 15.33F")
    firm = ground.capital[space] or ground.objective[space]  # 4.612, 4.613
    if battle.exploiting and what in FOOT and not firm:
        found.add("exploiting armor", dm(g, "15.33A"), "ours 15.33A")
    sheltered = firm or hexes.ic[space] > 0 or hexes.bridgehead[space] >= 0 or hexes.railhead[space] >= 0
    climate, level = g.charts.climate, winter_at(g, whose, space)
    on_foot = what in FOOT or (what == Kind.ARM and level >= climate.armor_on_foot)
    if on_foot and level >= climate.weak_foot and not sheltered:
        found.add("winter", dm(g, "15.33G"), "ours 15.33G")
    if g.units.supply[u] == ISOLATED:
        found.add("isolated", dm(g, "15.33H"), "ours 15.33H")
    return found


def crosses(g: World, battle: Battle, space: int) -> bool:
    """Whether every attacking ground unit comes over a river or an arrow into a hex."""
    over = [g.ground.crossing.get((g.units.at[u], space), PLAIN) for u in battle.attackers]
    return bool(over) and all(o != PLAIN for o in over)


@rule("ours 10.4")
def seasoned(g: World, battle: Battle) -> bool:
    """At least half of the invading factors are marines or commandos."""
    whole = factors(g, battle.attackers)
    special = factors(g, (u for u in battle.attackers if KIND[g.units.design[u]] in (Kind.MARINE, Kind.COMMANDO)))
    return whole > 0 and 2 * special >= whole


@rule("ours 15.3", "ours 15.34")
def defence(g: World, battle: Battle) -> int:
    """Factors times multipliers, and one for each covering air factor."""
    return modified_value(g, battle) + battle.cover


@rule("ours 15.61")
def modified_value(g: World, battle: Battle, less: int = 0) -> int:
    """What the defenders are worth as a base of losses; `less`: every multiplier lowered, not below one."""
    return sum(STRENGTH[g.units.design[u]] * max(1, multiplier(g, battle, u).total - less) for u in battle.defenders)


@rule("ours 15.41", "ours 21.52")
def attack(g: World, battle: Battle) -> int:
    """Ground factors, air support up to three times as much, and a third of the ships' factors up to the ground factors."""
    ground = factors(g, battle.attackers)
    return ground + min(battle.support, SUPPORT_LIMIT * ground) + min(battle.shelling // SHELLS, ground)


def column(g: World, battle: Battle) -> int:
    return odds_column(g.charts, attack(g, battle), defence(g, battle))


@rule("ours 15.5")
def too_weak(g: World, battle: Battle) -> bool:
    """Odds below one to four are not allowed."""
    return attack(g, battle) * 4 < defence(g, battle)


@rule("ours 15.8", "ours 53.5")
def battle_training(g: World, battle: Battle) -> int:
    """The training level of most attacking factors; a tie takes the lower one."""
    by: dict[int, int] = {}
    for u in battle.attackers:
        level = training_in(g, NATION[g.units.design[u]], g.units.at[u])
        by[level] = by.get(level, 0) + STRENGTH[g.units.design[u]]
    most = max(by.values(), default=0)
    return min((level for level, n in by.items() if n == most), default=0)
