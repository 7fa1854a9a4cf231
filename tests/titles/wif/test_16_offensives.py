"""16: offensive points (option 49)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.titles.wif.charts import UNLIMITED
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, GERMANY, JAPAN, USA, USSR
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.odds_land import landing
from grognard.titles.wif.rules.actions import count, left, limit, may_do
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.fuel import oil_cost
from grognard.titles.wif.rules.hq_benefits import (
    end_offensives,
    enhance_attacks,
    enhancing,
    led_from_the_ground,
    lent_strength,
    may_enhance,
    pressed,
    take_lead,
    within_range,
)
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_strength import attack_factors
from grognard.titles.wif.rules.naval_movement import may_move
from grognard.titles.wif.rules.offensives import (
    Offensive,
    deliver_chits,
    lead,
    may_combine,
    may_lead,
    may_order,
    may_rouse,
    may_rouse_all,
    may_share,
    order,
    share,
    spend_points,
)
from grognard.titles.wif.rules.reorganisation import Reorganising, may_turn_up, open_source, price, reorganise
from grognard.titles.wif.rules.rerolls import KEY, again, clear_markers, fleet_from_hq, lay_markers, may_lay, stakes
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import AIR_OFFENSIVE, LAND_OFFENSIVE, NAVAL_OFFENSIVE, War

from .field import act, at, beside, drive, hold, named, put, war


def world(turn: str = "Sep/Oct 1942", **options: bool) -> War:
    pairs = (("Germany", "USSR"), ("Germany", "Commonwealth"), ("Germany", "USA"), ("Japan", "USA"))
    return war(*pairs, turn=turn, scenario="global_war_1939", offensive_points=True, **options)


def test_16_a() -> None:
    """wif-16-a: chits of five and ten points cost as many build points and take two turns."""
    g = world()
    assert may_order(g, Purse(USA, 5), 5) is None and may_order(g, Purse(USA, 9), 10) is not None
    g.powers[USA].build_points = 15
    order(g, Purse(USA, 15), 5)
    order(g, Purse(USA, 10), 10)
    assert g.powers.build_points[USA] == 0 and g.chits == [USA, g.turn + 2, 5, USA, g.turn + 2, 10]
    deliver_chits(g)
    assert g.powers.offensive[USA] == 0
    g.turn += 2
    deliver_chits(g)
    assert g.powers.offensive[USA] == 15 and not g.chits


def test_16_b() -> None:
    """wif-16-b: fifteen points for the next turn cost thirty build points."""
    g = world()
    assert may_order(g, Purse(USA, 29), 15, hurried=True) is not None
    assert may_order(g, Purse(USA, 30), 15, hurried=True) is None
    g.powers[USA].build_points = 30
    order(g, Purse(USA, 30), 15, hurried=True)
    assert g.powers.build_points[USA] == 0 and g.chits == [USA, g.turn + 1, 15]
    assert may_order(g, Purse(USA, 30), 7) is not None
    plain = war(("Germany", "USSR"))
    assert may_order(plain, Purse(GERMANY, 30), 5) is not None


def naval_and_land(g: War, points: int = 11) -> list[str]:
    act(g, "USA", Action.NAVAL)
    g.powers[USA].offensive = points
    return drive(g, spend_points(g), ["combine land", "enough"])


def test_16_2_a() -> None:
    """wif-16.2-a: a naval and land action adds the air missions of both."""
    g = world()
    single = [g.charts.limit(Activity.GROUND_STRIKE, a, USA, g.year) for a in (Action.NAVAL, Action.LAND)]
    naval_and_land(g)
    assert limit(g, USA, Activity.NAVAL_MOVE) == limit(g, USA, Activity.LAND_MOVE) == UNLIMITED
    both = [g.charts.limit(Activity.NAVAL_AIR, a, USA, g.year) for a in (Action.NAVAL, Action.LAND)]
    assert limit(g, USA, Activity.NAVAL_AIR) == sum(both)
    assert limit(g, USA, Activity.GROUND_STRIKE) == sum(single)


def test_16_2_b() -> None:
    """wif-16.2-b: with an air action as well nothing is limited."""
    g = world()
    act(g, "USA", Action.NAVAL)
    g.powers[USA].offensive = 16
    drive(g, spend_points(g), ["combine land", "combine air", "enough"])
    for activity in (Activity.NAVAL_MOVE, Activity.LAND_MOVE, Activity.GROUND_STRIKE):
        assert limit(g, USA, activity) == UNLIMITED
    rails = [g.charts.limit(Activity.RAIL, a, USA, g.year) for a in (Action.NAVAL, Action.LAND, Action.AIR)]
    assert limit(g, USA, Activity.RAIL) == sum(rails)


def test_16_2_d() -> None:
    """wif-16.2-d: an American naval and land action costs eleven."""
    g = world()
    naval_and_land(g, 11)
    assert g.powers.offensive[USA] == 0
    h = world()
    act(h, "USA", Action.NAVAL)
    assert may_combine(h, Offensive(USA, 10), "land") is not None
    act(h, "USA", Action.COMBINED)
    assert may_combine(h, Offensive(USA, 50), "land") is not None


def test_16_2_submarines_alone_cost_one() -> None:
    """A land action with submarines and convoys costs one for these; other ships stay, and cost two to reorganise."""
    g = world()
    act(g, "Germany", Action.LAND)
    g.powers[GERMANY].offensive = 7
    drive(g, spend_points(g), ["combine boats", "enough"])
    assert g.powers.offensive[GERMANY] == 0 and g.powers.boats[GERMANY]
    boat, ship = put(g, "Germany SUB any", "Kiel"), put(g, "Germany CA any", "Kiel")
    assert may_move(g, GERMANY, boat) is None
    refused = may_move(g, GERMANY, ship)
    assert refused is not None and refused.rule == "16.2"
    assert price(g, boat, False) == 1 and price(g, ship, False) == 2


def test_16_3_3_a_gun_shells_with_a_die_more() -> None:
    g = world("May/Jun 1942", artillery=True)
    hold(g, "Germany", "Kiev")
    hq = named(g, "Germany", "Rundstedt", "Kiev", fed=1)
    gun = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.ART)
    unit = g.units.add(counter=gun, at=at(g, "Kiev"), power=GERMANY, country=g.facts.country["germany"]).index
    act(g, "Germany", Action.LAND)
    assert not take_lead(g, unit)
    g.powers[GERMANY].leader, g.powers[GERMANY].offence = hq + 1, LAND_OFFENSIVE
    assert take_lead(g, unit) and g.powers.enhanced[GERMANY] == 1
    g.powers[GERMANY].enhanced = 2 * g.units[hq].sheet.reorganisation
    assert not take_lead(g, unit)


def test_10_3_d() -> None:
    """wif-10.3-d: a Japanese naval and land action costs fifteen tenths of oil."""
    g = world(oil=True)
    act(g, "Japan", Action.NAVAL)
    g.powers[JAPAN].more = 1 << Action.LAND
    assert oil_cost(g, JAPAN) == 15


def test_16_3_a() -> None:
    """wif-16.3-a: Zhukov costs fifteen, Gort nine."""
    g = world("May/Jun 1942")
    zhukov, gort = named(g, "USSR", "Zhukov", "Moscow"), named(g, "Commonwealth", "Gort", "London")
    for unit, power, cost in ((zhukov, USSR, 15), (gort, COMMONWEALTH, 9)):
        g.powers[power].action = int(Action.LAND)
        assert may_lead(g, Offensive(power, cost), (unit, "land")) is None
        assert may_lead(g, Offensive(power, cost - 1), (unit, "land")) is not None
        assert may_lead(g, Offensive(power, 50), (unit, "air")) is not None
    g.units[gort].down = 1
    assert may_lead(g, Offensive(COMMONWEALTH, 50), (gort, "land")) is not None


def test_16_4_a() -> None:
    """wif-16.4-a: to turn Zhukov face-up costs seven, Gort four; all Soviet HQs twenty, the Japanese fifteen."""
    g = world("May/Jun 1942")
    zhukov, gort = named(g, "USSR", "Zhukov", "Moscow", down=1), named(g, "Commonwealth", "Gort", "London", down=1)
    for unit, power, cost in ((zhukov, USSR, 7), (gort, COMMONWEALTH, 4)):
        assert may_rouse(g, Offensive(power, cost), unit) is None
        assert may_rouse(g, Offensive(power, cost - 1), unit) is not None
    assert may_rouse_all(g, Offensive(USSR, 20)) is None and may_rouse_all(g, Offensive(USSR, 19)) is not None
    assert g.charts.all_hqs[JAPAN] == 15
    act(g, "USSR", Action.LAND)
    g.powers[USSR].offensive = 7
    drive(g, spend_points(g), [f"rouse u{zhukov}", "enough"])
    assert not g.units.down[zhukov] and g.powers.offensive[USSR] == 0


def pearl_harbor() -> tuple[War, int]:
    g = world("Sep/Oct 1943")
    nimitz = named(g, "USA", "Nimitz", "Pearl Harbor")
    fighter = put(g, "USA FTR any", "Pearl Harbor")
    cruisers = [put(g, "USA CA any", "Pearl Harbor") for _ in range(3)]
    act(g, "USA", Action.NAVAL)
    g.powers[USA].offensive = 30
    lead(g, Offensive(USA, 30), (nimitz, "naval"))
    g.units[fighter].at = g.ground.sections[at(g, "Hawaiian Islands")][4]
    for ship in cruisers:
        g.units[ship].at = g.ground.sections[at(g, "Marshalls")][4]
    return g, nimitz


def test_16_3_1_a() -> None:
    """wif-16.3.1-a: one marker in the Hawaiian Islands and three in the Marshalls, not two and two."""
    g, _ = pearl_harbor()
    near, far = at(g, "Hawaiian Islands"), at(g, "Marshalls")
    drive(g, lay_markers(g), [f"lay {g.board.token(near)}"])
    assert g.rerolls == {near * KEY + USA: 1, far * KEY + USA: 3}
    h, _ = pearl_harbor()
    h.rerolls[near * KEY + USA] = 1
    assert may_lay(h, stakes(h, USA), near) is not None and may_lay(h, stakes(h, USA), far) is None


def test_16_3_1_any_unit_that_was_with_the_hq_counts() -> None:
    """A friend's cruiser and marines aboard a transport: the text has units, not the power's ships alone."""
    g = world("Sep/Oct 1943")
    nimitz = named(g, "USA", "Nimitz", "Pearl Harbor")
    cruiser, marines = put(g, "Commonwealth CA any", "Pearl Harbor"), put(g, "USA MAR any", "Pearl Harbor")
    elsewhere = put(g, "USA CA any", "San Francisco")
    act(g, "USA", Action.NAVAL)
    g.powers[USA].offensive = 30
    lead(g, Offensive(USA, 30), (nimitz, "naval"))
    for unit in (cruiser, marines, elsewhere):
        g.units[unit].at = g.ground.sections[at(g, "Marshalls")][3]
    assert fleet_from_hq(g, USA) == {at(g, "Marshalls"): 2} and fleet_from_hq(g, COMMONWEALTH) == {}
    end_offensives(g)
    assert fleet_from_hq(g, USA) == {}


def test_16_3_1_b() -> None:
    """wif-16.3.1-b: the enemy's roll is had again for a marker; what is left is lost after the combats."""
    g, _ = pearl_harbor()
    far = at(g, "Marshalls")
    g.rerolls[far * KEY + USA] = 3
    drive(g, again(g, far, 2, lambda: 9), ["anew", "stands"])
    assert g.rerolls[far * KEY + USA] == 2
    clear_markers(g)
    assert not g.rerolls
    assert drive(g, again(g, far, 2, lambda: 9)) == []


