"""The options of a game as rules read them: those of the sixty optional rules that are written, by the name of what they do."""

from __future__ import annotations

from grognard.kernel.title import Kit, Switch, Switches


class Options(Switches):
    """`g.options`: one name for each switch of the title."""

    players: str
    ships_in_flames: bool
    light_cruisers: bool
    pacific_zones: bool
    limited_overseas_supply: bool
    limited_straits: bool
    hq_support: bool
    dynamic_naval_movement: bool
    presence_of_the_enemy: bool
    rough_seas: bool
    winterised_movement: bool
    railway_bonus: bool
    fractional_odds: bool
    impulse_limits: bool
    isolated_reorganisation: bool
    gearing_limits: bool
    two_dice: bool
    compulsory_peace: bool
    building_ahead: bool
    spotting_fleets: bool
    pilots: bool
    kamikazes: bool
    # units of other kits (22)
    divisions: bool
    artillery: bool
    supply_units: bool
    facilities: bool
    oil: bool
    ukraine: bool
    surprised_zones: bool
    transport_defence: bool
    variable_reorganisation: bool
    cadre: bool
    v_weapons: bool
    flying_bombs: bool
    air_cavalry: bool
    offensive_points: bool
    saved_build_points: bool
    destruction: bool
    guards_banner: bool
    siberians: bool
    territorials: bool
    volunteers: bool
    heavy_weapons: bool
    warlords: bool
    service_squadrons: bool
    partisan_hqs: bool
    convoys_in_flames: bool
    factories_in_flames: bool
    intelligence: bool
    # the sea and the air
    scs_transport: bool
    air_sea_search: bool
    screening: bool
    special_aircraft: bool
    bounce_combat: bool
    frogmen: bool
    foreign_aircraft: bool
    en_route_interception: bool
    planes_in_flames: bool
    carrier_planes: bool


