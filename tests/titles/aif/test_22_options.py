"""4.1.2, 11.7.1, 13.6.5, 22.1, 22.7, 22.8: heavy units, building ahead, atomic bombs, factories, the Walther boat, HG."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.session import Session
from grognard.kernel.state import Encoded
from grognard.titles.aif import TITLE
from grognard.titles.aif.agent import own_answer
from grognard.titles.aif.rules import atomic, factories, heavy, walther
from grognard.titles.aif.rules.factories import Site, Wrecking
from grognard.titles.aif.rules.grudges import oppressor
from grognard.titles.aif.state import America, bombs_to_points
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, GERMANY, ITALY, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules import air_transport, building, naval_air_combat, paradrops, v_weapons
from grognard.titles.wif.rules.air_cavalry import rest_cavalry
from grognard.titles.wif.rules.air_missions import carry_out
from grognard.titles.wif.rules.airlift import LARGE
from grognard.titles.wif.rules.bombardment import bomb_factories, strategic_factors
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.building_ahead import build_ahead, coming, may_build_ahead
from grognard.titles.wif.rules.control import first_home, powers_by_hex
from grognard.titles.wif.rules.land_movement import Marching, marchers, may_march
from grognard.titles.wif.rules.missions import (
    AIR_ASSAULT,
    AIR_CAVALRY,
    Flight,
    flights,
    may_fly,
    may_take_off,
    outward_range,
    send,
)
from grognard.titles.wif.rules.naval_air_combat import Plane, pressing
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.port_attack import attack_port, has_sea_factors
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.resources import standing, useable_factories
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.units import destroy_silently, roster
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, GONE, INTERCEPTOR, NOWHERE, SET_ASIDE, slot_of

from ..wif.field import act, at, drive, hold, put, sky
from ..wif.field import war as old_war
from .field import america, favour, stands


def counter(g: America, name: str) -> int:
    return g.facts.index[name]


# --- heavy units and militia (4.1.2) ------------------------------------------------------------------------------------------


def corps(turn: str = "Jan/Feb 1946") -> tuple[America, int, int]:
    """The III corps in the field and its heavy successor of 1946."""
    g = america(turn=turn)
    usa = g.facts.country["usa"]
    old = g.units.add(counter=counter(g, "L711"), power=USA, country=usa, at=at(g, "Chicago")).index
    new = g.units.add(counter=counter(g, "LL1"), power=USA, country=usa, at=SET_ASIDE).index
    return g, old, new


def test_4_1_2_a_heavy_unit_replaces_one_in_the_field_at_half_its_cost() -> None:
    g, old, new = corps()
    assert heavy.may_replace(g, Purse(USA, 9), new) is None
    heavy.replace(g, Purse(USA, 9), new)
    assert g.units.at[old] == GONE and g.units.at[new] == FORCE_POOL and heavy.awaited(g, USA) == []
    sheet = g.units[new].sheet
    half = (sheet.pool, heavy.half_cost(g, new))
    assert half[1] == (sheet.cost + 1) // 2 and building.force_pools(g, USA)[half] == [new]  # AIF-DEC-26
    assert building.may_build(g, Purse(USA, half[1] - 1), half) is not None
    g.powers[USA].build_points = 9
    g.dice = FixedDice(new)
    building.build(g, Purse(USA, 9), half)
    assert g.powers.build_points[USA] == 9 - half[1] and g.units.at[new] == slot_of(g.turn + sheet.turns)
    g.units[new].at = FORCE_POOL
    assert building.force_pools(g, USA)[sheet.pool, sheet.cost] == [new]  # once


def test_4_1_2_older_saves_keep_it_beside_the_pools() -> None:
    g, _, new = corps()
    g.heavies = [new]
    assert heavy.may_build_heavy(g, Purse(USA, 9), new) is None
    g.powers[USA].build_points = 9
    heavy.build_heavy(g, Purse(USA, 9), new)
    assert heavy.may_build_heavy(g, Purse(USA, 9), new) is not None


def test_4_1_2_from_the_force_pool_it_costs_as_printed() -> None:
    g, old, new = corps()
    g.units[old].at = FORCE_POOL
    heavy.replace(g, Purse(USA, 9), new)
    assert g.units.at[new] == FORCE_POOL and g.heavies == []


def test_4_1_2_not_before_its_year() -> None:
    g, _, new = corps("Nov/Dec 1945")
    refused = heavy.may_replace(g, Purse(USA, 9), new)
    assert refused is not None and "1946" in refused.reason


def test_4_1_2_militia_follow_their_city() -> None:
    """The Italian militia of Havana is in the pool while Italy holds the city, and leaves it when the city is lost."""
    g = america()
    unit = g.units.add(counter=counter(g, "LL56"), power=ITALY, country=g.facts.country["italy"], at=GONE).index
    heavy.follow_cities(g)
    assert g.units.at[unit] == GONE
    hold(g, "Italy", "Havana")
    heavy.follow_cities(g)
    assert g.units.at[unit] == FORCE_POOL
    hold(g, "USA", "Havana")
    heavy.follow_cities(g)
    assert g.units.at[unit] == GONE
    g.units[unit].at = at(g, "Miami")
    heavy.follow_cities(g)
    assert g.units.at[unit] == at(g, "Miami")  # only in the pool


def test_4_1_2_heavy_units_of_later_years_wait_beside_the_pools() -> None:
    g: America = TITLE.blank("campaign_1945", {})  # type: ignore[assignment]
    TITLE.setup(g)
    waiting = heavy.awaited(g, USA)
    assert waiting and all(heavy.may_replace(g, Purse(USA, 20), u) is not None for u in waiting)


# --- building ahead (13.6.5) --------------------------------------------------------------------------------------------------


def fighters(g: America, *years: int) -> list[int]:
    found = []
    for year in years:
        used = set(g.units.counter)
        number = next(n for n, c in enumerate(g.facts.counters)
                      if n not in used and c.power == "USA" and c.type.printed == "FTR" and c.year == year)  # fmt: skip
        at_once = FORCE_POOL if year <= g.year else GONE
        found.append(g.units.add(counter=number, power=USA, country=g.facts.country["usa"], at=at_once).index)
    return found


def test_13_6_5_a_not_while_any_pool_of_the_type_has_one() -> None:
    """aif-13.6.5-a: a dearer fighter in the pools forbids it."""
    g = america()
    now, later = fighters(g, 1944, 1946)
    price = 2 * g.units[later].sheet.cost
    refused = may_build_ahead(g, Purse(USA, 30), ("FTR", price))
    assert refused is not None and "still have" in refused.reason
    g.units[now].at = at(g, "Chicago")
    assert may_build_ahead(g, Purse(USA, 30), ("FTR", price)) is None
    assert may_build_ahead(g, Purse(USA, price - 1), ("FTR", price)) is not None


def test_13_6_5_e_twice_the_price_for_next_year_three_times_for_the_year_after() -> None:
    """aif-13.6.5-e: the group by cost is chosen, the unit drawn; the next year that has one counts."""
    g = america()
    (later,) = fighters(g, 1946)
    cost = g.units[later].sheet.cost
    assert coming(g, USA) == {("FTR", 2 * cost): [later]}
    g.turn -= 6
    assert ("FTR", 3 * cost) in coming(g, USA)
    g.turn += 6
    g.powers[USA].build_points = 30
    drive(g, build_ahead(g, Purse(USA, 30), ("FTR", 2 * cost)), dice=[later])
    assert g.powers.build_points[USA] == 30 - 2 * cost and g.units.at[later] <= slot_of(0)
    old = old_war(("Germany", "USSR"))
    assert may_build_ahead(old, Purse(GERMANY, 30), ("FTR", 8)) is not None  # World in Flames: an option


# --- atomic bombs (11.7.1) ----------------------------------------------------------------------------------------------------


def test_11_7_1_from_fifty_research_points() -> None:
    g = america(atomic_bombs=True)
    refused = atomic.may_build_bomb(g, Purse(USA, 10))
    assert refused is not None and "50" in refused.reason
    g.research = [30, 50]
    assert atomic.may_build_bomb(g, Purse(USA, 10)) is None and atomic.may_build_bomb(g, Purse(GERMANY, 10)) is not None
    without = america()
    without.research = [90, 90]
    assert atomic.may_build_bomb(without, Purse(USA, 10)) is not None
    g.powers[USA].build_points = 3
    atomic.build_bomb(g, Purse(USA, 3), None)
    (bomb,) = g.units.stacks[slot_of(g.turn + 1)]
    assert g.units[bomb].sheet.type == Type.ABOMB and g.units.power[bomb] == USA and g.powers.build_points[USA] == 2


def test_11_7_1_there_is_no_limit_to_their_number() -> None:
    """A second bomb is another counter; one that was dropped is not in the force pool, and is built again like the first."""
    g = america(atomic_bombs=True)
    g.research, g.powers[USA].build_points = [30, 50], 9
    for _ in range(2):
        atomic.build_bomb(g, Purse(USA, 9), None)
    first, second = g.units.stacks[slot_of(g.turn + 1)]
    assert first != second
    destroy_silently(g, first, FORCE_POOL)
    assert g.units.at[first] == GONE and first not in g.fallen
    g.research = [50, 50]
    atomic.build_bomb(g, Purse(GERMANY, 9), None)
    assert g.units.at[first] == slot_of(g.turn + 1) and g.units.power[first] == GERMANY and len(g.units) == 2


def test_11_7_1_it_arrives_at_home_and_lies_in_a_hex_like_a_division() -> None:
    """As a reinforcement in a city; beside two corps there is room for it, and for no second one."""
    g = america(atomic_bombs=True)
    g.research, g.powers[USA].build_points = [30, 50], 9
    atomic.build_bomb(g, Purse(USA, 9), None)
    (bomb,) = g.units.stacks[slot_of(g.turn + 1)]
    assert may_arrive(g, Arrival(USA, bomb), at(g, "Chicago")) is None
    assert may_arrive(g, Arrival(USA, bomb), at(g, "Toronto")) is not None
    put(g, "USA INF any", "Chicago"), put(g, "USA INF any", "Chicago")
    assert may_stack(g, bomb, at(g, "Chicago")) is None
    another_bomb(g, USA, "Chicago")
    assert may_stack(g, bomb, at(g, "Chicago")) is not None


def test_11_7_1_bombs_of_older_saves_are_their_price_again() -> None:
    """Version 1 counted them at the airfields of a power."""
    old = Encoded({"offices": {"bombs": [0, 2], "coming": [1, 0], "saved": [0, 3]}}, {}, {}, {}, [], {}, 0, "")
    bombs_to_points(old)
    assert old.tables == {"offices": {"saved": [1, 5]}}


def another_bomb(g: America, power: int, where: str) -> int:
    """A face-up atomic bomb of a power in a hex."""
    return g.units.add(counter=atomic.printed_bomb(g), power=power, country=first_home(g, power), at=at(g, where)).index


def bomber(g: America, turns: int, where: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters)
                  if c.power == "Germany" and c.type.printed == "LND" and c.turns == turns and c.strategic)  # fmt: skip
    return g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=at(g, where)).index


def test_11_7_1_who_carries_one_and_what_it_weighs() -> None:
    g = america(atomic_bombs=True)
    heavy_one = bomber(g, 4, "Miami")
    fighter = put(g, "Germany FTR any", "Miami")
    assert atomic.may_carry(g, heavy_one) is None and atomic.may_carry(g, fighter) is not None
    assert strategic_factors(g, heavy_one, at(g, "Atlanta"), atomic=True) == 25
    sky(g, Weather.RAIN)
    assert strategic_factors(g, heavy_one, at(g, "Atlanta"), atomic=True) == Fraction(25, 2)


def test_11_7_1_a_bomb_on_a_minor_makes_it_a_full_ally_of_the_other_side() -> None:
    """Even out of the full ally square of one's own; its partisans turn too."""
    g = america(atomic_bombs=True)
    favour(g, "Brazil", "Germany", 16)
    brazil = g.facts.country["brazil"]
    g.countries[brazil].status, g.countries[brazil].power = 1, GERMANY
    drive(g, atomic.outrage(g, GERMANY, at(g, "Rio de Janeiro")))
    assert stands(g, "Brazil")[1] == 16 and g.flags[g.chancery.flag_of[brazil]].side == ALLIES
    assert oppressor(g, brazil) == AXIS