def test_16_3_1_c() -> None:
    """wif-16.3.1-c: Yamamoto reorganises ships in Truk and in the three seas beside it at half the cost, eight of them."""
    g = world("Sep/Oct 1942")
    truk = at(g, "Truk")
    hold(g, "Japan", "Truk")
    yamamoto = named(g, "Japan", "Yamamoto", "Truk")
    ships = []
    for area in g.ground.seas[truk]:
        ship = put(g, "Japan CA any", "Truk", down=1)
        g.units[ship].at = g.ground.sections[area][0]
        ships.append(ship)
    assert len(ships) == 3
    act(g, "Japan", Action.NAVAL)
    g.powers[JAPAN].leader, g.powers[JAPAN].offence = yamamoto + 1, NAVAL_OFFENSIVE
    subject = Reorganising(JAPAN)
    open_source(g, subject, yamamoto)
    assert all(may_turn_up(g, subject, ship) is None for ship in ships)
    assert 2 * g.units[yamamoto].sheet.reorganisation == 8
    g.powers[JAPAN].offence = 0
    assert all(may_turn_up(g, subject, ship) is not None for ship in ships)


def test_16_3_1_eight_ships_for_four_points() -> None:
    """wif-16.3.1-c: with four points Yamamoto turns eight ships face-up at half a point each, and no ninth."""
    g = world("Sep/Oct 1942")
    hold(g, "Japan", "Truk")
    yamamoto = named(g, "Japan", "Yamamoto", "Truk")
    ships = [put(g, "Japan CA any", "Truk", down=1) for _ in range(9)]
    act(g, "Japan", Action.NAVAL)
    g.powers[JAPAN].leader, g.powers[JAPAN].offence = yamamoto + 1, NAVAL_OFFENSIVE
    drive(g, reorganise(g), [f"points u{yamamoto}", *(f"reorganise u{ship}" for ship in ships[:8])])
    assert [g.units.down[ship] for ship in ships] == [0] * 8 + [1]
    h = world("Sep/Oct 1942")
    hold(h, "Japan", "Truk")
    yamamoto, ship = named(h, "Japan", "Yamamoto", "Truk"), put(h, "Japan CA any", "Truk", down=1)
    act(h, "Japan", Action.NAVAL)
    h.powers[JAPAN].leader, h.powers[JAPAN].offence = yamamoto + 1, NAVAL_OFFENSIVE
    drive(h, reorganise(h), [f"points u{yamamoto}", f"reorganise u{ship}"])
    assert h.units.points_left[yamamoto] == h.units.half_left[yamamoto] == 0, "nothing is kept"


