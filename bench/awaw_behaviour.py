"""How agents play the campaigns of A World at War: when countries fall, who goes to war, who lands where, who wins.

    python bench/awaw_behaviour.py --games 8 [--seed 200] [--workers 2] [--agents planner] [--until 1942] [--trace]

One line a game, then the sums. A landing is a bridgehead of the Allies on a coast of the enemy. `--until` stops at
the end of a year; `--trace` prints for every turn the treasuries, armies and objectives.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.designs import GROUND, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, MAJORS, RUSSIA, US
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, held_by
from grognard.titles.awaw.state import RGT, SEASONS, USAT, USJT, World, turn_of

FIRSTS = ("poland", "belgium", "paris", "france_out", "italy_war", "russia_war", "us_war", "landing", "moscow", "rome", "berlin")
FIRSTS += ("russia_out", "britain_out", "italy_out", "germany_out")
CITIES = (("moscow", AXIS), ("rome", ALLIES), ("berlin", ALLIES))


class Conduct(msgspec.Struct):
    """One game."""

    seed: int
    winner: str = ""
    why: str = ""
    end: int = 0
    when: dict[str, int] = {}
    verbs: Counter[str] = msgspec.field(default_factory=Counter)  # who used what: seat and verb
    landings: Counter[str] = msgspec.field(default_factory=Counter)
    answers: int = 0
    seconds: float = 0.0


def play(scenario: str, agents: str, seed: int, until: int = 0, trace: bool = False) -> Conduct:
    """Play one game and watch it."""
    minds = seat_agents(TITLE, scenario, {}, agents.split(","), seed)
    session = Session.new(TITLE, scenario, {}, seed=seed_from(seed))
    found, began = Conduct(seed), time.process_time()
    place, heads = (session.g.turn, session.g.side), set[int]()
    while session.pending and not (until and session.g.turn >= turn_of(until + 1, 0)):
        g: World = session.g
        seat = next(iter(session.pending))
        option = minds[seat].choose(session, seat)
        found.verbs[f"{seat} {option.verb}"] += 1
        session.apply(seat, option)
        if (session.g.turn, session.g.side) != place:
            heads = _coasts(session.g, found, heads)
            _note(session.g, found, place[0])
            if trace and session.g.turn != place[0]:
                print(_line(session.g), flush=True)
            place = session.g.turn, session.g.side
    g = session.g
    _note(g, found, g.turn)
    found.end, found.answers, found.seconds = g.turn, session.count, round(time.process_time() - began, 1)
    if session.outcome is not None:
        found.winner = session.outcome.winners[0] if session.outcome.winners else "draw"
        found.why = session.outcome.reason
    return found


def _coasts(g: World, found: Conduct, before: set[int]) -> set[int]:
    """Bridgeheads of the Allies that were not there."""
    now = {s for s, side in enumerate(g.hexes.bridgehead) if side == ALLIES}
    for s in now - before:
        found.landings[KEYS[g.ground.country[s]] if g.ground.country[s] >= 0 else g.board.ids[s]] += 1
        found.when.setdefault("landing", g.turn)
    return now


def _note(g: World, found: Conduct, turn: int) -> None:
    nations = g.nations
    now = {
        "poland": nations.conquered[INDEX["poland"]] >= 0,
        "belgium": nations.attacked[INDEX["belgium"]] >= 0,
        "paris": held_by(g, g.ground.named["paris"]) == AXIS,
        "italy_war": nations.side[ITALY] == AXIS,
        "russia_war": nations.side[RUSSIA] == ALLIES,
        "us_war": nations.side[US] == ALLIES,
    }
    now |= {f"{KEYS[n]}_out": bool(nations.surrendered[n]) for n in (FRANCE, RUSSIA, BRITAIN, ITALY, GERMANY)}
    now |= {city: held_by(g, g.ground.named[city]) == side for city, side in CITIES}
    for name, yes in now.items():
        if yes:
            found.when.setdefault(name, turn)


def _line(g: World) -> str:
    """A turn: treasury and base, ground factors and aircraft of each power, objectives, tensions."""
    army, air = Counter[int](), Counter[int]()
    for u in range(len(g.units)):
        if g.units.at[u] >= 0:
            design = g.units.design[u]
            if KIND[design] in GROUND:
                army[NATION[design]] += STRENGTH[design]
            elif KIND[design] == Kind.AAF:
                air[NATION[design]] += STRENGTH[design]
    held = [held_by(g, s) for s in g.ground.objectives]
    powers = " ".join(
        f"{KEYS[n][:2]} {g.nations.level[n]}/{g.nations.base[n]} {army[n]}f {air[n]}a"
        for n in MAJORS
        if g.seated(n) and not g.nations.surrendered[n]
    )
    tensions = f"; usat {g.tension[USAT]} usjt {g.tension[USJT]} rgt {g.tension[RGT]}" if g.sheet.whole else ""
    return f"{date(g.turn)}: {powers}; objectives {held.count(AXIS)}:{held.count(ALLIES)}{tensions}; oil {list(g.oil)}"


def date(turn: int | None) -> str:
    """F39, Su44; a dash for never."""
    if turn is None:
        return "-"
    season = SEASONS[turn % 4]
    return f"{season[:2] if season in ('Spring', 'Summer') else season[0]}{39 + turn // 4}"


def table(games: Sequence[Conduct]) -> list[str]:
    """A line for each game."""
    rows = []
    for c in games:
        lands = " ".join(f"{land} {n}" for land, n in c.landings.most_common(3)) or "-"
        cells = [str(c.seed), *(date(c.when.get(name)) for name in FIRSTS), lands, c.winner, c.why, date(c.end)]
        rows.append("| " + " | ".join([*cells, str(c.answers), f"{c.seconds:.0f}"]) + " |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--agents", default="planner")
    parser.add_argument("--scenario", default="europe")
    parser.add_argument("--until", type=int, default=0)
    parser.add_argument("--trace", action="store_true")
    args = parser.parse_args()
    words = ["seed", *(name.replace("_", " ") for name in FIRSTS), "landings", "winner", "how", "end", "answers", "CPU s"]
    print("| " + " | ".join(words) + " |\n" + "|---" * len(words) + "|", flush=True)
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        seeds = range(args.seed, args.seed + args.games)
        waiting = [pool.submit(play, args.scenario, args.agents, seed, args.until, args.trace) for seed in seeds]
        games = []
        for future in waiting:
            games.append(future.result())
            print(table(games[-1:])[0], flush=True)
    total: Counter[str] = sum((c.verbs for c in games), Counter())
    print("\n" + ", ".join(f"{verb} {n}" for verb, n in sorted(total.items())))


if __name__ == "__main__":
    main()
