"""28.1, 28.2: what the projects of the Variants do. An effect is a word of tables/variants.csv with its numbers; lasting ones are
written down in boons.py and read by the rules they change, the others happen here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import NUMBER, bestow, boon
from grognard.titles.tw.ground import MOUNTAIN
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, USA, USSR, pair
from grognard.titles.tw.rules.affairs import create_ukraine
from grognard.titles.tw.rules.american_entry import change_level
from grognard.titles.tw.rules.capitulation import german_cities
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.homelands import REGION_NUMBERS
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.money import gain, pay
from grognard.titles.tw.rules.partisans import enlist, occupier
from grognard.titles.tw.rules.sea_battle import limp_home
from grognard.titles.tw.rules.seas import beachheads, free_berths, port_spaces
from grognard.titles.tw.rules.shipyards import YARD_PRICE, spaces_of_ship
from grognard.titles.tw.rules.status import bloc
from grognard.titles.tw.rules.units import deplete, hex_sides
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import (
    ASSOCIATE,
    DUE,
    FORTIFICATION,
    FORTRESS,
    FUTURE,
    GONE,
    LOST,
    LOST_UNSUPPLIED,
    PLAIN,
    SPRING,
    SUMMER,
    Hex,
    Nation,
    Unit,
    War,
    turn_of,
)
from grognard.titles.tw.war_charts import ATROCITIES, PARTISAN_REGIONS, naval_damage

ADJECTIVES = {ITALY: "italian", GERMANY: "german", FRANCE: "french", BRITAIN: "british", USSR: "soviet", USA: "us"}
STRATEGIC = ("SAC", "ASW")
FORTRESS_PRICE, SEDAN_PRICE = 20, 15
BOOM, PERMANENT = 20, 9999
SPANIARDS_LEAVE, INDIANS_LEAVE = turn_of(1943, SPRING), turn_of(1942, SPRING)
ATOMIC = (turn_of(1945, SPRING), turn_of(1945, SUMMER))
INLAND_SEA = "mediterranean"
EXTRA_ROLLS = ("chetniks", "greece", "netherlands", "norway")


class Site(Subject, frozen=True):
    """A power that chooses a place or a ship for an effect of a Variant."""

    power: Annotated[int, Nation]
    what: str


@rule("28.1.1", "28.1.2", "28.2.1", "28.2.2", "28.2.3", "28.2.4")
def apply(g: War, power: int, number: int, effect: str) -> Flow[None]:
    """One effect of a project (TW-AMB-154)"""
    word, *rest = effect.split(":")
    if word in ASKED:
        yield from ASKED[word](g, power)
    elif word in PLAIN_EFFECTS:
        PLAIN_EFFECTS[word](g, power, rest)
    elif word == "pool":
        add_counters(g, power, number, int(rest[0]) if rest else 99)
    elif word == "reform":
        bestow(g, power, f"reform_{rest[0]}", 1)
    elif word in LASTS:
        bestow(g, power, word, g.turn + LASTS[word] - boon(g, power, word))
    else:
        assert word in NUMBER, f"no effect {effect!r}"
        bestow(g, power, word, int(rest[0]) if rest else 1)


LASTS = {"armour": 3, "saccost": 6, "sacdamage": 6, "window": 1, "winter": 1, "west": 1}  # turns, this one among them


# --- counters -------------------------------------------------------------------------------------------------------------------


def add_counters(g: War, power: int, number: int, most: int) -> None:
    """Counters that a project adds to the force pools, so many of them."""
    used, names = set(g.units.design), {d.id: n for n, d in enumerate(g.designs)}
    rows = [row for row in campaign_of(g).pools if row.enters == f"variant {ADJECTIVES[power]} {number}"]
    free = [names[c] for row in rows if row.kind not in STRATEGIC for c in row.counters if names[c] not in used]
    for design in free[:most]:
        unit = g.units.add(design=design, pool=LOST)
        if "roa" in g.designs[design].marks:
            unit.home = REGION_NUMBERS["ussr"]


def _loan(g: War, power: int, rest: list[str]) -> None:
    design = next(n for n, d in enumerate(g.designs) if d.id == rest[0])
    if design not in g.units.design:
        g.units.add(design=design, pool=LOST, flag=power)


def _lose(g: War, power: int, rest: list[str]) -> None:
    """Units are given up for good: unbuilt ones first, then those last on the list."""
    known, kind, strength = g.roster, Kind[rest[0]], int(rest[1])
    own = [u for u, n in enumerate(known.nations) if n == power and known.kinds[u] == kind and known.strengths[u] == strength]
    own = [u for u in own if g.units.pool[u] != GONE and not g.units.parent[u]]
    ranked = sorted(own, key=lambda u: (g.units.pool[u] not in (LOST, LOST_UNSUPPLIED, FUTURE), -u))
    for u in ranked[: int(rest[2])]:
        g.units[u].at, g.units[u].pool, g.units[u].aboard = NOWHERE, GONE, NOWHERE
        g.say("{} is given up", g.units[u], rule="28.1.2")


def _sudan(g: War, power: int, rest: list[str]) -> None:
    for n, u in enumerate([u for u, d in enumerate(g.units.design) if g.designs[d].id.startswith("ita_aoi")]):
        if g.units.pool[u] != GONE:
            g.units[u].at, g.units[u].pool = g.ground.named(("4414", "4415")[n % 2]), 0


def _mobilise(g: War, power: int, rest: list[str]) -> None:
    for u, n in enumerate(g.roster.nations):
        if n == power and g.units.pool[u] == LOST and g.roster.kinds[u] <= Kind.NAC:
            g.units[u].pool, g.units[u].due = DUE, g.turn


def _free_french(g: War, power: int, rest: list[str]) -> None:
    """The tanks come at once, the Fleet lies in a British port; the corps waits for a city of French North Africa."""
    names = {d.id: n for n, d in enumerate(g.designs)}
    if names["bri_ff_arm"] not in g.units.design:
        g.units.add(design=names["bri_ff_arm"], pool=DUE, due=g.turn)
    home = [s for s in port_spaces(g) if g.ground.country[s] == KEYS[BRITAIN] and g.hexes.holder[s] == BRITAIN]
    port = next((s for s in home if free_berths(g, s) > 0), NOWHERE)
    if names["bri_fleet_ff"] not in g.units.design:
        g.units.add(design=names["bri_fleet_ff"], at=port, pool=0 if port >= 0 else LOST)
    bestow(g, BRITAIN, "corps", 1)
    north_african_corps(g)


@rule("28.2.2")
def north_african_corps(g: War) -> None:
    """The Free French corps of British Variant 4 joins the pool when Britain holds a city of French North Africa."""
    design = next(n for n, d in enumerate(g.designs) if d.id == "bri_ff_mot")
    lands = ("morocco", "algeria", "tunisia")
    held = any(g.ground.city[s] and g.ground.country[s] in lands and h == BRITAIN for s, h in enumerate(g.hexes.holder))
    if boon(g, BRITAIN, "corps") and held and design not in g.units.design:
        g.units.add(design=design, pool=LOST)


def _jets(g: War, power: int, rest: list[str]) -> None:
    bestow(g, power, "jets", 4)
    for u, kind in enumerate(g.roster.kinds):
        if kind in (Kind.JET_FTR, Kind.JET_TAC) and g.units.pool[u] == FUTURE and g.units.due[u] >= 0:
            g.units[u].due -= 4


def _trucks(g: War, power: int, rest: list[str]) -> None:
    """An INF of six is exchanged for two MECH; what the INF was worth is credited."""
    _lose(g, power, ["INF", "6", "1"])
    add_counters(g, power, 19, 2)
    gain(g, power, 7, "the exchanged INF", "28.1.2")


# --- numbers --------------------------------------------------------------------------------------------------------------------


def _base(g: War, power: int, rest: list[str]) -> None:
    g.nations[power].base += int(rest[0])
    gain(g, power, int(rest[0]), "a Variant", "28.0")


def _growth(g: War, power: int, rest: list[str]) -> None:
    g.nations[power].growth_cut -= int(rest[0])


def _pops(g: War, power: int, rest: list[str]) -> None:
    slot = pair(INDEX[rest[0]], power)
    g.pops = {**g.pops, slot: g.pops.get(slot, 0) + int(rest[1])}


def _favour(g: War, power: int, rest: list[str]) -> None:
    slot = pair(INDEX[rest[0]], bloc(power))
    g.favours = {**g.favours, slot: g.favours.get(slot, 0) + int(rest[1])}


def _grudge(g: War, power: int, rest: list[str]) -> None:
    slot = pair(INDEX[rest[0]], bloc(power))
    g.grudges = {**g.grudges, slot: g.grudges.get(slot, 0) + int(rest[1])}


def _infamy(g: War, power: int, rest: list[str]) -> None:
    g.nations[INDEX[rest[0]]].infamy += int(rest[1])


def _sac(g: War, power: int, rest: list[str]) -> None:
    g.nations[power].more_sac += int(rest[0])


def _asw(g: War, power: int, rest: list[str]) -> None:
    g.nations[BRITAIN].more_asw += int(rest[0])
    g.nations[BRITAIN].asw += int(rest[0])


def _yard(g: War, power: int, rest: list[str]) -> None:
    """A shipyard beyond the number, for nothing: its price is credited."""
    g.nations[power].yards -= 1
    gain(g, power, YARD_PRICE, "a free shipyard", "28.1.1")


def _corsica(g: War, power: int, rest: list[str]) -> None:
    for s, words in enumerate(g.ground.regions):
        if "corsica" in words and g.ground.land[s]:
            g.hexes[s].holder = ITALY
    g.nations[FRANCE].base -= 2
    gain(g, FRANCE, -2, "Corsica", "28.1.1")
    gain(g, ITALY, 2, "Corsica", "28.1.1")


def _rising(g: War, power: int, rest: list[str]) -> None:
    """One more roll each on the column of one Atrocity where the Axis rules."""
    for name in EXTRA_ROLLS:
        row = PARTISAN_REGIONS[REGION_NUMBERS[name] - 1]
        if occupier(g, row) >= 0:
            roll = g.roll(D10, f"partisans in {name.title()}", "28.2.2")
            enlist(g, REGION_NUMBERS[name], ATROCITIES[ATROCITIES.column(1), max(roll - 1, 1)].partisans)


def _more_pops(g: War, power: int, rest: list[str]) -> None:
    """POPs more in the next Spring or Fall in which POPs are placed, once a year."""
    bestow(g, power, "morepops", int(rest[0]))
    bestow(g, power, "popyear", g.year - boon(g, power, "popyear"))


def _gulags(g: War, power: int, rest: list[str]) -> None:
    gain(g, power, int(rest[0]), "prisoners are called up", "28.2.3")


def _level(g: War, power: int, rest: list[str]) -> None:
    gain(g, power, int(rest[0]), "a Variant", "28.0")


def _bands(g: War, power: int, rest: list[str]) -> None:
    enlist(g, REGION_NUMBERS[rest[0]], int(rest[1]))


def _bonus(g: War, power: int, rest: list[str]) -> None:
    g.nations[power].bands_bonus += int(rest[0])


def _usel(g: War, power: int, rest: list[str]) -> None:
    change_level(g, int(rest[0]), "a Variant")


def _ukraine(g: War, power: int, rest: list[str]) -> None:
    create_ukraine(g)


def _associate(g: War, power: int, rest: list[str]) -> None:
    incline(g, INDEX[rest[0]], power, ASSOCIATE)


def _rating(g: War, power: int, rest: list[str]) -> None:
    setattr(g.nations[power], rest[0], min(getattr(g.nations[power], rest[0]), int(rest[1])))


def _sedan(g: War, power: int, rest: list[str]) -> None:
    pay(g, power, SEDAN_PRICE)
    _lose(g, power, ["INF", "6", "1"])
    fortify(g, g.ground.named("sedan"), power, FORTRESS)


def _recall(g: War, power: int, rest: list[str]) -> None:
    """Noted by its counters: one of the two Indian units leaves at the end of Winter 1941 (season_of_projects)."""


def fortify(g: War, space: int, power: int, works: int) -> None:
    row = g.hexes[space]
    row.works, row.builder, row.vacant, row.siege = works, power, 0, 0
    g.say("works at {}", row, rule="28.0")


PLAIN_EFFECTS: dict[str, Callable[[War, int, list[str]], None]] = {
    "base": _base, "level": _level, "growth": _growth, "pops": _pops, "favour": _favour, "grudge": _grudge, "infamy": _infamy,
    "sac": _sac, "asw": _asw, "yard": _yard, "corsica": _corsica, "rising": _rising, "morepops": _more_pops, "gulags": _gulags,
    "bands": _bands, "bonus": _bonus, "usel": _usel, "ukraine": _ukraine, "associate": _associate, "rating": _rating,
    "sedan": _sedan, "recall": _recall, "loan": _loan, "lose": _lose, "sudan": _sudan, "mobilise": _mobilise,
    "freefrench": _free_french, "jets": _jets, "trucks": _trucks,
}  # fmt: skip


# --- effects that ask -----------------------------------------------------------------------------------------------------------


def _pick(g: War, power: int, what: str, rows: list[int], row: type[Hex] | type[Unit] | type[Nation], words: str) -> Flow[int]:
    """The power chooses one of some places, ships or countries; nothing is asked where there is none"""
    if not rows:
        return NOWHERE
    act: Act[War, Site, int] = Act(
        "pick", "28.0", "{0}", takes=row, listed=lambda g, s: rows, do=lambda g, s, n: n,
        may=lambda g, s, n: None if n in rows else No("28.0", "it is not among them"),
    )  # fmt: skip
    side = AXIS if power in (GERMANY, ITALY) else 1 - AXIS
    _, found = yield from menu(g, g.seat(side), words, Site(power, what), act, rule="28.0")
    return int(found)


@rule("28.1.1", "28.1.2")
def raid_harbour(g: War, power: int) -> Flow[None]:
    """A British Fleet in a home port, or for Italy a ship in a port of the Mediterranean, is depleted as far as can be"""
    known = g.roster
    ships = [u for u in known.naval if known.nations[u] == BRITAIN and g.units.at[u] >= 0 and not g.units.depleted[u]]
    ships = [u for u in ships if g.units.at[u] in port_spaces(g)]
    if power == ITALY:
        ships = [u for u in ships if _inland(g, g.units.at[u])]
    else:
        ships = [u for u in ships if known.kinds[u] == Kind.FLEET and g.ground.country[g.units.at[u]] == KEYS[BRITAIN]]
    ship = yield from _pick(g, power, "harbour", ships, Unit, "Which ship is attacked?")
    if ship < 0 or (power == ITALY and g.roll(D10, "midget submarines, 8 or less", "28.1.1", aim=aim(g, most=8)) > 8):
        return
    row = g.units[ship]
    port, damage = row.at, naval_damage(10, carrier=row.sheet.kind == Kind.CV)  # the greatest there is
    row.depleted, row.track = 1, spaces_of_ship(g, ship) - damage
    g.say("{} is depleted: {} factors", row, damage, rule="28.1.2")
    limp_home(g, [ship], port)


def _inland(g: War, port: int) -> bool:
    return any(INLAND_SEA in g.ground.regions[s] for s in g.ground.sea_ports[port] if g.ground.sea[s])


@rule("28.2.3")
def free_works(g: War, power: int) -> Flow[None]:
    """A fortress in a city and two fortifications where the power holds land"""
    for works, words in ((FORTRESS, "The fortress"), (FORTIFICATION, "A fortification"), (FORTIFICATION, "A fortification")):
        own = [s for s, h in enumerate(g.hexes.holder) if h == power and g.ground.land[s] and g.hexes.works[s] == PLAIN]
        own = [s for s in own if g.ground.terrain[s] != MOUNTAIN and (works != FORTRESS or g.ground.city[s])]
        space = yield from _pick(g, power, "works", own, Hex, f"{words}: where?")
        if space >= 0:
            fortify(g, space, power, works)


@rule("28.1.2")
def redoubt(g: War, power: int) -> Flow[None]:
    """A mountain fortress at Salzburg or beside it, at the usual price; Germany holds out the longer"""
    sites = [g.ground.named(h) for h in ("1926", "1927")]
    sites = [s for s in sites if hex_sides(g)[s] == AXIS and g.hexes.works[s] != FORTRESS]
    space = yield from _pick(g, power, "redoubt", sites, Hex, "The Alpine redoubt")
    if space >= 0:
        pay(g, power, FORTRESS_PRICE)
        fortify(g, space, power, FORTRESS)
        bestow(g, power, "german", 1)


@rule("28.2.3")
def subvert(g: War, power: int) -> Flow[None]:
    """Three POPs in Yugoslavia, Greece or Turkey"""
    goals = [INDEX[k] for k in ("yugoslavia", "greece", "turkey")]
    target = yield from _pick(g, power, "subversion", goals, Nation, "Where do the Communists work?")
    _pops(g, power, [KEYS[target], "3"])


@rule("28.2.3")
def trust_no_one(g: War, power: int) -> Flow[None]:
    """Britain or America pays for a POP and two chits of the Soviets, unless it has unmasked their friends"""
    payers = [n for n in (BRITAIN, USA) if not boon(g, n, "immune") and not g.nations.surrendered[n]]
    payer = yield from _pick(g, power, "spies", payers, Nation, "Who pays?")
    if payer >= 0:
        gain(g, payer, -SOVIET_BILL, "Soviet spies", "28.2.3")
        gain(g, power, SOVIET_BILL, "Western friends", "28.2.3")


SOVIET_BILL = 4 + 3 + 2  # a POP, an Espionage and a Counter-Espionage chit


@rule("28.2.4")
def artificial_port(g: War, power: int) -> Flow[None]:
    """A beachhead becomes a port for good"""
    side = g.nations.side[power]
    heads = [s for s in beachheads(g) if hex_sides(g)[s] == side and g.hexes.beachhead[s] < PERMANENT]
    space = yield from _pick(g, power, "port", sorted(heads), Hex, "An artificial port at")
    if space >= 0:
        g.hexes[space].beachhead = PERMANENT


@rule("28.2.4")
def atomic_bomb(g: War, power: int) -> Flow[None]:
    """All Axis units in a hex are depleted; once in each of two turns of 1945"""
    bestow(g, power, "atomic", 1)
    if g.turn not in ATOMIC:
        return
    known = g.roster
    there = {at for u, at in enumerate(g.units.at) if at >= 0 and known.sides[u] == AXIS and g.ground.land[at]}
    goals = sorted(there | {s for s in german_cities(g) if hex_sides(g)[s] == AXIS})  # elsewhere it does nothing (TW-AMB-170)
    space = yield from _pick(g, power, "bomb", goals, Hex, "The bomb falls on")
    if space >= 0:
        g.atomised = [*g.atomised, space]
    for u in [u for u, at in enumerate(g.units.at) if at == space and known.sides[u] == AXIS and space >= 0]:
        deplete(g, g.units[u], "28.2.4")


ASKED: dict[str, Callable[[War, int], Flow[None]]] = {
    "sneak": raid_harbour, "midget": raid_harbour, "works": free_works, "redoubt": redoubt, "subvert": subvert,
    "trust": trust_no_one, "harbours": artificial_port, "atomic": atomic_bomb,
}  # fmt: skip


# --- what goes on ---------------------------------------------------------------------------------------------------------------


@rule("28.1.1", "28.2.2", "28.2.4")
def season_of_projects(g: War) -> None:
    """The beginning of a turn: Spaniards and an Indian unit go home, American industry grows."""
    if g.turn == SPANIARDS_LEAVE:
        _go_home(g, ("spa_inf_loan",))
    if g.turn == INDIANS_LEAVE:
        _go_home(g, ("bri_mot_ind_4",))
    north_african_corps(g)
    if boon(g, USA, "boom") > 0:
        bestow(g, USA, "boom", -1)
        g.nations[USA].base += BOOM  # the base alone
        g.say("American industry is mobilised", rule="28.2.4")


def _go_home(g: War, counters: Iterable[str]) -> None:
    for u, d in enumerate(g.units.design):
        if g.designs[d].id in counters:
            g.units[u].at, g.units[u].pool = NOWHERE, GONE
