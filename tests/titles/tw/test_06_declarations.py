"""6.4, 16.4, 16.5, 22.3, 23.1: declarations of war in the whole war. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.air_support import unprotected
from grognard.titles.tw.rules.american_entry import change_level, entry_events
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.declarations import (
    attempt,
    attempt_number,
    declaration_price,
    declarations,
    declare,
    enter,
    late_entry,
    may_attempt,
    may_declare,
    may_enter,
)
from grognard.titles.tw.rules.minors import garrison, minors_by_date
from grognard.titles.tw.rules.new_year import american_mobilisation
from grognard.titles.tw.rules.pact import claim, claimed_hexes, may_claim, tribute
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.western_surprise import may_surprise, note_attacks, surprise_west, undo_surprise
from grognard.titles.tw.state import ASSOCIATE, FALL, HOME, SATELLITE, SPRING, SUMMER, WINTER, War, turn_of

from .kit import drive, put, space
from .test_14_money import campaign


def refused(no: object) -> str:
    assert no is not None
    return str(no.rule)  # type: ignore[attr-defined]


def at_war(g: War, *axis: int) -> None:
    for power in axis:
        g.nations[power].side = AXIS


@pytest.mark.parametrize(
    ("power", "target", "price"),
    [
        ("germany", "ussr", 15),
        ("italy", "britain", 15),
        ("britain", "italy", 25),
        ("united_states", "germany", 25),
        ("germany", "norway", 5),
        ("italy", "greece", 5),
        ("ussr", "sweden", 5),
        ("germany", "spain", 25),
        ("ussr", "turkey", 25),
        ("britain", "norway", 15),
        ("united_states", "spain", 15),
        ("germany", "iran", 0),
    ],
)
def test_6_4_2_prices(power, target, price):
    assert declaration_price(INDEX[power], INDEX[target]) == price


def test_6_4_1_a_italy_pays_and_greece_does_not():
    """tw-6.4.1-a: Italy pays 5 NARFs; the Greeks stand at their posts as a British Satellite."""
    g = campaign()
    at_war(g, ITALY)
    greece = g.nations[INDEX["greece"]]
    own, britain, theirs = g.nations[ITALY].narfs, g.nations[BRITAIN].narfs, greece.narfs
    drive(g, declare(g, ITALY, greece.index))
    assert g.nations[ITALY].narfs == own - 5
    assert g.nations[BRITAIN].narfs == britain + theirs
    assert (greece.side, greece.patron, greece.status) == (ALLIES, BRITAIN, SATELLITE)
    army = [u for u, n in enumerate(g.roster.nations) if n == greece.index and g.units.at[u] >= 0]
    assert len(army) == 4
    assert all(g.units.pool[u] != HOME for u in army)


def test_6_4_1_b_a_surprise_attack_is_paid_for():
    """tw-6.4.1-b: Germany pays 15; in Summer 1941 the Soviets are surprised, in Spring 1941 they are not."""
    for season, surprised in ((SUMMER, True), (SPRING, False)):
        g = campaign()
        g.turn = turn_of(1941, season)
        before = g.nations[GERMANY].narfs
        drive(g, declare(g, GERMANY, USSR))
        assert g.nations[GERMANY].narfs == before - 15
        assert (g.nations[USSR].side, g.barbarossa) == (ALLIES, g.turn)
        assert (g.nations[USSR].surprised == g.turn) is surprised
        assert g.nations[USSR].effort > 0
        assert g.usel == 1


def test_6_4_who_may_declare_war():
    g = campaign()
    norway = INDEX["norway"]
    assert may_declare(g, GERMANY, norway) is None
    assert refused(may_declare(g, FRANCE, norway)) == "6.2.1"
    assert refused(may_declare(g, GERMANY, BRITAIN)) == "6.4.1"
    assert refused(may_declare(g, BRITAIN, FRANCE)) == "6.3"
    assert refused(may_declare(g, BRITAIN, USSR)) == "6.2"
    assert refused(may_declare(g, ITALY, norway)) == "16.4"
    assert may_declare(g, ITALY, BRITAIN) is None
    assert refused(may_declare(g, GERMANY, INDEX["ukraine"])) == "6.4.1"
    g.nations[GERMANY].narfs = 4
    assert refused(may_declare(g, GERMANY, norway)) == "6.4.2"


def test_6_3_one_declaration_for_the_alliance():
    g = campaign()
    g.turn = turn_of(1940, SUMMER)
    drive(g, declare(g, ITALY, FRANCE))
    assert g.nations[ITALY].side == AXIS
    assert refused(may_declare(g, ITALY, BRITAIN)) == "6.4.1"
    assert g.usel == 1


def test_16_3_3_a_an_associate_of_a_power_at_peace():
    """tw-16.3.3-a: Turkey is a Soviet Associate; Italy needs a war with the Soviets."""
    g = campaign()
    at_war(g, ITALY)
    turkey = g.nations[INDEX["turkey"]]
    assert may_declare(g, ITALY, turkey.index) is None
    turkey.patron, turkey.status = USSR, ASSOCIATE
    assert refused(may_declare(g, ITALY, turkey.index)) == "16.3.3"
    g.nations[USSR].side = ALLIES
    assert may_declare(g, ITALY, turkey.index) is None


def test_16_4_who_takes_in_the_attacked():
    for target, dice, patron in (
        ("belgium", [], FRANCE),
        ("turkey", [], USSR),
        ("yugoslavia", [3, 8], USSR),
        ("yugoslavia", [8, 3], BRITAIN),
    ):
        g = campaign()
        drive(g, declare(g, GERMANY, INDEX[target]), dice=dice)
        assert g.nations[INDEX[target]].patron == patron
    g = campaign()
    drive(g, declare(g, BRITAIN, INDEX["norway"]))
    assert (g.nations[INDEX["norway"]].side, g.nations[INDEX["norway"]].patron, g.usel) == (AXIS, GERMANY, -3)


def test_16_5_a_numbers_of_the_soviet_attempt():
    """tw-16.5-a: 1-2, 1-3, 1-4 without a garrison; two increments in Summer 1941 leave 1-2."""
    g = campaign()
    for u in range(len(g.units)):
        if g.roster.nations[u] == GERMANY:
            g.units[u].at, g.units[u].pool = -1, 1
    found = []
    for year, season in ((1940, WINTER), (1941, SPRING), (1941, SUMMER)):
        g.turn = turn_of(year, season)
        found.append(attempt_number(g))
    assert found == [2, 3, 4]
    for _ in range(3):
        put(g, "germany ARM 8-8", "warsaw")
    assert garrison(g) == 0  # no air unit
    put(g, "germany TAC 1-5", "warsaw")
    put(g, "germany TAC 1-5", "warsaw")
    assert attempt_number(g) == 2


def test_16_5_soviet_attempts():
    g = campaign()
    for u in range(len(g.units)):
        if g.roster.nations[u] == GERMANY:
            g.units[u].at, g.units[u].pool = -1, 1
    g.turn = turn_of(1940, WINTER)
    assert may_attempt(g, USSR) is None
    before = g.nations[USSR].narfs
    drive(g, attempt(g), dice=[3])
    assert (g.nations[USSR].side, g.nations[USSR].narfs) == (NEUTRAL, before - 5)
    assert refused(may_attempt(g, USSR)) == "16.5"
    g.turn += 1
    drive(g, attempt(g), dice=[3])
    assert (g.nations[USSR].side, g.nations[USSR].narfs) == (ALLIES, before - 5 - 5 - 15)
    assert g.nations[USSR].surprised != g.turn


def test_21_6_soviet_caution():
    g = campaign()
    g.nations[USSR].side, g.turn = ALLIES, turn_of(1941, SPRING)
    assert refused(may_declare(g, USSR, INDEX["sweden"])) == "21.6"
    assert may_declare(g, USSR, INDEX["norway"]) is None
    g.turn += 1
    assert may_declare(g, USSR, INDEX["sweden"]) is None


def test_23_43_the_soviets_and_romania():
    """Romania is left alone through Summer 1941, a turn longer than the other three (TW-AMB-172)."""
    g = campaign()
    g.nations[USSR].side, g.turn = ALLIES, turn_of(1941, SUMMER)
    assert refused(may_declare(g, USSR, INDEX["romania"])) == "23.43"
    g.turn += 1
    assert may_declare(g, USSR, INDEX["romania"]) is None


def test_16_1_5_satellites_by_date():
    g = campaign()
    romania, finland = g.nations[INDEX["romania"]], g.nations[INDEX["finland"]]
    g.turn = turn_of(1940, FALL)
    minors_by_date(g)
    assert romania.side == NEUTRAL
    g.turn += 1
    minors_by_date(g)
    assert (romania.side, romania.status, finland.side) == (AXIS, SATELLITE, NEUTRAL)
    assert any(n == romania.index and g.units.at[u] >= 0 for u, n in enumerate(g.roster.nations))
    g.turn += 1
    minors_by_date(g)
    assert finland.side == AXIS


def test_22_3_1_american_entry():
    g = campaign()
    g.turn, g.usel = turn_of(1941, SUMMER), 6
    assert refused(may_enter(g, USA)) == "22.3"
    g.turn += 1
    assert may_enter(g, USA) is None
    drive(g, enter(g), dice=[7])
    assert g.nations[USA].side == NEUTRAL
    assert refused(may_enter(g, USA)) == "22.3.1"
    g.turn += 1
    before = g.nations[USA].narfs
    drive(g, enter(g), dice=[8])
    assert g.nations[USA].side == ALLIES
    assert g.nations[USA].narfs == before - 25  # 22.3.2
    assert g.happy_time == g.turn


def test_22_3_america_comes_in_by_itself_in_summer_1942():
    g = campaign()
    g.turn = turn_of(1942, SPRING)
    drive(g, late_entry(g))
    assert g.nations[USA].side == NEUTRAL
    g.turn += 1
    drive(g, late_entry(g))
    assert g.nations[USA].side == ALLIES


def test_22_8_a_gains_by_level():
    """tw-22.8-a: from 2 to 4 in a turn brings 50; a level that is reached again brings nothing."""
    g = campaign()
    change_level(g, 2, "so far")
    base, level = g.nations[USA].base, g.nations[USA].narfs
    change_level(g, 2, "two events")
    assert (g.nations[USA].base, g.nations[USA].narfs) == (base + 50, level + 50)
    change_level(g, -3, "down")
    change_level(g, 3, "and up")
    assert g.nations[USA].base == base + 50


def test_22_8_events_count_once():
    g = campaign()
    g.turn += 1
    g.nations[FRANCE].surrendered = 1
    entry_events(g)
    entry_events(g)
    assert g.usel == 2
    drive(g, declare(g, GERMANY, INDEX["belgium"]))
    drive(g, declare(g, GERMANY, INDEX["netherlands"]))
    assert g.usel == 3


def test_23_17_denmark_falls_at_once():
    g = campaign()
    before = g.nations[GERMANY].narfs
    drive(g, declare(g, GERMANY, INDEX["denmark"]))
    assert g.nations[INDEX["denmark"]].surrendered
    assert all(g.hexes.holder[s] == GERMANY for s in g.ground.homeland["denmark"])
    assert g.nations[GERMANY].narfs > before - 5  # 23.2: its share of the season


def test_23_1_greece_has_two_places_to_lose():
    g = campaign()
    at_war(g, ITALY)
    drive(g, declare(g, ITALY, INDEX["greece"]))
    for unit in g.units:
        if unit.at in (space(g, "athens"), space(g, "suda_bay")):
            unit.at, unit.pool = -1, 1
    take(g, space(g, "athens"), ITALY, AXIS)
    assert not g.nations[INDEX["greece"]].surrendered
    take(g, space(g, "suda_bay"), ITALY, AXIS)
    assert g.nations[INDEX["greece"]].surrendered


def test_23_1_b_no_help_from_the_air_for_the_invaded():
    """tw-23.1-b: nobody else's aircraft cover Belgians in the turn of the invasion, but a turn later they may."""
    g = campaign()
    drive(g, declare(g, GERMANY, INDEX["belgium"]))
    g.side = AXIS
    army = next(u for u, n in enumerate(g.roster.nations) if n == INDEX["belgium"] and g.units.at[u] >= 0)
    plane = next(u for u, n in enumerate(g.roster.nations) if n == FRANCE and g.units.at[u] >= 0)
    assert unprotected(g, plane, g.units.at[army])
    g.turn += 1
    assert not unprotected(g, plane, g.units.at[army])


