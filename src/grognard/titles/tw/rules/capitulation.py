"""17.2, 17.3, 19.2, 20.4, 21.1, 22.2: Britain, Italy, Germany and the Soviet Union roll for surrender in the Allied End Segment,
once a turn (TW-AMB-120). France is in surrender.py; what follows for Italy is in italy.py."""

from __future__ import annotations

from grognard.kernel.dice import D10
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boon, boons
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, MAJORS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.italy import italy_surrenders, mainland
from grognard.titles.tw.rules.minors import join
from grognard.titles.tw.rules.money import conquest_gain, power_of
from grognard.titles.tw.rules.partisans import REGION_NUMBERS
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.rules.units import ground_at, hex_sides
from grognard.titles.tw.state import GONE, LOST, LOST_UNSUPPLIED, SATELLITE, SPRING, SUMMER, War, turn_of

EMPIRE = INDEX["british_empire"]
FIFTY = 50  # NARFs of lost units for a point
LENT = 20
DUNKIRK_LOSSES, DUNKIRK_ROLL = 6, 9
BRITISH_END = SOVIET_END = 12
PLACES = ("suez", "gibraltar", "malta")  # 17.2.2
SOVIET_CITIES = ("moscow", "leningrad", "stalingrad")
LIGHT = (Kind.CDO, Kind.PARA, Kind.PART)


def holds(g: War, side: int, *names: str) -> bool:
    """Whether a side holds all these places."""
    sides = hex_sides(g)
    return all(sides[g.ground.named(name)] == side for name in names)


def _power(g: War, name: str) -> int:
    holder = g.hexes.holder[g.ground.named(name)]
    return power_of(g, holder) if holder >= 0 else NOWHERE


def western(g: War, name: str) -> bool:
    """Whether Britain or America holds a place."""
    return _power(g, name) in (BRITAIN, USA)


@rule("17.2.2", "21.1")
def lost_value(g: War, nation: int, *, ships: bool) -> int:
    """NARFs that the units of a power cost which were lost and not built again; those lost out of supply count double."""
    known = g.roster
    return sum([
        unit_price(g, u)
        for u, pool in enumerate(g.units.pool)
        if pool in (LOST, LOST_UNSUPPLIED)
        and g.units.fallen[u]
        and known.nations[u] == nation
        and known.kinds[u] != Kind.PART
        and (ships or known.kinds[u] not in NAVAL)
    ])


def at_war(g: War, power: int) -> bool:
    return g.nations.side[power] != NEUTRAL and not g.nations.surrendered[power]


def troops_in(g: War, powers: tuple[int, ...], spaces: set[int], *, light: bool = False) -> bool:
    """Whether ground units of these powers stand there; commandos, paratroops and partisans only count if told so."""
    known = g.roster
    return any(
        known.nations[u] in powers and (light or known.kinds[u] not in LIGHT) and known.kinds[u] != Kind.PART
        for s in spaces
        for u in ground_at(g).get(s, ())
    )


# --- Britain (17.2, 17.3) -----------------------------------------------------------------------------------------------------


@rule("17.2.1")
def dunkirk(g: War) -> bool:
    """Whether the army was lost in France in 1940, with the Low Countries, and Italy in the war."""
    france = set(g.ground.homeland.get("france", ()))
    known = g.roster
    there = any(at in france and known.nations[u] == BRITAIN for u, at in enumerate(g.units.at))
    lands = [INDEX[k] for k in ("belgium", "netherlands")]
    low = all(g.nations.surrendered[n] and _power(g, NATIONS[n].capital) == GERMANY for n in lands)
    season = g.turn in (turn_of(1940, SPRING), turn_of(1940, SUMMER))
    return season and not there and g.dunkirk > DUNKIRK_LOSSES and low and g.nations.side[ITALY] == AXIS


