"""Ours 18.14, 21.12, 28.65, 31.4, 31.5 and 32: what engineers build: fortifications, railheads, ports, and airbases
and bridgeheads taken up again.

Research points bring fortifications and railheads into hand (42.1); BRPs put them on the map in construction.
"""

from __future__ import annotations

from grognard.kernel.cache import derived, rows_by
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import GROUND
from grognard.titles.awaw.nations import BRITAIN, POWER, RUSSIA, US
from grognard.titles.awaw.rules.control import displace_air
from grognard.titles.awaw.rules.ships import flee_by_sea, friendly_port
from grognard.titles.awaw.rules.supply import network, operational
from grognard.titles.awaw.rules.units import KIND, bridgeheads, held_by, here, is_air_base, is_port, on_map, patron, side_on
from grognard.titles.awaw.rules.weather import winter_at
from grognard.titles.awaw.state import FORTRESS, FULL, WINTER, World, turn_of

IN_HAND = 7900  # key of `booked`, the place of the power and of the work: how many it may still build
WORKS = ("fortification", "railhead")
PORT = "port"
PORTS_IN_HAND, PORT_BUILT = 21120, 21150  # keys of `booked`, the place of the power: port counters in hand, turn of the last
FOR_GOOD = 9999
BUILT = 7960  # key of `booked`, the place of the power and of the work: the turn in which one was built
PORT_NEAR = 2
FIRST_TOWED = 1944
TOWED = 3150  # key of `booked`, the place of the power: its artificial port was used
RUSSIAN_BASES = 1943
GUNS, GUNS_STEP = 3180, 10  # key of `booked`, the place of the power: turn and number of its beach defenses


def hand(power: int, work: str) -> int:
    return IN_HAND + POWER[power] * len(WORKS) + WORKS.index(work)


def _done(power: int, work: str) -> int:
    return BUILT + POWER[power] * len(WORKS) + WORKS.index(work)


def bring(g: World, power: int, work: str) -> None:
    """Ours 42.1: production puts one into hand."""
    key = PORTS_IN_HAND + POWER[power] if work == PORT else hand(power, work)
    g.booked[key] = g.booked.get(key, 0) + 1


def may_build_work(g: World, power: int, work: str, space: int) -> No | None:
    """One a turn, paid, in a supplied hex of ours with a ground unit."""
    cited = "ours 32.2" if work == "fortification" else "ours 28.65"
    if g.booked.get(hand(power, work), 0) < 1:
        return No(cited, "none is in hand")
    if g.booked.get(_done(power, work), -1) == g.turn:
        return No(cited, "one a turn")
    if g.nations.level[power] < g.charts.costs[work]:
        return No("ours 27.12", f"it costs {g.charts.costs[work]} BRPs")
    return _own_hex(g, power, space, cited)


def _own_hex(g: World, power: int, space: int, cited: str) -> No | None:
    """A controlled, fully supplied hex with a supplied ground unit of the power."""
    side = side_on(g, power, space)
    if g.ground.box[space] or held_by(g, space) != side or space not in network(g, g.faction(power), side):
        return No(cited, "a controlled, fully supplied hex")
    mine = any(patron(g, u) == power and KIND[g.units.design[u]] in GROUND and g.units.supply[u] == FULL for u in here(g, space))
    return None if mine else No(cited, "a supplied ground unit must stand there")


def frost(g: World, power: int, space: int) -> bool:
    """No fortifications and no railheads in a hard winter."""
    return winter_at(g, power, space) >= g.charts.climate.no_works


@rule("ours 32.2", "ours 32.1")
def may_fortify(g: World, power: int, space: int) -> No | None:
    """Not in the frost; a second fortification makes a fortress, and no more."""
    no = may_build_work(g, power, "fortification", space)
    if no is not None:
        return no
    if g.hexes.works[space] >= FORTRESS:
        return No("ours 32.2", "it is a fortress")
    return No("ours 32.2", "not in winter 5 or worse") if frost(g, power, space) else None


def sites(g: World, power: int, work: str) -> list[int]:
    if g.booked.get(hand(power, work), 0) < 1:
        return []
    mine = on_map(g).get(power, ())
    return sorted({g.units.at[u] for u in mine if KIND[g.units.design[u]] in GROUND and not g.ground.box[g.units.at[u]]})


