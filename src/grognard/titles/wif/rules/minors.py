"""9.5, 19.1 to 19.4: minor countries enter the war: who takes them, where their units are set up, what joins the force pools.

When a power may align one of its own will is alignments.py, its conquest conquest.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.cache import once_per_board
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, POWER_INDEX, SIDE_OF_POWER, USA, Counter
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import CONVOYS, MARKERS, REPUBLIC, Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.control import first_home, hexes_by_controller
from grognard.titles.wif.rules.flight import FAR, air_distance
from grognard.titles.wif.rules.natives import idle_natives, raise_native
from grognard.titles.wif.rules.powers import active, home_countries, home_power, powers_of
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.state import (
    ALIGNED,
    COMPLETE,
    CONQUERED,
    CONSTRUCTION_POOL,
    DISMISSED,
    FORCE_POOL,
    GONE,
    INDEPENDENT,
    NOWHERE,
    POOLED,
    RESERVE_POOL,
    Country,
    Hex,
    Power,
    Unit,
    War,
    slot_of,
)

AMERICAS = "M"  # codes of hexes on the American map begin with it
CAPITALS = {"central_america": "panama"}


class Offer(Subject, frozen=True):
    """A minor that was attacked is offered to a power of the other side."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]
    attacker: Annotated[int, Power]


class SettingUp(Subject, frozen=True):
    """A unit of a minor is set up. `outside`: how many stand outside its home country, of how many in all."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]
    unit: Annotated[int, Unit]
    outside: int
    total: int

    @once
    def candidates(self, g: War) -> list[int]:
        return [s for s in self.ground(g) if fits(g, self.unit, s)]

    @once
    def ground(self, g: War) -> list[int]:
        """The hexes the minor controls."""
        held = hexes_by_controller(g)
        return sorted({s for country in family(g, self.country) for s in held.get(country, ())})


class Spare(Subject, frozen=True):
    """What becomes of the units a minor does not set up (19.4.2)."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


# --- which they are -----------------------------------------------------------------------------------------------------------


def capital_of(g: War, country: int) -> int:
    """The capital of a home country; NOWHERE for a territory."""
    facts = g.facts.countries[country]
    return g.ground.places.get(CAPITALS.get(facts.id, facts.capital), NOWHERE)


@once_per_board
def masters(g: War) -> list[int]:
    """The minor country that each minor or territory was aligned to in 1939; NOWHERE for none."""
    owners = [g.facts.country.get(country.controller, NOWHERE) for country in g.facts.countries]
    return [owner if owner not in (NOWHERE, n) and home_power(g, owner) < 0 else NOWHERE for n, owner in enumerate(owners)]


def master(g: War, country: int) -> int:
    """The minor country that a minor or territory was aligned to in 1939; NOWHERE for none."""
    return masters(g)[country]


def possessions(g: War, country: int) -> list[int]:
    """Minors and territories of a minor that are still its own."""
    powers, statuses = g.countries.power, g.countries.status
    return [
        n for n, owner in enumerate(masters(g))
        if owner == country and statuses[n] in (INDEPENDENT, ALIGNED) and powers[n] == powers[country]
    ]  # fmt: skip


def family(g: War, country: int) -> list[int]:
    return [country, *possessions(g, country)]


@rule("19.1")
def neutral_minor(g: War, country: int) -> bool:
    """Whether a country is a neutral minor on which war can be declared."""
    if g.countries.status[country] != INDEPENDENT or g.countries.power[country] >= 0:
        return False
    if masters(g)[country] >= 0 or g.facts.countries[country].id in g.facts.apart:
        return False
    capital = capital_of(g, country)
    return bool(g.ground.homeland.get(g.facts.countries[country].id)) and (capital < 0 or on_the_maps(g, capital))


def neutral_minors(g: War) -> list[int]:
    return [n for n in range(len(g.facts.countries)) if neutral_minor(g, n)]


def on_the_maps(g: War, space: int) -> bool:
    """Whether a hex is on a map of the scenario."""
    maps = g.campaign.frame.maps
    return MAP_OF.get(g.board.token(space)[0], maps[0]) in maps


