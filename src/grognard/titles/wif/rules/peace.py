"""13.7.2, 13.7.3, 13.7.6: support of attacked minors, peace and pacts that two powers agree on, surrender.

Conquest, Vichy and liberation have modules of their own; a peace that Germany enforces is claims.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, JAPAN, POWER_KEYS, SIDE_OF_POWER, USSR, VICHY
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.claims import revert
from grognard.titles.wif.rules.conquerors import most_influential
from grognard.titles.wif.rules.conquest import chase_ships, conquer, is_band
from grognard.titles.wif.rules.control import first_home, hexes_of, nation_at
from grognard.titles.wif.rules.displaced import displace_units
from grognard.titles.wif.rules.entry import outrage
from grognard.titles.wif.rules.minors import capital_of, set_up_minor
from grognard.titles.wif.rules.pacts import sign_pact
from grognard.titles.wif.rules.powers import active, at_war, home_countries, home_power, pact_key, playing, political, powers_of
from grognard.titles.wif.rules.spheres import EAST_POLAND
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_at, mine, of_side, send_away, units_at
from grognard.titles.wif.rules.wars import make_peace
from grognard.titles.wif.state import ALIGNED, CONQUERED, HOME, NOWHERE, Country, Hex, Power, War

SUPPORT = 4  # corps in an attacked minor


class Envoy(Subject, frozen=True):
    """A power may offer peace or a pact."""

    power: Annotated[int, Power]


class Treaty(msgspec.Struct, frozen=True):
    """What goes with peace or a pact: whole countries and single hexes either side hands over, and goods each turn. Of pairs the
    first is what the one who offers gives, the second what it asks for."""

    lands: tuple[int, ...] = ()
    lands_asked: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    hexes_asked: tuple[int, ...] = ()
    goods: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


class Terms(Subject, frozen=True):
    """An offer to a power: peace if the two are at war, else a neutrality pact, with what goes with it (reading WIF-DEC-67).
    `minor`: peace with that country alone."""

    power: Annotated[int, Power]
    by: Annotated[int, Power]
    lands: Annotated[tuple[int, ...], Country] = ()
    lands_asked: Annotated[tuple[int, ...], Country] = ()
    hexes: Annotated[tuple[int, ...], Hex] = ()
    hexes_asked: Annotated[tuple[int, ...], Hex] = ()
    goods: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    minor: int = NOWHERE


class Drafting(Subject, frozen=True):
    """What goes with an offer: the treaty as far as it is written."""

    power: Annotated[int, Power]
    to: Annotated[int, Power]
    treaty: Treaty = Treaty()

    @once
    def handed_over(self, g: War) -> Handed:
        return _handed(g, self.treaty.lands, self.treaty.hexes)

    @once
    def asked_for(self, g: War) -> Handed:
        return _handed(g, self.treaty.lands_asked, self.treaty.hexes_asked)


class Status(Subject, frozen=True):
    """A conquered country that is handed over: conquered, or aligned with its new master."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


class Despair(Subject, frozen=True):
    """A power may surrender a home country."""

    power: Annotated[int, Power]


# --- support (13.7.2) ---------------------------------------------------------------------------------------------------------


@rule("13.7.2")
def support_minors(g: War) -> None:
    """Four Allied corps in a minor that the Axis attacked this turn: the USA takes note, once for each minor"""
    known = g.roster
    for country, row in enumerate(g.countries):
        axis = row.attacked_by & sum(1 << p for p in powers_of(g, AXIS))
        if not axis or row.attacked_on != g.turn or row.supported or row.status == CONQUERED:
            continue
        corps = 0
        for space in hexes_of(g, country):
            east = EAST_POLAND in g.ground.regions[space]
            for unit in of_side(g, land_at(g, space), ALLIES):
                power = g.units.power[unit]
                own = home_power(g, g.units.country[unit]) == power
                corps += known.corps[unit] and own and in_supply(g, unit) and not (east and power == USSR)
        if corps >= SUPPORT:
            row.supported = 1
            g.say("The Allies support {}", row, rule="13.7.2")
            outrage(g, "21", next(p for p in powers_of(g, AXIS) if axis >> p & 1))


