"""How planners play the whole war of The War: Europe 1939-1945: when countries fall, who lands where, what is lost and hoarded.

    python bench/tw_behaviour.py --games 20 --seed 100 --workers 2 [--agents planner] [--scenario campaign_1939] [--losses]

One line a game, then the sums. A landing is a beach taken by an invasion. A hoard is money a power keeps at the end of a turn
beyond a year's income, before the new year's comes. With --losses also where and when units of each power were lost.
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
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.capitulation import lost_value
from grognard.titles.tw.rules.construction import unit_price
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import LOST, LOST_UNSUPPLIED, SEASONS, War, turn_of

AFRICA = ("morocco", "algeria", "tunisia", "libya", "egypt")
EUROPE = ("france", "vichy_france", "italy", "greece", "yugoslavia", "norway", "denmark", "netherlands", "belgium", "germany")
EUROPE += ("albania", "spain", "portugal")
HOARD = 1.0  # of the base
FIRSTS = ("poland", "france", "ussr_war", "usa_war", "africa", "europe", "paris", "rome", "berlin", "ussr_out", "britain_out")
FIRSTS += ("italy_out", "germany_out")


class Conduct(msgspec.Struct):
    """One game."""

    seed: int
    winner: str = ""
    why: str = ""
    end: int = 0
    when: dict[str, int] = {}  # event: turn
    landings: Counter[str] = msgspec.field(default_factory=Counter)  # country: beaches taken by invasion
    hoards: Counter[str] = msgspec.field(default_factory=Counter)  # power: turns
    richest: dict[str, int] = {}
    lost: dict[str, int] = {}  # power: the most NARFs of lost units that count for its surrender
    losses: Counter[str] = msgspec.field(default_factory=Counter)  # power, year, segment, land: NARFs
    seconds: float = 0.0
    answers: int = 0


def play(scenario: str, agents: str, seed: int) -> Conduct:
    """Play one game and watch it."""
    minds = seat_agents(TITLE, scenario, {}, agents.split(","), seed)
    session = Session.new(TITLE, scenario, {}, seed=seed_from(seed))
    found = Conduct(seed)
    began = time.process_time()
    turn, player_turn, ports = session.g.turn, session.g.player_turn, set[int]()
    places = list(session.g.units.at)
    purses = list(session.g.nations.narfs)
    while session.pending:
        g: War = session.g
        if g.player_turn != player_turn:
            ports = _beaches(g, found, ports)
            if g.turn != turn:
                _after_turn(g, found, turn, purses)
            turn, player_turn = g.turn, g.player_turn
        seat = next(iter(session.pending))
        ask = session.pending[seat]
        purses = list(g.nations.narfs)
        session.apply(seat, minds[seat].choose(session, seat))
        if list(g.units.at) != places:
            _losses(g, found, places, ask.rule)
            places = list(g.units.at)
    assert session.outcome is not None
    _beaches(session.g, found, ports)
    _after_turn(session.g, found, session.g.turn, purses)
    found.winner = session.outcome.winners[0] if session.outcome.winners else "draw"
    found.why, found.end, found.answers = session.outcome.reason, session.g.turn, session.count
    found.seconds = round(time.process_time() - began, 1)
    return found


def _losses(g: War, found: Conduct, before: list[int], rule: str) -> None:
    """Units of great powers that have just been lost, by the land they stood in and the rule of the last question."""
    for u, at in enumerate(before):
        if at < 0 or g.units.at[u] >= 0 or g.units.pool[u] not in (LOST, LOST_UNSUPPLIED) or g.roster.nations[u] not in MAJORS:
            continue
        land = g.ground.country[at] or ("sea" if g.ground.sea[at] else g.board.ids[at])
        kind = "ship" if g.roster.kinds[u] in NAVAL else "air" if g.roster.kinds[u] > Kind.PART else "army"
        found.losses[f"{KEYS[g.roster.nations[u]]} {g.year} {kind} in {land} ({rule})"] += unit_price(g, u)


def _beaches(g: War, found: Conduct, before: set[int]) -> set[int]:
    """Count beachheads of the Allies that were not there."""
    now = {s for s, until in enumerate(g.hexes.beachhead) if until >= g.player_turn - 1 and g.hexes.gap_side[s] == ALLIES}
    for s in now - before:
        land = g.ground.country[s]
        found.landings[land] += 1
        name = "africa" if land in AFRICA else "europe" if land in EUROPE else "elsewhere"
        found.when.setdefault(name, g.turn)
    return now


def _after_turn(g: War, found: Conduct, turn: int, purses: Sequence[int]) -> None:
    """What has happened by the end of a season, and what was left in the treasuries at its last question."""
    nations, sides = g.nations, hex_sides(g)
    now = {
        "poland": nations.surrendered[INDEX["poland"]],
        "france": nations.surrendered[FRANCE],
        "ussr_war": g.barbarossa >= 0,
        "usa_war": nations.side[USA] != NEUTRAL,
        "ussr_out": nations.surrendered[USSR],
        "britain_out": nations.surrendered[BRITAIN],
        "italy_out": nations.surrendered[ITALY],
        "germany_out": nations.surrendered[GERMANY],
        "rome": sides[g.ground.named("rome")] == ALLIES,
        "berlin": sides[g.ground.named("berlin")] == ALLIES,
        "paris": "france" in found.when and sides[g.ground.named("paris")] == ALLIES,
    }
    for name, yes in now.items():
        if yes:
            found.when.setdefault(name, turn)
    for n in MAJORS:
        purse, key = purses[n], KEYS[n]
        found.richest[key] = max(purse, found.richest.get(key, 0))
        if nations.side[n] != NEUTRAL and not nations.surrendered[n] and purse > HOARD * max(nations.base[n], 30):
            found.hoards[key] += 1
    for n in (BRITAIN, USSR):
        found.lost[KEYS[n]] = max(found.lost.get(KEYS[n], 0), lost_value(g, n, ships=n == BRITAIN))


def date(turn: int | None) -> str:
    """F39, Su44; a dash for never."""
    if turn is None:
        return "-"
    season = SEASONS[turn % 4]
    return f"{season[:2] if season in ('Spring', 'Summer') else season[0]}{39 + turn // 4}"


def heads() -> list[str]:
    words = ["seed", *(name.replace("_", " ") for name in FIRSTS), "winner", "end", "hoards", "Br/SU lost", "CPU s"]
    return ["| " + " | ".join(words) + " |", "|---" * len(words) + "|"]


def lines(games: Sequence[Conduct]) -> list[str]:
    """A line for each game."""
    rows = []
    for c in games:
        cells = [str(c.seed), *(date(c.when.get(name)) for name in FIRSTS), c.winner, date(c.end)]
        hoards = " ".join(f"{power} {n}" for power, n in c.hoards.items()) or "-"
        cells += [hoards, "/".join(map(str, c.lost.values())), f"{c.seconds:.0f}"]
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def sums(games: Sequence[Conduct]) -> list[tuple[str, str]]:
    """The aims, each with how often it was reached."""
    count = len(games)

    def by(name: str, year: int) -> str:
        return f"{sum(c.when.get(name, 999) < turn_of(year + 1, 0) for c in games)} of {count}"

    surrenders = [name.removesuffix("_out") for c in games for name in c.when if name.endswith("_out")]
    landings: Counter[str] = sum((c.landings for c in games), Counter())
    seconds = [c.seconds for c in games]
    reasons = Counter(f"{c.winner}: {c.why}" for c in games)
    return [
        ("Poland out in 1939", by("poland", 1939)),
        ("France out by the end of 1940", by("france", 1940)),
        ("Germany at war with the USSR by the end of 1942", by("ussr_war", 1942)),
        ("America at war by the end of 1942", by("usa_war", 1942)),
        ("Western Allies landed in Africa by the end of 1943", by("africa", 1943)),
        ("Western Allies landed in Europe by the end of 1944", by("europe", 1944)),
        ("Rome, Paris, Berlin Allied ever", ", ".join(by(name, 1945) for name in ("rome", "paris", "berlin"))),
        ("surrenders", ", ".join(f"{name} {n}" for name, n in Counter(surrenders).most_common()) or "none"),
        ("beaches taken", ", ".join(f"{land} {n}" for land, n in landings.most_common(8)) or "none"),
        ("results", "; ".join(f"{why} {n}" for why, n in reasons.most_common())),
        ("power-turns with a hoard", str(sum(sum(c.hoards.values()) for c in games))),
        ("processor time a game", f"{sum(seconds) / count:.1f} s, at most {max(seconds):.0f} s"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--agents", default="planner")
    parser.add_argument("--scenario", default="campaign_1939")
    parser.add_argument("--losses", action="store_true")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play, args.scenario, args.agents, args.seed + n) for n in range(args.games)]
        print("\n".join(heads()))
        games = []
        for future in waiting:
            games.append(future.result())
            print(lines(games[-1:])[0], flush=True)
    print("\n| aim | found |\n|---|---|")
    print("\n".join(f"| {name} | {value} |" for name, value in sums(games)))
    if args.losses:
        total: Counter[str] = sum((c.losses for c in games), Counter())
        print("\n".join(f"{n:6} {what}" for what, n in total.most_common(60)))


if __name__ == "__main__":
    main()
