"""11.5.8, 11.5.10, 22.16: a round of surface or submarine combat: columns, who is a target, who chooses it, who fires first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow, Together
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.carriers import is_carrier
from grognard.titles.wif.rules.hulls import is_asw, is_port, is_schnorkel, is_walther, sails_as_convoy
from grognard.titles.wif.rules.naval_damage import (
    Toll,
    asw_factors,
    choose_target,
    first_factors,
    is_warship,
    planes_against_subs,
    results,
    ship_number,
    sub_factors,
    suffer,
    surface_factors,
    whole_lots_first,
)
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.rerolls import defence_roll
from grognard.titles.wif.rules.sailing import is_sub
from grognard.titles.wif.rules.units import ships_at
from grognard.titles.wif.state import NOWHERE, Hex, Unit, War

TARGET, COLUMN = 3, 2  # 11.5.6: what surprise points buy
LAST_COLUMN = 17


class Doubt(Subject, frozen=True):
    """A decision of a side in a naval combat. `points`: surprise points it may spend; `own`, `foes`: who is in it; `price`:
    what the type of combat, or none, costs."""

    area: Annotated[int, Hex]
    side: int
    points: int = 0
    sections: tuple[int, ...] = ()
    own: Annotated[tuple[int, ...], Unit] = ()
    foes: Annotated[tuple[int, ...], Unit] = ()
    price: int = 4


class Screen(Subject, frozen=True):
    """A side says which of its ships are screened in this round (option 23)."""

    area: Annotated[int, Hex]
    side: int
    ships: Annotated[tuple[int, ...], Unit]
    screened: Annotated[tuple[int, ...], Unit] = ()


class First(Subject, frozen=True):
    """ASW units that may fire before the combat, and the submarines they would fire at (22.16)."""

    area: Annotated[int, Hex]
    side: int
    units: Annotated[tuple[int, ...], Unit]
    foes: Annotated[tuple[int, ...], Unit]


def doubt(g: War, sides: Sides, side: int, price: int = 4) -> Doubt:
    """A side's decision with all that is known of the round: its points, and who was found on both sides."""
    found = [tuple(u for u in sides.included[s] or sides.committed[s] if g.units.at[u] >= 0) for s in (0, 1)]
    return Doubt(sides.area, side, sides.points[side], own=found[side], foes=found[1 - side], price=price)


def speaker(g: War, units: Iterable[int]) -> str:
    """Who decides for a side: the power with most units in the combat."""
    counts: dict[int, int] = {}
    for u in units:
        counts[g.units.power[u]] = counts.get(g.units.power[u], 0) + 1
    return g.seat(max(counts, key=lambda p: (counts[p], -p)))


def result_of(g: War, row: str, factors: int, ships: int, shift: int) -> list[str]:
    """What a side inflicts: its column of the chart, shifted, against so many ships."""
    column = g.charts.naval_columns[row].column(factors)
    if not column:
        return []
    column = min(column + shift, LAST_COLUMN)
    if column < g.charts.naval_columns[row].first:
        return []
    return results(g.charts.naval[f"c{column}", ships])


@rule("11.5.6", "11.5.8")
def buy_columns(g: War, sides: Sides, side: int) -> Flow[int]:
    """Surprise points move columns: up for one's own fire, down for the enemy's; the sum is given, for both in turn"""
    bought = 0
    while sides.points[side] >= COLUMN:
        answer, _ = yield from menu(
            g, speaker(g, sides.included[side]), "{1} surprise points: shift columns in {0}?",
            doubt(g, sides, side), SHIFT_NONE, SHIFT_OWN, SHIFT_ENEMY,
            named=(g.hexes[sides.area], sides.points[side]),
        )  # fmt: skip
        if answer.verb == SHIFT_NONE.name:
            break
        sides.points[side] -= COLUMN
        bought += 1 if answer.verb == SHIFT_OWN.name else 100
    return bought


