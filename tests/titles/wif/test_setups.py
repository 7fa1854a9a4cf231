"""The set-ups: counters used once and in time, places that exist, what the text says of September 1939, convoys and economy."""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections import defaultdict
from fractions import Fraction

import pytest

from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.charts import LEVELS
from grognard.titles.wif.facts import MAJOR_HOMES, POWERS
from grognard.titles.wif.ground import ground_of, slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.partisans import eligible
from grognard.titles.wif.rules.victory import objectives
from grognard.titles.wif.scenario import KEYS, Campaign, UnitRow, printed, turn_number
from grognard.titles.wif.state import ALLOWED
from tests.titles.wif.kit import BOARD, CAMPAIGNS, CHARTS, FACTS, FILES

STATUS = {"map", "production", "construction_pool", "repair_pool", "reserve", "set_aside"}
MODES = {"anywhere", "must", "port", "sea", ""}
AXIS = {"Germany", "Italy", "Japan", "Rumania", "Hungary", "Finland"}


@pytest.fixture(params=KEYS)
def campaign(request: pytest.FixtureRequest) -> Campaign:
    return CAMPAIGNS[request.param]


def test_each_counter_is_the_powers_own_old_enough_and_used_once(campaign: Campaign) -> None:
    year = int(campaign.frame.first_turn[-4:])
    used: set[str] = set()
    for row in campaign.units:
        counter = printed(row, FACTS)
        if counter is None:
            assert row.type == "CP"
            continue
        assert counter.id not in used, row
        used.add(counter.id)
        assert counter.power == row.power, row
        assert counter.type == Type.read(row.type.removesuffix(" div")) and counter.division == row.type.endswith(" div"), row
        assert counter.year <= year, row
        assert row.name in counter.name or counter.name.startswith(row.name), row


def test_each_row_says_when_where_and_how_sure(campaign: Campaign) -> None:
    first = turn_number(campaign.frame.first_turn)
    for row in campaign.units:
        assert row.status in STATUS and row.mode in MODES and row.draw in ("named", "pool"), row
        assert row.confidence.split(";")[0] in LEVELS
        if row.status == "production":
            assert first < turn_number(row.ready) <= first + 6, row
        else:
            assert not row.ready and not row.cycle, row
        if row.status == "map":
            assert row.places, row
            assert row.suggested or row.option, row


def test_each_place_is_known_and_each_suggestion_inside_its_limit(campaign: Campaign) -> None:
    for row in campaign.units:
        for place in [*row.places, *([row.suggested] if row.suggested else [])]:
            assert place in FACTS.places, (row, place)
        if row.status == "map" and not row.option:
            inside = {m for place in row.places for m in FACTS.members(place)} | {FACTS.places[p].country for p in row.places}
            here = FACTS.places[row.suggested]
            assert here.name in inside or here.country in inside, row


def test_2_3_suggested_hexes_keep_stacking_and_enemies_apart(campaign: Campaign) -> None:
    land: Tally[str] = Tally()
    air: Tally[str] = Tally()
    sides: dict[str, set[bool]] = defaultdict(set)
    for row in campaign.units:
        counter = printed(row, FACTS)
        if row.hex and counter is not None and not counter.naval:
            (land if counter.land else air)[row.hex] += 1
            sides[row.hex].add(row.power in AXIS)
    assert max(land.values(), default=0) <= 2
    assert max(air.values(), default=0) <= 3
    assert all(len(s) == 1 for s in sides.values())


def test_ships_begin_in_ports_or_at_sea(campaign: Campaign) -> None:
    for row in campaign.units:
        counter = printed(row, FACTS)
        if row.status == "map" and row.suggested and (counter is None or counter.naval):
            assert FACTS.places[row.suggested].kind in ("port", "sea"), row


def test_every_power_of_the_frame_has_units_and_sets_up(campaign: Campaign) -> None:
    powers = {row.power for row in campaign.units}
    assert set(campaign.frame.powers) <= powers
    assert set(campaign.frame.set_up_order) <= set(campaign.frame.powers)
    assert set(campaign.frame.confidence.values()) <= set(LEVELS)


# September 1939


def started(key: str) -> list[UnitRow]:
    return [row for row in CAMPAIGNS[key].units if row.status == "map"]


@pytest.mark.parametrize("key", ["global_war_1939", "fascist_tide_1939"])
def test_4_1_2_neutrals_have_no_militia_and_9_7_reserves_are_not_out(key: str) -> None:
    for row in started(key):
        counter = printed(row, FACTS)
        if counter is not None and row.power not in ("Japan", "China"):
            assert counter.type != Type.MIL and not counter.reserve, row


def test_13_3_2_and_13_3_3_keep_units_out_of_some_places() -> None:
    manila = 0
    for row in started("global_war_1939"):
        counter = printed(row, FACTS)
        naval = counter is None or counter.naval
        if row.power == "Commonwealth" and not naval and row.type != "CVP":
            assert row.suggested not in ("Singapore", "Malaya", "Hong Kong", "Port Moresby", "Rabaul", "Fiji"), row
        if row.power == "USA" and not naval:
            assert row.suggested != "Guam"
            assert row.suggested not in ("Manila", "Davao") or row.name == "MacArthur" or row.type == "TERR", row
        if row.power == "Japan":
            assert row.suggested not in ("Kwajalein", "Wake", "Truk"), row
        manila += row.power == "USA" and row.suggested == "Manila" and naval and row.type != "CP"
    assert manila <= 2


