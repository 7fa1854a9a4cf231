"""Stand-in rules 20 to 23, 26, 27.7, 28.5, 31: ships, voyages, invasions, battles at sea, bombing; worked examples under ids."""

from __future__ import annotations

from grognard.titles.awaw import TITLE, invariants
from grognard.titles.awaw.designs import DESIGNS, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, JAPAN, US, WESTERN, alone
from grognard.titles.awaw.present import picture
from grognard.titles.awaw.rules import (
    airlift,
    bombing,
    construction,
    deployment,
    end,
    interception,
    landing,
    seabattle,
    shipyards,
    voyages,
    war,
)
from grognard.titles.awaw.rules.air import air_modifiers
from grognard.titles.awaw.rules.battle import battle_at
from grognard.titles.awaw.rules.boxes import brp_value
from grognard.titles.awaw.rules.control import take_control
from grognard.titles.awaw.rules.fleet import ship_drm, squadron_hits
from grognard.titles.awaw.rules.research import cell
from grognard.titles.awaw.rules.ships import deck_room, havens, load, port_room, sea_hexes, sea_way, slow
from grognard.titles.awaw.rules.stacking import air_capacity, room_for
from grognard.titles.awaw.rules.strategic import warfare_table
from grognard.titles.awaw.rules.strength import attack, multiplier
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.rules.units import KIND, held_by
from grognard.titles.awaw.state import ATTACKING, GONE, NO_MISSION, POOL, SUMMER, WINTER, YARD, World

from .kit import CHARTS, campaign, drive, fight, hold, put, puts, space


def sea(side: int = ALLIES, mover: str = "britain", **when: int) -> World:
    """The European campaign with Italy at war, in summer."""
    g = campaign(year=when.get("year", 1942), season=when.get("season", SUMMER), side=side, mover=mover)
    fight(g, "italy")
    return g


def test_ours_12_5_ports():
    """AW-OURS-12-b: fifty factors fill a port; Truk with two takes a hundred, six air factors and one squadron more."""
    g = sea()
    port = space(g, "plymouth")
    assert port_room(g, port, ALLIES, 50) is None
    puts(g, 12, "britain b Nelson", "plymouth")
    assert port_room(g, port, ALLIES, 3).rule == "ours 12.5"
    truk = space(g, "truk")
    assert port_room(g, truk, AXIS, 100) is None
    assert air_capacity(g, truk) == 6


def test_ours_21_2_sea_ways():
    """Ways lead over sea hexsides only: from Taranto to Tripoli, not to Budapest; the chain of ports goes on from there."""
    g = sea(AXIS, "italy")
    taranto, tripoli = space(g, "taranto"), space(g, "tripoli")
    way = sea_way(g, taranto, tripoli)
    assert way[0] == taranto and way[-1] == tripoli and len(way) - 1 == sea_hexes(g, taranto, tripoli) <= 20
    assert not sea_way(g, taranto, space(g, "budapest"))
    assert tripoli in havens(g, taranto, AXIS) and space(g, "alexandria") not in havens(g, taranto, AXIS)


def test_ours_21_43_sea_transport():
    """A 2-3 needs two destroyers; the ships are paid for, the troops land and do not move on."""
    g = sea(AXIS, "italy")
    put(g, "italy i 2-3", "bengazi")  # 9.93A
    soldier = put(g, "italy i 2-3", "taranto")
    one = put(g, "italy dd", "taranto")
    h = voyages.Harbour(ITALY, space(g, "taranto"), voyages.MOVING)
    voyages.take(g, h, one)
    assert voyages.may_load(g, h, soldier).rule == "ours 21.43"
    other = put(g, "italy dd", "taranto")
    voyages.take(g, h, other)
    assert voyages.may_load(g, h, soldier) is None
    voyages.board(g, h, soldier)
    tripoli = space(g, "tripoli")
    assert voyages.may_sail(g, h, tripoli) is None
    assert voyages.may_sail(g, h, space(g, "alexandria")) is not None
    level = g.nations.level[ITALY]
    drive(g, voyages.sail(g, h, tripoli))
    assert g.units.at[soldier] == tripoli and g.units.at[one] == tripoli
    assert g.nations.level[ITALY] == level - 2
    assert g.units.spent[soldier] > 0 and g.units.inverted[one]


