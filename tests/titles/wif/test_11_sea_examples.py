"""11.1 to 11.6: worked examples of the war at sea, and the clauses beside them: forces of two powers, splits, cargo, calls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, USA
from grognard.titles.wif.kinds import Action, Activity, Weather
from grognard.titles.wif.rules import (
    interception,
    naval_air,
    naval_air_combat,
    naval_combat,
    naval_damage,
    naval_movement,
    sailing,
    transport,
)
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.carriers import air_rating, bomb_factors, city_factors, plane_range
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.missions import Flight, flights, may_fly, may_take_off, split_component
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_combat import Hunt
from grognard.titles.wif.rules.naval_search import Sides, caught_unawares
from grognard.titles.wif.rules.port_attack import PORT_ATTACK
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.task_forces import Admiralty, TaskForce
from grognard.titles.wif.state import BOMBER, FORCE_POOL, GROUNDED, NOWHERE, War
from tests.titles.wif.field import act, at, drive, hold, named, put, sky, war
from tests.titles.wif.test_11_sea import at_sea, convoys, north_sea, ship

NORTH_SEA, BISCAY = "North Sea", "Bay of Biscay"


def box(g: War, area: str, section: int) -> int:
    return g.ground.sections[at(g, area)][section]


def print_values(g: War, unit: int, **values: Any) -> None:
    """Give a unit's counter other printed values, in this game alone."""
    counters = list(g.facts.counters)
    number = g.units.counter[unit]
    counters[number] = msgspec.structs.replace(counters[number], **values)
    g.__dict__["facts"] = msgspec.structs.replace(g.facts, counters=tuple(counters))


# --- passing ------------------------------------------------------------------------------------------------------------------


def test_11_1_a() -> None:
    """wif-11.1-a: a power that passed starts no combat and flies to none, but its ships are in those of others."""
    g = war(("Italy", "Commonwealth"), ("Italy", "USA"), turn="Jan/Feb 1942")
    act(g, "USA", Action.NAVAL)
    g.powers[COMMONWEALTH].action = int(Action.PASS)
    med = at(g, "Western Mediterranean")
    british = ship(g, "Commonwealth", "CA", "any", "Western Mediterranean", 2)
    ship(g, "USA", "CA", "any", "Western Mediterranean", 2)
    ship(g, "Italy", "CA", "any", "Western Mediterranean", 2)
    refused = naval_combat.may_fight(g, Hunt(COMMONWEALTH), med)
    assert refused is not None and refused.rule == "11.5.1"
    assert naval_combat.may_fight(g, Hunt(USA), med) is None
    assert not naval_air.may_join(g, COMMONWEALTH, med)
    sides = Sides(med, 1)
    naval_combat.commit(g, sides)
    assert british in sides.committed[1]


# --- forces of two powers, splits (11.4.1, 11.4.2) ------------------------------------------------------------------------------


def test_11_4_2_a() -> None:
    """wif-11.4.2-a: two British ships and an American transport sail together: a naval move for each power, if it agrees."""
    for agreed in (True, False):
        g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
        act(g, "USA", Action.NAVAL)
        act(g, "Commonwealth", Action.NAVAL)
        cruisers = [ship(g, "Commonwealth", "CA", "any", "London") for _ in range(2)]
        trs = ship(g, "USA", "TRS", "any", "London")
        print_values(g, trs, move=5, range=6)
        before = left(g, COMMONWEALTH, Activity.NAVAL_MOVE), left(g, USA, Activity.NAVAL_MOVE)
        flow = naval_movement.gather(g, Admiralty(COMMONWEALTH), at(g, "London"))
        goal = g.board.token(box(g, NORTH_SEA, 2))
        word = "agree" if agreed else "refuse"
        drive(g, flow, [f"join u{cruisers[0]}", f"join u{cruisers[1]}", f"join u{trs}", word, f"sail {goal}"])
        after = left(g, COMMONWEALTH, Activity.NAVAL_MOVE), left(g, USA, Activity.NAVAL_MOVE)
        assert (before[0] - after[0], before[1] - after[1]) == (1, int(agreed))
        assert g.units.at[cruisers[0]] == box(g, NORTH_SEA, 2)
        assert (g.units.at[trs] == box(g, NORTH_SEA, 2)) == agreed


