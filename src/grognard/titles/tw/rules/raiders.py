"""5.1.2: German surface raiders: who may sail, how they are met on the way out or at sea, what they sink."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, NEUTRAL, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.interception import naval_forces, near_enough, search
from grognard.titles.tw.rules.sea_battle import battle_at_sea
from grognard.titles.tw.rules.sea_fight import Force, full_carriers
from grognard.titles.tw.rules.seas import distance, route, sea, ships_at
from grognard.titles.tw.rules.standing import lets_sail
from grognard.titles.tw.rules.voyages import Voyage, homeward, sail
from grognard.titles.tw.state import Hex, War
from grognard.titles.tw.subjects import Hunt

OPEN_PORTS = ("kiel", "wilhelmshaven", "brest", "lorient", "bordeaux")  # 5.1.2.2: met on the way to the North Atlantic
HIDDEN_PORTS = ("trondheim", "bergen", "murmansk_box", "narvik_box")  # met only by the mark on the table
WHOLE, DEPLETED = 8, 4  # NARFs


def ports_of_raiders(g: War) -> dict[int, bool]:
    """Ports raiders sail from, and whether they lie open to interception on the way out."""
    found = {}
    for names, seen in ((OPEN_PORTS, True), (HIDDEN_PORTS, False)):
        for name in names:
            if name in g.ground.city_hex or name in g.ground.port_hex or name in g.board.ids:
                found[g.ground.named(name)] = seen
    return found


@rule("5.1.2.1")
def may_raid(g: War, ship: int) -> No | None:
    """Whether a German ship can raid: whole, in one of the ports named, a carrier with whole aircraft."""
    if g.roster.nations[ship] != GERMANY or g.roster.kinds[ship] not in (Kind.FLEET, Kind.CV):
        return No("5.1.2.1", "only German ships raid")
    if g.units.at[ship] not in ports_of_raiders(g):
        return No("5.1.2.1", "it does not lie in a port of raiders")
    if g.units.depleted[ship]:
        return No("5.1.2.1", "it is depleted")
    if g.roster.kinds[ship] == Kind.CV and ship not in full_carriers(g, [ship]):
        return No("5.1.2.1", "its aircraft must be aboard and whole")
    if distance(g, GERMANY, g.units.at[ship], sea(g, "north_atlantic")) == 99:
        return No("7.3", "no way leads to the North Atlantic")
    return None


@rule("5.1.2.2", "3.11")
def break_out(g: War, raiders: Sequence[int]) -> Flow[list[int]]:
    """Raiders of each open port sail to the North Atlantic and may be met on the way; who gets there"""
    atlantic, at_sea = sea(g, "north_atlantic"), []
    for port, seen in ports_of_raiders(g).items():
        ships = [u for u in raiders if g.units.at[u] == port]
        if not ships:
            continue
        if seen:
            way, name = route(g, GERMANY, port, atlantic), f"raiders from {g.board.label(port)}"
            voyage = Voyage(Force(AXIS, list(ships)), port, way, name)
            through = yield from sail(g, voyage)
            ships = [u for u in voyage.force.ships if through]
        at_sea += ships
    return at_sea


@rule("5.1.2.2", "5.1.1")
def hunted(g: War, raiders: Sequence[int]) -> Flow[None]:
    """Raiders from Norway were seen: British and American ships at home may hunt them in the North Atlantic, those of Gibraltar
    only after others have failed"""
    hidden = {p for p, seen in ports_of_raiders(g).items() if not seen}
    for port in sorted(hidden):
        ships = [u for u in raiders if g.units.at[u] == port and g.units.at[u] >= 0]
        if ships:
            yield from _hunt(g, ships)


LET = word("let", "5.1.2.2", "Let them pass")


def _hunt(g: War, ships: list[int]) -> Flow[None]:
    area, tried = sea(g, "north_atlantic"), set[int]()
    force, foe = Force(AXIS, ships), Force(ALLIES)
    while True:
        able = [
            (place, area)
            for place in hunters(g, failed=bool(tried) and not foe.ships)
            if place not in tried and near_enough(g, place, _hunters_in(g, place), area)
        ]
        if not able or (not tried and lets_sail(g, g.seat(ALLIES), ships, _packs(g, able), goods=False)):
            break
        no = "no ships there can hunt in that area"
        acts = LET, one_of("intercept", "5.1.2.2", "Hunt with the ships of {0}", (Hex, Hex), able, no, rolls=True)
        choice, _ = yield from menu(
            g, g.seat(ALLIES), "Hunt the raiders in the North Atlantic?", Hunt(area, tuple(ships)), *acts, rule="5.1.2.2"
        )
        if choice.verb == "let":
            break
        place = choice.args[0].index
        tried.add(place)
        if (yield from search(g, _hunters_in(g, place), place, area, force, counter=False)):
            foe.ships += _hunters_in(g, place)
    if foe.ships:
        yield from battle_at_sea(g, force, foe, area)
        yield from homeward(g, [*force.ships, *foe.ships], area)


def _packs(g: War, able: list[tuple[int, int]]) -> dict[int, tuple[list[int], list[int]]]:
    """All the ships that could hunt, by the area."""
    return {area: ([u for place, _ in able for u in _hunters_in(g, place)], []) for _, area in able}


@rule("5.1.2.2")
def hunters(g: War, *, failed: bool) -> list[int]:
    """Places whose ships may hunt: British ports at home, America and Canada if at war, Gibraltar when others have failed."""
    found = []
    for place in naval_forces(g, ALLIES):
        if not _hunters_in(g, place):
            continue
        home = g.ground.country[place] == "britain" and g.ground.land[place]
        america = g.board.ids[place] in ("us_box", "canada_box") and g.nations.side[USA] != NEUTRAL
        if home or america or (failed and place == g.ground.named("gibraltar")):
            found.append(place)
    return found


def _hunters_in(g: War, place: int) -> list[int]:
    nations = g.roster.nations
    return [u for u in ships_at(g).get(place, ()) if nations[u] in (BRITAIN, USA) and not g.units.depleted[u]]


@rule("5.1.2.1", "5.1.3")
def raider_damage(g: War, raiders: Sequence[int]) -> int:
    """NARFs that raiders sink: 8 each, 4 when depleted, none when lost."""
    damaged = [u for u in raiders if g.units.depleted[u]]
    whole = [u for u in raiders if g.units.at[u] >= 0 and u not in damaged]
    return WHOLE * len(whole) + DEPLETED * len(damaged)
