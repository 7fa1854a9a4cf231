"""22.10: frogmen, midget submarines and PT boats (option 51)."""

from __future__ import annotations

from grognard.titles.wif.facts import ITALY
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import frogmen, naval_combat, naval_damage, naval_movement
from grognard.titles.wif.rules.air_transport import may_ride
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_movement import may_sail
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.rail import Railing, is_station, may_entrain
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.rules.transport import may_carry
from grognard.titles.wif.state import FORCE_POOL, REPAIR_POOL, War
from tests.titles.wif.field import act, at, drive, put, war
from tests.titles.wif.test_11_sea import at_sea, convoys, ship

MED = "Eastern Mediterranean"


def alexandria(where: str = "Syracuse") -> tuple[War, int, dict[str, int]]:
    """Italian frogmen with an attack factor of 3 and section 6; British ships in Alexandria."""
    g = war(("Italy", "Commonwealth"), turn="Nov/Dec 1941", frogmen=True, ships_in_flames=False)
    act(g, "Italy", Action.NAVAL)
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.FROG and c.power == "Italy" and c.carrier == 3)
    frog = g.units.add(counter=number, at=at(g, where), power=ITALY, country=g.facts.country["italy"]).index
    there = {"bb": put(g, "Commonwealth BB any", "Alexandria")}
    there |= {name: ship(g, "Commonwealth", "CL", "any", "Alexandria") for name in ("carlisle", "dido")}
    there["cp"] = convoys(g, "Commonwealth", MED, 5)
    g.units[there["cp"]].at = at(g, "Alexandria")
    return g, frog, there


def test_22_10_a() -> None:
    """wif-22.10-a: stopped in the Eastern Mediterranean they may attack the Ajax, next to the port they came from; or a frogman
    sails on alone into Alexandria, which the cruisers cannot; that is a second naval move."""
    g, frog, _ = alexandria()
    cruiser, ajax = ship(g, "Italy", "CL", "any", "Syracuse"), ship(g, "Commonwealth", "CL", "any", MED, 4)
    start, area, port = at(g, "Syracuse"), at(g, MED), at(g, "Alexandria")
    assert ajax in frogmen.prey_at(g, frog, area) and frogmen.may_attack(g, frog, area, start) is None
    refused = frogmen.may_attack(g, frog, area, at(g, "Trieste"))
    assert refused is not None and refused.rule == "22.10"
    box = g.ground.sections[area][0]
    assert may_sail(g, TaskForce(ITALY, start, (frog, cruiser)), port) is not None
    force = TaskForce(ITALY, start, (frog, cruiser), ((cruiser, box),))
    assert may_sail(g, force, port) is None and naval_movement.moves_of(force, g, ITALY) == 2


def test_22_10_b() -> None:
    """wif-22.10-b: a search roll of 4 is not above their section of 6; a 7 is, and they are lost for nothing."""
    for roll, strikes in ((4, True), (7, False)):
        g, frog, _ = alexandria()
        sides = Sides(at(g, "Alexandria"), 0, included=[[frog], frogmen.prey_at(g, frog, at(g, "Alexandria"))], rolls=[roll, 9])
        got: list[bool] = []

        def keep(g: War = g, sides: Sides = sides, frog: int = frog, got: list[bool] = got):  # type: ignore[no-untyped-def]
            got.append((yield from frogmen.gets_through(g, sides, 0, frog)))

        drive(g, keep())
        assert got == [strikes]


def test_22_10_d() -> None:
    """wif-22.10-d: factor 3 on the air-to-sea row, three columns up, against four ships: X, D, A."""
    g, frog, there = alexandria()
    assert g.units[frog].sheet.carrier == 3 and naval_damage.ship_number(g, list(there.values())) == 4
    assert naval_combat.result_of(g, "air-to-sea", 3, 4, 3) == ["X", "D", "A"]


