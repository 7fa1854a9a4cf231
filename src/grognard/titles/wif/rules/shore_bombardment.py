"""11.15.2: ships bombard the hexes of land combats, for the attacker first, then for the defender.

The bombardment factor is not in our lists: half the attack factors rounded up, or what an example of the text gives (WIF-DEC-20).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import SCS, Weather
from grognard.titles.wif.rules.control import hostile_hex
from grognard.titles.wif.rules.forts import coastal_value
from grognard.titles.wif.rules.land_attack import BEACH, attack_on
from grognard.titles.wif.rules.land_odds import shore_modifier
from grognard.titles.wif.rules.missions import COVER
from grognard.titles.wif.rules.powers import active, co_operate, home_power, powers_co_operate, powers_of, units_at_war
from grognard.titles.wif.rules.surprise import catches, catches_all
from grognard.titles.wif.rules.transport import cargo_of
from grognard.titles.wif.rules.units import land_at, of_side, turn_down
from grognard.titles.wif.rules.weather import terrain_by_space, weather_at
from grognard.titles.wif.state import NOWHERE, Attack, Power, Unit, War

SIXTY, HALF = 60, Fraction(1, 2)
NO_SHOT = (Weather.STORM, Weather.BLIZZARD)
Pair = tuple[int, int]


class Gunnery(Subject, frozen=True):
    """A power's ships bombard for the attacker or for the defender."""

    power: Annotated[int, Power]
    defending: bool


@rule("11.15.2")
def gun_factor(g: War, ship: int, target: int) -> Fraction:
    """What a ship adds: its bombardment factor less the modifier of its section, halved over woods, jungle and swamp."""
    left = max(g.units[ship].sheet.bombardment - shore_modifier(g, target, g.units.at[ship]), 0)
    return Fraction(left) * (HALF if terrain_by_space(g)[target] in COVER else 1)


@rule("11.15.2", "15.1")
def may_bombard(g: War, subject: Gunnery, pair: Pair) -> No | None:
    """Whether a ship may bombard the hex of an attack."""
    ship, attack = pair
    units, ground = g.units, g.ground
    target = g.attacks.target[attack]
    if target == NOWHERE:
        return No("11.15.2", "it is no declared attack")
    if units.power[ship] != subject.power or g.roster.types[ship] not in SCS or units.at[ship] < 0:
        return No("11.15.2", "only surface combat ships of your own bombard")
    section = ground.section[units.at[ship]]
    if units.down[ship] or section < 0:
        return No("11.15.2", "only face-up ships at sea bombard")
    if section == 0:
        return No("11.15.2", "ships in section 0 are too far away")
    if ground.area[units.at[ship]] not in ground.seas[target]:
        return No("11.15.2", f"{g.board.label(target)} is no coast of its sea area")
    if weather_at(g, target) in NO_SHOT:
        return No("11.15.2", "not in storm or blizzard")
    if cargo_of(g, ship):
        return No("11.15.2", "it carries a unit")
    if not _concerned(g, subject, ship, target):
        return No("9.8", "it is at war with none of those who fight there")
    friends = _friends(g, subject, ship, target)
    if not friends:
        return No("11.15.2", "no unit it works with fights there")
    used = g.attacks.ships_against[attack] if subject.defending else g.attacks.ships[attack]
    if g.settings.one_ship_per_unit and used >= friends:
        return No("11.15.2", "one ship for each unit in the combat")
    if subject.defending and _unawares(g, ship, target):
        return No("15.1", "surprised ships, and hexes of surprised units alone, are not helped")
    return None


def _friends(g: War, subject: Gunnery, ship: int, target: int) -> int:
    """Units in the combat that a ship works with, a notional one among the defenders."""
    if not subject.defending:
        return sum(t == target and co_operate(g, ship, u) for u, t in enumerate(g.units.target))
    mine = of_side(g, land_at(g, target), SIDE_OF_POWER[subject.power])
    found = sum(co_operate(g, ship, u) for u in mine)
    landed = any(t == target and g.units.landed[u] in BEACH for u, t in enumerate(g.units.target))
    holder = g.countries.power[g.hexes.controller[target]]
    nation = g.units.power[mine[0]] if mine else holder
    ignored = g.attacks.no_notional[attack_on(g, target)]
    return found + (landed and not ignored and nation >= 0 and powers_co_operate(g, subject.power, nation))


