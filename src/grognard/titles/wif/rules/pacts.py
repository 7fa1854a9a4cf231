"""9.2, 13.2, 19.5.3: neutrality pacts: common borders, garrisons and the markers on them, and how a pact is broken.

Offensive markers lie face-down and only their owner knows them; defensive ones lie open (markers.py). Trade that two powers agree
on with their pact is a row of `g.pact_trade`; which units may not enter the border is access.py.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import GERMANY, JAPAN, SIDE_OF_POWER, USSR
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.garrisons import garrison
from grognard.titles.wif.rules.markers import (
    FOR_ATTACK,
    FOR_DEFENCE,
    change_defence,
    defensive,
    offensive,
    record,
    recorded,
    take_markers,
)
from grognard.titles.wif.rules.powers import at_war, one_way, pact_key, playing, political, powers_of
from grognard.titles.wif.rules.units import mine, send_away, units_at
from grognard.titles.wif.state import NOWHERE, Power, War, border_hand

REACH = 3  # hexes of a common border
FULL_TURNS = 3  # after the signing before garrisons count
GERMAN_MARKERS = 2


class Diplomat(Subject, frozen=True):
    """A power may break a pact."""

    power: Annotated[int, Power]


class Frontier(Subject, frozen=True):
    """A power and the markers on its borders."""

    power: Annotated[int, Power]


class Drawn(Subject, frozen=True):
    """A marker that was drawn for a border: which way does it lie?"""

    power: Annotated[int, Power]
    other: Annotated[int, Power]


# --- borders and garrisons ----------------------------------------------------------------------------------------------------


def partners(g: War, power: int) -> list[int]:
    """Powers with which a power has a pact."""
    return [p for p in playing(g) if pact_key(power, p) in g.pacts and p != power]


@derived("hexes.controller", "countries.power", lasting=True)
def common_border(g: War, power: int, other: int) -> frozenset[int]:
    """Hexes a power controls within three hexes of one the other power controls."""
    whose, ground = powers_by_hex(g), g.ground
    ring = [s for s, p in enumerate(whose) if p == other and ground.land[s]]
    seen = set(ring)
    for _ in range(REACH):
        ring = sorted({b for s in ring for b, _ in g.board.neighbours[s] if ground.land[b] or ground.dot[b]} - seen)
        seen.update(ring)
    return frozenset(s for s in seen if whose[s] == power and ground.land[s])


def on_common_border(g: War, space: int, power: int, other: int) -> bool:
    """Whether a hex is one of those: asked hex by hex."""
    whose, ground = g.powers_by_hex, g.ground
    if whose[space] != power or not ground.land[space]:
        return False
    near = ground.near_land.get(space)
    if near is None:
        near = ground.near_land[space] = _near_land(g, space)
    return any(whose[s] == other for s in near)


def _near_land(g: War, space: int) -> list[int]:
    """The land hexes within three hexes of one, over land and hexdots."""
    ground, ring, seen = g.ground, [space], {space}
    for _ in range(REACH):
        ring = list({b for s in ring for b, _ in g.board.neighbours[s] if ground.land[b] or ground.dot[b]} - seen)
        seen.update(ring)
    return sorted(s for s in seen if ground.land[s])


def border_garrison(g: War, power: int, other: int) -> Fraction:
    """The garrison value of a power's units, and those of its minors, on its border with another."""
    return garrison(g, (u for s in common_border(g, power, other) for u in mine(g, units_at(g, s), power)))


def defence_multiple(g: War, a: int, b: int) -> Fraction:
    """What a pact's age makes of the defender's garrison."""
    age = g.turn - g.pacts[pact_key(a, b)]
    return Fraction(2) if age <= 9 else Fraction(1) if age <= 15 else Fraction(1, 2) if age <= 21 else Fraction(1, 4)


