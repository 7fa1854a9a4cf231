"""16: influence, diplomatic rolls, statuses, espionage. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Option
from grognard.kernel.session import Session
from grognard.kernel.veil import conceal
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    KEYS,
    MAJORS,
    NEUTRAL,
    USA,
    USSR,
    pair,
    parted,
)
from grognard.titles.tw.rules import secrets
from grognard.titles.tw.rules.air_support import may_fly
from grognard.titles.tw.rules.airbases import bases, may_base
from grognard.titles.tw.rules.combat import may_attack, targets
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.declarations import declare
from grognard.titles.tw.rules.diplomacy import (
    CONFLICT,
    Envoy,
    Offensive,
    diplomacy,
    may_name,
    may_spy,
    moved,
    name_target,
    players,
    roll_modifiers,
    strengths,
)
from grognard.titles.tw.rules.espionage import COUNTER, ESPIONAGE, buy_chit, chit_price, may_buy_chit
from grognard.titles.tw.rules.flight import sky
from grognard.titles.tw.rules.influence import clear_influence, influence, may_place, place_pop, pop_limit, pops
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.movement import Steps, steps_reach
from grognard.titles.tw.rules.seas import friendly_port, is_port
from grognard.titles.tw.rules.status import (
    AXIS_BLOC,
    SOVIET_BLOC,
    TARGETS,
    WEST_BLOC,
    level,
    may_influence,
    may_overfly,
    may_stay,
)
from grognard.titles.tw.rules.supply import supply_mask
from grognard.titles.tw.rules.withdrawal import guests_leave
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import ASSOCIATE, FALL, HOME, SATELLITE, SPRING, SYMPATHIZER, War, turn_of

from .kit import drive, put, space
from .test_14_money import campaign

SPAIN, TURKEY, SWEDEN, GREECE, IRELAND, VICHY = (
    INDEX[k] for k in ("spain", "turkey", "sweden", "greece", "ireland", "vichy_france")
)


def spring(year: int = 1940) -> War:
    g = campaign()
    g.turn = turn_of(year, SPRING)
    return g


def give(g: War, target: int, **powers: int) -> None:
    """POPs in a country, by power."""
    g.pops = {**g.pops, **{pair(target, INDEX[k]): n for k, n in powers.items()}}


def refused(no: object) -> str:
    assert no is not None
    return str(no.rule)  # type: ignore[attr-defined]


def lean(g: War, minor: int, patron: int, status: int) -> None:
    g.nations[minor].patron, g.nations[minor].status = patron, status


# --- POPs ---------------------------------------------------------------------------------------------------------------------


def test_16_1_the_table_of_targets_is_that_of_the_sheets():
    sheets = campaign_of(campaign())
    for n, sheet in TARGETS.items():
        rows = {r.field: r.value for r in sheets.countries if r.country == sheet.country}
        assert set(rows["influence_by"].split()) == {KEYS[p] for p in MAJORS if sheet.open_to(p)}, sheet.country
        assert int(rows["inherent_diplomacy"]) == sheet.defence == 1 + (n in (SPAIN, TURKEY))


def test_16_1_4_soviets_place_nothing_in_ireland():
    g = spring()
    assert refused(may_influence(g, USSR, IRELAND)) == "16.1.4"
    assert refused(may_influence(g, GERMANY, INDEX["switzerland"])) == "16.1"
    assert may_influence(g, GERMANY, IRELAND) is None
    assert refused(may_influence(g, USA, IRELAND)) == "22.8"
    g.nations[USA].side = ALLIES
    assert may_influence(g, USA, IRELAND) is None


def test_16_1_2_limits_before_and_after_american_entry():
    g = spring()
    assert {n: pop_limit(g, n) for n in MAJORS} == {GERMANY: 4, ITALY: 2, FRANCE: 2, BRITAIN: 3, USSR: 2, USA: 0}
    g.nations[USA].side, g.happy_time, g.turn = ALLIES, turn_of(1941, 3), turn_of(1942, SPRING)
    assert (pop_limit(g, GERMANY), pop_limit(g, BRITAIN), pop_limit(g, USA)) == (3, 3, 2)
    g.turn = turn_of(1942, FALL)
    assert pop_limit(g, BRITAIN) == 2


def test_16_1_1_prices_and_half_in_one_country():
    g = spring()
    own = g.nations[GERMANY].narfs
    for _ in range(2):
        assert may_place(g, GERMANY, SPAIN) is None
        place_pop(g, GERMANY, SPAIN)
    assert g.nations[GERMANY].abroad == 6 and g.nations[GERMANY].narfs == own
    assert refused(may_place(g, GERMANY, SPAIN)) == "16.1.1"
    place_pop(g, GERMANY, TURKEY)
    place_pop(g, GERMANY, TURKEY)
    assert refused(may_place(g, GERMANY, SWEDEN)) == "16.1.2"
    place_pop(g, USSR, TURKEY)
    assert g.nations[USSR].abroad == 4
    g.nations[ITALY].narfs = 2
    assert refused(may_place(g, ITALY, SPAIN)) == "16.1.1"


def test_16_1_1_a_season_in_secret():
    """Both place in secret, then pay; in Fall the POPs of Spring are still there, after it none is."""
    g = spring()
    germany, britain = g.nations[GERMANY].narfs, g.nations[BRITAIN].narfs
    answers = ["done", "pop n.spain", "hire 0", "done", "done", "pop n.spain", "pop n.spain", "hire 1", "done", "done"]
    drive(g, influence(g), answers)
    assert (g.nations[GERMANY].narfs, g.nations[BRITAIN].narfs) == (germany - 7, britain - 9)
    assert (pops(g, GERMANY, SPAIN), pops(g, BRITAIN, SPAIN)) == (1, 2)
    assert (g.nations.spies[GERMANY], g.nations.guards[BRITAIN]) == (1, 1)
    g.turn = turn_of(1940, FALL)
    drive(g, influence(g), ["done", "pop n.spain", "pop n.spain", "done"])
    assert pops(g, GERMANY, SPAIN) == 3
    clear_influence(g)
    assert not g.pops and not g.nations.spies[GERMANY]


def test_16_1_7_4_a_chits_last_to_fall():
    """tw-16.1.7.4-a: a chit of Spring serves in Fall; after Fall chits and POPs are gone."""
    g = spring()
    buy_chit(g, GERMANY, ESPIONAGE)
    give(g, SPAIN, germany=1)
    g.turn = turn_of(1940, FALL)
    drive(g, influence(g), ["done"] * 5)
    assert players(g, AXIS_BLOC, ESPIONAGE, SPAIN) == (GERMANY,)
    clear_influence(g)
    assert players(g, AXIS_BLOC, ESPIONAGE, SPAIN) == ()


# --- diplomatic rolls ---------------------------------------------------------------------------------------------------------


def test_16_1_3_a_odds():
    """tw-16.1.3-a: three against two is 3-2."""
    assert CONFLICT.label(CONFLICT.column(3, 2)) == "3-2"
    assert CONFLICT.label(CONFLICT.column(2, 5)) == "1-3"


def test_16_1_3_b_whose_pops_are_used_up():
    """tw-16.1.3-b: Germany attacks the British in Turkey: both lose their POPs, the Soviets keep theirs."""
    g = spring()
    give(g, TURKEY, germany=2, britain=1, ussr=1)
    drive(g, name_target(g, GERMANY, TURKEY, WEST_BLOC), dice=[7])
    assert [pops(g, n, TURKEY) for n in (GERMANY, BRITAIN, USSR)] == [0, 0, 1]
    assert refused(may_name(g, GERMANY, TURKEY, WEST_BLOC)) == "16.1.3"


def test_16_1_3_c_one_level_up_and_down():
    """tw-16.1.3-c: a Sympathizer of the attacker becomes an Associate, or neutral."""
    assert moved(SYMPATHIZER, True, 1) == (ASSOCIATE, True)
    assert moved(SYMPATHIZER, True, -1) == (0, False)
    assert moved(0, False, -2) == (0, False)
    assert moved(ASSOCIATE, False, -2) == (ASSOCIATE, False)
    assert moved(SYMPATHIZER, False, 3) == (ASSOCIATE, True)


@pytest.mark.parametrize(("roll", "closed"), [(6, False), (10, True)])
def test_23_47_south_africa_turns_germany_away_for_good(roll, closed):
    """After an adverse result Germany does not name South Africa again, in no later year; after none it may."""
    g, south = spring(), INDEX["south_africa"]
    give(g, south, germany=1, britain=1)
    drive(g, name_target(g, GERMANY, south, WEST_BLOC), dice=[roll])
    g.turn = turn_of(1941, SPRING)
    clear_influence(g)
    give(g, south, germany=1)
    no = may_name(g, GERMANY, south, WEST_BLOC)
    assert (refused(no) if closed else no) == ("23.47" if closed else None)
    assert g.nations.patron[south] == BRITAIN and g.nations.status[south] == SATELLITE


@pytest.mark.parametrize("against", [WEST_BLOC, SOVIET_BLOC])
def test_16_1_3_d_levels_are_netted(against):
    """tw-16.1.3-d: Spain, a British Associate, is moved one level by the Axis: a British Sympathizer, whomever it attacked."""
    g = spring()
    lean(g, SPAIN, BRITAIN, ASSOCIATE)
    give(g, SPAIN, germany=2, italy=1)
    drive(g, name_target(g, GERMANY, SPAIN, against), dice=[4])
    assert (g.nations.patron[SPAIN], g.nations.status[SPAIN]) == (BRITAIN, SYMPATHIZER)


def example_1() -> War:
    g = spring()
    give(g, SPAIN, britain=2, france=1, germany=1, italy=1, ussr=1)
    return g


def test_16_1_3_e_italy_in_spain():
    """tw-16.1.3-e: 3 to 3 is 1-1; the chits cancel each other; 10 - 1 is 9: no effect. The Western POPs stay."""
    g = example_1()
    g.nations[ITALY].spies = g.nations[USSR].guards = 1
    attack = Offensive(SPAIN, AXIS_BLOC, SOVIET_BLOC)
    assert strengths(g, attack) == (3, 3)
    assert roll_modifiers(g, attack).total == -1
    drive(g, name_target(g, ITALY, SPAIN, SOVIET_BLOC), ["chit n.italy", "chit n.ussr"], dice=[10])
    assert (g.nations.patron[SPAIN], g.nations.status[SPAIN]) == (GERMANY, SYMPATHIZER)
    assert (g.nations.spies[ITALY], g.nations.guards[USSR]) == (0, 0)
    assert pops(g, BRITAIN, SPAIN) == 2
    assert pops(g, GERMANY, SPAIN) == 0


def test_16_1_6_a_status_in_defence():
    """tw-16.1.6-a: Britain defends Turkey with 1, 2 or 3 POPs more by its status; attacking it needs POPs of its own."""
    for status in (SYMPATHIZER, ASSOCIATE, SATELLITE):
        g = spring()
        lean(g, TURKEY, BRITAIN, status)
        give(g, TURKEY, germany=1)
        assert strengths(g, Offensive(TURKEY, AXIS_BLOC, WEST_BLOC)) == (1, 2 + status)
        give(g, TURKEY, france=1)
        assert strengths(g, Offensive(TURKEY, WEST_BLOC, AXIS_BLOC))[0] == 1
        give(g, TURKEY, britain=1)
        assert strengths(g, Offensive(TURKEY, WEST_BLOC, AXIS_BLOC))[0] == 2 + status
        assert roll_modifiers(g, Offensive(TURKEY, WEST_BLOC, AXIS_BLOC)).total == -status


def test_16_3_4_a_satellite_sweden():
    """tw-16.3.4-a: two Allied POPs against one German in a German Satellite: 2 to 5, the column 1-3."""
    g = spring(1942)
    g.nations[USA].side = ALLIES
    lean(g, SWEDEN, GERMANY, SATELLITE)
    give(g, SWEDEN, britain=1, united_states=1, germany=1)
    assert strengths(g, Offensive(SWEDEN, WEST_BLOC, AXIS_BLOC)) == (2, 5)


def test_16_1_3_both_axis_powers_choose_the_patron():
    g = example_1()
    drive(g, name_target(g, ITALY, SPAIN, SOVIET_BLOC), ["patron n.italy"], dice=[3])
    assert (g.nations.patron[SPAIN], g.nations.status[SPAIN]) == (ITALY, ASSOCIATE)


def test_16_1_6_three_levels_a_season():
    g = spring()
    g.nations[SPAIN].shifted = 3
    give(g, SPAIN, germany=4)
    drive(g, name_target(g, GERMANY, SPAIN, WEST_BLOC), dice=[1])
    assert g.nations.status[SPAIN] == SYMPATHIZER


def test_16_1_1_soviets_join_a_defence():
    """Under the Pact the Soviets may add their POPs to the Axis, not to the West; after the German attack it is the other way."""
    g = example_1()
    drive(g, name_target(g, BRITAIN, SPAIN, AXIS_BLOC), ["help"], dice=[9])
    assert pops(g, USSR, SPAIN) == 0
    g = example_1()
    drive(g, name_target(g, GERMANY, SPAIN, WEST_BLOC), dice=[9])
    assert pops(g, USSR, SPAIN) == 1
    g = example_1()
    g.barbarossa = g.turn
    drive(g, name_target(g, GERMANY, SPAIN, WEST_BLOC), ["stand_by"], dice=[9])
    assert pops(g, USSR, SPAIN) == 1


def test_16_1_3_the_poorest_names_first():
    g = example_1()
    g.nations[ITALY].narfs, g.nations[GERMANY].narfs, g.nations[BRITAIN].narfs = 5, 90, 80
    g.nations[FRANCE].narfs = g.nations[USSR].narfs = 70
    prompts = drive(g, diplomacy(g))
    order = ["Italy", "France", "Soviet Union", "Britain", "Germany", "American entry level 0"]  # propaganda comes last
    assert [p.split(":")[0] for p in prompts] == order


# --- statuses -----------------------------------------------------------------------------------------------------------------


def test_16_3_what_a_status_permits():
    g = spring()
    madrid = g.ground.named("madrid")
    assert level(g, SPAIN) == -1
    assert may_overfly(g, GERMANY, madrid) and not may_stay(g, GERMANY, madrid)
    assert not may_overfly(g, ITALY, madrid)
    incline(g, SPAIN, GERMANY, ASSOCIATE)
    assert may_stay(g, GERMANY, madrid) and not may_stay(g, BRITAIN, madrid)
    incline(g, SPAIN, GERMANY, 0)
    assert level(g, SPAIN) == 0 and not may_overfly(g, GERMANY, madrid)
    assert g.nations.guests_until[SPAIN] > g.player_turn


def test_16_3_4_a_satellite_goes_to_war_and_comes_home():
    g = spring()
    incline(g, SPAIN, GERMANY, SATELLITE)
    army = [u for u, n in enumerate(g.roster.nations) if n == SPAIN]
    assert g.nations.side[SPAIN] == AXIS and any(g.units.at[u] >= 0 for u in army)
    incline(g, SPAIN, GERMANY, ASSOCIATE)
    assert g.nations.side[SPAIN] == NEUTRAL
    assert all(g.units.pool[u] == HOME for u in army if g.units.post[u] >= 0)
    assert not any(g.units.at[u] >= 0 for u in army)
    assert level(g, SPAIN) == -2


def test_16_3_a_greece_turns_to_britain():
    """tw-16.3-a: attacked by Germany, Greece is a British Satellite though the Soviets are nearer; diplomacy is over there."""
    g = spring()
    g.nations[USSR].side = ALLIES
    drive(g, declare(g, GERMANY, GREECE))
    assert (g.nations.patron[GREECE], g.nations.status[GREECE]) == (BRITAIN, SATELLITE)
    assert refused(may_influence(g, GERMANY, GREECE)) == "16.4"


def test_18_7_1_vichy_is_left_alone_in_its_first_year():
    g = spring()
    assert refused(may_influence(g, GERMANY, VICHY)) == "16.4"
    lean(g, VICHY, GERMANY, SYMPATHIZER)
    g.nations[VICHY].made = g.turn
    assert refused(may_influence(g, GERMANY, VICHY)) == "18.7.1"
    g.turn += 4
    assert may_influence(g, GERMANY, VICHY) is None


# --- espionage ----------------------------------------------------------------------------------------------------------------


def test_16_1_7_1_chits_cost_and_one_of_each():
    g = spring()
    assert [chit_price(n, k) for n in (GERMANY, USSR) for k in (ESPIONAGE, COUNTER)] == [4, 3, 3, 2]
    assert may_buy_chit(g, GERMANY, ESPIONAGE) is None
    buy_chit(g, GERMANY, ESPIONAGE)
    assert refused(may_buy_chit(g, GERMANY, ESPIONAGE)) == "16.1.7.1"
    assert may_buy_chit(g, GERMANY, COUNTER) is None
    assert refused(may_buy_chit(g, USA, ESPIONAGE)) == "16.1.7.1"


def test_16_1_7_3_a_one_espionage_chit_of_an_alliance():
    """tw-16.1.7.3-a: Britain and France both have a chit; once one is played in Spain the other cannot follow."""
    g = example_1()
    g.nations[BRITAIN].spies = g.nations[FRANCE].spies = 1
    assert players(g, WEST_BLOC, ESPIONAGE, SPAIN) == (FRANCE, BRITAIN)
    drive(g, name_target(g, BRITAIN, SPAIN, AXIS_BLOC), ["stand_by", "chit n.france"], dice=[9])
    assert players(g, WEST_BLOC, ESPIONAGE, SPAIN) == ()
    assert g.nations.spies[BRITAIN] == 1


def test_16_1_7_5_a_one_counter_espionage_chit_of_an_alliance():
    """tw-16.1.7.5-a: the same for German and Italian Counter-Espionage; alone it is worth 2 to the defender."""
    g = example_1()
    lean(g, SPAIN, GERMANY, 0)
    g.nations[GERMANY].guards = g.nations[ITALY].guards = 1
    assert players(g, AXIS_BLOC, COUNTER, SPAIN) == (GERMANY, ITALY)
    drive(g, name_target(g, BRITAIN, SPAIN, AXIS_BLOC), ["stand_by", "chit n.germany"], dice=[4])  # 3 to 4: 2-3, 4 + 2
    assert g.nations.status[SPAIN] == 0
    assert players(g, AXIS_BLOC, COUNTER, SPAIN) == ()


def test_16_1_7_3_no_chit_without_pops():
    g = example_1()
    g.nations[GERMANY].spies = 1
    g.pops = {key: n for key, n in g.pops.items() if parted(key)[1] != GERMANY}
    assert players(g, AXIS_BLOC, ESPIONAGE, SPAIN) == ()


def test_16_1_7_2_spies_find_out_or_are_caught():
    g = example_1()
    g.nations[GERMANY].spies = 1
    assert may_spy(g, GERMANY, SPAIN, WEST_BLOC) is None
    assert refused(may_spy(g, GERMANY, SPAIN, AXIS_BLOC)) == "16.1.7.2"
    g.nations[GERMANY].narfs = 2
    drive(g, diplomacy(g), ["spy n.spain west"])
    assert any("POPs of the Western Allies in Spain: France 1, Britain 2" in line.text for line in g.journal.lines)
    assert refused(may_name(g, GERMANY, SPAIN, WEST_BLOC)) == "16.1.7.2"
    g = example_1()
    g.nations[GERMANY].spies, g.nations[BRITAIN].guards = 1, 1
    g.nations[GERMANY].narfs = 2
    drive(g, diplomacy(g), ["spy n.spain west", "chit n.britain"])
    assert not any("POPs of" in line.text for line in g.journal.lines)


def test_16_2_breaches_of_neutrality():
    """A British war on neutrals costs 2 once, a war on an own Associate 1; America at war and Italy's end burden the Axis."""
    g = spring()
    west, axis = Offensive(SPAIN, WEST_BLOC, AXIS_BLOC), Offensive(SWEDEN, AXIS_BLOC, WEST_BLOC)
    drive(g, declare(g, BRITAIN, INDEX["norway"]))
    assert roll_modifiers(g, west).total == 2
    drive(g, declare(g, BRITAIN, INDEX["denmark"]))
    assert roll_modifiers(g, west).total == 2
    lean(g, TURKEY, GERMANY, ASSOCIATE)
    drive(g, declare(g, GERMANY, TURKEY))
    assert roll_modifiers(g, axis).total == 1
    g.nations[USA].side = ALLIES
    assert roll_modifiers(g, axis).total == 2
    g.nations[ITALY].surrendered = 1
    assert roll_modifiers(g, axis).total == 3


