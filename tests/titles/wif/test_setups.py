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
from grognard.titles.wif.facts import (
    CHINA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    MAJOR_HOMES,
    POWERS,
    SIDE_OF_POWER,
    USA,
    USSR,
    VICHY,
)
from grognard.titles.wif.ground import ground_of, slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.markers import offensive
from grognard.titles.wif.rules.partisans import eligible
from grognard.titles.wif.rules.powers import active, at_war, pact_key
from grognard.titles.wif.rules.victory import objectives
from grognard.titles.wif.scenario import KEYS, Campaign, UnitRow, printed, turn_number
from grognard.titles.wif.state import ALLOWED, FORCE_POOL, GONE, GRANTED, POOLED, War
from tests.titles.wif.kit import BOARD, CAMPAIGNS, CHARTS, FACTS, FILES

STATUS = {"map", "production", "construction_pool", "repair_pool", "reserve", "set_aside", "lost"}
MODES = {"anywhere", "must", "port", "sea", ""}
AXIS = {"Germany", "Italy", "Japan", "Rumania", "Hungary", "Finland", "Bulgaria", "Siam"}


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


# later starts


LATER = ("eve_of_barbarossa_1941", "two_oceans_1942")


@pytest.fixture(scope="module")
def later() -> dict[str, War]:
    return {key: Session.new(TITLE, key, seed=b"l" * 32).g for key in LATER}


def holders(g: War, *places: str) -> list[str]:
    whose = powers_by_hex(g)
    return [POWERS[whose[g.ground.named(place)]] if whose[g.ground.named(place)] >= 0 else "" for place in places]


@pytest.mark.parametrize("key", LATER)
def test_2_3_a_later_start_stands_within_stacking_and_close_to_what_it_suggests(later: dict[str, War], key: str) -> None:
    """Nobody is too many, nobody stands in the other side's land or in Vichy's, hardly anybody far from where he was meant."""
    g = later[key]
    assert list(TITLE.invariants(g)) == []
    sides, units = sides_by_hex(g), {c: u for u, c in enumerate(g.units.counter) if c >= 0}
    moved = 0
    for unit, at in enumerate(g.units.at):
        if at >= 0 and g.ground.land[at]:
            assert sides[at] == SIDE_OF_POWER[g.units.power[unit]]
            assert (powers_by_hex(g)[at] == VICHY) == (g.units.power[unit] == VICHY), g.units[unit].label
    for row in CAMPAIGNS[key].units:
        if row.counter and row.status == "map" and not row.option:
            there, meant = g.units.at[units[g.facts.index[row.counter]]], g.ground.named(row.suggested)
            moved += there not in flying_reach(g, {meant: 0}, 4)
    assert moved <= 12


def test_the_start_of_1941_has_the_control_of_may_1941(later: dict[str, War]) -> None:
    """The objectives are in the hands that the table of objectives gives them for May 1941, but for two that history moved a
    turn later: Finland joins when Germany goes to war (19.6.1), Saigon was occupied in July."""
    g = later["eve_of_barbarossa_1941"]
    names = {"neutral": "", "China (Communist)": "China"}
    wrong = [o.place for o in FACTS.objectives if holders(g, o.place) != [names.get(o.may_1941, o.may_1941)]]
    assert wrong == ["Helsinki", "Saigon"]


