"""9.1-9.5, 9.15 and 0.5 on the real board: worked examples under their ids, an accepted and a refused case for each section."""

from __future__ import annotations

from grognard.kernel.rules import No
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import UNIT_IDS
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import (
    attacks,
    blitz,
    casualties,
    combat,
    fire,
    movement,
    permissions,
    retreat,
    rounds,
    war_conditions,
)
from grognard.titles.gw36.rules.battle import Battle, bystanders, sea_attackers, sea_defenders
from grognard.titles.gw36.rules.nations import absorb, at_war, make_war
from grognard.titles.gw36.state import DROP, IDLE, War
from grognard.titles.gw36.subjects import NextBattle
from tests.titles.gw36 import battlefield
from tests.titles.gw36.battlefield import (
    FROM,
    FRONT,
    Script,
    battle,
    dice,
    field,
    kinds,
    land,
    play,
    put,
    texts,
    zone,
)

# --- 9.1 procedure ------------------------------------------------------------------------------------------


def test_9_1_a() -> None:
    """gw36-9.1-a: artillery kills one Infantry that does not fire; two casualties and the survivor fire back."""
    g = field("italy", wars=[("italy", "ussr")])
    put(g, "italy", "yugoslavia", "4 infantry", "2 medium_armor", "artillery", "fighter", came="albania")
    put(g, "ussr", "yugoslavia", "4 infantry")
    b = battle(g, "yugoslavia")
    # artillery hits; fighter misses (GW36-AMB-19); armor hits once; paired infantry misses, the others hit once; two answers hit
    dice(g, 1, 12, 2, 12, 12, 1, 12, 12, 1, 1, 12)
    play(g, rounds.fight_round(g, b), Script("fire_all"))
    fired = [values for purpose, values, _ in g.journal.rolls if purpose.startswith("USSR") or "Soviet" in purpose]
    assert [len(v) for v in fired] == [3]
    assert kinds(g, "yugoslavia", "ussr") == {"infantry": 1}
    assert kinds(g, "yugoslavia", "italy") == {"infantry": 2, "medium_armor": 2, "artillery": 1, "fighter": 1}


def test_9_1_standing_order_of_fire() -> None:
    """GW36-AMB-161: with `volleys usual` all types fire without a question; without it their owner is asked."""
    for standing in (True, False):
        g = field()
        if standing:
            g.standing["player1 volleys"] = "usual"
        put(g, "germany", FRONT, "2 infantry", "tactical_bomber", came=FROM)
        put(g, "france", FRONT, "3 infantry")
        dice(g, *[12] * 6)
        asked = play(g, rounds.fight_round(g, battle(g)), None if standing else Script("fire_all")).asked
        assert [ask.options[0].verb for ask in asked if ask.seat == "player1"] == ([] if standing else ["fire_all"])


def test_9_1_standing_losses() -> None:
    """GW36-AMB-161: `losses cheapest` takes the owner's hits on what costs least, never what the enemy selects."""
    g = field()
    put(g, "germany", FRONT, "2 infantry", "medium_armor", came=FROM)
    french = put(g, "france", FRONT, "fighter", "infantry", "artillery")
    b = battle(g)
    owner = casualties.seats(g, french)[0]
    g.standing[f"{owner} losses"] = "cheapest"
    g.standing["player1 losses"] = "cheapest"
    selecting = casualties.choose(g, b, b.defenders, ["player1"], "Target selection", "9.3")
    assert next(selecting).seat == "player1"
    script = play(g, casualties.take_hits(g, b, False, 2))
    assert script.asked == []
    assert {u for u in french if u in b.aside or g.units.at[u] < 0} == set(french[1:])


