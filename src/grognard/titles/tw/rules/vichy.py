"""18.5 to 18.8: what follows when France surrenders: occupied France and Vichy, the army, the colonies and the fleet, British
troops in France, war on Vichy and its colonies. The attack on the fleet is in mers_el_kebir.py, the Free French are in
free_french.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, NEUTRAL, pair, parted
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.free_french import enlist
from grognard.titles.tw.rules.mers_el_kebir import mers_el_kebir
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.money import conquest_gain, holder_power, share
from grognard.titles.tw.rules.seas import BERTHS, is_port
from grognard.titles.tw.rules.withdrawal import held_by, withdraw
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import (
    FALL,
    FORTRESS,
    GONE,
    HOME,
    LOST,
    LOST_UNSUPPLIED,
    PLAIN,
    SATELLITE,
    SPRING,
    SUMMER,
    SYMPATHIZER,
    YARD,
    Hex,
    Unit,
    War,
    turn_of,
)

VICHY, COLONIES, POLAND = INDEX["vichy_france"], INDEX["vichy_colonies"], INDEX["poland"]
ROLLED = ("syria", "tunisia", "algeria", "morocco")  # 18.5.4
AFRICAN = ("tunisia", "algeria", "morocco")
CAPITALS = {"syria": "damascus", "tunisia": "tunis", "algeria": "algiers", "morocco": "rabat"}
EARLY = {turn_of(1940, SPRING): 5, turn_of(1940, SUMMER): 3, turn_of(1940, FALL): 1}  # added to the colonies' rolls
MOST_IN_COLONIES = 4
RATE = 3  # 18.7.6


class Garrison(Subject, frozen=True):
    """A Vichy unit that the conqueror places, and how many more follow it."""

    unit: Annotated[int, Unit]
    left: int


class Beaten(Subject, frozen=True):
    """British troops in the occupied part of France."""

    units: int


@rule("18.5", "18.5.1", "18.5.2", "18.5.8", "18.3")
def fall_of_france(g: War) -> Flow[None]:
    """The armistice: France is out, Vichy is founded, its army and fleet are placed, and Britain may strike at the fleet"""
    victor = holder_power(g, g.ground.named("paris"))
    victor = victor if victor >= 0 and g.nations.side[victor] == AXIS else GERMANY
    g.nations[FRANCE].surrendered = 1
    g.say("{} surrenders", g.nations[FRANCE], rule="18.3")
    end_influence(g)
    army = disarm(g)
    free = colonies_choose(g)
    army = free_units(g, army, free)
    lay_down_arms(g, army)
    occupy(g, victor)
    found_vichy(g)
    conquest_gain(g, FRANCE)
    foreigners_leave(g)
    yield from british_in_france(g, victor)
    yield from place_garrisons(g, army)
    place_fleet(g)
    enlist(g, "bri_ff_inf")
    yield from mers_el_kebir(g)


@rule("18.5.8")
def end_influence(g: War) -> None:
    """Who leaned to France is neutral; who was attacked and still fights turns to Britain (TW-AMB-116)."""
    g.pops = {key: n for key, n in g.pops.items() if parted(key)[1] != FRANCE}
    for n, row in enumerate(g.nations):
        if n == FRANCE or row.patron != FRANCE or not row.status or row.surrendered:
            continue
        attacked = row.invaded >= 0 or n == POLAND  # which was before the war began
        if attacked and row.status == SATELLITE and row.side == ALLIES:
            row.patron = BRITAIN
        elif row.side == NEUTRAL or not attacked:
            incline(g, n, NOWHERE, 0)


@rule("18.5.3")
def disarm(g: War) -> list[int]:
    """All air units and all ground units but INF leave the game, and half the factors of the INF on the board, the largest first
    (TW-AMB-117); gives the others."""
    known = g.roster
    mine = [u for u, n in enumerate(known.nations) if n == FRANCE and known.kinds[u] not in NAVAL]
    foot = [u for u in mine if known.kinds[u] == Kind.INF and g.units.at[u] >= 0]
    owed = sum([known.strengths[u] for u in foot]) // 2
    kept = []
    for u in sorted(foot, key=lambda u: (-known.strengths[u], u)):
        if known.strengths[u] <= owed:
            owed -= known.strengths[u]
        else:
            kept.append(u)
    for u in mine:
        if u not in kept:
            _remove(g, u)
    return kept


def _remove(g: War, unit: int) -> None:
    g.units[unit].at, g.units[unit].pool, g.units[unit].aboard = NOWHERE, GONE, NOWHERE


@rule("18.5.4")
def colonies_choose(g: War) -> list[str]:
    """A roll for each colony that France still holds: 6 or more it stays with Vichy, else it goes with Britain; gives those that
    do. The later France falls, the more."""
    free = []
    for colony in ROLLED:
        if g.hexes.holder[g.ground.named(CAPITALS[colony])] != FRANCE:
            continue
        if g.roll(D10, f"{colony.capitalize()} chooses", "18.5.4") + EARLY.get(g.turn, 0) <= 5:
            free.append(colony)
        g.say("{} is for {}", colony.capitalize(), "Free France" if colony in free else "Vichy", rule="18.5.4")
    for s, holder in enumerate(g.hexes.holder):
        if holder == FRANCE and g.ground.country[s] in ROLLED:
            colony = g.ground.country[s]
            capital = g.hexes.holder[g.ground.named(CAPITALS[colony])]
            taken = capital not in (FRANCE, BRITAIN, VICHY)
            g.hexes[s].holder = capital if taken else BRITAIN if colony in free else VICHY
    return free


@rule("18.5.1", "18.5.2")
def occupy(g: War, victor: int) -> None:
    """France is divided: Vichy with Corsica, and the rest for who holds Paris but where Allied troops stand."""
    known = g.roster
    units = [u for u, side in enumerate(known.sides) if side == ALLIES and known.ground[u] and known.nations[u] != FRANCE]
    allied = {g.units.at[u] for u in units}
    for s in g.ground.homeland.get("france", ()):
        hexagon, regions = g.hexes[s], g.ground.regions[s]
        if not g.ground.land[s] or g.ground.country[s] != "france":
            continue
        if "vichy" in regions:
            hexagon.holder = VICHY
        elif g.nations.side[hexagon.holder] == ALLIES:
            hexagon.holder = BRITAIN if s in allied else victor
        if hexagon.works == FORTRESS:
            hexagon.works, hexagon.builder = PLAIN, NOWHERE
    for s, base in enumerate(g.hexes.airbase):
        if base == FRANCE:
            g.hexes[s].airbase = NOWHERE


@rule("18.5.3", "18.7", "18.7.6", "18.7.1")
def found_vichy(g: War) -> None:
    """Vichy is a neutral country, a German Sympathizer, with an army of the Third Rate."""
    row = g.nations[VICHY]
    row.side, row.made, row.surrendered = NEUTRAL, g.turn, 0
    row.army = row.air = row.navy = RATE
    row.narfs = share(g, campaign_of(g).conquests["vichy_france"])
    incline(g, VICHY, GERMANY, SYMPATHIZER)


@rule("18.5.7")
def foreigners_leave(g: War) -> None:
    """Troops of others in Vichy and its colonies go to the nearest hex of their own: the Allies to a British one."""
    known = g.roster
    land = {s for s, holder in enumerate(g.hexes.holder) if holder == VICHY}
    strangers = [u for u, at in enumerate(g.units.at) if at in land and known.nations[u] not in (FRANCE, VICHY)]
    for side, power in ((ALLIES, BRITAIN), (AXIS, GERMANY)):
        going = [u for u in strangers if known.sides[u] == side]
        places = held_by(g, power)
        withdraw(g, going, places, "18.5.7")


@rule("18.5.7")
def british_in_france(g: War, victor: int) -> Flow[None]:
    """British troops in the occupied part leave at once, or fight on among people who have turned against them"""
    known = g.roster
    there = [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0 and known.sides[u] == ALLIES and known.nations[u] != FRANCE and g.ground.country[at] == "france"
    ]
    if not there:
        return
    prompt = f"{len(there)} units in occupied France: leave it or fight on?"
    choice, _ = yield from menu(g, g.seat(ALLIES), prompt, Beaten(len(there)), LEAVING, STAYING, rule="18.5.7")
    if choice.verb == "stay":
        g.bitter = 1
        return
    withdraw(g, there, [s for s in held_by(g, BRITAIN) if g.ground.country[s] != "france"], "18.5.7")
    for s in g.ground.homeland.get("france", ()):
        if g.hexes.holder[s] == BRITAIN:
            g.hexes[s].holder = victor


LEAVING: Act[War, Beaten, None] = Act("leave", "18.5.7", "Leave France", do=lambda g, s, _: None)
STAYING: Act[War, Beaten, None] = Act("stay", "18.5.7", "Fight on", do=lambda g, s, _: None)


# --- the army of Vichy (18.5.3, 18.5.4) ---------------------------------------------------------------------------------------


@rule("18.5.4")
def free_units(g: War, army: list[int], free: list[str]) -> list[int]:
    """What stands in a colony that is for Free France fights for Britain there; gives the others."""
    for u in army:
        if g.ground.country[g.units.at[u]] in free:
            g.units[u].flag = BRITAIN
    return [u for u in army if g.units.flag[u] != BRITAIN]


def garrison_wanted(g: War, left: int) -> list[str]:
    """Where a Vichy unit must still stand: in North Africa, in mainland Vichy, in Syria; only the first so many."""
    posts = [s for u, s in enumerate(g.units.post) if g.units.pool[u] == HOME and g.units.flag[u] == VICHY]
    lands = {g.ground.country[s] for s in posts if s >= 0}
    held = {g.ground.country[s] for s, holder in enumerate(g.hexes.holder) if holder == VICHY and g.ground.land[s]}
    wanted = []
    if held & set(AFRICAN) and not lands & set(AFRICAN):
        wanted.append("africa")
    if not any(s >= 0 and g.ground.country[s] == "france" and "corsica" not in g.ground.regions[s] for s in posts):
        wanted.append("vichy")
    if "syria" in held and "syria" not in lands:
        wanted.append("syria")
    return wanted if left <= len(wanted) else []


@rule("18.5.3", "18.5.4")
def may_garrison(g: War, garrison: Garrison, space: int) -> No | None:
    """Whether the conqueror can place a Vichy unit in a hex."""
    if g.hexes.holder[space] != VICHY or not g.ground.land[space]:
        return No("18.5.3", "Vichy units stand in Vichy France and its colonies")
    country = g.ground.country[space]
    posts = [s for u, s in enumerate(g.units.post) if g.units.pool[u] == HOME and g.units.flag[u] == VICHY]
    if space in posts:
        return No("9.6", "a Third Rate army has one unit in a hex")
    if country != "france" and not g.ground.city[space]:
        return No("18.5.3", "in the colonies they stand in cities")
    if country != "france" and sum([g.ground.country[s] != "france" for s in posts]) >= MOST_IN_COLONIES:
        return No("18.5.4", "no more than four units in the colonies")
    wanted = garrison_wanted(g, garrison.left)
    kind = "africa" if country in AFRICAN else "syria" if country == "syria" else "vichy"
    if wanted and (kind not in wanted or (kind == "vichy" and "corsica" in g.ground.regions[space])):
        return No("18.5.3", f"a unit must still stand in {wanted[0].capitalize()}")
    return None


def lay_down_arms(g: War, army: list[int]) -> None:
    """What is left of the army is Vichy's and off the board until it is placed."""
    for u in army:
        unit = g.units[u]
        unit.at, unit.flag, unit.depleted = NOWHERE, VICHY, 0
        unit.pool = LOST


