"""Options of the air: special aircraft (8) and bounce combat (44)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest

from grognard.titles.wif import odds_air
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, USA, USSR
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules import air_combat, air_transport, bounce, en_route, paradrops, raids
from grognard.titles.wif.rules.air_missions import strike_dice, times_over
from grognard.titles.wif.rules.anti_aircraft import Barrage, may_fire
from grognard.titles.wif.rules.bombardment import bombing_modifier, strategic_factors
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.foreign_aircraft import hand_over, may_deal, may_hand_over
from grognard.titles.wif.rules.missions import Flight, may_fly, outward_range, send
from grognard.titles.wif.rules.rebase import Move, may_give, rebase_aircraft
from grognard.titles.wif.rules.reorganisation import price
from grognard.titles.wif.rules.special_aircraft import blunted
from grognard.titles.wif.rules.stacking import air_excess, may_stack
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import (
    AIR_RESERVE,
    BOMBER,
    CLEARED,
    ESCORT,
    FORCE_POOL,
    GROUNDED,
    INTERCEPTOR,
    LAND_OFFENSIVE,
    LEND_LEASE_POOL,
    NOWHERE,
    PATROL,
    War,
)
from tests.titles.wif.field import act, at, beside, drive, hold, put, sky, war
from tests.titles.wif.test_11_sea_examples import print_values
from tests.titles.wif.test_22_divisions import corps

STRATEGIC = "strategic bombardment"


def plane(g: War, what: str, where: str, role: int, rating: int, *marks: str, base: str = "Warsaw", **values: int) -> int:
    """An aircraft over a hex with the rating and the marks a case wants."""
    unit = put(g, what, where, mission=role)
    g.units[unit].base = at(g, base)
    print_values(g, unit, air_to_air=rating, marks=frozenset(marks), **values)
    return unit


# --- bounce combat (option 44) --------------------------------------------------------------------------------------------------


def kursk(*, on: bool = True) -> tuple[War, dict[str, int]]:
    """Zitadelle: three German fighters and two bombers against two Soviet fighters and three bombers."""
    g = war(("Germany", "USSR"), turn="Jul/Aug 1943", bounce_combat=on)
    hold(g, "USSR", "Kursk", "Voronezh")
    hold(g, "Germany", "Warsaw")
    act(g, "Germany", Action.AIR)
    who = {
        "g2": plane(g, "Germany FTR any", "Kursk", ESCORT, 7), "a2": plane(g, "Germany FTR any", "Kursk", ESCORT, 7),
        "e7": plane(g, "Germany FTR any", "Kursk", ESCORT, 6), "ju88": plane(g, "Germany LND any", "Kursk", BOMBER, 3),
        "ju87": plane(g, "Germany LND any", "Kursk", BOMBER, 2),
        "la5": plane(g, "USSR FTR any", "Kursk", INTERCEPTOR, 7, base="Voronezh"),
        "yak9": plane(g, "USSR FTR any", "Kursk", INTERCEPTOR, 6, base="Voronezh"),
        "il2": plane(g, "USSR LND any", "Kursk", BOMBER, 3, base="Voronezh"),
    }  # fmt: skip
    return g, who


def test_14_3_3_g() -> None:
    """wif-14.3.3-g: 7.6 against 8.3: -1 for Anna, +1 for Heinz."""
    g, _ = kursk()
    space = at(g, "Kursk")
    assert air_combat.strength(g, space, ALLIES) == Fraction(76, 10) and air_combat.strength(g, space, AXIS) == Fraction(83, 10)
    assert air_combat.combat_value(g, space, ALLIES) == -1 and air_combat.combat_value(g, space, AXIS) == 1


def test_14_3_3_h() -> None:
    """wif-14.3.3-h: an 11 on the -1 column is DC; Heinz has fighters and is asked whether he bounces; without the option not."""
    for on in (True, False):
        g, who = kursk(on=on)
        chart = g.charts.air_to_air
        assert chart[chart.column(-1), 11].code == "DC"
        answers = ["ready", "ready", *(["as_rolled"] if on else []), f"hit u{who['ju88']}", "abort"]
        prompts = drive(g, air_combat.fight_in_the_air(g, at(g, "Kursk")), answers, dice=[5, 6, 6, 7])
        assert any("bounce" in p for p in prompts) == on


def test_14_3_3_i() -> None:
    """wif-14.3.3-i: the FW-190 of 7 dives on the La-5 of 7: +1 and -1."""
    g, who = kursk()
    battle = air_combat.battle_over(g, at(g, "Kursk"), {AXIS: 0, ALLIES: 6})
    seen: list[tuple[int, int]] = []

    def roll(side: int, value: int):  # type: ignore[no-untyped-def]
        seen.append((side, value))
        yield from ()
        return 9

    battle.roll = roll
    drive(g, bounce.duel(g, battle, AXIS, who["a2"], who["la5"]))
    assert seen == [(ALLIES, -1), (AXIS, 1)]


def test_14_3_3_k() -> None:
    """wif-14.3.3-k: the FW-190 is cleared by another 11, which does nothing, and shoots the La-5 down with a 2; it goes to the
    rear, and Heinz rolls on with +1 as before."""
    g, who = kursk()
    space = at(g, "Kursk")
    answers = ["ready", "ready", f"bounce u{who['a2']} u{who['la5']}", "abort"]
    drive(g, air_combat.fight_in_the_air(g, space), answers, dice=[5, 6, 5, 6, 1, 1, 6, 7])
    assert g.units.at[who["la5"]] == FORCE_POOL and g.units.line[who["a2"]] > 0
    h, other = kursk()
    h.units[other["la5"]].mission = GROUNDED
    h.units[other["a2"]].line = 1
    assert air_combat.fighters(h, at(h, "Kursk"), AXIS)[-1] == other["a2"]
    assert air_combat.combat_value(h, at(h, "Kursk"), AXIS) != 1  # anew it would be more


def test_14_3_3_whom_a_fighter_may_bounce() -> None:
    """After AC a fighter while there are any, after DC anybody; nobody's own aircraft."""
    g, who = kursk()
    battle = air_combat.battle_over(g, at(g, "Kursk"), {AXIS: 0, ALLIES: 6})
    assert set(bounce.prey_of(g, battle, AXIS, "AC")) == {who["la5"], who["yak9"]}
    assert who["il2"] in bounce.prey_of(g, battle, AXIS, "DC")
    subject = bounce.Bounce(at(g, "Kursk"), AXIS, "AC", (who["a2"],), (who["la5"],))
    refused = bounce.BOUNCE.may(g, subject, (who["a2"], who["il2"])) if bounce.BOUNCE.may else None
    assert refused is not None and refused.rule == "14.3.3"