def test_9_1_attacker_picks_the_order_of_battles() -> None:
    g = field()
    put(g, "germany", FRONT, "4 infantry", came=FROM)
    put(g, "germany", "belgium", "3 infantry", came=FROM)
    g.zones[zone(g, "belgium")].owner = NATION["france"]
    script = play(g, battlefield.combat_phase(g))
    assert texts(script.asked[0]) == [f"land_battle {FRONT}", "land_battle belgium"] or texts(script.asked[0]) == [
        "land_battle belgium",
        f"land_battle {FRONT}",
    ]
    assert script.asked[0].seat == "player1"


def test_9_1_no_battle_no_question() -> None:
    g = field()
    put(g, "germany", FROM, "2 infantry")
    assert play(g, battlefield.combat_phase(g)).asked == []
    assert combat._battles("player1", []) == []
    engaged = combat.Engagement("land_battle", zone(g, FROM), "player1")
    (act,) = combat._battles("player1", [engaged])
    assert act.why(g, NextBattle("player1"), zone(g, FRONT)) == No("9.1", "there is nothing to resolve there")


def test_9_1_casualties_like_units_are_one_choice() -> None:
    g = field()
    put(g, "germany", FRONT, "2 infantry", came=FROM)
    put(g, "france", FRONT, "3 infantry", "2 artillery", "fighter")
    b = battle(g)
    script = play(g, casualties.take_hits(g, b, False, 1))
    assert len(script.asked[0].options) == 3
    assert script.asked[0].seat == "player8"


def test_9_1_a_casualty_cannot_be_taken_twice() -> None:
    g = field()
    put(g, "germany", FRONT, "2 infantry", came=FROM)
    guns = put(g, "france", FRONT, "artillery", "infantry", "fighter")
    b = battle(g)
    b.number, b.hits = 1, {0: 0}
    b.aside.add(guns[0])
    no = casualties.why_not(g, b, False, "any", guns[0])
    assert no == No("9.1", "French Artillery is a casualty already")
    assert guns[0] not in casualties.candidates(g, b, False)


# --- 9.2, 9.3 abilities -------------------------------------------------------------------------------------


def test_9_3_a() -> None:
    """gw36-9.3-a: Attack 7 with target selection 1-3: a 2 is the roller's choice, a 5 the defender's."""
    volley = fire.Volley("Tactical Bomber", [0, 0], 2, 7, select=3, classes=("land",), rolls=[2, 5])
    assert (volley.hits, volley.selected) == (2, 1)
    g = field()
    bomber = put(g, "germany", FRONT, "tactical_bomber", came=FROM)
    infantry, gun = put(g, "france", FRONT, "infantry", "artillery")
    b = battle(g)
    b.number = 2
    volley = fire.Volley("Tactical Bomber", bomber * 2, 2, 7, select=3, classes=("land", "naval"), rolls=[2, 5])
    script = play(g, casualties.take_volley(g, b, volley, True), Script(f"lose u{gun}"))
    assert [a.seat for a in script.asked] == ["player1"]
    assert g.units.at[gun] == g.units.at[infantry] == NOWHERE


def test_9_3_b() -> None:
    """gw36-9.3-b: three fighter hits at Paris take both aircraft first and then one Infantry."""
    g = field()
    put(g, "germany", "paris", "3 fighter", "2 tactical_bomber", "2 medium_armor", came="picardy")
    put(g, "france", "paris", "fighter", "tactical_bomber", "2 infantry")
    b = battle(g, "paris")
    b.number = 1
    volley = next(v for v in fire.volleys(g, b, True, strike=False) if v.what == "Fighter")
    assert volley.reach == fire.AIR_FIRST
    volley.rolls = [1, 1, 1]
    foot = next(u for u in b.defenders if UNIT_IDS[g.units.kind[u]] == "infantry")
    no = casualties.why_not(g, b, False, fire.AIR_FIRST, foot)
    assert no == No("9.3", "air superiority: aircraft are chosen first")
    play(g, casualties.take_volley(g, b, volley, True))
    assert kinds(g, "paris", "france") == {"infantry": 1}


