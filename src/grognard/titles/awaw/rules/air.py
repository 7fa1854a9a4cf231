"""Ours 17-19: staging, ground support, defensive air support, interception, counterair, and air combat.

Air transports and air supply are in airlift.py, what flies over ships in airsea.py. A mission stands in `mission` and `target`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived, rows_by
from grognard.kernel.catalogue import spoken
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import Bite, air_table
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import AXIS, BRITAIN, INDEX, MAJORS
from grognard.titles.awaw.rules.boxes import cite, may_step, may_use
from grognard.titles.awaw.rules.control import STAGE
from grognard.titles.awaw.rules.operations import PARALYSED, may_pay, pay
from grognard.titles.awaw.rules.reinforcement import may_reinforce
from grognard.titles.awaw.rules.stacking import air_room
from grognard.titles.awaw.rules.supply import operational
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    NAVAL_AIR,
    air_factors,
    air_range,
    air_units,
    bands_alone,
    eliminate,
    flyers,
    held_by,
    lose_squadrons,
    masters,
    may_base,
    naval_air_range,
    naval_air_ready,
    other,
    patron,
    recombine,
    squadrons,
    squadrons_ready,
    stance,
    troops,
    unit_sides,
)
from grognard.titles.awaw.rules.want import AIR_FORCE, OWN_USE, own_use, wants
from grognard.titles.awaw.rules.weather import winter_at
from grognard.titles.awaw.state import COVERING, INTERCEPTING, NO_MISSION, STRIKING, SUPPORTING, Hex, World

STAGED = {"india_box": INDEX["india"], "australia_box": INDEX["australia"], "urals": -1}  # boxes that aircraft stage to
OFFENSIVE = (SUPPORTING, INTERCEPTING, STRIKING)


class Sortie(Subject, frozen=True):
    """Air factors of a power gathered for one mission against a hex; `limit`: no more than so many; `free`: in redeployment
    nothing is paid (9.23)."""

    power: int
    target: Annotated[int, Hex]
    purpose: int
    limit: int
    free: bool = False

    @property
    def paid(self) -> bool:
        return self.purpose in OFFENSIVE and not self.free

    def against_bands(self, g: World) -> bool:
        """9.61: ground support against partisans alone is not counted, as the attack itself is not."""
        if self.purpose != SUPPORTING:
            return False
        fields = [self.target, *(s for s in g.breadth if g.hexes.joined[s] == self.target)]
        return bands_alone(g, fields, other(stance(g, self.power)))


@rows_by("units")
def on_missions(g: World, u: int) -> tuple[int, int] | None:
    """Units by mission and target."""
    mission = g.units.mission[u]
    return (mission, g.units.target[u]) if mission != NO_MISSION and g.units.at[u] >= 0 else None


def flying(g: World, target: int, purpose: int, side: int) -> list[int]:
    """Air units of a side on a mission against a hex."""
    sides = unit_sides(g)
    return [u for u in on_missions(g).get((purpose, target), ()) if sides[u] == side]


@rule("ours 18.3", "ours 18.41", "ours 18.42", "ours 51.2", "9.11")
def may_fly(g: World, sortie: Sortie, wanted: tuple[int, int]) -> No | None:
    """Uninverted, in range, from an operational base, within the limit, and paid for if offensive."""
    base, count = wanted
    mine = fit(g, sortie, squadrons_ready(g, sortie.power).get(base, []))
    if count < 1 or len(mine) < count:
        return No("ours 18.41", f"{len(mine)} factors there are ready to fly")
    no = may_come(g, sortie, base)
    if no is not None:
        return no
    if air_factors(g, flying(g, sortie.target, sortie.purpose, stance(g, sortie.power))) + count > sortie.limit:
        return No("ours 15.41", f"no more than {sortie.limit} factors may fly here")
    return may_afford(g, sortie, mine[:count])


@rule("9.51", "9.61")
def may_afford(g: World, sortie: Sortie, units: list[int]) -> No | None:
    """Whether a mission can be paid, if it is one that is."""
    bands = sortie.against_bands(g)
    return may_pay(g, sortie.power, sortie.target, units, partisans=bands) if sortie.paid else None


@rule("ours 17.5")
def fit(g: World, sortie: Sortie, units: list[int]) -> list[int]:
    """Jets fly defensive missions and interceptions only."""
    slow_only = sortie.purpose in (SUPPORTING, STRIKING)
    return [u for u in units if not (slow_only and KIND[g.units.design[u]] == Kind.JET)]


@rule("ours 17.3", "9.22", "9.51")
def may_fly_naval(g: World, sortie: Sortie, wanted: tuple[int, int]) -> No | None:
    """Land-based naval air: squadrons within their own range; three make a factor over land."""
    base, count = wanted
    mine = naval_air_ready(g, sortie.power).get(base, [])
    if count < 1 or len(mine) < count:
        return No("ours 17.3", f"{len(mine)} squadrons there are ready to fly")
    no = may_come(g, sortie, base)
    if no is not None:
        return no
    if (g.board.distance(base, sortie.target) or 0) > naval_air_range(g, base):
        return No("ours 17.3", f"more than {naval_air_range(g, base)} hexes away")
    up = sum(squadrons(g, u) for u in flying(g, sortie.target, sortie.purpose, stance(g, sortie.power)))
    if up + count > 3 * sortie.limit:
        return No("ours 15.41", f"no more than {sortie.limit} factors may fly here")
    return may_afford(g, sortie, mine[:count])


def naval_hangars(g: World, sortie: Sortie) -> list[tuple[int, int]]:
    """Bases of naval air in range and how many squadrons may come from each."""
    return [
        (base, count)
        for base, units in sorted(naval_air_ready(g, sortie.power).items())
        if g.ground.theatre[base] == g.ground.theatre[sortie.target] and not g.ground.box[base]
        and (g.board.distance(base, sortie.target) or 0) <= naval_air_range(g, base)
        for count in range(1, len(units) + 1)
        if may_fly_naval(g, sortie, (base, count)) is None
    ]  # fmt: skip


def may_come(g: World, sortie: Sortie, base: int) -> No | None:
    """Whether aircraft of a base can fly the mission at all."""
    if g.ground.theatre[base] != g.ground.theatre[sortie.target] or g.ground.box[base]:
        return No("ours 18.3", "another map, or a box (5.12C)")
    if (g.board.distance(base, sortie.target) or 0) > air_range(g, base):
        return No("ours 18.3", f"more than {air_range(g, base)} hexes away")
    winter = winter_at(g, sortie.power, sortie.target) >= g.charts.climate.no_attacks
    if sortie.purpose in OFFENSIVE:
        if not operational(g, base, stance(g, sortie.power)):
            return No("ours 18.42", "the base is not operational")
        if wants(g, sortie.power, AIR_FORCE, base) and not own_use(g, sortie.power, AIR_FORCE):
            return No("ours 33.62", "no oil: the base is not operational")
        return No("ours 34.41", "winter: no offensive air missions") if winter else None
    unready = g.booked.get(PARALYSED, -9) == g.turn and g.side == AXIS and not g.ground.europe[base]
    if base != sortie.target and unready:
        return No("ours 51.2", "the Allies are not prepared: only over their own base")
    if base != sortie.target and winter:
        return No("ours 34.41", "winter: defensive air only in its own base hex")
    return None


def hangars(g: World, sortie: Sortie) -> list[tuple[int, int]]:
    """Bases in range and how many factors may come from each."""
    found: list[tuple[int, int]] = []
    left = sortie.limit - air_factors(g, flying(g, sortie.target, sortie.purpose, stance(g, sortie.power)))
    if left <= 0:
        return found
    near = set(g.ground.within(sortie.target, air_range(g, sortie.target)))
    for base, units in sorted(squadrons_ready(g, sortie.power).items()):
        if base not in near or may_come(g, sortie, base) is not None:
            continue
        ready = fit(g, sortie, units)
        most = min(len(ready), left)
        if sortie.paid:
            while most and may_afford(g, sortie, ready[:most]) is not None:
                most -= 1
        found += [(base, count) for count in range(1, most + 1)]
    return found


def take_off(g: World, sortie: Sortie, wanted: tuple[int, int]) -> None:
    """Assign the factors; offensive missions are paid for as they are announced (9.58)."""
    base, count = wanted
    assign(g, sortie, fit(g, sortie, squadrons_ready(g, sortie.power)[base])[:count])


def take_off_naval(g: World, sortie: Sortie, wanted: tuple[int, int]) -> None:
    base, count = wanted
    assign(g, sortie, naval_air_ready(g, sortie.power)[base][:count])


def assign(g: World, sortie: Sortie, units: list[int]) -> None:
    count = len(units)
    if sortie.paid:
        pay(g, sortie.power, sortie.target, units, partisans=sortie.against_bands(g))
    if sortie.purpose in OFFENSIVE:
        spare = OWN_USE + sortie.power * 8 + AIR_FORCE
        if g.booked.get(spare, 0):
            g.booked[spare] = max(0, g.booked[spare] - count)
    for u in units:
        row = g.units[u]
        row.mission, row.target = sortie.purpose, sortie.target


FLYING_TO = Act(
    "fly", "ours 18.4", "{1} from {0}", takes=(Hex, int), listed=hangars, may=may_fly, do=take_off,
    rolls=lambda g, s, _: s.purpose == INTERCEPTING,
)  # fmt: skip
FLYING_NAVAL = Act(
    "fly_naval", "ours 17.3", "{1} naval squadrons from {0}", takes=(Hex, int), listed=naval_hangars, may=may_fly_naval,
    do=take_off_naval, rolls=lambda g, s, _: s.purpose == INTERCEPTING,
)  # fmt: skip
ENOUGH: Act[World, Sortie, None] = Act("enough", "ours 18.4", "That is all", do=lambda g, s, _: None,
                                          rolls=lambda g, s, _: s.purpose == INTERCEPTING)  # fmt: skip


def any_hangar(g: World, sortie: Sortie) -> bool:
    return bool(hangars(g, sortie)) or bool(naval_hangars(g, sortie))


def gather(g: World, power: int, target: int, purpose: int, limit: int, prompt: str, *, free: bool = False) -> Flow[int]:
    """Ask a power for air factors and naval squadrons, base by base; returns how many units fly."""
    sortie = Sortie(power, target, purpose, limit, free)
    side = stance(g, power)
    while any_hangar(g, sortie):
        choice, _ = yield from menu(g, g.seat(power), prompt, sortie, ENOUGH, FLYING_TO, FLYING_NAVAL, named=(g.hexes[target],))
        if choice.verb == "enough":
            break
    return len(flying(g, target, purpose, side))


# --- air combat ---------------------------------------------------------------------------------------------------------


@rule("ours 17.3", "ours 19.31")
def trained(g: World, kind: Kind, nation: int) -> int:
    """Elite Japanese naval air is better than its nation's aircraft, British naval air worse."""
    if kind == Kind.ELITE_NAS:
        return g.value("nationality air elite Japanese naval air")
    return g.value("nationality air British naval air") if kind == Kind.NAS and nation == BRITAIN else 0


