"""17.1 to 17.3, 19.1 to 19.3, 20.1, 20.4, 21.1, 22.2: prestige and ore, surrender of the great powers, Italian East Africa,
Fascism revived. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.capitulation import (
    EMPIRE,
    america_leaves,
    britain_rolls,
    britain_surrenders,
    british_modifiers,
    dunkirk,
    german_cities,
    german_modifiers,
    germany_rolls,
    italian_modifiers,
    italy_rolls,
    lost_value,
    soviet_modifiers,
    soviets_roll,
)
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.declarations import declare
from grognard.titles.tw.rules.italy import (
    BOX,
    colonial_force,
    east_africa_campaign,
    ethiopians,
    legion_sites,
    legionary,
    revival,
    salo_falls,
)
from grognard.titles.tw.rules.logistics import useful_hexes
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.money import NORTH, conquered_value, income, italian_parts
from grognard.titles.tw.rules.new_year import ore_cut, prestige, swedish_ore, swedish_ore_ends
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.rules.units import eliminate
from grognard.titles.tw.rules.victory import campaign_outcome
from grognard.titles.tw.state import ASSOCIATE, FALL, GONE, LLE, LOST, LOST_UNSUPPLIED, SATELLITE, SPRING, SUMMER, War, turn_of

from .kit import drive, hold, put, space
from .test_14_money import campaign


def year(number: int, season: int = SUMMER, scenario: str = "campaign_1939") -> War:
    g = campaign(scenario)
    g.turn, g.side = turn_of(number, season), ALLIES
    g.nations[ITALY].side = AXIS
    return g


def lose_worth(g: War, key: str, power: int, narfs: int) -> None:
    """Ground units of a power are lost, together worth so many NARFs: the dearest that fit, one after the other."""
    sheets = [n for n, d in enumerate(g.designs) if d.nation == key and d.ground and d.kind != Kind.PART]
    prices = {}
    for n in sheets:
        unit = g.units.add(design=n, pool=LOST)
        prices[n] = unit_price(g, unit.index)
        unit.pool = GONE
    left = narfs
    while left:
        rest = [n for n in sheets if prices[n] <= left and (prices[n] == left or left - prices[n] >= min(prices.values()))]
        design = max(rest, key=lambda n: prices[n])
        eliminate(g, g.units.add(design=design, at=g.ground.named("moscow" if power == USSR else "cairo")), "10.2.6")
        left -= prices[design]


# --- Britain ------------------------------------------------------------------------------------------------------------------


def test_17_1_prestige_in_the_mediterranean():
    g = year(1941, SPRING)
    before = g.nations[BRITAIN].narfs
    prestige(g)
    assert g.nations[BRITAIN].narfs == before
    hold(g, "italy", "suez")
    prestige(g)
    assert g.nations[BRITAIN].narfs == before - 10
    hold(g, "germany", "gibraltar")
    prestige(g)
    assert g.nations[BRITAIN].narfs == before - 30


def low_countries(g: War) -> None:
    for key, city in (("belgium", "brussels"), ("netherlands", "the_hague")):
        g.nations[INDEX[key]].surrendered = 1
        hold(g, "germany", city)


def test_17_2_1_the_army_is_lost_in_france():
    g = year(1940)
    low_countries(g)
    assert not dunkirk(g)
    for _ in range(3):
        eliminate(g, g.units[put(g, "britain MOT 3-7", "calais")], "10.2.6")
    assert g.dunkirk == 9 and dunkirk(g)
    put(g, "britain MOT 3-7", "brest")
    assert not dunkirk(g)
    g.units[len(g.units) - 1].at = space(g, "london")
    g.turn = turn_of(1940, FALL)
    assert not dunkirk(g)
    g.turn = turn_of(1940, SUMMER)
    for die, out in ((8, 0), (9, 1)):
        g.dice = type(g.dice)(die)
        g.british_woes = 1 << 24 - 1  # nothing new
        britain_rolls(g)
        assert g.nations.surrendered[BRITAIN] == out


def test_17_2_2_a_suez_and_gibraltar():
    """tw-17.2.2-a: Suez falls while Gibraltar is German already: +2."""
    g = year(1941)
    hold(g, "germany", "gibraltar", "suez")
    assert british_modifiers(g).total == 2


@pytest.mark.parametrize(("narfs", "points"), [(49, 0), (50, 1), (149, 2)])
def test_17_2_2_b_lost_units(narfs, points):
    """tw-17.2.2-b: 49, 50 and 149 NARFs of lost British units."""
    g = year(1941)
    lose_worth(g, "britain", BRITAIN, narfs)
    assert lost_value(g, BRITAIN, ships=True) == narfs
    assert british_modifiers(g).total == points


def test_17_2_2_units_that_were_never_built_do_not_count():
    g = year(1941)
    assert any(p == LOST and n == BRITAIN for p, n in zip(g.units.pool, g.roster.nations))
    assert lost_value(g, BRITAIN, ships=True) == 0


def test_17_2_2_a_roll_only_when_something_happens():
    g = year(1941)
    hold(g, "germany", "suez")
    g.dice = type(g.dice)(10)
    britain_rolls(g)  # 11: not enough
    assert not g.nations.surrendered[BRITAIN]
    britain_rolls(g)  # nothing new: no die
    hold(g, "germany", "gibraltar")
    g.nations[USA].side = ALLIES
    g.dice = type(g.dice)(10)
    britain_rolls(g)  # 12 - 4
    assert not g.nations.surrendered[BRITAIN]
    g.nations[USA].side = 2
    hold(g, "germany", "malta")
    g.dice = type(g.dice)(9)
    britain_rolls(g)
    assert g.nations.surrendered[BRITAIN]


def test_17_2_2_london_soviets_and_lend_lease():
    g = year(1941)
    hold(g, "germany", "london", "glasgow")
    assert british_modifiers(g).total == 6
    g.nations[USSR].side = ALLIES
    g.nations[BRITAIN].received = 20
    assert british_modifiers(g).total == 6 - 3 - 1


def test_17_3_a_the_empire_goes_on():
    """tw-17.3-a: France still fights: the rest of the Empire is worth 90 NARFs to America, conquered Britain 120."""
    g = year(1941)
    tank = put(g, "britain ARM 2-8", "alexandria")
    home = put(g, "britain MOT 3-7", "london")
    before = income(g, USA).total
    britain_surrenders(g)
    assert income(g, USA).total == before + 90
    assert conquered_value(g, BRITAIN) == 120
    assert (g.nations.patron[EMPIRE], g.nations.status[EMPIRE], g.nations.side[EMPIRE]) == (USA, SATELLITE, ALLIES)
    assert g.roster.nations[tank] == EMPIRE and g.units.at[tank] >= 0
    assert g.units.pool[home] == GONE
    assert g.hexes.holder[space(g, "alexandria")] == EMPIRE
    assert g.hexes.holder[space(g, "london")] == GERMANY
    bands = [u for u in range(len(g.units)) if g.designs[g.units.design[u]].id.startswith("part_britain")]
    assert len(bands) == 4 and all(g.roster.nations[u] == USA for u in bands)
    assert campaign_outcome(g) is None
    g.nations[FRANCE].surrendered = 1
    over = campaign_outcome(g)
    assert over is not None and over.winners == ("axis",)


# --- the Soviet Union ---------------------------------------------------------------------------------------------------------


def test_21_1_a_a_lost_army_out_of_supply():
    """tw-21.1-a: a Soviet 6-5 INF lost out of supply counts 14."""
    g = year(1942, scenario="campaign_1942")
    for u in range(len(g.units)):
        g.units[u].fallen = 0
    unit = g.units[put(g, "ussr INF 6-5", "moscow")]
    eliminate(g, unit, "12.6.4", unsupplied=True)
    assert unit.pool == LOST_UNSUPPLIED
    assert lost_value(g, USSR, ships=False) == unit_price(g, unit.index) == 14


@pytest.mark.parametrize(("narfs", "points"), [(49, 0), (99, 1), (100, 2)])
def test_21_1_b_lost_value(narfs, points):
    """tw-21.1-b: 49, 99 and 100 NARFs."""
    g = year(1942, scenario="campaign_1942")
    for u in range(len(g.units)):
        g.units[u].fallen = 0
    before = soviet_modifiers(g).total
    lose_worth(g, "ussr", USSR, narfs)
    assert lost_value(g, USSR, ships=False) == narfs
    assert soviet_modifiers(g).total == before + points


def test_21_1_the_soviets_roll_while_a_twelve_can_be_had():
    g = year(1942, scenario="campaign_1942")
    for u in range(len(g.units)):
        g.units[u].fallen = 0
    g.nations[USA].side = 2
    soviets_roll(g)
    hold(g, "germany", "moscow", "leningrad")
    for u, at in enumerate(g.units.at):
        if at in (space(g, "moscow"), space(g, "leningrad")):
            g.units[u].at, g.units[u].pool = -1, GONE
    put(g, "germany INF 6-5", "moscow")
    base = soviet_modifiers(g).total
    assert base >= 2
    g.dice = type(g.dice)(11 - base)
    soviets_roll(g)
    assert not g.nations.surrendered[USSR]
    g.nations[USSR].received = 20
    assert soviet_modifiers(g).total == base - 1
    g.nations[USSR].received = 0
    g.dice = type(g.dice)(12 - base)
    soviets_roll(g)
    assert g.nations.surrendered[USSR]
    assert not any(n == USSR and g.units.at[u] >= 0 for u, n in enumerate(g.roster.nations))


# --- Italy --------------------------------------------------------------------------------------------------------------------


def test_19_1_east_africa_is_cut_off():
    g = campaign()
    g.turn = turn_of(1940, SUMMER)
    before, year_of_peace = g.nations[ITALY].narfs, income(g, ITALY).total
    drive(g, declare(g, ITALY, FRANCE))
    assert g.nations[ITALY].narfs == before - 15 - 3
    assert income(g, ITALY).total == year_of_peace - 3
    hold(g, "italy", "suez")
    assert income(g, ITALY).total >= year_of_peace


def test_19_1_1_the_garrison_breaks_out():
    g = year(1941)
    drive(g, ethiopians(g))
    assert not g.aoi_relieved
    hold(g, "italy", "alexandria", "suez")
    drive(g, ethiopians(g))
    corps = [u for u in range(len(g.units)) if g.designs[g.units.design[u]].id.startswith("ita_aoi")]
    assert len(corps) == 3 and all(g.units.at[u] >= 0 and g.ground.country[g.units.at[u]] == "egypt" for u in corps)
    drive(g, ethiopians(g))
    assert g.aoi_relieved == 1


def test_19_1_2_a_the_campaign_in_east_africa():
    """tw-19.1.2-a: two 3-7 and a TAC come in Winter 1940; with an LLE there in Spring and Summer 1941 it surrenders in Summer."""
    g = year(1940, 3)
    box = space(g, BOX)
    for what in ("britain MOT 3-7", "britain MOT 3-7"):
        put(g, what, BOX)
    assert not colonial_force(g)
    tac = next(u for u, k in enumerate(g.roster.kinds) if k == Kind.TAC and g.roster.nations[u] == BRITAIN)
    g.units[tac].at, g.units[tac].pool = box, 0
    assert colonial_force(g)
    east_africa_campaign(g)  # Winter: no effort there
    assert g.aoi_turns == 0
    g.nations[BRITAIN].effort = LLE
    g.nations[BRITAIN].narfs = 90
    assert box in useful_hexes(g, BRITAIN, "lle", 2)
    for turn, done in ((turn_of(1941, SPRING), False), (turn_of(1941, SUMMER), True)):
        g.turn = turn
        g.hexes[box].marker = BRITAIN
        east_africa_campaign(g)
        assert (g.hexes.holder[box] == BRITAIN) == done
    g = year(1941)
    g.aoi_turns = 1
    east_africa_campaign(g)  # nobody is there: it begins anew
    assert g.aoi_turns == 0


def test_19_1_2_the_turn_of_arrival_does_not_count():
    """A bomber that joins the troops by strategic movement makes the force complete only in the turn after."""
    g = year(1941)
    for _ in range(2):
        put(g, "britain MOT 3-7", BOX)
    tac = next(u for u, k in enumerate(g.roster.kinds) if k == Kind.TAC and g.roster.nations[u] == BRITAIN)
    g.units[tac].at, g.units[tac].pool, g.units[tac].moved = space(g, BOX), 0, 8
    g.nations[BRITAIN].effort, g.hexes[space(g, BOX)].marker = LLE, BRITAIN
    east_africa_campaign(g)
    assert g.aoi_turns == 0
    g.units[tac].moved = 0
    east_africa_campaign(g)
    assert g.aoi_turns == 1


def landed(g: War) -> None:
    hold(g, "britain", "palermo")


def test_19_2_italy_rolls_when_its_soil_is_lost():
    g = year(1943, scenario="campaign_1942")
    italy_rolls(g)
    landed(g)
    total = italian_modifiers(g).total
    g.dice = type(g.dice)(10)
    italy_rolls(g)
    assert g.nations.surrendered[ITALY] == int(10 + total <= 0)
    for s in range(g.board.size):
        if "sicily" in g.ground.regions[s] and g.ground.land[s]:
            g.hexes[s].holder = BRITAIN
    assert italian_modifiers(g).total == total - 2
    hold(g, "britain", "rome", "tripoli")
    assert italian_modifiers(g).total == total - 2 - 4 - 1
    for u in g.roster.naval:
        if g.roster.nations[u] == ITALY:
            g.units[u].depleted = 1
    assert italian_modifiers(g).total == total - 9
    hold(g, "italy", "suez")
    assert italian_modifiers(g).total == total - 8


def test_19_2_what_is_left_belongs_to_who_comes_first():
    g = year(1943, scenario="campaign_1942")
    landed(g)
    hold(g, "britain", "rome", "tripoli")
    g.nations[FRANCE].surrendered = 0
    g.dice = type(g.dice)(1)
    italy_rolls(g)
    assert g.nations.surrendered[ITALY]
    assert not any(n == ITALY and g.units.at[u] >= 0 for u, n in enumerate(g.roster.nations))
    milan = space(g, "milan")
    take(g, milan, GERMANY, AXIS)
    assert g.hexes.holder[milan] == GERMANY
    assert italian_parts(g, BRITAIN) == {"rome": 8}
    assert g.italy_out == g.turn


def north(g: War) -> None:
    g.nations[ITALY].surrendered, g.italy_out = 1, g.turn
    for u, n in enumerate(g.roster.nations):
        if n == ITALY:
            g.units[u].at, g.units[u].pool = -1, GONE
    hold(g, "germany", *NORTH)
    g.turn += 1


def test_19_3_fascism_is_revived():
    for die, alive in ((7, 1), (8, 0)):
        g = year(1943, scenario="campaign_1942")
        north(g)
        before = g.nations[GERMANY].narfs
        g.dice = type(g.dice)(die)
        revival(g)
        assert g.salo == alive
        assert g.nations[GERMANY].narfs == before + 40 * 50 // 100  # Fall
        legions = [u for u in range(len(g.units)) if legionary(g, u)]
        assert len(legions) == 2 * alive
        if alive:
            assert set(homes(g, legions[0])) <= set(legion_sites(g)) and homes(g, legions[0])
            hold(g, "britain", *NORTH[:4])
            salo_falls(g)
            assert g.salo == 1 and italian_parts(g, GERMANY)["north"] == 40
            hold(g, "britain", *NORTH)
            salo_falls(g)
            assert g.salo == 2 and italian_parts(g, BRITAIN)["north"] == 40
            assert all(g.units.pool[u] == GONE for u in legions)


def test_19_3_not_without_the_five_cities_nor_later():
    g = year(1943, scenario="campaign_1942")
    north(g)
    hold(g, "britain", "trieste")
    revival(g)
    assert not g.salo
    g = year(1943, scenario="campaign_1942")
    north(g)
    g.turn += 1
    revival(g)
    assert not g.salo


def test_19_3_commandos_help():
    g = year(1943, scenario="campaign_1942")
    north(g)
    cdo = next((u for u, k in enumerate(g.roster.kinds) if k == Kind.CDO and g.roster.nations[u] == GERMANY), None)
    if cdo is None:
        design = next(n for n, d in enumerate(g.designs) if d.kind == Kind.CDO and d.nation == "germany")
        cdo = g.units.add(design=design).index
    g.units[cdo].at, g.units[cdo].pool = space(g, "milan"), 0
    g.dice = type(g.dice)(9)
    revival(g)
    assert g.salo == 1
    assert sum(legionary(g, u) for u in range(len(g.units))) == 3


# --- Germany ------------------------------------------------------------------------------------------------------------------


def test_20_1_the_ore_of_sweden():
    g = year(1941, SPRING)
    assert not ore_cut(g)
    before = g.nations[GERMANY].narfs
    swedish_ore(g)
    assert g.nations[GERMANY].narfs == before
    incline(g, INDEX["sweden"], USSR, ASSOCIATE)
    swedish_ore(g)
    assert g.nations[GERMANY].narfs == before - 20
    incline(g, INDEX["sweden"], USSR, 0)
    hold(g, "britain", "narvik_box")
    assert ore_cut(g)
    hold(g, "germany", "narvik_box")
    g.leads_mined = 1
    assert ore_cut(g)


def test_20_1_the_last_ore_in_fall_1944():
    for status, loss in ((0, 20), (SATELLITE, 0)):
        g = year(1944, FALL)
        g.nations[INDEX["sweden"]].patron, g.nations[INDEX["sweden"]].status = GERMANY, status
        base = g.nations[GERMANY].base
        swedish_ore_ends(g)
        assert g.nations[GERMANY].base == base - loss
    g = year(1944, SUMMER)
    base = g.nations[GERMANY].base
    swedish_ore_ends(g)
    assert g.nations[GERMANY].base == base


def test_20_4_germany_rolls_when_a_city_is_lost():
    g = year(1945, SPRING, "campaign_1942")
    cities = german_cities(g)
    assert space(g, "konigsberg") not in cities and space(g, "berlin") in cities
    hold(g, "france", "stuttgart")
    germany_rolls(g)  # neither nobody nor France makes it roll
    hold(g, "germany", "stuttgart")
    other = next(s for s in cities if s != space(g, "berlin"))
    g.hexes[other].holder = USSR
    base = german_modifiers(g).total
    hold(g, "ussr", "berlin")
    assert german_modifiers(g).total == base - 5
    g.nations[GERMANY].firestorms += 2
    g.nations[ITALY].surrendered = 1
    assert german_modifiers(g).total == base - 5 - 2 - 1
    g.prussia = 2
    assert german_modifiers(g).total == base - 7
    g.dice = type(g.dice)(8 - base)
    germany_rolls(g)
    assert not g.nations.surrendered[GERMANY]
    g.dice = type(g.dice)(7 - base)
    germany_rolls(g)
    over = campaign_outcome(g)
    assert over is not None and over.winners == ("allies",)


def test_22_2_america_withdraws():
    g = year(1943, scenario="campaign_1942")
    hold(g, "germany", "london", "moscow", "leningrad")
    assert not america_leaves(g)
    hold(g, "germany", "stalingrad", "paris")
    assert america_leaves(g)
    over = campaign_outcome(g)
    assert over is not None and over.rule == "22.2"
    g.nations[USA].side = 2
    assert not america_leaves(g)


def test_17_2_2_ships_count_for_britain_alone():
    g = year(1942, scenario="campaign_1942")
    for u in range(len(g.units)):
        g.units[u].fallen = 0
    for power in (BRITAIN, USSR):
        fleet = next(u for u in g.roster.naval if g.roster.nations[u] == power and g.units.at[u] >= 0)
        eliminate(g, g.units[fleet], "7.9.9")
    assert lost_value(g, BRITAIN, ships=True) > 0
    assert lost_value(g, USSR, ships=False) == 0
