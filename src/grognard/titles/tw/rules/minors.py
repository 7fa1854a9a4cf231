"""6.4.4, 16.1.5, 16.4, 16.5, 23: minor countries that come into the war: whose Satellites they become when they are attacked or
when their day comes, how their armies take their posts, and the German garrison that watches the Soviets."""

from __future__ import annotations

from grognard.kernel.dice import D10
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import BOMBERS, FIGHTERS, GROUND, NAVAL
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, KEYS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.leanings import status_changed
from grognard.titles.tw.rules.money import gain, share
from grognard.titles.tw.rules.units import hex_sides, presence
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import (
    ASSOCIATE,
    HOME,
    LOST,
    LOST_UNSUPPLIED,
    SATELLITE,
    SPRING,
    STATUS_WORDS,
    WINTER,
    War,
    turn_of,
)

BELGIUM, YUGOSLAVIA, ROMANIA = (INDEX[k] for k in ("belgium", "yugoslavia", "romania"))
DATES = {
    turn_of(1940, WINTER): tuple([INDEX[k] for k in ("romania", "hungary", "bulgaria")]),
    turn_of(1941, SPRING): (INDEX["finland"],),
}  # 6.4.4
TO_SOVIETS = frozenset([INDEX[k] for k in ("finland", "romania", "turkey", "bulgaria", "hungary")])
TO_AMERICA = frozenset([INDEX[k] for k in ("switzerland", "ireland", "vichy_france")])
WATCH = 12  # 16.5: ground factors of a garrison, with one air unit


def holds_land(g: War, nation: int) -> bool:
    """Whether a country has a hex of its own."""
    return nation in g.hexes.holder


@rule("16.4", "18.7.3")
def protector(g: War, invader: int, target: int) -> int:
    """The Major Power whose Satellite a neutral becomes when it is attacked; where its own rule is silent, the nearest enemy
    of the invader (TW-AMB-95)."""
    if g.nations.side[invader] == ALLIES:
        return GERMANY
    if target == YUGOSLAVIA and invader == GERMANY:
        rolls = g.roll(D10, "Yugoslavia turns to Britain", "23.58"), g.roll(D10, "Yugoslavia turns to the Soviets", "23.58")
        return USSR if rolls[1] > rolls[0] else BRITAIN
    if target in TO_SOVIETS:
        return USSR
    if target in TO_AMERICA:
        return USA
    return FRANCE if target == BELGIUM and not g.nations.surrendered[FRANCE] else BRITAIN


@rule("6.3", "14.4")
def join(g: War, minor: int, patron: int, *, side: int | None = None) -> None:
    """A minor country becomes a Satellite: it fights on its patron's side, its treasury is its patron's."""
    row = g.nations[minor]
    row.patron, row.status = patron, SATELLITE
    row.side = g.nations.side[patron] if side is None else side
    g.nations[patron].narfs += row.narfs
    row.narfs = 0
    g.say("{} becomes a Satellite of {}", row, g.nations[patron], rule="16.3.4")


@rule("16.3", "16.3.4", "16.1.3")
def incline(g: War, minor: int, patron: int, status: int) -> None:
    """The one way in which a status changes: a country becomes a Sympathizer, Associate or Satellite of a power, or neutral
    again, with what follows at once: war and its army, money of the season, and what its own rule says (leanings.py)."""
    row = g.nations[minor]
    before = row.patron if row.status else NOWHERE, row.status
    if before == (patron, status) or (not status and not row.status):
        return
    if status == SATELLITE:
        _associate_money(g, minor, *before, -1)
        join(g, minor, patron)
        if row.side != NEUTRAL:
            call_up(g, minor)
    else:
        if before[1] == SATELLITE:
            leave_war(g, minor)
        elif before[1] == ASSOCIATE:
            _associate_money(g, minor, *before, -1)
        if before[1] >= ASSOCIATE and (status < ASSOCIATE or before[0] != patron):
            row.guests_until = g.player_turn + 2  # 16.3.3: gone by the end of the patron's next turn
        row.patron, row.status = (patron if status else INDEX.get(NATIONS[minor].patron, NOWHERE)), status
        if status == ASSOCIATE:
            _associate_money(g, minor, patron, status, 1)
        whose = f" of {g.nations[patron].label}" if status else ""
        g.say("{} is now {}{}", row, STATUS_WORDS[status], whose, rule="16.3")
    status_changed(g, minor, *before)


