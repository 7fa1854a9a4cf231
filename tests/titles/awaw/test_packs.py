"""An owner of the printed game corrects the charts of combat with a data pack: in that game alone, and odds follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.charts import air_table, attrition_table, combat_table, odds_column, training
from grognard.titles.awaw.odds import forecast
from grognard.titles.awaw.rules.bombing import bomber_range
from grognard.titles.awaw.rules.fleet import fleet_hits
from grognard.titles.awaw.rules.seabattle import flak
from grognard.titles.awaw.rules.strategic import warfare_table
from grognard.titles.awaw.state import World

from .kit import CHARTS, space


def pack(folder: Path, **lines: tuple[str, str]) -> Pack:
    """A pack that replaces the first line of a chart that begins with some words."""
    (folder / "pack.toml").write_text('title = "awaw"\nname = "printed charts"\nversion = "1"\n')
    (folder / "tables").mkdir()
    for name, (begins, new) in lines.items():
        rows = (TITLE.folder / "tables" / f"{name}.csv").read_text().splitlines()
        place = next(n for n, row in enumerate(rows) if row.startswith(begins))
        (folder / "tables" / f"{name}.csv").write_text("\n".join([*rows[:place], new, *rows[place + 1 :]]) + "\n")
    return Pack.open(folder)


def changed(name: str, begins: str, old: str, new: str) -> tuple[str, str]:
    """A line of a chart with its first such cell changed."""
    rows = (TITLE.folder / "tables" / f"{name}.csv").read_text().splitlines()
    line = next(row for row in rows if row.startswith(begins))
    head, *cells = line.split(",")
    cells[cells.index(old)] = new
    return begins, ",".join([head, *cells])


def test_every_chart_of_combat_is_read_through_packs(tmp_path: Path) -> None:
    mine = pack(
        tmp_path,
        crt=("6,", "6," + ",".join(["A"] * 8) + ",printed"),
        ctl=changed("ctl", "2,", "2", "3"),
        sw_combat=("10,", "10," + ",".join(["9/9"] * 11) + ",printed"),
        air_combat=("5,", "5," + ",".join(["4/0"] * 11) + ",printed"),
        air_range=("0,", "0,5,4,4,3,0,printed"),
        air_defense=("1,", "1," + ",".join(["2/2"] * 11) + ",printed"),
        naval_attack=("1,1-2,", "1,1-2," + ",".join(["7"] * 11) + ",printed"),
        attrition=("0,", "0," + ",".join(["5C/5H"] * 7) + ",printed"),
    )
    g: World = TITLE.blank("barbarossa", {}, [mine])
    TITLE.setup(g)
    column = odds_column(CHARTS, 9, 3)
    found = [
        (
            combat_table(c, column, 6),
            training(c, 2).ground_rounds,
            warfare_table(c, 10, 7).lost,
            air_table(c, 5, 7).lost,
            flak(c, 1, 7).lost,
            fleet_hits(c, 2, 7),
            attrition_table(c, 30, 0).counters,
        )
        for c in (CHARTS, g.charts)
    ]
    assert found[1] == ("A", 3, 9, 4, 2, 7, 5)
    assert all(old != new for old, new in zip(*found)), "the title's own charts stay as they are"
    assert bomber_range(g, 0, space(g, "berlin")) == 5
    assert forecast(g.charts, 9, 0, 3, 6, 3, 0, 1).attacker > forecast(CHARTS, 9, 0, 3, 6, 3, 0, 1).attacker


def test_the_dice_of_an_interception_come_from_the_chart(tmp_path: Path) -> None:
    begins = "dice,raiders to or from"
    mine = pack(tmp_path, naval_interception=changed("naval_interception", begins, "1", "3"))
    charts = TITLE.blank("barbarossa", {}, [mine]).charts
    assert (charts.interception["raid"], CHARTS.interception["raid"]) == (3, 1)


def test_a_chart_with_an_unknown_result_or_a_lost_line_is_refused(tmp_path: Path) -> None:
    lost = {"crt": ("6,", "6,B" + ",D" * 7 + ",printed"), "naval_interception": ("dice,raiders", "dice,something else,1,printed")}
    for n, (name, line) in enumerate(lost.items()):
        folder = tmp_path / str(n)
        folder.mkdir()
        with pytest.raises(GrognardError) as refused:
            TITLE.blank("barbarossa", {}, [pack(folder, **{name: line})])
        assert name in str(refused.value) and "Remedy" in str(refused.value)
