"""9.4, 9.6, 9.7, 9.10 at sea, 7.8 and 15.5 for ships: an accepted and a refused case for each section."""

from __future__ import annotations

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.flow import Ask
from grognard.kernel.rules import No
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import TECHNOLOGY
from grognard.titles.gw36.odds import battle_odds
from grognard.titles.gw36.powers import NATION, researched
from grognard.titles.gw36.rules import casualties, combat, combat_movement, fire, land_orders, naval, retreat, rounds
from grognard.titles.gw36.rules.battle import Battle, sea_attackers, sea_defenders
from grognard.titles.gw36.state import ASSAULT, ATTACK, BEHIND, IDLE, PASSED, PATROL, SCREEN, War
from tests.titles.gw36 import battlefield
from tests.titles.gw36.battlefield import Script, dice, field, kinds, play, put, zone
from tests.titles.gw36.workshop import carry_out

SEA, FROM, AFTER = "sz_25", "sz_24", "sz_37"


def north_sea(**options: bool) -> War:
    return field("germany", wars=[("germany", "great_britain")], **options)


def fleet_action(g: War) -> Battle:
    z = zone(g, SEA)
    mine = sea_attackers(g, z)
    return Battle(g, z, mine, sea_defenders(g, z, {NATION["germany"]}))


def test_9_6_transports_are_last_and_lost_when_alone() -> None:
    g = north_sea()
    put(g, "germany", SEA, "2 heavy_cruiser", came=FROM)
    ships = put(g, "great_britain", SEA, "destroyer", "naval_transport")
    cargo = put(g, "great_britain", SEA, "infantry")[0]
    g.units[cargo].carrier = ships[1]
    b = fleet_action(g)
    assert casualties.candidates(g, b, False) == [ships[0]]
    no = casualties.why_not(g, b, False, "any", ships[1])
    assert no == No("9.6", "transports are chosen last")
    casualties.lose(g, b, ships[0])
    assert rounds.outcome(g, b) == rounds.WON
    assert g.units.at[ships[1]] == g.units.at[cargo] == NOWHERE


def test_9_6_target_selection_reaches_transports() -> None:
    g = north_sea()
    bomber = put(g, "germany", SEA, "tactical_bomber", came="western_germany")
    ships = put(g, "great_britain", SEA, "destroyer", "naval_transport")
    b = fleet_action(g)
    b.number = 2
    volley = fire.Volley("Tactical Bomber", bomber, 1, 7, select=3, classes=("land", "naval"), rolls=[2])
    script = play(g, casualties.take_volley(g, b, volley, True), Script(f"lose u{ships[1]}"))
    assert [o.text for o in script.asked[0].options] == [f"lose u{ships[0]}", f"lose u{ships[1]}"]
    assert g.units.at[ships[1]] == NOWHERE


def test_9_6_seaplanes_hit_only_submarines_and_lone_transports() -> None:
    g = north_sea()
    put(g, "germany", SEA, "seaplane", came="western_germany")
    cruiser, transport = put(g, "great_britain", SEA, "light_cruiser", "naval_transport")
    b = fleet_action(g)
    assert casualties.candidates(g, b, False, fire.SEAPLANE) == []
    boat = put(g, "great_britain", SEA, "submarine")[0]
    b.defenders.append(boat)
    assert casualties.candidates(g, b, False, fire.SEAPLANE) == [boat]
    casualties.lose(g, b, boat)
    casualties.lose(g, b, cruiser)
    assert casualties.candidates(g, b, False, fire.SEAPLANE) == [transport]


def test_9_10_submarines_strike_first_unless_a_destroyer_is_there() -> None:
    for escort, first in (("light_cruiser", True), ("destroyer", False)):
        g = north_sea()
        boat = put(g, "germany", SEA, "submarine", came=FROM)[0]
        put(g, "great_britain", SEA, escort)
        b = fleet_action(g)
        b.number = 1
        assert fire.strikes_first(g, b, boat, True) is first


