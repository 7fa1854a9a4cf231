"""25: Atrocities, the partisans they stir up, SS Legions, and the partisan war of Spring and Fall. Where partisans may be is in
homelands.py, what they are worth in battle in units.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, MAJORS, NATIONS, NEUTRAL, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.espionage import COUNTER, ESPIONAGE, covert, espionage_cards, offer
from grognard.titles.tw.rules.homelands import REGION_NUMBERS, home_of
from grognard.titles.tw.rules.leanings import polish_partisans
from grognard.titles.tw.rules.money import gain, power_of
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.status import AXIS_BLOC, BLOCS, SOVIET_BLOC, WEST_BLOC
from grognard.titles.tw.rules.units import eliminate, ground_at, hex_sides
from grognard.titles.tw.state import LOST, SPRING, Hex, Unit, War
from grognard.titles.tw.war_charts import ATROCITIES, PARTISAN_REGIONS, PARTISAN_WAR, PartisanRegion

MOST = 10
ITALIAN = 1  # Atrocities where Italy conquers Yugoslavia or Greece by itself
POLISH = REGION_NUMBERS["poland"]
DISPERSAL = 2


class Band(Subject, frozen=True):
    """Partisans of a sponsor, of whom some are lost."""

    side: int
    units: tuple[Annotated[int, Unit], ...]


class Flight(Subject, frozen=True):
    """A partisan unit that may disperse before it is attacked."""

    unit: Annotated[int, Unit]


NAMES = {
    "norden": "Norway and Denmark",
    "benelux": "the Low Countries",
    "ussr": "the Soviet Union",
    "baltic": "the Baltic States",
}


def region_name(row: PartisanRegion) -> str:
    """A region as it is told."""
    return NAMES.get(row.region, row.region.replace("_", " ").title())


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


# --- Atrocities (25.1) ----------------------------------------------------------------------------------------------------------


@rule("25.1.1")
def occupier(g: War, row: PartisanRegion) -> int:
    """The Axis power that has conquered a region where partisans can rise; NOWHERE while none has. The Soviet Union is entered,
    not conquered; of countries that count as one, any will do."""
    if row.region == "ussr":
        entered = any(h == GERMANY and home for h, home in zip(g.hexes.holder, g.ground.ussr_1939))
        return GERMANY if entered and g.nations.side[USSR] == ALLIES else NOWHERE
    for key in row.countries:
        nation = INDEX[key]
        if not g.nations.surrendered[nation] or not NATIONS[nation].capital:
            continue
        power = power_of(g, g.hexes.holder[g.ground.named(NATIONS[nation].capital)])
        if power in (GERMANY, ITALY) and g.nations.side[power] == AXIS:
            return power
    return NOWHERE


@rule("25.1", "25.1.1")
def commit_atrocities(g: War, number: int, power: int) -> int:
    """How many Atrocities go with a conquest: a die with the modifier of the country, none in some, one for Italy in the
    Balkans."""
    row = PARTISAN_REGIONS[number - 1]
    if row.fixed:
        return 0
    if power == ITALY and row.region in ("yugoslavia", "greece"):
        return ITALIAN
    roll = g.roll(D10, f"Atrocities in {region_name(row)}, {row.modifier:+}", "25.1.1")
    return min(max(roll + row.modifier, 0), MOST)


@rule("25.1.1")
def note_conquests(g: War) -> None:
    """Regions that the Axis has conquered since the last turn: the Atrocities are rolled for (TW-AMB-146)."""
    for n, row in enumerate(PARTISAN_REGIONS, 1):
        if row.created and n not in g.atrocities:
            power = occupier(g, row)
            if power >= 0:
                committed = commit_atrocities(g, n, power)
                g.atrocities = {**g.atrocities, n: committed}
                g.say("{}: {}", region_name(row), counted(committed, "Atrocity", "Atrocities"), rule="25.1.1")


@rule("25.1.1", "25.2", "23.58")
def roll_for_partisans(g: War) -> None:
    """In Spring the sponsors roll for the regions conquered before: partisans, one a turn, or SS Legions for Germany. Britain has
    one unit in Yugoslavia in any case. Partisans on the board when a game begins have been rolled for."""
    for n, committed in sorted(g.atrocities.items()):
        if n in g.risen:
            continue
        row = PARTISAN_REGIONS[n - 1]
        g.risen = {**g.risen, n: g.turn}
        if row.region == "yugoslavia":
            enlist(g, REGION_NUMBERS["chetniks"], 1)
        if any(g.units.home[u] == n for u in range(len(g.units))) or (g.turn == g.first_turn and _raised(g, row)):
            continue
        roll = g.roll(D10, f"partisans in {region_name(row)}, {counted(committed, 'Atrocity', 'Atrocities')}", "25.1.1")
        found = ATROCITIES[ATROCITIES.column(committed), max(roll - partisan_help(g, row), 1)]
        more = found.partisans + (polish_partisans(g, found.partisans) if n == POLISH else 0)
        enlist(g, n, max(more, 0))
        for _ in range(found.legions):
            recruit_legion(g, n)


def partisan_help(g: War, row: PartisanRegion) -> int:
    """What a Variant takes off the roll of a sponsor (28.2.2, 28.2.3)."""
    return int(g.nations.bands_bonus[INDEX[row.sponsor]])


def _raised(g: War, row: PartisanRegion) -> bool:
    return any(g.designs[d].id.startswith(row.counters) for d in g.units.design)


def enlist(g: War, number: int, count: int) -> None:
    """So many partisans of a region will join the pool of their sponsor."""
    if count:
        g.bands = {**g.bands, number: g.bands.get(number, 0) + count}
        g.say("{}: {}", region_name(PARTISAN_REGIONS[number - 1]), counted(count, "partisan", "partisans"), rule="25.1.1")


@rule("25.1.1", "25.2")
def join_pools(g: War) -> None:
    """One partisan of a country joins the force pool in a turn, as far as the counters go."""
    used = {g.units.design[u] for u in range(len(g.units))}
    for n, left in sorted(g.bands.items()):
        if left <= 0:
            continue
        prefix = PARTISAN_REGIONS[n - 1].counters
        free = [d for d, s in enumerate(g.designs) if _of_band(s.id, prefix) and d not in used]
        g.bands = {**g.bands, n: left - 1 if free else 0}
        if free:
            g.units.add(design=free[0], pool=LOST, home=n)
            used.add(free[0])


def _of_band(counter: str, prefix: str) -> bool:
    return counter == prefix or counter.removeprefix(prefix + "_").isdigit() or counter.removeprefix(prefix + "_i_").isdigit()


@rule("25.2")
def recruit_legion(g: War, number: int) -> None:
    """An SS Legion of an occupied country joins the German pool for good; it is raised in that country."""
    used = set(g.units.design)
    free = [d for d, s in enumerate(g.designs) if "legion" in s.marks and d not in used]
    if free:
        g.units.add(design=free[0], pool=LOST, home=number)
        g.say("an SS Legion of {}", region_name(PARTISAN_REGIONS[number - 1]), rule="25.2")


@rule("23.48", "23.54", "25.2")
def axis_partisans(g: War, target: int) -> None:
    """Spain or Turkey is attacked by a Western Ally: without a roll the Axis has a partisan unit there."""
    region = {INDEX["spain"]: "spanish_axis", INDEX["turkey"]: "turkish_axis"}.get(target)
    if region is not None:
        enlist(g, REGION_NUMBERS[region], 1)


@rule("25.1.2", "23.18")
def east_prussia(g: War) -> None:
    """The first time Soviet troops stand in East Prussia a die is rolled: with 8 or more Germany fights the harder."""
    if g.prussia or g.nations.side[USSR] != ALLIES:
        return
    if any(h == USSR and "east_prussia" in words for h, words in zip(g.hexes.holder, g.ground.regions)):
        g.prussia = 2 if g.roll(D10, "Soviet Atrocities in East Prussia", "25.1.2") >= 8 else 1


@rule("25.1", "25.1.1", "25.1.2")
def resistance(g: War) -> None:
    """The beginning of a turn: conquests are noted, in Spring partisans rise, and one of a country joins its pool"""
    note_conquests(g)
    if g.season == SPRING:
        roll_for_partisans(g)
    join_pools(g)
    east_prussia(g)


# --- building (25.2) ------------------------------------------------------------------------------------------------------------


@rule("25.2")
def hideouts(g: War, unit: int) -> list[int]:
    """Where a partisan can be raised: hexes of its home that the enemy holds and has no unit in, flak, aircraft and ships too."""
    home, side = home_of(g, unit), g.roster.sides[unit]
    if home is None or side == NEUTRAL:
        return []
    sides, known = hex_sides(g), g.roster
    taken = {at for u, at in enumerate(g.units.at) if known.sides[u] == 1 - side}
    found = [s for s in sorted(home) if g.ground.land[s] and sides[s] == 1 - side and s not in taken]
    return with_room(g, found, unit)


@rule("25.2")
def recruiting(g: War, unit: int) -> frozenset[int] | None:
    """The home in which an SS Legion must be raised; None for all other troops."""
    return home_of(g, unit) if {"legion", "roa"} & set(g.designs[g.units.design[unit]].marks) else None


# --- the partisan war (25.4) ----------------------------------------------------------------------------------------------------


@derived()
def partisan_kinds(g: War) -> frozenset[int]:
    """Designs of partisans."""
    return frozenset([d for d, s in enumerate(g.designs) if s.kind == Kind.PART])


@rule("25.4")
def active_bands(g: War, alliance: int) -> dict[int, list[int]]:
    """By occupying power, the partisans of an alliance that do damage: built before this turn, in country that the enemy still
    holds around them (TW-AMB-145)."""
    found: dict[int, list[int]] = {}
    known, sides, kinds = g.roster, hex_sides(g), partisan_kinds(g)
    for u, at in enumerate(g.units.at):
        if at < 0 or g.units.design[u] not in kinds or g.units.regular[u] or known.nations[u] not in BLOCS[alliance]:
            continue
        fresh = g.units.built[u] >= 0 and g.units.built[u] // 2 >= g.turn
        side = known.sides[u]
        around = [s for s in (at, *g.ground.steps[at]) if sides[s] == 1 - side]
        if fresh or side == NEUTRAL or not around:
            continue
        enemies = [power_of(g, g.hexes.holder[s]) for s in around]
        enemy = next((n for n in enemies if n >= 0), NOWHERE)
        if enemy >= 0:
            found.setdefault(enemy, []).append(u)
    return found


@rule("25.4", "16.1.7.6", "29.11")
def partisan_modifiers(g: War, alliance: int, *, hunted: bool, helped: bool) -> Modifiers:
    """What is added to the roll: two for the enemy's Espionage, two off for Counter-Espionage of its own, two off for a British
    commando; for the partisans of the Axis the chits change places."""
    found = Modifiers()
    found.add("Espionage", (2 if alliance != AXIS_BLOC else -2) * int(hunted), "25.4")
    found.add("Counter-Espionage", (-2 if alliance != AXIS_BLOC else 2) * int(helped), "25.4")
    found.add("commandos", -2 * int(alliance == WEST_BLOC and commandos(g) is not None), "25.4")
    return found


def commandos(g: War) -> int | None:
    """A British commando unit behind the enemy's lines that has been given to the partisans this turn."""
    return next((u for u in agents(g) if g.units.bombed[u] == g.turn), None)


