"""A third hundred of clauses, chosen from the rulebook before the code was read: those that were found wrong or missing, and the
clauses that earlier rounds had named as open."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, USA, USSR
from grognard.titles.tw.rules.air_support import AGAINST_COUNTER_AIR, COUNTER_AIR, may_fly
from grognard.titles.tw.rules.airbases import may_base
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.counter_air import strike, targets
from grognard.titles.tw.rules.installations import CARRY_PRICE, carriage
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.missions import may_raid_port, raid_port
from grognard.titles.tw.rules.passages import Convoy, may_ferry
from grognard.titles.tw.rules.rail import may_stratmove
from grognard.titles.tw.rules.sea_fight import air_worth
from grognard.titles.tw.rules.shipping import over_the_atlantic, purse, spend_from
from grognard.titles.tw.rules.staging import may_stage, staging
from grognard.titles.tw.rules.strategic_war import uboat_war
from grognard.titles.tw.rules.strength import Battle, battle_odds
from grognard.titles.tw.rules.weather import air_range
from grognard.titles.tw.rules.yard_work import may_recall
from grognard.titles.tw.state import FALL, SUMMER, WINTER, War, turn_of

from .kit import drive, hold, put, space, war
from .test_07_sea import carrier, fleet, mediterranean, navy
from .test_08_sea_movement import campaign as played


def campaign(scenario: str = "campaign_1939", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


# --- 11.5.1, 11.2.3: naval aircraft over ports ---------------------------------------------------------------------------------


def test_11_5_1_naval_aircraft_ashore_strike_airfields_of_ports_alone():
    """A British NAC based in Malta reaches Palermo, a port, and not the airfield at Caltanissetta's side of the hills; aboard its
    carrier it strikes none, depleted neither."""
    g = mediterranean(side=ALLIES)
    nac = put(g, "britain NAC 1-3-2", "malta")
    port, inland = space(g, "palermo"), next(s for s in g.ground.near(space(g, "palermo"), 2) if _inland(g, s))
    assert may_fly(g, nac, COUNTER_AIR, port) is None
    assert may_fly(g, nac, COUNTER_AIR, inland).rule == "11.5.1"
    g.units[nac].depleted = 1
    assert may_fly(g, nac, COUNTER_AIR, port).rule == "11.11.4"
    cv = carrier(g, "britain", "malta")
    aboard = next(u for u, ship in enumerate(g.units.aboard) if ship == cv)
    assert may_fly(g, aboard, COUNTER_AIR, port).rule == "11.2.1.2"


def _inland(g: War, s: int) -> bool:
    return g.ground.land[s] and not g.ground.port[s] and g.ground.country[s] == "italy"


def test_11_5_1_naval_aircraft_ashore_rise_over_ports_alone():
    """Italy strikes Malta's airfield: the NAC based there comes up; one based beside an inland airfield stays down."""
    g = mediterranean()
    nac, fighter = put(g, "britain NAC 1-3-2", "malta"), put(g, "italy TAC 1-5-4", "palermo")
    prompts = drive(g, strike(g, space(g, "malta")), [f"send u{fighter}", f"rise u{nac}", "plain", "leave"], dice=[5])
    assert any("come up" in p for p in prompts)
    other = put(g, "britain NAC 1-3-2", "suez")
    assert may_fly(g, other, AGAINST_COUNTER_AIR, space(g, "cairo")).rule == "11.5.1"
    assert may_fly(g, other, AGAINST_COUNTER_AIR, space(g, "alexandria")) is None


def test_11_5_1_aircraft_aboard_a_carrier_are_no_target_and_take_no_base():
    """A carrier lies in Alexandria: nothing is on the airfield there, and a TAC finds its place; a NAC ashore is struck."""
    g = mediterranean()
    carrier(g, "britain", "alexandria")
    hold(g, "italy", "cairo")
    put(g, "italy TAC 1-5-4", "cairo")
    alexandria = space(g, "alexandria")
    assert alexandria not in targets(g)
    tac = put(g, "britain TAC 1-5-4", "suez")
    assert may_base(g, alexandria, tac) is None
    put(g, "britain NAC 1-3-2", "alexandria")
    assert alexandria in targets(g)
    assert may_base(g, alexandria, tac).rule == "11.1"


