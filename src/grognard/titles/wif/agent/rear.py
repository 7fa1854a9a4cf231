"""Behind the front: rail moves, reorganisation, landings on friendly and enemy shores once the ships are there."""

from __future__ import annotations

from grognard.agents import Telling
from grognard.kernel.flow import Ask
from grognard.titles.wif.agent.council import stakes
from grognard.titles.wif.agent.islands import keeps_to_ships
from grognard.titles.wif.agent.lift import arrival
from grognard.titles.wif.agent.orders import STAYING, has_room
from grognard.titles.wif.agent.overseas import WALK
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.sea import DARING, Admiral, places_at_risk
from grognard.titles.wif.agent.view import FAR, View, cost, view_of, worth
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.odds import end_chance
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.impulses import end_modifiers
from grognard.titles.wif.rules.landings import Debarking, Invading
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.rail import Journey, Railing, may_arrive
from grognard.titles.wif.rules.reorganisation import Reorganising, face_down, may_reach, points_of, price
from grognard.titles.wif.rules.units import land_at, mine, of_side, roster, ships_at
from grognard.titles.wif.state import War

SURE = 0.5  # of a landing
REAR = 8  # steps from the enemy at which a unit may go by train
WORTH_OPENING, LEAST_JOURNEY = 3.5, 1.0
LEADING, LED = 14.0, 3  # build points turned face-up for which an HQ stays behind its armies, and steps to the place they go for
MOST_STATIONS = 12  # from which trains are tried
IN_MARCH = 9  # steps from the enemy at which an HQ goes on foot
ON_RAILS = 0.4  # a step nearer to what the staff wants
OVERRUN_SOON, OUT_OF_REACH = 5, 10  # steps to the enemy: where a factory is taken down, and the fewest where it is set up


def rail(g: War, ask: Ask, subject: Railing) -> Answer:
    """Factories the enemy will soon overrun go first; then strong units far behind go to where they are needed."""
    view = view_of(g, subject.power)
    saved = evacuation(g, ask, view)
    if saved is not None:
        return saved
    kept = places_kept(g, view)
    waiting = []
    for option in ask.options:
        if option.verb == "rail" and not roster(g).naval[option.arg.index]:
            unit, here = option.arg.index, g.units.at[option.arg.index]
            if here not in kept and _far_behind(g, view, unit) and not g.units.moved[unit]:
                waiting.append((cost(g, unit) * (1.3 if not g.units.down[unit] else 1.0), -unit, option))
    stuck: set[tuple[int, bool]] = set()  # places from which no train leads anywhere better, for armies and for aircraft
    for _, _, option in sorted(waiting, key=lambda w: w[:2], reverse=True):
        unit = option.arg.index
        kind = g.units.at[unit], roster(g).land[unit]
        if kind in stuck or len(stuck) >= MOST_STATIONS:
            continue
        if best_station(g, view, Journey(subject.power, unit))[0] > LEAST_JOURNEY:
            return option, f"{option.arg.label} is far from the front"
        stuck.add(kind)
    return named(ask, "done") or ask.options[0], "nobody waits for a train"


def evacuation(g: War, ask: Ask, view: View) -> Answer | None:
    """A blue factory near an enemy who is stronger there is railed as far from him as a city takes it (11.9)."""
    best: tuple[tuple[int, int, int], int] | None = None
    for n, option in enumerate(ask.options):
        if option.verb != "rail_factory":
            continue
        here, there = (arg.index for arg in option.args)
        held = view.fronts.at(here) is not None and view.bold_at(here)
        if view.near(here) > OVERRUN_SOON or held or view.near(there) < OUT_OF_REACH:
            continue
        key = (-view.near(here), min(view.near(there), FAR), -there)
        if best is None or key > best[0]:
            best = (key, n)
    if best is None:
        return None
    chosen = ask.options[best[1]]
    return chosen, Telling(f"the factory of {chosen.args[0].label} goes to {chosen.args[1].label}")


