"""11.15: land combat."""

from __future__ import annotations

from copy import copy
from fractions import Fraction

from grognard.titles.wif.charts import land_result
from grognard.titles.wif.facts import GERMANY, JAPAN, POWER_INDEX
from grognard.titles.wif.ground import CLEAR, FORT, JUNGLE, LAKE, MOUNTAIN, RIVER, STRAITS
from grognard.titles.wif.kinds import Action, Activity, Weather
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.land_attack import Declaring, attack_on, declare_attacks, may_attack, resolve_attacks, roll_result
from grognard.titles.wif.rules.land_odds import Fight, attacker_chooses, die_modifiers, fight, notional_factors
from grognard.titles.wif.rules.land_results import apply_result, first_losses
from grognard.titles.wif.rules.land_strength import LADDER, attack_factors, final_odds
from grognard.titles.wif.rules.retreats import refuges
from grognard.titles.wif.rules.weather import terrain_by_space
from grognard.titles.wif.state import INVASION, PARADROP, War, slot_of
from tests.titles.wif.field import act, at, beside, drive, hold, outcome, put, sides, sky, war, without

PLAIN = RIVER | FORT | STRAITS


def front(*attackers: str, foes: tuple[str, ...] = ("USSR INF 5-3",)) -> tuple[War, list[int], list[int], str]:
    """German units in Konigsberg against Soviet units in a clear hex beside it, no river between."""
    g = war(("Germany", "USSR"))
    without(g, PLAIN)
    act(g, "Germany", Action.LAND)
    start = at(g, "Konigsberg")
    target = next(
        g.board.token(b) for b, _ in g.ground.steps[start] if g.board.terrain_name(b) == "clear" and not g.ground.city[b]
    )
    hold(g, "USSR", target)
    mine = [put(g, what, "Konigsberg") for what in attackers]
    return g, mine, [put(g, foe, target) for foe in foes], target


def declare(g: War, units: list[int], target: str) -> int:
    drive(g, declare_attacks(g), [*(f"attack u{u} {target}" for u in units), "done"])
    return attack_on(g, at(g, target))


# declaring


def test_11_15_1_units_beside_an_enemy_attack_once() -> None:
    g, (arm,), _, target = front("Germany ARM 8-6")
    subject = Declaring(GERMANY)
    assert may_attack(g, subject, (arm, at(g, target))) is None
    attack = declare(g, [arm], target)
    assert g.attacks.power[attack] == GERMANY and g.powers.attacks[GERMANY] == 1
    again = may_attack(g, subject, (arm, at(g, target)))
    assert again is not None and "once" in again.reason


def test_11_15_1_who_may_not_attack() -> None:
    g, (arm,), _, target = front("Germany ARM 8-6")
    subject, there = Declaring(GERMANY), at(g, target)
    g.units[arm].down = 1
    assert may_attack(g, subject, (arm, there)) is not None
    g.units[arm].down = 0
    far = may_attack(g, subject, (arm, at(g, "Moscow")))
    assert far is not None
    own = may_attack(g, subject, (arm, at(g, "Warsaw")))
    assert own is not None and own.rule == "11.15.1"
    act(g, "Germany", Action.AIR)
    refused = may_attack(g, subject, (arm, there))
    assert refused is not None and refused.rule == "10.2"


def test_10_2_a_hex_counts_once_for_each_power() -> None:
    g, units, _, target = front("Germany ARM 8-6", "Germany INF 6-3")
    act(g, "Germany", Action.COMBINED)
    before = left(g, GERMANY, Activity.LAND_ATTACK)
    declare(g, units, target)
    assert left(g, GERMANY, Activity.LAND_ATTACK) == before - 1


def test_11_15_1_an_attack_can_be_taken_back_before_all_are_declared() -> None:
    g, (arm,), _, target = front("Germany ARM 8-6")
    drive(g, declare_attacks(g), [f"attack u{arm} {target}", f"withdraw u{arm}", "done"])
    assert attack_on(g, at(g, target)) < 0 and g.powers.attacks[GERMANY] == 0


# factors, odds, table


