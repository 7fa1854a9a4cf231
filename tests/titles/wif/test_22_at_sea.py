"""4.1.3, 22.13 to 22.15: replacement ships, service squadrons (option 58), light cruisers (6), partisan HQs (60)."""

from __future__ import annotations

from grognard.titles.wif.facts import JAPAN, USA, USSR
from grognard.titles.wif.ground import MINOR_PORT
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.naval_damage import asw_value
from grognard.titles.wif.rules.partisan_hqs import gatherings, leaders, raise_leaders
from grognard.titles.wif.rules.partisans import bands
from grognard.titles.wif.rules.reorganisation import reorganise_finally
from grognard.titles.wif.rules.replacements import Yard, convert_ships, may_convert, new_pool
from grognard.titles.wif.rules.service_squadrons import (
    Harbour,
    harbour_powers,
    may_downgrade_port,
    may_upgrade_port,
    work_harbours,
)
from grognard.titles.wif.rules.stacking import ship_count, ship_limit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import CONSTRUCTION_POOL, FORCE_POOL, GONE, REPAIR_POOL, War

from .field import act, at, drive, hold, put, war
from .test_22_divisions import corps


def fleet(turn: str = "Jan/Feb 1942") -> tuple[War, int]:
    g = war(("Japan", "USA"), scenario="global_war_1939", turn=turn)
    g.powers[JAPAN].plays = g.powers[USA].plays = 1
    return g, corps(g, "N811", "Tokyo")


def test_4_1_3_a_carrier_for_a_battleship() -> None:
    """From 1942 the Hyuga may be scrapped for her replacement: in port for one in the repair pool, and so on by where she is."""
    g, ship = fleet()
    assert may_convert(g, Yard(JAPAN), ship) is None
    assert new_pool(g, ship) == REPAIR_POOL
    for place, pool in ((FORCE_POOL, FORCE_POOL), (REPAIR_POOL, CONSTRUCTION_POOL), (CONSTRUCTION_POOL, CONSTRUCTION_POOL)):
        g.units[ship].at = place
        assert new_pool(g, ship) == pool
    g.units[ship].at, g.power = at(g, "Tokyo"), JAPAN
    drive(g, convert_ships(g), [f"convert u{ship}"])
    new = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].id == "N784")
    assert g.units.at[new] == REPAIR_POOL and g.units.at[ship] == GONE


def test_4_1_3_refused() -> None:
    g, ship = fleet("Nov/Dec 1941")
    no = may_convert(g, Yard(JAPAN), ship)
    assert no is not None and "1942" in no.reason
    assert may_convert(g, Yard(JAPAN), corps(g, "N806", "Tokyo")) is not None
    g.turn += 6
    fill_force_pools(g, 1941, 1942)
    assert g.facts.index["N784"] not in g.units.counter, "it does not come by itself"


# --- service squadrons --------------------------------------------------------------------------------------------------------


def harbour() -> tuple[War, int, int]:
    g = war(("Japan", "USA"), scenario="global_war_1939", turn="Jan/Feb 1943", service_squadrons=True, ships_in_flames=True)
    port = next(s for s in g.ground.homeland["midway"] if g.ground.port[s] == MINOR_PORT)
    hold(g, "USA", g.board.token(port))
    act(g, "USA", Action.NAVAL)
    return g, corps(g, "N1268", g.board.token(port)), port


def test_22_13_a_port_for_twenty_four() -> None:
    """The squadron of 1943 makes room for twenty more ships and needs none; weighing anchor is refused while they lie there."""
    g, unit, port = harbour()
    assert ship_limit(g, port) == 4 and harbour_powers(g) == [USA]
    assert may_downgrade_port(g, Harbour(USA), unit) is not None
    drive(g, work_harbours(g), [f"anchor u{unit}", "done"])
    assert ship_limit(g, port) == 24 and ship_count(g, [unit]) == 0 and g.units.down[unit]
    reorganise_finally(g)
    assert g.units.down[unit], "it stays at work"
    assert may_downgrade_port(g, Harbour(USA), unit) is None
    ships = [put(g, "USA CA any", g.board.token(port)) for _ in range(4)]
    assert ship_count(g, ships) == 4
    assert may_downgrade_port(g, Harbour(USA), unit) is not None


def test_22_13_refused() -> None:
    g, unit, _ = harbour()
    other = put(g, "USA TRS any", g.board.token(g.units.at[unit]))
    assert may_upgrade_port(g, Harbour(USA), other) is not None
    g.units[unit].down = 1
    assert may_upgrade_port(g, Harbour(USA), unit) is not None
    g.options["service_squadrons"] = False
    assert harbour_powers(g) == []


# --- light cruisers -----------------------------------------------------------------------------------------------------------


def test_22_14_light_cruisers_against_submarines() -> None:
    """With option 6 a light cruiser counts one less against submarines than the squadrons of the base game."""
    g = war(("Japan", "USA"), light_cruisers=True, turn="Jan/Feb 1943")
    cruiser = put(g, "USA CL any", "north_sea_0")
    with_option = asw_value(g, cruiser)
    g.options["light_cruisers"] = False
    assert asw_value(g, cruiser) == with_option + 1


# --- partisan HQs -------------------------------------------------------------------------------------------------------------


def rising() -> tuple[War, list[int]]:
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="Jul/Aug 1942", partisan_hqs=True)
    hold(g, "Germany", "Minsk")
    numbers = [n for n, c in enumerate(g.facts.counters) if c.type == Type.PART][:2]
    country = g.facts.country["ussr"]
    return g, [g.units.add(counter=n, at=at(g, "Minsk"), power=USSR, country=country).index for n in numbers]


def test_22_15_zoya() -> None:
    """Two partisans in one hex become Zoya K., in supply at home, counted as a partisan; she rises again after her death."""
    g, pair = rising()
    country = g.facts.country["ussr"]
    assert gatherings(g, country) == [at(g, "Minsk")]
    drive(g, raise_leaders(g), [f"lead {g.board.token(at(g, 'Minsk'))}"])
    zoya = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].name == "Zoya K")
    assert g.units.at[zoya] == at(g, "Minsk") and all(g.units.at[u] != at(g, "Minsk") for u in pair)
    assert in_supply(g, zoya) and bands(g, [at(g, "Minsk")]) == [zoya]
    assert all(g.facts.counters[n].name != "Zoya K" for n, _ in leaders(g))
    destroy(g, zoya, FORCE_POOL)
    assert g.units.at[zoya] == GONE
    assert any(g.facts.counters[n].name == "Zoya K" for n, _ in leaders(g))


def test_22_15_one_partisan_is_not_enough() -> None:
    g, pair = rising()
    g.units[pair[0]].at = GONE
    assert gatherings(g, g.facts.country["ussr"]) == []
    assert drive(g, raise_leaders(g)) == []
