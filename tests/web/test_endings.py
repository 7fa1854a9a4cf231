"""What is told of a finished game, and a rematch, over the API."""

from __future__ import annotations

import hashlib

from tests.web.running import ALL_MINE, Server


def test_the_ending_is_told_when_the_game_is_over(local: Server) -> None:
    ann = local.person()
    game = ann.create()
    ann.play(game, 4)
    for path in ("ending", "chronicle", "film"):
        ann.get(f"/games/{game}/{path}", 409)
    sealed = ann.get(f"/games/{game}")["commitment"]
    ann.post(f"/games/{game}/concede", {"seat": "blue"})
    told = ann.get(f"/games/{game}/ending")
    seal = told["seals"][0]
    assert seal["commitment"] == sealed
    assert hashlib.sha256(b"grognard commitment " + bytes.fromhex(seal["seed"])).hexdigest() == sealed
    assert told["turns"] and told["series"] and all(len(roll) == 5 for roll in told["rolls"])
    page = ann.get(f"/games/{game}/chronicle").decode()
    assert "concedes" in page and "<script" not in page
    assert ann.get(f"/games/{game}/film").startswith(b"GIF8")


def test_a_rematch_turns_the_seats(local: Server) -> None:
    """Whoever had a side gets the next one; other people are asked, agents play on."""
    ann, bob = local.person("Anna of the rematch"), local.person("Bob of the rematch")
    game = ann.create(seats={"blue": "me", "red": "open", "rust": "agent:random"})
    ann.post(f"/games/{game}/rematch", status=409)
    ann.hand(game, "red", bob)
    ann.post(f"/games/{game}/concede", {"seat": "blue"})
    made = ann.post(f"/games/{game}/rematch")
    seats = made["seats"]
    sides = {seat: one["side"] for seat, one in seats.items()}
    assert made["id"] != game and made["title"] == "skirmish"
    mine = {sides[seat] for seat, one in seats.items() if one["you"]}
    assert mine and sides["blue"] not in mine
    assert seats["blue"]["offered"] == "Bob of the rematch" or seats["blue"]["agent"] == "random"
    stranger = local.person()
    stranger.post(f"/games/{game}/rematch", status=(403, 404))


def test_a_rematch_alone_keeps_every_seat(local: Server) -> None:
    ann = local.person()
    game = ann.create(seats=ALL_MINE)
    ann.post(f"/games/{game}/concede", {"seat": "red"})
    made = ann.post(f"/games/{game}/rematch")
    assert all(one["you"] for one in made["seats"].values())
