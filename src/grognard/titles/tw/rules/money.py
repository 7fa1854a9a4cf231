"""14.1 to 14.7, 23.2: NARF bases, yearly income, conquests and lost cities, spending.

The new year with its growth is in new_year.py, grants and Lend-Lease in grants.py, prices of units in construction.py; the oil
of chapter 24 and what a surrendered Major Power is worth beyond its base are politics.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boon
from grognard.titles.tw.lands import INTEGRAL, LANDS, PART, places
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import ASSOCIATE, SATELLITE, SPRING, War, turn_of

SHARES = (100, 75, 50, 25)  # 14.5: percent of a value by the season in which it changes hands
PARTS = {"poland": "eastern_poland", "finland": "karelia", "romania": "bessarabia"}  # 23.2: counted for who holds them
FIXED = ("baku", "grozny", "maikop")  # 14.6.1: their industry cannot be moved
UKRAINIAN = ("kiev", "kharkov", "stalino", "dnepropetrovsk", "odessa")  # 23.55
MOVABLE = ("moscow", "leningrad", "kiev", "kharkov", "stalingrad", "stalino", "dnepropetrovsk", "odessa")
FRENCH, GERMAN = ("paris", "calais", "sedan", "lyons", "marseilles"), ("berlin", "essen", "cologne", "breslau")
AWARD = 2  # 29.4
LOYAL = {"latvia": 2, "estonia": 2, "lithuania": 2, "poland": 5, "romania": 1}
EAST_INDIES = (1940, 1941)  # 23.37
PLANTS, PLANT_NARFS, PLANT_FIRST = 5, 4, turn_of(1943, SPRING)  # 24.1


class Territory(msgspec.Struct, frozen=True):
    """A country or colony that is worth something to who holds its capital."""

    key: str
    value: int
    capital: int
    owner: int  # the nation it belongs to: itself for a minor country
    held: tuple[int, ...] = ()  # the hexes that decide who has it, all of them
    home: bool = False  # part of its owner's base (23.13, 23.44, 23.45, 23.59)


class Industry(msgspec.Struct, frozen=True):
    """A city whose industry counts (14.6.1)."""

    key: str
    value: int
    space: int
    owner: int


def land_words(key: str) -> str:
    """A country, land or city of the value tables by name."""
    return NATIONS[INDEX[key]].name if key in INDEX else key.replace("_", " ").title()


@derived()
def territories(g: War) -> tuple[Territory, ...]:
    """Minor countries, colonies and regions of the value table (23.2)."""
    found = []
    for key, value in campaign_of(g).conquests.items():
        if value and key in INDEX and not NATIONS[INDEX[key]].major and NATIONS[INDEX[key]].capital:
            found.append(Territory(key, value, g.ground.named(NATIONS[INDEX[key]].capital), INDEX[key]))
    for land in LANDS.values():
        if land.value and land.kind != PART:
            held = places(g.ground, land)
            found.append(Territory(land.land, land.value, held[0], INDEX[land.owner], held, land.kind == INTEGRAL))
    return tuple(found)


@derived()
def industries(g: War) -> tuple[Industry, ...]:
    """The cities of 14.6.1 with their owners."""
    values = campaign_of(g).industry
    rows = ((FRENCH, FRANCE), (GERMAN, GERMANY), ((*MOVABLE, *FIXED), USSR))
    return tuple([Industry(key, values[key], g.ground.named(key), owner) for keys, owner in rows for key in keys])


def share(g: War, value: int) -> int:
    """The part of a yearly value that counts in this season, fractions dropped (14.5)."""
    return value * SHARES[g.season] // 100


def power_of(g: War, nation: int) -> int:
    """The Major Power behind a nation: itself, or the patron of a Satellite; NOWHERE for a free minor."""
    if nation in MAJORS:
        return nation
    return int(g.nations.patron[nation]) if g.nations.status[nation] == SATELLITE else NOWHERE


def holder_power(g: War, space: int) -> int:
    holder = g.hexes.holder[space]
    return NOWHERE if holder < 0 else power_of(g, holder)


@rule("23.2", "23.12", "23.13", "23.19", "23.44", "23.45", "23.59")
def land_holder(g: War, land: Territory, moved: tuple[int, int] | None = None) -> int:
    """The power that has a colony or a region: whoever holds all that decides; while enemies of its owner hold only some of it,
    the owner. `moved`: a hex and the nation that held it before."""
    owner = land.owner
    holders = [moved[1] if moved is not None and s == moved[0] else g.hexes.holder[s] for s in land.held]
    powers = [power_of(g, n) if n >= 0 else NOWHERE for n in holders]
    if len(set(powers)) == 1 and powers[0] >= 0:
        return powers[0]
    foes = (NEUTRAL, g.nations.side[owner])
    if all(n >= 0 and g.nations.side[n] not in foes for n in holders):
        return next((p for p in powers if p >= 0), owner)
    return owner


# --- what a power owns (14.2, 14.4 to 14.7) -------------------------------------------------------------------------------------


@rule("19.1")
def cut_off(g: War) -> bool:
    """Whether Italian East Africa brings Italy nothing: Italy is at war, and Suez is not the Axis's."""
    return g.nations.side[ITALY] == AXIS and hex_sides(g)[g.ground.named("suez")] != AXIS


