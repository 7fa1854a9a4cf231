"""Ours 49.1 and 54: how much a power counts in the world: its diplomatic points now, and its resistance to surrender."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.designs import AIR, GROUND, Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    RUSSIA,
    US,
)
from grognard.titles.awaw.rules.strategic import ATLANTIC, in_box
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, factors, held_by, troops, unit_sides
from grognard.titles.awaw.rules.want import effects
from grognard.titles.awaw.state import FULL, NEVER, POOL, USAT, World

SICILY = ("messina", "syracuse")
LIBYA = ("tripoli", "bengazi", "tobruk")
BRITISH_CITIES = ("london", "birmingham", "manchester")
GERMAN_CITIES = ("berlin", "essen", "cologne", "leipzig", "breslau")
AFRICA = frozenset(INDEX[k] for k in ("morocco", "algeria", "tunisia", "libya", "egypt"))
FIRE_POINTS = 8000  # key of `booked`, and the power: points won by firestorms (ours 26.9)
FIRESTORMS, ATOMIC_ON, GRANTED_TO_CHINA, ATOMIC_BY = 600, 620, 640, 660  # keys of `booked`, and the place of the power


ROAD_CLOSED = 680
ISLAND_GROUPS, INVADED_JAPAN, ONCE_JAPAN = 681, 682, 683  # keys of `booked`
EASTERN_CITIES = ("harbin", "mukden", "peking", "nanking", "shanghai", "chungking", "canton", "hong_kong", "seoul")
Will = dict[str, tuple[int, ...]]  # numbers of resistance.csv, by item
BOMBS = (-3, -2, -1)
MOST_GARRISONS = 2
GARRISON = "per ten German ground factors in Italy (max +2)"
ROAD = "Burma Road open or hump grant received this turn"
MAINLAND_LOST = "each of Peking Shanghai Nanking Canton Harbin Mukden Seoul Taipei Okinawa held by Allies"
LOST_FACTORS, WESTERN_POWERS = (
    "per ten unbuilt ground and army air factors", "each Western Allied major power at war with Germany",
)  # fmt: skip
EXPANSION = "each island group held at the greatest expansion"
KEY_CITIES = ("chungking", "singapore", "manila", "yenan")
MAINLAND = ("peking", "shanghai", "nanking", "canton", "harbin", "mukden", "seoul", "taipei", "okinawa")


def holds(g: World, side: int, *cities: str) -> bool:
    """Whether a side holds all these cities."""
    return all(held_by(g, g.ground.named[c]) == side for c in cities)


def count(g: World, side: int, cities: Iterable[str]) -> int:
    return sum(holds(g, side, c) for c in cities)


def hexes_in(g: World, country: str, side: int, *, supplied: bool = True) -> int:
    """Hexes of a country with ground units of a side."""
    land = g.ground.homeland[INDEX[country]]
    return sum(any(not supplied or g.units.supply[u] == FULL for u in troops(g, s, side)) for s in land)


def objectives_in(g: World, countries: tuple[str, ...], side: int) -> int:
    wanted = {INDEX[c] for c in countries}
    return sum(g.ground.country[s] in wanted and held_by(g, s) == side for s in g.ground.objectives)


@rule("ours 49.1")
def dp_level(g: World, power: int) -> Modifiers:
    """Diplomatic points of a power now, item by item; may be negative."""
    items = {GERMANY: _german, ITALY: _italian, BRITAIN: _british, FRANCE: _french, RUSSIA: _russian, US: _american}
    return items[power](g) if power in items else Modifiers()


def dp(g: World, item: str) -> int:
    """A line of the chart of diplomatic points."""
    return g.value(f"diplomatic_points {item}")


def _german(g: World) -> Modifiers:
    found = Modifiers().add("basic", dp(g, "Germany basic"), "ours 49.1")
    found.add("Paris", dp(g, "Germany Paris") * holds(g, AXIS, "paris"), "ours 49.1")
    single = ("london", "warsaw", "moscow", "leningrad", "stalingrad", "grozny", "madrid", "belgrade")
    found.add("cities won", count(g, AXIS, single), "ours 49.1")
    groups = (("brussels", "the_hague", "luxembourg"), ("copenhagen", "oslo"), ("budapest", "bucharest", "sofia"),
              ("riga", "helsinki", "stockholm"), ("ankara", "istanbul", "izmir"))  # fmt: skip
    found.add("regions won", sum(holds(g, AXIS, *cities) for cities in groups), "ours 49.1")
    found.add("hexes in Britain", int(hexes_in(g, "britain", AXIS) >= 2), "ours 49.1")
    found.add("atomic attacks made", g.booked.get(ATOMIC_BY + AXIS, 0), "ours 49.1")
    found.add("Allies in Germany", -int(hexes_in(g, "germany", ALLIES) >= 2), "ours 49.1")
    found.add("Berlin lost", dp(g, "Germany Allies hold Berlin") * holds(g, ALLIES, "berlin"), "ours 49.1")
    found.add("cities lost", -count(g, ALLIES, GERMAN_CITIES[1:]), "ours 49.1")
    return found.add("Americans in France", -int(_of_nation_in(g, US, "france")), "ours 49.1")


def _of_nation_in(g: World, nation: int, country: str) -> bool:
    land = g.ground.homeland[INDEX[country]]
    return any(NATION[g.units.design[u]] == nation for s in land for u in troops(g, s, g.nations.side[nation]))


def _italian(g: World) -> Modifiers:
    found = Modifiers().add("basic", dp(g, "Italy basic"), "ours 49.1")
    found.add("cities won", count(g, AXIS, ("malta", "gibraltar", "baghdad", "athens")), "ours 49.1")
    found.add("Alexandria or Suez", int(count(g, AXIS, ("alexandria", "suez")) > 0), "ours 49.1")
    found.add("Rome lost", dp(g, "Italy Allies hold Rome") * holds(g, ALLIES, "rome"), "ours 49.1")
    found.add("Genoa or Milan lost", -count(g, ALLIES, ("genoa", "milan")), "ours 49.1")
    found.add("Allies on the mainland", -int(mainland(g) >= 2), "ours 49.1")
    found.add("Sicily lost", -holds(g, ALLIES, *SICILY), "ours 49.1")
    return found.add("Libya lost", -holds(g, ALLIES, *LIBYA), "ours 49.1")


def mainland(g: World) -> int:
    """Hexes of mainland Italy with Allied ground units."""
    islands = {g.ground.named[c] for c in (*SICILY, "cagliari")}
    land = g.ground.homeland[ITALY]
    return sum(bool(troops(g, s, ALLIES)) for s in land if s not in islands and not g.ground.island[s])


def _british(g: World) -> Modifiers:
    found = Modifiers().add("basic", dp(g, "Britain basic"), "ours 49.1")
    found.add("cities won", count(g, ALLIES, ("warsaw", "oslo", "madrid")), "ours 49.1")
    africa = ("cairo", "alexandria", "suez", *LIBYA, "tunis", "algiers", "casablanca")
    found.add("North Africa", int(holds(g, ALLIES, *africa)), "ours 49.1")
    found.add("Low Countries", int(holds(g, ALLIES, "antwerp", "brussels", "the_hague", "luxembourg")), "ours 49.1")
    found.add("Athens and Belgrade", dp(g, "Britain Athens and Belgrade") * holds(g, ALLIES, "athens", "belgrade"), "ours 49.1")
    found.add("objectives won", objectives_in(g, ("germany", "italy"), ALLIES), "ours 49.1")
    found.add("Paris", int(bool(g.nations.surrendered[FRANCE]) and holds(g, ALLIES, "paris")), "ours 49.1")
    found.add("London lost", dp(g, "Britain Axis hold London") * holds(g, AXIS, "london"), "ours 49.1")
    found.add("cities lost", -count(g, AXIS, BRITISH_CITIES[1:]), "ours 49.1")
    found.add("Egypt lost", -int(count(g, AXIS, ("alexandria", "suez")) > 0), "ours 49.1")
    found.add("Baghdad, Gibraltar lost", -count(g, AXIS, ("baghdad", "gibraltar")), "ours 49.1")
    belfast = g.ground.named["belfast"]
    invaded = any(held_by(g, s) == AXIS for s in g.ground.homeland[BRITAIN] if s != belfast and g.ground.europe[s])
    return found.add("enemies in Britain", -int(invaded), "ours 49.1")


def _french(g: World) -> Modifiers:
    found = Modifiers().add("basic", dp(g, "France basic"), "ours 49.1")
    found.add("Brussels", int(holds(g, ALLIES, "brussels")), "ours 49.1")
    found.add("enemies in France", -int(hexes_in(g, "france", AXIS) >= 2), "ours 49.1")
    return found.add("cities lost", -count(g, AXIS, ("lyon", "marseilles")), "ours 49.1")


def _russian(g: World) -> Modifiers:
    mine = g.nations.side[RUSSIA]

    def ours(*cities: str) -> bool:
        return all(g.hexes.holder[g.ground.named[c]] == RUSSIA for c in cities)

    found = Modifiers().add("basic", dp(g, "Russia basic"), "ours 49.1")
    won = ("helsinki", "riga", "stockholm", "copenhagen", "budapest", "bucharest", "sofia", "belgrade", "athens")
    found.add("cities won", sum(ours(c) for c in won), "ours 49.1")
    found.add("Warsaw", dp(g, "Russia Warsaw") * ours("warsaw"), "ours 49.1")
    found.add("Turkey", dp(g, "Russia Ankara and Istanbul and Izmir") * ours("ankara", "istanbul", "izmir"), "ours 49.1")
    germany = sum(g.ground.country[s] == GERMANY and g.hexes.holder[s] == RUSSIA for s in g.ground.objectives)
    found.add("objectives in Germany", germany, "ours 49.1")
    found.add("cities of the east", sum(ours(c) for c in EASTERN_CITIES), "ours 49.1")
    found.add("atomic attacks made", g.booked.get(ATOMIC_BY + RUSSIA, 0), "ours 49.1")
    lost = sum(g.hexes.holder[g.ground.named[c]] == JAPAN for c in ("vladivostok", "irkutsk"))
    found.add("Vladivostok, Irkutsk lost", -lost, "ours 49.1")
    if mine == ALLIES:
        found.add("Moscow lost", dp(g, "Russia Axis hold Moscow") * holds(g, AXIS, "moscow"), "ours 49.1")
        found.add("cities lost", -count(g, AXIS, ("leningrad", "stalingrad", "grozny")), "ours 49.1")
    return found


def _american(g: World) -> Modifiers:
    level = 5 if g.nations.war[US] >= 0 else min(5, (g.tension[USAT] if g.tension else 0) // 10)
    return Modifiers().add("tension", level, "ours 49.1")


# --- resistance ---------------------------------------------------------------------------------------------------------


def firestorms(g: World, power: int) -> int:
    return g.booked.get(FIRESTORMS + power, 0)


@rule("ours 43.3")
def atomic_loss(attacks: int, each: tuple[int, ...] = BOMBS) -> int:
    """Three for the first atomic attack, two for the second, one for each more."""
    return -sum(each[min(n, len(each) - 1)] for n in range(attacks))


def _common(g: World, power: int, will: Will) -> Modifiers:
    attacks = next((n for item, n in will.items() if "atomic attacks" in item), BOMBS)
    found = Modifiers()
    found.add("diplomatic points", dp_level(g, power).total, "ours 54.1")
    fires = next(n for item, n in will.items() if "firestormed" in item)
    found.add("firestorms", fires[0] * firestorms(g, power), "ours 54.1")
    return found.add("atomic attacks", -atomic_loss(g.booked.get(ATOMIC_ON + power, 0), attacks), "ours 43.3")


@rule("ours 27.1")
def unbuilt(g: World, nation: int, *, air: bool = False) -> int:
    """Ground factors (and army air) of a power that it lost and has not rebuilt."""
    units, found = g.units, 0
    for u in range(len(units)):
        if units.at[u] >= 0 or units.pool[u] != POOL or units.built[u] == NEVER or NATION[units.design[u]] != nation:
            continue
        what = KIND[units.design[u]]
        if (what in GROUND and what != Kind.PARTISAN) or (air and what in AIR):
            found += STRENGTH[units.design[u]]
    return found


@rule("ours 54.1", "ours 55.1")
def german_resistance(g: World) -> Modifiers:
    """Diplomatic points, cities held, Italy's will."""
    will = g.charts.wills["Germany"]
    found = _common(g, GERMANY, will)
    found.add("Berlin", will["Berlin"][0] * holds(g, AXIS, "berlin"), "ours 55.1")
    found.add("cities", will["each of Breslau Essen Cologne Leipzig"][0] * count(g, AXIS, GERMAN_CITIES[1:]), "ours 55.1")
    found.add("Berchtesgaden", will["Berchtesgaden"][0] * holds(g, AXIS, "berchtesgaden"), "ours 55.1")
    if g.nations.side[ITALY] == AXIS and not g.nations.surrendered[ITALY]:
        found.add("Italian resistance", max(0, italian_resistance(g).total), "ours 55.1")
    return found


