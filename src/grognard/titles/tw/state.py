"""The state of a game of The War: hexes, units, nations and the clock.

Shaped for the whole campaign; the columns of later chapters (fleets at sea, diplomacy, strategic warfare) join these
tables. What is printed and never changes is in kinds.py, nations.py and ground.py.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from grognard.kernel.board import Board
from grognard.kernel.cache import kept
from grognard.kernel.state import NOWHERE, Game, Row, column, mapping, numbers, place, scalar, table
from grognard.titles.tw.ground import Ground, ground_of
from grognard.titles.tw.nations import INDEX, KEYS, NATIONS, NEUTRAL, ORDER, SIDE_OF_ALLIANCE, SIDES, SPEAKERS, division
from grognard.titles.tw.options import Options
from grognard.titles.tw.roster import Roster

if TYPE_CHECKING:
    from grognard.titles.tw.kinds import Design

SEASONS = ("Spring", "Summer", "Fall", "Winter")
SPRING, SUMMER, FALL, WINTER = range(4)

FULL, LIMITED, NONE = 0, 1, 2  # supply of a unit at its last check (12.0)
PLAIN, FORTIFICATION, FORTRESS = 0, 1, 2  # works of a hex (10.6.4, 10.6.6)

# where a unit is while it is not on the board
# 12.6.4 keeps units lost out of supply apart; BROKEN: replaced by its pieces; GONE: for good; YARD: on a building track
# (15.1.5); FUTURE: not in the force pool yet (3.1); HOME: of a neutral, at its post when war comes (23.1)
LOST, LOST_UNSUPPLIED, DUE, BROKEN, GONE, YARD, FUTURE, HOME = range(1, 9)

NO_STATUS, SYMPATHIZER, ASSOCIATE, SATELLITE, ANNEXED = range(5)  # of minor countries (16.3)
STATUS_WORDS = ("neutral", "sympathizer", "associate", "satellite", "annexed")

EFFORT_NAMES = ("none", "sle", "rle", "lle", "mle", "pass")
NO_EFFORT, SLE, RLE, LLE, MLE, PASS_TURN = range(6)


def turn_of(year: int, season: int) -> int:
    """The number of a season's turn, counted from Spring 1939."""
    return (year - 1939) * 4 + season


class Hex(Row):
    """A space of the board: who holds it and what stands in it."""

    holder = column(NOWHERE)  # nation whose ground forces were last here (1.2 Control)
    works = column()
    builder = column(NOWHERE)
    siege = column()
    vacant = column()  # player turns a fortification has stood empty (10.6.4)
    breach = column(NOWHERE)  # player turn at whose end the Breach closes (9.6.2)
    bridgehead = column(NOWHERE)
    gap_side = column(NOWHERE)  # the side whose Breach or Bridgehead it is
    overrun = column(NOWHERE)  # player turn of an automatic victory here (9.8: entering costs one more)
    fed = column()  # an enemy hex that was in supply when the phasing side's Operations began (10.2.8)
    pocket = column(NOWHERE)  # side that gains the hex at the end of the enemy's End Segment (10.2.8)
    cut_side = column(NOWHERE)  # a sea area: the side whose supply enemy aircraft have stopped (12.1.2)
    cut_until = column(NOWHERE)
    airbase = column(NOWHERE)  # nation that owns the airbase counter
    marker = column(NOWHERE)  # Major Power whose effort marker lies here
    beachhead = column(NOWHERE)  # last player turn in which a beach serves as a port (7.7.4)
    shipyard = column(NOWHERE)  # nation that has built a yard here (15.1.5.1)
    yard_loss = column()  # factors a captured yard is depleted (15.1.5.6)
    worked = column(NOWHERE)  # when the yard has done how much of its work: shipyards.WORK_MARK (15.1.5)

    @property
    def label(self) -> str:
        return str(self.game.board.label(self.index))


