"""22.4, 22.11: Guards Banner armies (option 52) and heavy weapons (option 56): units promoted after a battle, or upgraded in the
production step, or built ahead (option 38, WIF-DEC-80)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, POWER_INDEX, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse, affordable, pay
from grognard.titles.wif.rules.building_ahead import may_look_ahead
from grognard.titles.wif.rules.control import first_home, nation_at
from grognard.titles.wif.rules.force_pools import elsewhere
from grognard.titles.wif.rules.gearing import class_of_unit, count_built, may_gear
from grognard.titles.wif.rules.land_attack import AFTERMATHS
from grognard.titles.wif.rules.land_odds import Fight
from grognard.titles.wif.rules.powers import active, at_war, home_power, playing
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import CIRCLE, FORCE_POOL, GONE, NOWHERE, RESERVE_POOL, SET_ASIDE, Power, Unit, War, slot_of

DESTROYED, SHATTERED, RETREATED = 3, 2, 1
UPGRADE_COST = 2
GREAT = frozenset((USA, COMMONWEALTH, USSR, GERMANY))  # 22.11: whose heavy weapons are won against each other
MIDDLE = frozenset((FRANCE, ITALY, JAPAN))  # against any major power but China
Pair = tuple[int, int]


class Promotion(Subject, frozen=True):
    """A power may promote a unit that survived a combat."""

    power: Annotated[int, Power]
    pairs: tuple[tuple[int, int], ...]


# --- Guards in the reserve ----------------------------------------------------------------------------------------------------


@rule("22.4")
def lay_out_guards(g: War) -> None:
    """The counters of the Guards lie aside until the war brings them to the reserve."""
    absent = elsewhere(g)
    for number, counter in enumerate(g.facts.counters):
        if counter.guards and number not in absent and POWER_INDEX[counter.power] in playing(g):
            power = POWER_INDEX[counter.power]
            g.units.add(counter=number, power=power, country=first_home(g, power), at=SET_ASIDE)
    raise_banners(g)


@rule("22.4")
def raise_banners(g: War) -> None:
    """Guards come to the reserve pool: with war against a major power, or Germany; some in the January after, or the next"""
    with_germany = at_war(g, USSR, GERMANY)
    if with_germany and not g.banner_year:
        g.banner_year = g.year
    for unit in [u for u in units_at(g, SET_ASIDE) if g.units.counter[u] >= 0 and g.units[u].sheet.guards]:
        mark = g.units[unit].sheet.available
        later = int(mark[3:]) if mark.startswith("Ge+") else 0
        due = with_germany and g.year >= g.banner_year + later if mark.startswith("Ge") else bool(g.powers.wars[USSR])
        if due:
            g.units[unit].at = RESERVE_POOL


# --- promotion ----------------------------------------------------------------------------------------------------------------


@rule("22.4")
def toll(g: War, units: tuple[int, ...], *, fled: bool) -> Fraction:
    """What the losses of a side are worth: 3 for a unit destroyed, 2 shattered, 1 retreated; HQs twice, divisions half."""
    known, found = g.roster, Fraction(0)
    for unit in units:
        at = g.units.at[unit]
        worth = SHATTERED if CIRCLE - 5 <= at <= CIRCLE else DESTROYED if at < 0 else RETREATED if fled and _moved(g, unit) else 0
        found += worth * (Fraction(2) if known.hq[unit] else Fraction(1) if known.corps[unit] else Fraction(1, 2))
    return found


def _moved(g: War, unit: int) -> bool:
    return g.units.at[unit] != g.units.held[unit] and g.units.held[unit] != NOWHERE


@rule("22.4", "2.6")
def merit(g: War, battle: Fight, power: int) -> int:
    """What a power earned in a combat: the losses of the other side less its own, half up."""
    attackers = SIDE_OF_POWER[g.units.power[battle.attackers[0]]] == SIDE_OF_POWER[power]
    own, other = (battle.attackers, battle.defenders) if attackers else (battle.defenders, battle.attackers)
    own = tuple(u for u in own if g.units.power[u] == power)
    score = toll(g, other, fled=attackers) - toll(g, own, fled=not attackers)
    return int(score + Fraction(1, 2)) if score > 0 else 0


@rule("22.4", "22.11")
def promotions(g: War, battle: Fight, power: int) -> list[Pair]:
    """Survivors of a power with the Guards, and the heavy weapons of their own name, they may become."""
    foes = [u for u in (*battle.attackers, *battle.defenders) if SIDE_OF_POWER[g.units.power[u]] != SIDE_OF_POWER[power]]
    known = g.roster
    if not foes or all(known.types[f] == Type.PART for f in foes):
        return []
    score = merit(g, battle, power)
    mine = [u for u in (*battle.attackers, *battle.defenders) if g.units.power[u] == power and g.units.at[u] >= 0]
    if not score or not active(g, power):
        return []
    found: list[Pair] = []
    for unit in mine:
        sheet = g.units[unit].sheet
        for new in [u for u in units_at(g, RESERVE_POOL) if g.units.power[u] == power and g.units[u].sheet.guards]:
            banner = g.units[new].sheet
            fits = banner.type == sheet.type and banner.division == sheet.division
            if fits and home_power(g, g.units.country[unit]) == power and sheet.strength + score >= banner.strength:
                found.append((unit, new))
        heavy = heavy_twin(g, unit)
        if heavy != NOWHERE and _worthy(g, power, foes) and sheet.strength + score >= g.units[heavy].sheet.strength:
            found.append((unit, heavy))
    return found


@rule("22.11")
def _worthy(g: War, power: int, foes: list[int]) -> bool:
    """Whether a power may win heavy weapons against these enemies."""
    majors = {g.units.power[f] for f in foes if home_power(g, g.units.country[f]) == g.units.power[f]}
    if power in GREAT:
        return bool(majors & GREAT)
    return bool(majors - {CHINA}) if power in MIDDLE else True


@rule("22.4")
def promote(g: War, battle: Fight) -> Flow[None]:
    """After the advance a power that earned it promotes one of its units"""
    if not g.options.guards_banner or not battle.attackers:
        return
    for power in sorted({g.units.power[u] for u in (*battle.attackers, *battle.defenders)}):
        pairs = promotions(g, battle, power)
        if pairs:
            subject = Promotion(power, tuple(pairs))
            yield from menu(g, g.seat(power), "{0}: promote a unit?", subject, NOBODY, PROMOTE, named=(g.powers[power],))


AFTERMATHS.append(promote)


def _promote(g: War, subject: Promotion, pair: Pair) -> None:
    """The new unit takes the place and the facing of the old, which goes to its pool, or for good if heavy weapons come"""
    old, new = pair
    take_over(g, old, new, scrap="heavy_weapons" in g.units[new].sheet.marks)
    g.say("{} becomes {}", g.units[old], g.units[new], rule="22.4")


def take_over(g: War, old: int, new: int, *, scrap: bool) -> None:
    """A unit stands for another where and as that one is."""
    row, fresh = g.units[old], g.units[new]
    fresh.at, fresh.from_, fresh.down, fresh.country, fresh.cycle = row.at, row.from_, row.down, row.country, row.cycle
    fresh.moved, fresh.attacked, fresh.landed, fresh.fed = row.moved, row.attacked, row.landed, row.fed
    fresh.yard, fresh.stage, fresh.paid, fresh.bombs = row.yard, row.stage, row.paid, row.bombs  # 13.6.10
    fresh.marker, fresh.worked = row.marker, row.worked
    row.yard, row.stage, row.paid, row.bombs, row.marker = NOWHERE, 0, 0, 0, 0
    row.at = GONE if scrap else RESERVE_POOL if row.sheet.guards else FORCE_POOL
    row.scrapped = int(scrap)
    row.aboard, row.down, row.target = NOWHERE, 0, NOWHERE


# --- heavy weapons ------------------------------------------------------------------------------------------------------------


@derived()
def twins(g: War) -> dict[int, int]:
    """The counter of heavy weapons for each counter of the same power, country, type and name."""
    plain = {(c.power, c.home, c.type, c.name): n for n, c in enumerate(g.facts.counters)
             if c.land and not c.division and not c.option}  # fmt: skip
    found: dict[int, int] = {}
    for number, c in enumerate(g.facts.counters):
        key = (c.power, c.home, c.type, c.name)
        if "heavy_weapons" in c.marks and key in plain:
            found[plain[key]] = number
    return found


def lay_out_heavy_weapons(g: War) -> None:
    """The counters of heavy weapons lie aside."""
    absent = elsewhere(g)
    for plain, number in twins(g).items():
        power = POWER_INDEX[g.facts.counters[number].power]
        if plain not in absent and power in playing(g):
            nation = g.facts.nation[number]
            g.units.add(counter=number, power=power, country=nation if nation >= 0 else first_home(g, power), at=SET_ASIDE)


@rule("22.11")
def heavy_twin(g: War, unit: int) -> int:
    """The heavy weapons of a unit's name that are available and not in use; NOWHERE for none."""
    if not g.options.heavy_weapons:
        return NOWHERE
    number = twins(g).get(g.units.counter[unit], NOWHERE)
    found = [u for u in units_at(g, SET_ASIDE) if number >= 0 and g.units.counter[u] == number]
    return found[0] if found and g.units[found[0]].sheet.year <= g.year else NOWHERE


