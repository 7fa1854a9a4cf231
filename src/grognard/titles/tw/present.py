"""What players see: counters with NATO symbols, control, supply, markers, country cards, and words for the options."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Label, Marker, Panel, Picture, Piece, Side, Track, shown
from grognard.kernel.state import NOWHERE, Row
from grognard.titles.tw.charts import SEASONAL, WINTER_EAST
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, KEYS, NATIONS, SIDES
from grognard.titles.tw.present_diplomacy import diplomacy_panels
from grognard.titles.tw.present_war import war_panels, war_tracks
from grognard.titles.tw.rules.bombing_war import Bombers, Sky
from grognard.titles.tw.rules.end import score
from grognard.titles.tw.rules.logistics import EFFORTS, effort_price, sustained_price
from grognard.titles.tw.rules.patrols import Watch
from grognard.titles.tw.rules.rail import rail_left
from grognard.titles.tw.rules.strategic_war import Atlantic, Pack
from grognard.titles.tw.rules.strength import CounterCover, Cover, Support
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.task_forces import forget, hidden
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.state import (
    BROKEN,
    DUE,
    EFFORT_NAMES,
    FORTIFICATION,
    FORTRESS,
    GONE,
    LIMITED,
    LOST,
    LOST_UNSUPPLIED,
    NONE,
    SPRING,
    War,
)
from grognard.titles.tw.subjects import (
    Announcing,
    CounterInterception,
    EffortMarker,
    Escort,
    Interception,
    Planning,
    Reserves,
    Round,
    Strike,
    StrikeRound,
)
from grognard.titles.tw.supply_told import pockets

NATION_SIDES = tuple(Side(n.key, n.name, n.colour) for n in NATIONS)

FUNCTION = {
    Kind.ARM: "UCA---",
    Kind.MECH: "UCIZ--",
    Kind.CAV: "UCRH--",
    Kind.MOT: "UCIM--",
    Kind.INF: "UCI---",
    Kind.STA: "UCI---",
    Kind.PARA: "UCIA--",
    Kind.CDO: "UCIO--",
    Kind.ART: "UCF---",
    Kind.FLAK: "UCD---",
    Kind.MOTFLAK: "UCD---",
    Kind.PART: "UCI---",
}
FLYING = {
    Kind.FTR: "MFF---",
    Kind.JET_FTR: "MFF---",
    Kind.TAC: "MFA---",
    Kind.JET_TAC: "MFA---",
    Kind.MDM: "MFB---",
    Kind.NAC: "MFF---",
}

POOLS = ("", "to be built", "lost out of supply", "due", "broken down", "gone", "on the slips", "later", "at home")
SHOWN_POOLS = (LOST, LOST_UNSUPPLIED, DUE, BROKEN, GONE)

TOUR = (
    ("Income", "In Spring every power receives its NARFs; new units join the force pools."),
    ("Weather", "Dice decide mud, snow and frost on each front; the level lowers movement, stops tanks or grounds aircraft."),
    (
        "Planning",
        "Each Major Power picks one kind of effort for the turn. It decides which units may act and how far the purse lasts.",
    ),
    ("Projects", "Projects of the Variants that were won can be played before the weather is rolled for."),
    ("Variants", "A power that names no diplomatic target may roll for a secret project."),
    ("Resistance", "Conquered countries remember: in Spring partisans rise, and one of a country joins its sponsor's pool."),
    ("Partisan war", "Partisans behind the enemy's lines cost him NARFs and trains."),
    ("Synthetic oil", "Germany places its five synthetic oil plants in its cities, once."),
    ("Strategic building", "U-Boats, escorts, bombers, interceptors and heavy flak are built, in Spring and Fall."),
    ("Submarine war", "Both sides commit in secret; one roll decides what is sunk."),
    ("Bombing war", "Bombers meet flak and interceptors; what comes through destroys NARFs."),
    ("Efforts and supply", "Supply is checked, efforts are paid and their markers placed. Only active, supplied units move."),
    ("Supply at sea", "Aircraft on the shore close sea areas to enemy supply; supply is run through closed ones again."),
    ("Breakdown", "Large units may be exchanged for their pieces here, and pieces put together again."),
    ("Task Forces", "British and American ships of a port hide in Task Forces until they fight or land troops."),
    ("Staging", "Aircraft and parachutists hop to other bases before they fly missions."),
    ("Counter-air", "Aircraft strike the enemy's airfields before anything else flies."),
    ("Rail movement", "Units in friendly cities travel up to 25 hexes to another city."),
    ("Missions at sea", "Fleets carry units, invasions sail, carriers strike ports; the enemy may meet them in any sea area."),
    ("First impulse movement", "Every active unit may move; tanks of a First-Rate army overrun what they outnumber six to one."),
    (
        "First impulse combat",
        "All attacks are announced first, then aircraft and reserves join, then battles are fought one by one.",
    ),
    ("Second impulse movement", "Tanks, mechanised troops and cavalry move again, out of the Breaches they have made."),
    ("Second impulse combat", "The same units may attack again."),
    ("Shipyards", "Ships are laid down, built and repaired; each yard does one factor of work."),
    ("Build", "Repair and rebuild units, place reinforcements, dig fortifications, keep reserves."),
    ("Strategic movement", "Units away from the enemy are moved any distance over friendly land, aircraft from base to base."),
    ("Sea movement", "Ships change their base and carry units and NARFs over the sea for strategic movement points."),
    ("Patrols", "Ships stay out through the enemy's turn to watch a sea area."),
    ("Supply", "Units that began the turn cut off and still are, are lost; besieged fortresses weaken."),
    ("End", "Attrition, pockets, stale Breaches and surplus stacks are dealt with."),
    ("Victory", "The objectives are counted."),
)


def picture(g: War, seat: str | None) -> Picture:
    """What a seat sees: all, but for the ships of the enemy's Task Forces (7.12)."""
    seen = pieces(g)
    veiled = hidden(g, g.side_of(seat)) if g.options.task_forces else {}
    if veiled:
        seen = [p for p in seen if int(p.id[1:]) not in veiled] + _task_forces(g, veiled)
    return Picture(seen, control(g), markers(g), tracks(g), [*panels(g), *diplomacy_panels(g, seat)], overlays(g))


