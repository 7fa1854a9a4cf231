"""What a power builds for the staff's strategy in a campaign: the part of each class in what it has, by years.

A class that has less than its part is worth more; so losses are made good and nobody lives on militia alone.
"""

from __future__ import annotations

from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import CIRCLE, CONSTRUCTION_POOL, NOWHERE, REPAIR_POOL, War

HQS, ARMOUR, FOOT, GUARD, FIGHTERS, BOMBERS, PATROLS, DROPS, LIFT, CRAFT, DECKS, GUNS, BOATS, CONVOYS = range(14)
CLASS: dict[Type, int] = {
    Type.HQ_A: HQS, Type.HQ_I: HQS, Type.ARM: ARMOUR, Type.MECH: ARMOUR, Type.MOT: ARMOUR, Type.INF: FOOT, Type.CAV: FOOT,
    Type.MTN: FOOT, Type.SKI: FOOT, Type.ART: FOOT, Type.AT: FOOT, Type.AA: GUARD, Type.GAR: GUARD, Type.MIL: GUARD,
    Type.TERR: GUARD, Type.PARA: DROPS, Type.ATR: DROPS, Type.MAR: CRAFT, Type.FTR: FIGHTERS, Type.LND: BOMBERS,
    Type.NAV: PATROLS, Type.TRS: LIFT, Type.AMPH: CRAFT, Type.CV: DECKS, Type.CVL: DECKS, Type.BB: GUNS, Type.CA: GUNS,
    Type.CL: GUNS, Type.ASW: GUNS, Type.SUB: BOATS, Type.CX: BOATS, Type.CP: CONVOYS, Type.TANKER: CONVOYS,
}  # fmt: skip
LED_BY_ONE, STAFF_FIRST = 7, 1.5  # corps to an HQ beyond which the next is built before anything else
Parts = tuple[int, ...]  # of a hundred, in the order of the classes above, convoys aside

PARTS: dict[int, tuple[tuple[int, Parts], ...]] = {  # from a year on
    #                  HQ ARM FOOT GRD FTR LND NAV DRP LFT LDG CV GUN SUB
    GERMANY: (
        (1939, (8, 30, 18, 4, 14, 18, 2, 2, 1, 0, 0, 0, 3)),
        (1941, (8, 32, 20, 6, 14, 14, 1, 1, 0, 0, 0, 0, 4)),
        (1943, (5, 22, 24, 14, 26, 5, 1, 0, 0, 0, 0, 0, 3)),
    ),
    ITALY: ((1939, (8, 6, 26, 6, 24, 6, 14, 2, 4, 2, 0, 0, 2)), (1943, (5, 4, 20, 28, 26, 2, 14, 0, 1, 0, 0, 0, 0))),
    JAPAN: ((1939, (6, 2, 18, 4, 12, 10, 12, 1, 12, 14, 6, 0, 2)), (1943, (4, 2, 18, 18, 26, 4, 18, 0, 3, 2, 4, 0, 0))),
    CHINA: ((1939, (14, 0, 46, 28, 8, 4, 0, 0, 0, 0, 0, 0, 0)),),
    COMMONWEALTH: (
        (1939, (8, 8, 12, 8, 24, 10, 12, 1, 7, 3, 5, 2, 0)),
        (1942, (6, 16, 14, 2, 16, 18, 8, 4, 6, 6, 4, 0, 0)),
        (1944, (5, 24, 20, 0, 16, 20, 4, 3, 3, 3, 2, 0, 0)),
    ),
    FRANCE: ((1939, (10, 16, 28, 18, 25, 3, 0, 0, 0, 0, 0, 0, 0)),),
    USSR: (
        (1939, (12, 18, 32, 14, 15, 9, 0, 0, 0, 0, 0, 0, 0)),
        (1941, (10, 14, 44, 16, 10, 6, 0, 0, 0, 0, 0, 0, 0)),
        (1943, (6, 30, 30, 2, 14, 18, 0, 0, 0, 0, 0, 0, 0)),
    ),
    USA: (
        (1939, (8, 8, 12, 0, 14, 10, 8, 0, 12, 8, 14, 2, 2)),
        (1942, (6, 14, 12, 0, 14, 13, 6, 2, 10, 10, 6, 1, 6)),
        (1943, (6, 20, 14, 0, 14, 16, 4, 2, 7, 8, 4, 0, 5)),
        (1944, (6, 23, 18, 0, 14, 18, 2, 2, 4, 6, 3, 0, 4)),
    ),
}


def parts(g: War, power: int) -> Parts:
    """The parts that a power aims at this year."""
    rows = PARTS.get(power, PARTS[USSR])
    return [row for year, row in rows if year <= max(g.year, rows[0][0])][-1]


def held(g: War, power: int) -> list[float]:
    """What a power has of each class on the map, on the circle and in the yards, in build points."""
    found = [0.0] * CONVOYS
    types = roster(g).types
    for u, whose in enumerate(g.units.power):
        at = g.units.at[u]
        there = at >= 0 or at <= CIRCLE or at in (CONSTRUCTION_POOL, REPAIR_POOL)
        if whose == power and there and g.units.counter[u] != NOWHERE and CLASS.get(types[u], CONVOYS) < CONVOYS:
            found[CLASS[types[u]]] += g.units[u].sheet.cost + g.units[u].sheet.second_cost
    return found


def needs(g: War, power: int) -> list[float]:
    """How much each class is wanted: over one for what there is too little of."""
    row, have = parts(g, power), held(g, power)
    counted = [n if row[k] else 0.0 for k, n in enumerate(have)]
    total = sum(min(n, 60.0) for n in counted) + 1.0
    found = [(row[k] / 100) / (min(counted[k], 60.0) / total + 0.03) if row[k] else 0.0 for k in range(CONVOYS)]
    if row[HQS] and lacks_staffs(g, power):
        found[HQS] = STAFF_FIRST * max(found)
    return found


def lacks_staffs(g: War, power: int) -> bool:
    """Whether a power has fewer HQs, on the map and on the circle, than its armies need to be fed and led."""
    hq, land = roster(g).hq, roster(g).land
    own = [u for u, whose in enumerate(g.units.power) if whose == power and land[u]]
    staffs = sum(hq[u] and (g.units.at[u] >= 0 or g.units.at[u] <= CIRCLE) for u in own)
    return staffs * LED_BY_ONE < sum(g.units.at[u] >= 0 for u in own)
