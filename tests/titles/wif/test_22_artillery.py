"""22.2, 22.3: artillery (option 3) and supply units (option 14)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, USSR
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.air_transport import may_ride
from grognard.titles.wif.rules.anti_aircraft import Barrage, end_fire, fire_factors, flak_losses, may_fire, shoot_at_bombers
from grognard.titles.wif.rules.artillery import ROCKETS, STRIKE, SUPPORT, Shelling, may_shell, shell
from grognard.titles.wif.rules.land_attack import Declaring, able_to_attack, join_attack, may_attack, resolve
from grognard.titles.wif.rules.land_odds import attacker_chooses, fight
from grognard.titles.wif.rules.land_results import Advance, breaks_through, may_break_through
from grognard.titles.wif.rules.land_strength import attack_factors, defence_factors
from grognard.titles.wif.rules.naval_air_combat import Plane, flak
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.overrun import overrun_defenders
from grognard.titles.wif.rules.reorganisation import reorganise_finally
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_units import Stores, expend, may_expend, storekeepers
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, NOWHERE, War

from .field import act, at, beside, drive, hold, put, sky, war
from .test_22_divisions import corps


def guns() -> War:
    g = war(("Germany", "USSR"), ("Germany", "Commonwealth"), artillery=True)
    hold(g, "USSR", "Kiev")
    return g


def ready(g: War) -> tuple[str, int]:
    """A hex beside Kiev that Germany holds and supplies, and Kiev."""
    near = beside(g, "Kiev")
    hold(g, "Germany", near)
    return near, at(g, "Kiev")


def supplied(g: War, *units: int) -> None:
    for unit in units:
        g.units[unit].fed = 1


def test_22_2_a() -> None:
    """wif-22.2-a: a light gun of 2 fires four times over Essen, an 88 of 3 three times over Dortmund and once over Essen: 11
    factors over Essen, 9 over Dortmund."""
    g = guns()
    light, heavy = corps(g, "L331", "W0935"), corps(g, "L329", "W0836")
    raider = g.units.power[put(g, "Commonwealth LND any", "London")]
    essen, dortmund = at(g, "W0935"), at(g, "W0836")
    assert fire_factors(g, dortmund, [(heavy, 3)], "strategic bombardment", {raider}) == 9
    assert fire_factors(g, essen, [(light, 4), (heavy, 1)], "strategic bombardment", {raider}) == 11
    g.units[heavy].shots = 3
    subject = Barrage(GERMANY, essen, "strategic bombardment")
    assert may_fire(g, subject, (heavy, 1)) is None
    no = may_fire(g, subject, (heavy, 2))
    assert no is not None and "4 times" in no.reason
    g.units[light].down = 1
    assert may_fire(g, subject, (light, 1)) is not None


def test_22_2_c() -> None:
    """wif-22.2-c: no bombardment of a hex in storm, nor while surprised; in fine weather it is."""
    g = guns()
    near, target = ready(g)
    gun, _ = corps(g, "L334", near), put(g, "USSR INF any", "Kiev")
    supplied(g, gun)
    act(g, "Germany", Action.LAND)
    subject = Shelling(GERMANY, STRIKE)
    assert may_shell(g, subject, (gun, target)) is None
    g.powers[GERMANY].surprised_by = 1 << USSR
    assert may_shell(g, subject, (gun, target)) is not None
    g.powers[GERMANY].surprised_by = 0
    sky(g, Weather.STORM)
    no = may_shell(g, subject, (gun, target))
    assert no is not None and "storm" in no.reason


def test_22_2_d() -> None:
    """wif-22.2-d: after the strikes of the step rockets strike Kiev once more; other guns do not."""
    g = guns()
    hold(g, "Germany", "Kiev")
    near = beside(g, "Kiev")
    hold(g, "USSR", near)
    rockets, plain = corps(g, "L829", near), corps(g, "L827", near)
    foe = put(g, "Germany INF any", "Kiev")
    supplied(g, rockets, plain)
    act(g, "USSR", Action.LAND)
    target = at(g, "Kiev")
    assert may_shell(g, Shelling(USSR, ROCKETS), (plain, target)) is not None
    drive(g, shell(ROCKETS)(g), [f"shell u{rockets} {g.board.token(target)}"], dice=[1])
    assert g.units.down[foe] and g.units.down[rockets]


def test_22_2_a_salvo_supports_an_attack() -> None:
    """A supporting gun counts as ground support and is turned face-down after the combat; it does not attack too."""
    g = guns()
    near, target = ready(g)
    gun, tanks = corps(g, "L334", near), corps(g, "L300", near)
    put(g, "USSR INF any", "Kiev")
    supplied(g, gun, tanks)
    act(g, "Germany", Action.LAND)
    join_attack(g, GERMANY, tanks, target)
    before = fight(g, 0).attack
    drive(g, shell(SUPPORT)(g), [f"shell u{gun} {g.board.token(target)}"])
    assert fight(g, 0).attack == 2 * before, "no more than the factors on the ground"
    no = able_to_attack(g, GERMANY, gun)
    assert no is not None
    assert may_attack(g, Declaring(GERMANY), (gun, target)) is not None
    drive(g, resolve(g, None, 0), dice=[5, 5, 5, 5])  # type: ignore[arg-type]
    assert g.units.down[gun] and g.units.bombards[gun] == NOWHERE


def test_15_1_guns_surprise_a_minor_country() -> None:
    """A salvo at a unit of a minor country on which war was declared this impulse has a die more."""
    for surprised, dice in ((0, [10]), (1 << GERMANY, [10, 1])):
        g = guns()
        near, target = ready(g)
        gun, foe = corps(g, "L334", near), put(g, "USSR INF any", "Kiev")
        g.units[foe].country = g.facts.country["turkey"]
        supplied(g, gun)
        act(g, "Germany", Action.LAND)
        g.countries[g.facts.country["turkey"]].surprised_by = surprised
        drive(g, shell(STRIKE)(g), [f"shell u{gun} {g.board.token(target)}"], dice=dice)
        assert bool(g.units.down[foe]) == bool(surprised)


def test_22_2_own_hex_attacked() -> None:
    """A gun does not bombard for the defender while its own hex is attacked."""
    g = guns()
    near, target = ready(g)
    gun = corps(g, "L828", "Kiev")
    put(g, "USSR INF any", "Kiev")
    other = next(g.board.token(s) for s, _ in g.ground.steps[target] if g.board.token(s) != near and g.ground.land[s])
    hold(g, "USSR", other)
    put(g, "USSR INF any", other)
    attackers = [corps(g, "L300", near), corps(g, "L301", near)]
    supplied(g, gun, *attackers)
    act(g, "Germany", Action.LAND)
    join_attack(g, GERMANY, attackers[0], at(g, other))
    subject = Shelling(USSR, SUPPORT)
    assert may_shell(g, subject, (gun, at(g, other))) is None
    join_attack(g, GERMANY, attackers[1], target)
    assert may_shell(g, subject, (gun, at(g, other))) is not None


def test_22_2_alone_a_gun_is_worth_one() -> None:
    g = guns()
    near, target = ready(g)
    gun, sp = corps(g, "L334", near), corps(g, "L339", near)
    put(g, "USSR INF any", "Kiev")
    assert attack_factors(g, gun, at(g, near), target) <= 1 and defence_factors(g, gun) == 1
    assert defence_factors(g, sp) == 4, "self-propelled guns fight alone"
    corps(g, "L300", near)
    assert defence_factors(g, gun) == 4


def test_22_2_anti_tank() -> None:
    """Anti-tank guns count as armour for the choice of table, and double against tanks: pink in defence, red in attack too."""
    g = guns()
    near = next(
        g.board.token(s) for s in g.ground.homeland["ussr"]
        if g.ground.terrain[s] == 0 and not g.ground.city[s] and any(g.ground.terrain[b] == 0 for b, _ in g.ground.steps[s])
    )  # fmt: skip
    start = next(g.board.token(b) for b, _ in g.ground.steps[at(g, near)] if g.ground.terrain[b] == 0)
    hold(g, "Germany", start)
    tanks, foot = corps(g, "L300", start), put(g, "USSR INF any", near)
    assert attacker_chooses(g, at(g, near), [tanks], [foot])
    pink = corps(g, "L836", near)
    assert not attacker_chooses(g, at(g, near), [tanks], [foot, pink])
    assert defence_factors(g, pink) == 3
    join_attack(g, GERMANY, tanks, at(g, near))
    assert defence_factors(g, pink) == 6
    hunters = corps(g, "L838", start)  # a red circle, self-propelled
    g.units[hunters].power = GERMANY
    assert attack_factors(g, hunters, at(g, start), at(g, near)) in (3, Fraction(3, 2))
    corps(g, "L803", near)
    assert attack_factors(g, hunters, at(g, start), at(g, near)) in (6, Fraction(3))


def test_22_2_breakthrough() -> None:
    g = guns()
    sp, towed = corps(g, "L339", "Berlin"), corps(g, "L334", "Berlin")
    assert breaks_through(g, sp) and not breaks_through(g, towed)
    subject = Advance(GERMANY, at(g, "Berlin"), (sp, towed), True)
    there = g.ground.steps[at(g, "Berlin")][0][0]
    no = may_break_through(g, subject, (towed, there))
    assert no is not None


def test_22_2_flak() -> None:
    """Flak never attacks and has no land factors; it halves against anything but strategic bombers; an asterisk destroys it."""
    g = guns()
    gun, escort = corps(g, "X60", "Berlin"), corps(g, "L300", "Berlin")
    assert defence_factors(g, gun) == 0 and g.units[escort].sheet.strength == 7
    no = able_to_attack(g, GERMANY, gun)
    assert no is not None and no.rule == "11.15.1"
    raider = g.units.power[put(g, "Commonwealth LND any", "London")]
    assert fire_factors(g, at(g, "Berlin"), [(gun, 2)], "ground strike", {raider}) == 3
    assert fire_factors(g, at(g, "Berlin"), [(gun, 2)], "strategic bombardment", {raider}) == 6
    g.units[gun].shots, g.units[gun].bombards = 2, at(g, "Berlin")
    assert drive(g, flak_losses(g, at(g, "Berlin"), 1, 1)) == []
    assert g.units.at[gun] == FORCE_POOL


def test_22_2_fire_strikes_bombers() -> None:
    """Guns fire at bombers that got through: ten points down one, and they are face-down when the step ends."""
    g = guns()
    gun = corps(g, "L332", "Berlin")
    corps(g, "L300", "Berlin")
    bomber = put(g, "Commonwealth LND any", "Berlin", mission=CLEARED, over=at(g, "Berlin"), base=at(g, "London"))
    act(g, "Commonwealth", Action.AIR)
    drive(g, shoot_at_bombers(g, at(g, "Berlin"), 1, "strategic bombardment"), [f"flak u{gun} 4"], dice=[10] * 6)
    assert g.units.at[bomber] == FORCE_POOL
    assert g.units.shots[gun] == 4
    end_fire(g, later=False)
    assert g.units.down[gun] and not g.units.shots[gun]
    quiet = war(("Germany", "Commonwealth"))
    put(quiet, "Commonwealth LND any", "Berlin", mission=BOMBER, over=at(quiet, "Berlin"))
    assert drive(quiet, shoot_at_bombers(quiet, at(quiet, "Berlin"), 1, "strategic bombardment")) == []


def over_berlin(gun: str = "L332") -> tuple[War, int, list[int], int]:
    """A gun in Berlin under two land bombers and the planes of a carrier."""
    g = guns()
    battery = corps(g, gun, "Berlin")
    corps(g, "L300", "Berlin")
    columns = {"mission": CLEARED, "over": at(g, "Berlin")}
    bombers = [put(g, "Commonwealth LND any", "Berlin", base=at(g, "London"), **columns) for _ in range(2)]
    carrier = put(g, "Commonwealth CV any", "London", **columns)
    act(g, "Commonwealth", Action.AIR)
    return g, battery, bombers, carrier


def test_15_1_guns_are_halved_only_if_all_who_raid_surprise_them() -> None:
    g, gun, _, _ = over_berlin()
    berlin, shots = at(g, "Berlin"), [(gun, 2)]
    whole = fire_factors(g, berlin, shots, "strategic bombardment", {COMMONWEALTH, USSR})
    g.powers[GERMANY].surprised_by = 1 << USSR
    assert fire_factors(g, berlin, shots, "strategic bombardment", {COMMONWEALTH, USSR}) == whole
    assert fire_factors(g, berlin, shots, "strategic bombardment", {USSR}) == whole / 2


@pytest.mark.parametrize(
    ("die", "sort", "planes", "down", "over"),
    [(5, "at_carrier", 0, 0, 2), (5, "at_land", 1, 0, 1), (10, "at_land", 1, 1, 1), (10, "at_both", 0, 0, 1)],
)
def test_22_2_fire_strikes_planes_of_carriers_as_it_does_at_sea(die: int, sort: str, planes: int, down: int, over: int) -> None:
    """11.5.9: who fires chooses the sort; five points down a carrier plane, ten one and drive a bomber off too."""
    g, gun, bombers, carrier = over_berlin()
    answers = [f"flak u{gun} 4", sort]
    told = drive(g, shoot_at_bombers(g, at(g, "Berlin"), 1, "strategic bombardment"), answers, [die] * 8)
    assert "Anti-air fire strikes" in told and bool(g.units.no_planes[carrier]) != bool(planes)
    assert sum(g.units.at[u] == FORCE_POOL for u in bombers) == down
    assert sum(g.units.mission[u] == CLEARED for u in bombers) == over


@pytest.mark.parametrize(("gun", "chooser"), [("X62", "germany"), ("L332", "commonwealth")])
def test_22_2_missiles_name_the_aircraft_they_strike_over_a_port_too(gun: str, chooser: str) -> None:
    g = guns()
    missiles = corps(g, gun, "Kiel")
    corps(g, "L300", "Kiel")
    bombers = [put(g, "Commonwealth LND any", "Kiel", mission=CLEARED, base=at(g, "London")) for _ in range(2)]
    raid = [Plane(unit, 0, 3, False, False) for unit in bombers]
    g.dice = FixedDice(*[10] * 8)
    flow = flak(g, Sides(at(g, "Kiel"), 0), 0, raid, [], 0, ["germany", "commonwealth"])
    ask = next(flow)
    fire = next(o for o in ask.options if o.verb == "flak" and o.args[1] == 4)
    assert fire.args[0].index == missiles
    assert flow.send(fire).seat == chooser


# --- supply units -------------------------------------------------------------------------------------------------------------


def starving() -> tuple[War, int, int, int]:
    """An HQ and a corps deep in the enemy's land with a supply unit."""
    g = war(("Germany", "USSR"), supply_units=True)
    hold(g, "Germany", "Moscow")
    number = next(c.id for c in g.facts.counters if c.power == "Germany" and c.type == Type.HQ_A)
    return g, corps(g, number, "Moscow"), corps(g, "L300", "Moscow"), corps(g, "X70", "Moscow")


