"""24: oil: what the wells and the synthetic plants give Germany, the Soviet Union and Britain, the strategic movement that
depends on them, and units that stay where they are for want of it."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.kinds import BOMBERS, FIGHTERS, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, ITALY, NEUTRAL, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import PLANT_FIRST, PLANT_NARFS, PLANTS, gain, plants_held, share
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import SPRING, Hex, Nation, Unit, War, turn_of

NEEDED = {GERMANY: 7, USSR: 5, BRITAIN: 4}  # with fewer oil factors units stay where they are
BASIS = {GERMANY: 7, USSR: 8, BRITAIN: 9}  # strategic movement that the oil of 1939 gives
ITALIANS = turn_of(1944, SPRING)
LIGHT_TANKS = 2
FLYING = FIGHTERS | BOMBERS
MOVING = FLYING | {Kind.FLEET, Kind.ARM, Kind.MECH}
EXCLUDED = ("memel", "konigsberg", "danzig", "prague")  # East Prussia, and Bohemia which is no German city


class Refinery(Subject, frozen=True):
    """Synthetic plants that Germany has still to place."""

    left: int


class Dry(Subject, frozen=True):
    """A power without oil: so many of its units must stay where they are."""

    power: Annotated[int, Nation]
    owed: int


# --- oil factors ----------------------------------------------------------------------------------------------------------------


def _held(g: War, place: str, side: int) -> bool:
    return hex_sides(g)[g.ground.named(place)] == side


@rule("24.0", "24.1", "24.2", "24.3")
def oil_factors(g: War, power: int) -> Modifiers:
    """The oil a power has, by source; what bombers have hit is missing for one player turn."""
    found = Modifiers()
    if power == GERMANY:
        found.add("synthetic plants", plants_held(g), "24.1")
        ploesti = hex_sides(g)[g.ground.named("ploesti")] != ALLIES
        found.add("Ploesti", 2 * int(ploesti), "24.1")
        found.add("Maikop and Grozny", int(_held(g, "maikop", AXIS) and _held(g, "grozny", AXIS)), "24.1")
        found.add("Baku", 3 * int(_held(g, "baku", AXIS)), "24.1")
        found.add("Mosul", 3 * int(_held(g, "mosul", AXIS)), "24.1")
    elif power == USSR:
        found.add("the Soviet Union", BASIS[USSR], "24.2")
        found.add("Maikop and Grozny lost", -int(_held(g, "maikop", AXIS) and _held(g, "grozny", AXIS)), "24.2")
        found.add("Baku lost", -3 * int(_held(g, "baku", AXIS)), "24.2")
        found.add("Ploesti", 2 * int(g.hexes.holder[g.ground.named("ploesti")] == USSR), "24.2")
    elif power == BRITAIN:
        found.add("the Empire", BASIS[BRITAIN], "24.3")
        found.add("Abadan lost", -3 * int(_held(g, "abadan", AXIS)), "24.3")
        found.add("Mosul lost", -3 * int(_held(g, "mosul", AXIS)), "24.3")
    found.add("bombed", -g.nations.oil_hits[power], "24.1")
    return found


@rule("24.1", "24.2", "24.3", "8.4")
def oil_points(g: War, power: int) -> int:
    """Points of strategic movement that oil adds to a power's level or takes from it."""
    if not g.campaign or power not in BASIS:
        return 0
    return oil_factors(g, power).total - BASIS[power]


# --- the synthetic plants -------------------------------------------------------------------------------------------------------


@rule("24.1")
def may_refine(g: War, space: int) -> No | None:
    """Whether a synthetic plant can stand in a hex: a German city, one to a hex."""
    if space in g.plants:
        return No("24.1", "there is a plant")
    towns = [c for c, s in g.ground.city_hex.items() if s == space]
    if g.ground.country[space] != "germany" or not towns or towns[0] in EXCLUDED or "east_prussia" in g.ground.regions[space]:
        return No("24.1", "plants stand in German cities")
    return None


@rule("24.1")
def place_plants(g: War) -> Flow[None]:
    """Germany places its five synthetic plants"""
    while g.campaign and len(g.plants) < PLANTS and g.nations.side[GERMANY] != NEUTRAL:
        left = PLANTS - len(g.plants)
        _, space = yield from menu(g, g.seat(AXIS), f"Place {left} synthetic oil plants", Refinery(left), REFINING, rule="24.1")
        g.plants = [*g.plants, space]


def sites(g: War) -> list[int]:
    """Cities where a plant can stand, those far from Britain first."""
    london = g.ground.named("london")
    found = sorted(set(g.ground.city_hex.values()), key=lambda s: (-g.ground.far(s, london), s))
    return [s for s in found if may_refine(g, s) is None]


@rule("24.1", "24.2")
def oil_hit(g: War, power: int, hits: int) -> None:
    """Bombers have hit oil: factors are missing in the next turn of the power, and a German plant costs its share of the year."""
    g.nations[power].oil_hits += hits
    if power == GERMANY and g.turn >= PLANT_FIRST:
        gain(g, GERMANY, -share(g, PLANT_NARFS) * min(hits, plants_held(g)), "plants hit", "24.1")


# --- shortage -------------------------------------------------------------------------------------------------------------------


