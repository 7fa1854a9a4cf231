"""8.24 to 8.29: the begin and end of a player turn, post-combat supply, surrender of Russia, and who has won (ours V)."""

from __future__ import annotations

from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import GROUND, NAVAL, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, RUSSIA
from grognard.titles.awaw.rules.bombing import back_home
from grognard.titles.awaw.rules.boxes import pay_press
from grognard.titles.awaw.rules.control import conquests, lost_pockets
from grognard.titles.awaw.rules.eastern import annexations, end_border_wars, partition
from grognard.titles.awaw.rules.economy import income, later_events
from grognard.titles.awaw.rules.far_lands import dominions, ethiopia, revolts
from grognard.titles.awaw.rules.grants import arrivals
from grognard.titles.awaw.rules.operations import powers_of
from grognard.titles.awaw.rules.partisans import toll
from grognard.titles.awaw.rules.peoples import peoples, ulster
from grognard.titles.awaw.rules.quays import patrols_end
from grognard.titles.awaw.rules.strategic import BOMBED_BOX, atlantic_score
from grognard.titles.awaw.rules.supply import determine_supply, operational, supply_of
from grognard.titles.awaw.rules.tension import after_combat
from grognard.titles.awaw.rules.units import KIND, NATION, eliminate, held_by, unit_sides
from grognard.titles.awaw.rules.victory import credited, judge, objectives_by_side
from grognard.titles.awaw.rules.want import AIR_FORCE, NAVY, wants
from grognard.titles.awaw.rules.weather import weather
from grognard.titles.awaw.rules.yearstart import book_quarters
from grognard.titles.awaw.state import ISOLATED, NEVER, NO_MISSION, World, turn_of

NOT_COUNTED = ("warsaw", "riga", "helsinki")  # ours V.5
LEVELS = ((9, AXIS, 3), (7, AXIS, 2), (6, AXIS, 1), (5, -1, 0), (4, ALLIES, 1), (3, ALLIES, 2), (0, ALLIES, 3))
AFRICA = 33  # rows of the board from HH on
FIRST_SURRENDER = turn_of(1942, 0)
ATLANTIC_LEVELS = ((60, AXIS, 3), (40, AXIS, 2), (25, AXIS, 1), (15, -1, 0), (5, ALLIES, 1), (0, ALLIES, 2))
WORDS = {3: "decisive", 2: "clear", 1: "marginal"}


@rule("8.24", "ours 30.4")
def begin_turn(g: World) -> None:
    """A player turn begins: ledgers are cleared, weather and initial supply determined, incomes received."""
    g.clear_ledger()
    g.stage, g.attritioned, g.breaks, g.scored = 0, [], [], {}
    for u in range(len(g.units)):
        clear_unit(g, u)
    for n in powers_of(g, g.side):
        row = g.nations[n]
        row.yard_used = row.built = row.srs = row.srs_east = row.bases_placed = row.shipped = row.gave = row.got = 0
    patrols_end(g)
    if g.sheet.whole and g.side == AXIS:
        for box in ("australia_box", "india_box"):
            g.booked.pop(BOMBED_BOX + g.board.space(box), None)
    if g.sheet.whole:
        peoples(g)
        revolts(g)
        arrivals(g)
    partition(g)
    later_events(g)
    weather(g)
    income(g)
    determine_supply(g, g.side)


def clear_unit(g: World, u: int) -> None:
    """Forget what a unit did in the last player turn."""
    units = g.units
    if units.paid[u] or units.spent[u] or units.fought[u] or units.losses[u] or units.exploiting[u] or units.moved[u] or \
            units.stopped[u] or units.mission[u] or units.double[u] or units.free[u] or units.fed[u]:  # fmt: skip
        row = units[u]
        row.fed = 0
        row.paid = row.spent = row.fought = row.losses = row.exploiting = row.moved = row.stopped = row.double = row.free = 0
        row.mission, row.target = NO_MISSION, -1


@rule("8.26", "ours 30.6", "ours 16.6")
def post_combat(g: World) -> None:
    """Conquests, partisans' toll, and the end of ground units that have no supply of any kind."""
    g.stage = 0
    conquests(g)
    after_combat(g)
    annexations(g)
    end_border_wars(g)
    book_quarters(g)
    toll(g)
    if g.sheet.whole:
        dominions(g)
        if g.side == ALLIES and g.sheet.theatre != "pacific" and ulster(g):
            g.nations[BRITAIN].level -= 1
            g.say("unrest in Ulster costs Britain a BRP", rule="ours 74.1")
    pay_press(g)
    sides = unit_sides(g)
    found = {u: supply_of(g, u) for u in range(len(g.units)) if g.units.at[u] >= 0 and sides[u] == g.side
             and KIND[g.units.design[u]] in GROUND and not g.units.exploiting[u] and not g.units.fed[u]}  # fmt: skip
    lost = 0
    for u, level in found.items():
        if level == ISOLATED:
            eliminate(g, u, rebuild=False)
            lost += 1
        elif g.units.supply[u] != level:
            g.units[u].supply = level
    if lost:
        g.say("{} units are lost for want of supply", lost, rule="ours 30.6")