# --- peace and pacts (13.7.3) -------------------------------------------------------------------------------------------------


def may_offer(g: War, subject: Envoy, other: int) -> No | None:
    """Whether a power may offer another peace, or a pact where there is no war."""
    if other not in playing(g) or SIDE_OF_POWER[other] == SIDE_OF_POWER[subject.power]:
        return No("13.7.3", "only to a power of the other side")
    if VICHY in (other, subject.power):
        return No("17.4.1", "Vichy makes no treaties of its own")
    if pact_key(subject.power, other) in g.pacts and not at_war(g, subject.power, other):
        age = g.turn - g.pacts[pact_key(subject.power, other)]
        return None if age else No("9.2", "the pact is confirmed already")
    return None


@rule("13.7.3")
def may_offer_minor(g: War, subject: Envoy, country: int) -> No | None:
    """Whether a power may offer peace to a minor that it alone has attacked."""
    row = g.countries[country]
    if row.status != ALIGNED or row.power < 0 or SIDE_OF_POWER[row.power] == SIDE_OF_POWER[subject.power]:
        return No("13.7.3", "it is no minor country aligned with the other side")
    if row.wars != 1 << subject.power:
        return No("13.7.3", "you alone must have declared war on it")
    return None


def attacked_minors(g: War, subject: Envoy) -> list[int]:
    return [c for c, wars in enumerate(g.countries.wars) if wars == 1 << subject.power]


def envoys(g: War) -> list[int]:
    """For the sequence: powers that may offer something, those of the side with the initiative first."""
    if not political(g):
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if p != VICHY]


@rule("13.7.3")
def offer_peace(g: War) -> Flow[None]:
    """A power may offer peace to an enemy, or a neutrality pact to a power it is not at war with"""
    power = g.power
    answer, other = yield from menu(
        g, g.seat(power), "{0}: offer peace or a pact?", Envoy(power), NO_OFFER, OFFER, OFFER_MINOR, COMPEL,
        named=(g.powers[power],),
    )  # fmt: skip
    if answer.verb == NO_OFFER.name:
        return
    if answer.verb == COMPEL.name:
        yield from agree(g, power, other, Treaty(), given=price_of_peace(g, power, other), border=True)
        return
    if answer.verb == OFFER_MINOR.name:
        yield from _offer_minor(g, power, other)
        return
    treaty = Treaty()
    while True:
        answer, treaty = yield from menu(
            g, g.seat(power), "Terms for {0}", Drafting(power, other, treaty), SEND, CEDE, ASK_LAND, CEDE_HEX, ASK_HEX,
            GIVE_GOODS, ASK_GOODS, GIVE_POINTS, ASK_POINTS, named=(g.powers[other],),
        )  # fmt: skip
        if answer.verb == SEND.name:
            break
    offer = Terms(other, power, *msgspec.structs.astuple(treaty))
    replies = (AGREE,) if must_agree(g, other, power) and treaty == Treaty() else (REFUSE, AGREE)
    answer, _ = yield from menu(
        g, g.seat(other), "{0} offers {1}. Accept?", offer, *replies,
        named=(g.powers[power], "peace" if at_war(g, power, other) else "a neutrality pact"),
    )  # fmt: skip
    if answer.verb == AGREE.name:
        yield from agree(g, power, other, treaty, border=len(replies) == 1)


