"""What players see of a game: pieces, control, markers, tracks, panels. Nothing is hidden. The words of options are labels.py."""

from __future__ import annotations

import re

from grognard.kernel.catalogue import spoken
from grognard.kernel.flow import Ask, Option
from grognard.kernel.present import Marker, Panel, Picture, Piece, Points, Side, Throw, Track, shown
from grognard.kernel.purposes import Aim
from grognard.kernel.state import Row
from grognard.titles.gw36.agent.threat import garrison, peril, threats_now
from grognard.titles.gw36.kinds import (
    FACILITY_NAMES,
    NO_VALUE,
    STAGES,
    TECHNOLOGY_IDS,
    UNIT_IDS,
    UNIT_NAMES,
)
from grognard.titles.gw36.powers import ALLIANCES, FRANCE, FREE_FRANCE, KEYED, NAMES, NATIONS, OF_NATION, PLAYED, researched
from grognard.titles.gw36.rules import chart, objectives, victory
from grognard.titles.gw36.rules.calendar import month
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import alive, power_of
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.state import DUTIES, War
from grognard.titles.gw36.subjects import Fighting, Movers

ALLIANCE_SIDES = (
    Side("axis", "Axis", "#4a4a4a"),
    Side("allies", "Allies", "#2f5d8a"),
    Side("comintern", "Comintern", "#a8322a"),
)
COLOURS = {
    "germany": "#4a4f55",
    "italy": "#7a6a3f",
    "japan": "#c8702e",
    "ussr": "#a8322a",
    "ccp": "#7c2438",
    "great_britain": "#b08d4f",
    "fec": "#8f7a4a",
    "anzac": "#6f7f45",
    "france": "#3f6fb0",
    "free_france": "#5b8fd0",
    "usa": "#4f7f4a",
    "kmt": "#3f8f8f",
}
NEUTRAL = "#8a8578"
SIDES = (
    *ALLIANCE_SIDES,
    *(Side(name, NAMES[n], COLOURS.get(name, NEUTRAL)) for n, name in enumerate(NATIONS)),
)


def picture(g: War, seat: str | None) -> Picture:
    """The whole board; identical units of a zone are one piece with a count."""
    control = {g.board.ids[z]: NATIONS[o] for z, o in enumerate(g.zones.owner) if o >= 0}
    points = victory.points(g)
    tracks = [Track("turn", "Turn", month(g))]
    tracks += [Track(f"points_{name}", name.capitalize(), points[n], side=name) for n, name in enumerate(ALLIANCES) if name]
    return Picture(pieces(g), control, markers(g), tracks, panels(g), overlays(g, seat))


def overlays(g: War, seat: str | None) -> dict[str, dict[str, str]]:
    """Threat: how hard each zone of the seat's nations could be hit next turn, from 0 (hardly) to 9 (it would fall)."""
    found: dict[str, str] = {}
    for n in range(PLAYED):
        if seat is not None and alive(g, n) and seat_of(g, n) == seat:
            for z, force in threats_now(g, n).items():
                if g.zones.owner[z] == n:
                    found[g.board.ids[z]] = str(min(9, int(10 * peril(force, garrison(g, n, z)))))
    return {"threat": found} if found else {}


@shown
def pieces(g: War) -> list[Piece]:
    """Counters: attack, defence and movement along the lower edge."""
    stacks: dict[tuple[int, ...], list[int]] = {}
    shown = [u for u, at in enumerate(g.units.at) if at >= 0]
    for u, looks in zip(shown, _looks(g, shown)):
        stacks.setdefault(looks, []).append(u)
    found, values = [], g.values
    for (kind, nation, hits, at, duty, spent, aboard), group in stacks.items():
        words = (DUTIES[duty], "damaged" if hits else "", "aboard" if aboard else "", "moved" if spent else "")
        found.append(
            Piece(
                f"u{group[0]}",
                g.board.ids[at],
                NATIONS[nation],
                UNIT_NAMES[kind],
                glyph=UNIT_IDS[kind],
                numbers=(_number(values.attack[kind]), _number(values.defence[kind]), str(values.move[kind])),
                state=tuple(word for word in words if word),
                count=len(group),
                kind=UNIT_IDS[kind],
                note=f"{NAMES[nation]}, {_hits_left(values.hits[kind] - hits)}, worth {values.price[kind]} IPP",
            )
        )
    return found


