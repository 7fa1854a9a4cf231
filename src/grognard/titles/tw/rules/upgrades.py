"""17.4, 19.4, 20.3, 21.7.2, 21.7.3, 29.21: counters exchanged for better ones."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon, lasting
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import GERMANY, INDEX, ITALY, USSR
from grognard.titles.tw.rules.money import construction_price, pay, spend
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.unit_prices import repair_price
from grognard.titles.tw.rules.units import patron_of
from grognard.titles.tw.rules.zones import enemy_zone
from grognard.titles.tw.state import (
    FALL,
    FULL,
    SPRING,
    Nation,
    Unit,
    War,
    turn_of,
)

MOST_MOTFLAK = 3  # 29.21
MOST_EXCHANGED = 5  # 21.7.2: of each kind in the whole war


@rule("17.4", "19.4", "20.3", "21.7.2", "21.7.3", "29.21")
def upgrade_of(g: War, unit: int) -> tuple[str, int, int] | None:
    """(the nation's list entry, the new design, the price without a repair) of an upgrade open to a unit this turn."""
    sheet = g.designs[g.units.design[unit]]
    for n in UPGRADED.get((sheet.nation, sheet.kind, sheet.strength), ()):
        nation, kind, _, new_kind, new, price, first, army = UPGRADES[n]
        italian = nation == "italy" and lasting(g, ITALY, "armour")  # 28.1.1
        if nation == "italy" and boon(g, ITALY, "noarmour"):
            continue
        if (g.turn < first and not italian) or g.units.parent[unit]:
            continue
        if kind == Kind.FLAK and not g.options.motorised_flak:
            continue
        row = g.nations[g.roster.nations[unit]]
        if (row.army > army and not italian) or row.upgraded & 1 << n or _too_late(g, nation, row):
            continue
        if (n == TO_INF and row.to_infantry >= MOST_EXCHANGED) or (n == TO_MECH and row.to_mechanised >= MOST_EXCHANGED):
            continue
        design = next(
            (d for d, s in enumerate(g.designs) if s.nation == nation and s.kind == new_kind and s.strength == new), None
        )
        if design is not None:
            return str(n), design, price
    return None


@rule("19.4", "20.3", "21.7.2", "21.7.3")
def upgrade_costs(g: War, unit: int, price: int) -> dict[int, tuple[int, int]]:
    """Plain NARFs by power: what counts against its construction limit, and what does not. Exchanges of Germany and the Soviets
    count, and every repair; those of Britain and Italy do not (TW-AMB-174). Germany pays for the better tanks of Italy."""
    limited = g.roster.nations[unit] in (GERMANY, USSR)
    costs = {upgrade_payer(g, unit): (price, 0) if limited else (0, price)}
    if g.units.depleted[unit]:
        owner = patron_of(g, unit)
        counts, free = costs.get(owner, (0, 0))
        costs[owner] = counts + repair_price(g, unit), free
    return costs


def upgrade_bill(g: War, unit: int, price: int) -> dict[int, int]:
    """What an upgrade costs whom now: what goes beyond the construction limit costs double (15.1.6.1)."""
    costs = upgrade_costs(g, unit, price)
    return {power: construction_price(g, power, counts) + free for power, (counts, free) in costs.items()}


def promote(g: War, unit: Unit) -> None:
    """The counter is exchanged and paid for; a depleted unit is repaired at the same time."""
    found = upgrade_of(g, unit.index)
    assert found is not None
    line = int(found[0])
    for power, (counts, free) in upgrade_costs(g, unit.index, found[2]).items():
        spend(g, power, counts)
        pay(g, power, free)
    row = g.nations[g.roster.nations[unit.index]]
    row.upgraded = row.upgraded | 1 << line
    if row.index == ITALY:
        row.upgraded = row.upgraded | _italian_year(g)
    row.to_infantry += int(line == TO_INF)
    row.to_mechanised += int(line == TO_MECH)
    unit.design, unit.depleted = found[1], 0


@rule("17.4", "19.4")
def _too_late(g: War, nation: str, row: Nation) -> bool:
    """Britain upgrades in three turns of 1942, Italy once in each of three years."""
    if nation == "britain":
        return g.turn > turn_of(1942, FALL)
    return nation == "italy" and (g.year > 1944 or bool(row.upgraded & _italian_year(g)))


def _italian_year(g: War) -> int:
    return 1 << 16 + (g.year - 1942)


@rule("19.4")
def upgrade_payer(g: War, unit: int) -> int:
    """Who pays for an upgrade: the unit's power, Germany for Italy."""
    nation = g.roster.nations[unit]
    return GERMANY if nation == ITALY else patron_of(g, unit)


UPGRADES: tuple[tuple[str, Kind, int, Kind, int, int, int, int], ...] = (
    ("britain", Kind.ARM, 2, Kind.ARM, 4, 6, turn_of(1942, SPRING), 1),  # to Fall 1942
    ("italy", Kind.ARM, 2, Kind.ARM, 4, 6, turn_of(1942, SPRING), 1),  # one a year to 1944
    ("germany", Kind.ARM, 8, Kind.ARM, 10, 4, turn_of(1943, SPRING), 1),
    ("ussr", Kind.STA, 3, Kind.INF, 6, 5, turn_of(1943, FALL), 2),
    ("ussr", Kind.INF, 6, Kind.MECH, 6, 3, turn_of(1943, FALL), 2),
    ("ussr", Kind.ARM, 2, Kind.ARM, 6, 8, turn_of(1942, FALL), 2),
    ("ussr", Kind.ARM, 1, Kind.ARM, 4, 6, turn_of(1942, FALL), 2),
    ("germany", Kind.FLAK, 1, Kind.MOTFLAK, 1, 2, turn_of(1940, 3), 1),
)
TO_INF, TO_MECH = 3, 4  # lines of the list that 21.7.2 limits
UPGRADED: dict[tuple[str, Kind, int], list[int]] = {}  # the lines of the list by the counter that is exchanged
for _n, _line in enumerate(UPGRADES):
    UPGRADED.setdefault(_line[:3], []).append(_n)


@derived("turn", "side", "nations.side")
def open_upgrades(g: War) -> frozenset[int]:
    """Counters of the phasing side that have a better one by now."""
    ripe = {u[:3] for u in UPGRADES if g.turn >= u[6] and g.nations.side[INDEX[u[0]]] == g.side}
    return frozenset([d for d, s in enumerate(g.designs) if (s.nation, s.kind, s.strength) in ripe])


@rule("17.4", "20.3", "21.7.2", "21.7.3")
def may_upgrade(g: War, unit: int) -> No | None:
    """Units in full supply and outside enemy zones of control exchange their counter for a better one."""
    found = upgrade_of(g, unit)
    at = g.units.at[unit]
    if at < 0 or found is None:
        return No("20.3", "there is no better counter for it now")
    for payer, cost in upgrade_bill(g, unit, found[2]).items():
        if cost > g.nations[payer].narfs:
            return No("15.1.2", f"it costs {g.nations[payer].label} {cost} NARFs")
    side = g.roster.sides[unit]
    if enemy_zone(g, side)[at] or lines(g, side).state(g, unit) != FULL:
        return No("20.3", "it must be in full supply and outside enemy zones of control")
    limit = 1 if found[0] == "2" and g.turn < turn_of(1944, FALL) else 2
    if found[0] == "7" and sum([1 for kind in g.roster.kinds if kind == Kind.MOTFLAK]) >= MOST_MOTFLAK:
        return No("29.21", "three are all there are")
    tens = sum([1 for d in g.units.design if g.designs[d].nation == "germany" and "upgraded" in g.designs[d].marks])
    return No("20.3", "no more of these yet") if found[0] == "2" and tens >= limit else None