@rule("ours 19.31", "ours 33.4")
def air_modifiers(g: World, mine: Iterable[int], theirs: Iterable[int], space: int) -> Modifiers:
    """The better air nationality adds the difference, the worse subtracts it; the lowest of a mixed force counts (53.5)."""

    weak = g.charts.climate.weak_air

    def drm(units: Iterable[int]) -> int:
        return min((g.nations.air[n] + trained(g, kind, n) - int(winter_at(g, n, space) >= weak)
                    - int(wants(g, n, AIR_FORCE, space))
                    for n, kind in {(NATION[g.units.design[u]], KIND[g.units.design[u]]) for u in units}), default=0)  # fmt: skip

    found = Modifiers().add("air nationality", drm(mine) - drm(theirs), "ours 19.31")
    jets = sum(KIND[g.units.design[u]] == Kind.JET for u in mine)
    return found.add("jets", jets, "ours 17.5")


@rule("ours 19.1", "ours 19.2")
def air_round(g: World, space: int, attackers: list[int], defenders: list[int]) -> tuple[list[int], list[int]]:
    """Both sides roll in the row of their factors, of their squadrons where naval air takes part; returns those who go on."""
    both = (*attackers, *defenders)
    small = any(KIND[g.units.design[u]] in NAVAL_AIR for u in both)
    rows = [sum(squadrons(g, u) for u in mine) if small else len(mine) for mine in (attackers, defenders)]
    mods = air_modifiers(g, attackers, defenders, space), air_modifiers(g, defenders, attackers, space)
    rolls = [sum(g.roll_dice(2, D6, f"air combat over {g.board.label(space)}, {who}", "ours 19.2", aim=aim(
                 g, space, both, table="air_combat", line=str(min(20, row)), added=mod.total)))
             for who, row, mod in zip((spoken("attacker"), spoken("defender")), rows, mods)]  # fmt: skip
    bites = [air_table(g.charts, row, roll + mod.total) for row, roll, mod in zip(rows, rolls, mods)]
    left = [bitten(g, units, bite, small=small) for units, bite in ((attackers, bites[1]), (defenders, bites[0]))]
    g.say("over {}: attacker {}/{}, defender {}/{}", g.hexes[space], bites[1].lost, bites[1].aborted, bites[0].lost,
          bites[0].aborted, rule="ours 19.2")  # fmt: skip
    return left[0], left[1]