def _far_behind(g: War, view: View, unit: int) -> bool:
    """Whether a unit is so far from the front that a train serves it; from that of the main road, if there is one."""
    here = g.units.at[unit]
    if unit in view.relief:
        return view.relief[unit].get(here, FAR) > REAR
    if roster(g).hq[unit] and view.approach and not g.units.down[unit] and view.near(here) <= IN_MARCH:
        return False  # a train would turn it face-down, and it feeds nobody from there until the turn ends
    if view.approach and roster(g).types[unit] not in STAYING:
        return view.approach.get(here, FAR) > REAR and (view.near(here) > 1 or view.threat(here) <= 0)
    return view.near(here) > REAR


def places_kept(g: War, view: View) -> set[int]:
    """Own places whose one unit stays."""
    sides = sides_by_hex(g)
    exposed = [s for s in stakes(g) if sides[s] == view.side and len(view.mine.get(s, ())) <= 1]
    return {s for s in exposed if view.near(s) <= REAR + 4 or g.ground.wet[s]}


def best_station(g: War, view: View, trip: Journey) -> tuple[float, int]:
    """What a unit gains by its best station, and where that is: an empty place under threat, else close behind the front."""
    at_risk, home = set(places_at_risk(g, view.side)), g.units.at[trip.unit]

    def value(space: int) -> float:
        near = view.near(space)
        if near <= 1 or (space != home and roster(g).land[trip.unit] and not has_room(g, trip.unit, space)):
            return -9.0
        if trip.unit in view.relief:
            return -ON_RAILS * view.relief[trip.unit].get(space, FAR)
        here = len(of_side(g, land_at(g, space), view.side))
        found = -0.4 * abs(min(near, 30) - 3)
        if view.approach and roster(g).types[trip.unit] not in STAYING:
            found = -ON_RAILS * view.approach.get(space, 30) - 0.1 * abs(min(near, 10) - 3)
        if near >= FAR and view.embarking and roster(g).land[trip.unit] and roster(g).types[trip.unit] not in STAYING:
            found -= ON_RAILS * view.embarking.get(space, WALK)
        if roster(g).land[trip.unit] and space in stakes(g) and near <= 6:
            found += worth(g, space) * (0.3 if here == 0 else 0.15)
        return found + (0.4 * worth(g, space) if space in at_risk else 0.0)

    known = {s: value(s) for s in trip.lines(g).stations if may_arrive(g, trip, s) is None}
    top = max(known, key=lambda s: (known[s], -s), default=home)
    return (known[top] - value(home), top) if top != home else (0.0, home)


def journey(g: War, ask: Ask, subject: Journey) -> Answer:
    """The station that gains most."""
    gain, space = best_station(g, view_of(g, subject.power), subject)
    option = ask.find(f"ride {g.board.token(space)}")
    if option is not None and gain > LEAST_JOURNEY:
        return option, f"by rail to {g.board.label(space)}"
    return named(ask, "stay") or ask.options[0], "no station is better"


# --- reorganisation -----------------------------------------------------------------------------------------------------------


def need(g: War, view: View, unit: int) -> float:
    """What a unit is worth face-up again."""
    near = view.near(g.units.at[unit])
    return cost(g, unit) * (1.0 if near <= 4 else 0.5 if near <= 8 else 0.25)