def test_11_2_1_1_naval_aircraft_fly_ashore_from_a_carrier_in_port():
    """In Staging a NAC leaves its carrier in Alexandria for Cairo; from a carrier at sea it does not; 8.3.1 lets it travel by
    air as well."""
    g = mediterranean(side=ALLIES)
    cv = carrier(g, "britain", "alexandria")
    nac = next(u for u, ship in enumerate(g.units.aboard) if ship == cv)
    assert may_stage(g, nac) is None
    drive(g, staging(g), [f"stage u{nac}", f"land {g.hexes[space(g, 'cairo')].token}"])
    assert (g.units.at[nac], g.units.aboard[nac]) == (space(g, "cairo"), -1)
    g.nations[BRITAIN].smp = 8
    assert may_stratmove(g, nac) is None
    other = carrier(g, "britain", "alexandria")
    plane = next(u for u, ship in enumerate(g.units.aboard) if ship == other)
    for u in (other, plane):
        g.units[u].at = g.board.space("levant_sea")
    assert may_stage(g, plane).rule == "11.2.1.2"


def test_11_7_naval_aircraft_ashore_attack_ships_in_port():
    """By their factors, one Fleet each (1.2), with the flak of town and ships against them; a depleted one does not fly."""
    g = mediterranean(side=ALLIES)
    fleet(g, "italy", "taranto")
    nac = put(g, "britain NAC 1-3-2", "malta")
    taranto = space(g, "palermo")
    fleet(g, "italy", "palermo")
    assert air_worth(g, [nac], None) == 1
    assert may_raid_port(g, nac, taranto) is None
    assert may_raid_port(g, nac, space(g, "taranto")).rule == "11.7"
    g.units[nac].depleted = 1
    assert may_raid_port(g, nac, taranto).rule == "11.11.4"


@pytest.mark.parametrize(("fleets", "guns"), [(1, 2), (3, 3)])
def test_7_9_4_ships_in_port_fire_with_the_town(fleets, guns):
    """TW-AMB-220: one for the port, and half a factor for each whole Fleet, rounded up."""
    g = mediterranean(side=ALLIES)
    for _ in range(fleets):
        fleet(g, "italy", "palermo")
    tac = put(g, "britain TAC 1-5-4", "malta")
    drive(g, raid_port(g, tac, space(g, "palermo")), ["leave"], dice=[9] * 9)
    assert any(f"{guns} factors" in line.text for line in g.journal.lines)


@pytest.mark.parametrize(("surprised", "fires"), [(False, True), (True, False)])
def test_21_4_surprised_ports_do_not_fire_at_aircraft(surprised, fires):
    """On the turn of the German attack the port of Sevastopol is silent; a Fleet in it fires all the same."""
    g = navy("germany", "ussr", year=1941, season=SUMMER)
    g.barbarossa = g.turn
    if surprised:
        g.nations[USSR].surprised = g.turn
    put(g, "ussr FLEET 1-12-5", "sevastopol")
    hold(g, "germany", "odessa")
    tac = put(g, "germany MDM 1-7-6", "odessa")
    drive(g, raid_port(g, tac, space(g, "sevastopol")), dice=[9] * 9)
    first = next(line.text for line in g.journal.lines if "factors" in line.text)
    assert ("2 factors" in first) == fires and ("1 factors" in first) != fires


def test_11_8_2_fighters_that_rise_over_a_port_are_met_in_turn():
    """An Italian fighter rises against a British TAC over Palermo; a British fighter in reach meets it, and strikes no ship."""
    g = mediterranean(side=ALLIES)
    fleet(g, "italy", "palermo")
    tac, escort = put(g, "britain TAC 1-5-4", "malta"), put(g, "britain FTR 3-3-2", "malta")
    cover = put(g, "germany FTR 3-3-2", "palermo")
    palermo = g.hexes[space(g, "palermo")].token
    prompts = drive(
        g,
        raid_port(g, tac, space(g, "palermo")),
        ["go", f"rise u{cover}", f"counter u{escort} {palermo}"],
        dice=[9] * 9,
    )
    assert "Counter-intercept" in prompts


def test_11_8_1_only_who_reaches_the_port_rises_against_bombers():
    """A raid by land-based bombers: a TAC far off, though based beside the same sea area, does not rise; against carriers it
    would (11.8.3)."""
    g = mediterranean(side=ALLIES)
    fleet(g, "italy", "palermo")
    tac = put(g, "britain TAC 1-5-4", "malta")
    put(g, "italy TAC 1-5-4", "genoa")
    prompts = drive(g, raid_port(g, tac, space(g, "palermo")), ["leave"], dice=[9] * 9)
    assert not any("rise" in p for p in prompts)


# --- 5, 8: strategic war -------------------------------------------------------------------------------------------------------


def test_5_3_2_the_fighter_must_have_begun_its_turn_in_germany():
    """One that was in Essen when the Axis player turn began is recalled, wherever it stands now; one that flew in is not."""
    g = campaign("campaign_1942")
    g.side, g.nations[GERMANY].firestorms, g.nations[GERMANY].narfs = AXIS, 1, 50
    home, abroad = put(g, "germany FTR 3-3-2", "essen"), put(g, "germany FTR 3-3-2", "paris")
    refresh(g)
    g.units[home].at, g.units[abroad].at = space(g, "paris"), space(g, "essen")
    assert may_recall(g, home) is None
    assert may_recall(g, abroad).rule == "5.3.2"


