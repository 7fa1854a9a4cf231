"""The whole war in positions: what planners do with money, ships, armies far behind the front, claims, wars and landings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.kernel.flow import Ask, Option
from grognard.kernel.paths import ranges
from grognard.titles.tw.agent import TheWarMind, building, draw_up, landings, sea, transfers, war
from grognard.titles.tw.agent.attacks import rescued
from grognard.titles.tw.agent.efforts import later, next_turn
from grognard.titles.tw.agent.ground_view import View, garrisons
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.construction import offers
from grognard.titles.tw.rules.declarations import Cabinet, may_declare
from grognard.titles.tw.rules.deployment import Deployment, Transfer, border_zone
from grognard.titles.tw.rules.grants import Treasury
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.naval_segment import naval_missions
from grognard.titles.tw.rules.peace_movement import peace_goals
from grognard.titles.tw.rules.strategic_war import Arsenal
from grognard.titles.tw.rules.training import may_train
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.voyages import Meeting
from grognard.titles.tw.state import FALL, LOST, RLE, SLE, SPRING, SUMMER, WINTER, War, turn_of
from grognard.titles.tw.subjects import Building, Reinforcing, Round
from tests.titles.tw.kit import hold, put, space
from tests.titles.tw.test_05_strategic import campaign


class Table:
    """A game as a planner sees it, without a session."""

    def __init__(self, g: War) -> None:
        self.g = g
        self.mind = TheWarMind()

    def play(self, flow: Any) -> list[Option]:
        """Let the planner answer every question of a procedure."""
        found: list[Option] = []
        try:
            ask = next(flow)
            while True:
                option = self.mind.plan(self, ask.seat, ask, random.Random(1), "quick")[0]  # type: ignore[arg-type]
                found.append(option)
                assert len(found) < 200, [o.text for o in found[-6:]]
                ask = flow.send(option)
        except StopIteration:
            return found


# --- money ----------------------------------------------------------------------------------------------------------------------


def test_money_is_kept_for_the_efforts_of_the_year_not_of_the_war():
    g = campaign()
    g.turn = turn_of(1941, SPRING)
    assert later(g, BRITAIN) == 3 * next_turn(g, BRITAIN)
    g.turn = turn_of(1941, WINTER)
    assert later(g, BRITAIN) == 0  # Spring brings new income


def test_the_british_army_is_trained_when_there_is_money():
    """The track stands at two of five, 60 NARFs: 20 are paid."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SPRING), ALLIES
    g.nations[FRANCE].surrendered = 1
    row = g.nations[BRITAIN]
    row.army, row.army_steps, row.narfs = 2, 2, 60
    assert may_train(g, BRITAIN, "army") is None
    listed = [Option("train", row, "army"), *(Option("build", g.units[u]) for u in offers(g, ALLIES)["build"])]
    ask = Ask("allies", "Build Segment", [*listed, Option("done")], "3.7", subject=Building(ALLIES))
    found = building.choose(g, ask, Stations(g, ALLIES))
    assert found is not None and found[0].text.startswith("train n.britain army")


def test_a_lost_british_unit_is_worth_more_than_one_never_built():
    """17.2.2: what is lost and not built again weighs on the British roll."""
    g = campaign()
    g.turn, g.side, g.nations[BRITAIN].narfs = turn_of(1940, FALL), ALLIES, 200
    unit = next(g.units[u] for u in offers(g, ALLIES)["build"] if g.units[u].sheet.nation == "britain")
    build = Option("build", unit)
    stations = Stations(g, ALLIES)
    before = building.worth(g, build, stations)[0]
    unit.fallen = 1
    assert building.worth(g, build, stations)[0] > before


# --- ships ----------------------------------------------------------------------------------------------------------------------


def narrow_sea(*bombers: str) -> tuple[War, int, int, int]:
    """Two British Fleets at Southampton, German ships or bombers in the Channel."""
    g = campaign()
    g.turn, g.side = turn_of(1940, SUMMER), AXIS
    for u, kind in enumerate(g.roster.kinds):
        if g.units.at[u] >= 0 and kind > 10:
            g.units[u].at = -1
    hold(g, "germany", "calais")
    fleets = [put(g, "britain FLEET 1-12-5", "southampton") for _ in range(2)]
    foe = put(g, "germany FLEET 1-12-5", "kiel")
    for what in bombers:
        put(g, what, "calais")
    return g, fleets[0], foe, g.board.space("channel")


