"""The API as a client uses it: titles, games, views, answers, agreements, the past, files. On both stores."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel import saves
from grognard.server.streams import patched
from tests.web.running import ALL_MINE, PATIENCE, Person, Server, hear, until_true
from tests.web.test_browser_tw import NORTH_AFRICA


@pytest.fixture
def ann(server: Server) -> Person:
    return server.person()


@pytest.fixture
def bob(server: Server) -> Person:
    return server.person()


def two_seats(ann: Person, bob: Person, **wish: Any) -> str:
    """Ann plays Blue, Bob both Red seats."""
    game = ann.create(seats={"blue": "me"}, **wish)
    bob.post(f"/games/{game}/join", {"seat": "red"})
    bob.post(f"/games/{game}/join", {"seat": "rust"})
    return game


# titles and boards


def test_titles_and_board(server: Server) -> None:
    visitor = server.visitor()
    (skirmish,) = [t for t in visitor.get("/titles") if t["code"] == "skirmish"]
    assert [s["key"] for s in skirmish["seats"]["lake"]] == ["blue", "red", "rust"]
    assert "random" in skirmish["agents"] and skirmish["standing"]["storm"][0]["key"] == "never"
    answer = visitor.http.get("/titles/skirmish/board")
    assert len(answer.json()["spaces"]) == 49 and answer.headers["etag"]
    again = visitor.http.get("/titles/skirmish/board", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304 and not again.content
    visitor.get("/titles/skirmish/drawing", 404)
    visitor.get("/titles/nothing/board", 404)


def test_openapi_document_is_served(server: Server) -> None:
    document = server.visitor().get("/schema/openapi.json")
    assert "/api/v1/games/{game_id}/answer" in document["paths"]


# accounts


def test_register_log_in_and_out(server: Server) -> None:
    cleo = server.visitor()
    name = f"Cleo {time.time_ns()}"[:30]
    assert cleo.post("/register", {"name": name, "password": "long enough"})["guest"] is False
    assert cleo.get("/me")["name"] == name
    cleo.post("/logout")
    cleo.get("/me", 401)
    cleo.post("/login", {"name": name.upper(), "password": "wrong password"}, 401)
    cleo.post("/login", {"name": name.upper(), "password": "long enough"})
    assert cleo.get("/me")["name"] == name
    server.visitor().post("/register", {"name": name.lower(), "password": "long enough"}, 409)


def test_games_need_a_person(server: Server) -> None:
    visitor = server.visitor()
    assert visitor.get("/games")["mine"] == []
    visitor.post("/games", {"title": "skirmish"}, 401)


# creating and playing


def test_a_game_from_creation_to_its_end(ann: Person) -> None:
    game = ann.create()
    view = ann.view(game)
    assert view["step"] == 0 and {q["seat"] for q in view["questions"]} == {"blue", "red"}
    for _ in range(400):
        ann.play(game, 10)
        if ann.get(f"/games/{game}")["status"] == "over":
            break
    info = ann.get(f"/games/{game}")
    assert info["status"] == "over" and info["outcome"]["reason"]
    ann.answer(game, "blue", "bid 1", info["step"], status=409)


def test_bad_wishes_are_refused(ann: Person) -> None:
    assert "scenario" in ann.post("/games", {"title": "skirmish", "scenario": "moon"}, 422)["error"]["message"]
    ann.post("/games", {"title": "chess"}, 404)
    ann.post("/games", {"title": "skirmish", "seats": {"green": "me"}}, 404)
    ann.post("/games", {"title": "skirmish", "seats": {"blue": "you"}}, 409)
    ann.post("/games", {"title": "skirmish", "seats": {"blue": "agent:einstein"}}, 404)
    ann.post("/games", {"title": "skirmish", "options": {"dragons": True}}, 422)
    ann.post("/games", {"title": "skirmish", "seed": 5}, 409)
    ann.post("/games", {"title": "skirmish", "unknown": 5}, 400)


def test_an_answer_is_checked_against_the_list(ann: Person) -> None:
    game = ann.create()
    error = ann.answer(game, "blue", "bid 77", 0, status=422)["error"]
    assert error["rule"] == "4.1" and "5 gold" in error["message"]
    assert ann.view(game)["step"] == 0
    ann.answer(game, "rust", "bid 1", 0, status=422)
    ann.answer(game, "green", "bid 1", 0, status=403)


def test_a_retry_never_acts_twice(ann: Person) -> None:
    game = ann.create()
    first = ann.answer(game, "blue", "bid 1", 0, "once")
    again = ann.answer(game, "blue", "bid 1", 0, "once")
    assert first["step"] == again["step"] == 1
    assert ann.view(game)["step"] == 1
    assert ann.answer(game, "red", "bid 1", 1, "once", status=409)["error"]["code"] == "clash"


def test_a_retry_of_an_undone_answer_does_not_act(ann: Person) -> None:
    game = ann.create()
    ann.answer(game, "blue", "bid 1", 0, "undone")
    ann.post(f"/games/{game}/undo", {"to": 0})
    assert ann.answer(game, "blue", "bid 1", 0, "undone")["step"] == 1
    assert ann.view(game)["step"] == 0


def test_stale_answers_are_refused_and_simultaneous_ones_are_not(ann: Person) -> None:
    game = ann.create()
    ann.answer(game, "blue", "bid 1", 0)
    ann.answer(game, "red", "bid 2", 0)
    view = ann.view(game)
    assert view["step"] == 2
    question = view["questions"][0]
    error = ann.answer(game, question["seat"], question["options"][0]["text"], 0, status=409)["error"]
    assert error["code"] == "stale"
    ann.answer(game, question["seat"], question["options"][0]["text"], 99, status=409)


def test_explain_and_odds(ann: Person) -> None:
    game = ann.create()
    assert ann.post(f"/games/{game}/explain", {"seat": "blue", "option": "bid 1"})["legal"] is True
    no = ann.post(f"/games/{game}/explain", {"seat": "blue", "option": "pick u3"})
    assert no["legal"] is False and no["rule"] == "4.1" and no["reason"]
    assert ann.post(f"/games/{game}/odds", {"seat": "blue", "option": "bid 1"}) is None
    ann.post(f"/games/{game}/odds", {"seat": "blue", "option": "bid 50"}, 409)


def test_odds_that_the_answer_itself_overtook_are_those_from_before_it(ann: Person) -> None:
    """A request for odds and the answer are sent together: which comes first makes no difference."""
    game = ann.post("/games", {"title": "tw", "scenario": "north_africa", "seats": {"axis": "me", "allies": "me"}})["id"]
    answers, view = iter(NORTH_AFRICA), ann.view(game)
    while not any(label["text"] == "attack 3924" for label in view["questions"][0]["options"]):
        ann.answer(game, view["questions"][0]["seat"], next(answers, "done"), view["step"])
        view = ann.view(game)
    seat, step, option = view["questions"][0]["seat"], view["step"], "attack 3924"
    wish = {"seat": seat, "option": option, "step": step}
    before = ann.post(f"/games/{game}/odds", wish)
    assert before["column"]
    ann.answer(game, seat, option, step)
    assert ann.post(f"/games/{game}/odds", wish) == before
    ann.post(f"/games/{game}/odds", {"seat": seat, "option": option}, 409)
    ann.post(f"/games/{game}/odds", {**wish, "option": "done"}, (200, 409))
    ann.post(f"/games/{game}/odds", {**wish, "step": step - 1}, 409)


def test_suggestion_from_an_agent(ann: Person) -> None:
    game = ann.create(seats={"blue": "me", "red": "me", "rust": "me"})
    found = ann.post(f"/games/{game}/suggest", {"seat": "blue"})
    assert found["option"].startswith("bid ") and found["reason"]
    ann.post(f"/games/{game}/suggest", {"seat": "rust"}, 409)
    ann.post(f"/games/{game}/suggest", {"seat": "blue", "agent": "nobody"}, 404)


# seats


def test_seats_are_handed_over_given_to_agents_and_taken_back(server: Server, ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob, listed=True)
    name = bob.get("/me")["name"]
    ann.post(f"/games/{game}/seats/red", {"to": "me"}, 403)
    info = bob.post(f"/games/{game}/seats/rust", {"to": "agent:random"})
    rust = {"name": "Rust", "side": "red", "player": name, "agent": "random", "you": True, "offered": "", "asked": False}
    assert info["seats"]["rust"] == rust
    bob.answer(game, "rust", "bid 1", 0, status=403)
    info = bob.post(f"/games/{game}/seats/rust", {"to": "me"})
    assert info["seats"]["rust"]["agent"] == ""
    cyd = server.person()
    bob.post(f"/games/{game}/seats/rust", {"to": f"user:{ann.get('/me')['name']}"}, 409)  # she plays against it
    bob.post(f"/games/{game}/seats/rust", {"to": f"user:{cyd.get('/me')['name']}"})
    asked = cyd.get(f"/games/{game}")["seats"]["rust"]
    assert asked["asked"] and not asked["you"] and asked["player"] == name
    assert game in [g["id"] for g in cyd.get("/games")["mine"]]
    assert any(n["kind"] == "seat" for n in cyd.get("/notices"))
    ann.post(f"/games/{game}/seats/rust", {"to": "me"}, 403)
    cyd.post(f"/games/{game}/seats/rust", {"to": "nobody"})
    assert cyd.post(f"/games/{game}/seats/rust", {"to": "me"}, 403)
    bob.hand(game, "rust", cyd)
    assert cyd.get(f"/games/{game}")["seats"]["rust"]["you"] is True
    bob.post(f"/games/{game}/seats/red", {"to": "open"})
    bob.post(f"/games/{game}/seats/red", {"to": "me"}, 403)
    bob.post(f"/games/{game}/join", {"seat": "red"})
    bob.post(f"/games/{game}/seats/red", {"to": "user:Nobody Atall"}, 404)
    bob.post(f"/games/{game}/seats/red", {"to": "the moon"}, 409)


def test_invitation_opens_a_game_that_is_not_listed(ann: Person, bob: Person, server: Server) -> None:
    game = ann.create(seats={"blue": "me"}, listed=False)
    token = ann.get(f"/games/{game}")["invite"]
    assert game not in [g["id"] for g in bob.get("/games")["open"]]
    bob.get(f"/games/{game}", 404)
    bob.post(f"/games/{game}/join", {"seat": "red"}, 404)
    bob.post(f"/games/{game}/join", {"seat": "red", "token": "guess"}, 404)
    assert bob.post(f"/games/{game}/join", {"seat": "red", "token": token})["seats"]["red"]["you"] is True
    bob.post(f"/games/{game}/join", {"seat": "blue", "token": token}, 409)
    watcher = server.person()
    watcher.post(f"/games/{game}/join", {"token": token})
    assert watcher.get(f"/games/{game}")["invite"] is None
    assert watcher.view(game)["seat"] is None and watcher.view(game)["questions"] == []


def test_open_tables_are_listed_and_watched(ann: Person, bob: Person) -> None:
    game = ann.create(seats={"blue": "me"}, name="Come and play")
    (found,) = [g for g in bob.get("/games")["open"] if g["id"] == game]
    assert found["name"] == "Come and play" and found["seats"]["red"]["player"] == ""
    assert bob.view(game)["questions"] == []
    bob.answer(game, "red", "bid 1", 0, status=403)


# undo, rollback, draw, pause, resign, standing


def test_undo_is_free_where_nothing_was_learnt(ann: Person) -> None:
    game = ann.create()
    ann.answer(game, "blue", "bid 1", 0)
    assert ann.post(f"/games/{game}/undo", {"to": 0}) == {"done": True}
    assert ann.view(game)["step"] == 0
    ann.post(f"/games/{game}/undo", {"to": 9}, 409)


def test_rollback_is_negotiated(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    ann.answer(game, "blue", "bid 1")
    bob.answer(game, "red", "bid 3")
    assert ann.post(f"/games/{game}/undo", {"to": 0}) == {"asked": ["red", "rust"]}
    (wish,) = bob.get(f"/games/{game}")["requests"]
    told = {"answers": {"blue": 1, "red": 1}, "seen": True, "agreed": ["blue"]}
    assert wish == {"kind": "rollback", "by": "blue", "waiting": ["red", "rust"], "to": 0, **told}
    assert bob.view(game, at=wish["to"])["step"] == 0
    assert any(n["kind"] == "rollback" for n in bob.get("/notices"))
    assert bob.post(f"/games/{game}/rollback", {"agree": False}) == {}
    info = ann.get(f"/games/{game}")
    assert info["step"] == 2 and info["requests"] == []
    assert info["settled"] == {"kind": "rollback", "how": "refused", "by": bob.get("/me")["name"]}
    ann.post(f"/games/{game}/undo", {"to": 0})
    ann.post(f"/games/{game}/rollback", {"agree": False})
    assert bob.get(f"/games/{game}")["settled"]["how"] == "withdrawn"
    ann.post(f"/games/{game}/undo", {"to": 0})
    assert bob.post(f"/games/{game}/rollback", {"agree": True}) == {"done": True}
    assert ann.view(game)["step"] == 0
    ann.post(f"/games/{game}/rollback", {"agree": True}, 409)


def test_restart_of_the_segment(ann: Person) -> None:
    game = ann.create(options={"storms": False})
    ann.answer(game, "blue", "bid 4")
    ann.answer(game, "red", "bid 0")
    ann.answer(game, "blue", "pick u0")
    ann.answer(game, "blue", "to u0 h0102")
    assert ann.post(f"/games/{game}/undo", {"to": "segment"}) == {"done": True}
    assert ann.view(game)["step"] == 2


def test_draw_needs_everybody(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    assert ann.post(f"/games/{game}/draw", {"agree": True}) == {"done": False}
    assert bob.get(f"/games/{game}")["requests"][0]["waiting"] == ["red", "rust"]
    assert bob.post(f"/games/{game}/draw", {"agree": False}) == {"done": False}
    ann.post(f"/games/{game}/draw", {"agree": True})
    assert bob.post(f"/games/{game}/draw", {"agree": True}) == {"done": True}
    assert ann.get(f"/games/{game}")["outcome"]["winners"] == []
    ann.post(f"/games/{game}/draw", {"agree": True}, 409)


def test_pause_stops_answers(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    paused = bob.post(f"/games/{game}/pause", {"paused": True})
    assert paused["status"] == "paused" and paused["paused_by"] == bob.get("/me")["name"]
    assert "paused" in ann.answer(game, "blue", "bid 1", 0, status=409)["error"]["message"]
    assert ann.view(game)["questions"] == []
    ann.post(f"/games/{game}/pause", {"paused": False})
    ann.answer(game, "blue", "bid 1", 0)


def test_resigning_ends_the_game(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    ann.post(f"/games/{game}/concede", {"seat": "red"}, 403)
    info = bob.post(f"/games/{game}/concede", {"seat": "red"})
    assert info["status"] == "over" and info["outcome"]["winners"] == ["blue"]
    assert any(n["kind"] == "over" for n in ann.get("/notices"))


def test_standing_answers(ann: Person) -> None:
    game = ann.create()
    info = ann.post(f"/games/{game}/standing", {"seat": "blue", "kind": "storm", "condition": "never"})
    assert info["standing"] == [["blue", "storm", "never"]]
    ann.post(f"/games/{game}/standing", {"seat": "blue", "kind": "storm", "condition": "sometimes"}, 422)
    assert ann.post(f"/games/{game}/standing", {"seat": "blue", "kind": "storm"})["standing"] == []


def test_phases_with_nothing_but_done_may_be_passed_or_asked(ann: Person) -> None:
    """A person begins with the answer and may lift it; what the title does not know is refused, and so is another's seat."""
    game = ann.post("/games", {"title": "gw36", "scenario": "1939", "seats": {"player1": "me", "player2": "agent:random"}})["id"]
    path, mine = f"/games/{game}/standing", {"seat": "player1", "kind": "idle"}
    assert ["player1", "idle", "pass"] in ann.get(f"/games/{game}")["standing"]
    assert ["player1", "idle", "pass"] not in ann.post(path, {**mine, "condition": ""})["standing"]
    assert ["player1", "idle", "pass"] in ann.post(path, {**mine, "condition": "pass"})["standing"]
    ann.post(path, {**mine, "condition": "always"}, 422)
    ann.post(path, {**mine, "seat": "player2", "condition": "pass"}, 403)
    skirmish = ann.create()
    ann.post(f"/games/{skirmish}/standing", {"seat": "blue", "kind": "idle", "condition": "pass"}, 422)


