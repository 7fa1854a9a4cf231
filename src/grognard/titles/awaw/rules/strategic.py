"""Ours 24 and 25: submarines against transports in the three boxes of 5.9. Bombing and raiders have modules of their own."""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import Bite, Charts
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FACTION, GERMANY, INDEX, ITALY, JAPAN, US, camp, side_word
from grognard.titles.awaw.rules.codes import advantage, holder_of
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.units import KIND, NATION, all_at, eliminate, held_by, other, patron, unit_sides
from grognard.titles.awaw.state import NO_RESULT, World

ATLANTIC, PACIFIC, INDIAN = "sw_atlantic", "sw_pacific", "sw_indian"
LANES = (ATLANTIC, PACIFIC, INDIAN)
NAMES = {ATLANTIC: "Atlantic", PACIFIC: "Pacific", INDIAN: "Indian Ocean"}
BAY_PORTS = ("brest", "lorient", "st_nazaire", "la_rochelle")
IBERIAN_PORTS = ("la_coruna", "vigo", "lisbon", "cadiz")
SOUTH_SEAS = ("townsville", "noumea", "suva", "pearl_harbor")
MOST_ROW = 20
CVE_STEP, FAR_CVE_STEP, MOST_CVE = 6, 3, 4
BOATS = (Kind.SUB, Kind.ADVANCED_SUB)
SHIPPING = (Kind.SUB, Kind.ADVANCED_SUB, Kind.ASW, Kind.TRANSPORT)
BOMBED_BOX = 70000  # key of `booked`, and the box: BRPs bombed this turn (ours 71.321)
SUNK_JAPANESE = 684  # key of `booked`: Japanese transports lost to submarines
TIED = 4  # a bit of `moved`: a transport that carries something this turn


@rule("ours 24.6")
def warfare_table(charts: Charts, factors: int, roll: int) -> Bite:
    """A row of the strategic warfare table; two dice, modified."""
    if factors < 1:
        return Bite()
    return charts.warfare[charts.warfare.column(max(2, min(12, roll))), min(MOST_ROW, factors)]


