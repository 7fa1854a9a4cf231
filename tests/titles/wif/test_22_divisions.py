"""22.1, 22.1.1: divisions and elite divisions (option 2)."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.charts import LandResult
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, POWER_INDEX
from grognard.titles.wif.ground import ALL_SEA, ALPINE, CLEAR, FOREST, RIVER, STRAITS
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.divisions import (
    Breakdown,
    Reform,
    break_down,
    breaking_down,
    may_break_down,
    may_reform,
    pairs,
    reform,
    reformed,
)
from grognard.titles.wif.rules.land_attack import join_attack, may_attack_across
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers, ferried, fight, weighed
from grognard.titles.wif.rules.land_results import apply_result, first_losses
from grognard.titles.wif.rules.land_steps import ground_for, may_enter, slips_by, step_cost
from grognard.titles.wif.rules.land_strength import attack_factors, defence_factors
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.stacking import air_limit, land_excess
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.transport import may_carry, may_embark_at
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import FORCE_POOL, INVASION, War

from .field import act, align, at, beside, drive, hold, put, sides, sky, war


def spare(g: War, power: str, kind: str, name: str, where: str | None = None, home: str = "") -> int:
    """A counter by power, type and name: in the force pool, or on the map."""
    number = next(
        n for n, c in enumerate(g.facts.counters)
        if c.power == power and c.type == Type.read(kind) and c.name == name and home in ("", c.home)
        and c.division == (where is None or c.division)
    )  # fmt: skip
    nation = g.facts.nation[number]
    owner = POWER_INDEX[power] if power in POWER_INDEX else g.countries.power[nation]
    place = FORCE_POOL if where is None else at(g, where)
    return g.units.add(counter=number, at=place, power=owner, country=nation).index


def corps(g: War, id: str, where: str | None) -> int:
    number = g.facts.index[id]
    nation, power = g.facts.nation[number], g.facts.counters[number].power
    owner = POWER_INDEX[power] if power in POWER_INDEX else g.countries.power[nation]
    return g.units.add(counter=number, at=FORCE_POOL if where is None else at(g, where), power=owner, country=nation).index


def eastern() -> War:
    return war(("Germany", "USSR"), ("Germany", "Commonwealth"), divisions=True)


def test_22_1_a() -> None:
    """wif-22.1-a: a Nationalist corps makes no Communist divisions, a Hungarian corps no two German ones; one of each it does."""
    g = eastern()
    align(g, "hungary", "Germany")
    army = corps(g, "L449", "Budapest")
    german = [spare(g, "Germany", "INF", "3"), spare(g, "Germany", "MOT", "29")]
    assert pairs(g, army) == []
    native = spare(g, "Hungary", "INF", "1")
    assert (native, german[1]) in pairs(g, army)
    assert all(native in pair for pair in pairs(g, army))
    chinese = war(("Japan", "China"), divisions=True)
    number = next(c.id for c in chinese.facts.counters if c.home == "Nat China" and c.type == Type.INF and c.strength >= 4)
    own = corps(chinese, number, "Chungking")
    spare(chinese, "China", "INF", "1", home="Comm China")
    spare(chinese, "China", "INF", "2", home="Comm China")
    assert pairs(chinese, own) == []


def test_22_1_c() -> None:
    """wif-22.1-c: an SS armoured and a motorised division, 6 factors, may become the II SS corps, which has fewer than 12."""
    g = eastern()
    tanks, mot = spare(g, "Germany", "ARM", "1 SS", "Berlin"), spare(g, "Germany", "MOT", "1", "Berlin")
    second = corps(g, "L312", None)
    third = corps(g, "L309", None)  # 12 factors are too many
    assert reformed(g, tanks, mot) == [second]
    assert may_reform(g, Reform(GERMANY), (min(tanks, mot), max(tanks, mot))) is None
    g.power = GERMANY
    drive(g, reform(g), [f"reform u{tanks} u{mot}", f"become u{second}"])
    assert g.units.at[second] == at(g, "Berlin") and g.units.at[tanks] == g.units.at[mot] == g.units.at[third] == FORCE_POOL


def test_22_1_f() -> None:
    """wif-22.1-f: the 2nd Canadian armoured corps makes the British armoured and the Canadian motorised division; they reform as
    a Canadian corps in Canada, elsewhere as a British one, of 9 factors or fewer."""
    g = eastern()
    canadian = corps(g, "L96", "Ottawa")
    tanks, mot = spare(g, "Commonwealth", "ARM", "1 Arm"), spare(g, "Commonwealth", "MOT", "1 Can")
    british_mot = spare(g, "Commonwealth", "MOT", "50")
    assert pairs(g, canadian) == [(tanks, mot)]
    assert (tanks, british_mot) not in pairs(g, canadian)
    g.power = COMMONWEALTH
    drive(g, break_down(g), [f"break_down u{canadian}", f"half u{tanks}", f"half u{mot}"])
    assert g.units.at[canadian] == FORCE_POOL
    british = corps(g, "L139", None)  # the British IX: 8 factors
    big = corps(g, "L141", None)  # the XXX has 10: too many
    assert reformed(g, tanks, mot) == [canadian]
    for unit in (tanks, mot):
        g.units[unit].at = at(g, "Cairo")
    assert reformed(g, tanks, mot) == [british]
    assert big not in reformed(g, tanks, mot)


def test_22_1_g() -> None:
    """wif-22.1-g: the Australian 5-1 garrison makes the Australian 1-1 and any Commonwealth garrison of two factors or fewer."""
    g = eastern()
    army = corps(g, "L86", "Canberra")
    own, weak, strong = (spare(g, "Commonwealth", "GAR", name) for name in ("1 Aus", "1", "2"))
    foot = spare(g, "Commonwealth", "INF", "2")
    assert set(pairs(g, army)) == {(own, weak), (own, strong), (weak, own), (strong, own)}
    assert all(foot not in pair for pair in pairs(g, army))


def test_22_1_refuses_zones_and_elite() -> None:
    g = eastern()
    army = corps(g, "L300", "Warsaw")
    hold(g, "Germany", "Warsaw")
    spare(g, "Germany", "MOT", "1")
    elite = spare(g, "Germany", "ARM", "Schwimmpanzer")
    assert may_break_down(g, Breakdown(GERMANY), army) is not None, "the only ARM division is elite"
    tanks = spare(g, "Germany", "ARM", "HG")
    assert may_break_down(g, Breakdown(GERMANY), army) is None
    assert elite not in {a for a, _ in pairs(g, army)} and tanks in {a for a, _ in pairs(g, army)}
    foe = put(g, "USSR INF any", beside(g, "Warsaw"))
    hold(g, "USSR", beside(g, "Warsaw"))
    no = may_break_down(g, Breakdown(GERMANY), army)
    assert no is not None and "zone" in no.reason
    g.units[foe].at = FORCE_POOL
    g.options.divisions = False
    assert breaking_down(g) == []


def test_22_1_stacking_zones_and_table() -> None:
    """Three units stack if the third is a division; a division's zone is its own hex; half an armoured corps for the table."""
    g = eastern()
    a, b = corps(g, "L300", "Warsaw"), corps(g, "L301", "Warsaw")
    small = spare(g, "Germany", "ARM", "HG", "Warsaw")
    here = at(g, "Warsaw")
    assert land_excess(g, here, [a, b, small]) == 0
    assert land_excess(g, here, [a, b, corps(g, "L303", "Berlin")]) == 1
    assert weighed(g, [a, small], frozenset((Type.ARM,))) == Fraction(3, 2)
    lone = war(("Germany", "USSR"), divisions=True)
    spare(lone, "Germany", "ARM", "HG", "Warsaw")
    zones = zones_of_side(lone, 0)
    assert zones[at(lone, "Warsaw")] and not zones[at(lone, beside(lone, "Warsaw"))]


