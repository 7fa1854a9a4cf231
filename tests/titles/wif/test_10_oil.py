"""10.3, 10.4, 13.6.9, 4.3: oil (option 30), saved build points and disbanding (option 31)."""

from __future__ import annotations

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, USA, USSR
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.actions import limit
from grognard.titles.wif.rules.bombardment import at_stake, bombing_targets, lose
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.fuel import (
    PAID,
    PLANES,
    SHIP,
    Fuel,
    burn,
    buy_fuel,
    dearness,
    draw,
    forget_fuel,
    fuel_of,
    may_fuel,
    may_pay,
    oil_cost,
    oil_dependent,
    supply_of_oil,
)
from grognard.titles.wif.rules.land_attack import Declaring, _withdraw, able_to_attack, join_attack, may_attack
from grognard.titles.wif.rules.land_movement import Marching, may_march
from grognard.titles.wif.rules.overrun import RAZERS
from grognard.titles.wif.rules.stocks import (
    Breaking,
    Saving,
    draw_points,
    free_room,
    lay_in_oil,
    may_disband,
    may_draw,
    oil_left,
    room,
    save,
    share_french_stocks,
    storage,
)
from grognard.titles.wif.rules.stocks import _disband as disband
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import ALIGNED, CONSTRUCTION_POOL, GONE, NOWHERE, War, slot_of

from .field import act, at, beside, drive, hold, named, put, war


def world(turn: str = "May/Jun 1941") -> War:
    pairs = (("Germany", "USSR"), ("Germany", "Commonwealth"), ("Germany", "USA"), ("Japan", "USA"))
    return war(*pairs, turn=turn, scenario="global_war_1939", oil=True, saved_build_points=True)


def test_10_3_a() -> None:
    """wif-10.3-a: an American naval action costs 1.5 oil up to the end of 1942, and 2 from 1943."""
    g = world("Nov/Dec 1942")
    act(g, "USA", Action.NAVAL)
    assert oil_cost(g, USA) == 15
    g.turn = turn_number("Jan/Feb 1943")
    assert oil_cost(g, USA) == 20
    act(g, "USA", Action.PASS)
    assert oil_cost(g, USA) == 0


def test_10_3_b() -> None:
    """wif-10.3-b: twelve tenths, one oil in the UK and one in Mexico City that the USA gives: a tenth is left for the USA."""
    g = world()
    mexico = g.countries[g.facts.country["mexico"]]
    mexico.status, mexico.power = ALIGNED, USA
    london, city = at(g, "London"), at(g, "Mexico City")
    g.hexes[london].saved_oil = g.hexes[city].saved_oil = 1
    act(g, "Commonwealth", Action.NAVAL)
    assert fuel_of(g, COMMONWEALTH) == Fuel(COMMONWEALTH, 12)
    assert (dearness(g, london, COMMONWEALTH), dearness(g, city, COMMONWEALTH)) == (1, 4)
    answers = ["pay_oil", f"tap {g.board.token(london)}", f"tap {g.board.token(city)}", "grant"]
    drive(g, buy_fuel(g), answers)
    assert g.powers.fuel[COMMONWEALTH] == PAID
    assert not g.hexes.saved_oil[london] and not g.hexes.saved_oil[city]
    assert (g.powers.tenths[USA], g.powers.tenths[COMMONWEALTH]) == (1, 0)


def test_10_3_a_friend_may_refuse() -> None:
    g = world()
    city = at(g, "New York")
    g.hexes[city].saved_oil = 3
    act(g, "Commonwealth", Action.NAVAL)
    drive(g, buy_fuel(g), ["pay_oil", f"tap {g.board.token(city)}", "deny"])
    assert g.powers.fuel[COMMONWEALTH] != PAID and g.hexes.saved_oil[city] == 3


def test_10_3_c() -> None:
    """wif-10.3-c: a carrier and a transport sail, the carrier's planes strike, two of three armies need oil: four tenths."""
    g = world()
    act(g, "Commonwealth", Action.COMBINED)
    london = at(g, "London")
    g.hexes[london].saved_oil = 1
    carrier, transport = named(g, "Commonwealth", "Ark Royal", "London"), put(g, "Commonwealth TRS any", "London")
    armies = [put(g, f"Commonwealth {kind} any", "London") for kind in ("ARM", "ARM", "INF")]
    cargo = put(g, "Commonwealth MECH any", "London", aboard=transport)
    burn(g, (carrier, transport))
    burn(g, (carrier,), PLANES)
    burn(g, armies)
    assert g.units.fuelled[cargo] == 0
    assert g.powers.tenths[COMMONWEALTH] == 10 - 4
    burn(g, (carrier, armies[0]))  # initiating combat with units that have moved
    assert g.powers.tenths[COMMONWEALTH] == 6
    assert not oil_dependent(g, armies[2])


