"""A case for each stand-in rule of ground war, 10 to 16, 31.3, 32 and 34: what it allows and what it refuses."""

from __future__ import annotations

from grognard.titles.awaw.charts import combat_table, odds_column, training
from grognard.titles.awaw.designs import COLOUR, DESIGNS, Kind
from grognard.titles.awaw.ground import PLAIN
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, INDEX, JAPAN, RUSSIA, SOVIET
from grognard.titles.awaw.rules import air, airdrops, atomic, attrition, battle, end, landing, movement, ships, stacking, weather
from grognard.titles.awaw.rules.combat import Plan, announce, join, launch, may_join, may_launch, may_rush, thwarted
from grognard.titles.awaw.rules.exploitation import Breach, end_exploitation, exploitation_factors, may_place, place
from grognard.titles.awaw.rules.operations import may_attrition, pay
from grognard.titles.awaw.rules.partisans import builder
from grognard.titles.awaw.rules.strength import Battle, attack, defence, multiplier
from grognard.titles.awaw.rules.units import factors
from grognard.titles.awaw.sequence import SEQUENCE
from grognard.titles.awaw.state import (
    ATTACKING,
    COVERING,
    FORTIFICATION,
    ISOLATED,
    SHELLING,
    SPRING,
    SUMMER,
    SUPPORTING,
    WINTER,
    World,
)

from .kit import CHARTS, campaign, drive, hold, put, puts, space, world

TARGET, BESIDE = "eM36", "eM35"


def refused(no: object, rule: str) -> bool:
    return getattr(no, "rule", None) == rule


def field(*foes: str, **kw: object) -> tuple[World, Plan]:
    """Russians of these values at M36, which they hold; Germany plans an attack on it."""
    g = world(**kw)  # type: ignore[arg-type]
    g.stage = 1
    hold(g, "russia", TARGET)
    for foe in foes:
        put(g, foe, TARGET)
    return g, Plan(GERMANY, space(g, TARGET))


def segments(part: object) -> list[str]:
    """Names of the sequence in their order."""
    children = getattr(part, "children", ())
    return [getattr(part, "name", ""), *(name for one in children for name in segments(one))]


# --- 10: ground units -----------------------------------------------------------------------------------------------------


def test_ours_10_4_marines_waive_the_multiplier_of_a_landing():
    """Half of the invading factors are marines: no multiplier for the invasion; a third is not enough."""
    g = campaign("pacific", year=1943, season=SUMMER, side=ALLIES, mover="us")
    foe, marine = put(g, "japan i 1-2", "saipan"), put(g, "us marine 1-3", "pearl_harbor")
    foot = puts(g, 2, "us i 1-3", "pearl_harbor")
    shore = space(g, "saipan")
    half = multiplier(g, Battle(shore, [marine, foot[0]], [foe], invading=True), foe).total
    third = multiplier(g, Battle(shore, [marine, *foot], [foe], invading=True), foe).total
    assert third == half + 1


def test_ours_10_5_airborne_is_infantry_that_may_jump():
    g, plan = field("russia i 1-3")
    jumper, foot = put(g, "germany airborne 1-3", BESIDE), put(g, "germany i 3-3", BESIDE)
    assert may_join(g, plan, jumper) is None  # it attacks like infantry
    drop = airdrops.Drop(GERMANY)
    put(g, "germany at", "breslau")
    assert refused(airdrops.may_drop(g, drop, (foot, plan.space)), "ours 10.5")


def test_ours_10_51_a_transport_for_each_airborne_unit_within_two_hexes():
    g, plan = field("russia i 1-3")
    jumper, far = put(g, "germany airborne 1-3", "breslau"), put(g, "germany airborne 1-3", "berlin")
    drop = airdrops.Drop(GERMANY)
    assert refused(airdrops.may_drop(g, drop, (jumper, plan.space)), "ours 10.51")
    plane = put(g, "germany at", "breslau")
    put(g, "germany i 3-3", BESIDE)
    assert airdrops.may_drop(g, drop, (jumper, plan.space)) is None
    assert refused(airdrops.may_drop(g, drop, (far, plan.space)), "ours 10.51")
    g.units[plane].inverted = 1
    assert refused(airdrops.may_drop(g, drop, (jumper, plan.space)), "ours 10.51")


