"""19.6: Soviet claims on Finland and Rumania, what Hungary and Bulgaria demand then, and the peace Germany can enforce."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import first_home, hexes_of, nation_at, powers_by_hex
from grognard.titles.wif.rules.declarations import Declaring, attack_minor
from grognard.titles.wif.rules.entry import outrage
from grognard.titles.wif.rules.minors import family, neutral_minor
from grognard.titles.wif.rules.powers import at_war, playing, political
from grognard.titles.wif.rules.spheres import EAST_POLAND
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import destroy_silently, land_at, mine, of_side, send_away, units_at
from grognard.titles.wif.state import (
    ALLOWED,
    DEMANDED,
    DENIED,
    ENFORCED,
    GONE,
    GRANTED,
    INDEPENDENT,
    NO_CLAIM,
    NOWHERE,
    REFUSED,
    Country,
    Power,
    Unit,
    War,
)

REGIONS = {"finland": "finnish_borderlands", "rumania": "bessarabia"}
FIRST_STEPS = 1  # no claim in the first Allied declaration of war step


class Claimant(Subject, frozen=True):
    """The USSR may claim what it thinks its own."""

    power: Annotated[int, Power]


class Claimed(Subject, frozen=True):
    """Germany answers for the country that is claimed from."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


class Award(Subject, frozen=True):
    """Germany judges the demands of Hungary and Bulgaria."""

    power: Annotated[int, Power]


class Settlement(Subject, frozen=True):
    """Germany may enforce a peace between the USSR and a minor."""

    power: Annotated[int, Power]


def claim_of(g: War, name: str) -> int:
    return g.finland_claim if name == "finland" else g.rumania_claim


def _set_claim(g: War, name: str, state: int) -> None:
    if name == "finland":
        g.finland_claim = state
    else:
        g.rumania_claim = state


def spoils(g: War, name: str) -> list[int]:
    """The hexes the USSR claims from a country."""
    return g.ground.region.get(REGIONS[name], [])


# --- claiming -----------------------------------------------------------------------------------------------------------------


@rule("19.6.1")
def may_claim(g: War, subject: Claimant, country: int) -> No | None:
    """Whether the USSR may claim territory from a country."""
    name = g.facts.countries[country].id
    if name not in REGIONS or subject.power != USSR:
        return No("19.6", "the USSR claims the Finnish borderlands and Bessarabia")
    if claim_of(g, name) != NO_CLAIM:
        return No("19.6", "once a game")
    if g.dow_steps <= FIRST_STEPS:
        return No("19.6", "not in the first Allied declaration of war step")
    if g.powers.no_claims[USSR]:
        return No("13.3.3", "it took entry markers the USA did not have: it never claims again")
    return None if neutral_minor(g, country) else No("19.6", f"{g.countries[country].label} is not neutral")


def claimants(g: War) -> list[int]:
    """For the sequence: the USSR, when it may claim something."""
    if not political(g) or g.side != ALLIES or USSR not in playing(g) or GERMANY not in playing(g):
        return []
    return [USSR] if any(may_claim(g, Claimant(USSR), g.facts.country[n]) is None for n in REGIONS) else []


@rule("19.6")
def make_claims(g: War) -> Flow[None]:
    """The USSR may claim the Finnish borderlands and Bessarabia; Germany answers"""
    while any(may_claim(g, Claimant(USSR), g.facts.country[n]) is None for n in REGIONS):
        answer, country = yield from menu(g, g.seat(USSR), "The USSR: claim territory?", Claimant(USSR), NO_CLAIMS, CLAIM)
        if answer.verb == NO_CLAIMS.name:
            return
        row = g.countries[country]
        g.say("The USSR claims territory of {}", row, rule="19.6")
        reply, _ = yield from menu(
            g, g.seat(GERMANY), "{0}: allow the Soviet claim?", Claimed(GERMANY, country), ALLOW, DENY, named=(row,)
        )
        name = g.facts.countries[country].id
        if reply.verb == ALLOW.name:
            _set_claim(g, name, ALLOWED)
            cede(g, name)
            g.ore_cuts += 1
            if name == "finland":
                row.barred |= 1 << USSR
            else:
                g.demands = DEMANDED
        else:
            _set_claim(g, name, DENIED)
            attack_minor(g, Declaring(USSR), country)


