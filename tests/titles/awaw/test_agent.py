"""What the opponents of a campaign must not do: blunders as positions, and answers to the new questions."""

from __future__ import annotations

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.agent import MIND
from grognard.titles.awaw.agent.assault import Assaults
from grognard.titles.awaw.agent.blows import Blows
from grognard.titles.awaw.agent.bureaus import BUREAUS, bureau, island_port, offices
from grognard.titles.awaw.agent.convoys import convoy_ships, short_of_escorts
from grognard.titles.awaw.agent.fleets import _meet
from grognard.titles.awaw.agent.landings import feeds_from, landing_place, mission, shore
from grognard.titles.awaw.agent.statecraft import counsel
from grognard.titles.awaw.agent.stations import _forward
from grognard.titles.awaw.agent.taskforces import calls, composition, orders
from grognard.titles.awaw.agent.view import View
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, JAPAN, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules.airdrops import Drop
from grognard.titles.awaw.rules.bombing import Raid
from grognard.titles.awaw.rules.diplomacy import Envoys
from grognard.titles.awaw.rules.grants import Treasury
from grognard.titles.awaw.rules.interception import Passage
from grognard.titles.awaw.rules.mobilization import Draft
from grognard.titles.awaw.rules.movement import Marcher, Mover
from grognard.titles.awaw.rules.oil import Refinery
from grognard.titles.awaw.rules.quays import is_task_force
from grognard.titles.awaw.rules.research import Laboratory
from grognard.titles.awaw.rules.ships import sea_hexes
from grognard.titles.awaw.rules.units import KIND
from grognard.titles.awaw.rules.voyages import MOVING, REDEPLOYING, Harbour
from grognard.titles.awaw.rules.war import Cabinet
from grognard.titles.awaw.state import FALL, GONE, RGT, SAILING, SPRING, SUMMER, USJT, WINTER, World, turn_of

from .kit import campaign, fight, hold, put, puts, space


def wants(g: World, power: int, target: int, side: int = AXIS) -> float:
    return counsel(g, View(g, side), Cabinet(power), Option("declare", g.nations[target]))


def test_blunder_9_friends_are_not_attacked():
    """Germany makes no war on Rumania, Hungary, Bulgaria, Finland, Turkey or Sweden."""
    g = campaign(year=1941, season=SPRING)
    g.nations[GERMANY].level = 80
    for name in ("rumania", "hungary", "bulgaria", "finland", "turkey", "sweden"):
        assert wants(g, GERMANY, INDEX[name]) < 0


def test_blunder_10_italy_leaves_greece_alone():
    g = campaign(year=1940, season=WINTER)
    fight(g, "italy")
    assert wants(g, ITALY, INDEX["greece"]) < 0


def test_blunder_11_russia_is_attacked_while_it_can_be_surprised():
    """With France out, armor ready and tension near 30 Germany attacks; with few tanks it waits."""
    g = campaign(year=1941, season=SUMMER)
    g.nations[FRANCE].surrendered = 1
    g.nations[GERMANY].level, g.tension[RGT] = 120, 29
    assert wants(g, GERMANY, RUSSIA) < 0
    puts(g, 10, "germany arm 4-6", "warsaw")
    assert wants(g, GERMANY, RUSSIA) > 0
    g.nations[GERMANY].level = 40
    assert wants(g, GERMANY, RUSSIA) < 0


def test_blunder_13_russia_mobilizes():
    g = campaign(year=1941, season=SPRING)
    view = View(g, AXIS)
    yes, no = (counsel(g, view, Draft(RUSSIA), Option(word)) for word in ("mobilize", "wait"))
    assert yes > no


def test_blunder_15_japan_strikes_in_time():
    """At tension 36 with the money Japan attacks; at 20 in 1940 it does not."""
    g = campaign("pacific", year=1940, season=SUMMER, mover="japan")
    g.nations[JAPAN].level, g.tension[USJT] = 70, 20
    assert wants(g, JAPAN, US) < 0
    g.tension[USJT] = 36
    assert wants(g, JAPAN, US) > 0 and wants(g, JAPAN, BRITAIN) > 0
    assert wants(g, JAPAN, RUSSIA) < 0


