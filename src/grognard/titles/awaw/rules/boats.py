"""Ours 21.418 and 22.9: submarines on patrol, and what their torpedoes do to a force that passes."""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.designs import CAPITAL, Kind
from grognard.titles.awaw.rules.codes import advantage, holder_of
from grognard.titles.awaw.rules.fleet import suffer
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.strategic import BOATS
from grognard.titles.awaw.rules.supply import sea_distance
from grognard.titles.awaw.rules.units import KIND, NATION, all_at, eliminate, held_by, is_port, on_patrol_at, patron, unit_sides
from grognard.titles.awaw.rules.weather import patrol_range
from grognard.titles.awaw.state import NO_MISSION, World

TARGETS = ((Kind.DD,), (Kind.DD,), (Kind.CA,), (Kind.TRANSPORT, Kind.CVE), tuple(CAPITAL), (Kind.CV,))
LIMIT, MOST_EACH, STEP = 4, 2, 3


def boat_ready(g: World, u: int) -> bool:
    return (
        g.units.at[u] >= 0 and KIND[g.units.design[u]] in BOATS and not g.units.inverted[u] and g.units.mission[u] == NO_MISSION
    )


def lair(g: World, u: int) -> int:
    """Where a submarine lies: its patrol hex, or its port; -1 in a box."""
    if g.units.patrol[u] >= 0:
        return g.units.patrol[u]
    at = g.units.at[u]
    return -1 if g.ground.box[at] else at


def boats_at(g: World, power: int, side: int, space: int) -> list[int]:
    """Ready submarines of a power that lie in a port or on patrol in a hex."""
    sides = unit_sides(g)
    if g.ground.box[space]:
        return []
    here = [u for u in all_at(g).get(space, ()) if g.units.patrol[u] < 0] if is_port(g, space) else []
    out = on_patrol_at(g).get(space, []) if not is_port(g, space) else []
    return [u for u in (*here, *out) if boat_ready(g, u) and sides[u] == side and patron(g, u) == power]


@rule("ours 21.418")
def may_patrol(g: World, power: int, u: int, space: int) -> No | None:
    """A ready submarine in port, a sea hex within range of it; it costs nothing."""
    if g.units.at[u] < 0 or KIND[g.units.design[u]] not in BOATS or patron(g, u) != power or unit_sides(g)[u] != g.side:
        return No("ours 21.418", "no submarine of this power")
    at = g.units.at[u]
    if g.ground.box[at] or g.units.patrol[u] >= 0 or g.units.inverted[u]:
        return No("ours 21.418", "not a ready submarine in port")
    if g.ground.land[space] or g.ground.box[space]:
        return No("ours 21.418", "patrols are at sea")
    far, most = sea_distance(g, at, space), patrol_range(g, at, space)
    return None if far <= most else No("ours 21.41", f"{most} hexes at most")


def go_on_patrol(g: World, u: int, space: int) -> None:
    """The hex is known to its owner alone."""
    g.units[u].patrol = space
    g.say("a submarine goes on patrol", rule="ours 21.418")


@rule("ours 22.9")
def target_of(g: World, force: list[int], die: int) -> int:
    """The ship a torpedo is meant for: by the die, the next sort that is present if there is none."""
    for n in range(len(TARGETS)):
        sort = TARGETS[(die - 1 + n) % len(TARGETS)]
        fits = [u for u in force if KIND[g.units.design[u]] in sort]
        if fits:
            return fits[0]
    return force[0]


@rule("ours 22.9")
def torpedo_modifiers(g: World, boat: int, force: list[int], target: int, earlier: int) -> Modifiers:
    """What helps or hinders a submarine: navies, torpedoes against ASW, carriers and destroyers about, earlier attacks."""
    mine, theirs = NATION[g.units.design[boat]], NATION[g.units.design[target]]
    found = Modifiers(low=-LIMIT, high=LIMIT)
    found.add("naval nationality", g.nations.navy[mine] - g.nations.navy[theirs], "ours 22.9")
    science = results_of(g, g.faction(mine), "torpedoes") - results_of(g, g.faction(theirs), "asw")
    found.add("torpedoes and ASW", max(-MOST_EACH, min(MOST_EACH, science)), "ours 22.9")
    decks = sum(KIND[g.units.design[u]] in (Kind.CV, Kind.CVE) and not g.units.damage[u] for u in force)
    found.add("carriers", -min(MOST_EACH, decks // STEP), "ours 22.9")
    destroyers = sum(KIND[g.units.design[u]] == Kind.DD for u in force)
    found.add("destroyers", -min(MOST_EACH, destroyers // STEP), "ours 22.9")
    found.add("earlier attacks", -earlier, "ours 22.9")
    found.add("damaged target", int(bool(g.units.damage[target])), "ours 22.9")
    found.add("advanced submarine", int(KIND[g.units.design[boat]] == Kind.ADVANCED_SUB), "ours 22.9")
    holder = holder_of(mine, pacific=not g.ground.europe[g.units.at[boat]])
    return found.add("codes", advantage(g, holder, "submarine"), "ours 48.4")


@rule("ours 22.9")
def torpedo_hits(g: World, roll: int) -> int:
    """Hits of a modified roll; -1: the submarine is lost."""
    return g.charts.submarine_hits[max(2, min(12, roll))]


@rule("ours 22.9", "ours 20.7")
def torpedo(g: World, boat: int, force: list[int], earlier: int) -> None:
    """One submarine factor attacks a force."""
    target = target_of(g, force, g.roll(D6, "which ship the submarine finds", "ours 22.9"))
    roll = sum(g.roll_dice(2, D6, "submarine attack", "ours 22.9"))
    hits = torpedo_hits(g, roll + torpedo_modifiers(g, boat, force, target, earlier).total)
    g.units[boat].inverted = 1
    g.units[boat].patrol = -1
    if hits < 0:
        g.say("the submarine is lost", rule="ours 22.9")
        eliminate(g, boat)
    elif hits:
        g.say("{}: {} hits by torpedoes", g.units[target], hits, rule="ours 22.9")
        suffer(g, target, hits)


# --- aircraft against patrols -------------------------------------------------------------------------------------------


@rule("ours 21.4184C")
def hunted(g: World, side: int, base: int, reach: int) -> list[int]:
    """Enemy submarines on patrol within reach of a base."""
    sides = unit_sides(g)
    near = set(g.ground.within(base, reach)) if on_patrol_at(g) and held_by(g, base) == side else set()
    there = sorted(u for space, units in on_patrol_at(g).items() if space in near for u in units)
    return [u for u in there if KIND[g.units.design[u]] in BOATS and sides[u] != side]


@rule("ours 21.4184C")
def depth_charges(g: World, plane: int, boat: int) -> None:
    """Two dice for an air factor, plus ASW, less torpedo results: nine sinks a submarine factor."""
    mine, theirs = g.faction(NATION[g.units.design[plane]]), g.faction(NATION[g.units.design[boat]])
    roll = sum(g.roll_dice(2, D6, "aircraft against a submarine", "ours 21.4184C"))
    total = roll + results_of(g, mine, "asw") - results_of(g, theirs, "torpedoes")
    sunk = total >= g.number("21.4184C roll that sinks a patrolling submarine")
    g.say("the submarine is {}", "sunk" if sunk else "not hit", rule="ours 21.4184C")
    if sunk:
        eliminate(g, boat)
