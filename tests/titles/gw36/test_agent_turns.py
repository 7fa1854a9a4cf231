"""Blunders that only a whole national turn shows, each in a position: armies without ships, capitals and straits left open,
fleets thrown away, wars and purchases that gain nothing. Agents play every seat; nothing is asked of the dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.titles.gw36.agent.threat import threats_now
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND, IS_NAVAL, IS_SUBMARINE, IS_WARSHIP, TRANSPORTS, UNIT_IDS
from grognard.titles.gw36.odds import battle_odds
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.state import War
from tests.titles.gw36.one_turn import Answers, national_turn
from tests.titles.gw36.test_agent_blunders import clear, fill, ring_paris
from tests.titles.gw36.workshop import cash, game, money, seize, war, zone


def land(g: War, nation: str, where: str) -> int:
    units = g.units
    return sum(1 for u in units.stacks[zone(g, where)] if units.nation[u] == NATION[nation] and IS_LAND[units.kind[u]])


def remove_all(g: War, nations: tuple[str, ...], kinds: Sequence[bool] | None = None) -> None:
    for u, (at, owner, kind) in enumerate(zip(list(g.units.at), g.units.nation, g.units.kind)):
        if at >= 0 and owner in [NATION[n] for n in nations] and (kinds is None or kinds[kind]):
            g.remove(u)


def bought(answers: Answers) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in answers.of("buy"):
        _, kind, count = text.split()[:3]
        found[kind] = found.get(kind, 0) + int(count)
    return found


def declared(answers: Answers, nation: str) -> list[str]:
    return [text.split()[2] for text in answers.of("declare") if text.split()[1] == f"n.{nation}"]


@pytest.mark.parametrize("level", ["quick", "strong"])
def test_paris_is_ringed_before_it_is_stormed(level: str) -> None:
    """Three of its five neighbours are German: the other two are taken in this turn, and Paris is fought for last."""
    _, answers = national_turn("germany", "1941-01", ring_paris, level=level)
    targets = [text.split()[-1] for text in (*answers.of("attack"), *answers.of("attack_by"))]
    assert targets.count("normandy") >= 2 and targets.count("aquitaine") >= 2
    assert targets.count("paris") >= 8
    fought = [text.split()[-1] for text in answers.of("land_battle")]
    assert "paris" not in fought[:-1]  # the last battle begins without being chosen


def test_an_army_on_hawaii_with_ships_lands_on_islands() -> None:
    def change(g: War) -> None:
        war(g, "usa", "japan")
        clear(g, "hawaiian_islands", "wake_island", "marshall_islands", "sz_82")
        fill(g, "usa", "hawaiian_islands", "26 infantry")
        fill(g, "usa", "sz_82", "13 naval_transport", "3 destroyer", "3 light_cruiser")
        fill(g, "japan", "wake_island", "1 infantry")
        fill(g, "japan", "marshall_islands", "1 infantry")
        remove_all(g, ("japan",), IS_NAVAL)

    g, answers = national_turn("usa", "1942-01", change)
    assert answers.of("assault")
    assert land(g, "usa", "hawaiian_islands") <= 26 - 12


def test_an_army_at_san_francisco_fills_its_ships_and_sails() -> None:
    """26 units and 13 transports: in one turn nearly all are aboard and away, in two some are ashore beyond the ocean."""

    def change(g: War) -> None:
        war(g, "usa", "japan")
        clear(g, "san_francisco", "sz_55")
        remove_all(g, ("japan",), IS_NAVAL)
        fill(g, "usa", "san_francisco", "26 infantry")
        fill(g, "usa", "sz_55", "13 naval_transport", "3 destroyer", "3 light_cruiser")

    g, answers = national_turn("usa", "1942-01", change)
    units, usa = g.units, NATION["usa"]
    ships = [u for u, kind in enumerate(units.kind) if kind in TRANSPORTS and units.nation[u] == usa and units.at[u] >= 0]
    gone = [u for u in ships if units.at[u] != zone(g, "sz_55")]
    assert len(answers.of("load")) >= 20 and len(gone) >= 10
    assert land(g, "usa", "san_francisco") <= 4
    assert sum(any(c == u for c in units.carrier) for u in gone) >= 8  # not empty
    _, answers = national_turn("usa", "1942-01", change, turns=2)
    assert len(answers.of("assault")) >= 4


def test_an_army_without_ships_buys_ships() -> None:
    """28 units on the west coast, two transports, 60 IPP."""

    def change(g: War) -> None:
        war(g, "usa", "germany")
        war(g, "usa", "japan")
        clear(g, "san_francisco", "pacific_northwest")
        remove_all(g, ("usa",), tuple(kind in TRANSPORTS for kind in range(len(UNIT_IDS))))
        fill(g, "usa", "san_francisco", "14 infantry")
        fill(g, "usa", "pacific_northwest", "14 infantry")
        fill(g, "usa", "sz_55", "2 naval_transport")
        money(g, "usa", 60)

    _, answers = national_turn("usa", "1942-07", change)
    found = bought(answers)
    assert found.get("naval_transport", 0) + found.get("attack_transport", 0) >= 3
    assert not found.get("infantry")


def test_an_army_behind_the_front_goes_there_by_rail_and_road() -> None:
    def change(g: War) -> None:
        war(g, "germany", "ussr")
        war(g, "germany", "great_britain")
        poland = ("warsaw", "west_poland", "dolnoslaske", "lubelskie", "east_poland")
        for name in (*poland, "western_ukraine", "northern_belorussia"):
            seize(g, name, "germany")
        fill(g, "germany", "western_ukraine", "6 infantry")
        fill(g, "germany", "northern_belorussia", "6 infantry")
        clear(g, "eastern_germany")
        fill(g, "germany", "eastern_germany", "30 infantry", "10 artillery")

    g, answers = national_turn("germany", "1942-07", change, turns=2)
    assert len(answers.of("rail")) >= 4
    assert land(g, "germany", "eastern_germany") <= 10


def test_no_war_on_the_soviet_union_in_the_turn_paris_falls() -> None:
    def change(g: War) -> None:
        war(g, "germany", "france")
        war(g, "germany", "great_britain")
        for name in ("warsaw", "west_poland", "dolnoslaske", "belgium", "picardy", "alsace_lorraine"):
            seize(g, name, "germany")
        seize(g, "paris", "germany", captured=1)

    _, answers = national_turn("germany", "1941-01", change)
    assert "n.ussr" not in declared(answers, "germany")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_german_fleet_does_not_sail_into_the_channel(seed: int) -> None:
    def change(g: War) -> None:
        war(g, "germany", "france")
        war(g, "germany", "great_britain")

    g, _ = national_turn("germany", "1939-07", change, seed=seed)
    units = g.units
    for sea in ("sz_25", "sz_26"):
        afloat = [units.kind[u] for u in units.stacks[zone(g, sea)] if units.nation[u] == NATION["germany"]]
        assert not [UNIT_IDS[kind] for kind in afloat if IS_WARSHIP[kind] and not IS_SUBMARINE[kind]], sea


def test_marines_at_calais_find_a_warship_in_the_channel() -> None:
    def change(g: War) -> None:
        war(g, "germany", "great_britain")
        war(g, "italy", "great_britain")
        seize(g, "picardy", "germany")
        clear(g, "picardy", "london", "sz_26")
        fill(g, "italy", "picardy", "2 marine")
        fill(g, "great_britain", "london", "2 infantry")
        fill(g, "great_britain", "sz_25", "3 destroyer")

    g, _ = national_turn("great_britain", "1941-07", change)
    units = g.units
    channel = [u for u in units.stacks[zone(g, "sz_26")] if units.nation[u] == NATION["great_britain"]]
    assert any(IS_WARSHIP[units.kind[u]] for u in channel)


def test_moscow_is_not_left_to_one_division() -> None:
    def change(g: War) -> None:
        war(g, "germany", "ussr")
        seize(g, "smolensk", "germany")
        clear(g, "moscow", "smolensk", "tula_lipetsk", "yaroslavl")
        fill(g, "germany", "smolensk", "6 infantry")
        fill(g, "ussr", "moscow", "1 infantry")
        fill(g, "ussr", "tula_lipetsk", "3 infantry")
        fill(g, "ussr", "yaroslavl", "3 infantry")

    g, _ = national_turn("ussr", "1941-07", change)
    assert land(g, "ussr", "moscow") >= 5


@pytest.mark.parametrize("nation", ["great_britain", "france"])
def test_the_allies_make_no_war_on_small_neutrals(nation: str) -> None:
    def change(g: War) -> None:
        war(g, "germany", "great_britain")
        war(g, "germany", "france")
        money(g, nation, 25)

    _, answers = national_turn(nation, "1940-07", change)
    assert not declared(answers, nation)


def test_the_army_of_szechwan_is_not_drawn_away_by_one_battalion() -> None:
    def change(g: War) -> None:
        war(g, "japan", "kmt")
        clear(g, "szechwan", "hunan", "suiyuan")
        seize(g, "hunan", "japan")
        seize(g, "suiyuan", "japan")
        fill(g, "kmt", "szechwan", "8 infantry")
        fill(g, "japan", "hunan", "6 infantry")
        fill(g, "japan", "suiyuan", "1 infantry")

    g, _ = national_turn("kmt", "1940-07", change)
    assert land(g, "kmt", "szechwan") >= 5


def test_the_communists_keep_more_units_than_the_kuomintang() -> None:
    def change(g: War) -> None:
        war(g, "japan", "ccp")
        remove_all(g, ("ccp", "kmt"))
        fill(g, "ccp", "shensi", "9 infantry")
        fill(g, "kmt", "szechwan", "8 infantry")
        money(g, "ccp", 6)
        seize(g, "suiyuan", "japan")
        clear(g, "suiyuan")
        fill(g, "japan", "suiyuan", "4 infantry")

    g, answers = national_turn("ccp", "1944-01", change)
    units = g.units
    assert sum(1 for at, owner in zip(units.at, units.nation) if at >= 0 and owner == NATION["ccp"]) > 8
    assert not [text for text in answers.of("attack") if text.endswith("suiyuan")]


def test_nothing_is_ordered_that_comes_too_late_and_nothing_hoarded() -> None:
    def change(g: War) -> None:
        war(g, "usa", "germany")
        war(g, "usa", "japan")
        money(g, "usa", 60)

    _, answers = national_turn("usa", "1943-07", change)
    assert not answers.of("build") and not answers.of("upgrade")

    def rich(g: War) -> None:
        change(g)
        money(g, "usa", 120)

    g, _ = national_turn("usa", "1943-01", rich)
    assert cash(g, "usa") <= 2 * current_income(g, NATION["usa"])  # this turn's income came in after it was spent


def test_warsaw_is_held_on_the_last_turn() -> None:
    def change(g: War) -> None:
        war(g, "germany", "ussr")
        seize(g, "warsaw", "germany")
        seize(g, "lubelskie", "ussr")
        seize(g, "east_poland", "ussr")
        clear(g, "warsaw", "lubelskie", "east_poland")
        fill(g, "germany", "warsaw", "6 infantry")
        fill(g, "ussr", "lubelskie", "5 infantry")

    g, answers = national_turn("germany", "1945-01", change)
    assert land(g, "germany", "warsaw") >= 6
    assert not [text for text in answers.of("attack") if text.endswith("east_poland")]


def test_the_last_turn_takes_an_empty_zone_that_scores() -> None:
    def change(g: War) -> None:
        war(g, "italy", "great_britain")
        clear(g, "tobruk", "western_egypt")
        fill(g, "italy", "tobruk", "4 infantry")

    g, _ = national_turn("italy", "1945-01", change)
    assert g.zones[zone(g, "western_egypt")].owner == NATION["italy"]


def test_what_could_come_is_counted_anew_when_a_capital_moves() -> None:
    """The garrison of an enemy's capital counts less: it stays at home."""
    g = game("france")
    war(g, "germany", "france")
    before = {z: force.fire for z, force in threats_now(g, NATION["france"]).items()}
    g.nations[NATION["germany"]].capital = zone(g, "western_germany")
    after = {z: force.fire for z, force in threats_now(g, NATION["france"]).items()}
    assert after[zone(g, "alsace_lorraine")] < before[zone(g, "alsace_lorraine")]


