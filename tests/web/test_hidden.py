"""Hidden information: two games that differ only in what Red hides must look the same to Blue and to spectators, byte for byte.

Everything the server can be made to say is compared: view, log, head, chat, statistics, files, explanations, odds, suggestions,
replays, what-ifs from every seat, and the whole traffic of a socket. That Red itself sees a difference is checked too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from grognard.server.hall import Hall
from tests.web.running import PATIENCE, Person, Server, hear


def table(server: Server, game: str) -> Any:
    hall: Hall = server.uvicorn.config.app.state.hall  # type: ignore[union-attr]
    return hall.tables[game]


def weaken(server: Server, game: str) -> None:
    """Give Red's hidden units another strength: now and where the segment starts."""
    session = table(server, game).session
    for g in (session.g, session.checkpoints[-1].state):
        for unit in g.units:
            if unit.side == 1:
                assert unit.hidden
                unit.steps = 1


@pytest.fixture(scope="module")
def people(local: Server) -> tuple[Person, Person, Person]:
    return local.person("Ann Blue"), local.person("Bob Red"), local.person("Wat Cher")


def game_of(ann: Person, bob: Person, seed: int = 7) -> str:
    game = ann.create(seats={"blue": "me", "red": "me", "rust": "me"}, seed=seed, listed=True)
    for seat in ("red", "rust"):
        ann.hand(game, seat, bob)
    return game


def neutral(value: Any, *names: str) -> str:
    """A text without what differs between any two games: ids, tokens, seeds, times and numbers of streams."""
    text = value.decode() if isinstance(value, bytes) else json.dumps(value, sort_keys=True)
    for name in names:
        text = text.replace(name, "GAME")
    text = re.sub(r'"(invite|commitment|seed|sum|fork_of|id)": ?"[A-Za-z0-9_-]{8,}"', r'"\1": "X"', text)
    text = re.sub(r'"(created|updated|at)": ?\d{9,}\.\d+', r'"\1": 0', text)
    text = re.sub(r"(sealed as|new_dice|old_dice) [0-9a-f]{64}", r"\1 X", text)
    return re.sub(r'"seq": ?\d+', '"seq": 0', text)


TRIES = ("bid 1", "bid 99", "pick u0", "pick u3", "pick u5", "attack u0 u3", "to u0 h0102", "to u3 h0603", "storm 1", "nonsense")


EYES = ("blue", "red", "rust")


def everything(
    person: Person, game: str, seat: str | None, tries: Sequence[str] = TRIES, eyes: Sequence[str] = EYES
) -> dict[str, str]:
    """All that can be got out of the server about a game: `tries` are options to ask about, `eyes` seats to look through."""
    found: dict[str, Any] = {}
    for path in ("", "/view", "/log", "/chat", "/stats", "/reasons"):
        found[path] = person.get(f"/games/{game}{path}")
    step = found["/view"]["view"]["step"]
    for at in range(step + 1):
        found[f"at {at}"] = person.get(f"/games/{game}/view", at=at)
    with person.socket(game) as line:
        found["socket"] = hear(line, "view")
    found["listed"] = [g for part in person.get("/games").values() for g in part if g["id"] == game]
    names = [game]
    if seat:
        found["mail"] = person.get(f"/games/{game}/mail", seat=seat)
        found["export"] = person.get(f"/games/{game}/export")
        for option in tries:
            found[f"explain {option}"] = person.post(f"/games/{game}/explain", {"seat": seat, "option": option})
            found[f"odds {option}"] = person.post(f"/games/{game}/odds", {"seat": seat, "option": option}, (200, 201, 409))
        found["suggest"] = person.post(f"/games/{game}/suggest", {"seat": seat}, (200, 201, 409))
        fork = person.post(f"/games/{game}/fork")["id"]
        names.append(fork)
        for other in eyes:
            found[f"what if, {other}"] = person.get(f"/games/{fork}/view", seat=other)
        found["what if, file"] = re.sub(rb'"seed":"[^"]*"', b"", person.get(f"/games/{fork}/export"))
        person.post(f"/games/{fork}/undo", {"to": 0}, (200, 201, 409))
        found["what if, undone"] = person.get(f"/games/{fork}/view", seat=eyes[1])
    return {name: neutral(value, *names) for name, value in found.items()}


