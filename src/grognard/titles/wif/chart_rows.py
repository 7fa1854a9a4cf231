"""The rows of the printed charts and tables, one class for the lines of each file in tables/."""

from __future__ import annotations

import msgspec

from grognard.titles.wif.kinds import Action, Weather, Zone

LATE_OIL = 1943  # 10.3


class WeatherRow(msgspec.Struct, frozen=True):
    """A row of weather_chart.csv."""

    turn: str
    roll: int
    arctic: str
    n_temperate: str
    mediterranean: str
    n_monsoon: str
    s_monsoon: str
    s_temperate: str
    advance: int
    asterisks: int
    confidence: str

    @property
    def zones(self) -> tuple[Weather, ...]:
        """The weather of every zone."""
        return tuple(Weather[getattr(self, zone.name.lower()).upper()] for zone in Zone)


class TrackSpace(msgspec.Struct, frozen=True):
    """A row of initiative_track.csv."""

    space: int
    modifier: str
    axis_may_reroll: bool
    allies_may_reroll: bool
    confidence: str

    def bonus(self, side: int) -> int:
        """What a side adds to its initiative roll here."""
        word, _, number = self.modifier.partition(" ")
        return int(number) if number and word == ("Axis", "Allies")[side] else 0

    def may_reroll(self, side: int) -> bool:
        return (self.axis_may_reroll, self.allies_may_reroll)[side]


class ImpulseBox(msgspec.Struct, frozen=True):
    """A row of impulse_track.csv."""

    box: int
    end_number: int
    confidence: str


class AllowedRow(msgspec.Struct, frozen=True):
    """A row of activities_allowed.csv."""

    activity: str
    confidence: str
    naval: str = ""
    air: str = ""
    land: str = ""
    combined: str = ""
    pass_: str = msgspec.field(default="", name="pass")


class LimitRow(msgspec.Struct, frozen=True):
    """A row of activity_limits.csv."""

    column: str
    what: str
    power: str
    to_1942: int
    from_1943: int = msgspec.field(name="1943_44")
    from_1945: int = msgspec.field(name="1945_on")
    confidence: str


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of terrain_effects.csv."""

    terrain: str
    leg_european: int
    mot_european: int
    leg_pacific: int
    mot_pacific: int
    leg_offmap: int
    mot_offmap: int
    defender_factor: int
    mtn_defender_factor: int
    tactical_air: str
    shore_bombardment: str
    attacker_may_choose_table: bool
    overrun: bool
    aircraft_base: int
    confidence: str

    def cost(self, scale: int, motorised: bool) -> int:
        """Movement points to enter in fine weather; scale 0 European, 1 Pacific, 2 off-map."""
        leg = (self.leg_european, self.leg_pacific, self.leg_offmap)
        mot = (self.mot_european, self.mot_pacific, self.mot_offmap)
        return (mot if motorised else leg)[scale]


class ShoreRow(msgspec.Struct, frozen=True):
    """A row of shore_bombardment_modifiers.csv."""

    section: int
    modifier: str
    in_rain_or_snow: str
    confidence: str


class TypeRow(msgspec.Struct, frozen=True):
    """A row of unit_costs.csv."""

    type: str
    name: str
    class_: str = msgspec.field(name="class")
    size: str
    cost: str
    turns: str
    move: str
    invades: str
    oil: str
    winterised: str
    confidence: str
    note: str = ""


class OilRow(msgspec.Struct, frozen=True):
    """A row of oil_costs.csv: tenths by action, to 1942 and from 1943."""

    power: str
    naval: str
    air: str
    land: str
    combined: str
    pass_: str = msgspec.field(name="pass")
    confidence: str = ""

    def cost(self, action: Action, year: int) -> int:
        text = (self.pass_, self.naval, self.air, self.land, self.combined)[action]
        early, _, late = text.partition("/")
        return int(late if late and year >= LATE_OIL else early)


class OffensiveRow(msgspec.Struct, frozen=True):
    """A row of offensive_points.csv."""

    item: str
    germany: str
    italy: str
    japan: str
    china: str
    cw: str
    france: str
    usa: str
    ussr: str
    confidence: str

    @property
    def by_power(self) -> tuple[str, ...]:
        """In the order of POWERS."""
        return self.germany, self.italy, self.japan, self.china, self.cw, self.france, self.ussr, self.usa


class StockRow(msgspec.Struct, frozen=True):
    """A row of saved_oil.csv: oil a power has saved when a campaign begins."""

    power: str
    oil: int
    basis: str
    confidence: str


class EntryOption(msgspec.Struct, frozen=True):
    """A row of us_entry_options.csv."""

    option: str
    level: str
    name: str
    target: str
    tension: int
    confidence: str
    prerequisites: str = ""
    condition: str = ""

    @property
    def needs(self) -> tuple[int, ...]:
        return tuple(int(word) for word in self.prerequisites.split())


class EntryAction(msgspec.Struct, frozen=True):
    """A row of us_entry_actions.csv."""

    action: str
    description: str
    pool: str
    value: int
    confidence: str
    repeat: str = ""
    extra: str = ""


class MarkerYear(msgspec.Struct, frozen=True):
    """A row of entry_markers.csv."""

    year: int
    v0: int
    v1: int
    v2: int
    v3: int
    v4: int
    v5: int
    markers: int
    mean: str
    confidence: str

    @property
    def values(self) -> list[int]:
        """The markers of the year, each by its value."""
        return [value for value in range(6) for _ in range(getattr(self, f"v{value}"))]


class ConvoyRow(msgspec.Struct, frozen=True):
    """A row of minor_convoys.csv."""

    country: str
    classic: int
    option_5: int
    tankers_option_7: int
    confidence: str


class Speciality(msgspec.Struct, frozen=True):
    """A row of factory_specialities.csv."""

    place: str
    power: str
    class_: str = msgspec.field(name="class")
    confidence: str = ""


class Shipyard(msgspec.Struct, frozen=True):
    """A row of shipyards.csv."""

    place: str
    power: str
    sort: str
    confidence: str


class HexFacility(msgspec.Struct, frozen=True):
    """A row of hex_facilities.csv."""

    hex: str
    country: str
    oil: int
    cost: int
    turns: int
    confidence: str


class PartisanNumber(msgspec.Struct, frozen=True):
    """A row of partisan_numbers.csv."""

    country: str
    number: int
    confidence: str


class VichyGroup(msgspec.Struct, frozen=True):
    """A row of vichy_groups.csv."""

    group: str
    rolls: str
    confidence: str

    @property
    def least(self) -> int:
        """The lowest roll with which the group goes to Free France."""
        return int(self.rolls.partition("-")[0])
