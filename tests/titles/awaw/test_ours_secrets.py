"""Stand-in rules 41 to 48 and 62: intelligence, codes, atomic weapons, the election; what stays hidden; examples under ids."""

from __future__ import annotations

from math import comb
from random import Random

from grognard.kernel.dice import FixedDice, seed_from
from grognard.kernel.session import Session
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.designs import NAVAL
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, INDEX, JAPAN_ALONE, US, WESTERN
from grognard.titles.awaw.rules import atomic, codes, diplomacy, elections, intelligence, research, strategic
from grognard.titles.awaw.rules.battle import breaks_through
from grognard.titles.awaw.rules.bombing import Raid
from grognard.titles.awaw.rules.grants import Treasury, may_grant
from grognard.titles.awaw.rules.influence import ATOMIC_ON, atomic_loss
from grognard.titles.awaw.rules.redeployment import sr_limit
from grognard.titles.awaw.rules.research import cell
from grognard.titles.awaw.rules.tension import AMERICA_TIRED
from grognard.titles.awaw.rules.units import is_air_base
from grognard.titles.awaw.rules.war import Cabinet, may_declare
from grognard.titles.awaw.state import POOL, SPRING, SUMMER, World, turn_of

from .kit import campaign, drive, fight, hold, put, puts, space

IRAQ, POLAND = INDEX["iraq"], INDEX["poland"]
BRITISH = intelligence.Agency(BRITAIN, WESTERN)
GERMAN = intelligence.Agency(GERMANY, EUROPEAN_AXIS)


def results(g: World, faction: int, key: str, count: int) -> None:
    g.results[cell(faction, key)] = count


# --- spies --------------------------------------------------------------------------------------------------------------


def test_ours_45_1_a_look_at_the_files():
    """AW-OURS-45-a: die 5, two results, one German counter: six shows the German air allocation."""
    g = campaign(year=1941, season=SPRING)
    assert intelligence.may_spy(g, BRITISH).rule == "ours 45.1"
    results(g, WESTERN, "espionage_spy_rings", 2)
    results(g, EUROPEAN_AXIS, "counter_intelligence", 1)
    g.points[cell(EUROPEAN_AXIS, "air_range")] = 3
    assert intelligence.works(5, 2, 1, 6)
    assert not intelligence.works(4, 2, 1, 6)
    g.dice = FixedDice(5)
    assert intelligence.look(g, BRITISH, (GERMANY, "air")) == "Air range 3"
    told = [line for line in g.journal.lines if "spies report" in line.text]
    assert told and all("germany" not in line.only and line.only for line in told)
    assert intelligence.may_spy(g, BRITISH).rule == "ours 44.2"  # one a turn


def test_ours_45_1_a_ring_is_lost_and_plans_are_stolen():
    g = campaign(year=1941, season=SPRING)
    results(g, WESTERN, "espionage_spy_rings", 1)
    results(g, EUROPEAN_AXIS, "jets", 1)
    assert intelligence.may_steal(g, BRITISH, "jets") is None
    assert intelligence.may_steal(g, BRITISH, "torpedoes").rule == "ours 45.1"
    need = research.chance_needed(g, WESTERN, "jets")
    g.dice = FixedDice(5)
    intelligence.steal(g, BRITISH, "jets")
    assert research.chance_needed(g, WESTERN, "jets") == need - 1
    g.turn += 1
    g.dice = FixedDice(1)
    assert intelligence.look(g, BRITISH, (GERMANY, "naval")) == ""
    assert intelligence.rings(g, WESTERN) == 0


def test_ours_45_1_what_lies_in_a_port():
    g = campaign(year=1941, season=SPRING)
    results(g, WESTERN, "espionage_spy_rings", 3)
    put(g, "germany cruiser", "kiel")
    assert intelligence.may_scout(g, BRITISH, space(g, "kiel")).rule == "ours 45.1"
    put(g, "germany cruiser", "kiel", force=1)
    assert intelligence.may_scout(g, BRITISH, space(g, "kiel")) is None


