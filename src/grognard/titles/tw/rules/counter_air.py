"""11.5: counter-air missions against aircraft on their bases."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import rule
from grognard.titles.tw.rules import air_combat, air_support
from grognard.titles.tw.rules.air_support import AGAINST_COUNTER_AIR, COUNTER_AIR
from grognard.titles.tw.rules.units import air_at, unit_sides
from grognard.titles.tw.state import War
from grognard.titles.tw.subjects import Strike, StrikeRound, Strikes


def targets(g: War) -> list[int]:
    """Hexes with enemy aircraft that some unit of the phasing side can reach."""
    sides = unit_sides(g)
    return sorted(
        s
        for s, units in air_at(g).items()
        if any(sides[u] == 1 - g.side for u in units) and air_support.escorts_for(g, s, COUNTER_AIR)
    )


@rule("11.5", "11.5.1", "11.5.2")
def counter_air(g: War) -> Flow[None]:
    """Strike enemy aircraft on their airfields"""
    g.impulse = 1
    struck: set[int] = set()
    while True:
        able = [s for s in targets(g) if s not in struck]
        if not able:
            return
        choice = yield Ask(
            g.seat(g.side),
            "Strike an enemy airfield",
            [*(Option("strike", g.hexes[s]) for s in able), Option("done")],
            "11.5.1",
            subject=Strikes(g.side),
        )
        if choice.verb == "done":
            return
        struck.add(choice.arg.index)
        yield from strike(g, choice.arg.index)


@rule("11.5.1")
def strike(g: War, space: int) -> Flow[None]:
    """One strike: attackers go one by one, the defender answers each"""
    attackers: list[int] = []
    risen: list[int] = []
    while True:
        able = air_support.escorts_for(g, space, COUNTER_AIR)
        if not able:
            break
        options = [Option("send", g.units[u]) for u in able]
        if attackers:
            options.append(Option("go"))
        force = Strike(space, len(attackers))
        choice = yield Ask(g.seat(g.side), f"Send aircraft to {g.board.label(space)}", options, "11.5.1", subject=force)
        if choice.verb == "go":
            break
        unit = choice.arg.index
        air_support.log_mission(g, unit, COUNTER_AIR)
        attackers.append(unit)
        yield from rise(g, unit, space, risen)
    while risen and (yield from air_support._counter(g, attackers, space, attackers)):
        yield from rise(g, attackers[-1], space, risen)
    yield from strike_rounds(g, attackers, risen, space)
    yield from air_support.return_to_base(g, g.side, dict.fromkeys(attackers, space))


@rule("11.5.1")
def rise(g: War, unit: int, space: int, risen: list[int]) -> Flow[None]:
    """The defender decides at once which aircraft come up against the one just sent"""
    while True:
        able = [u for u in air_support.interceptors(g, [unit], space, AGAINST_COUNTER_AIR) if u not in risen]
        if not able:
            return
        choice = yield Ask(
            g.seat(1 - g.side),
            f"{g.units[unit].label} flies to {g.board.label(space)}: come up?",
            [Option("hold"), *(Option("rise", g.units[u]) for u in able)],
            "11.5.1",
        )
        if choice.verb == "hold":
            return
        air_support.log_mission(g, choice.arg.index, AGAINST_COUNTER_AIR)
        risen.append(choice.arg.index)


@rule("11.5.1", "11.9")
def strike_rounds(g: War, attackers: list[int], risen: list[int], space: int) -> Flow[None]:
    """Up to three rounds: in the air while the defender stays up, on the ground after flak when he does not"""
    sides = unit_sides(g)
    for number in range(1, air_combat.ROUNDS + 1):
        attackers = [u for u in attackers if g.units.at[u] >= 0]
        risen = [u for u in risen if g.units.at[u] >= 0]
        grounded = [u for u in air_at(g).get(space, ()) if sides[u] == 1 - g.side and u not in risen]
        if not attackers or not (risen or grounded):
            return
        if number > 1:
            again, words = StrikeRound(space, number), [Option("stay"), Option("leave")]
            choice = yield Ask(g.seat(g.side), f"Round {number}: strike again?", words, "11.9", subject=again)
            if choice.verb == "leave":
                return
            if risen:
                words = [Option("stay"), Option("land")]
                reply = yield Ask(g.seat(1 - g.side), f"Round {number}: stay up?", words, "11.5.1", subject=again)
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
