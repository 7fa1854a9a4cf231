"""8.5.4, 11.1.1, 11.1.2: airbases are built where they are wanted, pulled down and carried elsewhere, fortifications carried.

What may stand where is in airbases.py and construction.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.ground import MOUNTAIN
from grognard.titles.tw.kinds import FIGHTERS, HOUSED
from grognard.titles.tw.nations import BRITAIN, capacity
from grognard.titles.tw.rules.airbases import airbases_of, slots
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.travel import beside_enemies, beside_enemy, smp_left
from grognard.titles.tw.rules.units import air_at, ground_at, hex_sides
from grognard.titles.tw.rules.weather import no_building
from grognard.titles.tw.state import FORTIFICATION, PASS_TURN, PLAIN, Hex, Nation, War
from grognard.titles.tw.subjects import Carrying, Surveying

HASTE_PRICE = 5  # 11.1.1: NARFs for an airbase built while air units stage
CARRY_PRICE = 2  # 8.5.4, 11.1.2: one strategic movement point, in halves
_HOLDER, _SIDE = Hex.holder.place, Nation.side.place


# --- airbases (11.1.1, 11.1.2) ------------------------------------------------------------------------------------------------


@rule("11.1.1")
def base_sites(g: War, nation: int, *, carried: bool = False) -> list[int]:
    """Friendly hexes in full supply, occupied or not, where a nation can put an airbase: a new one, or one that it carries."""
    side, based = g.nations.side[nation], g.hexes.airbase
    if not carried and not base_left(g, nation):
        return []
    return [s for s in fed_land(g, side, lines(g, side).full.get(nation, 0)) if based[s] == NOWHERE]


@derived(lines, "hexes.holder", given=lambda g, side, fed: (lines(g, side), g.hexes.versions[_HOLDER], g.nations.versions[_SIDE]))
def fed_land(g: War, side: int, fed: int) -> list[int]:
    """Land that a side holds and that these sources of supply reach."""
    rows = enumerate(zip(hex_sides(g), lines(g, side).network.reached, g.ground.land))
    return [s for s, (held, bits, land) in rows if held == side and bits & fed and land]


@rule("11.1.1", "11.1.2")
def may_build_base(g: War, nation: int, space: int) -> No | None:
    """An airbase goes on any fully supplied friendly hex, within the nation's number."""
    side = g.nations.side[nation]
    if not g.ground.land[space] or hex_sides(g)[space] != side:
        return No("11.1.1", "it must be a friendly hex")
    if g.hexes.airbase[space] != NOWHERE:
        return No("11.1.1", "there is an airbase")
    if not base_left(g, nation):
        return No("11.1.1", f"all {capacity(nation).airbases} airbases are built")
    return None if _fed(g, nation, space) else No("11.1.1", "the hex is not in full supply")


def base_left(g: War, nation: int) -> bool:
    """Whether a nation has an airbase counter that is not on the board."""
    return len(airbases_of(g).get(nation, ())) < capacity(nation).airbases


@rule("11.1.2")
def may_dismantle(g: War, nation: int, space: int) -> No | None:
    """An airbase can be pulled down by its owner where the aircraft in its hex have room without it."""
    if g.hexes.airbase[space] != nation:
        return No("11.1.2", "it has no airbase there")
    any_kind, field = slots(g, space)
    kinds = g.roster.kinds
    there = air_at(g).get(space, ())
    bombers = sum([1 for u in there if kinds[u] not in FIGHTERS])
    if bombers > any_kind - 1 or len(there) > any_kind - 1 + field:
        return No("11.1.2", "aircraft are based there")
    return None


def idle_bases(g: War, nation: int) -> list[int]:
    """Airbases of a nation that it can pull down."""
    return [s for s in based(g, nation) if may_dismantle(g, nation, s) is None]


def based(g: War, nation: int) -> list[int]:
    """Hexes with an airbase of a nation."""
    return airbases_of(g).get(nation, [])


DONE: Act[War, Any, None] = word("done", "8.5.4", "Done")
CALL_OFF: Act[War, Any, None] = word("call_off", "11.1.1", "Call it off")


@rule("11.1.1")
def place_base(g: War, row: Nation, price: int) -> Flow[None]:
    """Choose the hex of a new airbase"""
    building = one_of(
        "at", "11.1.1", "At {0}", Hex, base_sites(g, row.index), "it has no room for an airbase of this power",
        why=lambda g, space: may_build_base(g, row.index, space),
    )  # fmt: skip
    choice, _ = yield from menu(
        g, g.seat(g.side), "Where is the airbase built?", Surveying(row.index), CALL_OFF, building, rule="11.1.1"
    )
    if choice.verb == "at":
        choice.arg.airbase = row.index
        row.narfs -= price
        g.say("{} builds an airbase at {}", row, choice.arg, rule="11.1.1")


def dismantle(g: War, space: int, smp: int) -> None:
    """An airbase is pulled down; its counter can be built anew."""
    hexagon = g.hexes[space]
    row = g.nations[hexagon.airbase]
    row.smp -= smp
    hexagon.airbase = NOWHERE
    g.say("{} pulls down its airbase at {}", row, hexagon, rule="11.1.2")


# --- strategic movement (8.5.4) -----------------------------------------------------------------------------------------------