@rule("2.6")
def agents(g: War) -> list[int]:
    """British commandos behind the enemy's lines."""
    known = g.roster
    return [u for u, yes in enumerate(g.units.covert) if yes and g.units.at[u] >= 0 and known.nations[u] == BRITAIN]


@rule("25.0", "25.4", "3.5")
def partisan_war(g: War) -> Flow[None]:
    """Each alliance rolls for its partisans, once against each occupying power"""
    for alliance in (AXIS_BLOC, WEST_BLOC, SOVIET_BLOC):
        if alliance == WEST_BLOC:
            yield from send_commandos(g)
        for enemy, units in sorted(active_bands(g, alliance).items()):
            yield from sabotage(g, alliance, enemy, units)


@rule("25.4")
def sabotage(g: War, alliance: int, enemy: int, units: list[int]) -> Flow[None]:
    """One roll on the partisan table: NARFs and trains for the occupier, losses for the partisans"""
    side = g.roster.sides[units[0]]
    words = f"{counted(len(units), 'partisan', 'partisans')} against {g.nations[enemy].label}"
    played = 0
    hunted = helped = False
    if g.options.espionage_cards:
        played = yield from band_cards(g, alliance, side, words)
    elif alliance == AXIS_BLOC:  # 25.4: Espionage helps the partisans of the Axis, Counter-Espionage of the Allies hinders them
        hunted = yield from covert(g, AXIS, "partisans", words)
        helped = False if hunted else (yield from _guard(g, ALLIES, words, _powers(g, ALLIES)))
    else:
        hunted = yield from covert(g, AXIS, "partisans", f"against {words}")
        helped = False if hunted else (yield from _guard(g, ALLIES, words, list(BLOCS[alliance])))
        if helped:
            for n in BLOCS[alliance]:
                g.nations[n].bands_helped = g.turn
    modifiers = partisan_modifiers(g, alliance, hunted=hunted, helped=helped)
    modifiers.add("cards", played, "29.11")
    roll = g.roll(D10, f"{words}, {modifiers}", "25.4")
    result = PARTISAN_WAR[PARTISAN_WAR.column(len(units)), roll + modifiers.total]
    gain(g, enemy, -result.narfs, "partisans", "25.4")
    if result.trains:
        g.nations[enemy].smp_lost += 1
        g.nations[enemy].rail_lost += 1
    for _ in range(min(result.lost, len(units))):
        yield from lose_band(g, side, units)
    commando = commandos(g)
    if result.lost and alliance == WEST_BLOC and commando is not None:
        eliminate(g, g.units[commando], "25.4")


