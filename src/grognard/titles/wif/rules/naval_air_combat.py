"""11.5.9: naval air combat. Carrier planes and aircraft at sea fight each other; bombers that get through meet the guns and
attack. Without carrier plane counters (option 45) a carrier's air component is split for each round (14.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow, Together
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import AXIS, JAPAN
from grognard.titles.wif.kinds import Type, Weather
from grognard.titles.wif.rules.air_combat import lose_planes
from grognard.titles.wif.rules.anti_aircraft import fire_factors, missiles_choose, open_fire
from grognard.titles.wif.rules.bounce import Battle, bounce, fleeing_jets, let_jets_through
from grognard.titles.wif.rules.bounce import front as front_fighter
from grognard.titles.wif.rules.carrier_planes import land, take_off
from grognard.titles.wif.rules.carriers import air_component, is_carrier, ready_planes, sea_factors
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.hq_benefits import pressed
from grognard.titles.wif.rules.intelligence import Stake, with_units
from grognard.titles.wif.rules.naval_damage import Toll, choose_target, results, ship_number, suffer, whole_lots_first
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.rerolls import defence_roll, sea_roll
from grognard.titles.wif.rules.special_aircraft import blunted, front_rating
from grognard.titles.wif.rules.surprise import declared_war_on
from grognard.titles.wif.rules.units import destroy, turn_down
from grognard.titles.wif.state import FORCE_POOL, GROUNDED, NOWHERE, Hex, Unit, War

TENTH, HALF = Fraction(1, 10), Fraction(1, 2)
AIR_POINT, COLUMN, TARGET = 2, 2, 3  # 11.5.6
LAST_COLUMN = 17
ATOMIC = 25  # factors of an atomic bomb (22.17)
HALVING = (Weather.RAIN, Weather.SNOW)


@dataclass
class Plane:
    """An aircraft in a naval air combat: a unit, or the planes of a carrier."""

    unit: int
    air_to_air: int
    air_to_sea: Fraction | int
    fighter: bool
    carrier: bool
    line: int = 0  # brought forward in its line


class Wing(Subject, frozen=True):
    """How a carrier's planes or a fighter fly in this round. `most`: the air component."""

    unit: Annotated[int, Unit]
    most: int


class Fire(Subject, frozen=True):
    """A side's choice in a naval air combat. `points`: surprise points; `among`: aircraft a result may fall on."""

    area: Annotated[int, Hex]
    side: int
    points: int = 0
    among: Annotated[tuple[int, ...], Unit] = ()
    left: int = 0


@rule("11.5.7")
def has_aircraft(g: War, units: list[int]) -> bool:
    """Whether a side can call for naval air combat: an aircraft or an undamaged carrier with planes."""
    return any(g.roster.air[u] or air_component(g, u) > 0 for u in units)


# --- who flies how (11.5.9, 14.4) ---------------------------------------------------------------------------------------------


@rule("11.5.9", "14.4")
def allocate(g: War, units: list[int], seat: str) -> Flow[list[Plane]]:
    """Each carrier's planes fly as fighters, or as bombers with part of their component in the air; fighters may bomb"""
    found: list[Plane] = []
    for u in units:
        if g.options.carrier_planes and is_carrier(g, u):
            found += yield from _fly_off(g, u, seat)
            continue
        planes = air_component(g, u)
        if planes:
            answer, given = yield from menu(g, seat, "The planes of {0}", Wing(u, planes), FIGHTERS, BOMBERS, named=(g.units[u],))
            if answer.verb == FIGHTERS.name:
                found.append(Plane(u, planes, 0, True, True))
            else:
                sea = planes - given if g.settings.carriers_split else planes
                found.append(Plane(u, given, sea, False, True))
        elif g.roster.air[u]:
            sheet = g.units[u].sheet
            fighter = g.roster.types[u] == Type.FTR
            if fighter and sheet.air_to_sea:
                answer, _ = yield from menu(g, seat, "{0} flies", Wing(u, 0), AS_FIGHTER, AS_BOMBER, named=(g.units[u],))
                fighter = answer.verb == AS_FIGHTER.name
            found.append(Plane(u, sheet.air_to_air, sea_factors(g, u), fighter, False))
    return found