@rule("19.6.1")
def cede(g: War, name: str) -> None:
    """The claimed land becomes part of the Soviet home country."""
    ussr = first_home(g, USSR)
    for space in spoils(g, name):
        g.hexes[space].nation = g.hexes[space].controller = ussr
    g.say(f"The USSR gets {REGIONS[name].replace('_', ' ')}", rule="19.6")
    outrage(g, "28", USSR)


@rule("19.6.1")
def give_back(g: War) -> None:
    """Once the USSR holds no hex of what it was ceded, the land belongs to its old country again"""
    for name in REGIONS:
        if claim_of(g, name) in (ALLOWED, ENFORCED):
            own = [s for s in spoils(g, name) if g.hexes.nation[s] >= 0]
            if own and not any(powers_by_hex(g)[s] == USSR for s in own):
                for space in own:
                    g.hexes[space].nation = NOWHERE


# --- Hungary and Bulgaria (19.6.2) --------------------------------------------------------------------------------------------


def mediators(g: War) -> list[int]:
    """For the sequence: Germany, in the Axis step after Bessarabia was ceded."""
    return [GERMANY] if g.demands == DEMANDED and g.side == AXIS and GERMANY in playing(g) else []


DENIED_ALLIES = ("hungary", "bulgaria")  # 19.6.2: one unit of each at most is ever abroad after Germany denied their claims


@rule("19.6.2")
def abroad(g: War, country: int) -> list[int]:
    """Land and air units of a minor on the map outside its home country."""
    if g.countries.power[country] < 0:
        return []
    known, home = g.roster, set(hexes_of(g, country))
    own = [u for u, whose in enumerate(g.units.country) if whose == country and g.units.at[u] >= 0 and g.units.at[u] not in home]
    return [u for u in own if g.units.counter[u] != NOWHERE and not known.naval[u] and known.types[u] != Type.PART]


