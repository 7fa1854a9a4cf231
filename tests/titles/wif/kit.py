"""What every test of the title reads: its files, facts, charts and scenarios, opened once."""

from __future__ import annotations

from pathlib import Path

import grognard.titles.wif as wif
from grognard.kernel.board import Board
from grognard.kernel.files import Files
from grognard.titles.wif import charts, facts, scenario

FOLDER = Path(wif.__file__).parent
FILES = Files(FOLDER, {**facts.SCHEMAS, **charts.SCHEMAS, **scenario.SCHEMAS})
FACTS = facts.open_facts(FILES)
CHARTS = charts.open_charts(FILES)
CAMPAIGNS = scenario.open_campaigns(FILES)
BOARD = Board.load(FILES)
