"""9.19 to 9.24: capture and recapture of zones, voluntary return, capitals, surrender and defeat of nations.

Battles end in chapter 9's modules, which call `capture`. French surrender is france.py; Spain and China have their own events.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import COASTAL_ARTILLERY, FACILITY, FORTIFICATION, IS_FACTORY, IS_LAND, IS_NAVAL
from grognard.titles.gw36.powers import (
    ABSORBED,
    ACTIVE,
    AXIS,
    CCP,
    COMINTERN,
    DEFEATED,
    FRANCE,
    FREE_FRANCE,
    KMT,
    NAMES,
    NATION,
    NATIONS,
    PLAYED,
    SURRENDERED,
    USA,
)
from grognard.titles.gw36.rules.facilities import factories_come_home
from grognard.titles.gw36.rules.income_increases import tell
from grognard.titles.gw36.rules.nations import (
    alive,
    allied,
    at_war,
    fall,
    guests,
    home_mask,
    home_zones,
    power_of,
    printed_owner,
    strangers,
    take_control,
    take_up_arms,
    zones_of,
)
from grognard.titles.gw36.rules.seats import nations_of, seat_of
from grognard.titles.gw36.rules.spoils import take_over_chart
from grognard.titles.gw36.rules.treasury import earn, lose
from grognard.titles.gw36.state import CIVIL_WAR, Nation, War, Zone
from grognard.titles.gw36.subjects import Legacy, Politics, Refuge

MINOR_FACTORY = FACILITY["minor_factory"]
SPANISH = (NATION["nationalist_spain"], NATION["republican_spain"])
ABYSSINIA, VICHY = NATION["abyssinia"], NATION["vichy"]

after_conquest: list[Callable[[War], Flow[None]]] = []  # what looks at the board at once when a zone falls; turns.py adds to it


@rule("9.19", "9.20")
def possessor_after_capture(g: War, zone: int, nation: int) -> int:
    """Who possesses a zone that a nation takes: a living alliance member whose roundel is printed on it, else the taker."""
    printed = printed_owner(g, zone)
    if printed < 0 or printed == nation:
        return nation
    if printed == FRANCE and not alive(g, FRANCE):
        printed = FREE_FRANCE
    if {printed, nation} == {KMT, CCP}:
        return nation  # 13.3: the faction that retakes a Chinese zone keeps it
    if printed >= PLAYED and g.nations.status[printed] == ABSORBED:
        printed = g.nations.master[printed]  # 4.4: an Aligned minor's land belongs to the nation it joined
    if 0 <= printed < PLAYED and alive(g, printed) and allied(g, printed, nation):
        return printed
    return nation


@rule("9.19", "9.20", "1.22", "12.4", "12.7", "12.9")
def capture(g: War, zone: int, nation: int) -> Flow[None]:
    """A zone changes hands, with its facilities, its income and the consequences elsewhere"""
    row = g.zones[zone]
    old = row.owner
    new = possessor_after_capture(g, zone, nation)
    if old == new:
        return
    if not row.captured:
        row.before = old
    row.captured = 1
    row.fallen = 1
    row.owner = new
    _facilities_fall(g, zone, new)
    g.say("{} takes {}", g.nations[new], row, rule="9.19")
    if old >= 0 and zone in home_mask(g)[USA] and g.nations.alliance[new] in (AXIS, COMINTERN):
        g.nations[USA].home_lost = 1
    tell(g, "captures", new, on=old, zone=zone)
    if old != new:
        tell(g, "takes_neighbour", new, on=old, zone=zone)
    if old >= 0 and g.nations[old].capital == zone:
        yield from lose_capital(g, old, new)
    if old >= PLAYED:
        check_minor(g, old)
    restore(g, new)
    for look in after_conquest:
        yield from look(g)


def _facilities_fall(g: War, zone: int, owner: int) -> None:
    """Forts and batteries are gone; captured large factories work as minor ones until they come home."""
    for site in g.sites.where(at=zone):
        if site.kind in (FORTIFICATION, COASTAL_ARTILLERY):
            if site.built:  # 7.3: what is under construction can be completed by the captor
                site.at = NOWHERE
        elif IS_FACTORY[site.kind] or site.level >= 0:
            site.since = g.turn
            if zone in home_mask(g)[owner]:
                factories_come_home(g, (zone,))
            elif site.kind != MINOR_FACTORY and IS_FACTORY[site.kind]:
                site.kind, site.level = MINOR_FACTORY, site.kind


# --- 9.23 capitals ------------------------------------------------------------------------


@rule("9.23")
def lose_capital(g: War, nation: int, taker: int) -> Flow[None]:
    """A nation that loses its capital loses its cash; some may relocate"""
    row = g.nations[nation]
    if row.cash:
        g.say("{} loses its {} IPP with its capital", row, row.cash, rule="9.23")
        if nation == FRANCE and taker < PLAYED:
            earn(g, taker, row.cash)
        lose(g, nation, row.cash)
    if nation >= PLAYED or (nation == FRANCE and at_war(g, FRANCE, taker)):
        return  # 14.4.1: with Paris France surrenders at the end of this Combat Phase
    places = [g.board.space(z) for z in g.facts.nations[NATIONS[nation]].capital_moves if g.board.knows(z)]
    places = [z for z in places if g.zones.owner[z] == nation]
    if places:
        yield from menu(g, seat_of(g, nation), "Relocate the capital", Refuge(nation, tuple(places)), MOVING_CAPITAL, NO_CAPITAL)


@rule("9.23")
def move_capital(g: War, refuge: Refuge, zone: int) -> None:
    """A nation governs from elsewhere."""
    row = g.nations[refuge.nation]
    row.capital = zone
    g.say("{} moves its capital to {}", row, g.zones[zone], rule="9.23")


def may_move_capital(g: War, refuge: Refuge, zone: int) -> No | None:
    """Why a capital is not moved to a zone."""
    label = g.nations[refuge.nation].label
    return None if zone in refuge.zones else No("9.23", f"the sheet of {label} names no such refuge, or it is lost")


MOVING_CAPITAL = Act[War, Refuge, int](
    "capital", "9.23", "Capital {0}", takes=Zone, listed=lambda g, refuge: refuge.zones, may=may_move_capital, do=move_capital
)
NO_CAPITAL = Act[War, Refuge, None]("none", "9.23", "None", do=lambda g, refuge, _: None)


@derived("nations.capital", "nations.status", "zones.owner")
def exiles(g: War) -> tuple[int, ...]:
    """Nations that govern from elsewhere and possess their old capital again."""
    return tuple([n for n in range(PLAYED) if alive(g, n) and is_exile(g, n) is None])


@rule("9.23")
def is_exile(g: War, nation: int) -> No | None:
    """Why a nation cannot move its capital back."""
    sheet = g.facts.nations.get(NATIONS[nation])
    if sheet is None or not sheet.capital:
        return No("9.23", f"the sheet of {NAMES[nation]} names no capital")
    old = g.board.space(sheet.capital)
    if g.nations.capital[nation] == old:
        return No("9.23", f"{NAMES[nation]} governs from {g.zones[old].label}")
    return None if g.zones.owner[old] == nation else No("9.23", f"{NAMES[nation]} does not possess {g.zones[old].label}")


@rule("9.23")
def may_come_home(g: War, politics: Politics, nation: int) -> No | None:
    """Why a seat does not move a capital back: at any time, but its own alone."""
    if nation not in nations_of(g, politics.seat):
        return No("9.23", f"{NAMES[nation]} is not yours")
    return is_exile(g, nation) if alive(g, nation) else No("9.23", f"{NAMES[nation]} has surrendered")


@rule("9.23")
def return_capital(g: War, nation: int) -> None:
    """A relocated capital goes home."""
    sheet = g.facts.nations.get(NATIONS[nation])
    if sheet is not None and is_exile(g, nation) is None:
        g.nations[nation].capital = g.board.space(sheet.capital)
        g.say("{} governs from {} again", g.nations[nation], g.zones[g.nations.capital[nation]], rule="9.23")


COMING_HOME = Act[War, Politics, int](
    "govern",
    "9.23",
    "{0} moves its capital back",
    takes=Nation,
    group="Capitals",
    among=lambda g, politics: exiles(g),
    may=may_come_home,
    do=lambda g, politics, nation: return_capital(g, nation),
)


# --- 9.24 minors ------------------------------------------------------------------------


@rule("9.24", "4.12")
def check_minor(g: War, minor: int) -> None:
    """A minor that fought and has no land or air unit left in its Home Country is defeated; who controlled it keeps its colonies.

    Home zones that nobody has taken belong to whoever stands there, or to the first who comes (GW36-AMB-176).
    """
    if not alive(g, minor):
        return
    home = home_mask(g)[minor]
    units = g.units
    if any(n == minor and at in home and not IS_NAVAL[k] for k, n, at in zip(units.kind, units.nation, units.at)):
        return
    lord = g.nations.controller[minor]
    left = [z for z in zones_of(g, minor) if z not in home]
    free = [z for z in zones_of(g, minor) if z in home]
    if free and has_own_end(g, minor):
        return
    if left and lord >= 0 and not free:
        return  # it was defeated before
    g.say("{} is defeated", g.nations[minor], rule="9.24")
    for z in free:
        g.zones[z].owner = occupant(g, z)
    if left and lord >= 0:
        return  # 4.12: the controller keeps the colonies, forces and ships; the minor lives on in them
    for u, (at, n) in enumerate(zip(units.at, units.nation)):
        if n == minor and at >= 0:
            if lord >= 0:  # the controller keeps its forces abroad and its ships
                g.units[u].nation = lord
            else:
                g.remove(u)
    for z in left:
        g.zones[z].owner = NOWHERE
    fall(g, minor, DEFEATED)


@rule("13.1", "13.2", "14.4.4")
def has_own_end(g: War, minor: int) -> bool:
    """Minors whose defeat has a rule of its own: the factions of the Spanish Civil War, Abyssinia, Vichy France."""
    return (minor in SPANISH and g.spain == CIVIL_WAR) or (minor == ABYSSINIA and g.abyssinia > 0) or minor == VICHY


# --- 9.22 player nations ------------------------------------------------------------------------


@rule("9.22")
def surrenders(g: War, nation: int) -> bool:
    """Whether the surrender condition of a nation's sheet holds."""
    terms = g.facts.nations[NATIONS[nation]].surrender
    owner = g.zones.owner

    def lost(z: int) -> bool:
        return owner[z] >= 0 and not allied(g, owner[z], nation) and (at_war(g, owner[z], nation) or owner[z] != nation)

    zones = [g.board.space(z) for z in terms.zones if g.board.knows(z)]
    if terms.kind == "all_enemy_held":
        return bool(zones) and all(lost(z) for z in zones)
    if terms.kind == "capital_and_home":
        return all(lost(z) for z in home_zones(g, nation))
    if terms.kind == "no_zone":
        return not any(owner[z] == nation for z in home_zones(g, nation))
    if terms.kind == "with_nation":
        return g.nations.status[NATIONS.index(terms.zones[0])] == SURRENDERED
    return False  # never; Paris is france.py


