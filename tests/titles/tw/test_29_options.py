"""29.4, 29.7, 29.10, 29.18: Transylvania, convoys on the map, raids on cities, bomber waves."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.kernel.veil import conceal
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX, ITALY, USA
from grognard.titles.tw.rules.affairs import award_transylvania, may_award
from grognard.titles.tw.rules.bombing import CRITICAL, FIRESTORM, PLAIN, Raid
from grognard.titles.tw.rules.bombing_raids import (
    choose_city,
    hide_industry,
    industry_cities,
    may_bomb_city,
    strike_city,
)
from grognard.titles.tw.rules.bombing_war import Sky, defences, formations, waves
from grognard.titles.tw.rules.convoys import (
    ATLANTIC,
    convoy_run,
    entries,
    harbours,
    lane,
    lie_in_wait,
    may_lurk,
    packs_of,
    peril,
    sea_hexes,
)
from grognard.titles.tw.rules.minors import join
from grognard.titles.tw.rules.money import territories, territory_value
from grognard.titles.tw.rules.uboats import AMBUSH, MASSACRE, PLAIN_SHIPPING
from grognard.titles.tw.state import FALL, SPRING, WINTER, War, turn_of

from .kit import drive, space
from .test_06_declarations import refused


def played(scenario: str = "campaign_1942", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


def test_29_4_transylvania():
    g = played("campaign_1939", transylvania=True)
    g.turn = turn_of(1940, FALL)
    assert may_award(g, ITALY) is None and refused(may_award(g, BRITAIN)) == "29.4"
    plain = played("campaign_1939")
    plain.turn = g.turn
    assert refused(may_award(plain, GERMANY)) == "29.4"
    lands = {t.key: t for t in territories(g)}
    for key in ("romania", "hungary"):
        join(g, INDEX[key], GERMANY)
    before = [territory_value(g, lands[k], GERMANY) for k in ("romania", "hungary")]
    award_transylvania(g)
    assert [territory_value(g, lands[k], GERMANY) for k in ("romania", "hungary")] == [before[0] - 2, before[1] + 2]
    assert g.hexes.holder[space(g, "cluj")] == INDEX["hungary"]
    assert refused(may_award(g, GERMANY)) == "29.4"
    g.awarded, g.turn = 0, turn_of(1940, WINTER)
    assert refused(may_award(g, GERMANY)) == "29.4"


def test_29_7_wolf_packs_and_dummies():
    """One counter for three U-Boats, six dummies; the Allies do not know which is which."""
    g = played(convoys=True)
    assert [packs_of(n) for n in (1, 3, 4, 12)] == [1, 1, 2, 4]
    waters = sorted(sea_hexes(g)[ATLANTIC])
    first = waters[0]
    assert may_lurk(g, first) is None
    assert refused(may_lurk(g, space(g, "london"))) == "29.7"
    drive(g, lie_in_wait(g, 6), [f"lurk {g.hexes[first].token}", "scatter"], dice=[waters[9], *waters[20:26]])
    assert len(g.packs) == 2 and first in g.packs and len(g.decoys) == 6 and not set(g.packs) & set(g.decoys)
    assert refused(may_lurk(g, first)) == "29.7"
    twin = g.copy()
    conceal(TITLE, twin, "allies")
    every = sorted([*g.packs, *g.decoys])
    assert (twin.packs, twin.decoys) == (every[:2], every[2:])
    own = g.copy()
    conceal(TITLE, own, "axis")
    assert own.packs == g.packs


def test_29_7_what_a_convoy_meets():
    g = played(convoys=True)
    start, port = entries(g)[5], harbours(g)[0]
    way = lane(g, start, port, ())
    assert way[0] == start and port in [b for b, _ in g.board.neighbours[way[-1]]]
    middle = way[3]
    g.packs = [middle]
    assert peril(g, way) == MASSACRE
    g.packs = [next(s for s in sea_hexes(g)[ATLANTIC] if min(g.ground.far(s, w) for w in way) == 2)]
    assert peril(g, way) == AMBUSH
    g.packs = [next(s for s in sea_hexes(g)[ATLANTIC] if min(g.ground.far(s, w) for w in way) > 2)]
    assert peril(g, way) == PLAIN_SHIPPING
    around = lane(g, start, port, (middle,))
    assert min(g.ground.far(s, middle) for s in around) > 1


def test_29_7_a_run_without_boats_is_safe():
    g = played(convoys=True)
    assert drive(g, convoy_run(g, 0)) == [] and drive.value == PLAIN_SHIPPING


def test_29_10_hidden_industry():
    """Five and two markers on German cities and Prague, none in East Prussia; only Germany knows where."""
    g = played(bombing_raids=True)
    assert space(g, "prague") in industry_cities(g) and space(g, "konigsberg") not in industry_cities(g)
    berlin = g.hexes[space(g, "berlin")]
    others = [s for s in industry_cities(g) if s != berlin.index]
    drive(g, hide_industry(g), [f"tinder {berlin.token}", "by_lot"], dice=others[:6])
    assert g.targets[berlin.index] == FIRESTORM
    assert sorted(g.targets.values()) == [CRITICAL] * 5 + [FIRESTORM] * 2
    twin = g.copy()
    conceal(TITLE, twin, "allies")
    assert list(twin.targets) == list(industry_cities(g))[:7]


def test_29_10_how_far_bombers_fly():
    g = played(bombing_raids=True)
    g.turn = turn_of(1942, FALL)
    essen, hamburg, berlin = (space(g, c) for c in ("essen", "hamburg", "berlin"))
    assert may_bomb_city(g, USA, essen) is None and refused(may_bomb_city(g, USA, hamburg)) == "29.10"
    assert may_bomb_city(g, BRITAIN, hamburg) is None and refused(may_bomb_city(g, BRITAIN, berlin)) == "29.10"
    g.turn = turn_of(1943, FALL)
    assert may_bomb_city(g, BRITAIN, berlin) is None and refused(may_bomb_city(g, USA, berlin)) == "29.10"
    g.turn = turn_of(1944, SPRING)
    assert may_bomb_city(g, USA, berlin) is None
    assert refused(may_bomb_city(g, USA, space(g, "paris"))) == "29.10"
    drive(g, choose_city(g, USA), [f"city {g.hexes[berlin].token}"])
    assert drive.value == berlin


def test_29_10_what_lies_under_a_marker():
    g = played(bombing_raids=True)
    g.turn = turn_of(1944, FALL)
    essen, berlin, kiel, munich = (space(g, c) for c in ("essen", "berlin", "kiel", "munich"))
    g.targets, g.plants = {essen: CRITICAL, berlin: FIRESTORM}, [munich]
    cases = [
        (BRITAIN, essen, 2, CRITICAL), (BRITAIN, essen, 3, PLAIN), (USA, essen, 5, CRITICAL), (USA, essen, 6, PLAIN),
        (BRITAIN, berlin, 2, FIRESTORM), (USA, berlin, 1, FIRESTORM), (USA, berlin, 2, PLAIN),
    ]  # fmt: skip
    for power, city, roll, stars in cases:
        raid = Raid(power, GERMANY, 4)
        g.dice = FixedDice(roll)
        strike_city(g, raid, city)
        assert (raid.stars, raid.oil) == (stars, False)
    raid = Raid(BRITAIN, GERMANY, 4, stars=FIRESTORM)
    strike_city(g, raid, kiel)
    assert raid.stars == PLAIN
    for power, oil in ((USA, True), (BRITAIN, False)):
        raid = Raid(power, GERMANY, 4)
        strike_city(g, raid, munich)
        assert raid.oil is oil
    gone = Raid(USA, GERMANY, 2, lost=2)
    strike_city(g, gone, munich)
    assert gone.stars == PLAIN


def test_29_18_how_waves_are_divided():
    """Up to three waves of at least one, and a dummy; interceptors against each stack."""
    assert (4,) in formations(Sky(4, 1)) and (2, 2) in formations(Sky(4, 2)) and (4, 0) in formations(Sky(4, 2))
    assert all(f.count(0) <= 1 for n in (2, 3, 4) for f in formations(Sky(4, n)))
    assert all(f.count(0) == 1 for f in formations(Sky(4, 4)))
    assert all(min(d) >= 1 for d in defences(Sky(4, 3, 5))) and (5, 0, 0) not in defences(Sky(4, 3, 5))
    assert (1, 0, 0) in defences(Sky(4, 3, 1))


def test_29_18_waves_over_britain():
    g = played("campaign_1941", bomber_waves=True)
    drive(g, waves(g, 0, 4, 2), ["stacks 1", "form 4_", "meet 2_"])  # one stack: a word, which a number would not be
    assert [(r.sac, r.interceptors) for r in drive.value] == [(4, 2)]
    drive(g, waves(g, 1, 4, 4), ["stacks 3", "form 3_0_1", "meet 2_1_1"])
    raids = drive.value
    assert [(r.sac, r.temporary, r.interceptors) for r in raids] == [(4, 3, 2), (1, 1, 1)]