def test_9_3_air_superiority_is_over_after_round_one() -> None:
    g = field()
    fighter = put(g, "germany", FRONT, "fighter", came=FROM)[0]
    put(g, "france", FRONT, "fighter", "infantry")
    b = battle(g)
    b.number = 1
    assert fire.reach(g, b, fighter) == fire.AIR_FIRST
    b.number = 2
    assert fire.reach(g, b, fighter) == fire.ANY


def test_9_3_first_strikers_fire_at_the_same_time() -> None:
    """Artillery of both sides hits: both fire although both die."""
    g = field()
    put(g, "germany", FRONT, "artillery", came=FROM)
    put(g, "france", FRONT, "artillery")
    b = battle(g)
    dice(g, 1, 1)
    play(g, rounds.fight_round(g, b))
    assert b.attackers == [] == b.defenders
    assert rounds.outcome(g, b) == rounds.NOBODY


def test_9_2_second_unit_must_be_doubled_too() -> None:
    """One landed Infantry and one overland: a hit takes the landed one alone."""
    g = field("japan", wars=[("japan", "kmt")])
    landed = land(g, "peking", "sz_54", "infantry")
    overland = put(g, "japan", "peking", "infantry", came="rehe")
    put(g, "kmt", "peking", "infantry")
    b = battle(g, "peking")
    b.number = 1
    play(g, casualties.take_hits(g, b, True, 1))
    assert g.units.at[landed[0]] == NOWHERE
    assert g.units.at[overland[0]] >= 0


# --- 9.4 retreat --------------------------------------------------------------------------------------------


def test_9_4_retreat_to_where_an_attacker_came_from() -> None:
    g = field()
    mine = put(g, "germany", FRONT, "2 infantry", came=FROM) + put(g, "germany", FRONT, "infantry", came="bavaria")
    put(g, "france", FRONT, "6 infantry")
    b = battle(g)
    dice(g, 12, 12, 12, 12, 12, *[12] * 6)
    script = play(g, combat.land_battle(g, b.zone), Script("retreat", f"retreat_to u{mine[0]} bavaria"))
    assert g.units.at[mine[0]] == zone(g, "bavaria")
    assert all(g.units.at[u] != b.zone and g.units.spent[u] for u in mine)
    assert g.zones.owner[b.zone] == NATION["france"]
    assert any(a.rule == "9.4" for a in script.asked)


def test_9_4_the_lost_still_show_the_way_back() -> None:
    """A zone counts though all who came from it have fallen (GW36-AMB-161); one nobody came from does not."""
    g = field()
    mine = put(g, "germany", FRONT, "infantry", came=FROM) + put(g, "germany", FRONT, "infantry", came="bavaria")
    put(g, "france", FRONT, "6 infantry")
    b = battle(g)
    casualties.lose(g, b, mine[1])
    assert retreat.retreat_zones(g, b, mine[0]) == sorted((zone(g, FROM), zone(g, "bavaria")))
    assert zone(g, "belgium") not in retreat.retreat_zones(g, b, mine[0])


def test_9_4_no_retreat_into_a_lost_zone() -> None:
    g = field()
    u = put(g, "germany", FRONT, "infantry", came="belgium")[0]
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    assert retreat.may_retreat(g, b, u) == No("9.4", "no attacker came from an adjacent friendly zone that it may enter")
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    assert retreat.may_retreat(g, b, u) is None


def test_9_4_a_denial_binds_retreats() -> None:
    """Italy closes its land to Germany: a German retreats there only if he began the turn there (4.4, GW36-AMB-128)."""
    g = field(wars=[("germany", "france"), ("italy", "france")])
    g.zones[zone(g, "belgium")].owner = NATION["italy"]
    mine = put(g, "germany", "picardy", "2 infantry", came="belgium")
    put(g, "france", "picardy", "infantry")
    b = battle(g, "picardy")
    for u in mine:
        g.units[u].start = zone(g, "western_germany")
    assert all(retreat.retreat_zones(g, b, u) == [zone(g, "belgium")] for u in mine)
    permissions.say(g, NATION["italy"], NATION["germany"], denied=True)
    g.units[mine[0]].start = zone(g, "belgium")
    assert retreat.retreat_zones(g, b, mine[0]) == [zone(g, "belgium")]
    assert retreat.retreat_zones(g, b, mine[1]) == []
    refused = movement.may_go_back(g, mine[1], zone(g, "belgium"))
    assert refused is not None and refused.rule == "4.4"


