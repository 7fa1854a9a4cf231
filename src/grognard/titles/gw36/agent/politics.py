"""War and peace: when a war is worth declaring, which minors to take, what to sign."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.estimate import attackers, defenders, guess
from grognard.titles.gw36.agent.worth import turns_left, worth_to
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import ATTACK, DEFENCE, IS_LAND, IS_NAVAL, MOVE
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.nations import PLAYED, acting, alive, relations, zones_of
from grognard.titles.gw36.rules.war import pays_penalty
from grognard.titles.gw36.state import (
    ALLIES,
    AXIS,
    BRITAIN,
    CCP,
    COMINTERN,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    KMT,
    NATION,
    USA,
    USSR,
    War,
    chosen,
)

WAR_DATE = {GERMANY: "1939-07", ITALY: "1940-07", JAPAN: "1937-07"}  # before it, peace is worth more than any minor
BELGIUM, NETHERLANDS = NATION["belgium"], NATION["netherlands"]
POLAND = NATION["poland"]
BUFFER = NATION["mongolia"]  # joins the Comintern if others attack it (table 4-3)
SOUTH = tuple(NATION[n] for n in ("iran", "iraq", "turkey", "afghanistan"))  # wars that leave the western border bare


def act_value(g: War, seat: str, option: Option) -> float:
    """The worth of a political act; zero is to pass."""
    if option.verb == "declare":
        return declare_value(g, chosen(option, 0), chosen(option, 1))
    if option.verb == "propose":
        return 1.0 if str(option.args[0]) == "molotov_ribbentrop" and g.turn <= 6 else -1.0
    return -1.0


def declare_value(g: War, nation: int, target: int) -> float:
    """What a war promises: what can be taken at once, and what the long war is for."""
    rel = relations(g)
    if target >= PLAYED:
        if pays_penalty(g, nation, target) or turns_left(g) <= 1 or nation not in acting(g):
            return -1.0
        if nation == USSR and (target == BUFFER or (target in SOUTH and date(g) < "1944-07")):
            return -1.0
        if nation == JAPAN and target == NETHERLANDS:
            return 4.0 if date(g) >= "1941-07" else -1.0  # the Indies
        if nation == GERMANY and rel.enemies[GERMANY] >> FRANCE & 1 and target != POLAND:  # one campaign after the other
            if target != BELGIUM or (g.zones.owner[g.board.space("warsaw")] != GERMANY and date(g) < "1941"):
                return -1.0
        elif _busy(g, nation):
            return -1.0
        if nation in (GERMANY, ITALY, JAPAN) and not rel.at_war_with_major[nation] and date(g) < WAR_DATE[nation]:
            return -1.0  # an early war wakes the Allies
        gain = conquests(g, nation, target)
        return gain - 5.0 if gain > 0 else -1.0
    mine, theirs = g.nations.alliance[nation], g.nations.alliance[target]
    fights_it = any(
        rel.enemies[n] >> target & 1
        for n in range(PLAYED)
        if alive(g, n) and g.nations.alliance[n] == mine and n not in (nation, KMT, CCP)
    )
    if nation in (KMT, CCP):
        return 2.0 if fights_it and turns_left(g) > 2 and conquests(g, nation, target) > 8.0 else -1.0
    if nation in WAR_DATE and date(g) < WAR_DATE[nation] and not rel.at_war_with_major[nation] and target != KMT:
        return -1.0
    if mine == ALLIES and theirs == AXIS:
        return 3.0 if nation == USA or fights_it or target == GERMANY or date(g) >= "1942-07" else -1.0
    if nation == JAPAN and target == KMT:
        return 8.0 if date(g) >= "1937-07" else -1.0
    if nation == JAPAN and target in (CCP,):
        return -1.0
    if nation == GERMANY and target == USSR:
        ready = g.nations.status[FRANCE] != 0 or date(g) >= "1942"
        return 4.0 if ready and _border_ratio(g, nation, target) > 1.25 and turns_left(g) > 3 else -1.0
    if nation == GERMANY and target in (FRANCE, BRITAIN):
        return 3.0 if _border_ratio(g, nation, target) > 1.0 or fights_it else -1.0
    if nation == ITALY and target in (FRANCE, BRITAIN):
        return 3.0 if fights_it and turns_left(g) > 2 else -1.0
    if nation == JAPAN and target in (USA, BRITAIN, FRANCE):
        return 2.0 if date(g) >= "1941-07" and turns_left(g) > 3 else -1.0
    if nation == USSR and theirs == AXIS:
        return 3.0 if turns_left(g) > 2 and _border_ratio(g, nation, target) > 1.3 and (fights_it or g.turn >= 8) else -1.0
    if theirs == COMINTERN or mine == COMINTERN:
        return -1.0
    return -1.0


def _busy(g: War, nation: int) -> bool:
    """Enough to do: several enemy zones next to its own."""
    geo, owner, enemies = geography(g), g.zones.owner, relations(g).enemies[nation]
    facing = {b for z in zones_of(g, nation) for b, _ in geo.land[z] if owner[b] >= 0 and enemies >> owner[b] & 1}
    return len(facing) >= 3


def conquests(g: War, nation: int, target: int) -> float:
    """What of a nation can be taken with the units that stand next to it."""
    gain = 0.0
    geo, units = geography(g), g.units
    for z in zones_of(g, target):
        near = [
            u
            for b, _ in geo.land[z]
            for u in g.stacks[b]
            if units.nation[u] == nation and ATTACK[units.kind[u]] > 0 and not IS_NAVAL[units.kind[u]]
        ]
        if not any(IS_LAND[units.kind[u]] for u in near):
            continue
        foes = [u for u in g.stacks[z] if units.nation[u] == target]
        outlook = guess(attackers(g, near, z), defenders(g, foes, z))
        if outlook.won > 0.75:
            gain += outlook.won * worth_to(g, nation, z) + 0.5 * outlook.defender_loss - outlook.attacker_loss
    return gain


def _border_ratio(g: War, nation: int, target: int) -> float:
    """Land strength near the common border, ours over theirs."""
    geo, units = geography(g), g.units
    theirs = set(zones_of(g, target))
    ours = [
        z
        for z in range(g.board.size)
        if not geo.is_sea[z] and relations(g).aligned[nation] >> max(g.zones.owner[z], 0) & 1 and g.zones.owner[z] >= 0
    ]
    edge = {z for z in ours if any(b in theirs for b, _ in geo.land[z])}
    if not edge:
        return 0.0
    depth = edge | {b for z in edge for b, _ in geo.land[z] if b in set(ours)}
    facing = {b for z in edge for b, _ in geo.land[z] if b in theirs}
    facing |= {c for b in facing for c, _ in geo.land[b] if c in theirs}
    attack = sum(
        max(ATTACK[units.kind[u]], 0) for z in depth for u in g.stacks[z] if units.nation[u] == nation and MOVE[units.kind[u]]
    )
    defence = sum(max(DEFENCE[units.kind[u]], 0) for z in facing for u in g.stacks[z] if units.nation[u] == target)
    return attack / max(defence, 1.0)


def agree_value(g: War, seat: str, option: Option, prompt: str) -> float:
    """Pacts, truces and offers."""
    if option.verb == "sign":
        return 1.0
    if option.verb == "agree":
        japan_attacks = bool(relations(g).enemies[JAPAN] >> KMT & 1)
        return 1.0 if japan_attacks else -1.0
    if option.verb in ("align", "vichy"):
        return 1.0
    return 0.0
