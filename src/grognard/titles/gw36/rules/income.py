"""11.6 and 5.4: collecting income and bonus income; 7.8: Wartime Economy; 2.3: dividing money inside a power."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.acts import menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.facts import Bonus
from grognard.titles.gw36.kinds import IS_NAVAL_FACILITY, IS_WARSHIP, TECHNOLOGY
from grognard.titles.gw36.powers import BRITAIN, CHINESE, JAPAN, KMT, MAJORS, NATION, NATIONS, NO_ALLIANCE, PLAYED, USA, USSR
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import aligned, at_war, at_war_with_major, home_mask, owned, power_of, zones_of
from grognard.titles.gw36.rules.seats import acting, is_split, seat_of
from grognard.titles.gw36.rules.terrain import is_blockaded
from grognard.titles.gw36.rules.treasury import EAST, WEST, earn
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import SIGNED, War
from grognard.titles.gw36.subjects import Shares

COASTS = word("east", "2.3", "East"), word("west", "2.3", "West")

WARTIME_ECONOMY = TECHNOLOGY["wartime_economy"]


@rule("11.6", "6.2")
def collect_income(g: War) -> Flow[None]:
    """Collect income, last of all"""
    mine = [n for n in acting(g) if n < PLAYED]
    for nation in mine:
        yield from collect(g, nation)
    for power in dict.fromkeys([power_of(n) for n in mine]):
        yield from wartime_economy(g, power, [n for n in mine if power_of(n) == power])


@rule("11.6", "5.1", "5.4", "9.23", "8.11")
def collect(g: War, nation: int) -> Flow[None]:
    """One nation collects the value of its zones (or its peacetime income) and its bonus income"""
    if g.options.v43_capital_for_income and not has_capital(g, nation):
        g.say("{} has no capital and collects nothing", g.nations[nation], rule="9.23")
        return
    if nation == JAPAN and fought_china(g):
        g.oil_loss += 1
    base = current_income(g, nation)
    if is_strangled(g, nation):
        base = (base + 1) // 2  # GW36-AMB-37, 0.2
        g.say("The blockade halves the income of {}", g.nations[nation], rule="8.11")
    extra = bonus_income(g, nation)
    g.say("{} collects {} IPP and {} of bonus income", g.nations[nation], base, extra, rule="11.6")
    yield from receive(g, nation, base + extra)


def has_capital(g: War, nation: int) -> bool:
    capital = g.nations.capital[nation]
    return capital < 0 or g.zones.owner[capital] == nation


@rule("8.11")
def is_strangled(g: War, nation: int) -> bool:
    """An island nation all of whose home naval facilities are blockaded (GW36-AMB-37)."""
    if nation not in (BRITAIN, JAPAN) or not g.options.island_blockade:
        return False
    home, owner = home_mask(g)[nation], g.zones.owner
    sites = g.sites
    ports = {
        at
        for k, at, built in zip(sites.kind, sites.at, sites.built)
        if built and at in home and owner[at] == nation and IS_NAVAL_FACILITY[k]
    }
    return bool(ports) and all(is_blockaded(g, z, nation) for z in ports)


@rule("2.3")
def receive(g: War, nation: int, amount: int) -> Flow[None]:
    """Money arrives; a split USA halves it, the East assigning an odd IPP"""
    if nation != USA or not is_split(g):
        earn(g, nation, amount)
        return
    earn(g, nation, amount // 2, EAST)
    earn(g, nation, amount // 2, WEST)
    if amount % 2:
        choice, _ = yield from menu(g, "player8", "Who takes the odd IPP?", Shares(nation, 1), *COASTS)
        earn(g, nation, 1, EAST if choice.verb == "east" else WEST)


@rule("7.8")
def wartime_economy(g: War, power: int, members: list[int]) -> Flow[None]:
    """2D6 more for a power at war with a Major Power that has the technology; the Commonwealth may divide it"""
    if not has_technology(g, power, WARTIME_ECONOMY) or not any(at_war_with_major(g, n) for n in members):
        return
    left = sum(g.roll_dice(2, D6, f"Wartime Economy of {g.nations[power].label}", "7.8"))
    if power != BRITAIN or len(members) == 1:
        yield from receive(g, members[0], left)
        return
    for nation in members[1:]:
        if left:
            act = one_of("share", "7.8", "Share {0}", int, range(left + 1), f"{left} IPP are left to divide")
            prompt = f"Wartime Economy: {left} IPP; how many to {g.nations[nation].label}?"
            _, share = yield from menu(g, seat_of(g, BRITAIN), prompt, Shares(nation, left), act)
            earn(g, nation, share)
            left -= share
    earn(g, members[0], left)


# --- 5.4 bonus income --------------------------------------------------------------------------------------------------


@rule("5.4", "14.2")
def bonus_income(g: War, nation: int) -> int:
    """The bonus income of a nation's sheet that it can claim now."""
    return sum([bonus(g, nation, row) for row in g.facts.nations[NATIONS[nation]].bonuses])


@rule("5.4")
def bonus(g: War, nation: int, row: Bonus) -> int:
    """What one bonus is worth now: in war with a Major Power, in peace, or always, as the sheet says."""
    war = at_war_with_major(g, nation)  # also at wartime income (GW36-AMB-123)
    if (row.when == "war" and not war) or (row.when == "peace" and war):
        return 0
    if row.scenarios and g.scenario not in row.scenarios:
        return 0
    if row.unless and _holds(g, nation, row.unless):
        return 0
    zones = [g.board.space(z) for z in row.zones if g.board.knows(z)]
    return KINDS[row.kind](g, nation, row, zones)


