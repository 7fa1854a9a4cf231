"""6.2 to 6.4: what allies do together, efforts, surprise, Luxembourg. Worked cases stand under their ids."""

from __future__ import annotations

from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.air_support import allot_support, answer_support
from grognard.titles.tw.rules.airbases import may_base
from grognard.titles.tw.rules.alliances import apart, far_from_port, note_stragglers, stragglers
from grognard.titles.tw.rules.combat import able
from grognard.titles.tw.rules.declarations import declare, may_declare
from grognard.titles.tw.rules.grants import may_grant, may_lend
from grognard.titles.tw.rules.logistics import activate
from grognard.titles.tw.rules.minors import minors_by_date
from grognard.titles.tw.rules.movement import Steps, steps_reach
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.state import GONE, SATELLITE, SLE, SPRING, SUMMER, WINTER, War, turn_of

from .kit import drive, hold, put, space
from .test_14_money import campaign
from .test_16_diplomacy import refused


def west(year: int = 1940, season: int = SPRING, side: int = ALLIES) -> War:
    """The whole war with an empty map."""
    g = campaign()
    g.turn, g.side = turn_of(year, season), side
    for u, at in enumerate(g.units.at):
        if at >= 0:
            g.units[u].at, g.units[u].pool = -1, GONE
    for n in (GERMANY, ITALY, FRANCE, BRITAIN, USA, USSR):
        g.nations[n].effort, g.nations[n].narfs = SLE, 100
    return g


def test_6_2_1_british_and_french_do_not_stand_together():
    g = west()
    british, french = put(g, "britain MOT 3-7", "calais"), put(g, "france INF 6-5", "calais")
    assert refused(overstacked(g, space(g, "calais"), [british, french])) == "6.2.1"
    hexagon = g.hexes[space(g, "calais")]
    hexagon.bridgehead, hexagon.gap_side = g.player_turn + 1, ALLIES
    assert overstacked(g, space(g, "calais"), [british, french]) is None
    hexagon.gap_side = -1
    g.nations[FRANCE].surrendered = 1
    no = overstacked(g, space(g, "calais"), [british, french])
    assert no is None or no.rule != "6.2.1"


def test_6_2_1_aircraft_do_not_share_a_base():
    g = west()
    put(g, "france FTR 2-3-2", "paris")
    plane = put(g, "britain FTR 3-3-2", "london")
    assert refused(may_base(g, space(g, "paris"), plane)) == "6.2.1"
    assert may_base(g, space(g, "calais"), plane) is None


def test_6_2_1_no_air_support_for_the_other():
    """British bombers support a British attack beside Calais, not a French one."""
    g = west()
    target = next(b for b in g.ground.steps[space(g, "calais")] if g.ground.land[b] and g.ground.country[b] == "france")
    g.hexes[target].holder = GERMANY
    put(g, "germany INF 6-5", g.board.token(target))
    design = next(n for n, d in enumerate(g.designs) if d.nation == "britain" and d.kind == Kind.TAC)
    bomber = g.units.add(design=design, at=space(g, "calais"), active=1).index
    french, british = put(g, "france INF 6-5", "calais"), put(g, "britain MOT 3-7", "calais")
    for troops, helps in ((french, False), (british, True)):
        flow = allot_support(g, [target], [], [Battle(target, ALLIES, 1, [troops])])
        ask = next(flow, None)
        offered = ask is not None and any(o.verb == "support" and o.arg.index == bomber for o in ask.options)
        assert offered == helps
        flow.close()


def test_6_2_1_nor_cover():
    g = west(side=AXIS)
    target = space(g, "calais")
    put(g, "france INF 6-5", "calais")
    german = put(g, "germany TAC 1-5-4", g.board.token(space(g, "essen")))
    fighter = put(g, "britain FTR 3-3-2", g.board.token(g.ground.steps[target][0]))
    g.hexes[g.units.at[fighter]].holder = BRITAIN
    flow = answer_support(g, [target], {target: [german]}, [])
    ask = next(flow, None)
    assert ask is None or not any(o.verb == "cover" and o.arg.index == fighter for o in ask.options)
    flow.close()


