"""Sections of chapters 1, 2 and 14 to 28 that other cases only touch: what each allows and what it refuses."""

from __future__ import annotations

from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.lands import LANDS, places
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.american_peace import may_campaign
from grognard.titles.tw.rules.capitulation import britain_rolls, german_cities
from grognard.titles.tw.rules.construction import build_segment, may_build
from grognard.titles.tw.rules.control import surrender, take
from grognard.titles.tw.rules.declarations import annex_alsace, declaration_price, declare, may_annex, may_declare
from grognard.titles.tw.rules.grants import most_granted
from grognard.titles.tw.rules.installations import fort_site, may_build_base
from grognard.titles.tw.rules.invasions import may_assault, may_load
from grognard.titles.tw.rules.leanings import holy_see
from grognard.titles.tw.rules.mobilisation import mobilise
from grognard.titles.tw.rules.money import ceiling, construction_price, holder_power, income, territories, territory_value
from grognard.titles.tw.rules.new_year import growth_rate, new_year
from grognard.titles.tw.rules.oil import may_stop, oil_factors, oil_points
from grognard.titles.tw.rules.pact import claim, may_claim
from grognard.titles.tw.rules.partisans import east_prussia, partisan_war, resistance
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.strength import Battle, battle_odds, defence_value
from grognard.titles.tw.rules.unit_prices import may_repair, repair_price, unit_price
from grognard.titles.tw.rules.variants import PROJECTS, may_play, may_research
from grognard.titles.tw.rules.victory import objectives
from grognard.titles.tw.rules.works import may_build_fortress, may_fortify
from grognard.titles.tw.state import FALL, LOST, SATELLITE, SPRING, SUMMER, WINTER, War, turn_of

from .kit import drive, hold, put, space, war
from .test_06_declarations import refused
from .test_07_missions import sea_lion
from .test_07_sea import navy
from .test_14_money import campaign
from .test_28_variants import variants, won


def worth(g: War, key: str, power: int) -> int:
    return territory_value(g, next(t for t in territories(g) if t.key == key), power)


# --- worked examples of 1, 2, 23 ------------------------------------------------------------------------------------------------


def test_1_2_f_three_pieces_are_one_unit():
    """tw-1.2-f: three pieces fill one Fleet, a fourth does not go aboard; whole corps go one by one."""
    g, ship, corps = sea_lion()
    port = space(g, "calais")
    pieces = [put(g, "germany INF 2-5", "calais", parent=6) for _ in range(4)]
    aboard = [(ship, u) for u in pieces[:2]]
    assert may_load(g, port, ship, pieces[2], aboard) is None
    assert refused(may_load(g, port, ship, pieces[3], [*aboard, (ship, pieces[2])])) == "7.7.1"
    assert refused(may_load(g, port, ship, corps, aboard)) == "7.7.1"


def test_2_6_a_commandos_double_a_landing():
    """tw-2.6-a: a 6-7 MOT that storms a beach with commandos counts 12; without them 6."""
    g = navy("britain", "germany", year=1944, season=SUMMER, side=ALLIES)
    beach = next(s for s in g.ground.homeland["france"] if g.ground.beach[s])
    at = g.board.token(beach)
    hold(g, "germany", at)
    put(g, "germany STA 2-3", at)
    corps, raiders = put(g, "britain MOT 6-7", at, afloat=1), put(g, "britain CDO 1-7", at, afloat=1)

    def attack(force: list[int]) -> int:
        return battle_odds(g, Battle(beach, ALLIES, 1, force, landed=force)).attack

    assert attack([corps]) == 6
    assert attack([corps, raiders]) - attack([raiders]) == 12


def test_23_17_a_airbases_in_denmark():
    """tw-23.17-a: once war is declared any Danish hex takes a German airbase; before that none does."""
    g = campaign()
    put_away = [s for s in g.ground.homeland["denmark"] if g.ground.land[s]]
    assert all(may_build_base(g, GERMANY, s) is not None for s in put_away)
    drive(g, declare(g, GERMANY, INDEX["denmark"]))
    assert any(may_build_base(g, GERMANY, s) is None for s in put_away)


# --- 14, 15 ---------------------------------------------------------------------------------------------------------------------


