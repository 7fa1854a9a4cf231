"""11.5.7, option 22: aircraft that range far make it dear to avoid them. What surprise points cost against them."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.rules.carriers import air_component
from grognard.titles.wif.rules.naval_air import scramble_range
from grognard.titles.wif.state import War

CHOICE = 4  # 11.5.6: what avoiding combat, or choosing its type, costs
FAR, FAR_CHOICE = 18, 5
BY_RANGE = ((3, 1), (6, 2), (10, 3), (18, 4))  # below this range; 5 beyond
CARRIERS_COST = 4


@rule("11.5.7", "11.5.3", "14.1.1")
def modified_range(g: War, unit: int) -> int:
    """An aircraft's range at sea: twice after a flight at extended range, half after a naval air interception."""
    extended = bool(g.units.extended[unit])
    if g.units.scrambled[unit]:
        return scramble_range(g, unit, extended=extended)
    return g.units[unit].sheet.range * (1 + extended)


def _ranges(g: War, units: list[int]) -> list[int]:
    return [modified_range(g, u) for u in units if g.roster.air[u]]


@rule("11.5.6", "11.5.7")
def choice_price(g: War, foes: list[int]) -> int:
    """Surprise points that choose the type of combat, or none, against these enemies."""
    far = g.options.air_sea_search and any(n >= FAR for n in _ranges(g, foes))
    return FAR_CHOICE if far else CHOICE


@rule("11.5.7")
def flight_price(g: War, foes: list[int]) -> int:
    """Option 22: surprise points that avoid naval air combat against these enemies; 0 where they do not."""
    if not g.options.air_sea_search:
        return 0
    longest = max(_ranges(g, foes), default=0)
    found = next((price for below, price in BY_RANGE if longest < below), FAR_CHOICE) if longest else 0
    return max(found, CARRIERS_COST) if any(air_component(g, u) > 0 for u in foes) else found
