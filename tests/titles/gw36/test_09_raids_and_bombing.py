"""9.11-9.14 raiding, 9.16-9.18 bombing, 7.8 rockets and attrition, 15.2 Suez: accepted and refused cases."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.rules import No
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import TECHNOLOGY
from grognard.titles.gw36.odds import bombing_odds, raid_odds
from grognard.titles.gw36.odds_forces import Lot
from grognard.titles.gw36.odds_raids import raid_outlook
from grognard.titles.gw36.powers import NATION, keyed, researched
from grognard.titles.gw36.rules import bombing, convoys, raiding
from grognard.titles.gw36.state import ATTRITION, BOMB, BOMB_ESCORT, CARPET, ESCORT, IDLE, MINE, PATROL, RAID, War
from tests.titles.gw36 import battlefield
from tests.titles.gw36.battlefield import Script, build, dice, field, kinds, play, put, zone

ATLANTIC = "sz_23"  # one line, the North Atlantic: Britain 6, USA 4


def atlantic(**options: bool) -> War:
    g = field("germany", wars=[("germany", "great_britain")], **options)
    g.nations[NATION["great_britain"]].cash = 20
    return g


def cash(g: War) -> int:
    return g.nations.cash[NATION["great_britain"]]


def test_9_11_the_difference_is_lost_at_once() -> None:
    g = atlantic()
    boat = put(g, "germany", ATLANTIC, "submarine", duty=RAID)[0]
    dice(g, 3, 2)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert cash(g) == 17
    assert (g.units.duty[boat], g.units.spent[boat]) == (IDLE, 1)


def test_9_11_a_convoy_that_rolls_as_high_loses_nothing() -> None:
    g = atlantic()
    put(g, "germany", ATLANTIC, "submarine", duty=RAID)
    dice(g, 2, 4)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert cash(g) == 20


def test_9_11_no_more_than_the_line_is_worth_in_a_calendar_turn() -> None:
    g = atlantic()
    boats = put(g, "germany", ATLANTIC, "2 submarine", duty=RAID)
    dice(g, 6, 1)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert cash(g) == 14
    assert convoys.may_raid(g, boats[1], zone(g, ATLANTIC)).rule == "9.11"  # type: ignore[union-attr]


def test_9_11_richest_first_and_then_the_next() -> None:
    g = field("germany", wars=[("germany", "great_britain"), ("germany", "usa")])
    for name in ("great_britain", "usa"):
        g.nations[NATION[name]].cash = 20
    line = g.board.geo.lines_at[zone(g, ATLANTIC)][0]
    g.raided[keyed(line, NATION["great_britain"])] = 1  # Britain has 5 left, the USA 4
    put(g, "germany", ATLANTIC, "submarine", duty=RAID)
    dice(g, 6, 1)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert (cash(g), g.nations.cash[NATION["usa"]]) == (15, 18)


def test_9_11_closed_lines_and_seas_without_lines() -> None:
    g = atlantic()
    boat = put(g, "germany", ATLANTIC, "submarine")[0]
    assert convoys.may_raid(g, boat, zone(g, ATLANTIC)) is None
    g.zones[zone(g, "southern_england")].owner = NATION["germany"]
    assert convoys.may_raid(g, boat, zone(g, ATLANTIC)).rule == "9.11"  # type: ignore[union-attr]
    empty = next(z for z in range(g.board.size) if g.board.geo.is_sea[z] and z not in g.board.geo.lines_at)
    assert convoys.may_raid(g, boat, empty) == No("9.11", "no convoy line runs here")


def test_9_11_modifiers_of_table_9_8() -> None:
    g = atlantic()
    boats = put(g, "germany", ATLANTIC, "submarine", "advanced_submarine", "coastal_submarine", duty=RAID)
    assert [raiding.raider_modifier(g, u) for u in boats] == [2, 4, 1]
    britain, sea = NATION["great_britain"], zone(g, ATLANTIC)
    assert raiding.convoy_modifier(g, sea, britain) == 0
    put(g, "great_britain", ATLANTIC, "2 destroyer", duty=ESCORT)
    put(g, "great_britain", ATLANTIC, "destroyer")
    assert raiding.convoy_modifier(g, sea, britain) == 2
    put(g, "great_britain", ATLANTIC, "2 seaplane", duty=PATROL)
    assert raiding.convoy_modifier(g, sea, britain) == 4
    for name in ("radar", "advanced_asw"):
        g.tech[researched(britain, TECHNOLOGY[name])] = 4
    assert raiding.convoy_modifier(g, sea, britain) == 7


def test_9_11_escorts_protect_the_aligned_only() -> None:
    g = atlantic()
    put(g, "usa", ATLANTIC, "destroyer", duty=ESCORT)
    sea, britain = zone(g, ATLANTIC), NATION["great_britain"]
    assert raiding.escorts(g, sea, britain) == []
    from grognard.titles.gw36.rules.nations import make_war

    make_war(g, NATION["usa"], NATION["germany"])
    assert len(raiding.escorts(g, sea, britain)) == 1


def test_9_11_escorts_patrols_and_asw_fire_once_after_the_raid() -> None:
    g = atlantic()
    boat = put(g, "germany", ATLANTIC, "submarine", duty=RAID)[0]
    put(g, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)
    put(g, "great_britain", ATLANTIC, "seaplane", duty=PATROL)
    g.tech[researched(NATION["great_britain"], TECHNOLOGY["advanced_asw"])] = 4
    dice(g, 1, 6, 12, 12, 2)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert g.units.at[boat] == NOWHERE
    assert [rule for _, _, rule in g.journal.rolls] == ["9.11", "9.11", "9.11", "9.11", "7.8"]


def test_9_11_an_empty_treasury_pays_what_it_has() -> None:
    g = atlantic()
    g.nations[NATION["great_britain"]].cash = 2
    put(g, "germany", ATLANTIC, "submarine", duty=RAID)
    dice(g, 6, 1)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert cash(g) == 0


def test_9_11_where_lines_meet_the_victim_chooses() -> None:
    g = atlantic()
    put(g, "germany", "sz_48", "submarine", duty=RAID)
    dice(g, 5, 1)
    script = play(g, raiding.raid_zone(g, zone(g, "sz_48")), Script("line river_plate_line"))
    assert script.asked[0].seat == "player3"
    assert "line mediterranean_line" in [o.text for o in script.asked[0].options]
    index = next(n for n, line in enumerate(g.board.geo.lines) if line.id == "river_plate")
    assert g.raided[keyed(index, NATION["great_britain"])] == 4


def test_9_12_surface_raiders() -> None:
    off, on = atlantic(), atlantic(surface_raiders=True)
    fast, slow = put(on, "germany", ATLANTIC, "battlecruiser", "battleship", duty=RAID)
    sea = zone(on, ATLANTIC)
    assert convoys.may_raid(off, put(off, "germany", ATLANTIC, "battlecruiser")[0], sea).rule == "9.12"  # type: ignore[union-attr]
    assert convoys.may_raid(on, fast, sea) is None
    assert raiding.raider_modifier(on, fast) == 0
    assert convoys.may_raid(on, slow, sea) == No("9.12", "a surface raider needs a move of 3")
    assert convoys.may_raid(on, put(on, "germany", ATLANTIC, "light_carrier")[0], sea) is None  # any surface ship of that speed
    stranger = put(on, "ussr", ATLANTIC, "destroyer", duty=ESCORT)[0]  # not at war with Germany
    assert convoys.may_raid(on, fast, sea) is None
    on.remove(stranger)
    put(on, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)
    assert convoys.may_raid(on, fast, sea) == No("9.12", "surface ships do not raid where escorts are")


def test_9_13_mines_draw_no_fire() -> None:
    g = atlantic(mine_warfare=True)
    boat = put(g, "germany", ATLANTIC, "submarine", duty=MINE)[0]
    put(g, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)
    dice(g, 6, 1)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert cash(g) == 16  # 6 + 0 against 1 + 1
    assert g.units.at[boat] >= 0
    ship = put(g, "germany", ATLANTIC, "light_cruiser")[0]
    assert convoys.may_raid(g, ship, zone(g, ATLANTIC), mines=True).rule == "9.13"  # type: ignore[union-attr]


def test_9_13_mines_do_not_spare_a_submarine_the_convoy_itself() -> None:
    """The roll of Advanced ASW is neither an escort's nor a patrol's: it is made at every submarine that raids, mines or not."""
    g = atlantic(mine_warfare=True)
    g.tech = {NATION["great_britain"] * 32 + TECHNOLOGY["advanced_asw"]: 4}
    boat, cruiser = put(g, "germany", ATLANTIC, "submarine", "heavy_cruiser", duty=MINE)
    put(g, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)
    dice(g, 1, 6, 1, 6, 2)  # two raids without loss, then one roll at the submarine alone
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert (g.units.at[boat], g.units.at[cruiser]) == (NOWHERE, zone(g, ATLANTIC))
    for asw in (False, True):
        told = raid_outlook([Lot("submarine", 1)], [Lot("destroyer", 1)], mines=True, asw=asw)
        assert told.mean_raiders_lost == pytest.approx(2 / 12 if asw else 0.0)


def test_9_14_aircraft_raid_from_patrol_and_can_be_intercepted() -> None:
    g = atlantic(air_raiders=True)
    plane = put(g, "germany", ATLANTIC, "medium_bomber", duty=RAID)[0]
    fighter = put(g, "great_britain", ATLANTIC, "fighter", duty=PATROL)[0]
    dice(g, 12, 1)
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)), Script(f"intercept u{fighter}"))
    assert g.units.at[plane] == NOWHERE
    assert cash(g) == 20
    assert convoys.may_raid(g, put(g, "germany", ATLANTIC, "fighter")[0], zone(g, ATLANTIC)).rule == "9.14"  # type: ignore[union-attr]
    off = atlantic()
    bomber = put(off, "germany", ATLANTIC, "medium_bomber")[0]
    assert convoys.may_raid(off, bomber, zone(off, ATLANTIC)) == No("9.14", "convoy-raiding aircraft are not played")


def test_15_2_suez_reroute() -> None:
    for played, lost, value in ((True, True, (0, 7, 8)), (True, False, (6, 4, 5)), (False, True, (6, 4, 5))):
        g = atlantic(suez_reroute=played)
        if lost:
            g.zones[zone(g, "gibraltar")].owner = NATION["germany"]
        index = {line.id: n for n, line in enumerate(g.board.geo.lines)}
        names = ("mediterranean", "east_african", "west_african")
        found = [convoys.value_on_line(g, index[n], NATION["great_britain"]) for n in names]
        assert tuple(found) == value


# --- bombing ------------------------------------------------------------------------------------------------


def over_london(*names: str, site: str = "major_factory", **options: bool) -> tuple[War, list[int], int]:
    g = atlantic(**options)
    index = build(g, "london", site).index
    bombers = put(g, "germany", "london", *names, duty=BOMB)
    for u in bombers:
        g.units[u].target = index
    return g, bombers, index


def test_9_16_damage_and_anti_aircraft_fire() -> None:
    g, bombers, site = over_london("2 strategic_bomber", "medium_bomber")
    dice(g, 1, 2, 3, 4, 5, 3, 4, 12)
    script = play(g, bombing.bomb_zone(g, zone(g, "london")), Script(f"lose u{bombers[2]}"))
    assert g.sites.damage[site] == 15
    assert g.units.at[bombers[2]] == NOWHERE
    assert [g.units.duty[u] for u in bombers[:2]] == [IDLE, IDLE]
    assert script.asked[0].rule == "9.16"


def test_9_18_maximum_damage() -> None:
    g, _, site = over_london("2 strategic_bomber", site="minor_port")
    dice(g, 6, 6, 6, 6, 12, 12)
    play(g, bombing.bomb_zone(g, zone(g, "london")))
    assert g.sites.damage[site] == 3


def test_9_16_interception_is_one_round_at_reduced_values() -> None:
    g, bombers, site = over_london("strategic_bomber")
    escort = put(g, "germany", "london", "fighter", duty=BOMB_ESCORT)[0]
    spitfire = put(g, "great_britain", "london", "fighter")[0]
    assert [bombing.interception_value(g, u) for u in (bombers[0], escort, spitfire)] == [1, 3, 3]
    g.tech[researched(NATION["great_britain"], TECHNOLOGY["radar"])] = 4
    assert bombing.interception_value(g, spitfire) == 4
    dice(g, 12, 12, 4, 12)
    play(g, bombing.bomb_zone(g, zone(g, "london")), Script(f"intercept u{spitfire}", f"lose u{bombers[0]}"))
    assert g.units.at[bombers[0]] == NOWHERE
    assert g.sites.damage[site] == 0
    assert g.units.at[escort] >= 0


def test_9_16_nobody_has_to_intercept() -> None:
    g, bombers, site = over_london("medium_bomber")
    put(g, "great_britain", "london", "fighter")
    dice(g, 5, 12)
    play(g, bombing.bomb_zone(g, zone(g, "london")), Script("done"))
    assert g.sites.damage[site] == 5
    assert g.units.at[bombers[0]] >= 0


def test_9_16_rockets_meet_no_defence() -> None:
    g = atlantic()
    site = build(g, "london", "air_base").index
    rocket = put(g, "germany", "western_germany", "strategic_rocket", duty=BOMB)[0]
    g.units[rocket].target = site
    put(g, "great_britain", "london", "fighter")
    dice(g, 4)
    script = play(g, battlefield.combat_phase(g))
    assert (script.asked, g.sites.damage[site], g.units.spent[rocket]) == ([], 4, 1)


def test_9_16_railways_have_no_guns() -> None:
    g = atlantic()
    border = next(b for b in g.board.geo.rail if zone(g, "london") in g.board.ends[b])
    bomber = put(g, "germany", "london", "medium_bomber", duty=BOMB)[0]
    g.units[bomber].target = -2 - border
    assert not bombing.has_anti_aircraft(g, -2 - border)
    assert bombing.has_anti_aircraft(g, build(g, "london", "minor_port").index)
    dice(g, 6)
    play(g, bombing.bomb_zone(g, zone(g, "london")))
    assert g.rail_damage[border] == bombing.most_rail_damage(g, border) == 1


def test_7_3_building_sites_are_thrown_back() -> None:
    g = atlantic(bomb_construction=True)
    site = build(g, "london", "air_base", built=0, paid=1)
    bombing.damage_building_site(g, site, 4)
    assert (site.damage, site.paid) == (4, 1)
    bombing.damage_building_site(g, site, 1)
    assert site.at == NOWHERE
    assert not bombing.has_anti_aircraft(g, build(g, "london", "air_base", built=0).index)


def test_9_17_carpet_bombing_kills_land_units_for_one_round() -> None:
    g = atlantic()
    bomber = put(g, "germany", "london", "strategic_bomber", duty=CARPET)[0]
    put(g, "great_britain", "london", "3 infantry")
    dice(g, 2, 1, 3)
    play(g, bombing.carpet_bomb(g, zone(g, "london")))
    assert kinds(g, "london", "great_britain") == {"infantry": 1}
    assert g.units.duty[bomber] == IDLE


def test_9_17_only_fighters_and_anti_aircraft_fire_back() -> None:
    g = atlantic()
    bomber = put(g, "germany", "london", "strategic_bomber", duty=CARPET)[0]
    put(g, "great_britain", "london", "2 infantry", "anti_aircraft_artillery", "fighter")
    dice(g, 12, 12, 12, 12, 12, 3)
    play(g, bombing.carpet_bomb(g, zone(g, "london")), Script("intercept"))
    assert g.units.at[bomber] == NOWHERE


def test_9_17_the_bombers_answer_interceptors() -> None:
    """Three dice at the ground, one at the fighter at 1, then the fighter's; all losses at the end of the round."""
    g = atlantic()
    bomber = put(g, "germany", "london", "strategic_bomber", duty=CARPET)[0]
    fighter = put(g, "great_britain", "london", "fighter")[0]
    put(g, "great_britain", "london", "infantry")
    dice(g, 12, 12, 2, 1, 3)
    play(g, bombing.carpet_bomb(g, zone(g, "london")), Script("intercept"))
    assert g.units.at[bomber] == g.units.at[fighter] == NOWHERE
    assert kinds(g, "london", "great_britain") == {}


