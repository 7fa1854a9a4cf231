"""The title at the table: what is seen, odds, opponents and packs."""

from __future__ import annotations

import pytest

from grognard.kernel.acts import Subject
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.odds import outlook
from grognard.titles.tw.present import picture, sidc
from grognard.titles.tw.subjects import Announcing, Interception, Movers, Round

from .kit import AXIS, answer, session


def test_the_picture_and_the_odds_of_an_attack():
    game = session("north_africa")
    answer(game, "rle n.italy 1", "rle n.germany 1", "mle n.britain", "place n.italy 3826", "place n.germany 3926")
    while "First impulse combat" not in game.play.crumbs[0].what:
        answer(game, "done")
    g = game.g
    seen = picture(g, "axis")
    assert len(seen.pieces) == len(g.units) and all(len(p.sidc) == 15 for p in seen.pieces)
    assert seen.overlays["supply axis"]["3925"] == "full"
    ask = game.pending["axis"]
    option = ask.find("attack 3924")
    card = outlook(g, option)
    assert card.odds == "12:4 (3-1)" and abs(sum(c.chance for c in card.results) - 1) < 1e-9
    # 3-1 with +2: rows 3 to 12: ½DE, DD, DR, ½EX, EX x 2, EX/PV x 2, 2xEX x 2, in all of which the weaker defender is gone
    assert {c.result: round(c.chance, 9) for c in card.results} == {
        "½DEΩ": 0.1,
        "DDΩ": 0.1,
        "DRΩ": 0.1,
        "½EX": 0.1,
        "EX": 0.2,
        "EX/PV": 0.2,
        "2xEX": 0.2,
    }
    assert card.taken == card.breach_chance == 1.0
    unopposed = card.with_air[0]
    assert unopposed.air == "1 MDM against none" and [c.result for c in unopposed.columns] == ["5-1"]
    assert TITLE.label(g, ask, option).words == "Attack El Agheila"
    assert sidc(Kind.ARM, AXIS).startswith("SFGPUCA")


@pytest.mark.parametrize("scenario", [s.key for s in TITLE.scenarios if not s.key.startswith("campaign")])
def test_greedy_plays_to_the_end(scenario):
    from grognard.agents import agent

    game = Session.new(TITLE, scenario, {}, seed=b"\5" * 32)
    seats = {seat: agent(name, 5) for seat, name in (("axis", "greedy"), ("allies", "planner"))}
    while game.outcome is None:
        seat = next(iter(game.pending))
        game.apply(seat, seats[seat].choose(game, seat))
        assert game.count < 6000
    assert game.outcome.reason


def test_a_pack_replaces_the_counters(tmp_path):
    """An owner's counters.csv changes the values in play; one with an unknown column is refused by name."""
    from grognard.kernel.errors import GrognardError
    from grognard.kernel.files import Pack

    own = (TITLE.folder / "data" / "counters.csv").read_text(encoding="utf-8")
    folder = tmp_path / "mine"
    (folder / "data").mkdir(parents=True)
    (folder / "pack.toml").write_text('title = "tw"\nname = "mine"\nversion = "1"\n')
    (folder / "data" / "counters.csv").write_text(own.replace("ger_arm_dak,germany,ARM,4,8", "ger_arm_dak,germany,ARM,5,8"))
    g = TITLE.blank("north_africa", {}, [Pack.open(folder)])
    TITLE.setup(g)
    assert g.units[0].sheet.values == "5-8"
    plain = TITLE.blank("north_africa", {})
    TITLE.setup(plain)
    assert plain.units[0].sheet.values == "4-8"
    (folder / "data" / "counters.csv").write_text(own.replace("id,nation", "id,nation,colour", 1))
    with pytest.raises(GrognardError):
        TITLE.blank("north_africa", {}, [Pack.open(folder)])


def test_answers_that_throw_dice_are_final():
    """In company the client asks once more before dice fall; to take a unit along is nothing of the kind."""
    g = session("poland").g

    def final(verb: str, subject: Subject | None = None) -> bool:
        option = Option(verb)
        return TITLE.final(g, Ask("axis", "?", [option], subject=subject), option)

    assert final("fight") and final("plain")
    assert final("done", Announcing(1)) and final("stay", Round(1))
    assert final("lose") and final("accept") and final("hold", Interception(1)) and not final("hold")
    assert not final("take")
    assert not final("done", Movers(1))
