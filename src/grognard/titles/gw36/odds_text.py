"""Odds by words: reads "6 infantry 2 artillery > 4 infantry 1 fighter in city with fortification" and answers it.

Grammar: forces `>` forces, then words after `in` (terrain) and `with` (works, technologies). A unit may be followed by `landing`,
`dropped`, `bombarding` or `damaged`. `raid`, `mines`, `bomb FACILITY` and `carpet` before `>` choose another combat. Conduct come
after semicolons: `attacker loses infantry artillery`, `defender loses ...`, `attacker retreats after 2` (or `at 3`, `below 0.5`),
`attacker submerges after 1`, `defender submerges after 1`. What the rules do not allow is refused in odds_limits.py.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.kernel.errors import GrognardError
from grognard.odds import Outlook, Retreat, outlook
from grognard.titles.gw36.facts import FACILITIES, FACTS, UNITS
from grognard.titles.gw36.odds_battles import carpet_battle, land_battle, sea_battle
from grognard.titles.gw36.odds_forces import Conduct, Lot
from grognard.titles.gw36.odds_limits import Group, Request, admit, is_naval, sub_hunters
from grognard.titles.gw36.odds_raids import BombingOutlook, RaidOutlook, bombing_outlook, raid_outlook
from grognard.titles.gw36.rules.modifiers import DROP, LANDING, OVERLAND, Approach, Ground

Answer = Outlook | RaidOutlook | BombingOutlook
WAYS = {"landing": LANDING, "dropped": DROP}
STATES = (*WAYS, "bombarding", "damaged")
BORDER_WORDS = ("river", "fortification", "maginot", "mountain_border", "desert_border", "jungle_border", "marsh_border")
SIMPLE_WORDS = ("radar", "asw", "surrounded", "city", "attack_transports", "plain", "called_out")


def read(text: str) -> Request:
    """The request behind a text, or an error that says what is not understood."""
    text, *clauses = text.split(";")
    attack, sign, rest = text.partition(">")
    if not sign:
        raise GrognardError("odds need two sides", remedy='write the attacker, ">" and the defender: "3 infantry > 2 infantry"')
    request = Request()
    words = attack.split()
    for verb in ("raid", "mines", "carpet", "bomb"):
        if verb in words:
            at = words.index(verb)
            tail = words[at + 1 :]
            words = words[:at]
            request.combat = verb
            _read_target(request, tail)
    request.attack = _groups(words)
    rest_words = rest.split()
    cut = min([rest_words.index(w) for w in ("in", "with") if w in rest_words], default=len(rest_words))
    request.defence = _groups(rest_words[:cut])
    _read_words(request, [w.strip(",") for w in rest_words[cut:] if w not in ("in", "with", "and", "across", "a")])
    if not request.attack:
        raise GrognardError("nobody attacks", remedy="name the attacking units before >")
    for clause in clauses:
        request.conduct = _conduct(request.conduct, clause.split())
    return request


REMEDY = (
    "write 'attacker loses infantry artillery', 'defender loses ...', 'attacker retreats after 2' (or 'at 3', 'below 0.5'), "
    "'attacker submerges after 1' or 'defender submerges after 1'"
)


def _conduct(conduct: Conduct, words: list[str]) -> Conduct:
    """One order of a side: its casualty order, its retreat, its submarines."""
    who, verb, *rest = [*words, "", ""]
    rest = [word.strip(",") for word in rest if word]
    if who in ("attacker", "defender") and verb == "loses" and rest:
        named = tuple([_unit(word) for word in rest])
        if all(named):
            return replace(conduct, **{who: named})  # type: ignore[arg-type]
    if verb == "submerges" and who in ("attacker", "defender") and len(rest) == 2 and rest[0] == "after" and rest[1].isdigit():
        return replace(conduct, **{f"{who}_dives": int(rest[1])})  # type: ignore[arg-type]
    if verb == "retreats" and who == "defender":
        raise GrognardError("defenders do not retreat (9.4)", remedy="only submarines leave: 'defender submerges after 1'")
    if verb == "retreats" and who == "attacker" and len(rest) == 2:
        how, number = rest
        if how == "after" and number.isdigit():
            return replace(conduct, retreat=replace(conduct.retreat, rounds=int(number)))
        if how == "at" and number.isdigit():
            return replace(conduct, retreat=replace(conduct.retreat, units=int(number)))
        if how == "below" and number.replace(".", "", 1).isdigit():
            return replace(conduct, retreat=replace(conduct.retreat, share=float(number)))
    raise GrognardError(f"the order {' '.join(words)!r} is not understood", remedy=REMEDY)


def _read_target(request: Request, words: list[str]) -> None:
    for word in words:
        if word.isdigit():
            request.left = int(word)
        elif word in FACILITIES:
            request.target = word
        else:
            raise GrognardError(f"{word!r} is no facility or number", remedy=f"use one of {', '.join(FACILITIES)}")


def _read_words(request: Request, words: list[str]) -> None:
    count = 1
    for word in words:
        if word.isdigit():
            count = int(word)
        elif word == "coastal_artillery":
            request.batteries, count = count, 1
        elif word in ("fortification", "fortifications"):  # one on each border crossed (12.7)
            request.words.add("fortification")
            request.forts, count = count, 1
        elif word in (*BORDER_WORDS, *SIMPLE_WORDS) or word in FACTS.terrain:
            request.words.add(word)
        else:
            known = ", ".join(sorted({*BORDER_WORDS, *SIMPLE_WORDS, *FACTS.terrain, "coastal_artillery"}))
            raise GrognardError(f"{word!r} is no terrain, work or technology", remedy=f"use one of {known}")


def _groups(words: list[str]) -> list[Group]:
    found: list[Group] = []
    count, name = 1, ""
    for word in [*words, "1"]:
        if word.isdigit():
            if name:
                raise GrognardError(f"{name!r} is no unit", remedy=f"use one of {', '.join(UNITS)}")
            count = int(word)
        elif word in STATES:
            if not found:
                raise GrognardError(f"{word!r} follows no unit", remedy="write it after the unit: 2 marine landing")
            found[-1].state = word
        else:
            name = f"{name}_{word}" if name else word
            unit = _unit(name)
            if unit:
                found.append(Group(count, unit))
                count, name = 1, ""
    return found


def _unit(word: str) -> str:
    word = word.lower().replace("-", "_")
    for candidate in (word, word.removesuffix("s"), word.removesuffix("es")):
        if candidate in UNITS:
            return candidate
    return ""


def answer(
    request: Request, *, losses: tuple[str, ...] = (), defender_losses: tuple[str, ...] = (), retreat: Retreat | None = None,
    samples: int = 50_000, seed: int = 1, method: str = "",
) -> Answer:  # fmt: skip
    """Compute the odds of a request."""
    admit(request)
    if request.combat in ("raid", "mines"):
        return raid_outlook(
            _plain(request.attack),
            _plain(request.defence),
            left=request.left or 99,
            mines=request.combat == "mines",
            radar="radar" in request.words,
            asw="asw" in request.words,
        )
    if request.combat == "bomb":
        facility = FACILITIES[request.target or "major_factory"]
        bombers = [g for g in request.attack if UNITS[g.unit].bombing]
        return bombing_outlook(
            _plain(bombers),
            _plain([g for g in request.attack if g not in bombers]),
            _plain(request.defence),
            left=request.left or facility.max_damage,
            guns=facility.anti_aircraft,
            defender_radar="radar" in request.words,
        )
    given = request.conduct
    conduct = replace(
        given,
        attacker=losses or given.attacker,
        defender=defender_losses or given.defender,
        retreat=retreat if retreat and retreat != Retreat() else given.retreat,
    )
    if request.combat == "carpet":
        bombers = [g for g in request.attack if UNITS[g.unit].carpet]
        escorts = [g for g in request.attack if g not in bombers]
        jungle, radar = "jungle" in request.words, "radar" in request.words
        battle = carpet_battle(
            _plain(bombers), _plain(escorts), _plain(request.defence), jungle=jungle, radar=radar, conduct=conduct
        )
    elif is_naval(request):
        battle = sea_battle(_plain(sub_hunters(request)), _plain(request.defence), asw="asw" in request.words, conduct=conduct)
    else:
        battle = land_battle(
            _attackers(request),
            _plain(request.defence),
            _ground(request),
            bombard=_plain([g for g in request.attack if g.state == "bombarding" or UNITS[g.unit].carries == "troops"]),
            coastal=request.batteries,
            forts=request.forts,
            conduct=conduct,
        )
    return outlook(battle, samples=samples, seed=seed, method=method)


def _plain(groups: list[Group]) -> list[Lot]:
    return [Lot(g.unit, g.count, int(g.state == "damaged")) for g in groups]


def _attackers(request: Request) -> list[Lot]:
    border = frozenset([w.removesuffix("_border") for w in request.words if w == "river" or w.endswith("_border")])
    fort, maginot = "fortification" in request.words, "maginot" in request.words
    craft = "attack_transports" in request.words
    found = []
    for g in request.attack:
        if UNITS[g.unit].unit_class == "naval":
            continue
        way = WAYS.get(g.state, OVERLAND)
        shielded = UNITS[g.unit].is_land and way != DROP
        approach = Approach(way, border if shielded else frozenset(), fortified=fort and shielded, maginot=maginot and shielded)
        found.append(Lot(g.unit, g.count, 0, approach, craft and way == LANDING))
    return found


def _ground(request: Request) -> Ground:
    terrains = frozenset([w for w in request.words if w in FACTS.terrain and w not in ("city", "plain", "river")])
    return Ground(terrains, "city" in request.words, "surrounded" in request.words)
