"""17.2, 19.11: the administration groups of the French possessions that hold several countries."""

from __future__ import annotations

NORTH_AFRICA = ("corsica", "morocco", "algeria", "tunisia")
WEST_AFRICA = ("senegal", "french_sudan", "guinea", "ivory_coast", "dahomey", "niger")
EQUATORIAL_AFRICA = ("cameroons", "french_somaliland", "gabon", "middle_congo", "chad")
POLYNESIA = ("marquesas_is", "french_polynesia")


def companions(name: str) -> tuple[str, ...]:
    """The countries of the group a possession is in: itself alone where a group is one country."""
    return next((group for group in (NORTH_AFRICA, WEST_AFRICA, EQUATORIAL_AFRICA, POLYNESIA) if name in group), (name,))