def same(server: Server, people: tuple[Person, Person, Person], one: str, two: str) -> None:
    ann, _, watcher = people
    for person, seat in ((ann, "blue"), (watcher, None)):
        first, second = everything(person, one, seat), everything(person, two, seat)
        assert list(first) == list(second)
        for name in first:
            assert first[name] == second[name], f"{name} tells {seat or 'a spectator'} what is hidden"


def test_a_secret_bid_is_hidden_until_all_are_in(local: Server, people: tuple[Person, Person, Person]) -> None:
    ann, bob, _ = people
    one, two = game_of(ann, bob), game_of(ann, bob)
    bob.answer(one, "red", "bid 1")
    bob.answer(two, "red", "bid 3")
    same(local, people, one, two)
    assert bob.get(f"/games/{one}/mail", seat="red") != bob.get(f"/games/{two}/mail", seat="red")


def test_money_is_hidden_afterwards(local: Server, people: tuple[Person, Person, Person]) -> None:
    ann, bob, _ = people
    one, two = game_of(ann, bob), game_of(ann, bob)
    for game, offer in ((one, 1), (two, 3)):
        bob.answer(game, "red", f"bid {offer}")
        ann.answer(game, "blue", "bid 4")
    same(local, people, one, two)
    assert neutral(bob.view(one), one) != neutral(bob.view(two), two)


def test_hidden_units_stay_hidden(local: Server, people: tuple[Person, Person, Person]) -> None:
    ann, bob, _ = people
    one, two = game_of(ann, bob), game_of(ann, bob)
    weaken(local, two)
    same(local, people, one, two)
    assert neutral(bob.view(one), one) != neutral(bob.view(two), two)


def test_the_traffic_of_a_whole_turn_is_the_same(local: Server, people: tuple[Person, Person, Person]) -> None:
    """Blue's and a spectator's sockets over many answers, while Red's secrets differ and nothing reveals them."""
    ann, bob, watcher = people
    heard: list[list[str]] = []
    for offer in (1, 3):
        game = game_of(ann, bob)
        if offer == 3:
            weaken(local, game)
        with ann.socket(game) as hers, watcher.socket(game) as theirs:
            messages = [hear(hers, "view"), hear(theirs, "view")]
            bob.answer(game, "red", f"bid {offer}")
            ann.answer(game, "blue", "bid 4")
            for seat, person in (("blue", ann), ("red", bob), ("rust", bob)):
                person.answer(game, seat, "pass")
            for option in ("pick u0", "stop u0", "pick u1", "to u1 h0102", "stop u1", "done"):
                ann.answer(game, "blue", option)
            for option in ("pick u3", "stop u3", "done"):
                bob.answer(game, "red", option)
            bob.post(f"/games/{game}/chat", {"to": "all", "text": "that was all"})
            for line in (hers, theirs):
                while (message := json.loads(line.recv(timeout=PATIENCE)))["type"] != "chat":
                    messages.append(message)
        heard.append([neutral(message, game) for message in messages])
    assert len(heard[0]) > 20
    assert heard[0] == heard[1]


def test_chat_of_a_side_stays_there(local: Server, people: tuple[Person, Person, Person]) -> None:
    ann, bob, watcher = people
    game = game_of(ann, bob)
    with ann.socket(game) as hers, watcher.socket(game) as theirs, bob.socket(game) as his:
        bob.post(f"/games/{game}/chat", {"to": "side", "text": "secret plan"})
        bob.post(f"/games/{game}/chat", {"to": "all", "text": "hello"})
        assert hear(his, "chat")["text"] == "secret plan"
        for line in (hers, theirs):
            assert hear(line, "chat")["text"] == "hello"