# --- ratings and results (option 8) ---------------------------------------------------------------------------------------------


def essen(*, high: int = 0, night: int = 0, on: bool = True) -> tuple[War, int]:
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jul/Aug 1943", special_aircraft=on, artillery=True)
    space = at(g, "W0935")
    g.hexes[space].raid_high, g.hexes[space].raid_night = high, night
    act(g, "Commonwealth", Action.AIR)
    return g, space


def test_14_3_2_fighter_bombers_and_clouds() -> None:
    """A front bomber that is a fighter has one less; high up so has a front fighter without a white cloud."""
    g, space = essen()
    plane(g, "Commonwealth FTR any", "W0935", BOMBER, 5, base="London")
    assert air_combat.strength(g, space, ALLIES) == 4
    h, space = essen(on=False)
    plane(h, "Commonwealth FTR any", "W0935", BOMBER, 5, base="London")
    assert air_combat.strength(h, space, ALLIES) == 5
    for marks, wanted in (((), 5), (("high",), 6)):
        g, space = essen(high=1)
        plane(g, "Germany FTR any", "W0935", INTERCEPTOR, 6, *marks, base="Berlin")
        assert air_combat.strength(g, space, AXIS) == wanted


def test_14_3_2_twins_and_the_night() -> None:
    """A twin-engined front fighter achieves one less against one that is not; at night all but night fighters do, and only night
    fighters stand by."""
    g, space = essen()
    twin, single = plane(g, "Germany FTR any", "W0935", INTERCEPTOR, 6, "twin"), put(g, "Germany FTR any", "Berlin")
    other = plane(g, "Commonwealth FTR any", "W0935", ESCORT, 6)
    ladder = ["AX", "DX", "AA", "DA", "AC", "DC", "DC"]
    for code, worse in pairwise(ladder):
        assert blunted(g, AirResult(code), twin, other, space).code == worse
        assert blunted(g, AirResult(code), single, other, space).code == code
    assert blunted(g, AirResult("AX"), twin, NOWHERE, space).code == "AX"
    h, space = essen(night=1)
    owl = plane(h, "Germany FTR any", "W0935", INTERCEPTOR, 6, "night_fighter", "twin", base="Berlin")
    day = plane(h, "Germany FTR any", "W0935", INTERCEPTOR, 5, base="Berlin")
    foe = plane(h, "Commonwealth FTR any", "W0935", ESCORT, 6, base="London")
    assert blunted(h, AirResult("AX"), owl, foe, space).code == "AX" and blunted(h, AirResult("AX"), day, foe, space).code == "DX"
    assert air_combat.strength(h, space, AXIS) == 6  # the other adds nothing at night
    h.hexes[space].raid_night = 0
    assert air_combat.strength(h, space, AXIS) == Fraction(65, 10)