def test_blunder_18_a_weak_fleet_lets_a_strong_one_pass():
    g = campaign(year=1942, season=SUMMER, side=AXIS, mover="italy")
    fight(g, "italy")
    puts(g, 4, "britain dd", "alexandria")
    strong = Passage(BRITAIN, "invasion", (space(g, "tobruk"),), 40)
    weak = Passage(BRITAIN, "invasion", (space(g, "tobruk"),), 2)
    port = Option("intercept", g.hexes[space(g, "alexandria")])
    assert _meet(g, strong, port) < 0 < _meet(g, weak, port)


def test_cards_and_searches_are_for_those_who_come_out():
    """A strategic card and aircraft that search are used where a fleet will meet the enemy, else kept."""
    g = campaign(year=1941, season=SUMMER, side=AXIS, mover="italy")
    fight(g, "germany", "italy", "britain")
    passage = Passage(BRITAIN, "invasion", (space(g, "tobruk"),), 2)
    for verb in ("strategic_card", "spot"):
        assert _meet(g, passage, Option(verb)) < 0
    puts(g, 6, "britain b", "alexandria")
    for verb in ("strategic_card", "spot"):
        assert _meet(g, passage, Option(verb)) > _meet(g, passage, Option("intercept", g.hexes[space(g, "alexandria")])) > 0


def test_blunder_18_no_landing_on_a_strong_beach():
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "italy")
    beach = next(s for s in g.ground.field_hexes if g.ground.beach[s] and g.ground.country[s] == ITALY and not g.ground.port[s])
    view = View(g, ALLIES)
    assert shore(g, view, beach, 6) < 0, "six factors do not go alone"
    port = next(p for p in g.ground.ports if 0 < sea_hexes(g, p, beach) <= 8)
    hold(g, "britain", g.board.token(port))
    puts(g, 4, "britain arm 4-5", g.board.token(port))
    puts(g, 20, "britain dd", g.board.token(port))
    empty = shore(g, View(g, ALLIES), beach, 6)
    puts(g, 2, "germany i 3-3", g.board.token(beach))
    assert shore(g, View(g, ALLIES), beach, 6) < 0 < empty


def test_blunder_19_transports_first():
    """With fewer free transports than the convoys need Britain builds transports before anything else at sea."""
    g = campaign(year=1941, season=SPRING, side=ALLIES, mover="britain")
    puts(g, 19, "britain tr", "sw_atlantic")
    tr, asw = (g.units[put(g, f"britain {kind}", "sw_atlantic")].sheet for kind in ("tr", "asw"))
    assert MIND._fleet(g, tr) > MIND._fleet(g, asw)