def _offer_minor(g: War, power: int, country: int) -> Flow[None]:
    """Peace with a minor: its protector answers, and it is neutral again within its borders of before."""
    keeper = g.countries.power[country]
    answer, _ = yield from menu(
        g, g.seat(keeper), "{0} offers {1} peace. Accept?", Terms(keeper, power, minor=country), REFUSE, AGREE,
        named=(g.powers[power], g.countries[country]),
    )  # fmt: skip
    if answer.verb == AGREE.name:
        g.say("{} and {} make peace", g.powers[power], g.countries[country], rule="13.7.3")
        revert(g, country)
        yield from chase_ships(g)


VLADIVOSTOK, LOST_RESOURCES, MANCHUKUO = "Vladivostok", 3, "manchukuo"


@rule("13.7.3")
def must_agree(g: War, power: int, other: int) -> bool:
    """Option 42: in their first war Japan must agree to a peace once it holds Vladivostok, the USSR once it holds three resources
    that were Japanese."""
    if not g.options.compulsory_peace or not at_war(g, power, other) or g.eastern_wars > 1:
        return False
    if (power, other) == (JAPAN, USSR):
        return g.powers_by_hex[g.ground.named(VLADIVOSTOK)] == JAPAN
    if (power, other) != (USSR, JAPAN):
        return False
    ground, whose = g.ground, g.powers_by_hex
    held = [s for s in range(g.board.size) if whose[s] == USSR and _was_japanese(g, s)]
    return sum(ground.resources[s] + ground.oil[s] for s in held) >= LOST_RESOURCES


def _was_japanese(g: War, space: int) -> bool:
    country = g.facts.country.get(g.ground.country[space], NOWHERE)
    return country >= 0 and (home_power(g, country) == JAPAN or g.facts.countries[country].controller == POWER_KEYS[JAPAN])


@rule("13.7.3")
def may_compel(g: War, subject: Envoy, other: int) -> No | None:
    """Option 42: the USSR and Japan may each compel a peace in their first war, at a price."""
    if not g.options.compulsory_peace:
        return No("13.7.3", "only with option 42")
    if {subject.power, other} != {JAPAN, USSR}:
        return No("13.7.3", "only between Japan and the USSR")
    if not at_war(g, subject.power, other):
        return No("13.7.3", "they are not at war")
    return No("13.7.3", "only in their first war") if g.eastern_wars > 1 else None


@rule("13.7.3")
def price_of_peace(g: War, power: int, other: int) -> list[int]:
    """Option 42: hexes that who compels a peace gives up: in Manchukuo and in home countries of the other, those of the USSR also
    on the map of the Pacific."""
    whose, found = g.powers_by_hex, []
    for space in [s for s, p in enumerate(whose) if p == power and g.ground.land[s]]:
        nation = nation_at(g, space)
        if nation == NOWHERE or home_power(g, nation) == power:
            continue
        theirs = g.facts.countries[nation].kind == "home" and g.countries.power[nation] == other
        if g.facts.countries[nation].id == MANCHUKUO or theirs or (power == USSR and g.board.token(space).startswith("P")):
            found.append(space)
    return found


@rule("13.7.3")
def enclaves(g: War, power: int, other: int) -> list[int]:
    """Option 42: hexes of a power that are shut in by the other's: no source of its own and no port. Reading WIF-DEC-170."""
    whose, ground = g.powers_by_hex, g.ground
    left, found = {s for s, p in enumerate(whose) if p == power and ground.land[s]}, []
    while left:
        patch, edge = set(), [left.pop()]
        touching = False
        while edge:
            space = edge.pop()
            patch.add(space)
            for near, _ in ground.steps[space]:
                touching |= whose[near] == other
                if near in left:
                    left.remove(near)
                    edge.append(near)
        fed = any(ground.port[s] != NO_PORT or (ground.city[s] and home_power(g, nation_at(g, s)) == power) for s in patch)
        if touching and not fed:
            found += sorted(patch)
    return found


def given_hexes(g: War, lands: tuple[int, ...], hexes: tuple[int, ...]) -> set[int]:
    return {*hexes, *[s for c in lands for s in hexes_of(g, c)]}


