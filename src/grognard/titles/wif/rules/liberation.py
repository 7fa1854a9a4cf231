"""13.7.5: liberation of conquered countries and territories, and reversion of what others controlled in 1939."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, CHINA, COMMONWEALTH, FRANCE, POWERS, SIDE_OF_POWER
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import REPUBLIC, Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.conquerors import factory_places
from grognard.titles.wif.rules.conquest import chase_ships
from grognard.titles.wif.rules.control import cities_of, first_home, hexes_by_controller, hexes_of, nation_at
from grognard.titles.wif.rules.minors import capital_of, master
from grognard.titles.wif.rules.powers import home_power, playing, political, powers_co_operate, powers_of
from grognard.titles.wif.rules.stacking import strangers
from grognard.titles.wif.rules.units import send_away
from grognard.titles.wif.rules.vichy_collapse import collapse
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import (
    ALIGNED,
    COMPLETE,
    CONQUERED,
    FORCE_POOL,
    GONE,
    HOME,
    INCOMPLETE,
    INDEPENDENT,
    NOWHERE,
    POOLED,
    REPUBLICAN,
    UNCONQUERED,
    Country,
    Hex,
    Power,
    War,
)

EXCEPTIONS = ("ethiopia", "czech_republic", "slovakia", "spain")  # 19.8: Allies free them though they conquered them first


class Liberator(Subject, frozen=True):
    """A power may liberate countries, or give back what others had in 1939."""

    power: Annotated[int, Power]


class Returning(Subject, frozen=True):
    """A power may give a liberated country the hexes it holds there."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


class FreedCity(Subject, frozen=True):
    """The liberator says which Chinese faction a city goes to."""

    power: Annotated[int, Power]
    hex: Annotated[int, Hex]


@rule("13.7.5")
def may_liberate(g: War, subject: Liberator, country: int) -> No | None:
    """Whether a power may liberate a country or territory it has conquered."""
    row, power = g.countries[country], subject.power
    name = g.facts.countries[country].id
    if row.status != CONQUERED or not hexes_of(g, country):
        return No("13.7.5", f"{row.label} is not conquered")
    exempt = name in EXCEPTIONS and SIDE_OF_POWER[power] == ALLIES
    if row.first_conqueror == SIDE_OF_POWER[power] and not exempt:
        return No("13.7.5", "it was first conquered by your own side")
    lord = master(g, country)
    if lord >= 0 and _protector(g, lord) == COMPLETELY_LOST:
        return No("13.7.5", f"it is freed for {g.countries[lord].label} alone, which is out of the war")
    if g.facts.countries[country].kind != "home":
        return None if row.power == power else No("13.7.5", "you do not control it")
    capital = capital_of(g, country)
    if capital < 0 or g.powers_by_hex[capital] != power:
        return No("13.7.5", "you do not control its capital")
    if name == "italy" and any(g.sides_by_hex[s] != SIDE_OF_POWER[power] for s in factory_places(g, country)):
        return No("13.7.5", "all Italian factories must be in your hands")
    return None


COMPLETELY_LOST = -2


@rule("13.7.5")
def _protector(g: War, lord: int) -> int:
    """The power behind a minor to which countries were aligned in 1939: NOWHERE if it is neutral, COMPLETELY_LOST if it is
    completely conquered."""
    row = g.countries[lord]
    if row.status == CONQUERED:
        return g.countries.power[row.home] if row.home >= 0 else COMPLETELY_LOST
    return row.power


OWNERS = {slug(name): power for power, name in enumerate(POWERS)}


def owner_1939(g: War, country: int) -> int:
    """The major power that controlled a country in 1939; NOWHERE for none."""
    return OWNERS.get(g.facts.countries[country].controller, NOWHERE)


@rule("13.7.5")
def heir_1939(g: War, country: int) -> int:
    """The power to which a country goes back: who controlled it in 1939, or who stands behind the minor that did."""
    lord = master(g, country)
    return max(_protector(g, lord), NOWHERE) if lord >= 0 else owner_1939(g, country)


