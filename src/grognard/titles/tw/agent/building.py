"""The Build Segment: what the money buys, where new units appear, and which depletions are made good (3.7)."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import landings
from grognard.titles.tw.agent.efforts import later, next_turn
from grognard.titles.tw.agent.estimate import DEPLETED, prizes, surrender_looms, turns_left, unit_worth
from grognard.titles.tw.agent.ground_view import key
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.agent.transfers import GATHER, Posts
from grognard.titles.tw.kinds import BOMBERS, EXPLOITING, FIGHTERS, Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, NEUTRAL, USSR
from grognard.titles.tw.rules.capitulation import FIFTY, lost_value
from grognard.titles.tw.rules.construction import build_price
from grognard.titles.tw.rules.mobilisation import URALS_UNITS
from grognard.titles.tw.rules.training import PAYMENTS, step_price
from grognard.titles.tw.rules.unit_prices import repair_price, unit_price
from grognard.titles.tw.rules.units import air_at, friends_in, patron_of
from grognard.titles.tw.rules.works import fortress_price
from grognard.titles.tw.state import DUE, Hex, Nation, Unit, War

FRESH = 2.0  # worth that a NARF must bring
LAST_BASE = 3
LAMENTED = 0.8  # of the price of a lost unit that it is worth to have it again, where losses bring a surrender nearer
TRAINING = 60.0
MASSES = 4  # turns after the German attack in which the Soviets need many units rather than good ones
PLAIN_PRICE = 5.0  # NARFs of a rifle army
THREATENED = 10  # hexes from the enemy at which a place that decides the war is fortified
KEY_WORKS = 40.0
WALL = 3.0  # what a beach must want to be fortified
RICH = 60  # NARFs beyond the needs of the year at which capacity is bought
CHEAP_MONEY = 0.5  # what a NARF weighs then
A_POINT = 25.0  # a tenth of the war: what a point on a surrender roll is worth


def over(g: War) -> bool:
    """Whether nothing that is built now can matter any more."""
    return g.side == ALLIES and turns_left(g) == 0


def choose(g: War, ask: Ask, stations: Stations) -> tuple[Option, str] | None:
    """The purchase that brings most for its price, while there is money that later efforts do not need."""
    done = ask.find("done")
    if done is None:
        return None
    best: tuple[float, Option, str] = (0.0, done, "the rest is kept for later efforts")
    for option in ask.options:
        value, reason = worth(g, option, stations)
        if value > best[0]:
            best = (value, option, reason)
    return best[1], best[2]


def worth(g: War, option: Option, stations: Stations) -> tuple[float, str]:
    """What an item is worth beyond its price."""
    if option.verb == "done" or over(g):
        return 0.0, ""
    first = option.args[0]
    if isinstance(first, Unit):
        return _unit(g, option.verb, first, stations)
    if option.verb == "train" and isinstance(first, Nation):
        return _training(g, first, str(option.args[1]))
    if option.verb == "extend" and isinstance(first, Nation):
        rich = g.campaign and spare(g, first.index) >= RICH and turns_left(g) > 4
        return (2.5, f"more shipping and trains for {first.label}") if rich else (-1.0, "")
    where = option.args[1] if len(option.args) > 1 else None
    if isinstance(first, Nation) and isinstance(where, Hex):
        return _works(g, option.verb, first, where.index, stations)
    return -1.0, ""


def spare(g: War, nation: int) -> int:
    """NARFs beyond what later efforts need."""
    return g.nations.narfs[nation] - later(g, nation)


def last_straw(g: War, unit: Unit) -> float:
    """What it is worth to have a lost Soviet unit again because a few NARFs less in lost units make the surrender roll of this
    turn easier by a point (21.1): its part of that point."""
    if not unit.fallen or patron_of(g, unit.index) != USSR or not surrender_looms(g):
        return 0.0
    lost = lost_value(g, USSR, ships=False)
    over = lost % FIFTY + 1  # what must be built again for the next lower step
    if lost < FIFTY or over > g.nations.narfs[USSR]:
        return 0.0
    return A_POINT * min(unit_price(g, unit.index), over) / over


def _unit(g: War, verb: str, unit: Unit, stations: Stations) -> tuple[float, str]:
    u = unit.index
    nation = patron_of(g, u)
    if verb == "build":
        price = build_price(g, u)
        relief = last_straw(g, unit)
        if price == 0:
            bonus = 100.0 if unit.pool == DUE else 50.0 + unit_price(g, u) + relief
            return bonus, f"{unit.label} costs nothing"
        if relief and price <= g.nations.narfs[nation]:
            return relief, f"{unit.label} for {price} NARFs: its loss weighs on the surrender roll"
        if price > spare(g, nation) or (g.side != ALLIES and turns_left(g) == 0):
            return -1.0, ""
        if nation == USSR and g.campaign and g.nations.side[USSR] == NEUTRAL and g.roster.kinds[u] in (*BOMBERS, *FIGHTERS):
            return -1.0, ""  # 21.4: it would stand on the border when the attack comes
        owed = LAMENTED * price if unit.fallen and nation in (BRITAIN, USSR) else 0.0  # 17.2.2, 21.1: it weighs on the roll
        dear = CHEAP_MONEY if g.campaign and spare(g, nation) >= RICH + price else 1.0  # what nothing else needs is not saved
        gain = FRESH * unit_worth(g, u) - dear * price + owed
        if nation == USSR and 0 <= g.turn - g.barbarossa < MASSES:
            gain *= PLAIN_PRICE / price  # many rifle armies before a few tanks and aircraft
        return gain, f"{unit.label} for {price} NARFs"
    if verb == "repair":
        price = repair_price(g, u)
        if price > g.nations.narfs[nation] - (next_turn(g, nation) if turns_left(g) else 0):
            return -1.0, ""  # an effort moves only troops that can fight: repairs come before the efforts after the next
        kind = g.roster.kinds[u]
        gain = 9.0 if kind in BOMBERS or kind in FIGHTERS else DEPLETED * unit_worth(g, u) / (1.0 - DEPLETED)
        near = stations.view.near.get(unit.at, 12)
        return 1.6 * gain * (1.0 if near <= 4 else 0.7) - price, f"repairs {unit.label} for {price} NARFs"
    if verb == "reserve":
        near = stations.view.near.get(unit.at, 12)
        ready = near in (2, 3) and g.roster.kinds[u] in EXPLOITING and not unit.depleted
        weak = stations.view.bold < 0.5
        return (1.0, f"{unit.label} waits in reserve") if ready and weak and spare(g, nation) >= 15 else (-1.0, "")
    if verb == "upgrade":
        return (1.0, f"a better counter for {unit.label}") if spare(g, nation) >= 8 else (-1.0, "")
    return -1.0, ""


def _training(g: War, row: Nation, service: str) -> tuple[float, str]:
    """A better army is worth more than any unit, once begun it is paid for every turn (10.8.2)."""
    price = step_price(g, row, service)
    if turns_left(g) < PAYMENTS + 1 or price > g.nations.narfs[row.index] - next_turn(g, row.index):
        return -1.0, ""
    worth = TRAINING if service == "army" else TRAINING / 2
    return worth, f"the {service} of {row.label} is trained for {price} NARFs"


def _works(g: War, verb: str, row: Nation, space: int, stations: Stations) -> tuple[float, str]:
    view = stations.view
    label = g.board.label(space)
    if verb == "airbase":
        based = sum(1 for n in g.hexes.airbase if n == row.index)
        wanted = based < LAST_BASE and view.near.get(space, 12) == 2 and not g.ground.city[space]
        return (0.2, f"an airbase at {label}") if wanted and not air_at(g).get(space) else (-1.0, "")
    if verb not in ("fortify", "fortress"):
        return -1.0, ""
    price = 5 if verb == "fortify" else fortress_price(g, space)
    there = friends_in(g, space, view.side)
    if row.index == USSR and key(g, space) and there and not g.hexes.works[space] and price <= g.nations.narfs[USSR]:
        near = view.near.get(space, 99) if g.barbarossa >= 0 else 0 if g.turn >= GATHER else 99
        if near <= THREATENED:
            return KEY_WORKS - price, f"{verb} {label}: the war hangs on it"
    if price > spare(g, row.index):
        return -1.0, ""
    beach = stations.coast.get(space, 0.0)
    if beach >= WALL and there and not g.hexes.works[space] and verb == "fortify":
        return beach - 0.4 * price, f"{label} is a beach worth a wall"
    if view.near.get(space, 12) > 5:
        return -1.0, ""
    now = sum(view.defence(u, space) for u in there)
    better = now * (1.5 if verb == "fortify" else 2.3)
    stake = view.point * prizes(g).get(space, 0) + view.shield.get(space, 0.0) + sum(unit_worth(g, u) for u in there)
    gain = (view.fall(space, now) - view.fall(space, better)) * stake
    return gain - 0.8 * price, f"{verb} {label}: saves {gain:.1f}"


def _for_the_depot(g: War, unit: int, space: int) -> float:
    """New Western troops appear where the next landing is gathered."""
    ready = g.roster.nations[unit] in landings.WESTERN and g.roster.kinds[unit] <= Kind.PART
    return 12.0 - 3.0 * len(landings.waiting(g, space)) if ready and space in landings.depots(g) else 0.0


def raised_beyond_the_urals(g: War, unit: int) -> bool:
    """Whether a new Soviet unit will be one of the dearest of the turn, which appear in the Urals (8.8.2): it guards nothing."""
    nations, price = g.roster.nations, unit_price(g, unit)
    if nations[unit] != USSR:
        return False
    fresh = [u for u, when in enumerate(g.units.built) if when == g.player_turn and nations[u] == USSR and g.units.at[u] >= 0]
    return sum(unit_price(g, u) >= price for u in fresh) < URALS_UNITS


def place(g: War, ask: Ask, unit: int, stations: Stations) -> tuple[Option, str] | None:
    """Where a new unit appears."""
    posts = Posts(g, g.side, stations.view) if g.campaign and not raised_beyond_the_urals(g, unit) else None
    best: tuple[float, Option] | None = None
    for option in ask.options:
        if option.verb == "at":
            value = stations.value(unit, option.arg.index) + _for_the_depot(g, unit, option.arg.index)
            if posts is not None:
                value += 0.8 * posts.wanted(unit, option.arg.index)
            if best is None or value > best[0]:
                best = (value, option)
    if best is None:
        return None
    return best[1], f"{g.units[unit].label} at {best[1].arg.label}: worth {best[0]:.1f}"
