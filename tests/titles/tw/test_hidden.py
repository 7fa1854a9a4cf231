"""What a seat may not know of the whole war, in every segment: two games that differ only in the secrets of one side are the same
to the other, in its copies and in the answers of its agents."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.agents import agent
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import INDEX, parted
from grognard.titles.tw.rules import secrets
from grognard.titles.tw.rules.diplomacy import Envoy
from grognard.titles.tw.rules.influence import Foreign
from grognard.titles.tw.state import War

SPAIN, TURKEY = INDEX["spain"], INDEX["turkey"]


def spring_1941(country: str) -> Session:
    """Spring 1941: the Axis has placed a POP in a country and bought a chit; nobody has named a target yet."""
    game = Session.new(TITLE, "campaign_1941", {}, seed=seed_from(3))
    wanted = [f"pop n.{country}", "espionage"]
    while not isinstance(next(iter(game.pending.values())).subject, Envoy):
        seat, ask = next(iter(game.pending.items()))
        texts = [o.text for o in ask.options]
        if seat == "axis" and isinstance(ask.subject, Foreign):
            verb = next((w for w in wanted if any(t.startswith(w) for t in texts)), "done")
            wanted = [w for w in wanted if w != verb]
            game.apply(seat, next(t for t in texts if t.startswith(verb)))
        else:
            game.apply(seat, "done" if "done" in texts else texts[0])
    return game


def plainly(game: Session) -> Iterator[tuple[str, str]]:
    """Go on with the first answer that ends a question, segment by segment."""
    while game.pending:
        seat, ask = next(iter(game.pending.items()))
        texts = [o.text for o in ask.options]
        text = next((t for t in ("done", "pass", "no", "keep") if t in texts), texts[0])
        yield seat, text
        game.apply(seat, text)


def test_16_1_1_a_copy_never_depends_on_the_secrets_of_the_other_side():
    """POPs in Spain or in Turkey: through the whole year after the copies for the Allies are the same, and hold neither."""
    first, second = spring_1941("spain"), spring_1941("turkey")
    assert any(parted(key)[0] == SPAIN for key in first.g.pops) and any(parted(key)[0] == TURKEY for key in second.g.pops)
    segments: set[tuple[str, ...]] = set()
    for (seat, text), other in zip(plainly(first), plainly(second)):
        assert (seat, text) == other
        g: War = first.g
        here = tuple(map(str, g.cursor))
        if here in segments or not secrets.conceals(g, "allies"):
            continue
        segments.add(here)
        copies = [game.fork(seed_from(9), "allies") for game in (first, second)]
        assert copies[0].g.digest() == copies[1].g.digest()
        assert first.veils("allies")
        if len(segments) > 12:
            break
    assert len(segments) > 12


def test_16_1_1_planners_play_the_same_whatever_the_other_side_hides():
    games = [spring_1941("spain"), spring_1941("turkey")]
    told: list[list[str]] = []
    for game in games:
        minds = {seat: agent("planner", 5) for seat in ("axis", "allies")}
        answers: list[str] = []
        while game.pending and len(answers) < 90:
            seat, ask = next(iter(game.pending.items()))
            own = isinstance(ask.subject, Envoy) and seat == "axis"  # it knows its own POPs, and may act on them
            text = "done" if own else minds[seat].choose(game, seat).text
            answers.append(f"{seat} {text}")
            game.apply(seat, text)
        told.append(answers)
    assert told[0] == told[1]
    assert {answer.split()[0] for answer in told[0]} == {"axis", "allies"}
