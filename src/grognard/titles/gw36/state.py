"""The state of a game of Global War 1936-1945: zones, units, nations, facilities, the production chart, pacts and counters.

Everything that can change is here and nothing that is printed: values of kinds are in kinds.py, sheets in facts.py, the board in
`g.board`. Computations on the state are in rules/; only the index of units by zone is kept here, because every rule needs it.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from grognard.kernel.board import Board
from grognard.kernel.cache import Stirred, kept
from grognard.kernel.flow import Option
from grognard.kernel.state import NOWHERE, Game, Row, column, mapping, numbers, place, scalar, table
from grognard.titles.gw36.facts import Facts
from grognard.titles.gw36.geography import Geography
from grognard.titles.gw36.kinds import FACILITY_NAMES, UNIT_NAMES
from grognard.titles.gw36.options import Options
from grognard.titles.gw36.powers import ACTIVE, FRANCE, FREE_FRANCE, NAMES, NATION, NATIONS, NO_ALLIANCE, OF_NATION
from grognard.titles.gw36.relations import relations_of
from grognard.titles.gw36.values import Values

# Unit.duty: what a unit is doing in the present national turn, or (patrol, escort, blockade) until it is ended
IDLE = 0
ATTACK = 1  # in a regular land or sea battle where it stands
ASSAULT = 2  # cargo at sea, or a transport's cargo, landing in `target` (9.8)
BOMBARD = 3  # a ship supporting the assault on `target` (9.9)
BOMB = 4  # strategic bombing of facility `target`, or of a railway: see `border` (9.16)
CARPET = 5  # carpet bombing of the zone it stands over (9.17)
BOMB_ESCORT = 6  # a fighter with the bombers (8.5)
RAID = 7  # convoy raiding (9.11)
MINE = 8  # minelaying (9.13)
ESCORT = 9  # protects convoy lines (9.11)
BLOCKADE = 10  # 8.11
PATROL = 11  # on Maritime Air Patrol (8.7)
SCRAMBLE = 12  # scrambled into the zone where it stands; `start` is its base (8.6)
SCREEN = 13  # screening force (9.7)
BEHIND = 14  # the force behind the screen; `target` is the sea zone it goes to, or the one it stands in (9.7)
DROP = 15  # an airborne unit dropped on the zone where it stands (9.15)
ATTRITION = 16  # artillery firing into `target` (7.8)
CLASH = 18  # fires over the border into `target` (14.3)
PASSED = 17  # a submarine or patrol aircraft that declined combat here: ignored until the Combat Phase is over (8.7, 8.9)
DUTIES = (
    "", "attack", "assault", "bombard", "bomb", "carpet bombing", "escorting bombers", "raid", "mines", "escort", "blockade",
    "patrol", "scramble", "screen", "behind the screen", "airborne drop", "attrition", "declined combat", "border clash",
)  # fmt: skip

# the Molotov-Ribbentrop and the Japanese-Soviet pact
UNSIGNED, SIGNED, ENDED = range(3)

# g.spain
NO_WAR, CIVIL_WAR, NATIONALIST, REPUBLICAN = range(4)


class Zone(Row):
    """A land or sea zone. `owner` is the possessor (never of a sea zone); `captured` marks a zone taken in this national turn."""

    owner = column(NOWHERE)
    captured = column(0)
    before = column(NOWHERE)  # who possessed it before it was captured in this national turn
    fought = column(0)  # rounds of the battle fought here in this national turn
    fallen = column(0)  # its printed fortified line was destroyed (1.22)
    held = column(NOWHERE)  # who possessed it when this national turn began (11.1)

    @property
    def label(self) -> str:
        return str(self.table.game.board.label(self.index))

    @property
    def is_sea(self) -> bool:
        return bool(self.game.board.kind[self.index] == "sea")

    @property
    def value(self) -> int:
        """IPP value (1.1)."""
        return int(self.game.board.ints("ipp")[self.index])


class Unit(Row, prefix="u", alike=("kind", "nation", "hits")):
    """A unit. `used` counts movement points in this national turn; cargo stands in its carrier's zone."""

    kind = column(0)
    nation = column(0)
    at = place()
    hits = column(0)
    carrier = column(NOWHERE)
    used = column(0)
    spent = column(0)  # it cannot move again in this national turn
    start = column(NOWHERE)  # where the national turn found it
    came = column(NOWHERE)  # the last zone it left in this national turn
    duty = column(IDLE)
    target = column(NOWHERE)
    bonus = column(0)  # extra movement in this national turn: base, tow
    ashore = column(0)  # it began the turn aboard and has been unloaded
    deck = column(0)  # it began the turn on a carrier (15.3)
    old = column(0)  # an early war fighter (15.9)

    @property
    def label(self) -> str:
        units, u = self.table, self.index
        return f"{OF_NATION[units.nation[u]]} {UNIT_NAMES[units.kind[u]]}"


