"""11.5, 11.6: naval combat in rounds: who seeks it, search, surprise points, the type of combat, aborts.

A round of guns or torpedoes is naval_rounds.py, naval air combat naval_air_combat.py; the aircraft that join a battle (11.5.3)
are in naval_air.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.actions import actions_of, affordable_extras, pay_extras
from grognard.titles.wif.rules.air_sea_search import choice_price, flight_price
from grognard.titles.wif.rules.fuel import SHIP, burn, may_fuel
from grognard.titles.wif.rules.hulls import is_port, sails_as_convoy
from grognard.titles.wif.rules.intelligence import Stake, with_units
from grognard.titles.wif.rules.naval_air import join_battle
from grognard.titles.wif.rules.naval_air_combat import has_aircraft, naval_air_round
from grognard.titles.wif.rules.naval_damage import Toll, abort_all
from grognard.titles.wif.rules.naval_rounds import COLUMN as COLUMN
from grognard.titles.wif.rules.naval_rounds import TARGET as TARGET
from grognard.titles.wif.rules.naval_rounds import (
    Doubt,
    doubt,
    fire_first,
    leave_ports_out,
    plain,
    ports_of,
    speaker,
    submarine_round,
    surface_round,
)
from grognard.titles.wif.rules.naval_rounds import first_targets as first_targets
from grognard.titles.wif.rules.naval_rounds import result_of as result_of
from grognard.titles.wif.rules.naval_search import (
    BLIND,
    Sides,
    commit,
    found_sections,
    in_sections,
    present,
    surprise_points,
)
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.rerolls import sea_roll
from grognard.titles.wif.rules.sailing import is_sub
from grognard.titles.wif.rules.sea_wars import escort_limit, escorts
from grognard.titles.wif.rules.transport import cargo_of
from grognard.titles.wif.rules.units import air_at, busy_seas, ships_at, turn_down
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War

SURFACE, SUBMARINE, IN_THE_AIR = "surface", "submarine", "air"


class Hunt(Subject, frozen=True):
    """A power looks for sea areas to fight in."""

    power: Annotated[int, Power]
    second: bool = False  # 11.6: the opponent's combats


class Escort(Subject, frozen=True):
    """The USA may send ships and aircraft to the help of convoys (13.3.2)."""

    power: Annotated[int, Power]
    area: Annotated[int, Hex]
    units: Annotated[tuple[int, ...], Unit]


# --- starting a combat (11.5.1, 11.5.2, 11.6) ---------------------------------------------------------------------------------


@rule("11.5.2")
def starters(g: War, power: int, area: int) -> list[int]:
    """Face-up units of a power that can be turned down to start a combat in a sea area; in an air action it must be an aircraft,
    in the older edition there must be one."""
    side = SIDE_OF_POWER[power]
    own = side == g.side  # what a power chose in its last impulse does not bind it in the other side's
    flying = own and actions_of(g, power) == [Action.AIR]
    extra = Activity.NAVAL_COMBAT if _needs_points(g, power) else None
    air_only, there = flying and g.settings.air_action_flips_air, present(g, area, side)
    if flying and not any(g.roster.air[u] and g.units.power[u] == power for u in there):
        return []
    return [
        u
        for u in there
        if g.units.power[u] == power
        and not g.units.down[u]
        and not sails_as_convoy(g, u)
        and (g.roster.air[u] or not air_only)
        and (not own or may_fuel(g, (u,), SHIP, extra) is None)
        and (not (own and g.powers.boats[power]) or is_sub(g, u) or g.roster.air[u])
    ]


@rule("11.5.1", "11.6")
def may_fight(g: War, hunt: Hunt, area: int) -> No | None:
    """Whether a power may start a combat in a sea area."""
    if not g.ground.sea[area]:
        return No("11.5.1", "combat is sought in sea areas")
    if g.hexes.fought[area]:
        return No("11.5.1", "combat was sought there in this step")
    side = SIDE_OF_POWER[hunt.power]
    if not present(g, area, side) or not present(g, area, 1 - side):
        return No("11.5.1", "no units of both sides that are at war with each other are there")
    if hunt.second and not g.hexes.entered[area] >> (1 - side) & 1:
        return No("11.6", "the other side moved nothing but submarines there this impulse")
    if not hunt.second and _needs_points(g, hunt.power) and not affordable_extras(g, hunt.power, Activity.NAVAL_COMBAT):
        return No("11.5.1", "not with a land or pass action")
    if starters(g, hunt.power, area) or (hunt.second and has_called(g, hunt.power, area)):
        return None
    return No("11.5.2", "no face-up unit of yours there can be turned down")


def _needs_points(g: War, power: int) -> bool:
    """Whether a power's actions allow no naval combat of its own."""
    return set(actions_of(g, power)) <= {Action.LAND, Action.PASS}