class Unit(Row, prefix="u"):
    """A counter in play."""

    design = column()
    at = place()
    depleted = column()
    supply = column()
    active = column()  # activated by an effort this player turn (4.0)
    moved = column()  # has moved in this player turn (15.1.3.3)
    fought = column()  # impulse in which it last attacked, this player turn
    reserve = column()
    free_until = column(NOWHERE)  # last player turn of free supply (10.2.7, 11.14.5)
    spearhead = column()  # began the second impulse in a Breach of its side (10.2.5)
    missions = column()  # bits of the air missions flown this player turn
    dropped = column()
    pool = column()
    due = column(NOWHERE)  # turn on which a unit in the pool DUE arrives
    parent = column()  # strength of the unit it is a piece of (12.2.4)
    flag = column(NOWHERE)  # the nation it fights for, where that is not the nation of its counter (18.5)
    post = column(NOWHERE)  # a unit in HOME: where it stands when its country goes to war
    aboard = column(NOWHERE)  # a NAC: the CV that carries it; a unit at sea: the Fleet (7.5)
    afloat = column()  # came ashore from the sea this player turn: 1 assault, 2 second wave, 3 in a port (7.5, 7.7)
    walked = column()  # movement points spent on the way to the port where a Fleet took it aboard (7.5)
    port = column(NOWHERE)  # a ship at sea: the port it sailed from, where it goes back to (7.8)
    yard = column(NOWHERE)  # a ship in YARD: the shipyard
    track = column()  # a ship in YARD: the space it has reached (15.1.3.2)
    built = column(NOWHERE)  # player turn in which it was built
    fallen = column()  # was eliminated and not built again since (17.2.2, 21.1)
    bombed = column(NOWHERE)  # an MDM: the turn in which it bombs Britain and does nothing else (5.2.4)
    dry = column(NOWHERE)  # player turn in which it has no oil (24.1)
    regular = column()  # a partisan unit whose country is free again: it fights as a conventional unit (25.4)
    covert = column()  # a commando behind the enemy's lines, with the partisans (2.6)
    home = column()  # a partisan or SS Legion: its region, counted from one (25.2)
    task = column()  # a ship: the Task Force in which the enemy does not see it; 0: none (7.12)
    astray = column()  # a British unit that began the Allied player turn too far from a port of France (6.2.1)
    laid = column(NOWHERE)  # a ship in YARD: the turn it came there; no work in that turn (7.10)

    @property
    def sheet(self) -> Design:
        game = self.game
        found: Design = game.designs[self.design]
        return found

    @property
    def label(self) -> str:
        sheet = self.sheet
        return f"{sheet.name} {sheet.values}"