def test_9_10_submarines_never_hit_aircraft() -> None:
    g = north_sea()
    boat = put(g, "germany", SEA, "submarine", came=FROM)[0]
    plane = put(g, "great_britain", SEA, "fighter", duty=PATROL)[0]
    b = fleet_action(g)
    b.number = 2
    assert fire.reach(g, b, boat) == fire.SHIPS
    assert casualties.candidates(g, b, False, fire.SHIPS) == []
    no = casualties.why_not(g, b, False, fire.SHIPS, plane)
    assert no == No("9.10", "submarines never hit aircraft")


def test_9_10_only_patrols_and_their_destroyers_hunt_submarines() -> None:
    g = north_sea()
    ships = put(g, "germany", SEA, "battleship", "2 destroyer", came=FROM)
    boats = put(g, "great_britain", SEA, "submarine")
    assert naval.sub_hunters(g, ships, boats) == []
    plane = put(g, "germany", SEA, "medium_bomber", came="western_germany")
    assert naval.sub_hunters(g, ships + plane, boats) == [plane[0], ships[1]]


def test_7_8_advanced_submarines_are_hunted_from_the_air_alone() -> None:
    g = north_sea()
    ships = put(g, "germany", SEA, "destroyer", came=FROM)
    plane = put(g, "germany", SEA, "seaplane", came="western_germany")
    boats = put(g, "great_britain", SEA, "advanced_submarine")
    assert naval.sub_hunters(g, ships + plane, boats) == plane


def test_9_4_submarines_submerge_after_a_round() -> None:
    g = north_sea()
    put(g, "germany", SEA, "2 heavy_cruiser", came=FROM)
    boat = put(g, "great_britain", SEA, "submarine", "destroyer")[0]
    b = fleet_action(g)
    b.number = 1
    script = play(g, retreat.submerge(g, b), Script("submerge"))
    options = [o.text for o in script.asked[0].options]
    assert options[:2] == ["stay", f"submerge u{boat}"]
    assert f"withdraw u{boat} {AFTER}" in options
    assert script.asked[0].seat == "player3"
    assert g.units.duty[boat] == PASSED
    assert boat not in casualties.still_there(b, False)
    assert play(g, retreat.submerge(g, b)).asked == []


def test_9_6_a_defending_submarine_that_fires_does_not_submerge() -> None:
    """Table 9-4: instead of its roll in step 5 it may submerge; once it has rolled it stays for the round."""
    for answer, rolls in (("stay", 2), ("submerge", 1)):
        g = north_sea()
        put(g, "germany", SEA, "destroyer", came=FROM)
        boat = put(g, "great_britain", SEA, "submarine", "destroyer")[0]
        b = fleet_action(g)
        dice(g, *[12] * 3)
        script = play(g, rounds.fight_round(g, b), Script(answer, policy=lambda ask: ask.options[0]))
        asked = [ask.prompt for ask in script.asked if ask.rule == "9.4"]
        assert len(asked) == 1 and "instead of firing" in asked[0]
        by_britain = [values for what, values, _ in g.journal.rolls if what.startswith("British")]
        assert len(by_britain) == rolls
        assert (boat in b.left) is (answer == "submerge")
        assert not any(ask.rule == "9.4" for ask in play(g, retreat.submerge(g, b)).asked)


def test_9_6_after_its_first_strike_a_submarine_may_submerge() -> None:
    """It rolled in step 1, not in step 5, where no enemy destroyer is."""
    g = north_sea()
    put(g, "germany", SEA, "2 heavy_cruiser", came=FROM)
    boat = put(g, "great_britain", SEA, "submarine")[0]
    b = fleet_action(g)
    dice(g, 12, 12, 12)
    assert not [ask for ask in play(g, rounds.fight_round(g, b)).asked if ask.rule == "9.4"]
    script = play(g, retreat.submerge(g, b), Script("submerge"))
    assert len(script.asked) == 1 and boat in b.left


