"""5.5, 14.1: what is new for a seat since it was last heard, so that windows out of turn may be left to a standing answer.

A seat with the standing answer `new` is asked when it can do what it could not do before, or when player nations have gone to war
(GW36-AMB-160). The windows themselves are war.py; everything stays possible in them and in the politics menu of the own turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from grognard.kernel.flow import Option
from grognard.kernel.rules import rule
from grognard.titles.gw36.powers import KEYED, NAMES, PLAYED
from grognard.titles.gw36.rules.nations import alive, power_of
from grognard.titles.gw36.rules.seats import acting, seat_of, voice_of
from grognard.titles.gw36.state import Nation, War, chosen

NEW = "new"
HEARD = 1 << 40  # numbers below -HEARD in g.events: what a seat has heard
COMBAT_MOVEMENT = 2  # g.phase


def listens(g: War, seat: str) -> bool:
    """Whether what a seat has heard is remembered: it wants to be asked for what is new."""
    return NEW in (g.standing.get(f"{seat} politics"), g.standing.get(f"{seat} reaction"))


def _wars(g: War, seat: str, own: bool) -> dict[str, str]:
    """Wars between player nations, or those of the seat's nations alone."""
    found: dict[str, str] = {}
    for key in g.wars:
        a, b = (power_of(n) for n in divmod(key, KEYED))
        if a < PLAYED and b < PLAYED and alive(g, a) and alive(g, b) and (not own or seat in (voice_of(g, a), voice_of(g, b))):
            found[f"war {a} {b}"] = f"{NAMES[a]} and {NAMES[b]} are at war"
    return found


@rule("5.5", "14.1", "9.21", "1.15")
def weight(g: War, option: Option) -> str:
    """Why an act is worth a question; empty for a war on a minor, leave and licences, which the own turn offers in time."""
    verb, args = option.verb, option.args
    if verb == "declare":
        nation, target = chosen(option, 0), chosen(option, 1)
        return f"{NAMES[nation]} may declare war on {NAMES[target]}" if target < PLAYED and power_of(target) == target else ""
    if verb in ("propose", "nullify", "break"):
        return "A pact may be signed" if verb == "propose" else "A pact may be ended"
    if verb == "monroe":
        return f"The Monroe Doctrine may be invoked against {NAMES[chosen(option)]}"
    if verb == "ask_back":
        return f"{NAMES[chosen(option)]} may ask for {args[1].label}"
    if shuts(option):
        passage = next(p for p in g.board.geo.passages if p.word == args[0])
        return f"{NAMES[chosen(option, 1)]} has ships near {passage.name}"
    return ""


def shuts(option: Option) -> bool:
    """Whether an act closes a strait or canal: offered out of turn only in the turn of the nation concerned."""
    return option.verb == "close" and not isinstance(option.args[0], Nation)


def _number(seat: str, key: str) -> int:
    return -HEARD - crc32(f"{seat} {key}".encode())


def _mark(seat: str) -> int:
    return 2 * int(seat.removeprefix("player"))


def fresh(g: War, seat: str, offered: Iterable[Option], *, own: bool = False) -> dict[str, str]:
    """What a seat that is offered these acts has not heard yet, a key and the words for each. `own`: of wars only its own."""
    found = {option.text: words for option in offered if (words := weight(g, option))}
    if own or _mark(seat) in g.events.values():  # the wars a game begins with are no news
        found |= _wars(g, seat, own)
    return {key: words for key, words in found.items() if _number(seat, key) not in g.events}


def remember(g: War, seat: str, offered: Iterable[Option]) -> None:
    """The seat has been asked, or its standing answer has passed for it. A strait is told once for each nation."""
    mark = _mark(seat)
    acts = [option for option in offered if weight(g, option)]
    kept = {key: n for key, n in g.events.items() if key >= -HEARD or n != mark}
    kept |= {_number(seat, option.text): mark + int(shuts(option)) for option in acts}
    g.events = kept | dict.fromkeys([_number(seat, key) for key in _wars(g, seat, own=False)], mark)


def in_its_menu(g: War, seat: str) -> bool:
    """Whether the seat is in its own Combat Movement, where the politics menu offers the same."""
    return g.phase == COMBAT_MOVEMENT and any(voice_of(g, n) == seat for n in acting(g))


def untouched(g: War, seat: str) -> bool:
    """Standing answer: no nation of this seat has been drawn into a new war in this calendar turn."""
    mine = {n for n in range(PLAYED) if seat_of(g, n) == seat}
    return not any(began == g.turn and mine & set(divmod(key, KEYED)) for key, began in g.wars.items())
