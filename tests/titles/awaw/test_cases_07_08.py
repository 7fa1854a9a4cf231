"""6, 7 and 8, clause by clause: counters, what a scenario gives at its start, and the order of play."""

from __future__ import annotations

from collections import Counter as Tally

import msgspec
import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.sequence import Segment
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.designs import COUNTERS, DESIGNS, Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    NEUTRAL,
    RUSSIA,
    RUSSIA_ALONE,
    US,
)
from grognard.titles.awaw.rules.attrition import attrition
from grognard.titles.awaw.rules.construction import Factory, may_buy
from grognard.titles.awaw.rules.deployment import Posting, bound_to_colonies, may_post
from grognard.titles.awaw.rules.diplomacy import Envoys, allotment, cell, may_activate
from grognard.titles.awaw.rules.end import begin_turn, end_turn, post_combat
from grognard.titles.awaw.rules.movement import marches
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, can_tr
from grognard.titles.awaw.rules.surrender import ARMISTICE
from grognard.titles.awaw.rules.units import movement_factor
from grognard.titles.awaw.rules.victory import campaign_over
from grognard.titles.awaw.rules.war import price_of_war, setter
from grognard.titles.awaw.rules.yearstart import growth, year_start
from grognard.titles.awaw.sequence import SEQUENCE, movers, player_turns
from grognard.titles.awaw.setup import read_entry, set_up
from grognard.titles.awaw.state import FALL, IN_PLAY, ISOLATED, POOL, SPRING, SUMMER, WINTER, YARD, turn_of

from .kit import campaign, drive, put, space, world


def segments(part) -> list[str]:
    """The names of all segments in their order."""
    if isinstance(part, Segment):
        return [part.name]
    return [name for child in part.children for name in segments(child)]


# --- 6 ----------------------------------------------------------------------------------------------------------------


def test_6_1_replacements_and_flak_have_a_movement_factor_of_one():
    """6.11: they show a combat factor only; other ground units move as their counter says, in the Pacific too where it shows one
    factor. A unit of flak marches one hex, not two."""
    g = campaign("global_war")
    for what, at, factor in (("germany flak", "berlin", 1), ("russia flak", "moscow", 1), ("germany rep", "berlin", 1),
                             ("us rep", "pearl_harbor", 1), ("germany i 3-3", "berlin", 3), ("germany arm 4-6", "berlin", 6),
                             ("japan i 3-2", "tokyo", 2)):  # fmt: skip
        assert movement_factor(g, put(g, what, at)) == factor, what
    assert {d.move for d in DESIGNS if d.kind in (Kind.FLAK, Kind.REP)} == {1}
    g = world()
    flak, foot = put(g, "germany flak", "eM35"), put(g, "germany i 3-3", "eM35")
    near, far = space(g, "eM34"), space(g, "eM33")
    assert near in marches(g, flak) and far not in marches(g, flak)
    assert far in marches(g, foot)


def short(**units: list[str]):
    """The scenario of Barbarossa with these units instead of its own."""
    g = TITLE.blank("barbarossa", {})
    sheet = msgspec.structs.replace(g.sheet, units=units, pool={}, airbases={})
    set_up(g, sheet)
    return g


def test_6_81_no_more_ground_units_than_counters():
    """All German 4-6 armor of the mix is set up; one more is refused. Russian armor does not count for it."""
    _, design = read_entry("1 germany arm 4-6")
    most = sum(c.design == design for c in COUNTERS)
    g = short(eL31=[f"{most} germany arm 4-6", "1 russia arm 3-5"])
    assert sum(d == design for d in g.units.design) == most
    with pytest.raises(GrognardError, match="4-6 armor"):
        short(eL31=[f"{most + 1} germany arm 4-6"])


def test_6_81_the_armies_of_turncoats_are_as_large_as_the_counter_set():
    """Vlasov, Wang and the Indian National Army: so many of each type in a campaign, and no more are ever made."""
    g = campaign("global_war")
    for army in ("vlasov", "wang", "indian_nat_army"):
        for design, count in Tally(c.design for c in COUNTERS if DESIGNS[c.design].nation == INDEX[army]).items():
            assert sum(d == design for d in g.units.design) == count > 0


def test_6_82_aircraft_and_destroyers_beyond_the_counters():
    """Counters limit neither aircraft nor ships of a type; a named ship there is once."""
    for what in ("germany aaf", "germany dd"):
        _, design = read_entry(f"1 {what}")
        more = sum(c.design == design for c in COUNTERS) + 1
        assert len(short(eL31=[f"{more} {what}"]).units) == more
    short(eL31=["1 germany bc Gneisenau"])
    with pytest.raises(GrognardError, match="Gneisenau"):
        short(eL31=["2 germany bc Gneisenau"])