@pytest.mark.parametrize(("army", "goes"), [("2 infantry", False), ("9 infantry", True)])
def test_leningrad_is_taken_back_by_those_who_can_hold_it_or_not_at_all(army: str, goes: bool) -> None:
    """Three German units stand next to it: two Soviet divisions would win it and lose it again."""

    def change(g: War) -> None:
        war(g, "germany", "ussr")
        seize(g, "leningrad", "germany")
        seize(g, "estonia", "germany")
        remove_all(g, ("ussr",))
        clear(g, "leningrad", "estonia")
        fill(g, "germany", "leningrad", "1 infantry")
        fill(g, "germany", "estonia", "3 medium_armor")
        fill(g, "ussr", "western_russia", army)
        money(g, "ussr", 0)

    _, answers = national_turn("ussr", "1942-01", change)
    orders = [text.split() for verb in ("attack", "all") for text in answers.of(verb) if text.endswith("leningrad")]
    sent = sum(int(army.split()[0]) if verb == "all" else 1 for verb, *_ in orders)
    assert bool(sent) == goes
    if sent:
        g = game("germany", "1939", "1942-01")
        change(g)
        clear(g, "leningrad")
        seize(g, "leningrad", "ussr")
        fill(g, "ussr", "leningrad", f"{sent} infantry")
        tanks = list(g.units.stacks[zone(g, "estonia")])
        reply = battle_odds(g, zone(g, "leningrad"), tanks)
        assert reply is not None and reply.won <= 0.5


