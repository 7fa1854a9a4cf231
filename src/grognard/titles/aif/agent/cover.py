"""Cover over the sea: how many aircraft and carriers of each side reach a sea area, and which operations are too bold without."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.titles.aif.state import America
from grognard.titles.wif.agent.sea import Admiral, Operation
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import CARRIERS, SCS, Type
from grognard.titles.wif.rules.carriers import air_component
from grognard.titles.wif.rules.missions import printed_range
from grognard.titles.wif.rules.naval_air import sections_in_reach
from grognard.titles.wif.rules.units import of_side, roster, ships_at
from grognard.titles.wif.state import NOWHERE, War

ENOUGH = 3  # fighters and carriers under which a fleet is covered
WING, GROUP, PREY = 4, 4, 10.0  # aircraft that a smaller group of carriers does not face, but for such a prize


SPARE, EXPOSED, CROWD_OF_FOES = 2, 0.25, 12  # carriers beyond those needed; what an enemy aircraft in reach takes off a venture
PRESSING = 20.0  # troops whom a bridgehead needs so much sail under any sky, for one point more with each enemy in reach
BATTERY = 5  # ships that bombard for a landing: all their factors count up to those of the troops (11.16.2)
CROWDED = 3  # enemy ports whose ships carriers think of


class AmericanAdmiral(Admiral):
    """The admiral of World in Flames, who looks at the fullest ports alone."""

    def crowded_ports(self) -> list[int]:
        found = super().crowded_ports()
        ships = {s: len(of_side(self.g, ships_at(self.g, s), 1 - self.side)) for s in found}
        return sorted(found, key=lambda s: (-ships[s], s))[:CROWDED]

    def _escorts(self, port: int, area: int, section: int, lift: list[int]) -> list[int]:
        """Those of World in Flames, and more ships with guns for a landing: here each adds to it."""
        found = super()._escorts(port, area, section, lift)
        g, types = self.g, roster(self.g).types
        fit = [
            u for u in self.ready().get(port, ())
            if u not in lift and u not in found and types[u] in SCS and area in self.courses(u)
            and self.courses(u)[area].move >= section and g.units[u].sheet.bombardment
        ]  # fmt: skip
        more = max(BATTERY - sum(types[u] in SCS for u in found), 0) if lift else 0
        return [*found, *sorted(fit, key=lambda u: (-g.units[u].sheet.bombardment, u))[:more]]


@dataclass
class Cover:
    """Face-up fighters, and aircraft that harm ships, by sea area and side; carriers count where they are at sea."""

    fighters: dict[tuple[int, int], int]
    hunters: dict[tuple[int, int], int]


def cover(g: America) -> Cover:
    """Who could be over which sea area this impulse."""
    known, found = roster(g), Cover({}, {})
    reach: dict[tuple[int, int], set[int]] = {}
    for u, at in enumerate(g.units.at):
        if at < 0 or g.units.down[u] or g.units.counter[u] == NOWHERE:
            continue
        kind, side = known.types[u], SIDE_OF_POWER[g.units.power[u]]
        if kind in (Type.FTR, Type.NAV):
            if g.ground.section[at] >= 0:
                areas = {g.ground.area[at]}
            else:
                key = (at, printed_range(g, u))
                if key not in reach:
                    reach[key] = {g.ground.area[s] for s in sections_in_reach(g, *key)}
                areas = reach[key]
        elif kind in CARRIERS and g.ground.section[at] >= 0 and air_component(g, u) > 0:
            areas = {g.ground.area[at]}
        else:
            continue
        for area in areas:
            found.hunters[area, side] = found.hunters.get((area, side), 0) + 1
            if kind != Type.NAV:
                found.fighters[area, side] = found.fighters.get((area, side), 0) + 1
    return found


def escorted(admiral: Admiral, sky: Cover, operation: Operation) -> Operation:
    """Troops that would sail under an enemy sky take carriers of their port along, if there are as many as cover them."""
    g, side, types = admiral.g, admiral.side, roster(admiral.g).types
    area, section = g.ground.area[operation.goal], g.ground.section[operation.goal]
    if not operation.cargo or area < 0 or not too_bold(g, sky, operation, side):
        return operation
    foes = sky.hunters.get((area, 1 - side), 0)
    decks = [
        u for u in admiral.ready().get(operation.port, ())
        if types[u] in CARRIERS and u not in operation.ships and air_component(g, u) > 0 and area in admiral.courses(u)
        and admiral.courses(u)[area].move >= section
    ]  # fmt: skip
    wanted = GROUP if foes >= WING else ENOUGH
    if len(decks) < wanted:
        return operation
    chosen = sorted(decks, key=lambda u: (-air_component(g, u), u))[: wanted + SPARE]
    value = operation.value - EXPOSED * min(foes, CROWD_OF_FOES)
    told = f"{operation.told}, under {len(chosen)} carriers"
    return replace(operation, ships=[*operation.ships, *chosen], value=value, told=told)


def too_bold(g: War, sky: Cover, operation: Operation, side: int) -> bool:
    """Troops under a sky that is the enemy's, and a few carriers under many enemy aircraft without a prize, stay in port."""
    area = g.ground.area[operation.goal]
    if area < 0:
        return False
    types = roster(g).types
    decks = sum(types[u] in CARRIERS and air_component(g, u) > 0 for u in operation.ships)
    foes = sky.hunters.get((area, 1 - side), 0)
    if operation.cargo:
        bare = sky.fighters.get((area, side), 0) + decks < min(ENOUGH, foes)
        return bare and operation.value < PRESSING + foes
    return 0 < decks < GROUP and foes >= WING and operation.value < PREY
