"""Questions of the optional kits in which a power acts: guns, emergency supply, offensives, pilots, divisions, rockets.

Greedy and planner share them; oil and what is kept or destroyed are in quartermaster.py, intelligence in spies.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent.council import cruces, stakes
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import FAR, cost, distances, view_of, worth
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.ground import RAIL
from grognard.titles.wif.kinds import Weather
from grognard.titles.wif.odds import end_chance
from grognard.titles.wif.odds_land import Prospect, likely_table, reckon
from grognard.titles.wif.rules.anti_aircraft import STRATEGIC, Barrage, Toll
from grognard.titles.wif.rules.artillery import SUPPORT, Shelling, shell_factors
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.divisions import Merger, Reform
from grognard.titles.wif.rules.emergency_supply import Rescue
from grognard.titles.wif.rules.hq_benefits import Enhancing, within_range
from grognard.titles.wif.rules.hq_support import Support
from grognard.titles.wif.rules.impulses import end_modifiers
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.offensives import Offensive
from grognard.titles.wif.rules.partisans import Rising
from grognard.titles.wif.rules.pilots import Airfields
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.promotions import Promotion
from grognard.titles.wif.rules.replacements import Yard
from grognard.titles.wif.rules.spotting import Spotted
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_units import Stores
from grognard.titles.wif.rules.units import land_at, of_side, roster
from grognard.titles.wif.rules.v_weapons import Arming, Bombardier, Launching
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import NOWHERE, War

HUNGRY = 2  # units beside the enemy for which an HQ gives its emergency supply
CUT_OFF, AROUND = 3, 4  # units that starve so near an HQ for which a supply unit is expended
IN_DOUBT = 0.25  # the chance that a defended hex is cleared from which an HQ helps
TIRED = 2  # HQs face-down from which all are turned up
LONG = 0.4  # the chance of the turn's end below which points are spent on it
STRIKERS = 4  # armies near an HQ that leads a land offensive
IN_HAND = 15  # offensive points, in hand and on their way, for the offensive of the year
OFFENSIVES: dict[int, tuple[tuple[str, str], ...]] = {  # turns in which a power prepares and spends them
    GERMANY: (("Nov/Dec 1940", "Jul/Aug 1942"),),
    JAPAN: (("Mar/Apr 1941", "Mar/Apr 1942"),),
    USSR: (("Nov/Dec 1942", "Jul/Aug 1945"),),
    USA: (("Jul/Aug 1943", "Jul/Aug 1945"),),
    COMMONWEALTH: (("Jul/Aug 1943", "Jul/Aug 1945"),),
}


def command(g: War, ask: Ask) -> Answer | None:
    """The answer to a question of the kits, None for the others."""
    make = ANSWERS.get(type(ask.subject))
    return make(g, ask, ask.subject) if make is not None else None


def _of(ask: Ask, verb: str) -> list[Option]:
    return [o for o in ask.options if o.verb == verb]


def _turn_ends(g: War) -> float:
    return float(end_chance(g, g.box, end_modifiers(g).total))


# --- guns (22.2) --------------------------------------------------------------------------------------------------------------


def _barrage(g: War, ask: Ask, subject: Barrage) -> Answer:
    """Everything that reaches them: over factories and where our own stand; nothing is kept for a raid that may not come."""
    shots = _of(ask, "flak")
    ours = bool(of_side(g, land_at(g, subject.space), SIDE_OF_POWER[subject.power]))
    if shots and (ours or subject.against == STRATEGIC):
        best = max(shots, key=lambda o: (g.units[o.args[0].index].sheet.strength * int(o.args[1]), -o.args[0].index))
        return best, "every gun that reaches them"
    return named(ask, "hold_fire") or ask.options[0], "nobody of ours is there"


def _toll(g: War, ask: Ask, subject: Toll) -> Answer:
    """One's own: the cheapest; the enemy's: the dearest."""
    mine = g.seat(g.units.power[subject.among[0]]) == ask.seat
    pick = min if mine else max
    return pick(ask.options, key=lambda o: (cost(g, o.arg.index), o.arg.index)), "it costs least" if mine else "it costs most"


def _shelling(g: War, ask: Ask, subject: Shelling) -> Answer:
    """Support where the fight is worth most; strikes at the strongest beside our armies."""
    salvoes = _of(ask, "shell")

    def use(option: Option) -> float:
        gun, target = (arg.index for arg in option.args)
        foes = of_side(g, land_at(g, target), 1 - SIDE_OF_POWER[subject.power])
        standing = sum(cost(g, u) for u in foes if not g.units.down[u])
        factors = float(shell_factors(g, gun, target))
        return factors * (1.0 + worth(g, target)) if subject.how == SUPPORT else factors / 10 * standing

    top = max(salvoes, key=lambda o: (use(o), -o.args[0].index), default=None)
    if top is not None and use(top) >= 0.5:
        return top, "the guns help" if subject.how == SUPPORT else "to shake them"
    return named(ask, "done") or ask.options[0], "kept ready"


# --- supply (2.4.3, 22.3) and HQ support (11.15.3) ------------------------------------------------------------------------------


def _rescue(g: War, ask: Ask, subject: Rescue) -> Answer:
    """Attacked units are fed; of the attackers those beside the enemy, if they are enough for an HQ that will lie face-down."""
    feeds = _of(ask, "feed")
    if not subject.defending:
        view = view_of(g, subject.power)
        feeds = [o for o in feeds if not g.units.down[u := o.args[1].index] and view.beside_enemy(g.units.at[u])]
        begun = {o for o in feeds if o.args[0].index in g.units.rescued}
        hungry = {o.args[1].index for o in feeds}
        if not begun and (len(hungry) < HUNGRY or not view.bold):
            feeds = []
    feeds = [o for o in feeds if roster(g).land[o.args[1].index]]
    if feeds:
        announced = set(g.units.rescued)
        best = max(feeds, key=lambda o: (o.args[0].index in announced, cost(g, o.args[1].index), -o.args[1].index))
        return best, "it must fight"
    return named(ask, "done") or ask.options[0], "they wait for the road"


def _stores(g: War, ask: Ask, subject: Stores) -> Answer:
    for option in _of(ask, "expend"):
        near = distances(g, g.units.at[option.args[1].index])
        army = [u for u, p in enumerate(g.units.power) if p == subject.power and roster(g).land[u]]
        if sum(near.get(g.units.at[u], FAR) <= AROUND and not in_supply(g, u) for u in army if g.units.at[u] >= 0) >= CUT_OFF:
            return option, "an army starves around it"
    return named(ask, "done") or ask.options[0], "kept for a worse day"


def _prospect(g: War, attack: int) -> Prospect | None:
    battle = fight(g, attack)
    return reckon(g, battle, likely_table(g, battle, g.attacks.power[attack])) if battle.attackers else None


def _support(g: War, ask: Ask, subject: Support) -> Answer:
    """An HQ that attacks is turned face-down anyway; one that defends helps where the hex may fall."""
    best: tuple[float, int] | None = None
    for n, option in enumerate(ask.options):
        if option.verb != "support" or g.units[option.args[0].index].sheet.reorganisation < 2:
            continue
        outlook = _prospect(g, option.args[1].index)
        if outlook is None or (subject.defending and outlook.clear < IN_DOUBT):
            continue
        value = (1.0 + worth(g, g.attacks.target[option.args[1].index])) * outlook.clear
        if best is None or value > best[0]:
            best = (value, n)
    if best is not None:
        return ask.options[best[1]], "the HQ decides it"
    return named(ask, "done") or ask.options[0], "it is decided without"


# --- offensives (16) ------------------------------------------------------------------------------------------------------------


def in_season(g: War, power: int) -> bool:
    """Whether a power prepares its offensive of the year now."""
    return any(turn_number(first) <= g.turn <= turn_number(last) for first, last in OFFENSIVES.get(power, ()))


def points_in_hand(g: War, power: int) -> int:
    """Offensive points a power has or has ordered."""
    return g.powers.offensive[power] + sum(g.chits[n + 2] for n in range(0, len(g.chits), 3) if g.chits[n] == power)


def order(g: War, ask: Ask, purse: Purse) -> Answer | None:
    """Points for the offensive of the year: of a full purse no more than half, until there are enough."""
    if not political(g) or not in_season(g, purse.power):
        return None
    missing = IN_HAND - points_in_hand(g, purse.power)
    fit = [o for o in _of(ask, "offensive") if int(o.args[0]) <= missing and 2 * int(o.args[0]) <= purse.points]
    if not fit:
        return None
    best = max(fit, key=lambda o: int(o.args[0]))
    return best, Telling(f"{best.args[0]} points for the offensive")


def _offensive(g: War, ask: Ask, subject: Offensive) -> Answer:
    """Once the main road is open and the turn young: an HQ leads the armies around it, or all HQs are turned face-up."""
    power, enough = subject.power, named(ask, "enough") or ask.options[0]
    view = view_of(g, power)
    if not view.bold or _turn_ends(g) > LONG:
        return enough, "they are kept for a better hour"
    tired = [o for o in _of(ask, "rouse") if view.near(g.units.at[o.arg.index]) <= 2 * AROUND]
    everybody = named(ask, "rouse_all")
    if everybody is not None and len(tired) > TIRED:
        return everybody, "the offensive goes on"
    if len(tired) >= TIRED:
        return max(tired, key=lambda o: (g.units[o.arg.index].sheet.reorganisation, -o.arg.index)), "it is needed at the front"
    places = [s for s in (*cruces(g, power), *(s for s in stakes(g) if worth(g, s) >= 2.0)) if s in view.theirs]
    known, best = roster(g), None
    for n, option in enumerate(ask.options):
        if option.verb != "lead" or option.args[1] != "land":
            continue
        hq = option.args[0].index
        army = [
            u for u, p in enumerate(g.units.power)
            if p == power and known.land[u] and not known.hq[u] and not g.units.down[u] and g.units.at[u] >= 0
            and view.near(g.units.at[u]) <= 2 and within_range(g, hq, g.units.at[u])
        ]  # fmt: skip
        aims = [s for s in places if view.to_friend.get(s, FAR) <= 2 and distances(g, s).get(g.units.at[hq], FAR) <= 2 * AROUND]
        fine = [s for s in aims if weather_at(g, s) == Weather.FINE]
        if len(army) >= STRIKERS and fine:
            value = len(army) + max(worth(g, s) for s in fine)
            if best is None or value > best[0]:
                best = (value, n, max(fine, key=lambda s: worth(g, s)))
    if best is None:
        return enough, "no place is worth them"
    return ask.options[best[1]], Telling(f"the offensive on {g.board.label(best[2])}")


def _enhancing(g: War, ask: Ask, subject: Enhancing) -> Answer:
    """The strongest attacker where the hex is worth most and not yet sure."""
    best: tuple[float, int, int] | None = None
    for n, option in enumerate(ask.options):
        if option.verb != "double":
            continue
        unit = option.arg.index
        attack = next((k for k, t in enumerate(g.attacks.target) if t != NOWHERE and t == g.units.target[unit]), NOWHERE)
        outlook = _prospect(g, attack) if attack != NOWHERE else None
        if outlook is None or outlook.clear >= 1.0:
            continue
        value = (1.0 - outlook.clear) * (1.0 + worth(g, g.attacks.target[attack])) * g.units[unit].sheet.strength
        if best is None or value > best[0]:
            best = (value, n, attack)
    if best is not None:
        return ask.options[best[1]], Telling(f"all for {g.board.label(g.attacks.target[best[2]])}")
    return named(ask, "no_more") or ask.options[0], "the attacks are sure"


# --- pilots, divisions, promotions, ships, rockets --------------------------------------------------------------------------


def _airfields(g: War, ask: Ask, subject: Airfields) -> Answer:
    """Every free pilot flies the best machine."""
    top = max(_of(ask, "man"), key=lambda o: (cost(g, o.arg.index), -o.arg.index), default=None)
    return (top, "a pilot for it") if top is not None else (named(ask, "enough") or ask.options[0], "all fly")


def _reform(g: War, ask: Ask, subject: Reform) -> Answer:
    """Two divisions in a hex are one corps again."""
    return named(ask, "reform") or ask.options[0], "stronger together"


def _merger(g: War, ask: Ask, subject: Merger) -> Answer:
    return max(ask.options, key=lambda o: (g.units[o.arg.index].sheet.strength, -o.arg.index)), "the strongest"


def _promotion(g: War, ask: Ask, subject: Promotion) -> Answer:
    """Whoever gains most."""

    def gain(option: Option) -> int:
        old, new = (g.units[arg.index].sheet for arg in option.args)
        return int(new.strength - old.strength)

    top = max(_of(ask, "promote"), key=lambda o: (gain(o), -o.args[0].index), default=None)
    if top is not None and gain(top) > 0:
        return top, "they have earned it"
    return named(ask, "nobody") or ask.options[0], "nobody gains by it"


def _yard(g: War, ask: Ask, subject: Yard) -> Answer:
    """Ships that are not afloat make way for carriers."""
    old = [o for o in _of(ask, "convert") if g.units.at[o.arg.index] < 0]
    return (old[0], "a carrier instead") if old else (named(ask, "done") or ask.options[0], "it sails")


def _launching(g: War, ask: Ask, subject: Launching) -> Answer:
    """At the hex with most factories."""
    sides = sides_by_hex(g)
    aims = [o for o in _of(ask, "launch") if sides[o.args[1].index] != SIDE_OF_POWER[subject.power]]
    if aims:
        best = max(aims, key=lambda o: (g.ground.factories[o.args[1].index], worth(g, o.args[1].index), -o.args[0].index))
        return best, Telling(f"at {best.args[1].label}")
    return named(ask, "hold") or ask.options[0], "no target"


def _rising(g: War, ask: Ask, subject: Rising) -> Answer:
    """Where a factory, a resource or a railway is held up."""

    def harm(option: Option) -> tuple[float, int]:
        s = option.arg.index
        rails = sum(bool(bits & RAIL) for _, bits in g.ground.steps[s])
        return g.ground.factories[s] + g.ground.resources[s] + 0.2 * rails + worth(g, s), -s

    option = max(ask.options, key=harm)
    return option, f"they hold up what goes through {option.arg.label}"


def _verb(verb: str, words: str) -> Callable[[War, Ask, Any], Answer]:
    return lambda g, ask, subject: (named(ask, verb) or ask.options[0], words)


ANSWERS: dict[type, Callable[[War, Ask, Any], Answer]] = {
    Barrage: _barrage,
    Toll: _toll,
    Shelling: _shelling,
    Rescue: _rescue,
    Stores: _stores,
    Support: _support,
    Offensive: _offensive,
    Enhancing: _enhancing,
    Airfields: _airfields,
    Reform: _reform,
    Merger: _merger,
    Promotion: _promotion,
    Rising: _rising,
    Spotted: _verb("send_down", "they go home sooner"),
    Yard: _yard,
    Launching: _launching,
    Arming: _verb("arm", "it is for today"),
    Bombardier: _verb("drop", "it ends the war"),
}
