"""22.16: boats of special kinds (option 7): milchcows that others are based on, Walther boats that leave a battle, missiles, and
auxiliary cruisers in neutral ports. Which boats they are says hulls.py."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, TypeVar

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Action, Activity, Weather
from grognard.titles.wif.rules.actions import actions_of, count, may_do
from grognard.titles.wif.rules.bombardment import bombing_targets, take_effect
from grognard.titles.wif.rules.carriers import launch_reach
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.hulls import dock, docks_at, is_docked, is_milchcow, is_raider, is_walther, missile_factors
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.missions import NO_FLYING
from grognard.titles.wif.rules.naval_damage import abort
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.units import destroy, ships_at, turn_down
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import FORCE_POOL, NO_SIDE, Hex, Power, Unit, War

MISSILE_RANGE = 6  # aircraft movement points from any hexdot of the sea area
HALVING = (Weather.RAIN, Weather.SNOW)
Pair = tuple[int, int]
G = TypeVar("G", bound=War)


class Milking(Subject, frozen=True):
    """A power's boats and raiders may be based on its milchcows."""

    power: Annotated[int, Power]


class Diving(Subject, frozen=True):
    """A Walther boat after the search, before the combat."""

    unit: Annotated[int, Unit]
    area: Annotated[int, Hex]


class Salvo(Subject, frozen=True):
    """A power's submarines may fire missiles."""

    power: Annotated[int, Power]


# --- milchcows ----------------------------------------------------------------------------------------------------------------


@rule("22.16")
def may_dock(g: War, subject: Milking, pair: Pair) -> No | None:
    """Whether a boat or raider is based on a milchcow: of the same country, both in section 0 of one sea, the cow face-up."""
    unit, cow = pair
    if g.units.power[unit] != subject.power or g.units.at[unit] < 0 or is_docked(g, unit):
        return No("22.16", "only boats and raiders of your own at sea")
    if cow not in docks_at(g, unit, g.units.at[unit]):
        return No("22.16", "no face-up milchcow of its country lies in section 0 with it")
    return None


def dockings(g: War, subject: Milking) -> list[Pair]:
    cows = [u for u, p in enumerate(g.units.power) if p == subject.power and g.units.at[u] >= 0 and is_milchcow(g, u)]
    pairs = [(u, cow) for cow in cows for u in ships_at(g, g.units.at[cow])]
    return [pair for pair in pairs if may_dock(g, subject, pair) is None]


def milking_powers(g: War) -> list[int]:
    """For the sequence: powers with a naval or combined action whose boats can be based on a milchcow."""
    if not g.options.convoys_in_flames:
        return []
    able = [p for p in powers_of(g, g.side) if {Action.NAVAL, Action.COMBINED} & set(actions_of(g, p))]
    return [p for p in able if dockings(g, Milking(p))]


@rule("22.16")
def milk(g: War) -> Flow[None]:
    """Boats and raiders are based on milchcows"""
    while dockings(g, Milking(g.power)):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: milchcows", Milking(g.power), AT_SEA, DOCK, named=(g.powers[g.power],)
        )
        if answer.verb == AT_SEA.name:
            return


# --- Walther boats ------------------------------------------------------------------------------------------------------------


@rule("22.16")
def slip_away(g: War, sides: Sides) -> Flow[bool]:
    """Walther boats may return to base after the search; gives whether any did"""
    if not g.options.convoys_in_flames:
        return False
    gone = yield from leave_combat(g, sides, is_walther, "22.16")
    return bool(gone)


def leave_combat(g: G, sides: Sides, leaves: Callable[[G, int], bool], section: str) -> Flow[list[int]]:
    """Committed boats that may leave a combat are asked one by one; gives those that did, back in port."""
    gone: list[int] = []
    war: War = g
    for unit in [u for own in sides.committed for u in own if leaves(g, u)]:
        subject, seat = Diving(unit, sides.area), g.seat(g.units.power[unit])
        answer, _ = yield from menu(war, seat, "{0}: fight?", subject, FIGHT, DIVE, named=(g.units[unit],), rule=section)
        if answer.verb == DIVE.name:
            side = SIDE_OF_POWER[g.units.power[unit]]
            sides.committed[side] = [u for u in sides.committed[side] if u != unit]
            sides.included[side] = [u for u in sides.included[side] if u != unit]
            g.say("{} slips away", g.units[unit], rule=section)
            yield from abort(g, unit)
            gone.append(unit)
    return gone


# --- missiles -----------------------------------------------------------------------------------------------------------------


