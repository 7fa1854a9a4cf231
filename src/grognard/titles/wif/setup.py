"""24.1: putting a scenario on the board: countries, control, units, pools and the clock."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files
from grognard.kernel.rules import rule
from grognard.titles.wif.charts import Charts, open_charts
from grognard.titles.wif.facts import (
    ALLIES,
    POWER_INDEX,
    POWERS,
    SIBERIAN,
    SIDE_OF_POWER,
    USSR,
    VICHY,
    Counter,
    Facts,
    open_facts,
)
from grognard.titles.wif.ground import PACIFIC, slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.annals_of_war import begin_annals
from grognard.titles.wif.rules.carrier_planes import deal_planes
from grognard.titles.wif.rules.control import first_home, sides_by_hex
from grognard.titles.wif.rules.facilities import lay_out_facilities
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.late_start import note_past, settle_vichy
from grognard.titles.wif.rules.powers import active, pact_key, playing, political
from grognard.titles.wif.rules.promotions import lay_out_guards, lay_out_heavy_weapons
from grognard.titles.wif.rules.recruits import lay_out_volunteers, place_warlords
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.stocks import lay_in_oil
from grognard.titles.wif.rules.tankers import lay_out_tankers
from grognard.titles.wif.rules.territorials import settle_territorials
from grognard.titles.wif.rules.tracks import lay_out_tracks
from grognard.titles.wif.rules.wars import make_war, raise_militia
from grognard.titles.wif.scenario import Campaign, UnitRow, open_campaigns, printed, turn_number
from grognard.titles.wif.state import (
    ACTIVE,
    ALIGNED,
    ALLOWED,
    CONQUERED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    HOME,
    INDEPENDENT,
    NEUTRAL,
    NOWHERE,
    REPAIR_POOL,
    RESERVE_POOL,
    SET_ASIDE,
    War,
    slot_of,
)

EARLY = 1939  # 22.5: Siberians begin in the east
EAST_POLAND, FINNISH_CLAIM = "Eastern Poland", "Finnish borderlands"  # 19.5.1, 19.6.1
SIGNED = 21  # 19.5: the Nazi-Soviet pact was signed in Jul/Aug 1939
POOLS = {
    "construction_pool": CONSTRUCTION_POOL, "repair_pool": REPAIR_POOL, "reserve": RESERVE_POOL, "set_aside": SET_ASIDE,
    "lost": GONE,
}  # fmt: skip


class Box(msgspec.Struct, frozen=True):
    """What lies in the box beside the board."""

    facts: Facts
    charts: Charts
    campaigns: dict[str, Campaign]


def open_box(files: Files) -> Box:
    """Read counters, charts and scenarios, from packs where they have them."""
    return Box(open_facts(files), open_charts(files), open_campaigns(files))


def set_up(g: War) -> None:
    """Put the scenario of a game on its board."""
    frame = g.campaign.frame
    g.hexes.fill(g.board.size)
    g.powers.fill(len(POWERS))
    g.countries.fill(len(g.facts.countries))
    g.turn = g.first_turn = turn_number(frame.first_turn)
    g.last_turn = turn_number(frame.last_turn)
    g.track, g.holder = frame.initiative.space, ("Axis", "Allies").index(frame.initiative.holder)
    g.first_side = ("Axis", "Allies").index(frame.initiative.first_impulse)
    g.asterisks = frame.weather.last_modifier
    g.impulses, g.weather = [0, 0], [0] * 6
    for name in frame.powers:
        row = g.powers[POWER_INDEX[name]]
        row.plays = 1
        row.status = ACTIVE if frame.status.get(name, "neutral") == "active" else NEUTRAL
        row.called_out = int(name in frame.reserves.called_out)
        row.share = round(100 * frame.limits.share.get(name, 1))
    _countries(g)
    _control(g)
    settle_vichy(g)
    note_past(g)
    for a, b in frame.wars.at_war:
        make_war(g, POWER_INDEX[a], POWER_INDEX[b])
    for unit in rows_in_play(g):
        _unit(g, unit)
    if g.options.siberians:
        relieve_by_siberians(g)
    if g.options.territorials:
        settle_territorials(g)
    if g.options.warlords:
        place_warlords(g)
    if g.options.volunteers:
        lay_out_volunteers(g)
    if g.options.heavy_weapons:
        lay_out_heavy_weapons(g)
    if g.options.guards_banner:
        lay_out_guards(g)
    if g.options.convoys_in_flames:
        lay_out_tankers(g)
    if g.options.factories_in_flames:
        lay_out_tracks(g)
    if g.options.facilities and political(g):
        lay_out_facilities(g)
    if g.options.carrier_planes:
        deal_planes(g)
    if political(g):
        fill_force_pools(g, 0, g.year)
        for power in playing(g):
            if active(g, power):
                raise_militia(g, power)
    _politics(g)
    if g.options.oil and political(g):
        lay_in_oil(g)
    g.points = {g.ground.named(place): points for place, points in frame.victory.points.items()}
    sides = sides_by_hex(g)
    g.held_at_start = [s for s in g.points if sides[s] == 0]
    begin_annals(g)


@rule("22.5")
def relieve_by_siberians(g: War) -> None:
    """Each Siberian on the map takes the place of the nearest other Soviet infantry army, in 1939 of one on the Asian and Pacific
    maps, which goes to the force pool (reading WIF-DEC-71)."""
    units = g.units
    others = [
        u for u, power in enumerate(units.power)
        if power == USSR and units.counter[u] >= 0 and units.at[u] >= 0 and _ordinary_infantry(units[u].sheet)
        and (g.year != EARLY or g.ground.scale[units.at[u]] == PACIFIC)
    ]  # fmt: skip
    for unit, counter in enumerate(units.counter):
        if counter < 0 or units.at[unit] < 0 or not g.facts.counters[counter].name.endswith(SIBERIAN):
            continue
        if not others:
            units[unit].at = units[unit].from_ = FORCE_POOL
            continue
        near = {s: n for n, s in enumerate(_around(g, units.at[unit]))}
        old = min(others, key=lambda u: (near.get(units.at[u], len(near)), u))
        others.remove(old)
        units[unit].at = units[unit].from_ = units.at[old]
        units[old].at = units[old].from_ = FORCE_POOL


def _ordinary_infantry(sheet: Counter) -> bool:
    return sheet.type == Type.INF and not sheet.division and not sheet.name.endswith(SIBERIAN)


@rule("19.5")
def _politics(g: War) -> None:
    """Pacts, the spheres of the Nazi-Soviet pact, neutrals, and the cities of the Chinese Communists."""
    frame = g.campaign.frame
    for a, b in frame.pacts.neutrality:
        signed = turn_number(frame.pacts.signed[a]) if a in frame.pacts.signed else SIGNED
        g.pacts[pact_key(POWER_INDEX[a], POWER_INDEX[b])] = min(signed, g.first_turn - 1)
    g.nazi_soviet = int(frame.pacts.nazi_soviet)
    gains = frame.control["USSR"].holds if "USSR" in frame.control else []
    if EAST_POLAND in gains:  # WIF-DEC-120
        g.east_poland = 1
    if FINNISH_CLAIM in gains and not frame.past.claims:
        g.finland_claim, g.ore_cuts = ALLOWED, 1
    for row in g.countries:
        if row.status == INDEPENDENT:
            row.neutral_in = g.year
    sides = sides_by_hex(g)
    g.communist = [s for s in g.ground.region.get("communist_china", ()) if g.ground.city[s] and sides[s] == ALLIES]


@rule("2.5.1", "2.5.2")
def _countries(g: War) -> None:
    """Home countries of major powers, and what was aligned to them in September 1939 (2.5.2)."""
    for n, facts in enumerate(g.facts.countries):
        row = g.countries[n]
        owner = g.facts.homes.get(facts.id, NOWHERE)
        if owner >= 0:
            row.status, row.power = HOME, owner
        elif facts.controller in {slug(p) for p in POWERS}:
            row.status, row.power = ALIGNED, POWERS.index(next(p for p in POWERS if slug(p) == facts.controller))
    for power, control in g.campaign.control.items():
        if power not in POWER_INDEX:
            continue
        for names, status in ((control.aligned, ALIGNED), (control.conquered, CONQUERED)):
            for name in names:
                country = g.facts.country.get(slug(name))
                if country is None:
                    continue
                row = g.countries[country]
                if row.status != HOME or not g.powers.plays[row.power]:
                    row.status, row.power = status, POWER_INDEX[power]


@rule("2.5.2")
def _control(g: War) -> None:
    """Every country controls its own hexes, except where the scenario gives them to another power."""
    ground = g.ground
    for s in range(g.board.size):
        if ground.land[s]:
            g.hexes[s].controller = g.facts.country.get(ground.country[s], NOWHERE)
    for name, country in g.facts.country.items():
        row = g.countries[country]
        if row.status == CONQUERED:
            holder = first_home(g, row.power)
            for s in ground.homeland.get(name, ()):
                g.hexes[s].controller = holder
    for power, control in g.campaign.control.items():
        if power in POWER_INDEX:
            for name in (*control.conquered, *control.holds):
                if g.facts.country.get(slug(name)) is None:
                    _give(g, name, POWER_INDEX[power])


def _give(g: War, name: str, power: int) -> None:
    """Give the hexes a name stands for to a power: back to the country itself where that is its own."""
    for s in g.ground.spaces(name):
        own = g.facts.country.get(g.ground.country[s], NOWHERE)
        g.hexes[s].controller = own if own >= 0 and g.countries.power[own] == power else first_home(g, power)


def rows_in_play(g: War) -> list[UnitRow]:
    """The rows of the set-up that the options bring into the game; each is a unit, in their order the first of the game."""
    return [row for row in g.campaign.units if not row.option or g.options.get(NUMBERS.get(row.option, ""))]


def _unit(g: War, row: UnitRow) -> None:
    counter = printed(row, g.facts)
    power = VICHY if row.under == "Vichy" else _power(g, row.power)
    number = g.facts.index[row.counter] if counter else NOWHERE
    country = g.facts.nation[number] if counter else first_home(g, power)
    if country < 0:
        country = first_home(g, power)
    unit = g.units.add(counter=number, power=power, country=country, points=row.count)
    if row.status == "production":
        unit.at = slot_of(turn_number(row.ready))
        unit.cycle = row.cycle
    elif row.status == "map":
        unit.at = _place(g, row, unit.index)
    else:
        unit.at = POOLS[row.status]
    unit.from_ = unit.at


def _power(g: War, name: str) -> int:
    """The major power that controls units of this name: itself, or the power a minor is aligned to."""
    if name in POWER_INDEX:
        return POWER_INDEX[name]
    for power, minors in g.campaign.frame.minors.items():
        if name in minors:
            return POWER_INDEX[power]
    raise GrognardError(f"scenario {g.scenario}: nobody controls {name}", remedy="name it under 'minors'")


def _place(g: War, row: UnitRow, unit: int) -> int:
    """Where a unit begins: the suggested hex if it fits there, else the nearest hex of its side where it does."""
    ground = g.ground
    if row.mode == "sea":
        return ground.sections[ground.named(row.suggested)][0]
    at = ground.board.space(row.hex) if ground.board.knows(row.hex) else NOWHERE
    first = at if at >= 0 and ground.land[at] else _middle(g, row, unit)
    for s in _around(g, first):
        if fits(g, unit, s):
            return s
    raise GrognardError(f"scenario {g.scenario}: no room for {row.name} near {row.suggested}", remedy="give it another hex")


def _middle(g: War, row: UnitRow, unit: int) -> int:
    """The hex a row suggests; of a country its first city, port or hex (territorials, 22.7); where nothing is suggested a hex of
    the region with the most troops of its power and room for it (divisions and guns, designed)."""
    name = row.suggested.removesuffix(" (colony)")
    if slug(name) in g.ground.places or g.board.knows(name):
        return g.ground.named(name)
    hexes = [s for place in (name, *row.places) for part in g.facts.members(place) for s in g.ground.spaces(part)] if name else []
    if not hexes:
        hexes = [s for place in row.places for part in g.facts.members(place) for s in g.ground.spaces(part)]
        power = g.units.power[unit]
        held = {s: sum(g.units.power[u] == power for u in g.units.stacks.get(s, ())) for s in hexes}
        free = [s for s in hexes if held[s] and fits(g, unit, s)]
        if free:
            return max(free, key=lambda s: (held[s], -s))
    return next((s for s in hexes if g.ground.city[s]), next((s for s in hexes if g.ground.port[s]), hexes[0]))


def _around(g: War, start: int) -> Iterable[int]:
    """Hexes near and far from a hex, over land and water."""
    seen, ring = {start}, [start]
    while ring:
        yield from ring
        ring = [b for s in ring for b, _ in g.board.neighbours[s] if b not in seen and not seen.add(b)]  # type: ignore[func-returns-value]


def fits(g: War, unit: int, space: int) -> bool:
    """Whether a unit may begin in a hex: its side's, with room, a port for ships."""
    if not g.ground.land[space]:
        return False
    behind = g.countries.power[g.hexes.controller[space]] if g.hexes.controller[space] >= 0 else NOWHERE
    return behind >= 0 and sides_by_hex(g)[space] == SIDE_OF_POWER[g.units.power[unit]] and may_stack(g, unit, space) is None
