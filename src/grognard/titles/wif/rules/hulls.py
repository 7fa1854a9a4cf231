"""22.16: which ships are more than their type says with Convoys in Flames (option 7): escorts, raiders, boats of special kinds.

What they do is in the chapters of naval movement and combat; asw.py, milchcows.py, tankers.py and missile_boats.py have their own
procedures. Without the option none of these counters is in play, and convoy points have no tankers among them.
"""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import DECKS as DECKS
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import NOWHERE, War

ESCORTED = 3  # WIF-DEC-181: convoy points an ASW unit includes
MILCHCOWS = ("Milchcow", "Supply")
SUB_HUNTER = "sub_hunter"


def _named(g: War, unit: int, *words: str) -> bool:
    counter = g.units.counter[unit]
    return counter >= 0 and any(word in g.facts.counters[counter].name for word in words)


def decks(g: War) -> list[bool]:
    """Units that carry planes: carriers, escort carriers, the I-400."""
    return g.roster.deck


def is_asw(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.ASW


@rule("22.16")
def sails_as_convoy(g: War, unit: int) -> bool:
    """Convoy points, tankers and the escorts with them: in section 0 alone, no search of their own, no need to come home."""
    return g.units.counter[unit] == NOWHERE or is_asw(g, unit)


@rule("22.16", "11.5.5")
def points_in(g: War, unit: int) -> int:
    """Convoy points of a heap or of an ASW unit; 0 for other ships."""
    if g.units.counter[unit] == NOWHERE:
        return g.units.points[unit]
    return ESCORTED if is_asw(g, unit) else 0


def is_raider(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.CX


def _is_boat(g: War, unit: int, *words: str) -> bool:
    return bool(g.options.convoys_in_flames) and g.roster.types[unit] == Type.SUB and _named(g, unit, *words)


def is_milchcow(g: War, unit: int) -> bool:
    return _is_boat(g, unit, *MILCHCOWS)


def is_schnorkel(g: War, unit: int) -> bool:
    return _is_boat(g, unit, "Schnorkel")


def is_walther(g: War, unit: int) -> bool:
    return _is_boat(g, unit, "Walther")


def is_flying_boat(g: War, unit: int) -> bool:
    """The I-400, a submarine and a carrier."""
    return _is_boat(g, unit, "Flying")


def missile_factors(g: War, unit: int) -> int:
    """Strategic factors of a submarine's missiles: the list has them where other ships print anti-submarine factors."""
    return g.units[unit].sheet.anti_sub if _is_boat(g, unit, "Missile") else 0


@rule("22.16")
def hunts_subs(g: War, unit: int) -> bool:
    """Aircraft that intercept submarines."""
    return bool(g.options.convoys_in_flames) and g.roster.air[unit] and SUB_HUNTER in g.units[unit].sheet.marks


@rule("22.16")
def is_port(g: War, unit: int) -> bool:
    """A milchcow on which a boat or raider is based."""
    return bool(g.units.down[unit]) and is_milchcow(g, unit) and any(is_docked(g, u) for u in _guests(g, unit))


def _guests(g: War, cow: int) -> list[int]:
    return [u for u in g.units.stacks.get(g.units.at[cow], ()) if g.units.docked[u] == cow + 1]


def is_docked(g: War, unit: int) -> bool:
    """Whether a unit is based on a milchcow, and not at sea."""
    cow = g.units.docked[unit] - 1
    return cow >= 0 and g.units.at[unit] >= 0 and g.units.at[cow] == g.units.at[unit]


@rule("22.16")
def docks_at(g: War, unit: int, box: int) -> list[int]:
    """Face-up milchcows in section 0 of a sea that a submarine or raider of their country can be based on."""
    if not g.options.convoys_in_flames or g.ground.section[box] != 0:
        return []
    if not (is_raider(g, unit) or g.roster.types[unit] == Type.SUB) or g.units.damaged[unit]:
        return []
    there = [u for u in g.units.stacks.get(box, ()) if u != unit and is_milchcow(g, u) and not g.units.down[u]]
    return [u for u in there if g.units.country[u] == g.units.country[unit]]


def dock(g: War, unit: int, cow: int) -> None:
    """A unit is based on a milchcow, which is turned face-down."""
    g.units[unit].docked, g.units[cow].down = cow + 1, 1
    g.say("{} is based on {}", g.units[unit], g.units[cow], rule="22.16")


def cast_off(g: War, unit: int) -> None:
    """A unit leaves its milchcow, which is turned face-up again."""
    if is_docked(g, unit):
        g.units[g.units.docked[unit] - 1].down = 0
    g.units[unit].docked = 0
