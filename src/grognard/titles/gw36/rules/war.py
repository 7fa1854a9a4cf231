"""8.1: the steps of a declaration of war, the Allied penalty (5.6), the Monroe Doctrine (5.7), and all political acts.

Also the political windows in which any seat may act out of turn (5.5, 1.15, 9.21, 14). Who may declare war on whom is
war_conditions.py, peacetime income is income_increases.py; where an attacked minor goes is alignment.py; pacts are pacts.py.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from typing import Any
from zlib import crc32

from grognard.kernel.acts import Act, Menu, menu
from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.flow import Ask, Flow, Option, Options, interrupts
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import ALLIES, CHINESE, MAJORS, NAMES, NATIONS, PLAYED, POWER, USA, USSR, N
from grognard.titles.gw36.rules import alignment, pacts, passages, permissions, returns, tidings
from grognard.titles.gw36.rules.conquest import COMING_HOME, part
from grognard.titles.gw36.rules.income_increases import raise_income, tell
from grognard.titles.gw36.rules.nations import alive, allied, at_war, at_war_with_major, is_neutral, make_war, roundels
from grognard.titles.gw36.rules.seats import acting, nations_of, seat_of, voice_of, voices
from grognard.titles.gw36.rules.treasury import lose
from grognard.titles.gw36.rules.units import american_zones
from grognard.titles.gw36.rules.war_conditions import able, declared_on, may_declare, payers, pays_penalty
from grognard.titles.gw36.state import Nation, War
from grognard.titles.gw36.subjects import Penalty, Politics

TOLD = 2  # news told in one prompt


@rule("5.6")
def pay_penalty(g: War, nation: int) -> Flow[None]:
    """The penalty is paid at once and may be shared"""
    left = g.facts.prices["allied_declaration"]
    sharing = payers(g, nation)
    for n, payer in enumerate(sharing):
        row = g.nations[payer]
        rest = sum([g.nations.cash[p] for p in sharing[n + 1 :]])
        low, high = max(0, left - rest), min(left, row.cash)
        share = high
        if low < high and n + 1 < len(sharing):
            prompt = f"{NAMES[payer]} pays of the penalty"
            _, share = yield from menu(g, seat_of(g, payer), prompt, Penalty(payer, low, high), PAYING)
        lose(g, payer, share)
        left -= share
        if share:
            g.say("{} pays {} IPP for the declaration of war", row, share, rule="5.6")
        if not left:
            return


@rule("5.6")
def may_pay(g: War, penalty: Penalty, paid: int) -> No | None:
    """Why a nation cannot pay this share: the others have less, or it has."""
    if penalty.least <= paid <= penalty.most:
        return None
    return No("5.6", f"{NAMES[penalty.payer]} pays {penalty.least} to {penalty.most} IPP")


# --- 8.1 the steps ------------------------------------------------------------------------


@rule("8.1", "5.3", "5.5")
def declare_war(g: War, nation: int, target: int, *, window: bool = True, rests: bool = False) -> Flow[None]:
    """A declaration of war with its consequences (table 8-1)"""
    assert may_declare(g, nation, target) is None
    aligned = g.relations.aligned
    neutral_minor = target >= PLAYED and is_neutral(g, target)
    if pays_penalty(g, nation, target):
        yield from pay_penalty(g, nation)
    g.say("{} declares war on {}", g.nations[nation], g.nations[target], rule="8.1")
    for n in range(N):
        if POWER[n] == POWER[nation]:
            g.nations[n].declared = 1
    g.events[declared_on(g.nations.alliance[nation], g.nations.alliance[target])] = 1
    yield from go_to_war(g, nation, target)
    abroad = not {nation, target} <= CHINESE  # a warlord is part of China (GW36-AMB-113)
    if neutral_minor and abroad and g.nations.alliance[nation] == ALLIES and not at_war_with_major(g, USA):
        raise_income(g, USA, -g.facts.prices["usa_income_loss"], "an Allied war on a neutral")  # 5.6
    yield from permissions.greet(g, aligned)
    if window:
        yield from react(g, rests=rests)


@rule("8.1", "4.9")
def go_to_war(g: War, nation: int, target: int) -> Flow[None]:
    """War breaks out: incomes rise, China stands together, an attacked minor finds its protector"""
    make_war(g, nation, target)
    part(g, nation, target)
    pacts.broken_by_war(g, nation, target)
    tell(g, "declares_war", nation, on=target)
    if target < PLAYED:
        tell(g, "attacked", nation, on=target)
    if nation == USSR and NATIONS[target] in ("norway", "denmark"):  # 4.6: neutral as long as it is a nation
        g.events[alignment.SOVIET_NORDIC_WAR] = 1  # table 4-5: Sweden
    if target in CHINESE and nation not in CHINESE:
        yield from alignment.china_attacked(g, nation)
    elif target >= PLAYED:
        yield from alignment.minor_attacked(g, nation, target)
    yield from alignment.settle(g)


# --- 5.7 the Monroe Doctrine ------------------------------------------------------------------------


@rule("5.7")
def monroe_targets(g: War) -> list[int]:
    """Foreign Major Powers the USA may fight in and around the Americas without a war."""
    if not alive(g, USA):
        return []
    nations, stacks = g.units.nation, g.units.stacks
    found = {nations[u] for sea in american_seas(g) for u in stacks[sea]} | american_conquerors(g)
    found &= MAJORS
    return sorted([n for n in found if n != USA and not allied(g, n, USA) and not at_war(g, n, USA) and n not in g.monroe])


@once_per_board
def american_seas(g: War) -> tuple[int, ...]:
    """The sea zones on the shores of the Americas."""
    return tuple([z for z in american_zones(g) if g.board.geo.is_sea[z]])


@derived("zones.owner")
def american_conquerors(g: War) -> frozenset[int]:
    """Who possesses land in the Americas that does not bear its roundel."""
    owner, printed, is_sea = g.zones.owner, roundels(g), g.board.geo.is_sea
    return frozenset([owner[z] for z in american_zones(g) if not is_sea[z] and printed[z] != owner[z]])


@rule("5.7")
def invoke_monroe(g: War, target: int) -> None:
    """The USA opposes a power in the Americas: no declaration, no income increases."""
    g.monroe[target] = g.turn
    g.news += 1
    g.say("The USA invokes the Monroe Doctrine against {}", g.nations[target], rule="5.7")


# --- windows ------------------------------------------------------------------------


@rule("5.5", "2.3")
def may_declare_now(g: War, politics: Politics, pair: tuple[int, int]) -> No | None:
    """Why a seat does not declare this war."""
    if pair[0] not in nations_of(g, politics.seat):
        return No("5.5", f"{NAMES[pair[0]]} is not yours")
    return may_declare(g, *pair)


def _declarable(g: War, politics: Politics) -> Iterator[tuple[int, int]]:
    """Every war a seat may declare now: who, on whom."""
    for nation in nations_of(g, politics.seat):
        if nation < PLAYED and POWER[nation] == nation:
            for target in able(g, nation):
                yield nation, target


@rule("5.7")
def may_invoke(g: War, politics: Politics, target: int) -> No | None:
    """Why a seat does not invoke the Monroe Doctrine against a power."""
    if USA not in nations_of(g, politics.seat):
        return No("5.7", "the USA alone invokes its doctrine")
    return None if target in monroe_targets(g) else No("5.7", "it has no units or conquests in the Americas")


def _opposed(g: War, politics: Politics) -> list[int]:
    return monroe_targets(g) if USA in nations_of(g, politics.seat) else []


@rule("5.5", "1.15", "9.21", "14.1")
def affairs(g: War, seat: str, *, out_of_turn: bool = False) -> Menu[War, Politics]:
    """The political acts of a seat; out of turn what concerns the nations in turn, and what may be done at any time."""
    return Menu(g, Politics(seat, out_of_turn), POLITICAL)


def acts(g: War, seat: str, *, out_of_turn: bool = False) -> list[Option]:
    """What a seat may do in politics now."""
    return affairs(g, seat, out_of_turn=out_of_turn).options()


@rule("5.5", "8.1")
def react(g: War, *, rests: bool = False) -> Flow[None]:
    """Nations that a declaration has made able to act may answer it at once

    `rests`: nothing waits behind it but the movement of the nation in turn, which comes back to it when it is started again.
    """
    yield from _window(g, "reaction", rests=rests)


@rule("5.5")
def politics(g: War, *, rests: bool = False) -> Flow[None]:
    """Any nation may act out of its turn (GW36-AMB-50)"""
    yield from _window(g, "politics", rests=rests)


@rule("5.5", "14.1", "8.1")
def moment(g: War) -> Flow[None]:
    """A seat that has asked to be heard at every step of the others' turns may act now (GW36-AMB-50)"""
    if g.standing and any(key.endswith(" moment") for key in g.standing):
        yield from _window(g, "moment")