def test_11_7_the_height_of_a_raid() -> None:
    """High: only white clouds bomb, no black cloud rises, patrols with one are left out; one less on the roll, no bonus."""
    g, _ = essen()
    space = at(g, "Dortmund")
    fortress, other = put(g, "USA LND any", "London"), put(g, "USA LND any", "London")
    print_values(g, fortress, marks=frozenset(("high",)), strategic=5, range=12)
    print_values(g, other, marks=frozenset(), strategic=5, range=12)
    act(g, "USA", Action.AIR)
    raid = raids.Raid(other, space)
    refused = raids.may_go_high(g, raid, None)
    assert refused is not None and refused.rule == "11.7"
    send(g, Flight(USA, STRATEGIC, BOMBER), (fortress, space))
    drive(g, raids.announce(g, fortress, space), ["high"])
    assert (g.hexes.raid_high[space], g.hexes.raid_night[space]) == (1, 0)
    assert drive(g, raids.announce(g, fortress, space), ["high"])
    refused = may_fly(g, Flight(USA, STRATEGIC, BOMBER), (other, space))
    assert refused is not None and "white cloud" in refused.reason
    low, plain = put(g, "Germany FTR any", "Dortmund"), put(g, "Germany FTR any", "Dortmund")
    print_values(g, low, marks=frozenset(("low",)))
    print_values(g, plain, marks=frozenset())
    assert may_fly(g, Flight(GERMANY, STRATEGIC, INTERCEPTOR), (plain, space)) is None
    refused = may_fly(g, Flight(GERMANY, STRATEGIC, INTERCEPTOR), (low, space))
    assert refused is not None and "black cloud" in refused.reason
    g.units[low].mission, g.units[low].over = PATROL, space
    assert low not in air_combat.fighters(g, space, AXIS)
    assert bombing_modifier(g, space) == -1


def test_11_7_the_hour_of_a_raid() -> None:
    """By night the factors are halved, in rain again, and nothing is added for a raid nobody met; all ends with the step."""
    for night in (0, 1):
        g, space = essen(night=night)
        bomber = put(g, "Commonwealth LND any", "London")
        print_values(g, bomber, strategic=8)
        assert strategic_factors(g, bomber, space) == (4 if night else 8)
        assert bombing_modifier(g, space) == (0 if night else 1)
        sky(g, Weather.RAIN)
        assert strategic_factors(g, bomber, space) == (2 if night else 4)
        raids.end_raids(g)
        assert not g.hexes.raid_night[space]


def test_22_2_b() -> None:
    """wif-22.2-b: the light guns in Essen do not fire at a raid on Dortmund at high altitude; the 88 does."""
    g, essen_hex = essen()
    light, heavy, dortmund = corps(g, "L331", "W0935"), corps(g, "L329", "W0935"), at(g, "W0836")
    subject = Barrage(GERMANY, dortmund, STRATEGIC)
    assert may_fire(g, subject, (light, 1)) is None
    g.hexes[dortmund].raid_high = 1
    refused = may_fire(g, subject, (light, 1))
    assert refused is not None and refused.rule == "22.2" and may_fire(g, subject, (heavy, 1)) is None
    assert essen_hex != dortmund


