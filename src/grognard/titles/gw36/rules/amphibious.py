"""Amphibious assaults (9.8) with shore bombardment and coastal artillery (9.9, 12.9).

Landing units stand at sea in their transports until the battle is won. The naval battle before a landing is naval.py.
"""

from __future__ import annotations

from grognard.kernel.acts import menu
from grognard.kernel.dice import D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, unless, word
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import CLASS, COASTAL_ARTILLERY, INFANTRY, IS_AIR, IS_SURFACE, IS_WARSHIP, UNIT_NAMES
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules.battle import ATTACK_TRANSPORTS, Battle, coastal_batteries, seats
from grognard.titles.gw36.rules.casualties import alike, choose, lose, stays_afloat
from grognard.titles.gw36.rules.fire import Volley
from grognard.titles.gw36.rules.modifiers import LANDING
from grognard.titles.gw36.rules.nations import is_enemy_zone
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.units import foes
from grognard.titles.gw36.state import ASSAULT, ATTACK, BEHIND, BLOCKADE, BOMBARD, IDLE, PASSED, SCREEN, Unit, War
from grognard.titles.gw36.subjects import Bombardment

FAR = "it is off another shore, it bombards already, or another of its sort stands for it"
COASTAL_SHOTS, COASTAL_VALUE = 3, 3


def landing_units(g: War, zone: int) -> list[int]:
    """Units of the nations in turn that are to land in a zone."""
    return _ordered(g, zone, ASSAULT)


def bombarding_ships(g: War, zone: int) -> list[int]:
    """Ships with orders to support the landing in a zone."""
    return _ordered(g, zone, BOMBARD)


def _ordered(g: War, zone: int, duty: int) -> list[int]:
    """Units off the shores of a zone with this duty against it."""
    duties, targets, nations, mine = g.units.duty, g.units.target, g.units.nation, acting(g)
    return [
        u
        for sea in g.board.geo.coast[zone]
        for u in g.units.stacks[sea]
        if duties[u] == duty and targets[u] == zone and nations[u] in mine
    ]


@rule("9.7", "9.8")
def landing_sea(g: War, u: int) -> int:
    """The sea zone cargo lands from: where it is, or where its transport goes on to behind a screen."""
    units, carrier = g.units, g.units.carrier[u]
    onward = carrier >= 0 and units.duty[carrier] == BEHIND and units.target[carrier] >= 0
    return units.target[carrier] if onward else units.at[u]


@rule("9.7", "9.8")
def may_start_from(g: War, u: int) -> No | None:
    """Why cargo cannot be ordered ashore from its sea zone: enemy warships there that nobody attacks, or a second sea battle."""
    sea, nation = landing_sea(g, u), g.units.nation[u]
    refusal = may_land(g, sea, nation)
    if refusal is None:
        return None
    if sea != g.units.at[u]:
        return No("9.7", "behind a screen a second naval battle rules out the landing")
    mine, duties, nations = acting(g), g.units.duty, g.units.nation
    return None if any(duties[v] in (ATTACK, SCREEN) and nations[v] in mine for v in g.units.stacks[sea]) else refusal


@rule("9.8")
def may_land(g: War, sea: int, nation: int) -> No | None:
    """Why no assault can start from a sea zone: an enemy surface warship is still there."""
    against, units = foes(g, nation, sea), g.units
    for u in g.units.stacks[sea]:
        if against >> units.nation[u] & 1 and IS_WARSHIP[units.kind[u]] and units.duty[u] != PASSED:
            return No("9.8", f"{units[u].label} is in the sea zone and must be eliminated first")
    return None


@rule("9.8", "7.8")
def in_first_round(g: War, u: int) -> bool:
    """Infantry-class units land in round one; every unit does from an Attack Transport."""
    carrier = g.units.carrier[u]
    return CLASS[g.units.kind[u]] == INFANTRY or (carrier >= 0 and g.units.kind[carrier] in ATTACK_TRANSPORTS)


@rule("9.8", "9.9")
def prepare_landing(g: War, b: Battle) -> Flow[None]:
    """Set out who lands when and who unloads; the attacker names the ships that bombard, at most one for each landing unit"""
    landing = [u for u in b.attackers if b.way(u).way == LANDING]
    if not landing:
        return
    b.aboard = [u for u in landing if not in_first_round(g, u)]
    b.attackers = [u for u in b.attackers if u not in b.aboard]
    b.unloading = list(dict.fromkeys([g.units.carrier[u] for u in landing if g.units.carrier[u] >= 0]))
    b.bombarding = bombarding_ships(g, b.zone)[: len(landing)]
    seas = sorted({g.units.at[u] for u in landing})
    ready = [u for sea in seas for u in g.units.stacks[sea] if u not in b.bombarding and may_bombard(g, u) is None]
    while ready and len(b.bombarding) < len(landing):
        offered = alike(g, b, ready)
        many = None if 1 < len(ready) <= len(landing) - len(b.bombarding) else No("9.9", "one ship for each landing unit at most")
        acts = (
            word("done", "9.9", "Done"),
            unless("bombard_all", "9.9", "All bombard", many),
            one_of("bombard", "9.9", "The {0} bombards", Unit, offered, FAR, why=may_bombard),
        )
        prompt = f"Shore bombardment of {g.zones[b.zone].label}: choose ships"
        subject = Bombardment(b.zone, tuple(offered))
        choice, ship = yield from menu(g, seat_of_unit(g, ready[0]), prompt, subject, *acts, rule="9.9")
        if choice.verb == "done":
            break
        chosen = ready if choice.verb == "bombard_all" else [ship]
        b.bombarding += chosen
        ready = [u for u in ready if u not in chosen]


