"""Stand-in rules 33, 38.1, 53.2 and 83.6: oil, trade and what partners hand over; worked examples under their ids."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.bureaus import bureau
from grognard.titles.awaw.agent.view import View
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FACTION, GERMANY, INDEX, ITALY, JAPAN, RUSSIA, US
from grognard.titles.awaw.rules import construction, movement, oil, trade, want
from grognard.titles.awaw.rules.air import Sortie, may_come
from grognard.titles.awaw.rules.end import end_turn
from grognard.titles.awaw.rules.fleet import fleet_modifiers
from grognard.titles.awaw.rules.influence import russian_will
from grognard.titles.awaw.rules.redeployment import sr_limit
from grognard.titles.awaw.rules.research import points_of
from grognard.titles.awaw.rules.strategic import TIED
from grognard.titles.awaw.state import ALLY, COVERING, RGT, SPRING, SUMMER, SUPPORTING, USJT

from .kit import campaign, drive, fight, hold, put, puts, space

RUMANIA = INDEX["rumania"]


def test_ours_33_1_germany_with_ploesti():
    """AW-OURS-33-a: two plants and Ploesti of an ally give five; four are needed, one goes into the reserve."""
    g = campaign(year=1941, season=SPRING)
    g.nations[RUMANIA].side, g.nations[RUMANIA].patron, g.nations[RUMANIA].status = AXIS, GERMANY, ALLY
    g.nations[INDEX["hungary"]].result = 99
    assert oil.produced(g, GERMANY) == {"Germany": 5}
    assert sum(oil.needs_of(g, GERMANY).values()) == 4
    before = oil.stock(g, "Germany")
    drive(g, oil.oil(g))
    assert oil.stock(g, "Germany") == before + 1
    assert g.nations.dry[GERMANY] == 0
    assert oil.store(g, "Germany", 99) == 15 - before - 1  # the reserve holds fifteen


def test_ours_33_5_germany_without_ploesti():
    """AW-OURS-33-b: two counters pay army and air; the economy builds 56 instead of 75, civilians cost five BRPs."""
    g = campaign(year=1941, season=SPRING)
    g.oil = [0] * len(g.oil)
    assert construction.build_limit(g, GERMANY) == 75
    level = g.nations.level[GERMANY]
    state = oil.Refinery(GERMANY, 2, 4)
    assert oil.may_leave(g, state, "naval").rule == "ours 33.4"
    drive(g, oil.oil(g), ["leave economic", "leave civilian"])
    assert g.nations.dry[GERMANY] == want.ECONOMY | want.CIVILIANS
    assert construction.build_limit(g, GERMANY) == 56
    assert g.nations.level[GERMANY] == level - 5
    assert oil.may_leave(g, state, "economic").rule == "ours 33.5"


def test_ours_33_2_the_embargo():
    """AW-OURS-33-c: without the American market Japan uses its fifteen in three turns."""
    g = campaign("pacific", year=1941, season=SUMMER, mover="japan")
    assert oil.may_embargo(g).rule == "ours 49.8"
    g.effective[USJT] = 25
    assert oil.may_embargo(g) is None
    assert oil.produced(g, JAPAN)["Japan"] == 4  # Sakhalin's one would want a transport
    oil.embargo(g)
    assert oil.may_embargo(g).rule == "ours 33.2"
    assert oil.produced(g, JAPAN) == {}
    assert oil.stock(g, "Japan") == 15
    assert sum(oil.needs_of(g, JAPAN).values()) == 5
    for left in (10, 5, 0):
        drive(g, oil.oil(g))
        assert oil.stock(g, "Japan") == left


def test_ours_20_65_oil_by_sea():
    """A third of the transports carries oil at most, and is tied."""
    g = campaign("pacific", year=1942, season=SUMMER, mover="japan")
    fight(g, "us")
    hold(g, "japan", "palembang", "balikpapan")
    ships = puts(g, 9, "japan tr", "sw_pacific")
    assert oil.oil_transports(g, JAPAN) == 3
    assert oil.produced(g, JAPAN) == {"Japan": 3}  # six counters, three ships
    g.oil[oil.areas(g).index("Japan")] = 0
    oil.collect(g, JAPAN)
    assert sum(bool(g.units.moved[u] & TIED) for u in ships) == 3


def test_ours_33_61_an_army_without_oil():
    g = campaign(year=1941, season=SUMMER)
    fight(g, "russia")
    tank = put(g, "germany arm 4-6", "eM34")
    far = len(movement.marches(g, tank).costs)
    assert movement.can_overrun(g, movement.Marcher(tank)) is None
    g.nations[GERMANY].dry = want.ARMY
    assert len(movement.marches(g, tank).costs) < far
    assert movement.can_overrun(g, movement.Marcher(tank)).rule == "ours 33.61"


def test_ours_33_62_aircraft_without_oil():
    g = campaign(year=1941, season=SUMMER)
    planes = puts(g, 7, "germany aaf", "berlin", inverted=1)
    sortie = Sortie(GERMANY, space(g, "berlin"), SUPPORTING, 9)
    assert may_come(g, sortie, space(g, "berlin")) is None
    g.nations[GERMANY].dry = want.AIR_FORCE
    assert may_come(g, sortie, space(g, "berlin")).rule == "ours 33.62"
    assert may_come(g, Sortie(GERMANY, space(g, "berlin"), COVERING, 9), space(g, "berlin")) is None  # defending goes on
    end_turn(g)
    assert sum(not g.units.inverted[u] for u in planes) == 5


def test_ours_33_71_in_spite_of_want():
    g = campaign(year=1941, season=SUMMER)
    state = oil.Refinery(GERMANY, 3, 0)
    assert oil.may_draw(g, state, "air").rule == "ours 33.71D"
    g.nations[GERMANY].dry = want.AIR_FORCE
    oil.draw_on(g, state, "air")
    assert want.own_use(g, GERMANY, want.AIR_FORCE) == 5
    base = space(g, "berlin")
    assert may_come(g, Sortie(GERMANY, base, SUPPORTING, 9), base) is None
    g.oil = [0] * len(g.oil)
    assert oil.may_draw(g, state, "air").rule == "ours 33.71D"


def test_ours_33_63_ships_without_oil():
    g = campaign(year=1941, season=SUMMER)
    mine, theirs = [put(g, "germany cruiser", "kiel")], [put(g, "britain cruiser", "plymouth")]
    before = fleet_modifiers(g, mine, theirs).total
    g.nations[GERMANY].dry = want.NAVY
    assert fleet_modifiers(g, mine, theirs).total == before - 1


def test_ours_33_5_who_needs_oil():
    g = campaign(year=1940, season=SPRING)
    assert oil.needs_of(g, ITALY) == {}  # at peace
    assert oil.needs_of(g, US) == {}
    fight(g, "italy")
    assert oil.needs_of(g, ITALY)["army"] == 1
    assert sr_limit(g, ITALY) == 4
    g.nations[ITALY].dry = want.ARMY | want.NAVY
    assert sr_limit(g, ITALY) == 2  # ours 28.6: one less for each want


def test_ours_33_6_ethiopia_and_the_areas_overseas():
    g = campaign(year=1941, season=SUMMER, mover="britain")
    g.nations[ITALY].dry = want.ARMY
    assert want.wants(g, ITALY, want.ARMY, space(g, "rome"))
    assert not want.wants(g, ITALY, want.ARMY, space(g, "ethiopia"))
    g.oil[oil.areas(g).index("Egypt")] = 0
    g.oil[oil.areas(g).index("Britain")] = 0
    oil.overseas(g)
    assert want.wants(g, BRITAIN, want.ARMY, space(g, "alexandria"))
    assert not want.wants(g, BRITAIN, want.ARMY, space(g, "london"))


def test_ours_33_2_a_counter_for_a_partner():
    g = campaign(year=1941, season=SUMMER)
    fight(g, "italy")
    state = oil.Refinery(GERMANY, 9, 0)
    assert oil.may_hand(g, state, "Italy") is None
    assert oil.may_hand(g, state, "Britain").rule == "ours 33.2"
    oil.hand(g, state, "Italy")
    assert (oil.stock(g, "Germany"), oil.stock(g, "Italy")) == (8, 4)
    assert FACTION[GERMANY] == FACTION[ITALY]


def test_ours_37_65_industry_turned_to_oil():
    g = campaign(year=1941, season=SUMMER, mover="russia", side=ALLIES)
    fight(g, "russia")
    state, kharkov = oil.Refinery(RUSSIA, 5, 0), space(g, "kharkov")
    assert oil.may_divert(g, state, kharkov) is None
    assert oil.may_divert(g, state, space(g, "kiev")).rule == "ours 37.65"
    before, base = oil.produced(g, RUSSIA)["Urals box"], g.nations.base[RUSSIA]
    oil.divert(g, state, kharkov)
    assert oil.produced(g, RUSSIA)["Urals box"] == before + 1
    assert g.nations.base[RUSSIA] == base - 10


def test_ours_33_65_russian_will():
    g = campaign(year=1941, season=SUMMER)
    fight(g, "russia")
    before = russian_will(g).total
    g.nations[RUSSIA].dry = want.ARMY | want.CIVILIANS
    assert russian_will(g).total == before - 2


def test_ours_38_1_russian_trade():
    """AW-OURS-38-a: fifteen BRPs to Germany, one off the tension, three research points to Russia."""
    g = campaign(year=1940, season=SPRING)
    g.tension[RGT] = 5
    german, points = g.nations.level[GERMANY], points_of(g, RUSSIA)
    assert trade.may_sell(g, trade.Market(RUSSIA, GERMANY), 20).rule == "ours 38.1"
    drive(g, trade.yearly_trade(g), ["sell 15", "accept"])
    assert g.nations.level[GERMANY] == german + 15
    assert g.tension[RGT] == 4
    assert points_of(g, RUSSIA) == points + 3
    assert oil.produced(g, GERMANY)["Germany"] == 4  # and two counters a turn
    fight(g, "russia")
    assert trade.may_sell(g, trade.Market(RUSSIA, GERMANY), 5).rule == "ours 38.1"


def test_ours_53_2_a_blockade_runner():
    g = campaign("global_war", year=1941, season=SPRING)
    points = points_of(g, JAPAN)
    drive(g, trade.yearly_trade(g), ["sell 0"], dice=[5])
    assert points_of(g, JAPAN) == points + 1
    drive(g, trade.yearly_trade(g), ["sell 0"], dice=[4])
    assert points_of(g, JAPAN) == points


def test_ours_83_6_a_conquest_for_a_partner():
    g = campaign(year=1942, season=SPRING)
    fight(g, "italy")
    greece = INDEX["greece"]
    g.nations[greece].conquered = GERMANY
    for s in g.ground.homeland[greece]:
        g.hexes[s].holder = GERMANY
    estate = trade.Estate(GERMANY)
    assert trade.may_hand(g, estate, (greece, ITALY)) is None
    assert trade.may_hand(g, estate, (greece, BRITAIN)).rule == "ours 83.6"
    trade.hand(g, estate, (greece, ITALY))
    assert g.nations.conquered[greece] == ITALY
    assert trade.may_hand(g, estate, (greece, ITALY)).rule == "ours 83.6"


def test_ours_33_2_germany_may_give_oil_to_italy_when_its_own_needs_are_paid():
    """Italy at war without a counter: Germany is asked, with all its needs met; where Italy has enough nobody is asked."""
    g = campaign(year=1941, season=SUMMER)
    fight(g, "italy")
    oil.stock(g, "Italy")
    g.oil[oil.areas(g).index("Italy")] = 0
    g.oil[oil.areas(g).index("Germany")] = 9
    assert oil.partner_short(g, GERMANY)
    prompts = drive(g, oil.oil(g), ["hand Italy", "done"])
    assert len(prompts) == 2 and oil.stock(g, "Italy") == 1
    g.oil[oil.areas(g).index("Italy")] = 5
    assert not oil.partner_short(g, GERMANY) and drive(g, oil.oil(g)) == []
    assert counsel_of_oil(g, 9) < 0
    g.oil[oil.areas(g).index("Italy")] = 0
    assert counsel_of_oil(g, 9) > 0 > counsel_of_oil(g, 2)


def counsel_of_oil(g, left: int) -> float:
    return bureau(g, View(g, 0), oil.Refinery(GERMANY, left, 0), Option("hand", "Italy"))
