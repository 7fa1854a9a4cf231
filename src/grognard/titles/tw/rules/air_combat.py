"""11.9, 11.11.5, 11.12, 11.13: rounds of air combat and flak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.charts import AIR_COMBAT, AIR_NATIONALITY, LIGHT_FLAK, AirResult
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import GERMANY
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.national import air_surprise, flak_silent
from grognard.titles.tw.rules.units import air_rating, deplete, eliminate, governing, ground_at, patron_of
from grognard.titles.tw.state import RLE, SLE, Unit, War
from grognard.titles.tw.subjects import AirEffort, AirLost, Round

CLUMSY = (Kind.NAC, Kind.TAC, Kind.MDM)
JETS = (Kind.JET_FTR, Kind.JET_TAC)
ROUNDS = 3
FACTOR = {SLE: 3, RLE: 2}  # 4.1, 4.2: sustained and regional air efforts


@rule("11.9", "11.11", "11.11.5", "11.13")
def air_modifiers(g: War, phasing: Sequence[int], other: Sequence[int], space: int, *, counter_air: bool = False) -> Modifiers:
    """What is added to the phasing side's roll."""
    kinds = g.roster.kinds
    found = Modifiers()
    mine = governing((air_rating(g, u), 1) for u in phasing)
    theirs = governing((air_rating(g, u), 1) for u in other)
    found.add(f"rating {mine} against {theirs}", AIR_NATIONALITY[mine, theirs], "11.11")
    found.add("bombers or naval aircraft", 2 * int(any(kinds[u] in CLUMSY for u in phasing)), "11.9")
    found.add("enemy bombers or naval aircraft", -2 * int(any(kinds[u] in CLUMSY for u in other)), "11.9")
    found.add("fighters", -sum([kinds[u] == Kind.FTR for u in phasing]), "11.9")
    found.add("enemy fighters", sum([kinds[u] == Kind.FTR for u in other]), "11.9")
    found.add("jets", -2 * sum([kinds[u] in JETS for u in phasing]), "11.13")
    found.add("enemy jets", 2 * sum([kinds[u] in JETS for u in other]), "11.13")
    german = any(g.roster.nations[u] == GERMANY for u in phasing)
    found.add("battle over Britain", int(german and g.ground.country[space] == "britain"), "11.9")
    found.add("surprise", air_surprise(g, phasing, other, counter_air)[2], "18.2")
    return found


@rule("11.9")
def air_column(g: War, phasing: Sequence[int], other: Sequence[int], *, grounded: bool = False, counter_air: bool = False) -> int:
    """The column for air factors against air factors; one better when the enemy is caught on the ground."""
    mine, theirs, _ = air_surprise(g, phasing, other, counter_air)
    designs, design = g.designs, g.units.design
    attack = mine * sum([designs[design[u]].strength for u in phasing])
    defence = theirs * sum([designs[design[u]].strength for u in other])
    return AIR_COMBAT.at(AIR_COMBAT.column(attack, defence) + int(grounded))


@rule("11.9", "4.1", "4.2")
def air_round(
    g: War, phasing: list[int], other: list[int], space: int, *, grounded: bool = False, counter_air: bool = False
) -> Flow[None]:
    """One round of air combat"""
    column = air_column(g, phasing, other, grounded=grounded, counter_air=counter_air)
    modifiers = air_modifiers(g, phasing, other, space, counter_air=counter_air)
    many = yield from air_effort(g, phasing, (column, modifiers.total))
    what = f"air combat over {g.board.label(space)}, {AIR_COMBAT.label(column)}, {modifiers}"
    cell = aim(g, space, (*phasing, *other), table="air_combat", line=AIR_COMBAT.label(column), added=modifiers.total)
    roll = g.roll(D10, what, "11.9", aim=cell)
    result = AIR_COMBAT[column, roll + modifiers.total]
    g.say(
        "{}: {}",
        g.hexes[space],
        AIR_COMBAT.code(column, roll + modifiers.total) + (f" x {many}" if many > 1 else ""),
        rule="11.9",
    )
    if result.attacker and grounded:
        return  # 11.5.1: nobody came up, adverse results are ignored
    yield from air_losses(g, phasing if result.attacker else other, result, many)


def effort_factor(g: War, phasing: Sequence[int]) -> int:
    """What an air effort would multiply results by: that of the power with the most units in the battle."""
    powers = [patron_of(g, u) for u in phasing]
    chief = max(sorted(set(powers)), key=powers.count)
    return FACTOR.get(g.nations.effort[chief], 1)


PLAIN: Act[War, Any, None] = word("plain", "11.9", "No effort")
STAY: Act[War, Any, None] = word("stay", "11.9", "Fight on")
LEAVE: Act[War, Any, None] = word("leave", "11.9", "Break off")


