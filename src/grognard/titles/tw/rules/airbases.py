"""11.1 and 11.2: airbases, staging, and the flight of aircraft whose base is taken."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.ground import CLEAR, DESERT
from grognard.titles.tw.kinds import FIGHTERS, Kind
from grognard.titles.tw.rules.alliances import strangers
from grognard.titles.tw.rules.flight import friendly_sky, hop_bases, sky
from grognard.titles.tw.rules.homelands import no_airfields_in_finland
from grognard.titles.tw.rules.national import BORDER_TURN, FRANCE, bound_to_border, french_border, surprise_range
from grognard.titles.tw.rules.north_africa import african_limit
from grognard.titles.tw.rules.status import hosts, may_stay
from grognard.titles.tw.rules.units import air_at, deplete, eliminate, hex_sides, patron_of, presence
from grognard.titles.tw.rules.weather import air_range
from grognard.titles.tw.state import FORTRESS, War

LEGS = 3  # 11.2.1.1
DRIVEN_OFF = 0x3FFFFFFF  # every bit of Unit.missions


@rule("11.2.1", "11.2.1.1", "11.2.1.2")
def offensive_range(g: War, unit: int) -> int:
    """How far a unit flies on its own turn, by its counter, the weather and surprise."""
    return surprise_range(g, unit, air_range(g, unit, g.designs[g.units.design[unit]].move))


@rule("11.2.1.1", "11.2.1.2")
def defensive_range(g: War, unit: int) -> int:
    """How far it flies in the enemy's turn."""
    return surprise_range(g, unit, air_range(g, unit, g.designs[g.units.design[unit]].defence))


@rule("11.1", "10.6.2")
def slots(g: War, space: int) -> tuple[int, int]:
    """(places for any air unit, places for a fighter only): one for a city, one for an airbase, one fighter beside them or on
    open ground (TW-AMB-90)."""
    ground = g.ground
    any_kind = int(ground.city[space]) + int(g.hexes.airbase[space] != NOWHERE)
    field = int(any_kind > 0 or ground.terrain[space] in (CLEAR, DESERT) or ground.beach[space])
    return any_kind, field


@rule("11.1", "13.2.3", "23.21", "18.2")
def may_base(g: War, space: int, unit: int, *, besides: int = NOWHERE) -> No | None:
    """Whether an air unit (or a PARA on its way) finds a place in a hex."""
    side, kinds = g.roster.sides[unit], g.roster.kinds
    hosted = may_stay(g, patron_of(g, unit), space)
    if not g.ground.land[space] or (hex_sides(g)[space] != side and not hosted) or presence(g)[space] & (2 >> side):
        return No("11.1", f"{g.board.label(space)} is not in friendly hands")
    if g.hexes.works[space] == FORTRESS and g.hexes.siege[space] >= 3:
        return No("13.2.3", "nothing flies from a fortress at its last")
    if g.ground.country[space] == "finland" and no_airfields_in_finland(g, unit):
        return No("23.21", "no German aircraft in Finland while Leningrad holds out")
    if space != g.units.at[unit] and bound_to_border(g, unit) and space not in french_border(g.ground):
        return No("18.2", "French aircraft stand at the borders of Germany and Belgium until Summer 1940")
    any_kind, field = slots(g, space)
    if kinds[unit] in (Kind.PARA, Kind.CDO):
        return None if any_kind else No("11.1", "there is no airbase")
    there = [u for u in air_at(g).get(space, ()) if u not in (unit, besides)]
    section = strangers(g, unit, there)
    if section:
        return No(section, "aircraft of these powers do not share a base")
    if g.ground.island[space] and there:
        return No("1.2", "one air unit to an island")
    bombers = sum([1 for u in there if kinds[u] not in FIGHTERS])
    fighters = len(there) - bombers
    if kinds[unit] in FIGHTERS:
        fighters += 1
    else:
        bombers += 1
    if bombers > any_kind or fighters + bombers > any_kind + field:
        return No("11.1", f"{g.board.label(space)} has no room for it")
    return _african_room(g, space, unit)


@rule("12.2.5")
def _african_room(g: War, space: int, unit: int) -> No | None:
    """The limit of aircraft in North Africa."""
    if not g.ground.north_africa[space] or g.roster.kinds[unit] == Kind.PARA or g.ground.north_africa[g.units.at[unit]]:
        return None
    nation = g.roster.nations[unit]
    limit = african_limit(g, nation)
    if limit is None or in_africa(g).get(nation, 0) < limit[1]:
        return None
    return No("12.2.5", f"{limit[1]} air units may be in North Africa")


