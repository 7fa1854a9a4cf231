"""13.1, 13.7, 13.9, 17, 19.5, 19.6: partisans, conquest, peace, Vichy, liberation, claims, victory."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.flow import GameOver
from grognard.titles.wif.facts import (
    ALLIES,
    AXIS,
    CHINA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    SIDE_OF_POWER,
    USA,
    USSR,
    VICHY,
)
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import halved, limit
from grognard.titles.wif.rules.claims import Claimant, Settlement, enforce_peace, make_claims, may_claim, may_settle, mediate
from grognard.titles.wif.rules.conquerors import conqueror, italy_falls
from grognard.titles.wif.rules.conquest import Hull, conquer, conquests, may_bequeath, refuges, within
from grognard.titles.wif.rules.control import hexes_of, nation_at, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.garrisons import garrison
from grognard.titles.wif.rules.land_steps import may_enter
from grognard.titles.wif.rules.liberation import (
    Liberator,
    liberate,
    liberate_countries,
    liberators,
    may_liberate,
    may_return_hex,
    may_revert,
)
from grognard.titles.wif.rules.partisans import (
    bands,
    countries_of,
    eligible,
    leader,
    modified_roll,
    number_of,
    raise_partisans,
    unliberated,
)
from grognard.titles.wif.rules.peace import (
    Despair,
    Drafting,
    Envoy,
    Treaty,
    agree,
    may_cede,
    may_offer,
    may_surrender,
    support_minors,
)
from grognard.titles.wif.rules.powers import active, at_war, current_home, pact_key, playing, powers_co_operate
from grognard.titles.wif.rules.spheres import may_walk_in, walk_in
from grognard.titles.wif.rules.vichy import GROUPS, Culling, fleet_abroad, french, group_of, install, may_cull, may_install
from grognard.titles.wif.rules.vichy_collapse import collapse
from grognard.titles.wif.rules.victory import bid, check_objectives, held, nearest, penalties, totals
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import (
    ALIGNED,
    ALLOWED,
    COMPLETE,
    CONQUERED,
    DENIED,
    FORCE_POOL,
    GONE,
    GRANTED,
    HOME,
    INCOMPLETE,
    INDEPENDENT,
    SETTLED,
    War,
    slot_of,
)
from tests.titles.wif.field import align, at, drive, hold, named, put, war
from tests.titles.wif.test_09_politics import minor, world


def keeper(g: War, place: str) -> int:
    return powers_by_hex(g)[at(g, place)]


# --- 13.7.1 -------------------------------------------------------------------------------------------------------------------


def italy() -> War:
    """The USA in Rome, the Commonwealth in Tripoli and Milan."""
    g = world(("USA", "Italy"), ("Commonwealth", "Italy"), ("USA", "Germany"), ("Commonwealth", "Germany"), turn="Sep/Oct 1943")
    hold(g, "USA", "Rome")
    hold(g, "Commonwealth", "Tripoli")
    put(g, "USA MOT any", "Rome")
    return g


def test_13_7_1_a_italy_falls_with_three_of_four_and_the_usa_is_the_conqueror() -> None:
    """wif-13.7.1-a: the USA controls Rome, the Commonwealth Tripoli."""
    g = italy()
    assert italy_falls(g)  # Rome, Tripoli, and the greater garrison
    assert conqueror(g, minor(g, "italy")) == USA
    g.hexes[at(g, "Tripoli")].controller = minor(g, "libya")
    assert not italy_falls(g) and conqueror(g, minor(g, "italy")) < 0


def test_13_7_1_b_hexes_go_to_who_stands_in_them_or_holds_them_alone() -> None:
    """wif-13.7.1-b, wif-13.7.1-c: Germans keep Milan and what lies in their zone alone; the fleet of La Spezia is chased out."""
    g = italy()
    german = put(g, "Germany INF any", "Milan")
    ship = put(g, "Italy BB any", "La Spezia")
    alone = next(b for b, _ in g.ground.steps[at(g, "Milan")] if g.ground.country[b] == "italy" and not g.ground.city[b])
    drive(g, conquer(g, minor(g, "italy"), USA), dice=[1] * 20)
    assert keeper(g, "Milan") == GERMANY and powers_by_hex(g)[alone] == GERMANY
    assert keeper(g, "La Spezia") == USA and keeper(g, "Rome") == USA
    assert g.units.at[german] == at(g, "Milan") and g.units.at[ship] != at(g, "La Spezia")


def test_13_7_1_no_hex_is_kept_by_a_zone_across_the_sea() -> None:
    """Germans in Bastia stand next to Leghorn on the map; those in Florence hold it alone (2.2)."""
    for place, owner in (("Bastia", USA), ("Florence", GERMANY)):
        g = italy()
        put(g, "Germany INF any", place)
        drive(g, conquer(g, minor(g, "italy"), USA), dice=[1] * 20)
        assert at(g, "Leghorn") in {b for b, _ in g.ground.steps[at(g, place)]} and keeper(g, "Leghorn") == owner


def test_13_7_1_units_at_home_and_off_the_map_leave_the_game() -> None:
    g = italy()
    home, away = put(g, "Italy INF any", "Bari"), put(g, "Italy INF any", "Tirana")
    pool = put(g, "Italy INF any", "Bari")
    g.units[pool].at = FORCE_POOL
    drive(g, conquer(g, minor(g, "italy"), USA), [f"exile c{minor(g, 'albania')}"], dice=[10] * 20)
    assert g.units.at[home] == GONE and g.units.at[pool] == GONE and g.units.at[away] == at(g, "Tirana")
    assert g.powers.conquered[ITALY] == INCOMPLETE and halved(g, ITALY)


def test_13_7_1_d_only_what_was_aligned_before_1939_can_be_the_new_home() -> None:
    """wif-13.7.1-d: Albania, not Yugoslavia."""
    g = italy()
    align(g, "yugoslavia", "Italy")
    able = refuges(g, minor(g, "italy"), ITALY)
    assert minor(g, "albania") in able and minor(g, "yugoslavia") not in able


def test_13_7_1_e_a_commonwealth_home_may_go_to_another() -> None:
    """wif-13.7.1-e: Canada for Australia."""
    g = world(("Japan", "Commonwealth"))
    assert minor(g, "canada") in refuges(g, minor(g, "australia"), COMMONWEALTH)
    hold(g, "Japan", "australia")
    drive(g, conquests(g), dice=[6] * 20)
    assert g.countries.status[minor(g, "australia")] == CONQUERED
    assert g.powers.conquered[COMMONWEALTH] == 0 and not halved(g, COMMONWEALTH)
    assert current_home(g, minor(g, "australia")) != minor(g, "australia")


def test_13_7_1_f_belgium_with_the_congo_is_incompletely_conquered() -> None:
    """wif-13.7.1-f, wif-13.7.1-n: Brussels and Liege are taken, retaken and taken again."""
    g = world(("Germany", "Commonwealth"), ("Germany", "France"))
    for name in ("belgium", "belgian_congo"):
        align(g, name, "Commonwealth")
    belgium = minor(g, "belgium")
    hold(g, "Germany", "belgium")
    able = refuges(g, belgium, COMMONWEALTH)
    assert minor(g, "belgian_congo") in able and {minor(g, n) for n in ("united_kingdom", "canada", "india")} <= set(able)
    drive(g, conquests(g), [f"exile c{minor(g, 'belgian_congo')}"], dice=[5])
    assert g.countries.conqueror[belgium] == GERMANY and g.countries.status[minor(g, "belgian_congo")] == ALIGNED
    hold(g, "France", "belgium")
    assert conqueror(g, belgium) == FRANCE
    drive(g, conquests(g))
    assert g.countries.conqueror[belgium] == FRANCE
    hold(g, "Germany", "belgium")
    drive(g, conquests(g))
    assert g.countries.conqueror[belgium] == GERMANY


def test_13_7_1_every_factory_and_the_capital_are_needed() -> None:
    g = world(("Germany", "Commonwealth"))
    align(g, "belgium", "Commonwealth")
    hold(g, "Germany", "Brussels")
    assert conqueror(g, minor(g, "belgium")) < 0
    hold(g, "Germany", "Liege", "Antwerp")
    assert conqueror(g, minor(g, "belgium")) == GERMANY


def test_13_7_1_g_units_too_far_from_the_new_home_are_lost() -> None:
    """wif-13.7.1-g, wif-13.7.1-h: Changsha is six hexes from Port Arthur; the Sea of Japan is near."""
    g = world(("Japan", "China"), ("Japan", "USA"))
    near = within(g, [at(g, "Port Arthur")], 5)
    assert at(g, "Changsha") not in near and at(g, "Changsha") in within(g, [at(g, "Port Arthur")], 6)
    hold(g, "USA", "japan")
    hold(g, "Japan", "Changsha")
    lost = put(g, "Japan INF any", "Changsha")
    drive(g, conquer(g, minor(g, "japan"), USA), [f"exile c{minor(g, 'manchukuo')}"], dice=[5] + [6] * 40)
    assert g.units.at[lost] == GONE and g.powers.home[JAPAN] == minor(g, "manchukuo")


def test_13_7_1_i_the_ships_of_a_minor_that_is_gone_are_british_or_the_conqueror_s() -> None:
    """wif-13.7.1-i: the Netherlands lose the NEI."""
    g = world(("Japan", "Commonwealth"), ("Germany", "Commonwealth"))
    for name in ("netherlands", "nei"):
        align(g, name, "Commonwealth")
    row = g.countries[minor(g, "netherlands")]
    afloat, hull = put(g, "Netherlands CA any", "London"), put(g, "Netherlands CA any", "London")
    g.units[hull].at = slot_of(g.turn + 2)
    row.status = ALIGNED
    hold(g, "Japan", "nei")
    drive(g, conquer(g, minor(g, "nei"), JAPAN), dice=[1] * 5)
    drive(g, conquer(g, minor(g, "netherlands"), JAPAN), dice=[1] * 5)
    assert g.units.power[afloat] == COMMONWEALTH and g.units.country[afloat] == minor(g, "united_kingdom")
    assert g.units.power[hull] == JAPAN


def fallen_italy(*, division: bool) -> War:
    g = italy()
    align(g, "yugoslavia", "Italy")
    for name in ("albania", "libya", "ethiopia"):
        hold(g, "Commonwealth", name)
        g.countries[minor(g, name)].status, g.countries[minor(g, name)].power = CONQUERED, COMMONWEALTH
    inland = next(s for s in g.ground.homeland["yugoslavia"] if not g.ground.city[s] and not g.ground.port[s])
    put(g, "Germany INF any", g.board.token(inland))
    if division:
        hold(g, "USA", "Sarajevo")
    return g


@pytest.mark.parametrize(("division", "status", "owner"), [(False, ALIGNED, GERMANY), (True, CONQUERED, USA)])
def test_13_7_1_j_what_a_lost_power_controlled_goes_to_who_counts_there(division: bool, status: int, owner: int) -> None:
    """wif-13.7.1-j, wif-13.7.1-k: Yugoslavia of a completely conquered Italy."""
    g = fallen_italy(division=division)
    drive(g, conquer(g, minor(g, "italy"), USA), ["inherit p.germany"], dice=[1] * 30)
    assert g.powers.conquered[ITALY] == COMPLETE and ITALY not in playing(g) and not at_war(g, ITALY, USA)
    row = g.countries[minor(g, "yugoslavia")]
    assert (row.status, row.power) == (status, owner)


def test_13_7_1_l_without_influence_a_country_is_neutral_again() -> None:
    """wif-13.7.1-l, wif-13.7.1-m: Germany falls; Norway is nobody's, Lithuania Soviet; the navy is Japanese."""
    g = world(("Germany", "USSR"), ("Germany", "Commonwealth"), ("Japan", "China"))
    g.countries[minor(g, "norway")].status, g.countries[minor(g, "norway")].power = CONQUERED, GERMANY
    hold(g, "Germany", "norway")
    align(g, "lithuania", "Germany")
    for name in ("czech_republic", "slovakia"):
        hold(g, "USSR", name)
        g.countries[minor(g, name)].status, g.countries[minor(g, name)].power = CONQUERED, USSR
    hold(g, "USSR", "Kaunas")
    put(g, "USSR INF any", "Kaunas")
    army, ship = put(g, "Germany INF any", "Berlin"), put(g, "Germany BB any", "Kiel")
    drive(g, conquer(g, minor(g, "germany"), USSR), ["inherit p.japan"], dice=[10] * 10)
    assert g.powers.conquered[GERMANY] == COMPLETE and g.units.at[army] == GONE
    assert g.countries.status[minor(g, "norway")] == INDEPENDENT
    lithuania = g.countries[minor(g, "lithuania")]
    assert (lithuania.status, lithuania.power) == (CONQUERED, USSR)
    assert g.units.power[ship] == JAPAN


