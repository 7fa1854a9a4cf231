"""What things are worth to a nation, in IPP: zones for their income, cities, factories, and the victory points they carry.

Points are counted objective by objective (3.1 to 3.4): what taking a zone would add to an alliance's score, or losing it take
away, an objective that lacks several zones sharing its points among them. A point is worth more the nearer the end is.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived, remembered
from grognard.titles.gw36.facts import Objective
from grognard.titles.gw36.kinds import IS_FACTORY
from grognard.titles.gw36.powers import ALLIANCES, ALLIES, AXIS, COMINTERN, NATION, NATIONS, PLAYED, SURRENDERED
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import alive, home_mask, roundels, start_owners
from grognard.titles.gw36.rules.victory import points
from grognard.titles.gw36.state import War

CAPITAL = 12.0
CITY = 4.0
FACTORY = 4.0
POINT = 6.0  # IPP for a point with the war before us; more towards its end
HURRY = 2.2  # more for each turn less than LONG
LONG = 7
LAST_POINT = 40.0
COVER = 1.0  # points at stake in a zone that covers the capital
LEFT_TO_FRIENDS = 0.5  # of a point only another nation of the alliance would score here
DENIED = 0.45  # of a rival's point, when the rivals are even
LEADER = 0.12  # more for each point the rival leads the other by, for each turn that is left
LEAST, MOST = 0.2, 0.9
OPENS = 0.3  # of the prize behind a zone
LATE_ENOUGH = 0.9  # how fast shares fall when several zones are lacking
DESIGNS = {"germany": {"warsaw": 12.0, "paris": 6.0, "moscow": 6.0}}  # what its campaigns are about, one after the other
ZONE_KINDS = ("groups", "possess_all", "possess_count", "alliance_possesses_all", "possess_all_no_warships")


def turns_left(g: War) -> int:
    return max(1, g.last - g.turn)


def is_last_turn(g: War) -> bool:
    return g.turn + 1 >= g.last


def point_price(g: War) -> float:
    """IPP for a victory point."""
    return LAST_POINT if is_last_turn(g) else POINT + HURRY * max(0, LONG - turns_left(g))


@derived("turn", "last", "news", "sites.at", "sites.kind", "nations.capital")
def zone_worth(g: War) -> list[float]:
    """What a land zone is worth to whoever takes it, objectives left out."""
    board = g.board
    ipp, city, victory = board.ints("ipp"), board.ints("city"), board.ints("victory_city")
    income = 0.2 if is_last_turn(g) else min(5.0, 0.8 * turns_left(g))
    worth = [ipp[z] * income + CITY * (city[z] + victory[z]) + 0.6 for z in range(board.size)]
    for kind, at in zip(g.sites.kind, g.sites.at):
        if at >= 0 and IS_FACTORY[kind]:
            worth[at] += FACTORY
    for n in range(PLAYED):
        if alive(g, n) and g.nations.capital[n] >= 0:
            worth[g.nations.capital[n]] += CAPITAL
    return [0.0 if kind == "sea" else w for w, kind in zip(worth, board.kind)]


# --- victory points by zone ---------------------------------------------------------------------------------------------


@derived("news", "zones.owner", "nations.capital")
def points_of(g: War, nation: int) -> dict[int, float]:
    """Victory points by zone: what its alliance wins when this nation takes the zone, or loses with it."""
    found: dict[int, float] = {}

    def add(zones: Iterable[int], points: float) -> None:
        for z in zones:
            found[z] = found.get(z, 0.0) + points

    owner, value = g.zones.owner, g.board.ints("ipp")
    capital = g.nations.capital[nation]
    if capital >= 0 and owner[capital] == nation:
        add((b for b, _ in g.board.geo.land[capital] if owner[b] == nation), COVER)
    for city in g.facts.objective_cities:
        add([g.board.space(city.city)], float(city.points))
    add((z for z in home_mask(g)[nation] if value[z]), 1.0)
    for n in range(PLAYED):  # the Home Country of a friend who surrendered counts as lost until it is freed (3.3)
        if g.nations.status[n] == SURRENDERED and g.nations.alliance[n] == g.nations.alliance[nation]:
            add((z for z in home_mask(g)[n] if value[z]), 1.0)
    name = NATIONS[nation]
    for row in g.facts.objectives:
        if row.scenario not in ("", g.scenario) or NATION[row.nation] >= PLAYED or not alive(g, NATION[row.nation]):
            continue
        if row.nation == name or (row.kind == "alliance_possesses_all" and row.alliance == ALLIANCES[g.nations.alliance[nation]]):
            for zones, share in _shares(g, nation, row, owner, value):
                add(zones, share)
    return found


def _shares(g: War, nation: int, row: Objective, owner: list[int], value: list[int]) -> Iterable[tuple[Iterable[int], float]]:
    """The zones an objective asks for, and the points each carries."""
    mine = {nation}
    if row.kind == "alliance_possesses_all":
        mine = {n for n in range(PLAYED) if g.nations.alliance[n] == g.nations.alliance[nation]}
    if row.kind in ZONE_KINDS:
        groups = [[g.board.space(z) for z in group if g.board.knows(z)] for group in row.zone_groups or (row.zones,)]
        for group in groups:
            held = [z for z in group if owner[z] in mine]
            needed = row.value if row.kind == "possess_count" else len(group)
            yield from _by_need(group, held, needed, row.points)
    elif row.kind == "new_zones":
        start = start_owners(g)
        new = [z for z, s in enumerate(start) if s != nation and value[z] >= row.value and g.board.kind[z] != "sea"]
        held = [z for z in new if owner[z] == nation]
        spare = max(0, len(held) - row.max_points)
        yield held, row.points * (1.0 if not spare else 1.0 / (1 + spare))
        yield (z for z in new if owner[z] != nation), row.points * (1.0 if len(held) < row.max_points else 0.1)
    elif row.kind == "all_starting_zones":
        begin = roundels(g) if row.value == 0 else start_owners(g)
        group = [z for z, o in enumerate(begin) if o == nation and value[z] >= row.value]
        yield from _by_need(group, [z for z in group if owner[z] == nation], len(group), row.points)
    elif row.kind == "income_over":
        short = max(4.0, row.value + 1 - current_income(g, nation))
        for z, v in enumerate(value):
            if v and g.board.kind[z] != "sea":
                yield [z], min(1.0, 0.8 * v / short) * row.points


def _by_need(group: list[int], held: list[int], needed: int, points: int) -> Iterable[tuple[Iterable[int], float]]:
    """Points of a group of zones of which so many are needed: all for the last one, less when more are lacking."""
    lacking = needed - len(held)
    if lacking <= 0:
        yield held, points * (1.0 if lacking == 0 else 0.3)
        return
    share = points / lacking * LATE_ENOUGH ** (lacking - 1)
    yield (z for z in group if z not in held), share
    yield held, 0.5 * share


@remembered(lambda g: g.turn)
def points_held(g: War) -> list[int]:
    """The score as it was when first asked for in this turn."""
    return points(g)


@derived("news", "zones.owner", "nations.capital", "turn", "last")
def points_denied(g: War, alliance: int) -> dict[int, float]:
    """What the best of other alliances' nations would lose, or fail to win, with each zone; more of the leader's."""
    found: dict[int, float] = {}
    score = points_held(g)
    for n in range(PLAYED):
        theirs = g.nations.alliance[n]
        if alive(g, n) and theirs != alliance:
            third = AXIS + ALLIES + COMINTERN - alliance - theirs
            lead = score[theirs] - score[third] if third > 0 else 0
            share = min(MOST, max(LEAST, DENIED + LEADER * lead / turns_left(g)))
            near = _within_reach(g, n)
            for z, worth in points_of(g, n).items():
                if z in near:
                    found[z] = max(found.get(z, 0.0), share * worth)
    return found


@derived("news", "zones.owner")
def _within_reach(g: War, nation: int) -> set[int]:
    """A nation's own zones and their neighbours."""
    own = [z for z, o in enumerate(g.zones.owner) if o == nation]
    return {*own, *(b for z in own for b, _ in g.board.geo.land[z])}


