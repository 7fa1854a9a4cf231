"""22.4, 22.6, 22.8, 22.11: Guards Banner armies, warlords, volunteers of cities and heavy weapons (options 52, 59, 55, 56)."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.facts import CHINA, GERMANY, JAPAN, USSR
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.gearing import class_of_unit, gearing_key
from grognard.titles.wif.rules.land_odds import Fight
from grognard.titles.wif.rules.land_steps import may_enter
from grognard.titles.wif.rules.production import earns_bonus
from grognard.titles.wif.rules.promotions import (
    heavy_twin,
    lay_out_guards,
    lay_out_heavy_weapons,
    may_upgrade,
    merit,
    promote,
    promotions,
    raise_banners,
    upgrade,
)
from grognard.titles.wif.rules.recruits import (
    dismiss_warlords,
    lay_out_volunteers,
    may_enlist,
    muster,
    place_warlords,
)
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.rules.wars import make_war, may_be_called
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, RESERVE_POOL, SET_ASIDE, TRACK, War, slot_of

from .field import align, at, beside, drive, hold, put, war
from .test_22_divisions import corps, spare


def guards(*, at_war: bool = True) -> War:
    enemies = (("Germany", "USSR"),) if at_war else ()
    g = war(*enemies, turn="May/Jun 1941", guards_banner=True, divisions=True)
    g.powers[USSR].plays = g.powers[GERMANY].plays = 1
    lay_out_guards(g)
    return g


def where(g: War, mark: str) -> set[int]:
    sheets = [(u, g.facts.counters[c]) for u, c in enumerate(g.units.counter)]
    return {g.units.at[u] for u, sheet in sheets if sheet.guards and sheet.available == mark}


def test_22_4_a() -> None:
    """wif-22.4-a: the neutral USSR is attacked in May/Jun 1941: Ge and Res are in reserve at once, Ge+1 in January 1942, Ge+2 a
    year later; none of them is called out like other reserves."""
    g = guards(at_war=False)
    assert {*where(g, "Res"), *where(g, "Ge")} == {SET_ASIDE}
    make_war(g, GERMANY, USSR)
    raise_banners(g)
    assert {*where(g, "Res"), *where(g, "Ge")} == {RESERVE_POOL}
    assert where(g, "Ge+1") == where(g, "Ge+2") == {SET_ASIDE}
    g.turn += 4
    raise_banners(g)
    assert g.date == "Jan/Feb 1942" and where(g, "Ge+1") == {RESERVE_POOL} and where(g, "Ge+2") == {SET_ASIDE}
    g.turn += 6
    raise_banners(g)
    assert where(g, "Ge+2") == {RESERVE_POOL}
    assert not any(may_be_called(g, u) for u, a in enumerate(g.units.at) if a == RESERVE_POOL)


def krivoy_rog(second_loss: str = "L449") -> tuple[War, Fight, int, int]:
    """Rumanian losses, a Soviet mechanised army lost, an infantry army left; the 8th Guards are on the map."""
    g = guards()
    align(g, "hungary", "Germany")
    mech, foot = corps(g, "L813", "E1431"), corps(g, "L881", "E1431")
    losers = (corps(g, "L450", beside(g, "E1431")), corps(g, second_loss, beside(g, "E1431")))
    eighth = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].id == "X90")
    g.units[eighth].at = at(g, "Moscow")
    battle = Fight(at(g, "E1431"), losers, (mech, foot), None, Fraction(22), Fraction(11), 6, 0, GERMANY, False)
    for unit in (mech, foot):
        g.units[unit].held = g.units.at[unit]
    for unit in (*losers, mech):
        g.units[unit].at = FORCE_POOL
    return g, battle, mech, foot


def test_22_4_c() -> None:
    """wif-22.4-c: two armies against one: three points."""
    g, battle, _, _ = krivoy_rog()
    assert merit(g, battle, USSR) == 3 and merit(g, battle, GERMANY) == 0


def test_22_4_d() -> None:
    """wif-22.4-d: a mechanised army of five is two short of the weakest mechanised Guards."""
    g, battle, mech, foot = krivoy_rog()
    g.units[mech].at, g.units[foot].at = at(g, "E1431"), FORCE_POOL
    assert g.units[mech].sheet.strength == 5
    assert not any(unit == mech for unit, _ in promotions(g, battle, USSR))
    g.units[mech].counter = g.facts.index["L815"]  # with seven it is enough
    assert any(unit == mech for unit, _ in promotions(g, battle, USSR))


def test_22_4_e() -> None:
    """wif-22.4-e: six and three reach the 8-4 of the 9th Guards, the 9-4 stands on the map; the old army goes to the pool."""
    g, battle, _, foot = krivoy_rog()
    pairs = promotions(g, battle, USSR)
    ninth = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].id == "X91")
    tenth = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].id == "X92")
    g.units[tenth].at = SET_ASIDE
    assert (foot, ninth) in pairs and all(g.units[new].sheet.strength <= 9 for _, new in pairs)
    drive(g, promote(g, battle), [f"promote u{foot} u{ninth}"])
    assert g.units.at[ninth] == at(g, "E1431") and g.units.at[foot] == FORCE_POOL
    destroy(g, ninth, FORCE_POOL)
    assert g.units.at[ninth] == RESERVE_POOL, "Guards go back to the reserve"


def test_22_4_f() -> None:
    """wif-22.4-f: with a division for one of the armies one and a half points are left, which make two: six and two are eight."""
    g, battle, _, foot = krivoy_rog("X2")
    assert merit(g, battle, USSR) == 2
    assert [g.units[new].sheet.strength for unit, new in promotions(g, battle, USSR) if unit == foot] == [8]


def test_22_4_nothing_against_partisans() -> None:
    g, battle, _, _ = krivoy_rog()
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    for unit in battle.attackers:
        g.units[unit].counter = number
    assert promotions(g, battle, USSR) == []


# --- warlords -----------------------------------------------------------------------------------------------------------------


def china() -> War:
    g = war(("Japan", "China"), warlords=True, volunteers=True, scenario="global_war_1939", turn="Sep/Oct 1939")
    g.powers[JAPAN].plays = g.powers[CHINA].plays = 1
    return g


def warlord(g: War, city: str) -> int:
    return next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].available == city and g.units.at[u] >= 0)


def test_22_6_a() -> None:
    """wif-22.6-a: the Lanchow warlord may stand two hexes from his city and not advance into Sian beyond."""
    g = china()
    place_warlords(g)
    unit = warlord(g, "Lanchow")
    assert g.units.at[unit] == at(g, "Lanchow") and g.units.power[unit] == CHINA
    near = at(g, "A0637")
    g.units[unit].at = near
    no = may_enter(g, unit, near, at(g, "A0537"))
    assert no is not None and no.rule == "22.6"
    back = next(s for s, _ in g.ground.steps[near] if any(b == at(g, "Lanchow") for b, _ in g.ground.steps[s]))
    no = may_enter(g, unit, near, back)
    assert no is None or no.rule != "22.6"


def test_22_6_lost_cities() -> None:
    """A warlord whose city falls leaves; the new master's own warlord joins his force pool in the next production step."""
    g = china()
    place_warlords(g)
    unit = warlord(g, "Sian")
    assert earns_bonus(g, unit, g.units.at[unit], supplied=True) is not None
    hold(g, "Japan", "Sian")
    dismiss_warlords(g)
    assert g.units.at[unit] == GONE
    muster(g)
    ours = [u for u, c in enumerate(g.units.counter) if g.facts.counters[c].id == "X121"]
    assert [g.units.at[u] for u in ours] == [FORCE_POOL] and g.units.power[ours[0]] == JAPAN


