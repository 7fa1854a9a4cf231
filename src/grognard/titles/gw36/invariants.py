"""What must hold after every answer of a game: the fuzzer asks."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.gw36.kinds import IS_LAND, IS_NAVAL, UNIT_IDS
from grognard.titles.gw36.powers import FRANCE, NAMES, N
from grognard.titles.gw36.rules import income
from grognard.titles.gw36.rules.nations import home_mask
from grognard.titles.gw36.state import ASSAULT, ATTACK, DROP, War


@rule("0.4")
def faults(g: War) -> Iterator[str]:
    """Whatever is wrong with this state."""
    yield from misplaced(g)
    yield from miscounted(g)
    yield from possessed_seas(g)
    yield from mingled(g)


@derived("units.kind", "units.nation", "units.at", "units.hits", "units.carrier")
def misplaced(g: War) -> tuple[str, ...]:
    """Units that are where, or in a state in which, no unit can be."""
    return tuple(_misplaced(g))


def _misplaced(g: War) -> Iterator[str]:
    units, sea, most = g.units, g.board.geo.is_sea, g.values.hits
    load: dict[int, int] = {}
    for u, (kind, nation, at, hits, carrier) in enumerate(zip(units.kind, units.nation, units.at, units.hits, units.carrier)):
        if at < 0:
            if carrier >= 0:
                yield f"u{u} is lost and aboard u{carrier}"
            continue
        if not 0 <= nation < N:
            yield f"u{u} has no nation"
        if hits and hits >= most[kind] + (1 if UNIT_IDS[kind] == "heavy_carrier" else 0):
            yield f"u{u} {UNIT_IDS[kind]} has {hits} hits and is afloat"
        if IS_NAVAL[kind] and not sea[at]:
            yield f"u{u} {UNIT_IDS[kind]} stands on land"
        if IS_LAND[kind] and sea[at] and carrier < 0:
            yield f"u{u} {UNIT_IDS[kind]} swims in {g.board.ids[at]}"
        if carrier >= 0:
            if units.at[carrier] != at:
                yield f"u{u} is not with its carrier u{carrier}"
            load[carrier] = load.get(carrier, 0) + 1
    for carrier, count in load.items():
        if count > g.values.capacity[units.kind[carrier]]:
            yield f"u{carrier} carries {count}"


@derived(
    "nations.cash", "nations.earned", "nations.spent", "sites.at", "sites.built", "sites.kind", "sites.damage", "sites.level",
    "entries.gone", "entries.paid", "entries.stages", "entries.count", "entries.ready", "entries.what", "entries.subject",
)  # fmt: skip
def miscounted(g: War) -> tuple[str, ...]:
    """Money, orders and facilities that do not add up."""
    return tuple(income.faults(g))


@derived("zones.owner")
def possessed_seas(g: War) -> tuple[str, ...]:
    """Sea zones that somebody owns."""
    sea = g.board.geo.is_sea
    return tuple([f"{g.board.ids[zone]} is possessed" for zone, owner in enumerate(g.zones.owner) if owner >= 0 and sea[zone]])


BATTLE = (ATTACK, ASSAULT, DROP)


@derived("news", "turn", "france_fell", "zones.owner", "units.kind", "units.nation", "units.at", "units.carrier", "units.duty")
def mingled(g: War) -> tuple[str, ...]:
    """Land zones where land units stand among enemies, or on an enemy's land, outside a battle that is announced or under way."""
    return tuple(_mingled(g))


@rule("0.5")
def _mingled(g: War) -> Iterator[str]:
    units, owner = g.units, g.zones.owner
    enemies = g.relations.enemies
    leaving = home_mask(g)[FRANCE] if g.france_fell == g.turn else frozenset()  # 14.4.2: its guests are on their way out
    there: dict[int, int] = {}
    for kind, nation, at, carrier in zip(units.kind, units.nation, units.at, units.carrier):
        if at >= 0 and carrier < 0 and IS_LAND[kind]:
            there[at] = there.get(at, 0) | 1 << nation
    for zone, nations in there.items():
        whose = nations | (1 << owner[zone] if owner[zone] >= 0 else 0)
        if whose & (whose - 1) == 0:
            continue  # one nation
        odd = [n for n in range(N) if nations >> n & 1 and enemies[n] & whose]
        if odd and zone not in leaving and not any(units.duty[u] in BATTLE for u in g.units.stacks[zone]):
            yield f"{NAMES[odd[0]]} stands among enemies in {g.board.ids[zone]}"