def test_14_1_3_what_is_left_grows():
    """From 1941 part of what was not spent joins the base, for Germany from 1942; before that none of it."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    assert growth_rate(g, BRITAIN) == 0
    g.turn = turn_of(1941, SPRING)
    assert growth_rate(g, BRITAIN) > 0 and growth_rate(g, GERMANY) == 0
    g.nations[BRITAIN].narfs, base = 50, g.nations.base[BRITAIN]
    new_year(g, BRITAIN)
    assert g.nations.base[BRITAIN] == base + 50 * growth_rate(g, BRITAIN) // 100
    g.turn = turn_of(1942, SPRING)
    assert growth_rate(g, GERMANY) > 0


def unbuilt(g: War, what: str, at: str) -> int:
    u = put(g, what, at)
    g.units[u].at, g.units[u].pool = -1, LOST
    return u


def test_15_0_what_the_segment_offers():
    """Repairs, units of the pool and works in one segment; a power without money builds nothing."""
    g = campaign()
    g.turn, g.side = turn_of(1940, SPRING), AXIS
    g.nations[GERMANY].narfs = 60
    worn, new = put(g, "germany INF 6-5", "berlin", depleted=1), unbuilt(g, "germany INF 6-5", "berlin")
    flow = build_segment(g)
    ask = next(flow)
    assert ask.find(f"repair u{worn}") is not None and ask.find(f"build u{new}") is not None
    g.nations[GERMANY].narfs = 0
    assert refused(may_build(g, new)) == "15.1.2" and refused(may_repair(g, worn)) == "15.1.2"


def test_15_1_out_of_the_pool():
    """A lost unit is built; one on the board is not, nor one of a country that has surrendered."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    new, there = unbuilt(g, "germany INF 6-5", "berlin"), put(g, "germany INF 6-5", "berlin")
    assert may_build(g, new) is None and refused(may_build(g, there)) == "15.1"
    g.nations[GERMANY].surrendered = 1
    assert refused(may_build(g, new)) == "15.1"


def test_15_1_3_repairs():
    """Half the factors of a ground unit, no cadre; double after a march. A whole unit needs none."""
    g = war("germany", "france", side=AXIS, year=1940)
    worn, whole = put(g, "germany INF 6-5", "berlin", depleted=1), put(g, "germany INF 6-5", "berlin")
    price = repair_price(g, worn)
    assert may_repair(g, worn) is None and refused(may_repair(g, whole)) == "15.1.3"
    g.units[worn].moved = 1
    assert repair_price(g, worn) == 2 * price


def test_15_1_3_1_aircraft():
    """Plain for one that stayed on the ground away from enemies; double after a mission or beside an enemy."""
    g = war("germany", "france", side=AXIS, year=1940)
    plane = put(g, "germany TAC 1-5-4", "essen", depleted=1)
    price = repair_price(g, plane)
    g.units[plane].missions = 1
    assert repair_price(g, plane) == 2 * price
    g.units[plane].missions = 0
    put(g, "france INF 6-5", g.board.token(g.ground.steps[space(g, "essen")][0]))
    assert repair_price(g, plane) == 2 * price


def test_15_1_4_at_once_and_at_home():
    """A new corps stands in a supplied hex of its own country the same turn; not abroad."""
    g = campaign()
    new = unbuilt(g, "germany INF 6-5", "berlin")
    found = homes(g, new)
    assert space(g, "essen") in found and space(g, "rome") not in found and space(g, "budapest") not in found


def test_15_1_5_5_shipyards_and_lend_lease():
    """America at war: ten NARFs a turn more for each yard it has built; Britain has its twenty."""
    g = campaign()
    g.nations[USA].side = ALLIES
    plain = most_granted(g, USA, BRITAIN)
    g.nations[USA].yards = 2
    assert most_granted(g, USA, BRITAIN) == plain + 20
    assert most_granted(g, BRITAIN, FRANCE) == 20


def test_15_1_6_half_the_base():
    """From Spring 1940 what goes beyond half the base costs double; in 1939 nothing does."""
    g = campaign()
    assert ceiling(g, GERMANY) is None and construction_price(g, GERMANY, 30) == 30
    g.turn = turn_of(1940, SPRING)
    assert ceiling(g, GERMANY) == 85
    g.nations[GERMANY].spent = 80
    assert construction_price(g, GERMANY, 5) == 5 and construction_price(g, GERMANY, 15) == 5 + 20


