"""How agents behave in the campaigns of World in Flames: plays games to their end and notes when what happened.

    python bench/wif_behaviour.py --games 12 --workers 2 [--scenario global_war_1939] [--agents planner] [--seed 0] [--json]
    python bench/wif_behaviour.py --games 1 --start kept/global_war_1939-1-1942.wif --years 2

For each game: when Warsaw, Paris, Rome and Berlin fell, when the great wars began, what Japan took, when the Western Allies stood
on the continent again, the fewest convoy points the Commonwealth had, who won, processor time of the game and of the slowest
impulse of a power. `--years N` stops after so many years, `--keep FOLDER` saves the game there at the end of every year, at its
end and where it breaks; `--start FILE` plays on from such a file (dates are those after it). What was seen so far is told on
the error output turn by turn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.saves import load, save
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, GERMANY, ITALY, JAPAN, POWERS, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.powers import at_war, playing
from grognard.titles.wif.rules.units import land_by_hex, roster
from grognard.titles.wif.rules.victory import side_totals
from grognard.titles.wif.state import NOWHERE, War

SOUTH = ("manila", "singapore", "batavia", "hong_kong", "saigon", "rabaul")
CONTINENT = ("france", "belgium", "netherlands", "italy", "germany", "denmark", "norway", "vichy_france", "sardinia")


FALLS = (("Warsaw", AXIS), ("Paris", AXIS), ("Berlin", ALLIES), ("Rome", ALLIES), ("Moscow", AXIS), ("London", AXIS))


class Conduct(msgspec.Struct):
    """One game."""

    seed: int
    winner: str = ""
    reason: str = ""
    dates: dict[str, str] = {}
    objectives: dict[str, float] = {}  # of the Axis, at the end of each year
    south: int = 0  # places of the south Japan held at its best
    convoys: int = 0  # points in play, fewest at the end of a turn, of the Commonwealth
    answers: int = 0
    impulse: float = 0.0
    impulses: int = 0
    seconds: float = 0.0
    driven_out: bool = False  # no western Ally on the continent at the end of a turn after Paris fell: only then they land


def note(found: Conduct, g: War, what: str, happened: bool) -> None:
    if happened and what not in found.dates:
        found.dates[what] = g.date


def held_by(g: War, place: str) -> int:
    power = powers_by_hex(g)[g.ground.named(place)]
    return SIDE_OF_POWER[power] if power >= 0 else NOWHERE


def after_turn(g: War, found: Conduct) -> None:
    """What can be seen at the end of a turn."""
    for place, side in FALLS:
        note(found, g, f"{place} {('Axis', 'Allied')[side]}", held_by(g, place) == side)
    if JAPAN in playing(g):
        whose = powers_by_hex(g)
        found.south = max(found.south, sum(whose[g.ground.places[p]] == JAPAN for p in SOUTH if p in g.ground.places))
        note(found, g, "Chungking Axis", held_by(g, "Chungking") == AXIS)
        note(found, g, "Tokyo Allied", held_by(g, "Tokyo") == ALLIES)
    for a, b in ((ITALY, COMMONWEALTH), (GERMANY, USSR), (JAPAN, COMMONWEALTH), (USA, GERMANY), (USA, JAPAN)):
        note(found, g, f"{POWERS[a]}-{POWERS[b]}", at_war(g, a, b))
    if held_by(g, "Paris") == AXIS or g.vichied:
        ashore = [
            u for s, units in land_by_hex(g).items() if g.ground.country[s] in CONTINENT
            for u in units if g.units.power[u] in (USA, COMMONWEALTH) and roster(g).types[u] != Type.PART
        ]  # fmt: skip
        found.driven_out = found.driven_out or not ashore
        note(found, g, "landing", found.driven_out and len(ashore) >= 1)
        note(found, g, "second front", found.driven_out and len(ashore) >= 6)
    heaps = [u for u, c in enumerate(g.units.counter) if c == NOWHERE and g.units.power[u] == COMMONWEALTH]
    afloat = sum(g.units.points[u] for u in heaps if g.units.at[u] >= 0)
    found.convoys = afloat if not found.convoys else min(found.convoys, afloat)
    if g.turn % 6 == 0:
        found.objectives[str(g.year - 1)] = side_totals(g)["axis"]


def play(
    scenario: str, agents: str, seed: int, years: int, options: dict[str, bool | str], keep: str = "", start: str = ""
) -> Conduct:
    """Play one game and watch it."""
    file = Path(keep) / f"{scenario}-{seed}.wif" if keep else None
    minds = seat_agents(TITLE, scenario, options, agents.split(","), seed)
    session = load(Path(start)) if start else Session.new(TITLE, scenario, options, seed=seed_from(seed))
    found, began, clock = Conduct(seed), time.process_time(), time.process_time
    first = turn = session.g.turn
    impulse, spent = (0, 0, 0), 0.0
    while session.pending:
        g: War = session.g
        if g.turn != turn:
            after_turn(g, found)
            turn = g.turn
            spent_so_far = time.process_time() - began
            print(
                f"seed {seed}, {g.date}: {spent_so_far:.0f} s, {'; '.join(f'{k} {v}' for k, v in found.dates.items())}",
                file=sys.stderr,
                flush=True,
            )
            if file is not None and g.turn % 6 == 0:
                save(session, file.with_stem(f"{file.stem}-{g.year}"))
            if years and g.turn >= first + 6 * years:
                break
        seat = next(iter(session.pending))
        now = (g.turn, sum(g.impulses), getattr(session.pending[seat].subject, "power", g.power))
        if now != impulse:
            found.impulse, found.impulses, impulse, spent = max(found.impulse, spent), found.impulses + 1, now, 0.0
        asked = clock()
        try:
            session.apply(seat, minds[seat].choose(session, seat))
        except Exception:
            if file is not None:
                save(session, file)
            raise
        spent += clock() - asked
    if file is not None:
        save(session, file)
    g = session.g
    after_turn(g, found)
    outcome = session.outcome
    found.winner = ",".join(outcome.winners) if outcome is not None else ""
    found.reason = outcome.reason if outcome is not None else f"stopped in {g.date}"
    found.objectives["end"] = side_totals(g)["axis"]
    found.answers, found.seconds = session.count, round(time.process_time() - began, 1)
    return found


def games(args: argparse.Namespace) -> Iterator[Conduct]:
    options = {k: v if v not in ("true", "false") else v == "true" for k, _, v in (o.partition("=") for o in args.option)}
    jobs = [(args.scenario, args.agents, args.seed + n, args.years, options, args.keep, args.start) for n in range(args.games)]
    if args.workers == 1:
        for job in jobs:
            yield play(*job)
        return
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, *zip(*jobs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scenario", default="global_war_1939")
    parser.add_argument("--agents", default="planner")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--years", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", default="")
    parser.add_argument("--start", default="")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for one in games(args):
        if args.json:
            print(msgspec.json.encode(one).decode(), flush=True)
            continue
        dates = "; ".join(f"{what} {when}" for what, when in one.dates.items())
        print(
            f"seed {one.seed}: {one.winner or 'nobody'} ({one.reason}); {dates}; south {one.south}; "
            f"Axis objectives {one.objectives}; fewest convoys {one.convoys}; "
            f"{one.answers} answers, {one.seconds} s, slowest impulse {one.impulse:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