class Nation(Row, prefix="n"):
    """A nation of the scenario."""

    side = column(2)
    patron = column(NOWHERE)  # the Major Power that moves and pays for it; itself for a Major Power
    army = column(3)
    air = column(3)
    narfs = column()
    effort = column()
    efforts = column()  # how many RLEs or LLEs it announced
    effort_before = column()
    free_efforts = column()  # 4.2: the RLE an invaded minor gets for nothing
    smp = column()
    rail = column()
    smp_more = column()  # levels of strategic movement bought (8.4.1)
    smp_year = column(NOWHERE)
    reserves = column()
    more_reserves = column(NOWHERE)  # turn in which a chit allows one reserve more (16.1.7.2)
    reserve_works = column()  # a Soviet fortification kept in reserve (9.9.1)
    works = column()  # fortifications built this player turn
    fortress_year = column(NOWHERE)
    free_builds = column()  # ground units the Soviets may build for nothing this turn (21.7.1)
    army_steps = column()  # turns of training paid running (10.8.2, 11.11.2)
    air_steps = column()
    trained = column()  # bits: army, air force paid for this turn
    surrendered = column()
    surprised = column(NOWHERE)  # turn on which it was surprised (18.2, 21.4)
    invaded = column(NOWHERE)  # turn on which a neutral was attacked (23.1)
    upgraded = column()
    # money (14)
    base = column()
    growth_cut = column()  # percent points taken off the growth rate for good (14.8.2)
    grown = column()  # a Satellite: what its own growth has added to its value (14.3.2)
    status = column()  # of a minor towards its patron (16.3)
    courted = column()  # a target: bits of the alliances that have named it this year (16.1.3)
    watched = column()  # a target: bits of the alliances whose Espionage, and shifted by 3 Counter-Espionage, was used here
    shifted = column()  # a target: levels it has moved this season (16.1.6)
    made = column(NOWHERE)  # turn on which a new country was founded (18.7.1)
    guests_until = column(NOWHERE)  # player turn by whose end the troops of a former patron must be gone (16.3.3)
    pops_bought = column()  # this season (16.1.2)
    spies = column()  # Espionage chits in hand (16.1.7), known to their owner alone
    guards = column()  # Counter-Espionage chits in hand
    chits_bought = column()  # bits: Espionage, Counter-Espionage bought this season
    abroad = column()  # NARFs for POPs and chits of the season, paid when all have placed them
    outraged = column()  # a Western Ally has declared war on a neutral minor (16.2)
    spy_year = column(NOWHERE)  # year of the last Espionage chit in simplified diplomacy (29.15)
    infamy = column()  # what its breaches of neutrality add to all its diplomatic rolls (16.2)
    spent = column()  # on units in this player turn (15.1.6.1)
    reckless = column(NOWHERE)  # player turn in which it spends below zero on units (14.1.4)
    owed = column()  # deficits of the year, taken off base and income in Spring (14.1.4)
    lent = column()  # NARFs granted this turn (14.8)
    aid_sent = column()  # to the Soviet Union this turn (14.8.2)
    received = column()  # from other Major Powers in this player turn (17.2.2)
    cargo = column()  # NARFs that wait for ships to the Soviet Union: in Britain, and in South Africa (14.8.2, 14.8.4)
    cargo_cape = column()
    urals = column()  # bits of the cities whose industry was moved (14.6.1)
    # ships (7, 15.1.5)
    navy = column(3)
    navy_steps = column()
    yards = column()  # shipyards bought
    yard_year = column(NOWHERE)
    evasion = column()  # 7.8.2: an Evasion chit is in hand
    evasion_year = column(NOWHERE)
    evading = column(NOWHERE)  # the place whose ships its Evasion chit conceals in this player turn
    struck = column()  # a carrier strike was flown before (11.7.3)
    # strategic warfare (5): what is built
    uboats = column()
    asw = column()
    sac = column()
    sac_worn = column()  # of these, depleted
    interceptors = column()
    jets = column()
    v1 = column()
    v2 = column()
    more_uboats = column()  # added to the pools by events and conversions
    more_asw = column()
    more_sac = column()
    more_interceptors = column()
    heavy_flak = column()
    flak_year = column(NOWHERE)
    firestorms = column()  # suffered (5.2.2)
    oil_hits = column()  # oil factors missing in the next own player turn (24.1)
    int_dry = column()  # interceptors without oil in the next bombing war (24.1)
    crossed = column()  # half points spent this turn on the way from America (8.5.5)
    overflown = column()  # of these, half points that U-Boats took: aircraft still cross with them (5.1.3.1, 8.4)
    smp_lost = column()  # points of strategic movement lost in the next own player turn (5.1.3, 5.2.1)
    rail_lost = column()
    convoy = column()  # 1 Ambush, 2 Massacre suffered this turn (5.1.3.1, 5.1.3.2)
    arctic_uboats = column()  # on the Murmansk Run this turn (5.3.1)
    arctic_asw = column()
    tried = column(NOWHERE)  # turn of its last roll for a Variant (28.0)
    to_infantry = column()  # STA units exchanged for INF so far, and INF for MECH (21.7.2)
    to_mechanised = column()
    bands_bonus = column()  # what Variants take off its rolls for partisans (28.2)
    bands_helped = column(NOWHERE)  # turn of a Counter-Espionage chit for its partisans (16.1.7.6, 25.3, 25.4)

    @property
    def label(self) -> str:
        return NATIONS[self.index].name


def _player_turn(g: Any) -> int:
    """Counts player turns: two to a season, the Axis first."""
    turns: int = g.turn * 2 + g.side
    return turns


def _season(g: Any) -> int:
    season: int = g.turn % 4
    return season


def _year(g: Any) -> int:
    year: int = 1939 + g.turn // 4
    return year


