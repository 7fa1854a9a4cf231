"""Cases for sections that the other files of this folder pass by: one accepted and one refused."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Design, Kind, fragile, has_zone
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USSR
from grognard.titles.tw.odds import outlook
from grognard.titles.tw.present import label, picture, sidc
from grognard.titles.tw.rules import air_combat, air_support, construction, rail, weather
from grognard.titles.tw.rules.combat import may_attack, muster
from grognard.titles.tw.rules.logistics import begin_operations, powers, refresh, scorched_earth
from grognard.titles.tw.rules.movement import Steps, allowance, move_stack
from grognard.titles.tw.rules.reserves import commit, interdict, send, stand_down
from grognard.titles.tw.rules.results import empty_city, vacated
from grognard.titles.tw.rules.strength import Battle, battle_odds, carpet_allowed
from grognard.titles.tw.rules.supply import full_sources, limited_sources, supply_now
from grognard.titles.tw.rules.units import army_rating, hex_sides
from grognard.titles.tw.state import (
    DUE,
    FULL,
    LIMITED,
    LOST,
    MLE,
    NONE,
    PASS_TURN,
    SUMMER,
    WINTER,
    turn_of,
)

from .kit import ALLIES, AXIS, answer, drive, hold, put, session, space, war


def test_2_6_zones_and_fragile_counters():
    """Tanks and horse have a zone at any strength, foot from 4; units of 3 or less, and artillery, are never depleted."""

    def made(kind: Kind, strength: int) -> Design:
        return Design("x", "germany", kind, strength, 5, "x")

    assert has_zone(made(Kind.ARM, 1)) and has_zone(made(Kind.INF, 4)) and not has_zone(made(Kind.INF, 3))
    assert not has_zone(made(Kind.STA, 6)) and not has_zone(made(Kind.ART, 8))
    assert fragile(made(Kind.INF, 3)) and fragile(made(Kind.ART, 8)) and not fragile(made(Kind.INF, 4))


# --- 3, 4 -----------------------------------------------------------------------------------------------------------------------


def test_3_6_a_operations_begin():
    """Efforts are paid, SLE and MLE wake every unit, marks of the last turn come off."""
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "berlin", active=0, moved=3, missions=7)
    g.nations[GERMANY].effort = MLE
    drive(g, begin_operations(g))
    assert (g.units.active[unit], g.units.moved[unit], g.units.missions[unit]) == (1, 0, 0)
    assert g.nations.narfs[GERMANY] == 98


def test_4_2_a_free_effort_of_an_invaded_minor():
    """Poland has one RLE for nothing on its move in the turn of the invasion."""
    g = war("germany", "poland", "france", year=1939, season=2, side=ALLIES)
    unit = put(g, "poland INF 3-5", "warsaw", active=0)
    far = put(g, "poland INF 2-5", "wilno", active=0)
    g.nations[FRANCE].effort = PASS_TURN
    g.nations[INDEX["poland"]].free_efforts = 1
    g.nations[INDEX["poland"]].patron = INDEX["poland"]
    g.nations[INDEX["poland"]].effort = 0
    drive(g, begin_operations(g), [f"place n.poland {g.board.token(space(g, 'warsaw'))}"])
    assert g.units.active[unit] == 1
    assert g.units.active[far] == int(g.board.distance(space(g, "warsaw"), space(g, "wilno")) <= 4)
    assert g.nations.free_efforts[INDEX["poland"]] == 0


def test_3_10_1_surrendered_powers_plan_nothing():
    g = war("germany", "france")
    assert FRANCE in powers(g)
    g.nations[FRANCE].surrendered = 1
    assert FRANCE not in powers(g)


# --- 8 --------------------------------------------------------------------------------------------------------------------------


def test_8_5_2_a_north_africa_costs_double():
    g = war("germany", "italy", "britain", year=1942)
    desert, home = put(g, "italy INF 4-5", "tripoli"), put(g, "italy INF 4-5", "rome")
    assert rail.smp_price(g, desert, space(g, "tripoli")) == 4
    assert rail.smp_price(g, home, space(g, "rome")) == 2


def test_8_5_3_a_russia_costs_the_axis_double_not_the_soviets():
    g = war("germany", "ussr")
    axis, red = put(g, "germany INF 6-5", "minsk"), put(g, "ussr INF 6-5", "moscow")
    assert rail.smp_price(g, axis, space(g, "minsk")) == 4
    assert rail.smp_price(g, red, space(g, "moscow")) == 2


def test_8_1_3_a_swamps_and_zones_bar_the_way():
    g = war("germany", "ussr")
    refresh(g)
    unit = put(g, "germany INF 6-5", "berlin")
    goals = rail.strategic_goals(g, unit)
    assert goals and not any(g.ground.terrain[s] == 4 for s in goals)


def test_8_1_3_b_western_units_keep_out_of_soviet_hexes():
    g = war("germany", "britain", "ussr", side=ALLIES)
    refresh(g)
    hold(g, "britain", "1421", "1422")
    hold(g, "ussr", "1420")
    unit = put(g, "britain MOT 6-7", "1422")
    assert all(g.hexes.holder[s] != USSR for s in rail.strategic_goals(g, unit))


def test_8_3_1_a_air_units_hop():
    """Any number of hops of twice the range, from base to base."""
    g = war("germany", "france", year=1940, side=ALLIES)
    refresh(g)
    planes = put(g, "france TAC 1-5-4", "calais")
    goals = rail.strategic_goals(g, planes)
    assert space(g, "marseilles") in goals and space(g, "berlin") not in goals


# --- 9.9 ------------------------------------------------------------------------------------------------------------------------


def reserve_line():
    g = war("germany", "ussr", year=1944, side=ALLIES)
    hold(g, "germany", "1315", "1316", "1317", "1216", "1416")
    put(g, "germany INF 6-5", "1315")
    reserve = put(g, "germany ARM 8-8", "1317", reserve=1)
    return g, reserve


def test_9_9_3_a_beside_the_attacked_hex():
    """A reserve may also stop beside an attacked hex; its factors then do not count."""
    g, reserve = reserve_line()
    battle = Battle(space(g, "1315"), ALLIES, 1, [put(g, "ussr INF 6-5", "1314")])
    drive(g, commit(g, [battle]), [f"commit u{reserve} 1316"])
    assert g.units.at[reserve] == space(g, "1316")
    assert battle_odds(g, battle).defence == 12


def test_9_9_5_a_interdiction():
    """Each aircraft adds a point to the hex just entered; two stop a slow reserve short."""
    g, reserve = reserve_line()
    hold(g, "ussr", "smolensk", "bryansk")
    planes = [put(g, "ussr TAC 1-5-4", "bryansk")]
    drive(g, interdict(g, space(g, "1316")), [f"interdict u{planes[0]}"])
    assert drive.value == 1
    g.units[planes[0]].missions = 0
    g.units[reserve].depleted = 1  # one point
    drive(g, send(g, reserve, space(g, "1316")))
    assert g.units.at[reserve] == space(g, "1316")


def test_9_9_2_b_markers_come_off():
    g, reserve = reserve_line()
    stand_down(g)
    assert not g.units.reserve[reserve]


# --- 10 -------------------------------------------------------------------------------------------------------------------------


def test_10_1_2_a_attackers_stand_beside_their_target():
    g = war("germany", "ussr")
    hold(g, "germany", "1316")
    near, far = put(g, "germany INF 6-5", "1316"), put(g, "germany INF 6-5", "berlin")
    put(g, "ussr INF 2-5", "1315")
    flow = muster(g, space(g, "1315"))
    ask = next(flow)
    assert [o.text for o in ask.options if o.verb == "add"] == [f"add u{near}"]
    assert may_attack(g, far) is None  # it could, elsewhere


def test_10_2_7_a_second_impulse_supply():
    """A unit that moves in the second impulse has free supply to the end of the enemy's turn; one that stands has not."""
    g = war("germany", "ussr")
    hold(g, "germany", "1316", "1317")
    g.impulse = 2
    tanks, idle = put(g, "germany ARM 8-8", "1316"), put(g, "germany ARM 8-8", "1317")
    goal = g.board.token(g.ground.dry[space(g, "1316")][0])
    drive(g, move_stack(g, g.units[tanks]), [f"to {goal}", "stop"])
    assert g.units.free_until[tanks] == g.player_turn + 1
    assert g.units.free_until[idle] < 0


