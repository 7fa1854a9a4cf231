"""9.2, 13.2, 13.7.3: pacts to the letter: markers that ran out, aircraft from a partner's hexes, borders, trade, single hexes."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, USSR
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.access import may_be_there
from grognard.titles.wif.rules.control import hexes_of, powers_by_hex
from grognard.titles.wif.rules.markers import FOR_ATTACK, FOR_DEFENCE, defensive, offensive, record, recorded, take_markers
from grognard.titles.wif.rules.missions import Flight, send
from grognard.titles.wif.rules.pacts import (
    Diplomat,
    Frontier,
    attack_total,
    break_pact,
    may_break,
    may_recall,
    place_markers,
)
from grognard.titles.wif.rules.peace import (
    Drafting,
    Envoy,
    Treaty,
    agree,
    enclaves,
    may_cede_hex,
    may_compel,
    may_offer_minor,
    may_trade,
    must_agree,
    offer_peace,
    price_of_peace,
)
from grognard.titles.wif.rules.powers import at_war, pact_key
from grognard.titles.wif.rules.trade import agreements, points_balance
from grognard.titles.wif.state import ALIGNED, BOMBER, CONQUERED, INDEPENDENT, War, border_hand
from tests.titles.wif.field import act, align, at, drive, hold, put
from tests.titles.wif.test_09_politics import minor, world


def pact(*enemies: tuple[str, str], a: int = USSR, b: int = JAPAN) -> War:
    g = world(*enemies, turn="Sep/Oct 1940")
    g.pacts[pact_key(a, b)] = g.turn - 5
    return g


# --- 13.2 ---------------------------------------------------------------------------------------------------------------------


def test_13_2_when_all_markers_are_out_half_of_them_come_back_and_still_count() -> None:
    g = pact()
    g.entry_pile = []
    setattr(g, border_hand(USSR, JAPAN), [1, 2, 3, 4])
    g.dice = FixedDice(0, 3, 1)  # the first and the last of the four come back, then the 1 is drawn
    assert take_markers(g, 1, "a test", ()) == [1]
    assert sorted(offensive(g, USSR, JAPAN)) == [2, 3] and recorded(g, USSR, JAPAN, FOR_ATTACK) == 5
    assert g.entry_pile == [4]


def test_13_2_recorded_values_add_to_the_garrison() -> None:
    g = pact()
    for _ in range(3):
        put(g, "Japan INF any", "Harbin")
    bare = attack_total(g, JAPAN, USSR)
    assert bare == 3
    record(g, JAPAN, USSR, FOR_ATTACK, 2)
    assert attack_total(g, JAPAN, USSR) == 5


def test_13_2_a_recorded_marker_is_turned_over_only_when_none_lies_on_the_map_and_the_value_covers_it() -> None:
    g = pact()
    put(g, "Japan INF any", "Harbin")
    put(g, "USSR INF any", "Vladivostok")
    frontier = Frontier(JAPAN)
    assert may_recall(g, frontier, USSR, FOR_ATTACK) is not None
    record(g, JAPAN, USSR, FOR_ATTACK, 2)
    setattr(g, border_hand(JAPAN, USSR), [1])
    no = may_recall(g, frontier, USSR, FOR_ATTACK)
    assert no is not None and "on the map first" in no.reason
    setattr(g, border_hand(JAPAN, USSR), [])
    assert may_recall(g, frontier, USSR, FOR_ATTACK) is None
    g.power, g.powers[JAPAN].drew = JAPAN, g.turn
    g.entry_pile = [2, 5]
    drive(g, place_markers(g), ["recall_up p.ussr"], dice=[5])
    assert g.entry_pile == [2, 5] and not defensive(g, JAPAN, USSR)
    drive(g, place_markers(g), ["recall_up p.ussr"], dice=[2])
    assert defensive(g, JAPAN, USSR) == {2: 1} and not recorded(g, JAPAN, USSR, FOR_ATTACK)
    assert may_recall(g, frontier, USSR, FOR_DEFENCE) is not None


# --- 9.2 ----------------------------------------------------------------------------------------------------------------------


def test_9_2_aircraft_from_a_partner_s_hex_are_a_reason_to_break_the_pact() -> None:
    """British bombers fly from Soviet Baku against Germany, which has a pact with the USSR."""
    g = pact(("Germany", "Commonwealth"), a=GERMANY, b=USSR)
    bomber = put(g, "Commonwealth LND any", "Baku")
    hold(g, "Germany", "Batum")
    act(g, "Commonwealth", Action.AIR)
    assert may_break(g, Diplomat(GERMANY), USSR) is not None
    own = put(g, "Commonwealth LND any", "London")
    send(g, Flight(COMMONWEALTH, "ground strike", BOMBER), (own, at(g, "Essen")))
    assert may_break(g, Diplomat(GERMANY), USSR) is not None  # not from a Soviet hex
    send(g, Flight(COMMONWEALTH, "ground strike", BOMBER), (bomber, at(g, "Batum")))
    assert may_break(g, Diplomat(GERMANY), USSR) is None and may_break(g, Diplomat(USSR), GERMANY) is not None


def test_9_2_friends_at_war_with_the_partner_keep_off_the_border() -> None:
    g = pact(("Germany", "USSR"), ("Germany", "Commonwealth"), ("Japan", "Commonwealth"))
    british = put(g, "Commonwealth FTR any", "Delhi")
    no = may_be_there(g, british, at(g, "Vladivostok"))
    assert no is not None and no.rule == "9.2"
    other = may_be_there(g, british, at(g, "Moscow"))
    assert other is None or other.rule != "9.2"
    g.pacts.clear()
    later = may_be_there(g, british, at(g, "Vladivostok"))
    assert later is None or later.rule != "9.2"


def test_9_2_a_pact_may_carry_trade_until_it_is_broken() -> None:
    g = world(("Germany", "Commonwealth"), ("Japan", "China"))
    g.power = JAPAN
    drive(g, offer_peace(g), ["offer p.ussr", "give_points 1", "ask_goods 2", "send", "agree"])
    deals = [d for d in agreements(g) if {d.giver, d.to} == {JAPAN, USSR}]
    assert [(d.giver, d.to, d.resources) for d in deals if d.resources] == [(USSR, JAPAN, 2)]
    before = points_balance(g, USSR)
    break_pact(g, Diplomat(USSR), JAPAN)
    assert points_balance(g, USSR) == before - 1 and not g.pact_trade


def test_9_2_trade_goes_one_way_and_has_a_limit() -> None:
    g = world()
    draft = Drafting(JAPAN, USSR, Treaty(goods=(1, 0)))
    assert may_trade(g, draft, 2, "goods", asked=True) is not None and may_trade(g, draft, 2, "points", asked=True) is None
    assert may_trade(g, draft, 6, "goods", asked=False) is not None


# --- 13.7.3 -------------------------------------------------------------------------------------------------------------------


def test_13_7_3_a_single_hexes_are_handed_over_in_a_chain() -> None:
    """wif-13.7.3-a: P2045 can go to the USSR only together with P2046 and P1947, which touches Soviet P1948."""
    g = world(("Japan", "USSR"))
    hold(g, "Japan", "P2045", "P2046", "P1947")
    hold(g, "USSR", "P1948")
    for name in ("P2045", "P2046", "P1947"):
        around = [b for b, _ in g.board.neighbours[at(g, name)] if g.ground.land[b]]
        for b in around:
            if g.board.token(b) not in ("P2045", "P2046", "P1947", "P1948"):
                g.hexes[b].controller = minor(g, "japan")
    draft = Drafting(JAPAN, USSR)
    assert may_cede_hex(g, draft, at(g, "P2045")) is not None and may_cede_hex(g, draft, at(g, "P1947")) is None
    chain = Drafting(JAPAN, USSR, Treaty(hexes=(at(g, "P1947"), at(g, "P2046"))))
    assert may_cede_hex(g, chain, at(g, "P2045")) is None
    g.power = JAPAN
    drive(g, offer_peace(g), ["offer p.ussr", "cede_hex P1947", "cede_hex P2046", "cede_hex P2045", "send", "agree"])
    assert not at_war(g, JAPAN, USSR)
    assert all(g.countries.power[g.hexes.controller[at(g, n)]] == USSR for n in ("P2045", "P2046", "P1947"))


def test_13_7_3_conquered_countries_come_as_the_new_master_likes() -> None:
    """Germany hands the Baltic States over; Estonia is aligned, Latvia stays conquered."""
    g = world(("Germany", "USSR"))
    for name in ("estonia", "latvia"):
        row = g.countries[minor(g, name)]
        row.status, row.power, row.set_up = CONQUERED, GERMANY, 1
    treaty = Treaty(lands=(minor(g, "estonia"), minor(g, "latvia")))
    drive(g, agree(g, GERMANY, USSR, treaty), ["as_aligned", "as_conquered"])
    rows = [g.countries[minor(g, n)] for n in ("estonia", "latvia")]
    assert [r.status for r in rows] == [ALIGNED, CONQUERED] and {r.power for r in rows} == {USSR}


def test_13_7_3_peace_with_a_minor_needs_its_protector() -> None:
    g = world(("Germany", "Commonwealth"))
    align(g, "greece", "Commonwealth")
    greece = minor(g, "greece")
    assert may_offer_minor(g, Envoy(ITALY), greece) is not None
    g.countries[greece].wars = 1 << ITALY
    assert may_offer_minor(g, Envoy(ITALY), greece) is None
    g.power = ITALY
    drive(g, offer_peace(g), [f"offer_minor c{greece}", "refuse"])
    assert g.countries.status[greece] == ALIGNED
    drive(g, offer_peace(g), [f"offer_minor c{greece}", "agree"])
    assert g.countries.status[greece] == INDEPENDENT and not g.countries.wars[greece]


@pytest.mark.parametrize("option", [False, True])
def test_13_7_3_japan_with_vladivostok_cannot_refuse_its_first_peace(option: bool) -> None:
    g = world(("Japan", "USSR"))
    g.options["compulsory_peace"] = option
    assert not must_agree(g, JAPAN, USSR)
    hold(g, "Japan", "Vladivostok")
    assert must_agree(g, JAPAN, USSR) == option and not must_agree(g, USSR, JAPAN)
    g.eastern_wars = 2
    assert not must_agree(g, JAPAN, USSR)


def test_13_7_3_a_compelled_peace_costs_what_is_held_abroad() -> None:
    """Option 42: the USSR ends its first war with Japan and leaves Manchuria; a Japanese patch without port or city is lost."""
    g = world(("Japan", "USSR"))
    assert may_compel(g, Envoy(USSR), JAPAN) is not None
    g.options["compulsory_peace"] = True
    assert may_compel(g, Envoy(USSR), JAPAN) is None and may_compel(g, Envoy(JAPAN), USSR) is None
    assert may_compel(g, Envoy(USSR), GERMANY) is not None
    hold(g, "USSR", "Harbin")
    inland = next(
        s for s in hexes_of(g, minor(g, "ussr"))
        if g.board.token(s)[0] == "P" and not g.ground.seas[s] and not g.ground.city[s]
        and all(powers_by_hex(g)[b] == USSR for b, _ in g.ground.steps[s])
    )  # fmt: skip
    g.hexes[inland].controller = minor(g, "japan")
    assert inland in enclaves(g, JAPAN, USSR) and at(g, "Harbin") in price_of_peace(g, USSR, JAPAN)
    g.power = USSR
    drive(g, offer_peace(g), ["compel p.japan"])
    assert not at_war(g, JAPAN, USSR) and pact_key(JAPAN, USSR) in g.pacts
    assert powers_by_hex(g)[at(g, "Harbin")] == JAPAN and powers_by_hex(g)[inland] == USSR
    g.eastern_wars = 2
    assert may_compel(g, Envoy(USSR), JAPAN) is not None


def test_13_7_3_no_land_goes_with_a_mere_pact() -> None:
    no = may_cede_hex(world(), Drafting(JAPAN, USSR), at(world(), "Harbin"))
    assert no is not None and "only in a peace" in no.reason