def _spend(g: World, power: int, work: str) -> None:
    g.nations[power].level -= g.charts.costs[work]
    g.nations[power].built += g.charts.costs[work]
    g.booked[hand(power, work)] -= 1
    g.booked[_done(power, work)] = g.turn


@rule("ours 32.2")
def fortify(g: World, power: int, space: int) -> None:
    _spend(g, power, "fortification")
    g.hexes[space].works += 1
    g.say("{} is fortified", g.hexes[space], rule="ours 32.2")


@rule("6.5", "ours 32.1")
def may_defend_beach(g: World, power: int, space: int) -> No | None:
    """A coast that can be invaded, with a supplied ground unit on it; two a turn, one to a hex."""
    if not (g.ground.beach[space] or g.ground.island[space]):
        return No("6.5", "nobody lands there")
    if g.hexes.guns[space]:
        return No("6.5", "its beach is defended")
    most = g.charts.a_turn["beach defense"]
    if g.booked.get(GUNS + POWER[power], 0) >= most + GUNS_STEP * g.turn:
        return No("6.5", f"{most} a turn")
    if g.nations.level[power] < g.charts.costs["beach defense"]:
        return No("ours 27.12", "it is too dear")
    no = _own_hex(g, power, space, "6.5")
    return no if no is not None else No("ours 34.41", "not in winter 5 or worse") if frost(g, power, space) else None


def shores(g: World, power: int) -> list[int]:
    mine = (u for u in on_map(g).get(power, ()) if KIND[g.units.design[u]] in GROUND)
    return sorted(s for s in {g.units.at[u] for u in mine} if g.ground.beach[s] or g.ground.island[s])


@rule("6.5", "ours 15.33F")
def defend_beach(g: World, power: int, space: int) -> None:
    price, key = g.charts.costs["beach defense"], GUNS + POWER[power]
    g.nations[power].level -= price
    g.nations[power].built += price
    g.booked[key] = max(g.booked.get(key, 0), GUNS_STEP * g.turn) + 1
    g.hexes[space].guns = 1
    g.say("the beach of {} is defended", g.hexes[space], rule="6.5")


@rule("ours 28.65")
def may_lay_rails(g: World, power: int, space: int) -> No | None:
    """Inside the country that the power holds; one counter to a hex."""
    no = may_build_work(g, power, "railhead", space)
    if no is not None:
        return no
    if g.hexes.railhead[space] >= 0:
        return No("ours 28.65", "a railhead is there")
    return No("ours 34.41", "not in winter 5 or worse") if frost(g, power, space) else None


@rule("ours 28.65")
def lay_rails(g: World, power: int, space: int) -> None:
    _spend(g, power, "railhead")
    g.hexes[space].railhead = power
    g.say("a railhead at {}", g.hexes[space], rule="ours 28.65")


@derived("hexes.railhead", "hexes.holder", "nations.side", "nations.east")
@rule("ours 28.65")
def railheads(g: World, power: int, europe: bool = True) -> int:
    """One strategic redeployment more for each railhead a power holds on a board."""
    laid = g.hexes.railhead
    if power not in laid:
        return 0
    return sum(laid[s] == power and g.ground.europe[s] == europe and held_by(g, s) == side_on(g, power, s)
               for s in range(g.board.size))  # fmt: skip


@rule("ours 21.12", "ours 27.12")
def may_build_port(g: World, power: int, space: int) -> No | None:
    """One a turn, ten BRPs, in a controlled, fully supplied hex at the sea that has no port."""
    if g.booked.get(PORTS_IN_HAND + POWER[power], 0) < 1:
        return No("ours 21.12", "none is in hand")
    if g.booked.get(PORT_BUILT + POWER[power], -1) == g.turn:
        return No("ours 21.12", "one a turn")
    if g.nations.level[power] < g.charts.costs["port counter"]:
        return No("ours 27.12", "it is too dear")
    if g.ground.box[space] or not g.ground.land[space] or not g.ground.lanes[space]:
        return No("ours 21.12", "a coastal or island hex")
    if is_port(g, space):
        return No("ours 21.12", "a port is there")
    side = side_on(g, power, space)
    supplied = held_by(g, space) == side and space in network(g, g.faction(power), side)
    return None if supplied else No("ours 21.12", "a controlled, fully supplied hex")


def port_sites(g: World, power: int) -> list[int]:
    if g.booked.get(PORTS_IN_HAND + POWER[power], 0) < 1:
        return []
    return [s for s in g.ground.field_hexes if g.ground.lanes[s] and held_by(g, s) == side_on(g, power, s)]


