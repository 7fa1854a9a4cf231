"""Stand-in rules 24, 25 and 41: worked examples under their ids, and what each section refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, US, WESTERN
from grognard.titles.awaw.rules.construction import Factory, may_buy, sites, transport_limit
from grognard.titles.awaw.rules.end import ATLANTIC_LEVELS
from grognard.titles.awaw.rules.research import (
    Laboratory,
    cell,
    chance_needed,
    may_allot,
    may_roll,
    prepare,
    results_of,
    roll_project,
)
from grognard.titles.awaw.rules.strategic import (
    atlantic_score,
    home_again,
    in_box,
    pay_shortage,
    rows,
    shortage,
    submarine_modifiers,
    submarine_warfare,
    warfare_table,
)
from grognard.titles.awaw.state import NEVER, POOL, SPRING, World

from .kit import hold, put, puts, world

BOX = "sw_atlantic"
LAB = Laboratory(GERMANY, EUROPEAN_AXIS)


def sea(boats: int, escorts: int, transports: int) -> World:
    g = world("germany", "britain", year=1941, season=SPRING)
    prepare(g)
    g.nations[GERMANY].navy, g.nations[BRITAIN].navy = 3, 2
    puts(g, boats, "germany sub", BOX)
    puts(g, escorts, "britain asw", BOX)
    puts(g, transports, "britain tr", BOX)
    return g


def test_ours_24_6_both_sides_use_the_net_modifier():
    """AW-OURS-24-a, AW-OURS-24-b: plus for the submarines, minus for the escorts; 22 factors roll as 20 and 2."""
    g = sea(1, 1, 1)
    hold(g, "germany", "brest")
    assert submarine_modifiers(g).total == 3
    assert rows(22) == [20, 2]
    assert rows(20) == [20]


def test_ours_25_21_a_battle():
    """AW-OURS-25-a: six submarines against four ASW at +3: one ASW and four transports lost, two submarines sent home."""
    g = sea(6, 4, 30)
    hold(g, "germany", "brest")
    g.dice = FixedDice(3, 3, 4, 4)
    submarine_warfare(g)
    assert (len(in_box(g, Kind.ASW, ALLIES)), len(in_box(g, Kind.TRANSPORT, ALLIES))) == (3, 26)
    assert len(in_box(g, Kind.SUB, AXIS)) == 4  # two are on their way home
    assert (g.tonnage, g.drowned) == (4, 0)
    g.side = ALLIES
    home_again(g)
    assert len(in_box(g, Kind.SUB, AXIS)) == 6


def test_ours_25_4_shortage():
    """AW-OURS-25-b: seventeen free transports: three BRPs."""
    g = sea(1, 1, 17)
    assert shortage(g) == 3
    g.side = ALLIES
    pay_shortage(g)
    assert g.nations.level[BRITAIN] == 97
    puts(g, 4, "britain tr", BOX)
    assert shortage(g) == 0


def test_ours_25_2_modifiers_of_1943():
    """AW-OURS-25-c: ASW 3, air range 2, twelve CVE, nationality, Brest and the American war: minus three."""
    g = sea(10, 12, 30)
    hold(g, "germany", "brest")
    puts(g, 12, "us cve", BOX)
    g.nations[US].side, g.nations[US].war, g.turn = ALLIES, 11, 16
    g.results[cell(WESTERN, "asw")] = 3
    g.results[cell(WESTERN, "air_range")] = 2
    assert submarine_modifiers(g).total == -3
    found = warfare_table(10, 7 - 3)
    assert (found.lost, found.aborted) == (1, 6)
    found = warfare_table(12, 7 + 3)
    assert (found.lost, found.aborted) == (2, 8)


def test_ours_25_66_the_first_turns_of_the_american_war():
    g = sea(1, 1, 1)
    before = submarine_modifiers(g).total
    g.nations[US].war = g.turn
    assert submarine_modifiers(g).total == before + 3
    g.nations[US].war = g.turn - 1
    assert submarine_modifiers(g).total == before + 2


def test_ours_27_81_transports_a_turn():
    """AW-OURS-25-d: Britain builds four transports a turn, not five."""
    g = sea(1, 1, 20)
    fresh = put(g, "britain tr", BOX)
    row = g.units[fresh]
    row.at, row.pool, row.built = -1, POOL, NEVER
    assert transport_limit(g, BRITAIN) == 4
    assert may_buy(g, Factory(BRITAIN), fresh) is None
    assert sites(g, fresh) == [g.board.space(BOX)]
    for u in in_box(g, Kind.TRANSPORT, ALLIES)[:4]:
        g.units[u].built = g.turn
    refusal = may_buy(g, Factory(BRITAIN), fresh)
    assert refusal is not None and refusal.rule == "ours 27.81"


def test_ours_41_8_rolls():
    """AW-OURS-41-a: five points in training and a five are a result; a four fails and leaves three points."""
    for die, results, left in ((5, 1, 0), (4, 0, 3)):
        g = sea(0, 0, 0)
        g.points[cell(EUROPEAN_AXIS, "ctl")] = 5
        g.dice = FixedDice(die)
        roll_project(g, LAB, "ctl")
        assert (results_of(g, EUROPEAN_AXIS, "ctl"), g.points[cell(EUROPEAN_AXIS, "ctl")]) == (results, left)


def test_ours_41_4_general_research():
    """AW-OURS-41-b: one general air result, four points in air range: a five is enough."""
    g = sea(0, 0, 0)
    g.results[cell(WESTERN, "air_general")] = 1
    g.points[cell(WESTERN, "air_range")] = 4
    assert chance_needed(g, WESTERN, "air_range") == 5


def test_ours_41_7_once_a_year():
    """AW-OURS-41-c: a second roll on a project in one year is refused, and one without points."""
    g = sea(0, 0, 0)
    refusal = may_roll(g, LAB, "torpedoes")
    assert refusal is not None and refusal.rule == "ours 41.7"
    g.points[cell(EUROPEAN_AXIS, "torpedoes")] = 3
    assert may_roll(g, LAB, "torpedoes") is None
    g.dice = FixedDice(1)
    roll_project(g, LAB, "torpedoes")
    refusal = may_roll(g, LAB, "torpedoes")
    assert refusal is not None and refusal.rule == "ours 41.7"


def test_ours_41_3_five_points_a_year():
    g = sea(0, 0, 0)
    g.fresh_points[cell(EUROPEAN_AXIS, "ctl")] = 5
    refusal = may_allot(g, LAB, "ctl")
    assert refusal is not None and refusal.rule == "ours 41.3"
    assert may_allot(g, LAB, "torpedoes") is None
    refusal = may_allot(g, LAB, "jets")
    assert refusal is not None and refusal.rule == "ours 41.7"


@pytest.mark.parametrize(
    ("sunk", "drowned", "side", "level"), [(62, 1, AXIS, 3), (45, 2, AXIS, 2), (30, 6, -1, 0), (20, 12, ALLIES, 3)]
)
def test_ours_v_6_levels(sunk, drowned, side, level):
    """Transports sunk less twice the submarines lost."""
    g = sea(0, 0, 0)
    g.tonnage, g.drowned = sunk, drowned
    found = next(((s, n) for least, s, n in ATLANTIC_LEVELS if atlantic_score(g) >= least), (ALLIES, 3))
    assert found == (side, level)
