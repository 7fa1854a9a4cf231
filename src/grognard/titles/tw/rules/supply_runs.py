"""7.8.4, 12.1.2, 12.7.2: supply lines over the sea where ships sail: aircraft and naval forces cut them, the owner answers, and
runs supply through closed waters with an escort. Scenarios without ships use sea_supply.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.interception import aircraft_beside, fly_out, naval_forces, near_enough, search
from grognard.titles.tw.rules.missions import may_sail
from grognard.titles.tw.rules.sea_battle import OTHER_LEFT, PHASING_LEFT, battle_at_sea
from grognard.titles.tw.rules.sea_fight import Force, strikers
from grognard.titles.tw.rules.sea_supply import needed_seas
from grognard.titles.tw.rules.shipyards import SAILED
from grognard.titles.tw.rules.supply import check_supply
from grognard.titles.tw.rules.voyages import Voyage, challenge, homeward, rally, send_more
from grognard.titles.tw.state import Hex, Unit, War

MOST_ESCORTS = 3  # 12.7.2


class SeaLines(Subject, frozen=True):
    """The supply lines at sea as one side sees them, and the areas through which it has tried to run supply this turn."""

    side: int
    tried: tuple[Annotated[int, Hex], ...] = ()

    @once
    def wanted(self, g: War) -> list[int]:
        """Sea areas that enemy lines need."""
        return needed_seas(g, 1 - self.side)


class Run(Subject, frozen=True):
    """Supply that is run through a closed sea area."""

    area: Annotated[int, Hex]


@rule("12.7.2")
def closed_seas(g: War, side: int) -> list[int]:
    """Sea areas closed to the supply of a side by the enemy's last turn."""
    whose, until, now = g.hexes.cut_side, g.hexes.cut_until, g.player_turn
    return [s for s in g.ground.seas if whose[s] == side and until[s] >= now]


@rule("12.7.2")
def may_run(g: War, lines: SeaLines, area: int) -> No | None:
    """Whether supply can be run through a sea area: a closed one, once in a player turn (TW-AMB-160)."""
    if area not in closed_seas(g, lines.side):
        return No("12.7.2", "it is not closed")
    return No("12.7.2", "a run through it has been tried this turn") if area in lines.tried else None


@rule("12.7.2")
def run(g: War, lines: SeaLines, area: int) -> Flow[None]:
    """Supply is run through a sea area, escorted or not; the enemy may stop it again"""
    _, escorts = yield from menu(
        g, g.seat(g.side), "Escorts for supply through {0}", Run(area), ALONE, ESCORTED, rule="12.7.2", named=(g.hexes[area],)
    )
    ships = list(escorts or ())[:MOST_ESCORTS]
    for u in ships:
        g.units[u].missions = g.units.missions[u] | SAILED
    force = Force(g.side, ships, supply=True)
    origin = g.units.at[ships[0]] if ships else area
    voyage = Voyage(force, origin, [area], f"supply through {g.board.label(area)}")
    met = yield from challenge(g, voyage, 0)
    if met is not None:
        _, foe = met
        yield from rally(g, force, foe, area, voyage.tried)
        result = PHASING_LEFT if force.empty else (yield from battle_at_sea(g, force, foe, area))
        yield from homeward(g, [*force.ships, *foe.ships], area)
        if result != OTHER_LEFT:
            g.say("supply does not get through {}", g.hexes[area], rule="12.7.2")
            g.hexes[area].cut_until = g.player_turn
            return
    g.hexes[area].cut_side = g.hexes[area].cut_until = -1
    g.say("supply runs through {} again", g.hexes[area], rule="12.7.2")


@rule("12.1.2", "7.8.3")
def may_cut_from_the_air(g: War, lines: SeaLines, plane: int, area: int) -> No | None:
    """Whether an aircraft can cut an enemy line in a sea area beside its base."""
    if area not in lines.wanted(g):
        return No("12.1.2", "no enemy line runs there")
    if g.roster.sides[plane] != g.side or plane not in strikers(g, aircraft_beside(g, g.side, area), area):
        return No("7.8.3", "it is no bomber beside the area that can fly")
    return None


@rule("12.1.2", "7.8.4")
def may_cut_with_ships(g: War, lines: SeaLines, place: int, area: int) -> No | None:
    """Whether ships of a port can try to cut an enemy line within five sea areas."""
    ships = [u for u in naval_forces(g, g.side).get(place, ()) if may_sail(g, u) is None]
    if not ships:
        return No("7.0", "no ship there can sail")
    if area not in lines.wanted(g):
        return No("12.1.2", "no enemy line runs there")
    return None if near_enough(g, place, ships, area) else No("7.8", "it is more than five sea areas away")


def cut_from_the_air(g: War, lines: SeaLines, pair: tuple[int, int]) -> Flow[None]:
    fly_out(g, pair[0])
    yield from cut(g, Force(g.side, planes=[pair[0]]), pair[1], set())


