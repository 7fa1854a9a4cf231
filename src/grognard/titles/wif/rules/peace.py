"""13.7.2, 13.7.3, 13.7.6: support of attacked minors, peace and pacts that two powers agree on, surrender.

Conquest, Vichy and liberation have modules of their own; a peace that Germany enforces is claims.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, JAPAN, SIDE_OF_POWER, USSR, VICHY
from grognard.titles.wif.rules.conquest import chase_ships, conquer, most_influential
from grognard.titles.wif.rules.control import first_home, hexes_of, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.entry import outrage
from grognard.titles.wif.rules.minors import capital_of
from grognard.titles.wif.rules.pacts import sign_pact
from grognard.titles.wif.rules.powers import at_war, home_power, pact_key, playing, political, powers_of
from grognard.titles.wif.rules.spheres import REGION
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_at, mine, of_side, roster, send_away, units_at
from grognard.titles.wif.rules.wars import make_peace
from grognard.titles.wif.state import CONQUERED, HOME, NOWHERE, Country, Power, War

SUPPORT = 4  # corps in an attacked minor


class Envoy(Subject, frozen=True):
    """A power may offer peace or a pact."""

    power: Annotated[int, Power]


class Terms(Subject, frozen=True):
    """An offer: peace if the two are at war, else a neutrality pact; `lands` are countries the one who offers hands over
    (reading WIF-DEC-67)."""

    power: Annotated[int, Power]
    by: Annotated[int, Power]
    lands: Annotated[tuple[int, ...], Country] = ()


class Drafting(Subject, frozen=True):
    """What goes with an offer of peace."""

    power: Annotated[int, Power]
    to: Annotated[int, Power]
    lands: Annotated[tuple[int, ...], Country] = ()


class Despair(Subject, frozen=True):
    """A power may surrender a home country."""

    power: Annotated[int, Power]


# --- support (13.7.2) ---------------------------------------------------------------------------------------------------------


@rule("13.7.2")
def support_minors(g: War) -> None:
    """Four Allied corps in a minor that the Axis attacked this turn: the USA takes note, once for each minor"""
    known = roster(g)
    for country, row in enumerate(g.countries):
        axis = row.attacked_by & sum(1 << p for p in powers_of(g, AXIS))
        if not axis or row.attacked_on != g.turn or row.supported or row.status == CONQUERED:
            continue
        corps = 0
        for space in hexes_of(g, country):
            east = REGION in g.ground.regions[space]
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


def envoys(g: War) -> list[int]:
    """For the sequence: powers that may offer something, those of the side with the initiative first."""
    if not political(g):
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if p != VICHY]


def offer_peace(g: War) -> Flow[None]:
    """A power may offer peace to an enemy, or a neutrality pact to a power it is not at war with"""
    power = g.power
    answer, other = yield from menu(
        g, g.seat(power), "{0}: offer peace or a pact?", Envoy(power), NO_OFFER, OFFER, named=(g.powers[power],)
    )
    if answer.verb == NO_OFFER.name:
        return
    lands: tuple[int, ...] = ()
    if at_war(g, power, other):
        while True:
            draft = Drafting(power, other, lands)
            answer, lands_now = yield from menu(
                g, g.seat(power), "Terms of peace with {0}", draft, SEND, CEDE, named=(g.powers[other],)
            )
            if answer.verb == SEND.name:
                break
            lands = lands_now
    answer, _ = yield from menu(
        g, g.seat(other), "{0} offers {1}. Accept?", Terms(other, power, lands), REFUSE, AGREE,
        named=(g.powers[power], "peace" if at_war(g, power, other) else "a neutrality pact"),
    )  # fmt: skip
    if answer.verb == AGREE.name:
        yield from agree(g, power, other, lands)


def may_cede(g: War, subject: Drafting, country: int) -> No | None:
    """Whether a country can be handed over: controlled, no home of a major power, next to what the other controls."""
    row = g.countries[country]
    if country in subject.lands:
        return No("13.7.3", "it is in the offer already")
    if row.power != subject.power or row.status == HOME:
        return No("13.7.3", "you do not control it")
    own, whose = hexes_of(g, country), powers_by_hex(g)
    given = {s for c in subject.lands for s in hexes_of(g, c)}
    around = {b for s in own for b, _ in g.board.neighbours[s]}
    if own and any(whose[b] == subject.to or b in given for b in around):
        return None
    return No("13.7.3", f"it does not touch what {g.powers[subject.to].label} controls")


def agree(g: War, power: int, other: int, lands: tuple[int, ...]) -> Flow[None]:
    """Two powers are at peace, or in a pact: lands change hands, units in each other's hexes leave."""
    war = at_war(g, power, other)
    for country in lands:
        row = g.countries[country]
        row.status, row.power, row.conqueror = CONQUERED, other, other
        for space in hexes_of(g, country):
            if powers_by_hex(g)[space] in (power, other):
                g.hexes[space].controller = first_home(g, other)
        g.say("{} goes to {}", row, g.powers[other], rule="13.7.3")
    if war:
        make_peace(g, power, other)
        g.say("{} and {} make peace", g.powers[power], g.powers[other], rule="13.7.3")
        whose = powers_by_hex(g)
        for space in [s for s in g.units.stacks if s >= 0 and whose[s] in (power, other)]:
            for unit in list(units_at(g, space)):
                guest = g.units.power[unit] in (power, other) and g.units.power[unit] != whose[space]
                if guest and g.units.aboard[unit] == NOWHERE:
                    send_away(g, unit)
    sign_pact(g, power, other)
    if {power, other} == {JAPAN, USSR}:
        outrage(g, "2", JAPAN)
    yield from chase_ships(g)


