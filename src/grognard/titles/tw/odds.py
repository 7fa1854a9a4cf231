"""What to expect of an attack: odds, column, shifts and modifiers itemised, the exact chance of every result (10.2.2), air
battle and flak before it (odds_air.py), the losses of both sides, and the attack of the second impulse that it opens.

Results are tried out by the rules themselves on copies of the game; doctrine.py decides what owners would decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Option
from grognard.kernel.state import NOWHERE
from grognard.odds.forecast import Case, Chance, FollowUp, Forecast, Loss
from grognard.titles.tw.charts import GROUND_COMBAT, ODDS, Result
from grognard.titles.tw.doctrine import Doctrine, run, scratch
from grognard.titles.tw.kinds import BOMBERS, FIGHTERS, Kind
from grognard.titles.tw.nations import AXIS, USSR
from grognard.titles.tw.odds_air import WHOLE, Planes, Skies, Sky, air_toll, there
from grognard.titles.tw.odds_diplomacy import diplomatic_forecast
from grognard.titles.tw.rules import results
from grognard.titles.tw.rules.air_support import DAS, OAS, bombers_for, escorts_for, interceptors, unprotected
from grognard.titles.tw.rules.combat import able, fair_odds
from grognard.titles.tw.rules.diplomacy import BLOC_TOKENS, Envoy, Offensive
from grognard.titles.tw.rules.movement import exploits, mark_spearheads
from grognard.titles.tw.rules.retreat import source_distance
from grognard.titles.tw.rules.status import bloc
from grognard.titles.tw.rules.strength import Battle, Muster, Odds, battle_odds, columns
from grognard.titles.tw.rules.strength import Skies as Announced
from grognard.titles.tw.rules.supply import check_exploiters
from grognard.titles.tw.rules.units import air_at, enemies_in, presence
from grognard.titles.tw.state import Hex, Unit, War

CLEARING = ("DE", "½DE", "DR", "DD", "DD2", "DD3", "½EX")  # the defender is gone from the hex
PLAIN = Doctrine()
ESCORTS, RISERS = 2, 3  # aircraft reckoned with before either side has sent any


class End(msgspec.Struct, frozen=True):
    """What one result does: factors lost and depleted on either side, the hex, the Breach, the best follow-up."""

    attack_lost: int
    attack_depleted: int
    defence_lost: int
    defence_depleted: int
    taken: bool
    breach: bool
    follow: Follow | None


class Follow(msgspec.Struct, frozen=True):
    """A second-impulse attack that a result opens, in tenths of success."""

    space: int
    odds: Odds
    tenths: int


class Reckoning:
    """One battle: its ends are worked out once and serve every assumption about the air."""

    def __init__(self, g: War, battle: Battle, doctrine: Doctrine = PLAIN) -> None:
        self.g = g
        self.battle = replace(battle, support=[], cover=[])
        self.doctrine = doctrine
        self.odds = battle_odds(g, self.battle)
        self.ends: dict[Result, End] = {}
        self.follow = battle.impulse == 1 and exploits(g)
        foes = enemies_in(g, battle.space, battle.side)
        soviet = any(g.roster.nations[u] == USSR for u in foes)
        self.attrition = battle.side == AXIS and soviet and g.ground.ussr_1939[battle.space]
        if foes:
            source_distance(g, foes[0])  # known from here on to all that is tried out

    def end(self, result: Result) -> End:
        """What a result does here; Omega counts only where there is attrition (10.3.6)."""
        if result.omega and not self.attrition:
            result = Result(result.code, False, result.depletions)
        found = self.ends.get(result)
        if found is None:
            found = self.ends[result] = self._end(result)
        return found

    def _end(self, result: Result) -> End:
        g, b = self.g, self.battle
        h = scratch(g)
        fight = replace(b, attackers=list(b.attackers), landed=list(b.landed))
        for u in air_at(g).get(b.space, ()):
            h.units[u].at = NOWHERE  # where aircraft of a captured base go is not asked
        run(h, results.apply(h, fight, self.odds, result), self.doctrine)
        taken = not enemies_in(h, b.space, b.side)
        breach = taken and h.hexes.breach[b.space] == g.player_turn + 2 and h.hexes.gap_side[b.space] == b.side
        follow = follow_up(h, b) if taken and self.follow else None
        return End(*_toll(g, h, b.attackers), *_toll(g, h, enemies_in(g, b.space, b.side)), taken, breach, follow)

    def results(self, shifted: Sequence[tuple[int, int]]) -> dict[Result, int]:
        """Weights of results for (column, weight)."""
        found: Counter[Result] = Counter()
        modifier = self.odds.modifiers.total
        for column, weight in shifted:
            if self.odds.defence == 0:
                found[Result("DE")] += weight  # 11.12.2
                continue
            for roll in range(1, 11):
                found[GROUND_COMBAT[column, roll + modifier]] += weight // 10
        return found

    def case(self, sent: Sequence[int] = (), cover: Sequence[int] = (), air: str = "") -> tuple[Case, Odds]:
        """The outlook with these aircraft, and how the battle stands in the likeliest case."""
        odds, shifted, toll = self.odds, [(self.odds.column, WHOLE)], list[Loss]()
        if sent or cover:
            odds, shifted, toll = self._skies(sent, cover)
        weights = self.results(shifted)
        ends = [(self.end(r), w) for r, w in weights.items()]
        ground = [
            Loss("attackers", _mean(ends, "attack_lost"), _mean(ends, "attack_depleted")),
            Loss("defenders", _mean(ends, "defence_lost"), _mean(ends, "defence_depleted")),
        ]
        case = Case(
            air or self.planes(sent, cover),
            _mean(ends, "taken"),
            _mean(ends, "breach"),
            _chances((GROUND_COMBAT.label(c), w) for c, w in shifted),
            _chances((r.text, w) for r, w in weights.items()),
            [*ground, *toll],
            self.follow_ups(weights.items()),
        )
        return case, odds

    def _skies(self, sent: Sequence[int], cover: Sequence[int]) -> tuple[Odds, list[tuple[int, int]], list[Loss]]:
        """Columns with their weights after the air battle, the likeliest odds, and the losses in the air."""
        sky = Sky(self.g, self.battle.space, self.doctrine)
        before = (sky.planes(sent), sky.planes(cover))
        found = sky.over(sent, cover)
        known: dict[tuple[int, int], Odds] = {}
        weights: Counter[tuple[int, int]] = Counter()
        for (over, under), weight in found.items():
            sky.place(over, under)
            support, near = there(over), sky.near(under)
            key = (
                columns(sky.g, support, self.battle.space, self.battle.side),
                columns(sky.g, near, self.battle.space, 1 - self.battle.side),
            )
            if key not in known:
                known[key] = battle_odds(sky.g, replace(self.battle, support=support, cover=near))
            weights[key] += weight
        likeliest = known[max(weights, key=lambda key: weights[key])]
        return likeliest, [(known[key].column, w) for key, w in weights.items()], _air_losses(self.g, before, found)

    def planes(self, sent: Sequence[int], cover: Sequence[int]) -> str:
        """`2 TAC, 1 FTR against 1 FTR`."""
        if not sent and not cover:
            return "no aircraft"
        return f"{_counted(self.g, sent) or 'none'} against {_counted(self.g, cover) or 'none'}"

    def follow_ups(self, weights: Iterable[tuple[Result, int]]) -> FollowUp | None:
        """The second-impulse attacks that the results open, taken together under the likeliest."""
        opened = [(follow, w) for result, w in weights if (follow := self.end(result).follow) is not None]
        if not opened:
            return None
        by_target: Counter[int] = Counter()
        for follow, weight in opened:
            by_target[follow.space] += weight
        target = max(by_target, key=lambda s: by_target[s])
        chief = max([fp for fp in opened if fp[0].space == target], key=lambda fp: fp[1])[0]
        total = sum([weight for _, weight in opened])
        both = sum([weight * follow.tenths for follow, weight in opened]) / 10
        odds = chief.odds
        return FollowUp(
            self.g.board.label(target),
            _ratio(odds),
            GROUND_COMBAT.label(odds.column),
            [str(m) for m in odds.shifts.counted],
            [str(m) for m in odds.modifiers.counted],
            total / WHOLE,
            both / total,
            both / WHOLE,
        )


def forecast(
    g: War,
    battle: Battle,
    sent: Sequence[int] = (),
    cover: Sequence[int] = (),
    doctrine: Doctrine = PLAIN,
    *,
    reckon: bool = False,
) -> Forecast:
    """The exact outlook of a battle with the aircraft that fly. `reckon`: none has been sent yet, so tell as well what the
    support in range would do, unopposed and against all that may rise."""
    reckoning = Reckoning(g, battle, doctrine)
    case, odds = reckoning.case(sent, cover)
    more = _expected_air(reckoning) if reckon and not sent and not cover else []
    return Forecast(
        f"Attack on {g.board.label(battle.space)}",
        _ratio(odds),
        GROUND_COMBAT.label(odds.column),
        [str(m) for m in odds.shifts.counted],
        [str(m) for m in odds.modifiers.counted],
        case.results,
        case.taken_chance,
        case.breach_chance,
        case.columns if len(case.columns) > 1 else [],
        case.losses,
        case.follow_up,
        case.air if sent or cover else "",
        more,
    )


def _expected_air(reckoning: Reckoning) -> list[Case]:
    """With enough bombers for the best shift and their escorts, unopposed; and against the interceptors in range."""
    g, space = reckoning.g, reckoning.battle.space
    sent = likely_support(g, space, reckoning.battle.side)
    if not sent:
        cover = likely_cover(g, space, sent)
        return [reckoning.case((), cover)[0]] if cover else []
    cases = [reckoning.case(sent, ())[0]]
    cover = likely_cover(g, space, sent)
    if cover:
        cases.append(reckoning.case(sent, cover)[0])
    return cases


def likely_support(g: War, space: int, side: int) -> list[int]:
    """Bombers for the best shift, whole ones first, and two escorts."""
    kinds = g.roster.kinds
    sent: list[int] = []
    best = 0
    for u in sorted(bombers_for(g, space, OAS), key=lambda u: (g.units.depleted[u], kinds[u] != Kind.MDM)):
        shift = columns(g, [*sent, u], space, side)
        if shift > best:
            sent.append(u)
            best = shift
    if sent:
        sent += [u for u in escorts_for(g, space) if kinds[u] in FIGHTERS][:ESCORTS]
    return sent


def likely_cover(g: War, space: int, sent: Sequence[int]) -> list[int]:
    """The aircraft that would rise against these, fighters first; bombers alone where none came."""
    kinds = g.roster.kinds
    found = [u for u in interceptors(g, sent, space, DAS) if not unprotected(g, u, space) and (sent or kinds[u] in BOMBERS)]
    return sorted(found, key=lambda u: (kinds[u] not in FIGHTERS, g.units.depleted[u], u))[:RISERS]


def follow_up(h: War, battle: Battle) -> Follow | None:
    """The best attack of the second impulse out of a hex just vacated, with whoever advanced there and stands ready beside the
    target, none having moved further. Changes the copy it is given."""
    h.impulse = 2
    check_exploiters(h, h.side)
    mark_spearheads(h)
    best: Follow | None = None
    enemy, held = 2 >> battle.side, presence(h)
    for target in h.ground.steps[battle.space]:
        if not held[target] & enemy:
            continue
        force = able(h, target)
        if not any(h.units.at[u] == battle.space for u in force) or not fair_odds(h, target, force):
            continue
        odds = battle_odds(h, Battle(target, battle.side, 2, force))
        tenths = sum([_cleared(_rolled(odds, roll), odds.attack, odds.defence) for roll in range(1, 11)])
        if best is None or (tenths, odds.column) > (best.tenths, best.odds.column):
            best = Follow(target, odds, tenths)
    return best


def _rolled(odds: Odds, roll: int) -> Result:
    return GROUND_COMBAT[odds.column, roll + odds.modifiers.total] if odds.defence else Result("DE")


def _cleared(result: Result, attack: int, defence: int) -> bool:
    """Whether a result leaves the hex without defenders (a fortress aside)."""
    if result.code in CLEARING:
        return True
    return result.code in ("EX", "EX/PV", "2xEX") and defence <= attack


def _toll(g: War, h: War, units: Sequence[int]) -> tuple[int, int]:
    """Factors lost and depleted between two states."""
    strengths, at = g.roster.strengths, h.units.at
    lost = sum([strengths[u] for u in units if at[u] < 0])
    return lost, sum([strengths[u] for u in units if at[u] >= 0 and h.units.depleted[u] > g.units.depleted[u]])


def _air_losses(g: War, before: tuple[Planes, Planes], found: Skies) -> list[Loss]:
    named = zip(("attacking aircraft", "covering aircraft"), before, (0, 1))
    return [Loss(name, *air_toll(g, planes, ((s[n], w) for s, w in found.items()))) for name, planes, n in named if planes]


def _mean(ends: Sequence[tuple[End, int]], what: str) -> float:
    total: int = sum([getattr(end, what) * weight for end, weight in ends])
    return total / WHOLE


def _chances(pairs: Any) -> list[Chance]:
    gathered: Counter[str] = Counter()
    for text, weight in pairs:
        gathered[text] += weight
    return [Chance(text, weight / WHOLE) for text, weight in sorted(gathered.items(), key=lambda p: -p[1]) if weight]


def _counted(g: War, units: Sequence[int]) -> str:
    kinds = g.roster.kinds
    many = Counter([kinds[u].name.replace("_", " ") for u in units])
    return ", ".join([f"{n} {name}" for name, n in many.items()])


def _ratio(odds: Odds) -> str:
    return f"{odds.attack}:{odds.defence} ({ODDS.labels[odds.base]})"


# --- what a question is about -------------------------------------------------------------------------------------------------


def outlook(g: War, option: Option, subject: Any = None) -> Forecast | None:
    """The forecast behind an option: `attack HEX` with all units that can, `commit` with those mustered, `fight HEX` with the
    aircraft sent to it, and `support`, `escort`, `cover` or `counter` as if that unit flew as well."""
    if isinstance(subject, Envoy):
        return _diplomatic(g, option, subject)
    if isinstance(subject, Muster):
        return _mustered(g, option, subject)
    if isinstance(subject, Announced):
        return _announced(g, option, subject)
    if option.verb != "attack" or not option.args or not isinstance(option.args[0], Hex):
        return None
    space = option.args[0].index
    force = able(g, space)
    if not force:
        return None
    battle = Battle(space, g.side, g.impulse, force, landed=[u for u in force if g.units.at[u] == space])
    return _outlook(g, battle)


def _diplomatic(g: War, option: Option, envoy: Envoy) -> Forecast | None:
    if option.verb != "name":
        return None
    attack = Offensive(option.args[0].index, bloc(envoy.power), BLOC_TOKENS.index(str(option.args[1])))
    return diplomatic_forecast(g, attack)


def _mustered(g: War, option: Option, muster: Muster) -> Forecast | None:
    force = list(muster.attackers)
    if option.verb != "commit" or not force:
        return None
    landed = [u for u in force if g.units.at[u] == muster.space]
    made = Battle(muster.space, g.side, g.impulse, force, landed=landed)
    return _outlook(g, replace(made, extra_column=muster.extra_column, carpet=muster.carpet))


def _outlook(g: War, battle: Battle) -> Forecast:
    if not enemies_in(g, battle.space, battle.side):
        return empty_city(g, battle)
    return forecast(g, battle, reckon=True)


def _announced(g: War, option: Option, about: Announced) -> Forecast | None:
    if option.verb not in ("fight", "support", "escort", "cover", "counter") or not isinstance(option.args[-1], Hex):
        return None
    space = option.args[-1].index
    battle = next((b for b in about.battles if b.space == space), None)
    if battle is None:
        return None
    if not enemies_in(g, space, battle.side):
        return empty_city(g, battle)
    sent, cover = list(about.sent.get(space, ())), list(about.cover.get(space, ()))
    if option.verb != "fight" and isinstance(option.args[0], Unit):
        (cover if option.verb == "cover" else sent).append(option.args[0].index)
    return forecast(g, battle, sent, cover)


def empty_city(g: War, battle: Battle) -> Forecast:
    """Parachutists against a city without a garrison (10.6.8): ten rolls, tried out."""
    taken = lost = 0
    for roll in range(1, 11):
        h = scratch(g)
        h.dice = FixedDice(roll)
        fight = replace(battle, landed=[u for u in battle.attackers if g.units.at[u] == battle.space])
        run(h, results.empty_city(h, fight), PLAIN)
        gone = _toll(g, h, battle.attackers)[0]
        lost += gone
        taken += not gone
    results_ = [Chance("the city is taken", taken / 10), Chance("the landing fails", 1 - taken / 10)]
    return Forecast(
        f"Landing at {g.board.label(battle.space)}", "against half a factor", "", [], [], results_, taken / 10, 0.0, [],
        [Loss("attackers", lost / 10, 0.0)], None,
    )  # fmt: skip
