"""The general staff above the powers: what a side wants this year. The powers plan for it, each in its own impulse.

It says what places are worth, against whom a power gathers before there is war, how boldly its armies go forward, and when the
hour of a declaration has come. Nothing here reads a marker that its seat may not see.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.cache import derived
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import CARRIERS, TRANSPORTS, Weather
from grognard.titles.wif.rules.control import enemy_hex, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.minors import capital_of
from grognard.titles.wif.rules.powers import at_war, home_power, playing, political
from grognard.titles.wif.rules.units import land_by_hex, roster
from grognard.titles.wif.rules.victory import objectives
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import NOWHERE, War

POLAND, NORWAY, WEST, ITALY_JOINS, GREECE, BARBAROSSA, PACIFIC, LANDINGS = (
    turn_number(text) for text in (
        "Sep/Oct 1939", "Mar/Apr 1940", "Mar/Apr 1940", "Mar/Apr 1940", "Mar/Apr 1941", "May/Jun 1941", "Nov/Dec 1941",
        "Nov/Dec 1942",
    )
)  # fmt: skip
OBJECTIVE, GREAT_CAPITAL, CAPITAL, FACTORY, RESOURCE, PORT, CITY = 1.0, 1.0, 0.4, 0.12, 0.12, 0.05, 0.05  # in victory points
STEPPING_STONES, STEP = ("saipan", "guam", "iwo_jima", "naha", "eniwetok", "tarawa", "palau"), 0.3  # islands on the way to Japan
CAMPAIGN_MONTHS = (1, 2, 3)  # Mar/Apr to Jul/Aug: when a great offensive may begin
CRACKING = 2  # steps from Paris at which German troops bring Italy in
LIFT, DECKS = 3, 3  # transports and carriers without which Japan does not strike
ENDING = 1.5  # how much more the last cities of a small enemy count
FORTRESS = ("germany", "france", "belgium", "netherlands", "italy", "denmark", "norway", "japan", "vichy_france")
CONTAINED = 5  # turns after which Germany turns east without Paris
FOUL, LEAST_ODDS = 1.5, 0.6
GATHERING = 3  # turns before a planned war in which armies gather for it


class Aim(NamedTuple):
    """What a power goes for in a span of turns: countries (by their names in the files), and how much more they are worth."""

    first: str
    last: str
    countries: tuple[str, ...]
    times: float
    told: str


ACROSS_THE_PACIFIC = (
    "marshall_is", "gilbert_is", "caroline_is", "mariana_is", "guam", "palau_is", "new_ireland", "new_britain", "new_guinea",
    "solomon_is", "philippines", "nei", "okinawa", "iwo_jima", "formosa", "japan",
)  # fmt: skip
AIMS: dict[int, tuple[Aim, ...]] = {
    GERMANY: (
        Aim("Sep/Oct 1939", "Jan/Feb 1940", ("poland",), 2.0, "Poland first"),
        Aim("Jan/Feb 1940", "Mar/Apr 1941", ("france", "belgium", "netherlands"), 2.0, "France"),
        Aim("May/Jun 1941", "Jul/Aug 1945", ("ussr",), 1.3, "the USSR"),
    ),
    ITALY: (Aim("Sep/Oct 1939", "Nov/Dec 1942", ("egypt", "malta", "yugoslavia", "greece"), 1.4, "the Mediterranean"),),
    JAPAN: (
        Aim("Sep/Oct 1939", "Sep/Oct 1941", ("china",), 1.3, "China"),
        Aim("Nov/Dec 1941", "Nov/Dec 1943", ("philippines", "malaya", "nei", "burma", "hong_kong"), 2.0, "the south"),
    ),
    COMMONWEALTH: (
        Aim("Jul/Aug 1940", "Nov/Dec 1942", ("libya", "ethiopia", "eritrea", "italian_somaliland"), 1.5, "Africa"),
        Aim("Nov/Dec 1942", "Jul/Aug 1945", ("italy", "sardinia", "france", "germany"), 1.6, "back to the continent"),
        Aim("Jan/Feb 1943", "Jul/Aug 1945", ("burma", "malaya", "hong_kong"), 1.4, "back to Malaya"),
    ),
    USA: (
        Aim("Nov/Dec 1941", "Jul/Aug 1945", ("italy", "sardinia", "france", "germany"), 1.6, "Germany first"),
        Aim("Mar/Apr 1942", "Jul/Aug 1945", ACROSS_THE_PACIFIC, 1.4, "island by island to Japan"),
    ),
    USSR: (Aim("Nov/Dec 1942", "Jul/Aug 1945", ("germany", "rumania", "ussr"), 1.4, "to Berlin"),),
}
_AUDACITY: dict[int, tuple[float, ...]] = {  # the balance of factors at which a power attacks, 1939 to 1945
    GERMANY: (0.6, 0.7, 0.6, 0.8, 1.1, 1.5, 1.7),
    ITALY: (1.2, 1.0, 1.0, 1.2, 1.8, 2.0, 2.0),
    JAPAN: (0.9, 0.9, 0.9, 0.8, 1.3, 1.8, 2.0),
    CHINA: (1.8, 1.8, 1.8, 1.7, 1.5, 1.3, 1.2),
    COMMONWEALTH: (1.6, 1.5, 1.3, 1.1, 0.9, 0.8, 0.7),
    FRANCE: (2.0, 1.6, 1.4, 1.2, 1.0, 0.9, 0.8),
    USSR: (1.5, 1.5, 1.7, 1.2, 0.9, 0.8, 0.6),
    USA: (1.5, 1.5, 1.2, 1.0, 0.8, 0.7, 0.6),
}


# --- what places are worth ----------------------------------------------------------------------------------------------------


def stakes(g: War) -> dict[int, float]:
    """Places worth going to and keeping, in victory points: those of a short campaign, else objectives, capitals, industry."""
    return _prizes(g) if political(g) else _scored(g)


@derived("points", lasting=True)
def _scored(g: War) -> dict[int, float]:
    return {s: float(n) for s, n in g.points.items()}


@derived("turn", lasting=True)
def _prizes(g: War) -> dict[int, float]:
    ground = g.ground
    found: dict[int, float] = {}
    for s in range(g.board.size):
        value = FACTORY * ground.factories[s] + RESOURCE * (ground.resources[s] + ground.oil[s])
        value += PORT * (ground.port[s] == MAJOR_PORT) + CITY * bool(ground.city[s])
        if value:
            found[s] = value
    for s in objectives(g):
        found[s] = found.get(s, 0.0) + OBJECTIVE
    for name in STEPPING_STONES:
        s = ground.places.get(name, NOWHERE)
        if s >= 0:
            found[s] = found.get(s, 0.0) + STEP
    for country in range(len(g.facts.countries)):
        capital = capital_of(g, country)
        if capital >= 0:
            found[capital] = found.get(capital, 0.0) + (GREAT_CAPITAL if home_power(g, country) >= 0 else CAPITAL)
    return found


def vital(g: War, space: int) -> bool:
    """A place that is never left empty."""
    return stakes(g).get(space, 0.0) > (0.9 if political(g) else 2.0)


def weight(g: War, power: int, space: int) -> float:
    """How much more a place counts for what the staff wants of a power now: what it aims at, and what ends a country's war."""
    country = g.ground.country[space]
    times = next((aim.times for aim in aims(g, power) if country in aim.countries), 1.0)
    ends = g.ground.factories[space] or stakes(g).get(space, 0.0) >= CAPITAL
    return times * (ENDING if ends and political(g) and _small_enemy(g, power, country) else 1.0)