def test_11_4_2_ships_that_do_not_co_operate_sail_apart() -> None:
    g = war(("Germany", "Commonwealth"), ("Germany", "France"), turn="Sep/Oct 1939")
    act(g, "France", Action.NAVAL)
    act(g, "Commonwealth", Action.NAVAL)
    own = ship(g, "Commonwealth", "CA", "any", "London")
    french = ship(g, "France", "CA", "any", "London")
    refused = naval_movement.may_add(g, TaskForce(COMMONWEALTH, at(g, "London"), (own,)), french)
    assert refused is not None and refused.rule == "18.2"


def test_11_4_2_b() -> None:
    """wif-11.4.2-b: the Dido is left in the Eastern Mediterranean, the Royalist sails on to the Red Sea: two naval moves."""
    g = war(("Italy", "Commonwealth"), turn="Jul/Aug 1941")
    act(g, "Commonwealth", Action.NAVAL)
    dido, royalist = named(g, "Commonwealth", "Dido", "Alexandria"), named(g, "Commonwealth", "Royalist", "Alexandria")
    before = left(g, COMMONWEALTH, Activity.NAVAL_MOVE)
    med, red = box(g, "Eastern Mediterranean", 4), box(g, "Red Sea", 4)
    force = TaskForce(COMMONWEALTH, at(g, "Alexandria"), (dido, royalist), ((dido, med),))
    west = box(g, "Western Mediterranean", 0)
    assert naval_movement.may_sail(g, force, red) is None
    one = TaskForce(COMMONWEALTH, at(g, "Alexandria"), (dido, royalist), ((dido, west),))
    assert naval_movement.may_sail(g, one, red) is not None  # not one to the west and one to the Red Sea in a single force
    drive(g, naval_movement.sail(g, force, red))
    assert (g.units.at[dido], g.units.at[royalist]) == (med, red)
    assert before - left(g, COMMONWEALTH, Activity.NAVAL_MOVE) == 2


def test_11_4_2_a_split_is_offered_and_needs_a_move() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.COMBINED)
    ships = tuple(ship(g, "Commonwealth", "CA", "any", "London") for _ in range(2))
    force = TaskForce(COMMONWEALTH, at(g, "London"), ships)
    assert naval_movement.may_split(g, force, ships[0]) is None
    places = naval_movement.split_places(g, force, ships[0])
    assert box(g, NORTH_SEA, 0) in places and all(g.ground.section[s] >= 0 for s in places)
    g.powers[COMMONWEALTH].naval = left(g, COMMONWEALTH, Activity.NAVAL_MOVE) - 1
    refused = naval_movement.may_split(g, force, ships[0])
    assert refused is not None and "naval move" in refused.reason
    g.powers[COMMONWEALTH].naval = 0
    assert naval_movement.may_split(g, TaskForce(COMMONWEALTH, at(g, "London"), ships[:1]), ships[0]) is not None


def st_nazaire() -> tuple[War, int, int]:
    """11.4.2, option 17: a German cruiser and Italian convoys in St Nazaire, out of supply, British cruisers at sea."""
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), turn="Sep/Oct 1940", presence_of_the_enemy=True)
    hold(g, "Germany", "France")
    port = at(g, "St. Nazaire")
    ca = named(g, "Germany", "Deutschland", "Berlin")
    heap = g.units.add(counter=NOWHERE, power=ITALY, country=g.facts.country["italy"], points=5, at=port).index
    g.units[ca].at = port
    for area, section in ((BISCAY, 3), ("Faeroes Gap", 0), (NORTH_SEA, 2)):
        u = ship(g, "Commonwealth", "CA", "any", area, section)
        g.units[u].down = 1
    return g, ca, heap