def test_16_4_the_hq_of_the_offensive_is_named_first() -> None:
    """HQs turn face-up after it is declared which HQ gives its benefits: one that was turned up does not lead."""
    g = world("May/Jun 1942")
    zhukov = named(g, "USSR", "Zhukov", "Moscow", down=1)
    act(g, "USSR", Action.LAND)
    g.powers[USSR].offensive = 40
    with pytest.raises(AssertionError, match="is not among"):
        drive(g, spend_points(g), [f"rouse u{zhukov}", f"lead u{zhukov} land"])
    assert may_lead(g, Offensive(USSR, 33), (zhukov, "land")) is None
    refused = may_lead(g, Offensive(USSR, 33, late=True), (zhukov, "land"))
    assert refused is not None and refused.rule == "16.4"


def test_16_3_a_communist_hq_leads_no_nationalist_aircraft() -> None:
    g = world("May/Jun 1942")
    plane = put(g, "China FTR any", "Lanchow")
    act(g, "China", Action.AIR)
    g.powers[CHINA].offence = AIR_OFFENSIVE
    for name, led in (("Chiang", True), ("Mao", False)):
        g.powers[CHINA].leader = named(g, "China", name, "Lanchow", fed=1) + 1
        assert led_from_the_ground(g, plane, at(g, "Lanchow")) == led