def test_6_2_1_the_french_stay_out_of_britain_and_its_colonies():
    g = west()
    french, british = put(g, "france INF 2-5", "damascus"), put(g, "britain MOT 3-7", "damascus")
    border = [s for s in range(g.board.size) if g.ground.owner[s] == "britain" and g.ground.land[s]]
    start = next(s for s in range(g.board.size) if g.ground.country[s] == "syria" and set(g.ground.steps[s]) & set(border))
    g.units[french].at = g.units[british].at = start
    for unit, enters in ((french, False), (british, True)):
        found = steps_reach(Steps(g, [unit], in_swamp=False), 3, one_hex=False)
        assert any(s in found.costs for s in border) == enters
    goal = next(b for b in g.ground.steps[start] if b in border)
    assert refused(Steps(g, [french], in_swamp=False).cost(start, goal, 0)) == "6.2.1"


def test_6_2_1_only_the_french_retake_paris():
    g = west()
    paris = space(g, "paris")
    hold(g, "germany", "paris")
    put(g, "germany INF 6-5", "paris")
    beside = [b for b in g.ground.steps[paris] if g.ground.land[b]]
    british, french = put(g, "britain MOT 3-7", g.board.token(beside[0])), put(g, "france INF 6-5", g.board.token(beside[1]))
    assert able(g, paris) == [french]
    g.nations[FRANCE].surrendered = 1
    assert british in able(g, paris)


def test_6_2_1_british_troops_stay_near_ports():
    g = west()
    unit = put(g, "britain MOT 6-7", "calais")
    inland = next(
        s
        for s in g.ground.homeland["france"]
        if not g.ground.maginot[s] and s != g.ground.paris and not any(g.ground.port[b] for b in g.ground.near(s, 1))
    )
    assert not far_from_port(g, unit, space(g, "calais"))
    assert refused(Steps(g, [unit], in_swamp=False).end(inland)) == "6.2.1"
    g.units[unit].at = inland
    stragglers(g)
    assert not g.units.depleted[unit]  # forced back in its own turn: it has the next Allied turn to return
    note_stragglers(g)
    stragglers(g)
    assert g.units.depleted[unit]
    back = put(g, "britain MOT 6-7", g.board.token(inland))
    note_stragglers(g)
    g.units[back].at = space(g, "calais")
    stragglers(g)
    assert not g.units.depleted[back]
    other = put(g, "britain MOT 6-7", "calais")
    stragglers(g)
    assert not g.units.depleted[other]
    g.nations[FRANCE].surrendered = 1
    assert not far_from_port(g, unit, inland)


def test_6_2_1_britain_gives_france_nothing_before_1941():
    g = west()
    ship = put(g, "britain FLEET 1-12-5", "southampton")
    assert refused(may_lend(g, BRITAIN, FRANCE, ship, 5)) == "14.8.1"
    assert refused(may_declare(g, FRANCE, ITALY)) == "6.2.1"


def test_6_2_2_soviets_and_the_west():
    g = west(1944, SUMMER)
    g.nations[USSR].side = g.nations[USA].side = ALLIES
    g.nations[FRANCE].surrendered = 1
    soviet, british = put(g, "ussr INF 6-5", "minsk"), put(g, "britain MOT 3-7", "minsk")
    assert refused(overstacked(g, space(g, "minsk"), [soviet, british])) == "6.2.2"
    edge = next(s for s in range(g.board.size) if g.ground.ussr_1939[s] and g.ground.land[s]
                and any(g.ground.land[b] and not g.ground.ussr_1939[b] for b in g.ground.steps[s]))  # fmt: skip
    outside = next(b for b in g.ground.steps[edge] if g.ground.land[b] and not g.ground.ussr_1939[b])
    g.hexes[outside].holder = BRITAIN
    g.units[british].at, g.units[soviet].at = outside, edge
    assert refused(Steps(g, [british], in_swamp=False).cost(outside, edge, 0)) == "6.2.2"
    assert refused(Steps(g, [soviet], in_swamp=False).cost(edge, outside, 0)) == "6.2.2"
    g.hexes[outside].holder = USSR
    assert isinstance(Steps(g, [soviet], in_swamp=False).cost(edge, outside, 0), int)


