"""9: offensive operations, what they cost, on which front, and what that leaves for attrition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, DESIGNS, Kind, operation_cost, squadrons_cost
from grognard.titles.awaw.ground import FRONT, FRONT_WORDS, FRONTS
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    CHINA,
    EUROPEAN_AXIS,
    FACTION,
    GERMANY,
    INDEX,
    ITALY,
    NO_FACTION,
    POWER,
    RUSSIA,
    SOVIET,
    US,
)
from grognard.titles.awaw.rules.allegiance import pays_by_the_unit
from grognard.titles.awaw.rules.areas import keys_of, lost
from grognard.titles.awaw.rules.influence import chinese_resistance
from grognard.titles.awaw.rules.units import KIND, NATION, NAVAL_AIR, all_at, held_by, patron, unit_sides
from grognard.titles.awaw.rules.weather import muddy
from grognard.titles.awaw.state import ISOLATED, PARTIAL, World, ledger_place

FULL_OFFENSIVE = 15
LIMITED = 14
AFRICA = frozenset(("libya", "egypt", "tunisia", "algeria", "morocco"))
EASTERN = FRONT["eastern"]
FALL_1939 = 2
US_ATTACKED, PARALYSED, BRITAIN_ONLY = 701, 702, 703  # keys of `booked` (ours 50.5)
PAID, IN_MUD = 1, 1 << 8  # bits of `paid`, beside those of the fronts on which a unit is counted (9.75)


def counted_on(front: int) -> int:
    """The bit of `paid` that says that a unit is counted on a front."""
    return 2 << front


@rule("9.51", "9.57", "ours 64.2", "ours 30.52")
def cost(g: World, units: Sequence[int], space: int = -1) -> int:
    """What the use of these units costs; those already paid for this turn cost nothing."""
    return worth(g, [u for u in units if not g.units.paid[u]], space)


@rule("9.61", "9.75")
def uncounted(g: World, units: Sequence[int], space: int) -> int:
    """What these units add to the offensive actions on a front: each counts once on every front where it acts."""
    bit = counted_on(front_of(g, space))
    return worth(g, [u for u in units if not g.units.paid[u] & bit], space)


@rule("9.66", "9.63")
def uncounted_in_mud(g: World, units: Sequence[int], space: int) -> int:
    """What these units add to the operations in the mud."""
    return worth(g, [u for u in units if not g.units.paid[u] & IN_MUD], space)


def worth(g: World, units: Sequence[int], space: int) -> int:
    """BRPs for these units, paid or not: partial supply doubles; Axis minors in the east cost one each (ours 64.2)."""
    total = squadrons = 0
    for u in units:
        design = DESIGNS[g.units.design[u]]
        if design.kind in NAVAL_AIR:
            squadrons += 1
        else:
            each = 1 if pays_by_the_unit(g, design.nation, space) else operation_cost(design)
            total += each * (2 if g.units.supply[u] == PARTIAL else 1)
    before = flown(g, units, space)
    return total + squadrons_cost(before + squadrons) - squadrons_cost(before)


@rule("9.51")
def flown(g: World, units: Sequence[int], space: int) -> int:
    """Land-based squadrons that their power has paid for in this phase on the front."""
    first = next(iter(units), -1)
    if first < 0 or space < 0 or not g.flown or KIND[g.units.design[first]] not in NAVAL_AIR:
        return 0
    return g.flown[ledger_place(patron(g, first), front_of(g, space))]


@rule("9.61", "9.62")
def account(g: World, nation: int) -> int:
    """Whose operations a nation's are counted with: its faction's; China's apart from the West's before it is Allied."""
    power = g.nations.patron[nation] if nation >= 0 else -1
    apart = g.sheet.whole and power == CHINA and not china_is_allied(g)  # AW-DEC-48
    return NO_FACTION if apart else FACTION.get(power, NO_FACTION)


@rule("9.61")
def china_is_allied(g: World) -> bool:
    """From the first Allied player turn that begins after Japan and the United States have gone to war."""
    began = (g.nations.fought_east if g.both_boards else g.nations.war)[US]
    return began >= 0 and (began < g.turn or g.booked.get(US_ATTACKED, -1) == began)


def charged(g: World, faction: int, front: int) -> int:
    """BRPs that count for the attrition test of a front."""
    place = faction * len(FRONTS) + front
    return g.cost[place] if place < len(g.cost) else 0


def soiled(g: World, faction: int) -> int:
    """The same inside the mud area."""
    return g.mud_cost[faction] if faction < len(g.mud_cost) else 0


@rule("9.71")
def front_of(g: World, space: int) -> int:
    """The hex that receives the action decides the front."""
    return g.ground.front[space]


@rule("9.63")
def price(g: World, power: int, space: int, units: Sequence[int]) -> int:
    """BRPs a power pays now: never more than fifteen on a front in a turn."""
    paid = g.spent[ledger_place(power, front_of(g, space))]
    return max(0, min(cost(g, units, space), FULL_OFFENSIVE - paid))


@rule("9.63")
def full_offensive(g: World, power: int, front: int) -> bool:
    return bool(g.full[ledger_place(power, front)])


@rule("ours 39.1", "ours 39.22A", "ours 35.10")
def may_spend(g: World, power: int, brps: int) -> No | None:
    """Offensives may lead into debt, as far as the coming growth rate makes the home base bear it."""
    left = g.nations.level[power] - brps
    if left >= 0:
        return None
    rate = max(1, g.books.powers[power].rate(g.year + 1))
    if -left * rate > home_base(g, power) * 100:
        return No("ours 39.22A", f"the debt of {-left} BRPs would be more than the base can bear")
    return None


@rule("ours 39.22A")
def home_base(g: World, power: int) -> int:
    """The base that is left to a power without its economic areas in enemy hands; a short scenario takes the whole base."""
    if not g.sheet.whole:
        return g.nations.base[power]  # AW-DEC-05
    gone = sum(g.books.key_areas[i].brp for i in keys_of(g, power) if lost(g, g.books.key_areas[i]))
    return max(0, g.nations.base[power] - gone)


@rule("9.92", "ours 51.73A")
def paralysed(g: World, power: int, space: int) -> No | None:
    """The Western Allies make no offensive operations in the Pacific in the turn after an attack that found them unprepared."""
    if g.ground.europe[space] or g.booked.get(PARALYSED, -9) != g.turn or g.side != ALLIES:
        return None
    if power in (RUSSIA, CHINA) or (power == US and g.booked.get(BRITAIN_ONLY, 0)):
        return None
    return No("9.92", "the Allies are paralysed after the Japanese attack")


@rule("9.93", "ours 56.73")
def in_africa(g: World) -> bool:
    """Whether the Axis has a unit in Africa; a scenario without Africa does not ask."""
    if g.sheet.area and not AFRICA.intersection(g.sheet.area):
        return True
    sides, box = unit_sides(g), g.board.space("ethiopia")
    there = {INDEX[key] for key in AFRICA}  # AW-DEC-18
    return any(sides[u] == AXIS for s, units in all_at(g).items() if s == box or g.ground.country[s] in there for u in units)


@rule("9.93", "9.91", "ours 61.1", "ours 80.1")
def may_operate(g: World, u: int, space: int) -> No | None:
    """Whether a unit may take part in an offensive action against a hex at all."""
    whose, front = NATION[g.units.design[u]], front_of(g, space)
    if whose == ITALY:
        if front == EASTERN and (KIND[g.units.design[u]] in AIR or KIND[g.units.design[u]] in (Kind.ARM, Kind.AIRBORNE)):
            return No("9.93B", "Italian air, armor and airborne units make no offensive actions on the eastern front")
        if held_by(g, g.ground.named["rome"]) == 1:
            return No("9.93A", "Rome is in Allied hands")
        if not in_africa(g):
            return No("9.93A", "no Axis unit is in Africa")
    if whose == GERMANY and g.turn == FALL_1939 and g.ground.country[space] not in (INDEX["poland"], INDEX["eastpoland"]):
        return No("9.91", "in Fall 1939 Germany acts against Poland alone")
    if whose == CHINA and chinese_resistance(g).total <= 0:
        return No("ours 80.1", "China makes no offensives: its resistance is broken")
    return paralysed(g, g.nations.patron[whose], space)


@rule("9.66", "9.63", "ours 34.22")
def mud_allows(g: World, u: int, space: int, more: int) -> No | None:
    """In mud others than Russia may use fourteen for operations, partisans apart, whatever else they pay on the front."""
    faction = account(g, patron(g, u))
    if muddy(g, space) and faction != SOVIET and soiled(g, faction) + more > LIMITED:
        return No("9.63C", "mud: no more than 14 BRPs of operations here")
    return None


@rule("9.58")
def may_pay(
    g: World, power: int, space: int, units: list[int], *, partisans: bool = False, also: Iterable[int] = ()
) -> No | None:
    """Whether a power can announce an operation of these units against a hex; `also`: hexes attacked together with it."""
    fields = [space, *also]
    for u in units:
        no = next((no for s in fields if (no := may_operate(g, u, s)) is not None), None)
        if no is None and not partisans:
            mire = next((s for s in fields if muddy(g, s)), space)
            no = mud_allows(g, u, mire, uncounted_in_mud(g, units, mire))
        if no is not None:
            return no
    due = price(g, power, space, units)
    no = beyond_china(g, due) if power == CHINA else None
    return may_spend(g, power, due) if no is None else no


@rule("ours 80.1")
def beyond_china(g: World, due: int) -> No | None:
    """China pays for operations of ten BRPs a turn, and for as many more as it was granted in it."""
    most = g.number("80.1 Chinese operations without a grant") + g.nations.got[CHINA]  # AW-DEC-47
    spent = sum(g.spent[ledger_place(CHINA, front)] for front in range(len(FRONTS)))
    return No("ours 80.1", f"China pays for operations of {most} BRPs in this turn") if due and spent + due > most else None


@rule("9.58", "9.61", "9.75")
def pay(g: World, power: int, space: int, units: list[int], *, partisans: bool = False, also: Iterable[int] = ()) -> int:
    """Announce an operation and pay for it. `also`: hexes it acts upon as well, which count for the attrition test only."""
    front, due = front_of(g, space), price(g, power, space, units)
    place = ledger_place(power, front)
    if due:
        g.spent[place] += due
        g.nations[power].level -= due
    squadrons = sum(KIND[g.units.design[u]] in NAVAL_AIR and not g.units.paid[u] for u in units)
    if not partisans:
        for field in (space, *also):
            count(g, units, field)
    if g.spent[place] >= FULL_OFFENSIVE and not g.full[place]:
        g.full[place] = 1
        g.say("{} makes a full offensive on the {} front", g.nations[power], FRONT_WORDS[front], rule="9.63")
    if squadrons and g.flown:
        g.flown[place] += squadrons
    for u in units:
        g.units[u].paid |= PAID
    return due


@rule("9.61", "9.66", "9.75")
def count(g: World, units: list[int], space: int) -> None:
    """Enter what acts upon a hex (or moves there in exploitation) for the attrition test of its front, and for the mud."""
    if not units:
        return
    faction, front = account(g, patron(g, units[0])), front_of(g, space)
    if faction == NO_FACTION:
        g.open_account()
    g.cost[faction * len(FRONTS) + front] += uncounted(g, units, space)
    mire = muddy(g, space)
    if mire:
        g.mud_cost[faction] += uncounted_in_mud(g, units, space)
    for u in units:
        g.units[u].paid |= counted_on(front) | (IN_MUD if mire else 0)


@rule("9.76", "9.73", "9.64")
def may_exploit_onto(g: World, units: list[int], space: int) -> No | None:
    """Exploiting armor acts on another front only with a full offensive there, or within a limited one."""
    faction, front = account(g, patron(g, units[0])), front_of(g, space)
    more = uncounted(g, units, space)
    if more and offensive(g, faction, front) != "full" and charged(g, faction, front) + more > LIMITED:
        return No("9.76", "no full offensive on that front, and more than a limited one allows")
    return mud_allows(g, units[0], space, uncounted_in_mud(g, units, space))


@rule("9.52", "9.53", "9.54", "9.55", "9.33")
def payers(g: World, operation: str, carriers: list[int], passengers: list[int], *, defended: bool = False) -> list[int]:
    """Who is paid for: ships and transports always, escorts among them; passengers only where they land on a defended hex."""
    aboard = [u for u in carriers if KIND[g.units.design[u]] not in NAVAL_AIR]  # 9.55: the carrier pays for its squadrons
    return [*aboard, *passengers] if operation in ("invasion", "airdrop") and defended else aboard


@rule("9.62", "9.63")
def offensive(g: World, faction: int, front: int) -> str:
    """What a faction makes on a front: nothing, a limited or a full offensive."""
    spent = sum(g.spent[ledger_place(n, front)] for n in POWER if account(g, n) == faction)
    return "full" if spent >= FULL_OFFENSIVE else "limited" if spent else ""


@rule("9.61", "9.63", "9.91")
def may_attrition(g: World, faction: int, front: int) -> No | None:
    """Only where offensive actions, partisans apart, cost less than fifteen."""
    if g.turn == FALL_1939 and g.sheet.whole and faction == EUROPEAN_AXIS and front != EASTERN:
        return No("9.91", "in Fall 1939 Germany makes no attritions on other fronts than Poland's")
    spent = charged(g, faction, front)
    if spent >= FULL_OFFENSIVE:
        return No("9.61", f"offensive actions for {spent} BRPs were made on this front")
    return None


@rule("9.82")
def attacks_free(g: World, units: Iterable[int]) -> bool:
    """Isolated units may attack for nothing, and are lost afterwards."""
    found = list(units)
    return bool(found) and all(g.units.supply[u] == ISOLATED for u in found)


def powers_of(g: World, side: int) -> list[int]:
    """Major powers in play on a side."""
    return [n for n in POWER if g.nations.side[n] == side and not g.nations.surrendered[n]]
