"""Who plays whom (2.3, 6.1): the seat of a nation, of a unit, of a zone; who decides for a power, and whose turn it is.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import FACTS
from grognard.titles.gw36.powers import ACTIVE, BRITAIN, NAMES, NATION, NATIONS, PLAYED, USA, N
from grognard.titles.gw36.rules.nations import power_of
from grognard.titles.gw36.state import War

SLOT_OF: dict[int, int] = {NATION[name]: slot.slot for slot in FACTS.order for name in slot.nations}


@rule("2.3")
def seat_number(g: War, nation: int) -> int:
    """The player who commands a nation: table 2-1, or the player of its controller, master or (in a war) captor."""
    column = g.seating
    if nation in column:
        return column[nation]
    lord = g.nations.controller[nation] if g.nations.controller[nation] >= 0 else g.nations.master[nation]
    return column.get(lord, column[NATION["germany"]]) if lord >= 0 else column[caretaker(g, nation)]


@rule("4.7")
def caretaker(g: War, nation: int) -> int:
    """Who rolls for a neutral that nobody controls yet: the recipient of table 4-3 for an Axis attack."""
    name = NATIONS[nation]
    if nation == NATION["vichy"]:
        return NATION["germany"]
    area = g.facts.minors[name].area if name in g.facts.minors else ""
    return USA if area == "americas" else BRITAIN


def seat_of(g: War, nation: int) -> str:
    """The seat that answers for a nation."""
    number = g.seating.get(nation)
    return f"player{seat_number(g, nation) if number is None else number}"


@rule("2.3")
def voice_of(g: War, nation: int) -> str:
    """The seat that decides on wars and treaties: Great Britain's for the Commonwealth, the Eastern USA's for a split USA."""
    return voices(g)[nation] if nation < PLAYED else seat_of(g, nation)


@derived()
def voices(g: War) -> list[str]:
    """The deciding seats of the played nations, which a game never changes."""
    found = [seat_of(g, power_of(n)) for n in range(PLAYED)]
    if is_split(g):
        found[USA] = "player8"
    return found


@derived("nations.status")
def nations_of(g: War, seat: str) -> list[int]:
    """The living played nations for which a seat decides."""
    status = g.nations.status
    return [n for n, voice in enumerate(voices(g)) if voice == seat and status[n] == ACTIVE]


@rule("5.5")
def not_now(g: War, nation: int) -> No | None:
    """Why nothing is said about a nation out of one's own turn: only what concerns the nations in turn is."""
    if nation in acting(g):
        return None
    return No("5.5", f"it is not the turn of {NAMES[nation]}: only what concerns the nations in turn is done out of turn")


@rule("2.3")
def is_split(g: War) -> bool:
    """Whether two players share the United States: with eight players, as table 2-1 seats them (GW36-AMB-149)."""
    return int(g.options["players"]) == 8 and bool(g.options.split_usa)


@rule("2.3")
def is_eastern(g: War, zone: int) -> bool:
    """Whether US units in a zone belong to the Eastern USA: the eastern states, South America, Africa, the Atlantic and the
    seas and lands beyond it (GW36-AMB-173)."""
    region = g.board.column("region")[zone]
    if region in ("south_america", "africa", "europe", "atlantic", "baltic", "mediterranean"):
        return True
    return g.board.ids[zone] in EASTERN_STATES


EASTERN_STATES = frozenset(
    [
        "washington_d_c",
        "new_york",
        "chicago",
        "the_northeast",
        "appalachia",
        "the_carolinas",
        "southeastern_united_states",
        "new_orleans",
        "heartlands",
        "midwest",
        "great_lakes",
        "upper_midwest",
    ]
)


def seat_of_unit(g: War, u: int) -> str:
    """The seat that moves a unit: its nation's, or that of its half of the split USA (2.3)."""
    return seat_at(g, g.units.nation[u], g.units.at[u])


def seat_at(g: War, nation: int, zone: int) -> str:
    """The seat that moves a nation's units in a zone."""
    if nation == USA and is_split(g) and is_eastern(g, zone):
        return "player8"
    return seat_of(g, nation)


@rule("6.1")
def acting(g: War) -> tuple[int, ...]:
    """The nations whose turn it is: those of the slot in play and the minors they control."""
    return _acting(g, g.slot)


@derived("news")
def _acting(g: War, slot: int) -> tuple[int, ...]:
    status = g.nations.status
    mine = [n for n, s in SLOT_OF.items() if s == slot and status[n] == ACTIVE]
    controller = g.nations.controller
    minors = [n for n in range(PLAYED, N) if status[n] == ACTIVE and controller[n] in mine]
    return tuple(mine + minors)


@derived("news", "units.nation")
def roster(g: War, nations: tuple[int, ...]) -> tuple[int, ...]:
    """The units of some nations, dead ones included: what the movement phases sweep over."""
    wanted = set(nations)
    return tuple([u for u, n in enumerate(g.units.nation) if n in wanted])


@derived("news", "slot")
def commanded(g: War, seat: str) -> frozenset[int]:
    """The nations in turn of a seat; of the split USA it depends on the zone (2.3)."""
    split = is_split(g)
    return frozenset([n for n in acting(g) if (split and n == USA) or seat_of(g, n) == seat])


def acting_seats(g: War) -> list[str]:
    """The seats in turn, in the order of their nations; with the USA its eastern half's too (2.3)."""
    seats = list(dict.fromkeys([seat_of(g, n) for n in acting(g)]))
    if USA in acting(g) and is_split(g) and "player8" not in seats:
        seats.append("player8")
    return seats


def acting_seat_numbers(g: War) -> list[int]:
    """The same as numbers, for the sequence of play."""
    return [int(seat.removeprefix("player")) for seat in acting_seats(g)]
