"""7.0, 3.6, 3.11: the missions at sea from which a side chooses in its Operations: transports, invasions, strikes at ports, hunts
for patrols. What each of them is stands in missions.py and invasions.py."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.invasions import invade, may_invade_from
from grognard.titles.tw.rules.missions import (
    Admiralty,
    dive,
    hunt,
    may_dive,
    may_embark,
    may_hunt,
    may_raid_port,
    may_sail,
    may_strike_port,
    quay,
    raid_port,
    ships_in,
    strike_port,
    transport,
)
from grognard.titles.tw.rules.sea_fight import (
    HEAVY,
    LIGHT,
    full_carriers,
)
from grognard.titles.tw.rules.seas import (
    patrolled,
)
from grognard.titles.tw.rules.storming import STORMING
from grognard.titles.tw.state import YARD, Hex, Unit, War


@rule("7.0", "3.6", "3.11")
def naval_missions(g: War) -> Flow[None]:
    """Missions at sea: transports, invasions, strikes at ports, hunts for patrols"""
    admiralty, seat = Admiralty(g.side), g.seat(g.side)
    while True:
        acts = DONE, TRANSPORTING, INVADING, STORMING, STRIKING, RAIDING_PORT, HUNTING, DIVING
        choice, _ = yield from menu(g, seat, "Missions at sea", admiralty, *acts, rule="7.0")
        if choice.verb == "done":
            return


def _ports(g: War, admiralty: Admiralty) -> list[int]:
    """Ports where a ship of the side can sail."""
    return sorted({g.units.at[u] for u in g.roster.naval if may_sail(g, u) is None})


def _harboured(g: War, admiralty: Admiralty) -> list[int]:
    """Enemy ports with ships in them or on their slips."""
    sides = g.roster.sides
    other = 1 - admiralty.side
    ports = {g.units.at[u] for u in g.roster.naval if g.units.at[u] >= 0 and sides[u] == other}
    ports |= {g.units.yard[u] for u, pool in enumerate(g.units.pool) if pool == YARD and sides[u] == other}
    return sorted([p for p in ports if p >= 0 and not g.ground.sea[p]])


def _may_transport(g: War, fleet: int) -> No | None:
    if g.roster.kinds[fleet] != Kind.FLEET:
        return No("7.5", "Fleets carry units, carriers do not")
    no = may_sail(g, fleet)
    if no is not None:
        return no
    port = g.units.at[fleet]
    ok = any(may_embark(g, fleet, u) is None for u in quay(g, port))
    return None if ok else No("7.5", "nobody in its port, or within a march of it, can go aboard")


def _planes(g: War, admiralty: Admiralty, kinds: tuple[Kind, ...] = (*HEAVY, Kind.NAC)) -> list[int]:
    sides = g.roster.sides
    return [u for u in g.roster.air if g.units.at[u] >= 0 and sides[u] == admiralty.side and g.roster.kinds[u] in kinds]


def _patrols(g: War, admiralty: Admiralty) -> list[int]:
    return [a for a, bits in patrolled(g).items() if bits & (1 << 1 - admiralty.side)]


DONE: Act[War, Admiralty, None] = Act("done", "7.0", "Done", do=lambda g, s, _: None)
TRANSPORTING: Act[War, Admiralty, int] = Act(
    "transport", "7.5", "{0} carries units", group="Fleets carry troops", takes=Unit, among=lambda g, s: g.roster.naval,
    may=lambda g, s, u: _may_transport(g, u), do=lambda g, s, u: transport(g, u),
)  # fmt: skip
INVADING: Act[War, Admiralty, int] = Act(
    "invade", "7.7", "An invasion sails from {0}", group="Invasions", takes=Hex, among=_ports,
    may=lambda g, s, p: may_invade_from(g, p), do=lambda g, s, p: invade(g, p),
)  # fmt: skip
STRIKING: Act[War, Admiralty, tuple[int, int]] = Act(
    "strike_port", "11.7", "Carriers from {0} strike {1}", group="Carriers strike a port", takes=(Hex, Hex), rolls=True,
    among=lambda g, s: [(p, t) for p in _ports(g, s) if full_carriers(g, ships_in(g, p, s.side)) for t in _harboured(g, s)],
    may=lambda g, s, c: may_strike_port(g, *c), do=lambda g, s, c: strike_port(g, *c),
)  # fmt: skip
RAIDING_PORT: Act[War, Admiralty, tuple[int, int]] = Act(
    "raid_port", "11.7", "{0} attacks ships in {1}", group="Bombers attack a port", takes=(Unit, Hex), rolls=True,
    among=lambda g, s: [(u, t) for u in _planes(g, s) for t in _harboured(g, s)],
    may=lambda g, s, c: may_raid_port(g, *c), do=lambda g, s, c: raid_port(g, *c),
)  # fmt: skip
HUNTING: Act[War, Admiralty, tuple[int, int]] = Act(
    "hunt", "7.4", "Ships from {0} go against the patrol in {1}", group="Ships against patrols", takes=(Hex, Hex), rolls=True,
    among=lambda g, s: [(p, a) for a in _patrols(g, s) for p in _ports(g, s)],
    may=lambda g, s, c: may_hunt(g, *c), do=lambda g, s, c: hunt(g, *c),
)  # fmt: skip
DIVING: Act[War, Admiralty, tuple[int, int]] = Act(
    "dive", "7.4", "{0} attacks the patrol in {1}", group="Bombers against patrols", takes=(Unit, Hex), rolls=True,
    among=lambda g, s: [(u, a) for a in _patrols(g, s) for u in _planes(g, s, (*HEAVY, *LIGHT, Kind.NAC))],
    may=lambda g, s, c: may_dive(g, *c), do=lambda g, s, c: dive(g, *c),
)  # fmt: skip
