"""`grognard titles`: what can be played."""

from __future__ import annotations

from typing import Any

from rich.markup import escape

from grognard.cli.common import Json, console, emit
from grognard.kernel.title import Title, broken
from grognard.kernel.title import titles as registered


def title_object(title: Title[Any]) -> dict[str, Any]:
    """A title as `--json` shows it."""
    first = title.scenarios[0].key
    return {
        "code": title.code,
        "name": title.name,
        "stage": title.stage,
        "scenarios": [{"key": s.key, "name": s.name, "summary": s.summary} for s in title.scenarios],
        "seats": [{"key": s.key, "name": s.name, "side": s.side} for s in title.seats(first, title.read_options({}))],
        "options": [
            {"key": s.key, "label": s.label, "rule": s.rule, "default": s.default, "choices": list(s.choices)}
            for s in title.switches
        ],
        "kits": [{"key": k.key, "label": k.label, "options": k.options} for k in title.kits],
    }


def titles(as_json: Json = False) -> None:
    """List the titles with their scenarios, seats and options."""
    found = registered()
    wrong = {code: str(error) for code, error in broken().items()}
    if as_json:
        emit({"titles": [title_object(t) for t in found.values()], "broken": wrong})
        return
    for title in found.values():
        console.print(f"[bold]{title.code}[/]  {title.name}  [dim]({title.stage})[/]")
        for scenario in title.scenarios:
            console.print(f"    {scenario.key}: {scenario.name}. {scenario.summary}")
        console.print(f"    {len(title.switches)} optional rules")
    for code, error in wrong.items():
        console.print(f"[bold red]{code}[/]  is broken: {escape(error)}")
