"""This title's judgement: what `greedy` takes at once and what `planner` plans. Nothing here changes the state.

Questions are told apart by their subjects. A unit is looked at once in a phase: what was decided about it is kept by session.
"""

from __future__ import annotations

import random

from grognard.agents.notebooks import Notebook
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.awaw.agent.assault import Assaults
from grognard.titles.awaw.agent.blows import Blows
from grognard.titles.awaw.agent.bureaus import BUREAUS, bureau, island_port, offices
from grognard.titles.awaw.agent.convoys import short_of_escorts
from grognard.titles.awaw.agent.fleets import AT_SEA as AT_SEA_ASKS
from grognard.titles.awaw.agent.fleets import at_sea, wants_ships
from grognard.titles.awaw.agent.garrisons import wanted_on_the_nile
from grognard.titles.awaw.agent.landings import musters
from grognard.titles.awaw.agent.statecraft import COUNSELS, counsel
from grognard.titles.awaw.agent.stations import air_station, frost_comes, ground_station, post, winter_quarters
from grognard.titles.awaw.agent.view import View, is_tank, unit_cost, worth
from grognard.titles.awaw.designs import AIR, Design, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, JAPAN, OF_SEAT, US
from grognard.titles.awaw.rules.air import Dogfight, Scramble, Sky, Sortie, flying
from grognard.titles.awaw.rules.attrition import Bill, Entry, Flight, Gains
from grognard.titles.awaw.rules.attrition import Choice as Grinding
from grognard.titles.awaw.rules.battle import Advance, Pause, Toll, battle_at
from grognard.titles.awaw.rules.combat import Plan, Staff
from grognard.titles.awaw.rules.construction import AT_SEA, Factory, Order
from grognard.titles.awaw.rules.exploitation import Breach, Crowd, Raider
from grognard.titles.awaw.rules.fleet import Broadside
from grognard.titles.awaw.rules.movement import OVERRUN_ODDS, Marcher, Mover, partners
from grognard.titles.awaw.rules.raiders import Chase, Cruise, sailing
from grognard.titles.awaw.rules.redeployment import Quarter, Traveller
from grognard.titles.awaw.rules.ships import naval_factors
from grognard.titles.awaw.rules.strategic import in_box
from grognard.titles.awaw.rules.strength import attack, defence
from grognard.titles.awaw.rules.units import KIND, air_units, held_by, patron, ships, squadrons_ready, troops, unit_sides
from grognard.titles.awaw.rules.voyages import MOVING, REDEPLOYING
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.state import ATTACKING, COVERING, INTERCEPTING, STRIKING, SUPPORTING, World

AIR_KEPT = 12  # aircraft that stay for the support of attacks
AIR_KEPT_FOR_BLOWS = 24  # in a campaign, by who attacks
FLEET = 6  # naval factors in a port over which everybody rises
AIR_FORCE = 24  # aircraft an attacker wants before more infantry
RICH = 50  # BRPs
BEACHES_FROM = 1942
OFFENSIVE = 15  # BRPs of a full offensive on one front
RELIEF = 3  # hexes beyond the supplied land that infantry reaches in the next turn
CORDON = 0.6  # what a factor is worth whose supply is cut
BEFORE_A_CAPITAL = 14.0  # exploiting armor beside a capital that decides
CHAIN = 12.0  # what a cut line of exploiters costs
LEAST_GAIN = 0.8  # a move must better a unit's place by so much


