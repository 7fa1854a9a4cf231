"""Odds of The War: milliseconds of one core for attacks in words, and for every attack offered in an opening of Barbarossa played
by `greedy`. `python bench/bench_odds_tw.py` prints a table."""

from __future__ import annotations

from time import process_time

from grognard.agents import agent
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.kernel.title import title
from grognard.titles.tw import odds_text
from grognard.titles.tw.odds import forecast, outlook

REPEATS = 7
BATTLES = (
    ("ground alone, 2 ARM and 1 INF against 2 INF", "2 german arm 8-8 1 inf 6-5 > 2 soviet inf 3-5 in clear"),
    ("2 TAC and 1 FTR against 2 FTR", "2 german arm 8-8 1 inf 6-5 2 tac 1 ftr > 2 soviet inf 3-5 2 ftr in forest"),
    ("2 TAC and 2 FTR against 3 FTR and 2 TAC, 3 flak", "3 british arm 4-8 2 tac 2 ftr > 2 german inf 6-5 3 flak 3 ftr 2 tac"),
)


def best(work: object) -> float:
    times = []
    for _ in range(REPEATS):
        start = process_time()
        work()  # type: ignore[operator]
        times.append(process_time() - start)
    return min(times) * 1000


def main() -> None:
    print(f"{'exact answers, tw':60}{'ms':>8}")
    for name, words in BATTLES:
        laid = odds_text.lay_out(odds_text.read(words))
        print(f"{name:60}{best(lambda laid=laid: forecast(*laid)):8.2f}")
    game = Session.new(title("tw"), "barbarossa", seed=seed_from(1))
    players = {seat: agent("greedy", 1) for seat in game.seats}
    while True:
        seat, ask = next(iter(game.pending.items()))
        attacks = [o for o in ask.options if o.verb == "attack"]
        if ask.prompt == "Announce an attack" and len(attacks) > 4:
            break
        game.apply(seat, players[seat].choose(game, seat).text)
    times = sorted(best(lambda o=o: outlook(game.g.copy(), o)) for o in attacks)
    print(f"{f'{len(times)} attacks offered in Barbarossa, median':60}{times[len(times) // 2]:8.2f}")
    print(f"{'... with three assumptions about the air each, slowest':60}{times[-1]:8.2f}")


if __name__ == "__main__":
    main()