@rule("24.1", "24.2", "24.3")
def shortage(g: War, power: int) -> int:
    """Units that must stay where they are this player turn: a die, for Germany with what is short of seven, for the others
    halved upwards; none while there is oil enough."""
    factors = oil_factors(g, power).total
    if factors >= NEEDED[power]:
        return 0
    roll = g.roll(D10, f"{g.nations[power].label} has {factors} oil factors", "24.1")
    return roll + NEEDED[GERMANY] - factors if power == GERMANY else -(-roll // 2)


@rule("24.1", "24.2", "24.3")
def may_stop(g: War, power: int, unit: int) -> No | None:
    """Whether a unit counts for what a power must leave without oil: Fleets, aircraft but naval ones, ARM and MECH; whole ones
    while there are any (TW-AMB-144)."""
    no = _burns_oil(g, power, unit)
    if no is not None:
        return no
    if g.units.depleted[unit] and any(not g.units.depleted[u] and _burns_oil(g, power, u) is None for u in range(len(g.units))):
        return No("24.1", "whole units first")
    return None


def _burns_oil(g: War, power: int, unit: int) -> No | None:
    known, kind = g.roster, g.roster.kinds[unit]
    nation = known.nations[unit]
    italian = power == GERMANY and nation == ITALY and g.turn >= ITALIANS
    if g.units.at[unit] < 0 or (nation != power and not italian):
        return No("24.1", "it is no unit of this power on the board")
    if kind not in MOVING:
        return No("24.1", "Fleets, aircraft, ARM and MECH burn oil")
    if g.units.dry[unit] == g.player_turn:
        return No("24.1", "it has none already")
    if power == USSR and (kind == Kind.FLEET or (kind == Kind.ARM and known.strengths[unit] <= LIGHT_TANKS)):
        return No("24.2", "ships and light tanks do not count")
    if power == BRITAIN and g.units.parent[unit]:
        return No("24.3", "pieces do not count")
    return None


@rule("24.1")
def stop(g: War, unit: int) -> None:
    """A unit has no oil this player turn: aircraft stay on the ground, ships in port, tanks in their hex."""
    row = g.units[unit]
    row.dry = g.player_turn
    if row.sheet.kind in FLYING or row.sheet.kind == Kind.FLEET:
        row.active = 0
    g.say("{} has no oil", row, rule="24.1")


@rule("24.1")
def dry(g: War, unit: int) -> bool:
    """Whether a unit has no oil this player turn."""
    return g.units.dry[unit] == g.player_turn


@rule("24.1", "24.2", "24.3")
def oil_shortage(g: War) -> Flow[None]:
    """A power without oil leaves units where they are, in its own player turn (TW-AMB-143)"""
    if not g.campaign:
        return
    for power in NEEDED:
        row = g.nations[power]
        if row.side != g.side or row.surrendered:
            continue
        owed = shortage(g, power)
        row.oil_hits = 0
        while owed > 0:
            dryness = Dry(power, owed)
            acts = STAFF, STOPPING, GROUNDING
            if not any(may_stop(g, power, u) is None for u in range(len(g.units))):
                break
            choice, _ = yield from menu(
                g, g.seat(g.side), f"No oil: {owed} units stay where they are", dryness, *acts, rule="24.1"
            )
            if choice.verb == "staff":
                break
            owed -= 1


@rule("24.1")
def _may_ground(g: War, dryness: Dry) -> No | None:
    """All German interceptors together count as one unit; they miss the next season of the bombing war."""
    row = g.nations[GERMANY]
    if dryness.power != GERMANY or not (row.interceptors or row.jets):
        return No("24.1", "there are no interceptors")
    return No("24.1", "they are grounded already") if row.int_dry else None


def _ground(g: War) -> None:
    g.nations[GERMANY].int_dry = 1
    g.say("the interceptors have no oil", rule="24.1")


def _staff(g: War, dryness: Dry) -> None:
    """The staff picks: ships first, then whatever is farthest from the enemy."""
    there = [at for u, at in enumerate(g.units.at) if at >= 0 and g.roster.sides[u] == 1 - g.side and g.ground.land[at]]

    def idle(unit: int) -> tuple[int, int, int]:
        at = g.units.at[unit]
        ship = g.roster.kinds[unit] == Kind.FLEET
        return int(ship), min([g.ground.far(at, s) for s in there], default=99) if g.ground.land[at] else 99, -unit

    for _ in range(dryness.owed):
        able = [u for u in range(len(g.units)) if may_stop(g, dryness.power, u) is None]
        if not able:
            return
        stop(g, max(able, key=idle))


REFINING: Act[War, Refinery, int] = Act(
    "refine", "24.1", "A plant in {0}", takes=Hex, among=lambda g, s: sites(g), may=lambda g, s, h: may_refine(g, h),
    do=lambda g, s, h: h,
)  # fmt: skip
STAFF: Act[War, Dry, None] = Act("staff", "24.1", "The staff chooses the rest", do=lambda g, s, _: _staff(g, s))
STOPPING: Act[War, Dry, int] = Act(
    "stop_unit", "24.1", "{0} stays", takes=Unit, among=lambda g, s: range(len(g.units)),
    may=lambda g, s, u: may_stop(g, s.power, u), do=lambda g, s, u: stop(g, u),
)  # fmt: skip
GROUNDING: Act[War, Dry, None] = Act(
    "ground", "24.1", "All interceptors stay down", may=lambda g, s, _: _may_ground(g, s), do=lambda g, s, _: _ground(g)
)