@rule("ours 21.12")
def build_port(g: World, power: int, space: int) -> None:
    g.nations[power].level -= g.charts.costs["port counter"]
    g.nations[power].built += g.charts.costs["port counter"]
    g.booked[PORTS_IN_HAND + POWER[power]] -= 1
    g.booked[PORT_BUILT + POWER[power]] = g.turn
    g.hexes[space].harbour = FOR_GOOD
    g.say("a port at {}", g.hexes[space], rule="ours 21.12")


# --- airbases and bridgeheads taken up ----------------------------------------------------------------------------------


@rule("ours 18.14")
def bases_a_turn(g: World, power: int) -> int:
    """Airbase counters placed or picked up in a turn: one, two for Russia from 1943."""
    return 2 if power == RUSSIA and g.year >= RUSSIAN_BASES else 1


@rule("ours 18.14")
def may_lift(g: World, power: int, space: int) -> No | None:
    """An own counter in a fully supplied hex, within what may be placed or picked up in a turn."""
    if g.hexes.airbase[space] != power:
        return No("ours 18.14", "no airbase counter of this power is there")
    if g.nations.bases_placed[power] >= bases_a_turn(g, power):
        return No("ours 18.14", "no more counters this turn")
    side = side_on(g, power, space)
    supplied = held_by(g, space) == side and space in network(g, g.faction(power), side)
    return None if supplied else No("ours 18.14", "the hex is not fully supplied")


def lift(g: World, power: int, space: int) -> None:
    g.hexes[space].airbase = -1
    g.nations[power].airbases += 1
    g.nations[power].bases_placed += 1


@rows_by("hexes")
def airbases(g: World, space: int) -> int | None:
    """Hexes with an airbase counter, by its power."""
    power = g.hexes.airbase[space]
    return power if power >= 0 and g.ground.field[space] else None


def own_bases(g: World, power: int) -> list[int]:
    return airbases(g).get(power, [])


@rule("ours 31.4")
def may_clear_beach(g: World, side: int, space: int) -> No | None:
    """A bridgehead is taken up when a port within two hexes is controlled and supplied."""
    if g.hexes.bridgehead[space] != side:
        return No("ours 31.4", "no bridgehead of ours is there")
    if g.turn <= g.hexes.harbour[space] < FOR_GOOD:
        return No("ours 31.5", "an artificial port lies there")
    near = [s for s in g.ground.within(space, PORT_NEAR) if friendly_port(g, s, side) and operational(g, s, side)]
    return None if near else No("ours 31.4", "no supplied port within two hexes")


def clear_beach(g: World, space: int) -> None:
    g.hexes[space].bridgehead = -1
    g.say("the bridgehead at {} is taken up", g.hexes[space], rule="ours 31.4")


@rule("ours 31.5")
def may_tow(g: World, power: int, space: int) -> No | None:
    """Britain and America, one each in the game, from 1944: a bridgehead of theirs becomes a port."""
    if power not in (BRITAIN, US) or g.year < FIRST_TOWED:
        return No("ours 31.5", f"Britain and the United States only, from {FIRST_TOWED}")
    if g.booked.get(TOWED + POWER[power], 0):
        return No("ours 31.5", "one for each power")
    side = side_on(g, power, space)
    if g.hexes.bridgehead[space] != side or held_by(g, space) != side:
        return No("ours 31.5", "no bridgehead of ours is there")
    return No("ours 31.5", "a port is there") if is_port(g, space) else None


@rule("ours 31.5")
def tow(g: World, power: int, space: int) -> None:
    """It lasts for the rest of the year."""
    g.booked[TOWED + POWER[power]] = 1
    g.hexes[space].harbour = turn_of(g.year, WINTER)
    g.say("an artificial port at {}", g.hexes[space], rule="ours 31.5")


@rule("ours 31.5", "ours 21.15", "ours 18.16")
def storms(g: World) -> None:
    """With the year an artificial port ends: its ships, and aircraft without another base there, go elsewhere."""
    for s in g.ground.field_hexes:
        if 0 <= g.hexes.harbour[s] < g.turn:
            side = held_by(g, s)
            g.hexes[s].harbour = -1
            if is_air_base(g, s):
                flee_by_sea(g, s, side)
            else:
                displace_air(g, s, side)


def beaches(g: World, side: int) -> list[int]:
    return bridgeheads(g).get(side, [])