def test_11_7_1_the_bomber_drops_it_over_its_target() -> None:
    g = america(atomic_bombs=True)
    unit, bomb = bomber(g, 4, "Miami"), another_bomb(g, GERMANY, "Miami")
    g.units[unit].base = at(g, "Miami")
    drive(g, TITLE.arm_bomber(g, unit), ["arm"])
    assert g.units.aboard[bomb] == unit
    g.units[unit].at = g.units[bomb].at = at(g, "Atlanta")
    g.units[unit].mission, g.units[unit].over = CLEARED, at(g, "Atlanta")
    g.side = AXIS
    drive(g, bomb_factories(g, at(g, "Atlanta"), AXIS), ["drop"], dice=[8])
    assert g.units.at[bomb] == GONE and oppressor(g, g.facts.country["usa"]) == AXIS
    drive(g, bomb_factories(g, at(g, "Atlanta"), AXIS), dice=[8])  # none is left: nobody is asked


def test_11_7_1_a_port_attack_with_an_atomic_bomb() -> None:
    """A bomber without air-to-sea factors flies to a port only with a bomb, which strikes the ships with 25 factors; a carrier's
    planes have none, and without the option nobody has."""
    g = america(atomic_bombs=True)
    unit = superfortress(g)
    refused = has_sea_factors(g, unit)
    assert refused is not None and refused.rule == "11.2"
    bomb = g.units.add(counter=atomic.printed_bomb(g), power=USA, country=first_home(g, USA), at=g.units.at[unit]).index
    assert has_sea_factors(g, unit) is None
    g.units[bomb].aboard = unit
    port = at(g, "Kingston")
    ship = put(g, "Germany CA any", "Kingston")
    g.units[unit].mission, g.units[unit].over, g.side = CLEARED, port, ALLIES
    drive(g, attack_port(g, port, ALLIES), ["drop"], dice=[5, 5, *[1] * 12])
    assert g.units.at[bomb] == GONE and oppressor(g, g.facts.country["jamaica"]) == ALLIES
    g.units[bomb].at, g.units[bomb].aboard = port, unit
    planes = [Plane(unit, 0, 0, False, False), Plane(ship, 0, 3, False, True)]
    drive(g, naval_air_combat._drop_bombs(g, port, planes), ["drop"])
    assert [p.air_to_sea for p in planes] == [25, 3] and pressing(g, port, planes, 0) == 28
    plain = america()
    other = superfortress(plain)
    plain.units.add(counter=atomic.printed_bomb(plain), power=USA, country=first_home(plain, USA), at=plain.units.at[other])
    assert has_sea_factors(plain, other) is not None