def wakeful(g: War, seat: str) -> bool:
    """Whether a seat wants to be asked at every step."""
    return f"{seat} moment" in g.standing


class Said(Container[str]):
    """What has been said in one window, where nothing is said twice; of one that rests it stands among g.events."""

    def __init__(self, g: War, rests: bool) -> None:
        self.g, self.rests = g, rests
        self.words: set[int] = set()
        if rests and not is_reacting(g):
            g.events[REACTING] = NOTHING

    @property
    def nothing(self) -> bool:
        return self.g.events[REACTING] == NOTHING if self.rests else not self.words

    def __contains__(self, text: object) -> bool:
        key = REACTING - 1 - crc32(str(text).encode())
        return key in (self.g.events if self.rests else self.words)

    def add(self, text: str) -> None:
        key = REACTING - 1 - crc32(text.encode())
        if self.rests:
            self.g.events[REACTING] = self.g.events[key] = SOMETHING
        else:
            self.words.add(key)

    def close(self) -> None:
        """The window is over."""
        if self.rests:
            self.g.events = {key: n for key, n in self.g.events.items() if key > REACTING}


REACTING = -1 << 45  # a number in g.events: a window that rests is open; the numbers below it are what has been said there
NOTHING, SOMETHING = -1, -2


def is_reacting(g: War) -> bool:
    """Whether a window that rests is open."""
    return REACTING in g.events


