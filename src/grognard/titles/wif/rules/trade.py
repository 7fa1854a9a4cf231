"""5.1: trade agreements: which resources and build points go from whom to whom while their conditions hold.

They are read when production is counted; what a power has promised is not its own (resources.py, production.py).
"""

from __future__ import annotations

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA, USSR, VICHY
from grognard.titles.wif.rules.control import hexes_of, powers_by_hex
from grognard.titles.wif.rules.minors import neutral_minor
from grognard.titles.wif.rules.powers import active, at_war, enemy_country, one_way, playing, political
from grognard.titles.wif.state import COMPLETE, CONQUERED, NOWHERE, REFUSED, War

SOVIET_GOODS, GERMAN_POINTS = 7, 2
EMBARGO, FROZEN, OIL_EMBARGO, APPROPRIATIONS = 13, 23, 31, 34  # US entry options
TO_JAPAN = ((OIL_EMBARGO, 0), (FROZEN, 2), (EMBARGO, 3))
SOVIET_OIL, ITALIAN_OIL, JAPANESE_OIL = 2, 1, 2  # of the goods, with option 30
EVERYTHING = 99


class Deal(msgspec.Struct, frozen=True):
    """Goods that go each turn: from a power (`giver`) or a minor country (`country`) to a power."""

    to: int
    resources: int
    giver: int = NOWHERE
    country: int = NOWHERE
    points_back: int = 0  # build points from the receiver to the giver
    oil: int = 0  # of the resources, with option 30


@rule("5.1")
def agreements(g: War) -> list[Deal]:
    """The trade agreements in force now."""
    if not political(g):
        return []
    return [deal for deal in (*_great(g), *_small(g)) if deal.to in playing(g) and (deal.resources or deal.points_back)]


def _great(g: War) -> list[Deal]:
    """Between major powers."""
    found = []
    if g.nazi_soviet and not at_war(g, GERMANY, USSR) and _whole(g, GERMANY) and _whole(g, USSR):
        kept = sum(choice == 1 for choice in g.trade_gifts.values())
        more = sum(choice == 2 for choice in g.trade_gifts.values())
        goods, points = max(SOVIET_GOODS - g.ore_cuts, 0), max(GERMAN_POINTS - kept, 0)
        oil = min(SOVIET_OIL, goods) + more  # general resources are reduced first, what Germany asks for more is oil
        found.append(Deal(GERMANY, goods + more, USSR, points_back=points, oil=oil))
    if not active(g, USA) and not active(g, ITALY) and APPROPRIATIONS not in g.entry_options and _whole(g, ITALY):
        found.append(Deal(ITALY, 3, USA, points_back=1, oil=ITALIAN_OIL))
    if JAPAN in playing(g) and not at_war(g, USA, JAPAN):
        goods = next((n for option, n in TO_JAPAN if option in g.entry_options), 4)
        points = int(EMBARGO not in g.entry_options)
        found.append(Deal(JAPAN, goods, USA, points_back=points, oil=min(goods, JAPANESE_OIL)))
    for n in range(0, len(g.pact_trade), 4):  # 9.2
        giver, to, resources, points = g.pact_trade[n : n + 4]
        found.append(Deal(to, resources, giver, points_back=-points))
    return found


def _whole(g: War, power: int) -> bool:
    return power in playing(g) and g.powers.conquered[power] != COMPLETE


def _neutral(g: War, name: str) -> bool:
    return neutral_minor(g, g.facts.country[name])


def _holder(g: War, place: str, *wanted: int) -> int:
    """The power that holds a place, if it is one of those wanted."""
    power = powers_by_hex(g)[g.ground.named(place)]
    return power if power in wanted else NOWHERE


