"""1.15 and 1.19: straits, canals, the Northern Sea Route; 15.6: forcing a strait; 15.10: damaged canals.

`may_pass` is the legality test of one naval unit and one border. Closing and opening by owners are acts of the political windows
of war.py. Moves through the special routes are in non_combat.py.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.acts import Act, once
from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.geography import ROUTES
from grognard.titles.gw36.kinds import IS_NAVAL, IS_SUBMARINE, IS_WARSHIP, WITH
from grognard.titles.gw36.powers import (
    ALLIES,
    BRITAIN,
    CLOSED,
    COMMONWEALTH,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    MAJORS,
    NAMES,
    OPENED,
    PLAYED,
    USA,
    USSR,
    keyed,
)
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import aligned, at_war, at_war_with_major, first_refusal
from grognard.titles.gw36.rules.seats import acting, nations_of, not_now
from grognard.titles.gw36.state import SIGNED, Nation, War
from grognard.titles.gw36.subjects import Politics

BARRED_BY_DENMARK = frozenset((*COMMONWEALTH, FRANCE, FREE_FRANCE, USA))
LAKES = WITH["great_lakes"]
_DIFFERENCES = [(kind in LAKES, IS_WARSHIP[kind], IS_SUBMARINE[kind]) for kind in range(len(IS_WARSHIP))]
SAME_TO_PASSAGES = [_DIFFERENCES.index(one) for one in _DIFFERENCES]  # the first kind that `may_pass` treats like each


@rule("1.15")
def may_pass(g: War, kind: int, nation: int, border: int, *, combat: bool) -> No | None:
    """Why a naval unit may not use the strait or canal on a border between sea zones."""
    index = g.board.geo.passage_of.get(border)
    if index is None:
        return None
    if g.board.geo.passages[index].id == "st_lawrence" and kind not in LAKES:
        return No("1.15", "only Torpedo Boat Destroyers and Coastal Submarines enter the Great Lakes")
    passage = g.board.geo.passages[index]
    if passage.id == "danish_straits" and not IS_WARSHIP[kind] and all(g.zones.owner[z] >= PLAYED for z in passage.holders):
        return None  # a neutral Denmark stops warships only; an enemy one closes the straits (11.4 example)
    return _verdict(g, index, nation, IS_SUBMARINE[kind], combat)


def closed_passages(g: War, kind: int, nation: int, *, combat: bool) -> frozenset[int]:
    """Borders at sea that a nation's ships of a kind may not pass."""
    return _closed_to(g, SAME_TO_PASSAGES[kind], nation, combat)


@derived("news", "zones.owner", "zones.captured", "canal_damage", "shut", "pact")
def _closed_to(g: War, kind: int, nation: int, combat: bool) -> frozenset[int]:
    return frozenset([b for b in g.board.geo.passage_of if may_pass(g, kind, nation, b, combat=combat) is not None])


@derived("news", "zones.owner", "zones.captured", "canal_damage", "shut", "pact")
def _verdict(g: War, index: int, nation: int, submarine: bool, combat: bool) -> No | None:
    passage = g.board.geo.passages[index]
    canal = passage.kind != "strait"
    owners = {g.zones.owner[z] for z in passage.holders}
    if g.canal_damage.get(index, 0) >= 5:
        return No("15.10", f"{passage.name} is closed by bombing")
    if not canal and submarine:
        return None  # 1.15 (c)
    if canal and any(g.zones.captured[z] for z in passage.holders) and passage.id != "st_lawrence":
        return No("1.15", f"{passage.name} was captured this turn")  # 1.15 (d)
    if canal and combat and g.options.canal_combat_moves and not hosts_among(g, owners, nation):
        return No("1.15", f"no combat move through {passage.name} unless it is yours or an Aligned nation's")
    if hosts_among(g, owners, nation):
        return None
    return _closed(g, index, nation, owners)


@rule("4.4")
def hosts_among(g: War, owners: set[int], nation: int) -> bool:
    """Whether the nation itself or an Aligned one that does not deny it holds a passage."""
    hosts = g.relations.hosts[nation]
    return any(o >= 0 and hosts >> o & 1 for o in owners)


