"""The judgement behind greedy and planner: guesses against odds, attacks taken and left, determinism, a line of reasoning."""

from __future__ import annotations

import pytest

from grognard.agents import Telling, agent
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.agent.attacks import guards, plan_attacks, sentries, survey
from grognard.titles.gw36.agent.economy import overseas
from grognard.titles.gw36.agent.estimate import attackers, defenders, guess
from grognard.titles.gw36.agent.moves import NEVER, move_value, place_value, seat_value
from grognard.titles.gw36.agent.politics import declare_value
from grognard.titles.gw36.agent.threat import danger, front, garrison, threat_without, threats
from grognard.titles.gw36.agent.weighing import Draft, blitz_value, confirmed, weigh
from grognard.titles.gw36.agent.worth import point_price, points_denied, points_held, points_of, prey
from grognard.titles.gw36.kinds import KIND
from grognard.titles.gw36.odds import battle_odds
from grognard.titles.gw36.powers import AXIS, NATION
from grognard.titles.gw36.rules.nations import make_war
from grognard.titles.gw36.rules.non_combat import orders_of
from grognard.titles.gw36.rules.seats import SLOT_OF, seat_of
from grognard.titles.gw36.state import War
from tests.titles.gw36.battlefield import field, put, zone

GERMANY = NATION["germany"]


@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        (["infantry"] * 6 + ["artillery"] * 2, ["infantry"] * 4),
        (["infantry"] * 3, ["infantry"] * 3),
        (["medium_armor"] * 4 + ["infantry"] * 4, ["infantry"] * 6 + ["artillery"]),
        (["infantry"] * 2, ["infantry"] * 6),
        (["medium_armor"] * 3 + ["fighter"] * 2, ["infantry"] * 2 + ["fighter"]),
    ],
)
def test_the_guess_is_near_the_odds(attack: list[str], defence: list[str]) -> None:
    g = field()
    mine = put(g, "germany", "western_germany", *attack)
    theirs = put(g, "france", "picardy", *defence)
    found = guess(attackers(g, mine, zone(g, "picardy")), defenders(g, theirs, zone(g, "picardy")))
    real = battle_odds(g, zone(g, "picardy"), mine, samples=4000, method="sampled")
    assert real is not None
    assert found.won == pytest.approx(real.won, abs=0.17)


def test_an_empty_enemy_zone_is_taken_and_a_hopeless_attack_left() -> None:
    g = field()
    put(g, "germany", "western_germany", "infantry", "infantry")
    plan = plan_attacks(g, seat_of(g, GERMANY), "quick")
    assert any(text.startswith("attack") and text.endswith("alsace_lorraine") for _, text in plan.steps)
    assert "Alsace-Lorraine: odds 100%" in plan.summary
    put(g, "france", "alsace_lorraine", *["infantry"] * 9)
    assert plan_attacks(g, seat_of(g, GERMANY), "quick").steps == []


def test_the_last_defender_of_a_threatened_capital_stays() -> None:
    g = field()
    guard = put(g, "germany", "berlin", "infantry")[0]
    put(g, "france", "western_germany", *["infantry"] * 5)
    g.zones[zone(g, "western_germany")].owner = NATION["france"]
    values = {o.text: move_value(g, o) for o in orders_of(g, guard)}
    assert max(values, key=lambda text: values[text]).startswith("hold")


def test_the_last_unit_marches_out_of_a_capital_neither_in_attack_nor_in_peace() -> None:
    g = field()
    capital = zone(g, "berlin")
    first = put(g, "germany", "berlin", "infantry")[0]
    g.zones[zone(g, "eastern_germany")].owner = NATION["france"]  # empty: an easy prey
    g.news += 1
    assert sentries(g) == {first}
    assert plan_attacks(g, seat_of(g, GERMANY), "quick").steps == []
    assert all(move_value(g, o) == NEVER for o in orders_of(g, first) if o.verb == "move")
    put(g, "germany", "berlin", "infantry")
    assert [text.split()[-1] for _, text in plan_attacks(g, seat_of(g, GERMANY), "quick").steps] == ["eastern_germany"]
    assert all(move_value(g, o) > NEVER for o in orders_of(g, first) if o.verb == "move")
    assert capital == g.nations.capital[GERMANY]


def test_a_government_flees_to_where_its_army_is() -> None:
    g = field()
    empty, held = zone(g, "bavaria"), zone(g, "eastern_germany")
    put(g, "germany", "eastern_germany", *["infantry"] * 3)
    assert seat_value(g, held) > seat_value(g, empty) > 0.0
    safe = seat_value(g, held)
    put(g, "france", "berlin", *["infantry"] * 12)
    g.news += 1
    assert seat_value(g, held) < safe