def test_10_3_e() -> None:
    """wif-10.3-e: a marker on the 3 space is three tenths."""
    g = world()
    g.powers[GERMANY].tenths = 3
    assert supply_of_oil(g, GERMANY) == 3


def test_10_3_one_unit_without_oil() -> None:
    """Without oil one oil dependent unit acts, others at will; in the enemy's impulse nobody needs any."""
    g = world()
    act(g, "Germany", Action.LAND)
    first, second, foot = (put(g, f"Germany {kind} any", "Berlin") for kind in ("ARM", "ARM", "INF"))
    assert may_pay(g, fuel_of(g, GERMANY)) is not None
    assert may_march(g, Marching(GERMANY), second) is None
    burn(g, (first,))
    no = may_march(g, Marching(GERMANY), second)
    assert no is not None and no.rule == "10.3"
    assert may_march(g, Marching(GERMANY), foot) is None
    refused = able_to_attack(g, GERMANY, second)
    assert refused is not None and refused.rule == "10.3"
    assert able_to_attack(g, GERMANY, first) is None
    g.side = 1
    assert may_fuel(g, (second,)) is None
    g.side = 0
    forget_fuel(g)
    assert may_fuel(g, (second,)) is None and may_fuel(g, (first, second)) is not None


def test_10_3_abroad_costs_double() -> None:
    """Oil outside the home country pays half, and half of what is left over is saved."""
    g = world()
    hold(g, "Germany", "Warsaw")
    g.hexes[at(g, "Warsaw")].saved_oil = 1
    assert supply_of_oil(g, GERMANY) == 5
    assert draw(g, GERMANY, at(g, "Warsaw"), 3) == 0
    assert g.powers.tenths[GERMANY] == 2


def test_10_4_destroying_what_is_saved() -> None:
    g = world()
    act(g, "Germany", Action.LAND)
    g.hexes[at(g, "Berlin")].saved_oil, g.hexes[at(g, "Berlin")].saved_points = 2, 3
    g.hexes[at(g, "Moscow")].saved_oil = 5
    token = g.board.token(at(g, "Berlin"))
    drive(g, buy_fuel(g), [f"pour {token}", f"ruin {token}", "frugal"])
    assert not g.hexes.saved_oil[at(g, "Berlin")] and not g.hexes.saved_points[at(g, "Berlin")]
    assert g.hexes.saved_oil[at(g, "Moscow")] == 5


def test_13_6_9_room() -> None:
    """Four in a city, four more in a port, twice that in a capital: sixteen in Wellington."""
    g = world()
    assert room(g, at(g, "Wellington"), COMMONWEALTH) == 16
    assert room(g, at(g, "Munich"), GERMANY) == 4
    assert room(g, at(g, "Munich"), USSR) == 0
    g.hexes[at(g, "Munich")].saved_oil = 4
    assert at(g, "Munich") not in free_room(g, GERMANY, oil=True) and at(g, "Munich") in free_room(g, GERMANY, oil=False)


def test_13_1_3_nothing_is_saved_where_partisans_are() -> None:
    """13.1.3, 13.6.9: a city with enemy partisans takes nothing in, and storing elsewhere goes on."""
    g = world()
    munich, field = at(g, "Munich"), next(s for s in g.ground.homeland["germany"] if g.ground.resources[s])
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    assert munich in free_room(g, GERMANY, oil=True)
    g.units.add(counter=number, at=munich, power=USSR, country=g.facts.country["germany"])
    assert munich not in free_room(g, GERMANY, oil=True)
    assert munich not in dict(storage(g, Saving(GERMANY, 1, True, (field,), (1,), ())))


def test_13_6_9_saving_and_using() -> None:
    g = world()
    field = next(s for s in g.ground.homeland["ussr"] if g.ground.oil[s])
    assert oil_left(g, USSR, {}, {field: g.ground.oil[field]}) == {field: g.ground.oil[field]}
    drive(g, save(g, USSR, {at(g, "Moscow"): 3}, oil=True), ["store"])
    assert sum(g.hexes.saved_oil) == 3
    assert all(n == 0 or g.ground.country[s] == "ussr" for s, n in enumerate(g.hexes.saved_oil))
    drive(g, save(g, USSR, {at(g, "Moscow"): 2}, oil=False), ["waste"])
    assert not sum(g.hexes.saved_points)
    g.hexes[at(g, "Moscow")].saved_points = 2
    assert may_draw(g, Purse(GERMANY, 0), at(g, "Moscow")) is not None
    assert may_draw(g, Purse(USSR, 0), at(g, "Moscow")) is None
    draw_points(g, Purse(USSR, 0), at(g, "Moscow"))
    assert (g.hexes.saved_points[at(g, "Moscow")], g.powers.build_points[USSR]) == (1, 1)


