"""A fourth round of clauses, chosen from the rulebook before the code was read: those that were found wrong or missing."""

from __future__ import annotations

import pytest

from grognard.titles.tw.boons import bestow
from grognard.titles.tw.ground import MOUNTAIN
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR, pair
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.bombing import Raid, heavy_flak_modifier
from grognard.titles.tw.rules.bombing_war import Bombers, _divisions, _sorties, fly, may_bomb_britain
from grognard.titles.tw.rules.combat import combat
from grognard.titles.tw.rules.diplomacy import may_name, may_spy
from grognard.titles.tw.rules.influence import influence, may_place, place_pop, pop_limit, use_up
from grognard.titles.tw.rules.invasions import invade, may_load
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.missions import may_embark, transport
from grognard.titles.tw.rules.partisans import sabotage
from grognard.titles.tw.rules.passages import Convoy, ferry, inland, may_board
from grognard.titles.tw.rules.projects import apply
from grognard.titles.tw.rules.quays import march_aboard, marchers
from grognard.titles.tw.rules.sea_fight import force_rating
from grognard.titles.tw.rules.shipyards import may_lay_down
from grognard.titles.tw.rules.stacking import overfull
from grognard.titles.tw.rules.status import WEST_BLOC
from grognard.titles.tw.rules.strategic_units import v_sites_lost
from grognard.titles.tw.rules.strategic_war import murmansk_run, sub_hunt
from grognard.titles.tw.rules.uboats import hunter_search, isles_base, share_losses
from grognard.titles.tw.rules.units import air_rating
from grognard.titles.tw.rules.variants import met
from grognard.titles.tw.rules.voyages import sunk_boats
from grognard.titles.tw.rules.works import fortress_sites, may_build_fortress, may_wall, place_fortress
from grognard.titles.tw.state import FORTRESS, LOST, SATELLITE, WINTER, turn_of

from .kit import drive, hold, put, space, war
from .test_07_missions import sea_lion
from .test_07_sea import fleet, mediterranean, navy
from .test_08_sea_movement import campaign

# --- 5, 29: the strategic war ---------------------------------------------------------------------------------------------------


def test_11_11_4_naval_aircraft_are_first_rate_against_ships():
    """Fourth Rate in the air whatever their nation, against ships as good as their air force; a depleted one is Fourth Rate."""
    g = mediterranean(side=ALLIES)
    nac = put(g, "britain NAC 1-3-2", "malta")
    assert (air_rating(g, nac), force_rating(g, [], [nac])) == (4, 1)
    g.units[nac].depleted = 1
    assert force_rating(g, [], [nac]) == 4


@pytest.mark.parametrize(
    ("holder", "lost"), [("britain", True), ("united_states", True), ("british_empire", True), ("france", False)]
)
def test_5_2_5_satellites_of_the_west_count_for_the_launching_sites(holder: str, lost: bool):
    """Antwerp in the hands of a Satellite of Britain or America ends the V-weapons; held by a France of its own it does not."""
    g = war("germany", "britain", "united_states", year=1944)
    hold(g, "britain", "calais", "rotterdam", "the_hague")
    hold(g, holder, "antwerp")
    empire = g.nations[INDEX["british_empire"]]
    empire.patron, empire.status = USA, SATELLITE
    assert v_sites_lost(g) is lost


def test_5_2_4_germany_itself_must_hold_a_french_city():
    """A French city that Italy holds does not bring the bombers over Britain; one of Germany's or of its Satellite does."""
    g = campaign("campaign_1941")
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = INDEX["vichy_france"]
    hold(g, "italy", "marseilles")
    assert may_bomb_britain(g).rule == "5.2.4"
    hold(g, "germany", "paris")
    assert may_bomb_britain(g) is None


def test_5_1_3_the_isles_grow_with_britain():
    """A third of the base of the Isles: 40 of 120; with 30 NARFs of growth 50; South Africa's 12 are no part of it."""
    g = campaign("campaign_1941")
    g.nations[BRITAIN].base = 186
    assert isles_base(g) == 120 and share_losses(g, 90, 0)[BRITAIN] == 40
    g.nations[BRITAIN].base = 216
    assert share_losses(g, 90, 0)[BRITAIN] == 50
    row = g.nations[INDEX["south_africa"]]
    row.patron, row.status = GERMANY, SATELLITE
    g.nations[BRITAIN].base -= 12
    assert isles_base(g) == 150