# --- secrets ------------------------------------------------------------------------------------------------------------------


def test_16_1_1_the_other_side_sees_no_pops():
    g = example_1()
    g.nations[GERMANY].spies = g.nations[BRITAIN].guards = 1
    for seat, own in (("axis", {GERMANY, ITALY}), ("allies", {FRANCE, BRITAIN, USSR})):
        copy = g.copy()
        conceal(TITLE, copy, seat)
        assert {parted(key)[1] for key in copy.pops} == own
        assert bool(copy.nations.spies[GERMANY]) == (seat == "axis")
        assert bool(copy.nations.guards[BRITAIN]) == (seat == "allies")
        assert TITLE.picture(copy, seat) == TITLE.picture(g, seat)
    assert secrets.conceals(g, "axis") and not secrets.conceals(spring(), "axis")


def test_16_1_1_an_agent_does_not_know_what_was_placed():
    """A copy for a seat while the other has placed its POPs holds a guess, not the truth; land scenarios hide nothing."""
    game = Session.new(TITLE, "campaign_1941", {}, seed=b"\1" * 32)
    assert TITLE.conceals(game.g) and not TITLE.conceals(Session.new(TITLE, "poland", {}, seed=b"\1" * 32).g)
    while "axis" not in game.pending or "pop n.spain" not in [o.text for o in game.pending["axis"].options]:
        seat, ask = next(iter(game.pending.items()))
        game.apply(seat, next((o.text for o in ask.options if o.text == "done"), ask.options[0].text))
    game.apply("axis", "pop n.spain")
    g: War = game.g
    assert pops(g, ITALY, SPAIN) + pops(g, GERMANY, SPAIN) == 1
    copies = [game.fork(bytes([k]) * 32, "allies").g.pops for k in range(12)]
    seen = {sum(n for key, n in there.items() if parted(key)[0] == SPAIN) for there in copies}
    assert 0 in seen


