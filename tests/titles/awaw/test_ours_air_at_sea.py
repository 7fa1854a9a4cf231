"""Ours 17 to 19 and 23: squadrons, naval air over land, jets, and what flies over ships."""

from __future__ import annotations

from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, ITALY, JAPAN, US
from grognard.titles.awaw.rules import airsea, interception, raiders, seabattle
from grognard.titles.awaw.rules.air import (
    Sky,
    Sortie,
    air_modifiers,
    air_round,
    fit,
    hangars,
    may_fly,
    may_fly_naval,
    take_off_naval,
)
from grognard.titles.awaw.rules.battle import battle_at
from grognard.titles.awaw.rules.operations import pay
from grognard.titles.awaw.rules.research import cell
from grognard.titles.awaw.rules.units import air_factors, recombine, squadrons
from grognard.titles.awaw.rules.voyages import FIGHTING, Harbour
from grognard.titles.awaw.state import COVERING, INTERCEPTING, RAIDING, SAILING, SUPPORTING, World

from .kit import campaign, drive, fight, hold, put, puts, space, world


def test_ours_17_a_odd_squadrons_stay():
    """AW-OURS-17-a: nine squadrons that lose two are two factors and a squadron."""
    g = world("germany", "britain")
    planes = puts(g, 3, "germany aaf", "berlin")
    assert sum(squadrons(g, u) for u in planes) == 9
    g.units[planes[0]].short = 1
    g.units[planes[1]].short = 1
    recombine(g, planes)
    assert sum(squadrons(g, u) for u in planes if g.units.at[u] >= 0) == 7
    assert sorted(squadrons(g, u) for u in planes) == [1, 3, 3]
    assert air_factors(g, planes) == 2
    g.units[planes[1]].short = 1
    recombine(g, planes)
    assert sum(g.units.at[u] >= 0 for u in planes) == 2  # three lost squadrons are a factor


def test_ours_19_c_two_factors_meet_four_squadrons():
    """AW-OURS-19-c: they roll as six squadrons and lose squadrons; with 7 and 2 the four lose more."""
    g = world("germany", "britain")
    g.nations[GERMANY].air, g.nations[BRITAIN].air = 2, 3  # British naval air is one worse than that: equal
    two, four = puts(g, 2, "germany aaf", "berlin"), puts(g, 4, "britain nas", "london")
    six, small = (g.charts.air_combat[g.charts.air_combat.column(roll), row] for row, roll in ((6, 7), (4, 9)))
    g.dice = type(g.dice)(3, 4, 4, 5)
    air_round(g, space(g, "eM31"), two, four)
    assert sum(g.units.at[u] < 0 for u in four) == min(4, six.lost)
    assert 6 - sum(squadrons(g, u) for u in two if g.units.at[u] >= 0) == small.lost


def test_ours_18_b_naval_air_over_land_costs_a_third_each_phase():
    """AW-OURS-18-b, 9.51C: four squadrons and two of another base cost two BRPs together, a seventh a third; a new phase counts
    anew."""
    g = world("germany", "britain", side=ALLIES, mover="britain")
    hold(g, "britain", "antwerp")
    target = space(g, "eM25")
    hold(g, "germany", "eM25")
    planes = puts(g, 8, "britain nas", "antwerp")
    assert pay(g, BRITAIN, target, planes[:4]) == 2
    assert pay(g, BRITAIN, target, planes[4:6]) == 0
    assert pay(g, BRITAIN, target, planes[6:7]) == 1
    g.new_phase()
    assert pay(g, BRITAIN, target, planes[7:8]) == 1


