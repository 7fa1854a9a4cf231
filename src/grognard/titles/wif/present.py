"""What players see: counters, control, weather, tracks, and why a unit is out of supply."""

from __future__ import annotations

from functools import partial

from grognard.kernel.flow import Option
from grognard.kernel.present import Panel, Picture, Piece, Side, Track, counters, shown, shown_of
from grognard.kernel.rules import No, Told
from grognard.titles.wif.charts import UNLIMITED
from grognard.titles.wif.counter_words import meaning
from grognard.titles.wif.facts import POWER_KEYS, POWERS, SIDE_OF_POWER
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.present_battle import battles
from grognard.titles.wif.present_goods import GOODS, networks
from grognard.titles.wif.present_goods import explain as explain_goods
from grognard.titles.wif.present_politics import politics
from grognard.titles.wif.present_tables import tables
from grognard.titles.wif.rules.actions import left, limit
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.end_of_turn import scores
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.supply import supply_told
from grognard.titles.wif.rules.supply_paths import unit_supply
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.weather import weather_by_space
from grognard.titles.wif.state import NOWHERE, Unit, War

COLOURS = ("#6b7280", "#7a9a5b", "#c9a24a", "#d98c8c", "#b88a5e", "#5a86c0", "#9b3d3d", "#5f7f4a", "#8f8fb0")
POWER_SIDES = tuple(Side(key, name, colour) for key, name, colour in zip(POWER_KEYS, POWERS, COLOURS))

LAND_SYMBOL = {
    Type.HQ_A: "UH----", Type.HQ_I: "UH----", Type.ARM: "UCA---", Type.MECH: "UCIZ--", Type.MOT: "UCIM--", Type.INF: "UCI---",
    Type.CAV: "UCRH--", Type.MTN: "UCIO--", Type.PARA: "UCIA--", Type.MAR: "UCIN--", Type.GAR: "UCI---", Type.MIL: "UCI---",
    Type.TERR: "UCI---", Type.PART: "UCI---", Type.SKI: "UCIO--", Type.ART: "UCF---", Type.AT: "UCAA--", Type.AA: "UCD---",
    Type.FLAK: "UCD---", Type.SUPPLY: "USS---", Type.ACV: "UCRVA-", Type.FORT: "UCE---", Type.SYNTH: "USS---",
}  # fmt: skip
AIR_SYMBOL = {Type.FTR: "MFF---", Type.LND: "MFB---", Type.NAV: "MFP---", Type.ATR: "MFC---", Type.CVP: "MFF---"}
SHIP_SYMBOL = {
    Type.CV: "CLCV--", Type.CVL: "CLCV--", Type.BB: "CLBB--", Type.CA: "CLCC--", Type.CL: "CLCC--", Type.TRS: "CALA--",
    Type.AMPH: "CALA--", Type.CP: "NM----", Type.TANKER: "NM----", Type.ASW: "CLFF--", Type.CX: "CLCC--",
}  # fmt: skip


def symbol(kind: Type, side: int) -> str:
    """The NATO code of a counter."""
    friend = "FH"[side]
    if kind in LAND_SYMBOL:
        return f"S{friend}GP{LAND_SYMBOL[kind]}"
    if kind in AIR_SYMBOL:
        return f"S{friend}AP{AIR_SYMBOL[kind]}"
    if kind == Type.SUB:
        return f"S{friend}UPS-----"
    return f"S{friend}SP{SHIP_SYMBOL.get(kind, 'CL----')}"


def picture(g: War, seat: str | None) -> Picture:
    """Everything on the table; the values of entry markers are for their owners alone."""
    goods, weather = networks(g), overlays(g)
    return Picture(
        pieces=pieces(g), control=control(g), tracks=tracks(g), panels=[*panels(g), *politics(g, seat)],
        overlays={**weather, **goods} if goods else weather,
    )


@shown
def pieces(g: War) -> list[Piece]:
    units = g.units
    columns = (units.at, units.counter, units.power, units.down, units.damaged, units.no_planes, units.aboard, units.points)
    return counters(g, {unit: look for unit, look in enumerate(zip(*columns)) if look[0] >= 0}, partial(piece, g))


