"""The state of a game: hexes, units, major powers, countries and the clock.

Shaped for the whole campaign. Other chapters add columns here beside those they belong to. What is printed and never changes is
in facts.py and ground.py; where the editions differ is in settings.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grognard.kernel.board import Board
from grognard.kernel.cache import kept
from grognard.kernel.state import NOWHERE, Game, Row, column, hand, mapping, numbers, pile, place, scalar, table
from grognard.titles.wif.charts import TURN_NAMES, Charts
from grognard.titles.wif.facts import POWER_KEYS, POWERS, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.ground import Ground, ground_of
from grognard.titles.wif.kept import NO_SIDE as NO_SIDE
from grognard.titles.wif.kept import (
    controllers_of_hexes,
    nations_of_hexes,
    powers_of_hexes,
    roster_of,
    sides_of_hexes,
    terrain_of_spaces,
    weather_of_spaces,
)
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.options import Options
from grognard.titles.wif.settings import Edition

if TYPE_CHECKING:
    from grognard.titles.wif.facts import Counter, Facts
    from grognard.titles.wif.scenario import Campaign

# Where a unit is while it is in no space: `at` holds one of these. The production circle has a slot for each turn of the year.
GONE = NOWHERE  # out of the game for good
FORCE_POOL, CONSTRUCTION_POOL, REPAIR_POOL, RESERVE_POOL, SET_ASIDE, LEND_LEASE_POOL = -2, -3, -4, -5, -6, -7
AIR_RESERVE = -8  # 14.6.1: machines without a pilot
LOST_CITY = -9  # 4.2.1: militia whose city is lost
CIRCLE = -20  # CIRCLE - slot: slots 0 to 5, Jan/Feb first
TRACK = -30  # 13.6.10: a box of a production track (option 40)


def slot_of(turn: int) -> int:
    """The slot of the production circle in which what arrives in a turn lies."""
    return CIRCLE - turn % 6


NAVAL_OFFENSIVE, AIR_OFFENSIVE, LAND_OFFENSIVE = 1, 2, 3  # 16.3
NEUTRAL, ACTIVE = 0, 1  # of a major power (9.1)
INDEPENDENT, ALIGNED, CONQUERED = 0, 1, 2  # of a country that is no major power's home (2.5.2)
HOME = 3
NO_GOODS, HALF_GOODS, ALL_GOODS = 0, 1, 2  # half the resources; resources and factories


class Hex(Row):
    """A space of the board: who controls it and what was done to it."""

    controller = column(NOWHERE)  # country (2.5.2); the power behind it is the country's
    lost = column(NOWHERE)  # last turn in which the other side controlled it: a city is no source then (2.4.2)
    fort_gone = column()  # 11.10.2: a fort that was entered is gone for good
    contested = column()  # aircraft fought over it in this mission step (11.7)
    bombed = column()  # production points lost this turn (11.7)
    raid_high = column()  # the bombers over it fly at high altitude (11.7, option 8)
    raid_night = column()  # or at night
    stopped = column()  # factors of bombers that anti-aircraft fire took off over it (22.2)
    oil_lost = column()  # oil resources lost to bombers this turn (11.7)
    entered = column()  # a sea area: bits of sides that moved into it this impulse (11.5.1)
    fought = column()  # a sea area: combat was sought here this step (11.5.2)
    nation = column(NOWHERE)  # the country whose home it has become by a claim or by Vichy; NOWHERE: as printed (17.2, 19.6)
    taken = column()  # the turn in which it last changed hands, plus one: the last to occupy a place (13.7.1)
    blue_moved = column()  # blue factories railed or built here, less those railed away or destroyed (11.9)
    blue_wrecked = column()  # of those destroyed, the printed ones
    built_blue = column()  # factories built here (13.6.6), among blue_moved
    oil_built = column()  # plants for synthetic oil (13.6.6)
    coast_guns = column()  # 22.9: of the coastal fort when the combat began
    red_lost = column()  # printed red factories that are destroyed
    green_lost = column()
    oil_wrecked = column()  # printed oil resources that are destroyed (11.7, 13.8)
    laid = column()  # 13.6.6: a road built here, or a railway made of one (railways.py)
    rail_gone = column()  # 11.7: the printed railway is destroyed and serves as a road
    saved_oil = column()  # 13.6.9: belongs to who controls the hex
    saved_points = column()
    oil_freed = column()  # 13.6.9: saved oil that is used or moved in this production step

    @property
    def label(self) -> str:
        return str(self.game.board.label(self.index))


class Unit(Row, prefix="u"):
    """A counter in play, or a heap of convoy points."""

    counter = column(NOWHERE)  # number in facts.counters; NOWHERE: convoy points
    at = place(GONE)
    power = column()  # the major power that controls it
    country = column()  # its home country
    points = column(1)  # convoy points
    down = column()  # face-down
    damaged = column()
    no_planes = column()  # 14.4: a carrier that lost them
    aboard = column(NOWHERE)  # the unit that carries it; `at` is then that unit's place
    cycle = column()  # of a ship on the circle: 1 hull, 2 finishing
    moved = column()  # 10.2: the activity of the step in which it moved this impulse, plus one; once a step
    points_left = column()  # reorganisation points an HQ or transport still gives in this step (11.17)
    half_left = column()  # half a point more that the HQ of an offensive has left (16.3)
    attacked = column()  # 11.15.1: one attack an impulse
    target = column(NOWHERE)  # the hex it attacks this step
    stood = column(NOWHERE)  # where it stood when its combat was resolved: advances begin there (11.15.5)
    landed = column()  # came this impulse by INVASION or PARADROP: no zone of control, in supply, must attack
    shelled = column()  # a ship: the hex it bombarded or landed troops in this impulse, plus one (11.15.7)
    shore = column(NOWHERE)  # the section of the sea it invades from
    amphibious = column()  # it invades from an AMPH
    brought = column()  # 15: the power whose ship or aircraft landed it this impulse, plus one
    fed = column()  # in supply for this impulse: it debarked (11.12)
    rescued = column(NOWHERE)  # the HQ that gives it emergency supply this impulse (2.4.3)
    beached = column()  # option 11: the HQ on a beach that feeds it in this step, plus one (2.4.2)
    from_ = column(NOWHERE)  # the hex it stood in when the impulse began (15)
    extended = column()  # flew at extended range (14.1.1)
    met = column()  # it flies by way stations on this mission (14.2.5, option 43)
    scrambled = column()  # it came to its sea area by a naval air interception (11.5.3)
    mission = column()  # what an aircraft is doing (14.2): GROUNDED, or its part in a mission; `at` is then the target
    base = column(NOWHERE)  # where it took off
    line = column()  # its place in the line of fighters or bombers, front first (14.3.1)
    staying = column()  # 13.4: stays at sea at the end of the turn
    called = column()  # 11.4.6: it was turned down for an interception this impulse, which serves for more
    over = column(NOWHERE)  # the hex it flies its mission to; a carrier's planes fly, the ship stays where it is (14.4)
    held = column(NOWHERE)  # where it stood when it was last attacked (22.4)
    sides = column()  # 22.9: hexsides a fort covers, as bits in the order of the hexes next to it
    scrapped = column()  # 13.6.5: out of the game for good: no liberation and no new alignment brings it back
    anchored = column()  # 22.13: the port a service squadron serves, plus one
    primed = column()  # 22.3: an HQ for which a supply unit was expended: that turn, plus one
    bombards = column(NOWHERE)  # 22.2: the hex a gun supports or shells in this step
    shots = column()  # 22.2: how often an anti-aircraft gun has fired in this step
    doubled = column()  # 16.3.3: an HQ doubles its factors in this attack
    staged = column()  # 16.3.1: it began the impulse with the HQ of a naval offensive
    unready = column()  # 13.6.10: a hull that is attacked in port or under tow: no factors, a higher defence
    yard = column(NOWHERE)  # 13.6.10: where it is being built, lies unfinished or is repaired (option 40)
    stage = column()  # the box of its production track
    paid = column()  # build points its cycle has had
    bombs = column()  # bomb markers
    marker = column()  # build points to pay beyond the last box
    worked = column()  # the turn in which it was last begun or moved on, plus one
    tanker = column()  # 22.16: convoy points that carry oil, and nothing else
    prize = column()  # 11.10.6: of a captured ship the power it was taken from, plus one
    docked = column()  # 22.16: the milchcow it is based on, plus one
    fuelled = column()  # 10.3: what of it had its oil this impulse: itself, its planes (fuel.py)
    wing = column()  # 14.4: what of a carrier's air component flies as air-to-air rating in this mission

    @property
    def sheet(self) -> Counter:
        table = self.table
        game: Any = table.game  # read without a call, and so is the column
        found: Counter = game.facts.counters[table.counter[self.index]]
        return found

    @property
    def label(self) -> str:
        if self.counter == NOWHERE:
            return f"{POWERS[self.power]} {self.points} {'tankers' if self.tanker else 'CP'}"
        return f"{self.game.facts.countries[self.country].name} {self.sheet.label}"


UNCONQUERED, INCOMPLETE, COMPLETE = 0, 1, 2
POOLED, DISMISSED = 1, 2  # 19.4.2: what a minor does not set up joins the force pools, or leaves the game
REPUBLICAN = 3  # 19.8: a liberated Spain has the units of the Republic, no others
NO_CLAIM, ALLOWED, DENIED, ENFORCED = range(4)  # 19.6: a Soviet claim; ENFORCED: Germany enforced a peace after it was denied
NO_DEMANDS, DEMANDED, GRANTED, REFUSED = range(4)  # 19.6.2: Hungary and Bulgaria

INVASION, PARADROP = 1, 2
INVASION, PARADROP, SETTLED = 1, 2, 3  # of Unit.landed; SETTLED: the hex is taken, no zone beyond it this impulse (11.13, 11.14)
GROUNDED, BOMBER, ESCORT, PATROL, INTERCEPTOR, CLEARED = range(6)  # 14.2.5, 14.2.6; CLEARED: a bomber through to the target


class Power(Row, prefix="p"):
    """A major power."""

    plays = column()  # takes part in this scenario
    status = column(NEUTRAL)
    wars = column()  # bits of the major powers it is at war with
    surprised_by = column()  # bits of the powers that declared war on it this impulse (15)
    wars_before = column()  # bits of the powers it was at war with when the impulse began
    attacked_on = column(NOWHERE)  # the last turn in which a major power declared war on it (13.6.8)
    action = column(int(Action.PASS))
    more = column()  # 16.2: bits of further actions that offensive points bought
    offensive = column()  # 16: offensive points
    intelligence = column()  # 13.6.11: intelligence points
    boats = column()  # 16.2: its naval action is for submarines and convoys alone
    leader = column()  # 16.3: the HQ whose benefits it has this impulse, plus one
    offence = column()  # and the kind of action it helps
    enhanced = column()  # units it has doubled
    fuel = column()  # 10.3: whether the oil of the impulse is paid
    burnt = column()  # oil dependent units used this impulse without that
    tenths = column()  # of an oil, saved on the markers track
    oil_kept = column()  # 13.6.9: oil kept from the factories this turn
    air = column()  # air missions flown this impulse (10.2)
    naval = column()
    raided = column()  # 22.16: the naval move of a raider in a combined action was made this impulse
    subs_sailed = column()  # 11.4.1: the one naval move of all submarines was made this impulse
    land = column()
    rail = column()  # rail moves; straits used are in straits_railed
    rail_air = column()  # those of aircraft among them (16.2)
    attacks = column()
    build_points = column()
    pilots = column()  # 14.6.3: free ones on the markers track
    bonus = column()  # build points for corps lost at home this turn (13.6.3)
    produced = column()  # it has produced this turn
    begun = column()  # 13.6.10: it has begun new units in this step
    levied = column()  # land units started this turn, and in the higher bits those that are not of infantry class (13.3.2)
    invaded = column()  # a land attack was made on its home country this turn
    mobilised = column()  # 13.6.3: steps of the American multiple that its wars brought
    called_out = column()  # reserves are on the map (9.7)
    dismissed = column()  # 13.7.7: its reserves were sent home, those of the force pools out of the game
    declared = column()  # bits of the major powers it has declared war on in this war (19.6)
    aligned_now = column()  # minors it has aligned in this declaration of war step (9.6)
    conquered = column()  # UNCONQUERED, INCOMPLETE or COMPLETE (13.7.1)
    home = column(NOWHERE)  # the country chosen as its home after an incomplete conquest
    estranged = column()  # bits of the powers it can never work with (13.3.3, 13.7.5)
    liberators = column()  # bits of the powers that gave everything back when it was liberated: they work with it (18.1)
    no_claims = column()  # 13.3.3: it took a marker the USA did not have
    drew = column()  # 13.2: the turn in which it last drew a marker for a border, plus one
    share = column(100)  # percent of the activity limits it has in this scenario
    score = column()  # tenths of victory points for ships sunk in short scenarios

    @property
    def label(self) -> str:
        return POWERS[self.index]


class Attack(Row, prefix="a"):
    """A declared land attack on a hex; a row without a target is free. What ships and aircraft add is in sixtieths of factors."""

    target = column(NOWHERE)
    power = column()  # who declared it, and resolves it
    shore = column()  # shore bombardment for the attacker (11.15.2)
    shore_against = column()
    support = column()  # ground support for the attacker (11.15.4)
    support_against = column()
    no_notional = column()  # the defender ignores the notional unit (11.15.1)
    helpers = column()  # bits of the powers whose ships and aircraft support the attack (11.15.5)
    ships = column()  # ships that bombard for the attacker (11.15.2)
    ships_against = column()
    hq = column(NOWHERE)  # HQ support, option 13 (11.15.3)
    hq_against = column(NOWHERE)
    extra = column()  # bits of the powers that paid it with offensive points (16.5)
    larder = column(NOWHERE)  # the HQ that gives the notional unit emergency supply (2.4.3)


class Country(Row, prefix="c"):
    """A home country or territory (2.5.1)."""

    status = column(INDEPENDENT)
    power = column(NOWHERE)  # the major power that controls it
    conqueror = column(NOWHERE)
    wars = column()  # bits of the major powers at war with the country itself, whoever controls it (9.6)
    surprised_by = column()  # bits of the powers that declared war on it this impulse (15)
    attacked_by = column()  # bits of all powers that ever declared war on it
    attacked_on = column(NOWHERE)  # the last turn in which somebody did
    neutral_in = column()  # the last year in which it was neutral at some time (13.1.1)
    set_up = column()  # 19.4.1: its units have been set up: POOLED or DISMISSED say what becomes of the others (19.4.2)
    supported = column()  # 13.7.2: once a game
    first_conqueror = column(NOWHERE)  # the side that conquered it first (13.7.5)
    before = column(NOWHERE)  # the major power that controlled it before it was conquered (13.1.2)
    fallen = column()  # its own government lost it (13.7.1)
    home = column(NOWHERE)  # the country that stands for it while it is incompletely conquered
    aligned_on = column(NOWHERE)  # the turn in which it was aligned of its own will
    barred = column()  # bits of the powers that may no longer declare war on it (19.6)
    patron = column(NOWHERE)  # the major power that uses the production of a neutral country
    lends = column()  # what the patron uses: NO_GOODS, HALF_GOODS, ALL_GOODS
    host = column(NOWHERE)  # the major power whose units may enter a neutral country

    @property
    def label(self) -> str:
        return str(self.game.facts.countries[self.index].name)


def american(g: War) -> tuple[str, ...]:
    """Who sees the entry markers: the player of the USA alone (13.3.1)."""
    return (g.seat(USA),)


def _seat_of(power: int) -> Callable[[War], tuple[str, ...]]:
    """Who sees a power's offensive markers: its player alone (13.2)."""
    return lambda g: (g.seat(power),)