def test_5_3_1_american_escorts_on_the_murmansk_run():
    """Two ASW in all, of either power; what is sunk is taken from who sent it."""
    g = campaign("campaign_1942")
    g.barbarossa = turn_of(1941, 1)
    g.nations[BRITAIN].asw, g.nations[USA].asw, g.nations[GERMANY].uboats = 2, 3, 2
    for power in (BRITAIN, USA):
        g.nations[power].side = ALLIES
    drive(g, murmansk_run(g), ["commit 1", "escort 1 1"])
    assert (g.nations.arctic_asw[BRITAIN], g.nations.arctic_asw[USA]) == (1, 1)
    sunk_boats(g, 0, 2)
    assert (g.nations.asw[BRITAIN], g.nations.asw[USA]) == (1, 2)
    with pytest.raises(AssertionError):
        drive(g, murmansk_run(g), ["commit 0", "escort 1 2"])


def test_29_16_sub_hunters_search_like_a_naval_force():
    """Scapa Flow is two areas from the North Atlantic: -1, with naval radar -2; without it and Belfast Britain's nearest port is
    three away: +1. Germany cannot answer a chit for sub hunters."""
    g = campaign("campaign_1942", sub_hunters=True)
    assert hunter_search(g).total == -1
    bestow(g, BRITAIN, "radar", 1)
    assert hunter_search(g).total == -2
    hold(g, "germany", "scapa_flow", "belfast")
    assert hunter_search(g).total == 0
    g.turn, g.happy_time = turn_of(1943, 0), turn_of(1941, WINTER)
    g.nations[BRITAIN].spies = g.nations[GERMANY].guards = 1
    prompts = drive(g, sub_hunt(g, 4, 4), ["hunters 2", "chit n.britain"], dice=[10])
    assert not any("Counter-Espionage" in p for p in prompts)


def test_29_10_each_power_sends_a_bomber_and_meets_an_interceptor():
    """Raids on cities: with 3 British and 2 American bombers and 2 INT nobody stays at home; without the option they may."""
    g = campaign("campaign_1942", bombing_raids=True)
    box = Bombers(3, 2, 2, 0)
    assert (0, 2) not in _sorties(g, box) and (1, 1) in _sorties(g, box)
    assert _divisions(g, box) == [(1, 1, 0, 0)]
    assert (0, 1) in _sorties(g, Bombers(0, 2, 2, 0)) and _divisions(g, Bombers(3, 2, 1, 0)) == [(1, 0, 0, 0), (0, 1, 0, 0)]
    plain = campaign("campaign_1942")
    assert (0, 2) in _sorties(plain, box) and (2, 0, 0, 0) in _divisions(plain, box)


def test_29_10_flak_fires_after_the_interceptors():
    """Over a city that was named heavy flak fires at what the interceptors have left, elsewhere before them."""
    g = campaign("campaign_1942", bombing_raids=True)
    g.nations[GERMANY].heavy_flak = 2
    city = next(iter(s for s in g.ground.homeland["germany"] if g.ground.city[s]))
    for where, order in ((city, ["bombers", "heavy flak"]), (-1, ["heavy flak", "bombers"])):
        g.nations[BRITAIN].sac = 6
        g.journal.lines.clear()
        raid = Raid(BRITAIN, GERMANY, 6, 2, city=where)
        drive(g, fly(g, raid), dice=[5] * 6)
        rolls = [line.text for line in g.journal.lines if "heavy flak" in line.text or "bombers, " in line.text]
        assert [next(w for w in ("heavy flak", "bombers") if w in text) for text in rolls[:2]] == order
    assert heavy_flak_modifier(Raid(BRITAIN, GERMANY, 6, lost=3)) == 0


