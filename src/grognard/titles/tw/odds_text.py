"""Odds by words: reads "2 german arm 8-8 1 tac 1 ftr > 3 soviet inf 3-5 2 ftr in forest with river" and answers it.

Grammar: forces `>` forces, then words on the place and the circumstances. A nation holds until the next one is named; values may
be left out. The battle is laid out on the board, on a hex that fits the words (or the one named after `at`), and the rules do
the rest, so nothing here knows what anything is worth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.kernel.errors import GrognardError
from grognard.kernel.state import NOWHERE
from grognard.kernel.title import title
from grognard.odds.forecast import Forecast
from grognard.titles.tw.doctrine import Doctrine, Mute
from grognard.titles.tw.ground import MOUNTAIN, SWAMP, TERRAINS, Ground
from grognard.titles.tw.kinds import GUNLESS, Design, Kind
from grognard.titles.tw.nations import INDEX, NATIONS, NEUTRAL, SIDE_OF_ALLIANCE, USSR
from grognard.titles.tw.odds import forecast
from grognard.titles.tw.rules.air_combat import ROUNDS
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.state import EFFORT_NAMES, FORTIFICATION, FORTRESS, SEASONS, War, turn_of

PEOPLES = {
    "german": "germany", "italian": "italy", "french": "france", "british": "britain", "american": "united_states",
    "soviet": "ussr", "finnish": "finland", "romanian": "romania", "hungarian": "hungary", "polish": "poland",
}  # fmt: skip
LAND = {name: n for n, name in enumerate(TERRAINS[: SWAMP + 1])}
WORKS = {"fortification": FORTIFICATION, "fortress": FORTRESS}
PLAIN_WORDS = ("river", "city", "second", "breach", "surprise", "shift")
NUMBERED = ("siege", "rounds", "defender_rounds", "army", "air", "against")
FILLERS = ("in", "with", "and", "across", "a", "the", "impulse", "behind", "on")


@dataclass
class Group:
    """Units as written."""

    count: int
    nation: str
    kind: Kind
    values: str = ""
    depleted: bool = False


@dataclass
class Request:
    """A question about odds, read from words."""

    attack: list[Group] = field(default_factory=list)
    defence: list[Group] = field(default_factory=list)
    terrain: str = "clear"
    works: int = 0
    words: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)
    effort: str = "sle"
    season: int = 1
    year: int = 1941
    place: str = ""


def read(text: str) -> Request:
    """The request behind a text, or an error that says what is not understood."""
    attack, sign, rest = text.lower().partition(">")
    if not sign:
        raise GrognardError("odds need two sides", remedy='write "2 german arm 1 tac > 2 soviet inf in forest"')
    request = Request()
    words = rest.replace(",", " ").split()
    cut = min([words.index(w) for w in ("in", "with", "at") if w in words], default=len(words))
    request.attack = _groups(attack.replace(",", " ").split())
    request.defence = _groups(words[:cut])
    _circumstances(request, words[cut:])
    for side, groups in (("attacks", request.attack), ("defends", request.defence)):
        if not any(g.kind <= Kind.PART for g in groups):
            raise GrognardError(f"nobody {side} on the ground", remedy="name ground units on both sides of >")
    return request


def _groups(words: Sequence[str]) -> list[Group]:
    kinds = {k.name.lower(): k for k in Kind}
    found: list[Group] = []
    count, nation = 1, ""
    for word in words:
        people = PEOPLES.get(word, word)
        if word.isdigit():
            count = int(word)
        elif people in INDEX:
            nation = people
        elif word in kinds:
            if not nation:
                raise GrognardError(f"{word!r} has no nation", remedy="name it first: 2 german arm")
            found.append(Group(count, nation, kinds[word]))
            count = 1
        elif word == "depleted" and found:
            found[-1].depleted = True
        elif re.fullmatch(r"\d+-\d+(-\d+)?", word) and found:
            found[-1].values = word
        else:
            known = ", ".join((*PEOPLES, *kinds))
            raise GrognardError(f"{word!r} is no nation, unit or value", remedy=f"use one of {known}, or values such as 8-8")
    return found


def _circumstances(request: Request, words: Sequence[str]) -> None:
    seasons = {name.lower(): n for n, name in enumerate(SEASONS)}
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "at" and left:
            request.place = left.pop(0)
        elif word in NUMBERED and left and left[0].isdigit():
            key = word if word != "against" else f"against {next((w for w in ('air', 'army') if w in request.numbers), 'army')}"
            request.numbers[key] = int(left.pop(0))
        elif word in LAND:
            request.terrain = word
        elif word in WORKS:
            request.works = WORKS[word]
        elif word in EFFORT_NAMES:
            request.effort = word
        elif word in seasons:
            request.season = seasons[word]
        elif re.fullmatch(r"19[34]\d", word):
            request.year = int(word)
        elif word in PLAIN_WORDS:
            request.words.add(word)
        elif word not in FILLERS:
            known = ", ".join((*LAND, *WORKS, *PLAIN_WORDS, *NUMBERED, *EFFORT_NAMES, *seasons, "at"))
            raise GrognardError(f"{word!r} is not understood here", remedy=f"use one of {known}")


def answer(request: Request, **_: Any) -> Forecast:
    """The odds of a request."""
    g, battle, sent, cover = lay_out(request)
    rounds = request.numbers
    doctrine = Doctrine(rounds.get("rounds", ROUNDS), rounds.get("defender_rounds", ROUNDS))
    return forecast(g, battle, sent, cover, doctrine)


def lay_out(request: Request) -> tuple[War, Battle, list[int], list[int]]:
    """The battle on the board: the defender holds all land but the hex the attack comes from."""
    g: War = title("tw").blank("poland", {})
    g.journal = Mute()
    g.hexes.fill(g.board.size)
    g.nations.fill(len(NATIONS))
    mine, theirs = INDEX[request.attack[0].nation], INDEX[request.defence[0].nation]
    side, other = (SIDE_OF_ALLIANCE[NATIONS[n].alliance] for n in (mine, theirs))
    if NEUTRAL in (side, other) or side == other:
        other = 1 - side if side != NEUTRAL else other
        side = side if side != NEUTRAL else 1 - other
    g.turn = g.last_turn = turn_of(request.year, request.season)
    g.side, g.impulse = side, 2 if "second" in request.words else 1
    _nations(g, request, side, other)
    target, start = battlefield(g, request, theirs)
    for s, land in enumerate(g.ground.land):
        if land:
            g.hexes[s].holder = theirs
    g.hexes[start].holder = mine
    g.hexes[target].works, g.hexes[target].siege = request.works, request.numbers.get("siege", 0)
    attack = [(u, k) for group in request.attack for u, k in _put(g, group, start, active=1)]
    defence = [(u, k) for group in request.defence for u, k in _put(g, group, target)]
    force = [u for u, k in attack if k <= Kind.PART and k not in GUNLESS]
    for u in force if "breach" in request.words else ():
        g.units[u].spearhead = 1
    battle = Battle(target, side, g.impulse, force, extra_column="shift" in request.words)
    return g, battle, [u for u, k in attack if k > Kind.PART], [u for u, k in defence if k > Kind.PART]


def _nations(g: War, request: Request, side: int, other: int) -> None:
    """Ratings as printed unless the words say otherwise; the attacker's effort."""
    given = request.numbers
    for groups, whose, army, air in (
        (request.attack, side, given.get("army"), given.get("air")),
        (request.defence, other, given.get("against army"), given.get("against air")),
    ):
        for group in groups:
            sheet, row = NATIONS[INDEX[group.nation]], g.nations[INDEX[group.nation]]
            row.side, row.patron = whose, INDEX.get(sheet.patron, INDEX[group.nation])
            row.army, row.air = army or sheet.army, air or sheet.air
            row.effort = EFFORT_NAMES.index(request.effort) if whose == side else 0
            g.nations[row.patron].effort = row.effort
            row.surprised = g.turn if "surprise" in request.words and whose == other else NOWHERE


