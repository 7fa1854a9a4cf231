"""The settings: every difference between the editions that rules read, on one position, as World in Flames and as America in
Flames have it. What a case measures is in its function; what is expected stands in the table below."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.charts import land_result
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.odds_air import line_strength, lines_over
from grognard.titles.wif.rules import naval_air_combat, naval_damage, naval_movement, naval_search, return_to_base, sailing
from grognard.titles.wif.rules.air_combat import strength
from grognard.titles.wif.rules.gearing import is_limited
from grognard.titles.wif.rules.impulses import begin_impulse, end_modifiers
from grognard.titles.wif.rules.land_attack import join_attack, roll_result
from grognard.titles.wif.rules.land_odds import die_modifiers, fight
from grognard.titles.wif.rules.land_results import _face
from grognard.titles.wif.rules.land_steps import hex_price, step_cost
from grognard.titles.wif.rules.land_strength import LADDER
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_combat import starters
from grognard.titles.wif.rules.powers import countries_co_operate, home_power
from grognard.titles.wif.rules.production import earns_bonus, multiple
from grognard.titles.wif.rules.rail import rail_price
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.reorganisation import hq_range
from grognard.titles.wif.rules.resources import useable_factories
from grognard.titles.wif.rules.stacking import air_limit
from grognard.titles.wif.rules.supply_seas import supply_blocked
from grognard.titles.wif.settings import AMERICA, COLLECTORS, Edition, table
from grognard.titles.wif.state import ESCORT, INVASION, NOWHERE, War

from ..wif.field import act, at, beside, drive, hold, named, outcome, put, sides, sky, war
from ..wif.test_11_sea import at_sea, convoys, ship

Case = Callable[[Edition], Any]
CASES: dict[str, tuple[Case, Any, Any]] = {}


def case(name: str, wif: Any, aif: Any) -> Callable[[Case], Case]:
    """A case for a setting: what World in Flames gives, and what America in Flames gives."""

    def keep(measure: Case) -> Case:
        CASES[name] = measure, wif, aif
        return measure

    return keep


def world(edition: Edition, *enemies: tuple[str, str], **more: Any) -> War:
    g = war(*(enemies or (("Germany", "USSR"),)), **more)
    g.__dict__["settings"] = edition
    return g


def pacific(edition: Edition, **more: Any) -> War:
    return world(edition, ("Japan", "Commonwealth"), ("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942", **more)


# --- supply, stacking, ice ----------------------------------------------------------------------------------------------------


@case("planes_open_the_sea", False, True)
def open_by_plane(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"))
    ship(g, "Commonwealth", "CA", "any", "North Sea", 1)
    nav = put(g, "Germany NAV any", "Kiel")
    at_sea(g, "North Sea", 1, nav)
    return supply_blocked(g, at(g, "North Sea"), GERMANY) is None


@case("any_ally_opens_sea", False, True)
def open_by_ally(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"), ("Japan", "Commonwealth"))
    ship(g, "Commonwealth", "CA", "any", "North Sea", 1)
    ship(g, "Japan", "CA", "any", "North Sea", 1)
    return supply_blocked(g, at(g, "North Sea"), GERMANY) is None


@case("planes_per_hq", 2, 1)
def planes_with_two_hqs(edition: Edition) -> int:
    g = world(edition)
    before = air_limit(g, at(g, "Brest-Litovsk"))
    put(g, "Germany HQ-A any", "Brest-Litovsk")
    put(g, "Germany HQ-I any", "Brest-Litovsk")
    return air_limit(g, at(g, "Brest-Litovsk")) - before


@case("ice_bars_entry", False, True)
def ice_keeps_out(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"))
    port = next(s for s, iced in enumerate(g.ground.iced) if iced and g.ground.port[s] and g.ground.land[s])
    g.hexes[port].controller = g.facts.country["germany"]
    boat = ship(g, "Germany", "CA", "any", "Kiel")
    sky(g, Weather.SNOW)
    return sailing.may_enter(g, boat, port) is not None


# --- reinforcement ------------------------------------------------------------------------------------------------------------


@case("overflow_units", True, False)
def beside_a_full_city(edition: Edition) -> bool:
    g = world(edition)
    for s in g.ground.cities["germany"]:
        for _ in range(2):
            g.units.add(counter=g.facts.index["L1"], power=GERMANY, country=g.facts.country["germany"], at=s)
    new = put(g, "Germany INF 6-3", "Berlin")
    g.units[new].at = -21
    return bool(Arrival(GERMANY, new).candidates(g))


# --- naval movement -----------------------------------------------------------------------------------------------------------


@case("subs_move_as_one", True, False)
def second_wolfpack_is_free(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"))
    boat = ship(g, "Germany", "SUB", "any", "Kiel")
    act(g, "Germany", Action.COMBINED)
    g.powers[GERMANY].subs_sailed, g.powers[GERMANY].naval = 1, 99
    return naval_movement.may_move(g, GERMANY, boat) is None


def slow_ship(g: War) -> int:
    """A ship with more range than movement."""
    number = next(n for n, c in enumerate(g.facts.counters) if c.naval and c.range > c.move > 0)
    return g.units.add(counter=number, power=COMMONWEALTH, country=g.facts.country["united_kingdom"], at=at(g, "Plymouth")).index


@case("stop_at_allowance", True, False)
def sails_beyond_its_movement(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"))
    unit = slow_ship(g)
    reach = sailing.courses(g, unit)
    return any(len(sailing.way(reach, s)) > g.units[unit].sheet.move for s in reach)


@case("range_pays_surcharges", True, False)
def crowded_ship_sails(edition: Edition) -> bool:
    """A ship without movement in a port that it shares with another power's."""
    g = world(edition, ("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    hold(g, "Germany", "France")
    tired = g.units.add(counter=NOWHERE, power=ITALY, country=g.facts.country["italy"], points=5, at=at(g, "Brest")).index
    ship(g, "Germany", "CA", "any", "Brest")
    g.__dict__["settings"] = Slow(edition.name, edition.column)
    return bool(sailing.courses(g, tired))


class Slow(Edition):
    """An edition in which convoys have range and no movement."""

    convoy_move = 0  # type: ignore[assignment]
    stop_at_allowance = False  # type: ignore[assignment]


@case("convoy_range", 3, 5)
def convoys_go(edition: Edition) -> int:
    g = world(edition, ("Germany", "Commonwealth"))
    return sailing.printed_range(g, convoys(g, "Commonwealth", "North Sea", 5))


@case("convoy_move", 0, 5)
def convoys_move(edition: Edition) -> int:
    g = world(edition, ("Germany", "Commonwealth"))
    return sailing.printed_move(g, convoys(g, "Commonwealth", "North Sea", 5))


@case("cargo_stays_up", 1, 0)
def cargo_after_the_voyage(edition: Edition) -> int:
    """At the end of a turn; a ship that comes home in the naval movement step turns its cargo face-down in both editions."""
    found = []
    for impulse in (True, False):
        g = world(edition, ("Germany", "Commonwealth"))
        boat, corps = ship(g, "Germany", "TRS", "any", "Baltic Sea", 1), put(g, "Germany INF 6-3", "Kiel")
        g.units[corps].aboard, g.units[corps].at, g.power = boat, g.units.at[boat], GERMANY
        if impulse:
            naval_movement._make_port(g, boat, at(g, "Kiel"), sailing.courses(g, boat), 0, tires=True, returned=True)
        else:
            drive(g, return_to_base.come_home(g, return_to_base.Return((boat,))), [f"home {g.board.token(at(g, 'Kiel'))}"])
        assert g.units.at[corps] == at(g, "Kiel") and g.units.aboard[corps] == NOWHERE
        found.append(g.units.down[corps])
    assert found[0]
    return found[1]


# --- naval combat -------------------------------------------------------------------------------------------------------------


@case("flat_asw", 2, 6)
def asw(edition: Edition) -> int:
    """Ten Allied convoy points: one for each five, or three."""
    g = world(edition, ("Germany", "Commonwealth"))
    return naval_damage.asw_factors(g, [convoys(g, "Commonwealth", "North Sea", 10)])


@case("convoy_defence", 10, 5)
def convoys_defend(edition: Edition) -> int:
    g = world(edition, ("Germany", "Commonwealth"))
    return naval_damage.defence_value(g, convoys(g, "Commonwealth", "North Sea", 5))


@case("frail_transports", True, False)
def transports_defend(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"))
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.TRS and 0 < c.defence < 9)
    boat = g.units.add(counter=number, power=COMMONWEALTH, country=g.facts.country["united_kingdom"]).index
    at_sea(g, "North Sea", 0, boat)
    return naval_damage.defence_value(g, boat) != g.facts.counters[number].defence


@case("near_planes", 1, 2)
def small_carrier_searches(edition: Edition) -> int:
    """A carrier with a component of two or three in section 1."""
    g = pacific(edition)
    g.turn -= 18
    number = next(
        n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type in (Type.CV, Type.CVL) and c.carrier == 1
    )
    unit = g.units.add(counter=number, power=USA, country=g.facts.country["usa"]).index
    at_sea(g, "Solomons", 1, unit)
    return naval_search.search_number(g, [unit], at(g, "Solomons"), 1)


@case("far_planes_search", 3, 2)
def search(edition: Edition) -> int:
    g = pacific(edition)
    number = max(
        (n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.type == Type.CV),
        key=lambda n: g.facts.counters[n].carrier,
    )
    unit = g.units.add(counter=number, power=JAPAN, country=g.facts.country["japan"]).index
    at_sea(g, "Solomons", 1, unit)
    return naval_search.search_number(g, [unit], at(g, "Solomons"), 1)


@case("air_action_flips_air", (0, 1), (0, 2))
def who_begins(edition: Edition) -> tuple[int, int]:
    """Units that may be turned down in an air action: of a cruiser alone, and of a cruiser and an aircraft."""
    g = world(edition, ("Germany", "Commonwealth"))
    act(g, "Germany", Action.AIR)
    ship(g, "Germany", "CA", "any", "North Sea", 1)
    ship(g, "Commonwealth", "CA", "any", "North Sea", 1)
    alone = len(starters(g, GERMANY, at(g, "North Sea")))
    at_sea(g, "North Sea", 1, put(g, "Germany NAV any", "Kiel"))
    return alone, len(starters(g, GERMANY, at(g, "North Sea")))


@case("abort_to_nearest", (True, True), (False, True))
def far_ports(edition: Edition) -> tuple[bool, bool]:
    """Whether a ship that was hit may go to a far port, and one of a side that breaks off."""
    g = world(edition, ("Germany", "Commonwealth"))
    boat = ship(g, "Commonwealth", "BB", "any", "North Sea", 0)
    reach = sailing.courses(g, boat, homeward=True)
    found = [{len(sailing.way(reach, s)) for s in naval_damage.abort_ports(g, boat, hit=hit)} for hit in (True, False)]
    return len(found[0]) > 1, len(found[1]) > 1


@case("shooter_splits_flak", "germany", "commonwealth")
def who_splits(edition: Edition) -> str:
    g = world(edition, ("Germany", "Commonwealth"))
    land, sea = [Plane(0, 2, 3, False, False)], [Plane(1, 2, 3, False, True)]
    hunt, seats = naval_search.Sides(at(g, "North Sea"), 0), ["germany", "commonwealth"]
    both = (naval_air_combat.AT_LAND, naval_air_combat.AT_CARRIER)
    flow = naval_air_combat._sort(g, hunt, 0, seats, land, sea, *both)
    return str(next(flow).seat)


@case("support_by_rating", Fraction(1, 10), Fraction(1))
def rear_fighter(edition: Edition) -> Fraction:
    g = world(edition, ("Germany", "Commonwealth"))
    units = [put(g, "Germany FTR any", "Berlin") for _ in range(2)]
    line = [Plane(units[0], 6, 0, True, False), Plane(units[1], 1, 0, True, False)]
    return naval_air_combat.strength(g, line, []) - 6


@case("twin_fighters_worse", (0, 0, 0), (1, 1, 1))
def twin(edition: Edition) -> tuple[int, int, int]:
    """What a twin-engined fighter loses over land and at sea, and a fighter that bombs at sea."""
    g = world(edition, ("Germany", "Commonwealth"))
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and "twin" in c.marks and c.type == Type.FTR)
    home = at(g, "Berlin")
    unit = g.units.add(counter=number, power=GERMANY, country=g.facts.country["germany"], at=home, mission=ESCORT).index
    rating = g.units[unit].sheet.air_to_air
    foe = put(g, "Commonwealth FTR any", "Berlin", mission=ESCORT)
    assert g.units.at[foe] == home
    mine, others = lines_over(g, home)
    assert line_strength(g.settings, *mine, others[0]) == strength(g, home, 0)  # the odds that are shown know it too
    theirs = [Plane(foe, 5, 0, True, False)]
    lost = [rating - naval_air_combat.strength(g, [Plane(unit, rating, 2, role, False)], theirs) for role in (True, False)]
    return int(rating - strength(g, home, 0)), int(lost[0]), int(lost[1])


def carrier_of(g: War, power: int, country: str) -> int:
    name = {JAPAN: "Japan", USA: "USA"}[power]
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == name and c.type == Type.CV and c.carrier > 2)
    unit = g.units.add(counter=number, power=power, country=g.facts.country[country]).index
    at_sea(g, "Solomons", 1, unit)
    return unit


