"""How planners behave in Global War 1936-1945: plays games with planners in all seats and counts what each does and leaves.

    python bench/gw36_behaviour.py --games 40 --scenario 1939 --workers 2 [--seed 0] [--agents planner] [--json]

Summed over the games: who won, whether Warsaw and Paris fell in time, zones Japan took in China, landings, empty capitals,
Soviet border zones without a garrison, money that could be spent kept beyond two turns' income, the slowest national turn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.agent.threat import threats_now
from grognard.titles.gw36.kinds import IS_LAND
from grognard.titles.gw36.powers import ALLIANCES, AXIS, COMINTERN, GERMANY, JAPAN, KMT, NAMES, PLAYED, USSR
from grognard.titles.gw36.rules.calendar import date, date_of
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import alive, home_mask
from grognard.titles.gw36.rules.seats import SLOT_OF
from grognard.titles.gw36.state import War

SMALL_CHANGE = 6  # IPP nobody would call a hoard


class Conduct(msgspec.Struct):
    """One game."""

    seed: int
    winner: str = ""
    scores: dict[str, float] = {}
    warsaw: str = ""  # first turn at whose end it is German
    france: str = ""  # first turn at whose end France has fallen
    china: int = 0  # zones of China Japan took
    landings: int = 0  # units that went ashore from transports, in assault or not
    empty_capitals: int = 0  # national turns that left a capital without land units to an enemy next to it
    open_capitals: int = 0  # the same to an enemy who could come in his next turn, by land or sea
    border: int = 0  # Soviet zones of value next to the Axis, summed over turns, and those of them without a land unit
    bare: int = 0
    all_border: int = 0  # the same with zones worth nothing
    all_bare: int = 0
    hoards: list[str] = []  # nation and date of money kept beyond two turns' income
    reasons: int = 0  # national turns with a line of reasoning, and all
    turns: int = 0
    slowest: float = 0.0  # seconds of processor time of the slowest national turn
    seconds: float = 0.0


def play(scenario: str, agents: str, seed: int) -> Conduct:
    """Play one game and watch it."""
    minds = seat_agents(TITLE, scenario, {}, agents.split(","), seed)
    session = Session.new(TITLE, scenario, {}, seed=seed_from(seed))
    found = Conduct(seed)
    began = time.process_time()
    turn, slot, spent = 0, 0, 0.0
    owners = list(session.g.zones.owner)
    while session.pending:
        g: War = session.g
        if (g.turn, g.slot) != (turn, slot):
            _after_national_turn(g, found, slot, owners)
            if g.turn != turn:
                _after_turn(g, found, turn)
            found.slowest = max(found.slowest, spent)
            owners, turn, slot, spent = list(g.zones.owner), g.turn, g.slot, 0.0
        seat = next(iter(session.pending))
        ask = session.pending[seat]
        start = time.process_time()
        option = minds[seat].choose(session, seat)
        spent += time.process_time() - start
        if ask.rule == "7.0" and option.verb == "done" and any(o.verb == "buy" for o in ask.options):
            _after_production(g, found, ask.prompt)
        if ask.prompt.startswith("Combat movement: choose") and option.verb == "done":
            found.turns += 1
            found.reasons += bool(minds[seat].reason)
        found.landings += option.verb in ("assault", "unload")
        session.apply(seat, option)
    assert session.outcome is not None
    _after_turn(session.g, found, turn)
    found.winner = session.outcome.winners[0] if len(session.outcome.winners) == 1 else ""
    found.scores = dict(session.outcome.scores)
    found.seconds = round(time.process_time() - began, 1)
    return found


def _after_production(g: War, found: Conduct, prompt: str) -> None:
    nation = next((n for n in range(PLAYED) if prompt.startswith(NAMES[n])), -1)
    if nation >= 0 and g.nations.cash[nation] > 2 * current_income(g, nation) + SMALL_CHANGE:
        found.hoards.append(f"{NAMES[nation]} {date(g)}: {g.nations.cash[nation]} IPP")


def _after_national_turn(g: War, found: Conduct, slot: int, before: list[int]) -> None:
    """Empty capitals of those who moved, zones taken in China."""
    units, geo = g.units, g.board.geo
    china = home_mask(g)[KMT]
    found.china += sum(1 for z in china if g.zones.owner[z] == JAPAN != before[z])
    for nation in _of_slot(g, slot):
        capital = g.nations.capital[nation]
        if capital < 0 or g.zones.owner[capital] != nation or any(IS_LAND[units.kind[u]] for u in g.stacks[capital]):
            continue
        coming = threats_now(g, nation, rumours=False).get(capital)
        found.open_capitals += coming is not None and coming.land > 0
        enemies = g.relations.enemies[nation]
        found.empty_capitals += any(
            IS_LAND[units.kind[u]] and enemies >> units.nation[u] & 1 for b, _ in geo.land[capital] for u in g.stacks[b]
        )


def _of_slot(g: War, slot: int) -> Iterator[int]:
    return (n for n in range(PLAYED) if SLOT_OF.get(n) == slot and alive(g, n))


def _after_turn(g: War, found: Conduct, turn: int) -> None:
    """Warsaw, France and the Soviet border when a calendar turn is over."""
    when = date_of(g, turn)
    if not found.warsaw and g.zones.owner[g.board.space("warsaw")] == GERMANY:
        found.warsaw = when
    if not found.france and (g.france_fell >= 0 or g.zones.owner[g.board.space("paris")] == GERMANY):
        found.france = when
    owner, geo, value = g.zones.owner, g.board.geo, g.board.ints("ipp")
    axis = {n for n in range(PLAYED) if g.nations.alliance[n] == AXIS}
    for z, o in enumerate(owner):
        if o == USSR and any(owner[b] in axis for b, _ in geo.land[z]):
            here = [u for u in g.stacks[z] if IS_LAND[g.units.kind[u]]]
            bare = not any(g.nations.alliance[g.units.nation[u]] == COMINTERN for u in here)
            found.all_border += 1
            found.all_bare += bare
            found.border += value[z] > 0
            found.bare += bare and value[z] > 0


def table(games: list[Conduct], scenario: str) -> list[tuple[str, str]]:
    """The sums, row by row."""
    count = len(games)
    sides = [side for side in ALLIANCES if side]
    france = sum(bool(c.france) and c.france <= "1942-01" for c in games)
    china, landed = (sum(getattr(c, name) for c in games) / count for name in ("china", "landings"))
    held = 1 - sum(c.bare for c in games) / max(1, sum(c.border for c in games))
    all_held = 1 - sum(c.all_bare for c in games) / max(1, sum(c.all_border for c in games))
    mean = {side: sum(c.scores.get(side, 0) for c in games) / count for side in sides}
    return [
        ("won", ", ".join(f"{side} {sum(c.winner == side for c in games)}" for side in sides)),
        ("mean points", ", ".join(f"{side} {mean[side]:.1f}" for side in sides)),
        ("Warsaw German by July 1940", f"{sum(bool(c.warsaw) and c.warsaw <= '1940-07' for c in games)} of {count}"),
        ("France fallen by January 1942", f"{france} of {count}"),
        ("Japan takes two zones of China or more", f"{sum(c.china >= 2 for c in games)} of {count}, mean {china:.1f}"),
        ("units landed from transports", f"in {sum(c.landings > 0 for c in games)} of {count}, mean {landed:.0f}"),
        ("national turns that left a capital empty to a neighbour", str(sum(c.empty_capitals for c in games))),
        ("the same, to an enemy who could land or ride there", str(sum(c.open_capitals for c in games))),
        ("Soviet border zones with a garrison", f"{all_held:.0%}; those worth an IPP {held:.0%}"),
        ("hoards beyond two turns' income", str(sum(len(c.hoards) for c in games))),
        ("national turns with a line of reasoning", f"{sum(c.reasons for c in games)} of {sum(c.turns for c in games)}"),
        ("slowest national turn, processor time", f"{max(c.slowest for c in games):.2f} s"),
        ("a game, processor time", f"{sum(c.seconds for c in games) / count:.1f} s"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--scenario", default="1939", choices=("1936", "1939"))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agents", default="planner")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play, args.scenario, args.agents, args.seed + n) for n in range(args.games)]
        games = [future.result() for future in waiting]
    if args.json:
        print(msgspec.json.format(msgspec.json.encode({"table": dict(table(games, args.scenario)), "games": games})).decode())
        return
    seeds = f"seeds {args.seed} to {args.seed + args.games - 1}"
    print(f"| {args.games} games of {args.agents}, July {args.scenario}, {seeds} | found |")
    print("|---|---|")
    for row in table(games, args.scenario):
        print(f"| {row[0]} | {row[1]} |")


if __name__ == "__main__":
    main()
