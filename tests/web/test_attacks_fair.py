"""Attackers at the table: foreknown dice, forced agreements, secrets pried open. Each of these once worked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.dice import commitment
from grognard.kernel.errors import GrognardError
from grognard.kernel.verifying import verify
from grognard.server.hall import Hall
from tests.web.running import Person, Server
from tests.web.test_hostile import rewritten


@pytest.fixture
def ann(local: Server) -> Person:
    return local.person()


@pytest.fixture
def bob(local: Server) -> Person:
    return local.person()


def hall_of(server: Server) -> Hall:
    hall: Hall = server.uvicorn.config.app.state.hall  # type: ignore[union-attr]
    return hall


def session_of(server: Server, game: str) -> Any:
    return hall_of(server).tables[game].session


def evict(server: Server, game: str) -> None:
    """The table is put away, as happens to one nobody looks at; the next look brings it back from the store."""
    hall_of(server).tables.pop(game)


def two(ann: Person, bob: Person, **wish: Any) -> str:
    game = ann.create(seats={"blue": "me"}, listed=True, **wish)
    for seat in ("red", "rust"):
        bob.post(f"/games/{game}/join", {"seat": seat})
    return game


def appended(data: bytes, *answers: tuple[str, str]) -> bytes:
    """A mailed file with answers of a forger's choice."""
    lines = data.decode().splitlines()
    lines += [json.dumps({"seat": seat, "option": option, "sum": ""}) for seat, option in answers]
    return rewritten("\n".join(lines).encode(), -1, lambda record: None)


# 1. agreements


def test_a_draw_in_a_what_if_is_no_draw(ann: Person, bob: Person) -> None:
    game = two(ann, bob)
    fork = ann.post(f"/games/{game}/fork")["id"]
    assert ann.post(f"/games/{fork}/draw", {"agree": True})["done"]
    applied = ann.post(f"/games/{fork}/apply")
    assert applied["applied"] == 0 and "real table" in applied["reason"]
    assert bob.get(f"/games/{game}")["outcome"] is None


def test_giving_up_in_a_what_if_is_not_giving_up(ann: Person, bob: Person) -> None:
    game = two(ann, bob)
    fork = ann.post(f"/games/{game}/fork")["id"]
    ann.post(f"/games/{fork}/concede", {"seat": "blue"})
    assert ann.post(f"/games/{fork}/apply")["applied"] == 0
    assert bob.get(f"/games/{game}")["outcome"] is None


@pytest.mark.parametrize("act", ["draw", "draw by agreement", "new_dice", f"new_dice {'0' * 64}"])
def test_a_mailed_file_carries_no_agreement(ann: Person, bob: Person, act: str) -> None:
    game = two(ann, bob)
    file = appended(ann.get(f"/games/{game}/mail", seat="blue"), ("blue", act))
    assert "cannot decide" in ann.post(f"/games/{game}/mail", file, 422)["error"]["message"]
    assert bob.get(f"/games/{game}")["outcome"] is None and bob.view(game)["step"] == 0


# 2. dice somebody knows


def seeds_in(data: bytes) -> list[bytes]:
    return [bytes.fromhex(json.loads(line)["seed"]) for line in data.splitlines() if b'"seed":"' in line]


def test_an_export_does_not_tell_the_dice_of_those_who_come_later(local: Server, ann: Person, bob: Person) -> None:
    """Open seats: the file holds no seed. Agents' seats: it does, and the dice are others when a person sits down."""
    game = ann.create(seats={"blue": "me"}, listed=True)
    assert not seeds_in(ann.get(f"/games/{game}/export"))
    game = ann.create(seats={"blue": "me", "red": "agent:random", "rust": "me"}, listed=True)
    ann.post(f"/games/{game}/agent/cancel")
    (known,) = seeds_in(ann.get(f"/games/{game}/export"))
    before = ann.get(f"/games/{game}")
    assert before["seeded"] and before["commitment"] == commitment(known)
    ann.hand(game, "blue", bob)
    after = bob.get(f"/games/{game}")
    assert not after["seeded"] and after["commitment"] not in ("", before["commitment"])
    session = session_of(local, game)
    assert session.seed != known and commitment(session.seed) == after["commitment"]
    assert any(after["commitment"] in line["text"] for line in bob.get(f"/games/{game}/log"))
    evict(local, game)
    bob.view(game)
    again = session_of(local, game)
    assert again.seed == session.seed and again.g.dice.seed == session.seed


