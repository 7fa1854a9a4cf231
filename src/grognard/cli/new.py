"""`grognard new`: set up a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.common import Json, OptionPairs, PackFolders, TitleCode, console, emit, open_packs, pairs, question_lines
from grognard.kernel.dice import seed_from
from grognard.kernel.saves import Keeper
from grognard.kernel.session import Session
from grognard.kernel.title import title as find_title


def new(
    title: TitleCode,
    file: Annotated[Path, typer.Option("-o", "--output", help="The session file to write.", show_default=False)],
    scenario: Annotated[str, typer.Option(help="A scenario's key; the first one if left out.")] = "",
    option: OptionPairs = None,
    seed: Annotated[int | None, typer.Option(help="A number for repeatable dice.")] = None,
    pack: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Set up a game and write its session file."""
    dice = None if seed is None else seed_from(seed)
    session = Session.new(find_title(title), scenario, pairs(option), seed=dice, packs=open_packs(pack))
    Keeper.create(file, session).close()
    if as_json:
        setting = session.setting
        emit(
            {
                "file": str(file),
                "title": setting.title.code,
                "scenario": setting.scenario,
                "options": setting.options,
                "seats": session.seats,
                "commitment": setting.commitment,
                "digest": session.g.digest(),
            }
        )
        return
    console.print(f"{session.title.name}, {session.title.scenario(session.setting.scenario).name}: {file}")
    for line in question_lines(session):
        console.print(line)
