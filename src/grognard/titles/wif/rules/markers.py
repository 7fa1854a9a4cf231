"""13.2: the common pool of entry markers and what lies on the borders of pacts: face-down for attack, face-up for defence.

When the pool is empty and no year has markers left, every power returns half of what lies on its borders; the values it returned
are written down in the open and still count (`g.recorded`).
"""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.rules.powers import one_way
from grognard.titles.wif.state import BORDERS, War, border_hand

FOR_ATTACK, FOR_DEFENCE = 0, 1


def border_key(power: int, other: int) -> int:
    """The key of one power\'s side of a border."""
    return one_way(power, other)


def offensive(g: War, power: int, other: int) -> list[int]:
    """The values of a power's face-down markers on a border."""
    return g.lists[border_hand(power, other)]


def defensive(g: War, power: int, other: int) -> dict[int, int]:
    """Face-up markers on a border: how many of each value."""
    base = border_key(power, other) * 10
    return {value: g.defences[base + value] for value in range(10) if g.defences.get(base + value)}


def change_defence(g: War, power: int, other: int, value: int, by: int) -> None:
    """Face-up markers of a value come to a border or leave it."""
    _change(g.defences, border_key(power, other) * 10 + value, by)


def recorded(g: War, power: int, other: int, kind: int) -> int:
    """The value of markers of a border that went back to the pool and still count."""
    return g.recorded.get(border_key(power, other) * 2 + kind, 0)


def record(g: War, power: int, other: int, kind: int, by: int) -> None:
    _change(g.recorded, border_key(power, other) * 2 + kind, by)


def _change(counts: dict[int, int], key: int, by: int) -> None:
    left = counts.get(key, 0) + by
    if left:
        counts[key] = left
    else:
        counts.pop(key, None)


# --- the common pool ----------------------------------------------------------------------------------------------------------


def take_markers(g: War, count: int, why: str, only: tuple[str, ...]) -> list[int]:
    """Draw markers from the common pool; an empty one takes the markers of the next year, then half of those on the borders."""
    found: list[int] = []
    while len(found) < count:
        if not g.entry_pile and not add_year(g, g.marker_year + 1):
            return_half(g)
        if not g.entry_pile:
            break
        found += g.draw(g.entry_pile, why, 1, "13.2", only=only)
    return found


def add_year(g: War, year: int) -> bool:
    """Put the markers of a year into the common pool."""
    row = g.charts.entry_markers.get(year)
    if row is None or year <= g.marker_year:
        return False
    g.marker_year = year
    g.entry_pile = sorted([*g.entry_pile, *row.values])
    return True


@rule("13.2")
def return_half(g: War) -> None:
    """Every power gives back half of its face-down and half of its face-up markers, by lot; their values are shown and written
    down. Of an odd number the larger half stays (reading WIF-DEC-101)."""
    for power in sorted({power for power, _ in BORDERS}):
        borders = [other for one, other in BORDERS if one == power]
        down = [(other, value) for other in borders for value in offensive(g, power, other)]
        up = [(other, v) for other in borders for v, count in defensive(g, power, other).items() for _ in range(count)]
        for kind, lying in ((FOR_ATTACK, down), (FOR_DEFENCE, up)):
            if len(lying) < 2:
                continue
            label = g.powers[power].label
            for n in g.pick(range(len(lying)), len(lying) // 2, f"Markers that {label} returns to the pool", "13.2"):
                other, value = lying[n]
                if kind == FOR_ATTACK:
                    left = list(offensive(g, power, other))
                    left.remove(value)
                    setattr(g, border_hand(power, other), left)
                else:
                    change_defence(g, power, other, value, -1)
                record(g, power, other, kind, value)
                g.entry_pile = sorted([*g.entry_pile, value])
                g.say(f"{{}} returns a marker of {value} to the pool; it still counts", g.powers[power], rule="13.2")
            g.reveal()
