"""The air before it is fought: who gets through (14.3), what ground strikes (11.8), ground support (11.15.4), strategic
bombardment (11.7) and paradrops (11.14) then do. Exact: every course of the air battle, both sides fighting on to its end.

`dogfight` knows planes, not units, and serves missions over land, port attacks and battles at sea alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.kernel.tables import Chart
from grognard.odds.forecast import Case, Chance, Forecast, Loss
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.odds_land import Prospect, gained, land_forecast, likely_table, reckon
from grognard.titles.wif.rules.air_combat import bombers, fighters
from grognard.titles.wif.rules.air_missions import SIXTY, victims
from grognard.titles.wif.rules.bombardment import strategic_factors
from grognard.titles.wif.rules.bounce import DIVE
from grognard.titles.wif.rules.carriers import air_rating, is_carrier, sea_factors
from grognard.titles.wif.rules.land_attack import attack_on
from grognard.titles.wif.rules.land_odds import Fight, fight
from grognard.titles.wif.rules.missions import HALF, Flight, flights, tactical_factors
from grognard.titles.wif.rules.powers import active, powers_of
from grognard.titles.wif.rules.special_aircraft import WORSE, at_night, front_rating, shows, supports
from grognard.titles.wif.rules.surprise import catches
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.settings import Edition
from grognard.titles.wif.state import BOMBER, ESCORT, INTERCEPTOR, War

TENTH = Fraction(1, 10)
NEGLIGIBLE = 1e-9
RISERS = 3  # interceptors reckoned with before any has risen
AIR_WORDS = {"losses": "Expected aircraft", "lost": "shot down", "depleted": "sent home", "air": "In the air"}


NIMBLE, TWIN, BLIND = range(3)  # 14.3.2: twin-engined by day, no night fighter by night


class Flyer(NamedTuple):
    """An aircraft, or the planes of a carrier, in a line."""

    unit: int
    rating: int  # air-to-air
    load: int  # what it is sent for: the roller lets the lightest through, the owner the heaviest
    carrier: bool = False
    clumsy: bool = False  # the older edition: a twin-engined fighter, or a fighter that bombs, is worse as the front one
    less: int = 0  # option 8: what its rating loses as the front one
    slow: int = NIMBLE  # option 8: what makes its results one worse
    aids: bool = True  # option 8: whether it helps the fighter in front


Line = tuple[Flyer, ...]
Lines = tuple[tuple[Line, Line], tuple[Line, Line]]  # by side: fighters and bombers, front first


class Sky(NamedTuple):
    """How an air battle ended, by side: who got through, who was shot down, who was sent home."""

    through: tuple[frozenset[int], frozenset[int]]
    shot: frozenset[int]
    home: frozenset[int]


# --- the battle in the air ----------------------------------------------------------------------------------------------------


def line_strength(settings: Edition, line: Line, crowd: Line, foes: Line = ()) -> Fraction:
    """14.3.2: the front fighter and a share of the others; without fighters the front bomber. `foes`: the enemy's fighters."""
    worse = settings.twin_fighters_worse
    if not line:
        return Fraction(crowd[0].rating - crowd[0].less - (worse and crowd[0].clumsy)) if crowd else Fraction(0)
    front, *behind = line
    rest = [p for p in behind if p.aids]
    rating = front.rating - front.less - (worse and front.clumsy and bool(foes))
    if settings.support_by_rating:
        return rating + sum((p.rating * TENTH for p in rest), Fraction(0))
    return rating + sum((HALF if p.carrier else Fraction(1) for p in rest), Fraction(0))


def result_chances(chart: Chart[AirResult], value: int) -> dict[str, float]:
    """The chance of each result of two dice at a combat value."""
    found: dict[str, float] = {}
    column = chart.column(value)
    for a in range(1, 11):
        for b in range(1, 11):
            code = chart[column, a + b].code
            found[code] = found.get(code, 0.0) + 0.01
    return found


def blunted(chances: dict[str, float], line: Line, foes: Line) -> dict[str, float]:
    """Option 8: results one worse of a front fighter that is slower than the enemy's, or blind at night."""
    slow = line[0].slow if line else NIMBLE
    if slow == NIMBLE or (slow == TWIN and (not foes or foes[0].slow == TWIN)):
        return chances
    found: dict[str, float] = {}
    for code, p in chances.items():
        worse = WORSE.get(code, code)
        found[worse] = found.get(worse, 0.0) + p
    return found


