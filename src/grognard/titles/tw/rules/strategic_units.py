"""5.1, 5.2, 11.12.3, 15.1.2, 15.1.5.3, 15.1.6.2, 15.2.5: units of strategic warfare: pools by date, prices, building, heavy flak.

These units have no place on the board: each nation has so many of a kind. They are built where the Strategic Warfare Segment
begins, every Spring and Fall.
"""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import boon, lasting
from grognard.titles.tw.kinds import GUNLESS
from grognard.titles.tw.nations import BRITAIN, GERMANY, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.money import holder_power, pay
from grognard.titles.tw.rules.shipyards import idle_work, may_use, use_yard, yards
from grognard.titles.tw.setup_campaign import BUILT, campaign_of
from grognard.titles.tw.state import FALL, LOST, MLE, PASS_TURN, SPRING, War, turn_of
from grognard.titles.tw.war_charts import STRATEGIC_PRICES

KINDS = ("U_BOAT", "ASW", "SAC", "INT", "JET_INT", "V1", "V2")
MORE = {"U_BOAT": "more_uboats", "ASW": "more_asw", "SAC": "more_sac", "INT": "more_interceptors"}
BUILDERS = {
    GERMANY: ("U_BOAT", "SAC", "INT", "JET_INT", "V1", "V2"),
    BRITAIN: ("ASW", "SAC", "INT"),
    USA: ("ASW", "SAC"),
    USSR: ("INT",),
}
A_TURN = {"V1": 2, "V2": 1}  # 5.2.5
GERMAN_SAC = 2  # 15.1.6.2
HEAVY_PRICE, HEAVY_LIGHT, HEAVY_CASH, MOST_HEAVY = 15, 5, 25, 5  # 11.12.3
CASH_YEAR = 1943
SOVIET_INTERCEPTORS = 5  # 29.12
MEN_OF_WAR = turn_of(1942, FALL)  # 5.1.1: no American ASW before
RESEARCHED = 4


def season_of_strategy(g: War) -> bool:
    """5.0: Spring and Fall turns."""
    return g.season in (SPRING, FALL)


def built(g: War, nation: int, kind: str) -> int:
    found: int = getattr(g.nations[nation], BUILT[kind])
    return found


@rule("15.1.1", "5.1", "15.1.6.1")
def pool_limit(g: War, nation: int, kind: str) -> int:
    """How many units of a kind a nation may have by now: its pool by date, and what events have added."""
    more: int = getattr(g.nations[nation], MORE[kind]) if kind in MORE else 0
    if nation == USSR:
        return more + (SOVIET_INTERCEPTORS if kind == "INT" and g.options.soviet_bombing else 0)
    early = boon(g, nation, "jets") if kind == "JET_INT" else 0  # 28.1.2
    limit = campaign_of(g).limit(NATIONS[nation].key, kind, g.turn + early)
    if kind == "ASW" and nation == USA and g.turn < MEN_OF_WAR:
        limit = min(limit, 1)
    return limit + more


@rule("15.1.2", "5.2.4", "28.1.2")
def unit_cost(g: War, nation: int, kind: str) -> int:
    """NARFs for one unit of a kind; SAC are dear for Germany, unless a Variant has made them cheaper."""
    row = STRATEGIC_PRICES[kind]
    price = row.dear if NATIONS[nation].key in row.dear_for else row.cost
    return min(price, RESEARCHED) if kind == "SAC" and nation == GERMANY and lasting(g, GERMANY, "saccost") else price


def repair_cost(nation: int, kind: str) -> int:
    row = STRATEGIC_PRICES[kind]
    return row.dear_repair if NATIONS[nation].key in row.dear_for else row.repair


@rule("15.1.5.3", "15.1.6.2", "5.2.4", "5.2.5")
def most_this_turn(g: War, nation: int, kind: str) -> int:
    """How many of a kind a nation can build in one turn: U-Boats twice its yards, ASW one for each idle yard, German SAC two,
    V-weapons two and one."""
    if kind == "U_BOAT":
        return 2 * sum([1 for yard, owner in yards(g).items() if owner == nation and g.hexes.holder[yard] == nation])
    if kind == "ASW":
        return sum([idle_work(g, yard) for yard in free_yards(g, nation)])
    if kind == "SAC" and nation == GERMANY:
        return GERMAN_SAC
    return A_TURN.get(kind, 99)


def free_yards(g: War, nation: int) -> list[int]:
    """Yards of a nation that can still build this player turn."""
    return [yard for yard, owner in yards(g).items() if owner == nation and may_use(g, nation, yard, fresh=True) is None]


