"""5.1 to 5.1.3.5, 29.5, 29.6, 29.17, 29.19: the submarine war: odds, modifiers, losses of NARFs and of strategic movement,
attrition, capital ships. Raiders are in raiders.py, the questions of the segment in strategic_war.py."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grognard.kernel.dice import D10
from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boon, boons
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, NATIONS, NEUTRAL, USA
from grognard.titles.tw.rules.american_entry import happy_time
from grognard.titles.tw.rules.interception import NEARNESS
from grognard.titles.tw.rules.money import DOMINIONS
from grognard.titles.tw.rules.outposts import holds_azores
from grognard.titles.tw.rules.seas import OFF_MAP, distance
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import FALL, SATELLITE, SPRING, War, turn_of
from grognard.titles.tw.war_charts import NAVAL_COMBAT, NAVAL_NATIONALITY, UBOAT_ATTRITION, UBOAT_WAR, Attrition

NARFS = (3, 4, 5)  # by U-Boat: plain, Ambush, Massacre (5.1.1)
HAPPY = 4
SMP_STEP = 20
BISCAY_END, NORWAY_END = turn_of(1943, SPRING), turn_of(1943, FALL)
LATE_ATTRITION = turn_of(1943, FALL)
PLAIN_SHIPPING, AMBUSH, MASSACRE = range(3)
CARD_DOUBLED = {True: (turn_of(1940, FALL), turn_of(1942, FALL)), False: (turn_of(1943, SPRING), turn_of(1945, SPRING))}


def _ally(g: War, key: str, *powers: int) -> bool:
    """Whether a country is a Satellite of one of these powers."""
    row = g.nations[INDEX[key]]
    return row.status == SATELLITE and row.patron in powers and not row.surrendered


@rule("5.1.1", "23.25", "23.29", "23.41", "23.47", "23.48")
def uboat_modifiers(g: War) -> Modifiers:
    """What is added to the German roll."""
    found, sides, named = Modifiers(), hex_sides(g), g.ground.named
    axis_ports = [p for p in g.ground.sea_ports[g.board.space("bay_of_biscay")] if g.ground.country[p] == "france"]
    biscay = g.turn <= BISCAY_END and any(sides[p] == AXIS for p in axis_ports)
    norway = g.turn <= NORWAY_END and all(sides[named(p)] == AXIS for p in ("bergen", "trondheim", "narvik_box"))
    found.add("Happy Time", -HAPPY * int(happy_time(g)), "5.1.1")
    found.add("ports on the Bay of Biscay", -2 * int(biscay), "5.1.1")
    found.add("ports of Norway", -int(norway), "5.1.1")
    found.add("the Azores", -int(holds_azores(g, AXIS)), "23.41")
    spain = _ally(g, "spain", GERMANY, INDEX["italy"]) or sides[named(NATIONS[INDEX["spain"]].capital)] == AXIS
    found.add("Spain with the Axis", -int(spain), "5.1.1")
    found.add("Gibraltar lost", -int(sides[named("gibraltar")] == AXIS), "5.1.1")
    found.add("Ireland with Germany", -int(_ally(g, "ireland", GERMANY)), "5.1.1")
    found.add("Iceland not occupied", -int(bool(g.nations.surrendered[INDEX["denmark"]]) and not g.iceland), "23.25")
    friendly = _ally(g, "portugal", BRITAIN) or holds_azores(g, ALLIES)
    found.add("Portugal with Britain", int(friendly), "23.41")
    found.add("South Africa with Germany", -int(_ally(g, "south_africa", GERMANY)), "23.47")
    found.add("Spain with the Allies", int(_ally(g, "spain", BRITAIN, USA)), "5.1.1")
    found.add("Ireland with America", int(_ally(g, "ireland", USA)), "5.1.1")
    found.add("Variants", boons(g, "uboats"), "28.0")
    found.add("Ultra", int(g.ultra == g.turn), "5.1.3.5")
    return found


@dataclass
class Convoys:
    """What a season of the submarine war has brought."""

    uboats: int
    asw: int
    result: Attrition
    shipping: int = PLAIN_SHIPPING
    uboats_lost: int = 0
    asw_lost: int = 0
    narfs: int = 0
    happy: int = 0  # NARFs instead of ASW in the Happy Time


@rule("5.1.1", "5.1.3")
def reckon(uboats: int, asw: int, result: Attrition, *, happy: bool = False, shipping: int | None = None) -> Convoys:
    """Losses of both sides and NARFs destroyed: so many for each surviving U-Boat beyond the surviving ASW (TW-AMB-11); without
    ASW every U-Boat counts (TW-AMB-10); in the Happy Time lost ASW are NARFs too."""
    found = Convoys(uboats, asw, result)
    found.shipping = min(result.stars, MASSACRE) if shipping is None else shipping
    each = NARFS[found.shipping]
    if not asw:
        found.narfs = uboats * each
        return found
    found.uboats_lost = min(result.attackers_lost, uboats)
    lost = min(result.defenders_lost, asw)
    active = uboats - found.uboats_lost - min(result.attackers_aborted, uboats - found.uboats_lost)
    if happy:
        found.happy = result.defenders_lost * each
        guards = asw - min(result.defenders_aborted, asw)
    else:
        found.asw_lost = lost
        guards = asw - lost - min(result.defenders_aborted, asw - lost)
    found.narfs = max(active - guards, 0) * each + found.happy
    return found


@rule("5.1.3.3", "29.17")
def attrition_loss(g: War, season: Convoys, asw: int, damage: int) -> int:
    """U-Boats lost to attrition when anything was sunk, by raiders too, and there was any ASW: one for three ASW, from Fall 1943
    for two, rounded up."""
    left = season.uboats - season.uboats_lost
    if not asw or not damage:
        return 0
    if g.options.uboat_attrition:
        roll = g.roll(D10, f"U-Boat attrition against {asw} ASW", "29.17")
        return min(UBOAT_ATTRITION[UBOAT_ATTRITION.column(asw), roll], left)
    step = 2 if g.turn >= LATE_ATTRITION else 3
    return min(-(-asw // step), left)


@rule("5.1.3", "8.4")
def smp_cut(narfs: int, shipping: int = PLAIN_SHIPPING) -> int:
    """Points of strategic movement lost: one for each 20 NARFs or part of them, one more for an Ambush, two for a Massacre."""
    return -(-narfs // SMP_STEP) + shipping


@rule("5.1.1")
def battle_of_the_atlantic(uboats: int, asw: int, roll: int, modifier: int) -> Attrition:
    """The cell of the table; without ASW the best column."""
    column = UBOAT_WAR.column(uboats, asw) if asw else len(UBOAT_WAR.labels) - 1
    return UBOAT_WAR[column, roll + modifier]


@rule("5.1.3", "15.1.6.1", "23.47")
def isles_base(g: War) -> int:
    """The NARF base of the British Isles: what Britain's is without the dominions and India, with what has grown since 1939."""
    africa = g.nations[INDEX["south_africa"]]
    gone = campaign_of(g).conquests["south_africa"] if africa.patron in (GERMANY, ITALY) and africa.status else 0
    return max(g.nations.base[BRITAIN] - (DOMINIONS - gone), 0)


