"""Scenarios that begin in the middle of the war: Vichy as it stands (17), and what of the past the rules ask for later: who
conquered whom (13.7.1), minors in exile, claims that were granted (19.6), the options the USA has chosen (13.3.2)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import AXIS, FRANCE, POWER_INDEX, SIDE_OF_POWER, USSR, VICHY
from grognard.titles.wif.ground import slug
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.state import ALLOWED, CONQUERED, GRANTED, HOME, INCOMPLETE, NEUTRAL, POOLED, War

CLAIMED = {"Finnish borderlands": "finland", "Bessarabia": "rumania"}  # 19.6
DEMANDED = (("transylvania", "hungary"), ("south_dobruja", "bulgaria"))  # 19.6.2
OLD_STEPS = 2  # Allied declaration of war steps after which claims are open (19.6)


@rule("17.1", "17.2")
def settle_vichy(g: War) -> None:
    """France is divided as history had it: Vichy at home and in the possessions that are not Free French."""
    frame = g.campaign.frame.vichy
    if frame is None:
        return
    france, vichy, master = g.facts.country["france"], g.facts.country["vichy_france"], POWER_INDEX[frame.installer]
    g.vichy, g.vichied, g.installer, g.free_france = 1, 1, master, 1
    row = g.powers[VICHY]
    row.plays, row.status, row.share = 1, NEUTRAL, 100
    g.countries[vichy].status, g.countries[vichy].power = HOME, VICHY
    occupied = g.countries[france]
    occupied.status, occupied.power, occupied.conqueror = CONQUERED, master, master
    occupied.fallen, occupied.first_conqueror = 1, AXIS
    holder = first_home(g, master)
    south = set(g.ground.region["vichy_france"])
    for space in {*g.ground.homeland["france"], *south}:
        g.hexes[space].controller = vichy if space in south else holder
        g.hexes[space].nation = vichy if space in south else g.hexes.nation[space]
    free = {g.facts.country[slug(name)] for name in frame.free}
    for country, behind in enumerate(g.countries.power):
        if behind == FRANCE and country not in free and country not in (france, vichy):
            g.countries[country].power = VICHY
    g.powers[FRANCE].conquered = INCOMPLETE
    if frame.home:
        g.powers[FRANCE].home = occupied.home = g.facts.country[slug(frame.home)]


@rule("13.7.1", "19.6", "13.3.2")
def note_past(g: War) -> None:
    """Who conquered whom, claims, exiles, and American options, where a scenario has the politics that ask for them."""
    if not political(g):
        return
    frame = g.campaign.frame
    past = frame.past
    for row in g.countries:
        if row.status == CONQUERED and row.conqueror < 0:
            row.conqueror, row.fallen, row.first_conqueror = row.power, 1, SIDE_OF_POWER[row.power]
    for minor, powers in past.attacked.items():
        for name in powers:
            g.countries[g.facts.country[slug(minor)]].attacked_by |= 1 << POWER_INDEX[name]
    for minor, home in past.exiles.items():
        g.countries[g.facts.country[slug(minor)]].home = g.facts.country[slug(home)]
    for minors in frame.minors.values():
        for minor in minors:
            g.countries[g.facts.country[slug(minor)]].set_up = POOLED
    _claims(g)
    if frame.us_entry is not None and frame.us_entry.options:
        g.entry_options = list(frame.us_entry.options)
        g.entry_since = dict.fromkeys(frame.us_entry.options, g.first_turn - 1)


def _claims(g: War) -> None:
    """Land the USSR was ceded is its home while it holds any of it; what Hungary and Bulgaria got is theirs."""
    past, ussr = g.campaign.frame.past, first_home(g, USSR)
    if past.claims:
        g.dow_steps = OLD_STEPS
    for region in past.claims:
        name = CLAIMED[region]
        if name == "finland":
            g.finland_claim = ALLOWED
        else:
            g.rumania_claim = ALLOWED
        g.ore_cuts += 1
        hexes = g.ground.region[slug(region)]
        if any(g.hexes.controller[s] == ussr for s in hexes):
            for space in hexes:
                g.hexes[space].nation = ussr
    if past.demands_granted:
        g.demands = GRANTED
        for region, name in DEMANDED:
            country = g.facts.country[name]
            for space in g.ground.region.get(region, ()):
                g.hexes[space].nation = g.hexes[space].controller = country