def test_a_person_begins_with_the_usual_standing_answers(ann: Person) -> None:
    """A person and an open seat have them, an agent's seat not until a person takes it; going back does not lose them."""
    wish = {"title": "gw36", "scenario": "1939", "seats": {"player1": "me", "player2": "agent:random", "player3": "me"}}
    info = ann.post("/games", wish, 201)
    game = info["id"]
    held = {(seat, kind): key for seat, kind, key in info["standing"]}
    assert held["player1", "politics"] == "new" and held["player3", "volleys"] == "usual"
    assert not any(seat == "player2" for seat, _ in held)
    ann.post(f"/games/{game}/undo", {"to": 0})
    assert len(ann.get(f"/games/{game}")["standing"]) == len(info["standing"])
    taken = ann.post(f"/games/{game}/seats/player2", {"to": "me"})
    assert ["player2", "politics", "new"] in taken["standing"]


# agents


def test_agents_play_their_seats(ann: Person) -> None:
    game = ann.create(seats={"blue": "me", "red": "agent:random", "rust": "agent:random"})
    until = time.monotonic() + 2 * PATIENCE
    while ann.get(f"/games/{game}")["status"] != "over":
        assert time.monotonic() < until
        view = ann.view(game)
        if view["questions"]:
            options = view["questions"][0]["options"]
            ann.answer(game, "blue", options[-1]["text"], view["step"], status=(200, 409))
        else:
            time.sleep(0.02)
    ann.view(game, at=0)


