"""The facts of Global War 1936-1945: every table and data file read into its row type.

Numbers stand in `tables/` (the rulebook's own) and `data/` (sheets, minors, objectives); set-ups in `scenarios/`. The board has
its own files under `data/board`. No rule is kept here. `FACTS` is the title without data packs; `read(files)` reads it with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.kernel.files import Files
from grognard.titles.gw36.charts import (
    ABILITIES,
    Alignment,
    AllianceRow,
    Annexation,
    AttackedMinor,
    Bombardment,
    CapitalDamage,
    DamagedShip,
    Facility,
    IncomeAction,
    Interception,
    LendLease,
    ObjectiveCity,
    OptionalRule,
    Passage,
    Phase,
    Price,
    ProductionChart,
    RaidModifier,
    RailCapacity,
    Relation,
    SeatRow,
    Section,
    Slot,
    StrategicNaval,
    Technology,
    TechnologyStart,
    Terrain,
    Unit,
    Upgrade,
    VariableEnd,
    VichyColonies,
    VichyFleet,
    Warlord,
)
from grognard.titles.gw36.sheets import (
    AGAINST,
    BONUSES,
    CONDITIONS,
    EVENTS,
    OBJECTIVE_KINDS,
    SURRENDERS,
    Bonus,
    Build,
    Condition,
    FacilityAt,
    Increase,
    InProduction,
    Minor,
    MinorForce,
    MinorReinforcement,
    Nation,
    NationStart,
    Objective,
    Setup,
    Special,
    Start,
    Surrender,
    WarRule,
)
from grognard.titles.gw36.values import Chart, Values

__all__ = [
    "ABILITIES",
    "AGAINST",
    "BONUSES",
    "CONDITIONS",
    "EVENTS",
    "FACILITIES",
    "FACTS",
    "NATIONS",
    "OBJECTIVE_KINDS",
    "ROOT",
    "SCHEMAS",
    "SURRENDERS",
    "TECHNOLOGIES",
    "UNITS",
    "Alignment",
    "AllianceRow",
    "Annexation",
    "AttackedMinor",
    "Bombardment",
    "Bonus",
    "Build",
    "CapitalDamage",
    "Condition",
    "DamagedShip",
    "Facility",
    "FacilityAt",
    "Facts",
    "InProduction",
    "IncomeAction",
    "Increase",
    "Interception",
    "LendLease",
    "Minor",
    "MinorForce",
    "MinorReinforcement",
    "Nation",
    "NationStart",
    "Objective",
    "ObjectiveCity",
    "OptionalRule",
    "Passage",
    "Phase",
    "Price",
    "ProductionChart",
    "RaidModifier",
    "RailCapacity",
    "Relation",
    "SeatRow",
    "Section",
    "Setup",
    "Slot",
    "Special",
    "Start",
    "StrategicNaval",
    "Surrender",
    "Technology",
    "TechnologyStart",
    "Terrain",
    "Unit",
    "Upgrade",
    "VariableEnd",
    "VichyColonies",
    "VichyFleet",
    "WarRule",
    "Warlord",
    "open_files",
    "read",
]

ROOT = Path(__file__).parent

_UNIT_WORDS = ("name", "unit_class", "abilities", "carries", "tech", "target_of")
_FACILITY_WORDS = ("name", "kind", "upgrade_to", "damaged", "placement", "scramble_unit")


def _chart(
    rel: str,
    row: type[Any],
    key: str = "id",
    fixed: tuple[str, ...] = (),
    blank: tuple[str, ...] = (),
    elsewhere: tuple[str, str] = ("", ""),
) -> Chart:
    return Chart(ROOT / rel, row, key, fixed, blank, elsewhere)


def _units(rel: str) -> Chart:
    return _chart(rel, Unit, fixed=_UNIT_WORDS, blank=("attack", "defence"), elsewhere=("raid", "tables/raid_modifiers.csv"))


SCHEMAS: dict[str, Any] = {
    "sections.csv": Section,
    "tables/units.csv": _units("tables/units.csv"),
    "tables/special_units.csv": _units("tables/special_units.csv"),
    "tables/damaged_ships.csv": DamagedShip,
    "tables/facilities.csv": _chart("tables/facilities.csv", Facility, fixed=_FACILITY_WORDS),
    "tables/technologies.csv": _chart("tables/technologies.csv", Technology, fixed=("unlocks", "effects")),
    "tables/technology_start.csv": TechnologyStart,
    "tables/seats.csv": SeatRow,
    "tables/variable_end.csv": VariableEnd,
    "tables/objective_cities.csv": ObjectiveCity,
    "tables/passages.csv": Passage,
    "tables/terrain.csv": _chart("tables/terrain.csv", Terrain, fixed=("option", "special")),
    "tables/alliances.csv": AllianceRow,
    "tables/relations.csv": Relation,
    "tables/attacked_minors.csv": AttackedMinor,
    "tables/alignments.csv": Alignment,
    "tables/annexations.csv": Annexation,
    "tables/warlords.csv": Warlord,
    "tables/order.csv": Slot,
    "tables/phases.csv": Phase,
    "tables/raid_modifiers.csv": _chart("tables/raid_modifiers.csv", RaidModifier, fixed=("side", "per", "option")),
    "tables/rail_capacity.csv": _chart("tables/rail_capacity.csv", RailCapacity, "region"),
    "tables/strategic_naval.csv": StrategicNaval,
    "tables/interception.csv": _chart(
        "tables/interception.csv", Interception, "unit", fixed=("bombing_dice",), elsewhere=("value", "tables/units.csv")
    ),
    "tables/bombardment.csv": _chart("tables/bombardment.csv", Bombardment, "unit", elsewhere=("value", "tables/units.csv")),
    "tables/vichy_colonies.csv": VichyColonies,
    "tables/vichy_fleet.csv": VichyFleet,
    "tables/capital_damage.csv": CapitalDamage,
    "tables/production_chart.csv": ProductionChart,
    "tables/upgrades.csv": Upgrade,
    "tables/prices.csv": _chart("tables/prices.csv", Price),
    "tables/lend_lease.csv": LendLease,
    "tables/income_actions.csv": IncomeAction,
    "tables/options.csv": _chart("tables/options.csv", OptionalRule, fixed=("section", "kind", "default")),
    "data/builds.csv": Build,
    "data/objectives.csv": Objective,
    "data/minors.csv": _chart("data/minors.csv", Minor),
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
    annexations: dict[str, Annexation]
    warlords: dict[str, Warlord]
    order: tuple[Slot, ...]
    phases: tuple[Phase, ...]
    raid_modifiers: dict[str, int]
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

    @cached_property
    def values(self) -> Values:
        """The numbers of units and facilities as columns by kind."""
        return Values.of(tuple(self.units.values()), tuple(self.facilities.values()))


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
        annexations=by_id("tables/annexations", "zone"),
        warlords=by_id("tables/warlords"),
        order=order,
        phases=tuple(rows("tables/phases")),
        raid_modifiers={row.id: row.modifier for row in rows("tables/raid_modifiers")},
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


FACTS = read(open_files())
UNITS = FACTS.units
FACILITIES = FACTS.facilities
TECHNOLOGIES = FACTS.technologies
NATIONS = FACTS.nations
