"""What the text says in passing to show a rule at work: each remark as a case, with its contrary where there is one."""

from __future__ import annotations

import pytest

from grognard.titles.tw.charts import AIR_COMBAT, GROUND_COMBAT, ODDS
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX, ITALY, USSR, capacity
from grognard.titles.tw.rules import air_combat, weather
from grognard.titles.tw.rules.airbases import slots
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import Battle, battle_odds, defence_value
from grognard.titles.tw.rules.supply import lines, open_seas, supply_now
from grognard.titles.tw.rules.training import close_training
from grognard.titles.tw.rules.unit_prices import may_repair, repair_price, unit_price
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.rules.upgrades import upgrade_of
from grognard.titles.tw.state import FORTIFICATION, FORTRESS, FULL, LLE, LOST, LOST_UNSUPPLIED, NONE, RLE, WINTER, turn_of

from .kit import ALLIES, AXIS, drive, hold, put, space, war
from .test_10_ground_combat import terrain_hex

# --- 3 and 15: repair ---------------------------------------------------------------------------------------------------------


def test_3_9_2_a_depleted_soviet_infantry_costs_3():
    """Half of six factors at one NARF, and no cadre; a new one costs 7."""
    g = war("germany", "ussr", side=ALLIES)
    unit = put(g, "ussr INF 6-5", "moscow", depleted=1)
    assert repair_price(g, unit) == 3
    assert unit_price(g, unit) == 7


def test_15_1_3_3_german_tanks_cost_8_and_soviet_pieces_4():
    """Four factors at two; half of three rounded up at two. Germans pay double inside the Soviet Union of 1939."""
    g = war("germany", "ussr")
    tanks = put(g, "germany ARM 8-8", "berlin", depleted=1)
    assert repair_price(g, tanks) == 8
    g.units[tanks].at = space(g, "minsk")
    assert repair_price(g, tanks) == 16
    assert repair_price(g, put(g, "ussr ARM 3-8", "moscow", depleted=1)) == 4


def test_15_1_3_3_a_the_british_mot_is_repaired_in_its_own_spring():
    """tw-15.1.3.3-a: depleted in the Axis Spring 1941 turn, it did not move: plain price in Britain's Build Segment; had it
    moved, double."""
    g = war("germany", "britain", year=1941, season=0, side=ALLIES)
    unit = put(g, "britain MOT 6-7", "london", depleted=1)
    assert may_repair(g, unit) is None and repair_price(g, unit) == 6
    g.units[unit].moved = 1
    assert repair_price(g, unit) == 12


def test_12_6_4_and_17_5_british_prices():
    """A 4-8 ARM costs 13, lost out of supply 26; a 6-7 MOT 14. The 90th Light has a cadre of one."""
    g = war("germany", "britain")
    tanks, foot = put(g, "britain ARM 4-8", "london"), put(g, "britain MOT 6-7", "london")
    assert (unit_price(g, tanks), unit_price(g, foot)) == (13, 14)
    g.units[tanks].at, g.units[tanks].pool = -1, LOST_UNSUPPLIED
    assert unit_price(g, tanks) == 26
    assert unit_price(g, put(g, "germany MECH 2-8", "berlin")) == 3
    assert unit_price(g, put(g, "germany MECH 4-8", "berlin")) == 6


def test_10_0_c_a_soviet_infantry_lost_out_of_supply_costs_6():
    g = war("germany", "ussr")
    unit = put(g, "ussr INF 2-5", "moscow")
    for pool, price in ((LOST, 3), (LOST_UNSUPPLIED, 6)):
        g.units[unit].at, g.units[unit].pool = -1, pool
        assert unit_price(g, unit) == price


@pytest.mark.parametrize(
    ("what", "nation", "when", "price"),
    [
        ("britain ARM 2-8", "britain", (1942, 1), 6),
        ("germany ARM 8-8", "germany", (1943, 0), 4),
        ("ussr ARM 2-8", "ussr", (1942, 2), 8),
        ("ussr ARM 1-8", "ussr", (1942, 2), 6),
        ("ussr STA 3-3", "ussr", (1943, 2), 5),
        ("ussr INF 6-5", "ussr", (1943, 2), 3),
    ],
)
def test_17_4_20_3_21_7_prices_of_better_counters(what, nation, when, price):
    g = war("germany", "britain", "ussr", year=when[0], season=when[1])
    g.nations[INDEX[nation]].army = 1 if nation == "britain" else g.nations.army[INDEX[nation]] - (nation == "ussr")
    home = {"britain": "london", "germany": "berlin", "ussr": "moscow"}[nation]
    unit = put(g, what, home)
    found = upgrade_of(g, unit)
    assert found is not None and found[2] == price
    g.turn = turn_of(*when) - (1 if nation != "britain" else 2)
    assert upgrade_of(g, unit) is None


# --- 4, 9, 10 -----------------------------------------------------------------------------------------------------------------