@rule("8.29", "ours 18.7", "ours 33.7")
def end_turn(g: World) -> None:
    """Air units are ready again at operational bases: the mover's, and the enemy's that defended."""
    readied: dict[int, int] = {}
    for u in range(len(g.units)):
        if (
            g.units.inverted[u]
            and g.units.at[u] >= 0
            and KIND[g.units.design[u]] not in (Kind.SUB, Kind.ADVANCED_SUB)
            and operational(g, g.units.at[u], unit_sides(g)[u])
        ):
            at, what, whose = g.units.at[u], KIND[g.units.design[u]], NATION[g.units.design[u]]
            if wants(g, whose, NAVY if what in NAVAL else AIR_FORCE, at):
                readied[at] = readied.get(at, 0) + 1
                if what in NAVAL or readied[at] > g.number("33.62 factors a base readies without oil"):
                    continue
            g.units[u].inverted -= 1  # two: until after the next enemy turn
    back_home(g)
    if g.sheet.whole:
        lost_pockets(g)
    for u in range(len(g.units)):
        clear_unit(g, u)
    if g.sheet.whole:
        ethiopia(g)
    if g.side == ALLIES:
        russian_surrender(g)


# --- Russia -------------------------------------------------------------------------------------------------------------


def short(g: World) -> bool:
    """Barbarossa alone: no surrender before 1942, and twenty lost factors count as ten (AW-DEC-06)."""
    return g.scenario == "barbarossa" and not g.sheet.whole


@rule("ours 60.1")
def russian_resistance(g: World) -> int:
    """Three, less for lost cities, centres below seven and tens of lost factors not rebuilt; two for the West at war."""
    lost = [c for c in ("moscow", "leningrad", "stalingrad") if held_by(g, g.ground.named[c]) == AXIS]
    level = 3 - (2 if "moscow" in lost else 0) - ("leningrad" in lost) - ("stalingrad" in lost)
    centres = sum(g.hexes.ic[s] for s in range(g.board.size) if g.hexes.ic[s] and held_by(g, s) == ALLIES) // 10
    # AW-DEC-06: reinforcements that were never in play are not counted
    unbuilt = sum(g.units[u].sheet.strength for u in range(len(g.units)) if g.units.at[u] < 0 and g.units.built[u] != NEVER
                  and KIND[g.units.design[u]] in GROUND and KIND[g.units.design[u]] != Kind.PARTISAN
                  and g.units[u].sheet.nation == RUSSIA)  # fmt: skip
    return level - max(0, 7 - centres) - unbuilt // (20 if short(g) else 10) + 2


@rule("ours 60.1", "ours V.5")
def russian_surrender(g: World) -> None:
    """At zero or less Russia gives up, and the Axis wins Barbarossa."""
    row = g.nations[RUSSIA]
    if row.side == ALLIES and short(g) and g.turn >= FIRST_SURRENDER and russian_resistance(g) <= 0:
        row.surrendered = 1
        raise GameOver(Outcome(("axis",), "Russia surrenders", "ours 60.1", score(g)))


# --- victory ------------------------------------------------------------------------------------------------------------


@rule("ours V.5")
def axis_objectives(g: World) -> int:
    """Eastern objectives in Axis hands, Warsaw, Riga and Helsinki apart."""
    apart = {g.ground.named[c] for c in NOT_COUNTED}
    return sum(held_by(g, s) == AXIS for s in g.ground.objectives if g.ground.front[s] == FRONT["eastern"] and s not in apart)


def score(g: World) -> dict[str, float]:
    if g.sheet.whole:
        return objectives_by_side(g)
    if g.sheet.victory == "midway":
        return midway_points(g)
    if g.sheet.victory == "atlantic":
        return {"axis": float(g.tonnage), "allies": float(2 * g.drowned)}
    if g.sheet.victory == "north_africa":
        count = sum(held_by(g, g.ground.named[c]) == AXIS for c in AFRICAN_CITIES)
        return {"axis": float(count), "allies": float(len(AFRICAN_CITIES) - count)}
    held = axis_objectives(g)
    return {"axis": float(held), "allies": float(11 - held)}


AFRICAN_CITIES = ("tripoli", "bengazi", "tobruk", "malta", "alexandria", "suez")