def test_13_7_1_a_power_whose_last_refuge_falls_is_out_of_the_war() -> None:
    """Italy fights on from Albania; when the USA takes Albania too, nothing is left to choose."""
    g = italy()
    for country, facts in enumerate(g.facts.countries):
        if facts.controller == "italy" and facts.kind == "home" and facts.id not in ("italy", "albania"):
            g.countries[country].status, g.countries[country].power = CONQUERED, COMMONWEALTH
    drive(g, conquer(g, minor(g, "italy"), USA), dice=[10] * 20)
    assert g.powers.conquered[ITALY] == INCOMPLETE and g.powers.home[ITALY] == minor(g, "albania")
    hold(g, "USA", "albania")
    drive(g, conquer(g, minor(g, "albania"), USA), ["inherit p.germany"], dice=[10] * 20)
    assert g.powers.conquered[ITALY] == COMPLETE and not at_war(g, ITALY, USA) and ITALY not in playing(g)


def test_13_7_1_with_another_refuge_left_a_power_moves_on() -> None:
    g = italy()
    ethiopia = next(c for c in refuges(g, minor(g, "italy"), ITALY) if c != minor(g, "albania"))
    drive(g, conquer(g, minor(g, "italy"), USA), [f"exile c{minor(g, 'albania')}"], dice=[10] * 20)
    for other in [c for c in refuges(g, minor(g, "italy"), ITALY) if c not in (minor(g, "albania"), ethiopia)]:
        g.countries[other].status, g.countries[other].power = CONQUERED, COMMONWEALTH
    hold(g, "USA", "albania")
    drive(g, conquer(g, minor(g, "albania"), USA), dice=[10] * 20)
    assert g.powers.conquered[ITALY] == INCOMPLETE and g.powers.home[ITALY] == ethiopia


