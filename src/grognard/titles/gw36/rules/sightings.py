"""5.5 (its example), 8.7: a nation at peace whose patrol sees a ship arrive in Non-Combat Movement may declare war on it."""

from __future__ import annotations

from grognard.kernel.acts import Act, question
from grognard.kernel.flow import Flow, Window
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import NAMES, PLAYED
from grognard.titles.gw36.rules import naval, sea_contact, war, war_conditions
from grognard.titles.gw36.rules.nations import power_of
from grognard.titles.gw36.rules.seats import voice_of
from grognard.titles.gw36.rules.units import patrols
from grognard.titles.gw36.state import ATTACK, PATROL, Nation, War
from grognard.titles.gw36.subjects import Sighted


@rule("5.5")
def watchers(g: War, u: int) -> list[int]:
    """Powers with an aircraft on patrol where a ship is, that could declare war on its nation now."""
    units = g.units
    nation = units.nation[u]
    here = [v for v in units.stacks[units.at[u]] if units.duty[v] == PATROL]
    found = {power_of(units.nation[v]) for v in here if units.nation[v] != nation}
    return sorted([n for n in found if n < PLAYED and power_of(nation) in war_conditions.able(g, n)])


@rule("5.5", "8.7")
def sighted(g: War, u: int) -> Flow[None]:
    """A ship is sighted by the patrol of a nation at peace, which may declare war at once and attack it"""
    powers = watchers(g, u)
    if not powers:
        return
    unit = g.units[u]
    seen: dict[str, list[int]] = {}
    for power in powers:
        seen.setdefault(voice_of(g, power), []).append(power)
    prompt = f"{unit.label} enters {g.zones[unit.at].label} under your patrol: declare war?"
    asks = [question(g, seat, prompt, Sighted(u, tuple(by)), DECLARING) for seat, by in seen.items()]
    window = Window("sighting", asks)
    heard = yield window
    if heard is None:
        return
    declared = window.asks[heard[0]].menu
    assert declared is not None
    yield from declared.do(heard[1])
    hunters = patrols(g, unit.at, unit.nation) if unit.at >= 0 else []
    if hunters and (yield from sea_contact.engage(g, u, unit.at, hunters)):
        unit.duty, unit.spent = ATTACK, 1
        yield from naval.naval_battle(g, unit.at)


@rule("5.5")
def may_declare_on_it(g: War, sighted: Sighted, pair: tuple[int, int]) -> No | None:
    """Why no other war is declared over a ship that a patrol has seen."""
    if pair[0] in sighted.powers and pair[1] == power_of(g.units.nation[sighted.unit]):
        return None
    return No("5.5", "only the power whose patrol sees the ship declares war now, on its nation")


DECLARING = Act(
    "declare", "5.5", "{0} declares war on {1}", takes=(Nation, Nation), may=may_declare_on_it,
    among=lambda g, sighted: [(power, power_of(g.units.nation[sighted.unit])) for power in sighted.powers],
    do=lambda g, sighted, pair: war.declare_war(g, *pair),
    group=lambda g, sighted, pair: f"{NAMES[pair[0]]}: war on a {'player nation' if pair[1] < PLAYED else 'minor'}",
)  # fmt: skip
