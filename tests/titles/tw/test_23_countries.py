"""23.3 to 23.59: every minor country, colony and region with what its own rule says: a case allowed and one refused."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.lands import COLONY, INTEGRAL, LANDS, places
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.affairs import (
    airbase_unearned,
    create_croatia,
    create_ukraine,
    first_airbase,
    landing_grounds,
    may_create_croatia,
    may_create_ukraine,
    may_mine,
    may_occupy_iceland,
    may_occupy_vatican,
    mine,
    occupy_iceland,
    occupy_vatican,
    ukraine_lost,
)
from grognard.titles.tw.rules.airbases import bases, may_base
from grognard.titles.tw.rules.combat import able, fair_odds, may_fight
from grognard.titles.tw.rules.control import surrender, take
from grognard.titles.tw.rules.declarations import attack_minor, declaration_price, declare
from grognard.titles.tw.rules.defections import clear_finland, defections, mutinies, wavers
from grognard.titles.tw.rules.grants import may_lend
from grognard.titles.tw.rules.homelands import at_home, bounds
from grognard.titles.tw.rules.invasions import may_assault
from grognard.titles.tw.rules.leanings import country_pops, fit_patron, polish_partisans
from grognard.titles.tw.rules.minors import incline, join, minors_by_date
from grognard.titles.tw.rules.money import income, land_holder, region_power, territories, territory_value
from grognard.titles.tw.rules.new_year import ore_cut, swedish_ore
from grognard.titles.tw.rules.oil import oil_factors
from grognard.titles.tw.rules.outposts import cape_force, holds_azores, may_land_in_azores, outposts
from grognard.titles.tw.rules.pact import may_claim
from grognard.titles.tw.rules.placing import abroad
from grognard.titles.tw.rules.relays import fleets_beside, hostile_cape
from grognard.titles.tw.rules.seas import free_berths, guarded, is_port, may_leave, sea
from grognard.titles.tw.rules.stacking import overstacked, with_room
from grognard.titles.tw.rules.status import AXIS_BLOC, TARGETS, WEST_BLOC
from grognard.titles.tw.rules.training import holds_karelia
from grognard.titles.tw.rules.uboats import uboat_modifiers
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.works import may_build_fortress
from grognard.titles.tw.state import (
    ASSOCIATE,
    FALL,
    LOST_UNSUPPLIED,
    NO_STATUS,
    SATELLITE,
    SPRING,
    SUMMER,
    SYMPATHIZER,
    WINTER,
    War,
    turn_of,
)

from .kit import drive, hold, put, space
from .test_06_declarations import refused
from .test_07_sea import fleet
from .test_14_money import campaign

COLONIES = [(row.section, name) for name, row in LANDS.items() if row.kind == COLONY and row.value]
REGIONS = [(row.section, name) for name, row in LANDS.items() if row.kind == INTEGRAL and row.value]
REICH = [(row.section, name) for name, row in LANDS.items() if row.kind == INTEGRAL and not row.value]


def enemy_of(owner: str) -> tuple[str, int]:
    return ("britain", ALLIES) if owner in ("italy", "germany") else ("germany", AXIS)


def at_war(g: War) -> None:
    g.nations[ITALY].side = AXIS


def value(g: War, key: str, power: int) -> int:
    land = next(t for t in territories(g) if t.key == key)
    return territory_value(g, land, power)


def corps(g: War, nation: str, at: str, kind: Kind = Kind.INF, **columns: int) -> int:
    design = next(d for d, s in enumerate(g.designs) if s.nation == nation and s.kind == kind and "piece" not in s.marks)
    return g.units.add(design=design, at=space(g, at), active=1, **columns).index


# --- colonies and regions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("section", "name"), COLONIES)
def test_23_12_colonies_change_hands_by_themselves(section, name):
    """A colony is worth its value to its owner, to a conqueror only when he holds all that decides; the surrender of the mother
    country does not take it along."""
    g = campaign()
    at_war(g)
    row = LANDS[name]
    owner, (foe, side) = INDEX[row.owner], enemy_of(row.owner)
    held = places(g.ground, row)
    if name == "italian_east_africa":  # 19.1: cut off while Britain holds Suez
        assert value(g, name, owner) == 0
        hold(g, "italy", "suez")
    assert value(g, name, owner) == row.value
    base, level, theirs = g.nations.base[owner], g.nations.narfs[owner], g.nations.narfs[INDEX[foe]]
    for s in held[:-1]:
        take(g, s, INDEX[foe], side)
    assert value(g, name, owner) == row.value and value(g, name, INDEX[foe]) == 0
    take(g, held[-1], INDEX[foe], side)
    assert value(g, name, INDEX[foe]) == row.value and value(g, name, owner) == 0
    half = row.value // 2  # Fall
    assert (g.nations.narfs[owner], g.nations.narfs[INDEX[foe]]) == (level - half, theirs + half)
    assert g.nations.base[owner] == base
    h = campaign()
    h.nations[owner].surrendered = 1
    assert all(h.hexes.holder[s] == owner for s in places(h.ground, row))


@pytest.mark.parametrize(("section", "name"), REGIONS)
def test_23_2_regions_are_part_of_the_base(section, name):
    """Their loss costs level and base; who takes them has their value while he holds them."""
    g = campaign()
    at_war(g)
    row = LANDS[name]
    owner, (foe, side) = INDEX[row.owner], enemy_of(row.owner)
    base, level = g.nations.base[owner], g.nations.narfs[owner]
    assert value(g, name, owner) == 0
    held = places(g.ground, row)
    for s in held[:-1]:
        take(g, s, INDEX[foe], side)
    assert g.nations.base[owner] == base
    take(g, held[-1], INDEX[foe], side)
    assert g.nations.base[owner] == base - row.value
    assert g.nations.narfs[owner] <= level - row.value // 2
    assert value(g, name, INDEX[foe]) == row.value
    take(g, held[0], owner, 1 - side)
    assert g.nations.base[owner] == base and value(g, name, INDEX[foe]) == 0


@pytest.mark.parametrize(("section", "name"), REICH)
def test_23_6_lands_of_the_reich(section, name):
    """Austria, Bohemia, East Prussia, the Rhineland and the Sudetenland are Germany; nobody gains NARFs by them."""
    g = campaign()
    held = places(g.ground, LANDS[name])
    assert held and all(g.hexes.holder[s] == GERMANY for s in held)
    assert all(t.key != name for t in territories(g))
    before = g.nations.base[GERMANY]
    for s in held:
        take(g, s, BRITAIN, ALLIES)
    assert g.nations.base[GERMANY] == before


def test_23_4_cities_without_shelter():
    """Algeria, Morocco, Tunisia and Egypt: their cities give nothing; those of Europe do."""
    g = campaign()
    for city in ("algiers", "casablanca", "tunis", "cairo", "alexandria"):
        assert g.ground.shelter[space(g, city)] == 0
    assert g.ground.shelter[space(g, "athens")] == 1


def test_23_8_bessarabia_falls_with_its_two_cities():
    g = campaign()
    g.nations[USSR].side = ALLIES
    hold(g, "ussr", "kishinev")
    assert region_power(g, "bessarabia") != USSR
    hold(g, "ussr", "cernauti")
    assert region_power(g, "bessarabia") == USSR


def test_23_40_eastern_poland_goes_with_its_three_cities():
    g = campaign()
    hold(g, "ussr", "wilno", "brest_litovsk")
    assert region_power(g, "eastern_poland") != USSR
    hold(g, "ussr", "lwow")
    assert region_power(g, "eastern_poland") == USSR


def test_23_34_luxembourg_is_belgium():
    g = campaign()
    assert "luxembourg" not in g.ground.country and INDEX.get("luxembourg") is None
    assert LANDS["luxembourg"].owner == "belgium" and LANDS["luxembourg"].value == 0


def test_23_11_dominions_build_at_home():
    """Canadians in the Canada Box, ANZAC at Suez while it is British; other troops of the king at home."""
    g = campaign()
    g.side = ALLIES
    for word, place in (("can", "canada_box"), ("anzac", "suez")):
        design = next(d for d, s in enumerate(g.designs) if word in s.id.split("_"))
        assert abroad(g, g.units.add(design=design, pool=1).index) == [space(g, place)]
    assert abroad(g, put(g, "britain INF 2-5", "london")) is None
    g.nations[ITALY].side = AXIS
    hold(g, "italy", "suez")
    design = next(d for d, s in enumerate(g.designs) if "anzac" in s.id.split("_"))
    assert abroad(g, g.units.add(design=design, pool=1).index) == [space(g, "south_africa_box")]


def test_23_26_india_builds_in_its_box():
    g = campaign()
    design = next(d for d, s in enumerate(g.designs) if "ind" in s.id.split("_"))
    assert abroad(g, g.units.add(design=design, pool=1).index) == [space(g, "india_box")]
    assert abroad(g, put(g, "britain MOT 6-7", "london")) is None


# --- countries of diplomacy and dates -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "country", "open_"),
    [
        ("23.7", "belgium", True), ("23.10", "bulgaria", False), ("23.17", "denmark", False), ("23.20", "estonia", False),
        ("23.23", "greece", True), ("23.24", "hungary", False), ("23.27", "iran", False), ("23.29", "ireland", True),
        ("23.37", "netherlands", True), ("23.38", "norway", True), ("23.41", "portugal", True), ("23.43", "romania", False),
        ("23.48", "spain", True), ("23.50", "sweden", True), ("23.51", "switzerland", False), ("23.54", "turkey", True),
        ("23.56", "vatican", True), ("23.47", "south_africa", True), ("23.58", "yugoslavia", True),
    ],
)  # fmt: skip
def test_23_7_who_can_be_influenced(section, country, open_):
    assert (INDEX[country] in TARGETS) is open_


def test_23_7_no_lend_lease_for_who_attacks_neutrals():
    g = campaign("campaign_1941")
    ship = fleet(g, "britain", "canada_box")
    first = may_lend(g, USA, BRITAIN, ship, 5)
    assert first is None or first.rule != "22.6"
    g.nations[BRITAIN].outraged = 1
    assert refused(may_lend(g, USA, BRITAIN, ship, 5)) == "22.6"
    g.nations[USA].side = ALLIES
    no = may_lend(g, USA, BRITAIN, ship, 5)
    assert no is None or no.rule != "22.6"


@pytest.mark.parametrize(("section", "country"), [("23.20", "estonia"), ("23.31", "latvia"), ("23.33", "lithuania")])
def test_23_20_the_baltic_states(section, country):
    """No army; the Soviets take them under the Pact once Poland is out, nobody else may."""
    g = campaign()
    assert not any(n == INDEX[country] for n in g.roster.nations)
    assert refused(may_claim(g, USSR, country)) == "16.5"
    g.nations[INDEX["poland"]].surrendered = 1
    assert may_claim(g, USSR, country) is None
    assert refused(may_claim(g, GERMANY, country)) == "16.5"
    assert value(g, country, USSR) == 0
    hold(g, "ussr", NATIONS[INDEX[country]].capital)
    g.nations[INDEX[country]].surrendered = 1
    assert value(g, country, USSR) == {"estonia": 1, "latvia": 2, "lithuania": 5}[country]


@pytest.mark.parametrize(("section", "country"), [("23.10", "bulgaria"), ("23.24", "hungary"), ("23.43", "romania")])
def test_23_10_allies_of_1940_change_sides_in_1944(section, country):
    """German Satellites in Winter 1940; from Spring 1944 Soviet Satellites as soon as the Soviets hold a hex of theirs."""
    g = campaign()
    g.turn = turn_of(1940, FALL)
    minors_by_date(g)
    row = g.nations[INDEX[country]]
    assert row.side == NEUTRAL
    g.turn += 1
    minors_by_date(g)
    assert (row.side, row.patron, row.status) == (AXIS, GERMANY, SATELLITE)
    g.nations[USSR].side, g.side = ALLIES, ALLIES
    g.turn = turn_of(1943, WINTER)
    inner = next(s for s in g.ground.homeland[country] if g.ground.land[s] and "bessarabia" not in g.ground.regions[s])
    g.hexes[inner].holder = USSR
    assert not wavers(g, row.index)
    g.turn = turn_of(1944, SPRING)
    assert wavers(g, row.index)
    level = g.nations.narfs[GERMANY]
    defections(g)
    assert (row.side, row.patron) == (ALLIES, USSR) and g.nations.narfs[GERMANY] < level


def test_23_24_commandos_in_budapest():
    g = campaign()
    g.turn, g.nations[USSR].side = turn_of(1944, SPRING), ALLIES
    hungary = INDEX["hungary"]
    join(g, hungary, GERMANY)
    inner = next(s for s in g.ground.homeland["hungary"] if g.ground.land[s] and s != space(g, "budapest"))
    g.hexes[inner].holder = USSR
    assert wavers(g, hungary)
    corps(g, "germany", "budapest", Kind.CDO)
    assert not wavers(g, hungary)


def test_23_43_those_who_change_sides_attack_the_germans_beside_them():
    """Bessarabia does not count; Romanians in a hex with Germans must attack them."""
    g = campaign()
    g.turn, g.nations[USSR].side, g.side = turn_of(1944, SPRING), ALLIES, ALLIES
    romania = INDEX["romania"]
    join(g, romania, GERMANY)
    hold(g, "ussr", "kishinev")
    assert not wavers(g, romania)
    hold(g, "ussr", "galatz" if "galatz" in g.ground.city_hex else "2318")
    friend, alone = corps(g, "romania", "ploesti"), corps(g, "romania", "cluj")
    corps(g, "germany", "ploesti")
    defections(g)
    assert hex_sides(g)[space(g, "cluj")] == ALLIES
    battles = mutinies(g, [])
    assert [(b.space, b.attackers) for b in battles] == [(space(g, "ploesti"), [friend])]
    assert not g.units.dropped[alone]
    assert mutinies(g, []) == []


def test_23_21_finland():
    """A German Satellite in Spring 1941; neutral when the Soviets come in 1944, and the Germans have a turn to leave."""
    g = campaign()
    finland = g.nations[INDEX["finland"]]
    assert (finland.status, finland.patron, finland.side) == (ASSOCIATE, GERMANY, NEUTRAL)
    g.turn = turn_of(1941, SPRING)
    minors_by_date(g)
    assert finland.side == AXIS
    g.nations[USSR].side, g.side, g.turn = ALLIES, ALLIES, turn_of(1944, SPRING)
    hold(g, "ussr", "0516")
    assert not wavers(g, finland.index)
    german = corps(g, "germany", "oulu" if "oulu" in g.ground.city_hex else "helsinki")
    inland = [s for s in g.ground.homeland["finland"] if g.ground.land[s] and s not in g.ground.karelia]
    inner = next(s for s in inland if s != g.units.at[german])
    g.hexes[inner].holder = USSR
    defections(g)
    assert (finland.side, finland.status) == (NEUTRAL, NO_STATUS)
    clear_finland(g)
    assert g.units.at[german] >= 0
    g.turn, g.side = g.turn + 1, AXIS
    clear_finland(g)
    assert g.units.at[german] < 0 and g.units.pool[german] == LOST_UNSUPPLIED


def test_23_21_few_germans_in_finland_and_none_of_their_tanks():
    g = campaign()
    g.nations[INDEX["finland"]].side = AXIS
    foot, more, tank = corps(g, "germany", "berlin"), corps(g, "germany", "berlin"), corps(g, "germany", "berlin", Kind.ARM)
    assert at_home(g, space(g, "helsinki"), foot)
    assert not at_home(g, space(g, "helsinki"), tank)
    g.units[foot].at = space(g, "helsinki")
    assert at_home(g, space(g, "helsinki"), foot)
    assert not at_home(g, space(g, "helsinki"), more)
    hold(g, "germany", "leningrad")
    assert at_home(g, space(g, "helsinki"), more) and at_home(g, space(g, "helsinki"), tank)


def test_23_21_no_german_aircraft_in_finland():
    """No other German unit than INF goes to Finland while Leningrad holds out: no aircraft (TW-AMB-173). Finns fly there."""
    g = campaign()
    g.nations[INDEX["finland"]].side = AXIS
    helsinki = space(g, "helsinki")
    plane = put(g, "germany TAC 1-5-4", "berlin")
    assert refused(may_base(g, helsinki, plane)) == "23.21" and helsinki not in bases(g, plane)
    hold(g, "germany", "leningrad")
    assert may_base(g, helsinki, plane) is None and helsinki in bases(g, plane)


def test_23_21_a_stack_of_germans_is_counted_as_a_whole():
    """Six factors in all: a corps of six alone, two of them not even when they march together."""
    g = campaign()
    g.nations[INDEX["finland"]].side = AXIS
    helsinki = space(g, "helsinki")
    pair = [put(g, "germany INF 6-5", "berlin") for _ in range(2)]
    for unit in pair:
        assert at_home(g, helsinki, unit)
    together = bounds(g, pair)
    assert together is not None and helsinki not in together and space(g, "berlin") in together
    hold(g, "germany", "leningrad")
    assert bounds(g, pair) is None


def test_23_21_leningrad_and_the_army_want_karelia():
    g = campaign()
    g.nations[USSR].side, g.nations[USSR].narfs = ALLIES, 200
    g.turn, g.barbarossa = turn_of(1941, SUMMER), turn_of(1941, SUMMER)
    assert not holds_karelia(g)
    assert refused(may_build_fortress(g, USSR, space(g, "leningrad"))) in ("23.21", "13.2.2")
    for s in g.ground.karelia:
        g.hexes[s].holder = USSR
    assert holds_karelia(g)
    no = may_build_fortress(g, USSR, space(g, "leningrad"))
    assert no is None or no.rule != "23.21"


# --- Gibraltar, Malta -----------------------------------------------------------------------------------------------------------


def test_23_22_gibraltar_on_land():
    """One INF, MOT or STA holds it; it is stormed from Cordoba with an INF or MOT; two units have room there."""
    g = campaign()
    rock, cordoba = space(g, "gibraltar"), space(g, "2542")
    assert g.ground.steps[rock] == (cordoba,)
    foot, tank = corps(g, "britain", "london"), corps(g, "britain", "london", Kind.ARM)
    assert overstacked(g, rock, [foot]) is None
    assert refused(overstacked(g, rock, [tank])) == "23.22"
    raiders, paras = corps(g, "britain", "london", Kind.CDO), corps(g, "britain", "london", Kind.PARA)
    for other in (raiders, paras):  # any ground combat unit counts here, also one that counts nowhere else (TW-AMB-171)
        assert refused(overstacked(g, rock, [other])) == "23.22" and refused(overstacked(g, rock, [foot, other])) == "23.22"
        assert rock not in with_room(g, [rock], other)
    assert overstacked(g, rock, [foot, corps(g, "britain", "london", Kind.FLAK)]) is None
    three = [corps(g, "germany", "berlin") for _ in range(3)]
    assert overstacked(g, cordoba, three[:2]) is None
    assert overstacked(g, cordoba, three) is not None
    g.side = AXIS
    corps(g, "britain", "gibraltar")
    panzers = [corps(g, "germany", "2542", Kind.ARM) for _ in range(2)]
    assert not fair_odds(g, rock, panzers)
    assert fair_odds(g, rock, [*panzers, corps(g, "germany", "2542")])


def test_23_22_gibraltar_bars_the_straits():
    """A garrison and a whole ship or air unit are both needed; with an Axis Gibraltar nobody lands in Morocco."""
    g = campaign()
    at_war(g)
    for u, at in enumerate(g.units.at):
        if at == space(g, "gibraltar"):
            g.units[u].at = -1
            g.units[u].pool = 1
    straits = sea(g, "straits")
    corps(g, "britain", "gibraltar")
    assert not guarded(g)
    g.side = AXIS
    outposts(g)
    assert may_leave(g, ITALY, straits, first=False) is None
    fleet(g, "britain", "gibraltar")
    assert guarded(g)
    outposts(g)
    assert refused(may_leave(g, ITALY, straits, first=False)) == "7.3"
    g.side = ALLIES
    beach = next(s for s in g.ground.homeland["morocco"] if g.ground.beach[s])
    g.hexes[beach].holder = GERMANY
    assert may_assault(g, beach) is None
    hold(g, "germany", "gibraltar")
    assert refused(may_assault(g, beach)) == "23.22"


def test_23_35_malta():
    """One berth, one ground unit; a port and a beach."""
    g = campaign()
    malta = space(g, "malta")
    for u, at in enumerate(g.units.at):
        if at == malta:
            g.units[u].at, g.units[u].pool = -1, 1
    assert is_port(g, malta) and g.ground.beach[malta]
    assert free_berths(g, malta) == 1
    fleet(g, "britain", "malta")
    assert free_berths(g, malta) == 0
    two = [corps(g, "britain", "london") for _ in range(2)]
    assert overstacked(g, malta, two[:1]) is None and overstacked(g, malta, two) is not None
    paras = corps(g, "britain", "london", Kind.PARA)
    assert overstacked(g, malta, [paras]) is None
    assert refused(overstacked(g, malta, [two[0], paras])) == "23.35"


def test_23_23_greeks_and_turks_do_not_stand_together():
    g = campaign()
    greek, turk = corps(g, "greece", "athens"), corps(g, "turkey", "ankara")
    assert refused(overstacked(g, space(g, "athens"), [greek, turk])) == "23.60"
    assert overstacked(g, space(g, "athens"), [greek]) is None
    hungarian, romanian = corps(g, "hungary", "budapest"), corps(g, "romania", "bucharest")
    assert refused(overstacked(g, space(g, "lwow"), [hungarian, romanian])) == "23.60"


# --- the Balkans ----------------------------------------------------------------------------------------------------------------


def test_23_58_an_airbase_opens_the_war_in_the_balkans():
    """With Romania and Bulgaria as Satellites Germany places one at once; without troops that follow it is given up."""
    g = campaign()
    yugoslavia = INDEX["yugoslavia"]
    assert drive(g, first_airbase(g, GERMANY, yugoslavia)) == []
    for key in ("romania", "bulgaria"):
        join(g, INDEX[key], GERMANY)
    assert drive(g, first_airbase(g, ITALY, yugoslavia)) == []
    drive(g, attack_minor(g, GERMANY, yugoslavia), ["airbase 2324"], dice=[8, 3])
    base = g.hexes[g.ground.named("2324")]
    assert (base.airbase, base.holder) == (GERMANY, GERMANY)
    g.side = AXIS
    airbase_unearned(g)
    assert (base.airbase, base.holder) == (-1, yugoslavia)
    greece = INDEX["greece"]
    spaces = landing_grounds(g, greece)
    assert spaces and all(not g.ground.island[s] and "crete" not in g.ground.regions[s] for s in spaces)


def test_23_14_croatia():
    """Whoever holds Belgrade carves it out of a conquered Yugoslavia: 4 NARFs, one INF, and 7 NARFs are left."""
    g = campaign()
    at_war(g)
    assert refused(may_create_croatia(g, GERMANY)) == "23.14"
    yugoslavia = g.nations[INDEX["yugoslavia"]]
    yugoslavia.surrendered, yugoslavia.side = 1, ALLIES
    for s in g.ground.homeland["yugoslavia"]:
        g.hexes[s].holder = ITALY
    assert refused(may_create_croatia(g, GERMANY)) == "23.14"
    assert may_create_croatia(g, ITALY) is None
    assert value(g, "yugoslavia", ITALY) == 11
    create_croatia(g, ITALY)
    croatia = g.nations[INDEX["croatia"]]
    assert (croatia.patron, croatia.status, croatia.side) == (ITALY, SATELLITE, AXIS)
    assert (value(g, "yugoslavia", ITALY), value(g, "croatia", ITALY)) == (7, 4)
    assert g.hexes.holder[space(g, "zagreb")] == croatia.index
    army = [u for u, n in enumerate(g.roster.nations) if n == croatia.index]
    assert len(army) == 1 and at_home(g, space(g, "athens"), army[0]) and not at_home(g, space(g, "bucharest"), army[0])
    assert refused(may_create_croatia(g, ITALY)) == "23.14"


# --- the North ------------------------------------------------------------------------------------------------------------------


def test_23_25_iceland():
    """The U-Boats gain by it only once Denmark has fallen; Britain may occupy it for 5 NARFs, and America does not mind."""
    g = campaign()
    assert refused(may_occupy_iceland(g, BRITAIN)) == "23.25"
    before = uboat_modifiers(g).total
    surrender(g, INDEX["denmark"])
    assert uboat_modifiers(g).total == before - 1
    assert refused(may_occupy_iceland(g, USA)) == "23.25"
    narfs, level = g.nations.narfs[BRITAIN], g.usel
    occupy_iceland(g)
    assert (g.nations.narfs[BRITAIN], g.usel) == (narfs - 5, level)
    assert uboat_modifiers(g).total == before
    assert refused(may_occupy_iceland(g, BRITAIN)) == "23.25"


def test_23_38_norway():
    """Britain mines its waters from Spring 1940 while it is neutral; Germany loses 20 NARFs each Spring."""
    g = campaign()
    assert refused(may_mine(g, BRITAIN)) == "23.38"
    g.turn = turn_of(1940, SPRING)
    assert may_mine(g, BRITAIN) is None and may_mine(g, FRANCE) is not None
    assert not ore_cut(g)
    mine(g)
    level = g.nations.narfs[GERMANY]
    swedish_ore(g)
    assert g.nations.narfs[GERMANY] == level - 20
    g.nations[INDEX["norway"]].side = ALLIES
    assert not ore_cut(g)
    g.leads_mined = 0
    assert refused(may_mine(g, BRITAIN)) == "23.38"


def test_23_50_swedes_do_not_fight_their_neighbours():
    g = campaign()
    g.side, g.nations[INDEX["sweden"]].side = AXIS, AXIS
    g.nations[INDEX["norway"]].side = ALLIES
    swede, german = corps(g, "sweden", "stockholm"), corps(g, "germany", "berlin")
    corps(g, "norway", "oslo")
    corps(g, "britain", "bergen")
    assert refused(may_fight(g, swede, space(g, "oslo"))) == "23.50"
    assert may_fight(g, german, space(g, "oslo")) is None
    assert may_fight(g, swede, space(g, "bergen")) is None
    beside = g.ground.steps[space(g, "oslo")][0]
    g.units[swede].at = beside
    assert swede not in able(g, space(g, "oslo"))


def test_23_37_the_netherlands():
    """Its patron has the East Indies in 1940 and 1941; the Fleet escapes on a 10."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    before = income(g, BRITAIN).total
    join(g, INDEX["netherlands"], BRITAIN)
    assert income(g, BRITAIN).total == before + 12 + 10
    g.turn = turn_of(1942, SPRING)
    assert income(g, BRITAIN).total == before + 12
    for roll, owner in ((10, BRITAIN), (9, None)):
        h = campaign()
        dutch = INDEX["netherlands"]
        join(h, dutch, BRITAIN)
        ships = [u for u, n in enumerate(h.roster.nations) if n == dutch and h.units[u].sheet.kind == Kind.FLEET]
        for u in ships:
            h.units[u].at, h.units[u].pool = space(h, "the_hague"), 0
        h.dice = FixedDice(roll)
        surrender(h, dutch)
        assert ships and all((h.units.at[u] >= 0) is (owner == BRITAIN) for u in ships)


