"""5: the boxes beside the boards: who enters them, what they lose to enemies beside them, who may be in the SW boxes, and every
route that naval activities may take, with the destroyers and transports it needs.

Movement over the edge is in movement.py, supply in supply.py, construction in construction.py, the voyages in voyages.py.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.cache import once_per_board
from grognard.kernel.files import read_csv
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import GROUND, NAVAL, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FOLDER,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    RUSSIA,
    SOVIET,
    US,
)
from grognard.titles.awaw.rules.supply import EDGES, LOST, range_from
from grognard.titles.awaw.rules.units import (
    COLOURED,
    INDIAN_ARMY,
    KIND,
    NATION,
    factors,
    held_by,
    here,
    is_port,
    other,
    side_on,
    troops,
    unit_sides,
)
from grognard.titles.awaw.state import ABOARD, World

CANADIAN = 10  # BRPs (5.24)
FIVE = 5  # factors, BRPs in fives: one transport
CHAPTER = {"us_atlantic": "5.2", "us_pacific": "5.2", "south_africa": "5.3", "india_box": "5.4", "australia_box": "5.5",
           "ethiopia": "5.6", "urals": "5.7", "murmansk": "5.8"}  # fmt: skip
PAYS = {"india_box": (BRITAIN, 10), "australia_box": (BRITAIN, 10), "urals": (RUSSIA, 15)}
BUILDS = {
    "us": ("us_atlantic", "us_pacific"), "canada": ("us_atlantic", "us_pacific"), "south_africa": ("south_africa",),
    "india": ("india_box",), "australia": ("australia_box",), "russia": ("urals",),
}  # fmt: skip
SHIPPING = ("sw_atlantic", "sw_pacific", "sw_indian")
AIRSPACE = ("sw_atlantic", "sw_atlantic_east", "sw_atlantic_med", "sw_pacific", "sw_pacific_asia", "sw_pacific_southeast")
AT_SEA = frozenset((Kind.TRANSPORT, Kind.ASW, Kind.SUB, Kind.ADVANCED_SUB))
IN_THE_AIR = frozenset((Kind.BOMBER, Kind.INTERCEPTOR))
GERMAN_NORTH = ("bergen", "scapa_flow")
SAARE = "saare"
US_BOXES = ("us_atlantic", "us_pacific")
RANGE = 20  # ours 21.3614: naval operations on the Pacific board, off-board hexes among them (5.12B)
JAPAN_STRUCK = 577  # key of `booked`: Japan declared war on Russia (5.77)


class Route(msgspec.Struct, frozen=True):
    """A row of routes.csv."""

    section: str
    box: str
    activity: str
    to: tuple[str, ...]
    destroyers: int = 0
    defended: int = 0
    shipping: str = ""


ROUTES = tuple(read_csv(FOLDER / "data" / "board" / "routes.csv", Route))


def cite(g: World, box: int, part: str) -> str:
    """The section of a box: `5.77A` for the movement rules of the Urals."""
    return CHAPTER.get(g.board.token(box), "5.1") + part


def surrendered(g: World, box: str) -> bool:
    """Whether the dominion of a box has surrendered."""
    return bool(g.booked.get(LOST.get(box, -1), 0))


@rule("5.12", "5.23", "5.33", "5.43", "5.53", "5.63", "5.73", "5.81")
def may_be_in(g: World, side: int, box: int) -> No | None:
    """Boxes are closed to the enemies of those who control them, and to all once their dominion has surrendered; the shipping
    lanes are open to all. Nobody stays in the Murmansk box."""
    token = g.board.token(box)
    if token == "murmansk":
        return No("5.81", "the Murmansk box is for the battles of convoys alone")
    if surrendered(g, token):
        return No(cite(g, box, "3"), "the dominion has surrendered")
    if token in SHIPPING or token in AIRSPACE:
        return No("5.931", "only ships, submarines, transports and bombers are in an SW box")
    owner = g.ground.country[box]
    if token == "ethiopia" and side in (AXIS, ALLIES):  # ours 88.43: both sides fight for it
        return None
    if owner < 0 or side_on(g, owner, box) != side:
        return No(cite(g, box, "3"), "no enemy enters this box")
    return None


@rule("5.23", "5.27", "5.33", "5.47", "5.57", "5.73", "5.77", "ours 53.1")
def may_use(g: World, u: int, box: int) -> No | None:
    """The Urals are for Russian units, the boxes of the West for those of the Western Allies."""
    whose = NATION[g.units.design[u]]
    no = may_be_in(g, AXIS if COLOURED[g.units.design[u]] else side_on(g, whose, box), box)  # at peace on the box's board too
    token, faction = g.board.token(box), g.faction(NATION[g.units.design[u]])
    if no is None and token in CHAPTER and token != "ethiopia" and (token == "urals") != (faction == SOVIET):
        return No(cite(g, box, "7"), "units of this power do not enter the box")
    return no


@rule("5.44", "5.54", "5.74")
def press(g: World, box: str) -> int:
    """BRPs lost to enemy ground factors beside a box in excess of those inside, up to its value; partisans do not count. A
    dominion that has surrendered costs nothing more."""
    payer, most = PAYS[box]
    if surrendered(g, box):
        return 0
    space = g.board.space(box)
    inside = factors(g, troops(g, space, side_on(g, payer, space)))
    foes = [u for u in besiegers(g, space, indians=True) if unit_sides(g)[u] == other(side_on(g, payer, g.units.at[u]))]
    return max(0, min(most, factors(g, foes) - inside))


@rule("5.44", "5.47", "5.54", "5.57", "5.74", "5.77")
def besiegers(g: World, box: int, *, indians: bool = False) -> list[int]:
    """Ground units whose factors count beside a box: of the Axis and Japan beside the Urals, of Japan alone beside India and
    Australia, with the Indian National Army where BRPs are lost; no partisans."""
    far_east = (JAPAN, INDIAN_ARMY) if indians else (JAPAN,)
    beside = [u for s, _ in g.ground.ways[box] for u in here(g, s) if KIND[g.units.design[u]] != Kind.PARTISAN]
    if g.board.token(box) == "urals":
        return [u for u in beside if g.nations.patron[NATION[g.units.design[u]]] in (GERMANY, ITALY, JAPAN)]
    return [u for u in beside if NATION[g.units.design[u]] in far_east]


@rule("5.44", "5.54", "5.74")
def pay_press(g: World) -> None:
    """At the end of the combat phase of the Axis and Japan."""
    for box, (payer, _) in PAYS.items():
        lost = press(g, box) if g.side == AXIS else 0
        if lost:
            g.nations[payer].level -= lost
            g.say("enemies beside {} cost {} {} BRPs", g.hexes[g.board.space(box)], g.nations[payer], lost,
                  rule=cite(g, g.board.space(box), "4"))  # fmt: skip


@rule("5.24", "5.34", "5.64")
def brp_value(g: World, box: str) -> int:
    """What a box is worth: the United States their base and Canada's ten, South Africa ten, Ethiopia nothing."""
    if box in US_BOXES:
        return g.nations.base[US] + CANADIAN
    return {"south_africa": 10, "india_box": 10, "australia_box": 10, "urals": 20}.get(box, 0)