def test_15_2_where_new_units_go():
    """Aircraft to a base at home, troops to a hex with room; nobody into an enemy zone."""
    g = campaign()
    plane, corps = unbuilt(g, "germany TAC 1-5-4", "berlin"), unbuilt(g, "germany INF 6-5", "berlin")
    assert homes(g, plane) and all(g.ground.country[s] == "germany" for s in homes(g, plane))
    near = g.board.token(g.ground.steps[space(g, "essen")][0])
    assert space(g, "essen") in homes(g, corps)
    put(g, "france ARM 6-8", near)
    assert space(g, "essen") not in homes(g, corps)


def test_15_2_4_works_beside_the_enemy():
    """A fortification and a fortress may rise in an enemy zone; not in a hex of the enemy."""
    g = war("germany", "ussr", side=AXIS, year=1942)
    put(g, "germany INF 6-5", "1321")
    hold(g, "germany", "1321")
    put(g, "ussr ARM 8-8", "1320")
    assert fort_site(g, GERMANY, space(g, "1321")) is None and may_build_fortress(g, GERMANY, space(g, "1321")) is None
    assert refused(fort_site(g, GERMANY, space(g, "1320"))) == "10.6.4"


def test_16_6_rolls_for_variants():
    """In Spring and Fall instead of a target; America from Fall 1940. Not in Summer, and not twice."""
    g = variants()
    g.turn = turn_of(1940, FALL)
    assert may_research(g, GERMANY, 0, "project") is None and may_research(g, USA, 0, "project") is None
    g.turn = turn_of(1940, SPRING)
    assert refused(may_research(g, USA, 0, "project")) == "16.6"
    g.turn = turn_of(1940, SUMMER)
    assert refused(may_research(g, GERMANY, 0, "project")) == "28.0"


# --- 17, 21, 22 -----------------------------------------------------------------------------------------------------------------


def test_17_2_two_reasons_to_roll():
    """Nothing happens to a Britain that has lost nothing; the loss of Suez brings a roll."""
    g = campaign()
    g.turn = turn_of(1941, SPRING)
    before = len(g.journal.lines)
    britain_rolls(g)
    assert len(g.journal.lines) == before
    hold(g, "italy", "suez")
    g.nations[ITALY].side = AXIS
    g.dice = type(g.dice)(1)
    britain_rolls(g)
    assert len(g.journal.lines) > before and not g.nations.surrendered[BRITAIN]


def test_17_5_british_prices():
    """MOT 2 a factor and 2 for the cadre, ARM 3 a factor and 1; a German corps costs less a factor."""
    g = campaign()
    mot, tanks = put(g, "britain MOT 6-7", "london"), put(g, "britain ARM 4-8", "london")
    assert (unit_price(g, mot), unit_price(g, tanks)) == (2 * 6 + 2, 3 * 4 + 1)
    assert unit_price(g, put(g, "germany ARM 8-8", "berlin")) < 3 * 8 + 1


def test_21_3_soviet_works():
    """None before Summer 1941, four a turn after that; Germany has two."""
    g = war("germany", "ussr", side=ALLIES, year=1941, season=SPRING)
    put(g, "ussr INF 4-5", "minsk")
    assert refused(may_fortify(g, USSR, space(g, "minsk"))) == "21.3"
    g.turn = turn_of(1941, SUMMER)
    assert may_fortify(g, USSR, space(g, "minsk")) is None
    g.nations[USSR].works = 3
    assert may_fortify(g, USSR, space(g, "minsk")) is None
    g.nations[USSR].works = 4
    assert refused(may_fortify(g, USSR, space(g, "minsk"))) == "10.6.4"
    put(g, "germany INF 6-5", "berlin")
    g.nations[GERMANY].works = 2
    assert refused(may_fortify(g, GERMANY, space(g, "berlin"))) == "10.6.4"


def test_21_7_mobilisation():
    """Six turns from the German attack bring NARFs and free units; before it and after them nothing comes."""
    g = campaign()
    row = g.nations[USSR]
    row.side, g.side = ALLIES, ALLIES
    before = row.narfs
    mobilise(g)
    assert row.narfs == before
    g.barbarossa = g.turn
    mobilise(g)
    assert row.narfs == before + 15 and row.free_builds == 1
    g.turn += 6
    mobilise(g)
    assert row.narfs == before + 15 and row.free_builds == 0


