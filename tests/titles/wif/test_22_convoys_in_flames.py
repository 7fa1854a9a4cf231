"""22.16: Convoys in Flames (option 7): escorts, sub-hunters, raiders, tankers and boats of special kinds."""

from __future__ import annotations

import msgspec

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, POWER_INDEX, USA
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules import boats, naval_combat, naval_damage, naval_search, tankers
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.building import Purse, first_cost, may_repair, repair
from grognard.titles.wif.rules.hulls import cast_off, decks, dock, is_docked, is_port, points_in, sails_as_convoy
from grognard.titles.wif.rules.interception import callers, meet, succeeds
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_movement import goals, may_move, sail
from grognard.titles.wif.rules.naval_search import Sides, commit, roll_modifier
from grognard.titles.wif.rules.production import plan_for
from grognard.titles.wif.rules.reinforcements import Arrival, outposts
from grognard.titles.wif.rules.reorganisation import reorganise_finally
from grognard.titles.wif.rules.resources import OIL, convoy_points
from grognard.titles.wif.rules.return_to_base import bring_home, must_return
from grognard.titles.wif.rules.sailing import bases, courses
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, REPAIR_POOL, War

from .field import act, align, at, drive, hold, outcome, sky, war

WEST = (("Germany", "Commonwealth"), ("Italy", "Commonwealth"), ("Germany", "USA"), ("Japan", "USA"), ("Japan", "Commonwealth"))
ATLANTIC, VINCENT, NORTH_SEA = "North Atlantic", "Cape St. Vincent", "North Sea"


def sea(turn: str = "Jul/Aug 1942", *, on: bool = True) -> War:
    return war(*WEST, turn=turn, scenario="global_war_1939", convoys_in_flames=on, ships_in_flames=True)


def ship(g: War, power: str, kind: Type, where: str, section: int = -1, *, name: str | None = None, **columns: int) -> int:
    """A counter of a type, by its name if that matters, in a port or a section of a sea."""
    used = set(g.units.counter)
    fits = [n for n, c in enumerate(g.facts.counters) if c.power == power and c.type == kind and n not in used]
    number = next(n for n in fits if name is None or g.facts.counters[n].name == name)
    space = at(g, where) if section < 0 else g.ground.sections[at(g, where)][section]
    country = g.facts.nation[number]
    return g.units.add(counter=number, power=POWER_INDEX[power], country=max(country, 0), at=space, **columns).index


def heap(g: War, power: str, where: str, points: int, *, port: bool = False, **columns: int) -> int:
    space = at(g, where) if port else g.ground.sections[at(g, where)][0]
    return g.units.add(counter=NOWHERE, power=POWER_INDEX[power], country=0, points=points, at=space, **columns).index


def printed(g: War, unit: int, **values: int) -> None:
    """Give a unit of a case the values the case has."""
    counters = list(g.facts.counters)
    number = len(counters)
    counters.append(msgspec.structs.replace(g.units[unit].sheet, **values))
    g.__dict__["facts"] = msgspec.structs.replace(g.facts, counters=counters)
    g.units[unit].counter = number


def convoy_battle(g: War) -> tuple[Sides, list[int], list[int]]:
    """Huron and Wessex, two destroyer escorts of 2 and 3, and the escort carrier Attacker, against four boats."""
    escorts = [ship(g, "Commonwealth", Type.ASW, ATLANTIC, 0, name="") for _ in range(2)]
    escorts.append(ship(g, "Commonwealth", Type.ASW, ATLANTIC, 0, name="ASW CV"))
    for unit, attack in zip(escorts, (2, 3, 0)):
        printed(g, unit, attack=attack, **({"carrier": 1} if attack == 0 else {}))
    subs = [ship(g, "Germany", Type.SUB, ATLANTIC, 3, name="") for _ in range(4)]
    sides = Sides(at(g, ATLANTIC), 0, subs=[True, False])
    commit(g, sides)
    sides.included = [list(side) for side in sides.committed]
    return sides, escorts, subs


