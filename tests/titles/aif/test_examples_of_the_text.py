"""Worked examples of the text that are in no list of cases, each under the section it stands in."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, USA
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.land_odds import die_modifiers, fight, notional_factors
from grognard.titles.wif.rules.naval_movement import may_move, sail
from grognard.titles.wif.rules.resources import routing
from grognard.titles.wif.rules.shore_bombardment import gun_factor
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.state import PARADROP

from ..wif.field import act, at, drive, hold, put
from ..wif.test_11_sea import convoys, ship
from ..wif.test_11_sea_examples import print_values
from .field import align, america, country

AMAZON = "Mouths of the Amazon"


def box(g: America, name: str, section: int) -> int:
    return g.ground.sections[at(g, name)][section]


def submarines(g: America, *places: int) -> tuple[int, ...]:
    boats = tuple(ship(g, "Germany", "SUB", "any") for _ in places)
    for boat, place in zip(boats, places):
        g.units[boat].at = place
    return boats


def test_11_4_1_submarines_of_one_port_go_anywhere_in_one_naval_move() -> None:
    """Three boats of Martinique, two to section 2 and one to section 1 of the Mouths of the Amazon: one naval move. Back from
    the two sections they are two, even if those of one section go to different ports."""
    g = america()
    act(g, "Germany", Action.COMBINED)
    port = next(s for s in g.ground.homeland["martinique"] if g.ground.port[s])
    hold(g, "Germany", *[g.board.token(s) for s in g.ground.homeland["martinique"]], g.board.token(at(g, "Cayenne")))
    boats = submarines(g, port, port, port)
    moves = left(g, GERMANY, Activity.NAVAL_MOVE)
    drive(g, sail(g, TaskForce(GERMANY, port, boats[:2]), box(g, AMAZON, 2)))
    assert left(g, GERMANY, Activity.NAVAL_MOVE) == moves - 1
    g.powers[GERMANY].naval = 99
    assert may_move(g, GERMANY, boats[2]) is None
    drive(g, sail(g, TaskForce(GERMANY, port, boats[2:]), box(g, AMAZON, 1)))
    assert g.powers.naval[GERMANY] == 99
    g.powers[GERMANY].naval, g.boats_sailed = 0, []
    for boat in boats:
        g.units[boat].moved = 0
    assert [g.ground.section[g.units.at[b]] for b in boats] == [2, 2, 1]
    for boat, home in zip(boats, (port, at(g, "Cayenne"), port)):
        drive(g, sail(g, TaskForce(GERMANY, g.units.at[boat], (boat,)), home))
    assert g.powers.naval[GERMANY] == 2


def test_11_15_the_notional_unit_of_dallas() -> None:
    """One, one more for the city and one for the home country: three; with a bomber's factor 15 against 4 is 3:1."""
    g = america()
    act(g, "Germany", Action.LAND)
    dallas = at(g, "Dallas")
    para = put(g, "Germany PARA any", "Dallas", landed=PARADROP, fed=1)
    assert notional_factors(g, dallas, [para], []) == 3
    here = next(s for s, _ in g.ground.steps[dallas])
    hold(g, "Germany", g.board.token(here))
    corps = put(g, "Germany INF any", g.board.token(here), fed=1)
    for unit, strength in ((para, 5), (corps, 7)):
        print_values(g, unit, strength=strength)
        join_attack(g, GERMANY, unit, dallas)
    g.attacks[0].support, g.attacks[0].support_against = 3 * 60, 60
    battle = fight(g, 0)
    assert (battle.attack, battle.defence, battle.odds) == (15, 4, "3:1")
    assert die_modifiers(g, battle, blitz=False).total == 1


def test_11_16_2_three_ships_before_recife() -> None:
    """Five, four and two factors from section 2 are four, three and one."""
    g = america()
    factors = []
    for value in (5, 4, 2):
        cruiser = ship(g, "Commonwealth", "CA", "any")
        print_values(g, cruiser, attack=2 * value)  # half of them bombard (WIF-DEC-20)
        g.units[cruiser].at = box(g, AMAZON, 2)
        factors.append(gun_factor(g, cruiser, at(g, "Recife")))
    assert factors == [Fraction(4), Fraction(3), Fraction(1)]


def test_13_6_1_nothing_goes_overseas_twice() -> None:
    """A resource of the American west goes by sea to Valparaiso and by rail to Santiago, not on by rail and over another sea."""
    g = america()
    align(g, "chile", "USA")
    align(g, "argentina", "USA")
    seattle, santiago, buenos_aires = at(g, "Seattle"), at(g, "Santiago"), at(g, "Buenos Aires")
    hold(g, "Germany", "usa")
    hold(g, "USA", "Seattle")
    for area in ("West Coast", "Mendocino", "Clarion", "Gulf of Panama", "Peruvian Coast", "Polynesia", "Chilean Coast"):
        convoys(g, "USA", area, 10)
    hold(g, "USA", "chile")
    assert routing(g, USA, sources={seattle: 1}, wanted={santiago: 1}, hauliers=(USA,)).points == 1
    for area in ("River Plate", "Brazilian Coast", AMAZON):
        convoys(g, "USA", area, 10)
    hold(g, "USA", "argentina", "french_guyana")
    cayenne = at(g, "Cayenne")
    assert routing(g, USA, sources={buenos_aires: 1}, wanted={cayenne: 1}, hauliers=(USA,)).points == 1
    assert routing(g, USA, sources={seattle: 1}, wanted={cayenne: 1}, hauliers=(USA,)).points == 0


def test_13_7_1_what_belongs_to_brazil_and_canada() -> None:
    """Rocas is no part of Brazil but a territory; the island of hex 1871 is Canada's, Newfoundland is not."""
    g = america()
    brazil, canada = set(g.ground.homeland["brazil"]), set(g.ground.homeland["canada"])
    assert not brazil & set(g.ground.homeland["rocas"])
    island = next(s for s in range(g.board.size) if g.board.label(s).endswith("1871") and g.ground.land[s])
    assert island in canada
    assert not canada & set(g.ground.homeland["newfoundland"])


def test_19_4_three_of_five_brazilians_stay_at_home() -> None:
    """Four corps and an aircraft: one may leave while three are at home, with two it may not."""
    g = america()
    align(g, "brazil", "USA")
    inside = ["Rio de Janeiro", "Sao Paulo", "Recife"]
    units = [put(g, f"Brazil {kind} any", place) for kind, place in zip(("INF", "CAV", "MOT"), inside)]
    abroad = [put(g, f"Brazil {kind} any", "Montevideo") for kind in ("MECH", "FTR")]
    assert {g.units.country[u] for u in (*units, *abroad)} == {country(g, "brazil")}
    assert may_leave_home(g, units[0], at(g, "Montevideo")) is None
    g.units[units[2]].at = at(g, "Montevideo")
    refused = may_leave_home(g, units[0], at(g, "Montevideo"))
    assert refused is not None and refused.rule == "19.4.3"