def _small_enemy(g: War, power: int, country: str) -> bool:
    """Whether a minor country that is still unconquered is at war with a power."""
    number = g.facts.country.get(country, NOWHERE)
    return number >= 0 and home_power(g, number) < 0 and bool(g.countries.wars[number] >> power & 1)


def wanted(g: War, power: int, space: int) -> bool:
    """Whether a hex lies in a country the staff wants now: losses count less there."""
    country = g.ground.country[space]
    return any(country in aim.countries for aim in aims(g, power))


Road = tuple[tuple[str, int, str], ...]  # places one after the other, the power that defends each, from when on
_TO_BERLIN: Road = (("Paris", GERMANY, "Nov/Dec 1942"), ("Berlin", GERMANY, "Nov/Dec 1942"))
CRUX: dict[int, tuple[Road, ...]] = {  # the places that decide; of each road the first that an enemy still holds
    GERMANY: ((
        ("Paris", FRANCE, "Sep/Oct 1939"), ("Minsk", USSR, "Nov/Dec 1940"), ("Smolensk", USSR, "Nov/Dec 1940"),
        ("Kiev", USSR, "Nov/Dec 1940"), ("Moscow", USSR, "Nov/Dec 1940"), ("Leningrad", USSR, "Nov/Dec 1940"),
        ("Kharkov", USSR, "Nov/Dec 1940"), ("Rostov", USSR, "Nov/Dec 1940"), ("Stalingrad", USSR, "Nov/Dec 1940"),
        ("Baku", USSR, "Nov/Dec 1940"),
    ),),
    FRANCE: ((("Paris", GERMANY, "Jul/Aug 1940"),),),
    COMMONWEALTH: (_TO_BERLIN, (("Tripoli", ITALY, "Jul/Aug 1940"), ("Rome", ITALY, "Nov/Dec 1942"))),
    USA: (_TO_BERLIN,),
    USSR: (
        tuple(
            (place, GERMANY, "Nov/Dec 1942")
            for place in ("Moscow", "Stalingrad", "Rostov", "Kharkov", "Smolensk", "Kiev", "Minsk", "Warsaw", "Berlin")
        ),
        tuple((place, GERMANY, "Nov/Dec 1943") for place in ("Odessa", "Bucharest", "Budapest", "Vienna")),
    ),
}  # fmt: skip
MARCHES: dict[str, dict[int, tuple[tuple[str, ...], ...]]] = {  # the roads of short campaigns, by scenario
    "barbarossa_1941": {
        GERMANY: (
            ("Riga", "Leningrad"), ("Minsk", "Smolensk", "Moscow", "Tula"),
            ("Kiev", "Kharkov", "Stalino", "Rostov", "Stalingrad"),
        ),
    },
}  # fmt: skip
LAST_STANDS: dict[int, tuple[str, ...]] = {GERMANY: ("germany",), ITALY: ("italy",)}  # what must be taken of a power (13.7.1)