@rule("9.9")
def may_bombard(g: War, u: int) -> No | None:
    """Why a ship cannot support a landing from its sea zone."""
    unit = g.units[u]
    if unit.nation not in acting(g):
        return No("9.9", "it is not the turn of its nation")
    if not g.values.units[unit.kind].bombard:
        return No("9.9", f"a {UNIT_NAMES[unit.kind]} has no bombardment value")
    if unit.spent or unit.duty not in (IDLE, BLOCKADE):
        return No("9.9", "it has fought or has other orders")
    return None


@rule("9.9")
def bombardment(g: War, b: Battle) -> list[Volley]:
    """Ships in support of the landing fire first strikes at their bombardment value."""
    found: dict[int, Volley] = {}
    for u in b.bombarding:
        kind = g.units.kind[u]
        if g.values.units[kind].bombard:
            volley = found.setdefault(kind, Volley(f"{UNIT_NAMES[kind]} bombardment", [], 0, g.values.units[kind].bombard))
            volley.units.append(u)
            volley.dice += 1
    return list(found.values())


@rule("9.9", "12.9")
def coastal_fire(g: War, b: Battle) -> Flow[None]:
    """Each battery fires at 3 once at each ship that bombards or unloads off its border, three shots at most"""
    owner = g.zones.owner[b.zone]
    for border, count in coastal_batteries(g, b.zone).items():
        ships = [u for u in b.bombarding + b.unloading if border in (g.units.at[u], NOWHERE)]
        shots = count * min(len(ships), COASTAL_SHOTS)
        if not shots:
            continue
        what = f"{NAMES[owner]} coastal artillery at {g.zones[b.zone].label}, 3 or less"
        rolls = g.roll_dice(shots, D12, what, "12.9", aim=aim(g, b.zone, most=COASTAL_VALUE))
        for _ in range(sum([1 for r in rolls if r <= COASTAL_VALUE])):
            ships = [u for u in ships if g.units.at[u] >= 0]
            if not ships:
                break
            prompt = f"Coastal artillery of {g.zones[b.zone].label}: choose the ship that is hit"
            chosen = yield from choose(g, b, ships, seats(g, ships), prompt, "12.9")
            if not stays_afloat(g, chosen):
                lose(g, b, chosen)


@rule("12.9", "1.20")
def crossing_fire(g: War, u: int, sea: int) -> None:
    """Batteries at a narrow crossing fire at each enemy surface ship that enters its waters, three shots a turn (GW36-AMB-81)."""
    unit = g.units[u]
    if not IS_SURFACE[unit.kind]:
        return
    shores = {z for c in g.board.geo.crossings if sea in c.seas for z in (c.a, c.b)}
    if not shores:
        return
    sites = g.sites
    for s, (kind, at, built, border) in enumerate(zip(sites.kind, sites.at, sites.built, sites.border)):
        if kind != COASTAL_ARTILLERY or at not in shores or not built or border not in (sea, NOWHERE):
            continue
        fired = g.crossed.get(-1 - s, 0)  # shots of a battery are counted under -1 - site
        if fired >= COASTAL_SHOTS or not is_enemy_zone(g, at, unit.nation):
            continue
        g.crossed[-1 - s] = fired + 1
        what = f"coastal artillery of {g.zones[at].label} at {unit.label}, 3 or less"
        die = g.roll(D12, what, "12.9", aim=aim(g, sea, (u,), most=COASTAL_VALUE))
        if die <= COASTAL_VALUE and not stays_afloat(g, u):
            g.say("{} is lost", unit, rule="12.9")
            g.remove(u)
            return


@rule("9.8")
def beachhead(g: War, b: Battle) -> bool:
    """Whether an infantry-class unit of the landing is alive; from an Attack Transport any unit counts as landed."""
    return any(b.way(u).way == LANDING and CLASS[g.units.kind[u]] == INFANTRY for u in b.attackers)


@rule("9.8")
def go_ashore(g: War, b: Battle) -> None:
    """Landing units that won stand in the zone; their transports are done for the turn (8.4)."""
    for u in b.attackers:
        if b.way(u).way != LANDING or IS_AIR[g.units.kind[u]]:
            continue
        unit = g.units[u]
        unit.carrier = NOWHERE
        g.put(u, b.zone)
        unit.ashore = 1
        unit.spent = 1
        unit.duty = IDLE


@rule("9.8", "8.4")
def end_landing(g: War, b: Battle, ships: list[int]) -> None:
    """Ships of the landing are done; units that never landed stay aboard."""
    for u in ships:
        if g.units.at[u] >= 0:
            unit = g.units[u]
            unit.spent = 1
            if unit.duty in (ASSAULT, BOMBARD):
                unit.duty = IDLE
    for u in landing_units(g, b.zone):
        call_off(g, u)


@rule("9.8", "9.7")
def call_off(g: War, u: int) -> None:
    """A landing does not take place: the unit stays aboard."""
    unit = g.units[u]
    unit.duty = IDLE
    unit.target = NOWHERE
