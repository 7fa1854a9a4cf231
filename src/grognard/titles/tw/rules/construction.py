"""3.7, 3.9.2, 15.1.2, 15.1.3, 9.9.2, 10.6.4, 11.1.1, 13.2.2: the Build Segment as far as land scenarios need it: repairs,
rebuilding,
reinforcements, reserves, works, airbases, upgrades. Economy, ceilings and naval building are not here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Flow, Option, choices
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import bestow, boon, lasting
from grognard.titles.tw.charts import PRICES
from grognard.titles.tw.ground import DESERT, MOUNTAIN
from grognard.titles.tw.kinds import HOUSED, NAVAL, RESERVE, Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, FINLAND, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.airbases import bases
from grognard.titles.tw.rules.disbanding import disband
from grognard.titles.tw.rules.free_french import liberation
from grognard.titles.tw.rules.installations import (
    CARRY_PRICE,
    base_left,
    base_sites,
    dismantle,
    fort_site,
    idle_bases,
    may_build_base,
    place_base,
)
from grognard.titles.tw.rules.italy import legion_sites, legionary
from grognard.titles.tw.rules.money import bill, camp, charge, funds
from grognard.titles.tw.rules.partisans import hideouts, recruiting
from grognard.titles.tw.rules.reserves import PRICE as RESERVE_PRICE
from grognard.titles.tw.rules.reserves import may_be_reserve, no_reserves
from grognard.titles.tw.rules.shipyards import spaces_of_ship, work_price, yards
from grognard.titles.tw.rules.stacking import enforce_stacking, with_room
from grognard.titles.tw.rules.supply import lines, supply_now
from grognard.titles.tw.rules.training import close_training, holds_karelia, may_train, train, training_options
from grognard.titles.tw.rules.units import (
    ground_at,
    hex_sides,
    patron_of,
    presence,
    roster,
    unit_kinds,
    unit_nations,
    unit_sides,
)
from grognard.titles.tw.rules.weather import no_building
from grognard.titles.tw.rules.zones import enemy_zone, zoned_designs
from grognard.titles.tw.state import (
    DUE,
    FALL,
    FORTIFICATION,
    FORTRESS,
    FULL,
    HOME,
    LOST,
    LOST_UNSUPPLIED,
    NO_STATUS,
    RLE,
    SLE,
    SPRING,
    SUMMER,
    Hex,
    Nation,
    Unit,
    War,
    turn_of,
)
from grognard.titles.tw.subjects import Building, Placing

FORT_PRICE, FORTRESS_PRICE, FORTRESS_ON_FORT = 5, 20, 15
EXTENSION = 25  # 8.4.1
MOST_MOTFLAK = 3  # 29.21
MOST_FORTS = 9
FREE_AIR = (Kind.FTR, Kind.MDM, Kind.TAC)
URALS_UNITS = 3  # 8.8.2
OVERSEAS = {"ind": "india_box", "saf": "south_africa_box", "can": "canada_box", "anzac": "suez"}  # 15.2.2, by counter


# --- prices (15.1.2) ----------------------------------------------------------------------------------------------------------
PEACETIME_BUILDS = 2  # 22.7.1


@rule("15.1.2", "11.12.4", "17.5")
def unit_price(g: War, unit: int) -> int:
    """NARFs to build a unit from the pool: factors and cadre, double where it was lost out of supply (12.6.4)."""
    sheet = g.designs[g.units.design[unit]]
    if sheet.kind in NAVAL:
        return spaces_of_ship(g, unit) * work_price(g, unit)  # 15.1.5.2
    row = PRICES[Kind.FLAK if sheet.kind == Kind.MOTFLAK else sheet.kind]
    each = row.dear if sheet.nation in row.dear_for else row.cost
    cadre = 1 if sheet.kind == Kind.MECH and "unstacked" in sheet.marks else row.cadre  # the 90th Light
    if g.options.pilot_training and sheet.air:
        cadre *= 2 ** max(trained_crews(g, unit) - boon(g, unit_nations(g)[unit], "crews"), 0)
    price = (each * sheet.strength if row.per_factor else each) + cadre
    return price * 2 if g.units.pool[unit] == LOST_UNSUPPLIED else price


@rule("29.3")
def trained_crews(g: War, unit: int) -> int:
    """Air units of the same kind and nation that were built in this Build Segment."""
    kinds, nations, now = unit_kinds(g), unit_nations(g), g.player_turn
    alike = [u for u, when in enumerate(g.units.built) if when == now and u != unit]
    return sum(kinds[u] == kinds[unit] and nations[u] == nations[unit] for u in alike)


@rule("15.1.3", "15.1.3.1", "15.1.3.3", "3.9.2", "11.10")
def repair_price(g: War, unit: int) -> int:
    """NARFs to repair a unit: half its factors without cadre, 6 for aircraft; double if it moved or flew, is a plane beside the
    enemy, or is German inside the Soviet Union of 1939 (TW-AMB-28)."""
    sheet = g.designs[g.units.design[unit]]
    at = g.units.at[unit]
    if sheet.air:
        row = PRICES[sheet.kind]
        price = 6 if sheet.kind != Kind.NAC else (4 if sheet.nation in row.dear_for else 2)
        enemy = 2 >> unit_sides(g)[unit]
        beside = any(presence(g)[b] & enemy for b in g.ground.steps[at])
        return price * 2 if beside or g.units.missions[unit] else price
    row = PRICES[Kind.FLAK if sheet.kind == Kind.MOTFLAK else sheet.kind]
    each = row.dear if sheet.nation in row.dear_for else row.cost
    price = each * -(-sheet.strength // 2)
    if g.units.moved[unit]:
        price *= 2
    return price * 2 if sheet.nation == "germany" and g.ground.ussr_1939[at] else price


@rule("15.1.3.3", "15.1.3.1", "13.2.3", "3.9.2")
def may_repair(g: War, unit: int) -> No | None:
    """Whether a depleted unit can be repaired now."""
    row = g.units[unit]
    if row.at < 0 or not row.depleted:
        return No("15.1.3", "it is not depleted")
    side = unit_sides(g)[unit]
    if row.sheet.kind in NAVAL:
        return No("15.1.3.2", "ships are repaired in shipyards")
    if supply_now(g, unit) != FULL and g.ground.land[row.at]:
        return No("15.1.3.3", "it is not in full supply")
    if row.sheet.ground and enemy_zone(g, side)[row.at]:
        return No("15.1.3.3", "it is in an enemy zone of control")
    if g.hexes.siege[row.at]:
        return No("13.2.3", "the fortress is under siege")
    price = bill(g, unit_nations(g)[unit], repair_price(g, unit))
    if price > funds(g, unit_nations(g)[unit]):
        return No("15.1.2", f"it costs {price} NARFs")
    return None


# --- placing (15.2.2, 15.2.3) -------------------------------------------------------------------------------------------------


@rule("15.2.2", "15.2.3", "8.8.3", "8.8.5", "8.8.9", "23.11", "23.26")
def abroad(g: War, unit: int) -> list[int] | None:
    """Where units of the wide world appear: those of America, Canada, India and South Africa in their boxes, one British or
    ANZAC unit a turn in Suez, naval aircraft in a shipyard; None for all others."""
    sheet, named = g.designs[g.units.design[unit]], g.ground.named
    if g.units.pool[unit] == DUE and g.units.post[unit] >= 0:
        return [g.units.post[unit]]
    if sheet.nation == "united_states":
        return [named("us_box")]
    if sheet.kind == Kind.NAC and g.naval:
        return [s for s, yard in yards(g).items() if yard == unit_nations(g)[unit]]
    box = next((box for word, box in OVERSEAS.items() if word in sheet.id.split("_")), None)
    if box == "suez" and hex_sides(g)[named("suez")] != g.side:
        box = "south_africa_box"
    return [named(box)] if box else None


@rule("15.2", "15.2.2", "15.2.3", "15.1.4")
def homes(g: War, unit: int) -> list[int]:
    """Supplied home hexes where a new unit can stand; aircraft need a base."""
    if g.salo and legionary(g, unit):
        return with_room(g, legion_sites(g), unit)
    nation, side = unit_nations(g)[unit], unit_sides(g)[unit]
    if unit_kinds(g)[unit] == Kind.PART:
        return hideouts(g, unit)
    if recruiting(g, unit) is not None:
        return _recruited(g, unit)
    if g.naval:
        far = abroad(g, unit)
        if far is not None:
            return [s for s in far if g.ground.box[s] or with_room(g, [s], unit)]
    if side == NEUTRAL:
        home = [s for s in g.ground.homeland.get(NATIONS[nation].key, ()) if g.hexes.holder[s] == nation and g.ground.land[s]]
        return home if unit_kinds(g)[unit] > Kind.PART else with_room(g, home, unit)
    net, sides, country = lines(g, side), hex_sides(g), g.ground.country
    fed, key = net.full.get(nation, 0), NATIONS[nation].key
    if unit_kinds(g)[unit] > Kind.PART:
        return [s for s in bases(g, unit) if country[s] == key and net.network.reached[s] & fed]
    zone, there, reached, land = enemy_zone(g, side), presence(g), net.network.reached, g.ground.land
    found = [
        s
        for s in g.ground.homeland.get(key, ())
        if sides[s] == side
        and land[s]
        and reached[s] & fed
        and (not zone[s] or (nation == USSR and _finnish_zone(g, s)))
        and not there[s] & (2 >> side)
    ]
    if "free_french" in g.designs[g.units.design[unit]].marks:  # 18.7.5
        found += [s for s in range(g.board.size) if g.ground.city[s] and "french_north_africa" in g.ground.regions[s]
                  and sides[s] == side and not zone[s] and not there[s] & (2 >> side)]  # fmt: skip
    return with_room(g, found, unit)


@rule("25.2")
def _recruited(g: War, unit: int) -> list[int]:
    """Where an SS Legion can be raised: supplied hexes of its home that Germany holds, outside enemy zones."""
    home, side = recruiting(g, unit), unit_sides(g)[unit]
    net, sides, zone, there = lines(g, side), hex_sides(g), enemy_zone(g, side), presence(g)
    fed = net.full.get(unit_nations(g)[unit], 0)
    found = [s for s in sorted(home or ()) if g.ground.land[s] and sides[s] == side and net.network.reached[s] & fed]
    return with_room(g, [s for s in found if not zone[s] and not there[s] & (2 >> side)], unit)


@rule("15.2.2")
def _finnish_zone(g: War, space: int) -> bool:
    """Whether an enemy zone over a hex is of Finns alone, beside whom Soviet units may still be built."""
    zoned, nations = zoned_designs(g), unit_nations(g)
    near = [u for b in g.ground.steps[space] for u in ground_at(g).get(b, ()) if unit_sides(g)[u] == AXIS and zoned[u]]
    return all(nations[u] == FINLAND for u in near)


@rule("15.4")
def builder(g: War, nation: int) -> int:
    """The side that builds a nation's units: its own; of a country at peace that leans to a power, the power's (TW-AMB-142)."""
    row = g.nations[nation]
    leans = nation not in MAJORS and row.side == NEUTRAL and row.patron >= 0 and row.status > NO_STATUS
    return camp(g, row.patron) if leans and g.campaign and not row.surrendered else camp(g, nation)


def pool_of(g: War, side: int) -> Iterator[int]:
    """Units of a side that wait to be built, or are due now."""
    nations, builds = unit_nations(g), [builder(g, n) == side for n in range(len(g.nations))]
    for u, pool in enumerate(g.units.pool):
        if builds[nations[u]] and (pool in (LOST, LOST_UNSUPPLIED) or (pool == DUE and 0 <= g.units.due[u] <= g.turn)):
            yield u


@rule("15.1", "15.1.1", "3.7", "22.7.1")
def may_build(g: War, unit: int) -> No | None:
    """Whether a unit in the pool can be built now; reinforcements of the scenario cost nothing."""
    if g.units.at[unit] >= 0:
        return No("15.1", "it is on the board")
    nation = unit_nations(g)[unit]
    if g.nations.surrendered[nation]:
        return No("15.1", "its country has surrendered")
    if unit_kinds(g)[unit] > Kind.NAC:
        return No("15.1.5", "fleets are not built here")
    if g.units.parent[unit] and nation != GERMANY:
        return No("9.6.3", "only German pieces are built anew")
    if g.units.moved[unit]:
        return No("15.1", "it was put off this turn")
    if g.units.pool[unit] not in (LOST, LOST_UNSUPPLIED, DUE):
        return No("15.1.1", "it is not in the force pool")
    if g.units.pool[unit] == DUE:
        return None
    if not g.options.rebuilding:
        return No("15.1", "this scenario is played without rebuilding")
    if nation == USA and g.nations.side[USA] == NEUTRAL and g.campaign:
        nations, kinds = unit_nations(g), unit_kinds(g)
        new = [u for u, when in enumerate(g.units.built) if when == g.player_turn and nations[u] == USA and kinds[u] <= Kind.NAC]
        if len(new) >= PEACETIME_BUILDS:
            return No("22.7.1", "America at peace builds two ground or air units a turn")
    price = bill(g, nation, build_price(g, unit))
    if price > funds(g, nation):
        return No("15.1.2", f"it costs {price} NARFs")
    return None


@rule("21.7.1")
def build_price(g: War, unit: int) -> int:
    """What building a unit takes from the purse now: nothing for a reinforcement or a free Soviet ground unit."""
    if unit_kinds(g)[unit] in FREE_AIR and boon(g, unit_nations(g)[unit], "freeair"):
        return 0  # 28.1.1
    if g.units.pool[unit] == DUE or (g.nations.free_builds[unit_nations(g)[unit]] and unit_kinds(g)[unit] <= Kind.PART):
        return 0
    return unit_price(g, unit)


# --- works (10.6.4, 13.2.2) ---------------------------------------------------------------------------------------------------


@derived("hexes.works", "hexes.builder")
def fort_counts(g: War) -> dict[int, int]:
    """Fortifications on the board by builder."""
    return dict(Counter(b for w, b in zip(g.hexes.works, g.hexes.builder) if w == FORTIFICATION))


@rule("10.6.4", "21.3")
def may_fortify(g: War, nation: int, space: int) -> No | None:
    """Whether a power can build a fortification in a hex."""
    no = no_more_forts(g, nation)
    return fort_site(g, nation, space) if no is None else no


def no_more_forts(g: War, nation: int) -> No | None:
    """Why a power cannot build a fortification anywhere, if it cannot."""
    row = g.nations[nation]
    if nation not in (FRANCE, BRITAIN, GERMANY, USSR):
        return No("10.6.4", "this nation builds no fortifications")
    if nation == FRANCE and g.turn < turn_of(1941, SPRING):
        return No("10.6.4", "France builds none before Spring 1941")
    if nation == USSR and g.turn < turn_of(1941, SUMMER):
        return No("21.3", "the Soviets build none before Summer 1941")
    if row.works >= (4 if nation == USSR else 2):
        return No("10.6.4", "no more fortifications this turn")
    if fort_counts(g).get(nation, 0) >= MOST_FORTS:
        return No("10.6.4", f"{MOST_FORTS} fortifications are on the board")
    if row.narfs < FORT_PRICE:
        return No("10.6.4", f"it costs {FORT_PRICE} NARFs")
    return None


@rule("13.2", "13.2.2", "21.3")
def may_build_fortress(g: War, nation: int, space: int) -> No | None:
    """Whether a power can build a fortress in a hex: one a year."""
    row, no = g.nations[nation], no_fortress(g, nation)
    if no is not None:
        return no
    if nation == USSR and g.year == 1941 and space != g.ground.named("leningrad"):
        return No("13.2.2", "in 1941 only Leningrad")
    if nation == USSR and space == g.ground.named("leningrad") and g.campaign and not holds_karelia(g):
        return No("23.21", "not without Karelia")
    if row.narfs < fortress_price(g, space):
        return No("13.2.2", f"it costs {fortress_price(g, space)} NARFs")
    if hex_sides(g)[space] != row.side or g.hexes.works[space] == FORTRESS:
        return No("13.2.2", "it must be a friendly hex without a fortress")
    tobruk = nation == BRITAIN and space == g.ground.named("tobruk")
    if g.ground.terrain[space] == MOUNTAIN or (
        (g.ground.terrain[space] == DESERT or g.ground.north_africa[space]) and not tobruk
    ):
        return No("13.2.2", "no fortress in mountains or deserts")
    if space in (g.ground.named("paris"), g.ground.named("rome"), g.ground.named("berlin")):
        return No("13.2.2", "no fortress in Paris, Rome or Berlin")
    net = lines(g, row.side)
    if not net.network.reached[space] & net.full.get(nation, 0):
        return No("10.6.6", "the hex is not in full supply")
    return No("26.0", "the winter stops the work") if no_building(g, space) else None


def no_fortress(g: War, nation: int) -> No | None:
    """Why a power cannot build a fortress anywhere this turn, if it cannot."""
    if nation not in (BRITAIN, GERMANY, USSR):
        return No("13.2.2", "this nation builds no fortresses")
    if g.year == 1939 or g.nations.fortress_year[nation] == g.year:
        return No("13.2.2", "one fortress a year, none in 1939")
    if nation == USSR and (g.year == 1940 or g.year > 1943 or g.barbarossa < 0):
        return No("13.2.2", "the Soviets build one in 1941 to 1943 each, once they are attacked")
    if nation == BRITAIN and g.year == 1940 and not g.nations.surrendered[FRANCE]:
        return No("13.2.2", "in 1940 only after the fall of France")
    return None


def fortress_price(g: War, space: int) -> int:
    return FORTRESS_ON_FORT if g.hexes.works[space] == FORTIFICATION else FORTRESS_PRICE


# --- strategic movement (8.4.1) -----------------------------------------------------------------------------------------------


@rule("8.4.1")
def extension_price(g: War, nation: int) -> int:
    """NARFs for a level of strategic movement: double for the United States while they are neutral."""
    return 2 * EXTENSION if nation == USA and g.nations.side[USA] == NEUTRAL else EXTENSION


@rule("8.4.1")
def may_extend(g: War, nation: int) -> No | None:
    """A Major Power raises its strategic movement by one a year, from 1941 on (TW-AMB-70)."""
    row = g.nations[nation]
    if nation not in MAJORS:
        return No("8.4.1", "minor countries never raise it")
    if g.year < 1941 or row.smp_year == g.year:
        return No("8.4.1", "one level a year, from 1941 on")
    if nation == USSR and hex_sides(g)[g.ground.named("moscow")] == AXIS:
        return No("8.4.1", "not while the enemy holds Moscow")
    price = extension_price(g, nation)
    return No("8.4.1", f"it costs {price} NARFs") if row.narfs < price else None


# --- upgrades (17.4, 19.4, 20.3, 21.7) ------------------------------------------------------------------------------------------


@rule("17.4", "19.4", "20.3", "21.7.2", "21.7.3", "29.21")
def upgrade_of(g: War, unit: int) -> tuple[str, int, int] | None:
    """(the nation's list entry, the new design, the price without a repair) of an upgrade open to a unit this turn."""
    sheet = g.designs[g.units.design[unit]]
    for n in UPGRADED.get((sheet.nation, sheet.kind, sheet.strength), ()):
        nation, kind, _, new_kind, new, price, first, army = UPGRADES[n]
        italian = nation == "italy" and lasting(g, ITALY, "armour")  # 28.1.1
        if nation == "italy" and boon(g, ITALY, "noarmour"):
            continue
        if (g.turn < first and not italian) or g.units.parent[unit]:
            continue
        if kind == Kind.FLAK and not g.options.motorised_flak:
            continue
        row = g.nations[unit_nations(g)[unit]]
        if (row.army > army and not italian) or row.upgraded & 1 << n or _too_late(g, nation, row):
            continue
        design = next(
            (d for d, s in enumerate(g.designs) if s.nation == nation and s.kind == new_kind and s.strength == new), None
        )
        if design is not None:
            return str(n), design, price
    return None


@rule("19.4", "20.3")
def upgrade_bill(g: War, unit: int, price: int) -> dict[int, int]:
    """What an upgrade costs whom: Germany pays for the better tanks of Italy, everybody for the repair of his own unit."""
    bill = {upgrade_payer(g, unit): price}
    if g.units.depleted[unit]:
        owner = patron_of(g, unit)
        bill[owner] = bill.get(owner, 0) + repair_price(g, unit)
    return bill


@rule("17.4", "19.4")
def _too_late(g: War, nation: str, row: Nation) -> bool:
    """Britain upgrades in three turns of 1942, Italy once in each of three years."""
    if nation == "britain":
        return g.turn > turn_of(1942, FALL)
    return nation == "italy" and (g.year > 1944 or bool(row.upgraded & _italian_year(g)))


def _italian_year(g: War) -> int:
    return 1 << 16 + (g.year - 1942)


@rule("19.4")
def upgrade_payer(g: War, unit: int) -> int:
    """Who pays for an upgrade: the unit's power, Germany for Italy."""
    nation = unit_nations(g)[unit]
    return GERMANY if nation == ITALY else patron_of(g, unit)


UPGRADES: tuple[tuple[str, Kind, int, Kind, int, int, int, int], ...] = (
    ("britain", Kind.ARM, 2, Kind.ARM, 4, 6, turn_of(1942, SPRING), 1),  # to Fall 1942
    ("italy", Kind.ARM, 2, Kind.ARM, 4, 6, turn_of(1942, SPRING), 1),  # one a year to 1944
    ("germany", Kind.ARM, 8, Kind.ARM, 10, 4, turn_of(1943, SPRING), 1),
    ("ussr", Kind.STA, 3, Kind.INF, 6, 5, turn_of(1943, FALL), 2),
    ("ussr", Kind.INF, 6, Kind.MECH, 6, 3, turn_of(1943, FALL), 2),
    ("ussr", Kind.ARM, 2, Kind.ARM, 6, 8, turn_of(1942, FALL), 2),
    ("ussr", Kind.ARM, 1, Kind.ARM, 4, 6, turn_of(1942, FALL), 2),
    ("germany", Kind.FLAK, 1, Kind.MOTFLAK, 1, 2, turn_of(1940, 3), 1),
)
UPGRADED: dict[tuple[str, Kind, int], list[int]] = {}  # the lines of the list by the counter that is exchanged
for _n, _line in enumerate(UPGRADES):
    UPGRADED.setdefault(_line[:3], []).append(_n)


@derived("turn", "side", "nations.side")
def open_upgrades(g: War) -> frozenset[int]:
    """Counters of the phasing side that have a better one by now."""
    ripe = {u[:3] for u in UPGRADES if g.turn >= u[6] and g.nations.side[INDEX[u[0]]] == g.side}
    return frozenset(d for d, s in enumerate(g.designs) if (s.nation, s.kind, s.strength) in ripe)


@rule("17.4", "20.3", "21.7.2", "21.7.3")
def may_upgrade(g: War, unit: int) -> No | None:
    """Units in full supply and outside enemy zones of control exchange their counter for a better one."""
    found = upgrade_of(g, unit)
    at = g.units.at[unit]
    if at < 0 or found is None:
        return No("20.3", "there is no better counter for it now")
    for payer, cost in upgrade_bill(g, unit, found[2]).items():
        if cost > g.nations[payer].narfs:
            return No("15.1.2", f"it costs {g.nations[payer].label} {cost} NARFs")
    side = unit_sides(g)[unit]
    if enemy_zone(g, side)[at] or lines(g, side).state(g, unit) != FULL:
        return No("20.3", "it must be in full supply and outside enemy zones of control")
    limit = 1 if found[0] == "2" and g.turn < turn_of(1944, FALL) else 2
    if found[0] == "7" and sum(1 for kind in unit_kinds(g) if kind == Kind.MOTFLAK) >= MOST_MOTFLAK:
        return No("29.21", "three are all there are")
    tens = sum(1 for d in g.units.design if g.designs[d].nation == "germany" and "upgraded" in g.designs[d].marks)
    return No("20.3", "no more of these yet") if found[0] == "2" and tens >= limit else None


# --- the segment --------------------------------------------------------------------------------------------------------------


@rule("3.7", "21.7.1")
def begin_build(g: War) -> None:
    """The Soviets mobilise, and what is due comes."""
    mobilise(g)
    liberation(g)
    for u, at in enumerate(g.units.at):  # 21.7.1: what is due comes even if its owner forgets
        if at < 0 and g.units.pool[u] == DUE and g.units.due[u] == NOWHERE:
            g.units[u].due = g.turn


@rule("3.7", "15.0")
def build_segment(g: War) -> Flow[None]:
    """Repair, build, place reinforcements, fortify and form reserves"""
    side, seat = g.side, g.seat(g.side)
    while True:
        options = list(build_options(g, side))
        if not options:
            break
        listed = [*options, *(Option("disband", g.nations[n]) for n in MAJORS if g.nations.side[n] == side), Option("done")]
        choice = yield Ask(
            seat, "Build Segment", listed, "3.7", why=lambda o: why_not_build(g, o), subject=Building(side), rests=True
        )
        if choice.verb == "done":
            break
        yield from build_one(g, choice)
    close_training(g)
    if g.campaign and side == camp(g, USSR):
        to_the_urals(g)
    yield from enforce_stacking(g, side)


@rule("8.8.2", "15.2.2")
def to_the_urals(g: War) -> None:
    """The three most expensive Soviet units of a Build Segment appear in the Urals (TW-AMB-15)."""
    nations, now, urals = unit_nations(g), g.player_turn, g.board.space("urals_box")
    fresh = [u for u, when in enumerate(g.units.built) if when == now and nations[u] == USSR and g.units.at[u] >= 0]
    for u in sorted(fresh, key=lambda u: (-unit_price(g, u), u))[:URALS_UNITS]:
        if g.units.at[u] != urals:
            g.units[u].at = urals
            g.say("{} is raised beyond the Urals", g.units[u], rule="8.8.2")


MOBILISED = (15, 15, 15, 15, 20, 20)  # 21.7.1, from the turn of the German attack


@rule("21.7", "21.7.1")
def mobilise(g: War) -> None:
    """In the six turns from the German attack the Soviets gain NARFs and may build one to six ground units for nothing."""
    row, since = g.nations[USSR], g.turn - g.barbarossa
    if row.side != g.side or row.surrendered:
        return
    row.free_builds = 0
    if g.barbarossa >= 0 and 0 <= since < len(MOBILISED):
        row.narfs += MOBILISED[since]
        row.base += MOBILISED[since] if g.campaign else 0
        row.free_builds = since + 1
        g.say("the Soviet Union mobilises: {} NARFs, {} free units", MOBILISED[since], since + 1, rule="21.7.1")


def build_options(g: War, side: int) -> Iterator[Option]:
    known, units, better = roster(g), g.units, open_upgrades(g)
    kinds, nations, depleted, designs = known.kinds, known.nations, units.depleted, units.design
    repair, reserve, build = (choices(g, verb, units) for verb in ("repair", "reserve", "build"))
    keep = {n for n in MAJORS if no_reserves(g, n) is None}
    for u, (at, s) in enumerate(zip(units.at, known.sides)):
        if at < 0 or s != side:
            continue
        if depleted[u] and may_repair(g, u) is None:
            yield repair[u]
        if better and designs[u] in better and may_upgrade(g, u) is None:
            yield Option("upgrade", units[u])
        if nations[u] in keep and kinds[u] in RESERVE and may_be_reserve(g, u) is None:
            yield reserve[u]
    for u in pool_of(g, side):
        if may_build(g, u) is None:
            yield build[u]
    for nation in MAJORS:
        row = g.nations[nation]
        if row.side != side or row.surrendered:
            continue
        own = {at for at, n in zip(units.at, nations) if at >= 0 and n == nation}
        forts, fields = no_more_forts(g, nation) is None, set(base_sites(g, nation))
        housed = {at for at, n, k in zip(units.at, nations, kinds) if n == nation and at >= 0 and k in HOUSED} if forts else ()
        fortify, fortress, airbase = (choices(g, verb, g.hexes, row) for verb in ("fortify", "fortress", "airbase"))
        fortresses = row.narfs >= FORTRESS_ON_FORT and no_fortress(g, nation) is None
        for s in sorted(own) if forts or fortresses or fields else ():
            if s in housed and fort_site(g, nation, s) is None:
                yield fortify[s]
            if fortresses and g.ground.land[s] and may_build_fortress(g, nation, s) is None:
                yield fortress[s]
            if s in fields:
                yield airbase[s]
        if base_left(g, nation):
            yield Option("survey", row)
        elif row.smp >= CARRY_PRICE:
            yield from (Option("dismantle", g.hexes[s]) for s in idle_bases(g, nation))
        if may_extend(g, nation) is None:
            yield Option("extend", row)
        yield from training_options(g, nation)
        if nation == USSR and not row.reserve_works and may_keep_works(g):
            yield Option("hold_works", row)


@rule("9.9.1")
def may_keep_works(g: War) -> bool:
    """The Soviets may keep one fortification in reserve instead of a unit, for the price of both (TW-AMB-68)."""
    row = g.nations[USSR]
    allowed = {1: 3, 2: 2}.get(row.army, 1)
    return (
        row.effort in (SLE, RLE)
        and row.reserves < allowed
        and row.narfs >= RESERVE_PRICE + FORT_PRICE
        and g.turn >= turn_of(1941, SUMMER)
    )


def why_not_build(g: War, option: Option) -> No | None:
    args = option.args
    if option.verb == "train" and len(args) == 2 and isinstance(args[0], Nation):
        return may_train(g, args[0].index, str(args[1]))
    if len(args) == 1 and isinstance(args[0], Unit):
        test = {"repair": may_repair, "upgrade": may_upgrade, "reserve": may_be_reserve, "build": may_build}.get(option.verb)
        return test(g, args[0].index) if test else None
    if len(args) == 2 and isinstance(args[1], Hex) and not isinstance(args[0], int | str):
        where = {"fortify": may_fortify, "fortress": may_build_fortress, "airbase": may_build_base}.get(option.verb)
        return where(g, args[0].index, args[1].index) if where else None
    return None


@rule("15.1.2", "9.9.2", "10.6.4")
def build_one(g: War, choice: Option) -> Flow[None]:
    """Carry out one item of the Build Segment"""
    first = choice.arg
    if choice.verb == "repair":
        charge(g, unit_nations(g)[first.index], repair_price(g, first.index))
        first.depleted = 0
    elif choice.verb == "upgrade":
        found = upgrade_of(g, first.index)
        assert found is not None
        for payer, cost in upgrade_bill(g, first.index, found[2]).items():
            g.nations[payer].narfs -= cost
        row = g.nations[unit_nations(g)[first.index]]
        row.upgraded = row.upgraded | 1 << int(found[0])
        if row.index == ITALY:
            row.upgraded = row.upgraded | _italian_year(g)
        first.design = found[1]
        first.depleted = 0
    elif choice.verb == "reserve":
        row = g.nations[unit_nations(g)[first.index]]
        row.narfs -= RESERVE_PRICE
        row.reserves += 1
        first.reserve = 1
    elif choice.verb == "build":
        yield from place_unit(g, first)
        return
    elif choice.verb == "disband":
        yield from disband(g, first.index)
        return
    elif choice.verb == "train":
        train(g, first, str(choice.args[1]))
    elif choice.verb == "extend":
        first.narfs -= extension_price(g, first.index)
        first.smp_more, first.smp_year = first.smp_more + 1, g.year
    elif choice.verb == "survey":
        yield from place_base(g, first, 0)
        return
    elif choice.verb == "dismantle":
        dismantle(g, first.index, CARRY_PRICE)
        return
    elif choice.verb == "hold_works":
        first.narfs -= RESERVE_PRICE + FORT_PRICE
        first.reserves += 1
        first.reserve_works = 1
    else:
        build_works(g, choice)
    g.say("{}: {}", choice.verb.replace("_", " "), first, rule="3.7")


def build_works(g: War, choice: Option) -> None:
    row, space = choice.args[0], choice.args[1]
    assert not isinstance(row, int | str) and isinstance(space, Hex)
    nation = g.nations[row.index]
    if choice.verb == "airbase":
        space.airbase = row.index
    elif choice.verb == "fortify":
        nation.narfs -= FORT_PRICE
        nation.works += 1
        space.works, space.builder, space.vacant = FORTIFICATION, row.index, 0
    else:
        nation.narfs -= fortress_price(g, space.index)
        nation.fortress_year = g.year
        space.works, space.builder, space.siege = FORTRESS, row.index, 0


@rule("15.2.2", "21.7.1")
def place_unit(g: War, unit: Unit) -> Flow[None]:
    """Place a new unit in its home country"""
    where, there = homes(g, unit.index), choices(g, "at", g.hexes)
    listed = [*(there[s] for s in where), Option("later")]
    choice = yield Ask(g.seat(g.side), f"Place {unit.label}", listed, "15.2.2", subject=Placing(unit.index))
    if choice.verb == "later":
        if unit.pool == DUE:
            unit.due = g.turn + 1
        else:
            unit.moved = unit.moved | 1
        return
    charge(g, unit_nations(g)[unit.index], build_price(g, unit.index))
    row = g.nations[unit_nations(g)[unit.index]]
    if unit.pool != DUE and unit.sheet.kind in FREE_AIR and boon(g, row.index, "freeair"):
        bestow(g, row.index, "freeair", -1)
    if unit.pool != DUE and row.free_builds and unit.sheet.ground:
        row.free_builds -= 1
    unit.at, unit.pool, unit.moved, unit.built = choice.arg.index, 0, 0, g.player_turn
    if row.side == NEUTRAL and row.index not in MAJORS:  # 15.4: it stands at its post when war comes
        unit.at, unit.pool, unit.post = NOWHERE, HOME, choice.arg.index
    g.say("{} appears at {}", unit, choice.arg, rule="15.2.2")