def crux(g: War, power: int) -> int:
    """The place on which a power's armies gather first of all: an enemy of today or tomorrow holds it, and it decides."""
    return next(iter(cruces(g, power)), NOWHERE)


def cruces(g: War, power: int) -> list[int]:
    """The places on which a power's armies gather, one for each road; once a capital has fallen, the factories that its country
    holds out with (13.7.1)."""
    if not political(g):
        return _first_of_each(g, power) or list(g.title.goals_of_war(g, power))
    foes, found = set(enemies(g, power)), list[int]()
    for road in CRUX.get(power, ()):
        due = [(place, foe) for place, foe, first in road if g.turn >= turn_number(first)]
        left = [place for place, foe in due if _held_against(g, power, foes, foe, place)]
        if left:
            found.append(g.ground.named(left[0]))
        elif g.turn >= turn_number(road[-1][2]) and road[-1][1] in foes:
            found += _strongholds(g, power, road[-1][1])
    return list(dict.fromkeys(found))


def _first_of_each(g: War, power: int) -> list[int]:
    """In a short campaign of marches the first place of each road that the enemy holds."""
    sides, found = sides_by_hex(g), list[int]()
    for road in MARCHES.get(g.scenario, {}).get(power, ()):
        left = [s for place in road if sides[s := g.ground.named(place)] != SIDE_OF_POWER[power]]
        found += left[:1]
    return found