def is_armed(line: Line, crowd: Line) -> bool:
    """14.3.2: who has an unarmed bomber in front rolls no dice."""
    return bool(line) or (bool(crowd) and crowd[0].rating > 0)


def falls_on(code: str, line: Line, crowd: Line) -> Flyer | None:
    """Which aircraft of the other side a result takes: whoever chooses guards the load of his bombers or goes for it."""
    if code == "-":
        return None
    if code.endswith("C"):
        return None if not crowd else min(crowd, key=lambda p: p.load) if code[0] == "A" else max(crowd, key=lambda p: p.load)
    if not line or not crowd:
        return line[0] if line else crowd[0] if crowd else None
    return crowd[0] if code[0] == "A" else line[0]


def dogfight(g: War, lines: Lines, active_side: int, bonus: Sequence[int] = (0, 0)) -> dict[Sky, float]:
    """The chance of every end of an air battle, over land and at sea. With option 44 a side bounces whenever that is to its
    advantage: with its best fighter, the weakest it may choose."""
    nobody: frozenset[int] = frozenset()
    start = (lines, Sky((nobody, nobody), nobody, nobody))
    open_states: dict[int, dict[tuple[Lines, Sky], float]] = {_size(lines): {start: 1.0}}
    ends: dict[Sky, float] = {}
    moves: dict[Lines, list[tuple[str, str, float]]] = {}
    while open_states:
        size = max(open_states)
        for (now, sky), chance in open_states.pop(size).items():
            now, sky = _cleared(now, sky)
            if not _meets(now):
                final = _all_through(now, sky)
                ends[final] = ends.get(final, 0.0) + chance
                continue
            if now not in moves:
                moves[now] = _rolls(g, now, active_side, bonus)
            changed: dict[tuple[Lines, Sky], float] = {}
            still = 0.0
            for mine, theirs, p in moves[now]:
                for between, first in _felt(g, (now, sky), 1 - active_side, theirs):
                    for after, second in _felt(g, between, active_side, mine):
                        if after[0] == now:
                            still += p * first * second
                        else:
                            changed[after] = changed.get(after, 0.0) + p * first * second
            if not changed:  # nobody can harm anybody: they part
                final = _all_through(now, sky)
                ends[final] = ends.get(final, 0.0) + chance
                continue
            for after, p in changed.items():
                share = chance * p / (1.0 - still)
                if share > NEGLIGIBLE:
                    bucket = open_states.setdefault(_size(after[0]), {})
                    bucket[after] = bucket.get(after, 0.0) + share
    total = sum(ends.values())
    return {sky: p / total for sky, p in ends.items()}


def _size(lines: Lines) -> int:
    return sum(len(line) + len(crowd) for line, crowd in lines)


def _meets(lines: Lines) -> bool:
    return all(line or crowd for line, crowd in lines) and any(line for line, _ in lines)


def _cleared(lines: Lines, sky: Sky) -> tuple[Lines, Sky]:
    """14.3.2: where a side has no fighters, the other's bombers are through."""
    if not _meets(lines):
        return lines, sky
    new, through = list(lines), list(sky.through)
    for side in (0, 1):
        if not lines[side][0]:
            through[1 - side] |= {p.unit for p in new[1 - side][1]}
            new[1 - side] = (new[1 - side][0], ())
    return (new[0], new[1]), sky._replace(through=(through[0], through[1]))


def _all_through(lines: Lines, sky: Sky) -> Sky:
    through = [sky.through[side] | {p.unit for p in lines[side][1]} for side in (0, 1)]
    return sky._replace(through=(through[0], through[1]))


