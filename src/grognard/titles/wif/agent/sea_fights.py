"""In a battle at sea, before it and after it: whether to seek it, submarines, surprise points, types, wings, aborts;
interceptions, aircraft over the sea, and where ships go home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.agents import Telling
from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent.council import shores_wanted, stakes
from grognard.titles.wif.agent.islands import base_of_fleet
from grognard.titles.wif.agent.lift import calls
from grognard.titles.wif.agent.overseas import base
from grognard.titles.wif.agent.reactions import Answer, best, named
from grognard.titles.wif.agent.sea import battle_value
from grognard.titles.wif.agent.view import cost, distances
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import CARRIERS, SCS, TRANSPORTS, Type
from grognard.titles.wif.odds_sea import Round, rounds_open, wings
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.frogmen import Raid
from grognard.titles.wif.rules.interception import Caught, Passing
from grognard.titles.wif.rules.missions import INTERCEPTOR, outward_range
from grognard.titles.wif.rules.naval_air import Mission, Patrols, Scramble, goals
from grognard.titles.wif.rules.naval_air_combat import Fire, Wing
from grognard.titles.wif.rules.naval_combat import Doubt, Hunt
from grognard.titles.wif.rules.naval_damage import Homecoming
from grognard.titles.wif.rules.naval_rounds import Screen
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.powers import at_war, political
from grognard.titles.wif.rules.return_to_base import Return, Watch
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.transport import cargo_of
from grognard.titles.wif.rules.units import air_at, roster, ships_at
from grognard.titles.wif.state import GONE, NOWHERE, War

SEEK_AT, STAY_AT = 0.5, -0.5
FED_OVERSEAS = 3  # land units that live on a sea for a ship to stay there
BEFORE_ISLANDS = 2.0  # a great ship or a transport rests where the next islands are near
LANDING_CRAFT = 4.0  # an AMPH rests in a base before the coast that the staff wants
UNWELCOME = 20.0  # a port in which the cargo of a ship finds no room, or nobody it co-operates with (2.3.1)
GREAT_SHIP = 5.0  # build points of a ship that is worth frogmen


def fight_at_sea(g: War, ask: Ask) -> Answer | None:
    """The answer to a question of the sea war that no operation decides."""
    make = ANSWERS.get(type(ask.subject))
    return make(g, ask, ask.subject) if make is not None else None


def _net(one: Round, side: int) -> float:
    return one.harm[1 - side].worth + 1.5 * one.planes[1 - side] - one.harm[side].worth - 1.5 * one.planes[side]


def _hunt(g: War, ask: Ask, subject: Hunt) -> Answer:
    """Battle is sought where a round is worth it."""
    side = SIDE_OF_POWER[subject.power]
    seas = [(_battle(g, o.arg.index, side), n, o) for n, o in enumerate(ask.options) if o.verb == "seek"]
    top = max(seas, default=None)
    if top is not None and top[0] > SEEK_AT:
        return top[2], Telling(f"battle in {g.board.label(top[2].arg.index)}: worth {top[0]:.1f}")
    return named(ask, "done") or ask.options[0], "no battle pays"


def _battle(g: War, area: int, side: int) -> float:
    """What a battle is worth, with our submarines or without."""
    return max(battle_value(g, area, side), battle_value(g, area, side, subs=True))


def _rounds(g: War, subject: Doubt) -> dict[str, float]:
    """What a round of each type is worth to us."""
    own, foes = list(subject.own), list(subject.foes)
    included = [own, foes] if subject.side == 0 else [foes, own]
    return {r.kind: _net(r, subject.side) for r in rounds_open(g, Sides(subject.area, g.side, included=included), included)}


def _doubt(g: War, ask: Ask, subject: Doubt) -> Answer:
    verbs = {o.verb for o in ask.options}
    if "flip" in verbs:
        return min(ask.options, key=lambda o: (cost(g, o.arg.index), o.arg.index)), "the least of them calls"
    if "commit_subs" in verbs:
        return _subs(g, ask, subject)
    if verbs & {"abort", "stay"}:
        value = battle_value(g, subject.area, subject.side)
        stay = value > STAY_AT
        return named(ask, "stay" if stay else "abort") or ask.options[0], f"another round is worth {value:.1f}"
    if "section" in verbs:
        return best(ask, lambda o: 0 if o.verb == "enough" else 1), "all of them"
    if "owner" in verbs:
        rich = any(roster(g).types[u] in CARRIERS or roster(g).types[u] in TRANSPORTS for u in subject.foes)
        return named(ask, "choose" if rich else "owner") or ask.options[0], "the carriers" if rich else "points are kept"
    if "no_shift" in verbs:
        return named(ask, "shift_own") or ask.options[0], "a column for our guns"
    values = _rounds(g, subject)
    top = max(values, key=lambda k: values[k]) if values else "surface"
    if verbs & {"avoid"}:
        fight = not values or values[top] > STAY_AT
        return named(ask, "fight" if fight else "avoid") or ask.options[0], f"{top} is worth {values.get(top, 0.0):.1f}"
    if "in_the_air" in verbs:
        fly = values.get("air", 0.0) >= max((v for k, v in values.items() if k != "air"), default=-99.0)
        return named(ask, "in_the_air" if fly else "not_in_the_air") or ask.options[0], f"worth {values.get('air', 0.0):.1f}"
    if "shake_off" in verbs:
        stay = values.get("air", 0.0) >= max((v for k, v in values.items() if k != "air"), default=-99.0)
        return named(ask, "face_them" if stay else "shake_off") or ask.options[0], f"worth {values.get('air', 0.0):.1f}"
    if "hunt" in verbs:
        hunt = values.get("submarine", 0.0) >= values.get("surface", 0.0)
        return named(ask, "hunt" if hunt else "decline") or ask.options[0], "convoys" if hunt else "guns"
    if "keep_points" in verbs:
        worst = min(values.values(), default=0.0)
        buy = values and values[top] > worst + 1.5
        return named(ask, top if buy else "keep_points") or ask.options[0], f"{top} is worth {values.get(top, 0.0):.1f}"
    return ask.options[0], "as it comes"


def _screen(g: War, ask: Ask, subject: Screen) -> Answer:
    """Transports and carriers stay behind the guns, while there are guns."""
    guns = [u for u in subject.ships if roster(g).types[u] not in CARRIERS and roster(g).types[u] not in TRANSPORTS]
    frail = next((o for o in ask.options if o.verb == "screen" and o.arg.index not in guns), None)
    if frail is not None and guns:
        return frail, "behind the guns"
    return named(ask, "in_line") or ask.options[0], "the others fight"


def _frogmen(g: War, ask: Ask, subject: Raid) -> Answer:
    """They go for battleships and carriers."""
    rich = any(cost(g, u) >= GREAT_SHIP for u in subject.prey)
    if "wait" in {o.verb for o in ask.options}:
        return named(ask, "attack" if rich else "wait") or ask.options[0], "a great ship" if rich else "nothing worth them"
    return ask.options[0], "points well spent"


def _subs(g: War, ask: Ask, subject: Doubt) -> Answer:
    """Submarines fight where there are convoys to sink."""
    boxes = g.ground.sections[subject.area]
    prey = any(
        g.units.counter[u] == NOWHERE and SIDE_OF_POWER[g.units.power[u]] != subject.side
        for box in boxes for u in ships_at(g, box)
    )  # fmt: skip
    return named(ask, "commit_subs" if prey else "keep_subs") or ask.options[0], "convoys" if prey else "nothing for them"


def _wing(g: War, ask: Ask, subject: Wing) -> Answer:
    """A third of the carriers keeps its planes in the air if the enemy has aircraft there."""
    at, side = g.units.at[subject.unit], SIDE_OF_POWER[g.units.power[subject.unit]]
    area = g.ground.area[at]
    here = [u for box in (g.ground.sections[area] if area >= 0 else [at]) for u in (*ships_at(g, box), *air_at(g, box))]
    own = [u for u in here if SIDE_OF_POWER[g.units.power[u]] == side]
    plane = next((p for p in wings(g, own, [u for u in here if u not in own]) if p.unit == subject.unit), None)
    if plane is None or plane.fighter:
        return named(ask, "fighters", "as_fighter") or ask.options[0], "cover"
    bombers = [o for o in ask.options if o.verb == "bombers"]
    return (min(bombers, key=lambda o: o.arg), "strike") if bombers else (named(ask, "as_bomber") or ask.options[0], "strike")


def _fire(g: War, ask: Ask, subject: Fire) -> Answer:
    verbs = {o.verb for o in ask.options}
    if "falls" in verbs:
        mine = {g.seat(g.units.power[u]) for u in subject.among} == {ask.seat}
        pick = min if mine else max
        chosen = pick(ask.options, key=lambda o: (_strike_value(g, o.arg.index), o.arg.index))
        return chosen, "it matters least" if mine else "it matters most"
    if "at_land" in verbs:
        return named(ask, "at_land") or ask.options[0], "one of those is worth two"
    if "better" in verbs:
        return named(ask, "better") or ask.options[0], "better in the air"
    return named(ask, "fight_on") or ask.options[0], "on"


def _strike_value(g: War, unit: int) -> float:
    if roster(g).types[unit] in CARRIERS:
        return float(g.units[unit].sheet.carrier)
    return float(g.units[unit].sheet.air_to_sea) + 0.1 * g.units[unit].sheet.air_to_air


# --- interception -------------------------------------------------------------------------------------------------------------


def _passing(g: War, ask: Ask, subject: Passing) -> Answer:
    """Intercept transports and what is weaker than we are there."""
    if "commit_subs" in {o.verb for o in ask.options}:
        return named(ask, "keep_subs") or ask.options[0], "they wait for convoys"
    side = subject.side
    boxes = g.ground.sections[subject.area]
    ours = sum(
        g.units[u].sheet.attack + 2 * g.units[u].sheet.carrier for box in boxes for u in ships_at(g, box)
        if g.units.counter[u] != NOWHERE and SIDE_OF_POWER[g.units.power[u]] == side
    )  # fmt: skip
    theirs = sum(g.units[u].sheet.attack + 2 * g.units[u].sheet.carrier for u in subject.ships if g.units.counter[u] != NOWHERE)
    lift = any(roster(g).types[u] in TRANSPORTS for u in subject.ships)
    calls = [o for o in ask.options if o.verb == "intercept"]
    if calls and ours >= theirs * (0.6 if lift else 1.0):
        caller = min(calls, key=lambda o: (cost(g, o.arg.index), o.arg.index))
        return caller, Telling(f"{len(subject.ships)} ships are met in {g.board.label(subject.area)}")
    return named(ask, "let") or ask.options[0], "too strong for us"


def _caught(g: War, ask: Ask, subject: Caught) -> Answer:
    through = [o for o in ask.options if o.verb == "through"]
    return (max(through, key=lambda o: o.arg), "through them") if through else (ask.options[0], "no other way")


# --- aircraft over the sea ----------------------------------------------------------------------------------------------------


def _scramble(g: War, ask: Ask, subject: Scramble) -> Answer:
    """Fighters and naval bombers fly to the battle, as deep as they get."""
    joins = [o for o in ask.options if o.verb == "join"]
    strong = [o for o in joins if g.units[o.args[0].index].sheet.air_to_sea >= 2 or roster(g).types[o.args[0].index] == Type.FTR]
    if strong:
        option = max(strong, key=lambda o: (g.ground.section[o.args[1].index], -o.args[0].index))
        return option, "to the battle"
    return named(ask, "done") or ask.options[0], "nobody else"


def _patrols(g: War, ask: Ask, subject: Patrols) -> Answer:
    """Bombers with torpedoes look where enemies are at sea."""
    side = SIDE_OF_POWER[subject.power]
    for option in ask.options:
        if option.verb == "patrol":
            unit = option.arg.index
            away = g.ground.section[g.units.at[unit]] < 0
            if away and g.units[unit].sheet.air_to_sea >= 2 and any(_prey(g, s, side) > 0 for s in goals(g, unit)):
                return option, "enemies are at sea in its reach"
    return named(ask, "done") or ask.options[0], "nothing to look for"


def _mission(g: War, ask: Ask, subject: Mission) -> Answer:
    side = SIDE_OF_POWER[subject.power]
    flights = [o for o in ask.options if o.verb == "fly" and g.ground.section[o.arg.index] >= 0]
    good = [o for o in flights if _prey(g, o.arg.index, side) > 0]
    if good:
        option = max(good, key=lambda o: (_prey(g, o.arg.index, side), g.ground.section[o.arg.index], -o.arg.index))
        return option, f"over {g.board.label(g.ground.area[option.arg.index])}"
    return named(ask, "stay") or ask.options[0], "it waits"


def _prey(g: War, box: int, side: int) -> float:
    """What enemy ships in the sea area of a section are worth."""
    area = g.ground.area[box]
    if area < 0:
        return 0.0
    return sum(
        cost(g, u) for section in g.ground.sections[area] for u in ships_at(g, section)
        if SIDE_OF_POWER[g.units.power[u]] != side and g.units.counter[u] != NOWHERE
    )  # fmt: skip


# --- home ---------------------------------------------------------------------------------------------------------------------


def port_value(g: War, port: int, side: int) -> float:
    """A port to rest in: out of reach of enemy bombers or under fighters, near what is at stake, with room."""
    found = 1.0 if g.ground.port[port] == MAJOR_PORT else 0.0
    raiders = guards = 0
    for u, at in enumerate(g.units.at):
        if at < 0 or not roster(g).air[u] or g.units.down[u] or not g.ground.land[at]:
            continue
        sheet = g.units[u].sheet
        if SIDE_OF_POWER[g.units.power[u]] != side:
            if sheet.air_to_sea > 0 and port in flying_reach(g, {at: 0}, sheet.range):
                raiders += sheet.air_to_sea
        elif roster(g).types[u] == Type.FTR and port in flying_reach(g, {at: 0}, outward_range(g, u, INTERCEPTOR)):
            guards += 1
    if raiders >= 8 and guards < 2:
        found -= 3.0
    seas, hexes = foreign(g, side)
    found += 0.6 if not seas.isdisjoint(g.ground.seas[port]) else 0.0
    friends = sum(SIDE_OF_POWER[g.units.power[u]] == side for u in ships_at(g, port))
    return found + (0.2 if port in hexes else 0.0) + 0.03 * min(friends, 10)


@derived("hexes.controller", "countries.power", "countries.status", "countries.home", "turn", "points", lasting=True)
def foreign(g: War, side: int) -> tuple[frozenset[int], frozenset[int]]:
    """The sea areas on which places of value lie that are not a side's, and the hexes from which one is in reach over land."""
    sides = sides_by_hex(g)
    theirs = [p for p in stakes(g) if sides[p] != side]
    return frozenset(sea for p in theirs for sea in g.ground.seas[p]), frozenset(s for p in theirs for s in distances(g, p))