# --- guests (16.3.1 to 16.3.3) ------------------------------------------------------------------------------------------------


def guests() -> tuple[War, int]:
    """A German corps on the Spanish border, the south of France in German hands."""
    g = spring(1942)
    spain = {s for s, holder in enumerate(g.hexes.holder) if holder == SPAIN and g.ground.land[s]}
    border = next(s for s in g.ground.homeland["france"] if spain & set(g.ground.steps[s]))
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = GERMANY
    for u, at in enumerate(g.units.at):
        if at in g.ground.homeland["france"]:
            g.units[u].at, g.units[u].pool = -1, 5
    g.nations[FRANCE].surrendered, g.side = 1, AXIS
    g.nations[GERMANY].effort = 1
    return g, put(g, "germany INF 6-5", g.board.token(border))


def test_16_3_1_16_3_3_troops_enter_associates_only():
    g, corps = guests()
    inside = [b for b in g.ground.steps[g.units.at[corps]] if g.ground.country[b] == "spain"]
    for status, enters in ((0, False), (SYMPATHIZER, False), (ASSOCIATE, True)):
        lean(g, SPAIN, GERMANY, status)
        steps = Steps(g, [corps], in_swamp=False)
        found = steps_reach(steps, 3, one_hex=False)
        assert any(b in found.costs for b in inside) == enters
    lean(g, SPAIN, ITALY, ASSOCIATE)
    assert refused(Steps(g, [corps], in_swamp=False).cost(g.units.at[corps], inside[0], 0)) == "9.4.1"