def test_23_37_a_german_netherlands_sends_no_fleet_to_britain():
    """The roll is for a German conquest: when the Allies conquer a German Satellite its Fleet is gone."""
    g = campaign()
    dutch = INDEX["netherlands"]
    join(g, dutch, GERMANY)
    ships = [u for u, n in enumerate(g.roster.nations) if n == dutch and g.units[u].sheet.kind == Kind.FLEET]
    for u in ships:
        g.units[u].at, g.units[u].pool = space(g, "the_hague"), 0
    g.dice = FixedDice(10)
    surrender(g, dutch)
    assert ships and all(g.units.at[u] < 0 for u in ships)


# --- Iran, Iraq, Ireland, Portugal ----------------------------------------------------------------------------------------------


def test_23_27_iran():
    """No army, no diplomacy, no price for the Axis; Abadan's oil is Britain's."""
    g = campaign()
    iran = INDEX["iran"]
    assert not any(n == iran for n in g.roster.nations) and iran not in TARGETS
    assert (declaration_price(GERMANY, iran), declaration_price(BRITAIN, iran)) == (0, 15)
    hold(g, "germany", "abadan")
    assert oil_factors(g, BRITAIN).total == 6


def test_23_28_iraq():
    g = campaign()
    assert value(g, "iraq", BRITAIN) == 3
    hold(g, "germany", "mosul")
    assert value(g, "iraq", BRITAIN) == 3
    assert oil_factors(g, GERMANY).total == 10
    hold(g, "germany", "baghdad")
    assert (value(g, "iraq", BRITAIN), value(g, "iraq", GERMANY)) == (0, 3)


