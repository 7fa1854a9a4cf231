"""What players see: counters with NATO symbols, control, markers, BRPs, operations by front, objectives, force pools."""

from __future__ import annotations

from grognard.kernel.catalogue import spoken
from grognard.kernel.present import Marker, Panel, Picture, Piece, Side, Track, shown
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import AIR, CAPITAL, DESIGNS, GROUND, WORDS, Kind
from grognard.titles.awaw.ground import FRONT_WORDS, FRONTS
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    COLOURS,
    FACTION,
    FACTIONS,
    GERMANY,
    ITALY,
    JAPAN,
    KEYS,
    MAJORS,
    NEUTRAL,
    OF_SEAT,
    POWER,
    RUSSIA,
    camp,
    name,
    side_word,
)
from grognard.titles.awaw.rules.atomic import bombs
from grognard.titles.awaw.rules.codes import CARDS, SEATED, held
from grognard.titles.awaw.rules.construction import build_limit
from grognard.titles.awaw.rules.diplomacy import on_map, open_modifiers, points_on
from grognard.titles.awaw.rules.end import score
from grognard.titles.awaw.rules.influence import (
    british_resistance,
    chinese_resistance,
    german_resistance,
    italian_resistance,
    japanese_resistance,
    russian_will,
)
from grognard.titles.awaw.rules.oil import HOME, needs_of, reserve
from grognard.titles.awaw.rules.operations import account, charged, may_attrition
from grognard.titles.awaw.rules.redeployment import made, sr_limit
from grognard.titles.awaw.rules.research import cell, chance_needed, projects_of, results_of
from grognard.titles.awaw.rules.tension import MOST, NAMES, recorded
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, held_by, ships, unit_sides
from grognard.titles.awaw.rules.want import EFFECTS
from grognard.titles.awaw.rules.yearstart import at_war
from grognard.titles.awaw.state import (
    FORTRESS,
    FULL,
    ISOLATED,
    LATER,
    NO_RESULT,
    POOL,
    SEASONS,
    UNTOUCHED,
    YARD,
    Unit,
    World,
    ledger_place,
)

NATION_SIDES = tuple(Side(key, name(n), COLOURS.get(key, "#8a8578")) for n, key in enumerate(KEYS))
FUNCTION = {
    Kind.INF: "UCI---", Kind.MECH: "UCIZ--", Kind.ARM: "UCA---", Kind.REP: "UCI---", Kind.AIRBORNE: "UCIA--",
    Kind.MARINE: "UCIN--", Kind.COMMANDO: "UCIO--", Kind.CHINDIT: "UCIO--", Kind.FLAK: "UCD---", Kind.PARTISAN: "UCI---",
}  # fmt: skip
FLYING = {
    Kind.AAF: "MFF---", Kind.JET: "MFF---", Kind.TRANSPORT_AIR: "MFC---", Kind.NAS: "MFF---", Kind.ELITE_NAS: "MFF---",
    Kind.BOMBER: "MFB---", Kind.INTERCEPTOR: "MFFI--",
}  # fmt: skip
AFLOAT = {
    Kind.CV: "SPCLCV--", Kind.CVE: "SPCLCV--", Kind.BB: "SPCLBB--", Kind.BC: "SPCLBB--", Kind.PB: "SPCLCC--",
    Kind.CA: "SPCLCC--", Kind.DD: "SPCLDD--", Kind.ASW: "SPCLFF--", Kind.TRANSPORT: "SPXM----", Kind.SUB: "UPSC----",
    Kind.ADVANCED_SUB: "UPSC----",
}  # fmt: skip
THEATRES = (
    ("The West", ("eK23", "eO22", "eN18", "eL31")),
    ("The East", ("eM35", "eD44", "eH47", "eN49", "eR44")),
    ("Balkans", ("eV29", "eW33", "eDD28")),
    ("Mediterranean", ("eAA7", "eY22", "eDD17", "eMM30")),
    ("North Africa", ("eII17", "eLL29", "eMM30")),
    ("Scandinavia", ("eC35", "eE38", "eD41", "eL31")),
    ("China and Japan", ("pO19", "pJ25", "pL32", "pT20")),
    ("South-East Asia", ("pU10", "pW12", "pEE11", "pW21", "pII11")),
    ("South-West Pacific", ("pII26", "pFF29", "pKK19", "pZ31")),
    ("Central Pacific", ("pU31", "pX36", "pM48", "pP53")),
)
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
    return Picture(screened(g, seat), control(g), markers(g), tracks(g), panels(g, seat), {})


