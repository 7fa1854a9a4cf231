"""Whole games as fixtures: played by agents, saved, replayed. `python -m tests.titles.whole_games TITLE [NAME...]` makes them
anew; `python -m tests.titles.whole_games TITLE NAME=SAVE` makes one of a game that was saved elsewhere, a long campaign say: its
answers are given again by the rules of today as far as these allow them, from there on agents play.
"""

from __future__ import annotations

import gzip
import lzma
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.agents import Agent
from grognard.agents.selfplay import play_out, seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.saves import dump, load, read
from grognard.kernel.session import Refused, Session
from grognard.kernel.title import title as find_title
from grognard.kernel.verifying import Verified, verify

FOLDER = Path(__file__).parents[1] / "fixtures"

# name -> (scenario, agents, options, seed); "all" switches every optional rule on, "none" off, "kit=NAME" has those of a kit
GAMES: dict[str, dict[str, tuple[str, str, str, int]]] = {
    "gw36": {
        "1939-random": ("1939", "random", "", 11),
        "1939-greedy": ("1939", "greedy", "", 12),
        "1939-all-options": ("1939", "random", "all", 13),
        "1936-random": ("1936", "random", "none", 14),
        "1936-greedy": ("1936", "greedy", "all", 15),
        "1939-planner": ("1939", "planner", "", 16),
    },
    "tw": {
        "north-africa": ("north_africa", "greedy", "", 1),
        "poland": ("poland", "greedy", "", 2),
        "west": ("west", "greedy", "", 3),
        "barbarossa": ("barbarossa", "greedy", "", 4),
        "kursk": ("kursk", "greedy", "all", 5),
        "mediterranean": ("mediterranean", "random", "all", 6),
        "campaign-1939": ("campaign_1939", "planner", "", 9),
        "campaign-1941": ("campaign_1941", "planner", "", 7),
        "campaign-1942": ("campaign_1942", "planner", "", 8),
    },
    "wif": {
        "barbarossa": ("barbarossa_1941", "greedy", "", 1),
        "barbarossa-planner": ("barbarossa_1941", "planner", "", 2),
        "guadalcanal": ("guadalcanal_1942", "planner", "", 3),
        "barbarossa-club": ("barbarossa_1941", "planner", "kit=club", 21),
        "guadalcanal-everything": ("guadalcanal_1942", "planner", "kit=everything", 22),
        "global-war": ("global_war_1939", "planner", "", 500),
        "global-war-club": ("global_war_1939", "planner", "kit=club", 500),
        "global-war-everything": ("global_war_1939", "planner", "kit=everything", 500),
    },
    "aif": {
        "star-spangled-banner": ("star_spangled_banner_1947", "greedy", "", 1),
        "short-game": ("short_game", "greedy", "", 2),
        "campaign": ("campaign_1945", "greedy", "", 1),
        "after-an-auction": ("star_spangled_banner_1947", "greedy", "auction", 3),
    },
    "awaw": {
        "barbarossa": ("barbarossa", "greedy", "", 1),
        "barbarossa-planner": ("barbarossa", "planner", "", 5),
        "north-africa": ("north_africa", "planner", "", 2),
        "atlantic": ("atlantic", "planner", "", 3),
        "midway": ("midway", "planner", "", 4),
        "europe": ("europe", "planner", "", 7100),
        "pacific": ("pacific", "planner", "", 5100),
    },
}


# answers before those of the agents: the Axis bids 99, so 151 research points make the bomb (America in Flames, 23.3)
PRELUDES = {"after-an-auction": (*["bid"] * 99, "pass")}


def options_of(code: str, word: str) -> dict[str, bool | str]:
    """Every switch on or off, choices left as they are; or the options of a kit; or one switch on."""
    if not word:
        return {}
    key, told, kit = word.partition("=")
    if told:
        return {key: kit}
    if word not in ("all", "none"):
        return {word: True}
    return {s.key: word == "all" for s in find_title(code).switches if not s.choices}


def paths(code: str) -> list[Path]:
    return sorted((FOLDER / code).glob("*.grognard.[gx]z"))


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else gzip.decompress(data)


