"""7.7, 8.8.3, 12.5: amphibious invasions: loading, the way to the beaches of an Invasion Zone, first and second wave, beachheads.

The assault itself is ground combat (combat.py): units stand in the beach hex they attack. The guns of the fleet and what a
beach is worth in defence are in strength.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import EXPLOITING, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, USA
from grognard.titles.tw.rules.allowance import STORMED
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.drops import defended_city
from grognard.titles.tw.rules.holds import fits
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.north_africa import african_room, note_torch
from grognard.titles.tw.rules.sea_fight import Force, full_carriers
from grognard.titles.tw.rules.seas import RANGE, distance, friendly_port, harbours_of, route, ships_at
from grognard.titles.tw.rules.shipyards import LAUNCHED, SAILED
from grognard.titles.tw.rules.stacking import GAP_LIMIT, counted
from grognard.titles.tw.rules.task_forces import unveil
from grognard.titles.tw.rules.units import deplete, fragile, ground_at, hex_sides, presence
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.rules.weather import no_landing
from grognard.titles.tw.state import FALL, NONE, RLE, SLE, Hex, Unit, War, turn_of

NEAR_PORT = 3  # 7.7: areas from a friendly port to the beach
ASSAULT, SECOND_WAVE = 1, 2  # Unit.afloat
TANKS = (Kind.ARM, Kind.MECH)  # 7.7.2: a third of the first wave at most
LASTS = 4  # 7.7.4: the invasion turn and the two own turns after it (TW-AMB-23)
FREE = 1  # 12.5
DIRECT = turn_of(1942, FALL)  # 7.7, 8.8.3: America from its own box
DIRECT_GOALS = ("morocco", "algeria")
FIRST_WAVE, HELD = "assault", "hold"


class Armada(Subject, frozen=True):
    """An invasion that is being loaded: the port, and pairs of Fleet and unit."""

    port: Annotated[int, Hex]
    cargo: tuple[tuple[int, int], ...] = ()
    escorts: Annotated[tuple[int, ...], Unit] = ()


class Landing(Subject, frozen=True):
    """An invasion before the beaches: what is still aboard, and what has been sent where."""

    area: Annotated[int, Hex]
    aboard: tuple[tuple[int, int], ...]
    sent: tuple[tuple[int, int], ...] = ()


# --- who and where (7.7, 7.7.1, 7.7.2) ------------------------------------------------------------------------------------------


def fleets_for(g: War, port: int) -> list[int]:
    """Whole Fleets of the phasing side in a port that can carry an invasion."""
    known, units = g.roster, g.units
    return [
        u
        for u in ships_at(g).get(port, ())
        if known.kinds[u] == Kind.FLEET
        and known.sides[u] == g.side
        and not units.depleted[u]
        and units.active[u]
        and units.supply[u] != NONE
        and not units.missions[u] & (SAILED | LAUNCHED)
    ]


@rule("7.7", "4.3", "4.4", "5.1.3.2")
def may_invade_from(g: War, port: int) -> No | None:
    """Whether an invasion can sail from a port: Fleets and troops there, an SLE or RLE, no Massacre this turn."""
    fleets = fleets_for(g, port)
    if not fleets:
        return No("7.7", "no whole Fleet there can sail")
    if all(effort_of(g, u) not in (SLE, RLE) for u in fleets):
        return No("4.3", "invasions need an SLE or an RLE")
    nations = {g.roster.nations[u] for u in fleets}
    if nations <= {BRITAIN, USA} and any(g.nations.convoy[n] == 2 for n in nations):
        return No("5.1.3.2", "after a Convoy Massacre there are no invasions")
    if not any(may_load(g, port, f, u) is None for f in fleets for u in ground_at(g).get(port, ())):
        return No("7.7", "no troops in the port can go aboard")
    near = goals(g, port, fleets[0], commandos=raiders(g, ((port, u) for u in ground_at(g).get(port, ()))))
    return None if near else No("7.7", "no enemy beach is in reach")


@rule("7.7.1", "13.1")
def may_load(g: War, port: int, fleet: int, unit: int, cargo: Sequence[tuple[int, int]] = ()) -> No | None:
    """Whether a unit can go aboard a Fleet for an invasion: whole, active, no static unit; one or three pieces to a Fleet, and a
    commando."""
    known, units = g.roster, g.units
    if units.at[unit] != port or known.sides[unit] != g.side or not known.ground[unit]:
        return No("7.7", "it does not stand in the port")
    if known.kinds[unit] in (Kind.STA, Kind.FLAK, Kind.PART):
        return No("13.1", "this kind of unit does not assault beaches")
    if units.depleted[unit]:
        return No("7.7.1", "depleted units do not assault")
    if not units.active[unit] or units.moved[unit] or units.supply[unit] == NONE:
        return No("4.0", "it is not active and supplied, or has moved")
    if any(u == unit for _, u in cargo):
        return No("7.7.1", "it is aboard")
    held = [u for f, u in cargo if f == fleet]
    if known.kinds[unit] == Kind.CDO:
        full = any(known.kinds[u] == Kind.CDO for u in held)
    else:
        room = 2 if boon(g, known.nations[fleet], "craft") else 1  # 28: landing craft
        full = not fits(g, [u for u in (*held, unit) if known.kinds[u] != Kind.CDO], room)
    return No("7.7.1", "the Fleet is full") if full else None


def raiders(g: War, cargo: Iterable[tuple[int, int]]) -> bool:
    """Whether commandos are aboard."""
    return any(g.roster.kinds[u] == Kind.CDO for _, u in cargo)


@rule("7.7", "7.7.2", "26.0", "23.22", "2.6")
def may_assault(g: War, space: int, *, commandos: bool = False) -> No | None:
    """Whether a hex can be invaded at all: an enemy beach or one-hex island without an enemy Fleet in it; by commandos also a
    port."""
    ground = g.ground
    if not ground.land[space] and not ground.box[space]:
        return No("7.7.2", "there is no beach")
    if not (ground.beach[space] or ground.island[space] or (commandos and ground.sea_ports[space])):
        return No("7.7.2", "it is neither a beach nor a one-hex island")
    if hex_sides(g)[space] != 1 - g.side:
        return No("7.7.2", "it is not an enemy hex")
    if any(g.roster.sides[u] == 1 - g.side for u in ships_at(g).get(space, ())):
        return No("7.7.2", "an enemy Fleet lies there")
    if g.side == ALLIES and ground.country[space] in DIRECT_GOALS and hex_sides(g)[ground.named("gibraltar")] == AXIS:
        return No("23.22", "Morocco and Algeria are out of reach while the Axis holds Gibraltar")
    return No("26.2", "the weather forbids landings") if no_landing(g, space) else None


def waters_of(g: War, space: int) -> list[int]:
    """Sea areas a beach lies on."""
    return [s for s in g.ground.seas if space in g.ground.shores[s] or space in g.ground.sea_ports[s]]


@rule("7.7", "8.8.3")
def near_friends(g: War, nation: int, area: int) -> bool:
    """Whether a friendly port lies within three sea areas of an area (TW-AMB-84)."""
    near, seen = [area], {area}
    for _ in range(NEAR_PORT):
        if any(friendly_port(g, p, g.nations.side[nation]) for s in near for p in harbours_of(g, s)):
            return True
        near = [b for a in near for b in g.ground.sea_links[a] if b not in seen]
        seen |= set(near)
    return False


@rule("7.7", "7.7.2", "8.8.3")
def goals(g: War, port: int, fleet: int, *, commandos: bool = False) -> dict[int, int]:
    """Beaches that an invasion from a port can reach, each with the nearest sea area before it; for commandos ports too."""
    nation = g.roster.nations[fleet]
    found: dict[int, int] = {}
    direct = g.board.ids[port] == "us_box"
    for space in range(g.board.size):
        if may_assault(g, space, commandos=commandos) is not None or (direct and not may_land_directly(g, space)):
            continue
        ways = [(distance(g, nation, port, s), s) for s in waters_of(g, space)]
        best = min(ways, default=(99, -1))
        if best[0] <= RANGE and near_friends(g, nation, best[1]):
            found[space] = best[1]
    return found


@rule("7.7", "8.8.3", "22.3.3")
def may_land_directly(g: War, space: int) -> bool:
    """From the US Box only Morocco and Algeria, from Fall 1942 on, with Gibraltar British or American; not in a turn in which
    either of the two has suffered a Convoy Massacre."""
    held = g.hexes.holder[g.ground.named("gibraltar")] in (BRITAIN, USA)
    massacre = any(g.nations.convoy[n] == 2 for n in (BRITAIN, USA))
    return g.turn >= DIRECT and held and not massacre and g.ground.country[space] in DIRECT_GOALS


@rule("7.7.2")
def in_one_zone(g: War, area: int, beaches: Iterable[int]) -> bool:
    """Whether beaches lie on three contiguous sea areas one of which is given: an Invasion Zone. Narvik is assaulted by itself
    (TW-AMB-85)."""
    beaches = set(beaches)
    if len(beaches) > 1 and any(g.ground.box[b] for b in beaches):
        return False
    wanted = [set(waters_of(g, b)) for b in beaches]
    links = g.ground.sea_links
    near = {area, *links[area], *[c for b in links[area] for c in links[b]]}
    for pair in combinations(sorted(near - {area}), 2):
        zone = {area, *pair}
        joined = sum([1 for a in zone for b in zone if a < b and b in links[a]])
        if joined >= 2 and all(waters & zone for waters in wanted):
            return True
    return all(area in waters for waters in wanted)


# --- loading and sailing --------------------------------------------------------------------------------------------------------


@rule("7.7", "7.7.1")
def invade(g: War, port: int) -> Flow[None]:
    """Troops go aboard in a port, the armada sails, and whoever comes through lands"""
    armada, seat = Armada(port), g.seat(g.side)
    while True:
        choice, goal = yield from menu(
            g, seat, "The invasion in {0}", armada, CALLING_OFF, EMBARKING, ESCORTING, SAILING, rule="7.7", named=(g.hexes[port],)
        )
        if choice.verb == "stay":
            return
        if choice.verb == "sail":
            yield from cross(g, armada, goal)
            return
        if choice.verb == "with":
            armada = Armada(port, armada.cargo, (*armada.escorts, choice.arg.index))
            continue
        armada = Armada(port, (*armada.cargo, (choice.args[0].index, choice.args[1].index)), armada.escorts)


def cross(g: War, armada: Armada, goal: int) -> Flow[None]:
    """The voyage of an invasion"""
    fleets = sorted({f for f, _ in armada.cargo})
    area = goals(g, armada.port, fleets[0], commandos=raiders(g, armada.cargo))[goal]
    for fleet, unit in armada.cargo:
        g.units[unit].aboard = fleet
    way = route(g, g.roster.nations[fleets[0]], armada.port, area)
    force = Force(g.side, [*fleets, *(u for u in armada.escorts if u not in fleets)], cargo=True)
    what = f"an invasion from {g.board.label(armada.port)}"
    voyage = Voyage(force, armada.port, way, what, [u for _, u in armada.cargo])
    through = yield from sail(g, voyage)
    left = tuple([(f, u) for f, u in armada.cargo if u in voyage.aboard and g.units.at[u] >= 0])
    if through and left:
        yield from land(g, area, left)
    for _, unit in armada.cargo:
        if g.units.afloat[unit] != SECOND_WAVE:
            g.units[unit].aboard = NOWHERE


@rule("7.7.1", "7.7.2")
def land(g: War, area: int, aboard: tuple[tuple[int, int], ...]) -> Flow[None]:
    """Each unit assaults a beach of the Invasion Zone, or is held back for the second wave"""
    unveil(g, [fleet for fleet, _ in aboard])
    landing = Landing(area, aboard)
    while landing.aboard:
        choice, _ = yield from menu(
            g,
            g.seat(g.side),
            "Landing from {0}",
            landing,
            ASSAULTING,
            HOLDING,
            TURNING_BACK,
            rule="7.7.2",
            named=(g.hexes[area],),
        )
        if choice.verb == "back":
            break
        unit = choice.args[0].index
        beach = choice.args[1].index
        landing = Landing(area, tuple([p for p in landing.aboard if p[1] != unit]), (*landing.sent, (unit, beach)))
    for unit, _ in landing.sent:
        if g.units.afloat[unit] == ASSAULT:
            go_ashore(g, g.units[unit])


def _may_send(g: War, landing: Landing, unit: int, beach: int) -> No | None:
    """Whether a unit can be sent against a beach: in the zone of the armada, tanks no more than a third of its first wave."""
    if unit not in [u for _, u in landing.aboard]:
        return No("7.7.2", "it is not aboard")
    no = may_assault(g, beach, commandos=g.roster.kinds[unit] == Kind.CDO)
    if no is not None:
        return no
    sent = [b for _, b in landing.sent]
    if not in_one_zone(g, landing.area, [*sent, beach]):
        return No("7.7.2", "the beaches must lie on three contiguous sea areas")
    if g.ground.north_africa[beach]:
        no = african_room(g, [unit, *[u for u, b in landing.sent if g.ground.north_africa[b]]])
        if no is not None:
            return no
    later = [u for _, u in landing.aboard if u != unit]
    return _too_many_tanks(g, landing, beach, [unit], later) if g.roster.kinds[unit] in TANKS else None


@rule("7.7.2")
def _too_many_tanks(g: War, landing: Landing, beach: int, more: Sequence[int], later: Sequence[int]) -> No | None:
    """Whether tanks would be more than a third of the first wave against a beach, that of other armadas counted, with these
    units and the foot that can still follow."""
    known, units = g.roster, g.units
    ashore = [u for u in ground_at(g).get(beach, ()) if units.afloat[u] == ASSAULT and known.sides[u] == g.side]
    wave = [u for u, b in landing.sent if b == beach and units.afloat[u] == ASSAULT] + ashore + list(more)
    total = sum([known.strengths[u] for u in (*wave, *[u for u in later if known.kinds[u] not in TANKS])])
    tanks = sum([known.strengths[u] for u in wave if known.kinds[u] in TANKS])
    return No("7.7.2", "only a third of the first wave may be ARM or MECH") if tanks > -(-total // 3) else None


@rule("7.7.2")
def _heavy(g: War, landing: Landing, later: Sequence[int]) -> No | None:
    """Whether one of the waves that were sent is too heavy in tanks, though all the foot that can still follow went there."""
    found = [_too_many_tanks(g, landing, b, (), later) for b in {b for _, b in landing.sent}]
    return next((no for no in found if no is not None), None)


def _assault(g: War, landing: Landing, pair: tuple[int, int]) -> None:
    unit = g.units[pair[0]]
    unit.afloat, unit.post = ASSAULT, pair[1]


def _may_hold(g: War, landing: Landing, unit: int, beach: int) -> No | None:
    if unit not in [u for _, u in landing.aboard]:
        return No("7.7.1", "it is not aboard")
    if beach not in [b for _, b in landing.sent]:
        return No("7.7.1", "no first wave goes there")
    return _heavy(g, landing, [u for _, u in landing.aboard if u != unit])


def _hold_back(g: War, landing: Landing, pair: tuple[int, int]) -> None:
    unit = g.units[pair[0]]
    unit.afloat, unit.post = SECOND_WAVE, pair[1]


@rule("7.7.2", "7.7.4", "12.5")
def go_ashore(g: War, unit: Unit) -> None:
    """A unit of the first wave stands on its beach: it fights for it, or holds it if nobody is there."""
    beach, unit.port = unit.post, unit.at  # where it goes back to if the beach is too small
    unit.aboard, unit.post = NOWHERE, NOWHERE
    unit.at, unit.dropped, unit.moved = beach, 1, unit.moved | 1
    unit.free_until = g.player_turn + FREE
    note_torch(g, beach, g.side)
    g.say("{} lands at {}", unit, g.hexes[beach], rule="7.7.2")
    raid = g.roster.kinds[unit.index] == Kind.CDO and defended_city(g, beach)  # 2.6: they must win it
    if not presence(g)[beach] & (2 >> g.side) and not raid:
        take(g, beach, g.roster.nations[unit.index], g.side)
        open_beachhead(g, beach)


@rule("7.7.4", "9.6.2", "12.5")
def open_beachhead(g: War, beach: int) -> None:
    """The beach is a port and a Bridgehead from now on."""
    row = g.hexes[beach]
    row.beachhead = row.bridgehead = g.player_turn + LASTS
    row.gap_side = g.side
    g.say("a beachhead at {}", row, rule="7.7.4")


@rule("7.7.1", "7.7.4")
def consolidate(g: War) -> None:
    """After the combat of the first impulse: beaches that were won become beachheads, the second wave lands, and what is too much
    for a beachhead goes back depleted."""
    afloat, at = g.units.afloat, g.units.at
    sides = hex_sides(g)
    won = {at[u] for u, how in enumerate(afloat) if how == ASSAULT and at[u] >= 0 and sides[at[u]] == g.side}
    won |= {s for s, until in enumerate(g.hexes.beachhead) if until == g.player_turn + LASTS and sides[s] == g.side}
    for beach in sorted(won):
        if g.hexes.beachhead[beach] < g.player_turn:
            open_beachhead(g, beach)
        crowded(g, beach)
    tanks = any(how in (ASSAULT, STORMED) and g.roster.kinds[u] == Kind.ARM and at[u] >= 0 for u, how in enumerate(afloat))
    for u, how in enumerate(afloat):
        if how != SECOND_WAVE:
            continue
        unit = g.units[u]
        port, beach = unit.at, unit.post
        unit.aboard, unit.post = NOWHERE, NOWHERE
        if unit.at < 0 or beach not in won:
            unit.afloat = 0
            continue
        if len(counted(g, [v for v in ground_at(g).get(beach, ()) if g.roster.sides[v] == g.side])) >= GAP_LIMIT:
            unit.afloat = 0
            deplete(g, unit, "7.7.4")
            continue
        unit.at, unit.free_until = beach, g.player_turn + FREE
        unit.moved = unit.moved | 1 | (0 if tanks and g.roster.kinds[u] in EXPLOITING else 2)
        g.say("{} follows from {}", unit, g.hexes[port], rule="7.7.1")


@rule("7.7.2", "7.7.4")
def turn_back(g: War, unit: Unit) -> None:
    """A unit of the first wave goes back to the port it came from."""
    unit.at, unit.port, unit.afloat, unit.dropped, unit.free_until = unit.port, NOWHERE, 0, 0, NOWHERE


@rule("7.7.4")
def crowded(g: War, beach: int) -> None:
    """Units of the first wave beyond the six that a beachhead holds go back to their port depleted, the weakest first of those
    that can be."""
    own = counted(g, [u for u in ground_at(g).get(beach, ()) if g.roster.sides[u] == g.side])
    landed = [u for u in own if g.units.afloat[u] in (ASSAULT, STORMED) and g.units.port[u] >= 0]
    back = sorted(landed, key=lambda u: (fragile(g.units[u].sheet), g.roster.strengths[u], -u))
    for u in back[: max(len(own) - GAP_LIMIT, 0)]:
        unit = g.units[u]
        turn_back(g, unit)
        if not unit.depleted:
            deplete(g, unit, "7.7.4")
        g.say("{} finds no room on the beach and goes back to {}", unit, g.hexes[unit.at], rule="7.7.4")
    for u in landed:
        g.units[u].port = NOWHERE


def _may_sail_for(g: War, armada: Armada, space: int) -> No | None:
    commandos = raiders(g, armada.cargo)
    if space in goals(g, armada.port, armada.cargo[0][0], commandos=commandos):
        return None
    no = may_assault(g, space, commandos=commandos)
    return no if no is not None else No("7.7", "it is out of reach")


@rule("7.7.3")
def may_cover(g: War, armada: Armada, ship: int) -> No | None:
    """Whether a ship without troops sails with an invasion, for flak and escort: a whole Fleet, or a carrier with aircraft."""
    if ship in armada.escorts or ship in {f for f, _ in armada.cargo}:
        return No("7.7.3", "it sails with them")
    whole = ship in fleets_for(g, armada.port) or ship in full_carriers(g, ships_at(g).get(armada.port, ()))
    free = g.units.active[ship] and g.units.supply[ship] != NONE and not g.units.missions[ship] & (SAILED | LAUNCHED)
    if not whole or not free or g.roster.sides[ship] != g.side:
        return No("7.7.3", "it is no whole ship in that port that can sail")
    return None


CALLING_OFF: Act[War, Armada, None] = Act("stay", "7.7", "Call it off", do=lambda g, s, _: None)
EMBARKING: Act[War, Armada, tuple[int, int]] = Act(
    "load", "7.7.1", "{0} takes {1} aboard", takes=(Unit, Unit),
    among=lambda g, s: [(f, u) for f in fleets_for(g, s.port) for u in ground_at(g).get(s.port, ())],
    may=lambda g, s, c: may_load(g, s.port, c[0], c[1], s.cargo) if c[0] in fleets_for(g, s.port) else No("7.7", "no such Fleet"),
    do=lambda g, s, c: None,
)  # fmt: skip
ESCORTING: Act[War, Armada, int] = Act(
    "with", "7.7.3", "{0} sails along", takes=Unit, among=lambda g, s: ships_at(g).get(s.port, ()),
    who=lambda g, s: None if s.cargo else No("7.7", "nobody is aboard"), may=may_cover, do=lambda g, s, u: None,
)  # fmt: skip
SAILING: Act[War, Armada, int] = Act(
    "sail", "7.7", "Sail for {0}", takes=Hex, rolls=True,
    who=lambda g, s: None if s.cargo else No("7.7", "nobody is aboard"),
    listed=lambda g, s: goals(g, s.port, s.cargo[0][0], commandos=raiders(g, s.cargo)),
    may=lambda g, s, h: _may_sail_for(g, s, h),
    do=lambda g, s, h: h,
)  # fmt: skip
ASSAULTING: Act[War, Landing, tuple[int, int]] = Act(
    "assault", "7.7.2", "{0} assaults {1}", takes=(Unit, Hex),
    among=lambda g, s: [(u, b) for _, u in s.aboard for b in zone_beaches(g, s.area, commandos=raiders(g, s.aboard))],
    may=lambda g, s, c: _may_send(g, s, *c), do=_assault,
)  # fmt: skip
HOLDING: Act[War, Landing, tuple[int, int]] = Act(
    "hold", "7.7.1", "{0} is held back for {1}", takes=(Unit, Hex),
    among=lambda g, s: [(u, b) for _, u in s.aboard for b in {b for _, b in s.sent}],
    may=lambda g, s, c: _may_hold(g, s, *c), do=_hold_back,
)  # fmt: skip
TURNING_BACK: Act[War, Landing, None] = Act(
    "back", "7.7", "The rest goes home", may=lambda g, s, _: _heavy(g, s, ()), do=lambda g, s, _: None
)


def zone_beaches(g: War, area: int, *, commandos: bool = False) -> list[int]:
    """Beaches that can be invaded on the areas around one, and ports if commandos come along."""
    links = g.ground.sea_links
    near = {area, *links[area], *[c for b in links[area] for c in links[b]]}
    spaces = {s for a in near for s in (*g.ground.shores[a], *g.ground.sea_ports[a])}
    return sorted([s for s in spaces if may_assault(g, s, commandos=commandos) is None])