@rule("ours 20.16", "ours 20.162")
def screened(g: World, seat: str | None) -> list[Piece]:
    """Ships of a foreign task force are one marker; where it lies is open, what it is not."""
    mine, force = FACTION.get(OF_SEAT.get(seat or "", -1), -1), g.units.force
    if not any(force):
        return pieces(g)
    found, seen = [], set()
    for piece in pieces(g):
        u = int(piece.id[1:])
        whose = g.nations.patron[NATION[g.units.design[u]]]
        if not force[u] or FACTION.get(whose, -2) == mine:
            found.append(piece)
        elif (whose, force[u]) not in seen:
            seen.add((whose, force[u]))
            code = hull(piece.sidc)
            found.append(Piece(piece.id, piece.at, piece.side, "Task force", sidc=code, numbers=("TF",), kind="force"))
    return found


def hull(code: str) -> str:
    """The symbol of a warship that does not tell its class (ours 20.16)."""
    return f"{code[:2]}SPCL---------"


def sidc(kind: Kind, side: int) -> str:
    """A NATO symbol code: friend for the Axis, hostile for the Allies, corps size."""
    who = "F" if side == AXIS else "H"
    if kind in FUNCTION:
        return f"S{who}GP{FUNCTION[kind]}-J---"
    if kind in FLYING:
        return f"S{who}AP{FLYING[kind]}-----"
    return f"S{who}{AFLOAT[kind]}-----"


WAYS = {"retreat": "in retreat", "advance": "after combat", "drop": "from the air"}


def sort(g: World, unit: Unit) -> tuple[str, str]:
    """The country of a unit and its sort, as the log counts units that went together."""
    sheet = DESIGNS[g.units.design[unit.index]]
    return KEYS[sheet.nation], f"{sheet.values} {WORDS[sheet.kind]}"


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
        if hexes.guns[s]:
            found.append(Marker(tokens[s], "beach defense"))
        if hexes.airbase[s] >= 0:
            found.append(Marker(tokens[s], "airbase", side=KEYS[hexes.airbase[s]]))
        if hexes.ic[s]:
            found.append(Marker(tokens[s], "industry", str(hexes.ic[s])))
        if hexes.bridgehead[s] >= 0:
            found.append(Marker(tokens[s], "bridgehead", side=side_word(hexes.bridgehead[s])))
        if hexes.harbour[s] >= g.turn:
            found.append(Marker(tokens[s], "port", side=side_word(hexes.bridgehead[s])))
        if hexes.railhead[s] >= 0:
            found.append(Marker(tokens[s], "railhead", side=KEYS[hexes.railhead[s]]))
        if hexes.broken[s]:
            found.append(Marker(tokens[s], "breach", side=side_word(g.side)))
    return found


def stands_with(g: World, n: int) -> str:
    """The side of a power on either board, or the camp that it belongs to while it is neutral."""
    found = [side for side in (g.nations.side[n], g.nations.east[n]) if side in (AXIS, ALLIES)]
    return side_word(found[0]) if found else camp(n)


def tracks(g: World) -> list[Track]:
    found = [Track("date", "Turn", g.date)]
    if g.mud:
        found.append(Track("mud", "Weather", "Mud"))
    for n in MAJORS:
        row = g.nations[n]
        if row.side == NEUTRAL:
            continue
        found.append(Track(f"brp {KEYS[n]}", f"{row.label} BRPs", row.level, row.base, stands_with(g, n)))
    if g.sheet.whole:
        found += [Track(f"tension {t}", NAMES[t], g.tension[t], MOST) for t in range(3) if recorded(g, t)]
    found += [Track(f"points {side}", f"{side.capitalize()} objectives", int(n), side=side) for side, n in score(g).items()]
    for word, levels in (("winter", g.nations.winter), ("Siberian winter", g.nations.frost)):
        worst = {g.nations[n].label: levels[n] for n in MAJORS if levels[n]}
        if worst:
            found.append(Track(word, word.capitalize(), ", ".join(f"{label} {level}" for label, level in worst.items())))
    return found