@case("carriers_grow", 1, 0)
def growth_by_1942(edition: Edition) -> int:
    """What a carrier's component gains between 1940 and 1942."""
    g = pacific(edition)
    unit = carrier_of(g, USA, "usa")
    late = naval_search.air_component(g, unit)
    g.turn -= 12
    return late - naval_search.air_component(g, unit)


@case("carrier_planes", 0, 2)
def component_of_1940(edition: Edition) -> int:
    g = pacific(edition)
    g.turn -= 12
    unit = carrier_of(g, USA, "usa")
    return naval_search.air_component(g, unit) - g.units[unit].sheet.carrier


@case("japanese_reach", 2, 0)
def reach_of_japan(edition: Edition) -> int:
    g = pacific(edition)
    unit = carrier_of(g, JAPAN, "japan")
    return naval_search.plane_range(g, unit) - naval_search.air_component(g, unit)


@case("carriers_split", 3, 6)
def split(edition: Edition) -> int:
    """A component of which three fly in the air: what is left for ships."""
    g = pacific(edition)
    unit = carrier_of(g, JAPAN, "japan")
    planes = naval_search.air_component(g, unit)
    flow = naval_air_combat.allocate(g, [unit], "japan")
    ask = next(flow)
    option = next(o for o in ask.options if o.verb == naval_air_combat.BOMBERS.name and o.args[-1] == min(3, planes))
    try:
        flow.send(option)
    except StopIteration as done:
        plane = done.value[0]
        return 3 if plane.air_to_sea == planes - plane.air_to_air else 6 if plane.air_to_sea == planes else -1
    return -1


