"""18.2: foreign troop commitments at the end of a step, and who is a guest at all."""

from __future__ import annotations

from grognard.titles.wif.facts import POWER_INDEX
from grognard.titles.wif.rules.access import may_be_there
from grognard.titles.wif.rules.foreign_troops import anybody_abroad, dismiss_guests, note_guests, strangers
from grognard.titles.wif.rules.powers import countries_co_operate
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.state import INVASION, War

from .field import align, at, drive, hold, named, put, war


def brittany(*, held: bool = True) -> War:
    """France fights on, and Germans hold Brest or have just lost it."""
    g = war(("Germany", "France"), ("Germany", "Commonwealth"), scenario="global_war_1939", turn="May/Jun 1940")
    hold(g, "Germany" if held else "France", "Brest")
    return g


def test_18_2_who_took_brest_without_an_hq_is_lost_at_the_end_of_the_combat_step() -> None:
    """The example of 18.2: British infantry landed there; with an HQ of its own in France it stays."""
    for staff in (False, True):
        g = brittany()
        corps = put(g, "Commonwealth INF any", "Brest", landed=INVASION)
        note_guests(g)
        hold(g, "France", "Brest")
        if staff:
            named(g, "Commonwealth", "Gort", "Calais")
        assert anybody_abroad(g)
        drive(g, dismiss_guests(g))
        assert (g.units.at[corps] == at(g, "Brest")) == staff


def test_18_2_who_was_there_when_the_step_began_stays_and_the_owner_says_who_goes() -> None:
    g = brittany()
    first = put(g, "Commonwealth INF any", "Paris")
    note_guests(g)
    named(g, "Commonwealth", "Gort", "Brest")  # 2: room for one more beside the first
    second, third = put(g, "Commonwealth INF any", "Brest"), put(g, "Commonwealth MOT any", "Brest")
    assert set(strangers(g)) >= {first, second, third}
    drive(g, dismiss_guests(g), [f"lose_guest u{third}"])
    assert g.units.at[first] >= 0 and g.units.at[second] >= 0 and g.units.at[third] < 0
    assert not g.sojourners


def test_18_2_no_troops_are_foreign_where_france_has_fallen_or_to_those_who_work_with_it() -> None:
    g = brittany(held=False)
    put(g, "Commonwealth INF any", "Brest")
    assert strangers(g)
    g.free_france = 1
    assert not strangers(g)
    align(g, "poland", "Commonwealth")
    polish = put(g, "Poland INF any", "Brest")
    assert strangers(g) == [polish]


def test_18_2_the_units_of_a_minor_work_with_no_other_power_at_home() -> None:
    """18.1, 3: Rumanians of Germany's are guests in Italy and need a Rumanian HQ there; Germans are none."""
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), scenario="global_war_1939", turn="May/Jun 1941")
    align(g, "rumania", "Germany")
    rumanian, german = put(g, "Rumania INF any", "Bucharest"), put(g, "Germany INF any", "Berlin")
    no = may_be_there(g, rumanian, at(g, "Rome"))
    assert no is not None and no.rule == "18.2"
    assert may_be_there(g, german, at(g, "Rome")) is None
    put(g, "Rumania HQ-I any", "Milan")
    assert may_be_there(g, rumanian, at(g, "Rome")) is None


def test_18_2_the_units_of_a_minor_are_guests_in_another_minor_of_their_side() -> None:
    """Hungarians in Rumania or in an Italian Yugoslavia: only beside an HQ of theirs, on the march, by air and in port."""
    g = war(("Germany", "USSR"), ("Italy", "USSR"), scenario="global_war_1939", turn="May/Jun 1942")
    for country, power in (("rumania", "Germany"), ("hungary", "Germany"), ("yugoslavia", "Italy")):
        align(g, country, power)
    rumanian, aircraft = put(g, "Rumania INF any", "Bucharest"), put(g, "Rumania FTR any", "Bucharest")
    put(g, "Rumania INF any", "Ploesti")
    for unit, place in ((rumanian, "Budapest"), (rumanian, "Belgrade"), (aircraft, "Budapest")):
        for no in (may_be_there(g, unit, at(g, place)), may_stack(g, unit, at(g, place))):
            assert no is not None and no.rule == "18.2"
    german = put(g, "Germany INF any", "Budapest")
    assert may_be_there(g, german, at(g, "Belgrade")) is None
    g.units[german].at = at(g, "Berlin")
    put(g, "Rumania HQ-I any", "Budapest")
    assert may_be_there(g, rumanian, at(g, "Budapest")) is None and may_stack(g, rumanian, at(g, "Budapest")) is None
    assert may_be_there(g, rumanian, at(g, "Belgrade")) is not None
    g.units[rumanian].at = at(g, "Budapest")
    assert may_stack(g, aircraft, at(g, "Budapest")) is not None  # Antonescu's value is 1


def test_18_2_who_takes_a_hex_for_another_minor_is_lost_without_an_hq() -> None:
    """Rumanians drive the enemy from Hungarian soil: they may not stay; Germans may."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="May/Jun 1944")
    for country in ("rumania", "hungary"):
        align(g, country, "Germany")
    note_guests(g)
    rumanian, german = put(g, "Rumania INF any", "Budapest"), put(g, "Germany INF any", "Budapest")
    assert strangers(g) == [rumanian]
    drive(g, dismiss_guests(g))
    assert g.units.at[rumanian] < 0 and g.units.at[german] == at(g, "Budapest")


def test_18_1_france_s_minors_of_1939_work_together_under_vichy_too() -> None:
    """Moroccans in Algeria, of France or of Vichy; not of a Germany that has aligned both since."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", turn="Sep/Oct 1940")
    for power, together in (("France", True), ("Vichy", True), ("Germany", False)):
        for country in ("morocco", "algeria"):
            align(g, country, power)
        morocco, algeria = g.facts.country["morocco"], g.facts.country["algeria"]
        assert countries_co_operate(g, morocco, algeria, POWER_INDEX[power]) == together