@rule("9.22")
def surrender(g: War, nation: int) -> Flow[None]:
    """A player nation surrenders: its units are removed, its minors go to a member of its alliance"""
    g.say("{} surrenders", g.nations[nation], rule="9.22")
    wards = [n for n in range(PLAYED, len(NATIONS)) if alive(g, n) and g.nations.controller[n] == nation]
    heirs = [n for n in range(PLAYED) if n != nation and alive(g, n) and allied(g, n, nation)]
    for ward in wards:
        heir = yield from choose_heir(g, nation, heirs, ward)
        g.nations[ward].controller = NOWHERE
        if heir >= 0:
            take_control(g, ward, heir)
    for joined in [n for n in range(PLAYED, len(NATIONS)) if g.nations.status[n] == ABSORBED and g.nations.master[n] == nation]:
        land = [z for z in zones_of(g, nation) if printed_owner(g, z) == joined]
        if land:
            yield from hand_over(g, nation, joined, land, heirs)
    for u, (at, n) in enumerate(zip(g.units.at, g.units.nation)):
        if n == nation and at >= 0:
            g.remove(u)
    for z in zones_of(g, nation).copy():
        g.zones[z].owner = occupant(g, z)
    lose(g, nation, g.nations[nation].cash)
    yield from _take_over_ships(g, nation)
    fall(g, nation, SURRENDERED)