@rule("13.7.5")
def may_revert(g: War, subject: Liberator, country: int) -> No | None:
    """Whether a power may return a country to the power that had it in 1939."""
    row, owner = g.countries[country], heir_1939(g, country)
    if row.power != subject.power or row.status not in (ALIGNED, CONQUERED) or home_power(g, country) >= 0:
        return No("13.7.5", "you do not control it")
    if owner < 0 or owner == subject.power or SIDE_OF_POWER[owner] != SIDE_OF_POWER[subject.power]:
        return No("13.7.5", "no other power of your side controlled it in 1939")
    if owner in playing(g) or may_raise_france(g, country):
        return None
    return No("13.7.5", f"{g.powers[owner].label} is conquered")


@rule("13.7.5")
def may_raise_france(g: War, country: int) -> bool:
    """Whether a country of 1939's France brings a France back that is out of the war, or gives a home to a Free France without
    any land (17.2): one with a city for its capital."""
    landless = g.free_france and g.powers.home[FRANCE] < 0 and FRANCE not in g.countries.power
    lost = g.powers.plays[FRANCE] and (g.powers.conquered[FRANCE] == COMPLETE or landless)
    return bool(lost) and bool(cities_of(g, country)) and owner_1939(g, country) == FRANCE


@rule("13.7.5")
def raise_france(g: War, country: int, power: int) -> None:
    """Free France, or France if there is no Vichy, is back in the war of the power that gave it this home."""
    row = g.powers[FRANCE]
    row.conquered, row.home, g.free_france = INCOMPLETE, country, int(bool(g.vichy))
    g.countries[g.facts.country["france"]].home = country
    for foe in [p for p in playing(g) if g.powers.wars[power] >> p & 1 and p != FRANCE]:
        make_war(g, FRANCE, foe)
    g.say("{} is back in the war", row, rule="13.7.5")


@rule("13.7.5")
def may_return_hex(g: War, subject: Liberator, space: int) -> No | None:
    """Whether a power may return a single hex to the power of its side that had it in 1939."""
    if not g.ground.land[space] or g.powers_by_hex[space] != subject.power:
        return No("13.7.5", "you do not control it")
    nation = g.nations_by_hex[space]
    if nation < 0 or g.countries.power[nation] == subject.power:
        return No("13.7.5", "it lies in no country of somebody else; a country you control is returned as a whole")
    owner = _owner_of_hex(g, space)
    if owner < 0 or owner == subject.power or SIDE_OF_POWER[owner] != SIDE_OF_POWER[subject.power]:
        return No("13.7.5", "no other power of your side controlled it in 1939")
    return None if owner in playing(g) else No("13.7.5", f"{g.powers[owner].label} is conquered")


def _owner_of_hex(g: War, space: int) -> int:
    """The power that controlled a hex in 1939, by the country it lies in."""
    country = g.facts.country.get(g.ground.country[space], NOWHERE)
    if country < 0:
        return NOWHERE
    return home_power(g, country) if home_power(g, country) >= 0 else owner_1939(g, country)


def returnable(g: War, subject: Liberator) -> list[int]:
    """Hexes of a power that it could return one by one; a whole country it controls it returns as such."""
    return [s for s in holdings_abroad(g, subject.power) if may_return_hex(g, subject, s) is None]


@derived("hexes.controller", "countries.power", "hexes.nation", lasting=True)
def holdings_abroad(g: War, power: int) -> list[int]:
    """Hexes a power controls in countries that are not its own."""
    nations, owners, held = g.nations_by_hex, g.countries.power, hexes_by_controller(g)
    own = [s for country, owner in enumerate(owners) if owner == power for s in held.get(country, ())]
    return sorted([s for s in own if nations[s] >= 0 and owners[nations[s]] != power])


def liberators(g: War) -> list[int]:
    """For the sequence: powers that may liberate or return something."""
    if not political(g):
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if may_free_something(g, p)]


def may_free_something(g: War, power: int) -> bool:
    """Whether there is a country, or a hex, that a power may liberate or return."""
    subject, owners = Liberator(power), g.countries.power
    for country, status in enumerate(g.countries.status):
        if status == CONQUERED and may_liberate(g, subject, country) is None:
            return True
        if status in (ALIGNED, CONQUERED) and owners[country] == power and may_revert(g, subject, country) is None:
            return True
    return bool(returnable(g, subject))