def test_9_22_naval_air_supports_ground_attacks():
    """9.22D: three land-based squadrons are a factor of ground support; out of their three hexes they do not come."""
    g = world("germany", "britain", side=ALLIES, mover="britain")
    g.stage = 1
    hold(g, "britain", "antwerp")
    target = next(o for o, _ in g.ground.ways[space(g, "antwerp")] if g.ground.country[o] >= 0)
    g.hexes[target].holder = GERMANY
    puts(g, 4, "britain nas", "antwerp")
    sortie = Sortie(BRITAIN, target, SUPPORTING, 99)
    take_off_naval(g, sortie, (space(g, "antwerp"), 3))
    assert battle_at(g, target, ALLIES).support == 1
    refusal = may_fly_naval(g, Sortie(BRITAIN, space(g, "berlin"), SUPPORTING, 99), (space(g, "antwerp"), 1))
    assert refusal is not None
    refusal = may_fly_naval(g, sortie, (space(g, "antwerp"), 2))
    assert refusal is not None and refusal.rule == "ours 17.3"  # one is left


def test_ours_17_5_jets_defend_and_intercept():
    """Jets add one each in air combat, fly cover and interception, and neither support attacks nor strike bases."""
    g = world("germany", "britain")
    jets, plane = puts(g, 2, "germany jet", "berlin"), put(g, "germany aaf", "berlin")
    enemy = put(g, "britain aaf", "london")
    target = space(g, "eM31")
    assert fit(g, Sortie(GERMANY, target, SUPPORTING, 9), [*jets, plane]) == [plane]
    assert fit(g, Sortie(GERMANY, target, INTERCEPTING, 9), [*jets, plane]) == [*jets, plane]
    base = space(g, "berlin")
    assert (base, 3) in hangars(g, Sortie(GERMANY, target, COVERING, 9))
    assert (base, 2) not in hangars(g, Sortie(GERMANY, target, SUPPORTING, 9))
    refusal = may_fly(g, Sortie(GERMANY, target, SUPPORTING, 9), (base, 2))
    assert refusal is not None
    with_jets = air_modifiers(g, [*jets, plane], [enemy], target).total
    assert with_jets == air_modifiers(g, [plane], [enemy], target).total + 2


# --- over the sea -------------------------------------------------------------------------------------------------------


def strait() -> tuple[World, int]:
    """The Mediterranean: Britain against Italy; a sea hex beside Malta."""
    g = campaign("north_africa", side=ALLIES, mover="britain", year=1941)
    g.stage = 1
    near = space(g, "malta")
    sea = next(s for s in g.ground.within(near, 2) if g.ground.terrain[s] == "sea")
    return g, sea


def test_ours_18_59_search_aircraft_help_interception():
    """AW-OURS-22-b: each search squadron adds one, three at most; aircraft out of range do not search."""
    g, sea = strait()
    g.side = AXIS
    put(g, "britain aaf", "malta")
    ship = put(g, "britain dd", "malta")
    passage = interception.Passage(BRITAIN, "sea transport", (sea,), 20)
    port = space(g, "malta")
    before = interception.modifiers(g, [ship], port, passage).total
    assert interception.lookouts(g, passage) == [port]
    found = interception.spot(g, passage, port)
    assert found == 3
    after = interception.modifiers(g, [ship], port, interception.Passage(BRITAIN, "sea transport", (sea,), 20, (), (), 3)).total
    assert after == before + 3
    refusal = interception.may_spot(g, interception.Passage(BRITAIN, "sea transport", (sea,), 20, (), (), 3), port)
    assert refusal is not None and refusal.rule == "ours 18.59"
    put(g, "britain aaf", "alexandria")
    refusal = interception.may_spot(g, passage, space(g, "alexandria"))
    assert refusal is not None and refusal.rule == "ours 18.3"