def test_9_4_a_closed_strait_binds_retreats() -> None:
    """A submarine came through closed straits and may go back; the cruiser that came by another way may not follow it (1.15)."""
    g = field("great_britain", wars=[("germany", "great_britain")])
    passage = next(p for p in g.board.geo.passages if p.id == "danish_straits")
    inner, outer = g.board.ids[passage.a], g.board.ids[passage.b]
    boat = put(g, "great_britain", inner, "submarine", came=outer)[0]
    ship = put(g, "great_britain", inner, "heavy_cruiser", came=inner)[0]
    put(g, "germany", inner, "destroyer")
    b = Battle(g, zone(g, inner), [boat, ship], sea_defenders(g, zone(g, inner), [NATION["great_britain"]]))
    assert retreat.retreat_zones(g, b, boat) == [zone(g, outer)]
    assert retreat.retreat_zones(g, b, ship) == []
    no = retreat.may_sail_back(g, ship, b.zone, zone(g, outer))
    assert no is not None and no.rule == "1.15"
    for z in passage.holders:
        g.zones[z].owner = NATION["great_britain"]
    assert retreat.retreat_zones(g, b, ship) == [zone(g, outer)]


def test_9_4_aircraft_leave_and_fly_home_later() -> None:
    g = field()
    fighter = put(g, "germany", FRONT, "fighter", came=FROM)[0]
    put(g, "france", FRONT, "4 infantry")
    dice(g, 12, *[12] * 4)
    play(g, combat.land_battle(g, zone(g, FRONT)), Script("retreat"))
    assert g.units.duty[fighter] == IDLE
    assert g.units.at[fighter] == zone(g, FRONT)
    assert not g.units.spent[fighter]


# --- 9.5 blitz ----------------------------------------------------------------------------------------------


def test_9_5_blitz_goes_on_and_takes_one_unit_along() -> None:
    g = field()
    armor, mech, motor = put(g, "germany", FRONT, "medium_armor", "mechanized_infantry", "motorized_infantry", came=FROM)
    there = zone(g, "southern_france")
    assert blitz.may_blitz(g, armor, zone(g, FRONT), there) is None
    assert blitz.room_beside(g, {}, mech, there) == No("9.5", "each blitzing armor takes one unit along")
    assert blitz.room_beside(g, {there: [armor]}, mech, there) is None
    assert blitz.may_blitz(g, motor, zone(g, FRONT), there).rule == "9.5"  # type: ignore[union-attr]
    g.units[armor].used = 2
    assert blitz.may_blitz(g, armor, zone(g, FRONT), there) == No("9.5", "no movement left")


def test_b30_a() -> None:
    """gw36-B30-a: Tank Destroyer, Motorized Infantry and Cavalry do not go along; Mech, SP Artillery and aircraft do."""
    g = field()
    here, there = zone(g, FRONT), zone(g, "southern_france")
    slow = ("tank_destroyer", "motorized_infantry", "cavalry")
    units = put(
        g, "germany", FRONT, *slow, "mechanized_infantry", "self_propelled_artillery", "fighter", "tactical_bomber", came=FROM
    )
    g.zones[here].owner = NATION["germany"]
    allowed = [UNIT_IDS[g.units.kind[u]] for u in units if blitz.may_blitz(g, u, here, there) is None]
    assert allowed == ["mechanized_infantry", "self_propelled_artillery", "fighter", "tactical_bomber"]


