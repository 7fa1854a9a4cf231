"""Stand-in rules 10 to 16, 32 and 34 on the ground: every worked example under its id, and what each section refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.charts import attrition_table, combat_table, odds_column, training
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, EUROPEAN_AXIS, GERMANY, RUSSIA
from grognard.titles.awaw.rules.attrition import Choice, Gains, hex_price, may_take, modifiers, take_hexes
from grognard.titles.awaw.rules.battle import attacker_losses, fight_attack
from grognard.titles.awaw.rules.combat import Plan, Staff, may_attack, may_join, may_launch
from grognard.titles.awaw.rules.control import take_control
from grognard.titles.awaw.rules.exploitation import Breach, exploitation_factors, may_place
from grognard.titles.awaw.rules.movement import Marcher, can_overrun, marches, may_march, may_overrun, overrun, overrun_sums
from grognard.titles.awaw.rules.partisans import may_rise, toll
from grognard.titles.awaw.rules.stacking import air_capacity, room_for
from grognard.titles.awaw.rules.strength import Battle, attack, battle_training, defence, modified_value, multiplier, too_weak
from grognard.titles.awaw.rules.units import held_by
from grognard.titles.awaw.rules.weather import muddy, weather, winter_at
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.state import ATTACKING, FORTIFICATION, FORTRESS, ISOLATED, SPRING, WINTER, World

from .kit import CHARTS, drive, hold, put, puts, space, world


def fight(g: World, target: str, *attackers: int, support: int = 0) -> Battle:
    """The attack of these units on a hex."""
    s = space(g, target)
    foe = ALLIES if g.side == AXIS else AXIS
    foes = [u for u in range(len(g.units)) if g.units.at[u] == s and g.nations.side[g.units[u].sheet.nation] == foe]
    return Battle(s, list(attackers), foes, support=support)


def steps(g: World, unit: int, *tokens: str) -> list[int | None]:
    found = marches(g, unit).costs
    return [found.get(space(g, t)) for t in tokens]


# --- 10, 13: zones and movement -----------------------------------------------------------------------------------------


def test_ours_10_341_leaving_a_zone_costs_one_more():
    """AW-OURS-10-a: infantry beside supplied armor pays two for a clear hex and cannot leave a second zone hex."""
    g = world(side=ALLIES, mover="russia")
    put(g, "germany arm 4-6", "eM41")
    hold(g, "germany", "eM41")
    foot = put(g, "russia i 3-3", "eM42")
    assert space(g, "eM42") in zones(g, AXIS)
    assert steps(g, foot, "eM43", "eM44") == [2, 3]
    assert steps(g, foot, "eL42") == [2]  # again in the zone: the next step would cost two, one is left


def test_ours_10_34_unsupplied_armor_has_no_zone():
    """AW-OURS-10-b: the same armor unsupplied: three clear hexes."""
    g = world(side=ALLIES, mover="russia")
    put(g, "germany arm 4-6", "eM41", supply=ISOLATED)
    hold(g, "germany", "eM41")
    foot = put(g, "russia i 3-3", "eM42")
    assert zones(g, AXIS) == frozenset()
    assert steps(g, foot, "eM43", "eM44", "eM45") == [1, 2, 3]


def test_ours_10_34_no_zone_into_a_fortress():
    g = world()
    put(g, "germany arm 4-6", "eM36")
    hold(g, "germany", "eM36")
    g.hexes[space(g, "eM37")].works = FORTRESS
    assert space(g, "eM37") not in zones(g, AXIS)
    assert space(g, "eL37") in zones(g, AXIS)


def test_ours_13_41_terrain():
    """AW-OURS-13-a: clear, mountain, clear: four of six movement factors."""
    g = world("germany", "russia", "rumania")
    tank = put(g, "germany arm 4-6", "eV33")
    assert steps(g, tank, "eV34", "eU34", "eV35") == [1, 2, 2]
    far = marches(g, tank).costs
    assert far[space(g, "eT34")] == 4  # over U34 (2) into T34 (2)


def test_ours_13_2_one_hex_always():
    """A supplied unit may always move one hex, whatever it costs; a second one not."""
    g = world()
    rep = put(g, "germany rep 1-1", "eM36")
    hold(g, "germany", "eM37")
    assert steps(g, rep, "eM37") == [1]  # swamp costs two


def test_ours_13_5_neutral_and_occupied_hexes_are_closed():
    g = world()
    foot = put(g, "germany i 3-3", "eM36")
    put(g, "russia i 1-3", "eL37")
    refusal = may_march(g, Marcher(foot), space(g, "eL37"))
    assert refusal is not None and refusal.rule == "ours 13.5"
    scout = put(g, "germany i 3-3", "eR31")
    refusal = may_march(g, Marcher(scout), space(g, "eS32"))  # Hungary is neutral here
    assert refusal is not None and refusal.rule == "ours 13.5"


def test_ours_13_5_an_empty_hex_changes_hands():
    g = world()
    take_control(g, space(g, "eL37"), GERMANY)
    assert g.hexes.holder[space(g, "eL37")] == GERMANY


def overrun_case(support: int, cover: int) -> tuple[World, int]:
    g = world()
    tanks = puts(g, 2, "germany arm 4-6", "eL36")
    puts(g, support, "germany aaf", "eM35")
    put(g, "russia i 1-3", "eL37")
    puts(g, cover, "russia aaf", "eJ39")
    return g, tanks[0]


def test_ours_13_6_overrun():
    """AW-OURS-13-b: eight armor factors and four AAF overrun a 1-3 in the clear, for twelve BRPs."""
    g, tank = overrun_case(4, 0)
    assert may_overrun(g, Marcher(tank), space(g, "eL37")) is None
    told = overrun_sums(g, Marcher(tank), space(g, "eL37"))
    assert told == "armor 8, aircraft add up to 24; 12 overrun it if no defensive air comes; 8 BRPs"
    drive(g, overrun(g, Marcher(tank), space(g, "eL37")), ["fly eM35 4"])
    assert g.nations.level[GERMANY] == 88
    assert g.units.at[tank] == space(g, "eL37")
    assert g.hexes.holder[space(g, "eL37")] == GERMANY


def test_ours_13_61_thwarted():
    """AW-OURS-13-c: one AAF of defensive air makes it four to one: the armor stops and must attack."""
    g, tank = overrun_case(4, 1)
    drive(g, overrun(g, Marcher(tank), space(g, "eL37")), ["fly eM35 4", "fly eJ39 1"])
    assert g.units.at[tank] == space(g, "eL36")
    assert g.units.stopped[tank] == 1


def test_ours_13_6_refused():
    """Not out of supply, not into the swamp, not without six to one, not by infantry."""
    g, tank = overrun_case(0, 0)
    put(g, "russia i 1-3", "eM37")
    refusal = may_overrun(g, Marcher(tank), space(g, "eM37"))
    assert refusal is not None
    foot = put(g, "germany i 3-3", "eM36")
    refusal = can_overrun(g, Marcher(foot))
    assert refusal is not None and refusal.rule == "ours 13.6"


# --- 11, 12 -------------------------------------------------------------------------------------------------------------


def test_ours_11_4_partisans_cost_the_occupier():
    """AW-OURS-11-b: three partisans: three BRPs."""
    g = world()
    for token in ("eK41", "eM42", "eO40"):
        hold(g, "germany", token)
        put(g, "russia partisan_com 1-3", token)
    toll(g)
    assert g.nations.level[GERMANY] == 97


def test_ours_11_2_where_they_rise():
    g = world()
    hold(g, "germany", "eK41", "eK42", "eK40")
    band = put(g, "russia partisan_com 1-3", "eP45")
    assert may_rise(g, band, space(g, "eK42")) is None
    assert may_rise(g, band, space(g, "eK40")) is not None  # a city
    assert may_rise(g, band, space(g, "eM44")) is not None  # not occupied
    put(g, "russia partisan_com 1-3", "eK41")
    assert may_rise(g, band, space(g, "eK42")) is not None  # beside another


def test_ours_12_1_stacking():
    """AW-OURS-12-a: two infantry, an airborne unit and flak; a third infantry is refused."""
    g = world()
    puts(g, 2, "germany i 3-3", "eM36")
    put(g, "germany airborne 1-3", "eM36")
    put(g, "germany flak", "eM36")
    third = put(g, "germany i 3-3", "eM35")
    refusal = room_for(g, third, space(g, "eM36"), AXIS)
    assert refusal is not None and refusal.rule == "ours 12.1"
    assert room_for(g, put(g, "germany flak", "eM35"), space(g, "eM36"), AXIS) is None
    assert room_for(g, third, g.board.space("urals"), ALLIES) is None  # 5.12A: boxes take everything


def test_ours_12_4_air_bases():
    """AW-OURS-18-a, AW-OURS-12-b: a city with a counter bases ten in Europe; two ports of a Pacific island six."""
    g = world()
    g.hexes[space(g, "eM35")].airbase = GERMANY
    assert air_capacity(g, space(g, "eM35")) == 10
    assert air_capacity(g, space(g, "pZ31")) == 6


# --- 14 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("factors", "roll", "counters", "hexes"), [(35, 3 + 1, 3, 2), (85, 5 + 2, 9, 5), (8, 4, 0, 0), (8, 5, 1, 0)]
)
def test_ours_14_41_table(factors, roll, counters, hexes):
    """AW-OURS-14-a, AW-OURS-14-b, AW-OURS-14-c."""
    found = attrition_table(CHARTS, factors, roll)
    assert (found.counters, found.hexes) == (counters, hexes)


def test_ours_14_42_modifiers():
    """The difference of training, and one for every ten factors from seventy-one."""
    g = world()
    mine = puts(g, 12, "germany i 3-3", "eM36")
    theirs = puts(g, 2, "russia i 3-3", "eM37")
    assert modifiers(g, mine, theirs).total == 1
    more = puts(g, 16, "germany i 3-3", "eN35")
    assert modifiers(g, mine + more, theirs).total == 1 + 2  # 84 factors


def test_ours_14_6_what_cannot_be_taken():
    """AW-OURS-14-d: neither a capital nor an objective; a mountain costs two."""
    g = world()
    hold(g, "germany", "eG46", "eJ39", "eQ33")
    put(g, "germany i 3-3", "eG46")
    put(g, "germany i 3-3", "eQ33")
    gains = Gains(GERMANY, FRONT["eastern"], 1)
    refusal = may_take(g, gains, space(g, "eH47"))
    assert refusal is not None and refusal.rule in ("4.612", "4.613")
    refusal = may_take(g, gains, space(g, "eQ34"))
    assert refusal is not None and refusal.rule == "ours 14.62"
    assert may_take(g, Gains(GERMANY, FRONT["eastern"], 2), space(g, "eQ34")) is None
    assert hex_price(g, space(g, "eQ34"), [1]) == 2


def test_ours_14_61_defenders_retreat():
    g = world()
    put(g, "germany i 3-3", "eL36")
    foe = put(g, "russia i 1-3", "eL37")
    choice = Choice(GERMANY, EUROPEAN_AXIS)
    drive(g, take_hexes(g, choice, [0], FRONT["eastern"], 1), ["take eL37", "retreat eL38"])
    assert g.units.at[foe] == space(g, "eL38")
    assert g.units.at[0] == space(g, "eL37")


def test_ours_14_61_the_attacker_says_who_enters():
    """Of two sorts of counted units beside the hex the one that was named enters; two of one sort in a hex are no question."""
    for first in ("germany i 3-3", "germany arm 4-6"):
        g = world()
        foot, tank = put(g, "germany i 3-3", "eL36"), put(g, "germany arm 4-6", "eL36")
        foe = put(g, "russia i 1-3", "eL37")
        named = foot if first == "germany i 3-3" else tank
        answers = ["take eL37", "retreat eL38", f"enter {g.units[named].token}"]
        drive(g, take_hexes(g, Choice(GERMANY, EUROPEAN_AXIS), [foot, tank], FRONT["eastern"], 1), answers)
        assert g.units.at[foe] == space(g, "eL38") and g.units.at[named] == space(g, "eL37")
        assert g.units.at[foot + tank - named] == space(g, "eL36")
    g = world()
    puts(g, 2, "germany i 3-3", "eL36")
    put(g, "russia i 1-3", "eL37")
    drive(g, take_hexes(g, Choice(GERMANY, EUROPEAN_AXIS), [0, 1], FRONT["eastern"], 1), ["take eL37", "retreat eL38"])
    assert held_by(g, space(g, "eL37")) == AXIS


# --- 15 -----------------------------------------------------------------------------------------------------------------


def test_ours_15_61_exchange():
    """AW-OURS-15-a: 15 against 6 is 2:1; a four is Ex-2: three factors are lost."""
    g = world()
    mine = [*puts(g, 2, "germany arm 4-6", "eL36"), put(g, "germany i 3-3", "eL36")]
    put(g, "russia i 2-3", "eL37")
    put(g, "russia i 1-3", "eL37")
    battle = fight(g, "eL37", *mine, support=4)
    assert (attack(g, battle), defence(g, battle)) == (15, 6)
    assert combat_table(CHARTS, odds_column(CHARTS, 15, 6), 4) == "Ex-2"
    assert attacker_losses(g, battle, "Ex-2") == 3


def test_ours_15_33_forest():
    """AW-OURS-15-b: 20 against a 2-3 in the forest is 3:1; a one is Ex: six factors."""
    g = world()
    put(g, "russia i 2-3", "eE42")
    battle = fight(g, "eE42", *puts(g, 5, "germany arm 4-6", "eE41"))
    assert defence(g, battle) == 6
    assert combat_table(CHARTS, odds_column(CHARTS, 20, 6), 1) == "Ex"
    assert attacker_losses(g, battle, "Ex") == 6


def test_ours_15_7_a_second_round():
    """AW-OURS-15-c: 9 against 6 is 1:1, a six is d: two of three factors; the second round is 4:1, a two reads three: d again."""
    g = world()
    mine = puts(g, 3, "germany i 3-3", "eL36", mission=ATTACKING)
    for u in mine:
        g.units[u].target = space(g, "eL37")
    big, small = put(g, "russia i 2-3", "eL37"), put(g, "russia i 1-3", "eL37")
    g.stage = 1
    drive(g, fight_attack(g, space(g, "eL37")), [f"lose u{big}", "go_on"], dice=[6, 2])
    assert g.units.at[big] == g.units.at[small] == -1
    assert combat_table(CHARTS, odds_column(CHARTS, 9, 2), 2, 1) == "d"


def test_ours_15_8_rounds_by_training():
    """AW-OURS-15-c, the end: an army of level one must stop after a round."""
    assert (training(CHARTS, 1).ground_rounds, training(CHARTS, 2).ground_rounds) == (1, 2)
    g = world(side=ALLIES, mover="russia")
    hold(g, "germany", "eL37")
    mine = puts(g, 3, "russia i 3-3", "eL38", mission=ATTACKING)
    for u in mine:
        g.units[u].target = space(g, "eL37")
    big, small = put(g, "germany i 3-3", "eL37"), put(g, "germany i 1-3", "eL37")
    g.stage = 1
    drive(g, fight_attack(g, space(g, "eL37")), dice=[6])
    assert {g.units.at[big], g.units.at[small]} != {-1}


def test_ours_15_33_waivers():
    """AW-OURS-15-d: in Moscow under winter 8 an exploiting attack meets a multiplier of two; a clear hex beside it one."""
    g = world(season=WINTER)
    g.nations[RUSSIA].winter = 8
    for token, total in (("eH47", 2), ("eH46", 1)):
        unit = put(g, "russia i 3-3", token)
        battle = Battle(space(g, token), [], [unit], exploiting=True)
        assert multiplier(g, battle, unit).total == total


def test_ours_15_5_too_weak():
    g = world()
    put(g, "russia i 3-3", "eE42")
    assert too_weak(g, fight(g, "eE42", put(g, "germany i 1-3", "eE41")))
    assert not too_weak(g, fight(g, "eE42", put(g, "germany i 3-3", "eE41")))


def test_ours_15_21_who_attacks():
    g = world()
    g.stage = 1
    put(g, "russia i 1-3", "eL37")
    plan = Plan(GERMANY, space(g, "eL37"))
    assert may_join(g, plan, put(g, "germany i 3-3", "eL36")) is None
    refusal = may_join(g, plan, put(g, "germany rep 1-1", "eL36"))
    assert refusal is not None and refusal.rule == "ours 10.23"
    refusal = may_join(g, plan, put(g, "germany i 3-3", "eM34"))
    assert refusal is not None and refusal.rule == "ours 15.21"
    refusal = may_launch(g, plan)
    assert refusal is not None


def test_ours_15_23_one_attack_on_a_hex():
    g = world()
    g.stage = 1
    put(g, "russia i 1-3", "eL37")
    put(g, "germany i 3-3", "eL36")
    assert may_attack(g, Staff(GERMANY), space(g, "eL37")) is None
    g.hexes[space(g, "eL37")].attacked = 1
    refusal = may_attack(g, Staff(GERMANY), space(g, "eL37"))
    assert refusal is not None and refusal.rule == "ours 15.23"


def test_ours_32_1_fortress():
    """AW-OURS-32-a, AW-OURS-32-b: a 1-3 in Singapore multiplies by four; a fortified mountain by four."""
    g = world("japan", "britain", side=AXIS, mover="japan")
    unit = put(g, "britain i 1-3", "pEE11")
    g.hexes[space(g, "pEE11")].works = FORTRESS
    assert multiplier(g, Battle(space(g, "pEE11"), [], [unit]), unit).total == 4
    assert multiplier(g, Battle(space(g, "pEE11"), [], [unit], invading=True), unit).total == 5
    hill = put(g, "britain i 1-3", "eQ34")
    g.hexes[space(g, "eQ34")].works = FORTIFICATION
    assert multiplier(g, Battle(space(g, "eQ34"), [], [hill]), hill).total == 4


def test_ours_53_5_training_of_a_mixed_force():
    """AW-OURS-53-a: nine German and six Italian factors fight at level two, six and six at level one."""
    g = world("germany", "italy", "russia")
    german = puts(g, 3, "germany i 3-3", "eL36")
    italian = puts(g, 2, "italy i 3-3", "eL36")
    assert battle_training(g, Battle(space(g, "eL37"), german + italian, [])) == 2
    assert battle_training(g, Battle(space(g, "eL37"), german[:2] + italian, [])) == 1


def test_ours_50_6_surprise():
    """AW-OURS-50-b: a surprised Russian 3-3 in the clear is worth three, later six; its armor has no zone."""
    g = world(year=1941)
    unit = put(g, "russia i 3-3", "eL37")
    put(g, "russia arm 3-5", "eK38")
    battle = Battle(space(g, "eL37"), [], [unit])
    assert modified_value(g, battle) == 6
    assert zones(g, ALLIES)
    g.surprise = g.turn
    assert modified_value(g, battle) == 3
    assert zones(g, ALLIES) == frozenset()


# --- 16 -----------------------------------------------------------------------------------------------------------------


def test_ours_16_3_movement():
    """AW-OURS-16-a: German armor at level two moves five, out of a mountain four, under winter 3 two."""
    g = world()
    tank = put(g, "germany arm 4-6", "eL37")
    assert exploitation_factors(g, tank) == 5
    g.units[tank].at = space(g, "eQ35")
    assert exploitation_factors(g, tank) == 4
    g = world(season=WINTER)
    g.nations[GERMANY].winter = 3
    tank = put(g, "germany arm 4-6", "eL37")
    assert exploitation_factors(g, tank) == 2


def test_ours_16_3_mud():
    """AW-OURS-16-b: Russian armor at level one does not exploit in mud; at level two it moves three."""
    g = world(season=SPRING, side=ALLIES, mover="russia")
    g.mud = 1
    tank = put(g, "russia arm 3-5", "eL40")
    assert exploitation_factors(g, tank) == 0
    g.nations[RUSSIA].ctl = 2
    assert exploitation_factors(g, tank) == 3


def test_ours_16_2_placement():
    """Supplied armor in or beside the breakthrough that attacked without loss, as many as the level allows."""
    g = world()
    tanks = puts(g, 4, "germany arm 4-6", "eL36")
    foot = put(g, "germany i 3-3", "eL36")
    gap = space(g, "eL37")
    hold(g, "germany", "eL37")
    g.breaks.append(gap)
    g.hexes[gap].broken = 3
    breach = Breach(GERMANY)
    assert may_place(g, breach, (tanks[0], gap)) is None
    assert may_place(g, breach, (foot, gap)) is not None
    g.units[tanks[1]].losses = 1
    assert may_place(g, breach, (tanks[1], gap)) is not None
    assert may_place(g, breach, (tanks[0], space(g, "eK37"))) is not None


# --- 34 -----------------------------------------------------------------------------------------------------------------


def test_ours_34_41_winter():
    """AW-OURS-34-a: a four in Winter 1941 is nine for Germany, three for Russia; west of the Pact line nothing."""
    g = world(year=1941, season=WINTER)
    g.dice = FixedDice(4)
    weather(g)
    assert (winter_at(g, GERMANY, space(g, "eK40")), winter_at(g, RUSSIA, space(g, "eK40"))) == (9, 3)
    assert winter_at(g, GERMANY, space(g, "eM35")) == 0
    g.nations[GERMANY].prep = 4
    g.dice = FixedDice(4)
    weather(g)  # AW-OURS-34-b
    assert winter_at(g, GERMANY, space(g, "eK40")) == 5


def test_ours_34_22_mud():
    g = world(season=SPRING)
    weather(g)
    assert muddy(g, space(g, "eK40")) and not muddy(g, space(g, "eM35"))


def test_ours_34_41_no_attacks_at_nine():
    g = world(season=WINTER)
    g.stage = 1
    g.nations[GERMANY].winter = 9
    hold(g, "germany", "eK39")
    put(g, "russia i 1-3", "eK40")
    refusal = may_join(g, Plan(GERMANY, space(g, "eK40")), put(g, "germany i 3-3", "eK39"))
    assert refusal is not None and refusal.rule == "ours 34.41"
