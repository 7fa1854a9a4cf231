"""The sea: landings and sorties worked out whole before a ship sails; then which ship joins, what embarks, where the force goes.

An operation is a port, ships, cargo and a section of a sea-box. Landings are valued by exact odds against the notional unit and
the garrison, sorties by the search and a first round of the best type.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from grognard.agents import Telling
from grognard.kernel.flow import Ask
from grognard.titles.wif.agent.council import crux, may_land, shores_wanted, stakes, vital, weight
from grognard.titles.wif.agent.islands import open_places
from grognard.titles.wif.agent.overseas import ashore, assembled
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import FAR, cost, distances, view_of, worth
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import BOMBERS, CARRIERS, INVADING, INVADING_FROM_AMPH, SCS, TRANSPORTS, Type
from grognard.titles.wif.odds_land import landing, likely_table, reckon
from grognard.titles.wif.odds_sea import committed, raid, rounds_open, search_chances
from grognard.titles.wif.rules.building import CONVOY_LOT
from grognard.titles.wif.rules.carriers import air_component
from grognard.titles.wif.rules.control import enemy_hex, sides_by_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.landings import ROUGH
from grognard.titles.wif.rules.missions import outward_range
from grognard.titles.wif.rules.naval_air import sections_in_reach
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_movement import may_move
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.sailing import Course, courses, is_sub, sections_open
from grognard.titles.wif.rules.shore_bombardment import gun_factor
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.rules.units import air_at, land_at, of_side, roster, ships_at
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import BOMBER, NOWHERE, War

ESCORTS = 3
WORTH_DECKS, OUTNUMBERED = 8.0, 2  # carriers go where more aircraft than theirs and these can come only for so much
LEAST_LANDING, LEAST_SORTIE, LEAST_STAGE = 1.5, 2.0, 0.8
MOST_AIMS = 4  # landings that are worked out for a sea area
FEW = 40  # air battles tried for an estimate
FOOTHOLD, HARBOUR, BEACHES = 0.6, 1.5, 9  # a step nearer to what the staff wants, a port, and from how far a beach counts
OPENING, SECOND_WAVE, MOST_WAVES = 6.0, 8, 4
FLEETS = 3  # landings from one port in an impulse, each with ships and troops of its own
LEAP = 6.0  # the next island of the road
HELD = 0.15  # a factor of a garrison
BACKDOOR, MARCH = 0.5, 2  # of what a place is worth for a beach beside it, and how far that is
SURE_LANDING, ALONE = 0.6, 0.75  # a landing that fails loses all who landed
GREAT_PRIZE, DARING = 7.0, 0.45  # what an empty place must be worth for a chance like this


@dataclass
class Operation:
    """A force that sails, and what for."""

    port: int
    ships: list[int]
    cargo: list[tuple[int, int]]  # unit, ship
    goal: int  # a section, or a port
    target: int  # the hex to land on; NOWHERE where nobody lands
    value: float
    told: str
    tried: bool = False  # its port was named once


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

    @cached_property
    def overhead(self) -> dict[int, float]:
        """Factors of own bombers that may support a landing, by coastal hex; a third, for they cannot be everywhere."""
        g, found = self.g, dict[int, float]()
        for unit in view_of(g, self.power).planes(self.power):
            sheet = g.units[unit].sheet
            if sheet.tactical > 0 and roster(g).types[unit] in BOMBERS:
                for space in flying_reach(g, {g.units.at[unit]: 0}, outward_range(g, unit, BOMBER)):
                    if g.ground.wet[space]:
                        found[space] = found.get(space, 0.0) + sheet.tactical / 3
        return found

    # --- landings -------------------------------------------------------------------------------------------------------------

    def landings(self) -> list[Operation]:
        """Every landing on a place of the enemy that pays, best first: with troops of the port, or of the sea's own coasts; where
        many ships lie, several that need not wait for each other."""
        found = list[Operation]()
        for port, ships in self.ready().items():
            lift = [u for u in ships if roster(self.g).types[u] in TRANSPORTS]
            busy: set[int] = set()
            for _ in range(FLEETS):
                made = self._landings_from(port, [u for u in lift if u not in busy], busy)
                if not made:
                    break
                found += made
                best = max(made, key=lambda o: o.value)
                busy |= {*best.ships, *(u for u, _ in best.cargo)}
        return sorted(found, key=lambda o: -o.value)

    def _landings_from(self, port: int, lift: list[int], busy: set[int]) -> list[Operation]:
        """The landings that transports of a port can bring, without those who have other orders."""
        g, found = self.g, list[Operation]()
        for area in {a for ship in lift for a in self.courses(ship) if g.ground.sea[a]}:
            shores = [s for s in g.ground.shores.get(area, ()) if s in stakes(g) or self.lodgement(s) > 0]
            aims = sorted((s for s in shores if self._open_to_landing(s)), key=self._hardness)[:MOST_AIMS]
            deep = [s for s in lift if area in self.courses(s) and self.courses(s)[area].move >= g.settings.lowest_invasion]
            if not aims or not deep:
                continue
            loads = self._loads([port, *g.ground.shores.get(area, ())], deep, busy)
            for there in aims if loads else ():
                made = self._landing(port, area, there, loads, busy)
                if made is not None:
                    found.append(made)
        return found

    def _prize(self, there: int) -> float:
        return worth(self.g, there) * weight(self.g, self.power, there) + self.lodgement(there)

    def _hardness(self, there: int) -> tuple[float, int]:
        """In which order landings are worked out: what is worth much and held by few first."""
        held = sum(self.g.units[u].sheet.strength for u in of_side(self.g, land_at(self.g, there), 1 - self.side))
        return -self._prize(there) / (1.0 + HELD * held), there

    def promise(self, port: int) -> float:
        """What the best landing from the seas of a port would be worth, whatever the weather is now."""
        g = self.g
        shores = {s for sea in g.ground.seas[port] for s in g.ground.shores.get(sea, ()) if g.ground.wet[s]}
        aims = [s for s in shores if enemy_hex(g, s, self.power) and may_land(g, self.power, s)]
        return max((-self._hardness(s)[0] for s in aims), default=0.0)

    def lodgement(self, there: int) -> float:
        """What a foothold is worth on the way to what the staff wants: more the nearer, and with a port for those who follow."""
        steps = view_of(self.g, self.power).approach.get(there, FAR)
        on_the_way = FOOTHOLD * (BEACHES - steps) + (HARBOUR if self.g.ground.port[there] else 0.0) if steps < BEACHES else 0.0
        first = crux(self.g, self.power)
        leads = first >= 0 and distances(self.g, first).get(there, FAR) < BEACHES
        leap = LEAP * min(stakes(self.g).get(there, 0.0), 1.0) if there in open_places(self.g, self.power) else 0.0
        return max(on_the_way, self.backdoors.get(there, 0.0)) + (self.opening if leads else 0.0) + leap

    @cached_property
    def opening(self) -> float:
        """What a first foothold is worth more once those who follow stand ready: they do nothing where they are."""
        waiting = assembled(self.g, self.power)
        ready = waiting >= SECOND_WAVE and ashore(self.g, self.power) < SECOND_WAVE
        return OPENING * min(waiting / SECOND_WAVE, MOST_WAVES) if ready else 0.0

    @cached_property
    def backdoors(self) -> dict[int, float]:
        """Beaches a short march from places that the enemy holds in countries where the staff wants to land."""
        g, sides, found = self.g, sides_by_hex(self.g), dict[int, float]()
        countries = shores_wanted(g, self.power)
        for place in stakes(g):
            if g.ground.country[place] in countries and sides[place] != self.side and enemy_hex(g, place, self.power):
                value = BACKDOOR * worth(g, place) * weight(g, self.power, place)
                for there, steps in distances(g, place).items():
                    if steps > MARCH:
                        break  # the farther hexes come later
                    found[there] = max(found.get(there, 0.0), value * (1 - steps / (MARCH + 1)))
        return found

    def _open_to_landing(self, there: int) -> bool:
        g = self.g
        if not enemy_hex(g, there, self.power) or not g.ground.wet[there] or weather_at(g, there) in ROUGH:
            return False
        return may_land(g, self.power, there)

    def _loads(self, places: list[int], lift: list[int], busy: Collection[int] = ()) -> list[tuple[int, int]]:
        """Who of these places invades from which ship: the strongest on the best ships."""
        g, types = self.g, roster(self.g).types
        mine = [u for s in dict.fromkeys(places) for u in land_at(g, s) if g.units.power[u] == self.power and not g.units.down[u]]
        fit = [u for u in mine if types[u] in INVADING_FROM_AMPH and u not in busy]
        troops = [u for u in fit if in_supply(g, u) and self._leaves_garrison([u])]
        troops.sort(key=lambda u: (types[u] not in INVADING, -g.units[u].sheet.strength))
        free, found = sorted(lift, key=lambda s: types[s] != Type.AMPH), list[tuple[int, int]]()
        shared = political(g) and any(types[u] not in INVADING for u in troops)
        for u in troops:
            marines_last = reversed(free) if shared and types[u] in INVADING else iter(free)  # an AMPH is for those who need one
            for ship in list(marines_last):
                amph = types[ship] == Type.AMPH or g.settings.infantry_from_trs
                if types[u] in INVADING or (types[u] in INVADING_FROM_AMPH and amph):
                    found.append((u, ship))
                    free.remove(ship)
                    break
        return found[:2]

    def _landing(
        self, port: int, area: int, there: int, loads: list[tuple[int, int]], busy: Collection[int] = ()
    ) -> Operation | None:
        g = self.g
        able = [(u, s) for u, s in loads if g.units.at[u] != there]
        while able and not self._leaves_garrison([u for u, _ in able]):
            able = able[:-1]
        if not able:
            return None
        section = min(min(self.courses(s)[area].move for _, s in able), 4)
        box = g.ground.sections[area][section]
        h = g.copy()
        for u, s in able:
            h.units[s].at = h.units[u].at = box
            h.units[u].aboard = s
        escorts = self._escorts(port, area, section, [*(s for _, s in able), *busy])
        afloat = [u for box in g.ground.sections[area] for u in of_side(g, ships_at(g, box), self.side)]
        for e in escorts:
            h.units[e].at = box
        guns = [u for u in afloat if g.units.power[u] == self.power and not g.units.down[u]]
        clear = self.chance(h, [u for u, _ in able], [*escorts, *guns], there)
        great = worth(g, there) >= GREAT_PRIZE and not of_side(g, land_at(g, there), 1 - self.side)
        if clear < (DARING if political(g) and great else ALONE if political(g) and len(able) < 2 else SURE_LANDING):
            return None
        price = sum(cost(g, u) for u, _ in able)
        value = clear * self._prize(there) - (1 - clear) * price - 0.4 * len(able)
        value -= self.opening / 2 if len(able) < 2 else 0.0  # one unit holds no bridgehead
        for s in {g.units.at[u] for u, _ in able}:
            if s in stakes(g) and sum(g.units.at[u] == s for u, _ in able) >= len(land_at(g, s)):
                value -= 0.25 * worth(g, s)
        menace = self.menace(area)
        if menace:
            value -= menace * (price + 4.0 * len(able)) * (0.5 if escorts else 1.0)
        told = f"land {len(able)} unit(s) on {g.board.label(there)}: {clear:.0%}, worth {value:.1f}"
        return Operation(port, [s for _, s in able] + escorts, able, box, there, value, told)

    def chance(self, g: War, units: list[int], guns: list[int], there: int) -> float:
        """The chance that units aboard ships clear a hex and one of them lives to hold it, with the guns of ships and the bombers
        that may come."""
        last = g
        for u in units:
            last, _ = landing(last, self.power, u, there)
        number = next(n for n, t in enumerate(last.attacks.target) if t == there)
        salvoes = sorted((gun_factor(last, e, there) for e in guns if roster(g).types[e] in SCS), reverse=True)
        waves = sum(target == there for target in last.units.target)
        heavy = sum(salvoes[:waves] if g.settings.one_ship_per_unit else salvoes)
        last.attacks[number].support += int(60 * self.overhead.get(there, 0.0))
        last.attacks[number].shore += int(60 * heavy)
        battle = fight(last, number)
        found = reckon(last, battle, likely_table(last, battle, self.power))
        return found.held if political(g) else found.clear  # in a short campaign who waits for guns comes too late

    def _leaves_garrison(self, units: list[int]) -> bool:
        """Whether no place of more than two points is left empty."""
        g = self.g
        for s in {g.units.at[u] for u in units}:
            left = [u for u in of_side(g, land_at(g, s), self.side) if u not in units]
            if not left and vital(g, s):
                return False
        return True

    def menace(self, area: int) -> float:
        """How likely a force at sea there is hurt: enemies in the sea-box."""
        g = self.g
        foes = [u for box in g.ground.sections[area] for u in of_side(g, (*ships_at(g, box), *air_at(g, box)), 1 - self.side)]
        armed = [u for u in foes if g.units.counter[u] != NOWHERE and not g.units.down[u]]
        return min(0.6, 0.12 * len(armed))

    def _escorts(self, port: int, area: int, section: int, lift: list[int]) -> list[int]:
        """Cruisers that get as deep as the transports; carriers and battleships where the enemy is at sea."""
        g, types = self.g, roster(self.g).types
        menace = self.menace(area) > 0
        fit = [
            u for u in self.ready().get(port, ())
            if u not in lift and not is_sub(g, u) and types[u] not in TRANSPORTS and area in self.courses(u)
            and self.courses(u)[area].move >= section and (menace or types[u] in (Type.CA, Type.CL, Type.BB))
        ]  # fmt: skip
        order = sorted(fit, key=lambda u: (menace and types[u] not in CARRIERS, -g.units[u].sheet.bombardment, cost(g, u), u))
        guns = sorted(fit, key=lambda u: (-g.units[u].sheet.bombardment, cost(g, u), u))[: ESCORTS - 1] if lift else []
        return list(dict.fromkeys([*guns, *order]))[: 2 * ESCORTS if menace or political(g) else ESCORTS - 1]

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
                decks = sum(roster(g).types[u] in CARRIERS for u in able)
                if decks and value < WORTH_DECKS and self.land_air.get(area, 0) > decks + OUTNUMBERED:
                    continue
                if value > 0:
                    told = f"{len(able)} ships against the enemy in {g.board.label(area)}: worth {value:.1f}"
                    found.append(Operation(port, able, [], box, NOWHERE, value, told))
        return sorted(found, key=lambda o: -o.value)

    @cached_property
    def land_air(self) -> dict[int, int]:
        """Face-up enemy aircraft on land that could come to a battle in each sea area with torpedoes or bombs."""
        g, found = self.g, dict[int, int]()
        known = roster(g)
        for u, at in enumerate(g.units.at):
            if at < 0 or not known.air[u] or g.units.down[u] or not g.ground.land[at]:
                continue
            if SIDE_OF_POWER[g.units.power[u]] != self.side and g.units[u].sheet.air_to_sea > 0:
                for area in {g.ground.area[s] for s in sections_in_reach(g, at, g.units[u].sheet.range)}:
                    found[area] = found.get(area, 0) + 1
        return found

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

    # --- raids on ports -------------------------------------------------------------------------------------------------------

    def raids(self) -> list[Operation]:
        """Carriers sent to a sea from which they can strike ships in an enemy port in the next impulse."""
        g, types, found = self.g, roster(self.g).types, list[Operation]()
        ports = self.crowded_ports()
        known: dict[tuple[tuple[int, ...], int], float] = {}
        for port, ships in self.ready().items():
            decks = [u for u in ships if types[u] in CARRIERS and air_component(g, u) > 0]
            for area in {a for u in decks for a in self.courses(u) if g.ground.sea[a]} if len(decks) > 1 else ():
                aims = [s for s in g.ground.shores.get(area, ()) if s in ports]
                able = [u for u in decks if area in self.courses(u) and self.courses(u)[area].move >= 2]
                if not aims or len(able) < 2 or self.menace(area) > 0:
                    continue
                for s in aims:
                    if (tuple(able), s) not in known:
                        known[tuple(able), s] = raid_value(g, able, s, self.side)
                value, aim = max((known[tuple(able), s], s) for s in aims)
                section = min(min(self.courses(u)[area].move for u in able), 4)
                guards = self._escorts(port, area, section, [])
                told = f"{len(able)} carriers against the ships in {g.board.label(aim)}: worth {value:.1f}"
                found.append(Operation(port, able + guards, [], g.ground.sections[area][section], NOWHERE, 0.55 * value, told))
        return sorted(found, key=lambda o: -o.value)

    def crowded_ports(self) -> list[int]:
        """Enemy ports with two warships or more."""
        g = self.g
        found = []
        for s in g.units.stacks:
            if s >= 0 and g.ground.land[s]:
                ships = of_side(g, ships_at(g, s), 1 - self.side)
                if sum(g.units.counter[u] != NOWHERE for u in ships) >= 2 and any(enemy_hex(g, s, p) for p in (self.power,)):
                    found.append(s)
        return found

    def strike_now(self) -> float:
        """What carriers that are at sea can do to ships in port this impulse."""
        g, types = self.g, roster(self.g).types
        best = 0.0
        for area, boxes in g.ground.sections.items():
            decks = [
                u for box in boxes for u in ships_at(g, box)
                if types[u] in CARRIERS and g.units.power[u] == self.power and not g.units.down[u] and air_component(g, u) > 0
            ]  # fmt: skip
            if decks:
                aims = [s for s in self.crowded_ports() if area in g.ground.seas[s]]
                best = max([best, *(raid_value(g, decks, s, self.side) for s in aims)])
        return best

    # --- staging --------------------------------------------------------------------------------------------------------------

    def prospects(self, port: int, far: int) -> float:
        """What could be landed on from a port with a ship of such a range; empty places count most."""
        g, sides = self.g, sides_by_hex(self.g)
        ring = set(g.ground.seas[port])
        seas = set(ring)
        for _ in range(max(far - 1, 0)):
            ring = {b for a in ring for b in g.ground.waters[a]} - seas
            seas |= ring
        found = []
        for place in stakes(g):
            if sides[place] != self.side and g.ground.wet[place] and seas & set(g.ground.seas[place]):
                garrison = sum(g.units[u].sheet.strength for u in of_side(g, land_at(g, place), 1 - self.side))
                found.append(worth(g, place) / (1.0 + 0.6 * garrison))
        return sum(sorted(found, reverse=True)[:3])

    def stages(self) -> list[Operation]:
        """Transports that fetch marines, or bring those they have to a port from which more can be reached."""
        g, types, found = self.g, roster(self.g).types, list[Operation]()
        marines: dict[bool, dict[int, int]] = {True: {}, False: {}}  # by whether an AMPH carries them
        for u, at in enumerate(g.units.at):
            if at < 0 or types[u] not in INVADING_FROM_AMPH or g.units.power[u] != self.power or not g.ground.land[at]:
                continue
            for amph in ((True, False) if types[u] in INVADING else (True,)) if self._leaves_garrison([u]) else ():
                marines[amph][at] = marines[amph].get(at, 0) + 1
        for port, ships in self.ready().items():
            lift = [u for u in ships if types[u] in TRANSPORTS]
            if not lift:
                continue
            loads = self._loads([port], lift)
            ship, cargo = (loads[0][1], loads[:1]) if loads else (lift[0], [])
            far = g.units[ship].sheet.range
            if g.units[ship].sheet.move <= g.settings.lowest_invasion:
                continue  # it never gets deep enough to land anybody
            here = self.prospects(port, far) if loads else 0.0
            for goal in self.courses(ship):
                if not g.ground.land[goal]:
                    continue
                held = sum(types[u] in TRANSPORTS for u in of_side(g, ships_at(g, goal), self.side))
                if not cargo and held >= marines[types[ship] == Type.AMPH].get(goal, 0):
                    continue
                value = 0.35 * (self.prospects(goal, far) - here) - 0.5
                if value >= LEAST_STAGE:
                    what = "marines are brought" if cargo else "a transport goes"
                    told = f"{what} to {g.board.label(goal)}: worth {value:.1f}"
                    found.append(Operation(port, [ship], cargo, goal, NOWHERE, value, told))
        return sorted(found, key=lambda o: -o.value)

    def operations(self) -> list[Operation]:
        """What is worth a naval move now: landings, then sorties, then what prepares landings."""
        found = [o for o in self.landings() if o.value >= LEAST_LANDING]
        found += [o for o in self.sorties() if o.value >= LEAST_SORTIE]
        found += [o for o in self.raids() if o.value >= LEAST_SORTIE]
        return found if political(self.g) else found + self.stages()[:6]  # in a campaign lift.py brings them


def battle_value(g: War, area: int, side: int, *, subs: bool = False) -> float:
    """What a battle in a sea area is worth to a side: the search, and a round of the type that is best for us."""
    sides = committed(g, area, side, (subs and side == 0, subs and side == 1))
    if not sides.committed[0] or not sides.committed[1]:
        return 0.0
    search = search_chances(g, sides, side)
    rounds = rounds_open(g, sides, sides.committed, FEW)
    values = [r.harm[1 - side].worth + 1.5 * r.planes[1 - side] - r.harm[side].worth - 1.5 * r.planes[side] for r in rounds]
    wanted = max(values) if len(values) > 1 and search.ours >= search.theirs else sum(values) / len(values)
    return search.battle * wanted


def raid_value(g: War, decks: list[int], port: int, side: int) -> float:
    """What the planes of carriers do to the ships of a port, less those its fighters may cost."""
    ships = [u for u in of_side(g, ships_at(g, port), 1 - side) if g.units.counter[u] != NOWHERE]
    planes = [Plane(u, 0, air_component(g, u), False, True) for u in decks]
    harm, shot = raid(g, port, planes, ships)
    guards = sum(roster(g).types[u] == Type.FTR and not g.units.down[u] for u in of_side(g, air_at(g, port), 1 - side))
    return harm.worth * (0.8**guards) - 1.5 * shot - 1.0 * guards


# --- answers ------------------------------------------------------------------------------------------------------------------


def gather(g: War, ask: Ask, plan: list[Operation]) -> Answer:
    """The port of the next operation; one whose ships came back, for they could not even gather, is not tried again."""
    for operation in plan:
        if operation.tried:
            continue
        for option in ask.options:
            if option.verb == "gather" and option.arg.index == operation.port:
                operation.tried = True
                return option, Telling(operation.told)
    return named(ask, "done") or ask.options[0], "the other ships stay"


def sail(g: War, ask: Ask, force: TaskForce, plan: list[Operation]) -> Answer:
    """Ships join, cargo embarks, the force sails; an operation that cannot be done any more is dropped."""
    operation = next((o for o in plan if o.port == force.place), None)
    back = named(ask, "back") or ask.options[0]
    if operation is None:
        return back, "no orders for them"
    for ship in list(operation.ships):
        if ship not in force.ships:
            part = ask.find(f"part u{ship} {CONVOY_LOT}") if g.units.counter[ship] == NOWHERE else None
            if part is not None:
                operation.ships.remove(ship)
                return part, operation.told
            option = ask.find(f"join u{ship}")
            if option is not None:
                return option, operation.told
    for unit, ship in operation.cargo:
        if g.units.aboard[unit] == NOWHERE and g.units.at[unit] == force.place:
            option = ask.find(f"embark u{unit} u{ship}")
            if option is not None:
                return option, operation.told
    loaded = all(g.units.aboard[u] == ship or g.units.at[u] != operation.port for u, ship in operation.cargo)
    area = g.ground.area[operation.goal]
    ways = [o for o in ask.options if o.verb == "sail"]
    goals = [o for o in ways if o.arg.index == operation.goal or (area >= 0 and g.ground.area[o.arg.index] == area)]
    deep = sorted(goals, key=lambda o: -g.ground.section[o.arg.index])
    plan.remove(operation)
    if deep and loaded:
        return deep[0], Telling(operation.told)
    return back, "it cannot be done now"


def take_up(g: War, ask: Ask, wanted: dict[int, int]) -> Answer:
    """At sea: those who are to land go aboard, the others stay ashore."""
    for option in ask.options:
        if option.verb == "embark" and option.args[0].index in wanted:
            return option, "aboard, to land elsewhere"
    return named(ask, "no_more") or ask.options[0], "nobody else"


def places_at_risk(g: War, side: int) -> list[int]:
    """Own places on a coast without a unit, while the enemy has transports."""
    types = roster(g).types
    lift = any(types[u] in TRANSPORTS and SIDE_OF_POWER[p] != side and g.units.at[u] >= 0 for u, p in enumerate(g.units.power))
    sides = sides_by_hex(g)
    return [s for s in stakes(g) if lift and sides[s] == side and g.ground.wet[s] and not land_at(g, s)]
