"""16: offensive points (option 49). They are built as chits, arrive as reinforcements, and buy several actions in one impulse,
the benefits of an HQ, HQs turned face-up, and single extra actions."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, USA
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.actions import actions_of
from grognard.titles.wif.rules.building import Purse, affordable, pay
from grognard.titles.wif.rules.gearing import CLASSES, count_built, may_gear
from grognard.titles.wif.rules.powers import active, is_stilwell, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.state import AIR_OFFENSIVE, LAND_OFFENSIVE, NAVAL_OFFENSIVE, NOWHERE, Power, Unit, War

CHIT, CHIT_TURNS, HURRIED_TURNS = 5, 2, 1
SIZES = (5, 10, 15)
MARKER = CLASSES.index("marker")
WORDS = {"air": Action.AIR, "naval": Action.NAVAL, "land": Action.LAND, "boats": Action.NAVAL}
TOLD = {"air": "An air action", "naval": "A naval action", "land": "A land action", "boats": "Submarines and convoys"}
BOATS, BOATS_PRICE = "boats", 1  # 16.2: a naval action of submarines and convoys
KINDS = {"naval": NAVAL_OFFENSIVE, "air": AIR_OFFENSIVE, "land": LAND_OFFENSIVE}
WITH_HQ = 2  # in units.staged: and the power of the HQ; 1, in older games, for its own power
BENEFIT, REORGANISE = (5, 2), 2  # 16.3: 5 and twice the value; 16.4: 2 and the value


class Offensive(Subject, frozen=True):
    """A power may spend offensive points at the start of its impulse. `late`: it turned HQs face-up, so none leads any more."""

    power: Annotated[int, Power]
    points: int
    late: bool = False


# --- building (16) ------------------------------------------------------------------------------------------------------------


@rule("16")
def may_order(g: War, purse: Purse, points: int, *, hurried: bool = False) -> No | None:
    """Whether an offensive chit is built: its points in build points and two turns, or twice that for the next turn."""
    if not g.options.offensive_points:
        return No("16", "offensive points are option 49")
    if points <= 0 or points % CHIT:
        return No("16", f"chits have {CHIT} points or a multiple")
    no = may_gear(g, purse.power, MARKER, points // CHIT)
    return affordable(purse, points * (2 if hurried else 1)) if no is None else no


def order(g: War, purse: Purse, points: int, *, hurried: bool = False) -> None:
    pay(g, purse, points * (2 if hurried else 1))
    count_built(g, purse.power, MARKER, points // CHIT)
    g.chits = [*g.chits, purse.power, g.turn + (HURRIED_TURNS if hurried else CHIT_TURNS), points]
    g.say("{} prepares an offensive of {} points", g.powers[purse.power], points, rule="16")


def sizes(g: War, purse: Purse) -> tuple[int, ...]:
    return SIZES if g.options.offensive_points else ()


@rule("4.2.1", "16")
def deliver_chits(g: War) -> None:
    """Offensive chits arrive as offensive points"""
    left: list[int] = []
    for n in range(0, len(g.chits), 3):
        power, due, points = g.chits[n : n + 3]
        if due > g.turn:
            left += (power, due, points)
            continue
        g.powers[power].offensive += points
        g.say("{} has {} more offensive points", g.powers[power], points, rule="4.2.1")
    g.chits = left


# --- at the start of an impulse (16.1 to 16.4) --------------------------------------------------------------------------------


@rule("16.2")
def action_price(g: War, power: int, action: Action) -> int:
    """Offensive points a power pays for one of several actions."""
    return g.charts.offensive[action, power]


@rule("16.2")
def extra_price(g: War, power: int, word: str) -> int:
    """Offensive points another action costs: with the first of them the chosen action is paid too."""
    own = Action(g.powers.action[power])
    price = BOATS_PRICE if word == BOATS else action_price(g, power, WORDS[word])
    return price + (0 if g.powers.more[power] else action_price(g, power, own))


@rule("16.2")
def may_combine(g: War, subject: Offensive, word: str) -> No | None:
    """Whether a power takes another action in this impulse."""
    power = subject.power
    if word not in WORDS:
        return No("16.2", "only air, naval and land actions are combined")
    if Action(g.powers.action[power]) not in WORDS.values():
        return No("16.2", "a combined action or a pass is not added to")
    if WORDS[word] in actions_of(g, power):
        return No("16.2", "it is chosen already")
    price = extra_price(g, power, word)
    return None if price <= subject.points else No("16.2", f"it costs {price} offensive points and you have {subject.points}")


def combine(g: War, subject: Offensive, word: str) -> None:
    row = g.powers[subject.power]
    row.offensive -= extra_price(g, subject.power, word)
    row.boats = int(word == BOATS or (row.boats and WORDS[word] != Action.NAVAL))
    row.more |= 1 << WORDS[word]
    g.say(f"{{}} takes a {WORDS[word].name.lower()} action as well", row, rule="16.2")


@rule("16.3")
def may_lead(g: War, subject: Offensive, pair: tuple[int, str]) -> No | None:
    """Whether an HQ gives its benefits to one kind of action: one HQ an impulse, face-up, in supply, on land."""
    unit, word = pair
    row, power = g.units[unit], subject.power
    if word not in KINDS or row.power != power or row.at < 0 or not g.roster.hq[unit]:
        return No("16.3", "only an HQ of your own gives benefits")
    if g.powers.leader[power]:
        return No("16.3", "one HQ an impulse")
    if subject.late:
        return No("16.4", "the HQ that gives benefits is named before HQs turn face-up")
    if row.down or row.aboard != NOWHERE or not g.ground.land[row.at] or not in_supply(g, unit):
        return No("16.3", "the HQ must be face-up, in supply and not aboard")
    if WORDS[word] not in actions_of(g, power):
        return No("16.3", f"you take no {word} action")
    if word == "naval" and not g.ground.port[row.at]:
        return No("16.3.1", "the HQ of a naval offensive stands in a port")
    price = BENEFIT[0] + BENEFIT[1] * row.sheet.reorganisation
    return None if price <= subject.points else No("16.3", f"it costs {price} offensive points and you have {subject.points}")


def leaders(g: War, subject: Offensive) -> list[tuple[int, str]]:
    known = g.roster
    own = [u for u, p in enumerate(g.units.power) if p == subject.power and known.hq[u] and g.units.at[u] >= 0]
    return [(u, word) for u in own for word in KINDS]


def lead(g: War, subject: Offensive, pair: tuple[int, str]) -> None:
    unit, word = pair
    row = g.powers[subject.power]
    row.offensive -= BENEFIT[0] + BENEFIT[1] * g.units[unit].sheet.reorganisation
    row.leader, row.offence, row.enhanced = unit + 1, KINDS[word], 0
    if word == "naval":
        for u in g.units.stacks.get(g.units.at[unit], ()):
            if u != unit and (not g.units.staged[u] or g.units.power[u] == subject.power):
                g.units[u].staged = WITH_HQ + subject.power
    g.say(f"{{}} leads a {word} offensive", g.units[unit], rule="16.3")


@rule("16.4")
def may_rouse(g: War, subject: Offensive, unit: int) -> No | None:
    """Whether an HQ is turned face-up: in supply, for two points and its reorganisation value."""
    row = g.units[unit]
    if row.power != subject.power or row.at < 0 or not g.roster.hq[unit] or not row.down:
        return No("16.4", "only a face-down HQ of your own is reorganised")
    if not g.ground.land[row.at] or not in_supply(g, unit):
        return No("16.4", "it is out of supply")
    price = REORGANISE + row.sheet.reorganisation
    return None if price <= subject.points else No("16.4", f"it costs {price} offensive points and you have {subject.points}")


def tired(g: War, subject: Offensive) -> list[int]:
    known = g.roster
    own = [u for u, p in enumerate(g.units.power) if p == subject.power and known.hq[u] and g.units.down[u]]
    return [u for u in own if g.units.at[u] >= 0 and g.ground.land[g.units.at[u]] and in_supply(g, u)]


def rouse(g: War, subject: Offensive, unit: int) -> None:
    g.powers[subject.power].offensive -= REORGANISE + g.units[unit].sheet.reorganisation
    g.units[unit].down = 0
    g.say("{} is reorganised", g.units[unit], rule="16.4")


@rule("16.4")
def may_rouse_all(g: War, subject: Offensive) -> No | None:
    """Whether all HQs in supply are turned face-up at once."""
    price = g.charts.all_hqs[subject.power]
    if not tired(g, subject):
        return No("16.4", "no HQ in supply is face-down")
    return None if price <= subject.points else No("16.4", f"it costs {price} offensive points and you have {subject.points}")


def rouse_all(g: War, subject: Offensive, _: None) -> None:
    g.powers[subject.power].offensive -= g.charts.all_hqs[subject.power]
    for unit in tired(g, subject):
        g.units[unit].down = 0
    g.say("{} reorganises all its HQs", g.powers[subject.power], rule="16.4")


# --- Stilwell (21) ------------------------------------------------------------------------------------------------------------


class Sharing(Subject, frozen=True):
    """A friend would have Stilwell turned face-up if a power pays its part."""

    power: Annotated[int, Power]
    points: int


def stilwell(g: War) -> int:
    """Stilwell on the map, face-down and in supply; NOWHERE else."""
    known = g.roster.hq
    found = [u for u, hq in enumerate(known) if hq and g.units.down[u] and g.units.at[u] >= 0 and is_stilwell(g, u)]
    return next((u for u in found if g.ground.land[g.units.at[u]] and in_supply(g, u)), NOWHERE)


def _partner(power: int) -> int:
    return {USA: CHINA, CHINA: USA}.get(power, NOWHERE)


@rule("21", "16.4")
def may_share(g: War, subject: Offensive, paid: int) -> No | None:
    """Whether the USA or China pays so much of what turns Stilwell face-up, the other the rest; the USA may pay all of it."""
    partner = _partner(subject.power)
    if partner == NOWHERE or not active(g, partner) or not active(g, subject.power):
        return No("21", "only China and the USA reorganise Stilwell together")
    unit = stilwell(g)
    if unit == NOWHERE:
        return No("16.4", "he is not face-down and in supply on the map")
    price = REORGANISE + g.units[unit].sheet.reorganisation
    most = price if subject.power == USA else price - 1
    if not 0 < paid <= most or paid > subject.points or price - paid > g.powers.offensive[partner]:
        return No("21", f"it costs {price} offensive points, of which each has its part to pay")
    return None


def shares(g: War, subject: Offensive) -> list[int]:
    if _partner(subject.power) == NOWHERE or stilwell(g) == NOWHERE:
        return []
    return list(range(1, REORGANISE + g.units[stilwell(g)].sheet.reorganisation + 1))


def share(g: War, subject: Offensive, paid: int) -> Flow[None]:
    """The other is asked for its part, if it has any"""
    unit, partner = stilwell(g), _partner(subject.power)
    rest = REORGANISE + g.units[unit].sheet.reorganisation - paid
    agreed = not rest
    if rest:
        answer, _ = yield from menu(
            g, g.seat(partner), "{0}: pay {1} offensive points for Stilwell?", Sharing(partner, rest), NO_SHARE, PAY_SHARE,
            named=(g.powers[partner], rest),
        )  # fmt: skip
        agreed = answer.verb == PAY_SHARE.name
    if agreed:
        g.powers[subject.power].offensive -= paid
        g.powers[partner].offensive -= rest
        g.units[unit].down = 0
        g.say("{} is reorganised", g.units[unit], rule="21")


def spending_powers(g: War) -> list[int]:
    """For the sequence: powers with offensive points that did not pass."""
    if not g.options.offensive_points:
        return []
    return [p for p in powers_of(g, g.side) if g.powers.offensive[p] > 0 and g.powers.action[p] != Action.PASS]


@rule("16.1")
def spend_points(g: War) -> Flow[None]:
    """Offensive points are spent on actions and HQs"""
    late = False
    while True:
        subject = Offensive(g.power, g.powers.offensive[g.power], late)
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: {1} offensive points", subject, ENOUGH, COMBINE, LEAD, ROUSE, ROUSE_ALL, SHARE,
            named=(g.powers[g.power], subject.points),
        )  # fmt: skip
        if answer.verb == ENOUGH.name:
            return
        late = late or answer.verb in (ROUSE.name, ROUSE_ALL.name, SHARE.name)


ENOUGH: Act[War, Offensive, None] = Act("enough", "16.1", "Spend no more", do=lambda g, s, _: None)
COMBINE: Act[War, Offensive, str] = Act(
    "combine", "16.2", lambda g, s, word: f"{TOLD[word]} too: {extra_price(g, s.power, word)}", takes=str,
    among=lambda g, s: WORDS, may=may_combine, do=combine, group="Actions",
)  # fmt: skip
LEAD: Act[War, Offensive, tuple[int, str]] = Act(
    "lead", "16.3", "{0}: {1}", takes=(Unit, str), among=leaders, may=may_lead, do=lead, group="Benefits of an HQ"
)
ROUSE: Act[War, Offensive, int] = Act(
    "rouse", "16.4", "{0} face-up", takes=Unit, among=tired, may=may_rouse, do=rouse, group="Reorganise"
)
ROUSE_ALL: Act[War, Offensive, None] = Act(
    "rouse_all", "16.4", "All HQs face-up", who=may_rouse_all, do=rouse_all, group="Reorganise"
)
SHARE: Act[War, Offensive, int] = Act(
    "share", "21", "Stilwell face-up, {0} of it ours", takes=int, among=shares, may=may_share, do=share, group="Reorganise"
)
NO_SHARE: Act[War, Sharing, None] = Act("refuse", "21", "No", do=lambda g, s, _: None)
PAY_SHARE: Act[War, Sharing, None] = Act("pay", "21", "Pay it", do=lambda g, s, _: None)
ORDER: Act[War, Purse, int] = Act(
    "offensive", "16", "{0} offensive points", takes=int, among=sizes, may=may_order, do=order, group="Offensive"
)
HURRY_ORDER: Act[War, Purse, int] = Act(
    "hurried_offensive", "16", "{0} offensive points next turn", takes=int, among=sizes, group="Offensive",
    may=lambda g, s, n: may_order(g, s, n, hurried=True), do=lambda g, s, n: order(g, s, n, hurried=True),
)  # fmt: skip