def test_22_16_a() -> None:
    """wif-22.16-a: four surprise points choose a surface round, before the escort carrier can ask for one in the air."""
    g = sea()
    sides, escorts, _ = convoy_battle(g)
    assert decks(g)[escorts[2]] and not decks(g)[escorts[0]]
    sides.points = [4, 0]
    assert outcome(g, naval_combat.combat_type(g, sides), ["surface"], ()) == naval_combat.SURFACE
    assert sides.points == [0, 0]
    sides.points = [0, 0]
    assert outcome(g, naval_combat.combat_type(g, sides), ["in_the_air"], ()) == naval_combat.IN_THE_AIR


def test_22_16_b() -> None:
    """wif-22.16-b: 7 factors; two points for a column less: a D and two A against four submarines, before the combat."""
    g = sea()
    sides, escorts, subs = convoy_battle(g)
    assert naval_damage.first_factors(g, sides.area, escorts) == 7
    assert naval_combat.result_of(g, "ASW", 7, 4, -1) == ["D", "A", "A"]
    sides.points = [2, 0]
    toll = Toll()
    drive(g, naval_combat.fire_first(g, sides, toll), ["all_fire", "shift_enemy", f"suffer u{subs[0]}", f"suffer u{subs[1]}",
                                                       f"suffer u{subs[2]}"], [1, 1, 1])  # fmt: skip
    assert g.units.damaged[subs[0]] and set(toll.aborting) == {subs[1], subs[2]}
    assert sides.fired == set(escorts) and sides.points == [0, 0]
    assert naval_damage.asw_factors(g, escorts, 0, sides.fired) == 1  # nine convoy points: one factor is left


def test_22_16_asw_factors_need_submarines_and_the_option() -> None:
    g = sea()
    escort = ship(g, "Commonwealth", Type.ASW, ATLANTIC, 0, name="")
    attack = g.units[escort].sheet.attack
    assert naval_damage.surface_factors(g, [escort], 0) == 0 and naval_damage.surface_factors(g, [escort], 1) >= attack > 0
    assert points_in(g, escort) == 3 and sails_as_convoy(g, escort) and not must_return(g, escort)
    assert convoy_points(g, at(g, ATLANTIC), (COMMONWEALTH,)) == 3
    assert escort not in naval_combat.starters(g, COMMONWEALTH, at(g, ATLANTIC))
    assert callers(g, at(g, ATLANTIC), [ship(g, "Germany", Type.CA, "Kiel")]) == []


def test_22_16_asw_units_end_their_move_in_section_0() -> None:
    g = sea()
    act(g, "Commonwealth", Action.NAVAL)
    escort = ship(g, "Commonwealth", Type.ASW, "Liverpool", name="")
    cruiser = ship(g, "Commonwealth", Type.CA, "Liverpool")
    found = goals(g, TaskForce(COMMONWEALTH, at(g, "Liverpool"), (escort,)))
    assert {g.ground.section[s] for s in found if g.ground.section[s] >= 0} == {0}
    found = goals(g, TaskForce(COMMONWEALTH, at(g, "Liverpool"), (cruiser,)))
    assert max(g.ground.section[s] for s in found) > 0


def test_22_16_an_escort_carrier_costs_a_point_more_without_carrier_planes() -> None:
    g = sea()
    for name, more in (("", 0), ("ASW CV", 1)):
        sheet = g.units[ship(g, "Commonwealth", Type.ASW, "Liverpool", name=name)].sheet
        assert first_cost(g, sheet) == sheet.cost + more


def hunter(g: War, power: str, section: int) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == power and "sub_hunter" in c.marks)
    space = g.ground.sections[at(g, NORTH_SEA)][section]
    return g.units.add(counter=number, power=POWER_INDEX[power], country=max(g.facts.nation[number], 0), at=space).index


