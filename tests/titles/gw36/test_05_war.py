"""Chapter 5 and 8.1: peacetime income, declarations of war, the Allied penalty, the Monroe Doctrine, asking for zones."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.agents.checks import check_rest
from grognard.kernel import session as sessions
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, Window
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.powers import NATION, WARLORDS, N
from grognard.titles.gw36.rules import income, income_increases, returns, war, war_conditions
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import absorb, alive, at_war
from grognard.titles.gw36.rules.seats import seat_of, voice_of
from grognard.titles.gw36.rules.units import foes
from grognard.titles.gw36.state import SIGNED, War
from grognard.titles.gw36.subjects import Politics
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import cash, dice, game, money, put, refused, run, zone


def test_5_1_a() -> None:
    """At peace Britain lives on its peacetime income, at war with a Major on its zones; war with a minor changes nothing."""
    g = game("great_britain", "1936")
    britain = NATION["great_britain"]
    assert current_income(g, britain) == 11
    workshop.war(g, "great_britain", "yemen")
    assert current_income(g, britain) == 11
    workshop.war(g, "great_britain", "germany")
    assert current_income(g, britain) == g.nations[britain].wartime


def test_5_2_a() -> None:
    """gw36-5.2-a: from July 1939 Britain at peace adds a D12 each turn, not beyond its wartime income; before that nothing."""
    britain = NATION["great_britain"]
    g = game("great_britain", "1936", when="1939-07")
    dice(g, 8)
    income_increases.roll_turn_increases(g, britain)
    assert g.nations[britain].income == 11 + 8
    dice(g, 12)
    income_increases.roll_turn_increases(g, britain)
    assert g.nations[britain].income == min(31, g.nations[britain].wartime)
    early = game("great_britain", "1936", when="1938-07")
    dice(early)
    income_increases.roll_turn_increases(early, britain)
    assert early.nations[britain].income == 11


def test_gw36_5_2_a_eligible() -> None:
    """gw36-5.2-a: at 25 IPP, and not before, Britain may declare war, though no Axis power has declared any; its income rises
    no further, and the Wartime Bonus waits for the war (GW36-AMB-123, 170)."""
    g = game("great_britain", "1936", when="1939-07")
    britain, axis = NATION["great_britain"], [NATION[n] for n in ("germany", "italy", "japan")]
    assert not any(g.nations[n].declared for n in axis)
    g.nations[britain].income = 24
    g.news += 1
    for target in axis:
        refused(war_conditions.may_declare(g, britain, target), "5.5", "income of 25")
    dice(g, 12)
    income_increases.roll_turn_increases(g, britain)
    assert g.nations[britain].income == 25
    assert [war_conditions.may_declare(g, britain, target) for target in axis] == [None, None, None]
    assert set(axis) <= set(war_conditions.able(g, britain))
    income_increases.raise_income(g, britain, 5, "test")
    assert g.nations[britain].income == 25
    assert income.bonus_income(g, britain) == 0
    workshop.war(g, "great_britain", "germany")
    assert income.bonus_income(g, britain) > 0


def test_5_5_western_powers() -> None:
    """France at 18 and the USA at 63 IPP may declare war on an Axis power; on the USSR only for cause (GW36-AMB-170, 9.21)."""
    for name, full in (("france", 18), ("usa", 63)):
        g = game(name, "1936")
        nation, italy, ussr = NATION[name], NATION["italy"], NATION["ussr"]
        g.nations[nation].income = full - 1
        g.news += 1
        refused(war_conditions.may_declare(g, nation, italy), "5.5", f"income of {full}")
        g.nations[nation].income = full
        g.news += 1
        assert war_conditions.may_declare(g, nation, italy) is None
        refused(war_conditions.may_declare(g, nation, ussr), "5.5")


def test_gw36_5_2_b() -> None:
    """gw36-5.2-b: in 1939 Britain begins at war and has all of its regular income."""
    g = game("great_britain", "1939")
    assert current_income(g, NATION["great_britain"]) == g.nations[NATION["great_britain"]].wartime


def test_5_2_captures() -> None:
    """A captured zone adds to a peacetime income, a lost one lowers it."""
    g = game("usa", "1936")
    usa = NATION["usa"]
    before = current_income(g, usa)
    g.zones[zone(g, "cuba")].owner = usa
    assert current_income(g, usa) == before + g.zones[zone(g, "cuba")].value
    g.zones[zone(g, "philippines")].owner = NATION["japan"]
    assert current_income(g, usa) == before + g.zones[zone(g, "cuba")].value - g.zones[zone(g, "philippines")].value


def test_5_3_a() -> None:
    """An increase acts in another nation's turn: a Britain that reaches its wartime income may declare war at once."""
    g = game("germany", "1936")
    britain, germany = NATION["great_britain"], NATION["germany"]
    g.nations[germany].declared = 1
    refused(war_conditions.may_declare(g, britain, germany), "5.5", "income")
    income_increases.raise_income(g, britain, 99, "test")
    assert g.nations[britain].income == g.nations[britain].wartime
    assert war_conditions.may_declare(g, britain, germany) is None


