"""11.5: recruitment rolls of controlled minors; 13.1: the free Infantry of the winner's patron in Spain."""

from __future__ import annotations

from grognard.kernel.acts import menu
from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import INFANTRY_UNIT, MILITIA
from grognard.titles.gw36.powers import NATION, NATIONS, PLAYED
from grognard.titles.gw36.rules.nations import home_mask, zones_of
from grognard.titles.gw36.rules.seats import acting, seat_of
from grognard.titles.gw36.state import CIVIL_WAR, War, Zone
from grognard.titles.gw36.subjects import Recruits

VICHY = NATION["vichy"]
SPAIN = (NATION["nationalist_spain"], NATION["republican_spain"])


@rule("11.5", "13.1", "13.2", "14.4.3")
def recruiting_number(g: War, minor: int) -> int:
    """The highest roll that brings recruits: the zones owned, only continental ones in the Spanish Civil War."""
    fixed = g.facts.minors[NATIONS[minor]].recruits_on
    if fixed:
        return fixed
    zones = zones_of(g, minor)
    if minor in SPAIN and g.spain == CIVIL_WAR:
        homes = home_mask(g)[SPAIN[0]] | home_mask(g)[SPAIN[1]]
        zones = [z for z in zones if z in homes]
    return len(zones)


@rule("11.5", "13.1", "14.4.3")
def recruiting_grounds(g: War, minor: int) -> list[int]:
    """Where recruits stand: the Home Country if possible, else any zone (GW36-AMB-23); in Spain a zone held since the start.

    Vichy places them in any zone it possesses.
    """
    zones = zones_of(g, minor)
    if minor == VICHY:
        return list(zones)
    if minor in SPAIN and g.spain == CIVIL_WAR:
        return [z for z in zones if g.zones.held[z] in (minor, -1) and not g.zones.captured[z]]
    home = [z for z in zones if z in home_mask(g)[minor]]
    return home or list(zones)


@rule("11.5", "4.5")
def may_recruit(g: War, minor: int) -> No | None:
    """Why a nation makes no recruitment roll."""
    if minor < PLAYED:
        return No("11.5", f"{g.nations[minor].label} builds by its own sheet")  # GW36-AMB-08
    if g.nations.controller[minor] < 0:
        return No("11.5", "nobody controls it")
    if g.nations.recruited[minor]:
        return No("11.5", "it has rolled this turn")
    return None if recruiting_grounds(g, minor) else No("11.5", "it has no land zone")


@rule("11.5", "6.2")
def recruit(g: War) -> Flow[None]:
    """Recruitment rolls of the minors controlled by the nations in turn"""
    for minor in acting(g):
        if may_recruit(g, minor) is not None:
            continue
        row = g.nations[minor]
        row.recruited = 1
        number = recruiting_number(g, minor)
        if number and g.roll(D12, f"{row.label} recruits on {number} or less", "11.5", aim=aim(g, most=number)) <= number:
            yield from muster(g, minor)


RECRUITS = (("infantry", "Infantry {0}"), ("militia", "Militia {0}"))
ELSEWHERE = "recruits stand in a zone of the nation, in its Home Country if possible"


@rule("11.5")
def muster(g: War, minor: int) -> Flow[None]:
    """One Infantry or two Militia in a zone of a controlled minor"""
    grounds = recruiting_grounds(g, minor)
    acts = [one_of(kind, "11.5", words, Zone, grounds, ELSEWHERE) for kind, words in RECRUITS]
    prompt = f"Recruits of {g.nations[minor].label}"
    choice, zone = yield from menu(g, seat_of(g, minor), prompt, Recruits(minor, tuple(grounds)), *acts)
    for kind in (INFANTRY_UNIT,) if choice.verb == "infantry" else (MILITIA, MILITIA):
        g.raise_unit(kind, minor, zone, spent=1)
    g.say("{} recruits {} in {}", g.nations[minor], choice.verb, g.zones[zone], rule="11.5")
