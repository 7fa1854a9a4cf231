"""Build points, and where what they bought arrives: what is in time, fights best for its price, and is needed."""

from __future__ import annotations

from grognard.agents import Telling
from grognard.kernel.flow import Ask
from grognard.titles.wif.agent import kits
from grognard.titles.wif.agent.council import EAST, stakes, told, vital
from grognard.titles.wif.agent.fleets import seas_to_gaps
from grognard.titles.wif.agent.overseas import EASTWARD, HOME_GUARD, WALK, base_for, crossings, lacking_east
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.shares import CLASS, CONVOYS, needs
from grognard.titles.wif.agent.view import FAR, view_of, worth
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.kinds import TRANSPORTS, Type
from grognard.titles.wif.rules.building import Purse, force_pools, repair_cost
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.track_building import Beginning
from grognard.titles.wif.rules.units import land_at, of_side, roster
from grognard.titles.wif.state import CIRCLE, NOWHERE, War

LINES = {COMMONWEALTH: 55, USA: 45, JAPAN: 27, ITALY: 8, FRANCE: 10, GERMANY: 5}  # convoy points that keep the lines open
LEAST_NEED = 0.15
EMPTY_COAST = 2.0
OCEAN = 6.0  # what the right coast is worth to a ship or an aircraft that arrives
REMOTE = 30  # steps that a place out of all reach of the enemy counts as: nobody arrives there who is needed at a front


def build(g: War, ask: Ask, purse: Purse) -> Answer:
    """The best buy for what is left; nothing that comes after the last turn."""
    going = named(ask, "continue_all")
    if going is not None:
        return going, "what is begun is finished"
    power = purse.power
    prepared = kits.order(g, ask, purse)
    if prepared is not None:
        return prepared
    if political(g):
        return build_by_parts(g, ask, purse)
    pools = force_pools(g, power)
    bold = view_of(g, power).bold
    top: tuple[float, int] | None = None
    for n, option in enumerate(ask.options):
        value = -1.0
        if option.verb in ("build", "begin"):
            kind, price = str(option.args[0]), int(option.args[1])
            value = _value(g, pools.get((kind, price), []), price, purse.points, bold)
        elif option.verb in ("repair", "work_on"):
            value = _ship_value(g, option.arg.index) if g.turn + 2 <= g.last_turn else -1.0
        if top is None or value > top[0]:
            top = (value, n)
    done = named(ask, "done")
    if top is None or top[0] <= 0:
        return done or ask.options[0], "nothing comes in time"
    chosen = ask.options[top[1]]
    what = f"{chosen.args[0]} for {chosen.args[1]}" if chosen.verb in ("build", "begin") else f"repair of {chosen.arg.label}"
    return chosen, Telling(f"build {what}: {top[0]:.2f} a point")


def build_by_parts(g: War, ask: Ask, purse: Purse) -> Answer:
    """In a campaign: convoys that are missing, hulls that wait, then the class of which there is least for the strategy."""
    power, wanted = purse.power, needs(g, purse.power)
    pools = force_pools(g, power)
    top: tuple[float, int] | None = None
    for n, option in enumerate(ask.options):
        value = -1.0
        if option.verb in ("build", "begin"):
            kind, price = str(option.args[0]), int(option.args[1])
            value = _for_parts(g, pools.get((kind, price), []), price, wanted)
        elif option.verb in ("build_convoys", "begin_convoys"):
            value = 3.0 if missing_convoys(g, power) > 0 else -1.0
        elif option.verb in ("repair", "finish", "work_on"):
            unit = option.arg.index
            mark = CLASS.get(roster(g).types[unit], CONVOYS)
            value = 1.5 * (wanted[mark] if mark < CONVOYS else 1.5)
            value = value if g.turn + 4 <= g.last_turn else -1.0
        if top is None or value > top[0]:
            top = (value, n)
    if top is None or top[0] <= LEAST_NEED:
        return named(ask, "done") or ask.options[0], "nothing that is needed comes in time"
    chosen = ask.options[top[1]]
    what = " for ".join(str(arg) for arg in chosen.args) if chosen.verb in ("build", "begin") else chosen.text
    return chosen, Telling(f"build {what}: {told(g, power)}")


