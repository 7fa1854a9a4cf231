"""5, 13.1, 13.6.4: loans, partisans and lend lease in the turn of America in Flames."""

from __future__ import annotations

from grognard.titles.aif.rules.declarations import Cabinet, declare_war
from grognard.titles.aif.rules.grudges import oppressor, resent
from grognard.titles.aif.rules.peace import Fall, conquer, free, liberate, make_peace, occupied_again, reconquer
from grognard.titles.aif.rules.reversion import Returning, may_return, owner_in_1945, restore, revert
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.rules import lend_lease
from grognard.titles.wif.rules.lending import POINTS, RESOURCES, Lender, lenders, may_lend
from grognard.titles.wif.rules.liberation import lost_units
from grognard.titles.wif.rules.partisans import (
    _has_room,
    _place,
    bands,
    eligible,
    leader,
    modified_roll,
    number_of,
    raise_partisans,
)
from grognard.titles.wif.rules.powers import powers_co_operate
from grognard.titles.wif.rules.resources import goods
from grognard.titles.wif.rules.units import destroy_silently
from grognard.titles.wif.state import ALIGNED, COMPLETE, CONQUERED, FORCE_POOL, GONE, HOME, NO_SIDE, NOWHERE

from ..wif.field import at, drive, hold, put
from ..wif.field import war as old_war
from .field import america, flag_of, stands

# --- lending (5, 13.6.4) --------------------------------------------------------------------------------------------------------


def test_5_resources_go_one_way_and_build_points_both() -> None:
    """Resources are not given to who gives resources; build points are, and no home city in enemy hands caps them."""
    g = america()
    assert {GERMANY, ITALY, JAPAN, USA} <= set(lenders(g))
    g.lent = [GERMANY, ITALY, 2, 2]
    assert may_lend(g, Lender(ITALY), (JAPAN, 1), RESOURCES) is None
    refused = may_lend(g, Lender(ITALY), (GERMANY, 1), RESOURCES)
    assert refused is not None and refused.rule == "5"
    assert may_lend(g, Lender(ITALY), (GERMANY, 1), POINTS) is None
    assert may_lend(g, Lender(ITALY), (USA, 1), POINTS) is not None
    hold(g, "Germany", "Miami")
    assert may_lend(g, Lender(USA), (FRANCE, 5), POINTS) is None


def test_18_2_powers_that_will_never_work_together_still_lend() -> None:
    """A liberated France does not forgive the USA its islands; resources and build points may go all the same. To the enemy
    nothing goes."""
    g = america()
    g.powers[FRANCE].estranged, g.powers[USA].estranged = 1 << USA, 1 << FRANCE
    assert not powers_co_operate(g, USA, FRANCE)
    for kind in (RESOURCES, POINTS):
        assert may_lend(g, Lender(USA), (FRANCE, 2), kind) is None
        refused = may_lend(g, Lender(USA), (GERMANY, 2), kind)
        assert refused is not None and refused.rule == "5"


def test_13_6_4_both_editions_of_lend_lease() -> None:
    """In World in Flames two powers do not lend each other build points, and London takes six; here a capital takes ten."""
    g = old_war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1942")
    g.lent = [USA, COMMONWEALTH, 0, 1]
    assert may_lend(g, Lender(COMMONWEALTH), (USA, 1), POINTS) is not None
    assert max(lend_lease.destinations(g, COMMONWEALTH)[0].values()) == 6
    g = america()
    capital, works = lend_lease.destinations(g, COMMONWEALTH)
    assert capital == {at(g, "Ottawa"): 10} and set(works.values()) <= {1, 2, 3}


def test_13_6_4_build_points_travel_or_are_lost() -> None:
    """By rail to Ottawa at most ten; overseas to Cayenne only with convoys."""
    g = america()
    g.lent = [USA, COMMONWEALTH, 0, 14]
    g.powers[USA].build_points = 20
    lend_lease.deliver_build_points(g)
    assert (g.powers.build_points[USA], g.powers.build_points[COMMONWEALTH]) == (6, 10)
    g.lent, g.shipped = [USA, FRANCE, 0, 4], []
    lend_lease.deliver_build_points(g)
    assert (g.powers.build_points[USA], g.powers.build_points[FRANCE]) == (2, 0)