class War(Game):
    """Everything of a game that can change."""

    board: Board
    options: Options

    hexes = table(Hex, spaces=True)
    units = table(Unit)
    nations = table(Nation, tokens=KEYS)
    turn = scalar(0)
    last_turn = scalar(0)
    side = scalar(0)
    impulse = scalar(1)
    east = scalar(0)  # weather levels in force; 0: no table applies
    west = scalar(0)
    south = scalar(0)
    east_winter = scalar(0)  # the level is of the winter table
    worst_winter = scalar(0)
    barbarossa = scalar(NOWHERE)  # turn of the German attack on the Soviet Union
    scorched = scalar(NOWHERE)
    fighting = scalar(0)  # announced attacks are still to be fought: capitals that fall count after them (23.1)
    shift_used = scalar(0)  # LLE turns: the one attack with an extra column was named (4.3)
    carpets = scalar(0)
    british_losses = scalar(0)  # full British ARM, MOT, FTR or TAC depleted or lost in France (18.4)
    points = mapping()
    taken = numbers()
    atrocities = mapping()  # by region of partisans: Atrocities committed there (25.1)
    risen = mapping()  # by region: turn of the roll for partisans
    bands = mapping()  # by region: partisans that have still to join the pool, one a turn
    projects = mapping()  # secret: Variants a power has and has not played, pair(power, number): how many (28.0)
    played = mapping()  # Variants that were played, pair(power, number): how often
    savings = mapping()  # by power: modifiers saved for a later roll
    boons = mapping()  # what Variants have given: boons.py
    favours = mapping()  # one diplomatic roll that a Variant helps: pair(target, alliance)
    asked = numbers()  # units, or hexes with installations, that have had their turn (8.1, 8.5.4, 9.1, 11.2.1.1)
    surveyed = numbers()  # powers that have looked for a place for a hasty airbase while staging (11.1.1)
    queue = numbers()  # strategic movement: whose turn it is and who follows, power * 3 + FLYING, MARCHING or CARRYING (3.8)
    packs = numbers()  # secret: hexes of the wolf packs while a convoy runs (29.7)
    decoys = numbers()  # hexes of the dummies
    targets = mapping()  # secret: by city hex, 1 critical industry, 2 firestorm under its marker (29.10)
    granted = mapping()  # NARFs granted in this player turn: pair(giver, taker) (14.8.1)
    atomised = numbers()  # hexes that have suffered an atomic attack (20.4)
    struck_ports = mapping()  # by target of an air attack on ships: player turn of the last roll for surprise (11.7.2)
    plants = numbers()  # hexes of the German synthetic oil plants (24.1)
    first_turn = scalar(0)
    campaign = scalar(0)  # the whole war: money, strategic warfare, politics (3.1, 3.4, 3.5)
    naval = scalar(0)  # ships sail (7)
    happy_time = scalar(NOWHERE)  # turn of the American declaration of war on Germany (5.1.1)
    passes = mapping()  # by seat of a divided side: the question it has had enough of, times two, and one if it pressed on (3.11)
    hands = mapping()  # by side: the seat that leads what is asked about
    usel = scalar(0)  # American entry level (22.8)
    sunk = scalar(0)  # NARFs Britain lost to U-Boats, raiders and bombs this turn (22.8)
    recalled = scalar(NOWHERE)  # turn in which a German fighter unit last became an interceptor (5.3.2)
    at_home = numbers()  # German fighters that began the Axis player turn in Germany, once a city has burnt (5.3.2)
    torch = scalar(0)  # the Allies have invaded French North Africa (12.2.5)
    iceland = scalar(0)  # Britain has occupied Iceland and the Faeroes (23.25)
    persia = scalar(NOWHERE)  # turn on which the Persian route was paid for (14.8.4)
    usel_best = scalar(0)  # highest level reached
    usel_seen = scalar(0)  # bits of events that count once (22.8)
    usel_fires = scalar(0)
    entry_rolled = scalar(NOWHERE)  # turn of the last American roll (22.3.1)
    attempted = scalar(NOWHERE)  # turn of the last Soviet attempt to declare war (16.5)
    soviets_freed = scalar(0)  # Germany has attacked Turkey: the Pact binds the Soviets no more (16.5)
    fortress_hit = scalar(NOWHERE)  # turn of the first German attack on a French fortress (18.2)
    dunkirk = scalar(0)  # British ground factors eliminated in France (17.2.1)
    british_woes = scalar(0)  # what had happened to Britain at its last turn (17.2.2)
    italy_out = scalar(NOWHERE)  # turn of the Italian surrender (19.3)
    salo = scalar(0)  # Fascist Italy: 1 revived, 2 over (19.3)
    aoi_turns = scalar(0)  # turns of the campaign in Italian East Africa (19.1.2)
    aoi_relieved = scalar(0)  # its garrison has broken out (19.1.1)
    leads_mined = scalar(0)  # Britain has mined Norwegian waters (20.1, 23.38)
    destroyers = scalar(NOWHERE)  # turn on which the ASW unit that America lends arrives (22.5.2)
    destroyers_tried = scalar(NOWHERE)
    us_yards = scalar(0)  # American yards at work beyond the first, by the entry level (22.7.1)
    us_yards_year = scalar(0)  # year * 4 + yards that came in it
    border_turn = scalar(NOWHERE)  # turn of the last border war (16.5)
    border_fought = scalar(0)  # bits of the territories claimed in it
    bitter = scalar(0)  # British troops have stayed in occupied France (18.5.7)
    soviets_struck = scalar(0)  # the Soviets declared war on Germany (14.6.1, 14.8.2)
    border_losses = scalar(0)  # Finnish factors lost in border wars (23.21)
    annexed = scalar(0)  # Germany has annexed Alsace-Lorraine (16.3.5)
    west_struck = scalar(0)  # the turn's attack that makes the surprise in the West good has been made (18.2)
    pops = mapping()  # POPs in the targets, secret: pair(target, power) (16.1.1)
    pops_new = mapping()  # of these, placed this season
    grudges = mapping()  # what is added to an alliance's rolls on a target: pair(target, alliance)
    vatican_taken = scalar(NOWHERE)  # the side that has occupied the Vatican (23.56)
    bridge = scalar(NOWHERE)  # hex of the airbase with which Germany opened a war in the Balkans this turn (23.58)
    azores = scalar(0)  # turns Axis troops in the Azores have been outnumbered (23.41)
    cape_watch = scalar(0)  # turns Britain has occupied a German South Africa (23.47)
    cape_refused = scalar(0)  # South Africa has turned Germany away for good (23.47)
    azores_taken = scalar(0)  # Axis troops are in the Azores
    rock_empty = scalar(0)  # Gibraltar lacks what bars the Straits (23.22)
    finland_left = scalar(NOWHERE)  # player turn in which Finland left the war (23.21)
    awarded = scalar(0)  # Transylvania is Hungarian (29.4)
    prussia = scalar(0)  # Soviet Atrocities in East Prussia: 1 none, 2 they stiffen Germany (25.1.2)
    ultra_played = scalar(NOWHERE)  # turn in which Britain last played one, cancelled or not
    ultra_countered = scalar(0)  # Germany has cancelled one
    ultra_hunt = scalar(NOWHERE)  # turn in which it helps the sub hunters instead (29.16)
    carrier_spies = scalar(NOWHERE)  # player turn in which a chit helps surprise air strikes on ships (11.7.2)
    ultra = scalar(NOWHERE)  # turn of the last Espionage chit against the U-Boats (5.1.3.5)

    roster = kept("units.design", "units.flag", "units.regular", "nations.side", "nations.patron")(Roster)
    player_turn = kept("turn", "side")(_player_turn)
    season = kept("turn")(_season)
    year = kept("turn")(_year)

    @cached_property
    def designs(self) -> tuple[Design, ...]:
        found: tuple[Design, ...] = self.title.box(self.board).designs
        return found

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.board)

    @property
    def date(self) -> str:
        return f"{SEASONS[self.season]} {self.year}"

    @cached_property
    def division(self) -> tuple[tuple[int, ...], ...]:
        """The powers of each player; nothing where two sides play (1.1)."""
        return division(self.scenario, str(self.options.players))

    def seat(self, side: int) -> str:
        """Who answers for a side: its one player, or the one who speaks for its players (TW-AMB-191)."""
        return self.seat_of(SPEAKERS[side]) if self.division and side < NEUTRAL else SIDES[side]

    def seat_of(self, power: int) -> str:
        """Who answers for a Major Power (1.1)."""
        for powers in self.division:
            if power in powers:
                return KEYS[powers[0]]
        return SIDES[SIDE_OF_ALLIANCE[NATIONS[power].alliance]]

    def side_of(self, seat: str | None) -> int:
        """The side a seat belongs to, -1 for an onlooker."""
        if not self.division:
            return SIDES.index(seat) if seat in SIDES else -1
        return SIDE_OF_ALLIANCE[NATIONS[INDEX[seat]].alliance] if seat in INDEX else -1

    def seats_of(self, side: int) -> list[str]:
        """The seats of a side in the order of 3.11."""
        if not self.division:
            return [SIDES[side]]
        found = [self.seat_of(power) for power in ORDER[:6] if SIDE_OF_ALLIANCE[NATIONS[power].alliance] == side]
        return list(dict.fromkeys(found))

    def plays(self, seat: str | None, power: int) -> bool:
        """Whether a Major Power is a seat's."""
        return seat is not None and self.seat_of(power) == seat
