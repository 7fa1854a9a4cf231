"""Aircraft that cannot fly to the war: from the boxes off the map they go by transport to ports where their own troops stand."""

from __future__ import annotations

from grognard.titles.aif.agent.cover import AmericanAdmiral, Cover
from grognard.titles.wif.agent.sea import Operation
from grognard.titles.wif.agent.view import cost
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.rebase import rebase_reach
from grognard.titles.wif.rules.stacking import air_limit, may_stack
from grognard.titles.wif.rules.transport import may_board, may_embark_at
from grognard.titles.wif.rules.units import air_at, land_at, mine, of_side, roster

COMBAT = (Type.FTR, Type.NAV, Type.LND)
FIRST, NEXT = 1.2, 0.6  # of what an aircraft costs: the first over a bridgehead, and those that follow
AT_ONCE = 4  # transports that carry aircraft in one voyage


def air_ferries(admiral: AmericanAdmiral, sky: Cover) -> list[Operation]:
    """Fighters and bombers of a box to ports within a voyage: first where enemy aircraft rule the sea before the port."""
    g, power, types, found = admiral.g, admiral.power, roster(admiral.g).types, list[Operation]()
    for port, ships in admiral.ready().items():
        lift = [u for u in ships if types[u] == Type.TRS] if g.ground.box[port] else []
        planes = [u for u in mine(g, air_at(g, port), power) if not g.units.down[u] and types[u] in COMBAT]
        planes.sort(key=lambda u: (types[u] != Type.FTR, -cost(g, u), u))
        for goal in {place for ship in lift for place in admiral.courses(ship) if g.ground.land[place]} if planes else ():
            room = air_limit(g, goal) - len(of_side(g, air_at(g, goal), admiral.side))
            if g.ground.box[goal] or room <= 0 or not friendly(g, goal, power) or not of_side(g, land_at(g, goal), admiral.side):
                continue
            foes = max((sky.hunters.get((area, 1 - admiral.side), 0) for area in g.ground.seas[goal]), default=0)
            if not foes:
                continue
            bare = all(sky.fighters.get((area, admiral.side), 0) == 0 for area in g.ground.seas[goal])
            cargo: list[tuple[int, int]] = []
            free = [s for s in lift if goal in admiral.courses(s)]
            for u in planes:
                if len(cargo) >= min(room, AT_ONCE) or not free:
                    break
                ship = free[0]
                able = may_board(g, ship, u) is None and may_embark_at(g, ship, u) is None and may_stack(g, u, goal) is None
                if able and goal not in rebase_reach(g, u):
                    cargo.append((u, ship))
                    free.remove(ship)
            value = sum(cost(g, u) * (FIRST if bare and n == 0 else NEXT) for n, (u, _) in enumerate(cargo))
            if cargo:
                told = f"{len(cargo)} aircraft with {g.units[cargo[0][0]].label} go to {g.board.label(goal)}"
                found.append(Operation(port, [s for _, s in cargo], cargo, goal, -1, value, told))
    return sorted(found, key=lambda o: -o.value)[:AT_ONCE]