@rule("11.5.8")
def surface_round(g: War, sides: Sides, toll: Toll) -> Flow[None]:
    """Guns and torpedoes: both sides work out what they inflict, the active side rolls for its targets first"""
    screens = (yield from screen_ships(g, sides)) if g.options.screening else [frozenset[int](), frozenset[int]()]
    shift = [0, 0]
    for side in (0, 1):
        bought = yield from buy_columns(g, sides, side)
        shift[side] += bought % 100
        shift[1 - side] -= bought // 100
    guns = [[u for u in sides.included[s] if u not in screens[s] and u not in sides.fired] for s in (0, 1)]
    inflicted = [
        result_of(
            g, "surface", surface_factors(g, guns[s], sum(is_sub(g, u) for u in sides.included[1 - s])),
            ship_number(g, sides.included[1 - s]), shift[s],
        )
        for s in (0, 1)
    ]  # fmt: skip
    for side in (sides.active, 1 - sides.active):
        for n, result in enumerate(inflicted[side]):
            targets = [u for u in toll.everybody(sides.included[1 - side]) if _afloat(g, u, toll) and not g.roster.air[u]]
            if targets:
                points = list(sides.points)
                shooter = g.options.screening and n % 2 == 1  # option 23: both pick in turn, the owner first
                who = yield from (other_chooser if shooter else chooser)(g, sides, side)
                bought = sides.points != points
                if not bought:
                    targets = exposed(g, targets, screens[1 - side])
                if shooter == bought:  # the owner chooses
                    targets = whole_lots_first(g, targets)
                unit = yield from choose_target(g, who, result, targets)
                suffer(g, unit, result, toll, (yield from defence_roll(g, sides.area, unit, result)), targets)


# --- screening (option 23) ------------------------------------------------------------------------------------------------------


@rule("11.5.8")
def screen_ships(g: War, sides: Sides) -> Flow[list[frozenset[int]]]:
    """Option 23: both sides say in secret, at once, which ships they keep behind the others; convoys always are"""
    seats = [speaker(g, sides.included[side]) for side in (0, 1)]
    flows = {seats[side]: _screen(g, sides, side, seats[side]) for side in (sides.active, 1 - sides.active)}
    chosen = yield Together(flows, secret=True)
    found = [chosen[seats[side]] for side in (0, 1)]
    for side in (0, 1):
        for u in found[side]:
            g.say("{} is screened", g.units[u], rule="11.5.8")
    return found


def _screen(g: War, sides: Sides, side: int, seat: str) -> Flow[frozenset[int]]:
    ships = [u for u in sides.included[side] if g.roster.naval[u]]
    screened = tuple(u for u in ships if g.units.counter[u] == NOWHERE)
    while left := tuple(u for u in ships if u not in screened):
        subject = Screen(sides.area, side, left, screened)
        answer, unit = yield from menu(g, seat, "Surface combat in {0}: screen ships?", subject, IN_LINE, SCREEN,
                                       named=(g.hexes[sides.area],))  # fmt: skip
        if answer.verb == IN_LINE.name:
            break
        screened = (*screened, unit)
    return frozenset(screened)


@rule("11.5.8")
def exposed(g: War, targets: list[int], screened: frozenset[int]) -> list[int]:
    """Option 23: screened ships are no targets while a ship before them is neither sunk, damaged nor aborting."""
    before = [u for u in targets if u not in screened]
    return before if any(not g.units.damaged[u] for u in before) else targets


def other_chooser(g: War, sides: Sides, shooter: int) -> Flow[str]:
    """Option 23: the shooter's turn to pick, unless the owner pays three surprise points for it"""
    owner = 1 - shooter
    mine = speaker(g, [u for u in sides.included[owner] if g.units.at[u] >= 0] or sides.included[owner])
    theirs = speaker(g, sides.included[shooter])
    if sides.points[owner] < TARGET:
        return theirs
    answer, _ = yield from menu(
        g, mine, "Choose the target in {0}?", doubt(g, sides, owner), OPPONENT_CHOOSES, I_CHOOSE, named=(g.hexes[sides.area],)
    )
    if answer.verb == OPPONENT_CHOOSES.name:
        return theirs
    sides.points[owner] -= TARGET
    return mine


def _afloat(g: War, unit: int, toll: Toll) -> bool:
    return g.units.at[unit] >= 0 and unit not in toll.aborting