def test_ships_do_not_sail_to_a_battle_with_aircraft_alone():
    g, _, _, channel = narrow_sea("germany TAC 1-5-4")
    plane = len(g.units.at) - 1
    join = Option("join", g.hexes[space(g, "southampton")], g.hexes[channel])
    ask = Ask("allies", "more?", [Option("enough"), join], "7.9.7", subject=Reinforcing(ALLIES, channel, (), (plane,)))
    found = sea.choose(g, ask)
    assert found is not None and found[0].verb == "enough"


def test_two_fleets_meet_a_lone_one_but_not_under_enemy_bombers():
    for bombers, verb in (((), "intercept"), (("germany TAC 1-5-4", "germany TAC 1-5-4"), "let")):
        g, _, foe, channel = narrow_sea(*bombers)
        meet = Option("intercept", g.hexes[space(g, "southampton")], g.hexes[channel])
        ask = Ask("allies", "meet it?", [Option("let"), meet], "7.8", subject=Meeting(ALLIES, (foe,)))
        found = sea.choose(g, ask)
        assert found is not None and found[0].verb == verb


def test_a_fight_at_sea_is_broken_off_by_the_weaker():
    g, mine, foe, _ = narrow_sea()
    more = [put(g, "germany FLEET 1-12-5", "kiel") for _ in range(2)]
    words = [Option("stay"), Option("leave")]
    lost = sea.choose(g, Ask("allies", "on?", words, "7.9.7", subject=Round(1, (mine,), (foe, *more))))
    won = sea.choose(g, Ask("allies", "on?", words, "7.9.7", subject=Round(1, (mine, mine + 1), (foe,))))
    assert lost is not None and lost[0].verb == "leave"
    assert won is not None and won[0].verb == "stay"


# --- armies behind the front ----------------------------------------------------------------------------------------------------


def test_a_neutral_soviet_union_gathers_in_the_west_in_depth():
    g = campaign()
    g.turn = turn_of(1941, SPRING)
    posts = transfers.Posts(g, ALLIES, View(g, ALLIES))
    rifle = put(g, "ussr INF 4-5", "moscow")
    minsk, arctic = space(g, "minsk"), space(g, "0001")
    best = posts.best(rifle, [minsk, arctic])
    assert best is not None and best[1] == minsk
    assert posts.table(rifle).get(arctic, 0.0) <= 0.0


def test_the_soviets_in_peace_hold_leningrad_and_the_ground_before_it():
    """Spring 1941, Finland with Germany and Karelia Soviet: corps in the woods go to Leningrad and between it and the
    Finns, and none of them leaves a place that decides the war."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SPRING), ALLIES
    g.nations[INDEX["finland"]].side = AXIS
    for s in g.ground.karelia:
        g.hexes[s].holder = USSR
    for u in range(len(g.units.at)):
        g.units[u].at = -1
    leningrad = space(g, "leningrad")
    woods = [put(g, "ussr INF 4-5", at) for at in ("0812", "0813", "0814", "0912", "0913")]
    moscow = put(g, "ussr INF 4-5", "moscow")
    refresh(g)
    found = transfers.plan(g, [*woods, moscow], lambda u: peace_goals(g, u), View(g, ALLIES))
    finns = [s for s, holder in enumerate(g.hexes.holder) if holder == INDEX["finland"] and g.ground.land[s]]
    near = ranges(g.board, finns, 9, [int(land) for land in g.ground.land])
    assert leningrad in found.values() and moscow not in found
    assert sum(s in g.ground.steps[leningrad] and near[s] <= near[leningrad] for s in found.values()) >= 2


def test_the_guard_of_moscow_stays_when_the_army_goes_to_the_border():
    """21.4: of a corps in Moscow and one in a wood the second goes; and it goes behind the border, not on it."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SPRING), ALLIES
    guard, other = put(g, "ussr INF 4-5", "moscow"), put(g, "ussr INF 4-5", "0812")
    calls = [Option("call", g.units[u]) for u in (guard, other)]
    found = war.choose(g, Ask("allies", "who?", [Option("staff"), *calls], "21.4", subject=Deployment(8, 0)))
    assert found is not None and found[0].arg.index == other
    zone = sorted(border_zone(g))
    posts = [Option("post", g.hexes[s]) for s in zone]
    sent = war.choose(g, Ask("allies", "where?", posts, "21.4", subject=Transfer(other)))
    assert sent is not None and sent[0].arg.index in zone
    assert not any(g.nations.side[g.hexes.holder[b]] == AXIS for b in g.ground.steps[sent[0].arg.index] if g.ground.land[b])