@rule("9.8")
def _concerned(g: War, subject: Gunnery, ship: int, target: int) -> bool:
    """Whether a ship is at war with the hex or with an attacker, or of the nation of a defender or of the hex."""
    if hostile_hex(g, target, ship):
        return True
    if not subject.defending:
        return False
    raiders = [u for u, t in enumerate(g.units.target) if t == target]
    own = of_side(g, land_at(g, target), SIDE_OF_POWER[subject.power])
    if any(units_at_war(g, ship, u) for u in raiders) or g.hexes.controller[target] == g.units.country[ship]:
        return True
    nation, power = g.units.country[ship], g.units.power[ship]
    return any(
        g.units.country[u] == nation or (g.units.power[u] == power and home_power(g, g.units.country[u]) == power) for u in own
    )


def _unawares(g: War, ship: int, target: int) -> bool:
    raiders = [u for u, t in enumerate(g.units.target) if t == target]
    if catches(g, raiders, ship):
        return True
    foes = of_side(g, land_at(g, target), 1 - g.side)
    return catches_all(g, raiders, target, foes)


def salvoes(g: War, subject: Gunnery) -> list[Pair]:
    """Ships with the attacks they may bombard in."""
    attacks = [n for n, t in enumerate(g.attacks.target) if t != NOWHERE and g.ground.seas[t]]
    if not attacks:
        return []
    types, section = g.roster.types, g.ground.section
    guns = [
        u
        for u, whose in enumerate(g.units.power)
        if whose == subject.power and types[u] in SCS and g.units.at[u] >= 0 and section[g.units.at[u]] > 0
    ]
    return [(u, n) for u in guns for n in attacks if may_bombard(g, subject, (u, n)) is None]


def bombard(g: War, subject: Gunnery, pair: Pair) -> None:
    """A ship adds its guns to an attack and turns face-down."""
    ship, attack = pair
    row = g.attacks[attack]
    factors = int(gun_factor(g, ship, row.target) * SIXTY)
    if subject.defending:
        row.shore_against, row.ships_against = row.shore_against + factors, row.ships_against + 1
    else:
        row.shore, row.ships, row.helpers = row.shore + factors, row.ships + 1, row.helpers | 1 << subject.power
    turn_down(g, ship)
    if g.options.facilities and not subject.defending:  # 22.9: the guns of a coastal fort answer
        g.units[ship].bombards = row.target
        g.hexes[row.target].coast_guns = coastal_value(g, row.target, SIDE_OF_POWER[subject.power])
    g.units[ship].shelled = row.target + 1
    g.say("{} bombards {}", g.units[ship], g.hexes[row.target], rule="11.15.2")


def fire_guns(defending: bool) -> Callable[[War], Flow[None]]:
    """The segment in which a power's ships bombard, for the attacker or for the defender."""

    @rule("11.15.2")
    def bombard_shores(g: War) -> Flow[None]:
        """Ships bombard the hexes of land combats"""
        subject = Gunnery(g.power, defending)
        while salvoes(g, subject):
            answer, _ = yield from menu(
                g, g.seat(g.power), "{0}: shore bombardment", subject, CEASE, BOMBARD, named=(g.powers[g.power],), rests=True
            )
            if answer.verb == CEASE.name:
                return

    return bombard_shores


def gunners(defending: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers that can bombard now."""

    def powers(g: War) -> list[int]:
        if not any(t != NOWHERE for t in g.attacks.target) or (defending and not g.settings.defender_bombards):
            return []
        side = 1 - g.side if defending else g.side
        return [p for p in powers_of(g, side) if active(g, p) and salvoes(g, Gunnery(p, defending))]

    return powers


CEASE: Act[War, Gunnery, None] = Act("done", "11.15.2", "No more", do=lambda g, s, _: None)
BOMBARD: Act[War, Gunnery, Pair] = Act(
    "bombard", "11.15.2", lambda g, s, pair: f"{g.units[pair[0]].label} bombards {g.board.label(g.attacks.target[pair[1]])}",
    takes=(Unit, Attack), listed=salvoes, may=may_bombard, do=bombard,
)  # fmt: skip
