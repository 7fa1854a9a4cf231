"""Chapters 2 to 4: the worked examples of the text as positions on the board."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.sequence import Each, Part, Segment, While
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, POWER_INDEX, USA, USSR
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules import land_movement, land_results
from grognard.titles.wif.rules.control import first_home, powers_by_hex
from grognard.titles.wif.rules.displaced import displace_units, may_be_in
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.land_movement import March, may_overrun_now
from grognard.titles.wif.rules.production import rounded
from grognard.titles.wif.rules.stacking import air_limit, ship_limit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_paths import may_trace_into, supply_limit, supply_of
from grognard.titles.wif.rules.supply_seas import supply_blocked
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.sequence import SEQUENCE
from grognard.titles.wif.state import ALIGNED, CONQUERED, NOWHERE, War, slot_of
from tests.titles.wif.field import act, align, at, cut, drive, hold, named, put, sky, war


def labels(g: War, name: str) -> set[str]:
    return {g.board.label(s) for s in g.ground.seas[at(g, name)]}


def hexes(g: War, *codes: str) -> list[int]:
    return [g.board.space(code) for code in codes]


# --- the board ----------------------------------------------------------------------------------------------------------------


def test_2_1_1_a() -> None:
    """wif-2.1.1-a: across the join of the maps Tabriz touches E0117, E0118 and E0119."""
    g = war()
    tabriz = g.board.space("A3039")
    assert tabriz == at(g, "Tabriz")
    assert all(g.board.adjacent(tabriz, s) for s in hexes(g, "E0117", "E0118", "E0119"))
    assert not g.board.adjacent(tabriz, g.board.space("E0116"))


def test_2_1_2_seas_next_to_each_other() -> None:
    """Cape St. Vincent touches five sea areas and no other."""
    g = war()
    waters = {g.board.label(s) for s in g.ground.waters[at(g, "Cape St. Vincent")]}
    assert waters == {"Bay of Biscay", "Western Mediterranean", "Cape Verde Basin", "North Atlantic", "Central Atlantic"}


def test_2_1_3_communication_lines_cost_no_more_than_a_step() -> None:
    """Off the map a step costs aircraft six, along a line too."""
    g = war()
    asyut = g.board.space("E1201")
    reach = flying_reach(g, {asyut: 0}, 12)
    assert set(reach.values()) <= {0, 6, 7, 8, 9, 10, 11, 12}


def test_2_1_4_a() -> None:
    """wif-2.1.4-a: from Anchorage over the Gulf of Alaska into the north of the Bering Sea."""
    g = war()
    gulf, bering = at(g, "Gulf of Alaska"), at(g, "Bering Sea")
    dots = [d for d in g.ground.dots[gulf] if g.board.token(d).startswith("M")]
    first = [d for d in dots if g.board.adjacent(at(g, "Anchorage"), d)]
    assert first
    over = {b for d in dots for b, _ in g.board.neighbours[d] if b in g.ground.dots[bering]}
    assert over and all(g.board.token(b).startswith("P") for b in over)
    reach = flying_reach(g, {at(g, "Anchorage"): 0}, 24)
    assert any(b in reach for b in over)


def test_2_1_4_b() -> None:
    """wif-2.1.4-b: which seas the ports of the mini-map lie on."""
    g = war()
    assert labels(g, "Puerto Barrios") == {"Caribbean Sea"}
    assert labels(g, "Panama") == labels(g, "San Jose") == {"Gulf of Panama"}
    assert labels(g, "W3215") == {"Cape St Vincent", "North Atlantic"}


def test_2_2_b() -> None:
    """wif-2.2-b: no zone over alpine hexsides, one over a lake only when it is frozen."""
    g = war(("Germany", "USSR"))
    align(g, "turkey", "Germany")
    put(g, "Turkey MTN any", "E1515")
    west, north, lake = hexes(g, "E1514", "E1615", "E1516")
    for weather, frozen in ((Weather.FINE, 0), (Weather.SNOW, 1), (Weather.RAIN, 0), (Weather.BLIZZARD, 1)):
        sky(g, weather)
        zone = zones_of_side(g, 0)
        assert (zone[west], zone[north], zone[lake]) == (0, 0, frozen)


def test_2_3_1_e_ships_and_aircraft_with_an_hq() -> None:
    """wif-2.3.1-e: a major port with an HQ and a corps: any number of ships, four aircraft."""
    g = war(("Germany", "USSR"))
    put(g, "Germany HQ-I any", "Hamburg")
    put(g, "Germany INF any", "Hamburg")
    assert air_limit(g, at(g, "Hamburg")) == 4
    assert ship_limit(g, at(g, "Hamburg")) >= 1000


# --- supply -------------------------------------------------------------------------------------------------------------------


def southern_russia() -> tuple[War, int, int, int]:
    """2.4.1: two fast corps in E1932, Rundstedt in Lvov, Soviets on the Dnepr."""
    g = war(("Germany", "USSR"))
    here = g.board.space
    front = [s for s in g.ground.homeland["ussr"] + g.ground.region.get("eastern_poland", []) if g.board.ids[s][0] == "E"]
    germany = g.facts.country["germany"]
    for s in front:
        if g.board.ids[s][1:3] >= "17":
            g.hexes[s].controller = germany
    for name in ("Warsaw", "Krakow", "Lodz", "Poland"):
        hold(g, "Germany", name)
    tanks, mech = named(g, "Germany", "XLVII", "E1932"), named(g, "Germany", "XLVI", "E1932")
    hq = named(g, "Germany", "Rundstedt", "Lvov")
    put(g, "USSR MIL 2-2", "E1632")
    named(g, "USSR", "17", "E1630")
    for code in ("E1731", "E1732", "E1730", "E1631"):
        g.hexes[here(code)].controller = germany
    act(g, "Germany", Action.LAND)
    return g, tanks, mech, hq


def test_2_4_1_a() -> None:
    """wif-2.4.1-a: with Rundstedt in E2033 the corps overrun the MIL from a hex in supply, not the GAR from hexes five away."""
    g, tanks, mech, hq = southern_russia()
    g.units[hq].at = g.board.space("E2033")
    assert in_supply(g, hq) and in_supply(g, tanks) and in_supply(g, mech)

    def march(code: str) -> March:
        for u in (tanks, mech):
            g.units[u].at = g.board.space(code)
        return March(GERMANY, (tanks, mech), g.board.space(code), (2, 2), True, True)

    assert may_overrun_now(g, march("E1732"), g.board.space("E1632")) is None
    for code in ("E1631", "E1730"):
        refused = may_overrun_now(g, march(code), g.board.space("E1630"))
        assert refused is not None and "supply" in refused.reason


def test_2_4_1_b() -> None:
    """wif-2.4.1-b: while Rundstedt stands in Lvov they are out of supply and turn face-down when they move."""
    g, tanks, _, _ = southern_russia()
    assert not in_supply(g, tanks)
    drive(g, land_movement.march(g, land_movement.Marching(GERMANY), tanks), [f"go {g.board.token(g.board.space('E1832'))}"])
    assert g.units.down[tanks]


def test_2_4_2_c() -> None:
    """wif-2.4.2-c: in snow Chkalov is too far from A2848 (two Pacific hexes count four), Kuybyshev is not."""
    g = war(("Germany", "USSR"))
    sky(g, Weather.SNOW)
    unit = put(g, "USSR INF any", "A2848")
    assert supply_limit(g, g.units.at[unit]) == 3
    assert in_supply(g, unit)
    assert g.board.space("E0143") in supply_of(g, USSR, g.units.country[unit]).path(g.units.at[unit])
    g.hexes[g.board.space("E0143")].lost = g.turn  # no source any more: Chkalov alone does not do
    for code in ("E0142", "E0144"):
        g.hexes[g.board.space(code)].controller = g.facts.country["germany"]
    path = supply_of(g, USSR, g.units.country[unit]).path(g.units.at[unit])
    assert g.board.space("A2648") not in path


def test_2_4_2_d() -> None:
    """wif-2.4.2-d: off the map a hex counts four: in fine weather one hex is as far as a path goes."""
    g = war(("Japan", "USA"))
    denver = at(g, "Denver")
    unit = put(g, "Japan INF any", "Denver")
    g.units[unit].at = g.board.space("M1018")
    assert g.units.at[unit] == denver
    hold(g, "Japan", "USA")
    near = g.ground.steps[denver][0][0]
    supply = supply_of(g, JAPAN, g.units.country[unit])
    supply.by_land.add(near)  # were it a good source, it would reach
    assert len(supply.path(denver)) == 2
    far = next(b for b, _ in g.ground.steps[near] if b != denver and b not in {s for s, _ in g.ground.steps[denver]})
    other = type(supply)(g, JAPAN, g.units.country[unit])
    other.by_land.add(far)
    assert other.path(denver) == ()


def syria() -> tuple[War, int, int, int]:
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    hold(g, "Germany", "Syria", "Lebanon", "E0510")
    hold(g, "Commonwealth", "Damascus")
    named(g, "Commonwealth", "XXX", "E0909")
    dak = named(g, "Germany", "DAK", "E0510")
    rundstedt, manstein = named(g, "Germany", "Rundstedt", "E0612"), named(g, "Germany", "Manstein", "E0614")
    return g, dak, rundstedt, manstein


def test_2_4_2_e() -> None:
    """wif-2.4.2-e: two desert hexes count four, so the DAK reaches Rundstedt."""
    g, dak, _, _ = syria()
    supply = supply_of(g, GERMANY, g.units.country[dak])
    supply.by_land.add(g.board.space("E0612"))
    assert supply.path(g.board.space("E0510"))[-1] == g.board.space("E0612")
    assert len(supply.path(g.board.space("E0510"))) == 3


def rundstedt_needs_manstein(g: War, rundstedt: int) -> bool:
    """He does not reach the railway himself."""
    supply = supply_of(g, GERMANY, g.units.country[rundstedt])
    return supply._trace(g.units.at[rundstedt], railway=True, coast=True) is None


def test_2_4_2_i() -> None:
    """wif-2.4.2-i: in rain Manstein's path is cut and all three are out of supply, though deserts stay dry. The railway of the
    example begins in E0814; ours comes nearer and is cut back."""
    g, dak, rundstedt, manstein = syria()
    cut(g, "E0814", "E0714", "E0614", "E0515")
    assert in_supply(g, manstein) and in_supply(g, rundstedt) and in_supply(g, dak)
    assert rundstedt_needs_manstein(g, rundstedt)
    sky(g, Weather.RAIN)
    assert supply_limit(g, g.units.at[dak]) == supply_limit(g, g.units.at[rundstedt]) == 4
    assert supply_limit(g, g.units.at[manstein]) == 2
    assert not any(in_supply(g, u) for u in (dak, rundstedt, manstein))


def test_2_4_2_n_through_iran() -> None:
    """wif-2.4.2-n: no Soviet path through an Iran aligned to the Commonwealth before the USSR fights Germany."""
    for at_war in (False, True):
        g = war(("Japan", "Commonwealth"), *((("Germany", "USSR"),) if at_war else ()))
        align(g, "iran", "Commonwealth")
        g.powers[USSR].plays = 1
        assert (may_trace_into(g, at(g, "Tehran"), USSR) is None) == at_war


# --- control ------------------------------------------------------------------------------------------------------------------


def test_2_5_1_a() -> None:
    """wif-2.5.1-a: the mainland is China, Hainan and Formosa are not."""
    g = war()
    assert {g.ground.country[at(g, name)] for name in ("Peking", "Shanghai", "Canton", "Nanking")} == {"china"}
    assert g.ground.country[at(g, "Hainan")] != "china" and g.ground.country[at(g, "Taihoku")] != "china"


def test_2_5_1_b() -> None:
    """wif-2.5.1-b: Port Moresby is Papua, Kangaroo Island Australia."""
    g = war()
    assert [g.ground.country[s] for s in hexes(g, "P2317", "P2704")] == ["papua", "australia"]


def test_2_5_1_c() -> None:
    """wif-2.5.1-c: Crete is a territory of its own that Greece holds."""
    g = war()
    crete = g.facts.countries[g.facts.country["crete"]]
    assert crete.kind == "territory" and crete.controller == "greece"
    assert "E2116" in {g.board.ids[s] for s in g.ground.homeland["greece"]}


def test_2_5_1_d() -> None:
    """wif-2.5.1-d: the seven hexes of the Marshall Islands."""
    g = war()
    found = {g.board.ids[s] for s in g.ground.homeland["marshall_is"]}
    assert found == {"P1324", "P1325", "P1326", "P1424", "P1425", "P1526", "P1627"}


def test_2_5_2_a() -> None:
    """wif-2.5.2-a: what is aligned to Italy and to the Commonwealth in 1939."""
    g = war()
    for name in ("albania", "eritrea", "ethiopia", "italian_somaliland", "libya"):
        assert g.countries.power[g.facts.country[name]] == ITALY
    assert g.countries.power[g.facts.country["egypt"]] == COMMONWEALTH


def test_2_5_2_b() -> None:
    """wif-2.5.2-b: Socotra is the Commonwealth's, Guam American."""
    g = war()
    assert powers_by_hex(g)[g.board.space("A2627")] == COMMONWEALTH
    assert powers_by_hex(g)[g.board.space("P2328")] == USA