def _task_forces(g: War, veiled: dict[int, int]) -> list[Piece]:
    """One counter for each Task Force a seat does not look into."""
    first = {number: u for u, number in sorted(veiled.items(), reverse=True) if g.units.task[u]}
    nations, sides = g.roster.nations, g.roster.sides
    return [
        Piece(f"tf{number}", g.board.ids[g.units.at[u]], KEYS[nations[u]], f"Task Force {number}",
              sidc=sidc(Kind.FLEET, sides[u]), kind="fleet")
        for number, u in sorted(first.items())
        if g.units.at[u] >= 0
    ]  # fmt: skip


def secrets(g: War) -> bool:
    """Whether the switches of a game hide anything."""
    return bool(g.options.task_forces)


def conceal(g: War, seat: str | None) -> None:
    """Take what a seat may not know out of a copy."""
    if g.options.task_forces:
        forget(g, g.side_of(seat))


def sidc(kind: Kind, side: int) -> str:
    """A NATO symbol code: friend for the Axis, hostile for the Allies, corps size."""
    who = "F" if side == AXIS else "H"
    if kind in FUNCTION:
        return f"S{who}GP{FUNCTION[kind]}-J---"
    return f"S{who}AP{FLYING[kind]}-----" if kind in FLYING else f"S{who}SPCL---------"


@shown
def pieces(g: War) -> list[Piece]:
    kinds, nations, sides = g.roster.kinds, g.roster.nations, g.roster.sides
    tokens, designs, units = g.board.ids, g.designs, g.units
    found = []
    for u, at in enumerate(units.at):
        if at < 0:
            continue
        sheet = designs[units.design[u]]
        state = []
        if units.depleted[u]:
            state.append("depleted")
        if units.supply[u] == NONE:
            state.append("out of supply")
        elif units.supply[u] == LIMITED:
            state.append("limited supply")
        if units.reserve[u]:
            state.append("reserve")
        if units.active[u] and sides[u] == g.side and not units.moved[u] & g.impulse:
            state.append("ready")
        found.append(
            Piece(
                f"u{u}",
                tokens[at],
                KEYS[nations[u]],
                sheet.name,
                sidc=sidc(kinds[u], sides[u]),
                numbers=tuple(sheet.values.split("-")),
                state=tuple(state),
                kind=sheet.kind.name.lower(),
                note=sheet.basis,
            )
        )
    return found