@rule("9.2")
def attack_total(g: War, power: int, other: int) -> Fraction:
    """What a power counts that wants to break a pact: markers at most double its garrison."""
    units = border_garrison(g, power, other)
    markers = sum(offensive(g, power, other)) + recorded(g, power, other, FOR_ATTACK)
    return units + min(Fraction(markers), units)


@rule("9.2")
def defence_total(g: War, power: int, other: int) -> Fraction:
    """What the other side of a pact counts."""
    units = border_garrison(g, power, other) * defence_multiple(g, power, other)
    markers = sum(v * n for v, n in defensive(g, power, other).items()) + recorded(g, power, other, FOR_DEFENCE)
    return units + min(Fraction(markers), units)


@rule("9.2")
def harboured(g: War, power: int, base: int, victim: int) -> None:
    """An aircraft flies a mission against a power from a hex of somebody with whom the victim has a pact: that is a reason to
    break it."""
    host = powers_by_hex(g)[base] if base >= 0 and g.ground.land[base] else NOWHERE
    if host >= 0 and host != power and pact_key(host, victim) in g.pacts and at_war(g, power, victim):
        g.provoked[one_way(victim, host)] = 1


# --- breaking (9.2, 19.5.3) ---------------------------------------------------------------------------------------------------


@rule("9.2", "19.5.3")
def may_break(g: War, subject: Diplomat, other: int) -> No | None:
    """Whether a power may break its pact with another."""
    power = subject.power
    if pact_key(power, other) not in g.pacts:
        return No("9.2", f"there is no pact with {g.powers[other].label}")
    if g.provoked.get(one_way(power, other)):
        return None
    if g.turn - g.pacts[pact_key(power, other)] <= FULL_TURNS:
        return No("9.2", f"not before {FULL_TURNS} full turns have passed since it was signed")
    if not common_border(g, power, other):
        return No("9.2", "there is no common border")
    mine_, theirs = attack_total(g, power, other), defence_total(g, other, power)
    if mine_ < 2 * theirs or mine_ == 0:  # reading WIF-DEC-213
        return No("9.2", f"your garrison of {float(mine_):g} is not twice the {float(theirs):g} of the other side")
    return None


@rule("13.2")
def could_break(g: War, power: int, other: int) -> bool:
    """Whether a power might be able to break a pact for all that others can see of it: its face-down markers might be of the
    highest value there is. Who is asked tells nobody what lies there."""
    if g.provoked.get(one_way(power, other)):
        return True
    age, units = g.turn - g.pacts[pact_key(power, other)], border_garrison(g, power, other)
    most = max((v for year, row in g.charts.entry_markers.items() if year <= g.marker_year for v in row.values), default=0)
    markers = most * len(offensive(g, power, other)) + recorded(g, power, other, FOR_ATTACK)
    return age > FULL_TURNS and units > 0 and units + min(Fraction(markers), units) >= 2 * defence_total(g, other, power)


def breaking_powers(g: War) -> list[int]:
    """For the sequence: powers of the moving side that might be able to break a pact."""
    if not political(g):
        return []
    return [p for p in powers_of(g, g.side) if any(could_break(g, p, q) for q in partners(g, p))]


def break_pacts(g: War) -> Flow[None]:
    """A power may break a neutrality pact"""
    subject = Diplomat(g.power)
    while any(could_break(g, g.power, q) for q in partners(g, g.power)):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: break a neutrality pact?", subject, KEEP, BREAK, named=(g.powers[g.power],)
        )
        if answer.verb == KEEP.name:
            return


def break_pact(g: War, subject: Diplomat, other: int) -> None:
    """The pact is over, and the markers on the border go back."""
    end_pact(g, subject.power, other)
    g.say("{} breaks its pact with {}", g.powers[subject.power], g.powers[other], rule="9.2")