# --- 2.31, 7.2 ----------------------------------------------------------------------------------------------------------


def test_2_31_a_campaign_runs_from_fall_1939_to_the_surrender_of_the_axis():
    """The war in Europe goes on while Italy fights, and ends when both have surrendered."""
    g = campaign()
    assert g.turn == turn_of(1939, FALL)
    g.nations[ITALY].side = AXIS
    g.nations[GERMANY].surrendered = 1
    assert not campaign_over(g)
    g.nations[ITALY].surrendered = 1
    assert campaign_over(g)


def test_7_215_the_winner_is_found_at_the_end_only():
    """7.215B: the surrender of Britain alone does not end the war, nor one of Russia that is not in force."""
    g = campaign(year=1942, season=WINTER)
    assert not campaign_over(g)
    g.nations[BRITAIN].surrendered = 1
    assert not campaign_over(g)
    g.booked[ARMISTICE] = 1
    g.nations[RUSSIA].side = ALLIES
    assert not campaign_over(g)  # Russia fights again
    g.nations[RUSSIA].side = RUSSIA_ALONE
    assert campaign_over(g)


def test_7_222_basic_points_at_the_start():
    """The basic allotment is given at the start, whatever the BRPs; a later year start may give more."""
    g = campaign()
    first = allotment(g, GERMANY, start=True)
    later = allotment(g, GERMANY, start=False)
    g.nations[GERMANY].level += 200
    assert allotment(g, GERMANY, start=True) == first > 0
    assert allotment(g, GERMANY, start=False) == later + 2


def test_7_211_every_scenario_has_its_length():
    for name in ("barbarossa", "europe", "pacific"):
        g = campaign(name, empty=False) if name != "barbarossa" else world()
        assert g.last_turn > g.turn
    assert campaign("europe").turn == turn_of(1939, FALL)


def test_7_212_wars_of_the_start_cost_nothing():
    """Fall 1939: Germany fights Britain and France with all its BRPs; Italy, Russia and America are at peace."""
    g = campaign()
    assert g.nations.side[GERMANY] == AXIS
    assert g.nations.side[BRITAIN] == g.nations.side[FRANCE] == ALLIES
    assert not {g.nations.side[n] for n in (ITALY, RUSSIA, US)} & {AXIS, ALLIES}
    assert g.nations.level[GERMANY] >= g.nations.base[GERMANY]


def test_7_22_the_capabilities_of_each_power():
    """7.221 to 7.224: BRPs, points, forces and airbases of its own sheet; one without a part in the scenario has no forces."""
    g = campaign("europe", empty=False)
    for power in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA):
        sheet = g.books.powers[power]
        assert g.nations.level[power] == sheet.start_total and g.nations.airbases[power] == sheet.airbases_europe
        mine = [u for u in range(len(g.units)) if DESIGNS[g.units.design[u]].nation == power]
        assert {g.units.pool[u] for u in mine} >= {IN_PLAY, POOL}
        assert all((g.units.at[u] >= 0) == (g.units.pool[u] == IN_PLAY) for u in mine)
    assert not any(DESIGNS[d].nation == JAPAN for d in g.units.design)


@pytest.mark.parametrize(
    ("power", "base", "outside", "rates"),
    [(GERMANY, 150, 0, (20, 30, 40, 50)), (BRITAIN, 110, 50, (10, 20, 30, 40)), (FRANCE, 75, 30, (10, 20, 30, 30)),
     (ITALY, 70, 5, (10, 20, 20, 20)), (JAPAN, 70, 30, (20, 20, 20, 20)), (RUSSIA, 90, 0, (30, 30, 30, 30)),
     (US, 150, 10, (50, 50, 50, 50))],
)  # fmt: skip
def test_7_221_levels_and_growth_rates(power, base, outside, rates):
    """The level is the base and what colonies and conquests add; the rates of Germany, Britain, France and Italy rise with the
    years, those of the others do not; a later year keeps the last rate."""
    g = campaign("global_war")
    row, sheet = g.nations[power], g.books.powers[power]
    assert (row.base, row.level) == (base, base + outside)
    assert tuple(sheet.rate(year) for year in range(1940, 1944)) == rates and sheet.rate(1946) == rates[-1]
    assert (rates[-1] > rates[0]) == (power in (GERMANY, BRITAIN, FRANCE, ITALY))


def test_7_221_the_rate_of_the_year_decides_what_is_added():
    """Forty unspent German BRPs: 8 for 1940, 12 for 1941, 16 for 1942; nothing where nothing is left."""
    found = []
    for year in (1940, 1941, 1942):
        g = campaign(year=year, season=SPRING)
        g.nations[GERMANY].level = 40
        found.append(growth(g, GERMANY))
    assert found == [8, 12, 16]
    g.nations[GERMANY].level = 0
    assert growth(g, GERMANY) == 0


