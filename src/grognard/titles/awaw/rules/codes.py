"""Ours 48: codebreaking: who holds which cards, hidden from the others, and what a card is worth where it is played."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.nations import BRITAIN, EUROPEAN_AXIS, GERMANY, ITALY, JAPAN, JAPAN_ALONE, US, WESTERN
from grognard.titles.awaw.rules.research import CODES, cell
from grognard.titles.awaw.state import World

CARDS = ("submarine", "ASW", "tactical", "strategic", "wild", "blank")
HOLDERS = ("European Axis", "Britain", "Japan", "US")
AXIS_ULTRA, BRITISH_ULTRA, JAPANESE_MAGIC, AMERICAN_MAGIC = range(4)
SEATED = {AXIS_ULTRA: GERMANY, BRITISH_ULTRA: BRITAIN, JAPANESE_MAGIC: JAPAN, AMERICAN_MAGIC: US}
RIVAL = {AXIS_ULTRA: BRITISH_ULTRA, BRITISH_ULTRA: AXIS_ULTRA, JAPANESE_MAGIC: AMERICAN_MAGIC, AMERICAN_MAGIC: JAPANESE_MAGIC}
MOST_CARDS = 4
COUNTER = {"submarine": "ASW", "ASW": "submarine"}


def holder_of(power: int, *, pacific: bool) -> int:
    """Which hand a power holds in a theatre, or -1."""
    if pacific:
        return {JAPAN: JAPANESE_MAGIC, US: AMERICAN_MAGIC}.get(power, -1)
    return {GERMANY: AXIS_ULTRA, ITALY: AXIS_ULTRA, BRITAIN: BRITISH_ULTRA}.get(power, -1)


def active(g: World, holder: int) -> bool:
    """A deck is used where both of its holders are played."""
    return g.sheet.whole and g.seated(SEATED[holder]) and g.seated(SEATED[RIVAL[holder]])


@rule("ours 48.1")
def code_results(g: World, holder: int) -> int:
    return g.booked.get(CODES + holder, 0)


def pack(g: World, holder: int) -> list[int]:
    """The eight cards of a holder, by kind."""
    return [CARDS.index(c.card) for c in g.charts.cards if c.holder == HOLDERS[holder] for _ in range(c.number)]


@rule("ours 48.2")
def draw_cards(g: World) -> None:
    """Every game turn: one card and one for each result, four at most, from the holder's own eight; seen by nobody else."""
    g.hands = {}
    for holder, power in SEATED.items():
        if not active(g, holder):
            continue
        cards = pack(g, holder)
        count = min(MOST_CARDS, 1 + code_results(g, holder))
        for place in g.pick(list(range(len(cards))), count, "code cards", "ours 48.2", only=(g.seat(power),)):
            key = holder * 10 + cards[place]
            g.hands[key] = g.hands.get(key, 0) + 1


def held(g: World, holder: int, card: str) -> int:
    """How many cards of a kind are in a hand."""
    return g.hands.get(holder * 10 + CARDS.index(card), 0) if holder >= 0 else 0


@rule("ours 48.4")
def advantage(g: World, holder: int, card: str) -> int:
    """One where the holder has the card (or a wild one) and the rival has not its counter."""
    if holder < 0 or not active(g, holder):
        return 0
    mine = held(g, holder, card) + held(g, holder, "wild")
    rival = RIVAL[holder]
    theirs = held(g, rival, COUNTER[card]) + held(g, rival, "wild")
    return int(mine > 0 and theirs == 0)


@rule("ours 48.8")
def may_play(g: World, holder: int, card: str) -> No | None:
    """A card in the hand; each is played once."""
    if holder < 0 or not (held(g, holder, card) or held(g, holder, "wild")):
        return No("ours 48.8", "no such card is in the hand")
    return None


@rule("ours 48.8")
def play(g: World, holder: int, card: str) -> None:
    """The card leaves the hand, a wild one if need be, and all see it."""
    kind = card if held(g, holder, card) else "wild"
    g.hands[holder * 10 + CARDS.index(kind)] -= 1
    g.say("{} plays a {} card", g.nations[SEATED[holder]], kind, rule="ours 48.8")
    g.reveal()


def forget(g: World, faction: int) -> None:
    """A copy for a seat of one faction (or none) knows no hand but its own."""
    keep = {EUROPEAN_AXIS: (AXIS_ULTRA,), JAPAN_ALONE: (JAPANESE_MAGIC,), WESTERN: (BRITISH_ULTRA, AMERICAN_MAGIC)}
    g.hands = {key: n for key, n in g.hands.items() if key // 10 in keep.get(faction, ())}


def research_hidden(g: World, faction: int) -> None:
    """And no research points but its own."""
    width = len(g.points) // 4 if g.points else 0
    if width:
        first = cell(faction, "air_general") - cell(faction, "air_general") % width if faction in range(4) else -1
        own = range(first, first + width) if first >= 0 else range(0)
        g.points = [n if i in own else 0 for i, n in enumerate(g.points)]
        g.fresh_points = [n if i in own else 0 for i, n in enumerate(g.fresh_points)]