def end_pact(g: War, a: int, b: int) -> None:
    g.pacts.pop(pact_key(a, b), None)
    back: list[int] = []
    for one, other in ((a, b), (b, a)):
        back += offensive(g, one, other)
        setattr(g, border_hand(one, other), [])
        for value, count in defensive(g, one, other).items():
            back += [value] * count
            change_defence(g, one, other, value, -count)
        g.provoked.pop(one_way(one, other), None)
        for kind in (FOR_ATTACK, FOR_DEFENCE):
            record(g, one, other, kind, -recorded(g, one, other, kind))
    rows = [g.pact_trade[n : n + 4] for n in range(0, len(g.pact_trade), 4)]
    g.pact_trade = [value for row in rows if {row[0], row[1]} != {a, b} for value in row]
    if back:
        g.entry_pile = sorted([*g.entry_pile, *back])
    if {a, b} == {GERMANY, USSR}:
        g.nazi_soviet = 0


@rule("9.2")
def sign_pact(g: War, a: int, b: int) -> None:
    """Two powers enter into a pact: units of their friends at war with the partner leave the border."""
    g.pacts[pact_key(a, b)] = g.turn
    for one, other in ((a, b), (b, a)):  # 9.2: only what aircraft do from now on counts
        g.provoked.pop(one_way(one, other), None)
    for one, other in ((a, b), (b, a)):
        for space in common_border(g, one, other):
            for unit in list(units_at(g, space)):
                whose = g.units.power[unit]
                friend = whose != one and SIDE_OF_POWER[whose] == SIDE_OF_POWER[one]
                if friend and g.powers.wars[whose] >> other & 1 and g.units.aboard[unit] == NOWHERE:
                    send_away(g, unit)
    g.say("{} and {} have a neutrality pact", g.powers[a], g.powers[b], rule="9.2")


# --- the markers (13.2) -------------------------------------------------------------------------------------------------------


def bordering(g: War, power: int) -> list[int]:
    """Powers with which a power has a pact and a common border."""
    return [q for q in partners(g, power) if common_border(g, power, q)]


def marking_powers(g: War) -> list[int]:
    """For the sequence: powers that may draw a marker for a border, those of the side with the initiative first."""
    if not political(g):
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if bordering(g, p)]


@rule("13.2")
def place_markers(g: War) -> Flow[None]:
    """A power draws markers for the borders of its pacts, and may move or turn one"""
    power = g.power
    count = GERMAN_MARKERS if power == GERMANY else 1
    if power == JAPAN and g.powers.drew[power] == g.turn:  # the turn of the last draw, plus one
        count = 0
    for _ in range(count):
        answer, other = yield from menu(
            g, g.seat(power), "{0}: draw a marker for a border?", Frontier(power), NO_MARKER, MARK, named=(g.powers[power],)
        )
        if answer.verb == NO_MARKER.name:
            break
        g.powers[power].drew = g.turn + 1
        yield from _place(g, power, other)
    yield from menu(
        g, g.seat(power), "{0}: move or turn a marker?", Frontier(power), LEAVE, TURN_UP, TURN_DOWN, MOVE, MOVE_OPEN, RECALL_UP,
        RECALL_DOWN,
        named=(g.powers[power],),
    )  # fmt: skip


def _place(g: War, power: int, other: int) -> Flow[None]:
    seat = g.seat(power)
    drawn = take_markers(g, 1, f"A marker on the border with {g.powers[other].label}", (seat,))
    if not drawn:
        return
    setattr(g, border_hand(power, other), [*offensive(g, power, other), *drawn])
    yield from menu(g, seat, "Does the marker count for attack or defence?", Drawn(power, other), FACE_DOWN, FACE_UP)


def _show(g: War, power: int, other: int, place: int) -> None:
    """Turn a face-down marker up."""
    here = list(offensive(g, power, other))
    value = here.pop(place)
    setattr(g, border_hand(power, other), here)
    change_defence(g, power, other, value, 1)
    g.reveal()
    g.say(f"{{}} has a defensive marker of {value} on its border with {{}}", g.powers[power], g.powers[other], rule="13.2")