def test_a_held_agent_waits(ann: Person) -> None:
    game = ann.create(seats={"blue": "me", "red": "me", "rust": "me"})
    ann.post(f"/games/{game}/agent/cancel")
    assert ann.get(f"/games/{game}")["held"] is True
    ann.post(f"/games/{game}/seats/red", {"to": "agent:random"})
    time.sleep(0.3)
    assert ann.view(game)["step"] == 0
    ann.post(f"/games/{game}/agent/resume")
    until_true(lambda: ann.view(game)["step"] > 0)


# the past, what if, statistics, files


def test_replay_at_any_step_and_line(ann: Person) -> None:
    game = ann.create(seed=3)
    ann.play(game, 20)
    now = ann.view(game)
    then = ann.view(game, at=5)
    assert then["step"] == 5 and then["questions"] == [] and now["step"] == 20
    assert [line["number"] for line in then["log"]] == [line["number"] for line in now["log"] if line["step"] <= 5]
    line = now["log"][-1]
    assert ann.view(game, line=line["number"])["step"] == line["step"]
    ann.get(f"/games/{game}/view", 422, at=999)
    ann.get(f"/games/{game}/view", 422, line=99999)


def test_log_pages(ann: Person) -> None:
    game = ann.create(seed=3)
    ann.play(game, 20)
    lines = ann.get(f"/games/{game}/log")
    assert lines == ann.view(game)["log"]
    assert ann.get(f"/games/{game}/log", **{"from": 2}) == lines[2:]