def test_2_5_3_c() -> None:
    """wif-2.5.3-c: a British and an American corps take Balikpapan together; the British one walks in first, and the USA with
    more factors gets the hex. In an unconquered country it would be its own again."""
    for conquered in (True, False):
        g = war(("Japan", "Commonwealth"), ("Japan", "USA"), turn="Jan/Feb 1944")
        row = g.countries[g.facts.country["nei"]]
        row.status, row.power = (CONQUERED, JAPAN) if conquered else (ALIGNED, COMMONWEALTH)
        target = g.board.space("A0321")
        g.hexes[target].controller = g.facts.country["japan"]
        near = [g.board.token(s) for s, f in g.ground.steps[target] if g.ground.land[s] and not f][:2]
        british, american = named(g, "Commonwealth", "II", near[0]), named(g, "USA", "X", near[-1])
        assert g.units[american].sheet.strength > g.units[british].sheet.strength
        act(g, "Commonwealth", Action.LAND)
        for u in (british, american):
            g.units[u].stood = g.units.at[u]
        answers = [f"advance u{british}", f"advance u{american}"]
        drive(g, land_results.advance(g, target, [british, american], COMMONWEALTH, False), answers)
        assert {g.units.at[british], g.units.at[american]} == {target}
        wanted = "usa" if conquered else "nei"
        assert g.facts.countries[g.hexes.controller[target]].id == wanted