def test_11_4_2_f_g_h() -> None:
    """wif-11.4.2-f, wif-11.4.2-g, wif-11.4.2-h: what the way costs in the presence of the enemy, out of supply, beside another
    power's ships; and the Deutschland sails it to Kiel."""
    g, ca, heap = st_nazaire()
    hold(g, "Commonwealth", "France")  # nothing feeds the port
    hold(g, "Germany", g.board.token(g.units.at[ca]))
    assert not in_supply(g, ca) and not in_supply(g, heap)
    assert sailing.courses(g, heap) == {}  # four points of three
    reach = sailing.courses(g, ca)
    biscay, faeroes, north, kiel = (at(g, name) for name in (BISCAY, "Faeroes Gap", NORTH_SEA, "Kiel"))
    assert (g.units[ca].sheet.move, g.units[ca].sheet.range) == (5, 6)
    assert (reach[biscay].move, reach[biscay].range) == (1, 5)
    assert (reach[faeroes].move, reach[faeroes].range) == (0, 3)
    assert (reach[north].move, reach[north].range) == (0, 1)
    assert reach[kiel].range == 0
    act(g, "Germany", Action.NAVAL)
    force = TaskForce(GERMANY, g.units.at[ca], (ca,))
    sections = [s for s in naval_movement.goals(g, force) if g.ground.area[s] == biscay]
    assert sections == list(g.ground.sections[biscay][:2])  # it could patrol in 0 or 1
    port = g.board.token(g.units.at[ca])
    drive(g, naval_movement.move_ships(g), [f"gather {port}", f"join u{ca}", f"sail {g.board.token(kiel)}"])
    assert g.units.at[ca] == kiel and g.units.down[ca]
    left_over = sailing.courses(g, heap)
    assert (left_over[biscay].range, left_over[biscay].move) == (0, 0) and set(left_over) == {biscay}


def test_11_4_2_option_18_light_ships_pay_for_rough_seas_once() -> None:
    for rough, paid in ((False, 0), (True, 1)):
        g = war(("Germany", "Commonwealth"), rough_seas=rough)
        sky(g, Weather.STORM)
        trs, cruiser = ship(g, "Commonwealth", "TRS", "any", "London"), ship(g, "Commonwealth", "CA", "any", "London")
        north = at(g, NORTH_SEA)
        light, heavy = sailing.courses(g, trs)[north], sailing.courses(g, cruiser)[north]
        assert light.range == g.units[trs].sheet.range - 1 - paid and light.move == g.units[trs].sheet.move - 1 - paid
        assert heavy.range == g.units[cruiser].sheet.range - 1


def test_11_4_2_option_16_short_voyages_leave_a_ship_face_up() -> None:
    """The Hood, five points: face-up after a voyage of two, face-down after one of three."""
    for port, down in (("Plymouth", 0), ("Bordeaux", 1)):
        g = war(("Germany", "Commonwealth"), ("Germany", "France"), turn="Sep/Oct 1939", dynamic_naval_movement=True)
        act(g, "Commonwealth", Action.NAVAL)
        hood = named(g, "Commonwealth", "Hood", "London")
        hold(g, "Commonwealth", "Bordeaux")
        drive(g, naval_movement.sail(g, TaskForce(COMMONWEALTH, at(g, "London"), (hood,)), at(g, port)))
        assert (g.units.at[hood], g.units.down[hood]) == (at(g, port), down)


def test_11_4_2_part_of_a_heap_of_convoys_sails() -> None:
    g = war(("Germany", "Commonwealth"), ships_in_flames=False)
    act(g, "Commonwealth", Action.NAVAL)
    heap = g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=0, points=10, at=at(g, "London")).index
    force = TaskForce(COMMONWEALTH, at(g, "London"))
    assert naval_movement.may_divide(g, force, (heap, 5)) is None
    refused = naval_movement.may_divide(g, force, (heap, 3))
    assert refused is not None and refused.rule == "11.4.2"
    flow = naval_movement.gather(g, Admiralty(COMMONWEALTH), at(g, "London"))
    drive(g, flow, [f"part u{heap} 5", f"sail {g.board.token(box(g, NORTH_SEA, 0))}"])
    assert g.units.points[heap] == 5 and g.units.at[heap] == at(g, "London")
    other = next(u for u, spot in enumerate(g.units.at) if spot == box(g, NORTH_SEA, 0))
    assert g.units.points[other] == 5


