"""Sea lift in a campaign: armies that see no enemy are carried to a front, to a bridgehead, or to the bases before the coasts
that the staff wants; empty transports come back for those who wait. All are operations as in sea.py, in build points."""

from __future__ import annotations

from grognard.titles.wif.agent.council import EAST, EUROPE, shores_wanted, vital
from grognard.titles.wif.agent.islands import base_of_fleet, open_places
from grognard.titles.wif.agent.overseas import HOME_GUARD, ashore, base, base_for, lacking_east, landing_seas, quays, theatre_of
from grognard.titles.wif.agent.sea import Admiral, Operation
from grognard.titles.wif.agent.view import FAR, View, cost, view_of
from grognard.titles.wif.facts import JAPAN
from grognard.titles.wif.kinds import INVADING, INVADING_FROM_AMPH, TRANSPORTS, Type
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.powers import powers_co_operate
from grognard.titles.wif.rules.stacking import air_limit, land_limit, may_stack
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.transport import amphibious_rules, may_board, may_embark_at
from grognard.titles.wif.rules.units import air_at, hqs_by_hex, land_at, mine, of_side, roster, ships_at
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import NOWHERE, War

NEAR_FRONT, QUIET = 6, 4  # steps to the enemy: where armies are wanted, and within which they stay
TO_FRONT, TO_BASE, FETCHED = 0.35, 0.8, 0.2  # of what a unit costs
BORNE = 3  # a front is a power's own from one part in so many on
CLOSER = 2  # steps that a voyage must bring an army nearer to the enemy, more than these
LEAST_BASE = 0.7  # of overseas.base: no farther from the coast that is wanted
FLOWN = 0.6  # of what an aircraft costs, for one brought to a base
MANNED = 4.0  # the first garrison of an island that could be landed on
ABANDONED = 1.5  # a vital place that stands empty
DANGER = 0.55  # the risk beyond which nobody is sent to a bridgehead
BRIDGEHEAD = 3.0  # whoever follows a landing is worth all he costs, for he does nothing where he is
BEACH_DEPTH, LEAST_URGENCY = 12, 0.7  # steps from the enemy at which a port behind a landing still serves
STAFF = 2.5  # and an HQ, as long as those ashore have too few: beyond a port nobody is fed without one (2.4.2)
MARINES = 3.0  # how much rather marines go to a base
FED_BY_ONE = 6  # armies ashore that one HQ serves
GATHERED, BATTERY = 1.5, 3  # an AMPH beside the others; battleships that go with them
LIKE = 2.0  # promises of bases within so much are alike
EMPTY_HANDED = 2  # by how much less a base without troops promises
LEAST_VOYAGE = 0.5
ROUND_TRIP = 1.3  # ships that are at home again at the end of the turn
MOST = 8
MOSTLY = 0.5  # of a class goes to the second theatre


def ferries(admiral: Admiral) -> list[Operation]:
    """Transports of a port sail together with those who wait there, as many as find room where they go: into a port, or to a sea
    off friendly ports, where the troops debark and from where the ships come home for more."""
    g, view, found = admiral.g, view_of(admiral.g, admiral.power), list[Operation]()
    if not view.theirs:
        return []
    for port, ships in admiral.ready().items():
        lift = [u for u in ships if roster(g).types[u] in TRANSPORTS]
        if not lift or not quiet(view, port):
            continue
        loads = _loads(g, [*waiting(g, view, port), *wings(g, view, port)], lift)
        for goal in {place for _, s in loads for place in admiral.courses(s) if place != port}:
            made = _voyage(admiral, view, port, goal, [(u, s) for u, s in loads if goal in admiral.courses(s)])
            if made is not None:
                found.append(made)
    return sorted(found, key=lambda o: -o.value)[:MOST]


def quiet(view: View, port: int) -> bool:
    """Whether nobody is needed where he stands."""
    return (view.near(port) > QUIET or view.idle_at(port)) and view.threat(port) <= 0


def waiting(g: War, view: View, port: int) -> list[int]:
    """A power's units in a port that may go, HQs and the dearest first; one stays where it must."""
    here = [u for u in mine(g, land_at(g, port), view.power) if not g.units.down[u] and in_supply(g, u)]
    if vital(g, port) and len(of_side(g, land_at(g, port), view.side)) <= len(here):
        here = sorted(here, key=lambda u: (roster(g).types[u] not in HOME_GUARD, cost(g, u)))[1:]
    return sorted(here, key=lambda u: (-cost(g, u), u))


