"""Options of the sea: warships that carry divisions (20), air-sea search (22), screening (23)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.titles.wif.facts import USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import naval_combat, naval_damage, naval_rounds
from grognard.titles.wif.rules.air_sea_search import choice_price, flight_price
from grognard.titles.wif.rules.landings import Debarking, Invading, may_debark, may_invade
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.return_to_base import must_return
from grognard.titles.wif.rules.shore_bombardment import Gunnery, may_bombard
from grognard.titles.wif.rules.transport import may_carry, may_embark_at
from grognard.titles.wif.state import FORCE_POOL, War
from tests.titles.wif.field import act, at, drive, hold, put, war
from tests.titles.wif.test_11_sea import at_sea, convoys, ship
from tests.titles.wif.test_11_sea_examples import print_values

NORTH_SEA = "North Sea"


# --- SCS transport (option 20) --------------------------------------------------------------------------------------------------


def division(g: War, kind: str, where: str, **wanted: bool) -> int:
    """An American division of a type."""
    number = next(
        n for n, c in enumerate(g.facts.counters)
        if c.power == "USA" and c.division and c.type == Type.read(kind) and c.engineer == wanted.get("engineer", False)
        and n not in g.units.counter
    )  # fmt: skip
    return g.units.add(counter=number, at=at(g, where), power=USA, country=g.facts.country["usa"]).index


def cruiser(**options: bool) -> tuple[War, int, int]:
    """An American division aboard a cruiser off Guadalcanal, which Japan holds."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942", divisions=True, **options)
    act(g, "USA", Action.LAND)
    hold(g, "Japan", "Guadalcanal")
    carrier, unit = put(g, "USA CA any", "Pearl Harbor"), division(g, "INF", "Pearl Harbor")
    g.units[unit].aboard = carrier
    there = g.ground.sections[g.ground.seas[at(g, "Guadalcanal")][0]][3]
    g.units[carrier].at = g.units[unit].at = there
    return g, unit, carrier


def test_11_4_5_a_warship_takes_one_division_of_foot() -> None:
    """Option 20: a foot division rides a cruiser, one only; no corps, no motorised troops, no garrison; without it nobody."""
    g = war(("Japan", "USA"), turn="Jul/Aug 1942", divisions=True, scs_transport=True)
    unit, heavy, other = (division(g, kind, "Pearl Harbor") for kind in ("INF", "MOT", "INF"))
    corps, garrison = put(g, "USA INF any", "Pearl Harbor"), put(g, "USA GAR any", "Pearl Harbor")
    warship, carrier = put(g, "USA CA any", "Pearl Harbor"), put(g, "USA CV any", "Pearl Harbor")
    assert may_carry(g, warship, unit) is None and may_carry(g, carrier, unit) is not None
    for refused in (heavy, corps, garrison):
        no = may_carry(g, warship, refused)
        assert no is not None and no.rule == "11.4.5"
    g.units[unit].aboard = warship
    no = may_carry(g, warship, other)
    assert no is not None and "already" in no.reason
    h = war(("Japan", "USA"), turn="Jul/Aug 1942", divisions=True)
    assert may_carry(h, put(h, "USA CA any", "Pearl Harbor"), division(h, "INF", "Pearl Harbor")) is not None


def test_11_13_a_division_invades_from_a_cruiser() -> None:
    """Option 20: it lands as from an AMPH, on friendly coasts without a port too; the ship does not bombard, and must go home."""
    g, unit, warship = cruiser(scs_transport=True)
    island = at(g, "Guadalcanal")
    assert may_invade(g, Invading(USA), (unit, island)) is None
    assert must_return(g, warship)
    put(g, "USA MAR any", "Guadalcanal", landed=1, target=island)
    attack = g.attacks.add(target=island, power=USA).index
    no = may_bombard(g, Gunnery(USA, False), (warship, attack))
    assert no is not None and "carries" in no.reason
    h, rider, _ = cruiser()
    no = may_invade(h, Invading(USA), (rider, island))
    assert no is not None and no.rule == "11.12"


