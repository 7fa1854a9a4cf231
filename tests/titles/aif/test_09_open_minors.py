"""9.8: a neutral minor at 8 to 10 is open to units of the power it favours, ships and aircraft too, and of that power alone."""

from __future__ import annotations

from grognard.titles.aif.rules import allegiance
from grognard.titles.aif.rules.declarations import Cabinet, declare_war
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, ITALY, JAPAN, SIDE_OF_POWER
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules import homeward, overrun, rebase, return_to_base, sailing
from grognard.titles.wif.rules.air_transport import set_down
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.rebase import Move
from grognard.titles.wif.state import BOMBER, slot_of

from ..wif.field import act, at, drive, hold, put
from ..wif.test_11_sea import ship
from .field import america, country, favour, stands


def cuba(level: int, power: str = "Italy") -> America:
    """Cuba on a square of the track; the Axis holds the Bahamas."""
    g = america()
    hold(g, "Germany", "bahamas")
    favour(g, "Cuba", power, level)
    return g


def test_9_8_aircraft_rebase_into_a_minor_that_lets_them_in() -> None:
    for level, opened in ((8, True), (7, False)):
        g = cuba(level)
        act(g, "Italy", Action.AIR)
        plane, havana = put(g, "Italy FTR any", "Nassau"), at(g, "Havana")
        move = Move(ITALY, plane)
        assert (rebase.may_move(g, move, havana) is None) is opened
        assert (havana in rebase.homes(g, move)) is opened
    no = rebase.may_move(g, move, havana)
    assert no is not None and no.rule == "11.16"


def test_9_8_friends_of_the_favoured_power_keep_out() -> None:
    g = cuba(9)
    act(g, "Germany", Action.AIR)
    plane, havana = put(g, "Germany FTR any", "Nassau"), at(g, "Havana")
    no = may_base(g, plane, havana)
    assert no is not None and no.rule == "13.4.2"
    assert havana not in rebase.homes(g, Move(GERMANY, plane))
    boat = ship(g, "Germany", "CA", "any", "Nassau")
    assert sailing.may_enter(g, boat, havana) is not None


def test_9_8_aircraft_and_ships_come_home_to_it() -> None:
    for level, opened in ((8, True), (7, False)):
        g = cuba(level)
        havana = at(g, "Havana")
        plane = put(g, "Italy NAV any", "Havana", mission=BOMBER, base=at(g, "Nassau"))
        g.units[plane].at = at(g, "Miami")
        assert (havana in homeward.bases(g, plane)) is opened
        cruiser = ship(g, "Italy", "CA", "any", "Nassau")
        g.units[cruiser].at = g.ground.sections[at(g, "caribbean_sea")][1]
        assert (havana in sailing.bases(g, cruiser)) is opened
        assert (havana in return_to_base.shelters(g, cruiser)) is opened


def test_9_8_ships_sail_into_its_ports_and_flee_to_them() -> None:
    for level, opened in ((10, True), (5, False)):
        g = cuba(level)
        act(g, "Italy", Action.NAVAL)
        cruiser, havana = ship(g, "Italy", "CA", "any", "Nassau"), at(g, "Havana")
        assert (havana in sailing.courses(g, cruiser)) is opened
        assert (sailing.may_enter(g, cruiser, havana) is None) is opened
        fighter = put(g, "Italy FTR any", "Nassau")
        assert (havana in overrun.air_refuges(g, fighter)) is opened


def test_9_8_guests_leave_a_minor_on_which_a_friend_of_theirs_makes_war() -> None:
    """Germans in a Chile that lets them in, when Japan attacks it: they come back by the circle."""
    g = america()
    flag = favour(g, "Chile", "Germany", 8)
    corps = put(g, "Germany INF any", "Santiago")
    drive(g, declare_war(g, Cabinet(JAPAN), flag))
    assert g.units.at[corps] == slot_of(g.turn + 1)
    assert stands(g, "Chile")[1] == 16 and SIDE_OF_POWER[g.countries.power[country(g, "chile")]] == 1


def test_9_8_they_control_nothing_and_leave_when_the_door_shuts() -> None:
    g = cuba(9)
    havana = at(g, "Havana")
    cuban = g.facts.country["cuba"]
    fighter, cruiser = put(g, "Italy FTR any", "Havana"), ship(g, "Italy", "CA", "any", "Havana")
    corps = put(g, "Italy PARA any", "Havana", fed=1)
    set_down(g, corps, havana)  # an ATR brought it: the hex stays the minor's
    assert g.hexes.controller[havana] == cuban
    allegiance.enforce_rights(g)
    assert g.units.at[fighter] == g.units.at[cruiser] == havana
    favour(g, "Cuba", "Italy", 7)
    allegiance.enforce_rights(g)
    assert {g.units.at[u] for u in (fighter, cruiser, corps)} == {slot_of(g.turn + 1)}
