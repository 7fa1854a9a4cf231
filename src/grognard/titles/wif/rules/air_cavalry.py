"""22.12: air cavalry flies. It moves in the steps of air transport and rebases to friendly hexes, in that of paradrops into enemy
ones, which it must attack; it may be intercepted where it goes, and stays there face-up. Its retreat is in retreats.py."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.actions import count, left
from grognard.titles.wif.rules.air_missions import through
from grognard.titles.wif.rules.control import enemy_hex, friendly, take_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.land_attack import attack_on, join_attack, note_attack_at_home
from grognard.titles.wif.rules.missions import AIR_ASSAULT, AIR_CAVALRY, Kind, declare
from grognard.titles.wif.rules.overrun import drive_off
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.units import land_at, of_side
from grognard.titles.wif.state import GROUNDED, NOWHERE, PARADROP, War

FLOWN = int(Activity.AIR_TRANSPORT) + 1


@rule("22.12")
def flies_itself(g: War, unit: int) -> No | None:
    """Only air cavalry flies these missions."""
    return None if g.roster.types[unit] == Type.ACV else No("22.12", "only air cavalry flies itself")


def squadrons(g: War, power: int) -> list[int]:
    """A power's air cavalry on the map."""
    kinds, units = g.roster.types, g.units
    return [
        u for u, kind in enumerate(kinds)
        if kind == Type.ACV and units.power[u] == power and units.at[u] >= 0 and g.ground.land[units.at[u]]
        and not units.down[u] and units.mission[u] == GROUNDED and units.aboard[u] == NOWHERE
    ]  # fmt: skip


@rule("22.12")
def landing_grounds(g: War, power: int) -> list[int]:
    """Friendly hexes air cavalry of a power reaches, with room for it."""
    found: set[int] = set()
    for u in squadrons(g, power):
        here = g.units.at[u]
        near = [s for s in flying_reach(g, {here: 0}, g.units[u].sheet.move) if friendly(g, s, power) and s != here]
        found.update(s for s in near if s not in found and may_base(g, u, s) is None and may_stack(g, u, s) is None)
    return sorted(found)


@rule("22.12", "10.2")
def assault_zones(g: War, power: int) -> list[int]:
    """Enemy hexes air cavalry of a power reaches, while land attacks are left; in this step too it may land among friends."""
    grounds = landing_grounds(g, power)
    if left(g, power, Activity.LAND_ATTACK) <= 0:
        return grounds
    reach = {s for u in squadrons(g, power) for s in flying_reach(g, {g.units.at[u]: 0}, g.units[u].sheet.move)}
    return sorted([*grounds, *(s for s in reach if g.ground.land[s] and not g.ground.box[s] and enemy_hex(g, s, power))])


@rule("22.12")
def touch_down(g: War, space: int, side: int) -> Flow[None]:
    """Air cavalry that got through lands, face-up; in an enemy hex it attacks, and takes one that nobody defends"""
    for unit in [u for u in through(g, space, side) if g.roster.types[u] == Type.ACV]:
        row = g.units[unit]
        row.at, row.mission, row.base, row.over, row.moved = space, GROUNDED, NOWHERE, NOWHERE, FLOWN
        g.say("{} lands in {}", row, g.hexes[space], rule="22.12")
        if not enemy_hex(g, space, row.power):
            continue
        row.landed = PARADROP
        g.title.ambushed(g, unit, space)
        if of_side(g, land_at(g, space), 1 - side) or attack_on(g, space) != NOWHERE:
            join_attack(g, row.power, unit, space)
        else:
            count(g, row.power, Activity.LAND_ATTACK)
            note_attack_at_home(g, space, row.power)
            take_hex(g, space, unit)
            yield from drive_off(g, space, unit)
    yield from ()


def rest_cavalry(g: War) -> None:
    """The rebase step: air cavalry that flew in an earlier step may fly again"""
    types = g.roster.types
    for unit, moved in enumerate(g.units.moved):
        if moved == FLOWN and types[unit] == Type.ACV and not g.units.landed[unit]:
            g.units[unit].moved = 0


MOVES = declare(
    Kind(
        AIR_CAVALRY, "22.12", Activity.AIR_TRANSPORT, landing_grounds, flies_itself, touch_down, carriers=False, any_weather=True
    )
)
ASSAULTS = declare(Kind(AIR_ASSAULT, "22.12", Activity.PARADROP, assault_zones, flies_itself, touch_down, carriers=False))
