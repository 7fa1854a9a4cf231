"""Aircraft: where they are based, which attacks they tip, what they cover, and when a duel pays (11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent.estimate import clash, point_worth, prizes
from grognard.titles.tw.agent.ground_view import pull_of
from grognard.titles.tw.agent.orders import Orders
from grognard.titles.tw.charts import AIR_COMBAT
from grognard.titles.tw.kinds import BOMBERS, FIGHTERS
from grognard.titles.tw.rules.air_combat import air_column, air_modifiers
from grognard.titles.tw.rules.air_support import (
    AGAINST_COUNTER_AIR,
    AGAINST_TRANSFER,
    COUNTER_AIR,
    DAS,
    escorts_for,
    hunters_of,
    interceptors,
    unprotected,
)
from grognard.titles.tw.rules.airbases import defensive_range, offensive_range
from grognard.titles.tw.rules.staging import staging_bases
from grognard.titles.tw.rules.strength import Battle, Skies, columns
from grognard.titles.tw.rules.units import air_at, ground_at, presence
from grognard.titles.tw.state import Hex, Unit, War
from grognard.titles.tw.subjects import AirEffort

PLANE = 8.0  # the worth of an air unit
DEPLETED = 0.45
STRIKERS = 2
RAIDED = 3.0  # what each enemy aircraft beyond the own fighters that can strike a base takes from its worth
MET = 12.0  # what each enemy aircraft that can meet a bomber at its new base takes from the worth of the base


@lru_cache(maxsize=512)
def duel_worth(column: int, modifier: int) -> float:
    """What a round of air combat brings: enemy air units lost less one's own, depletions counted as a part."""
    total = 0.0
    for roll in range(1, 11):
        result = AIR_COMBAT[column, roll + modifier]
        toll = result.lost + DEPLETED * result.depleted
        total += 0.1 * (-toll if result.attacker else toll)
    return total


def duel(g: War, phasing: Sequence[int], other: Sequence[int], space: int, *, strike: bool = False) -> float:
    """The worth of a round between these aircraft; on the ground the enemy does no harm."""
    if not phasing or not other:
        return 0.0
    column = air_column(g, phasing, other, grounded=strike, counter_air=strike)
    modifier = air_modifiers(g, phasing, other, space, counter_air=strike).total
    value = duel_worth(column, modifier)
    return PLANE * (max(value, 0.0) if strike else value)


def expected_cover(g: War, target: int) -> int:
    """Columns that the defender's bombers may take from an attack."""
    kinds = g.roster.kinds
    near = [u for u in interceptors(g, [], target, DAS) if kinds[u] in BOMBERS and not unprotected(g, u, target)]
    return columns(g, near, target, 1 - g.side) if len(near) > 2 else min(1, columns(g, near, target, 1 - g.side))


def opposition(g: War, force: Sequence[int], target: int) -> list[int]:
    """The aircraft that may well come up against a force: fighters first, three at most."""
    kinds = g.roster.kinds
    near = [u for u in interceptors(g, force, target, DAS) if not unprotected(g, u, target)]
    near.sort(key=lambda u: (kinds[u] not in FIGHTERS, u))
    return near[:3]


# --- questions of the phasing side --------------------------------------------------------------------------------------------


def support(g: War, ask: Ask, orders: Orders) -> tuple[Option, str] | None:
    """Send bombers where a column is worth most, with fighters where the enemy has some; none into a lost duel."""
    kinds = g.roster.kinds
    done = ask.find("done")
    best: tuple[float, Option, str] | None = None
    free: dict[int, list[int]] = {}
    for option in ask.options:
        if option.verb in ("support", "escort"):
            unit, where = option.args[0], option.args[1]
            assert isinstance(unit, Unit) and isinstance(where, Hex)
            if kinds[unit.index] in FIGHTERS:
                free.setdefault(where.index, []).append(unit.index)
    sent = orders.flights
    for option in ask.options:
        if option.verb == "done":
            continue
        unit, where = option.args[0], option.args[1]
        assert isinstance(unit, Unit) and isinstance(where, Hex)
        u, t = unit.index, where.index
        flown = sent.get(t, [])
        force = [*flown, u]
        enemy = opposition(g, force, t)
        if option.verb == "support":
            value = _columns_worth(g, orders, t, flown, force)
            if value < 0.3:
                continue
            if enemy:
                escort = [f for f in escorts_near(g, t) if f not in force][:2]
                risk = duel(g, [*force, *escort], enemy, t)
                value += min(risk, 0.0) if risk > -2.5 else risk - 2.0
        else:
            if not enemy:
                continue
            value = 0.8 * (duel(g, force, enemy, t) - duel(g, flown, enemy, t)) if flown else 0.0
        if value > 0.3 and (best is None or value > best[0]):
            best = (value, option, f"{unit.label} over {where.label}: worth {value:.1f}")
    if best is not None:
        space = best[1].args[1]
        assert isinstance(space, Hex)
        unit = best[1].args[0]
        assert isinstance(unit, Unit)
        sent.setdefault(space.index, []).append(unit.index)
        return best[1], best[2]
    return None if done is None else (done, "no other flight tips a column")