def test_7_8_attacking_ships_do_not_hit_advanced_submarines() -> None:
    g = north_sea()
    ship, plane = put(g, "germany", SEA, "heavy_cruiser", "tactical_bomber", came=FROM)
    boat, cruiser = put(g, "great_britain", SEA, "advanced_submarine", "light_cruiser")
    b = fleet_action(g)
    b.number = 2
    assert fire.reach(g, b, ship) == fire.OLDER and fire.reach(g, b, plane) == fire.ANY
    assert casualties.candidates(g, b, False, fire.OLDER) == [cruiser]
    no = casualties.why_not(g, b, False, fire.OLDER, boat)
    assert no == No("7.8", "an Advanced Submarine is attacked by aircraft on patrol only")
    assert fire.reach(g, b, cruiser) == fire.ANY  # the defender fires at an attacking one as at any other
    assert set(casualties.candidates(g, b, False, fire.ANY)) == {boat, cruiser}


def test_8_9_submarines_decline_before_aircraft_that_do_not_patrol() -> None:
    """A bomber from beyond its patrol range is no patrol: submarines may decline, enemy patrols may not (8.7)."""
    g = north_sea()
    ship = put(g, "germany", SEA, "heavy_cruiser", came=FROM)[0]
    bomber = put(g, "germany", SEA, "medium_bomber", came="western_germany")[0]
    g.units[bomber].used = 3
    boat, plane = put(g, "great_britain", SEA, "submarine"), put(g, "great_britain", SEA, "seaplane", duty=PATROL)
    script = Script("decline", "done")
    left = naval.decline(g, zone(g, SEA), [ship, bomber], boat + plane)
    play(g, left, script)
    assert [o.text for o in script.asked[0].options] == ["done", f"decline u{boat[0]}"]
    g.units[bomber].used = 1
    g.units[boat[0]].duty = IDLE
    assert play(g, naval.decline(g, zone(g, SEA), [ship, bomber], boat + plane)).asked == []


def test_9_4_a_submarine_may_withdraw_to_a_free_sea_zone() -> None:
    g = north_sea()
    put(g, "germany", SEA, "2 heavy_cruiser", came=FROM)
    put(g, "germany", AFTER, "destroyer")
    boat = put(g, "great_britain", SEA, "submarine", "destroyer")[0]
    b = fleet_action(g)
    b.number = 1
    assert zone(g, AFTER) not in retreat.escape_zones(g, b, boat)
    play(g, retreat.submerge(g, b), Script(f"withdraw u{boat} {FROM}"))
    assert g.units.at[boat] == zone(g, FROM)
    assert boat not in casualties.still_there(b, False)


def test_8_9_a_submarine_that_calls_out_a_lone_transport_sinks_it() -> None:
    g = north_sea()
    ship = put(g, "germany", SEA, "naval_transport", came=FROM)[0]
    put(g, "great_britain", SEA, "submarine")
    g.contacts[zone(g, SEA)] = naval.FIGHTS
    play(g, naval.naval_battle(g, zone(g, SEA)))
    assert g.units.at[ship] == NOWHERE


def test_8_9_aircraft_from_beyond_patrol_range_do_not_hunt() -> None:
    g = north_sea()
    near, far = put(g, "germany", SEA, "2 medium_bomber", came="western_germany")
    g.units[far].used = 3
    boats = put(g, "great_britain", SEA, "submarine")
    assert naval.sub_hunters(g, [near, far], boats) == [near]


def test_8_9_c() -> None:
    """gw36-8.9-c: a submarine under a patrolling Tactical Bomber does not fire, survives the miss and submerges."""
    g = field("great_britain", wars=[("great_britain", "italy")])
    boat = put(g, "great_britain", "sz_52", "submarine", came="sz_50")[0]
    put(g, "italy", "sz_52", "tactical_bomber", duty=PATROL)
    dice(g, 12)
    play(g, naval.naval_battle(g, zone(g, "sz_52")), Script("submerge"))
    assert [rule for _, _, rule in g.journal.rolls] == ["9.6"]
    assert g.units.at[boat] == zone(g, "sz_52")