def test_6_2_3_germans_and_italians():
    """They stand together, share bases and pay for their own efforts; Germany aids Italy and not the other way."""
    g = west(1941, SPRING, AXIS)
    g.nations[ITALY].side = AXIS
    german, italian = put(g, "germany INF 6-5", "tripoli"), put(g, "italy INF 2-5", "tripoli")
    assert apart(g, GERMANY, ITALY) == ""
    no = overstacked(g, space(g, "tripoli"), [german, italian])
    assert no is None or no.rule == "9.6"
    plane = put(g, "germany TAC 1-5-4", "rome")
    assert may_base(g, space(g, "milan"), plane) is None
    for u in (german, italian):
        g.units[u].active = 0
    activate(g, GERMANY, None, 0)
    assert g.units.active[german] and not g.units.active[italian]
    g.nations[GERMANY].smp = g.nations[ITALY].smp = 20
    assert may_grant(g, GERMANY, ITALY, 5) is None
    assert refused(may_grant(g, ITALY, GERMANY, 5)) == "14.8.7"


def test_6_3_2_b_an_effort_is_for_its_own_power():
    """tw-6.3.2-b: an American RLE activates no British unit beside it; a German effort activates Romanians."""
    g = west(1943, SUMMER)
    g.nations[USA].side = ALLIES
    british = put(g, "britain MOT 3-7", "london", active=0)
    activate(g, USA, space(g, "london"), 4)
    assert not g.units.active[british]
    activate(g, BRITAIN, space(g, "london"), 4)
    assert g.units.active[british]
    row = g.nations[INDEX["romania"]]
    row.patron, row.status, row.side = GERMANY, SATELLITE, AXIS
    romanian = put(g, "romania INF 4-5", "bucharest", active=0)
    activate(g, GERMANY, None, 0)
    assert g.units.active[romanian]


def test_6_4_3_surprise_on_the_first_turn():
    g = west(1941, SUMMER, AXIS)
    drive(g, declare(g, GERMANY, USSR))
    assert g.nations.surprised[USSR] == g.turn
    g = west(1942, SPRING, AXIS)
    drive(g, declare(g, GERMANY, USSR))
    assert g.nations.surprised[USSR] != g.turn


def test_6_4_4_satellites_come_by_their_dates():
    g = west(1940, WINTER)
    minors_by_date(g)
    assert all(g.nations.status[INDEX[k]] == SATELLITE for k in ("romania", "hungary", "bulgaria"))
    assert g.nations.side[INDEX["finland"]] == NEUTRAL
    g.turn = turn_of(1941, SPRING)
    minors_by_date(g)
    assert g.nations.side[INDEX["finland"]] == AXIS


def test_6_4_5_luxembourg_goes_with_belgium():
    """No country of its own: what is Luxembourg on the map is Belgium's, and one declaration is enough."""
    g = west(1940, SPRING, AXIS)
    assert "luxembourg" not in INDEX
    drive(g, declare(g, GERMANY, INDEX["belgium"]))
    assert refused(may_declare(g, GERMANY, INDEX["belgium"])) == "6.4.1"
    belgian = [s for s, owner in enumerate(g.ground.owner) if owner == "belgium" and g.ground.land[s]]
    assert belgian and all(g.nations.side[g.hexes.holder[s]] == ALLIES for s in belgian)
