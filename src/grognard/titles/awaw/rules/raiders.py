"""Ours 21.53: raiders sail against the convoys in groups of one to three ships; the ships of the box engage them."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import training
from grognard.titles.awaw.designs import NAVAL, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, ITALY, JAPAN, JAPAN_ALONE, US, WESTERN
from grognard.titles.awaw.rules.boxes import RANGE
from grognard.titles.awaw.rules.fleet import fleet_factors, fleet_hits, fleet_round, is_raider
from grognard.titles.awaw.rules.interception import run_the_gauntlet
from grognard.titles.awaw.rules.lanes import edge_way, may_cross, played
from grognard.titles.awaw.rules.operations import may_operate, may_spend, pay, price
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.ships import burn_oil, fuelled
from grognard.titles.awaw.rules.strategic import ATLANTIC, CVE_STEP, INDIAN, MOST_CVE, PACIFIC, in_box, sink
from grognard.titles.awaw.rules.supply import off_board_hexes, ready_base
from grognard.titles.awaw.rules.tension import stir
from grognard.titles.awaw.rules.units import KIND, STRENGTH, other, patron, ships, unit_sides
from grognard.titles.awaw.rules.voyages import way_of
from grognard.titles.awaw.rules.want import NAVY, wants
from grognard.titles.awaw.state import NO_MISSION, RAIDING, USAT, Hex, Unit, World

MOST_IN_A_GROUP = 3
# 5.931E: the boxes into which each power's raiders sail, AW-DEC-45
RAIDED = {GERMANY: (ATLANTIC,), ITALY: (ATLANTIC,), JAPAN: (PACIFIC, INDIAN), BRITAIN: (PACIFIC,), US: (PACIFIC,)}
WATERS = {ATLANTIC: "brest", PACIFIC: "midway", INDIAN: "rangoon"}  # a hex of the front on which raids are booked (ours 21.53)
INDIAN_BASES = ("india_box", "south_africa")  # 5.38F, 5.48F: ships there engage raiders in the Indian Ocean


class Cruise(Subject, frozen=True):
    """A group of raiders being formed; `group`: which it is this turn."""

    power: int
    group: int
    lane: str = ""

    @property
    def box(self) -> str:
        """The box into which it sails."""
        return self.lane or RAIDED[self.power][0]


class Chase(Subject, frozen=True):
    """Between two rounds of a battle with raiders."""

    power: int
    box: Annotated[int, Hex]
    rounds: int


def waters(g: World, cruise: Cruise) -> int:
    """A hex of the front that pays for a raid."""
    return g.ground.space(WATERS[cruise.box])


def flag(power: int) -> int:
    """The side for which a power raids."""
    return ALLIES if power in (BRITAIN, US) else AXIS


def sailing(g: World) -> list[int]:
    """Ships of the group under way."""
    return sorted(u for there in ships(g).values() for u in there if g.units.mission[u] == RAIDING)


@rule("ours 21.53", "9.51", "9.11", "9.91")
def may_sail(g: World, cruise: Cruise, u: int) -> No | None:
    """An undamaged, ready cruiser or capital ship of the power in an operational port; three in a group at most; a BRP each. In
    Fall 1939 too; Italians as 9.93 lets them."""
    units = g.units
    side = flag(cruise.power)
    if units.at[u] < 0 or unit_sides(g)[u] != side or patron(g, u) != cruise.power or not is_raider(g, u):
        return No("ours 21.53", "cruisers and capital ships of the power raid")
    if units.inverted[u] or units.damage[u] or units.mission[u] != NO_MISSION:
        return No("ours 21.53", "it is not ready")
    if len(sailing(g)) >= MOST_IN_A_GROUP:
        return No("ours 21.53", "three ships make a group")
    front = waters(g, cruise)
    no = None if g.ground.box[units.at[u]] else ready_base(g, units.at[u], side)
    no = way_out(g, cruise, units.at[u]) if no is None else no
    no = fuelled(g, cruise.power, units.at[u], [u]) if no is None else no
    if no is None and cruise.power in (ITALY, BRITAIN, US):  # 9.93, 9.92; Germans raid in Fall 1939 too
        no = may_operate(g, u, front)
    return no if no is not None else may_spend(g, cruise.power, price(g, cruise.power, front, [u]))


@rule("5.931", "5.932", "ours 21.53")
def way_out(g: World, cruise: Cruise, port: int) -> No | None:
    """A way by sea to the edge where the box begins; into the Pacific box each side from the bases that it gives its ships."""
    box = g.board.space(cruise.box)
    if cruise.box == PACIFIC and port != box:
        return may_cross(g, cruise.power, port, box)
    if cruise.box == INDIAN and port != box:
        way = edge_way(g, port, box)
        far = len(way) - 1 + off_board_hexes(g, cruise.box, g.board.token(way[-1])) if way else RANGE + 1
        return None if far <= RANGE else No("ours 21.361", "the Indian Ocean is out of reach")  # 9.72: twenty hexes
    if port == box or not g.sheet.whole or edge_way(g, port, box):
        return None
    return No("ours 21.53", "no way leads to the edge of the map")


def harbour(g: World, cruise: Cruise) -> list[int]:
    return sorted(u for there in ships(g).values() for u in there if may_sail(g, cruise, u) is None)


def sail(g: World, cruise: Cruise, u: int) -> None:
    pay(g, cruise.power, waters(g, cruise), [u])
    burn_oil(g, cruise.power, g.units.at[u], [u])
    g.units[u].mission = RAIDING


SAIL = Act("sail", "ours 21.53", "{0} sails", takes=Unit, listed=harbour, may=may_sail, do=sail)
GO: Act[World, Cruise, None] = Act("raid", "ours 21.53", "The group leaves", do=lambda g, c, _: None, rolls=True,
         may=lambda g, c, _: None if sailing(g) else No("ours 21.53", "no ship is in the group"))  # fmt: skip
NONE: Act[World, Cruise, None] = Act("done", "ours 21.53", "No raiders", do=lambda g, c, _: None,
           may=lambda g, c, _: None if not sailing(g) else No("ours 21.53", "ships have left port"))  # fmt: skip


@rule("ours 21.534")
def engagement(g: World, group: int, size: int, lane: str = ATLANTIC, side: int = ALLIES) -> Modifiers:
    """How many ships engage: a die, always less three, more for later and larger groups, aircraft and the Americans."""
    found = Modifiers().add("always", g.value("raiders always"), "ours 21.534")
    each = g.value("raiders second group +1; third +2; and so on")
    found.add("earlier groups", each * group, "ours 21.534")
    found.add("group of three", g.value("raiders group of three ships") * (size >= MOST_IN_A_GROUP), "ours 21.534")
    defender = WESTERN if side == ALLIES else JAPAN_ALONE
    planes = g.value("raiders each defender air range result") * results_of(g, defender, "air_range")
    found.add("air range", planes, "ours 21.534")
    if g.nations.war[US] >= 0 and lane == ATLANTIC:
        found.add("war with the United States", g.value("raiders Atlantic: US at war with Germany"), "ours 21.534")
    return found.add("escort carriers", min(MOST_CVE, len(in_box(g, Kind.CVE, side, lane)) // CVE_STEP), "ours 21.534")


@rule("5.38", "5.48", "5.931")
def guard(g: World, lane: str = ATLANTIC, side: int = ALLIES) -> list[int]:
    """Warships of a side in a box that can fight; in the Indian Ocean also those that are ready in India and South Africa."""
    space, sides = g.board.space(lane), unit_sides(g)
    found = list(ships(g).get(space, ()))
    if lane == INDIAN:
        found += [u for base in INDIAN_BASES for u in ships(g).get(g.board.space(base), ()) if not g.units.inverted[u]]
    return [u for u in found if sides[u] == side and KIND[g.units.design[u]] in NAVAL
            and KIND[g.units.design[u]] != Kind.CVE and not g.units.damage[u]]  # fmt: skip


@rule("ours 21.534")
def engaged(g: World, number: int, lane: str = ATLANTIC, side: int = ALLIES) -> list[int]:
    """Which ships come: a cruiser first, then by a die for each; no ship of the type, nothing comes."""
    left, found = guard(g, lane, side), []
    for n in range(number):
        die = 1 if n == 0 else g.roll(D6, "ship that engages", "ours 21.534")
        fits = [u for u in left if _answers(g, u, die)]
        if fits:
            best = max(fits, key=lambda u: (STRENGTH[g.units.design[u]], -u))
            left.remove(best)
            found.append(best)
    return found


def _answers(g: World, u: int, die: int) -> bool:
    what, strength = KIND[g.units.design[u]], STRENGTH[g.units.design[u]]
    if die == 6:
        return True
    if die == 5:
        return what == Kind.CV or strength == 5
    if die <= 2:
        return what == Kind.CA or (die == 2 and what == Kind.BC and strength == 2)
    return what in (Kind.BB, Kind.BC) and strength == die


ON: Act[World, Chase, None] = Act("fight_on", "ours 22.7", "Another round", do=lambda g, c, _: None, rolls=True)
AWAY: Act[World, Chase, None] = Act("withdraw", "ours 22.6", "Break off", do=lambda g, c, _: None)


@rule("ours 21.534", "ours 22.4", "ours 22.6")
def cruise_of(g: World, power: int, group: int, lane: str = "") -> Flow[None]:
    """A group meets what is sent against it, then falls upon the convoys"""
    raiders, lane, foe = sailing(g), lane or RAIDED[power][0], other(flag(power))
    mods = engagement(g, group, len(raiders), lane, foe)
    roll = g.roll(D6, "ships that engage the raiders", "ours 21.534")
    foes = engaged(g, max(0, roll + mods.total), lane, foe)
    g.say("{} ships engage the raiders", len(foes), rule="ours 21.534")
    rival = JAPAN if foe == AXIS else US if lane == PACIFIC else BRITAIN
    limit = max(training(g.charts, g.nations.ctl[n]).naval_rounds for n in (power, rival))
    space, rounds, fled = g.board.space(lane), 0, False
    while raiders and foes and rounds < limit and not fled:
        yield from fleet_round(g, space, raiders, foes)
        rounds += 1
        raiders, foes = [u for u in raiders if g.units.at[u] >= 0], [u for u in foes if g.units.at[u] >= 0]
        if raiders and foes and rounds < limit:
            chase = Chase(power, space, rounds)
            choice, _ = yield from menu(g, g.seat(power), "The raiders after {0} rounds", chase, AWAY, ON, named=(rounds,))
            fled = choice.verb == "withdraw"
    sound = [u for u in raiders if not g.units.damage[u]]
    if sound and not fled:
        roll = sum(g.roll_dice(2, D6, "raiders among the convoys", "ours 21.534"))
        sunk = sink(g, in_box(g, Kind.TRANSPORT, foe, lane), fleet_hits(g.charts, fleet_factors(g, sound), roll))
        g.tonnage += sunk if lane == ATLANTIC else 0
        g.say("the raiders sink {} transports", sunk, rule="ours 21.534")
        if power in (GERMANY, ITALY):
            stir(g, USAT, "raiders attack transports", "raiders among the convoys")
    yield from return_home(g, power, lane)


@rule("ours 21.538", "ours 22.11")
def return_home(g: World, power: int, lane: str = "") -> Flow[None]:
    """The raiders go back to their ports, may be met on the way, and have acted"""
    box = g.board.space(lane or RAIDED[power][0])
    for port in sorted({g.units.at[u] for u in sailing(g)}):
        group = [u for u in sailing(g) if g.units.at[u] == port]
        way = [] if g.ground.box[port] or not g.sheet.whole else way_of(g, power, box, port)
        yield from run_the_gauntlet(g, "raid", way, group, [])
        for u in group:
            row = g.units[u]
            if row.at >= 0:
                row.mission, row.inverted = NO_MISSION, 1


@rule("ours 21.53", "9.32")
def raiding(g: World) -> Flow[None]:
    """Raiders: groups of one to three ships"""
    group = 0
    for power, lane in ((power, lane) for power, boxes in RAIDED.items() if flag(power) == g.side for lane in boxes):
        if g.sheet.whole and (not played(g, lane) or not in_box(g, Kind.TRANSPORT, other(g.side), lane)):
            continue  # nobody is raided there
        while harbour(g, Cruise(power, group, lane)) or sailing(g):
            cruise = Cruise(power, group, lane)
            choice, _ = yield from menu(g, g.seat(power), "Raiders: form a group", cruise, NONE, GO, SAIL)
            if choice.verb == "done":
                break
            if choice.verb == "raid":
                yield from cruise_of(g, power, group, lane)
                group += 1


@rule("ours 27.74", "ours 33.4")
def refit(g: World) -> None:
    """Ships in port are ready again at the end of the turn; a damaged one costs a BRP a turn until it is whole."""
    for _, there in sorted(ships(g).items()):  # money may not last for all
        for u in there:
            row = g.units[u]
            if row.inverted == 1 and not wants(g, row.sheet.nation, NAVY, row.at):
                row.inverted = 0
            if row.damage and g.side == unit_sides(g)[u]:
                owner = g.nations[g.nations.patron[row.sheet.nation]]
                if owner.level > 0:
                    owner.level -= 1
                    if row.stage:  # ours 20.524: out of action, repaired twice
                        row.stage -= 1
                        continue
                    row.damage = row.damage + 1 if row.damage < row.sheet.strength else 0
