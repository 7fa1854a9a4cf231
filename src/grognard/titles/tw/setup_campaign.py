"""Set-ups of the whole war: the records of a sheet of data/setups put on the board, and force pools filled by date (2.7, 3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.board import Board
from grognard.kernel.errors import GrognardError
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.campaign import AWAY, STRATEGIC, Campaign, SetupEntry, date_of
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, FRANCE, INDEX, NATIONS, NEUTRAL, capacity
from grognard.titles.tw.state import (
    DUE,
    FORTIFICATION,
    FORTRESS,
    FUTURE,
    GONE,
    HOME,
    LOST,
    LOST_UNSUPPLIED,
    SATELLITE,
    SPRING,
    STATUS_WORDS,
    YARD,
    War,
    turn_of,
)

SIDE_WORDS = {"axis": AXIS, "western": ALLIES, "soviet": ALLIES}
BUILT = {"U_BOAT": "uboats", "ASW": "asw", "SAC": "sac", "INT": "interceptors", "JET_INT": "jets", "V1": "v1", "V2": "v2"}


def campaign_of(g: War) -> Campaign:
    """The sheets of the whole war that belong to a game's board."""
    found: Campaign = g.title.box(g.board).campaign
    return found


def setup_rows(g: War) -> tuple[SetupEntry, ...]:
    """The records of the scenario's set-up; none in scenarios that have no sheet."""
    box = g.title.box(g.board)
    name = box.scenarios[g.scenario].setup
    found: tuple[SetupEntry, ...] = box.campaign.setups[name] if name else ()
    return found


@rule("2.7", "3.1")
def lay_out(g: War, name: str, *, campaign: bool) -> None:
    """Put a sheet on the board: nations, control, installations, units, pools."""
    rows = campaign_of(g).setups[name]
    _boxes(g)
    for row in rows:
        _lay(g, row)
    if any(row.record == "control" and row.nation == "vichy_france" for row in rows):
        g.nations[FRANCE].surrendered = 1
        if campaign:
            g.annexed = 1  # 16.3.5
            g.nations[FRANCE].surprised = turn_of(1940, SPRING)  # 18.2: since then Britain keeps reserves
    units = [row for row in rows if row.record in ("unit", "lost")]
    place_units(g, units)
    if campaign:
        fill_pools(g, {row.unit for row in units})
        g.points = {s: 1 for s, yes in enumerate(g.ground.objective) if yes}  # 27.2: each counts one
    for nation, sheet in zip(g.nations, NATIONS):
        if sheet.major:
            nation.base = nation.base or campaign_of(g).value(sheet.key, "narf_base")
        elif nation.status == SATELLITE and campaign:  # 14.4: its money is its patron's
            g.nations[nation.patron].narfs += nation.narfs
            nation.narfs = 0


def _boxes(g: War) -> None:
    for s, kind in enumerate(g.board.kind):
        if kind == "box" and g.ground.owner[s] in INDEX:
            g.hexes[s].holder = INDEX[g.ground.owner[s]]


def _lay(g: War, row: SetupEntry) -> None:
    """One record that is no unit; records of politics are read where politics needs them."""
    nation = INDEX.get(row.nation)
    if nation is None:
        return
    sheet = g.nations[nation]
    if row.record == "level" and row.unit == "usel":
        g.usel = int(row.value)
    if row.record == "level" and row.unit == "iceland_occupied":
        g.iceland = int(row.value)
    if row.record == "side":
        sheet.side = SIDE_WORDS.get(row.value, NEUTRAL)
    elif row.record == "narf" and not row.when:
        setattr(sheet, "base" if row.unit == "base" else "narfs", int(row.value))
    elif row.record == "rating" and not row.when:
        setattr(sheet, row.unit, int(row.value))
    elif row.record == "level" and row.unit in ("heavy_flak", "smp"):
        if row.unit == "smp":
            sheet.smp_more = int(row.value) - capacity(nation).smp
        else:
            sheet.heavy_flak = int(row.value)
    elif row.record == "status" and row.unit in INDEX:
        if row.value in STATUS_WORDS:
            sheet.patron, sheet.status = INDEX[row.unit], STATUS_WORDS.index(row.value)
            if row.value == "satellite":
                sheet.side = g.nations.side[sheet.patron]
        elif row.value in ("conquered", "annexed"):
            sheet.surrendered = 1
    elif row.record == "control":
        for s in spaces_of(g, g.board, row.where):
            g.hexes[s].holder = nation
    elif row.record == "installation" and row.unit in ("airbase", "fortification", "fortress"):
        _install(g, row.unit, g.ground.named(row.where), nation)
    elif row.record == "sw" and row.unit in BUILT:
        setattr(sheet, BUILT[row.unit], int(row.value))


