"""10: what a major power chooses to do in an impulse, and how much of it. Oil (10.3) is option 30."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import UNLIMITED
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.powers import active, powers_of
from grognard.titles.wif.rules.units import hexes_of_partisans, land_at
from grognard.titles.wif.state import COMPLETE, INCOMPLETE, Power, War

ACTIONS = tuple(Action)  # by number
MANOEUVRES = 45  # US entry option
COUNTED = {  # the column that counts an activity; what shares a column shares a limit
    Activity.PORT_ATTACK: "air",
    Activity.NAVAL_AIR: "air",
    Activity.STRATEGIC_BOMBARDMENT: "air",
    Activity.GROUND_STRIKE: "air",
    Activity.AIR_TRANSPORT: "air",
    Activity.PARADROP: "air",
    Activity.AIR_REBASE: "air",
    Activity.NAVAL_MOVE: "naval",
    Activity.RAIL: "rail",
    Activity.LAND_MOVE: "land",
    Activity.DEBARK: "land",
    Activity.INVASION: "attacks",
    Activity.LAND_ATTACK: "attacks",
}
ACTION_WORDS = {
    "pass": "Pass: do nothing, the turn ends sooner",
    "naval": "Naval action: ships",
    "air": "Air action: aircraft",
    "land": "Land action: armies",
    "combined": "Combined action: a little of everything",
}


class Choice(Subject, frozen=True):
    """A major power chooses its action."""

    power: Annotated[int, Power]


@rule("10.1")
def choose_action(g: War) -> Flow[None]:
    """Each major power of the active side chooses its action"""
    power = g.power
    yield from menu(g, g.seat(power), "{0}: choose an action", Choice(power), ACTION, named=(g.powers[power],))


@rule("10.1")
def may_choose(g: War, subject: Choice, word: str) -> No | None:
    """Whether a power may choose an action: a neutral only passes or takes a combined one."""
    if word not in ACTION_WORDS:
        return No("10.1", f"there is no action {word!r}")
    if subject.power == VICHY:
        same = Action(g.powers.action[g.installer]).name.lower()
        return None if word in ("pass", same) else No("17.4.2", f"Vichy passes or takes a {same} action")
    if not active(g, subject.power) and word not in ("pass", "combined") and not _free_to_choose(g, subject.power):
        return No("10.1", "a neutral major power passes or takes a combined action")
    return None


def _free_to_choose(g: War, power: int) -> bool:
    """US entry option 45: the neutral USA may choose any action."""
    return power == USA and MANOEUVRES in g.entry_options


def _choose(g: War, subject: Choice, word: str) -> None:
    row = g.powers[subject.power]
    row.action = int(Action[word.upper()])
    row.air = row.naval = row.land = row.rail = row.rail_air = row.attacks = 0
    g.say(f"{{}}: {ACTION_WORDS[word].split(':')[0].lower()}", row, rule="10.1")


@rule("16.2")
def actions_of(g: War, power: int) -> list[Action]:
    """The actions of a power this impulse: one, or several with offensive points."""
    bits = g.powers.more[power]
    return [ACTIONS[g.powers.action[power]], *(a for a in ACTIONS if bits >> a & 1)]


@rule("10.2")
def limit(g: War, power: int, activity: Activity) -> int:
    """How often a power may do something this impulse, in all."""
    if g.powers.conquered[power] == COMPLETE:  # 13.1.3: only its partisans are left
        return UNLIMITED if activity in (Activity.LAND_MOVE, Activity.LAND_ATTACK) else 0
    found = g.charts.limit(activity, ACTIONS[g.powers.action[power]], payer(g, power), g.year)
    if g.powers.more[power]:  # 16.2
        found = min(sum(g.charts.limit(activity, a, payer(g, power), g.year) for a in actions_of(g, power)), UNLIMITED)
    share = g.powers.share[power] // (2 if halved(g, power) else 1)
    if found in (0, UNLIMITED) or share == 100:
        return found
    return (found * share + 50) // 100  # half up (2.6)


def payer(g: War, power: int) -> int:
    """Whose limits count: Vichy has none of its own, it uses those of the power that installed it."""
    return g.installer if power == VICHY else power


@rule("13.7.1", "17.6")
def halved(g: War, power: int) -> bool:
    """An incompletely conquered power has half its limits, the Commonwealth only if the UK fell; so has Free France."""
    if power == FRANCE and g.free_france:
        return True
    if power == COMMONWEALTH:
        return bool(g.countries.fallen[g.facts.country[g.facts.empire]])
    return g.powers.conquered[power] == INCOMPLETE


@rule("10.2")
def within(g: War, power: int, activity: Activity) -> int:
    """How often a power may still do something this impulse without offensive points."""
    counter = COUNTED.get(activity)
    used = 0 if counter is None else getattr(g.powers, counter)[payer(g, power)]
    return max(0, limit(g, power, activity) - used)


@rule("10.2")
def left(g: War, power: int, activity: Activity) -> int:
    """How often a power may still do something this impulse."""
    return within(g, power, activity) + affordable_extras(g, power, activity)


EXTRA_PRICES = {  # 16.5; of a naval move for each ship
    Activity.NAVAL_COMBAT: 3, Activity.LAND_ATTACK: 3, Activity.INVASION: 3, Activity.NAVAL_MOVE: 2, Activity.LAND_MOVE: 2,
    Activity.DEBARK: 2, **{activity: 2 for activity, column in COUNTED.items() if column == "air"},
}  # fmt: skip


@rule("16.5")
def affordable_extras(g: War, power: int, activity: Activity) -> int:
    """Extra actions that a power's offensive points still pay for, in any impulse but a pass."""
    if not g.options.offensive_points or g.powers.action[power] == Action.PASS or activity not in EXTRA_PRICES:
        return 0
    return int(g.powers.offensive[power]) // EXTRA_PRICES[activity]


