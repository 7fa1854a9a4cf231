# ruff: noqa: E501  (a table: one line per setting)
"""Where the editions of the system differ: World in Flames, Collector's Edition, and America in Flames.

One line per difference, a value for each edition, the section, and what it says. Rules read `g.settings.overflow_units`; no rule
asks which title it is in. A difference in kind (politics, research, off-map boxes) is a procedure of its own title, not here;
which tables a title reads (weather, land combat, factors against submarines) is its folder.
"""

from __future__ import annotations

from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Setting(Generic[T]):
    """A value for each edition."""

    def __init__(self, wif: T, aif: T, rule: str, what: str) -> None:
        self.values = (wif, aif)
        self.rule = rule
        self.what = what
        self.name = ""

    def __set_name__(self, owner: type[Edition], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, edition: None, owner: type[Edition]) -> Setting[T]: ...
    @overload
    def __get__(self, edition: Edition, owner: type[Edition]) -> T: ...
    def __get__(self, edition: Edition | None, owner: type[Edition]) -> T | Setting[T]:
        if edition is None:
            return self
        value = self.values[edition.column]
        edition.__dict__[self.name] = value  # Python finds it there first
        return value


class Edition:
    """The settings of one edition, read as attributes."""

    attacked_america = 0  # quarters more of the American multiple while attacked at home; the supergame of both titles has some

    def __init__(self, name: str, column: int) -> None:
        self.name = name
        self.column = column

    def __repr__(self) -> str:
        return f"<settings of {self.name}>"

    # fmt: off
    # ------------------------------ wif ------- aif -------- section ------------------------------------------------------------
    # supply, stacking, ground
    adjacent_supply       = Setting(True,        False,       "2.4.2",   "a source in the next hex always supplies")
    planes_open_the_sea   = Setting(False,       True,        "2.4.2",   "own air-to-sea aircraft open a blocked sea to supply, as ships do")
    any_ally_opens_sea    = Setting(False,       True,        "2.4.2",   "ships of any power at war with the blocker open a sea, not only those that co-operate")
    whole_combat_totals   = Setting(False,       True,        "2.6",     "combat factors are rounded before odds are taken")
    planes_per_hq         = Setting(True,        False,       "2.3.1",   "each HQ makes room for an aircraft; else one HQ of the hex")
    thaw_destroys         = Setting(False,       True,        "8.2.1",   "units on a lake that thaws are lost; else they return in two turns")
    ice_bars_entry        = Setting(False,       True,        "8.2.1",   "no ship enters a closed port; else it stops there")
    recapture_for_friends = Setting(True,        False,       "2.5.3",   "a hex retaken in a friend's country is that country's; else only in one's own home and own aligned minors")
    # reinforcement, lending
    overflow_units        = Setting(1,           0,           "4.2.1",   "reinforcements that may arrive beside a full city, for each city")
    conquered_home_limit  = Setting(0,           1,           "4.2.1",   "reinforcements a turn of a conquered home country; 0: no such limit")
    lend_cap_if_invaded   = Setting(True,        False,       "5",       "lending is capped while enemies stand in the lender's home country")
    lend_to_capital       = Setting(0,           10,          "13.6.4",  "build points the capital takes, else one for each factory; 0: by factories, cities and ports")
    mutual_lend_lease     = Setting(False,       True,        "13.6.4",  "two powers may lend each other build points in one turn")
    lone_convoys_abroad   = Setting(True,        False,       "4.2.1",   "a convoy point a turn may arrive in a port of an aligned minor country")
    militia_lose_city     = Setting(True,        False,       "4.2.1",   "militia in the pools and on the circle is out of the game while its city is lost")
    isolated_given_up     = Setting(True,        False,       "4.3",     "isolated land and air units may be destroyed by their owner")
    # naval movement
    subs_move_as_one      = Setting(True,        False,       "11.4.1",  "all submarines of a power are one naval move; else one for each port")
    stop_at_allowance     = Setting(False,       True,        "11.4.2",  "ships stop when movement is used up, even with range left")
    range_pays_surcharges = Setting(True,        False,       "11.4.2",  "range may pay what movement cannot")
    shared_port_at_start  = Setting(False,       True,        "11.4.2",  "another power's ships that began the impulse in a port cost a point; else those that lie in it now")
    convoy_range          = Setting(3,           5,           "11.4.2",  "range of convoy points")
    convoy_move           = Setting(0,           5,           "11.4.2",  "movement of convoy points, which patrol section 0 alone")
    embark_anywhere       = Setting(False,       True,        "11.4.5",  "units embark at any coast; else in ports, beside an HQ, or on AMPH and as marines")
    cargo_stays_up        = Setting(False,       True,        "13.4",    "cargo keeps its facing when its ship returns to base at the end of a turn")
    amph_carries_invaders = Setting(True,        False,       "11.4.5",  "AMPH carry GAR, TERR, MIL and who may invade; else all but HQ-A, ARM, MECH, air cavalry and aircraft")
    hqs_embark_alone      = Setting(False,       True,        "11.4.5",  "an HQ is an HQ for itself: it embarks at any coast")
    planes_leave_anywhere = Setting(False,       True,        "11.4.5",  "aircraft go aboard and ashore at any coast; else in ports or beside an HQ")
    ice_stops_work        = Setting(True,        False,       "8.2.1",   "ships in a closed port are not reorganised")
    canal_by_ports        = Setting(False,       True,        "11.4.4",  "the Panama canal is open to who holds both of its ports, to all while Panama is neutral")
    # naval combat
    flat_asw              = Setting(False,       True,        "11.5.10", "factors against submarines are the same for all cruisers and years")
    convoy_defence        = Setting(10,          5,           "11.5.8",  "the defence of convoy points")
    frail_transports      = Setting(True,        False,       "11.5.8",  "transports have the worst defence whatever they print")
    near_planes           = Setting(4,           1,           "11.5.5",  "the range from which carrier planes add one to the search number")
    far_planes_search     = Setting(2,           1,           "11.5.5",  "what carrier planes of range 7 or more add to the search number")
    air_action_flips_air  = Setting(True,        False,       "11.5.2",  "in an air action the unit that begins combat must be an aircraft")
    abort_to_nearest      = Setting(False,       True,        "11.5.11", "aborted ships go to the nearest port; else to any base they can reach")
    shooter_splits_flak   = Setting(True,        False,       "11.5.9",  "the firing side says what anti-air results do; else the owner of the bombers")
    subs_hit_section_0    = Setting(True,        False,       "11.5.10", "submarines fight all ships of section 0; else convoys alone")
    subs_hit_warships     = Setting(True,        False,       "11.5.10", "even losses to submarines may fall on warships")
    subs_hunted_alone     = Setting(False,       True,        "11.5.10", "a submarine combat is fought without convoys too, and points choose a target when none is left")
    empty_combat_repeats  = Setting(True,        False,       "11.5.7",  "a type of combat that involves none goes back to the aircraft at once; else both sides may abort first")
    lower_box_provokes    = Setting(True,        False,       "11.6",    "units that only went to a lower section let the opponent seek combat there")
    # air
    unopposed_bombing     = Setting(1,           0,           "11.7",    "added to the die when nothing opposes a strategic bombardment")
    idle_works_spared     = Setting(False,       True,        "11.7",    "a factory that no resource could reach now is no target of bombers")
    carriers_bomb_cities  = Setting(True,        False,       "11.7",    "carrier planes bomb with a tenth of their air-to-sea factors")
    support_by_rating     = Setting(True,        False,       "14.3.2",  "rear fighters add a tenth of their rating; else 1, carrier planes a half")
    twin_fighters_worse   = Setting(False,       True,        "14.3.2",  "twin-engined fighters and fighters as bombers fight worse without option 8")
    carriers_grow         = Setting(True,        False,       "14.4",    "air components grow in 1942 and 1944")
    carrier_planes        = Setting(0,           2,           "14.4",    "added to the printed class of a carrier")
    japanese_reach        = Setting(2,           0,           "14.4",    "added to the range of Japanese carrier planes")
    carriers_split        = Setting(True,        False,       "14.4",    "a component is split between air-to-air and air-to-sea; else it counts for both")
    empty_carriers_stay   = Setting(True,        False,       "14.4",    "a carrier that lost its planes stays; else it goes to the repair pool")
    planes_reach_own_port = Setting(True,        False,       "14.4",    "carrier planes always reach the ports of their sea area in a port attack")
    driven_carriers_down  = Setting(True,        False,       "14.3.3",  "a carrier whose planes are driven off in naval air combat turns face-down")
    storm_bars_return     = Setting(False,       True,        "14.2.3",  "no naval air mission leads home to a base in storm or blizzard")
    supply_drops_by_any   = Setting(False,       True,        "11.17.1", "every aircraft with a white circle supplies from the air without option 8")
    # rail and land
    straits_by_turn       = Setting(False,       True,        "11.9",    "one unit a turn rails over a straits hexside; else one an impulse")
    factories_rail_freely = Setting(False,       True,        "11.9",    "factories are railed without an enemy near; green ones too")
    rail_cost_by_maps     = Setting(True,        False,       "11.9",    "a rail move costs more over several maps")
    motorised_costs       = Setting(True,        False,       "11.10.2", "motorised units pay their own terrain costs")
    least_rail_step       = Setting(1,           0,           "11.10.2", "the least a step along a railway costs with the railway bonus")
    winter_by_mountain    = Setting(False,       True,        "8.2.2",   "mountain troops alone lessen what snow costs attackers; else all winterised units")
    jungle_shifts_odds    = Setting(False,       True,        "11.15.5", "jungle costs an odds level unless all attackers are Japanese; else 1 on the die unless half are suited")
    cavalry_moves_count   = Setting(False,       True,        "22.12",   "air cavalry that flies to a friendly hex counts as an air mission")
    cavalry_flies_away    = Setting(True,        False,       "22.12",   "air cavalry retreats as aircraft return to base; else like other land units")
    daggers               = Setting(True,        False,       "11.15.5", "half of the attackers stay face-up with a dagger")
    many_die_modifiers    = Setting(True,        False,       "11.15.5", "armour, factories, winter and mixed attackers change the die; else only face-down units and low odds")
    no_defence_automatic  = Setting(True,        False,       "11.15.5", "no defence factors: the best result at once; else 10:1")
    defender_bombards     = Setting(True,        False,       "11.15.2", "ships may bombard for the defender")
    one_ship_per_unit     = Setting(True,        False,       "11.15.2", "one bombarding ship for each land unit in the combat")
    lowest_invasion       = Setting(2,           1,           "11.13",   "the lowest section units may invade from")
    infantry_from_trs     = Setting(False,       True,        "11.13",   "units other than marines invade from TRS; else from AMPH alone")
    marines_trs_halved    = Setting(True,        False,       "11.13",   "marines are halved when they invade from TRS")
    hq_reach_by_value     = Setting(True,        False,       "11.17.2", "HQs reorganise within their value in movement points; else within their zone of control")
    free_overrun_of_none  = Setting(True,        False,       "11.10.6", "overrunning units without factors costs no more than the terrain")
    captured_ships_repair = Setting(True,        False,       "11.10.6", "captured ships go to the repair pool; else they lie in the port, the captor's")
    flee_to_nearest       = Setting(False,       True,        "11.10.6", "overrun ships flee to the nearest port; else to any within twice their range")
    notional_any_length   = Setting(True,        False,       "11.13",   "a notional unit is in supply by a path of any length")
    # end of turn
    pass_ends_turn        = Setting((2, 1),      (1, 0),      "12",      "off the die if all, or all but one, of a side's powers pass; games of three maps and more")
    partisans_by_units    = Setting(False,       True,        "13.1.1",  "an enemy unit inside makes a country eligible; else an enemy hex")
    paras_join_partisans  = Setting(False,       True,        "13.1.3",  "paratroops of the partisans' nation land beside them without a fight; else they do not drop there")
    second_partisan       = Setting(10,          11,          "13.1.1",  "how far below the partisan number a roll brings two; ten more for three")
    two_partisan_dice     = Setting(1943,        9999,        "13.1.1",  "the year from which two dice are rolled")
    yearly_multiples      = Setting(True,        False,       "13.6.3",  "multiples by year; else one and a half for a power attacked at home this turn, one for all others")
    any_attack_at_home    = Setting(False,       True,        "13.6.3",  "a power's own land attacks in its home country count as attacks there")
    hulls_need_ports      = Setting(True,        False,       "13.6.5",  "ships being built and repaired are lost with the last port of their home country")
    bonus_build_points    = Setting(True,        False,       "13.6.3",  "a build point for a corps lost at home")
    gearing_limits        = Setting(False,       True,        "13.6.8",  "gearing limits without option 39")
    building_ahead        = Setting(False,       True,        "13.6.5",  "next year's units can be built without option 38")
    ahead_takes_longer    = Setting(True,        False,       "13.6.5",  "a turn more for each year built ahead, and ships pay the rise on both cycles")
    green_factories       = Setting(False,       True,        "13.6.2",  "green factories produce")
    minors_of_1939_join   = Setting(True,        False,       "18.1",    "minors aligned to one power in 1939 co-operate with each other")
    surprise_by_unit      = Setting(False,       True,        "15.1",    "a unit of who declared war surprises whoever else takes part; else all who act together must")
    surprise_shields_all  = Setting(False,       True,        "15.1",    "the surprised meet nobody in the air and fire with half of their anti-air factors, whoever comes; else at who declared war alone")
    powers_are_surprised  = Setting(True,        False,       "15",      "major powers can be surprised; else minors alone")
    # fmt: on


COLLECTORS = Edition("World in Flames, Collector's Edition", 0)
AMERICA = Edition("America in Flames", 1)


def table() -> list[Setting[object]]:
    """Every setting, in the order of the file."""
    return [setting for setting in vars(Edition).values() if isinstance(setting, Setting)]
