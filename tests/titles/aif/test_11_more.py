"""More of the shared chapters on the American maps: weather at work, naval combat, transport, reorganisation, gearing."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, GERMANY, USA
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules import naval_combat, naval_search
from grognard.titles.wif.rules.actions import may_do
from grognard.titles.wif.rules.building import Purse, may_build, may_scrap
from grognard.titles.wif.rules.gearing import gearing_class, gearing_key, is_limited
from grognard.titles.wif.rules.land_movement import Marching
from grognard.titles.wif.rules.land_steps import hex_price, step_cost
from grognard.titles.wif.rules.landings import Debarking, Invading, may_debark, may_invade
from grognard.titles.wif.rules.missions import tactical_factors
from grognard.titles.wif.rules.naval_combat import Hunt, may_fight, starters
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.reorganisation import hq_range, points_of
from grognard.titles.wif.rules.return_to_base import havens
from grognard.titles.wif.rules.transport import may_board, may_embark_at
from grognard.titles.wif.state import FORCE_POOL

from ..wif.field import act, at, named, put, sky
from ..wif.test_11_sea import at_sea, convoys, ship
from .field import america

CARIBBEAN = "Caribbean Sea"


def test_2_1_2_a_sea_box_has_five_sections() -> None:
    g = america()
    assert all(len(boxes) == 5 for boxes in g.ground.sections.values())


def test_4_1_3_scrapping() -> None:
    g = america()
    old = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.land and c.year == 1940)
    unit = g.units.add(counter=old, power=USA, country=g.facts.country["usa"], at=FORCE_POOL).index
    assert may_scrap(g, Purse(USA, 0), unit) is None
    g.units[unit].at = at(g, "Chicago")
    assert may_scrap(g, Purse(USA, 0), unit) is not None


def test_8_2_3_bombs_in_bad_weather() -> None:
    g = america()
    bomber = put(g, "USA LND any", "Chicago")
    full = tactical_factors(g, bomber, at(g, "Denver"))
    sky(g, Weather.RAIN)
    assert tactical_factors(g, bomber, at(g, "Denver")) == full / 2


def test_14_5_bombs_in_forests() -> None:
    g = america()
    bomber = put(g, "USA LND any", "Chicago")
    wood = next(s for s in g.ground.homeland["usa"] if g.board.terrain_name(s) == "forest")
    assert tactical_factors(g, bomber, wood) == Fraction(g.units[bomber].sheet.tactical, 2)


def test_8_2_4_planes_help_the_search_in_fair_weather_alone() -> None:
    g = america()
    nav = put(g, "USA NAV any", "Miami")
    at_sea(g, CARIBBEAN, 2, nav)
    assert naval_search.search_number(g, [nav], at(g, CARIBBEAN), 2) == 3
    sky(g, Weather.STORM)
    assert naval_search.search_number(g, [nav], at(g, CARIBBEAN), 2) == 2


def test_8_2_5_mud_doubles_the_way() -> None:
    g = america()
    dry = hex_price(g, at(g, "Denver"), False)
    sky(g, Weather.RAIN)
    assert hex_price(g, at(g, "Denver"), False) == 2 * dry
    sky(g, Weather.SNOW)
    assert hex_price(g, at(g, "Denver"), False) == dry


def test_8_2_6_no_landings_in_storms() -> None:
    g = america()
    act(g, "Germany", Action.LAND)
    boat, corps, coast = ship(g, "Germany", "TRS", "any"), put(g, "Germany MAR any", "German box"), at(g, "Miami")
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[g.ground.seas[coast][0]][3]
    g.units[corps].aboard = boat
    assert may_invade(g, Invading(GERMANY), (corps, coast)) is None
    sky(g, Weather.STORM)
    assert may_invade(g, Invading(GERMANY), (corps, coast)) is not None


def test_11_4_5_transports_take_face_up_units_of_friends() -> None:
    g = america()
    act(g, "USA", Action.NAVAL)
    boat, corps = ship(g, "USA", "TRS", "any", "Norfolk"), put(g, "USA INF any", "Norfolk")
    assert may_board(g, boat, corps) is None and may_embark_at(g, boat, corps) is None
    g.units[corps].down = 1
    assert may_board(g, boat, corps) is not None
    assert may_board(g, boat, put(g, "Germany INF 6-3", "Norfolk")) is not None


def test_11_13_debarking_on_any_friendly_coast() -> None:
    g = america()
    act(g, "USA", Action.LAND)
    boat, corps = ship(g, "USA", "TRS", "any"), put(g, "USA INF any", "Norfolk")
    beach = next(s for s in g.ground.homeland["usa"] if at(g, CARIBBEAN) in g.ground.seas[s])
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[at(g, CARIBBEAN)][1]
    g.units[corps].aboard = boat
    assert may_debark(g, Debarking(USA), (corps, beach)) is None
    assert may_debark(g, Debarking(USA), (corps, at(g, "Havana"))) is not None


def test_11_5_2_who_begins_a_combat() -> None:
    """Any unit but a convoy; in an air action an aircraft must be there, any unit may be turned."""
    g = america()
    act(g, "USA", Action.NAVAL)
    convoys(g, "USA", CARIBBEAN, 5)
    ship(g, "Germany", "CA", "any", CARIBBEAN, 1)
    assert starters(g, USA, at(g, CARIBBEAN)) == []
    cruiser = ship(g, "USA", "CA", "any", CARIBBEAN, 1)
    assert starters(g, USA, at(g, CARIBBEAN)) == [cruiser]
    g.units[cruiser].down = 1
    assert starters(g, USA, at(g, CARIBBEAN)) == []


def test_11_5_1_no_combat_in_a_land_action() -> None:
    g = america()
    ship(g, "Germany", "CA", "any", CARIBBEAN, 1)
    ship(g, "USA", "CA", "any", CARIBBEAN, 1)
    g.side = ALLIES
    act(g, "USA", Action.NAVAL)
    assert may_fight(g, Hunt(USA), at(g, CARIBBEAN)) is None
    act(g, "USA", Action.LAND)
    assert may_fight(g, Hunt(USA), at(g, CARIBBEAN)) is not None


def test_11_5_4_submarines_are_committed_by_choice() -> None:
    g = america()
    ship(g, "Germany", "CA", "any", CARIBBEAN, 1)
    boat = ship(g, "USA", "SUB", "any", CARIBBEAN, 1)
    hunt = Sides(at(g, CARIBBEAN), AXIS)
    naval_search.commit(g, hunt)
    assert boat not in hunt.committed[ALLIES]
    hunt.subs = [True, True]
    naval_search.commit(g, hunt)
    assert boat in hunt.committed[ALLIES]


def test_11_5_7_submarines_hunt_convoys() -> None:
    """A submarine combat needs an own boat and an enemy convoy."""
    g = america()
    boat, heap = ship(g, "Germany", "SUB", "any", CARIBBEAN, 0), convoys(g, "USA", CARIBBEAN, 5)
    hunt = Sides(at(g, CARIBBEAN), AXIS)
    hunt.included = [[boat], [heap]]
    assert naval_combat.may_hunt_convoys(g, hunt, AXIS)
    hunt.included = [[boat], [ship(g, "USA", "CA", "any", CARIBBEAN, 0)]]
    assert not naval_combat.may_hunt_convoys(g, hunt, AXIS)


def test_11_18_2_an_hq_reaches_its_own_zone() -> None:
    g = america()
    hq = named(g, "USA", "Eisenhower", "Chicago")
    near = {s for s, _ in g.ground.steps[at(g, "Chicago")]}
    assert hq_range(g, hq) <= near | {at(g, "Chicago")} and at(g, "Chicago") in hq_range(g, hq)
    assert points_of(g, hq) == g.units[hq].sheet.reorganisation


def test_11_18_3_an_empty_transport_at_sea_gives_a_point() -> None:
    g = america()
    boat = ship(g, "USA", "TRS", "any", CARIBBEAN, 1)
    assert points_of(g, boat) == 1
    g.units[boat].at = at(g, "Norfolk")
    assert points_of(g, boat) == 0


def test_11_11_1_land_moves_need_an_action() -> None:
    g = america()
    act(g, "USA", Action.NAVAL)
    assert may_do(g, USA, Activity.LAND_MOVE) is not None
    act(g, "USA", Action.LAND)
    assert may_do(g, USA, Activity.LAND_MOVE) is None and Marching(USA).power == USA


def test_13_4_1_ships_go_to_ports_of_their_side() -> None:
    g = america()
    cruiser = ship(g, "USA", "CA", "any", CARIBBEAN, 1)
    found = havens(g, cruiser)
    assert at(g, "Norfolk") in found and at(g, "Kingston") in found and at(g, "Havana") not in found


def test_13_4_2_aircraft_come_home_within_their_range() -> None:
    g = america()
    nav = put(g, "USA NAV any", "Miami")
    at_sea(g, CARIBBEAN, 0, nav)
    assert at(g, "Miami") in havens(g, nav) and at(g, "Seattle") not in havens(g, nav)


def test_13_6_6_gearing_limits_hold_from_the_second_turn() -> None:
    g = america()
    sheets = enumerate(g.facts.counters)
    foot = [n for n, c in sheets if c.power == "USA" and c.type == Type.INF and c.cost == 3 and not c.division]
    for n in foot[:3]:
        g.units.add(counter=n, power=USA, country=g.facts.country["usa"], at=FORCE_POOL)
    assert not is_limited(g, USA)
    g.turn += 1
    assert is_limited(g, USA) and may_build(g, Purse(USA, 20), ("INF", 3)) is None
    g.built = {gearing_key(USA, gearing_class(g, Type.INF)): 1}
    refused = may_build(g, Purse(USA, 20), ("INF", 3))
    assert refused is not None and refused.rule == "13.6.8"


def test_18_3_friends_share_ports() -> None:
    g = america()
    assert co_operate(g, ship(g, "USA", "CA", "any", "Norfolk"), ship(g, "Commonwealth", "CA", "any", "Norfolk"))


def test_19_8_dutch_guyana_is_the_commonwealth_s() -> None:
    g = america()
    assert g.countries.power[g.facts.country["dutch_guyana"]] == g.countries.power[g.facts.country["curacao"]] == COMMONWEALTH


def test_22_5_rails_make_marches_cheaper() -> None:
    with_bonus, without = america(), america(railway_bonus=False)
    there = next(s for s, bits in with_bonus.ground.steps[at(with_bonus, "Chicago")] if bits & (1 << 7))
    costs = [step_cost(g, put(g, "USA INF any", "Chicago"), at(g, "Chicago"), there) for g in (with_bonus, without)]
    assert costs[1] - costs[0] == 1