def test_16_3_3_guests_take_nothing_and_attack_nobody():
    g, corps = guests()
    lean(g, SPAIN, GERMANY, ASSOCIATE)
    madrid = space(g, "madrid")
    take(g, madrid, GERMANY, AXIS)
    assert g.hexes.holder[madrid] == SPAIN
    g.units[corps].at = madrid
    assert refused(may_attack(g, corps)) == "16.3.3"
    beside = next(b for b in g.ground.steps[madrid] if g.ground.land[b])
    foe = put(g, "britain MOT 3-7", g.board.token(beside))
    g.side = ALLIES
    assert madrid not in targets(g, set())
    assert g.units.at[foe] == beside


def test_16_3_2_aircraft_pass_over_sympathizers_and_base_with_associates():
    g, _ = guests()
    madrid, plane = space(g, "madrid"), put(g, "germany TAC 1-5-4", "marseilles")
    lean(g, SPAIN, GERMANY, 0)
    closed_sky = sky(g, AXIS)
    lean(g, SPAIN, GERMANY, SYMPATHIZER)
    assert not closed_sky & g.ground.sky_bit[madrid]
    assert sky(g, AXIS) & g.ground.sky_bit[madrid]
    assert not sky(g, ALLIES) & g.ground.sky_bit[madrid]
    assert refused(may_base(g, madrid, plane)) == "11.1"
    lean(g, SPAIN, GERMANY, ASSOCIATE)
    assert may_base(g, madrid, plane) is None and madrid in bases(g, plane)
    g.units[plane].at = madrid
    assert refused(may_fly(g, plane, 1)) == "16.3.3"


