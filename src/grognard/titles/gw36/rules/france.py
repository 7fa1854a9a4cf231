"""14.4: French surrender, Vichy France, Free France, and their end."""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND, IS_NAVAL, IS_NAVAL_FACILITY, KIND
from grognard.titles.gw36.powers import ACTIVE, AXIS, FRANCE, FREE_FRANCE, GERMANY, JAPAN, NATION, PLAYED, SURRENDERED, N
from grognard.titles.gw36.rules import air_movement, chart, movement
from grognard.titles.gw36.rules.conquest import go_home
from grognard.titles.gw36.rules.facilities import factories_come_home
from grognard.titles.gw36.rules.nations import (
    absorb,
    alive,
    allied,
    at_war,
    end_wars,
    fall,
    home_mask,
    home_zones,
    is_enemy_zone,
    make_war,
    printed_owner,
    take_control,
    zones_of,
)
from grognard.titles.gw36.rules.seats import acting, seat_of
from grognard.titles.gw36.rules.spoils import take_over_chart
from grognard.titles.gw36.rules.treasury import earn, lose
from grognard.titles.gw36.state import Unit, War, Zone
from grognard.titles.gw36.subjects import Armistice, Exodus, Homecoming

VICHY = NATION["vichy"]
ARMISTICE = word("vichy", "14.4.2", "Vichy"), word("refuse", "14.4.2", "Refuse")
VICHY_ARMY = (("infantry", 3), ("fighter", 1), ("artillery", 1))
VICHY_HARBOUR = "sz_49"


@rule("14.4.1")
def has_fallen(g: War) -> int:
    """The conqueror of France if Paris is enemy-possessed or every land zone around it is, else NOWHERE (GW36-AMB-36)."""
    paris = g.board.space("paris")
    if is_enemy_zone(g, paris, FRANCE):
        return int(g.zones.owner[paris])
    around = [z for z, _ in g.board.geo.land[paris]]
    if around and all(is_enemy_zone(g, z, FRANCE) for z in around):
        holders = [g.zones.owner[z] for z in around]
        return next((n for n in acting(g) if n in holders), holders[0])
    return NOWHERE


@rule("14.4.1", "9.22")
def check_surrender(g: War) -> Flow[None]:
    """France surrenders at the end of a Combat Phase; Free France is freed again with Paris"""
    if alive(g, FRANCE):
        conqueror = has_fallen(g)
        if conqueror >= 0:
            yield from surrender(g, conqueror)
    elif g.nations.status[FRANCE] == SURRENDERED:
        holder = g.zones.owner[g.board.space("paris")]
        if holder >= 0 and allied(g, holder, FREE_FRANCE) and alive(g, FREE_FRANCE):
            liberate(g)


@rule("14.4.1", "14.4.2")
def surrender(g: War, conqueror: int) -> Flow[None]:
    """France surrenders: its IPP to the conqueror, its colonies and ships to Free France or Vichy"""
    g.say("France surrenders", rule="14.4.1")
    g.france_fell = g.turn
    taker = conqueror if conqueror < PLAYED else GERMANY
    earn(g, taker, g.nations[FRANCE].cash)
    lose(g, FRANCE, g.nations[FRANCE].cash)
    wars = [b for b in range(N) if at_war(g, FRANCE, b)]
    vichy = False
    if GERMANY in acting(g) and alive(g, GERMANY):
        choice, _ = yield from menu(g, seat_of(g, GERMANY), "Create Vichy France?", Armistice(FRANCE), *ARMISTICE)
        vichy = choice.verb == "vichy"
    found_free_france(g, wars, vichy)
    if vichy:
        yield from make_vichy(g)
        chart.roll_french_chart(g)
    else:
        _home_falls(g, taker)
        yield from take_over_chart(g, FRANCE, taker)  # 7.3
    chart.clear_chart(g, FRANCE)
    end_wars(g, FRANCE)
    fall(g, FRANCE, SURRENDERED)
    yield from _evacuate(g)


