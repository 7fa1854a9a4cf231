"""4: logistical efforts. They are chosen in Planning, placed and paid for at the start of Operations, and activate units
(TW-AMB-07)."""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, EFFORTS, GERMANY, ITALY, ORDER, USA, USSR, capacity, effort_price
from grognard.titles.tw.rules.alliances import note_stragglers
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import note_enemy_supply
from grognard.titles.tw.rules.money import camp
from grognard.titles.tw.rules.oil import oil_points, oil_shortage
from grognard.titles.tw.rules.supply import check_supply
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import EFFORT_NAMES, LLE, MLE, NO_EFFORT, PASS_TURN, RLE, SLE, Hex, War
from grognard.titles.tw.subjects import EffortMarker, Planning

MANY = 12  # markers of one power offered in a turn (TW-AMB-07)
SCORCHED_PRICE = 15
YEARLY = ~0xFFFF  # bits of Nation.upgraded that outlast the turn: years of Italian upgrades (19.4)


def powers(g: War) -> list[int]:
    """Nations of the scenario that choose efforts: Major Powers, and minors that a scenario lets pay for themselves."""
    patron, side, out = g.nations.patron, g.nations.side, g.nations.surrendered
    return [n for n in range(len(patron)) if patron[n] == n and side[n] < 2 and not out[n]]


@rule("3.3", "4.0")
def planning(g: War) -> Flow[None]:
    """Choose logistical efforts, the poorest Major Power first"""
    for nation in range(len(g.nations)):
        row = g.nations[nation]
        row.effort_before, row.effort, row.efforts = row.effort, NO_EFFORT, 0
    for nation in sorted(powers(g), key=lambda n: (g.nations.narfs[n], ORDER.index(n))):
        yield from plan_effort(g, nation)
    yield from scorched_earth(g)


@rule("3.3", "4.0")
def plan_effort(g: War, nation: int) -> Flow[None]:
    """One power chooses its effort"""
    row = g.nations[nation]
    prompt = f"{row.label} has {row.narfs} NARFs: choose an effort"
    choice, count = yield from menu(g, g.seat(row.side), prompt, Planning(nation), *PLANS, rule="4.0", first=(row,))
    row.effort, row.efforts = EFFORT_NAMES.index(choice.verb), count
    many = f" x {row.efforts}" if row.efforts > 1 else ""
    g.say("{} plans {}{}", row, choice.verb.upper(), many, rule="3.3")


@rule("21.7.6")
def scorched_earth(g: War) -> Flow[None]:
    """On the turn after the German attack the Soviets may burn what they leave, once, for 15 NARFs"""
    row = g.nations[USSR]
    may = g.barbarossa >= 0 and g.turn == g.barbarossa + 1 and g.scorched < 0
    if not may or row.side > 1 or row.surrendered or row.narfs < SCORCHED_PRICE:
        return
    acts = word("spare", "21.7.6", "Spare the land"), word("scorch", "21.7.6", "Burn what is left behind")
    choice, _ = yield from menu(g, g.seat(row.side), "Scorched earth for 15 NARFs?", Planning(USSR), *acts, first=(row,))
    if choice.verb == "scorch":
        row.narfs -= SCORCHED_PRICE
        g.scorched = g.turn
        g.say("the Soviets burn what they leave", rule="21.7.6")


@rule("4.0", "4.1", "4.2", "4.3", "4.4", "4.5")
def why_not_effort(g: War, nation: int, effort: str, count: int = 1) -> No | None:
    """Whether a power can choose an effort now."""
    row = g.nations[nation]
    if effort == "pass":
        return None if row.narfs < effort_price("mle", nation) else No("4.5", "it still has NARFs")
    if effort not in EFFORTS:
        return No("4.0", "there is no such effort")
    if effort == "sle" and row.effort_before == SLE:
        return No("4.1", "no sustained effort two turns running")
    price = sustained_price(g, nation) if effort == "sle" else effort_price(effort, nation) * count
    if price > row.narfs:
        return No("4.0", f"it costs {price} NARFs and the power has {row.narfs}")
    return None


def _plan(effort: str, rule_: str, words: str, *, many: bool = False) -> Act[War, Planning, Any]:
    """An effort as an answer: one of them, or some markers."""

    def told(g: War, planning: Planning, count: Any) -> str:
        return " ".join([words, g.nations[planning.nation].label, *([str(count)] if many else [])])

    def may(g: War, planning: Planning, count: Any) -> No | None:
        if many and not 1 <= count <= MANY:
            return No(rule_, f"one to {MANY} markers")
        return why_not_effort(g, planning.nation, effort, count or 1)

    if not many:
        return Act(effort, rule_, told, may=may, do=lambda g, s, _: 1)
    return Act(effort, rule_, told, takes=int, among=lambda g, s: range(1, MANY + 1), may=may, do=lambda g, s, n: n)


