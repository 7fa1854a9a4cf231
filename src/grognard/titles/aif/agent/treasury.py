"""Build points: research dice, political points, heavy corps; what is left is armies and fleets (None)."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.aif.agent.embassies import funds
from grognard.titles.aif.facts import COURTIERS
from grognard.titles.aif.rules.atomic import may_carry
from grognard.titles.aif.rules.heavy import predecessor
from grognard.titles.aif.rules.laboratories import missing
from grognard.titles.aif.rules.research import AMOUNTS, die_cost
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, ITALY, JAPAN, POWERS, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import TRANSPORTS
from grognard.titles.wif.rules.air_transport import is_bomb
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.powers import home_power
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import CIRCLE, FORCE_POOL, GONE, NOWHERE

EARLY, LATE = 6, 12  # turns of the campaign in which the Axis spends much and some on politics
DICE = 2  # research dice a turn of the Allies, one more from THIRD_DIE on
THIRD_DIE = 8
OPENING = turn_number("May/Jun 1945")  # from which the planner counts the turns of every scenario
AXIS_DICE = {GERMANY: 2, JAPAN: 3}  # how many dice of its side a power of the Axis pays up to
PACE = {1: 5.5, 2: 7.15, 3: 7.98, 4: 8.47}  # research points a turn by dice: the highest of so many
HOME_STRETCH = 3  # turns before the bomb in which every further die is worth its price
MOST_DICE = 4
MOST_BOMBS = 3
LIFT = {GERMANY: 12, JAPAN: 12, ITALY: 6}  # transports the Axis wants
LAST_LIFT = 18  # the turn of the campaign from which new hulls come too late
SHARES = {AXIS: 0.5, ALLIES: 0.5}  # the part of a turn's build points that a planner gives to politics at most


def turns_to_the_bomb(g: America, side: int, dice: int) -> float:
    """How many turns a side still needs with so many dice a turn."""
    return (g.target - g.research[side]) / PACE[min(max(dice, 1), MOST_DICE)]


def dice_wanted(g: America, power: int, planning: bool = False) -> int:
    """Research dice of its side up to which a power pays: the Allies two, later three; Germany and Japan three together, as
    long as the race is not lost; on the home stretch, and one die behind in the race, one more."""
    side, turn = SIDE_OF_POWER[power], g.turn - (OPENING if planning else g.first_turn) + 1
    usual = {AXIS: 3, ALLIES: DICE + int(turn >= THIRD_DIE)}
    ahead = turns_to_the_bomb(g, 1 - side, usual[1 - side])
    own = turns_to_the_bomb(g, side, usual[side])
    close = min(own, ahead) <= HOME_STRETCH or (turn >= THIRD_DIE and ahead < own <= ahead + HOME_STRETCH)
    if power == USA:
        return min(usual[ALLIES] + int(close), MOST_DICE)
    if side == AXIS and own <= ahead + 2 * HOME_STRETCH:
        return AXIS_DICE.get(power, 0) + int(close and power == GERMANY)
    return 0


def invest(g: America, ask: Ask, purse: Purse, planning: bool = False) -> Answer | None:
    """New allies' recruits, research, politics, heavy corps that cost nothing; the rest is armies."""
    recruits = named(ask, "enlist")
    if recruits is not None:
        return recruits, "their recruits fight for us"
    side = SIDE_OF_POWER[purse.power]
    die = named(ask, "research")
    if die is not None and g.dice_bought[side] < dice_wanted(g, purse.power, planning):
        return die, f"the bomb: {g.research[side]} of {g.target}"
    bomb = named(ask, "bomb")
    if bomb is not None and bombs_wanted(g, purse.power) > 0:
        return bomb, "a bomber stands ready for it"
    site = ask.find(f"laboratory {missing(g, side)}") if planning and g.whole_world else None
    if site is not None and purse.points >= 2 * missing(g, side):
        return site, "a research site makes every die cheaper"
    for option in ask.options:
        if option.verb == "replace" and g.units.at[max(predecessor(g, option.arg.index), 0)] in (FORCE_POOL, GONE):
            return option, "a better corps for the same price"
    if not planning:
        return share_for_politics(g, ask, purse)
    return campaign_funds(g, ask, purse) or lift_first(g, ask, purse)


def bombs_wanted(g: America, power: int) -> int:
    """Atomic bombs that lack (11.7.1): one for each aircraft that can carry it from a city of its home, a few in all."""
    units, homes = g.units, {s for s in range(g.board.size) if g.ground.city[s] and home_power(g, nation_at(g, s)) == power}
    mine = [u for u, whose in enumerate(units.power) if whose == power and units.counter[u] >= 0]
    carriers = sum(units.at[u] in homes and may_carry(g, u) is None for u in mine)
    stock = sum(is_bomb(g, u) and units.at[u] not in (GONE, FORCE_POOL) for u in mine)
    return min(carriers, MOST_BOMBS) - stock


def lift_first(g: America, ask: Ask, purse: Purse) -> Answer | None:
    """Armies that wait off the map are of no use: transports before anything else, while they still come in time."""
    types, units = roster(g).types, g.units
    have = sum(
        types[u] in TRANSPORTS and (units.at[u] >= 0 or units.at[u] <= CIRCLE)
        for u, p in enumerate(units.power) if p == purse.power and units.counter[u] != NOWHERE
    )  # fmt: skip
    if g.whole_world or have >= LIFT.get(purse.power, 0) or g.turn - OPENING + 1 >= LAST_LIFT:
        return None
    hulls = [o for o in ask.options if o.verb in ("build", "finish") and _is_lift(g, o)]
    return (hulls[0], f"{have} transports are too few") if hulls else None


def _is_lift(g: America, option: Option) -> bool:
    if option.verb == "build":
        return str(option.args[0]) in ("TRS", "AMPH")
    return roster(g).types[option.arg.index] in TRANSPORTS


def share_for_politics(g: America, ask: Ask, purse: Purse) -> Answer | None:
    """A fixed share of the Axis, much of it early."""
    if SIDE_OF_POWER[purse.power] == ALLIES:
        return None
    turn = g.turn - g.first_turn + 1
    share = 8 if turn <= EARLY else 4 if turn <= LATE else 0
    begun = g.offices.political[purse.power]
    bought = ask.find("politics 5") or ask.find("politics 3")
    if bought is not None and begun < share and purse.points > 2 * share and die_cost(g, AXIS):
        return bought, f"{POWERS[purse.power]} courts the minors"
    return None


def campaign_funds(g: America, ask: Ask, purse: Purse) -> Answer | None:
    """As many political points as there are minors worth their price, up to a share of the purse."""
    if purse.power not in COURTIERS:
        return None
    begun = g.offices.political[purse.power]
    most = int(SHARES[SIDE_OF_POWER[purse.power]] * (purse.points + begun))
    lacking = funds(g, purse.power, max(most, begun)) - begun
    for amount in sorted(AMOUNTS, reverse=True):
        option = ask.find(f"politics {amount}") if amount <= lacking else None
        if option is not None:
            return option, f"{POWERS[purse.power]} courts the minors: {lacking} points pay"
    return None