SWITCHES = (
    Switch("ships_in_flames", "Ships in Flames (option 5)", "2.3.1", True),
    Switch("light_cruisers", "Light cruisers (option 6)", "22.14", True),
    Switch("pacific_zones", "Pacific and Asian zones of control (option 9)", "2.2"),
    Switch("limited_overseas_supply", "Limited overseas supply (option 11)", "2.4.2"),
    Switch("limited_straits", "Limited access across straits (option 12)", "2.4.2"),
    Switch("hq_support", "HQ support (option 13)", "11.15.3"),
    Switch("dynamic_naval_movement", "Dynamic naval movement (option 16)", "11.4.2"),
    Switch("presence_of_the_enemy", "In the presence of the enemy (option 17)", "11.4.2"),
    Switch("rough_seas", "Rough seas (option 18)", "11.4.2"),
    Switch("winterised_movement", "Winterised movement (option 15)", "11.10.2"),
    Switch("railway_bonus", "Railway movement bonus (option 25)", "11.10.2"),
    Switch("fractional_odds", "Fractional odds (option 26)", "11.15.5"),
    Switch("two_dice", "Two dice in land combat (option 27)", "11.15.6"),
    Switch("impulse_limits", "Least and most impulses (option 34)", "12"),
    Switch("isolated_reorganisation", "Isolated reorganisation (option 35)", "13.5"),
    Switch("gearing_limits", "Gearing limits (option 39)", "13.6.8"),
    Switch("spotting_fleets", "Spotting fleets (option 28)", "11.15.7"),
    Switch("building_ahead", "Building ahead (option 38)", "13.6.5"),
    Switch("pilots", "Pilots (option 46)", "14.6"),
    Switch("kamikazes", "Kamikazes (option 48)", "14.8"),
    Switch("compulsory_peace", "USSR-Japan compulsory peace (option 42)", "13.7.3"),
    Switch("divisions", "Divisions (option 2)", "22.1"),
    Switch("artillery", "Artillery (option 3)", "22.2"),
    Switch("supply_units", "Supply units (option 14)", "22.3"),
    Switch("siberians", "Siberians (option 53)", "22.5"),
    Switch("territorials", "Territorials (option 54)", "22.7"),
    Switch("guards_banner", "Guards Banner armies (option 52)", "22.4"),
    Switch("volunteers", "City based volunteers (option 55)", "22.8"),
    Switch("heavy_weapons", "Heavy weapons (option 56)", "22.11"),
    Switch("air_cavalry", "Air cavalry (option 57)", "22.12"),
    Switch("v_weapons", "V-weapons and atomic bombs (option 24)", "22.17"),
    Switch("flying_bombs", "Flying bombs (option 47)", "14.7"),
    Switch("ukraine", "Ukraine (option 50)", "19.12"),
    Switch("warlords", "Warlords (option 59)", "22.6"),
    Switch("service_squadrons", "Service squadrons (option 58)", "22.13"),
    Switch("partisan_hqs", "Partisan HQs (option 60)", "22.15"),
    Switch("offensive_points", "Offensive points (option 49)", "16"),
    Switch("surprised_zones", "Surprised minors have no zones of control beyond their hexes (option 10)", "2.2"),
    Switch("transport_defence", "Transport defence (option 21)", "11.5.8"),
    Switch("variable_reorganisation", "Variable reorganisation cost (option 29)", "11.17.4"),
    Switch("cadre", "Cadre (option 36)", "13.6.3"),
    Switch("scs_transport", "Surface combat ships carry divisions (option 20)", "11.4.5"),
    Switch("air_sea_search", "Air-sea search (option 22)", "11.5.7"),
    Switch("screening", "Screening (option 23)", "11.5.8"),
    Switch("special_aircraft", "Special aircraft: night, altitude, jets, transports, flying boats (option 8)", "14.3.2"),
    Switch("bounce_combat", "Bounce combat (option 44)", "14.3.3"),
    Switch("frogmen", "Frogmen, midget submarines and PT boats (option 51)", "22.10"),
    Switch("en_route_interception", "Bombers are intercepted on the way (option 43)", "14.2.5"),
    Switch("foreign_aircraft", "Aircraft are handed over to friends (option 37)", "13.6.4"),
    Switch("planes_in_flames", "Planes in Flames: more aircraft (option 4)", "4.1.1"),
    Switch("carrier_planes", "Carrier plane units (option 45)", "14.4.1"),
    Switch("oil", "Oil (option 30)", "10.3"),
    Switch("saved_build_points", "Saving build points, disbanding (option 31)", "13.6.9"),
    Switch("facilities", "Facilities and fortifications (option 32)", "22.9"),
    Switch("destruction", "Factories and oil are destroyed and repaired (option 33)", "13.6.7"),
    Switch("convoys_in_flames", "Convoys in Flames (option 7)", "22.16"),
    Switch("factories_in_flames", "Factories in Flames (option 40)", "13.6.10"),
    Switch("intelligence", "Intelligence (option 41)", "13.6.11"),
)

NUMBERS = {  # options that bring counters, by their number on the set-up rows
    2: "divisions", 3: "artillery", 5: "ships_in_flames", 6: "light_cruisers", 14: "supply_units", 52: "guards_banner",
    53: "siberians", 54: "territorials", 55: "volunteers", 56: "heavy_weapons", 57: "air_cavalry", 24: "v_weapons",
    47: "flying_bombs", 50: "ukraine", 51: "frogmen", 4: "planes_in_flames", 45: "carrier_planes",
    59: "warlords", 7: "convoys_in_flames",
}  # fmt: skip

CLUB = (
    "ships_in_flames", "light_cruisers", "divisions", "artillery", "territorials", "siberians", "hq_support", "rough_seas",
    "presence_of_the_enemy", "railway_bonus", "fractional_odds", "isolated_reorganisation", "gearing_limits", "facilities",
    "destruction", "guards_banner", "volunteers", "offensive_points", "cadre", "variable_reorganisation",
)  # fmt: skip
KITS = (
    Kit("base", "Base game: no options", {switch.key: False for switch in SWITCHES if not switch.choices}),
    Kit("club", "The usual club set", {switch.key: switch.key in CLUB for switch in SWITCHES if not switch.choices}),
    Kit("everything", "Everything", {switch.key: True for switch in SWITCHES if not switch.choices}),
)