def test_8_9_submarines_of_the_defender_may_decline_unless_aircraft_attack() -> None:
    g = north_sea()
    put(g, "germany", SEA, "heavy_cruiser", came=FROM)
    boat = put(g, "great_britain", SEA, "submarine")[0]
    script = play(g, naval.naval_battle(g, zone(g, SEA)), Script("decline"))
    assert g.units.duty[boat] == PASSED
    assert [a.rule for a in script.asked] == ["8.9"]
    g = north_sea()
    put(g, "germany", SEA, "2 medium_bomber", came="western_germany")
    put(g, "great_britain", SEA, "submarine")
    z = zone(g, SEA)
    found = play(g, naval.decline(g, z, sea_attackers(g, z), sea_defenders(g, z, {NATION["germany"]})))
    assert found.asked == []


def test_9_4_ships_retreat_where_a_ship_came_from() -> None:
    g = north_sea()
    ships = put(g, "germany", SEA, "heavy_cruiser", "light_cruiser", came=FROM)
    put(g, "great_britain", SEA, "2 battleship")
    dice(g, 12, 12, 12, 12)
    play(g, naval.naval_battle(g, zone(g, SEA)), Script("retreat"))
    assert all(g.units.at[u] == zone(g, FROM) and g.units.spent[u] for u in ships)
    still = north_sea()
    put(still, "germany", SEA, "heavy_cruiser", duty=ATTACK)
    put(still, "great_britain", SEA, "destroyer")
    b = fleet_action(still)
    assert retreat.may_retreat(still, b, b.attackers[0]).rule == "9.4"  # type: ignore[union-attr]


def test_12_2_capital_ships_take_two_hits_and_lose_two() -> None:
    g = north_sea()
    ship = put(g, "germany", SEA, "battleship", came=FROM)[0]
    put(g, "great_britain", SEA, "destroyer")
    b = fleet_action(g)
    b.number = 2
    assert fire.hit_number(g, b, ship, True) == 8
    casualties.hit(g, b, ship, True)
    assert (g.units.hits[ship], fire.hit_number(g, b, ship, True)) == (1, 6)
    casualties.hit(g, b, ship, True)
    assert g.units.at[ship] == NOWHERE


def test_9_1_a_ship_damaged_in_this_round_fires_as_it_was() -> None:
    g = north_sea()
    put(g, "germany", SEA, "light_cruiser", came=FROM)
    put(g, "great_britain", SEA, "battleship")
    b = fleet_action(g)
    dice(g, 1, 8)
    play(g, rounds.fight_round(g, b))
    assert b.attackers == []
    assert g.units.hits[b.defenders[0]] == 1


def test_15_5_dice_for_damage() -> None:
    for die, hits, alive in ((8, 1, True), (9, 0, False), (12, 0, False)):
        g = north_sea(capital_damage=True)
        ship = put(g, "germany", SEA, "battleship", came=FROM)[0]
        put(g, "great_britain", SEA, "destroyer")
        b = fleet_action(g)
        dice(g, die)
        casualties.hit(g, b, ship, True)
        assert (g.units.at[ship] >= 0) is alive
        if alive:
            assert g.units.hits[ship] == hits
    g = north_sea(capital_damage=True)
    carrier = put(g, "germany", SEA, "heavy_carrier", came=FROM)[0]
    assert casualties.hits_of(g, carrier) == 3
    g = north_sea()
    assert casualties.hits_of(g, put(g, "germany", SEA, "heavy_carrier")[0]) == 2