def hidden_markers(g: War, power: int) -> list[tuple[int, int]]:
    """A power's face-down markers: border, and the place in the row."""
    return [(q, n + 1) for q in bordering(g, power) for n in range(len(offensive(g, power, q)))]


def may_turn_up(g: War, subject: Frontier, which: tuple[int, int]) -> No | None:
    return None if which in hidden_markers(g, subject.power) else No("13.2", "no such face-down marker lies there")


def open_markers(g: War, power: int) -> list[tuple[int, int]]:
    return [(q, value) for q in bordering(g, power) for value in defensive(g, power, q)]


def may_turn_down(g: War, subject: Frontier, which: tuple[int, int]) -> No | None:
    return None if which in open_markers(g, subject.power) else No("13.2", "no such face-up marker lies there")


def _turn_down(g: War, subject: Frontier, which: tuple[int, int]) -> None:
    other, value = which
    change_defence(g, subject.power, other, value, -1)
    setattr(g, border_hand(subject.power, other), [*offensive(g, subject.power, other), value])
    g.say("{} turns a marker down on its border with {}", g.powers[subject.power], g.powers[other], rule="13.2")


def moves(g: War, subject: Frontier) -> list[tuple[int, int, int]]:
    """Face-down markers that can go to another border."""
    borders = bordering(g, subject.power)
    return [(q, n, to) for q, n in hidden_markers(g, subject.power) for to in borders if to != q]


def may_move(g: War, subject: Frontier, which: tuple[int, int, int]) -> No | None:
    return None if which in moves(g, subject) else No("13.2", "a marker goes from one border of a pact to another")


def open_moves(g: War, subject: Frontier) -> list[tuple[int, int, int]]:
    """Face-up markers that can go to another border."""
    borders = bordering(g, subject.power)
    return [(q, value, to) for q, value in open_markers(g, subject.power) for to in borders if to != q]


def may_move_open(g: War, subject: Frontier, which: tuple[int, int, int]) -> No | None:
    return None if which in open_moves(g, subject) else No("13.2", "a marker goes from one border of a pact to another")


@rule("13.2")
def _move_open(g: War, subject: Frontier, which: tuple[int, int, int]) -> None:
    """A face-up marker goes to another border."""
    other, value, to = which
    change_defence(g, subject.power, other, value, -1)
    change_defence(g, subject.power, to, value, 1)
    g.say(f"{{}} moves a defensive marker of {value} to its border with {{}}", g.powers[subject.power], g.powers[to], rule="13.2")


def _move(g: War, subject: Frontier, which: tuple[int, int, int]) -> None:
    other, n, to = which
    here = list(offensive(g, subject.power, other))
    value = here.pop(n - 1)
    setattr(g, border_hand(subject.power, other), here)
    setattr(g, border_hand(subject.power, to), [*offensive(g, subject.power, to), value])
    g.say("{} moves a marker to its border with {}", g.powers[subject.power], g.powers[to], rule="13.2")


@rule("13.2")
def may_recall(g: War, subject: Frontier, other: int, kind: int) -> No | None:
    """Whether a marker that was returned can be turned over: none of its kind lies on the map any more."""
    if other not in bordering(g, subject.power) or not recorded(g, subject.power, other, kind):
        return No("13.2", "no marker of yours from that border was returned to the pool")
    if hidden_markers(g, subject.power) if kind == FOR_ATTACK else open_markers(g, subject.power):
        return No("13.2", "turn one that lies on the map first")
    return None if g.entry_pile else No("13.2", "the common pool is empty")


