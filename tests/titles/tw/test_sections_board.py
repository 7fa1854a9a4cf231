"""Sections of chapters 3 to 13 that other cases only touch: what each allows and what it refuses."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard.titles.tw.charts import BREAKDOWNS
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, ITALY, USA, USSR
from grognard.titles.tw.rules import air_support
from grognard.titles.tw.rules.air_combat import air_modifiers
from grognard.titles.tw.rules.airbases import defensive_range, flee, hops, offensive_range
from grognard.titles.tw.rules.breakdown import break_down, breakdown_of, may_break_down
from grognard.titles.tw.rules.combat import able, may_attack, targets
from grognard.titles.tw.rules.counter_air import counter_air
from grognard.titles.tw.rules.counter_air import targets as airfields
from grognard.titles.tw.rules.end import end_segment
from grognard.titles.tw.rules.hunger import supply_segment
from grognard.titles.tw.rules.invasions import invade
from grognard.titles.tw.rules.logistics import refresh, smp_level
from grognard.titles.tw.rules.missions import may_strike_port, over_port, strike_port
from grognard.titles.tw.rules.passages import Convoy, ferry, may_ferry
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.rail import may_stratmove, rail_cities, rail_movement, smp_price, strategic_goals
from grognard.titles.tw.rules.reserves import may_be_reserve
from grognard.titles.tw.rules.sea_battle import air_step
from grognard.titles.tw.rules.sea_fight import Force, sea_modifiers
from grognard.titles.tw.rules.sea_movement import may_rebase, sea_movement
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import controlled, is_port, sea
from grognard.titles.tw.rules.strategic_war import murmansk_run
from grognard.titles.tw.rules.strength import Battle, battle_odds, defence_value
from grognard.titles.tw.rules.supply import full_sources, open_seas, supply_now
from grognard.titles.tw.rules.works import may_build_fortress
from grognard.titles.tw.state import FORTRESS, FULL, LOST, LOST_UNSUPPLIED, NONE, PASS_TURN, War

from .kit import ALLIES, AXIS, drive, hold, put, space, war
from .test_07_missions import sea_lion
from .test_07_sea import carrier, fleet, mediterranean, navy
from .test_08_sea_movement import campaign


def refused(no: object) -> str:
    assert no is not None
    return no.rule  # type: ignore[attr-defined,no-any-return]


def ring(g: War, at: str) -> Iterable[str]:
    return [g.board.token(b) for b in g.ground.steps[space(g, at)]]


# --- 3 --------------------------------------------------------------------------------------------------------------------------


def test_3_9_who_was_cut_off_before_and_still_is():
    """Lost at the end of the player turn; who has been cut off only now stays."""
    g = war("germany", "ussr", side=ALLIES)
    first, second = put(g, "ussr INF 4-5", "1316", supply=NONE), put(g, "ussr INF 4-5", "1316", supply=FULL)
    for at in ring(g, "1316"):
        hold(g, "germany", at)
        put(g, "germany INF 6-5", at)
    supply_segment(g)
    assert g.units.at[first] < 0 and g.units.pool[first] == LOST_UNSUPPLIED
    assert g.units.at[second] >= 0


def test_3_10_the_end_of_a_player_turn():
    """Reserves of the other side stand down, and where too many stand one goes; where they fit, nothing is asked."""
    g = war("germany", "ussr", side=AXIS)
    held = put(g, "ussr ARM 2-8", "moscow", reserve=1)
    own = put(g, "germany ARM 8-8", "berlin", reserve=1)
    assert drive(g, end_segment(g)) == []
    assert not g.units.reserve[held] and g.units.reserve[own]
    crowd = [put(g, "germany INF 6-5", "essen") for _ in range(4)]
    assert len(drive(g, end_segment(g), [f"remove u{crowd[2]}"])) == 1 and g.units.at[crowd[2]] < 0


# --- 5, 7 -----------------------------------------------------------------------------------------------------------------------


def test_5_3_boats_on_the_board():
    """U-Boats and ASW are sent to the Murmansk Run once Germany and the Soviets are at war; before that nobody is asked."""
    g = campaign("campaign_1939")
    g.nations[GERMANY].uboats, g.nations[BRITAIN].asw = 4, 4
    assert drive(g, murmansk_run(g)) == []
    g = campaign("campaign_1942")
    g.nations[GERMANY].uboats, g.nations[BRITAIN].asw = 4, 4
    assert len(drive(g, murmansk_run(g))) == 2


def test_7_6_ships_and_troops_by_strategic_movement():
    """A Fleet changes its base, another carries a corps; a ship on patrol does neither."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 12
    ship = fleet(g, "britain", "southampton")
    gibraltar = space(g, "gibraltar")
    assert may_rebase(g, Convoy(BRITAIN), ship, gibraltar) is None
    g.units[ship].at = sea(g, "channel")
    assert refused(may_rebase(g, Convoy(BRITAIN), ship, gibraltar)) == "7.4"