@rule("13.7.5")
def liberate_countries(g: War) -> Flow[None]:
    """A power may liberate what it has conquered, and return what others had"""
    power, every = g.power, range(len(g.facts.countries))
    for country in every:  # a Commonwealth home must be free at once
        if home_power(g, country) == COMMONWEALTH and may_liberate(g, Liberator(power), country) is None:
            yield from liberate(g, country, power)
    while political(g) and power in playing(g) and may_free_something(g, power):
        answer, _ = yield from menu(
            g, g.seat(power), "{0}: liberate or return a country?", Liberator(power), NOTHING, LIBERATE, REVERT, RETURN_HEX,
            named=(g.powers[power],),
        )  # fmt: skip
        if answer.verb == NOTHING.name:
            return


@rule("13.7.5")
def liberate(g: War, country: int, power: int) -> Flow[None]:
    """A country is free: it has its hexes back, and half of its lost units."""
    row, name = g.countries[country], g.facts.countries[country].id
    g.say("{} liberates {}", g.powers[power], row, rule="13.7.5")
    owner = home_power(g, country)
    friends = [p for p in powers_of(g, SIDE_OF_POWER[power]) if owner >= 0 and powers_co_operate(g, owner, p)]
    if owner >= 0:
        _back(g, owner, country, power)
        if name == "france" and g.vichy:
            yield from collapse(g, freed=True)
    else:
        lord, keeper = master(g, country), heir_1939(g, country)
        row.status = ALIGNED
        if keeper >= 0 and keeper in playing(g) and SIDE_OF_POWER[keeper] == SIDE_OF_POWER[power]:
            row.power = keeper
        elif lord >= 0 and g.countries.status[lord] == INDEPENDENT:
            row.status, row.power, row.neutral_in = INDEPENDENT, NOWHERE, g.year
        else:
            row.power = power
    row.fallen, row.home, row.conqueror, row.first_conqueror = 0, NOWHERE, NOWHERE, NOWHERE
    if name == "spain" and SIDE_OF_POWER[power] == ALLIES:
        found_republic(g, country, row.power)
    else:
        _units(g, country, row.power)
    if name == "czech_republic" and may_unite(g, power):
        answer, _ = yield from menu(g, g.seat(power), "Liberate Czechoslovakia as one?", Union(power, country), APART, UNITE)
        if answer.verb == UNITE.name:
            unite(g, country, row.power)
    hand_back(g, power, country)
    if name == "china":
        for space in [s for s in hexes_of(g, country) if g.powers_by_hex[s] == owner]:
            yield from choose_faction(g, power, space)
    for other in [p for p in powers_of(g, SIDE_OF_POWER[power]) if p not in (power, row.power)]:
        given = other in friends
        if owed(g, other, country):
            answer, _ = yield from menu(
                g, g.seat(other), "{0}: give {1} its hexes back?", Returning(other, country), GIVE_BACK, KEEP,
                named=(g.powers[other], row),
            )  # fmt: skip
            given = answer.verb == GIVE_BACK.name
            if given:
                hand_back(g, other, country)
        elif not given:
            continue  # it had nothing to give back, and did not work with the country before
        if owner >= 0:
            _remember(g, owner, other, given)
    if owner >= 0:
        _remember(g, owner, power, True)
    for space in hexes_of(g, country):
        while strange := strangers(g, space):
            send_away(g, strange[0])
    yield from chase_ships(g)


@rule("13.7.5")
def owed(g: War, giver: int, country: int) -> list[int]:
    """Hexes a power holds that a liberated country controlled in 1939: its own, and of a major power with one home country those
    in its countries of that time too."""
    owner, whose = home_power(g, country), g.powers_by_hex
    if giver == owner:
        return []
    found = [s for s in hexes_of(g, country) if whose[s] == giver and g.hexes.controller[s] != country]
    if owner >= 0 and owner != COMMONWEALTH:
        own = set(hexes_of(g, country))
        abroad = [s for s, p in enumerate(whose) if p == giver and s not in own and g.ground.land[s]]
        found += [s for s in abroad if _owner_of_hex(g, s) == owner]
    return found