def test_13_7_6_the_country_that_stands_for_a_lost_home_may_be_surrendered() -> None:
    g = italy()
    assert may_surrender(g, Despair(ITALY), minor(g, "albania")) is not None
    drive(g, conquer(g, minor(g, "italy"), USA), [f"exile c{minor(g, 'albania')}"], dice=[10] * 20)
    assert may_surrender(g, Despair(ITALY), minor(g, "albania")) is not None
    hold(g, "USA", "Tirana")
    assert may_surrender(g, Despair(ITALY), minor(g, "albania")) is None
    assert may_surrender(g, Despair(ITALY), minor(g, "italy")) is not None


def test_13_7_1_ships_leave_the_ports_of_a_country_that_is_neutral_again() -> None:
    g = world(("Germany", "USSR"), ("Germany", "Commonwealth"), ("Japan", "China"))
    g.countries[minor(g, "norway")].status, g.countries[minor(g, "norway")].power = CONQUERED, GERMANY
    hold(g, "Germany", "norway")
    for name in ("czech_republic", "slovakia"):
        hold(g, "USSR", name)
        g.countries[minor(g, name)].status, g.countries[minor(g, name)].power = CONQUERED, USSR
    ship = put(g, "Germany BB any", "Oslo")
    drive(g, conquer(g, minor(g, "germany"), USSR), ["inherit p.japan"], dice=[10] * 10)
    assert g.countries.status[minor(g, "norway")] == INDEPENDENT and g.units.at[ship] != at(g, "Oslo")


def test_13_7_1_a_territory_falls_with_its_ports() -> None:
    g = world(("Japan", "USA"))
    assert conqueror(g, minor(g, "guam")) < 0
    hold(g, "Japan", "guam")
    assert conqueror(g, minor(g, "guam")) == JAPAN
    drive(g, conquests(g), dice=[1] * 5)
    assert g.countries.status[minor(g, "guam")] == CONQUERED


# --- 13.7.2, 13.7.3, 13.7.6 ---------------------------------------------------------------------------------------------------