class Handed(msgspec.Struct, frozen=True):
    """Countries and hexes in one half of a treaty: all hexes of both, and the spaces next to those."""

    lands: tuple[int, ...]
    hexes: set[int]
    beside: set[int]


def _handed(g: War, lands: tuple[int, ...], hexes: tuple[int, ...]) -> Handed:
    given = given_hexes(g, lands, hexes)
    return Handed(lands, given, {b for s in given for b, _ in g.board.neighbours[s]})


@derived("hexes.controller", "countries.power", lasting=True)
def beside(g: War, power: int) -> frozenset[int]:
    """Every space next to a hex that a power controls."""
    whose, neighbours = g.powers_by_hex, g.board.neighbours
    return frozenset([b for s in range(g.board.size) if whose[s] == power for b, _ in neighbours[s]])


def may_cede(g: War, subject: Drafting, country: int, *, asked: bool = False) -> No | None:
    """Whether a country can be handed over: controlled, no home of a major power, next to what the other controls."""
    given = subject.asked_for(g) if asked else subject.handed_over(g)
    giver, to = (subject.to, subject.power) if asked else (subject.power, subject.to)
    if country in given.lands:
        return No("13.7.3", "it is in the offer already")
    if g.countries.power[country] != giver or g.countries.status[country] == HOME:
        return No("13.7.3", f"{g.powers[giver].label} does not control it")
    if not at_war(g, giver, to):
        return No("13.7.3", "land changes hands only in a peace")
    return _touching(g, hexes_of(g, country), to, given)


@rule("13.7.3")
def may_cede_hex(g: War, subject: Drafting, space: int, *, asked: bool = False) -> No | None:
    """Whether a single hex can be handed over: controlled, and joined to what the other controls."""
    given = subject.asked_for(g) if asked else subject.handed_over(g)
    giver, to = (subject.to, subject.power) if asked else (subject.power, subject.to)
    if space in given.hexes:
        return No("13.7.3", "it is in the offer already")
    if not g.ground.land[space] or g.powers_by_hex[space] != giver:
        return No("13.7.3", f"{g.powers[giver].label} does not control it")
    if not at_war(g, giver, to):
        return No("13.7.3", "land changes hands only in a peace")
    return _touching(g, [space], to, given)


def _touching(g: War, own: Iterable[int], to: int, given: Handed) -> No | None:
    if not beside(g, to).isdisjoint(own) or not given.beside.isdisjoint(own):
        return None
    return No("13.7.3", f"it does not touch what {g.powers[to].label} controls")


def frontier(g: War, subject: Drafting, *, asked: bool) -> list[int]:
    """Hexes of one power next to the other's, or to what is handed over already."""
    giver, to = (subject.to, subject.power) if asked else (subject.power, subject.to)
    if not at_war(g, giver, to):
        return []
    whose, given = g.powers_by_hex, subject.asked_for(g) if asked else subject.handed_over(g)
    near = beside(g, to) | given.beside
    return sorted([s for s in near if whose[s] == giver and g.ground.land[s] and s not in given.hexes])


MOST_GOODS = 5  # of each kind in a pact's trade: reading WIF-DEC-102


@rule("9.2")
def may_trade(g: War, subject: Drafting, amount: int, kind: str, *, asked: bool) -> No | None:
    """Whether goods of a kind can go with a pact: one way each, five at most."""
    now: tuple[int, int] = getattr(subject.treaty, kind)
    if not 0 < amount <= MOST_GOODS:
        return No("9.2", f"one to {MOST_GOODS} a turn can be agreed on")
    return No("9.2", "the same goods do not go both ways") if now[not asked] else None


def _trading(kind: str, *, asked: bool):  # type: ignore[no-untyped-def]
    def do(g: War, subject: Drafting, amount: int) -> Treaty:
        return msgspec.structs.replace(subject.treaty, **{kind: (0, amount) if asked else (amount, 0)})

    return do