def test_23_29_ireland():
    """Never Britain's Associate; with Germany it helps the U-Boats and has a partisan, with America it helps the escorts."""
    g = campaign()
    ireland = INDEX["ireland"]
    assert fit_patron(g, ireland, BRITAIN, SATELLITE, (BRITAIN,)) == (BRITAIN, SYMPATHIZER)
    assert fit_patron(g, ireland, BRITAIN, SATELLITE, (BRITAIN, USA)) == (USA, SATELLITE)
    assert fit_patron(g, ireland, GERMANY, SATELLITE, (GERMANY,)) == (GERMANY, SATELLITE)
    before = uboat_modifiers(g).total
    incline(g, ireland, GERMANY, SATELLITE)
    assert uboat_modifiers(g).total == before - 1 and sum(g.bands.values()) == 1
    h = campaign()
    h.nations[USA].side = ALLIES
    plain = uboat_modifiers(h).total
    incline(h, ireland, USA, SATELLITE)
    assert uboat_modifiers(h).total == plain + 1 and not h.bands


def test_23_41_portugal_and_the_azores():
    """The Axis needs Portugal and troops with aircraft there; Britain troops with aircraft from Fall 1943."""
    g = campaign()
    portugal = INDEX["portugal"]
    assert fit_patron(g, portugal, USA, SATELLITE, (USA,)) == (BRITAIN, SATELLITE)
    foot, plane = corps(g, "germany", "azores_box"), corps(g, "germany", "azores_box", Kind.TAC)
    assert not holds_azores(g, AXIS) and not may_land_in_azores(g, AXIS)
    incline(g, portugal, GERMANY, ASSOCIATE)
    before = uboat_modifiers(g).total
    assert holds_azores(g, AXIS) and may_land_in_azores(g, AXIS)
    g.units[plane].at, g.units[plane].pool = -1, 1
    assert uboat_modifiers(g).total == before + 1
    g.side = ALLIES
    for _ in range(3):
        corps(g, "britain", "azores_box")
    strong = [corps(g, "britain", "azores_box", Kind.MOT) for _ in range(9)]
    for u in strong:
        g.units[u].design = g.units.design[foot]  # twelve factors of INF and more
    for _ in range(2):
        outposts(g)
    assert g.units.at[foot] >= 0
    outposts(g)
    assert g.units.at[foot] < 0 or g.azores == 0