@rule("14.4.1", "14.4.2")
def found_free_france(g: War, wars: list[int], vichy: bool) -> None:
    """Free France takes over French units and zones outside the Home Country, and the minors of France; Corsica if not Vichy."""
    home = set(home_mask(g)[FRANCE])
    if vichy:
        home.add(g.board.space("corsica"))
    row = g.nations[FREE_FRANCE]
    row.status = ACTIVE
    row.alliance = g.nations.alliance[FRANCE]
    for foe in wars:
        make_war(g, FREE_FRANCE, foe)
    for u, (at, n) in enumerate(zip(g.units.at, g.units.nation)):
        if at >= 0 and n == FRANCE:
            if at in home:
                g.remove(u)
            else:
                g.units[u].nation = FREE_FRANCE
    for z in zones_of(g, FRANCE).copy():
        if z not in home:
            g.zones[z].owner = FREE_FRANCE
    for minor in range(PLAYED, N):
        if alive(g, minor) and g.nations.controller[minor] == FRANCE:
            take_control(g, minor, FREE_FRANCE)
    g.news += 1


def _home_falls(g: War, taker: int) -> None:
    """Without Vichy the French Home Country is the conqueror's where he stands, else open to whoever enters first (9.22)."""
    for z in home_zones(g, FRANCE):
        if g.zones.owner[z] == FRANCE:
            g.zones[z].owner = NOWHERE


@rule("14.4.2")
def make_vichy(g: War) -> Flow[None]:
    """Vichy France is created: Southern France and Corsica, an army, colonies and ships by dice"""
    zones = [g.board.space("southern_france"), g.board.space("corsica")]
    take_control(g, VICHY, GERMANY)
    g.nations[VICHY].status = ACTIVE
    g.vichy = 1
    for z in (*home_zones(g, FRANCE), zones[1]):
        owner = g.zones.owner[z]
        if z in zones:
            g.zones[z].owner = VICHY
        elif owner == FRANCE or (owner >= 0 and g.nations.alliance[owner] == AXIS):
            g.zones[z].owner = GERMANY
    for z in zones:
        for u in list(g.units.stacks[z]):
            if g.nations.alliance[g.units.nation[u]] == AXIS:
                _move_out(g, u, z)
    make_war(g, VICHY, FREE_FRANCE)  # 14.4.3: the only nation Vichy attacks
    for unit, count in VICHY_ARMY:
        for _ in range(count):
            g.raise_unit(KIND[unit], VICHY, zones[0])
    for minor in range(PLAYED, N):
        if alive(g, minor) and g.nations.controller[minor] == FREE_FRANCE:
            _join_free_france(g, minor)
    _colonies(g)
    yield from _navy(g)
    g.news += 1


def _join_free_france(g: War, minor: int) -> None:
    """A minor that France controlled is Aligned with Free France, which goes on with its wars (GW36-AMB-114)."""
    foes = [b for b in range(N) if at_war(g, minor, b)]
    absorb(g, minor, FREE_FRANCE)
    for foe in foes:
        if alive(g, foe) and not allied(g, foe, FREE_FRANCE):
            make_war(g, FREE_FRANCE, foe)


def _colonies(g: War) -> None:
    listed = {z for group in g.facts.vichy_colonies for z in group.zones}
    groups = [(group.group, group.zones, group.vichy_to) for group in g.facts.vichy_colonies]
    groups += [
        (g.board.ids[z], (g.board.ids[z],), "vichy")
        for z in zones_of(g, FREE_FRANCE).copy()
        if printed_owner(g, z) == FRANCE and g.board.ids[z] not in listed
    ]
    for name, zones, heir in groups:
        held = [g.board.space(z) for z in zones if g.board.knows(z) and g.zones.owner[g.board.space(z)] == FREE_FRANCE]
        if held and g.roll(D12, f"{name.replace('_', ' ')}: Vichy on 1-6", "14.4.2") <= 6:
            for z in held:
                _goes_to(g, z, NATION[heir])


def _goes_to(g: War, zone: int, nation: int) -> None:
    """A colony changes sides with its garrison; guests leave it."""
    g.zones[zone].owner = nation
    for u in list(g.units.stacks[zone]):
        if g.units.nation[u] == FREE_FRANCE:
            g.units[u].nation = nation
        elif not g.relations.aligned[g.units.nation[u]] >> nation & 1:
            go_home(g, u)


@rule("14.4.2")
def _navy(g: War) -> Flow[None]:
    """Each French naval unit on the board rolls for its fate; those that join the Axis may sail home"""
    harbour = g.board.space(VICHY_HARBOUR)
    ocean = g.board.column("region")
    for u, (at, n, kind) in enumerate(zip(list(g.units.at), list(g.units.nation), g.units.kind)):
        if at < 0 or n != FREE_FRANCE or not IS_NAVAL[kind]:
            continue
        roll = g.roll(D12, f"the fate of {g.units[u].label}", "14.4.2")
        result = next(row.result for row in g.facts.vichy_fleet if row.where == "board" and row.low <= roll <= row.high)
        if result == "scuttled":
            g.remove(u)
        elif result == "vichy":
            _crew(g, u, VICHY)
            g.put(u, harbour)
        elif result == "axis":
            _crew(g, u, JAPAN if ocean[at] in ("indian", "pacific") and alive(g, JAPAN) else GERMANY)
            yield from _sail_home(g, u)