def test_4_2_1_beside_a_full_city_there_is_room_for_one_volunteer_or_warlord() -> None:
    g = war(("Japan", "China"), warlords=True, scenario="global_war_1939", turn="Sep/Oct 1939")
    numbers = [n for n, c in enumerate(g.facts.counters) if "warlord" in c.marks and slug(c.available) in g.ground.places]
    number = numbers[0]
    city = g.ground.places[slug(g.facts.counters[number].available)]
    unit = g.units.add(counter=number, power=CHINA, country=g.facts.nation[number], at=slot_of(g.turn)).index
    subject = Arrival(CHINA, unit)
    g.hexes[city].controller = g.facts.country["china"]
    assert subject.candidates(g) == [city]
    for _ in range(2):
        put(g, "China INF any", g.board.ids[city])
    beside = Arrival(CHINA, unit).candidates(g)
    steps = {s for s, _ in g.ground.steps[city]}
    assert beside and set(beside) <= steps and may_arrive(g, Arrival(CHINA, unit), beside[0]) is None


# --- volunteers ---------------------------------------------------------------------------------------------------------------


def test_22_8_volunteers_come_free_once() -> None:
    g = war(("Germany", "USSR"), volunteers=True, scenario="global_war_1939", turn="Sep/Oct 1941")
    g.powers[GERMANY].plays = 1
    lay_out_volunteers(g)
    unit = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].name == "Vlassov")
    purse = Purse(GERMANY, 0)
    no = may_enlist(g, purse, unit)
    assert no is not None and "control" in no.reason
    hold(g, "Germany", "Kiev")
    assert may_enlist(g, purse, unit) is None
    from_act = next(act for act in g.title.purchases if act.name == "enlist")
    from_act.do(g, purse, unit)
    assert g.units.at[unit] == slot_of(g.turn + g.units[unit].sheet.turns)
    assert Arrival(GERMANY, unit).candidates(g) == [at(g, "Kiev")]
    hold(g, "USSR", "Kiev")
    muster(g)
    assert g.units.at[unit] == GONE
    hold(g, "Germany", "Kiev")
    assert may_enlist(g, purse, unit) is not None, "free only once"
    muster(g)
    assert g.units.at[unit] == FORCE_POOL


