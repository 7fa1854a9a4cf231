"""Ours V.9: the historical versions: nobody is asked for points, drafts or approaches, and history keeps the calendar."""

from __future__ import annotations

from grognard.agents.fuzz import fuzz
from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.kernel.sequence import place
from grognard.kernel.session import Session
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.nations import ALLIES, AXIS, GERMANY, INDEX, JAPAN, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules import diplomacy, history, mobilization, research, tension, war
from grognard.titles.awaw.state import FALL, SPRING, SUMMER, USAT, WINTER, World, turn_of

from .kit import drive


def past(scenario: str = "europe", year: int = 1940, season: int = SPRING, *, historical: bool = True) -> World:
    g: World = TITLE.blank(scenario, {"historical": historical})
    g.dice, g.journal = FixedDice(), Journal()
    TITLE.setup(g)
    g.turn, g.side, g.mover = turn_of(year, season), AXIS, GERMANY
    return g


def test_ours_v_9_wars_wait_for_their_turn() -> None:
    g = past(year=1940, season=WINTER)
    g.nations[GERMANY].level = 100
    cabinet = war.Cabinet(GERMANY)
    assert war.may_declare(g, cabinet, RUSSIA).rule == "ours V.9"
    assert war.may_declare(g, cabinet, INDEX["yugoslavia"]).rule == "ours V.9"
    assert war.may_declare(g, cabinet, INDEX["sweden"]) is None  # of which history knows nothing
    g.turn = turn_of(1941, SUMMER)
    assert war.may_declare(g, cabinet, RUSSIA) is None
    free = past(year=1940, season=WINTER, historical=False)
    free.nations[GERMANY].level = 100
    assert war.may_declare(free, cabinet, RUSSIA) is None


def test_ours_v_9_levels_are_those_of_history() -> None:
    """Lend-lease in Spring 1941, war level in Winter 1941; neither events nor a die move a track."""
    g = past(year=1941, season=SPRING)
    drive(g, history.history(g))
    assert g.tension[USAT] == 25
    tension.tense(g, USAT, 5, "an event")
    assert g.tension[USAT] == 25 and tension.roll_effective(g, USAT) == 25
    drive(g, history.history(g))  # once a turn
    g.turn = turn_of(1941, WINTER)
    drive(g, history.history(g))
    assert g.effective[USAT] == 50
    g.side = ALLIES
    g.nations[US].level = 100
    assert war.may_declare(g, war.Cabinet(US), GERMANY) is None


def test_ours_v_9_friends_join_in_their_turn() -> None:
    g = past(year=1940, season=FALL)
    hungary = INDEX["hungary"]
    assert drive(g, history.history(g)) is not None
    assert (g.nations.side[hungary], g.nations.patron[hungary]) == (AXIS, GERMANY)
    assert g.nations.side[INDEX["bulgaria"]] != AXIS
    lost = past(year=1940, season=FALL)
    lost.nations[hungary].conquered = RUSSIA
    drive(lost, history.history(lost))
    assert lost.nations.side[hungary] != AXIS


def test_ours_v_9_training_and_research() -> None:
    g = past(year=1943, season=SPRING)
    drive(g, history.history(g))
    assert g.nations.ctl[RUSSIA] == 2 and research.results_of(g, WESTERN, "asw") == 2
    assert research.results_of(g, WESTERN, "air_range") == 2


def test_ours_v_9_mobilization_asks_nobody() -> None:
    """America makes its second in Fall 1940, in both theatres at once where both are played; its counters join the pools."""
    for scenario, made in (("europe", 2), ("pacific", 2), ("global_war", 4)):
        g = past(scenario, 1940, FALL)
        before = sum(pool == 5 for pool in g.units.pool)
        assert drive(g, mobilization.mobilizations(g)) == []
        assert g.nations.mobilized[US] == made, scenario
        assert sum(pool == 5 for pool in g.units.pool) < before
        assert scenario == "europe" or g.nations.mobilized[JAPAN] == 2


def test_ours_v_9_industry_produces_by_itself() -> None:
    g = past(year=1942, season=SPRING)
    before = sum(pool == 5 for pool in g.units.pool)
    history.industry(g)
    assert sum(pool == 5 for pool in g.units.pool) < before
    assert g.nations.airbases[GERMANY] == past(year=1942).nations.airbases[GERMANY]  # counters of units only


def test_ours_v_9_no_points_are_placed() -> None:
    """The first questions of a game: no diplomatic points, no research; with the switch off they come."""
    seen = {}
    for historical in (True, False):
        session = Session.new(TITLE, "europe", {"historical": historical}, seed=b"history")
        names: set[str] = set()
        for _ in range(60):
            names.update(place(TITLE.sequence, session.g))
            seat = next(iter(session.pending))
            ask = session.pending[seat]
            option = next((o for o in ask.options if o.verb in ("done", "leave", "enough", "wait")), ask.options[0])
            session.apply(seat, option)
        seen[historical] = names
    assert "Diplomatic points" in seen[False] and "Diplomatic points" not in seen[True]
    assert "Research" in seen[False] and "Research" not in seen[True]


def test_ours_v_9_demands_are_still_made() -> None:
    g = past(year=1940, season=SPRING)
    g.side, g.mover = g.nations.side[RUSSIA], RUSSIA
    envoys = diplomacy.Envoys(RUSSIA)
    assert any(True for _ in diplomacy.DEMAND.candidates(g, envoys))


def test_ours_v_9_random_play() -> None:
    report = fuzz(TITLE, answers=400, seed=77, scenario="europe", options={"historical": "on"}, sparing=20)
    assert [f.message for f in report.failures] == []