def escorts_near(g: War, target: int) -> list[int]:
    """Fighters of the moving side that reach a hex."""
    kinds, sides = g.roster.kinds, g.roster.sides
    return [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0
        and sides[u] == g.side
        and kinds[u] in FIGHTERS
        and g.units.active[u]
        and g.ground.far(at, target) <= offensive_range(g, u)
    ]


def _columns_worth(g: War, orders: Orders, target: int, before: list[int], after: list[int]) -> float:
    """What more columns bring to a planned attack."""
    attack = orders.attacks.get(target)
    if attack is None:
        return 0.0
    gain = columns(g, after, target, g.side) - columns(g, before, target, g.side)
    if gain <= 0:
        return 0.0
    now = columns(g, before, target, g.side) - expected_cover(g, target)
    return attack_worth(g, target, attack.force, now + gain) - attack_worth(g, target, attack.force, now)


def attack_worth(g: War, target: int, force: Sequence[int], shift: int) -> float:
    """A battle as the planner values it, with so many columns more."""
    alive = [u for u in force if g.units.at[u] >= 0]
    if not alive:
        return 0.0
    seen = clash(g, Battle(target, g.side, g.impulse, alive), shift)
    return seen.theirs - seen.mine + seen.taken * (2.0 + point_worth(g) * prizes(g).get(target, 0))


def effort(ask: Ask) -> tuple[Option, str] | None:
    """An air effort multiplies what happens: only where that is good."""
    if not isinstance(ask.subject, AirEffort):
        return None
    value = duel_worth(ask.subject.column, ask.subject.modifier)
    found = next((o for o in ask.options if (o.verb == "effort") == (value > 0)), None)
    return None if found is None else (found, f"the duel is worth {value:+.1f} air units a round")


def strike(g: War, ask: Ask) -> tuple[Option, str] | None:
    """Airfields are struck where the enemy cannot come up, or comes up to lose."""
    best: tuple[float, Option] | None = None
    for option in ask.options:
        if option.verb != "strike":
            continue
        space = option.arg.index
        value = strike_worth(g, space, strikers(g, space))
        if value > 1.5 and (best is None or value > best[0]):
            best = (value, option)
    if best is not None:
        return best[1], f"strike at {best[1].arg.label}: worth {best[0]:.1f}"
    done = ask.find("done")
    return None if done is None else (done, "no airfield is worth a strike")


def strikers(g: War, space: int) -> list[int]:
    """The aircraft that would strike an airfield: two, fighters first, whole ones."""
    kinds = g.roster.kinds
    able = [u for u in escorts_for(g, space, COUNTER_AIR) if not g.units.depleted[u]]
    able.sort(key=lambda u: (kinds[u] not in FIGHTERS, g.ground.far(g.units.at[u], space), u))
    return able[:STRIKERS]


def strike_worth(g: War, space: int, force: list[int]) -> float:
    """Aircraft that stand there, and those that would come up."""
    sides = g.roster.sides
    there = [u for u in air_at(g).get(space, ()) if sides[u] == 1 - g.side]
    if not force or not there:
        return 0.0
    risen = interceptors(g, force, space, AGAINST_COUNTER_AIR)[:3]
    if risen:
        return 1.5 * duel(g, force, risen, space)
    return 1.5 * duel(g, force, there, space, strike=True)


def send(g: War, ask: Ask, space: int, many: int) -> tuple[Option, str] | None:
    """Who flies a strike."""
    go = ask.find("go")
    wanted = strikers(g, space)
    if go is not None and (not wanted or many >= STRIKERS):
        return go, "enough"
    for option in ask.options:
        if option.verb == "send" and option.arg.index in wanted[:1]:
            return option, f"{option.arg.label} strikes"
    return None if go is None else (go, "enough")


# --- questions of the other side ----------------------------------------------------------------------------------------------