def _associate_money(g: War, minor: int, patron: int, status: int, sign: int) -> None:
    """23.2: what some Associates are worth, by the season."""
    if status == ASSOCIATE:
        gain(g, patron, sign * share(g, campaign_of(g).value(KEYS[minor], "narf_associate")), g.nations[minor].label, "16.3.3")


@rule("16.3.4")
def leave_war(g: War, minor: int) -> None:
    """A Satellite falls away from its patron: it is neutral, its army goes home to where it stands when war comes, and what it
    holds abroad stays with the patron (TW-AMB-111)."""
    row, known = g.nations[minor], g.roster
    own, capital = g.ground.homeland.get(KEYS[minor], ()), NATIONS[minor].capital
    home = g.ground.named(capital) if capital else NOWHERE
    for u, nation in enumerate(known.nations):
        unit = g.units[u]
        if nation == minor and (unit.at >= 0 or unit.pool in (LOST, LOST_UNSUPPLIED)):
            near = unit.at if unit.at in own and known.kinds[u] not in NAVAL else home
            unit.pool, unit.post, unit.at, unit.aboard = (HOME if home >= 0 else LOST), near, NOWHERE, NOWHERE
    for s, holder in enumerate(g.hexes.holder):
        if holder == minor and s not in own:
            g.hexes[s].holder = row.patron
    gain(g, row.patron, -share(g, campaign_of(g).conquests.get(KEYS[minor], 0)), row.label, "14.5")
    row.side = NEUTRAL


@rule("23.1")
def call_up(g: War, minor: int) -> None:
    """The army of a country that goes to war stands at its posts; where the enemy is there, in the nearest hex it holds
    (TW-AMB-96)."""
    known = g.roster
    for u, pool in enumerate(g.units.pool):
        if pool != HOME or known.nations[u] != minor:
            continue
        unit, place = g.units[u], _post(g, u)
        unit.pool, unit.at, unit.post = (0 if place >= 0 else LOST), place, NOWHERE


def _post(g: War, unit: int) -> int:
    known, post = g.roster, g.units.post[unit]
    if known.sides[unit] == NEUTRAL:
        return post
    enemy, there, held = 2 >> known.sides[unit], presence(g), hex_sides(g)

    def free(s: int) -> bool:
        return held[s] == known.sides[unit] and not there[s] & enemy

    if known.kinds[unit] in NAVAL or free(post):
        return post if free(post) else NOWHERE
    own = [s for s, holder in enumerate(g.hexes.holder) if holder == known.nations[unit] and free(s)]
    return min(own, key=lambda s: (g.ground.far(s, post), s), default=NOWHERE)


@rule("16.1.5", "6.4.4")
def minors_by_date(g: War) -> None:
    """Romania, Hungary and Bulgaria join Germany in Winter 1940, Finland in Spring 1941, if they are still out of the war."""
    if g.nations.surrendered[GERMANY]:
        return
    for first, minors in DATES.items():
        for n in minors:
            row = g.nations[n]
            due = g.turn >= first and not row.surrendered and row.side == NEUTRAL and holds_land(g, n)
            if due and row.status in (0, ASSOCIATE) and g.nations.side[GERMANY] == AXIS and g.turn == first:
                join(g, n, GERMANY)
                call_up(g, n)


def garrison(g: War) -> int:
    """Increments of 12 German ground factors with an air unit in Poland, East Prussia, and a Romania that leans to Germany
    (TW-AMB-99)."""
    known, factors, planes = g.roster, 0, 0
    romania = g.nations[ROMANIA]
    friendly = romania.patron == GERMANY and romania.status >= ASSOCIATE
    taken = romania.surrendered and g.nations.side[g.hexes.holder[g.ground.named("bucharest")]] == AXIS
    for u, at in enumerate(g.units.at):
        if at < 0 or known.nations[u] != GERMANY:
            continue
        country, regions = g.ground.country[at], g.ground.regions[at]
        watched = country == "poland" or "east_prussia" in regions or (country == "romania" and (friendly or bool(taken)))
        if watched and known.kinds[u] in GROUND:
            factors += known.strengths[u]
        elif watched and known.kinds[u] in FIGHTERS | BOMBERS:
            planes += 1
    return min(factors // WATCH, planes)