def _held_against(g: War, power: int, foes: set[int], foe: int, place: str) -> bool:
    """Whether an enemy on a road is one now, and his side holds the place."""
    holder = powers_by_hex(g)[g.ground.named(place)]
    known = foe in foes and (foe != FRANCE or at_war(g, power, foe))
    return known and holder >= 0 and SIDE_OF_POWER[holder] != SIDE_OF_POWER[power]


def _strongholds(g: War, power: int, foe: int) -> list[int]:
    """Factories at home that an enemy still holds."""
    whose, ground = powers_by_hex(g), g.ground
    homes = [s for country in LAST_STANDS.get(foe, ()) for s in ground.homeland.get(country, ())]
    works = [s for s in homes if ground.red[s] or ground.blue[s]]
    return [s for s in works if whose[s] >= 0 and SIDE_OF_POWER[whose[s]] != SIDE_OF_POWER[power]]


def not_yet(g: War, power: int, country: str) -> bool:
    """Whether the hour of an offensive in a country has not come: Germany attacks the West in spring, round the Maginot line."""
    return political(g) and power == GERMANY and country in IN_THE_WEST and g.turn < WEST and not _axis_holds(g, "Paris")


IN_THE_WEST = ("france", "belgium", "netherlands", "luxembourg")


def aims(g: War, power: int) -> list[Aim]:
    """What the staff wants of a power this turn."""
    return [a for a in AIMS.get(power, ()) if turn_number(a.first) <= g.turn <= turn_number(a.last)] if political(g) else []


def told(g: War, power: int) -> str:
    """A word for the plan, for whoever reads why."""
    return ", ".join(a.told for a in aims(g, power)) or "hold what is ours"


THEATRES: dict[int, frozenset[str]] = {  # countries outside of which a power's armies look for nothing
    ITALY: frozenset((
        "italy", "sardinia", "corsica", "malta", "albania", "yugoslavia", "greece", "crete", "dodecanese", "cyprus",
        "libya", "tunisia", "algeria", "egypt", "palestine", "transjordan", "syria", "sudan", "ethiopia", "eritrea", "france",
        "italian_somaliland", "british_somaliland", "french_somaliland", "kenya", "gibraltar",
    )),
}  # fmt: skip


def in_theatre(g: War, power: int, space: int) -> bool:
    """Whether a place is a power's business: in a campaign Italy's armies stay around the Mediterranean."""
    return power not in THEATRES or not political(g) or g.ground.country[space] in THEATRES[power]


# --- enemies, present and to come ---------------------------------------------------------------------------------------------


def enemies(g: War, power: int) -> tuple[int, ...]:
    """Major powers a power is at war with, and those it gathers against."""
    present = [p for p in playing(g) if SIDE_OF_POWER[p] != SIDE_OF_POWER[power] and at_war(g, power, p)]
    return tuple(dict.fromkeys([*present, *foreseen(g, power)]))


def foreseen(g: War, power: int) -> list[int]:
    """Major powers with which war is near: Germany and the USSR look at each other from the winter of 1940 on."""
    if not political(g):
        return []
    found = []
    if power in (GERMANY, USSR) and g.turn >= BARBAROSSA - GATHERING and not at_war(g, GERMANY, USSR) and west_is_quiet(g):
        found.append(USSR if power == GERMANY else GERMANY)
    if power == GERMANY and g.turn < WEST:
        found += [p for p in (FRANCE,) if p in playing(g)]
    return found


def is_target(g: War, power: int, space: int) -> bool:
    """Whether a hex of an enemy of today, or of those whom Japan will strike when it is ready."""
    if enemy_hex(g, space, power):
        return True
    if power != JAPAN or g.turn < PACIFIC - GATHERING or japan_fights(g):
        return False
    holder = powers_by_hex(g)[space]
    return holder in (USA, COMMONWEALTH, FRANCE) or g.ground.country[space] == "nei"