@rule("29.11", "16.1.7.7")
def band_cards(g: War, alliance: int, side: int, words: str) -> Flow[int]:
    """The occupying power may play an Espionage card, who leads the partisans one of Counter-Espionage, whoever they fight for;
    the matrix tells what both come to, a card alone is worth two: what is added to the roll"""
    foes = _powers(g, 1 - side)
    spied = yield from offer(g, g.seat(1 - side), ESPIONAGE, "partisans", f"Espionage: against {words}?", foes)
    guarded = yield from _guard(g, side, words, list(BLOCS[alliance]))
    if guarded:
        for n in BLOCS[alliance]:
            g.nations[n].bands_helped = g.turn
    if spied >= 0 and guarded:
        return -(yield from espionage_cards(g, 1 - side))
    return 2 * int(spied >= 0) - 2 * int(guarded)


def _powers(g: War, side: int) -> list[int]:
    return [n for n in MAJORS if g.nations.side[n] == side]


def _guard(g: War, side: int, words: str, powers: list[int]) -> Flow[bool]:
    played = yield from offer(g, g.seat(side), COUNTER, "partisans", f"Counter-Espionage: {words}?", powers)
    return played >= 0


def lose_band(g: War, side: int, units: list[int]) -> Flow[None]:
    """The sponsor chooses a partisan unit that is lost"""
    left = tuple([u for u in units if g.units.at[u] >= 0])
    if left:
        _, lost = yield from menu(g, g.seat(side), "Partisans are lost", Band(side, left), LOSING, rule="25.4")
        eliminate(g, g.units[lost], "25.4")


