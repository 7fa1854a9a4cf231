"""16.1.7: Espionage and Counter-Espionage chits: what they cost, who may play one, and the answer to it. Each use stands with
the rule it bears on and asks here (`covert`); a question is put only to a side that has a chit it may play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from grognard.kernel.acts import Act, Subject, question, secretly
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.american_entry import happy_time
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import camp
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import FALL, SPRING, Nation, War

ESPIONAGE, COUNTER = 0, 1
PRICES = {ESPIONAGE: 4, COUNTER: 3}  # 16.1.7.1
SOVIET_PRICES = {ESPIONAGE: 3, COUNTER: 2}
CHIT_WORDS = ("Espionage", "Counter-Espionage")
A_CHIT = ("an Espionage chit", "a Counter-Espionage chit")


class Chit(Subject, frozen=True):
    """A side that may play a chit: which kind, for what (a word of the use), and who may play it."""

    kind: int
    use: str
    powers: tuple[Annotated[int, Nation], ...]


def season_of_chits(g: War) -> bool:
    """Spring and Fall of the whole war (16.1.7.2)."""
    return bool(g.campaign) and g.season in (SPRING, FALL)


def chit_price(power: int, kind: int) -> int:
    return (SOVIET_PRICES if power == USSR else PRICES)[kind]


@rule("28.1.1", "28.2.2", "28.2.4")
def rebate(g: War, power: int, kind: int) -> int:
    """What a Variant takes off a chit: it makes Espionage cost so much, Counter-Espionage one less."""
    cheap = boon(g, power, "chits")
    return max(chit_price(power, kind) - (cheap - kind), 0) if cheap else 0


def chits(g: War, power: int, kind: int) -> int:
    """Chits in hand."""
    return int((g.nations.guards if kind else g.nations.spies)[power])


@rule("16.1.7.1", "22.8")
def may_buy_chit(g: War, power: int, kind: int) -> No | None:
    """One of each kind for a power in a Spring or Fall."""
    row = g.nations[power]
    if row.surrendered or (power == USA and row.side == NEUTRAL):
        return No("16.1.7.1", "it has no intelligence service in this war")
    if row.chits_bought >> kind & 1:
        return No("16.1.7.1", f"one {CHIT_WORDS[kind]} chit a season")
    price = chit_price(power, kind) - rebate(g, power, kind)
    return No("16.1.7.1", f"it costs {price} NARFs") if row.narfs - row.abroad < price else None


@rule("16.1.7.1")
def buy_chit(g: War, power: int, kind: int) -> None:
    """A chit is bought, known to its owner alone."""
    row = g.nations[power]
    row.abroad += chit_price(power, kind) - rebate(g, power, kind)
    row.chits_bought |= 1 << kind
    if kind == COUNTER:
        row.guards += 1
    else:
        row.spies += 1
    g.say("{} buys {}", row, A_CHIT[kind], rule="16.1.7.1")


def spend_chit(g: War, power: int, kind: int) -> None:
    row = g.nations[power]
    if kind == COUNTER:
        row.guards -= 1
    else:
        row.spies -= 1
    g.say("{} plays {}", row, A_CHIT[kind], rule="16.1.7.2")


def holders(g: War, kind: int, powers: Sequence[int]) -> tuple[int, ...]:
    """Those of these powers that have a chit."""
    return tuple([n for n in powers if chits(g, n, kind)])


@rule("16.1.7.2")
def offer(g: War, seat: str, kind: int, use: str, prompt: str, powers: Sequence[int]) -> Flow[int]:
    """Ask a seat whether one of these powers plays a chit; gives the power, or -1. Nobody is asked who has none"""
    able = holders(g, kind, powers)
    if not able:
        return -1
    _, power = yield from menu(g, seat, prompt, Chit(kind, use, able), KEEPING, PLAYING, rule="16.1.7.2")
    return -1 if power is None else int(power)


@rule("16.1.7.2", "16.1.7.5")
def covert(g: War, side: int, use: str, words: str, powers: Sequence[int] | None = None) -> Flow[bool]:
    """A side may play an Espionage chit for a use, the other may cancel it with Counter-Espionage; whether it has its effect"""
    if not season_of_chits(g):
        return False
    own = powers if powers is not None else [n for n in MAJORS if camp(g, n) == side]
    played = yield from offer(g, g.seat(side), ESPIONAGE, use, f"Espionage: {words}?", own)
    if played < 0:
        return False
    foes = [n for n in MAJORS if camp(g, n) == 1 - side]
    answered = yield from offer(g, g.seat(1 - side), COUNTER, use, f"Counter-Espionage against: {words}?", foes)
    return answered < 0


@rule("16.1.7.2")
def chit_duel(g: War, side: int, use: str, words: str) -> Flow[int]:
    """A side may play Espionage (-1 for its roll), the other Counter-Espionage, which cancels it or is +1 alone"""
    if not season_of_chits(g):
        return 0
    total = 0
    for who, kind, worth in ((side, ESPIONAGE, -1), (1 - side, COUNTER, 1)):
        powers = [n for n in MAJORS if camp(g, n) == who]
        played = yield from offer(g, g.seat(who), kind, use, f"{CHIT_WORDS[kind]}: {words}?", powers)
        total += worth if played >= 0 else 0
    return total


@rule("5.1.3.5", "16.1.7.2")
def may_use_ultra(g: War) -> No | None:
    """Whether Britain can play Espionage against the U-Boats: not in the Happy Time, and not in two seasons of strategic warfare
    running."""
    if happy_time(g):
        return No("5.1.3.5", "not in the Happy Time")
    if g.ultra_played >= 0 and g.turn - g.ultra_played <= 2:
        return No("5.1.3.5", "not twice running")
    return None if chits(g, BRITAIN, ESPIONAGE) else No("5.1.3.5", "Britain has no Espionage chit")


@rule("5.1.3.5", "16.1.7.2", "29.16")
def ultra(g: War, words: str, *, countered: bool = True) -> Flow[bool]:
    """Britain may read the enemy's signals; Germany can answer with Counter-Espionage once in a game, for sub hunters never"""
    if not season_of_chits(g) or may_use_ultra(g) is not None:
        return False
    played = yield from offer(g, g.seat(ALLIES), ESPIONAGE, "ultra", f"Espionage: {words}?", [BRITAIN])
    if played < 0:
        return False
    g.ultra_played = g.turn
    if countered and not g.ultra_countered:
        answered = yield from offer(g, g.seat(AXIS), COUNTER, "ultra", f"Counter-Espionage against: {words}?", [GERMANY])
        if answered >= 0:
            g.ultra_countered = 1
            return False
    return True