@rule("5.1.3")
def share_losses(g: War, narfs: int, american: int) -> dict[int, int]:
    """NARFs each power loses: Britain never more than a third of the Isles in a turn."""
    british = min(narfs - american, isles_base(g) // 3)
    return {BRITAIN: max(british, 0), USA: american}


@rule("29.6")
def uboat_card(g: War, german: str, allied: str) -> int:
    """The adjustment of two cards; good ones for U-Boats count double in 1940 to 1942, good ones for ASW in 1943 to 1945."""
    value = campaign_of(g).matrices["29.6"][german, allied]
    first, last = CARD_DOUBLED[value < 0]
    return value * 2 if value and first <= g.turn <= last else value


@rule("29.5")
def simple_dice(g: War) -> tuple[int, int]:
    """(dice, U-Boats lost) of the simplified war."""
    if happy_time(g):
        return 4, 1
    if g.turn < turn_of(1940, FALL):
        return 1, 2
    past = g.happy_time >= 0 and g.turn > g.happy_time
    return 2, 6 if past else 2


@rule("29.14")
def med_modifiers(g: War) -> Modifiers:
    """What is added to the British submarines' roll against Italian escorts."""
    found, kinds, nations = Modifiers(), g.roster.kinds, g.roster.nations
    found.add("navies", NAVAL_NATIONALITY[g.nations.navy[BRITAIN], g.nations.navy[ITALY]], "29.14")
    malta = g.ground.named("malta")
    there = [u for u, at in enumerate(g.units.at) if at == malta and nations[u] == BRITAIN]
    found.add("ships in Malta", -int(any(kinds[u] in (Kind.FLEET, Kind.CV) for u in there)), "29.14")
    found.add("TAC in Malta", -int(any(kinds[u] == Kind.TAC for u in there)), "29.14")
    waters = [g.board.space(n) for n in ("central_med", "ionian_sea", "gulf_of_sidra", "tobruk_waters")]
    shore = frozenset().union(*[g.ground.shores[s] for s in waters])
    for nation, worth in ((ITALY, 2), (GERMANY, 3)):
        near = any(at in shore and kinds[u] == Kind.TAC and nations[u] == nation for u, at in enumerate(g.units.at))
        found.add(f"{NATIONS[nation].name} TAC beside the convoys", worth * int(near), "29.14")
    return found


@rule("29.16", "7.8.1", "28.2.2")
def hunter_search(g: War) -> Modifiers:
    """What is added to the roll of sub hunters: they search the North Atlantic from the British port that is nearest to it."""
    found, atlantic, sides = Modifiers(), g.board.space("north_atlantic"), hex_sides(g)
    ports = [s for s in g.ground.homeland.get("britain", ()) if g.ground.port[s] and sides[s] == ALLIES]
    far = min([distance(g, BRITAIN, s, atlantic) for s in ports], default=OFF_MAP)
    found.add(f"{far} sea areas away", NEARNESS.get(far, NEARNESS[OFF_MAP]), "7.8")
    found.add("naval radar", -int(bool(boon(g, BRITAIN, "radar"))), "28.2.2")
    return found


@rule("29.16")
def hunter_result(roll: int, hunters: int, uboats: int, modifier: int) -> tuple[int, int]:
    """(U-Boats sunk, U-Boats depleted) where sub hunters have met them: U-Boats attack, two units a Fleet on each side, and what
    would hurt the hunters is nothing."""
    column = NAVAL_COMBAT.column(Fraction(uboats, 2), Fraction(hunters, 2))
    result = NAVAL_COMBAT[column, roll + modifier]
    return (result.sunk, result.depleted) if result.attacker else (0, 0)


@rule("29.19")
def capital_targets(g: War, *, carrier: bool) -> list[int]:
    """British ships, or American Fleets, that a lucky U-Boat can deplete."""
    kinds, nations = g.roster.kinds, g.roster.nations
    wanted = (BRITAIN,) if carrier else (BRITAIN, USA)
    kind = Kind.CV if carrier else Kind.FLEET
    return [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0 and kinds[u] == kind and nations[u] in wanted and g.nations.side[nations[u]] != NEUTRAL
    ]