def test_9_31_sea_transport_is_an_operation():
    """9.31: only uninverted, undamaged ships carry troops in the movement phase."""
    g = sea(AXIS, "italy")
    u = put(g, "italy dd", "taranto", inverted=1)
    h = voyages.Harbour(ITALY, space(g, "taranto"), voyages.MOVING)
    assert voyages.available(g, h, u).rule == "ours 21.3"
    g.units[u].inverted = 0
    assert voyages.available(g, h, u) is None


def test_ours_21_51_invasion_of_a_defended_beach():
    """AW-OURS-21-a: six factors against a defended beach need twelve destroyers; 18 BRPs are capped at 15, a full offensive."""
    g = sea()
    target = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == ITALY
                  and sea_hexes(g, space(g, "malta"), s) <= 10 and not g.ground.port[s])  # fmt: skip
    put(g, "italy i 1-3", g.board.token(target))
    troops = puts(g, 2, "britain mech 3-4", "malta")
    fleet = puts(g, 11, "britain dd", "malta")
    h = voyages.Harbour(BRITAIN, space(g, "malta"), voyages.FIGHTING)
    voyages.take_all(g, h, None)
    for u in troops:
        voyages.board(g, h, u)
    assert landing.may_invade(g, h, target).rule == "ours 21.51"
    fleet.append(put(g, "britain dd", "malta"))
    voyages.take(g, h, fleet[-1])
    assert landing.may_invade(g, h, target) is None
    level = g.nations.level[BRITAIN]
    drive(g, landing.invade(g, h, target))
    assert g.nations.level[BRITAIN] == level - 15
    assert all(g.units.mission[u] == ATTACKING and g.units.target[u] == target for u in troops)
    battle = battle_at(g, target, ALLIES)
    assert battle.invading
    assert "invaded from the sea" in [i.label for i in multiplier(g, battle, battle.defenders[0]).items]


def test_ours_21_512_only_beaches_and_not_in_a_western_winter():
    g = sea(season=WINTER)
    inland = space(g, "berlin")
    coast = (s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == FRANCE)
    beach = next(s for s in coast if g.ground.front[s] == 0)
    g.hexes[beach].holder = GERMANY
    u = put(g, "britain mech 3-4", "harwich")
    puts(g, 6, "britain dd", "harwich")
    h = voyages.Harbour(BRITAIN, space(g, "harwich"), voyages.FIGHTING)
    voyages.take_all(g, h, None)
    voyages.board(g, h, u)
    assert landing.may_invade(g, h, inland).rule == "4.72"
    assert landing.may_invade(g, h, beach).rule == "ours 34.23A"


def test_ours_31_1_an_empty_beach_is_taken_at_once():
    """AW-OURS-31-a, AW-OURS-31-b: the invaders get a bridgehead that feeds five units; where a port is none is needed."""
    g = sea()
    target = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == ITALY
                  and sea_hexes(g, space(g, "malta"), s) <= 10 and not g.ground.port[s])  # fmt: skip
    u = put(g, "britain mech 3-4", "malta")
    puts(g, 3, "britain dd", "malta")
    h = voyages.Harbour(BRITAIN, space(g, "malta"), voyages.FIGHTING)
    voyages.take_all(g, h, None)
    voyages.board(g, h, u)
    drive(g, landing.invade(g, h, target))
    assert g.units.at[u] == target and g.hexes.bridgehead[target] == ALLIES
    assert target in network(g, g.faction(BRITAIN), ALLIES)
    for n in range(4):
        v = put(g, "britain i 1-3", "malta")
        assert room_for(g, v, target, ALLIES) is None, n
        g.units[v].at = target
    assert room_for(g, put(g, "britain i 1-3", "malta"), target, ALLIES).rule == "ours 12.2"


def test_ours_21_52_bombardment():
    """Three factors of guns are one of attack, never more than the troops."""
    g = sea()
    target = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == ITALY and not g.ground.port[s])
    put(g, "italy i 1-3", g.board.token(target))
    puts(g, 1, "britain mech 3-4", "malta", mission=ATTACKING, target=target, aboard=0)
    puts(g, 2, "britain b Nelson", "malta", mission=9, target=target)
    battle = battle_at(g, target, ALLIES)
    assert battle.shelling == 8
    assert attack(g, battle) == 3 + 2
    puts(g, 4, "britain b Nelson", "malta", mission=9, target=target)
    assert attack(g, battle_at(g, target, ALLIES)) == 3 + 3


def passage(g: World, power: int, activity: str, way: list[int], factors: int) -> interception.Passage:
    return interception.Passage(power, activity, tuple(way), factors)