def test_11_8_b() -> None:
    """wif-11.8-b: in a surprise impulse, with an HQ's offensive points, a tank buster rolls four dice against MECH; two less
    against infantry that knew."""
    g = war(("Germany", "USSR"), turn="Jul/Aug 1943", special_aircraft=True, offensive_points=True)
    act(g, "Germany", Action.AIR)
    hold(g, "USSR", "Kaunas")
    mech, foot = put(g, "USSR MECH any", "Kaunas"), put(g, "USSR INF any", "Kaunas")
    stuka = plane(g, "Germany LND any", "Kaunas", CLEARED, 2, "tank_buster")
    space = at(g, "Kaunas")
    assert strike_dice(g, stuka, mech, space) == 2 and strike_dice(g, stuka, foot, space) == 1
    g.powers[6].surprised_by = 1 << GERMANY
    hq = put(g, "Germany HQ-A any", "Konigsberg")
    g.powers[GERMANY].leader, g.powers[GERMANY].offence = hq + 1, LAND_OFFENSIVE
    assert strike_dice(g, stuka, mech, space) == 3
    g.powers[GERMANY].offence = LAND_OFFENSIVE - 1  # an air offensive
    assert strike_dice(g, stuka, mech, space) == 4 and strike_dice(g, stuka, foot, space) == 3
    h = war(("Germany", "USSR"), turn="Jul/Aug 1943")
    hold(h, "USSR", "Kursk")
    tanks, buster = put(h, "USSR MECH any", "Kursk"), plane(h, "Germany LND any", "Kursk", CLEARED, 2, "tank_buster")
    assert strike_dice(h, buster, tanks, at(h, "Kursk")) == 1


def test_11_15_4_tank_busters_count_twice_over_armour() -> None:
    g = war(("Germany", "USSR"), turn="Jul/Aug 1943", special_aircraft=True)
    act(g, "Germany", Action.AIR)
    hold(g, "USSR", "Kursk")
    foot = put(g, "USSR INF any", "Kursk")
    stuka = plane(g, "Germany LND any", "Kursk", CLEARED, 2, "tank_buster")
    assert times_over(g, stuka, at(g, "Kursk")) == 1 and foot >= 0
    put(g, "USSR ARM any", "Kursk")
    assert times_over(g, stuka, at(g, "Kursk")) == 2


def test_14_3_3_jets_get_through() -> None:
    """A jet in front of the bombers may be cleared at the end of a round if the enemy's front fighter is none."""
    for foe_marks, asked in (((), True), (("jet",), False)):
        g, space = essen()
        blitz = plane(g, "Germany LND any", "W0935", BOMBER, 5, "jet", base="Berlin")
        plane(g, "Germany FTR any", "W0935", ESCORT, 5, base="Berlin")
        plane(g, "Commonwealth FTR any", "W0935", INTERCEPTOR, 5, *foe_marks, base="London")
        answers = ["ready", *(["run"] if asked else []), "abort"]
        prompts = drive(g, air_combat.fight_in_the_air(g, space), answers, dice=[6, 7] * 2)
        assert any("faster" in p for p in prompts) == asked
        assert g.units.mission[blitz] == CLEARED if asked else True


def test_14_3_3_jets_and_bounces() -> None:
    """With a jet in front any aircraft is bounced, and a jet in front meets a bounce in another's place."""
    g = war(("Germany", "Commonwealth"), turn="Jul/Aug 1944", special_aircraft=True, bounce_combat=True)
    act(g, "Germany", Action.AIR)
    jet = plane(g, "Germany FTR any", "W0935", ESCORT, 8, "jet", base="Berlin")
    bomber = plane(g, "Germany LND any", "W0935", BOMBER, 3, base="Berlin")
    foe = plane(g, "Commonwealth FTR any", "W0935", INTERCEPTOR, 6, base="London")
    raider = plane(g, "Commonwealth LND any", "W0935", BOMBER, 2, base="London")
    battle = air_combat.battle_over(g, at(g, "W0935"), {AXIS: GERMANY, ALLIES: COMMONWEALTH})
    assert raider in bounce.prey_of(g, battle, AXIS, "AC") and bounce.prey_of(g, battle, ALLIES, "AC") == [jet]
    flow = bounce.bounce(g, battle, AXIS, AirResult("DC"))
    got: list[list[int]] = []

    def keep():  # type: ignore[no-untyped-def]
        got.append((yield from flow))

    drive(g, keep(), [f"bounce u{foe} u{bomber}", "meet"], dice=[5, 4, 5, 4])
    assert got == [[foe, jet]]