def _looks(g: War, units: list[int]) -> list[tuple[int, ...]]:
    """What units share that lie on the board as one counter."""
    carriers = g.units.carrier
    return [(*sort, int(carriers[u] >= 0)) for u, sort in zip(units, g.units.keys(units, "at", "duty", "spent"))]


def counter(g: War, u: int) -> int:
    """The unit whose counter stands for this one."""
    here = g.units.stacks[g.units.at[u]]
    looks = dict(zip(here, _looks(g, here)))
    return next(v for v in here if looks[v] == looks[u])


def _number(value: int) -> str:
    return "-" if value == NO_VALUE else str(value)


def _hits_left(hits: int) -> str:
    return f"{hits} hits" if hits > 1 else spoken("1 hit")


@shown
def markers(g: War) -> list[Marker]:
    """Facilities, with their damage or while they are being built."""
    return [
        Marker(
            g.board.ids[site.at],
            FACILITY_NAMES[site.kind],
            f"damage {site.damage}" if site.damage else "" if site.built else "building",
            NATIONS[g.zones.owner[site.at]] if g.zones.owner[site.at] >= 0 else "",
        )
        for site in g.sites
        if site.at >= 0
    ]


# panels


@shown
def panels(g: War) -> list[Panel]:
    """Tables beside the board."""
    goals = {n: _objectives(g, n) for n in range(PLAYED) if alive(g, n)}
    made = (nations_panel, orders_panel, technology_panel, wars_panel, pacts_panel)
    return [*(panel(g) for panel in made), points_panel(g, goals), objectives_panel(g, goals), forces_panel(g)]


def nations_panel(g: War) -> Panel:
    """Cash, income and state of the player nations."""
    rows: list[list[str | int | float]] = [
        [
            NAMES[n],
            ALLIANCES[g.nations.alliance[n]].capitalize(),
            g.nations.cash[n],
            current_income(g, n),
            "at war" if g.relations.at_war_with_major[n] else "neutral",
        ]
        for n in range(PLAYED)
        if alive(g, n)
    ]
    return Panel("nations", "Nations", ("Nation", "Alliance", "IPP", "Income", "State"), rows, group="production")


def orders_panel(g: War) -> Panel:
    """The Production Chart (7.3)."""
    rows: list[list[str | int | float]] = []
    for order in g.entries:
        if not order.gone:
            stage = "ready to place" if order.ready else f"stage {order.paid} of {order.stages}"
            rows.append([NAMES[order.nation], chart.label(g, order), order.count, stage])
    return Panel("orders", "Production Chart", ("Nation", "Item", "Count", "Stage"), rows, group="production")


def technology_panel(g: War) -> Panel:
    """Technologies in progress and developed (7.7)."""
    rows: list[list[str | int | float]] = []
    for n in range(PLAYED):
        if not alive(g, n) or power_of(n) != n:
            continue
        for t, name in enumerate(TECHNOLOGY_IDS):
            stages = g.tech.get(researched(n, t), 0)
            if stages:
                done = "developed" if stages >= STAGES else f"stage {stages} of {STAGES}"
                rows.append([NAMES[n], name.replace("_", " ").capitalize(), done])
    return Panel("technology", "Technologies", ("Power", "Technology", "Stage"), rows, group="production")


def wars_panel(g: War) -> Panel:
    """Who fights whom."""
    rows: list[list[str | int | float]] = []
    for key in sorted(g.wars):
        a, b = divmod(key, KEYED)
        if alive(g, a) and alive(g, b):
            rows.append([NAMES[a], NAMES[b]])
    return Panel("wars", "Wars", ("Nation", "at war with"), rows, group="diplomacy")


def pacts_panel(g: War) -> Panel:
    """The pacts and truces of chapters 13 and 14."""
    words = ("not signed", "in force", spoken("ended"))
    rows: list[list[str | int | float]] = [
        ["Molotov-Ribbentrop", "Germany, Soviet Union", words[g.pact]],
        ["Japanese-Soviet", "Japan, Soviet Union", words[g.neutrality]],
        ["Truce in China", "Nationalist China, Communist China", "in force" if g.truce else spoken("none")],
    ]
    return Panel("pacts", "Pacts", ("Pact", "Between", "State"), rows, group="diplomacy")


Goal = tuple[str, int, int, tuple[str, ...]]  # name, points now, most points, zones


Source = tuple[int, str, str, int, tuple[str, ...]]  # alliance, nation, what for, points, zones