# --- surrender (13.7.6) -------------------------------------------------------------------------------------------------------


@rule("13.7.6")
def may_surrender(g: War, subject: Despair, country: int) -> No | None:
    """Whether a power may surrender a home country."""
    if home_power(g, country) != subject.power or g.countries.status[country] != HOME:
        return No("13.7.6", "it is no home country of yours")
    capital, sides = capital_of(g, country), sides_by_hex(g)
    enemy = 1 - SIDE_OF_POWER[subject.power]
    if capital >= 0 and sides[capital] == enemy:
        return None
    own = [u for s in hexes_of(g, country) for u in mine(g, land_at(g, s), subject.power)]
    foes = [u for s in hexes_of(g, country) for u in of_side(g, land_at(g, s), enemy)]
    if foes and not any(in_supply(g, u) for u in own):
        return None
    return No("13.7.6", "its capital is not lost, and it has land units in supply")


def desperate(g: War) -> list[int]:
    """For the sequence: powers that may surrender."""
    if not political(g):
        return []
    every = range(len(g.facts.countries))
    return [p for p in playing(g) if any(may_surrender(g, Despair(p), c) is None for c in every if home_power(g, c) == p)]


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
    keeper = powers_by_hex(g)[capital] if capital >= 0 else NOWHERE
    if keeper < 0 or SIDE_OF_POWER[keeper] != enemy:
        keeper = most_influential(g, country, powers_of(g, enemy))
    if keeper >= 0:
        yield from conquer(g, country, keeper, surrendered=True)


def homes(g: War, subject: Despair) -> list[int]:
    return [c for c in range(len(g.facts.countries)) if home_power(g, c) == subject.power]


NO_OFFER: Act[War, Envoy, None] = Act("no_offer", "13.7.3", "No offer", do=lambda g, s, _: None)
OFFER: Act[War, Envoy, int] = Act(
    "offer", "13.7.3", lambda g, s, p: f"{'Peace' if at_war(g, s.power, p) else 'A pact'} with {g.powers[p].label}",
    takes=Power, among=lambda g, s: powers_of(g, 1 - SIDE_OF_POWER[s.power]), may=may_offer, do=lambda g, s, p: p,
)  # fmt: skip
SEND: Act[War, Drafting, None] = Act("send", "13.7.3", "Send the offer", do=lambda g, s, _: s.lands)
CEDE: Act[War, Drafting, int] = Act(
    "cede", "13.7.3", "Hand over {0}", takes=Country,
    among=lambda g, s: [c for c, p in enumerate(g.countries.power) if p == s.power], may=may_cede,
    do=lambda g, s, c: (*s.lands, c),
)  # fmt: skip
REFUSE: Act[War, Terms, None] = Act("refuse", "13.7.3", "Refuse", do=lambda g, s, _: None)
AGREE: Act[War, Terms, None] = Act("agree", "13.7.3", "Agree", do=lambda g, s, _: None)
FIGHT: Act[War, Despair, None] = Act("fight", "13.7.6", "Fight on", do=lambda g, s, _: None)
SURRENDER: Act[War, Despair, int] = Act(
    "surrender", "13.7.6", "Surrender {0}", takes=Country, among=homes, may=may_surrender, do=lambda g, s, c: c
)