def test_ours_10_52_four_hexes_from_the_transports_base():
    g, plan = field("russia i 1-3")
    put(g, "germany i 3-3", BESIDE)
    near, far = put(g, "germany airborne 1-3", "breslau"), put(g, "germany airborne 1-3", "stettin")
    for base in ("breslau", "stettin"):
        put(g, "germany at", base)
    assert (g.board.distance(space(g, "stettin"), plan.space) or 0) > 4
    assert airdrops.may_drop(g, airdrops.Drop(GERMANY), (near, plan.space)) is None
    assert refused(airdrops.may_drop(g, airdrops.Drop(GERMANY), (far, plan.space)), "ours 10.52")


# --- 11, 12, 13 -----------------------------------------------------------------------------------------------------------


def test_ours_11_1_who_builds_which_colour():
    """Western bands of Yugoslavia are Britain's, communist ones Russia's once it is at war, before that Britain's too."""
    g = campaign(year=1942, season=SUMMER)
    g.nations[INDEX["yugoslavia"]].patron = BRITAIN
    bands = {d.colour: n for n, d in enumerate(DESIGNS) if d.nation == INDEX["yugoslavia"] and d.kind == Kind.PARTISAN}
    west, red = (g.units.add(design=bands[COLOUR[code]], at=space(g, "belgrade")).index for code in ("pw", "partisan_com"))
    g.nations[RUSSIA].side = ALLIES
    assert (builder(g, west), builder(g, red)) == (BRITAIN, RUSSIA)
    g.nations[RUSSIA].side = SOVIET + 50
    assert builder(g, red) == BRITAIN


def test_ours_11_5_attacks_on_partisans():
    """Paid, but left out of the attrition test; a partisan defends with one and no terrain."""
    g, plan = field("russia partisan_com")
    join(g, plan, put(g, "germany i 3-3", BESIDE))
    band = next(u for u in range(len(g.units)) if g.units.at[u] == plan.space)
    assert multiplier(g, Battle(plan.space, [], [band]), band).total == 1
    drive(g, launch(g, plan, None))
    assert (g.nations.level[GERMANY], sum(g.cost)) == (97, 0)
    drive(g, battle.fight_attack(g, plan.space), dice=[6])
    assert g.units.at[band] < 0


def test_ours_12_3_the_owner_removes_what_is_too_much():
    """After exploitation a hex with three armor units loses one; with two none."""
    for count in (3, 2):
        g = world()
        g.stage = 2
        tanks = puts(g, count, "germany arm 4-6", BESIDE, exploiting=1)
        drive(g, end_exploitation(g))
        assert sum(g.units.at[u] >= 0 for u in tanks) == 2
        third = put(g, "germany i 3-3", "berlin")
        assert refused(stacking.room_for(g, third, space(g, BESIDE), AXIS), "ours 12.1")


def test_ours_13_8_over_the_edge_into_boxes_only():
    """A Russian unit walks from the eastern edge into the Urals, a German one does not."""
    g = world()
    urals = g.board.space("urals")
    door = next(o for o, _ in g.ground.ways[urals] if g.ground.europe[o])
    russian, german = put(g, "russia i 3-3", "eL40"), put(g, "germany i 3-3", "eL40")
    for u in (russian, german):
        g.units[u].at = door
    g.hexes[door].holder = RUSSIA
    assert movement.may_enter(g, russian, urals) is None
    assert refused(movement.may_enter(g, german, urals), "5.73")


# --- 14: attrition --------------------------------------------------------------------------------------------------------


def line(*mine: str, foe: str = "russia i 2-3") -> tuple[World, list[int], list[int]]:
    g, plan = field()
    g.stage = 0
    return g, [put(g, u, BESIDE) for u in mine], puts(g, 2, foe, TARGET)


def test_ours_14_1_free_and_only_below_fifteen():
    g, _, _ = line("germany i 3-3")
    front = g.ground.front[space(g, TARGET)]
    assert may_attrition(g, EUROPEAN_AXIS, front) is None
    level = g.nations.level[GERMANY]
    g.mover = GERMANY
    drive(g, attrition.attrition(g), ["attrition eastern"], dice=[1])
    assert g.nations.level[GERMANY] == level
    pay(g, GERMANY, space(g, TARGET), puts(g, 15, "germany aaf", "breslau"))
    assert refused(may_attrition(g, EUROPEAN_AXIS, front), "9.61")