def reorganise(g: War, ask: Ask, subject: Reorganising) -> Answer:
    """An HQ gives its points where they turn much face-up and the turn will go on; the dearest first."""
    view = view_of(g, subject.power)
    turned = [(need(g, view, o.arg.index), -o.arg.index, o) for o in ask.options if o.verb == "reorganise"]
    if turned:
        chosen = max(turned)[2]
        return chosen, f"{chosen.arg.label} is needed again"
    ends = float(end_chance(g, g.box, end_modifiers(g).total))
    top: tuple[float, int] | None = None
    for n, option in enumerate(ask.options):
        if option.verb != "points":
            continue
        unit, points = option.arg.index, points_of(g, option.arg.index)
        wanted = sorted((need(g, view, u) for u in face_down(g, subject.power) if may_reach(g, unit, u) is None), reverse=True)
        gain = 0.0
        for value, each in zip(wanted, [1 if _cheap(g, subject.power) else 2] * len(wanted)):
            points -= each
            if points < 0:
                break
            gain += value
        gain -= LEADING if leads(g, view, unit) else 0.0
        if top is None or gain > top[0]:
            top = (gain, n)
    if top is not None and top[0] * (1 - ends) >= WORTH_OPENING:
        chosen = ask.options[top[1]]
        return chosen, Telling(f"{chosen.arg.label} turns {top[0]:.0f} points of units face-up")
    return named(ask, "done") or ask.options[0], "kept for later"


def leads(g: War, view: View, staff: int) -> bool:
    """Whether armies go forward with an HQ on the way to a place that is wanted: face-down it would feed nobody farther on."""
    here = g.units.at[staff]
    return staff in view.relief or (view.approach.get(here, 0) > LED and view.bold_at(here))


def _cheap(g: War, power: int) -> bool:
    down = face_down(g, power)
    return bool(down) and price(g, down[0], False) == 1


# --- ashore -------------------------------------------------------------------------------------------------------------------


def debark(g: War, ask: Ask, subject: Debarking, meant: set[int]) -> Answer:
    """Units that are not to invade go ashore where they are needed."""
    view = view_of(g, subject.power)
    landing = sum(g.units.aboard[u] >= 0 and not g.ground.land[g.units.at[u]] for u in meant)
    if landing and left(g, subject.power, Activity.LAND_MOVE) <= landing:
        return named(ask, "done") or ask.options[0], "the land moves are for those who invade"
    best: tuple[float, int] | None = None
    for n, option in enumerate(ask.options):
        if option.verb == "debark" and option.args[0].index not in meant:
            unit, space = option.args[0].index, option.args[1].index
            here = len(of_side(g, land_at(g, space), view.side))
            value = worth(g, space) * (0.5 if here == 0 else 0.1) - 0.05 * min(view.near(space), FAR)
            if political(g):  # what they sailed for
                gain = arrival(g, view, unit, g.units.at[unit], space)
                if gain <= 0 and not g.ground.port[space] and keeps_to_ships(g, unit):
                    continue  # no ship would fetch them there
                value = value / 10 + gain
            if best is None or value > best[0]:
                best = (value, n)
    if best is not None:
        return ask.options[best[1]], "ashore"
    return named(ask, "done") or ask.options[0], "they stay aboard"


def invade(g: War, ask: Ask, subject: Invading, targets: dict[int, int]) -> Answer:
    """The landing that was planned, with all who were meant for it, while it still pays; else any that does."""
    admiral = Admiral(g, subject.power)
    best: tuple[float, int, float] | None = None
    for n, option in enumerate(ask.options):
        if option.verb != "invade":
            continue
        unit, there = option.args[0].index, option.args[1].index
        area, planned = g.ground.area[g.units.at[unit]], targets.get(unit) == there
        wave = [u for u in targets if targets[u] == there and g.units.aboard[u] >= 0 and g.ground.area[g.units.at[u]] == area]
        guns = [u for box in g.ground.sections[area] for u in mine(g, ships_at(g, box), subject.power) if not g.units.down[u]]
        clear = admiral.chance(g, wave if planned else [unit], guns, there)
        if clear < (DARING if planned else SURE):
            continue
        value = clear * (worth(g, there) + 0.5) - (1 - clear) * cost(g, unit) + (5.0 if planned else 0.0)
        if best is None or value > best[0]:
            best = (value, n, clear)
    if best is not None and best[0] > 0.5:
        option = ask.options[best[1]]
        return option, Telling(f"{option.args[0].label} lands on {g.board.label(option.args[1].index)}: {best[2]:.0%}")
    return named(ask, "done") or ask.options[0], "no landing pays"
