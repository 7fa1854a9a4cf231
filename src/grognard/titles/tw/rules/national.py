"""National rules that bear on land and air combat: surprise in the West (18.2) and in the East (21.4), upgrades (17.4,
19.4, 20.3, 21.7),
Soviet mobilisation (21.7.1), scorched earth (21.7.6). Politics, surrender rolls and the economy are not here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from grognard.kernel.rules import rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.ground import Ground
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY, INDEX, USSR
from grognard.titles.tw.state import SPRING, War, turn_of

WEST = frozenset([INDEX[k] for k in ("france", "belgium", "norway", "netherlands")])
WEST_AIR = frozenset([INDEX[k] for k in ("france", "belgium")])
LANDED_ON = frozenset([INDEX[k] for k in ("belgium", "norway", "netherlands")])
FRANCE = INDEX["france"]
BORDER_TURN = turn_of(1940, SPRING)  # 18.2
MOST_SURPRISED = 3  # 18.2: movement points the French lose, more than anybody
BORDERLANDS = frozenset(("latvia", "estonia", "lithuania"))


def surprised(g: War, nation: int) -> bool:
    """Whether this is the turn on which a nation was surprised."""
    return g.nations.surprised[nation] == g.turn and not boon(g, nation, "warned")


@rule("18.2", "21.4")
def surprise_modifier(
    g: War, side: int, attackers: Sequence[int], defenders: Sequence[int], landed: bool
) -> Iterator[tuple[str, int, str]]:
    """What surprise does to a ground attack: Germans gain one, the surprised lose one, a landing in the Low Countries one
    more."""
    nations = g.roster.nations
    german = any(nations[u] == GERMANY for u in attackers)
    if side == AXIS and german:
        if any(nations[u] == USSR and surprised(g, USSR) for u in defenders):
            yield "surprise", -1, "21.4"
        if any(nations[u] in WEST and surprised(g, nations[u]) for u in defenders):
            yield "surprise in the West", -1, "18.2"
            if landed and any(nations[u] in LANDED_ON for u in defenders):
                yield "airborne surprise", -1, "18.2"
    elif side == ALLIES and any(nations[u] in WEST and surprised(g, nations[u]) for u in attackers):
        yield "surprised in the West", 1, "18.2"


@rule("18.2", "21.4")
def surprise_loss(g: War, unit: int) -> int:
    """Movement points a surprised unit loses in its side's next Operations."""
    nation = g.roster.nations[unit]
    if not surprised(g, nation) or g.roster.sides[unit] != ALLIES:
        return 0
    kind = g.roster.kinds[unit]
    if nation == USSR:
        return {Kind.INF: 1, Kind.ARM: 2, Kind.CAV: 2}.get(kind, 0)
    return MOST_SURPRISED if nation == FRANCE and g.impulse == 1 else 0


@rule("21.4")
def shelter_lost(g: War, space: int) -> bool:
    """Soviet cities in the borderlands and the Ukraine give nothing on the turn of the surprise."""
    if not surprised(g, USSR) or g.side != AXIS:
        return False
    regions = g.ground.regions[space]
    border = bool(regions & {"eastern_poland", "bessarabia", "ukraine", "baltic_states"})
    return border or g.ground.country[space] in BORDERLANDS


@rule("21.4")
def may_intercept(g: War, nation: int) -> bool:
    """Surprised Soviet aircraft do not intercept."""
    return not (nation == USSR and surprised(g, USSR) and g.side == AXIS)


@rule("18.2", "21.4")
def flak_silent(g: War, space: int, nation: int) -> bool:
    """Surprised Soviets do not fire flak at all; nor do airfields and ports surprised in the West."""
    return g.side == AXIS and surprised(g, nation) and (nation == USSR or nation in WEST)


@rule("18.2", "21.4")
def air_surprise(g: War, phasing: Sequence[int], other: Sequence[int], counter_air: bool) -> tuple[int, int, int]:
    """(factor of the phasing side's air strength, of the other's, die modifier) that surprise gives an air battle."""
    nations = g.roster.nations

    def caught(units: Sequence[int]) -> bool:
        west = any(nations[u] in WEST_AIR and surprised(g, nations[u]) for u in units)
        return west or (counter_air and any(nations[u] == USSR and surprised(g, USSR) for u in units))

    if any(nations[u] == GERMANY for u in phasing) and caught(other):
        return 2, 1, -1
    if any(nations[u] == GERMANY for u in other) and caught(phasing):
        return 1, 2, 1
    return 1, 1, 0


@rule("18.2")
def surprise_range(g: War, unit: int, printed: int) -> int:
    """French TAC and FTR fly half as far on the turn of the surprise."""
    if g.roster.nations[unit] == FRANCE and surprised(g, FRANCE) and g.roster.kinds[unit] in (Kind.TAC, Kind.FTR):
        return (printed + 1) // 2
    return printed


@cache
def french_border(ground: Ground) -> frozenset[int]:
    """Hexes of France beside Germany, Belgium or Luxembourg."""
    beyond = ("germany", "belgium", "luxembourg")
    return frozenset(
        s
        for s, country in enumerate(ground.country)
        if country == "france" and ground.land[s] and any(ground.country[b] in beyond for b in ground.steps[s])
    )


@rule("18.2", "28.2.1")
def bound_to_border(g: War, unit: int) -> bool:
    """Whether a French air unit must be based at the border now: until Summer 1940, but for what Variants gave or foresaw. Who
    flees in the Axis turn flies where it can."""
    if not g.campaign or g.turn != BORDER_TURN or g.side != ALLIES or g.roster.nations[unit] != FRANCE:
        return False
    fights = g.nations.side[FRANCE] == ALLIES and not g.nations.surrendered[FRANCE] and not boon(g, FRANCE, "warned")
    return fights and "variant" not in g.designs[g.units.design[unit]].marks


@rule("18.5.7")
def resented(g: War, unit: int) -> bool:
    """Whether a British unit fights on in France after the armistice, among people who have turned against it."""
    at = g.units.at[unit]
    return bool(g.bitter) and at >= 0 and g.roster.nations[unit] == INDEX["britain"] and g.ground.country[at] == "france"


@rule("18.5.7")
def bitterness_ends(g: War) -> None:
    """The last British unit that fought on has left France or is lost: who lands there later is not resented."""
    if g.bitter and not any(resented(g, u) for u in range(len(g.units))):
        g.bitter = 0


@rule("18.2")
def may_reserve(g: War, nation: int) -> bool:
    """Britain and France keep no reserves before the Allied turn of the Western surprise."""
    if nation not in (FRANCE, INDEX["britain"]):
        return True
    return g.nations.surprised[FRANCE] >= 0 and g.turn >= g.nations.surprised[FRANCE]