def test_nobody_lands_in_malaya_without_warships() -> None:
    """Three transports with six divisions; a cruiser, a destroyer and a fighter of the Far East Command wait for them."""

    def change(g: War) -> None:
        for other in ("great_britain", "fec"):
            war(g, "japan", other)
        remove_all(g, ("japan", "great_britain", "fec", "anzac", "usa"), IS_NAVAL)
        remove_all(g, ("japan", "fec"), IS_AIR)
        clear(g, "british_malaya", "formosa")
        fill(g, "japan", "sz_87", "3 naval_transport")
        fill(g, "japan", "formosa", "6 infantry")
        fill(g, "fec", "british_malaya", "1 infantry", "1 fighter")
        fill(g, "fec", "sz_88", "1 light_cruiser", "1 destroyer")

    g, answers = national_turn("japan", "1941-07", change)
    assert not [text for text in answers.of("assault") if text.endswith("british_malaya")]
    units = g.units
    near = [u for sea in ("sz_88", "sz_98") for u in units.stacks[zone(g, sea)] if units.nation[u] == NATION["japan"]]
    assert not [UNIT_IDS[units.kind[u]] for u in near]


@pytest.mark.parametrize(("held", "enemy", "fights"), [("japan", "3 heavy_cruiser", False), ("usa", "1 destroyer", True)])
def test_carrier_aircraft_attack_only_where_they_can_land_again(held: str, enemy: str, fights: bool) -> None:
    """Two aircraft, one carrier, no island: if the carrier fights too and is lost, so are they."""
    tokens: list[str] = []

    def change(g: War) -> None:
        war(g, "usa", "japan")
        remove_all(g, ("usa", "japan"), IS_NAVAL)
        remove_all(g, ("usa",), IS_AIR)
        for name in ("hawaiian_islands", "midway"):
            seize(g, name, held)
        (deck,) = fill(g, "usa", "sz_82", "1 fleet_carrier")
        planes = fill(g, "usa", "sz_82", "2 fighter")
        for v in planes:
            g.units[v].carrier = deck
        tokens[:] = [f"u{u}" for u in (deck, *planes)]
        fill(g, "japan", "sz_95", enemy)

    _, answers = national_turn("usa", "1942-01", change)
    orders = [text for verb in ("attack", "all", "attack_by") for text in answers.of(verb) if text.split()[1] in tokens]
    assert bool(orders) == fights