@rule("11.4.6", "11.6")
def has_called(g: War, power: int, area: int) -> bool:
    """Whether a unit turned down for an interception this impulse is still there: it serves to start a combat too."""
    return any(g.units.called[u] and g.units.power[u] == power for u in present(g, area, SIDE_OF_POWER[power]))


def hunting_grounds(g: War, hunt: Hunt) -> list[int]:
    """Sea areas in which a power may start a combat."""
    return [area for area in busy_seas(g) if may_fight(g, hunt, area) is None]


@rule("11.5")
def seek_combat(g: War) -> Flow[None]:
    """Naval combat of the active side, sea area by sea area"""
    yield from _seek(g, Hunt(g.power))


@rule("11.6")
def answer_combat(g: War) -> Flow[None]:
    """The opponent's naval combat, where the active side has moved to"""
    yield from _seek(g, Hunt(g.power, second=True))


def _seek(g: War, hunt: Hunt) -> Flow[None]:
    while hunting_grounds(g, hunt):
        answer, _ = yield from menu(
            g, g.seat(hunt.power), "{0}: seek battle at sea?", hunt, DONE, SEEK, named=(g.powers[hunt.power],), rests=True
        )
        if answer.verb == DONE.name:
            return


def seekers(g: War) -> list[int]:
    """For the sequence: the active side's powers that may start combats."""
    return [p for p in powers_of(g, g.side) if hunting_grounds(g, Hunt(p))]


def answering(g: War) -> list[int]:
    """For the sequence: the other side's powers that may."""
    return [p for p in powers_of(g, 1 - g.side) if hunting_grounds(g, Hunt(p, second=True))]


def forget_combats(g: War) -> None:
    """A new impulse: no area was fought in or entered."""
    if g.frogmen_used:
        g.frogmen_used = []
    for area in g.ground.sections:
        if g.hexes.fought[area] or g.hexes.entered[area]:
            g.hexes[area].fought = g.hexes[area].entered = 0


@rule("11.5.2")
def start(g: War, hunt: Hunt, area: int) -> Flow[None]:
    """A unit is turned face-down and the search begins"""
    g.hexes[area].fought = 1
    extra = Activity.NAVAL_COMBAT if _needs_points(g, hunt.power) and not hunt.second else None
    if extra is not None:
        pay_extras(g, hunt.power, extra, 1)
    if hunt.second and has_called(g, hunt.power, area):
        yield from combat(g, Sides(area, g.side))
        return
    choice = starters(g, hunt.power, area)
    unit = choice[0]
    if len(choice) > 1:
        _, unit = yield from menu(
            g, g.seat(hunt.power), "Which unit seeks battle in {0}?", Doubt(area, SIDE_OF_POWER[hunt.power]), FLIP,
            named=(g.hexes[area],),
        )  # fmt: skip
    if not hunt.second:
        burn(g, (unit,), SHIP, extra)
    turn_down(g, unit, *cargo_of(g, unit))
    yield from combat(g, Sides(area, g.side))


# --- rounds -------------------------------------------------------------------------------------------------------------------


