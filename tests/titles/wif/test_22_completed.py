"""Chapters 9.8, 17.3.2, 22.2, 22.11, 22.15, 22.17: what was read again sentence by sentence."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, USA, USSR
from grognard.titles.wif.ground import RAIL
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import vichy
from grognard.titles.wif.rules.air_transport import could_carry_bomb, is_transport_aircraft, may_carry_bomb, may_ride
from grognard.titles.wif.rules.anti_aircraft import may_shoot
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.land_steps import may_enter
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.partisan_hqs import Leader, _lead
from grognard.titles.wif.rules.partisans import _leads_here
from grognard.titles.wif.rules.promotions import (
    ahead,
    build_heavy_ahead,
    lay_out_heavy_weapons,
    may_look_for_heavy,
    plain_twin,
    price_ahead_of,
)
from grognard.titles.wif.rules.rail import is_station
from grognard.titles.wif.rules.railways import links
from grognard.titles.wif.state import FORCE_POOL, GONE, SET_ASIDE, War, slot_of

from .field import act, align, at, drive, hold, put, war
from .test_22_divisions import corps

# --- 9.8: whom anti-aircraft guns fire at -------------------------------------------------------------------------------------


def test_9_8_guns_fire_at_whom_they_are_at_war_with() -> None:
    """Italian aircraft over London, Italy at war with the Commonwealth alone: American guns fire for Americans on the ground,
    not at bombers of the factories."""
    g = war(("Italy", "Commonwealth"), turn="May/Jun 1941", scenario="global_war_1939", artillery=True)
    g.powers[USA].plays = 1
    london = at(g, "London")
    assert may_shoot(g, COMMONWEALTH, london, "strategic bombardment", {ITALY})
    assert not may_shoot(g, USA, london, "ground strike", {ITALY})
    put(g, "USA INF any", "London")
    assert may_shoot(g, USA, london, "ground strike", {ITALY})
    assert not may_shoot(g, USA, london, "strategic bombardment", {ITALY})


# --- 22.2: the railway gun ----------------------------------------------------------------------------------------------------


def test_22_2_the_railway_gun_keeps_to_railways() -> None:
    g = war(("Germany", "USSR"), artillery=True, divisions=True)
    gun = corps(g, "L335", "Berlin")
    foot = put(g, "Germany INF any", "Berlin")
    berlin = at(g, "Berlin")
    open_ = {s for s, bits in links(g)[berlin] if bits & RAIL}
    for there, _ in g.ground.steps[berlin]:
        if may_enter(g, foot, berlin, there) is None:
            assert (may_enter(g, gun, berlin, there) is None) == (there in open_)
    land = [s for s in g.ground.homeland["germany"] if not g.ground.city[s] and not g.ground.port[s]]
    halt = next(s for s in land if g.ground.on_railway[s])
    assert is_station(g, halt, gun) and not is_station(g, halt, foot)


# --- 22.11: heavy weapons built ahead -----------------------------------------------------------------------------------------


def soviets() -> War:
    g = war(("Germany", "USSR"), turn="Jul/Aug 1942", scenario="global_war_1939", heavy_weapons=True, building_ahead=True)
    lay_out_heavy_weapons(g)
    g.powers[USSR].build_points = 20
    return g


def next_heavy(g: War) -> tuple[str, int]:
    """A type of which heavy weapons can be built ahead, and one of them."""
    found = ahead(g, USSR)
    kind = next(k for k in sorted(found) if may_look_for_heavy(g, Purse(USSR, 20), k) is None)
    return kind, found[kind][0]


def field(g: War, heavy: int, where: str | None) -> int:
    """The unit of the same name without heavy weapons, in a city or in the force pool."""
    sheet = g.units[heavy].sheet
    number = next(
        n for n, c in enumerate(g.facts.counters)
        if (c.power, c.type, c.name, c.division) == (sheet.power, sheet.type, sheet.name, False)
        and "heavy_weapons" not in c.marks
    )  # fmt: skip
    place = at(g, where) if where else FORCE_POOL
    return g.units.add(counter=number, power=USSR, country=g.facts.country["ussr"], at=place).index


def test_22_11_b() -> None:
    """wif-22.11-b: an upgrade and the price of a year, in the hex of the old unit; without one in the field twice the price, as a
    reinforcement."""
    g = soviets()
    kind, heavy = next_heavy(g)
    cost, years = g.units[heavy].sheet.cost, g.units[heavy].sheet.year - 1942
    old = field(g, heavy, "Moscow")
    assert plain_twin(g, heavy) == old and price_ahead_of(g, heavy) == 2 + years * cost
    g.dice = FixedDice(heavy)
    build_heavy_ahead(g, Purse(USSR, 20), kind)
    assert g.units.at[heavy] == at(g, "Moscow") and g.units.at[old] == GONE
    assert g.powers.build_points[USSR] == 20 - 2 - years * cost
    h = soviets()
    kind, heavy = next_heavy(h)
    field(h, heavy, None)
    assert price_ahead_of(h, heavy) == (1 + years) * cost
    h.dice = FixedDice(heavy)
    build_heavy_ahead(h, Purse(USSR, 20), kind)
    assert h.units.at[heavy] == slot_of(h.turn + h.units[heavy].sheet.turns)


def test_22_11_c() -> None:
    """wif-22.11-c: heavy weapons whose unit cannot be upgraded go back, and none more are built ahead this turn."""
    g = soviets()
    kind, heavy = next_heavy(g)
    old = field(g, heavy, "Minsk")
    hold(g, "Germany", "Minsk")
    for there, _ in g.ground.steps[at(g, "Minsk")][:2]:
        put(g, "Germany INF any", g.board.token(there))
    g.dice = FixedDice(heavy)
    build_heavy_ahead(g, Purse(USSR, 20), kind)
    assert g.units.at[heavy] == SET_ASIDE and g.units.at[old] >= 0 and g.powers.build_points[USSR] == 20
    assert may_look_for_heavy(g, Purse(USSR, 20), kind) is not None
    assert may_look_for_heavy(soviets_without(), Purse(USSR, 20), kind) is not None


def soviets_without() -> War:
    g = war(("Germany", "USSR"), turn="Jul/Aug 1942", scenario="global_war_1939", heavy_weapons=True)
    lay_out_heavy_weapons(g)
    return g


# --- 22.15: Zoya and Tito -----------------------------------------------------------------------------------------------------


def band(g: War, name: str, where: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.name == name)
    return g.units.add(counter=number, power=USSR, country=g.facts.country["yugoslavia"], at=at(g, where)).index


def test_22_15_only_titos_own_partisans_make_way_for_him() -> None:
    g = war(("Germany", "USSR"), turn="Jul/Aug 1943", scenario="global_war_1939", partisan_hqs=True)
    number = next(n for n, c in enumerate(g.facts.counters) if "partisan_hq" in c.marks and c.name == "Tito")
    own, other = band(g, "Tito", "Sarajevo"), band(g, "1", "Sarajevo")
    _lead(g, Leader(USSR, number, (at(g, "Sarajevo"),)), at(g, "Sarajevo"))
    assert g.units.at[own] == FORCE_POOL and g.units.at[other] == at(g, "Sarajevo")
    h = war(("Germany", "USSR"), turn="Jul/Aug 1943", scenario="global_war_1939", partisan_hqs=True)
    bands = [band(h, name, "Sarajevo") for name in ("1", "3")]
    _lead(h, Leader(USSR, number, (at(h, "Sarajevo"),)), at(h, "Sarajevo"))
    assert [h.units.at[u] for u in bands] == [FORCE_POOL, FORCE_POOL]
    tito = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.name == "Tito")
    assert _leads_here(g, tito, "Yugoslavia") and not _leads_here(g, tito, "Greece")


# --- 22.17: atomic bombs in transports ----------------------------------------------------------------------------------------


def test_22_17_a_heavy_bomber_carries_an_atomic_bomb() -> None:
    g = war(("Japan", "USA"), turn="Jul/Aug 1945", scenario="global_war_1939", v_weapons=True)
    act(g, "USA", Action.AIR)
    heavy = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.LND and c.strategic >= 6)
    light = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.LND and 0 < c.strategic < 6)
    bombs = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.ABOMB and c.power == "USA")
    home = g.facts.country["usa"]
    big, small, bomb = (
        g.units.add(counter=n, power=USA, country=home, at=at(g, "San Francisco")).index for n in (heavy, light, bombs)
    )
    assert could_carry_bomb(g, big) and is_transport_aircraft(g, big) is None
    assert not could_carry_bomb(g, small) and is_transport_aircraft(g, small) is not None
    assert may_carry_bomb(g, big, bomb) is None and may_carry_bomb(g, small, bomb) is not None
    g.units[bomb].down = 1
    assert may_ride(g, big, bomb, at(g, "San Francisco")) is not None and not could_carry_bomb(g, big)


# --- 17.3.2 and 11.13 ---------------------------------------------------------------------------------------------------------


def test_17_3_2_who_runs_vichy_says_where_french_units_come_ashore() -> None:
    g = war(("Germany", "France"), ("Germany", "Commonwealth"), turn="Jul/Aug 1940", scenario="global_war_1939")
    unit = put(g, "France INF any", "London")
    places = [s for s in g.ground.region["vichy_france"] if g.ground.city[s]]
    for s in g.ground.region["vichy_france"]:
        g.hexes[s].nation = g.hexes[s].controller = g.facts.country["vichy_france"]
    spot = g.board.token(places[1])
    asked = drive(g, vichy._bring_home(g, GERMANY), [f"ashore {spot}"])
    assert len(asked) == 1 and g.units.at[unit] == places[1]
    other = put(g, "France INF any", "Marseille")
    assert drive(g, vichy._bring_home(g, GERMANY)) == [] and g.units.at[other] == at(g, "Marseille")


def test_11_13_enemy_partisans_in_a_hex_of_ones_own_are_invaded() -> None:
    g = war(("Germany", "Commonwealth"), turn="Jul/Aug 1942", scenario="global_war_1939")
    align(g, "norway", "Germany")
    hold(g, "Germany", "norway")
    act(g, "Germany", Action.NAVAL)
    g.powers[GERMANY].action = int(Action.COMBINED)
    port = at(g, "Bergen")
    sea = g.ground.seas[port][0]
    ship = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.AMPH)
    lift = g.units.add(counter=ship, power=GERMANY, country=g.facts.country["germany"], at=g.ground.sections[sea][2]).index
    troops = put(g, "Germany INF any", "Berlin")
    g.units[troops].aboard, g.units[troops].at = lift, g.ground.sections[sea][2]
    before = may_invade(g, Invading(GERMANY), (troops, port))
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and c.name == "1")
    g.units.add(counter=number, power=COMMONWEALTH, country=g.facts.country["norway"], at=port)
    assert before is not None and may_invade(g, Invading(GERMANY), (troops, port)) is None