def send_commandos(g: War) -> Flow[None]:
    """Britain may give commandos that have dropped behind the lines to the partisans for this turn"""
    able = tuple(agents(g))
    if able and active_bands(g, WEST_BLOC):
        yield from menu(g, g.seat(ALLIES), "Commandos with the partisans", Band(ALLIES, able), KEEPING_BACK, SENDING, rule="25.4")


def _go_underground(g: War, unit: int) -> None:
    g.units[unit].bombed = g.turn


@rule("25.4")
def free_bands(g: War) -> None:
    """Partisans of a minor country whose capital conventional troops of their side have taken back become conventional units of
    the power that holds it (TW-AMB-145)."""
    kinds, sides, known = partisan_kinds(g), hex_sides(g), g.roster
    for u, at in enumerate(g.units.at):
        if at < 0 or g.units.design[u] not in kinds or g.units.regular[u]:
            continue
        nation = INDEX.get(g.ground.country[at], NOWHERE)
        if nation < 0 or nation in MAJORS or not NATIONS[nation].capital:
            continue
        seat = g.ground.named(NATIONS[nation].capital)
        power = power_of(g, g.hexes.holder[seat])
        if sides[seat] == known.sides[u] < NEUTRAL and power >= 0 and at != seat:
            row = g.units[u]
            row.regular, row.flag = 1, power
            g.say("{} joins the army of {}", row, g.nations[power], rule="25.4")


