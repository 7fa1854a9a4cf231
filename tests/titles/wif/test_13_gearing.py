"""13.6.8: gearing limits (option 39), accepted and refused."""

from __future__ import annotations

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.rules import No
from grognard.titles.wif.facts import GERMANY, POWER_INDEX, USA, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules import building
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.declarations import start_war
from grognard.titles.wif.rules.gearing import SHIP, class_of_unit, gearing_class, may_gear, shift_gears, ships_in
from grognard.titles.wif.state import CONSTRUCTION_POOL, FORCE_POOL, NOWHERE, REPAIR_POOL, War

from .field import war


def geared(ships_in_flames: bool = True) -> War:
    g = war(("Germany", "USSR"), gearing_limits=True, ships_in_flames=ships_in_flames)
    g.dice = Dice(seed_from(1))
    g.first_turn = g.turn - 1
    return g


def pooled(g: War, power: str, kind: Type, count: int, pool: int) -> list[int]:
    numbers = [n for n, c in enumerate(g.facts.counters) if c.power == power and c.type == kind and not c.division][:count]
    assert len(numbers) == count
    return [g.units.add(counter=n, at=pool, power=POWER_INDEX[power], country=max(g.facts.nation[n], 0)).index for n in numbers]


def refused(no: No | None) -> str:
    assert isinstance(no, No) and no.rule == "13.6.8"
    return no.reason


def test_13_6_8_a() -> None:
    """wif-13.6.8-a: two hulls begun, one ship fitted out and three repaired last turn: seven ships this turn."""
    g = geared()
    hulls = pooled(g, "USA", Type.CV, 2, FORCE_POOL)
    finished = pooled(g, "USA", Type.BB, 1, CONSTRUCTION_POOL)
    cruisers = pooled(g, "USA", Type.CL, 3, REPAIR_POOL)
    shift_gears(g)
    g.first_turn = g.turn  # no limit in the turn in which they are built
    for hull in hulls:
        g.powers[USA].build_points = 99
        purse = Purse(USA, 99)
        sheet = g.units[hull].sheet
        building.build(g, purse, (sheet.type.printed, building.first_cost(g, sheet)))
    building.finish(g, Purse(USA, 99), finished[0])
    for ship in cruisers:
        building.repair(g, Purse(USA, 99), ship)
    g.turn += 1
    shift_gears(g)
    assert may_gear(g, USA, SHIP, 7) is None
    assert "is 7" in refused(may_gear(g, USA, SHIP, 8))


def test_13_6_8_one_more_than_last_turn() -> None:
    g = geared()
    kind = gearing_class(g, Type.INF)
    pooled(g, "Germany", Type.INF, 3, FORCE_POOL)
    purse = Purse(GERMANY, 50)
    g.powers[GERMANY].build_points = 50
    price = next(cost for printed, cost in purse.pools(g) if printed == "INF")
    assert building.may_build(g, purse, ("INF", price)) is None  # none last turn: one
    building.build(g, purse, ("INF", price))
    assert "is 1" in refused(building.may_build(g, Purse(GERMANY, 50), ("INF", price)))
    assert may_gear(g, GERMANY, gearing_class(g, Type.ARM)) is None  # another class
    shift_gears(g)
    assert may_gear(g, GERMANY, kind, 2) is None
    refused(may_gear(g, GERMANY, kind, 3))
    shift_gears(g)  # a turn without any
    refused(may_gear(g, GERMANY, kind, 2))


def test_13_6_8_convoys_count_in_lots() -> None:
    plain, ships = geared(ships_in_flames=False), geared(ships_in_flames=True)
    assert [ships_in(plain, n) for n in (5, 10)] == [1, 2]
    assert [ships_in(ships, n) for n in (1, 3, 4, 6)] == [1, 1, 2, 2]
    refused(building.may_build_convoys(plain, Purse(GERMANY, 50), 10))
    assert building.may_build_convoys(plain, Purse(GERMANY, 50), 5) is None
    convoy = plain.units.add(counter=NOWHERE, at=REPAIR_POOL, power=GERMANY, country=0, points=10).index
    assert class_of_unit(plain, convoy) == SHIP
    refused(building.may_repair(plain, Purse(GERMANY, 50), convoy))


def test_13_6_8_exceptions() -> None:
    g = geared()
    assert isinstance(may_gear(g, USSR, SHIP, 2), No)
    start_war(g, GERMANY, USSR)
    assert may_gear(g, USSR, SHIP, 9) is None  # the turn in which war is declared on it
    assert isinstance(may_gear(g, GERMANY, SHIP, 2), No)
    g.turn += 1
    assert isinstance(may_gear(g, USSR, SHIP, 2), No)
    g.first_turn = g.turn
    assert may_gear(g, GERMANY, SHIP, 9) is None


def test_13_6_8_without_the_option() -> None:
    g = war(("Germany", "USSR"))
    g.first_turn = g.turn - 1
    assert may_gear(g, GERMANY, SHIP, 50) is None
