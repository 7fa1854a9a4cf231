"""What the cells of the combat charts do, in words: under the dice and beside the printed tables (14.41, 15.6, 19.2)."""

from __future__ import annotations

import re

RESULTS = {
    "A": "the attacker loses the defender's full value; the defender holds",
    "a": "the attacker loses half of the defender's value; the defender holds",
    "Ex": "exchange: the defender is eliminated, the attacker loses its full value",
    "Ex-1": "exchange: the defender is eliminated, the attacker loses its value with the terrain counted one less",
    "Ex-2": "exchange: the defender is eliminated, the attacker loses its value with the terrain counted two less",
    "d": "the defender loses half of its factors, the attacker nothing",
    "D": "the defender is eliminated, the attacker loses nothing",
}
IN_THE_AIR = "{0} shot down, {1} turned back"
TOLL = ("{0} counters lost", "{0} hexes taken")


def cell_words(table: str, cell: str) -> str:
    """What a cell of a printed table does; nothing where it speaks for itself."""
    if table == "crt":
        return RESULTS.get(cell, "")
    if table == "air_combat":
        found = re.fullmatch(r"(\d+)/(\d+)", cell)
        return IN_THE_AIR.format(found[1], found[2]) if found else ""
    if table == "attrition" and cell[:1].isdigit():
        return ", ".join(words.format(part[:-1]) for part in cell.split("/") for words in TOLL if words[4] == part[-1].lower())
    return ""
