"""14.4.1: carrier plane units (option 45)."""

from __future__ import annotations

from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import JAPAN, USA
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules import carrier_planes, naval_air_combat, naval_combat, naval_damage, naval_search, overrun, pilots
from grognard.titles.wif.rules.building import first_cost
from grognard.titles.wif.rules.carriers import air_component, plane_class, plane_range, planes_aboard, ready_planes
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.missions import Flight, may_fly, may_take_off, send
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.rebase import Move, Rebasing, may_move, may_take, rebase_reach
from grognard.titles.wif.rules.return_to_base import must_return
from grognard.titles.wif.rules.stacking import air_excess, may_stack
from grognard.titles.wif.rules.transport import may_carry
from grognard.titles.wif.state import AIR_RESERVE, BOMBER, CIRCLE, FORCE_POOL, GROUNDED, NOWHERE, War
from tests.titles.wif.field import act, at, drive, hold, put, war
from tests.titles.wif.test_11_sea import ship
from tests.titles.wif.test_11_sea_examples import print_values

SEA = "Marianas"


def fleet(turn: str = "Jul/Aug 1942", *, section: int = 3, size: int = 4) -> tuple[War, int, int]:
    """An American carrier at sea with a plane unit of 3 air-to-air, 4 air-to-sea, range 5, class 3."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn=turn, carrier_planes=True)
    act(g, "USA", Action.NAVAL)
    carrier = ship(g, "USA", "CV", "Enterprise", SEA, section)
    print_values(g, carrier, carrier=size)
    return g, carrier, plane(g, "USA", carrier)


def plane(g: War, power: str, carrier: int, **values: object) -> int:
    unit = put(g, f"{power} CVP any", "Tokyo" if power == "Japan" else "Pearl Harbor")
    printed = {"air_to_air": 3, "air_to_sea": 4, "tactical": 2, "range": 5, "deck": ((1941, 3),), "marks": frozenset(), **values}
    print_values(g, unit, **printed)
    if carrier >= 0:
        carrier_planes.board(g, unit, carrier)
    return unit


def test_14_4_1_a() -> None:
    """wif-14.4.1-a: a carrier with its planes counts as one unit: the plane aboard takes no room in port."""
    g, carrier, unit = fleet()
    port = at(g, "Pearl Harbor")
    g.units[carrier].at = g.units[unit].at = port
    others = [put(g, "USA FTR any", "Pearl Harbor") for _ in range(3)]
    assert air_excess(g, port, others) == 0 and g.units.aboard[unit] == carrier
    ashore = plane(g, "USA", NOWHERE)
    assert may_stack(g, ashore, port) is not None  # by itself it is an aircraft like others


def test_14_4_1_b() -> None:
    """wif-14.4.1-b: the D3A1 of class 4 in 1939, 3 from 1940 and 2 from 1942 flies from the Kaga, then the Hiryu, then
    the Junyo."""
    for turn, decks in (("Jan/Feb 1939", {4}), ("Jan/Feb 1940", {3, 4}), ("Jan/Feb 1942", {2, 3, 4})):
        g = war(("Japan", "USA"), turn=turn, scenario="guadalcanal_1942", carrier_planes=True)
        able = set()
        for name in ("Kaga", "Hiryu", "Junyo"):
            carrier = ship(g, "Japan", "CV", name, SEA, 3)
            unit = plane(g, "Japan", carrier, deck=((1939, 4), (1940, 3), (1942, 2)))
            if unit in ready_planes(g, carrier):
                able.add(g.units[carrier].sheet.carrier)
        assert able == decks


def test_14_4_1_c() -> None:
    """wif-14.4.1-c: the carrier Canada takes a British or Canadian plane, not an American one, and no other aircraft."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jan/Feb 1944", carrier_planes=True)
    canada = ship(g, "Commonwealth", "CV", "any", "London")
    print_values(g, canada, carrier=4)
    british, american = plane(g, "Commonwealth", NOWHERE), plane(g, "USA", NOWHERE)
    assert may_carry(g, canada, british) is None
    refused = may_carry(g, canada, american)
    assert refused is not None and refused.rule == "14.4.1"
    assert may_carry(g, canada, put(g, "Commonwealth FTR any", "London")) is not None


def test_14_4_1_d() -> None:
    """wif-14.4.1-d: two years after its last box its class is one less."""
    for turn, size in (("Nov/Dec 1943", 2), ("Jan/Feb 1944", 1)):
        g = war(("Japan", "USA"), turn=turn, carrier_planes=True)
        assert plane_class(g, plane(g, "Japan", NOWHERE, deck=((1939, 4), (1940, 3), (1942, 2)))) == size


