"""Ours 24 and 25: submarines against transports in the boxes of 5.9. Bombing (26) and raiders (21.53) are still to come."""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import rule
from grognard.kernel.tables import Chart, Modifiers
from grognard.titles.awaw.charts import TABLES, Bite, bite
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, US, WESTERN
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.units import KIND, all_at, eliminate, held_by, unit_sides
from grognard.titles.awaw.state import World

WARFARE = Chart.read(TABLES / "sw_combat.csv", bite, columns="band")
ATLANTIC = "sw_atlantic"
BAY_PORTS = ("brest", "lorient", "st_nazaire", "la_rochelle")
MOST_ROW = 20
CVE_STEP, MOST_CVE = 6, 4
NEEDED = 20  # transports free in the Atlantic box (ours 25.4)


@rule("ours 24.6")
def warfare_table(factors: int, roll: int) -> Bite:
    """A row of the strategic warfare table; two dice, modified."""
    if factors < 1:
        return Bite()
    return WARFARE[WARFARE.column(max(2, min(12, roll))), min(MOST_ROW, factors)]


def rows(factors: int) -> list[int]:
    """Ours 24.6: more than twenty factors roll in the row of twenty and in that of the rest."""
    return [MOST_ROW] * (factors // MOST_ROW) + ([factors % MOST_ROW] if factors % MOST_ROW else [])


def in_box(g: World, kind: Kind, side: int, box: str = ATLANTIC) -> list[int]:
    """Units of a kind and side in a box that are ready (not sent home)."""
    space, sides = g.board.space(box), unit_sides(g)
    return [u for u in all_at(g).get(space, ()) if KIND[g.units.design[u]] == kind and sides[u] == side
            and not g.units.inverted[u]]  # fmt: skip


@rule("ours 25.2", "ours 25.66")
def submarine_modifiers(g: World) -> Modifiers:
    """Net modifier of the Atlantic: plus for the submarines, minus for the escorts."""
    found = Modifiers()
    found.add("naval nationality", g.nations.navy[GERMANY] - g.nations.navy[BRITAIN], "ours 24.6")
    ranges = results_of(g, EUROPEAN_AXIS, "air_range") - results_of(g, WESTERN, "air_range")
    found.add("air range", ranges, "ours 24.6")
    found.add("torpedoes", results_of(g, EUROPEAN_AXIS, "torpedoes"), "ours 24.6")
    found.add("ASW", -results_of(g, WESTERN, "asw"), "ours 24.6")
    carriers = len(in_box(g, Kind.CVE, ALLIES))
    found.add("escort carriers", -min(MOST_CVE, carriers // CVE_STEP), "ours 25.2")
    if bay_held(g):
        found.add("ports on the Bay of Biscay", 2, "ours 24.6")
    if g.nations.war[US] >= 0:
        found.add("war with the United States", 1, "ours 24.6")
        found.add("first turns of that war", {0: 2, 1: 1}.get(g.turn - g.nations.war[US], 0), "ours 25.66")
    return found


def bay_held(g: World) -> bool:
    return any(held_by(g, g.ground.named[p]) == AXIS for p in BAY_PORTS if p in g.ground.named)


@rule("ours 24.6", "ours 25.2", "ours 25.21")
def submarine_warfare(g: World) -> None:
    """The submarines in the Atlantic against its escorts and transports: both roll, both suffer."""
    boats, escorts = in_box(g, Kind.SUB, AXIS), in_box(g, Kind.ASW, ALLIES)
    if not boats:
        return
    net = submarine_modifiers(g)
    attack = _rolled(g, len(boats), net.total, "submarines")
    answer = _rolled(g, max(1, len(escorts)), -net.total - (2 if not escorts else 0), "escorts")
    sunk = sink(g, in_box(g, Kind.TRANSPORT, ALLIES), attack.aborted)
    lost = sink(g, escorts, attack.lost)
    drowned = sink(g, boats, answer.lost)
    for u in [u for u in boats if g.units.at[u] >= 0][: answer.aborted]:
        g.units[u].inverted = 1
    g.tonnage += sunk
    g.drowned += drowned
    g.say("Atlantic: {} transports and {} ASW lost, {} submarines lost, {} sent home", sunk, lost, drowned, answer.aborted,
          rule="ours 25.21")  # fmt: skip


def _rolled(g: World, factors: int, modifier: int, who: str) -> Bite:
    lost = aborted = 0
    for row in rows(factors):
        roll = sum(g.roll_dice(2, D6, f"strategic warfare, {who}", "ours 24.6"))
        found = warfare_table(row, roll + modifier)
        lost, aborted = lost + found.lost, aborted + found.aborted
    return Bite(lost, aborted)


def sink(g: World, units: list[int], count: int) -> int:
    """Lose so many of these, as far as there are any."""
    for u in units[:count]:
        eliminate(g, u)
    return min(count, len(units))


@rule("ours 25.4")
def shortage(g: World) -> int:
    """Transports short of the need of the Atlantic: each costs Britain a BRP."""
    return max(0, NEEDED - len(in_box(g, Kind.TRANSPORT, ALLIES)))


@rule("ours 25.4")
def pay_shortage(g: World) -> None:
    short = shortage(g)
    if short and g.side == ALLIES:
        g.nations[BRITAIN].level -= short
        g.say("{} transports are wanting in the Atlantic: Britain loses {} BRPs", short, short, rule="ours 25.4")


@rule("ours V.6", "ours 25.21")
def home_again(g: World) -> None:
    """Submarines sent home come out again after a turn."""
    for u in range(len(g.units)):
        if g.units.inverted[u] and KIND[g.units.design[u]] == Kind.SUB and g.side == ALLIES:
            g.units[u].inverted = 0


@rule("ours V.6")
def atlantic_score(g: World) -> int:
    """Transports lost less twice the submarines lost."""
    return g.tonnage - 2 * g.drowned