@rule("14.7", "23.2", "14.1.2")
def territory_value(g: War, land: Territory, power: int) -> int:
    """What a power has from a country or colony this year: all of it without the part somebody else holds."""
    row = g.nations[land.owner]
    if land.key == "italian_east_africa" and power == ITALY and cut_off(g):
        return 0
    if land.home and land.owner == ITALY and g.nations.surrendered[ITALY]:
        return 0  # 19.3: italian_parts
    if land.held:
        return land.value if land_holder(g, land) == power and not (land.home and power == land.owner) else 0
    if row.surrendered:
        worth = land.value if holder_power(g, land.capital) == power else 0
    elif row.patron == power and row.status == SATELLITE and row.side == g.nations.side[power]:
        worth = land.value + row.grown
    elif row.patron == power and row.status == ASSOCIATE:
        worth = campaign_of(g).value(land.key, "narf_associate")
    else:
        worth = 0
    if g.awarded and worth:  # 29.4
        worth += {"romania": -AWARD, "hungary": AWARD}.get(land.key, 0)
    if power == USSR and worth and boon(g, USSR, "loyal"):
        worth += LOYAL.get(land.key, 0)  # 28.2.3
    if land.key == "ukraine" and worth:  # 23.55: without what was moved to the Urals
        worth -= sum([c.value for c in industries(g) if c.key in UKRAINIAN and g.nations.urals[USSR] >> MOVABLE.index(c.key) & 1])
    if land.key == "yugoslavia" and worth and g.nations.made[INDEX["croatia"]] >= 0:
        worth -= campaign_of(g).conquests["croatia"]  # 23.14
    part = PARTS.get(land.key)
    if part is None or not (worth or row.surrendered or row.side < NEUTRAL):
        return worth
    piece, holder = campaign_of(g).conquests[part], region_power(g, part)
    if worth and holder != power:
        return worth - piece
    return piece if holder == power and not worth and holder_power(g, land.capital) != power else worth


@rule("23.8", "23.21", "23.40")
def region_power(g: War, region: str) -> int:
    """The Major Power that holds all the places that decide a part of a country; NOWHERE while none does."""
    found = {holder_power(g, s) for s in places(g.ground, LANDS[region])}
    return found.pop() if len(found) == 1 else NOWHERE


@rule("14.6.1", "18.6", "21.2")
def city_value(g: War, city: Industry, power: int) -> int:
    """What an industrial city means to a power: a loss to its owner, half its value to an Axis power that took it; a French
    city is worth all of it to whoever took it back from the Axis (TW-AMB-83)."""
    sides = hex_sides(g)
    owner_side = g.nations.side[city.owner]
    if g.hexes.holder[city.space] == INDEX["ukraine"]:
        return 0  # 23.55: counted as a country, and taken off the Soviet base
    if sides[city.space] == owner_side or owner_side == NEUTRAL or g.nations.surrendered[city.owner]:
        return 0
    if power == city.owner:
        moved = city.owner == USSR and city.key in MOVABLE and g.nations.urals[USSR] >> MOVABLE.index(city.key) & 1
        return 0 if moved else -city.value
    if holder_power(g, city.space) == power and power in (GERMANY, ITALY):
        return city.value // 2
    return 0


