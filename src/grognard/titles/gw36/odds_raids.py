"""Exact odds of convoy raids (9.11-9.14) and strategic bombing (9.16): distributions of IPP and damage, and of units lost."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.odds.rolls import Chances, add, capped, certain, dice, hits, mean, mix, opposed, volley
from grognard.titles.gw36.charts import Unit
from grognard.titles.gw36.facts import FACTS, Facts
from grognard.titles.gw36.odds_forces import Lot, worth

FACILITY_AA = 3  # GW36-AMB-17


class RaidOutlook(msgspec.Struct, frozen=True):
    """A raid: chances of the IPP lost by the convoy and of the number of raiders lost, with means."""

    ipp: dict[int, float]
    mean_ipp: float
    raiders_lost: dict[int, float]
    mean_raiders_lost: float
    mean_raider_ipp_lost: float
    method: str = "exact"


class BombingOutlook(msgspec.Struct, frozen=True):
    """Strategic bombing: chances of the damage marked, mean losses of both sides in units and IPP."""

    damage: dict[int, float]
    mean_damage: float
    attacker_losses: dict[str, float]
    defender_losses: dict[str, float]
    attacker_ipp_lost: float
    defender_ipp_lost: float
    method: str = "exact"


def raid_outlook(
    raiders: Sequence[Lot],
    guards: Sequence[Lot] = (),
    *,
    left: int = 99,
    mines: bool = False,
    radar: bool = False,
    asw: bool = False,
    facts: Facts = FACTS,
) -> RaidOutlook:
    """Raiders against a convoy with `left` IPP to lose; `guards` are escorts and aircraft on patrol."""
    units, table = facts.units, facts.raid_modifiers
    escorts = sum([lot.count for lot in guards if units[lot.unit].is_warship])
    patrol = any(units[lot.unit].unit_class == "air" for lot in guards)
    convoy = table["escort"] * escorts + table["patrol_aircraft"] * patrol + table["radar"] * radar + table["advanced_asw"] * asw
    lost: Chances = certain(0)
    for lot in raiders:
        for _ in range(lot.count):
            lost = capped(add(lost, opposed(raid_modifier(units[lot.unit], facts, mines=mines), convoy)), left)
    fleet = sorted([units[lot.unit] for lot in raiders for _ in range(lot.count)], key=worth)
    sunk: Chances = certain(0)
    boats = sum([1 for unit in fleet if unit.is_submarine])
    if not mines:
        ships = boats + sum([1 for unit in fleet if unit.is_warship])
        sunk = volley((lot.count, units[lot.unit].defence or 0) for lot in guards if _fires(units[lot.unit], boats, ships))
    if asw:  # 9.13: mines spare a submarine the fire of escorts and patrols alone
        sunk = add(sunk, hits(boats, 2))
    sunk = capped(sunk, len(fleet))
    price = sum([chance * sum([worth(unit) for unit in fleet[:n]]) for n, chance in sunk.items()])
    return RaidOutlook(lost, mean(lost), sunk, mean(sunk), price)


def _fires(unit: Unit, boats: int, ships: int) -> bool:
    """Escorts fire at every raider, patrols at ships and submarines, seaplanes at submarines (9.6, 9.11, 9.14)."""
    if unit.unit_class != "air":
        return True
    return bool(boats if "hits_submarine_transport" in unit.abilities else ships)


def raid_modifier(unit: Unit, facts: Facts = FACTS, *, mines: bool = False) -> int:
    """Table 9-8."""
    row = unit.id if unit.is_submarine else "aircraft" if unit.unit_class == "air" else "surface_ship"
    return facts.raid_modifiers["mines" if mines else row]


def bombing_outlook(
    bombers: Sequence[Lot],
    escorts: Sequence[Lot] = (),
    interceptors: Sequence[Lot] = (),
    *,
    left: int = 20,
    guns: bool = True,
    attacker_radar: bool = False,
    defender_radar: bool = False,
    facts: Facts = FACTS,
) -> BombingOutlook:
    """Bombers against a facility that can take `left` more damage; `guns`: it has anti-aircraft fire. Rockets meet neither."""
    rockets = [lot for lot in bombers if facts.units[lot.unit].unit_class != "air"]
    sure = sum([lot.count * facts.units[lot.unit].bombing for lot in rockets])
    ours = _squadron(facts, [*[lot for lot in bombers if lot not in rockets], *escorts])
    theirs = _squadron(facts, [lot for lot in interceptors if "escorts" in facts.units[lot.unit].abilities]) if ours else []
    down, up = certain(0), certain(0)
    if theirs:
        down = volley((1, _interception(unit, defender_radar)) for unit in theirs)
        up = volley((1, _interception(unit, attacker_radar)) for unit in ours)
    damage: list[tuple[float, Chances]] = []
    losses: dict[str, float] = {}
    for n, chance in capped(down, len(ours)).items():
        flying = [unit for unit in ours[n:] if unit.bombing]
        _count(losses, ours[:n], chance)
        damage.append((chance, capped(dice(sure + sum([unit.bombing for unit in flying]), 6), left)))
        if guns:
            for shot, p in hits(len(flying), FACILITY_AA).items():
                _count(losses, flying[:shot], chance * p)
    fallen: dict[str, float] = {}
    for n, chance in capped(up, len(theirs)).items():
        _count(fallen, theirs[:n], chance)
    points = mix(damage)
    return BombingOutlook(points, mean(points), losses, fallen, _ipp(facts, losses), _ipp(facts, fallen))


def _squadron(facts: Facts, lots: Sequence[Lot]) -> list[Unit]:
    """Aircraft in the order they are given up."""
    return sorted([facts.units[lot.unit] for lot in lots for _ in range(lot.count)], key=worth)


def _interception(unit: Unit, radar: bool) -> int:
    return unit.interception + int(radar and "air_superiority" in unit.abilities)


def _count(into: dict[str, float], units: list[Unit], chance: float) -> None:
    for unit in units:
        into[unit.id] = into.get(unit.id, 0.0) + chance


def _ipp(facts: Facts, losses: dict[str, float]) -> float:
    return sum([worth(facts.units[name]) * count for name, count in losses.items()])