def test_11_7_1_v_weapons_come_with_the_bombs_and_a_rocket_carries_one() -> None:
    """The launchers are in the German force pool, V-3 from 1946; a V-2 may carry an atomic bomb, a V-1 not."""
    names = {}
    for chosen in (False, True):
        game: America = Session.new(TITLE, "campaign_1945", {"atomic_bombs": chosen}).g
        known = roster(game).types
        names[chosen] = sorted((game.units[u].sheet.name, game.units.at[u]) for u, k in enumerate(known) if k == Type.VWEAP)
    assert names == {False: [], True: [("V-1", FORCE_POOL), ("V-1", FORCE_POOL), ("V-2", FORCE_POOL), ("V-3", GONE)]}
    g = america(atomic_bombs=True)
    rocket, buzz_bomb = (put_named(g, name) for name in ("V-2", "V-1"))
    assert atomic.may_carry(g, rocket) is None and atomic.may_carry(g, buzz_bomb) is not None
    bomb = g.units.add(counter=atomic.printed_bomb(g), power=GERMANY, country=first_home(g, GERMANY), at=g.units.at[rocket]).index
    drive(g, v_weapons.launch(g, v_weapons.Launching(GERMANY), (rocket, at(g, "Miami"))), ["arm", "conventional"], dice=[5])
    assert g.units.at[bomb] == g.units.at[rocket] and g.units.aboard[bomb] == NOWHERE
    drive(g, v_weapons.launch(g, v_weapons.Launching(GERMANY), (rocket, at(g, "Miami"))), ["arm", "drop"], dice=[5])
    assert g.units.at[bomb] == GONE and g.units.down[rocket]


