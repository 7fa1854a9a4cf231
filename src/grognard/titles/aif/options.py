"""The options of America in Flames: chapter 22 and the optional sections of other chapters."""

from __future__ import annotations

from grognard.kernel.title import Switch
from grognard.titles.wif.options import SWITCHES as SHARED
from grognard.titles.wif.options import Options as SharedOptions


class Options(SharedOptions):
    """`g.options`: those of the shared system, which stand as this edition has them, and its own."""

    motorised_costs: bool
    saved_points: bool
    amphibious: bool
    factories: bool
    walther: bool
    flying_corps: bool
    atomic_bombs: bool
    ss_reorganisation: bool
    hidden_units: bool
    auction: bool
    sorties: bool


OWN = (
    Switch("light_cruisers", "Light cruisers of Ships in Flames", "23.5.3"),
    Switch("motorised_costs", "Motorised units pay their own terrain costs", "11.11.2"),
    Switch("saved_points", "Build points may be saved", "13.6.8"),
    Switch("atomic_bombs", "Atomic bombs", "11.7.1"),
    Switch("factories", "Factory destruction and construction", "22.1"),
    Switch("amphibious", "Amphibious units", "22.2"),
    Switch("railway_bonus", "Railway movement bonus", "22.5", True),
    Switch("air_cavalry", "Air cavalry", "22.6"),
    Switch("walther", "The Walther submarine", "22.7"),
    Switch("flying_corps", "The Hermann Goering flying corps", "22.8"),
    Switch("ss_reorganisation", "SS reorganisation", "22.9"),
    Switch("hidden_units", "Hidden units", "22.10"),
    Switch("auction", "An auction of sides", "23.3"),
    Switch("sorties", "Ships may put to sea before the first turn", "23.5.3", True),
)

FIXED = {switch.key: False for switch in SHARED if switch.key not in {own.key for own in OWN}}