MAP_OF = {
    "W": "West Europe", "E": "East Europe", "A": "Asia", "P": "Pacific", "M": "Americas", "N": "North America",
    "S": "South America",
}  # fmt: skip


def american(g: War, country: int) -> bool:
    """Whether a minor is on the American map."""
    capital = capital_of(g, country)
    return capital >= 0 and g.board.token(capital).startswith(AMERICAS)


@rule("19.2")
def distance(g: War, power: int, country: int) -> int:
    """Air distance from the nearest capital of a power to that of a minor."""
    goal = capital_of(g, country)
    if goal < 0:
        return FAR
    homes = [c for c in home_countries(g, power) if capital_of(g, c) >= 0]
    return air_distance(g, goal, tuple([capital_of(g, c) for c in homes]))


@rule("19.2")
def protectors(g: War, country: int, attacker: int) -> list[int]:
    """Powers a minor that was attacked is offered to, the nearest first."""
    other = 1 - SIDE_OF_POWER[attacker]
    if american(g, country) and SIDE_OF_POWER[attacker] == 0:
        return [USA] if g.powers.plays[USA] and active(g, USA) else []
    found = [p for p in powers_of(g, other) if active(g, p) and p != CHINA and g.powers.conquered[p] != COMPLETE]
    return sorted(found, key=lambda p: (distance(g, p, country), p))


# --- taking them --------------------------------------------------------------------------------------------------------------


@rule("9.5", "19.2")
def allocate(g: War) -> Flow[None]:
    """Each minor that was declared war on is offered to the powers of the other side, and set up by the one that takes it"""
    while g.attacked:
        country, attacker = g.attacked[:2]
        g.attacked = g.attacked[2:]
        if not neutral_minor(g, country):
            continue
        for power in protectors(g, country, attacker):
            answer, _ = yield from menu(
                g, g.seat(power), "{0}: take {1} under your protection?", Offer(power, country, attacker), ACCEPT, DECLINE,
                named=(g.powers[power], g.countries[country]),
            )  # fmt: skip
            if answer.verb == ACCEPT.name:
                yield from enter_the_war(g, country, power)
                break
        else:
            seize(g, country, attacker)


@rule("19.2")
def seize(g: War, country: int, power: int) -> None:
    """Nobody takes it: the minor and all it controls is conquered at once."""
    g.say("Nobody stands by {}: {} conquers it", g.countries[country], g.powers[power], rule="19.2")
    holder = first_home(g, power)
    for one in family(g, country):
        row = g.countries[one]
        row.status, row.power, row.conqueror, row.wars, row.fallen = CONQUERED, power, power, 0, 1
        row.neutral_in = g.year  # 13.1.1: it was neutral this year
        if row.first_conqueror < 0:
            row.first_conqueror = SIDE_OF_POWER[power]
        for space, whose in enumerate(g.hexes.controller):
            if whose == one:
                g.hexes[space].controller = holder


@rule("9.6", "19.2")
def enter_the_war(g: War, country: int, power: int) -> Flow[None]:
    """A neutral minor aligns with a power, which sets its units up"""
    join(g, country, power)
    g.say("{} aligns with {}", g.countries[country], g.powers[power], rule="9.6")
    yield from set_up_minor(g, country)


def join(g: War, country: int, power: int) -> None:
    """A minor and what it controls are aligned with a power from now on."""
    for one in family(g, country):
        row = g.countries[one]
        row.neutral_in = g.year
        row.status, row.power = ALIGNED, power


# --- its units ----------------------------------------------------------------------------------------------------------------


@rule("19.4.1")
def army_of(g: War, country: int) -> list[int]:
    """The counters of a minor that are in this game, by number."""
    found = []
    for number, nation in enumerate(g.facts.nation):
        counter = g.facts.counters[number]
        if nation != country or counter.power in POWER_INDEX or counter.type in CONVOYS or counter.type in MARKERS:
            continue
        if counter.home == REPUBLIC or counter.type == Type.PART:
            continue
        if not counter.option or g.options.get(NUMBERS.get(counter.option, "")):
            found.append(number)
    return found