def test_13_6_9_a_neutral_saves_one_oil() -> None:
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", oil=True)
    g.powers[USSR].plays = 1
    drive(g, save(g, USSR, {at(g, "Moscow"): 3}, oil=True), ["store"])
    assert sum(g.hexes.saved_oil) == 1


def test_11_7_what_is_saved_is_bombed_last() -> None:
    g = world()
    berlin = at(g, "Berlin")
    factories = g.ground.factories[berlin]
    g.hexes[berlin].saved_oil, g.hexes[berlin].saved_points = 1, 2
    assert at_stake(g, berlin) == (factories, 0, 1, 2)
    lose(g, berlin, factories + 2)
    assert at_stake(g, berlin) == (0, 0, 0, 1)
    cities = [s for s in g.ground.homeland["germany"] if g.ground.city[s]]
    quiet = next(s for s in cities if not g.ground.factories[s] and not g.ground.oil[s])
    assert quiet not in bombing_targets(g, COMMONWEALTH)
    g.hexes[quiet].saved_oil = 1
    assert quiet in bombing_targets(g, COMMONWEALTH)


def test_11_7_oil_wells_are_bombed() -> None:
    g = world()
    ploesti = next(s for s, n in enumerate(g.ground.oil) if n and g.ground.country[s] == "ussr")
    assert ploesti in bombing_targets(g, GERMANY) and ploesti not in bombing_targets(g, COMMONWEALTH)
    lose(g, ploesti, 99)
    assert g.hexes.oil_lost[ploesti] == g.ground.oil[ploesti] and ploesti not in bombing_targets(g, GERMANY)


def test_11_10_6_partisans_destroy_and_soldiers_take() -> None:
    g = world()
    kiev = at(g, "Kiev")
    g.hexes[kiev].saved_oil = 2
    put(g, "Germany INF any", "Kiev")
    for raze in RAZERS:
        raze(g, kiev, 0)
    assert g.hexes.saved_oil[kiev] == 2
    hold(g, "Germany", "Kiev")
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    g.units.add(counter=band, at=kiev, power=USSR, country=g.facts.country["ussr"])
    for raze in RAZERS:
        raze(g, kiev, 1)
    assert g.hexes.saved_oil[kiev] == 0


def test_17_3_2_the_oil_of_france() -> None:
    """Half of what France has saved goes to Germany, rounded up."""
    g = world()
    g.hexes[at(g, "Paris")].saved_oil, g.hexes[at(g, "Paris")].saved_points = 3, 2
    share_french_stocks(g, GERMANY, USSR, g.facts.country["france"])
    german = sum(n for s, n in enumerate(g.hexes.saved_oil) if g.ground.country[s] == "germany")
    assert german == 2 and sum(g.hexes.saved_oil) == 3 and sum(g.hexes.saved_points) == 2


def ship(g: War, name: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if c.name == name and c.naval)
    row = g.units.add(counter=number, at=at(g, "Melbourne"), power=COMMONWEALTH, country=g.facts.nation[number])
    return int(row.index)


def test_4_3_a() -> None:
    """wif-4.3-a: the Australia is disbanded in Melbourne, the Dido is not at home there."""
    g = world()
    ours, other = ship(g, "Australia"), ship(g, "Dido")
    assert may_disband(g, Breaking(COMMONWEALTH), ours) is None
    assert may_disband(g, Breaking(COMMONWEALTH), other) is not None
    disband(g, Breaking(COMMONWEALTH), ours)
    assert g.units.at[ours] == CONSTRUCTION_POOL and g.hexes.saved_points[at(g, "Melbourne")] == 1
    plane = put(g, "Japan FTR any", "Tokyo")
    assert may_disband(g, Breaking(COMMONWEALTH), plane) is not None
    disband(g, Breaking(JAPAN), plane)
    assert g.units.at[plane] == GONE


def test_4_3_a_disbanded_machine_leaves_a_point_if_it_cost_two_without_its_pilot() -> None:
    """With option 46 machines cost two less (13.6.5): a carrier plane for three leaves nothing, a fighter for four a point."""
    for pilots in (False, True):
        g = war(("Japan", "USA"), saved_build_points=True, carrier_planes=True, pilots=pilots, turn="Jan/Feb 1942")
        japan = [c for c in g.facts.counters if c.power == "Japan" and c.air and c.name]
        for cost in sorted({c.cost for c in japan} & {2, 3, 4}):
            g.hexes[at(g, "Tokyo")].saved_points = 0
            disband(g, Breaking(JAPAN), named(g, "Japan", next(c.name for c in japan if c.cost == cost), "Tokyo"))
            assert g.hexes.saved_points[at(g, "Tokyo")] == (cost - 2 * pilots >= 2), (cost, pilots)


