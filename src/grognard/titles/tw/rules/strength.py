"""10.6 and 10.8: what units are worth in attack and defence, the odds of a battle, its shifts and its modifiers, itemised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from grognard.kernel.acts import Subject
from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.charts import BEST_COLUMN, GROUND_COMBAT, GROUND_NATIONALITY, ODDS, multiplier
from grognard.titles.tw.ground import CLEAR, DESERT, FOREST, MOUNTAIN, SWAMP
from grognard.titles.tw.kinds import BOMBERS, GUNLESS, HOUSED, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FINLAND, FRANCE, GERMANY, INDEX, USA, USSR
from grognard.titles.tw.rules.national import resented, shelter_lost, surprise_modifier
from grognard.titles.tw.rules.units import army_rating, enemies_in, governing, ground_at, patron_of, weakened
from grognard.titles.tw.rules.weather import frozen, greatest_shift
from grognard.titles.tw.state import FORTIFICATION, FORTRESS, LLE, SUMMER, WINTER, Hex, Unit, War

SWEDEN = INDEX["sweden"]
WESTERN = (BRITAIN, FRANCE, USA)
STEADY = (Kind.ARM, Kind.MOT, Kind.MECH, Kind.CAV, Kind.INF)  # 11.12.2: beside these German flak fights tanks


@dataclass
class Battle:
    """One announced attack: the hex, who attacks it, the air support of both sides and the choices made for it."""

    space: int
    side: int
    impulse: int
    attackers: list[int] = field(default_factory=list)
    guards: list[int] = field(default_factory=list)  # escorts and counter-interceptors over the hex: they bomb nothing (11.3.1)
    support: list[int] = field(default_factory=list)  # phasing bombers over the hex
    escorts: list[int] = field(default_factory=list)
    cover: list[int] = field(default_factory=list)  # bombers and fighters of the defender over the hex
    landed: list[int] = field(default_factory=list)  # attackers that came by air
    extra_column: bool = False  # 4.3
    carpet: bool = False  # 29.20
    engaged: list[int] = field(default_factory=list)  # who fights elsewhere or has advanced already (10.0, 10.5)
    advanced: list[int] = field(default_factory=list)  # who has moved into the vacated hex


class Muster(Subject, frozen=True):
    """10.1.1: an attack that is being mustered."""

    space: Annotated[int, Hex]
    attackers: tuple[Annotated[int, Unit], ...]
    extra_column: bool
    carpet: bool


class Skies(Subject, frozen=True):
    """The announced battles and the aircraft that fly to each hex, as far as both sides have said."""

    battles: Sequence[Battle]
    sent: dict[int, list[int]]
    cover: dict[int, list[int]] = {}


class NextBattle(Skies, frozen=True):
    """10.2.3: which battle is fought next."""


class Support(Skies, frozen=True):
    """11.3.1: aircraft to support an attack."""


class Cover(Skies, frozen=True):
    """11.4.1: aircraft to cover the defender."""


class CounterCover(Skies, frozen=True):
    """11.8.2: aircraft against those that cover."""


# --- attack -------------------------------------------------------------------------------------------------------------------


@rule("10.1.2", "13.1", "21.7.1", "2.6")
def attack_value(g: War, unit: int, target: int) -> int:
    """Factors of a unit in attack on a hex: static units and flak have none, Siberians double in winter, guns against works."""
    kind, sheet = g.roster.kinds[unit], g.designs[g.units.design[unit]]
    if kind == Kind.STA or kind in GUNLESS:
        return 0
    value = sheet.strength
    if kind == Kind.ART:
        value *= {FORTRESS: 3, FORTIFICATION: 2}.get(g.hexes.works[target], 1)
    if "siberian" in sheet.marks and g.season == WINTER and g.ground.ussr_1939[target]:
        nations = g.roster.nations
        if not any(nations[u] in (FINLAND, SWEDEN) for u in enemies_in(g, target, g.roster.sides[unit])):
            value *= 2
    return value


# --- defence ------------------------------------------------------------------------------------------------------------------


@rule(
    "10.6", "10.6.1", "10.6.3", "10.6.4", "10.6.5", "10.6.6", "10.6.7", "10.6.8", "10.6.9", "10.6.10", "10.6.14", "13.0", "13.2.3"
)
def defence_value(
    g: War, target: int, attackers: Sequence[int], impulse: int, landed: Sequence[int] = ()
) -> list[tuple[int, int]]:
    """Each defender of a hex with what it is worth against these attackers."""
    if not attackers:
        side = 1 - g.side
    else:
        side = 1 - g.roster.sides[attackers[0]]
    kinds, strengths, sides = g.roster.kinds, g.roster.strengths, g.roster.sides
    river = crossed(g, target, attackers, landed)
    beach = assaulted(g, attackers)
    only_air = bool(landed) and len(landed) == len(attackers) and not beach
    add = shelter(g, target, attackers)
    found = []
    for u in ground_at(g).get(target, ()):
        if sides[u] != side or kinds[u] in GUNLESS:
            continue
        kind, value = kinds[u], strengths[u]
        if not (weakened(g, u) or g.units.reserve[u] or kind == Kind.CDO or (g.bitter and resented(g, u))):
            value *= max(factor(g, target, kind, impulse, river=river, only_air=only_air), beach_factor(g, target, attackers))
            if kind in HOUSED:
                value += add
        found.append((u, value))
    return found


@rule("10.6.10", "11.14.4")
def crossed(g: War, target: int, attackers: Sequence[int], landed: Sequence[int] = ()) -> bool:
    """Whether all attackers come over an unfrozen river, canal or crossable strait; a landing from the air spoils it."""
    if landed or not attackers:
        return False
    icy = frozen(g) and g.ground.eastern[target]
    across = g.ground.strait[target] if icy else g.ground.river[target]
    at = g.units.at
    return all(at[u] in across for u in attackers)


@rule("7.7.2", "10.6.2", "11.14.4")
def assaulted(g: War, attackers: Sequence[int]) -> bool:
    """Whether a hex is stormed from the sea, and by nobody from the landward side: parachutists may drop with the landing
    (TW-AMB-214)."""
    afloat, dropped = g.units.afloat, g.units.dropped
    return any(afloat[u] == 1 for u in attackers) and all(afloat[u] == 1 or dropped[u] for u in attackers)


@rule("10.6.2", "10.6.4")
def beach_factor(g: War, target: int, attackers: Sequence[int]) -> int:
    """Defenders of a beach are tripled against a landing, behind works quadrupled unless commandos come along."""
    if not assaulted(g, attackers) or g.hexes.works[target] == FORTRESS:
        return 1
    commandos = any(g.roster.kinds[u] == Kind.CDO for u in attackers)
    return 4 if g.hexes.works[target] == FORTIFICATION and not commandos else 3


@rule("10.6.2", "10.6.14")
def factor(g: War, target: int, kind: Kind, impulse: int, *, river: bool, only_air: bool) -> int:
    """The multiplier of a full unit: the best that terrain, works and water give it (TW-AMB-59). Attacked from the land a
    beach is open ground."""
    works, terrain = g.hexes.works[target], g.ground.terrain[target]
    if works == FORTRESS:
        return max(multiplier("fortress", kind) - g.hexes.siege[target], 1)
    if terrain == SWAMP and frozen(g) and g.ground.eastern[target]:
        terrain = CLEAR
    best = 1
    if works == FORTIFICATION:  # whoever holds it (TW-AMB-73)
        best = multiplier("fortification river" if river else "fortification", kind)
    if river:
        best = max(best, multiplier("river", kind))
    if terrain == MOUNTAIN:
        return max(best, multiplier("mountain river" if river else "mountain", kind))
    if terrain == SWAMP:
        return max(best, multiplier("swamp", kind))
    return max(best, 1 if _caught_in_the_open(g, target, terrain, kind, impulse, only_air) else 2)


@rule("10.6.1")
def _caught_in_the_open(g: War, target: int, terrain: int, kind: Kind, impulse: int, only_air: bool) -> bool:
    """Foot and static units that are not doubled: in the desert, against a second impulse in the open, static ones also against
    parachutists alone. A city that shelters is not the open (TW-AMB-60)."""
    if kind not in (Kind.INF, Kind.STA) or g.ground.shelter[target]:
        return False
    if terrain == DESERT:
        return True
    if only_air:
        return terrain == CLEAR and kind == Kind.STA
    return terrain == CLEAR and impulse == 2


@rule("10.6.3", "10.6.8")
def shelter(g: War, target: int, attackers: Sequence[int]) -> int:
    """What woods and cities add to each full INF, MOT, STA or PARA; a fortress leaves only the city."""
    ground = g.ground
    nations = g.roster.nations
    cities = 0 if shelter_lost(g, target) else ground.shelter[target]
    if cities and ground.country[target] in ("germany", "danzig") and any(nations[u] == USSR for u in attackers):
        cities *= 3
    woods = int(ground.terrain[target] == FOREST and g.hexes.works[target] != FORTRESS)
    return cities + woods


# --- the battle ---------------------------------------------------------------------------------------------------------------


@dataclass
class Odds:
    """How a battle stands before the die."""

    attack: int
    defence: int
    base: int
    shifts: Modifiers
    modifiers: Modifiers
    river: bool

    @property
    def column(self) -> int:
        """The column of the table, after shifts: never worse than 1-4, never better than 5-1 (TW-AMB-56, TW-AMB-57)."""
        return min(max(self.base + self.shifts.total, 0), BEST_COLUMN)

    @property
    def text(self) -> str:
        return f"{self.attack}:{self.defence} is {ODDS.labels[self.base]}, column {GROUND_COMBAT.label(self.column)}"


@rule("2.6", "11.14.4")
def attack_total(g: War, target: int, attackers: Sequence[int]) -> int:
    """Factors of a force: parachutists who land on a beach together with troops from the sea count double; Allied commandos
    double one INF or MOT unit that storms a beach with them."""
    known, total = g.roster, sum([attack_value(g, u, target) for u in attackers])
    if g.ground.beach[target] and any(g.units.afloat[u] == 1 for u in attackers):
        total += sum([attack_value(g, u, target) for u in attackers if jumped(g, u, target)])
    if not any(known.kinds[u] == Kind.CDO and known.sides[u] == ALLIES for u in attackers) or not g.ground.beach[target]:
        return total
    landing = [u for u in attackers if known.kinds[u] in (Kind.INF, Kind.MOT) and g.units.afloat[u] == 1]
    return total + max([attack_value(g, u, target) for u in landing], default=0)


def jumped(g: War, unit: int, target: int) -> bool:
    """Whether a parachute unit has landed in a hex from the air."""
    return g.roster.kinds[unit] == Kind.PARA and bool(g.units.dropped[unit]) and g.units.at[unit] == target


@rule("10.0", "10.1", "10.1.1", "10.2.2")
def battle_odds(g: War, battle: Battle) -> Odds:
    """Factors, column, shifts and modifiers of a battle as it stands now."""
    attack = attack_total(g, battle.space, battle.attackers)
    values = defence_value(g, battle.space, battle.attackers, battle.impulse, battle.landed)
    defence = sum([v for _, v in values])
    base = ODDS.place(attack, defence) if defence else len(ODDS.labels) - 1
    river = crossed(g, battle.space, battle.attackers, battle.landed)
    return Odds(attack, defence, base, _shifts(g, battle), _modifiers(g, battle, [u for u, _ in values]), river)


@rule("11.3", "11.4", "4.3", "7.7.3", "29.2", "29.20")
def _shifts(g: War, battle: Battle) -> Modifiers:

    shifts = Modifiers()
    dropped = [u for u in battle.landed if not g.units.afloat[u]]
    most = 1 if dropped and len(dropped) == len(battle.attackers) else 2  # 11.3.2
    shifts.add("guns of the fleet", int(any(g.units.afloat[u] == 1 for u in battle.landed)), "7.7.3")
    shifts.add("offensive air support", min(columns(g, battle.support, battle.space, battle.side), most), "11.3.1")
    shifts.add("defensive air support", -columns(g, battle.cover, battle.space, 1 - battle.side), "11.4.1")
    shifts.add("limited logistical effort", int(battle.extra_column), "4.3")
    shifts.add("carpet bombing", int(battle.carpet), "29.20")
    if g.options.elite_units:
        shifts.add("elite unit in attack", int(any(_elite(g, u) for u in battle.attackers)), "29.2")
        shifts.add("elite unit in defence", -int(any(_elite(g, u) for u in enemies_in(g, battle.space, battle.side))), "29.2")
    return shifts


def _elite(g: War, unit: int) -> bool:
    """29.2: a whole, undepleted German 10-8 ARM."""
    sheet = g.designs[g.units.design[unit]]
    return sheet.nation == "germany" and sheet.kind == Kind.ARM and sheet.strength == 10 and not weakened(g, unit)


@rule("10.2.2", "10.2.5", "10.8.5", "4.3", "11.12.2", "21.7.5")
def _modifiers(g: War, battle: Battle, defenders: list[int]) -> Modifiers:
    kinds, strengths, nations = g.roster.kinds, g.roster.strengths, g.roster.nations
    found = Modifiers()
    if battle.attackers and defenders:
        mine = governing((army_rating(g, u), strengths[u]) for u in battle.attackers)
        theirs = governing((army_rating(g, u), strengths[u]) for u in defenders)
        found.add(f"rating {mine} against {theirs}", GROUND_NATIONALITY[mine, theirs], "10.8")
    total = sum([strengths[u] for u in battle.attackers])
    limited = sum([strengths[u] for u in battle.attackers if g.nations[patron_of(g, u)].effort == LLE])
    found.add("limited logistical effort", -int(total > 0 and 2 * limited >= total), "4.3")  # TW-AMB-09
    found.add("schwerpunkt", -int(schwerpunkt(g, battle, defenders)), "10.2.5")
    tanks = any(kinds[u] in (Kind.ARM, Kind.MECH) for u in battle.attackers)  # TW-AMB-26
    guns = any(kinds[u] in GUNLESS and nations[u] == GERMANY for u in enemies_in(g, battle.space, battle.side))
    manned = any(kinds[u] in STEADY for u in defenders)
    found.add("German flak", int(tanks and guns and manned and battle.side != AXIS), "11.12.2")
    found.add("Soviet casualties", int(any(nations[u] == USSR for u in battle.attackers)), "21.7.5")
    dropped = any(kinds[u] == Kind.PARA and not g.units.afloat[u] for u in battle.landed)
    for label, value, rule_ in surprise_modifier(g, battle.side, battle.attackers, defenders, dropped):
        found.add(label, value, rule_)
    return found


@rule("10.2.5")
def schwerpunkt(g: War, battle: Battle, defenders: Sequence[int]) -> bool:
    """First-Rate tanks and mechanised troops out of a Breach, the most of the attack, against foot or static units in the
    open."""
    if battle.impulse != 2 or not defenders or g.hexes.works[battle.space]:
        return False
    kinds, strengths = g.roster.kinds, g.roster.strengths
    open_ground = g.ground.terrain[battle.space] in (CLEAR, DESERT) and not g.ground.shelter[battle.space]  # TW-AMB-19
    if not open_ground or any(kinds[u] not in (Kind.INF, Kind.STA) for u in defenders):
        return False
    spear = sum([strengths[u] for u in battle.attackers if g.units.spearhead[u] and army_rating(g, u) == 1])
    return 2 * spear > sum([strengths[u] for u in battle.attackers])


@rule("29.20")
def carpet_allowed(g: War, attackers: Sequence[int]) -> bool:
    """Summer 1944, two hexes in a game, for attacks of the Western Allies."""
    if not g.options.carpet_bombing or g.year != 1944 or g.season != SUMMER or g.carpets >= 2:
        return False
    return any(patron_of(g, u) in WESTERN for u in attackers)


@rule("11.3.1", "11.3.2", "11.4.1", "11.4.2", "11.11.4")
def columns(g: War, planes: Sequence[int], target: int, side: int) -> int:
    """Columns that these aircraft shift: one for a TAC, two for an MDM, two at most; depleted ones together only one."""
    kinds = g.roster.kinds
    there = [u for u in planes if g.units.at[u] >= 0 and kinds[u] in BOMBERS]
    whole = sum([2 if kinds[u] == Kind.MDM else 1 for u in there if not g.units.depleted[u]])
    broken = sum([1 for u in there if g.units.depleted[u]])
    shift = whole + min(broken, 1)  # TW-AMB-66
    return min(shift, 2, greatest_shift(g, target, side))