def test_blunder_20_america_ships_its_army():
    """A bridgehead and a port of departure are wanted more than a port far from the war."""
    g = campaign(year=1944, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us")
    view = View(g, ALLIES)
    assert landing_place(g, view, US, space(g, "portsmouth")) > landing_place(g, view, US, space(g, "scapa_flow"))


def test_america_gives_to_russia_what_it_does_not_need():
    g = campaign(year=1943, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us", "russia")
    gift = Option("grant", g.nations[RUSSIA], 15)
    g.nations[US].level = 200
    assert counsel(g, View(g, ALLIES), Treasury(US), gift) > 0
    g.nations[US].level = 40
    assert counsel(g, View(g, ALLIES), Treasury(US), gift) < 0


def test_belgium_before_paris():
    """Germany opens the road through Belgium once Poland is beaten, not before."""
    g = campaign(year=1940, season=SPRING)
    assert wants(g, GERMANY, INDEX["belgium"]) < 0
    g.nations[INDEX["poland"]].conquered = GERMANY
    assert wants(g, GERMANY, INDEX["belgium"]) > 0
    hold(g, "germany", "paris")
    g.nations[FRANCE].surrendered = 1
    assert wants(g, GERMANY, INDEX["belgium"]) < 0


# --- offices behind the front -------------------------------------------------------------------------------------------


def judged(g: World, subject, *options: Option, side: int = AXIS) -> str:
    """The verb and first argument of the option an office likes best."""
    view = View(g, side)
    judge = bureau if isinstance(subject, BUREAUS) else counsel
    best = max(options, key=lambda o: judge(g, view, subject, o))
    return " ".join(str(a) for a in (best.verb, *best.args[:1]))


def test_the_fleet_of_germany_goes_without_oil_first_that_of_britain_last():
    g = campaign(year=1942, season=SUMMER)
    needs = [Option("leave", key) for key in ("army", "air", "naval", "economic")]
    assert judged(g, Refinery(GERMANY, 3, 4), *needs) == "leave naval"
    assert judged(g, Refinery(BRITAIN, 3, 4), *needs) == "leave economic"


def test_points_go_to_friends_before_files():
    """A point for intelligence is placed, but the Balkans come first; a project name is no country."""
    g = campaign(year=1940, season=SPRING)
    fund = Option("fund", "covert_operations")
    courted = Option("influence", g.nations[INDEX["rumania"]])
    assert judged(g, Envoys(GERMANY, 3), fund, courted, Option("keep")).startswith("influence")
    assert counsel(g, View(g, AXIS), Envoys(BRITAIN, 1), fund) > 0


def test_codes_are_broken_when_there_are_points():
    g = campaign(year=1941, season=SPRING)
    assert judged(g, Laboratory(BRITAIN, WESTERN, 5), Option("allot", "radar"), Option("codes", "ultra")) == "codes ultra"


def test_japan_enters_indochina_in_its_time_and_america_closes_the_market():
    g = campaign("pacific", year=1940, season=SUMMER, mover="japan")
    north = Option("indochina", "north")
    assert judged(g, Cabinet(JAPAN), Option("done"), north) == "done"
    g.turn += 1
    assert judged(g, Cabinet(JAPAN), Option("done"), north) == "indochina north"
    assert judged(g, Cabinet(US), Option("done"), Option("embargo"), side=ALLIES) == "embargo"


def test_blunder_25_no_drop_far_from_friends_or_on_many():
    """A drop of one factor on an equal garrison is left alone."""
    g = campaign(year=1941, season=SUMMER)
    fight(g, "italy")
    jumper = put(g, "germany airborne 1-3", "syracuse")
    drop = Option("drop", g.units[jumper], g.hexes[space(g, "malta")])
    puts(g, 1, "britain i 1-3", "malta")
    assert judged(g, Drop(GERMANY), Option("done"), drop) == "done"


def test_interceptors_rise_unless_they_are_hopelessly_few():
    g = campaign(year=1944, season=SUMMER)
    berlin = space(g, "berlin")
    rise = [Option("rise", n) for n in range(4)]
    assert judged(g, Raid(GERMANY, berlin, berlin, 6), *rise) == "rise 3"
    assert judged(g, Raid(GERMANY, berlin, berlin, 9), *rise) == "rise 0"


def test_a_bomber_alone_stays_at_home():
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="britain")
    raid = Raid(BRITAIN, space(g, "sw_atlantic"), -1, 0)
    essen = g.hexes[space(g, "essen")]
    assert judged(g, raid, Option("done"), Option("bomb", essen, 1), side=ALLIES) == "done"
    assert judged(g, raid, Option("done"), *(Option("bomb", essen, n) for n in (1, 4)), side=ALLIES).startswith("bomb")


def test_a_planner_looks_at_a_unit_once_in_a_phase_of_a_campaign():
    """The beginning of the European war: no unit is picked twice in one movement, and nothing is asked of a copy."""
    session = Session.new(TITLE, "europe", {}, seed=seed_from(5))
    minds = seat_agents(TITLE, "europe", {}, ["planner"], 5)
    picked: set[tuple[int, int, str]] = set()
    moves = 0
    while session.count < 140:
        seat = next(iter(session.pending))
        option = minds[seat].choose(session, seat)
        if isinstance(session.pending[seat].subject, Mover) and option.verb == "pick":
            key = session.g.turn, session.g.side, str(option.args[0])
            assert key not in picked or session.g.units.spent[option.args[0].index], "it is looked at again"
            picked.add(key)
            moves += 1
        session.apply(seat, option)
    assert moves > 10


def test_every_answer_of_a_bombing_raid_is_judged():
    """Escorts go along, army air stays for the armies, oil before ships before money; a bombed centre is kept."""
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="britain")
    raid = Raid(BRITAIN, space(g, "sw_atlantic"), space(g, "essen"), 4)
    assert judged(g, raid, *(Option("escort", n) for n in range(3)), side=ALLIES) == "escort 2"
    assert judged(g, raid, *(Option("assist", n) for n in (0, 2)), side=ALLIES) == "assist 0"
    assert judged(g, raid, *(Option("aim_at", w) for w in ("BRPs", "ships", "oil")), side=ALLIES) == "aim_at oil"
    assert judged(g, raid, Option("keep"), Option("destroy"), side=ALLIES) == "keep"
    fire = [Option("fire", g.hexes[space(g, c)]) for c in ("kiel", "berlin")]
    assert judged(g, raid, *fire, side=ALLIES) == f"fire {g.hexes[space(g, 'berlin')]}"