def test_22_1_face_down_out_of_supply() -> None:
    g = eastern()
    small = spare(g, "Germany", "ARM", "1", "Moscow")
    assert defence_factors(g, small) == 3
    g.units[small].down = 1
    assert defence_factors(g, small) == 1


def test_22_1_transport_and_landing() -> None:
    """Two divisions fit on a TRS, foot divisions embark on any coast and invade from it; garrisons do not invade."""
    g = war(("Germany", "Commonwealth"), divisions=True, scenario="global_war_1939")
    ship = put(g, "Commonwealth TRS any", "north_sea_4")
    foot, other = spare(g, "Commonwealth", "INF", "2", "London"), spare(g, "Commonwealth", "INF", "1", "London")
    gar, whole = spare(g, "Commonwealth", "GAR", "1", "London"), corps(g, "L172", "London")
    assert may_carry(g, ship, foot) is None
    g.units[foot].aboard, g.units[foot].at = ship, g.units.at[ship]
    assert may_carry(g, ship, other) is None and may_carry(g, ship, whole) is not None
    coast = next(s for s, c in enumerate(g.ground.country) if c == "united_kingdom" and g.ground.wet[s] and not g.ground.port[s])
    g.units[other].at = coast
    g.units[whole].at = coast
    assert may_embark_at(g, ship, other) is None and may_embark_at(g, ship, whole) is not None
    act(g, "Commonwealth", Action.COMBINED)
    shores = g.ground.shores[g.ground.area[g.units.at[ship]]]
    beach = next(s for s in shores if g.ground.country[s] == "germany" and g.ground.wet[s])
    assert may_invade(g, Invading(COMMONWEALTH), (foot, beach)) is None
    g.units[gar].aboard, g.units[gar].at = ship, g.units.at[ship]
    assert may_invade(g, Invading(COMMONWEALTH), (gar, beach)) is not None