def _home(g: War, ask: Ask, subject: Any) -> Answer:
    together = named(ask, "together")
    if together is not None:
        return together, "the enemy on the way meets all of them"
    unit = subject.ships[0] if isinstance(subject, Return) else subject.unit
    side = SIDE_OF_POWER[g.units.power[unit]]
    known: dict[int, float] = {}
    kind = roster(g).types[unit]
    led = political(g) or bool(shores_wanted(g, g.units.power[unit]))
    called = calls(g, g.units.power[unit], kind) if kind in TRANSPORTS and led else {}
    cargo = cargo_of(g, unit) if kind in TRANSPORTS else []

    def key(option: Option) -> tuple[float, int]:
        port = option.arg.index
        if port not in known:
            known[port] = port_value(g, port, side) + 0.5 * called.get(port, 0.0)
            if kind == Type.AMPH and led:
                known[port] += LANDING_CRAFT * base(g, g.units.power[unit], port)
            if kind in TRANSPORTS or kind == Type.BB or kind in CARRIERS:
                known[port] += BEFORE_ISLANDS * base_of_fleet(g, port, g.units.power[unit])
            if any(may_stack(g, u, port) is not None for u in cargo):
                known[port] -= UNWELCOME
        return known[port], -port

    option = best(ask, key)
    return option, f"home to {g.board.label(option.arg.index)}"