def test_5_5_a() -> None:
    """gw36-5.5-a: once able, Britain may declare war in the German turn: a window is opened for it when the news changes."""
    g = game("germany", "1936")
    britain, germany = NATION["great_britain"], NATION["germany"]
    income_increases.raise_income(g, britain, 99, "Belgium")
    g.nations[germany].declared = 1
    window = next(war.politics(g))
    seat = TITLE.seats("1936", g.options)[2].key
    assert seat in window.asks
    assert "declare n.great_britain n.germany" in [o.text for o in window.asks[seat].options]


def test_5_5_quiet() -> None:
    """A seat that has heard all news is not asked again until something changes."""
    g = game("germany", "1936")
    run(g, war.politics(g))
    assert run(g, war.politics(g)) == []
    assert next(war.politics(g), None) is None
    income_increases.raise_income(g, NATION["great_britain"], 99, "test")
    assert next(war.politics(g), None) is not None


def test_5_5_standing() -> None:
    """A seat with the standing answer `never` is not asked in political windows."""
    session = Session.new(TITLE, "1936", seed=seed_from(1))
    asked = list(session.pending)
    assert asked
    for seat in asked:
        session.stand(seat, "politics", "never")
    assert not set(asked) & set(session.pending) or session.play.question.__class__.__name__ == "Ask"


def test_5_5_sheets() -> None:
    """The list of possible declarations is exactly what the legality test allows."""
    for nation, scenario in (("germany", "1936"), ("great_britain", "1939"), ("ussr", "1939"), ("kmt", "1939"), ("usa", "1936")):
        g = game(nation, scenario)
        n = NATION[nation]
        by_test = {t for t in range(N) if war_conditions.may_declare(g, n, t) is None}
        assert set(war_conditions.able(g, n)) == by_test


def test_5_5_commonwealth() -> None:
    """Great Britain declares for the Commonwealth: all three are at war."""
    g = game("great_britain", "1936")
    refused(war_conditions.may_declare(g, NATION["anzac"], NATION["japan"]), "2.3")
    workshop.war(g, "great_britain", "japan")
    assert at_war(g, NATION["anzac"], NATION["japan"])
    assert at_war(g, NATION["fec"], NATION["japan"])


def test_gw36_5_6_a() -> None:
    """gw36-5.6-a: Britain and France share the 10 IPP for Portugal; the USA may not pay and its income falls from 34 to 26."""
    g = game("great_britain", "1939")
    workshop.war(g, "great_britain", "italy")
    workshop.war(g, "france", "italy")
    g.nations[NATION["usa"]].income = 34
    money(g, "great_britain", 7)
    money(g, "france", 9)
    money(g, "usa", 30)
    assert war_conditions.payers(g, NATION["great_britain"]) == [NATION["great_britain"], NATION["france"]]
    run(g, war.declare_war(g, NATION["great_britain"], NATION["portugal"]), "pay 6")
    assert (cash(g, "great_britain"), cash(g, "france"), cash(g, "usa")) == (1, 5, 30)
    assert g.nations[NATION["usa"]].income == 26


def test_5_6_b() -> None:
    """Without the money there is no declaration; the Axis pays nothing."""
    g = game("great_britain", "1939")
    money(g, "great_britain", 4)
    money(g, "france", 5)
    refused(war_conditions.may_declare(g, NATION["great_britain"], NATION["portugal"]), "5.6")
    assert not war_conditions.pays_penalty(g, NATION["germany"], NATION["portugal"])


