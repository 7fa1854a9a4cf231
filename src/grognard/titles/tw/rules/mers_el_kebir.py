"""18.5.6: Britain strikes at the fleet of Vichy in the ports of North Africa, once, when France has surrendered."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, NEUTRAL
from grognard.titles.tw.rules.american_entry import change_level
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.sea_battle import limp_home, sea_losses, shoot
from grognard.titles.tw.rules.sea_fight import MOST_SHIPS, Force, force_rating, full_carriers, ship_worth
from grognard.titles.tw.rules.seas import RANGE, distance, free_berths, harbours_of, is_port
from grognard.titles.tw.rules.shipyards import LAUNCHED, SAILED
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import GONE, HOME, LOST, LOST_UNSUPPLIED, Hex, Unit, War
from grognard.titles.tw.war_charts import NAVAL_NATIONALITY

VICHY = INDEX["vichy_france"]
BONUS = -2
DEFECTION = 10


class Anchorage(Subject, frozen=True):
    """A port where ships of Vichy lie, and the British ships sent against them."""

    port: Annotated[int, Hex]
    sent: tuple[Annotated[int, Unit], ...] = ()


class Raid(Subject, frozen=True):
    """Britain before the fleet of Vichy: the ports in which it lies and has not been attacked."""

    ports: tuple[Annotated[int, Hex], ...]


def ships_of_vichy(g: War, port: int) -> list[int]:
    """Ships of Vichy that lie in a port."""
    kinds = g.roster.kinds
    return [
        u
        for u, pool in enumerate(g.units.pool)
        if pool == HOME and g.units.flag[u] == VICHY and g.units.post[u] == port and kinds[u] in NAVAL
    ]


@rule("18.5.6")
def may_send(g: War, where: Anchorage, ship: int) -> No | None:
    """Whether a British ship can take part: whole, and on no other mission this turn."""
    known = g.roster
    if known.nations[ship] != BRITAIN or known.kinds[ship] not in (Kind.FLEET, Kind.CV) or g.units.at[ship] < 0:
        return No("18.5.6", "British Fleets and carriers attack")
    if ship in where.sent or len(where.sent) >= MOST_SHIPS:
        return No("7.9", "four ships at most, each once")
    if g.units.depleted[ship] or (known.kinds[ship] == Kind.CV and ship not in full_carriers(g, [ship])):
        return No("18.5.6", "it is depleted")
    if g.units.missions[ship] & (SAILED | LAUNCHED):
        return No("18.5.6", "it has been on a mission this turn")
    near = [a for a in range(g.board.size) if g.ground.sea[a] and where.port in harbours_of(g, a)]
    if g.ground.sea[g.units.at[ship]] or not any(distance(g, BRITAIN, g.units.at[ship], a) <= RANGE for a in near):
        return No("7.2", "it is too far away")
    return None


@rule("18.5.6")
def mers_el_kebir(g: War) -> Flow[None]:
    """Britain may attack the ships of Vichy in each port of North Africa for one round; nobody can intercept it"""
    if g.nations.side[BRITAIN] == NEUTRAL or g.nations.surrendered[BRITAIN]:
        return
    done: set[int] = set()
    hit = 0
    while True:
        ports = tuple([s for s in fleet_ports(g) if s not in done and any(True for _ in SENDING.candidates(g, Anchorage(s)))])
        if not ports:
            break
        choice, port = yield from menu(g, g.seat(ALLIES), "The fleet of Vichy", Raid(ports), SPARING, STRIKING, rule="18.5.6")
        if choice.verb == "spare":
            break
        done.add(port)
        sent = yield from choose_ships(g, port)
        hit += yield from bombard_fleet(g, port, sent)
    if hit:
        change_level(g, 1, "Mers-el-Kebir")
        yield from defection(g)


def fleet_ports(g: War) -> list[int]:
    """Ports of North Africa where ships of Vichy lie."""
    found = {g.units.post[u] for u, pool in enumerate(g.units.pool) if pool == HOME and g.units.flag[u] == VICHY}
    return sorted([s for s in found if s >= 0 and "french_north_africa" in g.ground.regions[s] and ships_of_vichy(g, s)])


def choose_ships(g: War, port: int) -> Flow[tuple[int, ...]]:
    """The ships that sail"""
    sent: tuple[int, ...] = ()
    while True:
        where = Anchorage(port, sent)
        acts = (SENDING, GOING) if sent else (SENDING,)
        if not any(True for _ in SENDING.candidates(g, where)):
            return sent
        prompt = f"Ships against {g.board.label(port)}, {len(ships_of_vichy(g, port))} lie there"
        choice, ship = yield from menu(g, g.seat(ALLIES), prompt, where, *acts, rule="18.5.6")
        if choice.verb == "go":
            return sent
        sent = (*sent, ship)


@rule("18.5.6")
def bombard_fleet(g: War, port: int, sent: tuple[int, ...]) -> Flow[int]:
    """One round: no flak, no surprise, -2 for the attacker; gives the number of ships of Vichy hit"""
    theirs = ships_of_vichy(g, port)
    for u in theirs:
        g.units[u].pool, g.units[u].at = 0, port
    attack, defence = Force(ALLIES, list(sent)), Force(AXIS, list(theirs))
    modifiers = Modifiers()
    mine, rate = force_rating(g, sent, ()), force_rating(g, theirs, ())
    modifiers.add(f"rating {mine} against {rate}", NAVAL_NATIONALITY[mine, rate], "7.11")
    modifiers.add("the attack comes unawares", BONUS, "18.5.6")
    worn = sum([g.units.depleted[u] for u in theirs])
    result = shoot(g, ship_worth(g, sent), ship_worth(g, theirs), modifiers.total, str(modifiers), port)
    if result is not None:
        loser = attack if result.attacker else defence
        yield from sea_losses(g, loser, result, loser.side)
    for u in sent:
        g.units[u].missions |= SAILED
    limp_home(g, sent, port)
    hit = sum([g.units.depleted[u] for u in theirs if g.units.at[u] >= 0]) - worn
    for u in theirs:
        unit = g.units[u]
        if unit.at >= 0:
            unit.pool, unit.post, unit.at = HOME, port, NOWHERE
        elif unit.pool in (LOST, LOST_UNSUPPLIED):
            hit += 1
            unit.pool = GONE
    return max(hit, 0)


@rule("18.5.6")
def defection(g: War) -> Flow[None]:
    """When ships were hit and some are left, on a 10 one of them joins the Axis"""
    left = [u for u, pool in enumerate(g.units.pool) if pool == HOME and g.units.flag[u] == VICHY and g.roster.kinds[u] in NAVAL]
    if not left or g.roll(D10, "the fleet of Vichy", "18.5.6") < DEFECTION:
        return
    _, ship = yield from menu(g, g.seat(AXIS), "A Fleet joins the Axis", Deserters(tuple(left)), JOINING, rule="18.5.6")
    unit = g.units[ship]
    sides = hex_sides(g)
    ports = [s for s in range(g.board.size) if is_port(g, s) and sides[s] == AXIS and free_berths(g, s) > 0]
    goal = min(ports, key=lambda s: (g.ground.far(s, unit.post), s), default=NOWHERE)
    if goal == NOWHERE:
        unit.pool = GONE
        return
    unit.flag = ITALY if g.hexes.holder[goal] == ITALY else GERMANY
    unit.pool, unit.at, unit.post = 0, goal, NOWHERE
    g.say("{} joins the Axis in {}", unit, g.hexes[goal], rule="18.5.6")


class Deserters(Subject, frozen=True):
    """Ships of Vichy, one of which joins the Axis."""

    ships: tuple[Annotated[int, Unit], ...]


JOINING: Act[War, Deserters, int] = Act(
    "join", "18.5.6", "{0}", takes=Unit, among=lambda g, s: s.ships,
    may=lambda g, s, u: None if u in s.ships else No("18.5.6", "it does not"), do=lambda g, s, u: u,
)  # fmt: skip
SPARING: Act[War, Raid, None] = Act("spare", "18.5.6", "Leave it alone", do=lambda g, s, _: None)
STRIKING: Act[War, Raid, int] = Act(
    "strike", "18.5.6", "Attack the ships in {0}", takes=Hex, among=lambda g, s: s.ports,
    may=lambda g, s, port: None if port in s.ports else No("18.5.6", "no ships of Vichy in North Africa lie there"),
    do=lambda g, s, port: port,
)  # fmt: skip
SENDING: Act[War, Anchorage, int] = Act(
    "send", "18.5.6", "Send {0}", takes=Unit, among=lambda g, s: g.roster.naval, may=may_send, do=lambda g, s, u: u,
)  # fmt: skip
GOING: Act[War, Anchorage, None] = Act("go", "18.5.6", "Attack", do=lambda g, s, _: None, rolls=True)