def test_ours_23_13_army_air_fights_at_sea_as_squadrons():
    """Three squadrons of an air factor take part: cover, search and attack, chosen once (17.22); far away none are asked."""
    g, sea = strait()
    ships, foes = puts(g, 3, "britain dd", "malta"), puts(g, 3, "italy dd", "taranto")
    plane = put(g, "britain aaf", "malta")
    far = put(g, "britain aaf", "alexandria")
    side = seabattle.Side(g, ships, [])
    prompts = drive(g, seabattle.land_air(g, side, sea), [f"fly {g.board.token(space(g, 'malta'))} 1", "assign 1 1"])
    assert prompts and side.army == [plane] and g.units.mission[far] == 0
    assert (side.army_cap, side.army_search, len(side.by_land)) == (1, 1, 3)
    assert side.patrol == [plane]
    other = seabattle.Side(g, foes, [])
    other.found = 1
    drive(g, seabattle.strikes(g, sea, side, other), dice=[4] + [6] * 20)
    assert any(g.units.at[u] < 0 for u in foes)  # one squadron attacked


def test_ours_17_4_kamikazes():
    """Only Japan, and only when it is desperate: an American unit within eight hexes; their squadrons add two and are gone."""
    g = campaign("pacific", side=ALLIES, mover="us", year=1945)
    fight(g, "japan", "us", "britain")
    assert not seabattle.desperate(g, US)
    calm = seabattle.desperate(g, JAPAN)
    near = next(s for s in g.ground.within(space(g, "tokyo"), 6) if g.ground.field[s])
    u = put(g, "us i 1-3", "pearl_harbor")
    g.units[u].at = near
    assert seabattle.desperate(g, JAPAN)
    assert not calm or seabattle.japanese_resistance(g).total <= 5
    fleet = [put(g, "us dd", "pearl_harbor")]
    mine = seabattle.Side(g, [put(g, "japan dd", "tokyo")], [])
    mine.divine = [put(g, "japan aaf", "tokyo")]
    prey = seabattle.Side(g, fleet, [])
    prey.found = 1
    sea = next(s for s in g.ground.within(space(g, "tokyo"), 3) if g.ground.terrain[s] == "sea")
    drive(g, seabattle.strikes(g, sea, mine, prey), dice=[3] * 20)
    assert mine.divine == []
    assert not [u for u in range(len(g.units)) if g.units.at[u] == space(g, "tokyo") and g.units[u].sheet.kind == Kind.AAF]


def test_9_22_b_land_air_attacks_ships_in_port():
    """9.22B, ours 23.5: two army air factors at Malta come over Taranto as six squadrons; each is paid for; out of range none."""
    g, _ = strait()
    puts(g, 2, "britain aaf", "malta")
    target = put(g, "italy b", "taranto")
    reach = [p for p in g.ground.ports if airsea.may_bomb_port(g, BRITAIN, p) is None]
    if space(g, "taranto") not in reach:
        g.units[target].at = next(p for p in g.ground.ports if g.board.distance(space(g, "malta"), p) <= 4
                                  and g.hexes.holder[p] == ITALY)  # fmt: skip
    port = g.units.at[target]
    assert airsea.may_bomb_port(g, BRITAIN, port) is None
    before = g.nations.level[BRITAIN]
    answers = [f"fly {g.board.token(space(g, 'malta'))} 2", f"bomb u{target} 5"]  # air defense turns one away
    drive(g, airsea.bomb_port(g, BRITAIN, port), answers, dice=[1, 1] + [6] * 9)
    assert g.nations.level[BRITAIN] == before - 2
    assert g.units.damage[target] or g.units.at[target] < 0
    refusal = airsea.may_bomb_port(g, BRITAIN, space(g, "malta"))
    assert refusal is not None and refusal.rule == "ours 23.5"