# --- dispersal (25.3) -----------------------------------------------------------------------------------------------------------


@rule("25.3")
def may_disperse(g: War, unit: int) -> No | None:
    """Whether a partisan unit that is about to be attacked can disperse: a Counter-Espionage chit helps partisans this turn."""
    known = g.roster
    if known.kinds[unit] != Kind.PART:
        return No("25.3", "only partisans disperse")
    if g.nations.bands_helped[known.nations[unit]] != g.turn:
        return No("25.3", "no Counter-Espionage chit was given to the partisans")
    return None if refuges(g, unit) else No("25.3", "there is nowhere to go")


def refuges(g: War, unit: int) -> list[int]:
    """Hexes of its home two steps away, where no enemy stands; zones of control do not matter."""
    at, home, known = g.units.at[unit], home_of(g, unit), g.roster
    enemy = {where for u, where in enumerate(g.units.at) if known.sides[u] == 1 - known.sides[unit]}

    def free(s: int) -> bool:
        return s not in enemy and home is not None and s in home and hex_sides(g)[s] != NEUTRAL

    found = {b for a in g.ground.steps[at] if free(a) for b in g.ground.steps[a] if free(b) and b != at}
    return with_room(g, sorted(found), unit)


@rule("25.3")
def disperse(g: War, space: int) -> Flow[None]:
    """Before an attack on partisans is rolled they may retreat two hexes; an Espionage chit of the occupier forbids it"""
    side = 1 - g.side
    for u in [u for u in ground_at(g).get(space, ()) if g.roster.sides[u] == side and may_disperse(g, u) is None]:
        choice, goal = yield from menu(
            g, g.seat(side), "{0} is about to be attacked", Flight(u), STANDING, FLEEING, rule="25.3", named=(g.units[u],)
        )
        if choice.verb != "disperse":
            continue
        spotted = yield from offer(
            g, g.seat(g.side), ESPIONAGE, "partisans", f"Espionage: {g.units[u].label} is betrayed?", _powers(g, g.side)
        )
        if spotted < 0:
            g.units[u].at = goal
            g.say("{} disperses to {}", g.units[u], g.hexes[goal], rule="25.3")


LOSING: Act[War, Band, int] = Act(
    "lose", "25.4", "{0}", takes=Unit, listed=lambda g, s: s.units, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.units else No("25.4", "it is not among them"),
)  # fmt: skip
KEEPING_BACK: Act[War, Band, None] = Act("done", "25.4", "They stay where they are", do=lambda g, s, _: None)
SENDING: Act[War, Band, int] = Act(
    "commandos", "25.4", "{0} helps the partisans", takes=Unit, listed=lambda g, s: s.units,
    may=lambda g, s, u: None if u in s.units else No("25.4", "it is no British commando on the board"),
    do=lambda g, s, u: _go_underground(g, u),
)  # fmt: skip
STANDING: Act[War, Flight, None] = Act("stand", "25.3", "It stays and fights", do=lambda g, s, _: None)
FLEEING: Act[War, Flight, int] = Act(
    "disperse", "25.3", "It disperses to {0}", takes=Hex, listed=lambda g, s: refuges(g, s.unit),
    may=lambda g, s, h: None if h in refuges(g, s.unit) else No("25.3", "two hexes, in its home, where no enemy stands"),
    do=lambda g, s, h: h,
)  # fmt: skip
