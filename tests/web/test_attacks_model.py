"""Random people do random things, allowed and forbidden, at a game with secrets, beside a small model of who may know and decide.

The model knows who holds which seat, who has looked at which, and who has agreed to what. It says of every act whether it is
allowed; the server must agree. After every act it looks at all that anybody was given: nobody has a bid that is still sealed, a
strength or a purse of the other side, or the dice that roll for others; and memory and store are the same.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel import saves
from grognard.server.turns import Turns
from tests.kernel.skirmish import BLUE, SIDE_OF
from tests.web.running import Person, Server, serving
from tests.web.test_attacks_fair import appended, evict, hall_of

SEATS = ("blue", "red", "rust")
OK, NO = True, False


class Table:
    """The model, and the hands of its people."""

    def __init__(self, server: Server, people: list[Person], rng: random.Random) -> None:
        self.server, self.people, self.rng = server, people, rng
        self.owner = people[0]
        seats = {"blue": "me", "red": rng.choice(["me", "open"])}
        wish: dict[str, Any] = {"seats": seats, "listed": True, "options": {"storms": False}}
        if rng.random() < 0.5 and seats["red"] == "me":
            wish.update(seed=rng.randrange(99), seats={**seats, "rust": "me"})
        self.game = self.owner.create(**wish)
        named = {**dict.fromkeys(SEATS, "open"), **wish["seats"]}
        self.holder: dict[str, Person | None] = {s: self.owner if named[s] == "me" else None for s in SEATS}
        self.absent: set[str] = set()
        self.offered: dict[str, Person] = {}
        self.looked: dict[str, set[Person]] = {seat: set() for seat in SEATS}
        self.wish: dict[str, Any] | None = None
        self.draw: set[Person] = set()
        self.given: list[tuple[Person, bytes]] = []
        self.tried: list[str] = []

    # what the model knows

    @property
    def session(self) -> Any:
        if self.game not in hall_of(self.server).tables:
            self.owner.get(f"/games/{self.game}")
        return hall_of(self.server).tables[self.game].session

    def holders(self) -> set[Person]:
        return {p for p in self.holder.values() if p is not None}

    def mine(self, who: Person, *, playing: bool = False) -> list[str]:
        return [s for s in SEATS if self.holder[s] is who and not (playing and s in self.absent)]

    def begun(self) -> bool:
        return bool(self.session.count > self.session.opening)

    def may_sit(self, who: Person, seat: str) -> bool:
        against = {SIDE_OF[s] for s in SEATS if self.holder[s] is who or who in self.looked[s]} - {SIDE_OF[seat]}
        return not (against and self.holders() - {who})

    def may_open(self, seat: str, to: Person | None = None) -> bool:
        """Nobody who plays against a seat knows what it hides."""
        held = self.holder[seat]
        seen = self.looked[seat] | ({held} if held is not None and self.begun() else set())
        against = {p for s, p in self.holder.items() if p is not None and SIDE_OF[s] != SIDE_OF[seat]}
        return not ((seen & against) - {to})

    def learnt(self, who: Person, to: int) -> bool:
        return any(step.barrier or step.seat not in self.mine(who) for step in self.session.steps[to + 1 :])

    def over(self) -> bool:
        return self.session.outcome is not None

    # acts: each gives what the model expects and what the server says

    def post(self, who: Person, path: str, body: Any) -> tuple[bool, Any]:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = who.http.post(f"/games/{self.game}{path}", content=content)
        assert answer.status_code < 500, answer.text
        return answer.status_code < 300, answer.json()

    def sit(self, who: Person, seat: str) -> None:
        asked = self.offered.get(seat) is who
        here = self.holder[seat] is who and seat not in self.absent
        free = self.holder[seat] is None and seat not in self.absent and self.may_open(seat, who)
        expected = here or ((asked or free) and self.may_sit(who, seat))
        self.expect(expected, self.post(who, "/join", {"seat": seat})[0], "join", who, seat)
        if expected and not here:
            self.seated(seat, who)

    def seated(self, seat: str, who: Person | None) -> None:
        before = self.holder[seat]
        if before is not None and before is not who and self.begun():
            self.looked[seat].add(before)
        self.holder[seat] = who
        self.absent.discard(seat)
        self.offered.pop(seat, None)

    def directs(self, who: Person, seat: str) -> bool:
        return self.holder[seat] is who or (self.holder[seat] is None and who is self.owner)

    def leave(self, who: Person, seat: str) -> None:
        expected = self.directs(who, seat) and self.may_open(seat)
        self.expect(expected, self.post(who, f"/seats/{seat}", {"to": "open"})[0], "open", who, seat)
        if expected:
            self.seated(seat, None)

    def let_play(self, who: Person, seat: str) -> None:
        expected = self.directs(who, seat)
        self.expect(expected, self.post(who, f"/seats/{seat}", {"to": "agent:random"})[0], "agent", who, seat)
        if expected:
            self.offered.pop(seat, None)
            self.absent.add(seat)

    def take(self, who: Person, seat: str) -> None:
        asked = self.offered.get(seat) is who
        expected = (asked or self.directs(who, seat)) and (self.holder[seat] is who or self.may_sit(who, seat))
        self.expect(expected, self.post(who, f"/seats/{seat}", {"to": "me"})[0], "me", who, seat)
        if expected:
            self.seated(seat, who)

    def offer(self, who: Person, seat: str) -> None:
        to = self.rng.choice(self.people)
        expected = self.directs(who, seat) and to is not who and self.may_open(seat, to) and self.may_sit(to, seat)
        self.expect(expected, self.post(who, f"/seats/{seat}", {"to": f"user:{to.get('/me')['name']}"})[0], "offer", who, seat)
        if expected:
            self.offered[seat] = to

    def answer(self, who: Person, seat: str) -> None:
        session = self.session
        ask = session.pending.get(seat)
        option = self.rng.choice(ask.options).text if ask is not None else "bid 1"
        expected = ask is not None and self.holder[seat] is who and seat not in self.absent
        body = {"seat": seat, "option": option, "step": session.count, "key": f"k{self.rng.random()}"}
        self.expect(expected, self.post(who, "/answer", body)[0], "answer", who, seat)
        self.wish = None if expected else self.wish

    def stand(self, who: Person, seat: str) -> None:
        expected = self.holder[seat] is who and seat not in self.absent
        body = {"seat": seat, "kind": "storm", "condition": self.rng.choice(["never", ""])}
        self.expect(expected, self.post(who, "/standing", body)[0], "standing", who, seat)
        self.wish = None if expected else self.wish

    def undo(self, who: Person, seat: str) -> None:
        session = self.session
        to = max(session.opening, session.count - self.rng.randrange(4))
        expected = bool(self.mine(who, playing=True))
        alone = not (self.holders() - {who})
        free = expected and (alone or not self.learnt(who, to))
        done, said = self.post(who, "/undo", {"to": to})
        self.expect(expected, done, "undo", who, seat)
        assert bool(said.get("done")) == free, (self.tried, said)
        if expected:
            self.wish = None if free else {"to": to, "agreed": {who}, "by": who}
        if free and not alone:
            assert session.count == to

    def rollback(self, who: Person, seat: str) -> None:
        agree = self.rng.random() < 0.8
        expected = bool(self.wish) and bool(self.mine(who))
        before = self.session.count
        done, said = self.post(who, "/rollback", {"agree": agree})
        self.expect(expected, done, "rollback", who, seat)
        if not expected or self.wish is None:
            return
        if not agree:
            self.wish = None
            return
        self.wish["agreed"].add(who)
        all_agree = self.holders() <= self.wish["agreed"]
        if all_agree:
            assert said.get("done") or not self.learnt(self.wish["by"], self.wish["to"])
        if said.get("done"):
            assert all_agree or not self.learnt(self.wish["by"], self.wish["to"]), self.tried
            self.wish = None
        else:
            assert self.session.count == before

    def drawn(self, who: Person, seat: str) -> None:
        agree = self.rng.random() < 0.6
        expected = bool(self.mine(who))
        done, said = self.post(who, "/draw", {"agree": agree})
        self.expect(expected, done, "draw", who, seat)
        if expected:
            self.draw = self.draw | {who} if agree else set()
            assert said["done"] == (agree and self.holders() <= self.draw), self.tried
            assert said["done"] == self.over()

    def forge(self, who: Person, seat: str) -> None:
        """A mailed file with answers its sender may not give."""
        mine = self.mine(who)
        if not mine:
            return
        before = self.session.count, self.over()
        others = [s for s in SEATS if s not in mine] or ["blue"]
        forged = self.rng.choice([(mine[0], "draw"), (others[0], "bid 0"), (mine[0], "new_dice"), (others[0], "concede")])
        data = who.get(f"/games/{self.game}/mail", seat=mine[0])
        if forged[0] in mine and forged[1] not in ("draw", "new_dice"):
            return
        done, _ = self.post(who, "/mail", appended(data, forged))
        assert not done and (self.session.count, self.over()) == before, self.tried

    def copy(self, who: Person, seat: str) -> None:
        """Take every file there is."""
        files = [("export", f"/games/{self.game}/export")]
        files += [("mail", f"/games/{self.game}/mail?seat={s}") for s in SEATS]
        nobodys = [s for s in SEATS if self.holder[s] is None and s in self.absent]
        alone = bool(self.mine(who)) and len(self.mine(who)) + len(nobodys) == len(SEATS)
        for kind, path in files:
            answer = who.http.get(path)
            assert answer.status_code < 500
            may = bool(self.mine(who)) if kind == "export" else path.rpartition("=")[2] in self.mine(who)
            assert (answer.status_code == 200) == may, (self.tried, path, answer.text[:200])
            if may:
                self.given.append((who, answer.content))
                whole = kind == "export" and alone
                self.check_file(who, answer.content, whole)
                if whole and self.offered.keys().isdisjoint(SEATS):
                    for s in SEATS:
                        if self.holder[s] is not who:
                            self.looked[s].add(who)
        if self.mine(who, playing=True):
            fork = who.post(f"/games/{self.game}/fork")["id"]
            self.check_file(who, who.get(f"/games/{fork}/export"), False, fork=True)

    def expect(self, expected: bool, done: bool, what: str, who: Person, seat: str) -> None:
        self.tried.append(f"{what} {self.people.index(who)} {seat} {'ok' if done else 'no'}")
        assert done == expected, (self.tried[-12:], "expected" if expected else "forbidden")

    # what nobody may have

    def sealed(self) -> list[tuple[int, str]]:
        """The open bids: the steps since the question was put, by the seats that have answered it."""
        session = self.session
        waiting = session.pending
        if not waiting or not all(ask.options[0].verb == "bid" for ask in waiting.values()):
            return []
        found: list[tuple[int, str]] = []
        for seat in ("blue", "red"):
            if seat not in waiting:
                found.append((max(n for n, s in enumerate(session.steps) if s.seat == seat and s.option.startswith("bid")), seat))
        return found

    def check_file(self, who: Person, data: bytes, whole: bool, *, fork: bool = False) -> None:
        if whole:
            return
        records = [json.loads(line) for line in data.splitlines()]
        steps = [r for r in records if r.get("opening") or r.get("option")]
        mine = self.mine(who)
        for n, seat in self.sealed():
            if seat not in mine and not fork:
                assert steps[n]["option"] == "?", self.tried
            if seat not in mine and fork:
                assert not any(r.get("seat") == seat and r["option"].startswith("bid") for r in steps[n:]), self.tried
        assert self.session.seed.hex().encode() not in data
        eyes = mine[0] if mine else None
        read = saves.load(Path("x"), data=data)
        session = read.at(read.checkpoints[-1].at)
        side = SIDE_OF[eyes] if eyes else -1
        if len({SIDE_OF[s] for s in mine}) == 1:
            hidden = [unit.steps for unit in session.g.units if unit.hidden and unit.side != side]
            assert set(hidden) <= {2}, self.tried
            assert (session.g.gold_red if side == BLUE else session.g.gold_blue) == 0, self.tried

    def check(self) -> None:
        """After every act: nobody was given the dice that roll for people, and the store has what the table shows."""
        if len(self.holders()) > 1 and not self.over():
            seed = self.session.seed.hex().encode()
            assert all(seed not in data for _, data in self.given), (self.tried, "known dice roll")
        if self.rng.random() < 0.3:
            before = [p.get(f"/games/{self.game}/view") for p in self.people]
            log = [p.get(f"/games/{self.game}/log") for p in self.people]
            evict(self.server, self.game)
            for n, person in enumerate(self.people):
                assert person.get(f"/games/{self.game}/view")["view"] == before[n]["view"], self.tried
                assert person.get(f"/games/{self.game}/log") == log[n]


@pytest.fixture(scope="module")
def still() -> Iterator[None]:
    """Agents never move: an absent person is absent, and the model need not guess."""
    patch = pytest.MonkeyPatch()
    patch.setattr(Turns, "wake", lambda self, table: None)
    yield
    patch.undo()


@pytest.mark.parametrize("seed", range(int(os.environ.get("GROGNARD_PEOPLE", "4"))))
def test_random_people_do_what_the_model_allows(seed: int, still: None, tmp_path: Path) -> None:
    rng = random.Random(seed)
    with serving(tmp_path, requests=10**6) as server:
        people = [server.person(f"Person {n}") for n in range(3)]
        hall_of(server).offering.tries = hall_of(server).offered.tries = 10**6
        table = Table(server, people, rng)
        acts = [Table.answer] * 6 + [Table.sit] * 3 + [Table.take, Table.rollback] * 2
        acts += [Table.leave, Table.let_play, Table.offer, Table.stand, Table.undo, Table.drawn, Table.forge, Table.copy]
        for _ in range(110):
            if table.over():
                table = Table(server, people, rng)
            act, who, seat = rng.choice(acts), rng.choice(people), rng.choice(SEATS)
            if act == Table.answer and rng.random() < 0.8:  # mostly somebody who may
                able = [(p, s) for s in table.session.pending if (p := table.holder[s]) is not None and s not in table.absent]
                who, seat = rng.choice(able) if able else (who, seat)
            act(table, who, seat)
            table.check()
