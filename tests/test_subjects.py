"""Nobody reads the prompt, the rule or the test of a question to find out what is asked: there is its subject."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard.kernel.acts import Subject
from grognard.titles.gw36 import subjects as gw36
from grognard.titles.tw import subjects as tw

TITLES = Path(__file__).parents[1] / "src" / "grognard" / "titles"
RULES = "rules"  # where questions are made
FORBIDDEN = {"prompt", "rule", "why", "text", "about"}
READERS = sorted(path for code in ("gw36", "tw") for path in (TITLES / code).rglob("*.py") if RULES not in path.parts)


def digs(tree: ast.Module) -> list[str]:
    """Where something called `ask` or `question` is asked for what it is about otherwise than by its subject."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN:
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if name in ("ask", "question"):
                found.append(f"line {node.lineno}: {name}.{node.attr}")
    return found


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(TITLES)))
def test_agents_odds_and_labels_read_the_subject(path: Path) -> None:
    assert digs(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_digging_is_found() -> None:
    assert digs(ast.parse('space = ask.prompt.removeprefix("Advance into ")')) == ["line 1: ask.prompt"]
    assert digs(ast.parse("stack = ask.why.args[1]")) == ["line 1: ask.why"]


@pytest.mark.parametrize("module", [gw36, tw], ids=["gw36", "tw"])
def test_subjects_are_frozen_and_public(module: object) -> None:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Subject)]
    kinds.remove(Subject)
    assert len(kinds) > 10
    for kind in kinds:
        assert kind.__struct_config__.frozen and kind.__doc__, kind