def _may_play(g: War, chit: Chit, power: int) -> No | None:
    if power not in chit.powers:
        return No("16.1.7.2", "that power cannot play one here")
    return None if chits(g, power, chit.kind) else No("16.1.7.1", "it has no such chit")


def _play(g: War, chit: Chit, power: int) -> int:
    spend_chit(g, power, chit.kind)
    return power


KEEPING: Act[War, Chit, None] = Act("keep", "16.1.7.2", "Keep the chit", do=lambda g, s, _: None)
PLAYING: Act[War, Chit, int] = Act(
    "chit", "16.1.7.2", lambda g, s, n: f"{g.nations[n].label} plays {CHIT_WORDS[s.kind]}", takes=Nation,
    among=lambda g, s: s.powers, may=_may_play, do=_play,
)  # fmt: skip


# --- cards (29.11) ---------------------------------------------------------------------------------------------------------


class Agents(Subject, frozen=True):
    """A hand of Espionage or Counter-Espionage cards."""

    kind: int
    cards: tuple[str, ...]


CARD: Act[War, Agents, str] = Act(
    "card", "29.11", lambda g, s, card: card.replace("_", " "), takes=str, listed=lambda g, s: s.cards,
    may=lambda g, s, card: None if card in s.cards else No("29.11", "no such card is in the hand"), do=lambda g, s, card: card,
)  # fmt: skip


@rule("29.11", "16.1.7.7")
def espionage_cards(g: War, side: int) -> Flow[int]:
    """Attacker and defender each play a card unseen; the matrix gives what is added to the roll"""
    matrix = campaign_of(g).matrices["29.11"]
    rows, columns = sorted({r for r, _ in matrix}), sorted({c for _, c in matrix})
    hands = [Agents(kind, tuple([w.replace(" ", "_") for w in words])) for kind, words in enumerate((rows, columns))]
    names = [f"{CHIT_WORDS[kind]} card" for kind in (ESPIONAGE, COUNTER)]
    answers = yield from secretly(g, [
        question(g, g.seat(who), name, hand, CARD, rule="29.11") for who, name, hand in zip((side, 1 - side), names, hands)
    ])  # fmt: skip
    mine, theirs = (str(answers[g.seat(who)][1]).replace("_", " ") for who in (side, 1 - side))
    g.say("{} against {}: {}", mine, theirs, matrix[mine, theirs], rule="29.11")
    return matrix[mine, theirs]
