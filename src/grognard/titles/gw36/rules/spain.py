"""13.1 and 13.2: the Spanish Civil War and the Italian campaign in Abyssinia (1936 scenario). Recruitment is placement.py."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.acts import menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import rule
from grognard.titles.gw36.kinds import INFANTRY_UNIT, IS_NAVAL, IS_NAVAL_FACILITY
from grognard.titles.gw36.powers import ABSORBED, DEFEATED, FRANCE, FREE_FRANCE, GERMANY, NATION, USSR
from grognard.titles.gw36.rules.nations import absorb, alive, at_war_with_major, fall, zones_of
from grognard.titles.gw36.rules.seats import acting, seat_of
from grognard.titles.gw36.state import CIVIL_WAR, NATIONALIST, REPUBLICAN, Unit, War, Zone
from grognard.titles.gw36.subjects import Quarters, Redeployment

NATIONALISTS, REPUBLICANS = NATION["nationalist_spain"], NATION["republican_spain"]
ABYSSINIA = NATION["abyssinia"]
NOT_SPANISH = "land and air forces stand in Spanish zones, ships at Spanish ports"


@derived()
def continental_spain(g: War) -> frozenset[int]:
    """The six zones of continental Spain."""
    return frozenset(
        [z for z in range(g.board.size) if g.board.country[z] == "spain" and "spain" in g.board.column("home")[z].split()]
    )


@rule("13.1")
def check_spain(g: War) -> Flow[None]:
    """A faction that possesses all of continental Spain has won the Civil War"""
    if g.spain != CIVIL_WAR:
        return
    owners = {g.zones.owner[z] for z in continental_spain(g)}
    # a Communist Spain scores no point of its own (GW36-AMB-07)
    if owners == {NATIONALISTS}:
        yield from win(g, NATIONALISTS, REPUBLICANS, GERMANY)
        g.spain = NATIONALIST
    elif owners == {REPUBLICANS}:
        yield from win(g, REPUBLICANS, NATIONALISTS, USSR)
        g.spain = REPUBLICAN


@rule("13.1")
def win(g: War, winner: int, loser: int, patron: int) -> Flow[None]:
    """The losers are removed, Spain is one again, the patron redeploys its land and air forces"""
    g.say("{} wins the Spanish Civil War", g.nations[winner], rule="13.1")
    for u, (at, n) in enumerate(zip(g.units.at, g.units.nation)):
        if at >= 0 and n == loser:
            g.remove(u)
    for z in zones_of(g, loser).copy():
        g.zones[z].owner = winner
    fall(g, loser, DEFEATED)
    for site in g.sites:
        if site.at >= 0 and g.zones.owner[site.at] == winner:
            site.damage = 0
    g.spain = NATIONALIST if winner == NATIONALISTS else REPUBLICAN
    yield from redeploy(g, winner, patron)


def port_seas(g: War, zones: list[int]) -> list[int]:
    """Sea zones on which these zones have a naval facility."""
    kinds, at = g.sites.kind, g.sites.at
    ports = {z for k, z in zip(kinds, at) if z in zones and IS_NAVAL_FACILITY[k]}
    return sorted({s for z in ports for s in g.board.geo.coast[z]})


@rule("13.1")
def redeploy(g: War, winner: int, patron: int) -> Flow[None]:
    """Spanish land and air forces may be placed anew in Spanish zones, ships at Spanish ports"""
    zones = zones_of(g, winner)
    seat = seat_of(g, patron)
    ports = port_seas(g, zones)
    moved: set[int] = set()
    units = g.units
    for u in [u for u, n in enumerate(units.nation) if n == winner and units.at[u] >= 0 and IS_NAVAL[units.kind[u]]]:
        if ports and units.at[u] not in ports:  # its ships must be at Spanish ports
            yield from _berth(g, seat, u, ports)
    while True:
        left = [u for u, (at, n) in enumerate(zip(g.units.at, g.units.nation)) if at >= 0 and n == winner and u not in moved]
        if not left:
            return
        picking = one_of("pick", "13.1", "", Unit, left, "it is no Spanish unit, or it has been placed")
        prompt, subject = "Redeploy Spanish forces", Redeployment(winner, tuple(left))
        choice, u = yield from menu(g, seat, prompt, subject, word("done", "13.1", "Done"), picking)
        if choice.verb == "done":
            return
        places = ports if IS_NAVAL[units.kind[u]] else zones
        if places:
            yield from _quarter(g, seat, u, places)
        moved.add(u)


def _berth(g: War, seat: str, u: int, ports: list[int]) -> Flow[None]:
    """A Spanish ship comes to a port"""
    if len(ports) == 1:
        g.put(u, ports[0])
    else:
        yield from _quarter(g, seat, u, ports)


def _quarter(g: War, seat: str, u: int, places: Sequence[int]) -> Flow[None]:
    """The patron names the place of a unit"""
    unit, subject = g.units[u], Quarters(u, tuple(places))
    act = one_of("place", "13.1", "Place {0} {1}", (Unit, Zone), [(u, z) for z in places], NOT_SPANISH)
    _, (_, zone) = yield from menu(g, seat, f"Place {unit.label}", subject, act)
    g.put(u, zone)


@rule("13.1")
def free_divisions(g: War) -> None:
    """The patron of the winner gets an Infantry in its capital each turn: Blue Division or International Brigade."""
    for state, spain, patron, city, name in (
        (NATIONALIST, NATIONALISTS, GERMANY, "berlin", "Blue Division"),
        (REPUBLICAN, REPUBLICANS, USSR, "moscow", "International Brigade"),
    ):
        zone = g.board.space(city)
        if (
            g.spain == state
            and patron in acting(g)
            and g.scenario == "1936"
            and g.zones.owner[zone] == patron
            and not (patron == GERMANY and g.nations.status[spain] == ABSORBED)  # only the Blue Division ends so
        ):
            g.raise_unit(INFANTRY_UNIT, patron, zone, spent=1)
            g.say("The {} arrives in {}", name, g.zones[zone], rule="13.1")


@rule("13.1")
def may_use_spanish_ports(g: War, nation: int, owner: int) -> bool:
    """Whether the patron of the victorious faction may use Spain's naval facilities (GW36-AMB-52)."""
    return (g.spain == NATIONALIST and nation == GERMANY and owner == NATIONALISTS and g.scenario == "1936") or (
        g.spain == REPUBLICAN and nation == USSR and owner == REPUBLICANS
    )


@rule("13.2")
def check_abyssinia(g: War) -> None:
    """Italy wins by holding Abyssinia; Abyssinia by regaining Eritrea, and joins France when France is at war."""
    if not alive(g, ABYSSINIA):
        g.abyssinia = 0
        return
    won = g.zones.owner[g.board.space("eritrea")] == ABYSSINIA
    if won and g.abyssinia == 1:
        g.abyssinia = 2
        g.say("Abyssinia has regained Eritrea", rule="13.2")
    if g.abyssinia == 2:
        for lord in (FRANCE, FREE_FRANCE):
            if alive(g, lord) and at_war_with_major(g, lord):
                absorb(g, ABYSSINIA, lord)
                g.abyssinia = 0
                return
