"""21.4, 21.7.2, 20.3: the Soviet army under the Pact, and counters exchanged under the construction limit."""

from __future__ import annotations

import pytest

from grognard.titles.tw.boons import bestow
from grognard.titles.tw.nations import ALLIES, GERMANY, INDEX, USSR
from grognard.titles.tw.rules.construction import begin_build, build_price, place_unit, pool_of
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.deployment import (
    FLEXIBLE_FACTORS,
    REAR_FACTORS,
    air_zone,
    border_zone,
    deploys,
    may_stand,
    soviet_deployment,
    spare_room,
)
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.mobilisation import to_the_urals
from grognard.titles.tw.rules.pact import CLAIMS, claim
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.upgrades import may_upgrade, promote, upgrade_bill, upgrade_of
from grognard.titles.tw.state import FALL, LOST, SPRING, SUMMER, WINTER, War, turn_of

from .kit import drive, put, space
from .test_06_declarations import refused
from .test_14_money import campaign


def pact(year: int = 1940, season: int = SUMMER) -> War:
    """The whole war after Poland has been shared out."""
    g = campaign()
    for s, country in enumerate(g.ground.country):
        if country in ("poland", "danzig"):
            g.hexes[s].holder = GERMANY
    surrender(g, INDEX["poland"])
    g.turn, g.side = turn_of(year, season), ALLIES
    for s, regions in enumerate(g.ground.regions):
        if "eastern_poland" in regions:
            g.hexes[s].holder = USSR
    for territory in CLAIMS:
        claim(g, territory)
    return g


def rear_factors(g: War) -> int:
    return REAR_FACTORS - spare_room(g)[0]


def test_21_4_when_the_army_stands_at_the_border():
    """From Summer 1940 to Fall 1941, while the Pact holds and Turkey is left alone."""
    assert not deploys(pact(1940, SPRING))
    assert deploys(pact(1940, SUMMER)) and deploys(pact(1941, FALL))
    assert not deploys(pact(1941, WINTER))
    g = pact()
    g.soviets_freed = 1
    assert not deploys(g)
    g = pact()
    g.nations[USSR].side, g.barbarossa = ALLIES, g.turn
    assert not deploys(g)


def test_21_4_the_border():
    """Three hexes of German and Romanian land; a hex beside Finland is rear; aircraft look at German land alone."""
    g = pact()
    assert space(g, "moscow") not in border_zone(g) and space(g, "brest_litovsk") in border_zone(g)
    finland = INDEX["finland"]
    beside = {b for s, h in enumerate(g.hexes.holder) if h == finland for b in g.ground.steps[s]}
    assert not beside & border_zone(g)
    assert air_zone(g) and not any(g.hexes.holder[s] != USSR for s in air_zone(g))
    odessa = space(g, "odessa")
    assert odessa in border_zone(g) and odessa not in air_zone(g)


def test_21_4_thirty_factors_may_stay_behind():
    """The staff brings the rest west; afterwards no more than thirty factors and no aircraft stand in the rear."""
    g = pact()
    before = rear_factors(g)
    drive(g, soviet_deployment(g))
    assert before > REAR_FACTORS and rear_factors(g) <= REAR_FACTORS
    assert drive(g, soviet_deployment(g)) == []


def test_21_4_the_owner_chooses_who_goes():
    g = pact()
    corps = next(u for u, at in enumerate(g.units.at) if at == space(g, "0415") and g.roster.nations[u] == USSR)
    flow = soviet_deployment(g)
    ask = next(flow)
    assert ask.find(f"call {g.units[corps].token}") is not None
    where = flow.send(ask.find(f"call {g.units[corps].token}"))
    assert {o.arg.index for o in where.options} <= border_zone(g)
    assert where.find(f"post {g.hexes[space(g, 'moscow')].token}") is None
    flow.send(where.options[0])
    assert g.units.at[corps] in border_zone(g)


def test_21_4_new_units_appear_at_the_border():
    """A new army may not be raised in Moscow once thirty factors stand in the rear; it may at the border."""
    g = pact()
    drive(g, soviet_deployment(g))
    army = put(g, "ussr INF 4-5", "moscow")
    g.units[army].at, g.units[army].pool = -1, LOST
    while spare_room(g)[0] >= 4:
        put(g, "ussr INF 4-5", "moscow")
    assert refused(may_stand(g, army, space(g, "moscow"))) == "21.4"
    found = homes(g, army)
    assert found and set(found) <= border_zone(g)
    g.turn = turn_of(1941, WINTER)
    assert space(g, "kharkov") in homes(g, army) or set(homes(g, army)) - border_zone(g)


def test_28_2_3_flexible_defence():
    """Variant 12: forty factors and one bomber may stay behind; a second bomber or a fighter may not."""
    g = pact()
    for u, n in enumerate(g.roster.nations):
        if n == USSR and g.units.at[u] >= 0:
            g.units[u].at, g.units[u].pool = -1, LOST
    plane, fighter = put(g, "ussr TAC 1-5-4", "kharkov"), put(g, "ussr FTR 2-3-2", "kharkov")
    for u in (plane, fighter):
        g.units[u].at, g.units[u].pool = -1, LOST
    moscow = space(g, "moscow")
    assert refused(may_stand(g, plane, moscow)) == "21.4"
    assert spare_room(g)[0] == REAR_FACTORS
    bestow(g, USSR, "flexible", 1)
    assert spare_room(g)[0] == FLEXIBLE_FACTORS and may_stand(g, plane, moscow) is None
    assert refused(may_stand(g, fighter, moscow)) == "21.4"
    g.units[plane].at = moscow
    other = put(g, "ussr MDM 1-7-6", "kharkov")
    g.units[other].at = -1
    assert refused(may_stand(g, other, moscow)) == "21.4"