@rule("5.1", "15.1.2", "15.2.5")
def may_raise(g: War, nation: int, kind: str, done: int) -> No | None:
    """Whether a nation can build one more unit of strategic warfare; `done`: how many of the kind it built this turn."""
    if kind not in BUILDERS.get(nation, ()):
        return No("5.1", "this nation builds none of these")
    if built(g, nation, kind) >= pool_limit(g, nation, kind):
        return No("15.1.1", "the force pool holds no more of them")
    if done >= most_this_turn(g, nation, kind) + (done if kind == "ASW" else 0):
        return No("15.1.5.3", "no more of these can be built this turn")
    if kind in A_TURN and v_sites_lost(g):
        return No("5.2.5", "the Allies hold the launching sites")
    price = unit_cost(g, nation, kind)
    return No("15.1.2", f"it costs {price} NARFs") if price > g.nations.narfs[nation] else None


@rule("5.1", "15.2.5", "15.1.5.3")
def raise_unit(g: War, nation: int, kind: str) -> None:
    """Build one unit; a new ASW takes the work of a yard."""
    row = g.nations[nation]
    pay(g, nation, unit_cost(g, nation, kind))
    setattr(row, BUILT[kind], built(g, nation, kind) + 1)
    if kind == "ASW":
        use_yard(g, free_yards(g, nation)[0])
    g.say("{} builds {}", row, kind.replace("_", " "), rule="5.1")


@rule("15.1.2")
def may_mend(g: War, nation: int) -> No | None:
    """Whether a depleted SAC can be repaired."""
    if not g.nations.sac_worn[nation]:
        return No("15.1.2", "no SAC is depleted")
    price = repair_cost(nation, "SAC")
    return No("15.1.2", f"it costs {price} NARFs") if price > g.nations.narfs[nation] else None


def mend(g: War, nation: int) -> None:
    pay(g, nation, repair_cost(nation, "SAC"))
    g.nations[nation].sac_worn -= 1


# --- heavy flak (11.12.3, 11.12.4) ----------------------------------------------------------------------------------------------


def light_flak(g: War, nation: int) -> list[int]:
    """Light flak units of a nation on the board, motorised ones among them (2.6)."""
    kinds, nations = g.roster.kinds, g.roster.nations
    return [u for u, at in enumerate(g.units.at) if at >= 0 and kinds[u] in GUNLESS and nations[u] == nation]


@rule("11.12.3", "11.12.4")
def may_add_flak(g: War, nation: int, *, cash: bool) -> No | None:
    """Whether a level of heavy flak can be had: for five light flak units and 15 NARFs, for Germany from 1943 on also for 25."""
    row = g.nations[nation]
    if nation not in (BRITAIN, GERMANY):
        return No("11.12.3", "only Britain and Germany have heavy flak to raise")
    if row.heavy_flak >= MOST_HEAVY:
        return No("11.12.3", f"no level beyond {MOST_HEAVY}")
    if row.flak_year == g.year:
        return No("11.12.3", "one level a year")
    if cash and (nation != GERMANY or g.year < CASH_YEAR):
        return No("11.12.3", "only Germany buys levels, from 1943 on")
    if not cash and len(light_flak(g, nation)) < HEAVY_LIGHT:
        return No("11.12.3", f"it takes {HEAVY_LIGHT} light flak units")
    price = HEAVY_CASH if cash else HEAVY_PRICE
    return No("11.12.3", f"it costs {price} NARFs") if row.narfs < price else None


def add_flak(g: War, nation: int, *, cash: bool) -> None:
    """Raise heavy flak by a level; light units given for it go back to the force pool."""
    row = g.nations[nation]
    pay(g, nation, HEAVY_CASH if cash else HEAVY_PRICE)
    if not cash:
        for u in light_flak(g, nation)[:HEAVY_LIGHT]:
            g.units[u].at, g.units[u].pool = NOWHERE, LOST
    row.heavy_flak, row.flak_year = row.heavy_flak + 1, g.year
    g.say("{} has heavy flak level {}", row, row.heavy_flak, rule="11.12.3")


# --- who may (5.0) --------------------------------------------------------------------------------------------------------------


@rule("5.0", "4.4", "4.5")
def may_strike(g: War, nation: int) -> No | None:
    """Whether a power can wage offensive strategic warfare: at war, and with more than a movement effort."""
    row = g.nations[nation]
    if row.side == NEUTRAL or row.surrendered:
        return No("5.0", "it is not at war")
    if row.effort in (MLE, PASS_TURN):
        return No("5.0", "no offensive strategic warfare with this effort")
    return None


@rule("5.2.5")
def v_sites_lost(g: War) -> bool:
    """Calais, Antwerp, Rotterdam and The Hague in British or American hands end the V-weapons."""
    sites = [g.ground.named(name) for name in ("calais", "antwerp", "rotterdam", "the_hague")]
    return all(holder_power(g, s) in (BRITAIN, USA) for s in sites)