def test_22_16_c() -> None:
    """wif-22.16-c: a sub-hunter in section 2 finds two submarines with a 2; they stop in section 3."""
    g = sea()
    sunderland = hunter(g, "Commonwealth", 2)
    cruisers = [ship(g, "Commonwealth", Type.CL, NORTH_SEA, 1) for _ in range(2)]
    subs = [ship(g, "Germany", Type.SUB, "Kiel", name="") for _ in range(2)]
    area = at(g, NORTH_SEA)
    assert callers(g, area, subs) == [sunderland]
    reach = {u: courses(g, u)[area]._replace(move=3) for u in subs}
    gone = outcome(g, meet(g, subs, area, reach, base=False), [f"intercept u{sunderland}", "stop 3"], [2])
    assert gone.going == [] and gone.halted == subs and all(g.ground.section[g.units.at[u]] == 3 for u in subs)
    assert g.units.down[sunderland] and not any(g.units.down[u] for u in cruisers)


def test_22_16_d() -> None:
    """wif-22.16-d: only the B-24M in section 4 finds them with a 4: they fight it alone, all of them committed."""
    g = sea()
    liberator = hunter(g, "USA", 4)
    near = hunter(g, "Commonwealth", 2)
    subs = [ship(g, "Germany", Type.SUB, "Kiel", name="") for _ in range(2)]
    sides = Sides(at(g, NORTH_SEA), 0, forced=frozenset(subs))
    sides.committed[1] = [liberator, near]
    high = naval_search.search_number(g, [liberator, near], sides.area, 4)
    low = naval_search.search_number(g, [liberator, near], sides.area, 2)
    roll = low + 1
    assert low < roll <= high and succeeds(g, sides, 1, roll) and not succeeds(g, sides, 1, high + 1)
    for u in subs:
        g.units[u].at = g.ground.sections[sides.area][0]
    commit(g, sides)  # nobody has said that the submarines fight
    assert set(sides.committed[0]) == set(subs)
    assert naval_search.in_sections(g, sides.committed[1], naval_search.found_sections(g, sides, 1, roll)) == [liberator]


def test_22_16_e() -> None:
    """wif-22.16-e: submarines on their way home fight from section 0 and cannot stop; the survivors reach Kiel."""
    g = sea()
    liberator = hunter(g, "USA", 3)
    hold(g, "Germany", "Kiel")
    subs = [ship(g, "Germany", Type.SUB, NORTH_SEA, 2, name="") for _ in range(3)]
    area = at(g, NORTH_SEA)
    gone = outcome(g, meet(g, subs, area, {}, base=True), [f"intercept u{liberator}", "through 0"], [1, 10, 10, 10, 10, 10, 10])
    assert set(gone.going) <= set(subs) and not gone.halted


def test_22_16_sub_hunters_do_not_find_schnorkels_and_walther_boats() -> None:
    g = sea()
    hunter(g, "Commonwealth", 4)
    area = at(g, NORTH_SEA)
    for name in ("Schnorkel", "Walther"):
        boat = ship(g, "Germany", Type.SUB, "Kiel", name=name)
        assert drive(g, meet(g, [boat], area, {}, base=False)) == []
    plain = ship(g, "Germany", Type.SUB, "Kiel", name="")
    assert drive(g, meet(g, [plain], area, {}, base=True), ["let"]) != []
    g = sea(on=False)
    hunter(g, "Commonwealth", 4)
    assert drive(g, meet(g, [ship(g, "Germany", Type.SUB, "Kiel", name="")], area, {}, base=True)) == []


def rio(raiders: int) -> tuple[War, list[int], int]:
    g = sea("Jul/Aug 1940")
    act(g, "Germany", Action.COMBINED)
    port = at(g, "Rio de Janeiro")
    names = ("Orion", "Thor")[:raiders]
    found = [ship(g, "Germany", Type.CX, "Rio de Janeiro", name=name) for name in names]
    assert all(g.units.at[u] == port for u in found)
    return g, found, ship(g, "Germany", Type.SUB, "Kiel", name="")


