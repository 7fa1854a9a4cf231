"""13.6.5: political points, atomic research and build points kept for later, bought beside units; the roll for research."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.dice import D10
from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import No, rule
from grognard.titles.aif.facts import COURTIERS
from grognard.titles.aif.rules.laboratories import die_price, laboratories, may_begin
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, SIDE_OF_POWER, SIDES
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import sides_by_hex

BASE_COST = 10  # of a die, less the sites a side holds
ATOMIC_BOMB = 50  # research points (11.7.1)
AMOUNTS = (1, 2, 3, 5, 10, 20)


@rule("13.6.5")
def sites(g: America, side: int) -> int:
    """Research sites a side controls; in the supergame those that were built."""
    if g.whole_world:
        return laboratories(g, side)
    held = sides_by_hex(g)
    return sum(held[g.ground.named(name)] == side for name in g.frame.sites)


@rule("13.6.5")
def die_cost(g: America, side: int) -> int:
    """Build points of a research die."""
    if g.whole_world:
        return die_price(g, side)
    return BASE_COST - sites(g, side)


def _pay(g: America, purse: Purse, points: int) -> None:
    g.powers[purse.power].build_points -= points


def _affordable(purse: Purse, points: int) -> No | None:
    return None if 0 < points <= purse.points else No("13.6.5", f"you have {purse.points} build points")


def amounts(g: America, purse: Purse) -> list[int]:
    """Numbers of points worth offering: a few, and all there are."""
    return sorted({n for n in (*AMOUNTS, purse.points) if 0 < n <= purse.points})


@rule("13.6.11", "23.9")
def may_court_anybody(g: America, purse: Purse) -> No | None:
    """Whether a power stands on the political cost chart: in the supergame China and the USSR do not."""
    return None if purse.power in COURTIERS else No("13.6.11", "the political cost chart has no number for you")


@rule("13.6.5", "13.6.11")
def buy_politics(g: America, purse: Purse, points: int) -> None:
    """Political points for build points, one for one; gearing does not count them."""
    _pay(g, purse, points)
    g.offices[purse.power].political += points
    g.say("{} buys {} political points", g.powers[purse.power], points, rule="13.6.5")


@rule("13.6.5")
def may_research(g: America, purse: Purse) -> No | None:
    """Whether a power can pay a research die alone."""
    cost, no = die_cost(g, SIDE_OF_POWER[purse.power]), may_open(g, purse)
    if no is not None:
        return no
    return None if cost <= purse.points else No("13.6.5", f"a research die costs {cost} build points")


def may_open(g: America, purse: Purse) -> No | None:
    """Whether its side may research at all: always, but in the supergame."""
    return may_begin(g, SIDE_OF_POWER[purse.power]) if g.whole_world else None


def buy_die(g: America, purse: Purse, _: None) -> None:
    """A research die for the side."""
    side = SIDE_OF_POWER[purse.power]
    _pay(g, purse, die_cost(g, side))
    _add(g, "dice_bought", side, 1)
    g.say("{} pays a research die", g.powers[purse.power], rule="13.6.5")


@rule("13.6.5")
def share_die(g: America, purse: Purse, points: int) -> None:
    """Powers of a side pay a die together."""
    side = SIDE_OF_POWER[purse.power]
    _pay(g, purse, points)
    _add(g, "fund", side, points)
    if g.fund[side] >= die_cost(g, side):
        _add(g, "fund", side, -die_cost(g, side))
        _add(g, "dice_bought", side, 1)
    g.say("{} gives {} build points to research", g.powers[purse.power], points, rule="13.6.5")


def may_share(g: America, purse: Purse, points: int) -> No | None:
    side = SIDE_OF_POWER[purse.power]
    wanted = die_cost(g, side) - g.fund[side]
    if points > wanted:
        return No("13.6.5", f"the die that is being paid needs {wanted} more")
    return _affordable(purse, points)


def shares(g: America, purse: Purse) -> list[int]:
    side = SIDE_OF_POWER[purse.power]
    return list(range(1, min(die_cost(g, side) - g.fund[side], purse.points) + 1))


def _add(g: America, what: str, side: int, points: int) -> None:
    setattr(g, what, [n + (points if s == side else 0) for s, n in enumerate(getattr(g, what))])


@rule("13.6.5", "13.8")
def roll_research(g: America) -> None:
    """Each side rolls its research dice and gains the highest; the hydrogen bomb wins the game"""
    for side in (AXIS, ALLIES):
        dice = [g.roll(D10, f"Research of {g.side_name(side)}", "13.6.5") for _ in range(g.dice_bought[side])]
        if dice:
            _add(g, "research", side, max(dice))
            g.say(f"{{}}: {g.research[side]} research points", g.side_name(side), rule="13.6.5")
    g.dice_bought, g.fund, g.laboratory_fund = [0, 0], [0, 0], {}
    g.fallen = []  # 13.6.9: who was not scrapped stays in the pools
    ready = [side for side in (AXIS, ALLIES) if g.research[side] >= g.target]
    if ready:
        # reading AIF-DEC-25
        best = max(ready, key=lambda side: (g.research[side], side == g.holder))
        points = {name: float(n) for name, n in zip(SIDES, g.research)}
        raise GameOver(Outcome((SIDES[best],), "the hydrogen bomb", "13.8", points))


# --- points kept (13.6.8) -----------------------------------------------------------------------------------------------------


@rule("13.6.8")
def may_save(g: America, purse: Purse, points: int) -> No | None:
    """Whether build points can be kept: with the option."""
    return _affordable(purse, points) if g.options.saved_points else No("13.6.8", "build points are kept with an option only")


@rule("13.6.8")
def may_draw(g: America, purse: Purse, points: int) -> No | None:
    """Whether points that were kept can be spent now."""
    kept = g.offices.saved[purse.power]
    return None if 0 < points <= kept else No("13.6.8", f"you have kept {kept} build points")


def save(g: America, purse: Purse, points: int) -> None:
    _pay(g, purse, points)
    g.offices[purse.power].saved += points


def draw(g: America, purse: Purse, points: int) -> None:
    _pay(g, purse, -points)
    g.offices[purse.power].saved -= points


POLITICS: Act[America, Purse, int] = Act(
    "politics", "13.6.5", "{0} political points", takes=int, who=may_court_anybody, among=amounts,
    may=lambda g, s, n: _affordable(s, n), do=buy_politics, group="Politics",
)  # fmt: skip
DIE: Act[America, Purse, None] = Act(
    "research", "13.6.5", "A research die", who=may_research, do=buy_die, rolls=True, group="Research"
)
SHARE: Act[America, Purse, int] = Act(
    "share", "13.6.5", "{0} towards a research die", takes=int, who=may_open, among=shares, may=may_share, do=share_die,
    group="Research",
)  # fmt: skip
SAVE: Act[America, Purse, int] = Act(
    "save", "13.6.8", "Keep {0} build points", takes=int, among=lambda g, s: amounts(g, s) if g.options.saved_points else [],
    may=may_save, do=save, group="Save",
)  # fmt: skip
DRAW: Act[America, Purse, int] = Act(
    "spend_kept", "13.6.8", "Spend {0} kept points", takes=int,
    among=lambda g, s: [g.offices.saved[s.power]] if g.offices.saved[s.power] else [], may=may_draw, do=draw, group="Save",
)  # fmt: skip
PURCHASES = (POLITICS, DIE, SHARE, SAVE, DRAW)