def test_7_8_attrition_may_fall_on_aircraft_rockets_on_land_units() -> None:
    g = field()
    gun = put(g, "germany", "western_germany", "advanced_artillery", duty=ATTRITION)[0]
    g.units[gun].target = zone(g, "alsace_lorraine")
    put(g, "france", "alsace_lorraine", "fighter")
    dice(g, 2)
    play(g, bombing.attrition(g, zone(g, "alsace_lorraine")))
    assert kinds(g, "alsace_lorraine", "france") == {}
    rocket = put(g, "germany", "western_germany", "strategic_rocket", duty=ATTRITION)[0]
    g.units[rocket].target = zone(g, "alsace_lorraine")
    put(g, "france", "alsace_lorraine", "fighter")
    dice(g, 2)
    play(g, bombing.attrition(g, zone(g, "alsace_lorraine")))
    assert kinds(g, "alsace_lorraine", "france") == {"fighter": 1}


def test_9_11_patrols_fire_at_submarines_beside_raiding_aircraft() -> None:
    """9.14: a raiding bomber is met in interception, the submarine beside it draws the fire of the patrol."""
    g = atlantic(air_raiders=True)
    plane = put(g, "germany", ATLANTIC, "medium_bomber", duty=RAID)[0]
    boat = put(g, "germany", ATLANTIC, "submarine", duty=RAID)[0]
    put(g, "great_britain", ATLANTIC, "tactical_bomber", duty=PATROL)
    dice(g, 1, 6, 1, 6, 5)  # two raids that fail, then the patrol at 5
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert (g.units.at[boat], g.units.at[plane]) == (NOWHERE, zone(g, ATLANTIC))