def test_ours_46_1_partisans_in_iraq():
    """AW-OURS-46-a: one result, no counter, die 5: two Iraqi partisans may be built."""
    g = campaign(year=1941, season=SPRING)
    assert intelligence.may_act(g, GERMAN).rule == "ours 46.1"
    results(g, EUROPEAN_AXIS, "covert_operations", 1)
    waiting = intelligence.waiting(g, "iraq")
    assert len(waiting) == 2
    assert intelligence.may_raise(g, BRITISH, IRAQ).rule == "ours 46.1"
    g.dice = FixedDice(5)
    intelligence.raise_bands(g, GERMAN, IRAQ)
    assert all(g.units.pool[u] == POOL for u in waiting)
    assert intelligence.may_act(g, GERMAN).rule == "ours 46.1"  # it is used


def test_ours_46_1_sabotage_agents_and_heavy_water():
    g = campaign(year=1941, season=SPRING)
    results(g, EUROPEAN_AXIS, "covert_operations", 2)
    fight(g, "russia")
    kharkov = space(g, "kharkov")
    assert intelligence.may_sabotage(g, GERMAN, space(g, "kiev")).rule == "ours 46.1"
    level = g.nations.level[INDEX["russia"]]
    g.dice = FixedDice(6)
    intelligence.sabotage(g, GERMAN, kharkov)
    assert g.nations.level[INDEX["russia"]] < level
    spain = INDEX["spain"]
    before = diplomacy.roll_modifiers(g, spain).total
    g.dice = FixedDice(6)
    intelligence.sway(g, GERMAN, spain)
    assert diplomacy.roll_modifiers(g, spain).total == before + 2
    results(g, WESTERN, "covert_operations", 1)
    g.points[cell(EUROPEAN_AXIS, "controlled_reaction")] = 5
    g.dice = FixedDice(6)
    intelligence.raid(g, BRITISH, "controlled_reaction")
    assert g.points[cell(EUROPEAN_AXIS, "controlled_reaction")] == 2
    assert intelligence.may_raid(g, BRITISH, "jets").rule == "ours 46.1"


def test_ours_47_2_occupation_policies():
    """AW-OURS-47-a: two results for Poland: four partisans become two."""
    g = campaign(year=1941, season=SPRING)
    for u in range(len(g.units)):  # its production partisans are there too
        if g.units[u].sheet.nation == POLAND and g.units[u].sheet.kind.name == "PARTISAN":
            g.units[u].pool = POOL
    assert intelligence.partisan_limit(g, POLAND) == 4
    assert intelligence.may_police(g, GERMAN, POLAND).rule == "ours 47.2"
    results(g, EUROPEAN_AXIS, "occupation_policies", 2)
    g.nations[POLAND].conquered = GERMANY
    assert intelligence.may_police(g, GERMAN, INDEX["greece"]).rule == "ours 47.2"
    intelligence.police(g, GERMAN, POLAND)
    intelligence.police(g, GERMAN, POLAND)
    assert intelligence.partisan_limit(g, POLAND) == 2
    assert intelligence.may_police(g, GERMAN, POLAND).rule == "ours 47.2"


def test_ours_47_3_subversion():
    g = campaign(year=1942, season=SPRING)
    assert intelligence.may_subvert(g, GERMAN, "vlasov").rule == "ours 47.3"
    results(g, EUROPEAN_AXIS, "subversion", 1)
    assert intelligence.may_subvert(g, GERMAN, "wang").rule == "ours 47.3"
    intelligence.subvert(g, GERMAN, "vlasov")
    assert intelligence.steps(g, "vlasov") == 1
    assert intelligence.may_subvert(g, GERMAN, "vlasov").rule == "ours 47.3"


def test_ours_44_1_diplomats_pay_for_spies():
    g = campaign(year=1941, season=SPRING)
    envoys = diplomacy.Envoys(GERMANY, 3)
    assert diplomacy.may_fund(g, envoys, "covert_operations") is None
    assert diplomacy.may_fund(g, envoys, "jets").rule == "ours 44.1"
    diplomacy.fund(g, envoys, "covert_operations")
    assert g.points[cell(EUROPEAN_AXIS, "covert_operations")] == 1


