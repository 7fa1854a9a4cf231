"""War and peace: when a war is worth declaring, which minors to take, what to sign."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.estimate import attackers, defenders, guess
from grognard.titles.gw36.agent.threat import rivals
from grognard.titles.gw36.agent.worth import is_last_turn, point_price, prey, turns_left, worth_to, worths
from grognard.titles.gw36.kinds import IS_LAND, IS_NAVAL
from grognard.titles.gw36.powers import (
    ACTIVE,
    ALLIES,
    AXIS,
    BRITAIN,
    CCP,
    COMINTERN,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    KMT,
    NATION,
    PLAYED,
    USA,
    USSR,
)
from grognard.titles.gw36.rules import annexation
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.nations import alive, is_major, zones_of
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.victory import points
from grognard.titles.gw36.rules.war_conditions import pays_penalty
from grognard.titles.gw36.state import War, chosen

WAR_DATE = {GERMANY: "1939-07", ITALY: "1940-07", JAPAN: "1937-07"}  # before it, peace is worth more than any minor
PACIFIC_WAR = "1941-07"
NETHERLANDS = NATION["netherlands"]
WARDS = (NATION["mongolia"], NATION["republican_spain"])
BALKANS = tuple(NATION[n] for n in ("bulgaria", "hungary", "romania", "finland"))
COST_OF_WAR = 4.0
NEW_FRONT, LONG_WAR = 0.3, 4  # of the worth of zones along a border that becomes an enemy's, for so many turns
FIRST_CAMPAIGN = 10.0  # more for the minor its designs are about, once half of it can be taken at once
BUSY = 3  # enemy zones along its borders
SMALL = 24.0  # IPP of a garrison that can be dealt with on the side
LIES_OPEN = 0.75  # strength along the border for a second front
COST_OF_SECOND_FRONT = 40.0
HELD_BACK = 0.5  # of a stack that faces a rival


def act_value(g: War, seat: str, option: Option) -> float:
    """The worth of a political act; zero is to pass."""
    if option.verb == "declare":
        return declare_value(g, chosen(option, 0), chosen(option, 1))
    if option.verb == "propose":
        return 1.0 if str(option.args[0]) == "molotov_ribbentrop" and g.turn <= 6 else -1.0
    return 1.0 if option.verb == "govern" else -1.0


def declare_value(g: War, nation: int, target: int) -> float:
    """What a war promises: what can be taken at once, and what the long war is for."""
    rel = g.relations
    if nation in WAR_DATE and date(g) < WAR_DATE[nation] and not rel.at_war_with_major[nation]:
        return -1.0  # an early war wakes the Allies (5.1)
    return _minor_war(g, nation, target) if target >= PLAYED else _great_war(g, nation, target)


def _minor_war(g: War, nation: int, target: int) -> float:
    """War on a minor: what is taken at once, less what is left of it to a protector (4.7)."""
    if pays_penalty(g, nation, target) or nation not in acting(g):
        return -1.0
    if nation == JAPAN and target == NETHERLANDS:
        return 4.0 if date(g) >= PACIFIC_WAR and not is_last_turn(g) else -1.0  # the Indies
    if _would_join(g, nation, target) and not is_last_turn(g):
        return -1.0  # it comes by itself; attacked, it hands its army to the other side
    if any(g.zones.owner[z] == target for z in annexation.zones(g, nation)):
        return -1.0  # it can be annexed without a war
    if target in WARDS and not g.relations.enemies[nation] >> USSR & 1 and nation != USSR:
        return -1.0  # it would bring the Soviet Union into the war (table 4-3)
    aims = prey(g, nation)
    first = bool(aims >> target & 1)
    if aims >> PLAYED and not first and WAR_DATE.get(nation, "") <= date(g):
        return -1.0  # the first campaign first
    if not first and _engaged(g, nation) and not _on_the_side(g, nation, target):
        return -1.0  # one campaign after the other
    taken, lost = conquests(g, nation, target)
    if not taken:
        return -1.0
    if first and 2 * len(taken) > len(zones_of(g, target)):
        return FIRST_CAMPAIGN + sum(taken.values())
    left = [z for z in zones_of(g, target) if z not in taken]
    value = g.board.ints("ipp")
    spent = sum(g.values.price[g.units.kind[u]] for z in left for u in g.units.stacks[z] if g.units.nation[u] == target)
    burden = 0.0 if is_last_turn(g) else 0.35 * spent + sum(value[z] for z in left) * 1.2
    return sum(taken.values()) - lost - burden - _new_front(g, nation, left) - COST_OF_WAR


def _would_join(g: War, nation: int, target: int) -> bool:
    """Hungary, Romania, Bulgaria and Finland join Germany in time (table 4-5): no Axis power makes war on them."""
    return target in BALKANS and g.nations.alliance[nation] == AXIS


def _new_front(g: War, nation: int, left: list[int]) -> float:
    """What a border costs that a minor's protector gets in what is left of it: a share of the zones along it, less as the end
    comes near."""
    geo, owner = g.board.geo, g.zones.owner
    along = {b for z in left for b, _ in geo.land[z] if owner[b] == nation}
    return sum(worth_to(g, nation, z) for z in along) * NEW_FRONT * min(max(turns_left(g) - 1, 0), LONG_WAR) / LONG_WAR


def _engaged(g: War, nation: int) -> bool:
    """It fights a Major Power whose capital an army can march to."""
    enemies, geo = g.relations.enemies[nation], g.board.geo
    goals = {g.nations.capital[n] for n in range(PLAYED) if enemies >> n & 1 and alive(g, n) and is_major(g, n)}
    ring = set(zones_of(g, nation))
    for _ in range(2):
        ring |= {b for z in ring for b, _ in geo.land[z]}
    return bool(ring & goals)


def _on_the_side(g: War, nation: int, target: int) -> bool:
    """A minor that lies on the way to the enemy, or whose garrison is small."""
    units, geo, enemies = g.units, g.board.geo, g.relations.enemies[nation]
    zones = zones_of(g, target)
    home = [z for z in zones if any(g.zones.owner[b] == nation for b, _ in geo.land[z])]
    garrison = sum(g.values.price[units.kind[u]] for z in home for u in g.units.stacks[z] if units.nation[u] == target)
    facing = {b for z in zones_of(g, nation) for b, _ in geo.land[z] if g.zones.owner[b] >= 0 and enemies >> g.zones.owner[b] & 1}
    between = any(g.zones.owner[b] >= 0 and enemies >> g.zones.owner[b] & 1 for z in home for b, _ in geo.land[z])
    return bool(home) and len(facing) <= BUSY and (garrison <= SMALL or between)


def _great_war(g: War, nation: int, target: int) -> float:
    """War on a Major Power, CCP or KMT."""
    mine, theirs = g.nations.alliance[nation], g.nations.alliance[target]
    rel, left = g.relations, turns_left(g)
    fights_it = any(
        rel.enemies[n] >> target & 1
        for n in range(PLAYED)
        if alive(g, n) and g.nations.alliance[n] == mine and n not in (nation, KMT, CCP)
    )
    if is_last_turn(g):
        return _last_grab(g, nation, target)
    if nation in (KMT, CCP):
        return 2.0 if fights_it and left > 2 and sum(conquests(g, nation, target)[0].values()) > 8.0 else -1.0
    if mine == ALLIES and theirs == AXIS:
        return 3.0 if nation == USA or fights_it or target == GERMANY or date(g) >= "1942-07" else -1.0
    if nation == JAPAN:
        if target == KMT:
            return 8.0
        if target == USSR:
            return 2.0 if _ahead(g, COMINTERN) >= 2 and left > 2 and border_ratio(g, nation, target) > 1.3 else -1.0
        return 2.0 if target in (USA, BRITAIN, FRANCE) and date(g) >= PACIFIC_WAR and left > 3 else -1.0
    if nation == GERMANY and target == USSR:
        free = g.nations.status[FRANCE] != ACTIVE or date(g) >= "1942-07"
        return 4.0 if free and left > 2 and _east_ratio(g) > (0.8 if _ahead(g, COMINTERN) >= -1 else 1.0) else -1.0
    if nation == GERMANY and target in (FRANCE, BRITAIN):
        return 3.0 if border_ratio(g, nation, target) > 1.0 or fights_it else -1.0
    if nation == ITALY and target in (FRANCE, BRITAIN):
        return 3.0 if fights_it and left > 2 else -1.0
    if nation == USSR and theirs == AXIS:
        ratio = border_ratio(g, nation, target)
        return 3.0 if ratio > (1.3 if left > 4 else 1.05) and (left <= 6 or fights_it) else -1.0
    if nation == USSR and theirs == ALLIES:
        return _second_front(g, nation, target)
    return -1.0


def _second_front(g: War, nation: int, target: int) -> float:
    """War on the rival who leads, with an army no enemy keeps busy and a border that lies open."""
    mine, theirs = g.nations.alliance[nation], g.nations.alliance[target]
    if nation not in acting(g) or _engaged(g, nation) or _ahead(g, mine) > 0 or _ahead(g, theirs) < 0:
        return -1.0
    taken, lost = conquests(g, nation, target)
    if border_ratio(g, nation, target) < LIES_OPEN:
        return -1.0
    return sum(taken.values()) - lost - COST_OF_SECOND_FRONT


def _ahead(g: War, alliance: int) -> int:
    """By how many points an alliance leads."""
    score = points(g)
    return score[alliance] - max(score[n] for n in (AXIS, ALLIES, COMINTERN) if n != alliance)


def _east_ratio(g: War) -> float:
    """Land strength on the eastern front, with the minors that join Germany when it comes to war (table 4-5)."""
    units, fire = g.units, g.values.attack
    help_of = sum(max(fire[k], 0) for k, n, at in zip(units.kind, units.nation, units.at) if n in BALKANS and at >= 0)
    ours, theirs = border_strength(g, GERMANY, USSR)
    return (ours + 0.4 * help_of) / max(theirs, 1.0)


def _last_grab(g: War, nation: int, target: int) -> float:
    """In the last turn of its own a nation takes what points it can."""
    if nation not in acting(g):
        return -1.0
    taken, _ = conquests(g, nation, target)
    return sum(taken.values()) - 0.3 * point_price(g)


def conquests(g: War, nation: int, target: int) -> tuple[dict[int, float], float]:
    """What of a nation can be taken with the units that stand next to it, each zone with its gain, and the losses. The
    dearest zone has the first call on units; a stack that faces a rival keeps half at home."""
    geo, units, fire = g.board.geo, g.units, g.values.attack
    taken: dict[int, float] = {}
    used: set[int] = set()
    lost = 0.0
    worth = worths(g, nation)
    ours = COMMONWEALTH if nation == BRITAIN else (nation,)
    for z in sorted(zones_of(g, target), key=lambda z: -worth[z]):
        near: list[int] = []
        for b, _ in geo.land[z]:
            here = [
                u
                for u in g.units.stacks[b]
                if units.nation[u] in ours and u not in used and fire[units.kind[u]] > 0 and not IS_NAVAL[units.kind[u]]
            ]
            near += here[: round(len(here) * HELD_BACK)] if _faces_rival(g, nation, b, target) else here
        if not any(IS_LAND[units.kind[u]] for u in near):
            continue
        foes = defenders(g, [u for u in g.units.stacks[z] if units.nation[u] == target], z)
        sent: list[int] = []
        outlook = None
        for u in near:
            sent.append(u)
            outlook = guess(attackers(g, sent, z), foes)
            if outlook.won > 0.93:
                break
        if outlook is not None and outlook.won > 0.75:
            used.update(sent)
            taken[z] = outlook.won * worth[z] + (0.0 if is_last_turn(g) else 0.5 * outlook.defender_loss)
            lost += 0.0 if is_last_turn(g) else outlook.attacker_loss
    return taken, lost


def _faces_rival(g: War, nation: int, zone: int, besides: int) -> bool:
    """A rival Major Power stands next to the zone with an army."""
    now, may = rivals(g, nation)
    units = g.units
    for b, _ in g.board.geo.land[zone]:
        owner = g.zones.owner[b]
        rival = owner >= 0 and owner != besides and (now | may) >> owner & 1
        if rival and sum(IS_LAND[units.kind[u]] for u in g.units.stacks[b]) >= 3:
            return True
    return False


def border_ratio(g: War, nation: int, target: int) -> float:
    """Land strength near the common border, ours over theirs."""
    ours, theirs = border_strength(g, nation, target)
    return ours / max(theirs, 1.0)


def border_strength(g: War, nation: int, target: int) -> tuple[float, float]:
    """Attack values on our side of the common border and defence values on theirs, two zones deep."""
    geo, units, values = g.board.geo, g.units, g.values
    theirs = set(zones_of(g, target))
    ours = [
        z
        for z in range(g.board.size)
        if not geo.is_sea[z] and g.relations.aligned[nation] >> max(g.zones.owner[z], 0) & 1 and g.zones.owner[z] >= 0
    ]
    edge = {z for z in ours if any(b in theirs for b, _ in geo.land[z])}
    if not edge:
        return 0.0, 0.0
    depth = edge | {b for z in edge for b, _ in geo.land[z] if b in set(ours)}
    facing = {b for z in edge for b, _ in geo.land[z] if b in theirs}
    facing |= {c for b in facing for c, _ in geo.land[b] if c in theirs}
    marching = [units.kind[u] for z in depth for u in g.units.stacks[z] if units.nation[u] == nation]
    attack = sum(max(values.attack[kind], 0) for kind in marching if values.move[kind])
    defence = sum(max(values.defence[units.kind[u]], 0) for z in facing for u in g.units.stacks[z] if units.nation[u] == target)
    return float(attack), float(defence)


def agree_value(g: War, option: Option) -> float:
    """Pacts, truces and offers."""
    if option.verb == "sign":
        return 1.0
    if option.verb == "agree":
        japan_attacks = bool(g.relations.enemies[JAPAN] >> KMT & 1)
        return 1.0 if japan_attacks else -1.0
    if option.verb in ("align", "vichy"):
        return 1.0
    return 0.0