@case("empty_carriers_stay", True, False)
def empty_carrier(edition: Edition) -> bool:
    g = pacific(edition)
    unit = carrier_of(g, JAPAN, "japan")
    hold(g, "Japan", *[g.board.token(s) for s in g.ground.shores[at(g, "Solomons")]])
    g.units[unit].no_planes = 1
    drive(g, naval_damage.abort(g, unit))
    return g.units.at[unit] >= 0


# --- land ---------------------------------------------------------------------------------------------------------------------


@case("straits_by_turn", 0, 3)
def straits_used(edition: Edition) -> int:
    g = world(edition)
    g.straits_railed = [0, 1, 2]
    begin_impulse(g)
    return len(g.straits_railed)


@case("rail_cost_by_maps", 2, 1)
def far_journey(edition: Edition) -> int:
    g = world(edition)
    corps = put(g, "Germany INF 6-3", "Berlin")
    far = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.ids[s].startswith("A"))
    return min(rail_price(g, corps, far), 2)


@case("motorised_costs", True, False)
def own_costs(edition: Edition) -> bool:
    g = world(edition)
    return any(
        hex_price(g, s, True) != hex_price(g, s, False)
        for s in range(g.board.size)
        if g.ground.land[s] and g.ground.terrain[s] < 7
    )