def test_13_6_4_the_boxes_are_joined() -> None:
    """13.6.10: Axis powers lend each other off the map as if by rail."""
    g = america()
    before = sum(goods(g, ITALY).values())
    g.lent = [GERMANY, ITALY, 2, 0]
    assert sum(goods(g, ITALY).values()) == before + 2
    g.lent = [GERMANY, ITALY, 0, 3]
    g.powers[GERMANY].build_points = 5
    lend_lease.deliver_build_points(g)
    assert (g.powers.build_points[GERMANY], g.powers.build_points[ITALY]) == (2, 3)


# --- partisans (13.1) -----------------------------------------------------------------------------------------------------------


def conquered_brazil() -> America:
    """aif-13.1: Germany attacked Brazil in March and has conquered it."""
    g = america(turn="Nov/Dec 1946")
    g.side = AXIS
    drive(g, declare_war(g, Cabinet(GERMANY), flag_of(g, "Brazil")))
    for unit in range(len(g.units)):
        g.units[unit].at = GONE
    brazil = g.facts.country["brazil"]
    hold(g, "Germany", "brazil")
    g.countries[brazil].status, g.countries[brazil].power, g.countries[brazil].conqueror = CONQUERED, GERMANY, GERMANY
    g.countries[brazil].before = USA
    return g


