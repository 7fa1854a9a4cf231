"""23.5 to 23.9: putting a scenario on the board: what World in Flames does, then force pools, flags, research."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.aif.rules.allegiance import follow_the_minor, refresh_rights
from grognard.titles.aif.rules.heavy import follow_cities
from grognard.titles.aif.rules.reversion import owner_in_1945
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, POWER_INDEX, POWERS, SIDE_OF_POWER
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.setup import set_up as set_up_shared
from grognard.titles.wif.state import ALIGNED, CONQUERED, FORCE_POOL, GONE, INCOMPLETE, POOLED, SET_ASIDE


@rule("23.5.3", "23.6", "23.7", "23.8", "23.9")
def set_up(g: America) -> None:
    """Put the scenario of a game on its board."""
    frame = g.frame
    g.offices.fill(len(POWERS))
    g.flags.fill(len(g.chancery.costs))
    for name, squares in frame.flags.items():
        for minor, level in squares.items():
            row = g.flags[g.chancery.flag_of[g.facts.country[slug(minor)]]]
            row.level, row.favours = level, POWER_INDEX[name]
    set_up_shared(g)
    for flag, country in enumerate(g.chancery.minors):
        if g.countries.status[country] == CONQUERED:
            g.flags[flag].gone, g.flags[flag].level = 1, 0
        if g.countries.status[country] == ALIGNED:
            g.countries[country].set_up = POOLED  # 23.5.2
            follow_the_minor(g, country)
    g.research, g.target = [frame.research.axis, frame.research.allies], frame.research.target
    g.dice_bought, g.fund = [0, 0], [0, 0]
    if not g.whole_world:
        _conquests(g)
        for power in (COMMONWEALTH, FRANCE):
            g.powers[power].conquered = INCOMPLETE
        _pools(g)
        g.points = prizes(g)
    refresh_rights(g)


@rule("23.6", "13.7.1")
def _conquests(g: America) -> None:
    """Who conquered what before the game, and from whom: what lies conquered can be liberated."""
    for country, status in enumerate(g.countries.status):
        if status == CONQUERED:
            row = g.countries[country]
            row.conqueror, row.before = row.power, owner_in_1945(g, country)
            row.first_conqueror = SIDE_OF_POWER[row.power]


def prizes(g: America) -> dict[int, int]:
    """What agents march for: capitals, research sites, and the printed factories of North America."""
    found: dict[int, int] = {}
    for facts in g.facts.countries:
        at = g.ground.places.get(facts.capital, -1) if facts.capital else -1
        if at >= 0 and not g.ground.box[at]:
            found[at] = 2
    for name in g.frame.sites:
        found[g.ground.named(name)] = found.get(g.ground.named(name), 0) + 1
    for home in ("usa", "canada"):
        for s in g.ground.homeland[home]:
            if g.ground.factories[s] or g.ground.green[s]:
                found[s] = found.get(s, 0) + 1
    return found


@rule("23.5.2", "4.1.1")
def _pools(g: America) -> None:
    """Force pools: the counters of each power in play; later ones wait for their year, heavy ones for what they replace."""
    base = "campaign_1945" if g.scenario == "short_game" else g.scenario
    powers = set(playing(g))
    used = {g.facts.counters[c].id for c in g.units.counter if c >= 0}
    for row in g.chancery.pools:
        status = getattr(row, base)
        power = POWER_INDEX[row.power]
        if (
            power not in powers
            or row.counter in used
            or row.counter not in g.facts.index
            or not _in_play(g, row.type, row.option)
        ):
            continue
        if status not in ("pool", "city") and not status.isdigit():
            continue
        number = g.facts.index[row.counter]
        country = g.facts.nation[number]
        g.units.add(
            counter=number,
            power=power,
            country=country if country >= 0 else first_home(g, power),
            at=FORCE_POOL if status == "pool" else SET_ASIDE if row.replaces else GONE,
        )
    follow_cities(g)


def _in_play(g: America, kind: str, option: int) -> bool:
    """Whether the options in play bring a counter."""
    if kind == Type.ACV.printed:
        return g.options.air_cavalry
    if kind == Type.VWEAP.printed:
        return g.options.v_weapons
    return option == 0 or g.options.light_cruisers
