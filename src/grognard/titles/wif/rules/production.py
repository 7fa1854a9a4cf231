"""13.6.3 and the production step: production points, multiples and bonuses become build points, which building.py spends.

Short scenarios have no production of their own: their file gives each power build points a turn.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import FRANCE, GERMANY, POWERS, SIDE_OF_POWER, USA, USSR, VICHY
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import spend
from grognard.titles.wif.rules.convoys import gather_damaged
from grognard.titles.wif.rules.country_builds import build_by_country, end_building, key, share_points
from grognard.titles.wif.rules.force_pools import scuttle_hulls, sort_militia
from grognard.titles.wif.rules.freight import Place
from grognard.titles.wif.rules.fuel import wells
from grognard.titles.wif.rules.gates import shut_gates
from grognard.titles.wif.rules.gearing import shift_gears
from grognard.titles.wif.rules.groundworks import drop_lost
from grognard.titles.wif.rules.land_steps import hex_price
from grognard.titles.wif.rules.powers import active, at_war, home_power, playing, powers_of
from grognard.titles.wif.rules.resources import (
    BY_ROAD,
    MADE,
    OIL,
    SEAWAYS,
    SHIPPED,
    Routing,
    factory_hexes,
    goods,
    resource_hexes,
    routing,
)
from grognard.titles.wif.rules.stocks import stock_oil, stock_points
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.track_losses import leave_lost_yards
from grognard.titles.wif.rules.trade import oil_at, points_balance, promised
from grognard.titles.wif.rules.units import GROUND_FACTS, land_at, on_the_ground
from grognard.titles.wif.state import Hex, Power, War

QUARTER = Fraction(1, 4)
SOVIET_MOBILISATION = 1942
ENTRY_OPTIONS = (22, 34)  # of US entry, each worth a quarter
FIRST_WAR, EVERY_WAR = 1, 2  # bits of Power.mobilised
IRREGULAR = frozenset(("warlord", "partisan_hq"))  # 13.6.3: no bonus for them


# --- multiples and points (13.6.3) --------------------------------------------------------------------------------------------


@rule("2.6")
def rounded(number: Fraction) -> int:
    """To the nearest whole number, half upwards."""
    return floor(number + Fraction(1, 2))


@rule("13.6.3", "17.4.4")
def multiple(g: War, power: int) -> Fraction:
    """The production multiple of a power this turn."""
    if not g.settings.yearly_multiples:
        return Fraction(3, 2) if g.powers.invaded[power] else Fraction(1)
    row = g.charts.multiples[POWERS[FRANCE if power == VICHY else power]]  # 17.4.4
    found = row[min(max(g.year, min(row)), max(row))]
    invaded = at_war(g, USSR, GERMANY) and g.powers.declared[GERMANY] >> USSR & 1
    if power == USSR and (g.year >= SOVIET_MOBILISATION or invaded):  # not where the USSR declared that war
        found += QUARTER
    if power == USA:
        found += QUARTER * sum(option in g.entry_options for option in ENTRY_OPTIONS)
        found += QUARTER * g.powers.mobilised[USA].bit_count()
        found += QUARTER * g.settings.attacked_america * bool(g.powers.invaded[USA])
    return found


@rule("13.6.3")
def note_american_wars(g: War) -> None:
    """The USA gains a quarter with its first war, another once it is at war with every active Axis power; both for good."""
    row = g.powers[USA]
    foes = [p for p in powers_of(g, 1 - SIDE_OF_POWER[USA]) if active(g, p)]
    if any(at_war(g, USA, p) for p in foes) and not row.mobilised & FIRST_WAR:
        row.mobilised |= FIRST_WAR
    if foes and all(at_war(g, USA, p) for p in foes) and not row.mobilised & EVERY_WAR:
        row.mobilised |= EVERY_WAR


@rule("13.6.3")
def build_points(g: War, power: int, points: int) -> int:
    """Build points of so many production points: less what bombers destroyed, times the multiple, with the bonus."""
    own = factory_hexes(g, power)
    lost = sum(b for s, b in enumerate(g.hexes.bombed) if b and s in own)
    return rounded(max(points - lost, 0) * multiple(g, power)) + g.powers.bonus[power]


@rule("13.6.3")
def earns_bonus(g: War, unit: int, space: int, *, supplied: bool) -> No | None:
    """Why a unit destroyed in land combat gives its power no bonus build point."""
    power = g.units.power[unit]
    if not g.settings.bonus_build_points:
        return No("13.6.3", "this edition has no bonus build points")
    if not g.roster.corps[unit] or g.roster.types[unit] == Type.PART or g.units[unit].sheet.marks & IRREGULAR:
        return No("13.6.3", "only corps-sized units other than partisans, their HQs and warlords count")
    if home_power(g, g.units.country[unit]) != power:
        return No("13.6.3", "units of minor countries do not count")
    country = g.facts.country.get(g.ground.country[space], -1)
    if home_power(g, country) != power and not _claimed_home(g, power, space) and not has_cadre(g, unit, space):
        return No("13.6.3", "it was not destroyed in a home country of its power")
    return None if supplied else No("13.6.3", "it was out of supply")


@rule("13.6.3")
def has_cadre(g: War, unit: int, space: int) -> bool:
    """Option 36: a face-up HQ of its power saves a cadre abroad: itself, in the hex, or in the next one within its value in
    motorised movement."""
    if not g.options.cadre:
        return False
    known, power = g.roster, g.units.power[unit]
    near = [space, *(there for there, _ in g.ground.steps[space])]
    staffs = [u for s in near for u in land_at(g, s) if known.hq[u] and not g.units.down[u] and g.units.power[u] == power]
    for hq in [u for u in staffs if home_power(g, g.units.country[u]) == power]:
        at = g.units.at[hq]
        if at == space or hex_price(g, space, True) <= g.units[hq].sheet.reorganisation:
            return True
    return False


def _claimed_home(g: War, power: int, space: int) -> bool:
    """East Poland and the Baltic States count as Soviet home while a city of the region there is held (claims: campaign)."""
    if power != USSR:
        return False
    words = g.ground.regions[space] & {"east_poland", "baltic_states"}
    region = next(iter(words), "")
    cities = [s for s in g.ground.region.get(region, ()) if g.ground.city[s]]
    return any(g.countries.power[g.hexes.controller[s]] == USSR for s in cities if g.hexes.controller[s] >= 0)


@rule("13.6.3")
def note_loss(g: War, unit: int, space: int) -> None:
    """Land combat destroys a unit: it may be worth a build point to its power. To be asked before the unit is taken off."""
    if earns_bonus(g, unit, space, supplied=in_supply(g, unit)) is None:
        g.powers[g.units.power[unit]].bonus += 1


# --- the step (13.6) ----------------------------------------------------------------------------------------------------------


class Convoys(Subject, frozen=True):
    """A power's resources on their way. `points`: production points as they are routed now."""

    power: Annotated[int, Power]
    points: int
    shut: Annotated[tuple[int, ...], Hex] = ()

    @once
    def crossed(self, g: War) -> list[int]:
        plan = plan_for(g, self.power, frozenset(self.shut))
        return sorted({area for kind in SEAWAYS for area in plan.used(kind)})