@rule("5.26", "5.36", "5.46", "5.56", "5.66", "5.76", "ours 27.42G", "ours 27.472", "ours 27.473", "ours 27.474")
@rule("ours 73.1")
def builds_in(g: World, nation: int, space: int) -> bool:
    """Which units may be constructed in a box."""
    return any(nation == INDEX[key] and g.board.token(space) in boxes for key, boxes in BUILDS.items())


@rule("5.77")
def may_go_east(g: World) -> No | None:
    """Russia sends units to the Pacific board only when Japan attacked it, or when it is at war and Germany is beaten or no hex
    of Russia, eastern Poland and the Baltic States is lost; Saare does not count."""
    if g.booked.get(JAPAN_STRUCK, 0):
        return None
    row = g.nations[RUSSIA]
    if row.war < 0 and row.fought_east < 0:
        return No("5.77A", "Russia is at war with nobody")
    if g.nations.surrendered[GERMANY]:
        return None
    home = [s for key in ("russia", "eastpoland", "baltics") for s in g.ground.homeland[INDEX[key]]
            if g.sheet.theatre in ("both", g.ground.theatre[s])]  # fmt: skip
    saare = g.ground.named[SAARE]  # AW-DEC-37: Siberia is Russia too (3.11)
    if all(held_by(g, s) == side_on(g, RUSSIA, s) for s in home if s != saare):
        return None
    return No("5.77A", "not while an enemy holds Russian soil")


@rule("5.77")
def may_step(g: World, a: int, b: int) -> No | None:
    """Out of the Urals onto the Pacific board only when Russia may go east."""
    east = g.board.token(a) == "urals" and not g.ground.europe[b] and not g.ground.box[b]
    return may_go_east(g) if east else None


@rule("5.27", "5.37", "5.47", "5.57", "5.67", "5.77", "ours 13.8")
def may_leave(g: World, u: int, part: str = "7A") -> No | None:
    """A ground unit leaves a box only if as many ground factors stay as enemies stand beside it."""
    at, side = g.units.at[u], unit_sides(g)[u]
    if not g.ground.box[at] or KIND[g.units.design[u]] not in GROUND:
        return None
    left = factors(g, [o for o in troops(g, at, side) if o != u and g.units.mission[o] != ABOARD])
    beside = besiegers(g, at)
    if left < factors(g, beside):
        return No(cite(g, at, part), f"{left} factors would be left against {factors(g, beside)} beside the box")
    return None


# --- SW boxes -----------------------------------------------------------------------------------------------------------