def _recall(g: War, subject: Frontier, other: int, kind: int) -> None:
    """Draw a marker in the open: if the recorded value covers it, it lies on the border the other way up from now on."""
    power = subject.power
    value = g.draw(g.entry_pile, f"A marker in place of those {g.powers[power].label} returned", 1, "13.2")[0]
    if value > recorded(g, power, other, kind):
        g.entry_pile = sorted([*g.entry_pile, value])
        g.say(f"A {value} is more than {{}} has recorded: nothing is turned over", g.powers[power], rule="13.2")
        return
    record(g, power, other, kind, -value)
    if kind == FOR_ATTACK:
        change_defence(g, power, other, value, 1)
    else:
        setattr(g, border_hand(power, other), [*offensive(g, power, other), value])
    g.say(f"{{}} turns a marker of {value} over on its border with {{}}", g.powers[power], g.powers[other], rule="13.2")


KEEP: Act[War, Diplomat, None] = Act("keep_pacts", "9.2", "Keep them", do=lambda g, s, _: None)
BREAK: Act[War, Diplomat, int] = Act(
    "break_pact", "9.2", "Break the pact with {0}", takes=Power, among=lambda g, s: partners(g, s.power), may=may_break,
    do=break_pact,
)  # fmt: skip
NO_MARKER: Act[War, Frontier, None] = Act("no_marker", "13.2", "Draw none", do=lambda g, s, _: NOWHERE)
MARK: Act[War, Frontier, int] = Act(
    "mark", "13.2", "On the border with {0}", takes=Power, among=lambda g, s: bordering(g, s.power), do=lambda g, s, q: q,
    may=lambda g, s, q: None if q in bordering(g, s.power) else No("13.2", "no pact of yours has a border with it"), rolls=True,
)  # fmt: skip
FACE_DOWN: Act[War, Drawn, None] = Act("face_down", "13.2", "Face-down: for attack", do=lambda g, s, _: None)
FACE_UP: Act[War, Drawn, None] = Act(
    "face_up", "13.2", "Face-up: for defence", do=lambda g, s, _: _show(g, s.power, s.other, -1), rolls=True
)
LEAVE: Act[War, Frontier, None] = Act("leave", "13.2", "Leave them", do=lambda g, s, _: None)
TURN_UP: Act[War, Frontier, tuple[int, int]] = Act(
    "turn_up", "13.2", "Turn up marker {1} on the border with {0}", takes=(Power, int),
    among=lambda g, s: hidden_markers(g, s.power), may=may_turn_up, do=lambda g, s, w: _show(g, s.power, w[0], w[1] - 1),
    rolls=True,
)  # fmt: skip
TURN_DOWN: Act[War, Frontier, tuple[int, int]] = Act(
    "turn_down", "13.2", "Turn down a {1} on the border with {0}", takes=(Power, int),
    among=lambda g, s: open_markers(g, s.power), may=may_turn_down, do=_turn_down,
)  # fmt: skip
MOVE: Act[War, Frontier, tuple[int, int, int]] = Act(
    "move_marker", "13.2", "Marker {1} of the border with {0} to the one with {2}", takes=(Power, int, Power), among=moves,
    may=may_move, do=_move,
)  # fmt: skip
MOVE_OPEN: Act[War, Frontier, tuple[int, int, int]] = Act(
    "move_open", "13.2", "A face-up {1} of the border with {0} to the one with {2}", takes=(Power, int, Power), among=open_moves,
    may=may_move_open, do=_move_open,
)  # fmt: skip
RECALL_UP: Act[War, Frontier, int] = Act(
    "recall_up", "13.2", "Turn up a recorded marker on the border with {0}", takes=Power,
    among=lambda g, s: bordering(g, s.power), may=lambda g, s, q: may_recall(g, s, q, FOR_ATTACK),
    do=lambda g, s, q: _recall(g, s, q, FOR_ATTACK), rolls=True,
)  # fmt: skip
RECALL_DOWN: Act[War, Frontier, int] = Act(
    "recall_down", "13.2", "Turn down a recorded marker on the border with {0}", takes=Power,
    among=lambda g, s: bordering(g, s.power), may=lambda g, s, q: may_recall(g, s, q, FOR_DEFENCE),
    do=lambda g, s, q: _recall(g, s, q, FOR_DEFENCE), rolls=True,
)  # fmt: skip
