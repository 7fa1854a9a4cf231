"""Ours 36: mobilization: when a power arms, what it gains at once, and which counters it takes out of the builds to come."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.charts import Mobilization
from grognard.titles.awaw.designs import AIR, GROUND, Kind
from grognard.titles.awaw.nations import BRITAIN, GERMANY, ITALY, JAPAN, MAJORS, RUSSIA, SEATS, US
from grognard.titles.awaw.rules.dates import historical, reached
from grognard.titles.awaw.rules.tension import QUICK_DRAFTS, japan_fights_us, level_for
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH
from grognard.titles.awaw.state import LATER, POOL, RGT, USAT, USJT, Unit, World, turn_of

HEAVY = 5  # factors of heavy armor (ours 42.1)
SPECIAL = frozenset((Kind.AIRBORNE, Kind.MARINE, Kind.COMMANDO, Kind.CHINDIT, Kind.PARTISAN))
IC, AIR_DELAY = 10, 4


ARMING = (GERMANY, ITALY, BRITAIN, JAPAN, RUSSIA, US)


def chart(g: World, power: int) -> Mobilization:
    """What the chart says of a power."""
    return g.charts.mobilization[SEATS[power]]


class Draft(Subject, frozen=True):
    """A power that mobilizes: what does it call up? `left`: factors of the sort still to take."""

    power: int
    sort: str = ""
    left: int = 0
    taken: tuple[str, ...] = ()


@rule("ours 36.1")
def due(g: World, power: int) -> int:
    """How many mobilizations a power must have made by now."""
    row = g.nations[power]
    if historical(g) and power in (US, JAPAN, RUSSIA):
        boards = 2 if power == US and g.both_boards else 1  # one in each theatre
        return max(reached(g, "mobilized", SEATS[power]) * boards, int(power == JAPAN))
    by_date = sum(g.turn >= turn_of(*when) for when in chart(g, power).dates) if power in ARMING else 0
    if power == GERMANY:
        early = by_date == 1 and g.nations.war[RUSSIA] >= 0 and g.nations.war[GERMANY] >= 0
        return by_date + int(early)
    if power == BRITAIN:
        return by_date
    if power == ITALY:
        return by_date if row.war >= 0 else min(1, by_date)
    if power == JAPAN:
        return 1 + sum(g.tension[USJT] >= level for level in chart(g, power).levels)
    if power == US:
        return american(g, USAT) + american(g, USJT)
    return row.mobilized


@rule("ours 36.1", "ours 35.9")
def american(g: World, track: int) -> int:
    """By effective tension in each theatre, and one at each year start once at war there, eight at most."""
    level = max(g.effective[track], 0) if len(g.effective) > track else 0
    made = sum(level >= step for step in chart(g, US).levels)
    fights = g.nations.war[US] >= 0 if track == USAT else japan_fights_us(g) and not _europe(g)
    if track == USAT and not _europe(g):
        fights = False
    began = g.nations.war[US] if track == USAT or not g.both_boards else g.nations.fought_east[US]
    if fights and began >= 0:
        made = len(chart(g, US).levels) + g.turn // 4 - began // 4
    return min(chart(g, US).most, made)


def _europe(g: World) -> bool:
    return g.sheet.theatre == "europe"


@rule("ours 36.1")
def may_choose_to(g: World, power: int) -> bool:
    """Japan and Russia choose their turns; Russia needs two turns for each until war or tension 20."""
    row = g.nations[power]
    if historical(g):
        return False
    if power == JAPAN:
        return row.mobilized < 1 + len(chart(g, power).levels)
    if power == RUSSIA:
        quick = row.war >= 0 or g.tension[RGT] >= level_for(g, QUICK_DRAFTS)
        return row.mobilized < chart(g, power).most and g.turn - row.drafted >= (1 if quick else 2)
    return False


# --- what is called up --------------------------------------------------------------------------------------------------


@rule("ours 36.3", "ours 42.1")
def sort_of(u_kind: Kind, strength: int = 0) -> str:
    """What counter belongs to which builds; special forces, jets and heavy armor come by research and production alone."""
    if u_kind in SPECIAL or u_kind == Kind.JET or (u_kind == Kind.ARM and strength >= HEAVY):
        return ""
    return "ground" if u_kind in GROUND else "air" if u_kind in AIR else ""


def amount(g: World, power: int, sort: str) -> int:
    size = chart(g, power)
    return {"ground": size.ground, "air": size.air, "naval": size.naval}[sort]


def may_arm(g: World, draft: Draft, sort: str) -> No | None:
    if sort not in ("ground", "air", "naval") or not amount(g, draft.power, sort):
        return No("ours 36.1", "ground, air or naval forces")
    return No("ours 36.1", "it is chosen already") if sort in draft.taken else None


def may_raise(g: World, draft: Draft, u: int) -> No | None:
    """A counter of the builds to come, of the sort, within the factors left."""
    sort = sort_of(KIND[g.units.design[u]], cost(g, u))
    if g.units.pool[u] != LATER or NATION[g.units.design[u]] != draft.power or sort != draft.sort:
        return No("ours 36.3", "no counter of the builds of this power")
    if cost(g, u) > draft.left:
        return No("ours 36.3", f"{draft.left} factors are left")
    twin = next(o for o in range(u + 1) if g.units.pool[o] == LATER and g.units.design[o] == g.units.design[u])
    return None if twin == u else No("ours 36.3", f"the same as u{twin}")


def cost(g: World, u: int) -> int:
    return STRENGTH[g.units.design[u]]


def builds(g: World, draft: Draft) -> list[int]:
    seen, found = set(), []
    for u in range(len(g.units)):
        if g.units.pool[u] == LATER and g.units.design[u] not in seen:
            seen.add(g.units.design[u])
            if may_raise(g, draft, u) is None:
                found.append(u)
    return found


@rule("ours 36.3")
def call_up(g: World, draft: Draft, u: int) -> None:
    """Ground forces may be built from the next turn, air forces four turns later."""
    row = g.units[u]
    row.pool = POOL
    row.due = g.turn + (AIR_DELAY if draft.sort == "air" else 1)


WORDS = {"ground": "Ground forces", "air": "Air forces", "naval": "Shipyards"}
ARM = Act("arm", "ours 36.1", lambda g, d, sort: f"{WORDS[sort]} ({amount(g, d.power, sort)})", takes=str, may=may_arm,
          do=lambda g, d, sort: sort, among=lambda g, d: WORDS)  # fmt: skip
RAISE = Act("raise", "ours 36.3", "{0}", takes=Unit, listed=builds, may=may_raise, do=call_up)
ENOUGH: Act[World, Draft, None] = Act("enough", "ours 36.3", "That is all", do=lambda g, d, _: None)
YES: Act[World, Draft, None] = Act("mobilize", "ours 36.1", "Mobilize", do=lambda g, d, _: True)
NOT_NOW: Act[World, Draft, None] = Act("wait", "ours 36.1", "Not now", do=lambda g, d, _: False)


@rule("ours 36.1", "ours 36.2", "ours 36.3", "ours 37.4", "ours 27.76")
def mobilize(g: World, power: int) -> Flow[None]:
    """A power mobilizes: BRPs at once, then counters"""
    row, size = g.nations[power], chart(g, power)
    brps = size.later if row.mobilized else size.first
    choices = size.choices if row.mobilized else size.choices_first
    row.base += brps
    row.level += brps
    if power == RUSSIA:
        g.hexes[g.board.space("urals")].ic += IC
    row.mobilized += 1
    row.drafted = g.turn
    g.say("{} mobilizes: {} BRPs", row, brps, rule="ours 36.2")
    taken: tuple[str, ...] = ()
    for _ in range(choices):
        state = Draft(power, taken=taken)
        if historical(g):
            sort = next(word for word in WORDS if may_arm(g, state, word) is None)
        else:
            _, sort = yield from menu(g, g.seat(power), "Mobilization: what is called up?", state, ARM)
        taken += (sort,)
        left = amount(g, power, sort)
        if sort == "naval":
            row.yards += left
            continue
        while builds(g, Draft(power, sort, left)):
            state = Draft(power, sort, left, taken)
            if historical(g):
                u = builds(g, state)[0]
                call_up(g, state, u)
                left -= cost(g, u)
                continue
            choice, _ = yield from menu(g, g.seat(power), "Call up {0} more factors", state, ENOUGH, RAISE, named=(left,))
            if choice.verb == "enough":
                break
            left -= cost(g, choice.args[0].index)


@rule("ours 36.1")
def mobilizations(g: World) -> Flow[None]:
    """Mobilizations of the turn: those that are due, then those a power chooses"""
    for power in MAJORS:
        if power not in ARMING or not g.seated(power) or g.nations.surrendered[power]:
            continue
        while g.nations.mobilized[power] < due(g, power):
            yield from mobilize(g, power)
        if may_choose_to(g, power):
            choice, yes = yield from menu(g, g.seat(power), "Mobilize now?", Draft(power), NOT_NOW, YES)
            if yes:
                yield from mobilize(g, power)
