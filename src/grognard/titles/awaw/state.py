"""The state of a game of A World at War: hexes, units, nations, the clock and the ledger of operations.

Shaped for the whole war; chapters that come later join these tables. What never changes is in designs.py, nations.py, ground.py.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from grognard.kernel.state import NOWHERE, Game, Row, column, mapping, numbers, scalar, table
from grognard.titles.awaw.books import Books
from grognard.titles.awaw.charts import Charts
from grognard.titles.awaw.designs import DESIGNS, Design
from grognard.titles.awaw.ground import FRONTS, Ground, ground_of
from grognard.titles.awaw.nations import FACTION, KEYS, MAJORS, NEUTRAL, NO_FACTION, POWER, SEATS, name
from grognard.titles.awaw.options import Options

if TYPE_CHECKING:
    from grognard.titles.awaw.setup import ScenarioFile

SEASONS = ("Spring", "Summer", "Fall", "Winter")
SPRING, SUMMER, FALL, WINTER = range(4)

FULL, PARTIAL, ISOLATED = 0, 1, 2  # ours 0.6: supply of a unit at its last determination
IN_PLAY, POOL, GONE, YARD = 0, 1, 2, 3  # where a unit is: on the boards, in the force pool, out of the game, on the stocks
RESERVE, LATER = 4, 5  # the army of a minor country that is not at war; a counter that mobilization or production must bring
UNTOUCHED, SURVIVES, ASSOCIATE, ALLY = range(4)  # what a minor country is to its patron (ours 82 to 85)
USAT, USJT, RGT = range(3)  # tensions (ours 49.8)
NO_RESULT = 99
NO_MISSION, ATTACKING, SUPPORTING, COVERING, INTERCEPTING, STRIKING, RAIDING, SAILING, ABOARD, SHELLING, AT_SEA = range(11)
NO_WORKS, FORTIFICATION, FORTRESS = range(3)
NEVER = -2  # a unit of the pool that was never in play


def turn_of(year: int, season: int) -> int:
    """The number of a season's turn, counted from Spring 1939."""
    return (year - 1939) * 4 + season


def turn_named(text: str) -> int:
    """The turn of `Summer 1941`."""
    season, year = text.split()
    return turn_of(int(year), SEASONS.index(season.capitalize()))


class Hex(Row):
    """A space of the boards: who controls it and what counters lie on it."""

    holder = column(NOWHERE)  # nation that controls it (ours 29.1)
    works = column()  # fortification or fortress
    guns = column()  # a beach defense
    airbase = column(NOWHERE)  # nation of the airbase counter
    bridgehead = column(NOWHERE)  # side of the bridgehead
    harbour = column(NOWHERE)  # last turn of a port counter or artificial port (ours 21.12, 31.5)
    railhead = column(NOWHERE)
    ic = column()  # Russian industrial centre: its BRPs
    ic_idle = column(NOWHERE)  # turn from which a moved industrial centre works again (ours 37.3)
    attacked = column()  # has been attacked in this combat phase (ours 15.23)
    joined = column(NOWHERE)  # attacked together with this hex (ours 15.44)
    broken = column()  # a breakthrough was made here this phase (ours 16.11): the training level of the attack + 1
    since = column(NOWHERE)  # turn in which it last changed hands
    cut = column()  # own turns it has been cut off from every source of its holder (ours 29.3)

    @property
    def label(self) -> str:
        return str(self.game.board.label(self.index))


