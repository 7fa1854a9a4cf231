"""11.14: airborne landings."""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import CLEAR, DESERT
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import BRITAIN, GERMANY, KEYS, MAJORS, NEUTRAL
from grognard.titles.tw.rules import air_combat, air_support
from grognard.titles.tw.rules.airbases import may_base
from grognard.titles.tw.rules.alliances import closed_to, far_from_port
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.flight import in_range
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.north_africa import african_room
from grognard.titles.tw.rules.units import eliminate, ground_at, hex_sides, presence
from grognard.titles.tw.rules.weather import no_airdrop
from grognard.titles.tw.state import NONE, RLE, SLE, SPRING, Hex, Unit, War, turn_of
from grognard.titles.tw.subjects import Dropping, Escort

LANDED, TURNED_BACK, SHOT_DOWN = range(3)
UNDERGROUND, HOME_ROLL = turn_of(1942, SPRING), 6  # 2.6


@rule("11.14", "11.14.1", "4.2", "4.3", "2.6")
def may_drop(g: War, unit: int) -> No | None:
    """Whether a parachute unit, or commandos, can land from the air now."""
    units = g.units
    if g.roster.kinds[unit] not in air_support.DROP_RANGE or units.at[unit] < 0:
        return No("11.14", "only parachute units and commandos land from the air")
    if not units.active[unit] or units.supply[unit] == NONE:
        return No("4.0", "it is not active and supplied")
    if effort_of(g, unit) not in (SLE, RLE):
        return No("11.14", "landings need an SLE or an RLE")
    if units.covert[unit]:
        return No("2.6", "it is behind the enemy's lines")
    if units.moved[unit] or units.dropped[unit] or units.fought[unit]:
        return No("11.14.1", "it has moved, fought or landed")
    if may_base(g, units.at[unit], unit) is not None:
        return No("11.14.1", "it is not in an airbase")
    if no_airdrop(g, units.at[unit], g.side):
        return No("26.0", "the weather forbids landings")
    return None


@rule("11.14.2")
def may_land(g: War, space: int) -> No | None:
    """Islands, beaches, deserts, cities and open ground can be landed on; woods, swamps and mountains cannot."""
    ground = g.ground
    if not ground.land[space] or hex_sides(g)[space] == NEUTRAL:
        return No("11.14.2", "there is no landing there")
    fit = ground.terrain[space] in (CLEAR, DESERT) or ground.city[space] or ground.beach[space] or ground.island[space]
    if not fit:
        return No("11.14.2", "woods, swamps and mountains are no landing ground")
    if no_airdrop(g, space, g.side):
        return No("26.0", "the weather forbids landings")
    return None


def ready(g: War) -> list[int]:
    """Parachute units and commandos that can land now."""
    known, side = g.roster, g.side
    return [u for u in known.paras if known.sides[u] == side and may_drop(g, u) is None]


def landing_hexes(g: War, unit: int) -> list[int]:
    reach, at = air_support.DROP_RANGE[g.roster.kinds[unit]], g.units.at[unit]
    near = [s for s in g.board.within(at, reach)[1:] if may_land(g, s) is None and in_range(g, at, s, reach)]
    shut = closed_to(g, [unit])
    crowd = african_room(g, [unit]) is not None
    return [
        s for s in near
        if s not in shut and not shared(g, unit, s) and not far_from_port(g, unit, s) and not (crowd and g.ground.north_africa[s])
    ]  # fmt: skip


@rule("2.6")
def shared(g: War, unit: int, space: int) -> bool:
    """Whether commandos would land where parachutists have, or the other way round (TW-AMB-180)."""
    kinds, jumpers = g.roster.kinds, air_support.DROP_RANGE
    there = [kinds[u] for u in ground_at(g).get(space, ()) if g.units.dropped[u] and kinds[u] in jumpers]
    return any(kind != kinds[unit] for kind in there)


def may_land_there(g: War, dropping: Dropping, space: int) -> No | None:
    """Whether a parachute unit can land in a hex."""
    no = may_land(g, space)
    if no is not None:
        return no
    if space in closed_to(g, [dropping.unit]):
        return No("6.2.2", "that country is closed to it")
    if far_from_port(g, dropping.unit, space):
        return No("6.2.1", "British units in France stay within a hex of a port")
    if g.ground.north_africa[space]:
        no = african_room(g, [dropping.unit])
        if no is not None:
            return no
    if shared(g, dropping.unit, space):
        return No("2.6", "commandos and parachutists do not land in the same hex")
    at, reach = g.units.at[dropping.unit], air_support.DROP_RANGE[g.roster.kinds[dropping.unit]]
    near = space != at and g.ground.far(at, space) <= reach and in_range(g, at, space, reach)
    return None if near else No("11.14.1", f"it is more than {reach} hexes away, or the way leads over neutral land")


@rule("2.6")
def behind_lines(g: War, unit: int) -> list[int]:
    """Hexes of minor countries in German hands, occupied France and Bohemia too, where British commandos can drop to the
    partisans from Spring 1942 on: any without a unit, not in the Soviet Union."""
    if g.roster.kinds[unit] != Kind.CDO or g.roster.nations[unit] != BRITAIN or g.turn < UNDERGROUND:
        return []
    homes = {key for n, key in enumerate(KEYS) if n in MAJORS} - {"france"}
    there, ground = presence(g), g.ground
    return [
        s
        for s, holder in enumerate(g.hexes.holder)
        if holder == GERMANY and ground.land[s] and not there[s] and ground.country[s] not in homes and not ground.ussr_1939[s]
    ]


