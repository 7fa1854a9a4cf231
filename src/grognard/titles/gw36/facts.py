"""The facts of Global War 1936-1945: row types of every table and data file, and the files read into them.

Numbers stand in `tables/` (the rulebook's own) and `data/` (sheets, minors, objectives); set-ups in `scenarios/`. The board has its
own files under `data/board`. No rule is kept here. `FACTS` is the title without data packs; `read(files)` reads it with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from grognard.kernel.files import Files

ROOT = Path(__file__).parent

ABILITIES = {
    "no_factory": "placed without a factory (11.1)",
    "home_move_only": "moves only inside a Major Power's Home Country (12.2)",
    "upgrade_to_infantry": "becomes Infantry for 2 IPP (11.2)",
    "upgrade_to_motorized": "becomes Motorized Infantry for 1 IPP (11.2)",
    "no_river_penalty": "attacks across rivers without penalty (1.12)",
    "no_landing_double": "no double casualties in a landing (9.8)",
    "narrow_attack": "may combat move over a narrow crossing (1.20)",
    "airborne_assault": "may be dropped, +1 Attack in the first round (9.15)",
    "mountain": "+1 Defence in mountains, no attack penalty there (12.2)",
    "mountain_move": "keeps its movement in mountains (1.8)",
    "colonial": "placed in original valued zones outside the Home Country (11.1)",
    "tows": "lets one towed unit move two (12.2)",
    "towed": "moves two with a towing unit (12.2)",
    "blitz": "may blitz (table 9-3)",
    "blitz_pair": "blitzes with one blitzing unit (table 9-3)",
    "blitz_pair_two": "two blitz with one blitzing unit (7.8)",
    "first_strike": "fires first in the first round (9.3)",
    "supports": "gives one attacking infantry-class unit +1 (12.2)",
    "attrition": "fires into a neighbouring zone at 2 (7.8)",
    "replaces_artillery": "Artillery bought after the technology is this unit (7.8)",
    "replaces_self_propelled_artillery": "Self-Propelled Artillery bought after the technology is this unit (7.8)",
    "anti_aircraft": "fires at up to three aircraft in the first round (12.2)",
    "rocket": "range 3; dies alone with an enemy land unit (7.8)",
    "air_superiority": "first-round hits fall on aircraft first (9.3)",
    "escorts": "escorts bombers and intercepts them (9.16)",
    "scrambles": "scrambles from an Air Base (8.6)",
    "carrier_aircraft": "lands on carriers (12.2)",
    "air_raider": "may raid convoys on patrol with option 9.14",
    "long_range_patrol": "patrol range +1 with Long-Range Aircraft (7.8)",
    "long_range_two": "movement +2 with Long-Range Aircraft (7.8)",
    "last_casualty": "last casualty unless picked (9.6, 12.2)",
    "hits_submarine_transport": "hits only submarines and transports (9.6)",
    "mines": "may lay mines with option 9.13",
    "capital": "capital ship (0.9)",
    "destroyer": "cancels submarine first strike, pairs with patrols (12.2)",
    "submarine": "submarine rules (8.9, 9.10)",
    "aircraft_only": "only patrol aircraft attack it (7.8)",
    "great_lakes": "may enter the Great Lakes (1.15)",
    "railed": "may be moved by rail (10.4)",
    "all_land_round_one": "every cargo unit fights in the first landing round (7.8)",
    "desert_attack": "no desert penalty, +1 Attack in desert",
    "jungle_attack": "+1 Attack in jungle",
    "himalaya_placement": "placed in zones that border the Himalayas",
}


# --- tables ---------------------------------------------------------------------------------------------------------------------


class Unit(Struct, frozen=True):
    """A row of the unit tables (12.2, 7.8)."""

    id: str
    name: str
    unit_class: str
    move: int
    hits: int
    section: str
    line: int
    attack: int | None = None
    defence: int | None = None
    cost: str = ""
    interception: int = 0
    bombard: int = 0
    target: int = 0
    target_of: tuple[str, ...] = ()
    patrol: int = 0
    raid: int | None = None
    bombing: int = 0
    carpet: int = 0
    carries: str = ""
    capacity: int = 0
    tech: str = ""
    since: str = field(default="", name="from")
    abilities: tuple[str, ...] = ()

    @property
    def payments(self) -> tuple[int, ...]:
        """The price by turns; empty when the unit cannot be built."""
        return _payments(self.cost)

    @property
    def price(self) -> int:
        return sum(self.payments)

    @property
    def is_land(self) -> bool:
        return self.unit_class in ("infantry", "vehicle", "artillery")

    @property
    def is_submarine(self) -> bool:
        return "submarine" in self.abilities

    @property
    def is_surface_ship(self) -> bool:
        return self.unit_class == "naval" and not self.is_submarine

    @property
    def is_warship(self) -> bool:
        """Surface ship with an Attack value, 0 included (0.9, GW36-AMB-22)."""
        return self.is_surface_ship and self.attack is not None


class DamagedShip(Struct, frozen=True):
    unit: str
    hits_taken: int
    attack: int
    defence: int
    move: int
    move_v43: int
    flying: bool
    source: str


class Facility(Struct, frozen=True):
    """A row of the facility tables (12.3-12.10)."""

    id: str
    name: str
    kind: str
    placement: str
    section: str
    line: int
    cost: str = ""
    upgrade_to: str = ""
    upgrade_cost: int = 0
    max_damage: int = 0
    damaged: str = ""
    produces: int = 0
    produces_improved: int = 0
    ships: int = 0
    ships_improved: int = 0
    repairs: int = 0
    lend_lease: int = 0
    ship_move: int = 0
    submarine_move: int = 0
    aircraft_move: int = 0
    seaplane_move: int = 0
    scramble: int = 0
    scramble_unit: str = ""
    research: int = 0
    anti_aircraft: bool = False

    @property
    def payments(self) -> tuple[int, ...]:
        return _payments(self.cost)


class Technology(Struct, frozen=True):
    """A row of the technology chart; `stages[n]` is the D12 roll needed for stage n + 1."""

    id: str
    name: str
    stage_1: int
    stage_2: int
    stage_3: int
    stage_4: int
    section: str
    line: int
    unlocks: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()

    @property
    def stages(self) -> tuple[int, ...]:
        return (self.stage_1, self.stage_2, self.stage_3, self.stage_4)


class TechnologyStart(Struct, frozen=True):
    scenario: str
    nation: str
    technology: str
    stages: int
    reason: str


class SeatRow(Struct, frozen=True):
    nation: str
    p2: int
    p3: int
    p4: int
    p5: int
    p6: int
    p7: int
    p8: int
    line: int
    half: str = ""

    def player(self, players: int) -> int:
        return (self.p2, self.p3, self.p4, self.p5, self.p6, self.p7, self.p8)[players - 2]


class VariableEnd(Struct, frozen=True):
    turn: str
    ends_on: int
    line: int


class ObjectiveCity(Struct, frozen=True):
    city: str
    alliance: str
    points: int
    major_capital: bool
    line: int


class Passage(Struct, frozen=True):
    id: str
    name: str
    kind: str
    owner: tuple[str, ...]
    zone: str
    closes: str
    rule: str
    line: int


class Terrain(Struct, frozen=True):
    id: str
    name: str
    attack: int
    vehicle: int
    carpet_dice: int
    move_limit: int
    blitz: str
    facility_cost: int
    rail_cost: int
    section: str
    line: int
    option: str = ""
    attack_except: tuple[str, ...] = ()
    move_except: tuple[str, ...] = ()
    special: tuple[str, ...] = ()


class AllianceRow(Struct, frozen=True):
    alliance: str
    nation: str
    standing: str
    scenarios: tuple[str, ...]
    line: int
    controller: str = ""


class Relation(Struct, frozen=True):
    relation: str
    enter_land: str
    overfly: str
    use_bases: str
    use_rail: str
    defend_together: str
    move_units: str
    recruit: str
    collect_income: str
    lend_lease: str
    research: str
    declare_war: str
    line: int


class AttackedMinor(Struct, frozen=True):
    attacker: str
    minor: str
    receiving_alliance: str
    recipient: str
    aligns_if: str
    line: int


class Alignment(Struct, frozen=True):
    id: str
    minor: tuple[str, ...]
    to: tuple[str, ...]
    when: str
    trigger: str
    once_a_turn: bool
    once_a_game: bool
    line: int
    chance: str = ""
    cost: str = ""
    note: str = ""


class Warlord(Struct, frozen=True):
    id: str
    name: str
    zones: tuple[str, ...]
    line: int


class Slot(Struct, frozen=True):
    slot: int
    nations: tuple[str, ...]
    attack_together: bool
    line: int


class Phase(Struct, frozen=True):
    number: int
    id: str
    name: str
    actions: tuple[str, ...]
    line: int


class RaidModifier(Struct, frozen=True):
    side: str
    id: str
    modifier: int
    per: str
    line: int
    option: str = ""


class RailCapacity(Struct, frozen=True):
    region: str
    name: str
    capacity: int
    line: int


class StrategicNaval(Struct, frozen=True):
    nation: str
    moves: int
    range: int
    line: int


class Interception(Struct, frozen=True):
    unit: str
    value: int
    bombing_dice: int
    line: int


class Bombardment(Struct, frozen=True):
    unit: str
    value: int
    line: int


class VichyColonies(Struct, frozen=True):
    group: str
    zones: tuple[str, ...]
    vichy_to: str
    line: int


class VichyFleet(Struct, frozen=True):
    where: str
    low: int
    high: int
    result: str
    line: int


class CapitalDamage(Struct, frozen=True):
    low: int
    high: int
    markers: int
    line: int


class ProductionChart(Struct, frozen=True):
    payments: int
    placed_after: int
    example: str
    line: int


class Upgrade(Struct, frozen=True):
    from_unit: str
    to_unit: str
    cost: int
    max_per_turn: int
    supply_path: bool
    line: int


class Price(Struct, frozen=True):
    id: str
    amount: int
    what: str
    section: str
    line: int


class LendLease(Struct, frozen=True):
    sender: str
    receiver: str
    income: int
    per: str
    limit: str
    source: str


class IncomeAction(Struct, frozen=True):
    nation: str
    income: int
    action: str
    source: str


class OptionalRule(Struct, frozen=True):
    id: str
    section: str
    kind: str
    default: bool
    summary: str
    line: int


class Section(Struct, frozen=True):
    section: str
    title: str
    line: int
    no_code: str = ""


# --- data -----------------------------------------------------------------------------------------------------------------------


class Build(Struct, frozen=True):
    """A row of the build chart: who may buy a unit or facility. A nation's cell is `x` (from the start) or a date."""

    item: str
    source: str
    max_per_turn: int = 0
    until: str = ""
    switch: str = ""
    germany: str = ""
    italy: str = ""
    japan: str = ""
    ussr: str = ""
    ccp: str = ""
    great_britain: str = ""
    fec: str = ""
    anzac: str = ""
    france: str = ""
    free_france: str = ""
    usa: str = ""
    kmt: str = ""

    def since(self, nation: str) -> str | None:
        """The first turn of purchase ("" = from the start), or None when the nation never builds it."""
        cell: str = getattr(self, nation)
        return None if not cell else "" if cell == "x" else cell