def test_a_chosen_seed_and_an_imported_one_roll_for_nobody_else(local: Server, ann: Person, bob: Person) -> None:
    chosen = ann.create(seed=7)
    ann.answer(chosen, "blue", "bid 1")
    ann.post(f"/games/{chosen}/undo", {"to": 0})
    imported = ann.post("/import", ann.get(f"/games/{chosen}/export"))["id"]
    for game in (chosen, imported):
        known = session_of(local, game).seed
        ann.hand(game, "blue", bob)
        assert session_of(local, game).seed != known
        info = bob.get(f"/games/{game}")
        assert not info["seeded"] and info["commitment"] == commitment(session_of(local, game).seed)


def test_changed_dice_are_checked_like_the_first(local: Server, ann: Person, bob: Person, tmp_path: Path) -> None:
    """The file of a finished game holds every seed, and every roll follows from one of them."""
    game = ann.create(seed=7, options={"storms": False, "interception": False})
    ann.hand(game, "blue", bob)
    for _ in range(300):
        view = [(p, p.view(game)) for p in (ann, bob)]
        asked = next(((p, v, v["questions"][0]) for p, v in view if v["questions"]), None)
        if asked is None:
            break
        person, seen, question = asked
        fights = [o["text"] for o in question["options"] if o["text"].startswith("attack")]
        moves = [o["text"] for o in question["options"] if o["text"].startswith("to ")]
        person.answer(game, question["seat"], (fights or moves[-1:] or [question["options"][-1]["text"]])[0], seen["step"])
    else:
        bob.post(f"/games/{game}/concede", {"seat": "blue"})
    data = ann.get(f"/games/{game}/export")
    assert len(seeds_in(data)) == 2
    file = tmp_path / "game.jsonl"
    file.write_bytes(data)
    assert verify(file).answers == session_of(local, game).count
    forged = data.replace(seeds_in(data)[1].hex().encode(), b"00" * 32)
    file.write_bytes(rewritten(forged, -1, lambda record: None))
    with pytest.raises(GrognardError, match="the seed is not the one"):
        verify(file)


def test_taking_back_past_the_change_of_dice_changes_them_again(local: Server, ann: Person, bob: Person) -> None:
    game = ann.create(seed=7, seats={"blue": "agent:random", "red": "me", "rust": "me"})
    ann.post(f"/games/{game}/agent/cancel")
    ann.answer(game, "red", "bid 1")
    ann.hand(game, "rust", bob)
    ann.post(f"/games/{game}/agent/cancel")
    first, known = session_of(local, game).seed, session_of(local, game).former[0]
    ann.post(f"/games/{game}/undo", {"to": 0})
    assert bob.post(f"/games/{game}/rollback", {"agree": True})["done"]
    session = session_of(local, game)
    assert session.seed not in (first, known) and session.commitment == commitment(session.seed)


# 3. try, look and take back


def test_a_refused_file_leaves_the_table_as_the_store_has_it(local: Server, ann: Person, bob: Person) -> None:
    game = two(ann, bob, options={"storms": False})
    bob.answer(game, "red", "bid 3")
    blank = ann.get(f"/games/{game}/mail", seat="blue")
    file = appended(blank, ("blue", "bid 3"), ("red", "pick u3"))
    ann.post(f"/games/{game}/mail", file, 422)
    assert ann.view(game)["step"] == 1
    for second in ("standing", "standing  ", "standing storm\x00 never", "nonsense", ""):
        answers = [("blue", "bid 3"), ("blue", second)] if second else [("blue", "bid 3")]
        done = ann.post(f"/games/{game}/mail", appended(blank, *answers), (200, 422))
        step = ann.view(game)["step"]
        assert step == 1 + done.get("applied", 0)
        evict(local, game)
        assert ann.view(game)["step"] == step
        blank = ann.get(f"/games/{game}/mail", seat="blue")
        if step == 2:
            break