def test_an_empty_capital_is_filled_first() -> None:
    g = field()
    infantry, fighter = KIND["infantry"], KIND["fighter"]
    home, front_line = zone(g, "berlin"), zone(g, "western_germany")
    put(g, "france", "alsace_lorraine", *["infantry"] * 4)
    g.news += 1
    assert place_value(g, infantry, GERMANY, home) > place_value(g, infantry, GERMANY, front_line)
    assert place_value(g, fighter, GERMANY, home) < place_value(g, infantry, GERMANY, home)
    put(g, "germany", "berlin", "infantry")
    assert place_value(g, infantry, GERMANY, home) < place_value(g, infantry, GERMANY, front_line)


def test_the_soviet_union_opens_a_second_front_only_where_it_pays() -> None:
    g = Session.new(TITLE, "1939", seed=seed_from(1)).g
    ussr, britain = NATION["ussr"], NATION["great_britain"]
    g.slot, g.turn = SLOT_OF[ussr], g.last - 4
    assert declare_value(g, ussr, britain) < 0
    for name in ("estonia", "latvia", "lithuania", "bessarabia", "northern_iran", "azerbaijan"):
        g.zones[zone(g, name)].owner = britain
        for u in list(g.units.stacks[zone(g, name)]):
            g.units[u].at = -1
    for name in ("leningrad", "northern_belorussia", "western_ukraine", "southern_ukraine", "turkestan", "transcaucasia"):
        put(g, "ussr", name, *["infantry"] * 4)
    g.news += 1
    assert declare_value(g, ussr, britain) > 0
    put(g, "great_britain", "latvia", *["infantry"] * 60)
    g.news += 1
    assert declare_value(g, ussr, britain) < 0


def test_danger_grows_with_the_enemy_and_shrinks_with_the_garrison() -> None:
    g = field()
    here = zone(g, "western_germany")
    assert danger(g, GERMANY, here, garrison(g, GERMANY, here)) == 0.0
    put(g, "france", "alsace_lorraine", *["infantry"] * 4)
    g.news += 1
    empty = danger(g, GERMANY, here, garrison(g, GERMANY, here))
    put(g, "germany", "western_germany", *["infantry"] * 4)
    held = danger(g, GERMANY, here, garrison(g, GERMANY, here))
    assert empty == 1.0
    assert 0.0 < held < 0.5
    assert front(g, GERMANY)[here] < front(g, GERMANY)[zone(g, "konigsberg")]


def test_the_axis_does_not_wake_the_allies_early() -> None:
    session = Session.new(TITLE, "1936", seed=seed_from(1))
    g = session.g
    assert declare_value(g, GERMANY, NATION["poland"]) < 0
    assert declare_value(g, NATION["japan"], NATION["kmt"]) < 0


def test_armor_goes_on_into_an_empty_zone_and_not_into_a_garrison() -> None:
    g = field()
    tank = put(g, "germany", "western_germany", "medium_armor", "infantry", "infantry")[0]
    assert blitz_value(g, tank, zone(g, "alsace_lorraine")) > 0
    put(g, "france", "alsace_lorraine", *["infantry"] * 4)
    assert blitz_value(g, tank, zone(g, "alsace_lorraine")) < 0


def test_a_threatened_home_keeps_guards_and_a_quiet_one_none() -> None:
    g = field()
    here = put(g, "germany", "berlin", *["infantry"] * 4)
    assert guards(g, here) == set()
    put(g, "france", "eastern_germany", *["infantry"] * 6)
    g.zones[zone(g, "eastern_germany")].owner = NATION["france"]
    g.news += 1
    assert len(guards(g, here)) == 2


def test_nobody_brings_the_soviet_union_in_by_attacking_its_wards() -> None:
    g = Session.new(TITLE, "1939", seed=seed_from(1)).g
    g.slot = 3
    assert declare_value(g, NATION["japan"], NATION["mongolia"]) < 0


def test_points_are_counted_zone_by_zone() -> None:
    g = Session.new(TITLE, "1939", seed=seed_from(1)).g
    ussr, warsaw = NATION["ussr"], zone(g, "warsaw")
    assert points_of(g, ussr)[zone(g, "northern_iran")] == 1.0  # Worldwide Communism
    assert zone(g, "tibet") not in points_of(g, ussr)  # worth nothing
    lacking_three = points_of(g, GERMANY)[warsaw]
    for name in ("west_poland", "dolnoslaske"):
        g.zones[zone(g, name)].owner = GERMANY
    assert points_of(g, GERMANY)[warsaw] > lacking_three  # the last of the group brings its whole point


def test_a_point_is_dearer_near_the_end() -> None:
    g = Session.new(TITLE, "1939", seed=seed_from(1)).g
    early = point_price(g)
    g.turn = g.last - 2
    late = point_price(g)
    g.turn = g.last - 1
    assert early < late < point_price(g)


