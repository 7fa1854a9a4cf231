"""13.6.11: intelligence (option 41)."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Ask, Together
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import spies
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.entry import markers_for
from grognard.titles.wif.rules.initiative import _roll
from grognard.titles.wif.rules.intelligence import (
    Doubting,
    Effort,
    Stake,
    Tampering,
    bletchley,
    cast,
    cast_each,
    doubt,
    gains,
    make_effort,
    may_buy,
    may_decode,
    price,
    richest,
    tamper,
    watched,
    with_units,
)
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_odds import engaged, fight
from grognard.titles.wif.rules.weather import roll_weather
from grognard.titles.wif.state import War

from .field import act, drive, hold, outcome, put, war

WARS = (("Germany", "Commonwealth"), ("Germany", "France"), ("Italy", "Commonwealth"), ("Japan", "China"))


def world(turn: str = "Jul/Aug 1940", *, on: bool = True) -> War:
    g = war(*WARS, turn=turn, scenario="global_war_1939", intelligence=on)
    for power in (USSR, USA):
        g.powers[power].plays = 1
    for power, points in {GERMANY: 15, ITALY: 5, JAPAN: 6, COMMONWEALTH: 12, FRANCE: 4, CHINA: 2, USA: 30}.items():
        g.powers[power].build_points = points
    return g


def test_13_6_11_a() -> None:
    """wif-13.6.11-a: one free roll for the richest active power of each side, the others buy theirs; the neutral USA has none."""
    g = world()
    assert richest(g, 0) == GERMANY and richest(g, 1) == COMMONWEALTH
    # Germany, Commonwealth, France, Italy, Japan by seat; Bletchley Park is not asked for here
    order = [p for p in range(8) if g.powers.plays[p] and g.powers.status[p] and g.powers.build_points[p] >= 3]
    bought = {ITALY: 1, JAPAN: 1, COMMONWEALTH: 1}
    answers = [w for p in order for w in (f"buy {bought.get(p, 0)}", *(["decode 0"] if p == COMMONWEALTH else []))]
    drive(g, make_effort(g), answers, [9, 7, 1, 4, 3])
    said = " ".join(line.text for line in g.journal.lines)
    assert "Germany makes 1 intelligence" in said and "Commonwealth makes 2 intelligence" in said
    assert g.powers.build_points[ITALY] == 2 and g.powers.build_points[COMMONWEALTH] == 9
    assert g.powers.intelligence[GERMANY] == 5 and g.powers.intelligence[ITALY] == 3


def test_13_6_11_b() -> None:
    """wif-13.6.11-b: Germany 9, Italy 7, Japan 1 against 4 and 3: five and three points."""
    points = {GERMANY: 15, ITALY: 5, JAPAN: 6, COMMONWEALTH: 12}
    assert gains({GERMANY: [9], ITALY: [7], JAPAN: [1], COMMONWEALTH: [4, 3]}, points) == {GERMANY: 5, ITALY: 3}
    assert gains({GERMANY: [4], COMMONWEALTH: [3, 4]}, points) == {GERMANY: 1}  # a tie: who has more build points
    assert gains({GERMANY: [4], COMMONWEALTH: [4]}, {GERMANY: 9, COMMONWEALTH: 9}) == {}
    assert gains({GERMANY: [6]}, points) == {GERMANY: 6}


def test_13_6_11_d() -> None:
    """wif-13.6.11-d: Germany pays five and says its die will be higher; it is 2 again, and each active enemy has a point."""
    g = world()
    g.turn = g.first_turn + 1
    g.powers[GERMANY].intelligence = 5
    g.track, g.holder = 2, 0  # the Allies win ties; neither end of the track gives a re-roll of 6.1 here
    before = dict(enumerate(g.powers.intelligence))
    drive(g, _roll(g), ["leave", "leave", "higher"], [2, 3, 2])
    gained = {p: n - before[p] for p, n in enumerate(g.powers.intelligence)}
    assert gained[GERMANY] == -5 and {p for p, n in gained.items() if n > 0} == {COMMONWEALTH, FRANCE, CHINA}


def test_13_6_11_a_good_guess_costs_nothing_more() -> None:
    g = world()
    g.powers[GERMANY].intelligence = 5
    rolled: list[int] = []

    def flow():  # type: ignore[no-untyped-def]
        rolled.append((yield from cast(g, Stake("a case", "8", 0))))

    drive(g, flow(), ["leave", "higher"], [2, 7])
    assert rolled == [7] and not any(g.powers.intelligence)


def test_13_6_11_e() -> None:
    """wif-13.6.11-e: Italy's ships support the attack on Marseille: a point; without them two; a re-roll three or four."""
    g = world()
    hold(g, "France", "Marseille")
    foe = put(g, "France INF any", "Marseille")
    act(g, "Germany", Action.LAND)
    attacker = put(g, "Germany INF any", "Nice")
    target = g.units.at[foe]
    join_attack(g, GERMANY, attacker, target)
    row = next(n for n, t in enumerate(g.attacks.target) if t == target)
    battle = fight(g, row)
    told = Stake("Assault", "11.15.5", 0, 0, engaged(g, battle), fight=True)
    assert price(told, ITALY, again=False) == 2 and price(told, GERMANY, again=False) == 1
    g.attacks[row].helpers |= 1 << ITALY
    told = Stake("Assault", "11.15.5", 0, 0, engaged(g, battle), fight=True)
    assert price(told, ITALY, again=False) == 1 and price(told, ITALY, again=True) == 3
    assert price(Stake("Weather", "8"), ITALY, again=False) == 2 and price(Stake("Weather", "8"), ITALY, again=True) == 5


