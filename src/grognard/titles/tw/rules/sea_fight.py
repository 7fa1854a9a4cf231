"""7.9, 7.11, 11.6: what ships and aircraft are worth against each other at sea, and who counts as how good.

The rounds of a battle are in sea_battle.py, interception in interception.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import FRANCE
from grognard.titles.tw.rules.seas import aircraft_aboard, narrow_areas
from grognard.titles.tw.rules.units import bombing_rating, governing
from grognard.titles.tw.state import NONE, War
from grognard.titles.tw.war_charts import NAVAL_NATIONALITY

HEAVY = (Kind.TAC, Kind.MDM, Kind.JET_TAC)  # 7.9.5: worth three Fleets each
LIGHT = (Kind.FTR, Kind.JET_FTR)
BOMBER_WORTH = 3
MOST_SHIPS = 4  # 7.9


@rule("18.1")
def scruples(g: War, units: Sequence[int], mine: Fraction | int, theirs: Fraction | int) -> No | None:
    """While France fights its ships and aircraft attack nobody at worse than 1-1, nor take part in such an attack
    (TW-AMB-216)."""
    french = g.campaign and not g.nations.surrendered[FRANCE] and any(g.roster.nations[u] == FRANCE for u in units)
    return No("18.1", "the French attack at 1-1 or better") if french and mine < theirs else None


@dataclass
class Force:
    """One side of a battle at sea: its ships, its land-based aircraft, and what it carries."""

    side: int
    ships: list[int] = field(default_factory=list)
    planes: list[int] = field(default_factory=list)
    guards: list[int] = field(default_factory=list)  # of the aircraft, those that fight in the air alone (11.8.2)
    cargo: bool = False  # ground or air units aboard (7.9.9)
    supply: bool = False  # it runs or guards supply
    submarines: int = 0  # on-board U-Boats or ASW, each two a Fleet (5.3.1)

    def left(self, g: War) -> Force:
        """The same without what is lost."""
        self.ships = [u for u in self.ships if g.units.at[u] >= 0]
        self.planes = [u for u in self.planes if g.units.at[u] >= 0]
        return self

    @property
    def empty(self) -> bool:
        return not (self.ships or self.planes or self.submarines)


@rule("7.11.1", "7.11.2", "7.11.3", "7.11.4", "12.6.3")
def navy_rating(g: War, ship: int) -> int:
    """First to Fourth Rate: depleted and unsupplied ships are Fourth, others as their navy."""
    if g.units.depleted[ship] or g.units.supply[ship] == NONE:
        return 4
    sheet = g.designs[g.units.design[ship]]
    return 1 if "free_french" in sheet.marks else g.nations.navy[g.roster.nations[ship]]


@rule("7.11.5", "11.11.4", "11.11.5")
def force_rating(g: War, ships: Sequence[int], planes: Sequence[int]) -> int:
    """The best rating that, with its betters, half of the units have (TW-AMB-03)."""
    return governing([(navy_rating(g, u), 1) for u in ships] + [(bombing_rating(g, u), 1) for u in planes])


def full_carriers(g: War, ships: Sequence[int]) -> list[int]:
    """CVs with undepleted aircraft aboard."""
    planes, worn = aircraft_aboard(g), g.units.depleted
    return [u for u in ships if u in planes and not worn[planes[u]] and not worn[u]]


def naval_aircraft(g: War, ships: Sequence[int]) -> list[int]:
    """The NACs aboard these ships."""
    planes = aircraft_aboard(g)
    return [planes[u] for u in ships if u in planes]


@rule("7.9.5", "7.9.9", "7.9")
def ship_worth(g: War, ships: Sequence[int], submarines: int = 0) -> Fraction:
    """Fleets that ships count as: a Fleet one, a CV with whole aircraft their strength, without none; at most four count."""
    kinds, planes, strengths = g.roster.kinds, aircraft_aboard(g), g.roster.strengths
    carriers = set(full_carriers(g, ships))
    worths = [1 if kinds[u] == Kind.FLEET else strengths[planes[u]] if u in carriers else 0 for u in ships]
    return Fraction(sum(sorted(worths, reverse=True)[:MOST_SHIPS]) + -(-submarines // 2))


@rule("7.9.2", "7.9.5", "7.4", "1.2")
def air_worth(g: War, planes: Sequence[int], area: int | None) -> Fraction:
    """Fleets that land-based aircraft count as: bombers three each, naval aircraft their factors while whole, fighters half each
    and in straits alone (TW-AMB-48); `area` None: in port, where fighters do not strike."""
    kinds, worn = g.roster.kinds, g.units.depleted
    narrow = area is not None and area in narrow_areas(g)
    fighters = sum([1 for u in planes if kinds[u] in LIGHT and not worn[u]]) if narrow else 0
    naval = sum([g.roster.strengths[u] for u in planes if kinds[u] == Kind.NAC and not worn[u]])
    return Fraction(BOMBER_WORTH * sum([1 for u in planes if kinds[u] in HEAVY]) + naval + fighters // 2)


def strikers(g: War, planes: Sequence[int], area: int | None) -> list[int]:
    """Of land-based aircraft those that can attack ships here."""
    kinds = g.roster.kinds
    narrow = area is not None and area in narrow_areas(g)
    return [
        u
        for u in planes
        if kinds[u] in HEAVY or (narrow and kinds[u] in LIGHT) or (kinds[u] == Kind.NAC and not g.units.depleted[u])
    ]


@rule("7.9.4", "11.12.1")
def naval_flak(g: War, ships: Sequence[int]) -> int:
    """Flak factors of ships: half for a Fleet or a CV, one for a CV with whole aircraft, none when depleted; rounded up."""
    carriers = set(full_carriers(g, ships))
    halves = sum([0 if g.units.depleted[u] else 2 if u in carriers else 1 for u in ships])
    return -(-halves // 2)


@rule("7.9.9", "7.11", "5.3.1", "11.7.3")
def sea_modifiers(
    g: War,
    attack: Force,
    defence: Force,
    *,
    attackers: tuple[Sequence[int], Sequence[int]],
    defenders: tuple[Sequence[int], Sequence[int]],
    first_strike: bool = False,
) -> Modifiers:
    """What is added to the phasing side's roll; `attackers` and `defenders`: the (ships, aircraft) that fight in this step."""
    found = Modifiers()
    mine, theirs = force_rating(g, *attackers), force_rating(g, *defenders)
    if (attackers[0] or attackers[1]) and (defenders[0] or defenders[1]):
        found.add(f"rating {mine} against {theirs}", NAVAL_NATIONALITY[mine, theirs], "7.11")
    for force, fighting, sign, whose in ((attack, attackers, 1, ""), (defence, defenders, -1, "enemy ")):
        ships = fighting[0]
        carriers = full_carriers(g, ships)
        found.add(f"{whose}carrier aircraft", -sign * int(bool(carriers)), "7.9.9")
        bare = bool(ships) and all(g.roster.kinds[u] == Kind.CV and u not in carriers for u in ships)
        found.add(f"{whose}carriers without aircraft", 3 * sign * int(bare), "7.9.9")
        found.add(f"{whose}submarines or escorts alone", sign * int(bool(force.submarines) and not ships), "5.3.1")
        found.add(f"{whose}Fleets with cargo", sign * int(force.cargo and bool(ships)), "7.9.9")
        found.add(f"{whose}supply run", sign * int(force.supply), "7.9.9")
    found.add("first carrier strike", -2 * int(first_strike), "11.7.3")
    return found