@rule("11.5.1", "11.5.11")
def combat(g: War, sides: Sides, *, moving: frozenset[int] = frozenset(), roll: int = 0) -> Flow[None]:
    """Rounds of naval combat until a side is gone, aborts, or nobody finds anybody. `moving`: intercepted ships, always
    included in the first round; `roll`: the interception roll, which is the hunter's search roll then"""
    order = (sides.active, 1 - sides.active)
    first = bool(moving)
    hunter = 1 - sides.active if first else NOWHERE  # who has announced already what its submarines do
    while present(g, sides.area, 0) and present(g, sides.area, 1):
        before = set(_everybody(g, sides.area))
        yield from join_battle(g, sides.area, sides.active)
        for u in set(_everybody(g, sides.area)) - before if sides.homeward else ():
            g.units[u].staying = 1
        for side in order:
            subs = [u for u in present(g, sides.area, side) if is_sub(g, u) and u not in sides.forced and not is_port(g, u)]
            if side != hunter:
                sides.subs[side] = bool(subs) and (
                    yield from _decide(g, sides, side, _most_torpedoes(g, subs), COMMIT_SUBS, KEEP_SUBS)
                )
        hunter = NOWHERE
        commit(g, sides)
        if sides.homeward:
            sides.committed = [[u for u in own if g.units.staying[u] or u in moving] for own in sides.committed]
        if not sides.committed[0] or not sides.committed[1]:
            break
        if not (yield from search(g, sides, moving if first else frozenset(), roll if first else 0)):
            break
        first = False
        if (yield from g.title.slip_away(g, sides)) and not all(sides.included):
            continue
        yield from join_convoys(g, sides)
        if (yield from avoided(g, sides)):
            break
        toll = Toll()
        kind = yield from combat_type(g, sides)
        if g.settings.empty_combat_repeats and not produces_combat(g, sides, kind):
            continue  # 11.5.7: back to the aircraft that fly to the battle
        if kind != SUBMARINE and leave_ports_out(g, sides):
            break
        if kind != IN_THE_AIR:
            yield from fire_first(g, sides, toll)
        if kind == IN_THE_AIR:
            yield from naval_air_round(g, sides, toll, [speaker(g, sides.included[side]) for side in (0, 1)])
        elif kind == SUBMARINE:
            for side in order:
                yield from submarine_round(g, sides, side, toll)
        else:
            yield from surface_round(g, sides, toll)
        yield from abort_all(g, toll.aborting, hit=True)
        left = [present(g, sides.area, side) for side in (0, 1)]
        if not all(left):
            break
        for side in order:
            yield from offer_abort(g, sides, side)
    for side in order:
        there = [u for box in g.ground.sections[sides.area] for u in g.units.stacks.get(box, ())]
        hurt = [u for u in there if g.units.damaged[u] or (g.units.no_planes[u] and not g.settings.empty_carriers_stay)]
        yield from abort_all(g, [u for u in hurt if SIDE_OF_POWER[g.units.power[u]] == side], hit=True)


def _everybody(g: War, area: int) -> list[int]:
    return [u for box in g.ground.sections[area] for u in (*ships_at(g, box), *air_at(g, box))]


@rule("11.5.4")
def _most_torpedoes(g: War, subs: list[int]) -> list[int]:
    """The submarines of the power that decides for its side: the one with the most factors."""
    factors: dict[int, int] = {}
    for u in subs:
        factors[g.units.power[u]] = factors.get(g.units.power[u], 0) + g.units[u].sheet.attack
    best = max(factors, key=lambda p: (factors[p], -p), default=NOWHERE)
    return [u for u in subs if g.units.power[u] == best]


@rule("11.5.7")
def produces_combat(g: War, sides: Sides, kind: str) -> bool:
    """Whether a type of combat that surprise points chose involves any: aircraft, or submarines and convoys; storms are calm
    air, after which both sides may abort."""
    if kind == IN_THE_AIR:
        blind = g.weather_by_space[sides.area] in BLIND
        return blind or any(has_aircraft(g, sides.included[side]) for side in (0, 1))
    return kind != SUBMARINE or any(may_hunt_convoys(g, sides, side) or ports_of(g, sides, side) for side in (0, 1))


@rule("11.5.11")
def offer_abort(g: War, sides: Sides, side: int) -> Flow[None]:
    """Any power of a side with units in the combat may call for an abort; then all leave but uncommitted submarines"""
    powers = sorted({g.units.power[u] for u in sides.committed[side]})
    staying = [u for u in _everybody(g, sides.area) if g.units.power[u] in powers and (sides.subs[side] or not is_sub(g, u))]
    for power in powers:
        own = [u for u in staying if g.units.power[u] == power]
        if own and (yield from _decide(g, sides, side, own, LEAVE, STAY)):
            yield from abort_all(g, staying)
            return


def _decide(
    g: War, sides: Sides, side: int, units: list[int], yes: Act[War, Doubt, None], no: Act[War, Doubt, None]
) -> Flow[bool]:
    answer, _ = yield from menu(
        g, speaker(g, units), "Naval combat in {0}", doubt(g, sides, side), no, yes, named=(g.hexes[sides.area],)
    )
    return bool(answer.verb == yes.name)


@rule("11.5.5", "11.5.6")
def search(g: War, sides: Sides, moving: frozenset[int], roll: int) -> Flow[bool]:
    """Both sides roll; who is found is included. Where only one side finds the other, it picks the sections it fights"""
    found: list[list[int]] = [[], []]
    for side in (sides.active, 1 - sides.active):
        given = roll and side != sides.active
        told, here = f"Search of {g.side_name(side)} in {g.board.label(sides.area)}", with_units(g, _everybody(g, sides.area))
        stake = Stake(told, "11.5.5", side, 1 - side, here, fight=True, aim=aim(g, sides.area, sides.committed[side]))
        sides.rolls[side] = yield from sea_roll(g, sides.area, stake, roll if given else 0)
        found[side] = found_sections(g, sides, side, sides.rolls[side], plain=bool(moving))
        sides.included[side] = in_sections(g, sides.committed[side], found[side])
    ours = sides.active
    sides.included[ours] += [u for u in sides.committed[ours] if u in moving and u not in sides.included[ours]]
    if not sides.included[0] and not sides.included[1]:
        g.say("nobody finds anybody in {}", g.hexes[sides.area], rule="11.5.5")
        return False
    for side in (0, 1):
        if not sides.included[side]:
            sides.included[side] = yield from pick_sections(g, sides, 1 - side)
    points = [surprise_points(g, sides, side) for side in (0, 1)]
    sides.points = [max(points[0] - points[1], 0), max(points[1] - points[0], 0)]
    return True


