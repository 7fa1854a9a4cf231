"""5, 13.3.2: trade agreements, loans, and what US entry lets powers build."""

from __future__ import annotations

import pytest

from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, JAPAN, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.alignments import note_trade as note_alignment
from grognard.titles.wif.rules.building import entry_limit
from grognard.titles.wif.rules.claims import make_claims
from grognard.titles.wif.rules.declarations import Declaring, attack_minor, declare
from grognard.titles.wif.rules.lend_lease import deliver_build_points, deliver_trade, made_by
from grognard.titles.wif.rules.lending import LEND_OIL, Lender, gift_limit, lend, may_lend
from grognard.titles.wif.rules.production import count_build_points
from grognard.titles.wif.rules.resources import MADE, SHIPPED, goods, resource_hexes
from grognard.titles.wif.rules.trade import agreements, points_balance, promised
from grognard.titles.wif.state import ACTIVE, CONQUERED, NEUTRAL, NOWHERE, REFUSED, War
from tests.titles.wif.field import drive, hold, war
from tests.titles.wif.test_09_politics import minor, world


def goods_from(g: War, giver: int, to: int) -> int:
    return sum(d.resources for d in agreements(g) if d.giver == giver and d.to == to)


def test_5_1_a_soviet_goods_shrink_with_what_germany_does() -> None:
    """wif-5.1-a: Bessarabia is allowed, Germany aligns Rumania and attacks Yugoslavia while France stands: 4 of 7 are left."""
    g = world(("Germany", "France"), turn="May/Jun 1940")
    g.nazi_soviet, g.dow_steps = 1, 2
    assert goods_from(g, USSR, GERMANY) == 7 and points_balance(g, USSR) == 2
    drive(g, make_claims(g), [f"claim c{minor(g, 'rumania')}", "allow", "no_claims"])
    g.demands = REFUSED
    note_alignment(g, GERMANY, "rumania")
    attack_minor(g, Declaring(GERMANY), minor(g, "yugoslavia"))
    assert goods_from(g, USSR, GERMANY) == 4
    g.nazi_soviet = 0
    assert goods_from(g, USSR, GERMANY) == 0


def test_5_1_b_portugal_serves_the_ally_who_holds_madrid_now() -> None:
    """wif-5.1-b: the condition counts when production is counted."""
    g = world()
    assert not [d for d in agreements(g) if d.country == minor(g, "portugal")]
    hold(g, "USA", "Madrid")
    assert [d.to for d in agreements(g) if d.country == minor(g, "portugal")] == [USA]


def test_5_1_promised_resources_leave_the_giver_and_reach_the_receiver() -> None:
    g = world()
    before = sum(resource_hexes(g, USA).values())
    assert sum(goods(g, USA).values()) <= before - 7 + 2  # seven to Japan and Italy, some from Venezuela
    swedish = [s for s in goods(g, GERMANY) if g.ground.country[s] == "sweden"]
    assert sum(goods(g, GERMANY)[s] for s in swedish) == 3


@pytest.mark.parametrize(("options", "left"), [((), 4), ((13,), 3), ((13, 23), 2), ((13, 23, 31), 0)])
def test_5_1_embargoes_cut_the_trade_with_japan(options: tuple[int, ...], left: int) -> None:
    g = world()
    g.entry_options = list(options)
    assert goods_from(g, USA, JAPAN) == left
    assert points_balance(g, JAPAN) == (0 if options else -1)


def test_5_loans_need_active_powers_and_go_one_way() -> None:
    g = world(("Germany", "Commonwealth"), ("Germany", "France"))
    cw, france = Lender(COMMONWEALTH), Lender(5)
    assert may_lend(g, cw, (5, 2), 0) is None
    assert may_lend(g, cw, (USSR, 1), 0) is not None and may_lend(g, cw, (GERMANY, 1), 0) is not None
    g.power = COMMONWEALTH
    drive(g, lend(g), ["lend p.france 2", "lend_points p.france 1", "no_loan"])
    assert may_lend(g, france, (COMMONWEALTH, 1), 0) is not None
    g.powers[COMMONWEALTH].build_points = 5
    for area in g.ground.waters:
        g.units.add(counter=NOWHERE, power=COMMONWEALTH, country=0, points=5, at=g.ground.sections[area][0])
    deliver_build_points(g)
    assert g.powers.build_points[COMMONWEALTH] == 4 and g.powers.build_points[5] == 1


def test_5_one_at_most_while_an_enemy_holds_a_home_city() -> None:
    g = world(("Germany", "Commonwealth"), ("Germany", "France"))
    hold(g, "Germany", "Metz")
    assert may_lend(g, Lender(5), (COMMONWEALTH, 2), 0) is not None
    assert may_lend(g, Lender(5), (COMMONWEALTH, 1), 0) is None


