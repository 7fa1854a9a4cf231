"""4: reinforcement. New counters enter the force pools, what is due on the production circle arrives, isolated units may be given
up. Facilities (4.2.2) are option 32; replacement ships (4.1.3) come with the campaign."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.ground import NO_PORT, slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import TRUMAN
from grognard.titles.wif.rules.carrier_planes import board, lands_on
from grognard.titles.wif.rules.carriers import is_carrier, is_carrier_plane
from grognard.titles.wif.rules.control import hexes_of, nation_at
from grognard.titles.wif.rules.convoys import divide, is_convoy
from grognard.titles.wif.rules.entry import add_year
from grognard.titles.wif.rules.factions import open_to
from grognard.titles.wif.rules.force_pools import city_of, fill_force_pools, sort_militia
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.powers import active, current_home, home_power, political, powers_of
from grognard.titles.wif.rules.resources import standing
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import isolated
from grognard.titles.wif.rules.supply_sources import dominions
from grognard.titles.wif.rules.units import destroy, hexes_of_partisans, land_by_hex, of_side, ships_at, units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import (
    AIR_RESERVE,
    ALIGNED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    HOME,
    NOWHERE,
    Hex,
    Power,
    Unit,
    War,
    slot_of,
)

JANUARY = 0
RECRUITED = frozenset(("warlord", "volunteer"))


class Arrival(Subject, frozen=True):
    """A unit that has come off the production circle."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]

    @once
    def candidates(self, g: War) -> list[int]:
        return _candidates(g, self.unit)


class Remnants(Subject, frozen=True):
    """Isolated units a power may give up."""

    power: Annotated[int, Power]


@rule("4.1.1")
def change_force_pools(g: War) -> None:
    """In Jan/Feb the counters of the new year enter the force pools"""
    g.overflow, g.lone_convoys = [], []
    sort_militia(g)
    if g.turn % 6 != JANUARY or not g.campaign.frame.production.allowed:
        return
    campaign = political(g)  # there what is out of the game never returns (13.6.5)
    for unit, counter in enumerate(() if campaign else g.units.counter):
        later = counter >= 0 and g.units.at[unit] == GONE and g.facts.enters(g.facts.counters[counter]) == g.year
        if later and not g.title.disbanded(g, unit):
            g.units[unit].at = FORCE_POOL
    if campaign:
        fill_force_pools(g, g.year - 1, g.year)
        add_year(g, g.year)


@rule("4.2")
def arriving_powers(g: War) -> list[int]:
    """Powers with something due, those of the side that had the initiative first."""
    due = {g.units.power[u] for u in units_at(g, slot_of(g.turn))}
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if p in due]


@rule("4.2.1")
def place_reinforcements(g: War) -> Flow[None]:
    """What is due on the production circle arrives: hulls in the construction pool, the rest on the map"""
    power = g.power
    come: Counter[str] = Counter()  # by conquered home country
    for unit in [u for u in units_at(g, slot_of(g.turn)) if g.units.power[u] == power]:
        row = g.units[unit]
        if g.roster.naval[unit] and row.cycle == 1:
            row.at, row.cycle = CONSTRUCTION_POOL, 0  # with option 40 that of its yard
            g.say("The hull of {} is afloat", row, rule="4.2.1")
            continue
        row.cycle = 0
        home = _lost_home(g, unit)
        if home and come[home] >= g.settings.conquered_home_limit:
            row.at = slot_of(g.turn + 1)
            g.say("{} waits: one unit a turn arrives of a conquered home country", row, rule="13.7.1")
            continue
        if g.options.pilots and g.roster.air[unit]:
            row.at = AIR_RESERVE
            g.say("{} waits for a pilot", row, rule="14.6.1")
            continue
        while row.at == slot_of(g.turn) and row.points:
            subject = Arrival(power, unit)
            if not any(may_arrive(g, subject, s) is None for s in subject.candidates(g)) and not outposts(g, subject):
                row.at = slot_of(g.turn + 1)
                g.say("{} finds no place and waits a turn", row, rule="4.2.1")
                break
            yield from menu(g, g.seat(power), "Where does {0} arrive?", subject, ARRIVE, PLANT, WAIT, named=(row,))
        come[home] += row.at >= 0