def test_16_3_2_supply_passes_over_sympathizers():
    g, _ = guests()
    madrid = space(g, "madrid")
    lean(g, SPAIN, GERMANY, 0)
    assert not supply_mask(g, AXIS)[madrid]
    lean(g, SPAIN, GERMANY, SYMPATHIZER)
    assert supply_mask(g, AXIS)[madrid]
    assert not supply_mask(g, ALLIES)[madrid]


def test_16_3_3_ships_lie_in_ports_of_associates():
    g, _ = guests()
    port = next(s for s, h in enumerate(g.hexes.holder) if h == SPAIN and is_port(g, s))
    lean(g, SPAIN, GERMANY, SYMPATHIZER)
    assert not friendly_port(g, port, AXIS)
    lean(g, SPAIN, GERMANY, ASSOCIATE)
    assert friendly_port(g, port, AXIS) and not friendly_port(g, port, ALLIES)


def test_16_3_3_guests_leave_when_the_status_is_lost():
    g, corps = guests()
    incline(g, SPAIN, GERMANY, ASSOCIATE)
    g.units[corps].at = space(g, "madrid")
    incline(g, SPAIN, GERMANY, SYMPATHIZER)
    guests_leave(g)
    assert g.units.at[corps] == space(g, "madrid")
    g.turn += 1
    guests_leave(g)
    assert g.hexes.holder[g.units.at[corps]] == GERMANY