def test_2_5_4_a() -> None:
    """wif-2.5.4-a: Japan holds Iran and is at peace with the USSR: Soviet units there are away for two turns, others stay."""
    g = war(("Japan", "Commonwealth"), ("Germany", "USSR"), turn="May/Jun 1942")
    align(g, "iran", "Japan")
    soviet = put(g, "USSR INF any", "Tehran")
    japanese = put(g, "Japan INF any", "Tabriz")
    assert may_be_in(g, soviet, at(g, "Tehran")) is not None and may_be_in(g, japanese, at(g, "Tabriz")) is None
    assert displace_units(g, g.ground.homeland["iran"]) == [soviet]
    assert g.units.at[soviet] == slot_of(g.turn + 2) and g.units.at[japanese] == at(g, "Tabriz")
    assert (g.turn + 2) % 6 == 4  # Sep/Oct


def test_2_6_b_and_c() -> None:
    """wif-2.6-b, wif-2.6-c: 26.25 is 26, 31.5 is 32, -1.5 is -1."""
    assert rounded(21 * Fraction(5, 4)) == 26 and rounded(21 * Fraction(3, 2)) == 32
    assert rounded(Fraction(-3, 2)) == -1


# --- the turn -----------------------------------------------------------------------------------------------------------------


def names(node: object) -> list[str]:
    """The names of parts and segments in the order in which they are played."""
    if isinstance(node, Segment):
        return [node.name]
    assert isinstance(node, Part | Each | While)
    inner = [n for child in vars(node).get("children", getattr(node, "children", ())) for n in names(child)]
    return ([node.name] if node.name else []) + inner


