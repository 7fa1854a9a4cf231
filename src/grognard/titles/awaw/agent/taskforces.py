"""Task forces by plan in the Pacific (ours 20.16, 21.41, 23.6): carriers with their screen are formed, wait at the base nearest
to the enemy's fleet, and go on patrol where their squadrons reach his ships in port."""

from __future__ import annotations

from collections import Counter

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.view import View
from grognard.titles.awaw.designs import NAVAL, Kind
from grognard.titles.awaw.nations import JAPAN, US
from grognard.titles.awaw.rules.quays import NAVAL_AIR_RANGE, forces_of, is_task_force
from grognard.titles.awaw.rules.ships import SQUADRONS, naval_factors, sea_hexes, slow
from grognard.titles.awaw.rules.units import KIND, STRENGTH, all_at, patron, ships, unit_sides
from grognard.titles.awaw.rules.voyages import FIGHTING, MOVING, REDEPLOYING, Harbour, available, cargo_of, fleet_of, forces_in
from grognard.titles.awaw.state import SPRING, World, turn_of

BASES = {JAPAN: "truk", US: "pearl_harbor"}
FORWARD = turn_of(1941, SPRING)  # before this the Japanese fleet stays at home
WHOLE, DECKS = 24, 12  # factors of a task force, and of its carriers
LEAST_DECKS = 3
PREY = 8  # enemy naval factors in a port that are worth a strike
PATROL = 20


def composition(g: World, power: int, port: int) -> list[int]:
    """Ships of a port that make a task force: fast carriers, then the strongest screen that keeps up; or none."""
    if power not in BASES or g.ground.europe[port] or len(forces_of(g, power)) >= g.books.powers[power].tf_markers:
        return []
    h = Harbour(power, port, REDEPLOYING)
    fit = [u for u in ships(g).get(port, ()) if KIND[g.units.design[u]] in NAVAL and not slow(g, u) and not g.units.force[u]
           and patron(g, u) == power and g.units.patrol[u] < 0
           and (g.units.mission[u] or available(g, h, u) is None)]  # fmt: skip
    found: list[int] = []
    for u in sorted(fit, key=lambda u: (-STRENGTH[g.units.design[u]], u)):
        if KIND[g.units.design[u]] == Kind.CV and naval_factors(g, [*found, u]) <= DECKS:
            found.append(u)
    decks = naval_factors(g, found)
    if decks < LEAST_DECKS:
        return []
    for u in sorted(fit, key=lambda u: (-STRENGTH[g.units.design[u]], u)):
        if KIND[g.units.design[u]] != Kind.CV and naval_factors(g, [*found, u]) <= min(WHOLE, max(12, 2 * decks)):
            found.append(u)
    return found if is_task_force(g, found) is None else []


def prey(g: World, view: View, port: int) -> int:
    """Enemy ships that lie in a port, in factors."""
    sides = unit_sides(g)
    return naval_factors(g, [u for u in ships(g).get(port, ()) if sides[u] == view.foe and g.units.patrol[u] < 0])


def targets(g: World, view: View, base: int) -> list[int]:
    """Ports with enemy fleets that a patrol from a base can strike."""
    reach = PATROL + NAVAL_AIR_RANGE[g.ground.europe[base]]
    return [p for p in ships(g) if not g.ground.box[p] and g.ground.theatre[p] == g.ground.theatre[base]
            and prey(g, view, p) >= PREY and sea_hexes(g, base, p) <= reach]  # fmt: skip


def winged(g: World, power: int, port: int) -> bool:
    """Whether squadrons for the decks are in the port."""
    return any(KIND[g.units.design[u]] in SQUADRONS and patron(g, u) == power and not g.units.inverted[u]
               for u in all_at(g).get(port, ()))  # fmt: skip


def calls(g: World, view: View, power: int, port: int, phase: int) -> float:
    """What a look at a port is worth for its task forces: form one, send it forward, or send it out to strike."""
    if power not in BASES or g.ground.box[port] or g.ground.europe[port]:
        return -1.0
    here = forces_in(g, Harbour(power, port, phase))
    if phase == MOVING:
        return 2.6 if here and winged(g, power, port) and targets(g, view, port) else -1.0
    if composition(g, power, port):
        return 2.6
    ahead = g.ground.named[BASES[power]]
    return 2.4 if here and port != ahead and g.turn >= FORWARD else -1.0


def orders(g: World, view: View, h: Harbour, option: Option) -> float | None:
    """An answer at the quay as far as it concerns task forces; None where they are no matter."""
    if h.phase == FIGHTING or cargo_of(g, h) or (calls(g, view, h.power, h.port, h.phase) < 0 and not _under_way(g, h)):
        return None
    fleet, verb = fleet_of(g, h), option.verb
    if verb == "cancel":
        return 0.0
    if h.phase == REDEPLOYING and not any(g.units.force[u] for u in fleet):
        wanted = composition(g, h.power, h.port)
        if wanted:
            left = Counter(g.units.design[u] for u in wanted) - Counter(g.units.design[u] for u in fleet)
            if verb == "take":
                return 9.0 if left[g.units.design[option.args[0].index]] > 0 else -1.0
            return 9.5 if verb == "form" and not left else -1.0
    if verb == "take_force":
        return 8.0 if not fleet else -1.0
    if verb == "sail" and fleet:
        ahead = option.args[0].index == g.ground.named[BASES[h.power]]
        return 7.0 if h.phase == REDEPLOYING and ahead and g.turn >= FORWARD else -1.0
    if verb == "patrol" and fleet:
        space: int = option.args[0].index
        near = g.ground.within(space, NAVAL_AIR_RANGE[g.ground.europe[space]])
        there = max((prey(g, view, p) for p in near if g.ground.port[p]), default=0)
        return 1.0 + 0.1 * there if there >= PREY else -1.0
    return -1.0


def _under_way(g: World, h: Harbour) -> bool:
    return any(g.units.force[u] for u in fleet_of(g, h))
