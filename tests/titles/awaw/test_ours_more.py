"""Stand-in rules 16, 23.5, 39, 43, 56, 57, 61, 69 and 85: worked examples under their ids."""

from __future__ import annotations

from grognard.titles.awaw.ground import FRONT, FRONTS
from grognard.titles.awaw.nations import ALLIES, BRITAIN, CHINA, GERMANY, INDEX, ITALY, JAPAN, US
from grognard.titles.awaw.rules import surrender, war
from grognard.titles.awaw.rules.areas import quarters
from grognard.titles.awaw.rules.construction import Factory, may_buy
from grognard.titles.awaw.rules.control import conquests, take_control
from grognard.titles.awaw.rules.influence import (
    GRANTED_TO_CHINA,
    INVADED_JAPAN,
    ISLAND_GROUPS,
    atomic_loss,
    chinese_resistance,
    italian_resistance,
    japanese_resistance,
)
from grognard.titles.awaw.rules.landing import may_raid_port, raid_port
from grognard.titles.awaw.rules.operations import (
    US_ATTACKED,
    account,
    count,
    front_of,
    may_attrition,
    may_operate,
    may_spend,
    offensive,
    price,
)
from grognard.titles.awaw.rules.voyages import FIGHTING, Harbour, take_all
from grognard.titles.awaw.state import POOL, SPRING, SUMMER, World, ledger_place

from .kit import campaign, drive, fight, hold, put, space

PACIFIC = FRONT["pacific"]


def lost(g: World, what: str, factors: int) -> None:
    """Factors of a kind in the force pool that were in play."""
    while factors > 0:
        u = put(g, what, "chungking")
        factors -= g.units[u].sheet.strength
        g.units[u].at, g.units[u].pool = -1, POOL


def height(g: World) -> None:
    """Japan at its height: eleven Pacific objectives, Singapore and Manila, ten island groups."""
    tokyo = space(g, "tokyo")
    mine = [tokyo, *(s for s in g.ground.objectives if g.ground.front[s] == PACIFIC and s != tokyo)]
    for s in mine:
        g.hexes[s].holder = INDEX["us"]
    for s in mine[:11]:
        g.hexes[s].holder = JAPAN
    hold(g, "japan", "singapore", "manila", "osaka", "kagoshima", "mukden", "harbin")
    g.booked[ISLAND_GROUPS] = 10