def test_22_3_feeds_a_unit_in_its_impulse() -> None:
    g, hq, tanks, store = starving()
    second = corps(g, "L301", "Moscow")
    g.side = 0
    assert in_supply(g, store) and in_supply(g, tanks)
    assert not in_supply(g, hq) and not in_supply(g, second), "one unit that is no HQ"
    g.side = 1
    assert not in_supply(g, tanks), "not in the enemy's impulse"
    g.side, g.units[store].down = 0, 1
    assert not in_supply(g, tanks)


def test_22_3_feeds_a_ship() -> None:
    """2.4.2: the unit may be any that is no HQ: a ship in a port that is cut off."""
    g = war(("Germany", "USSR"), supply_units=True)
    hold(g, "Germany", "Odessa")
    g.side = 0
    ship, foe = put(g, "Germany CA any", "Odessa"), put(g, "USSR CA any", "Odessa")
    g.units[foe].at = g.ground.sections[at(g, "Black Sea")][0]
    assert not in_supply(g, ship)
    corps(g, "X70", "Odessa")
    assert in_supply(g, ship)


def test_22_3_expended_for_an_hq() -> None:
    g, hq, tanks, store = starving()
    act(g, "Germany", Action.LAND)
    g.side = 1
    assert not in_supply(g, tanks)
    subject = Stores(GERMANY)
    assert may_expend(g, subject, (store, hq)) is None
    assert may_expend(g, subject, (store, tanks)) is not None
    assert storekeepers(False)(g) == [GERMANY]
    g.power = GERMANY
    drive(g, expend(g), [f"expend u{store} u{hq}"])
    assert g.units.at[store] == FORCE_POOL and in_supply(g, hq) and in_supply(g, tanks)
    g.turn += 1
    assert not in_supply(g, hq), "for the rest of that turn"


