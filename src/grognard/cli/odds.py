"""`grognard odds`: the odds of a battle described in words, exact where possible."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from grognard.kernel.errors import GrognardError
from grognard.kernel.title import title, titles
from grognard.odds import Outlook, Retreat, SideOutlook

ENDS = (
    ("won", "attacker wins"),
    ("captured", "... and holds the ground"),
    ("held", "defender holds"),
    ("nobody", "nobody is left"),
    ("retreated", "attacker retreats"),
    ("open", "undecided after the last round"),
)


def odds(
    code: Annotated[str, typer.Argument(help="a title's code")],
    forces: Annotated[str, typer.Argument(help='"6 infantry > 4 infantry in city" or "2 german arm 1 tac > 2 soviet inf"')],
    json: Annotated[bool, typer.Option("--json", help="print the whole answer as JSON")] = False,
    losses: Annotated[str, typer.Option(help="attacker's casualty order, unit types separated by commas")] = "",
    defender_losses: Annotated[str, typer.Option(help="defender's casualty order")] = "",
    retreat_after: Annotated[int, typer.Option(help="retreat after so many rounds")] = 0,
    retreat_at: Annotated[int, typer.Option(help="retreat with so few units left")] = 0,
    retreat_share: Annotated[float, typer.Option(help="retreat below this share of the enemy's strength")] = 0.0,
    method: Annotated[str, typer.Option(help="exact or sampled; default: exact where quick")] = "",
    samples: Annotated[int, typer.Option(help="battles to sample")] = 200_000,
    seed: Annotated[int, typer.Option(help="seed of the sampling")] = 1,
) -> None:
    """Odds of a battle: chances of each end, expected losses in units and in money, the force left."""
    words = title(code).battles
    if words is None:
        known = ", ".join(found.code for found in titles().values() if found.battles is not None)
        raise GrognardError(f"{code} reads no battles in words", remedy=f"use one of {known}")
    if method not in ("", "exact", "sampled"):
        raise GrognardError(f"no method {method!r}", remedy="use exact or sampled")
    answer = words.answer(
        words.read(forces),
        losses=tuple(losses.split(",")) if losses else (),
        defender_losses=tuple(defender_losses.split(",")) if defender_losses else (),
        retreat=Retreat(retreat_after, retreat_at, retreat_share),
        samples=samples,
        seed=seed,
        method=method,
    )
    if json:
        typer.echo(msgspec.json.encode(answer).decode())
    elif isinstance(answer, Outlook):
        show_battle(answer)
    elif hasattr(words, "tell"):
        for line in words.tell(answer):
            typer.echo(line)
    else:
        show_raid(msgspec.to_builtins(answer))


def show_battle(answer: Outlook) -> None:
    """The outlook of a battle as a table."""
    out = Console()
    sampled = f"{answer.battles:,} battles sampled, ± {answer.error:.2%} (one standard error)"
    how = "exact" if answer.method == "exact" else sampled
    out.print(f"[bold]{how}[/bold], {answer.rounds:.1f} rounds on average")
    for key, label in ENDS:
        chance = getattr(answer, key)
        if chance or key in ("won", "held"):
            out.print(f"  {label:34} {chance:7.2%}")
    for label, side in (("Attacker", answer.attacker), ("Defender", answer.defender)):
        out.print(_losses(label, side, answer.money))


def _losses(label: str, side: SideOutlook, money: str) -> Table:
    table = Table(title=f"{label}: {side.value_lost:.1f} {money} lost on average", title_justify="left")
    for head in ("unit", "lost", "left"):
        table.add_column(head, justify="left" if head == "unit" else "right")
    for name, lost in side.losses.items():
        table.add_row(name.replace("_", " "), f"{lost:.2f}", f"{side.left[name]:.2f}")
    return table


def show_raid(answer: dict[str, Any]) -> None:
    """A raid or bombing as lines."""
    out = Console()
    for key, value in answer.items():
        if isinstance(value, dict):
            out.print(f"  {key.replace('_', ' '):24} " + ", ".join(f"{k}: {v:.3f}" for k, v in value.items()))
        elif isinstance(value, float):
            out.print(f"  {key.replace('_', ' '):24} {value:.2f}")
        else:
            out.print(f"  {key.replace('_', ' '):24} {value}")