def test_22_16_f() -> None:
    """wif-22.16-f: Orion sails from neutral Rio as the raider's move of a combined action, then the submarines sail."""
    g, (orion,), sub = rio(1)
    assert may_move(g, GERMANY, sub) is not None  # raiders leave neutral ports first
    before = left(g, GERMANY, Activity.NAVAL_MOVE)
    assert may_move(g, GERMANY, orion) is None and in_supply(g, orion)
    force = TaskForce(GERMANY, g.units.at[orion], (orion,))
    goal = next(s for s in goals(g, force) if g.ground.section[s] == 2)
    drive(g, sail(g, force, goal))
    assert left(g, GERMANY, Activity.NAVAL_MOVE) == before and g.powers.raided[GERMANY]
    assert may_move(g, GERMANY, sub) is None


def test_22_16_g() -> None:
    """wif-22.16-g: with two raiders in Rio both naval moves are theirs."""
    g, (orion, thor), sub = rio(2)
    for unit in (orion, thor):
        assert may_move(g, GERMANY, sub) is not None
        force = TaskForce(GERMANY, g.units.at[unit], (unit,))
        drive(g, sail(g, force, next(s for s in goals(g, force) if g.ground.section[s] == 1)))
    assert left(g, GERMANY, Activity.NAVAL_MOVE) == 0 and g.powers.raided[GERMANY]


def test_22_16_raiders_are_hard_to_find_and_lost_in_a_port_that_becomes_hostile() -> None:
    g, (orion, *_), _ = rio(1)
    area = at(g, "North Atlantic")
    assert roll_modifier(g, area, [orion]) == 2
    assert roll_modifier(g, area, [orion, ship(g, "Germany", Type.CA, "Kiel")]) == 0
    boats.intern_raiders(g)
    assert g.units.at[orion] >= 0
    align(g, "brazil", "USA")
    boats.intern_raiders(g)
    assert g.units.at[orion] == FORCE_POOL


def test_22_16_h() -> None:
    """wif-22.16-h: Japan makes four tankers of six convoy points in Tokyo; others would get three; none at sea or abroad."""
    g = sea()
    six = heap(g, "Japan", "Tokyo", 6, port=True)
    subject = tankers.Refitting(JAPAN)
    assert tankers.may_refit(g, subject, (six, 4), tankers=True) is None
    assert tankers.may_refit(g, subject, (six, 5), tankers=True) is not None
    tankers.refit(g, subject, (six, 4), tankers=True)
    assert [(g.units.points[u], g.units.tanker[u]) for u, a in enumerate(g.units.at) if a == at(g, "Tokyo")] == [(4, 1)]
    ours = heap(g, "USA", "Boston", 6, port=True)
    assert tankers.may_refit(g, tankers.Refitting(USA), (ours, 3), tankers=True) is None
    assert tankers.may_refit(g, tankers.Refitting(USA), (ours, 4), tankers=True) is not None
    far = heap(g, "USA", ATLANTIC, 6)
    assert tankers.may_refit(g, tankers.Refitting(USA), (far, 1), tankers=True) is not None


def test_22_16_only_tankers_carry_oil_over_the_sea() -> None:
    """Oil of Venezuela crosses with tankers alone, other resources with convoys alone."""
    found = {}
    for tanker in (0, 1):
        g = sea()
        g.powers[COMMONWEALTH].plays = 1
        for area in g.ground.waters:
            g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=0, points=30, at=g.ground.sections[area][0], tanker=tanker)
        plan = plan_for(g, COMMONWEALTH)
        found[tanker] = sum(plan.used("sea").values()), sum(plan.used(OIL + "sea").values())
        assert convoy_points(g, at(g, ATLANTIC), (COMMONWEALTH,), oil=not tanker) == 0
    assert found[0][0] > 0 and found[0][1] == 0 and found[1][0] == 0 and found[1][1] > 0


def test_13_6_5_minor_countries_build_and_repair_one_convoy_point_a_turn() -> None:
    g = sea()
    norway = g.facts.country["norway"]
    g.powers[COMMONWEALTH].build_points = 9
    purse = Purse(COMMONWEALTH, 9)
    assert tankers.may_build_abroad(g, purse, norway) is not None
    align(g, "norway", "Commonwealth")
    assert tankers.may_build_abroad(g, purse, norway) is None
    tankers.build_abroad(g, purse, norway)
    assert tankers.may_build_abroad(g, purse, norway) is not None
    hurt = g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=norway, points=3, at=REPAIR_POOL, damaged=1).index
    assert may_repair(g, purse, hurt) is not None
    g.minor_hulls = []
    assert may_repair(g, purse, hurt) is None
    repair(g, purse, hurt)
    assert g.units.points[hurt] == 2 and g.units.at[hurt] == REPAIR_POOL and norway in g.minor_hulls