@rule("ours 19.2")
def bitten(g: World, units: list[int], bite: Bite, *, small: bool) -> list[int]:
    """Losses and aborts of one side, by factors or by squadrons; who goes on. A factor with a squadron turned back goes home."""
    if not small:
        for u in units[: bite.lost]:
            eliminate(g, u)
        for u in units[bite.lost : bite.lost + bite.aborted]:
            land(g, u)
        return units[bite.lost + bite.aborted :]
    lose_squadrons(g, units, bite.lost)
    recombine(g, units)
    alive, back = [u for u in units if g.units.at[u] >= 0], bite.aborted
    going = list(alive)
    while back > 0 and going:
        u = going.pop(0)
        back -= squadrons(g, u)
        land(g, u)
    return going


def land(g: World, u: int) -> None:
    """A mission is over: the unit is back at its base, inverted."""
    row = g.units[u]
    row.mission, row.target, row.inverted = NO_MISSION, -1, 1


def land_all(g: World, *purposes: int, target: int = -1) -> None:
    """Everything on these missions comes home."""
    for u in range(len(g.units)):
        if g.units.mission[u] in purposes and (target < 0 or g.units.target[u] == target):
            land(g, u)


# --- defensive air and its interception ---------------------------------------------------------------------------------


class Sky(Subject, frozen=True):
    """The air over the battlefields, as one power sees it."""

    power: int


