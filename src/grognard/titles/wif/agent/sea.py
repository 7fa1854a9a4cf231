"""The sea: landings and sorties worked out whole before a ship sails; then which ship joins, what embarks, where the force goes.

An operation is a port, ships, cargo and a section of a sea-box. Landings are valued by exact odds against the notional unit and
the garrison, sorties by the search and a first round of the best type.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.agents import Telling
from grognard.kernel.flow import Ask
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import cost, worth
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import CARRIERS, INVADING, INVADING_FROM_AMPH, TRANSPORTS, Type
from grognard.titles.wif.odds_land import landing, likely_table, reckon
from grognard.titles.wif.odds_sea import committed, rounds_open, search_chances
from grognard.titles.wif.rules.control import enemy_hex, sides_by_hex
from grognard.titles.wif.rules.landings import ROUGH
from grognard.titles.wif.rules.naval_movement import TaskForce, may_move
from grognard.titles.wif.rules.sailing import Course, courses, is_sub, sections_open
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import air_at, land_at, of_side, roster, ships_at
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import NOWHERE, War

ESCORTS = 3
LEAST_LANDING, LEAST_SORTIE = 2.5, 2.0


@dataclass
class Operation:
    """A force that sails, and what for."""

    port: int
    ships: list[int]
    cargo: list[tuple[int, int]]  # unit, ship
    goal: int  # a section
    target: int  # the hex to land on; NOWHERE for a sortie
    value: float
    told: str


class Admiral:
    """Works out operations of one power."""

    def __init__(self, g: War, power: int) -> None:
        self.g, self.power, self.side = g, power, SIDE_OF_POWER[power]
        self.known: dict[int, dict[int, Course]] = {}

    def courses(self, ship: int) -> dict[int, Course]:
        if ship not in self.known:
            self.known[ship] = courses(self.g, ship)
        return self.known[ship]

    def ready(self) -> dict[int, list[int]]:
        """Face-up ships in port that could sail, by port; limits of the action left aside."""
        g, found = self.g, dict[int, list[int]]()
        naval = roster(g).naval
        for u, at in enumerate(g.units.at):
            if at < 0 or not naval[u] or g.units.power[u] != self.power or not g.ground.land[at] or g.units.down[u]:
                continue
            if g.units.counter[u] != NOWHERE and g.units.aboard[u] == NOWHERE:
                no = may_move(g, self.power, u)
                if no is None or no.rule == "10.2":
                    found.setdefault(at, []).append(u)
        return found

    # --- landings -------------------------------------------------------------------------------------------------------------

    def landings(self) -> list[Operation]:
        """Every landing on a place of the enemy that pays, best first."""
        g, found = self.g, list[Operation]()
        for port, ships in self.ready().items():
            lift = [u for u in ships if roster(g).types[u] in TRANSPORTS]
            loads = self._loads(port, lift)
            if not loads:
                continue
            ship = loads[0][1]
            for area, course in self.courses(ship).items():
                if not g.ground.sea[area] or course.move < g.settings.lowest_invasion:
                    continue
                for there in g.ground.shores.get(area, ()):
                    if there in g.points and self._open_to_landing(there):
                        made = self._landing(port, area, there, loads)
                        if made is not None:
                            found.append(made)
        return sorted(found, key=lambda o: -o.value)

    def _open_to_landing(self, there: int) -> bool:
        g = self.g
        return enemy_hex(g, there, self.power) and g.ground.wet[there] and weather_at(g, there) not in ROUGH

    def _loads(self, port: int, lift: list[int]) -> list[tuple[int, int]]:
        """Who invades from which ship: the strongest on the best ships."""
        g, types = self.g, roster(self.g).types
        troops = [u for u in land_at(g, port) if g.units.power[u] == self.power and not g.units.down[u] and in_supply(g, u)]
        troops.sort(key=lambda u: (types[u] not in INVADING, -g.units[u].sheet.strength))
        free, found = sorted(lift, key=lambda s: types[s] != Type.AMPH), list[tuple[int, int]]()
        for u in troops:
            for ship in free:
                amph = types[ship] == Type.AMPH or g.settings.infantry_from_trs
                if types[u] in INVADING or (types[u] in INVADING_FROM_AMPH and amph):
                    found.append((u, ship))
                    free.remove(ship)
                    break
        return found[:2]

    def _landing(self, port: int, area: int, there: int, loads: list[tuple[int, int]]) -> Operation | None:
        g = self.g
        able = [(u, s) for u, s in loads if area in self.courses(s) and self.courses(s)[area].move >= g.settings.lowest_invasion]
        if not able or not self._leaves_garrison(port, [u for u, _ in able]):
            able = able[:1] if self._leaves_garrison(port, [u for u, _ in able[:1]]) else []
        if not able:
            return None
        section = min(min(self.courses(s)[area].move for _, s in able), 4)
        box = g.ground.sections[area][section]
        h, clear, value = g.copy(), 0.0, 0.0
        for u, s in able:
            h.units[s].at = h.units[u].at = box
            h.units[u].aboard = s
        last, battle = h, None
        for u, _ in able:
            last, battle = landing(last, self.power, u, there)
        assert battle is not None
        blitz = likely_table(last, battle, self.power)
        clear = reckon(last, battle, blitz).clear
        price = sum(cost(g, u) for u, _ in able)
        value = clear * worth(g, there) - (1 - clear) * price - 0.4 * len(able)
        escorts = self._escorts(port, area, section, [s for _, s in able])
        menace = self._menace(area)
        if menace:
            value -= menace * (price + 4.0 * len(able)) * (0.5 if escorts else 1.0)
        told = f"land {len(able)} unit(s) on {g.board.label(there)}: {clear:.0%}, worth {value:.1f}"
        return Operation(port, [s for _, s in able] + escorts, able, box, there, value, told)

    def _leaves_garrison(self, port: int, units: list[int]) -> bool:
        g = self.g
        if port not in g.points:
            return True
        left = [u for u in of_side(g, land_at(g, port), self.side) if u not in units]
        return bool(left) or g.points[port] <= 1

    def _menace(self, area: int) -> float:
        """How likely a force at sea there is hurt: enemies in the sea-box."""
        g = self.g
        foes = [u for box in g.ground.sections[area] for u in of_side(g, (*ships_at(g, box), *air_at(g, box)), 1 - self.side)]
        armed = [u for u in foes if g.units.counter[u] != NOWHERE and not g.units.down[u]]
        return min(0.6, 0.12 * len(armed))

    def _escorts(self, port: int, area: int, section: int, lift: list[int]) -> list[int]:
        """Cruisers that get as deep as the transports; carriers and battleships where the enemy is at sea."""
        g, types = self.g, roster(self.g).types
        menace = self._menace(area) > 0
        fit = [
            u for u in self.ready().get(port, ())
            if u not in lift and not is_sub(g, u) and types[u] not in TRANSPORTS and area in self.courses(u)
            and self.courses(u)[area].move >= section and (menace or types[u] in (Type.CA, Type.CL))
        ]  # fmt: skip
        order = sorted(fit, key=lambda u: (types[u] not in CARRIERS if menace else types[u] != Type.CL, -cost(g, u), u))
        return order[: 2 * ESCORTS if menace else ESCORTS - 1]

    # --- sorties --------------------------------------------------------------------------------------------------------------

    def sorties(self) -> list[Operation]:
        """Forces sent to fight enemies at sea, best first."""
        g, found = self.g, list[Operation]()
        prey = self._prey()
        for port, ships in self.ready().items():
            fleet = [u for u in ships if roster(g).types[u] not in TRANSPORTS and not is_sub(g, u)]
            if len(fleet) < 2:
                continue
            for area in prey:
                able = [u for u in fleet if area in self.courses(u) and self.courses(u)[area].move >= 2]
                if len(able) < 2:
                    continue
                able = sorted(able, key=lambda u: (roster(g).types[u] not in CARRIERS, -cost(g, u)))[:12]
                section = min(sections_open([self.courses(u) for u in able], area), 4)
                box = g.ground.sections[area][section]
                value = self._sortie(able, area, box)
                if value > 0:
                    told = f"{len(able)} ships against the enemy in {g.board.label(area)}: worth {value:.1f}"
                    found.append(Operation(port, able, [], box, NOWHERE, value, told))
        return sorted(found, key=lambda o: -o.value)

    def _prey(self) -> list[int]:
        """Sea areas in which enemy warships or transports are."""
        g = self.g
        return [
            area for area, boxes in g.ground.sections.items()
            if any(g.units.counter[u] != NOWHERE for box in boxes for u in of_side(g, ships_at(g, box), 1 - self.side))
        ]  # fmt: skip

    def _sortie(self, ships: list[int], area: int, box: int) -> float:
        h = self.g.copy()
        for u in ships:
            h.units[u].at = box
        return battle_value(h, area, self.side)

    def operations(self) -> list[Operation]:
        """What is worth a naval move now: landings, then sorties."""
        found = [o for o in self.landings() if o.value >= LEAST_LANDING]
        return found + [o for o in self.sorties() if o.value >= LEAST_SORTIE]


def battle_value(g: War, area: int, side: int) -> float:
    """What a battle in a sea area is worth to a side: the search, and a round of the type that is best for us."""
    sides = committed(g, area, side, (False, False))
    if not sides.committed[0] or not sides.committed[1]:
        return 0.0
    search = search_chances(g, sides, side)
    rounds = rounds_open(g, sides, sides.committed)
    values = [r.harm[1 - side].worth + 1.5 * r.planes[1 - side] - r.harm[side].worth - 1.5 * r.planes[side] for r in rounds]
    wanted = max(values) if len(values) > 1 and search.ours >= search.theirs else sum(values) / len(values)
    return search.battle * wanted


# --- answers ------------------------------------------------------------------------------------------------------------------


def gather(g: War, ask: Ask, plan: list[Operation]) -> Answer:
    """The port of the next operation."""
    for operation in plan:
        for option in ask.options:
            if option.verb == "gather" and option.arg.index == operation.port:
                return option, Telling(operation.told)
    return named(ask, "done") or ask.options[0], "the other ships stay"


def sail(g: War, ask: Ask, force: TaskForce, plan: list[Operation]) -> Answer:
    """Ships join, cargo embarks, the force sails; an operation that cannot be done any more is dropped."""
    operation = next((o for o in plan if o.port == force.place), None)
    back = named(ask, "back") or ask.options[0]
    if operation is None:
        return back, "no orders for them"
    for ship in operation.ships:
        if ship not in force.ships:
            option = ask.find(f"join u{ship}")
            if option is not None:
                return option, operation.told
    for unit, ship in operation.cargo:
        if g.units.aboard[unit] == NOWHERE:
            option = ask.find(f"embark u{unit} u{ship}")
            if option is not None:
                return option, operation.told
    loaded = all(g.units.aboard[u] == ship for u, ship in operation.cargo)
    area = g.ground.area[operation.goal]
    goals = [o for o in ask.options if o.verb == "sail" and g.ground.area[o.arg.index] == area and g.ground.sea[area]]
    deep = sorted(goals, key=lambda o: -g.ground.section[o.arg.index])
    plan.remove(operation)
    if deep and loaded:
        return deep[0], Telling(operation.told)
    return back, "it cannot be done now"


def places_at_risk(g: War, side: int) -> list[int]:
    """Own places on a coast without a unit, while the enemy has transports."""
    types = roster(g).types
    lift = any(types[u] in TRANSPORTS and SIDE_OF_POWER[p] != side and g.units.at[u] >= 0 for u, p in enumerate(g.units.power))
    sides = sides_by_hex(g)
    return [s for s in g.points if lift and sides[s] == side and g.ground.wet[s] and not land_at(g, s)]