def test_9_5_no_blitz_out_of_a_city_or_into_rough_ground() -> None:
    g = field()
    armor = put(g, "germany", "paris", "medium_armor", came="picardy")[0]
    assert blitz.may_blitz(g, armor, zone(g, "paris"), zone(g, "normandy")).rule == "1.16"  # type: ignore[union-attr]
    g = field("germany", wars=[("germany", "yugoslavia")])
    armor = put(g, "germany", "hungary", "medium_armor", came="austria")[0]
    no = blitz.may_blitz(g, armor, zone(g, "hungary"), zone(g, "yugoslavia"))
    assert no is not None and no.rule == "9.5"


def test_9_5_no_blitz_for_who_came_over_rough_ground() -> None:
    """Movement is 1 where mountain rules apply: armor that attacked over a mountain border has none left, armor that came over
    flat ground, and all armor without the option, has."""
    for mountains in (True, False):
        g = field(mountains=mountains)
        here, there = zone(g, "belgium"), zone(g, "picardy")
        g.zones[here].owner = NATION["germany"]
        climbed, rolled = put(g, "germany", "belgium", "medium_armor", came="western_germany") + put(
            g, "germany", "belgium", "medium_armor", came="netherlands"
        )
        for armor in (climbed, rolled):
            g.units[armor].used = 1
        no = blitz.may_blitz(g, climbed, here, there)
        assert no == (No("1.8", "movement is 1 in mountain") if mountains else None)
        assert blitz.may_blitz(g, rolled, here, there) is None
    assert blitz.may_blitz(g, put(g, "germany", "belgium", "fighter", came="western_germany")[0], here, there) is None


def test_9_5_no_blitz_for_who_came_through_fortifications() -> None:
    """Armor that broke through the Maginot Line stops; armor that came by another border goes on (table 9-3, GW36-AMB-129)."""
    g = field()
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    through, round_it = put(g, "germany", FRONT, "medium_armor", came="bavaria") + put(
        g, "germany", FRONT, "medium_armor", came="belgium"
    )
    b = battle(g)
    assert b.maginot
    b.number = 1
    g.zones[b.zone].owner, g.zones[b.zone].fallen = NATION["germany"], 1
    there = zone(g, "southern_france")
    no = blitz.held_up(b, through)
    assert no is not None and no.rule == "9.5"
    assert blitz.held_up(b, round_it) is None
    script = play(g, blitz.blitz(g, b), Script(f"blitz u{round_it} southern_france"))
    assert not any(f"blitz u{through}" in text for ask in script.asked for text in texts(ask))
    assert (g.units.at[round_it], g.units.at[through]) == (there, b.zone)


# --- 9.15 drops, 12.2 abilities -----------------------------------------------------------------------------


def drop(g: War, where: str) -> tuple[int, int]:
    plane = put(g, "germany", where, "air_transport", duty=DROP)[0]
    man = put(g, "germany", where, "airborne", duty=DROP)[0]
    g.units[plane].target, g.units[man].target = man, plane
    return plane, man


def test_9_15_airborne_attacks_at_three_and_cannot_retreat() -> None:
    g = field()
    _, man = drop(g, FRONT)
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    b.number = 1
    assert fire.hit_number(g, b, man, True) == 3
    b.number = 2
    assert fire.hit_number(g, b, man, True) == 2
    assert retreat.may_retreat(g, b, man).rule == "9.15"  # type: ignore[union-attr]


def test_9_15_airborne_dies_with_its_aircraft_in_round_one() -> None:
    for number, alive in ((1, False), (2, True)):
        g = field()
        plane, man = drop(g, FRONT)
        put(g, "france", FRONT, "infantry")
        b = battle(g)
        b.number = number
        casualties.lose(g, b, plane)
        assert (g.units.at[man] >= 0) is alive