def test_ours_14_2_who_is_counted():
    """Infantry, armor and airborne; not replacements, flak and partisans, nor who has attacked; who has overrun is counted."""
    g, mine, _ = line("germany i 3-3", "germany arm 4-6", "germany airborne 1-3", "germany rep", "germany flak")
    front = g.ground.front[space(g, TARGET)]
    assert factors(g, attrition.counted(g, EUROPEAN_AXIS)[front]) == 3 + 4 + 1
    g.units[mine[0]].fought = 1
    g.units[mine[1]].spent = 3  # it has overrun
    assert factors(g, attrition.counted(g, EUROPEAN_AXIS)[front]) == 4 + 1


def test_ours_14_5_the_defender_removes_counters_of_his_choice():
    g, mine, theirs = line("germany i 3-3")
    rear = put(g, "russia i 3-3", "eL40")
    front = g.ground.front[space(g, TARGET)]
    small = put(g, "russia i 1-3", TARGET)
    drive(g, attrition.lose_counters(g, mine, front, 1), [f"lose u{small}"])
    assert g.units.at[small] < 0 and all(g.units.at[u] >= 0 for u in (*theirs, rear))


def test_ours_14_51_what_is_not_there_is_not_lost():
    """Five counters owed, two touch: both are lost, those behind are not."""
    g, mine, theirs = line("germany i 3-3")
    rear = put(g, "russia i 3-3", "eL40")
    drive(g, attrition.lose_counters(g, mine, g.ground.front[space(g, TARGET)], 5))
    assert [g.units.at[u] >= 0 for u in (*theirs, rear)] == [False, False, True]


def test_ours_14_62_rough_terrain_costs_two():
    g = world()
    unit = put(g, "germany i 3-3", BESIDE)
    for terrain, price in (("clear", 1), ("forest", 2), ("jungle_mountain", 3)):
        at, to = next(pair for pair, over in g.ground.crossing.items() if over == PLAIN and g.ground.terrain[pair[1]] == terrain)
        g.units[unit].at = at
        assert attrition.hex_price(g, to, [unit]) == price
    wet = (pair for pair, over in g.ground.crossing.items() if over not in (PLAIN, None))
    at, to = next(pair for pair in wet if g.ground.terrain[pair[1]] == "clear")
    g.units[unit].at = at
    assert attrition.hex_price(g, to, [unit]) == 2  # over a river


# --- 15: offensive combat -------------------------------------------------------------------------------------------------


def test_ours_15_11_the_order_of_the_combat_phase():
    order = segments(SEQUENCE)
    names = ["Naval missions", "Defensive air", "Interception", "Announcement", "Airdrops", "Attacks", "Ships return",
             "Attrition"]  # fmt: skip
    assert [order.index(n) for n in names] == sorted(order.index(n) for n in names)


def test_ours_15_12_after_each_attack_he_may_advance():
    g, plan = field("russia i 1-3")
    unit = put(g, "germany i 3-3", BESIDE)
    put(g, "germany i 3-3", BESIDE)
    for u in list(range(len(g.units)))[1:]:
        join(g, plan, u)
    drive(g, battle.fight_attack(g, plan.space), [f"advance u{unit}", "remain"], dice=[6])
    assert g.units.at[unit] == plan.space and g.hexes.holder[plan.space] == GERMANY


def test_ours_15_13_ships_go_home_after_the_attacks():
    g, plan = field("russia i 1-3")
    ship = put(g, "germany bc Gneisenau", "kiel", mission=SHELLING, target=plan.space)
    assert battle.shelling_of(g, plan.space) > 0
    landing.ships_return(g)
    assert g.units.mission[ship] == 0 and battle.shelling_of(g, plan.space) == 0


def test_ours_15_14_exploitation_comes_last():
    order = segments(SEQUENCE)
    assert order.index("Ships return") < order.index("Exploitation") < order.index("Attrition")
    g, plan = field("russia i 1-3")
    assert refused(may_place(g, Breach(GERMANY), (put(g, "germany arm 4-6", BESIDE), plan.space)), "ours 16.2")  # not yet