def wings(g: War, view: View, port: int) -> list[int]:
    """A power's aircraft in a port that cannot fly to the war: behind the bases, where nothing is in reach."""
    if not 0.0 < base(g, view.power, port) < 1.0 or view.near(port) < FAR:
        return []
    types = roster(g).types
    here = [u for u in mine(g, air_at(g, port), view.power) if not g.units.down[u] and types[u] in (Type.FTR, Type.LND)]
    return sorted(here, key=lambda u: (types[u] != Type.LND, -cost(g, u), u))


def _loads(g: War, troops: list[int], lift: list[int]) -> list[tuple[int, int]]:
    """Who goes aboard which ship: AMPH stay for the landings while there is a TRS."""
    free, found = sorted(lift, key=lambda s: roster(g).types[s] == Type.AMPH), list[tuple[int, int]]()
    for u in troops:
        ship = next((s for s in free if may_board(g, s, u) is None and may_embark_at(g, s, u) is None), None)
        if ship is not None:
            found.append((u, ship))
            free.remove(ship)
    return found


def _voyage(admiral: Admiral, view: View, port: int, goal: int, loads: list[tuple[int, int]]) -> Operation | None:
    """The voyage to a port or a sea, with those who are worth most there."""
    g = admiral.g
    ports = _landfalls(g, view, goal) if g.ground.sea[goal] else [goal]
    landfalls = {s: room for s in ports if (room := _room(g, view, s)) > 0}
    cargo, value = list[tuple[int, int]](), 0.0
    for unit, ship in loads:
        if roster(g).air[unit] and (g.ground.sea[goal] or air_limit(g, goal) <= len(of_side(g, air_at(g, goal), view.side))):
            continue  # aircraft leave their ship in port
        welcome = [s for s in landfalls if may_stack(g, unit, s) is None]
        best = max(welcome, key=lambda s: (arrival(g, view, unit, port, s), -s), default=NOWHERE)
        gain = arrival(g, view, unit, port, best) if best >= 0 else 0.0
        if gain <= 0:
            continue
        cargo.append((unit, ship))
        empty = roster(g).land[unit] and vital(g, best) and not view.held(best) and view.near(best) < FAR
        value += gain + (ABANDONED if empty else 0.0)
        landfalls[best] -= 1
        landfalls = {s: room for s, room in landfalls.items() if room > 0}
    seas = [goal] if g.ground.sea[goal] else g.ground.seas[goal]
    value -= 3.0 * len(cargo) * min((admiral.menace(a) for a in seas), default=0.0)
    if not cargo or value <= LEAST_VOYAGE:
        return None
    if g.ground.sea[goal]:
        value *= ROUND_TRIP
        goal = g.ground.sections[goal][0]
    told = f"{len(cargo)} unit(s) with {g.units[cargo[0][0]].label} go to {g.board.label(goal)}: worth {value:.1f}"
    return Operation(port, [s for _, s in cargo], cargo, goal, NOWHERE, value, told)


def _landfalls(g: War, view: View, area: int) -> list[int]:
    """Friendly ports in which troops debark from a sea; where the edition lets them on any coast all friendly shores."""
    coasts, anywhere = g.ground.shores.get(area, ()), not amphibious_rules(g)
    return [s for s in coasts if friendly(g, s, view.power) and (anywhere or (g.ground.port[s] and not closed_port(g, s)))]


def _room(g: War, view: View, port: int) -> int:
    """How many more units find room; nobody goes alone to a port beside the enemy."""
    if not g.ground.land[port] or (view.near(port) <= 1 and not view.held(port)):
        return 0
    return land_limit(g, port) - view.held(port)


def arrival(g: War, view: View, unit: int, port: int, goal: int) -> float:
    """What a unit is worth in a port more than where it is: behind a front, or at a base nearer to the coast that is wanted."""
    near, guard = view.near(goal), roster(g).types[unit] in HOME_GUARD
    if roster(g).air[unit]:
        return FLOWN * cost(g, unit) * (base(g, view.power, goal) - base(g, view.power, port))
    if lonely(g, view, goal):
        return MANNED if guard else MANNED / 2
    if relieved(g, view, goal) and roster(g).types[unit] not in INVADING and not roster(g).hq[unit]:
        return MANNED
    ashore_there = g.ground.country[goal] in shores_wanted(g, view.power)
    depth = BEACH_DEPTH if ashore_there else NEAR_FRONT
    far = FAR if view.idle_at(port) else view.near(port)
    if near <= depth and near < far - CLOSER and not view.idle_at(goal) and _is_ours(g, view, goal):
        company = sum(view.shelter(u, goal) for u in of_side(g, land_at(g, goal), view.side))
        if near <= 2 and view.risk(unit, goal, company) > DANGER:
            return 0.0
        urgency = (depth + 1 - near) / depth * (0.3 if guard else 1.0)
        urgency = max(urgency, LEAST_URGENCY * (not guard)) * BRIDGEHEAD if ashore_there else urgency
        urgency *= STAFF if roster(g).hq[unit] and staffs_missing(g, view.power) else 1.0
        return (TO_FRONT * cost(g, unit) + 0.05 * view.goals.get(goal, 0.0)) * urgency
    if guard:
        return 0.0
    theatre = theatre_of(g, view.power, goal)
    if base_for(g, view.power, port, theatre) < base(g, view.power, port):
        return 0.0  # it waits for another coast
    if theatre == EUROPE and lacking_east(g, view.power, roster(g).types[unit], MOSTLY):
        return 0.0  # marines wait for the islands
    if theatre == EAST and open_places(g, view.power):
        gain = base_of_fleet(g, goal, view.power) - base_of_fleet(g, port, view.power)
        return TO_BASE * cost(g, unit) * gain if roster(g).types[unit] in INVADING_FROM_AMPH else 0.0
    gain = base(g, view.power, goal) - base_for(g, view.power, port, theatre)
    gain *= MARINES if roster(g).types[unit] == Type.MAR else 1.0
    return TO_BASE * cost(g, unit) * gain if base(g, view.power, goal) >= LEAST_BASE else 0.0


