"""9.21: asking for a zone back, granting or refusing it, and the right to war that a refusal gives."""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import FRANCE, FREE_FRANCE, KEYED, NAMES, PLAYED, keyed
from grognard.titles.gw36.rules.conquest import return_zone
from grognard.titles.gw36.rules.nations import alive, allied, at_war, roundels, zones_of
from grognard.titles.gw36.rules.seats import nations_of, seat_of
from grognard.titles.gw36.state import Nation, War, Zone
from grognard.titles.gw36.subjects import AskedBack, Politics

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


def _refusal(zone: int, owner: int) -> int:
    """The key of a refused request in `g.events`."""
    return REFUSED + keyed(zone, owner)


@rule("9.21")
def has_refused(g: War, owner: int, zone: int) -> bool:
    """Whether the present holder of a zone was asked for it and refused; what an earlier holder said does not bind him."""
    by = g.events.get(_refusal(zone, owner), 0)
    return by == ANYBODY or by == 2 + g.zones.owner[zone]


@derived("events")
def refused(g: War) -> tuple[tuple[int, int], ...]:
    """The zones whose return was refused, and to whom."""
    return tuple([divmod(key - REFUSED, KEYED) for key in g.events if key >= REFUSED])


@rule("9.21")
def may_ask_back(g: War, politics: Politics, asked: tuple[int, int]) -> No | None:
    """Why a seat does not ask for a zone: once each until it changes hands."""
    owner, zone = asked
    no = may_ask(g, owner, zone)
    if no is not None:
        return no
    if owner not in nations_of(g, politics.seat):
        return No("9.21", f"{NAMES[owner]} is not yours")
    return No("9.21", "it was refused already") if has_refused(g, owner, zone) else None


@rule("9.21")
def may_give_back(g: War, politics: Politics, asked: tuple[int, int]) -> No | None:
    """Why a seat does not give a zone back of itself: it is not its own, or nobody has asked for it in vain."""
    owner, zone = asked
    no = may_ask(g, owner, zone)
    if no is not None:
        return no
    if g.zones.owner[zone] not in nations_of(g, politics.seat):
        return No("9.21", f"{g.zones[zone].label} is not yours to give")
    return None if has_refused(g, owner, zone) else No("9.21", f"{NAMES[owner]} has not asked for it in vain")


@rule("9.21")
def ask_back(g: War, owner: int, zone: int) -> Flow[None]:
    """The holder grants or refuses a zone"""
    holder = g.zones.owner[zone]
    prompt = f"{NAMES[owner]} asks for {g.zones[zone].label}"
    yield from menu(g, seat_of(g, holder), prompt, AskedBack(owner, zone), REFUSING, RETURNING)


@rule("9.21")
def refuse(g: War, owner: int, zone: int) -> None:
    """The holder keeps a zone; the refusal is his alone."""
    holder = g.zones.owner[zone]
    g.events[_refusal(zone, owner)] = 2 + holder
    g.news += 1
    g.say("{} refuses to return {}", g.nations[holder], g.zones[zone], rule="9.21")


@rule("9.21")
def give_back(g: War, owner: int, zone: int) -> None:
    """A zone goes back to its owner, asked for now or refused before."""
    g.events.pop(_refusal(zone, owner), None)
    return_zone(g, zone, owner)
    g.news += 1


ASKING_BACK = Act(
    "ask_back", "9.21", "{0} asks for {1}", takes=(Nation, Zone), group="Zones asked for",
    among=lambda g, politics: lost_zones(g), may=may_ask_back, do=lambda g, politics, asked: ask_back(g, *asked),
)  # fmt: skip
GIVING_BACK = Act(
    "give_back", "9.21", "Give {1} back to {0}", takes=(Nation, Zone), group="Zones asked for",
    among=lambda g, politics: lost_zones(g), may=may_give_back, do=lambda g, politics, asked: give_back(g, *asked),
)  # fmt: skip
REFUSING = Act[War, AskedBack, None]("refuse", "9.21", "Refuse", do=lambda g, asked, _: refuse(g, asked.owner, asked.zone))
RETURNING = Act[War, AskedBack, None]("return", "9.21", "Return", do=lambda g, asked, _: give_back(g, asked.owner, asked.zone))