def test_7_32_what_remains_is_kept_available():
    """Airbases wait with their power; ships that may be laid down wait in the pool, those begun on the stocks, none of them at a
    place; a unit of a later group cannot be bought before its turn."""
    g = campaign("europe", empty=False)
    assert g.nations.airbases[GERMANY] == 4 and not any(g.hexes.airbase[s] == GERMANY for s in range(g.board.size))
    idle = [u for u in range(len(g.units)) if g.units.pool[u] != IN_PLAY]
    assert idle and all(g.units.at[u] == -1 for u in idle)
    german = [u for u in idle if DESIGNS[g.units.design[u]].nation == GERMANY]
    kinds = {pool: {DESIGNS[g.units.design[u]].kind for u in german if g.units.pool[u] == pool} for pool in (POOL, YARD)}
    assert {Kind.DD, Kind.CA} <= kinds[POOL] and Kind.BB in kinds[YARD]
    late = next(u for u in german if g.units.due[u] == g.turn + 1 and DESIGNS[g.units.design[u]].kind == Kind.INF)
    g.side, g.mover = AXIS, GERMANY
    assert may_buy(g, Factory(GERMANY), late).rule == "ours 27.2"
    g.turn += 1
    assert may_buy(g, Factory(GERMANY), late) is None


def test_7_224_airbase_counters():
    """Every power of the campaign has the airbases its sheet gives it."""
    g = campaign()
    for power in (GERMANY, BRITAIN, FRANCE):
        assert g.nations.airbases[power] == g.books.powers[power].airbases_europe > 0


def test_7_23_french_colonial_troops():
    """1-3 infantry stays in the colonies until France is conquered; 2-3 infantry goes where it likes."""
    g = campaign(side=ALLIES, mover="france")
    small, large = put(g, "france i 1-3", "tunis"), put(g, "france i 2-3", "paris")
    assert bound_to_colonies(g, small, space(g, "tunis")) is None
    assert bound_to_colonies(g, small, space(g, "paris")).rule == "7.23"
    assert bound_to_colonies(g, large, space(g, "paris")) is None
    g.nations[FRANCE].surrendered = 1
    assert bound_to_colonies(g, small, space(g, "paris")) is None


def test_7_24_units_are_set_up_in_the_own_land_only():
    """Britons begin in Britain, not in France, though it is an ally."""
    g = campaign(side=ALLIES, mover="britain")
    p = Posting(put(g, "britain i 1-3", "london"))
    assert may_post(g, p, space(g, "liverpool")) is None
    assert may_post(g, p, space(g, "paris")).rule == "7.24"


def test_7_31_nobody_is_set_up_in_a_box():
    """Except German pocket battleships in the Atlantic."""
    g = campaign()
    assert may_post(g, Posting(put(g, "germany pb", "kiel")), space(g, "sw_atlantic")) is None
    assert may_post(g, Posting(put(g, "germany bc", "kiel")), space(g, "sw_atlantic")) is not None
    g = campaign(side=ALLIES, mover="britain")
    assert may_post(g, Posting(put(g, "britain i 1-3", "london")), space(g, "south_africa")) is not None


# --- 8.1 ----------------------------------------------------------------------------------------------------------------


def test_8_1_a_game_turn_is_two_player_turns():
    """8.12: the Axis first."""
    g = world()
    assert player_turns(g) == [AXIS, ALLIES]


def test_8_11_research_before_the_player_turns():
    names = segments(SEQUENCE)
    assert names.index("Research") < names.index("Diplomacy") < names.index("Movement")
    assert names[-1] == "Victory"


def test_8_12_a_neutral_italy_and_japan_move_before_the_allies():
    """The turns of powers at peace come before that of their side: Italy and Japan before the Axis, America after it."""
    g = campaign("global_war")
    turns = player_turns(g)
    allies, axis = turns.index(ALLIES), turns.index(AXIS)
    for power in (ITALY, JAPAN):
        own = {g.nations.side[power], g.nations.east[power]} - {NEUTRAL}
        assert own and all(turns.index(side) <= axis for side in own if side in turns)
    assert axis < allies
    assert all(turns.index(s) > axis for n in (US, RUSSIA) for s in {g.nations.side[n]} if s in turns)


def test_8_13_minor_countries_move_with_their_side():
    """The powers of the side that moves, Germany and Italy in the Axis turn, never Russia."""
    g = world("germany", "italy", "russia", "rumania")
    assert movers(g) == [GERMANY, ITALY]
    g.side = ALLIES
    assert movers(g) == [RUSSIA]


def test_7_214_the_order_of_movement():
    """Britain, France, America, China, Russia among the Allies; who has surrendered does not move."""
    g = world("germany", "britain", "france", "russia", side=ALLIES)
    assert movers(g) == [BRITAIN, FRANCE, RUSSIA]
    g.nations[FRANCE].surrendered = 1
    assert movers(g) == [BRITAIN, RUSSIA]


