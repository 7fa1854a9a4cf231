"""The guided first game: Poland, Fall 1939, for the Axis. What the coach tells as the turn happens, in our own words."""

from __future__ import annotations

from grognard.kernel.title import FirstGame, Lesson

FIRST_GAME = FirstGame(
    "poland",
    "axis",
    (
        Lesson(
            "Planning",
            "sle",
            "How hard will you try?",
            "An effort decides which units may act; it is paid in NARFs, the stores of a power. The sustained effort activates "
            "all of them and costs most; regional ones activate what stands within four hexes of a marker. You have one turn "
            "to take Warsaw: spend it.",
            "sle",
        ),
        Lesson(
            "Efforts and supply",
            "place",
            "Where the effort goes",
            "A marker wakes the units within four hexes of it. Each lit hex tells how many; place it where most of your army "
            "stands before Warsaw.",
        ),
        Lesson(
            "Breakdown",
            "done",
            "Large units in pieces",
            "A corps can be exchanged for its parts here, to hold more hexes. You will not need that today: press Done.",
            "done",
        ),
        Lesson(
            "Staging",
            "stage",
            "Aircraft come closer",
            "Aircraft hop to another base before they fly missions. Bring the bombers within reach of Warsaw, or press Done.",
            "done",
        ),
        Lesson(
            "Counter-air",
            "strike",
            "Their aircraft first",
            "Aircraft caught on their airfields defend nothing this turn. Strike Warsaw, send what you can, and go: the dice are "
            "rolled, with ratings of both air forces among the modifiers.",
            "strike",
        ),
        Lesson(
            "Rail movement",
            "entrain",
            "By train",
            "Units in friendly cities travel far to another city. Then they are where they are: the front needs feet. "
            "Done is fine.",
            "done",
        ),
        Lesson(
            "First impulse movement",
            "take",
            "Take a stack",
            "Click a stack and take a unit, or the whole stack. Lit hexes are in reach. Foot stops beside the enemy; "
            "tanks drive through for more points. Bring many units around one Polish hex: odds are counted as a ratio.",
        ),
        Lesson(
            "First impulse combat",
            "attack",
            "Announce attacks",
            "First all attacks are named, then they are fought. Choose a lit hex, add the units beside it, and read the "
            "odds on the card: the column, the modifiers with their rules, the chance of each result.",
        ),
        Lesson(
            "First impulse combat",
            "support",
            "From the air",
            "Aircraft shift the column. Choose one and the hex it supports; Done when enough are in the air.",
        ),
        Lesson(
            "First impulse combat",
            "fight",
            "The dice",
            "Now each battle is rolled. Under Charts the cell that counts is lit on the printed table.",
            "fight",
        ),
        Lesson(
            "First impulse combat",
            "advance",
            "Through the gap",
            "The hex is open: advance. A Breach lets tanks go on in the second impulse.",
            "advance",
        ),
        Lesson(
            "Second impulse movement",
            "take",
            "The second impulse",
            "Tanks, mechanised troops and cavalry move and fight once more. This is how Warsaw falls in one turn.",
        ),
        Lesson(
            "Build",
            "",
            "Repair",
            "Depleted and lost units come back for their price, as far as the purse reaches.",
            "done",
        ),
        Lesson(
            "",
            "",
            "Ask the table",
            "Click anything that is not lit and it says why, with the rule: press the number to read it. Layers has an "
            "overlay for supply; click a counter to see the line that feeds it. Leave the coach whenever you like.",
        ),
    ),
)