def test_3_4_the_segment():
    """Every power that can is asked, the Axis first; nobody is asked who can do nothing."""
    g = campaign()
    asked = drive(g, declarations(g), answers=["done"] * 3)
    assert [prompt.split(" has")[0] for prompt in asked] == ["Italy", "Germany", "Britain"]


def test_16_5_what_the_pact_gives():
    g = campaign()
    assert refused(may_claim(g, USSR, "estonia")) == "16.5"  # Poland stands
    g.nations[INDEX["poland"]].surrendered = 1
    taken = claimed_hexes(g, "eastern_poland")[0]
    g.hexes[taken].holder = GERMANY
    before = g.nations[USSR].narfs
    claim(g, "eastern_poland")
    assert g.hexes.holder[taken] == GERMANY
    assert g.nations[USSR].narfs == before + 5  # half of 10 in Fall
    claim(g, "latvia")
    assert g.nations[USSR].narfs == before + 5 + 1
    assert g.hexes.holder[space(g, "riga")] == USSR
    assert refused(may_claim(g, USSR, "latvia")) == "16.5"
    assert may_claim(g, USSR, "estonia") is None
    g.nations[USSR].side = ALLIES
    assert refused(may_claim(g, USSR, "estonia")) == "16.5"


def test_16_5_tribute():
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    german, soviet = g.nations[GERMANY].narfs, g.nations[USSR].narfs
    tribute(g)
    assert (g.nations[GERMANY].narfs, g.nations[USSR].narfs) == (german + 12, soviet - 12)
    g.turn += 1
    tribute(g)
    assert g.nations[GERMANY].narfs == german + 12