def test_4_3_planes_of_a_disbanded_carrier_stay_ashore_or_come_back_next_turn() -> None:
    """Option 45: two planes of a carrier that is disbanded beside two fighters: one has room, the other returns next turn."""
    g = war(("Japan", "USA"), saved_build_points=True, carrier_planes=True, turn="Jan/Feb 1942")
    carrier = named(g, "Japan", "Kaga", "Tokyo")
    planes = [put(g, "Japan CVP any", "Tokyo", aboard=carrier) for _ in range(2)]
    for _ in range(2):
        put(g, "Japan FTR any", "Tokyo")
    disband(g, Breaking(JAPAN), carrier)
    assert g.units.at[carrier] == CONSTRUCTION_POOL and {g.units.aboard[u] for u in planes} == {NOWHERE}
    assert sorted(g.units.at[u] for u in planes) == sorted([at(g, "Tokyo"), slot_of(g.turn + 1)])


def test_13_6_9_what_a_campaign_begins_with() -> None:
    g = world()
    lay_in_oil(g)
    for power in (GERMANY, JAPAN, USA):
        assert sum(n for s, n in enumerate(g.hexes.saved_oil) if n and g.countries.power[g.hexes.controller[s]] == power) == (
            g.charts.saved_oil[power]
        )


def extra_world(points: int = 9) -> tuple[War, int, int]:
    """Germany in a naval action whose oil is paid, with offensive points for what it does beside that; two tank armies."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", oil=True, offensive_points=True)
    act(g, "Germany", Action.NAVAL)
    g.powers[GERMANY].offensive, g.powers[GERMANY].fuel = points, PAID
    return g, put(g, "Germany ARM any", "Berlin"), put(g, "Germany ARM any", "Berlin")


def test_16_5_extra_moves_cost_a_tenth_each_although_the_impulse_is_paid() -> None:
    g, first, second = extra_world()
    foot = put(g, "Germany INF any", "Berlin")
    no = may_march(g, Marching(GERMANY), first)
    assert no is not None and no.rule == "10.3"  # no oil for an extra action
    assert may_march(g, Marching(GERMANY), foot) is None
    g.powers[GERMANY].tenths = 1
    assert may_march(g, Marching(GERMANY), first) is None
    burn(g, (first,), SHIP, Activity.LAND_MOVE)
    assert not g.powers.tenths[GERMANY]
    assert may_march(g, Marching(GERMANY), second) is not None
    act(g, "Germany", Action.LAND)  # what the action itself covers is paid
    assert may_march(g, Marching(GERMANY), second) is None


def test_16_5_the_limits_cover_whom_they_can_before_extra_moves_are_paid() -> None:
    g, first, second = extra_world()
    act(g, "Germany", Action.COMBINED)
    foot = put(g, "Germany INF any", "Berlin")
    g.powers[GERMANY].land = limit(g, GERMANY, Activity.LAND_MOVE) - 1
    assert may_fuel(g, (first, foot), SHIP, Activity.LAND_MOVE) is None  # the foot is the extra one
    assert may_fuel(g, (first, second), SHIP, Activity.LAND_MOVE) is not None
    g.powers[GERMANY].tenths = 1
    assert may_fuel(g, (first, second), SHIP, Activity.LAND_MOVE) is None
    burn(g, (first, second), SHIP, Activity.LAND_MOVE)
    assert not g.powers.tenths[GERMANY]


def test_16_5_an_extra_attack_costs_points_and_oil_and_gives_the_points_back_when_withdrawn() -> None:
    g, first, second = extra_world(3)
    spot = beside(g, "Berlin")
    hold(g, "USSR", spot)
    put(g, "USSR INF any", spot)
    target = at(g, spot)
    assert may_attack(g, Declaring(GERMANY), (first, target)) is not None
    g.powers[GERMANY].tenths = 1
    assert may_attack(g, Declaring(GERMANY), (first, target)) is None
    join_attack(g, GERMANY, first, target)
    assert (g.powers.offensive[GERMANY], g.powers.tenths[GERMANY]) == (0, 0)
    assert may_attack(g, Declaring(GERMANY), (second, target)) is not None  # it joins an extra attack
    _withdraw(g, Declaring(GERMANY), first)
    assert (g.powers.offensive[GERMANY], g.powers.attacks[GERMANY]) == (3, 0)
    assert may_attack(g, Declaring(GERMANY), (first, target)) is None  # its oil is burnt already