def test_ours_22_2_interception():
    """AW-OURS-22-a: four dice of 12 reach nine hexes; AW-OURS-22-b: two dice of 7 less one for slow ships do not."""
    g = sea(AXIS, "italy")
    port = space(g, "alexandria")
    nine = next(s for s in range(g.board.size) if g.board.distance(port, s) == 9 and g.ground.terrain[s] == "sea")
    dds = puts(g, 12, "italy dd", "taranto")
    puts(g, 2, "britain b Warspite", "alexandria")
    state = passage(g, BRITAIN, "sea transport", [nine], 12)
    assert CHARTS.interception["sea transport"] == 4 and CHARTS.interception["base change"] == 2
    assert interception.may_meet(g, state, port) is None
    hunters = interception.hunters_at(g, BRITAIN, port)
    slows = any(slow(g, u) for u in hunters)
    assert interception.modifiers(g, hunters, port, state).total == (-1 if slows else 0)
    drive(g, interception.attempt(g, state, port, dds, []), dice=[3, 3, 3, 3] + [1] * 60)
    assert all(g.units.inverted[u] for u in hunters if g.units.at[u] >= 0)
    for u in hunters:
        g.units[u].inverted = 0
    drive(g, interception.attempt(g, passage(g, BRITAIN, "base change", [nine], 12), port, dds, []), dice=[3, 4])
    assert not any(g.units.inverted[u] for u in hunters)


def test_ours_22_24_once_a_port():
    g = sea(AXIS, "italy")
    port = space(g, "alexandria")
    puts(g, 2, "britain dd", "alexandria")
    state = interception.Passage(BRITAIN, "invasion", (port,), 12, (port,))
    assert interception.may_meet(g, state, port).rule == "ours 22.24"
    box = space(g, "us_atlantic")
    assert interception.may_meet(g, state, box).rule == "5.28G"


def test_ours_22_4_search():
    """AW-OURS-23-c: two groups of ten factors and three squadrons in the second round: six dice; a small force rolls one."""
    g = sea()
    assert seabattle.search_dice(g, 2, 3, 1) == 6
    assert seabattle.search_dice(g, 9, 9, 0) == 9
    assert seabattle.search_dice(g, 0, 0, 0) == 1


def test_ours_23_42_air_defense():
    """AW-OURS-51-a: thirty factors in a port of two harbours that is an objective, with surprise: 7; dice 7 there: 2/2."""
    g = sea()
    pearl = space(g, "pearl_harbor")
    ships = puts(g, 10, "us b Arizona", "pearl_harbor")
    level = seabattle.defense_level(g, ships, base=pearl, surprised=6).total
    assert level == 3 + 2 * max(1, g.ground.harbours[pearl]) + int(g.ground.objective[pearl]) - 1
    found = seabattle.flak(CHARTS, 7, 7)
    assert (found.lost, found.aborted) == (2, 2)
    assert seabattle.flak(CHARTS, 0, 12).lost == 0


def test_ours_23_a_battle_of_carriers():
    """A strike finds its ships: hits by the table, squadrons without a deck are lost."""
    g = sea(AXIS, "germany")
    carrier = put(g, "britain cv Ark Royal", "gibraltar")
    wings = puts(g, 2, "britain nas", "gibraltar")
    raider = put(g, "germany bc Gneisenau", "brest")
    assert deck_room(g, [carrier]) == 2
    side = seabattle.Side(g, [carrier], wings)
    g.units[carrier].damage = 1
    seabattle.recover(g, side)
    assert not side.squadrons
    assert squadron_hits(CHARTS, 6, 7) == 4
    assert KIND[g.units.design[raider]] == Kind.BC


def test_ours_22_3_a_battle_is_fought_and_ends():
    """Cruisers meet a battleship: search, guns, and withdrawal is asked of the intercepted side first."""
    g = sea(AXIS, "italy")
    mine = puts(g, 4, "italy cruiser", "taranto")
    hunters = puts(g, 2, "britain b Warspite", "alexandria")
    prompts = drive(g, seabattle.naval_battle(g, space(g, "tobruk"), mine, [], hunters, []), ["engage", "engage"], dice=[6] * 40)
    assert prompts[:2] == ["A slower enemy wants to close", "The enemy is found"]
    assert any(g.units.at[u] < 0 or g.units.damage[u] for u in [*mine, *hunters])