@rule("22.16", "11.7")
def may_fire(g: War, subject: Salvo, pair: Pair) -> No | None:
    """Whether a face-up submarine at sea fires its missiles at a hex: in reach, in weather for bombers, for an air mission."""
    unit, target = pair
    row = g.units[unit]
    if row.power != subject.power or row.at < 0 or not missile_factors(g, unit):
        return No("22.16", "only submarines of your own that print missiles")
    if row.down or g.ground.section[row.at] < 0 or is_docked(g, unit):
        return No("22.16", "it must be face-up at sea")
    if target not in bombing_targets(g, subject.power) or weather_at(g, target) in NO_FLYING:
        return No("11.7", "no target lies there, or the weather hides it")
    coast = g.ground.shores.get(g.ground.area[row.at], ())  # WIF-DEC-183
    if target not in coast and target not in launch_reach(g, unit, MISSILE_RANGE):
        return No("22.16", f"more than {MISSILE_RANGE} from every hexdot of its sea area")
    return may_do(g, subject.power, Activity.STRATEGIC_BOMBARDMENT)


def salvos(g: War, subject: Salvo) -> list[Pair]:
    ready = [u for u, p in enumerate(g.units.power) if p == subject.power and g.units.at[u] >= 0 and not g.units.down[u]]
    ready = [u for u in ready if g.roster.naval[u] and missile_factors(g, u)]
    targets = bombing_targets(g, subject.power) if ready else []
    return [(u, s) for u in ready for s in targets if may_fire(g, subject, (u, s)) is None]


def salvo_powers(g: War) -> list[int]:
    """For the sequence: powers with missile boats and something in reach."""
    return [p for p in powers_of(g, g.side) if salvos(g, Salvo(p))] if g.options.convoys_in_flames else []


@rule("22.16")
def fire_missiles(g: War) -> Flow[None]:
    """Submarines fire missiles at cities"""
    while salvos(g, Salvo(g.power)):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: missiles of submarines", Salvo(g.power), HOLD, FIRE, named=(g.powers[g.power],)
        )
        if answer.verb == HOLD.name:
            return


def fire(g: War, subject: Salvo, pair: Pair) -> Flow[None]:
    """Missiles strike as bombers do, and nobody intercepts them"""
    unit, target = pair
    count(g, subject.power, Activity.STRATEGIC_BOMBARDMENT)
    turn_down(g, unit)
    factors = Fraction(missile_factors(g, unit)) / (2 if weather_at(g, target) in HALVING else 1)
    total, side = int(factors + Fraction(1, 2)), SIDE_OF_POWER[subject.power]
    told = f"{g.units[unit].label} at {g.board.label(target)}, {total} factors"
    roll = yield from cast(g, Stake(told, "11.7", side, side, with_units(g, [unit]), fight=True))
    chart = g.charts.bombardment
    result = chart[chart.column(total), roll + g.settings.unopposed_bombing]
    yield from take_effect(g, target, side, result.points)
    g.title.wreck(g, target, result.stars)


# --- raiders in port ----------------------------------------------------------------------------------------------------------


@rule("22.16")
def intern_raiders(g: War) -> None:
    """Raiders in a port that was neutral and is now their enemy's are lost"""
    sides = sides_by_hex(g)
    for unit in [u for u, at in enumerate(g.units.at) if at >= 0 and g.ground.land[at] and is_raider(g, u)]:
        if sides[g.units.at[unit]] not in (NO_SIDE, SIDE_OF_POWER[g.units.power[unit]]):
            destroy(g, unit, FORCE_POOL)


AT_SEA: Act[War, Milking, None] = Act("done", "22.16", "The others stay at sea", do=lambda g, s, _: None)
DOCK: Act[War, Milking, Pair] = Act(
    "dock", "22.16", "{0} on {1}", takes=(Unit, Unit), listed=dockings, may=may_dock, do=lambda g, s, pair: dock(g, *pair)
)
FIGHT: Act[War, Diving, None] = Act("fight", "22.16", "Fight", do=lambda g, s, _: None)
DIVE: Act[War, Diving, None] = Act("dive", "22.16", "Return to base", do=lambda g, s, _: None)
HOLD: Act[War, Salvo, None] = Act("done", "22.16", "No more", do=lambda g, s, _: None)
FIRE: Act[War, Salvo, Pair] = Act(
    "fire", "22.16", "{0} at {1}", takes=(Unit, Hex), listed=salvos, may=may_fire, do=fire, rolls=True
)
