"""Ours 26 and 5.944: strategic bombers against cities, ports, industry and oil; interceptors over their front."""

from __future__ import annotations

from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import air_table
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import FACTION, GERMANY, MAJORS, OF_SEAT, RUSSIA, SOVIET, slug
from grognard.titles.awaw.rules.areas import key_space
from grognard.titles.awaw.rules.boxes import AIRSPACE
from grognard.titles.awaw.rules.influence import FIRE_POINTS, FIRESTORMS
from grognard.titles.awaw.rules.oil import OIL_HIT
from grognard.titles.awaw.rules.operations import may_pay, pay
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.strategic import BOMBED_BOX, warfare_table
from grognard.titles.awaw.rules.supply import operational
from grognard.titles.awaw.rules.tension import stir
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    STRENGTH,
    air_range,
    all_at,
    eliminate,
    held_by,
    is_air_base,
    other,
    patron,
    ships,
    squadrons_ready,
    unit_sides,
)
from grognard.titles.awaw.state import USAT, Hex, World

OTHER_CITY = 5  # most BRPs a city without a value of its own loses in a turn (ours 26.6)
SPARE = {True: 8, False: 4}
FIRE_BOMBERS, FIRE_NATURAL, FIRE_MODIFIED = 5, 12, 15
BURNT = 30000  # key of `booked`: hexes that have burnt


class Raid(Subject, frozen=True):
    """Bombers of a power on one front of an SW box; over a target: who rises against them?"""

    power: int
    box: Annotated[int, Hex]
    target: Annotated[int, Hex] = -1
    bombers: int = 0


def stationed(g: World, kind: Kind, side: int, front: int, power: int = -1) -> list[int]:
    """Bombers or interceptors of a side on a front that have not flown."""
    sides = unit_sides(g)
    boxes = {g.board.space(token) for token in AIRSPACE}
    there = sorted(u for space in boxes for u in all_at(g).get(space, ()))
    return [u for u in there if KIND[g.units.design[u]] == kind and sides[u] == side
            and g.ground.front[g.units.at[u]] == front and not g.units.inverted[u]
            and (power < 0 or patron(g, u) == power)]  # fmt: skip


@rule("ours 17.72", "ours 26.2", "5.944")
def bomber_range(g: World, faction: int, space: int) -> int:
    """Hexes from a base, by air range results."""
    row = g.charts.ranges[min(3, results_of(g, faction, "air_range"))]
    return row.bombers_europe if g.ground.europe[space] else row.bombers_pacific


def spare(g: World, faction: int, front: int, side: int, target: int) -> int:
    """Range left from the nearest operational base of the front to a target; negative where it is out of range."""
    most = bomber_range(g, faction, target)
    best = -1
    for s in g.ground.within(target, most):
        if g.ground.front[s] == front and is_air_base(g, s) and held_by(g, s) == side and operational(g, s, side):
            best = max(best, most - (g.board.distance(s, target) or 0))
    return best


@rule("ours 26.2", "5.944", "9.22")
def may_bomb(g: World, raid: Raid, wanted: tuple[int, int]) -> No | None:
    """A city, port or industry of the enemy in range of an operational base on the front of the bombers."""
    target, count = wanted
    front = g.ground.front[raid.box]
    mine = stationed(g, Kind.BOMBER, g.side, front, raid.power)
    if count < 1 or count > len(mine):
        return No("ours 26.2", f"{len(mine)} bombers are ready on this front")
    if held_by(g, target) != other(g.side) or not (g.ground.city[target] or g.hexes.ic[target]):
        return No("ours 26.2", "no enemy city, port or industry")
    if spare(g, FACTION[raid.power], front, g.side, target) < 0:
        return No("ours 17.72", "out of range of the bases on this front")
    return None


def targets(g: World, raid: Raid) -> list[tuple[int, int]]:
    front = g.ground.front[raid.box]
    mine = len(stationed(g, Kind.BOMBER, g.side, front, raid.power))
    if not mine:
        return []
    worthy = [s for s in range(g.board.size) if value(g, s) and held_by(g, s) == other(g.side)]
    return [(s, n) for s in worthy for n in range(1, mine + 1) if may_bomb(g, raid, (s, n)) is None]


