"""14.8 to 14.8.7, 15.1.5.5: grants of NARFs: by land between Germany and Italy, over the Atlantic, to the Soviet Union by way of
Murmansk, and the price of not helping it. What goes by way of Britain, Turkey, the Cape and Persia is relays.py."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    KEYS,
    MAJORS,
    NEUTRAL,
    USA,
    USSR,
    pair,
)
from grognard.titles.tw.rules.money import gain, pay
from grognard.titles.tw.rules.passages import STRATEGIC, convoy_of
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.seas import AMERICA, RANGE, controlled, distance, harbours_in_reach, route, sea
from grognard.titles.tw.rules.shipping import POINT, purse, spend_from
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import FALL, SATELLITE, SPRING, YARD, Nation, Unit, War, turn_of

STEP = 20  # 14.8: NARFs for a point, and the most a turn
AMOUNTS, MERCHANTS = (5, 10, 15, 20, 30), 30
DUTIES = ((BRITAIN, turn_of(1941, FALL), 10, 3), (USA, turn_of(1942, SPRING), 20, 5))  # 14.8.2: NARFs, growth
ARCTIC_MORE = 10  # 22.8: beyond 20 for the Soviets, in peace


class Treasury(Subject, frozen=True):
    """A power that may grant NARFs."""

    power: int


def granted(g: War, giver: int, taker: int) -> int:
    """NARFs one power has granted another in this player turn."""
    return int(g.granted.get(pair(giver, taker), 0))


def note_grant(g: War, giver: int, taker: int, narfs: int) -> None:
    g.granted = {**g.granted, pair(giver, taker): granted(g, giver, taker) + narfs}
    g.nations[giver].lent += narfs


@rule("14.8.1", "14.8.2", "14.8.6", "15.1.5.5", "22.8")
def most_granted(g: War, giver: int, taker: int) -> int:
    """NARFs a power can still grant another this turn: 20; America ten more with every yard, for one taker or for several
    (TW-AMB-177); in peace to each taker by its level."""
    sent = granted(g, giver, taker)
    if giver != USA:
        return STEP - sent
    if g.year == 1941 and boon(g, USA, "prepared"):
        return 0  # 28.2.4
    if g.nations.side[USA] == NEUTRAL:
        limit = peacetime_limit(g)
        return max(limit + ARCTIC_MORE * int(taker == USSR and limit == STEP) - sent, 0)
    others = sum([max(granted(g, USA, n) - STEP, 0) for n in MAJORS if n != taker])
    return max(STEP + 10 * g.nations.yards[USA] - others - sent, 0)


@rule("22.8", "14.8.6")
def peacetime_limit(g: War) -> int:
    """NARFs for each taker a turn while America is at peace, by its entry level."""
    limit = 0
    for row in campaign_of(g).calendar:
        if row.record == "lend_lease" and row.key.startswith("usel "):
            low, _, high = row.key.removeprefix("usel ").partition("-")
            if int(low) <= g.usel:
                limit = int(row.value) if g.usel <= int(high or low) or int(row.value) > limit else limit
    return limit


@rule("14.4", "14.8.1", "14.8.7")
def may_grant(g: War, giver: int, taker: int, narfs: int) -> No | None:
    """Whether one power can grant NARFs to another over land, as Germany to Italy: common enemies, 20 a turn, a point for each
    20; the Soviets grant nothing."""
    if taker not in MAJORS:  # 14.4: a power and its Satellite
        row = g.nations[taker]
        if row.patron != giver or row.status != SATELLITE or row.surrendered:
            return No("14.4", "a power grants NARFs to its own Satellites")
        return None if g.nations.narfs[giver] >= narfs else No("14.8", "it has not so many NARFs")
    if giver == USSR:
        return No("14.8.1", "the Soviet Union grants nothing")
    if (giver, taker) != (GERMANY, ITALY):
        return No("14.8.7", "these powers send NARFs by sea, or not at all")
    rows = g.nations[giver], g.nations[taker]
    if rows[0].side == NEUTRAL or rows[0].side != rows[1].side or rows[1].surrendered:
        return No("14.8.1", "they have no common enemy")
    if narfs > most_granted(g, giver, taker):
        return No("14.8.1", "no more than 20 NARFs a turn")
    if rows[0].narfs < narfs:
        return No("14.8", "it has not so many NARFs")
    return No("8.4", "no strategic movement points are left") if smp_left(g, giver) < POINT * grant_points(narfs) else None


@rule("14.8")
def grant_points(narfs: int) -> int:
    """Points of strategic movement for a grant: one for each 20 NARFs or part of them."""
    return -(-narfs // STEP)


def grant(g: War, giver: int, taker: int, narfs: int) -> None:
    pay(g, giver, narfs)
    g.nations[taker].narfs += narfs
    if taker not in MAJORS:
        g.say("{} leaves {} NARFs to {}", g.nations[giver], narfs, g.nations[taker], rule="14.4")
        return
    note_grant(g, giver, taker, narfs)
    g.nations[taker].received += narfs
    g.nations[giver].smp -= POINT * grant_points(narfs)
    g.say("{} grants {} NARFs to {}", g.nations[giver], narfs, g.nations[taker], rule="14.8")


# --- by sea (14.8.2, 14.8.5) ----------------------------------------------------------------------------------------------------


def aids(g: War, fleet: int) -> bool:
    """Whether a Fleet can carry aid now."""
    known = g.roster
    units = g.units
    free = bool(units.active[fleet]) and not (units.depleted[fleet] or units.missions[fleet] or units.moved[fleet] & STRATEGIC)
    return known.kinds[fleet] == Kind.FLEET and g.units.at[fleet] >= 0 and free


@rule("22.6", "14.8.6", "23.7")
def peacetime_aid(g: War, giver: int, taker: int, narfs: int) -> No | None:
    """Whether America at peace can help a power: one at war with Germany, and none of the West when it has attacked a neutral.
    Its air and ground units of the turn then cost double (TW-AMB-124)."""
    if giver != USA or g.nations.side[USA] != NEUTRAL:
        return None
    if g.nations.side[taker] != ALLIES or g.nations.surrendered[taker]:
        return No("22.6", "it must be at war with Germany")
    if taker == USSR and g.soviets_struck:
        return No("14.8.6", "the Soviets have attacked Germany")
    if taker in (BRITAIN, FRANCE) and (g.nations.outraged[BRITAIN] or g.nations.outraged[FRANCE]):
        return No("22.6", "the West has attacked a neutral country")
    dearer = doubled(g)
    if g.nations.narfs[USA] < narfs + dearer:
        return No("22.6", f"what was built this turn would cost {dearer} NARFs more")
    return None


def doubled(g: War) -> int:
    """NARFs that the units America has built in this player turn cost once more with its first grant of the turn."""
    if g.nations.lent[USA]:
        return 0
    nations, kinds, now = g.roster.nations, g.roster.kinds, g.player_turn
    return sum(
        [unit_price(g, u) for u, when in enumerate(g.units.built) if when == now and nations[u] == USA and kinds[u] <= Kind.NAC]
    )


BY_SEA = ((USA, BRITAIN), (USA, FRANCE), (USA, USSR), (BRITAIN, USSR), (BRITAIN, FRANCE), (FRANCE, BRITAIN))


@rule("14.8.2", "14.8.5", "14.8.6", "8.8.3", "14.8.1")
def may_lend(g: War, giver: int, taker: int, fleet: int, narfs: int) -> No | None:
    """Whether a Fleet can carry a grant: from America to Britain or France, between these two, or from Britain to Murmansk; 20
    NARFs, a point for the Fleet and one for the cargo (TW-AMB-215)."""
    if (giver, taker) not in BY_SEA:
        return No("14.8.2", "Lend-Lease goes from America to its allies, between Britain and France, and to the Soviet Union")
    if not aids(g, fleet) or g.roster.nations[fleet] not in (BRITAIN, USA, *((FRANCE,) if FRANCE in (giver, taker) else ())):
        return No("14.8.2", "it takes a whole, active Fleet of these powers that has done nothing this turn")
    no = peacetime_aid(g, giver, taker, narfs)
    if no is not None:
        return no
    if g.nations.side[giver] == NEUTRAL and g.roster.nations[fleet] == USA:
        return No("14.8.2", "in peace the takers' Fleets carry the aid")
    rows = g.nations[giver], g.nations[taker]
    if giver != USA and (rows[0].side == NEUTRAL or rows[0].side != rows[1].side or rows[0].surrendered or rows[1].surrendered):
        return No("14.8.1", "they have no common enemy")
    if rows[1].surrendered or rows[1].side == NEUTRAL:
        return No("14.8.1", "it is not at war")
    if (giver, taker) == (BRITAIN, FRANCE) and g.turn < turn_of(1941, SPRING):
        return No("14.8.1", "nothing for France before Spring 1941")
    hold = MERCHANTS if giver == USA and boon(g, USA, "merchant") else STEP  # 28.2.4
    if narfs > min(most_granted(g, giver, taker), hold):
        return No("14.8.1", "so much may not be granted")
    if g.nations.narfs[giver] < narfs:
        return No("14.8", "it has not so many NARFs")
    if purse(g, payer_of(g, fleet), g.units.at[fleet]) < 2 * POINT:
        return No("8.4", "it takes two strategic movement points")
    if giver == USA and taker == USSR:
        return No("8.8.3", "aid for the Soviets goes to Britain first")
    if taker == USSR:
        no = murmansk_open(g)
        if no is not None:
            return no
    return None if lend_route(g, giver, taker, fleet) is not None else No("14.8.2", "the Fleet lies in no port on the way")


def payer_of(g: War, fleet: int) -> int:
    """Whose points of strategic movement a Fleet with aid uses."""
    return g.roster.nations[fleet]


@rule("14.8.5", "8.8.7", "14.8.2")
def murmansk_open(g: War) -> No | None:
    """The northern route: Germany has attacked, 0015 and 0016 are not both lost, the Norwegian Sea is not the Axis' alone."""
    if g.barbarossa < 0 or g.nations.side[USSR] == NEUTRAL or g.nations.surrendered[USSR]:
        return No("14.8.2", "Germany and the Soviet Union are not at war")
    sides = hex_sides(g)
    if all(sides[g.ground.named(h)] == AXIS for h in ("0015", "0016")):
        return No("14.8.5", "the railway from Murmansk is cut")
    if controlled(g, sea(g, "norwegian_sea"), AXIS):
        return No("14.8.5", "the Axis controls the Norwegian Sea")
    return None


