"""22.2: anti-aircraft guns, flak and missiles (option 3): they fire at bombers that got through to their hex or the next one.
The height of a raid is raids.py."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, jointly, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import OFF_MAP
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.air_combat import lose_planes
from grognard.titles.wif.rules.carriers import is_carrier, is_carrier_plane
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.intelligence import Stake, cast_each, with_units
from grognard.titles.wif.rules.powers import at_war, powers_of
from grognard.titles.wif.rules.raids import may_hit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.surprise import declared_war_on
from grognard.titles.wif.rules.units import destroy, flying_at, land_at, of_side, turn_down
from grognard.titles.wif.state import CLEARED, FORCE_POOL, NOWHERE, Hex, Power, Unit, War

SHOTS = 4  # a step
LAST_COLUMN = 17
HALF = Fraction(1, 2)
STRATEGIC = "strategic bombardment"
Pair = tuple[int, int]


class Barrage(Subject, frozen=True):
    """A power's guns fire at the bombers over a hex. `against`: what mission they fly."""

    power: Annotated[int, Power]
    space: Annotated[int, Hex]
    against: str
    fired: tuple[Annotated[int, Unit], ...] = ()


class Battery(Subject, frozen=True):
    """A power's guns have struck home over a hex. `chooses`: its missiles pick the very aircraft."""

    power: Annotated[int, Power]
    space: Annotated[int, Hex]
    chooses: bool = False


class Toll(Subject, frozen=True):
    """One of these aircraft is struck by anti-aircraft fire."""

    power: Annotated[int, Power]
    among: tuple[Annotated[int, Unit], ...]


def guns_near(g: War, power: int, space: int) -> list[int]:
    """A power's anti-aircraft guns in a hex and the next ones, off-map hexes apart."""
    if not any(kind in (Type.AA, Type.FLAK) for kind in g.roster.types):
        return []
    near = [space, *(s for s, _ in g.ground.steps[space] if OFF_MAP not in (g.ground.scale[s], g.ground.scale[space]))]
    types = g.roster.types
    return [u for s in near for u in land_at(g, s) if g.units.power[u] == power and types[u] in (Type.AA, Type.FLAK)]


@rule("22.2", "15.1")
def may_fire(g: War, subject: Barrage, pair: Pair) -> No | None:
    """Whether a gun fires so often at a hex: face-up, in supply, four times a step in all."""
    unit, times = pair
    if unit not in guns_near(g, subject.power, subject.space) or unit in subject.fired:
        return No("22.2", "only anti-aircraft guns of your own in that hex or the next one fire, each once at a hex")
    if not may_hit(g, unit, subject.space):
        return No("22.2", "light guns do not fire at high altitude")
    if g.units.down[unit] or not in_supply(g, unit):
        return No("22.2", "only face-up guns in supply fire")
    if not 1 <= times <= SHOTS - g.units.shots[unit]:
        return No("22.2", f"it fires {SHOTS} times a step and has fired {g.units.shots[unit]} times")
    return None


def volleys(g: War, subject: Barrage) -> list[Pair]:
    every = [(u, n) for u in guns_near(g, subject.power, subject.space) for n in range(1, SHOTS + 1)]
    return [pair for pair in every if may_fire(g, subject, pair) is None]


@rule("22.2", "15.1")
def fire_factors(g: War, space: int, shots: list[Pair], against: str, raiders: Collection[int]) -> Fraction:
    """Anti-aircraft factors of guns: times their shots; flak half of them against anything but strategic bombers; half of those
    whom all the powers surprise that raid."""
    found, minors = Fraction(0), g.countries.surprised_by
    for unit, times in shots:
        factors = Fraction(g.units[unit].sheet.strength * times)
        if g.roster.types[unit] == Type.FLAK and against != STRATEGIC:
            factors *= HALF
        power, country = g.units.power[unit], g.units.country[unit]
        caught = all(declared_war_on(g, raider, power) or minors[country] >> raider & 1 for raider in raiders)
        found += factors * HALF if raiders and caught else factors
    return found


@rule("9.8", "22.2")
def may_shoot(g: War, power: int, space: int, against: str, raiders: Collection[int]) -> bool:
    """Whether a power's guns fire at aircraft over a hex: at war with some of them; or, but not at bombers of factories and
    ports, for a hex or units of its own that they attack."""
    if any(at_war(g, power, raider) for raider in raiders):
        return True
    if against in (STRATEGIC, "port attack", "air supply"):
        return False
    return powers_by_hex(g)[space] == power or any(g.units.power[u] == power for u in land_at(g, space))