@derived("units.at", "units.design", "units.flag", "units.regular")
def in_africa(g: War) -> dict[int, int]:
    """By nation, how many of its units in North Africa are no ground units."""
    found: dict[int, int] = {}
    africa, kinds, nations = g.ground.north_africa, g.roster.kinds, g.roster.nations
    for u, at in enumerate(g.units.at):
        if at >= 0 and africa[at] and kinds[u] > Kind.PART:
            found[nations[u]] = found.get(nations[u], 0) + 1
    return found


def bases(g: War, unit: int) -> list[int]:
    """Hexes of the side where the unit would find a place."""
    fighter = g.roster.kinds[unit] in FIGHTERS
    full = air_at(g)
    side = g.roster.sides[unit]
    foe, there = 2 >> side, presence(g)
    african = g.ground.north_africa
    guests = hosts(g).get(patron_of(g, unit))
    closed = "finland" if no_airfields_in_finland(g, unit) else ""
    country = g.ground.country
    abroad = sorted([s for s in guests[1] if g.ground.city[s] or g.hexes.airbase[s] != NOWHERE]) if guests else []
    border = french_border(g.ground) if bound_to_border(g, unit) else None
    return [s for s in abroad if may_base(g, s, unit) is None] + [
        s
        for s in fields(g, side, fighter)
        if ((border is None or s in border)
        and (s not in full and not there[s] & foe and not african[s] and not g.hexes.siege[s] and country[s] != closed))
        or may_base(g, s, unit) is None
    ]


@derived("hexes.holder", "nations.side", "hexes.airbase")
def fields(g: War, side: int, fighter: bool) -> list[int]:
    """Hexes of a side with a place for aircraft, taken or not."""
    ground, based = g.ground, g.hexes.airbase
    return [
        s
        for s, held in enumerate(hex_sides(g))
        if held == side
        and ground.land[s]
        and (ground.city[s] or based[s] != NOWHERE or (fighter and (ground.terrain[s] in (CLEAR, DESERT) or ground.beach[s])))
    ]


@rule("11.2.1.1", "8.3.1", "8.3.2")
def hops(g: War, unit: int, legs: int | None, leg: int) -> list[int]:
    """Bases within so many legs (None: any number), each at most `leg` hexes long, over no neutral land; strategic flights keep
    out of enemy country too. Landing places on the way need room."""
    over = friendly_sky(g, g.roster.sides[unit]) if legs is None else sky(g, g.roster.sides[unit])
    return sorted(hop_bases(g, g.units.at[unit], bases(g, unit), legs, leg, over))


@rule("11.1.2", "11.2")
def flee(g: War, unit: int, *, defended: bool) -> None:
    """Aircraft whose base falls fly to the nearest base within staging range (TW-AMB-74), depleted if no ground unit defended it,
    or are lost."""
    row = g.units[unit]
    reach = 2 * max(g.designs[row.design].move, 1)
    near = [(g.ground.far(row.at, s), s) for s in bases(g, unit)]
    near = sorted([pair for pair in near if pair[0] <= reach and pair[1] != row.at])
    if not near:
        eliminate(g, row, "11.1.2")
        return
    if not defended:
        deplete(g, row, "11.1.2")
        if row.at < 0:
            return
    row.at = near[0][1]
    row.missions = DRIVEN_OFF  # no missions for the rest of this player turn
    g.say("{} flies to {}", row, g.hexes[row.at], rule="11.1.2")


@rule("18.2")
def french_aircraft_forward(g: War) -> None:
    """At the end of Winter 1939 French aircraft fly to the borders of Germany and Belgium, as far as there is room."""
    known, border = g.roster, french_border(g.ground)
    if g.turn != BORDER_TURN - 1 or not g.campaign or g.nations.surrendered[FRANCE]:
        return
    for u in known.air:
        at = g.units.at[u]
        if known.nations[u] != FRANCE or at < 0 or at in border or known.kinds[u] == Kind.NAC:
            continue
        room = [(g.ground.far(at, s), s) for s in border if may_base(g, s, u) is None]
        if room:
            g.units[u].at = min(room)[1]
            g.say("{} flies to {}", g.units[u], g.hexes[min(room)[1]], rule="18.2")


@derived("hexes.airbase")
def airbases_of(g: War) -> dict[int, list[int]]:
    """Hexes with airbases by nation."""
    found: dict[int, list[int]] = {}
    for s in [s for s, nation in enumerate(g.hexes.airbase) if nation != NOWHERE]:
        found.setdefault(g.hexes.airbase[s], []).append(s)
    return found