class Unit(Row, prefix="u", alike=("design",)):
    """A counter."""

    design = column()
    at = column(NOWHERE)
    pool = column(POOL)
    due = column()  # turn from which it may be built
    double = column()  # 9.82: rebuilt at double cost this turn
    supply = column()
    inverted = column()
    spent = column()  # movement factors used, or stages flown
    stopped = column()  # must attack what it failed to overrun
    mission = column()
    target = column(NOWHERE)
    paid = column()  # 9.57: its cost is paid this turn
    fought = column()  # has attacked offensively this turn
    losses = column()  # took part in a battle that cost its side something (ours 16.2)
    exploiting = column()
    free = column()  # 9.82: an isolated unit attacks for nothing
    built = column(NOWHERE)  # turn of construction
    damage = column()  # a damaged ship: one and the turns of repair done
    moved = column()  # bits of redeployments made this turn
    stage = column()  # a ship on the stocks: levels still to go (ours 27.71)
    home = column(NOWHERE)  # a ship called out of a strategic warfare box: the box it goes back to (ours 25.35)
    patrol = column(NOWHERE)  # the sea hex in which it is on patrol (ours 21.41); its base is where it stands
    force = column()  # number of its task force (ours 20.16), 0 for none
    short = column()  # squadrons that an air factor has lost (ours 19.2)
    fed = column()  # supplied by air until the end of the turn (ours 18.53)
    aboard = column(NOWHERE)  # squadrons: the carrier they fly from; troops: a ship that carries them

    @cached_property
    def sheet(self) -> Design:
        return DESIGNS[self.design]

    @property
    def label(self) -> str:
        return DESIGNS[self.design].label


class Nation(Row, prefix="n"):
    """A country of the game; the columns of money and training count for major powers."""

    side = column(NEUTRAL)
    east = column(NEUTRAL)  # the side on the Pacific board, where both boards are played
    patron = column(NOWHERE)  # the major power that moves it and pays for it; itself for a major power
    conquered = column(NOWHERE)  # nation that conquered it
    surrendered = column()
    base = column()
    level = column()
    built = column()  # BRPs of construction this turn
    income = column()  # BRPs a turn of a short scenario
    ctl = column()
    air = column()  # air nationality
    navy = column()
    prep = column()  # winter preparation
    winter = column()  # winter effect of this player turn east of the Pact line
    frost = column()  # the same in Siberia, Manchuria and Mongolia
    srs = column()  # strategic redeployments made this turn in Europe
    srs_east = column()  # and on the Pacific board
    shipped = column()  # factors redeployed by sea this turn (ours 28.5)
    airbases = column()  # airbase counters in hand
    bases_placed = column()
    war = column(NOWHERE)  # turn in which it went to war
    status = column()  # a minor: untouched, survives an attack, associated, ally
    result = column(NO_RESULT)  # diplomatic result in force (ours 49.51)
    attacked = column(NOWHERE)  # turn in which war was declared on it
    mobilized = column()  # mobilizations made (ours 36)
    mobilized_east = column()  # of these for the Pacific (the United States)
    drafted = column(NOWHERE)  # turn of the last mobilization
    yards = column()  # naval points: added to the rate of its shipyards (ours 27.76)
    yard_used = column()  # advances made this turn (ours 27.7)
    dry = column()  # bits of unpaid oil needs (ours 33.4)
    deferred = column()  # BRPs of deficit carried into the new total (ours 35.32)
    growth = column()  # what the last year start added to the base
    gave = column()  # BRPs granted this player turn
    got = column()  # BRPs received this player turn
    fought_east = column(NOWHERE)  # turn in which it went to war on the Pacific board

    @property
    def label(self) -> str:
        return name(self.index)