def test_13_1_partisans_of_brazil() -> None:
    """A garrison of two and one band: 4 or less after +1; a face-down fighter does not count."""
    g = conquered_brazil()
    assert g.charts.partisan_table[6][0] == "Brazil" and all(len(row) == 5 for row in g.charts.partisan_table.values())
    put(g, "Germany INF any", "Rio de Janeiro")
    put(g, "Germany NAV any", "Rio de Janeiro")
    put(g, "Germany FTR any", "Rio de Janeiro", down=1)
    band = next(n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART")
    far = next(
        s for s in g.ground.homeland["brazil"] if not g.ground.city[s] and s not in dict(g.ground.steps[at(g, "Rio de Janeiro")])
    )
    g.units.add(counter=band, power=USA, country=g.facts.country["brazil"], at=far)
    assert eligible(g, "Brazil", red=False) and leader(g, "Brazil", red=False) == USA
    assert number_of(g, "Brazil", red=False) == 4  # seven, halved in the year of the attack, half up
    assert [modified_roll(g, roll, "Brazil", USA, twice=False) for roll in (1, 3, 4)] == [2, 4, 5]
    first = next(n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART" and n != band)
    for roll, risen in ((4, 1), (3, 2)):  # a 1 to 3 brings one
        drive(g, raise_partisans(g), dice=[6, roll, first])
        assert len(bands(g, list(g.ground.homeland["brazil"]))) == risen
    g.turn += 6
    assert number_of(g, "Brazil", red=False) == 7


def test_13_1_an_enemy_unit_makes_a_country_eligible_here_an_enemy_hex_there() -> None:
    g = america()
    assert not eligible(g, "Canada", red=False)
    unit = put(g, "Germany INF any", "Montreal")
    assert eligible(g, "Canada", red=False)
    g.units[unit].at = GONE
    hold(g, "Germany", "Montreal")
    assert not eligible(g, "Canada", red=False)
    old = old_war(("Germany", "USSR"), turn="Jan/Feb 1942")
    hold(old, "Germany", "Yugoslavia")
    assert eligible(old, "Yugoslavia", red=False) or old.countries.power[old.facts.country["yugoslavia"]] < 0


def test_13_1_two_partisans_for_eleven_less() -> None:
    """A roll ten below the number brings one here and two in World in Flames."""
    assert (america().settings.second_partisan, old_war().settings.second_partisan) == (11, 10)
    g = conquered_brazil()
    g.turn += 1
    first = next(n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART")
    drive(g, raise_partisans(g), dice=[6, 1, first])
    assert len(bands(g, list(g.ground.homeland["brazil"]))) == 1


def test_13_1_no_partisans_when_the_roll_is_too_high() -> None:
    g = conquered_brazil()
    drive(g, raise_partisans(g), dice=[6, 9])
    assert bands(g, list(g.ground.homeland["brazil"])) == []


def test_13_1_and_13_7_5_who_does_not_liberate_is_the_aggressor() -> None:
    g = conquered_brazil()
    brazil = g.facts.country["brazil"]
    hold(g, "USA", "brazil")
    assert oppressor(g, brazil) == NO_SIDE
    drive(g, liberate(g), ["hold"])
    assert oppressor(g, brazil) == ALLIES and leader(g, "Brazil", red=False) in (GERMANY, ITALY, JAPAN)
    for unit in lost_units(g, brazil):
        g.units[unit].scrapped = 1  # nobody returns
    drive(g, liberate(g), ["liberate"])
    assert oppressor(g, brazil) == NO_SIDE and g.countries.power[brazil] == USA


def test_11_7_1_partisans_turn_against_who_bombed_them() -> None:
    """Those that stand there change sides, and change back when the other side drops a bomb too."""
    g = america()
    canada = g.facts.country["canada"]
    band = next(n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART")
    unit = g.units.add(counter=band, power=USA, country=canada, at=at(g, "Montreal")).index
    resent(g, canada, ALLIES)
    assert g.units.power[unit] in (GERMANY, ITALY, JAPAN) and not eligible(g, "Canada", red=False)
    put(g, "Commonwealth INF any", "Toronto")  # now a unit of those they hate is in the country
    assert eligible(g, "Canada", red=False)
    resent(g, canada, AXIS)
    assert g.units.power[unit] in (USA, COMMONWEALTH, FRANCE)


# --- giving back (13.7.5) -------------------------------------------------------------------------------------------------------


def test_13_7_5_newfoundland_goes_back_to_the_commonwealth() -> None:
    g = america()
    island = g.facts.country["newfoundland"]
    assert owner_in_1945(g, island) == COMMONWEALTH and owner_in_1945(g, g.facts.country["brazil"]) == NOWHERE
    drive(g, conquer(g, Fall(island, COMMONWEALTH, GERMANY)))
    assert may_return(g, Returning(USA), island) is not None  # it holds nothing there
    hold(g, "USA", "newfoundland")
    assert may_return(g, Returning(USA), island) is None
    assert may_return(g, Returning(GERMANY), island) is not None
    drive(g, revert(g, USA), [f"return c{island}"])
    assert (g.countries.status[island], g.countries.power[island]) == (ALIGNED, COMMONWEALTH)
    assert {g.hexes.controller[s] for s in g.ground.homeland["newfoundland"]} == {island}


def test_13_7_5_nothing_is_given_to_a_power_that_is_out_of_the_game() -> None:
    g = america()
    island = g.facts.country["newfoundland"]
    hold(g, "USA", "newfoundland")
    g.powers[COMMONWEALTH].conquered = COMPLETE
    refused = may_return(g, Returning(USA), island)
    assert refused is not None and "completely" in refused.reason


def test_13_7_5_a_friend_who_keeps_the_land_of_the_liberated_is_never_trusted_again() -> None:
    g = america()
    canada = g.facts.country["canada"]
    drive(g, conquer(g, Fall(canada, COMMONWEALTH, GERMANY)))
    hold(g, "USA", "canada")
    hold(g, "France", "bermuda")
    drive(g, free(g, canada, USA), ["refuse"])
    assert g.countries.status[canada] == HOME
    assert g.powers.estranged[COMMONWEALTH] >> FRANCE & 1 and not g.powers.estranged[COMMONWEALTH] >> USA & 1
    drive(g, restore(g, COMMONWEALTH, USA), ["restore"])
    assert {g.hexes.controller[s] for s in g.ground.homeland["bermuda"]} == {g.facts.country["bermuda"]}


def test_13_7_5_a_liberated_country_whose_capital_falls_again_loses_its_army_for_good() -> None:
    g = america()
    canada = g.facts.country["canada"]
    corps = put(g, "Commonwealth INF any", "Toronto")
    g.units[corps].country = canada
    put(g, "Germany INF any", "Ottawa")
    assert occupied_again(g) == []  # it was never liberated
    g.countries[canada].first_conqueror = AXIS
    assert occupied_again(g) == [canada]
    reconquer(g, [canada])
    assert g.units.at[corps] == GONE
    g.countries[canada].status, g.countries[canada].power = CONQUERED, GERMANY
    drive(g, free(g, canada, USA))
    assert g.units.at[corps] == GONE  # a second liberation brings nobody back


def test_13_7_5_the_peace_step_offers_it() -> None:
    g = america()
    hold(g, "USA", "bermuda")
    island = g.facts.country["bermuda"]
    prompts = drive(g, make_peace(g), [f"return c{island}"])
    assert prompts and g.hexes.controller[g.ground.homeland["bermuda"][0]] == island
    assert stands(g, "Brazil") == ("nobody", 0) and FORCE_POOL < 0


def test_13_1_without_partisans_in_the_pool_one_is_taken_off_the_map() -> None:
    """Whoever rolled a partisan may leave them all where they are, or remove any of them, and draws that one."""
    for answer, moved in (("no_partisans", False), ("take_off u0", True)):
        g = conquered_brazil()
        g.turn += 6
        counters = [n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART" and not c.option and c.year <= g.year]
        mexico = sorted(s for s in g.ground.homeland["mexico"] if g.ground.land[s])
        first = len(g.units)
        for n, number in enumerate(counters):
            g.units.add(counter=number, power=USA, country=g.facts.country["mexico"], at=mexico[n])
        answers = [answer.replace("u0", f"u{first}")]
        drive(g, _place(g, "Brazil", USA), answers, dice=[counters[0]])
        assert (g.ground.country[g.units.at[first]] == "brazil") == moved


def test_13_6_9_partisans_always_go_back_into_their_pool() -> None:
    """Though Brazil is conquered nobody rolls for them, and they are never scrapped."""
    g = conquered_brazil()
    band = next(n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART")
    unit = g.units.add(counter=band, power=USA, country=g.facts.country["brazil"], at=at(g, "Rio de Janeiro")).index
    destroy_silently(g, unit, FORCE_POOL)  # no die is set
    assert g.units.at[unit] == FORCE_POOL and unit not in g.fallen


def test_13_1_a_second_partisan_may_stand_beside_the_first() -> None:
    """Any enemy controlled hex outside an enemy zone of control: room for two of them, none beside a garrison."""
    g = conquered_brazil()
    inland = next(s for s in g.ground.homeland["brazil"] if not g.ground.city[s] and not g.ground.port[s])
    band = next(n for n, c in enumerate(g.facts.counters) if c.type.printed == "PART")
    assert _has_room(g, inland, ALLIES)
    g.units.add(counter=band, power=USA, country=g.facts.country["brazil"], at=inland)
    assert _has_room(g, inland, ALLIES) and not _has_room(g, inland, AXIS)
    put(g, "Germany INF any", "Rio de Janeiro")
    assert not _has_room(g, at(g, "Rio de Janeiro"), ALLIES)


def test_13_1_who_runs_the_partisans_of_a_power_that_is_out_of_the_game() -> None:
    """Of French Guyana France itself, and when it is completely conquered the nearest power that plays."""
    g = america()
    guyana = g.facts.country["french_guyana"]
    hold(g, "Germany", "french_guyana")
    g.countries[guyana].status, g.countries[guyana].power, g.countries[guyana].before = CONQUERED, GERMANY, FRANCE
    assert leader(g, "French Guyana", red=False) == FRANCE
    g.powers[FRANCE].conquered = COMPLETE
    assert leader(g, "French Guyana", red=False) in (USA, COMMONWEALTH)
