"""11.2, 11.5.3, 11.12, 11.16.4, 11.18.1, 14, 15 on the American maps: what aircraft may do, and how surprise stops them."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.aif.state import America
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.facts import AXIS, GERMANY, JAPAN, USA
from grognard.titles.wif.kinds import Action, Activity, Weather
from grognard.titles.wif.rules import air_transport, naval_air
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.air_combat import bombers, combat_value, fighters, strength, suffer
from grognard.titles.wif.rules.air_missions import carry_out
from grognard.titles.wif.rules.land_attack import attack_on, declare_attacks
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.missions import Flight, flights, may_fly, may_take_off, outward_range, send, tactical_factors
from grognard.titles.wif.rules.naval_air import Scramble
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.port_attack import PORT_ATTACK, port_points, port_targets
from grognard.titles.wif.rules.reorganisation import Reorganising, face_down, may_turn_up
from grognard.titles.wif.rules.surprise import catches
from grognard.titles.wif.state import BOMBER, CLEARED, ESCORT, GROUNDED, INTERCEPTOR, NOWHERE, PATROL

from ..wif.field import act, at, drive, hold, put, sky
from ..wif.test_11_sea import ship
from ..wif.test_14_air import set_values
from .field import america, favour

STRIKE = "ground strike"


def plane(g: America, what: str, where: str, role: int = GROUNDED, base: str = "Miami") -> int:
    unit = put(g, what, where, mission=role)
    g.units[unit].base = at(g, base)
    return unit


# --- port attacks (11.2) ------------------------------------------------------------------------------------------------------


def harbour() -> tuple[America, int, int]:
    """A German bomber in the Bahamas, an American cruiser in Miami."""
    g = america()
    hold(g, "Germany", "bahamas")
    cruiser = ship(g, "USA", "CA", "any", "Miami")
    bomber = put(g, "Germany NAV any", "Nassau")
    act(g, "Germany", Action.AIR)
    return g, bomber, cruiser


def test_11_2_who_may_attack_a_port() -> None:
    g, bomber, cruiser = harbour()
    subject = Flight(GERMANY, PORT_ATTACK.name, BOMBER)
    assert port_targets(g, GERMANY) == [at(g, "Miami")]
    assert may_fly(g, subject, (bomber, at(g, "Miami"))) is None
    assert may_fly(g, Flight(GERMANY, PORT_ATTACK.name, BOMBER), (bomber, at(g, "Tampa"))) is not None  # nobody is there
    sky(g, Weather.STORM)
    assert may_fly(g, Flight(GERMANY, PORT_ATTACK.name, BOMBER), (bomber, at(g, "Miami"))) is not None
    sides = Sides(at(g, "Miami"), AXIS)
    sides.included, sides.rolls = [[bomber], [cruiser]], [4, 5]
    assert port_points(g, sides, AXIS) == 3 + 1 + 5  # section 3, one more for the NAV, the other side's roll


# --- joining a battle at sea (11.5.3) -------------------------------------------------------------------------------------------


def test_11_5_3_aircraft_join_a_battle_with_half_their_range() -> None:
    g = america()
    act(g, "Germany", Action.NAVAL)
    nav = put(g, "USA NAV any", "Miami")
    area = at(g, "Caribbean Sea")
    assert not naval_air.may_join(g, USA, area)  # no enemy there
    ship(g, "Germany", "CA", "any", "Caribbean Sea", 1)
    g.powers[USA].action = int(Action.NAVAL)
    assert naval_air.may_join(g, USA, area)
    near = [g.ground.section[b] for u, b in naval_air.scrambles(g, Scramble(USA, area)) if u == nav]
    full = naval_air.scramble_range(g, nav, extended=False)
    assert near and full == (g.units[nav].sheet.range + 1) // 2
    before = left(g, USA, Activity.NAVAL_AIR)
    spot = g.ground.sections[area][max(near)]
    drive(g, naval_air.join_battle(g, area, 1), [f"join u{nav} {g.board.token(spot)}"])
    assert g.units.at[nav] == spot and left(g, USA, Activity.NAVAL_AIR) == before  # 10.2: no mission is used up
    sky(g, Weather.STORM)
    assert naval_air.scrambles(g, Scramble(USA, area)) == []


# --- air transport and air supply (11.12, 11.18.1) ------------------------------------------------------------------------------


def lift() -> tuple[America, int, int]:
    g = america()
    hold(g, "Japan", "canada")
    act(g, "Japan", Action.COMBINED)
    put(g, "Japan HQ-I any", "Edmonton")
    atr = put(g, "Japan ATR any", "Edmonton")
    return g, atr, put(g, "Japan PARA any", "Calgary")


def test_11_12_a_the_transport_and_its_cargo_come_back_face_down() -> None:
    """aif-11.12-a: a unit without supply is fetched from Calgary; its transport is driven off: both are face-down in Edmonton."""
    g, atr, cargo = lift()
    calgary, edmonton = at(g, "Calgary"), at(g, "Edmonton")
    subject = Flight(JAPAN, "air transport", BOMBER)
    assert (atr, calgary) in flights(g, subject)
    before = left(g, JAPAN, Activity.LAND_MOVE)
    send(g, subject, (atr, calgary))
    drive(g, air_transport.take_cargo(g, atr), [f"carry u{cargo}"])
    assert g.units.aboard[cargo] == atr and left(g, JAPAN, Activity.LAND_MOVE) == before - 1
    plane(g, "Commonwealth FTR any", "Calgary", INTERCEPTOR, base="Seattle")
    drive(g, suffer(g, atr, AirResult("DA")), [f"land {g.board.token(edmonton)}"])
    assert g.units.at[atr] == g.units.at[cargo] == edmonton and g.units.aboard[cargo] == NOWHERE
    assert g.units.down[atr] and g.units.down[cargo]


def test_11_12_what_a_transport_carries() -> None:
    g, atr, para = lift()
    foot = put(g, "Japan INF any", "Edmonton")
    g.units[para].at = at(g, "Edmonton")
    assert air_transport.may_ride(g, atr, para, at(g, "Edmonton")) is None
    assert air_transport.may_ride(g, atr, foot, at(g, "Edmonton")) is not None
    g.units[para].down = 1
    assert air_transport.may_ride(g, atr, para, at(g, "Edmonton")) is not None


def test_11_18_1_air_supply_and_who_flew_it() -> None:
    """aif-11.18.4-a: supplies turn a unit of the hex up; who flew them in this step stays down."""
    g, atr, _ = lift()
    act(g, "Japan", Action.LAND)
    foot, far = put(g, "Japan INF any", "Calgary", down=1), put(g, "Japan INF any", "Japanese box", down=1)
    target = at(g, "Calgary")
    assert target in air_transport.supply_targets(g, JAPAN)
    g.units[atr].mission, g.units[atr].over, g.units[atr].at = CLEARED, target, target
    drive(g, air_transport.drop_supplies(g, target, AXIS))
    g.units[atr].mission, g.units[atr].over, g.units[atr].at, g.units[atr].down = GROUNDED, NOWHERE, at(g, "Edmonton"), 1
    subject = Reorganising(JAPAN)
    assert may_turn_up(g, subject, foot) is None and may_turn_up(g, subject, far) is not None
    assert atr not in face_down(g, JAPAN)


# --- missions (14.2) ------------------------------------------------------------------------------------------------------------


def test_14_2_who_may_fly() -> None:
    g = america()
    act(g, "USA", Action.AIR)
    bomber, fighter = put(g, "USA LND any", "Miami"), put(g, "USA FTR any", "Miami")
    set_values(g, tactical=0)
    assert may_take_off(g, Flight(USA, STRIKE, BOMBER), bomber) is None
    assert may_take_off(g, Flight(USA, STRIKE, BOMBER), fighter) is not None  # no tactical factor
    g.units[bomber].down = 1
    assert may_take_off(g, Flight(USA, STRIKE, BOMBER), bomber) is not None
    g.units[bomber].down = 0
    act(g, "USA", Action.NAVAL)
    hold(g, "Germany", "bahamas")
    put(g, "Germany INF any", "Nassau")
    assert (bomber, at(g, "Nassau")) in flights(g, Flight(USA, STRIKE, BOMBER))
    g.powers[USA].air += left(g, USA, Activity.GROUND_STRIKE)
    assert not flights(g, Flight(USA, STRIKE, BOMBER))  # the limit of the action is reached
    plane(g, "USA LND any", "Nassau", BOMBER)
    assert (fighter, at(g, "Nassau")) in flights(g, Flight(USA, STRIKE, ESCORT))  # escorts are not limited


def test_10_2_c_which_missions_count() -> None:
    """aif-10.2-c: of a naval air mission, aircraft in a battle, a bomber, its escort and an interceptor the first and the bomber
    count against the limit."""
    g = america()
    act(g, "Italy", Action.NAVAL)
    hold(g, "Italy", "bahamas")
    nav, bomber, fighter = (put(g, f"Italy {kind} any", "Nassau") for kind in ("NAV", "LND", "FTR"))
    italy = g.power
    section = g.ground.sections[at(g, "Caribbean Sea")][0]
    drive(g, naval_air.fly_over_sea(g), [f"patrol u{nav}", f"fly {g.board.token(section)}", "done"])
    assert g.powers.air[italy] == 1
    foe = put(g, "USA INF any", "Miami")
    assert foe >= 0
    send(g, Flight(italy, STRIKE, BOMBER), (bomber, at(g, "Miami")))
    assert g.powers.air[italy] == 2
    send(g, Flight(italy, STRIKE, ESCORT), (fighter, at(g, "Miami")))
    assert g.powers.air[italy] == 2


def test_14_2_1_fighters_patrol_and_escort_at_full_range_and_intercept_at_half() -> None:
    g = america()
    act(g, "Germany", Action.AIR)
    fighter = put(g, "USA FTR any", "Miami")
    printed = g.units[fighter].sheet.range
    assert outward_range(g, fighter, PATROL) == outward_range(g, fighter, ESCORT) == printed
    assert outward_range(g, fighter, INTERCEPTOR) == (printed + 1) // 2
    assert may_fly(g, Flight(USA, STRIKE, INTERCEPTOR), (fighter, at(g, "Miami"))) is not None  # nobody to intercept
    plane(g, "Germany LND any", "Miami", BOMBER)
    assert may_fly(g, Flight(USA, STRIKE, INTERCEPTOR), (fighter, at(g, "Miami"))) is None
    bomber = put(g, "USA LND any", "Tampa")
    assert may_fly(g, Flight(USA, STRIKE, INTERCEPTOR), (bomber, at(g, "Miami"))) is not None


def test_14_2_2_whoever_bombs_is_a_bomber() -> None:
    """A fighter that strikes stands in the line of bombers."""
    g = america()
    jabo = plane(g, "Germany FTR any", "Miami", BOMBER)
    escort = plane(g, "Germany FTR any", "Miami", ESCORT)
    assert bombers(g, at(g, "Miami"), AXIS) == [jabo] and fighters(g, at(g, "Miami"), AXIS) == [escort]


def test_14_3_1_the_front_unit_fights_first() -> None:
    """The owner arranges the line; the front fighter gives its rating, the others one each (14.3.2)."""
    g = america()
    first, second = (plane(g, "Germany FTR any", "Miami", ESCORT) for _ in range(2))
    plane(g, "USA FTR any", "Miami", INTERCEPTOR)
    there = at(g, "Miami")
    g.units[first].line, g.units[second].line = 0, 1
    assert fighters(g, there, AXIS) == [first, second]
    ahead = strength(g, there, AXIS)
    g.units[first].line, g.units[second].line = 1, 0
    assert fighters(g, there, AXIS) == [second, first]
    assert ahead == g.units[first].sheet.air_to_air + 1
    assert combat_value(g, there, AXIS) == -combat_value(g, there, 1)


def test_11_16_4_support_adds_to_the_attack() -> None:
    g = america()
    act(g, "USA", Action.LAND)
    hold(g, "Germany", "Tampa")
    near = next(s for s, _ in g.ground.steps[at(g, "Tampa")] if g.ground.land[s])
    corps, foe = put(g, "USA INF any", g.board.token(near)), put(g, "Germany INF any", "Tampa")
    drive(g, declare_attacks(g), [f"attack u{corps} {g.board.token(at(g, 'Tampa'))}", "done"])
    bomber = plane(g, "USA LND any", "Tampa", BOMBER)
    set_values(g, tactical=1)
    attack = attack_on(g, at(g, "Tampa"))
    assert attack is not None and foe >= 0
    before = fight(g, attack).attack
    drive(g, carry_out("ground support")(g))
    assert fight(g, attack).attack == before + tactical_factors(g, bomber, at(g, "Tampa"))
    assert Fraction(g.attacks.support[attack], 60) == tactical_factors(g, bomber, at(g, "Tampa"))


# --- surprise (15) --------------------------------------------------------------------------------------------------------------


def test_15_1_a_minor_that_was_just_attacked_does_not_intercept() -> None:
    """Only minors are surprised, and only this impulse; aircraft of another power may still come."""
    g = america()
    favour(g, "Cuba", "USA", 16)
    cuba = g.facts.country["cuba"]
    g.countries[cuba].power, g.countries[cuba].status = USA, 1
    native = put(g, "USA FTR any", "Havana")
    g.units[native].country = cuba
    helper = put(g, "USA FTR any", "Miami")
    bomber = plane(g, "Germany LND any", "Havana", BOMBER)
    g.units[bomber].from_ = at(g, "Havana")
    g.countries[cuba].surprised_by = 1 << GERMANY
    assert catches(g, [bomber], native) and not catches(g, [bomber], helper)
    subject = Flight(USA, STRIKE, INTERCEPTOR)
    assert may_fly(g, subject, (native, at(g, "Havana"))) is not None
    g.countries[cuba].surprised_by = 0
    assert may_fly(g, Flight(USA, STRIKE, INTERCEPTOR), (native, at(g, "Havana"))) is None
