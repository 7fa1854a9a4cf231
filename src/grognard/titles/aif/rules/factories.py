"""22.1: factories are built, repaired and destroyed. Blue ones that come and go are in Hex.blue_moved, printed red and green ones
that are destroyed in Hex.red_lost and Hex.green_lost; what is being built lies in `g.works`."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import nation_at, powers_by_hex
from grognard.titles.wif.rules.facilities import destroy_by_turns
from grognard.titles.wif.rules.powers import home_power, playing
from grognard.titles.wif.rules.resources import standing
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_at
from grognard.titles.wif.state import NOWHERE, Hex, Power

COST, TURNS = 8, 4
REPAIR_COST, REPAIR_TURNS = 4, 2
MOST = 2  # blue and green factories of a hex
FRESH = NOWHERE  # in g.works: a new factory has no hex yet


class Site(Subject, frozen=True):
    """A new factory looks for a city."""

    power: Annotated[int, Power]

    @once
    def cities(self, g: America) -> list[int]:
        return [s for s in range(g.board.size) if g.ground.city[s] and may_place(g, self, s) is None]


class Wrecking(Subject, frozen=True):
    """A power may destroy factories its units stand on. `done`: hexes where it has, one for each time."""

    power: Annotated[int, Power]
    done: Annotated[tuple[int, ...], Hex] = ()


# --- building (22.1) ------------------------------------------------------------------------------------------------------------


def orders(g: America) -> list[tuple[int, int, int]]:
    """Factories under way: power, turn they arrive, hex of a repair or FRESH."""
    return [(g.works[n], g.works[n + 1], g.works[n + 2]) for n in range(0, len(g.works), 3)]


@rule("22.1")
def may_construct(g: America, purse: Purse) -> No | None:
    """Whether a power may begin a new factory: one a turn."""
    if not g.options.factories:
        return No("22.1", "factories are built with an option only")
    if any(p == purse.power and at == FRESH and due == g.turn + TURNS for p, due, at in orders(g)):
        return No("22.1", "one new factory a turn")
    return None if purse.points >= COST else No("22.1", f"a factory costs {COST} build points")


def construct(g: America, purse: Purse, _: None) -> None:
    """A factory is begun: it arrives in four turns."""
    g.powers[purse.power].build_points -= COST
    g.works = [*g.works, purse.power, g.turn + TURNS, FRESH]
    g.say("{} begins a factory", g.powers[purse.power], rule="22.1")


def ruined(g: America, space: int) -> int:
    """Printed factories of a hex that are destroyed and not being repaired."""
    row = g.hexes[space]
    return row.red_lost + row.green_lost + row.blue_wrecked - sum(at == space for _, _, at in orders(g))


@rule("22.1")
def may_repair(g: America, purse: Purse, space: int) -> No | None:
    """Whether a destroyed printed factory can be repaired: in a hex of the power's own."""
    if not g.options.factories or ruined(g, space) <= 0:
        return No("22.1", "no printed factory lies in ruins there")
    if powers_by_hex(g)[space] != purse.power:
        return No("22.1", "the hex is not yours")
    return None if purse.points >= REPAIR_COST else No("22.1", f"a repair costs {REPAIR_COST} build points")


def repair(g: America, purse: Purse, space: int) -> None:
    """A printed factory stands again in two turns."""
    g.powers[purse.power].build_points -= REPAIR_COST
    g.works = [*g.works, purse.power, g.turn + REPAIR_TURNS, space]
    g.say("{} repairs a factory in {}", g.powers[purse.power], g.hexes[space], rule="22.1")


@rule("22.1")
def may_place(g: America, site: Site, space: int) -> No | None:
    """Whether a new factory may stand in a hex: a city of the home country with fewer than two blue and green ones; a box takes
    any number (AIF-DEC-13)."""
    country = nation_at(g, space)
    if not g.ground.city[space] or country < 0 or home_power(g, country) != site.power or powers_by_hex(g)[space] != site.power:
        return No("22.1", "new factories come to cities of your home country")
    _, blue, green = standing(g, space)
    return None if blue + green < MOST or g.ground.box[space] else No("22.1", "it has two factories already")


