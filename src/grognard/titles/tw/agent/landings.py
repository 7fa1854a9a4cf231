"""Landings: which ports gather troops and Fleets, where an invasion goes ashore and when, and how those ashore are fed.

An invasion sails where the odds on the beach are good, the enemy's answer can be stood, and objectives lie behind the beach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Option
from grognard.kernel.paths import ranges
from grognard.titles.tw.agent import sea
from grognard.titles.tw.agent.estimate import Clash, clash, prizes, unit_worth
from grognard.titles.tw.agent.ground_view import View
from grognard.titles.tw.agent.orders import Attack, Orders
from grognard.titles.tw.agent.sketch import sketch
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.combat import able
from grognard.titles.tw.rules.invasions import ASSAULT, Armada, Landing, fleets_for, goals, may_load, near_friends, waters_of
from grognard.titles.tw.rules.missions import Admiralty, Squadron, landings, may_embark
from grognard.titles.tw.rules.passages import passages
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import RANGE, beachheads, free_berths, port_spaces, ships_at
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import enemies_in, friends_in, ground_at, hex_sides, presence
from grognard.titles.tw.state import SPRING, WINTER, War, turn_of

CHANNEL_PORTS = ("southampton", "plymouth", "london")
FIRST = turn_of(1942, SPRING)  # before it the West gathers no armada
SURE = 0.65  # chance to take the beach
RISKY = 0.55  # chance that the enemy throws the landing back
LEAST = 4.0  # worth of a landing that is made
NEAR = 9  # hexes from a beach to what makes it worth having
FRONT = 7  # hexes from a harbour to the enemy, for troops to be shipped there
MERCHANTS = 2  # American Fleets that carry aid
HOME_GUARD = 2  # units that stay in London
WESTERN = (BRITAIN, USA)
FROM = ("britain", "egypt", "morocco", "algeria", "tunisia", "libya", "gibraltar", "malta")
LATENT, FULL_ARMADA, MOST_WANTED = 0.4, 8.0, 9.0  # troops without ships; a great landing; what a beach wants


# --- where (7.7) ----------------------------------------------------------------------------------------------------------------


@derived("hexes.holder", "nations.side", "nations.surrendered", "turn")
def depots(g: War) -> list[int]:
    """Ports where the West gathers troops and Fleets for a landing in France: once France has fallen, from 1942 on."""
    if not g.campaign or g.turn < FIRST or not g.nations.surrendered[FRANCE] or g.nations.surrendered[BRITAIN]:
        return []
    sides = hex_sides(g)
    ports = [g.ground.named(name) for name in CHANNEL_PORTS]
    return [p for p in ports if sides[p] == ALLIES and p in port_spaces(g)]


def waiting(g: War, port: int) -> list[int]:
    """Western troops in a depot that could land, the strongest first; London keeps a guard."""
    known = g.roster
    there = [
        u
        for u in ground_at(g).get(port, ())
        if known.nations[u] in WESTERN and known.kinds[u] not in (Kind.STA, Kind.FLAK, Kind.MOTFLAK) and not g.units.depleted[u]
    ]
    there.sort(key=lambda u: (-known.strengths[u], u))
    return there


@derived("hexes.holder", "nations.side")
def worth_of_shore(g: War, side: int) -> dict[int, float]:
    """By hex, the objectives of the enemy within a march, near ones first."""
    sides = hex_sides(g)
    land = [int(yes and held != NEUTRAL) for yes, held in zip(g.ground.land, sides)]
    found: dict[int, float] = {}
    for s, points in prizes(g).items():
        if sides[s] == 1 - side:
            for b, far in ranges(g.board, [s], NEAR, land).items():
                found[b] = found.get(b, 0.0) + 6.0 * points * 0.85**far
    ports = port_spaces(g)
    for s in list(found):
        if s in ports or any(b in ports for b in g.ground.steps[s]):
            found[s] += 3.0
    return found


def outlook(g: War, beach: int, force: Sequence[int]) -> Clash:
    """What to expect of an assault on a beach."""
    h = sketch(g)
    for u in force:
        h.units[u].at, h.units[u].afloat, h.units[u].dropped = beach, ASSAULT, 1
    return clash(h, Battle(beach, g.side, 1, list(force), landed=list(force)))


def best_beach(g: War, beaches: Iterable[int], force: Sequence[int], view: View) -> tuple[float, int, str] | None:
    """The beach that is worth most to a force: its worth, the hex, and why; None where no landing pays."""
    shore, best = worth_of_shore(g, g.side), None
    mass = sum(unit_worth(g, u) for u in force)
    for beach in beaches:
        prize = shore.get(beach, 0.0)
        if prize <= 0 or (best is not None and prize <= best[0]):
            continue
        guard = sum(view.defence(u, beach) for u in force)
        risk = view.fall(beach, guard)
        if risk > RISKY:
            continue
        empty = not enemies_in(g, beach, g.side)
        seen = Clash("empty", 0, 1.0, 0.0, 0.0) if empty else outlook(g, beach, force)
        if seen.taken < SURE:
            continue
        value = seen.taken * prize + seen.theirs - seen.mine - 0.4 * risk * mass
        if value > LEAST and (best is None or value > best[0]):
            label = g.board.label(beach)
            best = value, beach, f"a landing at {label}: {seen.odds}, {seen.taken:.0%}, thrown back {risk:.0%}, worth {value:.1f}"
    return best


# --- the other shore ------------------------------------------------------------------------------------------------------------


def armada(g: War) -> float:
    """Western troops that could be landed: those with a Fleet in their port, and in part those that could be brought together."""
    known, lift, fleets, troops = g.roster, 0, 0, 0
    for port in port_spaces(g):
        if g.hexes.holder[port] in WESTERN and (g.ground.country[port] in FROM or g.ground.box[port]):
            ships, men = _fleets_in(g, port), len(waiting(g, port))
            lift, fleets, troops = lift + min(ships, men), fleets + ships, troops + men
    for at, units in ground_at(g).items():
        if g.ground.country[at] == "britain" and at not in port_spaces(g):
            troops += sum(known.nations[u] in WESTERN and known.kinds[u] not in GUNLESS for u in units)
    return lift + LATENT * min(fleets, troops)


def coast(g: War, side: int) -> dict[int, float]:
    """By beach of the Axis in reach of Western ports, how much it wants a guard: by what lies behind it and by the armada."""
    if side != AXIS or not g.campaign or not g.nations.surrendered[FRANCE] or g.nations.surrendered[BRITAIN]:
        return {}
    threat = min(1.0, armada(g) / FULL_ARMADA) * (1.0 if g.nations.side[USA] != NEUTRAL else 0.4)
    shore, sides = worth_of_shore(g, ALLIES), hex_sides(g)
    return {
        s: threat * min(MOST_WANTED, 1.0 + 0.18 * shore[s])
        for s in shore
        if g.ground.beach[s] and sides[s] == AXIS and s in exposed(g)
    }


@derived("hexes.holder", "nations.side")
def exposed(g: War) -> frozenset[int]:
    """Beaches within three sea areas of a Western port (7.7)."""
    return frozenset(
        s
        for s, yes in enumerate(g.ground.beach)
        if yes and any(near_friends(g, BRITAIN, area) for area in waters_of(g, s))
    )


# --- an invasion, question by question ------------------------------------------------------------------------------------------


def choose(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The answer to a question of a mission at sea, or None where this module has no view."""
    match ask.subject:
        case Admiralty():
            return _mission(g, ask)
        case Armada():
            return _armada(g, ask, ask.subject)
        case Landing():
            return _land(g, ask, ask.subject)
        case Squadron(fleet=fleet, aboard=aboard):
            return _squadron(g, ask, fleet, aboard)
    return None