def test_7_6_1_by_way_of_a_port():
    """A corps inland goes to a port it reaches and over the sea; one beside an enemy does not begin."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 12
    hold(g, "germany", "calais")
    corps, ship = put(g, "britain MOT 6-7", "birmingham"), fleet(g, "britain", "southampton")
    assert may_ferry(g, Convoy(BRITAIN), corps) is None
    drive(g, ferry(g, Convoy(BRITAIN), corps), [f"passage u{ship} {g.board.token(space(g, 'gibraltar'))}"])
    assert g.units.at[corps] == space(g, "gibraltar")
    beside = put(g, "britain MOT 6-7", "london")
    put(g, "germany INF 6-5", next(iter(ring(g, "london"))))
    assert refused(may_ferry(g, Convoy(BRITAIN), beside)) == "8.1.1"


def test_7_7_3_the_guns_of_the_fleet():
    """One column for any number of Fleets, and none for an attack over land."""
    g, ship, corps = sea_lion()
    second, other = fleet(g, "germany", "calais"), put(g, "germany INF 6-5", "calais")
    put(g, "britain STA 2-3", "southampton")
    answers = [
        f"load u{ship} u{corps}", f"load u{second} u{other}", "sail 1235", f"assault u{corps} 1235", f"assault u{other} 1235",
    ]  # fmt: skip
    drive(g, invade(g, space(g, "calais")), answers)
    beach = space(g, "southampton")
    odds = battle_odds(g, Battle(beach, AXIS, 1, [corps, other], landed=[corps, other]))
    assert [i.value for i in odds.shifts.items if i.rule == "7.7.3"] == [1]
    near = put(g, "germany INF 6-5", next(iter(ring(g, "1235"))))
    over_land = battle_odds(g, Battle(beach, AXIS, 1, [near]))
    assert not any(i.rule == "7.7.3" for i in over_land.shifts.items)


# --- 8 --------------------------------------------------------------------------------------------------------------------------


def test_8_1_ground_units():
    """Any distance over friendly land; not from beside an enemy, nor without points."""
    g = war("germany", "ussr", side=AXIS)
    refresh(g)
    corps = put(g, "germany INF 6-5", "berlin")
    assert may_stratmove(g, corps) is None and space(g, "essen") in strategic_goals(g, corps)
    front = put(g, "germany INF 6-5", "warsaw")
    put(g, "ussr INF 4-5", next(iter(ring(g, "warsaw"))))
    assert refused(may_stratmove(g, front)) == "8.1.1"
    g.nations[GERMANY].smp = 0
    assert refused(may_stratmove(g, corps)) == "8.4"


def test_8_2_the_segment_by_sea():
    """A Fleet goes to another base in it; on a Pass no farther than five sea areas, for nothing."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 4
    ship = fleet(g, "britain", "southampton")
    token = g.board.token(space(g, "gibraltar"))
    drive(g, sea_movement(g), [f"rebase u{ship} {token}", "done"])
    assert g.units.at[ship] == space(g, "gibraltar")
    g.nations[BRITAIN].effort = PASS_TURN
    other = fleet(g, "britain", "southampton")
    g.nations[BRITAIN].smp = 0
    assert refused(may_rebase(g, Convoy(BRITAIN), other, space(g, "alexandria"))) == "4.5"
    assert may_rebase(g, Convoy(BRITAIN), other, space(g, "gibraltar")) is None