def test_13_6_11_the_side_that_rolls_is_asked_first_and_only_one_changes_it() -> None:
    g = world()
    g.powers[GERMANY].intelligence = g.powers[COMMONWEALTH].intelligence = 2
    stake = Stake("Search", "11.5.5", 1, 0, 1 << GERMANY | 1 << COMMONWEALTH, fight=True)
    asked: list[str] = []
    flow = tamper(g, stake)
    ask = next(flow)
    assert isinstance(ask, Ask)
    asked.append(ask.seat)
    assert asked == [g.seat(COMMONWEALTH)]
    with pytest.raises(StopIteration) as stop:
        flow.send(ask.find("lower"))
    assert stop.value.value == -1
    assert g.powers.intelligence[COMMONWEALTH] == 1 and g.powers.intelligence[GERMANY] == 2


def test_13_6_11_dice_that_count_one_by_one_are_changed_each() -> None:
    g = world()
    g.powers[GERMANY].intelligence = 1
    rolled: list[int] = []

    def flow():  # type: ignore[no-untyped-def]
        stake = Stake("strike", "11.8", 0, 1, 1 << GERMANY, fight=True, dice=2)
        rolled.extend((yield from cast_each(g, stake)))

    drive(g, flow(), ["lower"], [4, 9])
    assert rolled == [3, 8]


def test_2_7_a_die_that_is_rolled_again_may_be_changed_if_it_was_not() -> None:
    """Before the second roll the points are asked for again, unless the first was changed already."""
    g = world()
    g.powers[GERMANY].intelligence = 9
    stake = Stake("A search", "11.5.5", 0, 0, 1 << GERMANY, fight=True)
    assert outcome(g, cast(g, stake), ["leave", "higher", "raise", "stands"], [2, 6]) == 7
    assert g.powers.intelligence[GERMANY] == 9 - 3 - 1
    g.powers[GERMANY].intelligence = 9
    assert outcome(g, cast(g, stake), ["raise", "higher", "stands"], [2, 6]) == 7
    assert g.powers.intelligence[GERMANY] == 9 - 1 - 3