class Nation(Row, prefix="n"):
    """A nation, played or minor."""

    alliance = column(NO_ALLIANCE)
    status = column(ACTIVE)
    controller = column(NOWHERE)
    master = column(NOWHERE)  # the Major Power that absorbed it (4.4)
    cash = column(0)
    earned = column(0)  # all money ever received, the starting cash included: cash = earned - spent
    spent = column(0)  # all money ever paid or lost
    income = column(0)  # peacetime income (5.1)
    wartime = column(0)  # value of its zones at the start: wartime income (5.2)
    worth = column(0)  # zone values counted when the peacetime income was last noted
    capital = column(NOWHERE)
    evolved = column(0)  # CCP or KMT as a Major Power (13.3)
    declared = column(0)  # it has declared war on anyone in this game
    asked = column(0)  # g.news when it was last asked in a political window
    research = column(0)  # technology dice used this turn (7.6)
    lent = column(0)  # lend-lease used this turn (7.9)
    naval = column(0)  # strategic naval moves used this turn (10.6)
    recruited = column(0)  # recruitment roll made this turn (11.5)
    attempts = column(0)  # alignment attempts: this turn (Pan-America), this game (Argentina)
    home_lost = column(0)  # a Home Country zone was ever enemy-possessed (USA objective)
    arctic_denied = column(0)  # the USA denies the Arctic bonus (9.11)

    @property
    def key(self) -> str:
        return NATIONS[self.index]

    @property
    def label(self) -> str:
        return NAMES[self.index]


class Site(Row, prefix="f"):
    """A facility in a zone, or on the border from its zone to `border`. Not `built`: under construction, `paid` stages."""

    kind = column(0)
    at = column(NOWHERE)
    border = column(NOWHERE)
    damage = column(0)
    built = column(1)
    paid = column(0)
    nation = column(NOWHERE)  # who builds it
    since = column(0)  # the calendar turn it was finished or captured: a factory makes nothing in it
    level = column(NOWHERE)  # the kind it had before its capture (12.4)

    @property
    def label(self) -> str:
        return f"{FACILITY_NAMES[self.kind]} in {self.game.zones[self.at].label}"


class Entry(Row, prefix="o"):
    """An entry of the production chart: a unit, a facility (site) or an upgrade being paid for."""

    nation = column(0)
    what = column(0)  # 0 unit, 1 facility, 2 upgrade of a facility, 3 upgrade of a unit, 4 lend-leased IPP, 5 Spanish supplies
    kind = column(0)
    count = column(1)  # equal units bought together; the IPP of a lend-lease
    half = column(0)  # which half of a split USA ordered it (2.3)
    rush = column(0)  # the first two payments were made together (7.8)
    late = column(0)  # lend-lease that could not be delivered before (11.4)
    paid = column(0)
    stages = column(1)
    at = column(NOWHERE)  # the zone of a facility; the yard of a capital ship (15.8)
    subject = column(NOWHERE)  # the site or unit concerned
    receiver = column(NOWHERE)  # lend-lease
    turn = column(0)
    ready = column(0)  # in the Place Units box
    gone = column(0)  # delivered, lost or cancelled: the row is dead

    @property
    def label(self) -> str:
        """What the chart calls it, with its stage and its place or receiver."""
        unit = UNIT_NAMES[self.kind] if self.what in (0, 3) else ""
        site = FACILITY_NAMES[self.kind] if self.what in (1, 2) else ""
        name = (unit, site, f"upgrade of the {site}", f"upgrade to {unit}", f"{self.count} IPP", "supplies for Spain")[self.what]
        if self.what == 0 and self.count > 1:
            name = f"{self.count} {name}"
        if self.at >= 0:
            name = f"{name} in {self.game.zones[self.at].label}"
        if self.what == 0 and self.subject >= 0:
            name = f"{name} for a carrier's deck"
        if not self.ready:
            name = f"{name}, {self.paid} of {self.stages} paid"
        return f"{name} for {NAMES[self.receiver]}" if self.receiver >= 0 else name


@cache
def members(nations: int) -> tuple[int, ...]:
    """The nations of a set of bits."""
    return tuple([n for n in range(len(NATIONS)) if nations >> n & 1])


class Theatre(Board):
    """The board with what belongs to it: the tables and sheets of its data packs, and the ways over it."""

    facts: Facts
    geo: Geography


