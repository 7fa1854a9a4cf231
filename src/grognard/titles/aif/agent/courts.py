"""Influence: which minor a power courts, with how many levels, and how many political points it should have for it."""

from __future__ import annotations

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.titles.aif.facts import HIGHEST, SIDE_POWERS
from grognard.titles.aif.rules.allegiance import HURDLE, MAY_ENTER, frozen, level_cost, neutral
from grognard.titles.aif.rules.influence import Courting, Courtship
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.units import land_by_hex

VALUE = {
    "panama": 60,
    "brazil": 35,
    "mexico": 30,
    "argentina": 25,
    "peru": 25,
    "colombia": 15,
    "costa_rica": 15,
    "venezuela": 15,
    "chile": 12,
    "cuba": 12,
    "guatemala": 12,
}  # fmt: skip  (what the right to enter is worth to a side in build points)
OTHER = 5
PRIZES = frozenset(("panama", "brazil", "mexico", "argentina", "peru"))  # worth the climb to the top
SECOND_RANK = 9  # where drift takes over
INSURANCE = 2  # levels that make a coup dear
PURSE = 10  # political points that a power may buy before anybody can answer


def minor_id(g: America, flag: int) -> str:
    return g.facts.countries[g.chancery.minors[flag]].id


def steps_down(g: America, level: int, to: int) -> int:
    """Levels that bring a flag from a square down to a lower one, hurdles counted."""
    return sum(HURDLE if g.chancery.track[n].hurdle_below else 1 for n in range(to + 1, level + 1))


def menaced(g: America, power: int, flag: int) -> bool:
    """Whether an enemy could shut a minor to us in the next step, with something of ours at stake: a prize, or troops inside."""
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    if row.side != side or not MAY_ENTER <= row.level < HIGHEST or not neutral(g, flag):
        return False
    stacks, name = land_by_hex(g), minor_id(g, flag)
    inside = any(SIDE_OF_POWER[g.units.power[u]] == side for s in g.ground.homeland.get(name, ()) for u in stacks.get(s, ()))
    if not inside and name not in PRIZES:
        return False
    levels = steps_down(g, row.level, MAY_ENTER - 1)
    rivals = [p for p in SIDE_POWERS[1 - side] if p in playing(g)]
    return any(g.offices.political[p] + PURSE >= levels * level_cost(g, p, flag) for p in rivals if g.offices.political[p])


def wish(g: America, power: int, flag: int) -> tuple[float, int]:
    """What courting a minor is worth for each political point, and the levels wanted."""
    if frozen(g, flag):
        return 0.0, 0
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    if row.side == side and row.favours != power and g.offices.political[row.favours]:
        return 0.0, 0  # half of what a second power buys is lost while the favoured one can pay
    name = minor_id(g, flag)
    aim = HIGHEST if name in PRIZES else SECOND_RANK
    if row.side == side:
        if row.favours == power and menaced(g, power, flag):
            aim = min(max(aim, row.level + INSURANCE), HIGHEST)
        wanted = max(aim - row.level, 0)
        wanted *= 1 if row.favours == power else 2
    else:
        wanted = steps_down(g, row.level, 0) + MAY_ENTER
    cost = level_cost(g, power, flag)
    if wanted <= 0:
        return 0.0, 0
    return VALUE.get(name, OTHER) / (cost * max(wanted, 1)), wanted


def court(g: America, ask: Ask, subject: Courting) -> Answer:
    """The minor that gives most for a point; small sums are saved for one decisive batch."""
    best: tuple[float, Option] | None = None
    for option in ask.options:
        if option.verb == "court":
            flag = option.arg.index
            value, wanted = wish(g, subject.power, flag)
            cost = level_cost(g, subject.power, flag)
            if wanted and subject.points // cost >= min(wanted, 3) and (best is None or value > best[0]):
                best = (value, option)
    if best is None or best[0] <= 0:
        return named(ask, "keep") or ask.options[0], "saved for a greater batch"
    return best[1], Telling(f"{best[1].arg.label}: worth {best[0]:.1f} a point")


def levels(g: America, ask: Ask, subject: Courtship) -> Answer:
    """What is needed, as far as the points go."""
    _, wanted = wish(g, subject.power, subject.flag)
    most = max(int(o.args[0]) for o in ask.options)
    chosen = min(max(wanted, 1), most)
    return ask.find(f"levels {chosen}") or ask.options[0], f"{chosen} levels"
