"""The whole war's own questions: what is built for strategic warfare and in the shipyards, what is committed, where troops are
shipped, what is lent, whom war is declared on. Plain judgement, no search."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import landings, transfers
from grognard.titles.tw.agent.estimate import surrender_looms
from grognard.titles.tw.agent.ground_view import View
from grognard.titles.tw.agent.transfers import Posts
from grognard.titles.tw.campaign import date_of
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX, ITALY, KEYS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.bombing_raids import Hiding
from grognard.titles.tw.rules.bombing_war import Bombers
from grognard.titles.tw.rules.border_wars import AT_HOME, DISPUTED, defenders, invaders
from grognard.titles.tw.rules.capitulation import LENT
from grognard.titles.tw.rules.convoys import Lane, Wolfpack, harbours, hazard
from grognard.titles.tw.rules.declarations import Cabinet
from grognard.titles.tw.rules.deployment import Deployment, Transfer
from grognard.titles.tw.rules.grants import DUTIES, Treasury
from grognard.titles.tw.rules.passages import Convoy, Onward, Passage
from grognard.titles.tw.rules.seas import free_berths
from grognard.titles.tw.rules.strategic_units import unit_cost
from grognard.titles.tw.rules.strategic_war import Arsenal, Atlantic
from grognard.titles.tw.rules.variants import PROJECTS, Bureau
from grognard.titles.tw.rules.yard_work import Slips
from grognard.titles.tw.state import FALL, SPRING, SUMMER, War, turn_of

RESERVE = {GERMANY: 60, BRITAIN: 50, USA: 40, USSR: 40}  # NARFs that strategy leaves to the armies
WARS = {  # first season, whom, and who must be beaten before
    GERMANY: (
        (turn_of(1940, SPRING), "denmark", "poland"),
        (turn_of(1940, SPRING), "netherlands", "poland"),
        (turn_of(1940, SPRING), "belgium", "poland"),
        (turn_of(1941, SPRING), "yugoslavia", "france"),
        (turn_of(1941, SUMMER), "ussr", "france"),
    ),
    ITALY: ((turn_of(1940, SUMMER), "france", "belgium"), (turn_of(1940, SUMMER), "britain", "france")),
}
WAR_CHEST = 30
RUSHED = 160  # NARFs at which ships are hurried
ALMS = 120  # and Italy is helped
PLENTY = 70  # NARFs beyond the reserve at which dear things are bought
REBUILD = turn_of(1940, FALL)  # border wars after it leave gaps in the Soviet army
FIRST = {GERMANY: ("U_BOAT", "INT", "JET_INT", "V2", "V1"), BRITAIN: ("ASW", "INT", "SAC"), USA: ("ASW", "SAC"), USSR: ("INT",)}


def choose(g: War, ask: Ask) -> tuple[Option, str] | None:
    """The answer to a question of the whole war, or None where this module has no view."""
    match ask.subject:
        case Arsenal(power=power):
            return _arsenal(g, ask, power)
        case Slips():
            return _slips(g, ask)
        case Atlantic() | Bombers():
            return _commit(g, ask)
        case Deployment():
            return transfers.to_the_border(g, ask)
        case Transfer():
            return transfers.at_the_border(g, ask)
        case Convoy(power=power):
            return landings.ferry(g, ask, power) or _convoy(g, ask)
        case Passage(unit=unit):
            return _passage(g, ask, unit)
        case Onward(unit=unit):
            return _onward(g, ask, unit)
        case Treasury(power=power):
            return _treasury(g, ask, power)
        case Wolfpack() | Hiding():
            return ask.options[0], "left to chance"
        case Lane(counters=counters):
            ports = harbours(g)[:3]
            ways = [o for o in ask.options if o.args[1].index in ports]
            safest = min(ways, key=lambda o: hazard(g, o.args[0].index, o.args[1].index, counters), default=ask.options[0])
            return safest, "away from the wolves"
        case Bureau(power=power):
            return _bureau(g, ask, power)
        case Cabinet(power=power):
            return _cabinet(g, ask, power)
    return None


def _done(ask: Ask, why: str) -> tuple[Option, str] | None:
    found = ask.find("done") or ask.find("stay")
    return None if found is None else (found, why)


def _bureau(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """Projects are played as soon as they can be; a rich power tries for the one whose day is nearest."""
    won = next((o for o in ask.options if o.verb == "unveil"), None)
    if won is not None:
        return won, "its time has come"
    lists = [o for o in ask.options if o.verb == "project"]
    if lists:
        return min(lists, key=lambda o: date_of(PROJECTS[power, int(o.args[0])].first)), "the nearest project"
    tries = [o for o in ask.options if o.verb == "research" and o.args[1] == "project"]
    if tries and g.nations.narfs[power] >= RESERVE.get(power, 40) + 20:
        return tries[-1], "money for research"
    return _done(ask, "no research")


def _cabinet(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """The wars of history, when their season has come and the one before is over; America and the Soviets as soon as they can."""
    for first, target, before in WARS.get(power, ()):
        option = ask.find(f"declare {g.nations[INDEX[target]].token}")
        ready = g.turn >= first and (not before or g.nations.surrendered[INDEX[before]])
        if option is not None and ready and g.nations.narfs[power] >= WAR_CHEST:
            return option, f"the time for {target.replace('_', ' ')} has come"
    surprise = ask.find("surprise")
    if surprise is not None:
        return surprise, "the West does not expect it"
    annex = ask.find("annex")
    if annex is not None:
        return annex, "Alsace for the Reich"
    loan = ask.find("destroyers")
    if loan is not None:
        return loan, "escorts for Britain"
    claims = [o for o in ask.options if o.verb == "claim" or (o.verb == "contest" and _wins_border_war(g, str(o.args[0])))]
    if claims:
        return claims[0], "the Pact gives it to us"
    option = ask.find("enter")
    return (option, "America wants in") if option is not None else _done(ask, "no new war")


def _wins_border_war(g: War, territory: str) -> bool:
    """Whether the Soviets are strong enough where the other side may fight (16.5), two to one while there is time to rebuild what
    it costs, then three to one; Bessarabia is given up (envoys.py)."""
    known = g.roster
    attack = sum(known.strengths[u] for u in invaders(g, territory))
    defence = AT_HOME * sum(known.strengths[u] for u in defenders(g, DISPUTED[territory]))
    return territory != "karelia" or attack >= (2 if g.turn <= REBUILD else 3) * defence


def _arsenal(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """Boats and escorts first, then interceptors, then bombers, while the armies keep their money."""
    spare = g.nations.narfs[power] - RESERVE[power]
    mend = ask.find("mend")
    if mend is not None and spare > 0:
        return mend, "a bomber flies again"
    for kind in FIRST[power]:
        option = ask.find(f"raise {kind}")
        if option is not None and spare >= unit_cost(g, power, kind):
            return option, f"{kind.replace('_', ' ').lower()} for the long war"
    if spare >= PLENTY:
        for words in ("flak cash", "flak light", "raise SAC"):
            option = ask.find(words)
            if option is not None:
                return option, "money that nothing else needs"
    return _done(ask, "the rest is for the armies")


def _slips(g: War, ask: Ask) -> tuple[Option, str] | None:
    """Ships on the slips are finished, the most advanced first; new ones are begun when money is left."""
    best: tuple[float, Option, str] | None = None
    for option in ask.options:
        if option.verb == "work":
            ship = option.arg
            value = 10.0 + ship.track + 3 * ship.depleted
            reason = f"{ship.label} is brought on"
        elif option.verb == "rush" and option.arg.sheet.kind == Kind.FLEET:
            value, reason = 12.0 + option.arg.track, f"{option.arg.label} is hurried on"
        elif option.verb == "lay_down":
            value, reason = 1.0, "a new ship"
        elif option.verb == "shipyard" and option.args[0].index in (USA, BRITAIN):
            value, reason = 0.5, "a new yard"
        else:
            continue
        payer = KEYS[option.args[0].index] if option.verb == "shipyard" else option.args[0].sheet.nation
        rich = next((n for n in g.nations if n.token.endswith(payer)), None)
        least = RUSHED if option.verb in ("rush", "shipyard") else 30
        if rich is not None and rich.narfs >= least and (best is None or value > best[0]):
            best = value, option, reason
    return (best[1], best[2]) if best is not None else _done(ask, "nothing more in the yards")


def _commit(g: War, ask: Ask) -> tuple[Option, str] | None:
    """All that is built is sent; interceptors are divided by the bombers they may meet; no raiders, no bombing of Britain."""
    verbs = {o.verb for o in ask.options}
    if "guard" in verbs and isinstance(ask.subject, Bombers) and ask.subject.second:
        box = ask.subject
        share = box.interceptors * box.bombers // max(box.bombers + box.second, 1)
        option = next((o for o in ask.options if o.args[:1] == (share,)), ask.options[0])
        return option, "interceptors by the size of the raids"
    if verbs & {"raid", "assign"}:
        return _done(ask, "the ships and bombers stay with the fronts")
    if verbs & {"commit", "escort", "bomb", "guard", "launch"}:
        return ask.options[0], "everything is sent"
    return None


def _convoy(g: War, ask: Ask) -> tuple[Option, str] | None:
    """Troops and aircraft leave the boxes for the fronts."""
    found = [o for o in ask.options if o.verb == "emerge"]
    if found:
        posts = Posts(g, g.side, View(g, g.side))
        best = max(found, key=lambda o: posts.wanted(o.args[0].index, o.args[1].index))
        return best, f"from the Urals to {best.args[1].label}"
    for option in ask.options:
        if option.verb == "evacuate" and _threatened(g, option.arg.index):
            return option, "machines are saved"
        if option.verb == "ferry" and g.ground.box[option.arg.at]:
            return option, "troops leave for the war"
    return _done(ask, "no more by sea")


def _threatened(g: War, space: int) -> bool:
    sides = g.roster.sides
    rows = zip(g.units.at, sides)
    return any(at >= 0 and side == 0 and g.ground.land[at] and g.ground.far(at, space) <= 4 for at, side in rows)


def _passage(g: War, ask: Ask, unit: int) -> tuple[Option, str] | None:
    """To the front, to a depot of the next landing, or to a port in Britain or the Middle East with berths left."""
    wanted = [o for o in ask.options if o.verb == "passage"]
    ranked = sorted(
        wanted,
        key=lambda o: (
            not landings.safe_passage(g, o.args[0].index, o.args[1].index),
            o.args[0].index in landings.merchants(g),
            -landings.wanted_port(g, o.args[1].index),
            _far_from_war(g, o.args[1].index),
            -free_berths(g, o.args[1].index),
        ),
    )
    return (ranked[0], "nearer to the war") if ranked else _done(ask, "no ship")


def _onward(g: War, ask: Ask, unit: int) -> tuple[Option, str] | None:
    """From the harbour to the post that wants it most."""
    posts = Posts(g, g.side, View(g, g.side))
    best = posts.best(unit, [o.arg.index for o in ask.options if o.verb == "onward"])
    if best is not None and best[0] > max(posts.wanted(unit, g.units.at[unit]), 0.0):
        option = next(o for o in ask.options if o.verb == "onward" and o.arg.index == best[1])
        return option, f"wanted at {option.arg.label}"
    return ask.find("stay") or ask.options[0], "it waits in the harbour"


def _far_from_war(g: War, space: int) -> int:
    if g.ground.box[space]:
        return 50
    return 0 if g.ground.country[space] in ("britain", "egypt") else 10


def _treasury(g: War, ask: Ask, power: int) -> tuple[Option, str] | None:
    """What is owed to the Soviet Union is sent; America helps Britain when it is rich."""
    row = g.nations[power]
    owed = next((n for p, first, n, _ in DUTIES if p == power and g.turn >= first), 0)
    if g.season in (SPRING, FALL) and g.barbarossa >= 0 and row.aid_sent < owed:
        for wanted in ("murmansk", "atlantic"):
            option = next((o for o in ask.options if o.verb == "relay" and o.args[1] == wanted), None)
            if option is not None:
                return option, "aid for the Soviet Union"
        option = next((o for o in ask.options if o.verb == "lend" and o.args[0].index == USSR and int(o.args[2]) >= owed), None)
        if option is not None:
            return option, "aid for the Soviet Union"
    if power in (BRITAIN, USA) and surrender_looms(g) and g.nations.received[USSR] < LENT and row.narfs >= 2 * LENT:
        for wanted in ("murmansk", "atlantic"):
            option = next((o for o in ask.options if o.verb == "relay" and o.args[1] == wanted), None)
            if option is not None:
                return option, "the Soviet Union totters"
        loans = [o for o in ask.options if o.verb == "lend" and o.args[0].index == USSR and int(o.args[2]) >= LENT]
        if loans:
            return loans[0], "the Soviet Union totters"
    if power == GERMANY and row.narfs > ALMS and g.nations.narfs[ITALY] < 40:
        option = next((o for o in ask.options if o.verb == "grant" and o.args[0].index == ITALY and int(o.args[1]) == 20), None)
        if option is not None:
            return option, "Italy must be kept going"
    if power == USA and row.narfs > 60 and g.nations.narfs[BRITAIN] < (80 if row.side != NEUTRAL else 40):
        loans = [o for o in ask.options if o.verb == "lend" and o.args[0].index == BRITAIN]
        if loans:
            return max(loans, key=lambda o: int(o.args[2])), "aid for Britain"
    if power == USA and row.narfs > ALMS and g.barbarossa >= 0 and g.nations.narfs[USSR] < 100:
        for wanted in ("murmansk", "atlantic"):
            option = next((o for o in ask.options if o.verb == "relay" and o.args[1] == wanted), None)
            if option is not None:
                return option, "more aid for the Soviet Union"
    return _done(ask, "no more grants")