def test_23_41_britain_in_the_azores():
    g = campaign()
    corps(g, "britain", "azores_box")
    corps(g, "britain", "azores_box", Kind.TAC)
    before = uboat_modifiers(g).total
    assert not holds_azores(g, ALLIES)
    g.turn = turn_of(1943, FALL)
    assert holds_azores(g, ALLIES) and may_land_in_azores(g, ALLIES)
    assert uboat_modifiers(g).total > before


# --- South Africa, Spain, Turkey, Switzerland -----------------------------------------------------------------------------------


def test_23_47_south_africa():
    """Its troops go where its status lets them; with the Axis Britain loses them and 12 NARFs; four turns bring it back."""
    g = campaign()
    south = INDEX["south_africa"]
    design = next(d for d, s in enumerate(g.designs) if "saf" in s.id.split("_"))
    unit = g.units.add(design=design, at=space(g, "cairo")).index
    assert bounds(g, [unit]) is None
    incline(g, south, BRITAIN, ASSOCIATE)
    assert at_home(g, space(g, "cairo"), unit) and not at_home(g, space(g, "athens"), unit)
    incline(g, south, BRITAIN, SYMPATHIZER)
    assert not at_home(g, space(g, "cairo"), unit)
    base, boats = g.nations.base[BRITAIN], uboat_modifiers(g).total
    incline(g, south, GERMANY, SATELLITE)
    assert g.nations.base[BRITAIN] == base - 12 and g.units.at[unit] < 0
    assert uboat_modifiers(g).total == boats - 1 and hostile_cape(g)
    ship = fleet(g, "britain", "south_africa_box")
    assert fleets_beside(g, ship) == 1
    assert not cape_force(g)
    put(g, "britain MOT 6-7", "south_africa_box")
    put(g, "britain ARM 2-8", "south_africa_box")
    assert cape_force(g)
    g.side = ALLIES
    for _ in range(4):
        outposts(g)
    assert g.nations.patron[south] == BRITAIN and g.nations.base[BRITAIN] == base


