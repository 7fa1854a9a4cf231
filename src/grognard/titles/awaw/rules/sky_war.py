"""Ours 26 and 43: the bombing of a player turn: bombs, oil, and the atomic bomb."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.awaw.rules.atomic import armies, cities, destroy, may_bomb, may_shatter, shatter
from grognard.titles.awaw.rules.bombing import BOMB, Raid, raids
from grognard.titles.awaw.state import Hex, World

DESTROY: Act[World, Raid, int] = Act("atom", "ours 43.2", "An atomic bomb on {0}", takes=Hex, listed=cities, may=may_bomb,
    do=destroy, rolls=True)  # fmt: skip
SHATTER: Act[World, Raid, int] = Act("atom_army", "ours 43.4", "An atomic bomb on the army in {0}", takes=Hex, listed=armies,
    may=may_shatter, do=shatter, rolls=True)  # fmt: skip


@rule("ours 26.2", "ours 43.2", "9.22")
def strategic_bombing(g: World) -> Flow[None]:
    """Strategic bombing, front by front"""
    yield from raids(g, (BOMB, DESTROY, SHATTER))