@rule("9.22")
def occupant(g: War, zone: int) -> int:
    """Who holds a surrendered zone because his land units stand there, most of all nations; NOWHERE if it is unoccupied."""
    counts: dict[int, int] = {}
    for u in g.units.stacks[zone]:
        if IS_LAND[g.units.kind[u]] and not g.units.duty[u]:  # not those who are attacking it
            counts[g.units.nation[u]] = counts.get(g.units.nation[u], 0) + 1
    return max(counts, key=lambda n: (counts[n], -n)) if counts else NOWHERE  # GW36-AMB-127


@rule("9.22")
def choose_heir(g: War, nation: int, heirs: list[int], ward: int) -> Flow[int]:
    """The surrendering player names the member of its alliance that a minor goes to"""
    if len(heirs) < 2:
        return heirs[0] if heirs else NOWHERE
    act = one_of("give", "9.22", "Give {0}", Nation, heirs, "it is no member of the alliance that could take it")
    prompt = f"Who takes {g.nations[ward].label}?"
    _, heir = yield from menu(g, seat_of(g, nation), prompt, Legacy(nation, ward, tuple(heirs)), act)
    return int(heir)


@rule("9.22")
def hand_over(g: War, nation: int, minor: int, land: list[int], heirs: list[int]) -> Flow[None]:
    """The land of a minor that had Aligned with the surrendering nation is Aligned with another member of its alliance"""
    heir = yield from choose_heir(g, nation, heirs, minor)
    if heir >= 0:
        g.nations[minor].master = heir
        for z in land:
            g.zones[z].owner = heir
        g.say("{} aligns with {}", g.nations[minor], g.nations[heir], rule="9.22")