def test_23_48_spain_and_23_54_turkey_have_axis_partisans():
    """Only where a Western Ally attacks; the Axis pays 25 NARFs for a war on either."""
    for key in ("spain", "turkey"):
        assert declaration_price(GERMANY, INDEX[key]) == 25
        g = campaign()
        drive(g, declare(g, BRITAIN, INDEX[key]))
        assert sum(g.bands.values()) == 1 and g.nations.side[INDEX[key]] == AXIS
        h = campaign()
        drive(h, declare(h, GERMANY, INDEX[key]))
        assert not h.bands and h.nations.side[INDEX[key]] == ALLIES


def test_23_51_switzerland_is_nobodys_satellite():
    g = campaign()
    swiss = g.nations[INDEX["switzerland"]]
    drive(g, declare(g, GERMANY, swiss.index))
    assert (swiss.patron, swiss.status, swiss.side) == (USA, NO_STATUS, ALLIES)
    assert value(g, "switzerland", USA) == 0
    g.side = AXIS
    take(g, space(g, "bern"), GERMANY, AXIS)
    assert not swiss.surrendered
    take(g, space(g, "zurich"), GERMANY, AXIS)
    assert swiss.surrendered and value(g, "switzerland", GERMANY) == 28


def test_23_54_turkey_attacked_by_the_axis_turns_to_the_soviets():
    for power, patron in ((GERMANY, USSR), (BRITAIN, GERMANY)):
        g = campaign()
        drive(g, declare(g, power, INDEX["turkey"]))
        assert g.nations.patron[INDEX["turkey"]] == patron


