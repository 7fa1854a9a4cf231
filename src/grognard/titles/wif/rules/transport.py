"""11.4.5: naval transport. Who rides on what, where units go aboard, and how they come ashore in port.

Debarking and invading from the sea are landings.py; aircraft that leave a TRS at sea do so in their rebase step (rebase.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import GUNS, INFANTRY_CLASS, INVADING_FROM_AMPH, SCS, TRANSPORTS, WEAPONS, Action, Type
from grognard.titles.wif.rules.carrier_planes import may_take_planes
from grognard.titles.wif.rules.carriers import is_carrier, on_deck
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.hulls import is_raider
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import air_at, land_at, ships_at, turn_down
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import NOWHERE, Power, Unit, War

RIDES_AMPH = frozenset((*INVADING_FROM_AMPH, Type.GAR, Type.TERR, Type.MIL))
QUEENS = "Queens"  # liners: a TRS that carries only what an AMPH does
Pair = tuple[int, int]


class Loading(Subject, frozen=True):
    """Transports that have ended their move at sea, or call at a port, and may take units aboard there."""

    power: Annotated[int, Power]
    ships: Annotated[tuple[int, ...], Unit]


def cargo_of(g: War, ship: int) -> list[int]:
    """The units a ship carries."""
    return [u for u, by in enumerate(g.units.aboard) if by == ship] if ship in g.units.aboard else []


def is_transport(g: War, ship: int) -> bool:
    """Whether a ship carries units: TRS and AMPH, with option 20 surface combat ships, with option 45 carriers too."""
    return g.roster.types[ship] in TRANSPORTS or carries_division(g, ship) or (g.options.carrier_planes and is_carrier(g, ship))


@rule("11.4.5", "11.12", "11.13")
def carries_division(g: War, ship: int) -> bool:
    """Option 20: a surface combat ship that carries a division as an AMPH would."""
    return g.options.scs_transport and g.roster.types[ship] in SCS and not is_raider(g, ship)  # 22.16


TOO_HEAVY = frozenset((Type.HQ_A, Type.ARM, Type.MECH, Type.ACV))


def lands_as_amph(g: War, ship: int) -> bool:
    """Whether units leave a ship as from an AMPH: on any coast, and against it."""
    return g.roster.types[ship] == Type.AMPH or carries_division(g, ship)


@rule("11.4.5")
def amphibious_rules(g: War) -> bool:
    """Whether AMPH differ from TRS and landings need ports: always in the newer edition, in the older with its option (22.2)."""
    return not g.settings.infantry_from_trs or bool(g.options.get("amphibious"))


# --- what fits ----------------------------------------------------------------------------------------------------------------


def is_small(g: War, unit: int) -> bool:
    """Two of these fit on one ship: divisions, artillery and carrier planes (options 2, 3, 45); a supply unit, a V-weapon and an
    atomic bomb fill it."""
    sheet = g.units[unit].sheet
    if sheet.type == Type.SUPPLY or sheet.type in WEAPONS:
        return False
    return sheet.division or sheet.type in GUNS or sheet.type == Type.CVP


@rule("11.4.5")
def may_carry(g: War, ship: int, cargo: int) -> No | None:
    """Whether a transport has room for a unit and takes its kind."""
    known, sheet = g.roster, g.units[ship].sheet if g.units.counter[ship] >= 0 else None
    if sheet is None or not is_transport(g, ship):
        return No("11.4.5", "only TRS and AMPH carry units")
    if known.types[ship] in SCS:
        return _may_ride_warship(g, ship, cargo)
    if is_carrier(g, ship):
        return may_take_planes(g, ship, cargo)
    if known.naval[cargo] and known.types[cargo] != Type.FROG:
        return No("11.4.5", "ships carry no ships")
    landing_ship = known.types[ship] == Type.AMPH and amphibious_rules(g)
    if landing_ship and not g.settings.amph_carries_invaders and (known.air[cargo] or known.types[cargo] in TOO_HEAVY):
        return No("22.2", "it carries no HQ-A, ARM, MECH, air cavalry or aircraft")
    choosy = g.settings.amph_carries_invaders and (landing_ship or QUEENS in sheet.name)
    if choosy and (known.air[cargo] or known.types[cargo] not in RIDES_AMPH or known.engineer[cargo] > known.marine[cargo]):
        return No("11.4.5", "it carries GAR, TERR, MIL and units that may invade")
    aboard = cargo_of(g, ship)
    if aboard and not (len(aboard) == 1 and is_small(g, aboard[0]) and is_small(g, cargo)):
        return No("11.4.5", "it carries a unit already")
    return None


def _may_ride_warship(g: War, ship: int, cargo: int) -> No | None:
    """Option 20: one division of foot, no garrison; engineers as on an AMPH."""
    known = g.roster
    kind, foot = known.types[cargo], not known.motorised[cargo] and known.engineer[cargo] <= known.marine[cargo]
    if not (known.land[cargo] and g.units[cargo].sheet.division and foot) or kind not in INFANTRY_CLASS or kind == Type.GAR:
        return No("11.4.5", "a warship carries a division of infantry class that marches on foot and is no garrison")
    return No("11.4.5", "it carries a unit already") if cargo_of(g, ship) else None


@rule("11.4.5", "18.2")
def may_board(g: War, ship: int, cargo: int) -> No | None:
    """Whether a unit may go aboard a ship now, wherever the two are: both face-up, working together, with room."""
    units = g.units
    if units.down[ship]:
        return No("11.4.5", "only face-up transports carry units")
    if units.at[cargo] < 0 or not g.ground.land[units.at[cargo]] or units.aboard[cargo] != NOWHERE:
        return No("11.4.5", "it is not ashore")
    if units.down[cargo]:
        return No("11.4.5", "only face-up units embark")
    if g.powers.action[units.power[cargo]] == Action.PASS and units.power[cargo] != units.power[ship]:
        return No("11.1", "its power passed: its units do not embark")
    no = may_carry(g, ship, cargo)
    if no is None:
        no = may_leave_home(g, cargo)
    if no is not None:
        return no
    return None if co_operate(g, cargo, ship) else No("18.2", "the two do not co-operate")


@rule("11.4.5", "8.2.1")
def may_embark_at(g: War, ship: int, cargo: int) -> No | None:
    """Whether a unit may embark where it stands: marines and on AMPH from any coast, others in open ports or beside an HQ."""
    at, ground, known = g.units.at[cargo], g.ground, g.roster
    if not ground.seas[at]:
        return No("11.4.5", "it does not stand on a coast")
    anywhere = g.settings.planes_leave_anywhere if known.air[cargo] else g.settings.embark_anywhere and not amphibious_rules(g)
    foot = g.units[cargo].sheet.division and known.types[cargo] in INFANTRY_CLASS
    if anywhere or foot or known.marine[cargo] or lands_as_amph(g, ship):
        return None
    if ground.port[at] != NO_PORT and not closed_port(g, at) and friendly(g, at, g.units.power[cargo]):
        return None
    if any(known.hq[u] and (u != cargo or g.settings.hqs_embark_alone) and co_operate(g, u, cargo) for u in land_at(g, at)):
        return None
    return No("11.4.5", "it needs an open port or an HQ on its coast")


def embark(g: War, pair: Pair) -> None:
    """A unit goes aboard; out of supply it is turned face-down."""
    cargo, ship = pair
    if not in_supply(g, cargo):
        turn_down(g, cargo)
    row = g.units[cargo]
    row.aboard, row.at = ship, g.units.at[ship]
    g.say("{} embarks on {}", row, g.units[ship], rule="11.4.5")


def frogmen_at(g: War, space: int) -> list[int]:
    """22.10: frogmen in a port, who are carried like a land unit."""
    return [u for u in ships_at(g, space) if g.roster.types[u] == Type.FROG] if g.options.frogmen else []


# --- at sea -------------------------------------------------------------------------------------------------------------------


@rule("11.4.5")
def may_take_up(g: War, subject: Loading, pair: Pair) -> No | None:
    """Whether a transport at sea takes a unit of a coast of its sea area aboard, or one of the port it calls at."""
    cargo, ship = pair
    if ship not in subject.ships or not is_transport(g, ship):
        return No("11.4.5", "it is none of the transports that have just moved")
    no = may_board(g, ship, cargo)
    if no is not None:
        return no
    if g.ground.land[g.units.at[ship]]:
        if g.units.at[ship] != g.units.at[cargo]:
            return No("11.4.5", "it does not stand in that port")
    elif g.ground.area[g.units.at[ship]] not in g.ground.seas[g.units.at[cargo]]:
        return No("11.4.5", "it stands on no coast of that sea area")
    return may_embark_at(g, ship, cargo)


def takings(g: War, subject: Loading) -> list[Pair]:
    """Transports with the units they may take aboard."""
    found: list[Pair] = []
    for ship in subject.ships:
        at = g.units.at[ship]
        if is_transport(g, ship) and not g.units.down[ship] and at >= 0:
            for shore in (at,) if g.ground.land[at] else g.ground.shores.get(g.ground.area[at], ()):
                if shore in g.units.stacks:
                    here = [(u, ship) for u in (*land_at(g, shore), *air_at(g, shore), *frogmen_at(g, shore))]
                    found += [pair for pair in here if may_take_up(g, subject, pair) is None]
    return found


@rule("11.4.5")
def take_up(g: War, power: int, ships: Iterable[int]) -> Flow[None]:
    """Transports that end their move at sea take units of its coasts aboard"""
    subject = Loading(power, tuple(u for u in ships if is_transport(g, u)))
    while subject.ships and takings(g, subject):
        answer, _ = yield from menu(
            g, g.seat(power), "{0}: take units aboard?", subject, SAIL_ON, TAKE_UP, named=(g.powers[power],)
        )
        if answer.verb == SAIL_ON.name:
            return


@rule("11.4.5")
def land_cargo(g: War, ship: int, *, down: bool) -> None:
    """Cargo goes ashore in port; face-down when its ship returned to base. Carrier planes stay aboard (14.4.1, WIF-DEC-203)."""
    for cargo in cargo_of(g, ship):
        if not on_deck(g, cargo):
            g.units[cargo].aboard = NOWHERE
        if down:
            turn_down(g, cargo)


SAIL_ON: Act[War, Loading, None] = Act("no_more", "11.4.5", "No more", do=lambda g, s, _: None)
TAKE_UP: Act[War, Loading, Pair] = Act(
    "embark",
    "11.4.5",
    "{0} aboard {1}",
    takes=(Unit, Unit),
    listed=takings,
    may=may_take_up,
    do=lambda g, s, pair: embark(g, pair),
)