def wave(g: War, port: int) -> tuple[list[int], list[int]]:
    """Fleets and troops of an invasion from a port, as many of the one as of the other."""
    fleets = fleets_for(g, port)
    troops = [u for u in waiting(g, port) if fleets and may_load(g, port, fleets[0], u) is None]
    if port == g.ground.named("london"):
        troops = troops[: max(0, len(friends_in(g, port, g.side)) - HOME_GUARD)]
    many = min(len(fleets), len(troops))
    return fleets[:many], troops[:many]


def _mission(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The best invasion, then troops for the harbours at the front."""
    storm = next((o for o in ask.options if o.verb == "storm"), None)
    if storm is not None:
        return storm, "they are rolled over on the beach"
    best: tuple[float, Option, str] | None = None
    ports = [o for o in ask.options if o.verb == "invade"]
    view = View(g, g.side) if ports else None
    for option in ports:
        port = option.arg.index
        fleets, troops = wave(g, port)
        if view is None or len(troops) < 2:
            continue
        found = best_beach(g, goals(g, port, fleets[0]), troops, view)
        if found is not None and (best is None or found[0] > best[0]):
            best = found[0], option, found[2]
    if best is not None:
        return best[1], best[2]
    if fronts(g, g.side):
        for option in ask.options:
            fleet = option.arg.index if option.verb == "transport" else -1
            if fleet >= 0 and _harbours(g, fleet, _cargo(g, fleet)):
                return option, "troops for the front"
    return ask.find("done") or ask.options[0], "the fleet stays in port"


def _armada(g: War, ask: Ask, armada: Armada) -> tuple[Option, str]:
    """Everybody goes aboard, one to a Fleet, and the armada sails for the best beach."""
    stay = ask.find("stay") or ask.options[0]
    fleets, troops = wave(g, armada.port)
    laden, aboard = {f for f, _ in armada.cargo}, [u for _, u in armada.cargo]
    for option in ask.options:
        if option.verb == "load" and option.args[0].index not in laden and option.args[1].index in troops:
            return option, "aboard"
    listed = {o.arg.index: o for o in ask.options if o.verb == "sail"}
    found = best_beach(g, listed, aboard, View(g, g.side)) if listed else None
    return (listed[found[1]], found[2]) if found is not None else (stay, "no beach is good enough")


def _land(g: War, ask: Ask, landing: Landing) -> tuple[Option, str]:
    """All against one beach, tanks behind; where it is lost from the start the armada goes home."""
    back = ask.find("back") or ask.options[0]
    force = [u for _, u in landing.aboard] + [u for u, _ in landing.sent]
    beaches = {o.args[1].index for o in ask.options if o.verb == "assault"}
    sent = [b for _, b in landing.sent]
    if not sent:
        found = best_beach(g, beaches, force, View(g, g.side))
        if found is None:
            return back, "no beach is good enough"
        sent = [found[1]]
    kinds = g.roster.kinds
    able_ = [o for o in ask.options if o.verb == "assault" and o.args[1].index == sent[0]]
    able_.sort(key=lambda o: kinds[o.args[0].index] in (Kind.ARM, Kind.MECH))
    if able_:
        return able_[0], "the first wave"
    hold = next((o for o in ask.options if o.verb == "hold" and o.args[1].index == sent[0]), None)
    return (hold, "the second wave") if hold is not None else (back, "no room ashore")


def assaults(h: War, orders: Orders) -> set[int]:
    """Those who have landed beside enemies fight for their beach: attacks for the orders; who takes part."""
    busy: set[int] = set()
    dropped, sides = h.units.dropped, h.roster.sides
    for at, units in sorted(ground_at(h).items()):
        if not any(dropped[u] and sides[u] == h.side for u in units) or not presence(h)[at] & (2 >> h.side):
            continue
        force = [u for u in able(h, at) if h.units.at[u] == at]
        if force:
            seen = clash(h, Battle(at, h.side, h.impulse, force, landed=force))
            reason = f"{h.board.label(at)}: {seen.odds}, {seen.text}, for the beach"
            orders.attacks[at] = Attack(force, 10.0, reason, column=0)
            busy.update(force)
            for u in force:
                h.units[u].fought = h.impulse
    return busy


# --- what is gathered (8.2, 8.3.3) ----------------------------------------------------------------------------------------------


def stakes(g: War, nation: int) -> dict[int, float]:
    """What an effort is worth at the depots: the troops that a Fleet in their port could land."""
    found: dict[int, float] = {}
    if nation not in WESTERN or g.season == WINTER:
        return found
    known = g.roster
    for port in depots(g):
        troops = waiting(g, port)
        if min(_fleets_in(g, port), len(troops)) >= 2:
            found[port] = sum(unit_worth(g, u) for u in troops if known.patrons[u] == nation)
    return {port: worth for port, worth in found.items() if worth > 0}


def _fleets_in(g: War, port: int) -> int:
    kinds = g.roster.kinds
    return sum(kinds[u] == Kind.FLEET and not g.units.depleted[u] for u in ships_at(g).get(port, ()))


def held_back(g: War) -> set[int]:
    """Troops that wait in the depots and do not march off."""
    return {u for port in depots(g) for u in waiting(g, port)} if g.side == ALLIES else set()


@derived("units.at", "units.design", "hexes.holder", "hexes.beachhead", "nations.side")
def fronts(g: War, side: int) -> dict[int, int]:
    """Harbours of the side near the enemy where troops are wanted, with the distance; not the British Isles, nor Soviet ones."""
    enemy = [s for s, bits in enumerate(presence(g)) if bits & (2 >> side)]
    if not enemy or side != ALLIES:
        return {}
    land = [int(yes) for yes in g.ground.land]
    near = ranges(g.board, enemy, FRONT, land)
    net, sides = lines(g, side).network, hex_sides(g)
    found = {}
    for s in {*port_spaces(g), *beachheads(g)}:
        if s in near and sides[s] == side and net.reached[s] and g.hexes.holder[s] != USSR and near[s] > 0:
            soviet = any(g.hexes.holder[b] == USSR for b in g.ground.steps[s])
            if not soviet and g.ground.country[s] not in ("britain", "ussr"):
                found[s] = near[s]
    return found


def wanted_port(g: War, space: int) -> float:
    """How much a harbour wants troops: at the front most, then depots with room and Fleets."""
    front = fronts(g, g.side)
    if space in front:
        return 20.0 - front[space]
    if space in depots(g):
        return 8.0 - 2.0 * len(waiting(g, space)) + min(free_berths(g, space), 2)
    return 4.0 if g.ground.country[space] == "britain" else 0.0


def _cargo(g: War, fleet: int) -> int:
    """The unit a Fleet should carry to the front; -1: none."""
    at = g.units.at[fleet]
    if at in fronts(g, g.side) or not fronts(g, g.side):
        return -1
    kinds = g.roster.kinds
    there = [u for u in ground_at(g).get(at, ()) if kinds[u] not in GUNLESS and kinds[u] != Kind.STA and g.units.active[u]]
    there = [u for u in there if g.roster.sides[u] == g.side and not g.units.depleted[u] and may_embark(g, fleet, u) is None]
    if at == g.ground.named("london"):
        there = there[: max(0, len(there) - HOME_GUARD)]
    return max(there, key=lambda u: (unit_worth(g, u), -u), default=-1)


def _harbours(g: War, fleet: int, unit: int) -> list[int]:
    """Harbours at the front where a Fleet can land a unit without danger on the way."""
    if unit < 0:
        return []
    front = fronts(g, g.side)
    return [s for s in landings(g, Squadron(fleet, (unit,))) if s in front and safe_passage(g, fleet, s)]


def _squadron(g: War, ask: Ask, fleet: int, aboard: Sequence[int]) -> tuple[Option, str]:
    stay = ask.find("stay") or ask.options[0]
    if not aboard:
        unit = _cargo(g, fleet)
        option = next((o for o in ask.options if o.verb == "embark" and o.arg.index == unit), None)
        return (option, "for the front") if option is not None else (stay, "nobody to carry")
    front = fronts(g, g.side)
    good = _harbours(g, fleet, aboard[0])
    ways = [o for o in ask.options if o.verb == "land" and o.arg.index in good]
    best = min(ways, key=lambda o: (front[o.arg.index], o.arg.index), default=None)
    return (best, "to the front") if best is not None else (stay, "no harbour at the front has room")


def safe_passage(g: War, fleet: int, goal: int) -> bool:
    """Whether the way of a Fleet to a harbour is free of bombers and strong enemy ships."""
    roads = sea_roads(g, g.roster.nations[fleet], g.units.at[fleet], RANGE)
    return goal in roads and sea.safe(g, roads[goal], g.side)


def merchants(g: War) -> frozenset[int]:
    """Two whole American Fleets that stay in the American box, for Lend-Lease."""
    known, box = g.roster, g.board.space("us_box")
    there = [u for u in ships_at(g).get(box, ()) if known.nations[u] == USA and known.kinds[u] == Kind.FLEET]
    return frozenset([u for u in there if not g.units.depleted[u]][:MERCHANTS])


def ferry(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """Who goes by sea, and which Fleets change their port: troops to the front and the depots, Fleets to troops that wait."""
    if power not in WESTERN:
        return None
    front, ports = fronts(g, g.side), depots(g)
    kinds, known = g.roster.kinds, g.roster
    kept = set(waiting(g, g.ground.named("london"))[:HOME_GUARD])
    for option in ask.options:
        if option.verb == "ferry":
            u = option.arg.index
            at = g.units.at[u]
            soldier = kinds[u] not in GUNLESS and kinds[u] != Kind.STA and known.ground[u]
            from_home = g.ground.country[at] == "britain" and soldier and u not in kept and not g.units.depleted[u]
            if front and from_home and any(safe_passage(g, f, p) for f, p in passages(g, u) if p in front):
                return option, "troops for the front"
    short = [p for p in ports if len(waiting(g, p)) > _fleets_in(g, p) and free_berths(g, p) > 0]
    for option in ask.options:
        if option.verb == "rebase" and option.args[1].index in short and kinds[option.args[0].index] == Kind.FLEET:
            ship, goal = option.args[0], option.args[1].index
            home = g.ground.country[ship.at] == "britain" or g.ground.box[ship.at]
            idle = ship.at not in ports or len(waiting(g, ship.at)) < len(ships_at(g).get(ship.at, ()))
            if home and idle and not ship.depleted and ship.index not in merchants(g):
                return option, f"Fleets for the troops in {g.board.label(goal)}"
    return None