@rule("14.4.1", "11.5.9")
def _fly_off(g: War, ship: int, seat: str) -> Flow[list[Plane]]:
    """Option 45: the plane units of an undamaged carrier fly as fighters or as bombers, face-down ones too"""
    found: list[Plane] = []
    for unit in [] if g.units.damaged[ship] else ready_planes(g, ship):
        sheet = g.units[unit].sheet
        fighter = not sheet.air_to_sea
        if not fighter:
            answer, _ = yield from menu(g, seat, "{0} flies", Wing(unit, 0), AS_FIGHTER, AS_BOMBER, named=(g.units[unit],))
            fighter = answer.verb == AS_FIGHTER.name
        found.append(Plane(unit, sheet.air_to_air, sheet.air_to_sea, fighter, True))
    return found


# --- air to air (14.3) --------------------------------------------------------------------------------------------------------


def fighters(planes: list[Plane]) -> list[Plane]:
    """A side's fighters, the best in front unless others were brought forward (WIF-DEC-11)."""
    return sorted((p for p in planes if p.fighter), key=lambda p: (p.line, -p.air_to_air, p.unit))


def bombers(planes: list[Plane]) -> list[Plane]:
    """A side's bombers, those that can least hurt ships in front unless others were brought forward (WIF-DEC-11)."""
    return sorted((p for p in planes if not p.fighter), key=lambda p: (p.line, p.air_to_sea, -p.air_to_air, p.unit))


@rule("14.3.1")
def arrange(g: War, sides: Sides, side: int, planes: list[Plane], seat: str) -> Flow[None]:
    """A side brings aircraft to the front of its lines before the first round"""
    while max(len(fighters(planes)), len(bombers(planes))) > 1:
        subject = Fire(sides.area, side, among=tuple(p.unit for p in planes if not p.line))
        answer, unit = yield from menu(
            g, seat, "Arrange the aircraft over {0}", subject, READY, FRONT, named=(g.hexes[sides.area],)
        )
        if answer.verb == READY.name:
            return
        next(p for p in planes if p.unit == unit).line = min(p.line for p in planes) - 1


@rule("14.3.2")
def strength(g: War, planes: list[Plane], foes: Sequence[Plane] = ()) -> Fraction:
    """Air-to-air strength of a side: its front fighter and a share of the others, else its front bomber."""
    line, worse = fighters(planes), g.settings.twin_fighters_worse
    if not line:
        crowd = bombers(planes)
        clumsy = bool(crowd) and worse and not crowd[0].carrier and g.roster.types[crowd[0].unit] == Type.FTR
        return Fraction(_rating(g, crowd[0]) - clumsy) if crowd else Fraction(0)
    front, *rest = line
    twin = worse and not front.carrier and any(p.fighter for p in foes) and "twin" in g.units[front.unit].sheet.marks
    if g.settings.support_by_rating:
        return front.air_to_air - twin + sum((p.air_to_air * TENTH for p in rest), Fraction(0))
    return front.air_to_air - twin + sum((HALF if p.carrier else Fraction(1) for p in rest), Fraction(0))


def _rating(g: War, plane: Plane) -> int:
    """What an aircraft fights with as the front one of its line (option 8)."""
    return front_rating(g, plane.unit, plane.air_to_air, NOWHERE, bombing=not plane.fighter)