@derived()
def key_values(g: World) -> dict[int, int]:
    """BRPs of the key economic areas of the powers that play, by space."""
    found: dict[int, int] = {}
    for key in g.books.key_areas:
        if g.seated(OF_SEAT[slug(key.power)]):
            found.setdefault(key_space(g, key), key.brp)
    return found


@rule("ours 26.6")
def value(g: World, space: int) -> int:
    """BRPs a hex can lose in a turn: its value as an economic area, or five."""
    brp = key_values(g).get(space)
    if brp is not None:
        return brp
    return OTHER_CITY if g.ground.city[space] or g.hexes.ic[space] else 0


@rule("ours 26.461")
def target_strength(g: World, space: int) -> int:
    """Two for a city or port, one for an objective, an airbase, each flak factor; works by their number."""
    found = 2 * max(int(g.ground.city[space]), g.ground.harbours[space]) + int(g.ground.objective[space])
    found += int(g.hexes.airbase[space] >= 0) + g.hexes.works[space]
    return found + sum(KIND[g.units.design[u]] == Kind.FLAK for u in all_at(g).get(space, ()))


def may_rise(g: World, raid: Raid, count: int) -> No | None:
    fighters = defenders(g, raid)
    return None if 0 <= count <= len(fighters) else No("ours 26.4", f"{len(fighters)} interceptors are on this front")


@rule("ours 26.4", "5.944")
def defenders(g: World, raid: Raid) -> list[int]:
    """Interceptors of the enemy on that front; Russian ones defend Russian hexes only, Western ones no Russian hex."""
    side, front = other(g.side), g.ground.front[raid.target]
    found = stationed(g, Kind.INTERCEPTOR, side, front)
    holder = g.hexes.holder[raid.target]
    soviet = g.faction(holder) == SOVIET
    return [u for u in found if (g.faction(NATION[g.units.design[u]]) == SOVIET) == soviet]


RISE = Act("rise", "ours 26.4", "{0} interceptors", takes=int, may=may_rise, do=lambda g, r, n: n,
           among=lambda g, r: range(len(defenders(g, r)) + 1))  # fmt: skip


def escorts_of(g: World, raid: Raid) -> list[int]:
    """Ours 17.8: interceptors of the attacker on the front of the bombers that may fly with them; not out of a US box."""
    return stationed(g, Kind.INTERCEPTOR, g.side, g.ground.front[raid.box], raid.power)


@rule("ours 18.57", "ours 26.3")
def helpers_of(g: World, raid: Raid) -> list[int]:
    """Army air of the power in range of the target that may join at half value, two for a bomber, a BRP each."""
    near = set(g.ground.within(raid.target, air_range(g, raid.target)))
    found = [u for base, units in sorted(squadrons_ready(g, raid.power).items()) if base in near
             and operational(g, base, g.side) for u in units if KIND[g.units.design[u]] == Kind.AAF]  # fmt: skip
    return found[: len(found) - len(found) % 2]


@rule("ours 17.8", "ours 26.3")
def may_escort(g: World, raid: Raid, count: int) -> No | None:
    fighters = escorts_of(g, raid)
    return None if 0 <= count <= len(fighters) else No("ours 26.3", f"{len(fighters)} interceptors are on this front")


@rule("ours 26.3", "9.51")
def may_assist(g: World, raid: Raid, count: int) -> No | None:
    """An even number of army air factors, each paid for."""
    planes = helpers_of(g, raid)
    if count < 0 or count % 2 or count > len(planes):
        return No("ours 26.3", "two army air factors count as a bomber")
    return may_pay(g, raid.power, raid.target, planes[:count]) if count else None


ESCORT = Act("escort", "ours 17.8", "{0} interceptors fly with them", takes=int, may=may_escort, do=lambda g, r, n: n,
             among=lambda g, r: range(len(escorts_of(g, r)) + 1))  # fmt: skip
ASSIST = Act("assist", "ours 26.3", "{0} army air factors join", takes=int, may=may_assist, do=lambda g, r, n: n,
             among=lambda g, r: range(0, len(helpers_of(g, r)) + 1, 2))  # fmt: skip