def _for_parts(g: War, units: list[int], price: int, wanted: list[float]) -> float:
    """How much a draw is wanted: its class, better counters a little more; nothing that comes too late."""
    found = 0.0
    for u in units:
        sheet = g.units[u].sheet
        mark = CLASS.get(sheet.type, CONVOYS)
        turns = max(sheet.turns, 1) + (4 if roster(g).naval[u] and sheet.second_cost else 0)
        if mark == CONVOYS or g.turn + turns > g.last_turn:
            continue
        merit = sheet.strength if roster(g).land[u] else sheet.tactical + sheet.air_to_air + 0.5 * sheet.air_to_sea
        found += wanted[mark] * (1.0 + 0.1 * merit / max(price, 1))
    return found / max(len(units), 1)


def missing_convoys(g: War, power: int) -> int:
    """Convoy points a power lacks, of what it needs for its lines."""
    heaps = [u for u, c in enumerate(g.units.counter) if c == NOWHERE and g.units.power[u] == power]
    have = sum(g.units.points[u] for u in heaps if g.units.at[u] >= 0 or g.units.at[u] <= CIRCLE)
    return LINES.get(power, 0) - have


def _value(g: War, units: list[int], price: int, purse: int, bold: bool) -> float:
    """Mean worth of what may be drawn, for each point."""
    if not units or price > purse:
        return -1.0
    total = 0.0
    for u in units:
        sheet = g.units[u].sheet
        turns = max(sheet.turns, 1)
        if g.turn + turns > g.last_turn or roster(g).naval[u]:
            continue
        served = g.last_turn - g.turn - turns + 1
        if roster(g).land[u]:
            merit = sheet.strength + (0.3 * sheet.move if bold else 0.0)
            merit += 2.0 * sheet.reorganisation if roster(g).hq[u] else 0.0
            merit *= 0.75 if sheet.type in (Type.GAR, Type.MIL) and bold else 1.0
        else:
            merit = sheet.tactical + sheet.air_to_air + 0.5 * sheet.air_to_sea
        total += merit * min(served, 3)
    return total / len(units) / max(price, 1)


def _ship_value(g: War, unit: int) -> float:
    if g.units.counter[unit] < 0:
        return -1.0
    return (g.units[unit].sheet.attack + 2 * g.units[unit].sheet.carrier) / max(repair_cost(g, unit), 1) * 0.6


def begin(g: War, ask: Ask, subject: Beginning) -> Answer:
    """As much as is taken now, at the first place with room: what is paid early comes early (13.6.10)."""
    sums = [o for o in ask.options if o.verb == "spend"]
    return (sums[-1], "the sooner it comes") if sums else (ask.options[0], "any place with room")


def arrive(g: War, ask: Ask, subject: Arrival) -> Answer:
    """Where it is needed: an empty place under threat first, else near the front, never beside the enemy alone."""
    view = view_of(g, subject.power)
    unit = subject.unit
    away = seas_to_gaps(g, subject.power) if political(g) and g.units.counter[unit] == NOWHERE else {}

    marching = roster(g).land[unit] and roster(g).types[unit] not in HOME_GUARD
    kind = roster(g).types[unit]
    shared = political(g) and kind in EASTWARD.get(subject.power, {}) and bool(crossings(g, subject.power, EAST))
    east = lacking_east(g, subject.power, kind) if shared else None

    def key(space: int) -> tuple[float, int]:
        here = len(of_side(g, land_at(g, space), view.side))
        near = view.near(space)
        found = -0.2 * min(near, REMOTE)
        if marching and view.approach:
            found -= 0.1 * view.approach.get(space, REMOTE)
        if roster(g).land[unit]:
            if near <= 6:
                found += worth(g, space) * (0.5 if here == 0 else 0.2 if here == 1 else 0.0)
            found -= 3.0 * view.risk(unit, space) if space not in stakes(g) else 0.0
        elif near <= 2:
            found -= 3.0
        if kind in HOME_GUARD and here == 0 and political(g) and g.ground.wet[space] and vital(g, space):
            found += EMPTY_COAST  # a great place that could be landed on has somebody in it before it is threatened
        if near >= FAR and view.embarking and (not roster(g).naval[unit] or roster(g).types[unit] in TRANSPORTS):
            found -= 0.1 * view.embarking.get(space, WALK)  # nearer to the ships
        if east is not None:  # on the coast of the ocean where it is to serve
            found += OCEAN * (base_for(g, subject.power, space, EAST) > 0) * (1 if east else -1)
        if away:  # convoys arrive where their line has a gap
            found -= min((away[sea] for sea in g.ground.seas[space] if sea in away), default=len(away))
        return found, -space

    home = [o for o in ask.options if o.verb == "arrive"]
    option = max(home, key=lambda o: key(o.arg.index)) if home else ask.options[0]
    return option, f"needed in {option.arg.label}" if option.args else "it waits"