class Recall(Subject, frozen=True):
    """A unit of Hungary or Bulgaria leaves the lands of others."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


def mediate(g: War) -> Flow[None]:
    """Hungary and Bulgaria make demands on Rumania; Germany allows or denies both"""
    yield from menu(g, g.seat(GERMANY), "Hungary and Bulgaria demand land of Rumania: allow it?", Award(GERMANY), GRANT, REFUSE)
    for name in DENIED_ALLIES if g.demands == REFUSED else ():
        country = g.facts.country[name]
        while len(abroad(g, country)) > 1:
            subject = Recall(g.countries.power[country], country)
            yield from menu(
                g, g.seat(subject.power), "{0}: which unit comes home?", subject, COME_HOME, named=(g.countries[country],)
            )


def _grant(g: War, subject: Award, _: None) -> None:
    g.demands, g.just_granted = GRANTED, 1
    for region, name in (("transylvania", "hungary"), ("south_dobruja", "bulgaria")):
        country = g.facts.country[name]
        for space in g.ground.region.get(region, ()):
            if powers_by_hex(g)[space] < 0:
                g.hexes[space].nation = g.hexes[space].controller = country
    g.say("Germany grants Hungary and Bulgaria their demands", rule="19.6.2")


def _refuse(g: War, subject: Award, _: None) -> None:
    g.demands = REFUSED
    g.say("Germany denies Hungary and Bulgaria their demands", rule="19.6.2")


# --- a peace that Germany enforces --------------------------------------------------------------------------------------------


@rule("19.6.1")
def may_settle(g: War, subject: Settlement, country: int) -> No | None:
    """Whether Germany may end a war between the USSR and Finland or Rumania."""
    name = g.facts.countries[country].id
    if name not in REGIONS or claim_of(g, name) != DENIED:
        return No("19.6", "the USSR is not at war with it over a claim")
    row = g.countries[country]
    if not row.wars >> USSR & 1 or row.power < 0 or SIDE_OF_POWER[row.power] != AXIS:
        return No("19.6", f"{row.label} is not at war with the USSR")
    if at_war(g, GERMANY, USSR):
        return No("19.6", "Germany and the USSR are at war")
    border, known = set(spoils(g, name)), g.roster
    deep = [u for s in hexes_of(g, country) if s not in border for u in mine(g, land_at(g, s), USSR)]
    if any(known.corps[u] and in_supply(g, u) for u in deep):
        return No("19.6", "Soviet corps in supply stand beyond the claimed land")
    return None


def settlers(g: War) -> list[int]:
    """For the sequence: Germany, when it may enforce a peace."""
    if not political(g) or GERMANY not in playing(g):
        return []
    return [GERMANY] if any(may_settle(g, Settlement(GERMANY), g.facts.country[n]) is None for n in REGIONS) else []


@rule("19.6.1")
def enforce_peace(g: War) -> Flow[None]:
    """Germany may enforce a peace between the USSR and Finland or Rumania"""
    subject = Settlement(GERMANY)
    while any(may_settle(g, subject, g.facts.country[n]) is None for n in REGIONS):
        answer, _ = yield from menu(g, g.seat(GERMANY), "Germany: enforce a peace?", subject, FIGHT_ON, SETTLE)
        if answer.verb == FIGHT_ON.name:
            return


def _settle(g: War, subject: Settlement, country: int) -> None:
    name, row = g.facts.countries[country].id, g.countries[country]
    held = any(mine(g, land_at(g, s), USSR) for s in spoils(g, name))
    if held:  # before the armies leave: Soviet units stay in what is theirs now
        cede(g, name)
        for space in spoils(g, name):
            for unit in of_side(g, list(units_at(g, space)), AXIS):
                if g.units.country[unit] != country:
                    send_away(g, unit)
    ussr = first_home(g, USSR)
    for space in lost_to(g, country):
        g.hexes[space].controller = ussr
        for unit in of_side(g, list(units_at(g, space)), AXIS):
            send_away(g, unit)
    revert(g, country)
    _set_claim(g, name, ENFORCED)
    row.barred |= 1 << USSR
    g.say("Germany enforces a peace between {} and the USSR", row, rule="19.6")


@rule("19.6.1")
def lost_to(g: War, country: int) -> list[int]:
    """Hexes of the USSR, of East Poland and of countries it has conquered that a minor has taken from it."""
    own, soviet = set(hexes_of(g, country)), set(g.ground.homeland["ussr"])
    if g.east_poland:
        soviet |= set(g.ground.region[EAST_POLAND])
    taken = [s for s, holder in enumerate(g.hexes.controller) if holder == country and s not in own]
    return [s for s in taken if s in soviet or g.countries.power[nation_at(g, s)] == USSR]


def revert(g: War, country: int) -> None:
    """A minor is at peace with everybody: neutral again within its borders; its units leave the map until its next war."""
    for one in family(g, country):
        row = g.countries[one]
        row.status, row.power, row.wars, row.neutral_in = INDEPENDENT, NOWHERE, 0, g.year
        for space in hexes_of(g, one):
            g.hexes[space].controller = one
            for unit in list(units_at(g, space)):
                if g.units.country[unit] != country and g.units.aboard[unit] == NOWHERE:
                    send_away(g, unit)
    for unit, whose in enumerate(g.units.country):
        if whose == country and g.units.at[unit] != GONE:
            if g.roster.naval[unit] and g.units.counter[unit] != NOWHERE:
                g.laid_up = [*g.laid_up, unit]
            destroy_silently(g, unit, GONE)


NO_CLAIMS: Act[War, Claimant, None] = Act("no_claims", "19.6", "No more claims", do=lambda g, s, _: None)
CLAIM: Act[War, Claimant, int] = Act(
    "claim", "19.6", "Claim land of {0}", takes=Country, among=lambda g, s: [g.facts.country[n] for n in REGIONS],
    may=may_claim, do=lambda g, s, c: c,
)  # fmt: skip
ALLOW: Act[War, Claimed, None] = Act("allow", "19.6", "Allow it", do=lambda g, s, _: None)
DENY: Act[War, Claimed, None] = Act("deny", "19.6", "Deny it: the USSR declares war", do=lambda g, s, _: None)
COME_HOME: Act[War, Recall, int] = Act(
    "come_home", "19.6.2", "{0}", takes=Unit, among=lambda g, s: abroad(g, s.country), do=lambda g, s, u: send_away(g, u),
    may=lambda g, s, u: None if u in abroad(g, s.country) else No("19.6.2", "a unit of that country outside its home"),
)  # fmt: skip
GRANT: Act[War, Award, None] = Act("grant", "19.6.2", "Allow both", do=_grant)
REFUSE: Act[War, Award, None] = Act("refuse", "19.6.2", "Deny both", do=_refuse)
FIGHT_ON: Act[War, Settlement, None] = Act("fight_on", "19.6", "No peace", do=lambda g, s, _: None)
SETTLE: Act[War, Settlement, int] = Act(
    "settle", "19.6", "Peace for {0}", takes=Country, among=lambda g, s: [g.facts.country[n] for n in REGIONS], may=may_settle,
    do=_settle,
)  # fmt: skip
