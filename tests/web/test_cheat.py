"""A cheat at the tables of titles with secrets: two games that differ only in what one power does in secret look the same, byte
for byte, to an enemy, to a partner with a seat of his own, and to whoever watches; and forged requests get nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from grognard.kernel import session
from grognard.server import hall
from grognard.server.settings import title_specs
from tests.web.running import Person, Server, serving
from tests.web.test_hidden import everything

Answers = Sequence[str]
# title, scenario, options, who hides, what in the one game and in the other, those who look, and what they ask about
NAMES = ("aif", "awaw", "tw")
CASES = [
    (
        "aif", "short_game", {}, "germany", ("court f0", "levels 2"), ("court f1", "levels 2"), ("usa", "italy"),
        ("keep", "court f0"),
    ),
    (
        "awaw", "europe", {}, "germany", ("influence n.belgium", "keep"), ("influence n.finland", "keep"), ("britain", "italy"),
        ("keep", "influence n.belgium"),
    ),
    (
        "tw", "campaign_1941", {"players": "6"}, "germany", ("pop n.greece", "done"), ("pop n.portugal", "done"),
        ("britain", "italy"), ("done", "pop n.greece", "espionage"),
    ),
]  # fmt: skip


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game begins with the same dice; a seed that somebody chose would be known."""
    for module in (session, hall):
        monkeypatch.setattr(module, "fresh_seed", lambda: bytes(range(32)), raising=False)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("cheat"), titles=title_specs(())) as running:
        yield running


def seats_of(person: Person, code: str, scenario: str, options: dict[str, str]) -> list[str]:
    found = person.post(f"/titles/{code}/seats", {"scenario": scenario, "options": options})
    return [seat["key"] for seat in found]


def until_secret(holders: dict[str, Person], game: str, hides: str) -> None:
    """Go on as quietly as can be until the power is asked something in secret."""
    for _ in range(60):
        views = [person.view(game) for person in holders.values()]
        asked = {question["seat"]: (question, view["step"]) for view in views for question in view["questions"]}
        if hides in asked and asked[hides][0]["kind"] == "secret":
            return
        question, step = next(iter(asked.values()))
        texts = [label["text"] for label in question["options"]]
        quiet = next((t for t in ("pass", "done", "none", "no", "keep") if t in texts), texts[0])
        holders[question["seat"]].answer(game, question["seat"], quiet, step)
    raise AssertionError("nothing is asked in secret")


def seated(code: str, scenario: str, options: dict[str, str], holders: dict[str, Person]) -> str:
    """A game with these people at its seats; the first makes it, the others join."""
    owner = next(iter(holders.values()))
    seats = {seat: "me" if person is owner else "open" for seat, person in holders.items()}
    game = owner.create(title=code, scenario=scenario, options=options, seats=seats, listed=True)
    for seat, person in holders.items():
        if person is not owner:
            person.post(f"/games/{game}/join", {"seat": seat})
    return game


@pytest.mark.parametrize(("code", "scenario", "options", "hides", "one", "two", "look", "tries"), CASES, ids=NAMES)
def test_a_secret_plan_is_seen_by_nobody_else(
    server: Server, code: str, scenario: str, options: dict[str, str], hides: str, one: Answers, two: Answers, look: Answers,
    tries: Answers,
) -> None:  # fmt: skip
    bob, watcher = server.person(), server.person()
    seats = seats_of(bob, code, scenario, options)
    people = {seat: server.person() for seat in look}
    holders = {hides: bob, **{seat: people.get(seat, bob) for seat in seats if seat != hides}}
    games = []
    for answers in (one, two):
        game = seated(code, scenario, options, holders)
        until_secret(holders, game, hides)
        for text in answers:
            bob.answer(game, hides, text)
        games.append(game)
    for seat, person in [*people.items(), (None, watcher)]:
        first, second = (everything(person, game, seat, tries, (seat or hides, hides)) for game in games)
        assert list(first) == list(second)
        for name in first:
            assert first[name] == second[name], f"{name} tells {seat or 'a spectator'} what is hidden"
    assert bob.view(games[0], seat=hides) != bob.view(games[1], seat=hides)


@pytest.mark.parametrize(("code", "scenario", "options"), [(c[0], c[1], c[2]) for c in CASES] + [("wif", "barbarossa_1941", {})])
def test_forged_requests_get_nowhere(server: Server, code: str, scenario: str, options: dict[str, str]) -> None:
    """Answers, odds, explanations, suggestions, standing answers, views and files for a seat that is somebody else's."""
    ann, eve = server.person(), server.person()
    seats = seats_of(ann, code, scenario, options)
    game = seated(code, scenario, options, {seat: eve if seat == seats[-1] else ann for seat in seats})
    view = ann.view(game)
    question = view["questions"][0]
    seat, text = question["seat"], question["options"][0]["text"]
    refused = (400, 401, 403, 404, 409)
    eve.answer(game, seat, text, view["step"], status=refused)
    for path in ("explain", "odds", "suggest", "gesture"):
        eve.post(f"/games/{game}/{path}", {"seat": seat, "option": text, "piece": "u0", "space": ""}, refused)
    eve.post(f"/games/{game}/standing", {"seat": seat, "kind": "idle", "condition": "always"}, refused)
    eve.post(f"/games/{game}/concede", {"seat": seat}, refused)
    eve.post(f"/games/{game}/seats/{seat}", {"to": "me"}, refused)
    eve.post(f"/games/{game}/seats/{seat}", {"to": "agent:random"}, refused)
    eve.post(f"/games/{game}/undo", {"to": 0}, (200, 201, *refused))
    assert ann.view(game)["step"] == view["step"] and ann.view(game)["questions"][0] == question
    for path, query in (("view", {"seat": seat}), ("mail", {"seat": seat})):
        found = eve.http.get(f"/games/{game}/{path}", params=query)
        assert found.status_code in refused, path