def test_11_12_a_division_debarks_from_a_cruiser_anywhere() -> None:
    g, unit, warship = cruiser(scs_transport=True)
    g.hexes[at(g, "Guadalcanal")].controller = g.facts.country["usa"]
    assert may_debark(g, Debarking(USA), (unit, at(g, "Guadalcanal"))) is None
    ashore = division(g, "INF", "Guadalcanal")
    assert may_embark_at(g, warship, ashore) is None


# --- air-sea search (option 22) -------------------------------------------------------------------------------------------------


def hampden(**options: bool) -> tuple[War, int]:
    g = war(("Germany", "Commonwealth"), turn="Jul/Aug 1941", scenario="barbarossa_1941", **options)
    unit = put(g, "Commonwealth LND any", "London")
    print_values(g, unit, range=6)
    at_sea(g, NORTH_SEA, 0, unit)
    return g, unit


def test_11_5_7_a() -> None:
    """wif-11.5.7-a: 3 points against a 6-range Hampden, 4 extended, 2 after an interception, 3 after both; 4 with a carrier's
    planes, 5 against a range of 19; none without the option."""
    for extended, scrambled, price in ((0, 0, 3), (1, 0, 4), (0, 1, 2), (1, 1, 3)):
        g, unit = hampden(air_sea_search=True)
        g.units[unit].extended, g.units[unit].scrambled = extended, scrambled
        assert flight_price(g, [unit]) == price
    g, unit = hampden(air_sea_search=True)
    carrier = ship(g, "Commonwealth", "CV", "any", NORTH_SEA, 0)
    assert flight_price(g, [unit, carrier]) == 4
    print_values(g, unit, range=19)
    assert flight_price(g, [unit, carrier]) == 5
    g.units[carrier].damaged = 1
    print_values(g, unit, range=2)
    assert flight_price(g, [unit, carrier]) == 1
    h, unit = hampden()
    assert flight_price(h, [unit]) == 0


def test_11_5_7_avoiding_the_air_leaves_submarines() -> None:
    """The text's second case: Heinz pays his points and there is no naval air combat, but a submarine combat he calls for."""
    g, unit = hampden(air_sea_search=True)
    boat, cargo = ship(g, "Germany", "SUB", "any", NORTH_SEA, 1), convoys(g, "Commonwealth", NORTH_SEA, 10)
    for points, answers, kind in ((3, ["in_the_air", "shake_off", "hunt"], "submarine"), (3, ["in_the_air", "face_them"], "air"),
                                  (2, ["in_the_air"], "air")):  # fmt: skip
        sides = Sides(at(g, NORTH_SEA), 0, included=[[boat], [unit, cargo]], points=[points, 0])
        got: list[str] = []

        def keep(flow: Any, got: list[str] = got) -> Any:
            got.append((yield from flow))

        drive(g, keep(naval_combat.combat_type(g, sides)), answers)
        assert got == [kind] and sides.points[0] == points - (3 if "shake_off" in answers else 0)


def test_11_5_7_c() -> None:
    """wif-11.5.7-c: with a Sunderland of range 19 in it, avoiding all combat costs five points."""
    g, unit = hampden(air_sea_search=True)
    assert choice_price(g, [unit]) == 4
    print_values(g, unit, range=19)
    assert choice_price(g, [unit]) == 5
    boat = ship(g, "Germany", "SUB", "any", NORTH_SEA, 1)
    for points, asked in ((4, False), (5, True)):
        sides = Sides(at(g, NORTH_SEA), 0, included=[[boat], [unit]], points=[points, 0])
        assert bool(drive(g, naval_combat.avoided(g, sides))) == asked
    h, unit = hampden()
    print_values(h, unit, range=19)
    assert choice_price(h, [unit]) == 4


# --- screening (option 23) ------------------------------------------------------------------------------------------------------


