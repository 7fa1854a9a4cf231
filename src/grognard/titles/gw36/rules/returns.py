"""9.21: asking for a zone back, granting or refusing it, and the right to war that a refusal gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.rules.conquest import return_zone
from grognard.titles.gw36.rules.nations import PLAYED, alive, allied, at_war, roundels, seat_of, zones_of
from grognard.titles.gw36.state import FRANCE, FREE_FRANCE, NAMES, War, chosen

REFUSED = 1 << 20  # a number range in g.events: zone and owner of a refused request; its value is ANYBODY or 2 + the refuser
ANYBODY = 1  # in games from before refusers were noted


def original_owner(g: War, zone: int) -> int:
    """The living player nation whose roundel is printed on a zone, Free France standing for France."""
    printed = roundels(g)[zone]
    return FREE_FRANCE if printed == FRANCE and not alive(g, FRANCE) else printed


@rule("9.21")
def may_ask(g: War, owner: int, zone: int) -> No | None:
    """Why a nation may not ask for a zone: it is not its own, or an enemy or alliance member holds it."""
    holder = g.zones.owner[zone]
    if original_owner(g, zone) != owner or owner >= PLAYED or not alive(g, owner):
        return No("9.21", f"the zone was never that of {NAMES[owner]}")
    if holder < 0 or holder >= PLAYED or holder == owner:
        return No("9.21", "no player nation has captured it")
    if allied(g, holder, owner):
        return No("9.20", "an alliance member returns it without being asked")
    if at_war(g, holder, owner):
        return No("9.21", f"{NAMES[holder]} is an enemy")
    return None


@derived("news", "zones.owner", "nations.status")
def lost_zones(g: War) -> list[tuple[int, int]]:
    """Zones held by player nations that a nation outside their alliance may ask for: (owner, zone)."""
    return [(owner, zone) for owner, zone in _strayed(g) if may_ask(g, owner, zone) is None]


@derived("zones.owner", "nations.status")
def _strayed(g: War) -> list[tuple[int, int]]:
    """Zones that a player nation has of another."""
    found, printed = [], roundels(g)
    for holder in range(PLAYED):
        for zone in zones_of(g, holder):
            if 0 <= printed[zone] < PLAYED and (printed[zone] != holder or holder == FRANCE):
                owner = original_owner(g, zone)
                if owner != holder:
                    found.append((owner, zone))
    return found


@rule("9.21")
def refusers(g: War, owner: int) -> set[int]:
    """Who has refused to return a zone to its owner and still has it: the owner may declare war on them."""
    zones = [zone for zone, asker in refused(g) if asker == owner]
    return {g.zones.owner[zone] for zone in zones if original_owner(g, zone) == owner and has_refused(g, owner, zone)}


@rule("9.21")
def has_refused(g: War, owner: int, zone: int) -> bool:
    """Whether the present holder of a zone was asked for it and refused; what an earlier holder said does not bind him."""
    by = g.events.get(REFUSED + zone * 128 + owner, 0)
    return by == ANYBODY or by == 2 + g.zones.owner[zone]


@derived("events")
def refused(g: War) -> tuple[tuple[int, int], ...]:
    """The zones whose return was refused, and to whom."""
    return tuple(divmod(key - REFUSED, 128) for key in g.events if key >= REFUSED)


@rule("9.21")
def acts(g: War, mine: list[int]) -> Iterator[Option]:
    """Asking for zones (once each until they change hands), and giving back what was refused"""
    for owner, zone in lost_zones(g):
        asked = has_refused(g, owner, zone)
        if owner in mine and not asked:
            yield Option("ask_back", g.nations[owner], g.zones[zone])
        elif asked and g.zones.owner[zone] in mine:
            yield Option("give_back", g.nations[owner], g.zones[zone])


@rule("9.21")
def why_not(g: War, mine: Iterable[int], verb: str, owner: int, zone: int) -> No | None:
    """Why a zone is not asked for, or given back, by these nations."""
    no = may_ask(g, owner, zone)
    if no is not None:
        return no
    asked = has_refused(g, owner, zone)
    if verb == "ask_back":
        if owner not in mine:
            return No("9.21", f"{NAMES[owner]} is not yours")
        return No("9.21", "it was refused already") if asked else None
    if g.zones.owner[zone] not in mine:
        return No("9.21", f"{g.zones[zone].label} is not yours to give")
    return None if asked else No("9.21", f"{NAMES[owner]} has not asked for it in vain")


@rule("9.21")
def act(g: War, option: Option) -> Flow[None]:
    """The holder grants or refuses a zone"""
    owner, zone = chosen(option, 0), chosen(option, 1)
    if option.verb == "ask_back":
        holder = g.zones.owner[zone]
        prompt = f"{NAMES[owner]} asks for {g.zones[zone].label}"
        answer = yield Ask(seat_of(g, holder), prompt, [Option("refuse"), Option("return")], "9.21")
        if answer.verb == "refuse":
            g.events[REFUSED + zone * 128 + owner] = 2 + holder
            g.news += 1
            g.say("{} refuses to return {}", g.nations[holder], g.zones[zone], rule="9.21")
            return
    g.events.pop(REFUSED + zone * 128 + owner, None)
    return_zone(g, zone, owner)
    g.news += 1
