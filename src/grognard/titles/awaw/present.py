"""What players see: counters with NATO symbols, control, markers, BRPs, operations by front, objectives, force pools."""

from __future__ import annotations

from grognard.kernel.present import Marker, Panel, Picture, Piece, Side, Track, shown
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import AIR, DESIGNS, GROUND, Kind
from grognard.titles.awaw.ground import FRONT_WORDS, FRONTS
from grognard.titles.awaw.nations import AXIS, COLOURS, KEYS, MAJORS, NEUTRAL, name, side_word
from grognard.titles.awaw.rules.construction import build_limit
from grognard.titles.awaw.rules.end import score
from grognard.titles.awaw.rules.operations import may_attrition
from grognard.titles.awaw.rules.redeployment import sr_limit
from grognard.titles.awaw.rules.units import held_by, unit_sides
from grognard.titles.awaw.state import FORTRESS, FULL, ISOLATED, World, ledger_place

NATION_SIDES = tuple(Side(key, name(n), COLOURS.get(key, "#8a8578")) for n, key in enumerate(KEYS))
FUNCTION = {
    Kind.INF: "UCI---", Kind.MECH: "UCIZ--", Kind.ARM: "UCA---", Kind.REP: "UCI---", Kind.AIRBORNE: "UCIA--",
    Kind.MARINE: "UCIN--", Kind.COMMANDO: "UCIO--", Kind.CHINDIT: "UCIO--", Kind.FLAK: "UCD---", Kind.PARTISAN: "UCI---",
}  # fmt: skip
FLYING = {Kind.AAF: "MFF---", Kind.JET: "MFF---", Kind.TRANSPORT_AIR: "MFC---", Kind.NAS: "MFF---", Kind.ELITE_NAS: "MFF---"}
TOUR = (
    ("Beginning", "The season's weather is rolled, supply is determined, and the powers receive their BRPs."),
    ("Movement", "Units move one at a time; aircraft change base; armor may overrun weak stacks at six to one."),
    ("Counterair", "Aircraft attack enemy aircraft on their bases, to keep them out of the battles to come."),
    ("Defensive air", "The defender covers threatened hexes with aircraft before he knows what will be attacked."),
    ("Interception", "The attacker may fight the covering aircraft. Every factor used costs a BRP."),
    ("Announcement", "All attacks are named and paid for: a BRP for each factor, never more than fifteen on a front."),
    ("Attacks", "The attacks are fought one by one. Well trained armies fight several rounds."),
    ("Breakthrough", "Armor that was held back passes through the hexes that were broken open."),
    ("Exploitation movement", "The armor moves on, as far as its training and the weather allow."),
    ("Exploitation attacks", "It may attack once more."),
    ("Attrition", "Where the offensive cost less than fifteen BRPs, the lines may grind each other down for nothing."),
    ("Construction", "BRPs buy units out of the force pools, up to half of the base a turn."),
    ("Redeployment", "Units move behind the lines: six hexes tactically, or anywhere a few at a time."),
    ("Victory", "After the last turn the objectives decide."),
)


def picture(g: World, seat: str | None) -> Picture:
    """All there is to see."""
    return Picture(pieces(g), control(g), markers(g), tracks(g), panels(g), {})


def sidc(kind: Kind, side: int) -> str:
    """A NATO symbol code: friend for the Axis, hostile for the Allies, corps size."""
    who = "F" if side == AXIS else "H"
    if kind in FUNCTION:
        return f"S{who}GP{FUNCTION[kind]}-J---"
    return f"S{who}AP{FLYING[kind]}-----" if kind in FLYING else f"S{who}SPCL---------"


@shown
@rule("5.933")
def pieces(g: World) -> list[Piece]:
    units, tokens, sides = g.units, g.board.ids, unit_sides(g)
    found: list[Piece] = []
    wings: dict[tuple[int, int, int, int], Piece] = {}
    for u, at in enumerate(units.at):
        if at < 0:
            continue
        sheet = DESIGNS[units.design[u]]
        state = []
        if units.supply[u] == ISOLATED and sheet.kind in GROUND:
            state.append("out of supply")
        elif units.supply[u] != FULL and sheet.kind in GROUND:
            state.append("limited supply")
        if units.inverted[u]:
            state.append("inverted")
        if units.exploiting[u] == 1:
            state.append("exploiting")
        if sheet.kind in AIR:
            sort = units.design[u], at, units.inverted[u], units.mission[u]
            if sort in wings:
                wings[sort].count += 1
                wings[sort].numbers = (str(wings[sort].count),)
                continue
        piece = Piece(
            f"u{u}", tokens[at], KEYS[sheet.nation], sheet.label, sidc=sidc(sheet.kind, sides[u]),
            numbers=tuple(sheet.values.split("-")), state=tuple(state), kind=sheet.kind.name.lower(),
        )  # fmt: skip
        if sheet.kind in AIR:
            wings[units.design[u], at, units.inverted[u], units.mission[u]] = piece
        found.append(piece)
    return found


