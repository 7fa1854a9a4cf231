"""A field for cases of America in Flames: an empty world at war, units put where a case wants them, flags where it wants them."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.aif import TITLE
from grognard.titles.aif.rules.allegiance import refresh_rights
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import POWER_INDEX, POWERS
from grognard.titles.wif.ground import slug
from grognard.titles.wif.rules.impulses import make_war
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.setup import _control, _countries
from grognard.titles.wif.state import ALIGNED


def america(turn: str = "May/Jun 1945", scenario: str = "campaign_1945", **options: bool) -> America:
    """A game with an empty board in fine weather, all powers of the scenario at war, control as the scenario has it."""
    g: America = TITLE.blank(scenario, options)  # type: ignore[assignment]
    g.dice, g.journal = FixedDice(), Journal()
    g.hexes.fill(g.board.size)
    g.powers.fill(len(POWERS))
    g.offices.fill(len(POWERS))
    g.countries.fill(len(g.facts.countries))
    g.flags.fill(len(g.chancery.costs))
    g.turn = g.first_turn = turn_number(turn)
    g.last_turn = g.turn + 30
    g.weather, g.impulses = [0] * 6, [0, 0]
    g.research, g.dice_bought, g.fund = [30, 45], [0, 0], [0, 0]
    for name in g.frame.powers:
        g.powers[POWER_INDEX[name]].plays = 1
    _countries(g)
    _control(g)
    for a, b in g.frame.wars.at_war:
        make_war(g, POWER_INDEX[a], POWER_INDEX[b])
    return g


def flag_of(g: America, minor: str) -> int:
    return g.chancery.flag_of[g.facts.country[slug(minor)]]


def favour(g: America, minor: str, power: str, level: int) -> int:
    """Put a flag on the track; gives its number."""
    flag = flag_of(g, minor)
    g.flags[flag].level, g.flags[flag].favours = level, POWER_INDEX[power] if level else -1
    refresh_rights(g)
    return flag


def stands(g: America, minor: str) -> tuple[str, int]:
    """Whom a flag favours, and at which square."""
    row = g.flags[flag_of(g, minor)]
    return (POWERS[row.favours] if row.favours >= 0 else "nobody"), row.level


def country(g: America, name: str) -> int:
    return g.facts.country[name]


def align(g: America, name: str, power: str) -> int:
    row = g.countries[country(g, name)]
    row.status, row.power = ALIGNED, POWER_INDEX[power]
    return row.index
