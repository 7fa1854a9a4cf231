"""Convoys and bombing (9.11-9.16) with what no battle needs: raids that take more than they risk, escorts where raiders come.

Every raid and bombing is weighed by its odds (odds_raids.py). Escorts stand where the lines are rich and enemy submarines near,
and stay there while that is so (moves.py asks).
"""

from __future__ import annotations

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.estimate import defenders, guess
from grognard.titles.gw36.agent.threat import reach_of, sea_threat
from grognard.titles.gw36.agent.worth import is_last_turn
from grognard.titles.gw36.kinds import (
    FACILITY_KIND,
    IS_AIR,
    IS_LAND,
    IS_NAVAL,
    IS_SUBMARINE,
    KIND,
    TECHNOLOGY,
    UNIT_IDS,
)
from grognard.titles.gw36.odds_forces import Lot
from grognard.titles.gw36.odds_raids import bombing_outlook, raid_outlook
from grognard.titles.gw36.rules.combat_movement import orders_of
from grognard.titles.gw36.rules.convoys import line_closed, line_values, prey, value_on_line
from grognard.titles.gw36.rules.raiding import escorts, patrols_for, richest
from grognard.titles.gw36.rules.units import enemy_units, has_technology
from grognard.titles.gw36.state import ESCORT, Site, War, Zone

TAKEN = 0.85  # of an IPP the enemy loses
PURSUIT = 0.3  # of the enemies near hunt a raider
STEPS = 3  # a submarine's
PICKETS = frozenset(KIND[name] for name in ("destroyer", "torpedo_boat_destroyer", "light_cruiser"))
ON_GUARD = 0.34  # of a nation's pickets at most
IDLE_PICKET = 0.4  # what a picket is worth with the fleet
SITES = {"factory": 0.9, "naval": 0.35, "base": 0.25}  # IPP for a point of damage
WORTH_A_FLIGHT = 0.5


Means = tuple[float, float]


@once_per_board
def raid_means(g: War, raider: str, mines: bool, guns: tuple[str, ...], left: int, radar: bool, asw: bool) -> Means:
    """IPP a raider takes, and IPP it loses, on the average."""
    lots = [Lot(name, 1) for name in guns]
    found = raid_outlook([Lot(raider, 1)], lots, left=left, mines=mines, radar=radar, asw=asw, facts=g.facts)
    return found.mean_ipp, found.mean_raider_ipp_lost


@once_per_board
def bombing_means(g: War, bomber: str, interceptors: tuple[str, ...], left: int) -> Means:
    """Damage a bomber does, and the exchange of aircraft, on the average."""
    found = bombing_outlook([Lot(bomber, 1)], (), [Lot(name, 1) for name in interceptors], left=left, facts=g.facts)
    return found.mean_damage, found.attacker_ipp_lost - found.defender_ipp_lost


