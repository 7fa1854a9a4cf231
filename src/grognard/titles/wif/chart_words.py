"""What cells of the combat charts do, in words: under the dice and beside the printed tables (11.7, 11.15.5, 11.15.6, 14.3)."""

from __future__ import annotations

from grognard.titles.wif.charts import LandResult, land_result

LAND = ("land_crt_1d10", "land_crt_2d10")
STAYING = {"*": "the attackers stay face-up", "†": "half of the attackers stay face-up", "": "the attackers turn face-down"}
CHOOSING = {"A": "the side that rolls", "D": "the other side"}
AIR = {
    "X": "an aircraft is shot down, chosen by {0}",
    "A": "an aircraft turns back, chosen by {0}",
    "C": "a bomber gets through, chosen by {0}",
}  # fmt: skip


def cell_words(table: str, cell: str) -> str:
    """What a cell of a printed table does; nothing where it speaks for itself."""
    if table in LAND and "/" in cell:
        return _land(land_result(cell))
    if table == "air_to_air" and len(cell) == 2 and cell[0] in CHOOSING and cell[1] in AIR:
        return AIR[cell[1]].format(CHOOSING[cell[0]])
    return ""


def _land(result: LandResult) -> str:
    parts = [
        f"the attacker loses {result.attacker}" if result.attacker else "",
        "one more in bad weather or terrain, or against an HQ-A or armour" if result.extra else "",
        f"the defender loses {result.defender}" if result.defender else "",
        "the defender retreats" if result.retreat else "",
        "the rest are shattered: they return next turn" if result.shatter or result.breakthrough else "",
        "breakthrough: armour may go a second hex" if result.breakthrough else "",
        STAYING[result.stay],
    ]
    return "; ".join(part for part in parts if part)