def lend_route(g: War, giver: int, taker: int, fleet: int) -> list[int] | None:
    """The sea areas a Fleet with aid sails through from where it lies."""
    at, nation = g.units.at[fleet], g.roster.nations[fleet]
    if taker == USSR:
        if g.ground.country[at] != KEYS[BRITAIN] or not g.ground.land[at]:
            return None
        goal = sea(g, "murmansk_sea")
        return route(g, nation, at, goal) if distance(g, nation, at, goal) <= RANGE else None
    begins = g.board.ids[at] in AMERICA if giver == USA else g.ground.land[at] and g.ground.country[at] == KEYS[giver]
    if not begins:
        return None
    country = KEYS[taker]
    homes = {p: w for p, w in harbours_in_reach(g, nation, at, RANGE).items() if g.ground.country[p] == country}
    return min(homes.values(), key=len, default=None)


@rule("14.8.2", "14.8.5", "14.8.6")
def lend(g: War, treasury: Treasury, what: tuple[int, int, int]) -> Flow[None]:
    """A Fleet sails with NARFs, alone or with others; a depleted one loses half of them, a sunk one all"""
    taker, fleet, narfs = what
    giver = treasury.power
    way = lend_route(g, giver, taker, fleet)
    assert way is not None
    pay_double(g, giver)
    pay(g, giver, narfs)
    note_grant(g, giver, taker, narfs)
    spend_from(g, payer_of(g, fleet), g.units.at[fleet], 2 * POINT)
    yield from deliver(g, giver, taker, fleet, narfs, way)


