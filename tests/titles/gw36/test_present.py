"""What a seat is shown of gw36: counters, panels, words, charts."""

from __future__ import annotations

import msgspec

from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Panel, view
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.state import NATIONS, War


def game() -> Session:
    return Session.new(TITLE, "1939", seed=seed_from(1))


def view_of(g: War) -> list[Panel]:
    return TITLE.picture(g, None).panels


def test_every_unit_on_the_board_is_in_one_piece() -> None:
    session = game()
    shown = view(session, ("player1",)).picture
    assert sum(piece.count for piece in shown.pieces) == sum(at >= 0 for at in session.g.units.at)
    infantry = next(p for p in shown.pieces if p.kind == "infantry")
    assert infantry.numbers == ("2", "4", "1")
    assert {p.side for p in shown.pieces} <= {side.key for side in TITLE.sides}
    assert len({p.id for p in shown.pieces}) == len(shown.pieces)


def test_panels_say_who_fights_and_what_scores() -> None:
    panels = {panel.key: panel for panel in view(game(), ()).picture.panels}
    assert ["Germany", "France"] in [row[:2] for row in panels["wars"].rows]
    assert all(0 <= row[2] <= row[3] for row in panels["objectives"].rows)  # type: ignore[operator]
    assert len(panels["objectives"].about) == len(panels["objectives"].rows)
    assert panels["nations"].rows[0][0] == "Germany"


def test_points_add_up() -> None:
    """The lines of the table of victory points are the score of each alliance, a lost home zone among them."""
    g = game().g
    g.zones[g.board.space("alsace_lorraine")].owner = NATIONS.index("germany")
    rows = next(panel for panel in view_of(g) if panel.key == "points").rows
    score = TITLE.scores(g)
    assert {side: sum(row[3] for row in rows if row[0] == side.capitalize()) for side in score} == score  # type: ignore[misc]
    assert ["Allies", "France", "Home zones held by enemies", -1] in rows


def test_options_read_as_words() -> None:
    session = game()
    seat, ask = next((s, a) for s, a in session.pending.items() if any(o.verb == "declare" for o in a.options))
    words = [TITLE.label(session.g, ask, o).words for o in ask.options if o.verb == "declare"]
    assert all(" declares war on " in w for w in words)
    assert seat.startswith("player")


def test_charts_follow_income_territory_and_losses() -> None:
    session = game()
    figures = TITLE.figures(session.g)
    assert set(figures) == {"Income", "Territory", "Forces in IPP", "Losses in IPP", "Victory points"}
    assert figures["Losses in IPP"] == {"axis": 0.0, "allies": 0.0, "comintern": 0.0}
    lost = next(u for u in session.g.units if NATIONS[u.nation] == "germany" and u.at >= 0)
    session.g.remove(lost.index)
    after = TITLE.figures(session.g)
    assert after["Losses in IPP"]["axis"] + after["Forces in IPP"]["axis"] == figures["Forces in IPP"]["axis"]
    assert msgspec.json.encode(after)


def test_the_tour_explains_segments_that_exist() -> None:
    from grognard.kernel.flow import segments

    names = {segment.name for segment in segments(TITLE.sequence)}
    assert {name for name, _ in TITLE.tour()} <= names


def test_a_seat_sees_what_threatens_its_own_zones_and_a_spectator_none() -> None:
    session = game()
    shown = view(session, ("player1",)).picture.overlays["threat"]
    owners = {session.g.zones[session.g.board.space(zone)].owner for zone in shown}
    assert owners <= {n for n, name in enumerate(NATIONS) if name in ("germany", "italy", "japan")}
    assert set(shown.values()) <= set("0123456789")
    assert view(session, ()).picture.overlays == {}


def test_spending_is_grouped_and_priced() -> None:
    """Units to buy by sort, with price and values; technologies with what must be rolled; nothing that repeats its verb."""
    session = game()
    while not any(ask.rule == "7.0" for ask in session.pending.values()):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, ask.find("pass") or ask.options[0])
    seat, ask = next(iter(session.pending.items()))
    labels = {o.text: TITLE.label(session.g, ask, o) for o in ask.options}
    infantry = labels["buy infantry 2"]
    assert (infantry.words, infantry.group) == ("2 Infantry", "Buy land units")
    assert infantry.hint == "3 IPP; attack 2, defence 4, move 1"
    assert labels["buy fighter 1"].group == "Buy aircraft" and labels["buy submarine 1"].group == "Buy ships"
    assert labels["research radar"].hint.startswith("stage 1 of ")
    assert labels["buy battleship 1"].hint.split(" IPP")[1].startswith((" in each of", ", a turn each"))


def test_like_casualties_are_told_apart() -> None:
    """Two units of one sort that came from different zones have different words; one alone needs none."""
    from tests.titles.gw36.battlefield import FROM, FRONT, field, put

    g = field()
    units = [*put(g, "germany", FRONT, "infantry", came=FROM), *put(g, "germany", FRONT, "infantry", came="belgium")]
    options = [Option("lose", g.units[u]) for u in units]
    both = Ask("player1", "Choose a casualty", options, "9.1")
    words = [TITLE.label(g, both, o).words for o in options]
    assert words[0] != words[1] and words[1] == "Lose the German Infantry (from Belgium)"
    assert TITLE.label(g, Ask("player1", "Choose", options[:1], "9.1"), options[0]).words == "Lose the German Infantry"