def test_21_7_5_careless_generals():
    """Soviet attacks have one more against them; Soviet defence and German attacks have not."""
    g = war("germany", "ussr", side=ALLIES, year=1943)
    hold(g, "germany", "1321")
    put(g, "germany INF 6-5", "1321")
    red = put(g, "ussr INF 4-5", "1320")
    ours = battle_odds(g, Battle(space(g, "1321"), ALLIES, 1, [red])).modifiers
    assert [i.value for i in ours.items if i.rule == "21.7.5"] == [1]
    g.side = AXIS
    theirs = battle_odds(g, Battle(space(g, "1320"), AXIS, 1, [0])).modifiers
    assert not any(i.rule == "21.7.5" for i in theirs.items)


def test_22_3_2_what_a_declaration_costs_america():
    """25 NARFs against Germany, and the money must be there."""
    g = campaign()
    g.turn = turn_of(1942, FALL)
    assert declaration_price(USA, GERMANY) == 25 and declaration_price(GERMANY, USSR) < 25
    g.nations[USA].narfs = 10
    assert may_declare(g, USA, GERMANY) is not None


def test_22_5_britain_speaks_to_america():
    """While America is at peace and Britain at war; not once America is in it."""
    g = campaign()
    assert may_campaign(g) is None
    g.nations[USA].side = ALLIES
    assert refused(may_campaign(g)) == "22.5.1"