def test_suez_is_not_left_empty_nor_stays_so():
    """No enemy can walk in today: the guard stays all the same, and where it is gone another comes."""
    g = campaign()
    g.turn, g.side = turn_of(1940, FALL), ALLIES
    g.nations[BRITAIN].effort = RLE
    suez = space(g, "suez")
    for u, at in enumerate(g.units.at):
        if at >= 0 and g.ground.country[at] in ("egypt", "libya", "palestine"):
            g.units[u].at = -1
    guard = put(g, "britain MOT 3-7", "suez")
    assert guard in garrisons(g, ALLIES, View(g, ALLIES))
    g.units[guard].at = next(s for s in g.ground.steps[suez] if g.ground.country[s] == "egypt")
    ends = {u: move.legs[-1].space for move in draw_up(g).moves for u in move.stack}
    assert ends.get(guard) == suez


def test_germany_looks_east_once_france_has_fallen():
    g = campaign()
    g.turn = turn_of(1941, SPRING)
    assert transfers.coming(g, AXIS) == []
    g.nations[FRANCE].surrendered = 1
    assert transfers.coming(g, AXIS)
    hold(g, "germany", "1421", "1420")
    for u in range(len(g.units.at)):
        if g.units[u].sheet.nation in ("france", "britain", "poland"):
            g.units[u].at = -1
    posts = transfers.Posts(g, AXIS, View(g, AXIS))
    corps = put(g, "germany INF 6-5", "essen")
    best = posts.best(corps, posts.want)
    assert best is not None and posts.looming.get(best[1], 99) <= 3
    g.units[corps].at = best[1]
    assert corps in transfers.on_watch(g, AXIS)  # and stays there


