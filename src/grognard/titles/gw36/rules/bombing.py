"""Air combat of 9.16-9.18: strategic and carpet bombing, rockets and attrition fire (7.8), options 7.3 and 15.10.

Aircraft in ordinary battles are rounds.py; escorts and bombers took their duties in Combat Movement (8.5).
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.acts import menu
from grognard.kernel.dice import D6, D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, unless, word
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    FACILITY,
    FACILITY_KIND,
    FIGHTERS,
    IS_LAND,
    KIND,
    TECHNOLOGY,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules.battle import Battle, land_defenders, seats
from grognard.titles.gw36.rules.casualties import alike, choose, lose
from grognard.titles.gw36.rules.facilities import is_rough_border
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.terrain import zone_terrain
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import ATTRITION, BOMB, BOMB_ESCORT, CARPET, IDLE, MINE, RAID, Site, Unit, War
from grognard.titles.gw36.subjects import Rising

ROCKET = KIND["strategic_rocket"]
ANTI_AIRCRAFT = WITH["anti_aircraft"]
FACILITY_AA = 3  # GW36-AMB-17
AA_VALUE, AA_SHOTS = 3, 3
CARPET_VALUE = ATTRITION_VALUE = 2
BUILDING_LIMIT = 4  # 7.3: damage a facility under construction takes before it is pushed back


def zone_under_fire(g: War, u: int) -> int:
    """The zone in which the task of a bomber, rocket, gun or raider takes effect."""
    unit = g.units[u]
    if unit.duty == ATTRITION:
        return unit.target
    if unit.duty == BOMB and unit.kind == ROCKET:
        return g.sites.at[unit.target] if unit.target >= 0 else g.board.ends[-2 - unit.target][0]
    assert unit.duty in (BOMB, CARPET, RAID, MINE)
    return unit.at


def on_duty(g: War, duty: int, zone: int) -> list[int]:
    """Units of the nations in turn with a task in a zone."""
    units, mine = g.units, set(acting(g))
    return [
        u
        for u, (d, at, nation) in enumerate(zip(units.duty, units.at, units.nation))
        if d == duty and at >= 0 and nation in mine and (at if duty == BOMB_ESCORT else zone_under_fire(g, u)) == zone
    ]


# --- interception ---------------------------------------------------------------------------------------------------------------


@rule("9.16", "7.8")
def interception_value(g: War, u: int) -> int:
    """Interception value of an aircraft; Radar lifts fighters by one."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    value = g.values.units[kind].interception
    return value + int(kind in FIGHTERS and has_technology(g, nation, TECHNOLOGY["radar"]))


@rule("9.16")
def send_interceptors(g: War, b: Battle) -> Flow[list[int]]:
    """The defender decides which fighters of the zone rise against the bombers"""
    fighters = [u for u in b.defenders if g.units.kind[u] in FIGHTERS or (b.sea and interception_value(g, u))]
    rising: list[int] = []
    for seat in seats(g, fighters):
        mine = [u for u in fighters if seat_of_unit(g, u) == seat]
        while mine:
            offered, alone = alike(g, b, mine), No("9.16", "one fighter alone can rise")
            acts = (
                word("done", "9.16", "Done"),
                unless("intercept_all", "9.16", "All rise", alone if len(mine) < 2 else None),
                one_of("intercept", "9.16", "The {0} rises", Unit, offered, GROUNDED),
            )
            prompt = f"Bombers over {g.zones[b.zone].label}: intercept?"
            choice, fighter = yield from menu(g, seat, prompt, Rising(b.zone, tuple(offered)), *acts, rule="9.16")
            if choice.verb == "done":
                break
            chosen = mine if choice.verb == "intercept_all" else [fighter]
            rising += chosen
            mine = [u for u in mine if u not in chosen]
    return rising


GROUNDED = "it is no fighter of the zone that can rise, or another of its sort stands for it"


def _shots(g: War, units: Iterable[int], zone: int) -> int:
    """Hits of one round of interception values."""
    hits = 0
    by_value: dict[tuple[int, int], int] = {}
    for u in units:
        value = interception_value(g, u)
        if value:
            by_value[g.units.kind[u], value] = by_value.get((g.units.kind[u], value), 0) + 1
    for (kind, value), count in by_value.items():
        what = f"{UNIT_NAMES[kind]} over {g.zones[zone].label}, {value} or less"
        rolls = g.roll_dice(count, D12, what, "9.16", aim=aim(g, zone, most=value))
        hits += sum([1 for r in rolls if r <= value])
    return hits


