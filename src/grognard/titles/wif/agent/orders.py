"""Orders of an impulse on land: garrisons first, then the attacks, then everybody else where he is worth most.

A greedy army has no staff: each unit goes where it likes best by itself. The planner's orders fit together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.titles.wif.agent import council
from grognard.titles.wif.agent.air import strikes_in_reach, support_in_reach
from grognard.titles.wif.agent.assaults import Assault, Staff, attackers
from grognard.titles.wif.agent.council import stakes, vital
from grognard.titles.wif.agent.islands import keeps_to_ships
from grognard.titles.wif.agent.overseas import WALK, landing_seas
from grognard.titles.wif.agent.view import FAR, MARCHED, REACH, cost, distances, view_of, worth
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import first_home, sides_by_hex
from grognard.titles.wif.rules.land_movement import March, Marching, march_reach, marchers
from grognard.titles.wif.rules.powers import co_operate, political
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.supply import in_supply, unit_supply
from grognard.titles.wif.rules.units import land_at, roster
from grognard.titles.wif.state import War

UNFED = 6.0
REMOTE = 20  # steps beyond which the enemy is not felt
LED = 12  # steps from an HQ within which it may feed somebody
PLACES_TRIED = 5  # for each HQ
ALERT = 5  # steps at which an enemy makes a garrison necessary
GREAT = 2.0  # victory points of a place that two units hold against a landing: a great capital
STRIKING = (Type.ARM, Type.MECH, Type.MOT)
STAYING = (Type.GAR, Type.MIL, Type.TERR)
ONWARD, LEADING = 0.3, 0.9  # a step towards the capital that is wanted, for an army and for an HQ
SIEGE = {1: 3.0, 2: 1.0}  # more for those beside it
WORN = 0.4  # to arrive face-down, where an enemy can come
BEHIND = 0.1  # what a march where no enemy is seen counts for the choice of an action: it can wait for the ships
EMBARKING = 0.2  # a step nearer to a quay, for those who see no enemy
MARCHING = 0.2  # a step nearer to a front that is far away over land
ONLY = 20.0  # what keeps the only unit of a place from going to another's help
HEADLONG = 0.35  # risks of those who go there, where others count 0.6


@dataclass
class Orders:
    """What the units of a power are to do on land this impulse."""

    moves: dict[int, int] = field(default_factory=dict)
    assaults: list[Assault] = field(default_factory=list)
    gain: float = 0.0
    better: float = 0.0  # what moves alone improve
    done: set[int] = field(default_factory=set)

    def told(self, g: War) -> str:
        parts = [one.told(g) for one in self.assaults[:3]]
        return "; ".join(parts) if parts else "no attack pays; the lines are mended"


def reaches(g: War, power: int) -> dict[int, dict[int, bool]]:
    """For every unit that may march: hexes it can end in, and whether it would arrive worn out."""
    found: dict[int, dict[int, bool]] = {}
    for unit in marchers(g, Marching(power)):
        way = March(power, (unit,), g.units.at[unit], (0,), False, in_supply(g, unit))
        reach = march_reach(g, way)
        worn = reach.worn if way.supplied else set(reach.cost)
        found[unit] = {s: s in worn for s in reach.cost}
        found[unit][g.units.at[unit]] = False
    return found


def has_room(g: War, unit: int, space: int) -> bool:
    """Whether a unit may end in a hex now without one too many there, or beside somebody it does not co-operate with (2.3.1)."""
    mates = [u for u in land_at(g, space) if u != unit]
    return len(mates) < land_limit(g, space) and all(co_operate(g, unit, u) for u in mates)


class General:
    """Draws orders up for one power."""

    def __init__(self, g: War, power: int, *, most_moves: int = 1000, most_attacks: int = 1000, strikes: int = 0) -> None:
        self.g, self.power = g, power
        self.side = SIDE_OF_POWER[power]
        self.view = view_of(g, power)
        self.most_moves, self.most_attacks = most_moves, most_attacks
        struck = strikes_in_reach(g, self.view, power, strikes) if strikes else {}
        self.staff = Staff(self.view, support_in_reach(g, self.view, power), struck)
        self.reach = reaches(g, power)
        self.planned: dict[int, list[int]] = {s: list(units) for s, units in self.view.mine.items()}
        self.orders = Orders()
        self.ahead = g  # with the HQs where they go first
        self.leading: set[int] = set()

    def draw_up(self, *, whole: bool = True) -> Orders:
        """The orders; where it is only asked what they gain, HQs need no place yet."""
        self._lead()
        locked = self._garrisons()
        free = {u for u in attackers(self.g, self.power) if u not in locked and not self._sails(u)}
        self._attacks(free)
        self._stations(locked | {u for a in self.orders.assaults for u in a.units})
        if whole:
            self._place_headquarters()
        return self.orders

    # --- headquarters ---------------------------------------------------------------------------------------------------------

    def _lead(self) -> None:
        """On the way to a capital the HQs go first: armies are fed only as far as their HQs have come (2.4.2)."""
        g, view = self.g, self.view
        if not view.approach and not view.relief:
            return
        at = g.units.at
        staffs = [
            u for u in self.reach if roster(g).hq[u] and (u in view.relief or (at[u] in view.approach and view.bold_at(at[u])))
        ]  # fmt: skip
        for hq in sorted(staffs, key=lambda u: (u in view.relief, view.approach.get(at[u], FAR))):
            here = g.units.at[hq]
            able = [s for s, worn in self.reach[hq].items() if not worn or view.near(s) > 3]
            best = max(able, key=lambda s: (self.station(hq, s) + (0.15 if s == here else 0.0), -s), default=here)
            self.leading.add(hq)
            if best == here:
                continue
            if self.ahead is g:
                self.ahead = g.copy()
            self.ahead.units[hq].at = best
            self._send(hq, best)

    def _place_headquarters(self) -> None:
        """Each HQ where most of the army is fed once everybody has moved, tried on a copy."""
        g = self.g
        staffs = [u for u in self.reach if roster(g).hq[u] and u not in self.leading]
        if not staffs or not self.view.theirs:
            return
        h = g.copy()
        for unit, space in self.orders.moves.items():
            h.units[unit].at = space
            if sides_by_hex(g)[space] == self.view.foe:
                h.hexes[space].controller = first_home(g, self.power)
        army = [u for units in self.view.mine.values() for u in units if h.units.power[u] == self.power]
        for hq in staffs:
            planned = h.units.at[hq]
            ranked = sorted((s for s, worn in self.reach[hq].items() if not worn), key=lambda s: -self.station(hq, s))
            top: tuple[float, int] | None = None
            around = distances(g, planned)
            led = [u for u in army if around.get(h.units.at[u], FAR) <= LED]
            for space in dict.fromkeys([planned, *ranked[:PLACES_TRIED]]):
                h.units[hq].at = space
                fed = sum(cost(g, u) for u in led if in_supply(h, u))
                value = 0.5 * fed + self.station(hq, space)
                if top is None or value > top[0]:
                    top = (value, space)
            assert top is not None
            h.units[hq].at = top[1]
            if top[1] != planned:
                self._resend(hq, top[1])

    def _resend(self, unit: int, space: int) -> None:
        """Another goal than was planned, if a move is left for it."""
        if unit not in self.orders.moves and len(self.orders.moves) >= self.most_moves:
            return
        for units in self.planned.values():
            if unit in units:
                units.remove(unit)
        self.planned.setdefault(space, []).append(unit)
        self.orders.moves.pop(unit, None)
        if space != self.g.units.at[unit]:
            self.orders.moves[unit] = space

    # --- garrisons ------------------------------------------------------------------------------------------------------------

    def _garrisons(self) -> set[int]:
        """Own places the enemy can get at keep their units, and call for more."""
        g, view, sides = self.g, self.view, sides_by_hex(self.g)
        locked = self._home_guard()
        self._man_the_coast(locked)
        places = [s for s in stakes(g) if sides[s] == self.side and view.near(s) <= ALERT + 2]
        for space in sorted(places, key=lambda s: (-worth(g, s) * (10 - min(view.near(s), 9)), s)):
            here = [u for u in view.mine.get(space, ()) if g.units.power[u] in view.powers]
            hostile = view.threat(space)
            need, bold = 0, view.bold_at(space)
            if hostile > 0 or (view.near(space) <= 3 and not bold):
                need = 2 if hostile > 3 and stakes(g)[space] >= 1 else 1
            elif view.near(space) <= ALERT and not bold:
                need = 1
            if political(g) and not vital(g, space):  # industry is held by the line before it, unless the line is thin
                need = min(need, 1) if hostile > 0 and not bold else 0
            keep = sorted(here, key=lambda u: self._spared(u) - view.shelter(u, space))[:need]
            locked |= {u for u in keep if g.units.power[u] == self.power}
            missing = need - len(keep)
            while missing > 0:
                helper = self._helper(space, locked)
                if helper is None:
                    break
                self._send(helper, space)
                locked.add(helper)
                missing -= 1
        return locked

    def _home_guard(self) -> set[int]:
        """Where no enemy is near, one unit stays in each vital place that could be landed on."""
        g, view = self.g, self.view
        found: set[int] = set()
        for space, units in view.mine.items():
            if g.ground.wet[space] and view.near(space) >= FAR and vital(g, space):
                keep = min(units, key=lambda u: (roster(g).hq[u], roster(g).types[u] not in STAYING, cost(g, u), u))
                found |= {keep} if g.units.power[keep] == self.power else set()
        return found

    def _man_the_coast(self, locked: set[int]) -> None:
        """Places on a coast that enemy transports can get to call for a garrison: two units for a great place, one for another
        objective or a major port (blunder 7)."""
        g, view = self.g, self.view
        if not political(g):
            return
        exposed = landing_seas(g, self.side)
        sides = sides_by_hex(g)
        here = [s for s in stakes(g) if sides[s] == self.side and view.near(s) >= ALERT and exposed & set(g.ground.seas[s])]
        for space in sorted(here, key=lambda s: (-worth(g, s), s)):
            if not vital(g, space) and g.ground.port[space] != MAJOR_PORT:
                continue
            need = 2 if stakes(g)[space] >= GREAT else 1
            there = self.planned.get(space, [])
            own = [u for u in there if g.units.power[u] == self.power]
            locked |= set(sorted(own, key=lambda u: (roster(g).hq[u], roster(g).types[u] not in STAYING, cost(g, u)))[:need])
            for _ in range(need - len(there)):
                helper = self._helper(space, locked)
                if helper is None:
                    break
                self._send(helper, space)
                locked.add(helper)

    def _spared(self, unit: int) -> float:
        """How much rather a unit goes forward than stays in a garrison."""
        return 6.0 if roster(self.g).types[unit] in STRIKING and self.view.bold_at(self.g.units.at[unit]) else 0.0

    def _helper(self, space: int, locked: set[int]) -> int | None:
        """The unit that a threatened place calls: able to get there, and least missed where it is."""
        g, view = self.g, self.view
        able = [u for u, hexes in self.reach.items() if u not in locked and space in hexes and not roster(g).hq[u]]
        able = [u for u in able if g.units.at[u] != space and stakes(g).get(g.units.at[u], 0) < stakes(g).get(space, 0)]
        def ease(unit: int) -> float:
            """The only garrison of another place leaves it last."""
            here = g.units.at[unit]
            lonely = ONLY * stakes(g).get(here, 0.0) if len(view.mine.get(here, ())) == 1 else 0.0
            return view.shelter(unit, space) - 2.0 * self.reach[unit][space] - self._spared(unit) - lonely

        return max(able, key=lambda u: (ease(u), -u), default=None)

    def _send(self, unit: int, space: int) -> None:
        g = self.g
        if len(self.orders.moves) >= self.most_moves:
            return
        here = g.units.at[unit]
        if space != here:
            self.planned.get(here, []).remove(unit) if unit in self.planned.get(here, []) else None
            self.planned.setdefault(space, []).append(unit)
            self.orders.moves[unit] = space

    # --- attacks --------------------------------------------------------------------------------------------------------------

    def _attacks(self, free: set[int]) -> None:
        g, view = self.g, self.view
        posts: dict[int, list[int]] = {}
        for unit in free:
            hexes, fed = self.reach.get(unit, {g.units.at[unit]: False}), unit_supply(self.ahead, unit)
            able = [s for s, worn in hexes.items() if not worn and (view.near(s) == 1 or view.beside_enemy(s))]
            posts[unit] = [s for s in able if fed.reaches(s)]  # who is out of supply there attacks nobody (2.4.3)
        ease = 0.5 if council.aims(g, self.power) else 1.0
        chosen = self.staff.campaign(
            posts, {u for u in free if posts[u]}, self.most_attacks, lambda s: ease * (0.8 if view.bold_at(s) else 1.6)
        )
        for assault in chosen:
            self.orders.assaults.append(assault)
            self.orders.gain += assault.gain
            for unit, start in assault.force:
                self._send(unit, start)

    # --- stations -------------------------------------------------------------------------------------------------------------

    def _stations(self, busy: set[int]) -> None:
        g = self.g
        order = sorted(
            (u for u in self.reach if u not in busy and u not in self.leading),
            key=lambda u: (roster(g).hq[u], -g.units[u].sheet.strength, u),
        )
        for unit in order:
            here = g.units.at[unit]
            now = self.station(unit, here)
            best, top = here, now + 0.15
            for space, worn in self.reach[unit].items():
                if space == here or (worn and self.view.near(space) <= 3):
                    continue
                value = self.station(unit, space) - (WORN if worn and self.view.near(space) < FAR else 0.0)
                if value > top:
                    best, top = space, value
            if best != here:
                self.orders.better += (top - now) * (1.0 if self.view.near(here) < FAR else BEHIND)
                self._send(unit, best)

    def station(self, unit: int, space: int) -> float:
        """What a hex is worth to a unit, with the company that is planned there."""
        g, view = self.g, self.view
        mates = [u for u in self.planned.get(space, ()) if u != unit]
        if len(mates) >= land_limit(g, space) or not all(co_operate(g, unit, u) for u in mates):
            return -50.0
        if roster(g).hq[unit]:
            return self._headquarters(unit, space, mates)
        near = min(view.near(space), REMOTE)
        company = sum(view.shelter(u, space) for u in mates)
        steps = view.approach.get(space, REACH)
        bold = view.bold_at(g.units.at[unit])
        forward = bold and roster(g).types[unit] not in STAYING
        onward = ONWARD * (REACH - steps) + SIEGE.get(steps, 0.0) if forward else 0.0
        found = onward - 0.9 * cost(g, unit) * view.risk(unit, space, company) * (
            1.0 if not bold else HEADLONG if onward else 0.6
        )
        seen = view.near(space) < FAR and not (near > 2 and view.idle_at(g.units.at[unit])) and not self._sails(unit)
        if not seen and space in view.embarking and roster(g).types[unit] not in STAYING:
            return found - EMBARKING * view.embarking.get(space, WALK)
        if view.near(space) >= FAR and space in view.roads and roster(g).types[unit] not in STAYING:
            found -= MARCHING * view.roads[space]
        sides = sides_by_hex(g)
        if space in stakes(g):
            if sides[space] == view.foe:
                found += 0.8 * worth(g, space)
            elif near <= ALERT:
                found += worth(g, space) * (0.5 if not mates else 0.22)
        if bold:
            found += 0.16 * view.goals.get(space, 0.0) - 0.25 * near
            if near == 1:
                found += 0.5 + 0.25 * sum(there in view.theirs for there, _ in g.ground.steps[space])
            if sides[space] == view.foe:
                found += 0.3
        else:
            found += 0.10 * view.homes.get(space, 0.0) - 0.35 * abs(near - 2)
            gaps = sum(there not in self.planned and there not in view.theirs for there, _ in g.ground.steps[space])
            found += 0.12 * gaps if not mates and near <= 3 else 0.0
        found += 0.35 * (view.shelter(unit, space) / max(g.units[unit].sheet.strength, 1) - 1.0)
        if not unit_supply(self.ahead, unit).reaches(space):
            found -= UNFED
        return found

    def _sails(self, unit: int) -> bool:
        """Whether marines wait for their ships: while the army is in China or in France they are for the islands."""
        return keeps_to_ships(self.g, unit)

    def _headquarters(self, unit: int, space: int, mates: list[int]) -> float:
        """An HQ wants to be two hexes behind the line, among friends, never beside the enemy without them."""
        g, view = self.g, self.view
        near = min(view.near(space), REMOTE)
        if view.near(space) >= FAR and space in view.embarking:
            return -EMBARKING * view.embarking.get(space, WALK)
        called = view.relief.get(unit)
        found = -1.0 * abs(near - 2)
        if called is None and view.near(space) >= FAR:
            found -= 2 * MARCHING * view.roads.get(space, 0)
        friends = sum(distances(g, space).get(s, FAR) <= 3 for s in self.planned if self.planned[s] and s != space)
        found += 0.35 * min(friends, 8) + (0.4 if mates else 0.0)
        found -= (8.0 if not mates else 3.0) if near <= 1 else 0.0
        found -= cost(g, unit) * view.risk(unit, space, sum(view.shelter(u, space) for u in mates))
        if called is not None:
            found -= LEADING * called.get(space, MARCHED)
        elif view.bold_at(g.units.at[unit]):
            found += LEADING * (REACH - view.lanes.get(unit, view.approach).get(space, REACH))
        return found - (0.0 if view.feeds(unit, space) else 2 * UNFED)


def standing_assaults(g: War, power: int, most: int, support: dict[int, float] | None = None) -> list[Assault]:
    """The attacks that pay with every unit where it stands."""
    view = view_of(g, power)
    staff = Staff(view, support or {})
    free = [u for u in attackers(g, power) if view.beside_enemy(g.units.at[u]) and g.units.target[u] < 0]
    return staff.campaign({u: [g.units.at[u]] for u in free}, set(free), most, lambda s: 0.6 if view.bold_at(s) else 1.2)
