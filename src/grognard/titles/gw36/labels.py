"""The words of options, as buttons and lists say them: names, prices, values, where a unit stands. What is legal is in rules/.

Long lists have groups: units to buy by sort, wars by who declares them, units to move by zone.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Label, Purse
from grognard.kernel.state import Row
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.idle import only_stays
from grognard.titles.gw36.kinds import (
    FACILITY,
    FACILITY_NAMES,
    IS_AIR,
    IS_LAND,
    KIND,
    NO_VALUE,
    STAGES,
    TECHNOLOGY,
    UNIT_NAMES,
)
from grognard.titles.gw36.present import counter
from grognard.titles.gw36.rules import chart, strategic, technology
from grognard.titles.gw36.rules.chart import BUILDING, UNIT, UPGRADE
from grognard.titles.gw36.rules.nations import PLAYED, power_of, relations, seat_of
from grognard.titles.gw36.rules.treasury import Desk, cash_of
from grognard.titles.gw36.state import NAMES, Nation, Order, Unit, War, chosen
from grognard.titles.gw36.subjects import Spending, Volleys

PACTS = {
    "molotov_ribbentrop": "the Molotov-Ribbentrop pact",
    "japanese_soviet": "the Japanese-Soviet pact",
    "truce": "the truce of KMT and CCP",
}
# By verb and, where it is used twice, number of arguments.
WORDS: dict[str, str] = {
    "declare": "{0} declares war on {1}",
    "propose": "Propose {0}",
    "nullify": "End {0}",
    "break": "{0} breaks {1}",
    "monroe": "Invoke the Monroe Doctrine against {0}",
    "ask_back": "{0} asks for {1}",
    "give_back": "Give {1} back to {0}",
    "close": "Close {0} to {1}",
    "open": "Open {0} to {1}",
    "raid 1": "The raid in {0}",
    "bomb 1": "The bombing of {0}",
    "carpet 1": "The carpet bombing of {0}",
    "rail": "By rail to {1}",
    "ship": "By sea to {1}",
    "repair": "Repair the {0} by {1}",
    "mend": "Repair the railway from {0} to {1} by {2}",
    "dock": "Dock the {0} in {1}",
    "scrap": "Scrap the {0}",
    "convert": "Convert the {0}",
    "advance": "Continue the {0}",
    "influence": "Influence {0} with {1} IPP",
    "lend": "Lend-lease to {0}",
    "money": "{0} IPP",
    "pay": "Pay {0} IPP",
    "lose": "Lose the {0}",
    "bombard": "The {0} bombards",
    "bombard_all": "All bombard",
    "intercept": "The {0} rises",
    "intercept_all": "All rise",
    "blitz": "The {0} goes on to {1}",
    "land_battle": "The battle of {0}",
    "sea_battle": "The naval battle of {0}",
    "politics": "Declarations and pacts",
    "promote": "The {0}",
    "at": "In {0}",
    "toward": "Towards {0}",
    "unit": "{0}",
    "deny_arctic": "Deny the Arctic route",
    "allow_arctic": "Allow the Arctic route",
}
GROUPS = {
    "propose": "Pacts",
    "nullify": "Pacts",
    "break": "Pacts",
    "monroe": "Pacts",
    "ask_back": "Zones asked for",
    "give_back": "Zones asked for",
    "attack": "Attack",
    "advance": "Continue",
    "research": "Research",
    "build": "Build facilities",
    "upgrade": "Upgrade facilities",
    "retrain": "Upgrade units",
    "lend": "Lend-lease",
    "influence": "Influence",
    "rush": "In a hurry",
}


def label(g: War, ask: Ask, option: Option) -> Label:
    """An option as a button says it."""
    plain = Label.of(g, option)
    words, group, hint = _told(g, ask, option)
    if not words:
        words = _form(option) or (ask.menu.words(option) if ask.menu is not None else "") or plain.words
    words = words[:1].upper() + words[1:]
    made = Label(plain.text, words, plain.spaces, plain.pieces, group or GROUPS.get(option.verb, ""), hint)
    made.many = option.verb == "all"
    made.stays = option.verb == "hold"
    if isinstance(ask.subject, Spending):
        made.price = price(g, desk_of(ask.subject), option)
    if option.verb == "pick" and isinstance(option.arg, Unit):
        made.pieces = (f"u{counter(g, option.arg.index)}",)
        made.idle = only_stays(g, ask, option)
        made.hand = True
    return made


def _form(option: Option) -> str:
    form = WORDS.get(f"{option.verb} {len(option.args)}") or WORDS.get(option.verb, "")
    words = [PACTS.get(str(a), _name(a)) for a in option.args]
    if any(f"{{{n}}}" in form for n in range(len(words), 4)):
        return ""  # the same verb in another phase, with fewer arguments
    return form.format(*words)


def _name(argument: Any) -> str:
    return argument.label if isinstance(argument, Row) else str(argument).replace("_", " ")


def _told(g: War, ask: Ask, option: Option) -> tuple[str, str, str]:
    """Words, group and hint of options that need more than a form."""
    verb, args = option.verb, option.args
    if verb == "pick" and isinstance(args[0], Unit):
        return _pick(g, args[0])
    if verb == "declare":
        target = chosen(option, 1)
        return "", f"{NAMES[chosen(option)]}: war on a {'player nation' if target < PLAYED else 'minor'}", ""
    if verb in ("close", "open"):
        return _leave(g, option)
    if verb == "lose" and isinstance(args[0], Unit):
        return _casualty(g, ask, args[0])
    if verb == "fire":
        return _volley(ask, args[0])
    if verb == "place" and isinstance(args[0], Order):
        return _placement(g, args)
    if isinstance(ask.subject, Spending):
        return _spending(g, desk_of(ask.subject), option)
    if verb == "rail":
        return "", "By rail", _trains(g, args[0])
    if verb == "ship":
        left = max(strategic.naval_moves_left(g, args[0].nation), 0)
        return "", "By sea", f"takes {strategic.naval_cost(g, args[0].index)} of {left} strategic naval moves left"
    if verb == "line":
        return f"On the {_name(args[0]).removesuffix(' line')}", "", ""
    return "", "", ""


def _pick(g: War, unit: Unit) -> tuple[str, str, str]:
    units, zone = g.units, g.zones[unit.at].label
    alike = sum(1 for u in g.units.stacks[unit.at] if units.kind[u] == unit.kind and units.nation[u] == unit.nation)
    return f"{unit.label} in {zone}" + (f" ({alike})" if alike > 1 else ""), zone, ""


def _trains(g: War, unit: Unit) -> str:
    """The rail capacity left where a unit boards (10.4)."""
    region = strategic.region_of(g, unit.at)
    left, of = strategic.capacity_left(g, unit.nation, region), g.facts.rail_capacity[strategic.REGIONS[region]]
    return f"{left} of {of} rail moves left in {strategic.region_name(g, unit.at)}"


def _leave(g: War, option: Option) -> tuple[str, str, str]:
    """Straits by their names; leave to enter, or for supply alone."""
    host, guest = option.args
    if not isinstance(host, Nation):
        passage = next(p for p in geography(g).passages if p.word == host)
        return f"{option.verb} {passage.name} to {guest.label}", "Straits and canals", ""
    aligned = relations(g).aligned[host.index] >> guest.index & 1
    what = "its land" if aligned else "its railways and ports to supply"
    return f"{host.label} {option.verb}s {what} {'to' if aligned else 'of'} {guest.label}", "Leave", ""


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


def _placement(g: War, args: tuple[Any, ...]) -> tuple[str, str, str]:
    order, zone, *more = args
    count = f"{more[0]} " if more and isinstance(more[0], int) else "the "
    beside = f", into {more[0].label}" if more and isinstance(more[0], Row) else ""
    return f"Place {count}{chart.label(g, order)} in {zone.label}{beside}", order.label, ""


# --- production: what it costs and what it is worth


def _spending(g: War, desk: Desk, option: Option) -> tuple[str, str, str]:
    verb, args, nation = option.verb, option.args, desk.nation
    if verb in ("buy", "rush") and args[0] in KIND:
        kind = KIND[args[0]]
        due = chart.payments(g, nation, UNIT, kind, rush=int(verb == "rush"))
        sort = "land units" if IS_LAND[kind] else "aircraft" if IS_AIR[kind] else "ships"
        words = f"{args[1]} {UNIT_NAMES[kind]}" if verb == "buy" else f"{UNIT_NAMES[kind]} in a hurry"
        return words, f"Buy {sort}", f"{_price(due)}; {_values(g, kind)}"
    if verb in ("build", "rush") and args[0] in FACILITY:
        kind = FACILITY[args[0]]
        return FACILITY_NAMES[kind], "", _price(chart.payments(g, nation, BUILDING, kind, rush=int(verb == "rush")))
    if verb == "advance":
        return "", "", f"{chart.next_payment(g, args[0])} IPP"
    if verb == "upgrade":
        return f"Upgrade the {args[0].label}", "", _price(chart.payments(g, nation, UPGRADE, args[0].kind))
    if verb == "retrain":
        row = next(row for row in g.facts.upgrades if row.to_unit == args[0])
        return f"{args[1]} {UNIT_NAMES[KIND[row.from_unit]]} to {UNIT_NAMES[KIND[row.to_unit]]}", "", f"{row.cost} IPP each"
    if verb == "research":
        goal = g.facts.technologies[args[0]]
        done = technology.stages(g, power_of(nation), TECHNOLOGY[args[0]])
        return goal.name, "", f"stage {done + 1} of {STAGES} on {goal.stages[done]} or more; free"
    return "", "", ""


def purse(g: War, ask: Ask) -> Purse | None:
    """The IPP of the buyer who is asked."""
    return Purse(cash_of(g, desk_of(ask.subject)), "IPP") if isinstance(ask.subject, Spending) else None


def desk_of(spending: Spending) -> Desk:
    return Desk(spending.nation, spending.half)


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


def _price(due: tuple[int, ...]) -> str:
    if len(due) == 1:
        return f"{due[0]} IPP"
    same = len(set(due)) == 1
    return f"{due[0]} IPP in each of {len(due)} turns" if same else f"{' + '.join(map(str, due))} IPP, a turn each"


def _values(g: War, kind: int) -> str:
    values = g.values
    attack, defence = (("-" if v == NO_VALUE else str(v)) for v in (values.attack[kind], values.defence[kind]))
    return f"attack {attack}, defence {defence}, move {values.move[kind]}"