def rows(factors: int) -> list[int]:
    """Ours 24.6: more than twenty factors roll in the row of twenty and in that of the rest."""
    return [MOST_ROW] * (factors // MOST_ROW) + ([factors % MOST_ROW] if factors % MOST_ROW else [])


@rule("ours 24.1")
def sails_for(g: World, u: int, side: int, box: str) -> bool:
    """Whether a unit in a box fights on a side; Japan's in the Indian Ocean only while it is at war with Britain there."""
    if box != INDIAN or not g.both_boards:
        return unit_sides(g)[u] == side
    whose = patron(g, u)
    if whose == JAPAN:  # AW-DEC-14
        return side == AXIS and g.nations.east[JAPAN] == AXIS and g.nations.east[BRITAIN] == ALLIES
    return whose >= 0 and side in (g.nations.side[whose], g.nations.east[whose])


def in_box(g: World, kind: Kind, side: int, box: str = ATLANTIC) -> list[int]:
    """Units of a kind and side in a box that are ready (not sent home)."""
    design, inverted = g.units.design, g.units.inverted
    ready = [u for u in all_at(g).get(g.board.space(box), ()) if KIND[design[u]] == kind and not inverted[u]]
    if box == INDIAN and g.both_boards:
        return [u for u in ready if sails_for(g, u, side, box)]
    sides = unit_sides(g)
    return [u for u in ready if sides[u] == side]


def submarines(g: World, side: int, box: str) -> list[int]:
    return [u for kind in BOATS for u in in_box(g, kind, side, box)]


def admiral(g: World, units: list[int], default: int) -> int:
    """The power with most of these units."""
    by: dict[int, int] = {}
    for u in units:
        by[patron(g, u)] = by.get(patron(g, u), 0) + 1
    return max(by, key=lambda n: (by[n], -n)) if by else default


def hunters_and_guards(g: World, side: int, box: str) -> tuple[int, int]:
    """The power whose submarines hunt in a box, and the one that guards its convoys."""
    first = {ATLANTIC: (GERMANY, BRITAIN), INDIAN: (GERMANY, BRITAIN), PACIFIC: (JAPAN, US)}[box]
    hunter, guard = first if side == AXIS else (first[1], first[0])
    return admiral(g, submarines(g, side, box), hunter), admiral(g, in_box(g, Kind.TRANSPORT, other(side), box), guard)


@rule("ours 25.2", "ours 25.66", "ours 24.6")
def submarine_modifiers(g: World, box: str = ATLANTIC, side: int = AXIS) -> Modifiers:
    """Net modifier of a box: plus for the submarines, minus for the escorts."""
    chart, found = g.charts.strategic, Modifiers()
    hunter, guard = hunters_and_guards(g, side, box)
    mine, theirs = FACTION[hunter], FACTION[guard]
    found.add("naval nationality", g.nations.navy[hunter] - g.nations.navy[guard], "ours 24.6")
    found.add("air range", results_of(g, mine, "air_range") - results_of(g, theirs, "air_range"), "ours 24.6")
    found.add("torpedoes", results_of(g, mine, "torpedoes"), "ours 24.6")
    found.add("ASW", -results_of(g, theirs, "asw"), "ours 24.6")
    step = CVE_STEP if box == ATLANTIC else FAR_CVE_STEP
    found.add("escort carriers", -min(MOST_CVE, len(in_box(g, Kind.CVE, other(side), box)) // step), "ours 25.2")
    if box == ATLANTIC:
        _atlantic(g, found)
    elif box == INDIAN:
        colombo = hunter == JAPAN and _any_held(g, ("colombo",), side)
        found.add("Colombo", colombo * chart["indian Japan holds Colombo (Japanese submarines)"], "ours 24.6")
    elif hunter == JAPAN:
        name = "pacific Japan holds Townsville, Noumea, Suva or a Hawaiian port (Japanese submarines)"
        found.add("bases in the South Seas", _any_held(g, SOUTH_SEAS, side) * chart[name], "ours 24.6")
    else:
        found.add("Manila", _any_held(g, ("manila",), side) * chart["pacific Allies hold Manila (US submarines)"], "ours 24.6")
    pacific = box == PACIFIC or hunter == JAPAN
    gain = advantage(g, holder_of(hunter, pacific=pacific), "submarine")
    gain -= advantage(g, holder_of(US if pacific and side == AXIS else guard, pacific=pacific), "ASW")
    return found.add("codes", gain, "ours 48.4")


def _atlantic(g: World, found: Modifiers) -> None:
    chart = g.charts.strategic
    bay = chart["atlantic Axis hold Brest, Lorient, St. Nazaire or La Rochelle"]
    found.add("ports on the Bay of Biscay", bay_held(g) * bay, "ours 24.6")
    iberia = chart["atlantic Axis hold La Coruna, Vigo, Lisbon or Cadiz"]
    found.add("Iberian ports", _any_held(g, IBERIAN_PORTS, AXIS) * iberia, "ours 24.6")
    found.add("Gibraltar", _any_held(g, ("gibraltar",), AXIS) * chart["atlantic Axis hold Gibraltar"], "ours 24.6")
    if g.nations.war[US] >= 0:
        found.add("war with the United States", chart["atlantic Germany and US at war"], "ours 24.6")
        found.add("first turns of that war", {0: 2, 1: 1}.get(g.turn - g.nations.war[US], 0), "ours 25.66")
    irish = 7 <= g.nations.result[INDEX["ireland"]] < NO_RESULT and g.nations.conquered[INDEX["ireland"]] < 0
    found.add("Ireland", irish * chart["atlantic Ireland result 7 or more"], "ours 74.1")


def _any_held(g: World, cities: tuple[str, ...], side: int) -> bool:
    return any(held_by(g, g.ground.named[p]) == side for p in cities if p in g.ground.named)


def bay_held(g: World) -> bool:
    return _any_held(g, BAY_PORTS, AXIS)


@rule("ours 25.2", "ours 20.8")
def escorts_in(g: World, side: int, box: str) -> int:
    """Escorts of a box: ASW, and one for each three destroyer factors assigned to it."""
    return len(in_box(g, Kind.ASW, side, box)) + len(in_box(g, Kind.DD, side, box)) // g.number(
        "25.2 destroyers that count as an ASW"
    )


@rule("ours 24.6", "ours 25.2", "ours 25.21")
def contest(g: World, box: str, side: int) -> None:
    """The submarines of a side in a box against its escorts and transports: both roll, both suffer."""
    boats, foe = submarines(g, side, box), other(side)
    cargo = in_box(g, Kind.TRANSPORT, foe, box)
    escorts = escorts_in(g, foe, box)
    if not boats or not (cargo or escorts):
        return
    net = submarine_modifiers(g, box, side)
    attack = _rolled(g, len(boats), net.total, "submarines")
    answer = _rolled(g, max(1, escorts), -net.total - (2 if not escorts else 0), "escorts")
    japanese = sum(NATION[g.units.design[u]] == JAPAN for u in cargo)
    sunk = sink(g, sorted(cargo, key=lambda u: bool(g.units.moved[u] & TIED)), attack.aborted)
    left = sum(g.units.at[u] >= 0 and NATION[g.units.design[u]] == JAPAN for u in cargo)
    g.booked[SUNK_JAPANESE] = g.booked.get(SUNK_JAPANESE, 0) + japanese - left
    lost = sink(g, in_box(g, Kind.ASW, foe, box), attack.lost)
    spare = min(attack.lost, escorts) - lost
    sink(g, in_box(g, Kind.DD, foe, box), spare * g.number("25.2 destroyers that count as an ASW"))
    drowned = sink(g, boats, answer.lost)
    for u in [u for u in boats if g.units.at[u] >= 0][: answer.aborted]:
        g.units[u].inverted = 1
    if box == ATLANTIC and side == AXIS:
        g.tonnage += sunk
        g.drowned += drowned
    g.say("{}: {} transports and {} ASW lost, {} submarines lost, {} sent home", NAMES[box], sunk, lost,
          drowned, answer.aborted, rule="ours 25.21")  # fmt: skip


@rule("ours 24.6", "ours 24.1", "ours 20.7")
def submarine_warfare(g: World) -> None:
    """Submarines of the moving side hunt in every box where they are."""
    for box in LANES:
        contest(g, box, g.side)


def _rolled(g: World, factors: int, modifier: int, who: str) -> Bite:
    lost = aborted = 0
    for row in rows(factors):
        roll = sum(g.roll_dice(2, D6, f"strategic warfare, {who}", "ours 24.6"))
        found = warfare_table(g.charts, row, roll + modifier)
        lost, aborted = lost + found.lost, aborted + found.aborted
    return Bite(lost, aborted)


def sink(g: World, units: list[int], count: int) -> int:
    """Lose so many of these, as far as there are any."""
    for u in units[:count]:
        eliminate(g, u)
    return max(0, min(count, len(units)))


def free_in(g: World, side: int, box: str) -> int:
    """Ours 25.4, 25.5: transports of a side in a box that carry nothing this turn."""
    return sum(not g.units.moved[u] & TIED for u in in_box(g, Kind.TRANSPORT, side, box))


def _against(g: World, power: int) -> bool:
    """Whether a power fights Britain."""
    if power == JAPAN:
        east = g.nations.east if g.both_boards else g.nations.side
        return g.seated(JAPAN) and east[JAPAN] == AXIS and east[BRITAIN] == ALLIES
    return g.nations.side[power] == AXIS and not g.nations.surrendered[power] and g.nations.side[BRITAIN] == ALLIES


@rule("ours 25.4")
def needs(g: World) -> list[tuple[str, int, int]]:
    """Boxes, the power that pays for a want, and transports needed: by the side that has just built."""
    found: list[tuple[str, int, int]] = []
    japan_at_war = (g.nations.fought_east[US] if g.both_boards else g.nations.war[US]) >= 0 and g.seated(JAPAN)
    if g.side == ALLIES:
        if g.sheet.theatre != "pacific":
            found.append((ATLANTIC, BRITAIN, g.number("25.4 transports needed in the Atlantic")))
            if g.sheet.whole and (_against(g, ITALY) or _against(g, JAPAN)):
                found.append((INDIAN, BRITAIN, g.number("25.4 transports needed in the Indian Ocean")))
        if g.sheet.theatre != "europe" and (japan_at_war or _against(g, JAPAN)):
            found.append((PACIFIC, US if japan_at_war else BRITAIN, g.number("25.4 transports needed in the Pacific")))
    elif g.side == AXIS and g.sheet.theatre != "europe" and japan_at_war:
        found.append((PACIFIC, JAPAN, g.number("25.4 transports needed by Japan")))
    return found


@rule("ours 25.4")
def shortage(g: World, box: str = ATLANTIC, need: int = -1, side: int = ALLIES) -> int:
    """Transports short of the need of a box: each costs a BRP."""
    wanted = g.number("25.4 transports needed in the Atlantic") if need < 0 else need
    return max(0, wanted - free_in(g, side, box))


@rule("ours 25.4", "ours 25.5")
def pay_shortage(g: World) -> None:
    """After construction: what the convoys lack is paid in BRPs."""
    for box, payer, need in needs(g):
        short = shortage(g, box, need, g.side)
        if short and not g.nations.surrendered[payer]:
            g.nations[payer].level -= short
            told = short, NAMES[box], g.nations[payer].label, short
            g.say("{} transports are wanting in the {}: {} loses {} BRPs", *told, rule="ours 25.4")  # fmt: skip


@rule("ours V.6", "ours 25.21")
def home_again(g: World) -> None:
    """Submarines sent home come out again after the enemy's turn."""
    for u in range(len(g.units)):
        if g.units.inverted[u] and KIND[g.units.design[u]] in BOATS and camp(patron(g, u)) == side_word(other(g.side)):
            g.units[u].inverted = 0


@rule("ours V.6")
def atlantic_score(g: World) -> int:
    """Transports lost less twice the submarines lost."""
    return g.tonnage - 2 * g.drowned