PLANS: tuple[Act[War, Planning, Any], ...] = (
    _plan("sle", "4.1", "Sustained effort"),
    _plan("rle", "4.2", "Regional efforts", many=True),
    _plan("lle", "4.3", "Limited efforts", many=True),
    _plan("mle", "4.4", "Movement effort"),
    _plan("pass", "4.5", "Pass"),
)


@rule("4.1")
def sustained_price(g: War, nation: int) -> int:
    """An SLE costs Germany double while it has a ground unit inside the Soviet Union of 1939 (TW-AMB-38)."""
    price = effort_price("sle", nation)
    return price * 2 if nation == GERMANY and _in_russia(g) else price


def _in_russia(g: War) -> bool:
    nations, kinds, home = g.roster.nations, g.roster.kinds, g.ground.ussr_1939
    return any(at >= 0 and nations[u] == GERMANY and kinds[u] <= Kind.PART and home[at] for u, at in enumerate(g.units.at))


@rule("4.2", "4.3")
def marker_price(g: War, nation: int, effort: str, space: int) -> int:
    """An RLE or LLE of an Axis power placed inside the Soviet Union of 1939 costs double."""
    price = effort_price(effort, nation)
    return price * 2 if nation in (GERMANY, ITALY) and g.ground.ussr_1939[space] else price


# --- Operations begin -----------------------------------------------------------------------------------------------------------


@rule("3.6", "4.0", "12.0")
def begin_operations(g: War) -> Flow[None]:
    """Check supply, pay for the efforts, place their markers and activate units"""
    g.impulse = 1
    g.shift_used = 0
    check_supply(g, g.side)
    note_enemy_supply(g)
    refresh(g)
    for nation in sorted(
        [n for n in powers(g) if g.nations.side[n] == g.side], key=lambda n: (g.nations.narfs[n], ORDER.index(n))
    ):
        row = g.nations[nation]
        if row.effort in (SLE, MLE, PASS_TURN):
            row.narfs -= {SLE: sustained_price(g, nation), MLE: effort_price("mle", nation)}.get(row.effort, 0)
            activate(g, nation, None, 0)
        elif row.effort in (RLE, LLE):
            yield from place_markers(g, nation, EFFORT_NAMES[row.effort], row.efforts)
    for nation in range(len(g.nations)):
        row = g.nations[nation]
        if row.free_efforts and row.side == g.side and not row.surrendered:
            yield from free_effort(g, nation)
    yield from oil_shortage(g)


def refresh(g: War) -> None:
    """Take off the marks of the last player turn."""
    if g.side == ALLIES:
        note_stragglers(g)
    elif g.nations.firestorms[GERMANY]:
        g.at_home = fighters_at_home(g)
    if g.granted:
        g.granted = {}
    for place in ("active", "moved", "fought", "missions", "dropped", "spearhead", "afloat", "walked"):
        for u, value in enumerate(getattr(g.units, place)):
            if value:
                setattr(g.units[u], place, 0)
    for s, marker in enumerate(g.hexes.marker):
        if marker != NOWHERE:
            g.hexes[s].marker = NOWHERE
    for n in range(len(g.nations)):
        row = g.nations[n]
        if camp(g, n) == g.side:
            row.smp, row.rail = 2 * smp_level(g, n), max(capacity(n).rail - row.rail_lost, 0)  # in half points (8.1.3); 8.4.2
            row.crossed = 2 * (crossing_level(g) - crossing_level(g, row.smp_lost)) if n == USA else 0
            row.overflown = row.crossed
            row.smp_lost = row.rail_lost = 0
            row.evading = NOWHERE
            row.reserves = row.works = row.spent = row.lent = row.aid_sent = row.received = 0
            row.upgraded = row.upgraded & YEARLY


@rule("5.3.2")
def fighters_at_home(g: War) -> list[int]:
    """German fighter units in Germany."""
    known, country = g.roster, g.ground.country
    based = [u for u in known.air if known.kinds[u] == Kind.FTR and known.nations[u] == GERMANY and g.units.at[u] >= 0]
    return [u for u in based if country[g.units.at[u]] == "germany"]


@rule("8.5.5", "8.4.1")
def crossing_level(g: War, lost: int = 0) -> int:
    """America's points for the way to Europe, and as many on the board: half its level, each with what was bought, each less what
    U-Boats took, down to two."""
    level = capacity(USA).smp // 2 + g.nations.smp_more[USA]
    return max(level - lost, capacity(USA).least)


@rule("8.4", "8.4.2", "8.5.5", "5.1.3", "24.1", "24.2", "24.3")
def smp_level(g: War, nation: int) -> int:
    """Points of strategic movement of a nation this turn: its level less what strategic warfare took, down to its minimum."""
    sheet, row = capacity(nation), g.nations[nation]
    if nation == USA:
        return crossing_level(g, row.smp_lost)  # on the board; for the way to Europe it has as many (shipping.py)
    level = max(sheet.smp + row.smp_more + oil_points(g, nation), 0)
    return max(level - row.smp_lost, min(sheet.least, level))