def test_16_3_2_air() -> None:
    """Within range of the HQ bombers are doubled after flak and strike with a die more; elsewhere not."""
    g = world("May/Jun 1942")
    hq = named(g, "Germany", "Rundstedt", "Kiev", fed=1)
    hold(g, "Germany", "Kiev")
    plane = put(g, "Germany LND any", "Kiev")
    act(g, "Germany", Action.AIR)
    g.powers[GERMANY].leader, g.powers[GERMANY].offence = hq + 1, AIR_OFFENSIVE
    assert led_from_the_ground(g, plane, at(g, beside(g, "Kiev")))
    assert not led_from_the_ground(g, plane, at(g, "Moscow"))
    assert within_range(g, hq, at(g, "Kiev")) and not within_range(g, hq, at(g, "Moscow"))
    assert pressed([(Fraction(6), 2)], 2) == 8 and pressed([(Fraction(6), 1)], 2) == 4
    g.units[hq].down = 1
    assert not led_from_the_ground(g, plane, at(g, "Kiev"))


def test_16_3_3_land() -> None:
    """Twice the HQ's value of units are doubled, each once; at the end of the impulse the HQ is turned down."""
    g = world("May/Jun 1942")
    hold(g, "Germany", "Kiev")
    hq = named(g, "Germany", "Rundstedt", "Kiev", fed=1)
    army = put(g, "Germany INF any", "Kiev")
    target = at(g, beside(g, "Kiev"))
    put(g, "USSR INF any", beside(g, "Kiev"))
    act(g, "Germany", Action.LAND)
    g.powers[GERMANY].leader, g.powers[GERMANY].offence = hq + 1, LAND_OFFENSIVE
    assert may_enhance(g, enhancing(g, GERMANY), army) is not None
    before = attack_factors(g, army, g.units.at[army], target)
    join_attack(g, GERMANY, army, target)
    drive(g, enhance_attacks(g), [f"double u{army}"])
    assert attack_factors(g, army, g.units.at[army], target) == 2 * before
    assert may_enhance(g, enhancing(g, GERMANY), army) is not None
    assert enhancing(g, GERMANY).left == 2 * g.units[hq].sheet.reorganisation - 1
    assert lent_strength(g, GERMANY, (army,)) == [army] and lent_strength(g, USSR, (army,)) == []
    end_offensives(g)
    assert g.units.down[hq] and not g.units.doubled[army] and not g.powers.leader[GERMANY]