def test_gw36_5_7_a() -> None:
    """gw36-5.7-a: Germany has aligned Argentina: the USA may fight it there without war, and its income does not rise."""
    g = game("usa", "1939")
    absorb(g, NATION["argentina"], NATION["germany"])
    income = g.nations[NATION["usa"]].income
    assert NATION["germany"] in war.monroe_targets(g)
    war.invoke_monroe(g, NATION["germany"])
    usa, germany = NATION["usa"], NATION["germany"]
    assert foes(g, usa, zone(g, "buenos_aires")) >> germany & 1
    assert not foes(g, usa, zone(g, "berlin")) >> germany & 1
    assert not at_war(g, usa, germany)
    assert g.nations[usa].income == income


def test_5_7_b() -> None:
    """Where no foreign Major is in the Americas the doctrine has no target; printed colonies are none."""
    g = game("usa", "1936")
    assert zone(g, "british_guiana")
    assert war.monroe_targets(g) == []
    put(g, "japan", "sz_55", "submarine")
    assert war.monroe_targets(g) == [NATION["japan"]]


def test_8_1_a() -> None:
    """A declaration sets the war, marks the declarer, and raises the incomes that its sheets name."""
    g = game("germany", "1936")
    germany = NATION["germany"]
    assert not g.nations[germany].declared
    run(g, war.declare_war(g, germany, NATION["poland"]))
    assert g.nations[germany].declared
    assert at_war(g, germany, NATION["poland"]) or not alive(g, NATION["poland"])


def test_8_1_b() -> None:
    """No second declaration, none against an absent nation, none on Romania by the USSR under the pact."""
    g = game("germany", "1939")
    refused(war_conditions.may_declare(g, NATION["germany"], NATION["france"]), "5.5", "already")
    refused(war_conditions.may_declare(g, NATION["germany"], NATION["vichy"]), "5.5")
    g.pact = SIGNED
    g.nations[NATION["ussr"]].income = g.nations[NATION["ussr"]].wartime
    refused(war_conditions.may_declare(g, NATION["ussr"], NATION["romania"]), "14.2")


def test_8_1_full_income() -> None:
    """A nation that a Major declares war on goes to its full income."""
    g = game("germany", "1939")
    ussr = NATION["ussr"]
    assert current_income(g, ussr) < g.nations[ussr].wartime
    run(g, war.declare_war(g, NATION["germany"], ussr))
    assert current_income(g, ussr) == g.nations[ussr].wartime


def test_9_21_a() -> None:
    """Free France's Syria, taken by Italy and then by the USSR: France may ask, the refusal lets it declare war."""
    g = game("ussr", "1939")
    syria = zone(g, "syria")
    g.zones[syria].owner = NATION["ussr"]
    france, ussr = NATION["france"], NATION["ussr"]
    assert returns.may_ask(g, france, syria) is None
    refused(returns.may_ask(g, NATION["great_britain"], syria), "9.21")
    refused(war_conditions.may_declare(g, france, ussr), "5.5")
    assert returns.may_ask_back(g, Politics(voice_of(g, france)), (france, syria)) is None
    run(g, returns.ask_back(g, france, syria), "refuse")
    assert war_conditions.may_declare(g, france, ussr) is None
    assert returns.may_give_back(g, Politics(voice_of(g, ussr)), (france, syria)) is None
    unit = put(g, "ussr", "syria", "infantry")
    returns.give_back(g, france, syria)
    assert g.zones[syria].owner == france
    assert unit.at not in (syria, -1)
    refused(war_conditions.may_declare(g, france, ussr), "5.5")


def test_9_21_b() -> None:
    """An enemy is not asked: what he holds is taken back by force."""
    g = game("germany", "1939")
    picardy = zone(g, "picardy")
    g.zones[picardy].owner = NATION["germany"]
    refused(returns.may_ask(g, NATION["france"], picardy), "9.21", "enemy")


def test_5_2_first_row() -> None:
    """Of a sheet's rows that fit one event the first counts: a German war on Poland is worth 2D12, with the pact 1D12."""
    britain = NATION["great_britain"]
    for signed, rolls in ((False, (3, 4)), (True, (5,))):
        g = game("germany", "1936", when="1939-07")
        g.pact = SIGNED if signed else 0
        dice(g, *rolls, *[1] * 20)
        income_increases.tell(g, "declares_war", NATION["germany"], on=NATION["poland"])
        assert g.nations[britain].income == 11 + sum(rolls)


