"""The guided first game: the first German turn of Barbarossa 1941. What the coach tells as it happens."""

from __future__ import annotations

from grognard.kernel.title import FirstGame, Lesson

FIRST_GAME = FirstGame(
    "barbarossa",
    "axis",
    (
        Lesson(
            "Movement",
            "pick",
            "Move, one unit after the other",
            "Click a unit, then a lit hex. Zones of control stop infantry; armor pays more to go on. Bring two or "
            "three strong units beside each hex you mean to attack, and keep armor in hand to run through the gap.",
        ),
        Lesson(
            "Movement",
            "stage",
            "Aircraft stage",
            "Air units go from base to base before they fight. Those near the front can strike enemy air on its base, "
            "support attacks and intercept; each does one thing a turn.",
        ),
        Lesson(
            "Counterair",
            "counterair",
            "Strike them on the ground",
            "Attack enemy air on its base before anything else: what is inverted there defends nothing this turn. Send "
            "as many factors as you can spare; the dice on both sides are shown.",
        ),
        Lesson(
            "Announcement",
            "attack",
            "All attacks first",
            "Every attack is announced and paid for before the first is fought. Choose the hex, then its units, then "
            "air support. The card shows odds and what each die would do: two to one is the least that is worth it.",
        ),
        Lesson(
            "Attacks",
            "",
            "The dice",
            "One attack after the other. An exchange costs you as much as them, so fight the sure ones first; where a "
            "hex opens, armor goes through it and attacks again.",
        ),
        Lesson(
            "Construction",
            "",
            "BRPs become units",
            "Basic resource points pay for units, and for the offensives of next turn. Rebuild what you lost, infantry "
            "first, and leave enough for the next offensive.",
        ),
        Lesson(
            "Redeployment",
            "",
            "Behind the lines",
            "Units go by rail and sea to where they are wanted next turn. Fill the line so that nobody is cut off: a "
            "unit out of supply at the end of its turn is gone.",
        ),
        Lesson(
            "",
            "",
            "Ask the table",
            "Click anything that is not lit and it says why, with the rule. Under State you find the points of both "
            "sides; Charts has the tables. Leave the coach whenever you like.",
        ),
    ),
)