@rule("22.2")
def open_fire(g: War, space: int, side: int, against: str, raiders: Collection[int]) -> Flow[list[Pair]]:
    """Powers of a side say which of their guns fire at a hex, and how often. `raiders`: the powers whose aircraft come"""
    shots: list[Pair] = []
    for power in powers_of(g, side):
        if not may_shoot(g, power, space, against, raiders):
            continue
        while True:
            subject = Barrage(power, space, against, tuple(u for u, _ in shots))
            if not volleys(g, subject):
                break
            answer, pair = yield from menu(
                g, g.seat(power), "{0}: anti-aircraft fire over {1}", subject, HOLD, FIRE, named=(g.powers[power], g.hexes[space])
            )
            if answer.verb == HOLD.name:
                break
            shots.append(pair)
            g.units[pair[0]].shots += pair[1]
            g.units[pair[0]].bombards = space
    return shots


@rule("22.2", "11.5.9")
def shoot_at_bombers(g: War, space: int, side: int, against: str) -> Flow[None]:
    """Guns of the other side fire at a side's bombers that got through; what is left of the dice takes factors off them"""
    g.hexes[space].stopped = 0
    raid = [u for u in of_side(g, flying_at(g, space), side) if g.units.mission[u] == CLEARED]
    if not raid or not g.options.artillery:
        return
    raiders = {g.units.power[u] for u in raid}
    shots = yield from open_fire(g, space, 1 - side, against, raiders)
    if not shots:
        return
    g.hexes[space].contested = 1
    factors = int(fire_factors(g, space, shots, against, raiders) + HALF)
    column = min(g.charts.naval_columns["anti-air"].column(factors), LAST_COLUMN)
    dice = g.charts.anti_air[f"c{column}", len(raid)] if column else None
    if dice is None or not dice.dice:
        return
    told = f"Anti-aircraft fire over {g.board.label(space)}, {factors} factors"
    engaged = [*raid, *(u for u, _ in shots)]
    guns = aim(g, space, engaged)
    stake = Stake(told, "22.2", 1 - side, 1 - side, with_units(g, engaged), fight=True, dice=dice.dice, aim=guns)
    rolled = sorted((yield from cast_each(g, stake)), reverse=not dice.lowest)
    tens, rest = divmod(sum(rolled[: dice.added]), 10)
    battery = Battery(g.units.power[shots[0][0]], space, missiles_choose(g, shots))
    for _ in range(tens):
        yield from _ten_points(g, raid, battery)
    if rest >= 5 and raid:
        rest -= 5
        yield from _five_points(g, raid, battery)
    g.hexes[space].stopped = rest


@rule("22.2")
def missiles_choose(g: War, shots: list[Pair]) -> bool:
    """Missiles that fire all they have at one hex choose the aircraft they strike."""
    return any("sam" in g.units[u].sheet.marks and times == SHOTS for u, times in shots)


@rule("11.5.9", "22.2")
def _ten_points(g: War, raid: list[int], battery: Battery) -> Flow[None]:
    """A land-based bomber is shot down, or two carrier planes, or one of these and a land-based bomber driven off"""
    sort = yield from _sort(g, raid, battery, AT_LAND, AT_CARRIER, AT_BOTH)
    if sort == AT_LAND.name:
        yield from _strike(g, raid, battery, planes=False, down=True)
        return
    yield from _strike(g, raid, battery, planes=True, down=True)
    yield from _strike(g, raid, battery, planes=sort == AT_CARRIER.name, down=sort == AT_CARRIER.name)


def _five_points(g: War, raid: list[int], battery: Battery) -> Flow[None]:
    """A land-based bomber is driven off, or a carrier plane shot down"""
    planes = (yield from _sort(g, raid, battery, AT_LAND, AT_CARRIER)) == AT_CARRIER.name
    yield from _strike(g, raid, battery, planes=planes, down=planes)


def _of_carriers(g: War, unit: int) -> bool:
    return is_carrier(g, unit) or is_carrier_plane(g, unit)


