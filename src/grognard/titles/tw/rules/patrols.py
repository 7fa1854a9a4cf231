"""7.4, 3.10.2, 7.8.2: patrols: ships that stay at sea through the enemy's turn, and come home at the end of their next; Evasion
chits."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, GERMANY, NEUTRAL, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.money import pay
from grognard.titles.tw.rules.sea_battle import sink
from grognard.titles.tw.rules.sea_fight import Force, full_carriers
from grognard.titles.tw.rules.seas import RANGE, distance, free_berths, friendly_port, harbours_in_reach, route, ships_at, ways
from grognard.titles.tw.rules.shipping import gather, move_ship
from grognard.titles.tw.rules.shipyards import LAUNCHED, SAILED
from grognard.titles.tw.rules.task_forces import told
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.state import MLE, NONE, PASS_TURN, RLE, SLE, SPRING, Hex, Nation, Unit, War, turn_of

FIRST = turn_of(1940, SPRING)
EVASION_PRICE = 3
GERMAN_EVASION = (turn_of(1940, SPRING), turn_of(1942, SPRING))


class Watch(Subject, frozen=True):
    """A side that sends out patrols."""

    side: int


@rule("3.10.2", "7.4")
def come_home(g: War, side: int) -> None:
    """Ships that have patrolled go back to the port they came from, or to the nearest with room."""
    sides, seas = g.roster.sides, g.ground.sea
    for u in g.roster.naval:
        ship = g.units[u]
        if ship.at < 0 or not seas[ship.at] or sides[u] != side:
            continue
        port = ship.port
        if port < 0 or not friendly_port(g, port, side) or free_berths(g, port) < 1:
            near = harbours_in_reach(g, g.roster.nations[u], ship.at, RANGE)
            port = next((p for p in near if free_berths(g, p) > 0), NOWHERE)
        if port == NOWHERE:
            sink(g, ship)
            continue
        move_ship(g, ship, port)
        ship.port = NOWHERE


@rule("7.4", "4.4", "7.0")
def may_patrol(g: War, ship: int, area: int) -> No | None:
    """Whether a ship can patrol an area: from Spring 1940 on, whole (a carrier with its aircraft), with more than a movement
    effort, and not after another mission."""
    units = g.units
    if units.at[ship] < 0 or g.roster.kinds[ship] not in (Kind.FLEET, Kind.CV) or g.roster.sides[ship] != g.side:
        return No("7.4", "it is no ship of yours")
    if g.ground.sea[units.at[ship]] or not g.ground.sea[area]:
        return No("7.4", "patrols sail from a port into a sea area")
    if g.turn < FIRST:
        return No("7.4", "no patrols before Spring 1940")
    if units.depleted[ship] or (g.roster.kinds[ship] == Kind.CV and ship not in full_carriers(g, [ship])):
        return No("7.4", "only whole ships patrol")
    if effort_of(g, ship) in (MLE, PASS_TURN) or not units.active[ship]:
        return No("7.4", "no patrols with this effort")
    if units.missions[ship] & (SAILED | LAUNCHED):
        return No("7.0", "it has been on a mission this turn")
    if units.supply[ship] == NONE:
        return No("12.6.3", "it is out of supply")
    far = distance(g, g.roster.nations[ship], units.at[ship], area)
    return None if far <= RANGE else No("7.2", "it is more than twelve sea areas away")


@rule("7.4")
def patrol(g: War, watch: Watch, pair: tuple[int, int]) -> Flow[None]:
    """Ships of a port sail to an area and stay there; they may be met on the way"""
    ship, area = g.units[pair[0]], pair[1]
    port = ship.at
    way = route(g, g.roster.nations[ship.index], port, area)

    def company(force: list[int]) -> list[int]:
        there = [u for u in ships_at(g).get(port, ()) if u not in force and may_patrol(g, u, area) is None]
        return [u for u in there if route(g, g.roster.nations[u], port, area) == way]

    words = f"a patrol from {g.board.label(port)}"
    force = yield from gather(g, g.seat(g.side), f"{words}: more ships?", [ship.index], company, "7.4")
    voyage = Voyage(Force(g.side, list(force)), port, way, words)
    through = yield from sail(g, voyage)
    for u in voyage.force.ships if through else ():
        row = g.units[u]
        if row.at == port:
            move_ship(g, row, area)
            row.port = port
            g.say("{} patrols {}", told(g, row) if row.task else row, g.hexes[area], rule="7.4")


@rule("3.10.2", "7.4")
def patrols(g: War) -> Flow[None]:
    """Patrols come home, and new ones are sent out"""
    come_home(g, g.side)
    watch = Watch(g.side)
    while True:
        choice, _ = yield from menu(g, g.seat(g.side), "Patrols", watch, DONE, PATROLLING, rule="7.4")
        if choice.verb == "done":
            return


def _watches(g: War, watch: Watch) -> list[tuple[int, int]]:
    """Ships and areas; of ships alike in one port the first stands for all."""
    known, seen, found = g.roster, set(), []
    if g.turn < FIRST:
        return []
    for u in known.naval:
        at = g.units.at[u]
        key = at, known.nations[u], known.kinds[u], g.units.missions[u], g.units.depleted[u]
        if at < 0 or known.sides[u] != watch.side or g.ground.sea[at] or key in seen:
            continue
        seen.add(key)
        found += [(u, a) for a, (n, _) in ways(g, known.nations[u], at).items() if n <= RANGE]
    return found


# --- Evasion chits (7.8.2) ------------------------------------------------------------------------------------------------------


@rule("7.8.2", "4.3")
def may_buy_evasion(g: War, nation: int) -> No | None:
    """Whether a navy can buy its Evasion chit: one a year for 3 NARFs, with an SLE or RLE; Germany in 1940 to Spring 1942."""
    row = g.nations[nation]
    if nation not in (GERMANY, BRITAIN, USA) or row.side == NEUTRAL or row.surrendered:
        return No("7.8.2", "only the German, British and American navies at war have them")
    if nation == GERMANY and not GERMAN_EVASION[0] <= g.turn <= GERMAN_EVASION[1]:
        return No("7.8.2", "Germany has them from Spring 1940 to Spring 1942")
    if row.evasion_year == g.year:
        return No("7.8.2", "one a year")
    if row.effort not in (SLE, RLE):
        return No("4.3", "not with this effort")
    return No("7.8.2", f"it costs {EVASION_PRICE} NARFs") if row.narfs < EVASION_PRICE else None


def buy_evasion(g: War, nation: int) -> None:
    row = g.nations[nation]
    pay(g, nation, EVASION_PRICE)
    row.evasion, row.evasion_year = 1, g.year


@rule("7.8.2", "3.3")
def evasion_chits(g: War) -> Flow[None]:
    """Navies may buy their Evasion chit for the year"""
    for nation in (GERMANY, BRITAIN, USA):
        g.nations[nation].evasion = 0
    for side in (0, 1):
        while True:
            able = [n for n in (GERMANY, BRITAIN, USA) if g.nations.side[n] == side and may_buy_evasion(g, n) is None]
            if not able:
                break
            choice, _ = yield from menu(g, g.seat(side), "Evasion chits", Watch(side), DONE, EVADING, rule="7.8.2")
            if choice.verb == "done":
                break


DONE: Act[War, Watch, None] = Act("done", "7.4", "Done", do=lambda g, s, _: None)
PATROLLING: Act[War, Watch, tuple[int, int]] = Act(
    "patrol", "7.4", "{0} patrols {1}", takes=(Unit, Hex), among=_watches, rolls=True,
    may=lambda g, s, c: may_patrol(g, *c), do=patrol,
)  # fmt: skip
EVADING: Act[War, Watch, int] = Act(
    "evasion", "7.8.2", "{0} buys an Evasion chit (3)", takes=Nation,
    among=lambda g, s: [n for n in (GERMANY, BRITAIN, USA) if g.nations.side[n] == s.side],
    may=lambda g, s, n: may_buy_evasion(g, n) if g.nations.side[n] == s.side else No("7.8.2", "it is no navy of your side"),
    do=lambda g, s, n: buy_evasion(g, n),
)  # fmt: skip