def _holds(g: War, nation: int, words: str) -> bool:
    """`ussr holds bessarabia`; `only evolved china`: the Majors it is at war with are an evolved CCP or KMT."""
    if words == "only evolved china":
        return not any(at_war(g, nation, n) for n in MAJORS)
    name, _, zone = words.split(" ")
    return bool(g.board.knows(zone)) and g.zones.owner[g.board.space(zone)] == NATION[name]


def _each_zone(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    return row.amount * sum([1 for z in zones if g.zones.owner[z] == nation])


def _all_zones(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    return row.amount * all(g.zones.owner[z] == nation for z in zones)


def _all_starting_zones(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    value = g.board.ints("ipp")
    start = [NATION.get(name, -1) for name in g.board.column(f"owner_{g.scenario}")]
    return row.amount * all(g.zones.owner[z] == nation for z, n in enumerate(start) if n == nation and value[z])


def _nation_friendly(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    """Every home zone of the nations is possessed by this nation or by one Aligned with it."""
    homes = [z for name in row.nations for z in home_mask(g)[NATION[name]]]
    return row.amount * all(g.zones.owner[z] >= 0 and aligned(g, g.zones.owner[z], nation) for z in homes)


def _nation_neutral_or_allied(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    """No zone of the nations is possessed by another alliance."""
    homes = [z for name in row.nations for z in home_mask(g)[NATION[name]]]
    sides = {g.nations.alliance[g.zones.owner[z]] for z in homes if g.zones.owner[z] >= 0}
    return row.amount * (sides <= {NO_ALLIANCE, g.nations.alliance[nation]})


def _pact(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    return row.amount * (g.pact == SIGNED)


@rule("9.11")
def _arctic_line(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    """The Soviet-Arctic line pays unless the USA denies it or an end of it is held by an enemy."""
    line = next((line for line in g.board.geo.lines if line.id == "soviet_arctic"), None)
    if g.nations[USSR].arctic_denied or line is None:
        return 0
    return row.amount * all(g.zones.owner[z] == nation for z in line.ends)


def _no_enemy_warships(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    geo = g.board.geo
    seas = {s for z in zones for s in geo.coast[z]}
    seas |= {b for s in seas for b, _ in geo.sea[s]}
    foes = {NATION[name] for name in row.nations}
    units = g.units
    return row.amount * (not any(units.nation[u] in foes and IS_WARSHIP[units.kind[u]] for s in seas for u in g.units.stacks[s]))


def _next_to_nation(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    others = {z for name in row.nations for z in owned(g)[NATION[name]]}
    geo = g.board.geo
    return row.amount * any(b in others for z in zones_of(g, nation) for b, _ in geo.land[z])


@rule("5.4")
def fought_china(g: War) -> bool:
    """Whether a Chinese zone was fought for or taken in this national turn: it costs Japan an IPP of oil trade for good."""
    zones, china = g.zones, home_mask(g)[KMT]
    return any((zones.fought[z] or zones.captured[z]) and zones.before[z] in (*CHINESE, NOWHERE) for z in china)


@rule("5.4")
def _oil_trade(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    """Japanese oil trade, one less for good each turn of combat moves against China."""
    return max(0, row.amount - g.oil_loss)


def _burma_road(g: War, nation: int, row: Bonus, zones: list[int]) -> int:
    return row.amount * bool(g.burma_road)


KINDS: dict[str, Callable[[War, int, Bonus, list[int]], int]] = {
    "each_zone": _each_zone,
    "all_zones": _all_zones,
    "all_starting_zones": _all_starting_zones,
    "nation_friendly": _nation_friendly,
    "nation_neutral_or_allied": _nation_neutral_or_allied,
    "pact": _pact,
    "arctic_line": _arctic_line,
    "no_enemy_warships": _no_enemy_warships,
    "next_to_nation": _next_to_nation,
    "oil_trade": _oil_trade,
    "burma_road": _burma_road,
}


# --- money adds up -----------------------------------------------------------------------------------------------------


def faults(g: War) -> list[str]:
    """What is wrong with the money and the production chart: for the fuzzer."""
    found = []
    rows = g.nations
    for n in range(len(NATIONS)):
        if rows.cash[n] < 0 or rows.cash[n] != rows.earned[n] - rows.spent[n]:
            found.append(f"{NATIONS[n]}: {rows.cash[n]} IPP, but {rows.earned[n]} came in and {rows.spent[n]} went out")
    busy = set()
    for o in g.entries:
        if o.gone:
            continue
        if not 0 <= o.paid <= o.stages or o.count < 1 or (o.ready and o.paid < o.stages):
            found.append(f"order {o} is paid {o.paid} of {o.stages}, {o.count} of it")
        if o.what == chart.BUILDING:
            busy.add(o.subject)
    for s, (at, built) in enumerate(zip(g.sites.at, g.sites.built)):
        if at >= 0 and not built and s not in busy:
            found.append(f"facility f{s} is under construction without an order")
    most = {k: row.max_damage for k, row in enumerate(g.facts.facilities.values())}
    for s, (at, kind, damage, level) in enumerate(zip(g.sites.at, g.sites.kind, g.sites.damage, g.sites.level)):
        if at >= 0 and not 0 <= damage <= max(most[kind], most[level] if level >= 0 else 0, 4):
            found.append(f"facility f{s} has {damage} points of damage")
    return found