def test_8_2_3_the_boxes():
    """From America to Britain and the Cape, from the Cape to Suez; no road leads into a box that Portugal keeps."""
    g = campaign()
    america, cape, suez = (space(g, name) for name in ("us_box", "south_africa_box", "suez"))
    roads = sea_roads(g, USA, america, 99)
    assert cape in roads and any(g.ground.country[s] == "britain" for s in roads) and space(g, "azores_box") not in roads
    assert suez in sea_roads(g, BRITAIN, cape, 99)


def test_8_3_aircraft_and_parachutists():
    """Both fly from base to base, parachutists march as well; a corps does not fly to an island."""
    g = war("germany", "italy", "britain", side=AXIS)
    refresh(g)
    plane, paras = put(g, "germany TAC 1-5-4", "berlin"), put(g, "germany PARA 2-5", "berlin")
    corps = put(g, "germany INF 6-5", "berlin")
    palermo = space(g, "palermo")
    assert palermo in strategic_goals(g, plane)
    assert space(g, "essen") in strategic_goals(g, paras) and space(g, "essen") in strategic_goals(g, corps)
    cagliari = space(g, "cagliari")
    assert cagliari in strategic_goals(g, plane) and cagliari not in strategic_goals(g, corps)


def test_8_4_2_more_points_no_more_trains():
    g = war("germany", "ussr", side=AXIS)
    refresh(g)
    trains, points = g.nations.rail[GERMANY], smp_level(g, GERMANY)
    g.nations[GERMANY].smp_more = 2
    refresh(g)
    assert smp_level(g, GERMANY) == points + 2 and g.nations.rail[GERMANY] == trains


def test_8_5_dear_country():
    """Double in North Africa and for the Axis in the Soviet Union; plain elsewhere, and for Soviets at home."""
    g = war("germany", "italy", "britain", "ussr", side=AXIS)
    corps, soviet = put(g, "germany INF 6-5", "berlin"), put(g, "ussr INF 4-5", "moscow")
    assert smp_price(g, corps, space(g, "berlin"), space(g, "essen")) == 2
    assert smp_price(g, corps, space(g, "tripoli")) == 4 and smp_price(g, corps, space(g, "kiev")) == 4
    assert smp_price(g, soviet, space(g, "kiev")) == 2


def test_8_8_boxes_are_off_the_board():
    """No march leads into one: they are reached by sea or, the Urals, by strategic movement."""
    g = campaign()
    boxes = {s for s, yes in enumerate(g.ground.box) if yes}
    assert not any(b in boxes for s in range(g.board.size) if s not in boxes for b in g.ground.steps[s])
    corps = put(g, "britain MOT 6-7", "suez")
    assert not boxes & set(strategic_goals(g, corps))
    assert space(g, "india_box") in sea_roads(g, BRITAIN, space(g, "suez"), 99)


def test_8_8_1_the_azores():
    """Nobody goes there while Portugal keeps them; to whoever holds them they are open by sea alone."""
    g = campaign("campaign_1942")
    azores = space(g, "azores_box")
    assert azores not in sea_roads(g, BRITAIN, space(g, "gibraltar"), 99)
    g.hexes[azores].holder = BRITAIN
    assert azores in {s for port in ("us_box", "plymouth", "gibraltar") for s in sea_roads(g, BRITAIN, space(g, port), 99)}
    assert not g.ground.steps[azores]


def test_8_8_5_indian_units():
    """Raised in India and shipped from there to Suez; not raised in Britain."""
    g = campaign("campaign_1939")
    indian = next(u for u, d in enumerate(g.units.design) if "ind" in g.designs[d].id.split("_") and g.units.at[u] < 0)
    g.units[indian].pool = LOST
    india = space(g, "india_box")
    assert homes(g, indian) == [india]
    roads = sea_roads(g, BRITAIN, india, 99)
    assert space(g, "suez") in roads or space(g, "south_africa_box") in roads


# --- 9 --------------------------------------------------------------------------------------------------------------------------


def test_9_1_by_rail():
    """To a friendly city away from enemies; not to one beside an enemy, and a train is used up."""
    g = war("germany", "ussr", side=AXIS)
    refresh(g)
    corps = put(g, "germany INF 6-5", "berlin")
    assert space(g, "warsaw") in rail_cities(g, corps)
    before = g.nations.rail[GERMANY]
    put(g, "ussr INF 4-5", next(iter(ring(g, "warsaw"))))
    assert space(g, "warsaw") not in rail_cities(g, corps)
    drive(g, rail_movement(g), [f"entrain u{corps}", f"arrive {g.board.token(space(g, 'essen'))}"])
    assert g.units.at[corps] == space(g, "essen") and g.nations.rail[GERMANY] == before - 1


