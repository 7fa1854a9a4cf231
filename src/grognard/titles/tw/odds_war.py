"""What to expect of the whole war's own dice before they are thrown: a season of the U-Boat war, a bombing season, a meeting at
sea, an invasion on its way, a Variant. Exact on the tables; of what the other side keeps secret it is assumed that all that is
built comes. Diplomatic rolls are in odds_diplomacy.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.dice import D10, one
from grognard.kernel.flow import Option
from grognard.odds.forecast import Chance, Forecast, Loss
from grognard.titles.tw.nations import BRITAIN, GERMANY, USA
from grognard.titles.tw.rules.american_entry import happy_time
from grognard.titles.tw.rules.bombing import Raid, bomb_damage, bombing_modifiers
from grognard.titles.tw.rules.bombing_war import Bombers
from grognard.titles.tw.rules.interception import interception_modifiers, meets, naval_forces, near_enough, size_of
from grognard.titles.tw.rules.invasions import Armada, goals
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.seas import route
from grognard.titles.tw.rules.strategic_war import Atlantic
from grognard.titles.tw.rules.uboats import reckon, uboat_modifiers
from grognard.titles.tw.rules.variants import Bureau, research_modifiers, succeeds
from grognard.titles.tw.rules.voyages import Meeting
from grognard.titles.tw.state import War
from grognard.titles.tw.war_charts import STRATEGIC_BOMBING, UBOAT_WAR

SHIPPING = ("plain", "Ambush", "Massacre")
ROLLS = range(1, 11)


def outlook(g: War, option: Option, subject: Any) -> Forecast | None:
    """The forecast of a question of the whole war, None for all others."""
    match subject:
        case Atlantic(uboats=uboats, british=british, american=american) if option.verb in ("commit", "escort"):
            if option.verb == "commit":
                return uboat_season(g, int(option.args[0]), british + american)
            return uboat_season(g, uboats, int(option.args[0]) + int(option.args[1]))
        case Bombers() if option.verb == "bomb" and len(option.args) == 2:
            return bombing_season(g, subject, int(option.args[0]), int(option.args[1]))
        case Meeting() if option.verb == "intercept" and subject.ships:
            return meeting(g, subject, option.args[0].index, option.args[1].index)
        case Armada(port=port, cargo=cargo) if option.verb == "sail" and cargo:
            return crossing(g, port, sorted({f for f, _ in cargo}), option.args[0].index)
        case Bureau(power=power) if option.verb == "research":
            return research(g, power, int(option.args[0]), str(option.args[1]))
    return None


def _card(
    title: str, odds: str, column: str, modifiers: Iterable[object], results: dict[str, float], good: float,
    losses: list[Loss], words: dict[str, str],
) -> Forecast:  # fmt: skip
    chances = [Chance(name, p) for name, p in results.items() if p > 0]
    return Forecast(title, odds, column, [], [str(m) for m in modifiers], chances, good, 0.0, [], losses, words=words)


def uboat_season(g: War, uboats: int, asw: int) -> Forecast | None:
    """The U-Boat table for these forces (5.1.1)."""
    if not uboats:
        return None
    modifiers = uboat_modifiers(g)
    column = UBOAT_WAR.column(uboats, asw) if asw else len(UBOAT_WAR.labels) - 1
    results: dict[str, float] = {}
    narfs = boats = escorts = good = 0.0
    for result, chance in UBOAT_WAR.outcomes(column, one(D10), modifiers.total):
        season, p = reckon(uboats, asw, result, happy=happy_time(g)), float(chance)
        results[SHIPPING[season.shipping]] = results.get(SHIPPING[season.shipping], 0.0) + p
        narfs, boats, escorts = narfs + p * season.narfs, boats + p * season.uboats_lost, escorts + p * season.asw_lost
        good += p * (season.narfs > 0)
    return _card(
        f"{uboats} U-Boats against {asw} ASW", f"{narfs:.1f} NARFs sunk on average", UBOAT_WAR.label(column), modifiers.counted,
        results, good, [Loss("U-Boats", boats, 0.0), Loss("ASW", escorts, 0.0)],
        {"taken": "Shipping is sunk", "results": "Convoys"},
    )  # fmt: skip


def bombing_season(g: War, box: Bombers, british: int, american: int) -> Forecast | None:
    """Both raids on Germany with the interceptors divided by their size; heavy flak is left out (5.2)."""
    if not british + american:
        return None
    results: dict[str, float] = {}
    losses, total, good = [], 0.0, 1.0
    for power, sent in ((BRITAIN, british), (USA, american)):
        if not sent:
            continue
        guards = box.interceptors * sent // (british + american)
        mean, lost, none = 0.0, 0.0, 0.0
        for roll in ROLLS:
            raid = Raid(power, GERMANY, sent, guards)
            modifiers = bombing_modifiers(g, raid)
            column = STRATEGIC_BOMBING.column(sent, max(guards, 1))
            raid.result = STRATEGIC_BOMBING[column, roll + modifiers.total]
            raid.stars = raid.result.stars
            if guards:
                raid.lost, raid.aborted = min(raid.result.attackers_lost, sent), raid.result.attackers_aborted
                raid.interceptors_lost = min(raid.result.defenders_lost, guards)
            narfs = bomb_damage(g, raid)
            name = f"{g.nations[power].label}: {('plain damage', 'critical hit', 'firestorm')[raid.stars]}"
            results[name] = results.get(name, 0.0) + 0.1
            mean, lost, none = mean + narfs / 10, lost + raid.lost / 10, none + (narfs == 0) / 10
        total, good = total + mean, good * none
        losses.append(Loss(f"{g.nations[power].label} SAC", lost, 0.0))
    return _card(
        f"{british} British and {american} American SAC", f"{total:.1f} NARFs destroyed on average, without flak", "", [],
        results, 1.0 - good, losses, {"taken": "Damage is done", "results": "Results"},
    )  # fmt: skip


def _finds(g: War, ships: list[int], place: int, area: int, target: Force, *, evasion: bool) -> tuple[float, list[str]]:
    modifiers = interception_modifiers(g, ships, place, area, target, counter=False, evasion=evasion)
    found = sum([meets(roll, modifiers.total, size_of(g, target)) for roll in ROLLS]) / 10
    return found, [str(m) for m in modifiers.counted]


def meeting(g: War, about: Meeting, place: int, area: int) -> Forecast | None:
    """The chance that ships of a place meet a mission in an area (7.8)."""
    ships = naval_forces(g, about.side).get(place)
    if not ships:
        return None
    target = Force(1 - about.side, list(about.ships), cargo=about.cargo)
    chance, words = _finds(g, ships, place, area, target, evasion=about.evasion)
    return _card(
        f"Interception in {g.board.label(area)}", f"from {g.board.label(place)}", "", words,
        {"met": chance, "missed": 1.0 - chance}, chance, [], {"taken": "It is met", "results": "Search"},
    )  # fmt: skip


def crossing(g: War, port: int, fleets: list[int], goal: int) -> Forecast | None:
    """The chance that an invasion is met by enemy ships on its way, each force trying where it finds best (7.7, 7.8)."""
    area = goals(g, port, fleets[0], commandos=True).get(goal)
    if area is None:
        return None
    way, safe, words = route(g, g.roster.nations[fleets[0]], port, area), 1.0, []
    target = Force(g.side, fleets, cargo=True)
    for place, ships in naval_forces(g, 1 - g.side).items():
        tries = [_finds(g, ships, place, a, target, evasion=False)[0] for a in way if near_enough(g, place, ships, a)]
        if tries:
            safe *= 1.0 - max(tries)
            words.append(f"{g.board.label(place)}: {max(tries):.0%}")
    return _card(
        f"The way to {g.board.label(goal)}", f"{len(way)} sea areas", "", words, {"unseen": safe, "met": 1.0 - safe},
        safe, [], {"taken": "Not met by ships", "results": "On the way", "modifiers": "Enemy ships"},
    )  # fmt: skip


def research(g: War, power: int, saved: int, goal: str) -> Forecast:
    """The chance of a Variant, or of a saved modifier, without chits (28.0)."""
    first, second = (
        sum([succeeds(power, roll, research_modifiers(g, power, n, 0).total) for roll in ROLLS]) / 10 for n in (saved, 0)
    )
    good = first * (second if goal == "project" else 1.0)
    return _card(
        f"{g.nations[power].label}: a {goal}", f"{first:.0%} and then {second:.0%}" if goal == "project" else f"{first:.0%}", "",
        research_modifiers(g, power, saved, 0).counted, {"won": good, "nothing": 1.0 - good}, good, [],
        {"taken": "Won", "results": "Rolls"},
    )  # fmt: skip