@rule("13.3.2")
def join_convoys(g: War, sides: Sides) -> Flow[None]:
    """American ships in section 0 may join a round with Allied convoys without being at war"""
    if not any(sails_as_convoy(g, u) for u in sides.included[ALLIES]):
        return
    joined: list[int] = []
    while True:
        willing = escorts(g, sides.area, [*sides.committed[ALLIES], *joined])
        if sum(not g.roster.air[u] for u in joined) >= escort_limit(g):
            willing = [u for u in willing if g.roster.air[u]]
        if not willing:
            break
        subject = Escort(USA, sides.area, tuple(willing))
        answer, unit = yield from menu(
            g, g.seat(USA), "Convoys are attacked in {0}: escort them?", subject, STAND_BY, ESCORT, named=(g.hexes[sides.area],)
        )
        if answer.verb == STAND_BY.name:
            break
        joined.append(unit)
    sides.included[ALLIES] += joined


@rule("11.5.5")
def pick_sections(g: War, sides: Sides, finder: int) -> Flow[list[int]]:
    """The side that found somebody chooses the sections of the other it fights"""
    prey = sides.committed[1 - finder]
    taken = sorted({g.ground.section[g.units.at[u]] for u in prey})
    chosen: list[int] = [] if len(taken) > 1 else taken
    while len(taken) > 1:
        subject = Doubt(sides.area, finder, sections=tuple(n for n in taken if n not in chosen))
        acts = (PICK, ENOUGH) if chosen else (PICK,)
        answer, section = yield from menu(
            g, speaker(g, sides.included[finder]), "Whom to fight in {0}?", subject, *acts, named=(g.hexes[sides.area],)
        )
        if answer.verb == ENOUGH.name:
            break
        chosen.append(section)
        if len(chosen) == len(taken):
            break
    return in_sections(g, prey, chosen)


@rule("11.5.6", "11.5.7")
def avoided(g: War, sides: Sides) -> Flow[bool]:
    """Four surprise points avoid the combat, with option 22 five where a far-ranging aircraft looks on"""
    for side in (sides.active, 1 - sides.active):
        if sides.points[side] >= choice_price(g, sides.included[1 - side]) and sides.included[side]:
            answer, _ = yield from menu(
                g, speaker(g, sides.included[side]), "{1} surprise points in {0}",
                doubt(g, sides, side, choice_price(g, sides.included[1 - side])),
                FIGHT, SLIP_AWAY, named=(g.hexes[sides.area], sides.points[side]),
            )  # fmt: skip
            if answer.verb == SLIP_AWAY.name:
                g.say("{} avoids battle in {}", g.side_name(side), g.hexes[sides.area], rule="11.5.6")
                return True
    return False


def may_hunt_convoys(g: War, sides: Sides, side: int) -> bool:
    """11.5.7: submarines of a side and convoys of the other are included."""
    convoys = any(sails_as_convoy(g, u) for u in sides.included[1 - side])
    return convoys and any(is_sub(g, u) for u in sides.included[side])


@rule("11.5.7")
def combat_type(g: War, sides: Sides) -> Flow[str]:
    """Surprise points choose; else naval air combat if a side with aircraft wants it, then submarine combat, else surface"""
    flying = g.weather_by_space[sides.area] not in BLIND
    aloft = [flying and has_aircraft(g, sides.included[side]) for side in (0, 1)]
    for side in (0, 1):
        price = choice_price(g, sides.included[1 - side])
        if sides.points[side] >= price:
            answer, _ = yield from menu(
                g, speaker(g, sides.included[side]), "Choose the type of combat in {0}?",
                doubt(g, sides, side, price), PRIORITIES, BUY_SURFACE, BUY_SUBMARINE, BUY_AIR,
                named=(g.hexes[sides.area],),
            )  # fmt: skip
            if answer.verb != PRIORITIES.name:
                sides.points[side] -= price
                return {BUY_SURFACE.name: SURFACE, BUY_SUBMARINE.name: SUBMARINE}.get(answer.verb, IN_THE_AIR)
    for side in (sides.active, 1 - sides.active):
        if aloft[side]:
            chosen = yield from _decide(g, sides, side, sides.included[side], FIGHT_IN_THE_AIR, NOT_IN_THE_AIR)
            if chosen and (yield from shakes_off(g, sides, 1 - side)):
                break
            if chosen:
                return IN_THE_AIR
    for side in (sides.active, 1 - sides.active):
        if may_hunt_convoys(g, sides, side):
            chosen = yield from _decide(g, sides, side, sides.included[side], HUNT_CONVOYS, FIGHT_SURFACE)
            if chosen:
                return SUBMARINE
    return SURFACE


