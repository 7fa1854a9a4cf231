"""What a commitment promises, asked before it is made: every question that rolls, or that leads to a roll, has a card.

Land attacks are odds_land.py, the air odds_air.py, the sea odds_sea.py and odds_sea_cards.py. Here: which card a question has,
the end of the turn (12) and the re-roll of the initiative (6.1).
"""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.flow import Option
from grognard.odds.forecast import Chance, Forecast
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.odds_air import lines_over, mission_forecast, sky_forecast
from grognard.titles.wif.odds_land import imagined, land_forecast, landing
from grognard.titles.wif.odds_sea_cards import combat_forecast, port_forecast, round_forecast
from grognard.titles.wif.rules.actions import Choice
from grognard.titles.wif.rules.air_combat import Break
from grognard.titles.wif.rules.impulses import end_modifiers
from grognard.titles.wif.rules.initiative import Demand, winner
from grognard.titles.wif.rules.land_attack import Choosing, Declaring, Resolving, support_of
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.landings import Invading
from grognard.titles.wif.rules.missions import Flight
from grognard.titles.wif.rules.naval_combat import Doubt, Hunt
from grognard.titles.wif.rules.port_attack import targets
from grognard.titles.wif.rules.powers import at_war, powers_of
from grognard.titles.wif.rules.units import ships_at
from grognard.titles.wif.state import Attack, Hex, Unit, War

IN_BATTLE = (
    "fight", "surface", "submarine", "air", "in_the_air", "keep_points", "hunt", "decline", "not_in_the_air",
    "face_them", "shake_off",
)  # fmt: skip


def outlook(g: War, option: Option, subject: object) -> Forecast | None:
    """The card of an option, None where nothing is at stake."""
    args = [a.index for a in option.args if isinstance(a, Unit | Hex | Attack)]
    match subject:
        case Choice(power=power) if option.verb == "act":
            return end_forecast(g, power, str(option.arg))
        case Demand(power=power) if option.verb == "reroll":
            return reroll_forecast(g, SIDE_OF_POWER[power])
        case Declaring(power=power) if option.verb == "attack":
            return land_forecast(g, imagined(g, power, args[1], [args[0]]), power)
        case Resolving(power=power) if option.verb == "fight":
            return land_forecast(g, fight(g, args[0]), power, support=support_of(g, args[0]))
        case Choosing(attack=attack) if option.verb in ("blitzkrieg", "assault"):
            table = option.verb == "blitzkrieg"
            return land_forecast(g, fight(g, attack), g.attacks.power[attack], blitz=table, support=support_of(g, attack))
        case Invading(power=power) if option.verb == "invade":
            h, battle = landing(g, power, *args)
            return land_forecast(h, battle, power, title=f"Invasion of {g.board.label(args[1])}")
        case Flight() if option.verb == "fly":
            return flight_forecast(g, subject, *args)
        case Break(power=power, space=space):
            return sky_forecast(g, space, SIDE_OF_POWER[power], lines_over(g, space)) if option.verb == "fight_on" else None
        case Hunt(power=power) if option.verb == "seek":
            return combat_forecast(g, args[0], SIDE_OF_POWER[power])
        case Doubt(area=area, side=side) if option.verb == "stay":
            return combat_forecast(g, area, side)
        case Doubt(own=own, foes=foes) if option.verb in IN_BATTLE and own and foes:
            return round_forecast(g, subject.area, subject.side, own, foes, subject.points)
    return None


def flight_forecast(g: War, flight: Flight, unit: int, space: int) -> Forecast | None:
    """An aircraft as if it flew to a hex with those already there."""
    if flight.kind != "port attack":
        return mission_forecast(g, flight, unit, space)
    side = SIDE_OF_POWER[flight.power]
    lines = lines_over(g, space, [(unit, flight.role)])
    powers = powers_of(g, g.side)
    ships = targets(g, space, g.side) or [u for u in ships_at(g, space) if any(at_war(g, p, g.units.power[u]) for p in powers)]
    if not lines[g.side][1] or not ships:
        return sky_forecast(g, space, side, lines)
    return port_forecast(g, space, g.side, lines, ships)


# --- the turn -----------------------------------------------------------------------------------------------------------------


def end_chance(g: War, box: int, modifier: int) -> Fraction:
    """The chance that the last impulse test ends the impulses in a box of the track (12)."""
    return Fraction(min(max(g.charts.impulses[box] - modifier, 0), 10), 10)


def end_forecast(g: War, power: int, word: str) -> Forecast:
    """Whether the turn goes on after this impulse if the power chooses an action; friends who have not chosen act."""
    h = g.copy()
    for other in powers_of(g, SIDE_OF_POWER[power]):
        if other > power and h.powers.action[other] == Action.PASS:
            h.powers[other].action = int(Action.COMBINED)
    h.powers[power].action = int(Action[word.upper()])
    modifiers = end_modifiers(h)
    ends = end_chance(g, g.box, modifiers.total)
    later = min(g.box + g.advance, len(g.charts.impulses))
    next_ends = (1 - ends) * end_chance(g, later, 0)
    return Forecast(
        "The turn after this impulse",
        f"{g.charts.impulses[g.box]} or less ends it",
        "",
        [],
        [str(m) for m in modifiers.counted],
        [
            Chance("it ends now", float(ends)), Chance("it ends after the next impulse", float(next_ends)),
            Chance("it goes on longer", float(1 - ends - next_ends)),
        ],
        float(1 - ends),
        0.0,
        [],
        [],
        words={"taken": "The turn goes on", "results": "Last impulse test"},
    )  # fmt: skip


def reroll_forecast(g: War, side: int) -> Forecast:
    """The chance to win the initiative with a new roll, the marker a space worse (6.1)."""
    space = g.charts.initiative[g.track]
    won = sum(winner(a + space.bonus(0), b + space.bonus(1), g.holder) == side for a in range(1, 11) for b in range(1, 11))
    return Forecast(
        "A new roll for the initiative", space.modifier, "", [], [],
        [Chance("won", won / 100), Chance("lost", 1 - won / 100)], won / 100, 0.0, [], [],
        words={"taken": "Initiative won", "results": "Rolls"},
    )  # fmt: skip