@rule("14.4.2")
def home_waters(g: War, nation: int) -> list[int]:
    """Sea zones with a naval facility of the nation's Home Country on their shore."""
    home = [z for z in home_zones(g, nation) if g.zones.owner[z] == nation]
    ports = {at for kind, at, built in zip(g.sites.kind, g.sites.at, g.sites.built) if built and IS_NAVAL_FACILITY[kind]}
    return sorted({s for z in home if z in ports for s in g.board.geo.coast[z]})


@rule("14.4.2")
def _sail_home(g: War, u: int) -> Flow[None]:
    """A ship that has joined the Axis may sail home under the French flag, past everybody (GW36-AMB-115)"""
    unit = g.units[u]
    seas = [s for s in home_waters(g, unit.nation) if s != unit.at]
    if not seas:
        return
    prompt = f"{unit.label} in {g.zones[unit.at].label} sails home?"
    yield from menu(g, seat_of(g, unit.nation), prompt, Homecoming(u, tuple(seas)), SAILING_HOME, STAYING, first=(unit,))


def may_sail_home(g: War, homecoming: Homecoming, sea: int) -> No | None:
    """Why a ship does not sail to a zone."""
    return None if sea in homecoming.seas else No("14.4.2", "no naval facility of your Home Country is on its shore")


SAILING_HOME = Act[War, Homecoming, int](
    "sail",
    "14.4.2",
    "Sail to {0}",
    takes=Zone,
    listed=lambda g, homecoming: homecoming.seas,
    may=may_sail_home,
    do=lambda g, homecoming, sea: g.put(homecoming.unit, sea),
)
STAYING = Act[War, Homecoming, None]("stay", "14.4.2", "Stay", do=lambda g, homecoming, _: None)


def _crew(g: War, u: int, nation: int) -> None:
    g.units[u].nation = nation
    for v in g.units.stacks[g.units.at[u]]:
        if g.units.carrier[v] == u:
            g.units[v].nation = nation


@rule("14.4.2")
def _evacuate(g: War) -> Flow[None]:
    """Foreign Allied units in the French Home Country leave it or are lost; those in Paris are"""
    paris = g.board.space("paris")
    for z in (*home_zones(g, FRANCE), g.board.space("corsica")):
        owner = g.zones.owner[z]
        for u in list(g.units.stacks[z]):
            nation = g.units.nation[u]
            if owner >= 0 and g.relations.aligned[nation] >> owner & 1:
                continue
            if owner < 0 and not allied(g, nation, FREE_FRANCE):
                continue
            if z == paris or not allied(g, nation, FREE_FRANCE):
                if allied(g, nation, FREE_FRANCE):
                    g.remove(u)
                continue
            yield from _leave_france(g, u)


@rule("14.4.2")
def exits(g: War, u: int) -> Exodus:
    """How a unit can leave France: to a friendly zone, over the Channel, aboard a transport, by air (GW36-AMB-117)."""
    unit, geo = g.units[u], g.board.geo
    home = {*home_zones(g, FRANCE), g.board.space("corsica")}
    if IS_AIR[unit.kind]:
        near = air_movement.landing_places(g, u, air_movement.air_reach(g, u, g.values.move[unit.kind]))
    else:
        near = [b for b, _ in geo.land[unit.at]]
        near += [c.b if c.a == unit.at else c.a for c in geo.crossings_at.get(unit.at, ())]
        near = [b for b in near if movement.may_enter(g, b, unit.nation) is None and movement.may_stay_out(g, u, b) is None]
    ships: list[int] = []
    if IS_LAND[unit.kind]:
        nations = [n for n in range(PLAYED) if allied(g, n, unit.nation)]
        ships = [t for t in movement.transports_near(g, unit.at, nations) if movement.room_for(g, t, unit.kind) is None]
    return Exodus(u, tuple([b for b in near if b not in home]), tuple(ships))