def test_a_threatened_objective_is_fortified_when_there_is_money():
    g = campaign(year=1944, season=SUMMER)
    view, essen, forest = View(g, AXIS), space(g, "essen"), space(g, "eM36")
    put(g, "britain mech 3-4", "brussels")
    hold(g, "britain", "brussels")
    view = View(g, AXIS)
    g.nations[GERMANY].level = 100
    values = [MIND._build(g, view, Option("fortify", g.hexes[s]), True) for s in (essen, forest)]
    assert values[0] > 0 > values[1]
    assert MIND._build(g, view, Option("railhead", g.hexes[essen]), True) < 0


def test_an_offensive_that_pays_is_not_refused_to_a_rich_power():
    """In 1940 Germany has 78 BRPs: the offensive at Sedan is made; a BRP is worth more to who has hardly any left."""
    g = campaign(year=1940, season=SUMMER)
    g.nations[GERMANY].level = 78
    view = View(g, AXIS)
    rich = view.money(GERMANY)
    g.nations[GERMANY].level = 20
    assert rich < View(g, AXIS).money(GERMANY)


def test_destroyers_go_into_the_lanes_when_submarines_are_out():
    """Fourteen submarines and no escort: thirty destroyers send what is not kept for landings; without boats they stay."""
    g = campaign(year=1941, season=SUMMER, side=ALLIES, mover="britain")
    puts(g, 30, "britain dd", "liverpool")
    assert not convoy_ships(g, BRITAIN, space(g, "liverpool"))
    puts(g, 14, "germany sub", "sw_atlantic")
    assert short_of_escorts(g) == 17
    assert len(convoy_ships(g, BRITAIN, space(g, "liverpool"))) == 18


def test_escorts_are_produced_before_laboratories_get_points():
    g = campaign(year=1941, season=SPRING)
    puts(g, 14, "germany sub", "sw_atlantic")
    lab, view = Laboratory(BRITAIN, WESTERN, 8), View(g, ALLIES)
    assert counsel(g, view, lab, Option("produce", "asw")) > counsel(g, view, lab, Option("allot", "asw"))


def test_germany_does_not_attack_the_maginot_line():
    """In Winter 1939 the west waits; once Belgium is attacked it does not, nor does the east."""
    g = campaign(year=1939, season=WINTER)
    view = View(g, AXIS)
    assert view.waits(space(g, "metz")) and not view.waits(space(g, "warsaw"))
    g.nations[INDEX["belgium"]].attacked = g.turn
    assert not View(g, AXIS).waits(space(g, "metz"))


def test_coasts_are_held_when_an_army_waits_across_the_channel():
    """1943, France out, forty factors in Britain: Germans hold Calais and Caen; with an empty Britain nobody is told to."""
    g = campaign(year=1943, season=SPRING)
    g.nations[FRANCE].surrendered = 1
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[FRANCE] if g.ground.europe[s]))
    units = puts(g, 12, "germany i 3-3", "paris")
    assert not set(View(g, AXIS).garrison) & set(units)
    puts(g, 10, "britain arm 4-5", "portsmouth")
    posts = View(g, AXIS).garrison
    assert {space(g, "calais"), space(g, "caen")} <= set(posts.values())
    assert 20 <= 3 * len(posts) <= 33


def test_a_foothold_is_fed_from_britain():
    """Troops and destroyers at Portsmouth cross to a bridgehead at Caen; without one they stay."""
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="britain")
    puts(g, 2, "britain arm 4-5", "portsmouth")
    puts(g, 10, "britain dd", "portsmouth")
    port = space(g, "portsmouth")
    assert not feeds_from(g, View(g, ALLIES), BRITAIN, port)
    hold(g, "britain", "caen")
    g.hexes[space(g, "caen")].bridgehead = ALLIES
    put(g, "britain arm 4-5", "caen")
    assert feeds_from(g, View(g, ALLIES), BRITAIN, port)


