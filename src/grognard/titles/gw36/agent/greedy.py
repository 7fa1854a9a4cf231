"""What `greedy` takes at once: the unit, the step, the purchase or the war that looks best by itself. No plan, no objectives.

Worth is income, cities and factories (worth.zone_worth); danger and fronts are those of threat.py.
"""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.economy import ALARMED, FOOT, MIXES, NEEDED_NOW, alarm, owned_worth
from grognard.titles.gw36.agent.estimate import Force, attackers, defenders, garrison_of, guess
from grognard.titles.gw36.agent.moves import air_value, load_value, naval_value, walked_into
from grognard.titles.gw36.agent.politics import WAR_DATE, border_ratio
from grognard.titles.gw36.agent.threat import danger, front, garrison
from grognard.titles.gw36.agent.worth import turns_left, zone_worth
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND, IS_NAVAL, IS_SUBMARINE, KIND, UNIT_IDS
from grognard.titles.gw36.powers import ALLIES, AXIS, JAPAN, KMT, PLAYED
from grognard.titles.gw36.rules.battle import land_defenders, sea_attackers, sea_defenders
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.combat_movement import alike
from grognard.titles.gw36.rules.nations import alive, zones_of
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.units import enemy_units
from grognard.titles.gw36.rules.war_conditions import pays_penalty
from grognard.titles.gw36.state import ATTACK as ATTACKING
from grognard.titles.gw36.state import Site, Unit, War, Zone

ADVANCE = 0.55  # worth of one step towards the front
SHORT_OF_TRANSPORTS = 3


def attack_value(g: War, option: Option) -> float:
    """One unit more where it already looks good."""
    unit = option.args[0]
    assert isinstance(unit, Unit)
    if option.verb in ("attack", "all", "assault", "annex") and isinstance(option.args[-1], Zone):
        zone = option.args[-1].index
        sea = g.board.geo.is_sea[zone]
        foes = sea_defenders(g, zone, {unit.nation}) if sea else land_defenders(g, zone, {unit.nation})
        friends = sea_attackers(g, zone) if sea else [u for u in g.units.stacks[zone] if g.units.duty[u] == ATTACKING]
        outlook = guess(attackers(g, [*friends, unit.index], zone), defenders(g, foes, zone))
        alone = guess(attackers(g, friends, zone), defenders(g, foes, zone)).won if friends else 0.0
        prize = 2.0 if sea else zone_worth(g)[zone]
        if outlook.won < 0.3 and not friends and g.values.price[unit.kind] > 3:
            return -1.0
        return (outlook.won - alone) * (prize + 0.5 * outlook.defender_loss) - 0.3
    if option.verb in ("raid", "bomb"):
        return raid_value(g, unit.index, option) * 0.3
    return -0.2 if option.verb != "hold" else 0.0


def raid_value(g: War, u: int, option: Option) -> float:
    """What a raid or a bombing promises at a glance."""
    zone = option.args[-1]
    if option.verb == "raid" and isinstance(zone, Zone):
        guards = len(enemy_units(g, zone.index, g.units.nation[u]))
        return (3.0 if IS_SUBMARINE[g.units.kind[u]] else 0.8) - 0.8 * guards
    if option.verb == "bomb":
        site = option.args[1]
        foes = enemy_units(g, site.at, g.units.nation[u]) if isinstance(site, Site) else []
        return 2.0 - 1.5 * sum(1 for v in foes if IS_AIR[g.units.kind[v]])
    return 0.0


def move_value(g: War, option: Option) -> float:
    """A non-combat order: towards the front, out of danger, not out of a place that needs it."""
    if option.verb == "hold" or not option.args or not isinstance(option.args[0], Unit):
        return 0.0
    unit, goal = option.args[0], option.args[-1]
    if option.verb == "load":
        return load_value(g, unit.index)
    if not isinstance(goal, Zone):
        return -1.0
    if IS_LAND[unit.kind]:
        return _land_value(g, unit.index, goal.index, len(alike(g, unit.index)) if option.verb == "all" else 1)
    if IS_AIR[unit.kind]:
        return air_value(g, unit.index, goal.index)
    return naval_value(g, unit.index, goal.index)


