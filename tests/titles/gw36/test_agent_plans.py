"""What the planner plans beside attacks, each in a position: lend-lease, raids and escorts, landings, purchases, minors."""

from __future__ import annotations

import random

from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.agent import MIND, economy, lending, minors, needs
from grognard.titles.gw36.agent.attacks import plan_attacks
from grognard.titles.gw36.agent.landings import cost_at_sea, escorts_for, landings
from grognard.titles.gw36.agent.moves import naval_value
from grognard.titles.gw36.agent.raids import Raiders, duties, escort_worth, expected
from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules.combat_movement import orders_of
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.state import ESCORT, War
from tests.titles.gw36 import battlefield
from tests.titles.gw36.workshop import game, money, put, seize, site, war, zone

USA, BRITAIN, USSR, GERMANY, KMT = (NATION[n] for n in ("usa", "great_britain", "ussr", "germany", "kmt"))


# --- lend-lease (7.9, 11.4) --------------------------------------------------------------------------------------------


def _britain_alone(*, invaded: bool) -> War:
    """January 1941: the USA at war with Germany; a German army in Southern England, or none."""
    g = game("usa", when="1941-01")
    war(g, "usa", "germany")
    war(g, "great_britain", "germany")
    money(g, "usa", 30)
    if invaded:
        g.zones[zone(g, "southern_england")].owner = GERMANY
        for _ in range(14):
            put(g, "germany", "southern_england", "infantry")
        g.news += 1
    return g


def test_help_goes_to_a_friend_in_danger_and_names_it() -> None:
    g = _britain_alone(invaded=True)
    loan = lending.best_loan(g, USA, BRITAIN)
    assert loan is not None
    assert loan.text.startswith("lend ")
    assert "to Great Britain: London in danger" in loan.text
    assert lending.lend_value(g, USA, BRITAIN) > 0


def test_a_quiet_friend_gets_nothing() -> None:
    g = _britain_alone(invaded=False)
    g.zones[zone(g, "southern_england")].owner = BRITAIN
    assert lending.need(g, BRITAIN) < lending.need(_britain_alone(invaded=True), BRITAIN)
    assert lending.best_loan(g, BRITAIN, USA) is None
    assert lending.lend_value(g, BRITAIN, USA) < 0


def test_another_alliance_is_helped_only_against_a_third_that_leads() -> None:
    g = game("usa", when="1942-07")
    for a, b in (("usa", "germany"), ("ussr", "germany")):
        war(g, a, b)
    assert lending.share(g, USA, BRITAIN) == 1.0
    for name in ("moscow", "leningrad", "london", "paris", "warsaw"):
        g.zones[zone(g, name)].owner = USSR  # the Comintern leads
    g.news += 1
    assert lending.share(g, USA, USSR) == 0.0
    for name in ("moscow", "leningrad", "london", "paris", "warsaw", "stalingrad", "cairo", "washington"):
        if g.board.knows(name):
            g.zones[zone(g, name)].owner = GERMANY
    g.news += 1
    assert lending.share(g, USA, USSR) > 0.0


def test_submarines_on_the_way_spoil_a_loan() -> None:
    g = _britain_alone(invaded=True)
    safe, arrives = lending.passage(g, USA, BRITAIN, lending.SMALL)
    assert safe == 1.0
    assert g.zones.owner[arrives] == BRITAIN
    for number in range(1, 140):
        if g.board.knows(f"sz_{number}"):
            put(g, "germany", f"sz_{number}", "submarine")
    assert lending.chance_of(g, USA, (zone(g, "sz_22"),)) == lending.THROUGH
    assert lending.passage(g, USA, BRITAIN, lending.SMALL)[0] <= lending.THROUGH**2
    assert lending.best_loan(g, USA, BRITAIN) is None
    assert lending.offer(g, BRITAIN, Option("money", 3)) is None


# --- raids and escorts (9.11) ------------------------------------------------------------------------------------------


def _atlantic(turn: str) -> War:
    g = battlefield.field(turn, wars=(("germany", "great_britain"),))
    g.last = 12
    return g


def _orders(g: War, u: int, verb: str) -> list[Option]:
    return [option for option in orders_of(g, u) if option.verb == verb]


def test_a_submarine_raids_where_it_takes_more_than_it_risks() -> None:
    g = _atlantic("germany")
    boat = battlefield.put(g, "germany", "sz_25", "submarine")[0]
    plan = plan_attacks(g, seat_of(g, GERMANY), "quick")
    assert plan.steps
    assert plan.steps[0][1].startswith(f"raid u{boat}")
    assert "IPP, risks 0.0" in plan.summary
    guarded = zone(g, "sz_25")
    battlefield.put(g, "great_britain", "sz_25", "6 destroyer", duty=ESCORT)
    values = {option.args[-1].index: Raiders(g).value(boat, option)[0] for option in _orders(g, boat, "raid")}
    assert values[guarded] < 0 < max(values.values())