# --- elite divisions ----------------------------------------------------------------------------------------------------------


def landing() -> tuple[War, int, int, int, int]:
    """The V corps and the marine engineers on TRS, the VII on an AMPH, all in section 4 of the North Sea."""
    g = war(("Germany", "USA"), ("Germany", "Commonwealth"), divisions=True, scenario="global_war_1939", turn="May/Jun 1944")
    sea = at(g, "north_sea_4")
    trs, trs2, amph = put(g, "USA TRS any", "north_sea_4"), put(g, "Commonwealth TRS any", "north_sea_4"), put(
        g, "USA AMPH any", "north_sea_4"
    )
    five, seven = put(g, "USA INF 7-4", "north_sea_4", aboard=trs), put(g, "USA INF 8-4", "north_sea_4", aboard=amph)
    eng = spare(g, "Commonwealth", "MAR", "Mar Eng", "north_sea_4")
    g.units[eng].aboard = trs2
    beach = next(s for s in g.ground.shores[g.ground.area[sea]] if g.ground.country[s] == "germany" and g.ground.wet[s])
    return g, five, seven, eng, beach


def _ashore(g: War, beach: int, *units: int) -> None:
    for unit in units:
        row = g.units[unit]
        ship = row.aboard
        row.shore, row.amphibious = row.at, int(g.units[ship].sheet.type == Type.AMPH)
        row.aboard, row.at, row.landed = -1, beach, INVASION
        join_attack(g, row.power, unit, beach)


def test_22_1_1_a() -> None:
    """wif-22.1.1-a: marine engineers help units of their own section alone."""
    g, five, _, eng, beach = landing()
    act(g, "USA", Action.COMBINED)
    _ashore(g, beach, eng)
    g.units[five].at = g.units[g.units.aboard[five]].at = at(g, "north_sea_3")
    assert may_invade(g, Invading(POWER_INDEX["USA"]), (five, beach)) is not None
    g.units[five].at = g.units[g.units.aboard[five]].at = at(g, "north_sea_4")
    assert may_invade(g, Invading(POWER_INDEX["USA"]), (five, beach)) is None