def test_fork_and_apply(ann: Person) -> None:
    game = ann.create(options={"storms": False}, seed=1)
    ann.answer(game, "blue", "bid 4")
    ann.answer(game, "red", "bid 0")
    fork = ann.post(f"/games/{game}/fork")
    assert fork["fork_of"] == game
    ann.answer(fork["id"], "blue", "pick u0")
    ann.answer(fork["id"], "blue", "to u0 h0102")
    assert ann.view(game)["step"] == 2
    assert ann.post(f"/games/{fork['id']}/apply") == {"applied": 2, "left": 0, "reason": ""}
    assert ann.view(game)["step"] == 4
    assert ann.post(f"/games/{fork['id']}/apply", status=409)["error"]["code"] == "stale"
    ann.post(f"/games/{game}/apply", status=404)


def test_statistics_over_time(ann: Person) -> None:
    game = ann.create(seed=3)
    while ann.get(f"/games/{game}")["status"] == "on":
        ann.play(game, 10)
    series = {s["key"]: s for s in ann.get(f"/games/{game}/stats")["series"]}
    assert len(series["score:blue"]["points"]) >= 3
    assert series["score:blue"]["side"] == "blue" and series["score:blue"]["points"][0][1] == "Turn 1"
    assert {"spaces_held:blue", "counters:red"} <= set(series)
    assert not any("gold" in key for key in series)