def test_the_second_raider_finds_less() -> None:
    g = _atlantic("germany")
    first, second = battlefield.put(g, "germany", "sz_75", "submarine", "submarine")
    raiders = Raiders(g)
    there = next(o for o in _orders(g, first, "raid") if o.args[-1].index == zone(g, "sz_75"))
    alone, _ = raiders.value(first, there)
    raiders.note(first, there)
    assert raiders.value(second, there)[0] < alone


def test_destroyers_escort_where_submarines_will_come_and_stay() -> None:
    g = _atlantic("great_britain")
    britain = BRITAIN
    ships = battlefield.put(g, "great_britain", "sz_25", "6 destroyer")
    assert duties(g, ships, set()) == []  # nobody raids
    battlefield.put(g, "germany", "sz_48", "3 submarine")
    g.news += 1
    coming = expected(g, britain)
    assert coming[zone(g, "sz_48")] > coming[zone(g, "sz_86")]  # three lines meet there, and two
    found = duties(g, ships, set())
    assert 1 <= len(found) <= 2  # a third of them at most
    assert all(order.startswith("escort") and "saves" in why for _, order, why in found)
    guard = battlefield.put(g, "great_britain", "sz_47", "destroyer", duty=ESCORT)[0]
    assert escort_worth(g, britain, zone(g, "sz_47"), already=True) > 0.2
    assert naval_value(g, guard, zone(g, "sz_25")) < 0


def test_a_bomber_keeps_away_from_fighters() -> None:
    g = _atlantic("great_britain")
    bomber = battlefield.put(g, "great_britain", "southern_england", "strategic_bomber")[0]
    battlefield.build(g, "southern_england", "air_base")
    battlefield.build(g, "western_germany", "major_factory")
    g.news += 1
    bombing = next(o for o in _orders(g, bomber, "bomb"))
    free, _ = Raiders(g).value(bomber, bombing)
    battlefield.put(g, "germany", "western_germany", "4 fighter")
    guarded, _ = Raiders(g).value(bomber, bombing)
    assert guarded < 0 < free


# --- landings (8.4, 9.8) -----------------------------------------------------------------------------------------------


def _channel(*, aircraft: int) -> War:
    """Two British infantry and a transport off an empty German Normandy, with a fleet to the west of them."""
    g = _atlantic("great_britain")
    for name in ("normandy", "picardy"):
        g.zones[zone(g, name)].owner = GERMANY
    battlefield.put(g, "great_britain", "southern_england", "infantry", "infantry")
    battlefield.put(g, "great_britain", "sz_26", "naval_transport")
    battlefield.put(g, "great_britain", "sz_25", "4 destroyer", "battleship")
    battlefield.put(g, "germany", "western_germany", "9 infantry")
    if aircraft:
        battlefield.put(g, "germany", "picardy", f"{aircraft} tactical_bomber")
    g.news += 1
    return g


def test_warships_go_with_a_landing_that_aircraft_could_strike() -> None:
    g = _channel(aircraft=2)
    plan = plan_attacks(g, seat_of(g, BRITAIN), "quick")
    texts = [text for _, text in plan.steps]
    assert any(text.startswith("assault") for text in texts)
    ships = [text for text in texts if text.startswith("sail") and text.endswith("sz_26")]
    assert ships
    assert "escorts" in plan.summary
    assert texts.index(ships[0]) < next(n for n, text in enumerate(texts) if text.startswith("assault"))


def test_a_landing_nobody_can_strike_sails_alone() -> None:
    g = _channel(aircraft=0)
    plan = plan_attacks(g, seat_of(g, BRITAIN), "quick")
    assert any(text.startswith("assault") for _, text in plan.steps)
    assert not any(text.startswith("sail") for _, text in plan.steps)


def test_the_loss_of_transports_is_counted() -> None:
    g = _channel(aircraft=3)
    free = [u for u, at in enumerate(g.units.at) if at >= 0 and g.units.nation[u] == BRITAIN]
    boat = next(boat for _, coast, boat in landings(g, free) if coast == zone(g, "normandy"))
    alone, risk = cost_at_sea(g, [boat], [])
    assert risk > 0.5
    sails = {boat.sea: [(u, f"sail u{u} sz_26") for u in free if g.units.at[u] == zone(g, "sz_25")]}
    escort = escorts_for(g, [boat], sails, ())
    assert escort
    assert cost_at_sea(g, [boat], escort)[0] < alone
    assert escorts_for(g, [boat], sails, free) == []  # they are needed elsewhere


# --- purchases ---------------------------------------------------------------------------------------------------------


def _worth(g: War, nation: int, text: str) -> float:
    verb, name, *count = text.split()
    return economy.purchase_value(g, nation, Option(verb, name, *map(int, count)))


