"""Option 8: what counters of special aircraft do. Fighters that bomb, twin-engined and night fighters, high altitude, jets
(14.3.2, 14.3.3), tank busters (11.8, 11.15.4), large transports (11.11).

The hour and the height of a raid are announced in raids.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import rule
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import NOWHERE, War

# 14.3.2: one result worse, in the order of 14.3.3; DC and no effect stay (WIF-DEC-200)
WORSE = {"AX": "DX", "DX": "AA", "AA": "DA", "DA": "AC", "AC": "DC"}
ARMOURED = frozenset((Type.MECH, Type.ARM, Type.HQ_A))  # what tank busters are for


def shows(g: War, unit: int, mark: str) -> bool:
    """Whether an aircraft's counter shows a mark, and the option is in play."""
    return g.options.special_aircraft and g.units.counter[unit] != NOWHERE and mark in g.units[unit].sheet.marks


def at_night(g: War, space: int) -> bool:
    return space >= 0 and bool(g.hexes.raid_night[space])


def up_high(g: War, space: int) -> bool:
    return space >= 0 and bool(g.hexes.raid_high[space])


@rule("14.3.2")
def front_rating(g: War, unit: int, rating: int, space: int, *, bombing: bool) -> int:
    """The air-to-air rating of a front aircraft: one less of a fighter that bombs, and of a fighter without a white cloud at high
    altitude."""
    if not g.options.special_aircraft:
        return rating
    if bombing:
        return rating - (g.roster.types[unit] == Type.FTR)
    return rating - (up_high(g, space) and not shows(g, unit, "high"))


@rule("14.3.2")
def supports(g: War, unit: int, space: int) -> bool:
    """Whether a fighter behind the front adds its share: at night only night fighters do."""
    return not at_night(g, space) or shows(g, unit, "night_fighter")


@rule("14.3.2")
def blunted(g: War, result: AirResult, shooter: int, foe: int, space: int) -> AirResult:
    """A result one worse: by day of a twin-engined front fighter against one that is not, at night of any but a night fighter.
    `shooter`, `foe`: the front fighters of both, NOWHERE without any."""
    if not g.options.special_aircraft or shooter == NOWHERE:
        return result
    if at_night(g, space):
        clumsy = not shows(g, shooter, "night_fighter")
    else:
        clumsy = foe != NOWHERE and shows(g, shooter, "twin") and not shows(g, foe, "twin")
    return AirResult(WORSE.get(result.code, result.code)) if clumsy else result


@rule("14.3.3")
def outruns(g: War, front: int, foe: int) -> bool:
    """Whether a jet in front meets a front fighter of the enemy that is none."""
    return front != NOWHERE and foe != NOWHERE and shows(g, front, "jet") and not shows(g, foe, "jet")


@rule("11.8", "11.15.4")
def busts_tanks(g: War, unit: int, victims: Iterable[int]) -> bool:
    """Whether an aircraft is a tank buster and there is armour to bust."""
    return shows(g, unit, "tank_buster") and any(g.roster.types[v] in ARMOURED for v in victims)


def is_large(g: War, unit: int) -> bool:
    """11.11: a large transport."""
    return shows(g, unit, "large_transport")


@rule("11.11", "11.14", "11.17.1", "14.2.2")
def carries_units(g: War, unit: int, *, dropping: bool = False) -> bool:
    """Whether an aircraft flies as a transport: an ATR, with option 8 any with a white range circle; to drop PARA none that shows
    it cannot."""
    if g.options.special_aircraft and g.roster.air[unit]:
        sheet = g.units[unit].sheet
        return sheet.white_circle and not (dropping and "no_paradrop" in sheet.marks)
    return g.roster.types[unit] == Type.ATR
