"""16.1, 16.3, 16.4: what a minor country is to the Major Powers, and what each status permits: relations, nothing changes.

A minor has one patron at most and one status towards it (`Nation.patron`, `Nation.status`): neutral, Sympathizer, Associate,
Satellite; Danzig may be annexed. The three alliances of 16.1.1 are numbers of `BLOCS`. Influence (POPs, chits) is in `War.pops`
and in the columns of the powers; who may see it is in secrets.py.

Where a country's own rule (23) hangs:
- its row in tables/diplomatic_targets.csv: who may influence it, and its own strength;
- what its rule adds to a diplomatic roll, or gives in POPs: leanings.py;
- what follows when its status changes (money, armies, events): `minors.incline` changes it and calls `leanings.status_changed`;
- who takes it in when it is attacked: `minors.protector`. Diplomacy ends there (`closed`).
Events and dates that change a status call `minors.incline` as well, never the columns.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.files import read_csv
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.charts import TABLES
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.state import ASSOCIATE, SATELLITE, SYMPATHIZER, War

BLOCS = ((GERMANY, ITALY), (FRANCE, BRITAIN, USA), (USSR,))
AXIS_BLOC, WEST_BLOC, SOVIET_BLOC = range(3)
BLOC_WORDS = ("the Axis", "the Western Allies", "the Soviet Union")
VICHY = INDEX["vichy_france"]


class TargetSheet(msgspec.Struct, frozen=True):
    """A row of diplomatic_targets.csv."""

    country: str
    section: str
    defence: int
    germany: bool
    italy: bool
    france: bool
    britain: bool
    united_states: bool
    ussr: bool

    def open_to(self, power: int) -> bool:
        return bool(getattr(self, KEYS[power]))


TARGETS = {INDEX[sheet.country]: sheet for sheet in read_csv(TABLES / "diplomatic_targets.csv", TargetSheet)}


def bloc(power: int) -> int:
    """The alliance of a Major Power."""
    return next(n for n, members in enumerate(BLOCS) if power in members)


def patron(g: War, minor: int) -> int:
    """The Major Power a minor leans to; NOWHERE for a neutral."""
    return int(g.nations.patron[minor]) if g.nations.status[minor] else NOWHERE


def status_with(g: War, minor: int, alliance: int) -> int:
    """What a minor is to an alliance: the status it has towards one of its powers, or nothing."""
    held = patron(g, minor)
    return int(g.nations.status[minor]) if held in BLOCS[alliance] else 0


@rule("16.3")
def level(g: War, minor: int) -> int:
    """The place on the track from Axis Satellite (-3) over Neutral (0) to a Satellite of the enemies of the Axis (3)."""
    held = patron(g, minor)
    if held < 0:
        return 0
    status = min(int(g.nations.status[minor]), SATELLITE)
    return -status if bloc(held) == AXIS_BLOC else status


@rule("16.4", "16.1", "18.7.1")
def closed(g: War, minor: int) -> No | None:
    """Why nobody can influence a country now."""
    row = g.nations[minor]
    if minor not in TARGETS:
        return No("16.1", f"{row.label} is no diplomatic target")
    if row.surrendered or (minor == VICHY and row.made < 0 and not row.status):
        return No("16.4", "there is no such government")
    if row.invaded >= 0:
        return No("16.4", "there is no diplomacy after an invasion")
    if minor == VICHY and row.made >= 0 and row.made // 4 == g.turn // 4:
        return No("18.7.1", "not in the year in which France surrendered")
    return None


@rule("16.1", "16.1.4", "16.1.2", "22.8")
def may_influence(g: War, power: int, minor: int) -> No | None:
    """Whether a power can have POPs in a country at all."""
    if minor in TARGETS and not TARGETS[minor].open_to(power):
        return No("16.1.4", f"{g.nations[power].label} cannot influence {g.nations[minor].label}")
    if g.nations.surrendered[power]:
        return No("18.5.8", "a power that has surrendered has no influence")
    if power == USA and g.nations.side[USA] == NEUTRAL:
        return No("22.8", "America at peace does not influence minor countries")
    return closed(g, minor)


# --- what a status permits (16.3.1 to 16.3.4) ---------------------------------------------------------------------------------


@derived("hexes.holder", "nations.side", "nations.status", "nations.patron")
def hosts(g: War) -> dict[int, tuple[frozenset[int], frozenset[int]]]:
    """By Major Power, the land of neutral countries it may fly over and trace supply through, and of this the land that its
    troops may enter and its aircraft and ships may base in."""
    found: dict[int, tuple[set[int], set[int]]] = {}
    rows = g.nations
    friends = {
        n: rows.patron[n]
        for n in range(len(rows))
        if n not in MAJORS and rows.side[n] == NEUTRAL and SYMPATHIZER <= rows.status[n] <= SATELLITE and rows.patron[n] >= 0
    }
    if not friends:
        return {}
    for s, holder in enumerate(g.hexes.holder):
        if holder in friends:
            air, ground = found.setdefault(friends[holder], (set(), set()))
            air.add(s)
            if rows.status[holder] >= ASSOCIATE:
                ground.add(s)
    return {power: (frozenset(air), frozenset(ground)) for power, (air, ground) in found.items()}


@rule("16.3.2", "6.1")
def may_overfly(g: War, power: int, space: int) -> bool:
    """Whether aircraft and supply of a power and its Satellites pass over a hex of a neutral: a Sympathizer or better."""
    return power in hosts(g) and space in hosts(g)[power][0]


@rule("16.3.3", "16.3.1")
def may_stay(g: War, power: int, space: int) -> bool:
    """Whether troops of a power and its Satellites enter a hex of a neutral, and aircraft and ships base there: of Associates."""
    return power in hosts(g) and space in hosts(g)[power][1]


@derived("hexes.holder", "nations.side", "nations.status", "nations.patron")
def welcome(g: War, side: int) -> frozenset[int]:
    """Land of neutral countries that lean to a power of a side: its aircraft and its supply pass over it (TW-AMB-125)."""
    return frozenset().union(*[air for power, (air, _) in hosts(g).items() if g.nations.side[power] == side])