def test_13_7_2_four_corps_support_a_minor_once() -> None:
    g = world(("Germany", "France"))
    align(g, "belgium", "France")
    row = g.countries[minor(g, "belgium")]
    row.attacked_by, row.attacked_on = 1 << GERMANY, g.turn
    places = ["Brussels", "Liege", "Antwerp", "Ghent" if "ghent" in g.ground.places else "Antwerp"]
    for n, place in enumerate(places[:3]):
        put(g, f"France {'INF' if n else 'HQ-I'} any", place)
    support_minors(g)
    assert not row.supported
    put(g, "France INF any", "Brussels")
    support_minors(g)
    assert row.supported and g.charts.entry_actions[g.outrages[0]].action == "21"


def test_13_7_3_peace_is_a_pact_and_sends_armies_home() -> None:
    g = world(("Japan", "USSR"))
    hold(g, "Japan", "Vladivostok")
    guest = put(g, "Japan INF any", "Khabarovsk")
    assert may_offer(g, Envoy(JAPAN), USSR) is None and may_offer(g, Envoy(JAPAN), GERMANY) is not None
    drive(g, agree(g, JAPAN, USSR, Treaty()))
    assert not at_war(g, JAPAN, USSR) and pact_key(JAPAN, USSR) in g.pacts and not active(g, USSR)
    assert g.units.at[guest] == slot_of(g.turn + 2) and keeper(g, "Vladivostok") == JAPAN


def test_13_7_3_only_lands_that_touch_the_other_s_are_handed_over() -> None:
    """Whole countries: a chain must be handed over with its links."""
    g = world(("Germany", "USSR"))
    for name in ("latvia", "lithuania", "estonia"):
        align(g, name, "Germany")
    assert may_cede(g, Drafting(GERMANY, USSR), minor(g, "estonia")) is None
    assert may_cede(g, Drafting(GERMANY, USSR), minor(g, "czech_republic")) is not None
    drive(g, agree(g, GERMANY, USSR, Treaty(lands=(minor(g, "estonia"),))))
    assert g.countries.status[minor(g, "estonia")] == CONQUERED and g.countries.power[minor(g, "estonia")] == USSR


def test_13_7_6_a_power_may_surrender_when_its_capital_is_lost() -> None:
    g = world(("Germany", "France"))
    france = minor(g, "france")
    assert may_surrender(g, Despair(FRANCE), france) is not None
    hold(g, "Germany", "Paris")
    assert may_surrender(g, Despair(FRANCE), france) is None
    assert may_surrender(g, Despair(FRANCE), minor(g, "germany")) is not None


# --- 13.7.5 -------------------------------------------------------------------------------------------------------------------


def test_13_7_5_the_capital_is_enough_to_liberate_and_the_liberator_leads() -> None:
    """Belgium was the Commonwealth's; the USA liberates it, and it aligns with the USA."""
    g = world(("Germany", "USA"), ("Germany", "Commonwealth"))
    belgium = minor(g, "belgium")
    row = g.countries[belgium]
    row.status, row.power, row.first_conqueror, row.fallen = CONQUERED, GERMANY, AXIS, 1
    hold(g, "Germany", "belgium")
    assert may_liberate(g, Liberator(USA), belgium) is not None
    hold(g, "USA", "Brussels")
    assert may_liberate(g, Liberator(USA), belgium) is None and may_liberate(g, Liberator(COMMONWEALTH), belgium) is not None
    units = [put(g, "Belgium INF any", "Brussels") for _ in range(2)]
    for unit in units:
        g.units[unit].at = GONE
    drive(g, liberate(g, belgium, USA), dice=[units[0]])
    assert (row.status, row.power) == (ALIGNED, USA) and keeper(g, "Liege") == GERMANY
    assert [g.units.at[u] for u in units] == [FORCE_POOL, GONE] and g.units.power[units[0]] == USA


def test_13_7_5_a_liberated_power_works_with_those_who_gave_its_land_back() -> None:
    g = world(("Germany", "USA"), ("Germany", "Commonwealth"))
    france = minor(g, "france")
    g.countries[france].status, g.countries[france].power, g.countries[france].first_conqueror = CONQUERED, GERMANY, AXIS
    g.powers[FRANCE].conquered = COMPLETE
    hold(g, "USA", "Paris")
    hold(g, "Commonwealth", "Brest")
    drive(g, liberate(g, france, USA), ["keep"])
    assert g.countries.status[france] == HOME and g.powers.conquered[FRANCE] == 0 and at_war(g, FRANCE, GERMANY)
    assert keeper(g, "Paris") == FRANCE and keeper(g, "Brest") == COMMONWEALTH
    assert powers_co_operate(g, FRANCE, USA) and not powers_co_operate(g, FRANCE, COMMONWEALTH)


def test_13_7_5_b_a_territory_goes_back_to_its_master_of_1939() -> None:
    """wif-13.7.5-b: Martinique to (Free) France."""
    g = world(("Germany", "Commonwealth"), ("Germany", "France"))
    row = g.countries[minor(g, "martinique")]
    row.status, row.power, row.first_conqueror = CONQUERED, COMMONWEALTH, AXIS
    drive(g, liberate(g, minor(g, "martinique"), COMMONWEALTH))
    assert (row.status, row.power) == (ALIGNED, FRANCE)
    row.power = COMMONWEALTH
    assert may_revert(g, Liberator(COMMONWEALTH), minor(g, "martinique")) is None
    assert may_revert(g, Liberator(COMMONWEALTH), minor(g, "malta")) is not None