def test_9_15_the_aircraft_may_be_chosen_in_a_drop_but_is_last_otherwise() -> None:
    g = field()
    plane, man = drop(g, FRONT)
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    assert set(casualties.candidates(g, b, True)) == {plane, man}
    other = field()
    parked = put(other, "france", FRONT, "air_transport", "infantry")
    put(other, "germany", FRONT, "infantry", came=FROM)
    c = battle(other)
    assert casualties.candidates(other, c, False) == [parked[1]]
    assert casualties.why_not(other, c, False, "any", parked[0]).rule == "9.6"  # type: ignore[union-attr]


def test_12_2_artillery_lifts_one_infantry_each() -> None:
    g = field()
    put(g, "germany", FRONT, "3 infantry", "2 artillery", "medium_armor", came="picardy")
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    b.number = 2
    found = {(v.what, v.value): v.dice for v in fire.volleys(g, b, True, strike=None)}
    assert found[("Infantry with artillery", 3)] == 2
    assert found[("Infantry", 2)] == 1


def test_12_2_anti_aircraft_fires_in_round_one_at_three_aircraft() -> None:
    g = field()
    put(g, "germany", FRONT, "4 fighter", "infantry", came=FROM)
    put(g, "france", FRONT, "anti_aircraft_artillery", "infantry")
    b = battle(g)
    b.number = 1
    flak = next(v for v in fire.volleys(g, b, False, strike=False) if v.what == "Anti-Aircraft Artillery")
    assert (flak.dice, flak.value, flak.reach) == (3, 3, fire.AIR_ONLY)
    b.number = 2
    assert all(v.what != "Anti-Aircraft Artillery" for v in fire.volleys(g, b, False, strike=None))


def test_15_9_early_fighters() -> None:
    for old, value in ((1, 4), (0, 6)):
        g = field(early_fighters=True)
        fighter = put(g, "germany", FRONT, "fighter", came=FROM, old=old)[0]
        put(g, "france", FRONT, "infantry")
        b = battle(g)
        b.number = 2
        assert fire.hit_number(g, b, fighter, True) == value


# --- 0.5 joint defence --------------------------------------------------------------------------------------


def test_15_9_early_fighters_in_a_surrounded_city() -> None:
    """A surrounded city takes one off an early fighter as off every defender; a free city does not (1.16)."""
    for holder, value in (("germany", 3), ("france", 4)):
        g = field(early_fighters=True)
        for z, _ in g.board.geo.land[zone(g, "paris")]:
            g.zones[z].owner = NATION[holder]
        put(g, "germany", "paris", "2 infantry", came="picardy")
        guard = put(g, "france", "paris", "fighter", old=1)[0]
        b = battle(g, "paris")
        b.number = 1
        assert fire.hit_number(g, b, guard, False) == value


def test_0_5_d() -> None:
    """gw36-0.5-d: on the attacker's turn German and Italian units defend together; the owners decide jointly."""
    g = field("usa", wars=[("usa", "germany"), ("usa", "italy")])
    put(g, "usa", "sz_52", "battleship", came="sz_50")
    put(g, "germany", "sz_52", "destroyer")
    put(g, "italy", "sz_52", "submarine", "heavy_cruiser")
    found = sea_defenders(g, zone(g, "sz_52"), {NATION["usa"]})
    assert len(found) == 3
    b = Battle(g, zone(g, "sz_52"), [0], found)
    script = play(g, casualties.take_hits(g, b, False, 1))
    assert {a.seat for a in script.asked} == {"player1", "player6"}


def test_0_5_c() -> None:
    """gw36-0.5-c: on Germany's turn an Italian submarine in the zone takes no part."""
    g = field("germany", wars=[("usa", "germany"), ("usa", "italy")])
    fleet = put(g, "germany", "sz_52", "battleship", came="sz_50")
    boat = put(g, "italy", "sz_52", "submarine")
    put(g, "usa", "sz_52", "destroyer")
    assert sea_attackers(g, zone(g, "sz_52")) == fleet
    b = Battle(g, zone(g, "sz_52"), fleet, [])
    assert casualties.why_not(g, b, True, "any", boat[0]).rule == "0.5"  # type: ignore[union-attr]