def superfortress(g: America) -> int:
    """An American bomber of four turns that cannot hurt ships."""
    number = next(
        n for n, c in enumerate(g.facts.counters)
        if c.power == "USA" and c.type == Type.LND and c.turns == 4 and c.strategic and not c.air_to_sea
    )  # fmt: skip
    return g.units.add(counter=number, power=USA, country=g.facts.country["usa"], at=at(g, "Miami")).index


def put_named(g: America, name: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.name == name)
    return g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=at(g, "Havana")).index


# --- factories (22.1) ---------------------------------------------------------------------------------------------------------


def works_city(g: America) -> int:
    """A city of the USA with a printed blue factory and nothing else."""
    return next(s for s in g.ground.homeland["usa"] if g.ground.city[s] and standing(g, s) == (0, 1, 0))


def test_22_1_one_new_factory_a_turn() -> None:
    g = america(factories=True)
    assert factories.may_construct(america(), Purse(USA, 20)) is not None
    assert factories.may_construct(g, Purse(USA, 7)) is not None
    g.powers[USA].build_points = 20
    factories.construct(g, Purse(USA, 20), None)
    assert g.powers.build_points[USA] == 12 and factories.may_construct(g, Purse(USA, 12)) is not None
    city = works_city(g)
    full = next(s for s in g.ground.homeland["usa"] if g.ground.city[s] and sum(standing(g, s)[1:]) >= 2)
    assert factories.may_place(g, Site(USA), city) is None and factories.may_place(g, Site(USA), full) is not None
    drive(g, factories.open_factories(g))
    assert standing(g, city) == (0, 1, 0)  # not due yet
    g.turn += 4
    drive(g, factories.open_factories(g), [f"found {g.board.token(city)}"])
    assert standing(g, city) == (0, 2, 0) and useable_factories(g, USA, city) == 2 and g.works == []