@derived("news", "zones.owner", "turn", "last", "sites.at", "sites.kind", "nations.capital")
def worths(g: War, nation: int) -> list[float]:
    """The worth of every land zone to a nation."""
    plain, price, alliance = zone_worth(g), point_price(g), g.nations.alliance[nation]
    mine, theirs, owner = points_of(g, nation), points_denied(g, alliance) if alliance else {}, g.zones.owner
    alliances = g.nations.alliance
    friends: dict[int, float] = {}
    for n in range(PLAYED):
        if n != nation and alive(g, n) and alliances[n] == alliance and alliance:
            for z, points in points_of(g, n).items():
                friends[z] = max(friends.get(z, 0.0), points)
    aims = ((g.board.space(name), w) for name, w in DESIGNS.get(NATIONS[nation], {}).items())
    designs = {z: w for z, w in aims if alliances[owner[z]] != alliance}
    found = []
    for z, base in enumerate(plain):
        points = mine.get(z, 0.0)
        holder = owner[z]
        if 0 <= holder < PLAYED and holder != nation and alliances[holder] == alliance:
            points = max(points, points_of(g, holder).get(z, 0.0))
        elif holder >= 0 and alliances[holder] != alliance:
            points += theirs.get(z, 0.0) - LEFT_TO_FRIENDS * max(0.0, friends.get(z, 0.0) - points)
        found.append(max(0.3, base + price * points + designs.get(z, 0.0)) if base else 0.0)
    return found


@derived("news", "zones.owner")
def prey(g: War, nation: int) -> int:
    """Who holds what a nation's next campaign is about, as a bit."""
    friends, alliances = g.relations.aligned[nation], g.nations.alliance
    for name in DESIGNS.get(NATIONS[nation], {}):
        owner = g.zones.owner[g.board.space(name)]
        if owner >= 0 and not friends >> owner & 1 and alliances[owner] != alliances[nation]:
            return 1 << int(owner)
    return 0


def worth_to(g: War, nation: int, zone: int) -> float:
    """A land zone's worth to a nation: income and cities, the points its alliance scores with it, those rivals lose."""
    return worths(g, nation)[zone]


def price_of(g: War, units: Iterable[int]) -> float:
    kinds, price = g.units.kind, g.values.price
    return float(sum(price[kinds[u]] for u in units))