def test_ours_57_japanese_resistance():
    """AW-OURS-57-a: 23 at its height; two hexes of Japan entered and Tokyo lost leave 14."""
    g = campaign("pacific", year=1945, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us")
    height(g)
    first = japanese_resistance(g).total
    hold(g, "us", "tokyo")
    g.booked[INVADED_JAPAN] = 2
    assert first - japanese_resistance(g).total == 23 - 14
    items = {i.label: i.value for i in japanese_resistance(g).items}
    assert items["island groups"] == 10 and items["hexes of Japan entered"] == -5


def test_ours_57_12_collapse():
    """AW-OURS-57-b: the five cities occupied end it whatever the level; one of them Japanese does not."""
    g = campaign("pacific", year=1945, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us")
    height(g)
    hold(g, "us", "tokyo", "osaka", "kagoshima", "mukden")
    assert japanese_resistance(g).total > 0
    drive(g, surrender.surrenders(g))
    assert not g.nations.surrendered[JAPAN]
    hold(g, "us", "harbin")
    drive(g, surrender.surrenders(g))
    assert g.nations.surrendered[JAPAN]


def test_ours_61_chinese_resistance():
    """AW-OURS-61-a: road cut, ten unbuilt factors, no grants: 4. AW-OURS-61-b: Chungking lost 1, with ten more unbuilt -1."""
    g = campaign("pacific", mover="japan")
    hold(g, "japan", "rangoon")
    for s in range(g.board.size):
        if g.ground.country[s] == INDEX["nationalist_china"]:
            g.hexes[s].holder = INDEX["nationalist_china"]
    lost(g, "nationalist_china i 1-2", 10)
    assert chinese_resistance(g).total == 4
    hold(g, "japan", "chungking")
    assert chinese_resistance(g).total == 1
    lost(g, "nationalist_china i 1-2", 10)
    assert chinese_resistance(g).total == -1
    soldier = put(g, "nationalist_china i 1-2", "kunming")
    assert may_operate(g, soldier, space(g, "changsha")).rule == "ours 80.1"
    g.booked[GRANTED_TO_CHINA], g.nations.war[US] = g.turn, 0
    assert chinese_resistance(g).total == 2 and may_operate(g, soldier, space(g, "changsha")) is None


def test_ours_43_3_atomic_attacks():
    """AW-OURS-43-a: the second atomic attack takes two after three: five in all; each more one."""
    assert [atomic_loss(n) for n in range(4)] == [0, 3, 5, 6]


def test_ours_56_7_no_offensives_without_rome():
    """AW-OURS-56-b: Rome Allied and some resistance left: Italy fights on but makes no offensive operations."""
    g = campaign(year=1943, season=SUMMER, mover="italy")
    fight(g, "italy")
    u = put(g, "italy i 2-3", "milan")
    target = space(g, "lyon")
    assert may_operate(g, u, target).rule == "9.93A"  # nobody is in Africa
    put(g, "italy i 2-3", "tripoli")
    assert may_operate(g, u, target) is None
    hold(g, "britain", "rome")
    assert may_operate(g, u, target).rule == "9.93A"
    assert italian_resistance(g).total > 0


def test_ours_39_1_what_may_be_owed():
    """AW-OURS-39-b: with three BRPs no more than three are built; an offensive of fifteen before may lead into debt."""
    g = campaign(year=1940, season=SPRING)
    g.nations[GERMANY].level = 3
    four = put(g, "germany arm 4-6", "berlin")
    g.units[four].at, g.units[four].pool = -1, POOL
    assert may_buy(g, Factory(GERMANY), four).rule == "ours 27.12"
    assert may_spend(g, GERMANY, 15) is None


def test_ours_69_1_denmark():
    """AW-OURS-69-a: war on Denmark, one unit in I32: conquered in the same combat phase, 2 BRPs that turn."""
    g = campaign(year=1940, season=SPRING)
    denmark = INDEX["denmark"]
    drive(g, war.declare(g, war.Cabinet(GERMANY), denmark))
    take_control(g, space(g, "eI32"), GERMANY)
    conquests(g)
    assert g.nations.conquered[denmark] == GERMANY
    assert quarters(g, GERMANY) == 2


def test_ours_85_1_allies_share_a_full_offensive():
    """AW-OURS-85-a: Germany has paid fifteen in the east: its minor allies attack free; AW-OURS-16-c: Italy pays its own."""
    g = campaign(year=1942, season=SUMMER)
    fight(g, "italy", "russia")
    g.spent[ledger_place(GERMANY, FRONT["eastern"])] = 15
    target = space(g, "kiev")
    rumania = INDEX["rumania"]
    g.nations[rumania].side, g.nations[rumania].patron = 0, GERMANY
    assert price(g, GERMANY, target, [put(g, "rumania i 2-3", "bucharest")]) == 0
    assert price(g, ITALY, target, [put(g, "italy i 2-3", "milan")]) == 2


def test_ours_23_5_carriers_against_a_port():
    """Ours 23.5, 21.55: carriers with squadrons strike ships in port, which cannot fight back; without squadrons, or without a
    carrier, nothing sails."""
    g = campaign(year=1941, season=SPRING, side=ALLIES, mover="britain")
    fight(g, "italy")
    malta, taranto = space(g, "malta"), space(g, "taranto")
    target = put(g, "italy b Cavour", "taranto")
    deck = put(g, "britain cv Ark Royal", "malta")
    put(g, "britain cv Furious", "malta")
    h = Harbour(BRITAIN, malta, FIGHTING)
    take_all(g, h, None)
    assert may_raid_port(g, h, taranto).rule == "9.32"
    for _ in range(4):
        put(g, "britain nas", "malta")
    assert may_raid_port(g, h, taranto) is None
    assert may_raid_port(g, h, space(g, "spezia")).rule == "ours 23.5"
    drive(g, raid_port(g, h, taranto), ["pass", f"bomb u{target} 3"], dice=[1, 1, 6, 6])
    assert g.units.damage[target] or g.units.at[target] < 0
    assert g.units.inverted[deck] and g.units.at[deck] == malta


def test_3_11_china_keeps_its_own_account_until_it_is_allied():
    """AW-DEC-48: at war with Britain alone, Japan meets a China whose offensive leaves the front to British attrition; from
    the Allied turn after the war with America both count together."""
    g = campaign("pacific", year=1941, season=SPRING, side=ALLIES, mover="britain")
    fight(g, "japan", "britain", "nationalist_china")
    front = FRONT["asian"]
    chinese, target = put(g, "nationalist_china i 1-2", "kunming"), space(g, "changsha")
    hold(g, "japan", "changsha")
    assert front_of(g, target) == front
    assert may_attrition(g, account(g, CHINA), front) is None
    g.spent[ledger_place(CHINA, front)] = 15
    count(g, [chinese], target)
    g.cost[account(g, CHINA) * len(FRONTS) + front] += 15
    assert may_attrition(g, account(g, CHINA), front).rule == "9.61"
    assert may_attrition(g, account(g, BRITAIN), front) is None
    assert (offensive(g, account(g, CHINA), front), offensive(g, account(g, BRITAIN), front)) == ("full", "")
    g.nations.war[US] = g.turn  # America goes to war in this Allied turn: China is Allied from the next
    assert account(g, CHINA) != account(g, BRITAIN)
    g.booked[US_ATTACKED] = g.turn  # attacked by Japan in the turn before
    assert account(g, CHINA) == account(g, BRITAIN)
    del g.booked[US_ATTACKED]
    g.turn += 1
    assert account(g, CHINA) == account(g, BRITAIN) and offensive(g, account(g, BRITAIN), front) == "full"