def test_22_1_bombs_and_boots_destroy_factories_and_printed_ones_are_repaired() -> None:
    g = america(factories=True)
    city = works_city(g)
    assert factories.wreck(g, city, 2, red=True) == 1
    assert standing(g, city) == (0, 0, 0) and useable_factories(g, USA, city) == 0
    assert factories.may_repair(g, Purse(USA, 4), city) is None and factories.may_repair(g, Purse(USA, 3), city) is not None
    g.powers[USA].build_points = 4
    factories.repair(g, Purse(USA, 4), city)
    assert factories.may_repair(g, Purse(USA, 4), city) is not None  # under way
    g.turn += 2
    drive(g, factories.open_factories(g))
    assert standing(g, city) == (0, 1, 0)


def test_22_1_a_unit_in_supply_destroys_one_and_never_a_red_one() -> None:
    g = america(factories=True)
    city = works_city(g)
    hold(g, "Germany", g.board.token(city))
    red = next(s for s in g.ground.homeland["usa"] if standing(g, s)[0] and not sum(standing(g, s)[1:]))
    hold(g, "Germany", g.board.token(red))
    for spot in (city, red):
        put(g, "Germany INF any", g.board.token(spot))
    subject = Wrecking(GERMANY)
    assert factories.may_wreck(g, subject, red) is not None
    supplied = factories.may_wreck(g, subject, city)
    assert (supplied is None) == (city in factories._targets(g, subject))
    assert factories.may_wreck(g, Wrecking(GERMANY, (city,)), city) is not None
    assert factories.wreckers(america()) == []


# --- the Walther boat and the flying corps (22.7, 22.8) -------------------------------------------------------------------------