def test_16_5_a() -> None:
    """wif-16.5-a: two units that invade a hex in a naval impulse cost seven: two for each move, three for the attack."""
    g = world()
    act(g, "USA", Action.NAVAL)
    assert may_do(g, USA, Activity.LAND_MOVE) is not None
    g.powers[USA].offensive = 7
    assert left(g, USA, Activity.LAND_MOVE) == 3 and left(g, USA, Activity.LAND_ATTACK) == 2
    count(g, USA, Activity.LAND_MOVE)
    count(g, USA, Activity.LAND_MOVE)
    count(g, USA, Activity.LAND_ATTACK)
    assert g.powers.offensive[USA] == 0 and may_do(g, USA, Activity.LAND_ATTACK) is not None
    act(g, "USA", Action.PASS)
    g.powers[USA].offensive = 9
    assert may_do(g, USA, Activity.LAND_MOVE) is not None
    assert turn_number("Sep/Oct 1942") == g.turn


def test_21_b() -> None:
    """wif-21-b: Stilwell costs 4, of which the USA pays 3 and China 1 if China agrees; not what they do not have."""
    pairs = (("Japan", "USA"), ("Japan", "China"))
    g = war(*pairs, turn="Sep/Oct 1942", scenario="global_war_1939", offensive_points=True)
    hq = named(g, "China", "Stilwell", "Chungking", down=1)
    value = g.units[hq].sheet.reorganisation
    g.powers[USA].offensive, g.powers[CHINA].offensive = 3, value - 1
    assert may_share(g, Offensive(USA, 3), 3) is None and may_share(g, Offensive(USA, 3), 2) is not None
    g.power = USA
    drive(g, share(g, Offensive(USA, 3), 3), ["refuse"])
    assert g.units.down[hq] and g.powers.offensive[USA] == 3
    drive(g, share(g, Offensive(USA, 3), 3), ["pay"])
    assert not g.units.down[hq] and g.powers.offensive[USA] == 0 and g.powers.offensive[CHINA] == 0
    assert may_share(g, Offensive(USA, 9), 3) is not None  # he is face-up


def test_21_the_usa_may_pay_all_of_it_for_stilwell() -> None:
    """China and/or the USA: nobody else is asked then; China turns him face-up as its own HQ."""
    pairs = (("Japan", "USA"), ("Japan", "China"))
    g = war(*pairs, turn="Sep/Oct 1942", scenario="global_war_1939", offensive_points=True)
    hq = named(g, "China", "Stilwell", "Chungking", down=1)
    price = 2 + g.units[hq].sheet.reorganisation
    g.powers[USA].offensive = g.powers[CHINA].offensive = price
    assert may_share(g, Offensive(CHINA, price), price) is not None
    assert may_share(g, Offensive(USA, price), price) is None and may_share(g, Offensive(USA, price), price + 1) is not None
    g.power = USA
    assert drive(g, share(g, Offensive(USA, price), price)) == []
    assert not g.units.down[hq] and g.powers.offensive[USA] == 0 and g.powers.offensive[CHINA] == price


def test_16_5_what_a_landing_is_worth_is_asked_without_paying() -> None:
    """A planner looks at a landing before an action is chosen: beyond the limits it would cost points, which a copy pays and
    nobody is told."""
    g = world("Jan/Feb 1942")
    marine, ship = put(g, "Japan MAR any", "Takao"), put(g, "Japan AMPH any", "Takao")
    g.units[ship].at = g.units[marine].at = g.ground.sections[g.ground.places["south_china_sea"]][2]
    g.units[marine].aboard = ship
    g.powers[JAPAN].offensive = 6
    found, battle = landing(g, JAPAN, marine, at(g, "Manila"))
    assert marine in battle.attackers
    assert found.powers[JAPAN].offensive == 3 and g.powers[JAPAN].offensive == 6
