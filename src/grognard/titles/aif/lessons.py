"""The guided first game: the first turns of the short game for the Axis. What the coach tells as they happen; the war itself
is that of World in Flames, and its lessons follow."""

from __future__ import annotations

from grognard.kernel.title import FirstGame, Lesson
from grognard.titles.wif.lessons import FIRST_GAME as WAR

FIRST_GAME = FirstGame(
    "short_game",
    "axis",
    (
        Lesson(
            "Influence before the game",
            "court",
            "Friends in the Americas",
            "Political points court the countries of the two continents, in secret. Spend them on few countries that "
            "lie beside your bases: a country that leans to you far enough comes over with its army and its ports.",
        ),
        Lesson(
            "Ships put to sea",
            "gather",
            "The fleets before the war",
            "Fleets may put to sea before the first turn: they begin it a section lower than they sailed to. Those that stay in "
            "port sail in the first impulse. Done is a good answer.",
            "done",
        ),
        Lesson(
            "Loans",
            "no_loan",
            "Lending",
            "Build points and resources can be lent to a friend for the turn. To begin with nobody needs to: choose no loan.",
            "no_loan",
        ),
        Lesson(
            "Wars and alignments",
            "declare_war",
            "War or patience",
            "You may declare war on countries, or align those that lean to you. Each declaration drives others away. "
            "Done is a good answer in the first turn.",
            "done",
        ),
        Lesson(
            "Action",
            "act",
            "One action for the impulse",
            "A turn is a run of impulses that goes on until a die ends it. Each power chooses one sort of action: "
            "naval to cross the sea, land to march, air to fly, or a little of everything. The card tells how likely "
            "the turn goes on.",
        ),
        *(lesson for lesson in WAR.lessons if lesson.segment != "Action"),
    ),
)
