"""4.2.2, 13.6.6, 13.6.7: roads and railways are built, placed and repaired, and the facilities of single hexes (options 32, 33).

They are under way in `g.works` beside the factories of facilities.py: power, the turn they are due, what they are (WIF-DEC-78).
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, SIDE_OF_POWER
from grognard.titles.wif.rules.access import closed
from grognard.titles.wif.rules.building import Purse, affordable, pay
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.gearing import CLASSES, count_built, may_gear
from grognard.titles.wif.rules.railways import A_RAILWAY, A_ROAD, may_lay, road_cost
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import NOWHERE, Hex, Power, War

FACILITY = CLASSES.index("facility")
ROAD, RAIL_REPAIR, SPECIFIC = -10, -1_000, -50_000  # in g.works: less the turns it took, less the hex
SHORTEST, LONGEST = 2, 9  # turns of a road: one more than the hex costs
RAIL_REPAIR_COST, RAIL_REPAIR_TURNS = 2, 1


class Roadwork(Subject, frozen=True):
    """A road, or a railway made of one, is placed. `turns`: how long it took."""

    power: Annotated[int, Power]
    turns: int


# --- building -----------------------------------------------------------------------------------------------------------------


@rule("13.6.6")
def may_begin_road(g: War, purse: Purse, turns: int) -> No | None:
    """Whether a road is begun that takes so many turns; where it comes to lie is said when it is ready."""
    if not g.options.facilities:
        return No("13.6.6", "roads are built with option 32")
    if not SHORTEST <= turns <= LONGEST:
        return No("13.6.6", f"a road takes {SHORTEST} to {LONGEST} turns")
    if g.options.factories_in_flames:
        return No("13.6.10", "facilities are begun in their hex")
    no = may_gear(g, purse.power, FACILITY)
    return affordable(purse, road_cost(turns)) if no is None else no


def begin_road(g: War, purse: Purse, turns: int) -> None:
    pay(g, purse, road_cost(turns))
    count_built(g, purse.power, FACILITY)
    g.works = [*g.works, purse.power, g.turn + turns, ROAD - turns]
    g.say("{} begins a road of {} turns", g.powers[purse.power], turns, rule="13.6.6")


@rule("13.6.7")
def may_repair_rails(g: War, purse: Purse, space: int) -> No | None:
    """Whether a destroyed railway of the board is repaired: two build points, one turn."""
    if not g.hexes.rail_gone[space] or powers_by_hex(g)[space] != purse.power:
        return No("13.6.7", "no railway of yours is destroyed there")
    if RAIL_REPAIR - space in g.works[2::3]:
        return No("13.6.7", "it is being repaired")
    return affordable(purse, RAIL_REPAIR_COST)


def repair_rails(g: War, purse: Purse, space: int) -> None:
    pay(g, purse, RAIL_REPAIR_COST)
    g.works = [*g.works, purse.power, g.turn + RAIL_REPAIR_TURNS, RAIL_REPAIR - space]
    g.say("{} repairs the railway in {}", g.powers[purse.power], g.hexes[space], rule="13.6.7")


def wells(g: War) -> dict[int, tuple[int, int, int]]:
    """Hexes with an oil facility of their own: its cost, its turns and its oil."""
    return {g.board.space(place): facts for place, facts in g.charts.hex_facilities.items() if g.board.knows(place)}


@rule("13.6.6")
def may_drill(g: War, purse: Purse, space: int) -> No | None:
    """Whether the oil facility of a hex is built: by whoever controls it then; it is his who does when it is ready."""
    if not g.options.facilities or space not in wells(g):
        return No("13.6.6", "no facility belongs into that hex")
    if powers_by_hex(g)[space] != purse.power:
        return No("13.6.6", "you do not control the hex")
    if g.hexes.oil_built[space] or SPECIFIC - space in g.works[2::3]:
        return No("4.2.2", "one of each in a hex")
    if g.options.factories_in_flames:
        return No("13.6.10", "facilities are begun in their hex")
    no = may_gear(g, purse.power, FACILITY)
    return affordable(purse, wells(g)[space][0]) if no is None else no


def drill(g: War, purse: Purse, space: int) -> None:
    cost, turns, _ = wells(g)[space]
    pay(g, purse, cost)
    count_built(g, purse.power, FACILITY)
    g.works = [*g.works, purse.power, g.turn + turns, SPECIFIC - space]
    g.say("{} drills for oil in {}", g.powers[purse.power], g.hexes[space], rule="13.6.6")


# --- placing ------------------------------------------------------------------------------------------------------------------


@rule("4.2.2")
def may_place_road(g: War, subject: Roadwork, space: int, *, rails: bool) -> No | None:
    """Whether a road is placed in a hex, or a railway made of the road there: one's own, in no enemy zone."""
    if powers_by_hex(g)[space] != subject.power:
        return No("4.2.2", "only hexes you control")
    if in_enemy_zone(g, space, SIDE_OF_POWER[subject.power]):
        return No("4.2.2", "it lies in an enemy zone of control")
    no = may_lay(g, space, subject.turns, rails=rails)
    if no is not None or SIDE_OF_POWER[subject.power] != ALLIES:
        return no
    troops = next((u for u, whose in enumerate(g.units.power) if whose == subject.power and g.roster.land[u]), NOWHERE)
    return closed(g, troops, space) if troops != NOWHERE else None  # where they cannot go nothing is built