def test_ours_21_15_ships_flee_a_lost_port():
    """Ships in a port that an enemy enters go to the nearest friendly port within 20 hexes, inverted."""
    g = sea(AXIS, "germany")
    ship = put(g, "britain dd", "alexandria")
    take_control(g, space(g, "alexandria"), GERMANY)
    assert g.units.at[ship] >= 0 and g.units.at[ship] != space(g, "alexandria")
    assert g.units.inverted[ship]


def test_ours_27_7_shipyards():
    """AW-OURS-27-b: a BB4 laid down in Fall 1939 is launched three turns later: four points, eight BRPs; one level a turn."""
    g = campaign(mover="germany")
    for old in range(len(g.units)):
        if g.units.pool[old] == YARD:
            g.units[old].pool = GONE
    u = put(g, "germany b Bismarck", "kiel")
    g.units[u].at, g.units[u].pool = -1, POOL
    level, turn = g.nations.level[GERMANY], g.turn
    assert shipyards.may_lay_down(g, GERMANY, u) is None
    shipyards.lay_down(g, GERMANY, u)
    assert (g.units.pool[u], g.units.stage[u]) == (YARD, 4)
    assert shipyards.may_advance(g, GERMANY, u).rule == "ours 27.72"
    for _ in range(3):
        g.turn += 1
        g.nations[GERMANY].yard_used = 0
        assert shipyards.may_advance(g, GERMANY, u) is None
        shipyards.advance(g, GERMANY, u)
    assert g.units.at[u] == space(g, "kiel") and g.turn == turn + 3 and g.units.inverted[u]
    assert g.nations.level[GERMANY] == level - 8


def test_ours_27_7_rates():
    """Kiel makes two advances a turn; a naval point one more; a lost yard none."""
    g = campaign()
    assert shipyards.rate(g, GERMANY) == 2
    g.nations[GERMANY].yards = 1
    assert shipyards.rate(g, GERMANY) == 3
    g.nations[GERMANY].yard_used = 3
    assert shipyards.may_work(g, GERMANY).rule == "ours 27.7"
    hold(g, "britain", "kiel")
    assert shipyards.rate(g, GERMANY) == 0


def test_ours_28_5_lift():
    """Three groups of ten factors a turn; America one for twenty BRPs of its base, eight at most."""
    g = campaign()
    assert voyages.lift_left(g, BRITAIN) == 30
    assert voyages.lift_left(g, US) == 70
    g.nations[BRITAIN].shipped = 28
    assert voyages.lift_left(g, BRITAIN) == 2


def test_ours_28_5_through_a_box():
    """AW-OURS-28-b: ten American factors to Liverpool take two Atlantic transports and no destroyer."""
    g = campaign(year=1942, side=ALLIES, mover="us")
    fight(g, "us")
    troops = puts(g, 2, "us mech 3-4", "us_atlantic")
    puts(g, 2, "britain tr", "sw_atlantic")
    h = voyages.Harbour(US, space(g, "us_atlantic"), voyages.REDEPLOYING)
    for u in troops:
        assert voyages.may_load(g, h, u) is None
        voyages.board(g, h, u)
    liverpool = space(g, "liverpool")
    assert voyages.may_sail(g, h, liverpool) is None
    drive(g, voyages.sail(g, h, liverpool))
    assert all(g.units.at[u] == liverpool for u in troops)
    assert len(voyages.free_transports(g, space(g, "us_atlantic"))) == 0
    assert g.nations.shipped[US] == 6


def test_ours_21_434_air_aboard():
    """An air factor counts one, three squadrons one."""
    g = sea()
    assert load(g, [*puts(g, 2, "britain aaf", "malta"), *puts(g, 4, "britain nas", "malta")]) == 4


def test_5_943_bombers_need_a_base_on_the_front():
    """5.943, 5.944: a bomber is placed on a front of the Atlantic box where its faction has an operational air base."""
    g = sea()
    for s in range(g.board.size):
        if g.ground.country[s] in (INDEX["poland"], INDEX["eastpoland"]):
            g.hexes[s].holder = GERMANY
    bomber = put(g, "britain bomber", "sw_atlantic")
    assert construction.may_base_bombers(g, bomber, space(g, "sw_atlantic")) is None
    assert construction.may_base_bombers(g, bomber, space(g, "sw_atlantic_east")).rule == "5.943"
    assert construction.may_base_bombers(g, bomber, space(g, "sw_indian")).rule == "5.942"


