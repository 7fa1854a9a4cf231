"""Nothing is left over: every function of the house is named somewhere else in it, so no rule is carried out by a function
that nobody calls (what vulture finds, without its guesses)."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "grognard"
LINKS = {  # what calls them is not written down here
    "grognard.cli": ("list_commands", "bench"),  # typer
    "grognard.kernel.mypy_columns": ("get_attribute_hook", "get_method_signature_hook", "plugin"),  # mypy
    "grognard.titles.tw.agent.at_once": ("_",),  # the answer to a verb: `_with`, `_to`
}
FOR_OTHERS = {  # used by those who write titles, clients and tournaments, and by the tests that hold them to it
    "grognard.agents.ladder": ("mirrored",),  # bench/aif_matches.py
    "grognard.atelier.tracks": ("wet_share",),  # whether drawn railways run through water
    "grognard.kernel.board": ("add_places", "hex_grid"),
    "grognard.kernel.mail": ("for_seat",),
    "grognard.kernel.prices": ("priced",),
    "grognard.kernel.session": ("reapply",),
    "grognard.pettingzoo.environment": ("raw_env", "env"),
    "grognard.server.notices": ("deliver_once",),
    "grognard.server.streams": ("patched",),
    "grognard.titles.awaw.rules.boxes": ("brp_value",),  # 5.24: boxes that nobody can take (5.23)
}


def _functions() -> list[tuple[str, str, int]]:
    """Module, name and line of every function and method; those that Python itself calls are left out."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(("grognard", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__"):
                found.append((module, node.name, node.lineno))
    return found


def _mentions() -> Counter[str]:
    """How often each name is read in the house; the words of a text count where they are one name."""
    found: Counter[str] = Counter()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Name):
                found[node.id] += 1
            elif isinstance(node, ast.Attribute):
                found[node.attr] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                found[node.value] += 1
    return found


def _known(module: str, name: str) -> bool:
    for table in (LINKS, FOR_OTHERS):
        for where, names in table.items():
            if (module == where or module.startswith(f"{where}.")) and (name in names or ("_" in names and name[0] == "_")):
                return True
    return False


def test_no_function_is_left_over() -> None:
    mentions = _mentions()
    left = [f"{module}:{line} {name}" for module, name, line in _functions() if not mentions[name] and not _known(module, name)]
    assert not left, "nobody calls " + "\n".join(left)


def test_what_is_kept_for_others_is_there() -> None:
    there = {(module, name) for module, name, _ in _functions()}
    for module, names in FOR_OTHERS.items():
        assert {(module, name) for name in names} <= there