class Raiders:
    """The duties given out so far: what convoys and facilities are expected to have lost, and who guards."""

    def __init__(self, g: War) -> None:
        self.g = g
        self.taken: dict[int, float] = {}
        self.hurt: dict[int, float] = {}
        self.guards: dict[int, int] = {}
        self.pickets = _pickets(g)

    def best(self, u: int) -> tuple[float, Option, str] | None:
        """The best duty for a unit, what it is worth and why; None when it is better kept."""
        found: tuple[float, Option, str] | None = None
        for option in orders_of(self.g, u):
            worth, why = self.value(u, option)
            if worth > (found[0] if found is not None else 0.0):
                found = worth, option, why
        return found

    def value(self, u: int, option: Option) -> tuple[float, str]:
        """What a raid, a bombing or an escort is worth."""
        goal = option.args[-1]
        if option.verb in ("raid", "mine") and isinstance(goal, Zone):
            return self._raid(u, goal.index, mines=option.verb == "mine")
        if option.verb == "bomb" and isinstance(goal, Site):
            return self._bombing(u, goal)
        if option.verb == "escort" and isinstance(goal, Zone):
            return self._escort(u, goal.index)
        return 0.0, ""

    def note(self, u: int, option: Option) -> None:
        """A duty is taken."""
        goal, units = option.args[-1], self.g.units
        if isinstance(goal, Zone) and option.verb in ("raid", "mine"):
            ipp, _ = _means(self.g, u, goal.index, mines=option.verb == "mine", taken=self.taken.get(goal.index, 0.0))
            self.taken[goal.index] = self.taken.get(goal.index, 0.0) + ipp
        elif isinstance(goal, Site):
            done, _ = _damage(self.g, u, goal, self.hurt.get(goal.index, 0.0))
            self.hurt[goal.index] = self.hurt.get(goal.index, 0.0) + done
        elif isinstance(goal, Zone) and option.verb == "escort":
            self.guards[goal.index] = self.guards.get(goal.index, 0) + 1
            on_duty, all_of_them = self.pickets.get(units.nation[u], (0, 0))
            self.pickets[units.nation[u]] = (on_duty + 1, all_of_them)

    def _raid(self, u: int, zone: int, *, mines: bool) -> tuple[float, str]:
        g = self.g
        ipp, lost = _means(g, u, zone, mines=mines, taken=self.taken.get(zone, 0.0))
        worth = (0.2 if is_last_turn(g) else TAKEN) * ipp - lost
        if worth <= 0.0 or mines:
            return worth, f"mines in {g.zones[zone].label}"
        worth -= max(0.0, _exposed(g, u, zone) - _exposed(g, u, g.units.at[u]))
        return worth, f"raid {g.zones[zone].label}: takes {ipp:.1f} IPP, risks {lost:.1f}"

    def _bombing(self, u: int, site: Site) -> tuple[float, str]:
        g = self.g
        damage, lost = _damage(g, u, site, self.hurt.get(site.index, 0.0))
        each = 0.0 if is_last_turn(g) else SITES.get(FACILITY_KIND[site.kind], 0.1)
        return each * damage - lost - WORTH_A_FLIGHT, f"bomb {site.label}: damage {damage:.1f}, risks {lost:.1f} IPP"

    def _escort(self, u: int, zone: int) -> tuple[float, str]:
        g, units = self.g, self.g.units
        nation = units.nation[u]
        on_duty, all_of_them = self.pickets.get(nation, (0, 0))
        if units.kind[u] not in PICKETS or on_duty + 1 > ON_GUARD * all_of_them or is_last_turn(g):
            return 0.0, ""
        saved = escort_worth(g, nation, zone, self.guards.get(zone, 0))
        if saved <= IDLE_PICKET:
            return 0.0, ""
        worth = saved - IDLE_PICKET - max(0.0, _exposed(g, u, zone) - _exposed(g, u, units.at[u]))
        return worth, f"escort in {g.zones[zone].label}: saves {saved:.1f} IPP from submarines near"


def _pickets(g: War) -> dict[int, tuple[int, int]]:
    """Small warships of each nation: on escort duty, and all."""
    found: dict[int, tuple[int, int]] = {}
    for kind, nation, at, duty in zip(g.units.kind, g.units.nation, g.units.at, g.units.duty):
        if at >= 0 and kind in PICKETS:
            on_duty, all_of_them = found.get(nation, (0, 0))
            found[nation] = (on_duty + (duty == ESCORT), all_of_them + 1)
    return found


def _means(g: War, u: int, zone: int, *, mines: bool, taken: float) -> tuple[float, float]:
    units = g.units
    found = prey(g, zone, units.nation[u])
    left = round(sum(p.left for p in found) - taken)
    if left <= 0:
        return 0.0, 0.0
    victim = richest(g, found)
    guns = tuple(sorted(UNIT_IDS[units.kind[v]] for v in (*escorts(g, zone, victim), *patrols_for(g, zone, victim))))
    radar, asw = (has_technology(g, victim, TECHNOLOGY[name]) for name in ("radar", "advanced_asw"))
    return raid_means(g, UNIT_IDS[units.kind[u]], mines, guns, min(left, 12), radar, asw)