@rule("ours 26.3", "ours 17.8")
def with_friends(g: World, over: Raid) -> Flow[tuple[list[int], list[int]]]:
    """Who flies with the bombers: interceptors as escort, army air at half value"""
    fighters: list[int] = []
    planes: list[int] = []
    named = (g.hexes[over.target],)
    if escorts_of(g, over):
        _, count = yield from menu(g, g.seat(over.power), "Escort to {0}", over, ESCORT, named=named)
        fighters = escorts_of(g, over)[:count]
    if helpers_of(g, over):
        _, count = yield from menu(g, g.seat(over.power), "Army air over {0}", over, ASSIST, named=named)
        planes = helpers_of(g, over)[:count]
        if planes:
            pay(g, over.power, over.target, planes)
    for u in (*fighters, *planes):
        g.units[u].inverted = 1
    return fighters, planes


@rule("ours 26.4", "ours 26.461")
def bomb(g: World, raid: Raid, wanted: tuple[int, int]) -> Flow[None]:
    """Interceptors, flak, then the bombs"""
    target, count = wanted
    bombers = stationed(g, Kind.BOMBER, g.side, g.ground.front[raid.box], raid.power)[:count]
    for u in bombers:
        g.units[u].inverted = 1
    over = Raid(raid.power, raid.box, target, count)
    g.say("{} bombs {} with {}", g.nations[raid.power], g.hexes[target], count, rule="ours 26.2")
    holder = g.nations.patron[g.hexes.holder[target]]
    escort, planes = yield from with_friends(g, over)
    aim = yield from choose_aim(g, over)
    if defenders(g, over):
        asked = patron(g, defenders(g, over)[0])  # who has the interceptors, also over land of a country that nobody leads
        choice, rising = yield from menu(g, g.seat(asked), "Bombers over {0}", over, RISE, named=(g.hexes[target],))
        fighters = defenders(g, over)[:rising]
        if fighters:
            alive = air_battle(g, [*escort, *bombers], fighters)
            bombers = [u for u in bombers if u in alive]
    bombers = flak_over(g, target, bombers)
    half = sum(g.units.at[u] >= 0 for u in planes) // 2
    if not bombers and not half:
        return
    if aim != "BRPs" and bombers:
        other_damage(g, raid, target, len(bombers) + half, aim)
        return
    if g.hexes.ic[target] and not g.ground.box[target] and holder == RUSSIA:
        choice, _ = yield from menu(g, g.seat(holder), "Bombs on the industry of {0}", over, KEEP_IC, DESTROY_IC,
                                    named=(g.hexes[target],))  # fmt: skip
        if choice.verb == "destroy":
            return
    if holder >= 0:  # a country that nobody leads has no BRPs to lose
        drop(g, raid, target, [*bombers, *planes[: 2 * half : 2]], holder)


# --- what is aimed at ---------------------------------------------------------------------------------------------------


@rule("ours 26.5")
def aims(g: World, raid: Raid) -> list[str]:
    """Bombers over oil or over ships in port may choose those instead of BRPs."""
    found = ["BRPs"]
    if oil_place(g, raid.target) >= 0:
        found.append("oil")
    if any(unit_sides(g)[u] == other(g.side) for u in ships(g).get(raid.target, ())):
        found.append("ships")
    return found


def oil_place(g: World, space: int) -> int:
    """The row of the oil chart that lies in a hex, or -1."""
    label = g.board.token(space)[1:]
    return next((n for n, row in enumerate(g.charts.oil_sources) if row.hex == label
                 and (row.map == "europe") == g.ground.europe[space]), -1)  # fmt: skip


AIM = Act("aim_at", "ours 26.5", "At {0}", takes=str, among=aims, do=lambda g, r, word: word,
          may=lambda g, r, word: None if word in aims(g, r) else No("ours 26.5", "nothing of that is there"))  # fmt: skip
KEEP_IC: Act[World, Raid, None] = Act("keep", "ours 37.7", "Let it burn", do=lambda g, r, _: None)