def threatened(g: World, side: int) -> list[int]:
    """Hexes with ground units of a side that enemy ground units can attack."""
    foe, stands = other(side), masters(g)
    return [s for s, who in sorted(stands.items()) if who == side
            and any(stands.get(o) == foe for o, _ in g.ground.ways[s])]  # fmt: skip


@rule("ours 15.34")
def cover_limit(g: World, space: int, side: int) -> int:
    """At most three times the unmodified factors on the ground."""
    return 3 * sum(g.units[u].sheet.strength for u in troops(g, space, side))


def may_cover(g: World, sky: Sky, space: int) -> No | None:
    side = stance(g, sky.power)
    if space not in threatened(g, side):
        return No("ours 18.61", "no ground unit there can be attacked")
    if not any_hangar(g, Sortie(sky.power, space, COVERING, cover_limit(g, space, side))):
        return No("ours 18.61", "no air factors in range are free")
    return None


def cover(g: World, sky: Sky, space: int) -> Flow[int]:
    limit = cover_limit(g, space, stance(g, sky.power))
    return gather(g, sky.power, space, COVERING, limit, "Defensive air support over {0}")


COVER_HEX = Act(
    "cover", "ours 18.61", "Cover {0}", takes=Hex, among=lambda g, sky: threatened(g, stance(g, sky.power)),
    may=may_cover, do=cover,
)  # fmt: skip
NO_MORE: Act[World, Sky, None] = Act("done", "ours 18.61", "No more", do=lambda g, s, _: None)


@rule("ours 18.61", "9.58")
def defensive_air(g: World) -> Flow[None]:
    """The defender flies defensive air support before attacks are announced"""
    for power in MAJORS:
        if stance(g, power) != other(g.side) or not _any_flyers(g, power):
            continue
        sky = Sky(power)
        while any(may_cover(g, sky, s) is None for s in threatened(g, other(g.side))):
            choice, _ = yield from menu(g, g.seat(power), "Defensive air support: choose a hex", sky, NO_MORE, COVER_HEX)
            if choice.verb == "done":
                break


def _any_flyers(g: World, power: int) -> bool:
    return bool(squadrons_ready(g, power)) or bool(naval_air_ready(g, power))


def covered(g: World, side: int) -> list[int]:
    """Hexes over which a side's defensive air flies."""
    sides, units = unit_sides(g), g.units
    return sorted({units.target[u] for u in range(len(units)) if units.mission[u] == COVERING and sides[u] == side})


def may_intercept(g: World, sky: Sky, space: int) -> No | None:
    side = stance(g, sky.power)
    if space not in covered(g, other(side)):
        return No("ours 18.56", "no defensive air flies there")
    if not any_hangar(g, Sortie(sky.power, space, INTERCEPTING, 99)):
        return No("ours 18.56", "no air factors in range are free")
    return None