def test_22_4_2_american_mobilisation():
    g = campaign()
    g.turn = turn_of(1942, SPRING)
    base = g.nations[USA].base
    american_mobilisation(g)
    assert g.nations[USA].base == base
    g.nations[USA].side, g.happy_time = ALLIES, turn_of(1941, WINTER)
    american_mobilisation(g)
    assert g.nations[USA].base == base + 50
    g.turn += 4
    american_mobilisation(g)
    assert g.nations[USA].base == base + 125


def test_18_2_surprise_in_the_west_is_announced_and_made_good():
    g = campaign()
    assert refused(may_surprise(g, GERMANY)) == "18.2"
    drive(g, declare(g, GERMANY, INDEX["belgium"]))
    assert may_surprise(g, GERMANY) is None
    assert refused(may_surprise(g, ITALY)) == "18.2"
    surprise_west(g)
    assert g.nations[FRANCE].surprised == g.turn
    g.side = AXIS
    undo_surprise(g)  # nobody attacked
    assert g.nations[FRANCE].surprised < 0
    surprise_west(g)
    tanks = put(g, "germany ARM 8-8", "brussels")
    troops = next(
        u
        for u, n in enumerate(g.roster.nations)
        if n == FRANCE and g.units[u].sheet.ground and g.units.at[u] in g.ground.homeland["france"]
    )
    note_attacks(g, [Battle(g.units.at[troops], AXIS, 1, [tanks])])
    undo_surprise(g)
    assert g.nations[FRANCE].surprised == g.turn


def test_18_2_no_surprise_after_an_attack_on_a_fortress():
    g = campaign()
    drive(g, declare(g, GERMANY, INDEX["netherlands"]))
    g.fortress_hit = g.turn - 1
    assert refused(may_surprise(g, GERMANY)) == "18.2"


def test_22_8_the_level_of_a_later_set_up_holds_what_came_before():
    g = campaign("campaign_1941")
    level, base = g.usel, g.nations[USA].base
    assert level > 1
    entry_events(g)
    assert (g.usel, g.nations[USA].base) == (level, base)
    drive(g, declare(g, GERMANY, INDEX["sweden"]))  # after Denmark and Norway
    assert g.usel == level
    change_level(g, 1, "an event")
    assert g.nations[USA].base - base in (25, 50)
