"""Nobody reads the prompt, the rule or the test of a question to find out what is asked: there is its subject."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import grognard.titles
from grognard.kernel.acts import Subject
from grognard.kernel.title import titles

HOUSE = Path(__file__).parents[1] / "src" / "grognard"
RULES = "rules"  # where questions are made
FORBIDDEN = {"prompt", "rule", "why", "text", "about"}
ANYWHERE = {"prompt"}  # whatever the question is called
PARTS = ("titles", "odds", "agents", "pettingzoo")
READERS = sorted(path for part in PARTS for path in (HOUSE / part).rglob("*.py") if RULES not in path.parts)
# they hand a question on to somebody who reads it, or ask its test
TELLS = {"agents/checks.py", "agents/fuzz.py", "pettingzoo/environment.py"}


def digs(tree: ast.Module) -> list[str]:
    """Where a question is asked for what it is about otherwise than by its subject: its prompt anywhere, its rule, test or text
    where it is called `ask` or `question`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN:
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if name in ("ask", "question") or node.attr in ANYWHERE:
                found.append(f"line {node.lineno}: {name}.{node.attr}")
    return found


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_agents_odds_and_labels_read_the_subject(path: Path) -> None:
    found = digs(ast.parse(path.read_text(encoding="utf-8")))
    assert not found or str(path.relative_to(HOUSE)) in TELLS, found


def test_digging_is_found() -> None:
    assert digs(ast.parse('space = ask.prompt.removeprefix("Advance into ")')) == ["line 1: ask.prompt"]
    assert digs(ast.parse("if put.prompt.startswith(word): pass")) == ["line 1: put.prompt"]
    assert digs(ast.parse("stack = ask.why.args[1]")) == ["line 1: ask.why"]


@pytest.mark.parametrize("code", sorted(titles()))
def test_subjects_are_frozen_and_public(code: str) -> None:
    package = importlib.import_module(f"{grognard.titles.__name__}.{code}")
    modules = [importlib.import_module(one.name) for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Subject)}
    own = [kind for kind in kinds if kind.__module__.startswith(f"{package.__name__}.")]
    assert len(own) > 10
    for kind in own:
        assert kind.__struct_config__.frozen and kind.__doc__, kind