@rule("19.4.1")
def start_of(g: War, counter: Counter) -> int:
    """Where a minor's counter begins, by its date: on the map, on the circle, in a pool, or not yet."""
    if counter.reserve or counter.available == "":
        return RESERVE_POOL
    age = g.year - counter.year
    if counter.naval:
        if counter.sunk and counter.sunk < f"{1936 + g.first_turn // 6}-{g.first_turn % 6 * 2 + 1:02}":
            return GONE
        return ON_MAP if age >= 2 else CONSTRUCTION_POOL if age == 1 else SPARE if age == 0 else LATER
    return ON_MAP if age >= 1 else slot_of(g.turn + 1) if age == 0 else LATER


ON_MAP, SPARE, LATER = 1, 2, 3


def fits(g: War, unit: int, space: int) -> bool:
    """Whether a unit could stand in a hex: on land, ships in a port, with room."""
    if not g.ground.land[space] or (g.roster.naval[unit] and g.ground.port[space] == NO_PORT):
        return False
    return may_stack(g, unit, space) is None


@rule("19.4.1")
def set_up_minor(g: War, country: int) -> Flow[None]:
    """The controller sets up the units of a minor, and says whether the others join its force pools"""
    power = g.countries.power[country]
    waiting, spare = [], []
    known = {g.units.counter[u]: u for u in range(len(g.units.counter)) if g.units.country[u] == country}
    for number in army_of(g, country):
        start = start_of(g, g.facts.counters[number])
        old = known.get(number)
        if old is not None and old in g.laid_up:
            g.laid_up = [u for u in g.laid_up if u != old]
        elif old is not None and (g.roster.naval[old] or g.units.at[old] != GONE or g.units.scrapped[old]):
            continue  # 13.7.3: destroyed ships stay destroyed
        if start in (GONE, LATER):
            continue
        unit = g.units.add(counter=number, power=power, country=country).index if old is None else old
        g.units[unit].power = power
        if start == ON_MAP:
            waiting.append(unit)
        elif start == SPARE:
            spare.append(unit)
        else:
            g.units[unit].at = start
    if not g.countries.set_up[country]:
        waiting += _convoys(g, country, power)
    if g.facts.countries[country].id == "norway" and g.norway_mined in UNDERMINED:
        corps = sorted((u for u in waiting if g.roster.corps[u]), key=lambda u: g.roster.types[u] != Type.INF)
        for late in corps[:1]:  # reading WIF-DEC-108
            waiting.remove(late)
            g.units[late].at = slot_of(g.turn + 1)
    yield from _place(g, country, power, waiting)
    if g.options.territorials:
        yield from _place_natives(g, country, power)
    _, choice = yield from menu(
        g, g.seat(power), "{0}: do the other units of {1} join your force pools?", Spare(power, country), TAKE_IN, DISMISS,
        named=(g.powers[power], g.countries[country]),
    )  # fmt: skip
    g.countries[country].set_up = choice
    for unit in spare:
        g.units[unit].at = FORCE_POOL if choice == POOLED else GONE