# --- flying boats and transports (option 8) -------------------------------------------------------------------------------------


def boat(g: War, where: str, *marks: str) -> int:
    unit = put(g, "USA NAV any", where)
    print_values(g, unit, marks=frozenset(("flying_boat", *marks)))
    return unit


def test_2_3_1_c() -> None:
    """wif-2.3.1-c: a major port holds a flying boat beside three other aircraft; a second flying boat is one too many, and none
    stands inland."""
    g = war(("Germany", "USA"), turn="Jul/Aug 1943", special_aircraft=True)
    port = at(g, "London")
    others = [put(g, "USA FTR any", "London") for _ in range(3)]
    assert air_excess(g, port, [*others, boat(g, "London")]) == 0
    assert air_excess(g, port, [*others, boat(g, "London"), boat(g, "London")]) == 1
    inland = boat(g, "London")
    assert air_excess(g, at(g, "Berlin"), [inland]) == 1
    h = war(("Germany", "USA"), turn="Jul/Aug 1943")
    assert air_excess(h, port, [put(h, "USA FTR any", "London") for _ in range(4)]) == 1


def test_2_3_1_d() -> None:
    """wif-2.3.1-d: at Pembroke the amphibian and the flying boat stand together, the amphibian as one of the two others."""
    g = war(("Germany", "USA"), turn="Jul/Aug 1943", special_aircraft=True)
    pembroke = at(g, "W2037")
    pbm, pby = boat(g, "W2037"), boat(g, "W2037", "amphibian")
    assert air_excess(g, pembroke, [pbm, pby]) == 0
    fighter = put(g, "USA FTR any", "W2037")
    assert may_stack(g, fighter, pembroke) is None and air_excess(g, pembroke, [pbm, pby, fighter]) == 0
    second = put(g, "USA FTR any", "W2037")
    assert air_excess(g, pembroke, [pbm, pby, fighter, second]) == 1
    assert air_excess(g, pembroke, [pby, fighter, second]) == 0  # alone it takes the flying boat's place


def test_11_11_b() -> None:
    """wif-11.11-b: the C-54 takes a MTN corps and an INF division from Manila to Taihoku: ten points, twenty with that load; a
    hex farther it takes only one of them."""
    g = war(("Japan", "USA"), turn="Jul/Aug 1944", scenario="guadalcanal_1942", special_aircraft=True, divisions=True)
    act(g, "USA", Action.LAND)
    hold(g, "USA", "Manila", "Taihoku", "Saigon")
    number = next(n for n, c in enumerate(g.facts.counters) if c.name.startswith("C-54"))
    sky_master = g.units.add(counter=number, at=at(g, "Manila"), power=USA, country=g.facts.country["usa"]).index
    mountain, foot = put(g, "USA MTN any", "Manila"), corps_of(g, "INF")
    assert "large_transport" in g.units[sky_master].sheet.marks and g.units[sky_master].sheet.range == 20
    taihoku = at(g, "Taihoku")
    assert flying_reach(g, {at(g, "Manila"): 0}, 20)[taihoku] == 10
    send(g, Flight(USA, "air transport", BOMBER), (sky_master, taihoku))
    drive(g, air_transport.take_cargo(g, sky_master), [f"carry u{mountain}", f"carry u{foot}"])
    assert g.units.aboard[mountain] == g.units.aboard[foot] == sky_master and air_transport.is_overload(g, sky_master)
    print_values(g, sky_master, range=19)
    g.units[foot].aboard, g.units[foot].at = NOWHERE, at(g, "Manila")
    g.units[foot].moved = 0
    refused = air_transport.may_ride(g, sky_master, foot, at(g, "Manila"))
    assert refused is not None and "twice" in refused.reason


def corps_of(g: War, kind: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.division and c.type == Type.read(kind))
    return g.units.add(counter=number, at=at(g, "Manila"), power=USA, country=g.facts.country["usa"]).index