# --- codes --------------------------------------------------------------------------------------------------------------


def test_ours_48_1_the_price_of_magic():
    """AW-OURS-42-b: with two general results Magic costs one point; a second result in a year is refused."""
    g = campaign("global_war", year=1942, season=SPRING)
    lab = research.Laboratory(US, WESTERN, 3)
    assert research.code_cost(g, WESTERN) == 3
    results(g, WESTERN, "intelligence_general", 2)
    assert research.code_cost(g, WESTERN) == 1
    assert research.may_break(g, lab, "magic") is None
    assert research.break_codes(g, lab, "magic") == 1
    assert research.may_break(g, lab, "magic").rule == "ours 48.1"
    assert research.may_break(g, lab, "ultra") is None  # another theatre
    assert research.may_break(g, research.Laboratory(INDEX["russia"], 3, 9), "ultra").rule == "ours 48.1"


def test_ours_48_2_cards():
    """AW-OURS-48-a: with two results America draws three of eight cards, three of them blank: none useful once in 56."""
    g = campaign("pacific", year=1942, season=SPRING)
    deck = codes.pack(g, codes.AMERICAN_MAGIC)
    blanks = deck.count(codes.CARDS.index("blank"))
    assert (len(deck), len(deck) - blanks) == (8, 5)
    assert comb(8, 3) // comb(blanks, 3) == 56
    g.booked[research.CODES + codes.AMERICAN_MAGIC] = 2
    g.dice = TITLE.blank("pacific", {}).dice or FixedDice(*range(1, 9))
    codes.draw_cards(g)
    drawn = sum(n for key, n in g.hands.items() if key // 10 == codes.AMERICAN_MAGIC)
    assert drawn == 3
    assert not any(key // 10 == codes.AXIS_ULTRA for key in g.hands)  # Germany is not played


def test_ours_48_4_the_advantage():
    """AW-OURS-48-b: both hold their card: none has an advantage; one alone moves the Atlantic by one."""
    g = campaign(year=1941, season=SPRING)
    puts(g, 3, "germany sub", "sw_atlantic")
    before = strategic.submarine_modifiers(g).total
    british, german = codes.BRITISH_ULTRA * 10 + 1, codes.AXIS_ULTRA * 10
    g.hands = {british: 1, german: 1}
    assert strategic.submarine_modifiers(g).total == before
    g.hands = {british: 1}
    assert strategic.submarine_modifiers(g).total == before - 1
    g.hands = {german: 1}
    assert strategic.submarine_modifiers(g).total == before + 1


def test_ours_48_8_a_card_is_played_once():
    g = campaign(year=1941, season=SPRING)
    assert codes.may_play(g, codes.BRITISH_ULTRA, "tactical").rule == "ours 48.8"
    g.hands = {codes.BRITISH_ULTRA * 10 + codes.CARDS.index("wild"): 1}
    assert codes.may_play(g, codes.BRITISH_ULTRA, "tactical") is None
    codes.play(g, codes.BRITISH_ULTRA, "tactical")
    assert codes.may_play(g, codes.BRITISH_ULTRA, "tactical").rule == "ours 48.8"


# --- what is hidden -----------------------------------------------------------------------------------------------------


def test_ours_41_5_what_a_seat_does_not_know():
    g = campaign("global_war", year=1942, season=SPRING)
    g.points[cell(EUROPEAN_AXIS, "jets")], g.points[cell(WESTERN, "radar")] = 3, 2
    g.dps[diplomacy.cell(GERMANY, INDEX["spain"])] = 3
    g.stock = [1, 0, 2, 0]
    g.hands = {codes.AXIS_ULTRA * 10: 1, codes.BRITISH_ULTRA * 10 + 1: 1}
    boat = put(g, "germany sub", "brest", patrol=space(g, "brest"))
    seen = {seat: TITLE.picture(g, seat) for seat in ("germany", "britain")}
    assert str(seen["germany"].panels) != str(seen["britain"].panels)
    TITLE.conceal(g, "britain")
    assert g.points[cell(EUROPEAN_AXIS, "jets")] == 0
    assert g.points[cell(WESTERN, "radar")] == 2
    assert g.dps[diplomacy.cell(GERMANY, INDEX["spain"])] == 0
    assert g.stock == [0, 0, 2, 0]
    assert g.hands == {codes.BRITISH_ULTRA * 10 + 1: 1}
    assert g.units.patrol[boat] == -1
    assert str(TITLE.picture(g, "britain").panels) == str(seen["britain"].panels)  # nothing of it was to be seen before


def test_ours_41_3_points_are_placed_in_secret():
    g = campaign(year=1940, season=SPRING)
    drive(g, research.research(g), ["allot ctl"])
    assert g.points[cell(EUROPEAN_AXIS, "ctl")] >= 1
    told = [line for line in g.journal.lines if "produces" in line.text]
    assert all(line.only for line in told)


# --- the bomb -----------------------------------------------------------------------------------------------------------


def test_ours_43_1_plants_and_bombs():
    """AW-OURS-43-b: the third result in Spring 1945: Summer, then Winter with one plant, Fall with two."""
    g = campaign("global_war", year=1945, season=SPRING)
    results(g, WESTERN, "uranium_separation_or_plutonium", 1)
    results(g, WESTERN, "atomic_bomb", 1)
    atomic.atomic_production(g)
    spring = turn_of(1945, 0)
    assert [t - spring for t in range(spring, spring + 4) if atomic.bombs_due(g, WESTERN, t)] == [1, 3]
    results(g, WESTERN, "uranium_separation_or_plutonium", 2)
    assert [t - spring for t in range(spring, spring + 4) if atomic.bombs_due(g, WESTERN, t)] == [1, 2, 3]
    g.turn += 1
    atomic.atomic_production(g)
    assert atomic.bombs(g, WESTERN) == 1
    assert atomic.bombs(g, JAPAN_ALONE) == 0


def test_ours_43_1_the_order_of_the_steps():
    g = campaign(year=1945, season=SPRING)
    lab = research.Laboratory(BRITAIN, WESTERN)
    g.points[cell(WESTERN, "atomic_bomb")] = 5
    assert research.may_roll(g, lab, "atomic_bomb").rule == "ours 43.1"
    results(g, WESTERN, "uranium_separation_or_plutonium", 1)
    assert research.may_roll(g, lab, "atomic_bomb") is None


def bomber(g: World) -> Raid:
    put(g, "britain bomber", "sw_atlantic")
    results(g, WESTERN, "air_range", 3)
    return Raid(BRITAIN, space(g, "sw_atlantic"))


def test_ours_43_2_a_city_is_destroyed():
    g = campaign(year=1945, season=SUMMER, side=ALLIES, mover="britain")
    raid, essen = bomber(g), space(g, "essen")
    assert atomic.may_bomb(g, raid, essen).rule == "ours 43.2"
    g.stock = [0, 0, 1, 0]
    assert essen in atomic.cities(g, raid)
    assert atomic.may_bomb(g, raid, space(g, "london")).rule == "ours 43.2"
    g.dice = FixedDice(1, 1)
    atomic.destroy(g, raid, essen)
    assert g.stock[WESTERN] == 0
    assert g.booked[ATOMIC_ON + GERMANY] == 1
    assert atomic_loss(2) == 5  # three, then two
    assert not is_air_base(g, essen)
    g.turn += 5
    assert is_air_base(g, essen)
    assert g.hexes.holder[essen] == GERMANY  # ours 43.5: it does not change hands


def test_ours_43_4_a_bomb_on_an_army():
    g = campaign(year=1945, season=SUMMER, side=ALLIES, mover="britain")
    raid, calais = bomber(g), space(g, "essen")
    g.stock = [0, 0, 1, 0]
    assert atomic.may_shatter(g, raid, calais).rule == "ours 43.4"
    army = puts(g, 2, "germany i 3-3", "essen")
    assert atomic.may_shatter(g, raid, calais) is None
    drive(g, atomic.shatter(g, raid, calais), dice=[1, 1])
    assert sum(g.units.at[u] >= 0 for u in army) == 1
    g.stage = 1
    assert not breaks_through(g, calais, 2)


# --- the election -------------------------------------------------------------------------------------------------------


def test_ours_62_3_votes():
    """AW-OURS-62-a, AW-OURS-62-b: nine against eight, Britain unbowed, Japan at twelve: five; and a lost election."""
    assert elections.european_vote(9, 8, None, False).total + elections.pacific_vote(12) == 5
    west = elections.european_vote(5, 9, -7, False).total
    assert west == -6
    assert west + elections.pacific_vote(12) == -5
    assert west <= elections.PEACE


def test_ours_62_4_a_tired_america():
    g = campaign(year=1945, season=SPRING)
    fight(g, "us")
    g.nations[US].war = g.turn - 8
    whole = sr_limit(g, US)
    g.booked[AMERICA_TIRED] = 1
    assert sr_limit(g, US) == whole // 2
    assert may_declare(g, Cabinet(US), INDEX["spain"]).rule == "ours 62.4"
    puts(g, 10, "britain tr", "sw_atlantic")
    g.nations[US].base = 150
    assert may_grant(g, Treasury(US), (BRITAIN, 10)).rule == "ours 62.4"
    army = put(g, "us arm", "london")
    elections.make_peace(g, europe_board=True)
    assert g.units.at[army] == space(g, "us_atlantic")
    assert g.nations.side[US] not in (AXIS, ALLIES)


def test_ours_62_1_only_in_1945():
    g = campaign(year=1944, season=SPRING)
    fight(g, "us")
    hold(g, "germany", "london", "moscow", "leningrad", "stalingrad", "paris", "warsaw", "madrid", "belgrade")
    elections.election(g)
    assert AMERICA_TIRED not in g.booked
    g.turn = turn_of(1945, 0)
    elections.election(g)
    assert g.booked.get(AMERICA_TIRED, 0) == int(elections.europe(g).total <= 0)


# --- task forces in copies ----------------------------------------------------------------------------------------------


def two_forces(order: tuple[int, ...]) -> Session:
    """A session of the European campaign in which Britain has two task forces, with its ships divided in this order."""
    game = Session.new(TITLE, "europe", {}, seed=seed_from(4))
    g: World = game.g
    ships = [u for u in range(len(g.units)) if g.units.at[u] == space(g, "scapa_flow") and g.units[u].sheet.kind in NAVAL][:6]
    assert len(ships) == 6
    for place, u in zip(order, ships):
        g.units[u].force = place
        g.units[u].at = space(g, ("scapa_flow", "plymouth")[place - 1])
    return game


def test_ours_20_16_a_copy_does_not_tell_which_ships_are_in_which_task_force():
    """Two games that differ only in that are the same to Germany, in the state of a copy, and not to Britain."""
    games = [two_forces(order) for order in ((1, 1, 1, 2, 2, 2), (2, 1, 2, 1, 2, 1), (1, 2, 2, 2, 2, 2))]
    hidden: list[str] = []
    open_to_friends: list[str] = []
    for game in games:
        for seat, found in (("germany", hidden), ("france", open_to_friends)):
            g = game.g.copy()
            TITLE.conceal(g, seat)
            found.append(g.digest())
    assert len(set(hidden)) == 1
    assert len(set(open_to_friends)) == 3  # partners of the faction know


def test_ours_20_16_a_guess_keeps_markers_and_ships():
    game = two_forces((1, 1, 1, 2, 2, 2))
    g: World = game.g.copy()
    before = sorted((g.units.force[u], g.units.at[u]) for u in range(len(g.units)) if g.units.force[u])
    TITLE.guess(g, "germany", Random(3))
    after = sorted((g.units.force[u], g.units.at[u]) for u in range(len(g.units)) if g.units.force[u])
    assert set(before) == set(after) and len(before) == len(after)