@rule("11.5.7")
def shakes_off(g: War, sides: Sides, side: int) -> Flow[bool]:
    """Option 22: surprise points by the range of the enemy's aircraft avoid the naval air combat he has chosen"""
    price = flight_price(g, sides.included[1 - side])
    if not price or sides.points[side] < price or not sides.included[side]:
        return False
    answer, _ = yield from menu(
        g, speaker(g, sides.included[side]), "{1} surprise points: naval air combat in {0}?", doubt(g, sides, side, price),
        FACE_THEM, SHAKE_OFF, named=(g.hexes[sides.area], sides.points[side]),
    )  # fmt: skip
    if answer.verb == FACE_THEM.name:
        return False
    sides.points[side] -= price
    g.say("{} avoids naval air combat in {}", g.side_name(side), g.hexes[sides.area], rule="11.5.7")
    return True


DONE: Act[War, Hunt, None] = Act("done", "11.5.1", "No more", do=lambda g, s, _: None)
SEEK: Act[War, Hunt, int] = Act("seek", "11.5.2", "{0}", takes=Hex, listed=hunting_grounds, may=may_fight, do=start, rolls=True)
FLIP: Act[War, Doubt, int] = Act(
    "flip", "11.5.2", "{0}", takes=Unit, among=lambda g, s: [u for p in powers_of(g, s.side) for u in starters(g, p, s.area)],
    may=lambda g, s, u: None if u in starters(g, g.units.power[u], s.area) else No("11.5.2", "it cannot start a combat there"),
    do=lambda g, s, u: u, rolls=True,
)  # fmt: skip
COMMIT_SUBS = plain("commit_subs", "Commit the submarines", "11.5.4")
KEEP_SUBS = plain("keep_subs", "Keep the submarines out", "11.5.4")
LEAVE = plain("abort", "Abort: all return to base", "11.5.11", rolls=False)
STAY = plain("stay", "Stay and search again", "11.5.11")
FIGHT, SLIP_AWAY = plain("fight", "Fight", "11.5.6"), plain("avoid", "Avoid combat ({price} points)", "11.5.6", rolls=False)
HUNT_CONVOYS, FIGHT_SURFACE = plain("hunt", "Submarine combat", "11.5.7"), plain("decline", "No submarine combat", "11.5.7")
BUY_AIR = plain("air", "Naval air combat ({price} points)", "11.5.7")
FIGHT_IN_THE_AIR = plain("in_the_air", "Naval air combat", "11.5.7")
NOT_IN_THE_AIR = plain("not_in_the_air", "No naval air combat", "11.5.7")
FACE_THEM = plain("face_them", "Fight in the air", "11.5.7")
SHAKE_OFF = plain("shake_off", "Avoid naval air combat ({price} points)", "11.5.7")
PRIORITIES = plain("keep_points", "Spend no points on the type", "11.5.7")
BUY_SURFACE, BUY_SUBMARINE = (
    plain("surface", "Surface combat ({price})", "11.5.7"),
    plain("submarine", "Submarine combat ({price})", "11.5.7"),
)
PICK: Act[War, Doubt, int] = Act(
    "section", "11.5.5", "Section {0}", takes=int, among=lambda g, s: s.sections,
    may=lambda g, s, n: None if n in s.sections else No("11.5.5", "no committed enemies are there"), do=lambda g, s, n: n,
)  # fmt: skip
STAND_BY: Act[War, Escort, None] = Act("stand_by", "13.3.2", "No more", do=lambda g, s, _: None, rolls=True)
ESCORT: Act[War, Escort, int] = Act(
    "escort", "13.3.2", "{0}", takes=Unit, among=lambda g, s: s.units, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.units else No("13.3.2", "only American ships in section 0 that may escort there"),
)  # fmt: skip
ENOUGH = plain("enough", "Only those", "11.5.5")