# --- transport (11.4.5) -------------------------------------------------------------------------------------------------------


def channel() -> tuple[War, int, int]:
    g = war(("Germany", "Commonwealth"), ("Germany", "France"), turn="Sep/Oct 1939")
    act(g, "Commonwealth", Action.NAVAL)
    hold(g, "Commonwealth", "Brest")
    return g, ship(g, "Commonwealth", "TRS", "any", "London"), put(g, "Commonwealth INF any", "Brest")


@pytest.mark.parametrize("area", [NORTH_SEA, BISCAY])
def test_11_4_5_c(area: str) -> None:
    """wif-11.4.5-c: a unit in Brest is picked up from the North Sea or the Bay of Biscay."""
    g, trs, foot = channel()
    goal = box(g, area, 0)
    flow = naval_movement.sail(g, TaskForce(COMMONWEALTH, at(g, "London"), (trs,)), goal)
    drive(g, flow, [f"embark u{foot} u{trs}"])
    assert (g.units.aboard[foot], g.units.at[foot], g.units.down[foot]) == (trs, goal, 0)


def test_11_4_5_where_units_embark_and_who_is_turned_down() -> None:
    """From an open coast only marines, units for an AMPH, and others beside an HQ; out of supply they turn face-down."""
    g, trs, foot = channel()
    at_sea(g, BISCAY, 1, trs)
    bare = next(s for s in g.ground.shores[at(g, BISCAY)] if not g.ground.port[s] and g.ground.country[s] == "france")
    g.hexes[bare].controller = g.facts.country["united_kingdom"]
    g.units[foot].at = bare
    refused = transport.may_embark_at(g, trs, foot)
    assert refused is not None and refused.rule == "11.4.5"
    amph, marines = ship(g, "Commonwealth", "AMPH", "any", BISCAY, 1), put(g, "Commonwealth MAR any", "London")
    g.units[marines].at = bare
    assert transport.may_embark_at(g, amph, foot) is None and transport.may_embark_at(g, trs, marines) is None
    hq = put(g, "Commonwealth HQ-I any", "London")
    g.units[hq].at = bare
    assert transport.may_embark_at(g, trs, foot) is None
    g.units[foot].down = 1
    refused = transport.may_board(g, trs, foot)
    assert refused is not None and "face-up" in refused.reason


def test_11_4_5_a() -> None:
    """wif-11.4.5-a: artillery and another small unit fit on one TRS; three small ones or a corps beside one do not."""
    g = war(("Germany", "Commonwealth"))
    trs = ship(g, "Commonwealth", "TRS", "any", "London")
    small = [n for n, c in enumerate(g.facts.counters) if c.power == "Commonwealth" and c.land and c.division][:3]
    units = [g.units.add(counter=n, power=COMMONWEALTH, country=g.facts.nation[n], at=at(g, "London")).index for n in small]
    corps = put(g, "Commonwealth INF any", "London")
    plane = next(n for n, c in enumerate(g.facts.counters) if c.power == "Commonwealth" and c.type.name == "CVP")
    deck = g.units.add(counter=plane, power=COMMONWEALTH, country=g.facts.nation[plane], at=at(g, "London")).index
    assert transport.may_carry(g, trs, units[0]) is None
    g.units[units[0]].aboard = trs
    assert transport.may_carry(g, trs, deck) is None and transport.may_carry(g, trs, units[1]) is None
    assert transport.may_carry(g, trs, corps) is not None
    g.units[units[1]].aboard = trs
    assert transport.may_carry(g, trs, units[2]) is not None