def agree(g: War, power: int, other: int, treaty: Treaty, *, given: Iterable[int] = (), border: bool = False) -> Flow[None]:
    """Two powers are at peace, or in a pact: lands change hands, units in each other's hexes leave. `given`, `border`: what
    a peace of option 42 costs, and that patches shut in by the other are lost."""
    war = at_war(g, power, other)
    for space in given:
        g.hexes[space].controller = _holder(g, space, other)
    for loser, winner in ((power, other), (other, power)) if border else ():
        for space in enclaves(g, loser, winner):
            g.hexes[space].controller = _holder(g, space, winner)
    sides = ((power, other, treaty.lands, treaty.hexes), (other, power, treaty.lands_asked, treaty.hexes_asked))
    fresh: list[int] = []
    for giver, to, lands, hexes in sides:
        for country in lands:
            if (yield from hand_over(g, giver, to, country)):
                fresh.append(country)
        for space in hexes:
            g.hexes[space].controller = first_home(g, to)
            g.say("{} goes to {}", g.hexes[space], g.powers[to], rule="13.7.3")
    if war:
        make_peace(g, power, other)
        g.say("{} and {} make peace", g.powers[power], g.powers[other], rule="13.7.3")
        whose = g.powers_by_hex
        for space in [s for s in g.units.stacks if s >= 0 and whose[s] in (power, other)]:
            for unit in list(units_at(g, space)):
                guest = g.units.power[unit] in (power, other) and g.units.power[unit] != whose[space]
                if guest and g.units.aboard[unit] == NOWHERE and not is_band(g, unit):  # reading WIF-DEC-281
                    send_away(g, unit)
    ceded = given_hexes(g, treaty.lands, treaty.hexes) | given_hexes(g, treaty.lands_asked, treaty.hexes_asked)
    displace_units(g, sorted(ceded))  # 2.5.4: of other powers too
    for neutral in [p for p in (power, other) if war and not active(g, p)]:
        displace_units(g, shared_hexes(g, neutral))
    sign_pact(g, power, other)
    _settle_trade(g, power, other, treaty)
    if {power, other} == {JAPAN, USSR}:
        outrage(g, "2", JAPAN)
    yield from chase_ships(g)
    for country in fresh:
        yield from set_up_minor(g, country)


@rule("13.7.3")
def shared_hexes(g: War, power: int) -> list[int]:
    """Hexes of a power with units of its friends in them, and hexes of its friends with its own: not when it is neutral again."""
    whose, side, mixed = g.powers_by_hex, SIDE_OF_POWER[power], []
    for space in [s for s, units in g.units.stacks.items() if s >= 0 and units and whose[s] >= 0]:
        guests = {g.units.power[u] for u in g.units.stacks[space]} - {whose[space]}
        if SIDE_OF_POWER[whose[space]] == side and ((whose[space] == power and guests) or power in guests):
            mixed.append(space)
    return mixed


def _holder(g: War, space: int, power: int) -> int:
    """The country that controls a hex for a power: its own, or the first home of the power."""
    nation = nation_at(g, space)
    same = g.countries.power[nation] == power and g.countries.status[nation] != CONQUERED
    return nation if same else first_home(g, power)


def hand_over(g: War, giver: int, to: int, country: int) -> Flow[bool]:
    """A country changes hands: an aligned one as conquered, a conquered one as its new master likes; gives whether its units are
    to be set up, once those who must leave are gone"""
    row = g.countries[country]
    aligned = False
    if row.status == CONQUERED:
        answer, _ = yield from menu(
            g, g.seat(to), "{0} comes to {1}", Status(to, country), AS_CONQUERED, AS_ALIGNED, named=(row, g.powers[to])
        )
        aligned = answer.verb == AS_ALIGNED.name
    row.power = to
    row.status, row.conqueror = (ALIGNED, NOWHERE) if aligned else (CONQUERED, to)
    for space in [s for s in hexes_of(g, country) if g.powers_by_hex[s] in (giver, to)]:
        g.hexes[space].controller = country if aligned else first_home(g, to)
    g.say("{} goes to {}", row, g.powers[to], rule="13.7.3")
    return aligned and not row.set_up


