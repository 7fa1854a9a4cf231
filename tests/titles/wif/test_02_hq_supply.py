"""2.4.2, 2.4.3: HQs on beaches (option 11), HQs beside other sources, emergency HQ supply (option 13)."""

from __future__ import annotations

from copy import copy

from grognard.titles.wif.facts import GERMANY, USA, USSR
from grognard.titles.wif.ground import ALL_SEA
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules import emergency_supply as stores
from grognard.titles.wif.rules.emergency_supply import Rescue, close_stores, may_rescue, may_stock, rescues, stockings
from grognard.titles.wif.rules.impulses import begin_impulse
from grognard.titles.wif.rules.land_attack import Declaring, able_to_attack, attack_on, declare_attacks, join_attack, may_attack
from grognard.titles.wif.rules.land_movement import move_land_units
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.land_strength import defence_factors
from grognard.titles.wif.rules.supply import beach_hq, clear_beaches, in_supply
from grognard.titles.wif.rules.supply_paths import Supply
from grognard.titles.wif.state import INVASION, NOWHERE, War
from tests.titles.wif.field import act, at, drive, hold, named, put, sides, war
from tests.titles.wif.test_11_sea import ship

BOCAGE = ("W1632", "W1731", "W1631", "W1732")


def normandy(*, limited: bool) -> tuple[War, int, dict[str, int]]:
    """D-Day: Eisenhower on the beach, corps inland; our board draws no coast in W1732, so this one has it."""
    g = war(("Germany", "USA"), ("Germany", "Commonwealth"), turn="May/Jun 1944", limited_overseas_supply=limited)
    hold(g, "Germany", "France")
    hold(g, "USA", *BOCAGE)
    ground = g.__dict__["ground"] = copy(g.ground)
    ground.seas = list(ground.seas)
    ground.seas[at(g, "W1732")] = ground.seas[at(g, "W1632")]
    act(g, "USA", Action.LAND)
    ship(g, "USA", "TRS", "any", "North Sea", section=1)
    ike = named(g, "USA", "Eisenhower", "W1632")
    where = {"III": "W1632", "VII": "W1731", "XX": "W1731", "V": "W1631", "XIX": "W1631"}
    corps = {name: named(g, "USA", name, place) for name, place in where.items()}
    for german, place in (("LXXXIV", "W1833"), ("XLVII", "W1630")):
        named(g, "Germany", german, place)
    assert g.units[ike].sheet.reorganisation == 4
    return g, ike, corps


def test_2_4_2_k() -> None:
    """wif-2.4.2-k: Eisenhower, fed over the beach, feeds the VII for its move and then the four that attack; the VII on the coast
    needs nobody."""
    g, ike, corps = normandy(limited=True)
    assert all(in_supply(g, u) for u in (ike, *corps.values()))
    assert beach_hq(g, corps["VII"]) == ike and beach_hq(g, corps["III"]) == NOWHERE
    drive(
        g, move_land_units(g),
        [f"pick u{corps['VII']}", "go W1732", f"pick u{corps['III']}", "go W1731", "done"],
    )  # fmt: skip
    assert g.units.beached[corps["VII"]] == ike + 1 and not g.units.down[corps["VII"]]
    clear_beaches(g)
    four = [corps[name] for name in ("III", "XX", "V", "XIX")]
    for u in four:
        assert able_to_attack(g, USA, u) is None
        join_attack(g, USA, u, at(g, "W1630"))
    assert g.units.beached.count(ike + 1) == 4
    assert beach_hq(g, corps["VII"]) == NOWHERE and able_to_attack(g, USA, corps["VII"]) is None  # over its own coast
    assert set(fight(g, attack_on(g, at(g, "W1630"))).attackers) == set(four)


def test_2_4_2_an_hq_on_a_beach_feeds_no_more_than_its_value() -> None:
    for limited in (True, False):
        g, ike, corps = normandy(limited=limited)
        fifth = put(g, "USA INF any", "W1531")
        hold(g, "USA", "W1531")
        for u in (corps["VII"], corps["XX"], corps["V"], corps["XIX"]):
            join_attack(g, USA, u, at(g, "W1630"))
        assert in_supply(g, fifth) != limited
        refused = able_to_attack(g, USA, fifth)
        assert (refused is not None) == limited and (refused is None or refused.rule == "2.4.3")
        clear_beaches(g)
        assert in_supply(g, fifth)


