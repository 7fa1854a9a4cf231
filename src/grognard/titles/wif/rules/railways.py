"""4.2.2, 11.7, 13.6.6, 13.6.7: railways and roads as they are now: those of the board, with what was built (option 32) and what
bombs destroyed (options 32, 33). Everything that runs on rails reads `links`."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.ground import ALL_SEA, ALPINE, CHART_TERRAIN, RAIL, ROAD
from grognard.titles.wif.state import War

A_ROAD, A_RAILWAY = 1, 2  # Hex.laid
Links = list[tuple[tuple[int, int], ...]]


@rule("4.2.2", "11.7")
@derived("hexes.laid", "hexes.rail_gone", lasting=True)
def links(g: War) -> Links:
    """The hexes next to each hex with the features of the hexside, as `ground.steps` has them: railways that were destroyed are
    roads, and what was built is joined to every road and railway beside it, but not over sea and alpine hexsides."""
    printed = g.ground.steps
    laid, gone = g.hexes.laid, g.hexes.rail_gone
    changed = [s for s in range(len(laid)) if laid[s] or gone[s]]
    if not changed:
        return printed
    found = list(printed)
    rails, roads = g.ground.on_railway, _on_road(g)
    for here in changed:
        sides = []
        for there, bits in found[here]:
            if gone[here] and bits & RAIL:
                bits = bits & ~RAIL | ROAD
            if laid[here] and not bits & (ALL_SEA | ALPINE):
                iron = (rails[there] and not gone[there]) or laid[there] == A_RAILWAY
                if laid[here] == A_RAILWAY and iron:
                    bits |= RAIL
                elif iron or rails[there] or roads[there] or laid[there]:
                    bits |= ROAD
            sides.append((there, bits))
            found[there] = tuple((s, bits if s == here else old) for s, old in found[there])
        found[here] = tuple(sides)
    return found


@derived(lasting=True)
def _on_road(g: War) -> list[bool]:
    return [any(bits & ROAD for _, bits in sides) for sides in g.ground.steps]


@derived("hexes.laid", "hexes.rail_gone", lasting=True)
def on_railway(g: War) -> list[bool]:
    """Hexes on a railway."""
    return [any(bits & RAIL for _, bits in sides) for sides in links(g)]


@rule("22.2")
def on_rails(g: War, unit: int) -> bool:
    """The German railway gun: it moves along railways only, and by train like an HQ."""
    return g.units.counter[unit] >= 0 and "railway" in g.units[unit].sheet.marks


@rule("22.2")
def may_roll(g: War, unit: int, start: int, there: int) -> No | None:
    """Whether a unit may go over a hexside as far as rails are concerned."""
    if not on_rails(g, unit) or any(s == there and bits & RAIL for s, bits in links(g)[start]):
        return None
    return No("22.2", "the railway gun moves along railways only")


@rule("13.6.6")
def work_price(g: War, space: int) -> int:
    """What a hex costs a motorised unit in fine weather: a road or railway takes a turn more."""
    row = g.charts.terrain[CHART_TERRAIN[g.ground.terrain[space]]]
    return row.cost(g.ground.scale[space], True)


@rule("13.6.6")
def road_cost(turns: int) -> int:
    """Build points of a road or railway that takes so many turns: half of them, half rounded up (2.6)."""
    return (turns + 1) // 2


@rule("4.2.2")
def may_lay(g: War, space: int, turns: int, *, rails: bool) -> No | None:
    """Whether a road of so many turns can lie in a hex, or make a railway of the road there, by the ground alone."""
    if g.ground.terrain[space] >= len(CHART_TERRAIN) or not g.ground.land[space]:
        return No("4.2.2", "roads and railways lie on land")
    price = work_price(g, space)
    if price >= turns:
        return No("4.2.2", f"the hex costs {price} movement points, and the work took {turns} turns")
    if g.hexes.laid[space] == A_RAILWAY or (g.hexes.laid[space] and not rails):
        return No("4.2.2", "one was built there already")
    if rails and not (g.hexes.laid[space] or _on_road(g)[space] or g.hexes.rail_gone[space]):
        return No("4.2.2", "a railway is made of a road")
    return None


@rule("11.7")
def break_rails(g: War, space: int, *, printed: bool) -> bool:
    """A built railway becomes a road, a built road is gone; of the board's own a railway becomes a road."""
    row = g.hexes[space]
    if not printed and row.laid:
        row.laid -= 1
        g.say("a {} in {} is destroyed", "railway" if row.laid else "road", row, rule="11.7")
        return True
    if printed and g.ground.on_railway[space] and not row.rail_gone:
        row.rail_gone = 1
        g.say("the railway in {} is destroyed", row, rule="11.7")
        return True
    return False