def _rolls(g: War, lines: Lines, active_side: int, bonus: Sequence[int]) -> list[tuple[str, str, float]]:
    """Pairs of results of a round, the active side's first, with their chances."""
    strengths = [line_strength(g.settings, *lines[side], lines[1 - side][0]) for side in (0, 1)]
    rolled = []
    for side in (active_side, 1 - active_side):
        if not is_armed(*lines[side]):
            rolled.append({"-": 1.0})
            continue
        value = int((strengths[side] - strengths[1 - side] + HALF) // 1) + bonus[side]
        rolled.append(blunted(result_chances(g.charts.air_to_air, value), lines[side][0], lines[1 - side][0]))
    return [(a, b, p * q) for a, p in rolled[0].items() for b, q in rolled[1].items()]


def _felt(g: War, state: tuple[Lines, Sky], roller: int, code: str) -> list[tuple[tuple[Lines, Sky], float]]:
    """What becomes of a result of one side: it falls on the other, or that side bounces instead (option 44)."""
    pair = dive(state[0], 1 - roller, code) if g.options.bounce_combat and code.endswith("C") else None
    if pair is None:
        return [(_struck(state, roller, code), 1.0)]
    hunter, quarry = pair
    value, hunted = hunter.rating - hunter.less + DIVE - quarry.rating + quarry.less, quarry in state[0][roller][0]
    found: dict[tuple[Lines, Sky], float] = {}
    for back, p in result_chances(g.charts.air_to_air, -value).items() if hunted or quarry.rating > 0 else [("-", 1.0)]:
        for shot, q in result_chances(g.charts.air_to_air, value).items():
            after = state if hunted and shot.endswith("C") else _hit(state, roller, quarry, shot)
            after = after if back.endswith("C") else _hit(after, 1 - roller, hunter, back)
            after = _to_the_rear(after, 1 - roller, hunter)
            found[after] = found.get(after, 0.0) + p * q
    return list(found.items())


def dive(lines: Lines, side: int, code: str) -> tuple[Flyer, Flyer] | None:
    """With whom a side bounces whom: not where its fighter would be no better."""
    line, (foes, crowd) = lines[side][0], lines[1 - side]
    prey = foes if foes and code[0] == "A" else foes + crowd
    if not line or not prey:
        return None
    hunter, quarry = max(line, key=lambda p: (p.rating - p.less, -p.unit)), min(prey, key=lambda p: (p.rating - p.less, p.unit))
    return (hunter, quarry) if hunter.rating - hunter.less + DIVE > quarry.rating - quarry.less else None


def _to_the_rear(state: tuple[Lines, Sky], side: int, hunter: Flyer) -> tuple[Lines, Sky]:
    lines, sky = state
    line, crowd = lines[side]
    if hunter not in line:
        return state
    own = ((*(p for p in line if p is not hunter), hunter), crowd)
    return ((own, lines[1]) if side == 0 else (lines[0], own)), sky


def _struck(state: tuple[Lines, Sky], roller: int, code: str) -> tuple[Lines, Sky]:
    """A result of one side falls on the other."""
    hit = falls_on(code, *state[0][1 - roller])
    return state if hit is None else _hit(state, 1 - roller, hit, code)


def _hit(state: tuple[Lines, Sky], foe: int, hit: Flyer, code: str) -> tuple[Lines, Sky]:
    """A result falls on an aircraft."""
    if code == "-":
        return state
    lines, sky = state
    line, crowd = lines[foe]
    left = (tuple(p for p in line if p is not hit), tuple(p for p in crowd if p is not hit))
    new = (left, lines[1]) if foe == 0 else (lines[0], left)
    one = {hit.unit}
    if code.endswith("C"):
        through = [sky.through[side] | one if side == foe else sky.through[side] for side in (0, 1)]
        return new, sky._replace(through=(through[0], through[1]))
    return new, sky._replace(shot=sky.shot | one) if code.endswith("X") else sky._replace(home=sky.home | one)


# --- over a hex ---------------------------------------------------------------------------------------------------------------


def lines_over(g: War, space: int, extra: Iterable[tuple[int, int]] = ()) -> Lines:
    """The lines of both sides over a hex as they fly now, and those given as if they flew there too (unit, role)."""
    found: list[tuple[Line, Line]] = []
    more = list(extra)
    for side in (0, 1):
        line = [_flyer(g, u, space, fighting=True) for u in fighters(g, space, side)]
        crowd = [_flyer(g, u, space, fighting=False) for u in bombers(g, space, side)]
        for u, role in more:
            if SIDE_OF_POWER[g.units.power[u]] == side:
                (crowd if role == BOMBER else line).append(_flyer(g, u, space, fighting=role != BOMBER))
        line.sort(key=lambda p: (g.units.line[p.unit], -p.rating, p.unit))
        crowd.sort(key=lambda p: (g.units.line[p.unit], p.load, p.unit))
        found.append((tuple(line), tuple(crowd)))
    return found[0], found[1]


def is_clumsy(g: War, unit: int, *, fighting: bool) -> bool:
    """14.3.2: a twin-engined fighter, and a fighter that bombs."""
    return "twin" in g.units[unit].sheet.marks if fighting else roster(g).types[unit] == Type.FTR


def _flyer(g: War, unit: int, space: int, *, fighting: bool) -> Flyer:
    sheet = g.units[unit].sheet
    if is_carrier(g, unit):
        return special(g, Flyer(unit, air_rating(g, unit), int(sea_factors(g, unit)), True), space, fighting=fighting)
    deck, clumsy = roster(g).types[unit] == Type.CVP, is_clumsy(g, unit, fighting=fighting)
    flyer = Flyer(unit, sheet.air_to_air, sheet.tactical + sheet.strategic, deck, clumsy)
    return special(g, flyer, space, fighting=fighting)


def special(g: War, flyer: Flyer, space: int, *, fighting: bool) -> Flyer:
    """An aircraft with what its marks mean in a battle (option 8). `space`: NOWHERE at sea."""
    if not g.options.special_aircraft:
        return flyer
    unit, night = flyer.unit, at_night(g, space)
    blind = night and not shows(g, unit, "night_fighter")
    slow = BLIND if blind else TWIN if not night and shows(g, unit, "twin") else NIMBLE
    less = flyer.rating - front_rating(g, unit, flyer.rating, space, bombing=not fighting)
    return flyer._replace(less=less, slow=slow if fighting else NIMBLE, aids=supports(g, unit, space))


def risers(g: War, space: int, side: int, kind: str) -> list[int]:
    """The best fighters of a side that could intercept over a hex, a few of them."""
    found: list[int] = []
    for power in powers_of(g, side):
        if active(g, power):
            flight = Flight(power, kind, INTERCEPTOR)
            found += [u for u, s in flights(_as_if_flown(g, space, side), flight) if s == space]
    return sorted(dict.fromkeys(found), key=lambda u: (-g.units[u].sheet.air_to_air, u))[:RISERS]


def _as_if_flown(g: War, space: int, side: int) -> War:
    """A copy in which an aircraft of the other side is over a hex, so that interceptors have somebody to meet."""
    if any(SIDE_OF_POWER[g.units.power[u]] != side for u in g.units.stacks.get(space, ()) if g.units.mission[u]):
        return g
    h = g.copy()
    aloft = [u for u, at in enumerate(g.units.at) if roster(g).air[u] and at >= 0]
    decoy = next((u for u in aloft if SIDE_OF_POWER[g.units.power[u]] != side), -1)
    if decoy >= 0:
        h.units[decoy].at, h.units[decoy].mission = space, BOMBER
    return h


def sky_losses(lines: Lines, ends: dict[Sky, float], mine: int) -> list[Loss]:
    """Mean aircraft shot down and sent home, by side."""
    found = []
    for side, name in ((mine, "own aircraft"), (1 - mine, "enemy aircraft")):
        units = {p.unit for part in lines[side] for p in part}
        if units:
            lost = sum(p * len(units & sky.shot) for sky, p in ends.items())
            found.append(Loss(name, lost, sum(p * len(units & sky.home) for sky, p in ends.items())))
    return found


def through_chances(lines: Lines, ends: dict[Sky, float], side: int) -> list[Chance]:
    """How many bombers of a side get through."""
    sent = len(lines[side][1])
    found: dict[int, float] = {}
    for sky, p in ends.items():
        n = len(sky.through[side])
        found[n] = found.get(n, 0.0) + p
    return [Chance(f"{n} of {sent}", found[n]) for n in sorted(found, reverse=True)] if sent else []


def planes_told(g: War, lines: Lines, mine: int) -> str:
    """`2 FTR, 3 LND against 1 FTR`; the front aircraft first."""
    told = [_counted(g, [p.unit for part in lines[side] for p in part]) for side in (mine, 1 - mine)]
    return f"{told[0] or 'none'} against {told[1] or 'none'}"


def _counted(g: War, units: Sequence[int]) -> str:
    kinds = [roster(g).types[u].printed for u in units]
    return ", ".join(f"{kinds.count(k)} {k}" for k in dict.fromkeys(kinds))


# --- what the bombers do ------------------------------------------------------------------------------------------------------


def flip_chance(g: War, raiders: Iterable[int], victim: int, space: int) -> float:
    """The chance that these bombers turn a unit face-down (11.8)."""
    miss = 1.0
    for u in raiders:
        factors = int((2 * tactical_factors(g, u, space) + 1) // 2)
        one = 1.0 - min(max(factors, 0), 10) / 10
        miss *= one ** (1 + catches(g, (u,), victim))
    return 1.0 - miss


def spread(chances: Sequence[float]) -> list[float]:
    """The chance of each number of successes of independent tries."""
    found = [1.0]
    for p in chances:
        found = [a * (1 - p) + b * p for a, b in zip((*found, 0.0), (0.0, *found))]
    return found


def strike_forecast(g: War, space: int, side: int, lines: Lines, note: str = "") -> Forecast:
    """A ground strike with these lines over the hex."""
    ends = dogfight(g, lines, g.side)
    raiders = [p.unit for p in lines[side][1]]
    power = g.units.power[raiders[0]]
    prey = victims(g, space, power)
    numbers = [0.0] * (len(prey) + 1)
    each = [0.0] * len(prey)
    for sky, p in ends.items():
        flips = [flip_chance(g, sky.through[side], v, space) for v in prey]
        each = [old + p * new for old, new in zip(each, flips)]
        for n, q in enumerate(spread(flips)):
            numbers[n] += p * q
    return Forecast(
        f"Ground strike on {g.board.label(space)}",
        ", ".join(f"{g.units[v].sheet.label} {q:.0%}" for v, q in zip(prey, each)),
        "",
        [f"{g.units[u].sheet.name}: {int((2 * tactical_factors(g, u, space) + 1) // 2)} or less (11.8)" for u in raiders],
        [],
        [Chance(f"{n} down", q) for n, q in enumerate(numbers)][::-1],
        1.0 - numbers[0],
        numbers[-1] if len(prey) > 1 else 0.0,
        through_chances(lines, ends, side),
        sky_losses(lines, ends, side),
        air=planes_told(g, lines, side) + note,
        words={**AIR_WORDS, "taken": "A unit face-down", "breach_chance": "All face-down", "shifts": "Bombers",
               "columns": "Bombers through to the target"},
    )  # fmt: skip


def support_forecast(g: War, space: int, side: int, lines: Lines) -> Forecast | None:
    """A land attack with the aircraft over it: the columns after the air battle, and what they promise."""
    attack = attack_on(g, space)
    if attack < 0:
        return None
    ends = dogfight(g, lines, g.side)
    mine = g.attacks.power[attack]
    cases = _supported(g, attack, space, ends)
    likeliest = max(cases, key=lambda c: cases[c][1])
    battle = cases[likeliest][0]
    blitz = likely_table(g, battle, mine)
    card = land_forecast(g, battle, mine, blitz=blitz)
    mean = _mean([(reckon(g, b, blitz), w) for b, w in cases.values()])
    seen: dict[str, float] = {}
    for b, w in cases.values():
        seen[b.odds] = seen.get(b.odds, 0.0) + w
    losses = [
        Loss("attackers", mean.attackers_lost, mean.attackers_down), Loss("defenders", mean.defenders_lost, mean.defenders_down),
        *sky_losses(lines, ends, side),
    ]  # fmt: skip
    taken = gained(mean, any(g.units.landed[u] for u in battle.attackers))
    return Forecast(
        card.title, card.odds, card.column, card.shifts, card.modifiers, card.results, taken, mean.breakthrough,
        [Chance(odds, w) for odds, w in sorted(seen.items(), key=lambda p: -p[1])], losses,
        air=planes_told(g, lines, side), words={**card.words, "air": "In the air", "columns": "Odds after the air battle"},
    )  # fmt: skip


def _supported(g: War, attack: int, space: int, ends: dict[Sky, float]) -> dict[tuple[int, int], tuple[Fight, float]]:
    """The attack by the factors that get through to it on either side, with the chance of each."""
    h = g.copy()
    row, mine = h.attacks[attack], SIDE_OF_POWER[g.attacks.power[attack]]
    before = (row.support, row.support_against)
    surprised = _all_surprised(g, space, mine)
    found: dict[tuple[int, int], tuple[Fight, float]] = {}
    for sky, p in ends.items():
        totals = [sum((tactical_factors(g, u, space) for u in sky.through[s]), Fraction(0)) for s in (mine, 1 - mine)]
        key = (int(totals[0] * (2 if surprised else 1) * SIXTY), int(totals[1] * SIXTY))
        if key not in found:
            row.support, row.support_against = before[0] + key[0], before[1] + key[1]
            found[key] = (fight(h, attack), 0.0)
        found[key] = (found[key][0], found[key][1] + p)
    return found


def _all_surprised(g: War, space: int, side: int) -> bool:
    foes = [u for u in g.units.stacks.get(space, ()) if roster(g).land[u] and SIDE_OF_POWER[g.units.power[u]] != side]
    units = [u for u, t in enumerate(g.units.target) if t == space]
    return bool(foes) and all(catches(g, units, f) for f in foes)


def _mean(parts: list[tuple[Prospect, float]]) -> Prospect:
    return Prospect(*(sum(getattr(p, name) * w for p, w in parts) for name in Prospect.__struct_fields__))


def bombing_forecast(g: War, space: int, side: int, lines: Lines) -> Forecast:
    """Strategic bombardment with these lines over the hex."""
    ends = dogfight(g, lines, g.side)
    opposed = any(lines[1 - side]) and any(lines[0][0] + lines[1][0])
    room, chart = g.ground.factories[space] - g.hexes.bombed[space], g.charts.bombardment
    bonus = 0 if opposed else g.settings.unopposed_bombing
    points: dict[int, float] = {}
    for sky, p in ends.items():
        total = int(sum((strategic_factors(g, u, space) for u in sky.through[side]), Fraction(0)) + HALF)
        for die in range(1, 11):
            lost = min(chart[chart.column(total), die + bonus].points, room) if total > 0 else 0
            points[lost] = points.get(lost, 0.0) + p / 10
    mean = sum(n * p for n, p in points.items())
    return Forecast(
        f"Strategic bombardment of {g.board.label(space)}",
        f"{mean:.2f} production points",
        "",
        [f"{g.units[p.unit].sheet.name}: {strategic_factors(g, p.unit, space)} (11.7)" for p in lines[side][1]],
        [f"+{bonus} unopposed (11.7)"] if bonus else [],
        [Chance(f"{n} points", p) for n, p in sorted(points.items())],
        1.0 - points.get(0, 0.0),
        points.get(room, 0.0) if room > 1 else 0.0,
        through_chances(lines, ends, side),
        sky_losses(lines, ends, side),
        air=planes_told(g, lines, side),
        words={**AIR_WORDS, "taken": "Any loss", "breach_chance": "All it can lose", "shifts": "Bombers",
               "columns": "Bombers through to the target"},
    )  # fmt: skip


def sky_forecast(g: War, space: int, side: int, lines: Lines, title: str = "") -> Forecast:
    """An air battle for its own sake: escorts, interceptors, paradrops."""
    ends = dogfight(g, lines, g.side)
    attacker = g.side
    sent = len(lines[attacker][1])
    all_through = sum(p for sky, p in ends.items() if len(sky.through[attacker]) == sent)
    some = sum(p for sky, p in ends.items() if sky.through[attacker])
    strengths = [line_strength(g.settings, *lines[s], lines[1 - s][0]) for s in (side, 1 - side)]
    values = [int((a - b + HALF) // 1) for a, b in (strengths, strengths[::-1])]
    return Forecast(
        title or f"Air battle over {g.board.label(space)}",
        f"{values[0]:+d} against {values[1]:+d}",
        "",
        [],
        [],
        through_chances(lines, ends, attacker),
        some,
        all_through if sent > 1 else 0.0,
        [],
        sky_losses(lines, ends, side),
        air=planes_told(g, lines, side),
        words={**AIR_WORDS, "taken": "A bomber through", "breach_chance": "All through", "results": "Bombers through"},
    )


def mission_forecast(g: War, flight: Flight, unit: int, space: int) -> Forecast | None:
    """What an aircraft that is sent to a hex changes: the mission as it would stand then."""
    side = SIDE_OF_POWER[flight.power]
    lines = lines_over(g, space, [(unit, flight.role)])
    foe = 1 - g.side
    if flight.kind == "ground support":
        return support_forecast(g, space, side, lines)
    if flight.role != BOMBER and flight.role != ESCORT:
        return sky_forecast(g, space, side, lines)
    make = {"ground strike": strike_forecast, "strategic bombardment": bombing_forecast}.get(flight.kind)
    if make is None or not lines[g.side][1]:
        return sky_forecast(g, space, side, lines)
    card = make(g, space, g.side, lines)
    if lines[foe][0]:
        return card
    cover = risers(g, space, foe, flight.kind)
    if not cover:
        return card
    met = make(g, space, g.side, lines_over(g, space, [(unit, flight.role), *((u, INTERCEPTOR) for u in cover)]))
    case = Case(met.air, met.taken, met.breach_chance, met.columns, met.results, met.losses)
    return Forecast(
        card.title, card.odds, card.column, card.shifts, card.modifiers, card.results, card.taken, card.breach_chance,
        card.columns, card.losses, air=card.air, with_air=[case], words=card.words,
    )  # fmt: skip