class World(Game):
    """Everything of a game that can change."""

    options: Options

    hexes = table(Hex, spaces=True)
    units = table(Unit)
    nations = table(Nation, tokens=KEYS)
    turn = scalar(0)
    last_turn = scalar(0)
    side = scalar(0)
    mover = scalar(0)  # the major power whose step it is
    surprise = scalar(NOWHERE)  # turn of an attack on a surprised Russia (ours 50.6)
    mud = scalar(0)
    stage = scalar(0)  # 0 outside combat, 1 regular combat, 2 exploitation
    spent = numbers()  # BRPs paid by power and front this turn
    cost = numbers()  # cost of offensive actions, partisans apart, by faction and front this turn (9.61)
    mud_cost = numbers()  # the same inside the mud area, by faction (9.66)
    flown = numbers()  # land-based naval air squadrons paid for in this phase, by power and front (9.51C)
    full = numbers()  # 1 where a power has paid for a full offensive, by power and front
    attritioned = numbers()  # fronts on which the moving factions made attritions
    breadth = numbers()  # hexes attacked together with another one (ours 15.44)
    breaks = numbers()  # breakthrough hexes of this phase
    scored = mapping()
    points = numbers()  # research points by faction and project (ours 41)
    fresh_points = numbers()  # of these allotted this year
    results = numbers()
    rolled_in = numbers()  # year of the last roll
    rolled_on = numbers()  # turn of the last roll
    tonnage = scalar(0)  # transports sunk in the Atlantic
    drowned = scalar(0)  # submarines lost there
    owners = numbers()  # who drew the BRPs of each area at the last year start (ours 35.6)
    keys_lost = numbers()  # key economic areas in enemy hands at the last year start (ours 35.7)
    tension = numbers()  # the three tracks
    effective = numbers()  # with the die of this Allied turn (ours 49.85)
    dps = numbers()  # diplomatic points by power and target (ours 49.2)
    oil = numbers()  # counters in the reserves (ours 33.3)
    hands = mapping()  # code cards held, hidden from others: by holder and card (ours 48.2)
    ruins = mapping()  # cities destroyed by an atomic bomb, and until which turn (ours 43.3)
    stock = numbers()  # atomic bombs by faction, hidden from others (ours 43.1)
    booked = mapping()  # events that count once, and a few counters
    scores = mapping()  # victory conditions on their way: by side

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.board, self.books.terrain)

    @cached_property
    def sheet(self) -> ScenarioFile:
        found: ScenarioFile = self.title.box(self.board).scenarios[self.scenario]
        return found

    @cached_property
    def charts(self) -> Charts:
        """The charts of this game, from its packs where they have them."""
        found: Charts = self.title.box(self.board).charts
        return found

    @cached_property
    def books(self) -> Books:
        """The tables of powers, countries and projects of this game, from its packs where they have them."""
        found: Books = self.title.box(self.board).books
        return found

    def number(self, item: str) -> int:
        """A number of numbers.csv by rule and item."""
        return self.charts.numbers[item]

    def value(self, item: str) -> int:
        """A number of a chart of single numbers, by chart and words."""
        return self.charts.values[item]

    def sea_reach(self, activity: str, *, europe: bool) -> int:
        """Hexes of a naval activity (ours 21.361)."""
        return self.charts.values[f"naval_ranges {activity} in {'Europe' if europe else 'the Pacific'}"]

    @cached_property
    def both_boards(self) -> bool:
        """Whether Europe and the Pacific are played together, each with its own sides (ours 53.2)."""
        return self.sheet.theatre == "both"

    @property
    def season(self) -> int:
        return self.turn % 4

    @property
    def year(self) -> int:
        return 1939 + self.turn // 4

    @property
    def date(self) -> str:
        return f"{SEASONS[self.season]} {self.year}"

    def clear_ledger(self) -> None:
        """A new player turn: nothing is spent yet."""
        self.spent = [0] * (len(MAJORS) * len(FRONTS))
        self.full = [0] * (len(MAJORS) * len(FRONTS))
        self.cost = [0] * (4 * len(FRONTS))
        self.mud_cost = [0] * 4
        self.new_phase()

    def open_account(self) -> None:
        """China's own, opened when it is first charged in a turn before it is Allied (AW-DEC-48)."""
        self.cost += [0] * ((NO_FACTION + 1) * len(FRONTS) - len(self.cost))
        self.mud_cost += [0] * (NO_FACTION + 1 - len(self.mud_cost))

    def new_phase(self) -> None:
        """9.51C: squadrons are counted anew in every phase."""
        self.flown = [0] * (len(MAJORS) * len(FRONTS))

    def faction(self, nation: int) -> int:
        """The alliance faction of a nation, through its patron."""
        return FACTION.get(self.nations.patron[nation], NO_FACTION)

    def seated(self, power: int) -> bool:
        """Whether a power has a seat of its own in this scenario."""
        return KEYS[power] in self.sheet.powers

    def seat(self, nation: int) -> str:
        """Who decides for a nation: the seat of its patron."""
        return SEATS[self.nations.patron[nation]]


def ledger_place(power: int, front: int) -> int:
    return POWER[power] * len(FRONTS) + front
