"""Ours 40: BRPs given to another power: within a faction, from the West to Russia and China, by a neutral America."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, BRITAIN, CHINA, FACTION, JAPAN, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules.influence import GRANTED_TO_CHINA, burma_road
from grognard.titles.awaw.rules.strategic import in_box
from grognard.titles.awaw.rules.tension import AMERICA_TIRED
from grognard.titles.awaw.rules.units import air_units, held_by, patron
from grognard.titles.awaw.rules.voyages import BY_SEA
from grognard.titles.awaw.state import USAT, USJT, Nation, World

MOST_RECEIVED, STEP = 30, 5
CASH, LEND, ALL_OUT = (15, 5), (25, 15), (35, 25)  # tension, BRPs a turn
MURMANSK, VLADIVOSTOK, ROAD = 20, 15, 10
HUMP_BASES, HUMP = ("ledo", "imphal"), 2


class Treasury(Subject, frozen=True):
    """A power that may give."""

    power: int


class Gift(Subject, frozen=True):
    """BRPs offered to a power."""

    power: int
    giver: int
    brps: int


@rule("ours 40.1", "ours 49.85")
def by_tension(g: World, receiver: int) -> int:
    """What a neutral America may give a turn."""
    track = USAT if receiver in (BRITAIN, RUSSIA) else USJT
    level = g.effective[track] if len(g.effective) > track else 0
    if receiver == CHINA:
        return 5 if level >= 15 else 0
    steps = [brps for least, brps in (CASH, LEND, ALL_OUT) if level >= least]
    most = max(steps, default=0)
    return most if receiver == BRITAIN or level >= ALL_OUT[0] else 0


@rule("ours 40.2", "ours 40.8", "ours 40.85")
def route(g: World, giver: int, receiver: int) -> int:
    """The most a way carries: one transport for five BRPs; to Russia by Murmansk or Vladivostok; to China by the road."""
    if receiver == RUSSIA:
        murmansk = held_by(g, g.ground.named["murmansk"]) == g.nations.side[RUSSIA] and g.sheet.theatre != "pacific"
        north = min(MURMANSK, STEP * len(free(g, "sw_atlantic"))) if murmansk else 0
        peace = g.sheet.theatre != "europe" and g.nations.east[JAPAN] != g.nations.east[RUSSIA] and giver == US
        return north + (VLADIVOSTOK if peace and not murmansk else 0)
    if receiver == CHINA:
        return (ROAD if burma_road(g) else 0) + hump(g)
    if {giver, receiver} <= {BRITAIN, US}:
        lanes = "sw_pacific" if g.sheet.theatre == "pacific" else "sw_atlantic"
        return STEP * len(free(g, lanes))
    return MOST_RECEIVED


@rule("ours 40.85")
def hump(g: World) -> int:
    """Two BRPs for each air transport that can fly to Kunming."""
    bases = [g.ground.named[name] for name in HUMP_BASES]
    planes = [u for b in bases for u in air_units(g).get(b, ()) if g.units[u].sheet.kind == Kind.TRANSPORT_AIR
              and not g.units.inverted[u] and patron(g, u) in (BRITAIN, US)]  # fmt: skip
    return HUMP * len(planes) if held_by(g, g.ground.named["kunming"]) == ALLIES else 0


def free(g: World, lanes: str) -> list[int]:
    return [u for u in in_box(g, Kind.TRANSPORT, ALLIES, lanes) if not g.units.moved[u] & BY_SEA]


@rule("ours 40.1", "ours 40.2")
def may_grant(g: World, treasury: Treasury, wanted: tuple[int, int]) -> No | None:
    """In fives; a tenth of the donor's base a turn, thirty for a receiver; nobody gives and receives in one turn."""
    receiver, brps = wanted
    giver, row = treasury.power, g.nations[treasury.power]
    if receiver == giver or receiver not in FACTION or not g.seated(receiver) or g.nations.surrendered[receiver]:
        return No("ours 40.1", "no power that could receive")
    if brps < STEP or brps % STEP or brps > row.level:
        return No("ours 40.1", "in fives, and no more than there is")
    lent = giver == US and not _fights(g, US)
    west_gives = FACTION[giver] == WESTERN and receiver in (RUSSIA, CHINA)
    if not (FACTION[giver] == FACTION[receiver] or west_gives):
        return No("ours 40.1", "only within a faction, or from the West to Russia and China")
    if giver == US and g.booked.get(AMERICA_TIRED, 0) and row.gave + brps > max(STEP, row.base // 20):
        return No("ours 62.4", "America is tired: half of its grants")
    if lent and brps > by_tension(g, receiver) - row.gave:
        return No("ours 40.1", "the tension does not allow so much")
    if not lent and not (_fights(g, giver) and _fights(g, receiver)):
        return No("ours 40.1", "both must be at war")
    if row.got or g.nations.gave[receiver]:
        return No("ours 40.1", "nobody gives and receives in one turn")
    if row.gave + brps > max(STEP, row.base // 10):
        return No("ours 40.1", f"a tenth of the base, {max(STEP, row.base // 10)}, a turn")
    if g.nations.got[receiver] + brps > MOST_RECEIVED:
        return No("ours 40.1", "thirty a turn for a receiver")
    if brps > route(g, giver, receiver):
        return No("ours 40.2", "no way carries so much")
    return None


def _fights(g: World, power: int) -> bool:
    return g.nations.war[power] >= 0 or g.nations.fought_east[power] >= 0


def offers(g: World, treasury: Treasury) -> list[tuple[int, int]]:
    return [
        (n, brps) for n in FACTION for brps in range(STEP, MOST_RECEIVED + 1, STEP) if may_grant(g, treasury, (n, brps)) is None
    ]


ACCEPT: Act[World, Gift, None] = Act("accept", "ours 40.1", "Accept", do=lambda g, gift, _: True)
DECLINE: Act[World, Gift, None] = Act("decline", "ours 40.1", "Decline", do=lambda g, gift, _: False)


@rule("ours 40.1", "ours 40.2", "ours 40.3", "ours 25.5")
def grant(g: World, treasury: Treasury, wanted: tuple[int, int]) -> Flow[None]:
    """BRPs are offered; accepted, they tie transports and arrive at once"""
    receiver, brps = wanted
    gift = Gift(receiver, treasury.power, brps)
    named = (g.nations[treasury.power], brps)
    _, yes = yield from menu(g, g.seat(receiver), "{0} offers {1} BRPs", gift, ACCEPT, DECLINE, named=named)
    g.nations[treasury.power].gave += brps
    if not yes:
        return
    g.nations[receiver].got += brps
    g.nations[treasury.power].level -= brps
    g.nations[receiver].level += brps
    if receiver == CHINA:
        g.booked[GRANTED_TO_CHINA] = g.turn
    elif receiver == RUSSIA or {receiver, treasury.power} == {BRITAIN, US}:
        lanes = "sw_pacific" if g.sheet.theatre == "pacific" else "sw_atlantic"
        for u in free(g, lanes)[: -(-brps // STEP)]:
            g.units[u].moved |= BY_SEA
    g.say("{} gives {} {} BRPs", g.nations[treasury.power], g.nations[receiver], brps, rule="ours 40.1")


GRANT = Act("grant", "ours 40.1", "{1} BRPs to {0}", takes=(Nation, int), listed=offers, may=may_grant, do=grant)
NONE: Act[World, Treasury, None] = Act("done", "ours 40.1", "No grants", do=lambda g, t, _: None)


@rule("ours 40.1")
def grants(g: World) -> Flow[None]:
    """Grants of BRPs"""
    treasury = Treasury(g.mover)
    while offers(g, treasury):
        choice, _ = yield from menu(g, g.seat(g.mover), "Grants", treasury, NONE, GRANT)
        if choice.verb == "done":
            return