def hand_back(g: War, giver: int, country: int) -> None:
    """A power gives a liberated country what it controlled in 1939."""
    owner = home_power(g, country)
    for space in owed(g, giver, country):
        nation = nation_at(g, space)
        row = g.countries[nation]
        if nation != country and row.power == giver and row.status in (ALIGNED, CONQUERED):
            _revert(g, Liberator(giver), nation)
        elif nation == country or g.countries.power[nation] == owner:
            g.hexes[space].controller = nation
        else:
            g.hexes[space].controller = first_home(g, owner)
    for space in [s for s in hexes_of(g, country) if g.powers_by_hex[s] == giver]:
        g.hexes[space].controller = country


@rule("19.8")
def found_republic(g: War, country: int, power: int) -> None:
    """The Spanish Republic: its own army joins the force pools, ships of earlier years are scrapped, those of Spain stay away."""
    known = set(g.units.counter)
    for number, counter in enumerate(g.facts.counters):
        optional = counter.option and not g.options.get(NUMBERS.get(counter.option, ""))
        if counter.home != REPUBLIC or number in known or optional or counter.year > g.year:
            continue
        if not counter.naval or counter.year >= g.year:
            g.units.add(counter=number, power=power, country=country, at=FORCE_POOL)
    g.countries[country].set_up = REPUBLICAN
    g.say("Spain is a republic again", rule="19.8")


@rule("19.8")
def may_unite(g: War, power: int) -> bool:
    """Whether Slovakia is conquered by the liberator's side too, so that Czechoslovakia can be one."""
    row = g.countries[g.facts.country["slovakia"]]
    return row.status == CONQUERED and row.power >= 0 and SIDE_OF_POWER[row.power] == SIDE_OF_POWER[power] == ALLIES


def unite(g: War, country: int, power: int) -> None:
    """Slovakia becomes part of one Czechoslovakia."""
    other = g.facts.country["slovakia"]
    row = g.countries[other]
    row.status, row.power, row.fallen, row.conqueror, row.first_conqueror = ALIGNED, power, 0, NOWHERE, NOWHERE
    for space in list(hexes_of(g, other)):
        g.hexes[space].nation = country
        if g.sides_by_hex[space] == ALLIES:
            g.hexes[space].controller = country
    _units(g, other, power)
    g.say("Czechoslovakia is one country again", rule="19.8")


