"""Waters of coast hexes (4.52, 4.614): which sides of a hex lie on the same water, where land that reaches the edge parts them.

Read clockwise from the north-east, a side is water, land, or a coast that runs into it: 2 water then land, 3 land then water, 4 a
neck of land between two waters (all water under a crossing arrow). Two pieces of water with no land between them are one water.
"""

from __future__ import annotations

import csv

from grognard.atelier.awaw import FOLDER, LETTERS

PIECES = {"0": "W", "1": "L", "2": "WL", "3": "LW", "4": "WLW"}
CORRECTED = {
    "eAA25": ("W W WL W WL LW", "4.614: Brindisi is traversed by the easternmost of two waters only"),
    "eN19": ("W WL LW W WL LW", "4.614: Lorient lies on the southwest coast of its peninsula; the list has sea sides as land"),
}
PORTS = {"eAA25": "E", "eF26": "E", "eK21": "SW", "eN19": "SW", "eGG34": "SE"}  # 4.614: the coast of five ports
CANAL = {"eMM30", "eLL31"}  # 4.51: the Suez canal joins the waters of its hexes
NOTES = [
    "provenance: public Joegrundman/nodeplanner snapshot 8704e89 (MIT): sides of coast hexes; rulebook 4.614 for five ports",
    "Coast hexes that land parts into two waters or more, and those with a crossing arrow. ring: sides NE E SE SW W NW, as each",
    "is passed clockwise, W water and L land; port: the side on whose water the port lies (4.614), empty where it lies on all",
]


def around(token: str) -> list[str]:
    """Ids of the six hexes around one, clockwise from the north-east."""
    letters = token[1:].rstrip("0123456789")
    row, number = LETTERS.index(letters), int(token[1 + len(letters) :])
    steps = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
    return [f"{token[0]}{LETTERS[row + r] if 0 <= row + r < len(LETTERS) else '-'}{number + n}" for r, n in steps]


def borders() -> dict[frozenset[str], set[str]]:
    with (FOLDER / "borders.csv").open(encoding="utf-8", newline="") as stream:
        found = csv.DictReader(line for line in stream if not line.startswith("#"))
        return {frozenset((r["a"], r["b"])): set(r["features"].split()) for r in found}


def rings() -> dict[str, str]:
    """The sides of every coast hex; where the border says that ships pass or do not, it has the last word."""
    with (FOLDER / "hexes.csv").open(encoding="utf-8", newline="") as stream:
        hexes = [r for r in csv.DictReader(line for line in stream if not line.startswith("#")) if r["kind"] != "sea"]
    between = borders()
    found = {}
    for r in hexes:
        token = r["map"][0] + r["hex"]
        if not r["sides_raw"] or r["sides_raw"] == "all":
            continue
        pieces = [PIECES[digit] for digit in r["sides_raw"].split(",")]
        for side, other in enumerate(around(token)):
            features = between.get(frozenset((token, other)), set())
            if "strait" in features or ("ships" in features and "W" not in pieces[side]):
                pieces[side] = "W"
            elif "ships" not in features and "L" in pieces[side]:
                pieces[side] = "L"
        found[token] = CORRECTED[token][0] if token in CORRECTED else " ".join(pieces)
    return found


def parted(ring: str) -> int:
    """How many waters a hex has."""
    pieces = ring.replace(" ", "")
    if "L" not in pieces:
        return 1
    first = pieces.index("L")
    return len([run for run in (pieces[first:] + pieces[:first]).split("L") if run])


def write() -> None:
    between = borders()
    lines = [*(f"# {note}" for note in NOTES), "hex,ring,port"]
    for token, ring in sorted(rings().items()):
        arrow = any("strait" in between.get(frozenset((token, other)), ()) for other in around(token))
        if token not in CANAL and (arrow or parted(ring) > 1):
            lines.append(f"{token},{ring},{PORTS.get(token, '')}")
    (FOLDER / "waters.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