class Objective(Struct, frozen=True):
    """A national objective (3.4). Rows with one nation and id are alternatives; together they score at most `max_points`."""

    alliance: str
    nation: str
    id: str
    name: str
    max_points: int
    points: int
    kind: str
    line: int
    groups: str = ""
    zones: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    value: int = 0
    words: tuple[str, ...] = ()
    scenario: str = ""

    @property
    def zone_groups(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(group.split()) for group in self.groups.split("|") if group.strip())


OBJECTIVE_KINDS = {
    "groups": "`points` for each group of zones wholly possessed",
    "possess_all": "all `zones` possessed",
    "possess_count": "at least `value` of `zones` possessed",
    "alliance_possesses_all": "all `zones` possessed by members of the alliance",
    "possess_all_no_warships": "all `zones` possessed and no enemy surface warship within `value` sea zones of Australia",
    "income_over": "income of `nations` above `value`, with bonus income where `words` say so",
    "incomes_at_most": "income of each nation in `words` (nation=most) at or below its figure",
    "zone_income_under": "value of the zones of `nations` below `value`",
    "spain_won": "the faction in `nations` won the Spanish Civil War (13.1)",
    "new_zones": "`points` for each zone worth at least `value` not possessed at the start; `not_scored_elsewhere` = not part of another objective",
    "new_zones_under": "`nations` possess fewer than `value` valued zones they did not have at the start",
    "capital_ships_twice": "twice the capital ships of `nations` in the seas in `words`; `and_possess` = and all `zones`",
    "rail_path": "a supply path by rail joins `zones`",
    "major_naval_base": "a Major Port, Shipyard or Dockyard on a sea zone numbered `value` or more (GW36-AMB-29)",
    "technologies": "all technologies in `words`",
    "no_foreign_units_in_china": "no land unit of a non-Chinese nation in Continental China",
    "more_land_units_in_china": "more land units in the Chinese Home Country than `nations`",
    "no_units_in_china": "no unit of `nations` in the Chinese Home Country",
    "no_land_units": "no land unit of `nations` in `zones` or in the Home Countries in `words`",
    "no_zone_next_to_home": "no zone of `nations` borders own Home Country",
    "all_starting_zones": "every zone worth at least `value` possessed in 1936 or at the start is possessed",
    "monroe": "no land unit of `nations` in the Americas, and no Home Country zone was ever theirs",
}