def _sort(g: War, raid: list[int], battery: Battery, *acts: Act[War, Battery, None]) -> Flow[str]:
    """Who fires says which sort of aircraft is struck, or their owner, by the edition"""
    sorts = {_of_carriers(g, u) for u in raid}
    if len(sorts) < 2:
        return AT_CARRIER.name if True in sorts else AT_LAND.name
    chooser = battery.power if g.settings.shooter_splits_flak else g.units.power[raid[0]]
    answer, _ = yield from menu(g, g.seat(chooser), "Anti-air fire strikes", battery, *acts)
    found: str = answer.verb
    return found


def _strike(g: War, raid: list[int], battery: Battery, *, planes: bool, down: bool) -> Flow[None]:
    """A bomber is shot down or driven off: its owner says which of its sort, or the missiles do"""
    among = [u for u in raid if _of_carriers(g, u) == planes]
    if not among:
        return
    unit, power = among[0], battery.power if battery.chooses else g.units.power[among[0]]
    if len(among) > 1:
        word = "shot down" if down else "driven off"
        _, unit = yield from menu(g, g.seat(power), "Which aircraft is {0}?", Toll(power, tuple(among)), FALLS, named=(word,))
    raid.remove(unit)
    if not down:
        g.say("{} is driven off by anti-aircraft fire", g.units[unit], rule="22.2")
        yield from return_to_base(g, unit)
    elif is_carrier(g, unit):
        lose_planes(g, unit)
    else:
        destroy(g, unit, FORCE_POOL)


@rule("22.2")
def end_fire(g: War, *, later: bool) -> None:
    """At the end of a step guns that fired are turned face-down; those that fired at ground support after their land combat."""
    for unit, shots in enumerate(g.units.shots):
        if shots:
            row = g.units[unit]
            row.shots = 0
            if not later:
                row.bombards = NOWHERE
                turn_down(g, unit)


@rule("22.2")
def flak_losses(g: War, space: int, side: int, asterisks: int) -> Flow[None]:
    """Each asterisk of a bombardment destroys a flak unit that fired at it, as its side chooses"""
    fired = [u for u, at in enumerate(g.units.bombards) if at == space and g.roster.types[u] == Type.FLAK and g.units.shots[u]]
    fired = [u for u in fired if SIDE_OF_POWER[g.units.power[u]] != side]
    for _ in range(min(asterisks, len(fired))):
        unit = fired[0]
        if len(fired) > 1:
            seats = list(dict.fromkeys(g.seat(g.units.power[u]) for u in fired))
            toll = Toll(g.units.power[unit], tuple(fired))
            _, unit = yield from jointly(g, seats, "Which gun is lost over {0}?", toll, GUN_LOST, named=(g.hexes[space],))
        fired.remove(unit)
        g.units[unit].shots, g.units[unit].bombards = 0, NOWHERE
        destroy(g, unit, FORCE_POOL)


HOLD: Act[War, Barrage, None] = Act("hold_fire", "22.2", "Hold fire", do=lambda g, s, _: None)
FIRE: Act[War, Barrage, Pair] = Act(
    "flak", "22.2", "{0} fires {1} times", takes=(Unit, int), listed=volleys, may=may_fire, do=lambda g, s, pair: pair
)
FALLS: Act[War, Toll, int] = Act(
    "falls", "22.2", "{0}", takes=Unit, listed=lambda g, s: list(s.among), do=lambda g, s, unit: unit, rolls=True,
    may=lambda g, s, unit: None if unit in s.among else No("22.2", "it does not fly there"),
)  # fmt: skip
GUN_LOST: Act[War, Toll, int] = Act(
    "gun_lost", "22.2", "{0}", takes=Unit, listed=lambda g, s: list(s.among), do=lambda g, s, unit: unit,
    may=lambda g, s, unit: None if unit in s.among else No("22.2", "it has not fired there"),
)  # fmt: skip
AT_LAND: Act[War, Battery, None] = Act("at_land", "11.5.9", "Land-based bombers", do=lambda g, s, _: None, rolls=True)
AT_CARRIER: Act[War, Battery, None] = Act("at_carrier", "11.5.9", "Carrier planes", do=lambda g, s, _: None, rolls=True)
AT_BOTH: Act[War, Battery, None] = Act(
    "at_both", "11.5.9", "A carrier plane; a land-based bomber is driven off", do=lambda g, s, _: None, rolls=True
)