def _watch(g: War, ask: Ask, subject: Watch) -> Answer:
    for option in ask.options if political(g) else ():
        if option.verb == "stay" and _stands_guard(g, option.arg.index, SIDE_OF_POWER[subject.power]):
            return option, "it stays with the convoys"
        if option.verb == "stay" and keeps_line_open(g, option.arg.index):
            return option, "armies beyond the sea live on it"
    return named(ask, "done") or ask.options[0], "the others come home"


def _stands_guard(g: War, unit: int, side: int) -> bool:
    """Whether a warship at sea has convoys of its side beside it, or a hunter those of the enemy."""
    if roster(g).types[unit] in TRANSPORTS:
        return False
    area = g.ground.area[g.units.at[unit]]
    prey = 1 - side if roster(g).types[unit] == Type.SUB else side
    here = [u for box in g.ground.sections[area] for u in ships_at(g, box)]
    return any(g.units.counter[u] == NOWHERE and SIDE_OF_POWER[g.units.power[u]] == prey for u in here)


def keeps_line_open(g: War, unit: int) -> bool:
    """Whether a warship is the last of its side in a sea area through which armies are fed, with an enemy near who would close it
    (2.4.2)."""
    types, units, side = roster(g).types, g.units, SIDE_OF_POWER[g.units.power[unit]]
    area = g.ground.area[units.at[unit]]
    if units.counter[unit] == NOWHERE or (types[unit] not in SCS and types[unit] not in CARRIERS):
        return False
    here = [u for box in g.ground.sections[area] for u in ships_at(g, box) if SIDE_OF_POWER[units.power[u]] == side]
    if any(u != unit and types[u] != Type.SUB for u in here):
        return False
    seas = {area, *g.ground.waters[area]}
    blockers = [
        u for u, at in enumerate(units.at)
        if at >= 0 and SIDE_OF_POWER[units.power[u]] != side and types[u] in SCS and not units.down[u]
        and at_war(g, units.power[unit], units.power[u])
        and (g.ground.area[at] in seas or bool(seas & set(g.ground.seas[at])))
    ]  # fmt: skip
    if not blockers:
        return False
    h = g.copy()
    h.units[unit].at, h.units[blockers[0]].at = GONE, g.ground.sections[area][0]
    army = [u for u, p in enumerate(units.power) if p == units.power[unit] and roster(g).land[u] and units.at[u] >= 0]
    fed = [u for u in army if g.ground.land[units.at[u]] and in_supply(g, u)]
    return sum(not in_supply(h, u) for u in fed) >= FED_OVERSEAS


ANSWERS: dict[type, Callable[[War, Ask, Any], Answer]] = {
    Hunt: _hunt,
    Doubt: _doubt,
    Screen: _screen,
    Raid: _frogmen,
    Wing: _wing,
    Fire: _fire,
    Passing: _passing,
    Caught: _caught,
    Scramble: _scramble,
    Patrols: _patrols,
    Mission: _mission,
    Homecoming: _home,
    Return: _home,
    Watch: _watch,
}