@rule("14.6", "18.8")
def conquered_value(g: War, nation: int) -> int:
    """What a Major Power that has surrendered is worth to who holds its capital: its base, without mainland Vichy and an
    annexed Alsace-Lorraine for France."""
    worth = g.nations.base[nation]
    if nation == BRITAIN:
        worth = BRITISH_ISLES  # 17.3
    if nation == FRANCE:
        sheets = campaign_of(g).conquests
        vichy = g.nations[INDEX["vichy_france"]]
        stands = vichy.base > 0 or any(g.hexes.holder[s] == vichy.index for s in g.ground.homeland.get("france", ()))
        worth -= (sheets["vichy_france"] if stands else 0) + (sheets["alsace_lorraine"] if g.annexed else 0)
        paris = g.hexes.holder[g.ground.named("paris")]
        if paris >= 0 and g.nations.side[paris] == ALLIES:  # 18.8: liberated, without what the Axis still holds
            sides = hex_sides(g)
            worth -= sum([city.value for city in industries(g) if city.owner == FRANCE and sides[city.space] == AXIS])
    return max(worth, 0)


@rule("24.1")
def plants_held(g: War) -> int:
    """Synthetic plants that work for Germany: those whose cities it holds, all before they are placed."""
    if not g.plants:
        return PLANTS
    return sum([hex_sides(g)[s] == AXIS for s in g.plants])


NORTH = ("genoa", "florence", "milan", "venice", "trieste")
ITALIAN_PARTS = {
    "rome": ("rome",), "naples": ("naples",), "sicily": ("palermo", "messina"), "sardinia": ("cagliari",), "zara": ("zara",),
}  # fmt: skip
NORTH_VALUE, DOMINIONS, BRITISH_ISLES = 40, 66, 120  # 19.3, 17.3


@rule("19.3")
def italian_parts(g: War, power: int) -> dict[str, int]:
    """What a power has from the parts of an Italy that has surrendered: those of which it holds every city; a revived Fascist
    Italy is Germany's."""
    if not g.nations.surrendered[ITALY] or power == ITALY:
        return {}
    sheets = campaign_of(g).conquests

    def whole(names: tuple[str, ...]) -> bool:
        return all(holder_power(g, g.ground.named(name)) == power for name in names)

    found = {key: sheets[key] for key, names in ITALIAN_PARTS.items() if whole(names)}
    if (g.salo == 1 and power == GERMANY) or (g.salo != 1 and whole(NORTH)):
        found["north"] = NORTH_VALUE
    return found


@rule("23.37", "23.12", "14.1", "14.2", "14.4", "14.5", "14.6", "14.7", "15.1.6.1")
def income(g: War, power: int) -> Modifiers:
    """The yearly income of a Major Power, item by item."""
    found = Modifiers()
    found.add("NARF base", g.nations.base[power], "14.2")
    if power == BRITAIN:
        found.add("rest of the Empire", campaign_of(g).value("britain", "narf_rest_of_empire"), "15.1.6.1")
    if power == GERMANY and g.turn >= PLANT_FIRST:
        found.add("synthetic oil", PLANT_NARFS * plants_held(g), "24.1")
    dutch = g.nations[INDEX["netherlands"]]
    if g.year in EAST_INDIES and dutch.status == SATELLITE and dutch.patron == power:  # TW-AMB-198
        found.add("Dutch East Indies", campaign_of(g).value("netherlands", "narf_east_indies"), "23.37")
    for land in territories(g):
        found.add(land_words(land.key), territory_value(g, land, power), "23.2")
    for city in industries(g):
        found.add(land_words(city.key), city_value(g, city, power), "14.6.1")
    for key, value in italian_parts(g, power).items():
        found.add(f"Italy: {land_words(key)}", value, "19.3")
    if power == USA and g.nations.surrendered[BRITAIN]:
        found.add("Dominions and India", DOMINIONS, "17.3")
        found.add("rest of the Empire", campaign_of(g).value("britain", "narf_rest_of_empire"), "17.3")
    for nation in MAJORS:
        if g.nations.surrendered[nation] and nation not in (power, ITALY):
            capital = NATIONS[nation].capital
            if capital and holder_power(g, g.ground.named(capital)) == power:
                found.add(f"occupied {NATIONS[nation].name}", conquered_value(g, nation), "14.6")
    return found