def point_sources(g: War, goals: dict[int, list[Goal]]) -> list[Source]:
    """Where victory points come from: objective cities, national objectives, home zones lost (3.1 to 3.4)."""
    found: list[Source] = []
    alliance = g.nations.alliance
    for row in g.facts.objective_cities:
        owner = g.zones.owner[g.board.space(row.city)]
        if owner >= 0 and alliance[owner]:
            found.append((alliance[owner], NAMES[owner], g.zones[g.board.space(row.city)].label, row.points, (row.city,)))
    for nation in range(PLAYED):
        if g.options.national_objectives:
            for name, now, most, zones in goals.get(nation, ()):
                found.append((alliance[nation], NAMES[nation], name, min(now, most), zones))
        found.append((alliance[nation], NAMES[nation], "Home zones held by enemies", -victory.losses(g, nation), ()))
    return sorted((line for line in found if line[3] and line[0]), key=lambda line: line[0])


def points_panel(g: War, goals: dict[int, list[Goal]]) -> Panel:
    found = point_sources(g, goals)
    rows: list[list[str | int | float]] = [[ALLIANCES[n].capitalize(), name, what, score] for n, name, what, score, _ in found]
    columns = ("Alliance", "Nation", "For", "Points")
    return Panel("points", "Victory points", columns, rows, [line[4] for line in found], group="victory")


def points(g: War) -> list[Points]:
    """The same for the page of the ending."""
    goals = {n: _objectives(g, n) for n in range(PLAYED) if alive(g, n)}
    return [Points(ALLIANCES[n], f"{nation}: {what}", float(score)) for n, nation, what, score, _ in point_sources(g, goals)]


OLD_HIT = re.compile(r", (\d+) or less$")  # in games saved before rolls had an aim the words of a volley tell what it needs


def throw(g: War, text: str, aim: Aim | None) -> Throw | None:
    """Volleys name their side and what they need (rules/fire.py); other dice are nobody's luck in battle."""
    if aim is not None:
        return Throw(aim.side, aim.good[1]) if aim.side and aim.good else None
    found = OLD_HIT.search(text)
    nation = next((n for n, adjective in enumerate(OF_NATION) if text.startswith(f"{adjective} ")), -1)
    if found is None or nation < 0 or not g.nations.alliance[nation]:
        return None
    return Throw(ALLIANCES[g.nations.alliance[nation]], int(found[1]))


def _objectives(g: War, nation: int) -> list[Goal]:
    """The objectives of a nation."""
    if nation == FREE_FRANCE and alive(g, FRANCE):
        return []
    owner = "france" if nation == FREE_FRANCE else NATIONS[nation]
    scored: dict[str, tuple[str, int, int, list[str]]] = {}
    for row in g.facts.objectives:
        if row.nation == owner and row.scenario in ("", g.scenario):
            name, now, most, zones = scored.get(row.id, (row.name, 0, row.max_points, []))
            now = max(now, objectives.points(g, nation, row))
            scored[row.id] = (name, now, most, [*zones, *(z for z in row.zones if g.board.knows(z))])
    return [(name, now, most, tuple(dict.fromkeys(zones))) for name, now, most, zones in scored.values()]


def objectives_panel(g: War, goals: dict[int, list[Goal]]) -> Panel:
    """National objectives and what they score now (3.4)."""
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    for nation, own in goals.items():
        for name, now, most, zones in own:
            rows.append([NAMES[nation], name, min(now, most), most])
            about.append(zones)
    return Panel("objectives", "Objectives", ("Nation", "Objective", "Points", "of"), rows, about, group="victory")


def forces_panel(g: War) -> Panel:
    """Units on the board and their worth, by nation."""
    counts: dict[int, list[int]] = {}
    for kind, nation, at in zip(g.units.kind, g.units.nation, g.units.at):
        if at >= 0 and nation < PLAYED:
            entry = counts.setdefault(nation, [0, 0])
            entry[0] += 1
            entry[1] += g.values.price[kind]
    rows: list[list[str | int | float]] = [[NAMES[n], units, worth] for n, (units, worth) in sorted(counts.items())]
    return Panel("forces", "Forces", ("Nation", "Units", "Worth in IPP"), rows, group="forces")