def test_the_soviets_storm_a_city_whose_loss_may_end_their_war():
    """21.1: with much lost and Leningrad in the hands of a worn German corps, an attack on it is worth a great deal."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SUMMER), ALLIES
    g.nations[USSR].side, g.nations[USSR].effort, g.barbarossa = ALLIES, RLE, g.turn
    g.nations[FRANCE].surrendered = 1
    for u in range(len(g.units.at)):
        g.units[u].at = -1
    hold(g, "germany", "leningrad")
    put(g, "germany INF 6-5", "leningrad", depleted=1)
    beside = [s for s in g.ground.steps[space(g, "leningrad")] if g.hexes.holder[s] == USSR and g.ground.land[s]]
    for s in beside:
        put(g, "ussr INF 6-5", g.board.ids[s])
    leningrad = space(g, "leningrad")
    calm = rescued(g).get(leningrad, 0.0)
    lost = [put(g, "ussr TAC 1-5-4", "moscow") for _ in range(16)]
    for u in lost:
        g.units[u].at, g.units[u].pool, g.units[u].fallen = -1, LOST, 1
    assert calm == 0.0 and rescued(g)[leningrad] > 20.0
    assert leningrad in draw_up(g).attacks


# --- politics -------------------------------------------------------------------------------------------------------------------


def test_karelia_is_claimed_only_with_an_army():
    """Three corps are too few; six armies are two to one, which is good enough while lost units can be replaced."""
    g = campaign()
    g.turn = turn_of(1940, SUMMER)
    for u, at in enumerate(g.units.at):
        if at >= 0 and g.ground.land[at] and g.units[u].sheet.nation == "ussr":
            g.units[u].at = -1
    for _ in range(3):
        put(g, "ussr INF 4-5", "leningrad")
    assert not war._wins_border_war(g, "karelia")
    for where in ("0614", "0615", "0617", "0616"):
        put(g, "ussr INF 6-5", where)
    assert war._wins_border_war(g, "karelia")
    g.turn = turn_of(1941, SPRING)
    assert not war._wins_border_war(g, "karelia")


@pytest.mark.parametrize("country", ["hungary", "romania", "bulgaria", "finland", "sweden", "turkey", "netherlands"])
def test_no_war_on_friends_to_be_nor_on_the_netherlands_before_the_west_is_ready(country: str) -> None:
    """Spring 1940 for the friends; Winter 1939 for the Netherlands alone."""
    g = campaign()
    g.turn = turn_of(1939, WINTER) if country == "netherlands" else turn_of(1940, SPRING)
    g.nations[INDEX["poland"]].surrendered = 1
    g.nations[GERMANY].narfs = 80
    assert may_declare(g, GERMANY, INDEX[country]) is None
    asked = Option("declare", g.nations[INDEX[country]])
    ask = Ask("axis", "war?", [asked, Option("done")], "3.4", subject=Cabinet(GERMANY))
    found = war.choose(g, ask)
    assert found is not None and found[0].verb == "done"


# --- landings -------------------------------------------------------------------------------------------------------------------


def overlord(*guards: str) -> War:
    """Summer 1943: France is German, three Fleets and three corps lie in Southampton with an RLE; guards stand on the beaches."""
    g = campaign()
    g.turn, g.side = turn_of(1943, SUMMER), ALLIES
    for u in range(len(g.units.at)):
        g.units[u].at = -1
    g.nations[FRANCE].surrendered = 1
    g.nations[USA].side = g.nations[USSR].side = ALLIES
    for s, country in enumerate(g.ground.country):
        if country in ("france", "belgium", "netherlands") and g.ground.land[s]:
            g.hexes[s].holder = GERMANY
    for power in (BRITAIN, USA):
        g.nations[power].effort = RLE
        g.nations[power].army = 1
    g.nations[GERMANY].side = AXIS
    sides = hex_sides(g)
    for what in guards:
        for s in range(g.board.size):
            if g.ground.beach[s] and sides[s] == AXIS:
                put(g, what, g.board.ids[s])
    put(g, "germany INF 6-5", "berlin")
    for _ in range(3):
        put(g, "britain FLEET 1-12-5", "southampton")
        put(g, "britain MOT 6-7", "southampton")
    return g


def test_an_armada_lands_on_an_open_coast():
    g = overlord()
    verbs = [o.verb for o in Table(g).play(naval_missions(g))]
    assert verbs[:5] == ["invade", "load", "load", "load", "sail"] and "assault" in verbs
    ashore = [s for s, until in enumerate(g.hexes.beachhead) if until >= g.player_turn]
    assert len(ashore) == 1 and hex_sides(g)[ashore[0]] == ALLIES
    assert landings.worth_of_shore(g, ALLIES)[ashore[0]] > 0  # something to take lies behind it


def test_no_armada_sails_against_held_beaches():
    g = overlord("germany INF 6-5", "germany INF 6-5")
    assert [o.verb for o in Table(g).play(naval_missions(g))] == ["done"]


def test_troops_in_a_depot_wait_for_their_ships():
    g = overlord()
    waiting = {u for u, at in enumerate(g.units.at) if at == space(g, "southampton")}
    moved = {u for move in draw_up(g).moves for u in move.stack}
    assert landings.held_back(g) and not moved & waiting


def test_an_effort_is_worth_most_where_an_armada_is_ready():
    g = overlord()
    assert landings.stakes(g, BRITAIN).get(space(g, "southampton"), 0.0) > 0.0
    assert not landings.stakes(g, GERMANY)
    g.turn = turn_of(1943, WINTER)
    assert not landings.stakes(g, BRITAIN)


def test_before_america_is_near_nothing_is_gathered():
    g = overlord()
    g.turn = turn_of(1941, SUMMER)
    g.nations[USA].side = NEUTRAL
    assert not landings.depots(g)


def test_the_dearest_soviet_units_of_a_turn_guard_nothing():
    """8.8.2: three of them appear beyond the Urals; the fourth can be counted on."""
    g = campaign()
    g.turn, g.side = turn_of(1940, FALL), ALLIES
    rifles = [put(g, "ussr INF 4-5", at) for at in ("moscow", "leningrad", "stalingrad", "baku")]
    assert building.raised_beyond_the_urals(g, rifles[3])
    for u in rifles[:3]:
        g.units[u].built = g.player_turn
    assert not building.raised_beyond_the_urals(g, rifles[3])


# --- coasts and money -----------------------------------------------------------------------------------------------------------


def test_coasts_are_wanted_by_the_armada_that_lies_across_the_water():
    """With three corps and three Fleets in Southampton the beaches before Paris want most, those of Brittany less; without them
    hardly any, and before France has fallen none."""
    g = overlord()
    wants = landings.coast(g, AXIS)
    calais, lorient = space(g, "calais"), space(g, "lorient")
    assert wants[calais] > 1.5 * wants[lorient] > 3.0
    for u, at in enumerate(g.units.at):
        if at == space(g, "southampton"):
            g.units[u].at = -1
    assert landings.coast(g, AXIS).get(calais, 0.0) < 0.5
    g.nations[FRANCE].surrendered = 0
    assert landings.coast(g, AXIS) == {}


def test_the_guard_of_a_beach_stays_and_corps_behind_it_come():
    """Two corps in Paris, one in Calais: that one does not leave, and a beach beside it is manned by strategic movement."""
    g = overlord()
    g.side = AXIS
    g.nations[GERMANY].effort = SLE
    guard = put(g, "germany INF 6-5", "calais")
    spare = put(g, "germany INF 6-5", "lyons")
    moved = {u for move in draw_up(g).moves for u in move.stack}
    assert guard not in moved
    havre = space(g, "le_havre")
    found = transfers.plan(g, [guard, spare], lambda u: [havre, space(g, "lyons")], View(g, AXIS))
    assert found == {spare: havre}
    put(g, "britain MOT 6-7", g.board.ids[next(b for b in g.ground.steps[space(g, "calais")] if g.ground.country[b] == "france")])
    assert guard not in transfers.coast_guard(g, AXIS)  # the enemy is ashore: it may fight


def test_money_that_nothing_needs_is_spent():
    """Germany with everything built and 250 NARFs walls a threatened beach and buys capacity; with 20 it does neither."""
    g = overlord()
    g.side = AXIS
    best = space(g, "calais")
    put(g, "germany INF 6-5", "calais")
    row = g.nations[GERMANY]
    for narfs, verbs in ((250, {"fortify", "extend"}), (20, set())):
        row.narfs = narfs
        options = [Option("fortify", row, g.hexes[best]), Option("extend", row)]
        stations = Stations(g, AXIS)
        assert {o.verb for o in options if building.worth(g, o, stations)[0] > 0} == verbs
    row.narfs = 250
    ask = Ask("axis", "builds", [Option("done"), Option("flak", "cash"), Option("raise", "SAC")], "5.1", subject=Arsenal(GERMANY))
    found = war.choose(g, ask)
    assert found is not None and found[0].verb == "flak"


def test_a_rich_america_lends_all_it_may_and_keeps_ships_for_it():
    """Twenty NARFs, not five; two Fleets stay in the American box; a poor America keeps its money."""
    g = overlord()
    box = space(g, "us_box")
    ships = [put(g, "united_states FLEET 1-12-5", "us_box") for _ in range(3)]
    assert landings.merchants(g) == frozenset(ships[:2]) and g.units.at[ships[0]] == box
    loans = [Option("lend", g.nations[BRITAIN], g.units[ships[0]], n) for n in (5, 10, 20)]
    for narfs, verb in ((300, "lend"), (30, "done")):
        g.nations[USA].narfs, g.nations[BRITAIN].narfs = narfs, 10
        found = war.choose(g, Ask("allies", "aid?", [*loans, Option("done")], "14.8", subject=Treasury(USA)))
        assert found is not None and found[0].verb == verb and (verb == "done" or found[0].args[2] == 20)


def test_fighters_are_built_when_money_has_no_other_use():
    g = overlord()
    g.nations[USA].effort = RLE
    fighter = put(g, "united_states FTR 3-3-2", "us_box")
    g.units[fighter].at, g.units[fighter].pool = -1, LOST
    stations, option = Stations(g, ALLIES), Option("build", g.units[fighter])
    g.nations[USA].narfs = 60
    assert building.worth(g, option, stations)[0] <= 0
    g.nations[USA].narfs = 400
    assert building.worth(g, option, stations)[0] > 0
