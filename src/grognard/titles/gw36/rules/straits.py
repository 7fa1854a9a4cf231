"""Straits that are forced (15.6): who may, and what it costs. When a passage is open at all is in passages.py."""

from __future__ import annotations

from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.rules.casualties import stays_afloat
from grognard.titles.gw36.rules.nations import at_war, power_of
from grognard.titles.gw36.rules.war import declare_war
from grognard.titles.gw36.rules.war_conditions import may_declare
from grognard.titles.gw36.state import War


@rule("15.6")
def may_force(g: War, nation: int, border: int) -> No | None:
    """Why a nation may not force the closed strait on a border: canals never, and only against an enemy or a lawful war."""
    index = g.board.geo.passage_of.get(border)
    if index is None or not g.options.forcing_straits:
        return No("15.6", "straits are not forced in this game")
    passage = g.board.geo.passages[index]
    if passage.kind != "strait":
        return No("15.6", f"{passage.name} is a canal")
    owner = g.zones.owner[passage.holders[0]]
    if owner < 0 or at_war(g, owner, nation):
        return None
    return may_declare(g, power_of(nation), owner)


@rule("15.6")
def force(g: War, u: int, border: int) -> Flow[None]:
    """A ship forces a strait: war on its owner, who attacks the ship once at 3"""
    passage = g.board.geo.passages[g.board.geo.passage_of[border]]
    owner, unit = g.zones.owner[passage.holders[0]], g.units[u]
    if owner >= 0 and not at_war(g, owner, unit.nation):
        yield from declare_war(g, power_of(unit.nation), owner)
    what = f"{unit.label} forces the {passage.name}, hit on 3 or less"
    if g.roll(D12, what, "15.6", aim=aim(g, unit.at, (u,), most=3)) <= 3 and not stays_afloat(g, u):
        g.say("{} is lost", unit, rule="15.6")
        g.remove(u)