def test_22_10_e_and_f() -> None:
    """wif-22.10-e, wif-22.10-f: an X above her defence of 4 damages the Queen Elizabeth, a D above 5 then aborts her."""
    g, _, there = alexandria()
    bb, toll = there["bb"], Toll()
    value = naval_damage.defence_value(g, bb)
    naval_damage.suffer(g, bb, "X", toll, value + 1)
    assert g.units.damaged[bb] and naval_damage.defence_value(g, bb) == value + 1
    naval_damage.suffer(g, bb, "D", toll, value + 2)
    assert toll.aborting == [bb]


def test_22_10_the_raid_on_alexandria() -> None:
    """The whole example: 15 points against 9, three columns; the battleship is damaged and goes to repair, the
    convoys turn face-down, the frogmen are gone, and nobody else attacks there in this impulse."""
    g, frog, there = alexandria()
    port = at(g, "Alexandria")
    value = naval_damage.defence_value(g, there["bb"])
    answers = ["shift_own"] * 3 + [f"suffer u{there['bb']}", f"suffer u{there['bb']}", f"suffer u{there['cp']}"]
    drive(g, frogmen.attack(g, frog, port), answers, dice=[4, 9, value + 1, value + 2, 1])
    assert g.units.at[frog] == FORCE_POOL and g.units.at[there["bb"]] == REPAIR_POOL and g.units.down[there["cp"]]
    assert not g.units.damaged[there["dido"]]
    refused = frogmen.may_attack(g, there["dido"], port, port)
    assert refused is not None and "impulse" in refused.reason
    naval_combat.forget_combats(g)
    assert g.frogmen_used == []


def test_22_10_surprise_points() -> None:
    """The example: 6 and a 9 against 5 of a major port and a 4: six points are left to spend."""
    g, frog, there = alexandria()
    sides = Sides(at(g, "Alexandria"), 0, included=[[frog], list(there.values())], rolls=[4, 9])
    assert [frogmen.points_of(g, sides, side, frog) for side in (0, 1)] == [15, 9]


def test_22_10_four_points_and_aircraft_stop_them() -> None:
    g, frog, there = alexandria()
    port = Sides(at(g, "Alexandria"), 0, included=[[frog], list(there.values())], rolls=[4, 9], points=[0, 4])
    assert drive(g, frogmen.gets_through(g, port, 0, frog), ["thwart"])
    at_sea(g, MED, 2, *there.values())
    plane = put(g, "Commonwealth NAV any", "Alexandria")
    at_sea(g, MED, 2, plane)
    sea = Sides(at(g, MED), 0, included=[[frog], list(there.values())], rolls=[4, 9])
    assert frogmen.under_watch(g, sea, 0, frog) and not drive(g, frogmen.gets_through(g, sea, 0, frog))
    foes, g.powers[ITALY].wars = g.powers.wars[ITALY], 0
    assert not frogmen.under_watch(g, sea, 0, frog), "aircraft of a power they are at peace with are no enemies"
    g.powers[ITALY].wars = foes
    sea.points = [4, 0]
    drive(g, frogmen.gets_through(g, sea, 0, frog), ["press_on"])
    assert sea.points == [0, 0]


def test_22_10_they_travel_like_a_land_unit() -> None:
    """A TRS, an ATR and a train carry them, to ports; other ships ride on nothing."""
    g, frog, _ = alexandria("Naples")
    trs, cruiser = put(g, "Italy TRS any", "Naples"), ship(g, "Italy", "CL", "any", "Naples")
    assert may_carry(g, trs, frog) is None and may_carry(g, trs, cruiser) is not None
    atr = put(g, "Italy ATR any", "Naples")
    act(g, "Italy", Action.LAND)
    assert may_ride(g, atr, frog, at(g, "Naples")) is None
    refused = may_entrain(g, Railing(ITALY), cruiser)
    assert refused is not None and may_entrain(g, Railing(ITALY), frog) is None
    assert not is_station(g, at(g, "Rome"), frog) or g.ground.port[at(g, "Rome")]
