"""14.3: air-to-air combat over a hex, round by round: lines of fighters and bombers, two dice a side, aborts."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.bounce import Battle, bounce, fleeing_jets, let_jets_through
from grognard.titles.wif.rules.bounce import front as front_fighter
from grognard.titles.wif.rules.carriers import air_rating, bomb_factors, city_factors, is_carrier
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.missions import FIGHTER_ROLES, unseen
from grognard.titles.wif.rules.pilot_deaths import note_pilot
from grognard.titles.wif.rules.powers import units_at_war
from grognard.titles.wif.rules.raids import may_fly_so_high
from grognard.titles.wif.rules.special_aircraft import blunted, front_rating, supports
from grognard.titles.wif.rules.units import destroy, flying_at, turn_down
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, GROUNDED, NOWHERE, PATROL, Hex, Power, Unit, War

TENTH = Fraction(1, 10)


class Line(Subject, frozen=True):
    """A side arranges its aircraft over a hex."""

    power: Annotated[int, Power]
    space: Annotated[int, Hex]


class Hit(Subject, frozen=True):
    """Somebody says which of these aircraft a result falls on."""

    power: Annotated[int, Power]
    what: str
    among: tuple[Annotated[int, Unit], ...]


class Break(Subject, frozen=True):
    """A side may abort the combat."""

    power: Annotated[int, Power]
    space: Annotated[int, Hex]


@rule("14.2.5", "15.1")
def fighters(g: War, space: int, side: int) -> list[int]:
    """A side's fighters over a hex, front first; patrols that are surprised by all who come do not fight."""
    found = [u for u in _own(g, space, side) if g.units.mission[u] in FIGHTER_ROLES]
    if g.hexes.raid_high[space]:  # 11.7: patrols that do not fly so high are left out
        found = [u for u in found if may_fly_so_high(g, u, space, bombing=False) is None]
    if any(g.units.mission[u] == PATROL for u in found) and (any(g.powers.surprised_by) or any(g.countries.surprised_by)):
        found = [u for u in found if g.units.mission[u] != PATROL or not unseen(g, space, g.units.power[u])]
    return _line(g, found)


def bombers(g: War, space: int, side: int) -> list[int]:
    """A side's bombers over a hex that are not through yet, front first."""
    return _line(g, [u for u in _own(g, space, side) if g.units.mission[u] == BOMBER])


def _own(g: War, space: int, side: int) -> list[int]:
    return [u for u in flying_at(g, space) if SIDE_OF_POWER[g.units.power[u]] == side]


def _line(g: War, units: list[int]) -> list[int]:
    """Those brought forward first, else the best fighters and the weakest bombers in front (WIF-DEC-11)."""
    line, mission = g.units.line, g.units.mission

    def key(u: int) -> tuple[int, Fraction, int]:
        bombs = bomb_factors(g, u) + city_factors(g, u)
        return line[u], bombs if mission[u] == BOMBER else Fraction(-air_rating(g, u)), u

    return sorted(units, key=key)


@rule("14.3")
def fight_in_the_air(g: War, space: int, *, strict: bool = False) -> Flow[None]:
    """Air-to-air combat over a hex until one side has nobody left in it. `strict`: only those at war with somebody there"""
    if strict:
        yield from part_company(g, space)
    for side in (1 - g.side, g.side):
        yield from arrange(g, space, side)
    while meets(g, space):
        for side in (0, 1):
            if not fighters(g, space, side):
                clear(g, *bombers(g, space, 1 - side))  # 14.3.2: nobody is there to stop them
        if not meets(g, space):
            break
        values = {side: combat_value(g, space, side) for side in (0, 1)}
        owners = {side: g.units.power[(fighters(g, space, side) + bombers(g, space, side))[0]] for side in (0, 1)}
        armed = {side: is_armed(g, space, side) for side in (0, 1)}
        duels = battle_over(g, space, owners)
        jets = fleeing_jets(g, duels) if g.options.special_aircraft else []
        for side in (1 - g.side, g.side):
            if armed[side] and (fighters(g, space, 1 - side) or bombers(g, space, 1 - side)):
                bounced = yield from fire(g, space, side, values[side], owners, duels)
                if bounced and not all(fighters(g, space, s) + bombers(g, space, s) for s in (0, 1)):
                    break  # 14.3.3: the round goes on while both sides have aircraft in it
        yield from let_jets_through(g, duels, jets)
        if strict:
            yield from part_company(g, space)
        for side in (g.side, 1 - g.side):
            if meets(g, space):
                yield from offer_abort(g, space, side)