def test_11_15_1_c_a_fort_and_a_river_leave_a_sixth() -> None:
    """wif-11.15.1-c: 23 factors over the Rhine against the Maginot line are 3.83, and a dropping PARA of 4 adds all of it."""
    g, units, _, target = front("Germany MECH any", "Germany MOT any")
    sides(g, "Konigsberg", target, bits=RIVER | FORT)
    g.ground.fort = [s == at(g, target) for s in range(g.board.size)]
    for unit in units:
        whole = g.units[unit].sheet.strength
        assert attack_factors(g, unit, at(g, "Konigsberg"), at(g, target)) == Fraction(whole, 6)
    assert Fraction(23, 6) + 4 == Fraction(47, 6)


def test_11_15_5_c_weather_takes_columns() -> None:
    """wif-11.15.5-c: 12:1 and 3:2 in rain, 11:1 and 3:1 in snow."""
    g, _, _, target = front("Germany ARM 8-6")
    cases = ((Weather.RAIN, 12, 11), (Weather.RAIN, Fraction(3, 2), 1), (Weather.SNOW, 11, 9), (Weather.SNOW, 3, Fraction(3, 2)))
    for weather, odds, left_over in cases:
        sky(g, weather)
        assert final_odds(g, Fraction(odds), Fraction(1), at(g, target), []) == left_over


def test_11_15_5_e_fractional_odds_are_tenths_of_the_way() -> None:
    """wif-11.15.5-e: 53:9 is 5:1 with eight chances in ten of 6:1."""
    g, units, foes, target = front("Germany ARM 8-6")
    battle = fight(g, declare(g, units, target))
    assert foes and battle.odds == "3:2" and battle.spare == 2  # 8:5 is a fifth of the way from 3:2 to 2:1
    assert int((Fraction(53, 9) - 5) * 10) == 8


def test_11_15_5_more_armour_in_the_open_chooses_the_table() -> None:
    g, units, foes, target = front("Germany ARM 8-6")
    hex_ = at(g, target)
    assert attacker_chooses(g, hex_, units, foes)
    g, units, foes, target = front("Germany INF 6-3")
    assert not attacker_chooses(g, at(g, target), units, foes)
    g, units, foes, target = front("Germany MECH any", foes=("USSR ARM any",))
    assert not attacker_chooses(g, at(g, target), units, foes)


def test_11_15_5_a_units_behind_fort_hexsides_do_not_count_for_the_choice() -> None:
    """wif-11.15.5-a in kind."""
    g, units, foes, target = front("Germany ARM 8-6")
    sides(g, "Konigsberg", target, bits=FORT)
    assert not attacker_chooses(g, at(g, target), units, foes)


def test_11_15_5_g_the_die_at_bangkok() -> None:
    """wif-11.15.5-g: one INF at 1:5 in the jungle against two face-down units: +2 -3 -1."""
    g = war(("Japan", "USA"))
    act(g, "USA", Action.LAND)
    hold(g, "Japan", "Bangkok")
    jungle = at(g, "Bangkok")
    without(g, 0)  # a ground of its own
    g.ground.terrain = [JUNGLE if s == jungle else t for s, t in enumerate(g.ground.terrain)]
    foes = tuple(put(g, "Japan INF any", "Bangkok", down=1) for _ in range(2))
    unit = put(g, "USA INF any", beside(g, "Bangkok"))
    battle = Fight(jungle, (unit,), foes, None, Fraction(5), Fraction(25), LADDER.index(Fraction(1, 5)), 0, JAPAN, False)
    named_ = {item.label: item.value for item in die_modifiers(g, battle, False).items}
    assert named_["face-down defenders"] == 2 and named_["odds below 1:2"] == -3 and named_["jungle"] == -1
    assert not g.ground.factories[jungle] and sum(named_.values()) == -2


def test_11_15_5_armour_counts_on_the_die_in_fine_weather_and_the_first_loss_is_armour() -> None:
    g, units, foes, target = front("Germany ARM 8-6", "Germany INF 6-3")
    battle = fight(g, declare(g, units, target))
    assert die_modifiers(g, battle, True).total - die_modifiers(g, battle, False).total == 1
    assert first_losses(g, battle) == (units[0],)
    sky(g, Weather.RAIN)
    assert die_modifiers(g, battle, True).total == die_modifiers(g, battle, False).total
    assert foes


def test_11_15_5_factories_help_the_defender() -> None:
    g, units, _, target = front("Germany ARM 8-6")
    battle = fight(g, declare(g, units, target))
    assert not any("factory" in i.label for i in die_modifiers(g, battle, False).items)
    g.ground.factories = [1] * g.board.size
    assert any("factory" in i.label for i in die_modifiers(g, battle, False).items)