ROUTING_FACTS = (
    "units.at", "units.mission", *GROUND_FACTS, "units.points", "shipped", "seized", "burma_closed", "powers.produced",
    "powers.conquered", "powers.plays", "hexes.blue_moved", "hexes.red_lost", "hexes.green_lost", "idle_factories",
    "powers.oil_kept", "hexes.oil_freed",
    "countries.patron", "countries.lends", "hostile", "free_france", "units.tanker",
    *promised.reads, *shut_gates.reads,
)  # fmt: skip


def routes_depend_on(g: War, power: int, *_: object) -> tuple[object, ...]:
    """All that the ways of goods depend on: where convoys lie and armies stand, not what is in the pools."""
    return *on_the_ground(g), g.stamp(ROUTING_FACTS[1:])


@rule("13.6.1")
@derived(*ROUTING_FACTS, given=routes_depend_on, lasting=True)
def plan_for(g: War, power: int, shut: frozenset[int] = frozenset()) -> Routing:
    """A power's routing: first with its own convoys, those of friends as far as they do not need them themselves."""
    spent: dict[Place, int] = {}
    for other in powers_of(g, SIDE_OF_POWER[power]):
        if other != power:
            for key, amount in _own_use(g, other).items():
                spent[key] = spent.get(key, 0) + amount
    for n in range(0, len(g.shipped), 3):
        kind, place, amount = g.shipped[n : n + 3]
        spent[SHIPPED[kind], place] = spent.get((SHIPPED[kind], place), 0) + amount
    return routing(g, power, spent, shut)