@rule("9.8")
def part_company(g: War, space: int) -> Flow[None]:
    """Over a strategic bombardment only enemies fight: bombers at war with none of the fighters are through, fighters at war with
    nobody there go home"""
    lines = {side: fighters(g, space, side) + bombers(g, space, side) for side in (0, 1)}
    for side in (0, 1):
        foes = lines[1 - side]
        idle = [u for u in lines[side] if foes and not any(units_at_war(g, u, v) for v in foes)]
        clear(g, *(u for u in idle if g.units.mission[u] == BOMBER))
        for unit in idle:
            if g.units.mission[unit] in FIGHTER_ROLES:
                yield from return_to_base(g, unit)


@rule("14.3")
def meets(g: War, space: int) -> bool:
    """Whether both sides have aircraft to fight with and one of them a fighter."""
    both = [fighters(g, space, side) + bombers(g, space, side) for side in (0, 1)]
    return all(both) and any(fighters(g, space, side) for side in (0, 1))


@rule("14.3.1")
def arrange(g: War, space: int, side: int) -> Flow[None]:
    """A side brings aircraft to the front of its lines"""
    while True:
        own = fighters(g, space, side) + bombers(g, space, side)
        if len(own) < 2 or not meets(g, space):
            return
        power = g.units.power[own[0]]
        answer, _ = yield from menu(
            g, g.seat(power), "Arrange the aircraft over {0}", Line(power, space), READY, FRONT, named=(g.hexes[space],)
        )
        if answer.verb == READY.name:
            return


@rule("14.3.2")
def strength(g: War, space: int, side: int) -> Fraction:
    """Air-to-air strength: the front fighter and a share of the others, without fighters the front bomber."""
    line, worse = fighters(g, space, side), g.settings.twin_fighters_worse
    if not line:
        crowd = bombers(g, space, side)
        clumsy = bool(crowd) and worse and g.roster.types[crowd[0]] == Type.FTR
        return Fraction(rating_over(g, crowd[0], space) - clumsy) if crowd else Fraction(0)
    front, *rest = line
    clumsy = worse and "twin" in g.units[front].sheet.marks and bool(fighters(g, space, 1 - side))
    return _supported(g, rating_over(g, front, space) - clumsy, [u for u in rest if supports(g, u, space)])


@rule("14.3.2")
def is_armed(g: War, space: int, side: int) -> bool:
    """Whether a side rolls: not if an unarmed bomber is its front aircraft. What its rating loses in this combat counts not."""
    return bool(fighters(g, space, side)) or any(air_rating(g, u) > 0 for u in bombers(g, space, side)[:1])


@rule("14.3.2")
def rating_over(g: War, unit: int, space: int) -> int:
    """What an aircraft fights with as the front one of its line."""
    return front_rating(g, unit, air_rating(g, unit), space, bombing=g.units.mission[unit] == BOMBER)


def _supported(g: War, rating: int, rear: list[int]) -> Fraction:
    """A front fighter's rating with the share of those behind it."""
    if g.settings.support_by_rating:
        return rating + sum((air_rating(g, r) * TENTH for r in rear), Fraction(0))
    share = sum((Fraction(1, 2) if _from_carrier(g, r) else Fraction(1) for r in rear), Fraction(0))
    return rating + share