def test_5_2_pact_sphere() -> None:
    """Soviet acts that the pact allows raise no Western income; a Soviet war on Turkey does, pact or not."""
    for minor, rises in (("lithuania", False), ("turkey", True)):
        g = game("ussr", "1936", when="1939-07")
        g.pact = SIGNED
        dice(g, *[4] * 20)
        income_increases.tell(g, "declares_war", NATION["ussr"], on=NATION[minor])
        assert (g.nations[NATION["great_britain"]].income > 11) is rises


def test_5_4_evolved_china() -> None:
    """Japan's wartime bonuses do not count while its only Major enemy is an evolved Chinese faction."""
    from grognard.titles.gw36.rules.income import bonus_income

    g = game("japan", "1939")
    japan = NATION["japan"]
    g.nations[NATION["kmt"]].evolved = 1
    g.news += 1
    alone = bonus_income(g, japan)
    workshop.war(g, "japan", "usa")
    assert bonus_income(g, japan) >= alone
    assert any(row.unless == "only evolved china" for row in g.facts.nations["japan"].bonuses)
    row = next(row for row in g.facts.nations["japan"].bonuses if row.unless == "only evolved china")
    from grognard.titles.gw36.rules.income import _holds

    assert not _holds(g, japan, row.unless)


def test_5_6_warlords() -> None:
    """A KMT war on a warlord is no Allied war on a neutral: the US income stays (GW36-AMB-113)."""
    g = game("kmt", "1936", v43_war_conditions=False)
    g.nations[NATION["usa"]].income = 30
    target = next(t for t in war_conditions.able(g, NATION["kmt"]) if t in WARLORDS)
    run(g, war.declare_war(g, NATION["kmt"], target))
    assert g.nations[NATION["usa"]].income == 30


def test_gw36_5_6_portugal() -> None:
    """5.6, its example: Portugal, attacked and not taken, is German with all its colonies and ships."""
    g = game("great_britain", "1939")
    money(g, "great_britain", 20)
    money(g, "france", 0)
    lost = [z for z, o in enumerate(g.zones.owner) if o == NATION["portugal"]]
    ships = [u for u in g.units if u.nation == NATION["portugal"]]
    run(g, war.declare_war(g, NATION["great_britain"], NATION["portugal"]))
    assert len(lost) > 3
    assert {g.zones.owner[z] for z in lost} == {NATION["germany"]}
    assert all(u.nation == NATION["germany"] for u in ships)


def _asked(g: War, flow: Any, seat: str) -> Ask | None:
    """What a seat with the standing answer `new` is asked in a window, in which it and all others then pass."""
    window = next(flow, None)
    found = None
    if window is not None and seat in window.asks and not war.nothing_new(g, seat):
        found = window.asks[seat]
    for _ in flow:
        pass
    return found


def test_5_5_new() -> None:
    """GW36-AMB-160: with `new` a seat is asked once for what it can do, then only for what is new, and told what it is."""
    g = game("germany", "1939")
    seat = seat_of(g, NATION["great_britain"])
    g.standing[f"{seat} politics"] = "new"
    first = _asked(g, war.politics(g), seat)
    assert first is not None
    assert first.prompt.startswith("Great Britain may declare war on Japan")
    assert first.options[1].text == "declare n.great_britain n.japan"  # the news first, after `pass`
    g.news += 1  # relations changed, but nothing the seat could not do before
    assert _asked(g, war.politics(g), seat) is None
    workshop.war(g, "germany", "ussr")
    second = _asked(g, war.politics(g), seat)
    assert second is not None and second.prompt.startswith("Germany and Soviet Union are at war.")
    g.news += 1
    assert _asked(g, war.politics(g), seat) is None


def test_5_5_new_minors() -> None:
    """A war on a minor opens no window for `new`, but is offered in every window and refused to nobody."""
    g = game("germany", "1939")
    seat = seat_of(g, NATION["great_britain"])
    g.standing[f"{seat} politics"] = "new"
    money(g, "great_britain", 0)
    money(g, "france", 0)
    first = _asked(g, war.politics(g), seat)
    assert first is not None and first.find("declare n.great_britain n.norway") is None
    money(g, "great_britain", 20)
    g.news += 1
    window = next(war.politics(g))
    assert window.asks[seat].find("declare n.great_britain n.norway") is not None
    assert war.nothing_new(g, seat)
    del g.standing[f"{seat} politics"]
    assert seat in next(war.politics(g)).asks