def test_13_7_5_a_hex_of_a_country_one_controls_is_not_returned_alone() -> None:
    """Martinique in British hands goes back to France as a whole, never hex by hex."""
    g = world(("Germany", "Commonwealth"), ("Germany", "France"))
    martinique = minor(g, "martinique")
    row = g.countries[martinique]
    row.status, row.power, row.first_conqueror = CONQUERED, COMMONWEALTH, AXIS
    hexes = hexes_of(g, martinique)
    assert hexes and all(g.powers_by_hex[space] == COMMONWEALTH for space in hexes)
    assert may_revert(g, Liberator(COMMONWEALTH), martinique) is None
    for space in hexes:
        no = may_return_hex(g, Liberator(COMMONWEALTH), space)
        assert no is not None and no.rule == "13.7.5" and "as a whole" in no.reason


def test_13_7_5_single_hexes_go_back_to_who_had_them_in_1939() -> None:
    """The USA holds Brest while France fights on; a Chinese city goes to the faction its giver names."""
    g = world(("Germany", "USA"), ("Germany", "France"), ("Japan", "USA"), ("Japan", "China"))
    hold(g, "USA", "Brest", "Changsha")
    hold(g, "Germany", "Lille")
    assert may_return_hex(g, Liberator(USA), at(g, "Brest")) is None
    assert may_return_hex(g, Liberator(USA), at(g, "Lille")) is not None
    assert may_return_hex(g, Liberator(USA), at(g, "Washington")) is not None
    assert USA in liberators(g)
    g.power = USA
    brest, changsha = g.board.token(at(g, "Brest")), g.board.token(at(g, "Changsha"))
    drive(g, liberate_countries(g), [f"return_hex {brest}", f"return_hex {changsha}", "communists"])
    assert keeper(g, "Brest") == FRANCE and keeper(g, "Changsha") == CHINA and at(g, "Changsha") in g.communist
    assert USA not in liberators(g)


def test_13_7_5_a_country_taken_back_and_not_freed_has_partisans_like_a_red_one() -> None:
    g = world(("Germany", "USA"), ("Germany", "Commonwealth"))
    belgium = minor(g, "belgium")
    row = g.countries[belgium]
    row.status, row.power, row.first_conqueror, row.before = CONQUERED, USA, AXIS, COMMONWEALTH
    assert unliberated(g, belgium) and eligible(g, "Belgium", red=False)
    assert SIDE_OF_POWER[leader(g, "Belgium", red=False)] == AXIS
    row.power, row.first_conqueror = GERMANY, AXIS
    assert not unliberated(g, belgium) and SIDE_OF_POWER[leader(g, "Belgium", red=False)] == ALLIES


# --- 17 -----------------------------------------------------------------------------------------------------------------------


def paris() -> War:
    g = world(("Germany", "France"), ("Italy", "France"), ("Germany", "Commonwealth"), turn="Jul/Aug 1940")
    hold(g, "Germany", "Paris", "Metz")
    put(g, "Germany ARM any", "Paris")
    for unit, whose in enumerate(g.units.power):
        if whose == FRANCE:  # militia in the pools would be drawn for
            g.units[unit].at = GONE
    return g


def test_17_1_who_stands_in_paris_may_install_vichy_unless_at_war_with_the_usa() -> None:
    g = paris()
    assert may_install(g, GERMANY) is None and may_install(g, ITALY) is not None
    g.powers[GERMANY].wars |= 1 << USA
    assert may_install(g, GERMANY) is not None


def test_17_1_vichy_is_neutral_and_france_divided() -> None:
    g = paris()
    army = put(g, "France INF any", "Lyon")
    groups = {group_of(g, c) for c in french(g)}
    drive(g, install(g, GERMANY), dice=[*[1] * len(groups), army])
    assert g.vichy and VICHY in playing(g) and not active(g, VICHY) and g.seat(VICHY) == "germany"
    assert keeper(g, "Vichy") == VICHY and keeper(g, "Marseille") == VICHY and keeper(g, "Paris") == GERMANY
    assert g.countries.status[minor(g, "france")] == CONQUERED
    assert g.countries.power[minor(g, "algeria")] == VICHY
    assert not at_war(g, FRANCE, VICHY) and not at_war(g, FRANCE, GERMANY)  # no group stayed with it: it has no home


def test_17_2_a_groups_choose_by_their_roll_and_the_fleet_counts() -> None:
    """wif-17.2-a: an 8 is not enough for the Netherlands on the row of all others."""
    g = paris()
    assert g.charts.vichy_groups[group_of(g, minor(g, "netherlands"))] == 9
    assert group_of(g, minor(g, "chad")) == "French Equatorial Africa" and group_of(g, minor(g, "new_caledonia")) == GROUPS[7]
    assert not fleet_abroad(g)
    put(g, "France BB any", "Casablanca")
    assert fleet_abroad(g)


def test_17_2_a_roll_of_ten_brings_a_group_to_free_france_which_chooses_a_home() -> None:
    g = paris()
    drive(g, install(g, GERMANY), dice=[10] * 10)
    assert g.countries.power[minor(g, "algeria")] == FRANCE
    assert g.powers.home[FRANCE] >= 0 and halved(g, FRANCE)
    assert nation_at(g, at(g, "Vichy")) == minor(g, "vichy_france")


def test_17_2_what_france_held_in_other_lands_is_theirs_again_or_of_who_stands_there() -> None:
    """Two hexes of Germany, Britons in one; a Greece that France conquered stays with Free France if it so rolls."""
    for roll, master in ((10, FRANCE), (1, GERMANY)):
        g = paris()
        german, british = [s for s in g.ground.homeland["germany"] if not g.ground.city[s]][:2]
        greece = minor(g, "greece")
        hold(g, "France", g.board.token(german), g.board.token(british), "greece")
        g.countries[greece].status, g.countries[greece].power = CONQUERED, FRANCE
        put(g, "Commonwealth INF any", g.board.token(british))
        drive(g, install(g, GERMANY), dice=[roll] * 10)
        assert g.hexes.controller[german] == minor(g, "germany") and powers_by_hex(g)[british] == COMMONWEALTH
        assert g.countries.power[greece] == keeper(g, "Athens") == master


