"""The title: both short scenarios start and can be gone through turn after turn; settings; menus agree with their tests."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.cache import check_caches
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import POWER_INDEX, SIDE_OF_POWER
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.stacking import excess, strangers
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_by_hex
from grognard.titles.wif.settings import AMERICA, COLLECTORS, table
from tests.titles.wif.kit import CAMPAIGNS

KEYS = [s.key for s in TITLE.scenarios]


@pytest.mark.parametrize("key", KEYS)
def test_a_scenario_begins_as_its_file_says(key: str) -> None:
    g = Session.new(TITLE, key, seed=b"w" * 32).g
    frame = g.campaign.frame
    assert g.date == frame.first_turn
    assert {g.powers[p].label for p in range(8) if g.powers.plays[p]} == set(frame.powers)
    rows = [r for r in g.campaign.units if r.status == "map" and r.option in (0, 6)]
    assert sum(at >= 0 for at in g.units.at) == len(rows)
    assert not list(TITLE.invariants(g))
    for space in {at for at in g.units.at if at >= 0}:
        assert not excess(g, space) and not strangers(g, space), g.board.label(space)
    sides = sides_by_hex(g)
    for space, units in land_by_hex(g).items():
        assert {SIDE_OF_POWER[g.units.power[u]] for u in units} == {sides[space]}


def test_armies_begin_in_supply() -> None:
    g = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32).g
    land = [u for units in land_by_hex(g).values() for u in units]
    hungry = [g.units[u].label for u in land if not in_supply(g, u)]
    assert len(hungry) <= len(land) // 5, hungry


@pytest.mark.parametrize("key", KEYS)
def test_a_scenario_can_be_gone_through_to_its_end(key: str) -> None:
    session, rng = Session.new(TITLE, key, seed=b"e" * 32), random.Random(5)
    campaign = CAMPAIGNS[key].frame.turns > 5
    for step in range(500 if campaign else 2000):
        if not session.pending:
            break
        seat, ask = next(iter(session.pending.items()))
        if step % 40 == 0:
            assert ask.menu is None or not ask.menu.contradictions(rng)
            check_caches(session.g)
        session.apply(seat, rng.choice(ask.options))
        assert not list(TITLE.invariants(session.g))
    if not campaign:  # campaigns to their end are fixtures
        assert session.outcome is not None
        assert session.g.turn == session.g.last_turn


def test_barbarossa_opens_with_war_and_surprise() -> None:
    session = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32)
    g, germany, ussr = session.g, POWER_INDEX["Germany"], POWER_INDEX["USSR"]
    assert g.powers.wars[germany] >> ussr & 1
    assert g.powers.surprised_by[ussr] == 1 << germany
    assert list(session.pending) == ["germany"]


def test_guadalcanal_s_free_french_are_played_by_the_commonwealth() -> None:
    seats = [s.key for s in TITLE.seats("guadalcanal_1942", {})]
    assert seats == ["japan", "usa", "commonwealth"]
    assert TITLE.seat_of("guadalcanal_1942", POWER_INDEX["France"]) == "commonwealth"


def test_every_setting_has_its_section_and_says_what_it_does() -> None:
    settings = table()
    assert len(settings) == len({s.name for s in settings}) >= 57
    for setting in settings:
        assert setting.rule and setting.what
        assert setting.values[0] != setting.values[1], setting.name
    assert COLLECTORS.overflow_units == 1 and AMERICA.overflow_units == 0


def test_supply_is_explained_with_its_path() -> None:
    session = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32)
    g = session.g
    fed = next(u for units in land_by_hex(g).values() for u in units if in_supply(g, u))
    told = session.explain("germany", f"supply u{fed}")
    assert told is not None and told.reason.startswith("in supply")


@pytest.mark.parametrize("players", "2345678")
def test_powers_are_divided_among_two_to_eight_players(players: str) -> None:
    seats = TITLE.seats("global_war_1939", {"players": players})
    assert len(seats) == int(players) and {s.side for s in seats} == {"axis", "allies"}
    session = Session.new(TITLE, "global_war_1939", {"players": players}, seed=b"p" * 32)
    assert {session.g.seat(p) for p in range(8)} == {s.key for s in seats}
