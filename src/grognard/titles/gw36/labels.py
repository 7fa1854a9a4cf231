"""The words of options, as buttons and lists say them: names, prices, values, where a unit stands. What is legal is in rules/.

Long lists have groups: units to buy by sort, wars by who declares them, units to move by zone.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Label, Purse
from grognard.kernel.state import Row
from grognard.titles.gw36.idle import only_stays
from grognard.titles.gw36.kinds import (
    KIND,
    UNIT_NAMES,
)
from grognard.titles.gw36.present import counter
from grognard.titles.gw36.rules import chart, strategic
from grognard.titles.gw36.rules.chart import UNIT, UPGRADE
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.rules.treasury import Desk, cash_of, desk_of
from grognard.titles.gw36.state import Unit, War
from grognard.titles.gw36.subjects import Spending, Volleys

GROUPS = {
    "attack": "Attack",
}


def label(g: War, ask: Ask, option: Option) -> Label:
    """An option as a button says it."""
    plain = Label.of(g, option)
    words, group, hint = _told(g, ask, option)
    menu = ask.menu
    if menu is not None:
        words, group, hint = words or menu.words(option), group or menu.group(option), hint or menu.hint(option)
    words = words or plain.words
    words = words[:1].upper() + words[1:]
    made = Label(plain.text, words, plain.spaces, plain.pieces, group or GROUPS.get(option.verb, ""), hint)
    made.many = option.verb == "all"
    made.stays = option.verb == "hold"
    if isinstance(ask.subject, Spending):
        made.price = price(g, desk_of(ask.subject), option)
        lots = option.verb in ("buy", "retrain") and len(option.args) == 2
        made.item = f"{option.verb} {option.args[0]}" if lots else option.text if made.price else ""
    if option.verb == "pick" and isinstance(option.arg, Unit):
        made.pieces = (f"u{counter(g, option.arg.index)}",)
        made.idle = only_stays(g, ask, option)
        made.hand = True
    return made


def _name(argument: Any) -> str:
    return argument.label if isinstance(argument, Row) else str(argument).replace("_", " ")


def _told(g: War, ask: Ask, option: Option) -> tuple[str, str, str]:
    """Words, group and hint of options that need more than a form."""
    verb, args = option.verb, option.args
    if verb == "pick" and isinstance(args[0], Unit):
        return _pick(g, args[0])
    if verb == "lose" and isinstance(args[0], Unit):
        return _casualty(g, ask, args[0])
    if verb == "fire":
        return _volley(ask, args[0])
    if verb == "rail" and isinstance(args[0], Unit):
        return "", "By rail", _trains(g, args[0])
    if verb == "ship" and isinstance(args[0], Unit):
        left = max(strategic.naval_moves_left(g, args[0].nation), 0)
        return "", "By sea", f"takes {strategic.naval_cost(g, args[0].index)} of {left} strategic naval moves left"
    if verb == "line":
        return f"On the {_name(args[0]).removesuffix(' line')}", "", ""
    return "", "", ""


def _pick(g: War, unit: Unit) -> tuple[str, str, str]:
    units, zone = g.units, g.zones[unit.at].label
    alike = sum([1 for u in g.units.stacks[unit.at] if units.kind[u] == unit.kind and units.nation[u] == unit.nation])
    return f"{unit.label} in {zone}" + (f" ({alike})" if alike > 1 else ""), zone, ""


def _trains(g: War, unit: Unit) -> str:
    """The rail capacity left where a unit boards (10.4)."""
    region = strategic.region_of(g, unit.at)
    left, of = strategic.capacity_left(g, unit.nation, region), g.facts.rail_capacity[strategic.REGIONS[region]]
    return f"{left} of {of} rail moves left in {strategic.region_name(g, unit.at)}"


def _casualty(g: War, ask: Ask, unit: Unit) -> tuple[str, str, str]:
    """Where two look alike: what tells them apart."""
    same = [o.args[0] for o in ask.options if o.verb == "lose" and o.args[0].label == unit.label]
    price = g.values.price[unit.kind]
    notes = []
    if len(same) > 1:
        cargo = [UNIT_NAMES[g.units.kind[c]] for c in g.units.stacks[unit.at] if g.units.carrier[c] == unit.index]
        notes = ["damaged"] * bool(unit.hits) + [f"with {', '.join(cargo)}"] * bool(cargo)
        if unit.came >= 0 and unit.came != unit.at:
            notes.append(f"from {g.zones[unit.came].label}")
        elif unit.carrier >= 0:
            notes.append("from a ship")
    verb = "Lose" if seat_of(g, unit.nation) == ask.seat else "Hit"
    return f"{verb} the {unit.label}" + (f" ({', '.join(notes)})" if notes else ""), "", f"{price} IPP"


def _volley(ask: Ask, unit: Unit) -> tuple[str, str, str]:
    shots = ask.subject.shots if isinstance(ask.subject, Volleys) else ()
    volley = next((v for v in shots if v.unit == unit.index), None)
    if volley is None:
        return f"The {unit.label} fires", "", ""
    dice = f"{volley.dice} {'die' if volley.dice == 1 else 'dice'} at {volley.value}"
    return f"{unit.label}: {dice}", "", f"selects its target on {volley.select} or less" if volley.select else ""


# --- production: what it costs


def purse(g: War, ask: Ask) -> Purse | None:
    """The IPP of the buyer who is asked."""
    return Purse(cash_of(g, desk_of(ask.subject)), "IPP") if isinstance(ask.subject, Spending) else None


def price(g: War, desk: Desk, option: Option) -> int:
    """What an order costs this turn; 0 for what is not ordered with money, or not known before more is asked."""
    verb, args, nation = option.verb, option.args, desk.nation
    rush = int(verb == "rush")
    if verb in ("buy", "rush") and args[0] in KIND:
        return chart.payments(g, nation, UNIT, KIND[args[0]], rush=rush)[0] * (int(args[1]) if verb == "buy" else 1)
    if verb == "advance":
        return chart.next_payment(g, args[0])
    if verb == "upgrade":
        return chart.payments(g, nation, UPGRADE, args[0].kind)[0]
    if verb == "retrain":
        return int(next(row.cost for row in g.facts.upgrades if row.to_unit == args[0])) * int(args[1])
    return 0