def chooser(g: War, sides: Sides, shooter: int) -> Flow[str]:
    """Who names the target of a result: its owner, or the shooter for three surprise points"""
    owner = speaker(g, [u for u in sides.included[1 - shooter] if g.units.at[u] >= 0] or sides.included[1 - shooter])
    if sides.points[shooter] < TARGET:
        return owner
    mine = speaker(g, sides.included[shooter])
    answer, _ = yield from menu(
        g, mine, "Choose the target in {0}?", doubt(g, sides, shooter), OWNER_CHOOSES, I_CHOOSE,
        named=(g.hexes[sides.area],),
    )  # fmt: skip
    if answer.verb == OWNER_CHOOSES.name:
        return owner
    sides.points[shooter] -= TARGET
    return mine


# --- with Convoys in Flames (22.16) -------------------------------------------------------------------------------------------


@rule("22.16")
def ports_of(g: War, sides: Sides, side: int) -> list[int]:
    """Milchcows of a side that serve as ports there: every submarine combat includes them."""
    if not g.options.convoys_in_flames:
        return []
    box = g.ground.sections[sides.area][0] if sides.area in g.ground.sections else NOWHERE
    return [u for u in ships_at(g, box) if SIDE_OF_POWER[g.units.power[u]] == side and is_port(g, u)] if box >= 0 else []


def leave_ports_out(g: War, sides: Sides) -> bool:
    """Milchcows that are ports take part in submarine combats alone; gives whether a side has nobody else."""
    for side in (0, 1):
        ports = ports_of(g, sides, side)
        sides.included[side] = [u for u in sides.included[side] if u not in ports]
    return not all(sides.included)


@rule("22.16")
def first_targets(g: War, sides: Sides, side: int, toll: Toll) -> list[int]:
    """Enemy submarines that a side's ASW units fire at first: no Walther boats, schnorkels only if an escort carrier is there."""
    carrier = any(is_asw(g, u) and is_carrier(g, u) for u in sides.included[side])
    boats = [u for u in sides.included[1 - side] if is_sub(g, u) and _afloat(g, u, toll)]
    return [u for u in boats if not is_walther(g, u) and (carrier or not is_schnorkel(g, u))]