class Minor(Struct, frozen=True):
    """A minor nation without a player: its zones, and how it stands when each scenario begins."""

    id: str
    name: str
    area: str
    start_1936: str
    start_1939: str
    source: str
    capital: str = ""
    home: tuple[str, ...] = ()
    colonies: tuple[str, ...] = ()
    recruits_on: int = 0

    @property
    def zones(self) -> tuple[str, ...]:
        return self.home + self.colonies


class MinorForce(Struct, frozen=True):
    minor: str
    zone: str
    unit: str
    count: int
    source: str
    border: str = ""


class MinorReinforcement(Struct, frozen=True):
    turn: str
    minor: str
    zone: str
    unit: str
    count: int
    reason: str


class Condition(Struct, frozen=True):
    """One condition of a sheet; `kind` is a word of CONDITIONS."""

    kind: str
    value: int = 0
    date: str = ""
    nations: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    alliance: str = ""


CONDITIONS = {
    "income_at_least": "own current income is `value` or more",
    "date_from": "the calendar is at `date` or later",
    "target_declared_war": "the target has declared war on anyone this game",
    "target_holds_printed": "the target possesses a zone printed for a Major of `alliance`",
    "target_lent_to_enemy": "the target lend-leased to an enemy of a Major of `alliance`",
    "target_at_full_income": "the target's income has reached its wartime income",
    "target_alliance_declared_on": "a member of the target's alliance declared war on a member of `alliance`",
    "target_holds_neutral": "the target possesses a printed-neutral zone that does not border its Home Country",
    "nation_at_wartime_income": "each of `nations` has reached its wartime income",
    "evolved": "the nation has become a Major Power (13.3)",
    "target_in_china": "the target has units or zones in the Chinese Home Country",
    "nation_gone": "each of `nations` has no unit left in continental China",
    "at_war": "the two or more `nations` are at war with each other",
}