@rule("ours 18.56")
def intercept(g: World, sky: Sky, space: int) -> Flow[None]:
    """Attacking air fights the defensive air over a hex"""
    side = stance(g, sky.power)
    count = yield from gather(g, sky.power, space, INTERCEPTING, 99, "Intercept the defensive air over {0}")
    if count:
        yield from fight(g, space, flying(g, space, INTERCEPTING, side), flying(g, space, COVERING, other(side)))
        land_all(g, INTERCEPTING, target=space)


INTERCEPT_AT = Act(
    "intercept", "ours 18.56", "Intercept over {0}", takes=Hex,
    among=lambda g, sky: covered(g, other(stance(g, sky.power))), may=may_intercept, do=intercept,
)  # fmt: skip


class Dogfight(Subject, frozen=True):
    """An air battle after a round: does this side want another?"""

    power: int
    space: Annotated[int, Hex]
    attackers: int
    defenders: int


AGAIN: Act[World, Dogfight, None] = Act("again", "ours 19.1", "Another round", do=lambda g, s, _: None, rolls=True)
BREAK_OFF: Act[World, Dogfight, None] = Act("break_off", "ours 19.1", "No other round", do=lambda g, s, _: None)


@rule("ours 19.1", "ours 19.4")
def fight(g: World, space: int, attackers: list[int], defenders: list[int]) -> Flow[tuple[list[int], list[int]]]:
    """Air combat: one round, and more while both sides want it"""
    while attackers and defenders:
        attackers, defenders = air_round(g, space, attackers, defenders)
        if not (attackers and defenders):
            break
        wish = True
        for u in (attackers[0], defenders[0]):
            state = Dogfight(patron(g, u), space, len(attackers), len(defenders))
            choice, _ = yield from menu(g, g.seat(patron(g, u)), "Air combat over {0}: another round?", state, BREAK_OFF, AGAIN,
                                        named=(g.hexes[space],))  # fmt: skip
            wish = wish and choice.verb == "again"
            if not wish:
                break
        if not wish:
            break
    return attackers, defenders


# --- counterair ---------------------------------------------------------------------------------------------------------


def enemy_bases(g: World, sky: Sky) -> list[int]:
    return ready_bases(g, other(stance(g, sky.power)))


@derived("units.at", "units.design", "units.inverted", "nations.side", "nations.east", "hexes.holder")
def ready_bases(g: World, side: int) -> list[int]:
    """Bases of a side with air units that could fly."""
    sides, units = unit_sides(g), g.units
    return [b for b, found in sorted(air_units(g).items()) if held_by(g, b) == side
            and any(sides[u] == side and not units.inverted[u] for u in found)]  # fmt: skip


def may_strike(g: World, sky: Sky, base: int) -> No | None:
    if base not in enemy_bases(g, sky):
        return No("ours 18.52", "no enemy air is ready there")
    if not near_bases(g, sky.power, base):
        return No("ours 18.52", "no air factors in range are free")
    if not hangars(g, Sortie(sky.power, base, STRIKING, 99)):
        return No("ours 18.52", "no air factors in range are free")
    return None


def near_bases(g: World, power: int, target: int) -> bool:
    """Whether any ready squadron is within range of a hex at all."""
    reach = set(g.ground.within(target, air_range(g, target)))
    return any(base in reach for base in squadrons_ready(g, power))


class Scramble(Subject, frozen=True):
    """A base under attack: how many of its factors rise?"""

    power: int
    base: Annotated[int, Hex]


def ready_there(g: World, s: Scramble) -> range:
    return range(len(flyers(g, s.base, stance(g, s.power))) + 1)


def rise(g: World, s: Scramble, count: int) -> int:
    for u in flyers(g, s.base, stance(g, s.power))[:count]:
        row = g.units[u]
        row.mission, row.target = COVERING, s.base
    return count


SCRAMBLE = Act("scramble", "ours 18.52", "Scramble {0}", takes=int, listed=ready_there, do=rise, rolls=True,
               may=lambda g, s, n: None if n in ready_there(g, s) else No("ours 18.52", "not so many are ready"))  # fmt: skip