def _put(g: War, group: Group, at: int, **columns: int) -> list[tuple[int, Kind]]:
    fitting = [(d, s) for d, s in enumerate(g.designs) if s.nation == group.nation and s.kind == group.kind]
    found = [d for d, s in fitting if not group.values or s.values == group.values or s.values.startswith(group.values + "-")]
    if not found:
        known = sorted({s.values for _, s in fitting})
        what = f"{group.nation} {group.kind.name} {group.values}".strip()
        raise GrognardError(f"there is no counter {what}", remedy=f"use one of {', '.join(known) or 'its other kinds of unit'}")
    design = found[0] if group.values else _commonest(fitting)
    return [
        (g.units.add(design=design, at=at, depleted=int(group.depleted), **columns).index, group.kind) for _ in range(group.count)
    ]


def _commonest(fitting: list[tuple[int, Design]]) -> int:
    values = [s.values for _, s in fitting]
    return max(fitting, key=lambda pair: (values.count(pair[1].values), -pair[0]))[0]


def battlefield(g: War, request: Request, defender: int) -> tuple[int, int]:
    """A hex that fits the words and the hex beside it from which the attack comes."""
    ground = g.ground
    river = "river" in request.words
    if request.place:
        try:
            target = ground.named(request.place)
        except KeyError:
            raise GrognardError(f"there is no hex {request.place!r}", remedy="name a city or a printed number") from None
        ways = sorted(ground.river[target]) if river else list(ground.dry[target]) or list(ground.steps[target])
        if not ways:
            raise GrognardError(f"no hexside of {request.place} fits", remedy="leave out river, or choose another hex")
        return target, ways[0]
    for s in range(g.board.size):
        if _fits(ground, s, request, defender):
            ways = sorted(ground.river[s]) if river else list(ground.dry[s])
            if ways:
                return s, ways[0]
    raise GrognardError("no hex of the board fits these words", remedy="leave some out, or name a place with at")


def _fits(ground: Ground, s: int, request: Request, defender: int) -> bool:
    if not ground.land[s] or ground.terrain[s] != LAND[request.terrain] or len(ground.steps[s]) < 6:
        return False
    if ground.cities[s] != int("city" in request.words) or ground.hot[s] != (request.terrain == "desert"):
        return False
    soviet = defender == USSR and ground.terrain[s] != MOUNTAIN
    return ground.ussr_1939[s] == soviet and ground.country[s] not in ("germany", "danzig", "britain")


def tell(card: Forecast) -> list[str]:
    """The forecast in lines."""
    lines = [f"{card.odds}, column {card.column}" + (f"; in the air {card.air}" if card.air else "")]
    lines += [f"  shift    {s}" for s in card.shifts] + [f"  modifier {m}" for m in card.modifiers]
    lines += [f"  column {c.result:8} {c.chance:8.2%}" for c in card.columns]
    lines += ["results", *[f"  {c.result:15} {c.chance:8.2%}" for c in card.results]]
    lines += [f"hex taken {card.taken:.2%}, Breach {card.breach_chance:.2%}", "expected factors            lost   depleted"]
    lines += [f"  {loss.force:22} {loss.lost:7.2f} {loss.depleted:9.2f}" for loss in card.losses]
    if card.follow_up is not None:
        f = card.follow_up
        lines.append(f"second impulse: opens {f.opened_chance:.2%}, {f.odds} on {f.target}, then taken {f.then_taken_chance:.2%}")
    return lines