def test_11_4_5_b() -> None:
    """wif-11.4.5-b: liners carry what an AMPH does and are a TRS else, so nobody but marines invades from them."""
    g = war(("Germany", "Commonwealth"))
    liner = ship(g, "Commonwealth", "TRS", "any", "London")
    print_values(g, liner, name="Queens")
    mot, tanks = put(g, "Commonwealth MOT any", "London"), put(g, "Commonwealth ARM any", "London")
    assert transport.may_carry(g, liner, mot) is None
    assert transport.may_carry(g, liner, tanks) is not None


# --- interception (11.4.6) ----------------------------------------------------------------------------------------------------


def test_11_4_6_who_was_turned_down_serves_for_the_next_force_and_for_combat() -> None:
    """After a first try nobody else is turned down for the second, nor to start a combat in the opponent's step."""
    g, watch, fleet = north_sea()
    for ship_, dice in zip(fleet, ([10], [10])):
        flow = naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), (ship_,)), box(g, NORTH_SEA, 1))
        first = ship_ == fleet[0]
        drive(g, flow, [f"intercept u{watch['Hood']}" if first else "intercept_again", "keep_subs"], dice=dice)
    assert [n for n, u in watch.items() if g.units.down[u]] == ["Hood"]
    subject = interception.Passing(at(g, NORTH_SEA), fleet, 1)
    refused = interception.may_call(g, subject, watch["Ceres"])
    assert refused is not None and "serves" in refused.reason
    for u in watch.values():
        g.units[u].down = 1
    assert naval_combat.may_fight(g, Hunt(COMMONWEALTH, second=True), at(g, NORTH_SEA)) is None
    g.units[watch["Hood"]].called = 0
    assert naval_combat.may_fight(g, Hunt(COMMONWEALTH, second=True), at(g, NORTH_SEA)) is not None


def test_11_4_6_the_section_fought_through_from_comes_off_the_movement() -> None:
    """Fighting through from section 2 after one area costs three points: the rest of the way ends in a lower section."""
    g, watch, fleet = north_sea()
    sky(g, Weather.FINE)
    bismarck = fleet[0]
    for name in ("Curacoa", "Ceres", "Royal Oak", "sub"):
        g.units[watch[name]].at = FORCE_POOL
    reach = sailing.courses(g, bismarck)
    faeroes = at(g, "Faeroes Gap")
    assert reach[faeroes].move == 3 and reach[faeroes].range == 2
    flow = naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), (bismarck,)), box(g, "Faeroes Gap", 3))
    g.units[watch["Hood"]].at = box(g, NORTH_SEA, 4)
    answers = [f"intercept u{watch['Hood']}", "through 2"]
    # the search finds only the Hood's prey; both sides stay, then nobody is found
    drive(g, flow, [*answers], dice=[4, 10, *[10] * 30])
    if g.units.at[bismarck] >= 0 and g.ground.area[g.units.at[bismarck]] == faeroes:
        assert g.ground.section[g.units.at[bismarck]] == 1


def test_11_4_6_an_intercepted_force_may_stop_or_remain() -> None:
    g, watch, fleet = north_sea()
    flow = naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), fleet), box(g, "Faeroes Gap", 0))
    drive(g, flow, [f"intercept u{watch['Hood']}", "keep_subs", "stop 1"], dice=[1])
    assert {g.units.at[u] for u in fleet} == {box(g, NORTH_SEA, 1)}
    assert g.hexes.entered[at(g, NORTH_SEA)] & 1  # the watch may seek combat there (11.6)


def test_11_4_6_the_highest_section_decides() -> None:
    """A roll within the number of a lower section with carriers does not do when the highest section fails."""
    g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1945")
    low = ship(g, "Commonwealth", "CV", "any", NORTH_SEA, 2)
    high = ship(g, "Commonwealth", "CA", "any", NORTH_SEA, 3)
    sides = Sides(at(g, NORTH_SEA), 0)
    sides.committed[1] = [low, high]
    assert plane_range(g, low) >= 7 or plane_range(g, low) >= 4
    assert interception.succeeds(g, sides, 1, 3) and not interception.succeeds(g, sides, 1, 4)


