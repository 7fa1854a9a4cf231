"""Battles at sea and in the air on the way: whom ships and aircraft meet, who is sent after them, when a fight is broken off.

Ships are dear and slow to build: they fight where they are the stronger, and stay in port where enemy bombers rule the sea.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent.air import duel
from grognard.titles.tw.kinds import AIR, BOMBERS, FIGHTERS, NAVAL
from grognard.titles.tw.rules.interception import aircraft_beside, naval_forces
from grognard.titles.tw.rules.sea_fight import air_worth, force_rating, ship_worth, strikers
from grognard.titles.tw.rules.seas import distance
from grognard.titles.tw.rules.supply_runs import Run, SeaLines
from grognard.titles.tw.rules.units import air_at
from grognard.titles.tw.rules.voyages import Meeting
from grognard.titles.tw.state import War
from grognard.titles.tw.subjects import CounterInterception, Interception, Reinforcing, Round

EDGE = 1.1  # of the enemy's power that a force needs to seek a battle
CARGO = 0.7  # the same against ships full of troops
STAY = 0.8  # the same to go on with one
STEP = 0.2  # a class of training
MOST_PLANES = 2
MANY, CLOSE = 2, 2  # ships in one port, so many sea areas away: too dangerous for a convoy


def choose(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The answer to a question of a battle, or None where this module has no view."""
    side = g.side_of(ask.seat)
    match ask.subject:
        case Meeting(ships=ships, cargo=cargo):
            return _meet(g, ask, side, ships, cargo)
        case Reinforcing(area=area, own=own, foes=foes):
            return _send(g, ask, side, area, own, foes)
        case Round(own=own, foes=foes) if own and foes:
            return _fight_on(g, ask, own, foes)
        case Interception(space=space, force=force, risen=risen) if force:
            return _intercept(g, ask, space, force, risen)
        case CounterInterception(space=space, force=force, risen=risen) if risen:
            return _help(g, ask, space, force, risen)
        case SeaLines():
            return _cut(g, ask, side)
        case Run():
            return ask.find("alone") or ask.options[0], "no ships for that"
    return None


def _split(g: War, units: Sequence[int]) -> tuple[list[int], list[int]]:
    kinds = g.roster.kinds
    return [u for u in units if kinds[u] in NAVAL], [u for u in units if kinds[u] in AIR]


def power(g: War, units: Sequence[int], area: int | None, against: Sequence[int] = ()) -> float:
    """What ships and aircraft are worth at sea in Fleets, by their training against that of the enemy."""
    ships, planes = _split(g, units)
    worth = float(ship_worth(g, ships)) + float(air_worth(g, planes, area))
    if not against or not units:
        return worth
    better = force_rating(g, *_split(g, against)) - force_rating(g, ships, planes)
    return worth * (1.0 + STEP * better)


def _raiders(g: War, side: int, area: int) -> list[int]:
    """Bombers of a side that can come to a battle in an area."""
    return strikers(g, aircraft_beside(g, side, area), area)


def safe(g: War, way: Sequence[int], side: int) -> bool:
    """Whether no enemy bombers and no stronger enemy ships lie beside a way over the sea."""
    if any(_raiders(g, 1 - side, area) for area in way):
        return False
    return not any(
        distance(g, g.roster.nations[ships[0]], place, area) <= CLOSE
        for place, ships in naval_forces(g, 1 - side).items()
        if len(ships) >= MANY
        for area in way
    )


def _meet(g: War, ask: Ask, side: int, ships: Sequence[int], cargo: bool) -> tuple[Option, str]:
    """Meet a mission with ships that are stronger with all that the enemy can bring, or with bombers out of his fighters' way."""
    best: tuple[float, Option] | None = None
    forces = naval_forces(g, side)
    need = CARGO if cargo else EDGE
    for option in ask.options:
        if option.verb == "intercept":
            area = option.args[1].index
            own = [*forces.get(option.args[0].index, ()), *_raiders(g, side, area)]
            foes = [*ships, *_raiders(g, 1 - side, area)]
            value = power(g, own, area, foes) - need * power(g, foes, area)
        elif option.verb == "strike" and ships and g.roster.kinds[option.args[0].index] in BOMBERS:
            area = option.args[1].index
            cover = [u for u in aircraft_beside(g, 1 - side, area) if g.roster.kinds[u] in FIGHTERS]
            value = 1.0 - 1.2 * len(cover)
        elif option.verb == "wolves":
            value = 0.5
        else:
            continue
        if value > 0 and (best is None or value > best[0]):
            best = value, option
    if best is not None:
        return best[1], "they can be beaten"
    return ask.find("let") or ask.find("fight") or ask.options[0], "they are let pass"


