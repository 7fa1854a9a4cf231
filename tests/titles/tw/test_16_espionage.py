"""16.1.7, 5.1.3.5, 29.11, 29.15, 21.7.4: what chits do elsewhere, cards, simplified diplomacy, the Stalin Line.
Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.diplomacy import Offensive, diplomacy, name_target, roll_modifiers
from grognard.titles.tw.rules.end import disrepair, stalin_line
from grognard.titles.tw.rules.espionage import chit_duel, covert, may_use_ultra, ultra
from grognard.titles.tw.rules.interception import search
from grognard.titles.tw.rules.reserves import no_reserves
from grognard.titles.tw.rules.sea_battle import surprise
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.seas import sea
from grognard.titles.tw.rules.simple_diplomacy import court, leaning_bonus, may_court, simple_diplomacy, simple_season
from grognard.titles.tw.rules.status import AXIS_BLOC, SOVIET_BLOC
from grognard.titles.tw.rules.strategic_war import disclosed, fight_convoys
from grognard.titles.tw.rules.uboats import uboat_modifiers
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import (
    ASSOCIATE,
    FALL,
    FORTIFICATION,
    PLAIN,
    SATELLITE,
    SLE,
    SPRING,
    SUMMER,
    SYMPATHIZER,
    WINTER,
    War,
    turn_of,
)

from .kit import TITLE, drive, space
from .test_14_money import campaign
from .test_16_diplomacy import SPAIN, SWEDEN, TURKEY, example_1, lean, refused, spring


def optional(**options: bool) -> War:
    """Spring 1940 with options."""
    g: War = TITLE.blank("campaign_1939", options)
    TITLE.setup(g)
    like = spring()
    g.dice, g.journal, g.turn = like.dice, like.journal, like.turn
    return g


# --- other uses of chits --------------------------------------------------------------------------------------------------------


def test_16_1_7_2_only_in_spring_and_fall():
    g = spring()
    g.nations[GERMANY].spies = 1
    g.turn = turn_of(1940, SUMMER)
    assert drive(g, covert(g, AXIS, "surprise", "a test")) == []
    g.turn = turn_of(1940, FALL)
    assert drive(g, covert(g, AXIS, "surprise", "a test"), ["chit n.germany"]) == ["Espionage: a test?"]
    assert drive.value is True


def test_16_1_7_2_counter_espionage_cancels():
    g = spring()
    g.nations[GERMANY].spies = g.nations[BRITAIN].guards = 1
    drive(g, covert(g, AXIS, "surprise", "a test"), ["chit n.germany", "chit n.britain"])
    assert drive.value is False
    assert not g.nations.spies[GERMANY] and not g.nations.guards[BRITAIN]


def test_5_1_3_5_ultra_in_the_u_boat_war():
    """+1 on the table; Germany cancels it once in a game; not twice running, not in the Happy Time."""
    g = spring(1941)
    before = uboat_modifiers(g).total
    g.nations[BRITAIN].spies = 1
    drive(g, fight_convoys(g, 5, 4, 0, 0, []), ["chit n.britain"], dice=[6])
    assert g.ultra == g.turn and uboat_modifiers(g).total == before + 1
    g.nations[BRITAIN].spies = 1
    g.turn += 2
    assert refused(may_use_ultra(g)) == "5.1.3.5"
    g.turn += 2
    assert may_use_ultra(g) is None
    g.nations[GERMANY].guards = 2
    drive(g, ultra(g, "a test"), ["chit n.britain", "chit n.germany"])
    assert drive.value is False and g.ultra_countered
    g.turn += 4
    g.nations[BRITAIN].spies = 1
    assert drive(g, ultra(g, "a test"), ["chit n.britain"]) == ["Espionage: a test?"]  # Germany is not asked again
    assert drive.value is True
    g.nations[BRITAIN].spies = 1
    g.ultra_played = -1
    g.nations[USA].side, g.happy_time = ALLIES, g.turn
    assert refused(may_use_ultra(g)) == "5.1.3.5"


def test_16_1_7_2_two_u_boat_cards_are_shown():
    g = optional(uboat_cards=True)
    rows = sorted({r for r, _ in campaign_of(g).matrices["29.6"]})
    g.nations[BRITAIN].spies = 1
    drive(g, disclosed(g, rows), ["chit n.britain"])
    assert len(drive.value) == len(rows) - 2
    assert drive(g, disclosed(g, rows)) == [] and drive.value == rows


def test_16_1_7_2_surprise_from_the_air():
    """A chit takes one off all surprise rolls of the player turn: a 3 surprises, in the next turn it does not."""
    g = spring(1941)
    area = sea(g, "ionian_sea") if "ionian_sea" in g.board.ids else next(s for s in range(g.board.size) if g.ground.sea[s])
    drive(g, surprise(g, area, area), dice=[3])
    assert drive.value is False
    g.nations[GERMANY].spies = 1
    drive(g, surprise(g, area, area + 1), ["chit n.germany"], dice=[3])
    assert drive.value is True
    drive(g, surprise(g, area, area + 2), dice=[3])
    assert drive.value is True
    g.side = ALLIES
    drive(g, surprise(g, area, area + 2), dice=[3])
    assert drive.value is False


def test_16_1_7_2_interception():
    g = spring(1941)
    assert drive(g, chit_duel(g, AXIS, "interception", "a test")) == []
    for spies, guards, worth in ((1, 0, -1), (1, 1, 0), (0, 1, 1)):
        g.nations[GERMANY].spies, g.nations[BRITAIN].guards = spies, guards
        answers = ["chit n.germany"] * spies + ["chit n.britain"] * guards
        drive(g, chit_duel(g, AXIS, "interception", "a test"), answers)
        assert drive.value == worth
    ships = [u for u in g.roster.naval if g.roster.nations[u] == BRITAIN and g.units.at[u] == space(g, "scapa_flow")][:2]
    prey = [u for u in g.roster.naval if g.roster.nations[u] == GERMANY and g.units.at[u] >= 0][:1]
    g.nations[BRITAIN].spies = 1
    area = sea(g, "north_sea")
    drive(g, search(g, ships, space(g, "scapa_flow"), area, Force(AXIS, prey), counter=False), ["chit n.britain"], dice=[5])
    assert any("espionage" in line.text for line in g.journal.lines)


def test_16_1_7_2_one_reserve_more():
    g = spring(1941)
    row = g.nations[GERMANY]
    row.effort, row.reserves, row.narfs = SLE, 3, 90
    assert refused(no_reserves(g, GERMANY)) == "9.9.1"
    row.spies = 1
    for n in (ITALY, BRITAIN, USSR):
        g.nations[n].narfs = 100
    drive(g, diplomacy(g), ["mask"])
    assert no_reserves(g, GERMANY) is None
    row.reserves = 4
    assert refused(no_reserves(g, GERMANY)) == "9.9.1"
    row.reserves = 3
    g.turn += 1
    assert refused(no_reserves(g, GERMANY)) == "9.9.1"


# --- cards (29.11, 16.1.7.7) ----------------------------------------------------------------------------------------------------


def test_16_1_3_f_sanction_against_a_double_agent():
    """tw-16.1.3-f: the cards give -1, the status -1: a 2 counts 0, one level at 1-1, and the Axis chooses whose Spain is."""
    g = optional(espionage_cards=True)
    g.pops = example_1().pops
    g.nations[ITALY].spies = g.nations[USSR].guards = 1
    answers = ["chit n.italy", "chit n.ussr", "card Sanction", "card Double_Agent", "patron n.italy"]
    drive(g, name_target(g, ITALY, SPAIN, SOVIET_BLOC), answers, dice=[2])
    assert (g.nations.patron[SPAIN], g.nations.status[SPAIN]) == (ITALY, ASSOCIATE)
    assert roll_modifiers(g, Offensive(SPAIN, AXIS_BLOC, SOVIET_BLOC)).total == -2


def test_29_11_an_unopposed_card_is_a_chit():
    g = optional(espionage_cards=True)
    g.pops = example_1().pops
    g.nations[ITALY].spies = 1
    lean(g, SPAIN, GERMANY, 0)
    drive(g, name_target(g, ITALY, SPAIN, SOVIET_BLOC), ["chit n.italy", "patron n.germany"], dice=[6])  # 2 to 3: 6 - 2
    assert g.nations.status[SPAIN] == SYMPATHIZER


def test_29_11_the_matrix_is_even():
    matrix = campaign_of(campaign()).matrices["29.11"]
    assert matrix["Sanction", "Double Agent"] == -1
    rows, columns = {r for r, _ in matrix}, {c for _, c in matrix}
    assert len(rows) == len(columns) == 6
    assert all(sorted(matrix[r, c] for c in columns) == [-2, -1, 0, 0, 1, 2] for r in rows)


# --- simplified diplomacy (29.15) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("power", "first", "second", "status"), [
    (GERMANY, 8, 8, 1), (GERMANY, 7, 0, 0), (GERMANY, 8, 7, 0), (BRITAIN, 3, 3, 1), (BRITAIN, 3, 4, 0), (BRITAIN, 4, 0, 0),
])  # fmt: skip
def test_29_15_two_rolls(power, first, second, status):
    g = optional(simple_diplomacy=True)
    narfs = g.nations[power].narfs
    g.dice = type(g.dice)(first, second) if second else type(g.dice)(first)
    court(g, power, SWEDEN, False)
    assert g.nations.status[SWEDEN] == status
    assert g.nations[power].narfs == narfs - (6 if second else 3)
    assert refused(may_court(g, power, TURKEY, False)) == "29.15"


def test_29_15_status_and_spies_shift_the_die():
    g = optional(simple_diplomacy=True)
    assert leaning_bonus(g, SPAIN) == 1
    lean(g, SPAIN, BRITAIN, ASSOCIATE)
    assert leaning_bonus(g, SPAIN) == -2
    lean(g, SPAIN, GERMANY, SATELLITE)
    assert refused(may_court(g, GERMANY, SPAIN, False)) == "29.15"
    lean(g, SPAIN, GERMANY, SYMPATHIZER)
    g.dice = type(g.dice)(5, 5)
    court(g, GERMANY, SPAIN, True)
    assert g.nations.status[SPAIN] == ASSOCIATE
    g.turn = turn_of(1940, FALL)
    g.nations[GERMANY].pops_bought = 0
    assert refused(may_court(g, GERMANY, SPAIN, True)) == "29.15"
    assert may_court(g, GERMANY, SPAIN, False) is None
    assert refused(may_court(g, USSR, INDEX["ireland"], False)) == "16.1.4"


def test_29_15_the_season():
    g = optional(simple_diplomacy=True)
    assert simple_season(g)
    prompts = drive(g, simple_diplomacy(g))
    assert len([p for p in prompts if p.endswith("a diplomatic target")]) == 5
    g.turn = turn_of(1940, SUMMER)
    assert not simple_season(g)
    assert not simple_season(spring())


# --- the Stalin Line (21.7.4) ---------------------------------------------------------------------------------------------------


def test_21_7_4_eight_fortifications_until_winter_1939():
    g = campaign()

    def line() -> int:
        return sum(w == FORTIFICATION and b == USSR for w, b in zip(g.hexes.works, g.hexes.builder))

    assert line() == 8
    assert all(g.ground.ussr_1939[s] for s, (w, b) in enumerate(zip(g.hexes.works, g.hexes.builder)) if (w, b) == (1, USSR))
    for _ in range(3):
        disrepair(g)
    stalin_line(g)
    assert line() == 8
    g.turn = turn_of(1939, WINTER)
    stalin_line(g)
    assert line() == 0
    assert PLAIN == 0 and SPRING == 0
