"""9, 13.2, 13.3, 19: declarations of war, pacts, US entry, minors that enter the war."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA, USSR
from grognard.titles.wif.rules.alignments import Courting, may_align
from grognard.titles.wif.rules.american_war import Attempt, attempt_war, may_attempt, war_modifiers
from grognard.titles.wif.rules.declarations import (
    Declaring,
    attack_minor,
    declare,
    entry_counts,
    may_attack_minor,
    may_declare,
)
from grognard.titles.wif.rules.entry import (
    TO_GERMANY,
    TO_JAPAN,
    choose_pool,
    draw_entry,
    draw_regular,
    entry_level,
    markers_for,
    outrage,
    react,
    tension_level,
)
from grognard.titles.wif.rules.entry_options import Chamber, choose_options, leeway, may_choose, take_effect
from grognard.titles.wif.rules.minors import allocate, neutral_minor, protectors
from grognard.titles.wif.rules.pacts import (
    Diplomat,
    attack_total,
    border_garrison,
    break_pact,
    common_border,
    defence_total,
    may_break,
    place_markers,
)
from grognard.titles.wif.rules.powers import active, at_war, pact_key
from grognard.titles.wif.rules.reserves import Levy, may_call
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import (
    ALIGNED,
    CONQUERED,
    DENIED,
    DISMISSED,
    RESERVE_POOL,
    War,
    border_hand,
)
from tests.titles.wif.field import at, drive, hold, named, outcome, put, war


def world(*enemies: tuple[str, str], turn: str = "Sep/Oct 1939") -> War:
    """The whole world with all powers, and these wars."""
    g = war(*enemies, turn=turn, scenario="global_war_1939")
    for power in range(8):
        g.powers[power].plays = 1
    g.entry_pile = [1] * 20 + [2] * 20
    g.marker_year = 1945
    return g


def minor(g: War, name: str) -> int:
    return g.facts.country[name]


# --- 9.3 ----------------------------------------------------------------------------------------------------------------------


def test_9_3_a_war_is_declared_on_who_controls_a_country_and_not_on_the_country() -> None:
    """wif-9.3-a: Truk, Ethiopia and the NEI are attacked through Japan, Italy and the Netherlands."""
    g = world()
    france = Declaring(FRANCE)
    for name in ("caroline_is", "ethiopia", "nei"):
        assert may_attack_minor(g, france, minor(g, name)) is not None
    assert may_declare(g, france, JAPAN) is None and may_declare(g, france, ITALY) is None
    assert may_attack_minor(g, france, minor(g, "netherlands")) is None


@pytest.mark.parametrize(
    ("power", "victim", "why"),
    [(GERMANY, ITALY, "your side"), (CHINA, GERMANY, "China may not"), (USA, JAPAN, "attempt"), (JAPAN, CHINA, "already")],
)
def test_9_3_some_wars_cannot_be_declared(power: int, victim: int, why: str) -> None:
    no = may_declare(world(("Japan", "China")), Declaring(power), victim)
    assert no is not None and why in no.reason


def test_9_3_a_declaration_makes_war_and_surprise() -> None:
    g = world()
    assert not active(g, FRANCE)
    declare(g, Declaring(GERMANY), FRANCE)
    assert at_war(g, FRANCE, GERMANY) and active(g, FRANCE) and active(g, GERMANY)
    assert g.powers.surprised_by[FRANCE] == 1 << GERMANY and g.powers.declared[GERMANY] >> FRANCE & 1


def test_9_3_b_no_entry_roll_if_the_victim_stands_in_your_country() -> None:
    """wif-9.3-b: Italian units in France."""
    g = world(("Germany", "France"))
    assert entry_counts(g, FRANCE, ITALY)
    put(g, "Italy INF any", "Lyon")
    assert not entry_counts(g, FRANCE, ITALY)
    declare(g, Declaring(FRANCE), ITALY)
    assert not g.outrages


def test_13_3_3_c_the_second_declaration_costs_half() -> None:
    """wif-13.3.3-c: Italy and France are at war; the Commonwealth joins for -9."""
    g = world(("Italy", "France"))
    declare(g, Declaring(COMMONWEALTH), ITALY)
    row, power, half, _ = g.outrages
    assert g.charts.entry_actions[row].action == "24" and power == COMMONWEALTH and half
    g.entry_germany = [1, 1, 1]
    drive(g, react(g), dice=[10])  # 9 points: no marker on a 10
    assert len(g.entry_germany) == 3
    both = world()
    declare(both, Declaring(COMMONWEALTH), ITALY)
    declare(both, Declaring(FRANCE), ITALY)
    assert len(both.outrages) == 4  # in one impulse they are rolled for once


def test_9_3_the_soviets_need_a_claim_before_they_attack_finland_and_the_allies_rumania() -> None:
    g = world()
    assert may_attack_minor(g, Declaring(USSR), minor(g, "finland")) is not None
    assert may_attack_minor(g, Declaring(COMMONWEALTH), minor(g, "rumania")) is not None
    g.finland_claim = g.rumania_claim = DENIED
    assert may_attack_minor(g, Declaring(USSR), minor(g, "finland")) is None
    assert may_attack_minor(g, Declaring(COMMONWEALTH), minor(g, "rumania")) is None


# --- 9.5, 19.2, 19.4 ----------------------------------------------------------------------------------------------------------


def test_19_2_a_iraq_is_offered_to_the_nearest_power() -> None:
    """wif-19.2-a: Delhi is nearer to Baghdad than Moscow."""
    g = world(("Germany", "Commonwealth"), ("Germany", "USSR"))
    assert protectors(g, minor(g, "iraq"), GERMANY) == [COMMONWEALTH, USSR]
    assert CHINA not in protectors(g, minor(g, "iraq"), GERMANY)


def test_19_2_only_the_usa_stands_by_an_american_minor() -> None:
    g = world(("Germany", "Commonwealth"))
    assert protectors(g, minor(g, "brazil"), GERMANY) == []
    declare(g, Declaring(JAPAN), USA)
    assert protectors(g, minor(g, "brazil"), GERMANY) == [USA]


def test_19_2_a_minor_nobody_takes_is_conquered_with_all_it_has() -> None:
    g = world(("Germany", "Commonwealth"))
    attack_minor(g, Declaring(GERMANY), minor(g, "netherlands"))
    drive(g, allocate(g), ["decline"])
    for name in ("netherlands", "nei"):
        assert g.countries.status[minor(g, name)] == CONQUERED and g.countries.power[minor(g, name)] == GERMANY
    assert g.countries.power[g.hexes.controller[at(g, "Batavia")]] == GERMANY


def test_9_5_a_minor_that_is_taken_is_set_up_and_at_war_with_its_attacker() -> None:
    """19.4.1: earlier years on the map, the current one next turn; reserves wait."""
    g = world(("Germany", "Commonwealth"))
    poland = minor(g, "poland")
    attack_minor(g, Declaring(GERMANY), poland)
    drive(g, allocate(g), ["accept", "leave_it", "dismiss"])
    assert g.countries.status[poland] == ALIGNED and g.countries.power[poland] == COMMONWEALTH
    assert g.countries.set_up[poland] == DISMISSED
    polish = [u for u in range(len(g.units.at)) if g.units.country[u] == poland]
    assert any(g.units.at[u] == RESERVE_POOL for u in polish)
    for unit in polish:
        if g.units.at[unit] >= 0:
            assert g.units.counter[unit] < 0 or g.units[unit].sheet.year < 1939
            assert g.hexes.controller[g.units.at[unit]] == poland
    assert not neutral_minor(g, poland)


def test_19_4_1_not_all_units_are_set_up_in_the_colonies() -> None:
    g = world(("Germany", "Commonwealth"))
    attack_minor(g, Declaring(GERMANY), minor(g, "netherlands"))
    flow = allocate(g)
    ask = next(flow)
    ask = flow.send(ask.find("accept"))
    places = 0
    while ask.menu is not None and ask.menu.act(ask.options[0]).name == "set_up":
        far = [o for o in ask.options if o.verb == "set_up" and g.ground.country[o.arg.index] == "nei"]
        places += bool(far)
        total = ask.subject.total
        ask = flow.send(far[0] if far else ask.options[0])
    assert 0 < places <= total // 2


def test_wif_dec_61_the_guarantors_of_poland_go_to_war() -> None:
    g = world()
    attack_minor(g, Declaring(GERMANY), minor(g, "poland"))
    assert at_war(g, COMMONWEALTH, GERMANY) and at_war(g, FRANCE, GERMANY) and not at_war(g, USSR, GERMANY)
    assert not g.powers.surprised_by[GERMANY]


# --- 9.6, 19.7, 19.8 ----------------------------------------------------------------------------------------------------------


def test_9_6_japan_may_align_siam_any_turn_and_one_minor_a_step() -> None:
    g = world(("Japan", "China"))
    japan = Courting(JAPAN)
    assert may_align(g, japan, minor(g, "siam")) is None
    assert may_align(g, Courting(GERMANY), minor(g, "siam")) is not None
    g.powers[JAPAN].aligned_now = 1
    assert may_align(g, japan, minor(g, "siam")) is not None


def test_19_7_spain_follows_who_holds_gibraltar() -> None:
    g = world(("Germany", "Commonwealth"))
    assert may_align(g, Courting(GERMANY), minor(g, "spain")) is not None
    hold(g, "Germany", "gibraltar")
    assert may_align(g, Courting(GERMANY), minor(g, "spain")) is None


def test_19_6_1_finland_joins_germany_only_if_germany_declared_war_on_the_ussr() -> None:
    g = world(("Germany", "USSR"))
    assert may_align(g, Courting(GERMANY), minor(g, "finland")) is not None
    g.powers[GERMANY].declared |= 1 << USSR
    assert may_align(g, Courting(GERMANY), minor(g, "finland")) is None


def test_19_8_the_usa_aligns_brazil_at_war_with_all_three() -> None:
    g = world(("USA", "Germany"), ("USA", "Italy"))
    assert may_align(g, Courting(USA), minor(g, "cuba")) is None
    assert may_align(g, Courting(USA), minor(g, "brazil")) is not None
    declare(g, Declaring(JAPAN), USA)
    assert may_align(g, Courting(USA), minor(g, "brazil")) is None


# --- 9.7 ----------------------------------------------------------------------------------------------------------------------


def test_9_7_a_a_reserve_against_germany_waits_for_war_with_germany() -> None:
    """wif-9.7-a: the Moscow militia."""
    g = world(("USSR", "Japan"))
    moscow = named(g, "USSR", "Moscow", "Moscow")
    assert g.units[moscow].sheet.available == "Ge"
    g.units[moscow].at = RESERVE_POOL
    assert may_call(g, Levy(USSR), moscow) is not None
    declare(g, Declaring(GERMANY), USSR)
    assert may_call(g, Levy(USSR), moscow) is None


# --- 9.2, 13.2 ----------------------------------------------------------------------------------------------------------------


def pact(signed: str = "Sep/Oct 1939", now: str = "May/Jun 1940") -> War:
    g = world(turn=now)
    g.pacts[pact_key(JAPAN, USSR)] = turn_number(signed)
    return g


@pytest.mark.parametrize(
    ("now", "value"),
    [
        ("May/Jun 1940", Fraction(11)),
        ("Mar/Apr 1941", Fraction(11)),
        ("May/Jun 1941", Fraction(11, 2)),
        ("May/Jun 1942", Fraction(11, 4)),
        ("May/Jun 1943", Fraction(11, 8)),
    ],
)
def test_9_2_a_the_defence_of_a_pact_wears_off(now: str, value: Fraction) -> None:
    """wif-9.2-a: an HQ-I, an ARM, two INF and a CAV division."""
    g = pact(now=now)
    border = sorted(common_border(g, JAPAN, USSR))
    for n, what in enumerate(("HQ-I", "ARM", "INF", "INF")):
        put(g, f"Japan {what} any", g.board.token(border[n]))
    division = next(
        n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.division and c.type.name in ("CAV", "INF", "MAR")
    )
    g.units.add(counter=division, at=border[4], power=JAPAN, country=minor(g, "japan"))
    assert border_garrison(g, JAPAN, USSR) == Fraction(11, 2)
    assert defence_total(g, JAPAN, USSR) == value
    g.defences[(JAPAN * 16 + USSR) * 10 + 5] = 9  # wif-9.2-c: markers at most double it
    assert defence_total(g, JAPAN, USSR) == 2 * value


def test_9_2_b_offensive_markers_at_most_double_the_garrison() -> None:
    """wif-9.2-b: with a garrison of 2 and markers of 16 it is 4."""
    g = pact()
    put(g, "USSR ARM any", g.board.token(min(common_border(g, USSR, JAPAN))))
    setattr(g, border_hand(USSR, JAPAN), [4, 4, 4, 4])
    assert attack_total(g, USSR, JAPAN) == 4


def test_9_2_no_war_on_a_partner_and_no_breach_before_three_full_turns() -> None:
    g = pact(now="Mar/Apr 1940")
    put(g, "USSR ARM any", g.board.token(min(common_border(g, USSR, JAPAN))))
    assert may_declare(g, Declaring(USSR), JAPAN) is not None
    no = may_break(g, Diplomat(USSR), JAPAN)
    assert no is not None and "full turns" in no.reason
    g.turn += 1
    assert may_break(g, Diplomat(USSR), JAPAN) is None
    put(g, "Japan ARM any", g.board.token(min(common_border(g, JAPAN, USSR))))
    assert may_break(g, Diplomat(USSR), JAPAN) is not None


def test_9_2_a_broken_pact_gives_the_markers_back() -> None:
    g = pact()
    before = len(g.entry_pile)
    setattr(g, border_hand(USSR, JAPAN), [2, 3])
    g.defences[(JAPAN * 16 + USSR) * 10 + 1] = 2
    break_pact(g, Diplomat(USSR), JAPAN)
    assert may_declare(g, Declaring(USSR), JAPAN) is None and may_declare(g, Declaring(JAPAN), USSR) is None
    assert len(g.entry_pile) == before + 4 and not g.defences


def test_13_2_a_a_moved_marker_stays_face_down() -> None:
    """wif-13.2-a: one marker face-up on one border, then one moved there from the other."""
    g = pact()
    g.pacts[pact_key(GERMANY, USSR)] = turn_number("Jul/Aug 1939")
    hold(g, "Germany", "poland")
    g.power = USSR
    setattr(g, border_hand(USSR, JAPAN), [2])
    drive(g, place_markers(g), ["mark p.germany", "face_up", "move_marker p.japan 1 p.germany"], dice=[1])
    assert g.lists[border_hand(USSR, GERMANY)] == [2] and g.lists[border_hand(USSR, JAPAN)] == []
    assert sum(g.defences.values()) == 1


def test_13_2_japan_draws_every_other_turn_and_germany_two() -> None:
    g = pact()
    g.power = JAPAN
    drive(g, place_markers(g), ["mark p.ussr", "face_down", "leave"], dice=[1])
    g.turn += 1
    assert len(drive(g, place_markers(g), ["leave"])) == 1
    g.turn += 1
    drive(g, place_markers(g), ["mark p.ussr", "face_down", "leave"], dice=[1])
    assert len(g.lists[border_hand(JAPAN, USSR)]) == 2


# --- 9.4, 13.3 ----------------------------------------------------------------------------------------------------------------


def test_9_4_levels_are_one_and_a_half_times_the_pool_and_half_of_the_other() -> None:
    g = world()
    g.entry_germany, g.entry_japan = [5, 5, 5, 2], [4, 4]
    assert entry_level(g, GERMANY) == entry_level(g, ITALY) == 30
    assert entry_level(g, JAPAN) == 21
    g.tension_germany, g.tension_japan = [2], [3]
    assert tension_level(g, JAPAN) == 6


def test_9_4_the_war_number_and_its_modifiers() -> None:
    """Entry 38 and tension 18 give 3; Japanese units in China -1, the fleet not at Pearl Harbor +2, no bill +3."""
    g = world(("Japan", "China"))
    assert g.charts.war_number(38, 18) == 3
    hold(g, "Japan", "Shanghai")
    put(g, "Japan INF any", "Shanghai")
    assert war_modifiers(g, JAPAN).total == -1 + 2 + 3
    g.entry_options = [34]
    assert war_modifiers(g, JAPAN).total == 1
    assert war_modifiers(g, GERMANY).total == 0
    g.countries[minor(g, "united_kingdom")].fallen = 1
    assert war_modifiers(g, GERMANY).total == -2


def test_9_4_a_failed_attempt_costs_markers_and_without_markers_it_was_the_last() -> None:
    g = world(("Japan", "China"))
    g.entry_japan, g.tension_japan = [1, 1], []
    drive(g, attempt_war(g), ["try_war japan"], dice=[10, 1])
    assert len(g.entry_japan) == 1 and JAPAN in g.war_never
    assert may_attempt(g, Attempt(USA, False), "japan") is not None
    assert may_attempt(g, Attempt(USA, False), "germany_italy") is None


def test_9_4_a_successful_attempt_is_war_with_both() -> None:
    g = world()
    g.entry_germany, g.tension_germany, g.entry_options = [5] * 12, [5] * 8, [34]
    drive(g, attempt_war(g), ["try_war germany_italy"], dice=[1, 10, 5, 5, 10, 5, 5])
    assert at_war(g, USA, GERMANY) and at_war(g, USA, ITALY) and not at_war(g, USA, JAPAN)
    assert 11 in g.entry_options and 9 not in g.entry_options  # 13.3.2: options against Germany and Italy count as chosen


def test_13_3_1_regular_markers_go_where_the_usa_wants() -> None:
    g = world()
    drive(g, draw_regular(g), ["pool japan"], dice=[2])
    assert len(g.entry_japan) == 1 and not g.entry_germany
    g.turn = turn_number("Jan/Feb 1942")
    drive(g, draw_regular(g), ["pool germany", "pool germany"], dice=[1, 2])
    assert len(g.entry_germany) == 2
    g.entry_debt = 1
    assert drive(g, draw_regular(g)) == []
    assert g.entry_debt == 0


def test_13_3_3_a_ten_points_are_a_marker_and_the_rest_a_roll() -> None:
    """wif-13.3.3-a: 12 points."""
    g = world()
    for roll, markers in ((2, 2), (3, 1)):
        g.dice = FixedDice(roll)
        assert outcome(g, markers_for(g, 12, "a case")) == markers


def test_13_3_3_b_markers_the_usa_does_not_have_cost_turns_and_friends() -> None:
    """wif-13.3.3-b: the USSR owes two, France one more."""
    g = world(turn="Sep/Oct 1939")
    outrage(g, "31", USSR)
    drive(g, react(g), dice=[6])
    assert g.entry_debt == 2 and g.powers.no_claims[USSR] and g.powers.estranged[USA] >> USSR & 1
    outrage(g, "24", FRANCE)
    drive(g, react(g), dice=[10])
    assert g.entry_debt == 3 and g.powers.estranged[FRANCE] >> USA & 1


def test_13_3_3_an_action_counts_once_unless_the_chart_says_more() -> None:
    g = world()
    outrage(g, "4", JAPAN)
    outrage(g, "4", JAPAN)
    assert len(g.outrages) == 4
    outrage(g, "10", JAPAN)
    outrage(g, "10", JAPAN)
    assert len(g.outrages) == 12


def options_of_jay() -> War:
    """The USA with entry 34 against Japan and 35 against Germany, tension 18 and 17, options 13, 22 and 23 chosen earlier."""
    g = world(turn="Jan/Feb 1941")
    g.entry_options = [13, 22, 23]
    for option in g.entry_options:
        g.entry_since[option] = g.turn - 1
    g.entry_germany, g.entry_japan = [4, 5, 5, 4], [4, 4, 4, 5]  # 18 and 17: 35.5 rounds to 36, so one less below
    return g


def test_13_3_2_a_levels_prerequisites_and_two_options() -> None:
    """wif-13.3.2-a, wif-13.3.2-b: option 31 moves nothing on a 10, then 34 moves two; no more this turn."""
    g = options_of_jay()
    g.entry_germany, g.entry_japan = [5, 5, 5, 3], [5, 5, 5, 2]  # 18 and 17
    assert (entry_level(g, GERMANY), entry_level(g, JAPAN)) == (36, 35)
    g.entry_germany = [5, 5, 5, 2]
    g.entry_japan = [5, 5, 5, 2]
    assert (entry_level(g, GERMANY), entry_level(g, JAPAN)) == (34, 34)
    g.tension_germany, g.tension_japan = [5, 4], [5, 4]  # 18 each
    chamber = Chamber(USA)
    assert may_choose(g, chamber, 35) is not None
    assert may_choose(g, chamber, 31) is None
    drive(g, choose_options(g), ["choose 31", "choose 34", "pool japan", "pool japan"], dice=[10, 3, 5, 5])
    assert g.entry_chosen == [31, 34] and len(g.tension_japan) == 4
    assert may_choose(g, chamber, 9) is not None and may_choose(g, chamber, 15) is not None


def test_13_3_2_an_option_needs_its_prerequisite_in_an_earlier_turn() -> None:
    g = options_of_jay()
    g.entry_since[23] = g.turn
    assert may_choose(g, Chamber(USA), 31) is not None


def test_13_3_2_c_the_fleet_at_pearl_harbor_gives_leeway() -> None:
    """wif-13.3.2-c: three up or down for options aimed at Japan alone."""
    g = options_of_jay()
    g.entry_options = [26]
    assert leeway(g, 9) == 0
    ships = [n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type.name == "BB"][:8]
    ships += [n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type.name == "CV" and c.carrier >= 4][:2]
    for number in ships:
        g.units.add(counter=number, at=at(g, "Pearl Harbor"), power=USA, country=minor(g, "usa"))
    assert leeway(g, 9) == 3 and leeway(g, 15) == 0
    g.entry_options = [26, 35, 14]
    assert leeway(g, 9) == 5 and leeway(g, 15) == 3 and leeway(g, 12) == 2


def test_13_3_2_d_an_open_burma_road_is_not_reopened_by_war() -> None:
    """wif-13.3.2-d"""
    g = world()
    g.entry_japan, g.tension_japan, g.entry_options = [5] * 12, [5] * 8, [34]
    drive(g, attempt_war(g), ["try_war japan"], dice=[1, 10, 5, 5])
    assert 24 not in g.entry_options and 9 in g.entry_options


def test_13_3_2_the_atlantic_islands_become_american() -> None:
    g = world()
    drive(g, take_effect(g, 37))
    assert g.countries.power[minor(g, "bermuda")] == USA


def test_13_3_1_only_the_usa_may_be_asked_for_a_pool_and_one_pool_needs_no_question() -> None:
    g = world()
    ask = next(choose_pool(g, "a case"))
    assert ask.seat == "usa"
    g.powers[JAPAN].plays = 0
    with pytest.raises(StopIteration) as end:
        next(choose_pool(g, "a case"))
    assert end.value.value == TO_GERMANY
    g.dice = FixedDice(1, 2)
    draw_entry(g, TO_JAPAN, 2, "a case")
    assert g.entry_japan == [1, 2]