def test_4_3_the_lle_modifier_with_two_efforts():
    """Italy has an LLE and Germany an RLE: the modifier counts if the Italians have half of the factors."""
    for italians, counts in ((2, True), (1, False)):
        g = war("germany", "italy", "britain", year=1942)
        g.nations[ITALY].effort, g.nations[GERMANY].effort = LLE, RLE
        force = [put(g, "germany ARM 8-8", "3925")] + [put(g, "italy INF 4-5", "3925") for _ in range(italians)]
        put(g, "britain ARM 2-8", "3924")
        labels = [m.label for m in battle_odds(g, Battle(space(g, "3924"), AXIS, 1, force)).modifiers.counted]
        assert ("limited logistical effort" in labels) == counts


@pytest.mark.parametrize(("attack", "defence", "column"), [(13, 4, "3-1"), (24, 12, "2-1"), (24, 20, "1-1"), (12, 4, "3-1")])
def test_10_0_odds_are_rounded_for_the_defender(attack, defence, column):
    assert ODDS.labels[ODDS.place(attack, defence)] == column


def test_10_6_1_a_supplied_infantry_is_doubled():
    """A 2-5 defends as a 4-5; depleted units and reserves at what is printed."""
    g = war("germany", "ussr")
    here = terrain_hex(g, "clear")
    unit = put(g, "ussr INF 2-5", here)
    assert defence_value(g, space(g, here), [], 1) == [(unit, 4)]
    g.units[unit].reserve = 1
    assert defence_value(g, space(g, here), [], 1) == [(unit, 2)]


def test_10_6_2_a_beach_from_the_land():
    """Open ground; a fortified one triples. A fighter may base there without an airbase."""
    g = war("germany", "france", "britain", year=1944, side=ALLIES)
    beach = next(s for s in range(g.board.size) if g.ground.beach[s] and g.ground.terrain[s] == 0 and not g.ground.city[s])
    unit = put(g, "germany INF 6-5", g.board.token(beach))
    assert defence_value(g, beach, [], 1) == [(unit, 12)]
    g.hexes[beach].works = FORTIFICATION
    assert defence_value(g, beach, [], 1) == [(unit, 18)]
    assert slots(g, beach) == (0, 1)
    wood = next(s for s in range(g.board.size) if g.ground.terrain[s] == 2 and not g.ground.beach[s] and not g.ground.city[s])
    assert slots(g, wood) == (0, 0)


def test_9_6_4_a_army_counters_change_nothing():
    """tw-9.6.4-a: three 8-8 or three 6-5 stand as one 24-8 or 18-5; here the three stay on the board and stack as three."""
    g = war("germany", "ussr")
    tanks = [put(g, "germany ARM 8-8", "berlin") for _ in range(3)]
    foot = [put(g, "germany INF 6-5", "munich") for _ in range(3)]
    assert sum(g.designs[g.units.design[u]].strength for u in tanks) == 24
    assert sum(g.designs[g.units.design[u]].strength for u in foot) == 18
    assert overstacked(g, space(g, "berlin"), tanks) is None
    assert overstacked(g, space(g, "berlin"), [*tanks, foot[0]]) is not None


@pytest.mark.parametrize(("siege", "worth"), [(0, (32, 30, 18)), (1, (24, 24, 15)), (2, (16, 18, 12)), (3, (8, 12, 9))])
def test_13_2_3_a_fortress_loses_a_level_each_turn(siege, worth):
    """tw-13.2.3-a and on: 4, 5, 6 times, then 3, 4, 5; 2, 3, 4; 1, 2, 3."""
    g = war("germany", "ussr")
    here = space(g, terrain_hex(g, "clear"))
    g.hexes[here].works, g.hexes[here].siege = FORTRESS, siege
    token = g.board.token(here)
    units = [put(g, "ussr ARM 8-8", token), put(g, "ussr INF 6-5", token), put(g, "ussr STA 3-3", token)]
    assert tuple(dict(defence_value(g, here, [], 1))[u] for u in units) == worth


# --- 11: air ------------------------------------------------------------------------------------------------------------------


def test_11_3_1_one_tac_makes_3_1_and_one_mdm_4_1():
    """A 2-1 attack; a depleted bomber still shifts one column, and a Romanian TAC as much as a German."""
    g = war("germany", "romania", "ussr")
    here = terrain_hex(g, "clear")
    put(g, "ussr INF 6-5", here)
    beside = g.board.token(g.ground.dry[space(g, here)][0])
    force = [put(g, "germany ARM 8-8", beside) for _ in range(3)]

    def column(*planes: int) -> str:
        return GROUND_COMBAT.label(battle_odds(g, Battle(space(g, here), AXIS, 1, force, support=list(planes))).column)

    assert column() == "2-1"
    assert column(put(g, "germany TAC 1-5-4", "warsaw")) == "3-1"
    assert column(put(g, "romania TAC 1-5-4", "bucharest")) == "3-1"
    assert column(put(g, "germany MDM 1-7-6", "warsaw")) == "4-1"
    assert column(put(g, "germany MDM 1-7-6", "warsaw", depleted=1)) == "3-1"