def _damage(g: War, u: int, site: Site, hurt: float) -> tuple[float, float]:
    left = round(g.values.max_damage[site.kind] - site.damage - hurt)
    if left <= 0:
        return 0.0, 0.0
    kinds = g.units.kind
    foes = [UNIT_IDS[kinds[v]] for v in enemy_units(g, site.at, g.units.nation[u]) if IS_AIR[kinds[v]]]
    fighters = tuple(sorted(name for name in foes if g.facts.units[name].interception))
    return bombing_means(g, UNIT_IDS[kinds[u]], fighters[:6], left)


def _exposed(g: War, u: int, zone: int) -> float:
    """IPP a ship is likely to lose in a sea zone until its next turn, alone with what stands there."""
    units, kind = g.units, g.units.kind[u]
    if not IS_NAVAL[kind] or not g.board.geo.is_sea[zone]:
        return 0.0
    nation = units.nation[u]
    company = [v for v in g.units.stacks[zone] if units.nation[v] == nation and IS_NAVAL[units.kind[v]]]
    chance = guess(sea_threat(g, nation, zone, PURSUIT), defenders(g, {u, *company}, zone)).won
    return chance * g.values.price[kind] * (0.3 if IS_SUBMARINE[kind] else 0.8)


# --- where raiders will come -------------------------------------------------------------------------------------------


@derived("news", "zones.owner", "turn", "raided")
def prizes(g: War, victims: int) -> dict[int, int]:
    """IPP that these nations can lose in each sea zone."""
    found: dict[int, int] = {}
    for index, line in enumerate(g.board.geo.lines):
        for owner in line_values(g, index):
            if victims >> owner & 1 and not line_closed(g, index, owner):
                value = value_on_line(g, index, owner)
                for zone in line.zones:
                    found[zone] = found.get(zone, 0) + value
    return {zone: value for zone, value in found.items() if value}


@derived("news", "zones.owner", "turn", "raided", "units.at", "units.duty")
def expected(g: War, nation: int) -> dict[int, float]:
    """How many enemy submarines will raid in each sea zone of the nation and its friends: the rich zones draw them."""
    rel, units = g.relations, g.units
    rich = prizes(g, rel.aligned[nation])
    found: dict[int, float] = {}
    enemies = rel.enemies[nation]
    if not rich or not enemies:
        return found
    for kind, owner, at in zip(units.kind, units.nation, units.at):
        if at >= 0 and enemies >> owner & 1 and IS_SUBMARINE[kind]:
            drawn = {z: rich[z] ** 2 for z in reach_of(g, at, STEPS) if z in rich}
            total = sum(drawn.values())
            for z, weight in drawn.items():
                found[z] = found.get(z, 0.0) + weight / total
    return found


def escort_worth(g: War, nation: int, zone: int, more: int = 0, *, already: bool = False) -> float:
    """IPP one more escort saves in a sea zone, or one that stands there already; `more`: others are on their way."""
    raiders = expected(g, nation).get(zone, 0.0)
    if not raiders:
        return 0.0
    guards = len(escorts(g, zone, nation)) + more - already
    left = min(prizes(g, g.relations.aligned[nation])[zone], 12)
    (taken, lost), (less, more_lost) = (
        raid_means(g, "submarine", False, ("destroyer",) * n, left, False, False) for n in (guards, guards + 1)
    )
    return raiders * (taken - less + more_lost - lost)


@derived("news", "zones.owner", "turn", "raided")
def hunting(g: War, nation: int) -> dict[int, float]:
    """How good a sea zone is for a submarine to lie in: the richest enemy convoy within its next move."""
    found: dict[int, float] = {}
    for z, value in prizes(g, g.relations.enemies[nation]).items():
        for near in reach_of(g, z, STEPS - 1):
            found[near] = max(found.get(near, 0.0), min(0.15 * value, 1.5))
    return found


def duties(g: War, free: list[int], used: set[int]) -> list[tuple[int, str, str]]:
    """Raids, bombings and escorts of units that no battle uses: unit, order, reason."""
    raiders, found = Raiders(g), []
    for u in free:
        kind = g.units.kind[u]
        if u in used or IS_LAND[kind]:
            continue
        best = raiders.best(u)
        if best is not None:
            _, option, why = best
            raiders.note(u, option)
            found.append((u, option.text, why))
    return found