def piece(g: War, unit: int) -> Piece:
    """One counter, or convoys of a power."""
    row = g.units[unit]
    kind = roster(g).types[unit]
    words = (
        ("face-down", row.down),
        ("damaged", row.damaged),
        ("no planes", row.no_planes),
        ("aboard", row.aboard != NOWHERE),
    )
    printed = row.counter != NOWHERE
    name = row.sheet.name if printed else "convoys"
    return Piece(
        row.token,
        g.board.token(g.units.at[unit]),
        POWER_KEYS[row.power],
        name or kind.printed,
        sidc=symbol(kind, SIDE_OF_POWER[row.power]),
        numbers=(row.sheet.values if printed else f"{row.points} CP",),
        state=tuple(word for word, holds in words if holds),
        note=meaning(row.sheet) if printed else "",
        kind=kind.printed,
    )


WAYS = {"ride": "by rail", "land": "back to base", "home": "back to port", "overrun": "in an overrun"}


def sort(unit: Unit) -> tuple[str, str]:
    """The power of a unit and its sort, as the log counts units that went together."""
    if unit.counter == NOWHERE:
        return POWER_KEYS[unit.power], "convoys"
    sheet = unit.sheet
    return POWER_KEYS[unit.power], sheet.name if sheet.air and sheet.name else sheet.label


@shown_of(powers_by_hex)
def control(g: War) -> dict[str, str]:
    powers = powers_by_hex(g)
    return {g.board.token(s): POWER_KEYS[p] for s, p in enumerate(powers) if p >= 0}


@shown_of(weather_by_space)
def overlays(g: War) -> dict[str, dict[str, str]]:
    """Where the weather is not fine."""
    tokens = g.board.ids
    return {"weather": {tokens[s]: w.label for s, w in enumerate(weather_by_space(g)) if w != Weather.FINE}}


def tracks(g: War) -> list[Track]:
    found = [
        Track("turn", "Turn", g.date),
        Track("impulse", "Impulse box", g.box, len(g.charts.impulses)),
        Track("ends", "Ends on", f"{g.charts.impulses[g.box]} or less"),
        Track("initiative", "Initiative", g.charts.initiative[g.track].modifier),
        Track("active", "Moving", g.side_name(g.side)),
    ]
    found += [Track(f"points.{side}", "Points", value, side=side) for side, value in scores(g).items()]
    return found


def panels(g: War) -> list[Panel]:
    shown = (
        ("Air", Activity.GROUND_STRIKE), ("Naval", Activity.NAVAL_MOVE), ("Land", Activity.LAND_MOVE),
        ("Attacks", Activity.LAND_ATTACK), ("Rail", Activity.RAIL),
    )  # fmt: skip
    limits: list[list[str | int | float]] = []
    for power in playing(g):
        cells = [
            "-" if not (most := limit(g, power, a)) else "any" if most == UNLIMITED else f"{left(g, power, a)} of {most}"
            for _, a in shown
        ]
        limits.append([POWERS[power], Action(g.powers.action[power]).name.lower(), *cells])
    actions = Panel("actions", "Actions", ("Power", "Action", *(name for name, _ in shown)), limits, group="powers")
    return [actions, *battles(g), *tables(g)]


def explain(g: War, option: Option) -> No | None:
    """`supply u17`: the path of a unit's supply, or the obstacle; `goods axis E1234`: the goods of a place."""
    if option.verb == GOODS:
        return explain_goods(g, option)
    if option.verb != "supply" or not option.args or not isinstance(option.arg, Unit):
        return None
    unit = option.arg.index
    no = supply_told(g, unit)
    if no is not None or g.units.at[unit] < 0 or not g.ground.land[g.units.at[unit]]:
        return no or No("2.4.1", "units at sea are always in supply")
    way = unit_supply(g, unit).path(g.units.at[unit])
    names = " - ".join(g.board.label(s) for s in way)
    return Told("2.4.2", f"in supply: {names}", tuple(g.board.token(s) for s in way))