def test_ours_15_22_nobody_must_attack_but_who_was_thwarted():
    """A unit beside the enemy may leave it; armor that failed to overrun must attack."""
    for stopped, asked in ((0, False), (1, True)):
        g, plan = field("russia i 3-3")
        put(g, "germany arm 4-6", BESIDE, stopped=stopped)
        prompts = drive(g, thwarted(g), ["attack " + g.board.token(plan.space), "call_off"] if asked else [])
        assert bool(prompts) == asked
    g, plan = field("russia i 3-3")
    put(g, "germany arm 4-6", BESIDE)
    drive(g, announce(g), ["done"])


def test_ours_15_3_factors_times_multipliers():
    g, plan = field("russia i 2-3", "russia i 1-3")
    found = battle.battle_at(g, plan.space, AXIS)
    assert defence(g, found) == 2 * 2 + 1 * 2
    g.hexes[plan.space].works = FORTIFICATION
    assert defence(g, found) == 3 * 3


def test_ours_15_33a_exploiting_armor():
    g, plan = field("russia i 3-3", "russia arm 3-5")
    foot, tank = (u for u in range(len(g.units)) if g.units.at[u] == plan.space)
    both = [multiplier(g, Battle(plan.space, [], [u], exploiting=True), u).total for u in (foot, tank)]
    assert both == [1, 2]
    capital = Battle(space(g, "moscow"), [], [put(g, "russia i 3-3", "moscow")], exploiting=True)
    assert multiplier(g, capital, capital.defenders[0]).total == 2


def test_ours_15_33e_from_the_sea():
    g, plan = field("russia i 3-3")
    foot = next(u for u in range(len(g.units)) if g.units.at[u] == plan.space)
    mine = [put(g, "germany i 3-3", "kiel")]
    totals = [multiplier(g, Battle(plan.space, mine, [foot], invading=sea), foot).total for sea in (False, True)]
    assert totals == [2, 3]


def test_ours_15_33f_a_defended_beach():
    g, plan = field("russia i 3-3")
    foot = next(u for u in range(len(g.units)) if g.units.at[u] == plan.space)
    mine = [put(g, "germany i 3-3", "kiel")]
    g.hexes[plan.space].guns = 1
    totals = [multiplier(g, Battle(plan.space, mine, [foot], invading=sea), foot).total for sea in (False, True)]
    assert totals == [2, 4]  # the landing and the guns; by land neither


def test_ours_15_33g_winter():
    g, plan = field("russia i 3-3", "russia i 3-3", season=WINTER)
    foot = next(u for u in range(len(g.units)) if g.units.at[u] == plan.space)
    g.units[foot].at = space(g, "eL40")
    alone = Battle(space(g, "eL40"), [], [foot])
    assert g.ground.weather[alone.space] == "pact_east"
    for level, total in ((6, 0), (7, -1)):
        g.nations[RUSSIA].winter = level
        assert ("winter" in [m.label for m in multiplier(g, alone, foot).items]) == (total < 0)


def test_ours_15_34_defensive_air():
    """One for each factor, not multiplied, at most three times the factors on the ground."""
    g, plan = field("russia i 1-3")
    for _ in range(4):
        put(g, "russia aaf", "moscow", mission=COVERING, target=plan.space)
    found = battle.battle_at(g, plan.space, AXIS)
    assert defence(g, found) == 2 + 4
    assert air.cover_limit(g, plan.space, ALLIES) == 3


def test_ours_15_41_attack_strength():
    """Three ground factors carry nine of aircraft and three of shells at most."""
    g, plan = field("russia i 1-3")
    unit = put(g, "germany i 3-3", BESIDE)
    assert attack(g, Battle(plan.space, [unit], [], support=4)) == 7
    assert attack(g, Battle(plan.space, [unit], [], support=40)) == 12
    assert attack(g, Battle(plan.space, [unit], [], shelling=7)) == 5
    assert attack(g, Battle(plan.space, [unit], [], shelling=70)) == 6


def test_ours_15_42_paid_or_free():
    """Supplied units pay and may not attack for nothing; isolated ones may, and then at no cost."""
    g, plan = field("russia i 1-3")
    join(g, plan, put(g, "germany i 3-3", BESIDE))
    assert may_launch(g, plan) is None and refused(may_rush(g, plan), "9.82")
    g, plan = field("russia i 1-3")
    join(g, plan, put(g, "germany i 3-3", BESIDE, supply=ISOLATED))
    assert may_rush(g, plan) is None
    assert g.nations.level[GERMANY] == 100