@rule("22.6")
def pay_double(g: War, giver: int) -> None:
    """The first grant of a turn of peace makes what America has built in it cost double."""
    if giver == USA and g.nations.side[USA] == NEUTRAL and doubled(g):
        pay(g, USA, doubled(g))


@rule("14.8.5", "7.8")
def carried(g: War, fleet: int, narfs: int, way: list[int], words: str, *, arctic: bool = False) -> Flow[tuple[int, bool]]:
    """The voyage of a Fleet with aid and those that sail along: what comes through, and whether it turned back whole."""
    origin = g.units.at[fleet]
    force = yield from convoy_of(g, payer_of(g, fleet), fleet, words)
    escorts = g.nations.arctic_asw[BRITAIN] + g.nations.arctic_asw[USA] if arctic else 0
    voyage = Voyage(Force(g.side, list(force), submarines=escorts), origin, way, words, narfs=narfs, arctic=arctic)
    through = yield from sail(g, voyage)
    if g.units.at[fleet] < 0 and g.units.pool[fleet] != YARD:
        return 0, False  # sunk
    if g.units.depleted[fleet]:
        return narfs // 2, False
    return (narfs, False) if through else (0, True)


@rule("14.8.2", "14.8.5")
def deliver(g: War, giver: int, taker: int, fleet: int, narfs: int, way: list[int]) -> Flow[None]:
    """The voyage of a Fleet with aid for who receives it"""
    if taker == USSR:
        g.nations[giver].aid_sent += narfs  # 14.8.2: the attempt counts
    words = f"{narfs} NARFs for {g.nations[taker].label}"
    arctic = taker == USSR and sea(g, "murmansk_sea") in way
    landed, back = yield from carried(g, fleet, narfs, way, words, arctic=arctic)
    if back:
        g.nations[giver].narfs += narfs
        return
    if landed:
        g.nations[taker].narfs += landed
        g.nations[taker].received += landed
        g.say("{} receives {} NARFs", g.nations[taker], landed, rule="14.8.2")


