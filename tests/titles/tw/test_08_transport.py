"""8 and 9.1: strategic movement and rail between the large rules; 8.4.1, 8.5.4 and 11.1.2: what is bought, pulled down and
carried elsewhere."""

from __future__ import annotations

from grognard.titles.tw.nations import BRITAIN, GERMANY, ITALY, USA, USSR
from grognard.titles.tw.rules.breakdown import break_down
from grognard.titles.tw.rules.construction import extend, extension_price, may_extend
from grognard.titles.tw.rules.installations import (
    base_sites,
    carry_installations,
    dismantle,
    idle_bases,
    may_carry,
    may_dismantle,
    place_base,
    portable,
)
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.rail import (
    WINTER_TRAIN,
    begin_strategic_movement,
    goal_price,
    rail_cities,
    rail_movement,
    rail_price,
    strategic_goals,
    strategic_movement,
    strategic_ways,
)
from grognard.titles.tw.rules.staging import staging
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.rules.upgrades import may_upgrade, promote, upgrade_bill, upgrade_of, upgrade_payer
from grognard.titles.tw.state import FORTIFICATION, FORTRESS, LOST, PLAIN, WINTER, turn_of

from .kit import ALLIES, drive, hold, put, space, war

# --- rail (9.1) ---------------------------------------------------------------------------------------------------------------


def test_9_1_2_only_german_railmoves_count_twice_in_russia():
    g = war("germany", "romania", "ussr")
    german, ally = put(g, "germany INF 6-5", "minsk"), put(g, "romania INF 4-5", "minsk")
    assert rail_price(g, german, space(g, "minsk")) == 2
    assert rail_price(g, ally, space(g, "minsk")) == 1


def test_9_1_1_a_train_does_not_end_beside_the_garrison_of_a_fortress():
    """Rail knows no exception for fortresses; strategic movement does (8.1.1)."""
    g = war("germany", "france", year=1940, season=0)
    refresh(g)
    unit = put(g, "germany INF 6-5", "munich")
    near = space(g, "frankfurt")
    line = next(s for s in g.ground.steps[near])
    assert near in rail_cities(g, unit)
    g.hexes[line].works = FORTRESS
    hold(g, "france", g.board.token(line))
    put(g, "france STA 3-3", g.board.token(line))
    assert near not in rail_cities(g, unit)
    assert near in strategic_goals(g, unit)


def test_9_6_3_pieces_may_crowd_until_the_first_impulse_is_over():
    """A unit broken down in a full hex loses nothing to the end of the rail phase."""
    g = war("germany", "ussr")
    refresh(g)
    units = [put(g, "germany INF 6-5", "warsaw") for _ in range(3)]
    break_down(g, g.units[units[0]])
    before = sum(1 for at in g.units.at if at == space(g, "warsaw"))
    drive(g, rail_movement(g), ["done"])
    assert sum(1 for at in g.units.at if at == space(g, "warsaw")) == before == 5


def test_26_1_1_trains_and_strategic_moves_share_the_winter_limit():
    """Harsh winter: three Axis units by either means together."""
    g = war("germany", "ussr", season=WINTER)
    refresh(g)
    g.east, g.east_winter = 4, 1
    hold(g, "germany", *(g.board.token(s) for s in range(g.board.size) if g.ground.land[s] and g.ground.ussr_1939[s]))
    for _ in range(3):
        put(g, "germany INF 6-5", "minsk", moved=WINTER_TRAIN)
    late = put(g, "germany INF 6-5", "minsk")
    begin_strategic_movement(g)
    prompts = drive(g, strategic_movement(g))
    assert g.units.at[late] == space(g, "minsk") and not any("strategic" in p for p in prompts)
    g.units[0].moved = 0
    begin_strategic_movement(g)
    assert any("strategic" in p for p in drive(g, strategic_movement(g), ["done"]))


# --- strategic movement (8) ---------------------------------------------------------------------------------------------------


def test_8_1_1_a_fortress_beside_the_enemy_may_be_the_goal():
    """c): the only hex beside an enemy is the destination, and it is a fortress."""
    g = war("germany", "france", year=1940, season=0, side=ALLIES)
    refresh(g)
    unit = put(g, "france INF 4-5", "paris")
    put(g, "germany INF 6-5", "1630")
    line = space(g, "1631")
    g.hexes[line].works = FORTRESS
    assert line in strategic_goals(g, unit)
    g.hexes[line].works = PLAIN
    assert line not in strategic_goals(g, unit)