def test_8_7_aircraft_of_a_sunk_carrier_need_a_place_to_land() -> None:
    for sea, saved in (("sz_25", True), ("sz_103", False)):
        g = north_sea()
        carrier = put(g, "great_britain", sea, "fleet_carrier")[0]
        plane = put(g, "great_britain", sea, "fighter")[0]
        g.units[plane].carrier = carrier
        put(g, "germany", sea, "battleship", came=FROM)
        b = Battle(g, zone(g, sea), sea_attackers(g, zone(g, sea)), sea_defenders(g, zone(g, sea), {NATION["germany"]}))
        assert plane in b.defenders
        casualties.lose(g, b, carrier)
        naval.settle_decks(g, b)
        assert (g.units.at[plane] >= 0) is saved


def test_12_2_a_damaged_carrier_launches_nothing() -> None:
    g = north_sea()
    carrier = put(g, "great_britain", SEA, "fleet_carrier", hits=1)[0]
    plane = put(g, "great_britain", SEA, "fighter")[0]
    g.units[plane].carrier = carrier
    assert sea_defenders(g, zone(g, SEA), {NATION["germany"]}) == [carrier]


def test_7_8_transports_with_advanced_asw_shoot_at_submarines() -> None:
    for known in (True, False):
        g = north_sea()
        put(g, "germany", SEA, "submarine", came=FROM)
        put(g, "great_britain", SEA, "naval_transport", "light_cruiser")
        if known:
            g.tech[researched(NATION["great_britain"], TECHNOLOGY["advanced_asw"])] = 4
        b = fleet_action(g)
        b.number = 2
        found = [v for v in fire.volleys(g, b, False, strike=None) if v.what == "Naval Transport"]
        assert [(v.value, v.reach) for v in found] == ([(1, fire.SUBMARINES)] if known else [])


# --- 9.7 screening ------------------------------------------------------------------------------------------


def screened(g: War, goal: str) -> tuple[int, int, int]:
    """A cruiser screens, a transport with an Infantry waits behind it; a British destroyer is in the way."""
    cruiser = put(g, "germany", SEA, "heavy_cruiser", came=FROM, duty=SCREEN)[0]
    transport = put(g, "germany", SEA, "naval_transport", came=FROM, duty=BEHIND)[0]
    g.units[transport].target = zone(g, goal)
    man = put(g, "germany", SEA, "infantry", duty=ASSAULT)[0]
    g.units[man].carrier = transport
    g.units[man].target = zone(g, "southern_england")
    put(g, "great_britain", SEA, "destroyer")
    return cruiser, transport, man


def test_9_7_the_force_behind_a_winning_screen_sails_on() -> None:
    g = north_sea()
    _, transport, man = screened(g, AFTER)
    dice(g, 1, 12)
    play(g, naval.naval_battle(g, zone(g, SEA)))
    assert g.units.at[transport] == g.units.at[man] == zone(g, AFTER)
    assert g.units.duty[man] == ASSAULT


def test_9_7_a_second_naval_battle_rules_out_the_landing() -> None:
    g = north_sea()
    _, transport, man = screened(g, AFTER)
    put(g, "great_britain", AFTER, "destroyer")
    dice(g, 1, 12)
    play(g, naval.naval_battle(g, zone(g, SEA)))
    assert g.units.duty[transport] == ATTACK
    assert g.units.duty[man] == IDLE


def test_9_7_the_force_behind_a_lost_screen_goes_back() -> None:
    g = north_sea()
    cruiser, transport, man = screened(g, AFTER)
    dice(g, 12, 1)
    play(g, naval.naval_battle(g, zone(g, SEA)))
    assert g.units.at[cruiser] == NOWHERE
    assert g.units.at[transport] == zone(g, FROM)
    assert (g.units.duty[man], g.units.spent[transport]) == (IDLE, 1)