def test_22_7_the_boat_slips_away() -> None:
    g = america(walther=True)
    boat = g.units.add(counter=counter(g, walther.BOAT), power=GERMANY, country=g.facts.country["germany"]).index
    area = at(g, "Caribbean Sea")
    g.units[boat].at = g.ground.sections[area][1]
    hold(g, "Germany", "jamaica")
    sides = Sides(area, AXIS, committed=[[boat], []], included=[[boat], []])
    drive(g, walther.slip_away(g, sides), ["fight"])
    assert sides.included[AXIS] == [boat]
    drive(g, walther.slip_away(g, sides), ["dive"])
    assert sides.included[AXIS] == [] and g.ground.land[g.units.at[boat]] and g.units.down[boat]
    plain = america()
    other = plain.units.add(counter=counter(plain, walther.BOAT), power=GERMANY, country=0).index
    assert not walther.is_walther(plain, other)


def goering(*, flying_corps: bool = False) -> tuple[America, int, int]:
    g = america(turn="Jan/Feb 1946", flying_corps=flying_corps)
    act(g, "Germany", Action.COMBINED)
    hold(g, "Germany", "jamaica")
    hg = g.units.add(
        counter=counter(g, walther.CORPS), power=GERMANY, country=g.facts.country["germany"], at=at(g, "Kingston")
    ).index
    small = next(n for n, c in enumerate(g.facts.counters)
                 if c.power == "Germany" and c.type.printed == "ATR" and not c.marks & LARGE)  # fmt: skip
    atr = g.units.add(counter=small, power=GERMANY, country=g.facts.country["germany"], at=at(g, "Kingston")).index
    return g, hg, atr


def test_22_8_the_corps_flies_with_two_transports_or_a_large_one() -> None:
    g, hg, atr = goering(flying_corps=True)
    assert air_transport.may_ride(g, atr, hg, at(g, "Kingston")) is not None  # one is not enough
    other = put(g, "Germany ATR any", "Kingston")
    assert air_transport.may_ride(g, atr, hg, at(g, "Kingston")) is None
    g.units[atr].base = at(g, "Kingston")
    air_transport._board(g, atr, hg, at(g, "Kingston"))
    assert g.units.aboard[hg] == g.units.aboard[other] == atr
    plain, tank, lone = goering()
    put(plain, "Germany ATR any", "Kingston")
    assert air_transport.may_ride(plain, lone, tank, at(plain, "Kingston")) is not None


def test_22_8_it_drops_like_a_para_and_the_second_transport_goes_home() -> None:
    g, hg, atr = goering(flying_corps=True)
    other = put(g, "Germany ATR any", "Kingston")
    target = at(g, "Havana")
    hold(g, "USA", "Havana")
    g.units[hg].aboard = g.units[other].aboard = atr
    for u in (hg, other, atr):
        g.units[u].at = target
    g.units[atr].mission, g.units[atr].over, g.units[atr].base = CLEARED, target, at(g, "Kingston")
    drive(g, paradrops.drop(g, target, AXIS))
    assert g.units.aboard[hg] == NOWHERE and g.units.landed[hg] and g.units.aboard[other] == atr


# --- air cavalry (22.6) ---------------------------------------------------------------------------------------------------------


def cavalry() -> tuple[America, int]:
    g = america(turn="Jan/Feb 1949", air_cavalry=True)
    act(g, "USA", Action.COMBINED)
    unit = g.units.add(counter=counter(g, "LL14"), power=USA, country=g.facts.country["usa"], at=at(g, "Miami")).index
    return g, unit


def test_22_6_air_cavalry_flies_and_does_not_march() -> None:
    g, unit = cavalry()
    refused = may_march(g, Marching(USA), unit)
    assert refused is not None and refused.rule == "22.12" and unit not in marchers(g, Marching(USA))
    tampa = at(g, "Tampa")
    subject = Flight(USA, AIR_CAVALRY, BOMBER)
    assert (unit, tampa) in flights(g, subject) and outward_range(g, unit, BOMBER) == g.units[unit].sheet.move
    assert may_take_off(g, Flight(USA, "ground strike", BOMBER), unit) is not None
    before = g.powers.air[USA]
    send(g, subject, (unit, tampa))
    assert g.powers.air[USA] == before + 1
    drive(g, carry_out(AIR_CAVALRY)(g))
    assert (g.units.at[unit], g.units.down[unit], g.units.mission[unit]) == (tampa, 0, 0)
    assert may_take_off(g, Flight(USA, AIR_CAVALRY, BOMBER), unit) is not None  # once in a step


