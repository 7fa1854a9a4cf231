"""13.3.3, actions 6, 38 and 39: Japan has the Burma Road closed, the Commonwealth closes the Suez Canal or mines Norway's coast.

What follows is asked where it matters: gates.py (canal, Baltic), resources.py (the road, ore), trade.py and minors.py (Norway).
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, GERMANY, JAPAN, USA
from grognard.titles.wif.kinds import CARRIERS, SCS, Action, Activity
from grognard.titles.wif.rules.actions import actions_of, may_do_any
from grognard.titles.wif.rules.carriers import planes_aboard
from grognard.titles.wif.rules.control import first_home, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.entry import outrage
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.minors import enter_the_war, neutral_minor
from grognard.titles.wif.rules.powers import active, at_war, playing, political, powers_of
from grognard.titles.wif.rules.units import ships_at, turn_down
from grognard.titles.wif.state import NOWHERE, Power, Unit, War, slot_of

ROAD_OPTION = 9  # US entry option: goods for China come over the Burma Road
SUEZ, PARIS = "Suez", "Paris"
HIGHEST = 4
NORWEGIAN_CONVOYS = 10
FOR_BRITAIN, FOR_GERMANY, ALIGNS = (0, 1, 2), 9, 10  # of the table of Norway's reaction


class Demand(Subject, frozen=True):
    """A power may close something, or mine a coast."""

    power: Annotated[int, Power]


# --- the Burma Road (6) -------------------------------------------------------------------------------------------------------


@rule("13.3.3")
def may_close_road(g: War, subject: Demand) -> No | None:
    """Whether Japan may have the Burma Road closed by diplomatic pressure."""
    if subject.power != JAPAN or JAPAN not in playing(g):
        return No("13.3.3", "only Japan")
    if g.burma_closed:
        return No("13.3.3", "it is closed")
    keeper = powers_by_hex(g)[g.ground.named("Rangoon")]
    if keeper < 0 or at_war(g, JAPAN, keeper):
        return No("13.3.3", "pressure does nothing against an enemy")
    return None


def pressing_powers(g: War) -> list[int]:
    """For the sequence: Japan in its declaration of war step, once goods may go over the road (reading WIF-DEC-103)."""
    if not political(g) or g.side != AXIS or ROAD_OPTION not in g.entry_options:
        return []
    return [JAPAN] if may_close_road(g, Demand(JAPAN)) is None else []


def press(g: War) -> Flow[None]:
    """Japan may force the closure of the Burma Road"""
    yield from menu(g, g.seat(JAPAN), "Japan: force the closure of the Burma Road?", Demand(JAPAN), LET_BE, CLOSE_ROAD)


def _close_road(g: War, subject: Demand, _: None) -> None:
    g.burma_closed = 1
    g.say("Japan forces the closure of the Burma Road", rule="13.3.3")
    outrage(g, "6", JAPAN)


# --- the Suez Canal (38) ------------------------------------------------------------------------------------------------------


@rule("13.3.3")
def may_close_canal(g: War, subject: Demand) -> No | None:
    """Whether the Commonwealth may close the Suez Canal."""
    if subject.power != COMMONWEALTH:
        return No("13.3.3", "only the Commonwealth")
    if g.suez_closed:
        return No("13.3.3", "it is closed")
    if powers_by_hex(g)[g.ground.named(SUEZ)] != COMMONWEALTH:
        return No("13.3.3", "the Commonwealth does not control Suez")
    return None


def canal_keepers(g: War) -> list[int]:
    """For the sequence: the Commonwealth in any naval movement step, while an Axis power could still pass; in those of the Axis
    only if such a power sails."""
    if not political(g) or COMMONWEALTH not in playing(g):
        return []
    sails = [g.side == ALLIES or may_do_any(g, p, Activity.NAVAL_MOVE) for p in powers_of(g, AXIS)]
    passing = any(able and not at_war(g, COMMONWEALTH, p) for p, able in zip(powers_of(g, AXIS), sails))
    return [COMMONWEALTH] if passing and may_close_canal(g, Demand(COMMONWEALTH)) is None else []


def keep_canal(g: War) -> Flow[None]:
    """The Commonwealth may close the Suez Canal to the Axis"""
    subject = Demand(COMMONWEALTH)
    yield from menu(g, g.seat(COMMONWEALTH), "The Commonwealth: close the Suez Canal?", subject, LET_BE, CLOSE_CANAL)


def _close_canal(g: War, subject: Demand, _: None) -> None:
    g.suez_closed = 1
    g.say("The Commonwealth closes the Suez Canal", rule="13.3.3")
    outrage(g, "38", COMMONWEALTH)


# --- the coast of Norway (39) -------------------------------------------------------------------------------------------------


def minelayers(g: War) -> list[int]:
    """Face-up British surface ships in section 4 of the Norwegian Sea."""
    box = g.ground.sections[g.ground.named("Norwegian Sea")][HIGHEST]
    types = g.roster.types
    return [u for u in ships_at(g, box) if g.units.power[u] == COMMONWEALTH and types[u] in SCS and not g.units.down[u]]


@rule("13.3.3")
def may_mine(g: War, subject: Demand, unit: int) -> No | None:
    """Whether a ship lays mines off Norway."""
    if g.norway_mined:
        return No("13.3.3", "once a game")
    if active(g, USA) or not neutral_minor(g, g.facts.country["norway"]):
        return No("13.3.3", "the USA and Norway must be neutral")
    if sides_by_hex(g)[g.ground.named(PARIS)] != ALLIES:
        return No("13.3.3", "the Allies must hold Paris")
    if Action.NAVAL not in actions_of(g, COMMONWEALTH):
        return No("13.3.3", "at the start of a naval action")
    return None if unit in minelayers(g) else No("13.3.3", "a face-up SCS in section 4 of the Norwegian Sea")


def mining_powers(g: War) -> list[int]:
    """For the sequence: the Commonwealth, when it can mine."""
    if not political(g) or g.side != ALLIES or COMMONWEALTH not in playing(g) or g.norway_mined:
        return []
    return [COMMONWEALTH] if any(may_mine(g, Demand(COMMONWEALTH), u) is None for u in minelayers(g)) else []


@rule("13.3.3")
def mine_norway(g: War) -> Flow[None]:
    """The Commonwealth may mine the coast of Norway, which reacts"""
    answer, unit = yield from menu(
        g, g.seat(COMMONWEALTH), "The Commonwealth: mine the coast of Norway?", Demand(COMMONWEALTH), LET_BE, MINE
    )
    if answer.verb == LET_BE.name:
        return
    turn_down(g, unit)
    outrage(g, "39", COMMONWEALTH)
    escorted = _covered(g)
    told = f"Norway's reaction{', covered by a carrier: -1' if escorted else ''}"
    roll = (yield from cast(g, Stake(told, "13.3.3", ALLIES))) - escorted
    g.norway_mined = roll + 1
    g.say(f"The coast of Norway is mined: reaction {roll}", rule="13.3.3")
    if roll == ALIGNS:
        yield from enter_the_war(g, g.facts.country["norway"], GERMANY)
    elif roll in FOR_BRITAIN or roll == FOR_GERMANY:
        power = GERMANY if roll == FOR_GERMANY else COMMONWEALTH
        tankers = NORWEGIAN_CONVOYS // 2 if g.options.convoys_in_flames else 0
        for tanker, points in ((0, NORWEGIAN_CONVOYS - tankers), (1, tankers)):
            if points:
                home = first_home(g, power)
                g.units.add(counter=NOWHERE, power=power, country=home, points=points, tanker=tanker, at=slot_of(g.turn + 1))
        g.say("{} gets {} Norwegian convoy points", g.powers[power], NORWEGIAN_CONVOYS, rule="13.3.3")


def _covered(g: War) -> bool:
    """A sound British carrier in section 4 of the North Sea, and no German warship there or in the Norwegian Sea."""
    seas = [g.ground.named(name) for name in ("North Sea", "Norwegian Sea")]
    types, units = g.roster.types, g.units
    carriers = [u for u in ships_at(g, g.ground.sections[seas[0]][HIGHEST]) if types[u] in CARRIERS]
    if g.options.carrier_planes:
        carriers = [u for u in carriers if planes_aboard(g, u)]
    ours = any(units.power[u] == COMMONWEALTH and not units.down[u] and not units.damaged[u] for u in carriers)
    there = [u for sea in seas for box in g.ground.sections[sea] for u in ships_at(g, box)]
    theirs = [u for u in there if units.power[u] == GERMANY and (types[u] in SCS or types[u] in CARRIERS)]
    return ours and not any(not units.down[u] for u in theirs)


LET_BE: Act[War, Demand, None] = Act("let_be", "13.3.3", "No", do=lambda g, s, _: None)
CLOSE_ROAD: Act[War, Demand, None] = Act("close_road", "13.3.3", "Close it", who=may_close_road, do=_close_road)
CLOSE_CANAL: Act[War, Demand, None] = Act("close_canal", "13.3.3", "Close it", who=may_close_canal, do=_close_canal)
MINE: Act[War, Demand, int] = Act(
    "mine", "13.3.3", "{0} lays mines", takes=Unit, among=lambda g, s: minelayers(g), may=may_mine, do=lambda g, s, u: u,
    rolls=True,
)  # fmt: skip