def test_13_4_ships_that_abort_are_met_on_their_way() -> None:
    """An aborting ship that must pass another sea area may be intercepted there and fights from section 0."""
    g = war(("Germany", "Commonwealth"))
    runner = ship(g, "Germany", "CA", "any", "Faeroes Gap", 0)
    hunter = ship(g, "Commonwealth", "BB", "any", NORTH_SEA, 4)
    flow = naval_damage.abort(g, runner)
    prompts = drive(
        g, flow, ["return " + g.board.token(at(g, "Kiel")), f"intercept u{hunter}", "through 0"], dice=[1, *[10] * 20]
    )
    assert any("intercept" in p for p in prompts)
    assert g.units.down[hunter]


# --- combat (11.5) ------------------------------------------------------------------------------------------------------------


def test_11_5_8_a() -> None:
    """wif-11.5.8-a: with option 6 in 1943 one of two light cruisers fires its factors against the submarine: 3 and 1."""
    g = war(("Germany", "Commonwealth"), turn="Jan/Feb 1943")
    bismarck = ship(g, "Germany", "BB", "Bismarck", NORTH_SEA, 2)
    sub = next(u for u in [ship(g, "Germany", "SUB", "any", NORTH_SEA, 2) for _ in range(6)] if g.units[u].sheet.attack == 3)
    lights = [named(g, "Commonwealth", "Dido", "London"), named(g, "Commonwealth", "Royalist", "London")]
    assert [g.units[u].sheet.attack for u in lights] == [1, 1]
    assert naval_damage.surface_factors(g, [bismarck, sub]) == 10
    assert naval_damage.surface_factors(g, lights, 1) == 4 and naval_damage.surface_factors(g, lights) == 2


def test_11_5_8_f() -> None:
    """wif-11.5.8-f: five points of two powers, an X and a D: three sunk, the other two damaged."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
    convoys(g, "USA", NORTH_SEA, 1)
    british = convoys(g, "Commonwealth", NORTH_SEA, 4)
    toll = naval_damage.Toll()
    g.dice = type(g.dice)(1, 1, 1)
    naval_damage.suffer(g, british, "X", toll)
    heaps = [u for u, c in enumerate(g.units.counter) if c == NOWHERE and g.units.at[u] >= 0]
    for u in heaps:
        naval_damage.suffer(g, u, "D", toll)
    assert sum(g.units.points[u] for u in heaps) == 2 and all(g.units.damaged[u] for u in heaps)


def test_11_5_8_owners_do_not_hide_behind_the_last_convoy_points() -> None:
    g = war(("Germany", "Commonwealth"))
    heap, cruiser = convoys(g, "Commonwealth", NORTH_SEA, 2), ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 0)
    assert naval_damage.whole_lots_first(g, [heap, cruiser]) == [cruiser]
    g.units[heap].points = 3
    assert naval_damage.whole_lots_first(g, [heap, cruiser]) == [heap, cruiser]


def test_11_5_8_damaged_halves_are_added_before_they_are_rounded() -> None:
    g = war(("Germany", "Commonwealth"))
    ships = [ship(g, "Commonwealth", "CA", "any", NORTH_SEA, 0) for _ in range(2)]
    for u in ships:
        g.units[u].damaged = 1
    total = sum(g.units[u].sheet.attack for u in ships)
    assert naval_damage.surface_factors(g, ships) == (total + 1) // 2


def test_11_5_10_carriers_and_weather_count_against_submarines() -> None:
    g = war(("Germany", "Commonwealth"))
    cv, nav = ship(g, "Commonwealth", "CV", "any", NORTH_SEA, 0), put(g, "Commonwealth NAV any", "London")
    at_sea(g, NORTH_SEA, 0, nav)
    area = at(g, NORTH_SEA)
    whole = naval_damage.planes_against_subs(g, area, [cv, nav])
    assert whole == g.units[cv].sheet.carrier + g.units[nav].sheet.air_to_sea
    sky(g, Weather.RAIN)
    assert naval_damage.planes_against_subs(g, area, [cv, nav]) == Fraction(whole, 2)
    sky(g, Weather.STORM)
    assert naval_damage.planes_against_subs(g, area, [cv, nav]) == 0


def test_11_5_11_a() -> None:
    """wif-11.5.11-a: who calls for an abort takes all powers of the side with committed units along, and its submarines if they
    were committed."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
    area = at(g, "North Atlantic")
    british, american = (
        ship(g, "Commonwealth", "CA", "any", "North Atlantic", 0),
        ship(g, "USA", "CA", "any", "North Atlantic", 3),
    )
    boat = ship(g, "Germany", "SUB", "any", "North Atlantic", 1)
    raider = ship(g, "Germany", "CA", "any", "North Atlantic", 1)
    for subs in (True, False):
        sides = Sides(area, 0, [subs, False])
        naval_combat.commit(g, sides)
        sides.included = [[raider], [british]]
        copy = [g.units.at[u] for u in (british, american, boat, raider)]
        drive(g, naval_combat.offer_abort(g, sides, 1), ["abort"])
        assert g.ground.land[g.units.at[british]] and g.ground.land[g.units.at[american]]
        drive(g, naval_combat.offer_abort(g, sides, 0), ["abort"])
        assert (g.units.at[boat] == area or g.ground.area[g.units.at[boat]] == area) != subs
        for u, spot in zip((british, american, boat, raider), copy):
            g.units[u].at, g.units[u].down = spot, 0