@rule("ours 54.1", "ours 56.1")
def italian_resistance(g: World) -> Modifiers:
    will = g.charts.wills["Italy"]
    found = _common(g, ITALY, will)
    found.add("Rome", will["Rome"][0] * holds(g, AXIS, "rome"), "ours 56.1")
    found.add("Milan, Genoa", will["each of Milan Genoa"][0] * count(g, AXIS, ("milan", "genoa")), "ours 56.1")
    found.add("Axis units in Africa", will["Axis ground units in Africa"][0] * axis_in_africa(g), "ours 56.1")
    german = sum(factors(g, [u for u in troops(g, s, AXIS) if NATION[g.units.design[u]] == GERMANY])
                 for s in g.ground.homeland[ITALY])  # fmt: skip
    found.add("German factors in Italy", will[GARRISON][0] * min(MOST_GARRISONS, german // 10), "ours 56.1")
    found.add("Sicily", will["Sicily held"][0] * holds(g, AXIS, *SICILY), "ours 56.1")
    return found.add("Allies on the mainland", will["Allied ground unit in mainland Italy"][0] * (mainland(g) > 0), "ours 56.1")


def axis_in_africa(g: World) -> bool:
    sides = unit_sides(g)
    ethiopia = g.board.space("ethiopia")
    return any(sides[u] == AXIS and g.units.at[u] >= 0 and KIND[g.units.design[u]] in GROUND
               and (g.ground.country[g.units.at[u]] in AFRICA or g.units.at[u] == ethiopia)
               for u in range(len(g.units)))  # fmt: skip


@rule("ours 54.1", "ours 58.1")
def british_resistance(g: World) -> Modifiers:
    will = g.charts.wills["Britain"]
    found = _common(g, BRITAIN, will)
    afloat = len(in_box(g, Kind.TRANSPORT, ALLIES, ATLANTIC)) // 20
    found.add("cities", will["each of London Birmingham Manchester"][0] * count(g, ALLIES, BRITISH_CITIES), "ours 58.1")
    found.add("Atlantic transports", will["per 20 Atlantic transports"][0] * afloat, "ours 58.1")
    found.add("United States at war", will["US at war with Germany"][0] * (g.nations.war[US] >= 0), "ours 58.1")
    found.add("Russia at war", will["Russia at war with Germany"][0] * (g.nations.side[RUSSIA] == ALLIES), "ours 58.1")
    found.add("Suez and Gibraltar", will["Suez and Gibraltar held"][0] * holds(g, ALLIES, "suez", "gibraltar"), "ours 58.1")
    found.add("deficit", will["per 25 BRP of deficit"][0] * (max(0, -g.nations.level[BRITAIN]) // 25), "ours 58.1")
    return found.add("unbuilt factors", will["per full 20 unbuilt ground factors"][0] * (unbuilt(g, BRITAIN) // 20), "ours 58.1")


@rule("ours 54.1", "ours 60.1", "ours 33.4")
def russian_will(g: World) -> Modifiers:
    """Russian resistance in a campaign."""
    will = g.charts.wills["Russia"]
    found = _common(g, RUSSIA, will)
    centres = sum(g.hexes.ic[s] for s in range(g.board.size) if g.hexes.ic[s] and held_by(g, s) == ALLIES) // 10
    industry = will["each IC above 7"][0] * max(0, centres - 7) + will["each IC below 7"][0] * max(0, 7 - centres)
    found.add("industrial centres", industry, "ours 60.1")
    found.add("unbuilt factors", will[LOST_FACTORS][0] * (unbuilt(g, RUSSIA, air=True) // 10), "ours 60.1")
    west = [n for n in (BRITAIN, FRANCE, US) if g.nations.side[n] == ALLIES and not g.nations.surrendered[n]]
    found.add("Western powers at war", will[WESTERN_POWERS][0] * len(west), "ours 60.1")
    back = bool(g.nations.surrendered[FRANCE]) and hexes_in(g, "france", ALLIES) >= 2
    found.add("Allies in France", will["Western Allies hold two hexes in European France"][0] * back, "ours 60.1")
    found.add("want of oil", will["each oil effect now in force"][0] * effects(g, RUSSIA), "ours 33.65")
    invaded = any(held_by(g, s) == AXIS for s in g.ground.homeland[BRITAIN] if g.ground.europe[s])
    return found.add("enemies in Britain", will["Axis hold a hex in Britain"][0] * invaded, "ours 60.1")


@rule("ours 54.1", "ours 61.1")
def chinese_resistance(g: World) -> Modifiers:
    will = g.charts.wills["China"]
    found = Modifiers().add("start", will["start"][0], "ours 61.1")

    def japanese(city: str) -> bool:
        return holds(g, AXIS, city)

    for city in ("chungking", "kunming"):
        found.add(city.capitalize(), will[city.capitalize()][0] * (not japanese(city)), "ours 61.1")
    granted = g.booked.get(GRANTED_TO_CHINA, -9)
    found.add("Burma Road or a grant over the Hump", will[ROAD][0] * (burma_road(g) or granted >= g.turn - 1), "ours 61.1")
    found.add("United States at war", will["US at war with Japan"][0] * _us_fights_japan(g), "ours 61.1")
    lost = will["each of Changsha and Lanchow Japanese"][0] * count(g, AXIS, ("changsha", "lanchow"))
    found.add("Changsha, Lanchow lost", lost, "ours 61.1")
    found.add("unbuilt factors", will["per five unbuilt Chinese factors"][0] * (unbuilt(g, CHINA) // 5), "ours 61.1")
    found.add("no grants for a year", will["no BRP grant in the last four turns"][0] * (granted < g.turn - 4), "ours 61.1")
    found.add("Chungking lost", will["Chungking Japanese"][0] * japanese("chungking"), "ours 61.1")
    return found.add("Kunming lost", will["Kunming Japanese"][0] * japanese("kunming"), "ours 61.1")


def _us_fights_japan(g: World) -> bool:
    return (g.nations.fought_east[US] if g.both_boards else g.nations.war[US]) >= 0


@rule("ours 40.8")
def burma_road(g: World) -> bool:
    """Rangoon, Mandalay and Kunming are not Japanese, and Britain has not closed the road."""
    return not any(holds(g, AXIS, c) for c in ("rangoon", "mandalay", "kunming")) and not g.booked.get(ROAD_CLOSED, 0)


@rule("ours 54.1", "ours 57.11")
def japanese_resistance(g: World) -> Modifiers:
    """Objectives, cities and island groups held; hexes of Japan entered; what was booked once and stays."""
    pacific = [s for s in g.ground.objectives if not g.ground.europe[s] and g.ground.front[s] == 3]
    will = g.charts.wills["Japan"]
    held = sum(held_by(g, s) == AXIS for s in pacific)
    found = Modifiers().add("objectives", will["each Pacific front objective held"][0] * held, "ours 57.11")
    cities = will["each of Chungking Singapore Manila Yenan held"][0] * count(g, AXIS, KEY_CITIES)
    found.add("Chungking, Singapore, Manila, Yenan", cities, "ours 57.11")
    found.add("island groups", will[EXPANSION][0] * g.booked.get(ISLAND_GROUPS, 0), "ours 57.11")
    found.add("Tokyo lost", will["Allies hold Tokyo"][0] * holds(g, ALLIES, "tokyo"), "ours 57.11")
    lost = will["Allies hold Kagoshima or Osaka (each)"][0] * count(g, ALLIES, ("kagoshima", "osaka"))
    found.add("Kagoshima, Osaka lost", lost, "ours 57.11")
    entered = will["hexes of Japan entered by Allied units"]
    found.add("hexes of Japan entered", -atomic_loss(g.booked.get(INVADED_JAPAN, 0), entered), "ours 57.11")
    found.add("mainland lost", will[MAINLAND_LOST][0] * count(g, ALLIES, MAINLAND), "ours 57.11")
    found.add("firestorms", will["each Japanese city ever firestormed"][0] * firestorms(g, JAPAN), "ours 57.11")
    found.add("atomic attacks", -atomic_loss(g.booked.get(ATOMIC_ON + JAPAN, 0), will["atomic attacks"]), "ours 43.3")
    return found.add("booked for good", g.booked.get(ONCE_JAPAN, 0), "ours 57.2")