def test_a_threatened_nation_buys_infantry_and_says_for_what() -> None:
    g = game("france", when="1940-01")
    g.last = 12
    war(g, "france", "germany")
    before = _worth(g, NATION["france"], "buy infantry 3") - _worth(g, NATION["france"], "buy fighter 1")
    seize(g, "picardy", "germany")
    for _ in range(16):
        put(g, "germany", "picardy", "medium_armor")
    g.news += 1
    after = _worth(g, NATION["france"], "buy infantry 3") - _worth(g, NATION["france"], "buy fighter 1")
    assert after > max(before, 0.0)
    assert "Paris in danger" in economy.reason(g, NATION["france"], Option("buy", "infantry", 3))


def test_submarines_are_bought_for_convoys_that_can_be_raided() -> None:
    g = game("germany", when="1940-07")
    boat = KIND["submarine"]
    war(g, "germany", "great_britain")
    g.last = 12
    assert needs.needs(g, GERMANY).convoys >= 4
    assert needs.weighed(g, GERMANY, boat, 0.0, 0.0) > 0.0
    g.turn = g.last - 2
    assert needs.weighed(g, GERMANY, boat, 0.0, 0.0) == 0.0  # too late to pay


def test_a_ship_that_would_come_too_late_or_cannot_be_paid_on_is_left() -> None:
    g = game("usa", when="1941-01")
    g.last, cruiser = 12, KIND["light_cruiser"]
    g.nations[USA].income = 40
    assert needs.in_time(g, USA, cruiser)
    g.turn = g.last - 3
    assert not needs.in_time(g, USA, cruiser)
    g = game("anzac", when="1941-01")
    g.last = 12
    assert needs.in_time(g, NATION["anzac"], KIND["destroyer"])
    assert not needs.in_time(g, NATION["anzac"], KIND["battleship"])  # its next stage costs most of a turn's income


def test_factories_grow_where_money_would_lie_idle_and_ports_do_not() -> None:
    g = game("ussr", when="1940-01")
    g.last = 12
    plant = site(g, "moscow", "minor_factory")
    port = site(g, "leningrad", "minor_port")
    assert needs.upgrade_worth(g, USSR, port) < 0
    for s in g.sites:
        if g.zones.owner[s.at] == USSR and s.index not in (plant.index, port.index) and s.at >= 0:
            s.at = -1
    g.nations[USSR].income = 60
    assert needs.needs(g, USSR).slots < 3
    assert needs.upgrade_worth(g, USSR, plant) > 0
    assert "the income buys" in economy.reason(g, USSR, Option("upgrade", plant))
    g.turn = g.last - 3
    assert needs.upgrade_worth(g, USSR, plant) < 0  # it would not pay any more


def test_only_a_factory_near_a_front_without_one_is_built() -> None:
    g = game("ussr", when="1940-01")
    g.last = 12
    assert needs.build_worth(g, USSR, FACILITY["air_base"]) < 0
    g.turn = g.last - 3
    assert needs.build_worth(g, USSR, FACILITY["minor_factory"]) < 0


# --- minors (4.8) ------------------------------------------------------------------------------------------------------


def test_the_united_states_pay_for_minors_that_are_worth_it() -> None:
    g = game("usa", when="1941-07")
    g.last = 12
    war(g, "usa", "japan")
    brazil, paraguay = NATION["brazil"], NATION["paraguay"]
    assert minors.minor_worth(g, USA, brazil) > minors.minor_worth(g, USA, paraguay)
    assert minors.chance(g, USA, brazil, 3) == 3 / 12
    best = max((1, 2, 3), key=lambda n: minors.influence_worth(g, USA, brazil, n))
    assert best == 3
    assert minors.influence_worth(g, USA, brazil, 3) > 0
    option = Option("influence", g.nations[brazil], 3)
    assert economy.purchase_value(g, USA, option) > 0
    assert economy.reason(g, USA, option).startswith("influence Brazil: chance 25%")
    g.turn = g.last - 1
    assert economy.purchase_value(g, USA, option) < 0


def test_of_the_balkan_nations_the_one_worth_most_is_aligned() -> None:
    session = Session.new(TITLE, "1939", seed=seed_from(1))
    g = session.g
    g.slot = 1
    balkans = [NATION[n] for n in ("bulgaria", "hungary", "romania")]
    options = (*(Option("align", g.nations[m]) for m in balkans), Option("refuse"))
    ask = Ask(seat_of(g, GERMANY), "Align one of the Balkan nations", options, "4.8")
    answer, why = MIND.plan(session, ask.seat, ask, random.Random(1), "quick")
    best = max(balkans, key=lambda m: minors.minor_worth(g, GERMANY, m))
    assert answer == Option("align", g.nations[best])
    assert "worth" in why