def japan_fights(g: War) -> bool:
    """Whether Japan has struck in the Pacific."""
    return at_war(g, JAPAN, USA) or at_war(g, JAPAN, COMMONWEALTH)


def victims(g: War, power: int) -> tuple[str, ...]:
    """Small countries that a power means to attack soon: armies gather on their borders."""
    if power != GERMANY or not political(g):
        return ()
    named = ("belgium", "netherlands") if WEST - GATHERING <= g.turn < WEST + 6 and _axis_holds(g, "Warsaw") else ()
    return tuple(c for c in named if g.countries.power[g.facts.country[c]] < 0)


def west_is_quiet(g: War) -> bool:
    """Whether France is out of the war on the continent, or has been left to itself for too long."""
    return bool(g.vichied) or FRANCE not in playing(g) or _axis_holds(g, "Paris") or g.turn >= BARBAROSSA + CONTAINED


def _axis_holds(g: War, place: str) -> bool:
    power = powers_by_hex(g)[g.ground.named(place)]
    return power >= 0 and SIDE_OF_POWER[power] == SIDE_OF_POWER[GERMANY]


def audacity(g: War, power: int) -> float:
    """The balance of factors at the front from which a power's armies go forward: less of it where the side has more armies in
    all than its enemies, who cannot be strong everywhere."""
    if not political(g):
        return 1.0
    row = _AUDACITY.get(power, (1.0,) * 7)
    return row[min(max(g.year - 1939, 0), 6)] * min(1.0, max(odds_in_all(g, power), LEAST_ODDS))


@derived("units.at", "units.power", "powers.wars", "turn", lasting=True)
def odds_in_all(g: War, power: int) -> float:
    """Armies of the enemies a power has, over those of its side that are at war with any of them."""
    foes = {p for p in playing(g) if at_war(g, power, p)}
    friends = {p for p in playing(g) if SIDE_OF_POWER[p] == SIDE_OF_POWER[power] and any(at_war(g, p, f) for f in foes)}
    count = dict.fromkeys(range(len(g.powers)), 0)
    for units in land_by_hex(g).values():
        for u in units:
            count[g.units.power[u]] += 1
    return sum(count[p] for p in foes) / max(sum(count[p] for p in friends), 1) if foes else 1.0


@derived("units.at", "units.power", "turn", lasting=True)
def odds_to_come(g: War, side: int) -> float:
    """Armies of the whole other side over those of a side, at war or not yet: whoever falls today is missing tomorrow."""
    count = [0, 0]
    for units in land_by_hex(g).values():
        for u in units:
            whose = SIDE_OF_POWER[g.units.power[u]]
            if whose in (0, 1):
                count[whose] += 1
    return count[1 - side] / max(count[side], 1)


def hindered(power: int) -> float:
    """How much more a power wants in foul weather; the USSR, whose armies are made for it, nothing more."""
    return 1.0 if power == USSR else FOUL


def american_mood(g: War) -> float:
    """The entry level against Japan as Japan may guess it: the markers it sees lying there, at the mean of the values printed."""
    values = [v for row in g.charts.entry_markers.values() for v in row.values]
    mean = sum(values) / max(len(values), 1)
    return mean * (3 * len(g.entry_japan) + len(g.entry_germany)) / 2


def is_trophy(g: War, power: int, space: int) -> bool:
    """A Chinese city without factory, resource or port, while the USA is about to freeze assets or stop the oil: Japan leaves it
    alone (13.3.3)."""
    ground = g.ground
    if power != JAPAN or not political(g) or at_war(g, JAPAN, USA) or ground.country[space] != "china" or not ground.city[space]:
        return False
    if ground.factories[space] or ground.resources[space] or ground.oil[space] or ground.port[space] or space in objectives(g):
        return False
    due = [option for option in EMBARGOES if option not in g.entry_options]
    return any(0 <= int(g.charts.entry_options[n].level) - american_mood(g) <= CLOSE for n in due)