@rule("13.7.1")
def _lost_home(g: War, unit: int) -> str:
    """The conquered home country a unit comes from, where the edition limits its reinforcements; else empty."""
    return g.title.lost_home(g, unit) if g.settings.conquered_home_limit else ""


def _candidates(g: War, unit: int) -> list[int]:
    """Hexes in which a reinforcement could arrive: its city, its home country's cities or ports, else the hexes beside them."""
    ground = g.ground
    home = hexes_of(g, current_home(g, g.units.country[unit]))
    power = g.units.power[unit]
    yard = g.units.yard[unit]
    if g.options.factories_in_flames and yard >= 0:  # 13.6.10: where it was built
        return [yard] if _open(g, unit, yard) else []
    if home_power(g, g.units.country[unit]) != power and not home:
        home = [s for s in range(g.board.size) if ground.land[s] and ground.city[s]]
    if g.roster.naval[unit]:
        return [s for s in home if ground.port[s] != NO_PORT]
    if g.roster.types[unit] == Type.TERR:  # 22.7: cities and ports of its country, conquered or not
        land = ground.homeland.get(g.facts.countries[g.units.country[unit]].id, ())
        home, cities = list(land), [s for s in land if ground.city[s] or ground.port[s]]
    elif "partisan_hq" in g.units[unit].sheet.marks:  # 22.15: beside partisans of her country
        side, types = SIDE_OF_POWER[power], g.roster.types
        land = ground.homeland.get(g.facts.countries[g.units.country[unit]].id, ())
        bands = [s for s in land for u in units_at(g, s) if types[u] == Type.PART and SIDE_OF_POWER[g.units.power[u]] == side]
        return sorted(set(bands))
    elif g.units[unit].sheet.marks & RECRUITED:  # 22.6, 22.8: in their own city
        cities = [s for s in [ground.places.get(slug(g.units[unit].sheet.available), -1)] if s >= 0]
    elif g.roster.types[unit] == Type.MIL:
        city = ground.places.get(city_of(g, unit), -1)
        cities = [city] if city >= 0 else [s for s in home if ground.city[s]]  # WIF-DEC-171
    elif g.options.factories_in_flames and g.units.at[unit] == AIR_RESERVE:  # 13.6.10: at any factory at home
        cities = [s for s in home if sum(standing(g, s))]
    else:
        cities = [s for s in home if ground.city[s]]
    fits = [s for s in cities if _open(g, unit, s) and (may_stack(g, unit, s) is None or _decks(g, unit, s))]
    if fits or not g.settings.overflow_units:
        return fits
    own = set(home)
    full = [s for s in cities if ground.city[s] and _open(g, unit, s) and g.overflow.count(s) < g.settings.overflow_units]
    return sorted({b for s in full for b, _ in ground.steps[s] if b in own and _open(g, unit, b)})


@rule("4.2.1")
def outposts(g: War, subject: Arrival) -> list[int]:
    """Ports outside the home country where a single convoy point may arrive: one a turn in an aligned minor country, and with
    option 5 one of the Commonwealth in a dominion."""
    if not is_convoy(g, subject.unit) or not g.settings.lone_convoys_abroad:
        return []
    power, found = subject.power, []
    aligned = [c for c, status in enumerate(g.countries.status) if status == ALIGNED and g.countries.power[c] == power]
    kinds = [] if g.options.convoys_in_flames else [(0, aligned)]  # 22.16
    if power == COMMONWEALTH and g.options.ships_in_flames:
        kinds.append((1, [c for c in dominions(g) if g.countries.status[c] == HOME]))
    for kind, countries in kinds:
        if 2 * power + kind not in g.lone_convoys:
            ports = [s for c in countries for s in hexes_of(g, c) if g.ground.port[s] != NO_PORT and _open(g, subject.unit, s)]
            found += [s for s in ports if may_stack(g, subject.unit, s) is None]
    return sorted(set(found) - set(subject.candidates(g)))


