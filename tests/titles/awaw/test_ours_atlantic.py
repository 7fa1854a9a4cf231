"""Stand-in rules 24, 25 and 41: worked examples under their ids, and what each section refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, US, WESTERN
from grognard.titles.awaw.rules.construction import Factory, Order, appear, catalogue, may_buy, sites, transport_limit
from grognard.titles.awaw.rules.end import ATLANTIC_LEVELS
from grognard.titles.awaw.rules.fleet import DAMAGED, SOUND, SUNK, effect, fleet_hits, fleet_modifiers, squadron_hits
from grognard.titles.awaw.rules.raiders import Cruise, engagement, harbour, may_sail, raiding
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
from grognard.titles.awaw.state import NEVER, POOL, SPRING, SUMMER, World, turn_of

from .kit import CHARTS, campaign, drive, fight, hold, put, puts, space, world

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
    found = warfare_table(CHARTS, 10, 7 - 3)
    assert (found.lost, found.aborted) == (1, 6)
    found = warfare_table(CHARTS, 12, 7 + 3)
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


def test_ours_27_81_america_builds_transports_beside_britain():
    """At war America builds five of the shared transports a turn, eight from 1943, beside Britain's four; at peace none."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "britain")
    hulls = [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.TRANSPORT and g.units[u].sheet.nation == BRITAIN]
    for u in hulls:
        g.units[u].at, g.units[u].pool, g.units[u].built = -1, POOL, NEVER
    g.nations[US].level = g.nations[US].base = 200
    peace = may_buy(g, Factory(US), hulls[0])
    assert peace is not None and peace.rule == "ours 27.1"
    fight(g, "us")
    assert hulls[0] in catalogue(g, Factory(US))
    for u in hulls[:5]:
        assert may_buy(g, Factory(US), u) is None
        appear(g, Order(US, u), g.board.space(BOX))
    refusal = may_buy(g, Factory(US), hulls[5])
    assert refusal is not None and refusal.rule == "ours 27.81"
    assert may_buy(g, Factory(BRITAIN), hulls[5]) is None
    assert g.nations[US].level == 195 and (transport_limit(g, US), transport_limit(g, BRITAIN)) == (5, 4)
    g.turn = turn_of(1943, SPRING)
    assert transport_limit(g, US) == 8


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


# --- 20 to 23 -----------------------------------------------------------------------------------------------------------


def test_ours_20_52_hits():
    """AW-OURS-20-b, AW-OURS-20-c: four to seven hits damage a BB4, eight sink it, four a damaged one; three sink a CA."""
    assert [effect(Kind.BB, 4, False, hits) for hits in (3, 4, 7, 8)] == [SOUND, DAMAGED, DAMAGED, SUNK]
    assert effect(Kind.BB, 4, True, 4) == SUNK
    assert [effect(Kind.CA, 2, False, hits) for hits in (1, 2, 3)] == [SOUND, DAMAGED, SUNK]
    assert effect(Kind.DD, 1, False, 1) == SUNK


def test_ours_20_51_table():
    """AW-OURS-22-c: 22 fleet factors at seven make five hits, 28 make six. AW-OURS-23-a: six squadrons at seven make four."""
    assert (fleet_hits(CHARTS, 22, 7), fleet_hits(CHARTS, 28, 7), squadron_hits(CHARTS, 6, 7)) == (5, 6, 4)
    assert squadron_hits(CHARTS, 6, 8) == 4  # AW-OURS-23-b, after air defence


def test_ours_22_5_nationality():
    """AW-OURS-22-c: the Germans add one against the British, who subtract it."""
    g = sea(0, 0, 0)
    mine, theirs = puts(g, 1, "germany bc", BOX), puts(g, 1, "britain bc", BOX)
    assert (fleet_modifiers(g, mine, theirs).total, fleet_modifiers(g, theirs, mine).total) == (1, -1)


def test_ours_21_534_how_many_engage():
    """AW-OURS-21-d: a five brings two ships against the first group, four against a second of three."""
    g = sea(0, 0, 0)
    assert 5 + engagement(g, 0, 1).total == 2
    assert 5 + engagement(g, 1, 3).total == 4


def test_ours_21_534_a_raid():
    """Nobody meets the raiders: their factors fall upon the convoys."""
    g = sea(0, 0, 30)
    raider = put(g, "germany bc", "eJ30")
    drive(g, raiding(g), [f"sail u{raider}", "raid"], dice=[1, 5, 5])
    assert g.tonnage == fleet_hits(CHARTS, 3, 10) == 2
    assert (g.units.inverted[raider], g.nations.level[GERMANY]) == (1, 99)


def test_ours_21_53_who_raids():
    g = sea(0, 0, 30)
    boat, ship = put(g, "germany sub", "eJ30"), put(g, "germany bc", "eJ30")
    cruise = Cruise(GERMANY, 0)
    assert may_sail(g, cruise, ship) is None
    refusal = may_sail(g, cruise, boat)
    assert refusal is not None and refusal.rule == "ours 21.53"
    g.units[ship].damage = 1
    refusal = may_sail(g, cruise, ship)
    assert refusal is not None


def test_ours_21_53_the_list_of_raiders_is_the_same_whatever_came_before():
    """A fork of a game in which ports were left and entered lists ships in the same order (found by random answers)."""
    g = campaign(year=1940, season=SPRING, side=AXIS, mover="germany")
    ports = ("kiel", "wilhelmshaven", "bremen")
    raiders_at = [put(g, "germany bc", ports[0]), put(g, "germany bc", ports[1])]
    g.nations[GERMANY].level = 50
    before = harbour(g, Cruise(GERMANY, 0))
    g.units[raiders_at[0]].at = space(g, ports[2])
    assert harbour(g, Cruise(GERMANY, 0)) == before == sorted(raiders_at)