def test_idle_ships_have_no_mission():
    g = sea()
    u = put(g, "britain dd", "malta")
    h = voyages.Harbour(BRITAIN, space(g, "malta"), voyages.MOVING)
    voyages.take(g, h, u)
    voyages.cancel(g, h, None)
    assert g.units.mission[u] == NO_MISSION


def test_ours_26_461_bombing():
    """AW-OURS-26-a: five bombers at Essen, of strength 3: flak 0/2 turns two away, the other three take 2 BRPs."""
    g = sea()
    essen = space(g, "essen")
    assert bombing.target_strength(g, essen) == 2 + int(g.ground.objective[essen])
    bombers = puts(g, 5, "britain bomber", "sw_atlantic")
    strength = bombing.target_strength(g, essen)
    hurt = warfare_table(CHARTS, 3, 7)
    assert (hurt.lost, hurt.aborted) == (0, 2)
    g.dice = type(g.dice)(3, 4)
    left = bombing.flak_over(g, essen, bombers)
    assert len(left) == 5 - sum((warfare_table(CHARTS, strength, 7).lost, warfare_table(CHARTS, strength, 7).aborted))
    assert warfare_table(CHARTS, 3, 8).aborted == 2
    raid = bombing.Raid(BRITAIN, space(g, "sw_atlantic"))
    level = g.nations.level[GERMANY]
    g.dice = type(g.dice)(4, 4)
    bombing.drop(g, raid, essen, bombers[:3], GERMANY)
    assert g.nations.level[GERMANY] == level - 2


def test_ours_26_2_range():
    """AW-OURS-26-b: one result reaches eight hexes; two sixteen, and less than eight to spare give nothing."""
    g = sea()
    berlin = space(g, "berlin")
    assert bombing.bomber_range(g, WESTERN, berlin) == 4
    raid = bombing.Raid(BRITAIN, space(g, "sw_atlantic"))
    puts(g, 2, "britain bomber", "sw_atlantic")
    assert bombing.may_bomb(g, raid, (berlin, 1)).rule == "ours 17.72"
    g.results[cell(WESTERN, "air_range")] = 2
    assert bombing.bomber_range(g, WESTERN, berlin) == 16
    assert bombing.may_bomb(g, raid, (berlin, 1)) is None
    assert bombing.may_bomb(g, raid, (berlin, 3)).rule == "ours 26.2"
    assert bombing.bombing_modifiers(g, raid, berlin).total == 0


def test_5_944_interceptors_defend_their_front():
    """5.944B: interceptors defend hexes of their front; Western ones no Russian hex."""
    g = sea(AXIS, "germany")
    fight(g, "russia")
    puts(g, 2, "britain interceptor", "sw_atlantic")
    london = bombing.Raid(GERMANY, space(g, "sw_atlantic"), space(g, "london"), 1)
    assert len(bombing.defenders(g, london)) == 2
    puts(g, 1, "britain interceptor", "sw_atlantic_east")
    moscow = bombing.Raid(GERMANY, space(g, "sw_atlantic_east"), space(g, "moscow"), 1)
    assert bombing.defenders(g, moscow) == []


def test_9_23_air_transport_in_redeployment():
    """9.23, ours 18.54: an air transport carries one infantry factor to a base in range, for nothing; not two factors."""
    g = sea(AXIS, "italy")
    soldier, two = put(g, "italy i 1-3", "messina"), put(g, "italy i 2-3", "messina")
    plane = put(g, "germany at", "messina")
    assert airlift.can_fly(g, airlift.Flight(soldier)).rule == "ours 18.54"  # another power's aircraft
    g.units[plane].at = -1
    g.units[plane].pool = GONE
    german = put(g, "germany i 1-3", "messina")
    plane = put(g, "germany at", "messina")
    assert airlift.can_fly(g, airlift.Flight(german)) is None
    assert airlift.can_fly(g, airlift.Flight(two)).rule == "ours 18.54"
    assert airlift.may_fly(g, airlift.Flight(german), space(g, "berlin")).rule == "ours 18.3"
    goal = airlift.bases(g, airlift.Flight(german))[0]
    level = g.nations.level[GERMANY]
    drive(g, airlift.fly(g, airlift.Flight(german), goal))
    assert g.units.at[german] == g.units.at[plane] == goal and g.nations.level[GERMANY] == level


