"""Control of hexes (1.2), what is captured with them (10.7, 11.1.2), and pockets (10.2.8)."""

from __future__ import annotations

from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, GERMANY, INDEX, ITALY, MAJORS, NATIONS, NEUTRAL
from grognard.titles.tw.rules.airbases import flee
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import conquest_gain, spoils
from grognard.titles.tw.rules.north_africa import note_torch
from grognard.titles.tw.rules.shipyards import UNCOUNTED, yards
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import air_at, eliminate, ground_at, hex_sides
from grognard.titles.tw.state import FORTIFICATION, FORTRESS, GONE, PLAIN, Hex, War
from grognard.titles.tw.subjects import Siege


@rule("1.2")
def pass_through(g: War, unit: int, path: list[int]) -> None:
    """Ground units take control of the enemy hexes they move through; what stood there undefended falls."""
    nation, side = g.roster.nations[unit], g.roster.sides[unit]
    if g.roster.kinds[unit] == Kind.PART or g.units.covert[unit]:  # 1.2: partisans hold the hex they stand in, and no other
        for space in path:
            sweep(g, space, side)
        return
    for space in path:
        take(g, space, nation, side, defended=g.hexes.overrun[space] == g.player_turn)


@rule("11.12.2")
def sweep(g: War, space: int, side: int) -> None:
    """Whoever moves into a hex with flak alone eliminates it."""
    known = g.roster
    for u in [u for u in ground_at(g).get(space, ()) if known.sides[u] != side and known.kinds[u] in GUNLESS]:
        eliminate(g, g.units[u], "11.12.2")


def take(g: War, space: int, nation: int, side: int, *, defended: bool = False) -> None:
    """One hex changes hands, if it was not of the side already."""
    known, hexes = g.roster, g.hexes
    sweep(g, space, side)
    for u in [u for u in air_at(g).get(space, ()) if known.sides[u] != side]:
        flee(g, u, defended=defended)
    hexagon, holder, base = hexes[space], hexes.holder[space], hexes.airbase[space]
    if holder < 0 or g.nations.side[holder] == NEUTRAL:  # 16.3.3: guests take nothing
        return
    if base != NOWHERE and g.nations.side[base] != side:
        hexagon.airbase = NOWHERE  # 11.1.2: destroyed
    if g.nations.side[holder] == side:
        if holder == ITALY and g.nations.surrendered[ITALY] and nation in MAJORS:
            hexagon.holder = nation  # 19.2: who comes first
        return
    hexagon.holder = nation
    note_torch(g, space, side)
    spoils(g, space, holder, nation)
    if g.naval and space in yards(g):
        g.hexes[space].yard_loss = UNCOUNTED
    hexagon.pocket = NOWHERE
    hexagon.siege = 0
    if hexagon.works == FORTIFICATION:
        hexagon.works = PLAIN  # 10.6.4
        hexagon.builder = NOWHERE
    if g.ground.objective[space] or g.ground.capital[space] or space == g.ground.named("suda_bay"):
        g.say("{} falls to {}", hexagon, g.nations[nation], rule="1.2")
        lost_capital(g, space, side)


SECOND_CAPITAL = {"greece": "suda_bay", "switzerland": "zurich"}  # 23.1: both must fall


@rule("23.1")
def capitals(g: War, nation: int) -> list[int]:
    """The places a minor country must lose to surrender."""
    sheet = NATIONS[nation]
    names = [sheet.capital, SECOND_CAPITAL.get(sheet.key, "")]
    return [g.ground.named(name) for name in names if name and not sheet.major]


@rule("23.1", "23.40", "3.10.1")
def lost_capital(g: War, space: int, side: int) -> None:
    """A minor country surrenders at once when its capital falls, in combat when the attacks of the impulse are fought."""
    if g.fighting:
        return
    sides = hex_sides(g)
    for n in range(len(NATIONS)):
        row = g.nations[n]
        if row.side != 1 - side or row.surrendered:
            continue
        seats = capitals(g, n)
        if space in seats and all(sides[s] == side for s in seats):
            surrender(g, n)


@rule("23.1")
def fallen_capitals(g: War) -> None:
    """After the last attack of an impulse: minors whose capital fell in it surrender."""
    g.fighting = 0
    sides = hex_sides(g)
    for n in range(len(NATIONS)):
        for seat in capitals(g, n):
            if sides[seat] == g.side:
                lost_capital(g, seat, g.side)


@rule("23.1")
def surrender(g: War, nation: int) -> None:
    """All units of a country that surrenders leave the game."""
    row = g.nations[nation]
    row.surrendered = 1
    g.say("{} surrenders", row, rule="23.1")
    conquest_gain(g, nation)
    if g.campaign and sheet_key(nation) == "poland":
        annex_danzig(g)
    if g.campaign and sheet_key(nation) == "netherlands" and row.side == ALLIES:
        dutch_fleet(g, nation)
    nations = g.roster.nations
    for u in range(len(g.units)):
        if nations[u] == nation:
            g.units[u].at, g.units[u].pool = NOWHERE, GONE


