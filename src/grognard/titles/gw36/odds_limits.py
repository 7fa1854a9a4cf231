"""What may be asked of the odds in words: combats that the rules do not know are refused with their section.

The grammar is odds_text.py, the numbers odds_battles.py and odds_raids.py. In a game the options of a question are the limits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from grognard.kernel.errors import GrognardError
from grognard.titles.gw36.charts import Unit
from grognard.titles.gw36.facts import FACILITIES, UNITS
from grognard.titles.gw36.odds_forces import Conduct

RAIDER_MOVE = 3  # 9.12


@dataclass
class Group:
    """Units as written: how many, which, in which state."""

    count: int
    unit: str
    state: str = ""

    @property
    def row(self) -> Unit:
        return UNITS[self.unit]


@dataclass
class Request:
    """A question about odds, read from words."""

    combat: str = "battle"
    attack: list[Group] = field(default_factory=list)
    defence: list[Group] = field(default_factory=list)
    target: str = ""
    left: int = 0
    words: set[str] = field(default_factory=set)
    batteries: int = 0
    forts: int = 0
    conduct: Conduct = field(default_factory=Conduct)


def admit(request: Request) -> None:
    """Refuse a combat that the rules do not know."""
    if request.combat in ("raid", "mines"):
        _raiders(request)
    elif request.combat == "bomb":
        _bombers(request)
    elif request.combat == "carpet":
        _carpet(request)
    elif is_naval(request):
        _fleet(request)
    else:
        _army(request)


def _refuse(section: str, why: str, remedy: str) -> None:
    raise GrognardError(f"{why} ({section})", remedy=remedy)


def _raiders(request: Request) -> None:
    guarded = any(g.row.is_warship for g in request.defence)
    for group in request.attack:
        unit = group.row
        if request.combat == "mines":
            if "mines" not in unit.abilities:
                _refuse("9.13", f"{unit.name} lays no mines", "name Submarines, Heavy Cruisers or Seaplanes")
        elif unit.unit_class == "air":
            if "air_raider" not in unit.abilities:
                _refuse("9.14", f"{unit.name} raids no convoys", "name Tactical Bombers, Medium Bombers or Seaplanes")
        elif unit.unit_class != "naval":
            _refuse("9.11", f"{unit.name} raids no convoys", "name submarines, ships or aircraft")
        elif not unit.is_submarine:
            if unit.move < RAIDER_MOVE:
                _refuse("9.12", f"{unit.name} is too slow to raid", "name ships with a move of 3")
            if guarded:
                _refuse("9.12", "surface ships do not raid where escorts are", "leave out the escorts or the surface raiders")


def _bombers(request: Request) -> None:
    facility = FACILITIES[request.target or "major_factory"]
    if not facility.max_damage:
        _refuse(facility.section, f"{facility.name} is not damaged by bombing", "name a factory, port, yard, base or railroad")
    if not any(g.row.bombing for g in request.attack):
        _refuse("9.16", "nobody bombs", "name Medium, Strategic or Heavy Strategic Bombers or Strategic Rockets")
    _escorts(request, "9.16", [g for g in request.attack if not g.row.bombing])


def _carpet(request: Request) -> None:
    if not any(g.row.carpet for g in request.attack):
        _refuse("9.17", "nobody carpet-bombs", "name Strategic or Heavy Strategic Bombers or Strategic Rockets")
    _escorts(request, "9.17", [g for g in request.attack if not g.row.carpet])


def _escorts(request: Request, section: str, groups: list[Group]) -> None:
    for group in groups:
        if "escorts" not in group.row.abilities:
            _refuse(section, f"{group.row.name} does not escort bombers", "name Fighters or Jet Fighters as escorts")


def is_naval(request: Request) -> bool:
    """A naval battle: ships that do not bombard, and nobody ashore."""
    ships = any(g.row.unit_class == "naval" and g.state != "bombarding" for g in request.attack + request.defence)
    return ships and not any(g.row.is_land for g in request.attack + request.defence)


def _fleet(request: Request) -> None:
    _no_attack(request.attack)
    if not sub_hunters(request):
        _refuse(
            "9.10",
            "submarines can only be attacked with aircraft on Maritime Air Patrol",
            "add aircraft, or 'with called_out' for submarines that choose to fight",
        )


def sub_hunters(request: Request) -> list[Group]:
    """Those who attack at sea: of a force against submarines alone its patrol aircraft, and a destroyer for each (8.9, 7.8)."""
    below = [g.row for g in request.defence]
    if not below or "called_out" in request.words or not all(unit.is_submarine for unit in below):
        return request.attack
    hunting = [g for g in request.attack if g.row.unit_class == "air" and g.row.patrol]
    left = sum([g.count for g in hunting])
    if all("aircraft_only" in unit.abilities for unit in below):
        return hunting
    for group in request.attack:
        if "destroyer" in group.row.abilities and left:
            hunting.append(replace(group, count=min(group.count, left)))
            left -= hunting[-1].count
    return hunting


def _army(request: Request) -> None:
    landing = sum([g.count for g in request.attack if g.state == "landing"])
    guns = [g for g in request.attack if g.state == "bombarding"]
    for group in guns:
        if not group.row.bombard:
            _refuse("9.9", f"{group.row.name} has no bombardment value", "name cruisers, battleships or Coastal Defense Ships")
    if sum([g.count for g in guns]) > landing:
        _refuse("9.9", "no more ships bombard than land units come ashore", "write 'landing' after the units that land")
    for group in request.attack:
        if group.state == "dropped" and "airborne_assault" not in group.row.abilities:
            _refuse("9.15", f"{group.row.name} cannot be dropped", "name Airborne units")
        if "hits_submarine_transport" in group.row.abilities:
            _refuse("12.2", f"{group.row.name} hits only submarines and transports", "leave it out of a land battle")
    if not any(g.state == "dropped" for g in request.attack):
        _no_attack([g for g in request.attack if g.row.unit_class != "naval"])


def _no_attack(groups: list[Group]) -> None:
    """Bombers without an Attack value, air transports and rockets do not attack in a regular battle (12.2, 7.8)."""
    for group in groups:
        if group.row.attack is None and (group.row.unit_class == "air" or "rocket" in group.row.abilities):
            section = "7.8" if "rocket" in group.row.abilities else "12.2"
            _refuse(section, f"{group.row.name} has no Attack value", "write 'carpet' or 'bomb' after bombers and rockets")