def broken(nation: str, yes: list[str], no: list[str]) -> None:
    """Counters that break down into weaker pieces in their hex, and counters that do not."""
    g = war(nation, "germany" if nation != "germany" else "ussr")
    home = {"germany": "berlin", "ussr": "moscow", "united_states": "london", "france": "paris", "italy": "rome",
            "britain": "london", "finland": "helsinki"}[nation]  # fmt: skip
    for what in yes:
        whole = put(g, f"{nation} {what}", home)
        assert may_break_down(g, whole) is None, what
        kind, values = what.split()
        strength, move = map(int, values.split("-"))
        row = BREAKDOWNS[nation, Kind[kind], strength, move]
        before = len(g.units)
        break_down(g, g.units[whole])
        pieces = range(before, len(g.units))
        assert [g.units[u].sheet.strength for u in pieces] == list(row.pieces) and sum(row.pieces) <= strength
        assert all(g.units.at[u] == space(g, home) and g.units.parent[u] == strength for u in pieces)
    for what in no:
        unit = put(g, f"{nation} {what}", home)
        assert breakdown_of(g, unit) is None and refused(may_break_down(g, unit)) == "9.6.3"


def test_9_6_3_1_german_pieces():
    broken("germany", ["ARM 8-8", "ARM 10-8", "MECH 4-8", "INF 6-5", "PARA 2-5"], ["STA 2-3"])


def test_9_6_3_2_soviet_pieces():
    broken("ussr", ["ARM 6-8", "ARM 8-8", "ARM 10-8", "MECH 6-8", "INF 6-5"], ["ARM 12-8", "INF 4-5"])


def test_9_6_3_3_american_pieces():
    broken("united_states", ["ARM 10-8", "MOT 6-7", "PARA 3-7"], [])
    assert set(BREAKDOWNS["united_states", Kind.ARM, 10, 8].pieces) == {4, 3, 2}


def test_9_6_3_4_french_pieces():
    broken("france", ["ARM 6-8", "INF 6-5"], ["INF 4-5"])


def test_9_6_3_5_italian_pieces():
    broken("italy", ["ARM 4-8", "INF 6-5"], ["INF 4-5", "ARM 2-8"])


def test_9_6_3_6_british_pieces():
    broken("britain", ["ARM 8-8", "ARM 4-8", "MOT 6-7"], ["MOT 3-7", "ARM 2-8"])


def test_9_6_3_7_finnish_pieces():
    """The only minor country with pieces."""
    broken("finland", ["INF 6-5"], [])
    assert {nation for nation, *_ in BREAKDOWNS if nation not in ("germany", "ussr", "united_states", "france", "italy",
                                                                  "britain")} == {"finland"}  # fmt: skip


def test_9_9_reserves():
    """A tank corps away from the enemy; not one beside him, and no infantry."""
    g = war("germany", "ussr", side=AXIS)
    tanks, foot = put(g, "germany ARM 8-8", "berlin"), put(g, "germany INF 6-5", "berlin")
    assert may_be_reserve(g, tanks) is None and refused(may_be_reserve(g, foot)) == "9.9.1"
    put(g, "ussr INF 4-5", next(iter(ring(g, "berlin"))))
    assert refused(may_be_reserve(g, tanks)) == "9.9.2"


# --- 10 -------------------------------------------------------------------------------------------------------------------------


def test_10_1_attacks():
    """Active units beside an enemy attack him; a unit two hexes away does not, and nobody without an effort."""
    g = war("germany", "ussr", side=AXIS)
    corps, far = put(g, "germany INF 6-5", "1321"), put(g, "germany INF 6-5", "berlin")
    put(g, "ussr INF 2-5", "1320")
    target = space(g, "1320")
    assert able(g, target) == [corps] and target in targets(g, set()) and far not in able(g, target)
    g.units[corps].active = 0
    assert refused(may_attack(g, corps)) == "4.0" and target not in targets(g, set())