@pytest.mark.parametrize(
    ("what", "rating"),
    [("germany INF 6-5", 1), ("france INF 6-5", 2), ("britain MOT 6-7", 2), ("italy INF 4-5", 3), ("ussr INF 6-5", 3)],
)
def test_10_8_a_armies_of_1939(what, rating):
    g = war("germany", "france", "britain", "italy", "ussr")
    assert army_rating(g, put(g, what, "berlin")) == rating


def test_20_2_a_volkssturm_is_third_rate():
    g = war("germany", "ussr", year=1944, season=2)
    militia = next(d for d, s in enumerate(g.designs) if "volkssturm" in s.marks)
    assert army_rating(g, g.units.add(design=militia, at=space(g, "berlin")).index) == 3


def test_10_6_8_b_an_empty_city_resists_parachutists():
    """Half a factor: a 2-5 PARA attacks at 4-1; DR, DD and DE take the city, anything else is the end of the landing."""
    for roll, taken in ((5, True), (9, False)):
        g = war("germany", "ussr")
        unit = put(g, "germany PARA 2-5", "gomel", dropped=1)
        g.dice = FixedDice(roll)
        battle = Battle(space(g, "gomel"), AXIS, 1, [unit], landed=[unit])
        drive(g, empty_city(g, battle), dice=[roll])
        assert (hex_sides(g)[space(g, "gomel")] == AXIS) is taken
        assert (g.units.at[unit] >= 0) is taken


