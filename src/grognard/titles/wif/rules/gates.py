"""11.4.4: canals and narrows that are shut to a power's ships, to its supply paths and to its resources."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.canals import banks
from grognard.titles.wif.rules.control import enemy_hex, friendly
from grognard.titles.wif.rules.powers import active, at_war, powers_co_operate
from grognard.titles.wif.state import NO_SIDE, War


@rule("11.4.4")
def may_pass(g: War, power: int, gate: str, *, surface: bool) -> No | None:
    """Whether ships of a power pass a canal or narrows."""
    return GATES[gate](g, power, surface) if gate else None


def _canal(gate: str) -> Callable[[War, int, bool], No | None]:
    def test(g: War, power: int, surface: bool) -> No | None:
        if gate == "suez_canal" and g.suez_closed and SIDE_OF_POWER[power] == AXIS and _allied(g, "Suez"):
            return No("11.4.4", "the Commonwealth has closed the canal")
        held = next((s for s in banks(g, gate) if enemy_hex(g, s, power)), None)
        return None if held is None else No("11.4.4", f"an enemy holds {g.board.label(held)} on the canal")

    return test


def _allied(g: War, name: str) -> bool:
    return g.sides_by_hex[g.ground.named(name)] == ALLIES


def _istanbul(g: War, power: int, surface: bool) -> No | None:
    held = friendly(g, g.ground.named("Istanbul"), power)
    return None if held else No("11.4.4", "Istanbul is not in friendly hands")


def _skagerrak(g: War, power: int, surface: bool) -> No | None:
    if not active(g, GERMANY):
        return None
    towns = [g.ground.named(name) for name in ("Oslo", "Copenhagen", "Kiel")]
    friend = _oslo_counts_for(g)  # 13.3.3, action 39
    held = [friend if s == towns[0] and friend != NO_SIDE else g.sides_by_hex[s] for s in towns]
    if SIDE_OF_POWER[power] not in held:
        return No("11.4.4", "your side holds none of Oslo, Copenhagen and Kiel")
    hostile = [enemy_hex(g, s, power) for s in towns]
    if friend != NO_SIDE:
        hostile[0] = friend != SIDE_OF_POWER[power] and active(g, power)
    if sum(hostile) >= 2:
        return No("11.4.4", "enemies hold two of Oslo, Copenhagen and Kiel")
    return None


def _oslo_counts_for(g: War) -> int:
    """The side to which a mined and neutral Norway's Oslo counts for the way into the Baltic."""
    norway = g.facts.country.get("norway", -1)
    if norway < 0 or g.countries.power[norway] >= 0:
        return NO_SIDE
    return ALLIES if g.norway_mined in (1, 2, 3) else AXIS if g.norway_mined == 10 else NO_SIDE


def _held_by_enemy(name: str, *, subs_pass: bool = False) -> Callable[[War, int, bool], No | None]:
    def test(g: War, power: int, surface: bool) -> No | None:
        if (subs_pass and not surface) or not enemy_hex(g, g.ground.named(name), power):
            return None
        return No("11.4.4", f"an enemy holds {name}")

    return test


def _panama(g: War, power: int, surface: bool) -> No | None:
    if g.settings.canal_by_ports:
        return _canal_ports(g, power)
    keeper = g.powers_by_hex[g.ground.named("Panama")]
    if keeper >= 0 and at_war(g, keeper, power):
        return No("11.4.4", "an enemy holds Panama")
    return No("11.4.4", "the USA has closed the canal") if PANAMA_CLOSED in g.entry_options and power != USA else None


def _canal_ports(g: War, power: int) -> No | None:
    """The older edition: the canal is open while Panama is neutral, then to who holds both of its ports."""
    ends = [g.ground.places[name] for name in ("panama_city", "panama", "colon") if name in g.ground.places]
    sides = g.sides_by_hex
    if all(sides[s] == NO_SIDE for s in ends) or all(sides[s] == SIDE_OF_POWER[power] for s in ends):
        return None
    return No("11.4.4", "your side does not hold both Panama and Colon")


PANAMA_CLOSED = 33  # US entry option


def _japan(g: War, power: int, surface: bool) -> No | None:
    if not surface:
        return None
    sea = g.ground.named("Sea of Japan")
    keepers = {g.powers_by_hex[s] for s in g.ground.shores[sea] if g.ground.port[s] != NO_PORT}
    if any(k >= 0 and powers_co_operate(g, k, power) for k in keepers):
        return None
    foe = next((k for k in keepers if k >= 0 and at_war(g, k, power)), None)
    return None if foe is None else No("11.4.4", "enemies hold the ports of the Sea of Japan, and you none")


GATES: dict[str, Callable[[War, int, bool], No | None]] = {
    "kiel_canal": _canal("kiel_canal"),
    "suez_canal": _canal("suez_canal"),
    "istanbul": _istanbul,
    "skagerrak": _skagerrak,
    "gibraltar": _held_by_enemy("Gibraltar", subs_pass=True),
    "london": _held_by_enemy("London"),
    "panama_canal": _panama,
    "japan": _japan,
}


def gate_between(g: War, a: int, b: int) -> str:
    """The canal or narrows between two sea areas, or a port and a sea area."""
    return gates_by_border(g).get((a, b), "")


@derived(lasting=True)
def gates_by_border(g: War) -> dict[tuple[int, int], str]:
    """Canals and narrows by the two places they join, both ways round."""
    gates = g.board.border_columns.get("gate") or []
    found: dict[tuple[int, int], str] = {}
    for here, links in enumerate(g.board.neighbours if gates else ()):
        for there, border in links:
            if gates[border]:
                found[here, there] = str(gates[border])
    return found


@derived(
    "hexes.controller",
    "countries.power",
    "countries.wars",
    "powers.wars",
    "powers.status",
    "entry_options",
    "vichy",
    "suez_closed",
    "norway_mined",
    "hostile",
    "free_france", lasting=True,
)
def shut_gates(g: War, power: int, surface: bool) -> frozenset[str]:
    """Canals and narrows that a power's ships cannot pass now."""
    there = set(gates_by_border(g).values())
    return frozenset(gate for gate in there if may_pass(g, power, gate, surface=surface) is not None)