def air_effort(g: War, phasing: Sequence[int], duel: tuple[int, int]) -> Flow[int]:
    """A regional or sustained air effort multiplies the result"""
    factor = effort_factor(g, phasing)
    if factor == 1:
        return 1
    announcing = one_of("effort", "11.9", "Announce it: results x {0}", int, [factor], "its logistical effort allows another")
    prompt = f"Announce an air effort (results x {factor})?"
    choice, _ = yield from menu(g, g.seat(g.side), prompt, AirEffort(*duel), PLAIN, announcing, rule="11.9")
    return factor if choice.verb == "effort" else 1


@rule("11.9", "11.11.5")
def air_losses(g: War, force: list[int], result: AirResult, many: int = 1) -> Flow[None]:
    """The owner loses or depletes air units, the worst-rated first"""
    hit: set[int] = set()
    for lost in [True] * (result.lost * many) + [False] * (result.depleted * many):
        left = [u for u in force if g.units.at[u] >= 0]
        fresh = [u for u in left if u not in hit] if not lost else left
        left = fresh or left
        if not left:
            return
        worst = max([air_rating(g, u) for u in left])
        weak = [u for u in left if air_rating(g, u) == worst]  # TW-AMB-04
        unit = g.units[weak[0]]
        if len(weak) > 1:
            seat = g.seat(g.roster.sides[weak[0]])
            act = one_of("lose", "11.9", "Lose {0}", Unit, weak, "the worst-rated of this force go first")
            prompt = "Choose an air unit to " + ("lose" if lost else "deplete")
            answer, _ = yield from menu(g, seat, prompt, AirLost(lost), act, rule="11.9")
            unit = answer.arg
        hit.add(unit.index)
        if lost:
            eliminate(g, unit, "11.9")
        else:
            deplete(g, unit, "11.9")


@rule("11.9")
def air_battle(g: War, phasing: list[int], other: list[int], space: int) -> Flow[tuple[list[int], list[int]]]:
    """Air battle of one to three rounds; either side may break off after each"""
    for number in range(1, ROUNDS + 1):
        yield from air_round(g, phasing, other, space)
        phasing = [u for u in phasing if g.units.at[u] >= 0]
        other = [u for u in other if g.units.at[u] >= 0]
        if not phasing or not other or number == ROUNDS:
            break
        prompt = f"Round {number} is over: fight on?"
        mine, theirs = tuple(phasing), tuple(other)
        stay, _ = yield from menu(g, g.seat(g.side), prompt, Round(number, mine, theirs), STAY, LEAVE, rule="11.9")
        reply, _ = yield from menu(g, g.seat(1 - g.side), prompt, Round(number, theirs, mine), STAY, LEAVE, rule="11.9")
        if stay.verb == "leave":
            phasing = []
        if reply.verb == "leave":
            other = []
        if not phasing or not other:
            break
    return phasing, other


# --- flak ---------------------------------------------------------------------------------------------------------------------


@rule("11.12", "11.12.1", "11.12.2", "11.5.2")
def flak_factors(g: War, space: int, *, units_only: bool = False) -> int:
    """Flak of a hex: one each for city, airbase and flak unit, two for a national capital; supporting bombers meet only the units
    (TW-AMB-65)."""
    kinds, sides = g.roster.kinds, g.roster.sides
    guns = sum([1 for u in ground_at(g).get(space, ()) if kinds[u] in GUNLESS and sides[u] != g.side])
    if units_only:
        return guns
    city = 2 if g.ground.capital[space] else int(g.ground.city[space] or g.ground.port[space])  # TW-AMB-47
    return guns + city + int(g.hexes.airbase[space] != NOWHERE)


def firing_factors(g: War, space: int, *, units_only: bool = False) -> int:
    """Flak factors that fire: none where the holder is surprised."""
    holder = g.hexes.holder[space]
    if holder >= 0 and flak_silent(g, space, holder):
        return 0
    return flak_factors(g, space, units_only=units_only)


@rule("11.12.5")
def flak_modifier(g: War, targets: Sequence[int]) -> int:
    """Depleted aircraft alone are easier, jets alone harder to hit."""
    kinds = g.roster.kinds
    return 2 * int(all(g.units.depleted[u] for u in targets)) - 2 * int(all(kinds[u] in JETS for u in targets))


@rule("11.12", "11.12.5")
def flak(g: War, targets: list[int], space: int, *, units_only: bool = False) -> Flow[None]:
    """Flak fires at aircraft over its hex"""
    factors = firing_factors(g, space, units_only=units_only)
    if not factors:
        return
    what = f"flak at {g.board.label(space)}, {factors} factors"
    added = flak_modifier(g, targets)
    guns = aim(g, space, targets, table="light_flak", line=str(min(factors, 4)), added=added)
    roll = g.roll(D10, what, "11.12", aim=guns) + added
    result = LIGHT_FLAK[min(factors, 4) - 1, roll]
    if result.lost or result.depleted:
        yield from air_losses(g, targets, result)
