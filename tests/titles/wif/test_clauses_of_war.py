"""Clauses of 2 to 15 that a reader of the rulebook chose before he read the code."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.charts import land_result
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, GERMANY, USA
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.bombardment import at_stake, bombing_targets
from grognard.titles.wif.rules.land_attack import attack_on
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.land_results import apply_result, first_losses
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.retreats import refuges
from grognard.titles.wif.state import CONQUERED, PARADROP
from tests.titles.wif.field import act, at, drive, hold, put, sky, war

from .test_11_land_combat import declare, front
from .test_11_landings import beach

# --- 11.13, 11.15 -------------------------------------------------------------------------------------------------------------


def test_11_13_the_transport_must_be_at_war_with_the_owner_of_the_beach() -> None:
    """American marines in a British AMPH while the Commonwealth is at peace with Japan do not land; at war they do."""
    for at_war in (False, True):
        g, unit, _ = beach(ship="Commonwealth AMPH any")
        g.powers[COMMONWEALTH].plays = 1
        if at_war:
            g.powers[COMMONWEALTH].wars |= 1 << 2
            g.powers[2].wars |= 1 << COMMONWEALTH
        refused = may_invade(g, Invading(USA), (unit, at(g, "Guadalcanal")))
        assert (refused is None) == at_war, refused


def test_11_15_1_nationalists_attack_with_half_their_factors_even_from_the_air() -> None:
    g = war(("Japan", "China"), scenario="global_war_1939")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "China" and c.type == Type.INF and not c.communist)
    target = at(g, "Nanking")
    hold(g, "Japan", "Nanking")
    act(g, "China", Action.LAND)
    unit = g.units.add(counter=number, power=CHINA, country=g.facts.country["china"], at=target, landed=PARADROP).index
    g.units[unit].target, g.units[unit].fed = target, 1
    g.attacks.add(target=target, power=CHINA)
    assert fight(g, attack_on(g, target)).attack == Fraction(g.units[unit].sheet.strength, 2)


def test_11_15_5_either_kind_of_helper_may_be_the_first_loss() -> None:
    """Armour that changed the die and, in snow, winterised troops that saved columns: each may be the first to go."""
    g, units, _, target = front("Germany MTN any", "Germany INF any")
    sky(g, Weather.SNOW)
    battle = fight(g, declare(g, units, target))
    assert battle.winter_benefit and first_losses(g, battle) == (units[0],)


def test_11_15_5_a_retreat_takes_an_empty_enemy_hex_and_passes_by_aircraft() -> None:
    """A defender may retreat into a hex of the enemy that nobody holds, which changes hands; not into one with his aircraft."""
    g, units, foes, target = front("Germany ARM 8-6")
    spots = list(refuges(g, foes[0]))
    assert spots
    for b in spots:
        hold(g, "Germany", g.board.token(b))
    empty = refuges(g, foes[0])
    assert empty
    put(g, "Germany FTR any", g.board.token(empty[0]))
    assert empty[0] not in refuges(g, foes[0])
    there = refuges(g, foes[0])[0]
    battle = fight(g, declare(g, units, target))
    drive(g, apply_result(g, battle, land_result("-/R"), GERMANY, set()), [f"retreat {g.board.token(there)}", "halt"])
    assert g.units.at[foes[0]] == there
    assert g.countries.power[g.hexes.controller[there]] == g.units.power[foes[0]]


def test_11_7_only_factories_their_owner_can_use_are_bombed() -> None:
    """Blue factories of a conquered country make nothing for the conqueror: they are no target, and nothing is lost there; red
    ones are, and so is a factory that was railed to a city."""
    g = war(("Germany", "Commonwealth"), ("Germany", "France"), turn="Jul/Aug 1941", scenario="global_war_1939")
    ground = g.ground
    france = g.facts.country["france"]
    mixed = [s for s in ground.homeland["france"] if ground.blue[s] and not ground.red[s] and not ground.oil[s]]
    red = [s for s in ground.homeland["france"] if ground.red[s]]
    assert mixed and red
    g.countries[france].status, g.countries[france].power = CONQUERED, GERMANY
    hold(g, "Germany", "france")
    targets = bombing_targets(g, COMMONWEALTH)
    assert red[0] in targets and mixed[0] not in targets
    assert at_stake(g, red[0])[0] == ground.red[red[0]] and at_stake(g, mixed[0]) == (0, 0, 0, 0)
    town = next(s for s in ground.homeland["germany"] if ground.city[s] and not ground.factories[s] and not ground.oil[s])
    assert town not in targets
    g.hexes[town].blue_moved = 1
    assert town in bombing_targets(g, COMMONWEALTH)
