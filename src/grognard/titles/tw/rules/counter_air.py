"""11.5: counter-air missions against aircraft on their bases."""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, unless, word
from grognard.kernel.rules import No, rule
from grognard.titles.tw.rules import air_combat, air_support
from grognard.titles.tw.rules.air_support import AGAINST_COUNTER_AIR, COUNTER_AIR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.sea_fight import scruples
from grognard.titles.tw.rules.units import air_at
from grognard.titles.tw.state import Hex, Unit, War
from grognard.titles.tw.subjects import Interception, Strike, StrikeRound, Strikes


def targets(g: War) -> list[int]:
    """Hexes with enemy aircraft that some unit of the phasing side can reach."""
    sides = g.roster.sides
    return sorted(
        [
            s
            for s, units in air_at(g).items()
            if any(sides[u] == 1 - g.side for u in units) and air_support.escorts_for(g, s, COUNTER_AIR)
        ]
    )


DONE: Act[War, Any, None] = word("done", "11.5.1", "Done")
TIMID = No("18.1", "the French attack at 1-1 or better")
HOLD: Act[War, Any, None] = word("hold", "11.5.1", "Stay down")
AGAIN: Act[War, Any, None] = word("stay", "11.9", "Strike again")
LEAVE: Act[War, Any, None] = word("leave", "11.9", "Fly home")
STAY_UP: Act[War, Any, None] = word("stay", "11.5.1", "Stay up")
LAND: Act[War, Any, None] = word("land", "11.5.1", "Land")


def _why_not_sent(g: War, unit: int) -> No | None:
    """Why an air unit of the phasing side cannot fly now."""
    if g.roster.sides[unit] != g.side or g.units.at[unit] < 0:
        return No("11.5.1", "it is no air unit of yours on the board")
    return air_support.may_fly(g, unit, COUNTER_AIR)


@rule("11.5", "11.5.1", "11.5.2")
def counter_air(g: War) -> Flow[None]:
    """Strike enemy aircraft on their airfields"""
    g.impulse = 1
    struck: set[int] = set()
    while True:
        able = [s for s in targets(g) if s not in struck]
        if not able:
            return
        acts = one_of("strike", "11.5.1", "Strike {0}", Hex, able, "no enemy aircraft in reach there, or struck already"), DONE
        choice, _ = yield from menu(g, g.seat(g.side), "Strike an enemy airfield", Strikes(g.side), *acts, rule="11.5.1")
        if choice.verb == "done":
            return
        struck.add(choice.arg.index)
        yield from strike(g, choice.arg.index)


@rule("18.1")
def timid(g: War, attackers: list[int], space: int) -> bool:
    """Whether French aircraft would strike an airfield at worse than 1-1 (18.1)."""
    strengths, there = g.roster.strengths, [u for u in air_at(g).get(space, ()) if g.roster.sides[u] == 1 - g.side]
    mine, theirs = sum([strengths[u] for u in attackers]), sum([strengths[u] for u in there])
    return scruples(g, attackers, mine, theirs) is not None


@rule("11.5.1")
def strike(g: War, space: int) -> Flow[None]:
    """One strike: attackers go one by one, the defender answers each"""
    attackers: list[int] = []
    risen: list[int] = []
    while True:
        able = air_support.escorts_for(g, space, COUNTER_AIR)
        if not able:
            break
        sending = one_of("send", "11.5.1", "Send {0}", Unit, able, "out of range", why=_why_not_sent)
        force, prompt = Strike(space, len(attackers)), f"Send aircraft to {g.board.label(space)}"
        going = unless("go", "11.5.1", "Go with these", lambda: None if attackers and not timid(g, attackers, space) else TIMID)
        choice, _ = yield from menu(g, g.seat(g.side), prompt, force, sending, *((going,) if attackers else ()), rule="11.5.1")
        if choice.verb == "go":
            break
        unit = choice.arg.index
        air_support.log_mission(g, unit, COUNTER_AIR)
        attackers.append(unit)
        yield from rise(g, attackers, space, risen)
    if timid(g, attackers, space):
        return
    while risen and (yield from air_support.counter_intercept(g, attackers, space, attackers, risen)):
        yield from rise(g, attackers, space, risen)
    yield from strike_rounds(g, attackers, risen, space)
    yield from air_support.return_to_base(g, g.side, dict.fromkeys(attackers, space))


@rule("11.5.1")
def rise(g: War, attackers: list[int], space: int, risen: list[int]) -> Flow[None]:
    """The defender decides at once which aircraft come up against the one just sent, the last of the attackers"""
    unit = attackers[-1]
    while True:
        able = [u for u in air_support.interceptors(g, [unit], space, AGAINST_COUNTER_AIR) if u not in risen]
        if not able:
            return
        rising = one_of("rise", "11.5.1", "{0} comes up", Unit, able, "it cannot come up against this flight")
        prompt = f"{g.units[unit].label} flies to {g.board.label(space)}: come up?"
        about = Interception(space, tuple(attackers), tuple(risen))
        choice, _ = yield from menu(g, g.seat(1 - g.side), prompt, about, HOLD, rising, rule="11.5.1")
        if choice.verb == "hold":
            return
        air_support.log_mission(g, choice.arg.index, AGAINST_COUNTER_AIR)
        risen.append(choice.arg.index)


@rule("11.5.1", "11.9")
def strike_rounds(g: War, attackers: list[int], risen: list[int], space: int) -> Flow[None]:
    """Up to three rounds: in the air while the defender stays up, on the ground after flak when he does not"""
    sides = g.roster.sides
    for number in range(1, air_combat.ROUNDS + 1):
        attackers = [u for u in attackers if g.units.at[u] >= 0]
        risen = [u for u in risen if g.units.at[u] >= 0]
        grounded = [u for u in air_at(g).get(space, ()) if sides[u] == 1 - g.side and u not in risen]
        if not attackers or not (risen or grounded):
            return
        if number > 1:
            again = StrikeRound(space, number)
            choice, _ = yield from menu(g, g.seat(g.side), f"Round {number}: strike again?", again, AGAIN, LEAVE, rule="11.9")
            if choice.verb == "leave":
                return
            if risen:
                prompt = f"Round {number}: stay up?"
                reply, _ = yield from menu(g, g.seat(1 - g.side), prompt, again, STAY_UP, LAND, rule="11.5.1")
                if reply.verb == "land":
                    yield from air_support.return_to_base(g, 1 - g.side, dict.fromkeys(risen, space))
                    risen = []
                    grounded = [u for u in air_at(g).get(space, ()) if sides[u] == 1 - g.side]
        if risen:
            yield from air_combat.air_round(g, attackers, risen, space, counter_air=True)
            continue
        if not grounded:
            return
        yield from air_combat.flak(g, attackers, space)
        attackers = [u for u in attackers if g.units.at[u] >= 0]
        if attackers:
            yield from air_combat.air_round(g, attackers, grounded, space, grounded=True, counter_air=True)
