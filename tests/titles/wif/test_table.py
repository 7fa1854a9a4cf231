"""What lies beside the map in battles: fleets by section, missions by hex, hints in a naval round; the first game."""

from __future__ import annotations

from grognard.kernel.flow import Ask
from grognard.kernel.sequence import Segment
from grognard.kernel.session import Session
from grognard.kernel.title import Lesson
from grognard.titles.wif import TITLE
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.present_battle import at_sea, battles, in_the_air
from grognard.titles.wif.rules.naval_combat import avoided, surface_round
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.sequence import SEQUENCE
from grognard.titles.wif.state import BOMBER, ESCORT, INTERCEPTOR, War
from tests.titles.wif.field import act, at, put, war
from tests.titles.wif.test_11_sea import convoys, ship
from tests.titles.wif.test_14_air import plane, sky_war


def pacific() -> tuple[War, list[int], list[int]]:
    g = war(("Japan", "USA"), turn="Jul/Aug 1942", scenario="guadalcanal_1942")
    act(g, "Japan", Action.NAVAL)
    mine = [ship(g, "Japan", "CA", "any", "Coral Sea", 3) for _ in range(3)]
    return g, mine, [ship(g, "USA", "CA", "any", "Coral Sea", 2) for _ in range(2)]


def test_fleets_are_listed_by_section_and_convoys_alone_are_not() -> None:
    g, mine, _ = pacific()
    convoys(g, "USA", "Solomons", 4)
    g.units[mine[0]].down = 1
    panel = at_sea(g)
    assert [row[:4] for row in panel.rows] == [
        ["Coral Sea", 3, "Japan", "3 CA (1 face-down)"],
        ["Coral Sea", 2, "USA", "2 CA"],
    ]
    assert panel.about[0][0] == g.board.token(at(g, "Coral Sea"))


def test_cargo_is_told_with_its_ships() -> None:
    g, _, _ = pacific()
    lift = ship(g, "USA", "TRS", "any", "Coral Sea", 2)
    marine = put(g, "USA MAR any", "Noumea")
    g.units[marine].aboard, g.units[marine].at = lift, g.units.at[lift]
    assert g.units[marine].sheet.label in str(at_sea(g).rows[-1][4])


def test_missions_are_one_line_a_side_with_who_gets_through() -> None:
    g = sky_war()
    plane(g, "Germany FTR any", "Minsk", ESCORT)
    bomber = plane(g, "Germany LND any", "Minsk", BOMBER)
    alone = in_the_air(g)
    assert len(alone.rows) == 1 and alone.rows[0][-1] == "all"
    plane(g, "USSR FTR any", "Minsk", INTERCEPTOR, base="Moscow")
    met = in_the_air(g)
    assert [row[1] for row in met.rows] == ["Axis", "Allies"]
    assert str(met.rows[0][-1]).endswith("of 1") and met.rows[0][3] == g.units[bomber].sheet.name


def test_nothing_is_shown_where_nothing_flies_or_sails() -> None:
    assert battles(sky_war()) == []


def hints(g: War, flow: object) -> dict[str, str]:
    ask = next(flow)  # type: ignore[call-overload]
    assert isinstance(ask, Ask)
    return {option.verb: TITLE.label(g, ask, option).hint for option in ask.options}


def test_11_5_6_a_choice_in_a_round_says_what_it_would_do() -> None:
    g, mine, theirs = pacific()
    sides = Sides(at(g, "Coral Sea"), 0, included=[mine, theirs], points=[4, 0])
    told = hints(g, avoided(g, sides))
    assert told["fight"].startswith("surface: they lose") and told["avoid"] == ""
    shifts = hints(g, surface_round(g, sides, Toll()))
    assert shifts["no_shift"].endswith("4 points left") and shifts["shift_own"].endswith("2 points left")
    assert shifts["shift_own"] != shifts["no_shift"]


def names(node: object) -> set[str]:
    found = {node.name} if isinstance(node, Segment) else set()
    for child in getattr(node, "children", ()):
        found |= names(child)
    return found


def test_the_first_game_speaks_of_segments_that_exist() -> None:
    first = TITLE.first_game
    assert first is not None and first.scenario in {s.key for s in TITLE.scenarios}
    known = names(SEQUENCE)
    lessons: tuple[Lesson, ...] = first.lessons
    assert all(lesson.segment == "" or lesson.segment in known for lesson in lessons)
    assert {seat.side for seat in TITLE.seats(first.scenario, TITLE.read_options({}))} >= {first.side}


def test_2_3_a_counter_says_what_its_numbers_mean() -> None:
    """Every kind of counter that stands on a map has its word; a dash of the printed line is a nought in words."""
    session = Session.new(TITLE, "global_war_1939", seed=b"n" * 32)
    notes = {piece.kind: piece.note for piece in TITLE.picture(session.g, None).pieces if piece.kind != "CP"}
    assert all(notes.values()) and {"FTR", "LND", "HQ-A", "INF", "BB", "CV", "SUB"} <= set(notes)
    stuka = next(piece for piece in TITLE.picture(session.g, None).pieces if piece.name == "Ju-87B Stuka")
    assert stuka.numbers == ("1/1/5/1 r3",)
    assert stuka.note == "bomber: 1 in the air, 1 at sea, 5 against units, 1 against factories, range 3"
