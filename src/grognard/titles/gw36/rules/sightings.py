"""5.5 (its example), 8.7: a nation at peace whose patrol sees a ship arrive in Non-Combat Movement may declare war on it."""

from __future__ import annotations

from functools import partial

from grognard.kernel.flow import Ask, Flow, Option, Window
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.rules import naval, sea_contact, war
from grognard.titles.gw36.rules.nations import PLAYED, power_of, voice_of
from grognard.titles.gw36.rules.units import patrols
from grognard.titles.gw36.state import ATTACK, PATROL, War, chosen


@rule("5.5")
def watchers(g: War, u: int) -> list[int]:
    """Powers with an aircraft on patrol where a ship is, that could declare war on its nation now."""
    units = g.units
    nation = units.nation[u]
    here = [v for v in units.stacks[units.at[u]] if units.duty[v] == PATROL]
    found = {power_of(units.nation[v]) for v in here if units.nation[v] != nation}
    return sorted(n for n in found if n < PLAYED and power_of(nation) in war.able(g, n))


@rule("5.5", "8.7")
def sighted(g: War, u: int) -> Flow[None]:
    """A ship is sighted by the patrol of a nation at peace, which may declare war at once and attack it"""
    powers = watchers(g, u)
    if not powers:
        return
    unit = g.units[u]
    enemy = g.nations[power_of(unit.nation)]
    asks: dict[str, list[Option]] = {}
    for power in powers:
        asks.setdefault(voice_of(g, power), []).append(Option("declare", g.nations[power], enemy))
    prompt = f"{unit.label} enters {g.zones[unit.at].label} under your patrol: declare war?"
    heard = yield Window("sighting", [Ask(seat, prompt, of, "5.5", partial(_why_not_sighted, of)) for seat, of in asks.items()])
    if heard is None:
        return
    yield from war.declare_war(g, chosen(heard[1], 0), chosen(heard[1], 1))
    hunters = patrols(g, unit.at, unit.nation) if unit.at >= 0 else []
    if hunters and (yield from sea_contact.engage(g, u, unit.at, hunters)):
        unit.duty, unit.spent = ATTACK, 1
        yield from naval.naval_battle(g, unit.at)


def _why_not_sighted(offered: list[Option], option: Option) -> No | None:
    """Why no other war is declared over a ship that a patrol has seen."""
    return None if option in offered else No("5.5", "only the power whose patrol sees the ship declares war now, on its nation")