BORDERS = tuple((a, b) for a in range(8) for b in range(8) if SIDE_OF_POWER[a] != SIDE_OF_POWER[b])


def border_hand(power: int, other: int) -> str:
    """The name of the hand with a power's offensive markers on its border with another (13.2)."""
    return f"markers_{POWER_KEYS[power]}_{POWER_KEYS[other]}"


class War(Game):
    """Everything of a game that can change."""

    board: Board
    options: Options

    hexes = table(Hex, spaces=True)
    units = table(Unit)
    powers = table(Power, tokens=POWER_KEYS)
    countries = table(Country)
    attacks = table(Attack)
    turn = scalar(0)  # counted from Jan/Feb 1936
    first_turn = scalar(0)
    last_turn = scalar(0)
    # the initiative (6)
    track = scalar(3)  # space of the marker, 1 at the Axis end
    holder = scalar(0)  # side that has the initiative
    first_side = scalar(0)
    # the action stage (7, 8, 12)
    side = scalar(0)  # the active side
    power = scalar(0)  # the major power whose step it is
    box = scalar(1)  # of the impulse track
    pair = scalar(0)  # 0: the first impulse of a pair
    impulses = numbers()  # taken by each side this turn
    ended = scalar(0)  # impulses of this turn are over
    last_side = scalar(NOWHERE)  # who had the last impulse
    weather = numbers()  # by zone
    advance = scalar(1)  # boxes the impulse marker moves
    asterisks = scalar(0)  # added to the next weather roll
    open_war = scalar(0)  # the scenario's declarations of war were made
    boats_sailed = numbers()  # 11.4.1 of the older edition: powers and places whose submarines made their naval move this impulse
    straits_railed = numbers()  # straits hexsides a side has railed over this impulse, as side, hex, hex (11.9)
    idle_factories = numbers()  # railed factories that do not work yet: hex, turn from which they do (11.9)
    lone_convoys = numbers()  # 4.2.1: who has placed a convoy point outside the home country this turn (reinforcements.py)
    overflow = numbers()  # cities beside which a reinforcement was placed this turn (4.2.1)
    shipped = numbers()  # what powers have shipped this turn: kind of place (resources.py), place, amount
    entry_options = numbers()  # of US entry that are chosen (13.3.2)
    # politics (5, 9, 13.1 to 13.3, 13.7, 17, 19)
    entry_pile = pile()  # the common pool of entry markers, by value (13.2, 13.3.1)
    entry_japan = hand("entry_pile", held_by=american)
    entry_germany = hand("entry_pile", held_by=american)
    tension_japan = hand("entry_pile", held_by=american)
    tension_germany = hand("entry_pile", held_by=american)
    for _a, _b in BORDERS:
        locals()[border_hand(_a, _b)] = hand("entry_pile", held_by=_seat_of(_a))
    del _a, _b
    defences = mapping()  # face-up markers on borders: pair, value -> how many (13.2); key border_key() * 10 + value
    recorded = mapping()  # values of markers that went back to the pool and still count: border, kind (markers.py has the key)
    marker_year = scalar(0)  # the last year whose markers lie in the pool
    entry_done = mapping()  # US entry actions taken: number of the row of the chart -> how often (13.3.3)
    entry_debt = scalar(0)  # turns without regular markers (13.3.3)
    entry_moved = numbers()  # 13.3.2: pools that an option of this turn moved a marker out of
    entry_chosen = numbers()  # options chosen this turn
    entry_since = mapping()  # option -> the turn in which it was chosen
    entry_extra = mapping()  # rows of the chart that give a marker each turn
    war_never = numbers()  # powers the USA may never declare war on (9.4, 13.3.2)
    must_try = scalar(0)  # option 42: the USA must try to declare war on Japan
    outrages = numbers()  # entry actions of this step still to be rolled for: row, power, marks, pool (9, step 6)
    attacked = numbers()  # minors declared war on in this step, with the power, in order (9.5)
    pacts = mapping()  # neutrality pacts: pair -> the turn it was signed or confirmed (9.2)
    pact_trade = numbers()  # 9.2: trade agreed on with a pact: giver, receiver, resources, build points
    nazi_soviet = scalar(0)  # the pact of 19.5 is in effect
    provoked = mapping()  # powers.one_way -> 1: the first may break its pact with the second (9.2, 19.5.3)
    eastern_wars = scalar(0)  # wars between Japan and the USSR so far (13.7.3)
    interned = numbers()  # 19.5.1: Allied units the USSR removed from East Poland
    east_poland = scalar(0)  # the USSR has occupied it
    dow_steps = scalar(0)  # Allied declaration of war steps so far (19.6)
    finland_claim = scalar(0)
    rumania_claim = scalar(0)
    demands = scalar(0)  # of Hungary and Bulgaria
    just_granted = scalar(0)  # Germany has granted them in this declaration of war step
    baltic_aligned = scalar(0)  # 19.7: once a game
    ore_cuts = scalar(0)  # 5.1: what the USSR sends Germany less
    trade_gifts = mapping()  # 5.1: country the USSR entered -> what Germany chose
    broken_trade = numbers()  # 5.1: convoys that did not sail this turn: Italy or Japan, did the USA fail, did the other
    lent = numbers()  # 5: this turn's loans: giver, receiver, resources, build points
    lent_stock = numbers()  # 13.6.9: saved oil that is lent this turn: giver, receiver, hex, one at a time
    lent_oil = mapping()  # option 30: of the resources lent, how many are oil: powers.one_way
    promised = mapping()  # what happened to trade this turn
    free_france = scalar(0)
    vichy = scalar(0)  # 17: 1 while Vichy exists
    installer = scalar(NOWHERE)
    vichied = scalar(0)  # Vichy was installed once
    hostile = scalar(0)  # bits of the Allied powers Vichy is hostile to
    trespassed = scalar(0)  # 17.4.5: an Allied unit has entered Vichy France
    suez_closed = scalar(0)  # 13.3.3, action 38
    seized = numbers()  # 13.6.1: who searched convoys this turn, and where
    destroyers = scalar(0)  # 13.3.2, option 16: British ships that were cheaper for it
    burma_closed = scalar(0)  # 13.3.3: by political pressure
    marshalls_entered = scalar(0)  # 13.3.2, option 40: a Japanese land unit has been in the Marshalls
    laid_up = numbers()  # 13.7.3: ships of minors at peace again, which are set up when they are next at war
    norway_mined = scalar(0)  # 13.3.3, action 39: the result, plus one
    disbanded = numbers()  # 20: units of a Chinese faction that lost its last city
    communist = numbers()  # 20: Chinese cities that the Communists hold
    enlisted = numbers()  # 22.8: counters of volunteers that have come for nothing
    banner_year = scalar(0)  # 22.4: the year in which the USSR came to war with Germany
    bletchley_used = scalar(0)  # 13.6.11: free rolls the Commonwealth has taken this year
    frogmen_used = numbers()  # 22.10: ports and sea areas that frogmen attacked this impulse
    years = numbers()  # a year and who held each objective when it ended, one after the other (annals_of_war.py)
    chits = numbers()  # 16: offensive chits under way: power, turn, points
    rerolls = mapping()  # 16.3.1: a sea area -> rolls that the naval offensive may still have again
    ukraine = scalar(0)  # 19.12: the power that created it, plus one
    ukraine_paid = scalar(0)  # bits of the powers that have paid for it
    works = numbers()  # 13.6.6, 13.6.7: factories under way: power, turn, hex of a repair
    sites = numbers()  # 13.6.10: facilities built step by step in their hexes (groundworks.py)
    sojourners = numbers()  # 18.2: foreign troops that were abroad when the step began
    fallen = numbers()  # 13.6.5: units destroyed since the last production, which may be scrapped whatever their date
    minor_hulls = numbers()  # 13.6.5: minor countries that have built or repaired a convoy point this turn (option 7)
    heavy_failed = numbers()  # 22.11: powers whose draw of heavy weapons failed this turn
    yard_points = mapping()  # 13.6.10: a place -> build points spent there on ships this turn
    bombed_out = numbers()  # 11.9: hexes in which bombs destroyed a factory, and the turn
    lost_sites = numbers()  # 11.7: specialised factories and shipyards that bombs destroyed (facilities.py)
    specialised = numbers()  # 13.6.10: specialised factories that have built a chosen unit this turn
    producing = scalar(NOWHERE)  # 13.6.10: the country whose build points are being spent (separate.py)
    country_loans = numbers()  # 13.6.10: which country has lent build points to which this turn, in pairs
    country_points = mapping()  # build points of countries that build for themselves: power and country -> points
    levies = numbers()  # 22.7: powers that have drawn a territorial of a chosen country this turn
    training = numbers()  # 14.6.2: pilots in training: power, the turn in which they are ready
    built = mapping()  # 13.6.8: power and class -> units built this turn (gearing.py has the key)
    built_before = mapping()  # and in the turn before
    points = mapping()  # victory points of places
    held_at_start = numbers()  # of those places, the ones the Axis held

    roster = kept("units.counter")(roster_of)
    sides_by_hex = kept("hexes.controller", "countries.power")(sides_of_hexes)
    powers_by_hex = kept("hexes.controller", "countries.power")(powers_of_hexes)
    nations_by_hex = kept("hexes.nation")(nations_of_hexes)
    controllers = kept("hexes.controller")(controllers_of_hexes)
    weather_by_space = kept("weather")(weather_of_spaces)
    terrain_by_space = kept("weather")(terrain_of_spaces)

    @cached_property
    def facts(self) -> Facts:
        found: Facts = self.title.box(self.board).facts
        return found

    @cached_property
    def charts(self) -> Charts:
        found: Charts = self.title.box(self.board).charts
        return found

    @cached_property
    def campaign(self) -> Campaign:
        found: Campaign = self.title.box(self.board).campaigns[self.scenario]
        return found

    @cached_property
    def settings(self) -> Edition:
        found: Edition = self.title.settings
        return found

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.board)

    @property
    def year(self) -> int:
        return 1936 + self.turn // 6

    @property
    def months(self) -> str:
        return TURN_NAMES[self.turn % 6]

    @property
    def date(self) -> str:
        return f"{self.months} {self.year}"

    @property
    def map_count(self) -> int:
        """How many maps the scenario is played on (12)."""
        return sum(name != "Americas" for name in self.campaign.frame.maps)

    def seat(self, power: int) -> str:
        """Who answers for a power: itself, or the power that plays for it; for Vichy the power that installed it (17.1)."""
        played = self.installer if power == VICHY and self.installer >= 0 else power
        found: str = self.title.seat_of(self.scenario, played, str(self.options.get("players", "")))
        return found

    def side_name(self, side: int) -> str:
        return ("the Axis", "the Allies")[side]
