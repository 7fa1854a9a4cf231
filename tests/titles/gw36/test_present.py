"""What a seat is shown of gw36: counters, panels, words, charts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel.acts import question
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Panel, view
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.kinds import KIND
from grognard.titles.gw36.powers import BRITAIN, NATIONS
from grognard.titles.gw36.rules import combat_movement, non_combat, placement, war
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import Placement


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
    from grognard.kernel.sequence import segments

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


def movement(rule: str, nation: str, **options: bool) -> Session:
    """July 1939, played without a move up to a movement phase of a nation."""
    session = Session.new(TITLE, "1939", options, seed=seed_from(3))
    for _ in range(400):
        seat, ask = next(iter(session.pending.items()))
        if ask.rule == rule and "choose a unit" in ask.prompt and nation in TITLE.segment_label(session.g)[-1]:
            return session
        quiet = [o for o in ask.options if o.verb in ("pass", "done", "none", "no", "refuse")] or ask.options
        session.apply(seat, quiet[0])
    raise AssertionError(f"{nation} never moves")


@pytest.mark.parametrize(("rule", "orders"), [("8.2", combat_movement.orders_of), ("10.1", non_combat.orders_of)])
def test_units_that_could_only_stay_are_not_lit(rule: str, orders: Any) -> None:
    """Of the British units both sorts stand on the list; what has no order but to hold is marked, and nothing else is."""
    session = movement(rule, "Great Britain")
    (ask,) = session.pending.values()
    (question,) = view(session, (ask.seat,)).questions
    marked = {label.text for label in question.options if label.idle}
    stuck = {o.text for o in ask.options if o.verb == "pick" and len(list(orders(session.g, o.arg.index))) == 1}
    assert marked == stuck and marked
    assert any(label.text.startswith("pick ") and not label.idle for label in question.options)


def test_a_unit_is_picked_by_the_counter_it_lies_under() -> None:
    """Two ships of a zone lie as one counter although one has sailed: both picks light it."""
    session = movement("10.1", "Great Britain")
    g = session.g
    (ask,) = session.pending.values()
    ship, other = next(
        (u, v)
        for stack in (here for at, here in g.units.stacks.items() if at >= 0)
        for u in stack
        for v in stack
        if u < v and g.units.kind[u] == g.units.kind[v] == KIND["destroyer"] and g.units.nation[u] == g.units.nation[v] == BRITAIN
    )
    g.units[other].used = 1
    label = TITLE.label(g, ask, Option("pick", g.units[other]))
    assert label.pieces == (f"u{ship}",) and label.text == f"pick u{other}"
    g.units[other].hits = 1
    assert TITLE.label(g, ask, Option("pick", g.units[other])).pieces == (f"u{other}",)


def again(ask: Ask) -> Ask:
    """The same question, its list made anew."""
    assert ask.menu is not None
    return Ask(ask.seat, ask.text, ask.menu.options, ask.rule, subject=ask.subject, menu=ask.menu)


def test_a_movement_phase_without_a_move_need_not_be_asked() -> None:
    session = movement("10.1", "Italy")
    g = session.g
    (ask,) = session.pending.values()
    assert TITLE.idle(g, ask) is None
    for u, nation in enumerate(g.units.nation):
        if nation == NATIONS.index("italy"):
            g.units[u].spent = 1
    bare = again(ask)
    assert TITLE.idle(g, bare) == Option("done")
    g.units[next(iter(g.units.stacks[g.board.space("rome")]))].spent = 0
    one = again(ask)
    assert len(one.options) == 2 and TITLE.idle(g, one) is None


def test_combat_movement_is_asked_while_war_could_be_declared() -> None:
    session = movement("8.2", "Italy")
    (ask,) = session.pending.values()
    quiet = Ask(ask.seat, ask.prompt, [Option("done"), Option("politics")], "8.2")
    assert war.acts(session.g, ask.seat) and TITLE.idle(session.g, quiet) is None


def test_one_casualty_is_no_idle_question() -> None:
    g = game().g
    assert TITLE.idle(g, Ask("player1", "Lose", [Option("lose", g.units[0])], "9.5")) is None
    assert TITLE.idle(g, Ask("player1", "Place", [Option("done")], "11.1")) == Option("done")


def test_options_say_what_is_placed_and_what_capacity_is_left() -> None:
    session = movement("10.1", "Germany")
    g = session.g
    seat, ask = next(iter(session.pending.items()))
    berlin = g.board.space("berlin")
    infantry = next(u for u in g.units.stacks[berlin] if g.units.kind[u] == KIND["infantry"])
    rail = Option("rail", g.units[infantry], g.zones[g.board.space("western_germany")])
    assert TITLE.label(g, ask, rail).hint == "4 of 4 rail moves left in Europe"
    session.apply(seat, f"pick u{infantry}")
    session.apply(seat, rail.text)
    assert TITLE.label(g, ask, Option("rail", g.units[infantry + 1], rail.args[1])).hint == "3 of 4 rail moves left in Europe"
    order = g.entries.add(nation=NATIONS.index("germany"), what=0, kind=KIND["infantry"], count=3, ready=1)
    placing = question(g, seat, "Place units", Placement(order.nation, 0), placement.LAUNCHING, placement.RAISING)
    assert TITLE.label(g, placing, Option("place", order, g.zones[berlin], 2)).words == "Place 2 Infantry in Berlin"


def test_a_phase_that_is_passed_names_its_nation() -> None:
    """The Soviet player says done for the USSR; Communist China without an IPP is not asked, and the log says who passed."""
    session = Session.new(TITLE, "1939", seed=seed_from(3))
    session.stand_by_default("player2")
    while "Soviet Union produces" not in next(iter(session.pending.values())).prompt:
        seat, ask = next(iter(session.pending.items()))
        quiet = [o for o in ask.options if o.verb in ("pass", "done", "none", "no", "refuse")] or ask.options
        session.apply(seat, quiet[0])
    asked = session.fork(seed=seed_from(4))
    asked.apply("player2", "done")
    assert "Communist China produces: 2 IPP" in asked.pending["player2"].prompt  # a Militia could be bought
    session.g.nations[NATIONS.index("ccp")].cash = 0
    session.apply("player2", "done")
    told = [line.text for line in session.log_lines() if line.text]
    assert told[-1] == "Communist China: Production passed, nothing to decide"
    assert session.pending["player2"].rule == "8.2"
