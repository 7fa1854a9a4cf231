"""Judgement of governments: wars, diplomacy, mobilization, research, the terms of a peace. Common to all rungs."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.convoys import HULLS, escorts_to_come, in_pools, short_of_escorts
from grognard.titles.awaw.agent.view import View, worth
from grognard.titles.awaw.designs import DESIGNS, Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    EUROPEAN_AXIS,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    JAPAN_ALONE,
    RUSSIA,
    SOVIET,
    US,
    WESTERN,
)
from grognard.titles.awaw.rules.allegiance import Visit
from grognard.titles.awaw.rules.areas import Retreat
from grognard.titles.awaw.rules.diplomacy import TRACKS, Envoys, open_modifiers, points_on, track_place
from grognard.titles.awaw.rules.eastern import Ultimatum
from grognard.titles.awaw.rules.grants import Gift, Treasury
from grognard.titles.awaw.rules.influence import holds
from grognard.titles.awaw.rules.mobilization import Draft
from grognard.titles.awaw.rules.production import made
from grognard.titles.awaw.rules.research import Laboratory, cell, chance_needed
from grognard.titles.awaw.rules.strategic import in_box
from grognard.titles.awaw.rules.surrender import Terms
from grognard.titles.awaw.rules.tension import SURPRISE_LEVEL, level_for
from grognard.titles.awaw.rules.war import Cabinet, Muster
from grognard.titles.awaw.state import FALL, RGT, SPRING, SUMMER, USJT, WINTER, World, turn_of

Counsel = Treasury | Gift | Cabinet | Muster | Terms | Ultimatum | Draft | Envoys | Laboratory | Visit | Retreat
COUNSELS = (Treasury, Gift, Cabinet, Muster, Terms, Ultimatum, Draft, Envoys, Laboratory, Visit, Retreat)
TASTE = {
    EUROPEAN_AXIS: {"ctl": 1.2, "torpedoes": 1.0, "air_nationality_drm": 0.7, "winter_preparation": 0.9, "military_general": 0.5},
    WESTERN: {"asw": 1.1, "ctl": 1.0, "air_range": 0.8, "air_nationality_drm": 0.8, "strategic_bombers": 0.75,
              "naval_nationality_drm": 0.5},
    SOVIET: {"ctl": 1.3, "air_nationality_drm": 0.7, "military_general": 0.8, "heavy_armor": 0.4},
    JAPAN_ALONE: {"naval_nationality_drm": 0.9, "air_nationality_drm": 0.9, "ctl": 0.8, "naval_air_training": 0.7},
}
GOODS = {
    EUROPEAN_AXIS: {"submarines": 1.1, "infantry": 0.7, "air_factors": 0.7, "armor": 0.8},
    WESTERN: {"transports": 0.9, "asw": 0.9, "infantry": 0.7, "air_factors": 0.7, "armor": 0.6},
    SOVIET: {"infantry": 1.6, "armor": 1.2, "air_factors": 1.4},
    JAPAN_ALONE: {"infantry": 0.8, "air_factors": 0.8, "transports": 0.6},
}
COURTED = {
    GERMANY: {"rumania": 3, "hungary": 3, "bulgaria": 2, "finland": 2, "spain": 1},
    ITALY: {"spain": 1, "yugoslavia": 1, "turkey": 1},
    BRITAIN: {"spain": 3, "turkey": 2, "greece": 1},
    FRANCE: {"belgium": 1},
    RUSSIA: {"bulgaria": 1, "turkey": 1},
    US: {"spain": 1, "turkey": 1},
}
LESS_EACH = 0.5  # what a point beside others on a tension is worth less to Britain
LATE_1941 = turn_of(1941, WINTER)
INTO_INDOCHINA = {"north": turn_of(1940, FALL), "south": turn_of(1941, SUMMER)}
FORCES, PLENTY = ("infantry", "armor", "air_factors"), 120  # what points make, and BRPs that look for units
LIKED = 0.4  # projects into which points are put together
FUNDED = ("intelligence_general", "espionage_spy_rings", "covert_operations")
ARMOR_FOR_RUSSIA = 30  # factors
BOMBERS_A_YEAR = 2  # purchases of them by who can pay their raids
BOATS_A_YEAR = 2  # purchases of submarines
YARDS_WANTED, YARDS_IN_EUROPE = 6, 3  # naval points of America
WINGS_WANTED = 20  # its aircraft in Europe


def counsel(g: World, view: View, subject: Counsel, option: Option) -> float:
    """What an answer of a government is worth."""
    if isinstance(subject, Gift | Visit):
        return 1.0 if option.verb == "accept" else 0.0
    if isinstance(subject, Retreat):  # what comes back within the year is worth sparing
        return 1.0 if (option.verb == "scorch") == (g.season < WINTER) else 0.0
    if isinstance(subject, Treasury):
        return 0.0 if option.verb == "done" else _gift(g, subject.power, option.args[0].index, option.args[1])
    if isinstance(subject, Cabinet):
        return _cabinet(g, subject.power, option)
    if isinstance(subject, Muster):
        space: int = option.args[0].index
        mates = sum(g.units.at[u] == space for u in range(len(g.units)))
        return worth(g, space) + g.ground.dm[space] - 1.5 * mates
    if isinstance(subject, Terms):
        return 1.0 if option.verb in ("vichy", "accept") else 0.0
    if isinstance(subject, Ultimatum):
        return 1.0 if option.verb == "give_way" else 0.0
    if isinstance(subject, Draft):
        return _draft(g, subject, option)
    if isinstance(subject, Envoys):
        return _envoys(g, subject, option)
    return _research(g, subject, option)


def _cabinet(g: World, power: int, option: Option) -> float:
    """Wars; Japan goes into Indochina when it is about to strike, America sells it no more oil, Britain keeps the road open."""
    if option.verb == "done":
        return 0.0
    if option.verb == "declare":
        return _war(g, power, option.args[0].index)
    if option.verb == "indochina":
        return 2.0 if g.turn >= INTO_INDOCHINA[option.args[0]] else -1.0
    if option.verb == "ask_in":  # an army beside a partner's is worth the asking
        return 1.0 if {power, option.args[0].index} <= {BRITAIN, FRANCE, US} else -1.0
    return 2.0 if option.verb == "embargo" else -1.0


def _war(g: World, power: int, target: int) -> float:
    """Whether a war is wanted: the road to Paris, Russia while it can be surprised, what America and Russia owe themselves."""
    rich = g.nations.level[power]
    if power == GERMANY:
        return _german_war(g, target, rich)
    if power == ITALY:
        falling = holds(g, AXIS, "paris") or bool(g.nations.surrendered[FRANCE])
        return 3.0 if target in (FRANCE, BRITAIN) and falling else -1.0
    if power == JAPAN:
        ripe = g.turn >= LATE_1941 or g.tension[USJT] >= 36
        return 4.0 if target in (US, BRITAIN) and ripe and rich >= 50 else -1.0
    if power in (US, RUSSIA):
        return 5.0 if target in (GERMANY, JAPAN) else -1.0
    return -1.0


def _gift(g: World, power: int, receiver: int, brps: int) -> float:
    """America gives what it does not need, first to Russia, then to Britain; nobody gives his last."""
    if power != US or g.nations.level[power] < 100:
        return -1.0
    return 0.02 * brps + (0.5 if receiver == RUSSIA else 0.2)


def _german_war(g: World, target: int, rich: int) -> float:
    """Belgium and the Netherlands when Poland is beaten and the money lasts; Russia after France, in summer."""
    if target in (INDEX["belgium"], INDEX["netherlands"]):
        ready = g.nations.conquered[INDEX["poland"]] >= 0 and not g.nations.surrendered[FRANCE]
        return 4.0 if ready and rich >= 60 and g.season in (SPRING, SUMMER) else -1.0
    if target == RUSSIA:
        tanks = sum(g.units[u].sheet.strength for u in range(len(g.units)) if g.units.at[u] >= 0
                    and g.units[u].sheet.nation == GERMANY and g.units[u].sheet.kind == Kind.ARM)  # fmt: skip
        ready = rich >= 90 and tanks >= ARMOR_FOR_RUSSIA
        free = bool(g.nations.surrendered[FRANCE]) and ready and g.season == SUMMER  # spring is mud
        due = g.tension[RGT] >= level_for(g, SURPRISE_LEVEL) - 8 or g.turn >= turn_of(1941, SUMMER)
        return 4.0 if free and due else -1.0
    if target == INDEX["denmark"]:
        return 1.0 if rich >= 120 and g.nations.surrendered[FRANCE] else -1.0
    return -1.0


def _draft(g: World, draft: Draft, option: Option) -> float:
    if option.verb in ("mobilize", "wait"):
        eager = draft.power != JAPAN or g.turn >= turn_of(1941, SPRING)
        return 1.0 if (option.verb == "mobilize") == eager else 0.0
    if option.verb == "arm":
        naval = 1.5 if draft.power in (US, JAPAN, BRITAIN) else 0.5
        yards = YARDS_IN_EUROPE if g.sheet.theatre == "europe" else YARDS_WANTED
        if draft.power == US and g.nations.yards[US] < yards:
            naval = 2.5  # who must cross an ocean needs hulls before wings
        found = {"ground": 3.0 if draft.power != JAPAN else 1.0, "air": 2.0, "naval": naval}
        return float(found[option.args[0]])
    if option.verb == "enough":
        return 0.0
    sheet = DESIGNS[g.units.design[option.args[0].index]]
    return float(1.0 + 0.3 * sheet.strength + (0.5 if sheet.kind == Kind.ARM else 0.0))


def _envoys(g: World, envoys: Envoys, option: Option) -> float:
    if option.verb in ("done", "keep"):
        return 0.0
    if option.verb in ("press", "spend"):
        word = option.args[0]
        if option.verb == "spend":
            return 2.0
        likes = {"usat": 1.5 if envoys.power != GERMANY else 0.6, "rgt": 1.2 if envoys.power == RUSSIA else 0.7}
        given = points_on(g, envoys.power, track_place(TRACKS[word])) if envoys.power == BRITAIN else 0
        return likes[word] - LESS_EACH * given  # Spain and Turkey must be kept out as well
    if option.verb == "demand":
        return 2.0
    if option.verb == "fund":
        return 0.45 if envoys.power in (BRITAIN, RUSSIA, US) and option.args[0] in FUNDED else 0.05
    country: int = option.args[0].index
    if option.verb == "influence":
        wanted = {INDEX[k]: v for k, v in COURTED.get(envoys.power, {}).items()}
        return 0.4 + 0.3 * wanted.get(country, -2)
    axis = envoys.power in (GERMANY, ITALY)
    hope = 3.5 + open_modifiers(g, country).total + (1 if axis else -1) * points_on(g, envoys.power, country)
    friendly = hope >= 6.0 if axis else hope <= 2.0
    return 1.0 if friendly else -0.5


def at_war_and_rich(g: World, power: int) -> bool:
    """A power in the second year of war and later with more than it can spend on its force pools."""
    return g.sheet.whole and g.year >= 1941 and g.nations.side[power] in (AXIS, ALLIES) and g.nations.level[power] >= PLENTY


def _research(g: World, lab: Laboratory, option: Option) -> float:
    """Points go together into what a faction needs; a roll when it can succeed."""
    if option.verb == "wait":
        return 0.0
    key = option.args[0]
    if option.verb == "codes":
        return 1.2 if key == "ultra" or g.sheet.theatre != "europe" else -1.0
    if option.verb == "produce":
        if key == "port":  # for the way over the islands
            ocean = g.sheet.theatre != "europe" and g.year >= 1943
            return 1.3 if lab.power == US and ocean and not made(g, lab.power, key) else -1.0
        want = GOODS.get(lab.faction, {}).get(key, 0.05)
        if key in FORCES and lab.faction == WESTERN and at_war_and_rich(g, lab.power):
            want += 2.0  # money is not wanting, units are
        if key == "strategic_bombers" and made(g, lab.power, key) < BOMBERS_A_YEAR and at_war_and_rich(g, lab.power):
            want = 2.5
        if key == "submarines" and made(g, lab.power, key) >= BOATS_A_YEAR:
            want = 0.3  # laboratories and armies need points too
        need = g.number("25.4 transports needed in the Atlantic") + 4
        if key == "transports" and (g.sheet.theatre == "pacific" or in_pools(g, Kind.TRANSPORT) >= HULLS):
            return 0.05  # what is in the pool must be built first
        if key == "transports" and len(in_box(g, Kind.TRANSPORT, ALLIES)) < need:
            want += 0.8 if g.nations.side[US] != ALLIES else 3.0 - made(g, lab.power, key)
        if key == "asw" and lab.faction == WESTERN and escorts_to_come(g) > 0:
            want += 3.0
        return want
    if option.verb == "allot":
        liking = TASTE.get(lab.faction, {}).get(key, 0.1)
        if lab.faction == WESTERN and key in ("asw", "air_range") and short_of_escorts(g):
            liking += 0.5  # every result spares transports (ours 24.6)
        return liking + (0.5 if liking >= LIKED else 0.05) * g.points[cell(lab.faction, key)]
    return 1.0 if chance_needed(g, lab.faction, key) <= 5 else -1.0