def test_15_1_surprise_counts_only_where_nobody_else_takes_part() -> None:
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    g.powers[COMMONWEALTH].surprised_by = 1 << ITALY
    british, italian, german = (ship(g, p, "CA", "any", NORTH_SEA, 2) for p in ("Commonwealth", "Italy", "Germany"))
    assert caught_unawares(g, [british], [italian])
    assert not caught_unawares(g, [british], [italian, german])


# --- naval air combat (11.5.9) and carriers (14.4) ------------------------------------------------------------------------------


def test_11_5_9_three_points_let_the_owner_name_the_first_loss() -> None:
    """The raider spends three: a carrier plane goes first, and the gunner has five points left to use."""
    g = war(("Japan", "USA"), turn="Jul/Aug 1942")
    cv = ship(g, "Japan", "CV", "Soryu", "Marianas", 3)
    nav = put(g, "Japan NAV any", "Tokyo")
    at_sea(g, "Japanese Coast", 0, nav)
    sides = Sides(at(g, "Marianas"), 1)
    sides.points = [3, 0]
    raid = [Plane(cv, 1, 2, False, True), Plane(nav, 2, 3, False, False)]
    drive(g, naval_air_combat._ten(g, sides, 1, raid, ["japan", "usa"]), ["name_it", f"falls u{cv}"])
    assert g.units.no_planes[cv] and sides.points[0] == 0
    assert raid == [] and g.ground.land[g.units.at[nav]]  # the last five points drove the other off


def test_11_5_9_points_shift_the_flak_and_the_attack() -> None:
    g = war(("Japan", "USA"), turn="Jul/Aug 1942")
    sides = Sides(at(g, "Marianas"), 1)
    sides.points = [0, 5]
    flow = naval_air_combat.buy_shift(g, sides, 1, "flak", ["japan", "usa"])
    got: list[int] = []

    def run() -> object:
        got.append((yield from flow))

    drive(g, run(), ["shift", "shift"])
    assert got == [2] and sides.points == [0, 1]
    sides.points = [2, 0]
    flow = naval_air_combat.buy_shift(g, sides, 1, "flak", ["japan", "usa"])
    drive(g, run(), ["shift"])
    assert got[-1] == -1