LARGE = 100_000  # bytes: a game that takes a while to replay
TOO_LARGE = 700_000  # packed another way, a third smaller


def games(code: str, always: str = "") -> list[Any]:
    """The games of a title as parameters of a test: of the large ones `always` is one for every day, the others are for soak."""
    found = []
    for path in paths(code):
        name = path.name.split(".")[0]
        rare = path.stat().st_size > LARGE and name != always
        found.append(pytest.param(path, id=name, marks=[pytest.mark.soak] if rare else []))
    return found


def replayed(fixture: Path, folder: Path) -> Verified:
    """Load a whole game and replay it from its start: the same answers, dice, log lines and end. States are compared where the
    file has the layout of today; the others were saved by older versions and are kept for that."""
    file = folder / "game.grognard"
    file.write_bytes(unpacked(fixture))
    recorded = load(file)
    assert recorded.outcome is not None
    found = verify(file)
    assert found.answers == recorded.count
    assert found.outcome == recorded.outcome
    if read(file).header.layout == recorded.title.layout:
        assert found.digest == recorded.g.digest()
    assert list(recorded.title.invariants(recorded.g)) == []
    return found


def sound(code: str, fixture: Path) -> Session:
    """What a large game can be held to every day, without a replay: its file is whole, it is the game it is said to be, its last
    checkpoint is the state of which it has the digest (who loads it sees to that), and it ended."""
    data = unpacked(fixture)
    scenario, _, word, seed = GAMES[code][fixture.name.split(".")[0]]
    found = read(fixture, data=data)
    assert (found.header.title, found.header.scenario) == (code, scenario)
    assert found.setting.options == dict(find_title(code).read_options(options_of(code, word)))
    assert found.seed == seed_from(seed)
    session = load(fixture, data=data)
    assert session.outcome is not None and not session.pending
    assert list(session.title.invariants(session.g)) == []
    return session


def begun(code: str, name: str) -> tuple[Session, dict[str, Agent]]:
    """A game at its start, and who plays it."""
    scenario, agents, word, seed = GAMES[code][name]
    title, options = find_title(code), options_of(code, word)
    minds = seat_agents(title, scenario, options, agents.split(","), seed)
    players = {seat: f"agent:{a.name}" for seat, a in minds.items()}
    return Session.new(title, scenario, options, players=players, seed=seed_from(seed)), minds


def write(code: str, name: str, session: Session) -> int:
    """Make a fixture of a game; the size of it."""
    plain = dump(session, lean=True)
    data: Any = gzip.compress(plain, 9, mtime=0)
    suffix = "gz"
    if len(data) > TOO_LARGE:
        data, suffix = lzma.compress(plain), "xz"
    folder = FOLDER / code
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{name}.grognard.*"):
        old.unlink()
    (folder / f"{name}.grognard.{suffix}").write_bytes(data)
    return len(data)


def take(code: str, name: str, file: Path) -> int:
    """Make a fixture of a saved game; how many of its answers could be given."""
    steps = read(file).steps[1:]
    session, minds = begun(code, name)
    for step in steps:
        try:
            session.give(step.seat, step.option, session.seats)
        except Refused:
            break
    taken = session.count
    play_out(session, minds)
    size = write(code, name, session)
    print(f"{name}: {taken} of {len(steps)} answers taken, {session.count} in all, {size // 1024} KB")
    return taken


def make(code: str, names: list[str]) -> None:
    """Play the games and write them."""
    for name in GAMES[code]:
        if names and name not in names:
            continue
        began = time.process_time()
        session, minds = begun(code, name)
        for answer in PRELUDES.get(name, ()):
            seat, ask = next(iter(session.pending.items()))
            session.apply(seat, next(o for o in ask.options if o.text == answer))
        play_out(session, minds)
        size = write(code, name, session)
        winners, seconds = session.outcome.winners if session.outcome else (), time.process_time() - began
        print(f"{name}: {session.count} answers, {winners}, {size // 1024} KB, {seconds:.0f} s")


if __name__ == "__main__":
    if "=" in sys.argv[-1]:
        taken, _, saved = sys.argv[2].partition("=")
        take(sys.argv[1], taken, Path(saved))
    else:
        make(sys.argv[1], sys.argv[2:])