def test_2_4_2_a_port_on_the_way_lifts_the_limit() -> None:
    g, ike, corps = normandy(limited=True)
    hold(g, "USA", "W1833")
    g.units[next(u for u, c in enumerate(g.units.at) if c == at(g, "W1833"))].at = -2
    assert beach_hq(g, corps["VII"]) == NOWHERE  # Cherbourg is a port within three hexes


def test_2_4_2_an_hq_may_always_trace_to_a_source_in_the_next_hex() -> None:
    """In the desert the next hex counts two; where the limit is less an HQ beside another that is fed is fed all the same."""
    g = war(("Germany", "Commonwealth"))
    hold(g, "Germany", "Egypt")
    dry = [s for s in g.ground.homeland["egypt"] if g.board.terrain_name(s) == "desert" and not g.ground.seas[s]]
    near, far = next((a, b) for a in dry for b, f in g.ground.steps[a] if b in dry and not f)
    hq = named(g, "Germany", "Rundstedt", g.board.token(near))
    supply = Supply(g, GERMANY, g.units.country[hq])
    assert supply._next_door(near) is None  # nobody feeds it
    supply.by_land.add(far)
    found = supply._next_door(near)
    assert found is not None and found[0] == (near, far)
    supply._waiting, supply._weak = {}, {near}
    supply.complete()
    assert near in supply.by_land
    sides(g, g.board.token(near), g.board.token(far), bits=ALL_SEA)
    barred = Supply(g, GERMANY, g.units.country[hq])
    barred.by_land.add(far)
    assert barred._next_door(near) is None


# --- emergency supply ---------------------------------------------------------------------------------------------------------


def pocket(**columns: int) -> tuple[War, int, list[int]]:
    """Rundstedt and five corps beside him, cut off in the Ukraine."""
    g = war(("Germany", "USSR"), hq_support=True)
    act(g, "Germany", Action.LAND)
    around = [g.board.token(s) for s, _ in g.ground.steps[at(g, "E1834")]]
    hold(g, "Germany", "E1834", *around)
    hq = named(g, "Germany", "Rundstedt", "E1834", **columns)
    corps = [put(g, "Germany INF any", place) for place in around[:5]]
    return g, hq, corps


def test_2_4_3_an_hq_feeds_as_many_units_as_its_value_for_one_impulse() -> None:
    g, hq, corps = pocket()
    value = g.units[hq].sheet.reorganisation
    assert not any(in_supply(g, u) for u in (hq, *corps)) and value < len(corps)
    subject = Rescue(GERMANY, False)
    assert stores.rescuers(False)(g) == [GERMANY]
    drive(g, stores.rescue(False)(g), [f"feed u{hq} u{u}" for u in corps[:value]])
    assert all(in_supply(g, u) and able_to_attack(g, GERMANY, u) is None for u in corps[:value])
    assert not in_supply(g, corps[value]) and not in_supply(g, hq)
    refused = may_rescue(g, subject, (hq, corps[value]))
    assert refused is not None and "reorganisation value" in refused.reason
    assert not g.units.down[hq]
    close_stores(g)
    assert g.units.down[hq] and in_supply(g, corps[0])  # until the impulse ends
    begin_impulse(g)
    assert not in_supply(g, corps[0])


def test_2_4_3_whom_an_hq_does_not_feed() -> None:
    g, hq, corps = pocket(down=1)
    subject = Rescue(GERMANY, False)
    assert rescues(g, subject) == []
    refused = may_rescue(g, subject, (hq, corps[0]))
    assert refused is not None and "face-up" in refused.reason
    g.units[hq].down = 0
    other = named(g, "Germany", "Manstein", g.board.token(g.units.at[corps[0]]))
    refused = may_rescue(g, subject, (hq, other))
    assert refused is not None and "no HQs" in refused.reason
    soviet = put(g, "USSR INF any", "Moscow")
    refused = may_rescue(g, subject, (hq, soviet))
    assert refused is not None and "co-operate" in refused.reason
    far = put(g, "Germany INF any", "E1230")
    refused = may_rescue(g, subject, (hq, far))
    assert refused is not None and "basic path" in refused.reason
    home = put(g, "Germany INF any", "Berlin")
    refused = may_rescue(g, subject, (hq, home))
    assert refused is not None and "in supply" in refused.reason