def _leave_france(g: War, u: int) -> Flow[None]:
    """A unit moves out of France, or is lost"""
    unit, ways = g.units[u], exits(g, u)
    count = len(ways.zones) + len(ways.transports)
    if not count:
        g.say("{} is lost in France", unit, rule="14.4.2")
        g.remove(u)
    elif count > 1:
        prompt = f"{unit.label} leaves {g.zones[unit.at].label}"
        yield from menu(g, seat_of(g, unit.nation), prompt, ways, LEAVING, BOARDING, first=(unit,))
    elif ways.zones:
        leave(g, ways, ways.zones[0])
    else:
        board(g, ways, ways.transports[0])


@rule("14.4.2")
def leave(g: War, exodus: Exodus, zone: int) -> None:
    """A unit goes to a zone outside France; an aircraft over the sea lands on a deck."""
    unit = g.units[exodus.unit]
    g.put(exodus.unit, zone)
    if g.board.geo.is_sea[zone]:
        unit.carrier = air_movement.free_deck(g, zone, unit.nation, exodus.unit)


@rule("14.4.2")
def board(g: War, exodus: Exodus, transport: int) -> None:
    """A unit is taken off by a transport."""
    g.put(exodus.unit, g.units.at[transport])
    g.units[exodus.unit].carrier = transport


def may_leave(g: War, exodus: Exodus, zone: int) -> No | None:
    """Why a unit does not go to a zone."""
    return None if zone in exodus.zones else No("14.4.2", "it is in France, out of reach, or not open to the unit")


def may_board(g: War, exodus: Exodus, transport: int) -> No | None:
    """Why a unit does not go aboard."""
    return None if transport in exodus.transports else No("14.4.2", "it is no Allied transport near by with room for the unit")


LEAVING = Act[War, Exodus, int](
    "move", "14.4.2", "Move to {0}", takes=Zone, listed=lambda g, exodus: exodus.zones, may=may_leave, do=leave
)
BOARDING = Act[War, Exodus, int](
    "load", "14.4.2", "Aboard the {0}", takes=Unit, listed=lambda g, exodus: exodus.transports, may=may_board, do=board
)


@rule("14.4.2")
def _move_out(g: War, u: int, zone: int) -> None:
    """An Axis unit leaves Vichy for an adjacent Axis zone; where none adjoins by land, for the nearest (GW36-AMB-147)."""
    nation = g.units.nation[u]
    friends = g.relations.aligned[nation]
    for b, _ in g.board.geo.land[zone]:
        owner = g.zones.owner[b]
        if owner >= 0 and friends >> owner & 1:
            g.put(u, b)
            return
    go_home(g, u)


@rule("14.4.1")
def liberate(g: War) -> None:
    """Paris is free: Free France is France again."""
    g.say("Free France becomes France again", rule="14.4.1")
    wars = [b for b in range(N) if at_war(g, FREE_FRANCE, b)]
    g.nations[FRANCE].status = ACTIVE
    earn(g, FRANCE, g.nations[FREE_FRANCE].cash)
    lose(g, FREE_FRANCE, g.nations[FREE_FRANCE].cash)
    for foe in wars:
        make_war(g, FRANCE, foe)
    for u, n in enumerate(g.units.nation):
        if n == FREE_FRANCE:
            g.units[u].nation = FRANCE
    freed = {*zones_of(g, FREE_FRANCE), g.board.space("paris")}
    for z in freed:
        g.zones[z].owner = FRANCE
    factories_come_home(g, freed)
    g.nations[FRANCE].capital = g.board.space("paris")
    for minor in range(PLAYED, N):
        if alive(g, minor) and g.nations.controller[minor] == FREE_FRANCE:
            take_control(g, minor, FRANCE)
    for order in g.entries:
        if order.nation == FREE_FRANCE:
            order.nation = FRANCE
    fall(g, FREE_FRANCE, SURRENDERED)


@rule("14.4.4")
def check_vichy(g: War) -> None:
    """When Southern France is conquered Vichy surrenders: its colonies and units join Free France (GW36-AMB-116)."""
    if not g.vichy or not alive(g, VICHY):
        return
    if g.zones.owner[g.board.space("southern_france")] == VICHY:
        return
    heir = FREE_FRANCE if alive(g, FREE_FRANCE) else FRANCE
    g.say("Vichy France surrenders", rule="14.4.4")
    g.vichy = 2
    for z in zones_of(g, VICHY).copy():
        g.zones[z].owner = heir
    for u, (at, n) in enumerate(zip(g.units.at, g.units.nation)):
        if n == VICHY and at >= 0:
            g.units[u].nation = heir
    fall(g, VICHY, SURRENDERED)
