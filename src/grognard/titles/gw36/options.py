"""The options of a game as rules read them: the switches of tables/options.csv and the number of players (2.3)."""

from __future__ import annotations

from grognard.kernel.title import Switches


class Options(Switches):
    """`g.options`: every optional rule of the book and the switches of later data."""

    players: str
    mountains: bool
    deserts: bool
    jungles: bool
    marshes: bool
    rivers: bool
    tundra: bool
    canal_combat_moves: bool
    himalayan_hump: bool
    variable_end: bool
    split_usa: bool
    national_objectives: bool
    bomb_construction: bool
    carrier_retreat: bool
    screening: bool
    surface_raiders: bool
    mine_warfare: bool
    air_raiders: bool
    captured_bases: bool
    gauge: bool
    strategic_naval: bool
    motorized_upgrade: bool
    chinese_victory: bool
    suez_reroute: bool
    advanced_carriers: bool
    slovakian_resistance: bool
    capital_damage: bool
    forcing_straits: bool
    advanced_escort: bool
    ships_under_construction: bool
    early_fighters: bool
    bomb_canals: bool
    italian_french_minors: bool
    extra_turn: bool
    national_units: bool
    v43_damaged_movement: bool
    v43_build_dates: bool
    v43_war_conditions: bool
    v43_capital_for_income: bool
    island_blockade: bool