@rule("9.2")
def _settle_trade(g: War, power: int, other: int, treaty: Treaty) -> None:
    """What the two agreed to send each other, each turn until the pact is broken."""
    rows = [g.pact_trade[n : n + 4] for n in range(0, len(g.pact_trade), 4)]
    kept = [value for row in rows if {row[0], row[1]} != {power, other} for value in row]
    for n, (giver, to) in enumerate(((power, other), (other, power))):
        if treaty.goods[n] or treaty.points[n]:
            kept += [giver, to, treaty.goods[n], treaty.points[n]]
    g.pact_trade = kept


# --- surrender (13.7.6) -------------------------------------------------------------------------------------------------------


@rule("13.7.6")
def may_surrender(g: War, subject: Despair, country: int) -> No | None:
    """Whether a power may surrender a home country."""
    if country not in current_homes(g, subject.power):
        return No("13.7.6", "it is no current home country of yours")
    capital, sides = capital_of(g, country), g.sides_by_hex
    enemy = 1 - SIDE_OF_POWER[subject.power]
    if capital >= 0 and sides[capital] == enemy:
        return None
    own = [u for s in hexes_of(g, country) for u in mine(g, land_at(g, s), subject.power)]
    foes = [u for s in hexes_of(g, country) for u in of_side(g, land_at(g, s), enemy)]
    if any(in_supply(g, u) for u in foes) and not any(in_supply(g, u) for u in own):
        return None
    return No("13.7.6", "its capital is not lost, and its enemies alone have no land units in supply there")


def desperate(g: War) -> list[int]:
    """For the sequence: powers that may surrender."""
    if not political(g):
        return []
    return [p for p in playing(g) if any(may_surrender(g, Despair(p), c) is None for c in current_homes(g, p))]


def current_homes(g: War, power: int) -> list[int]:
    """The home countries a power still has, or the country that stands for one it lost."""
    own = [c for c in home_countries(g, power) if g.countries.status[c] == HOME]
    home = g.powers.home[power]
    return own if own or home < 0 or g.countries.power[home] != power else [home]


@rule("13.7.6")
def surrender(g: War) -> Flow[None]:
    """A power whose capital is lost may surrender its home country"""
    answer, country = yield from menu(
        g, g.seat(g.power), "{0}: surrender?", Despair(g.power), FIGHT, SURRENDER, named=(g.powers[g.power],)
    )
    if answer.verb == FIGHT.name:
        return
    capital = capital_of(g, country)
    enemy = 1 - SIDE_OF_POWER[g.power]
    keeper = g.powers_by_hex[capital] if capital >= 0 else NOWHERE
    if keeper < 0 or SIDE_OF_POWER[keeper] != enemy:
        keeper = most_influential(g, country, powers_of(g, enemy))
    if keeper >= 0:
        yield from conquer(g, country, keeper, surrendered=True)


def homes(g: War, subject: Despair) -> list[int]:
    return current_homes(g, subject.power)