@rule("ours 37.7", "ours 26.5")
def destroy_centre(g: World, raid: Raid, _: None) -> None:
    """Russia may destroy an industrial centre that is bombed, to stop the loss; against nothing else."""
    g.hexes[raid.target].ic = 0
    g.say("Russia destroys the industry of {}", g.hexes[raid.target], rule="ours 37.7")


DESTROY_IC = Act("destroy", "ours 37.7", "Destroy the centre", do=destroy_centre)


def choose_aim(g: World, over: Raid) -> Flow[str]:
    """What the bombers aim at"""
    if len(aims(g, over)) < 2:
        return "BRPs"
    _, word = yield from menu(g, g.seat(over.power), "What is bombed in {0}?", over, AIM, named=(g.hexes[over.target],))
    return str(word)


@rule("ours 26.5")
def other_damage(g: World, raid: Raid, target: int, factors: int, aim: str) -> None:
    """Half of the second number: oil counters of the next turn, or naval factors hit in port."""
    roll = sum(g.roll_dice(2, D6, "bombs", "ours 26.461")) + bombing_modifiers(g, raid, target).total
    hits = warfare_table(g.charts, factors, roll).aborted // 2
    if aim == "oil":
        place = OIL_HIT + oil_place(g, target)
        g.booked[place] = g.booked.get(place, 0) + hits
        g.say("{} oil counters of {} are destroyed", hits, g.hexes[target], rule="ours 26.5")
        return
    for u in [u for u in ships(g).get(target, ()) if unit_sides(g)[u] == other(g.side)]:
        if hits <= 0:
            break
        hits -= STRENGTH[g.units.design[u]]
        if hits >= 0 and not g.units.damage[u]:
            g.units[u].damage = 1
            g.say("{} is damaged in port", g.units[u], rule="ours 26.5")


# --- rockets ------------------------------------------------------------------------------------------------------------


@rule("ours 26.8")
def rockets(g: World, power: int) -> Flow[None]:
    """Each result fires once a turn at a city within four hexes of a friendly one: flying bombs in row 2, rockets in row 4"""
    raid = Raid(power, g.board.space("sw_atlantic"))
    for result in range(results_of(g, FACTION[power], "rockets")):
        if not rocket_targets(g, raid):
            return
        _, target = yield from menu(g, g.seat(power), "Rockets", raid, FIRE)
        row = g.number("26.8 row of a flying bomb" if result == 0 else "26.8 row of a rocket")
        owner = g.nations.patron[g.hexes.holder[target]]
        roll = sum(g.roll_dice(2, D6, "rockets", "ours 26.8"))
        lost = min(warfare_table(g.charts, row, roll).aborted, value(g, target))
        g.nations[owner].level -= lost
        g.say("{} loses {} BRPs to rockets on {}", g.nations[owner], lost, g.hexes[target], rule="ours 26.8")


def rocket_targets(g: World, raid: Raid) -> list[int]:
    far = g.number("26.8 range of rockets")
    mine = [s for s in g.ground.field_hexes if g.ground.city[s] and held_by(g, s) == g.side]
    near = {o for s in mine for o in g.ground.within(s, far)}
    return [s for s in sorted(near) if g.ground.city[s] and held_by(g, s) == other(g.side) and value(g, s)]


FIRE = Act("fire", "ours 26.8", "At {0}", takes=Hex, among=rocket_targets, do=lambda g, r, s: s, rolls=True,
           may=lambda g, r, s: None if s in rocket_targets(g, r) else No("ours 26.8", "no enemy city in range"))  # fmt: skip


def air_battle(g: World, bombers: list[int], fighters: list[int]) -> list[int]:
    """One round of air combat: one more for interceptors that defend, radar against the bombers."""
    mine, theirs = NATION[g.units.design[bombers[0]]], NATION[g.units.design[fighters[0]]]
    edge = g.nations.air[mine] - g.nations.air[theirs] - results_of(g, g.faction(theirs), "radar")
    dealt = air_table(g.charts, len(bombers), sum(g.roll_dice(2, D6, "bombers", "ours 26.4")) + edge)
    taken = air_table(g.charts, len(fighters), sum(g.roll_dice(2, D6, "interceptors", "ours 26.4")) - edge + 1)
    for u in fighters[: dealt.lost]:
        eliminate(g, u)
    for u in fighters:
        if g.units.at[u] >= 0:
            g.units[u].inverted = 1
    for u in bombers[: taken.lost]:
        eliminate(g, u)
    return bombers[taken.lost + taken.aborted :]