def test_22_1_1_b() -> None:
    """wif-22.1.1-b: with the AMPH of the VII improved it attacks with all 8 factors, the engineers with a half."""
    g, _, seven, eng, beach = landing()
    _ashore(g, beach, eng, seven)
    assert fight(g, 0).attack == Fraction(17, 2)


def test_22_1_1_c() -> None:
    """wif-22.1.1-c: with the TRS of the V improved all three invade: 4, 3.5 and a half make 8."""
    g, five, seven, eng, beach = landing()
    _ashore(g, beach, eng, five, seven)
    assert ferried(g, beach) == [five]
    assert fight(g, 0).attack == 8


def test_22_1_1_engineers_cross_rivers() -> None:
    """Engineers and as many others as they have factors are not halved over a river, and are lost first."""
    g = eastern()
    sides(g, "Warsaw", beside(g, "Warsaw"), bits=RIVER)
    here, target = beside(g, "Warsaw"), at(g, "Warsaw")
    hold(g, "USSR", "Warsaw")
    eng, tanks, third = spare(g, "Germany", "MOT", "Eng", here), corps(g, "L300", here), corps(g, "L301", here)
    put(g, "USSR INF any", "Warsaw")
    assert attack_factors(g, tanks, at(g, here), target) == 7
    assert attack_factors(g, third, at(g, here), target) == Fraction(7, 2)
    for unit in (eng, tanks, third):
        join_attack(g, GERMANY, unit, target)
    assert first_losses(g, fight(g, 0)) == (eng,)
    g.units[eng].down = 1
    assert attack_factors(g, tanks, at(g, here), target) == Fraction(7, 2)


def test_22_1_1_engineers_and_factories() -> None:
    g = eastern()
    town = next(s for s, n in enumerate(g.ground.factories) if n and g.ground.country[s] == "ussr")
    name = g.board.token(town)
    eng, foe = spare(g, "Germany", "MOT", "Eng", beside(g, name)), put(g, "USSR INF any", name)
    plain = Fight(town, (eng,), (foe,), None, Fraction(1), Fraction(1), 5, 0, GERMANY, False)
    labels = {item.label: item.value for item in die_modifiers(g, plain, False).items}
    assert labels["engineers attack factories"] == 1
    assert air_limit(g, town) == 3
    other = spare(g, "USSR", "INF", "Eng", name)
    assert air_limit(g, town) == 4
    guarded = Fight(town, (eng,), (foe, other), None, Fraction(1), Fraction(1), 5, 0, GERMANY, False)
    assert {i.label: i.value for i in die_modifiers(g, guarded, False).items}["engineers defend factories"] == -1


def test_22_1_1_marine_symbol_and_mountain_cavalry() -> None:
    g = eastern()
    every = ((s, t, f) for s, links in enumerate(g.ground.steps) for t, f in links if g.ground.country[s])
    here, there = next((s, t) for s, t, f in every if f & ALL_SEA and not f & STRAITS)
    swimmers = spare(g, "Germany", "ARM", "Schwimmpanzer", g.board.token(here))
    plain = spare(g, "Germany", "ARM", "HG", g.board.token(here))
    assert may_attack_across(g, swimmers, there) is None and may_attack_across(g, plain, there) is not None
    horse = spare(g, "USSR", "CAV", "1 Mtn", "Moscow")
    alpine = next((s, t) for s, links in enumerate(g.ground.steps) for t, f in links if f & ALPINE and not g.units.stacks.get(t))
    hold(g, "USSR", *(g.board.token(s) for s in alpine))
    assert may_enter(g, horse, *alpine) is None
    assert may_enter(g, put(g, "USSR CAV any", "Moscow"), *alpine) is not None