# --- the diplomacy board ------------------------------------------------------------------------------------------------------


def test_the_board_shows_a_seat_its_own_influence():
    g = example_1()
    g.nations[GERMANY].spies = 1
    for seat, spain, chit in (("axis", [2, "?", "?"], 1), ("allies", ["?", 3, 1], "?"), (None, ["?", "?", "?"], "?")):
        panels = {p.key: p for p in TITLE.picture(g, seat).panels}
        row = next(r for r in panels["diplomacy"].rows if r[0] == "Spain")
        assert row[:3] == ["Spain", "sympathizer", "Germany"] and row[3:6] == spain
        assert next(r for r in panels["services"].rows if r[0] == "Germany")[3] == chit
    short = Session.new(TITLE, "poland", {}, seed=b"\1" * 32)
    assert not any(p.key == "diplomacy" for p in TITLE.picture(short.g, "axis").panels)


def test_odds_of_a_diplomatic_roll_do_not_tell_the_enemys_pops():
    """Two Axis POPs and the Sympathizer's one: 3 to 2 against nobody; the same whatever the Soviets have."""
    g = example_1()
    option = Option("name", g.nations[SPAIN], "soviets")
    found = TITLE.odds(g, "axis", option, Envoy(ITALY))
    assert (found.odds, found.column) == ("3 to 2", "3-2")
    assert found.taken == 0.7  # 1 to 7, less one for the Sympathizer
    assert [c.columns[0].result for c in found.with_air] == ["1-1", "2-3", "1-2", "1-2"]
    give(g, SPAIN, ussr=2)
    assert TITLE.odds(g, "axis", option, Envoy(ITALY)) == found
    assert TITLE.odds(g, "axis", Option("done"), Envoy(ITALY)) is None
