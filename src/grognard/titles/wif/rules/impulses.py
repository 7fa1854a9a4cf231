"""7, 12: impulses alternate between the sides until a roll ends them. What opens an impulse, and the last impulse test."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.wif.facts import ALLIES, POWER_INDEX, SIDE_OF_POWER
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.convoys import take_over_convoys
from grognard.titles.wif.rules.fuel import forget_fuel
from grognard.titles.wif.rules.initiative import move_marker
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.powers import active, playing, powers_of
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import NOWHERE, War

LEAST_IMPULSES, MANY_IMPULSES = 2, 6  # option 34


@rule("7")
def begin_action_stage(g: War) -> None:
    """The impulse marker returns to its first box and the first side moves"""
    g.box, g.pair, g.ended = 1, 0, 0
    g.impulses, g.straits_railed = [0, 0], []
    g.side = g.first_side


@rule("7", "10.2")
def begin_impulse(g: War) -> None:
    """The active side begins: everything counted by impulse is wiped clean"""
    g.boats_sailed = []
    for power in playing(g):
        row = g.powers[power]
        row.action, row.more, row.boats = int(Action.PASS), 0, 0
        row.air = row.naval = row.land = row.rail = row.rail_air = row.attacks = row.subs_sailed = row.raided = 0
        row.surprised_by = 0
        row.wars_before = row.wars
    units = g.units
    for unit, at in enumerate(units.at):
        if (
            units.attacked[unit]
            or units.landed[unit]
            or units.moved[unit]
            or units.fed[unit]
            or units.called[unit]
            or units.shelled[unit]
            or units.bombards[unit] != NOWHERE
            or units.rescued[unit] != NOWHERE
            or units.beached[unit]
            or units.from_[unit] != at
        ):
            row_u = units[unit]
            row_u.attacked = row_u.landed = row_u.moved = row_u.fed = row_u.called = row_u.shelled = row_u.beached = 0
            row_u.brought = 0
            row_u.shore = row_u.target = row_u.stood = row_u.bombards = row_u.rescued = NOWHERE
            row_u.from_ = at
    if g.options.oil:
        forget_fuel(g)
    take_over_convoys(g)
    if not g.settings.straits_by_turn:
        g.straits_railed = []
    for row_p in g.powers:
        if row_p.aligned_now:
            row_p.aligned_now = 0
    for country in g.countries:
        if country.surprised_by:
            country.surprised_by = 0
    g.dow_steps += g.side == ALLIES
    g.just_granted = 0
    declare_opening_wars(g)


@rule("9.3", "15")
def declare_opening_wars(g: War) -> None:
    """A scenario's declarations of war, in the first impulse of the side that makes them; the victim is surprised"""
    if g.open_war:
        return
    mine = [pair for pair in g.campaign.frame.wars.opening if SIDE_OF_POWER[POWER_INDEX[pair[0]]] == g.side]
    for attacker, victim in mine:
        a, b = POWER_INDEX[attacker], POWER_INDEX[victim]
        make_war(g, a, b)
        if victim in g.campaign.frame.wars.surprised and g.settings.powers_are_surprised:
            g.powers[b].surprised_by |= 1 << a
        g.say("{} declares war on {}", g.powers[a], g.powers[b], rule="9.3")
        g.open_war = 1


@rule("12")
def end_modifiers(g: War) -> Modifiers:
    """What is added to the last impulse roll: less if the side passed."""
    powers = powers_of(g, g.side)
    acting = [p for p in powers if g.powers.action[p] != Action.PASS]
    all_pass, all_but_one = g.settings.pass_ends_turn
    small = g.map_count <= 2
    found = Modifiers()
    if not acting:
        found.add("every major power passed", -(min(all_pass, 1) if small else all_pass), "12")
    elif len(acting) == 1 and len(powers) > 1 and not small:
        found.add("all major powers but one passed", -all_but_one, "12")
    if g.options.impulse_limits and g.impulses[g.side] >= MANY_IMPULSES:
        found.add("six impulses and a pass", -int(any(active(g, p) for p in powers if p not in acting)), "12")
    return found


@rule("12", "8.2.2")
def test_last_impulse(g: War) -> Flow[None]:
    """After each impulse a roll may end the turn's impulses; else the marker moves on by the weather and the other side moves"""
    g.impulses = [n + (side == g.side) for side, n in enumerate(g.impulses)]
    g.last_side = g.side
    if not g.options.impulse_limits or min(g.impulses) >= LEAST_IMPULSES:
        modifiers = end_modifiers(g)
        wanted = g.charts.impulses[g.box]
        told = f"Last impulse test: {wanted} or less ends the turn's impulses"
        roll = (yield from cast(g, Stake(told, "12", g.side, aim=aim(g, most=wanted - modifiers.total)))) + modifiers.total
        g.ended = int(roll <= wanted)
    if g.ended:
        g.say("The impulses of this turn are over", rule="12")
        if g.first_side == g.last_side:
            move_marker(g, g.side)
        return
    g.box = min(g.box + g.advance, len(g.charts.impulses))
    g.side, g.pair = 1 - g.side, 1 - g.pair
