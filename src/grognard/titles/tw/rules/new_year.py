"""3.1, 3.10.4, 14.3, 17.1, 20.1, 22.4.2: the new year: income, growth, mobilisation, new units in the pools, prestige, ore."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.campaign import date_of
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, GERMANY, INDEX, MAJORS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.money import gain, holder_power, income, minor_base
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.setup_campaign import campaign_of, setup_rows
from grognard.titles.tw.state import ASSOCIATE, FALL, FUTURE, LOST, SATELLITE, SPRING, WINTER, War, turn_of

FIRST_GROWTH = 1941
SATELLITE_GROWTH = 25  # 14.3.2
MOBILISATION = (50, 75, 100, 125)  # 22.4.2
PRESTIGE, ORE = 10, 20  # 17.1, 20.1


@rule("14.3", "14.3.1", "14.3.2", "14.3.3", "14.1.3")
def growth_rate(g: War, power: int) -> int:
    """Percent of unspent NARFs that join the base this Spring: from 1941 on, for Germany from 1942; neutral America has its own
    table (22.8), Satellites have one rate, other minor countries none."""
    if power not in MAJORS:
        return SATELLITE_GROWTH if g.nations.status[power] == SATELLITE and g.year >= FIRST_GROWTH else 0
    if g.year < FIRST_GROWTH or (power == USA and g.nations.side[USA] == NEUTRAL):
        return 0
    rates = [percent for first, percent in campaign_of(g).growths.get(NATIONS[power].key, ()) if first <= g.turn]
    return max(rates[-1] - g.nations.growth_cut[power], 0) if rates else 0


@rule("3.1", "3.10.4", "14.1.4", "14.2")
def new_year(g: War, power: int) -> None:
    """Growth or deficit, then the income of the year; what was not spent is gone (TW-AMB-20)."""
    row = g.nations[power]
    left = row.narfs
    if left > 0:
        row.base += left * growth_rate(g, power) // 100
    debt = max(-left, 0)
    row.base -= debt
    items = income(g, power)
    row.narfs = items.total - debt
    g.say("{} receives {} NARFs: {}", row, row.narfs, str(items), rule="14.2")


@rule("14.3.2", "14.4")
def satellite_growth(g: War) -> None:
    """A quarter of what a Satellite has left of its own NARFs is added to its value for good; its year's income is its patron's
    (TW-AMB-141)."""
    for nation, row in enumerate(g.nations):
        if nation not in MAJORS and row.status == SATELLITE and row.narfs > 0:
            row.grown += row.narfs * growth_rate(g, nation) // 100
            row.narfs = 0


@rule("14.2", "14.3.2", "14.4", "15.4")
def minor_incomes(g: War) -> None:
    """Minor countries that are nobody's Satellites have their yearly NARFs for their own units; what is left over is lost."""
    for nation, row in enumerate(g.nations):
        at_peace = nation not in MAJORS and row.side == NEUTRAL and row.status != SATELLITE and not row.surrendered
        if at_peace and nation in g.hexes.holder:
            row.narfs = minor_base(g, nation)


@rule("22.4.2")
def american_mobilisation(g: War) -> None:
    """In its first four Springs at war America gains 50 to 125 NARFs, base and level (TW-AMB-101)."""
    if g.nations.side[USA] == NEUTRAL or g.nations.surrendered[USA]:
        return
    entered = g.happy_time if g.happy_time >= 0 else turn_of(1941, WINTER)
    springs = g.turn // 4 - entered // 4
    if 1 <= springs <= len(MOBILISATION):
        narfs = MOBILISATION[springs - 1]
        g.nations[USA].base += narfs
        gain(g, USA, narfs, "mobilisation", "22.4.2")


@rule("3.1", "15.1.1")
def force_pool_additions(g: War) -> None:
    """Counters whose date has come can be built from now on."""
    for u, pool in enumerate(g.units.pool):
        if pool == FUTURE and 0 <= g.units.due[u] <= g.turn:
            g.units[u].pool, g.units[u].due = LOST, NOWHERE


@rule("3.1")
def income_segment(g: War) -> None:
    """In Spring NARFs and force pool additions are received; other additions come on their dates"""
    force_pool_additions(g)
    swedish_ore_ends(g)
    if g.season != SPRING or g.turn == g.first_turn:
        return
    if g.campaign:
        satellite_growth(g)
        minor_incomes(g)
        for power in MAJORS:
            if not g.nations.surrendered[power]:
                new_year(g, power)
        american_mobilisation(g)
        prestige(g)
        swedish_ore(g)
        return
    for row in setup_rows(g):  # short scenarios: a yearly allotment
        if row.record == "narf" and row.when and date_of(row.when) == g.turn:
            g.nations[INDEX[row.nation]].narfs += int(row.value)


@rule("17.1")
def prestige(g: War) -> None:
    """Britain loses 10 NARFs in Spring for Suez, and for Gibraltar, in enemy hands."""
    sides = hex_sides(g)
    for name in ("suez", "gibraltar"):
        if sides[g.ground.named(name)] == AXIS and not g.nations.surrendered[BRITAIN]:
            gain(g, BRITAIN, -PRESTIGE, f"{name.capitalize()} lost", "17.1")


@rule("23.38")
def mined_waters(g: War) -> bool:
    """Mines in Norwegian waters count while Norway is neutral."""
    norway = g.nations[INDEX["norway"]]
    return bool(g.leads_mined) and norway.side == NEUTRAL and not norway.surrendered


@rule("20.1")
def ore_cut(g: War) -> bool:
    """Whether the iron ore of Sweden does not reach Germany: Sweden is with Britain or the Soviets, the West holds Narvik, or the
    Norwegian waters are mined."""
    sweden, narvik = g.nations[INDEX["sweden"]], holder_power(g, g.ground.named("narvik_box"))
    turned = sweden.patron in (BRITAIN, USSR) and sweden.status in (ASSOCIATE, SATELLITE)
    return turned or narvik in (BRITAIN, FRANCE, USA) or mined_waters(g)


@rule("20.1")
def swedish_ore(g: War) -> None:
    """In Spring Germany loses 20 NARFs if the ore does not come."""
    if ore_cut(g) and not g.nations.surrendered[GERMANY]:
        gain(g, GERMANY, -ORE, "no Swedish ore", "20.1")


@rule("20.1")
def swedish_ore_ends(g: War) -> None:
    """In Fall 1944 Sweden stops its ore, unless it is a German conquest or Satellite: 20 NARFs of base and level."""
    if not g.campaign or g.turn != turn_of(1944, FALL) or g.turn == g.first_turn or g.nations.surrendered[GERMANY]:
        return
    sweden = g.nations[INDEX["sweden"]]
    taken = sweden.surrendered and holder_power(g, g.ground.named("stockholm")) == GERMANY
    if not taken and not (sweden.patron == GERMANY and sweden.status == SATELLITE):
        g.nations[GERMANY].base -= ORE
        gain(g, GERMANY, -ORE, "no more Swedish ore", "20.1")
