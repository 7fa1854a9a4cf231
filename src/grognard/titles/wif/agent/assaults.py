"""Which hexes to attack, with whom and from where: exact odds of both tables, bundles of units, the best attack first.

The same solver serves before movement (every hex a unit can reach) and after it (where it stands).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from msgspec import structs

from grognard.titles.wif.agent.council import not_yet, odds_to_come, stakes, wanted, weight
from grognard.titles.wif.agent.view import View, cost, worth
from grognard.titles.wif.ground import CLEAR, DESERT, FOREST
from grognard.titles.wif.kinds import ARMOUR, Action, Type
from grognard.titles.wif.odds_land import Prospect, Terms, prospect
from grognard.titles.wif.rules.control import enemy_hex
from grognard.titles.wif.rules.land_odds import MECH, Fight, die_modifiers, jungle_shift, weighed
from grognard.titles.wif.rules.land_strength import LADDER, attack_factors, defence_factors, odds_column, weather_shift
from grognard.titles.wif.rules.powers import at_war, co_operate, political, powers_co_operate
from grognard.titles.wif.rules.retreats import refuges
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.surprise import catches
from grognard.titles.wif.rules.two_dice import is_costly, tenths
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.weather import barred, hexside, terrain_by_space
from grognard.titles.wif.state import War

TEMPO_LATE, TEMPO_EARLY = 0.25, 0.7  # what an attacker that ends face-down costs, by how likely the turn goes on
LOSSES = 1.4  # own losses weigh more than the enemy's
EAGER = 0.7  # they weigh less in a country the staff wants
LEAST_GAIN = 0.6
MOST, MOST_AT_CAPITAL = 8, 12  # units in an attack
CANDIDATES = 8  # of whom the next one is chosen: the strongest for whom there is room
SPENDING = 0.6  # the least that own losses count where a side has more armies in all
SURE = 0.8  # the chance at which a force is large enough in a campaign
GROUND = 0.07  # of the pull of the enemy's places, for a hex on the way to them
ONWARD, NEAR = 0.4, 8  # a hex so near the capital that is wanted counts more, by the step
WEARING, SHUT_IN = 0.35, 0.8  # of what a capital is worth, and a place that nobody can leave or come to, for the whole garrison
OPEN = (CLEAR, FOREST, DESERT)
ATTACKING = (Action.LAND, Action.COMBINED)
Post = tuple[int, int]  # unit, the hex it attacks from


@dataclass
class Assault:
    """A planned attack."""

    target: int
    force: list[Post]
    gain: float
    odds: str
    blitz: bool
    prospect: Prospect
    support: float = 0.0
    strikes: int = 0  # defenders that are to be bombed first

    @property
    def units(self) -> list[int]:
        return [u for u, _ in self.force]

    def told(self, g: War) -> str:
        """A line for players."""
        table = "blitzkrieg" if self.blitz else "assault"
        return f"{g.board.label(self.target)} at {self.odds} ({table}): cleared {self.prospect.clear:.0%}, worth {self.gain:.1f}"


@dataclass
class Staff:
    """Works attacks out for one side; keeps what it has found about targets."""

    view: View
    support: Mapping[int, float] = field(default_factory=dict)  # factors from the air reckoned with, by target
    strikes: Mapping[int, int] = field(default_factory=dict)  # defenders that bombers will turn face-down before the attack
    stuck: dict[int, int] = field(default_factory=dict)
    factors: dict[tuple[int, int, int], Fraction] = field(default_factory=dict)
    joining: dict[int, list[Post]] = field(default_factory=dict)

    @cached_property
    def tempo(self) -> float:
        """What a unit turned face-down costs now: less the sooner the turn ends."""
        g = self.view.g
        later = min(g.box + 2 * g.advance, len(g.charts.impulses))
        goes_on = 1.0 - g.charts.impulses[later] / 10
        return TEMPO_LATE + (TEMPO_EARLY - TEMPO_LATE) * goes_on

    @cached_property
    def losses(self) -> float:
        """How much own losses weigh beside the enemy's: less where a side has more armies in all, and can make them good."""
        if not political(self.view.g):
            return LOSSES
        return LOSSES * min(1.0, max(SPENDING, odds_to_come(self.view.g, self.view.side)))

    def targets(self) -> list[int]:
        """Enemy hexes with land units we are at war with, and partisans wherever they are."""
        g, armies, power = self.view.g, self.view.armies, self.view.power
        found = [s for s in self.view.theirs if s not in armies or enemy_hex(g, s, power)]
        return [s for s in found if not not_yet(g, power, g.ground.country[s])]

    def strength(self, unit: int, start: int, target: int, surprised: bool) -> Fraction:
        key = (unit, start, target)
        if key not in self.factors:
            self.factors[key] = attack_factors(self.view.g, unit, start, target, surprised)
        return self.factors[key]

    def reckon(self, target: int, force: list[Post], support: float = 0.0, flipped: int = 0) -> tuple[float, Prospect, bool, str]:
        """Gain, prospect, table and odds of an attack; `flipped`: defenders that a ground strike is expected to turn."""
        g, view = self.view.g, self.view
        units, foes = [u for u, _ in force], view.theirs[target]
        surprised = any(catches(g, units, f) for f in foes)
        land = sum((self.strength(u, s, target, surprised) for u, s in force), Fraction(0))
        against = sum((defence_factors(g, f) for f in foes), Fraction(0))
        attack = land + min(Fraction(support).limit_denominator(4), land)
        column = 0
        if against > 0 and attack > 0:
            column = max(0, odds_column(attack, against) - weather_shift(g, target, units) - jungle_shift(g, target, units))
        fight = Fight(target, tuple(units), tuple(foes), None, attack, against, column, 0, -1, False)
        mine = self._chooses(target, force, foes)
        found: list[tuple[float, Prospect, bool]] = []
        for blitz in (True, False):
            die = die_modifiers(g, fight, blitz).total + flipped
            given = Terms(column, 0, die, blitz, against <= 0, len(units), len(foes), self._stuck(target), False, 0)
            if g.options.two_dice:
                given = structs.replace(given, two_dice=True, tenths=tenths(g, fight, blitz), costly=is_costly(g, fight))
            outcome = prospect(g.charts, given)
            found.append((self.value(target, units, foes, outcome), outcome, blitz))
        best = max(found, key=lambda f: f[0]) if mine else min(found, key=lambda f: f[0])
        return *best, f"{LADDER[column].numerator}:{LADDER[column].denominator}"

    def _stuck(self, target: int) -> int:
        if target not in self.stuck:
            g = self.view.g
            foes = self.view.theirs[target]
            self.stuck[target] = sum(roster(g).moves[f] <= 0 or not refuges(g, f) for f in foes)
        return self.stuck[target]

    def _chooses(self, target: int, force: list[Post], foes: list[int]) -> bool:
        """Whether we choose the table (11.15.5), forts aside."""
        g = self.view.g
        if terrain_by_space(g)[target] not in OPEN or g.ground.city[target]:
            return False
        units = [u for u, _ in force]
        mine, theirs = weighed(g, units, ARMOUR), weighed(g, foes, ARMOUR)
        return mine > theirs or (not theirs and weighed(g, units, MECH) > weighed(g, foes, MECH))

    def value(self, target: int, units: list[int], foes: list[int], outcome: Prospect) -> float:
        """What a prospect is worth: ground, what the enemy loses, what we lose and turn down."""
        g, view = self.view.g, self.view
        theirs = sum(cost(g, f) for f in foes) / max(len(foes), 1)
        cheap = sorted(cost(g, u) for u in units)
        ours = sum(cheap[:2]) / max(len(cheap[:2]), 1)
        ground = 0.5 + worth(g, target) * weight(g, view.power, target) + GROUND * view.goals.get(target, 0.0)
        ground += ONWARD * max(0, NEAR - view.approach.get(target, NEAR))
        spoils = theirs * (outcome.defenders_lost + 0.5 * outcome.shattered + 0.2 * outcome.defenders_down)
        ours_down = self.tempo * outcome.attackers_down
        losses = self.losses * (EAGER if wanted(g, view.power, target) else 1.0) * ours * outcome.attackers_lost
        taken = outcome.clear**2 if political(g) else outcome.clear  # in a campaign doubtful attacks wait for a better day
        wearing = WEARING if view.approach.get(target) == 0 else 0.0  # whoever falls there is not there for the next assault
        if political(g) and target in stakes(g) and self._stuck(target) >= len(foes):
            wearing = SHUT_IN
        spoils += wearing * ground * min(outcome.defenders_lost, 1.5) / max(len(foes), 1)
        return taken * ground + 0.8 * outcome.breakthrough + spoils - losses - ours_down

    def partners(self, target: int) -> list[Post]:
        """Units of powers that work with ours who attack a hex already, or could from where they stand: they will join."""
        g, view = self.view.g, self.view
        if not political(g):
            return []
        if target not in self.joining:
            known, found = roster(g), list[Post]()
            for space, _ in g.ground.steps[target]:
                for u in view.mine.get(space, ()):
                    whose = g.units.power[u]
                    if whose == view.power or not powers_co_operate(g, whose, view.power) or known.hq[u] or not known.land[u]:
                        continue
                    free = g.units.target[u] < 0 and not g.units.down[u] and not g.units.attacked[u] and in_supply(g, u)
                    works = g.powers.action[whose] in ATTACKING and known.types[u] != Type.PART
                    fights = at_war(g, whose, g.units.power[view.theirs[target][0]])
                    if g.units.target[u] != target and not (free and works and fights):
                        continue
                    if not barred(hexside(g, space, target)) and self.strength(u, space, target, False) > 0:
                        found.append((u, space))
            self.joining[target] = found[:MOST]
        return self.joining[target]

    # --- bundles --------------------------------------------------------------------------------------------------------------

    def bundle(self, target: int, posts: Mapping[int, list[int]], room: Mapping[int, int], spare: set[int]) -> Assault | None:
        """The best force for a target out of `posts` (hex -> units that can be there), with `room` left in each hex."""
        g = self.view.g
        support, home = self.support.get(target, 0.0), not self.view.approach or wanted(g, self.view.power, target)
        left, flips = dict(room), self.strikes.get(target, 0)
        pool = [
            (u, s) for s, units in posts.items() for u in units
            if u in spare and not barred(hexside(g, s, target)) and self.strength(u, s, target, False) > 0
        ]  # fmt: skip
        pool.sort(key=lambda p: (-self.strength(p[0], p[1], target, False), -left.get(p[1], 0)))
        mates = self.partners(target)
        force: list[Post] = []
        best: tuple[float, int] | None = None  # the gain of the best force so far, and how many it has
        most = MOST_AT_CAPITAL if self.view.approach.get(target) == 0 else MOST
        while pool and len(force) < most:
            tried: list[tuple[float, Post, tuple[float, Prospect, bool, str]]] = []
            seen: set[int] = set()
            for unit, start in pool:
                if unit in seen or left.get(start, 0) <= 0:
                    continue
                if not all(co_operate(g, unit, other) for other, _ in (*force, *mates)):
                    continue
                seen.add(unit)
                found = self.reckon(target, [*mates, *force, (unit, start)], support, flips)
                spent = 0.05 if home else 0.15  # armour is for the main road
                tried.append((found[0] - spent * cost(g, unit), (unit, start), found))
                if len(tried) >= CANDIDATES:
                    break
            if not tried:
                break
            top = max(tried, key=lambda t: t[0])
            if best is not None and best[0] > LEAST_GAIN and top[2][0] <= best[0] + 0.12:
                break
            force.append(top[1])
            if best is None or top[2][0] > best[0] + 0.12 * (len(force) - best[1]):  # few may gain nothing where many do
                best = top[2][0], len(force)
            if best[0] > LEAST_GAIN and top[2][1].clear >= SURE and political(g):
                break  # the others are needed elsewhere
            left[top[1][1]] -= 1
            pool = [p for p in pool if p[0] != top[1][0]]
        force = force[: best[1]] if best is not None else []
        if not force:
            return None
        final = self.reckon(target, [*mates, *force], support, flips)
        return Assault(target, force, final[0], final[3], final[2], final[1], support, flips)

    def campaign(
        self, reach: Mapping[int, Iterable[int]], free: set[int], most: int, least: Callable[[int], float]
    ) -> list[Assault]:
        """The attacks of a power, best first: `reach` says where each unit can be, `most` how many attacks are allowed, `least`
        what one must be worth there."""
        g, view = self.view.g, self.view
        posts: dict[int, list[int]] = {}
        for unit, hexes in reach.items():
            for s in hexes:
                posts.setdefault(s, []).append(unit)
        staying = {s: len(units) for s, units in view.mine.items()}
        room = {s: land_limit(g, s) - sum(u not in reach for u in view.mine.get(s, ())) for s in posts}
        spare, chosen = set(free), list[Assault]()
        open_targets = {t for t in self.targets() if any(s in posts for s, _ in g.ground.steps[t])}
        plans: dict[int, Assault | None] = {}
        while open_targets and len(chosen) < most:
            for target in open_targets:
                if target not in plans:
                    around = {s: posts[s] for s, _ in g.ground.steps[target] if s in posts}
                    plans[target] = self.bundle(target, around, room, spare)
            ranked = [p for t in open_targets if (p := plans[t]) is not None and p.gain > least(t)]
            if not ranked:
                break
            best = max(ranked, key=lambda p: (p.gain - 0.15 * len(p.force), -p.target))
            chosen.append(best)
            open_targets.discard(best.target)
            used = set(best.units)
            spare -= used
            for _, start in best.force:
                room[start] = room.get(start, staying.get(start, 0)) - 1
            plans = {t: p for t, p in plans.items() if p is not None and not used & set(p.units) and t in open_targets}
        return chosen


def attackers(g: War, power: int) -> list[int]:
    """A power's units that could attack this impulse; HQs lead, and are not turned face-down in an attack."""
    known = roster(g)
    return [
        u for u, whose in enumerate(g.units.power)
        if whose == power and known.land[u] and g.units.at[u] >= 0 and g.ground.land[g.units.at[u]] and not g.units.down[u]
        and not known.hq[u] and g.units[u].sheet.strength > 0 and g.units.aboard[u] < 0 and not g.units.attacked[u]
        and in_supply(g, u)
    ]  # fmt: skip