@rule("8.5.4")
def may_carry(g: War, nation: int, space: int) -> No | None:
    """Whether a nation can carry off the airbase or the fortification of a hex; fortresses stay where they are."""
    row = g.nations[nation]
    works = g.hexes.works[space] == FORTIFICATION and g.hexes.builder[space] == nation
    if not works and may_dismantle(g, nation, space) is not None:
        return No("8.5.4", "nothing there can be carried off")
    if row.effort == PASS_TURN or smp_left(g, nation) < CARRY_PRICE:
        return No("8.5.4", "it takes a strategic movement point")
    if beside_enemy(g, space, row.side) or not _fed(g, nation, space):
        return No("8.1.1", "it is beside an enemy unit or out of supply")
    return None


def _fed(g: War, nation: int, space: int) -> bool:
    net = lines(g, g.nations.side[nation])
    return bool(net.network.reached[space] & net.full.get(nation, 0))


def portable(g: War, nation: int) -> list[int]:
    """Hexes with an airbase or a fortification that a nation can carry off."""
    found = sorted({*based(g, nation), *fortified(g, nation)})
    return [s for s in found if may_carry(g, nation, s) is None]


@derived("hexes.works", "hexes.builder")
def fortified(g: War, nation: int) -> list[int]:
    """Hexes with a fortification that a nation built."""
    works = g.hexes.works
    return [s for s, builder in enumerate(g.hexes.builder) if builder == nation and works[s] == FORTIFICATION]


@rule("8.5.4")
def carry_installations(g: War, nation: int) -> Flow[None]:
    """Airbases and fortifications are taken down and put up elsewhere"""
    row = g.nations[nation]
    while True:
        found = [s for s in portable(g, nation) if s not in g.asked]
        if not found:
            return
        carrying = one_of(
            "carry", "8.5.4", "Carry off: {1}", (Nation, Hex), [(nation, s) for s in found], "it was asked for already",
            why=lambda g, pair: may_carry(g, *pair) if pair[0] == nation else No("8.5.4", f"it is the turn of {row.label}"),
        )  # fmt: skip
        prompt = f"{row.label}: carry an airbase or a fortification elsewhere?"
        choice, _ = yield from menu(g, g.seat(g.side), prompt, Surveying(nation), DONE, carrying, rule="8.5.4", rests=True)
        if choice.verb == "done":
            return
        g.asked.append(choice.args[1].index)
        yield from _carry(g, row, choice.args[1].index)


@rule("8.5.4", "11.1.2")
def carriage(g: War, space: int, goal: int) -> int:
    """What it costs to carry an installation, in half points: a second point for the Fleet where no land of the side leads
    there (TW-AMB-223)."""
    return CARRY_PRICE if goal in overland(g, space) else 2 * CARRY_PRICE


def overland(g: War, space: int) -> set[int]:
    """All that hexes of the side that holds a hex join to it."""
    sides, steps = hex_sides(g), g.ground.steps
    side, seen, edge = sides[space], {space}, [space]
    for a in edge:
        for b in steps[a]:
            if b not in seen and sides[b] == side:
                seen.add(b)
                edge.append(b)
    return seen


def _carry(g: War, row: Nation, space: int) -> Flow[None]:
    hexagon, beside = g.hexes[space], beside_enemies(g, row.side)
    ashore = smp_left(g, row.index) < 2 * CARRY_PRICE
    base = may_dismantle(g, row.index, space) is None
    works = hexagon.works == FORTIFICATION and hexagon.builder == row.index
    fields = sorted([s for s in base_sites(g, row.index, carried=True) if not beside[s]]) if base else []
    manned = {at for at in g.units.at if at >= 0 and g.ground.land[at]} if works else set()
    forts = [s for s in manned if s != space and fort_site(g, row.index, s) is None and not beside[s] and _fed(g, row.index, s)]
    if ashore:
        joined = overland(g, space)
        fields, forts = ([s for s in goals if s in joined] for goals in (fields, forts))
    acts = (
        CALL_OFF,
        one_of("base", "8.5.4", "Airbase to {0}", Hex, fields, "no supplied place for an airbase away from enemy units"),
        one_of("works", "8.5.4", "Fortification to {0}", Hex, sorted(forts), "no supplied place for works away from enemy units"),
    )
    prompt = f"Carry it from {hexagon.label} to"
    choice, _ = yield from menu(g, g.seat(g.side), prompt, Carrying(row.index, space), *acts, rule="8.5.4")
    if choice.verb == "call_off":
        return
    goal = choice.arg
    row.smp -= carriage(g, space, goal.index)
    if choice.verb == "base":
        hexagon.airbase, goal.airbase = NOWHERE, row.index
    else:
        hexagon.works, hexagon.builder, hexagon.vacant = PLAIN, NOWHERE, 0
        goal.works, goal.builder, goal.vacant = FORTIFICATION, row.index, 0
    g.say("{} carries an installation from {} to {}", row, hexagon, goal, rule="8.5.4")


@rule("10.6.4", "10.6.5", "15.2.4")
def fort_site(g: War, nation: int, space: int) -> No | None:
    """Whether a fortification of a power can stand in a hex."""
    if hex_sides(g)[space] != g.nations.side[nation] or g.hexes.works[space] != PLAIN:
        return No("10.6.4", "it must be a friendly hex without works")
    if g.ground.terrain[space] == MOUNTAIN:
        return No("10.6.5", "mountains cannot be fortified")
    if nation == BRITAIN and g.ground.country[space] == "france":
        return No("10.6.4", "Britain builds none in France")
    kinds, nations = g.roster.kinds, g.roster.nations
    if not any(kinds[u] in HOUSED and nations[u] == nation for u in ground_at(g).get(space, ())):
        return No("10.6.4", "an INF, MOT, STA or PARA unit of its own must be there")
    if no_building(g, space):
        return No("10.6.4", "the winter stops the work")
    return None