HIRED = {"sea": "ally", OIL + "sea": OIL + "ally"}  # convoys that are used are used for friends too


@derived(*ROUTING_FACTS, given=routes_depend_on, lasting=True)
def _own_use(g: War, power: int) -> dict[Place, int]:
    """What a power still to produce will need of ports and of its own convoys, as its friends see it."""
    if g.powers.produced[power]:
        return {}
    alone = routing(g, power, _no_friends(g, power))
    found: dict[Place, int] = {}
    for kind, hired in HIRED.items():
        found |= {(hired, area): amount for area, amount in alone.used(kind).items()}
    for kind in ("out", "in", BY_ROAD):
        found.update({(kind, s): amount for s, amount in alone.used(kind).items()})
    return found


def _no_friends(g: War, power: int) -> dict[Place, int]:
    return {(kind, area): 1 << 20 for area in g.ground.waters for kind in HIRED.values()}


def producing_powers(g: War) -> list[int]:
    """For the sequence: the side with the initiative first."""
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side)]


@rule("13.6")
def begin_production(g: War) -> None:
    """The production step begins"""
    g.shipped, g.seized, g.levies, g.minor_hulls = [], [], [], []
    shift_gears(g)
    sort_militia(g)
    scuttle_hulls(g)
    gather_damaged(g)
    if g.options.factories_in_flames:
        leave_lost_yards(g)
        drop_lost(g)
    for power in playing(g):
        g.powers[power].produced = g.powers[power].levied = g.powers[power].oil_kept = g.powers[power].begun = 0
    g.yard_points.clear()
    g.specialised = []
    g.country_points.clear()
    g.country_loans = []
    g.heavy_failed = []
    if USA in playing(g):
        note_american_wars(g)


@rule("13.6", "13.6.5")
def produce(g: War) -> Flow[None]:
    """A major power builds"""
    if g.options.factories_in_flames:
        yield from build_by_country(g)
    left = yield from spend(g, g.power)
    g.fallen = [u for u in g.fallen if g.units.power[u] != g.power]  # 13.6.5: who was not scrapped stays in the pools
    end_building(g)
    if g.options.saved_build_points and left:
        yield from stock_points(g, g.power, left)


@rule("13.6", "13.6.3")
def count_build_points(g: War) -> Flow[None]:
    """A major power moves its resources and counts its build points"""
    power = g.power
    row, frame = g.powers[power], g.campaign.frame.production
    if frame.allowed:
        plan = yield from ship_resources(g, power)
        points = plan.points
        if g.options.oil:
            yield from stock_oil(g, power, plan.used("resource"), {**goods(g, power), **plan.resources})
        for country, made in share_points(g, power, plan).items() if g.options.factories_in_flames else ():
            points -= made
            g.country_points[key(power, country)] = rounded(made * multiple(g, power))
        row.build_points = max(build_points(g, power, points) + points_balance(g, power, joint=True), 0)
        g.say("{}: {} production points, {} build points", row, points, row.build_points, rule="13.6.3")
    else:
        row.build_points = frame.points.get(POWERS[power], 0) + row.bonus
        if row.build_points:
            g.say("{} has {} build points", row, row.build_points, rule="13.6.3")
    row.bonus, row.produced = 0, 1