# --- the Ukraine, the Vatican, Vichy --------------------------------------------------------------------------------------------


def test_23_55_the_ukraine():
    """With its five cities German, after the attack and not after Fall 1942: 28 NARFs without what was moved to the Urals."""
    g = campaign()
    g.nations[USSR].side, g.barbarossa, g.turn = ALLIES, turn_of(1941, SUMMER), turn_of(1941, FALL)
    assert refused(may_create_ukraine(g)) == "23.55"
    hold(g, "germany", "kiev", "kharkov", "stalino", "dnepropetrovsk", "odessa")
    assert may_create_ukraine(g) is None
    g.turn = turn_of(1942, WINTER)
    assert refused(may_create_ukraine(g)) == "23.55"
    g.turn = turn_of(1941, FALL)
    base = g.nations.base[USSR]
    create_ukraine(g)
    assert g.nations.base[USSR] == base - 28 and value(g, "ukraine", GERMANY) == 28
    assert sum(n == INDEX["ukraine"] for n in g.roster.nations) == 6
    g.nations[USSR].urals = 1 << 2  # Kiev
    assert value(g, "ukraine", GERMANY) == 22
    ukraine_lost(g)
    assert not g.nations.surrendered[INDEX["ukraine"]]
    hold(g, "ussr", "kiev")
    ukraine_lost(g)
    assert g.nations.surrendered[INDEX["ukraine"]] and value(g, "ukraine", GERMANY) == 0


