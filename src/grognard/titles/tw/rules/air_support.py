"""11.3, 11.4, 11.8: offensive and defensive air support, interception and counter-interception. Rounds of combat are in
air_combat.py.

Whoever reaches the target intercepts, and whoever reaches a way that cannot lead round him (TW-AMB-64, flight.py); all meet in
one battle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.picks import at_least_one, one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.tw.kinds import BOMBERS, Kind
from grognard.titles.tw.nations import MAJORS, NEUTRAL
from grognard.titles.tw.rules import air_combat
from grognard.titles.tw.rules.airbases import DRIVEN_OFF, bases, defensive_range, offensive_range
from grognard.titles.tw.rules.alliances import strangers
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.flight import circle, exposed_to, friendly_sky, hop_bases, in_range, sky
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.national import may_intercept
from grognard.titles.tw.rules.standing import flies_home, lets_fly
from grognard.titles.tw.rules.strength import Battle, CounterCover, Cover, Support
from grognard.titles.tw.rules.units import eliminate, enemies_in, hex_sides
from grognard.titles.tw.state import MLE, NONE, PASS_TURN, Hex, Unit, War
from grognard.titles.tw.subjects import CounterInterception, Diverted, Interception, Returning

# types of mission (11.2.3), two bits each: one per impulse
AV, OAS, ESCORT, COUNTER_AIR, COUNTER, INTERDICT, AGAINST_AV, AGAINST_OAS, AGAINST_COUNTER_AIR, DAS, AGAINST_DROP = range(11)
SEA, AGAINST_SEA, AGAINST_INTERDICTION, AGAINST_TRANSFER = 11, 12, 13, 14
DROP_RANGE = {Kind.PARA: 4, Kind.CDO: 10}  # 11.14.1, 2.6 (TW-AMB-180)
SEEN = (Kind.FTR, Kind.TAC, Kind.MDM, Kind.JET_FTR, Kind.JET_TAC)
OVER_PORTS = frozenset((COUNTER_AIR, COUNTER, AGAINST_COUNTER_AIR, AGAINST_SEA))  # of naval aircraft ashore (11.2.3)


def bit(mission: int, impulse: int) -> int:
    return 1 << (2 * mission + impulse - 1)


def log_mission(g: War, unit: int, mission: int) -> None:
    g.units[unit].missions = g.units.missions[unit] | bit(mission, g.impulse)


@rule("11.2.3", "11.5.1", "11.11.4")
def naval_mission(g: War, nac: int, mission: int, target: int) -> No | None:
    """Naval aircraft that are based ashore meet or strike aircraft over ports alone (TW-AMB-222); depleted they fly no
    missions."""
    if g.units.aboard[nac] >= 0:
        return No("11.2.1.2", "it flies from its carrier, over the sea area where that sails")
    if g.units.depleted[nac]:
        return No("11.11.4", "a depleted naval air unit flies no missions")
    if mission not in OVER_PORTS or target < 0 or not g.ground.port[target]:
        return No("11.5.1", "naval aircraft fly over ports and shipyards alone")
    return None


@rule("11.2.3", "4.4")
def may_fly(g: War, unit: int, mission: int, target: int = -1) -> No | None:
    """Whether an air unit may fly a mission of a type now: active on its own turn, each type once in an impulse."""
    kind, units = g.roster.kinds[unit], g.units
    if units.at[unit] < 0 or (kind not in SEEN and kind != Kind.NAC):
        return No("11.2.3", "it does not fly missions over land")
    if kind == Kind.NAC and (no := naval_mission(g, unit, mission, target)) is not None:
        return no
    if units.bombed[unit] == g.turn:
        return No("5.2.4", "it bombs Britain this turn")
    if units.missions[unit] & bit(mission, g.impulse):
        return No("11.2.3", "it has flown a mission of this type in this impulse")
    if g.roster.sides[unit] == g.side:
        if not units.active[unit]:
            return No("4.0", "no effort activates it")
        if units.supply[unit] == NONE:
            return No("12.6.3", "it is out of supply")
        if hex_sides(g)[units.at[unit]] == NEUTRAL:
            return No("16.3.3", "nothing attacks out of a country that is only an Associate")
        if effort_of(g, unit) in (MLE, PASS_TURN) and mission != AV:
            return No("4.4", "no attacks with this effort")
    elif not may_intercept(g, g.roster.nations[unit]):
        return No("21.4", "surprised aircraft do not intercept")
    return None


@rule("11.3", "11.3.1")
def bombers_for(g: War, target: int, mission: int) -> list[int]:
    """Bombers of the phasing side that can support an attack on a hex."""
    kinds = g.roster.kinds
    return [u for u in _aircraft(g, g.side) if kinds[u] in BOMBERS and reaches(g, u, target) and may_fly(g, u, mission) is None]


def escorts_for(g: War, target: int, mission: int = ESCORT) -> list[int]:
    """Aircraft of the phasing side that can go along, or join a battle that has begun."""
    return [u for u in _aircraft(g, g.side) if reaches(g, u, target) and may_fly(g, u, mission, target) is None]


def _aircraft(g: War, side: int) -> list[int]:
    """Air units of a side on the board."""
    known, at = g.roster, g.units.at
    return [u for u in known.air if at[u] >= 0 and known.sides[u] == side]


@rule("11.2.1.2", "11.2.3")
def reaches(g: War, unit: int, target: int) -> bool:
    """Whether the target is within range, by a way round neutral land where there is some."""
    at = g.units.at[unit]
    if at < 0 or not g.ground.land[at]:
        return False
    return in_range(g, at, target, offensive_range(g, unit))


@rule("11.4.1", "11.8", "11.8.1", "11.8.2")
def interceptors(g: War, force: Sequence[int], target: int, mission: int) -> list[int]:
    """Aircraft of the other side within defensive range of the target, or of a way there that leads nowhere round them."""
    hunters = hunters_of(g, 1 - g.side, mission, target)
    far = g.ground.far
    found = {u for u, base, reach in hunters if far(base, target) <= reach}
    if len(found) < len(hunters):
        for plane in force:
            base = g.units.at[plane]
            if base >= 0 and g.ground.land[base]:
                hexes = DROP_RANGE.get(g.roster.kinds[plane]) or offensive_range(g, plane)
                found.update(exposed_to(g, base, target, hexes, hunters))
    return sorted(found)


def hunters_of(g: War, side: int, mission: int, target: int = -1) -> list[tuple[int, int, int]]:
    """(unit, base, defensive range) of the aircraft of a side that can fly a mission now."""
    found = []
    for u in _aircraft(g, side):
        at = g.units.at[u]
        if not g.ground.land[at] or may_fly(g, u, mission, target) is not None:
            continue
        reach = defensive_range(g, u)
        if reach > 0:
            found.append((u, at, reach))
    return found


# --- answers ------------------------------------------------------------------------------------------------------------------

COUNTERING = "Counter-intercept with {0} over {1}"
NO_BOMBER, NO_ESCORT = "no bomber that reaches this attack and works with its troops", "nothing to escort there in its reach"
NO_COVER, NO_COUNTER = "it cannot cover this hex or meet what flies there", "no enemy aircraft have come up there in its reach"
DONE: Act[War, Any, None] = word("done", "11.3.1", "Done")
LET: Act[War, Any, None] = word("let", "11.8.1", "Let them pass")
ALL_HOME: Act[War, Any, None] = word("done", "11.2.2", "Done")
HOMEWARD: Act[War, Any, None] = word("home", "11.2.2", "Back to its base")


def _why_not(side: int, mission: int) -> Callable[[War, Any], No | None]:
    """The test of an air unit of a side for a mission, whatever it flies to."""

    def test(g: War, candidate: Any) -> No | None:
        unit, over = candidate if isinstance(candidate, tuple) else (candidate, -1)
        if g.roster.sides[unit] != side or g.units.at[unit] < 0 or not g.designs[g.units.design[unit]].air:
            return No("11.2.3", "it is no air unit of yours on the board")
        return may_fly(g, unit, mission, over)

    return test


# --- procedures ---------------------------------------------------------------------------------------------------------------


@rule("10.2", "11.3", "11.3.1", "6.2.1", "6.2.2")
def allot_support(
    g: War, targets: Sequence[int], landings: Sequence[int], battles: Sequence[Battle] = ()
) -> Flow[dict[int, list[int]]]:
    """Send bombers and escorts to the announced attacks"""
    sent: dict[int, list[int]] = {t: [] for t in targets}
    while True:
        force = {b.space: b.attackers for b in battles}
        bombers = at_least_one(
            (u, t) for t in targets for u in bombers_for(g, t, OAS) if not strangers(g, u, [*force.get(t, ()), *sent[t]])
        )
        escorts = at_least_one(
            (u, t) for t in targets if sent[t] for u in escorts_for(g, t) if u not in sent[t] and not strangers(g, u, sent[t])
        )
        if not bombers and not escorts:
            break
        acts = (
            one_of("support", "11.3.1", "Support {0} {1}", (Unit, Hex), bombers, NO_BOMBER, why=_why_not(g.side, OAS)),
            one_of("escort", "11.3.1", "Escort {0} {1}", (Unit, Hex), escorts, NO_ESCORT, why=_why_not(g.side, ESCORT)),
            DONE,
        )
        choice, _ = yield from menu(g, g.seat(g.side), "Send air support", Support(battles, sent), *acts, rule="11.3.1")
        if choice.verb == "done":
            break
        unit, space = choice.args[0].index, choice.args[1].index
        log_mission(g, unit, OAS if choice.verb == "support" else ESCORT)
        sent[space].append(unit)
        if choice.verb == "escort":
            _guard(battles, space, unit)
        g.say("{} flies to {}", choice.args[0], choice.args[1], rule="11.3.1")
    return sent


@rule("11.4", "11.4.1", "11.8.2")
def answer_support(
    g: War, targets: Sequence[int], sent: dict[int, list[int]], battles: Sequence[Battle] = ()
) -> Flow[dict[int, list[int]]]:
    """The defender sends aircraft to cover his troops and to intercept; each side may answer the other"""
    cover: dict[int, list[int]] = {t: [] for t in targets}
    for t in targets:
        sent[t] = [u for u in sent[t] if g.units.at[u] >= 0]  # some may have fallen while they hunted reserves (9.9.5)
    defender = g.seat(1 - g.side)
    while True:
        able = [
            (u, t)
            for t in targets
            for u in interceptors(g, sent[t], t, DAS)
            if (sent[t] or _covers(g, u, t))
            and not unprotected(g, u, t)
            and not strangers(g, u, [*enemies_in(g, t, g.side), *cover[t]])
        ]
        if able:
            skies = Cover(battles, sent, cover)
            act = one_of("cover", "11.4.1", "Cover {0} {1}", (Unit, Hex), able, NO_COVER, why=_why_not(1 - g.side, DAS))
            choice, _ = yield from menu(g, defender, "Cover or intercept", skies, act, DONE, rule="11.4.1")
            if choice.verb == "cover":
                unit, space = choice.args[0].index, choice.args[1].index
                log_mission(g, unit, DAS)
                cover[space].append(unit)
                g.say("{} rises over {}", choice.args[0], choice.args[1], rule="11.4.1")
                continue
        answered = False
        while True:
            replies = [
                (u, t)
                for t in targets
                if cover[t]
                for u in escorts_for(g, t, COUNTER)
                if u not in sent[t] and not strangers(g, u, sent[t])
            ]
            if not replies:
                break
            reply = CounterCover(battles, sent, cover)
            act = one_of("counter", "11.8.2", COUNTERING, (Unit, Hex), replies, NO_COUNTER, why=_why_not(g.side, COUNTER))
            choice, _ = yield from menu(g, g.seat(g.side), "Counter-intercept", reply, act, DONE, rule="11.8.2")
            if choice.verb == "done":
                break
            unit, space = choice.args[0].index, choice.args[1].index
            log_mission(g, unit, COUNTER)
            sent[space].append(unit)
            _guard(battles, space, unit)
            answered = True
        if not answered or not able:
            return cover


@rule("11.3.1", "11.8.2")
def _guard(battles: Sequence[Battle], space: int, unit: int) -> None:
    """Escorts and counter-interceptors fight in the air and shift nothing on the ground, bombers among them as well."""
    for battle in battles:
        if battle.space == space:
            battle.guards.append(unit)


@rule("23.1")
def unprotected(g: War, unit: int, target: int) -> bool:
    """A minor country has no air support of a Major Power in the Operations Segment in which it is invaded."""
    nations = g.roster.nations
    defenders = {nations[u] for u in enemies_in(g, target, g.side)}
    fresh = {n for n in defenders if n not in MAJORS and g.turn in (g.nations.surprised[n], g.nations.invaded[n])}
    return bool(fresh) and fresh == defenders and nations[unit] not in fresh


def _covers(g: War, unit: int, target: int) -> bool:
    """Bombers within range of the hex itself may cover it when no enemy aircraft come (11.4.1)."""
    return g.roster.kinds[unit] in BOMBERS and g.ground.far(g.units.at[unit], target) <= defensive_range(g, unit)


@rule("11.9", "10.2.1")
def fight_over(g: War, sent: list[int], cover: list[int], target: int) -> Flow[tuple[list[int], list[int]]]:
    """Air battle over a hex, then flak at the bombers; who is left on either side"""
    sent, cover = [u for u in sent if still_flying(g, u)], [u for u in cover if still_flying(g, u)]
    if sent and cover:
        sent, cover = yield from air_combat.air_battle(g, sent, cover, target)
    sent = [u for u in sent if g.units.at[u] >= 0]
    if any(g.roster.kinds[u] in BOMBERS for u in sent):
        yield from air_combat.flak(g, sent, target, units_only=True)
    near = [u for u in cover if g.units.at[u] >= 0 and g.ground.far(g.units.at[u], target) <= defensive_range(g, u)]
    return [u for u in sent if g.units.at[u] >= 0], near


@rule("11.2.2")
def return_to_base(g: War, side: int, flown: dict[int, int]) -> Flow[None]:
    """Aircraft that flew to a hex return to their base, or land at another within range of it"""
    phasing = side == g.side
    while not flies_home(g, g.seat(side)):
        able = [u for u in flown if still_flying(g, u) and g.roster.sides[u] == side]
        if not able:
            return
        diverting = one_of("divert", "11.2.2", "{0} lands elsewhere", Unit, able, "it does not come back from a mission now")
        prompt = "Aircraft return: land one at another base?"
        choice, _ = yield from menu(g, g.seat(side), prompt, Returning(side), ALL_HOME, diverting, rule="11.2.2")
        if choice.verb == "done":
            return
        unit = choice.arg.index
        target = flown.pop(unit)
        reach = offensive_range(g, unit) if phasing else defensive_range(g, unit)
        where = [s for s in bases(g, unit) if g.ground.far(target, s) <= reach and s != g.units.at[unit]]
        landing = one_of("land", "11.2.2", "Land at {0}", Hex, where, "no base with room in its range of the target")
        prompt = f"Land {g.units[unit].label}"
        there, _ = yield from menu(g, g.seat(side), prompt, Diverted(unit), HOMEWARD, landing, rule="11.2.2")
        if there.verb == "land":
            g.units[unit].at = there.arg.index
            g.say("{} lands at {}", g.units[unit], there.arg, rule="11.2.2")


@rule("11.1.2")
def still_flying(g: War, unit: int) -> bool:
    """Aircraft that were lost, or driven from their base by ground troops meanwhile, fly no mission."""
    return g.units.at[unit] >= 0 and g.units.missions[unit] != DRIVEN_OFF


@rule("11.8.1", "11.8.2", "11.2.3")
def challenge(
    g: War, force: Sequence[int], target: int, hunters: Callable[[], list[int]], against: int, prompt: str = ""
) -> Flow[tuple[list[int], list[int]]]:
    """The enemy intercepts a flight, its side counter-intercepts, and so on; the helpers and the interceptors"""
    guards: list[int] = []
    cover: list[int] = []
    while True:
        ready = [u for u in hunters() if u not in cover]
        moving = against == AGAINST_TRANSFER
        if ready and not (not cover and lets_fly(g, g.seat(1 - g.side), ready, moving=moving)):
            why = _why_not(1 - g.side, against)
            act = one_of("intercept", "11.8.1", "Intercept with {0}", Unit, ready, "this flight is out of its reach", why=why)
            words = prompt or f"Intercept over {g.board.label(target)}?"
            about = Interception(target, (*force, *guards), tuple(cover))
            choice, _ = yield from menu(g, g.seat(1 - g.side), words, about, LET, act, rule="11.8.1")
            if choice.verb == "intercept":
                log_mission(g, choice.arg.index, against)
                cover.append(choice.arg.index)
                continue
        if not cover or not (yield from counter_intercept(g, [*force, *guards], target, guards, cover)):
            return guards, cover


@rule("11.8.2")
def counter_intercept(g: War, busy: Sequence[int], target: int, guards: list[int], cover: Sequence[int]) -> Flow[bool]:
    """One more aircraft counter-intercepts, or none"""
    able = [u for u in escorts_for(g, target, COUNTER) if u not in busy]
    if not able:
        return False
    rows = [(u, target) for u in able]
    act = one_of("counter", "11.8.2", COUNTERING, (Unit, Hex), rows, NO_COUNTER, why=_why_not(g.side, COUNTER))
    about = CounterInterception(target, tuple(busy), tuple(cover))
    choice, _ = yield from menu(g, g.seat(g.side), "Counter-intercept", about, DONE, act, rule="11.8.2")
    if choice.verb == "done":
        return False
    log_mission(g, choice.args[0].index, COUNTER)
    guards.append(choice.args[0].index)
    return True


@rule("11.2.3", "8.3.2", "12.6.3")
def transfer(g: War, unit: int, goal: int, legs: int | None, leg: int) -> Flow[bool]:
    """A flight from base to base may be intercepted; whether the unit arrives. Parachutists met alone are shot down"""
    at = g.units.at[unit]
    para = g.roster.kinds[unit] == Kind.PARA
    over = friendly_sky(g, g.side) if legs is None else sky(g, g.side)
    places = [*bases(g, unit), goal]

    def hunters() -> list[int]:
        found = hunters_of(g, 1 - g.side, AGAINST_TRANSFER)
        far = g.ground.far
        if g.ground.box[at] or g.ground.box[goal]:  # 8.8.7, 8.8.8: beyond the map nobody can be met
            shore = at if g.ground.box[goal] else goal
            return [u for u, base, reach in found if far(base, shore) <= reach]
        near = [u for u, base, reach in found if far(base, goal) <= reach]
        others = [(u, base, reach) for u, base, reach in found if far(base, goal) > reach]
        danger = 0
        for _, base, reach in others:
            danger |= circle(g, base, reach)
        if not danger or goal in hop_bases(g, at, places, legs, leg, (over & ~danger) | g.ground.sky_bit[goal]):
            return near
        way = g.board.line(at, goal)[1:]
        return near + [u for u, base, reach in others if any(far(base, s) <= reach for s in way)]

    prompt = f"Intercept {g.units[unit].label} on its way to {g.board.label(goal)}?"
    guards, cover = yield from challenge(g, [unit], goal, hunters, AGAINST_TRANSFER, prompt)
    if not cover:
        return True
    force = guards if para else [unit, *guards]
    left, foes = (yield from air_combat.air_battle(g, force, cover, goal)) if force else ([], cover)
    if para and not left and foes:
        eliminate(g, g.units[unit], "8.3.2")
    return g.units.at[unit] >= 0


@rule("9.8", "11.8.1")
def support_mission(g: War, force: list[int], target: int, mission: int) -> Flow[list[int]]:
    """A single mission: bombers fly, the enemy may intercept, who gets through"""
    for u in force:
        log_mission(g, u, mission)
    against = AGAINST_AV if mission == AV else AGAINST_INTERDICTION

    def hunters() -> list[int]:
        return [u for u in interceptors(g, force, target, against) if not unprotected(g, u, target)]

    guards, cover = yield from challenge(g, force, target, hunters, against)
    left = list(force)
    if cover:
        over, _ = yield from air_combat.air_battle(g, [*force, *guards], cover, target)
        left = [u for u in force if u in over]
    left = [u for u in left if g.units.at[u] >= 0]
    if mission == AV and left:
        yield from air_combat.flak(g, left, target, units_only=True)
    return [u for u in left if g.units.at[u] >= 0]