def _from_carrier(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.CVP or is_carrier(g, unit)


@rule("14.3.2", "2.6")
def combat_value(g: War, space: int, side: int) -> int:
    """Own strength less the enemy's, rounded to the nearest, half up."""
    return int((strength(g, space, side) - strength(g, space, 1 - side) + Fraction(1, 2)) // 1)


@rule("14.3.2", "14.3.3")
def fire(g: War, space: int, side: int, value: int, owners: dict[int, int], duels: Battle) -> Flow[bool]:
    """A side rolls two dice and the result falls on the other side; gives whether that side bounced instead"""
    dice = yield from duels.roll(side, value)
    chart = g.charts.air_to_air
    result = blunted(g, chart[chart.column(value), dice], front_fighter(duels, side), front_fighter(duels, 1 - side), space)
    rear = yield from bounce(g, duels, side, result)
    for unit in rear:
        if g.units.mission[unit] in FIGHTER_ROLES:
            g.units[unit].line = max(g.units.line[u] for u in _own(g, space, SIDE_OF_POWER[g.units.power[unit]])) + 1
    if rear:
        return True
    front = [*fighters(g, space, 1 - side)[:1], *bombers(g, space, 1 - side)[:1]]
    among = bombers(g, space, 1 - side) if result.clears else front
    if result.code == "-" or not among:
        return False
    chooser = owners[side if result.chosen_by_roller else 1 - side]
    unit = among[0]
    if len(among) > 1:
        word = "gets through" if result.clears else "is aborted" if result.aborts else "is shot down"
        answer, _ = yield from menu(
            g,
            g.seat(chooser),
            "{0}: which aircraft {1}?",
            Hit(chooser, result.code, tuple(among)),
            STRIKE,
            named=(result.code, word),
        )
        unit = answer.arg.index
    yield from suffer(g, unit, result)
    return False


def battle_over(g: War, space: int, owners: dict[int, int]) -> Battle:
    """The air battle over a hex as a bounce sees it."""

    def roll(side: int, value: int) -> Flow[int]:
        told = f"Air-to-air of {g.side_name(side)} at {value:+d}"
        chart, fliers = g.charts.air_to_air, flying_at(g, space)
        cell = aim(g, space, fliers, table="air_to_air", line=chart.label(chart.column(value)))
        stake = Stake(told, "14.3.2", side, powers=with_units(g, fliers), fight=True, dice=2, aim=cell)
        return (yield from cast(g, stake))

    return Battle(
        space, g.side, {side: g.seat(power) for side, power in owners.items()},
        lambda side: (fighters(g, space, side), bombers(g, space, side)),
        lambda unit: rating_over(g, unit, space), roll, lambda unit, result: suffer(g, unit, result),
    )  # fmt: skip


def suffer(g: War, unit: int, result: AirResult) -> Flow[None]:
    """An aircraft is shot down, sent home or cleared through"""
    if result.destroys and is_carrier(g, unit):
        lose_planes(g, unit)
    elif result.destroys:
        note_pilot(g, unit, g.units.over[unit] if g.units.over[unit] >= 0 else g.units.at[unit], result.code)
        destroy(g, unit, FORCE_POOL)
    elif result.aborts:
        g.say("{} is aborted", g.units[unit], rule="14.3.3")
        yield from return_to_base(g, unit)
    else:
        clear(g, unit)


@rule("14.4")
def lose_planes(g: War, unit: int) -> None:
    """A carrier's planes are shot down: the ship keeps afloat without them, face-down."""
    row = g.units[unit]
    row.mission, row.over, row.wing, row.no_planes = GROUNDED, NOWHERE, 0, 1
    turn_down(g, unit)
    g.say("{} has lost its planes", row, rule="14.4")


def clear(g: War, *units: int) -> None:
    """Bombers get through to the target."""
    for unit in units:
        g.units[unit].mission = CLEARED


@rule("14.3.2")
def offer_abort(g: War, space: int, side: int) -> Flow[None]:
    """A side may abort the combat after a round"""
    own = fighters(g, space, side) + bombers(g, space, side)
    power = g.units.power[own[0]]
    answer, _ = yield from menu(
        g, g.seat(power), "Fight on over {0}?", Break(power, space), FIGHT_ON, ABORT, named=(g.hexes[space],)
    )
    if answer.verb == ABORT.name:
        for unit in own:
            yield from return_to_base(g, unit)


def _may_front(g: War, subject: Line, unit: int) -> No | None:
    side = SIDE_OF_POWER[subject.power]
    if unit not in fighters(g, subject.space, side) + bombers(g, subject.space, side):
        return No("14.3.1", "it does not fly there for your side")
    if g.units.line[unit] < 0:
        return No("14.3.1", "it was brought to the front")
    return None


def _front(g: War, subject: Line, unit: int) -> None:
    side = SIDE_OF_POWER[subject.power]
    own = fighters(g, subject.space, side) + bombers(g, subject.space, side)
    g.units[unit].line = min(g.units.line[u] for u in own) - 1


def _may_strike(g: War, subject: Hit, unit: int) -> No | None:
    return None if unit in subject.among else No("14.3.3", "the result falls on the front fighter or bomber")


READY: Act[War, Line, None] = Act("ready", "14.3.1", "They are in order", do=lambda g, s, _: None)
FRONT: Act[War, Line, int] = Act(
    "front", "14.3.1", "{0} to the front", takes=Unit, may=_may_front, do=_front,
    among=lambda g, s: fighters(g, s.space, SIDE_OF_POWER[s.power]) + bombers(g, s.space, SIDE_OF_POWER[s.power]),
)  # fmt: skip
STRIKE: Act[War, Hit, int] = Act(
    "hit", "14.3.3", "{0}", takes=Unit, listed=lambda g, s: list(s.among), may=_may_strike, do=lambda g, s, unit: None
)
FIGHT_ON: Act[War, Break, None] = Act("fight_on", "14.3.2", "Fight on", do=lambda g, s, _: None, rolls=True)
ABORT: Act[War, Break, None] = Act("abort", "14.3.2", "Abort", do=lambda g, s, _: None)