@rule("23.37")
def dutch_fleet(g: War, nation: int) -> None:
    """Where Germany conquers the Netherlands, the Dutch Fleet joins Britain on a 10; once lost it is not rebuilt."""
    known = g.roster
    ships = [u for u in known.naval if known.nations[u] == nation and g.units.at[u] >= 0]
    if ships and g.roll(D10, "the Dutch Fleet, 10 to join Britain", "23.37") == 10:
        for u in ships:
            g.units[u].flag, g.units[u].at = BRITAIN, g.ground.named("scapa_flow")


def sheet_key(nation: int) -> str:
    return NATIONS[nation].key


@rule("14.6.2")
def annex_danzig(g: War) -> None:
    """Danzig is German as soon as Poland is out, and worth 2 NARFs a year."""
    danzig = g.ground.named("danzig")
    if g.nations.side[g.hexes.holder[danzig]] == NEUTRAL:
        g.hexes[danzig].holder = GERMANY
        g.nations[INDEX["danzig"]].surrendered = 1
        g.say("{} is annexed", g.hexes[danzig], rule="14.6.2")


@rule("10.7")
def captured_fortress(g: War, space: int, side: int) -> Flow[None]:
    """The victor keeps a fortress as a fortification or has it pulled down"""
    hexagon = g.hexes[space]
    if hexagon.works != FORTRESS:
        return
    hexagon.siege = 0
    kept = False
    if "maginot_line" not in g.ground.regions[space] and space != g.ground.named("leningrad"):
        words = (("dismantle", "Pull down the fortress of {0}"), ("keep", "Keep it as a fortification: {0}"))
        acts = [one_of(verb, "10.7", text, Hex, [space], "another fortress was taken") for verb, text in words]
        choice, _ = yield from menu(g, g.seat(side), f"The fortress of {hexagon.label} is taken", Siege(space), *acts)
        kept = choice.verb == "keep"
    hexagon.works = FORTIFICATION if kept else PLAIN
    hexagon.builder = hexagon.holder if kept else NOWHERE


def _supplied_hexes(g: War, side: int) -> list[bool]:
    """By space, whether it is land of a side that some source of the side reaches."""
    net = lines(g, side)
    fed = net.suez
    for bits in (*net.full.values(), *net.limited.values()):
        fed |= bits
    reached, land = net.network.reached, g.ground.land
    return [held == side and dry and bits & fed != 0 for dry, held, bits in zip(land, hex_sides(g), reached)]


@rule("10.2.8")
def note_enemy_supply(g: War) -> None:
    """When Operations begin: which enemy hexes are in supply, for only these can be put out of it."""
    fed = [int(yes) for yes in _supplied_hexes(g, 1 - g.side)]
    if g.hexes.fed != fed:
        g.hexes.rewrite(Hex.fed, fed)


@rule("10.2.8")
def mark_pockets(g: War) -> None:
    """Enemy hexes that the phasing side has put out of supply will be its own at the end of the enemy's End Segment."""
    side = g.side
    held, works, before, pocket = hex_sides(g), g.hexes.works, g.hexes.fed, g.hexes.pocket
    for s, fed in enumerate(_supplied_hexes(g, 1 - side)):
        cut = held[s] == 1 - side and before[s] and not fed and works[s] != FORTRESS
        if cut:
            if pocket[s] != side:
                g.hexes[s].pocket = side
        elif pocket[s] == side:
            g.hexes[s].pocket = NOWHERE


@rule("10.2.8")
def close_pockets(g: War) -> None:
    """At the end of the enemy's End Segment: pockets that are still cut off change hands where no unit holds out."""
    mover = g.side  # the side whose End Segment this is; the pockets were made by the other
    sides = hex_sides(g)
    winner = 1 - mover
    marked = [s for s, p in enumerate(g.hexes.pocket) if p == winner]
    if not marked:
        return
    net = lines(g, mover).network
    majors = [n for n in range(len(g.nations)) if g.nations.side[n] == winner and g.nations.patron[n] == n]
    for s in marked:
        hexagon = g.hexes[s]
        hexagon.pocket = NOWHERE
        if sides[s] != mover or net.reached[s] or any(g.roster.sides[u] == mover for u in ground_at(g).get(s, ())):
            continue
        hexagon.holder = _nearest_holder(g, s, winner, majors)
        g.say("{} in the pocket passes to {}", hexagon, g.nations[hexagon.holder], rule="10.2.8")


def _nearest_holder(g: War, space: int, side: int, majors: list[int]) -> int:
    """The nation of the side whose unit or hex is nearest to a hex of a pocket."""
    for ring in g.board.rings(space, 6):
        for s in ring:
            if hex_sides(g)[s] == side and g.hexes.holder[s] >= 0:
                return int(g.hexes.holder[s])
    return majors[0]