@rule("13.6.1")
def ship_resources(g: War, power: int) -> Flow[Routing]:
    """Resources go by the best ways; the player may keep them out of sea areas he thinks unsafe"""
    shut: frozenset[int] = frozenset()
    while True:
        plan = plan_for(g, power, shut)
        subject = Convoys(power, plan.points, tuple(sorted(shut)))
        if not subject.crossed(g) and not shut and not has_oil(g, power):
            break
        answer, changed = yield from menu(
            g,
            g.seat(power),
            "{0}: {1} production points by these ways",
            subject,
            SEND,
            AVOID,
            USE,
            KEEP_OIL,
            USE_OIL,
            FREE_OIL,
            named=(g.powers[power], plan.points),
        )
        if answer.verb == SEND.name:
            break
        if answer.verb in (AVOID.name, USE.name):
            shut = changed
    for kind in SHIPPED:
        for place, amount in plan.used(kind).items():
            g.shipped = [*g.shipped, SHIPPED.index(HIRED.get(kind, kind)), place, amount]
    for space in plan.factories:
        if made := plan.haul.through(("factory", space)):
            g.shipped = [*g.shipped, SHIPPED.index(MADE), space, made]
    return plan


@rule("13.6.1")
def may_avoid(g: War, subject: Convoys, area: int) -> No | None:
    """Whether goods go through a sea area now."""
    if area in subject.shut:
        return No("13.6.1", "nothing goes there already")
    return None if area in subject.crossed(g) else No("13.6.1", "none of your resources go that way")


@rule("13.6.1")
def may_use(g: War, subject: Convoys, area: int) -> No | None:
    return None if area in subject.shut else No("13.6.1", "your resources may go there")


@rule("13.6.9")
def has_oil(g: War, power: int) -> bool:
    """Whether a power has oil to keep or to free, with option 30."""
    return bool(g.options.oil) and (keepable(g, power) > 0 or bool(wells(g, power)))


def keepable(g: War, power: int) -> int:
    """Oil of this turn that a power can keep from its factories."""
    there = resource_hexes(g, power)
    return sum(min(n, oil_at(g, s)) for s, n in there.items())


@rule("13.6.9")
def may_keep_oil(g: War, subject: Convoys) -> No | None:
    """Whether another oil is kept from the factories, to be saved."""
    if not g.options.oil:
        return No("13.6.9", "oil is saved with option 30")
    return None if g.powers.oil_kept[subject.power] < keepable(g, subject.power) else No("13.6.9", "all of it is kept")


@rule("13.6.9")
def may_free_oil(g: War, subject: Convoys, space: int) -> No | None:
    """Whether a saved oil is used as a resource, or moved to another place."""
    if g.options.oil and space in wells(g, subject.power):
        return None
    return No("13.6.9", "no saved oil of yours lies there")


def _keep(g: War, subject: Convoys, _: None) -> None:
    g.powers[subject.power].oil_kept += 1


def _use_oil(g: War, subject: Convoys, _: None) -> None:
    g.powers[subject.power].oil_kept -= 1


def _free_oil(g: War, subject: Convoys, space: int) -> None:
    g.hexes[space].saved_oil -= 1
    g.hexes[space].oil_freed += 1


KEEP_OIL: Act[War, Convoys, None] = Act(
    "keep_oil", "13.6.9", "Keep an oil from the factories", who=may_keep_oil, do=_keep, group="Oil"
)
USE_OIL: Act[War, Convoys, None] = Act(
    "use_oil", "13.6.9", "An oil more for the factories", do=_use_oil, group="Oil",
    who=lambda g, s: None if g.powers.oil_kept[s.power] else No("13.6.9", "no oil is kept from them"),
)  # fmt: skip
FREE_OIL: Act[War, Convoys, int] = Act(
    "free_oil", "13.6.9", "Use or move a saved oil of {0}", takes=Hex, may=may_free_oil, do=_free_oil, group="Oil",
    among=lambda g, s: wells(g, s.power) if g.options.oil else [],
)  # fmt: skip
SEND: Act[War, Convoys, None] = Act("send", "13.6.1", "Send them", do=lambda g, s, _: None)
AVOID: Act[War, Convoys, int] = Act(
    "avoid", "13.6.1", "Not through {0}", takes=Hex, among=lambda g, s: s.crossed(g), may=may_avoid,
    do=lambda g, s, area: frozenset({*s.shut, area}),
)  # fmt: skip
USE: Act[War, Convoys, int] = Act(
    "use", "13.6.1", "Through {0} again", takes=Hex, among=lambda g, s: s.shut, may=may_use,
    do=lambda g, s, area: frozenset(s.shut) - {area},
)  # fmt: skip