def _may_plant(g: War, subject: Arrival, space: int) -> No | None:
    if space in outposts(g, subject):
        return None
    return No("4.2.1", "one convoy point a turn arrives in a port of an aligned minor country, with option 5 one in a dominion")


def _plant(g: War, subject: Arrival, space: int) -> None:
    """One point of a heap arrives abroad."""
    heap = divide(g, subject.unit, 1)
    row = g.units[heap]
    row.at, row.down = space, 0
    kind = int(subject.power == COMMONWEALTH and nation_at(g, space) in dominions(g))
    g.lone_convoys = [*g.lone_convoys, 2 * subject.power + kind]
    g.say("{} arrives in {}", row, g.hexes[space], rule="4.2.1")


def _may_wait(g: War, subject: Arrival, _: None) -> No | None:
    lost = _lost_home(g, subject.unit)
    if lost and any(u != subject.unit and _lost_home(g, u) == lost for u in _due(g, subject.power)):
        return None  # another of the same country may take the one place of the turn
    if g.options.factories_in_flames and g.units.at[subject.unit] == slot_of(g.turn):
        return None  # 13.6.10: it stays in the Deploy box as its owner likes
    home = any(may_arrive(g, subject, s) is None for s in subject.candidates(g))
    return No("4.2.1", "it can arrive at home") if home or not is_convoy(g, subject.unit) else None


def _due(g: War, power: int) -> list[int]:
    """Units of a power that could still come on the map this turn."""
    return [u for u in units_at(g, slot_of(g.turn)) if g.units.power[u] == power and g.units.cycle[u] != 1]


def _wait(g: War, subject: Arrival, _: None) -> None:
    g.units[subject.unit].at = slot_of(g.turn + 1)
    g.say("{} waits a turn", g.units[subject.unit], rule="4.2.1")


@rule("4.2.1")
def _note_overflow(g: War, unit: int, space: int) -> None:
    """A unit placed beside a full city uses up that city's room for this turn."""
    if g.ground.city[space] or _in_harbour(g, unit, space):
        return
    beside = [s for s, _ in g.ground.steps[space] if g.ground.city[s] and g.overflow.count(s) < g.settings.overflow_units]
    mine = [s for s in beside if g.ground.country[s] == g.ground.country[space] and _open(g, unit, s)]
    if mine:
        g.overflow = [*g.overflow, mine[0]]


@rule("4.2.1", "22.7")
def _in_harbour(g: War, unit: int, space: int) -> bool:
    """Whether a port is enough for a unit to arrive in: for ships and territorials."""
    return g.roster.naval[unit] or (g.roster.types[unit] == Type.TERR and g.ground.port[space] != NO_PORT)


def _open(g: War, unit: int, space: int) -> bool:
    power = g.units.power[unit]
    ours = g.powers_by_hex[space] == power
    if not ours and not (g.units.yard[unit] == space and g.roster.naval[unit]):
        return False
    if space in hexes_of_partisans(g, SIDE_OF_POWER[power]):  # 13.1.3
        return False
    armies = land_by_hex(g).get(space)
    if armies is not None and of_side(g, armies, 1 - SIDE_OF_POWER[power]):  # 2.3.1: left there by a peace
        return False
    if not ours:
        return may_base(g, unit, space) is None  # 13.6.10: a friend has repaired it there
    return power != CHINA or open_to(g, unit, space)


@rule("4.2.1")
def may_arrive(g: War, subject: Arrival, space: int) -> No | None:
    """Whether a reinforcement may arrive in a hex."""
    unit = subject.unit
    if not _open(g, unit, space) and "partisan_hq" not in g.units[unit].sheet.marks:
        return No("4.2.1", f"{g.board.label(space)} is not controlled by its power")
    if space not in subject.candidates(g):
        return No("4.2.1", "reinforcements arrive in cities (ships in ports) of their home country, militia in their own city")
    if not g.ground.city[space] and not _in_harbour(g, unit, space) and in_enemy_zone(g, space, SIDE_OF_POWER[subject.power]):
        return No("4.2.1", f"{g.board.label(space)} lies in an enemy zone of control")
    return None if _decks(g, unit, space) else may_stack(g, unit, space)


