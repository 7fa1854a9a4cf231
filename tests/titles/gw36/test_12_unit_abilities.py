"""12.2 and 7.8 in battle: target selection, support, damage and special units, with and without each ability."""

from __future__ import annotations

import pytest

from grognard.kernel.rules import No
from grognard.titles.gw36.facts import UNITS
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import air_movement, casualties, combat, fire, modifiers, non_combat, rounds
from tests.titles.gw36.battlefield import FROM, FRONT, Script, battle, build, dice, field, kinds, play, put, zone

PLAIN = modifiers.Ground()


@pytest.mark.parametrize(
    ("unit", "highest", "classes"),
    [
        ("tank_destroyer", 3, ("vehicle",)),
        ("heavy_armor", 1, ("vehicle",)),
        ("tactical_bomber", 3, ("land", "naval")),
        ("medium_armor", 0, ()),
        ("fighter", 0, ()),
    ],
)
def test_12_2_target_selection(unit: str, highest: int, classes: tuple[str, ...]) -> None:
    for attack in (True, False):
        assert modifiers.target_selection(UNITS[unit], PLAIN, attack=attack) == (highest, classes)


def test_12_2_tank_destroyers_pick_vehicles_only() -> None:
    g = field()
    hunters = put(g, "germany", FRONT, "2 tank_destroyer", came=FROM)
    put(g, "france", FRONT, "2 infantry", "light_armor")
    b = battle(g)
    b.number = 2
    volley = next(v for v in fire.volleys(g, b, True, strike=None))
    volley.rolls = [1, 3]
    script = play(g, casualties.take_volley(g, b, volley, True))
    assert kinds(g, FRONT, "france") == {"infantry": 1}  # the one vehicle, then the defender's own choice
    assert [a.seat for a in script.asked] == []
    assert len(hunters) == 2


def test_12_2_a_tactical_bomber_cannot_pick_aircraft() -> None:
    assert not modifiers.in_class(UNITS["fighter"], ("land", "naval"))
    assert modifiers.in_class(UNITS["infantry"], ("land", "naval"))
    assert modifiers.in_class(UNITS["submarine"], ("land", "naval"))


def test_12_2_tactical_bombers_defend_at_five() -> None:
    """Reading GW36-AMB-02."""
    assert modifiers.defence_value(UNITS["tactical_bomber"], PLAIN, 1).total == 5


@pytest.mark.parametrize(
    ("unit", "values"),
    [("battleship", [8, 6]), ("fast_battleship", [8, 6]), ("heavy_battleship", [10, 8, 6]), ("fleet_carrier", [1, 1])],
)
def test_12_2_damage_takes_two_off_battleships(unit: str, values: list[int]) -> None:
    assert [modifiers.attack_of(UNITS[unit], hits) for hits in range(len(values))] == values


def test_12_2_battlecruisers_and_light_carriers_are_no_capital_ships() -> None:
    g = field()
    expected = {"battlecruiser": 1, "light_carrier": 1, "battleship": 2, "heavy_battleship": 3, "fleet_carrier": 2}
    for name, hits in expected.items():
        assert casualties.hits_of(g, put(g, "germany", "sz_26", name)[0]) == hits


def test_12_2_marines_cross_rivers_and_land_without_penalty() -> None:
    river = modifiers.Approach(terrains=frozenset({"river"}))
    sea = modifiers.Approach(modifiers.LANDING)
    assert modifiers.attack_value(UNITS["marine"], PLAIN, river, 1).total == 2
    assert modifiers.attack_value(UNITS["infantry"], PLAIN, river, 1).total == 1
    assert not modifiers.double_casualties(UNITS["marine"], sea)
    assert modifiers.double_casualties(UNITS["infantry"], sea)


def test_12_2_mountain_infantry_is_at_home_in_mountains() -> None:
    hills = modifiers.Ground(frozenset({"mountain"}))
    assert modifiers.defence_value(UNITS["mountain_infantry"], hills, 3).total == 5
    assert modifiers.defence_value(UNITS["infantry"], hills, 3).total == 4
    assert modifiers.attack_value(UNITS["mountain_infantry"], hills, modifiers.OVER_LAND, 3).total == 2
    assert modifiers.attack_value(UNITS["infantry"], hills, modifiers.OVER_LAND, 3).total == 1


def test_7_8_advanced_artillery_supports_and_strikes_first() -> None:
    g = field()
    gun = put(g, "germany", FRONT, "advanced_artillery", came=FROM)[0]
    put(g, "germany", FRONT, "infantry", came="picardy")
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    b.number = 1
    assert fire.strikes_first(g, b, gun, True)
    assert fire.hit_number(g, b, gun, True) == 4
    assert any(v.what == "Infantry with artillery" for v in fire.volleys(g, b, True, strike=False))