def test_17_3_2_who_runs_vichy_chooses_what_it_loses() -> None:
    """Half of the army, rounded up; the militia of Paris is gone, De Gaulle is with the Free French."""
    g = paris()
    army = [put(g, "France INF any", "Lyon"), put(g, "France INF any", "Marseille"), put(g, "France INF any", "Toulon")]
    parisian = named(g, "France", "Paris", "Lyon")
    leader_ = named(g, "France", "De Gaulle", "Vichy")
    groups = {group_of(g, c) for c in french(g)}
    keep = army[1]
    answers = [f"free_home c{minor(g, 'algeria')}", f"cull u{army[0]}", f"cull u{army[2]}"]
    rolls = [10 if name == GROUPS[0] else 1 for name in GROUPS if name in groups]  # Algeria is the home of Free France
    drive(g, install(g, GERMANY), answers, dice=[*rolls, army[0], army[2]])
    assert g.units.power[keep] == VICHY and g.units.at[keep] == at(g, "Marseille")
    assert g.units.at[parisian] == GONE
    assert g.units.power[leader_] == FRANCE and g.units.at[leader_] == FORCE_POOL
    assert all(g.units.power[u] == FRANCE for u in (army[0], army[2]))
    refusal = may_cull(g, Culling(GERMANY, True, 1), keep)
    assert refusal is not None and refusal.rule == "17.3.2"


def test_17_4_2_vichy_takes_its_master_s_action_and_limits() -> None:
    """wif-17.4.2-d: both count against Germany's air missions."""
    g = paris()
    drive(g, install(g, GERMANY), dice=[1] * 10)
    from_germany = g.powers[GERMANY]
    from_germany.action = g.powers[VICHY].action = 4

    assert limit(g, VICHY, Activity.GROUND_STRIKE) == limit(g, GERMANY, Activity.GROUND_STRIKE)


def test_17_4_5_a_collapse_gives_everything_a_new_master() -> None:
    """wif-17.4.5-a: German units in Tunisia keep it; Egypt is British again; the rest is Free French."""
    g = paris()
    g.powers[ITALY].wars |= 1 << COMMONWEALTH
    g.powers[COMMONWEALTH].wars |= 1 << ITALY
    drive(g, install(g, GERMANY), dice=[1] * 10)
    align(g, "yugoslavia", "Vichy")
    g.countries[minor(g, "egypt")].status, g.countries[minor(g, "egypt")].power = CONQUERED, VICHY
    put(g, "Germany INF any", "Tunis")
    drive(g, collapse(g), [f"free_home c{minor(g, 'algeria')}"])
    assert not g.vichy and keeper(g, "Marseille") == GERMANY
    assert g.countries.power[minor(g, "tunisia")] == GERMANY and g.countries.status[minor(g, "tunisia")] == CONQUERED
    assert g.countries.power[minor(g, "egypt")] == COMMONWEALTH
    for name in ("corsica", "algeria", "yugoslavia"):
        assert g.countries.power[minor(g, name)] == FRANCE and g.countries.status[minor(g, name)] == ALIGNED
    assert g.powers.home[FRANCE] == minor(g, "algeria") and at_war(g, FRANCE, GERMANY) and at_war(g, FRANCE, ITALY)


# --- 19.5, 19.6 ---------------------------------------------------------------------------------------------------------------


def test_19_5_1_the_ussr_walks_into_east_poland_and_then_the_baltic_states() -> None:
    """wif-19.5.2-a: with a German Lithuania only Latvia and Estonia are taken."""
    g = world()
    g.nazi_soviet = 1
    brest = g.ground.region["eastern_poland"][0]
    riga = at(g, "Riga")
    assert may_walk_in(g, USSR, brest) and not may_walk_in(g, GERMANY, brest) and not may_walk_in(g, USSR, riga)
    pole = put(g, "France INF any", g.board.token(brest))
    walk_in(g, brest)
    assert all(powers_by_hex(g)[s] == USSR for s in g.ground.region["eastern_poland"]) and g.units.at[pole] == GONE
    align(g, "lithuania", "Germany")
    assert may_walk_in(g, USSR, riga)
    walk_in(g, riga)
    assert keeper(g, "Riga") == USSR and keeper(g, "Tallinn") == USSR and keeper(g, "Kaunas") == GERMANY


def test_19_5_1_not_after_poland_has_fallen_or_the_pact_is_broken() -> None:
    g = world()
    brest = g.ground.region["eastern_poland"][0]
    assert not may_walk_in(g, USSR, brest)
    g.nazi_soviet = 1
    unit = put(g, "USSR INF any", "Minsk")
    border = next(
        (a, b) for b in g.ground.region["eastern_poland"] for a, _ in g.ground.steps[b] if g.ground.country[a] == "ussr"
    )
    g.units[unit].at = border[0]
    assert may_enter(g, unit, *border) is None
    g.countries[minor(g, "poland")].status = CONQUERED
    assert may_enter(g, unit, *border) is not None


def test_19_6_a_claim_is_allowed_or_is_war() -> None:
    g = world()
    finland, rumania = minor(g, "finland"), minor(g, "rumania")
    g.dow_steps = 1
    assert may_claim(g, Claimant(USSR), finland) is not None  # not in the first step
    g.dow_steps = 2
    drive(g, make_claims(g), [f"claim c{finland}", "allow", f"claim c{rumania}", "deny"])
    assert g.finland_claim == ALLOWED and g.ore_cuts == 1
    lost = g.ground.region["finnish_borderlands"][0]
    assert powers_by_hex(g)[lost] == USSR and nation_at(g, lost) == minor(g, "ussr")
    assert g.rumania_claim == DENIED and g.countries.wars[rumania] >> USSR & 1
    assert may_claim(g, Claimant(USSR), finland) is not None