def test_29_11_cards_of_the_partisan_war():
    """With cards the occupier's Espionage and the partisans' Counter-Espionage do not cancel: the matrix decides, the other way
    round than in diplomacy; one alone is worth two."""
    g = campaign("campaign_1942", espionage_cards=True)
    g.turn = turn_of(1942, 0)
    bands = [put(g, "ussr PART 1-5", "1314")]
    g.nations[GERMANY].spies, g.nations[USSR].guards = 1, 0
    drive(g, sabotage(g, 2, GERMANY, bands), ["chit n.germany"], dice=[5])
    assert any("+2 cards" in line.text for line in g.journal.lines)
    g.journal.lines.clear()
    g.nations[GERMANY].spies, g.nations[USSR].guards = 1, 1
    prompts = drive(g, sabotage(g, 2, GERMANY, bands), ["chit n.germany", "chit n.ussr"], dice=[5])
    assert sum("card" in p for p in prompts) == 2


# --- 4.5, 16: a Pass and diplomacy ----------------------------------------------------------------------------------------------


def test_4_5_who_has_nothing_does_no_diplomacy():
    """With one NARF a power can only pass: it names no target and its spies find out nothing; with two it can."""
    g = campaign("campaign_1939")
    g.turn = turn_of(1940, 0)
    spain = INDEX["spain"]
    g.pops = {pair(spain, GERMANY): 2}
    g.nations[GERMANY].spies = 1
    g.nations[GERMANY].narfs = 1
    assert may_name(g, GERMANY, spain, WEST_BLOC).rule == "4.5" and may_spy(g, GERMANY, spain, WEST_BLOC).rule == "4.5"
    g.nations[GERMANY].narfs = 2
    assert may_name(g, GERMANY, spain, WEST_BLOC) is None and may_spy(g, GERMANY, spain, WEST_BLOC) is None


# --- 7, 23: the sea -------------------------------------------------------------------------------------------------------------


def test_23_37_ships_that_came_over_are_not_built_again():
    """The Dutch Fleet fights for Britain; sunk, it is not laid down in Southampton, as a British one is."""
    g = navy("britain", "germany", side=ALLIES)
    g.campaign = 1
    dutch = put(g, "netherlands FLEET 1-12-5", "scapa_flow", flag=BRITAIN, pool=LOST)
    british = put(g, "britain FLEET 1-12-5", "scapa_flow", pool=LOST)
    for u in (dutch, british):
        g.units[u].at = -1
    yard = space(g, "southampton")
    assert may_lay_down(g, dutch, yard).rule == "23.37" and may_lay_down(g, british, yard) is None


def test_7_7_2_without_command_of_the_air_the_troops_go_back():
    """A corps before Southampton under a British TAC, without aircraft of its own: the assault is not made, and it is in Calais
    again, whole; with two TAC against one it is made."""
    for cover, made in ((True, False), (False, True)):
        g, ship, corps = sea_lion()
        beach = space(g, "southampton")
        put(g, "britain STA 2-3", "southampton")
        drive(g, invade(g, space(g, "calais")), [f"load u{ship} u{corps}", "sail 1235", f"assault u{corps} 1235"])
        answers = [f"attack {g.hexes[beach].token}", f"add u{corps}", "commit"]
        if cover:
            plane = put(g, "britain TAC 1-5-4", "birmingham")
            answers.append(f"cover u{plane} {g.hexes[beach].token}")
        drive(g, combat(g), answers, dice=[5, 10, 10])
        assert (g.units.at[corps] == space(g, "calais") and not g.units.depleted[corps]) is not made


# --- 13.2.2: fortresses ---------------------------------------------------------------------------------------------------------


def test_13_2_2_a_fortress_where_nobody_stands():
    """Germany walls Essen, where no unit is: in full supply, on a year's account; not a mountain hex, not twice a year."""
    g = campaign("campaign_1942")
    g.side = AXIS
    essen = space(g, "essen")
    for u, at in enumerate(g.units.at):
        if at == essen:
            g.units[u].at = space(g, "berlin")
    g.nations[GERMANY].narfs = 100
    assert essen in fortress_sites(g, GERMANY) and space(g, "berlin") not in fortress_sites(g, GERMANY)
    assert not any(g.ground.terrain[s] == MOUNTAIN for s in fortress_sites(g, GERMANY))
    drive(g, place_fortress(g, GERMANY), [f"at {g.hexes[essen].token}"])
    assert g.hexes.works[essen] == FORTRESS and g.nations.narfs[GERMANY] == 80
    assert may_wall(g, GERMANY).rule == "13.2.2" and may_wall(g, ITALY).rule == "13.2.2"