@case("least_rail_step", 1, 0)
def rail_step(edition: Edition) -> int:
    g = world(edition, railway_bonus=True)
    corps = put(g, "Germany INF 6-3", "Berlin")
    there = beside(g, "Berlin")
    sides(g, "Berlin", there)
    return step_cost(g, corps, at(g, "Berlin"), at(g, there))


def jungle_fight(edition: Edition) -> tuple[War, int]:
    g = pacific(edition)
    target = next(
        s
        for s in range(g.board.size)
        if g.ground.land[s] and g.ground.terrain[s] == 3 and g.ground.steps[s] and not g.ground.city[s]
    )
    here = g.ground.steps[target][0][0]
    for s, power in ((target, "Japan"), (here, "USA")):
        g.hexes[s].controller = g.facts.country[power.lower()]
    put(g, "Japan INF any", g.board.token(target))
    ours = put(g, "USA INF any", g.board.token(here))
    g.units[ours].fed = 1
    g.ground.between[here, target]
    act(g, "USA", Action.LAND)
    join_attack(g, USA, ours, target)
    return g, 0


@case("jungle_shifts_odds", 0, 1)
def jungle(edition: Edition) -> int:
    """Columns of the ladder that jungle takes off an American attack."""
    g, attack = jungle_fight(edition)
    battle = fight(g, attack)
    ratio = battle.attack / battle.defence
    from_odds = max(n for n, step in enumerate(LADDER) if ratio >= step) if ratio >= LADDER[0] else 0
    return from_odds - battle.column


