"""Making boards from the command line: `python -m grognard.atelier tw [--geo FOLDER] [--pictures] [--compare] [--fit]`.

Without options a board's spaces.csv, borders.csv and drawing.json are written again from the geography. For developers.
"""

from __future__ import annotations

import argparse
import importlib
import sys

RECIPES = {
    "tw": "grognard.atelier.tw_board",
    "gw36": "grognard.atelier.gw36",
    "awaw": "grognard.atelier.awaw_board",
    "wif": "grognard.atelier.wif_board",
    "aif": "grognard.atelier.aif_board",
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m grognard.atelier", description="Make a title's board from geography.")
    parser.add_argument("title", choices=sorted(RECIPES))
    parser.add_argument("--geo", help="folder of the geography (else GROGNARD_GEO, else ../shared/data/geo)")
    parser.add_argument("--pictures", action="store_true", help="also write the pictures of docs/boards")
    parser.add_argument("--compare", action="store_true", help="also write the comparison with other maps")
    parser.add_argument("--fit", action="store_true", help="only show how well the printed hex numbers fit")
    given = parser.parse_args(arguments)
    recipe = importlib.import_module(RECIPES[given.title])
    if not hasattr(recipe, "make"):
        if given.pictures or given.compare or given.fit:
            parser.error(f"the board of {given.title} is made without pictures, comparison or fit")
        recipe.main(["--geo", given.geo] if given.geo else [])
        return 0
    return int(recipe.make(geo=given.geo, pictures=given.pictures, compare=given.compare, fit_only=given.fit))


if __name__ == "__main__":
    sys.exit(main())
