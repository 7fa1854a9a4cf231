"""10.3, 10.4: oil (option 30). A power pays for all its oil dependent units of an impulse at once, or a tenth for each, the first
for nothing. Saved oil and build points lie in Hex.saved_oil and Hex.saved_points (13.6.9, stocks.py) and belong to who controls
the hex; tenths are on the markers track (Power.tenths)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import UNLIMITED
from grognard.titles.wif.facts import COMMONWEALTH, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.actions import actions_of, payer, within
from grognard.titles.wif.rules.control import first_home, nation_at
from grognard.titles.wif.rules.powers import home_power, powers_co_operate, powers_of
from grognard.titles.wif.rules.sea_wars import moves_singly
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import NOWHERE, Hex, Power, War

TENTHS, MOST_TENTHS = 10, 9  # of an oil; that fit on the markers track
SPARING, PAID = 0, 1  # of Power.fuel
SHIP, PLANES = 1, 2  # bits of Unit.fuelled: the unit itself, and the planes a carrier sends
EXTRA = 2  # places further left: the same of extra actions (16.5)
SMALL_WAR = 2  # maps: American costs are halved


class Fuel(Subject, frozen=True):
    """A power may pay for the oil of its impulse. `cost`: tenths."""

    power: Annotated[int, Power]
    cost: int


class Draught(Subject, frozen=True):
    """Oil is taken for a power's impulse. `need`: tenths still to be paid."""

    power: Annotated[int, Power]
    need: int
    refused: tuple[int, ...] = ()  # powers that keep their oil

    @once
    def hexes(self, g: War) -> list[int]:
        whose = g.powers_by_hex
        return [s for s in wells(g, self.power, friends=True) if whose[s] not in self.refused]


class Favour(Subject, frozen=True):
    """A co-operating power asks for an oil of ours."""

    power: Annotated[int, Power]
    asks: Annotated[int, Power]
    space: Annotated[int, Hex]


# --- what needs oil, and how much ---------------------------------------------------------------------------------------------


@rule("10.3")
def oil_dependent(g: War, unit: int) -> bool:
    """Whether a unit needs oil: by the chart of unit types; convoys and partisans never."""
    if g.units.counter[unit] == NOWHERE:
        return False
    kind: Type = g.roster.types[unit]
    row = g.charts.types.get(kind.printed)
    return row.oil == "yes" if row is not None else bool(g.roster.naval[unit])


@rule("10.3", "16.2")
def oil_cost(g: War, power: int) -> int:
    """Tenths of oil that all oil dependent units of a power cost this impulse: the sum of its actions."""
    total = sum(g.charts.oil_cost(power, action, g.year) for action in actions_of(g, power))
    return (total + 1) // 2 if power == USA and g.map_count <= SMALL_WAR else total  # 2.6


@rule("10.3")
def at_home(g: War, space: int, power: int) -> bool:
    """Whether a hex lies in a power's current home country, for the Commonwealth the UK's."""
    nation = nation_at(g, space)
    if power == COMMONWEALTH:
        return nation == first_home(g, power)
    return nation >= 0 and (home_power(g, nation) == power or nation == g.powers.home[power])


@rule("10.3")
def dearness(g: War, space: int, power: int) -> int:
    """How much dearer oil of a hex is for a power: twice outside its home, twice again from a friend outside his."""
    owner = g.powers_by_hex[space]
    if owner == power:
        return 1 if at_home(g, space, power) else 2
    return 2 if at_home(g, space, owner) else 4


@derived("hexes.saved_oil", lasting=True)
def stored(g: War) -> list[int]:
    """Hexes with saved oil, whosever it is."""
    return [s for s, n in enumerate(g.hexes.saved_oil) if n]


@rule("10.3", "13.6.9")
def wells(g: War, power: int, *, friends: bool = False) -> list[int]:
    """Hexes with saved oil that a power can use, the cheapest first; with `friends` those of co-operating powers too."""
    whose = g.powers_by_hex
    helpers = {p for p in powers_of(g, SIDE_OF_POWER[power]) if p == power or (friends and powers_co_operate(g, p, power))}
    there = [s for s in stored(g) if whose[s] in helpers]
    return sorted(there, key=lambda s: (dearness(g, s, power), whose[s] != power, -g.hexes.saved_oil[s], s))


