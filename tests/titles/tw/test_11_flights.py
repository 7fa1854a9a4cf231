"""11.2.3, 11.8, 8.3.2, 11.14: the ways aircraft take, who meets them, and what follows."""

from __future__ import annotations

from grognard.titles.tw.nations import GERMANY, INDEX, NEUTRAL
from grognard.titles.tw.rules import air_support, drops
from grognard.titles.tw.rules.air_support import AGAINST_TRANSFER, AV, bit, interceptors, reaches, support_mission, transfer
from grognard.titles.tw.rules.airbases import hops
from grognard.titles.tw.rules.counter_air import strike, strike_rounds
from grognard.titles.tw.rules.flight import exposed_to, friendly_sky, hop_bases, in_range, sky
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.rail import begin_strategic_movement, strategic_goals, strategic_movement
from grognard.titles.tw.rules.staging import staging
from grognard.titles.tw.rules.units import hex_sides

from .kit import ALLIES, AXIS, drive, hold, put, space, war


def across(g, hexes):
    """Two hexes this far apart whose every straight way is barred by neutral land."""
    sides = hex_sides(g)
    for a in range(g.board.size):
        if not g.ground.land[a] or g.ground.country[a] != "germany":
            continue
        for b in range(g.board.size):
            if g.ground.land[b] and sides[b] != NEUTRAL and g.ground.far(a, b) == hexes and not in_range(g, a, b, hexes):
                return a, b
    raise AssertionError("no such pair")


# --- round neutral land -------------------------------------------------------------------------------------------------------


def test_11_2_3_aircraft_fly_round_neutral_land():
    """The range is counted along the way: what is five hexes off over Switzerland takes more round it."""
    g = war("germany", "france", "italy", year=1940, season=1)
    a, b = across(g, 4)
    far = next(n for n in range(5, 12) if in_range(g, a, b, n))
    assert far > 4 and not in_range(g, a, b, far - 1)
    planes = put(g, "germany TAC 1-5-4", g.board.token(a))
    assert reaches(g, planes, b) == (far <= 5)
    heavy = put(g, "germany MDM 1-7-6", g.board.token(a))
    assert reaches(g, heavy, b) == (far <= 7)


def test_11_2_3_nobody_flies_to_neutral_land():
    g = war("germany", "france", year=1940, season=1)
    planes = put(g, "germany TAC 1-5-4", "munich")
    swiss = next(s for s in g.board.within(space(g, "munich"), 5) if g.ground.country[s] == "switzerland")
    assert not reaches(g, planes, swiss)
    g.nations[INDEX["switzerland"]].side = ALLIES
    assert reaches(g, planes, swiss)


def test_8_3_2_strategic_flights_keep_out_of_enemy_country():
    """Staging may cross the enemy's land, strategic movement may not."""
    g = war("germany", "finland", "ussr")
    refresh(g)
    planes = put(g, "germany MDM 1-7-6", "konigsberg")
    helsinki = space(g, "helsinki")
    assert not friendly_sky(g, AXIS) & g.ground.sky_bit[space(g, "minsk")]
    assert sky(g, AXIS) & g.ground.sky_bit[space(g, "minsk")]
    # one leg of 14 hexes over the Baltic reaches Finland both ways; a wall of enemy country does not
    walled = g.ground.sky_bit[space(g, "konigsberg")] | g.ground.sky_bit[helsinki]
    assert hop_bases(g, space(g, "konigsberg"), [helsinki], None, 14, walled) == []
    assert helsinki in hops(g, planes, 3, 14)


# --- who meets a flight -------------------------------------------------------------------------------------------------------


def test_11_8_1_a_way_round_the_hunters_is_taken_where_the_range_allows():
    """Hunters that do not cover the target meet only a flight that is too long to go round them."""
    g = war("germany", "ussr")
    at, target = space(g, "1318"), space(g, "1313")
    assert g.ground.far(at, target) == 5
    beside = next(
        s
        for s in range(g.board.size)
        if g.ground.far(s, target) > 1 and any(g.ground.far(s, w) == 1 for w in g.board.line(at, target)[2:4])
    )
    hunters = [(7, beside, 1)]
    assert exposed_to(g, at, target, 5, hunters) == [7]  # straight, for the range is spent
    assert exposed_to(g, at, target, 9, hunters) == []  # round them
    assert exposed_to(g, at, target, 9, [(7, target, 1)]) == [7]  # over the target there is no way round