def test_19_6_2_germany_grants_transylvania() -> None:
    g = world()
    g.demands = 1
    drive(g, mediate(g), ["grant"])
    assert g.demands == GRANTED
    assert all(nation_at(g, s) == minor(g, "hungary") for s in g.ground.region["transylvania"])
    assert g.ground.region["south_dobruja"] == [at(g, "E2024")]
    assert nation_at(g, at(g, "E2024")) == minor(g, "bulgaria") != nation_at(g, at(g, "Constanta"))


def test_19_6_1_germany_ends_the_winter_war_if_no_soviet_corps_is_deep_in_finland() -> None:
    g = world(("Germany", "Commonwealth"))
    g.finland_claim = DENIED
    align(g, "finland", "Germany")
    g.countries[minor(g, "finland")].wars = 1 << USSR
    assert may_settle(g, Settlement(GERMANY), minor(g, "finland")) is None
    g.powers[GERMANY].wars |= 1 << USSR
    assert may_settle(g, Settlement(GERMANY), minor(g, "finland")) is not None
    assert g.finland_claim != SETTLED


def test_19_6_2_an_enforced_peace_gives_the_soviets_back_what_rumania_took_in_east_poland() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1940")
    rumania, lwow = minor(g, "rumania"), g.ground.region["eastern_poland"][0]
    g.rumania_claim, g.east_poland = DENIED, 1
    align(g, "rumania", "Germany")
    g.countries[rumania].wars = 1 << USSR
    soviet = g.ground.homeland["ussr"][0]
    abroad = next(s for s in g.ground.homeland["greece"])
    for space in (lwow, soviet, abroad):
        g.hexes[space].controller = rumania
    drive(g, enforce_peace(g), [f"settle c{rumania}"])
    assert powers_by_hex(g)[lwow] == powers_by_hex(g)[soviet] == USSR
    assert powers_by_hex(g)[abroad] != USSR  # it was not Soviet when the war began


# --- 13.1 ---------------------------------------------------------------------------------------------------------------------


def test_13_1_1_a_rolls_of_three_and_five_name_four_areas_twice() -> None:
    """wif-13.1.1-a"""
    g = world()
    twice = set(g.charts.partisan_table[3]) & set(g.charts.partisan_table[5])
    assert twice == {"Byelorussia", "Russia", "Ukraine", "Yugoslavia"}


def greece() -> War:
    """Conquered this year; two INF and a NAV face-up, a FTR face-down; a partisan already there."""
    g = world(("Germany", "Commonwealth"), turn="Nov/Dec 1943")
    row = g.countries[minor(g, "greece")]
    row.status, row.power, row.before, row.neutral_in = CONQUERED, GERMANY, COMMONWEALTH, 1943
    hold(g, "Germany", "greece")
    put(g, "Germany INF any", "Athens")
    put(g, "Germany INF any", "Patras" if "patras" in g.ground.places else "Salonika")
    put(g, "Germany NAV any", "Athens")
    put(g, "Germany FTR any", "Athens", down=1)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type.name == "PART")
    far = next(s for s in g.ground.homeland["greece"] if not g.units.stacks.get(s) and not g.ground.city[s])
    g.units.add(counter=number, at=far, power=COMMONWEALTH, country=minor(g, "greece"))
    return g


def test_13_1_1_b_a_twice_named_greece_needs_a_two() -> None:
    """wif-13.1.1-b: number 3, garrison 3 halved, a partisan there: 2 is enough and 3 is not."""
    g = greece()
    assert number_of(g, "Greece", red=False) == 3
    assert modified_roll(g, 2, "Greece", COMMONWEALTH, twice=True) <= 3
    assert modified_roll(g, 3, "Greece", COMMONWEALTH, twice=True) == 4
    assert garrison(g, [u for u in range(len(g.units.at)) if g.units.power[u] == GERMANY]) == Fraction(3)


def test_13_1_1_green_needs_conquest_and_red_an_active_master() -> None:
    g = world(("Germany", "France"))
    assert not eligible(g, "Greece", red=False)
    assert eligible(g, "Indo-China", red=True)
    assert not eligible(g, "Philippines", red=True)


def test_13_1_2_a_the_partisans_of_indo_china_follow_the_nearest_enemy() -> None:
    """wif-13.1.2-a: of Germany and Italy Rome is nearer; with a neutral Vichy it is the nearest of the other side."""
    g = world(("Germany", "France"), ("Italy", "France"))
    assert leader(g, "Indo-China", red=True) == ITALY
    g.countries[minor(g, "indo_china")].power = VICHY
    g.powers[VICHY].plays = 1
    assert SIDE_OF_POWER[leader(g, "Indo-China", red=True)] == ALLIES


def test_13_1_partisans_rise_where_no_garrison_stands() -> None:
    g = greece()
    for unit in range(len(g.units.at)):
        if g.units.power[unit] == GERMANY:
            g.units[unit].at = GONE
    number = next(n for n, c in enumerate(g.facts.counters) if c.type.name == "PART" and n not in g.units.counter)
    drive(g, raise_partisans(g), dice=[1, 6, 1, number, *[10] * 6])
    bands = [u for u in range(len(g.units.at)) if g.units.counter[u] == number]
    assert len(bands) == 1 and g.ground.country[g.units.at[bands[0]]] == "greece"
    assert sides_by_hex(g)[g.units.at[bands[0]]] == AXIS  # 13.1.3: it controls nothing