def test_export_and_import(ann: Person, bob: Person) -> None:
    game = ann.create(seed=3)
    ann.play(game, 20)
    data = ann.get(f"/games/{game}/export")
    copy = bob.post("/import", data)
    mine, his = ann.view(game), bob.view(copy["id"])
    assert mine["picture"] == his["picture"] and mine["log"] == his["log"] and his["step"] == 20
    bob.play(copy["id"], 5)
    assert bob.view(copy["id"])["step"] == 25
    bob.post("/import", b"no session", 422)
    bob.post("/import", data.replace(b"bid", b"bod", 1), 422)


def test_a_game_by_mail(ann: Person, bob: Person, tmp_path: Path) -> None:
    game = two_seats(ann, bob)
    data = ann.get(f"/games/{game}/mail", seat="blue")
    ann.get(f"/games/{game}/mail", 403, seat="red")
    file = tmp_path / "mailed.jsonl"
    file.write_bytes(data)
    session = saves.open_session(file)
    session.apply("blue", "bid 2")
    answered = file.read_bytes()
    assert bob.post(f"/games/{game}/mail", answered, 403)["error"]["code"] == "not_yours"
    assert ann.post(f"/games/{game}/mail", answered)["applied"] == 1
    assert ann.view(game)["step"] == 1
    error = ann.post(f"/games/{game}/mail", answered, 422)["error"]
    assert "moved on" in error["message"] and error["remedy"]


