"""Production: research first, then what the nation lacks most of a mix that suits it and its needs (needs.py); danger at home
buys infantry."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.kernel.cache import derived
from grognard.kernel.flow import Option
from grognard.titles.gw36.agent import minors, needs
from grognard.titles.gw36.agent.threat import danger, front, garrison
from grognard.titles.gw36.agent.worth import turns_left
from grognard.titles.gw36.kinds import FACILITY, IS_LAND, KIND, TRANSPORTS, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.powers import (
    ANZAC,
    BRITAIN,
    CCP,
    FEC,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    KMT,
    NATIONS,
    USA,
    USSR,
)
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import zones_of
from grognard.titles.gw36.state import Site, War, chosen
from grognard.titles.gw36.subjects import Spending

Mix = Mapping[str, float]

LAND: Mix = {
    "infantry": 0.36,
    "artillery": 0.14,
    "mechanized_infantry": 0.08,
    "medium_armor": 0.18,
    "fighter": 0.12,
    "tactical_bomber": 0.08,
    "submarine": 0.04,
}
SEA: Mix = {
    "infantry": 0.2,
    "artillery": 0.06,
    "marine": 0.06,
    "medium_armor": 0.06,
    "naval_transport": 0.14,
    "destroyer": 0.14,
    "light_cruiser": 0.06,
    "fighter": 0.12,
    "tactical_bomber": 0.06,
    "light_carrier": 0.06,
    "submarine": 0.04,
}
ALARMED: Mix = {"infantry": 0.8, "artillery": 0.2, "fighter": 0.1, "militia": 0.3}
WON_OVER = 8.0  # an attempt that promises twice its price comes before common units
MANY = 8  # units waiting for ships
NEEDED_NOW = {"research": 90.0, "advance": 80.0, "repair": 40.0, "dock": 40.0, "mend": 0.5, "influence": 1.0}
FOOT: Mix = {"infantry": 0.8, "artillery": 0.2}
MIXES: dict[int, Mix] = {
    GERMANY: {"infantry": 0.42, "artillery": 0.26, "medium_armor": 0.18, "fighter": 0.07, "tactical_bomber": 0.07},
    USSR: {**LAND, "infantry": 0.5, "artillery": 0.16, "submarine": 0.0},
    ITALY: {**LAND, "infantry": 0.4, "naval_transport": 0.08, "destroyer": 0.06, "submarine": 0.04},
    FRANCE: {**LAND, "infantry": 0.6, "fighter": 0.12, "submarine": 0.0},
    JAPAN: {**SEA, "infantry": 0.3, "artillery": 0.1},
    BRITAIN: SEA,
    USA: SEA,
    FEC: FOOT,
    ANZAC: {**SEA, "light_carrier": 0.0},
    KMT: FOOT,
    CCP: FOOT,
    FREE_FRANCE: FOOT,
}


@derived("units.at", "units.hits", "zones.owner", "news")
def alarm(g: War, nation: int) -> float:
    """The danger to the capital, or to half of what the nation lives on."""
    capital, ipp = g.nations.capital[nation], g.board.ints("ipp")
    lost = total = worst = 0.0
    for z in zones_of(g, nation):
        if ipp[z] >= 2 or z == capital:
            found = danger(g, nation, z, garrison(g, nation, z))
            lost += found * ipp[z]
            total += ipp[z]
            worst = max(worst, found if z == capital else 0.0)
    return max(worst, lost / total if total else 0.0)


def purchase_value(g: War, nation: int, option: Option) -> float:
    """The worth of a spending; `done` is worth nothing."""
    verb, args = option.verb, option.args
    if verb == "research":
        return 90.0 + (5.0 if str(args[0]) in _wanted(g, nation) else 0.0)
    if verb == "advance":
        return 80.0 if turns_left(g) > 1 and alarm(g, nation) < 0.5 else 1.0
    if verb in ("repair", "mend", "dock"):
        return 40.0 if verb != "mend" else 0.5
    if verb == "buy":
        return _unit_value(g, nation, KIND[str(args[0])], int(args[1])) if str(args[0]) in KIND else -1.0
    if verb == "influence":
        worth = minors.influence_worth(g, nation, chosen(option, 0), int(args[1]))
        return WON_OVER + 0.01 * worth if worth > int(args[1]) else min(worth, 4.9)
    if verb == "upgrade" and isinstance(args[0], Site):
        return needs.upgrade_worth(g, nation, args[0])
    if verb == "build" and str(args[0]) in FACILITY:
        return needs.build_worth(g, nation, FACILITY[str(args[0])])
    if verb == "retrain" and str(args[0]) == "infantry":
        return 0.4 if turns_left(g) > 1 else -1.0  # a Militia becomes Infantry (11.2): better than a hoard
    return -1.0


def reason(g: War, nation: int, option: Option) -> str:
    """Why a spending is made, where there is more to say than its name."""
    verb, args = option.verb, option.args
    if verb == "buy" and str(args[0]) in KIND:
        return f"buy {args[1]} {UNIT_NAMES[KIND[str(args[0])]]}: {needs.why(g, nation, KIND[str(args[0])])}"
    if verb == "upgrade" and isinstance(args[0], Site):
        need = needs.needs(g, nation)
        return f"upgrade {args[0].label}: factories make {need.slots} units a turn, the income buys {need.wanted:.0f}"
    if verb == "influence":
        return minors.why(g, nation, chosen(option, 0), int(args[1]))
    if verb == "build":
        return f"build a factory: {needs.needs(g, nation).near} units a turn near the front"
    return ""


def _wanted(g: War, nation: int) -> tuple[str, ...]:
    """The technologies that score together."""
    return next((row.words for row in g.facts.objectives if row.kind == "technologies" and row.nation == NATIONS[nation]), ())


def _unit_value(g: War, nation: int, kind: int, count: int) -> float:
    name, values = UNIT_IDS[kind], g.values
    mix = MIXES.get(nation, FOOT)
    plain = needs.KIN.get(name, name)
    alarmed = alarm(g, nation)
    share = needs.weighed(g, nation, kind, mix.get(plain, 0.0), alarmed) if alarmed <= 0.6 else ALARMED.get(plain, 0.0)
    if share <= 0.0:
        price, fire = values.price[kind], max(values.attack[kind], 0) + max(values.defence[kind], 0)
        spare = g.nations.cash[nation] > current_income(g, nation) and price > 0
        return 0.1 * fire / price if spare else -1.0  # better than a hoard
    if not needs.in_time(g, nation, kind):
        return -1.0
    stranded, boats = overseas(g, nation)
    if kind in TRANSPORTS and stranded > 2 * boats and turns_left(g) > 2:
        return 9.0 - 0.5 * max(0, count - 2)  # an army that waits for ships
    if kind in TRANSPORTS and _idle_transports(g, nation) >= 3:
        return -1.0
    if IS_LAND[kind] and stranded >= MANY and stranded > 2 * boats and alarm(g, nation) < 0.3:
        return 0.02  # only when nothing else can be had
    owned = owned_worth(g, nation)
    total = sum(worth for owned_name, worth in owned.items() if needs.KIN.get(owned_name, owned_name) in mix) + 12.0
    lack = share - sum(worth for owned_name, worth in owned.items() if needs.KIN.get(owned_name, owned_name) == plain) / total
    step = values.price[kind] * count / total
    better = 0.3 * (_fire_for_price(g, name) - _fire_for_price(g, plain))
    return 10.0 * (lack - step / 2) + min(count, 6) * 0.05 + (5.0 if lack > 0 else 0.5) + better


def _fire_for_price(g: War, name: str) -> float:
    """Attack and defence an IPP buys in a kind."""
    kind, values = KIND[name], g.values
    return (max(values.attack[kind], 0) + max(values.defence[kind], 0)) / max(values.price[kind], 1)


@derived(
    "units.at", "units.kind", "units.nation", "entries.count", "entries.gone", "entries.kind", "entries.nation", "entries.what"
)
def owned_worth(g: War, nation: int) -> dict[str, float]:
    """IPP in units of each kind, on the board and ordered."""
    found: dict[str, float] = {}
    price = g.values.price
    for kind, owner, at in zip(g.units.kind, g.units.nation, g.units.at):
        if owner == nation and at >= 0:
            found[UNIT_IDS[kind]] = found.get(UNIT_IDS[kind], 0.0) + price[kind]
    for order in g.entries:
        if order.nation == nation and not order.gone and order.what == 0:
            found[UNIT_IDS[order.kind]] = found.get(UNIT_IDS[order.kind], 0.0) + price[order.kind] * order.count
    return found


def _idle_transports(g: War, nation: int) -> int:
    boats = [
        u
        for u, (k, n, at) in enumerate(zip(g.units.kind, g.units.nation, g.units.at))
        if n == nation and at >= 0 and k in TRANSPORTS
    ]
    return sum(1 for t in boats if not any(g.units.carrier[c] == t for c in g.units.stacks[g.units.at[t]]))


@derived("units.at", "news", "zones.owner", "turn", "entries.count", "entries.gone")
def overseas(g: War, nation: int) -> tuple[int, int]:
    """Land units that can march on no enemy, beyond a garrison in each zone, and transports, ordered ones included."""
    far, units = front(g, nation), g.units
    waiting: dict[int, int] = {}
    boats = sum(o.count for o in g.entries if o.nation == nation and not o.gone and o.what == 0 and o.kind in TRANSPORTS)
    for kind, owner, at in zip(units.kind, units.nation, units.at):
        if owner == nation and at >= 0:
            boats += kind in TRANSPORTS
            if IS_LAND[kind] and 5.0 <= far[at] < 60.0:
                waiting[at] = waiting.get(at, 0) + 1
    return sum(n - 1 for n in waiting.values()), boats


def buyer(spending: Spending) -> int:
    """The nation whose needs a spending is judged by; those without a mix of their own buy as Germany does."""
    return spending.nation if spending.nation in MIXES else GERMANY