# --- counters exchanged (20.3, 21.7.2, 21.7.3) ----------------------------------------------------------------------------------


def at_war(year: int = 1943, season: int = FALL) -> War:
    g = campaign()
    g.turn, g.side, g.barbarossa = turn_of(year, season), ALLIES, turn_of(1941, SUMMER)
    row = g.nations[USSR]
    row.side, row.army, row.narfs, row.base = ALLIES, 2, 200, 135
    return g


def test_21_7_2_five_of_each_and_one_a_turn():
    """From Fall 1943 with a Second-Rate army: STA for INF at 5 NARFs, INF for MECH at 3, each once a turn, five in all."""
    g = at_war()
    guards = [put(g, "ussr STA 3-3", "moscow") for _ in range(6)]
    refresh(g)
    for n, unit in enumerate(guards):
        if n == 5:
            assert upgrade_of(g, unit) is None
            assert refused(may_upgrade(g, unit)) == "20.3"
            break
        before = g.nations.narfs[USSR]
        found = upgrade_of(g, unit)
        assert found is not None and g.designs[found[1]].values == "6-5" and may_upgrade(g, unit) is None
        promote(g, g.units[unit])
        assert g.nations.narfs[USSR] == before - 5
        assert upgrade_of(g, guards[n + 1]) is None  # one a turn
        refresh(g)
    foot = put(g, "ussr INF 6-5", "kharkov")
    found = upgrade_of(g, foot)
    assert found is not None and (g.designs[found[1]].values, found[2]) == ("6-8", 3)


@pytest.mark.parametrize(("year", "season", "army"), [(1943, SUMMER, 2), (1943, FALL, 3)])
def test_21_7_2_not_before_fall_1943_nor_by_a_third_rate_army(year, season, army):
    g = at_war(year, season)
    g.nations[USSR].army = army
    assert upgrade_of(g, put(g, "ussr STA 3-3", "moscow")) is None


def test_21_7_2_exchanges_count_against_the_construction_limit():
    """Beyond half the base an exchange costs double, for Germans (20.3) and Soviets alike; a repair with it counts too."""
    g = at_war()
    unit = put(g, "ussr STA 3-3", "moscow")
    g.nations[USSR].spent = 68  # half of 135, rounded up
    assert upgrade_bill(g, unit, 5) == {USSR: 10}
    promote(g, g.units[unit])
    assert g.nations.spent[USSR] == 73 and g.nations.narfs[USSR] == 190
    g = at_war()
    worn = put(g, "ussr STA 3-3", "moscow", depleted=1)
    promote(g, g.units[worn])
    assert g.nations.spent[USSR] == 200 - g.nations.narfs[USSR] > 5 and not g.units.depleted[worn]


def test_20_3_german_tanks_count_too():
    g = at_war(1943, SPRING)
    g.side = 0
    tanks = put(g, "germany ARM 8-8", "berlin")
    g.nations[GERMANY].narfs = 100
    before = g.nations.spent[GERMANY]
    promote(g, g.units[tanks])
    assert (g.nations.narfs[GERMANY], g.nations.spent[GERMANY]) == (96, before + 4)
    assert refused(may_upgrade(g, put(g, "germany ARM 8-8", "berlin"))) == "20.3"  # the second waits for Fall 1944


def in_pool(g: War, *kinds: str) -> list[int]:
    """Soviet counters of a name that can be built or are due."""
    return [u for u in pool_of(g, ALLIES) if g.designs[g.units.design[u]].id.startswith(kinds)]


def test_21_7_1_militia_in_summer_1941_and_siberians_only_after_an_attack():
    """Eighteen STA units come for nothing in Summer 1941 though the peace holds; the Siberians stay where they are."""
    g = pact(1941, SPRING)
    begin_build(g)
    assert not in_pool(g, "sov_sta", "sov_sib")
    g.turn = turn_of(1941, SUMMER)
    begin_build(g)
    militia = in_pool(g, "sov_sta")
    assert len(militia) == 18 and all(build_price(g, u) == 0 for u in militia)
    assert not in_pool(g, "sov_sib")
    g.turn = turn_of(1941, WINTER)
    begin_build(g)
    assert not in_pool(g, "sov_sib")


def test_21_7_1_siberians_come_the_turn_after_the_attack_and_not_by_way_of_the_urals():
    """TW-AMB-193: four armies, placed at once in the west of the country; the three dearest that are built go to the Urals."""
    g = pact(1941, SUMMER)
    g.nations[USSR].side, g.nations[USSR].narfs, g.barbarossa = ALLIES, 200, g.turn
    begin_build(g)
    assert len(in_pool(g, "sov_sta")) == 18 and not in_pool(g, "sov_sib")
    g.turn += 1
    begin_build(g)
    armies = in_pool(g, "sov_sib")
    assert sorted(g.roster.strengths[u] for u in armies) == [6, 6, 8, 8] and all(build_price(g, u) == 0 for u in armies)
    site = next(s for s in homes(g, armies[0]) if not g.ground.box[s])
    drive(g, place_unit(g, g.units[armies[0]]), [f"at {g.hexes[site].token}"])
    to_the_urals(g)
    assert g.units.at[armies[0]] == site
    known = g.roster
    built = next(u for u in pool_of(g, ALLIES) if known.nations[u] == USSR and g.units.pool[u] == LOST and known.ground[u])
    drive(g, place_unit(g, g.units[built]), [f"at {g.hexes[homes(g, built)[0]].token}"])
    to_the_urals(g)
    assert g.units.at[built] == g.board.space("urals_box")
