"""19.1 to 19.3: Italian East Africa, the surrender of Italy and what its parts are worth, the revival of Fascism."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import BOMBERS, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, ITALY, MAJORS
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import surrender, take
from grognard.titles.tw.rules.free_french import enlist
from grognard.titles.tw.rules.money import NORTH, gain, italian_parts, share, spoils
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.units import hex_sides, presence
from grognard.titles.tw.state import GONE, LLE, LOST, RLE, SATELLITE, Hex, Unit, War

BOX = "italian_east_africa_box"
ETHIOPIANS = ("ita_aoi_1", "ita_aoi_2", "ita_aoi_3")
REVIVED, OVER = 1, 2
REVIVAL_ROLL, COMMANDO = 7, 2
CAMPAIGN_TURNS = 2  # 19.1.2
STRATEGIC = 8  # bit of Unit.moved, as in rail.py


class Relief(Subject, frozen=True):
    """A unit from Ethiopia that joins the others."""

    unit: Annotated[int, Unit]


def mainland(g: War) -> set[int]:
    """The hexes of Italy without Sicily and Sardinia."""
    islands = {"sicily", "sardinia"}
    return {
        s
        for s in g.ground.homeland.get("italy", ())
        if g.ground.land[s] and g.ground.country[s] == "italy" and not g.ground.regions[s] & islands
    }


# --- Africa Orientale Italiana (19.1) -----------------------------------------------------------------------------------------


@rule("19.1")
def isolate_colonies(g: War) -> None:
    """Italy goes to war with Britain: while Britain has Suez it loses East Africa's NARFs at once."""
    if hex_sides(g)[g.ground.named("suez")] == ALLIES and g.hexes.holder[g.ground.named(BOX)] == ITALY:
        gain(g, ITALY, -3, "East Africa is cut off", "19.1")


@rule("19.1.1")
def ethiopians(g: War) -> Flow[None]:
    """When the Axis has Alexandria and Suez, the three garrisons of Ethiopia appear at Suez or on the edge of Egypt"""
    sides, named = hex_sides(g), g.ground.named
    free = not g.aoi_relieved and g.hexes.holder[named(BOX)] == ITALY and not g.nations.surrendered[ITALY]
    if not free or g.nations.side[ITALY] != AXIS or sides[named("alexandria")] != AXIS or sides[named("suez")] != AXIS:
        return
    g.aoi_relieved = 1
    for counter in ETHIOPIANS:
        relief = Relief(enlist(g, counter))
        if any(True for _ in MARCHING.candidates(g, relief)):
            yield from menu(g, g.seat(AXIS), f"{g.units[relief.unit].label} from Ethiopia", relief, MARCHING, rule="19.1.1")


@rule("19.1.1")
def may_march(g: War, relief: Relief, space: int) -> No | None:
    """Where a unit from Ethiopia may appear."""
    edge = g.ground.country[space] == "egypt" and "edge_south" in g.ground.regions[space] and g.ground.land[space]
    if space != g.ground.named("suez") and not edge:
        return No("19.1.1", "at Suez or on the southern edge of Egypt")
    if presence(g)[space] & 2 or not with_room(g, [space], relief.unit, limited=False):
        return No("9.6", "there is no room for it")
    return None


def _march(g: War, relief: Relief, space: int) -> None:
    unit = g.units[relief.unit]
    unit.at, unit.pool = space, 0
    take(g, space, ITALY, AXIS)


MARCHING: Act[War, Relief, int] = Act(
    "appear", "19.1.1", "In {0}", takes=Hex, among=lambda g, s: range(g.board.size), may=may_march, do=_march,
)  # fmt: skip


@rule("19.1.2")
def colonial_force(g: War) -> bool:
    """Whether a 6-7 or two 3-7 MOT and a bomber of Britain stand in Italian East Africa; not those that came this turn."""
    known, box, moved = g.roster, g.ground.named(BOX), g.units.moved
    there = [u for u, at in enumerate(g.units.at) if at == box and known.nations[u] == BRITAIN and not moved[u] & STRATEGIC]
    foot = sum([known.strengths[u] for u in there if known.kinds[u] == Kind.MOT and known.strengths[u] >= 3])
    return foot >= 6 and any(known.kinds[u] in BOMBERS for u in there)