def score_sources(g: World) -> list[tuple[str, str, float]]:
    """What the points of `score` are made of: the side, for what, how many."""
    label = g.board.label
    if g.sheet.whole:
        held = [(credited(g, s), label(s)) for s in sorted(g.ground.objectives)]
        return [("axis" if side == AXIS else "allies", name, 1.0) for side, name in held if side in (AXIS, ALLIES)]
    if g.sheet.victory == "midway":
        taken = held_by(g, g.ground.named["midway"]) == AXIS
        island = 6.0 if taken else 3.0
        all_points = midway_points(g)
        found = [("axis" if taken else "allies", "Midway", island)]
        for side, points in all_points.items():
            lost = points - (island if (side == "axis") == taken else 0)
            found += [(side, "Ships and aircraft of the enemy", lost)] if lost else []
        return found
    if g.sheet.victory == "atlantic":
        lines = [("axis", "Tonnage sunk", float(g.tonnage)), ("allies", "Submarines sunk", float(2 * g.drowned))]
        return [line for line in lines if line[2]]
    if g.sheet.victory == "north_africa":
        spaces = [g.ground.named[city] for city in AFRICAN_CITIES]
    else:
        apart = {g.ground.named[c] for c in NOT_COUNTED}
        spaces = [s for s in sorted(g.ground.objectives) if g.ground.front[s] == FRONT["eastern"] and s not in apart]
    return [("axis" if held_by(g, s) == AXIS else "allies", label(s), 1.0) for s in spaces]


@rule("ours V.7")
def midway_points(g: World) -> dict[str, float]:
    """Factors of enemy ships sunk, half of those damaged, air factors shot down; six for the island taken, three for it held."""
    lost = [0.0, 0.0]
    for u in range(len(g.units)):
        sheet, side = g.units[u].sheet, unit_sides(g)[u]
        if side not in (AXIS, ALLIES) or g.units.built[u] == NEVER or sheet.kind in GROUND:
            continue
        worth = sheet.strength / 3 if sheet.kind in (Kind.NAS, Kind.ELITE_NAS) else sheet.strength
        lost[side] += worth if g.units.at[u] < 0 else worth / 2 if g.units.damage[u] else 0
    taken = held_by(g, g.ground.named["midway"]) == AXIS
    return {"axis": lost[ALLIES] + (6 if taken else 0), "allies": lost[AXIS] + (0 if taken else 3)}


@rule("ours V.7")
def midway_outcome(g: World) -> Outcome:
    """Ten points of difference are decisive, five clear, two marginal."""
    points = midway_points(g)
    gap = points["axis"] - points["allies"]
    level = next((n for least, n in ((10, 3), (5, 2), (2, 1)) if abs(gap) >= least), 0)
    if not level:
        return Outcome((), "a draw at Midway", "ours V.7", points)
    return Outcome(("axis" if gap > 0 else "allies",), f"{WORDS[level]} victory at Midway", "ours V.7", points)


@rule("ours V.4")
def desert_level(g: World) -> int:
    """Three for Alexandria and Suez down to minus three where no Axis unit is left in Africa."""

    def axis(name: str) -> bool:
        return held_by(g, g.ground.named[name]) == AXIS

    sides = unit_sides(g)
    left = any(sides[u] == AXIS and g.units.at[u] >= 0 and g.board.row[g.units.at[u]] is not None
               and (g.board.row[g.units.at[u]] or 0) >= AFRICA for u in range(len(g.units)))  # fmt: skip
    if not left:
        return -3
    if axis("alexandria"):
        return 3 if axis("suez") else 2
    if not axis("tripoli"):
        return -2
    if not axis("bengazi"):
        return -1
    return 1 if axis("tobruk") and axis("malta") else 0


def desert_outcome(g: World) -> Outcome:
    level = desert_level(g)
    if level == 0:
        return Outcome((), "a draw in the desert", "ours V.4", score(g))
    return Outcome(("axis" if level > 0 else "allies",), f"{WORDS[abs(level)]} victory in North Africa", "ours V.4", score(g))


@rule("7.215", "ours V.5", "ours V.6")
def victory(g: World) -> None:
    """The last turn is over: the objectives decide."""
    if g.sheet.whole:
        judge(g)
        return
    if g.turn < g.last_turn:
        return
    if g.sheet.victory == "north_africa":
        raise GameOver(desert_outcome(g))
    if g.sheet.victory == "midway":
        raise GameOver(midway_outcome(g))
    at_sea = g.sheet.victory == "atlantic"
    count = atlantic_score(g) if at_sea else axis_objectives(g)
    told = f"{count} points in the Atlantic" if at_sea else f"{count} objectives in Axis hands"
    _, side, level = next((row for row in (ATLANTIC_LEVELS if at_sea else LEVELS) if count >= row[0]), (0, ALLIES, 3))
    cited = "ours V.6" if at_sea else "ours V.5"
    if side < 0:
        raise GameOver(Outcome((), f"a draw: {told}", cited, score(g)))
    raise GameOver(Outcome((("axis", "allies")[side],), f"{WORDS[level]} victory: {told}", cited, score(g)))
