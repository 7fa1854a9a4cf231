"""3.7, 5.1.3.4, 5.3.2, 7.11.2, 7.11.3, 15.1.5: the naval half of the Build Segment: work in the shipyards, new yards, better
navies, Fleets given up for ASW, fighters for interceptors. What a yard can do is in shipyards.py."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, GERMANY, ITALY, KEYS, MAJORS
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import camp, may_overspend, overspend, pay
from grognard.titles.tw.rules.shipyards import (
    FLEET_SPACES,
    RUSH,
    YARD_PRICE,
    build_yard,
    count_damage,
    dock,
    embark_aircraft,
    in_hand,
    lay_down,
    may_build_yard,
    may_lay_down,
    may_work,
    nearest_yard,
    to_lay_down,
    use_yard,
    work_done,
    work_on,
    work_price,
    yards,
)
from grognard.titles.tw.rules.training import PAYMENTS, PRICE
from grognard.titles.tw.rules.units import eliminate
from grognard.titles.tw.state import GONE, WINTER, Hex, Nation, Unit, War, turn_of

CONVERTED_DAMAGE = 4  # 5.1.3.4: the Fleet lies on space 5
FIGHTER_PRICE = 7  # 5.3.2
NAVY_BIT = 4  # of Nation.trained
MENDING_PRICE = 4  # 15.1.5.6: a space of a captured yard


class Slips(Subject, frozen=True):
    """The shipyards of a side."""

    side: int


# --- navies (7.11.2, 7.11.3) ----------------------------------------------------------------------------------------------------


@rule("7.11.2", "7.11.3")
def may_train_navy(g: War, nation: int) -> No | None:
    """Whether a power can pay this turn for a better navy: France from Winter 1940 on, Italy once it is at war."""
    row = g.nations[nation]
    if nation not in (FRANCE, ITALY):
        return No("7.11.3", "only the French and the Italian navy improve")
    if row.navy not in PRICE:
        return No("7.11.2", "it is First Rate")
    if row.trained & NAVY_BIT:
        return No("7.11.2", "it has paid this turn")
    if (nation == FRANCE and g.turn < turn_of(1940, WINTER)) or (nation == ITALY and row.side != AXIS) or row.surrendered:
        return No("7.11.2", "it may not begin yet")
    if boon(g, nation, "nonavy"):
        return No("28.1.1", "a Variant has given that up")
    price = navy_price(g, nation)
    return No("7.11.2", f"a turn costs {price} NARFs") if row.narfs < price else None


@rule("7.11.2", "28.1.1")
def navy_price(g: War, nation: int) -> int:
    """NARFs for a turn of training; half from Third to Second Rate with a Variant."""
    rating = g.nations.navy[nation]
    return PRICE[rating] // 2 if rating == 3 and boon(g, nation, "reform_navy") else PRICE[rating]


def train_navy(g: War, nation: int) -> None:
    row = g.nations[nation]
    pay(g, nation, navy_price(g, nation))
    row.trained = row.trained | NAVY_BIT


@rule("7.11.2", "7.11.3")
def close_naval_training(g: War) -> None:
    """A payment is a step on, a turn without one a step back, the fifth step a better rating."""
    for nation in (FRANCE, ITALY):
        row = g.nations[nation]
        if camp(g, nation) != g.side:
            continue
        steps = row.navy_steps + 1 if row.trained & NAVY_BIT else max(row.navy_steps - 1, 0)
        if steps == PAYMENTS:
            row.navy, steps = row.navy - 1, 0
            g.say("the navy of {} improves", row, rule="7.11.2")
        row.navy_steps = steps
        row.trained = row.trained & ~NAVY_BIT


# --- Fleets for ASW, fighters for interceptors (5.1.3.4, 5.3.2) -----------------------------------------------------------------


@rule("5.1.3.4")
def may_convert(g: War, ship: int) -> No | None:
    """Whether a British Fleet gives up its escorts for an ASW unit: after an Ambush or Massacre this turn."""
    if g.roster.kinds[ship] != Kind.FLEET or g.roster.nations[ship] != BRITAIN or g.units.at[ship] < 0:
        return No("5.1.3.4", "only British Fleets are converted")
    if g.units.depleted[ship]:
        return No("5.1.3.4", "it is depleted already")
    if not g.nations.convoy[BRITAIN]:
        return No("5.1.3.4", "there was no Ambush or Massacre this turn")
    if nearest_yard(g, ship, g.units.at[ship]) == NOWHERE:
        return No("5.1.3.4", "no shipyard can be reached")
    return None


def convert(g: War, ship: int) -> None:
    """The Fleet goes into dock, an ASW joins the force pool."""
    row = g.units[ship]
    yard = nearest_yard(g, ship, row.at)
    row.depleted, row.track = 1, FLEET_SPACES - CONVERTED_DAMAGE
    dock(g, row, yard)
    g.nations[BRITAIN].more_asw += 1
    g.nations[BRITAIN].convoy = 0
    g.say("{} gives up its escorts: one ASW more in the force pool", row, rule="5.1.3.4")


@rule("5.3.2")
def may_recall(g: War, fighter: int) -> No | None:
    """Whether a German fighter unit becomes an interceptor: after a firestorm, for 7 NARFs, if it began its turn in Germany."""
    if g.roster.kinds[fighter] != Kind.FTR or g.roster.nations[fighter] != GERMANY or g.units.at[fighter] < 0:
        return No("5.3.2", "only German fighters are recalled")
    if not g.nations.firestorms[GERMANY]:
        return No("5.3.2", "no German city has burnt yet")
    if g.recalled == g.turn:
        return No("5.3.2", "one fighter unit a turn")
    if fighter not in g.at_home:
        return No("5.3.2", "it was not in Germany when the player turn began")
    return No("5.3.2", f"it costs {FIGHTER_PRICE} NARFs") if g.nations.narfs[GERMANY] < FIGHTER_PRICE else None


def recall(g: War, fighter: int) -> None:
    pay(g, GERMANY, FIGHTER_PRICE)
    row, unit = g.nations[GERMANY], g.units[fighter]
    eliminate(g, unit, "5.3.2")
    unit.pool, g.recalled = GONE, g.turn
    row.interceptors, row.more_interceptors = row.interceptors + 1, row.more_interceptors + 1


# --- captured yards (15.1.5.6) --------------------------------------------------------------------------------------------------


@rule("15.1.5.6")
def may_mend_yard(g: War, yard: int) -> No | None:
    """Whether a depleted yard is repaired by a space for 4 NARFs."""
    if not g.hexes.yard_loss[yard]:
        return No("15.1.5.6", "no depleted yard is there")
    holder = g.hexes.holder[yard]
    power = holder if holder in MAJORS else g.nations.patron[holder]
    if camp(g, holder) != g.side:
        return No("15.1.5.6", "the yard is not yours")
    if work_done(g, yard):
        return No("15.1.5.6", "one space a turn")
    return No("15.1.5.6", f"it costs {MENDING_PRICE} NARFs") if g.nations.narfs[power] < MENDING_PRICE else None


def mend_yard(g: War, yard: int) -> None:
    holder = g.hexes.holder[yard]
    pay(g, holder if holder in MAJORS else g.nations.patron[holder], MENDING_PRICE)
    g.hexes[yard].yard_loss -= 1
    use_yard(g, yard)


# --- the segment ----------------------------------------------------------------------------------------------------------------


@rule("3.7", "15.1.5")
def naval_construction(g: War) -> Flow[None]:
    """Ships are laid down, built and repaired, yards built, navies trained"""
    count_damage(g)
    slips, seat = Slips(g.side), g.seat(g.side)
    while True:
        choice, _ = yield from menu(
            g, seat, "Shipyards", slips, LEAVING, LAYING, WORKING, RUSHING, FOUNDING, MENDING_YARD, NAVY_TRAINING,
            CONVERTING, RECALLING, OVERSPENDING, rule="15.1.5",
        )  # fmt: skip
        if choice.verb == "done":
            break
    embark_aircraft(g)
    close_naval_training(g)


def _ports(g: War, slips: Slips) -> list[tuple[int, int]]:
    """Powers and ports of their own country, for those that could build a yard."""
    found = []
    for nation in MAJORS:
        if camp(g, nation) == slips.side and g.nations.narfs[nation] >= YARD_PRICE:
            home = [s for s in g.ground.homeland.get(KEYS[nation], ()) if g.ground.port[s] or g.ground.box[s]]
            found += [(nation, s) for s in home]
    return found


def _priced(words: str, spaces: int):  # type: ignore[no-untyped-def]
    return lambda g, _, u: f"{words} {g.units[u].label}, space {g.units[u].track} ({work_price(g, u, spaces)})"


def _may_work(g: War, slips: Slips, ship: int, spaces: int) -> No | None:
    if camp(g, g.roster.nations[ship]) != slips.side:
        return No("3.7", "it is not its turn to build")
    return may_work(g, ship, spaces)


LEAVING: Act[War, Slips, None] = Act("done", "3.7", "Done", do=lambda g, s, _: None)
LAYING: Act[War, Slips, tuple[int, int]] = Act(
    "lay_down", "15.1.5", "Lay down {0} at {1}", takes=(Unit, Hex),
    among=lambda g, s: [(u, y) for u in to_lay_down(g, s.side) for y, n in yards(g).items() if n == g.roster.nations[u]],
    may=lambda g, s, c: may_lay_down(g, *c), do=lambda g, s, c: lay_down(g, g.units[c[0]], c[1]),
)  # fmt: skip
WORKING: Act[War, Slips, int] = Act(
    "work", "15.1.5.2", _priced("Work on", 1), takes=Unit,
    among=lambda g, s: in_hand(g, s.side), may=lambda g, s, u: _may_work(g, s, u, 1),
    do=lambda g, s, u: work_on(g, g.units[u], 1),
)  # fmt: skip
RUSHING: Act[War, Slips, int] = Act(
    "rush", "15.1.5.4", _priced("Hurry", RUSH), takes=Unit,
    among=lambda g, s: in_hand(g, s.side), may=lambda g, s, u: _may_work(g, s, u, RUSH),
    do=lambda g, s, u: work_on(g, g.units[u], RUSH),
)  # fmt: skip
FOUNDING: Act[War, Slips, tuple[int, int]] = Act(
    "shipyard", "15.1.5.1", "{0}: build a shipyard at {1} (25)", takes=(Nation, Hex),
    among=_ports, may=lambda g, s, c: may_build_yard(g, *c), do=lambda g, s, c: build_yard(g, *c),
)  # fmt: skip
MENDING_YARD: Act[War, Slips, int] = Act(
    "mend_yard", "15.1.5.6", "Repair the shipyard at {0} (4)", takes=Hex,
    among=lambda g, s: [y for y in yards(g) if g.hexes.yard_loss[y]],
    may=lambda g, s, y: may_mend_yard(g, y), do=lambda g, s, y: mend_yard(g, y),
)  # fmt: skip
OVERSPENDING: Act[War, Slips, int] = Act(
    "overspend", "14.1.4", "{0} goes into debt for ships", takes=Nation, among=lambda g, s: MAJORS,
    may=lambda g, s, n: may_overspend(g, n), do=lambda g, s, n: overspend(g, n),
)  # fmt: skip
NAVY_TRAINING: Act[War, Slips, int] = Act(
    "train_navy", "7.11.2", "Train the navy of {0}", takes=Nation,
    among=lambda g, s: [n for n in (FRANCE, ITALY) if camp(g, n) == s.side],
    may=lambda g, s, n: may_train_navy(g, n) if camp(g, n) == s.side else No("3.7", "it is not its turn to build"),
    do=lambda g, s, n: train_navy(g, n),
)  # fmt: skip
CONVERTING: Act[War, Slips, int] = Act(
    "convert", "5.1.3.4", "Give up the escorts of {0} for an ASW", takes=Unit,
    among=lambda g, s: [u for u, n in enumerate(g.roster.nations) if n == BRITAIN] if g.nations.convoy[BRITAIN] else [],
    may=lambda g, s, u: may_convert(g, u), do=lambda g, s, u: convert(g, u),
)  # fmt: skip
RECALLING: Act[War, Slips, int] = Act(
    "recall", "5.3.2", "Make {0} an interceptor (7)", takes=Unit,
    among=lambda g, s: [u for u, k in enumerate(g.roster.kinds) if k == Kind.FTR] if g.nations.firestorms[GERMANY] else [],
    may=lambda g, s, u: may_recall(g, u), do=lambda g, s, u: recall(g, u),
)  # fmt: skip
