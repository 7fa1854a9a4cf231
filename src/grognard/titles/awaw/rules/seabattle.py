"""Ours 22.3 to 22.8, 23.2 and 23.3: a naval battle: search, air strikes from carriers and from land, fleet combat, withdrawal,
round by round.

Each side is one combat group with its cargo ships among it (AW-DEC-12).
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, question, secretly
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import Bite, Charts, air_table, training
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import JAPAN, MAJORS, US
from grognard.titles.awaw.rules.air import Sortie, any_hangar, flying, gather, land_all
from grognard.titles.awaw.rules.codes import held, holder_of, play
from grognard.titles.awaw.rules.fleet import fleet_round, ship_drm, squadron_hits, suffer
from grognard.titles.awaw.rules.influence import japanese_resistance
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.ships import deck_room, heavy, naval_factors, slow
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    STRENGTH,
    all_at,
    eliminate,
    lose_squadrons,
    other,
    patron,
    recombine,
    side_on,
    squadrons,
    stance,
    unit_sides,
)
from grognard.titles.awaw.state import AT_SEA, Hex, Unit, World

BIG, MOST_SEARCHERS = 10, 3
SMALL_GROUP = "die result needed on a smaller group"
MOST_LEVEL, CVE_DEFENCE = 10, 3


class Force(Subject, frozen=True):
    """One side of a naval battle: its ships and the squadrons aboard, where it is, in which round."""

    power: int
    space: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit]
    squadrons: int
    rounds: int = 0


class Strike(Subject, frozen=True):
    """Squadrons over an enemy group: at which ships?"""

    power: int
    space: Annotated[int, Hex]
    left: int
    ships: Annotated[tuple[int, ...], Unit]


class Side:
    """A side in a battle as it goes on."""

    def __init__(self, g: World, ships: list[int], squadrons: list[int]) -> None:
        self.g = g
        self.all = list(ships)
        self.wings = list(squadrons)
        self.power = patron(g, ships[0])
        self.army: list[int] = []  # land-based aircraft over the battle (ours 23.13)
        self.army_cap = self.army_search = 0
        self.divine: list[int] = []  # kamikazes (ours 17.4)
        self.cap = self.search = 0
        self.found = 0
        self.gone = False

    @property
    def ships(self) -> list[int]:
        return [u for u in self.all if self.g.units.at[u] >= 0]

    @property
    def squadrons(self) -> list[int]:
        return [u for u in self.wings if self.g.units.at[u] >= 0]

    @property
    def by_land(self) -> list[int]:
        """Land-based squadrons, each as its factor."""
        return [u for u in self.army if self.g.units.at[u] >= 0 for _ in range(squadrons(self.g, u))]

    @property
    def patrol(self) -> list[int]:
        """Squadrons over the own ships."""
        return [*self.squadrons[: self.cap], *self.by_land[: self.army_cap]]

    def subject(self, space: int, rounds: int) -> Force:
        return Force(self.power, space, tuple(self.ships), len(self.squadrons), rounds)


# --- search -------------------------------------------------------------------------------------------------------------


@rule("ours 22.4")
def search_dice(g: World, groups: int, squadrons: int, rounds: int) -> int:
    """One for each group of ten factors (six at most), one for each searching squadron (three), one for each earlier round."""
    return max(1, min(6, groups) + min(MOST_SEARCHERS, squadrons) + rounds)  # AW-DEC-13


@rule("ours 22.4", "ours 48.5")
def search(g: World, mine: Side, theirs: Side, rounds: int, space: int) -> None:
    """Each die finds a large group on 4, a small one on 5."""
    sound = naval_factors(g, [u for u in mine.ships if not g.units.damage[u]])
    dice = search_dice(g, int(sound >= BIG), mine.search + mine.army_search, rounds)
    large = naval_factors(g, theirs.ships) >= BIG
    need = g.value(f"search success {'die result needed on a group of ten or more factors' if large else SMALL_GROUP}")
    what = f"search, {g.nations[mine.power].label}"
    rolls = g.roll_dice(dice, D6, what, "ours 22.4", aim=aim(g, least=need)) if dice else []
    theirs.found = sum(r >= need for r in rolls)
    holder = holder_of(mine.power, pacific=not g.ground.europe[space])
    if not theirs.found and need - 1 in rolls and held(g, holder, "tactical"):  # ours 48.5: where one more makes the difference
        play(g, holder, "tactical")
        theirs.found = 1


# --- carriers -----------------------------------------------------------------------------------------------------------


def may_assign(g: World, force: Force, wanted: tuple[int, int]) -> No | None:
    """Squadrons for combat air patrol and search; the rest strikes."""
    cap, searching = wanted
    if cap < 0 or searching < 0 or cap + searching > force.squadrons:
        return No("ours 23.3", f"{force.squadrons} squadrons are aboard")
    return None if searching <= MOST_SEARCHERS else No("ours 22.4", "three squadrons search at most")


def assignments(g: World, force: Force) -> list[tuple[int, int]]:
    most = force.squadrons
    return [(cap, look) for cap in range(most + 1) for look in range(min(MOST_SEARCHERS, most - cap) + 1)]


ASSIGN = Act("assign", "ours 23.3", "{0} on patrol over the ships, {1} to search, the rest to strike", takes=(int, int),
             may=may_assign, do=lambda g, f, w: w, among=assignments)  # fmt: skip


@rule("ours 23.3", "ours 22.41")
def roles(g: World, sides: tuple[Side, Side], space: int, rounds: int) -> Flow[None]:
    """Both sides decide in secret what their squadrons do"""
    asks = []
    for side in sides:
        side.cap = side.search = 0
        if side.squadrons:
            asks.append(question(g, g.seat(side.power), "Carrier squadrons", side.subject(space, rounds), ASSIGN))
    found = yield from secretly(g, asks) if asks else _nothing()
    for side in sides:
        answer = found.get(g.seat(side.power))
        if answer is not None:
            side.cap, side.search = answer[1]


KAMIKAZE: Act[World, Force, int] = Act("kamikaze", "ours 17.4", "{0} factors do not come back", takes=int,
               among=lambda g, f: range(f.squadrons + 1),
               may=lambda g, f, n: None if 0 <= n <= f.squadrons else No("ours 17.4", "not so many are over the battle"),
               do=lambda g, f, n: n)  # fmt: skip


@rule("ours 17.4")
def desperate(g: World, power: int) -> bool:
    """Japan sends kamikazes when its resistance is five or less or an American unit is within eight hexes of Japan."""
    if power != JAPAN:
        return False
    if japanese_resistance(g).total <= g.number("17.4 resistance at which kamikazes fly"):
        return True
    reach, sides = g.number("17.4 reach of an American unit"), unit_sides(g)
    home = [s for s in sorted(g.ground.japan) if g.ground.city[s]]  # 3.11
    return any(NATION[g.units.design[u]] == US and sides[u] == other(side_on(g, JAPAN, home[0]))
               and any((g.board.distance(s, at) or 0) <= reach for s in home)
               for at, there in all_at(g).items() if not g.ground.europe[at] and not g.ground.box[at] for u in there)  # fmt: skip


@rule("ours 17.22", "ours 18.58", "ours 23.13", "ours 23.2", "ours 17.4")
def land_air(g: World, side: Side, space: int) -> Flow[None]:
    """Army air and naval air ashore within range joins a battle as squadrons: search, cover or attack, chosen once"""
    whose = stance(g, side.power)  # AW-DEC-27
    for power in MAJORS:
        sortie = Sortie(power, space, AT_SEA, 99)
        if stance(g, power) != whose or not any_hangar(g, sortie):
            continue
        yield from gather(g, power, space, AT_SEA, 99, "Aircraft for the naval battle at {0}")
    side.army = flying(g, space, AT_SEA, whose)
    if not side.army:
        return
    if desperate(g, side.power):
        force = Force(side.power, space, tuple(side.ships), len(side.army))
        _, count = yield from menu(g, g.seat(side.power), "Kamikazes?", force, KAMIKAZE)
        side.divine, side.army = side.army[:count], side.army[count:]
    if side.army:
        force = Force(side.power, space, tuple(side.ships), len(side.by_land))
        _, (side.army_cap, side.army_search) = yield from menu(g, g.seat(side.power), "Land-based squadrons", force, ASSIGN)


def shot_down(g: World, u: int) -> None:
    """A squadron is lost: naval air whole, an army air factor by a third."""
    lose_squadrons(g, [u], 1)


def _nothing() -> Flow[dict[str, tuple[object, tuple[int, int]]]]:
    yield from ()
    return {}


@rule("ours 23.31")
def surprise(g: World, attacker: Side, defender: Side, strikes: int) -> int:
    """A die, one for two search results, two for three, less radar and earlier strikes."""
    radar = results_of(g, g.faction(defender.power), "radar")
    more = 2 if defender.found >= 3 else 1 if defender.found == 2 else 0
    return int(g.roll(D6, f"surprise, {g.nations[attacker.power].label}", "ours 23.31")) + more - radar - strikes


@rule("ours 23.42")
def defense_level(g: World, targets: list[int], *, base: int = -1, surprised: int = 0) -> Modifiers:
    """Air defense of a group, or of a base with the ships in it; ten at most."""
    found = Modifiers(high=MOST_LEVEL, low=0)
    factors = sum(CVE_DEFENCE if KIND[g.units.design[u]] == Kind.CVE else STRENGTH[g.units.design[u]] for u in targets)
    found.add("naval factors", -(-factors // 10), "ours 23.42")
    if targets:
        faction = g.faction(patron(g, targets[0]))
        found.add("air defense research", results_of(g, faction, "air_defense"), "ours 23.42")
    large = any(STRENGTH[g.units.design[u]] >= 5 and heavy(g, u) for u in targets)
    found.add("5-factor battleship", int(large and base < 0), "ours 23.42")
    if base >= 0:
        places = max(int(g.ground.city[base]), g.ground.harbours[base])
        found.add("cities and ports", g.value("air_defense_level each city or port") * places, "ours 23.42")
        found.add("objective", int(g.ground.objective[base]), "ours 23.42")
        found.add("airbase", int(g.hexes.airbase[base] >= 0), "ours 23.42")
        found.add("works", g.hexes.works[base], "ours 23.42")
    return found.add("surprise", -int(surprised >= 2), "ours 23.42")


@rule("ours 23.42")
def flak(charts: Charts, level: int, roll: int) -> Bite:
    """Squadrons lost and turned away by air defense."""
    if level < 1:
        return Bite()
    return charts.air_defense[min(MOST_LEVEL, level)][max(2, min(12, roll)) - 2]


def may_aim(g: World, strike: Strike, wanted: tuple[int, int]) -> No | None:
    u, count = wanted
    if u not in strike.ships or g.units.at[u] < 0:
        return No("ours 23.32", "it is not in the group")
    return None if 1 <= count <= strike.left else No("ours 23.32", f"{strike.left} squadrons are left")


AIM = Act("bomb", "ours 23.32", "{1} squadrons at {0}", takes=(Unit, int), may=may_aim, do=lambda g, s, w: w, rolls=True,
          among=lambda g, s: [(u, n) for u in s.ships for n in range(1, s.left + 1)])  # fmt: skip


@rule("ours 23.32", "ours 23.44")
def bomb_ships(g: World, power: int, space: int, squadrons: int, targets: list[int], bonus: int, *, in_port: bool,
               surprise_level: int = 0) -> Flow[None]:  # fmt: skip
    """The squadrons that came through choose their ships; one roll for each ship"""
    left, aimed = squadrons, list(targets)
    plan: list[tuple[int, int]] = []
    while left > 0 and aimed:
        state = Strike(power, space, left, tuple(aimed))
        choice, found = yield from menu(g, g.seat(power), "{0} squadrons attack: which ship?", state, AIM, named=(left,))
        plan.append(found)
        aimed.remove(found[0])
        left -= found[1]
    for u, count in plan:
        drm = 0 if in_port else ship_drm(g, u)
        roll = sum(g.roll_dice(2, D6, f"air attack on {g.units[u].label}", "ours 23.44", aim=aim(g, space, (u,)))) + bonus - drm
        hits = squadron_hits(g.charts, count, roll)
        g.say("{}: {} hits", g.units[u], hits, rule="ours 23.44")
        if hits:
            suffer(g, u, hits, in_port=in_port, surprise=surprise_level)


@rule("ours 23.32", "ours 23.33")
def air_strike(g: World, space: int, attacker: Side, defender: Side, flight: list[int], strikes: int,
               extra: int = 0) -> Flow[None]:  # fmt: skip
    """A strike on a found group: combat air patrol, air defense, then the ships"""
    level = surprise(g, attacker, defender, strikes)
    above = len(defender.patrol)
    patrol = above if level < 4 else -(-2 * above // 3) if level == 4 else -(-above // 3) if level == 5 else 0
    g.say("{} strikes with {} squadrons, surprise {}", g.nations[attacker.power], len(flight), level, rule="ours 23.31")
    alive = list(flight)
    if patrol:
        cover = defender.patrol[:patrol]
        alive = air_duel(g, alive, cover, 0 if level >= 1 else 1)
    if level < 7 and alive:
        roll = sum(g.roll_dice(2, D6, "air defense", "ours 23.42"))
        hurt = flak(g.charts, defense_level(g, defender.ships, surprised=level).total, roll)
        for u in alive[: hurt.lost]:
            shot_down(g, u)
        alive = alive[hurt.lost + hurt.aborted :]
    if alive and defender.ships:
        bonus = int(level >= 3) + extra
        yield from bomb_ships(g, attacker.power, space, len(alive), defender.ships, bonus, in_port=False,
                              surprise_level=level)  # fmt: skip
        recover(g, defender)


@rule("ours 19.31", "ours 23.32")
def air_duel(g: World, mine: list[int], theirs: list[int], bonus: int) -> list[int]:
    """One round between squadrons; the patrol adds one unless surprised. Gives the attackers that go on."""
    if not mine or not theirs:
        return mine
    ours, others = NATION[g.units.design[mine[0]]], NATION[g.units.design[theirs[0]]]
    edge = g.nations.air[ours] - g.nations.air[others]
    dealt = air_table(g.charts, len(mine), sum(g.roll_dice(2, D6, "strike against patrol", "ours 19.1")) + edge)
    taken = air_table(g.charts, len(theirs), sum(g.roll_dice(2, D6, "patrol against strike", "ours 19.1")) - edge + bonus)
    for u in theirs[: dealt.lost]:
        shot_down(g, u)
    for u in mine[: taken.lost]:
        shot_down(g, u)
    return mine[taken.lost + taken.aborted :]


@rule("ours 23.33")
def recover(g: World, side: Side) -> None:
    """Squadrons for which no deck is left are lost."""
    room = deck_room(g, side.ships)
    for u in side.squadrons[room:]:
        eliminate(g, u)


# --- rounds -------------------------------------------------------------------------------------------------------------


STAY: Act[World, Force, None] = Act("stay", "ours 22.6", "Stay and fight", do=lambda g, f, _: None, rolls=True)
LEAVE: Act[World, Force, None] = Act("withdraw", "ours 22.6", "Withdraw", do=lambda g, f, _: None)
ENGAGE: Act[World, Force, None] = Act("engage", "ours 22.5", "Engage with the guns", do=lambda g, f, _: None, rolls=True)
KEEP_OFF: Act[World, Force, None] = Act("keep_off", "ours 22.5", "Keep off", do=lambda g, f, _: None)


@rule("ours 22.5")
def fleet_phase(g: World, space: int, first: Side, second: Side, rounds: int) -> Flow[None]:
    """Who has found the enemy may close with him; a group that is all fast may refuse a slow one"""
    for finder, prey in ((first, second), (second, first)):
        if prey.found < 1 or not finder.ships or not prey.ships:
            continue
        if any(slow(g, u) for u in finder.ships) and not any(slow(g, u) for u in prey.ships):
            state = prey.subject(space, rounds)
            choice, _ = yield from menu(g, g.seat(prey.power), "A slower enemy wants to close", state, KEEP_OFF, ENGAGE)
            if choice.verb == "keep_off":
                continue
        choice, _ = yield from menu(
            g, g.seat(finder.power), "The enemy is found", finder.subject(space, rounds), ENGAGE, KEEP_OFF
        )
        if choice.verb == "engage":
            yield from fleet_round(g, space, finder.ships, prey.ships)
            for side in (first, second):
                recover(g, side)
            return


@rule("ours 22.3", "ours 22.4", "ours 22.41", "ours 22.6", "ours 22.7")
@rule("ours 22.31")
def naval_battle(g: World, space: int, moving: list[int], wings: list[int], hunters: list[int], over: list[int]) -> Flow[bool]:
    """A battle at sea; whether the moving force goes on"""
    intercepted, hunter = Side(g, moving, wings), Side(g, hunters, over)  # AW-DEC-12
    limit = max(training(g.charts, g.nations.ctl[s.power]).naval_rounds for s in (intercepted, hunter))
    g.say("naval battle at {}: {} factors against {}", g.hexes[space], naval_factors(g, moving), naval_factors(g, hunters),
          rule="ours 22.3")  # fmt: skip
    for side in (intercepted, hunter):
        yield from land_air(g, side, space)
    for rounds in range(max(1, limit)):
        yield from roles(g, (intercepted, hunter), space, rounds)
        search(g, intercepted, hunter, rounds, space)
        search(g, hunter, intercepted, rounds, space)
        yield from strikes(g, space, intercepted, hunter)
        first = (intercepted, hunter) if hunter.found > intercepted.found else (hunter, intercepted)
        yield from fleet_phase(g, space, *first, rounds)
        if not intercepted.ships or not hunter.ships:
            break
        for side in (intercepted, hunter):
            if rounds + 1 >= max(1, limit):
                break
            state, named = side.subject(space, rounds + 1), (rounds + 1,)
            choice, _ = yield from menu(g, g.seat(side.power), "The battle after {0} rounds", state, STAY, LEAVE, named=named)
            if choice.verb == "withdraw":
                side.gone = True
                yield from pursuit(g, space, side, hunter if side is intercepted else intercepted)
                break
        if intercepted.gone or hunter.gone:
            break
    land_all(g, AT_SEA, target=space)
    recombine(g, [*intercepted.army, *hunter.army])
    return bool(intercepted.ships) and not intercepted.gone


@rule("ours 22.41", "ours 23.33")
def strikes(g: World, space: int, one: Side, two: Side) -> Flow[None]:
    """Air strikes of both sides on what they found, together"""
    flights = []
    for mine, theirs in ((one, two), (two, one)):
        group = [*mine.squadrons[mine.cap + mine.search :], *mine.by_land[mine.army_cap + mine.army_search :]]
        if theirs.found >= 1 and mine.divine and theirs.ships:
            divine = [u for u in mine.divine for _ in range(squadrons(g, u))]
            yield from air_strike(g, space, mine, theirs, divine, 0, g.number("17.4 bonus of kamikazes"))
            for u in mine.divine:
                if g.units.at[u] >= 0:
                    eliminate(g, u)
            mine.divine = []
        if theirs.found >= 1 and group and theirs.ships:
            flights.append((mine, theirs, group))
    for mine, theirs, group in flights:
        alive = [u for u in group if g.units.at[u] >= 0]
        if alive and theirs.ships:
            yield from air_strike(g, space, mine, theirs, alive, 0)


@rule("ours 22.6")
def pursuit(g: World, space: int, leaver: Side, hunter: Side) -> Flow[None]:
    """A found or slow group that leaves may be pursued by a faster one for one more fleet combat"""
    ships = hunter.ships
    caught = any(slow(g, u) for u in leaver.ships) or leaver.found > 0
    faster = not any(slow(g, u) for u in ships) and any(slow(g, u) for u in leaver.ships)
    if ships and leaver.ships and caught and faster:
        choice, _ = yield from menu(g, g.seat(hunter.power), "Pursue?", hunter.subject(space, 0), KEEP_OFF, ENGAGE)
        if choice.verb == "engage":
            yield from fleet_round(g, space, ships, leaver.ships)
            recover(g, leaver)
            recover(g, hunter)
