"""18.2, 17.4.2, 17.4.3, 19.9, 13.3.2: where units of a friend may not be: foreign troop commitments, Vichy's lands, and places
that US entry keeps closed.

A unit that would be destroyed for it does not enter at all (WIF-DEC-07).
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, CHINA, COMMONWEALTH, JAPAN, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.kinds import TRANSPORTS, Type
from grognard.titles.wif.rules.control import hexes_of, nation_at
from grognard.titles.wif.rules.factions import open_to
from grognard.titles.wif.rules.french_groups import companions
from grognard.titles.wif.rules.pacts import on_common_border, partners
from grognard.titles.wif.rules.powers import (
    active,
    at_war,
    countries_co_operate,
    home_power,
    is_stilwell,
    political,
    powers_co_operate,
)
from grognard.titles.wif.rules.units import land_at
from grognard.titles.wif.rules.warlords import may_warlord_be, warlord_lands
from grognard.titles.wif.state import ALIGNED, HOME, NOWHERE, War

PEARL, PACIFIC, GUAM, PHILIPPINES, NEI = 26, 36, 40, 41, 43  # US entry options
MACARTHUR = "MacArthur"
AMERICAN_HARBOURS = ("Pearl Harbor", "Honolulu", "Pago Pago")
FLEET_OF_MANILA = 2


@rule("18.2", "17.4.3")
def may_be_there(g: War, unit: int, space: int) -> No | None:
    """Whether politics lets a unit be in a hex of its own side."""
    if g.options.warlords and g.units.counter[unit] in warlord_lands(g):
        no = may_warlord_be(g, unit, space)
        if no is not None:
            return no
    if not political(g):
        own: No | None = g.title.may_be_guest(g, unit, space)
        return own
    power, side = g.units.power[unit], SIDE_OF_POWER[g.units.power[unit]]
    if g.sides_by_hex[space] != side:
        return None
    behind = g.powers_by_hex[space]
    if power == VICHY or behind == VICHY:
        return _vichy(g, unit, space, power, behind)
    if power == CHINA and not g.roster.land[unit] and not open_to(g, unit, space):
        return No("20", "the other Chinese faction holds the city")
    if side == ALLIES:
        no = closed(g, unit, space)
        if no is not None:
            return no
    if g.pacts and behind != power:
        no = on_the_border(g, power, behind, space)
        if no is not None:
            return no
    nation = g.nations_by_hex[space]
    host = g.facts.home_powers[nation]
    if host < 0:
        return among_minors(g, unit, space)
    if host == power or SIDE_OF_POWER[host] != side:
        return None  # only in the home of a friend are troops guests
    if g.countries.status[nation] == HOME and not works_with_host(g, unit, host):
        return commitment(g, unit, nation)
    return None


@rule("18.2")
def among_minors(g: War, unit: int, space: int) -> No | None:
    """A minor's unit in the home country of another minor of its side with which it does not work: a guest like others."""
    if home_power(g, g.units.country[unit]) >= 0 or g.sides_by_hex[space] != SIDE_OF_POWER[g.units.power[unit]]:
        return None
    nation = nation_at(g, space)
    return commitment(g, unit, nation) if shuns(g, unit, nation) else None


@rule("18.1", "18.2")
def shuns(g: War, unit: int, nation: int) -> bool:
    """Whether a minor's unit does not work with the aligned minor country of its side in which it is."""
    own, power = g.units.country[unit], g.units.power[unit]
    if nation < 0 or nation == own or home_power(g, own) >= 0 or g.roster.types[unit] == Type.PART:
        return False
    if g.countries.status[nation] != ALIGNED or g.facts.countries[nation].kind != "home":
        return False
    behind = g.countries.power[nation]
    if SIDE_OF_POWER[behind] != SIDE_OF_POWER[power]:
        return False
    return behind != power or not countries_co_operate(g, own, nation, power)


@rule("18.1", "18.2")
def works_with_host(g: War, unit: int, host: int) -> bool:
    """Whether a unit works with the units of a major power at home: one of a minor country with its own power alone."""
    power = g.units.power[unit]
    return home_power(g, g.units.country[unit]) == power and powers_co_operate(g, power, host)


@rule("9.2")
def on_the_border(g: War, power: int, behind: int, space: int) -> No | None:
    """A friend's border with a power he has a pact with is closed to those who are at war with that power."""
    if power == behind or not g.pacts:
        return None
    for partner in partners(g, behind):
        if at_war(g, power, partner) and on_common_border(g, space, behind, partner):
            return No("9.2", f"{g.powers[behind].label} has a pact with {g.powers[partner].label}, and this is their border")
    return None


# --- foreign troop commitments (18.2) -----------------------------------------------------------------------------------------


@rule("21")
@derived("units.at", "units.power", "units.country", "units.counter", "hexes.nation", lasting=True)
def guests(g: War, country: int) -> dict[int, tuple[int, int]]:
    """Foreign units in a country, by nation (the Commonwealth as one): reorganisation values of HQs, and the other units."""
    found: dict[int, tuple[int, int]] = {}
    known = g.roster
    for space in hexes_of(g, country):
        for unit in g.units.stacks.get(space, ()):
            nation = troop_nation(g, unit)
            if is_stilwell(g, unit):  # 21: he counts as an American HQ
                usa = g.facts.country["usa"]
                values, others = found.get(usa, (0, 0))
                found[usa] = (values + g.units[unit].sheet.reorganisation, others)
            values, others = found.get(nation, (0, 0))
            found[nation] = (values + g.units[unit].sheet.reorganisation, others) if known.hq[unit] else (values, others + 1)
    return found