def test_5_5_new_menu() -> None:
    """In its own Combat Movement a seat is not asked to answer its own declaration: the menu offers the same."""
    g = game("germany", "1939")
    seat = seat_of(g, NATION["germany"])
    g.phase = 2
    assert war.nothing_new(g, seat)
    g.phase = 4
    assert not war.nothing_new(g, seat)


def test_5_5_new_passed() -> None:
    """A seat that has passed is not asked again in the same window for the wars of others, but for its own."""
    g = game("germany", "1939")
    comintern, allies = seat_of(g, NATION["ussr"]), seat_of(g, NATION["great_britain"])
    g.standing[f"{comintern} reaction"] = g.standing[f"{allies} reaction"] = "new"
    flow = war.react(g)
    window = next(flow)
    assert list(window.asks).index(comintern) < list(window.asks).index(allies)
    window = flow.send((allies, window.asks[allies].find("declare n.great_britain n.japan")))
    assert comintern not in window.asks and allies in window.asks


def test_5_5_default_standing() -> None:
    """A person begins with `new` and the usual order of fire, may lift them, and an agent begins without."""
    session = Session.new(TITLE, "1939", seed=seed_from(1))
    assert session.g.standing == {}
    session.stand_by_default("player1")
    begun = {"politics": "new", "reaction": "new", "volleys": "usual", "idle": "pass"}
    assert session.g.standing == {f"player1 {kind}": key for kind, key in begun.items()}
    assert session.opening == 4
    session.stand("player1", "volleys", "")
    assert "player1 volleys" not in session.g.standing


def test_5_5_reasons_a_player_understands() -> None:
    """Every condition of the sheets that fails is told in words; one that holds is not."""
    g = game("great_britain", "1936")
    italy, britain, germany, kmt = (NATION[n] for n in ("italy", "great_britain", "germany", "kmt"))
    refused(war_conditions.may_declare(g, britain, germany), "5.5", "income of 25")
    g.nations[britain].income = 25
    g.news += 1
    no = war_conditions.may_declare(g, britain, NATION["ussr"])
    assert no is not None and "_" not in no.reason and "fulfilled" not in no.reason
    assert war_conditions.may_declare(g, britain, germany) is None
    refused(war_conditions.may_declare(g, kmt, NATION["warlord_yunnan"]), "5.5", "Communist China still has units")
    refused(war_conditions.may_declare(g, kmt, italy), "5.5")
    for sheet in g.facts.nations.values():
        for row in sheet.war:
            for condition in row.require:
                assert "_" not in war_conditions._words(condition)


def test_8_1_a_copy_amid_reactions_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been said in a window stands in the game: a segment that is started again comes back to the window, and whoever
    has spoken cannot say it twice."""
    session = Session.new(TITLE, "1939", seed=seed_from(3))
    wishes = ("politics", "declare", "done", "none", "pass")
    while not (session.play.rests and session.g.events.get(war.REACTING) == war.SOMETHING):
        seat, ask = next(iter(session.pending.items()))
        said = {o.verb: o for o in reversed(ask.options)}
        session.apply(seat, next((said[verb] for verb in wishes if verb in said), ask.options[0]))
        assert session.count < 400, "nobody spoke out of turn"
    again: list[int] = []
    monkeypatch.setattr(sessions, "give_again", lambda session, play, n, checked: again.append(n))
    twin = session.fork(seed_from(4))
    assert not again and twin.g.digest() == session.g.digest()
    check_rest(session)
    texts = {seat: [o.text for o in ask.options] for seat, ask in session.pending.items()}
    assert texts == {seat: [o.text for o in ask.options] for seat, ask in twin.pending.items()}
    spoken = next(step for step in reversed(session.steps) if step.option.startswith("declare"))
    assert all(spoken.option not in listed for listed in texts.values())
    seat = next(iter(session.pending))
    session.apply(seat, "pass")
    while isinstance(session.play.question, Window):
        assert not session.play.rests
        session.apply(next(iter(session.pending)), "pass")
    assert not war.is_reacting(session.g)