def test_3_1_steps_of_an_impulse_stand_in_their_order() -> None:
    """D2.3 (a) to (p): each step after the one before it."""
    played = names(SEQUENCE)
    order = [
        "Weather", "Declarations", "Action", "Port attacks", "Naval air missions", "Naval movement", "Naval combat",
        "Opponent's naval combat", "Strategic bombardment", "Ground strikes", "Rail movement", "Land movement", "Debarking",
        "Invasions", "Paradrops", "Land combat", "Rebases", "Reorganisation", "Last impulse test", "Return to base",
        "Final reorganisation", "Production", "Victory",
    ]  # fmt: skip
    places = [played.index(name) for name in order]
    assert places == sorted(places)
    assert played.index("Initiative") < played.index("Weather")


@pytest.mark.parametrize(("power", "opens"), [("USA", True), ("Commonwealth", True), ("USSR", False)])
def test_2_4_2_j(power: str, opens: bool) -> None:
    """wif-2.4.2-j: with option 11 a Belgian unit's path goes by American, Dutch or British convoys, not by Soviet ones."""
    g = war(
        ("Germany", "Commonwealth"), ("Germany", "USA"), ("Germany", "USSR"), turn="Jan/Feb 1942", limited_overseas_supply=True
    )  # fmt: skip
    align(g, "belgium", "Commonwealth")
    align(g, "netherlands", "Commonwealth")
    sea = at(g, "North Sea")
    assert supply_blocked(g, sea, COMMONWEALTH) is not None
    whose = POWER_INDEX[power]
    g.units.add(counter=NOWHERE, power=whose, country=first_home(g, whose), points=5, at=g.ground.sections[sea][0])
    assert (supply_blocked(g, sea, COMMONWEALTH) is None) == opens