def test_9_6_2_b_a_bridgehead_over_a_river():
    g = war("germany", "ussr")
    target = next(s for s in range(g.board.size) if g.ground.river[s] and g.ground.ussr_1939[s])
    bank = next(iter(g.ground.river[target]))
    force = [put(g, "germany INF 6-5", g.board.token(bank))]
    battle = Battle(target, AXIS, 1, force)
    odds = battle_odds(g, battle)
    assert odds.river
    drive(g, vacated(g, battle, odds), ["halt"])
    assert g.hexes.bridgehead[target] == g.player_turn + 2
    assert g.hexes.breach[target] < 0  # no tanks


def test_10_6_12_the_depression_and_wasteland():
    """Nobody crosses an impassable side, an all-water side or a wasteland."""
    g = war("germany", "italy", "britain", year=1942)
    waste = next(s for s in range(g.board.size) if g.ground.terrain[s] == 5)
    assert not g.ground.land[waste] and not g.ground.steps[waste]
    steps = Steps(g, [put(g, "italy INF 4-5", "tripoli")], in_swamp=False)
    assert steps.cost(space(g, "tripoli"), waste, 0).rule == "10.6.11"


# --- 11 -------------------------------------------------------------------------------------------------------------------------


def test_11_3_2_a_parachutists_alone():
    """OAS shifts an attack of parachutists alone by one column at most."""
    g = war("germany", "ussr")
    unit = put(g, "germany PARA 2-5", "1315", dropped=1)
    put(g, "ussr STA 2-3", "1315")
    planes = [put(g, "germany MDM 1-7-6", "warsaw")]
    battle = Battle(space(g, "1315"), AXIS, 1, [unit], support=planes, landed=[unit])
    odds = battle_odds(g, battle)
    assert odds.shifts.total == 1
    assert odds.defence == 2  # 10.6.1: static troops are not doubled against them


def test_11_4_2_a_depleted_cover():
    g = war("germany", "ussr", side=ALLIES)
    planes = [put(g, "germany MDM 1-7-6", "warsaw", depleted=1), put(g, "germany MDM 1-7-6", "warsaw", depleted=1)]
    assert air_support.columns(g, planes, space(g, "1420"), AXIS) == 1


def test_11_13_a_jets():
    """Two for each jet instead of a fighter's one."""
    g = war("germany", "britain", year=1945, season=0)
    jet, rival = put(g, "germany JET_FTR 3-2-1", "berlin"), put(g, "britain FTR 3-3-2", "london")
    assert air_combat.air_modifiers(g, [jet], [rival], space(g, "berlin")).total == -2 + 1
    assert air_support.columns(g, [jet], space(g, "berlin"), AXIS) == 0