@rule("2.6")
def exfiltrate(g: War, unit: Unit) -> None:
    """Commandos are flown back to Britain: 1 to 6 brings them to London, 7 to 10 loses them."""
    if g.roll(D10, f"{unit.label} is flown home", "2.6", aim=aim(g, most=HOME_ROLL)) > HOME_ROLL:
        eliminate(g, unit, "2.6")
        return
    unit.at, unit.covert, unit.moved = g.ground.named("london"), 0, 3
    g.say("{} is back in Britain", unit, rule="2.6")


def agents_home(g: War) -> list[int]:
    """Commandos behind the lines that can be flown home."""
    units, sides = g.units, g.roster.sides
    if hex_sides(g)[g.ground.named("london")] != g.side:
        return []
    out = [u for u, yes in enumerate(units.covert) if yes and units.at[u] >= 0 and sides[u] == g.side]
    return [u for u in out if not units.moved[u]]


GO: Act[War, Any, None] = word("go", "11.14.1", "Go", rolls=True)
INFILTRATING: Act[War, Dropping, int] = Act(
    "infiltrate", "2.6", "To the partisans at {0}", takes=Hex, listed=lambda g, s: behind_lines(g, s.unit),
    may=lambda g, s, h: None if h in behind_lines(g, s.unit)
    else No("2.6", "British commandos drop into German-held minor countries, where no unit stands, from Spring 1942"),
    do=lambda g, s, h: None,
)  # fmt: skip
STAYING: Act[War, Dropping, None] = word("stay", "11.14.2", "Stay")
LANDING: Act[War, Dropping, int] = Act(
    "land", "11.14.2", "Land at {0}", takes=Hex, listed=lambda g, s: landing_hexes(g, s.unit), may=may_land_there,
    do=lambda g, s, h: None,
)  # fmt: skip


@rule("11.14.1", "11.14.5", "11.8.1")
def airborne_landing(g: War, unit: Unit) -> Flow[None]:
    """Land a parachute unit, escorted or not"""
    seat = g.seat(g.side)
    dropping = Dropping(unit.index)
    choice, _ = yield from menu(
        g, seat, f"Where does {unit.label} land?", dropping, STAYING, LANDING, INFILTRATING, rule="11.14.2", first=(unit,)
    )
    unit.moved = unit.moved | 3
    if choice.verb == "stay":
        return
    target = choice.args[1]
    if choice.verb == "infiltrate":
        unit.at, unit.covert = target.index, 1
        g.say("{} drops to the partisans", unit, rule="2.6")
        return
    escorts: list[int] = []
    while True:
        able = air_support.escorts_for(g, target.index)
        if not able:
            break
        act = one_of("escort", "11.14.1", "Escort {0}", Unit, able, "it cannot fly there now")
        more, _ = yield from menu(g, seat, "Escort the landing?", Escort(target.index), GO, act, rule="11.14.1")
        if more.verb == "go":
            break
        air_support.log_mission(g, more.arg.index, air_support.ESCORT)
        escorts.append(more.arg.index)
    flight = yield from _intercepted(g, unit, escorts, target.index)
    if flight == SHOT_DOWN:
        eliminate(g, unit, "11.14.1")
    if flight != LANDED:
        return
    unit.at = target.index
    unit.dropped = g.impulse
    unit.free_until = g.player_turn + 1  # 11.14.5
    g.say("{} lands at {}", unit, target, rule="11.14.1")
    if not presence(g)[target.index] & (2 >> g.side) and not defended_city(g, target.index):
        take(g, target.index, g.roster.nations[unit.index], g.side)


@rule("11.14.1")
def _intercepted(g: War, unit: Unit, escorts: list[int], target: int) -> Flow[int]:
    """Whether transports get through: shot down if met alone or left alone with the enemy, turned back if no escort is left"""

    def hunters() -> list[int]:
        found = air_support.interceptors(g, [unit.index, *escorts], target, air_support.AGAINST_DROP)
        return [u for u in found if not air_support.unprotected(g, u, target)]

    guards, cover = yield from air_support.challenge(
        g, escorts, target, hunters, air_support.AGAINST_DROP, f"Intercept {unit.label}?"
    )
    if not cover:
        return LANDED
    if not escorts and not guards:
        return SHOT_DOWN
    left, foes = yield from air_combat.air_battle(g, [*escorts, *guards], cover, target)
    if left:
        return LANDED
    return SHOT_DOWN if foes else TURNED_BACK


@rule("10.6.8")
def defended_city(g: War, space: int) -> bool:
    """An empty enemy city has half a factor against parachutists alone."""
    return g.ground.city[space] and hex_sides(g)[space] == 1 - g.side and not presence(g)[space] & (2 >> g.side)


@rule("11.14.3", "10.3.3")
def failed_landings(g: War) -> None:
    """After the combat of the impulse landed units that share a hex with enemies are lost (TW-AMB-71)."""
    sides, kinds = g.roster.sides, g.roster.kinds
    for u in range(len(g.units)):
        at = g.units.at[u]
        if g.units.dropped[u] and at >= 0 and sides[u] == g.side:
            foes = any(sides[v] != g.side and kinds[v] not in GUNLESS for v in ground_at(g).get(at, ()))
            if foes or hex_sides(g)[at] != g.side:
                eliminate(g, g.units[u], "11.14.3", unsupplied=True)