def test_13_6_11_nobody_is_asked_without_points_or_without_the_option() -> None:
    for on, points in ((True, 0), (False, 9)):
        g = world(on=on)
        g.powers[GERMANY].intelligence = points
        assert not watched(g) and drive(g, roll_weather(g), (), [4]) == []


def test_13_6_11_bletchley_park() -> None:
    """One roll in 1940, two in 1941, six at most; what is not used is lost with the year."""
    for turn, rolls in (("Sep/Oct 1939", 0), ("Jul/Aug 1940", 1), ("Jan/Feb 1941", 2), ("May/Jun 1945", 6)):
        g = world(turn)
        assert bletchley(g) == rolls
    g.bletchley_used = 4
    assert bletchley(g) == 2 and may_decode(g, Effort(COMMONWEALTH, 0, 0, 2), 2) is None
    assert may_decode(g, Effort(COMMONWEALTH, 0, 0, 2), 3) is not None
    assert may_buy(g, Effort(ITALY, 5, 0, 0), 1) is None and may_buy(g, Effort(ITALY, 5, 0, 0), 2) is not None


def test_13_6_11_what_is_bought_is_not_seen_before_all_have_chosen() -> None:
    """The purchase is a secret of its seat: no view, copy, log or file tells it before all are revealed."""
    g = world()
    put_together = next(make_effort(g))
    assert isinstance(put_together, Together) and put_together.secret


def test_13_6_11_the_secret_holds_in_a_game() -> None:
    session = Session.new(TITLE, "barbarossa_1941", seed=b"i" * 32, options={"intelligence": True})
    found = False
    for _ in range(3000):
        seat, ask = next(iter(session.pending.items()))
        if isinstance(ask.subject, Effort):
            bought = next((o for o in ask.options if o.text == "buy 1"), None)
            if bought is not None and len(session.pending) > 1:
                other = next(s for s in session.pending if s != seat)
                before = session.g.powers.build_points[ask.subject.power]
                session.apply(seat, bought)
                assert session.g.powers.build_points[ask.subject.power] == before
                told = [line.text for step in session.steps for line in step.lines if not line.only or other in line.only]
                assert not any("intelligence" in text for text in told)
                twin = session.fork(seat=other)
                assert twin.g.powers.build_points[ask.subject.power] == before
                found = True
                break
        session.apply(seat, ask.options[0])
    assert found


def test_13_6_11_opponents_spend_with_sense() -> None:
    g = world()
    g.powers[GERMANY].intelligence = 4
    stake = Stake("Assault", "11.15.5", 0, 0, 1 << GERMANY, fight=True)
    ask = next(doubt(g, stake, [1], lambda: [5]))
    assert isinstance(ask, Ask) and isinstance(ask.subject, Doubting)
    assert spies.doubt(g, ask, ask.subject)[0].verb == "higher"
    ask = next(doubt(g, stake, [9], lambda: [5]))
    assert isinstance(ask, Ask) and isinstance(ask.subject, Doubting)
    assert spies.doubt(g, ask, ask.subject)[0].verb == "stands"
    ask = next(tamper(g, stake))
    assert isinstance(ask, Ask) and isinstance(ask.subject, Tampering)
    assert spies.tamper(g, ask, ask.subject)[0].verb == "raise"
    assert SIDE_OF_POWER[GERMANY] == 0 and with_units(g, []) == 0


def test_13_6_11_the_marker_more_of_an_entry_action_may_be_changed() -> None:
    """wif-13.3.3-a with a point spent: 12 points and a die of 3 are one marker, the die lowered to 2 is a second one."""
    for change, markers in (("leave", 1), ("lower", 2)):
        g = war(("Germany", "Commonwealth"), turn="Jul/Aug 1940", scenario="global_war_1939", intelligence=True)
        g.powers[USA].plays = 1
        g.powers[COMMONWEALTH].intelligence = 2
        assert outcome(g, markers_for(g, 12, "a case"), [change], [3]) == markers