def test_the_start_of_1941_has_its_wars_pacts_and_politics(later: dict[str, War]) -> None:
    g = later["eve_of_barbarossa_1941"]
    assert at_war(g, GERMANY, COMMONWEALTH) and at_war(g, ITALY, COMMONWEALTH) and at_war(g, JAPAN, CHINA)
    assert not any(at_war(g, a, b) for a, b in ((GERMANY, USSR), (JAPAN, USA), (GERMANY, USA), (JAPAN, COMMONWEALTH)))
    assert not active(g, USA) and not active(g, USSR)
    assert set(g.pacts) == {pact_key(GERMANY, USSR), pact_key(JAPAN, USSR)} and g.nazi_soviet
    assert g.pacts[pact_key(GERMANY, USSR)] < g.pacts[pact_key(JAPAN, USSR)] < g.turn
    assert (g.vichy, POWERS[g.installer], g.free_france, g.east_poland) == (1, "Germany", 1, 1)
    assert (g.finland_claim, g.rumania_claim, g.demands, g.ore_cuts) == (ALLOWED, ALLOWED, GRANTED, 2)
    assert holders(g, "Vichy", "Marseille", "Paris", "Dakar", "Noumea", "Tobruk", "Athens", "Lvov") == [
        "Vichy", "Vichy", "Germany", "Vichy", "France", "Commonwealth", "Germany", "USSR",
    ]  # fmt: skip
    assert [g.countries[g.facts.country[c]].set_up for c in ("rumania", "hungary", "bulgaria", "finland")] == [POOLED] * 3 + [0]


def test_13_3_the_start_of_1941_has_american_markers_and_options(later: dict[str, War]) -> None:
    g = later["eve_of_barbarossa_1941"]
    assert (len(g.entry_germany), len(g.entry_japan), len(g.tension_germany), len(g.tension_japan)) == (8, 6, 5, 4)
    assert {22, 27, 28} <= set(g.entry_options) and not {31, 34, 36} & set(g.entry_options)
    assert len(offensive(g, GERMANY, USSR)) == 5 and sum(g.defences.values()) == 4
    for option in g.entry_options:  # what an option needs was chosen before it
        assert set(g.charts.entry_options[option].needs) <= set(g.entry_options)


def test_the_start_of_1942_has_its_lines_and_everybody_at_war(later: dict[str, War]) -> None:
    g = later["two_oceans_1942"]
    for foe in (GERMANY, ITALY, JAPAN):
        assert at_war(g, USA, foe) and at_war(g, COMMONWEALTH, foe)
    assert at_war(g, GERMANY, USSR) and not at_war(g, JAPAN, USSR) and set(g.pacts) == {pact_key(JAPAN, USSR)}
    assert holders(g, "Moscow", "Leningrad", "Sevastopol", "Rostov", "Kiev", "Minsk", "Kharkov", "Riga") == [
        *["USSR"] * 4, *["Germany"] * 4,
    ]  # fmt: skip
    assert holders(g, "Manila", "Singapore", "Batavia", "Hong Kong", "Guam", "Davao", "Benghazi", "Tripoli") == [
        "USA", "Commonwealth", "Commonwealth", "Japan", "Japan", "Japan", "Commonwealth", "Italy",
    ]  # fmt: skip
    assert g.powers.home[FRANCE] == g.facts.country["syria"]
    assert not g.entry_germany and not g.entry_japan
    lost = {row.name for row in CAMPAIGNS["two_oceans_1942"].units if row.status == "lost"}
    assert {"Bismarck", "Hood", "Arizona", "Oklahoma", "Prince of Wales", "Repulse", "Ark Royal", "Barham"} <= lost
    assert not lost & {"Tirpitz", "Nagara", "Enterprise", "Yamato", "Hermes"}


@pytest.mark.parametrize("key", LATER)
def test_4_1_3_ships_lost_before_a_later_start_are_in_no_pool(later: dict[str, War], key: str) -> None:
    g = later[key]
    units = {c: u for u, c in enumerate(g.units.counter) if c >= 0}
    lost = [row for row in CAMPAIGNS[key].units if row.status == "lost" and not row.option]
    assert lost and all(g.units.at[units[g.facts.index[row.counter]]] == GONE for row in lost)
    spare = {g.units[u].sheet.type for u, at in enumerate(g.units.at) if at == FORCE_POOL}
    assert {Type.INF, Type.FTR, Type.SUB} <= spare  # what was not lost can be built


@pytest.mark.parametrize("key", LATER)
def test_a_later_start_can_be_played_and_keeps_its_invariants(key: str) -> None:
    session, rng = Session.new(TITLE, key, seed=b"l" * 32), random.Random(3)
    for _ in range(150):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, rng.choice(ask.options))
    assert list(TITLE.invariants(session.g)) == []
    assert key in {s.key for s in TITLE.scenarios}