@rule("17.2.2")
def british_modifiers(g: War) -> Modifiers:
    """What is added to the British roll."""
    found, sides = Modifiers(), hex_sides(g)
    home = [s for s in g.ground.homeland.get("britain", ()) if g.ground.city[s] and s != g.ground.named("london")]
    found.add("London lost", 5 * int(holds(g, AXIS, "london")), "17.2.2")
    found.add("a city at home lost", int(any(sides[s] == AXIS for s in home)), "17.2.2")
    for name in PLACES:
        found.add(f"{name.capitalize()} lost", int(holds(g, AXIS, name)), "17.2.2")
    found.add("fires", g.nations.firestorms[BRITAIN], "17.2.2")
    found.add("America at war", -4 * int(at_war(g, USA)), "17.2.2")
    found.add("Soviet Union at war", -3 * int(at_war(g, USSR)), "17.2.2")
    found.add("Lend-Lease", -int(g.nations.received[BRITAIN] >= LENT), "17.2.2")
    found.add("units lost", lost_value(g, BRITAIN, ships=True) // FIFTY, "17.2.2")
    return found


def woes(g: War) -> int:
    """What adds to the roll, as a number of which every part grows by a new event: places, fires, losses (TW-AMB-123)."""
    items = {m.label: m.value for m in british_modifiers(g).items if m.value > 0}
    places = [items.get("London lost", 0) > 0, items.get("a city at home lost", 0) > 0]
    places += [items.get(f"{name.capitalize()} lost", 0) > 0 for name in PLACES]
    bits = sum([1 << n for n, yes in enumerate(places) if yes])
    return bits | items.get("fires", 0) << 8 | items.get("units lost", 0) << 16


def _worse(before: int, now: int) -> bool:
    """Whether something has happened since the last turn."""
    return bool(now & 0xFF & ~before) or any((now >> n & 0xFF) > (before >> n & 0xFF) for n in (8, 16))


@rule("17.2", "17.2.1", "17.2.2")
def britain_rolls(g: War) -> None:
    """After a disaster at Dunkirk 9 or 10 ends it; after a new blow 12 with what adds to it."""
    if not at_war(g, BRITAIN):
        return
    now, before = woes(g), g.british_woes
    g.british_woes = now
    if dunkirk(g) and g.roll(D10, "Britain after Dunkirk", "17.2.1") >= DUNKIRK_ROLL:
        britain_surrenders(g)
    elif _worse(before, now):
        modifiers = british_modifiers(g)
        if g.roll(D10, f"Britain on the ropes, {modifiers}", "17.2.2") + modifiers.total >= BRITISH_END:
            britain_surrenders(g)


@rule("17.3")
def britain_surrenders(g: War) -> None:
    """With France gone the war is over; else the troops at home are lost, and the Empire goes on as an American Satellite
    (TW-AMB-122)."""
    g.nations[BRITAIN].surrendered = 1
    g.say("{} surrenders", g.nations[BRITAIN], rule="17.3")
    isles, known = set(g.ground.homeland.get("britain", ())), g.roster
    mine = [u for u, n in enumerate(known.nations) if n == BRITAIN]
    for u in mine:
        if g.units.at[u] < 0 or g.units.at[u] in isles:
            g.units[u].at, g.units[u].pool = NOWHERE, GONE
    victor = _power(g, "london")
    victor = victor if victor in (GERMANY, ITALY) else GERMANY
    for s, holder in enumerate(g.hexes.holder):
        if holder == BRITAIN:
            g.hexes[s].holder = victor if s in isles else EMPIRE
    for u in mine:
        if g.units.at[u] >= 0:
            g.units[u].flag = EMPIRE
    row, home = g.nations[EMPIRE], g.nations[BRITAIN]
    row.army, row.air, row.navy = home.army, home.air, home.navy
    join(g, EMPIRE, USA, side=ALLIES)
    conquest_gain(g, BRITAIN)
    for n, design in enumerate(g.designs):
        if design.id.startswith("part_britain") and n not in g.units.design:
            g.units.add(design=n, pool=LOST, home=REGION_NUMBERS["britain"], flag=USA)
    for n, minor in enumerate(g.nations):
        if n != EMPIRE and minor.patron == BRITAIN and minor.status == SATELLITE and not minor.surrendered:
            minor.patron = USA


# --- the Soviet Union (21.1) --------------------------------------------------------------------------------------------------


@rule("21.1")
def soviet_modifiers(g: War) -> Modifiers:
    """What is added to the Soviet roll."""
    found = Modifiers()
    for name in (*SOVIET_CITIES, "baku"):
        found.add(f"{name.capitalize()} lost", int(_power(g, name) == GERMANY), "21.1")
    found.add("Kiev and Sevastopol lost", int(all(_power(g, n) == GERMANY for n in ("kiev", "sevastopol"))), "21.1")
    urals = [s for s in range(g.board.size) if g.ground.land[s] and g.ground.ussr_1939[s] and "edge_east" in g.ground.regions[s]]
    found.add("Germans before the Urals", int(troops_in(g, (GERMANY,), set(urals), light=True)), "21.1")
    found.add("units lost", lost_value(g, USSR, ships=False) // FIFTY, "21.1")
    found.add("France fights", -4 * int(not g.nations.surrendered[FRANCE]), "21.1")
    france = set(g.ground.homeland.get("france", ()))
    found.add("the West in France", -2 * int(troops_in(g, (BRITAIN, USA), france)), "21.1")
    found.add("America at war", -2 * int(at_war(g, USA)), "21.1")
    found.add("Lend-Lease", -int(g.nations.received[USSR] >= LENT), "21.1")
    found.add("the West in Italy", -int(troops_in(g, (BRITAIN, USA), mainland(g), light=True)), "21.1")
    found.add("German war on Turkey", -int(g.soviets_freed or g.nations.invaded[INDEX["turkey"]] >= 0), "21.1")
    return found


@rule("21.1")
def soviets_roll(g: War) -> None:
    """While the enemy stands in Moscow, Leningrad or Stalingrad and a 12 can be had, the Soviets roll."""
    if g.barbarossa < 0 or not at_war(g, USSR):
        return
    spaces = {g.ground.named(name) for name in SOVIET_CITIES}
    known = g.roster
    if not any(known.sides[u] == AXIS for s in spaces for u in ground_at(g).get(s, ())):
        return
    modifiers = soviet_modifiers(g)
    if modifiers.total + 10 < SOVIET_END:
        return
    if g.roll(D10, f"the Soviet Union, {modifiers}", "21.1") + modifiers.total >= SOVIET_END:
        surrender(g, USSR)


# --- Italy (19.2) -------------------------------------------------------------------------------------------------------------


@rule("19.2")
def italian_modifiers(g: War) -> Modifiers:
    """What is added to the Italian roll."""
    found, ground = Modifiers(), g.ground

    def all_of(spaces: list[int]) -> bool:
        return bool(spaces) and all(power_of(g, g.hexes.holder[s]) in (BRITAIN, USA) for s in spaces)

    def land(region: str) -> list[int]:
        return [s for s in range(g.board.size) if ground.land[s] and (region in ground.regions[s] or ground.country[s] == region)]

    found.add("Rome lost", -4 * int(western(g, "rome")), "19.2")
    found.add("Tripoli lost", -int(western(g, "tripoli")), "19.2")
    for region, worth in (("sicily", 2), ("sardinia", 2), ("albania", 1), ("greece", 1)):
        found.add(f"{region.capitalize()} lost", -worth * int(all_of(land(region))), "19.2")
    home = mainland(g)
    found.add("the West in Italy", -2 * int(troops_in(g, (BRITAIN, USA), home)), "19.2")
    known = g.roster
    fleets = [u for u in known.naval if known.nations[u] == ITALY and known.kinds[u] == Kind.FLEET and g.units.at[u] >= 0]
    found.add("no fleet", -2 * int(sum([not g.units.depleted[u] for u in fleets]) < 2), "19.2")
    german = sum([
        known.strengths[u]
        for s in home
        for u in ground_at(g).get(s, ())
        if known.nations[u] == GERMANY and not g.units.depleted[u]
    ])
    found.add("Germans in Italy", 2 * int(german >= 12), "19.2")
    found.add("great Soviet cities", 2 * int(any(_power(g, n) == GERMANY for n in SOVIET_CITIES)), "19.2")
    found.add("Britain out", 3 * int(bool(g.nations.surrendered[BRITAIN])), "19.2")
    prizes = any(_power(g, n) == ITALY for n in ("alexandria", "suez", "gibraltar"))
    found.add("Italian gains in the Mediterranean", int(prizes), "19.2")
    found.add("France out", int(bool(g.nations.surrendered[FRANCE])), "19.2")
    for name in ("madrid", "athens", "ankara", "belgrade"):
        found.add(f"{name.capitalize()} Italian", int(_power(g, name) == ITALY), "19.2")
    found.add("Variants", boon(g, ITALY, "surrender"), "28.1.1")
    return found


@rule("19.2")
def italy_rolls(g: War) -> None:
    """While Britain or America holds a hex of Italy, Sicily or Sardinia; 0 or less ends it."""
    if g.nations.side[ITALY] != AXIS or g.nations.surrendered[ITALY]:
        return
    home = [s for s in g.ground.homeland.get("italy", ()) if g.ground.land[s] and g.ground.country[s] == "italy"]
    if not any(power_of(g, g.hexes.holder[s]) in (BRITAIN, USA) for s in home):
        return
    modifiers = italian_modifiers(g)
    if g.roll(D10, f"Italy, {modifiers}", "19.2") + modifiers.total <= 0:
        italy_surrenders(g)


# --- Germany (20.4) -----------------------------------------------------------------------------------------------------------


@rule("20.4")
def german_cities(g: War) -> list[int]:
    """Cities of Germany as printed for 1939, without Danzig and East Prussia."""
    return [
        s
        for s in g.ground.homeland.get("germany", ())
        if g.ground.city[s] and g.ground.country[s] == "germany" and "east_prussia" not in g.ground.regions[s]
    ]


def lost_cities(g: War) -> list[int]:
    """Those that Britain, America or the Soviet Union holds; France does not count."""
    return [s for s in german_cities(g) if power_of(g, g.hexes.holder[s]) in (BRITAIN, USA, USSR)]


@rule("20.4")
def german_modifiers(g: War) -> Modifiers:
    """What is added to the German roll."""
    found = Modifiers()
    berlin = g.ground.named("berlin")
    lost = lost_cities(g)
    found.add("Berlin lost", -5 * int(berlin in lost), "20.4")
    found.add("other cities lost", -len([s for s in lost if s != berlin]), "20.4")
    found.add("fires", -g.nations.firestorms[GERMANY], "20.4")
    found.add("atomic attacks", -len({s for s in g.atomised if s in german_cities(g)}), "20.4")
    found.add("Italy out", -int(bool(g.nations.surrendered[ITALY])), "20.4")
    friends = [
        n
        for n, row in enumerate(g.nations)
        if n not in MAJORS and row.patron == GERMANY and row.status == SATELLITE and row.side == AXIS and not row.surrendered
    ]
    found.add("no friends left", -int(not friends), "20.4")
    found.add("Soviet Atrocities in East Prussia", int(g.prussia == 2), "20.4")
    found.add("Variants", boons(g, "german"), "28.0")
    return found


@rule("20.4")
def germany_rolls(g: War) -> None:
    """While a city of Germany is in enemy hands; 0 or less ends the war."""
    if g.nations.side[GERMANY] != AXIS or g.nations.surrendered[GERMANY]:
        return
    if not lost_cities(g):
        return
    modifiers = german_modifiers(g)
    if g.roll(D10, f"Germany, {modifiers}", "20.4") + modifiers.total <= 0:
        surrender(g, GERMANY)


@rule("22.2")
def america_leaves(g: War) -> bool:
    """Whether America gives up: the Axis holds London, Paris, Moscow, Leningrad and Stalingrad at the end of a turn."""
    return at_war(g, USA) and holds(g, AXIS, "london", "paris", *SOVIET_CITIES)


@rule("3.10.1")
def surrender_phase(g: War) -> None:
    """The great powers but France, in the order of the rulebook"""
    britain_rolls(g)
    italy_rolls(g)
    germany_rolls(g)
    soviets_roll(g)