def test_5_1_3_1_american_bombers_fly_over_the_u_boats():
    """U-Boats take two points of the crossing: an MDM crosses with them, a TAC does not; after a Massacre every aircraft does."""
    g = played("campaign_1942")
    g.nations[USA].smp_lost, g.side = 2, ALLIES
    refresh(g)
    box = space(g, "us_box")
    assert g.nations.overflown[USA] == 4
    g.nations[USA].crossed += over_the_atlantic(g)
    assert (purse(g, USA, box), purse(g, USA, box, flies=True)) == (0, 4)
    fleet(g, "united_states", "us_box")
    mdm, tac = put(g, "united_states MDM 1-7-6", "us_box"), put(g, "united_states TAC 1-5-4", "us_box")
    assert may_ferry(g, Convoy(USA), mdm) is None
    assert may_ferry(g, Convoy(USA), tac).rule == "8.5.5"
    g.nations[USA].convoy = 2
    assert may_ferry(g, Convoy(USA), tac) is None
    spend_from(g, USA, box, 4, flies=True)
    assert (over_the_atlantic(g), g.nations.overflown[USA]) == (0, 0)


@pytest.mark.parametrize(("year", "season", "american", "lost"), [(1941, FALL, 0, (10, 0)), (1943, FALL, 6, (4, 6))])
def test_29_5_simple_losses_are_shared_once_america_fights(year, season, american, lost):
    """Two dice of 5: Britain alone before America is in, then as the Allies divide them."""
    g = campaign("campaign_1942", simple_uboats=True)
    g.turn = turn_of(year, season)
    g.nations[USA].side = ALLIES if american else 2
    g.happy_time = turn_of(1941, WINTER) if american else -1
    for power in (BRITAIN, USA):
        g.nations[power].narfs = 100
    g.nations[GERMANY].uboats = 99
    drive(g, uboat_war(g), [f"both {american}"] if american else [], dice=[5, 5])
    assert (100 - g.nations.narfs[BRITAIN], 100 - g.nations.narfs[USA]) == lost


def test_11_1_2_an_airbase_over_the_sea_costs_a_second_point():
    g = mediterranean()
    assert carriage(g, space(g, "rome"), space(g, "milan")) == CARRY_PRICE
    assert carriage(g, space(g, "rome"), space(g, "tripoli")) == 2 * CARRY_PRICE


# --- 18, 23: surprise and weather ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "modifier"), [("INF 6-5", 0), ("PARA 2-5", -1)])
def test_18_2_airborne_surprise_is_for_parachutists(kind, modifier):
    """Norwegians in Oslo on the turn of the surprise: troops from the sea have no such bonus, parachutists do."""
    g = navy("germany", "norway", "britain", "france", year=1940, season=0)
    g.nations[INDEX["norway"]].surprised = g.turn
    put(g, "norway INF 3-5" if _has(g, "norway INF 3-5") else "norway INF 2-5", "oslo")
    sea = kind.startswith("INF")
    unit = put(g, f"germany {kind}", "oslo", dropped=1, afloat=int(sea))
    odds = battle_odds(g, Battle(space(g, "oslo"), AXIS, 1, [unit], landed=[unit]))
    found = {m.label: m.value for m in odds.modifiers.items}
    assert found.get("airborne surprise", 0) == modifier and found["surprise in the West"] == -1


def _has(g: War, what: str) -> bool:
    nation, kind, values = what.split()
    return any((s.nation, s.kind.name, f"{s.strength}-{s.move}") == (nation, kind, values) for s in TITLE.designs)


@pytest.mark.parametrize(("nation", "loss"), [("sweden", 0), ("finland", 3)])
def test_23_50_swedes_of_the_axis_know_hard_freeze_alone(nation, loss):
    """In Arctic conditions Finnish foot loses three points and Swedish foot none."""
    g = war("germany", "ussr", nation, year=1942, season=WINTER)
    g.nations[INDEX[nation]].side = AXIS
    g.barbarossa, g.east_winter, g.east = turn_of(1941, SUMMER), 1, 7
    foot = next(d for d, s in enumerate(TITLE.designs) if s.nation == nation and s.kind == Kind.INF)
    unit = g.units.add(design=foot, at=space(g, "helsinki"), active=1).index
    assert g.roster.moves[unit] - allowance(g, unit, 1) == min(loss, g.roster.moves[unit])
    if nation == "sweden":
        assert air_range(g, unit, 5) == 5