@rule("14.8.2")
def aid_duties(g: War) -> None:
    """At the end of an Allied Spring or Fall turn: who sent the Soviets too little loses as much and some of its growth."""
    if g.soviets_struck:
        return  # nothing is owed to who began the war
    if g.barbarossa < 0 or g.season not in (SPRING, FALL) or g.nations.side[USSR] == NEUTRAL or g.nations.surrendered[USSR]:
        return
    for power, first, narfs, growth in DUTIES:
        row = g.nations[power]
        if row.side == NEUTRAL or row.surrendered or g.turn < first or row.aid_sent >= narfs:
            continue
        gain(g, power, -narfs, "too little aid for the Soviet Union", "14.8.2")
        row.growth_cut += growth


def _grants(g: War, treasury: Treasury) -> list[tuple[int, int]]:
    own = [n for n, row in enumerate(g.nations) if row.patron == treasury.power and row.status == SATELLITE and n not in MAJORS]
    return [(t, n) for t in (*MAJORS, *own) if t != treasury.power for n in AMOUNTS]


def loans(g: War, treasury: Treasury) -> list[tuple[int, int, int]]:
    if treasury.power not in (BRITAIN, USA, FRANCE):
        return []
    takers = [taker for giver, taker in BY_SEA if giver == treasury.power]
    fleets = [u for u in g.roster.naval if aids(g, u) and g.roster.nations[u] in (BRITAIN, USA, FRANCE)]
    seen: set[tuple[int, int]] = set()
    found = []
    for u in fleets:
        key = g.units.at[u], g.roster.nations[u]
        if key not in seen:
            seen.add(key)
            found += [(t, u, n) for t in takers for n in sorted({*AMOUNTS, most_granted(g, treasury.power, t)}) if n > 0]
    return found


GRANTING: Act[War, Treasury, tuple[int, int]] = Act(
    "grant", "14.8", "{1} NARFs for {0}", takes=(Nation, int), among=_grants,
    may=lambda g, s, c: may_grant(g, s.power, *c), do=lambda g, s, c: grant(g, s.power, *c),
)  # fmt: skip
LENDING: Act[War, Treasury, tuple[int, int, int]] = Act(
    "lend", "14.8.2", "{1} carries {2} NARFs to {0}", takes=(Nation, Unit, int), among=loans, rolls=True,
    may=lambda g, s, c: may_lend(g, s.power, *c), do=lend,
)  # fmt: skip