class Start(Struct, frozen=True):
    """Money when a scenario begins; `wartime` is the value of the starting zones, the cap of peacetime income (5.2)."""

    cash: int
    income: int
    wartime: int
    source: str


class Increase(Struct, frozen=True):
    """A peacetime income increase (5.2): what happens, by whom, to whom, and the amount (`1`, `1d6`, `2d12`, `full`).

    Of the rows that fit one event the first counts. `only` and `unless` hold `pact <id>`, or `pact sphere` for acts the
    Molotov-Ribbentrop pact allows the USSR (14.2).
    """

    event: str
    amount: str
    source: str
    by: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    once: bool = False
    only: str = ""
    unless: str = ""


EVENTS = {
    "turn_roll": "at the start of own turn, on `dates`, or every turn from `since`",
    "annexes": "one of `by` annexes one of `zones`",
    "declares_war": "one of `by` declares war on one of `on` (a nation, an alliance, or `minor`, `neutral`, `china`)",
    "captures": "one of `by` comes to possess one of `zones` (each time; `once` = only the first)",
    "takes_neighbour": "one of `by` comes to possess or align a zone next to own Home Country (each zone once)",
    "completes_capital_ship": "one of `by` places a capital ship",
    "attacked": "a Major Power declares war on this nation",
    "member_at_war": "one of `on` is at war with a Major Power",
    "aligns": "one of `by` aligns one of `on`",
}