def test_22_6_air_cavalry_flies_in_three_steps() -> None:
    """With the air transports, again with the paradrops, also to a friendly hex, and with the rebases; each is an air mission."""
    g, unit = cavalry()
    for step, place in ((AIR_CAVALRY, "Tampa"), (AIR_ASSAULT, "Miami"), (AIR_CAVALRY, "Tampa")):
        if g.units.moved[unit] and step == AIR_CAVALRY:
            assert may_take_off(g, Flight(USA, step, BOMBER), unit) is not None
            rest_cavalry(g)
        before = g.powers.air[USA]
        assert (unit, at(g, place)) in flights(g, Flight(USA, step, BOMBER))
        send(g, Flight(USA, step, BOMBER), (unit, at(g, place)))
        drive(g, carry_out(step)(g))
        assert g.units.at[unit] == at(g, place) and g.powers.air[USA] == before + 1


def test_22_6_in_storm_only_to_a_friendly_hex() -> None:
    g, unit = cavalry()
    hold(g, "Germany", "Nassau")
    nassau = at(g, "Nassau")
    assert (unit, nassau) in flights(g, Flight(USA, AIR_ASSAULT, BOMBER))
    sky(g, Weather.STORM)
    assert not flights(g, Flight(USA, AIR_ASSAULT, BOMBER))
    assert (unit, at(g, "Tampa")) in flights(g, Flight(USA, AIR_CAVALRY, BOMBER))


def test_22_6_it_takes_an_empty_enemy_hex_and_attacks_a_held_one() -> None:
    for held in (False, True):
        g, unit = cavalry()
        hold(g, "Germany", "Nassau")
        nassau = at(g, "Nassau")
        if held:
            put(g, "Germany INF any", "Nassau")
        send(g, Flight(USA, AIR_ASSAULT, BOMBER), (unit, nassau))
        drive(g, carry_out(AIR_ASSAULT)(g))
        assert g.units.at[unit] == nassau and g.units.landed[unit] and not g.units.down[unit]
        assert (g.units.target[unit] == nassau) == held
        assert (SIDE_OF_POWER[powers_by_hex(g)[nassau]] == ALLIES) == (not held)
        assert g.powers.attacks[USA] == 1


def test_22_6_an_interceptor_meets_it_in_its_last_hex() -> None:
    g, unit = cavalry()
    hold(g, "Germany", "bahamas")
    fighter = put(g, "Germany FTR any", "Nassau")
    send(g, Flight(USA, AIR_ASSAULT, BOMBER), (unit, at(g, "Nassau")))
    assert may_fly(g, Flight(GERMANY, AIR_ASSAULT, INTERCEPTOR), (fighter, at(g, "Nassau"))) is None
    assert g.units[unit].sheet.air_to_air == 0
    transport = put(g, "USA ATR any", "Miami")
    g.units[unit].mission, g.units[unit].at = 0, at(g, "Miami")
    assert air_transport.may_ride(g, transport, unit, at(g, "Miami")) is not None


@pytest.mark.parametrize(("power", "wrecks"), [("USA", False), ("Germany", True)])
def test_22_1_own_factories_may_be_destroyed_too(power: str, wrecks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any land unit in supply may wreck the blue or green factory it stands on; the judgement only burns the enemy's."""
    g = america(factories=True)
    monkeypatch.setattr(factories, "in_supply", lambda g, unit: True)
    city = works_city(g)
    hold(g, power, g.board.token(city))
    put(g, f"{power} INF any", g.board.token(city))
    g.power = GERMANY if wrecks else USA
    assert factories._targets(g, Wrecking(g.power)) == [city]
    ask: Any = next(factories.destroy_factories(g))
    found = own_answer(g, ask)
    assert found is not None and found[0].verb == ("wreck" if wrecks else "spare")


def test_23_7_greenland_is_the_commonwealth_s() -> None:
    g = america()
    whose = powers_by_hex(g)
    assert {whose[s] for s in g.ground.homeland["greenland"]} == {COMMONWEALTH}
