"""Ours 40: BRPs given to another power: within a faction, from the West to Russia and China, by a neutral America."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, CHINA, FACTION, GERMANY, JAPAN, RUSSIA, US, WESTERN
from grognard.titles.awaw.rules.boxes import GERMAN_NORTH, may_join_murmansk
from grognard.titles.awaw.rules.fleet import fleet_factors, fleet_hits, fleet_round, squadron_hits
from grognard.titles.awaw.rules.influence import GRANTED_TO_CHINA, burma_road, holds
from grognard.titles.awaw.rules.seabattle import defense_level, flak
from grognard.titles.awaw.rules.ships import ready_ships
from grognard.titles.awaw.rules.strategic import in_box
from grognard.titles.awaw.rules.supply import operational
from grognard.titles.awaw.rules.tension import AMERICA_TIRED, level_for
from grognard.titles.awaw.rules.units import (
    KIND,
    air_units,
    all_at,
    eliminate,
    held_by,
    lose_squadrons,
    naval_air_ready,
    other,
    patron,
    squadrons,
    squadrons_ready,
)
from grognard.titles.awaw.rules.voyages import BY_SEA
from grognard.titles.awaw.state import USAT, USJT, Nation, World

MOST_RECEIVED, STEP = 30, 5
STEPS = (("USAT US may grant Britain 5 BRP a turn (cash and carry)", 5),
         ("USAT lend-lease: grants to Britain up to 15 BRP a turn", 15),
         ("USAT grants to Britain and Russia up to 25 BRP a turn", 25))  # lines of tension_effects.csv, BRPs a turn  # fmt: skip
TO_CHINA = "USJT US may grant China 5 BRP a turn"
ROAD = 10
YEAR, FALL_1939, GULF = 4, 2, ("tehran", "basra", "abadan")
HUMP_BASES, HUMP = ("ledo", "imphal"), 2
ON_THE_WAY, SENT = 4050, 4051  # keys of `booked`: BRPs on their way through Persia, the turn in which they were sent


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
        return STEP if level >= level_for(g, TO_CHINA) else 0
    most = max((brps for line, brps in STEPS if level >= level_for(g, line)), default=0)
    return most if receiver == BRITAIN or level >= level_for(g, STEPS[-1][0]) else 0


@rule("ours 40.5")
def persia(g: World) -> int:
    """Ten BRPs a turn from a year after the West has held Tehran, Basra and Abadan, by two transports of the Indian Ocean."""
    if g.sheet.theatre == "pacific" or not holds(g, ALLIES, *GULF):
        return 0
    since = max(FALL_1939, *(g.hexes.since[g.ground.named[c]] for c in GULF))
    if g.turn < since + YEAR:
        return 0
    return min(g.number("40.5 BRPs through Persia"), STEP * len(free(g, "sw_indian")))


@rule("ours 40.6")
def vladivostok(g: World, giver: int) -> int:
    """America to Russia while Japan and Russia are at peace: fifteen BRPs a turn, by three transports of the Pacific."""
    if g.sheet.theatre == "europe" or giver != US or g.nations.east[JAPAN] == other(g.nations.east[RUSSIA]):
        return 0
    return min(g.number("40.6 BRPs by Vladivostok"), STEP * len(western(g, "sw_pacific")))


@rule("ours 40.2", "ours 40.4", "ours 40.5", "ours 40.6", "ours 40.8", "ours 40.85")
def route(g: World, giver: int, receiver: int) -> int:
    """The most a way carries: one transport for five BRPs; to Russia by Murmansk or Vladivostok; to China by the road."""
    if receiver == RUSSIA:
        murmansk = held_by(g, g.ground.named["murmansk"]) == g.nations.side[RUSSIA] and g.sheet.theatre != "pacific"
        north = min(g.number("40.4 most BRPs of a Murmansk convoy"), STEP * len(free(g, "sw_atlantic"))) if murmansk else 0
        return max(north, persia(g), vladivostok(g, giver))
    if receiver == CHINA:
        return (ROAD if burma_road(g) else 0) + hump(g)
    if {giver, receiver} <= {BRITAIN, US}:
        lanes = "sw_pacific" if g.sheet.theatre == "pacific" else "sw_atlantic"
        return STEP * len(free(g, lanes))
    return MOST_RECEIVED


@rule("ours 40.85", "9.21", "9.22", "9.11")
def flyers_over_the_hump(g: World) -> list[int]:
    """Ready air transports of the West at operational bases from which they reach Kunming."""
    if held_by(g, g.ground.named["kunming"]) != ALLIES:
        return []
    bases = [b for b in (g.ground.named[name] for name in HUMP_BASES) if operational(g, b, ALLIES)]
    return [u for b in bases for u in air_units(g).get(b, ()) if g.units[u].sheet.kind == Kind.TRANSPORT_AIR
            and not g.units.inverted[u] and not g.units.moved[u] and patron(g, u) in (BRITAIN, US)]  # fmt: skip


@rule("ours 40.85")
def hump(g: World) -> int:
    """Two BRPs for each air transport that can fly to Kunming."""
    return HUMP * len(flyers_over_the_hump(g))


def western(g: World, lanes: str) -> list[int]:
    """Transports of the West in a box that carry nothing yet, at war there or not."""
    there = [u for u in all_at(g).get(g.board.space(lanes), ()) if KIND[g.units.design[u]] == Kind.TRANSPORT]
    mine = [u for u in there if FACTION.get(patron(g, u)) == WESTERN]
    return [u for u in mine if not g.units.inverted[u] and not g.units.moved[u] & BY_SEA]


def free(g: World, lanes: str) -> list[int]:
    return [u for u in in_box(g, Kind.TRANSPORT, ALLIES, lanes) if not g.units.moved[u] & BY_SEA]


@rule("ours 40.1", "ours 40.2")
def may_grant(g: World, treasury: Treasury, wanted: tuple[int, int]) -> No | None:
    """In fives (to China also all that the ways carry); a tenth of the donor's base a turn, thirty for a receiver; nobody gives
    and receives in one turn."""
    receiver, brps = wanted
    giver, row = treasury.power, g.nations[treasury.power]
    if receiver == giver or receiver not in FACTION or not g.seated(receiver) or g.nations.surrendered[receiver]:
        return No("ours 40.1", "no power that could receive")
    if brps not in amounts(g, giver, receiver) or brps > row.level:
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


def amounts(g: World, giver: int, receiver: int) -> list[int]:
    """What may be offered at once."""
    fives = list(range(STEP, MOST_RECEIVED + 1, STEP))
    most = route(g, giver, receiver) if receiver == CHINA else 0
    return fives if most in fives or not 0 < most <= MOST_RECEIVED else sorted([*fives, most])


def offers(g: World, treasury: Treasury) -> list[tuple[int, int]]:
    giver = treasury.power
    return [(n, brps) for n in FACTION for brps in amounts(g, giver, n) if may_grant(g, treasury, (n, brps)) is None]


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
    arrived = brps
    if receiver == RUSSIA and lanes_to(g, treasury.power, receiver, brps) == "sw_atlantic":
        arrived = yield from murmansk_convoy(g, brps)
    lanes = lanes_to(g, treasury.power, receiver, brps)
    if receiver == RUSSIA and lanes == "sw_indian":  # ours 40.5: a turn later
        g.booked[ON_THE_WAY] = g.booked.get(ON_THE_WAY, 0) + arrived
        g.booked[SENT] = g.turn
    else:
        g.nations[receiver].level += arrived
    if receiver == CHINA:
        g.booked[GRANTED_TO_CHINA] = g.turn
        over = max(0, brps - (ROAD if burma_road(g) else 0))
        for u in flyers_over_the_hump(g)[: -(-over // HUMP)]:  # no BRP cost (9.21E, 9.22G)
            g.units[u].inverted = 1
    elif receiver == RUSSIA or {receiver, treasury.power} == {BRITAIN, US}:
        for u in (western(g, lanes) if receiver == RUSSIA else free(g, lanes))[: -(-brps // STEP)]:
            g.units[u].moved |= BY_SEA
    g.say("{} gives {} {} BRPs", g.nations[treasury.power], g.nations[receiver], brps, rule="ours 40.1")


def lanes_to(g: World, giver: int, receiver: int, brps: int) -> str:
    """Which transports carry a grant: to Russia through Persia or by Vladivostok where that is enough, else by Murmansk."""
    if receiver == RUSSIA and brps <= persia(g):
        return "sw_indian"
    if receiver == RUSSIA and brps <= vladivostok(g, giver):
        return "sw_pacific"
    return "sw_pacific" if g.sheet.theatre == "pacific" else "sw_atlantic"


class Convoy(Subject, frozen=True):
    """A convoy for Murmansk: German ships and aircraft at Bergen may fight it."""

    power: int
    brps: int


STRIKE: Act[World, Convoy, None] = Act("attack_convoy", "ours 40.4", "Attack the convoy", do=lambda g, c, _: None, rolls=True)
LET_PASS: Act[World, Convoy, None] = Act("pass", "ours 40.4", "Let it pass", do=lambda g, c, _: None)


@rule("ours 40.4", "ours 40.441", "5.82")
def northern_ships(g: World) -> list[int]:
    """Ready German ships that may enter the Murmansk box; on their way to the convoy nobody intercepts them."""
    found = [u for p in _northern_bases(g) for u in ready_ships(g, p, AXIS, GERMANY)]
    return [u for u in found if may_join_murmansk(g, u, convoy=True) is None]


@rule("ours 40.4", "5.82")
def northern_wings(g: World) -> list[int]:
    """Ready German aircraft at Bergen or Scapa Flow; no Allied aircraft meet them."""
    by_base = (squadrons_ready(g, GERMANY), naval_air_ready(g, GERMANY))
    found = [u for p in _northern_bases(g) for there in by_base for u in there.get(p, ())]
    return [u for u in found if may_join_murmansk(g, u, convoy=True) is None]


def _northern_bases(g: World) -> list[int]:
    return [p for p in (g.ground.named[name] for name in GERMAN_NORTH) if held_by(g, p) == AXIS]


@rule("ours 40.4")
def what_arrives(brps: int, hits: int) -> int:
    """Five BRPs less for each transport hit."""
    return max(0, brps - STEP * hits)


@rule("ours 40.4", "ours 23.42", "5.82")
def strike_convoy(g: World, wings: list[int], carriers: list[int], escorts: list[int]) -> int:
    """Aircraft over the convoy: air defense of the whole of it, then one roll of the squadrons left for the transports; gives
    the hits."""
    roll = sum(g.roll_dice(2, D6, "air defense of the convoy", "ours 23.42"))
    over, hurt = sum(squadrons(g, u) for u in wings), flak(g.charts, defense_level(g, [*escorts, *carriers]).total, roll)
    lose_squadrons(g, wings, hurt.lost)
    left = over - hurt.lost - hurt.aborted
    if left < 1:
        return 0
    return squadron_hits(g.charts, left, sum(g.roll_dice(2, D6, "German aircraft over the convoy", "ours 40.4")))


@rule("ours 40.4", "ours 40.441", "5.81", "5.82", "5.83")
def murmansk_convoy(g: World, brps: int) -> Flow[int]:
    """German ships and aircraft may fight the convoy for one round: escorts in the box first, then the transports; gives what
    arrives"""
    raiders, wings = (northern_ships(g), northern_wings(g)) if g.seated(GERMANY) else ([], [])
    if not (raiders or wings) or g.nations.side[GERMANY] != AXIS:
        return brps
    convoy = Convoy(GERMANY, brps)
    choice, _ = yield from menu(g, g.seat(GERMANY), "A convoy of {0} BRPs for Murmansk", convoy, LET_PASS, STRIKE, named=(brps,))
    if choice.verb == "pass":
        return brps
    carriers = free(g, "sw_atlantic")[: -(-brps // STEP)]
    box = g.board.space("murmansk")
    there = ready_ships(g, g.board.space("sw_atlantic"), ALLIES)
    escorts = [u for u in there if may_join_murmansk(g, u, convoy=True) is None]  # AW-DEC-22
    hits = strike_convoy(g, wings, carriers, escorts) if wings else 0
    if escorts and raiders:
        yield from fleet_round(g, box, raiders, escorts)
    sound = [u for u in raiders if g.units.at[u] >= 0 and not g.units.damage[u]]
    if sound:
        roll = sum(g.roll_dice(2, D6, "German ships among the convoy", "ours 40.4"))
        hits += fleet_hits(g.charts, fleet_factors(g, sound), roll)
    hits = min(len(carriers), hits)
    for u in carriers[:hits]:
        eliminate(g, u)
    for u in (*raiders, *wings):  # 5.81: they are at their bases again
        if g.units.at[u] >= 0:
            g.units[u].inverted = 1
    g.say("{} BRPs reach Murmansk", what_arrives(brps, hits), rule="ours 40.4")
    return what_arrives(brps, hits)


GRANT = Act("grant", "ours 40.1", "{1} BRPs to {0}", takes=(Nation, int), listed=offers, may=may_grant, do=grant)
NONE: Act[World, Treasury, None] = Act("done", "ours 40.1", "No grants", do=lambda g, t, _: None)


@rule("ours 40.5")
def arrivals(g: World) -> None:
    """What was sent through Persia a turn ago is in Russia."""
    if g.booked.get(ON_THE_WAY, 0) and g.turn > g.booked[SENT]:
        g.nations[RUSSIA].level += g.booked.pop(ON_THE_WAY)


@rule("ours 40.1", "8.24", "8.26")
def grants(g: World) -> Flow[None]:
    """Grants of BRPs"""
    treasury = Treasury(g.mover)
    while offers(g, treasury):
        choice, _ = yield from menu(g, g.seat(g.mover), "Grants", treasury, NONE, GRANT)
        if choice.verb == "done":
            return