@rule("ours 26.461")
def flak_over(g: World, target: int, bombers: list[int]) -> list[int]:
    """The target rolls in the row of its strength: bombers lost and turned away."""
    strength = target_strength(g, target)
    hurt = warfare_table(g.charts, strength, sum(g.roll_dice(2, D6, "the defences of the target", "ours 26.461")))
    for u in bombers[: hurt.lost]:
        eliminate(g, u)
    return bombers[hurt.lost + hurt.aborted :]


@rule("ours 26.2", "ours 26.461")
def bombing_modifiers(g: World, raid: Raid, target: int) -> Modifiers:
    """Bomber results beyond the first, spare range, less air defense research."""
    faction = FACTION[raid.power]
    results = results_of(g, faction, "strategic_bombers")
    found = Modifiers().add("bomber results", max(0, results - 1), "ours 26.2")
    left = spare(g, faction, g.ground.front[raid.box], g.side, target)
    found.add("spare range", min(results, max(0, left) // SPARE[g.ground.europe[target]]), "ours 26.2")
    foe = g.faction(g.hexes.holder[target])
    return found.add("air defense research", -results_of(g, foe, "air_defense"), "ours 26.2")


@rule("ours 26.6", "ours 26.7", "ours 26.9")
def drop(g: World, raid: Raid, target: int, bombers: list[int], owner: int) -> None:
    """BRPs lost, at most the value of the hex; a firestorm doubles them and is remembered."""
    dice = sum(g.roll_dice(2, D6, "bombs", "ours 26.461"))
    roll = dice + bombing_modifiers(g, raid, target).total
    lost = min(warfare_table(g.charts, len(bombers), roll).aborted, value(g, target))
    fire = len(bombers) >= FIRE_BOMBERS and (dice == FIRE_NATURAL or roll >= FIRE_MODIFIED)
    if fire and not g.booked.get(BURNT + target, 0):
        g.booked[BURNT + target] = 1
        g.booked[FIRESTORMS + owner] = g.booked.get(FIRESTORMS + owner, 0) + 1
        lost *= 2
        g.booked[FIRE_POINTS + raid.power] = g.booked.get(FIRE_POINTS + raid.power, 0) + 1
        g.say("{} burns", g.hexes[target], rule="ours 26.9")
        if raid.power == GERMANY:
            stir(g, USAT, "each firestorm by German bombing", "a city burns")
    g.nations[owner].level -= lost
    if g.ground.box[target]:
        g.booked[BOMBED_BOX + target] = g.booked.get(BOMBED_BOX + target, 0) + lost
    g.say("{} loses {} BRPs to bombing", g.nations[owner], lost, rule="ours 26.461")


BOMB = Act("bomb", "ours 26.2", "Bomb {0} with {1}", takes=(Hex, int), listed=targets, may=may_bomb, do=bomb, rolls=True)
NO_MORE: Act[World, Raid, None] = Act("done", "ours 26.2", "No more bombing", do=lambda g, r, _: None)


@rule("ours 26.1", "ours 26.2", "9.22")
def raids(g: World, acts: tuple[Act[World, Raid, Any], ...]) -> Flow[None]:
    """Strategic bombing, front by front"""
    for power in MAJORS:
        if g.nations.side[power] == g.side and g.seated(power):
            yield from rockets(g, power)
        for token in AIRSPACE:
            raid = Raid(power, g.board.space(token))
            while any(True for act in acts for _ in act.candidates(g, raid)):
                choice, _ = yield from menu(g, g.seat(power), "Strategic bombing", raid, NO_MORE, *acts)
                if choice.verb == "done":
                    break


def back_home(g: World) -> None:
    """End of a player turn: bombers and interceptors are ready again."""
    for u in range(len(g.units)):
        if KIND[g.units.design[u]] in (Kind.BOMBER, Kind.INTERCEPTOR) and g.units.inverted[u]:
            g.units[u].inverted = 0