def test_2_4_3_a_unit_that_leaves_the_range_of_the_hq_starves() -> None:
    g, hq, corps = pocket()
    drive(g, stores.rescue(False)(g), [f"feed u{hq} u{corps[0]}", "done"])
    assert in_supply(g, corps[0])
    g.units[corps[0]].at = at(g, "E1230")
    assert not in_supply(g, corps[0])


def test_2_4_3_defenders_are_fed_when_they_are_attacked_but_not_by_surprised_hqs() -> None:
    g, hq, corps = pocket()
    g.units[corps[0]].down = g.units[corps[1]].down = 1
    act(g, "USSR", Action.LAND)
    target = g.units.at[corps[0]]
    foe = put(g, "USSR INF 6-3", g.board.token(next(s for s, f in g.ground.steps[target] if s != at(g, "E1834") and not f)))
    assert stores.rescuers(True)(g) == []
    g.units[foe].fed = 1
    join_attack(g, USSR, foe, target)
    assert stores.rescuers(True)(g) == [GERMANY]
    assert rescues(g, Rescue(GERMANY, True)) == [(hq, corps[0])]  # the other one is not attacked
    starved = defence_factors(g, corps[0])
    g.powers[GERMANY].surprised_by = 1 << USSR
    refused = may_rescue(g, Rescue(GERMANY, True), (hq, corps[0]))
    assert refused is not None and refused.rule == "15.1"
    g.powers[GERMANY].surprised_by = 0
    g.power = GERMANY
    drive(g, stores.rescue(True)(g), [f"feed u{hq} u{corps[0]}"])
    assert defence_factors(g, corps[0]) > starved


def test_2_4_3_a_notional_unit_counts_as_one_of_those_fed() -> None:
    g, hq, corps = pocket()
    for u in corps:
        g.units[u].at = -2
    act(g, "USSR", Action.LAND)
    target = next(s for s, _ in g.ground.steps[at(g, "E1834")])
    lander = put(g, "USSR PARA any", g.board.token(target), landed=INVASION, shore=g.ground.sections[at(g, "Black Sea")][4])
    join_attack(g, USSR, lander, target)
    attack = attack_on(g, target)
    hungry = fight(g, attack).notional
    assert stockings(g, Rescue(GERMANY, True)) == [(hq, attack)]
    g.power = GERMANY
    drive(g, stores.rescue(True)(g), [f"stock u{hq} a{attack}"])
    fed = fight(g, attack).notional
    assert hungry is not None and fed is not None and fed > hungry
    assert stores.rations_left(g, hq) == g.units[hq].sheet.reorganisation - 1
    refused = may_stock(g, Rescue(GERMANY, True), (hq, attack))
    assert refused is not None and refused.rule == "2.4.3"
    close_stores(g)
    assert g.units.down[hq] and g.attacks.larder[attack] == NOWHERE


def test_2_4_3_who_is_fed_may_declare_an_attack() -> None:
    g, hq, corps = pocket()
    soviet = g.facts.country["ussr"]
    target = next(s for s, f in g.ground.steps[g.units.at[corps[0]]] if g.hexes.controller[s] == soviet and not f)
    put(g, "USSR MIL any", g.board.token(target))
    refused = may_attack(g, Declaring(GERMANY), (corps[0], target))
    assert refused is not None and refused.rule == "2.4.3"
    drive(g, stores.rescue(False)(g), [f"feed u{hq} u{corps[0]}", "done"])
    drive(g, declare_attacks(g), [f"attack u{corps[0]} {g.board.token(target)}", "done"])
    assert attack_on(g, target) >= 0