@case("many_die_modifiers", -1, 0)
def die(edition: Edition) -> int:
    """Jungle counts on the die in the newer edition alone."""
    g, attack = jungle_fight(edition)
    found = {item.label: item.value for item in die_modifiers(g, fight(g, attack), False).items}
    return int(found.get("jungle", 0))


@case("daggers", 1, 2)
def dagger(edition: Edition) -> int:
    """Attackers turned down by a dagger, of two."""
    g = world(edition)
    two = [put(g, "Germany INF 6-3", "Warsaw"), put(g, "Germany ARM 8-6", "Warsaw")]
    drive(g, _face(g, two, land_result("†/B"), GERMANY))
    return sum(g.units.down[u] for u in two)


@case("marines_trs_halved", Fraction(1, 2), Fraction(1))
def marines(edition: Edition) -> Fraction:
    g = pacific(edition)
    target = at(g, "Rabaul")
    hold(g, "Japan", "Rabaul")
    put(g, "Japan INF any", "Rabaul")
    corps = put(g, "USA MAR any", "Rabaul", landed=INVASION)
    g.units[corps].shore = g.ground.sections[g.ground.seas[target][0]][3]
    act(g, "USA", Action.LAND)
    join_attack(g, USA, corps, target)
    return Fraction(fight(g, 0).attack) / g.units[corps].sheet.strength


@case("whole_combat_totals", False, True)
def rounded(edition: Edition) -> bool:
    g = world(edition)
    hexes = g.ground.steps[at(g, "Warsaw")]
    river = next((s for s, bits in hexes), NOWHERE)
    sides(g, "Warsaw", g.board.token(river), bits=1)
    g.hexes[river].controller = g.facts.country["ussr"]
    put(g, "USSR INF any", g.board.token(river))
    odd = put(g, "Germany INF 7-4", "Warsaw", fed=1)
    g.hexes[at(g, "Warsaw")].controller = g.facts.country["germany"]
    act(g, "Germany", Action.LAND)
    join_attack(g, GERMANY, odd, river)
    return fight(g, 0).attack.denominator == 1


@case("no_defence_automatic", True, False)
def nobody_rolls(edition: Edition) -> bool:
    g, attack = jungle_fight(edition)
    battle = fight(g, attack)
    before = g.rolled
    g.dice = FixedDice(5)
    outcome(g, roll_result(g, msgspec.structs.replace(battle, defence=Fraction(0)), False))
    return g.rolled == before


