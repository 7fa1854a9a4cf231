"""Ours 57.2 and 57.5: what the resistance of Japan remembers for good, and what becomes of its empire."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import ALLIES, AXIS, CHINA, INDEX, JAPAN, NEUTRAL, RUSSIA
from grognard.titles.awaw.rules.influence import INVADED_JAPAN, ISLAND_GROUPS, ONCE_JAPAN, chinese_resistance, holds
from grognard.titles.awaw.rules.islands import group_side
from grognard.titles.awaw.rules.strategic import SUNK_JAPANESE
from grognard.titles.awaw.rules.units import LOST_TO_JAPAN, NATION, here, troops
from grognard.titles.awaw.rules.want import CIVILIANS, ECONOMY, wants
from grognard.titles.awaw.state import UNTOUCHED, World

ENTERED, MOMENTS, DROWNED = 20000, 686, 690  # keys of `booked`: hexes of Japan entered; what was reached once; tens of transports
BRPS, TEN = 25, 10
INDIAN_CITIES, SOUTHERN_CITIES = ("calcutta", "colombo", "dacca", "rangoon"), ("cairns", "darwin", "port_moresby", "townsville")
THAILAND, KOREA = INDEX["thailand"], INDEX["korea"]


def moments(g: World) -> tuple[bool, ...]:
    """What counts once for Japan when it is reached."""
    return (
        g.seated(CHINA) and chinese_resistance(g).total <= -3,
        holds(g, AXIS, "vladivostok", "irkutsk"),
        sum(holds(g, AXIS, c) for c in INDIAN_CITIES) >= 3,
        sum(holds(g, AXIS, c) for c in SOUTHERN_CITIES) >= 3,
    )


@rule("ours 57.2")
def remember_japan(g: World) -> None:
    """End of an Allied turn: what was reached is booked once and stays; enemy losses and want of oil are booked every turn."""
    if not g.seated(JAPAN) or g.sheet.theatre == "europe" or g.nations.surrendered[JAPAN]:
        return
    groups = {name for name in g.ground.group if name}
    held = sum(group_side(g, name) == AXIS for name in groups)
    g.booked[ISLAND_GROUPS] = max(g.booked.get(ISLAND_GROUPS, 0), held)
    for s in g.ground.japan:
        if troops(g, s, ALLIES) and not g.booked.get(ENTERED + s, 0):
            g.booked[ENTERED + s] = 1
            g.booked[INVADED_JAPAN] = g.booked.get(INVADED_JAPAN, 0) + 1
    more = 0
    for n, reached in enumerate(moments(g)):
        if reached and not g.booked.get(MOMENTS + n, 0):
            g.booked[MOMENTS + n] = 1
            more += 1
    more += g.booked.pop(LOST_TO_JAPAN, 0) // BRPS
    more -= int(wants(g, JAPAN, ECONOMY) or wants(g, JAPAN, CIVILIANS))
    sunk = g.booked.get(SUNK_JAPANESE, 0) // TEN
    more -= sunk - g.booked.get(DROWNED, 0)
    g.booked[DROWNED] = sunk
    if more:
        g.booked[ONCE_JAPAN] = g.booked.get(ONCE_JAPAN, 0) + more


@rule("ours 57.5")
def end_of_empire(g: World) -> None:
    """Thailand leaves the war, conquests return, China is China's; Manchuria and Korea are Russia's if its units are there."""
    row = g.nations[THAILAND]
    if row.patron == JAPAN:
        row.side, row.patron, row.status = NEUTRAL, -1, UNTOUCHED
        row.east = NEUTRAL
    lost = [s for s in g.ground.field_hexes if not g.ground.europe[s] and g.hexes.holder[s] in (JAPAN, KOREA)
            and s not in g.ground.japan]  # fmt: skip
    russian = any(NATION[g.units.design[u]] == RUSSIA for s in g.ground.field_hexes if is_north(g, s) for u in here(g, s)
                  if not g.ground.europe[s] and g.ground.country[s] != RUSSIA)  # fmt: skip
    for s in lost:
        whose = g.ground.country[s]
        if is_north(g, s):
            g.hexes[s].holder = RUSSIA if russian else CHINA
        else:
            g.hexes[s].holder = CHINA if whose in (JAPAN, -1) else whose
    g.say("the empire of Japan is dissolved", rule="ours 57.5")


def is_north(g: World, space: int) -> bool:
    """Manchuria and Korea."""
    return g.ground.country[space] == KOREA or g.ground.weather[space] == "siberia"
