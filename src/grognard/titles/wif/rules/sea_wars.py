"""9.8, 13.3.2: who fights whom at sea when powers of a side are not at war with the same enemies, and the neutral US Navy.

Options 11, 29, 38 and 20 of US entry let American ships and aircraft escort Allied convoys without war, option 50 lets them fight
any active Axis unit, option 32 makes American convoys on lend-lease a target.
"""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.kinds import CARRIERS, SCS
from grognard.titles.wif.rules.powers import active, at_war, political, powers_of, units_at_war
from grognard.titles.wif.rules.units import air_at, ships_at
from grognard.titles.wif.state import NOWHERE, War

EAST_COAST, AIR_ESCORT, NORTH_ATLANTIC, WAR_ZONES, ARMED, UNRESTRICTED = 11, 20, 29, 32, 38, 50  # US entry options
ESCORTS = 5
PATROLLED = {EAST_COAST: "us_east_coast", NORTH_ATLANTIC: "north_atlantic"}


@rule("9.8", "13.3.2")
def may_clash(g: War, u: int, v: int) -> bool:
    """Whether two units of opposite sides may fight at sea."""
    if units_at_war(g, u, v):
        return True
    return bool(g.entry_options) and (_naval_war(g, u, v) or _carries_for_an_enemy(g, u, v) or _carries_for_an_enemy(g, v, u))


def _naval_war(g: War, u: int, v: int) -> bool:
    """Option 50: American units and those of active Axis powers."""
    if UNRESTRICTED not in g.entry_options:
        return False
    powers = {g.units.power[u], g.units.power[v]}
    other = powers - {USA}
    return USA in powers and all(SIDE_OF_POWER[p] == AXIS and active(g, p) for p in other)


def _carries_for_an_enemy(g: War, hunter: int, convoy: int) -> bool:
    """Option 32: American convoy points may be attacked by who is at war with a power the USA lends to this turn."""
    if WAR_ZONES not in g.entry_options or g.units.power[convoy] != USA or g.units.counter[convoy] != NOWHERE:
        return False
    return any(at_war(g, g.units.power[hunter], to) for to in recipients(g))


def recipients(g: War) -> list[int]:
    """The powers to which the USA has promised something this turn."""
    return [g.lent[n + 1] for n in range(0, len(g.lent), 4) if g.lent[n] == USA]


@rule("13.3.2")
def may_escort_in(g: War, area: int) -> No | None:
    """Whether American ships escort Allied convoys in a sea area without being at war."""
    if not political(g) or USA not in powers_of(g, ALLIES):
        return No("13.3.2", "the USA has no part in it")
    if UNRESTRICTED in g.entry_options or (ARMED in g.entry_options and not active(g, USA)):
        return None
    if all(at_war(g, USA, p) for p in powers_of(g, AXIS) if p != VICHY):
        return No("13.3.2", "the USA is at war with all of them")
    if any(option in g.entry_options and g.board.token(area) == name for option, name in PATROLLED.items()):
        return None
    return No("13.3.2", f"no entry option lets the USA escort convoys in {g.board.label(area)}")


@rule("13.3.2")
def escorts(g: War, area: int, committed: list[int]) -> list[int]:
    """American units in section 0 that may join a round with Allied convoys, beside those that are in it."""
    if not g.entry_options or may_escort_in(g, area) is not None:
        return []
    box, known = g.ground.sections[area][0], g.roster
    here = [u for u in (*ships_at(g, box), *air_at(g, box)) if g.units.power[u] == USA and u not in committed]
    ships = [u for u in here if known.types[u] in SCS or known.types[u] in CARRIERS]
    planes = [u for u in here if known.air[u]] if AIR_ESCORT in g.entry_options else []
    return ships + planes


def escort_limit(g: War) -> int:
    """How many American ships escort in a round."""
    return len(g.units.power) if UNRESTRICTED in g.entry_options else ESCORTS


@rule("9.1", "13.3.2", "17.4.2")
def moves_singly(g: War, power: int) -> bool:
    """Whether each ship a power moves counts as a naval move: of a neutral, but not of the USA after option 50; of Vichy unless
    it is hostile to an Ally."""
    if power == VICHY:
        return not g.hostile
    return not active(g, power) and not (power == USA and UNRESTRICTED in g.entry_options)