def test_11_9_an_effort_multiplies_the_result():
    """RAE: AD becomes AD2; SAE: DE becomes DE3; on an LLE turn results are as printed."""
    for effort, lost in ((RLE, 2), (1, 3), (LLE, 1)):
        g = war("germany", "britain", year=1940)
        g.nations[GERMANY].effort = effort
        hunters = [put(g, "germany FTR 3-3-2", "calais") for _ in range(4)]
        foes = [put(g, "britain FTR 3-3-2", "london") for _ in range(4)]
        words = [] if effort == LLE else [f"effort {lost}"]
        drive(g, air_combat.air_round(g, hunters, foes, space(g, "calais")), words, dice=[1])  # 1-1, a 1: DE
        assert sum(g.units.at[u] < 0 for u in foes) == lost
    assert AIR_COMBAT.code(AIR_COMBAT.column(12, 12), 1) == "DE"
    assert AIR_COMBAT.label(AIR_COMBAT.column(13, 4)) == "3-1"


def test_11_11_2_italy_pays_from_fall_1942_to_fall_1943():
    g = war("germany", "italy", "britain", year=1942, season=2)
    g.nations[ITALY].air = 2
    for n in range(5):
        assert g.nations.air[ITALY] == 2, n
        g.turn = turn_of(1942, 2) + n
        g.nations[ITALY].trained = 2
        close_training(g)
    assert g.date == "Fall 1943" and g.nations.air[ITALY] == 1


# --- 12: supply ---------------------------------------------------------------------------------------------------------------


def test_12_7_1_el_agheila_is_fed_through_tripoli():
    """A 4-5 INF at El Agheila, a chain of hexes to Tripoli, the Central Med and the Ionian Sea to Taranto, where a Fleet lies."""
    g = war("germany", "italy", "britain", year=1942)
    unit = put(g, "italy INF 4-5", "3924")
    assert supply_now(g, unit) != FULL  # no Fleet opens the sea: Tripoli alone is a limited source
    fleet = next(d for d, s in enumerate(g.designs) if s.nation == "italy" and s.kind == Kind.FLEET)
    g.units.add(design=fleet, at=space(g, "taranto"))
    assert supply_now(g, unit) == FULL
    assert lines(g, AXIS).network.path(space(g, "3924")) and open_seas(g, AXIS)
    g.units[len(g.units) - 1].depleted = 1
    assert supply_now(g, unit) != FULL  # undepleted Fleets only


def test_12_3_exploiters_are_fed_through_both_turns():
    """Summer 1941: the Germans may be cut off through the Soviet turn and need a line by the end of their Fall turn."""
    g = war("germany", "ussr")
    tanks = put(g, "germany ARM 8-8", "moscow")
    hold(g, "ussr", *(g.board.token(s) for s in g.ground.steps[space(g, "moscow")]))
    for s in g.ground.steps[space(g, "moscow")]:
        put(g, "ussr INF 4-5", g.board.token(s))
    assert supply_now(g, tanks) == NONE
    g.units[tanks].free_until = g.player_turn + 1
    assert supply_now(g, tanks) == FULL
    g.side = ALLIES
    assert supply_now(g, tanks) == FULL
    g.turn, g.side = g.turn + 1, AXIS
    assert supply_now(g, tanks) == NONE


# --- 10.8, 26 -----------------------------------------------------------------------------------------------------------------


def test_10_8_4_depleted_ratings():
    """A depleted British 6-7 is Fourth Rate and Second again when repaired; a depleted German is Third."""
    g = war("germany", "britain", year=1940, season=0)
    mot, german = put(g, "britain MOT 6-7", "london", depleted=1), put(g, "germany INF 6-5", "berlin", depleted=1)
    assert (army_rating(g, mot), army_rating(g, german)) == (4, 3)
    g.units[mot].depleted = 0
    assert army_rating(g, mot) == 2 and INDEX["britain"] == BRITAIN


@pytest.mark.parametrize(("front", "level", "points"), [("west", 2, 6), ("west", 5, 4), ("south", 2, 6), ("south", 1, 8)])
def test_26_2_26_3_an_8_8_in_the_winters_of_the_west_and_the_south(front, level, points):
    """tw-26.2-a, tw-26.2-b: an 8-8 becomes an 8-6, in an Extreme Winter an 8-4; the same in the Mediterranean's rain."""
    g = war("germany", "italy", "france", year=1942, season=WINTER)
    setattr(g, front, level)
    tanks = put(g, "germany ARM 8-8", "munich" if front == "west" else "milan")
    assert allowance(g, tanks, 1) == points
    assert weather.movement_loss(g, tanks) == 8 - points


def test_8_4_what_a_nation_carries():
    """The Soviets fall to six without Moscow, and rise again with it."""
    from grognard.titles.tw.rules.logistics import refresh
    from grognard.titles.tw.rules.rail import rail_left
    from grognard.titles.tw.rules.travel import smp_left

    g = war("germany", "ussr", side=ALLIES)
    refresh(g)
    assert (smp_left(g, USSR), rail_left(g, USSR)) == (16, 8) and capacity(GERMANY).smp == 7
    hold(g, "germany", "moscow")
    assert (smp_left(g, USSR), rail_left(g, USSR)) == (12, 6)
    hold(g, "ussr", "moscow")
    assert (smp_left(g, USSR), rail_left(g, USSR)) == (16, 8)