@pytest.mark.parametrize("nation", [GERMANY, BRITAIN, USSR])
@pytest.mark.parametrize("only", [False, True])
def test_13_2_2_sites_are_what_the_test_of_a_hex_allows(nation: int, only: bool):
    """The list skips what no fortress can stand on; it leaves out nothing that the test of a hex lets through, and a power may
    wall exactly if there is a site. In 1941 the Soviets have Leningrad alone."""
    g = campaign("campaign_1942")
    if only:
        g.turn = turn_of(1941, WINTER)
    g.nations[nation].narfs = 100
    own = {at for at, n in zip(g.units.at, g.roster.nations) if n == nation}
    found = [s for s in range(g.board.size) if s not in own and may_build_fortress(g, nation, s) is None]
    assert fortress_sites(g, nation) == found
    assert (may_wall(g, nation) is None) == bool(found)
    assert set(found) <= {space(g, "leningrad")} if only and nation == USSR else found


# --- 7.5, 7.7.1, 8.3.3, 9.6.3: holds of Fleets ----------------------------------------------------------------------------------


def test_1_2_three_pieces_are_a_load():
    """A Fleet takes three pieces of whatever parents, for transport and for an invasion: a fourth finds no room, nor a whole
    corps beside one."""
    g = mediterranean()
    ship = fleet(g, "italy", "taranto")
    pieces = [put(g, "italy INF 2-5", "taranto", parent=6) for _ in range(3)] + [put(g, "italy INF 1-5", "taranto", parent=6)]
    whole = put(g, "italy INF 4-5", "taranto")
    assert may_embark(g, ship, pieces[2], tuple(pieces[:2])) is None
    assert may_embark(g, ship, pieces[3], tuple(pieces[:3])).rule == "7.5"
    assert may_embark(g, ship, whole, (pieces[3],)).rule == "7.5"
    g, ship, _ = sea_lion()
    calais = space(g, "calais")
    pieces = [put(g, f"germany INF {n}-5", "calais", parent=6) for n in (2, 2, 1, 1)]
    cargo = [(ship, u) for u in pieces[:3]]
    assert may_load(g, calais, ship, pieces[2], cargo[:2]) is None
    assert may_load(g, calais, ship, pieces[3], cargo).rule == "7.7.1"