def test_9_6_a_seaplane_does_not_hit_a_surface_raider() -> None:
    g = atlantic(surface_raiders=True)
    ship = put(g, "germany", ATLANTIC, "heavy_cruiser", duty=RAID)[0]
    put(g, "great_britain", ATLANTIC, "seaplane", duty=PATROL)
    dice(g, 1, 6)  # the raid alone: no die for the seaplane
    play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
    assert g.units.at[ship] == zone(g, ATLANTIC)


def test_9_14_any_patrol_with_an_interception_value_engages() -> None:
    g = atlantic(air_raiders=True)
    plane = put(g, "germany", ATLANTIC, "tactical_bomber", duty=RAID)[0]
    put(g, "great_britain", ATLANTIC, "medium_bomber", duty=PATROL)
    dice(g, 1)
    play(g, raiding.intercept_raider(g, plane, zone(g, ATLANTIC), NATION["great_britain"]), Script("intercept"))
    assert g.units.at[plane] == NOWHERE


def test_15_5_a_raider_hit_by_an_escort_rolls_for_its_damage() -> None:
    g = atlantic(surface_raiders=True, capital_damage=True)
    ship = put(g, "germany", ATLANTIC, "fast_battleship", duty=RAID)[0]
    escort = put(g, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)[0]
    assert convoys.may_raid(g, ship, zone(g, ATLANTIC)).rule == "9.12"  # type: ignore[union-attr]
    dice(g, 4, 9)  # the escort hits; 9 makes two markers of it
    play(g, raiding.convoy_fire(g, zone(g, ATLANTIC), [(ship, NATION["great_britain"])]))
    assert g.units.at[ship] == NOWHERE and g.units.at[escort] == zone(g, ATLANTIC)


