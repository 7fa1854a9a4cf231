"""What results of the combat tables do, in words: under the dice and beside the printed tables (7.9.9, 10.2.2, 11.9, 11.12)."""

from __future__ import annotations

import re

GROUND = {
    "AE": "all attackers are eliminated",
    "½AE": "half of the attacking factors are eliminated",
    "½EX": "all defenders are eliminated, the attacker loses half as many factors",
    "EX": "exchange: the weaker side is eliminated, the other loses as many factors",
    "EX/PV": "Pyrrhic victory: the weaker side is eliminated, the other loses one and a half times as many factors",
    "2xEX": "exchange at double the price: the weaker side is eliminated, the other loses twice as many factors",
    "DR": "the defender retreats 2 hexes",
    "DD": "a defender is depleted, all retreat 2 hexes",
    "DD2": "two defenders are depleted, all retreat 2 hexes",
    "DD3": "three defenders are depleted, all retreat 2 hexes",
    "½DE": "half of the defending factors are eliminated, the rest retreat 2 hexes",
    "DE": "all defenders are eliminated",
}
OMEGA = "{0}; on Soviet soil an attacking Axis unit is depleted"
WHOSE = {"A": "the attacker", "D": "the defender"}
MISSILES = ("air_combat", "light_flak", "heavy_flak")
AIR = {"E": "{0} loses {1} air units", "D": "{0} has {1} air units depleted"}
ONE_AIR = {"E": "{0} loses an air unit", "D": "{0} has an air unit depleted"}
SHIPS = {"D": "{0} has {1} fleets or carriers depleted", " Sunk": "{0} loses {1} fleets or carriers"}
ONE_SHIP = {"D": "{0} has a fleet or carrier depleted", " Sunk": "{0} loses a fleet or carrier"}


def cell_words(table: str, cell: str) -> str:
    """What a cell of a printed table does; nothing where it speaks for itself."""
    if table == "ground_combat":
        said = GROUND.get(cell.removesuffix("Ω"), "")
        return OMEGA.format(said) if said and cell.endswith("Ω") else said
    if table in MISSILES:
        return _suffered(cell, r"([AD])([DE])(\d?)", ONE_AIR, AIR)
    return _suffered(cell, r"([AD])(D| Sunk)(\d?)", ONE_SHIP, SHIPS) if table == "naval_combat" else ""


def _suffered(cell: str, shape: str, one: dict[str, str], many: dict[str, str]) -> str:
    found = re.fullmatch(shape, cell)
    if found is None:
        return ""
    return (many if found[3] else one)[found[2]].format(WHOSE[found[1]], found[3])