def herd(g: War) -> tuple[int, int]:
    cow = ship(g, "Germany", Type.SUB, VINCENT, 0, name="Milchcow")
    boat = ship(g, "Germany", Type.SUB, VINCENT, 0, name="")
    return cow, boat


def test_22_16_i() -> None:
    """wif-22.16-i: the boat is based on the milchcow, then sails as from a port; the milchcow turns up again."""
    g = sea()
    act(g, "Germany", Action.COMBINED)
    cow, boat = herd(g)
    assert boats.milking_powers(g) == [GERMANY]
    assert boats.may_dock(g, boats.Milking(GERMANY), (cow, boat)) is not None
    drive(g, boats.milk(g), [f"dock u{boat} u{cow}"])
    assert is_docked(g, boat) and is_port(g, cow) and g.units.down[cow]
    force = TaskForce(GERMANY, g.units.at[boat], (boat,))
    open_ = {g.ground.area[s] for s in goals(g, force) if g.ground.area[s] >= 0}
    assert at(g, VINCENT) in open_ and len(open_) > 1  # from a sea-box it could not go to another sea
    target = next(s for s in goals(g, force) if g.ground.area[s] not in (-1, at(g, VINCENT)))
    drive(g, sail(g, force, target))
    assert g.units.at[boat] == target and not g.units.down[cow] and not is_docked(g, boat)
    lone = ship(g, "Germany", Type.SUB, VINCENT, 2, name="")
    stuck = goals(g, TaskForce(GERMANY, g.units.at[lone], (lone,)))
    assert {g.ground.area[s] for s in stuck if g.ground.area[s] >= 0} <= {at(g, VINCENT)}


def test_22_16_j() -> None:
    """wif-22.16-j: at the end of the turn the boat returns to the milchcow and is reorganised; the milchcow stays face-down."""
    g = sea()
    act(g, "Germany", Action.COMBINED)
    cow, boat = herd(g)
    g.units[boat].down = 1
    box = g.units.at[cow]
    assert box in bases(g, boat) and not must_return(g, cow)
    g.units[cow].staying = 1
    drive(g, bring_home(g), [f"home {g.board.token(box)}"])
    assert is_docked(g, boat) and g.units.down[boat] and g.units.down[cow]
    reorganise_finally(g)
    assert not g.units.down[boat] and g.units.down[cow]
    cast_off(g, boat)
    assert not g.units.down[cow]


def test_22_16_k() -> None:
    """wif-22.16-k: nobody committed submarines; four surprise points call a submarine combat, in which the milchcow is alone."""
    g = sea()
    cow, boat = herd(g)
    dock(g, boat, cow)
    cruiser = ship(g, "USA", Type.CL, VINCENT, 4)
    sides = Sides(at(g, VINCENT), 1)
    commit(g, sides)
    assert sides.committed[0] == [cow] and sides.committed[1] == [cruiser]
    sides.included, sides.points = [[cow], [cruiser]], [0, 4]
    assert not any(naval_combat.may_hunt_convoys(g, sides, side) for side in (0, 1))
    assert naval_combat.produces_combat(g, sides, naval_combat.SUBMARINE)
    toll = Toll()
    drive(g, naval_combat.submarine_round(g, sides, 0, toll), (), [1])
    assert toll.aborting == [cow]
    assert naval_combat.leave_ports_out(g, sides) and sides.included[0] == []