def test_11_12_1_a_flak_without_nationality():
    """11.12.5: flak rolls know no rating; +2 against depleted aircraft."""
    g = war("germany", "ussr")
    planes = [put(g, "germany TAC 1-5-4", "warsaw", depleted=1)]
    drive(g, air_combat.flak(g, planes, space(g, "smolensk")), dice=[7])
    assert g.units.at[planes[0]] >= 0
    drive(g, air_combat.flak(g, planes, space(g, "smolensk")), dice=[8])
    assert g.units.at[planes[0]] < 0


def test_23_1_a_no_air_support_for_a_minor_just_invaded():
    g = war("germany", "france", "belgium", year=1940, season=0)
    g.nations[INDEX["belgium"]].surprised = g.turn
    put(g, "belgium INF 3-5", "brussels")
    french = put(g, "france TAC 1-5-4", "paris")
    assert air_support.unprotected(g, french, space(g, "brussels"))
    bomber = put(g, "germany TAC 1-5-4", "essen")
    assert drive(g, air_support.support_mission(g, [bomber], space(g, "brussels"), air_support.AV)) == []
    put(g, "france INF 6-5", "sedan")
    assert not air_support.unprotected(g, french, space(g, "sedan"))


# --- 12 -------------------------------------------------------------------------------------------------------------------------


def test_12_2_6_a_capitals_of_minors():
    """Germans cut off from Berlin draw limited supply from a satellite's capital."""
    g = war("germany", "romania", "ussr")
    assert space(g, "bucharest") in limited_sources(g, GERMANY)
    assert space(g, "bucharest") in full_sources(g, INDEX["romania"])
    unit = put(g, "germany INF 6-5", "bucharest")
    hold(g, "ussr", "berlin", "vienna")
    assert supply_now(g, unit) == LIMITED


def test_21_5_a_soviet_supply_without_moscow():
    """Soviet units draw supply from the edge of the map even when Moscow is lost."""
    g = war("germany", "ussr", side=ALLIES)
    hold(g, "germany", "moscow")
    unit = put(g, "ussr INF 4-5", "stalingrad")
    assert supply_now(g, unit) == FULL


def test_12_0_a_a_source_taken_leaves_nothing():
    g = war("germany", "france", year=1940, side=ALLIES)
    unit = put(g, "france INF 6-5", "lyons")
    assert supply_now(g, unit) == FULL
    hold(g, "germany", "paris")
    assert supply_now(g, unit) == FULL  # Bordeaux
    hold(g, "germany", "bordeaux")
    assert supply_now(g, unit) == NONE


# --- 15, 17, 19, 21 ------------------------------------------------------------------------------------------------------------


def test_15_1_2_a_prices():
    """Per factor and cadre: a German 8-8 17, a British 4-8 13, a French 6-5 13, a Soviet 3-3 STA 3, a British 6-7 14, flak 2."""
    g = war("germany", "britain", "france", "ussr")
    for what, price in (
        ("germany ARM 8-8", 17),
        ("britain ARM 4-8", 13),
        ("france INF 6-5", 13),
        ("ussr STA 3-3", 3),
        ("britain MOT 6-7", 14),
        ("germany MECH 4-8", 6),
        ("germany FLAK 1-3", 2),
        ("germany TAC 1-5-4", 15),
    ):
        assert construction.unit_price(g, put(g, what, "berlin")) == price, what


def test_15_2_3_a_new_aircraft_need_a_base():
    g = war("germany", "ussr")
    planes = put(g, "germany TAC 1-5-4", "berlin")
    g.units[planes].at, g.units[planes].pool = -1, LOST
    where = construction.homes(g, planes)
    assert where and all(g.ground.city[s] or g.hexes.airbase[s] >= 0 for s in where)


def test_17_4_a_and_19_4_upgrades_need_a_first_rate_army():
    g = war("germany", "italy", "britain", year=1942, season=0, side=ALLIES)
    tanks = put(g, "britain ARM 2-8", "london")
    assert construction.may_upgrade(g, tanks) is not None
    g.nations[BRITAIN].army = 1
    assert construction.may_upgrade(g, tanks) is None
    assert construction.upgrade_of(g, tanks)[2] == 6
    g.side, g.nations[ITALY].army = AXIS, 1
    assert construction.upgrade_of(g, put(g, "italy ARM 2-8", "rome"))[2] == 6