def test_10_2_1_aircraft_fight_first():
    """Support and cover meet over the hex before the ground battle; without cover there is no air battle."""
    g = war("germany", "britain", side=AXIS, year=1940)
    bomber, fighter = put(g, "germany TAC 1-5-4", "essen"), put(g, "britain FTR 3-3-2", "london")
    drive(g, air_support.fight_over(g, [bomber], [], space(g, "london")))
    assert drive.value == ([bomber], []) and not g.journal.lines
    prompts = drive(g, air_support.fight_over(g, [bomber], [fighter], space(g, "london")), dice=[10, 10, 10, 10])
    assert g.journal.lines or prompts


def test_10_3_who_does_not_attack():
    """Static units and flak have no part in an attack; infantry has none in the second impulse."""
    g = war("germany", "ussr", side=AXIS)
    foot, static = put(g, "germany INF 6-5", "1321"), put(g, "germany STA 2-3", "1321")
    assert may_attack(g, foot) is None and refused(may_attack(g, static)) == "13.1"
    g.impulse = 2
    assert refused(may_attack(g, foot)) == "10.0"


# --- 11 -------------------------------------------------------------------------------------------------------------------------


def test_11_2_a_base_that_is_overrun():
    """Its aircraft fly to the nearest base and are depleted; where none is in reach they are lost."""
    g = war("germany", "ussr", side=AXIS)
    plane = put(g, "ussr TAC 1-5-4", "kiev")
    flee(g, plane, defended=False)
    assert g.units.at[plane] not in (-1, space(g, "kiev")) and g.units.depleted[plane]
    lonely = put(g, "ussr TAC 1-5-4", "kiev")
    for s, holder in enumerate(g.hexes.holder):
        if holder == USSR:
            g.hexes[s].holder = GERMANY
    flee(g, lonely, defended=False)
    assert g.units.at[lonely] < 0


def test_11_2_1_two_ranges():
    """The first number counts in the own turn, the second in the enemy's; staging legs are twice as long."""
    g = war("germany", "britain", side=AXIS)
    plane = put(g, "germany TAC 1-5-4", "essen")
    assert (offensive_range(g, plane), defensive_range(g, plane)) == (5, 4)
    found = hops(g, plane, 1, 2 * offensive_range(g, plane))
    assert found and max(g.ground.far(space(g, "essen"), s) for s in found) <= 10


def test_11_4_cover_shifts_the_odds_back():
    """A bomber over the defender takes a column from the attack; a fighter takes none."""
    g = war("germany", "britain", side=AXIS, year=1941)
    hold(g, "germany", "calais")
    corps = put(g, "germany INF 6-5", "1321")
    put(g, "britain MOT 3-7", "1320")
    bomber, fighter = put(g, "britain TAC 1-5-4", "london"), put(g, "britain FTR 3-3-2", "london")
    target = space(g, "1320")

    def column(cover: list[int]) -> int:
        return battle_odds(g, Battle(target, AXIS, 1, [corps], cover=cover)).column

    assert column([bomber]) == column([]) - 1 and column([fighter]) == column([])


def test_11_5_strikes_at_airfields():
    """Enemy aircraft on the ground in range are struck; an empty field is not."""
    g = war("germany", "ussr", side=AXIS)
    put(g, "germany FTR 3-3-2", "warsaw")
    assert airfields(g) == []
    near = next(iter(ring(g, "warsaw")))
    hold(g, "ussr", near)
    g.hexes[space(g, near)].airbase = USSR
    put(g, "ussr FTR 2-3-2", near)
    assert airfields(g) == [space(g, near)]
    assert drive(g, counter_air(g), ["done"]) == ["Strike an enemy airfield"]


def test_11_6_carriers_outlive_their_aircraft():
    """In the air naval aircraft are lost, the ship is not."""
    g = mediterranean(side=ALLIES)
    cv = carrier(g, "britain", "alexandria")
    plane = put(g, "italy FTR 2-3-2", "taranto")
    nac = next(u for u, ship in enumerate(g.units.aboard) if ship == cv)
    area = sea(g, "levant_sea")
    drive(g, air_step(g, Force(ALLIES, [cv]), Force(AXIS, planes=[plane]), area), ["scramble"], dice=[10] * 6)
    assert (g.units.depleted[nac] or g.units.at[nac] < 0) and g.units.at[cv] >= 0 and not g.units.depleted[cv]
    assert drive(g, air_step(g, Force(ALLIES, [cv]), Force(AXIS), area)) == []  # nobody to fight