def _install(g: War, what: str, space: int, nation: int) -> None:
    hexagon = g.hexes[space]
    if what == "airbase":
        hexagon.airbase = nation
    else:
        hexagon.works, hexagon.builder = FORTRESS if what == "fortress" else FORTIFICATION, nation


def place_units(g: War, rows: Iterable[SetupEntry]) -> None:
    """Units of a sheet: on the board, on a building track, at the post of a neutral, due later, or lost."""
    numbers = {d.id: n for n, d in enumerate(g.designs)}
    for row in rows:
        if row.unit not in numbers:
            raise GrognardError(f"scenario {g.scenario}: no counter '{row.unit}'", remedy="use an id of data/counters.csv")
        design = numbers[row.unit]
        unit = g.units.add(design=design)
        if row.nation != g.designs[design].nation:
            unit.flag = INDEX[row.nation]
        if row.record == "lost":
            unit.pool = {"pool": LOST, "pool_oos": LOST_UNSUPPLIED, "removed": GONE}[row.value]
            continue
        unit.depleted = int(row.value == "depleted")
        if row.where.startswith("track:"):
            _, yard, space = row.where.split(":")
            unit.pool, unit.yard, unit.track = YARD, g.ground.named(yard), int(space)
            continue
        at = g.ground.named(row.where)
        if row.when == "activation":
            unit.pool, unit.post = HOME, at
        elif row.when in ("", "start"):
            unit.at = at
            if row.value == "aboard":
                _embark(g, unit.index)
        else:
            unit.pool, unit.due, unit.post = DUE, date_of(row.when), at


def _embark(g: War, nac: int) -> None:
    """A NAC goes aboard the first CV without aircraft at its place."""
    taken = {c for c in g.units.aboard if c >= 0}
    for u, at in enumerate(g.units.at):
        if at == g.units.at[nac] and u not in taken and g.designs[g.units.design[u]].kind == Kind.CV:
            g.units[nac].aboard = u
            return


@rule("3.1", "15.1.1")
def fill_pools(g: War, named: set[str]) -> None:
    """Counters of the force pools that the sheet does not name: unbuilt if their date has come, else waiting for it. Counters
    of events, variants and options join when these happen."""
    numbers = {d.id: n for n, d in enumerate(g.designs)}
    for row in campaign_of(g).pools:
        if row.kind in STRATEGIC or row.mode not in ("start", "pool", "free", "track") or row.nation not in INDEX:
            continue
        for counter in row.counters:
            if counter not in named:
                turn = row.turn
                unit = g.units.add(design=numbers[counter])
                unit.pool = LOST if turn <= g.turn and row.mode != "free" else FUTURE
                unit.due = NOWHERE if turn == AWAY or row.mode == "free" else turn


def spaces_of(g: War, board: Board, place: str) -> list[int]:
    """A hex number, `country:name`, `region:name` or `row:15` of the Eastern Front, each with a limit such as ` west 13`."""
    kind, _, name = place.partition(":")
    if not name:
        return [g.ground.named(place)]
    name, _, limit = name.partition(" ")
    ground = g.ground
    if kind == "row":
        found = [
            s
            for s in range(board.size)
            if ground.land[s] and board.row[s] == int(name) and ground.eastern[s] and ground.country[s] != "finland"
        ]
    elif kind == "country":
        found = [s for s in range(board.size) if ground.land[s] and ground.country[s] == name]
    elif kind == "region":
        found = [s for s in range(board.size) if ground.land[s] and name in ground.regions[s]]
    else:
        raise GrognardError(f"scenario {g.scenario}: '{place}' names no hexes", remedy="write a hex, country:... or region:...")
    if limit:
        word, number = limit.split()
        cols = {s: board.col[s] or 0 for s in found}
        found = [s for s in found if (cols[s] >= int(number) if word == "west" else cols[s] <= int(number))]
    return found