def upgradable(g: War, purse: Purse) -> list[int]:
    if not g.options.heavy_weapons:
        return []
    return [u for u, whose in enumerate(g.units.power) if whose == purse.power and heavy_twin(g, u) != NOWHERE]


@rule("22.11", "13.6.8")
def may_upgrade(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a unit gets heavy weapons: in the force pool for nothing, on the circle or the map for two points and gearing."""
    at = g.units.at[unit]
    if g.units.power[unit] != purse.power or heavy_twin(g, unit) == NOWHERE or at in (GONE, SET_ASIDE, RESERVE_POOL):
        return No("22.11", "no heavy weapons of its name are available")
    if at == FORCE_POOL:
        return None
    if at >= 0:
        if not g.ground.land[at] or g.units.aboard[unit] != NOWHERE or not in_supply(g, unit):
            return No("22.11", "in the field it must be in supply")
        if in_enemy_zone(g, at, SIDE_OF_POWER[purse.power]):
            return No("22.11", "it stands in an enemy zone of control")
    no = may_gear(g, purse.power, class_of_unit(g, unit))
    return affordable(purse, UPGRADE_COST) if no is None else no


@rule("22.11")
def upgrade(g: War, purse: Purse, unit: int) -> None:
    """Heavy weapons take the place of a unit, face-down outside its home country; the old one leaves the game."""
    new, at = heavy_twin(g, unit), g.units.at[unit]
    if at != FORCE_POOL:
        pay(g, purse, UPGRADE_COST)
        count_built(g, purse.power, class_of_unit(g, unit))
    take_over(g, unit, new, scrap=True)
    if at >= 0 and nation_at(g, at) != g.units.country[new]:
        g.units[new].down = 1
    g.say("{} gets heavy weapons", g.units[new], rule="22.11")


@rule("22.11", "13.6.5")
def ahead(g: War, power: int) -> dict[str, list[int]]:
    """Heavy weapons of a later year by type: of types of which none is available, the next year that has one."""
    mine = [u for u in units_at(g, SET_ASIDE) if g.units.power[u] == power and "heavy_weapons" in g.units[u].sheet.marks]
    ready = {g.units[u].sheet.type for u in mine if g.units[u].sheet.year <= g.year}
    ready |= {g.units[u].sheet.type for u in units_at(g, FORCE_POOL)
              if g.units.power[u] == power and "heavy_weapons" in g.units[u].sheet.marks}  # fmt: skip
    found: dict[str, list[int]] = {}
    for unit in mine:
        sheet = g.units[unit].sheet
        years = [g.units[u].sheet.year for u in mine if g.units[u].sheet.type == sheet.type and g.units[u].sheet.year > g.year]
        if sheet.type not in ready and years and sheet.year == min(years):
            found.setdefault(sheet.type.printed, []).append(unit)
    return found


def plain_twin(g: War, heavy: int) -> int:
    """The unit without heavy weapons of the same name that is in play; NOWHERE for none."""
    plain = next((n for n, twin in twins(g).items() if twin == g.units.counter[heavy]), NOWHERE)
    return next((u for u, c in enumerate(g.units.counter) if c == plain and g.units.at[u] != GONE), NOWHERE)


@rule("22.11")
def price_ahead_of(g: War, heavy: int) -> int:
    """What heavy weapons of a later year cost: an upgrade and their cost again for each year where their unit is in the field or
    on the circle, else their cost and that."""
    sheet, old = g.units[heavy].sheet, plain_twin(g, heavy)
    rise = sheet.cost * (sheet.year - g.year)
    there = old != NOWHERE and (g.units.at[old] >= 0 or g.units.at[old] <= CIRCLE)
    return rise + (UPGRADE_COST if there else sheet.cost)


@rule("22.11")
def may_look_for_heavy(g: War, purse: Purse, kind: str) -> No | None:
    """Whether heavy weapons of a type are built ahead: not after a draw this turn that could not be."""
    no = may_look_ahead(g, purse.power) if g.options.heavy_weapons else No("22.11", "heavy weapons are option 56")
    if no is not None:
        return no
    if purse.power in g.heavy_failed:
        return No("22.11", "heavy weapons were drawn this turn that could not be built")
    if kind not in ahead(g, purse.power):
        return No("22.11", f"no {kind} with heavy weapons of a later year, or some are available")
    no = may_gear(g, purse.power, class_of_unit(g, ahead(g, purse.power)[kind][0]))
    return affordable(purse, 1) if no is None else no


def build_heavy_ahead(g: War, purse: Purse, kind: str) -> None:
    """One is drawn; it takes the place of its unit, or comes as a reinforcement; what cannot be built goes back."""
    unit = g.pick(ahead(g, purse.power)[kind], 1, f"{g.powers[purse.power].label} builds {kind} ahead", "22.11")[0]
    old, cost = plain_twin(g, unit), price_ahead_of(g, unit)
    at = g.units.at[old] if old != NOWHERE else FORCE_POOL
    barred = at >= 0 and (
        not g.ground.land[at] or g.units.aboard[old] != NOWHERE or not in_supply(g, old)
        or in_enemy_zone(g, at, SIDE_OF_POWER[purse.power])
    )  # fmt: skip
    if barred or cost > purse.points:
        g.heavy_failed = [*g.heavy_failed, purse.power]
        g.say("{} cannot be built ahead", g.units[unit], rule="22.11")
        return
    pay(g, purse, cost)
    count_built(g, purse.power, class_of_unit(g, unit))
    if at >= 0 or at <= CIRCLE:
        take_over(g, old, unit, scrap=True)
        if at >= 0 and nation_at(g, at) != g.units.country[unit]:
            g.units[unit].down = 1
    else:
        if old != NOWHERE:
            g.units[old].at = GONE
        g.units[unit].at = slot_of(g.turn + g.units[unit].sheet.turns)
    g.say("{} is built ahead", g.units[unit], rule="22.11")


NOBODY: Act[War, Promotion, None] = Act("nobody", "22.4", "Nobody", do=lambda g, s, _: None)
PROMOTE: Act[War, Promotion, Pair] = Act(
    "promote", "22.4", "{0} becomes {1}", takes=(Unit, Unit), listed=lambda g, s: list(s.pairs), do=_promote,
    may=lambda g, s, pair: None if pair in s.pairs else No("22.4", "it has not earned that"),
)  # fmt: skip
UPGRADE: Act[War, Purse, int] = Act(
    "upgrade", "22.11", lambda g, s, u: f"{g.units[u].label}: heavy weapons", takes=Unit, among=upgradable, may=may_upgrade,
    do=upgrade, group="Heavy weapons",
)  # fmt: skip
HEAVY_AHEAD: Act[War, Purse, str] = Act(
    "heavy_ahead", "22.11", "{0} with heavy weapons of a later year", takes=str, may=may_look_for_heavy, do=build_heavy_ahead,
    among=lambda g, s: sorted(ahead(g, s.power)) if g.options.heavy_weapons else [], rolls=True, group="Heavy weapons",
)  # fmt: skip