@rule("5.92", "5.931", "5.941", "5.942")
def may_occupy(g: World, u: int, box: str) -> No | None:
    """Shipping lanes for ships, submarines, ASW, transports; airspace for bombers and interceptors, not over the Indian Ocean."""
    what = KIND[g.units.design[u]]
    if what in IN_THE_AIR:
        return None if box in AIRSPACE else No("5.942", "bombers and interceptors go to the Atlantic and Pacific boxes only")
    if what in AT_SEA or what in NAVAL:
        return None if box in SHIPPING else No("5.92", "this section is airspace")
    return No("5.931", "neither ground units nor other aircraft are in an SW box")


@rule("5.935")
def may_transfer(g: World, u: int, start: str, goal: str) -> No | None:
    """Between SW boxes in redeployment, without delay; German submarines reach the Indian Ocean only through Suez."""
    boats = KIND[g.units.design[u]] in (Kind.SUB, Kind.ADVANCED_SUB) and NATION[g.units.design[u]] == GERMANY
    if boats and goal == "sw_indian" and start != "sw_indian":
        return No("5.935", "German submarines come only from a Mediterranean port through the Suez canal")
    return may_occupy(g, u, goal)


@rule("5.82", "5.83")
def may_join_murmansk(g: World, u: int, *, convoy: bool) -> No | None:
    """Germans from Bergen and Scapa Flow against a convoy; Western ships only as part of one."""
    if NATION[g.units.design[u]] == GERMANY:
        bases = [g.ground.named[name] for name in GERMAN_NORTH]
        return None if g.units.at[u] in bases else No("5.82", "only from Bergen or Scapa Flow")
    return None if convoy else No("5.83", "only as part of a Murmansk convoy")


# --- routes -------------------------------------------------------------------------------------------------------------


def reaches(g: World, route: Route, space: int, *, any_port: bool = False) -> bool:
    """Whether a space is one of a route's ends; `any_port`: also where a port has yet to be built (5.58E)."""
    ground, token = g.ground, g.board.token(space)
    words = g.board.column("cities")[space].split()
    for word in route.to:
        kind, _, name = word.partition(":")
        if kind in ("group", "port"):
            found = ground.group[space] == name and (kind == "group" or any_port or is_port(g, space))
        elif word == "western_port":
            found = ground.port[space] and ground.front[space] == FRONT["western"] and not ground.box[space]
        elif word == "western_hex":
            found = ground.land[space] and ground.front[space] == FRONT["western"]
        elif word == "pacific_map":
            found = ground.land[space] and not ground.europe[space]
        elif word == "pacific_port":
            found = ground.port[space] and not ground.europe[space]
        else:
            found = word == token or word in words
        if found:
            return True
    return False


@rule("5.28", "5.38", "5.48", "5.58", "5.68", "5.78")
def may_sail_to(g: World, box: str, activity: str, space: int) -> No | None:
    """Whether a naval activity may go between a box and a space: base_change, sea_transport, invasion, escort, or nr: ships
    without cargo that redeploy."""
    if route_to(g, box, activity, space) is None:
        words = {"nr": "naval redeployment"}.get(activity, activity.replace("_", " "))
        part = {"base_change": "B", "sea_transport": "C", "invasion": "D", "escort": "E", "nr": "E"}[activity]
        return No(cite(g, g.board.space(box), f"8{part}"), f"no {words} between the box and that place")
    if activity in ("sea_transport", "invasion"):
        far = range_from(g, box, space)
        return None if far <= RANGE else No("5.12B", f"{far} hexes, {RANGE} at most")
    return None


def route_to(g: World, box: str, activity: str, space: int) -> Route | None:
    return next((r for r in ROUTES if r.box == box and r.activity == activity and reaches(g, r, space)), None)


def route_between(g: World, a: int, b: int, activity: str) -> Route | None:
    """The route of an activity between two spaces, one of them a box, whichever way it is sailed."""
    for box, there in ((a, b), (b, a)):
        found = route_to(g, g.board.token(box), activity, there) if g.ground.box[box] else None
        if found is not None:
            return found
    return None


@once_per_board
def shipping_of(g: World, port: int) -> tuple[str, ...]:
    """SW boxes whose transports carry what redeploys between a port and a box."""
    token = g.board.token(port)
    fits = [r for r in ROUTES if r.activity == "escort" and (r.box == token or reaches(g, r, port, any_port=True))]
    return tuple(sorted({r.shipping for r in fits}))


@rule("5.28", "5.38", "5.48", "5.58", "9.53")
def lift(route: Route, load: int, *, defended: bool = False) -> tuple[int, int]:
    """Destroyer factors and transports for so many factors: two a factor and one more against a defended hex; one for five."""
    destroyers = load * (route.destroyers + (route.defended if defended else 0))
    return destroyers, -(-load // FIVE) if route.shipping else 0


@rule("5.28", "5.38")
def may_intercept_from(g: World, box: str) -> No | None:
    """Ships in the boxes of the United States and South Africa do not intercept; those in India and Australia do."""
    if box in US_BOXES:
        return No("5.28G", "no interception from the boxes of the United States")
    if box == "south_africa":
        return No("5.38F", "no interception from South Africa")
    return None if box in EDGES else No("ours 22.11", "no interception from this box")