def test_convoy_points_cover_the_lines_of_1939() -> None:
    points: Tally[tuple[str, str]] = Tally()
    totals: Tally[str] = Tally()
    for row in CAMPAIGNS["global_war_1939"].units:
        if row.type == "CP":
            points[row.power, row.suggested] += row.count
            totals[row.power] += row.count
    assert totals == {"Germany": 5, "Italy": 10, "Japan": 25, "Commonwealth": 60, "France": 15, "USSR": 5, "USA": 30}
    sheet = FILES.load("data/convoy_lines_1939.csv")
    need: Tally[tuple[str, str]] = Tally()
    for cells in sheet.rows:
        line = dict(zip(sheet.header, cells))
        for area in line["sea_areas"].split("; "):
            assert FACTS.places[area].kind == "sea"
            need[line["power"], area] += int(line["resources"])
    for key, wanted in need.items():
        assert points[key] >= wanted, key


EXPECTED = {
    "Germany": (13, 16), "Commonwealth": (14, 17), "France": (8, 10), "Italy": (6, 7), "Japan": (10, 12),
    "USSR": (14, 17), "USA": (25, 32), "China": (3, 4),
}  # fmt: skip


def test_13_6_each_power_produces_what_its_history_suggests() -> None:
    homes = defaultdict(list)
    for country in FACTS.countries:
        owner = MAJOR_HOMES.get(country.id)
        if country.name in ("Czech Republic", "Manchukuo", "Korea"):
            owner = POWERS.index(country.controller.capitalize())
        if owner is not None:
            homes[POWERS[owner]].append(country.name)
    factories: Tally[str] = Tally()
    for site in FACTS.economy:
        factories[site.country] += site.blue + site.red
    sheet = FILES.load("data/resource_sources_1939.csv")
    used: Tally[str] = Tally()
    for cells in sheet.rows:
        source = dict(zip(sheet.header, cells))
        assert int(source["used"]) <= int(source["available"])
        used[source["power"]] += int(source["used"])
    for power in EXPECTED:
        points = min(sum(factories[home] for home in homes[power]), used[power])
        low, high = EXPECTED[power]
        assert low <= points <= high, (power, points)
        assert points * CHARTS.multiples[power][1939] >= Fraction(3, 2)


def test_13_9_seventy_objectives_of_which_some_are_automatic() -> None:
    assert len(FACTS.objectives) == len({o.place for o in FACTS.objectives}) == 70
    assert all(o.place in FACTS.places for o in FACTS.objectives)
    automatic = {o.place for o in FACTS.objectives if o.automatic_victory}
    assert automatic == set(CAMPAIGNS["global_war_1939"].frame.victory.automatic)


def test_barbarossa_has_the_forces_a_play_report_gives() -> None:
    found: Tally[tuple[bool, str]] = Tally()
    for row in started("barbarossa_1941"):
        counter = printed(row, FACTS)
        if counter is not None and not row.option:
            found[row.power in AXIS, "land" if counter.land else "air" if counter.air else "naval"] += 1
    assert [found[True, b] for b in ("land", "air", "naval")] == [46, 16, 1]
    assert [found[False, b] for b in ("land", "air", "naval")] == [29, 9, 5]


# against the board


def test_every_suggestion_and_every_city_that_counts_is_on_the_board(campaign: Campaign) -> None:
    ground = ground_of(BOARD)
    for row in campaign.units:
        if row.suggested and not row.option:
            on_land = BOARD.knows(row.hex) and ground.land[BOARD.space(row.hex)]
            assert on_land or slug(row.suggested) in ground.places, row
    for place in (*campaign.frame.victory.points, *campaign.frame.victory.automatic):
        assert slug(place) in ground.places, place


def test_what_a_power_controls_is_on_the_board(campaign: Campaign) -> None:
    ground = ground_of(BOARD)
    for power, control in campaign.frame.control.items():
        for name in (*control.aligned, *control.conquered, *control.holds):
            assert ground.spaces(name), (power, name)


def test_objectives_and_sites_of_the_economy_are_on_the_board() -> None:
    ground = ground_of(BOARD)
    assert all(slug(o.place) in ground.places for o in FACTS.objectives)
    assert all(slug(site.place) in ground.places for site in FACTS.economy)


def test_a_later_start_keeps_what_was_and_adds_what_came() -> None:
    """Missed the Bus: control of September 1939, Poland and what the USSR has gained since; both halves of the world count."""
    session = Session.new(TITLE, "missed_the_bus_1940", seed=b"m" * 32)
    g, whose = session.g, powers_by_hex(session.g)
    assert [POWERS[whose[g.ground.named(name)]] for name in ("Warsaw", "Brest-Litovsk", "Shanghai", "Paris")] == [
        "Germany", "USSR", "Japan", "France",
    ]  # fmt: skip
    assert (g.east_poland, g.finland_claim, g.ore_cuts) == (1, ALLOWED, 1)
    assert len(objectives(g)) > len(objectives(Session.new(TITLE, "fascist_tide_1939", seed=b"m" * 32).g))
    rng = random.Random(2)
    for _ in range(150):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, rng.choice(ask.options))
    assert list(TITLE.invariants(session.g)) == []


def test_13_1_no_partisans_rise_in_the_half_of_the_world_that_is_not_played() -> None:
    """Fascist Tide has no China: nobody is asked for its partisans, though Japan holds a part of it in Global War."""
    whole, half = (Session.new(TITLE, key, seed=b"p" * 32).g for key in ("global_war_1939", "fascist_tide_1939"))
    assert eligible(whole, "China", red=False) and not eligible(half, "China", red=False)
