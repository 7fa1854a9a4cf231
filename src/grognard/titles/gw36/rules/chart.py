"""7.1 to 7.3: what a nation may buy, what it costs, and the Production Chart on which it waits (table 7-1).

Asking the players is production.py; putting finished things on the map is placement.py.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.dice import D12
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.facts import Build
from grognard.titles.gw36.kinds import (
    FACILITY_IDS,
    FACILITY_KIND,
    IS_NAVAL,
    KIND,
    TECHNOLOGY,
    UNIT_IDS,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.powers import ABSORBED, ACTIVE, CCP, FRANCE, FREE_FRANCE, KMT, NATION, NATIONS
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.facilities import IMPROVED_CONSTRUCTION, action_lack, ground_cost
from grognard.titles.gw36.rules.nations import is_major
from grognard.titles.gw36.rules.supply import factories
from grognard.titles.gw36.rules.technology import developed
from grognard.titles.gw36.rules.treasury import Desk, lose
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import Entry, War

UNIT, BUILDING, UPGRADE, RETRAIN, LOAN, SUPPLIES = range(6)  # Entry.what
CAPITAL = WITH["capital"]
VICHY = NATION["vichy"]
MODERN_FIGHTERS = "1940-01"  # GW36-AMB-09
EARLY_PRICE = 8
FIGHTER = KIND["fighter"]
_REPLACED = {
    KIND["artillery"]: WITH["replaces_artillery"],
    KIND["self_propelled_artillery"]: WITH["replaces_self_propelled_artillery"],
}


# --- 7.1, 7.2 what may be bought ---------------------------------------------------------------------------------------


@rule("13.3.1", "13.3.2")
def column_of(g: War, nation: int, item: str = "") -> str:
    """Whose column of the build chart a nation uses: an evolved CCP the Soviet, an evolved KMT the American, for facilities at
    once and for units when it owns a factory."""
    if nation in (CCP, KMT) and g.nations.evolved[nation] and (item in g.facts.facilities or owns_factory(g, nation)):
        return "ussr" if nation == CCP else "usa"
    return NATIONS[nation]


def owns_factory(g: War, nation: int) -> bool:
    """Whether a nation possesses a finished factory."""
    return nation in factories(g)


@rule("7.1", "7.2")
def on_sheet(g: War, nation: int, item: str, column: str = "") -> No | None:
    """Why an item is not on a nation's reference sheet today (`column`: the nation's `column_of`, if it is known)."""
    facts = g.facts
    row = facts.builds.get(item)
    if row is None or (row.switch and not g.options[row.switch]):
        return No("7.1", f"no nation buys {item_name(g, item)}")
    since = row.since(column or column_of(g, nation, item))
    if since is None:
        own = nation in (CCP, KMT) and row.since(NATIONS[nation])
        return None if own == "" else No("7.1", f"{item_name(g, item)} is not on the sheet of {g.nations[nation].label}")
    if since == "burma_road":
        return None if g.burma_road else No("1.17", f"KMT buys {item_name(g, item)} only while the Burma Road is open")
    first = facts.units[item].since if item in facts.units else ""
    if g.options.v43_build_dates:
        first = max(first, since)
        if row.until and is_major(g, nation) and date(g) > row.until:
            return No("7.2", f"{item_name(g, item)} is not sold after {row.until}")
    return No("7.2", f"{item_name(g, item)} is available from {first}") if date(g) < first else None


def item_name(g: War, item: str) -> str:
    facts = g.facts
    return facts.units[item].name if item in facts.units else facts.facilities[item].name


@rule("7.1", "7.8", "12.2", "5.0")
def may_buy(g: War, nation: int, kind: int) -> No | None:
    """Why a nation may not buy a unit at all: its sheet, the date, its technology, its income at peace."""
    lack = _may_stock(g, nation, kind, column_of(g, nation))
    return action_lack(g, nation, "build_capital_ships") if lack is None and kind in CAPITAL else lack


def _may_stock(g: War, nation: int, kind: int, column: str) -> No | None:
    """`may_buy` but for the income at peace."""
    item = UNIT_IDS[kind]
    row = g.facts.units[item]
    lack = on_sheet(g, nation, item, column)
    if lack is not None:
        return lack
    if not row.payments:
        return No("12.2", f"{row.name} cannot be built")
    if row.tech and not has_technology(g, nation, TECHNOLOGY[row.tech]):
        return No("7.8", f"{row.name} needs the technology {g.facts.technologies[row.tech].name}")
    for better in _REPLACED.get(kind, ()):
        if has_technology(g, nation, TECHNOLOGY[g.facts.units[UNIT_IDS[better]].tech]):
            return No("7.8", f"all {row.name} bought now is {UNIT_NAMES[better]}")
    if item == "mountain_infantry" and not g.options.mountains:
        return No("12.2", "Mountain Infantry needs the mountain rules")
    return None


def shelf(g: War, nation: int) -> tuple[tuple[int, int, int], ...]:
    """Kinds a nation may buy today, with the first payment and the number of payments (`may_buy`)."""
    found = _shelf(g, nation, column_of(g, nation))
    if action_lack(g, nation, "build_capital_ships") is not None:
        found = tuple([row for row in found if row[0] not in CAPITAL])
    return found


def _market(g: War, nation: int, column: str = "") -> tuple[int, ...]:
    """All that decides what is on the shelves of a nation."""
    return g.turn, developed(g, nation), g.burma_road, g.nations.evolved[nation]


@derived("turn", "tech", "burma_road", "nations.evolved", given=_market)
def _shelf(g: War, nation: int, column: str) -> tuple[tuple[int, int, int], ...]:
    found = []
    for kind in listed(g, nation, column):
        if _may_stock(g, nation, kind, column) is None:
            due = payments(g, nation, UNIT, kind)
            found.append((kind, due[0], len(due)))
    return tuple(found)


@derived()
def listed(g: War, nation: int, column: str) -> tuple[int, ...]:
    """The units on a nation's sheet that can be built at all, whatever the date."""
    builds, units = g.facts.builds, g.facts.units
    return tuple([
        kind
        for kind, item in enumerate(UNIT_IDS)
        if item in builds
        and units[item].payments
        and (builds[item].since(column) is not None or builds[item].since(NATIONS[nation]) is not None)
    ])