@shown
def control(g: War) -> dict[str, str]:
    tokens, side = g.board.ids, g.nations.side
    return {tokens[s]: KEYS[h] for s, h in enumerate(g.hexes.holder) if h >= 0 and side[h] < 2}


@shown
def markers(g: War) -> list[Marker]:
    found = []
    hexes, tokens, now = g.hexes, g.board.ids, g.player_turn
    for s in range(g.board.size):
        if hexes.works[s]:
            siege = f"siege {hexes.siege[s]}" if hexes.siege[s] else ""
            found.append(Marker(tokens[s], {FORTIFICATION: "fortification", FORTRESS: "fortress"}[hexes.works[s]], siege))
        if hexes.breach[s] >= now:
            found.append(Marker(tokens[s], "breach", side=SIDES[hexes.gap_side[s]]))
        if hexes.beachhead[s] >= now:
            found.append(Marker(tokens[s], "beachhead", side=SIDES[hexes.gap_side[s]]))
        if hexes.bridgehead[s] >= now:
            found.append(Marker(tokens[s], "bridgehead", side=SIDES[hexes.gap_side[s]]))
        if hexes.airbase[s] != NOWHERE:
            found.append(Marker(tokens[s], "airbase", side=KEYS[hexes.airbase[s]]))
        if hexes.marker[s] != NOWHERE:
            row = g.nations[hexes.marker[s]]
            found.append(Marker(tokens[s], "effort", EFFORT_NAMES[row.effort].upper(), KEYS[hexes.marker[s]]))
        if hexes.pocket[s] != NOWHERE:
            found.append(Marker(tokens[s], "pocket", f"{SIDES[hexes.pocket[s]]} next", SIDES[hexes.pocket[s]]))
    found += [Marker(tokens[s], "objective", str(points)) for s, points in g.points.items()]
    return found


def tracks(g: War) -> list[Track]:
    found = [Track("date", "Turn", g.date), Track("impulse", "Impulse", g.impulse)]
    if g.east:
        level = WINTER_EAST[g.east].name if g.east_winter else SEASONAL["spring" if g.season == SPRING else "fall", g.east].name
        found.append(Track("east", "East", level))
    if g.west:
        found.append(Track("west", "West", SEASONAL["west", g.west].name))
    if g.south:
        found.append(Track("south", "Mediterranean", SEASONAL["mediterranean", g.south].name))
    found += war_tracks(g)
    found += [Track(f"points {side}", f"{side.capitalize()} points", points, side=side) for side, points in score(g).items()]
    return found


@shown
def panels(g: War) -> list[Panel]:
    ratings = ("", "First", "Second", "Third", "Fourth")
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    for n, sheet in enumerate(NATIONS):
        row = g.nations[n]
        if row.side < 2:
            rows.append(
                [
                    sheet.name,
                    row.narfs,
                    EFFORT_NAMES[row.effort].upper() if row.effort else "",
                    ratings[row.army],
                    ratings[row.air],
                    rail_left(g, n),
                    smp_left(g, n) / 2,
                    "surrendered" if row.surrendered else "",
                ]
            )
            about.append((row.token,))
    cards = Panel("nations", "Country cards", ("Nation", "NARFs", "Effort", "Army", "Air", "Rail", "SMP", ""), rows, about)
    names = {n.key: n.name for n in NATIONS}
    held = [u for u in g.units if u.reserve and u.at >= 0]
    reserves: list[list[str | int | float]] = [
        [u.sheet.name, u.sheet.values, names[u.sheet.nation], g.board.label(u.at)] for u in held
    ]
    lost: list[list[str | int | float]] = [
        [u.sheet.name, u.sheet.values, names[u.sheet.nation], POOLS[u.pool]] for u in g.units if u.pool in SHOWN_POOLS
    ]
    goals: list[list[str | int | float]] = [[g.board.label(s), p] for s, p in g.points.items()]
    return [
        cards,
        Panel("reserves", "Reserves", ("Unit", "Values", "Nation", "At"), reserves, [(u.token,) for u in held]),
        Panel("pool", "Off the board", ("Unit", "Values", "Nation", "Where"), lost),
        Panel("objectives", "Objectives", ("Place", "Points"), goals, [(g.board.token(s),) for s in g.points]),
        *war_panels(g),
    ]