def test_22_1_1_infiltrators() -> None:
    """Special forces do not stop in zones off the open ground, nor do zones cut them off; ski troops in snow alike."""
    g = eastern()
    wood = next(s for s, t in enumerate(g.ground.terrain) if t == FOREST and g.ground.country[s] == "ussr")
    name = g.board.token(wood)
    spies, plain = spare(g, "Germany", "PARA", "Brandenburg", name), corps(g, "L300", name)
    assert slips_by(g, spies, wood) and not slips_by(g, plain, wood)
    clear = next(s for s, t in enumerate(g.ground.terrain) if t == CLEAR and g.ground.country[s] == "ussr")
    assert not slips_by(g, spies, clear)
    skis = spare(g, "USSR", "SKI", "1 Ski", "Moscow")
    assert not slips_by(g, skis, clear)
    sky(g, Weather.SNOW)
    assert slips_by(g, skis, clear) and ground_for(g, skis, wood) == CLEAR
    assert ground_for(g, plain, wood) != CLEAR


def test_22_1_1_infiltrators_draw_supply_through_zones() -> None:
    """A hex all around which lie enemy zones: a corps there starves, special forces do not."""
    g = eastern()
    here, walls = _surrounded(g)
    spies, plain = spare(g, "Germany", "PARA", "Brandenburg", g.board.token(here)), corps(g, "L300", g.board.token(here))
    assert in_supply(g, plain)
    for s in walls:
        put(g, "USSR INF any", g.board.token(s))
    assert in_supply(g, spies) and not in_supply(g, plain)
    for s, _ in g.ground.steps[here]:
        put(g, "USSR INF any", g.board.token(s))
    assert not in_supply(g, spies), "not through hexes in which enemies stand"


def _surrounded(g: War) -> tuple[int, set[int]]:
    """A German hex two from a city, and hexes beyond its neighbours from which zones cover all of these."""
    steps, city = g.ground.steps, g.ground.city
    for here in g.ground.homeland["germany"]:
        ring = {b for b, _ in steps[here]}
        second = {b for s in ring for b, _ in steps[s] if g.ground.country[b] == "germany"} - ring - {here}
        walls: set[int] = set()
        for s in sorted(b for b in second if not city[b]):
            if not walls & {b for b, _ in steps[s]}:
                walls.add(s)
        covered = all(any(b in walls for b, _ in steps[s]) for s in ring)
        if covered and not any(city[s] for s in {here, *ring}) and any(city[s] for s in second):
            return here, walls
    raise AssertionError("no such hex")


def test_22_1_1_nkvd() -> None:
    """The NKVD trades a retreat for another loss; without it the stack retreats."""
    g = eastern()
    hold(g, "USSR", "ussr")
    a, b = corps(g, "L300", beside(g, "Minsk")), corps(g, "L301", beside(g, "Minsk"))
    guard, army = spare(g, "USSR", "INF", "NKVD", "Minsk"), put(g, "USSR INF any", "Minsk")
    for unit in (a, b):
        join_attack(g, GERMANY, unit, at(g, "Minsk"))
    battle = fight(g, 0)
    result = LandResult(0, 0, retreat=True, stay="*")
    prompts = drive(g, apply_result(g, battle, result, GERMANY, set()), ["stand", f"lose u{army}"])
    assert g.units.at[guard] == at(g, "Minsk") and g.units.at[army] == FORCE_POOL
    assert not any("retreat?" in p and "Where" in p for p in prompts)


def test_22_1_march_of_ski_troops() -> None:
    """In snow a wood costs ski troops what open ground costs; others pay for the wood."""
    g = eastern()
    sky(g, Weather.SNOW)
    wood = next(s for s, t in enumerate(g.ground.terrain) if t == FOREST and g.ground.country[s] == "ussr")
    start = g.board.token(g.ground.steps[wood][0][0])
    skis, plain = spare(g, "USSR", "SKI", "1 Ski", start), spare(g, "USSR", "MOT", "1", start)
    assert step_cost(g, skis, at(g, start), wood) < step_cost(g, plain, at(g, start), wood)