@rule("ours 18.52")
def counterair(g: World, sky: Sky, base: int) -> Flow[None]:
    """Attack enemy air on its base"""
    side = stance(g, sky.power)
    count = yield from gather(g, sky.power, base, STRIKING, 99, "Counterair against {0}")
    if not count:
        return
    owner = patron(g, next(u for u in air_units(g)[base] if unit_sides(g)[u] == other(side)))
    state = Scramble(owner, base)
    yield from menu(g, g.seat(owner), "{0} is attacked from the air", state, SCRAMBLE, named=(g.hexes[base],))
    strikers, risen = flying(g, base, STRIKING, side), flying(g, base, COVERING, other(side))
    before = len(strikers), len(risen)
    if risen:
        strikers, risen = air_round(g, base, strikers, risen)
    lost = before[0] - len(strikers), before[1] - len(risen)
    if strikers and lost[1] >= lost[0]:
        for u in flyers(g, base, other(side)):
            g.units[u].inverted = 1
        g.say("the air at {} is inverted", g.hexes[base], rule="ours 18.52")
    land_all(g, STRIKING, COVERING, target=base)


COUNTERAIR = Act("counterair", "ours 18.52", "Counterair against {0}", takes=Hex, among=enemy_bases, may=may_strike,
                 do=counterair, rolls=True)  # fmt: skip


@rule("9.22", "ours 18.52")
def counterair_missions(g: World) -> Flow[None]:
    """Counterair before anything else is announced"""
    sky = Sky(g.mover)
    while _any_flyers(g, g.mover) and any(may_strike(g, sky, b) is None for b in enemy_bases(g, sky)):
        choice, _ = yield from menu(g, g.seat(g.mover), "Counterair: choose a base", sky, NO_MORE, COUNTERAIR)
        if choice.verb == "done":
            break


# --- staging ------------------------------------------------------------------------------------------------------------


@rule("ours 13.7", "ours 18.2")
def may_stage(g: World, u: int, base: int, stages: int = 1) -> No | None:
    """A friendly base with room within so many stages."""
    at, side = g.units.at[u], unit_sides(g)[u]
    if base == at:
        return No("ours 13.7", "it is there")
    if held_by(g, base) != side or not may_base(g, u, base):
        return No("ours 13.7", "no friendly air base")
    if g.ground.theatre[base] != g.ground.theatre[at] and "urals" not in (g.board.token(base), g.board.token(at)):
        return No("ours 13.7", "another map")
    if g.ground.box[base] or g.ground.box[at]:
        no = over_the_edge(g, u, base, stages)
        if no is not None:
            return no
    elif (g.board.distance(at, base) or 0) > stages * STAGE[g.ground.europe[at]]:
        return No("ours 13.7", f"more than {stages * STAGE[g.ground.europe[at]]} hexes")
    return air_room(g, u, base, side)


@rule("5.27", "5.37", "5.47", "5.57", "5.67", "5.77")
def over_the_edge(g: World, u: int, base: int, stages: int) -> No | None:
    """Between a box and a hex: one hex off the edge of the map counts; India and Australia from their own hexes in movement."""
    at = g.units.at[u]
    box, there = (base, at) if g.ground.box[base] else (at, base)
    token = g.board.token(box)
    no = may_use(g, u, box)
    if no is not None:
        return no
    if g.ground.box[there] or token not in STAGED:
        return No(cite(g, box, "7A"), "air units do not stage into or out of this box")
    if stages == 1 and STAGED[token] >= 0 and g.ground.country[there] != STAGED[token]:
        return No(cite(g, box, "7A"), "only to and from hexes of the country itself")
    no = may_step(g, box, there) if box == at else None
    no = may_reinforce(g, [u], at, base) if no is None else no
    far = min((1 + (g.board.distance(there, o) or 0) for o, _ in g.ground.ways[box]
               if g.ground.theatre[o] == g.ground.theatre[there]), default=999)  # fmt: skip
    most = stages * STAGE[g.ground.europe[there]]
    return no if no is not None or far <= most else No("ours 13.7", f"{far} hexes, {most} at most")


def bases_in_reach(g: World, u: int, stages: int = 1) -> list[int]:
    at = g.units.at[u]
    near = g.ground.within(at, stages * STAGE[g.ground.europe[at]]) if not g.ground.box[at] else ()
    found = [s for s in near if may_base(g, u, s) and may_stage(g, u, s, stages) is None]
    if not g.ground.box[at]:
        return found + [s for s in map(g.board.space, STAGED) if may_stage(g, u, s, stages) is None]
    if g.board.token(at) not in STAGED:
        return found
    doors = {s for o, _ in g.ground.ways[at] for s in g.ground.within(o, stages * STAGE[g.ground.europe[o]])}
    return [s for s in sorted(doors) if may_base(g, u, s) and may_stage(g, u, s, stages) is None]