def test_8_3_3_two_depleted_units_share_a_fleet():
    """Half a point each and one for the Fleet; they arrive together, the second must leave the harbour for the first fills it; a
    whole unit sails alone."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 4
    ship = fleet(g, "britain", "plymouth")
    units = [put(g, "britain MOT 6-7", "plymouth", depleted=1) for _ in range(2)]
    whole = put(g, "britain MOT 6-7", "plymouth")
    goal = space(g, "glasgow")
    assert may_board(g, BRITAIN, units[1], ship, goal, [units[0]]) is None
    assert may_board(g, BRITAIN, whole, ship, goal, [units[0]]).rule == "8.3.3"
    beside = inland(g, goal, units[1])[0]
    answers = [f"passage u{ship} {g.hexes[goal].token}", f"with u{units[1]}", "stay", f"onward {g.hexes[beside].token}"]
    drive(g, ferry(g, Convoy(BRITAIN), units[0]), answers)
    assert [g.units.at[u] for u in (*units, ship)] == [goal, beside, goal] and g.nations.smp[BRITAIN] == 0
    assert g.units.at[whole] == space(g, "plymouth")


def test_9_6_3_b_pieces_aboard_do_not_crowd_their_port():
    """Two Fleets in Kiel with three pieces each for the second wave: six in the hex, none too many; ashore they would be."""
    g = navy("germany", "norway", year=1940, season=0)
    ships = [fleet(g, "germany", "kiel") for _ in range(2)]
    pieces = [put(g, "germany INF 2-5", "kiel", parent=6, aboard=ships[n // 3]) for n in range(6)]
    assert space(g, "kiel") not in overfull(g, AXIS)
    for u in pieces:
        g.units[u].aboard = -1
    assert space(g, "kiel") in overfull(g, AXIS)


def test_7_5_a_unit_marches_to_its_fleet():
    """A corps in Naples marches to Taranto, sails to Tripoli and has what is left of its movement, less a point for the quay;
    with all of it spent on the way it cannot go; one that came by rail can. Turned back it stays in Taranto and has moved."""
    g = mediterranean()
    ship, corps = fleet(g, "italy", "taranto"), put(g, "italy INF 4-5", "naples")
    taranto = space(g, "taranto")
    way = marchers(g, taranto)[corps]
    assert way[0] == space(g, "naples") and way[-1] == taranto and len(way) < 6
    far = put(g, "italy INF 4-5", "rome")
    assert may_embark(g, ship, far).rule == "7.5"
    train = put(g, "italy INF 4-5", "taranto", moved=4)
    assert may_embark(g, ship, train) is None
    drive(g, transport(g, ship), [f"embark u{corps}", f"land {g.hexes[space(g, 'tripoli')].token}"])
    assert g.units.at[corps] == space(g, "tripoli") and allowance(g, corps, 1) == 5 - (len(way) - 1) - 1
    refresh(g)
    assert allowance(g, corps, 1) == 5


def test_7_5_marching_to_the_quay_takes_control():
    """On its way to the port a unit takes the enemy hexes it passes, and does not pass enemy troops."""
    g = mediterranean()
    fleet(g, "italy", "tobruk")
    hold(g, "italy", "tobruk")
    tobruk = space(g, "tobruk")
    libya = g.ground.homeland["libya"]
    beyond = next(s for s in g.ground.near(tobruk, 2) if g.ground.far(s, tobruk) == 2 and s in libya and g.ground.land[s])
    between = [s for s in g.ground.steps[beyond] if s in g.ground.steps[tobruk]]
    for s in between:
        g.hexes[s].holder = BRITAIN
    tank = put(g, "italy ARM 2-8", g.board.ids[beyond].removeprefix("h"))
    march_aboard(g, g.units[tank], tobruk)
    assert g.units.at[tank] == tobruk and g.units.walked[tank] == 2
    assert any(g.hexes.holder[s] == ITALY for s in between)


# --- 28: Variants that place POPs -----------------------------------------------------------------------------------------------


def test_28_1_1_italy_has_three_pops_more_in_one_country():
    """Played in Winter it counts in Spring: five POPs, four of them in Spain; the next season two again, and no second time in
    the year."""
    g = campaign("campaign_1939")
    spain = INDEX["spain"]
    drive(g, apply(g, ITALY, 9, "morepops:3"))
    assert pop_limit(g, ITALY) == 5 and not met(g, ITALY, "muscle")
    g.turn = turn_of(1940, 0)
    g.nations[ITALY].narfs = 50
    for _ in range(4):
        assert may_place(g, ITALY, spain) is None
        place_pop(g, ITALY, spain)
    assert may_place(g, ITALY, spain).rule == "16.1.1" and may_place(g, ITALY, INDEX["greece"]) is None
    drive(g, influence(g))
    assert pop_limit(g, ITALY) == 2 and met(g, ITALY, "muscle")


def test_28_2_1_the_entente_works_in_the_balkans():
    """France has three POPs with the Little Entente, the third for Yugoslavia, Greece or Turkey alone."""
    g = campaign("campaign_1939")
    g.turn = turn_of(1940, 0)
    g.nations[FRANCE].narfs = 50
    drive(g, apply(g, FRANCE, 10, "entente"))
    for key in ("spain", "sweden"):
        place_pop(g, FRANCE, INDEX[key])
    assert may_place(g, FRANCE, INDEX["norway"]).rule == "28.2.1" and may_place(g, FRANCE, INDEX["greece"]) is None


def test_28_1_1_balkan_diplomacy_helps_one_roll():
    """Used in Greece it is gone in Yugoslavia as well."""
    g = campaign("campaign_1939")
    drive(g, apply(g, ITALY, 6, "favour:greece:-3"))
    drive(g, apply(g, ITALY, 6, "favour:yugoslavia:-3"))
    use_up(g, INDEX["greece"], (GERMANY, ITALY))
    assert not g.favours