@rule("7.3")
def _take_over_ships(g: War, nation: int) -> Flow[None]:
    """The conqueror may continue the ships on the Production Chart"""
    sheet = g.facts.nations[NATIONS[nation]]
    holder = g.zones.owner[g.board.space(sheet.capital)] if sheet.capital else NOWHERE
    yield from take_over_chart(g, nation, holder)


@rule("9.22", "9.20")
def restore(g: War, nation: int) -> None:
    """Home zones of a surrendered nation that its alliance holds go back; if its condition is gone then, it fights again."""
    for n in range(PLAYED):
        if g.nations.status[n] != SURRENDERED or n in (FRANCE, FREE_FRANCE):
            continue
        owner = g.zones.owner
        held = {z: owner[z] for z in home_zones(g, n) if owner[z] >= 0 and g.nations.alliance[owner[z]] == g.nations.alliance[n]}
        if not held:
            continue
        g.nations[n].status = ACTIVE
        g.news += 1
        for z in held:
            g.zones[z].owner = n
        if surrenders(g, n):
            g.nations[n].status = SURRENDERED
            g.news += 1
            for z, holder in held.items():
                g.zones[z].owner = holder
        else:
            factories_come_home(g, held)
            return_capital(g, n)
            take_up_arms(g, n)
            g.say("{} is in the war again", g.nations[n], rule="9.22")


# --- 9.21 voluntary return ------------------------------------------------------------------------


@rule("9.21")
def nearest_own_zone(g: War, zone: int, nation: int) -> int:
    """The nation's nearest friendly land zone at any distance, or NOWHERE."""
    friends = g.relations.aligned[nation]
    owner = g.zones.owner
    ring, seen = [zone], {zone}
    while ring:
        following = []
        for z in ring:
            for b, _ in g.board.neighbours[z]:
                if b not in seen:
                    seen.add(b)
                    following.append(b)
        for z in sorted(following):
            if owner[z] >= 0 and friends >> owner[z] & 1 and not strangers(g, z, nation):
                return int(z)
        ring = following
    return NOWHERE


@rule("0.5", "9.21")
def go_home(g: War, u: int) -> None:
    """A unit that may not stay where it is goes to its nearest friendly zone; without one it is lost (GW36-AMB-42)."""
    home = nearest_own_zone(g, g.units.at[u], g.units.nation[u])
    if home >= 0:
        g.put(u, home)
    else:
        g.remove(u)


@rule("0.5")
def clear_guests(g: War, zone: int) -> None:
    """Units in a zone that are not Aligned with its new owner leave it."""
    for u in list(g.units.stacks[zone]):
        nation, owner = g.units.nation[u], g.zones.owner[zone]
        if nation != owner and not g.relations.aligned[owner] >> nation & 1:
            go_home(g, u)


@rule("0.5")
def part(g: War, declarer: int, target: int) -> None:
    """New enemies that were guests of the same host do not stay together: the declarer's units leave (GW36-AMB-122)."""
    enemies = g.relations.enemies
    for zone, mask in list(guests(g).items()):
        if mask & (mask - 1) == 0:
            continue
        here = [n for n in range(len(NATIONS)) if mask >> n & 1]
        leaving = [n for n in here if power_of(n) == power_of(declarer) and enemies[n] & mask]
        for u in list(g.units.stacks[zone]):
            if g.units.nation[u] in leaving and IS_LAND[g.units.kind[u]] and not g.units.duty[u]:
                go_home(g, u)


@rule("9.21")
def return_zone(g: War, zone: int, owner: int) -> None:
    """The holder gives a zone back; his units go to his nearest friendly zone."""
    holder = g.zones.owner[zone]
    g.zones[zone].owner = owner
    factories_come_home(g, (zone,))
    clear_guests(g, zone)
    g.say("{} returns {} to {}", g.nations[holder], g.zones[zone], g.nations[owner], rule="9.21")