@rule("1.15")
def _closed(g: War, index: int, nation: int, owners: set[int]) -> No | None:
    """Whether the holder of a passage keeps a nation out (tables 1-1 and 1-2)."""
    passage = g.board.geo.passages[index]
    shut = No("1.15", f"{passage.name} is closed to {NAMES[nation]}")
    owner = max(owners, default=NOWHERE)
    neutral = owner >= PLAYED
    if any(o >= 0 and aligned(g, o, nation) for o in owners):
        return No("4.4", f"{passage.name} is denied to {NAMES[nation]}")
    if passage.id == "danish_straits":
        held = owner >= 0 and g.nations.alliance[owner] == ALLIES  # possessed or controlled by the Allies
        if nation in BARRED_BY_DENMARK and not held:
            return shut
        if neutral:
            return None
    if passage.id == "turkish_straits" and neutral and not at_war(g, owner, nation):  # GW36-AMB-132
        return shut if at_war_with_major(g, nation) else None
    if any(at_war(g, o, nation) for o in owners if o >= 0):
        return shut
    return shut if g.shut.get(keyed(index, nation)) == CLOSED else None


@rule("1.15")
def may_shut(g: War, index: int, owner: int, nation: int) -> No | None:
    """Why the holder of a passage may not close it to a nation."""
    passage = g.board.geo.passages[index]
    if owner not in {g.zones.owner[z] for z in passage.holders}:
        return No("1.15", f"{NAMES[owner]} does not hold {passage.name}")
    if passage.id == "panama":
        if owner == USA and current_income(g, USA) < 15:
            return No("1.15", "the USA closes the canal from an income of 15")
        return None
    if passage.id in ("gibraltar", "suez", "danish_straits", "turkish_straits"):
        return None if at_war(g, owner, nation) else No("1.15", f"{passage.name} is closed to enemies only")
    return None if owner in (GERMANY, USSR, BRITAIN, USA) or at_war(g, owner, nation) else No("1.15", "only to enemies")


@rule("1.15", "1.19")
def may_license(g: War, name: str, nation: int) -> No | None:
    """Why the USSR cannot let a nation use the Northern Sea Route or the Baltic-White Sea Canal."""
    if nation == USSR or at_war(g, USSR, nation):
        return No("1.19", f"no leave for {NAMES[nation]}")
    if nation == GERMANY and g.pact == SIGNED:
        return No("14.2", "Germany has leave by the pact")
    if name == "baltic_white_sea" and g.zones.owner[g.board.space("leningrad")] != USSR:
        return No("1.15", "the USSR does not hold the canal")
    return None


@rule("1.19", "1.15", "14.2")
def licensed(g: War, name: str, nation: int) -> bool:
    """Whether a nation may use one of the Soviet routes: the USSR, Germany under the pact, whom the USSR has given leave."""
    if nation == USSR or (nation == GERMANY and g.pact == SIGNED):
        return True
    index = next(n for n, p in enumerate(g.board.geo.passages) if p.id == name)
    return g.shut.get(keyed(index, nation)) == OPENED and not at_war(g, USSR, nation)


# --- closing and opening: acts of the political windows


Word = tuple[str, int]  # a passage, and the nation to which it is closed or opened


@rule("1.15", "1.19", "5.5")
def may_close(g: War, politics: Politics, word: Word) -> No | None:
    """Why a seat does not close a passage to a nation."""
    return _may_say(g, politics, "close", word)


@rule("1.15", "1.19", "5.5")
def may_open(g: War, politics: Politics, word: Word) -> No | None:
    """Why a seat does not open a passage to a nation."""
    return _may_say(g, politics, "open", word)


def _may_say(g: War, politics: Politics, verb: str, word: Word) -> No | None:
    name, nation = word
    index = next((n for n, p in enumerate(g.board.geo.passages) if p.word == name), None)
    if index is None:
        return No("1.15", f"there is no passage called {name}")
    no = _may_say_in_turn(g, set(nations_of(g, politics.seat)), verb, index, nation)
    if no is not None or not politics.out_of_turn:
        return no
    passage = g.board.geo.passages[index]
    near = ships_near(g, passage.a, passage.b, nation)
    return first_refusal(not_now(g, nation), None if near else No("5.5", f"{NAMES[nation]} has no ships near by"))