class Bonus(Struct, frozen=True):
    """A bonus income (5.4), collected while `when` holds: war (with a Major), peace, pact, or always."""

    name: str
    kind: str
    amount: int
    when: str
    source: str
    zones: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    unless: str = ""


BONUSES = {
    "each_zone": "`amount` for each of `zones` possessed",
    "all_zones": "`amount` while all of `zones` are possessed",
    "all_starting_zones": "`amount` while every zone possessed at the start worth 1 or more is possessed",
    "nation_friendly": "`amount` while every zone of `nations` is possessed by or aligned to this nation",
    "nation_neutral_or_allied": "`amount` while no zone of `nations` is possessed by an enemy alliance",
    "pact": "`amount` while the pact in `nations` is in force",
    "arctic_line": "`amount` unless the USA denies it or the line is closed (9.11)",
    "no_enemy_warships": "`amount` while no warship of `nations` is in or next to a sea zone that touches `zones`",
    "next_to_nation": "`amount` while a possessed zone borders a zone possessed by one of `nations`",
    "oil_trade": "`amount`, one less for good each turn with a combat move against China (never below 0)",
    "burma_road": "`amount` while the Burma Road is open",
}


class WarRule(Struct, frozen=True):
    """Whom the nation may declare war on, and when. The first row whose `against` fits the target counts; all of `require`
    must hold, and where several rows name one target any of them will do."""

    against: str
    source: str
    require: tuple[Condition, ...] = ()
    never: bool = False
    income_loss: int = 0


class Surrender(Struct, frozen=True):
    kind: str
    source: str
    zones: tuple[str, ...] = ()
    when: str = ""


SURRENDERS = {
    "never": "does not surrender",
    "all_enemy_held": "every one of `zones` is enemy-possessed",
    "capital_and_home": "every Home Country zone is enemy-possessed, the capital among them",
    "paris": "Paris is enemy-possessed, or every land zone around it is",
    "no_zone": "possesses no zone of its Home Country",
    "with_nation": "surrenders when the nation in `zones` does",
}


class Special(Struct, frozen=True):
    id: str
    name: str
    source: str
    switch: str = ""