def test_8_5_3_who_must_pass_through_russia_pays_double():
    g = war("germany", "ussr")
    refresh(g)
    hold(g, "germany", *(g.board.token(s) for s in range(g.board.size) if g.ground.land[s] and g.ground.ussr_1939[s]))
    unit = put(g, "germany INF 6-5", "warsaw")
    ways = strategic_ways(g, unit)
    assert goal_price(g, unit, space(g, "berlin"), ways) == 2 and not ways[space(g, "berlin")]
    assert goal_price(g, unit, space(g, "minsk"), ways) == 4


def test_3_8_a_the_poorest_power_moves_first():
    """tw-3.8-a: Italy before Germany, Britain before the United States, as their NARFs are."""
    g = war("germany", "italy", "ussr")
    refresh(g)
    g.nations[ITALY].narfs, g.nations[GERMANY].narfs = 10, 50
    italian, german = put(g, "italy INF 4-5", "rome"), put(g, "germany INF 6-5", "berlin")
    begin_strategic_movement(g)
    flow = strategic_movement(g)
    ask = next(flow)
    assert ask.find(f"entrain u{italian}") is not None and ask.find(f"entrain u{german}") is None
    ask = flow.send(ask.find("done"))
    assert ask.find(f"entrain u{german}") is not None


def test_8_4_1_a_a_level_of_strategic_movement():
    """tw-8.4.1-a: 25 NARFs, 50 for the neutral United States; once a year from 1941, not for the Soviets without Moscow."""
    g = war("germany", "ussr")
    assert (extension_price(g, GERMANY), extension_price(g, USA)) == (25, 50)
    assert may_extend(g, GERMANY) is None
    extend(g, GERMANY)
    assert g.nations.narfs[GERMANY] == 75 and may_extend(g, GERMANY) is not None
    refresh(g)
    assert smp_left(g, GERMANY) == 2 * 8 and g.nations.rail[GERMANY] == 8  # 8.4.2
    assert may_extend(g, USSR) is None
    hold(g, "germany", "moscow")
    assert may_extend(g, USSR) is not None
    g.turn = turn_of(1940, WINTER)
    assert may_extend(g, BRITAIN) is not None


# --- installations (8.5.4, 11.1.1, 11.1.2) ------------------------------------------------------------------------------------


def test_11_1_1_an_airbase_goes_up_while_air_units_stage():
    """5 NARFs then, in any friendly supplied hex; nothing when the power has none of its counters left."""
    g = war("germany", "ussr")
    put(g, "germany TAC 1-5-4", "warsaw")
    drive(g, staging(g), ["survey n.germany", "at 1421", "done"])
    assert g.hexes.airbase[space(g, "1421")] == GERMANY and g.nations.narfs[GERMANY] == 95
    for s in base_sites(g, GERMANY)[:5]:
        g.hexes[s].airbase = GERMANY
    assert base_sites(g, GERMANY) == []
    ask = next(staging(g))
    assert ask.find("survey n.germany") is None and ask.find("dismantle 1421") is not None
    drive(g, place_base(g, g.nations[USSR], 0), ["call_off"])


def test_11_1_2_a_base_in_use_is_not_pulled_down():
    g = war("germany", "ussr")
    here = space(g, "1421")
    g.hexes[here].airbase = GERMANY
    assert may_dismantle(g, GERMANY, here) is None and idle_bases(g, GERMANY) == [here]
    assert may_dismantle(g, USSR, here) is not None
    planes = [put(g, "germany TAC 1-5-4", "1421")]
    city = int(g.ground.city[here])
    planes += [put(g, "germany TAC 1-5-4", "1421") for _ in range(city)]
    assert may_dismantle(g, GERMANY, here) is not None
    for u in planes:
        g.units[u].at, g.units[u].pool = -1, LOST
    refresh(g)
    dismantle(g, here, 2)
    assert g.hexes.airbase[here] == -1 and g.nations.smp[GERMANY] == 2 * 7 - 2


