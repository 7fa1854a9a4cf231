"""Hit numbers in battle: 0.3, 0.9, terrain and cities of chapter 1, the Maginot Line, and odds against battles of the rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.flow import Ask, Option
from grognard.titles.gw36.facts import UNITS
from grognard.titles.gw36.kinds import UNIT_IDS
from grognard.titles.gw36.odds import battle_odds, option_odds
from grognard.titles.gw36.odds_forces import loss_key, pick_key
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import amphibious, bombing, casualties, fire, modifiers, rounds
from grognard.titles.gw36.rules.battle import approach
from grognard.titles.gw36.state import War
from tests.titles.gw36.battlefield import (
    FROM,
    FRONT,
    Script,
    battle,
    dice,
    field,
    first,
    land,
    play,
    put,
    zone,
)

# --- 0.3, 1.x modifiers -------------------------------------------------------------------------------------


def test_0_3_a() -> None:
    """gw36-0.3-a: Infantry in a fortified city: +2 in round one, +1 later, never +3."""
    city = modifiers.Ground(city=True)
    values = [modifiers.defence_value(UNITS["infantry"], city, n, fort=True).total for n in (1, 2, 3)]
    assert values == [6, 5, 5]


def test_0_3_b() -> None:
    """gw36-0.3-b: armor into mountains across a river: -1, not -2."""
    ground, way = modifiers.Ground(frozenset({"mountain"})), modifiers.Approach(terrains=frozenset({"river"}))
    assert modifiers.attack_value(UNITS["medium_armor"], ground, way, 1).total == 5
    assert modifiers.attack_value(UNITS["medium_armor"], ground, way, 2).total == 5


def test_0_3_attack_never_below_one_and_no_value_stays_none() -> None:
    jungle = modifiers.Ground(frozenset({"jungle"}))
    assert modifiers.attack_value(UNITS["motorized_infantry"], jungle, modifiers.OVER_LAND, 1).total == 1
    assert modifiers.attack_value(UNITS["air_transport"], jungle, modifiers.OVER_LAND, 1, supported=True).total == 0


def test_0_3_c() -> None:
    """A permanent change is no modifier: an Infantry of 3/5 has the penalties and bonuses of any other."""
    better = replace(UNITS["infantry"], attack=3, defence=5)
    mountains, city = modifiers.Ground(frozenset({"mountain"})), modifiers.Ground(city=True)
    assert modifiers.attack_value(better, mountains, modifiers.OVER_LAND, 1).total == 2
    assert modifiers.attack_value(better, mountains, modifiers.OVER_LAND, 1, supported=True).total == 3
    assert modifiers.defence_value(better, city, 1).total == 6


def test_1_24_c() -> None:
    """A river city: -1 to the attacker in round one alone, +1 to defending infantry in every round."""
    city, way = modifiers.Ground(city=True), modifiers.Approach(terrains=frozenset({"river"}))
    assert [modifiers.attack_value(UNITS["infantry"], city, way, n).total for n in (1, 2, 3)] == [1, 2, 2]
    assert [modifiers.attack_value(UNITS["marine"], city, way, n).total for n in (1, 2)] == [2, 2]
    assert [modifiers.defence_value(UNITS["infantry"], city, n).total for n in (1, 2, 3)] == [5, 5, 5]
    assert [modifiers.defence_value(UNITS["medium_armor"], city, n).total for n in (1, 2)] == [5, 5]


def test_gw36_b36() -> None:
    """Appendix B 36: a Battlecruiser sinks on its first hit, a Battleship on the second, a Heavy Battleship on the third."""
    assert [UNITS[n].hits for n in ("battlecruiser", "battleship", "fast_battleship", "heavy_battleship")] == [1, 2, 2, 3]
    assert ["capital" in UNITS[n].abilities for n in ("battlecruiser", "light_carrier", "fleet_carrier")] == [False, False, True]


def test_0_9_a() -> None:
    """gw36-0.9-a: an Attack bonus does nothing for a defender: artillery supports no defending infantry."""
    g = field()
    put(g, "germany", FRONT, "infantry", came=FROM)
    put(g, "france", FRONT, "2 infantry", "2 artillery")
    b = battle(g)
    b.number = 2
    assert {v.what: v.value for v in fire.volleys(g, b, False, strike=None)} == {"Infantry": 4, "Artillery": 3}


def test_1_7_b() -> None:
    """gw36-1.7-b: mountains on the way from Chita to Northern Manchuria count in the first round only."""
    g = field("ussr", wars=[("ussr", "japan")])
    u = put(g, "ussr", "northern_manchuria", "infantry", came="chita")[0]
    put(g, "japan", "northern_manchuria", "infantry")
    b = battle(g, "northern_manchuria")
    assert "mountain" in approach(g, u, b.zone).terrains
    b.number = 1
    first_round = fire.hit_number(g, b, u, True)
    b.number = 2
    assert (first_round, fire.hit_number(g, b, u, True)) == (1, 2)


def test_1_8_mountains_only_if_played() -> None:
    for played, value in ((True, 1), (False, 2)):
        g = field("ussr", wars=[("ussr", "japan")], mountains=played)
        u = put(g, "ussr", "northern_manchuria", "infantry", came="chita")[0]
        put(g, "japan", "northern_manchuria", "infantry")
        b = battle(g, "northern_manchuria")
        b.number = 1
        assert fire.hit_number(g, b, u, True) == value


def test_1_9_a_twelve_sends_vehicles_back_from_the_desert() -> None:
    g = field("italy", wars=[("italy", "great_britain")])
    desert = next(z for z, t in enumerate(g.board.geo.zone_terrain) if t == "desert" and g.board.geo.land[z])
    neighbour = g.board.geo.land[desert][0][0]
    g.zones[desert].owner, g.zones[neighbour].owner = NATION["great_britain"], NATION["italy"]
    here, there = g.board.ids[desert], g.board.ids[neighbour]
    tanks = put(g, "italy", here, "2 light_armor", came=there)
    put(g, "great_britain", here, "infantry")
    b = battle(g, here)
    dice(g, 12, 11, 12)
    play(g, rounds.fight_round(g, b))
    assert [g.units.at[u] for u in tanks] == [neighbour, desert]
    assert g.units.spent[tanks[0]] == 1
    assert not fire.breaks_down(b, put(g, "italy", here, "infantry", came=there)[0], UNITS["infantry"])


def test_1_10_a() -> None:
    """gw36-1.10-a: carpet bombing in the jungle: 1 die for a Strategic, 3 for a Heavy Strategic Bomber; 3 and 5 elsewhere."""
    g = field("japan", wars=[("japan", "great_britain")])
    jungle = next(z for z, t in enumerate(g.board.geo.zone_terrain) if t == "jungle")
    light, heavy = put(g, "japan", "tokyo", "strategic_bomber", "heavy_strategic_bomber")
    assert [bombing.carpet_dice(g, u, jungle) for u in (light, heavy)] == [1, 3]
    assert [bombing.carpet_dice(g, u, zone(g, "tokyo")) for u in (light, heavy)] == [3, 5]


def test_1_16_city_defenders_and_their_targets() -> None:
    city, lost = modifiers.Ground(city=True), modifiers.Ground(city=True, surrounded=True)
    infantry, fighter = UNITS["infantry"], UNITS["fighter"]
    assert modifiers.target_selection(infantry, city, attack=False) == (1, ("vehicle",))
    assert modifiers.target_selection(infantry, lost, attack=False) == (0, ())
    assert modifiers.target_selection(infantry, city, attack=True) == (0, ())
    assert [modifiers.defence_value(u, lost, 2).total for u in (infantry, fighter)] == [3, 5]
    assert [modifiers.defence_value(u, city, 2).total for u in (infantry, fighter)] == [5, 6]


def test_1_23_maginot() -> None:
    """From Bavaria: +3 Defence, two first strikes at 6, double casualties in round one; from elsewhere nothing."""
    g = field()
    stormers = put(g, "germany", FRONT, "4 infantry", came="bavaria")
    put(g, "france", FRONT, "infantry")
    b = battle(g)
    b.number = 1
    assert b.maginot and not b.fort
    assert [(v.dice, v.value) for v in rounds.fort_fire(g, b)] == [(2, 6)]
    assert fire.hit_number(g, b, b.defenders[0], False) == 7
    play(g, casualties.take_hits(g, b, True, 1))
    assert sum(g.units.at[u] >= 0 for u in stormers) == 2
    b.number = 2
    assert fire.hit_number(g, b, b.defenders[0], False) == 4
    other = field()
    put(other, "germany", FRONT, "4 infantry", came=FROM)
    put(other, "france", FRONT, "infantry")
    assert rounds.fort_fire(other, battle(other)) == []


def test_1_22_a_fallen_line_protects_no_more() -> None:
    g = field()
    g.zones[zone(g, FRONT)].fallen = 1
    u = put(g, "germany", FRONT, "infantry", came="bavaria")[0]
    assert not approach(g, u, zone(g, FRONT)).maginot


def test_1_24_a() -> None:
    """gw36-1.24-a: in Madrid infantry-class defenders have +1 in all rounds, attackers -1, Mountain Infantry not more."""
    madrid = modifiers.Ground(frozenset({"mountain"}), city=True)
    for n in (1, 2):
        assert modifiers.defence_value(UNITS["infantry"], madrid, n).total == 5
        assert modifiers.defence_value(UNITS["mountain_infantry"], madrid, n).total == 5
        assert modifiers.attack_value(UNITS["medium_armor"], madrid, modifiers.OVER_LAND, n).total == 5


def test_1_24_a_surrounded_mountain_city() -> None:
    """Surrounded it costs the attacker nothing; mountains on the border he crosses still do in round one."""
    madrid = modifiers.Ground(frozenset({"mountain"}), city=True, surrounded=True)
    slopes = modifiers.Approach(terrains=frozenset({"mountain"}))
    for n in (1, 2):
        assert modifiers.attack_value(UNITS["infantry"], madrid, modifiers.OVER_LAND, n).total == 2
    assert [modifiers.attack_value(UNITS["infantry"], madrid, slopes, n).total for n in (1, 2)] == [1, 2]


def test_1_24_b() -> None:
    """gw36-1.24-b: across a river into mountains all take -1 in round one, Mountain Infantry too; Marines and guns do not."""
    ground, way = modifiers.Ground(frozenset({"mountain"})), modifiers.Approach(terrains=frozenset({"river"}))
    river_only = modifiers.Ground()
    assert modifiers.attack_value(UNITS["mountain_infantry"], ground, way, 1).total == 1
    assert modifiers.attack_value(UNITS["mountain_infantry"], ground, way, 2).total == 2
    assert modifiers.attack_value(UNITS["marine"], river_only, way, 1).total == 2
    assert modifiers.attack_value(UNITS["artillery"], river_only, way, 1).total == 3


# --- odds ---------------------------------------------------------------------------------------------------


def by_the_book(g: War, attacking_seat: str) -> Script:
    """Answers as the odds suppose: cheapest losses first, target selection on the dearest, press on."""

    def policy(ask: Ask) -> Option:
        verbs = {o.verb for o in ask.options}
        if "lose" in verbs:
            picking = ask.rule == "9.3"
            attacking = ask.seat == attacking_seat

            def key(o: Option) -> tuple[float, ...]:
                unit = o.args[0]
                row = UNITS[UNIT_IDS[unit.kind]]
                return pick_key(row, unit.hits) if picking else loss_key(row, unit.hits, attacking=attacking)

            return min(ask.options, key=key)
        for verb in ("fire_all", "press", "stay", "done"):
            for o in ask.options:
                if o.verb == verb:
                    return o
        return first(ask)

    return Script(policy=policy)


CASES = {
    "open field": (FRONT, FROM, ["5 infantry", "artillery", "medium_armor"], ["4 infantry", "artillery"]),
    "maginot": (FRONT, "bavaria", ["7 infantry", "2 medium_armor"], ["2 infantry"]),
    "paris": (
        "paris",
        "picardy",
        ["4 infantry", "2 medium_armor", "tactical_bomber", "fighter"],
        ["3 infantry", "fighter", "anti_aircraft_artillery"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_odds_are_what_the_rules_play(name: str) -> None:
    """The same battle fought 300 times by the rules wins as often as the odds say, within the error of 300 battles."""
    where, came, ours, theirs = CASES[name]
    won = 0
    expected = 0.0
    for n in range(300):
        g = field()
        g.dice = Dice(seed_from(n))
        g.zones[zone(g, came)].owner = NATION["germany"]
        put(g, "germany", where, *ours, came=came)
        put(g, "france", where, *theirs)
        if n == 0:
            expected = battle_odds(g, zone(g, where), method="exact").won  # type: ignore[union-attr]
        b = battle(g, where)
        end = play(g, rounds.fight(g, b), by_the_book(g, "player1")).result  # type: ignore[attr-defined]
        won += end == rounds.WON
    error = (expected * (1 - expected) / 300) ** 0.5
    assert 0.1 < expected < 0.97
    assert abs(won / 300 - expected) < 4 * error


def test_odds_with_an_option() -> None:
    g = field()
    unit = g.units[put(g, "germany", FROM, "4 infantry")[0]]
    put(g, "france", FRONT, "infantry")
    found = option_odds(g, "player1", Option("all", unit, g.zones[zone(g, FRONT)]))
    alone = option_odds(g, "player1", Option("attack", unit, g.zones[zone(g, FRONT)]))
    assert found.won > alone.won
    assert option_odds(g, "player1", Option("done")) is None


def test_odds_count_what_the_ground_does() -> None:
    g = field()
    put(g, "germany", FRONT, "6 infantry", came="bavaria")
    put(g, "france", FRONT, "2 infantry")
    line = battle_odds(g, zone(g, FRONT))
    g.zones[zone(g, FRONT)].fallen = 1
    fallen = battle_odds(g, zone(g, FRONT))
    assert line is not None and fallen is not None and line.won < fallen.won


def test_odds_of_pressing_on() -> None:
    """After round one forts and first strikes are spent: pressing on looks better than the same attack anew."""
    g = field()
    put(g, "germany", FRONT, "4 infantry", came="bavaria")
    put(g, "france", FRONT, "infantry", "artillery")
    again = battle_odds(g, zone(g, FRONT))
    pressing = option_odds(g, "player1", Option("press", g.zones[zone(g, FRONT)]))
    assert again is not None and pressing.won > again.won
    assert option_odds(g, "player1", Option("retreat", g.zones[zone(g, FRONT)])) is None


def test_odds_of_a_landing_are_what_the_rules_play() -> None:
    """300 landings with bombardment, an overland attack and artillery that waits for the beachhead."""
    won, expected = 0, 0.0
    for n in range(300):
        g = field("japan", wars=[("japan", "kmt")])
        g.dice = Dice(seed_from(7000 + n))
        land(g, "peking", "sz_54", "3 infantry", "2 artillery", "marine")
        put(g, "japan", "peking", "2 infantry", came="rehe")
        put(g, "japan", "sz_54", "heavy_cruiser")
        put(g, "kmt", "peking", "4 infantry")
        if n == 0:
            expected = battle_odds(g, zone(g, "peking"), method="exact").won  # type: ignore[union-attr]
        b = battle(g, "peking")
        script = by_the_book(g, "player4")
        play(g, amphibious.prepare_landing(g, b), Script("bombard"))
        won += play(g, rounds.fight(g, b), script).result == rounds.WON  # type: ignore[attr-defined]
    assert 0.1 < expected < 0.95
    assert abs(won / 300 - expected) < 4 * (expected * (1 - expected) / 300) ** 0.5


def test_odds_in_the_desert_are_what_the_rules_play() -> None:
    """300 attacks by vehicles that break down on a 12; the odds are sampled because a roll changes its own side."""
    won, expected = 0, 0.0
    for n in range(300):
        g = field("italy", wars=[("italy", "great_britain")])
        g.dice = Dice(seed_from(9000 + n))
        desert = next(z for z, t in enumerate(g.board.geo.zone_terrain) if t == "desert" and g.board.geo.land[z])
        neighbour = g.board.geo.land[desert][0][0]
        g.zones[desert].owner, g.zones[neighbour].owner = NATION["great_britain"], NATION["italy"]
        where, came = g.board.ids[desert], g.board.ids[neighbour]
        put(g, "italy", where, "3 light_armor", "2 medium_armor", came=came)
        put(g, "great_britain", where, "4 infantry")
        if n == 0:
            found = battle_odds(g, desert, samples=60_000)
            assert found is not None and found.method == "sampled"
            expected = found.won
        won += play(g, rounds.fight(g, battle(g, where)), by_the_book(g, "player6")).result == rounds.WON  # type: ignore[attr-defined]
    assert 0.1 < expected < 0.95
    assert abs(won / 300 - expected) < 4 * (expected * (1 - expected) / 300) ** 0.5