@rule("14.3.2", "11.5.9")
def air_value(g: War, planes: list[list[Plane]], side: int, bonus: list[int]) -> int:
    """A side's combat value: the difference of the strengths, rounded half up, with what surprise points bought."""
    own, foes = planes[side], planes[1 - side]
    return int((strength(g, own, foes) - strength(g, foes, own) + HALF) // 1) + bonus[side]


@rule("11.5.9", "14.3")
def dogfight(g: War, sides: Sides, planes: list[list[Plane]], bonus: list[int], seats: list[str]) -> Flow[list[list[Plane]]]:
    """Rounds of air-to-air combat until a side has no fighters left to stop anybody; gives the bombers that are through"""
    through: list[list[Plane]] = [[], []]
    if all(planes) and any(fighters(p) for p in planes):
        for side in (1 - sides.active, sides.active):
            yield from arrange(g, sides, side, planes[side], seats[side])
    while all(planes) and any(fighters(p) for p in planes):
        for side in (0, 1):
            if not fighters(planes[side]):
                through[1 - side] += bombers(planes[1 - side])
                planes[1 - side] = fighters(planes[1 - side])
        if not all(planes):
            break
        values = [air_value(g, planes, side, bonus) for side in (0, 1)]
        # 14.3.2: an unarmed front bomber does not fire
        armed = [bool(fighters(planes[side])) or bombers(planes[side])[0].air_to_air > 0 for side in (0, 1)]
        duels = _battle(g, sides, planes, through, seats)
        jets = fleeing_jets(g, duels) if g.options.special_aircraft else []
        for side in (1 - sides.active, sides.active):
            if planes[1 - side] and armed[side]:  # 14.3.2: who has just lost his last aircraft fires all the same
                yield from _shoot(g, sides, planes, duels, side, values[side], seats)
        yield from let_jets_through(g, duels, jets)
        if not all(planes):
            break
        for side in (sides.active, 1 - sides.active):
            if fighters(planes[side]) or bombers(planes[side]):
                answer, _ = yield from menu(
                    g, seats[side], "The air battle over {0}", Fire(sides.area, side), ON, OUT, named=(g.hexes[sides.area],)
                )
                if answer.verb == OUT.name:
                    for plane in planes[side]:
                        yield from break_off(g, sides, plane)
                    planes[side] = []
    for side in (0, 1):
        if not fighters(planes[1 - side]):
            through[side] += bombers(planes[side])
    return through


def _battle(g: War, sides: Sides, planes: list[list[Plane]], through: list[list[Plane]], seats: list[str]) -> Battle:
    """The air battle as a bounce sees it, and what befalls an aircraft in it."""

    def of(unit: int) -> tuple[int, Plane]:
        return next((side, plane) for side in (0, 1) for plane in planes[side] if plane.unit == unit)

    def roll(side: int, value: int) -> Flow[int]:
        told, fliers = f"Air-to-air of {g.side_name(side)} at {value:+d}", [p.unit for p in (*planes[0], *planes[1])]
        chart = g.charts.air_to_air
        cell = aim(g, sides.area, fliers, table="air_to_air", line=chart.label(chart.column(value)))
        stake = Stake(told, "14.3.2", side, powers=with_units(g, fliers), fight=True, dice=2, aim=cell)
        return (yield from sea_roll(g, sides.area, stake))

    def strike(unit: int, result: AirResult) -> Flow[None]:
        side, plane = of(unit)
        planes[side].remove(plane)
        if result.destroys:
            shot_down(g, plane)
        elif result.aborts:
            yield from sent_home(g, plane)
        else:
            through[side].append(plane)

    return Battle(
        sides.area, sides.active, {0: seats[0], 1: seats[1]},
        lambda side: ([p.unit for p in fighters(planes[side])], [p.unit for p in bombers(planes[side])]),
        lambda unit: _rating(g, of(unit)[1]), roll, strike,
    )  # fmt: skip


def _shoot(
    g: War, sides: Sides, planes: list[list[Plane]], duels: Battle, side: int, value: int, seats: list[str]
) -> Flow[None]:
    chart = g.charts.air_to_air
    dice = yield from duels.roll(side, value)
    result = blunted(g, chart[chart.column(value), dice], front_fighter(duels, side), front_fighter(duels, 1 - side), NOWHERE)
    foes = planes[1 - side]
    rear = yield from bounce(g, duels, side, result)
    for line in planes:
        for plane in [p for p in line if p.unit in rear]:
            plane.line = max(p.line for p in line) + 1
    front = [*fighters(foes)[:1], *bombers(foes)[:1]]
    among = bombers(foes) if result.clears else front
    if rear or result.code == "-" or not among:
        return
    plane = among[0]
    if len(among) > 1:
        chooser = seats[side if result.chosen_by_roller else 1 - side]
        subject = Fire(sides.area, side, among=tuple(p.unit for p in among))
        _, unit = yield from menu(g, chooser, "{0}: which aircraft?", subject, FALLS, named=(result.code,))
        plane = next(p for p in among if p.unit == unit)
    yield from duels.strike(plane.unit, result)


@rule("14.4")
def shot_down(g: War, plane: Plane) -> None:
    """An aircraft is lost; a carrier keeps afloat without planes, face-down."""
    if is_carrier(g, plane.unit):
        lose_planes(g, plane.unit)
    else:
        destroy(g, plane.unit, FORCE_POOL)


def sent_home(g: War, plane: Plane) -> Flow[None]:
    """An aborted aircraft flies to a base; carrier planes to their ship, which turns face-down, in naval air combat not always"""
    g.say("{} is driven off", g.units[plane.unit], rule="14.3.3")
    if plane.carrier and (g.settings.driven_carriers_down or g.units.mission[plane.unit] != GROUNDED):
        turn_down(g, plane.unit)
    if not plane.carrier or g.units.mission[plane.unit] != GROUNDED:
        yield from return_to_base(g, plane.unit)


@rule("14.3.2")
def break_off(g: War, sides: Sides, plane: Plane) -> Flow[None]:
    """Aircraft that break off at sea stay in their section, face-down, carriers not always; over a port they return to base"""
    if g.settings.driven_carriers_down or not plane.carrier or g.ground.land[sides.area]:
        turn_down(g, plane.unit)
    if g.ground.land[sides.area]:
        yield from return_to_base(g, plane.unit)


# --- flak and the attack ------------------------------------------------------------------------------------------------------


@rule("11.5.9", "15.1")
def anti_air(g: War, ships: list[int], raiders: Collection[int]) -> Fraction:
    """Anti-air factors of the ships: half if damaged, half of those whom all the raiders' powers surprise."""
    found = Fraction(0)
    minors = g.countries.surprised_by
    for u in ships:
        if g.units.counter[u] >= 0 and g.roster.naval[u]:
            power, country = g.units.power[u], g.units.country[u]
            caught = all(declared_war_on(g, raider, power) or minors[country] >> raider & 1 for raider in raiders)
            caught = caught or bool(g.settings.surprise_shields_all and minors[country])
            share = (HALF if g.units.damaged[u] else Fraction(1)) * (HALF if raiders and caught else Fraction(1))
            found += 0 if g.units.unready[u] else g.units[u].sheet.anti_air * share
    return found


@rule("11.5.9")
def flak(g: War, sides: Sides, side: int, raid: list[Plane], ships: list[int], shift: int, seats: list[str]) -> Flow[int]:
    """The ships of a side fire at the bombers that got through; gives the factors that do not press the attack"""
    batteries, sure = Fraction(0), False
    if g.options.artillery and g.ground.land[sides.area]:  # 22.2: guns of the port join the ships
        raiders = {g.units.power[p.unit] for p in raid}
        shots = yield from open_fire(g, sides.area, side, "port attack", raiders)
        batteries, sure = fire_factors(g, sides.area, shots, "port attack", raiders), missiles_choose(g, shots)
    factors = int(anti_air(g, ships, {g.units.power[p.unit] for p in raid}) + batteries + HALF)
    column = g.charts.naval_columns["anti-air"].column(factors)
    if not column:
        return 0
    column = min(max(column + shift, 1), LAST_COLUMN)
    dice = g.charts.anti_air[f"c{column}", len(raid)]
    if not dice.dice:
        return 0

    told, engaged = f"Anti-air fire in {g.board.label(sides.area)}", [*ships, *(p.unit for p in raid)]
    guns = aim(g, sides.area, engaged)
    stake = Stake(told, "11.5.9", side, side, with_units(g, engaged), fight=True, dice=dice.dice, aim=guns)

    def added(rolls: list[int]) -> int:
        return sum(sorted(rolls, reverse=not dice.lowest)[: dice.added])

    total = yield from sea_roll(g, sides.area, stake, added=added)
    tens, rest = divmod(total, 10)
    for _ in range(tens):
        yield from _ten(g, sides, side, raid, seats, sure=sure)
    if rest >= 5 and raid:
        rest -= 5
        yield from _five(g, sides, side, raid, seats, sure=sure)
    return rest


def _ten(g: War, sides: Sides, side: int, raid: list[Plane], seats: list[str], *, sure: bool = False) -> Flow[None]:
    """Ten points: a land-based bomber, two carrier planes, or one of these and a land-based bomber driven off; the gunner chooses
    the sort (or the owner, by the edition), the owner the aircraft; three surprise points let the other side name the first"""
    if not raid:
        return
    land, sea = [p for p in raid if not p.carrier], [p for p in raid if p.carrier]
    other = 1 - side if g.settings.shooter_splits_flak else side
    if land and sea and (yield from _spends(g, sides, other, seats)):
        plane = yield from _pick(g, sides, side, raid, raid, seats[other])
        shot_down(g, plane)
        if plane.carrier:
            yield from _five(g, sides, side, raid, seats, sure=sure)
        return
    sort = yield from _sort(g, sides, side, seats, land, sea, AT_LAND, AT_CARRIER, AT_BOTH)
    if sort == AT_LAND.name:
        shot_down(g, (yield from _owner_picks(g, sides, side, raid, land, seats, sure=sure)))
        return
    shot_down(g, (yield from _owner_picks(g, sides, side, raid, sea, seats, sure=sure)))
    if sort == AT_BOTH.name:
        yield from sent_home(g, (yield from _owner_picks(g, sides, side, raid, land, seats, sure=sure)))
    elif more := [p for p in raid if p.carrier]:
        shot_down(g, (yield from _owner_picks(g, sides, side, raid, more, seats, sure=sure)))


def _five(g: War, sides: Sides, side: int, raid: list[Plane], seats: list[str], *, sure: bool = False) -> Flow[None]:
    """Five points: a land-based bomber is driven off, or a carrier plane shot down"""
    land, sea = [p for p in raid if not p.carrier], [p for p in raid if p.carrier]
    if not raid:
        return
    if (yield from _sort(g, sides, side, seats, land, sea, AT_LAND, AT_CARRIER)) == AT_LAND.name:
        yield from sent_home(g, (yield from _owner_picks(g, sides, side, raid, land, seats, sure=sure)))
    else:
        shot_down(g, (yield from _owner_picks(g, sides, side, raid, sea, seats, sure=sure)))


def _sort(
    g: War, sides: Sides, side: int, seats: list[str], land: list[Plane], sea: list[Plane], *acts: Act[War, Fire, None]
) -> Flow[str]:
    if not land or not sea:
        return AT_LAND.name if land else AT_CARRIER.name
    chooser = side if g.settings.shooter_splits_flak else 1 - side
    answer, _ = yield from menu(g, seats[chooser], "Anti-air fire strikes", Fire(sides.area, side), *acts)
    found: str = answer.verb
    return found


def _owner_picks(
    g: War, sides: Sides, side: int, raid: list[Plane], among: list[Plane], seats: list[str], *, sure: bool
) -> Flow[Plane]:
    """The owner says which aircraft of a sort is struck, or the gunner: for three surprise points, or with missiles (22.2)"""
    seat = seats[side if sure else 1 - side]
    if not sure and len(among) > 1 and (yield from _spends(g, sides, side, seats)):
        seat = seats[side]
    return (yield from _pick(g, sides, side, raid, among, seat))


def _pick(g: War, sides: Sides, side: int, raid: list[Plane], among: list[Plane], seat: str) -> Flow[Plane]:
    plane = among[0]
    if len(among) > 1:
        subject = Fire(sides.area, side, among=tuple(p.unit for p in among))
        _, unit = yield from menu(g, seat, "Anti-air fire: which aircraft?", subject, FALLS)
        plane = next(p for p in among if p.unit == unit)
    raid.remove(plane)
    return plane


@rule("11.5.6", "11.5.9")
def _spends(g: War, sides: Sides, side: int, seats: list[str]) -> Flow[bool]:
    """Three surprise points name a target instead of the opponent"""
    if sides.points[side] < TARGET:
        return False
    subject = Fire(sides.area, side, sides.points[side])
    answer, _ = yield from menu(
        g, seats[side], "{0} surprise points: name the target?", subject, NOT_THIS, NAME_IT, named=(sides.points[side],)
    )
    if answer.verb == NOT_THIS.name:
        return False
    sides.points[side] -= TARGET
    return True


@rule("11.5.6", "11.5.9")
def buy_shift(g: War, sides: Sides, own: int, what: str, seats: list[str]) -> Flow[int]:
    """Surprise points move a column of the chart, for one's own fire up, for the enemy's down; `own`: the side that fires"""
    shift = 0
    for side in (0, 1):
        while sides.points[side] >= COLUMN:
            subject = Fire(sides.area, side, sides.points[side])
            answer, _ = yield from menu(
                g, seats[side], "{0} surprise points: {1}?", subject, NO_SHIFT, SHIFT, named=(sides.points[side], what)
            )
            if answer.verb == NO_SHIFT.name:
                break
            sides.points[side] -= COLUMN
            shift += 1 if side == own else -1
    return shift


@rule("11.5.9", "14.2.3")
def pressing(g: War, area: int, raid: list[Plane], stopped: int, divine: frozenset[int] = frozenset()) -> int:
    """Air-to-sea factors that press the attack: less those the flak stopped, half in rain and snow; those of kamikazes that
    are left count twice (14.8, reading WIF-DEC-109)."""
    found = pressed(((Fraction(p.air_to_sea), 1 + (p.unit in divine)) for p in raid), stopped)
    if g.weather_by_space[area] in HALVING:
        found *= HALF
    return int(found + HALF)


@rule("11.5.9")
def naval_air_round(g: War, sides: Sides, toll: Toll, seats: list[str]) -> Flow[None]:
    """A round of naval air combat at sea"""
    flows = {seats[side]: allocate(g, sides.included[side], seats[side]) for side in (sides.active, 1 - sides.active)}
    chosen = yield Together(flows, secret=True)  # 14.3.1: both sides decide at once and in secret
    planes = [chosen[seats[side]] for side in (0, 1)]
    homes = take_off(g, [p.unit for own in planes for p in own])
    yield from air_attacks(g, sides, planes, toll, seats)
    land(g, homes)


@rule("11.5.9", "11.2")
def air_attacks(g: War, sides: Sides, planes: list[list[Plane]], toll: Toll, seats: list[str]) -> Flow[None]:
    """Air-to-air combat, flak, air-to-sea attacks of both sides; in port an abort only turns a ship face-down"""
    bonus = [0, 0]
    for side in (0, 1):
        yield from _buy(g, sides, side, bonus, seats)
    through = yield from dogfight(g, sides, planes, bonus, seats)
    divine = yield from name_kamikazes(g, sides, through[AXIS])
    stopped = [0, 0]
    for side in (0, 1):
        if through[side]:
            ships = _ships(g, sides.included[1 - side], toll)
            shift = yield from buy_shift(g, sides, 1 - side, "the column of the anti-air fire", seats)
            stopped[side] = yield from flak(g, sides, 1 - side, through[side], ships, shift, seats)
    if g.ground.land[sides.area]:
        yield from _drop_bombs(g, sides.area, through[sides.active])
    inflicted: list[list[str]] = [[], []]
    for side in (0, 1):
        factors = pressing(g, sides.area, through[side], stopped[side], divine) if through[side] else 0
        column = g.charts.naval_columns["air-to-sea"].column(factors)
        if column:
            column = min(column + (yield from buy_shift(g, sides, side, "the column of the air attack", seats)), LAST_COLUMN)
        if column >= max(g.charts.naval_columns["air-to-sea"].first, 1):
            ships = _ships(g, sides.included[1 - side], toll)
            inflicted[side] = results(g.charts.naval[f"c{column}", ship_number(g, ships)])
    for side in (sides.active, 1 - sides.active):
        for n, result in enumerate(inflicted[side]):
            targets = _ships(g, toll.everybody(sides.included[1 - side]), toll)
            if targets:  # both sides pick in turn, the attacker first
                turn = side if n % 2 == 0 else 1 - side
                if len(targets) > 1 and (yield from _spends(g, sides, 1 - turn, seats)):
                    turn = 1 - turn
                if turn != side:  # the owner chooses
                    targets = whole_lots_first(g, targets)
                unit = yield from choose_target(g, seats[turn], result, targets)
                suffer(g, unit, result, toll, (yield from defence_roll(g, sides.area, unit, result)), targets)
                if g.ground.land[sides.area]:
                    turn_down(g, *toll.aborting)
                    toll.aborting.clear()
    spend_kamikazes(g, through[AXIS], divine)


@rule("22.17")
def _drop_bombs(g: War, port: int, raid: list[Plane]) -> Flow[None]:
    """Bombers that got through to a port may drop an atomic bomb, which counts instead of their own factors"""
    dropped = yield from g.title.drop_bombs(g, port, [p.unit for p in raid if not p.carrier])
    for plane in raid:
        if plane.unit in dropped:
            plane.air_to_sea = ATOMIC


@rule("14.8")
def name_kamikazes(g: War, sides: Sides, raid: list[Plane]) -> Flow[frozenset[int]]:
    """Option 48: Japan may name any of its bombers that got through as kamikazes"""
    named: frozenset[int] = frozenset()
    while g.options.kamikazes:
        left = tuple(p.unit for p in raid if g.units.power[p.unit] == JAPAN and p.air_to_sea > 0 and p.unit not in named)
        if not left:
            break
        answer, unit = yield from menu(
            g, g.seat(JAPAN), "Kamikazes in {0}?", Fire(sides.area, AXIS, among=left), NO_KAMIKAZE, KAMIKAZE,
            named=(g.hexes[sides.area],),
        )  # fmt: skip
        if answer.verb == NO_KAMIKAZE.name:
            break
        named |= {unit}
    return named


@rule("14.8")
def spend_kamikazes(g: War, raid: list[Plane], divine: frozenset[int]) -> None:
    """After the attack all kamikazes are lost with their pilots; a carrier has no planes."""
    for plane in raid:
        if plane.unit in divine and g.units.at[plane.unit] >= 0:
            shot_down(g, plane)


def _ships(g: War, units: list[int], toll: Toll) -> list[int]:
    return [u for u in units if g.units.at[u] >= 0 and u not in toll.aborting and g.roster.naval[u]]


@rule("11.5.6", "11.5.9")
def _buy(g: War, sides: Sides, side: int, bonus: list[int], seats: list[str]) -> Flow[None]:
    """Surprise points better one's own air-to-air value or worsen the other's, for the whole combat"""
    while sides.points[side] >= AIR_POINT:
        answer, _ = yield from menu(
            g, seats[side], "{0} surprise points: air-to-air?", Fire(sides.area, side, sides.points[side]), KEEP, BETTER, WORSE,
            named=(sides.points[side],),
        )  # fmt: skip
        if answer.verb == KEEP.name:
            return
        sides.points[side] -= AIR_POINT
        bonus[side if answer.verb == BETTER.name else 1 - side] += 1 if answer.verb == BETTER.name else -1


def _plain(name: str, words: str, rule: str = "11.5.9", *, rolls: bool = True) -> Act[War, Fire, None]:
    return Act(name, rule, words, do=lambda g, s, _: None, rolls=rolls)


FIGHTERS: Act[War, Wing, None] = Act("fighters", "14.4", "As fighters", do=lambda g, s, _: None)
BOMBERS: Act[War, Wing, int] = Act(
    "bombers", "14.4", lambda g, s, n: f"As bombers: {n} air-to-air, {s.most - n} air-to-sea", takes=int,
    among=lambda g, s: range(s.most), do=lambda g, s, n: n,
    may=lambda g, s, n: None if 0 <= n < s.most else No("14.4", "a bomber keeps at least one air-to-sea factor"),
)  # fmt: skip
AS_FIGHTER: Act[War, Wing, None] = Act("as_fighter", "11.5.9", "As a fighter", do=lambda g, s, _: None)
AS_BOMBER: Act[War, Wing, None] = Act("as_bomber", "11.5.9", "As a bomber", do=lambda g, s, _: None)
NO_KAMIKAZE: Act[War, Fire, None] = Act("no_kamikaze", "14.8", "No more", do=lambda g, s, _: None, rolls=True)
KAMIKAZE: Act[War, Fire, int] = Act(
    "kamikaze", "14.8", "{0}", takes=Unit, among=lambda g, s: s.among, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.among else No("14.8", "only Japanese bombers that got through"),
)  # fmt: skip
FALLS: Act[War, Fire, int] = Act(
    "falls", "14.3.3", "{0}", takes=Unit, among=lambda g, s: s.among, do=lambda g, s, u: u, rolls=True,
    may=lambda g, s, u: None if u in s.among else No("14.3.3", "the result cannot fall on it"),
)  # fmt: skip
ON, OUT = _plain("fight_on", "Fight on", "14.3.2"), _plain("break_off", "Break off", "14.3.2", rolls=False)
AT_LAND, AT_CARRIER = _plain("at_land", "Land-based bombers"), _plain("at_carrier", "Carrier planes")
AT_BOTH = _plain("at_both", "A carrier plane; a land-based bomber is driven off")
NO_SHIFT, SHIFT = _plain("no_shift", "No more", "11.5.6"), _plain("shift", "Shift a column (2)", "11.5.6", rolls=False)
NOT_THIS, NAME_IT = _plain("leave_it", "The opponent chooses", "11.5.6"), _plain("name_it", "Name it (3)", "11.5.6")
READY = _plain("ready", "They are in order", "14.3.1")
FRONT: Act[War, Fire, int] = Act(
    "front", "14.3.1", "{0} to the front", takes=Unit, among=lambda g, s: s.among, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.among else No("14.3.1", "it does not fly there, or was brought forward"),
)  # fmt: skip
KEEP = _plain("keep_points", "No more", "11.5.6")
BETTER = _plain("better", "Own value up (2)", "11.5.6")
WORSE = _plain("worse", "Enemy value down (2)", "11.5.6")