@rule("4.2.1", "14.4.1")
def _decks(g: War, unit: int, space: int) -> list[int]:
    """Carriers in a city of its home country that have room for a carrier plane that arrives."""
    if not is_carrier_plane(g, unit) or not g.ground.city[space]:
        return []
    return [u for u in ships_at(g, space) if is_carrier(g, u) and lands_on(g, unit, u)]


def _arrive(g: War, subject: Arrival, space: int) -> None:
    row = g.units[subject.unit]
    _note_overflow(g, subject.unit, space)
    row.at, row.down, row.yard = space, 0, NOWHERE
    g.say("{} arrives in {}", row, g.hexes[space], rule="4.2.1")
    for ship in _decks(g, subject.unit, space)[:1]:
        board(g, subject.unit, ship)


@rule("4.3")
def give_up_isolated(g: War) -> Flow[None]:
    """An active major power may destroy isolated land and air units of its own"""
    while any(True for _ in isolated_units(g, g.power)):
        answer, _ = yield from menu(
            g,
            g.seat(g.power),
            "{0}: destroy isolated units?",
            Remnants(g.power),
            DONE,
            GIVE_UP,
            named=(g.powers[g.power],),
            rests=True,
        )
        if answer.verb == DONE.name:
            return


def isolated_units(g: War, power: int) -> list[int]:
    known, at = g.roster, g.units.at
    own = [u for u, whose in enumerate(g.units.power) if whose == power and at[u] >= 0 and (known.land[u] or known.air[u])]
    return [u for u in own if g.ground.land[at[u]] and isolated(g, u)]


@rule("4.3")
def may_give_up(g: War, subject: Remnants, unit: int) -> No | None:
    if g.units.power[unit] != subject.power or g.roster.naval[unit]:
        return No("4.3", "only land and air units of your own are given up")
    if not _may_give_up(g, subject.power):
        return No("4.3", "a neutral major power gives no units up, nor a Vichy that is not hostile")
    if g.units.at[unit] < 0 or not g.ground.land[g.units.at[unit]] or not isolated(g, unit):
        return No("4.3", "it is not isolated")
    return None


def _give_up(g: War, subject: Remnants, unit: int) -> None:
    """Pilots of aircraft that are given up come home (option 46)."""
    if g.options.pilots and g.roster.air[unit]:
        g.powers[subject.power].pilots += 1
    destroy(g, unit, FORCE_POOL)


def powers_with_isolated(g: War) -> list[int]:
    """For the sequence: active powers that have isolated units, where they may give them up."""
    if not g.settings.isolated_given_up:
        return []
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if _may_give_up(g, p) and isolated_units(g, p)]


@rule("4.3", "13.3.2")
def _may_give_up(g: War, power: int) -> bool:
    """Whether a power may give isolated units up: an active one, Vichy while it is hostile, the neutral USA after option 28."""
    return bool(g.hostile) if power == VICHY else active(g, power) or (power == USA and TRUMAN in g.entry_options)


ARRIVE: Act[War, Arrival, int] = Act(
    "arrive", "4.2.1", "{0}", takes=Hex, among=lambda g, s: s.candidates(g), may=may_arrive, do=_arrive
)
PLANT: Act[War, Arrival, int] = Act(
    "plant", "4.2.1", "One convoy point in {0}", takes=Hex, listed=outposts, may=_may_plant, do=_plant, group="Abroad"
)
WAIT: Act[War, Arrival, None] = Act("wait", "4.2.1", "Wait a turn", may=_may_wait, do=_wait)
DONE: Act[War, Remnants, None] = Act("done", "4.3", "Keep them", do=lambda g, s, _: None)
GIVE_UP: Act[War, Remnants, int] = Act(
    "give_up", "4.3", "Destroy {0}", takes=Unit, among=lambda g, s: isolated_units(g, s.power), may=may_give_up,
    do=_give_up,
)  # fmt: skip