@derived("turn", "tech", "burma_road", "nations.evolved", given=_market)
def building_shelf(g: War, nation: int) -> tuple[tuple[int, int, int], ...]:
    """Facilities on a nation's sheet today, with the first payment on ordinary ground and the number of payments."""
    found = []
    for kind, name in enumerate(FACILITY_IDS):
        if name in g.facts.builds and on_sheet(g, nation, name) is None:
            due = payments(g, nation, BUILDING, kind)
            found.append((kind, due[0], len(due)))
    return tuple(found)


@derived("turn", "tech", "burma_road", "nations.evolved", given=_market)
def upgrade_prices(g: War, nation: int) -> dict[int, int]:
    """What the upgrade of a facility costs a nation today, by kind; those whose better kind is on its sheet."""
    rows = [(kind, g.facts.facilities[name].upgrade_to) for kind, name in enumerate(FACILITY_IDS)]
    return {
        kind: payments(g, nation, UPGRADE, kind)[0] for kind, better in rows if better and on_sheet(g, nation, better) is None
    }


@rule("7.2")
def purchase_limit(g: War, nation: int, kind: int) -> int:
    """How many more of a kind may be bought this turn (limits of the later edition)."""
    row: Build = g.facts.builds[UNIT_IDS[kind]]
    if not row.max_per_turn or not g.options.v43_build_dates:
        return 99
    return max(
        0, row.max_per_turn - sum([o.count for o in chart(g, nation) if o.what == UNIT and o.kind == kind and o.turn == g.turn])
    )


# --- 7.3 what it costs -------------------------------------------------------------------------------------------------


@rule("7.3", "7.8", "15.9")
def payments(g: War, nation: int, what: int, kind: int, at: int = NOWHERE, rush: int = 0) -> tuple[int, ...]:
    """The payments an item needs if it is begun now; with Improved Construction 1 less each, or the first two at once."""
    facts = g.facts
    if what == UNIT:
        due = list(facts.units[UNIT_IDS[kind]].payments)
        if kind == FIGHTER and g.options.early_fighters and date(g) < MODERN_FIGHTERS:
            due = [EARLY_PRICE]
        improves = IS_NAVAL[kind]
    elif what == UPGRADE:
        due, improves = [facts.facilities[FACILITY_IDS[kind]].upgrade_cost], True
    elif what == BUILDING:
        due, improves = list(facts.facilities[FACILITY_IDS[kind]].payments), True
        due[0] += ground_cost(g, at) if at >= 0 else 0
    else:
        return (0,)
    if rush:
        return (due[0] + due[1], *due[2:])
    if improves and has_technology(g, nation, IMPROVED_CONSTRUCTION):
        due = [max(1, amount - 1) for amount in due]
    return tuple(due)


def next_payment(g: War, o: Entry) -> int:
    """What the next stage of an order costs."""
    return payments(g, owner_of(g, o), o.what, o.kind, o.at, o.rush)[o.paid]


@rule("7.8")
def may_rush(g: War, nation: int, what: int, kind: int) -> No | None:
    """Why the first two payments may not be made together."""
    if not has_technology(g, nation, IMPROVED_CONSTRUCTION):
        return No("7.8", "it needs Improved Construction")
    if what == UNIT and not IS_NAVAL[kind]:
        return No("7.8", "only ships and facilities are rushed")
    return None if len(payments(g, nation, what, kind)) > 1 else No("7.8", "it takes one turn anyway")


# --- the chart ---------------------------------------------------------------------------------------------------------


@rule("7.3", "15.8")
def owner_of(g: War, o: Entry) -> int:
    """Whose order it is: what is being built in a zone belongs to the zone's possessor."""
    table, index = g.entries, o.index
    what, at, nation = table.what[index], table.at[index], table.nation[index]
    if what in (BUILDING, UPGRADE):
        return g.zones.owner[at] if g.sites.at[table.subject[index]] >= 0 else NOWHERE
    if what == UNIT and at >= 0 and g.options.ships_under_construction:
        return g.zones.owner[at]
    return heir_of_vichy(g) if nation == VICHY else nation