def cut_with_ships(g: War, lines: SeaLines, pair: tuple[int, int]) -> Flow[None]:
    """Ships roll to find the line, which counts as one unit"""
    place, area = pair
    ships = [u for u in naval_forces(g, g.side)[place] if may_sail(g, u) is None]
    for u in ships:
        g.units[u].missions = g.units.missions[u] | SAILED
    if (yield from search(g, ships, place, area, Force(1 - g.side, supply=True), counter=False)):
        yield from cut(g, Force(g.side, ships), area, {place})


@rule("12.1.2", "7.8.4")
def cut(g: War, force: Force, area: int, tried: set[int]) -> Flow[None]:
    """The owner of the line may fight for it; it is cut if whole ships or aircraft of the raider are left there"""
    guard = Force(1 - g.side, supply=True)
    came = yield from send_more(g, guard, force, area, tried)
    result = OTHER_LEFT
    if came:
        yield from send_more(g, force, guard, area, tried)
        result = yield from battle_at_sea(g, force, guard, area)
        yield from homeward(g, [*force.ships, *guard.ships], area)
    whole = [u for u in (*force.ships, *force.planes) if g.units.at[u] >= 0 and not g.units.depleted[u]]
    if result == PHASING_LEFT or not whole:
        return
    row = g.hexes[area]
    row.cut_side, row.cut_until = 1 - g.side, g.player_turn + 1
    g.say("{} is closed to enemy supply", row, rule="12.1.2")


@rule("12.1.2", "12.7.2", "7.8.4")
def supply_at_sea(g: War) -> Flow[None]:
    """Run supply through closed waters, then cut the enemy's lines"""
    lines, seat = SeaLines(g.side), g.seat(g.side)
    while any(may_run(g, lines, area) is None for area in closed_seas(g, g.side)):
        choice, _ = yield from menu(g, seat, "Waters closed to your supply", lines, DONE, RUNNING, rule="12.7.2")
        if choice.verb == "done":
            break
        lines = SeaLines(g.side, (*lines.tried, choice.arg.index))
    check_supply(g, g.side)
    while True:
        choice, _ = yield from menu(g, seat, "Cut enemy supply at sea", lines, DONE, CUTTING, INTERDICTING, rule="12.1.2")
        if choice.verb == "done":
            return


def _air_cuts(g: War, lines: SeaLines) -> list[tuple[int, int]]:
    wanted = lines.wanted(g)
    return [(u, a) for a in wanted for u in strikers(g, aircraft_beside(g, lines.side, a), a)]


def _ship_cuts(g: War, lines: SeaLines) -> list[tuple[int, int]]:
    wanted = lines.wanted(g)
    return [(p, a) for p in naval_forces(g, lines.side) for a in wanted]


def _escorts(g: War, run: Run) -> list[int]:
    """Ports whose ships reach the area."""
    forces = naval_forces(g, g.side)
    return [p for p in forces if _may_escort(g, p, run.area) is None]


def _may_escort(g: War, place: int, area: int) -> No | None:
    ships = [u for u in naval_forces(g, g.side).get(place, ()) if may_sail(g, u) is None]
    if not ships:
        return No("7.0", "no ship there can sail")
    return None if near_enough(g, place, ships, area) else No("7.8", "it is more than five sea areas away")


DONE: Act[War, SeaLines, None] = Act("done", "12.1.2", "Done", do=lambda g, s, _: None)
RUNNING: Act[War, SeaLines, int] = Act(
    "run", "12.7.2", "Run supply through {0}", takes=Hex, rolls=True, among=lambda g, s: closed_seas(g, s.side),
    may=lambda g, s, a: may_run(g, s, a), do=run,
)  # fmt: skip
CUTTING: Act[War, SeaLines, tuple[int, int]] = Act(
    "cut", "12.1.2", "{0} cuts the line in {1}", takes=(Unit, Hex), rolls=True, among=_air_cuts,
    may=lambda g, s, c: may_cut_from_the_air(g, s, *c), do=cut_from_the_air,
)  # fmt: skip
INTERDICTING: Act[War, SeaLines, tuple[int, int]] = Act(
    "interdict", "12.1.2", "Ships from {0} cut the line in {1}", takes=(Hex, Hex), rolls=True, among=_ship_cuts,
    may=lambda g, s, c: may_cut_with_ships(g, s, *c), do=cut_with_ships,
)  # fmt: skip
ALONE: Act[War, Run, None] = Act("alone", "12.7.2", "No escort", do=lambda g, s, _: (), rolls=True)
ESCORTED: Act[War, Run, int] = Act(
    "escort", "12.7.2", "Ships from {0} escort it", takes=Hex, rolls=True, listed=_escorts,
    may=lambda g, s, p: _may_escort(g, p, s.area),
    do=lambda g, s, p: [u for u in naval_forces(g, g.side)[p] if may_sail(g, u) is None],
)  # fmt: skip