def test_7_8_attrition_draws_no_fire() -> None:
    g = field()
    gun = put(g, "germany", "western_germany", "advanced_artillery", duty=ATTRITION)[0]
    g.units[gun].target = zone(g, "alsace_lorraine")
    put(g, "france", "alsace_lorraine", "2 infantry")
    dice(g, 2)
    play(g, battlefield.combat_phase(g))
    assert kinds(g, "alsace_lorraine", "france") == {"infantry": 1}
    assert g.units.spent[gun] == 1
    assert len(g.journal.rolls) == 1


# --- odds ---------------------------------------------------------------------------------------------------


def test_raid_odds_are_what_the_rules_play() -> None:
    lost, expected = 0, 0.0
    for n in range(300):
        g = atlantic()
        g.dice = Dice(seed_from(n))
        put(g, "germany", ATLANTIC, "2 submarine", duty=RAID)
        put(g, "great_britain", ATLANTIC, "destroyer", duty=ESCORT)
        if n == 0:
            expected = raid_odds(g, zone(g, ATLANTIC)).mean_ipp  # type: ignore[union-attr]
        play(g, raiding.raid_zone(g, zone(g, ATLANTIC)))
        lost += 20 - cash(g)
    assert abs(lost / 300 - expected) < 0.4
    assert expected > 1


def test_bombing_odds_are_what_the_rules_play() -> None:
    points, expected = 0, 0.0
    for n in range(300):
        g, _, site = over_london("2 strategic_bomber")
        fighter = put(g, "great_britain", "london", "fighter")[0]
        g.dice = Dice(seed_from(n))
        if n == 0:
            expected = bombing_odds(g, site).mean_damage  # type: ignore[union-attr]
        play(g, bombing.bomb_zone(g, zone(g, "london")), Script(f"intercept u{fighter}"))
        points += g.sites.damage[site]
    assert abs(points / 300 - expected) < 1.2


def test_15_10_canals_can_be_bombed_with_the_option_only() -> None:
    """With the option the Suez and Panama canals are targets of strategic bombing; without it they are not on the map."""
    from grognard.kernel.session import Session
    from grognard.titles.gw36 import TITLE
    from grognard.titles.gw36.kinds import FACILITY

    for wanted in (True, False):
        g = Session.new(TITLE, "1939", {"bomb_canals": wanted}).g
        canals = {g.board.ids[site.at] for site in g.sites if site.kind == FACILITY["canal"]}
        assert ({"panama", "eastern_egypt"} <= canals) == wanted
        assert bool(canals) == wanted
