"""9, 10, 26: sentences of the text that stand between the large rules, each with a case that is allowed and one that is not."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.charts import ground_result
from grognard.titles.tw.nations import GERMANY, INDEX
from grognard.titles.tw.rules import air_support, results, strength, weather
from grognard.titles.tw.rules.allowance import may_move
from grognard.titles.tw.rules.breakdown import break_down
from grognard.titles.tw.rules.combat import announce, combat, fight, may_attack
from grognard.titles.tw.rules.construction import may_build
from grognard.titles.tw.rules.control import pass_through
from grognard.titles.tw.rules.homelands import at_home
from grognard.titles.tw.rules.hunger import besiege
from grognard.titles.tw.rules.logistics import effort_of, free_effort, refresh
from grognard.titles.tw.rules.marches import move_stack
from grognard.titles.tw.rules.movement import exploit_supply, exploits, stack_reach
from grognard.titles.tw.rules.rail import strategic_goals
from grognard.titles.tw.rules.reserves import READY, commit, send
from grognard.titles.tw.rules.results import attrition, followers
from grognard.titles.tw.rules.retreat import retreat_hexes, source_distance
from grognard.titles.tw.rules.strength import Battle, battle_odds, crossed, defence_value
from grognard.titles.tw.rules.supply import check_exploiters, check_supply
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.rules.zones import zones
from grognard.titles.tw.state import FORTRESS, LLE, LOST, LOST_UNSUPPLIED, MLE, NONE, PASS_TURN, RLE, WINTER

from .kit import ALLIES, AXIS, drive, hold, put, space, war
from .test_10_ground_combat import terrain_hex


def labels(g, battle):
    return [m.label for m in battle_odds(g, battle).modifiers.counted]


# --- values and modifiers ---------------------------------------------------------------------------------------------------


def test_10_6_1_second_impulse_doubling_is_lost_only_to_mobile_troops():
    """Foot in the open is doubled against parachutists alone, static troops are not (11.14.4)."""
    g = war("germany", "ussr")
    here = space(g, terrain_hex(g, "clear"))
    foot, guard = put(g, "ussr INF 4-5", g.board.token(here)), put(g, "ussr STA 3-3", g.board.token(here))
    drop = put(g, "germany PARA 2-5", g.board.token(here), dropped=2)
    tanks = put(g, "germany ARM 8-8", g.board.token(g.ground.steps[here][0]))
    assert dict(defence_value(g, here, [drop], 2, [drop])) == {foot: 8, guard: 3}
    assert dict(defence_value(g, here, [tanks], 2)) == {foot: 4, guard: 3}


def test_11_12_2_german_flak_needs_troops_of_the_line():
    """The guns fight tanks beside ARM, MOT, MECH, CAV or INF, not beside parachutists alone."""
    g = war("germany", "ussr", side=ALLIES)
    hold(g, "germany", "1315")
    put(g, "germany FLAK 1-3", "1315")
    put(g, "germany PARA 2-5", "1315")
    tanks = put(g, "ussr ARM 8-8", "1314")
    battle = Battle(space(g, "1315"), ALLIES, 1, [tanks])
    assert "German flak" not in labels(g, battle)
    put(g, "germany INF 6-5", "1315")
    assert "German flak" in labels(g, battle)


def test_26_1_1_straits_do_not_freeze():
    """Rivers are ice in a Russian winter, a crossable strait is not."""
    g = war("germany", "ussr", season=WINTER)
    g.east, g.east_winter = 1, 1
    a, b = next((a, b) for a in range(g.board.size) for b in g.ground.strait[a] if g.ground.eastern[a] and g.ground.eastern[b])
    c, d = next(
        (a, b)
        for a in range(g.board.size)
        for b in g.ground.river[a] - g.ground.strait[a]
        if g.ground.eastern[a] and g.ground.eastern[b] and g.ground.terrain[b] != 3
    )
    over_strait = put(g, "germany ARM 8-8", g.board.token(a))
    assert crossed(g, b, [over_strait]) and not zones(g)[AXIS][b]
    over_river = put(g, "germany ARM 8-8", g.board.token(c))
    assert not crossed(g, d, [over_river]) and zones(g)[AXIS][d]


def test_10_2_5_only_first_rate_parachutists_attack_in_the_second_impulse():
    g = war("germany", "ussr")
    g.impulse = 2
    german = put(g, "germany PARA 2-5", "1315", dropped=2)
    assert may_attack(g, german) is None
    g.nations[GERMANY].army = 2
    refusal = may_attack(g, german)
    assert refusal is not None and refusal.rule == "10.2.5"


def test_26_3_morass_in_the_south_stops_movement_not_combat():
    g = war("germany", "italy", "greece", "britain", year=1940, season=WINTER)
    athens = space(g, "athens")
    g.south = 3
    assert weather.no_second_impulse(g, athens, AXIS) and not weather.no_second_combat(g, athens)
    g.turn += 1  # spring: Heavy Mud in the east stops both
    g.south, g.east = 0, 3
    assert weather.no_second_impulse(g, space(g, "minsk"), AXIS) and weather.no_second_combat(g, space(g, "minsk"))


# --- losses, retreat, advance -----------------------------------------------------------------------------------------------


def test_10_3_4_attrition_falls_on_the_weakest_army():
    """Omega: Romanians before Germans."""
    g = war("germany", "romania", "ussr")
    force = [put(g, "germany INF 6-5", "1316"), put(g, "romania INF 4-5", "1316")]
    drive(g, attrition(g, Battle(space(g, "1315"), AXIS, 1, force)))
    assert [g.units.depleted[u] for u in force] == [0, 1]


def test_10_0_troops_of_a_pending_battle_do_not_advance_elsewhere():
    """All attacks are committed before the first is rolled: who still has to fight does not follow into another Breach."""
    g = war("germany", "ussr")
    here = space(g, "1315")
    beside = g.board.token(g.ground.steps[here][0])
    hold(g, "germany", beside)
    free, busy = put(g, "germany ARM 8-8", beside), put(g, "germany ARM 8-8", beside)
    g.hexes[here].breach, g.hexes[here].gap_side = g.player_turn + 2, AXIS
    battle = Battle(here, AXIS, 1, [])
    assert set(followers(g, battle)) == {free, busy}
    battle.engaged = [busy]
    assert followers(g, battle) == [free]


def two_breaches(*goers):
    """Two attacks side by side, both won with DE, 1315 first; these units advance there. Returns who was offered an advance
    into each hex, by name: the tanks of the first attack, of the second, and idle ones beside both hexes."""
    g = war("germany", "ussr")
    hold(g, "germany", "1316", "1416")
    crew = {
        "first": put(g, "germany ARM 8-8", "1316"),
        "second": put(g, "germany ARM 8-8", "1416"),
        "idle": put(g, "germany ARM 8-8", "1416"),
    }
    put(g, "ussr INF 2-5", "1315")
    put(g, "ussr INF 2-5", "1415")
    offered: dict[str, set[str]] = {"1315": set(), "1415": set()}
    words = [
        *("attack 1315", f"add u{crew['first']}", "commit", "attack 1415", f"add u{crew['second']}", "commit"),
        *("fight 1315", "accept DE -1", *(f"advance u{crew[name]}" for name in goers), "halt", "accept DE -1"),
    ]
    g.dice = FixedDice(1, 1)
    flow = combat(g)
    ask = next(flow)
    try:
        while True:
            if ask.rule == "10.5":
                there = offered[ask.prompt.removeprefix("Advance into ")]
                there.update(name for name, u in crew.items() if ask.find(f"advance u{u}") is not None)
            option = ask.find(words.pop(0) if words else "halt")
            assert option is not None, ask.prompt
            ask = flow.send(option)
    except StopIteration:
        return offered


def test_10_5_one_advance_of_one_hex():
    """Who has yet to fight does not leave for another Breach, and who has advanced does not go on into the next (TW-AMB-79)."""
    assert two_breaches() == {"1315": {"first", "idle"}, "1415": {"second", "idle"}}
    assert two_breaches("first") == {"1315": {"first", "idle"}, "1415": {"second", "idle"}}  # 1315 is beside 1415
    assert two_breaches("idle") == {"1315": {"first", "idle"}, "1415": {"second"}}


def test_10_4_retreat_prefers_friendly_hexes():
    g = war("germany", "ussr")
    unit = put(g, "ussr INF 4-5", "1315")
    around = g.ground.steps[space(g, "1315")]
    assert len(retreat_hexes(g, unit, set(), {})[0]) == len(around)
    hold(g, "germany", *(g.board.token(s) for s in around[1:]))
    assert retreat_hexes(g, unit, set(), {}) == ([around[0]], False)
    hold(g, "germany", g.board.token(around[0]))
    assert len(retreat_hexes(g, unit, set(), source_distance(g, unit))[0]) >= 1  # the enemy's empty hexes are the last resort


def test_10_6_8_an_empty_city_with_others_attacking_has_no_factor():
    """The half factor counts against parachutists alone; with troops beside them the city falls without a roll."""
    g = war("germany", "ussr")
    gomel = space(g, "gomel")
    jump = put(g, "germany PARA 2-5", "gomel", dropped=1)
    beside = g.board.token(g.ground.steps[gomel][0])
    foot = put(g, "germany INF 6-5", beside)
    drive(g, results.empty_city(g, Battle(gomel, AXIS, 1, [jump, foot], landed=[jump])))
    assert g.hexes.holder[gomel] == GERMANY and g.units.at[jump] == gomel


def test_11_3_2_support_helps_parachutists_against_an_empty_city_by_one_column():
    """2 factors to a half is 4-1; an MDM makes it 5-1: a 9 is DR there, which takes the city, and EX at 4-1."""
    g = war("germany", "ussr")
    gomel = space(g, "gomel")
    jump = put(g, "germany PARA 2-5", "gomel", dropped=1)
    planes = put(g, "germany MDM 1-7-6", "warsaw")
    drive(g, results.empty_city(g, Battle(gomel, AXIS, 1, [jump], support=[planes], landed=[jump])), dice=[9])
    assert g.hexes.holder[gomel] == GERMANY
    h = war("germany", "ussr")
    jump = put(h, "germany PARA 2-5", "gomel", dropped=1)
    drive(h, results.empty_city(h, Battle(gomel, AXIS, 1, [jump], landed=[jump])), dice=[9])
    assert h.units.at[jump] < 0


def test_11_1_2_aircraft_of_an_overrun_base_are_not_depleted():
    """The base was defended by ground units, so the aircraft only fly away."""
    for overrun, depleted in ((True, 0), (False, 1)):
        g = war("germany", "ussr")
        base = space(g, "smolensk")
        planes = put(g, "ussr TAC 1-5-4", "smolensk")
        g.hexes[base].overrun = g.player_turn if overrun else -1
        pass_through(g, put(g, "germany ARM 8-8", "1316"), [base])
        assert g.units.at[planes] not in (base, -1) and g.units.depleted[planes] == depleted


# --- air support ------------------------------------------------------------------------------------------------------------


def test_11_3_1_a_counter_intercepting_bomber_shifts_nothing():
    """Only aircraft that fly support of the attack shift its odds; the others fight in the air."""
    g = war("germany", "ussr")
    target = space(g, "1315")
    put(g, "ussr INF 4-5", "1315")
    force = [put(g, "germany ARM 8-8", "1316")]
    support, guard = put(g, "germany TAC 1-5-4", "warsaw"), put(g, "germany TAC 1-5-4", "warsaw")
    battle = Battle(target, AXIS, 1, force, guards=[guard])
    drive(g, fight(g, battle, [support, guard], []), dice=[1])
    assert battle.support == [support]
    plain = Battle(target, AXIS, 1, force)
    air_support._guard([plain], target, guard)
    assert plain.guards == [guard]


# --- movement ---------------------------------------------------------------------------------------------------------------


def test_4_5_a_on_a_pass_units_move_one_hex_whatever_it_costs():
    """One hex even into a zone of control, and no second one."""
    g = war("germany", "ussr")
    put(g, "ussr ARM 8-8", "1315")
    zone = zones(g)[ALLIES]
    start, zoned = next((a, b) for b in g.ground.dry[space(g, "1315")] for a in g.ground.steps[b] if zone[b] and not zone[a])
    foot = put(g, "germany INF 6-5", g.board.token(start))
    g.nations[GERMANY].effort = PASS_TURN
    found = drive(g, move_stack(g, g.units[foot]), [f"to {g.board.token(zoned)}", "stop"])
    assert g.units.at[foot] == zoned and len(found) == 2
    g.nations[GERMANY].effort = MLE
    assert zoned in stack_reach(g, [put(g, "germany INF 6-5", g.board.token(start))], 2, in_swamp=False, one_hex=False).costs


def test_9_8_victors_need_not_enter():
    """An overrun costs its extra point only who enters; a stack may stay out and use its points elsewhere."""
    for words, at in ((["enter 1709"], "1709"), (["keep_out 1709"], "1710")):
        g = war("germany", "ussr", year=1942)
        hold(g, "germany", "1710")
        put(g, "ussr CAV 2-6", "1709")
        tanks = [put(g, "germany ARM 8-8", "1710") for _ in range(3)]
        drive(g, move_stack(g, g.units[tanks[0]]), [f"with u{tanks[1]}", f"with u{tanks[2]}", "overrun 1709", *words, "stop"])
        assert {g.units.at[u] for u in tanks} == {space(g, at)}
        assert g.hexes.overrun[space(g, "1709")] == g.player_turn


def test_4_2_a_free_effort_is_an_rle_whatever_the_patron_chose():
    g = war("germany", "france", "belgium", year=1940, season=0, side=ALLIES)
    belgium = g.nations[INDEX["belgium"]]
    unit = put(g, "belgium INF 3-5", "brussels", active=0)
    g.nations[INDEX["france"]].effort = g.nations[INDEX["britain"]].effort = MLE
    belgium.effort, belgium.free_efforts = 0, 1
    assert effort_of(g, unit) == MLE and may_attack(g, unit) is not None
    drive(g, free_effort(g, INDEX["belgium"]))
    assert effort_of(g, unit) == RLE and may_attack(g, unit) is None
    assert exploits(g)


# --- reserves ---------------------------------------------------------------------------------------------------------------


def test_9_9_6_a_reserve_moves_once():
    g = war("germany", "ussr", side=ALLIES)
    hold(g, "germany", "1315", "1316", "1317")
    put(g, "germany INF 6-5", "1315")
    spare = put(g, "germany ARM 8-8", "1317", reserve=READY)
    battles = [Battle(space(g, "1315"), ALLIES, 1, [put(g, "ussr INF 6-5", "1314")])]
    prompts = drive(g, commit(g, battles), [f"commit u{spare} 1315"])
    assert g.units.at[spare] == space(g, "1315") and g.units.reserve[spare] == 2
    assert dict(defence_value(g, space(g, "1315"), battles[0].attackers, 1))[spare] == 8  # still without terrain
    assert drive(g, commit(g, battles)) == [] and prompts


def test_9_9_5_interdiction_can_make_the_last_hex_too_dear():
    """A depleted reserve has one point: an interdictor over the hex it enters sends it back; without one it arrives."""
    for words, where in ((["interdict"], "1316"), ([], "1315")):
        g = war("germany", "ussr", side=ALLIES)
        hold(g, "germany", "1315", "1316")
        spare = put(g, "germany ARM 8-8", "1316", reserve=READY, depleted=1)
        hunter = put(g, "ussr TAC 1-5-4", "1313")
        answers = [f"{w} u{hunter}" for w in words] or ["let"]
        drive(g, send(g, spare, space(g, "1315")), answers)
        assert g.units.at[spare] == space(g, where)


# --- winter -----------------------------------------------------------------------------------------------------------------


def test_26_1_2_the_fall_effort_counts_for_both_rolls():
    """The first roll comes before the winter's efforts are planned: the fall's effort is then still the current one."""
    g = war("germany", "ussr", season=WINTER)
    g.barbarossa = g.turn - 2
    row = g.nations[GERMANY]
    row.effort, row.effort_before = LLE, RLE
    assert weather.winter_preparation(g, planned=False) == 2
    assert weather.winter_preparation(g, planned=True) == -1
    row.effort, row.effort_before = RLE, LLE
    assert weather.winter_preparation(g, planned=False) == -1
    assert weather.winter_preparation(g, planned=True) == 2


def test_26_1_1_italians_are_no_satellite():
    """Russian Winter depletes the strongest satellite INF: neither Italians nor Finns, nor a stronger unit of another kind."""
    g = war("germany", "italy", "romania", "finland", "ussr", season=WINTER)
    italian = put(g, "italy INF 4-5", "minsk")
    ally = put(g, "romania INF 4-5", "minsk")
    drive(g, weather.winter_losses(g, weather.WINTER_EAST[3]))
    assert (g.units.depleted[italian], g.units.depleted[ally]) == (0, 1)


# --- overruns, pieces, sieges -----------------------------------------------------------------------------------------------


def test_9_8_a_stack_may_part_after_an_overrun():
    """Before it the stack keeps together; after it units may be left where they are, and the rest goes on."""
    g = war("germany", "ussr", year=1942)
    hold(g, "germany", "1710")
    put(g, "ussr CAV 2-6", "1709")
    tanks = [put(g, "germany ARM 8-8", "1710") for _ in range(3)]
    words = [f"with u{tanks[1]}", f"with u{tanks[2]}", "overrun 1709", "enter 1709", f"detach u{tanks[0]}", "to 1708", "stop"]
    drive(g, move_stack(g, g.units[tanks[0]]), words)
    assert [g.board.token(g.units.at[u]) for u in tanks] == ["1709", "1708", "1708"]
    assert all(g.units.moved[u] & 1 for u in tanks)
    h = war("germany", "ussr", year=1942)
    pair = [put(h, "germany ARM 8-8", "1710") for _ in range(2)]
    flow = move_stack(h, h.units[pair[0]])
    ask = flow.send(next(flow).find(f"with u{pair[1]}"))
    assert ask.find(f"detach u{pair[1]}") is None


def test_20_2_volkssturm_stays_in_germany():
    from grognard.titles.tw.rules.homelands import bounds, lands

    g = war("germany", "ussr", year=1944)
    home = next((d for d, s in enumerate(g.designs) if "volkssturm" in s.marks), None)
    foot = put(g, "germany INF 6-5", "berlin")
    assert bounds(g, [foot]) is None
    if home is not None:
        levy = g.units.add(design=home, at=space(g, "berlin"), active=1).index
        assert bounds(g, [levy]) == lands(g.ground, ("germany", "danzig")) and army_rating(g, levy) == 3


def test_11_3_1_depleted_bombers_add_one_column_to_whole_ones():
    """A whole TAC and two depleted ones shift two columns, two depleted ones one."""
    g = war("germany", "ussr")
    here = space(g, "1315")
    whole = put(g, "germany TAC 1-5-4", "warsaw")
    worn = [put(g, "germany TAC 1-5-4", "warsaw", depleted=1) for _ in range(2)]
    assert strength.columns(g, worn, here, AXIS) == 1
    assert strength.columns(g, [whole, *worn], here, AXIS) == 2
    assert strength.columns(g, [whole], here, AXIS) == 1


def test_10_3_3_who_falls_in_a_failed_landing_is_lost_out_of_supply():
    for code, pool in (("AE", LOST_UNSUPPLIED), ("EX", LOST)):
        g = war("germany", "ussr")
        target = space(g, "1315")
        put(g, "ussr INF 1-5" if code == "EX" else "ussr INF 6-5", "1315", depleted=int(code == "EX"))
        jump = put(g, "germany PARA 2-5", "1315", dropped=1)
        battle = Battle(target, AXIS, 1, [jump], landed=[jump])
        drive(g, results.apply(g, battle, battle_odds(g, battle), ground_result(code)))
        assert g.units.pool[jump] == pool


def test_9_6_3_german_pieces_are_built_anew():
    """Others' pieces are not."""
    for nation, home, side, allowed in (("germany", "berlin", AXIS, True), ("ussr", "moscow", ALLIES, False)):
        g = war("germany", "ussr", side=side)
        unit = put(g, f"{nation} INF 6-5", home)
        break_down(g, g.units[unit])
        piece = len(g.units) - 1
        g.units[piece].at, g.units[piece].pool = -1, LOST
        assert (may_build(g, piece) is None) == allowed


