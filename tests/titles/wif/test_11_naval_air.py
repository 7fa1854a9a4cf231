"""11.3, 11.5.3, 13.4.1: aircraft over the sea: how far, which section, lower, home, into a battle, and the end of the turn."""

from __future__ import annotations

import csv

import pytest

from grognard.titles.wif.facts import GERMANY, USA
from grognard.titles.wif.kinds import Action, Activity, Weather
from grognard.titles.wif.rules import flight, naval_air, return_to_base
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.homeward import bases
from grognard.titles.wif.rules.naval_air import Mission, Patrols, Scramble
from grognard.titles.wif.rules.naval_damage import abort
from grognard.titles.wif.state import FORCE_POOL, War

from .field import act, at, drive, hold, put, sky, war
from .kit import FOLDER
from .test_14_air import set_values


def box(g: War, area: str, section: int) -> int:
    return g.ground.sections[at(g, area)][section]


def channel(action: Action = Action.AIR) -> War:
    g = war(("Germany", "Commonwealth"))
    act(g, "Germany", action)
    return g


def patrol(g: War, **values: int) -> int:
    """A German bomber in Kiel of range 8 and three air-to-sea factors, or other values."""
    unit = put(g, "Germany LND any", "Kiel")
    set_values(g, **{"range": 8, "air_to_sea": 3, **values})
    return unit


def sections(g: War, unit: int, area: str) -> list[int]:
    return [g.ground.section[s] for s in naval_air.goals(g, unit) if g.ground.area[s] == at(g, area)]


# --- how far (11.3) -----------------------------------------------------------------------------------------------------------


def test_the_costs_are_those_of_the_table() -> None:
    lines = [line for line in (FOLDER / "tables/naval_air_sections.csv").read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines))
    assert tuple(int(row["cost_to_leave"]) for row in rows) == flight.SECTION_COSTS
    for row in rows:
        least, _, most = row["points_left"].rstrip("+").partition("-")
        for points in {int(least), int(most or least)}:
            assert flight.highest_section(points) == int(row["highest_section"])
    assert flight.highest_section(-1) == -1


def pbm(g: War) -> int:
    """A Mariner of range 15 in Key West."""
    unit = put(g, "USA NAV any", "Key West")
    set_values(g, range=15, air_to_sea=3)
    return unit


