"""20: the two Chinas: which Chinese cities are Communist, and what becomes of a faction that has none. Action limits are shared
(WIF-DEC-211)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import CHINA
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import hexes_of, powers_by_hex
from grognard.titles.wif.rules.powers import faction, playing
from grognard.titles.wif.rules.units import destroy_silently, land_at, mine
from grognard.titles.wif.rules.warlords import city_of_recruit
from grognard.titles.wif.state import FORCE_POOL, GONE, War


def faction_cities(g: War, *, communist: bool) -> list[int]:
    """Cities of China that a faction controls."""
    whose = powers_by_hex(g)
    return [
        s for s in hexes_of(g, g.facts.country["china"])
        if g.ground.city[s] and whose[s] == CHINA and (s in g.communist) == communist
    ]  # fmt: skip


@rule("20")
def open_to(g: War, unit: int, space: int) -> bool:
    """Whether a Chinese city may take in a unit of a faction: only its own."""
    if g.units.power[unit] != CHINA or not g.ground.city[space] or powers_by_hex(g)[space] != CHINA:
        return True
    return (space in g.communist) == faction(g, unit)


@rule("20")
def settle_factions(g: War) -> None:
    """Chinese cities go to the faction whose land units stand in them; a faction without a city leaves the game"""
    if CHINA not in playing(g):
        return
    for space in hexes_of(g, g.facts.country["china"]):
        if not g.ground.city[space] or powers_by_hex(g)[space] != CHINA:
            continue
        here = {faction(g, u) for u in mine(g, land_at(g, space), CHINA) if g.roster.types[u] != Type.PART}
        if len(here) == 1 and (space in g.communist) not in here:
            _dismiss_warlord(g, space)
            g.communist = [s for s in g.communist if s != space] if space in g.communist else sorted([*g.communist, space])
            g.say("{} goes to the other faction", g.hexes[space], rule="20")
    for communist in (False, True):
        army = [u for u, p in enumerate(g.units.power) if p == CHINA and g.roster.types[u] != Type.PART]  # WIF-DEC-219
        units = [u for u in army if g.units.at[u] != GONE and faction(g, u) == communist]
        if units and not faction_cities(g, communist=communist):
            for unit in units:
                destroy_silently(g, unit, GONE)
            g.disbanded = [*g.disbanded, *units]
            g.say(f"The {'Communists' if communist else 'Nationalists'} have no city left and leave the war", rule="20")


@rule("22.6")
def _dismiss_warlord(g: War, city: int) -> None:
    """The warlord of a city that goes to the other faction leaves the game."""
    known = [u for u, counter in enumerate(g.units.counter) if counter >= 0 and g.units.at[u] != GONE]
    for unit in [u for u in known if "warlord" in g.units[u].sheet.marks and city_of_recruit(g, g.units[u].sheet) == city]:
        destroy_silently(g, unit, GONE)
        g.say("{} has lost his city", g.units[unit], rule="22.6")


@rule("20")
def return_faction(g: War) -> None:
    """A faction that has a city again has half of its army back in the force pools, as a liberated country has (13.7.5)"""
    for communist in (False, True):
        exiles = [u for u in g.disbanded if faction(g, u) == communist]
        if exiles and faction_cities(g, communist=communist):
            kinds: dict[int, list[int]] = {}
            for unit in exiles:
                kinds.setdefault(int(g.roster.types[unit]), []).append(unit)
            for kind, units in sorted(kinds.items()):
                for unit in g.pick(units, -(-len(units) // 2), f"Chinese {Type(kind).printed} return", "13.7.5"):
                    g.units[unit].at = FORCE_POOL
            g.disbanded = [u for u in g.disbanded if u not in exiles]
            g.say(f"The {'Communists' if communist else 'Nationalists'} are back in the war", rule="20")