def test_11_7_1_flak_fires_every_round():
    """Without surprise the port's flak fires before each of up to three rounds; a worn NAC does not go."""
    g = mediterranean(side=ALLIES)
    fleet(g, "italy", "taranto")
    carrier(g, "britain", "alexandria")
    drive(g, strike_port(g, space(g, "alexandria"), space(g, "taranto")), ["let", "stay", "stay"], dice=[9, 1, 9, 1, 9, 1, 9])
    flak = [line for line in g.journal.lines if "flak" in str(line).lower()]
    assert len(flak) >= 3
    g = mediterranean(side=ALLIES)
    fleet(g, "italy", "taranto")
    carrier(g, "britain", "alexandria", depleted=1)
    assert refused(may_strike_port(g, space(g, "alexandria"), space(g, "taranto"))) == "11.7"


def test_11_7_3_the_first_strike():
    """-2 for the first surprise strike of a power by naval aircraft alone; none the next time."""
    g = mediterranean(side=ALLIES)
    cv, foe = carrier(g, "britain", "alexandria"), fleet(g, "italy", "taranto")
    force, other = Force(ALLIES, [cv]), Force(AXIS, [foe])
    with_it = sea_modifiers(g, force, other, first_strike=True, attackers=((), ()), defenders=([foe], ())).total
    assert with_it == sea_modifiers(g, force, other, attackers=((), ()), defenders=([foe], ())).total - 2
    drive(g, strike_port(g, space(g, "alexandria"), space(g, "taranto")), ["let"], dice=[2, 7, 5])
    assert any("first carrier strike" in str(line) for line in g.journal.lines)
    assert g.nations.struck[BRITAIN]


def test_11_7_2_one_surprise_for_a_target():
    """A second force that strikes the same port in the segment rolls for no surprise; a strike at another port does."""
    g = mediterranean(side=ALLIES)
    for port in ("taranto", "naples"):
        fleet(g, "italy", port)
    one, two, three = (carrier(g, "britain", port) for port in ("alexandria", "malta", "gibraltar"))
    area = sea(g, "ionian_sea") if "ionian_sea" in g.board.ids else sea(g, "central_med")

    def rolls(cv: int, port: str, *dice: int) -> int:
        before = len(g.journal.lines)
        drive(g, over_port(g, Force(ALLIES, [cv]), space(g, port), area), ["leave"], dice=dice)
        return sum("surprise in" in str(line) for line in g.journal.lines[before:])

    assert rolls(one, "taranto", 5, 4, 9) == 1 and rolls(two, "taranto", 4, 9) == 0 and rolls(three, "naples", 5, 4, 9) == 1


def test_11_8_3_fighters_over_the_port():
    """Aircraft beside the carriers' sea area, or within range of the port, may rise; those of another front may not."""
    g = mediterranean(side=ALLIES)
    fleet(g, "italy", "taranto")
    near, far = put(g, "italy FTR 2-3-2", "taranto"), put(g, "italy FTR 2-3-2", "milan")
    cv = carrier(g, "britain", "alexandria")
    area = next(s for s in g.ground.sea_ports[space(g, "taranto")] if g.ground.sea[s])
    flow = over_port(g, Force(ALLIES, [cv]), space(g, "taranto"), area)
    ask = next(flow)
    assert ask.find(f"rise u{near}") is not None and ask.find(f"rise u{far}") is None
    option = ask.find("let")
    assert option is not None
    no = ask.why(type(option)("rise", g.units[far]))
    assert refused(no) == "11.8.3"


def test_11_11_ratings_in_the_air():
    """First against Third Rate has three in its favour; equals have nothing."""
    g = war("germany", "ussr", side=AXIS)
    mine, theirs = put(g, "germany FTR 3-3-2", "berlin"), put(g, "ussr FTR 2-3-2", "moscow")
    g.nations[GERMANY].air, g.nations[USSR].air = 1, 3
    favoured = air_modifiers(g, [mine], [theirs], space(g, "berlin")).total
    g.nations[USSR].air = 1
    assert favoured == air_modifiers(g, [mine], [theirs], space(g, "berlin")).total - 3


# --- 12, 13 ---------------------------------------------------------------------------------------------------------------------