def test_13_3_2_lend_lease_waits_for_its_options() -> None:
    g = world(("Germany", "Commonwealth"), ("Japan", "China"))
    assert gift_limit(g, USA, COMMONWEALTH, 0) == 0 and gift_limit(g, USA, CHINA, 1) == 0
    g.entry_options = [15, 9, 17, 27, 19]
    assert gift_limit(g, USA, COMMONWEALTH, 0) == 5 and gift_limit(g, USA, CHINA, 1) == 5
    assert may_lend(g, Lender(USA), (COMMONWEALTH, 5), 0) is None and may_lend(g, Lender(USA), (COMMONWEALTH, 6), 0) is not None
    assert gift_limit(g, COMMONWEALTH, USSR, 0) == 0
    declare(g, Declaring(GERMANY), USSR)
    assert gift_limit(g, COMMONWEALTH, USSR, 0) == 5 and gift_limit(g, COMMONWEALTH, USSR, 1) == 0
    assert gift_limit(g, CHINA, USSR, 0) == 0, "only the USA, the Commonwealth and France give to the USSR"
    assert gift_limit(g, USSR, CHINA, 0) == 5


def test_13_3_2_china_builds_no_aircraft_and_the_neutral_usa_few_land_units() -> None:
    g = world(("Japan", "China"))
    assert entry_limit(g, CHINA, Type.FTR, []) is not None and entry_limit(g, CHINA, Type.INF, []) is None
    assert entry_limit(g, USA, Type.INF, []) is None and entry_limit(g, USA, Type.ARM, []) is not None
    g.powers[USA].levied = 1
    assert entry_limit(g, USA, Type.INF, []) is not None
    g.entry_options = [1, 12]
    assert entry_limit(g, USA, Type.INF, []) is None and entry_limit(g, USA, Type.ARM, []) is not None
    assert entry_limit(g, CHINA, Type.FTR, []) is None
    assert entry_limit(g, USA, Type.AMPH, []) is not None
    g.powers[USA].status = ACTIVE
    assert entry_limit(g, USA, Type.AMPH, []) is not None, "at war too none before option 22"
    assert entry_limit(g, USA, Type.ARM, []) is None
    g.powers[USA].status = NEUTRAL
    g.entry_options = [12, 22, 28]
    assert entry_limit(g, USA, Type.ARM, []) is None and entry_limit(g, USA, Type.AMPH, []) is None


def test_5_1_build_points_of_the_german_soviet_trade_need_a_way() -> None:
    """Over a border in Poland two of them arrive; cut off from each other, by land and with no convoy in the Baltic, none does,
    and Germany has lost them."""
    for open_, received in ((True, 2), (False, 0)):
        g = world(("Germany", "Commonwealth"))
        g.nazi_soviet = 1
        poland = minor(g, "poland")
        g.countries[poland].status, g.countries[poland].power = CONQUERED, GERMANY
        hold(g, "Germany", "poland")
        if not open_:
            between = "poland", "lithuania", "latvia", "estonia", "finland", "hungary", "rumania", "bulgaria", "turkey", "iran"
            for name in between:
                for s in g.ground.homeland[name]:
                    g.hexes[s].controller = minor(g, "france")
        g.powers[GERMANY].build_points, g.powers[USSR].build_points = 10, 5
        deliver_trade(g)
        assert g.powers.build_points[GERMANY] == 8 and g.powers.build_points[USSR] == 5 + received


def test_5_1_with_option_30_part_of_the_goods_is_oil() -> None:
    """Of seven Soviet resources two are oil and five general; of an American loan as much as was promised as oil."""
    g = war(("Germany", "Commonwealth"), ("USA", "Germany"), turn="Jan/Feb 1940", scenario="global_war_1939", oil=True)
    for power in (USSR, JAPAN, FRANCE):
        g.powers[power].plays = 1
    g.nazi_soviet = 1

    def sent(to: int, giver: int) -> tuple[int, int]:
        there = [(s, n) for s, n in promised(g).get(to, {}).items() if n > 0 and g.powers_by_hex[s] == giver]
        return sum(n for s, n in there if not g.ground.oil[s]), sum(n for s, n in there if g.ground.oil[s])

    assert sent(GERMANY, USSR) == (5, 2)
    g.ore_cuts = 6
    assert sent(GERMANY, USSR) == (0, 1)
    g.entry_options = [15]
    g.power = USA
    drive(g, lend(g), ["lend p.commonwealth 2", "lend_oil p.commonwealth 1", "no_loan"])
    assert sent(COMMONWEALTH, USA) == (2, 1)
    plain = war(("Germany", "Commonwealth"), ("USA", "Germany"), turn="Jan/Feb 1940", scenario="global_war_1939")
    no = LEND_OIL.may(plain, Lender(USA), (COMMONWEALTH, 1))
    assert no is not None and no.rule == "5"


def test_13_6_4_build_points_start_where_they_were_made() -> None:
    """A factory that had no resource this turn has no build point to send; before a power has produced all of them count."""
    g = world(("Germany", "Commonwealth"))
    works = set(made_by(g, COMMONWEALTH))
    g.power = COMMONWEALTH
    g.shipped = []
    drive(g, count_build_points(g))
    busy = {g.shipped[n + 1] for n in range(0, len(g.shipped), 3) if SHIPPED[g.shipped[n]] == MADE}
    assert busy and set(made_by(g, COMMONWEALTH)) == busy < works
    g.shipped = []  # bonus points alone
    assert set(made_by(g, COMMONWEALTH)) == works