def test_11_11_bombers_with_a_white_circle_are_transports() -> None:
    """They carry and drop units unless they show they cannot; without the option only ATRs do. Large ones cost double."""
    for on in (True, False):
        g = war(("Germany", "USSR"), special_aircraft=on)
        act(g, "Germany", Action.LAND)
        bomber, para = put(g, "Germany LND any", "Berlin"), put(g, "Germany PARA any", "Berlin")
        print_values(g, bomber, marks=frozenset(("transport",)))
        assert (air_transport.is_transport_aircraft(g, bomber) is None) == on
        assert (paradrops.carries_paras(g, bomber) is None) == on and para >= 0
        print_values(g, bomber, marks=frozenset(("no_paradrop",)))
        assert (air_transport.is_transport_aircraft(g, bomber) is None) == on
        assert paradrops.carries_paras(g, bomber) is not None
        print_values(g, bomber, marks=frozenset(("large_transport",)))
        assert price(g, bomber, False) == (4 if on else 2)


@pytest.mark.parametrize(("name", "mark"), [("Me-262", "jet"), ("B-17G", "high"), ("P-40E", "low"), ("PBY5", "amphibian")])
def test_aircraft_show_what_the_lists_leave_out(name: str, mark: str) -> None:
    found = [c for c in war().facts.counters if c.name.startswith(name)]
    assert found and all(mark in c.marks for c in found) and isinstance(found[0], msgspec.Struct)


def test_option_4_adds_aircraft_to_the_pools() -> None:
    """Planes in Flames: the counters of the kit are in the force pools by their years, with the option alone."""
    for on in (True, False):
        g = war(("Germany", "USSR"), turn="Jan/Feb 1941", planes_in_flames=on)
        fill_force_pools(g, 0, g.year)
        kit = [c for c in (g.facts.counters[n] for n in g.units.counter if n >= 0) if c.kit == "PiFG"]
        assert bool(kit) == on and all(c.air and 0 < c.year <= 1941 for c in kit)


# --- interception on the way (option 43) ----------------------------------------------------------------------------------------


def long_flight(*, on: bool = True) -> tuple[War, int, int]:
    """A German bomber from Warsaw to Smolensk, and a Soviet fighter at Minsk between them."""
    g = war(("Germany", "USSR"), turn="Jul/Aug 1941", en_route_interception=on)
    act(g, "Germany", Action.AIR)
    hold(g, "USSR", "Smolensk", "Minsk")
    put(g, "USSR INF any", "Smolensk")
    bomber, fighter = put(g, "Germany LND any", "Warsaw"), put(g, "USSR FTR any", "Minsk")
    print_values(g, bomber, range=14, tactical=3, air_to_air=2, marks=frozenset())
    print_values(g, fighter, range=8, air_to_air=6, marks=frozenset())
    send(g, Flight(GERMANY, "ground strike", BOMBER), (bomber, at(g, "Smolensk")))
    g.power = 6
    return g, bomber, fighter


def test_14_2_5_who_can_be_met_on_the_way() -> None:
    """Bombers more than four points from their target, by powers with fighters; without the option nobody is asked."""
    g, bomber, _ = long_flight()
    assert en_route.ambushers("ground strike")(g) == [6] and en_route.groups(g, 6, "ground strike") == [bomber]
    assert en_route.ambushers("ground strike")(long_flight(on=False)[0]) == []
    g.units[bomber].base = at(g, beside(g, "Smolensk"))
    assert en_route.groups(g, 6, "ground strike") == []


def test_14_2_5_way_stations() -> None:
    """Up to four points at a time, nearer to the target and within what is left; the target is the last."""
    g, bomber, _ = long_flight()
    warsaw, smolensk = at(g, "Warsaw"), at(g, "Smolensk")
    far = en_route.distance(g, warsaw, smolensk)
    leg = en_route.Leg((bomber,), warsaw, smolensk, 14)
    found = en_route.stations(g, leg)
    assert found and smolensk not in found and all(en_route.distance(g, warsaw, s) <= 4 for s in found)
    assert all(en_route.distance(g, s, smolensk) < far for s in found)
    near = at(g, beside(g, "Smolensk"))
    assert en_route.stations(g, en_route.Leg((bomber,), near, smolensk, 4)) == [smolensk]
    refused = en_route.FLY_ON.may(g, leg, smolensk) if en_route.FLY_ON.may else None
    assert refused is not None and refused.rule == "14.2.5"