def test_11_8_2_any_mission_may_be_counter_intercepted():
    """An overrun's bomber is met by a fighter, and its own fighter joins the battle."""
    g = war("germany", "ussr")
    target = space(g, "1315")
    bomber, guard = put(g, "germany TAC 1-5-4", "1318"), put(g, "germany FTR 3-3-2", "1317")
    foe = put(g, "ussr FTR 2-3-2", "1314")
    assert interceptors(g, [bomber], target, AV) == [foe]
    prompts = drive(
        g, support_mission(g, [bomber], target, AV), [f"intercept u{foe}", f"counter u{guard} 1315", "plain"], dice=[1]
    )
    assert "Counter-intercept" in prompts and g.units.at[foe] < 0
    assert air_support.may_fly(g, guard, air_support.COUNTER) is not None  # one mission of the type in an impulse
    assert drive.value == [bomber]


# --- staging and strategic flights --------------------------------------------------------------------------------------------


def test_11_2_3_staging_aircraft_may_be_intercepted():
    """A base within reach of the enemy's fighters: he may meet who flies there, once; far behind nobody is asked."""
    g = war("germany", "ussr")
    planes, foe = put(g, "germany TAC 1-5-4", "warsaw"), put(g, "ussr FTR 2-3-2", "1316")
    hold(g, "germany", "1317")
    g.hexes[space(g, "1317")].airbase = GERMANY
    drive(g, transfer(g, planes, space(g, "1317"), 3, 10), [f"intercept u{foe}", "plain"], dice=[9])
    assert g.units.at[planes] < 0
    assert g.units.missions[foe] & bit(AGAINST_TRANSFER, 1)
    h = war("germany", "ussr")
    planes = put(h, "germany TAC 1-5-4", "warsaw")
    put(h, "ussr FTR 2-3-2", "1313")
    assert drive(h, transfer(h, planes, space(h, "berlin"), 3, 10)) == []


def test_11_2_3_a_survivor_lands_and_staging_asks():
    g = war("germany", "ussr")
    planes, foe = put(g, "germany TAC 1-5-4", "warsaw"), put(g, "ussr TAC 1-5-4", "1316")
    hold(g, "germany", "1317")
    g.hexes[space(g, "1317")].airbase = GERMANY
    drive(g, staging(g), [f"stage u{planes}", "land 1317", f"intercept u{foe}", "plain", "stay", "leave"], dice=[8])
    assert g.units.at[planes] == space(g, "1317")


def test_8_3_2_parachutists_met_alone_on_the_way_are_lost():
    """Unescorted transports are easy targets; a fighter that counter-intercepts saves them."""
    for guarded in (False, True):
        g = war("germany", "ussr")
        jump, foe = put(g, "germany PARA 2-5", "warsaw"), put(g, "ussr FTR 2-3-2", "1316")
        hold(g, "germany", "1317")
        g.hexes[space(g, "1317")].airbase = GERMANY
        words = [f"intercept u{foe}"]
        if guarded:
            guard = put(g, "germany FTR 3-3-2", "1318")
            words += [f"counter u{guard} 1317", "plain"]
        drive(g, transfer(g, jump, space(g, "1317"), 3, 8), words, dice=[1])
        assert (g.units.at[jump] >= 0) == guarded


def test_8_3_2_strategic_flights_may_be_intercepted():
    g = war("germany", "ussr")
    refresh(g)
    planes = put(g, "germany TAC 1-5-4", "warsaw")
    foe = put(g, "ussr FTR 2-3-2", "1316")
    hold(g, "germany", "1317")
    g.hexes[space(g, "1317")].airbase = GERMANY
    assert space(g, "1317") not in strategic_goals(g, planes)  # enemy country lies between
    hold(g, "germany", *(g.board.token(s) for s in g.board.line(space(g, "warsaw"), space(g, "1317"))))
    assert space(g, "1317") in strategic_goals(g, planes)
    begin_strategic_movement(g)
    prompts = drive(g, strategic_movement(g), [f"entrain u{planes}", "arrive 1317", "let"])
    assert any("Intercept" in p for p in prompts) and g.units.at[planes] == space(g, "1317")
    assert g.units.missions[foe] == 0