@shown
def control(g: World) -> dict[str, str]:
    tokens, side = g.board.ids, g.nations.side
    return {tokens[s]: KEYS[h] for s, h in enumerate(g.hexes.holder) if h >= 0 and side[h] != NEUTRAL}


@shown
def markers(g: World) -> list[Marker]:
    found, tokens, hexes = [], g.board.ids, g.hexes
    for s in range(g.board.size):
        if hexes.works[s]:
            found.append(Marker(tokens[s], "fortress" if hexes.works[s] == FORTRESS else "fortification"))
        if hexes.airbase[s] >= 0:
            found.append(Marker(tokens[s], "airbase", side=KEYS[hexes.airbase[s]]))
        if hexes.ic[s]:
            found.append(Marker(tokens[s], "industry", str(hexes.ic[s])))
        if hexes.broken[s]:
            found.append(Marker(tokens[s], "breach", side=side_word(g.side)))
    return found


def tracks(g: World) -> list[Track]:
    found = [Track("date", "Turn", g.date)]
    if g.mud:
        found.append(Track("mud", "Weather", "Mud"))
    for n in MAJORS:
        row = g.nations[n]
        if row.side == NEUTRAL:
            continue
        found.append(Track(f"brp {KEYS[n]}", f"{row.label} BRPs", row.level, row.base, side_word(row.side)))
        if row.winter:
            found.append(Track(f"winter {KEYS[n]}", f"{row.label} winter", row.winter, side=side_word(row.side)))
    found += [Track(f"points {side}", f"{side.capitalize()} objectives", int(n), side=side) for side, n in score(g).items()]
    return found


def panels(g: World) -> list[Panel]:
    return [powers(g), operations(g), objectives(g), pools(g)]


def powers(g: World) -> Panel:
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    for n in MAJORS:
        row = g.nations[n]
        if row.side != NEUTRAL:
            built, srs = f"{row.built}/{build_limit(g, n)}", f"{row.srs}/{sr_limit(g, n)}"
            rows.append([row.label, row.level, row.base, built, srs, row.ctl, row.air, row.prep, row.winter])  # fmt: skip
            about.append((row.token,))
    head = ("Power", "BRPs", "Base", "Built", "SR", "CTL", "Air", "Winter preparation", "Winter effect")
    return Panel("powers", "Powers", head, rows, about)


def operations(g: World) -> Panel:
    """9.5, 9.6: what has been spent on each front this turn, and whether attrition is still open."""
    rows: list[list[str | int | float]] = []
    for n in MAJORS:
        if g.nations.side[n] != g.side:
            continue
        faction = g.faction(n)
        for f in range(len(FRONTS)):
            spent, cost = g.spent[ledger_place(n, f)], g.cost[faction * len(FRONTS) + f]
            if spent or cost:
                open_ = "yes" if may_attrition(g, faction, f) is None else "no"
                rows.append([g.nations[n].label, FRONT_WORDS[f], spent, cost, "full" if spent >= 15 else "limited", open_])
    return Panel(
        "operations",
        "Offensive operations",
        ("Power", "Front", "Paid", "Cost without partisans", "Offensive", "Attrition"),
        rows,
    )


def objectives(g: World) -> Panel:
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    for s in g.ground.objectives:
        holder = g.hexes.holder[s]
        if holder >= 0:
            rows.append([g.board.label(s), FRONT_WORDS[g.ground.front[s]], g.nations[holder].label, side_word(held_by(g, s))])
            about.append((g.board.token(s),))
    return Panel("objectives", "Objectives", ("Place", "Front", "Held by", "Side"), rows, about)


def pools(g: World) -> Panel:
    counts: dict[tuple[int, int], int] = {}
    for u in range(len(g.units)):
        if g.units.at[u] < 0:
            key = g.units.design[u], max(g.turn, g.units.due[u])
            counts[key] = counts.get(key, 0) + 1
    rows: list[list[str | int | float]] = [
        [DESIGNS[d].label, n, "now" if due <= g.turn else "later"] for (d, due), n in sorted(counts.items())
    ]
    return Panel("pools", "Force pools", ("Unit", "Counters", "Available"), rows)
