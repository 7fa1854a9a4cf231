"""Chapter 8: the Combat Movement Phase. A seat picks a unit, then what it does and where, until it is done.

Every option is one unit and one act; identical units of a zone are offered once, `all` moves them together. What is met on the
way at sea is sea_contact.py; where units can go movement.py; wars are declared through war.py. Nothing is fought here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import derived, rows_by
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import (
    CARRIERS,
    IS_AIR,
    IS_LAND,
    IS_NAVAL,
    IS_WARSHIP,
    KIND,
    TRANSPORTS,
    WITH,
)
from grognard.titles.gw36.rules import (
    air_orders,
    amphibious,
    annexation,
    clashes,
    convoys,
    obstacles,
    refusals,
    sea_contact,
    sea_orders,
    war,
)
from grognard.titles.gw36.rules.attacks import alike as alike
from grognard.titles.gw36.rules.attacks import is_target, joins, targets
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.crossings import crossing_between, may_cross
from grognard.titles.gw36.rules.movement import (
    boarded_ally,
    land_advance,
    land_attack_reach,
    may_stay_out,
    path,
    room_for,
    transports_near,
    way_over,
)
from grognard.titles.gw36.rules.nations import (
    acting,
    commanded,
    first_refusal,
    is_split,
    relations,
    roster,
    seat_at,
    seat_of_unit,
)
from grognard.titles.gw36.rules.units import enemy_units, foes
from grognard.titles.gw36.state import (
    ASSAULT,
    ATTACK,
    BLOCKADE,
    CLASH,
    ESCORT,
    NAMES,
    PATROL,
    RAID,
    SIGNED,
    USA,
    Unit,
    War,
    chosen,
)
from grognard.titles.gw36.subjects import Movers, Orders, Politics

LASTING = (BLOCKADE, PATROL)  # 9.11: ships on escort duty forfeit Combat Movement (GW36-AMB-141)
BLITZ, PAIRS, TOWS, TOWED = WITH["blitz"], WITH["blitz_pair"] | WITH["blitz_pair_two"], WITH["tows"], WITH["towed"]
PAIRS_TWO = WITH["blitz_pair_two"]
ATTRITION_KINDS, ROCKET, NARROW = WITH["attrition"], KIND["strategic_rocket"], WITH["narrow_attack"]


def begin_combat_movement(g: War) -> None:
    g.phase = 2
    g.held = []


@rule("8.2", "6.2")
def combat_movement_phase(g: War) -> Flow[None]:
    """Move units into combat"""
    mover = Movers(f"player{g.mover}", True)
    prompt = "Combat movement: choose a unit"
    while True:
        choice, _ = yield from menu(g, mover.seat, prompt, mover, DONE, POLITICS, PICKING, rule="8.2", rests=True)
        if choice.verb == "done":
            break
    g.phase = 0


@rule("5.5", "8.1")
def politics_menu(g: War, seat: str) -> Flow[None]:
    """Declare war and other political acts of the nation in turn"""
    choice = yield Ask(
        seat,
        "Politics",
        lambda: [*war.acts(g, seat), Option("back")],
        "5.5",
        why=lambda o: war.why_not(g, seat, o),
        subject=Politics(seat),
    )
    if choice.verb != "back":
        yield from war.act(g, seat, choice)


# --- picking ------------------------------------------------------------------------


def aims(g: War, nation: int) -> frozenset[int]:
    """The land zones a nation could attack, annex or fire into."""
    across = (b for zones in clashes.zones(g, nation).values() for b in zones)
    return targets(g, nation).union(annexation.zones(g, nation), across)


@derived(targets, annexation.zones, clashes.zones, given=aims)
def fronts(g: War, nation: int) -> tuple[frozenset[int], frozenset[int]]:
    """Land zones one step, and one or two steps, from a zone the nation could attack."""
    geo, found = geography(g), aims(g, nation)
    near = set().union(*[geo.beside[z] for z in found])
    for z in found & geo.crossings_at.keys():
        near |= {c.a if c.b == z else c.b for c in geo.crossings_at[z]}
    return frozenset(near), frozenset(near.union(*[geo.beside[z] for z in near]))


@derived("held")
def held_back(g: War) -> frozenset[int]:
    """The units that the mover holds back in this phase."""
    return frozenset(g.held)


def hold(g: War, units: Iterable[int]) -> None:
    """These units stay for this phase."""
    g.held = sorted({*g.held, *units})


@derived("news", "slot", "pact", "neutrality", "events", "zones.owner", "zones.captured")
def forces(g: War, seat: str) -> tuple[frozenset[int], dict[int, tuple[frozenset[int], frozenset[int]]]]:
    """The nations of a seat that are in turn, and the fronts of those that could fight somebody."""
    enemies, mine = relations(g).enemies, commanded(g, seat)
    fighting = [
        n
        for n in acting(g)
        if n in mine
        and (enemies[n] or (n == USA and g.monroe) or g.pact == SIGNED or annexation.zones(g, n) or clashes.zones(g, n))
    ]
    return mine, {n: fronts(g, n) for n in fighting}


NOT, IF_IT_LANDS, AT_A_QUAY, ALWAYS = range(4)


@rule("8.2", "2.3")
def prospect(g: War, seat: str, kind: int, nation: int, duty: int, at: int, carrier: int) -> int:
    """Whether units like this could make a combat move for a seat while its fronts stand."""
    mine, front = forces(g, seat)
    if nation == USA and is_split(g) and seat != seat_at(g, nation, at):
        return NOT
    if nation not in front:
        return ALWAYS if nation in mine and not IS_LAND[kind] and _watches(g, kind, nation, at, duty) else NOT
    if not IS_LAND[kind]:
        return ALWAYS
    if geography(g).is_sea[at]:
        return IF_IT_LANDS if carrier >= 0 else NOT
    if kind == ROCKET:
        return ALWAYS
    near, far = front[nation]
    return ALWAYS if at in (far if g.values.move[kind] > 1 or kind in TOWED else near) else AT_A_QUAY


def _in_turn(g: War, *_: str) -> tuple[int, ...]:
    return roster(g, acting(g))


@rows_by("units", forces, "tech", among=_in_turn)
def sorts(g: War, u: int, seat: str) -> tuple[int, ...] | None:
    """What makes units the same for a combat move, their prospect and zone first; none for those that have no prospect."""
    units = g.units
    at, nation, kind, duty = units.at[u], units.nation[u], units.kind[u], units.duty[u]
    if at < 0 or units.spent[u] or (duty and duty not in LASTING):
        return None
    carrier = units.carrier[u] if kind not in CARRIERS else NOWHERE
    chance = prospect(g, seat, kind, nation, duty, at, carrier)
    return (chance, at, kind, nation, units.used[u], units.hits[u], duty, units.start[u], carrier) if chance else None


@rows_by("units", "news", "slot", among=_in_turn)
def harbours(g: War, u: int) -> int | None:
    """The zone of a transport of the nations in turn."""
    units = g.units
    return units.at[u] if units.kind[u] in TRANSPORTS and units.at[u] >= 0 and units.nation[u] in acting(g) else None


def quays(g: War) -> set[int]:
    """The land zones off which a transport of the nations in turn lies."""
    coast = geography(g).coast
    return {z for sea in harbours(g) for z in coast[sea]}


def movers(g: War, seat: str, held: Set[int]) -> list[int]:
    """The first unit of every sort that could make a combat move and is not held back."""
    coast, shores = geography(g).coast, quays(g)
    found: list[int] = []
    for (chance, at, _, nation, *_), units in sorts(g, seat).items():
        if chance == AT_A_QUAY and at not in shores:
            continue
        if chance == IF_IT_LANDS and targets(g, nation).isdisjoint(coast[amphibious.landing_sea(g, units[0])]):
            continue
        first = next((u for u in units if u not in held), NOWHERE) if units[0] in held else units[0]
        if first >= 0:
            found.append(first)
    return sorted(found)


@rule("8.2", "8.7", "5.5")
def watches(g: War, u: int) -> bool:
    """What a unit of a nation at peace may do: an aircraft goes on patrol, a warship on escort duty (the example of 5.5)."""
    units = g.units
    return _watches(g, units.kind[u], units.nation[u], units.at[u], units.duty[u])


def _watches(g: War, kind: int, nation: int, at: int, duty: int) -> bool:
    geo = geography(g)
    if IS_AIR[kind]:
        reach = sea_contact.kind_patrols(g, kind, nation)
        near_sea = geo.is_sea[at] or bool(geo.coast[at]) or (reach > 1 and any(geo.coast[b] for b, _ in geo.land[at]))
        return near_sea and duty != PATROL and reach > 0
    return IS_WARSHIP[kind] and bool(convoys.protected(g, nation))


@rule("8.2")
def may_move(g: War, seat: str, u: int) -> No | None:
    """Why a unit makes no combat move for a seat, whatever other units do."""
    unit = g.units[u]
    if unit.at < 0:
        return No("8.2", f"{unit.label} is lost")
    if unit.nation not in acting(g):
        return No("6.1", f"it is not the turn of {NAMES[unit.nation]}")
    if seat_of_unit(g, u) != seat:
        return No("2.3", f"{unit.label} is not yours")
    if unit.duty == ESCORT and not unit.spent:
        return No("9.11", "ships on escort duty make no combat move")
    if unit.spent or (unit.duty and unit.duty not in LASTING):
        return No("8.2", f"{unit.label} has its orders")
    sort = sorts.key(g, u, seat)
    if sort is None:
        peace = unit.nation not in forces(g, seat)[1] and not watches(g, u)
        return No("8.2", f"{NAMES[unit.nation]} is at war with nobody" if peace else f"{unit.label} reaches no enemy")
    if sort[0] == AT_A_QUAY and unit.at not in quays(g):
        return No("8.4", f"{unit.label} reaches no enemy on land, and no transport lies off {g.zones[unit.at].label}")
    if sort[0] == IF_IT_LANDS and targets(g, unit.nation).isdisjoint(geography(g).coast[amphibious.landing_sea(g, u)]):
        return No("8.4", f"{unit.label} is aboard, and no enemy shore is near")
    return None


@rule("8.2")
def may_pick(g: War, mover: Movers, u: int) -> No | None:
    """Whether a unit is on the list: one that could move, is not held back, and stands for all that are the same."""
    no = may_move(g, mover.seat, u)
    if no is not None:
        return no
    held = held_back(g)
    if u in held:
        return No("8.2", f"{g.units[u].label} is held back in this phase")
    sort = sorts.key(g, u, mover.seat)
    assert sort is not None
    first = next(v for v in sorts(g, mover.seat)[sort] if v not in held)
    return None if first == u else No("8.2", f"u{first} is the same and stands for it")


# --- acting ------------------------------------------------------------------------


@rule("8.2", "8.4", "8.5", "8.7", "8.8")
def move_unit(g: War, seat: str, u: int) -> Flow[None]:
    """Choose what one unit does and where"""
    choice = yield Ask(
        seat,
        f"{g.units[u].label} in {g.zones[g.units.at[u]].label}",
        lambda: list(orders_of(g, u)),
        "8.2",
        why=lambda o: why_not_order(g, u, o),
        subject=Orders(u, True),
    )
    if choice.verb == "hold":
        hold(g, alike(g, u))
        return
    yield from carry_out(g, u, choice)
    yield from war.moment(g)


def orders_of(g: War, u: int) -> Iterator[Option]:
    """Every combat move of a unit, and `hold`."""
    kind = g.units.kind[u]
    yield Option("hold", g.units[u])
    if IS_LAND[kind]:
        if g.units.carrier[u] >= 0:
            yield from _landings(g, u)
        else:
            yield from _land_orders(g, u)
    elif IS_NAVAL[kind]:
        yield from sea_orders.orders_of(g, u)
    else:
        yield from air_orders.orders_of(g, u)


def _land_orders(g: War, u: int) -> Iterator[Option]:
    unit, units = g.units[u], g.units
    kind, nation, at = unit.kind, unit.nation, unit.at
    group = len(alike(g, u)) > 1
    if kind == ROCKET:
        yield from air_orders.rocket_orders(g, u)
        return
    for z, ways in sorted(land_advance(g, u, blitz=kind in BLITZ).into.items()):
        if is_target(g, nation, z) and joins(g, nation, z) is None:
            yield Option("attack", unit, g.zones[z])
            if group:
                yield Option("all", unit, g.zones[z])
            for _, via in ways[1:]:  # 0.8: other borders, other zones to fall back on
                yield Option("attack_by", unit, g.zones[via], g.zones[z])
                if group:
                    yield Option("all_by", unit, g.zones[via], g.zones[z])
    for z in annexation.zones(g, nation):
        if any(b == z for b, _ in geography(g).land[at]):
            yield Option("annex", unit, g.zones[z])
    yield from _partner_orders(g, u)
    for z in clashes.zones(g, nation).get(at, ()):
        if clashes.may_clash(g, u, z) is None:
            yield Option("clash", unit, g.zones[z])
    for crossing in geography(g).crossings_at.get(at, ()):
        z = crossing.b if crossing.a == at else crossing.a
        if may_attack_over(g, u, z) is None:
            yield Option("attack", unit, g.zones[z])
    if kind in ATTRITION_KINDS:
        for z, _ in geography(g).land[at]:
            if enemy_units(g, z, nation):
                yield Option("shell", unit, g.zones[z])
    for t in transports_near(g, at, acting(g)):
        if not units.spent[t] and not units.duty[t] and room_for(g, t, kind) is None:
            yield Option("load", unit, g.units[t])


@rule("1.20")
def may_attack_over(g: War, u: int, zone: int) -> No | None:
    """Why a unit may not combat move over a narrow crossing: Marines only, no enemy ships, batteries or patrols, the limit."""
    if g.units.kind[u] not in NARROW:
        return No("1.20", "only Marines combat move over a narrow crossing")
    crossing = crossing_between(g, g.units.at[u], zone)
    if crossing is None:
        return No("1.20", "no narrow crossing there")
    if not is_target(g, g.units.nation[u], zone):
        return No("1.20", "no enemy zone")
    return first_refusal(may_cross(g, u, crossing), joins(g, g.units.nation[u], zone))


@rule("12.2", "9.5", "7.8")
def _partner_orders(g: War, u: int) -> Iterator[Option]:
    """A Motorized unit takes a towed one two zones; armor takes a paired unit through an empty enemy zone"""
    unit, units = g.units[u], g.units
    kind, nation, at = unit.kind, unit.nation, unit.at
    if kind not in TOWS and kind not in BLITZ:
        return
    partners: dict[int, int] = {}
    for v in _beside(g, u, TOWED if kind in TOWS else PAIRS):
        partners.setdefault(units.kind[v], v)
    if not partners:
        return
    pair = [g.units[v] for v in _beside(g, u, PAIRS_TWO)][:2] if kind in BLITZ else []  # 7.8: two to one
    reach = land_attack_reach(g, u, blitz=kind in BLITZ)
    for z, (used, _) in sorted(reach.items()):
        if z != at and used == 2 and is_target(g, nation, z) and joins(g, nation, z) is None:
            for v in partners.values():
                yield Option("take", unit, g.units[v], g.zones[z])
            if len(pair) == 2:
                yield Option("take_two", unit, *pair, g.zones[z])


def _beside(g: War, u: int, wanted: frozenset[int]) -> list[int]:
    """Land units of some kinds that can go along with a unit."""
    units, nation = g.units, g.units.nation[u]
    return [
        v
        for v in g.units.stacks[units.at[u]]
        if units.kind[v] in wanted
        and units.nation[v] == nation
        and not (units.used[v] or units.spent[v] or units.duty[v])
        and units.carrier[v] < 0
        and not IS_AIR[units.kind[v]]
    ]


def _landings(g: War, u: int) -> Iterator[Option]:
    """Cargo at sea goes ashore against an enemy (8.4, 9.8)."""
    unit = g.units[u]
    for z in geography(g).coast[amphibious.landing_sea(g, u)]:
        if may_assault(g, u, z) is None:
            yield Option("assault", unit, g.zones[z])


@rule("8.4", "9.7", "9.8")
def may_assault(g: War, u: int, zone: int) -> No | None:
    """Why cargo may not land in a zone to attack it."""
    unit, geo, sea = g.units[u], geography(g), amphibious.landing_sea(g, u)
    if zone not in geo.coast[sea]:
        return No("8.4", "the zone is not on this sea")
    if (sea, zone) in geo.reefs:
        return No("9.8", "no amphibious assault over the reef")
    if not is_target(g, unit.nation, zone):
        return No("9.8", "no enemy zone")
    if boarded_ally(g, u):
        return No("8.4", "units on an ally's transport unload in their next turn")
    return first_refusal(amphibious.may_start_from(g, u), may_stay_out(g, u, zone), joins(g, unit.nation, zone))


@rule("8.2")
def why_not_order(g: War, u: int, option: Option) -> No | None:
    """Why an order is not on the list of a unit."""
    if option.args and isinstance(option.arg, Unit) and option.arg.index != u:
        return No("8.2", f"the question is about {g.units[u].label} u{u}")
    unit = g.units[u]
    zone = next((a.index for a in option.args if getattr(getattr(a, "table", None), "spaces", False)), -1)
    if option.verb in ("attack", "all") and zone >= 0:
        return why_not_attack(g, u, zone)
    if option.verb in ("attack_by", "all_by") and len(option.args) == 3:
        return why_not_over(g, u, chosen(option, 1), chosen(option, 2))
    if option.verb == "assault" and zone >= 0:
        return may_assault(g, u, zone) if unit.carrier >= 0 else No("8.4", "it is not aboard a transport")
    if option.verb == "clash" and zone >= 0:
        return clashes.may_clash(g, u, zone)
    if option.verb == "load" and len(option.args) == 2:
        return may_board(g, u, chosen(option, 1))
    return refusals.combat_order(g, u, option, zone)


@rule("8.2", "8.1")
def why_not_attack(g: War, u: int, zone: int) -> No | None:
    """Why a unit does not attack a zone: no war, the way, what it may attack."""
    unit, owner = g.units[u], g.zones.owner[zone]
    if owner >= 0 and not foes(g, unit.nation, zone) >> owner & 1:
        if relations(g).aligned[unit.nation] >> owner & 1:
            return No("8.1", f"{g.zones[zone].label} is a friendly zone: it is entered in Non-Combat Movement")
        return No("8.1", f"{NAMES[unit.nation]} is not at war with {NAMES[owner]}")
    if IS_NAVAL[unit.kind]:
        return sea_orders.why_not_attack(g, u, zone)
    if IS_AIR[unit.kind]:
        return air_orders.why_not_attack(g, u, zone)
    return first_refusal(joins(g, unit.nation, zone), may_stay_out(g, u, zone), _no_way(g, u, zone))


@rule("0.8", "8.2")
def why_not_over(g: War, u: int, via: int, zone: int) -> No | None:
    """Why a unit does not attack a zone out of another one."""
    if IS_NAVAL[g.units.kind[u]]:
        return sea_orders.why_not_over(g, u, via, zone)
    refusal = why_not_attack(g, u, zone)
    if refusal is not None:
        return refusal
    if IS_LAND[g.units.kind[u]] and way_over(g, u, via, zone, blitz=g.units.kind[u] in BLITZ)[0]:
        ways = land_advance(g, u, blitz=g.units.kind[u] in BLITZ).into.get(zone, ())
        plain = not any(over == via for _, over in ways[1:])
        return No("0.8", "the plain attack goes that way, or another over the same border is shorter") if plain else None
    return No("0.8", f"its movement does not lead through {g.zones[via].label} into {g.zones[zone].label}")


def _no_way(g: War, u: int, zone: int) -> No | None:
    """What keeps a land unit from a zone: the limits of a narrow crossing, or an obstacle on the way."""
    unit = g.units[u]
    if unit.carrier >= 0:
        return No("8.4", "it is aboard a transport: it goes ashore in an amphibious assault")
    if any(zone in (c.a, c.b) for c in geography(g).crossings_at.get(unit.at, ())):
        return may_attack_over(g, u, zone)
    return obstacles.on_land_to_attack(g, u, zone)


@rule("8.4")
def may_board(g: War, u: int, transport: int) -> No | None:
    """Why a land unit may not go aboard a transport in Combat Movement."""
    if transport not in transports_near(g, g.units.at[u], acting(g)):
        return No("8.4", "no transport of the nations in turn lies there off this shore")
    if g.units.spent[transport] or g.units.duty[transport]:
        return No("8.4", "the transport has unloaded or has its orders")
    return room_for(g, transport, g.units.kind[u])


# --- carrying out ------------------------------------------------------------------------


def carry_out(g: War, u: int, choice: Option) -> Flow[None]:
    """Carry out one order"""
    verb = choice.verb
    unit = g.units[u]
    if IS_NAVAL[unit.kind]:
        yield from sea_orders.carry_out(g, u, choice)
    elif verb in ("attack", "all"):
        zone = chosen(choice, 1)
        for v in alike(g, u) if verb == "all" else [u]:
            yield from advance(g, v, zone)
    elif verb in ("attack_by", "all_by"):
        for v in alike(g, u) if verb == "all_by" else [u]:
            yield from advance(g, v, chosen(choice, 2), over=chosen(choice, 1))
    elif verb in ("take", "take_two"):
        count = len(choice.args)
        yield from _take(g, u, [chosen(choice, n) for n in range(1, count - 1)], chosen(choice, count - 1))
    elif verb == "annex":
        annexation.annex(g, u, chosen(choice, 1))
    elif verb == "clash":
        unit.duty, unit.target = CLASH, chosen(choice, 1)
    elif verb == "load":
        load(g, u, chosen(choice, 1))
    elif verb == "assault":
        unit.duty, unit.target = ASSAULT, chosen(choice, 1)
        if amphibious.landing_sea(g, u) == unit.at:
            g.units[unit.carrier].spent = 1  # 8.4: it may not sail on
    elif verb in ("bomb", "bomb_rail", "carpet", "escort_bombers", "shell", "drop"):
        air_orders.fly_to_bomb(g, u, choice)
    elif verb in ("patrol", "raid", "mine"):
        zone = chosen(choice, 1)
        air_orders.fly(g, u, zone)
        unit.duty = {"patrol": PATROL, "raid": RAID, "mine": 8}[verb]


@rule("8.4")
def load(g: War, u: int, transport: int) -> None:
    """A land unit goes aboard a transport on the shore."""
    unit = g.units[u]
    unit.came = unit.at
    g.put(u, g.units.at[transport])
    unit.carrier = transport
    unit.used = max(unit.used, 1)


def advance(g: War, u: int, zone: int, *, over: int = NOWHERE) -> Flow[None]:
    """A land unit or aircraft moves into combat, out of a named zone or by its nearest way; armor takes the empty zones it
    passes (8.2)"""
    unit = g.units[u]
    if IS_AIR[unit.kind]:
        if unit.duty == PATROL:
            unit.target = zone  # it goes back to its patrol (`flies_patrol`)
        elif unit.at != zone:
            air_orders.fly(g, u, zone)
        unit.duty = ATTACK
        return
    reach = land_attack_reach(g, u, blitz=unit.kind in BLITZ)
    if over >= 0:
        way, cost = way_over(g, u, over, zone, blitz=unit.kind in BLITZ)
        if not way:
            return  # others of its sort have used that way up
    elif zone not in reach:  # a narrow crossing
        crossing_border = g.board.border(unit.at, zone)
        assert crossing_border is not None
        g.crossed[crossing_border] = g.crossed.get(crossing_border, 0) + 1
        way, cost = [zone], 1
    else:
        way, cost = path(reach, zone), reach[zone][0]
    for step in way:
        unit.came = unit.at
        g.put(u, step)
        if step != zone and is_target(g, unit.nation, step):
            yield from capture(g, step, unit.nation)
    unit.used = cost
    unit.duty = ATTACK


@rule("12.2", "9.5")
def _take(g: War, u: int, partners: list[int], zone: int) -> Flow[None]:
    """Units move together"""
    way = path(land_attack_reach(g, u, blitz=g.units.kind[u] in BLITZ), zone)
    yield from advance(g, u, zone)
    for partner in partners:
        other = g.units[partner]
        other.came = way[-2] if len(way) > 1 else other.at
        g.put(partner, zone)
        other.used, other.duty = max(2, len(way)), ATTACK


# --- the acts ------------------------------------------------------------------------

DONE = Act[War, Movers, None]("done", "8.2", "Done", do=lambda g, mover, _: None)
POLITICS = Act[War, Movers, None]("politics", "5.5", "Politics", do=lambda g, mover, _: politics_menu(g, mover.seat))
PICKING = Act[War, Movers, int](
    "pick",
    "8.2",
    "{0}",
    takes=Unit,
    listed=lambda g, mover: movers(g, mover.seat, held_back(g)),
    may=may_pick,
    do=lambda g, mover, u: move_unit(g, mover.seat, u),
)