def _small(g: War) -> list[Deal]:
    """Of neutral minors."""
    allies = tuple(p for p in playing(g) if SIDE_OF_POWER[p] == ALLIES)
    axis = tuple(p for p in playing(g) if SIDE_OF_POWER[p] == AXIS and p != VICHY)
    france_fell = bool(g.vichy) or g.countries.status[g.facts.country["france"]] == CONQUERED
    syria = powers_by_hex(g)[g.ground.named("Damascus")]
    rows = [
        ("greece", _holder(g, "Dodecanese", *allies) if "dodecanese" in g.ground.places else NOWHERE, 1),
        ("hungary", GERMANY if g.demands != REFUSED else NOWHERE, 1),
        ("iran", COMMONWEALTH, 1),
        ("iraq", (g.installer if syria == VICHY else syria) if france_fell else FRANCE, 1),
        ("portugal", _holder(g, "Madrid", *allies), 1),
        ("rumania", GERMANY, 2),
        ("rumania", ITALY, 1),
        ("spain", _holder(g, "Paris", GERMANY, ITALY), 1),
        ("spain", _holder(g, "Rabat", GERMANY, ITALY), 1),
        ("sweden", GERMANY, 3),
        ("sweden", powers_by_hex(g)[g.ground.named("Narvik")], 1),
    ]
    if g.countries.status[g.facts.country["italy"]] != CONQUERED:
        rows += [("turkey", GERMANY, 1), ("turkey", _holder(g, "Cairo", *axis), 1)]
    found = [Deal(to, n, country=g.facts.country[name]) for name, to, n in rows if to >= 0 and _neutral(g, name)]
    found += _dutch(g) + _venezuela(g)
    if g.norway_mined in (8, 9, 10) and _neutral(g, "norway"):
        found.append(Deal(GERMANY, 1, country=g.facts.country["norway"]))
    elif g.norway_mined in (1, 2, 3) and _neutral(g, "norway"):
        found.append(Deal(COMMONWEALTH, 1, country=g.facts.country["norway"]))
    return found


def _dutch(g: War) -> list[Deal]:
    """The NEI: two to Japan until war or embargo, the rest to the Commonwealth while the Netherlands are neutral."""
    nei, dutch = g.facts.country["nei"], g.facts.country["netherlands"]
    found = []
    hostile = at_war(g, JAPAN, COMMONWEALTH) or enemy_country(g, JAPAN, dutch)
    allied = g.countries.power[nei] < 0 or SIDE_OF_POWER[g.countries.power[nei]] == ALLIES
    if JAPAN in playing(g) and not hostile and OIL_EMBARGO not in g.entry_options and allied:
        found.append(Deal(JAPAN, 2, country=nei))
    if _neutral(g, "netherlands"):
        found.append(Deal(COMMONWEALTH, EVERYTHING, country=nei))
    return found


def _venezuela(g: War) -> list[Deal]:
    """Half to the Commonwealth, the rest to the USA, while neutral or Allied."""
    country = g.facts.country["venezuela"]
    power = g.countries.power[country]
    if power >= 0 and SIDE_OF_POWER[power] != ALLIES:
        return []
    total = sum(g.ground.resources[s] + g.ground.oil[s] for s in hexes_of(g, country))
    half = (total + 1) // 2  # 2.6
    return [Deal(COMMONWEALTH, half, country=country), Deal(USA, total - half, country=country)]


# --- what that means for resources --------------------------------------------------------------------------------------------


@rule("5")
@derived(
    "hexes.controller", "hexes.nation", "hexes.oil_lost", "hexes.oil_wrecked", "countries.power", "countries.status",
    "countries.wars", "powers.wars",
    "powers.status", "powers.conquered", "powers.plays", "entry_options", "nazi_soviet", "ore_cuts", "trade_gifts", "demands",
    "vichy", "installer", "norway_mined", "lent", "lent_oil", "lent_stock", "pact_trade",
    "broken_trade", lasting=True,
)  # fmt: skip
def promised(g: War) -> dict[int, dict[int, int]]:
    """By power, the hexes whose resources it gets (more than nought) or gives away (less) by trade and loans."""
    left = {s: _stock(g, s) for s in range(g.board.size) if g.ground.resources[s] or g.ground.oil[s]}
    found: dict[int, dict[int, int]] = {}
    for deal in agreements(g):
        american, other = failures(g, deal)
        if other and (deal.to == ITALY or not american):
            continue  # 5.1: the USA uses its goods itself
        spaces = hexes_of(g, deal.country) if deal.country >= 0 else _own(g, deal.giver)
        owner = deal.giver if deal.giver >= 0 else g.countries.power[deal.country]
        send(g, left, found, spaces, (deal.resources, deal.oil), owner, NOWHERE if american else deal.to)
    loans: dict[tuple[int, int], int] = {}
    for n in range(0, len(g.lent), 4):
        pair = g.lent[n], g.lent[n + 1]
        loans[pair] = loans.get(pair, 0) + g.lent[n + 2]
    for (giver, to), resources in loans.items():
        oil = g.lent_oil.get(one_way(giver, to), 0)
        send(g, left, found, _own(g, giver), (resources, oil if oil <= resources else resources), giver, to)
    for to, space in zip(g.lent_stock[1::3], g.lent_stock[2::3]):
        mine = found.setdefault(to, {})
        mine[space] = mine.get(space, 0) + 1
    return found