@rule("22.1")
def open_factories(g: America) -> Flow[None]:
    """Factories that are due begin to work: repaired ones in their hex, new ones in a city; one without room waits a turn"""
    for power, due, space in orders(g):
        if due > g.turn:
            continue
        g.works = _without(g, power, due, space)
        if space != FRESH:
            rebuild(g, space)
            continue
        site = Site(power)
        if not site.cities(g):
            g.works = [*g.works, power, g.turn + 1, FRESH]
            continue
        yield from menu(g, g.seat(power), "{0}: where is the new factory?", site, PLACE, named=(g.powers[power],))


def _without(g: America, power: int, due: int, space: int) -> list[int]:
    left = orders(g)
    left.remove((power, due, space))
    return [n for order in left for n in order]


def rebuild(g: America, space: int) -> None:
    """A printed factory is repaired, a red one first."""
    row = g.hexes[space]
    if row.red_lost:
        row.red_lost -= 1
    elif row.blue_wrecked:
        row.blue_wrecked -= 1
        row.blue_moved += 1
    elif row.green_lost:
        row.green_lost -= 1
    g.say("a factory works again in {}", row, rule="22.1")


def _put(g: America, site: Site, space: int) -> None:
    g.hexes[space].blue_moved += 1
    g.say("a new factory stands in {}", g.hexes[space], rule="22.1")


# --- destroying (22.1) ----------------------------------------------------------------------------------------------------------


@rule("22.1")
def wreck(g: America, space: int, count: int, *, red: bool) -> int:
    """Destroy factories of a hex, blue ones first; red ones only from the air. Gives how many."""
    row, gone = g.hexes[space], 0
    for _ in range(count):
        reds, blue, green = standing(g, space)
        if blue:
            printed = row.blue_moved <= 0 and row.blue_wrecked < g.ground.blue[space]
            row.blue_moved -= 1
            row.blue_wrecked += int(printed)
        elif green:
            row.green_lost += 1
        elif reds and red:
            row.red_lost += 1
        else:
            break
        gone += 1
        g.say("a factory in {} is destroyed", row, rule="22.1")
    return gone


@rule("22.1")
def may_wreck(g: America, subject: Wrecking, space: int) -> No | None:
    """Whether a power destroys a factory where it stands: one for each of its land units in supply, blue and green ones."""
    able = [u for u in land_at(g, space) if g.units.power[u] == subject.power and in_supply(g, u)]
    if len(able) <= subject.done.count(space):
        return No("22.1", "each land unit in supply destroys one factory a turn")
    _, blue, green = standing(g, space)
    return None if blue + green else No("22.1", "no blue or green factory stands there")


def _targets(g: America, subject: Wrecking) -> list[int]:
    """Factories under the boots of a power, its own too."""
    there = {at for at, whose in zip(g.units.at, g.units.power) if whose == subject.power and at >= 0 and g.ground.land[at]}
    return [s for s in sorted(there) if may_wreck(g, subject, s) is None]


def wreckers(g: America) -> list[int]:
    """For the sequence: powers that stand on factories."""
    return [p for p in playing(g) if _targets(g, Wrecking(p))] if g.options.factories else []


@rule("22.1")
def destroy_factories(g: America) -> Flow[None]:
    """A power may destroy factories its units stand on, also before the enemy takes its own"""
    yield from destroy_by_turns(g, "{0}: destroy factories?", Wrecking, _targets, SPARE, DESTROY)


def _wreck(g: America, subject: Wrecking, space: int) -> int:
    wreck(g, space, 1, red=False)
    return space


CONSTRUCT: Act[America, Purse, None] = Act("factory", "22.1", "A factory", who=may_construct, do=construct, group="Factories")
REPAIR_FACTORY: Act[America, Purse, int] = Act(
    "repair_factory", "22.1", "Repair a factory in {0}", takes=Hex, may=may_repair, do=repair, group="Factories",
    among=lambda g, s: [n for n in range(g.board.size) if ruined(g, n) > 0] if g.options.factories else [],
)  # fmt: skip
PLACE: Act[America, Site, int] = Act("found", "22.1", "{0}", takes=Hex, among=lambda g, s: s.cities(g), may=may_place, do=_put)
SPARE: Act[America, Wrecking, None] = Act("spare", "22.1", "Spare them", do=lambda g, s, _: None)
DESTROY: Act[America, Wrecking, int] = Act(
    "wreck", "22.1", "Destroy a factory in {0}", takes=Hex, listed=_targets, may=may_wreck, do=_wreck
)