def overlays(g: War) -> dict[str, dict[str, str]]:
    """Where each side's supply reaches, and who will have the hexes of a pocket."""
    tokens = g.board.ids
    found = {}
    for side in (AXIS, ALLIES):
        net = lines(g, side)
        full = 0
        for bits in net.full.values():
            full |= bits
        full |= net.suez
        reached, land = net.network.reached, g.ground.land
        found[f"supply {SIDES[side]}"] = {
            tokens[s]: "full" if bits & full else "limited" for s, bits in enumerate(reached) if bits and land[s]
        }
    kept = pockets(g)
    if kept:
        found["pockets"] = kept
    return found


WAYS = {
    "arrive": "by rail",
    "land": "by air",
    "advance": "after combat",
    "retreat": "in retreat",
    "support": "to support the attack",
    "cover": "to cover the defence",
    "drop": "from the air",
}


def sort(g: War, unit: Row) -> tuple[str, str]:
    """The nation of a unit and its name."""
    sheet = g.designs[g.units.design[unit.index]]
    return sheet.nation, sheet.name


HANDS = frozenset(("take", "entrain", "stage"))


def dress(g: War, ask: Ask, option: Option, made: Label) -> None:
    """What a label tells a client beside its words: what takes a unit into the hand, what an effort costs and wakes."""
    made.hand = option.verb in HANDS
    made.along = option.verb == "with"
    made.stays = option.verb == "stop"
    if option.verb in EFFORTS and isinstance(ask.subject, Planning):
        made.hint = _effort(g, option)
    elif option.verb == "place" and isinstance(ask.subject, EffortMarker) and len(option.args) == 2:
        made.hint = _woken(g, ask.subject.effort, *option.args)


EFFORT_WORDS = {
    "sle": "every unit acts",
    "rle": "units within {} hexes of each marker act",
    "lle": "units within {} hex of each marker act, in one impulse",
    "mle": "every unit moves, none attacks",
}


def _effort(g: War, option: Option) -> str:
    """What an effort costs and whom it activates."""
    nation, count = option.args[0], int(option.args[1]) if len(option.args) > 1 else 1
    price = sustained_price(g, nation.index) if option.verb == "sle" else effort_price(option.verb, nation.index) * count
    words = EFFORT_WORDS.get(option.verb, "").format(EFFORTS[option.verb].radius)
    return f"{price} of {nation.narfs} NARFs; {words}"


def _woken(g: War, effort: str, nation: Row, space: Row) -> str:
    """The units that a marker at a hex would activate."""
    near, patrons = g.ground.near(space.index, EFFORTS["rle" if effort == "rle" else "lle"].radius), g.roster.patrons
    names = [
        g.designs[g.units.design[u]].name
        for u, at in enumerate(g.units.at)
        if at >= 0 and at in near and not g.units.active[u] and patrons[u] == nation.index
    ]
    few = ", ".join(names[:3])
    return f"activates {few} and {len(names) - 3} more" if len(names) > 3 else f"activates {few}" if names else ""


ROLLS = frozenset(
    ("fight", "plain", "effort", "force", "lose", "accept", "play", "card", "chit", "keep", "meet", "counter", "intercept",
     "along", "rise", "by_lot", "lurk", "city")
)  # fmt: skip
SECRET = (Atlantic, Bombers, Sky, Pack)  # both sides write their numbers down, and the dice fall with the last
CLOSES: dict[str, tuple[type, ...]] = {  # the last answer lets the dice fall: attacks announced, aircraft sent, rounds go on
    "done": (Announcing, Reserves, Support, Cover, CounterCover, CounterInterception, Watch),
    "hold": (Interception,),
    "go": (Strike, Escort),
    "let": (Interception,),
    "stay": (Round, StrikeRound),
    "leave": (Round, StrikeRound),
    "land": (StrikeRound,),
}


def final(ask: Ask, option: Option) -> bool:
    """Answers after which dice may fall at once."""
    return option.verb in ROLLS or isinstance(ask.subject, (*SECRET, *CLOSES.get(option.verb, ())))


THEATRES = (
    ("Poland", ("1325", "1121", "1420", "2023")),
    ("The West", ("1234", "1438", "2233", "1325")),
    ("The East", ("0616", "1012", "1706", "2313", "1421")),
    ("Balkans", ("2023", "3120", "2717", "2528")),
    ("Mediterranean", ("2643", "3031", "4014", "2528")),
    ("North Africa", ("3529", "3720", "4014")),
    ("Scandinavia", ("0525", "0619", "1026", "0622")),
)