@rule("14.1", "14.2", "14.4", "18.7.1")
def minor_base(g: War, nation: int) -> int:
    """What a minor country at peace has of its own each year: its value without a part others hold; Vichy: and its colonies."""
    key, sheets = NATIONS[nation].key, campaign_of(g).conquests
    worth = sheets.get(key, 0)
    part = PARTS.get(key)
    if part is not None and region_power(g, part) >= 0:
        worth -= sheets[part]
    if g.awarded:  # 29.4
        worth += {"romania": -AWARD, "hungary": AWARD}.get(key, 0)
    if key == "vichy_france":
        worth += sum(land.value for land in territories(g) if land.held and g.hexes.holder[land.held[0]] == nation)
    return max(worth, 0)


# --- what changes hands during the year (14.5, 14.6.1) --------------------------------------------------------------------------


@rule("14.1.1")
def gain(g: War, power: int, value: int, what: str, rule: str) -> None:
    """NARFs won or lost at once."""
    if power in MAJORS and value:
        g.nations[power].narfs += value
        g.say("{} {} {} NARFs: {}", g.nations[power], "gains" if value > 0 else "loses", abs(value), what, rule=rule)


@rule("14.1.1", "14.5", "14.6.1", "23.2")
def spoils(g: War, space: int, before: int, after: int) -> None:
    """A hex has passed from one nation to another: colonies and industry bring or cost their share of the season."""
    if not g.campaign:
        return
    loser, winner = power_of(g, before), power_of(g, after)
    for city in industries(g):
        if city.space == space and not g.nations.surrendered[city.owner]:
            _city_changes(g, city, loser, winner)
    for land in territories(g):
        if space in land.held:
            land_changes(g, land, land_holder(g, land, (space, before)), land_holder(g, land))


@rule("23.2", "23.13", "23.44", "23.45", "23.59", "14.5")
def land_changes(g: War, land: Territory, loser: int, winner: int) -> None:
    """A colony or a region passes from one power to another, with its share of the season; the base of its owner goes with what
    is part of it (TW-AMB-149)."""
    if loser == winner:
        return
    what, part = land_words(land.key), share(g, land.value)
    gain(g, loser, -part, what, "14.5")
    gain(g, winner, part, what, "14.5")
    if land.home and land.owner in (loser, winner):
        g.nations[land.owner].base += land.value if land.owner == winner else -land.value