def worth_tenths(g: War, space: int, power: int) -> int:
    """Tenths that the oil of a hex pays for."""
    return int(g.hexes.saved_oil[space]) * (TENTHS // dearness(g, space, power))


@rule("10.3")
def supply_of_oil(g: War, power: int, *, friends: bool = False) -> int:
    """Tenths a power can pay with its oil."""
    return int(g.powers.tenths[power]) + sum(worth_tenths(g, s, power) for s in wells(g, power, friends=friends))


# --- paying -------------------------------------------------------------------------------------------------------------------


@rule("10.3")
def draw(g: War, power: int, space: int, need: int) -> int:
    """An oil of a hex pays part of what is needed; gives what is still to be paid. What is left over of it goes on its owner's
    track, half of it if it lay outside his home."""
    owner, times = g.powers_by_hex[space], dearness(g, space, power)
    paid = min(need, TENTHS // times)
    rest = TENTHS - paid * times
    if not at_home(g, space, owner):
        rest //= 2
    g.hexes[space].saved_oil -= 1
    g.powers[owner].tenths = min(g.powers.tenths[owner] + rest, MOST_TENTHS)
    g.say("{} uses an oil of {}", g.powers[power], g.hexes[space], rule="10.3")
    return need - paid


def _from_track(g: War, power: int, need: int) -> int:
    """What is left to pay after the tenths on the track."""
    used = min(g.powers.tenths[power], need)
    g.powers[power].tenths -= used
    return need - used


@rule("10.3")
def pay_at_once(g: War, fuel: Fuel, nothing: None) -> Flow[None]:
    """The whole impulse is paid for, oil by oil"""
    draught = Draught(fuel.power, _from_track(g, fuel.power, fuel.cost))
    row = g.powers[fuel.power]
    while draught.need > 0 and draught.hexes(g):
        prompt = (row, draught.need)
        _, draught = yield from menu(g, g.seat(fuel.power), "{0}: {1} tenths of oil from", draught, TAP, named=prompt)
    if draught.need > 0:  # friends refused: what was drawn stays on the track (WIF-DEC-152)
        row.tenths = min(row.tenths + fuel.cost - draught.need, MOST_TENTHS)
        return
    row.fuel = PAID
    g.say("{} pays for its oil", row, rule="10.3")


def tap(g: War, subject: Draught, space: int) -> Flow[Draught]:
    """An oil is taken; a friend is asked for his"""
    owner = g.powers_by_hex[space]
    if g.seat(owner) != g.seat(subject.power):
        favour = Favour(owner, subject.power, space)
        answer, _ = yield from menu(g, g.seat(owner), "{0} asks for an oil in {1}", favour, GRANT, DENY,
                                    named=(g.powers[subject.power], g.hexes[space]))  # fmt: skip
        if answer.verb == DENY.name:
            g.say("{} keeps its oil", g.powers[owner], rule="10.3")
            return Draught(subject.power, subject.need, (*subject.refused, owner))
    return Draught(subject.power, draw(g, subject.power, space, subject.need), subject.refused)


@rule("10.3")
def may_pay(g: War, fuel: Fuel) -> No | None:
    """Whether the oil of a power and its friends covers the cost."""
    if not g.options.oil:
        return No("10.3", "oil is option 30")
    if fuel.cost <= 0:
        return No("10.3", "its action costs no oil")
    able = supply_of_oil(g, fuel.power, friends=True)
    if able >= fuel.cost:
        return None
    return No("10.3", f"it costs {fuel.cost} tenths of oil and you can pay {able}")


# --- using units --------------------------------------------------------------------------------------------------------------


def _thirsty(g: War, units: Iterable[int], bit: int, activity: Activity | None) -> dict[int, list[int]]:
    """Units that still need oil this impulse, by the power that pays; of one that has paid at once those of extra actions."""
    found: dict[int, list[int]] = {}
    for u in units:
        power = payer(g, g.units.power[u])
        paid = g.powers.fuel[power] == PAID
        if SIDE_OF_POWER[power] != g.side or (paid and activity is None):
            continue
        if not g.units.fuelled[u] & (bit << EXTRA if paid else bit) and oil_dependent(g, u):
            found.setdefault(power, []).append(u)
    if activity is None:
        return found
    return {p: dry[_covered(g, p, activity) if g.powers.fuel[p] == PAID else 0 :] for p, dry in found.items()}


@rule("10.3", "16.5")
def _covered(g: War, power: int, activity: Activity) -> int:
    """Of units that act together, how many a power's action limits cover; the others are extra actions. Attacks and combats at
    sea are named only where they are extra."""
    if activity in (Activity.LAND_ATTACK, Activity.NAVAL_COMBAT):
        return 0
    free = within(g, power, activity)
    return UNLIMITED if free and activity == Activity.NAVAL_MOVE and not moves_singly(g, power) else free


@rule("10.3", "16.5")
def may_fuel(g: War, units: Iterable[int], bit: int = SHIP, activity: Activity | None = None) -> No | None:
    """Whether oil dependent units may move, fly or begin a combat: all after paying, else one, and more for a tenth each. An
    `activity` counts against a limit: what is beyond it costs a tenth for each of them in any case."""
    if not g.options.oil:
        return None
    for power, dry in _thirsty(g, units, bit, activity).items():
        price = len(dry) - (not g.powers.burnt[power] and g.powers.fuel[power] != PAID)
        if price > supply_of_oil(g, power):
            return No("10.3", f"{g.powers[power].label} has no oil for it")
    return None


@rule("10.3", "16.5")
def burn(g: War, units: Iterable[int], bit: int = SHIP, activity: Activity | None = None) -> None:
    """Oil dependent units act: the first of an impulse is free, the others cost a tenth unless all is paid, and those of extra
    actions one even then. Called before the activity is counted. Tenths come from the track, then from the cheapest oil
    (reading WIF-DEC-151)."""
    if not g.options.oil:
        return
    for power, dry in _thirsty(g, units, bit, activity).items():
        paid = g.powers.fuel[power] == PAID
        for unit in dry:
            g.units[unit].fuelled |= bit << EXTRA if paid else bit
            if g.powers.burnt[power] or paid:
                need = _from_track(g, power, 1)
                if need and (own := wells(g, power)):
                    draw(g, power, own[0], need)
            g.powers[power].burnt += 1


def forget_fuel(g: War) -> None:
    """A new impulse: nobody has paid."""
    for row in g.powers:
        if row.fuel or row.burnt:
            row.fuel = row.burnt = 0
    for unit, bits in enumerate(g.units.fuelled):
        if bits:
            g.units[unit].fuelled = 0


# --- the step (10.3, 10.4) ----------------------------------------------------------------------------------------------------


def stores(g: War, power: int) -> list[int]:
    """Hexes of a power with saved oil or build points."""
    whose = g.powers_by_hex
    saved = zip(g.hexes.saved_oil, g.hexes.saved_points)
    return [s for s, (oil, points) in enumerate(saved) if (oil or points) and whose[s] == power]


def fuelling_powers(g: War) -> list[int]:
    """For the sequence: powers that may pay for oil, or whose stocks the enemy is near."""
    if not g.options.oil and not g.options.saved_build_points:
        return []
    found = []
    for power in powers_of(g, g.side):
        acts = g.options.oil and g.powers.action[power] != Action.PASS and may_pay(g, fuel_of(g, power)) is None
        if acts or any(in_enemy_zone(g, s, SIDE_OF_POWER[power]) for s in stores(g, power)):
            found.append(power)
    return found


def fuel_of(g: War, power: int) -> Fuel:
    return Fuel(power, oil_cost(g, power) if g.options.oil else 0)


@rule("10.3", "10.4")
def buy_fuel(g: War) -> Flow[None]:
    """A power pays for its oil, or does with what each unit needs; it may destroy what it has saved"""
    while True:
        fuel = fuel_of(g, g.power)
        answer, _ = yield from menu(g, g.seat(g.power), "{0}: oil for the impulse ({1} tenths)", fuel, PAY, FRUGAL, POUR, RUIN,
                                    named=(g.powers[g.power], fuel.cost))  # fmt: skip
        if answer.verb in (PAY.name, FRUGAL.name):
            return


@rule("10.4")
def may_destroy(g: War, fuel: Fuel, space: int, *, oil: bool) -> No | None:
    """Whether a power destroys saved oil or build points of its own."""
    saved = g.hexes.saved_oil if oil else g.hexes.saved_points
    if saved[space] and g.powers_by_hex[space] == fuel.power:
        return None
    return No("10.4", f"no saved {'oil' if oil else 'build points'} of yours lie there")


def spoil(g: War, space: int, *, oil: bool = True, points: bool = True) -> None:
    """What is saved in a hex is destroyed."""
    row = g.hexes[space]
    if oil and row.saved_oil:
        g.say(f"{row.saved_oil} oil are destroyed in {{}}", row, rule="10.4")
        row.saved_oil = 0
    if points and row.saved_points:
        g.say(f"{row.saved_points} saved build points are destroyed in {{}}", row, rule="10.4")
        row.saved_points = 0


PAY: Act[War, Fuel, None] = Act("pay_oil", "10.3", lambda g, s, _: f"Pay {s.cost} tenths", who=may_pay, do=pay_at_once)
FRUGAL: Act[War, Fuel, None] = Act("frugal", "10.3", "A tenth for each unit after the first", do=lambda g, s, _: None)
POUR: Act[War, Fuel, int] = Act(
    "pour", "10.4", "Destroy the oil in {0}", takes=Hex, among=lambda g, s: stores(g, s.power), group="Destroy",
    may=lambda g, s, space: may_destroy(g, s, space, oil=True), do=lambda g, s, space: spoil(g, space, points=False),
)  # fmt: skip
RUIN: Act[War, Fuel, int] = Act(
    "ruin", "10.4", "Destroy the build points in {0}", takes=Hex, among=lambda g, s: stores(g, s.power), group="Destroy",
    may=lambda g, s, space: may_destroy(g, s, space, oil=False), do=lambda g, s, space: spoil(g, space, oil=False),
)  # fmt: skip
TAP: Act[War, Draught, int] = Act(
    "tap", "10.3", "{0}", takes=Hex, among=lambda g, s: s.hexes(g), do=tap,
    may=lambda g, s, space: None if space in s.hexes(g) else No("10.3", "no saved oil that you may use lies there"),
)  # fmt: skip
GRANT: Act[War, Favour, None] = Act("grant", "10.3", "Give it", do=lambda g, s, _: None)
DENY: Act[War, Favour, None] = Act("deny", "10.3", "Keep it", do=lambda g, s, _: None)