class War(Game):
    """One game of Global War 1936-1945."""

    board: Theatre
    options: Options

    zones = table(Zone, spaces=True)
    units = table(Unit)
    nations = table(Nation, tokens=NATIONS)
    sites = table(Site)
    entries = table(Entry)

    turn = scalar(0)  # calendar turn, 0 = the scenario's first
    slot = scalar(0)  # 1..7 of table 6-1
    mover = scalar(0)  # the number of the seat that moves units
    desk = scalar(0)  # the buyer of the Production Phase (treasury.Desk.number)
    phase = scalar(0)  # 0 between turns, else the number of tables/phases.csv
    last = scalar(0)  # the number of calendar turns to play
    news = scalar(1)  # counts changes of relations: the version of everything political
    spain = scalar(NO_WAR)
    abyssinia = scalar(0)  # 1 the war of 13.2 is on
    truce = scalar(0)  # KMT-CCP truce (13.3)
    pact = scalar(UNSIGNED)  # Molotov-Ribbentrop (14.2)
    neutrality = scalar(UNSIGNED)  # Japan-USSR (14.3)
    basis_nord = scalar(0)
    pact_won = scalar(0)  # the free Soviet research roll of this turn is used (14.2)
    vichy = scalar(0)  # 1 Vichy France exists (14.4)
    france_fell = scalar(NOWHERE)  # the calendar turn of the French surrender
    balkans = scalar(0)  # minors aligned in the three turns after it (table 4-5)
    burma_road = scalar(0)
    arctic_sailed = scalar(0)  # Northern Sea Route and canal moves used, bits (1.15, 1.19)
    usa_east = scalar(0)  # cash of the eastern half with split_usa (2.3)
    oil_loss = scalar(0)  # Japanese oil trade lost for good
    pending_minor = scalar(NOWHERE)

    held = numbers()  # units that the mover holds back in this phase
    wars = mapping()  # pair(a, b) -> the calendar turn the war began
    bonds = mapping()  # pair(a, b) -> the calendar turn: Aligned, though their common enemy has left the war since (4.4)
    laid_down = mapping()  # pair(a, b) -> the calendar turn: a war that ended with a surrender (9.22)
    tech = mapping()  # researched(power, technology) -> stages
    rolled_tech = mapping()  # researched(power, technology) -> 1 when rolled this turn
    raided = mapping()  # keyed(convoy line, nation) -> IPP lost this calendar turn (9.11)
    rail_damage = mapping()  # border -> points
    rail_built = mapping()  # border -> 1 regular, 2 broad gauge
    rail_used = mapping()  # rail_key(power, region) -> strategic rail moves of this turn
    shut = mapping()  # keyed(passage, nation) -> 1 closed, 2 opened to it by its owner; from powers.LEAVE on: land (1.15, 4.4)
    slots = mapping()  # facility -> units placed or repaired there in this national turn; -1 - zone -> units raised without one
    docked = mapping()  # ship -> yard * repair.DOCKED + hits under repair in this national turn (7.4)
    canal_damage = mapping()  # passage -> points (15.10)
    events = mapping()  # numbers of events that happened and must not count twice (5.2)
    crossed = mapping()  # narrow crossing border -> units over it in this national turn (1.20)
    lent_to = mapping()  # keyed(lender, enemy-of) -> 1: who lent to whose enemy (sheets)
    contacts = mapping()  # sea zone -> 2 its submarines or patrols fight; sea_contact.declined -> 1 they let a kind of ship pass
    monroe = mapping()  # nation -> 1: the USA fights it under the Monroe Doctrine without war (5.7)

    relations = kept("news")(relations_of)

    @cached_property
    def facts(self) -> Facts:
        """The tables and sheets, with the data packs of this game."""
        return self.board.facts

    @cached_property
    def values(self) -> Values:
        """The values of units and facilities by kind, with the data packs of this game."""
        return self.board.facts.values

    @cached_property
    def seating(self) -> dict[int, int]:
        """Player number by nation (table 2-1)."""
        players = int(self.options["players"])
        found = {NATION[row.nation]: row.player(players) for row in self.facts.seats if row.half != "east"}
        found[FREE_FRANCE] = found[FRANCE]
        return found

    def stirred(self, nations: int) -> int:
        """A number that differs once a unit of these nations (bits) was written: while one side moves, the other stands still."""
        return _STIRRED(self, members(nations))

    def put(self, u: int, zone: int) -> None:
        """Move a unit and its cargo to a zone, or off the board."""
        cargo = self._cargo(u)
        self.units.move(u, zone)
        for c in cargo:
            self.units.move(c, zone)

    def _cargo(self, u: int) -> list[int]:
        """The units aboard another: they stand in its zone."""
        at, carriers = self.units.at[u], self.units.carrier
        return [c for c in self.units.stacks[at] if carriers[c] == u] if at >= 0 else []

    def remove(self, u: int) -> None:
        """A unit is lost, its cargo with it (8.4)."""
        for c in self._cargo(u):
            self.remove(c)
        self.units.move(u, NOWHERE)
        unit = self.units[u]
        unit.carrier = NOWHERE
        unit.duty = IDLE

    def raise_unit(self, kind: int, nation: int, zone: int, **values: int) -> Unit:
        """A new unit on the board."""
        unit = self.units.add(kind=kind, nation=nation, start=zone, **values)
        self.put(unit.index, zone)
        return unit


_STIRRED = Stirred("units", "nation")


def seats_of(options: Any) -> list[int]:
    """The player numbers of a game (table 2-1)."""
    return list(range(1, int(options["players"]) + 1))


def chosen(option: Option, place: int = 0) -> int:
    """The row number of an argument of an option."""
    argument = option.args[place]
    assert isinstance(argument, Row)
    return argument.index