def _window(g: War, kind: str, *, rests: bool = False) -> Flow[None]:
    seats = list(dict.fromkeys([voice_of(g, n) for n in range(PLAYED) if alive(g, n)]))
    said = Said(g, rests)

    def ask(g: War) -> list[Ask]:
        found = []
        busy = {voice_of(g, n) for n in acting(g)} if kind != "reaction" else set()
        for seat in seats:
            if seat in busy:
                continue  # its own phases offer the same acts
            if not _news_for(g, seat) if kind != "moment" else not wakeful(g, seat):
                continue
            menu = affairs(g, seat, out_of_turn=True)
            prompt = "Act out of turn?"
            options: Options = partial(unsaid, menu)  # listed when the seat is asked
            if tidings.listens(g, seat):
                offered = unsaid(menu)
                if f"passed {seat}" in said and not tidings.fresh(g, seat, offered, own=True):
                    continue
                prompt, options = _news_first(g, seat, prompt, offered)
            found.append(Ask(seat, prompt, options, "5.5", partial(why_not, menu), subject=menu.subject, menu=menu))
        return found if said.nothing else [one for one in found if one.menu is not None and one.menu.offers(but=said)]

    def unsaid(menu: Menu[War, Politics]) -> list[Option]:
        return menu.options() if said.nothing else [o for o in menu.options() if o.text not in said]

    def why_not(menu: Menu[War, Politics], option: Option) -> No | None:
        return No("5.5", "it was said just now") if option.text in said else menu.why(option)

    def step_in(g: War, seat: str, option: Option) -> Flow[None] | None:
        said.add(option.text)
        for before in seats[: seats.index(seat)]:
            said.add(f"passed {before}")
            if tidings.listens(g, before):
                tidings.remember(g, before, acts(g, before, out_of_turn=True))
        doing: Flow[None] | None = affairs(g, seat, out_of_turn=True).do(option)
        return doing

    yield from interrupts(g, kind, ask, step_in, rests=rests)
    said.close()
    for seat in seats:
        _heard(g, seat)


def _news_first(g: War, seat: str, prompt: str, options: list[Option]) -> tuple[str, list[Option]]:
    """The question of a seat that has asked to be told what is new."""
    news = tidings.fresh(g, seat, options)
    told = list(news.values())
    more = f" and {len(told) - TOLD} more" if len(told) > TOLD else ""
    prompt = f"{', '.join(told[:TOLD])}{more}. {prompt}" if told else prompt
    return prompt, sorted(options, key=lambda o: o.text not in news)


def nothing_new(g: War, seat: str) -> bool:
    """Standing answer: the seat can do nothing it could not do before, and no player nations have gone to war (GW36-AMB-160)."""
    return tidings.in_its_menu(g, seat) or not tidings.fresh(g, seat, acts(g, seat, out_of_turn=True))


def _news_for(g: War, seat: str) -> bool:
    """Whether relations changed since the seat was last asked."""
    asked, news = g.nations.asked, g.news
    return any(voice == seat and asked[n] < news for n, voice in enumerate(voices(g)))


def _heard(g: War, seat: str) -> None:
    if tidings.listens(g, seat) and _news_for(g, seat):
        tidings.remember(g, seat, acts(g, seat, out_of_turn=True))
    asked, news = g.nations.asked, g.news
    for n, voice in enumerate(voices(g)):
        if voice == seat and asked[n] != news:
            g.nations[n].asked = news


def asleep(g: War, seat: str) -> bool:
    """The standing request to be heard never passes by itself."""
    return False


DECLARING = Act(
    "declare", "5.5", "{0} declares war on {1}", takes=(Nation, Nation), listed=_declarable, may=may_declare_now,
    do=lambda g, politics, pair: declare_war(g, *pair, window=not politics.out_of_turn, rests=not politics.out_of_turn),
    group=lambda g, politics, pair: f"{NAMES[pair[0]]}: war on a {'player nation' if pair[1] < PLAYED else 'minor'}",
)  # fmt: skip
INVOKING = Act(
    "monroe", "5.7", "Invoke the Monroe Doctrine against {0}", takes=Nation, group="Pacts", listed=_opposed, may=may_invoke,
    do=lambda g, politics, target: invoke_monroe(g, target),
)  # fmt: skip
POLITICAL: tuple[Act[War, Politics, Any], ...] = (
    DECLARING, pacts.PROPOSING, pacts.NULLIFYING, pacts.BREAKING, INVOKING, returns.ASKING_BACK, returns.GIVING_BACK,
    passages.CLOSING, passages.OPENING, permissions.CLOSING_LAND, permissions.OPENING_LAND, COMING_HOME,
)  # fmt: skip
PAYING = Act[War, Penalty, int](
    "pay", "5.6", "Pay {0} IPP", takes=int, among=lambda g, p: range(p.least, p.most + 1), may=may_pay, do=lambda g, p, paid: paid
)
BACK = Act[War, Politics, None]("back", "5.5", "Back", do=lambda g, politics, _: None)