class Union(Subject, frozen=True):
    """The Czech Republic is free; Slovakia may join it."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


def _remember(g: War, freed: int, other: int, given: bool) -> None:
    """18.1: who gave everything back works with the liberated power for good, who did not never does."""
    if freed == other:
        return
    for one, two in ((freed, other), (other, freed)):
        if given:
            g.powers[one].liberators |= 1 << two
        else:
            g.powers[one].estranged |= 1 << two


def _back(g: War, owner: int, country: int, power: int) -> None:
    """A major power is back in its home, and in the game."""
    row = g.powers[owner]
    g.countries[country].status, g.countries[country].power = HOME, owner
    if row.conquered == COMPLETE:
        row.conquered = UNCONQUERED
        for foe in playing(g):
            if g.powers.wars[power] >> foe & 1 and foe != owner:
                make_war(g, owner, foe)
    row.conquered, row.home = UNCONQUERED, NOWHERE
    if owner == FRANCE:
        g.free_france = 0


def _units(g: War, country: int, power: int) -> None:
    """Half of the units of each type that are out of the game return to the force pools, by lot."""
    if country == g.facts.country["france"] and g.vichied:
        return
    types = g.roster.types
    return_half(g, country, power, [u for u in lost_units(g, country) if types[u] not in (Type.PART, Type.TERR)])
    if home_power(g, country) < 0:
        g.countries[country].set_up = POOLED


@rule("13.7.5", "13.6.5")
def lost_units(g: War, country: int) -> list[int]:
    """Counters of a country that are out of the game and were not scrapped."""
    units = g.units
    own = [u for u, whose in enumerate(units.country) if whose == country and units.counter[u] >= 0]
    return [u for u in own if units.at[u] == GONE and not units.scrapped[u]]


@rule("13.7.5")
def return_half(g: War, country: int, power: int, units: list[int]) -> None:
    """Half of the units of each type, rounded up, join a power's force pools, by lot."""
    lost: dict[int, list[int]] = {}
    for unit in units:
        lost.setdefault(int(g.roster.types[unit]), []).append(unit)
    for kind, some in sorted(lost.items()):
        for unit in g.pick(some, -(-len(some) // 2), f"{g.countries[country].label}: {Type(kind).printed} return", "13.7.5"):
            g.units[unit].at, g.units[unit].power = FORCE_POOL, power


def _revert(g: War, subject: Liberator, country: int) -> None:
    """A country goes back to its master of 1939, aligned."""
    if heir_1939(g, country) == FRANCE and may_raise_france(g, country):
        raise_france(g, country, subject.power)
    row, owner = g.countries[country], heir_1939(g, country)
    row.status, row.power, row.fallen, row.first_conqueror = ALIGNED, owner, 0, NOWHERE
    for space in [s for s in hexes_of(g, country) if g.powers_by_hex[s] in (subject.power, owner)]:
        g.hexes[space].controller = country
    for unit, whose in enumerate(g.units.country):
        if whose == country and g.units.power[unit] == subject.power:
            g.units[unit].power = owner
    g.say("{} returns {} to {}", g.powers[subject.power], row, g.powers[owner], rule="13.7.5")


def return_hex(g: War, subject: Liberator, space: int) -> Flow[None]:
    """A hex goes back to its country of 1939, or to what stands for its owner."""
    country, owner = nation_at(g, space), _owner_of_hex(g, space)
    there = g.countries.power[country] == owner and g.countries.status[country] != CONQUERED
    g.hexes[space].controller = country if there else first_home(g, owner)
    g.say("{} returns {} to {}", g.powers[subject.power], g.hexes[space], g.powers[owner], rule="13.7.5")
    if owner == CHINA:
        yield from choose_faction(g, subject.power, space)
    while strange := strangers(g, space):
        send_away(g, strange[0])


@rule("13.7.5")
def choose_faction(g: War, power: int, space: int) -> Flow[None]:
    """A Chinese city that is freed goes to the Nationalists or the Communists, as its liberator likes"""
    if not g.ground.city[space]:
        return
    answer, _ = yield from menu(
        g, g.seat(power), "To whom goes {0}?", FreedCity(power, space), TO_NATIONALISTS, TO_COMMUNISTS, named=(g.hexes[space],)
    )
    others = [s for s in g.communist if s != space]
    g.communist = sorted([*others, space]) if answer.verb == TO_COMMUNISTS.name else others


def every_country(g: War, subject: Liberator) -> list[int]:
    return [
        c for c in range(len(g.facts.countries)) if g.countries.power[c] == subject.power or _capital_held(g, c, subject.power)
    ]


def _capital_held(g: War, country: int, power: int) -> bool:
    capital = capital_of(g, country)
    return capital >= 0 and g.powers_by_hex[capital] == power


NOTHING: Act[War, Liberator, None] = Act("nothing", "13.7.5", "Nothing more", do=lambda g, s, _: None)
LIBERATE: Act[War, Liberator, int] = Act(
    "liberate", "13.7.5", "Liberate {0}", takes=Country, among=every_country, may=may_liberate,
    do=lambda g, s, c: liberate(g, c, s.power),
)  # fmt: skip
REVERT: Act[War, Liberator, int] = Act(
    "return", "13.7.5", "Return {0}", takes=Country, among=every_country, may=may_revert, do=_revert
)
RETURN_HEX: Act[War, Liberator, int] = Act(
    "return_hex", "13.7.5", "Return {0}", takes=Hex, listed=returnable, may=may_return_hex, do=return_hex, group="Return hexes"
)
TO_NATIONALISTS: Act[War, FreedCity, None] = Act("nationalists", "13.7.5", "To the Nationalists", do=lambda g, s, _: None)
TO_COMMUNISTS: Act[War, FreedCity, None] = Act("communists", "13.7.5", "To the Communists", do=lambda g, s, _: None)
GIVE_BACK: Act[War, Returning, None] = Act("give_back", "13.7.5", "Give them back", do=lambda g, s, _: None)
APART: Act[War, Union, None] = Act("apart", "19.8", "Two countries", do=lambda g, s, _: None)
UNITE: Act[War, Union, None] = Act("unite", "19.8", "One Czechoslovakia", do=lambda g, s, _: None)
KEEP: Act[War, Returning, None] = Act("keep", "13.7.5", "Keep them", do=lambda g, s, _: None)