def test_11_3_a() -> None:
    """wif-11.3-a: 6 and 2 points to the East Coast leave 7: section 3; the Caribbean for 2: section 4. And home the same way."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    unit = pbm(g)
    reach = flight.sea_reach(g, at(g, "Key West"), 15)
    assert reach[at(g, "US East Coast")] == 8 and reach[at(g, "Caribbean Sea")] == 2
    assert sections(g, unit, "US East Coast") == [0, 1, 2, 3]
    assert sections(g, unit, "Caribbean Sea") == [0, 1, 2, 3, 4]
    home = flight.homeward_reach(g, box(g, "US East Coast", 3), 15)
    assert home[at(g, "Key West")] == 14


def test_11_3_c() -> None:
    """wif-11.3-c: leaving section 4 takes 10 points, section 3 takes 6; the first hex at most 2."""
    g = channel()
    for section, cost in ((4, 10), (3, 6), (0, 0)):
        assert flight.homeward_reach(g, box(g, "North Sea", section), 12)[at(g, "Kiel")] - cost in (1, 2)
    assert flight.homeward_reach(g, box(g, "North Sea", 4), 9) == {}


def test_seas_without_hexdots_are_reached_from_their_coasts() -> None:
    g = channel()
    area = at(g, "Norwegian Sea")
    assert not g.ground.dots[area]
    base = g.ground.shores[area][0]
    assert flight.sea_reach(g, base, 4)[area] in (1, 2)
    assert base in flight.homeward_reach(g, g.ground.sections[area][0], 2)


# --- who (11.3) ---------------------------------------------------------------------------------------------------------------


def test_11_3_who_may_fly() -> None:
    g = channel()
    unit = patrol(g)
    assert naval_air.may_take(g, Patrols(GERMANY), unit) is None
    g.units[unit].down = 1
    refusal = naval_air.may_take(g, Patrols(GERMANY), unit)
    assert refusal is not None and refusal.rule == "11.3"
    blind = patrol(g, air_to_sea=0)
    refusal = naval_air.may_take(g, Patrols(GERMANY), blind)
    assert refusal is not None and "air-to-sea" in str(refusal)
    fighter = put(g, "Germany FTR any", "Kiel")
    set_values(g, air_to_sea=0)
    assert naval_air.may_take(g, Patrols(GERMANY), fighter) is None
    assert naval_air.may_take(g, Patrols(USA), fighter) is not None


def test_no_mission_beyond_the_limit_or_without_one() -> None:
    g = channel(Action.PASS)
    unit = patrol(g)
    refusal = naval_air.may_take(g, Patrols(GERMANY), unit)
    assert refusal is not None and refusal.rule == "10.2"
    assert not naval_air.patrolling_powers(g)


@pytest.mark.parametrize("weather", [Weather.STORM, Weather.BLIZZARD])
def test_11_3_not_into_storm_but_home_from_it(weather: Weather) -> None:
    g = channel()
    unit = patrol(g)
    sky(g, weather)
    refusal = naval_air.may_fly(g, Mission(GERMANY, unit), box(g, "North Sea", 0))
    assert refusal is not None and refusal.rule == "11.3" and "storm" in str(refusal)
    g.units[unit].at = box(g, "North Sea", 1)
    assert at(g, "Kiel") in naval_air.goals(g, unit) and box(g, "North Sea", 0) not in naval_air.goals(g, unit)


# --- the mission --------------------------------------------------------------------------------------------------------------


def test_11_3_out_lower_and_home() -> None:
    """Each is an air mission of its own impulse; at sea it keeps its facing, at home it is turned face-down."""
    g = channel()
    unit = patrol(g)
    put(g, "Commonwealth CA any", "London", down=1)
    g.units[len(g.units) - 1].at = box(g, "North Sea", 0)
    before = left(g, GERMANY, Activity.NAVAL_AIR)
    drive(g, naval_air.fly_over_sea(g), [f"patrol u{unit}", f"fly {g.board.token(box(g, 'North Sea', 2))}"])
    assert g.units.at[unit] == box(g, "North Sea", 2) and not g.units.down[unit]
    assert left(g, GERMANY, Activity.NAVAL_AIR) == before - 1
    assert g.hexes.entered[at(g, "North Sea")] == 1  # 11.6: the Allies may seek it there
    assert naval_air.may_take(g, Patrols(GERMANY), unit) is not None  # once a step
    g.units[unit].moved = 0
    higher = naval_air.may_fly(g, Mission(GERMANY, unit), box(g, "North Sea", 3))
    assert higher is not None and higher.rule == "11.3"
    elsewhere = naval_air.may_fly(g, Mission(GERMANY, unit), box(g, "Baltic Sea", 0))
    assert elsewhere is not None
    naval_air.fly(g, Mission(GERMANY, unit), box(g, "North Sea", 1))
    assert g.ground.section[g.units.at[unit]] == 1 and not g.units.down[unit]
    naval_air.fly(g, Mission(GERMANY, unit), at(g, "Kiel"))
    assert g.units.at[unit] == at(g, "Kiel") and g.units.down[unit]
    assert left(g, GERMANY, Activity.NAVAL_AIR) == before - 3


# --- naval air interception (11.5.3) ------------------------------------------------------------------------------------------


def test_11_5_3_aircraft_join_a_battle_with_half_their_range() -> None:
    g = channel()
    unit = patrol(g)
    full = sections(g, unit, "North Sea")
    joined = [g.ground.section[b] for u, b in naval_air.scrambles(g, Scramble(GERMANY, at(g, "North Sea"))) if u == unit]
    assert full == [0, 1, 2, 3] and joined == [0, 1]  # two points to the sea, of 8 and of 4
    refusal = naval_air.may_scramble(g, Scramble(GERMANY, at(g, "North Sea")), (unit, box(g, "North Sea", 3)))
    assert refusal is not None and refusal.rule == "11.5.3"
    enemy = put(g, "Commonwealth LND any", "London")
    g.units[enemy].at = box(g, "North Sea", 1)
    before = left(g, GERMANY, Activity.NAVAL_AIR)
    drive(g, naval_air.join_battle(g, at(g, "North Sea"), 0), [f"join u{unit} {g.board.token(box(g, 'North Sea', 1))}"])
    assert g.units.at[unit] == box(g, "North Sea", 1) and not g.units.down[unit]
    assert left(g, GERMANY, Activity.NAVAL_AIR) == before


def test_10_3_aircraft_that_join_a_battle_in_their_own_impulse_need_oil() -> None:
    """10.3: missions burn oil in the power's own impulse, naval air interception too; in the enemy's nothing."""
    g = channel()
    g.options.oil = True
    unit, area = patrol(g), at(g, "North Sea")
    g.powers[GERMANY].burnt = 1  # another unit was the one that is free
    pair = (unit, box(g, "North Sea", 1))
    no = naval_air.may_scramble(g, Scramble(GERMANY, area), pair)
    assert no is not None and no.rule == "10.3"
    g.powers[GERMANY].tenths = 1
    assert naval_air.may_scramble(g, Scramble(GERMANY, area), pair) is None
    enemy = put(g, "Commonwealth LND any", "London")
    g.units[enemy].at = box(g, "North Sea", 1)
    drive(g, naval_air.join_battle(g, area, 0), [f"join u{unit} {g.board.token(pair[1])}"])
    assert not g.powers.tenths[GERMANY]
    other = patrol(g)
    assert naval_air.may_scramble(g, Scramble(GERMANY, area), (other, pair[1])) is not None
    g.side = 1
    assert naval_air.may_scramble(g, Scramble(GERMANY, area), (other, pair[1])) is None


def test_11_5_3_a_power_that_passed_or_has_no_enemy_there_stays_home() -> None:
    g = channel()
    area = at(g, "North Sea")
    patrol(g)
    assert not naval_air.may_join(g, GERMANY, area)
    enemy = put(g, "Commonwealth LND any", "London")
    g.units[enemy].at = box(g, "North Sea", 1)
    assert naval_air.may_join(g, GERMANY, area)
    act(g, "Germany", Action.PASS)
    assert not naval_air.may_join(g, GERMANY, area)
    sky(g, Weather.STORM)
    assert naval_air.scrambles(g, Scramble(GERMANY, area)) == []


# --- the end of the turn (13.4) -----------------------------------------------------------------------------------------------


def test_13_4_aircraft_stay_a_section_lower_or_come_home() -> None:
    g = channel()
    stays, returns, low = patrol(g), patrol(g), patrol(g)
    for unit, section in ((stays, 2), (returns, 2), (low, 0)):
        g.units[unit].at = box(g, "North Sea", section)
    watch = return_to_base.Watch(GERMANY)
    refusal = return_to_base.may_stay(g, watch, low)
    assert refusal is not None and refusal.rule == "13.4"
    drive(g, return_to_base.stay_or_return(g), [f"stay u{stays}"])
    assert g.units.at[stays] == box(g, "North Sea", 1)
    drive(g, return_to_base.bring_home(g))
    for unit in (returns, low):
        assert g.ground.land[g.units.at[unit]] and g.units.down[unit]
    drive(g, return_to_base.end_watch(g))
    assert g.units.at[stays] == box(g, "North Sea", 1) and not g.units.staying[stays]


def test_13_4_3_aircraft_without_a_base_are_lost() -> None:
    """Section 3 leaves a range of 8 two points; with no hex of its side so near it cannot stay, and is lost."""
    g = channel()
    unit = patrol(g)
    g.units[unit].at = box(g, "Bay of Biscay", 3)
    assert bases(g, unit) == []
    refusal = return_to_base.may_stay(g, return_to_base.Watch(GERMANY), unit)
    assert refusal is not None and refusal.rule == "13.4.3"
    drive(g, return_to_base.bring_home(g))
    assert g.units.at[unit] == FORCE_POOL


def test_aborted_aircraft_fly_home() -> None:
    g = channel()
    unit = patrol(g)
    g.units[unit].at = box(g, "North Sea", 2)
    hold(g, "Germany", "Kiel")
    drive(g, abort(g, unit))
    assert g.ground.land[g.units.at[unit]] and g.units.down[unit]