def test_21_7_1_a_mobilisation():
    """15 NARFs and one free unit on the turn of the attack, 20 and six on the sixth, nothing after."""
    g = war("germany", "ussr", side=ALLIES)
    g.barbarossa = g.turn
    construction.mobilise(g)
    assert (g.nations.narfs[USSR], g.nations.free_builds[USSR]) == (115, 1)
    g.turn += 5
    construction.mobilise(g)
    assert (g.nations.narfs[USSR], g.nations.free_builds[USSR]) == (135, 6)
    g.turn += 1
    construction.mobilise(g)
    assert (g.nations.narfs[USSR], g.nations.free_builds[USSR]) == (135, 0)


def test_21_7_1_b_free_units_and_reinforcements():
    g = war("germany", "ussr", side=ALLIES)
    lost, due = put(g, "ussr INF 6-5", "moscow"), put(g, "ussr STA 3-3", "moscow")
    for u, pool in ((lost, LOST), (due, DUE)):
        g.units[u].at, g.units[u].pool, g.units[u].due = -1, pool, g.turn
    assert (construction.build_price(g, lost), construction.build_price(g, due)) == (7, 0)
    g.nations[USSR].free_builds = 1
    assert construction.build_price(g, lost) == 0


def test_21_7_6_a_scorched_earth():
    """Once, on the turn after the attack, for 15 NARFs: Axis units in Russia lose a point."""
    g = war("germany", "ussr")
    g.barbarossa = g.turn - 1
    unit = put(g, "germany INF 6-5", "minsk")
    home = put(g, "germany INF 6-5", "berlin")
    drive(g, scorched_earth(g), ["scorch n.ussr"])
    assert g.nations.narfs[USSR] == 85
    assert (allowance(g, unit, 1), allowance(g, home, 1)) == (4, 5)
    assert drive(g, scorched_earth(g)) == []


# --- 26, 29 ---------------------------------------------------------------------------------------------------------------------


def test_26_1_a_before_the_war_winter_is_harsh_and_spring_mud_heavy():
    g = war("germany", "france", year=1940, season=WINTER)
    drive(g, weather.eastern_winter(g))
    assert (g.east, g.east_winter) == (4, 1)
    g.turn = turn_of(1940, 0)
    drive(g, weather.weather(g))
    assert (g.east, g.east_winter) == (3, 0)


def test_29_20_a_carpet_bombing():
    g = war("germany", "britain", "united_states", year=1944, season=SUMMER, side=ALLIES, carpet_bombing=True)
    assert carpet_allowed(g)
    g.carpets = 2
    assert not carpet_allowed(g)
    g.carpets, g.turn = 0, turn_of(1943, SUMMER)
    assert not carpet_allowed(g)


def test_29_21_a_motorised_flak():
    for switch in (True, False):
        g = war("germany", "ussr", year=1941, motorised_flak=switch)
        guns = put(g, "germany FLAK 1-3", "berlin")
        assert (construction.upgrade_of(g, guns) is not None) is switch


# --- the table ------------------------------------------------------------------------------------------------------------------


def test_the_picture_and_the_odds_of_an_attack():
    game = session("north_africa")
    answer(game, "rle n.italy 1", "rle n.germany 1", "mle n.britain", "place n.italy 3826", "place n.germany 3926")
    while "First impulse combat" not in game.play.crumbs[0].what:
        answer(game, "done")
    g = game.g
    seen = picture(g, "axis")
    assert len(seen.pieces) == len(g.units) and all(len(p.sidc) == 15 for p in seen.pieces)
    assert seen.overlays["supply axis"]["3925"] == "full"
    ask = game.pending["axis"]
    option = ask.find("attack 3924")
    card = outlook(g, option)
    assert card.odds == "12:4 (3-1)" and abs(sum(c.chance for c in card.results) - 1) < 1e-9
    # 3-1 with +2: rows 3 to 12: ½DE, DD, DR, ½EX, EX x 2, EX/PV x 2, 2xEX x 2, in all of which the weaker defender is gone
    assert {c.result: round(c.chance, 9) for c in card.results} == {
        "½DEΩ": 0.1,
        "DDΩ": 0.1,
        "DRΩ": 0.1,
        "½EX": 0.1,
        "EX": 0.2,
        "EX/PV": 0.2,
        "2xEX": 0.2,
    }
    assert card.taken == card.breach == 1.0
    assert card.support == "with unopposed air support: 5-1" and card.supported[0].chance == 0.2
    assert label(g, ask, option).words == "Attack El Agheila"
    assert sidc(Kind.ARM, AXIS).startswith("SFGPUCA")