def test_13_2_3_aircraft_leave_a_fortress_at_its_last():
    """With Siege 3 nothing is based there; with Siege 2 they may stay."""
    for siege, stays in ((1, True), (2, False)):
        g = war("germany", "ussr", side=ALLIES)
        city = space(g, "smolensk")
        g.hexes[city].works, g.hexes[city].siege = FORTRESS, siege
        planes = put(g, "ussr TAC 1-5-4", "smolensk")
        besiege(g, city, ALLIES)
        assert g.hexes.siege[city] == siege + 1 and (g.units.at[planes] == city) == stays


def test_23_37_dutch_troops_do_not_leave_their_country():
    """Neither after combat, nor in retreat, nor by strategic movement; the French beside them do."""
    g = war("germany", "netherlands", "france", "belgium", year=1940, season=0, side=ALLIES)
    refresh(g)
    values = next(f"{d.kind.name} {d.strength}-{d.move}" for d in g.designs if d.nation == "netherlands" and d.ground)
    dutch, french = put(g, f"netherlands {values}", "the_hague"), put(g, "france INF 4-5", "the_hague")
    assert not at_home(g, space(g, "brussels"), dutch) and at_home(g, space(g, "brussels"), french)
    country = g.ground.country
    assert all(country[s] == "netherlands" for s in retreat_hexes(g, dutch, set(), {})[0])
    assert all(country[s] == "netherlands" for s in strategic_goals(g, dutch))
    assert space(g, "paris") in strategic_goals(g, french)