# --- airborne landings --------------------------------------------------------------------------------------------------------


def test_11_14_1_parachutists_may_land_on_any_hex():
    """Friendly hexes as well as the enemy's; not beyond four hexes."""
    g = war("germany", "ussr")
    jump = put(g, "germany PARA 2-5", "warsaw")
    where = drops.landing_hexes(g, jump)
    sides = hex_sides(g)
    assert {sides[s] for s in where} == {AXIS, ALLIES}
    assert max(g.ground.far(space(g, "warsaw"), s) for s in where) == 4


def test_11_14_1_without_escorts_left_the_landing_does_not_happen():
    """The escort falls and the enemy is still there: the transports are shot down with it."""
    g = war("germany", "ussr")
    jump, escort = put(g, "germany PARA 2-5", "warsaw"), put(g, "germany FTR 3-3-2", "warsaw", depleted=1)
    foe = put(g, "ussr FTR 2-3-2", "1318")
    target = g.board.token(space(g, "1319"))
    words = [f"land u{jump} {target}", f"escort u{escort}", f"intercept u{foe}", "plain"]
    drive(g, drops.airborne_landing(g, g.units[jump]), words, dice=[10])
    assert g.units.at[escort] < 0 and g.units.at[jump] < 0  # left alone with the enemy: shot down


# --- counter-air --------------------------------------------------------------------------------------------------------------


def test_11_5_1_d_who_rose_may_land_elsewhere():
    """tw-11.5.1-d: after a round in the air a fighter lands at its own hex or at another within its interception range."""
    g = war("germany", "britain", year=1940, season=1)
    hunter = put(g, "germany FTR 3-3-2", "calais")
    foe = put(g, "britain FTR 3-3-2", "1333" if g.ground.land[space(g, "1333")] else "london")
    at = g.units.at[foe]
    elsewhere = next(s for s in g.board.within(at, 2)[1:] if g.ground.land[s] and g.ground.terrain[s] == 0)
    hold(g, "britain", g.board.token(at), g.board.token(elsewhere))
    words = ["plain", "stay", "land", f"divert u{foe}", f"land {g.board.token(elsewhere)}"]
    drive(g, strike_rounds(g, [hunter], [foe], at), words, dice=[6])
    assert g.units.at[foe] == elsewhere


def test_11_8_2_strikes_may_be_helped_against_who_rises():
    g = war("germany", "ussr")
    first, second = put(g, "germany FTR 3-3-2", "1318"), put(g, "germany FTR 3-3-2", "1318")
    foe = put(g, "ussr FTR 2-3-2", "1316")
    flow = strike(g, space(g, "1316"))
    words = [f"send u{first}", f"rise u{foe}", "go", f"counter u{second} 1316", "plain"]
    drive(g, flow, words, dice=[1])
    assert g.units.at[foe] < 0 and not air_support.may_fly(g, second, air_support.COUNTER_AIR)


def test_11_2_3_bombers_may_escort_bombers():
    """FTR, TAC and MDM may escort; a TAC that escorts shifts nothing."""
    g = war("germany", "ussr")
    target = space(g, "1315")
    put(g, "ussr INF 4-5", "1315")
    first, second = put(g, "germany TAC 1-5-4", "1318"), put(g, "germany TAC 1-5-4", "1318")
    from grognard.titles.tw.rules.strength import Battle

    battle = Battle(target, AXIS, 1, [put(g, "germany ARM 8-8", "1316")])
    flow = air_support.allot_support(g, [target], [], [battle])
    drive(g, flow, [f"support u{first} 1315", f"escort u{second} 1315", "done"])
    assert drive.value == {target: [first, second]} and battle.guards == [second]