def test_12_2_artillery_lost_to_first_strike_supports_nobody() -> None:
    """Reading GW36-AMB-70."""
    g = field()
    put(g, "germany", FRONT, "artillery", "2 infantry", came="picardy")
    put(g, "france", FRONT, "artillery")
    b = battle(g)
    dice(g, 12, 1, 2, 3)
    play(g, rounds.fight_round(g, b), Script(f"lose u{b.attackers[0]}"))
    assert [purpose for purpose, _, _ in g.journal.rolls if "with artillery" in purpose] == []


def test_7_8_rockets_alone_with_an_enemy_are_lost() -> None:
    g = field()
    put(g, "germany", FRONT, "infantry", came=FROM)
    put(g, "france", FRONT, "2 strategic_rocket")
    dice(g)
    play(g, combat.land_battle(g, zone(g, FRONT)))
    assert kinds(g, FRONT, "france") == {}
    assert g.zones.owner[zone(g, FRONT)] == NATION["germany"]


def test_7_8_rockets_beside_a_garrison_are_no_shield() -> None:
    g = field()
    put(g, "germany", FRONT, "infantry", came=FROM)
    put(g, "france", FRONT, "strategic_rocket", "infantry")
    b = battle(g)
    b.number = 2
    assert all(v.what != "Strategic Rocket" for v in fire.volleys(g, b, False, strike=None))
    assert modifiers.attack_value(UNITS["strategic_rocket"], PLAIN, modifiers.OVER_LAND, 1) == modifiers.Value(0, 0)


def test_12_7_fortifications_take_no_damage_and_no_hits() -> None:
    from grognard.titles.gw36.kinds import FACILITY, MAX_DAMAGE

    assert MAX_DAMAGE[FACILITY["fortification"]] == MAX_DAMAGE[FACILITY["coastal_artillery"]] == 0
    g = field()
    put(g, "germany", FRONT, "infantry", came="bavaria")
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    assert len(casualties.candidates(g, b, False)) == 1


def test_12_7_fortification_bonus_is_for_round_one_and_land_units() -> None:
    fighter, infantry = UNITS["fighter"], UNITS["infantry"]
    assert [modifiers.defence_value(infantry, PLAIN, n, fort=True).total for n in (1, 2)] == [6, 4]
    assert [modifiers.defence_value(fighter, PLAIN, n, fort=True).total for n in (1, 2)] == [6, 6]


def test_12_7_no_sum_with_terrain() -> None:
    """Reading GW36-AMB-72: an attacker over a fortified mountain border has no penalty in round one, only later."""
    hills = modifiers.Ground(frozenset({"mountain"}))
    way = modifiers.Approach(terrains=frozenset({"mountain"}), fortified=True)
    values = [modifiers.attack_value(UNITS["medium_armor"], hills, way, n, fort=True).total for n in (1, 2)]
    assert values == [6, 5]


def test_9_13_who_may_lay_mines_is_told() -> None:
    from grognard.titles.gw36.rules import convoys

    g = field("germany", wars=[("germany", "great_britain")], mine_warfare=True)
    cruiser, tanker = put(g, "germany", "sz_23", "heavy_cruiser", "naval_transport")
    assert convoys.may_raid(g, cruiser, zone(g, "sz_23"), mines=True) is None
    no = convoys.may_raid(g, tanker, zone(g, "sz_23"), mines=True)
    assert no == No("9.13", "only Submarines, Heavy Cruisers and Seaplanes lay mines")


def test_12_2_anti_aircraft_hits_at_three_on_any_ground() -> None:
    """Neither mountains nor a fortification change its number (GW36-AMB-171); other guns there have theirs changed."""
    g = field()
    build(g, FRONT, "fortification", FROM)
    put(g, "germany", FRONT, "anti_aircraft_artillery", "fighter", came=FROM)
    put(g, "france", FRONT, "anti_aircraft_artillery", "artillery", "fighter")
    b = battle(g)
    b.number = 1
    assert b.fort
    for attacking in (True, False):
        guns = [v for v in fire.volleys(g, b, attacking, strike=None) if v.what == "Anti-Aircraft Artillery"]
        assert [(v.dice, v.value) for v in guns] == [(1, 3)]
    assert next(v.value for v in fire.volleys(g, b, False, strike=None) if v.what == "Artillery") == 5


def test_8_3_room_on_the_deck_is_counted_at_landing() -> None:
    """Two aircraft may attack with one deck in reach; one of them lands there, the other is lost (GW36-AMB-175)."""
    g = field("usa", wars=[("usa", "japan")])
    put(g, "usa", "sz_63", "light_carrier")
    flying = put(g, "usa", "sz_63", "2 fighter", used=4)
    assert all(air_movement.can_land_from(g, u, zone(g, "sz_63"), 0) for u in flying)
    play(g, non_combat.land_the_rest(g))
    assert sorted(g.units.at[u] >= 0 for u in flying) == [False, True]
    bomber = put(g, "usa", "sz_63", "medium_bomber", used=5)[0]
    assert not air_movement.can_land_from(g, bomber, zone(g, "sz_63"), 0)  # it needs land