def test_9_32_e_carriers_support_an_attack():
    """9.32E, 9.55: each carrier pays one BRP, three of their squadrons are a factor of support; ships without decks give none."""
    g, _ = strait()
    deck, second = puts(g, 2, "britain cv Ark Royal", "alexandria")
    puts(g, 3, "britain nas", "alexandria")
    foe = put(g, "germany i 1-3", "tripoli")
    target = next(s for s in g.ground.within(space(g, "alexandria"), 6) if g.ground.field[s] and g.ground.lanes[s]
                  and airsea.launch_point(g, space(g, "alexandria"), s) >= 0 and s != space(g, "alexandria"))  # fmt: skip
    g.units[foe].at = target
    g.hexes[target].holder = GERMANY
    h = Harbour(BRITAIN, space(g, "alexandria"), FIGHTING)
    refusal = airsea.may_support_land(g, h, target)
    assert refusal is not None and refusal.rule == "9.32E"
    g.units[deck].mission = g.units[second].mission = SAILING
    assert airsea.may_support_land(g, h, target) is None
    before = g.nations.level[BRITAIN]
    drive(g, airsea.support_land(g, h, target))
    assert before - g.nations.level[BRITAIN] == 2  # two carriers of two factors
    assert battle_at(g, target, ALLIES).support == 1
    assert g.units.inverted[deck]


def test_9_32_f_fast_carriers_intercept_defensive_air():
    """9.32F: fast carriers, not escort carriers, against the air over a hex."""
    g, _ = strait()
    port = space(g, "alexandria")
    puts(g, 3, "britain nas", "alexandria")
    escort = put(g, "britain cve", "alexandria")
    target = next(s for s in g.ground.within(port, 6) if g.ground.field[s] and airsea.launch_point(g, port, s) >= 0)
    put(g, "germany aaf", "tripoli", mission=COVERING, target=target)
    refusal = airsea.may_intercept_from_decks(g, Sky(BRITAIN), (port, target))
    assert refusal is not None and refusal.rule == "9.32F"
    put(g, "britain cv", "alexandria")
    assert airsea.may_intercept_from_decks(g, Sky(BRITAIN), (port, target)) is None
    before = g.nations.level[BRITAIN]
    drive(g, airsea.intercept_from_decks(g, Sky(BRITAIN), (port, target)), dice=[5] * 20)
    assert before - g.nations.level[BRITAIN] == 1 and not g.units.inverted[escort]


def test_ours_21_44_harbor_attack():
    """A result of research serves for one attack; nine damages half a die of capital ships, eight none; out of 20 hexes none."""
    g = campaign(side=AXIS, mover="italy", year=1941)
    fight(g, "germany", "italy", "britain")
    ship = put(g, "britain b Warspite", "alexandria")
    port = space(g, "alexandria")
    refusal = airsea.may_attack_harbor(g, ITALY, port)
    assert refusal is not None and refusal.rule == "ours 21.44"  # no result yet
    g.results[cell(EUROPEAN_AXIS, "harbor_attack")] = 2
    assert airsea.may_attack_harbor(g, ITALY, port) is None
    g.dice = type(g.dice)(4, 4)
    airsea.attack_harbor(g, ITALY, port)
    assert not g.units.damage[ship]
    g.dice = type(g.dice)(4, 5, 1)
    airsea.attack_harbor(g, ITALY, port)
    assert g.units.damage[ship]
    refusal = airsea.may_attack_harbor(g, ITALY, port)
    assert refusal is not None  # both are used


def test_ours_21_538_raiders_may_be_met_on_their_way_home():
    g = campaign(side=AXIS, mover="germany", year=1941)
    fight(g, "germany", "britain")
    hold(g, "germany", "brest")
    raider = put(g, "germany bc", "brest", mission=RAIDING)
    puts(g, 2, "britain b Warspite", "plymouth")
    prompts = drive(g, raiders.return_home(g, GERMANY))
    assert any("raid" in prompt for prompt in prompts)
    assert (g.units.mission[raider], g.units.inverted[raider]) == (0, 1)
    alone = campaign(side=AXIS, mover="germany", year=1941)
    fight(alone, "germany", "britain")
    put(alone, "germany bc", "brest", mission=RAIDING)
    assert drive(alone, raiders.return_home(alone, GERMANY)) == []  # nobody is near