@case("lowest_invasion", False, True)
def from_section_1(edition: Edition) -> bool:
    return landing(edition, "USA MAR any", 1)


@case("infantry_from_trs", False, True)
def infantry_lands(edition: Edition) -> bool:
    return landing(edition, "USA INF any", 3)


def landing(edition: Edition, what: str, section: int) -> bool:
    g = pacific(edition)
    hold(g, "Japan", "Rabaul")
    target = at(g, "Rabaul")
    area = g.ground.seas[target][0]
    boat = ship(g, "USA", "TRS", "any")
    corps = put(g, what, "Rabaul")
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[area][section]
    g.units[corps].aboard = boat
    act(g, "USA", Action.LAND)
    return may_invade(g, Invading(USA), (corps, target)) is None


@case("hq_reach_by_value", True, False)
def hq_reaches_far(edition: Edition) -> bool:
    g = world(edition)
    hold(g, "Germany", "Poland")
    hq = named(g, "Germany", "Rundstedt", "Warsaw")
    near = {at(g, "Warsaw"), *(s for s, _ in g.ground.steps[at(g, "Warsaw")])}
    found = hq_range(g, hq)
    put(g, "USSR INF any", g.board.token(g.ground.steps[at(g, "Warsaw")][0][0]))
    assert hq_range(g, hq) >= found & near  # an enemy zone of control takes nothing away
    return bool(found - near)


# --- end of the turn ----------------------------------------------------------------------------------------------------------


@case("pass_ends_turn", -2, -1)
def all_pass(edition: Edition) -> int:
    """Where more than two maps are in play."""
    g = world(edition)
    frame = msgspec.structs.replace(g.campaign.frame, maps=["West Europe", "East Europe", "Asia"])
    g.__dict__["campaign"] = msgspec.structs.replace(g.campaign, frame=frame)
    return end_modifiers(g).total


@case("gearing_limits", False, True)
def geared(edition: Edition) -> bool:
    g = world(edition)
    g.turn += 1
    return is_limited(g, GERMANY)


@case("yearly_multiples", False, True)
def invaded_power(edition: Edition) -> bool:
    """One and a half for a power attacked at home, whatever the year."""
    g = world(edition, ("Germany", "Commonwealth"))
    before = multiple(g, COMMONWEALTH)
    g.powers[COMMONWEALTH].invaded = 1
    return multiple(g, COMMONWEALTH) - before == Fraction(1, 2)


@case("bonus_build_points", True, False)
def bonus(edition: Edition) -> bool:
    g = world(edition)
    corps = put(g, "USSR INF 5-3", "Moscow")
    return earns_bonus(g, corps, at(g, "Moscow"), supplied=True) is None


@case("green_factories", 0, 2)
def green(edition: Edition) -> int:
    g = world(edition)
    ground = g.__dict__["ground"] = type(g.ground).__new__(type(g.ground))
    ground.__dict__.update(war().ground.__dict__)
    space = at(g, "Berlin")
    ground.green = [2 if s == space else 0 for s in range(g.board.size)]
    return useable_factories(g, GERMANY, space) - ground.blue[space] - ground.red[space]


@case("minors_of_1939_join", True, False)
def two_minors(edition: Edition) -> bool:
    g = world(edition, ("Germany", "Commonwealth"))
    held = [n for n, c in enumerate(g.facts.countries) if c.controller == "commonwealth" and home_power(g, n) < 0]
    return countries_co_operate(g, held[0], held[1], COMMONWEALTH)


@case("powers_are_surprised", 1 << GERMANY, 0)
def barbarossa(edition: Edition) -> int:
    g = world(edition, turn="May/Jun 1941")
    g.open_war, g.side = 0, 0
    begin_impulse(g)
    return g.powers.surprised_by[6]


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_setting_as_both_editions_have_it(name: str) -> None:
    measure, wif, aif = CASES[name]
    assert measure(COLLECTORS) == wif
    assert measure(AMERICA) == aif


def test_every_case_belongs_to_a_line_of_the_table() -> None:
    assert set(CASES) <= {s.name for s in table()}
