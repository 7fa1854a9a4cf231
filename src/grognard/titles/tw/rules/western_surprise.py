"""18.2 in the whole war: when Germany may announce surprise in the West, and what undoes it. Its effects are in national.py."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import No
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, GERMANY, INDEX, NEUTRAL
from grognard.titles.tw.rules.national import WEST
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import enemies_in
from grognard.titles.tw.state import FORTRESS, War

LOW_COUNTRIES = (INDEX["belgium"], INDEX["netherlands"])


def may_surprise(g: War, power: int) -> No | None:
    """Whether Germany can announce it: in the turn of its war on a Low Country, once, and before any attack on a French fortress
    (TW-AMB-102)."""
    if power != GERMANY or g.nations.side[FRANCE] == NEUTRAL or g.nations.surrendered[FRANCE]:
        return No("18.2", "Germany surprises France while it fights")
    if g.nations.surprised[FRANCE] >= 0:
        return No("18.2", "the West is surprised once")
    if not any(g.nations.invaded[n] == g.turn and g.nations.side[n] != AXIS for n in LOW_COUNTRIES):
        return No("18.2", "only in the turn of a war on Belgium or the Netherlands")
    return No("18.2", "French fortresses were attacked before") if g.fortress_hit >= 0 else None


def surprise_west(g: War) -> None:
    """The West is surprised in this turn."""
    for n in (*WEST, BRITAIN):
        g.nations[n].surprised = g.turn
    g.west_struck = 0
    g.say("surprise in the West", rule="18.2")


def note_attacks(g: War, battles: Iterable[Battle]) -> None:
    """Which German attacks in France count for the surprise: on troops in their hexes, none of them from Italy."""
    if not g.campaign or g.side != AXIS:
        return
    nations, french = g.roster.nations, g.ground.homeland.get("france", ())
    for battle in battles:
        germans = [u for u in battle.attackers if nations[u] == GERMANY]
        if battle.space not in french or not germans:
            continue
        if g.hexes.works[battle.space] == FORTRESS and g.fortress_hit < 0:
            g.fortress_hit = g.turn
        if any(g.ground.country[g.units.at[u]] == "italy" for u in germans):
            g.west_struck = NOWHERE
        elif g.west_struck == 0 and any(nations[u] in (FRANCE, BRITAIN) for u in enemies_in(g, battle.space, AXIS)):
            g.west_struck = 1


def undo_surprise(g: War) -> None:
    """At the end of the Axis turn: without such an attack there was no surprise."""
    if g.campaign and g.nations.surprised[FRANCE] == g.turn and g.west_struck != 1:
        for n in (*WEST, BRITAIN):
            g.nations[n].surprised = NOWHERE
        g.say("no attack on France: no surprise in the West", rule="18.2")