def test_2_3_the_eastern_half_of_the_usa_fights_its_own_battles() -> None:
    g = field("usa", wars=[("usa", "germany")], split_usa=True)
    g.zones[zone(g, "the_carolinas")].owner = NATION["germany"]
    put(g, "usa", "the_carolinas", "2 infantry", came="appalachia")
    play(g, battlefield.combat_phase(g))
    assert g.zones.owner[zone(g, "the_carolinas")] == NATION["usa"]


def test_8_1_to_attack_a_zone_is_to_declare_war_on_all_who_defend_it() -> None:
    """Germany and Italy are Aligned against France; Britain, at war with Germany alone, attacks both in Belgium."""
    wars = [("germany", "france"), ("italy", "france"), ("great_britain", "germany")]
    g = field("great_britain", wars=wars)
    z = zone(g, "belgium")
    g.zones[z].owner = NATION["germany"]
    g.zones[zone(g, "picardy")].owner = NATION["great_britain"]
    put(g, "germany", "belgium", "infantry")
    put(g, "italy", "belgium", "2 infantry")
    put(g, "great_britain", "belgium", "3 infantry", came="picardy")
    assert bystanders(g, z, NATION["great_britain"]) == [NATION["italy"]]
    able = war_conditions.may_declare(g, NATION["great_britain"], NATION["italy"]) is None
    refusal = attacks.joins(g, NATION["great_britain"], z)
    assert (refusal is None) is able
    play(g, combat.draw_in(g, z, NATION["great_britain"]))
    assert at_war(g, NATION["great_britain"], NATION["italy"]) is able
    assert bystanders(g, z, NATION["france"]) == []


def test_12_2_an_air_transport_is_the_last_casualty_of_air_superiority() -> None:
    """A fighter's hit falls on the infantry beside an Air Transport, anti-aircraft fire on the only aircraft there is."""
    g = field()
    put(g, "germany", FRONT, "fighter", came=FROM)
    lift, soldier = put(g, "france", FRONT, "air_transport", "infantry")
    b = battle(g)
    b.number = 1
    assert casualties.candidates(g, b, False, fire.AIR_FIRST) == [soldier]
    assert casualties.candidates(g, b, False, fire.AIR_ONLY) == [lift]
    plane = put(g, "france", FRONT, "fighter")[0]
    b.defenders.append(plane)
    assert casualties.candidates(g, b, False, fire.AIR_FIRST) == [plane]
    assert casualties.candidates(g, b, False, fire.AIR_ONLY) == [plane]


def test_8_1_no_battle_for_a_zone_that_came_to_a_nation_at_peace() -> None:
    """GW36-AMB-179: Abyssinia Aligns with France while Italy, at peace with France, attacks it: the Italians go back."""
    g = field("italy", wars=[("italy", "abyssinia")])
    abyssinia = zone(g, "abyssinia")
    g.zones[abyssinia].owner = NATION["abyssinia"]
    put(g, "abyssinia", "abyssinia", "2 militia")
    came = next(z for z, _ in g.board.geo.land[abyssinia] if g.zones.owner[z] == NATION["italy"])
    foot = put(g, "italy", "abyssinia", "2 infantry", came=g.board.ids[came])
    absorb(g, NATION["abyssinia"], NATION["france"])
    play(g, battlefield.combat_phase(g))
    assert g.zones.owner[abyssinia] == NATION["france"]
    assert [g.units.at[u] for u in foot] == [came, came]
    make_war(g, NATION["italy"], NATION["france"])
    put(g, "italy", "abyssinia", "6 infantry", came=g.board.ids[came])
    dice(g, *[1, 12] * 200)
    play(g, battlefield.combat_phase(g))
    assert g.zones.owner[abyssinia] == NATION["italy"]