def test_11_15_1_a_and_b_the_notional_unit_of_lae() -> None:
    """wif-11.15.1-a, -b: rain, a mountain, invaders from sections 2 and 3, a friend's zone, surprise: 4, doubled to 8."""
    g = war(("Japan", "USA"), turn="Nov/Dec 1941")
    g.powers[POWER_INDEX["Commonwealth"]].surprised_by = 1 << JAPAN
    lae = at(g, "Lae")
    without(g, 0)  # a ground of its own
    g.ground.terrain = [MOUNTAIN if s == lae else t for s, t in enumerate(g.ground.terrain)]
    sky(g, Weather.RAIN)
    sea = g.ground.seas[lae][0]
    boxes = g.ground.sections[sea]
    neighbour = next(b for b, f in g.ground.steps[lae] if not f)
    put(g, "Commonwealth INF any", g.board.token(neighbour))
    invaders = [
        put(g, "Japan MAR any", "Lae", landed=INVASION, shore=boxes[2]),
        put(g, "Japan INF any", "Lae", landed=INVASION, shore=boxes[3]),
        put(g, "Japan PARA any", "Lae", landed=PARADROP),
    ]
    city = int(g.ground.city[lae])
    cut = 1 if notional_factors(g, lae, invaders, []) == 2 * (3 + city) else 0  # Lae has no path home while all is empty
    assert notional_factors(g, lae, invaders, []) == 2 * (4 + city - cut)
    for unit in invaders[:2]:
        g.units[unit].shore = boxes[4]
    assert notional_factors(g, lae, invaders, []) == 2 * (1 + city - cut)


# results


def test_11_15_5_losses_retreat_and_advance() -> None:
    g, units, foes, target = front("Germany ARM 8-6", "Germany INF 6-3", foes=("USSR INF 5-3", "USSR INF 6-3"))
    hold(g, "USSR", *(g.board.token(b) for b, _ in g.ground.steps[at(g, target)] if b != at(g, "Konigsberg")))
    battle = fight(g, declare(g, units, target))
    drive(g, apply_result(g, battle, land_result("1/1R"), GERMANY, set()), [f"lose u{units[0]}", f"lose u{foes[0]}"])
    assert g.units.at[units[0]] < 0 and g.units.at[foes[0]] < 0
    assert g.units.at[foes[1]] != at(g, target) and g.units.down[foes[1]]
    assert g.units.down[units[1]]  # no asterisk: attackers turn face-down


def test_11_15_5_a_shattered_unit_returns_next_turn_unless_it_only_retreats() -> None:
    for word, gone in (("shatter", True), ("only_retreat", False)):
        g, units, foes, target = front("Germany ARM 8-6")
        hold(g, "USSR", *(g.board.token(b) for b, _ in g.ground.steps[at(g, target)] if b != at(g, "Konigsberg")))
        battle = fight(g, declare(g, units, target))
        drive(g, apply_result(g, battle, land_result("*/S"), GERMANY, set()), [word])
        assert (g.units.at[foes[0]] == slot_of(g.turn + 1)) is gone
        assert not g.units.down[units[0]]


def test_11_15_5_a_unit_that_cannot_retreat_is_destroyed() -> None:
    g, units, foes, target = front("Germany ARM 8-6")
    for b, _ in g.ground.steps[at(g, target)]:
        hold(g, "Germany", g.board.token(b))
        if not g.ground.seas[b]:
            put(g, "Germany INF any", g.board.token(b))
    assert refuges(g, foes[0]) == []
    battle = fight(g, declare(g, units, target))
    drive(g, apply_result(g, battle, land_result("-/R"), GERMANY, set()), ["halt"])
    assert g.units.at[foes[0]] < 0


def test_11_15_5_breakthrough_takes_armour_a_hex_further() -> None:
    g, units, foes, target = front("Germany ARM 8-6", "Germany INF 6-3")
    beyond = next(
        b
        for b, _ in g.ground.steps[at(g, target)]
        if b != at(g, "Konigsberg") and g.board.terrain_name(b) == "clear" and (at(g, "Konigsberg"), b) not in g.ground.between
    )
    hold(g, "USSR", *(g.board.token(b) for b, _ in g.ground.steps[at(g, target)] if b != at(g, "Konigsberg")))
    battle = fight(g, declare(g, units, target))
    answers = ["shatter", f"advance u{units[0]}", f"advance u{units[1]}", f"break u{units[0]} {g.board.token(beyond)}"]
    drive(g, apply_result(g, battle, land_result("*/B"), GERMANY, set()), answers)
    assert g.units.at[units[0]] == beyond and g.units.at[units[1]] == at(g, target)
    assert g.hexes.controller[beyond] == g.facts.country["germany"]
    assert g.units.at[foes[0]] < 0