def roadsides(g: War, subject: Roadwork, *, rails: bool) -> list[int]:
    mine = [s for s, p in enumerate(powers_by_hex(g)) if p == subject.power and g.ground.land[s]]
    return [s for s in mine if may_place_road(g, subject, s, rails=rails) is None]


def open_work(g: War, power: int, work: int) -> Flow[None]:
    """A road, a railway or an oil facility is ready"""
    if work <= SPECIFIC:
        g.hexes[SPECIFIC - work].oil_built += wells(g)[SPECIFIC - work][2]
        g.say("oil flows in {}", g.hexes[SPECIFIC - work], rule="4.2.2")
    elif work <= RAIL_REPAIR:
        g.hexes[RAIL_REPAIR - work].rail_gone = 0
        g.say("trains run again in {}", g.hexes[RAIL_REPAIR - work], rule="13.6.7")
    else:
        subject = Roadwork(power, ROAD - work)
        if roadsides(g, subject, rails=False) or roadsides(g, subject, rails=True):
            yield from menu(
                g, g.seat(power), "Where does the road of {0} turns lie?", subject, LAY_ROAD, LAY_RAILS, named=(subject.turns,)
            )
        else:
            g.works = [*g.works, power, g.turn + 1, work]


def _lay(kind: int):  # type: ignore[no-untyped-def]
    def lay(g: War, subject: Roadwork, space: int) -> None:
        g.hexes[space].laid = kind
        word = "railway" if kind == A_RAILWAY else "road"
        g.say("a new {} lies in {}", word, g.hexes[space], rule="4.2.2")

    return lay


BUILD_ROAD: Act[War, Purse, int] = Act(
    "build_road", "13.6.6", lambda g, s, n: f"A road of {n} turns: {road_cost(n)}", takes=int, may=may_begin_road, do=begin_road,
    among=lambda g, s: range(SHORTEST, LONGEST + 1) if g.options.facilities else (), group="Facilities",
)  # fmt: skip
REPAIR_RAILS: Act[War, Purse, int] = Act(
    "repair_rails", "13.6.7", "The railway in {0}: 2", takes=Hex, may=may_repair_rails, do=repair_rails, group="Facilities",
    among=lambda g, s: [n for n, gone in enumerate(g.hexes.rail_gone) if gone],
)  # fmt: skip
DRILL: Act[War, Purse, int] = Act(
    "drill", "13.6.6", "Oil in {0}", takes=Hex, may=may_drill, do=drill, group="Facilities",
    among=lambda g, s: list(wells(g)) if g.options.facilities else [],
)  # fmt: skip
LAY_ROAD: Act[War, Roadwork, int] = Act(
    "road", "4.2.2", "A road in {0}", takes=Hex, among=lambda g, s: roadsides(g, s, rails=False),
    may=lambda g, s, n: may_place_road(g, s, n, rails=False), do=_lay(A_ROAD),
)  # fmt: skip
LAY_RAILS: Act[War, Roadwork, int] = Act(
    "rails", "4.2.2", "A railway in {0}", takes=Hex, among=lambda g, s: roadsides(g, s, rails=True),
    may=lambda g, s, n: may_place_road(g, s, n, rails=True), do=_lay(A_RAILWAY),
)  # fmt: skip
