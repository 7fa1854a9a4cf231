"""The planner in whole campaigns: aircraft dealt out, capitals behind the line, losses by price, the Pact line, the way over
the Atlantic. Each position is one in which an earlier planner blundered."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent import MIND
from grognard.titles.awaw.agent.assault import Assaults
from grognard.titles.awaw.agent.blows import KEPT_WINGS, Blows, wing_price
from grognard.titles.awaw.agent.fleets import _to_the_staging, wants_ships
from grognard.titles.awaw.agent.garrisons import orders, pact_posts
from grognard.titles.awaw.agent.hangars import Hangars
from grognard.titles.awaw.agent.landings import (
    crossing_ships,
    crossing_wings,
    feeds_from,
    gathers,
    musters,
    staging,
    worth_an_army,
)
from grognard.titles.awaw.agent.statecraft import counsel
from grognard.titles.awaw.agent.stations import air_station, ground_station
from grognard.titles.awaw.agent.view import View, blood, cheapest_loss
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules.air import Scramble
from grognard.titles.awaw.rules.construction import Order
from grognard.titles.awaw.rules.diplomacy import Envoys, cell, track_place
from grognard.titles.awaw.rules.research import Laboratory
from grognard.titles.awaw.rules.supply import determine_supply
from grognard.titles.awaw.rules.tension import along_the_pact, pact_hexes
from grognard.titles.awaw.rules.units import factors
from grognard.titles.awaw.rules.voyages import REDEPLOYING, Harbour
from grognard.titles.awaw.state import FALL, GONE, POOL, SPRING, STRIKING, SUMMER, USAT, WINTER, World

from .kit import campaign, fight, hold, put, puts, space


def west(year: int = 1940, season: int = SUMMER) -> World:
    """Germany in Belgium and Luxembourg before Sedan; a French unit in each of four hexes, two in Paris."""
    g = campaign(year=year, season=season)
    g.nations[INDEX["poland"]].conquered = GERMANY
    for key in ("belgium", "luxembourg", "netherlands"):
        g.nations[INDEX[key]].attacked = g.turn - 1
        hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[INDEX[key]]))
    for token in ("eN24", "sedan", "eO23", "eP23"):
        put(g, "france i 2-3", token)
    puts(g, 2, "france i 2-3", "paris")
    for token in ("eN25", "luxembourg", "eM25"):
        put(g, "germany arm 4-6", token)
        put(g, "germany i 3-3", token)
    puts(g, 5, "germany aaf", "luxembourg")
    puts(g, 5, "germany aaf", "mannheim")
    puts(g, 5, "germany aaf", "brussels")
    g.nations[GERMANY].level = 80
    g.stage = 1
    determine_supply(g, AXIS)
    return g


def test_aircraft_are_dealt_out_among_the_attacks():
    """Fifteen aircraft and several weak hexes: no attack takes all of them, and together they take no more than there are."""
    g = west()
    assaults = Assaults(g, GERMANY, View(g, AXIS))
    plans = assaults.chosen()
    assert len(plans) >= 2
    assert sum(a.support for a in plans.values()) <= 15
    assert max(a.support for a in plans.values()) < 15


def test_an_attack_draws_on_bases_that_can_do_little_else():
    """A base reaches one of two hexes, another both: the first hex takes its aircraft from the one that reaches it alone."""
    g = west()
    one, two = space(g, "paris"), space(g, "eK26")
    puts(g, 5, "germany aaf", "eQ23")
    hangars = Hangars(g, GERMANY, [one, two])
    both = [base for base, near in hangars.near.items() if one in near and two in near]
    alone = [base for base, near in hangars.near.items() if one in near and two not in near]
    assert both and alone
    hangars.draw(one, 4)
    assert hangars.drawn[one] == {min(alone): 4}
    assert hangars.left(two) == sum(5 for base, near in hangars.near.items() if two in near)


def test_aircraft_wait_for_the_exploitation_before_a_capital():
    """Paris lies behind the hexes that are to be broken: some aircraft stay for it; without French in Paris all may fly."""
    g = west()
    paris = space(g, "paris")
    assaults = Assaults(g, GERMANY, View(g, AXIS))
    assaults.chosen()
    kept = sum(assaults.hangars.drawn.get(paris, {}).values())
    assert 0 < kept <= KEPT_WINGS
    for u in range(len(g.units)):
        if g.units.at[u] == paris:
            g.units[u].at = -1
    empty = Assaults(g, GERMANY, View(g, AXIS))
    empty.chosen()
    assert paris not in empty.hangars.drawn


def test_a_hex_before_paris_is_worth_breaking():
    """Germany in Belgium: a hex beside Paris, which is held, promises more than one far from it; not when nobody stands in Paris.
    Armor near Paris waits for the gap, as long as one tank is left to make it."""
    g = west()
    paris = space(g, "paris")
    view = View(g, AXIS)
    beside = next(o for o, _ in g.ground.ways[paris] if o in g.ground.touching[paris])
    assert view.opens(beside) > 0 == view.opens(space(g, "marseilles"))
    tanks = puts(g, 4, "germany arm 4-6", g.board.token(beside))
    assaults = Assaults(g, GERMANY, View(g, AXIS))
    assert sum(u in assaults._reserve(set(tanks)) for u in tanks) == 3
    for u in range(len(g.units)):
        if g.units.at[u] == paris:
            g.units[u].at = -1
    assert View(g, AXIS).opens(beside) == 0


def test_an_aircraft_is_dear_where_blows_outnumber_them():
    assert wing_price(20, 8) > wing_price(20, 2) and wing_price(100, 2) < 0.2


def test_armor_is_a_dear_loss():
    """Four factors of infantry cost less than four of armor; who has both pays with infantry first."""
    g = west()
    tank, foot = put(g, "germany arm 4-6", "berlin"), put(g, "germany i 3-3", "berlin")
    assert blood(g, [tank], 3.0) > 2 * blood(g, [foot], 3.0)
    assert blood(g, [tank, foot], 3.0) == blood(g, [foot], 3.0)


def test_no_armor_thrown_away_at_one_to_one():
    """One armor unit against as many modified factors in the open, far from every goal: no attack is chosen."""
    g = west()
    for u in range(len(g.units)):
        if g.units.at[u] >= 0:
            g.units[u].at = -1
    put(g, "france i 2-3", "toulouse")
    tank = put(g, "germany arm 4-6", g.board.token(g.ground.ways[space(g, "toulouse")][0][0]))
    view = View(g, AXIS)
    prospect = view.reckon(space(g, "toulouse"), [tank], 0)
    assert view.gain(space(g, "toulouse"), prospect, 0.0, [tank]) < view.gain(space(g, "toulouse"), prospect, 0.0)


# --- the Pact line --------------------------------------------------------------------------------------------------------


def test_germany_mans_the_pact_line_while_there_is_peace():
    """Poland is beaten, Russia at peace: twenty factors are ordered to the line, and none once the two are at war (ours 50.7)."""
    g = campaign(year=1940, season=WINTER)
    g.nations[INDEX["poland"]].conquered = GERMANY
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[INDEX["poland"]]))
    hold(g, "russia", *(g.board.token(s) for s in g.ground.homeland[INDEX["eastpoland"]]))
    puts(g, 10, "germany i 3-3", "berlin")
    posts = pact_posts(g, AXIS)
    found = orders(g, AXIS, [9] * g.board.size)
    east = [u for u, s in found.items() if s in posts]
    assert 20 <= factors(g, east) <= 23
    for u in east:
        g.units[u].at = found[u]
    assert along_the_pact(g)[0] >= 20
    fight(g, "russia")
    at_war = orders(g, AXIS, [9] * g.board.size)
    assert not [u for u, s in at_war.items() if s in posts and g.ground.country[s] == INDEX["poland"]]


def test_russia_keeps_its_garrison_of_the_west():
    g = campaign(year=1940, season=WINTER, side=RUSSIA, mover="russia")
    g.nations[INDEX["poland"]].conquered = GERMANY
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[INDEX["poland"]]))
    hold(g, "russia", *(g.board.token(s) for s in g.ground.homeland[INDEX["eastpoland"]]))
    puts(g, 10, "russia i 3-3", "moscow")
    side = g.nations.side[RUSSIA]
    found = orders(g, side, [9] * g.board.size)
    assert factors(g, list(found)) >= 20 and set(found.values()) <= pact_hexes(g, side)


# --- France first ---------------------------------------------------------------------------------------------------------


def german(g: World, kind: Kind) -> int:
    return next(u for u in range(len(g.units)) if g.units[u].sheet.kind == kind and g.units[u].sheet.nation == GERMANY)


def test_no_ships_while_france_stands():
    """Summer 1940, sixty BRPs: the yards wait and no submarine is bought; after the fall of France both go on."""
    g = west()
    g.nations[GERMANY].level = 60
    g.mover = GERMANY
    view = View(g, AXIS)
    boat, foot = german(g, Kind.SUB), german(g, Kind.INF)
    assert MIND._build(g, view, Option("build", g.units[boat]), True) < 0
    assert MIND._build(g, view, Option("build", g.units[foot]), True) > 0
    g.nations[FRANCE].surrendered = 1
    assert MIND._build(g, View(g, AXIS), Option("build", g.units[boat]), True) > 0


def test_the_chest_for_the_next_offensive_is_not_spent_on_boats():
    """Fall 1941, fifteen BRPs left and an offensive to come: neither infantry nor submarines are bought."""
    g = west(1941, FALL)
    g.nations[FRANCE].surrendered = 0
    g.nations[GERMANY].level = 15
    view = View(g, AXIS)
    for kind in (Kind.SUB, Kind.INF):
        assert MIND._build(g, view, Option("build", g.units[german(g, kind)]), True) < 0


# --- over the Atlantic ----------------------------------------------------------------------------------------------------


def ocean(year: int = 1943) -> World:
    g = campaign(year=year, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us", "britain")
    puts(g, 20, "us dd", "us_atlantic")
    puts(g, 8, "us aaf", "us_atlantic")
    return g


def test_americas_destroyers_come_to_the_ports_of_a_landing():
    """Twenty destroyers in the box: they are wanted in Britain until it has enough; before a second front they stay."""
    g = ocean()
    box = space(g, "us_atlantic")
    assert len(crossing_ships(g, box, US)) == 20
    assert wants_ships(g, View(g, ALLIES), US, box, REDEPLOYING, {}) > 0
    h = Harbour(US, box, REDEPLOYING)
    take = Option("take", g.units[crossing_ships(g, box, US)[0]])
    assert (_to_the_staging(g, View(g, ALLIES), h, take, []) or 0) > 0
    puts(g, 30, "us dd", g.board.token(staging(g, US)[0]))
    assert not crossing_ships(g, box, US)
    assert not crossing_ships(ocean(1941), box, US)


def test_destroyers_of_the_lanes_are_left_to_the_convoys():
    g = ocean()
    puts(g, 12, "us dd", "sw_atlantic")
    assert not crossing_ships(g, space(g, "sw_atlantic"), US)


def test_americas_aircraft_cross_in_groups():
    """Eight wings in the box are wanted over there, up to twenty-five in all."""
    g = ocean()
    box = space(g, "us_atlantic")
    assert len(crossing_wings(g, box, US)) == 8
    puts(g, 22, "us aaf", "london")
    assert len(crossing_wings(g, box, US)) == 3


def test_aircraft_go_where_a_blow_lacks_them():
    """A base in range of a blow is worth more while the blow has too few aircraft than when others suffice."""
    g = west()
    g.stage = 0
    blows = Blows(g, GERMANY, View(g, AXIS))
    assert blows.targets
    target = blows.targets[0]
    base = next(s for s in g.ground.within(target, 3) if g.ground.city[s])
    wing = put(g, "germany aaf", "berlin")
    blows.support = {target: 99}
    short = blows.calls(base, wing)
    blows.support = {target: 1}
    assert short > blows.calls(base, wing)


def test_destroyers_leave_the_lanes_when_the_escorts_suffice():
    g = ocean()
    puts(g, 12, "us dd", "sw_atlantic")
    puts(g, 10, "britain asw", "sw_atlantic")
    assert len(crossing_ships(g, space(g, "sw_atlantic"), US)) == 12
    puts(g, 8, "germany sub", "sw_atlantic")
    assert not crossing_ships(g, space(g, "sw_atlantic"), US)


def test_one_port_after_the_other_is_filled_with_destroyers():
    """Half a dozen in the first port draw more there, until it carries a landing; then the second port is wanted."""
    g = ocean()
    first, second = staging(g, US)[:2]
    puts(g, 6, "us dd", g.board.token(first))
    assert gathers(g, US, first, ALLIES) > gathers(g, US, second, ALLIES)
    puts(g, 6, "us dd", g.board.token(first))
    assert gathers(g, US, first, ALLIES) < gathers(g, US, second, ALLIES)


def test_who_is_to_cross_musters_in_the_ports():
    """Armor in Birmingham goes to a port of departure with room, not into the Scottish hills; a full port draws nobody."""
    g = ocean()
    tank = put(g, "us arm 5-6", "birmingham")
    port = staging(g, US)[0]
    assert (musters(g, US, tank, port, ALLIES) or 0) > 5
    assert (musters(g, US, tank, space(g, "glasgow"), ALLIES) or 0) < (musters(g, US, tank, space(g, "birmingham"), ALLIES) or 0)
    puts(g, 2, "us mech 3-4", g.board.token(port))
    assert (musters(g, US, tank, port, ALLIES) or 0) < 1
    assert musters(g, US, put(g, "us rep 1-1", "birmingham"), port, ALLIES) is None


def test_the_ports_of_a_landing_are_for_the_strongest():
    """Six tanks in Britain: a 3-4 does not take a place in a port of departure, a tank does; without the tanks the 3-4 does."""
    g = ocean()
    weak, tank = put(g, "us mech 3-4", "birmingham"), put(g, "us arm 5-6", "birmingham")
    port = staging(g, US)[0]
    assert (musters(g, US, weak, port, ALLIES) or 0) > 5
    puts(g, 5, "us arm 5-6", "manchester")
    assert (musters(g, US, weak, port, ALLIES) or 0) < (musters(g, US, weak, space(g, "birmingham"), ALLIES) or 0)
    assert (musters(g, US, tank, port, ALLIES) or 0) > 5


def test_aircraft_wait_within_reach_of_the_beaches():
    """Nobody fights on land in the west: a wing in Britain likes Portsmouth, which reaches Calais, better than Belfast."""
    g = ocean()
    g.nations[FRANCE].surrendered = 1
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[FRANCE]))
    wing = put(g, "us aaf", "london")
    view = View(g, ALLIES)
    assert air_station(view, wing, space(g, "portsmouth"), True) > air_station(view, wing, space(g, "belfast"), True) + 1.0
    early = ocean(1941)
    wing = put(early, "us aaf", "london")
    places = [air_station(View(early, ALLIES), wing, space(early, name), True) for name in ("portsmouth", "belfast")]
    assert abs(places[0] - places[1]) < 1.0


def test_a_boundary_of_fronts_parts_no_armies():
    """Russians on the eastern front, as many Germans one hex away on the western: on both fronts all of them are counted."""
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="russia")
    fight(g, "germany", "russia")
    pairs = ((s, o) for s in g.ground.field_hexes for o, _ in g.ground.ways[s]
             if g.ground.front[s] == FRONT["eastern"] and g.ground.front[o] == FRONT["western"])  # fmt: skip
    east, west_of_it = (g.board.token(s) for s in next(pairs))
    puts(g, 2, "russia i 3-3", east)
    puts(g, 2, "germany i 3-3", west_of_it)
    contact = View(g, ALLIES).contact
    assert all(min(contact[FRONT[front]]) > 5.0 for front in ("eastern", "western"))
    assert View(g, ALLIES).balance < 2.0


def test_britain_keeps_spain_out():
    """Three points of Britain in 1939: America first, then Spain, before the rest goes to America."""
    g = campaign(year=1939, season=FALL, side=ALLIES, mover="britain")
    subject, view = Envoys(BRITAIN, 3), View(g, ALLIES)
    press, spain = Option("press", "usat"), Option("influence", g.nations[INDEX["spain"]])
    assert counsel(g, view, subject, press) > counsel(g, view, subject, spain) > 1.0
    g.dps[cell(BRITAIN, track_place(USAT))] = 1
    assert counsel(g, view, subject, press) < counsel(g, view, subject, spain)


def test_armies_of_the_west_are_not_sent_to_the_russians():
    """Königsberg in Russian hands before the enemy is no place for British troops; Naples is."""
    g = ocean()
    assert not worth_an_army(g, US, space(g, "konigsberg")) and not worth_an_army(g, US, space(g, "oslo"))
    assert worth_an_army(g, US, space(g, "naples")) and worth_an_army(g, RUSSIA, space(g, "konigsberg"))


# --- losses, partisans, aircraft -------------------------------------------------------------------------------------------


def test_losses_are_paid_with_the_cheapest_sum():
    """Four factors owed by a 3-3 and a 5-6: the tank alone is cheaper than both; three are paid by the infantry."""
    g = west()
    foot, tank = put(g, "germany i 3-3", "berlin"), put(g, "germany arm 5-6", "berlin")
    assert cheapest_loss(g, [foot, tank], 4) == tank
    assert cheapest_loss(g, [foot, tank], 3) == foot


def test_partisans_are_left_to_infantry():
    """A band in Poznan: no armor takes part in the attack, and one infantry unit suffices."""
    g = west()
    for u in range(len(g.units)):
        if g.units.at[u] >= 0:
            g.units[u].at = -1
    put(g, "poland partisan_com 1-3", "poznan")
    beside = g.board.token(g.ground.ways[space(g, "poznan")][0][0])
    tank, foot = put(g, "germany arm 4-6", beside), put(g, "germany i 3-3", beside)
    determine_supply(g, AXIS)
    plans = Assaults(g, GERMANY, View(g, AXIS)).chosen()
    assert [a.units for a in plans.values()] == [[foot]] and tank not in plans


def test_aircraft_are_kept_for_the_blow():
    """Thirty German aircraft do not leave the attack on France for a base of three; sixty can spare some."""
    g = west()
    puts(g, 3, "britain aaf", "great_yarmouth")
    view = View(g, AXIS)
    assert view.bold and not MIND._strike_pays(g, view, space(g, "great_yarmouth"))
    puts(g, 40, "germany aaf", "brussels")
    assert MIND._strike_pays(g, View(g, AXIS), space(g, "great_yarmouth"))


# --- what a faction makes --------------------------------------------------------------------------------------------------


def test_escorts_are_made_before_the_submarines_come():
    """Britain in 1941 with two escorts against three boats makes escorts; with twelve and more it does not. Transports that lie
    in the pool are not made again."""
    g = campaign(year=1941, season=SPRING, side=ALLIES, mover="britain")
    fight(g, "britain", "germany")
    puts(g, 2, "britain asw", "sw_atlantic")
    lab, view = Laboratory(BRITAIN, WESTERN, 5), View(g, ALLIES)
    for u in range(len(g.units)):  # nothing waits in the pools
        if g.units[u].sheet.kind in (Kind.ASW, Kind.TRANSPORT) and g.units.at[u] < 0:
            g.units[u].pool = GONE
    assert counsel(g, view, lab, Option("produce", "asw")) > counsel(g, view, lab, Option("allot", "asw"))
    puts(g, 14, "britain asw", "sw_atlantic")
    assert counsel(g, view, lab, Option("produce", "asw")) < 1.0
    hulls = puts(g, 8, "britain tr", "sw_atlantic")
    for u in hulls:
        g.units[u].at, g.units[u].pool = -1, POOL
    assert counsel(g, view, lab, Option("produce", "transports")) < 0.1


def test_no_magic_in_a_european_war_and_units_for_who_has_money():
    g = ocean()
    g.nations[US].level = 250
    lab, view = Laboratory(US, WESTERN, 5), View(g, ALLIES)
    codes = {key: counsel(g, view, lab, Option("codes", key)) for key in ("ultra", "magic")}
    assert codes["ultra"] > 0 > codes["magic"]
    spies = counsel(g, view, lab, Option("allot", "espionage_spy_rings"))
    assert counsel(g, view, lab, Option("produce", "infantry")) > spies
    g.nations[US].level = 20
    assert counsel(g, view, lab, Option("produce", "infantry")) < 1.0


# --- garrisons and bases of Britain ---------------------------------------------------------------------------------------


def nile() -> World:
    g = campaign(year=1941, season=SPRING, side=ALLIES, mover="britain")
    fight(g, "britain", "italy")
    return g


def test_blunder_8_suez_is_held():
    """A British unit at Cairo goes to Suez or Alexandria while Italy is at war, one in London does not; the next unit of the
    factories appears where nobody stands. At peace with Italy nobody is ordered there."""
    g = nile()
    near, far = put(g, "britain mech 3-4", "cairo"), put(g, "britain mech 3-4", "london")
    posts = {space(g, "suez"), space(g, "alexandria")}
    found = orders(g, ALLIES, [9] * g.board.size)
    assert found[near] in posts and far not in found
    view = View(g, ALLIES)
    fresh = put(g, "britain arm 2-5", "london")
    suez, cairo = (MIND._appear(g, view, Order(BRITAIN, fresh), Option("at", g.hexes[space(g, s)])) for s in ("suez", "cairo"))
    assert suez > cairo
    peace = campaign(year=1939, season=FALL, side=ALLIES, mover="britain")
    put(peace, "britain mech 3-4", "cairo")
    assert not orders(peace, ALLIES, [9] * peace.board.size)


def test_blunder_10_the_last_unit_in_africa_stays():
    """Six Italian destroyers and the last unit of Libya in Tripoli: nobody sails home with it (9.93)."""
    g = campaign(year=1942, season=SPRING, mover="italy")
    fight(g, "italy", "britain")
    puts(g, 6, "italy dd", "tripoli")
    put(g, "italy i 2-3", "tripoli")
    assert wants_ships(g, View(g, AXIS), ITALY, space(g, "tripoli"), REDEPLOYING, {}) < 0


def test_blunder_8_brest_is_held():
    """France is out and an army waits in Britain: Brest is among the posts that German infantry is ordered to."""
    g = campaign(year=1943, season=SPRING)
    g.nations[FRANCE].surrendered = 1
    fight(g, "germany", "britain")
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[FRANCE]))
    puts(g, 20, "britain mech 3-4", "london")
    puts(g, 12, "germany i 3-3", "paris")
    assert space(g, "brest") in orders(g, AXIS, [9] * g.board.size).values()


def test_germany_bars_the_way_of_a_landing():
    """Twelve American factors in Normandy: Berlin is held, and infantry of the reserve stands in a line before them; without a
    landing and with America at peace it does neither."""
    g = campaign(year=1943, season=SUMMER, side=AXIS, mover="germany")
    g.nations[FRANCE].surrendered = 1
    fight(g, "germany", "britain")
    hold(g, "germany", *(g.board.token(s) for s in g.ground.homeland[FRANCE]))
    puts(g, 12, "germany i 3-3", "stuttgart")
    assert space(g, "berlin") not in orders(g, AXIS, [9] * g.board.size).values()
    fight(g, "us")
    puts(g, 4, "us mech 3-4", "caen")
    line = orders(g, AXIS, [9] * g.board.size)
    assert space(g, "berlin") in line.values()
    assert sum(g.board.distance(s, space(g, "caen")) == 2 for s in line.values()) >= 3


def test_italy_feeds_libya():
    """Infantry and destroyers in Taranto go over when a British army comes near Tobruk; before that they stay."""
    g = campaign(year=1941, season=SPRING, side=AXIS, mover="italy")
    fight(g, "italy", "britain")
    puts(g, 3, "italy i 2-3", "taranto")
    puts(g, 6, "italy dd", "taranto")
    put(g, "italy i 1-3", "tobruk")
    taranto = space(g, "taranto")
    assert wants_ships(g, View(g, AXIS), ITALY, taranto, REDEPLOYING, {}) < 0
    near = next(s for s, steps in enumerate(View(g, AXIS)._spread([space(g, "tobruk")])) if steps == 3)
    put(g, "britain arm 4-5", g.board.token(near))
    assert wants_ships(g, View(g, AXIS), ITALY, taranto, REDEPLOYING, {}) > 0


def test_blunder_8_colombo_is_held():
    """A British unit beside an empty Colombo, the Japanese in Rangoon: it is wanted in the port."""
    g = campaign("pacific", year=1942, season=SPRING, side=ALLIES, mover="britain")
    fight(g, "japan", "britain")
    hold(g, "britain", "colombo")
    colombo = space(g, "colombo")
    beside = g.ground.ways[colombo][0][0]
    u = put(g, "britain mech 3-4", g.board.token(beside))
    view = View(g, ALLIES)
    assert ground_station(view, u, colombo, True) > ground_station(view, u, beside, True)


def test_blunder_17_everybody_rises_over_ships_in_port():
    """Two carriers in Pearl Harbor and nine squadrons of naval air: against twenty attackers all rise; over an empty port they
    do not when they are hopelessly few."""
    g = campaign("pacific", year=1942, season=SPRING, side=AXIS, mover="japan")
    fight(g, "japan", "us")
    pearl = space(g, "pearl_harbor")
    hold(g, "us", "pearl_harbor")
    puts(g, 9, "us nas", "pearl_harbor")
    for u in puts(g, 20, "japan nas", "pearl_harbor"):
        g.units[u].mission, g.units[u].target = STRIKING, pearl
    rise = [Option("scramble", n) for n in (0, 9)]
    view = View(g, ALLIES)

    def best() -> int:
        values = [MIND._sky(g, view, Scramble(US, pearl), option, True, set()) for option in rise]
        return (0, 9)[values.index(max(values))]

    assert best() == 0
    puts(g, 3, "us cv", "pearl_harbor")
    assert best() == 9


def test_a_partners_troops_are_carried_to_a_foothold():
    """Eight American destroyers and a British division in Portsmouth, a British bridgehead before the enemy: the port is opened.
    Without a bridgehead it is not."""
    g = ocean(1944)
    fight(g, "germany")
    put(g, "britain mech 3-4", "portsmouth")
    puts(g, 8, "us dd", "portsmouth")
    port, beach = space(g, "portsmouth"), space(g, "caen")
    put(g, "germany i 3-3", "paris")
    assert not feeds_from(g, View(g, ALLIES), US, port)
    hold(g, "britain", "caen")
    put(g, "britain mech 3-4", "caen")
    g.hexes[beach].bridgehead = ALLIES
    assert feeds_from(g, View(g, ALLIES), US, port)
