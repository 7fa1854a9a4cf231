"""The guided first game: July 1939 for the Axis. What the coach tells as the German turn happens, in our own words."""

from __future__ import annotations

from grognard.kernel.title import FirstGame, Lesson

FIRST_GAME = FirstGame(
    "1939",
    "axis",
    (
        Lesson(
            "",
            "sign",
            "A treaty is offered",
            "The Soviet Union proposes the pact of August 1939. Signed, it keeps the Soviets busy elsewhere and lets you "
            "fight in the West first. Every question stands here on the right with all its legal answers: press one.",
            "sign",
        ),
        Lesson(
            "",
            "pass",
            "Others may step in",
            "At some moments every seat may act out of turn: declare a war, open a strait. Most of the time you have no "
            "reason to. Press Pass. Under Players you can say once and for all when you want to be asked.",
            "pass",
        ),
        Lesson(
            "Production",
            "buy",
            "Spend the income",
            "Industrial points buy units, research and buildings. Open a group and press plus; minus takes it back. "
            "Infantry is cheap and holds ground, armour wins it. Ships take several turns. When you have spent enough, "
            "press Done.",
            "buy infantry 4",
        ),
        Lesson(
            "Production",
            "research",
            "Research is a roll",
            "Answers with a die roll at once. Research is free for what your sheet lists: try one and watch the battle window.",
            "research",
        ),
        Lesson(
            "Combat Movement",
            "politics",
            "First the war",
            "You cannot march into Poland while you are at peace with it. Try it: take a unit in Eastern Germany and "
            "click West Poland. The table says what is missing and offers to do it.",
            "politics",
        ),
        Lesson(
            "Combat Movement",
            "attack",
            "Give the order",
            "Lit zones can be attacked. Above the list you choose who goes along: alone, all of its sort, the whole "
            "stack. The odds of the battle to come stand on the card. Escape puts the unit back.",
        ),
        Lesson(
            "Combat",
            "press",
            "Press on or retreat",
            "A round has been fought: the window shows each die and what it needed. Press the attack while the odds are "
            "yours; a retreat saves what is left.",
            "press",
        ),
        Lesson(
            "Combat",
            "lose",
            "Choose what you lose",
            "Each hit takes a unit of the owner's choice. The price stands beside each: infantry first is seldom wrong.",
        ),
        Lesson(
            "Non-Combat Movement",
            "pick",
            "Bring up the rest",
            "Units that did not fight may move now, by rail as well: choose a zone under By rail. Leave nobody at home "
            "whom no enemy threatens.",
        ),
        Lesson(
            "Place Units",
            "place",
            "New units",
            "What was paid in full comes onto the board at a factory. Near the front, if you can.",
            "place",
        ),
        Lesson(
            "",
            "",
            "The question knows the board",
            "What can answer is lit in amber; the ring button at the top left brings it into sight. Anything that is not "
            "lit tells why when you click it, with the rule: press the number to read it. You are ready; leave the coach "
            "whenever you like.",
        ),
    ),
)