def panels(g: World, seat: str | None) -> list[Panel]:
    found = [powers(g), operations(g), objectives(g), pools(g)]
    if g.sheet.fleets:
        found.append(navies(g, seat))
    if g.sheet.whole:
        found += [laboratories(g, seat), embassies(g, seat), resistance(g), reserves(g, seat)]
    return found


def navies(g: World, seat: str | None) -> Panel:
    """Ships by port and class, and what is on the stocks; foreign task forces are left out (ours 20.16)."""
    faction = FACTION.get(OF_SEAT.get(seat or "", -1), -1)
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    sorts = ((Kind.CV,), tuple(CAPITAL), (Kind.CA,), (Kind.DD,), (Kind.CVE,))
    moored = sorted(ships(g).items())
    for n in MAJORS:
        for space, there in moored:
            mine = [u for u in there if g.nations.patron[NATION[g.units.design[u]]] == n
                    and (not g.units.force[u] or FACTION[n] == faction)]  # fmt: skip
            if mine:
                counts = [sum(STRENGTH[g.units.design[u]] for u in mine if KIND[g.units.design[u]] in sort) for sort in sorts]
                ready = sum(not g.units.inverted[u] and not g.units.damage[u] for u in mine)
                hurt = sum(bool(g.units.damage[u]) for u in mine)
                rows.append([g.nations[n].label, g.board.label(space), *(count or "" for count in counts), ready, hurt or ""])
                about.append((g.board.token(space), g.nations[n].token))
    for n in MAJORS:
        stocks = [u for u in range(len(g.units)) if g.units.pool[u] == YARD and NATION[g.units.design[u]] == n]
        for u in stocks:
            rows.append([g.nations[n].label, f"{g.units[u].sheet.name or g.units[u].label}: level {g.units.stage[u]}", *[""] * 7])
            about.append((g.nations[n].token,))
    head = ("Power", "Port", "CV", "Capital", "CA", "DD", "CVE", "Ready", "Damaged")
    return Panel("navies", "Naval status", head, rows, about)


def laboratories(g: World, seat: str | None) -> Panel:
    """Results are open; points, and the die that brings a result with them, only to who placed them (ours 41.5)."""
    mine = FACTION.get(OF_SEAT.get(seat or "", -1), -1)
    rows: list[list[str | int | float]] = []
    for project in g.books.projects:
        counts = [results_of(g, faction, project.key) for faction in range(4)]
        own = g.points[cell(mine, project.key)] if mine >= 0 and g.points else 0
        fresh = mine >= 0 and project.key in projects_of(g) and counts[mine] < project.max_results
        if any(counts) or fresh:
            needed = chance_needed(g, mine, project.key) if fresh and g.points else project.needed
            told = [own or "", max(1, needed), max(g.year, project.earliest)] if fresh else ["", "", ""]
            rows.append([project.project, *told, *(n or "" for n in counts), project.category])
    head = ("Project", "Own points", "Die needed", "From", *FACTIONS[:4], "Category")
    return Panel("research", "Research", head, rows)


def embassies(g: World, seat: str | None) -> Panel:
    """What countries lean to whom, and what all may see of their next die; points only to who placed them (ours 49.2, 49.5)."""
    mine = OF_SEAT.get(seat or "", -1)
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    for n in g.books.diplomacy:
        row = g.nations[n]
        points = points_on(g, mine, n) if mine in POWER else 0
        if row.patron >= 0 and row.status == 0 and row.side != NEUTRAL:
            continue
        result = "" if row.result == NO_RESULT else row.result
        friend = g.nations[row.patron].label if row.patron >= 0 else ""
        open_to_all = row.side == NEUTRAL and row.status == UNTOUCHED and row.conquered < 0 and on_map(g, n)
        if result != "" or points or row.status or open_to_all:
            lean = f"{open_modifiers(g, n).total:+d}" if open_to_all else ""
            status = ("neutral", "attacked", "associated", "ally")[row.status]
            rows.append([row.label, result, lean, points or "", status, friend])
            about.append((row.token,))
    return Panel("diplomacy", "Diplomacy", ("Country", "Result", "Die modifiers", "Own points", "Status", "With"), rows, about)