@rule("14.4.2")
def heir_of_vichy(g: War) -> int:
    """Whose the Vichy ships on the chart are: Vichy's, its master's once it Aligns, France's once it has surrendered."""
    if g.nations.status[VICHY] == ACTIVE:
        return VICHY
    if g.nations.status[VICHY] == ABSORBED:
        return g.nations.master[VICHY]
    return FRANCE if g.nations.status[FRANCE] == ACTIVE else FREE_FRANCE


@rule("14.4.2")
def roll_french_chart(g: War) -> None:
    """Ships on the French Production Chart when Vichy France is made: scuttled, Vichy, or German."""
    for o in ships_on_chart(g, FRANCE):
        roll = g.roll(D12, f"the {UNIT_NAMES[o.kind]} on the French stocks", "14.4.2")
        result = next(row.result for row in g.facts.vichy_fleet if row.where == "production" and row.low <= roll <= row.high)
        g.say("A {} on the French stocks: {}", UNIT_NAMES[o.kind], result, rule="14.4.2")
        if result == "scuttled":
            strike(g, o)
        else:
            o.nation, o.half = NATION[result], 0


@rule("14.4.2", "14.4.3")
def finish_vichy_ships(g: War) -> None:
    """IPP lent to Vichy complete its ships, a stage of each a turn; a finished one is Vichy's off Southern France."""
    for o in ships_on_chart(g, VICHY):
        due = next_payment(g, o) if not o.ready else 0
        if o.turn != g.turn and due <= g.nations.cash[VICHY]:
            lose(g, VICHY, due)
            o.turn, o.paid = g.turn, min(o.paid + 1, o.stages)
            o.ready = int(o.paid >= o.stages)
        port = g.board.space("southern_france")
        if o.ready and g.zones.owner[port] == VICHY:
            g.raise_unit(o.kind, VICHY, g.board.geo.coast[port][0], spent=1)
            take_from(g, o, 1)


def chart(g: War, nation: int) -> list[Entry]:
    """The nation's entries of the Production Chart."""
    table = g.entries
    return [table[index] for index in open_entries(g).get(nation, ())]


@derived(
    "entries.gone", "entries.what", "entries.nation", "entries.at", "entries.subject", "sites.at", "zones.owner",
    "nations.status", "nations.master",
)  # fmt: skip
def open_entries(g: War) -> dict[int, tuple[int, ...]]:
    """Living entries by nation; what was being built on a site that is destroyed is nobody's."""
    found: dict[int, list[int]] = {}
    for index, gone in enumerate(g.entries.gone):
        if not gone:
            found.setdefault(owner_of(g, g.entries[index]), []).append(index)
    return {nation: tuple(rows) for nation, rows in found.items()}


def of_desk(g: War, desk: Desk) -> list[Entry]:
    """The entries a desk pays for and places."""
    found = chart(g, desk.nation)
    return found if desk.half == 0 else [o for o in found if o.half in (desk.half, 0)]


def enter(g: War, desk: Desk, what: int, kind: int, **values: int) -> Entry:
    """A new entry on the chart; a dead row is used again."""
    values = {"nation": desk.nation, "half": desk.half, "what": what, "kind": kind, "turn": g.turn} | values
    for index, gone in enumerate(g.entries.gone):
        if gone:
            row = g.entries[index]
            for col in Entry.layout:
                setattr(row, col.name, values.get(col.name, col.default))
            return row
    return g.entries.add(**values)


def strike(g: War, o: Entry) -> None:
    """An entry leaves the chart: placed, lost or cancelled."""
    o.gone = 1


def take_from(g: War, o: Entry, count: int) -> None:
    """Some of an entry's units leave the chart."""
    o.count -= count
    if o.count <= 0:
        strike(g, o)


def label(g: War, o: Entry) -> str:
    """What the chart calls an entry."""
    if o.what == UNIT:
        return UNIT_NAMES[o.kind]
    if o.what == RETRAIN:
        return f"upgrade to {UNIT_NAMES[o.kind]}"
    if o.what == LOAN:
        return f"{o.count} IPP"
    if o.what == SUPPLIES:
        return "supplies for Spain"
    row = g.facts.facilities[FACILITY_IDS[o.kind]]
    return row.name if o.what == BUILDING else f"{g.facts.facilities[row.upgrade_to].name} (upgrade)"


@rule("7.3")
def ships_on_chart(g: War, nation: int) -> list[Entry]:
    """Ships and submarines a nation has on the chart."""
    return [o for o in chart(g, nation) if o.what == UNIT and IS_NAVAL[o.kind] and o.receiver < 0]


@rule("7.3")
def clear_chart(g: War, nation: int) -> None:
    """A nation that is gone leaves nothing on the chart but what is being built in zones."""
    for o in chart(g, nation):
        if o.what not in (BUILDING, UPGRADE):
            strike(g, o)


def is_rail(kind: int) -> bool:
    return FACILITY_KIND[kind] == "rail"
