"""Row types of `data/` and `scenarios/`: national sheets, minors, objectives, the build chart and set-ups.

Each vocabulary (conditions, events, bonuses, surrenders, objectives) stands beside the type that uses it. What the words do is
kept in rules/, the rows are read in facts.py.
"""

from __future__ import annotations

from msgspec import Struct


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
        return tuple([tuple(group.split()) for group in self.groups.split("|") if group.strip()])


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
    "new_zones": "`points` for each zone worth `value` or more won since the start; `not_scored_elsewhere`: in no other one",
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
    """A bonus income (5.4), collected while `when` holds: war (with a Major), peace, or always.

    `unless`: `ussr holds bessarabia`; `only evolved china` = the Majors it is at war with are an evolved CCP or KMT.
    """

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


AGAINST = {
    "axis_member": "a Major Power of the Axis",
    "allied_member": "a nation with a sheet of the Allies",
    "comintern_member": "a nation with a sheet of the Comintern",
    "axis_major": "a Major Power of the Axis",
    "axis_minor": "a minor controlled by an Axis Power",
    "allied_nation": "a nation with a sheet of the Allies, or a minor one of them controls",
    "comintern": "a nation with a sheet of the Comintern, or a minor one of them controls",
    "warlord": "a Chinese warlord (4.9)",
    "any": "every other nation",
}
"""Words of `WarRule.against`; any other word there is the id of a nation."""


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