def _convoys(g: War, country: int, power: int) -> list[int]:
    """Convoy points a minor brings, in heaps of three with option 5."""
    row = g.charts.convoys.get(g.facts.countries[country].name)
    left = 0 if row is None else row.option_5 if g.options.ships_in_flames else row.classic
    tankers = row.tankers_option_7 if row is not None and g.options.convoys_in_flames else 0
    if g.facts.countries[country].id == "norway" and g.norway_mined in MINED_FOR_CONVOYS:
        left, tankers = max(left - LAID_OFF, 0), max(tankers - LAID_OFF // 2, 0)
    heap = 3 if g.options.ships_in_flames else 5
    found = []
    tankers = min(tankers, left)
    for tanker, number in ((0, left - tankers), (1, tankers)):
        while number > 0:
            points = min(heap, number)
            number -= points
            found.append(g.units.add(counter=NOWHERE, power=power, country=country, points=points, tanker=tanker).index)
    return found


UNDERMINED = (4, 5, 6, 7)  # 13.3.3, action 39: results after which a Norwegian INF comes a turn later, plus one
LAID_OFF = 10  # 13.3.3, action 39: convoy points Norway has given away; with option 7 half of them tankers
MINED_FOR_CONVOYS = (1, 2, 3, 10)  # 13.3.3, action 39: results that took ten convoy points, plus one


def _place(g: War, country: int, power: int, waiting: list[int]) -> Flow[None]:
    """Each unit is set up in a hex of the minor, at least half of them at home."""
    outside = 0
    for n, unit in enumerate(waiting):
        subject = SettingUp(power, country, unit, outside, len(waiting))
        places = [s for s in subject.candidates(g) if may_set_up(g, subject, s) is None]
        if not places:
            g.units[unit].at = slot_of(g.turn + 1)
            g.say("{} finds no place and arrives next turn", g.units[unit], rule="19.4.1")
            continue
        answer, space = yield from menu(
            g, g.seat(power), "Where is {0} set up?", subject, SET_UP, LEAVE_IT, named=(g.units[unit],)
        )
        if answer.verb == LEAVE_IT.name:
            for other in waiting[n:]:
                outside += _by_itself(g, SettingUp(power, country, other, outside, len(waiting)))
            return
        outside += not at_home(g, country, space)


@rule("19.4.1")
def _place_natives(g: War, country: int, power: int) -> Flow[None]:
    """Territorials of a minor and of what it controls are set up in their own home countries (option 54)."""
    for land in family(g, country):
        for number in idle_natives(g, land, power):
            unit = raise_native(g, number, land, power, slot_of(g.turn + 1))
            subject = SettingUp(power, land, unit, 0, 1)
            if any(may_set_up(g, subject, s) is None for s in subject.candidates(g)):
                yield from menu(g, g.seat(power), "Where is {0} set up?", subject, SET_UP, named=(g.units[unit],))


def _by_itself(g: War, subject: SettingUp) -> int:
    """Put a unit into the first city or port at home where it fits, else anywhere; gives 1 if that is outside."""
    places = [s for s in subject.candidates(g) if may_set_up(g, subject, s) is None]
    if not places:
        g.units[subject.unit].at = slot_of(g.turn + 1)
        return 0
    best = max(places, key=lambda s: (at_home(g, subject.country, s), g.ground.city[s], g.ground.port[s], -s))
    _set_up(g, subject, best)
    return int(not at_home(g, subject.country, best))


def at_home(g: War, country: int, space: int) -> bool:
    return g.ground.country[space] == g.facts.countries[country].id


@rule("19.4.1")
def may_set_up(g: War, subject: SettingUp, space: int) -> No | None:
    """Whether a unit of a minor may begin in a hex."""
    if space not in subject.ground(g):
        return No("19.4.1", f"{g.board.label(space)} is not controlled by {g.countries[subject.country].label}")
    if not at_home(g, subject.country, space) and 2 * (subject.outside + 1) > subject.total:
        return No("19.4.1", "at least half of the units are set up in the home country")
    return None if fits(g, subject.unit, space) else No("2.3.1", "there is no room for it")


def _set_up(g: War, subject: SettingUp, space: int) -> int:
    row = g.units[subject.unit]
    row.at = row.from_ = space
    row.down = 0
    return space


ACCEPT: Act[War, Offer, None] = Act("accept", "19.2", "Accept", do=lambda g, s, _: None)
DECLINE: Act[War, Offer, None] = Act("decline", "19.2", "Decline", do=lambda g, s, _: None)
SET_UP: Act[War, SettingUp, int] = Act(
    "set_up", "19.4.1", "{0}", takes=Hex, among=lambda g, s: s.candidates(g), may=may_set_up, do=_set_up
)
LEAVE_IT: Act[War, SettingUp, None] = Act(
    "leave_it", "19.4.1", "Set this and all others up in the cities at home", do=lambda g, s, _: None
)
TAKE_IN: Act[War, Spare, None] = Act("take_in", "19.4.2", "They join the force pools", do=lambda g, s, _: POOLED)
DISMISS: Act[War, Spare, None] = Act("dismiss", "19.4.2", "They leave the game", do=lambda g, s, _: DISMISSED)