def test_one_campaign_after_the_other() -> None:
    g = Session.new(TITLE, "1936", seed=seed_from(1)).g
    west, east = zone(g, "western_germany"), zone(g, "eastern_germany")
    assert prey(g, GERMANY) == 1 << NATION["poland"]
    assert front(g, GERMANY)[east] < front(g, GERMANY)[west]  # in peace the army gathers against Poland
    g.zones[zone(g, "warsaw")].owner = GERMANY
    assert prey(g, GERMANY) == 1 << NATION["france"]
    g.zones[zone(g, "paris")].owner = GERMANY
    assert prey(g, GERMANY) == 1 << NATION["ussr"]
    assert prey(g, NATION["france"]) == 0


def test_the_leader_is_checked_rather_than_the_last() -> None:
    g = Session.new(TITLE, "1939", seed=seed_from(1)).g
    g.turn = g.last - 3
    leningrad, sides = zone(g, "leningrad"), (0, 5, 5, 5)
    even = _denied(g, sides)[leningrad]
    assert _denied(g, (0, 5, 5, 12))[leningrad] > even
    assert _denied(g, (0, 5, 12, 5))[leningrad] < even


def _denied(g: War, score: tuple[int, ...]) -> dict[int, float]:
    g.derived.clear()
    g.lasting.clear()
    g.derived[points_held, ()] = (g.turn, list(score))
    return points_denied(g, AXIS)


def test_a_taken_zone_threatens_no_more_and_bars_the_way() -> None:
    g = field()
    here, there = zone(g, "western_germany"), zone(g, "alsace_lorraine")
    put(g, "france", "alsace_lorraine", "infantry", "infantry")
    put(g, "france", "picardy", "light_armor")
    g.news += 1
    whole = threats(g, GERMANY)[here]
    left = threat_without(g, GERMANY, here, {there})
    assert left is None or left.fire < whole.fire
    assert threat_without(g, GERMANY, here, {there, zone(g, "picardy")}) is None


def test_an_army_without_ships_waits_at_its_port_and_is_counted() -> None:
    g = Session.new(TITLE, "1939", seed=seed_from(1)).g
    usa, japan = NATION["usa"], NATION["japan"]
    before, boats = overseas(g, usa)
    make_war(g, usa, japan)
    put(g, "usa", "san_francisco", *["infantry"] * 6)
    stranded, same = overseas(g, usa)
    assert stranded >= before + 5
    assert same == boats
    far = front(g, usa)
    assert far[zone(g, "san_francisco")] < far[zone(g, "chicago")]


def test_the_last_turn_takes_chances_that_earlier_turns_do_not() -> None:
    g = field()
    put(g, "germany", "western_germany", *["infantry"] * 8)
    put(g, "france", "alsace_lorraine", *["infantry"] * 5)
    found = {}
    for g.last in (12, 1):
        g.news += 1
        target = survey(g, seat_of(g, GERMANY))[1][zone(g, "alsace_lorraine")]
        attack = weigh(g, target, Draft(), set())
        found[g.last] = attack is not None and confirmed(g, attack, Draft(), "normal")
    assert found == {12: False, 1: True}


def _played(name: str, answers: int) -> tuple[Session, list[str]]:
    session = Session.new(TITLE, "1939", seed=seed_from(5))
    mind = agent(name, 5)
    reasons = []
    while session.pending and session.count < answers:
        seat = next(iter(session.pending))
        session.apply(seat, mind.choose(session, seat))
        reasons.append(mind.reason)
    return session, reasons


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_the_same_seed_is_the_same_play_with_a_reason_for_each_answer(name: str) -> None:
    first, reasons = _played(name, 250)
    second, _ = _played(name, 250)
    assert first.g.digest() == second.g.digest()
    assert all(reasons)
    assert any("odds" in reason for reason in reasons) or name == "greedy"
    kept = list(dict.fromkeys(reason.kept for reason in reasons if isinstance(reason, Telling)))
    if name == "planner":  # a declaration, then the plan of a turn in one line
        assert kept[0].startswith("Germany declares war on Poland: worth ") and 2 <= len(kept) < 12
        assert any(line.startswith("attack ") and line.count("; attack ") >= 2 for line in kept)
    else:
        assert not kept


def test_germany_takes_warsaw_by_the_middle_of_1940() -> None:
    session = Session.new(TITLE, "1939", seed=seed_from(3))
    mind = agent("planner", 3)
    while session.pending and session.g.turn < 2:
        seat = next(iter(session.pending))
        session.apply(seat, mind.choose(session, seat))
    assert session.g.zones[session.g.board.space("warsaw")].owner == GERMANY