def test_ours_15_6_a_die_and_one_for_each_round_before():
    at = odds_column(CHARTS, 9, 9)
    assert combat_table(CHARTS, at, 6) == "d"
    assert combat_table(CHARTS, at, 5, 1) == combat_table(CHARTS, at, 6)
    assert combat_table(CHARTS, at, 6, 3) == combat_table(CHARTS, at, 6)  # row six is the last
    assert combat_table(CHARTS, odds_column(CHARTS, 50, 9), 4) == combat_table(CHARTS, odds_column(CHARTS, 45, 9), 4)


def test_ours_15_62_losses_in_whole_units():
    """Two owed: a 3-3 overpays if it must; a 1-3 and a 1-3 pay exactly if the owner likes."""
    g = world()
    big = put(g, "germany i 3-3", BESIDE)
    drive(g, battle.pay_losses(g, GERMANY, space(g, TARGET), 2, [big], []))
    assert g.units.at[big] < 0
    g = world()
    big, *small = put(g, "germany i 3-3", BESIDE), *puts(g, 2, "germany i 1-3", BESIDE)
    drive(g, battle.pay_losses(g, GERMANY, space(g, TARGET), 2, [big, *small], []), [f"lose u{u}" for u in small])
    assert g.units.at[big] >= 0


def test_ours_15_63_aircraft_of_a_lost_battle_are_not_lost():
    """The attackers die to the last; their aircraft come home inverted, and so do the defender's."""
    g, plan = field("russia i 3-3", "russia i 3-3")
    unit = put(g, "germany i 3-3", BESIDE)
    join(g, plan, unit)
    mine = put(g, "germany aaf", "breslau", mission=SUPPORTING, target=plan.space)
    theirs = put(g, "russia aaf", "moscow", mission=COVERING, target=plan.space)
    drive(g, battle.fight_attack(g, plan.space), dice=[1])
    assert g.units.at[unit] < 0
    assert all(g.units.at[u] >= 0 and g.units.inverted[u] for u in (mine, theirs))


def test_ours_15_9_isolated_free_attackers_do_not_advance():
    g, plan = field("russia i 1-3")
    free = put(g, "germany i 3-3", BESIDE, free=1)
    paid = put(g, "germany i 3-3", BESIDE)
    for u in (free, paid):
        g.units[u].mission, g.units[u].target = ATTACKING, plan.space
    prompts = drive(g, battle.fight_attack(g, plan.space), [f"advance u{paid}"], dice=[6])
    assert prompts and g.units.at[paid] == plan.space
    assert g.units.at[free] < 0


# --- 16: exploitation -----------------------------------------------------------------------------------------------------


def broken(level: int = 2, **kw: object) -> tuple[World, int]:
    g = world(**kw)  # type: ignore[arg-type]
    there = space(g, TARGET)
    g.hexes[there].broken, g.breaks, g.stage = level + 1, [there], 2
    return g, there


def test_ours_16_12_several_breakthroughs():
    g, there = broken()
    other = space(g, "eL37")
    g.hexes[other].broken = 3
    g.breaks.append(other)
    first, second = put(g, "germany arm 4-6", BESIDE), put(g, "germany arm 4-6", "eL36")
    breach = Breach(GERMANY)
    assert may_place(g, breach, (first, there)) is None and may_place(g, breach, (second, other)) is None
    assert refused(may_place(g, breach, (first, space(g, "eK37"))), "ours 16.2")


def test_ours_16_13_what_makes_no_breakthrough():
    """Not in exploitation, nor under winter six, nor in a western winter, nor for an army without training."""
    g, there = broken()
    assert not battle.breaks_through(g, there, 2)  # the stage of exploitation
    g.stage = 1
    assert battle.breaks_through(g, there, 2) and not battle.breaks_through(g, there, 0)
    g = world(season=WINTER)
    g.stage = 1
    assert not battle.breaks_through(g, space(g, "paris"), 2)
    g.nations[GERMANY].winter = 6
    assert not battle.breaks_through(g, space(g, "eL40"), 2)


def test_ours_16_4_exploiting_armor_attacks_once_more_alone():
    """Only exploiting armor joins; one round, and no new breakthrough."""
    g, plan = field("russia i 1-3")
    g.stage = 2
    tank, foot = put(g, "germany arm 4-6", BESIDE, exploiting=1), put(g, "germany i 3-3", BESIDE)
    assert may_join(g, plan, tank) is None
    assert refused(may_join(g, plan, foot), "ours 16.4")
    join(g, plan, tank)
    drive(g, battle.fight_attack(g, plan.space), [f"advance u{tank}"], dice=[6])
    assert not g.breaks
    assert training(CHARTS, 2).ground_rounds > 1