def test_14_4_1_room_on_a_carrier() -> None:
    """One plane of any class, too large a one in port only and to no use; two if their classes fit together."""
    g, carrier, first = fleet()
    small, large = plane(g, "USA", NOWHERE, deck=((1941, 1),)), plane(g, "USA", NOWHERE, deck=((1941, 3),))
    assert carrier_planes.may_take_planes(g, carrier, small) is None
    refused = carrier_planes.may_take_planes(g, carrier, large)
    assert refused is not None and refused.rule == "14.4.1"
    g.units[first].aboard, g.units[first].at = NOWHERE, FORCE_POOL
    giant = plane(g, "USA", NOWHERE, deck=((1941, 6),))
    assert carrier_planes.may_take_planes(g, carrier, giant) is not None  # at sea
    g.units[carrier].at = at(g, "Pearl Harbor")
    assert carrier_planes.may_take_planes(g, carrier, giant) is None
    carrier_planes.board(g, giant, carrier)
    assert ready_planes(g, carrier) == [] and air_component(g, carrier) == 0


def test_14_4_1_values_are_those_of_the_counter() -> None:
    """Range and factors of the unit, not of the air component, which does not grow; the search too."""
    g, carrier, unit = fleet("Jan/Feb 1944")
    assert (plane_range(g, carrier), air_component(g, carrier)) == (5, 4) and planes_aboard(g, carrier) == [unit]
    assert naval_search.search_number(g, [carrier], at(g, SEA), 3) == 4
    g.units[unit].aboard, g.units[unit].at = NOWHERE, FORCE_POOL
    assert air_component(g, carrier) == 0 and naval_search.search_number(g, [carrier], at(g, SEA), 3) == 3


def test_14_4_1_missions_from_the_deck() -> None:
    """The unit flies and turns face-down, its carrier does not; the carrier itself, planes ashore and face-down ones stay."""
    g, carrier, unit = fleet()
    target = next(s for s in g.ground.shores[at(g, SEA)] if g.ground.land[s])
    g.hexes[target].controller = g.facts.country["japan"]
    put(g, "Japan INF any", g.board.token(target))
    act(g, "USA", Action.AIR)
    subject = Flight(USA, "ground strike", BOMBER)
    refused = may_take_off(g, subject, carrier)
    assert refused is not None and refused.rule == "14.4.1"
    assert may_fly(g, subject, (unit, target)) is None
    send(g, subject, (unit, target))
    assert g.units.at[unit] == g.units.at[carrier] and g.units.over[unit] == target
    drive(g, return_to_base(g, unit))
    assert g.units.down[unit] and not g.units.down[carrier] and g.units.mission[unit] == GROUNDED
    assert may_take_off(g, Flight(USA, "ground strike", BOMBER), unit) is not None
    ashore = plane(g, "USA", NOWHERE)
    refused = may_take_off(g, Flight(USA, "ground strike", BOMBER), ashore)
    assert refused is not None and "rebases" in refused.reason


def test_14_4_1_a_battle() -> None:
    """Planes that are shot down leave their carrier unharmed; they land on another when theirs is sunk, or are lost."""
    g, carrier, unit = fleet()
    naval_air_combat.shot_down(g, Plane(unit, 3, 4, True, True))
    assert g.units.at[unit] == FORCE_POOL and not g.units.no_planes[carrier] and not g.units.down[carrier]
    for rescue in (True, False):
        g, carrier, unit = fleet()
        other = ship(g, "USA", "CV", "Yorktown", SEA, 3 if rescue else 2)
        print_values(g, other, carrier=4)
        homes = carrier_planes.take_off(g, [unit])
        naval_damage.sink(g, carrier)
        carrier_planes.land(g, homes)
        assert g.units.aboard[unit] == (other if rescue else NOWHERE)
        assert (g.units.at[unit] == FORCE_POOL) != rescue


def test_14_4_1_a_whole_round() -> None:
    """Both sides' units fly as fighters or bombers, in secret, face-down ones too, and are on their ships again afterwards."""
    g, carrier, unit = fleet()
    g.units[unit].down = 1
    foe = ship(g, "Japan", "CV", "Kaga", SEA, 3)
    theirs = plane(g, "Japan", foe)
    sides = Sides(at(g, SEA), 1, included=[[foe], [carrier]])
    assert naval_air_combat.has_aircraft(g, [carrier])
    answers = ["as_fighter", "as_fighter", "break_off"]
    flow = naval_air_combat.naval_air_round(g, sides, naval_damage.Toll(), ["japan", "usa"])
    prompts = drive(g, flow, answers, dice=[6, 7] * 4)
    assert prompts and g.units.aboard[unit] == carrier and g.units.aboard[theirs] == foe