def lonely(g: War, view: View, goal: int) -> bool:
    """Whether a place that is never left empty, far from every front, has no garrison while the enemy could land there."""
    if not vital(g, goal) or view.held(goal) or view.near(goal) < FAR:
        return False
    return bool(landing_seas(g, view.side) & set(g.ground.seas[goal]))


def relieved(g: War, view: View, goal: int) -> bool:
    """Whether marines alone hold an island that is never left empty: a garrison sets them free for the next."""
    here = view.mine.get(goal, ())
    if not vital(g, goal) or view.near(goal) < FAR or not open_places(g, view.power):
        return False
    return len(here) == 1 and g.units.power[here[0]] == view.power and roster(g).types[here[0]] in INVADING


def _is_ours(g: War, view: View, goal: int) -> bool:
    """Whether the front behind a port is one the staff wants the power on, or one it bears with others."""
    front = view.fronts.at(goal)
    borne = front is not None and BORNE * front.own >= front.mine
    return not quays(g, view.power) or base(g, view.power, goal) >= LEAST_BASE or borne


def calls(g: War, power: int, kind: Type) -> dict[int, float]:
    """Ports where troops wait without a ship, and what they cost: behind the bases, and in them once somebody is ashore, first of
    all HQs that are missing there; an AMPH is called by none."""
    types, view, found = roster(g).types, view_of(g, power), dict[int, float]()
    landings, staffs = [ashore(g, power, theatre) > 0 for theatre in (EUROPE, EAST)], staffs_missing(g, power)
    for port in quays(g, power) if kind == Type.TRS else ():
        landed = landings[theatre_of(g, power, port)]
        if (landed or base(g, power, port) < 1.0) and quiet(view, port):
            troops = [u for u in waiting(g, view, port) if types[u] not in HOME_GUARD]
            afloat = sum(types[u] == kind for u in mine(g, ships_at(g, port), power))
            if len(troops) > afloat:
                near = BRIDGEHEAD if landed and base(g, power, port) >= 1.0 else 1.0
                found[port] = sum(cost(g, u) * _urgency(g, u, staffs) for u in troops[afloat:]) * near
    return found


def _urgency(g: War, unit: int, staffs: bool) -> float:
    """How much rather a unit is fetched than another: an HQ that is missing ashore, marines without whom nobody lands."""
    return STAFF if staffs and roster(g).hq[unit] else MARINES if roster(g).types[unit] == Type.MAR else 1.0


def _without_ship(g: War, view: View, port: int) -> int:
    """How many troops in a port have no transport there."""
    types = roster(g).types
    troops = sum(types[u] not in HOME_GUARD for u in waiting(g, view, port))
    return troops - sum(types[u] == Type.TRS for u in mine(g, ships_at(g, port), view.power))


def staffs_missing(g: War, power: int) -> bool:
    """Whether those who landed have too few HQs of the power, or of those it works with, to be fed beyond their ports."""
    landed, countries = ashore(g, power), shores_wanted(g, power, EUROPE)
    if not landed:
        return False
    staffs = [u for s, hqs in hqs_by_hex(g).items() if g.ground.country[s] in countries for u in hqs]
    serving = sum(powers_co_operate(g, power, g.units.power[u]) for u in staffs)
    return serving * FED_BY_ONE < landed


