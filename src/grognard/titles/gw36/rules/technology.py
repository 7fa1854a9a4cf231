"""7.6 and 7.7: technology research. What a technology does is asked for where it matters (`units.has_technology`)."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.dice import D12
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import FACILITY, STAGES, TECHNOLOGY, TECHNOLOGY_IDS
from grognard.titles.gw36.powers import COMMONWEALTH, POWER, RESEARCHED, USSR, researched
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.facilities import action_lack
from grognard.titles.gw36.rules.nations import is_major
from grognard.titles.gw36.rules.treasury import Desk, desk_of
from grognard.titles.gw36.state import SIGNED, War
from grognard.titles.gw36.subjects import Spending

MAJOR_FACTORY = FACILITY["major_factory"]
LATE_STAGES = "1939-07"  # no stage beyond II before


@derived("sites.at", "sites.kind", "sites.built", "sites.damage", "zones.owner", "pact")
def research_dice(g: War, nation: int) -> int:
    """Dice of a turn: one per undamaged possessed Major Factory of the power, one more for the USSR under the pact."""
    power = POWER[nation]
    members = COMMONWEALTH if power in COMMONWEALTH else (nation,)
    sites, owner = g.sites, g.zones.owner
    dice = sum([
        1
        for kind, at, built, damage in zip(sites.kind, sites.at, sites.built, sites.damage)
        if kind == MAJOR_FACTORY and built and not damage and at >= 0 and owner[at] in members
    ])
    return dice + int(power == USSR and g.pact == SIGNED)


def stages(g: War, nation: int, technology: int) -> int:
    """Stages a nation's power has passed."""
    return g.tech.get(POWER[nation] * RESEARCHED + technology, 0)


def developed(g: War, nation: int) -> int:
    """The technologies that a nation's power has completed, as bits."""
    power = POWER[nation]
    return sum([1 << key % RESEARCHED for key, done in g.tech.items() if key // RESEARCHED == power and done >= STAGES])


@rule("7.6", "13.3.1", "13.3.2")
def may_roll(g: War, nation: int) -> No | None:
    """Why a nation cannot roll for any technology now."""
    if not is_major(g, nation):
        return No("7.6", "only Major Powers research")
    lack = action_lack(g, nation, "research")
    free_roll = nation == USSR and g.pact == SIGNED and not g.pact_won
    if lack is not None and not free_roll:
        return lack
    used = g.nations.research[POWER[nation]]
    if used >= research_dice(g, nation) or (lack is not None and used):
        return No("7.6", "no Technology die is left: one per undamaged Major Factory")
    return None


@rule("7.6", "7.7")
def may_advance(g: War, nation: int, technology: int) -> No | None:
    """Why a power with a die cannot roll it for a technology."""
    if g.rolled_tech.get(researched(POWER[nation], technology)):
        return No("7.6", "a technology is rolled for once a turn")
    done = stages(g, nation, technology)
    if done >= STAGES:
        return No("7.7", "it is developed")
    if done >= 2 and date(g) < LATE_STAGES:
        return No("7.6", "no stage beyond II before July 1939")
    return None


@rule("7.6", "7.7")
def may_research(g: War, nation: int, technology: int) -> No | None:
    """Why a nation cannot roll for a technology now."""
    lack = may_roll(g, nation)
    return may_advance(g, nation, technology) if lack is None else lack


def goals(g: War, spending: Spending) -> list[str]:
    """Technologies a desk can roll for."""
    nation = spending.nation
    if may_roll(g, nation) is not None:
        return []
    return [name for t, name in enumerate(TECHNOLOGY_IDS) if may_advance(g, nation, t) is None]


def may_seek(g: War, spending: Spending, name: str) -> No | None:
    """Why a desk cannot roll for what is named."""
    if name not in TECHNOLOGY:
        return No("7.7", "there is no such technology")
    return may_research(g, spending.nation, TECHNOLOGY[name])


@rule("7.6", "7.7")
def research(g: War, desk: Desk, name: str) -> None:
    """Roll a D12 for the next stage of a technology; it costs nothing (GW36-AMB-100)."""
    technology, power = TECHNOLOGY[name], POWER[desk.nation]
    assert may_research(g, desk.nation, technology) is None
    key = researched(power, technology)
    done = g.tech.get(key, 0)
    row = g.facts.technologies[name]
    needed = row.stages[done]
    g.rolled_tech[key] = 1
    g.nations[power].research += 1
    if power == USSR and g.pact == SIGNED:
        g.pact_won = 1
    what = f"{g.nations[desk.nation].label} researches {row.name}, stage {done + 1} on {needed} or more"
    if g.roll(D12, what, "7.7", aim=aim(g, least=needed)) < needed:
        return
    g.tech[key] = done + 1
    if done + 1 >= STAGES:
        g.news += 1
        g.say("{} has developed {}", g.nations[power], row.name, rule="7.7")
    else:
        g.say("{} reaches stage {} of {}", g.nations[power], done + 1, row.name, rule="7.7")


def _chances(g: War, spending: Spending, name: str) -> str:
    goal = g.facts.technologies[name]
    done = stages(g, POWER[spending.nation], TECHNOLOGY[name])
    return f"stage {done + 1} of {STAGES} on {goal.stages[done]} or more; free"


RESEARCHING = Act[War, Spending, str](
    "research",
    "7.6",
    lambda g, spending, name: g.facts.technologies[name].name,
    takes=str,
    listed=goals,
    may=may_seek,
    do=lambda g, spending, name: research(g, desk_of(spending), name),
    rolls=True,
    group="Research",
    hint=_chances,
)