@pytest.mark.parametrize("path", ["answer", "standing", "concede", "draw", "undo", "pause", "seats/blue"])
def test_an_act_that_breaks_half_way_is_not_seen(
    local: Server, ann: Person, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Whatever an act has changed when it fails, the table is as the store has it: now, and after it was put away."""
    game = ann.create()
    ann.answer(game, "blue", "bid 1")
    before = ann.get(f"/games/{game}"), ann.view(game)
    notices = hall_of(local).notices

    def breaks(table: Any) -> Any:
        raise RuntimeError("half-way")

    bodies: dict[str, Any] = {
        "answer": {"seat": "red", "option": "bid 3", "step": 1, "key": "k"}, "undo": {"to": 0}, "pause": {"paused": True},
        "standing": {"seat": "blue", "kind": "storm", "condition": "never"}, "concede": {"seat": "blue"}, "draw": {"agree": True},
        "seats/blue": {"to": "agent:random"},
    }
    monkeypatch.setattr(notices, "turn", breaks)
    ann.post(f"/games/{game}/{path}", bodies[path], 500)
    monkeypatch.undo()
    after = ann.get(f"/games/{game}"), ann.view(game)
    assert after == before


# 4. secrets


def test_a_standing_answer_reveals_no_bid(local: Server, ann: Person, bob: Person) -> None:
    one, other = two(ann, bob), two(ann, bob)
    bob.answer(one, "red", "bid 1")
    bob.answer(other, "red", "bid 3")
    for game in (one, other):
        for person, seat in ((ann, "blue"), (bob, "rust"), (bob, "red")):
            person.post(f"/games/{game}/standing", {"seat": seat, "kind": "storm", "condition": "never"})
        fork = ann.post(f"/games/{game}/fork")["id"]
        for file in (ann.get(f"/games/{game}/mail", seat="blue"), ann.get(f"/games/{game}/export"),
                     ann.get(f"/games/{fork}/export")):
            assert b"bid 1" not in file and b"bid 3" not in file
    conflict = ann.get(f"/games/{one}/mail", seat="blue")
    ann.answer(one, "blue", "bid 0")
    error = ann.post(f"/games/{one}/mail", appended(conflict, ("blue", "bid 0")), 422)["error"]
    assert "has moved on" in error["message"] and "bid" not in error["message"]


def test_two_agents_of_one_name_are_two_readers(local: Server, ann: Person, bob: Person) -> None:
    """Ann and Bob both let an agent play; the files of neither hold the other's bid."""
    game = two(ann, bob)
    bob.answer(game, "red", "bid 3")
    for person, seat in ((ann, "blue"), (bob, "red"), (bob, "rust")):
        ann.post(f"/games/{game}/agent/cancel")
        person.post(f"/games/{game}/seats/{seat}", {"to": "agent:random"})
        ann.post(f"/games/{game}/agent/cancel")
    assert b"bid 3" not in ann.get(f"/games/{game}/mail", seat="blue")
    assert b"bid 3" not in ann.get(f"/games/{game}/export")
    assert b"bid 3" in bob.get(f"/games/{game}/mail", seat="red")


# 5. known dice return


def test_an_agreed_rewind_keeps_its_new_dice_everywhere(local: Server, ann: Person) -> None:
    game = ann.create(seed=3)
    for seat in ("blue", "red"):
        ann.answer(game, seat, "bid 3")  # a tie: the dice decide
    ann.post(f"/games/{game}/undo", {"to": 1})
    assert session_of(local, game).epoch == 1
    imported = ann.post("/import", ann.get(f"/games/{game}/export"))["id"]
    assert session_of(local, imported).epoch == 1
    for at in (game, imported):
        evict(local, at)
        ann.view(at)
        assert session_of(local, at).epoch == 1


# 6. what people would call fair


def test_absent_people_are_asked(local: Server, ann: Person, bob: Person) -> None:
    """Bob lets an agent play for a time: nothing is rolled back or drawn without him, and he need not sit down to answer."""
    game = two(ann, bob)
    ann.answer(game, "blue", "bid 1")
    bob.answer(game, "red", "bid 3")
    ann.post(f"/games/{game}/agent/cancel")
    for seat in ("red", "rust"):
        bob.post(f"/games/{game}/seats/{seat}", {"to": "agent:random"})
    ann.post(f"/games/{game}/agent/cancel")
    assert ann.post(f"/games/{game}/undo", {"to": 0})["asked"] == ["red", "rust"]
    assert ann.post(f"/games/{game}/draw", {"agree": True}) == {"done": False}
    assert {n["kind"] for n in bob.get("/notices")} >= {"rollback", "draw"}
    ann.post(f"/games/{game}/rollback", {"agree": True})
    assert ann.view(game)["step"] >= 2 and ann.get(f"/games/{game}")["outcome"] is None
    assert bob.post(f"/games/{game}/draw", {"agree": True}) == {"done": True}


def test_nobody_looks_through_an_agents_eyes_and_plays_on(local: Server, ann: Person, bob: Person) -> None:
    game = ann.create(seats={"blue": "me", "red": "agent:random", "rust": "open"}, listed=True)
    ann.post(f"/games/{game}/agent/cancel")
    bob.post(f"/games/{game}/join", {"seat": "rust"})
    ann.post(f"/games/{game}/seats/red", {"to": "me"}, 409)
    ann.get(f"/games/{game}/view", 403, seat="red")


def test_nobody_joins_the_enemy_of_their_own_game(local: Server, ann: Person, bob: Person) -> None:
    game = ann.create(seats={"blue": "me"}, listed=True)
    bob.post(f"/games/{game}/join", {"seat": "rust"})
    error = ann.post(f"/games/{game}/join", {"seat": "red"}, 409)["error"]
    assert "another side" in error["message"]
    bob.post(f"/games/{game}/join", {"seat": "red"})


def test_who_looked_does_not_play_against_it(local: Server, ann: Person, bob: Person) -> None:
    """Ann plays both sides for a while: then Red is for her or an agent, until she leaves Blue for good."""
    game = ann.create(listed=True)
    ann.answer(game, "red", "bid 3")
    for to in ("open", f"user:{bob.get('/me')['name']}"):
        error = ann.post(f"/games/{game}/seats/red", {"to": to}, 409)["error"]
        assert "has seen what it hides" in error["message"]
    ann.post(f"/games/{game}/agent/cancel")
    ann.post(f"/games/{game}/seats/red", {"to": "agent:random"})
    ann.post(f"/games/{game}/agent/cancel")
    ann.post(f"/games/{game}/seats/blue", {"to": "open"}, 409)
    ann.post(f"/games/{game}/seats/red", {"to": "open"}, 409)
    for seat in ("red", "rust"):  # her own again, then nobody's: what she has seen stays seen
        ann.post(f"/games/{game}/seats/{seat}", {"to": "me"})
    ann.post(f"/games/{game}/seats/blue", {"to": "agent:random"})
    ann.post(f"/games/{game}/agent/cancel")
    evict(local, game)
    ann.post(f"/games/{game}/seats/blue", {"to": "open"}, 409)


def test_a_whole_file_counts_as_looking(local: Server, ann: Person, bob: Person) -> None:
    game = ann.create(seats={"blue": "me", "red": "agent:random", "rust": "agent:random"}, listed=True)
    ann.post(f"/games/{game}/agent/cancel")
    ann.get(f"/games/{game}/export")
    ann.post(f"/games/{game}/seats/red", {"to": "open"}, 409)
    ann.post(f"/games/{game}/seats/blue", {"to": "open"})
    ann.post(f"/games/{game}/seats/red", {"to": "open"})
    bob.post(f"/games/{game}/join", {"seat": "red"})
    ann.post(f"/games/{game}/join", {"seat": "blue"}, 409)


def test_taking_back_past_dice_is_told(local: Server, ann: Person) -> None:
    """Alone one may; whoever sits down later can read it."""
    game = ann.create(seats={"blue": "me", "red": "me", "rust": "open"}, listed=True)
    ann.answer(game, "red", "bid 3")
    ann.answer(game, "blue", "bid 4")
    ann.post(f"/games/{game}/undo", {"to": 0})
    assert any("past what was seen" in line["text"] for line in ann.get(f"/games/{game}/chat"))
