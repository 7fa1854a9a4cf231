"""Battles of every sort of unit with random orders: they end, nobody shares a won zone, losses are never more than there were."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.flow import Ask, Option
from grognard.titles.gw36.facts import UNITS
from grognard.titles.gw36.kinds import IS_LAND, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.state import ASSAULT, ATTACK, BOMB, CARPET, DROP, ESCORT, IDLE, MINE, PATROL, RAID, SCRAMBLE, War
from tests.titles.gw36 import battlefield
from tests.titles.gw36.battlefield import Script, build, field, land, play, put, zone

LAND = [n for n, u in UNITS.items() if u.is_land]
AIR = [n for n, u in UNITS.items() if u.unit_class == "air" and u.attack is not None]
SHIPS = [n for n, u in UNITS.items() if u.unit_class == "naval"]
OPTIONS = ("capital_damage", "early_fighters", "surface_raiders", "mine_warfare", "air_raiders", "carrier_retreat")


def anyone(rng: random.Random) -> Script:
    def policy(ask: Ask) -> Option:
        assert len({o.text for o in ask.options}) == len(ask.options), f"an option twice: {ask.prompt}"
        return rng.choice(ask.options)

    return Script(policy=policy)


def some(rng: random.Random, names: list[str], most: int) -> list[str]:
    return [rng.choice(names) for _ in range(rng.randint(1, most))]


def stage(seed: int) -> tuple[War, random.Random]:
    rng = random.Random(seed)
    options = {name: rng.random() < 0.5 for name in OPTIONS}
    g = field("japan", wars=[("japan", "kmt"), ("japan", "great_britain")], **options)
    g.dice = Dice(seed_from(seed))
    return g, rng


def check(g: War, before: int) -> None:
    units = g.units
    assert sum(at >= 0 for at in units.at) <= before
    for z, stack in g.units.stacks.items():
        if z >= 0 and not g.board.geo.is_sea[z]:
            armies = {units.nation[u] for u in stack if IS_LAND[units.kind[u]]}
            assert not {NATION["japan"], NATION["kmt"]} <= armies
    left = {units.duty[u] for u in range(len(units)) if units.at[u] >= 0}
    assert not left & {ATTACK, ASSAULT, BOMB, CARPET, DROP, RAID, MINE, SCRAMBLE}
    for u, carrier in enumerate(units.carrier):
        if units.at[u] >= 0 and carrier >= 0:
            assert units.at[carrier] == units.at[u]


@pytest.mark.parametrize("seed", range(60))
def test_land_battles(seed: int) -> None:
    g, rng = stage(seed)
    if rng.random() < 0.7:
        put(g, "japan", "peking", *some(rng, LAND, 6), came="rehe")
    if rng.random() < 0.6:
        ship = rng.choice(["naval_transport", "attack_transport"])
        land(g, "peking", "sz_54", *some(rng, [n for n in LAND if n != "strategic_rocket"], 4), ship=ship)
        put(g, "japan", "sz_54", *some(rng, [n for n in SHIPS if UNITS[n].bombard], 3))
        if rng.random() < 0.5:
            build(g, "peking", "coastal_artillery", "sz_54")
        if rng.random() < 0.3:
            put(g, "great_britain", "sz_54", *some(rng, ["submarine", "destroyer", "light_cruiser"], 2))
            put(g, "japan", "sz_54", "battleship", came="sz_62")
    put(g, "japan", "peking", *some(rng, AIR, 3), came="rehe")
    if rng.random() < 0.3:
        plane, man = put(g, "japan", "peking", "air_transport", "airborne", duty=DROP)
        g.units[plane].target, g.units[man].target = man, plane
    if rng.random() < 0.3:
        build(g, "peking", "fortification")
    if rng.random() < 0.85:
        put(g, "kmt", "peking", *some(rng, LAND, 6), *some(rng, AIR, 2))
    before = len(g.units)
    play(g, battlefield.combat_phase(g), anyone(rng))
    check(g, before)


@pytest.mark.parametrize("seed", range(60))
def test_naval_battles(seed: int) -> None:
    g, rng = stage(1000 + seed)
    put(g, "japan", "sz_63", *some(rng, SHIPS, 6), came="sz_62")
    put(g, "japan", "sz_63", *some(rng, ["fighter", "tactical_bomber", "medium_bomber", "seaplane"], 2), came="tokyo")
    put(g, "great_britain", "sz_63", *some(rng, SHIPS, 6))
    put(g, "great_britain", "sz_63", "fighter", duty=PATROL)
    for nation in ("japan", "great_britain"):
        for u in list(g.units.stacks[zone(g, "sz_63")]):
            if g.units.kind[u] == KIND["fleet_carrier"] and g.units.nation[u] == NATION[nation]:
                for plane in put(g, nation, "sz_63", "fighter", "tactical_bomber"):
                    g.units[plane].carrier = u
    before = len(g.units)
    play(g, battlefield.combat_phase(g), anyone(rng))
    check(g, before)


@pytest.mark.parametrize("seed", range(40))
def test_raids_and_bombing(seed: int) -> None:
    g, rng = stage(2000 + seed)
    g.nations[NATION["great_britain"]].cash = rng.randint(0, 20)
    sea = rng.choice(["sz_48", "sz_25", "sz_75"])
    put(g, "japan", sea, *some(rng, ["submarine", "coastal_submarine", "advanced_submarine", "heavy_cruiser"], 3), duty=RAID)
    put(g, "japan", sea, *some(rng, ["seaplane", "medium_bomber"], 2), duty=rng.choice([RAID, MINE]))
    put(g, "great_britain", sea, *some(rng, ["destroyer", "battleship", "light_cruiser"], 2), duty=ESCORT)
    put(g, "great_britain", sea, *some(rng, ["fighter", "seaplane"], 2), duty=PATROL)
    site = build(g, "london", rng.choice(["major_factory", "minor_port", "air_base"])).index
    for u in put(g, "japan", "london", *some(rng, ["medium_bomber", "strategic_bomber"], 3), duty=BOMB):
        g.units[u].target = site
    put(g, "japan", "london", *some(rng, ["strategic_bomber", "heavy_strategic_bomber"], 2), duty=CARPET)
    put(g, "great_britain", "london", *some(rng, LAND, 4), *some(rng, AIR, 3))
    before = len(g.units)
    play(g, battlefield.combat_phase(g), anyone(rng))
    check(g, before)
    assert g.nations.cash[NATION["great_britain"]] >= 0
    assert all(g.units.duty[u] in (IDLE, PATROL, ESCORT) for u in range(len(g.units)) if g.units.at[u] >= 0)