def test_9_7_landing_from_the_next_sea_zone() -> None:
    """Behind a screen cargo is ordered ashore where its transport goes on to, and lands there when the screen has won."""
    g = north_sea()
    _, transport, man = screened(g, "sz_26")
    cargo = g.units[man]
    cargo.duty, cargo.target = IDLE, NOWHERE
    shores = [z for z in g.board.geo.coast[zone(g, "sz_26")] if g.zones.owner[z] == NATION["great_britain"]]
    offered = [o for o in combat_movement.orders_of(g, man) if o.verb == "assault"]
    assert {o.args[1].index for o in offered} == set(shores)
    play(g, carry_out(g, man, offered[0]))
    goal = offered[0].args[1].index
    assert combat.must_wait(g, combat.Engagement("land_battle", goal, "player1")).rule == "9.8"  # type: ignore[union-attr]
    dice(g, 1, 12)
    play(g, battlefield.combat_phase(g))
    assert g.units.at[transport] == zone(g, "sz_26")
    assert (cargo.at, g.zones.owner[goal]) == (goal, NATION["germany"])


def test_9_7_no_landing_where_a_second_battle_waits() -> None:
    """A destroyer in the next sea zone rules the landing out, a submarine there does not (9.8)."""
    for name, refused in (("destroyer", "9.7"), ("submarine", "")):
        g = north_sea()
        _, transport, man = screened(g, "sz_26")
        put(g, "great_britain", "sz_26", name)
        shore = next(z for z in g.board.geo.coast[zone(g, "sz_26")] if g.zones.owner[z] == NATION["great_britain"])
        no = land_orders.may_assault(g, man, shore)
        assert (no.rule if no is not None else "") == refused
        g.units[man].target = shore
        dice(g, 1, 12)
        play(g, naval.naval_battle(g, zone(g, SEA)))
        assert (g.units.duty[transport], g.units.duty[man]) == ((ATTACK, IDLE) if refused else (IDLE, ASSAULT))


def test_9_7_a_submarine_may_be_the_screen() -> None:
    """9.7 (c) speaks of screens that submerge; a transport is none."""
    g = north_sea()
    boat, transport = put(g, "germany", FROM, "submarine", "naval_transport")
    put(g, "great_britain", SEA, "destroyer")
    assert f"screen u{boat} {SEA}" in [o.text for o in combat_movement.orders_of(g, boat)]
    assert not [o for o in combat_movement.orders_of(g, transport) if o.verb == "screen"]


def test_9_7_landing_from_the_cleared_sea_zone() -> None:
    g = north_sea()
    _, _, man = screened(g, SEA)
    dice(g, 1, 12)
    play(g, battlefield.combat_phase(g))
    assert g.zones.owner[zone(g, "southern_england")] == NATION["germany"]
    assert g.units.at[man] == zone(g, "southern_england")


# --- odds ---------------------------------------------------------------------------------------------------


def test_odds_at_sea_are_what_the_rules_play() -> None:
    """300 battles with submarines, a patrol, transports and a battleship that takes two hits."""
    from tests.titles.gw36.test_09_hit_numbers import by_the_book

    won, expected = 0, 0.0
    for n in range(300):
        g = north_sea()
        g.dice = Dice(seed_from(1000 + n))
        put(g, "germany", SEA, "battleship", "2 submarine", "light_cruiser", came=FROM)
        put(g, "great_britain", SEA, "2 light_cruiser", "heavy_cruiser", "naval_transport")
        put(g, "great_britain", SEA, "fighter", duty=PATROL)
        if n == 0:
            expected = battle_odds(g, zone(g, SEA), method="exact").won  # type: ignore[union-attr]
        end = play(g, rounds.fight(g, fleet_action(g)), by_the_book(g, "player1")).result  # type: ignore[attr-defined]
        won += end == rounds.WON
    assert 0.1 < expected < 0.95
    assert abs(won / 300 - expected) < 4 * (expected * (1 - expected) / 300) ** 0.5


def test_9_6_survivors_and_seats() -> None:
    g = north_sea()
    put(g, "germany", SEA, "2 battleship", came=FROM)
    put(g, "great_britain", SEA, "destroyer")
    script = play(g, battlefield.combat_phase(g))
    assert all(isinstance(a, Ask) for a in script.asked)
    assert kinds(g, SEA, "great_britain") == {}
    assert all(g.units.duty[u] == IDLE for u in g.units.stacks[zone(g, SEA)])