class Memory:
    """What a mind remembers of one phase of one game."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.ports: dict[int, int] = {}  # how often ships of a port were looked at
        self.asked = -1
        self.best: tuple[float, int] | None = None  # of the question under way: the unit that will be taken
        self.tried: set[tuple[int, int]] = set()  # missions and hexes that were looked at
        self.views: dict[tuple[int, int], View] = {}
        self.assaults: Assaults | None = None
        self.blows: Blows | None = None


class WorldMind:
    """Values of options and plans for A World at War."""

    discreet = True  # points and cards are read only by those who hold them

    def __init__(self) -> None:
        self.memories: Notebook[Memory] = Notebook(of_copy=True)

    # what both rungs use

    def memory(self, session: Session) -> Memory:
        g: World = session.g
        key = (g.turn, g.side, g.mover, g.stage, tuple(frame[0] for frame in g.cursor))
        return self.memories.page(session, key, Memory)

    def view(self, session: Session, side: int) -> View:
        kept = self.memory(session)
        key = session.g.writes[0] // 60, side  # a view a little old is good enough
        if key not in kept.views:
            kept.views = {key: View(session.g, side)}
        return kept.views[key]

    def value(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        """What an option is worth at once."""
        return self._value(session, seat, ask, option, careful=False)

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        """The planner's answer, and why."""
        if len(ask.options) == 1:
            return ask.options[0], "the only answer"
        subject = ask.subject
        if isinstance(subject, Staff | Plan | Sortie | Toll):
            found = self._assaults(session, seat).answer(ask)
            if found is not None:
                return found
        best, top = ask.options[0], float("-inf")
        for option in ask.options:
            value = self._value(session, seat, ask, option, careful=True)
            if value > top:
                best, top = option, value
        return best, f"{best.verb}: worth {top:.2f}"

    def _assaults(self, session: Session, seat: str) -> Assaults:
        kept = self.memory(session)
        if kept.assaults is None:
            g: World = session.g
            kept.assaults = Assaults(g, OF_SEAT[seat], View(g, g.nations.side[OF_SEAT[seat]]))
        kept.assaults.g = session.g
        kept.assaults.view.g = session.g
        return kept.assaults

    def _blows(self, session: Session, view: View, power: int) -> Blows | None:
        """The movement plan of a power that attacks, made at the first question of its phase."""
        if view.foe not in (AXIS, ALLIES) or not (view.bold or session.g.sheet.whole):
            return None
        kept = self.memory(session)
        if kept.blows is None:
            kept.blows = Blows(session.g, power, View(session.g, view.side))
        kept.blows.g = session.g
        return kept.blows

    # values

    def _value(self, session: Session, seat: str, ask: Ask, option: Option, *, careful: bool) -> float:
        g: World = session.g
        side = g.nations.side[OF_SEAT[seat]]
        view = self.view(session, side)
        subject = ask.subject
        if isinstance(subject, Mover | Quarter):
            return self._pick(session, view, subject, option, careful)
        if isinstance(subject, Marcher) and careful:
            blows = self._blows(session, view, g.mover)
            if blows is not None and subject.unit in blows.goal:
                return self._as_planned(g, blows, subject.unit, option)
            if blows is not None and KIND[g.units.design[subject.unit]] in AIR:
                base = option.args[0].index if option.args else g.units.at[subject.unit]
                calm = LEAST_GAIN if option.verb == "stay" else 0.0
                return calm + blows.calls(base, subject.unit) + 0.3 * air_station(view, subject.unit, base, careful)
        if isinstance(subject, Marcher | Raider | Traveller):
            return self._go(g, view, subject, option, careful)
        if isinstance(subject, Staff | Plan):
            return self._attack(g, view, subject, option, self.memory(session).tried)
        if isinstance(subject, Sortie):
            self.memory(session).tried.add((subject.purpose, subject.target))
            return self._sortie(g, view, subject, option)
        if isinstance(subject, Sky | Scramble | Dogfight):
            return self._sky(g, view, subject, option, careful, self.memory(session).tried)
        if isinstance(subject, Toll | Bill | Crowd):
            u = option.args[0].index
            return -unit_cost(g, u) - (0.3 * worth(g, g.units.at[u]) if careful else 0.0)
        if isinstance(subject, Pause):
            return self._pause(g, view, subject, option)
        if isinstance(subject, Advance):
            return self._advance(g, view, subject, option, careful)
        if isinstance(subject, Breach):
            return self._breach(session, view, option)
        if isinstance(subject, Grinding):
            return 1.0 if option.verb == "attrition" else 0.0
        if isinstance(subject, Gains):
            return view.goals[option.args[0].index] + worth(g, option.args[0].index) if option.verb == "take" else 0.0
        if isinstance(subject, Entry):  # foot rather than armor, from where few stand
            u = option.args[0].index
            foot = KIND[g.units.design[u]] in (Kind.INF, Kind.MECH)
            return 10.0 * foot - len(troops(g, g.units.at[u], g.side))
        if isinstance(subject, Flight):
            return ground_station(view, subject.unit, option.args[0].index, careful)
        if isinstance(subject, Factory):
            return self._build(g, view, option, careful)
        if isinstance(subject, Cruise | Chase | Broadside):
            return self._raid(g, subject, option)
        if isinstance(subject, BUREAUS):
            return bureau(g, view, subject, option)
        if isinstance(subject, COUNSELS):
            return counsel(g, view, subject, option)
        if isinstance(subject, AT_SEA_ASKS):
            return at_sea(g, view, subject, option, self.memory(session).ports)
        if isinstance(subject, Order):
            return self._appear(g, view, subject, option)
        return 0.0

    def _pick(self, session: Session, view: View, subject: Mover | Quarter, option: Option, careful: bool) -> float:
        """Every unit is looked at once in a phase; in redeployment only those far from where they are wanted."""
        g: World = session.g
        memory = self.memory(session)
        if memory.asked != session.count:
            if memory.best is not None:
                memory.seen.add(memory.best[1])
            memory.asked, memory.best = session.count, None
        if option.verb == "done":
            return 0.0
        if option.verb == "fleet":
            phase = REDEPLOYING if isinstance(subject, Quarter) else MOVING
            return wants_ships(g, view, subject.power, option.args[0].index, phase, memory.ports)
        if option.verb == "evacuate":
            space = option.args[0].index
            near = 8 if careful else 6
            return 4.0 if view.enemy[space] <= near and (careful or not g.ground.capital[space]) else -1.0
        if option.verb == "counterair":
            base: int = option.args[0].index
            fresh = (STRIKING, base) not in self.memory(session).tried
            return 3.0 if careful and fresh and self._strike_pays(g, view, base) else -1.0
        if option.verb not in ("pick", "submarine"):
            return offices(g, view, option)
        u: int = option.args[0].index
        blows = self._blows(session, view, subject.power) if careful and isinstance(subject, Mover) else None
        if u in memory.seen:
            return -1.0
        if option.verb == "submarine":
            if memory.best is None:
                memory.best = 0.6, u
            return 0.6 + 1e-6 * (memory.best[1] == u)
        if (
            isinstance(subject, Quarter)
            and KIND[g.units.design[u]] not in AIR
            and view.enemy[g.units.at[u]] <= (1 if careful else 2)
            and not (careful and frost_comes(g, u))
        ):
            return -1.0
        tank = KIND[g.units.design[u]] == Kind.ARM
        found = 1.0 + (0.5 if tank else 0.0) + 1.0 / (1 + view.enemy[g.units.at[u]]) + 1e-6 * u
        if blows is not None:
            found += 2.0 * blows.haste(u)
        if memory.best is None or found > memory.best[0]:
            memory.best = found, u
        return found

    @staticmethod
    def _as_planned(g: World, blows: Blows, u: int, option: Option) -> float:
        """To the hex of the plan, or stay where it is."""
        if option.verb == "stay":
            return 0.0
        return 9.0 if option.verb == "march" and option.args[0].index == blows.goal[u] else -1.0

    def _go(self, g: World, view: View, subject: Marcher | Raider | Traveller, option: Option, careful: bool) -> float:
        u = subject.unit
        at = g.units.at[u]
        flies = KIND[g.units.design[u]] in AIR
        station = air_station if flies else ground_station
        if option.verb == "overrun":
            target: int = option.args[0].index
            sure = not careful or view.odds(target, partners(g, u), self._free(g, view, target)) >= OVERRUN_ODDS
            return station(view, u, at, careful) + 4.0 + worth(g, target) if sure else -99.0
        space = option.args[0].index if option.args else at
        if careful and u in view.garrison:
            return post(view, u, space) + (LEAST_GAIN if option.verb == "stay" else -0.6 if option.verb == "sr" else 0.0)
        if flies:
            found = air_station(view, u, space, careful)
        else:
            marched = careful and option.verb != "airlift"
            found = ground_station(view, u, space, careful, marched and self._led(g, view, subject, space))
        if careful and view.bold_at(at) and isinstance(subject, Marcher | Raider) and is_tank(g, u):
            found += CORDON * view.cordon.worth(space, True)
        if careful and held_by(g, space) == view.foe and not isinstance(subject, Traveller):
            found += 0.8 * worth(g, space)  # an empty hex of the enemy
        mustered = musters(g, g.mover, u, space, view.side) if not flies and not isinstance(subject, Raider) else None
        if mustered is not None:
            return mustered + (LEAST_GAIN if option.verb == "stay" else 0.0)
        if option.verb == "stay":
            return found + LEAST_GAIN
        if option.verb in ("sr", "airlift"):  # transports cost a BRP in movement, and may be met
            found -= 0.6 if option.verb == "sr" else 2.0
        if isinstance(subject, Traveller) and careful and not flies and frost_comes(g, u):
            found += winter_quarters(view, u, space)
        if isinstance(subject, Raider) and careful and self._chain_cut(g, view, subject, space):
            found -= CHAIN
        if isinstance(subject, Raider):
            found += 0.8 * worth(g, space) + (4.0 if careful and self._cuts(g, view, space) else 0.0)
            if careful:
                found -= 15.0 * max(0, view.beyond[space] - RELIEF)
                found += BEFORE_A_CAPITAL * any(s in view.decisive for s, _ in g.ground.ways[space])
        return found

    @staticmethod
    def _led(g: World, view: View, subject: Marcher | Raider | Traveller, space: int) -> bool:
        """The way to a hex is free of enemy zones: the line of supply follows the march (ours 29.1, 30.3)."""
        if isinstance(subject, Traveller) or space == g.units.at[subject.unit]:
            return False
        way, zone = subject.reach(g).path(space), zones(g, view.foe)
        return view.feeds(way[0]) and not any(s in zone and view.stands.get(s) != view.side for s in way[1:])

    @staticmethod
    def _chain_cut(g: World, view: View, subject: Raider, space: int) -> bool:
        """A hex of the way from the breakthrough lies unoccupied in an enemy zone: the exploiters would die there (ours 16.6)."""
        if space == g.units.at[subject.unit]:
            return False
        zone = zones(g, view.foe)
        return any(s in zone and view.stands.get(s) != view.side for s in subject.reach(g).path(space)[1:-1])

    @staticmethod
    def _cuts(g: World, view: View, space: int) -> bool:
        """A hex behind the enemy: most of its neighbours are his and empty."""
        return sum(view.stands.get(o) == view.foe for o, _ in g.ground.ways[space]) >= 2

    # combat, greedy's way

    def _attack(self, g: World, view: View, subject: Staff | Plan, option: Option, tried: set[tuple[int, int]]) -> float:
        if option.verb in ("done", "call_off"):
            return 0.0
        if isinstance(subject, Staff):
            if option.verb == "resolve":
                return worth(g, option.args[0].index)
            space = option.args[0].index
            if (ATTACKING, space) in tried:
                return -1.0
            mine = [
                u
                for o, _ in g.ground.ways[space]
                for u in troops(g, o, view.side)
                if not g.units.fought[u] and not g.units.mission[u]
            ]
            return view.odds(space, mine, 6) - 2.0 + 0.1 * worth(g, space) if mine else -1.0
        tried.add((ATTACKING, subject.space))
        battle = battle_at(g, subject.space, view.side)
        ratio = attack(g, battle) / max(1, defence(g, battle)) if battle.attackers else 0.0
        if option.verb == "join":
            return 2.0 + 0.1 * g.units[option.args[0].index].sheet.strength if ratio < 2.5 else -1.0
        return 1.0 if option.verb == "launch" and ratio >= 1.2 else -1.0

    def _sortie(self, g: World, view: View, subject: Sortie, option: Option) -> float:
        if option.verb == "enough":
            return 0.5
        count = option.args[1]
        up = len(flying(g, subject.target, subject.purpose, view.side))
        if subject.purpose == SUPPORTING:
            battle = battle_at(g, subject.target, view.side)
            need = 3 * defence(g, battle) - attack(g, battle) if battle.attackers else 0
            return 1.0 + 0.1 * min(count, need) - 0.2 * max(0, count - need) if need > 0 else 0.0
        if subject.purpose == COVERING:
            return 1.0 + 0.1 * count if up + count <= 4 else 0.0
        if subject.purpose == INTERCEPTING:
            foes = len(flying(g, subject.target, COVERING, view.foe))
        else:
            foes = self._grounded(g, view, subject.target)
        return 1.0 + 0.1 * count if up < 1.3 * foes else 0.0

    def _sky(
        self,
        g: World,
        view: View,
        subject: Sky | Scramble | Dogfight,
        option: Option,
        careful: bool,
        tried: set[tuple[int, int]],
    ) -> float:
        if isinstance(subject, Dogfight):
            mine, theirs = (
                (subject.attackers, subject.defenders) if g.side == view.side else (subject.defenders, subject.attackers)
            )
            return (1.0 if mine > 1.3 * theirs else -1.0) if option.verb == "again" else 0.0
        if isinstance(subject, Scramble):
            strikers = len(flying(g, subject.base, STRIKING, view.foe))
            moored = [u for u in ships(g).get(subject.base, ()) if unit_sides(g)[u] == view.side]
            if careful and naval_factors(g, moored) >= FLEET:
                return float(option.args[0])  # who strikes at ships in port must come through
            return float(option.args[0]) if not careful or option.args[0] * 1.5 >= strikers else -float(option.args[0])
        if option.verb == "done":
            return 0.0
        space: int = option.args[0].index
        if ({"cover": COVERING, "intercept": INTERCEPTING}.get(option.verb, STRIKING), space) in tried:
            return -1.0
        if option.verb == "cover":
            up = len(flying(g, space, COVERING, view.side))
            press = sum(len(troops(g, o, view.foe)) for o, _ in g.ground.ways[space])
            return worth(g, space) + 0.4 * press - 3.0 if not up else -1.0
        if option.verb == "intercept":
            foes = len(flying(g, space, COVERING, view.foe))
            return 0.5 if careful and self._free(g, view, space) >= 3 * foes + AIR_KEPT and worth(g, space) > 5 else -1.0
        return 1.0 if careful and self._strike_pays(g, view, space) else -1.0

    @staticmethod
    def _free(g: World, view: View, space: int) -> int:
        near = set(g.ground.within(space, 4))
        return sum(len(units) for base, units in squadrons_ready(g, g.mover).items() if base in near)

    def _strike_pays(self, g: World, view: View, base: int) -> bool:
        """Counterair only where we come in strength and the enemy has something to lose."""
        foes = self._grounded(g, view, base)
        kept = AIR_KEPT if not (g.sheet.whole and view.bold) else AIR_KEPT_FOR_BLOWS
        return foes >= 3 and self._free(g, view, base) >= 2 * foes + kept

    @staticmethod
    def _grounded(g: World, view: View, base: int) -> int:
        """Enemy aircraft on a base that could still fly."""
        sides = unit_sides(g)
        return sum(sides[u] == view.foe and not g.units.inverted[u] for u in air_units(g).get(base, ()))

    def _pause(self, g: World, view: View, subject: Pause, option: Option) -> float:
        if option.verb == "stop":
            return 0.0
        battle = battle_at(g, subject.space, view.side)
        prospect = view.reckon(subject.space, battle.attackers, battle.support, battle.cover)
        return view.gain(subject.space, prospect, 0.0, battle.attackers)

    def _advance(self, g: World, view: View, subject: Advance, option: Option, careful: bool) -> float:
        if option.verb == "remain":
            return 0.0
        u = option.args[0].index
        if careful and not view.feeds(subject.space):
            return -1.0
        tank = KIND[g.units.design[u]] == Kind.ARM
        here = len(troops(g, subject.space, view.side))
        found = 2.0 - 0.5 * here
        if careful:
            found += 0.3 * view.enemy[g.units.at[u]] - (0.8 if tank and here else 0.0)
        return found

    def _breach(self, session: Session, view: View, option: Option) -> float:
        if option.verb == "done":
            return 0.0
        if option.verb == "place":
            gap: int = option.args[1].index
            return 1.0 + view.goals[gap]
        memory = self.memory(session)
        if memory.asked != session.count:
            if memory.best is not None:
                memory.seen.add(memory.best[1])
            memory.asked, memory.best = session.count, None
        u: int = option.args[0].index
        if u in memory.seen:
            return -1.0
        found = 1.0 + 1e-6 * u
        if memory.best is None or found > memory.best[0]:
            memory.best = found, u
        return found

    # construction

    def _build(self, g: World, view: View, option: Option, careful: bool) -> float:
        if option.verb == "done":
            return 0.0
        if option.verb in ("fortify", "railhead", "port", "beach"):
            space: int = option.args[0].index
            if option.verb == "beach":  # on the defence, with a full purse
                spare = careful and g.year >= BEACHES_FROM and not view.bold and g.nations.level[g.mover] >= 2 * RICH
                return 2.05 if spare else -1.0
            if option.verb == "port":
                return 2.3 + island_port(g, view, space) if careful and island_port(g, view, space) > 0 else -1.0
            pays = worth(g, space) >= 10.0 and view.enemy[space] <= 6 and g.nations.level[g.mover] >= RICH
            return 2.1 if pays and option.verb == "fortify" else -1.0
        sheet: Design = g.units[option.args[0].index].sheet
        reserve = self._war_chest(g, view) if careful else 0
        short = g.nations.level[g.mover] <= reserve
        if careful and view.all_or_nothing and g.nations.level[g.mover] < 2 * RICH and sheet.nation == GERMANY and (
                option.verb in ("advance", "lay_down") or sheet.kind in AT_SEA):  # fmt: skip
            return -1.0  # France first
        if option.verb in ("advance", "lay_down"):
            return -1.0 if short else self._yards(g, sheet, option.verb)
        if sheet.kind in AT_SEA:
            found = self._fleet(g, sheet)
            return found if found > 2.0 or not short else -1.0
        if short:
            return -1.0
        taste = {
            Kind.INF: 2.0,
            Kind.ARM: 2.2 if view.bold else 1.5,  # on the defence a BRP of infantry holds more
            Kind.AAF: (2.4 if self._wings(g) < AIR_FORCE else 1.6) if view.bold else 0.9,
            Kind.REP: 0.6,
            Kind.AIRBORNE: 0.2,
            Kind.PARTISAN: 2.5,
        }
        if not careful:
            return 1.0 + 0.1 * float(sheet.strength)
        liking: float = taste.get(sheet.kind, 0.5) + 0.1 * sheet.strength
        return liking

    @staticmethod
    def _wings(g: World) -> int:
        """Army air factors of the power that builds."""
        mine = (u for units in air_units(g).values() for u in units)
        return sum(KIND[g.units.design[u]] == Kind.AAF and patron(g, u) == g.mover for u in mine)

    @staticmethod
    def _war_chest(g: World, view: View) -> int:
        """What an attacker keeps for the next offensives of the year, no more: an army that is not built attacks nobody."""
        if not view.bold or g.nations.side[g.mover] not in (AXIS, ALLIES):
            return 0
        turns = 1 if not g.sheet.whole else min(1, 3 - g.season)
        fronts = len({g.ground.front[s] for s, who in view.stands.items() if who == view.side and view.enemy[s] <= 1})
        return OFFENSIVE * turns * min(2, max(1, fronts))

    @staticmethod
    def _raid(g: World, subject: Cruise | Chase | Broadside, option: Option) -> float:
        """Three ships in one group, early in the war; they break off when they are hurt; fire goes on what can be sunk."""
        if isinstance(subject, Broadside):
            ship = g.units[option.args[0].index]
            return 1.0 if 2 * ship.sheet.strength <= subject.hits or ship.damage else 0.1 * ship.sheet.strength
        if isinstance(subject, Chase):
            hurt = any(g.units.damage[u] for u in sailing(g))
            return 1.0 if (option.verb == "withdraw") == hurt else 0.0
        risky = g.nations.war[US] >= 0 or subject.group > 0
        return {"done": 0.5, "raid": 0.6, "sail": 0.2 if risky else 0.8}.get(option.verb, 0.0)

    @staticmethod
    def _fleet(g: World, sheet: Design) -> float:
        """Transports up to what the convoys need, then escorts; submarines always."""
        if sheet.kind == Kind.TRANSPORT:
            return 3.0 if len(in_box(g, Kind.TRANSPORT, ALLIES)) < g.number("25.4 transports needed in the Atlantic") + 4 else 0.4
        return 2.0 if sheet.kind != Kind.CVE else 1.2

    @staticmethod
    def _yards(g: World, sheet: Design, verb: str) -> float:
        """Ships are finished when there is money, destroyers laid down by those who will land troops."""
        rich = g.nations.level[g.mover] > 50
        if verb == "advance":
            return 1.5 if rich else -1.0
        wanted = sheet.kind == Kind.DD and sheet.nation in (US, BRITAIN, JAPAN)
        if wanted and g.sheet.theatre != "pacific" and sheet.nation != JAPAN:  # escorts and landings before battleships
            return 1.9 if rich or short_of_escorts(g) else -1.0
        return 1.4 if wanted and rich else 0.3 if rich and sheet.kind == Kind.CV else -1.0

    def _appear(self, g: World, view: View, subject: Order, option: Option) -> float:
        space = option.args[0].index
        if KIND[g.units.design[subject.unit]] in AIR:
            return air_station(view, subject.unit, space, True)
        guard = 8.0 if wanted_on_the_nile(g, subject.power, space, view.side) else 0.0
        return guard + ground_station(view, subject.unit, space, True)


MIND = WorldMind()
