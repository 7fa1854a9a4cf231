"""The planner's attacks: which hexes, by whom, with how much support; armor is kept back to go through the gaps."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.awaw.agent.blows import KEPT_WINGS, WAITING, WING, foot_first, prizes, wing_price
from grognard.titles.awaw.agent.hangars import Hangars
from grognard.titles.awaw.agent.view import View, cheapest_loss, is_tank, worth
from grognard.titles.awaw.nations import SOVIET
from grognard.titles.awaw.rules.air import Sortie
from grognard.titles.awaw.rules.battle import Toll, attackers_of, battle_at
from grognard.titles.awaw.rules.combat import Plan, Staff, joinable
from grognard.titles.awaw.rules.operations import LIMITED, full_offensive, price
from grognard.titles.awaw.rules.strength import attack, defence
from grognard.titles.awaw.rules.units import factors, troops
from grognard.titles.awaw.rules.weather import muddy
from grognard.titles.awaw.state import SUPPORTING, World

KEPT_FOR_A_CAPITAL, AHEAD = 12, 3  # aircraft that wait for a capital that decides, and hexes from it where armor waits
LEAST = 1.0  # an attack must promise so much
FULL_PRICE = 15
WANTED_ELSEWHERE, RUSHED = 0.3, 0.05  # what a factor could do in another attack
LEAST_MORE = 0.05  # by how much who joins must better an attack
LEAST_BLOOD, BLOOD = 8.0, 0.35  # factors a turn may cost, and for each BRP of the purse
LEAST_CHANCE, LEAST_RUSH = 0.55, 0.55  # to clear the hex, in the first attack and in exploitation


class Assault:
    """One planned attack: `gain` is what it promises, `rank` the same less what its units could do elsewhere."""

    def __init__(self, space: int, units: list[int], support: int, gain: float, rank: float, loss: float) -> None:
        self.space, self.units, self.support, self.gain, self.rank, self.loss = space, units, support, gain, rank, loss


class Assaults:
    """The attacks of a power in one phase, chosen once."""

    def __init__(self, g: World, power: int, view: View) -> None:
        self.g, self.power, self.view = g, power, view
        self.plans: dict[int, Assault] | None = None
        self.done: set[int] = set()
        self._wing = WING
        self.hangars = Hangars(g, power)

    # --- choosing ---------------------------------------------------------------------------------------------------------

    def chosen(self) -> dict[int, Assault]:
        if self.plans is None:
            self.plans = self._choose()
        return self.plans

    def _targets(self) -> dict[int, list[int]]:
        g, view = self.g, self.view
        found = {}
        for space, who in view.stands.items():
            if who == view.foe and not g.ground.box[space] and not view.waits(space):
                units = joinable(g, Plan(self.power, space))
                if units:
                    found[space] = units
        return found

    def _keep_wings(self, options: dict[int, list[int]]) -> None:
        """Aircraft that wait for the exploitation: a capital lies behind the hexes that are to be broken."""
        g, view = self.g, self.view
        if g.stage == 1 and view.bold and g.sheet.whole:
            for prize in sorted({o for s in options for o in prizes(g, view, s)} - set(options)):
                kept = KEPT_FOR_A_CAPITAL if view.decides(prize) else KEPT_WINGS
                self.hangars.draw(prize, min(kept, self.hangars.left(prize) // 3))

    def _choose(self) -> dict[int, Assault]:
        """Best attack first; its units and aircraft are gone for the next."""
        g = self.g
        options = self._targets()
        self.hangars = Hangars(g, self.power, options)
        self._keep_wings(options)
        free = {u for units in options.values() for u in units}
        reserve = self._reserve(free) if g.stage == 1 else set()
        self._wing = wing_price(sum(self.hangars.free.values()), len(options))
        found: dict[int, Assault] = {}
        mud, blood = 0, 0.0
        while options:
            best: Assault | None = None
            for space, units in options.items():
                able = [u for u in units if u in free and u not in reserve] or []
                made = self._best(space, able, self.hangars.left(space))
                if made is None or (made.gain if self.view.bold else made.rank) < LEAST:  # who defends does not bleed for little
                    continue
                if best is None or made.rank > best.rank:
                    best = made
            if best is None:
                break
            if blood + best.loss > self._blood() and not g.ground.objective[best.space]:
                del options[best.space]
                continue
            blood += best.loss
            bill = factors(g, best.units) + best.support
            if muddy(g, best.space) and g.faction(self.power) != SOVIET:
                if mud + bill > LIMITED:
                    del options[best.space]
                    continue
                mud += bill
            found[best.space] = best
            self.hangars.draw(best.space, best.support)
            del options[best.space]
            free -= set(best.units)
        if self.view.bold:
            self._reinforce(found, free - reserve)
        cost = sum(price(g, self.power, a.space, a.units) + a.support for a in found.values())
        fronts = {g.ground.front[a.space] for a in found.values()}
        paid = any(full_offensive(g, self.power, f) for f in fronts)
        bill = min(cost, FULL_PRICE * max(1, len(fronts)))
        if not paid and sum(a.gain for a in found.values()) < self.view.money(self.power) * bill:
            return {}
        return found

    def _blood(self) -> float:
        """Factors a power may lose in a turn of a campaign: what its purse rebuilds, besides the places that decide a war."""
        if not self.g.sheet.whole or self.view.all_or_nothing:
            return 999.0
        return max(LEAST_BLOOD, BLOOD * self.g.nations.level[self.power] / (1 + (3 - self.g.season) // 2))

    def _reinforce(self, found: dict[int, Assault], free: set[int]) -> None:
        """Who has no attack of his own joins one beside him, and idle aircraft fly: a full offensive is paid once. Best first."""
        g = self.g
        for a in found.values():
            if (muddy(g, a.space) and g.faction(self.power) != SOVIET) or self.view.irregulars(a.space):
                continue
            for u in joinable(g, Plan(self.power, a.space)):
                if u in free and self._betters(a, [*a.units, u], a.support):
                    free.discard(u)
            more = min(self.hangars.left(a.space), 3 * factors(g, a.units) - a.support)
            spare = g.stage == 2 or self.view.decides(a.space)
            if more > 0 and self._betters(a, a.units, a.support + more, LEAST_MORE if spare else self._wing * more):
                self.hangars.draw(a.space, more)

    def _betters(self, a: Assault, units: list[int], support: int, by: float = LEAST_MORE) -> bool:
        """Take these units and aircraft if the attack promises more with them."""
        prospect = self.view.reckon(a.space, units, support, self._cover(a.space), self.g.stage == 2)
        gain = self.view.gain(a.space, prospect, 0.0, units) + (4.0 * prospect.clear if self.g.ground.objective[a.space] else 0.0)
        if gain <= a.gain + by:
            return False
        a.units, a.support, a.gain = units, support, gain
        return True

    def _cover(self, space: int) -> int:
        """Enemy aircraft over a hex."""
        return battle_at(self.g, space, self.view.side).cover

    def _reserve(self, free: set[int]) -> set[int]:
        """About a third of the armor that touches the enemy waits for a breakthrough; three of those near a capital that decides,
        as long as one is left to break through."""
        at, goals = self.g.units.at, self.view.goals
        tanks = sorted((u for u in free if is_tank(self.g, u)), key=lambda u: (-goals[at[u]], u))
        ahead = [u for u in tanks if any(at[u] in self.g.ground.within(s, AHEAD) for s in self.view.decisive)]
        return {*tanks[2::3], *ahead[max(1, len(ahead) - WAITING) :]}

    def _best(self, space: int, able: list[int], air: int) -> Assault | None:
        """The cheapest set that is good enough: units by strength, then aircraft up to the next column."""
        g, view = self.g, self.view
        exploiting, cover = g.stage == 2, self._cover(space)
        wing = WING if view.decides(space) else self._wing
        if view.irregulars(space):
            able = sorted((u for u in able if not is_tank(g, u)), key=lambda u: (g.units[u].sheet.strength, u))
        else:
            able = foot_first(g, sorted(able, key=lambda u: (-g.units[u].sheet.strength, u)))
        best: Assault | None = None
        for n in range(1, min(len(able), 9) + 1):
            units = able[:n]
            ground = factors(g, units)
            for support in view.supports(space, units, air, cover, exploiting):
                prospect = view.reckon(space, units, support, cover, exploiting)
                if prospect.clear < (LEAST_CHANCE if not exploiting else LEAST_RUSH):
                    continue
                gain = view.gain(space, prospect, 0.0, units)
                if g.ground.objective[space]:
                    gain += 4.0 * prospect.clear
                rank = gain - wing * support - (RUSHED if exploiting else WANTED_ELSEWHERE) * ground
                if best is None or rank > best.rank + 0.15:
                    best = Assault(space, units, support, gain, rank, prospect.attacker)
        return best

    # --- answering --------------------------------------------------------------------------------------------------------

    def answer(self, ask: Ask) -> tuple[Option, str] | None:
        subject = ask.subject
        if isinstance(subject, Staff):
            return self._next(ask)
        if isinstance(subject, Plan):
            return self._muster(ask, subject)
        if isinstance(subject, Sortie):
            return self._support(ask, subject) if subject.purpose == SUPPORTING else None
        if isinstance(subject, Toll):
            first = cheapest_loss(self.g, [o.args[0].index for o in ask.options], subject.owed)
            return next(o for o in ask.options if o.args[0].index == first), "the cheapest loss"
        return None

    def _next(self, ask: Ask) -> tuple[Option, str] | None:
        """Announce the planned attacks; fight the most promising first."""
        fights = [o for o in ask.options if o.verb == "resolve"]
        if fights:
            best = max(fights, key=lambda o: self._promise(o.args[0].index))
            return best, "the surest first"
        plans = self.chosen()
        for option in ask.options:
            space = option.args[0].index if option.args else -1
            if option.verb == "attack" and space in plans and space not in self.done:
                self.done.add(space)
                return option, f"promises {plans[space].gain:.1f}"
        done = ask.find("done")
        return (done, "no other attack pays") if done is not None else None

    def _promise(self, space: int) -> float:
        battle = battle_at(self.g, space, self.view.side)
        return self.view.reckon(space, battle.attackers, battle.support, battle.cover).clear + 0.01 * worth(self.g, space)

    def _muster(self, ask: Ask, subject: Plan) -> tuple[Option, str] | None:
        plan = self.chosen().get(subject.space)
        joined = set(attackers_of(self.g, subject.space))
        if plan is not None:
            for u in plan.units:
                option = ask.find(f"join u{u}")
                if u not in joined and option is not None:
                    return option, "as planned"
        launch = ask.find("launch")
        if launch is not None and joined:
            return launch, "as planned"
        if plan is None and not joined:  # a duty: attack with what is there
            joins = [o for o in ask.options if o.verb == "join"]
            if joins and troops(self.g, subject.space, self.view.foe):
                return joins[0], "it must attack"
        off = ask.find("call_off")
        return (off, "it cannot be done") if off is not None else None

    def _support(self, ask: Ask, subject: Sortie) -> tuple[Option, str] | None:
        plan = self.chosen().get(subject.target)
        battle = battle_at(self.g, subject.target, self.view.side)
        wanted = (plan.support if plan is not None else 2) - battle.support
        if plan is None and any(self.g.units.aboard[u] >= 0 for u in battle.attackers):  # a landing gets all it needs
            wanted = max(wanted, 3 * defence(self.g, battle) - attack(self.g, battle))
        flights = [o for o in ask.options if o.verb == "fly" and o.args[1] <= wanted]
        if flights:
            orders = self.hangars.drawn.get(subject.target, {})
            best = max(flights, key=lambda o: (o.args[1] <= orders.get(o.args[0].index, 0), o.args[1]))
            base = best.args[0].index
            orders[base] = orders.get(base, 0) - best.args[1]
            return best, "support as planned"
        enough = ask.find("enough")
        return (enough, "enough aircraft") if enough is not None else None