def test_22_7_america_at_peace_builds_slowly():
    """Two ground or air units a turn; at war any number."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SPRING), ALLIES
    g.nations[USA].narfs = 200
    built = [put(g, "united_states MOT 6-7", "us_box", built=g.player_turn) for _ in range(2)]
    new = unbuilt(g, "united_states MOT 6-7", "us_box")
    assert len(built) == 2 and refused(may_build(g, new)) == "22.7.1"
    g.nations[USA].side = ALLIES
    assert may_build(g, new) is None


# --- 23 -------------------------------------------------------------------------------------------------------------------------


def colony(name: str, value: int, foe: int, side: int) -> None:
    """A colony is worth so much to its owner; a conqueror has it when he holds all that decides, not before."""
    g = campaign()
    g.nations[ITALY].side = AXIS
    row = LANDS[name]
    owner = INDEX[row.owner]
    held = places(g.ground, row)
    assert row.value == value and all(g.hexes.holder[s] == owner for s in held)
    for n, s in enumerate(held):
        assert worth(g, name, foe) == 0, n
        take(g, s, foe, side)
    assert worth(g, name, foe) == value and worth(g, name, owner) == 0


def test_23_3_albania():
    colony("albania", 1, BRITAIN, ALLIES)


def test_23_15_cyprus():
    colony("cyprus", 1, GERMANY, AXIS)


def test_23_32_libya():
    colony("libya", 3, BRITAIN, ALLIES)


def test_23_39_palestine():
    colony("palestine", 1, GERMANY, AXIS)


def test_23_52_transjordan():
    colony("transjordan", 1, GERMANY, AXIS)


def no_shelter(name: str, city: str) -> None:
    """Cities of a colony give the defender no bonus; a city in Europe does."""
    g = war("germany", "britain", "france", "italy", side=AXIS, year=1941)
    unit_ = put(g, "britain MOT 3-7", city)
    foe = put(g, "germany INF 6-5", g.board.token(g.ground.steps[space(g, city)][0]))
    there = sum(v for _, v in defence_value(g, space(g, city), [foe], 1, []))
    g.units[unit_].at = space(g, "birmingham")
    other = put(g, "germany INF 6-5", g.board.token(g.ground.steps[space(g, "birmingham")][0]))
    assert sum(v for _, v in defence_value(g, space(g, "birmingham"), [other], 1, [])) == there + 1, name


def test_23_36_morocco():
    colony("morocco", 6, GERMANY, AXIS)
    no_shelter("morocco", "casablanca")


def test_23_53_tunisia():
    colony("tunisia", 2, GERMANY, AXIS)
    no_shelter("tunisia", "tunis")


def test_23_19_egypt():
    """Six NARFs for Cairo, Alexandria and Suez together; no shelter in its cities."""
    colony("egypt", 6, GERMANY, AXIS)
    no_shelter("egypt", "cairo")


def test_23_30_italian_east_africa():
    """Three NARFs for Italy at peace; at war they are gone while Britain holds Suez."""
    g = campaign()
    assert LANDS["italian_east_africa"].value == 3 and worth(g, "italian_east_africa", ITALY) == 3
    g.nations[ITALY].side = AXIS
    assert worth(g, "italian_east_africa", ITALY) == 0
    hold(g, "italy", "suez")
    assert worth(g, "italian_east_africa", ITALY) == 3


def region(name: str, value: int, owner: int, foe: int, side: int, *cities: str) -> None:
    """A region of the motherland: who holds its cities has its value, and the base of the owner loses it."""
    g = campaign()
    g.nations[ITALY].side = AXIS
    base = g.nations.base[owner]
    for n, city in enumerate(cities):
        assert g.nations.base[owner] == base, n
        take(g, space(g, city), foe, side)
    assert g.nations.base[owner] == base - value and worth(g, name, foe) == value
    take(g, space(g, cities[0]), owner, 1 - side)
    assert g.nations.base[owner] == base and worth(g, name, foe) == 0


def test_23_13_corsica():
    region("corsica", 2, FRANCE, GERMANY, AXIS, "ajaccio")


def test_23_44_sardinia():
    region("sardinia", 3, ITALY, BRITAIN, ALLIES, "cagliari")


def test_23_45_sicily():
    """Palermo and Messina both."""
    region("sicily", 5, ITALY, BRITAIN, ALLIES, "palermo", "messina")


def test_23_59_zara():
    row = LANDS["zara"]
    g = campaign()
    g.nations[ITALY].side = AXIS
    base = g.nations.base[ITALY]
    for s in places(g.ground, row):
        take(g, s, BRITAIN, ALLIES)
    assert g.nations.base[ITALY] == base - row.value and worth(g, "zara", BRITAIN) == row.value
    assert worth(g, "zara", ITALY) == 0


def of_the_reich(name: str) -> None:
    """Part of Germany: its hexes are German soil and nobody gains by them alone."""
    g = campaign()
    held = places(g.ground, LANDS[name])
    assert held and all(g.hexes.holder[s] == GERMANY for s in held)
    assert not any(t.key == name and t.value for t in territories(g))
    before = income(g, BRITAIN).total
    for s in held:
        g.hexes[s].holder = BRITAIN
    assert income(g, BRITAIN).total == before


def test_23_9_bohemia():
    of_the_reich("bohemia")


def test_23_42_rhineland():
    """The three hexes of the rule."""
    of_the_reich("rhineland")
    g = campaign()
    assert {g.board.token(s) for s in places(g.ground, LANDS["rhineland"])} == {"1630", "1529", "1430"}


def test_23_49_sudetenland():
    of_the_reich("sudetenland")


def test_23_5_alsace_lorraine():
    """Germany annexes it when France is out and Germany holds it; not before, and not twice."""
    g = campaign()
    assert refused(may_annex(g, GERMANY)) == "16.3.5"
    g.nations[FRANCE].surrendered = 1
    assert refused(may_annex(g, GERMANY)) == "16.3.5"
    for s, words in enumerate(g.ground.regions):
        if "alsace_lorraine" in words:
            g.hexes[s].holder = GERMANY
    assert may_annex(g, GERMANY) is None and refused(may_annex(g, ITALY)) == "16.3.5"
    base = g.nations.base[GERMANY]
    annex_alsace(g)
    assert g.nations.base[GERMANY] > base and refused(may_annex(g, GERMANY)) == "16.3.5"


def test_23_16_danzig():
    """A free city that nobody declares war on; with the fall of Poland it is German."""
    g = campaign()
    danzig = space(g, "danzig")
    assert g.hexes.holder[danzig] not in (GERMANY, USSR) and refused(may_declare(g, GERMANY, INDEX["danzig"])) == "23.16"
    surrender(g, INDEX["poland"])
    assert holder_power(g, danzig) == GERMANY


def test_23_18_east_prussia():
    """German, but its cities do not count for the surrender of Germany; Soviet troops there bring one roll."""
    g = campaign()
    konigsberg = next(s for s, words in enumerate(g.ground.regions) if "east_prussia" in words and g.ground.city[s])
    assert g.hexes.holder[konigsberg] == GERMANY and konigsberg not in german_cities(g)
    assert space(g, "essen") in german_cities(g)
    g.nations[USSR].side = ALLIES
    east_prussia(g)
    assert not g.prussia
    g.hexes[konigsberg].holder = USSR
    g.dice = type(g.dice)(9)
    east_prussia(g)
    assert g.prussia == 2


def baltic(name: str, value: int) -> None:
    """Given to the Soviets by the Pact: taken without a declaration once Poland is out, not before."""
    g = campaign()
    assert refused(may_claim(g, USSR, name)) == "16.5"
    surrender(g, INDEX["poland"])
    assert may_claim(g, USSR, name) is None and refused(may_claim(g, GERMANY, name)) == "16.5"
    before = g.nations.narfs[USSR]
    claim(g, name)
    assert g.nations.surrendered[INDEX[name]] and worth(g, name, USSR) == value and g.nations.narfs[USSR] > before


def test_23_31_latvia():
    baltic("latvia", 2)


def test_23_33_lithuania():
    baltic("lithuania", 5)


def test_23_46_slovakia():
    """A German Satellite worth 3 with one INF in its pool; a second comes with an Axis Vatican, not with a Western one."""
    g = campaign()
    row = g.nations[INDEX["slovakia"]]
    assert (row.status, row.patron, row.side) == (SATELLITE, GERMANY, AXIS) and worth(g, "slovakia", GERMANY) == 3

    def army() -> int:
        return sum(g.designs[d].nation == "slovakia" for d in g.units.design)

    assert army() == 1
    holy_see(g, BRITAIN, 1)
    assert army() == 1
    holy_see(g, GERMANY, 1)
    assert army() == 2


# --- 24 to 28 -------------------------------------------------------------------------------------------------------------------


def test_24_0_oil():
    """Five plants and Ploesti are the seven that strategic movement lives on; without Ploesti two points are gone."""
    g = campaign()
    g.plants = [space(g, c) for c in ("berlin", "essen", "hamburg", "leipzig", "munich")]
    assert oil_factors(g, GERMANY).total == 7 and oil_points(g, GERMANY) == 0
    g.hexes[space(g, "ploesti")].holder = USSR
    g.nations[USSR].side = ALLIES
    assert oil_points(g, GERMANY) == -2
    foot, tanks = put(g, "germany INF 6-5", "berlin"), put(g, "germany ARM 8-8", "berlin")
    assert refused(may_stop(g, GERMANY, foot)) == "24.1" and may_stop(g, GERMANY, tanks) is None


def test_25_0_the_partisan_war():
    """Without partisans on the board there is nothing to fight and nothing is asked."""
    g = campaign()
    bands = [u for u, d in enumerate(g.units.design) if g.designs[d].kind == Kind.PART and g.units.at[u] >= 0]
    assert bands == [] and drive(g, partisan_war(g)) == []


def test_25_1_conquest_and_diplomacy():
    """A conquered Poland has Atrocities rolled for; a country won by diplomacy has none."""
    g = campaign()
    g.dice = type(g.dice)(*[5] * 10)
    resistance(g)
    assert not g.atrocities
    for s, country in enumerate(g.ground.country):
        if country == "poland":
            g.hexes[s].holder = GERMANY
    surrender(g, INDEX["poland"])
    resistance(g)
    assert len(g.atrocities) >= 1
    hungary = g.nations[INDEX["hungary"]]
    hungary.patron, hungary.status, hungary.side = GERMANY, SATELLITE, AXIS
    before = dict(g.atrocities)
    resistance(g)
    assert g.atrocities == before


def test_26_0_weather_closes_the_beaches():
    """A stormy winter in the West forbids landings that a clear turn allows."""
    g, _, _ = sea_lion()
    beach = space(g, "southampton")
    assert may_assault(g, beach) is None
    g.turn, g.west = turn_of(1940, WINTER), 4
    assert refused(may_assault(g, beach)) == "26.2"


def test_27_2_2_the_dardanelles():
    """Both hexes make one more Soviet objective, one of them none; for Germany they make none."""
    g = campaign()
    g.nations[USSR].side = ALLIES
    before = objectives(g, USSR)
    g.hexes[space(g, "2818")].holder = USSR
    half = objectives(g, USSR)
    g.hexes[space(g, "2819")].holder = USSR
    assert objectives(g, USSR) == half + 1 and half >= before
    count = objectives(g, GERMANY)
    for h in ("2818", "2819"):
        g.hexes[space(g, h)].holder = GERMANY
    cities = sum(g.ground.objective[space(g, h)] for h in ("2818", "2819"))
    assert objectives(g, GERMANY) == count + cities


def test_28_2_allied_projects():
    """A project won is played in its season; one never won is not, nor one out of its dates."""
    g = variants()
    number = 14  # the Soviets: workers build Socialism, any number of times
    assert (USSR, number) in PROJECTS and may_play(g, USSR, number) is not None
    won(g, USSR, number)
    assert may_play(g, USSR, number) is None
    won(g, USSR, 8)
    assert may_play(g, USSR, 8) is not None  # heavy tanks: Fall 1944 or later
