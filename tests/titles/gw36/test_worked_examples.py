"""Examples that chapters 7 to 12 give in passing, each with its zones and units. Those with ids are in the chapters' tests."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.gw36.kinds import FACILITY
from grognard.titles.gw36.powers import NATION, SURRENDERED
from grognard.titles.gw36.rules import chart, naval, raiding, returns, sea_contact, technology, war_conditions
from grognard.titles.gw36.rules.modifiers import Ground, defence_value
from grognard.titles.gw36.rules.nations import at_war, fall
from grognard.titles.gw36.rules.seats import voice_of
from grognard.titles.gw36.state import ATTACK, ESCORT, PATROL, RAID
from grognard.titles.gw36.subjects import Politics
from tests.titles.gw36 import battlefield, workshop
from tests.titles.gw36.battlefield import Script, field, play, put, zone


def sail(g: battlefield.War, boat: int, verb: str, *answers: str) -> bool:
    script = Script(*answers)
    play(g, sea_contact.meet(g, boat, g.units.at[boat], verb), script)
    return bool(script.result)  # type: ignore[attr-defined]


def test_8_7_a_carrier_in_sea_zone_25() -> None:
    """A US carrier with Fighter and Tactical Bomber forces a round on a German submarine, at Defence values (GW36-AMB-02)."""
    g = field("germany", wars=[("germany", "usa")])
    carrier = put(g, "usa", "sz_25", "fleet_carrier")[0]
    for u in put(g, "usa", "sz_25", "fighter", "tactical_bomber"):
        g.units[u].carrier = carrier
    boat = put(g, "germany", "sz_25", "submarine", came="sz_24")[0]
    g.units[boat].duty = 0
    assert sail(g, boat, "sail", "fight sz_25")
    g.units[boat].duty = ATTACK
    g.dice = FixedDice(*[12] * 4)
    play(g, naval.naval_battle(g, zone(g, "sz_25")), Script("submerge"))
    rolled = [what for what, _, _ in g.journal.rolls]
    assert any("Fighter" in what and "6 or less" in what for what in rolled)
    assert any("Tactical Bomber" in what and "5 or less" in what for what in rolled)
    assert g.units.at[boat] == zone(g, "sz_25")
    assert len([what for what in rolled if "Fighter" in what]) == 1  # one round


def test_8_9_example_a_ignoring_combat() -> None:
    """A German submarine sails past a British Battleship, Destroyer and Transport; nobody is asked and nothing scrambles."""
    g = field("germany", wars=[("germany", "great_britain")])
    put(g, "great_britain", "sz_25", "battleship", "destroyer", "naval_transport")
    put(g, "great_britain", "southern_england", "fighter")
    battlefield.build(g, "southern_england", "air_base")
    boat = put(g, "germany", "sz_25", "submarine")[0]
    assert not sail(g, boat, "pass")
    assert play(g, sea_contact.scramble_step(g)).asked == []


def test_8_9_example_b_some_units_participate() -> None:
    """The raider meets no battle: the Light Cruiser escorts. The Medium Bomber's roll comes with the raid. Had the submarine
    attacked, both would have defended (GW36-AMB-82)."""
    g = field("germany", wars=[("germany", "great_britain")])
    g.nations[NATION["great_britain"]].cash = 9
    boat = put(g, "germany", "sz_23", "submarine")[0]
    cruiser, bomber = put(g, "great_britain", "sz_23", "light_cruiser", "medium_bomber")
    g.units[cruiser].duty, g.units[bomber].duty = ESCORT, PATROL
    assert not sail(g, boat, "raid")
    g.units[boat].duty = RAID
    g.dice = FixedDice(6, 1, 12, 4)  # 6 + 2 against 1 + 1 + 2; the cruiser misses, the bomber hits at 4
    play(g, raiding.raid_zone(g, zone(g, "sz_23")))
    assert g.nations.cash[NATION["great_britain"]] == 9 - 4
    assert g.units.at[boat] < 0
    other = put(g, "germany", "sz_23", "submarine", came="sz_24")
    assert set(naval.sea_defenders(g, zone(g, "sz_23"), {NATION["germany"]})) == {cruiser, bomber}
    assert naval.sea_attackers(g, zone(g, "sz_23")) == other


def test_9_21_syria() -> None:
    """Italy takes Syria from Free France, the USSR from Italy. It refuses to return it; Free France may declare war and does
    not; once the USSR gives it back that right is gone."""
    g = field("ussr", wars=[("italy", "free_france"), ("italy", "ussr")])
    fall(g, NATION["france"], SURRENDERED)
    free_france, ussr, syria = NATION["free_france"], NATION["ussr"], g.zones[zone(g, "syria")]
    syria.owner = NATION["italy"]
    g.news += 1
    assert returns.may_ask(g, free_france, syria.index) is not None  # Italy is an enemy
    syria.owner = ussr
    guard = put(g, "ussr", "syria", "infantry")[0]
    assert returns.may_ask(g, free_france, syria.index) is None
    assert returns.may_ask_back(g, Politics(voice_of(g, free_france)), (free_france, syria.index)) is None
    play(g, returns.ask_back(g, free_france, syria.index), Script("refuse"))
    assert syria.owner == ussr and ussr in returns.refusers(g, free_france)
    assert war_conditions.may_declare(g, free_france, ussr) is None
    assert returns.may_give_back(g, Politics(voice_of(g, ussr)), (free_france, syria.index)) is None
    returns.give_back(g, free_france, syria.index)
    assert syria.owner == free_france and ussr not in returns.refusers(g, free_france)
    assert war_conditions.may_declare(g, free_france, ussr) is not None
    assert not at_war(g, free_france, ussr)
    assert g.units.at[guard] != syria.index and g.zones.owner[g.units.at[guard]] == ussr


def test_12_7_a_city_behind_a_fortification() -> None:
    """+2 in the first round instead of the city's +1, the city's from then on."""
    infantry = field().values.units[battlefield.KIND["infantry"]]
    city = Ground(city=True)
    assert [defence_value(infantry, city, number, fort=True).total for number in (1, 2, 3)] == [6, 5, 5]
    assert defence_value(infantry, city, 1).total == 5


def test_7_6_a_repaired_factory_gives_its_die_in_the_same_turn() -> None:
    g = workshop.game("germany", "1939")
    works = [s for s in g.sites.where(kind=FACILITY["major_factory"]) if g.zones.owner[s.at] == NATION["germany"]]
    dice = technology.research_dice(g, NATION["germany"])
    works[0].damage = 2
    assert technology.research_dice(g, NATION["germany"]) == dice - 1
    works[0].damage = 0
    assert technology.research_dice(g, NATION["germany"]) == dice


def test_7_8_five_five_five_becomes_ten_five() -> None:
    g = workshop.game("germany", "1939")
    workshop.develop(g, "germany", "improved_construction")
    kind = battlefield.KIND["battleship"]
    assert chart.payments(g, NATION["germany"], chart.UNIT, kind) == (4, 4, 4)
    assert chart.payments(g, NATION["germany"], chart.UNIT, kind, rush=1) == (10, 5)
    assert chart.may_rush(g, NATION["italy"], chart.UNIT, kind).rule == "7.8"  # type: ignore[union-attr]
