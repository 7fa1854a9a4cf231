"""Row types of the tables in `tables/`: units, facilities, technologies and the printed charts of Global War 1936-1945.

Words that stand in cells are explained here (ABILITIES). The rows themselves are read in facts.py.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct, field

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


class Annexation(Struct, frozen=True):
    """A zone taken without combat or declaration of war (0.9)."""

    zone: str
    by: str
    units: str
    per_turn: int
    pact: bool
    source: str
    line: int
    since: str = ""


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


@lru_cache(None)
def _payments(cost: str) -> tuple[int, ...]:
    return tuple([int(part) for part in cost.split("/")]) if cost else ()