MARKERS = {"rle": "{0}: place regional effort {1} of {2}", "lle": "{0}: place limited effort {1} of {2}"}
FORGOING: Act[War, Any, None] = word("forgo", "4.2", "Place no more")


@rule("4.2", "4.3")
def place_markers(g: War, nation: int, effort: str, count: int) -> Flow[None]:
    """Place the markers of a power"""
    row, radius = g.nations[nation], EFFORTS[effort].radius
    for n in range(count):
        where = useful_hexes(g, nation, effort, radius)
        if not where:
            return
        section = "4.2" if effort == "rle" else "4.3"
        placing = one_of("place", section, "Place at {0}", Hex, where, "no friendly hex in its purse that wakes a unit")
        prompt = MARKERS[effort].format(row.label, n + 1, count)
        choice, _ = yield from menu(
            g, g.seat(g.side), prompt, EffortMarker(nation, effort), placing, FORGOING, rule=section, first=(row,)
        )
        if choice.verb == "forgo":
            return
        space = choice.args[1].index
        row.narfs -= marker_price(g, nation, effort, space)
        activate(g, nation, space, radius)


def useful_hexes(g: War, nation: int, effort: str, radius: int) -> list[int]:
    """Friendly hexes and boxes, within the purse, from which a marker would activate a unit that is not active yet."""
    rows, land = zip(g.units.at, g.units.active, g.roster.patrons), g.ground.land
    bases = {at for at, active, patron in rows if at >= 0 and not active and patron == nation and land[at]}
    near: set[int] = set().union(*[g.ground.near(at, radius) for at in bases])
    return sorted([*_boxes(g, nation, effort), *_affordable(g, nation, effort, near)])


@rule("4.2", "4.3", "19.1.2", "8.8")
def _boxes(g: War, nation: int, effort: str) -> list[int]:
    """Boxes in which a marker would activate units, each by itself; Britain fights in Italian East Africa with one
    (TW-AMB-211)."""
    if g.nations.narfs[nation] < effort_price(effort, nation):
        return []
    box, rows = g.ground.box, zip(g.units.at, g.units.active, g.roster.patrons)
    africa = g.board.space("italian_east_africa_box") if nation == BRITAIN else NOWHERE
    found = {at for at, active, patron in rows if at >= 0 and patron == nation and box[at] and (not active or at == africa)}
    return sorted([at for at in found if g.hexes.marker[at] < 0])


def _affordable(g: War, nation: int, effort: str, near: set[int]) -> list[int]:
    sides, side, purse = hex_sides(g), g.nations.side[nation], g.nations.narfs[nation]
    return sorted([s for s in near if sides[s] == side and marker_price(g, nation, effort, s) <= purse])


@rule("4.0", "4.2", "6.3.2", "6.2.3")
def activate(g: War, nation: int, space: int | None, radius: int) -> None:
    """Units of the power and of its minors become active, all of them or those near the marker."""
    near = None if space is None else g.ground.near(space, radius)
    patrons = g.roster.patrons
    for u, at in enumerate(g.units.at):
        if at >= 0 and not g.units.active[u] and patrons[u] == nation and (near is None or at in near):
            g.units[u].active = 1
    if space is not None:
        g.hexes[space].marker = nation
        g.say("{} places an effort at {}", g.nations[nation], g.hexes[space], rule="4.2")


@rule("4.2")
def free_effort(g: War, nation: int) -> Flow[None]:
    """An invaded minor has one RLE for nothing"""
    row = g.nations[nation]
    row.free_efforts = 0
    nations, sides = g.roster.nations, hex_sides(g)
    bases = {at for u, at in enumerate(g.units.at) if at >= 0 and nations[u] == nation and not g.units.active[u]}
    if not bases:
        return
    radius = EFFORTS["rle"].radius
    near = sorted({s for at in bases for s in g.board.within(at, radius) if sides[s] == g.side})
    if not near:
        return  # what is left of it stands among neutrals or at sea
    placing = one_of("place", "4.2", "Place at {0}", Hex, near, "no friendly hex within reach of its units")
    about = EffortMarker(row.index, "rle")
    prompt = f"{row.label}: place its free regional effort"
    choice, _ = yield from menu(g, g.seat(g.side), prompt, about, placing, rule="4.2", first=(row,))
    row.effort = RLE  # its units act under it, whatever its patron chose
    within = set(g.board.within(choice.args[1].index, radius))
    for u, at in enumerate(g.units.at):
        if at in within and nations[u] == nation:
            g.units[u].active = 1
    g.hexes[choice.args[1].index].marker = nation


def effort_of(g: War, unit: int) -> int:
    """The effort under which a unit acts: its power's, or the free RLE of its own nation."""
    efforts, known = g.nations.effort, g.roster
    own = efforts[known.nations[unit]]
    return own if own != NO_EFFORT else efforts[known.patrons[unit]]