def test_22_16_l() -> None:
    """wif-22.16-l: with an escort carrier among the escorts the schnorkel is fired at first, the Walther boat never."""
    g = sea("Jul/Aug 1944")
    snort = ship(g, "Germany", Type.SUB, ATLANTIC, 2, name="Schnorkel")
    walther = ship(g, "Germany", Type.SUB, ATLANTIC, 2, name="Walther")
    plain = [ship(g, "Commonwealth", Type.ASW, ATLANTIC, 0, name="") for _ in range(2)]
    deck = ship(g, "Commonwealth", Type.ASW, ATLANTIC, 0, name="ASW CV")
    sides = Sides(at(g, ATLANTIC), 0)
    sides.included = [[snort, walther], [*plain, deck]]
    assert naval_combat.first_targets(g, sides, 1, Toll()) == [snort]
    sides.included = [[snort, walther], plain]
    assert naval_combat.first_targets(g, sides, 1, Toll()) == []


def test_22_16_m() -> None:
    """wif-22.16-m: after the search the Walther boat returns to base, here to a milchcow; an ordinary boat is not asked."""
    g = sea("Jul/Aug 1944")
    cow = ship(g, "Germany", Type.SUB, VINCENT, 0, name="Milchcow")
    walther = ship(g, "Germany", Type.SUB, VINCENT, 2, name="Walther")
    plain = ship(g, "Germany", Type.SUB, VINCENT, 2, name="")
    sides = Sides(at(g, VINCENT), 0)
    sides.committed = [[walther, plain], []]
    sides.included = [[walther, plain], []]
    box = g.units.at[cow]
    asked = drive(g, boats.slip_away(g, sides), ["dive", f"return {g.board.token(box)}"])
    assert len(asked) == 2 and is_docked(g, walther) and sides.included[0] == [plain]


def test_22_16_n() -> None:
    """wif-22.16-n: two missile factors against Boston from the US East Coast: an air mission, then face-down."""
    g = sea("Jul/Aug 1946")
    act(g, "Germany", Action.AIR)
    sub = ship(g, "Germany", Type.SUB, "US East Coast", 2, name="Missile")
    printed(g, sub, anti_sub=2)
    pair = (sub, at(g, "Boston"))
    salvo = boats.Salvo(GERMANY)
    assert boats.may_fire(g, salvo, pair) is None
    sky(g, Weather.STORM)
    assert boats.may_fire(g, salvo, pair) is not None
    sky(g, Weather.FINE)
    before = left(g, GERMANY, Activity.STRATEGIC_BOMBARDMENT)
    outcome(g, boats.fire(g, salvo, pair), (), [10])
    assert g.units.down[sub] and g.powers.air[GERMANY] == 1 and left(g, GERMANY, Activity.STRATEGIC_BOMBARDMENT) <= before
    assert boats.may_fire(g, salvo, pair) is not None
    assert boats.may_fire(g, salvo, (ship(g, "Germany", Type.SUB, "US East Coast", 2, name=""), at(g, "Boston"))) is not None


def test_22_16_the_i_400_has_planes_and_fights_while_it_is_face_down() -> None:
    g = sea("Jul/Aug 1944")
    boat = ship(g, "Japan", Type.SUB, ATLANTIC, 2, name="Flying", down=1)
    ship(g, "USA", Type.CA, ATLANTIC, 2)
    sides = Sides(at(g, ATLANTIC), 0)
    commit(g, sides)
    assert decks(g)[boat] and sides.committed[0] == [boat]
    g.units[boat].down = 0
    commit(g, sides)
    assert sides.committed[0] == []
    g.options.carrier_planes = True  # its plane is a unit of its own, face-down after a mission
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.type == Type.CVP)
    plane = g.units.add(counter=number, power=JAPAN, country=g.units.country[boat], at=g.units.at[boat], aboard=boat, down=1)
    commit(g, sides)
    assert sides.committed[0] == [boat]
    plane.down = 0
    commit(g, sides)
    assert sides.committed[0] == []


def test_4_2_1_no_single_convoy_points_arrive_in_minor_countries_with_option_7() -> None:
    for on in (True, False):
        g = sea(on=on)
        align(g, "norway", "Commonwealth")
        unit = g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=g.facts.country["united_kingdom"], points=3, at=-20).index
        places = outposts(g, Arrival(COMMONWEALTH, unit))
        assert any(g.ground.country[s] == "norway" for s in places) != on