def test_ours_16_41_across_a_front_as_9_76_says():
    """Armor that exploits in the east attacks in the west while that stays a limited offensive."""
    g = world()
    hold(g, "russia", "eK33")
    put(g, "russia i 1-3", "eK33")
    g.stage = 2
    tank = put(g, "germany arm 4-6", "eK34", exploiting=1)
    plan = Plan(GERMANY, space(g, "eK33"))
    assert may_join(g, plan, tank) is None
    g.cost[EUROPEAN_AXIS * 6 + g.ground.front[plan.space]] = 11
    assert refused(may_join(g, plan, tank), "9.76")


def test_ours_16_5_stacking_at_the_end():
    g, there = broken()
    for u in puts(g, 3, "germany arm 4-6", BESIDE):
        place(g, Breach(GERMANY), (u, there))
    assert sum(g.units.at[u] == there for u in range(len(g.units))) == 3  # passing through
    drive(g, end_exploitation(g))
    assert sum(g.units.at[u] == there for u in range(len(g.units))) == 2


def test_ours_16_6_exploiters_live_until_their_next_turn():
    """Post-combat supply looks for a line of all but of those who exploited."""
    for exploited, lives in ((2, True), (0, False)):
        g = world()
        tank = put(g, "germany arm 4-6", "eL45", exploiting=exploited)
        end.post_combat(g)
        assert (g.units.at[tank] >= 0) == lives


# --- 31, 34 ---------------------------------------------------------------------------------------------------------------


def test_ours_31_3_a_bridgehead_waives_the_winter_multiplier():
    g, _ = field(season=WINTER)
    foot = put(g, "russia i 3-3", "eL40")
    g.nations[RUSSIA].winter = 8
    alone = Battle(space(g, "eL40"), [], [foot])
    bare = multiplier(g, alone, foot).total
    g.hexes[alone.space].bridgehead = ALLIES
    assert multiplier(g, alone, foot).total == bare + 1


def test_ours_34_221_russian_armor_in_mud():
    g = world(season=SPRING, side=ALLIES, mover="russia")
    g.nations[RUSSIA].ctl = 2
    tank = put(g, "russia arm 4-5", "eL40")
    assert exploitation_factors(g, tank) == 4
    g.mud = 1
    assert exploitation_factors(g, tank) == 3
    assert weather.exploiting_training(g, GERMANY, space(g, "eL40")) == g.nations.ctl[GERMANY]


def test_ours_34_23a_no_landing_through_western_waters_in_winter():
    g = campaign(year=1943, season=WINTER, side=ALLIES, mover="britain")
    assert landing.through_western_waters(g, space(g, "plymouth"), space(g, "cherbourg"))
    assert not landing.through_western_waters(g, space(g, "algiers"), space(g, "marseilles"))


def test_ours_34_31_no_cap_but_mud():
    """Mud caps operations in its area; no other season does in any."""
    g = world(season=SPRING)
    g.mud = 1
    assert weather.muddy(g, space(g, "eL40")) and not weather.muddy(g, space(g, "paris"))
    g = world(season=SUMMER)
    assert not any(weather.muddy(g, s) for s in g.ground.field_hexes)


def test_ours_34_5_a_western_winter():
    """No overruns and no exploitation on the western front in winter; in summer both."""
    for season, shut in ((WINTER, True), (SUMMER, False)):
        g = world(season=season)
        assert weather.western_winter(g, space(g, "paris")) == shut
        assert not weather.western_winter(g, space(g, "rome"))


def test_ours_43_5_a_destroyed_city_does_not_change_hands():
    """Tokyo under a marker is Japan's still, but no port any more."""
    g = campaign("pacific", year=1945, season=SUMMER, side=ALLIES, mover="us")
    tokyo = space(g, "tokyo")
    assert ships.friendly_port(g, tokyo, g.nations.side[JAPAN])
    g.ruins[tokyo] = g.turn + atomic.YEAR
    assert g.hexes.holder[tokyo] == JAPAN and not ships.friendly_port(g, tokyo, g.nations.side[JAPAN])
