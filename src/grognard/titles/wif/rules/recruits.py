"""22.6, 22.8: units of a city: Chinese warlords (option 59) and city based volunteers (option 55)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import FRANCE, POWER_INDEX
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import first_home, powers_by_hex
from grognard.titles.wif.rules.force_pools import elsewhere
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.warlords import city_of_recruit, recruits
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, RESERVE_POOL, UNCONQUERED, Unit, War, slot_of

FREE_FRENCH_FROM = (1943 - 1936) * 6  # after Nov/Dec 1942


def in_play(g: War, number: int) -> int:
    """The unit of a counter, wherever it is; NOWHERE if the game has none."""
    return next((u for u, c in enumerate(g.units.counter) if c == number), NOWHERE)


def _bring(g: War, number: int, place: int) -> int:
    """A counter comes to a place; gives its unit."""
    power = POWER_INDEX[g.facts.counters[number].power]
    unit = in_play(g, number)
    if unit == NOWHERE:
        nation = g.facts.nation[number]
        unit = g.units.add(counter=number, power=power, country=nation if nation >= 0 else first_home(g, power)).index
    row = g.units[unit]
    row.at, row.from_, row.down, row.power = place, place, 0, power
    return unit


# --- warlords -----------------------------------------------------------------------------------------------------------------


@rule("22.6")
def place_warlords(g: War) -> None:
    """At the start every warlord stands in his city, under whoever controls it."""
    whose, absent = powers_by_hex(g), elsewhere(g)
    for number, city in recruits(g)["warlord"]:
        power = POWER_INDEX[g.facts.counters[number].power]
        if number not in absent and whose[city] == power and power in playing(g):
            _bring(g, number, city)


@rule("22.6")
def dismiss_warlords(g: War) -> None:
    """Warlords whose city has fallen leave the game at the end of the step"""
    whose = powers_by_hex(g)
    for number, city in recruits(g)["warlord"]:
        unit = in_play(g, number)
        if unit != NOWHERE and g.units.at[unit] != GONE and whose[city] != g.units.power[unit]:
            g.say("{} has lost his city", g.units[unit], rule="22.6")
            row = g.units[unit]
            row.at, row.aboard, row.down, row.target = GONE, NOWHERE, 0, NOWHERE


@rule("22.6", "22.8")
def muster(g: War) -> None:
    """A production step begins: warlords of cities a power controls join its force pools, volunteers of lost cities leave them"""
    whose = powers_by_hex(g)
    if g.options.warlords:
        for number, city in recruits(g)["warlord"]:
            unit, power = in_play(g, number), POWER_INDEX[g.facts.counters[number].power]
            if whose[city] == power and g.powers.plays[power] and (unit == NOWHERE or g.units.at[unit] == GONE):
                _bring(g, number, FORCE_POOL)
    if g.options.volunteers:
        return_volunteers(g)
        for number, city in recruits(g)["volunteer"]:
            unit = in_play(g, number)
            if unit != NOWHERE and g.units.at[unit] < 0 and g.units.at[unit] != GONE and whose[city] != g.units.power[unit]:
                g.units[unit].at = GONE


# --- volunteers ---------------------------------------------------------------------------------------------------------------


def _waiting(g: War, purse: Purse) -> Iterable[int]:
    """Volunteers of a power that are in no pool yet, as units: they are made known to the game when first looked for."""
    if not g.options.volunteers:
        return []
    return [u for u in (in_play(g, n) for n, _ in recruits(g)["volunteer"]) if u != NOWHERE and g.units.power[u] == purse.power]


def lay_out_volunteers(g: War) -> None:
    """At the start no volunteers are in the game; their counters lie beside it."""
    absent = elsewhere(g)
    for number, _ in recruits(g)["volunteer"]:
        counter = g.facts.counters[number]
        if number not in absent and POWER_INDEX.get(counter.power, NOWHERE) in playing(g) and in_play(g, number) == NOWHERE:
            _bring(g, number, GONE)


@rule("22.8")
def may_enlist(g: War, purse: Purse, unit: int) -> No | None:
    """Whether volunteers of a city join: free of cost, once a game, while their power controls the city."""
    sheet = g.units[unit].sheet if g.units.counter[unit] >= 0 else None
    if sheet is None or "volunteer" not in sheet.marks or g.units.power[unit] != purse.power:
        return No("22.8", "they are no volunteers of yours")
    if g.units.at[unit] not in (GONE, RESERVE_POOL) or g.units.counter[unit] in g.enlisted:
        return No("22.8", "they have enlisted before: they are built from the force pool")
    city = city_of_recruit(g, sheet)
    if powers_by_hex(g)[city] != purse.power:
        return No("22.8", f"you do not control {g.board.label(city)}")
    if "free_french" in sheet.marks and not _free_french(g):
        return No("22.8", "Free French come with Vichy, after a conquest of France, or from 1943")
    return None


def _free_french(g: War) -> bool:
    return bool(g.vichied) or g.powers.conquered[FRANCE] != UNCONQUERED or g.turn >= FREE_FRENCH_FROM


def _enlist(g: War, purse: Purse, unit: int) -> None:
    row = g.units[unit]
    g.enlisted = [*g.enlisted, row.counter]
    row.at = slot_of(g.turn + row.sheet.turns)
    g.say("{} enlists", row, rule="22.8")


@rule("22.8")
def return_volunteers(g: War) -> None:
    """Volunteers who enlisted once are in the pools again when their city is held again"""
    whose = powers_by_hex(g)
    for number, city in recruits(g)["volunteer"]:
        unit = in_play(g, number)
        if number in g.enlisted and unit != NOWHERE and g.units.at[unit] == GONE and whose[city] == g.units.power[unit]:
            g.units[unit].at = FORCE_POOL


ENLIST: Act[War, Purse, int] = Act(
    "enlist", "22.8", "{0}, free", takes=Unit, among=_waiting, may=may_enlist, do=_enlist, group="Volunteers"
)