@rule("13.6.9")
def stock_lent(g: War, giver: int, to: int) -> int:
    """Saved oil a power lends another this turn."""
    return sum(pair == (giver, to) for pair in zip(g.lent_stock[::3], g.lent_stock[1::3]))


def oil_for(g: War, power: int, space: int) -> int:
    """Oil of a hex that can go to a power's factories: of this turn, saved before and freed, or lent out of the giver's stock."""
    lent = sum(pair == (power, space) for pair in zip(g.lent_stock[1::3], g.lent_stock[2::3]))
    return oil_at(g, space) + int(g.hexes.oil_freed[space]) + lent


@rule("5", "5.1", "13.6.9")
def send(
    g: War, left: dict[int, int], found: dict[int, dict[int, int]], spaces: list[int], load: tuple[int, int], owner: int, to: int
) -> None:
    """Resources go from hexes of a power or a country to a power; with option 30 so many of them are oil, the others general ones
    as far as there are any."""
    resources, oil = load
    if not g.options.oil or resources >= EVERYTHING:
        _move(left, found, spaces, resources, owner, to)
        return
    wells = [s for s in spaces if g.ground.oil[s]]
    general = [s for s in spaces if not g.ground.oil[s]]
    rest = resources - _move(left, found, wells, oil, owner, to)
    rest -= oil - (resources - rest)  # oil that is not there is not made good
    rest -= _move(left, found, general, rest, owner, to)
    _move(left, found, wells, rest, owner, to)


def _stock(g: War, space: int) -> int:
    return g.ground.resources[space] + max(printed_oil(g, space) - g.hexes.oil_lost[space], 0)


@rule("13.6.1", "13.6.7")
def printed_oil(g: War, space: int) -> int:
    """Printed oil resources of a hex that are not destroyed."""
    return int(g.ground.oil[space] - g.hexes.oil_wrecked[space])


@rule("13.6.1", "11.7")
def oil_at(g: War, space: int) -> int:
    """Oil a hex gives this turn: printed and of plants, less what bombers stopped."""
    return max(printed_oil(g, space) + g.hexes.oil_built[space] - g.hexes.oil_lost[space], 0)


def _own(g: War, power: int) -> list[int]:
    whose = powers_by_hex(g)
    return [s for s in range(g.board.size) if whose[s] == power and (g.ground.resources[s] or g.ground.oil[s])]


def _move(left: dict[int, int], found: dict[int, dict[int, int]], spaces: list[int], wanted: int, owner: int, to: int) -> int:
    """Move so many resources as are left there; gives how many."""
    moved = 0
    for space in spaces:
        n = min(left.get(space, 0), wanted - moved)
        if n > 0:
            left[space] -= n
            moved += n
            if to >= 0:  # else it is lost on the way
                mine = found.setdefault(to, {})
                mine[space] = mine.get(space, 0) + n
            if owner >= 0 and owner != to:
                theirs = found.setdefault(owner, {})
                theirs[space] = theirs.get(space, 0) - n
    return moved


def trade_partners(g: War, power: int) -> list[int]:
    """Major powers whose goods a power gets: their hexes and convoys serve its goods."""
    return [deal.giver for deal in agreements(g) if deal.to == power and deal.giver >= 0]


@rule("5.1")
def points_balance(g: War, power: int, *, joint: bool = False) -> int:
    """Build points a power gains or loses by trade agreements, as they are agreed on. `joint`: only by those with the USA, which
    the joint convoys carry; the others are shipped (lend_lease.py)."""
    found = 0
    for deal in agreements(g):
        if joint and deal.giver != USA:
            continue
        american, other = failures(g, deal)
        if american and not other:
            continue  # the other keeps its build point
        if deal.to == power and not (other and deal.to == ITALY):
            found -= deal.points_back
        if deal.giver == power and not other:
            found += deal.points_back
    return found


@rule("5.1")
def failures(g: War, deal: Deal) -> tuple[bool, bool]:
    """Whether the USA, and whether Italy or Japan, failed to cover its part of the way this turn (trade_terms.py)."""
    for n in range(0, len(g.broken_trade), 3):
        if deal.giver == USA and deal.to == g.broken_trade[n]:
            return bool(g.broken_trade[n + 1]), bool(g.broken_trade[n + 2])
    return False, False
