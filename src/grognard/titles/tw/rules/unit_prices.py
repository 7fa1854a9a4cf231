"""15.1.2, 15.1.3, 17.5, 29.3: what units cost to build and to repair, and who may be repaired."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.charts import PRICES
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.rules.money import bill, funds
from grognard.titles.tw.rules.shipyards import spaces_of_ship, work_price
from grognard.titles.tw.rules.supply import supply_now
from grognard.titles.tw.rules.units import presence
from grognard.titles.tw.rules.zones import enemy_zone
from grognard.titles.tw.state import (
    FULL,
    LOST_UNSUPPLIED,
    War,
)


@rule("15.1.2", "11.12.4", "17.5")
def unit_price(g: War, unit: int) -> int:
    """NARFs to build a unit from the pool: factors and cadre, double where it was lost out of supply (12.6.4)."""
    sheet = g.designs[g.units.design[unit]]
    if sheet.kind in NAVAL:
        return spaces_of_ship(g, unit) * work_price(g, unit)  # 15.1.5.2
    row = PRICES[Kind.FLAK if sheet.kind == Kind.MOTFLAK else sheet.kind]
    each = row.dear if sheet.nation in row.dear_for else row.cost
    cadre = 1 if sheet.kind == Kind.MECH and "unstacked" in sheet.marks else row.cadre  # the 90th Light
    if g.options.pilot_training and sheet.air:
        cadre *= 2 ** max(trained_crews(g, unit) - boon(g, g.roster.nations[unit], "crews"), 0)
    price = (each * sheet.strength if row.per_factor else each) + cadre
    return price * 2 if g.units.pool[unit] == LOST_UNSUPPLIED else price


@rule("29.3")
def trained_crews(g: War, unit: int) -> int:
    """Air units of the same kind and nation that were built in this Build Segment."""
    kinds, nations, now = g.roster.kinds, g.roster.nations, g.player_turn
    alike = [u for u, when in enumerate(g.units.built) if when == now and u != unit]
    return sum([kinds[u] == kinds[unit] and nations[u] == nations[unit] for u in alike])


@rule("15.1.3", "15.1.3.1", "15.1.3.3", "3.9.2", "11.10")
def repair_price(g: War, unit: int) -> int:
    """NARFs to repair a unit: half its factors without cadre, 6 for aircraft; double if it moved or flew, is a plane beside the
    enemy, or is German inside the Soviet Union of 1939 (TW-AMB-28)."""
    sheet = g.designs[g.units.design[unit]]
    at = g.units.at[unit]
    if sheet.air:
        row = PRICES[sheet.kind]
        price = 6 if sheet.kind != Kind.NAC else (4 if sheet.nation in row.dear_for else 2)
        enemy = 2 >> g.roster.sides[unit]
        beside = any(presence(g)[b] & enemy for b in g.ground.steps[at])
        return price * 2 if beside or g.units.missions[unit] else price
    row = PRICES[Kind.FLAK if sheet.kind == Kind.MOTFLAK else sheet.kind]
    each = row.dear if sheet.nation in row.dear_for else row.cost
    price = each * -(-sheet.strength // 2)
    if g.units.moved[unit]:
        price *= 2
    return price * 2 if sheet.nation == "germany" and g.ground.ussr_1939[at] else price


@rule("15.1.3.3", "15.1.3.1", "13.2.3", "3.9.2")
def may_repair(g: War, unit: int) -> No | None:
    """Whether a depleted unit can be repaired now."""
    row = g.units[unit]
    if row.at < 0 or not row.depleted:
        return No("15.1.3", "it is not depleted")
    side = g.roster.sides[unit]
    if row.sheet.kind in NAVAL:
        return No("15.1.3.2", "ships are repaired in shipyards")
    if supply_now(g, unit) != FULL and g.ground.land[row.at]:
        return No("15.1.3.3", "it is not in full supply")
    if row.sheet.ground and enemy_zone(g, side)[row.at]:
        return No("15.1.3.3", "it is in an enemy zone of control")
    if g.hexes.siege[row.at]:
        return No("13.2.3", "the fortress is under siege")
    price = bill(g, g.roster.nations[unit], repair_price(g, unit))
    if price > funds(g, g.roster.nations[unit]):
        return No("15.1.2", f"it costs {price} NARFs")
    return None