def fetches(admiral: Admiral) -> list[Operation]:
    """Empty transports go where troops wait without a ship."""
    g, power, types = admiral.g, admiral.power, roster(admiral.g).types
    view, found = view_of(g, power), list[Operation]()
    goals = calls(g, power, Type.TRS)
    for port, ships in admiral.ready().items() if goals else ():
        landed = ashore(g, power, theatre_of(g, power, port))  # those at the bases are needed once somebody is
        here = base(g, power, port) < 1.0 or landed
        idle = [u for u in ships if types[u] == Type.TRS][len(waiting(g, view, port)) if here else 0 :]
        for goal, price in goals.items() if idle else ():
            able = [s for s in idle if goal in admiral.courses(s)][: max(2, _without_ship(g, view, goal))]
            if able and goal != port:
                told = f"{len(able)} empty transport(s) to those who wait in {g.board.label(goal)}"
                found.append(Operation(port, able, [], goal, NOWHERE, FETCHED * price, told))
    return sorted(found, key=lambda o: -o.value)[:MOST]


def gatherings(admiral: Admiral) -> list[Operation]:
    """AMPH come together in one base of each theatre, and battleships with them: a landing is made by two units, each with a
    ship's guns."""
    if admiral.power == JAPAN:
        return []  # its craft go with the expeditions
    return [*_gathering(admiral, EUROPE), *([] if open_places(admiral.g, admiral.power) else _gathering(admiral, EAST))]


def _gathering(admiral: Admiral, theatre: int) -> list[Operation]:
    """The same for one theatre: before a continent in a base on its coast, before islands in the nearest there is."""
    g, power, types = admiral.g, admiral.power, roster(admiral.g).types
    known = {s: base_for(g, power, s, theatre) for s in quays(g, power)}
    least = 1.0 if theatre == EUROPE else max(min(1.0, max(known.values(), default=1.0)), LEAST_BASE)
    bases = [s for s, value in known.items() if value >= least and quiet(view_of(g, power), s)]
    if not bases:
        return []

    def serves(port: int) -> bool:
        """Whether craft in a port belong to this theatre."""
        return theatre_of(g, power, port) == theatre or not base(g, power, port)

    whole = [u for u, whose in enumerate(g.units.power) if whose == power and types[u] == Type.AMPH and g.units.at[u] >= 0]
    fleet = [u for u in whole if serves(g.units.at[u]) or not g.ground.land[g.units.at[u]]]
    able = [u for port, ships in admiral.ready().items() if serves(port) for u in ships if types[u] == Type.AMPH]

    def fitness(port: int) -> tuple[int, int, int, int, int]:
        """AMPH that can be there, what can be landed on, AMPH there now, troops on the coasts of its seas, ships that help."""
        come = sum(g.units.at[u] == port or (u in able and port in admiral.courses(u)) for u in fleet)
        coasts = {s for sea in g.ground.seas[port] for s in g.ground.shores.get(sea, ())}
        troops = sum(types[u] in INVADING_FROM_AMPH for s in coasts for u in mine(g, land_at(g, s), power))
        promise = round(admiral.promise(port) / LIKE / (1 if troops else EMPTY_HANDED))
        return come, promise, sum(g.units.at[u] == port for u in fleet), troops, len(mine(g, ships_at(g, port), power))

    best, found = max(bases, key=lambda s: (fitness(s), -s)), list[Operation]()
    guns = BATTERY - sum(types[u] == Type.BB for u in mine(g, ships_at(g, best), power)) if fleet else 0
    for port, ships in admiral.ready().items():
        if not serves(port):
            continue
        craft = [u for u in ships if types[u] == Type.AMPH and best in admiral.courses(u)]
        heavy = [u for u in ships if types[u] == Type.BB and best in admiral.courses(u)][: max(guns, 0)]
        if port != best and (craft or heavy):
            told = f"{len(craft)} AMPH and {len(heavy)} BB gather in {g.board.label(best)}"
            found.append(Operation(port, craft + heavy, [], best, NOWHERE, GATHERED * (len(craft) + 0.5 * len(heavy)), told))
        far = [u for u in ships if types[u] == Type.AMPH and u not in craft and port != best]
        hop = _nearer(admiral, far[0], port, theatre) if far else port
        able = [u for u in far if hop in admiral.courses(u)]
        if hop != port:
            told = f"{len(able)} AMPH go to {g.board.label(hop)}, nearer to the landings"
            found.append(Operation(port, able, [], hop, NOWHERE, GATHERED * len(able), told))
    return found


def _nearer(admiral: Admiral, ship: int, port: int, theatre: int) -> int:
    """The port in a ship's reach that is nearest to the coast where the staff wants to land; the one it lies in if none is."""
    g, power = admiral.g, admiral.power
    ports = [s for s in admiral.courses(ship) if g.ground.land[s] and friendly(g, s, power)]
    best = max(ports, key=lambda s: (base_for(g, power, s, theatre), -s), default=port)
    return best if base_for(g, power, best, theatre) > base_for(g, power, port, theatre) else port