# --- 8.2 ----------------------------------------------------------------------------------------------------------------


def order(*wanted: str) -> bool:
    names = segments(SEQUENCE)
    places = [names.index(name) for name in wanted]
    return places == sorted(places)


def test_8_22_diplomacy_comes_first_and_takes_points():
    """A country on which the faction placed a point is rolled for; one without is not."""
    assert order("Diplomacy", "Declarations of war", "Movement")
    g = campaign()
    spain = INDEX["spain"]
    envoys = Envoys(GERMANY, 0)
    for target in g.books.diplomacy:
        g.dps[cell(GERMANY, target)] = 0
    assert may_activate(g, envoys, spain) is not None
    g.dps[cell(GERMANY, spain)] = 1
    assert may_activate(g, envoys, spain) is None


def test_8_23_the_opponent_sets_up_the_attacked():
    """Britain sets up who is attacked by Germany, Germany who is attacked by Britain; a major power costs more than a minor."""
    g = campaign()
    assert setter(g, GERMANY) == BRITAIN
    assert setter(g, BRITAIN) == GERMANY
    g.nations[BRITAIN].surrendered = 1
    assert setter(g, GERMANY) != BRITAIN
    assert price_of_war(g, GERMANY, RUSSIA) > price_of_war(g, GERMANY, INDEX["denmark"]) > 0


def test_8_24_supply_is_determined_before_movement():
    """A unit cut off is isolated when its turn begins, one at home is supplied."""
    assert order("Beginning", "Movement", "Combat begins")
    g = world()
    cut, home = put(g, "germany i 3-3", "moscow"), put(g, "germany i 3-3", "berlin")
    begin_turn(g)
    assert (g.units.supply[cut], g.units.supply[home]) == (ISOLATED, 0)


def test_8_25_attrition_comes_after_offensive_combat():
    assert order("Announcement", "Attacks", "Breakthrough", "Exploitation combat", "Attrition", "Post-combat adjustments")
    g = world()
    assert drive(g, attrition(g)) == []  # nobody touches the enemy
    put(g, "germany i 3-3", "eM36")
    put(g, "russia i 1-3", "eM37")
    assert drive(g, attrition(g)) == ["Attrition"]


def test_8_26_unsupplied_units_are_lost_after_combat():
    g = world()
    cut, home = put(g, "germany i 3-3", "moscow"), put(g, "germany i 3-3", "berlin")
    post_combat(g)
    assert g.units.at[cut] < 0
    assert g.units.at[home] == space(g, "berlin")


def test_8_27_construction_follows_the_adjustments():
    """Unbuilt units are constructed then; a unit in play is not."""
    assert order("Post-combat adjustments", "Construction", "Redeployment")
    g = world()
    unbuilt, standing = put(g, "germany i 3-3", "berlin"), put(g, "germany i 3-3", "berlin")
    g.units[unbuilt].at, g.units[unbuilt].pool = -1, POOL
    assert may_buy(g, Factory(GERMANY), unbuilt) is None
    assert may_buy(g, Factory(GERMANY), standing) is not None


def test_8_28_redeployment_before_the_end_of_the_turn():
    """Tactically and strategically; not by who attacked."""
    assert order("Construction", "Redeployment", "End of turn", "Surrenders")
    g = world()
    fresh, tired = put(g, "germany i 3-3", "berlin"), put(g, "germany i 3-3", "berlin", fought=1)
    assert can_tr(g, Traveller(fresh)) is None and can_sr(g, Traveller(fresh)) is None
    assert can_tr(g, Traveller(tired)) is not None


def test_8_29_aircraft_are_ready_again():
    """At an operational base; not at one that is cut off."""
    g = world()
    home, cut = put(g, "germany aaf", "berlin", inverted=1), put(g, "germany aaf", "moscow", inverted=1)
    end_turn(g)
    assert g.units.inverted[home] == 0
    assert g.units.inverted[cut] == 1


def test_8_3_the_year_start():
    """In spring bases grow and levels are made anew; in summer nothing happens."""
    g = campaign(year=1940, season=SUMMER)
    before = g.nations.base[GERMANY], g.nations.level[GERMANY]
    drive(g, year_start(g))
    assert (g.nations.base[GERMANY], g.nations.level[GERMANY]) == before
    g.turn = turn_of(1940, SPRING)
    g.nations[GERMANY].level = 40
    more = growth(g, GERMANY)
    assert more > 0
    drive(g, year_start(g))
    assert g.nations.base[GERMANY] == before[0] + more
    assert g.nations.level[GERMANY] >= g.nations.base[GERMANY]