@rule("16.5")
def pay_extras(g: War, power: int, activity: Activity, times: int) -> None:
    """Extra actions are paid for as they are used."""
    price = EXTRA_PRICES[activity] * times
    g.powers[power].offensive -= price
    g.say("{} spends {} offensive points", g.powers[power], price, rule="16.5")


@rule("10.2", "11.1")
def may_do(g: War, power: int, activity: Activity, times: int = 1) -> No | None:
    """Whether a power's action and its limits allow an activity."""
    if limit(g, power, activity) == 0 and not affordable_extras(g, power, activity):
        action = ACTIONS[g.powers.action[power]].name.lower()
        return No("10.2", f"a {action} action does not allow it" if action != "pass" else "it passed")
    if left(g, power, activity) < times:
        return No("10.2", f"its limit of {limit(g, power, activity)} is used up this impulse")
    return None


def count(g: War, power: int, activity: Activity, times: int = 1, *, ships: int = 0) -> None:
    """Count an activity against its limit; what is beyond it costs offensive points, naval moves for each of the ships."""
    counter, power = COUNTED[activity], payer(g, power)
    if g.options.offensive_points and activity in EXTRA_PRICES:
        most = max(limit(g, power, activity) - getattr(g.powers, counter)[power], 0)
        if times > most:
            pay_extras(g, power, activity, ships or times - most)
            times = most
    setattr(g.powers[power], counter, getattr(g.powers, counter)[power] + times)


def able(*activities: Activity):  # type: ignore[no-untyped-def]
    """For an `Each` of the sequence: the active side's powers whose action allows one of these activities."""
    return lambda g: [p for p in acting_powers(g, g.side) if any(may_do_any(g, p, a) for a in activities)]


def may_do_any(g: War, power: int, activity: Activity) -> bool:
    """Whether a power's actions, or its offensive points, allow an activity at all."""
    return bool(limit(g, power, activity) or affordable_extras(g, power, activity))


@rule("13.1.3")
def acting_powers(g: War, side: int) -> list[int]:
    """The powers of a side that act: those in the war, and conquered ones whose partisans fight on."""
    fallen = [p for p, lost in enumerate(g.powers.conquered) if lost == COMPLETE and SIDE_OF_POWER[p] == side]
    if not fallen:
        return powers_of(g, side)
    bands = {g.units.power[u] for s in hexes_of_partisans(g, 1 - side) for u in land_at(g, s)}
    return [*powers_of(g, side), *(p for p in fallen if p in bands)]


ACTION: Act[War, Choice, str] = Act(
    "act",
    "10.1",
    lambda g, subject, word: ACTION_WORDS[word],
    takes=str,
    among=lambda g, subject: ACTION_WORDS,
    may=may_choose,
    do=_choose,
)