def test_12_1_a_line_over_friendly_land():
    """Traced over hexes of the side; enemies all round cut it."""
    g = war("germany", "ussr", side=AXIS)
    corps = put(g, "germany INF 6-5", "1321")
    assert supply_now(g, corps) == FULL
    for at in ring(g, "1321"):
        hold(g, "ussr", at)
        put(g, "ussr INF 4-5", at)
    assert supply_now(g, corps) == NONE


def test_12_2_sources():
    """A city of the home country feeds its troops; a conquered one abroad does not, nor one the enemy has taken."""
    g = war("germany", "ussr", side=AXIS)
    hold(g, "germany", "kiev")
    assert space(g, "berlin") in full_sources(g, GERMANY) and space(g, "kiev") not in full_sources(g, GERMANY)
    hold(g, "ussr", "berlin")
    assert space(g, "berlin") not in full_sources(g, GERMANY)


def test_12_5_supply_over_the_beach():
    """A beachhead is a port for two turns; after that its troops are cut off unless they hold a port."""
    g, ship, corps = sea_lion()
    drive(g, invade(g, space(g, "calais")), [f"load u{ship} u{corps}", "sail 1235", f"assault u{corps} 1235"])
    assert is_port(g, space(g, "southampton")) and supply_now(g, corps) == FULL
    beach = space(g, "southampton")
    assert g.hexes.beachhead[beach] == g.player_turn + 4
    g.hexes[beach].beachhead = g.player_turn - 1
    assert beach not in {s for s, until in enumerate(g.hexes.beachhead) if until >= g.player_turn}


def test_12_7_over_the_sea():
    """Supply goes over open waters; a sea area the enemy controls is closed to it."""
    g = mediterranean(side=AXIS)
    area = sea(g, "central_med")
    fleet(g, "italy", "taranto")
    fleet(g, "britain", "malta")
    assert area in open_seas(g, AXIS)
    ship = fleet(g, "britain", "malta")
    g.units[ship].at, g.units[ship].port = area, space(g, "malta")
    assert area not in open_seas(g, AXIS) and area in open_seas(g, ALLIES)


def test_12_7_4_disputed_waters():
    """Where both sides have ships at sea nobody controls the area and supply passes."""
    g = mediterranean(side=AXIS)
    area = sea(g, "central_med")
    theirs, ours = fleet(g, "britain", "malta"), fleet(g, "italy", "taranto")
    fleet(g, "italy", "taranto")
    g.units[theirs].at, g.units[theirs].port = area, space(g, "malta")
    assert controlled(g, area, ALLIES)
    g.units[ours].at, g.units[ours].port = area, space(g, "taranto")
    assert not controlled(g, area, ALLIES) and not controlled(g, area, AXIS) and area in open_seas(g, AXIS)


@pytest.mark.parametrize(("what", "times"), [("INF 6-5", 5), ("ARM 8-8", 4), ("STA 2-3", 6), ("PARA 2-5", 5)])
def test_13_0_in_a_fortress(what, times):
    """Foot counts five times, tanks four, static units six."""
    g = war("germany", "ussr", side=ALLIES)
    where = space(g, "1321")
    g.hexes[where].works, g.hexes[where].builder = FORTRESS, GERMANY
    hold(g, "germany", "1321")
    unit = put(g, f"germany {what}", "1321")
    foe = put(g, "ussr INF 4-5", "1320")
    assert sum(v for _, v in defence_value(g, where, [foe], 1, [])) == times * g.units[unit].sheet.strength


def test_13_2_who_builds_fortresses():
    """Germany one a year, not in Berlin; Italy and France none."""
    g = war("germany", "italy", "france", "britain", side=AXIS, year=1941)
    put(g, "germany INF 6-5", "essen")
    assert may_build_fortress(g, GERMANY, space(g, "essen")) is None
    assert refused(may_build_fortress(g, GERMANY, space(g, "berlin"))) == "13.2.2"
    assert refused(may_build_fortress(g, ITALY, space(g, "naples"))) == "13.2.2"
    assert refused(may_build_fortress(g, FRANCE, space(g, "lyons"))) == "13.2.2"
    g.nations[GERMANY].fortress_year = 1941
    assert refused(may_build_fortress(g, GERMANY, space(g, "essen"))) == "13.2.2"