# chat


def test_chat_for_all_and_for_a_side(ann: Person, bob: Person, server: Server) -> None:
    game = two_seats(ann, bob)
    ann.post(f"/games/{game}/chat", {"to": "all", "text": "Good luck"})
    bob.post(f"/games/{game}/chat", {"to": "side", "text": "We attack at dawn"})
    assert [c["text"] for c in bob.get(f"/games/{game}/chat")][-2:] == ["Good luck", "We attack at dawn"]
    assert "We attack at dawn" not in [c["text"] for c in ann.get(f"/games/{game}/chat")]
    watcher = server.person()
    watcher.post(f"/games/{game}/chat", {"to": "side", "text": "hm"}, 403)
    assert "We attack at dawn" not in [c["text"] for c in watcher.get(f"/games/{game}/chat")]
    ann.post(f"/games/{game}/chat", {"to": "side:red", "text": "hm"}, 403)


# sockets


def test_socket_sends_deltas_that_rebuild_the_view(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob, options={"storms": False})
    with ann.socket(game) as line, bob.socket(game) as other:
        view = hear(line, "view")
        hear(other, "view")
        shown, seq = view["view"], view["seq"]
        for _ in range(25):
            for person in (ann, bob):
                question = person.view(game)["questions"][:1]
                if question:
                    person.answer(game, question[0]["seat"], question[0]["options"][0]["text"])
                    message = hear(line, "delta")
                    assert message["seq"] == seq + 1
                    seq = message["seq"]
                    shown = patched(shown, message["delta"])
        now = ann.get(f"/games/{game}/view")
        assert now["seq"] == seq
        assert without_defaults(shown) == without_defaults(now["view"])


def without_defaults(view: dict[str, Any]) -> dict[str, Any]:
    shown = {k: v for k, v in view.items() if v not in (None, False) and k != "heard"}
    shown["questions"] = [{k: v for k, v in question.items() if v} for question in view["questions"]]
    shown["picture"] = {k: sorted(v, key=lambda p: p["id"]) if k == "pieces" else v for k, v in view["picture"].items() if v}
    shown["log"] = shown["log"][-100:]
    return shown


def test_a_client_that_lost_some_gets_the_rest(ann: Person) -> None:
    game = ann.create()
    with ann.socket(game) as line:
        seq = hear(line, "view")["seq"]
    ann.play(game, 3)
    with ann.socket(game, f"?since={seq}") as line:
        assert [hear(line, "delta")["delta"]["step"] for _ in range(3)] == [1, 2, 3]
        line.send(f'{{"type":"resume","seq":{seq + 2}}}')
        message = hear(line, "delta")
        assert message["seq"] == seq + 3 and message["delta"]["step"] == 3
        line.send('{"type":"resume","seq":1}')
        assert hear(line, "view")["view"]["step"] == 3


def test_answers_over_the_socket(ann: Person) -> None:
    game = ann.create()
    with ann.socket(game) as line:
        hear(line, "view")
        line.send('{"type":"answer","seat":"blue","option":"bid 1","step":0,"key":"s1"}')
        assert hear(line, "answered")["step"] == 1
        line.send('{"type":"answer","seat":"blue","option":"bid 1","step":0,"key":"s1"}')
        assert hear(line, "answered")["step"] == 1
        line.send('{"type":"answer","seat":"red","option":"bid 99","step":1,"key":"s2"}')
        refused = hear(line, "refused")
        assert refused["key"] == "s2" and refused["error"]["rule"] == "4.1"