@rule("22.16")
def fire_first(g: War, sides: Sides, toll: Toll) -> Flow[None]:
    """ASW units may fire at submarines before the combat; who does so has no ASW factors in it"""
    sides.fired.clear()
    if not g.options.convoys_in_flames:
        return
    for side in (sides.active, 1 - sides.active):
        ready = [u for u in sides.included[side] if is_asw(g, u) and _afloat(g, u, toll)]
        targets = first_targets(g, sides, side, toll)
        while ready and targets:
            subject = First(sides.area, side, tuple(ready), tuple(targets))
            answer, unit = yield from menu(
                g, speaker(g, ready), "ASW units in {0} fire first?", subject, HOLD_FIRE, ALL_FIRE, FIRE,
                named=(g.hexes[sides.area],),
            )  # fmt: skip
            if answer.verb == HOLD_FIRE.name:
                break
            chosen = ready if answer.verb == ALL_FIRE.name else [unit]
            sides.fired.update(chosen)
            ready = [u for u in ready if u not in chosen]
        firing = [u for u in sides.included[side] if u in sides.fired]
        if not firing:
            continue
        shift = yield from buy_columns(g, sides, side)
        against = yield from buy_columns(g, sides, 1 - side)
        factors = first_factors(g, sides.area, firing)
        for result in result_of(g, "ASW", factors, len(targets), shift % 100 - against // 100):
            left = [u for u in targets if _afloat(g, u, toll)]
            if left:
                who = yield from chooser(g, sides, side)
                unit = yield from choose_target(g, who, result, left)
                suffer(g, unit, result, toll, (yield from defence_roll(g, sides.area, unit, result)))
    sides.included = [[u for u in own if _afloat(g, u, toll)] for own in sides.included]


@rule("11.5.10")
def submarine_round(g: War, sides: Sides, side: int, toll: Toll) -> Flow[None]:
    """One side's submarines against the other's convoys and escorts"""
    boats = [u for u in sides.included[side] if is_sub(g, u) and _afloat(g, u, toll)]
    boats += [u for u in ports_of(g, sides, side) if u not in boats]
    escorts = [u for u in sides.included[1 - side] if g.units.at[u] >= 0 and not is_sub(g, u)]
    alone = g.settings.subs_hunted_alone and bool(escorts)
    if not boats or not (alone or any(sails_as_convoy(g, u) for u in escorts) or ports_of(g, sides, side)):
        return
    low = [u for u in escorts if g.ground.section[g.units.at[u]] == 0 and not g.roster.air[u]]
    ships = low if g.settings.subs_hit_section_0 else [u for u in low if sails_as_convoy(g, u)]
    planes = planes_against_subs(g, sides.area, escorts)
    bought = yield from buy_columns(g, sides, side)
    answer = yield from buy_columns(g, sides, 1 - side)
    hits = result_of(g, "ASW", asw_factors(g, escorts, planes, sides.fired), len(boats), answer % 100 - bought // 100)
    losses = result_of(g, "SUB", sub_factors(g, boats), ship_number(g, ships), bought % 100 - answer // 100)
    for result in hits:
        targets = [u for u in boats if _afloat(g, u, toll)]
        if targets:
            who = yield from chooser(g, sides, 1 - side)
            unit = yield from choose_target(g, who, result, targets)
            suffer(g, unit, result, toll, (yield from defence_roll(g, sides.area, unit, result)))
    for n, result in enumerate(losses):
        convoys = [u for u in toll.everybody(low) if sails_as_convoy(g, u) and _afloat(g, u, toll)]
        if not convoys and not g.settings.subs_hunted_alone:
            break  # all further losses are ignored
        warships = [u for u in low if is_warship(g, u) and _afloat(g, u, toll)]
        before = sides.points[side]
        who = yield from chooser(g, sides, side)
        targets = convoys + (warships if n % 2 and g.settings.subs_hit_warships else [])
        if sides.points[side] < before:  # three points choose any naval unit that was found
            there = toll.everybody(sides.included[1 - side])
            targets += [u for u in there if u not in targets and g.roster.naval[u] and _afloat(g, u, toll)]
        if not targets:
            continue
        unit = yield from choose_target(g, who, result, targets)
        suffer(g, unit, result, toll, (yield from defence_roll(g, sides.area, unit, result)), targets)


def plain(name: str, words: str, rule: str = "11.5.1", *, rolls: bool = True) -> Act[War, Doubt, None]:
    told = (lambda g, s, _: words.replace("{price}", str(s.price))) if "{price}" in words else words
    return Act(name, rule, told, do=lambda g, s, _: None, rolls=rolls)


SHIFT_NONE = plain("no_shift", "No more", "11.5.6")
SHIFT_OWN = plain("shift_own", "Own column up (2)", "11.5.6", rolls=False)
SHIFT_ENEMY = plain("shift_enemy", "Enemy column down (2)", "11.5.6", rolls=False)
OWNER_CHOOSES, I_CHOOSE = plain("owner", "The owner chooses", "11.5.8"), plain("choose", "Choose it (3 points)", "11.5.6")
OPPONENT_CHOOSES = plain("opponent", "The opponent chooses", "11.5.8")
IN_LINE: Act[War, Screen, None] = Act("in_line", "11.5.8", "The others fight", do=lambda g, s, _: None, rolls=True)
SCREEN: Act[War, Screen, int] = Act(
    "screen", "11.5.8", "Screen {0}", takes=Unit, among=lambda g, s: s.ships, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.ships else No("11.5.8", "only ships of yours in this round that are not screened yet"),
)  # fmt: skip
HOLD_FIRE: Act[War, First, None] = Act("hold", "22.16", "The others fire in the combat", do=lambda g, s, _: None, rolls=True)
ALL_FIRE: Act[War, First, None] = Act("all_fire", "22.16", "All of them", do=lambda g, s, _: None, rolls=True)
FIRE: Act[War, First, int] = Act(
    "first", "22.16", "{0}", takes=Unit, among=lambda g, s: s.units, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.units else No("22.16", "only ASW units of the combat fire first"),
)  # fmt: skip