def test_8_5_4_installations_are_carried_for_a_point():
    """A fortification goes where its power's foot stands; beside the enemy it stays, and a fortress never moves."""
    g = war("germany", "ussr")
    refresh(g)
    here = space(g, "1421")
    put(g, "germany INF 6-5", "warsaw")
    g.hexes[here].works, g.hexes[here].builder = FORTIFICATION, GERMANY
    assert portable(g, GERMANY) == [here]
    goal = "lodz"
    put(g, "germany INF 6-5", goal)
    drive(g, carry_installations(g, GERMANY), ["carry n.germany 1421", f"works {g.board.token(space(g, goal))}", "done"])
    assert g.hexes.works[here] == PLAIN and g.hexes.works[space(g, goal)] == FORTIFICATION
    assert g.nations.smp[GERMANY] == 2 * 7 - 2
    beside = g.ground.steps[space(g, goal)][0]
    put(g, "ussr ARM 8-8", g.board.token(beside))
    assert may_carry(g, GERMANY, space(g, goal)) is not None
    g.hexes[here].works, g.hexes[here].builder = FORTRESS, GERMANY
    assert may_carry(g, GERMANY, here) is not None


# --- upgrades and placing -----------------------------------------------------------------------------------------------------


def test_19_4_germany_pays_for_one_italian_upgrade_a_year():
    g = war("germany", "italy", "britain", year=1942, season=0)
    g.nations[ITALY].army = 1
    first, second = put(g, "italy ARM 2-8", "rome"), put(g, "italy ARM 2-8", "milan")
    assert upgrade_payer(g, first) == GERMANY and may_upgrade(g, first) is None
    promote(g, g.units[first])
    assert (g.nations.narfs[GERMANY], g.nations.narfs[ITALY]) == (94, 100)
    refresh(g)
    assert upgrade_of(g, second) is None  # not again in 1942
    g.turn = turn_of(1943, 0)
    assert upgrade_of(g, second) is not None
    g.nations[ITALY].army = 2
    assert upgrade_of(g, second) is None  # First-Rate armies only


def test_19_4_italy_pays_for_the_repair_of_its_own_unit():
    """Germany pays for the better tanks; the repair that goes with it is Italy's, and both must have the money."""
    g = war("germany", "italy", "britain", year=1942, season=0)
    g.nations[ITALY].army = 1
    tanks = put(g, "italy ARM 2-8", "rome", depleted=1)
    promote(g, g.units[tanks])
    assert (g.nations.narfs[GERMANY], g.nations.narfs[ITALY]) == (94, 97)
    g = war("germany", "italy", "britain", year=1942, season=0)
    g.nations[ITALY].army, g.nations[ITALY].narfs = 1, 2
    tanks = put(g, "italy ARM 2-8", "rome", depleted=1)
    refusal = may_upgrade(g, tanks)
    assert refusal is not None and refusal.rule == "15.1.2" and "Italy" in refusal.reason


def test_17_4_british_tanks_are_bettered_in_1942_only():
    g = war("germany", "britain", year=1942, season=2, side=ALLIES)
    g.nations[BRITAIN].army = 1
    tanks = put(g, "britain ARM 2-8", "london", depleted=1)
    found = upgrade_of(g, tanks)
    assert found is not None and upgrade_bill(g, tanks, found[2]) == {BRITAIN: 6 + 3}  # upgraded and repaired at the same time
    g.turn += 1
    assert upgrade_of(g, tanks) is None


def test_15_2_2_soviets_build_beside_finns():
    g = war("germany", "finland", "ussr", side=ALLIES)
    new = put(g, "ussr INF 4-5", "moscow")
    g.units[new].at, g.units[new].pool = -1, LOST
    here = next(
        s
        for s in range(g.board.size)
        if g.ground.country[s] == "ussr" and g.ground.land[s] and len(g.ground.dry[s]) > 2 and s in homes(g, new)
    )
    beside = g.board.token(g.ground.dry[here][0])
    finn = put(g, "finland INF 6-5", beside)
    assert here in homes(g, new)
    g.units[finn].at, g.units[finn].pool = -1, LOST
    put(g, "germany INF 6-5", beside)
    assert here not in homes(g, new)