# --- 13.9 ---------------------------------------------------------------------------------------------------------------------


def test_13_9_a_a_neutral_objective_counts_for_the_nearest_capital() -> None:
    """wif-13.9-a: Stockholm is nearest to Berlin."""
    g = world()
    assert nearest(g, at(g, "Stockholm"), list(range(8))) == [GERMANY]
    before = held(g)[GERMANY]
    hold(g, "Germany", "Stockholm")
    assert held(g)[GERMANY] == before


def test_13_9_bids_and_american_minors_are_taken_off() -> None:
    """wif-13.9-c: 32 objectives and a bid of 23 are 9."""
    g = world()
    assert bid(g, COMMONWEALTH) == 23 and totals(g)[COMMONWEALTH] == held(g)[COMMONWEALTH] - 23
    g.countries[minor(g, "brazil")].attacked_by = 1 << COMMONWEALTH
    assert penalties(g, COMMONWEALTH) == 1 and penalties(g, GERMANY) == 0
    for name in ("mexico", "brazil"):
        g.countries[minor(g, name)].aligned_on = 3
    assert penalties(g, USA) == 1


def test_13_9_the_great_cities_end_the_war_and_so_does_the_last_turn() -> None:
    g = world()
    check_objectives(g)
    for name in g.campaign.frame.victory.automatic:
        hold(g, "USA", name)
    with pytest.raises(GameOver, match="automatic") as end:
        check_objectives(g)
    assert end.value.outcome.winners == ("allies",)
    late = world()
    late.last_turn = late.turn
    with pytest.raises(GameOver):
        check_objectives(late)


def test_13_7_1_ships_under_construction_go_to_powers_in_play() -> None:
    """Whoever decides about a hull may give it to any power that plays and is not completely conquered."""
    g = war(("Germany", "France"))
    hull = Hull(GERMANY, put(g, "France BB any", "Brest"))
    assert may_bequeath(g, hull, GERMANY) is None
    refusal = may_bequeath(g, hull, JAPAN)
    assert refusal is not None and refusal.rule == "13.7.1" and "not in play" in refusal.reason


def indies(g: War) -> tuple[int, int]:
    """The Netherlands joined France, fell, and are governed from the Indies."""
    dutch, nei = minor(g, "netherlands"), minor(g, "nei")
    hold(g, "Germany", "netherlands")
    row = g.countries[dutch]
    row.status, row.power, row.conqueror, row.fallen, row.before, row.home = CONQUERED, GERMANY, GERMANY, 1, FRANCE, nei
    for name in ("nei", "dutch_guyana"):
        align(g, name, "France")
    return dutch, nei


def test_17_2_c() -> None:
    """wif-17.2-c: the Indies and Dutch Guyana go to Japan together, on the roll of Amsterdam's row; Dutch ships there flee as if
    overrun and are Free French, the Dutch army is gone."""
    g = paris()
    make_war(g, JAPAN, CHINA)
    g.powers[JAPAN].plays = g.powers[CHINA].plays = 1
    dutch, nei = indies(g)
    guyana = minor(g, "dutch_guyana")
    assert group_of(g, nei) == group_of(g, guyana) == group_of(g, dutch)
    ships = [put(g, "Netherlands CA any", "Batavia"), put(g, "Netherlands CL any", "Batavia", down=1)]
    corps = put(g, "Netherlands INF any", "Batavia")
    for unit in (*ships, corps):
        g.units[unit].power = FRANCE
    groups = list(dict.fromkeys(group_of(g, c) for c in french(g)))
    dice = [10 if group == GROUPS[0] else 8 if group == group_of(g, nei) else 1 for group in GROUPS if group in groups]
    answers = ["give p.japan"]
    prompts = drive(g, install(g, GERMANY), answers, dice=[*dice, *[9] * 12])
    assert sum("To whom does" in p for p in prompts) == 1
    assert (g.countries.power[nei], g.countries.status[nei]) == (JAPAN, CONQUERED) == (
        g.countries.power[guyana], g.countries.status[guyana],
    )  # fmt: skip
    assert keeper(g, "Batavia") == JAPAN
    assert g.units.at[corps] == GONE
    for unit in ships:
        assert g.units.power[unit] == FRANCE and g.units.at[unit] != at(g, "Batavia")
        assert g.units.country[unit] != dutch
        assert g.units.at[unit] >= 0 and keeper(g, g.board.token(g.units.at[unit])) in (FRANCE, COMMONWEALTH)


def test_13_1_1_every_country_of_a_region_rolls_by_itself() -> None:
    """The table names the Baltic States: three countries, each with its own number, garrison and roll; in Africa one is named."""
    assert countries_of(world(), "Baltic States") == ["Estonia", "Latvia", "Lithuania"]
    assert countries_of(world(), "Greece") == ["Greece"]
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942")
    for name in ("estonia", "latvia", "lithuania"):
        hold(g, "Germany", name)
        row = g.countries[minor(g, name)]
        row.status, row.power, row.before = CONQUERED, GERMANY, USSR
        row.first_conqueror = 0
    put(g, "Germany INF any", "Riga")
    bands_free = [n for n, c in enumerate(g.facts.counters) if c.type.name == "PART" and not c.option and c.year <= g.year]
    drive(g, raise_partisans(g), dice=[4, 10, 1, bands_free[0], 1, 1, bands_free[1]])  # China first
    risen = {g.ground.country[g.units.at[u]] for u in bands(g, [s for s, c in enumerate(g.ground.country) if c])}
    assert {"estonia", "lithuania"} <= risen and "latvia" not in risen