def test_22_3_overrun_stores_are_captured() -> None:
    g, _, tanks, store = starving()
    own = corps(g, "X81", None)
    g.units[store].at = at(g, beside(g, "Moscow"))
    by = put(g, "USSR ARM any", "Moscow")
    g.dice = FixedDice(own)
    overrun_defenders(g, g.units.at[store], by)
    assert g.units.at[own] == at(g, beside(g, "Moscow")) and g.units.at[store] == FORCE_POOL
    assert g.units.at[tanks] == at(g, "Moscow")


def test_22_3_two_transports_carry_it() -> None:
    g, _, _, store = starving()
    act(g, "Germany", Action.AIR)
    first = put(g, "Germany ATR any", "Moscow")
    no = may_ride(g, first, store, at(g, "Moscow"))
    assert no is not None and no.rule == "22.3"
    second = put(g, "Germany ATR any", "Kiev", mission=BOMBER, over=at(g, "Kiev"), base=at(g, "Moscow"))
    g.units[first].mission, g.units[first].over, g.units[first].base = BOMBER, at(g, "Kiev"), at(g, "Moscow")
    g.units[first].at = at(g, "Kiev")
    assert g.units.at[second] == at(g, "Kiev")
    act(g, "Germany", Action.LAND)
    assert may_ride(g, first, store, at(g, "Moscow")) is None


def test_22_3_isolated_reorganisation() -> None:
    g, _, tanks, store = starving()
    g.options["isolated_reorganisation"] = True
    other = corps(g, "L302", "Moscow")
    for unit in (tanks, store, other):
        g.units[unit].down = 1
    reorganise_finally(g)
    assert not g.units.down[tanks] and not g.units.down[store] and g.units.down[other]