def cover(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The defender covers where a column saves most, and intercepts where the duel pays."""
    done = ask.find("done")
    assert isinstance(ask.subject, Skies)
    sent, risen = ask.subject.sent, ask.subject.cover
    kinds = g.roster.kinds
    best: tuple[float, Option, str] | None = None
    for option in ask.options:
        if option.verb != "cover":
            continue
        unit, where = option.args[0], option.args[1]
        assert isinstance(unit, Unit) and isinstance(where, Hex)
        u, t = unit.index, where.index
        enemy = [v for v in sent.get(t, []) if g.units.at[v] >= 0]
        up = risen.get(t, [])
        value = 0.0
        if kinds[u] in BOMBERS and g.ground.far(g.units.at[u], t) <= defensive_range(g, u):
            force = attackers_of(g, t)
            if force:
                now = columns(g, enemy, t, g.side) - columns(g, up, t, 1 - g.side)
                then = columns(g, enemy, t, g.side) - columns(g, [*up, u], t, 1 - g.side)
                value += attack_worth(g, t, force, now) - attack_worth(g, t, force, then)
        if enemy:
            value -= 0.8 * (duel(g, enemy, [*up, u], t) - (duel(g, enemy, up, t) if up else 0.0))
        if value > 0.6 and (best is None or value > best[0]):
            best = (value, option, f"{unit.label} over {where.label}: worth {value:.1f}")
    if best is not None:
        return best[1], best[2]
    return None if done is None else (done, "the sky is left to them")


def attackers_of(g: War, target: int) -> list[int]:
    """Units beside a hex that have announced an attack in this impulse."""
    sides = g.roster.sides
    return [
        u
        for b in (*g.ground.steps[target], target)
        for u in ground_at(g).get(b, ())
        if sides[u] == g.side and g.units.fought[u] == g.impulse
    ]


# --- bases --------------------------------------------------------------------------------------------------------------------


def targets_from_the_air(g: War, side: int) -> dict[int, float]:
    """Enemy troops by hex, and how much they matter."""
    enemy, pull = 2 >> side, pull_of(g, side)
    return {s: 1.0 + pull.get(s, 0.0) + 0.6 * prizes(g).get(s, 0) for s, bits in enumerate(presence(g)) if bits & enemy}


def met_at(g: War, unit: int) -> dict[int, int]:
    """Bases near enemy aircraft that can meet a flight there, with their number; fighters do not mind them."""
    if g.roster.kinds[unit] in FIGHTERS:
        return {}
    found: dict[int, int] = {}
    for _, base, reach in hunters_of(g, 1 - g.side, AGAINST_TRANSFER):
        for s in g.board.within(base, reach):
            found[s] = found.get(s, 0) + 1
    return found


def raids(g: War, unit: int) -> dict[int, int]:
    """Bases that more enemy aircraft can strike than own fighters can guard, with the excess; fighters guard themselves."""
    kinds, sides = g.roster.kinds, g.roster.sides
    if kinds[unit] in FIGHTERS or not g.campaign:
        return {}
    found: dict[int, int] = {}
    for u, at in enumerate(g.units.at):
        if at < 0 or u == unit or not g.ground.land[at] or g.units.depleted[u]:
            continue
        if sides[u] == 1 - g.side and kinds[u] in (*BOMBERS, *FIGHTERS):
            for s in g.board.within(at, offensive_range(g, u)):
                found[s] = found.get(s, 0) + 1
        elif sides[u] == g.side and kinds[u] in FIGHTERS:
            for s in g.board.within(at, defensive_range(g, u)):
                found[s] = found.get(s, 0) - 1
    return {s: n for s, n in found.items() if n > 0}


def base_worth(g: War, space: int, reach: int, enemies: dict[int, float], met: dict[int, int], raided: dict[int, int]) -> float:
    """How much an air unit can do from a base: enemies within its range, safe from their ground troops and interceptors."""
    value = -MET * met.get(space, 0) - RAIDED * raided.get(space, 0)
    for s, worth in enemies.items():
        far = g.ground.far(space, s)
        if far <= reach:
            value += worth
        if far <= 1:
            value -= 6.0
    return value


def stage(g: War, ask: Ask) -> tuple[Option, str] | None:
    """Which air unit to bring forward: the first whose base does too little."""
    enemies = targets_from_the_air(g, g.side)
    kinds = g.roster.kinds
    for option in ask.options:
        if option.verb != "stage":
            continue
        u = option.arg.index
        if kinds[u] not in BOMBERS and kinds[u] not in FIGHTERS:
            continue
        reach = offensive_range(g, u)
        met = met_at(g, u)
        raided = raids(g, u)
        here = base_worth(g, g.units.at[u], reach, enemies, {}, raided)
        if here > 0.6 * sum(enemies.values()):
            continue
        best = max((base_worth(g, s, reach, enemies, met, raided) for s in staging_bases(g, u)), default=0.0)
        if best > 1.15 * here + 1.0:
            return option, f"{option.arg.label} can do more from another base"
    done = ask.find("done")
    return None if done is None else (done, "the others are well based")


def land(g: War, ask: Ask, unit: int) -> tuple[Option, str] | None:
    """The base to stage to."""
    enemies, reach, met = targets_from_the_air(g, g.side), offensive_range(g, unit), met_at(g, unit)
    raided = raids(g, unit)
    best: tuple[float, Option] | None = None
    for option in ask.options:
        if option.verb == "land":
            value = base_worth(g, option.arg.index, reach, enemies, met, raided)
            if best is None or value > best[0]:
                best = (value, option)
    return None if best is None else (best[1], f"from {best[1].arg.label} it reaches {best[0]:.1f}")