# --- the Pacific ----------------------------------------------------------------------------------------------------------


def fleet_at(g: World, port: str) -> list[int]:
    """Four Japanese carriers with their screen and squadrons."""
    names = ("Akagi", "Kaga", "Hiryu", "Soryu")
    decks = [put(g, f"japan cv {name}", port) for name in names]
    screen = [put(g, f"japan bc {name}", port) for name in ("Kongo", "Hiei")]
    screen += [*puts(g, 4, "japan cruiser", port), *puts(g, 6, "japan dd", port)]
    puts(g, 12, "japan elitenas", port)
    return [*decks, *screen]


def test_a_task_force_is_carriers_and_their_screen():
    """At most half are carriers, at most 25 factors; without carriers there is none."""
    g = campaign("pacific", year=1941, season=SUMMER, mover="japan")
    fleet_at(g, "tokyo")
    found = composition(g, JAPAN, space(g, "tokyo"))
    assert is_task_force(g, found) is None
    assert sum(KIND[g.units.design[u]] == Kind.CV for u in found) >= 3
    assert not composition(g, JAPAN, space(g, "truk"))


def test_the_fleet_goes_to_truk_before_the_war_and_not_in_1940():
    g = campaign("pacific", year=1941, season=SUMMER, mover="japan")
    for u in fleet_at(g, "tokyo"):
        g.units[u].force = 1
    view, port = View(g, AXIS), space(g, "tokyo")
    assert calls(g, view, JAPAN, port, REDEPLOYING) > 0
    g.turn = turn_of(1940, SPRING)
    assert calls(g, View(g, AXIS), JAPAN, port, REDEPLOYING) < 0


def test_a_patrol_strikes_the_fleet_in_port():
    """Out of Truk a task force goes where its squadrons reach Pearl Harbor, once ships lie there."""
    g = campaign("pacific", year=1941, season=WINTER, mover="japan")
    fight(g, "us")
    for u in fleet_at(g, "truk"):
        g.units[u].force, g.units[u].mission = 1, SAILING
    hold(g, "us", "pearl_harbor")
    near = min((s for s in g.ground.within(space(g, "pearl_harbor"), 2) if not g.ground.land[s]), default=-1)
    h, sea = Harbour(JAPAN, space(g, "truk"), MOVING), Option("patrol", g.hexes[near])
    assert (orders(g, View(g, AXIS), h, sea) or 0) <= 0
    puts(g, 12, "us cruiser", "pearl_harbor")
    assert (orders(g, View(g, AXIS), h, sea) or 0) > 1


def test_numbers_in_france_end_its_war():
    """Paris is taken, France fights on: infantry in Germany is drawn over the border; before Paris falls it is not."""
    g = campaign(year=1940, season=FALL)
    u = put(g, "germany i 3-3", "cologne")
    assert not View(g, AXIS).finishing
    hold(g, "germany", "paris", "sedan", "luxembourg", "brussels")
    view = View(g, AXIS)
    assert view.finishing
    assert _forward(view, u, space(g, "sedan"), True, True) > _forward(view, u, space(g, "cologne"), True, True)


def test_blunder_16_japan_goes_for_the_oil():
    """Ten destroyers and troops at Saigon, the Indies at war: the port is opened, and the oil of Palembang and Balikpapan is
    worth more than the empty coast beside it."""
    g = campaign("pacific", year=1941, season=WINTER, mover="japan")
    fight(g, "japan", "britain", "us")
    for key in ("dutch_e_indies", "sumatra", "java", "borneo"):
        g.nations[INDEX[key]].side, g.nations[INDEX[key]].patron = ALLIES, BRITAIN
    hold(g, "japan", "saigon")
    puts(g, 2, "japan i 2-2", "saigon")
    puts(g, 10, "japan dd", "saigon")
    view = View(g, AXIS)
    assert mission(g, view, JAPAN, space(g, "saigon"), {}) > 0
    for oil, coast in (("palembang", "pII11"), ("balikpapan", "pHH16")):
        assert shore(g, view, space(g, oil), 4) > max(0.5, shore(g, view, space(g, coast), 4))


def test_blunder_1_warsaw_is_the_first_blow():
    """The campaign as it is set up, Fall 1939: Warsaw heads the plan of blows, and nothing is struck in the west."""
    g = campaign(empty=False)
    blows = Blows(g, GERMANY, View(g, AXIS))
    assert blows.targets[0] == space(g, "warsaw")
    assert all(g.ground.country[target] == INDEX["poland"] for target in blows.targets)