def _city_changes(g: War, city: Industry, loser: int, winner: int) -> None:
    part, home = share(g, city.value), g.nations.side[city.owner]
    moved = city.owner == USSR and city.key in MOVABLE and g.nations.urals[USSR] >> MOVABLE.index(city.key) & 1
    if winner >= 0 and g.nations.side[winner] == home:  # retaken
        if not moved:
            gain(g, city.owner if city.owner == USSR else winner, part, land_words(city.key), "14.6.1")
        if loser in (GERMANY, ITALY):
            gain(g, loser, -share(g, city.value // 2), land_words(city.key), "14.6.1")
    elif loser >= 0 and g.nations.side[loser] == home:
        if not moved:
            gain(g, city.owner, -part, land_words(city.key), "14.6.1")
        if winner in (GERMANY, ITALY):
            gain(g, winner, share(g, city.value // 2), land_words(city.key), "14.6.1")


@rule("14.5", "23.2", "14.6")
def conquest_gain(g: War, nation: int) -> None:
    """A country has surrendered: its conqueror has the share of the season, and its patron loses it."""
    if not g.campaign:
        return
    sheet = NATIONS[nation]
    winner = holder_power(g, g.ground.named(sheet.capital)) if sheet.capital else NOWHERE
    if winner < 0 or winner == nation:
        return
    if nation == ITALY:
        return  # 19.3: by its parts
    if sheet.major:
        gain(g, winner, share(g, conquered_value(g, nation)), sheet.name, "14.6")
        return
    land = next((t for t in territories(g) if t.key == sheet.key), None)
    if land is None:
        return
    row = g.nations[nation]
    if row.status == SATELLITE and row.patron >= 0 and row.patron != winner:
        gain(g, row.patron, -share(g, land.value), sheet.name, "14.5")
    gain(g, winner, share(g, territory_value(g, land, winner)), sheet.name, "14.5")


# --- spending -------------------------------------------------------------------------------------------------------------------


@rule("22.7.2", "14.8.6")
def pay(g: War, nation: int, price: int) -> None:
    """Spend NARFs; what neutral America spends leaves its base too."""
    row = g.nations[nation]
    row.narfs -= price
    if g.campaign and nation == USA and row.side == NEUTRAL:
        row.base -= price


@rule("15.1.6", "15.1.6.1", "15.3")
def ceiling(g: War, nation: int) -> int | None:
    """What a power can spend on units in a player turn at the plain price: half its base, rounded up, from Spring 1940 on."""
    if not g.campaign or nation not in MAJORS or g.turn < turn_of(1940, SPRING):
        return None
    return -(-max(g.nations.base[nation], 0) // 2)


@rule("15.1.6.1", "15.3")
def construction_price(g: War, nation: int, plain: int) -> int:
    """What building or repairing a unit costs now: what goes beyond the ceiling costs double."""
    most = ceiling(g, nation)
    if most is None:
        return plain
    room = max(most - g.nations.spent[nation], 0)
    return plain if plain <= room else 2 * plain - room


def spend(g: War, nation: int, plain: int) -> None:
    """Pay for building or repairing a unit."""
    pay(g, nation, construction_price(g, nation, plain))
    g.nations[nation].spent += plain


@rule("3.6", "3.7")
def camp(g: War, nation: int) -> int:
    """The side in whose player turn a nation acts: its own, or for a neutral Major Power that of its alliance (3.11)."""
    side = g.nations.side[nation]
    if side != NEUTRAL or not g.campaign or nation not in MAJORS or g.nations.surrendered[nation]:
        return int(side)
    return AXIS if nation in (GERMANY, ITALY) else ALLIES


@rule("15.4", "14.4", "14.1.4")
def funds(g: War, nation: int) -> int:
    """NARFs there are for the units of a nation: a power's own; a Satellite's and its patron's; of other minors their own."""
    row = g.nations[nation]
    if nation in MAJORS or (row.patron >= 0 and not g.campaign):
        return purse_of(g, nation if nation in MAJORS else row.patron)
    return int(row.narfs + (purse_of(g, row.patron) if row.status == SATELLITE else 0))


@rule("14.1.4", "4.5")
def purse_of(g: War, power: int) -> int:
    """NARFs that a power can spend on units: what it has, and when it goes into debt as much as its base can bear
    (TW-AMB-217)."""
    row = g.nations[power]
    return int(row.narfs + max(row.base, 0) if row.reckless == g.player_turn else row.narfs)


@rule("14.1.4")
def may_overspend(g: War, power: int) -> No | None:
    """Whether a power can decide to spend below zero: in the whole war, at war, once it has made up its mind for a turn."""
    row = g.nations[power]
    if not g.campaign or power not in MAJORS or row.side != g.side or row.surrendered:
        return No("14.1.4", "only a Major Power at war goes into debt")
    return No("14.1.4", "it spends below zero already") if row.reckless == g.player_turn else None


@rule("15.4", "14.4", "15.1.6.1")
def bill(g: War, nation: int, plain: int) -> int:
    """What a unit of a nation costs now: minor countries have no ceiling while they pay for themselves."""
    row = g.nations[nation]
    if nation in MAJORS or not g.campaign:
        return construction_price(g, nation if nation in MAJORS else row.patron, plain)
    own = min(max(row.narfs, 0), plain)
    if row.status != SATELLITE or own == plain:
        return plain
    return own + construction_price(g, row.patron, plain - own)


@rule("15.4", "14.4")
def charge(g: War, nation: int, plain: int) -> None:
    """Pay for a unit: a minor country first from its own treasury, a Satellite then from its patron's."""
    row = g.nations[nation]
    if nation in MAJORS or not g.campaign:
        spend(g, nation if nation in MAJORS else row.patron, plain)
        return
    own = plain if row.status != SATELLITE else min(max(row.narfs, 0), plain)
    row.narfs -= own
    if plain > own:
        spend(g, row.patron, plain - own)


def overspend(g: War, power: int) -> None:
    row = g.nations[power]
    row.reckless = g.player_turn
    g.say("{} spends what it does not have", row, rule="14.1.4")