@rule("1.15", "1.19", "4.4")
def _may_say_in_turn(g: War, mine: set[int], verb: str, index: int, nation: int) -> No | None:
    """Why a passage is not closed or opened to a nation by these nations in their turn."""
    passage = g.board.geo.passages[index]
    if nation not in MAJORS:
        return No("1.15", f"passages are closed and opened to Major Powers; {NAMES[nation]} is none")
    said = g.shut.get(keyed(index, nation))
    if passage.id in ROUTES:
        if USSR not in mine or nation in mine:
            return No("1.19", "the USSR gives leave to nations of others")
        no = may_license(g, passage.id, nation)
        if no is None and (verb == "close") != (said == OPENED):
            no = No("1.19", f"{NAMES[nation]} has leave already" if said == OPENED else f"{NAMES[nation]} has no leave")
        return no
    owner = next((o for z in passage.holders if (o := g.zones.owner[z]) in mine), NOWHERE)
    if owner < 0:
        holder = max([g.zones.owner[z] for z in passage.holders], default=NOWHERE)
        return No("1.15", f"{NAMES[holder] if holder >= 0 else 'nobody'} holds {passage.name}")
    if aligned(g, owner, nation):
        return No("4.4", f"{NAMES[nation]} is Aligned: leave is given and denied for all land at once")
    if at_war(g, owner, nation):
        return No("1.15", f"{passage.name} is closed to an enemy in any case")
    if nation in mine:
        return No("1.15", f"{NAMES[nation]} is yours")
    if verb == "open" and said != CLOSED:
        return No("1.15", f"{passage.name} is open to {NAMES[nation]}")
    if verb == "close" and said == CLOSED:
        return No("1.15", f"{passage.name} is closed to {NAMES[nation]}")
    return may_shut(g, index, owner, nation) if verb == "close" else None


@once
def words_on_passages(politics: Politics, g: War) -> tuple[list[Word], list[Word]]:
    """The passages of a seat that it may close, and those it may open, and to whom; out of turn only where those have ships
    near by."""
    closed: list[Word] = []
    opened: list[Word] = []
    mine = nations_of(g, politics.seat)
    held = passages_held(g, tuple(mine))
    if not held:
        return closed, opened
    others = [n for n in (acting(g) if politics.out_of_turn else range(PLAYED)) if n in MAJORS and n not in mine]
    friends, enemies = g.relations.aligned, g.relations.enemies
    for index, owner in held:
        passage = g.board.geo.passages[index]
        route = passage.id in ROUTES
        for nation in others:
            said = g.shut.get(keyed(index, nation))
            if route:
                shuts, stands = said == OPENED, may_license(g, passage.id, nation) is not None
            else:
                shuts, stands = said != CLOSED, bool((friends[owner] | enemies[owner]) >> nation & 1)
                stands = stands or (shuts and may_shut(g, index, owner, nation) is not None)
            if stands or (politics.out_of_turn and not ships_near(g, passage.a, passage.b, nation)):
                continue
            (closed if shuts else opened).append((passage.word, nation))
    return closed, opened


@derived("zones.owner")
def passages_held(g: War, mine: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The passages of some nations, each with the one that holds it; the Soviet routes are always the USSR's."""
    found = []
    for index, passage in enumerate(g.board.geo.passages):
        if passage.id in ROUTES:
            owner = USSR
        else:
            owner = next((o for z in passage.holders if (o := g.zones.owner[z]) in mine), -1)
        if owner in mine:
            found.append((index, owner))
    return tuple(found)


def ships_near(g: War, a: int, b: int, nation: int) -> bool:
    """Whether a nation has ships within two sea zones of a passage."""
    sea, units = g.board.geo.sea, g.units
    near = {a, b, *[z for end in (a, b) for z, _ in sea[end]]}
    near |= {z for end in list(near) for z, _ in sea[end]}
    return any(units.nation[u] == nation and IS_NAVAL[units.kind[u]] for z in near for u in g.units.stacks[z])


@rule("1.15", "1.19")
def say(g: War, word: Word, *, shuts: bool) -> None:
    """A passage is closed to a nation, or open to it."""
    name, nation = word
    index = next(n for n, p in enumerate(g.board.geo.passages) if p.word == name)
    passage, key = g.board.geo.passages[index], keyed(index, nation)
    if shuts == (passage.id in ROUTES):
        g.shut.pop(key, None)  # back to what it is without a word of its holder
    else:
        g.shut[key] = CLOSED if shuts else OPENED
    g.news += 1
    g.say("{} is {} to {}", passage.name, "closed" if shuts else "open", g.nations[nation], rule="1.15")


def _told(verb: str) -> Callable[[War, Politics, Word], str]:
    def words(g: War, _: Politics, word: Word) -> str:
        return f"{verb} {next(p.name for p in g.board.geo.passages if p.word == word[0])} to {NAMES[word[1]]}"

    return words


CLOSING = Act(
    "close", "1.15", _told("Close"), takes=(str, Nation), group="Straits and canals",
    listed=lambda g, politics: words_on_passages(politics, g)[0], may=may_close,
    do=lambda g, politics, word: say(g, word, shuts=True),
)  # fmt: skip
OPENING = Act(
    "open", "1.15", _told("Open"), takes=(str, Nation), group="Straits and canals",
    listed=lambda g, politics: words_on_passages(politics, g)[1], may=may_open,
    do=lambda g, politics, word: say(g, word, shuts=False),
)  # fmt: skip