def test_14_2_5_a_bomber_is_met_and_flies_on() -> None:
    """The fighter flies to a station within half its range and fights there; it goes home, the bomber goes on to its target and
    may be met there as ever."""
    g, bomber, fighter = long_flight()
    smolensk, minsk = at(g, "Smolensk"), at(g, "Minsk")
    order: list[str] = []
    here = at(g, "Warsaw")
    while here != smolensk:
        leg = en_route.Leg((bomber,), here, smolensk, 14)
        ways = {s: (en_route.distance(g, s, minsk) > 4, en_route.distance(g, s, smolensk)) for s in en_route.stations(g, leg)}
        here = min(ways, key=lambda s: ways[s])
        order.append(f"stage {g.board.token(here)}")
    met = next(n for n, stage in enumerate(order) if en_route.distance(g, g.board.space(stage.split()[1]), minsk) <= 4)
    station = order[met].split()[1]
    answers = [f"meet u{bomber}", *order[: met + 1], f"fly u{fighter} {station}", "fight_on", "abort"]
    answers.append("land " + g.board.token(minsk))
    prompts = drive(g, en_route.lie_in_wait("ground strike")(g), answers + order[met + 1 :], dice=[6, 6, 6, 6])
    assert any("on the way" in p for p in prompts)
    assert g.units.down[fighter] and g.units.mission[fighter] == GROUNDED
    assert g.units.over[bomber] == smolensk and g.units.mission[bomber] == BOMBER and g.units.met[bomber]
    assert en_route.groups(g, 6, "ground strike") == []


# --- foreign aircraft (option 37) -----------------------------------------------------------------------------------------------


def mustang(*, on: bool = True, pilots: bool = False) -> tuple[War, int, int]:
    """An American fighter in England, and the striped British counter of its designation in the lend lease pool."""
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jul/Aug 1943", foreign_aircraft=on, pilots=pilots)
    act(g, "USA", Action.AIR)
    sheets = g.facts.counters
    own, striped = next(
        (n, m) for m, s in enumerate(sheets) if s.lend_lease == "LL-US" and s.power == "Commonwealth" and s.type == Type.FTR
        for n, c in enumerate(sheets) if c.power == "USA" and c.type == s.type and c.name.split()[:1] == s.name.split()[:1]
    )  # fmt: skip
    there, home = g.facts.country["usa"], g.facts.country["united_kingdom"]
    unit = g.units.add(counter=own, at=at(g, "Belfast"), power=USA, country=there).index
    twin = g.units.add(counter=striped, at=LEND_LEASE_POOL, power=COMMONWEALTH, country=home).index
    print_values(g, unit, range=10)
    return g, unit, twin


def test_13_6_4_an_aircraft_is_handed_over() -> None:
    """It rebases into the United Kingdom and becomes the British counter; the American one lies in the lend lease pool."""
    g, unit, twin = mustang()
    london = at(g, "London")
    assert may_give(g, Move(USA, unit), london) is None
    drive(g, rebase_aircraft(g), [f"rebase u{unit}", f"hand_over {g.board.token(london)}"])
    assert (g.units.at[twin], g.units.at[unit]) == (london, LEND_LEASE_POOL) and g.units.power[twin] == COMMONWEALTH
    refused = may_hand_over(g, twin, at(g, "Paris"))
    assert refused is not None and refused.rule == "13.6.4"


def test_13_6_4_who_may_hand_over() -> None:
    """Not without the option, not where no striped counter waits, not a neutral USA before its option; the pilot stays."""
    g, unit, _ = mustang(on=False)
    assert may_hand_over(g, unit, at(g, "London")) is not None
    h, unit, twin = mustang()
    h.units[twin].at = FORCE_POOL
    refused = may_hand_over(h, unit, at(h, "London"))
    assert refused is not None and "striped" in refused.reason
    k, unit, twin = mustang(pilots=True)
    k.powers[USA].status = 0
    assert may_hand_over(k, unit, at(k, "London")) is not None
    make_war(k, GERMANY, FRANCE)
    k.powers[USA].status = 0
    assert may_deal(k, USA, FRANCE) is not None
    k.entry_options = [27]  # lend lease to the western Allies
    assert may_deal(k, USA, FRANCE) is None and may_deal(k, USA, USSR) is not None
    k.entry_options.append(27)
    assert may_hand_over(k, unit, at(k, "London")) is None
    hand_over(k, unit, at(k, "London"))
    assert k.powers.pilots[USA] == 1 and k.units.at[twin] == AIR_RESERVE