def test_losses_keep_to_the_purse_except_against_france_before_the_winter():
    """Germany with forty BRPs: in Fall 1940 it spares nothing, in Winter it does, as once France is out."""
    g = campaign(year=1940, season=FALL)
    g.nations[GERMANY].level = 40
    assert Assaults(g, GERMANY, View(g, AXIS))._blood() > 100
    g.turn = turn_of(1940, WINTER)
    assert Assaults(g, GERMANY, View(g, AXIS))._blood() == 14
    g.turn = turn_of(1941, SUMMER)
    g.nations[FRANCE].surrendered = 1
    assert Assaults(g, GERMANY, View(g, AXIS))._blood() == 8


def test_an_airlift_in_movement_is_weighed():
    """A 1-3 beside an air transport at Breslau is offered a flight: both rungs answer, and do not fly for nothing."""
    session = Session.new(TITLE, "barbarossa", {}, seed=seed_from(5))
    g: World = session.g
    one = put(g, "germany i 1-3", "breslau")
    put(g, "germany at", "breslau")
    ask = Ask("germany", "", [Option("stay"), Option("airlift", g.hexes[space(g, "dresden")])], subject=Marcher(one))
    for careful in (False, True):
        values = [MIND._value(session, "germany", ask, option, careful=careful) for option in ask.options]
        assert values[0] > values[1]


def test_who_can_rebuild_does_not_spare_his_army():
    """Russia in 1943 with 150 BRPs and nothing in its pool sells a factor for less than with 20 BRPs and 30 factors to build."""
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="russia")
    fight(g, "germany", "russia")
    puts(g, 9, "germany i 3-3", "eM36")
    puts(g, 3, "russia i 3-3", "eM37")
    g.nations[RUSSIA].level = 150
    for u in range(len(g.units)):
        if g.units[u].sheet.nation == RUSSIA and g.units.at[u] < 0:
            g.units[u].pool = GONE
    assert View(g, ALLIES).thrift < 1.15 and View(g, ALLIES)._daring < 1.05
    g.nations[RUSSIA].level = 20
    assert View(g, ALLIES).thrift == 2.2 and View(g, ALLIES)._daring > 1.0
    g.nations[RUSSIA].level, g.turn = 150, turn_of(1942, SUMMER)
    assert View(g, ALLIES).thrift == 1.5 and View(g, ALLIES)._daring > 1.0


def test_an_artificial_port_is_towed_to_an_army_ashore():
    """Nine factors ashore before the enemy in Summer 1944: towed; not in the fall, nor for one unit, nor behind the front."""
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "germany", "us", "britain")
    beach = space(g, "eN20")
    hold(g, "us", "eN20")
    g.hexes[beach].bridgehead = ALLIES
    option = Option("tow", g.hexes[beach])
    for count in (1, 9):
        for u in puts(g, 1 if count == 1 else 8, "us i 1-3", "london"):
            g.units[u].at = beach
        foe = put(g, "germany i 3-3", "berlin")
        g.units[foe].at = next(o for o, _ in g.ground.ways[beach])
        assert (offices(g, View(g, ALLIES), option) > 0) == (count == 9)
    g.turn += 1
    assert offices(g, View(g, ALLIES), option) < 0


def test_port_counters_go_to_the_islands():
    """America in 1943 gives points for a port where the Pacific is played, and builds it where Japanese objectives are near."""
    g = campaign("pacific", year=1943, season=SPRING, side=ALLIES, mover="us")
    fight(g, "japan", "us", "britain")
    lab = Laboratory(US, WESTERN, 5)
    assert counsel(g, View(g, ALLIES), lab, Option("produce", "port")) > 0
    near, far = space(g, "eniwetok"), space(g, "efate")
    hold(g, "us", "eniwetok", "efate")
    view = View(g, ALLIES)
    assert island_port(g, view, near) > 0 > island_port(g, view, space(g, "chungking"))
    assert island_port(g, view, near) >= island_port(g, view, far)
    home = campaign(year=1943, season=SPRING, side=ALLIES, mover="us")
    assert counsel(home, View(home, ALLIES), lab, Option("produce", "port")) < 0