class Nation(Struct, frozen=True):
    """A player nation's reference sheet."""

    provenance: str
    id: str
    name: str
    adjective: str
    alliance: str
    power: str
    slot: int
    colour: str
    capital: str
    home: tuple[str, ...]
    war_income: int
    start: dict[str, Start]
    surrender: Surrender
    commonwealth: bool = False
    controller: str = ""
    capital_moves: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    full_income_at_peace: bool = False
    increases: tuple[Increase, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    war: tuple[WarRule, ...] = ()
    special: tuple[Special, ...] = ()


class NationStart(Struct, frozen=True):
    cash: int
    income: int


class FacilityAt(Struct, frozen=True):
    zone: str
    facility: str
    border: str = ""


class InProduction(Struct, frozen=True):
    nation: str
    item: str
    paid: int


class Setup(Struct, frozen=True):
    """A scenario: calendar, money, ownership that differs from the printed roundels, units by nation and zone."""

    provenance: str
    id: str
    name: str
    first_turn: str
    turns: int
    wars: tuple[tuple[str, str], ...]
    nations: dict[str, NationStart]
    units: dict[str, dict[str, dict[str, int]]]
    owners: dict[str, tuple[str, ...]] = {}
    aligned: tuple[tuple[str, str], ...] = ()
    controlled: tuple[tuple[str, str], ...] = ()
    absent: tuple[str, ...] = ()
    capitals: dict[str, str] = {}
    pacts: tuple[str, ...] = ()
    truces: tuple[tuple[str, str], ...] = ()
    events: tuple[str, ...] = ()
    minor_units: dict[str, dict[str, dict[str, int]]] = {}
    facilities: tuple[FacilityAt, ...] = ()
    production: tuple[InProduction, ...] = ()


# --- the files ------------------------------------------------------------------------------------------------------------------

SCHEMAS: dict[str, Any] = {
    "sections.csv": Section,
    "tables/units.csv": Unit,
    "tables/special_units.csv": Unit,
    "tables/damaged_ships.csv": DamagedShip,
    "tables/facilities.csv": Facility,
    "tables/technologies.csv": Technology,
    "tables/technology_start.csv": TechnologyStart,
    "tables/seats.csv": SeatRow,
    "tables/variable_end.csv": VariableEnd,
    "tables/objective_cities.csv": ObjectiveCity,
    "tables/passages.csv": Passage,
    "tables/terrain.csv": Terrain,
    "tables/alliances.csv": AllianceRow,
    "tables/relations.csv": Relation,
    "tables/attacked_minors.csv": AttackedMinor,
    "tables/alignments.csv": Alignment,
    "tables/warlords.csv": Warlord,
    "tables/order.csv": Slot,
    "tables/phases.csv": Phase,
    "tables/raid_modifiers.csv": RaidModifier,
    "tables/rail_capacity.csv": RailCapacity,
    "tables/strategic_naval.csv": StrategicNaval,
    "tables/interception.csv": Interception,
    "tables/bombardment.csv": Bombardment,
    "tables/vichy_colonies.csv": VichyColonies,
    "tables/vichy_fleet.csv": VichyFleet,
    "tables/capital_damage.csv": CapitalDamage,
    "tables/production_chart.csv": ProductionChart,
    "tables/upgrades.csv": Upgrade,
    "tables/prices.csv": Price,
    "tables/lend_lease.csv": LendLease,
    "tables/income_actions.csv": IncomeAction,
    "tables/options.csv": OptionalRule,
    "data/builds.csv": Build,
    "data/objectives.csv": Objective,
    "data/minors.csv": Minor,
    "data/minor_forces.csv": MinorForce,
    "data/minor_reinforcements.csv": MinorReinforcement,
    "data/nations/*.toml": Nation,
    "scenarios/*.toml": Setup,
}
"""Each file of the title below its root, and the row or document it holds. Board files are not among them."""


@dataclass(frozen=True)
class Facts:
    """Every table and sheet of the title, by id where rows have one."""

    units: dict[str, Unit]
    damaged: dict[tuple[str, int], DamagedShip]
    facilities: dict[str, Facility]
    technologies: dict[str, Technology]
    technology_start: tuple[TechnologyStart, ...]
    seats: tuple[SeatRow, ...]
    variable_end: tuple[VariableEnd, ...]
    objective_cities: tuple[ObjectiveCity, ...]
    passages: dict[str, Passage]
    terrain: dict[str, Terrain]
    alliances: tuple[AllianceRow, ...]
    relations: dict[str, Relation]
    attacked_minors: tuple[AttackedMinor, ...]
    alignments: dict[str, Alignment]
    warlords: dict[str, Warlord]
    order: tuple[Slot, ...]
    phases: tuple[Phase, ...]
    raid_modifiers: tuple[RaidModifier, ...]
    rail_capacity: dict[str, int]
    strategic_naval: dict[str, StrategicNaval]
    vichy_colonies: tuple[VichyColonies, ...]
    vichy_fleet: tuple[VichyFleet, ...]
    capital_damage: tuple[CapitalDamage, ...]
    upgrades: tuple[Upgrade, ...]
    prices: dict[str, int]
    lend_lease: tuple[LendLease, ...]
    income_actions: tuple[IncomeAction, ...]
    options: dict[str, OptionalRule]
    builds: dict[str, Build]
    objectives: tuple[Objective, ...]
    minors: dict[str, Minor]
    minor_forces: tuple[MinorForce, ...]
    minor_reinforcements: tuple[MinorReinforcement, ...]
    nations: dict[str, Nation]
    scenarios: dict[str, Setup]


def open_files() -> Files:
    """The title's own files, without packs."""
    return Files(ROOT, SCHEMAS, title="gw36")


def read(files: Files) -> Facts:
    """Read every table and sheet; a data pack's file stands in for the title's."""

    def rows(name: str) -> list[Any]:
        return files.csv(f"{name}.csv")

    def by_id(name: str, key: str = "id") -> dict[str, Any]:
        return {getattr(row, key): row for row in rows(name)}

    nations: dict[str, Nation] = {}
    for rel in files.names("data/nations/*.toml"):
        nation: Nation = files.toml(rel)
        nations[nation.id] = nation
    scenarios: dict[str, Setup] = {}
    for rel in files.names("scenarios/*.toml"):
        setup: Setup = files.toml(rel)
        scenarios[setup.id] = setup
    order = tuple(rows("tables/order"))
    seated = [name for slot in order for name in slot.nations]
    return Facts(
        units={**by_id("tables/units"), **by_id("tables/special_units")},
        damaged={(row.unit, row.hits_taken): row for row in rows("tables/damaged_ships")},
        facilities=by_id("tables/facilities"),
        technologies=by_id("tables/technologies"),
        technology_start=tuple(rows("tables/technology_start")),
        seats=tuple(rows("tables/seats")),
        variable_end=tuple(rows("tables/variable_end")),
        objective_cities=tuple(rows("tables/objective_cities")),
        passages=by_id("tables/passages"),
        terrain=by_id("tables/terrain"),
        alliances=tuple(rows("tables/alliances")),
        relations=by_id("tables/relations", "relation"),
        attacked_minors=tuple(rows("tables/attacked_minors")),
        alignments=by_id("tables/alignments"),
        warlords=by_id("tables/warlords"),
        order=order,
        phases=tuple(rows("tables/phases")),
        raid_modifiers=tuple(rows("tables/raid_modifiers")),
        rail_capacity={row.region: row.capacity for row in rows("tables/rail_capacity")},
        strategic_naval=by_id("tables/strategic_naval", "nation"),
        vichy_colonies=tuple(rows("tables/vichy_colonies")),
        vichy_fleet=tuple(rows("tables/vichy_fleet")),
        capital_damage=tuple(rows("tables/capital_damage")),
        upgrades=tuple(rows("tables/upgrades")),
        prices={row.id: row.amount for row in rows("tables/prices")},
        lend_lease=tuple(rows("tables/lend_lease")),
        income_actions=tuple(rows("tables/income_actions")),
        options=by_id("tables/options"),
        builds=by_id("data/builds", "item"),
        objectives=tuple(rows("data/objectives")),
        minors=by_id("data/minors"),
        minor_forces=tuple(rows("data/minor_forces")),
        minor_reinforcements=tuple(rows("data/minor_reinforcements")),
        nations={name: nations[name] for name in seated if name in nations},
        scenarios=scenarios,
    )


def _payments(cost: str) -> tuple[int, ...]:
    return tuple(int(part) for part in cost.split("/")) if cost else ()


FACTS = read(open_files())
UNITS = FACTS.units
FACILITIES = FACTS.facilities
TECHNOLOGIES = FACTS.technologies
NATIONS = FACTS.nations