def test_10_2_7_free_supply_is_for_who_began_in_supply():
    """A tank corps relieved before the second impulse may exploit, but without the free supply that the others have."""
    g = war("germany", "ussr")
    relieved, fresh = put(g, "germany ARM 8-8", "berlin", supply=NONE), put(g, "germany ARM 8-8", "berlin")
    g.impulse = 2
    check_exploiters(g, AXIS)
    assert may_move(g, relieved, 2) is None and may_move(g, fresh, 2) is None
    for u in (relieved, fresh):
        exploit_supply(g, u)
    assert g.units.free_until[fresh] == g.player_turn + 1 and g.units.free_until[relieved] < 0
    check_supply(g, AXIS)
    exploit_supply(g, relieved)
    assert g.units.free_until[relieved] == g.player_turn + 1  # next turn it is one of them again


def test_10_0_an_attack_that_is_called_off_bars_nothing():
    """Announced, called off, announced again and fought; once it is committed it is not offered again."""
    g = war("germany", "ussr", year=1942)
    hold(g, "germany", "1316")
    put(g, "ussr INF 2-5", "1315")
    for _ in range(2):
        put(g, "germany INF 6-5", "1316")
    battles = announce(g)
    target = g.board.token(space(g, "1315"))
    drive(g, battles, [f"attack {target}", "cancel", f"attack {target}", "all", "commit"])
    assert [b.space for b in drive.value] == [space(g, "1315")]