EMBARGOES, CLOSE = (23, 31), 3  # US entry options that hurt Japan, and how near the level may come


def may_land(g: War, power: int, space: int) -> bool:
    """Whether the staff lets a power land there now: on the continent not before the Allies are strong, and nobody on Britain."""
    if not political(g):
        return True
    if SIDE_OF_POWER[power] == SIDE_OF_POWER[USA]:
        return g.turn >= LANDINGS or g.ground.country[space] not in FORTRESS
    return g.ground.country[space] != "united_kingdom"


EUROPE, EAST = 0, 1  # theatres overseas: armies and craft for each gather by themselves
SHORES: dict[int, tuple[tuple[Aim, ...], ...]] = {  # by theatre, where armies are to go over the sea, and from when on
    COMMONWEALTH: ((
        Aim("Jul/Aug 1940", "Sep/Oct 1942", ("libya", "egypt"), 1.0, "Africa"),
        Aim("Nov/Dec 1942", "Jul/Aug 1945", ("italy", "sardinia", "france", "belgium", "netherlands"), 1.0, "the continent"),
    ), (
        Aim("Nov/Dec 1943", "Jul/Aug 1945", ("burma", "malaya"), 1.0, "Malaya"),
    )),
    USA: ((
        Aim("Jan/Feb 1942", "Jul/Aug 1945", ("france", "belgium", "netherlands"), 1.0, "the continent"),
    ), (
        Aim("Mar/Apr 1942", "Jul/Aug 1945", ("marshall_is", "new_ireland", "new_britain", "gilbert_is"), 1.0, "the islands"),
        Aim("May/Jun 1943", "Jul/Aug 1945", ("caroline_is", "mariana_is", "guam", "palau_is"), 1.0, "the inner islands"),
        Aim("Jan/Feb 1944", "Jul/Aug 1945", ("philippines", "okinawa", "iwo_jima", "formosa"), 1.0, "the Philippines"),
        Aim("Nov/Dec 1944", "Jul/Aug 1945", ("japan",), 1.0, "Japan"),
    )),
    JAPAN: ((
        Aim("May/Jun 1941", "Nov/Dec 1943", ("philippines", "malaya", "nei", "hong_kong", "new_ireland"), 1.0, "the south"),
    ),),
}  # fmt: skip
PARTS_OVERSEAS: dict[int, float] = {USA: 0.3, COMMONWEALTH: 0.15}  # of a power's armies that may go to its second theatre


def shores_wanted(g: War, power: int, theatre: int = NOWHERE) -> tuple[str, ...]:
    """Countries on whose coasts the staff wants a power's armies, in one theatre or in all."""
    if not political(g):
        return tuple(g.title.coasts_wanted(g, power)) if theatre != EAST else ()
    rows = SHORES.get(power, ())
    aims = [a for n, row in enumerate(rows) if theatre in (NOWHERE, n) for a in row]
    return tuple(c for a in aims if turn_number(a.first) <= g.turn <= turn_number(a.last) for c in a.countries)


# --- the hour of a war --------------------------------------------------------------------------------------------------------


def fine(g: War, place: str) -> bool:
    return weather_at(g, g.ground.named(place)) == Weather.FINE


def victim_due(g: War, power: int, country: str) -> str:
    """Why the hour of a minor country has come; empty while it has not."""
    if power == GERMANY:
        if country == "poland" and g.turn >= POLAND:
            return "Poland, before anybody else"
        if country in ("belgium", "netherlands") and _attacks_west(g):
            return "round the Maginot line"
        if country == "denmark" and NORWAY <= g.turn < BARBAROSSA and _axis_holds(g, "Warsaw"):
            return "the gate of the Baltic"
        if country in ("yugoslavia", "greece") and GREECE <= g.turn < GREECE + 12 and west_is_quiet(g):
            return "the flank in the Balkans"
    if power == JAPAN and country == "netherlands" and japan_strikes(g):
        return "the oil of the Indies"
    return ""