@pytest.mark.parametrize("scenario", [s.key for s in TITLE.scenarios])
def test_greedy_plays_to_the_end(scenario):
    from grognard.agents import agent

    game = Session.new(TITLE, scenario, {}, seed=b"\5" * 32)
    seats = {seat: agent(name, 5) for seat, name in (("axis", "greedy"), ("allies", "planner"))}
    while game.outcome is None:
        seat = next(iter(game.pending))
        game.apply(seat, seats[seat].choose(game, seat))
        assert game.count < 6000
    assert game.outcome.reason


def test_11_8_2_a_aircraft_lost_before_the_answer():
    """A bomber shot down while it hunted a reserve no longer supports its attack."""
    g = war("germany", "ussr")
    target = space(g, "1315")
    bomber = put(g, "germany TAC 1-5-4", "minsk")
    put(g, "ussr INF 4-5", "1315")
    put(g, "ussr FTR 2-3-2", "bryansk")
    g.units[bomber].at, g.units[bomber].pool = -1, LOST
    sent = {target: [bomber]}
    drive(g, air_support.answer_support(g, [target], sent))
    assert sent == {target: []}


def test_12_1_1_b_supply_is_explained():
    """`supply u0` names the line or the obstacle, `supply HEX` what holds for each side and until when a pocket keeps it."""
    game = session("barbarossa")
    g, seat = game.g, next(iter(game.pending))
    german = next(u for u, d in enumerate(g.units.design) if g.designs[d].id == "ger_inf_i")
    found = game.explain(seat, f"supply u{german}")
    assert found.rule == "12.1.1" and found.reason.startswith("supplied by Berlin")
    moscow = game.explain(seat, "supply " + g.board.token(space(g, "moscow"))).reason
    assert "allies: supplied by" in moscow and "axis: " in moscow
    g.hexes[space(g, "minsk")].pocket = AXIS
    assert "passes to the axis" in game.explain(seat, "supply " + g.board.token(space(g, "minsk"))).reason


def test_23_40_a_troops_bound_to_their_homes():
    """Dutch troops stay in the Netherlands; Poles may enter Germany but not Slovakia."""
    g = war("germany", "netherlands", "slovakia", "poland", year=1940, season=0, side=ALLIES)
    dutch = put(g, "netherlands INF 3-5", "the_hague")
    there = Steps(g, [dutch], in_swamp=False)
    abroad = next(
        (a, b)
        for a in range(g.board.size)
        for b in g.ground.steps[a]
        if g.ground.country[a] == "netherlands" and g.ground.country[b] == "germany"
    )
    assert there.cost(*abroad, 0).rule == "23.40"
    pole = put(g, "poland INF 3-5", "krakow")
    assert Steps(g, [pole], in_swamp=False).bounds >= {"germany"}
    assert "slovakia" not in Steps(g, [pole], in_swamp=False).bounds


def test_a_pack_replaces_the_counters(tmp_path):
    """An owner's counters.csv changes the values in play; one with an unknown column is refused by name."""
    from grognard.kernel.errors import GrognardError
    from grognard.kernel.files import Pack

    own = (TITLE.folder / "data" / "counters.csv").read_text(encoding="utf-8")
    folder = tmp_path / "mine"
    (folder / "data").mkdir(parents=True)
    (folder / "pack.toml").write_text('title = "tw"\nname = "mine"\nversion = "1"\n')
    (folder / "data" / "counters.csv").write_text(own.replace("ger_arm_dak,germany,ARM,4,8", "ger_arm_dak,germany,ARM,5,8"))
    g = TITLE.blank("north_africa", {}, [Pack.open(folder)])
    TITLE.setup(g)
    assert g.units[0].sheet.values == "5-8"
    plain = TITLE.blank("north_africa", {})
    TITLE.setup(plain)
    assert plain.units[0].sheet.values == "4-8"
    (folder / "data" / "counters.csv").write_text(own.replace("id,nation", "id,nation,colour", 1))
    with pytest.raises(GrognardError):
        TITLE.blank("north_africa", {}, [Pack.open(folder)])