def figures(g: War) -> dict[str, dict[str, float]]:
    """What the charts follow over time, by alliance."""
    income = dict.fromkeys(ALLIANCES[1:], 0.0)
    zones = dict.fromkeys(ALLIANCES[1:], 0.0)
    worth = dict.fromkeys(ALLIANCES[1:], 0.0)
    lost = dict.fromkeys(ALLIANCES[1:], 0.0)
    alliance = g.nations.alliance
    for n in range(PLAYED):
        if alive(g, n) and alliance[n]:
            income[ALLIANCES[alliance[n]]] += current_income(g, n)
    for owner in g.zones.owner:
        if owner >= 0 and alliance[owner]:
            zones[ALLIANCES[alliance[owner]]] += 1
    for kind, nation, at in zip(g.units.kind, g.units.nation, g.units.at):
        if alliance[nation]:
            (worth if at >= 0 else lost)[ALLIANCES[alliance[nation]]] += g.values.price[kind]
    points = victory.points(g)
    return {
        "Income": income,
        "Territory": zones,
        "Forces in IPP": worth,
        "Losses in IPP": lost,
        "Victory points": {name: float(points[n]) for n, name in enumerate(ALLIANCES) if name},
    }


# how the log tells who went where


WAYS = {
    "attack": "to attack",
    "all": "",
    "take": "together",
    "assault": "ashore to attack",
    "annex": "to annex it",
    "rail": "by rail",
    "rail_submarine": "by rail",
    "ship": "by sea",
    "route": "by the sea route",
    "fly": "by air",
    "airlift": "by air",
    "ferry": "by ferry",
    "load": "aboard",
    "unload": "ashore",
    "raid": "to raid convoys",
    "escort": "to escort convoys",
    "blockade": "to blockade",
    "patrol": "on patrol",
    "mine": "to lay mines",
    "bomb": "to bomb",
    "carpet": "to bomb",
    "escort_bombers": "with the bombers",
    "scramble": "scrambled",
    "withdraw": "withdrawing",
    "retreat": "in retreat",
    "retreat_to": "in retreat",
    "place": "newly built",
}


def sort(g: War, unit: Row) -> tuple[str, str]:
    """The nation of a unit and its type."""
    return NATIONS[g.units.nation[unit.index]], UNIT_NAMES[g.units.kind[unit.index]]


# when dice are rolled, and a word about each phase


def final(g: War, ask: Ask, option: Option) -> bool:
    """Answers that roll dice at once; the end of Combat Movement does when units have orders to fight."""
    if option.verb == "done" and isinstance(ask.subject, Movers) and ask.subject.combat:
        return any(g.units.duty)
    return option.verb in ROLLS or isinstance(ask.subject, Fighting)


ROLLS = frozenset({"research", "press", "influence", "fight"})
TOUR = (
    ("Start of the turn", "A national turn begins: peacetime incomes may rise, and any nation may act out of its turn."),
    (
        "Production",
        "Spend IPP: research, repairs, units, facilities, lend-lease. What takes several turns is paid stage by stage.",
    ),
    ("Combat Movement", "Choose units and where they attack, land, raid or bomb. Wars are declared here. Nothing is fought yet."),
    ("Scramble", "Fighters at air bases may rise into neighbouring zones that are attacked."),
    (
        "Combat",
        "Battles are fought in the order the attacker chooses, in rounds; after each the attacker presses on or retreats.",
    ),
    ("After combat", "What the battles decided: minors choose sides, capitals fall, France may surrender."),
    ("Non-Combat Movement", "Units that did not fight move, by rail and by sea too; aircraft must land."),
    ("Place Units", "Finished units and facilities come onto the board."),
    ("Collect Income", "Income of zones and bonuses, less what raiders took."),
)
THEATRES = (
    ("Central Europe", ("netherlands", "northern_italy", "east_poland", "denmark", "hungary")),
    ("Western Europe", ("scotland", "portugal", "western_germany", "southern_france", "ireland")),
    ("Eastern front", ("leningrad", "warsaw", "stalingrad", "crimea", "moscow")),
    ("Mediterranean", ("gibraltar", "rome", "tobruk", "cyprus", "western_algeria", "eastern_egypt")),
    ("Atlantic", ("nova_scotia", "london", "iceland", "sz_58", "canary_islands")),
    ("China", ("northern_manchuria", "hainan", "sinkiang", "korea", "yunnan")),
    ("South-East Asia", ("burma", "philippines", "java", "new_guinea", "formosa")),
    ("Pacific", ("tokyo", "hawaiian_islands", "queensland", "attu_and_kiska", "marshall_islands")),
    ("India and the Middle East", ("akdeniz", "ceylon", "aden", "bengal", "northern_iran")),
    ("North America", ("alaska", "new_york", "panama", "san_francisco")),
    ("South America", ("colombia", "patagonia", "rio_de_janeiro")),
    ("Africa", ("mauritania", "cape_town", "abyssinia", "upper_egypt")),
)