def test_14_4_a() -> None:
    """wif-14.4-a: the Essex in 1941, 2 for air-to-air and 3 against ships, has 1.5 tactical and 0.3 strategic factors."""
    g = war(("Japan", "USA"), turn="Sep/Oct 1941")
    essex = ship(g, "USA", "CV", "Essex", "Marianas", 3)
    g.units[essex].mission, g.units[essex].wing = BOMBER, 2
    assert (air_rating(g, essex), bomb_factors(g, essex), city_factors(g, essex)) == (2, Fraction(3, 2), Fraction(3, 10))


def test_14_4_b() -> None:
    """wif-14.4-b: in 1939 the planes of the Essex and the Soryu both fly five."""
    g = war(("Japan", "USA"), turn="Sep/Oct 1939")
    assert plane_range(g, ship(g, "USA", "CV", "Essex", "Marianas", 3)) == 5
    assert plane_range(g, ship(g, "Japan", "CV", "Soryu", "Marianas", 3)) == 5


def test_14_4_carrier_planes_attack_ports_of_their_sea_and_come_back() -> None:
    """From sea, face-up and undamaged; the ship stays in its section and is face-down afterwards; never from port."""
    g = war(("Italy", "Commonwealth"), turn="Nov/Dec 1940")
    act(g, "Commonwealth", Action.NAVAL)
    cv = ship(g, "Commonwealth", "CV", "any", "Italian Coast", 2)
    target = at(g, "Naples")
    ship(g, "Italy", "BB", "any", "Naples")
    subject = Flight(COMMONWEALTH, PORT_ATTACK.name, BOMBER)
    assert (cv, target) in flights(g, subject) and may_fly(g, subject, (cv, target)) is None
    section = g.units.at[cv]
    g.units[cv].over, g.units[cv].mission, g.units[cv].base = target, BOMBER, section
    drive(g, split_component(g, cv), ["keep 1"])
    assert g.units.wing[cv] == 1 and g.units.at[cv] == section
    drive(g, PORT_ATTACK.effect(g, target, 1), dice=[5, 5, *[10] * 20])
    drive(g, return_to_base(g, cv))
    assert (g.units.at[cv], g.units.mission[cv], g.units.down[cv]) == (section, GROUNDED, 1)
    refused = may_take_off(g, subject, cv)
    assert refused is not None and refused.rule == "14.4"
    g.units[cv].down, g.units[cv].at = 0, at(g, "London")
    assert may_take_off(g, subject, cv) is not None


def test_11_4_3_a() -> None:
    """wif-11.4.3-a: a force that drops the Texas and then the South Dakota makes three naval moves; the San Diego, 6 and range 4,
    has three points left off Japan. Without markers the splits are named before it sails."""
    g = war(("Japan", "USA"), turn="Jan/Feb 1942")
    act(g, "USA", Action.NAVAL)
    texas, dakota, diego = (named(g, "USA", name, "Pearl Harbor") for name in ("Texas", "South Dakota", "San Diego"))
    for u, move, far in ((texas, 4, 3), (dakota, 5, 5), (diego, 6, 4)):
        print_values(g, u, move=move, range=far)
    drops = ((texas, box(g, "Hawaiian Islands", 0)), (dakota, box(g, "Central Pacific", 0)))
    force = TaskForce(USA, at(g, "Pearl Harbor"), (texas, dakota, diego), drops)
    japan = at(g, "Japanese Coast")
    assert [g.ground.section[s] for s in naval_movement.goals(g, force) if g.ground.area[s] == japan] == [0, 1, 2, 3]
    before = left(g, USA, Activity.NAVAL_MOVE)
    drive(g, naval_movement.sail(g, force, box(g, "Japanese Coast", 3)))
    assert before - left(g, USA, Activity.NAVAL_MOVE) == 3
    assert [g.units.at[u] for u in (texas, dakota, diego)] == [drops[0][1], drops[1][1], box(g, "Japanese Coast", 3)]