def reserves(g: World, seat: str | None) -> Panel:
    """Oil by area and what each power needs (ours 33); the own code cards and bombs (ours 43.1, 48.2)."""
    rows: list[list[str | int | float]] = []
    for n in HOME:
        if g.seated(n) and not g.nations.surrendered[n]:
            need = sum(needs_of(g, n).values())
            short = ", ".join(key for key, bit in EFFECTS.items() if g.nations.dry[n] & bit)
            rows.append([g.nations[n].label, reserve(g, n), need, short])
    faction = FACTION.get(OF_SEAT.get(seat or "", -1), -1)
    for holder, power in SEATED.items():
        cards = [f"{word} {held(g, holder, word)}" for word in CARDS if held(g, holder, word)]
        if FACTION[power] == faction and cards:
            rows.append([f"{g.nations[power].label}: codes", "", "", ", ".join(cards)])
    if faction >= 0 and bombs(g, faction):
        rows.append(["Atomic bombs", bombs(g, faction), "", ""])
    return Panel("oil", "Oil and secrets", ("Power", "Counters", "Needed", "Unpaid, or held"), rows)


def resistance(g: World) -> Panel:
    """How near each power is to giving up (ours 54.1)."""
    wills = {GERMANY: german_resistance, ITALY: italian_resistance, BRITAIN: british_resistance, RUSSIA: russian_will,
             CHINA: chinese_resistance, JAPAN: japanese_resistance}  # fmt: skip
    rows: list[list[str | int | float]] = []
    for n, will in wills.items():
        if g.seated(n) and at_war(g, n) and not g.nations.surrendered[n]:
            sums = will(g)
            told = ", ".join(f"{i.label} {i.value:+d}" for i in sums.items if i.value)
            rows.append([g.nations[n].label, sums.total, told])
    return Panel("resistance", "Resistance", ("Power", "Level", "Made of"), rows)


def redeployments(g: World, n: int) -> str:
    """Strategic redeployments made and allowed, board by board."""
    boards = {"europe": (True,), "pacific": (False,)}.get(g.sheet.theatre, (True, False))
    return ", ".join(f"{made(g, n, europe)}/{sr_limit(g, n, europe=europe)}" for europe in boards)


def powers(g: World) -> Panel:
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    for n in MAJORS:
        row = g.nations[n]
        if row.side != NEUTRAL:
            built, srs = f"{row.built}/{build_limit(g, n)}", redeployments(g, n)
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
        faction = account(g, n)
        for f in range(len(FRONTS)):
            spent, cost = g.spent[ledger_place(n, f)], charged(g, faction, f)
            if spent or cost:
                open_ = spoken("yes") if may_attrition(g, faction, f) is None else spoken("no")
                sort = spoken("full") if spent >= 15 else spoken("limited")
                rows.append([g.nations[n].label, FRONT_WORDS[f], spent, cost, sort, open_])
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
    """What may be built now or from a later turn on, and what mobilization or production must bring first (ours 27.6, 36, 42)."""
    counts: dict[tuple[int, str], int] = {}
    for u in range(len(g.units)):
        if g.units.pool[u] == POOL and g.units.due[u] <= g.last_turn:
            when = spoken("now") if g.units.due[u] <= g.turn else season_of(g.units.due[u])
        elif g.units.pool[u] == LATER and g.sheet.whole:
            when = "mobilization, production"
        else:
            continue
        key = g.units.design[u], when
        counts[key] = counts.get(key, 0) + 1
    rows: list[list[str | int | float]] = [[DESIGNS[d].label, n, when] for (d, when), n in sorted(counts.items())]
    return Panel("pools", "Force pools", ("Unit", "Counters", "Available"), rows)


def season_of(turn: int) -> str:
    return f"{SEASONS[turn % 4]} {1939 + turn // 4}"
