"""19.4, 13.6.9: when a minor's units join the force pools, and units that are scrapped when they are destroyed."""

from __future__ import annotations

from grognard.titles.aif.rules import minors
from grognard.titles.aif.rules.allegiance import enforce_rights
from grognard.titles.aif.rules.peace import disbanded
from grognard.titles.aif.rules.research import roll_research
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, JAPAN, USA
from grognard.titles.wif.rules.building import SCRAP, Purse, may_scrap
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import ALIGNED, FORCE_POOL, GONE, POOLED, SET_ASIDE

from ..wif.field import at, put
from .field import america, favour


def aligned(g: America, level: int = 14) -> int:
    country = g.facts.country["argentina"]
    g.countries[country].status, g.countries[country].power = ALIGNED, GERMANY
    favour(g, "Argentina", "Germany", level)
    return country


def test_19_4_a_minor_s_units_join_the_pools_when_its_power_says_so() -> None:
    """Before, a destroyed one waits aside and new ones do not come; then all of them go to the power's pools, for good."""
    g = america(turn="Jan/Feb 1946")
    country = aligned(g)
    corps, other = put(g, "Argentina INF any", "Rosario"), put(g, "Argentina INF any", "Rosario")
    destroy(g, corps, FORCE_POOL)
    assert g.units.at[corps] == SET_ASIDE and disbanded(g, corps)
    purse = Purse(GERMANY, 10)
    assert minors.recruits(g, purse) == [country] and minors.recruits(g, Purse(JAPAN, 10)) == []
    minors.enlist(g, purse, country)
    assert g.units.at[corps] == FORCE_POOL and g.countries.set_up[country] == POOLED and not disbanded(g, corps)
    refused = minors.may_enlist(g, purse, country)
    assert refused is not None and refused.rule == "19.4"
    destroy(g, other, FORCE_POOL)
    assert g.units.at[other] == FORCE_POOL


def test_19_4_next_year_s_units_come_when_it_is_their_year() -> None:
    g = america(turn="Nov/Dec 1945")
    country = aligned(g)
    early, late = put(g, "Argentina INF any", "Rosario"), put(g, "Argentina MECH any", "Rosario")
    g.units[early].at = g.units[late].at = GONE
    assert g.units[late].sheet.year > 1945 >= g.units[early].sheet.year
    minors.enlist(g, Purse(GERMANY, 10), country)
    assert (g.units.at[early], g.units.at[late]) == (FORCE_POOL, GONE)


def test_19_4_who_falls_away_is_asked_anew() -> None:
    g = america()
    country = aligned(g)
    minors.enlist(g, Purse(GERMANY, 10), country)
    favour(g, "Argentina", "Germany", 9)
    enforce_rights(g)
    assert g.countries.set_up[country] != POOLED


def test_13_6_9_a_unit_that_was_destroyed_this_turn_may_be_scrapped_whatever_its_date() -> None:
    """Until the production after its loss; others of the pools only by age."""
    g = america(turn="May/Jun 1946")
    new = [n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.land and c.year in (1944, 1945)][:2]
    fresh, pooled = (g.units.add(counter=n, power=USA, country=g.facts.country["usa"], at=at(g, "Chicago")).index for n in new)
    destroy(g, fresh, FORCE_POOL)
    g.units[pooled].at = FORCE_POOL
    purse = Purse(USA, 10)
    assert may_scrap(g, purse, fresh) is None and fresh in SCRAP.among(g, purse)
    refused = may_scrap(g, purse, pooled)
    assert refused is not None and refused.rule == "13.6.5"
    roll_research(g)
    assert may_scrap(g, purse, fresh) is not None