def test_7_213_set_up_in_order():
    """7.213, 7.24: each power may set up anew, in its own land only; 7.23: French 1-3 infantry in the colonies."""
    g = campaign(empty=False)
    prompts = drive(g, deployment.deployment(g))
    assert len(prompts) == 5  # America begins in its box
    u = next(u for u in range(len(g.units)) if g.units.at[u] >= 0 and g.units[u].sheet.nation == FRANCE
             and g.units[u].sheet.values == "1-3")  # fmt: skip
    assert deployment.may_post(g, deployment.Posting(u), space(g, "lyon")).rule == "7.23"
    assert deployment.may_post(g, deployment.Posting(u), space(g, "berlin")).rule == "7.24"
    assert deployment.bound_to_colonies(g, u, space(g, "algiers")) is None
    g.nations[FRANCE].surrendered = 1
    assert deployment.bound_to_colonies(g, u, space(g, "lyon")) is None


def test_5_24_what_boxes_are_worth():
    """5.24, 5.34, 5.64: the United States their base and ten for Canada, South Africa ten, Ethiopia nothing."""
    g = campaign()
    assert brp_value(g, "us_atlantic") == g.nations.base[US] + 10
    assert (brp_value(g, "south_africa"), brp_value(g, "ethiopia")) == (10, 0)


def test_5_933_everybody_sees_the_boxes():
    """5.933: submarines and transports in an SW box are seen by both sides."""
    g = campaign(empty=False)
    box = g.board.token(space(g, "sw_atlantic"))
    for seat in ("germany", "britain"):
        kinds = {p.kind for p in picture(g, seat).pieces if p.at == box}
        assert {"sub", "transport", "asw"} <= kinds


def test_ours_v_7_midway():
    """Ours V.7: sunk ships count their factors, damaged ones half, air factors one; three for the island held, six if taken."""
    g = TITLE.blank("midway", {})
    TITLE.setup(g)
    assert end.midway_points(g) == {"axis": 0.0, "allies": 3.0}
    akagi = next(u for u in range(len(g.units)) if g.units[u].sheet.name == "Akagi")
    g.units[akagi].damage = 1
    assert end.midway_points(g)["allies"] == 3.0 + 1.5
    g.units[akagi].at = -1
    assert end.midway_points(g)["allies"] == 3.0 + 3.0
    assert end.midway_outcome(g).winners == ("allies",)
    hold(g, "japan", "midway")
    assert end.midway_points(g) == {"axis": 6.0, "allies": 3.0}


def test_the_global_war_has_two_boards():
    """Ours 53.2: in the Global War each board has its own sides: Britain fights in Europe and is at peace in the Pacific."""
    g = campaign("global_war", empty=False)
    assert held_by(g, space(g, "london")) == ALLIES
    assert held_by(g, space(g, "singapore")) == alone(BRITAIN)
    assert (g.nations.side[JAPAN], g.nations.east[JAPAN]) == (alone(JAPAN), AXIS)
    drive(g, war.japanese_war(g, JAPAN, BRITAIN), dice=[3])
    assert held_by(g, space(g, "singapore")) == ALLIES and g.nations.side[JAPAN] == alone(JAPAN)
    assert list(invariants(g)) == []


def test_ours_23_a_carriers_are_easy_to_hit():
    """AW-OURS-23-a: a Japanese fleet carrier is worth 3-2 against aircraft, a battleship of five 3+1, a British carrier 2-1."""
    g = campaign("pacific", year=1942)

    def ship(nation: int, kind: Kind, strength: int) -> int:
        design = next(n for n, d in enumerate(DESIGNS) if (d.nation, d.kind, d.strength) == (nation, kind, strength))
        return g.units.add(design=design, at=space(g, "truk"), pool=0).index

    found = [ship_drm(g, ship(*what)) for what in ((JAPAN, Kind.CV, 3), (JAPAN, Kind.CV, 2), (JAPAN, Kind.CV, 4),
             (JAPAN, Kind.BB, 5), (JAPAN, Kind.BB, 4), (BRITAIN, Kind.CV, 2), (US, Kind.CV, 2))]  # fmt: skip
    assert found == [1, 1, 2, 4, 3, 1, 0]


def test_ours_19_31_elite_and_british_squadrons():
    g = campaign("pacific", year=1942)
    fight(g, "japan", "britain")
    elite, plain, british = (put(g, what, "truk") for what in ("japan elitenas", "japan nas", "britain nas"))
    at = space(g, "truk")
    assert (air_modifiers(g, [elite], [british], at).total, air_modifiers(g, [plain], [british], at).total) == (2, 1)
    assert air_modifiers(g, [british], [plain], at).total == -1