def test_14_2_5_carrier_planes_are_met_on_the_way_and_the_carrier_stays_at_sea() -> None:
    """From the North Sea to a hex more than four points inland: a way station, where a fighter meets them."""
    g = war(("Germany", "USA"), turn="Jul/Aug 1944", en_route_interception=True)
    box = g.ground.sections[at(g, "North Sea")][3]
    number = max((c.carrier, -n) for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.CV)[1]
    ship = g.units.add(counter=-number, power=USA, country=g.facts.country["usa"], at=box).index
    row = g.units[ship]
    reach = outward_range(g, ship, BOMBER)
    dots = g.ground.dots[at(g, "North Sea")]
    away = {s: min(en_route.distance(g, dot, s) for dot in dots) for s in g.ground.homeland["germany"]}
    target = next(s for s, far in sorted(away.items()) if en_route.STAGE < far <= reach)
    hold(g, "Germany", "germany")
    row.mission, row.over = BOMBER, target
    put(g, "Germany FTR any", "Hamburg")
    act(g, "USA", Action.COMBINED)
    start = en_route.start_of(g, ship)
    assert start in dots and en_route.distance(g, start, target) == away[target]
    assert en_route.groups(g, GERMANY, "ground strike") == [ship]
    g.power = GERMANY
    prompts = drive(g, en_route.lie_in_wait("ground strike")(g), [f"meet u{ship}"], dice=[6] * 8)
    assert any(p.startswith("Bombers to") for p in prompts)
    assert g.units.at[ship] == box and g.units.met[ship]
    near = g.units[ship]
    near.met, near.mission, near.over = 0, BOMBER, next(s for s, far in away.items() if far <= en_route.STAGE)
    assert en_route.groups(g, GERMANY, "ground strike") == []


def test_14_3_2_only_an_unarmed_bomber_does_not_fire() -> None:
    """A fighter that bombs and whose rating falls to nothing by option 8 still rolls; a bomber that prints none does not."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", special_aircraft=True)
    front = plane(g, "Germany FTR any", "Kiev", BOMBER, 1)
    plane(g, "USSR FTR any", "Kiev", INTERCEPTOR, 4, base="Moscow")
    assert air_combat.strength(g, at(g, "Kiev"), AXIS) == 0
    assert air_combat.is_armed(g, at(g, "Kiev"), AXIS) and air_combat.is_armed(g, at(g, "Kiev"), ALLIES)
    print_values(g, front, air_to_air=0, type=Type.LND)
    assert not air_combat.is_armed(g, at(g, "Kiev"), AXIS)


@pytest.mark.parametrize(("night", "high"), [(0, 0), (1, 0), (0, 1)])
def test_14_3_2_the_odds_know_the_marks_of_special_aircraft(night: int, high: int) -> None:
    """Strengths and blunted results of the odds cards are those of the rules, by day, at night and high up."""
    g = war(("Germany", "USSR"), scenario="global_war_1939", special_aircraft=True)
    kiev = at(g, "Kiev")
    g.hexes[kiev].raid_night, g.hexes[kiev].raid_high = night, high
    plane(g, "Germany FTR any", "Kiev", ESCORT, 6, "twin")
    plane(g, "Germany FTR any", "Kiev", ESCORT, 5)
    plane(g, "USSR FTR any", "Kiev", BOMBER, 4, base="Moscow")
    lines = odds_air.lines_over(g, kiev)
    for side in (AXIS, ALLIES):
        assert odds_air.line_strength(g.settings, *lines[side], lines[1 - side][0]) == air_combat.strength(g, kiev, side)
    foe = plane(g, "USSR FTR any", "Kiev", INTERCEPTOR, 3, "night_fighter", base="Moscow")
    lines = odds_air.lines_over(g, kiev)
    for side in (AXIS, ALLIES):
        mine, theirs = lines[side][0], lines[1 - side][0]
        code = blunted(g, AirResult("AX"), mine[0].unit, theirs[0].unit, kiev).code
        assert odds_air.blunted({"AX": 1.0}, mine, theirs) == {code: 1.0}
    assert any(p.unit == foe for p in lines[ALLIES][0])
