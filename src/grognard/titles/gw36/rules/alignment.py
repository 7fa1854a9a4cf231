"""4.7 to 4.12 and 15.11: which nation takes an attacked minor, and the special conditions of tables 4-4 to 4-6.

The text has no 4.10 and 4.11 (GW36-AMB-18). `settle` is run after every change of relations or possession: conditions act at
once in the phase they are met (4.8).
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_LAND
from grognard.titles.gw36.powers import (
    ALLIES,
    AXIS,
    BRITAIN,
    CCP,
    COMMONWEALTH,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    KMT,
    NATION,
    NATIONS,
    PLAYED,
    USA,
    USSR,
    WARLORDS,
)
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.china import evolve, offer_truce
from grognard.titles.gw36.rules.convoys import RIO_RAIDED
from grognard.titles.gw36.rules.income_increases import raise_income, tell
from grognard.titles.gw36.rules.nations import absorb, alive, allied, at_war, at_war_with_major, make_war, take_control, zones_of
from grognard.titles.gw36.rules.seats import acting, seat_of
from grognard.titles.gw36.rules.treasury import lose
from grognard.titles.gw36.state import ENDED, NATIONALIST, SIGNED, Nation, War
from grognard.titles.gw36.subjects import Courtship

BALKANS = tuple([NATION[n] for n in ("bulgaria", "hungary", "romania")])
FINLAND, TURKEY, IRAQ, SWEDEN, ARGENTINA, SIAM, POLAND, MONGOLIA = (
    NATION[n] for n in ("finland", "turkey", "iraq", "sweden", "argentina", "siam", "poland", "mongolia")
)
SPAIN = NATION["nationalist_spain"]
REPUBLIC = NATION["republican_spain"]
VICHY = NATION["vichy"]


# --- table 4-3 ------------------------------------------------------------------------


@rule("4.7", "15.11")
def protector(g: War, attacker: int, minor: int) -> int:
    """The nation that takes an attacked minor."""
    side = g.nations.alliance[attacker]
    name = NATIONS[minor]
    area = g.facts.minors[name].area
    if minor in (MONGOLIA, REPUBLIC) and side in (AXIS, ALLIES):
        return USSR
    if minor == VICHY:
        return GERMANY
    if side == AXIS:
        if area == "americas":
            return USA
        return heir(g, nearest_commonwealth(g, minor))
    return JAPAN if minor == SIAM else heir(g, GERMANY)


@rule("15.11")
def heir(g: War, lord: int) -> int:
    """With the option what Aligns with Germany goes to Italy, with the Commonwealth to France or Free France (GW36-AMB-184)."""
    if not g.options.italian_french_minors:
        return lord
    if lord == GERMANY:
        return ITALY if alive(g, ITALY) else GERMANY
    if lord in COMMONWEALTH:
        return next((n for n in (FRANCE, FREE_FRANCE) if alive(g, n)), lord)
    return lord


@rule("4.7")
def nearest_commonwealth(g: War, minor: int) -> int:
    """The Commonwealth entity that owns the zone nearest to the minor, by steps over any border."""
    board, owner = g.board, g.zones.owner
    ring = zones_of(g, minor)
    seen = set(ring)
    while ring:
        near = [owner[z] for z in ring if owner[z] in COMMONWEALTH]
        if near:
            return min(near)
        following = []
        for z in ring:
            for b, _ in board.neighbours[z]:
                if b not in seen:
                    seen.add(b)
                    following.append(b)
        ring = following
    return BRITAIN


@rule("4.7", "4.5")
def minor_attacked(g: War, attacker: int, minor: int) -> Flow[None]:
    """An attacked minor Aligns with its protector if that nation is at war with the attacker, else comes under its Control"""
    always = minor in (VICHY, SPAIN)  # 13.1, 14.4.3
    always |= minor in (MONGOLIA, REPUBLIC) and g.nations.alliance[attacker] in (AXIS, ALLIES)  # table 4-3
    if minor in WARLORDS or not alive(g, minor) or (g.nations.controller[minor] >= 0 and not always):
        return
    guard = g.nations.controller[minor] if g.nations.controller[minor] >= 0 else protector(g, attacker, minor)
    if not alive(g, guard) or guard == attacker:
        return
    if at_war(g, attacker, guard) or always:  # GW36-AMB-41
        absorb(g, minor, guard)
        if not at_war(g, attacker, guard):
            make_war(g, attacker, guard)
    else:
        take_control(g, minor, guard)
    yield from ()


# --- 4.9 China ------------------------------------------------------------------------


@rule("4.9", "13.3")
def china_attacked(g: War, attacker: int) -> Flow[None]:
    """A foreign attack on any Chinese faction is one on all China: warlords Align to KMT, and the factions may make a truce"""
    heirs = [n for n in (KMT, CCP) if alive(g, n)]
    for warlord in sorted(WARLORDS):
        if heirs and alive(g, warlord):
            absorb(g, warlord, heirs[0])
    for faction in (KMT, CCP):
        if alive(g, faction) and not at_war(g, attacker, faction) and not allied(g, attacker, faction):  # table 4-2
            make_war(g, attacker, faction)
            tell(g, "declares_war", attacker, on=faction)
    yield from offer_truce(g)


@rule("4.9")
def warlords_join(g: War, attacker: int) -> None:
    """A warlord attacked by one faction and not conquered by the end of the Combat Phase joins the other."""
    other = CCP if attacker == KMT else KMT
    for warlord in sorted(WARLORDS):
        if alive(g, warlord) and at_war(g, warlord, attacker) and zones_of(g, warlord) and alive(g, other):
            absorb(g, warlord, other)


# --- tables 4-4 to 4-6 ------------------------------------------------------------------------


@rule("4.8", "4.12")
def settle(g: War) -> Flow[None]:
    """Controlled minors whose controller fights their enemy Align; the conditions that act at once are looked at"""
    before = -1
    while before != g.news:
        before = g.news
        enemies = g.relations.enemies
        for minor, lord in enumerate(g.nations.controller[PLAYED:], PLAYED):
            if lord >= 0 and alive(g, minor) and enemies[minor] & enemies[lord] and minor != VICHY:
                absorb(g, minor, lord)
                break
        else:
            _axis_conditions(g)
    evolve(g)
    yield from ()


def _axis_conditions(g: War) -> None:
    if at_war(g, GERMANY, USSR):
        for minor in BALKANS:  # GW36-AMB-133
            _align(g, minor, GERMANY)
        if g.pact in (SIGNED, ENDED):
            _align(g, FINLAND, GERMANY)
    if g.spain == NATIONALIST and g.nations.alliance[GERMANY] == AXIS and alive(g, SPAIN):
        space = g.board.space
        if axis_holds(g, space("london")) or (axis_holds(g, space("gibraltar")) and axis_holds(g, space("eastern_egypt"))):
            _align(g, SPAIN, GERMANY)


def axis_holds(g: War, zone: int) -> bool:
    owner = g.zones.owner[zone]
    return owner >= 0 and owner < PLAYED and g.nations.alliance[owner] == AXIS


def _align(g: War, minor: int, lord: int) -> bool:
    """Align a minor that is still a nation of its own and not in other hands."""
    taker = heir(g, lord)
    if not alive(g, minor) or not alive(g, lord) or g.nations.controller[minor] not in (NOWHERE, lord, taker):
        return False
    absorb(g, minor, taker)
    return True


@rule("4.8")
def after_combat(g: War) -> Flow[None]:
    """Conditions looked at when a Combat Phase ends: Turkey, Iraq, Sweden, warlords"""
    who = acting(g)
    space = g.board.space
    if GERMANY in who and g.zones.owner[space("transcaucasia")] == GERMANY:
        _align(g, TURKEY, GERMANY)
    for power in (GERMANY, ITALY):
        if power in who and alive(g, IRAQ) and _land_unit_next_to(g, power, IRAQ):
            _align(g, IRAQ, power)
    if USSR in who and g.events.get(SOVIET_NORDIC_WAR):
        _align(g, SWEDEN, GERMANY)
    for faction in (KMT, CCP):
        if faction in who:
            warlords_join(g, faction)
    yield from settle(g)


SOVIET_NORDIC_WAR = -1000  # a number in g.events


def _land_unit_next_to(g: War, power: int, minor: int) -> bool:
    geo, units = g.board.geo, g.units
    near = {b for z in zones_of(g, minor) for b, _ in geo.land[z]}
    return any(IS_LAND[units.kind[u]] and units.nation[u] == power for z in near for u in g.units.stacks[z])


@rule("4.8")
def start_of_british_turn(g: War) -> Flow[None]:
    """Britain may Align Poland while it or France is at war with Germany"""
    if not alive(g, POLAND) or g.nations.controller[POLAND] not in (NOWHERE, BRITAIN, FRANCE):
        return
    if at_war(g, BRITAIN, GERMANY) or at_war(g, FRANCE, GERMANY):
        prompt = "Align Poland with Great Britain?"
        yield from menu(g, seat_of(g, BRITAIN), prompt, Courtship(BRITAIN, (POLAND,)), ALIGNING, REFUSING)


@rule("4.8")
def start_of_production(g: War, nation: int) -> None:
    """Siam joins Japan in July 1939."""
    if nation == JAPAN and date(g) >= "1939-07" and alive(g, SIAM):
        _align(g, SIAM, JAPAN)


@rule("4.8")
def place_units(g: War) -> Flow[None]:
    """In the three German Place Units Phases after the fall of France one Balkan minor Aligns"""
    if g.france_fell < 0 or g.balkans >= 3:
        return
    g.balkans += 1
    free = [m for m in BALKANS if alive(g, m) and g.nations.controller[m] in (NOWHERE, GERMANY)]
    if free:
        prompt = "Align one of the Balkan nations"
        yield from menu(g, seat_of(g, GERMANY), prompt, Courtship(GERMANY, tuple(free)), ALIGNING, REFUSING)


@rule("4.8")
def align(g: War, courtship: Courtship, minor: int) -> Flow[None]:
    """A minor Aligns with the nation that asks it"""
    absorb(g, minor, heir(g, courtship.nation))
    return settle(g)


@rule("4.8")
def may_align(g: War, courtship: Courtship, minor: int) -> No | None:
    """Why a minor does not Align now."""
    return None if minor in courtship.minors else No("4.8", f"{g.nations[minor].label} is not among those that Align now")


ALIGNING = Act[War, Courtship, int](
    "align", "4.8", "Align {0}", takes=Nation, listed=lambda g, courtship: courtship.minors, may=may_align, do=align
)
REFUSING = Act[War, Courtship, None]("refuse", "4.8", "Refuse", do=lambda g, courtship, _: None)


# --- diplomacy by dice ------------------------------------------------------------------------


@rule("4.8")
def may_influence(g: War, nation: int, minor: int) -> No | None:
    """Why a nation may not try to Align a minor by paying (Pan-America, Argentina)."""
    if not alive(g, minor) or g.nations.controller[minor] not in (NOWHERE, nation):
        return No("4.8", "it is no free neutral")
    if nation not in (USA, GERMANY) or not at_war_with_major(g, nation):
        return No("4.8", "only when at war with a Major Power")
    row = g.facts.alignments["pan_american" if nation == USA else "argentina"]
    if NATIONS[minor] not in row.minor:
        return No("4.8", f"{g.nations[nation].label} has no influence there")
    if g.nations[minor].attempts:
        return No("4.8", "one attempt a turn" if nation == USA else "one attempt a game")
    return None if g.nations[nation].cash >= (1 if nation == USA else 2) else No("4.8", "too few IPP")


@rule("4.8")
def influence(g: War, nation: int, minor: int, paid: int) -> Flow[None]:
    """Pay and roll to Align a minor"""
    row = g.nations[minor]
    lose(g, nation, paid)
    row.attempts = 1
    needed = paid
    if nation == USA:
        needed += int(enemies_near(g, minor))
    else:
        needed = 2
    if g.roll(D12, f"{g.nations[nation].label} tries to align {row.label} on {needed}", "4.8") <= needed:
        absorb(g, minor, heir(g, nation))
        if nation == GERMANY:
            raise_income(g, USA, g.roll(D12, "US income: Argentina joins Germany", "4.8"), "Argentina joins Germany")
        yield from settle(g)


@rule("4.8")
def enemies_near(g: War, minor: int) -> bool:
    """Whether US enemies raided the New York-Rio line this turn, with damage or without, or stand in a sea zone next to it."""
    geo = g.board.geo
    foes = g.relations.enemies[USA]
    if g.events.get(RIO_RAIDED) == g.turn:
        return True
    seas = {s for z in zones_of(g, minor) for s in geo.coast[z]}
    return any(foes >> g.units.nation[u] & 1 for s in seas for u in g.units.stacks[s])