def test_14_4_1_damage() -> None:
    """A damaged carrier's planes neither fly nor fight; when it goes to the repair pool they return next turn; sunk they are
    lost; it need not come home for them."""
    g, carrier, unit = fleet()
    assert not must_return(g, carrier)
    g.units[carrier].damaged = 1
    assert air_component(g, carrier) == 0 and not naval_air_combat.has_aircraft(g, [carrier])
    g.units[carrier].at = g.units[unit].at = at(g, "Pearl Harbor")
    naval_damage.repair(g, carrier)
    assert g.units.at[unit] <= CIRCLE and g.units.aboard[unit] == NOWHERE
    h, carrier, unit = fleet()
    naval_damage.sink(h, carrier)
    assert h.units.at[unit] == FORCE_POOL


def test_14_4_1_rebases() -> None:
    """From the deck to a friendly hex in reach and to another carrier; from one section to a lower one it pays both."""
    g, carrier, unit = fleet()
    act(g, "USA", Action.AIR)
    other = ship(g, "USA", "CV", "Yorktown", SEA, 2)
    print_values(g, other, carrier=4)
    assert may_take(g, Rebasing(USA), unit) is None
    reach = rebase_reach(g, unit)
    assert reach[g.units.at[other]] == 9  # six out of section 3, three into section 2
    print_values(g, unit, range=4)
    assert g.units.at[other] in rebase_reach(g, unit)  # 11.16: thrice over seas without enemies
    print_values(g, unit, range=2)
    assert g.units.at[other] not in rebase_reach(g, unit)
    g.units[other].at = g.units.at[carrier]
    move = Move(USA, unit)
    assert rebase_reach(g, unit)[g.units.at[carrier]] == 0 and may_move(g, move, g.units.at[carrier]) is None
    hold(g, "Japan", "Tokyo")
    refused = may_move(g, Move(USA, unit), at(g, "Tokyo"))
    assert refused is not None


def test_14_4_1_costs_and_the_beginning() -> None:
    """Carriers do not cost one more with option 5 then; each carrier of a scenario begins with a unit that fits it."""
    for on in (True, False):
        g = war(("Japan", "USA"), carrier_planes=on)
        essex = next(c for c in g.facts.counters if c.type == Type.CV and c.power == "USA")
        assert first_cost(g, essex) == essex.cost + (0 if on else 1)
    session = Session.new(TITLE, "guadalcanal_1942", options={"carrier_planes": True}, seed=b"planes")
    game: War = session.g
    carriers = [u for u, deck in enumerate(game.roster.deck) if deck and game.units.at[u] >= 0]
    loaded = [u for u in carriers if planes_aboard(game, u)]
    assert carriers and len(loaded) >= 0.8 * len(carriers)
    assert all(ready_planes(game, u) == planes_aboard(game, u) for u in carriers)
    assert {game.units.power[u] for u in loaded} >= {JAPAN, USA}


def test_11_5_2_a_carrier_that_calls_turns_its_planes_down() -> None:
    g, carrier, unit = fleet()
    ship(g, "Japan", "CA", "any", SEA, 0)
    assert naval_combat.starters(g, USA, at(g, SEA)) == [carrier]
    drive(g, naval_combat.start(g, naval_combat.Hunt(USA), at(g, SEA)), dice=[10] * 10)
    assert g.units.down[carrier] and g.units.down[unit]


def test_11_10_6_a_captured_carrier_has_lost_its_planes() -> None:
    g, carrier, unit = fleet()
    g.units[carrier].at = g.units[unit].at = at(g, "Pearl Harbor")
    overrun.capture(g, carrier, JAPAN)
    assert g.units.power[carrier] == JAPAN and g.units.at[unit] == FORCE_POOL and planes_aboard(g, carrier) == []


def test_14_6_1_a_plane_unit_leaves_its_carrier_for_the_reserve_pool() -> None:
    g, carrier, unit = fleet()
    pilots._rest(g, pilots.Airfields(USA), unit)
    assert g.units.at[unit] == AIR_RESERVE and g.units.aboard[unit] == NOWHERE and planes_aboard(g, carrier) == []


def test_11_5_5_planes_on_a_damaged_carrier_do_not_help_the_search() -> None:
    g, carrier, _ = fleet()
    assert naval_search.search_number(g, [carrier], at(g, SEA), 3) == 4
    g.units[carrier].damaged = 1
    assert naval_search.search_number(g, [carrier], at(g, SEA), 3) == 3