def test_undo_sends_the_whole_view(ann: Person) -> None:
    game = ann.create()
    with ann.socket(game) as line:
        seq = hear(line, "view")["seq"]
        ann.answer(game, "blue", "bid 1")
        assert hear(line, "delta")["seq"] == seq + 1
        ann.post(f"/games/{game}/undo", {"to": 0})
        message = hear(line, "view")
        assert message["seq"] == seq + 2 and message["view"]["step"] == 0


def test_socket_tells_of_chat_seats_and_thinking(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    with ann.socket(game) as line:
        hear(line, "info")
        bob.post(f"/games/{game}/chat", {"to": "all", "text": "hello"})
        assert hear(line, "chat")["text"] == "hello"
        bob.post(f"/games/{game}/seats/red", {"to": "agent:random"})
        assert hear(line, "thinking")["seat"] == "red"


def test_a_seat_that_changes_hands_changes_the_view(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    with ann.socket(game) as line:
        assert hear(line, "view")["view"]["seat"] == "blue"
        ann.post(f"/games/{game}/seats/blue", {"to": "open"})
        message = hear(line, "view")
        assert message["view"].get("seat") is None and message["view"]["questions"] == []


def test_one_seat_of_several(ann: Person) -> None:
    game = ann.create(seats=ALL_MINE)
    assert ann.view(game, seat="red")["seat"] == "red"
    assert [q["seat"] for q in ann.view(game, seat="red")["questions"]] == ["red"]
    ann.get(f"/games/{game}/view", 403, seat="green")


# the head of a game, and notices on the page


def test_the_owner_names_the_game(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    assert ann.http.patch(f"/games/{game}", json={"name": "  The long\tway "}).json()["name"] == "The long way"
    assert bob.http.patch(f"/games/{game}", json={"name": "Mine"}).status_code == 403


def test_games_are_put_away_listed_and_found(ann: Person, bob: Person) -> None:
    game = ann.create(seats={"blue": "me"}, listed=False, name="The winter of Kursk")
    ann.create(name="Another")
    assert [g["id"] for g in ann.get("/games", q="kursk winter")["mine"]] == [game]
    assert ann.get("/games", q="kursk summer")["mine"] == []
    assert ann.http.patch(f"/games/{game}", json={"listed": True}).json()["listed"] is True
    assert game in [g["id"] for g in bob.get("/games", q="Kursk")["open"]]
    assert bob.http.patch(f"/games/{game}", json={"listed": False}).status_code == 403
    bob.post(f"/games/{game}/join", {"seat": "red"})
    assert bob.http.patch(f"/games/{game}", json={"archived": True}).json()["archived"] is True
    assert [g["archived"] for p in (ann, bob) for g in p.get("/games")["mine"] if g["id"] == game] == [False, True]
    bob.http.patch(f"/games/{game}", json={"archived": False}).raise_for_status()
    assert not any(g["archived"] for g in bob.get("/games")["mine"])


def test_looking_at_a_game_answers_its_call(ann: Person, bob: Person) -> None:
    game = two_seats(ann, bob)
    ann.post(f"/games/{game}/draw", {"agree": True})
    assert bob.get("/me")["unseen"] >= 1
    with bob.socket(game) as line:
        hear(line, "view")
        until_true(lambda: bob.get("/me")["unseen"] == 0)


def test_hello_tells_who_you_are(server: Server, ann: Person) -> None:
    assert server.visitor().get("/hello")["me"] is None
    found = ann.get("/hello")
    assert found["guests"] is True and found["me"]["name"] == ann.get("/me")["name"]


def test_a_notice_reaches_an_open_page(ann: Person, bob: Person) -> None:
    game, other = two_seats(ann, bob), bob.create()
    with bob.socket(other) as line:
        hear(line, "view")
        ann.post(f"/games/{game}/draw", {"agree": True})
        assert hear(line, "notice")["kind"] == "draw"


def test_a_game_is_thrown_away_by_its_owner_alone(ann: Person, bob: Person) -> None:
    shared = two_seats(ann, bob)
    assert ann.http.delete(f"/games/{shared}").status_code == 409
    assert bob.http.delete(f"/games/{shared}").status_code == 403
    game = ann.create()
    ann.play(game, 5)
    with ann.socket(game) as line:
        hear(line, "view")
        assert ann.http.delete(f"/games/{game}").status_code == 200
    ann.get(f"/games/{game}", 404)
    assert game not in [g["id"] for g in ann.get("/games")["mine"]]
