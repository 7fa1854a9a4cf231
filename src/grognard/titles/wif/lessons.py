"""The guided first game: the first impulses of Barbarossa 1941 for the Axis. What the coach tells as they happen."""

from __future__ import annotations

from grognard.kernel.title import FirstGame, Lesson

FIRST_GAME = FirstGame(
    "barbarossa_1941",
    "axis",
    (
        Lesson(
            "Action",
            "act",
            "One action for the impulse",
            "A turn is a run of impulses that goes on until a die ends it. In each you choose one sort of action: a land action "
            "moves every army and attacks as often as you like, but flies only a few missions. The card tells how likely the "
            "turn goes on. It is fine and the enemy is surprised: take the land action.",
            "act land",
        ),
        Lesson(
            "Port attacks: bombers",
            "fly",
            "What aircraft do first",
            "Before armies move, bombers may strike ships in port, fly out to sea, bomb factories, or hit units on the ground. "
            "Four questions, one for each; a land action pays for a few flights only. The numbers of an aircraft: in the air, at "
            "sea, against units, against factories, and its range after the r; a dash is nothing. Save them for the "
            "ground strikes: no more.",
            "done",
        ),
        Lesson(
            "Naval air missions",
            "patrol",
            "Aircraft over the sea",
            "An aircraft sent here waits in a sea area and looks for ships. On this front nobody needs to: done.",
            "done",
        ),
        Lesson(
            "Strategic bombardment: bombers",
            "fly",
            "Against factories",
            "Bombs on a factory cost the enemy production this turn. Armies come first here: no more.",
            "done",
        ),
        Lesson(
            "Ground strikes: bombers",
            "fly",
            "Bombs before the attack",
            "Bombers turn units face-down where they roll their factors or less; each face-down defender adds one to your die. "
            "Surprised units are rolled against twice. Strike where you mean to attack, two bombers to a stack.",
        ),
        Lesson(
            "Rail movement",
            "rail",
            "By train",
            "From city to city as far as the line is yours. Who travels by train arrives face-down: for the rear only. Done "
            "is fine.",
            "done",
        ),
        Lesson(
            "Land movement",
            "pick",
            "March",
            "Click a unit, then a lit hex. Zones of control stop you; terrain and rain cost points, and a unit that arrives "
            "with too few is worn out, face-down. Bring two stacks beside each hex you want, an HQ two hexes "
            "behind them: it feeds them.",
        ),
        Lesson(
            "Declaring attacks",
            "attack",
            "All attacks first",
            "Name every attack before the first is fought. The card counts factors and odds, every modifier with its rule, "
            "and both tables: on open ground, with more armour, you choose the blitzkrieg, which is cheap; "
            "cities are assaults, and dear.",
        ),
        Lesson(
            "Ground support: bombers",
            "fly",
            "From the air",
            "Bombers that get through add their factors, up to what the land units have. They count against no limit. Look "
            "at the card: it is worth it where the odds move up a column.",
        ),
        Lesson(
            "Fighting",
            "fight",
            "The dice",
            "One attack after the other, in your order. First the surest: its advance may cut the others off.",
            "fight",
        ),
        Lesson(
            "Fighting",
            "advance",
            "Into the gap",
            "The hex is open. After a breakthrough tanks go a hex further. Do not leave a tank alone among the enemy.",
            "advance",
        ),
        Lesson(
            "Rebases",
            "rebase",
            "Aircraft follow",
            "Aircraft that have not flown may change their base. Keep fighters and bombers close behind the tanks.",
        ),
        Lesson(
            "Reorganisation",
            "points",
            "Ready again",
            "Attackers are face-down now and would stay so until the turn ends. An HQ gives its points to turn some of them up, "
            "armour first; it goes face-down itself. Worth it early in a long turn.",
        ),
        Lesson(
            "Building",
            "build",
            "Build points",
            "A few points a turn: infantry comes soonest. What arrives after the last turn is wasted.",
        ),
        Lesson(
            "Reinforcements",
            "",
            "New units",
            "What was ordered earlier arrives now, in a city of its country. The nearer to the front, the better.",
        ),
        Lesson(
            "Initiative",
            "keep",
            "Who begins?",
            "Both sides have rolled. Whoever wins says who moves first; a re-roll costs a step on the initiative track. "
            "Keep the rolls when you have won.",
            "keep",
        ),
        Lesson(
            "",
            "",
            "Ask the table",
            "Click anything that is not lit and it says why, with the rule. Layers shows the weather; under Turn you find the "
            "impulse track, under Powers what is left of each limit. Leave the coach whenever you like.",
        ),
    ),
)