@rule("9.16", "0.5")
def pick_losses(g: War, b: Battle, pool: list[int], hits: int, section: str) -> Flow[list[int]]:
    """Owners choose the units that are lost; they leave when the round is over"""
    left, lost = list(pool), []
    for n in range(min(hits, len(pool)), 0, -1):
        prompt = f"Choose a casualty in {g.zones[b.zone].label}: {n} to take"
        chosen = yield from choose(g, b, left, seats(g, left), prompt, section)
        left.remove(chosen)
        lost.append(chosen)
    return lost


@rule("9.16")
def intercept(g: War, b: Battle, raiders: list[int]) -> Flow[list[int]]:
    """One round at interception values; losses are removed at its end. Returns the interceptors"""
    rising = yield from send_interceptors(g, b)
    if rising:
        by_attacker, by_defender = _shots(g, raiders, b.zone), _shots(g, rising, b.zone)
        shot_down = yield from pick_losses(g, b, raiders, by_defender, "9.16")
        fallen = yield from pick_losses(g, b, rising, by_attacker, "9.16")
        for u in shot_down + fallen:
            lose(g, b, u)
    return rising


# --- strategic bombing ----------------------------------------------------------------------------------------------------------


@rule("9.16", "8.5")
def bomb_zone(g: War, zone: int) -> Flow[None]:
    """Strategic bombing of the facilities of a zone: interception, damage, anti-aircraft fire"""
    tasks = on_duty(g, BOMB, zone)
    rockets = [u for u in tasks if g.units.kind[u] == ROCKET]
    for u in rockets:  # 7.8: neither interception nor anti-aircraft fire
        damage_target(g, g.units.target[u], bombing_damage(g, [u]))
        g.units[u].duty, g.units[u].spent = IDLE, 1
    bombers = [u for u in tasks if u not in rockets]
    if not bombers:
        return
    escorts = on_duty(g, BOMB_ESCORT, zone)
    b = Battle(g, zone, bombers + escorts, land_defenders(g, zone, {g.units.nation[u] for u in bombers}))
    yield from intercept(g, b, bombers + escorts)
    bombers = [u for u in bombers if g.units.at[u] >= 0]
    for target in dict.fromkeys([g.units.target[u] for u in bombers]):
        group = [u for u in bombers if g.units.target[u] == target]
        points = bombing_damage(g, group)
        hits = facility_fire(g, target, len(group), zone)
        damage_target(g, target, points)
        lost = yield from pick_losses(g, b, group, hits, "9.16")
        for u in lost:
            lose(g, b, u)
    land_later(g, [u for u in bombers + escorts if g.units.at[u] >= 0])


@rule("9.16")
def bombing_damage(g: War, bombers: list[int]) -> int:
    """D6 of damage: one for a Medium Bomber or Rocket, two for a Strategic, three for a Heavy Strategic Bomber."""
    dice = sum([g.values.units[g.units.kind[u]].bombing for u in bombers])
    return sum(g.roll_dice(dice, D6, f"bombing by {UNIT_NAMES[g.units.kind[bombers[0]]]}", "9.16")) if dice else 0


@rule("9.16", "12.5", "12.10", "7.3")
def has_anti_aircraft(g: War, target: int) -> bool:
    """Facilities have inherent anti-aircraft guns; railways and building sites have none."""
    if target < 0:
        return False
    site = g.sites[target]
    return bool(site.built) and g.values.anti_aircraft[site.kind]


@rule("9.16")
def facility_fire(g: War, target: int, bombers: int, zone: int) -> int:
    """One die for each bomber, without limit."""
    if not has_anti_aircraft(g, target):
        return 0
    what = f"anti-aircraft fire at {g.zones[zone].label}, 3 or less"
    rolls = g.roll_dice(bombers, D12, what, "9.16", aim=aim(g, zone, most=FACILITY_AA))
    return sum([1 for r in rolls if r <= FACILITY_AA])


@rule("0.4", "9.18", "12.10", "15.10")
def damage_target(g: War, target: int, points: int) -> None:
    """Mark damage, up to the maximum of the facility or railway."""
    if target >= 0:
        site = g.sites[target]
        if site.built:
            new = min(site.damage + points, g.values.max_damage[site.kind])
            g.say("{} takes {} damage", site, new - site.damage, rule="9.18")
            site.damage = new
            if FACILITY_KIND[site.kind] == "canal":
                for index, passage in enumerate(g.board.geo.passages):
                    if site.at in passage.holders:
                        g.canal_damage[index] = new
        else:
            damage_building_site(g, site, points)
        return
    border = -2 - target
    new = min(g.rail_damage.get(border, 0) + points, most_rail_damage(g, border))
    if new > g.rail_damage.get(border, 0):
        g.rail_damage[border] = new
    a, b = g.board.ends[border]
    g.say("The railway between {} and {} is damaged", g.zones[a], g.zones[b], rule="12.10")


@rule("12.10")
def most_rail_damage(g: War, border: int) -> int:
    """One point, two in rough terrain."""
    rough = is_rough_border(g, *g.board.ends[border])
    return g.values.max_damage[FACILITY["railroad_rough" if rough else "railroad"]]