def test_23_56_the_vatican_with_the_axis_and_with_the_west():
    g = campaign()
    vatican, bases = INDEX["vatican"], [g.nations.base[n] for n in (GERMANY, ITALY)]
    incline(g, vatican, ITALY, SATELLITE)
    assert [g.nations.base[n] for n in (GERMANY, ITALY)] == [b + 5 for b in bases]
    assert polish_partisans(g, 3) == -1
    assert sum(n == INDEX["slovakia"] for n in g.roster.nations) == 2
    incline(g, vatican, BRITAIN, SATELLITE)
    assert [g.nations.base[n] for n in (GERMANY, ITALY)] == [b - 5 for b in bases]
    assert polish_partisans(g, 3) == 1


def test_23_56_the_vatican_occupied():
    """Whoever holds Rome may; Spain, Vichy and Portugal take it ill."""
    g = campaign()
    at_war(g)
    assert refused(may_occupy_vatican(g, BRITAIN)) == "23.56"
    assert may_occupy_vatican(g, ITALY) is None
    hold(g, "britain", "rome")
    assert may_occupy_vatican(g, BRITAIN) is None and may_occupy_vatican(g, ITALY) is not None
    occupy_vatican(g, BRITAIN)
    assert country_pops(g, AXIS_BLOC, INDEX["spain"]) == 2 and country_pops(g, WEST_BLOC, INDEX["spain"]) == 0
    assert country_pops(g, AXIS_BLOC, INDEX["turkey"]) == 0
    assert polish_partisans(g, 4) == -3 and polish_partisans(g, 0) == 0
    assert refused(may_occupy_vatican(g, BRITAIN)) == "23.56"


def test_23_57_syria_is_a_french_colony():
    g = campaign()
    land = next(t for t in territories(g) if t.key == "syria")
    assert land_holder(g, land) == FRANCE and land.value == 4
    hold(g, "britain", "damascus")
    assert land_holder(g, land) == BRITAIN