def test_22_8_free_french_wait_for_vichy() -> None:
    g = war(("Germany", "France"), volunteers=True, scenario="global_war_1939", turn="Sep/Oct 1939")
    lay_out_volunteers(g)
    unit = next(u for u, c in enumerate(g.units.counter) if g.facts.counters[c].name == "FF Algiers")
    purse = Purse(g.units.power[unit], 0)
    assert may_enlist(g, purse, unit) is not None
    g.vichied = 1
    assert may_enlist(g, purse, unit) is None


# --- heavy weapons ------------------------------------------------------------------------------------------------------------


def heavy(*, gearing: bool = False) -> tuple[War, int, int]:
    g = war(("Germany", "USSR"), turn="May/Jun 1942", heavy_weapons=True, guards_banner=True, gearing_limits=gearing)
    g.powers[USSR].plays = g.powers[GERMANY].plays = 1
    lay_out_heavy_weapons(g)
    g.powers[USSR].build_points = 10
    g.first_turn -= 6
    return g, corps(g, "L801", "Moscow"), corps(g, "L803", None)


def test_22_11_a() -> None:
    """wif-22.11-a: an army upgraded on the map costs two points and counts for gearing, one in the force pool neither."""
    g, third, second = heavy(gearing=True)
    purse = Purse(USSR, 10)
    key = gearing_key(USSR, class_of_unit(g, third))
    upgrade(g, purse, second)
    assert g.built.get(key, 0) == 0 and g.powers.build_points[USSR] == 10
    new = heavy_twin(g, third)
    assert may_upgrade(g, purse, third) is None
    upgrade(g, purse, third)
    assert g.built[key] == 1 and g.powers.build_points[USSR] == 8
    assert g.units.at[new] == at(g, "Moscow") and g.units.at[third] == GONE and not g.units.down[new]


def test_22_11_refused() -> None:
    g, third, _ = heavy()
    g.turn -= 12
    assert may_upgrade(g, Purse(USSR, 10), third) is not None, "not available yet"
    g.turn += 12
    no = may_upgrade(g, Purse(USSR, 1), third)
    assert no is not None and "build points" in no.reason
    put(g, "Germany INF any", beside(g, "Moscow"))
    hold(g, "Germany", beside(g, "Moscow"))
    no = may_upgrade(g, Purse(USSR, 10), third)
    assert no is not None and "zone" in no.reason


def test_22_11_d() -> None:
    """wif-22.11-d: the 3rd armoured army that beat a German corps becomes the 3rd with heavy weapons, or armoured Guards."""
    g, third, _ = heavy()
    lay_out_guards(g)
    loser = corps(g, "L300", beside(g, "Moscow"))
    battle = Fight(g.units.at[loser], (third,), (loser,), None, Fraction(6), Fraction(1), 6, 0, USSR, False)
    g.units[loser].held = g.units.at[loser]
    g.units[loser].at = FORCE_POOL
    found = {g.units[new].sheet.name for unit, new in promotions(g, battle, USSR) if unit == third}
    assert "3" in found
    g.units[third].counter = g.facts.index["L803"]
    assert any("GBA" in g.units[new].sheet.name for _, new in promotions(g, battle, USSR))
    g.options["heavy_weapons"] = False
    assert heavy_twin(g, third) == NOWHERE
    assert spare(g, "Germany", "INF", "3") >= 0


def test_22_11_a_unit_on_a_production_track_gets_heavy_weapons_where_it_lies() -> None:
    """Option 40: the new unit lies in the same box of the same place, paid for as far as the old one was."""
    g, third, _ = heavy()
    moscow, row = at(g, "Moscow"), g.units[third]
    row.at, row.yard, row.stage, row.paid, row.bombs = TRACK, moscow, 3, 2, 1
    new = heavy_twin(g, third)
    g.powers[USSR].build_points = 5
    assert may_upgrade(g, Purse(USSR, 5), third) is None
    upgrade(g, Purse(USSR, 5), third)
    fresh = g.units[new]
    assert (fresh.at, fresh.yard, fresh.stage, fresh.paid, fresh.bombs) == (TRACK, moscow, 3, 2, 1)
    assert g.units.at[third] == GONE and g.units.yard[third] == NOWHERE and g.powers.build_points[USSR] == 3