@rule("19.1.2")
def east_africa_campaign(g: War) -> None:
    """The Allied End Segment: after two turns running with the force and an effort there Italian East Africa surrenders."""
    box = g.ground.named(BOX)
    if g.hexes.holder[box] != ITALY or g.nations.side[ITALY] != AXIS or g.aoi_relieved:
        return
    effort = g.nations.effort[BRITAIN] in (RLE, LLE) and g.hexes.marker[box] == BRITAIN
    g.aoi_turns = g.aoi_turns + 1 if effort and colonial_force(g) else 0
    if g.aoi_turns >= CAMPAIGN_TURNS:
        g.hexes[box].holder = BRITAIN
        spoils(g, box, ITALY, BRITAIN)
        g.say("Italian East Africa surrenders", rule="19.1.2")


# --- surrender and revival (19.2, 19.3) ---------------------------------------------------------------------------------------


@rule("19.2")
def italy_surrenders(g: War) -> None:
    """All Italian units are gone; who holds a part of Italy has its value, the rest waits for who comes first (TW-AMB-121)."""
    surrender(g, ITALY)
    g.italy_out = g.turn
    for power in MAJORS:
        parts = italian_parts(g, power)
        gain(g, power, share(g, sum([v for key, v in parts.items() if key != "north"])), "parts of Italy", "19.3")
    for n, row in enumerate(g.nations):
        if n not in MAJORS and row.patron == ITALY and row.status == SATELLITE and not row.surrendered:
            row.patron = GERMANY


@rule("19.3")
def commando_in_italy(g: War) -> bool:
    """Whether the German commandos stand in a German-held city of Italy."""
    known = g.roster
    return any(
        at >= 0 and known.nations[u] == GERMANY and known.kinds[u] == Kind.CDO and g.ground.city[at]
        and g.ground.country[at] == "italy" and g.hexes.holder[at] == GERMANY
        for u, at in enumerate(g.units.at)
    )  # fmt: skip


@rule("19.3")
def revival(g: War) -> None:
    """A turn after the surrender: if Germany has the five cities of the north, 1 to 7 revives Fascism there."""
    if g.italy_out < 0 or g.turn != g.italy_out + 1 or g.salo:
        return
    cities = [g.ground.named(name) for name in NORTH]
    raid = commando_in_italy(g)
    held = all(g.hexes.holder[s] == GERMANY for s in cities) and not g.nations.surrendered[GERMANY]
    if held and g.roll(D10, "the revival of Fascism", "19.3") - (COMMANDO if raid else 0) <= REVIVAL_ROLL:
        g.salo = REVIVED
        _raise_legions(g, 3 if raid else 2)
        g.say("a Fascist republic in the north of Italy", rule="19.3")
    for power in MAJORS:
        gain(g, power, share(g, italian_parts(g, power).get("north", 0)), "the north of Italy", "19.3")


def _raise_legions(g: War, count: int) -> None:
    """Italian 2-5 INF join the German pool."""
    known = g.roster
    foot = [u for u, kind in enumerate(known.kinds) if kind == Kind.INF and known.strengths[u] == 2]
    able = [u for u in foot if g.units.pool[u] == GONE and g.designs[g.units.design[u]].nation == "italy"]
    for u in able[:count]:
        g.units[u].pool, g.units[u].flag = LOST, GERMANY


def legionary(g: War, unit: int) -> bool:
    """Whether a unit belongs to the revived Fascist Italy."""
    return g.units.flag[unit] == GERMANY and g.designs[g.units.design[unit]].nation == "italy"


@rule("19.3")
def legion_sites(g: War) -> list[int]:
    """German-held cities of Italy, where its units are built."""
    return [s for s, yes in enumerate(g.ground.city) if yes and g.ground.country[s] == "italy" and g.hexes.holder[s] == GERMANY]


@rule("19.3")
def salo_falls(g: War) -> None:
    """The republic is over when all five cities are Allied."""
    sides = hex_sides(g)
    if g.salo == REVIVED and all(sides[g.ground.named(name)] == ALLIES for name in NORTH):
        g.salo = OVER
        for u in range(len(g.units)):
            if legionary(g, u) and g.units.pool[u] != GONE:
                g.units[u].at, g.units[u].pool = NOWHERE, GONE
        g.say("the Fascist republic is over", rule="19.3")
