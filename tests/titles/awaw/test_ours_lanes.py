"""Stand-in rules 20.16, 21.41, 22.9, 24 and 25: task forces, patrols, submarines, the shipping lanes; examples under ids."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, ITALY, JAPAN, US
from grognard.titles.awaw.rules import boats, interception, lanes, quays, strategic, voyages
from grognard.titles.awaw.rules.end import end_turn
from grognard.titles.awaw.rules.movement import movement
from grognard.titles.awaw.rules.raiders import refit
from grognard.titles.awaw.rules.redeployment import Quarter, may_go_on_station
from grognard.titles.awaw.rules.research import cell
from grognard.titles.awaw.state import SPRING, USAT, World

from .kit import campaign, drive, fight, hold, put, puts, space


def pacific_war() -> World:
    g = campaign("pacific", year=1942, season=SPRING, mover="japan")
    fight(g, "us", "britain")
    g.nations[US].war = g.nations[BRITAIN].war = g.turn - 2
    return g


# --- shipping lanes -----------------------------------------------------------------------------------------------------


def test_ours_25_2_submarines_in_the_pacific_box():
    """American submarines hunt in the Allied turn, helped by Manila; Japanese ones by the South Seas."""
    g = pacific_war()
    puts(g, 4, "us sub", "sw_pacific")
    puts(g, 10, "japan tr", "sw_pacific")
    before = strategic.submarine_modifiers(g, "sw_pacific", ALLIES).total
    assert strategic.submarine_modifiers(g, "sw_pacific", ALLIES).total - before == 0
    hold(g, "japan", "manila")
    assert strategic.submarine_modifiers(g, "sw_pacific", ALLIES).total == before - 2
    puts(g, 1, "japan sub", "sw_pacific")
    plain = strategic.submarine_modifiers(g, "sw_pacific", AXIS).total
    hold(g, "japan", "noumea")
    assert strategic.submarine_modifiers(g, "sw_pacific", AXIS).total == plain + 1
    g.side, g.dice = ALLIES, FixedDice(6, 6, 1, 1)
    strategic.submarine_warfare(g)
    assert len(strategic.in_box(g, Kind.TRANSPORT, AXIS, "sw_pacific")) < 10
    assert g.tonnage == 0  # that counts the Atlantic alone


def test_ours_25_4_the_need_of_every_box():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    assert strategic.needs(g) == [("sw_atlantic", BRITAIN, 20)]
    fight(g, "italy")
    assert ("sw_indian", BRITAIN, 5) in strategic.needs(g)
    p = pacific_war()
    assert strategic.needs(p) == [("sw_pacific", JAPAN, 15)]
    puts(p, 12, "japan tr", "sw_pacific")
    level = p.nations.level[JAPAN]
    strategic.pay_shortage(p)
    assert p.nations.level[JAPAN] == level - 3
    p.side = ALLIES
    assert strategic.needs(p) == [("sw_pacific", US, 5)]


def test_ours_25_5_a_transport_that_carries_is_not_free():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    ships = puts(g, 20, "britain tr", "sw_atlantic")
    assert strategic.shortage(g) == 0
    g.units[ships[0]].moved = voyages.BY_SEA
    assert strategic.shortage(g) == 1
    assert strategic.TIED == voyages.BY_SEA


def test_ours_20_8_destroyers_stand_for_escorts():
    g = campaign("europe", year=1941, season=SPRING)
    puts(g, 2, "britain asw", "sw_atlantic")
    assert strategic.escorts_in(g, ALLIES, "sw_atlantic") == 2
    puts(g, 5, "britain dd", "sw_atlantic")
    assert strategic.escorts_in(g, ALLIES, "sw_atlantic") == 3


def test_5_934_transports_and_asw_change_base_in_movement():
    """A transport leaves the box for Portsmouth in movement and does not go again; boats, and ways from box to box, must wait."""
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    ship, escort, boat = (put(g, f"britain {what}", "sw_atlantic") for what in ("tr", "asw", "sub"))
    box, port = space(g, "sw_atlantic"), space(g, "portsmouth")
    berth = lanes.Berth(BRITAIN, ship)
    assert port in lanes.berths(g, berth) and space(g, "sw_indian") not in lanes.berths(g, berth)
    assert lanes.may_berth(g, berth, space(g, "sw_indian")).rule == "5.935"
    assert lanes.may_leave_berth(g, BRITAIN, boat).rule == "5.934"
    drive(g, movement(g), [f"rebase {g.units[ship].token}", f"berth {g.board.token(port)}", "done"])
    assert g.units.at[ship] == port
    assert lanes.may_leave_berth(g, BRITAIN, ship).rule == "5.934"
    g.units[ship].moved = 0
    assert lanes.berths(g, berth) == [box]
    assert lanes.may_leave_berth(g, BRITAIN, escort) is None
    g.units[escort].moved = voyages.BY_SEA  # ties it to what it carries
    assert lanes.may_leave_berth(g, BRITAIN, escort).rule == "5.934"


def test_ours_24_52_transfers_between_the_boxes():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    ship = put(g, "britain tr", "sw_indian")
    goal = space(g, "sw_atlantic")
    assert may_go_on_station(g, Quarter(BRITAIN), (ship, goal)) is None
    assert lanes.may_station(g, GERMANY, ship, goal).rule == "ours 24.52"
    assert lanes.may_station(g, BRITAIN, ship, space(g, "sw_pacific")).rule == "ours 24.52"
    lanes.station(g, ship, goal)
    assert g.units.at[ship] == goal
    assert lanes.may_station(g, BRITAIN, ship, space(g, "sw_indian")).rule == "ours 24.52"  # once a turn


def test_ours_25_13_german_submarines_and_the_canal():
    g = campaign("europe", year=1941, season=SPRING)
    fight(g, "italy")
    boat, box = put(g, "germany sub", "taranto"), space(g, "sw_indian")
    assert lanes.may_station(g, GERMANY, boat, box).rule == "ours 25.13A"
    hold(g, "germany", "suez", "port_said")
    assert lanes.may_station(g, GERMANY, boat, box) is None
    other = put(g, "germany sub", "sw_atlantic")
    assert lanes.may_station(g, GERMANY, other, box).rule == "5.935"


def test_ours_24_53_half_of_the_submarines_stay_out():
    g = campaign("europe", year=1941, season=SPRING)
    out = puts(g, 2, "germany sub", "sw_atlantic")
    put(g, "germany sub", "kiel")
    kiel = space(g, "kiel")
    assert lanes.may_station(g, GERMANY, out[0], kiel) is None
    g.tension[USAT] = 15
    assert lanes.may_station(g, GERMANY, out[0], kiel).rule == "ours 24.53"


def test_ours_26_21_bombers_change_front():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    bomber = put(g, "britain bomber", "sw_atlantic")
    assert lanes.may_station(g, BRITAIN, bomber, space(g, "sw_atlantic_med")) is None
    assert lanes.may_station(g, BRITAIN, bomber, space(g, "sw_indian")).rule == "5.942"


def test_ours_25_31_ships_enter_and_leave_over_the_edge():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    box, port = space(g, "sw_atlantic"), space(g, "plymouth")
    assert lanes.may_cross(g, BRITAIN, port, box) is None
    assert lanes.may_cross(g, BRITAIN, space(g, "sevastopol"), box) is not None
    assert lanes.may_cross(g, BRITAIN, port, space(g, "us_atlantic")).rule == "5.92"
    assert lanes.may_cross(g, BRITAIN, space(g, "sw_atlantic_east"), box).rule == "5.92"  # airspace
    ship = put(g, "britain cruiser", "plymouth")
    h = voyages.Harbour(BRITAIN, port, voyages.REDEPLOYING)
    voyages.take(g, h, ship)
    assert box in voyages.goals(g, h)
    drive(g, voyages.sail(g, h, box))
    assert g.units.at[ship] == box
    g.units[ship].moved = 0
    back = voyages.Harbour(BRITAIN, box, voyages.REDEPLOYING)
    voyages.take(g, back, ship)
    drive(g, voyages.sail(g, back, port))
    assert g.units.at[ship] == port
    assert g.units.inverted[ship] == 2  # ours 25.372: through the next enemy turn
    refit(g)
    end_turn(g)
    assert g.units.inverted[ship] == 1
    refit(g)
    assert g.units.inverted[ship] == 0


def test_ours_25_31_bases_of_the_pacific_box():
    g = pacific_war()
    box = space(g, "sw_pacific")
    assert lanes.may_cross(g, JAPAN, space(g, "truk"), box) is None
    assert lanes.may_cross(g, JAPAN, space(g, "tokyo"), box) is None
    assert lanes.may_cross(g, JAPAN, space(g, "saipan"), box).rule == "ours 25.31B"
    assert lanes.may_cross(g, US, space(g, "pearl_harbor"), box) is None
    assert lanes.may_cross(g, US, space(g, "midway"), box).rule == "ours 25.31B"


def test_ours_25_35_ships_of_the_lanes_join_an_activity():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    ship, hurt = put(g, "britain cruiser", "sw_atlantic"), put(g, "britain dd", "sw_atlantic", damage=1)
    h = voyages.Harbour(BRITAIN, space(g, "plymouth"), voyages.FIGHTING)
    assert voyages.callable_ships(g, h) == [ship]
    assert voyages.may_call(g, h, hurt).rule == "ours 25.35"
    voyages.call_out(g, h, ship)
    assert voyages.fleet_of(g, h) == [ship]
    voyages.cancel(g, h, None)
    assert g.units.at[ship] == space(g, "sw_atlantic")
    med = voyages.Harbour(BRITAIN, space(g, "alexandria"), voyages.FIGHTING)
    assert voyages.may_call(g, med, ship).rule == "ours 25.35"


# --- submarines against forces ------------------------------------------------------------------------------------------


def test_ours_22_9_torpedoes():
    """AW-OURS-22-d: German 3 against 2, six destroyers: +1 -2; the second submarine one less."""
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    g.nations[GERMANY].navy, g.nations[BRITAIN].navy = 3, 2
    boat, force = put(g, "germany sub", "brest"), puts(g, 6, "britain dd", "plymouth")
    assert boats.torpedo_modifiers(g, boat, force, force[0], 0).total == -1
    assert boats.torpedo_modifiers(g, boat, force, force[0], 1).total == -2
    assert boats.torpedo_hits(g, 8 - 1) == 2
    assert boats.torpedo_hits(g, 8 - 2) == 1
    assert boats.torpedo_hits(g, 1) == -1
    assert boats.target_of(g, force, 5) == force[0]  # no capital ship is there: the next sort that is
    cruiser = put(g, "britain cruiser", "plymouth")
    assert boats.target_of(g, [*force, cruiser], 3) == cruiser


def test_ours_25_6_italian_submarines_meet_a_transport():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    fight(g, "italy")
    hold(g, "italy", "messina")
    boat, force = put(g, "italy sub", "messina"), puts(g, 3, "britain dd", "malta")
    way = tuple(voyages.sea_way(g, space(g, "malta"), space(g, "alexandria")))
    passage = interception.Passage(ITALY, "sea transport", way, 3)
    assert interception.wolves(g, passage) == [boat]
    raid = interception.Passage(ITALY, "raid", way, 3)
    assert interception.may_ambush(g, raid, boat).rule == "ours 22.11"
    assert interception.may_ambush(g, interception.Passage(GERMANY, "sea transport", way, 3), boat).rule == "ours 22.9"
    flow = interception.run_the_gauntlet(g, "sea transport", list(way), force, [])
    drive(g, flow, [f"ambush u{boat}"], dice=[6, 6, 6, 6, 1, 6, 5])
    assert sum(g.units.at[u] >= 0 for u in force) < 3
    assert g.units.inverted[boat] == 1
    g.side = ALLIES
    strategic.home_again(g)
    assert g.units.inverted[boat] == 0


def test_ours_21_418_a_submarine_on_patrol():
    g = campaign("europe", year=1941, season=SPRING)
    boat = put(g, "germany sub", "brest")
    sea = next(s for s in g.ground.within(space(g, "brest"), 4) if boats.may_patrol(g, GERMANY, boat, s) is None)
    assert boats.may_patrol(g, GERMANY, boat, space(g, "paris")).rule == "ours 21.418"
    hold(g, "germany", "brest")
    assert quays.idle_boats(g, GERMANY) == [boat]
    drive(g, quays.send_boat(g, GERMANY, boat), [f"patrol {g.board.token(sea)}"])
    assert g.units.patrol[boat] == sea
    assert quays.may_pick_boat(g, GERMANY, boat).rule == "ours 21.418"
    g.side = ALLIES
    assert boats.boats_at(g, GERMANY, AXIS, sea) == [boat]
    quays.patrols_end(g)
    assert g.units.patrol[boat] == sea  # the enemy's turn begins
    g.side = AXIS
    quays.patrols_end(g)
    assert g.units.patrol[boat] == -1


def test_ours_21_4184_aircraft_hunt_a_patrol():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    boat, plane = put(g, "germany sub", "kiel"), put(g, "britain aaf", "plymouth")
    assert quays.may_hunt(g, BRITAIN, boat).rule == "ours 21.4184C"
    near = next(s for s in g.ground.within(space(g, "plymouth"), 2) if not g.ground.land[s])
    g.units[boat].patrol = near
    assert quays.prey(g, BRITAIN) == [boat]
    g.results[cell(EUROPEAN_AXIS, "torpedoes")] = 1
    g.dice = FixedDice(4, 5)  # nine less one
    quays.hunt(g, BRITAIN, boat)
    assert g.units.at[boat] >= 0
    assert g.units.inverted[plane] == 1
    g.units[plane].inverted = 0
    g.dice = FixedDice(5, 5)
    quays.hunt(g, BRITAIN, boat)
    assert g.units.at[boat] < 0


# --- task forces and patrols --------------------------------------------------------------------------------------------


def test_ours_20_16_what_makes_a_task_force():
    """AW-OURS-20-a: 12 carrier factors and 12 others are legal, 12 and 8 are not, nor are nine factors in all."""
    g = pacific_war()
    carriers = [put(g, f"japan cv {name}", "truk") for name in ("Akagi", "Kaga", "Hiryu", "Soryu")]
    assert sum(g.units[u].sheet.strength for u in carriers) == 12
    escorts = puts(g, 12, "japan dd", "truk")
    assert quays.is_task_force(g, [*carriers, *escorts]) is None
    assert quays.is_task_force(g, [*carriers, *escorts[:8]]).rule == "ours 20.16"
    assert quays.is_task_force(g, escorts[:9]).rule == "ours 20.16"
    assert quays.is_task_force(g, [*escorts, *puts(g, 14, "japan dd", "truk")]).rule == "ours 20.16"


def test_ours_20_162_forming_sailing_and_dissolving():
    g = pacific_war()
    ships = puts(g, 10, "japan dd", "truk")
    h = voyages.Harbour(JAPAN, space(g, "truk"), voyages.MOVING)
    assert quays.may_form(g, h).rule == "ours 20.16"
    voyages.take_all(g, h, None)
    assert quays.may_form(g, h) is None
    assert quays.may_form(g, voyages.Harbour(JAPAN, h.port, voyages.FIGHTING)).rule == "ours 20.162"
    quays.form(g, h, None)
    assert {g.units.force[u] for u in ships} == {1}
    assert voyages.may_take(g, h, ships[0]).rule == "ours 20.162"
    assert voyages.forces_in(g, h) == [1]
    quays.dissolve(g, h, 1)
    assert voyages.forces_in(g, h) == []


def patrol_of_carriers(g: World) -> tuple[voyages.Harbour, list[int]]:
    ships = [put(g, f"japan cv {name}", "truk") for name in ("Akagi", "Kaga")] + puts(g, 8, "japan dd", "truk")
    h = voyages.Harbour(JAPAN, space(g, "truk"), voyages.MOVING)
    voyages.take_all(g, h, None)
    quays.form(g, h, None)
    return h, ships


def test_ours_21_41_a_task_force_on_patrol():
    g = pacific_war()
    h, ships = patrol_of_carriers(g)
    sea = next(s for s in g.ground.within(h.port, 3) if not g.ground.land[s])
    assert quays.may_go(g, h, sea).rule == "ours 21.41"  # no ship is told to sail
    voyages.take_force(g, h, 1)
    assert sea in quays.waters(g, h)
    assert quays.may_go(g, h, space(g, "truk")).rule == "ours 21.41"
    level = g.nations.level[JAPAN]
    drive(g, quays.patrol(g, h, sea))
    assert {g.units.patrol[u] for u in ships} == {sea}
    assert g.nations.level[JAPAN] < level
    assert voyages.waiting(g, h) == []
    g.side = ALLIES
    passage = interception.Passage(JAPAN, "base change", (sea,), 12)
    assert interception.may_meet(g, passage, sea) is None
    far = interception.Passage(JAPAN, "base change", (space(g, "pearl_harbor"),), 12)
    assert interception.may_meet(g, far, sea).rule == "ours 21.41"


def test_ours_23_6_a_patrol_strikes_a_port():
    g = pacific_war()
    h, ships = patrol_of_carriers(g)
    near = next(s for s in g.ground.within(space(g, "rabaul"), 2) if not g.ground.land[s])
    wings = puts(g, 6, "japan nas", "truk")
    for u in [*ships, *wings]:
        g.units[u].patrol = near
    port = space(g, "rabaul")
    assert quays.may_strike(g, JAPAN, (near, port)).rule == "ours 23.6"
    target = put(g, "us cruiser", "rabaul")
    assert (near, port) in quays.strikes(g, JAPAN)
    drive(g, quays.strike_from_sea(g, JAPAN, (near, port)), [f"bomb u{target} 3"], dice=[3, 3, 6, 6])
    assert g.units.at[target] < 0 or g.units.damage[target]
    assert g.units.patrol[ships[0]] == -1
    assert g.units.inverted[ships[0]] == 1


def test_ours_22_11_ships_come_to_help():
    g = campaign("europe", year=1941, season=SPRING, side=ALLIES, mover="britain")
    put(g, "britain cruiser", "plymouth")
    battle = next(s for s in g.ground.within(space(g, "plymouth"), 3) if not g.ground.land[s])
    rescue = interception.Rescue(BRITAIN, battle)
    assert space(g, "plymouth") in interception.helpers_at(g, rescue)
    assert interception.may_counter(g, interception.Rescue(GERMANY, battle), space(g, "plymouth")).rule == "ours 22.11"
    far = interception.Rescue(BRITAIN, next(s for s in g.ground.within(space(g, "plymouth"), 14) if not g.ground.land[s]
                                            and (g.board.distance(s, space(g, "plymouth")) or 0) > 10))  # fmt: skip
    assert interception.may_counter(g, far, space(g, "plymouth")).rule == "ours 22.2"
    plymouth = g.board.token(space(g, "plymouth"))
    drive(g, interception.counter_interception(g, battle, ALLIES, []), [f"counter {plymouth}"], dice=[6])
    assert len(drive.value) == 1