def _land_value(g: War, u: int, to: int, count: int) -> float:
    units, worth = g.units, zone_worth(g)
    nation, at, kind = units.nation[u], units.at[u], units.kind[u]
    far = front(g, nation)
    more = garrison_of(g, kind, count)
    there = garrison(g, nation, to)
    after = danger(g, nation, to, there.plus(more))
    value = ADVANCE * min(far[at] - far[to], 6.0) * count
    value += worth[to] * (danger(g, nation, to, there) - after) - after * more.price * 0.6
    if g.board.geo.is_sea[at] or units.carrier[u] >= 0:
        return value + 1.5 * count
    here = garrison(g, nation, at)
    rest = Force(here.fire - more.fire, here.hits - more.hits, here.price - more.price, here.land - count)
    value -= worth[at] * max(0.0, danger(g, nation, at, rest) - danger(g, nation, at, here))
    if worth[at] < 8.0:
        value += danger(g, nation, at, here) * more.price * 0.3
    capital = at == g.nations.capital[nation]
    if rest.land <= 0 and (capital or walked_into(g, nation, at)):
        value -= 2.0 + 0.5 * worth[at] + (20.0 if capital else 0.0)
    return value


def place_value(g: War, kind: int, nation: int, zone: int) -> float:
    """A new unit goes where it is needed, or near the front."""
    if g.board.geo.is_sea[zone] or IS_NAVAL[kind]:
        return -0.5 * front(g, nation)[zone]
    there = garrison(g, nation, zone)
    more = garrison_of(g, kind)
    before, after = danger(g, nation, zone, there), danger(g, nation, zone, there.plus(more))
    return zone_worth(g)[zone] * (before - after) * 3 - 0.5 * front(g, nation)[zone] - after * more.price


def purchase_value(g: War, nation: int, option: Option) -> float:
    """Research, repairs, then the unit the nation's mix lacks most."""
    verb, args = option.verb, option.args
    if verb in NEEDED_NOW:
        return NEEDED_NOW[verb]
    if verb != "buy" or str(args[0]) not in KIND:
        return -1.0
    kind, count = KIND[str(args[0])], int(args[1])
    mix = MIXES.get(nation, FOOT)
    share = (ALARMED if alarm(g, nation) > 0.6 else mix).get(UNIT_IDS[kind], 0.0)
    if share <= 0.0:
        return -1.0
    owned = owned_worth(g, nation)
    total = sum(worth for name, worth in owned.items() if name in mix) + 12.0
    lack = share - owned.get(UNIT_IDS[kind], 0.0) / total
    return 10.0 * (lack - g.values.price[kind] * count / total / 2) + min(count, 6) * 0.05 + (5.0 if lack > 0 else 0.5)


def declare_value(g: War, nation: int, target: int) -> float:
    """A war that pays at once, or that the alliance fights already."""
    rel = g.relations
    early = nation in WAR_DATE and date(g) < WAR_DATE[nation] and not rel.at_war_with_major[nation]
    if early or turns_left(g) <= 1:
        return -1.0
    if target >= PLAYED:
        if pays_penalty(g, nation, target) or nation not in acting(g):
            return -1.0
        return conquests(g, nation, target) - 5.0
    mine, theirs = g.nations.alliance[nation], g.nations.alliance[target]
    if nation == JAPAN and target == KMT:
        return 8.0
    members = [n for n in range(PLAYED) if n != nation and alive(g, n) and g.nations.alliance[n] == mine]
    fought = any(rel.enemies[n] >> target & 1 for n in members)
    if {mine, theirs} == {AXIS, ALLIES}:
        return 3.0 if fought else -1.0
    return 3.0 if AXIS in (mine, theirs) and border_ratio(g, nation, target) > 1.3 else -1.0


def conquests(g: War, nation: int, target: int) -> float:
    """What of a nation can be taken with the units that stand next to it."""
    gain, geo, units, attack = 0.0, g.board.geo, g.units, g.values.attack
    for z in zones_of(g, target):
        near = [
            u
            for b, _ in geo.land[z]
            for u in g.units.stacks[b]
            if units.nation[u] == nation and attack[units.kind[u]] > 0 and not IS_NAVAL[units.kind[u]]
        ]
        if not any(IS_LAND[units.kind[u]] for u in near):
            continue
        outlook = guess(attackers(g, near, z), defenders(g, (u for u in g.units.stacks[z] if units.nation[u] == target), z))
        if outlook.won > 0.75:
            gain += outlook.won * zone_worth(g)[z] + 0.5 * outlook.defender_loss - outlook.attacker_loss
    return gain