@rule("7.3")
def damage_building_site(g: War, site: Site, points: int) -> None:
    """Option: four points at most; a fifth pushes the work back one stage, or ends it."""
    if site.damage + points <= BUILDING_LIMIT:
        site.damage += points
        return
    site.damage = 0
    site.paid -= 1
    g.say("Work on {} is thrown back", site, rule="7.3")
    for order in g.entries.where(what=1, subject=site.index, gone=0):
        order.paid = site.paid
        if site.paid <= 0:
            order.gone = 1
    if site.paid <= 0:
        site.at = NOWHERE


def land_later(g: War, aircraft: list[int]) -> None:
    """The task is done; aircraft land in Non-Combat Movement (9.16 step 7)."""
    for u in aircraft:
        g.units[u].duty = IDLE
        g.units[u].target = NOWHERE


# --- carpet bombing and attrition -----------------------------------------------------------------------------------------------


@rule("9.17", "1.10")
def carpet_dice(g: War, u: int, zone: int) -> int:
    """Dice of a bomber over units: three, a Heavy Strategic Bomber five, a Rocket one; two fewer in the jungle."""
    dice, word = g.values.units[g.units.kind[u]].carpet, zone_terrain(g, zone)
    if g.units.kind[u] == ROCKET or word not in g.facts.terrain:
        return dice  # GW36-AMB-183
    return max(dice + g.facts.terrain[word].carpet_dice, 0)


@rule("9.17")
def carpet_bomb(g: War, zone: int) -> Flow[None]:
    """Carpet bombing: one round; only interceptors and anti-aircraft artillery fire back"""
    bombers = on_duty(g, CARPET, zone)
    escorts = on_duty(g, BOMB_ESCORT, zone)
    b = Battle(g, zone, bombers + escorts, land_defenders(g, zone, {g.units.nation[u] for u in bombers}))
    label = g.zones[zone].label
    rising = yield from send_interceptors(g, b)
    guns = [u for u in b.defenders if g.units.kind[u] in ANTI_AIRCRAFT]
    dice = sum([carpet_dice(g, u, zone) for u in bombers])
    bombs = aim(g, zone, most=CARPET_VALUE)
    rolls = g.roll_dice(dice, D12, f"carpet bombing of {label}, 2 or less", "9.17", aim=bombs) if dice else []
    on_ground = sum([1 for r in rolls if r <= CARPET_VALUE])
    in_the_air = _shots(g, bombers + escorts, zone) if rising else 0  # 9.16: all aircraft take part in interception
    by_fighters = _shots(g, rising, zone) if rising else 0
    flak = len(guns) * min(len(bombers + escorts), AA_SHOTS)
    shells = aim(g, zone, most=AA_VALUE)
    shots = g.roll_dice(flak, D12, f"anti-aircraft artillery at {label}, 3 or less", "12.2", aim=shells) if flak else []
    shot_down = yield from pick_losses(g, b, bombers + escorts, by_fighters + sum([1 for r in shots if r <= AA_VALUE]), "9.17")
    fallen = yield from pick_losses(g, b, rising, in_the_air, "9.17")
    ground = [u for u in b.defenders if IS_LAND[g.units.kind[u]]]
    lost = yield from pick_losses(g, b, ground, on_ground, "9.17")
    for u in shot_down + fallen + lost:
        lose(g, b, u)
    land_later(g, [u for u in bombers + escorts if g.units.at[u] >= 0])


@rule("7.8")
def attrition(g: War, zone: int) -> Flow[None]:
    """Advanced Artillery fires at 2 at the units of a zone, Rockets at its land units; one round, without return fire"""
    guns = on_duty(g, ATTRITION, zone)
    b = Battle(g, zone, [], land_defenders(g, zone, {g.units.nation[u] for u in guns}))
    for rockets in (True, False):
        firing = [u for u in guns if (g.units.kind[u] == ROCKET) == rockets]
        if not firing:
            continue
        dice = sum([carpet_dice(g, u, zone) if rockets else 1 for u in firing])
        what = f"{NAMES[g.units.nation[firing[0]]]} fires into {g.zones[zone].label}, 2 or less"
        hits = sum(
            [1 for r in g.roll_dice(dice, D12, what, "7.8", aim=aim(g, zone, most=ATTRITION_VALUE)) if r <= ATTRITION_VALUE]
        )
        pool = [u for u in b.defenders if IS_LAND[g.units.kind[u]]] if rockets else list(b.defenders)
        lost = yield from pick_losses(g, b, pool, hits, "7.8")
        for u in lost:
            lose(g, b, u)
    for u in guns:
        g.units[u].duty, g.units[u].target, g.units[u].spent = IDLE, NOWHERE, 1