@pytest.fixture
def baltic() -> tuple[War, Sides, dict[str, int]]:
    """The fleets of the example: 15 Soviet factors with a carrier, 7 German with a convoy."""
    g = war(("Germany", "USSR"), turn="Jul/Aug 1941", screening=True, ships_in_flames=False)
    names = {
        "marat": ship(g, "USSR", "BB", "any", "Baltic Sea", 3), "red": ship(g, "USSR", "BB", "any", "Baltic Sea", 3),
        "marx": ship(g, "USSR", "CA", "any", "Baltic Sea", 3),
        "gneisenau": ship(g, "Germany", "BB", "Gneisenau", "Baltic Sea", 0),
        "koenigsberg": ship(g, "Germany", "CA", "any", "Baltic Sea", 0), "cp": convoys(g, "Germany", "Baltic Sea", 5),
    }  # fmt: skip
    for name, attack, defence in (("marat", 6, 5), ("red", 6, 0), ("marx", 3, 4), ("gneisenau", 5, 3), ("koenigsberg", 2, 5)):
        print_values(g, names[name], attack=attack, defence=defence)
    own = [names["gneisenau"], names["koenigsberg"], names["cp"]]
    return g, Sides(at(g, "Baltic Sea"), 1, included=[own, [names["marat"], names["red"], names["marx"]]]), names


def fire(g: War, sides: Sides, names: dict[str, int], *answers: str, dice: tuple[int, ...]) -> Toll:
    toll = Toll()
    told = [a.format(**{k: f"u{v}" for k, v in names.items()}) for a in answers]
    drive(g, naval_rounds.surface_round(g, sides, toll), told, dice)
    return toll


def test_11_5_8_h(baltic: tuple[War, Sides, dict[str, int]]) -> None:
    """wif-11.5.8-h: the Marx is screened, so 12 factors inflict two D and an A on three ships, one of them screened; Heinz picks
    the Gneisenau (3: damaged), Anna picks her again (4: sunk), Heinz the Koenigsberg."""
    g, sides, names = baltic
    assert naval_combat.result_of(g, "surface", 12, 3, 0) == ["D", "D", "A"]
    fire(g, sides, names, "screen {marx}", "in_line", "in_line", "suffer {gneisenau}", "suffer {gneisenau}", "suffer {marat}",
         "suffer {red}", "suffer {red}", dice=(3, 4, 10, 5, 10, 10))  # fmt: skip
    assert g.units.at[names["gneisenau"]] == FORCE_POOL
    assert naval_damage.defence_value(g, names["koenigsberg"]) == 5 and g.units.damaged[names["marat"]]


def test_11_5_8_i(baltic: tuple[War, Sides, dict[str, int]]) -> None:
    """wif-11.5.8-i: the Marat is damaged, the S Byelorussia shaken twice and gone; the screened Marx is no target while she is
    neither sunk, damaged nor aborting."""
    g, sides, names = baltic
    with pytest.raises(AssertionError, match="is not among"):
        fire(g, sides, names, "screen {marx}", "in_line", "in_line", "suffer {gneisenau}", "suffer {gneisenau}",
             "suffer {marat}", "suffer {red}", "suffer {marx}", dice=(3, 4, 10, 5, 10, 10))  # fmt: skip


def test_11_5_8_i_both_shaken(baltic: tuple[War, Sides, dict[str, int]]) -> None:
    g, sides, names = baltic
    toll = fire(g, sides, names, "screen {marx}", "in_line", "in_line", "suffer {gneisenau}", "suffer {gneisenau}",
                "suffer {marat}", "suffer {red}", "suffer {red}", dice=(3, 4, 10, 5, 10, 10))  # fmt: skip
    assert names["red"] in toll.aborting and names["marx"] not in toll.aborting and not g.units.damaged[names["marx"]]


def test_11_5_8_screened_ships_come_into_the_line_when_it_is_gone(baltic: tuple[War, Sides, dict[str, int]]) -> None:
    """Convoys are screened without a word and are targets once all others are hit; three points reach a screened ship."""
    g, sides, names = baltic
    behind = frozenset((names["cp"],))
    assert naval_rounds.exposed(g, sides.included[0], behind) == [names["gneisenau"], names["koenigsberg"]]
    g.units[names["gneisenau"]].damaged = g.units[names["koenigsberg"]].damaged = 1
    assert names["cp"] in naval_rounds.exposed(g, sides.included[0], behind)
    g.units[names["gneisenau"]].damaged = 0
    sides.points = [0, 3]
    fire(g, sides, names, "in_line", "in_line", "no_shift", "choose", "suffer {cp}", dice=(10,) * 12)