def test_11_15_5_the_dagger_keeps_half_face_up() -> None:
    g, units, _, target = front("Germany ARM 8-6", "Germany INF 6-3")
    battle = fight(g, declare(g, units, target))
    drive(g, apply_result(g, battle, land_result("†/-"), GERMANY, set()), [f"turn u{units[1]}"])
    assert not g.units.down[units[0]] and g.units.down[units[1]]


def test_11_15_5_the_whole_attack_by_its_menus() -> None:
    g, units, foes, target = front("Germany ARM 8-6", "Germany ARM 7-5", foes=("USSR INF 3-3",))
    hold(g, "USSR", *(g.board.token(b) for b, _ in g.ground.steps[at(g, target)] if b != at(g, "Konigsberg")))
    attack = declare(g, units, target)
    assert fight(g, attack).odds == "5:1" and fight(g, attack).chooser == GERMANY
    g.power = GERMANY
    drive(g, resolve_attacks(g), [f"fight a{attack}", "blitzkrieg", "shatter", "halt"], dice=[4])
    assert g.units.at[foes[0]] == slot_of(g.turn + 1)
    assert all(g.units.attacked[u] and g.units.target[u] < 0 for u in units)
    assert attack_on(g, at(g, target)) < 0


def test_11_15_5_no_defence_is_the_best_result_at_once() -> None:
    g, units, _, target = front("Germany ARM 8-6")
    battle = fight(g, declare(g, units, target))
    empty = Fight(battle.target, battle.attackers, (), Fraction(0), battle.attack, Fraction(0), 0, 0, GERMANY, False)
    assert outcome(g, roll_result(g, empty, True)).text == "*/2B"
    assert outcome(g, roll_result(g, empty, False)).text == "*/2S"


def test_2_4_3_units_out_of_supply_do_not_attack() -> None:
    g, (arm,), _, target = front("Germany ARM 8-6")
    hold(g, "USSR", "germany", "Warsaw", "Krakow")
    refused = may_attack(g, Declaring(GERMANY), (arm, at(g, target)))
    assert refused is not None and refused.rule == "2.4.3"


def test_18_2_units_that_do_not_co_operate_do_not_attack_together() -> None:
    g = war(("Germany", "USSR"), ("Japan", "USSR"))
    act(g, "Germany", Action.LAND)
    hold(g, "USSR", "Warsaw")
    target = at(g, "Warsaw")
    put(g, "USSR INF any", "Warsaw")
    near = [g.board.token(b) for b, _ in g.ground.steps[target]]
    hold(g, "Germany", *near)
    german, japanese = put(g, "Germany INF any", near[0]), put(g, "Japan INF any", near[1])
    g.units[german].target = target
    g.units[japanese].landed = 0
    refused = may_attack(g, Declaring(JAPAN), (japanese, target))
    assert refused is not None


def test_11_15_1_the_suez_canal_halves_an_attack() -> None:
    """From the Sinai across the canal; not from Cairo, on Suez's own bank."""
    g = war(("Germany", "Commonwealth"))
    tanks = put(g, "Germany ARM 8-6", "E1204")
    assert attack_factors(g, tanks, at(g, "E1204"), at(g, "Suez")) == 4
    assert attack_factors(g, tanks, at(g, "E1303"), at(g, "Suez")) == 8


def test_8_2_1_a_frozen_lake_is_clear_ground() -> None:
    """In snow the attacker with more armour chooses the table there; in fine weather nobody stands on it."""
    g = war(("Germany", "Commonwealth"))
    ground = copy(g.ground)
    lake = next(s for s, _ in ground.steps[at(g, "Minsk")] if not ground.city[s])
    ground.terrain = [LAKE if s == lake else terrain for s, terrain in enumerate(ground.terrain)]
    g.__dict__["ground"] = ground
    assert terrain_by_space(g)[lake] == LAKE
    sky(g, Weather.SNOW)
    assert terrain_by_space(g)[lake] == CLEAR
    tanks = put(g, "Germany ARM 8-6", "Berlin")
    assert attacker_chooses(g, lake, [tanks], [])
