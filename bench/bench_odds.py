"""Odds: sampled battles a second and exact answers in milliseconds of one core. `python bench/bench_odds.py` prints a table."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from grognard.odds.exact import exact
from grognard.odds.sampling import sample
from grognard.titles.gw36.odds_battles import land_battle, sea_battle
from grognard.titles.gw36.odds_forces import Lot
from grognard.titles.gw36.odds_raids import bombing_outlook, raid_outlook
from grognard.titles.gw36.rules.modifiers import LANDING, Approach, Ground

REPEATS = 5
SAMPLES = 100_000
GOAL = 300_000

BIG = land_battle(  # 30 against 25 mixed units with first strike, air superiority, target selection and flak
    [
        Lot("infantry", 12),
        Lot("artillery", 4),
        Lot("mechanized_infantry", 3),
        Lot("medium_armor", 5),
        Lot("fighter", 3),
        Lot("tactical_bomber", 3),
    ],
    [
        Lot("infantry", 13),
        Lot("artillery", 3),
        Lot("anti_aircraft_artillery", 2),
        Lot("medium_armor", 3),
        Lot("fighter", 3),
        Lot("militia", 1),
    ],
    Ground(city=True),
)
PLAIN = land_battle([Lot("infantry", 20), Lot("medium_armor", 10)], [Lot("infantry", 20), Lot("cavalry", 5)])
FLEETS = sea_battle(
    [
        Lot("battleship", 3),
        Lot("fleet_carrier", 2),
        Lot("fighter", 2),
        Lot("tactical_bomber", 2),
        Lot("heavy_cruiser", 4),
        Lot("destroyer", 6),
    ],
    [Lot("battleship", 2), Lot("light_cruiser", 5), Lot("destroyer", 4), Lot("submarine", 4), Lot("naval_transport", 3)],
)
SMALL = land_battle(
    [Lot("infantry", 6), Lot("artillery", 2), Lot("tactical_bomber", 1)], [Lot("infantry", 4), Lot("fighter")], Ground(city=True)
)
SKIRMISH = land_battle([Lot("infantry", 3), Lot("medium_armor", 1)], [Lot("infantry", 2)])
BEACH = land_battle(
    [Lot("infantry", 4, approach=Approach(LANDING)), Lot("artillery", 2, approach=Approach(LANDING)), Lot("fighter")],
    [Lot("infantry", 3)],
    bombard=[Lot("battleship")],
)


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def main() -> None:
    print(f"{'battles a second of one core, best of ' + str(REPEATS):52}{'battles/s':>12}{'± won':>9}")
    sampled = (("30 v 25 mixed units in a city", BIG), ("30 v 25, two kinds each", PLAIN), ("19 v 18 ships and aircraft", FLEETS))
    for name, battle in sampled:
        rate = SAMPLES / best(lambda battle=battle: sample(battle, SAMPLES))  # type: ignore[misc]
        note = "" if rate >= GOAL else "   below the goal of 300,000"
        print(f"{name:52}{rate:12,.0f}{sample(battle, SAMPLES).error:9.4f}{note}")
    print(f"\n{'exact answers':52}{'ms':>12}")
    for name, battle in (
        ("4 v 2", SKIRMISH),
        ("9 v 5 in a city, target selection", SMALL),
        ("7 v 3 landing with bombardment", BEACH),
        ("30 v 25, two kinds each", PLAIN),
    ):
        print(f"{name:52}{best(lambda battle=battle: exact(battle)) * 1000:12.2f}")  # type: ignore[misc]
    work = best(lambda: raid_outlook([Lot("submarine", 3)], [Lot("destroyer")], left=6)) * 1000
    print(f"{'raid of 3 submarines':52}{work:12.2f}")
    work = best(lambda: bombing_outlook([Lot("strategic_bomber", 3)], [Lot("fighter", 2)], [Lot("fighter", 2)])) * 1000
    print(f"{'3 bombers, 2 escorts, 2 interceptors':52}{work:12.2f}")


if __name__ == "__main__":
    main()