@rule("18.5.3")
def place_garrisons(g: War, army: list[int]) -> Flow[None]:
    """The conqueror places the army of Vichy"""
    for n, u in enumerate(army):
        garrison = Garrison(u, len(army) - n)
        if not any(True for _ in POSTING.candidates(g, garrison)):
            g.units[u].pool = GONE
            continue
        yield from menu(g, g.seat(AXIS), f"Place {g.units[u].label} of Vichy", garrison, POSTING, rule="18.5.3")


def _post(g: War, garrison: Garrison, space: int) -> None:
    unit = g.units[garrison.unit]
    unit.pool, unit.post = HOME, space


POSTING: Act[War, Garrison, int] = Act(
    "post", "18.5.3", "In {0}", takes=Hex, among=lambda g, s: [n for n, h in enumerate(g.hexes.holder) if h == VICHY],
    may=may_garrison, do=_post,
)  # fmt: skip


@rule("18.5.5")
def place_fleet(g: War) -> None:
    """A third of the Fleets, rounded up, goes to ports of North Africa that are Vichy's, the rest to Marseilles, or the next port
    where it is full (TW-AMB-118); what is not built is lost."""
    known = g.roster
    mine = [u for u, n in enumerate(known.nations) if n == FRANCE and known.kinds[u] in NAVAL]
    afloat = [u for u in mine if g.units.at[u] >= 0]
    for u in mine:
        if u not in afloat or g.units.pool[u] in (YARD, LOST, LOST_UNSUPPLIED):
            _remove(g, u)
    ports = [s for s, holder in enumerate(g.hexes.holder) if holder == VICHY and is_port(g, s)]
    african = [s for s in ports if g.ground.country[s] in AFRICAN]
    marseilles = g.ground.named("marseilles")
    home = sorted([s for s in ports if s not in african], key=lambda s: (g.ground.far(s, marseilles), s))
    ships = [u for u in afloat if known.kinds[u] == Kind.FLEET]
    third = -(-len(ships) // 3) if african else 0
    for n, u in enumerate(ships):
        places = [*african, *home] if n < third else [*home, *african]
        berth = next((s for s in places if sum([p == s for p in _posts(g)]) < BERTHS), NOWHERE)
        unit = g.units[u]
        unit.flag, unit.at, unit.port = VICHY, NOWHERE, NOWHERE
        unit.pool, unit.post = (HOME, berth) if berth >= 0 else (GONE, NOWHERE)
    for u in afloat:
        if u not in ships:
            _remove(g, u)


def _posts(g: War) -> list[int]:
    kinds = g.roster.kinds
    return [s for u, s in enumerate(g.units.post) if g.units.pool[u] == HOME and kinds[u] in NAVAL]


# --- war on Vichy and its colonies (18.7.2 to 18.7.4) -------------------------------------------------------------------------


@derived("hexes.holder")
def vichy_lands(g: War) -> frozenset[str]:
    """Lands of which Vichy holds a hex."""
    return frozenset([g.ground.country[s] for s, holder in enumerate(g.hexes.holder) if holder == VICHY])


@rule("18.7.2")
def may_attack_colony(g: War, power: int, colony: str) -> No | None:
    """Whether a power at war can attack a colony of Vichy alone; the colonies fight one side only (TW-AMB-119)."""
    own = g.nations[power].side
    if colony not in ROLLED or colony not in vichy_lands(g):
        return No("18.7.2", "that is no colony of Vichy")
    if own == NEUTRAL or power == FRANCE:
        return No("18.7.2", "a power at war attacks colonies")
    if g.nations.side[VICHY] != NEUTRAL:
        return No("18.7.2", "Vichy itself is in the war")
    if g.nations.side[COLONIES] == own:
        return No("18.7.2", "the colonies fight the other side already")
    return None


@rule("18.7.2")
def attack_colony(g: War, power: int, colony: str) -> None:
    """A colony is at war and Vichy is not: its garrison fights as if Vichy were attacked, and Vichy remembers it."""
    side = g.nations[power].side
    row = g.nations[COLONIES]
    row.side, row.army, row.air, row.navy = 1 - side, RATE, RATE, RATE
    row.patron = INDEX["united_states"] if side == AXIS else GERMANY
    for s, holder in enumerate(g.hexes.holder):
        if holder == VICHY and g.ground.country[s] == colony:
            g.hexes[s].holder = COLONIES
    for u, pool in enumerate(g.units.pool):
        unit = g.units[u]
        if pool == HOME and unit.flag == VICHY and unit.post >= 0 and g.ground.country[unit.post] == colony:
            unit.pool, unit.flag, unit.at, unit.post = 0, COLONIES, unit.post, NOWHERE
    alliance = 0 if side == AXIS else 2 if power == INDEX["ussr"] else 1
    key = pair(VICHY, alliance)
    g.grudges = {**g.grudges, key: g.grudges.get(key, 0) + 1}
    g.say("{} attacks {}", g.nations[power], colony.capitalize(), rule="18.7.2")


@rule("18.7.4")
def vichy_goes_home(g: War) -> None:
    """Five turns after America's entry the army of a Vichy that is nobody's Satellite is gone."""
    row = g.nations[VICHY]
    if g.happy_time < 0 or g.turn < g.happy_time + 5 or row.side != NEUTRAL or row.status >= SATELLITE:
        return
    gone = [u for u, pool in enumerate(g.units.pool) if pool == HOME and g.units.flag[u] == VICHY]
    for u in gone:
        _remove(g, u)
    if gone:
        g.say("the army of {} goes home", row, rule="18.7.4")