def _attacks_west(g: War) -> bool:
    """From the spring of 1940 on, in the first fine weather: attack and declaration are of one impulse."""
    if g.turn < WEST or not _axis_holds(g, "Warsaw"):
        return False
    return fine(g, "Brussels") if g.turn < WEST + 3 else True


def war_due(g: War, power: int, other: int) -> str:
    """Why the hour of a war with a major power has come; empty while it has not."""
    if power == ITALY and other in (FRANCE, COMMONWEALTH):
        return "France is breaking" if france_breaks(g) and ITALY not in _beaten(g) else ""
    if {power, other} == {GERMANY, USSR}:
        return "the pact has served" if power == GERMANY and east_is_ready(g) else ""
    if power == ITALY and other == USSR:
        return "beside Germany" if at_war(g, GERMANY, USSR) else ""
    if power == JAPAN and other in (USA, COMMONWEALTH):
        return "the strike in the Pacific" if japan_strikes(g) else ""
    if power == COMMONWEALTH and other == JAPAN:
        return "beside the USA" if at_war(g, USA, JAPAN) else ""
    if power == COMMONWEALTH and other == ITALY:
        return "Italy is at war with France" if at_war(g, ITALY, FRANCE) else ""
    if power == FRANCE and other == ITALY:
        return "Italy is at war with Britain" if at_war(g, ITALY, COMMONWEALTH) else ""
    if power in (COMMONWEALTH, FRANCE) and other == GERMANY:
        return "for Poland"
    if power == USSR and other == JAPAN:
        return "Germany is nearly done" if not _axis_holds(g, "Berlin") else ""
    return ""


def _beaten(g: War) -> set[int]:
    return {p for p in range(len(g.powers)) if g.powers.conquered[p]}


def france_breaks(g: War) -> bool:
    """Paris is in Axis hands or German troops stand before it; later the wait has been long enough."""
    if g.turn < ITALY_JOINS or (not at_war(g, GERMANY, FRANCE) and not west_is_quiet(g)):
        return False
    paris = g.ground.named("Paris")
    if _axis_holds(g, "Paris"):
        return True
    near = flying_reach(g, {paris: 0}, CRACKING)
    here = land_by_hex(g)
    return any(g.units.power[u] == GERMANY for s in near for u in here.get(s, ()))


def east_is_ready(g: War) -> bool:
    """France is out, summer lies ahead, HQs are near the border; not in autumn, though the pact could be broken then."""
    if g.turn < BARBAROSSA or g.turn % 6 not in CAMPAIGN_MONTHS or not west_is_quiet(g):
        return False
    if not fine(g, "Warsaw"):
        return False
    near = flying_reach(g, {g.ground.named("Warsaw"): 0, g.ground.named("Konigsberg"): 0, g.ground.named("Bucharest"): 0}, 8)
    known = roster(g)
    staffs = sum(known.hq[u] and g.units.at[u] in near for u, p in enumerate(g.units.power) if p == GERMANY)
    return staffs >= (3 if g.turn < BARBAROSSA + 6 else 1)


def japan_strikes(g: War) -> bool:
    """From the end of 1941, in one impulse against all, with lift and carriers ready."""
    if JAPAN not in playing(g) or g.turn < PACIFIC:
        return False
    types, units = roster(g).types, g.units
    there = [u for u, p in enumerate(units.power) if p == JAPAN and units.at[u] >= 0 and units.counter[u] != NOWHERE]
    ready = [u for u in there if not units.down[u]]
    lift, decks = sum(types[u] in TRANSPORTS for u in ready), sum(types[u] in CARRIERS for u in ready)
    return (lift >= LIFT and decks >= DECKS) or at_war(g, JAPAN, USA) or g.turn >= PACIFIC + 6
