"""The options of a game as rules read them: chapter 29 and what the rulebook leaves to the players."""

from __future__ import annotations

from grognard.kernel.title import Switches


class Options(Switches):
    """`g.options`: one name for each switch of the title."""

    players: str
    separate_victory: bool
    forced_march: bool
    elite_units: bool
    carpet_bombing: bool
    motorised_flak: bool
    rebuilding: bool
    pilot_training: bool
    simple_uboats: bool
    uboat_cards: bool
    simple_bombing: bool
    bombing_cards: bool
    soviet_bombing: bool
    naval_cards: bool
    med_submarines: bool
    sub_hunters: bool
    siege_of_leningrad: bool
    uboat_attrition: bool
    capital_ships: bool
    task_forces: bool
    variants: bool
    transylvania: bool
    convoys: bool
    bombing_raids: bool
    bomber_waves: bool
    espionage_cards: bool
    simple_diplomacy: bool
