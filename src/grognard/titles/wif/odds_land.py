"""Land attacks (11.15.5) before the die: both tables exactly, itemised; invasions and drops with their notional unit.

Strengths, columns and die modifiers are the rules' own (land_odds.py). `Prospect` is what agents read, `land_forecast` what
players see. A unit that must retreat is lost where no refuge is open to it now.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec

from grognard.odds.forecast import Case, Chance, Forecast, Loss
from grognard.titles.wif.charts import Charts, LandResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.land_attack import BEST, join_attack
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers, fight
from grognard.titles.wif.rules.land_strength import LADDER, odds_column, weather_shift
from grognard.titles.wif.rules.retreats import refuges
from grognard.titles.wif.rules.two_dice import is_costly, row_of, suffered, tenths
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import INVASION, NOWHERE, War

FACES = 10
MOST_KEPT = 50_000
WORDS = {"depleted": "face-down", "losses": "Expected units", "breach_chance": "Breakthrough", "shifts": "Columns"}


class Prospect(msgspec.Struct, frozen=True):
    """One table: the chance of a cleared hex, of a breakthrough, mean units lost on either side, attackers turned face-down."""

    clear: float
    breakthrough: float
    attackers_lost: float
    defenders_lost: float  # destroyed; shattered ones come back
    shattered: float
    attackers_down: float
    defenders_down: float  # survivors left face-down
    held: float  # the chance that the hex is cleared and an attacker is left to stand in it


class Terms(msgspec.Struct, frozen=True):
    """All that the outcome of a roll depends on, besides the result: so that equal fights are reckoned once."""

    column: int
    spare: int  # tenths of a column (option 26), 0 without the option
    modifier: int
    blitz: bool
    automatic: bool  # no defence at all
    attackers: int
    defenders: int
    stuck: int  # defenders that cannot retreat
    notional: bool
    landed: int  # attackers that are lost unless the hex is cleared
    two_dice: bool = False  # option 27: the table of 11.15.6
    tenths: int = 0  # what is added to the two dice, in tenths
    costly: bool = False  # the sign of an extra loss counts


PROSPECTS: dict[tuple[int, Terms], Prospect] = {}  # by charts: those of a box of the title, which is never thrown away


def terms(g: War, battle: Fight, blitz: bool, support: int = 0) -> Terms:
    """The terms of a fight on one of the tables. `support`: what HQs add to the die (11.15.3)."""
    stuck = sum(roster(g).moves[f] <= 0 or not refuges(g, f) for f in battle.defenders)
    return Terms(
        battle.column,
        battle.spare if g.options.fractional_odds else 0,
        die_modifiers(g, battle, blitz).total + support,
        blitz,
        battle.defence <= 0 and g.settings.no_defence_automatic,
        len(battle.attackers),
        len(battle.defenders),
        stuck,
        battle.notional is not None,
        sum(bool(g.units.landed[u]) for u in battle.attackers),
        bool(g.options.two_dice),
        tenths(g, battle, blitz) if g.options.two_dice else 0,
        bool(g.options.two_dice) and is_costly(g, battle),
    )


def results(charts: Charts, given: Terms) -> dict[LandResult, Fraction]:
    """The exact chance of every result."""
    if given.automatic:
        return {BEST[given.blitz]: Fraction(1)}
    if given.two_dice:
        return _two_dice(charts, given)
    chart = charts.blitzkrieg if given.blitz else charts.assault
    found: dict[LandResult, Fraction] = {}
    for column, weight in columns(given).items():
        ratio = LADDER[column]
        place = chart.column(ratio.numerator, ratio.denominator)
        for die in range(1, FACES + 1):
            result = chart[place, max(1, die + given.modifier)]
            found[result] = found.get(result, Fraction(0)) + weight / FACES
    return found


def _two_dice(charts: Charts, given: Terms) -> dict[LandResult, Fraction]:
    """The chances on the table of two dice (11.15.6); a fraction is a chance of one more."""
    added, part = divmod(given.tenths, 10)
    name = "blitzkrieg" if given.blitz else "assault"
    found: dict[LandResult, Fraction] = {}
    for more, weight in ((0, Fraction(FACES - part, FACES)), (1, Fraction(part, FACES))):
        for a, b in product(range(1, FACES + 1), repeat=2):
            result = suffered(charts.two_dice[name, row_of(a + b + added + more)], given.costly)
            found[result] = found.get(result, Fraction(0)) + weight / FACES**2
    return {result: chance for result, chance in found.items() if chance}


def columns(given: Terms) -> dict[int, Fraction]:
    """Places on the ladder of odds with their chances: one, or two with fractional odds (option 26)."""
    up = Fraction(given.spare, FACES)
    higher = min(given.column + 1, len(LADDER) - 1)
    return {given.column: 1 - up, higher: up} if up else {given.column: Fraction(1)}


class End(msgspec.Struct, frozen=True):
    """What one result does."""

    clear: bool
    breakthrough: bool
    attackers_lost: int
    defenders_lost: int
    shattered: int
    attackers_down: int
    defenders_down: int
    held: bool


@lru_cache(maxsize=50_000)
def end(given: Terms, result: LandResult) -> End:
    """What a result does to so many units (11.15.5), as apply_result does it."""
    mine = given.attackers - min(result.attacker, given.attackers)
    survivors = given.defenders - min(result.defender, given.defenders)
    lost, shattered, goes = given.defenders - survivors, 0, result.shatter or result.breakthrough
    stuck = min(given.stuck, survivors)
    touched = result.defender or result.retreat or goes
    down = 0
    if goes:
        lost, shattered = lost + stuck, survivors - stuck
    elif result.retreat:
        lost, down = lost + stuck, survivors - stuck
    elif lost > given.attackers - mine:
        down = survivors
    clear = (goes or result.retreat or survivors == 0) and (not given.notional or bool(touched))
    if not clear:
        mine -= min(given.landed, mine)
    up = mine if result.stay == "*" else -(-mine // 2) if result.stay == "†" else 0
    return End(clear, clear and result.breakthrough, given.attackers - mine, lost, shattered, mine - up, down, clear and mine > 0)


def prospect(charts: Charts, given: Terms) -> Prospect:
    """The outlook on one table."""
    known = PROSPECTS.get((id(charts), given))
    if known is None:
        ends = [(end(given, result), float(chance)) for result, chance in results(charts, given).items()]
        known = Prospect(*(sum(getattr(e, name) * w for e, w in ends) for name in End.__struct_fields__))
        if len(PROSPECTS) > MOST_KEPT:
            PROSPECTS.clear()
        PROSPECTS[id(charts), given] = known
    return known


def reckon(g: War, battle: Fight, blitz: bool, support: int = 0) -> Prospect:
    """The outlook of a fight on one of the tables."""
    return prospect(g.charts, terms(g, battle, blitz, support))


def likely_table(g: War, battle: Fight, power: int, support: int = 0) -> bool:
    """Whether whoever chooses will take the blitzkrieg: the attacker for the hex and few losses, the defender for the reverse."""
    taken = [_attackers_view(reckon(g, battle, blitz, support)) for blitz in (False, True)]
    mine = SIDE_OF_POWER[battle.chooser] == SIDE_OF_POWER[power]
    return taken[True] > taken[False] if mine else taken[True] < taken[False]


def _attackers_view(found: Prospect) -> float:
    """One figure for what an attacker gets out of a table, in units."""
    return (
        2 * found.clear + found.breakthrough + found.defenders_lost + 0.5 * found.shattered
        - 1.2 * found.attackers_lost - 0.15 * found.attackers_down
    )  # fmt: skip


# --- hypothetical attacks -----------------------------------------------------------------------------------------------------


class Unread:
    """A journal that nobody reads: what an imagined attack would pay or use up is told to nobody."""

    def say(self, text: str, about: tuple[object, ...], rule: str, only: tuple[str, ...]) -> None: ...
    def reveal(self) -> None: ...


def trial(g: War) -> War:
    """A copy in which an attack may be declared."""
    h = g.copy()
    h.journal = Unread()
    return h


def imagined(g: War, power: int, target: int, units: Iterable[int], *, support: Fraction = Fraction(0)) -> Fight:
    """An attack as it would be if these units joined those declared already; tried on a copy."""
    h = trial(g)
    for unit in units:
        if h.units.target[unit] == NOWHERE:
            join_attack(h, power, unit, target)
    number = next(n for n, t in enumerate(h.attacks.target) if t == target)
    h.attacks[number].support += int(support * 60)
    return fight(h, number)


def landing(g: War, power: int, unit: int, there: int) -> tuple[War, Fight]:
    """The attack of an invader with those who have landed or stand beside and attack already; tried on a copy."""
    h = trial(g)
    row, ship = h.units[unit], h.units.aboard[unit]
    row.shore, row.amphibious = row.at, int(roster(h).types[ship].printed == "AMPH") if ship >= 0 else 0
    row.aboard, row.at, row.landed = NOWHERE, there, INVASION
    join_attack(h, power, unit, there)
    number = next(n for n, t in enumerate(h.attacks.target) if t == there)
    return h, fight(h, number)


# --- for players --------------------------------------------------------------------------------------------------------------


def land_forecast(g: War, battle: Fight, power: int, *, blitz: bool | None = None, title: str = "", support: int = 0) -> Forecast:
    """The card of an attack. `blitz`: the table is chosen; else the likelier one comes first and the other as a case."""
    first = likely_table(g, battle, power, support) if blitz is None else blitz
    given = terms(g, battle, first, support)
    found, chances = prospect(g.charts, given), results(g.charts, given)
    label = g.board.label(battle.target)
    words = {**WORDS, "taken": "Lodgement" if given.landed else "Hex taken"}
    chooser = "attacker" if SIDE_OF_POWER[battle.chooser] == SIDE_OF_POWER[power] else "defender"
    return Forecast(
        title or f"Attack on {label}",
        f"{_told(battle.attack)} : {_told(battle.defence)}",
        f"{battle.odds} {'blitzkrieg' if first else 'assault'}",
        _columns_told(g, battle),
        [str(m) for m in die_modifiers(g, battle, first).add("HQ support", support, "11.15.3").counted],
        told(chances),
        gained(found, bool(given.landed)),
        found.breakthrough,
        [Chance(f"{LADDER[c].numerator}:{LADDER[c].denominator}", float(w)) for c, w in columns(given).items()],
        _losses(found),
        air=f"the {chooser} chooses",
        with_air=[] if blitz is not None else [table_case(g, battle, not first, support)],
        words={**words, "air": "Table"},
    )


def table_case(g: War, battle: Fight, blitz: bool, support: int = 0) -> Case:
    """The other table."""
    given = terms(g, battle, blitz, support)
    found = prospect(g.charts, given)
    name = "blitzkrieg" if blitz else "assault"
    taken = gained(found, bool(given.landed))
    return Case(f"the {name} table", taken, found.breakthrough, [], told(results(g.charts, given)), _losses(found))


def gained(found: Prospect, landed: bool) -> float:
    """What a card shows: a hex is taken when it is cleared, a beach when somebody lives to stand on it."""
    return found.held if landed else found.clear


def told(chances: dict[LandResult, Fraction]) -> list[Chance]:
    return [Chance(r.text, float(w)) for r, w in sorted(chances.items(), key=lambda p: -p[1]) if w]


def _losses(found: Prospect) -> list[Loss]:
    return [
        Loss("attackers", found.attackers_lost, found.attackers_down),
        Loss("defenders", found.defenders_lost, found.defenders_down),
        *([Loss("defenders shattered", found.shattered, 0.0)] if found.shattered else []),
    ]


def _columns_told(g: War, battle: Fight) -> list[str]:
    """How the column came about: odds rounded down, the notional unit, weather."""
    lines = []
    if battle.attack > 0 and battle.defence > 0:
        ratio = LADDER[odds_column(battle.attack, battle.defence)]
        lines.append(f"odds {ratio.numerator}:{ratio.denominator} (11.15.5)")
    if battle.notional is not None:
        lines.append(f"notional unit of {_told(battle.notional)} (11.15.1)")
    shift = weather_shift(g, battle.target, battle.attackers)
    if shift:
        lines.append(f"-{shift} weather (11.15.5)")
    return lines


def _told(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.2f}".rstrip("0").rstrip(".")