NO_OFFER: Act[War, Envoy, None] = Act("no_offer", "13.7.3", "No offer", do=lambda g, s, _: None)
OFFER: Act[War, Envoy, int] = Act(
    "offer", "13.7.3", lambda g, s, p: f"{'Peace' if at_war(g, s.power, p) else 'A pact'} with {g.powers[p].label}",
    takes=Power, among=lambda g, s: powers_of(g, 1 - SIDE_OF_POWER[s.power]), may=may_offer, do=lambda g, s, p: p,
)  # fmt: skip
OFFER_MINOR: Act[War, Envoy, int] = Act(
    "offer_minor", "13.7.3", "Peace with {0}", takes=Country, among=attacked_minors, may=may_offer_minor, do=lambda g, s, c: c
)
COMPEL: Act[War, Envoy, int] = Act(
    "compel", "13.7.3", "Compel peace with {0}", takes=Power, among=lambda g, s: powers_of(g, 1 - SIDE_OF_POWER[s.power]),
    may=may_compel, do=lambda g, s, p: p,
)  # fmt: skip
SEND: Act[War, Drafting, None] = Act("send", "13.7.3", "Send the offer", do=lambda g, s, _: s.treaty)
CEDE: Act[War, Drafting, int] = Act(
    "cede", "13.7.3", "Hand over {0}", takes=Country,
    among=lambda g, s: [c for c, p in enumerate(g.countries.power) if p == s.power], may=may_cede,
    do=lambda g, s, c: msgspec.structs.replace(s.treaty, lands=(*s.treaty.lands, c)), group="Hand over",
)  # fmt: skip
ASK_LAND: Act[War, Drafting, int] = Act(
    "ask_land", "13.7.3", "Ask for {0}", takes=Country,
    among=lambda g, s: [c for c, p in enumerate(g.countries.power) if p == s.to],
    may=lambda g, s, c: may_cede(g, s, c, asked=True),
    do=lambda g, s, c: msgspec.structs.replace(s.treaty, lands_asked=(*s.treaty.lands_asked, c)), group="Ask for",
)  # fmt: skip
CEDE_HEX: Act[War, Drafting, int] = Act(
    "cede_hex", "13.7.3", "Hand over {0}", takes=Hex, among=lambda g, s: frontier(g, s, asked=False), may=may_cede_hex,
    do=lambda g, s, n: msgspec.structs.replace(s.treaty, hexes=(*s.treaty.hexes, n)), group="Hand over hexes",
)  # fmt: skip
ASK_HEX: Act[War, Drafting, int] = Act(
    "ask_hex", "13.7.3", "Ask for {0}", takes=Hex, among=lambda g, s: frontier(g, s, asked=True),
    may=lambda g, s, n: may_cede_hex(g, s, n, asked=True),
    do=lambda g, s, n: msgspec.structs.replace(s.treaty, hexes_asked=(*s.treaty.hexes_asked, n)), group="Ask for hexes",
)  # fmt: skip


def _trade_act(name: str, words: str, kind: str, *, asked: bool) -> Act[War, Drafting, int]:
    return Act(
        name, "9.2", words, takes=int, among=lambda g, s: range(1, MOST_GOODS + 1),
        may=lambda g, s, n: may_trade(g, s, n, kind, asked=asked), do=_trading(kind, asked=asked), group="Trade each turn",
    )  # fmt: skip


GIVE_GOODS = _trade_act("give_goods", "Give {0} resources", "goods", asked=False)
ASK_GOODS = _trade_act("ask_goods", "Ask for {0} resources", "goods", asked=True)
GIVE_POINTS = _trade_act("give_points", "Give {0} build points", "points", asked=False)
ASK_POINTS = _trade_act("ask_points", "Ask for {0} build points", "points", asked=True)
AS_CONQUERED: Act[War, Status, None] = Act("as_conquered", "13.7.3", "Conquered", do=lambda g, s, _: None)
AS_ALIGNED: Act[War, Status, None] = Act("as_aligned", "13.7.3", "Aligned", do=lambda g, s, _: None)
REFUSE: Act[War, Terms, None] = Act("refuse", "13.7.3", "Refuse", do=lambda g, s, _: None)
AGREE: Act[War, Terms, None] = Act("agree", "13.7.3", "Agree", do=lambda g, s, _: None)
FIGHT: Act[War, Despair, None] = Act("fight", "13.7.6", "Fight on", do=lambda g, s, _: None)
SURRENDER: Act[War, Despair, int] = Act(
    "surrender", "13.7.6", "Surrender {0}", takes=Country, among=homes, may=may_surrender, do=lambda g, s, c: c
)