def troop_nation(g: War, unit: int) -> int:
    """Whose troops a unit counts among: those of its home country, the Commonwealth's all together."""
    nation = g.units.country[unit]
    return g.facts.country["united_kingdom"] if home_power(g, nation) == COMMONWEALTH else nation


@rule("18.2")
def commitment(g: War, unit: int, *countries: int) -> No | None:
    """Whether a unit keeps the limit of foreign troops in a country, or in a group of Vichy's: no more units than the values of
    their HQs."""
    at, country = g.units.at[unit], countries[0]
    if at >= 0 and g.ground.land[at] and nation_at(g, at) in countries:
        return None  # it was there before
    counted = [guests(g, c).get(troop_nation(g, unit), (0, 0)) for c in countries]
    values, others = sum(v for v, _ in counted), sum(n for _, n in counted)
    if g.roster.hq[unit]:
        values += g.units[unit].sheet.reorganisation
    else:
        others += 1
    if values and others <= values:
        return None
    return No("18.2", f"its HQs in {g.countries[country].label} allow {values} of its units there")


# --- Vichy (17.4.2, 17.4.3) ---------------------------------------------------------------------------------------------------


def _vichy(g: War, unit: int, space: int, power: int, behind: int) -> No | None:
    if power == VICHY:
        return None if behind == VICHY else No("17.4.2", "Vichy units keep to Vichy's own hexes and those of its enemies")
    if power != g.installer:
        return No("17.4.3", "only the power that installed Vichy may enter its lands")
    if active(g, VICHY) and g.hostile:
        return None
    country = nation_at(g, space)
    if g.facts.countries[country].id == "vichy_france":
        foes = [u for b, _ in g.ground.steps[space] for u in land_at(g, b) if at_war(g, g.units.power[u], power)]
        return None if foes else No("17.4.3", "only beside enemy units while Vichy is neutral")
    if not active(g, VICHY):
        return No("17.4.3", "Vichy is neutral")
    group = [g.facts.country[name] for name in companions(g.facts.countries[country].id)]
    return commitment(g, unit, *(c for c in group if g.countries.power[c] == VICHY))


@rule("17.4.1")
def note_trespass(g: War, unit: int, space: int) -> None:
    """An Allied unit that enters Vichy France makes Vichy hostile to its power, and its men loyal against all (17.4.5)."""
    power = g.units.power[unit]
    if g.vichy and SIDE_OF_POWER[power] == ALLIES and g.facts.countries[nation_at(g, space)].id == "vichy_france":
        g.hostile |= 1 << power
        g.trespassed = 1


# --- places that US entry opens (13.3.2, 19.9) --------------------------------------------------------------------------------


@rule("19.9")
def closed(g: War, unit: int, space: int) -> No | None:
    """Whether a place in the Pacific is still closed to an Allied unit."""
    name, known = g.ground.country[space], g.roster
    naval = known.naval[unit]
    if name == "guam" and not naval and GUAM not in g.entry_options and not (_entered(g, "guam") or g.marshalls_entered):
        return No("13.3.2", f"no land or air unit in Guam before option {GUAM}")
    if name == "philippines" and not active(g, USA) and PHILIPPINES not in g.entry_options:
        return _manila(g, unit, naval)
    if not naval and PACIFIC not in g.entry_options and name in british_east(g):
        native = name == "hong_kong" and known.types[unit] == Type.TERR
        if not (native or at_war(g, JAPAN, COMMONWEALTH)) and not _east_entered(g):
            return No("13.3.2", f"no land or air unit there before option {PACIFIC} or war with Japan")
    if name == "nei" and NEI not in g.entry_options and g.units.country[unit] not in _dutch(g):
        open_to_all = at_war(g, JAPAN, COMMONWEALTH) or _entered(g, "nei")
        return None if open_to_all else No("19.9", f"only Dutch units there before option {NEI} or war with Japan")
    harbour = naval and PEARL not in g.entry_options and g.board.label(space) in AMERICAN_HARBOURS
    if harbour and known.types[unit] not in (*TRANSPORTS, Type.CP) and not at_war(g, USA, JAPAN):
        return No("13.3.2", f"no warships there before option {PEARL}")
    return None


def _dutch(g: War) -> tuple[int, ...]:
    return g.facts.country["netherlands"], g.facts.country["nei"]


@derived()
def british_east(g: War) -> frozenset[str]:
    """Option 36: Malaya, Hong Kong and the territories of the Commonwealth on the Pacific map."""
    ours = [c.id for c in g.facts.countries if c.kind == "territory" and c.controller == "commonwealth"]
    islands = {name for name in ours if any(g.board.token(s).startswith("P") for s in g.ground.homeland.get(name, ()))}
    return frozenset({"malaya", "hong_kong"} | islands)


def _east_entered(g: War) -> bool:
    """An Axis unit in one of them opens them all."""
    return any(_entered(g, name) for name in british_east(g))


def _entered(g: War, name: str) -> bool:
    """Whether the Axis has ever taken a hex of a country."""
    country = g.facts.country[name]
    return any(g.sides_by_hex[s] == AXIS or g.hexes.taken[s] for s in hexes_of(g, country))


def _manila(g: War, unit: int, naval: bool) -> No | None:
    """13.3.2, option 41: only Philippine units, MacArthur, convoys and two other ships."""
    country = g.facts.country["philippines"]
    if g.units.country[unit] == country or g.units.counter[unit] == NOWHERE or g.units[unit].sheet.name == MACARTHUR:
        return None
    known = g.roster
    ships = [
        u for s in hexes_of(g, country) for u in g.units.stacks.get(s, ())
        if known.naval[u] and g.units.counter[u] != NOWHERE and u != unit
    ]  # fmt: skip
    if naval and len(ships) < FLEET_OF_MANILA:
        return None
    return No("13.3.2", f"no other units in the Philippines before option {PHILIPPINES}")