def _send(g: War, ask: Ask, side: int, area: int, own: Sequence[int], foes: Sequence[int]) -> tuple[Option, str]:
    """More is sent where that makes the own side the stronger; ships alone do not sail against aircraft."""
    kinds = g.roster.kinds
    enough = ask.find("enough") or ask.options[0]
    hostile, bombers = _split(g, foes)
    forces = naval_forces(g, side)
    hidden = [u for u in _raiders(g, 1 - side, area) if u not in foes]
    against = power(g, [*foes, *hidden], area) or 1.0
    for option in ask.options:
        if option.verb == "fly":
            u = option.args[0].index
            mine = [v for v in own if kinds[v] in AIR]
            if bombers and kinds[u] in FIGHTERS and duel(g, [*mine, u], bombers, area) > 0.0:
                return option, "against their bombers"
            if hostile and kinds[u] in BOMBERS and len(mine) < MOST_PLANES and not any(kinds[v] in FIGHTERS for v in bombers):
                return option, "bombs for their ships"
        elif option.verb == "join" and hostile:
            more = [*own, *forces.get(option.args[0].index, ())]
            if power(g, own, area, foes) < 1.5 * against and power(g, more, area, foes) >= EDGE * against:
                return option, "the battle can be won"
    return enough, "no more for this"


def _fight_on(g: War, ask: Ask, own: Sequence[int], foes: Sequence[int]) -> tuple[Option, str]:
    """Go on while stronger."""
    ships, planes = _split(g, own)
    theirs, raiders = _split(g, foes)
    if ships or theirs:
        good = power(g, own, None, foes) >= STAY * power(g, foes, None)
    else:
        at = g.units.at[raiders[0]]
        good = duel(g, planes, raiders, at) > 0.0 if g.side_of(ask.seat) == g.side else duel(g, raiders, planes, at) < 0.0
    verb, why = ("stay", "they are weaker") if good else ("leave", "they are too strong")
    return ask.find(verb) or ask.options[0], why


def _intercept(g: War, ask: Ask, space: int, force: Sequence[int], risen: Sequence[int]) -> tuple[Option, str]:
    """Aircraft rise one by one, fighters first, while each makes the fight better and it is worth having."""
    kinds = g.roster.kinds
    let = ask.find("let") or ask.find("hold") or ask.options[0]
    if risen and duel(g, force, risen, space) < -5.0:
        return let, "enough are up"
    ready = sorted((o for o in ask.options if o.verb in ("intercept", "rise")), key=lambda o: kinds[o.arg.index] not in FIGHTERS)
    now = duel(g, force, risen, space) if risen else 0.0
    if let.verb == "hold" and not risen:  # whoever stays down is struck on the ground
        side = g.side_of(ask.seat)
        grounded = [u for u in air_at(g).get(space, ()) if g.roster.sides[u] == side]
        now = duel(g, force, grounded, space, strike=True)
    wing: list[int] = list(risen)
    for option in ready[: 3 if not risen else 1]:
        wing.append(option.arg.index)
        if duel(g, force, wing, space) < now - 0.8:
            return ready[0], "they can be shot down"
    return let, "not worth the risk"


def _help(g: War, ask: Ask, space: int, force: Sequence[int], risen: Sequence[int]) -> tuple[Option, str]:
    """Fighters come to the help of a flight that has been met."""
    kinds = g.roster.kinds
    now = duel(g, force, risen, space)
    for option in ask.options:
        fighter = option.verb == "counter" and kinds[option.args[0].index] in FIGHTERS
        if fighter and duel(g, [*force, option.args[0].index], risen, space) > now + 0.8:
            return option, "our fighters help"
    return ask.find("done") or ask.options[0], "nobody can help"


def _cut(g: War, ask: Ask, side: int) -> tuple[Option, str]:
    """Enemy lines are cut from the air where no fighters are near; supply is run where something needs it."""
    run = next((o for o in ask.options if o.verb == "run"), None)
    if run is not None:
        return run, "supply at sea"
    kinds = g.roster.kinds
    for option in ask.options:
        if option.verb == "cut":
            area = option.args[1].index
            guards = [u for u in aircraft_beside(g, 1 - side, area) if kinds[u] in FIGHTERS]
            if not guards:
                return option, "their supply is cut"
    return ask.find("done") or ask.options[0], "the fleet stays in port"
