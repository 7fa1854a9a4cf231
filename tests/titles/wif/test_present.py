"""What players see beside the map: the impulse track, the production circle, the pools, and where ships at sea are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.kinds import Weather
from grognard.titles.wif.present import picture
from grognard.titles.wif.state import GONE, NOWHERE, REPAIR_POOL, War, slot_of


def game(key: str) -> War:
    found = Session.new(TITLE, key, seed=b"p" * 32).g
    assert isinstance(found, War)
    return found


def rows(g: War, key: str) -> list[list[Any]]:
    return next((panel.rows for panel in picture(g, None).panels if panel.key == key), [])


def test_units_at_sea_lie_in_their_section() -> None:
    g = game("guadalcanal_1942")
    at = {piece.id: piece.at for piece in picture(g, None).pieces}
    sailing = [u for u, s in enumerate(g.units.at) if s >= 0 and g.ground.section[s] >= 0 and g.ground.area[s] >= 0]
    assert sailing
    for unit in sailing:
        space = g.units.at[unit]
        assert at[g.units[unit].token] == f"{g.board.token(g.ground.area[space])}_{g.ground.section[space]}"


def test_the_circle_shows_what_arrives_and_when() -> None:
    g = game("guadalcanal_1942")
    assert ["Sep/Oct 1942", "USA", "AMPH, FTR P-38G Lightning, LND B-17F Flying Fortress"] in rows(g, "circle")
    for unit, at in enumerate(g.units.at):
        if at == slot_of(g.turn + 1):
            g.units.at[unit] = GONE
    assert not [row for row in rows(g, "circle") if row[0] == "Sep/Oct 1942"]


def test_damaged_ships_wait_in_the_repair_pool() -> None:
    g = game("guadalcanal_1942")
    assert ["Waiting for repair", "Japan", "CA Mogami"] in rows(g, "pools")
    mogami = next(u for u, at in enumerate(g.units.at) if at == REPAIR_POOL and g.units[u].sheet.name == "Mogami")
    g.units.at[mogami] = NOWHERE
    assert not [row for row in rows(g, "pools") if row[1] == "Japan"]


def test_the_impulse_track_begins_at_the_marker() -> None:
    g = game("barbarossa_1941")
    assert rows(g, "impulses")[0] == ["1 (now)", "0 or less"] and len(rows(g, "impulses")) == 15
    g.box = 9
    assert rows(g, "impulses")[:2] == [["9 (now)", "3 or less"], [10, "4 or less"]]


@pytest.mark.parametrize("weather", [Weather.FINE, Weather.BLIZZARD])
def test_the_weather_layer_leaves_fine_weather_out(weather: Weather) -> None:
    g = game("barbarossa_1941")
    g.weather = [int(weather)] * 6
    layer = picture(g, None).overlays["weather"]
    assert bool(layer) is (weather is not Weather.FINE)
    assert layer.get("W0437") == (None if weather is Weather.FINE else "blizzard")
