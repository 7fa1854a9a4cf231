"""The politics page: wars and pacts, US entry as a seat may see it, claims, co-operation, minors, objectives.

Values of markers are shown to their owner alone: the entry pools to the player of the USA, face-down border markers to theirs.
"""

from __future__ import annotations

from itertools import pairwise

from grognard.kernel.present import Panel
from grognard.titles.wif.facts import POWERS, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.rules.annals_of_war import changes, holders_now, snapshots
from grognard.titles.wif.rules.entry import AXIS_THREE, POOL_NAMES, entry, entry_level, entry_runs, pools, tension, tension_level
from grognard.titles.wif.rules.markers import FOR_ATTACK, FOR_DEFENCE, defensive, offensive, recorded
from grognard.titles.wif.rules.pacts import common_border, defence_total, partners
from grognard.titles.wif.rules.powers import active, at_war, home_power, playing, political, powers_co_operate
from grognard.titles.wif.rules.victory import bid, held, totals
from grognard.titles.wif.state import (
    ALIGNED,
    ALLOWED,
    CONQUERED,
    DEMANDED,
    DENIED,
    ENFORCED,
    GRANTED,
    INCOMPLETE,
    NO_CLAIM,
    NO_DEMANDS,
    REFUSED,
    War,
)

Rows = list[list[str | int | float]]
CLAIMS = {NO_CLAIM: "not made", ALLOWED: "allowed", DENIED: "denied: war", ENFORCED: "settled by Germany"}
DEMANDS = {NO_DEMANDS: "not made", DEMANDED: "made", GRANTED: "granted", REFUSED: "denied"}


def politics(g: War, seat: str | None) -> list[Panel]:
    """Every panel of the page, as a seat may see it."""
    if not political(g):
        return []
    diplomacy = (wars(g), co_operation(g), pacts(g, seat), us_entry(g, seat), us_options(g), claims(g), minors(g))
    made = (*diplomacy, objectives(g), review(g), by_year(g))
    return [panel for panel in made if panel.rows]


def wars(g: War) -> Panel:
    """Who is at war, who has fallen."""
    rows: Rows = []
    for power in playing(g):
        foes = [POWERS[p] for p in playing(g) if at_war(g, power, p)]
        state = "active" if active(g, power) else "neutral"
        if g.powers.conquered[power] == INCOMPLETE:
            state += ", incompletely conquered"
        if power == VICHY:
            hostile = [POWERS[p] for p in playing(g) if g.hostile >> p & 1]
            state += f", installed by {POWERS[g.installer]}" + (f", hostile to {', '.join(hostile)}" if hostile else "")
        rows.append([POWERS[power], state, ", ".join(foes) or "-"])
    return Panel("wars", "Wars", ("Power", "State", "At war with"), rows, group="politics")


def co_operation(g: War) -> Panel:
    """Who works with whom (18.1); a table of its own, for four columns of names are wider than the pane."""
    rows: Rows = []
    for power in playing(g):
        side = [p for p in playing(g) if p != power and SIDE_OF_POWER[p] == SIDE_OF_POWER[power]]
        friends = [p for p in side if powers_co_operate(g, power, p)]
        if friends:
            rows.append([POWERS[power], ", ".join(POWERS[p] for p in friends)])
    return Panel("co_operation", "Co-operation", ("Power", "Works with"), rows, group="politics")


def pacts(g: War, seat: str | None) -> Panel:
    """Neutrality pacts, the garrisons on their borders and the markers."""
    rows: Rows = []
    for power in playing(g):
        for other in partners(g, power):
            border = bool(common_border(g, power, other))
            garrison = f"defends with {float(defence_total(g, power, other)):g}" if border else "no common border"
            hidden = offensive(g, power, other)
            attack = f"{len(hidden)} face-down" if hidden else "-"
            if hidden and seat == g.seat(power):
                attack += f", worth {sum(hidden)}"
            defence = ", ".join(f"{n} x {v}" for v, n in defensive(g, power, other).items()) or "-"
            if recorded(g, power, other, FOR_ATTACK):
                attack += f", {recorded(g, power, other, FOR_ATTACK)} recorded"
            if recorded(g, power, other, FOR_DEFENCE):
                defence += f", {recorded(g, power, other, FOR_DEFENCE)} recorded"
            rows.append([POWERS[power], POWERS[other], garrison, attack, defence])
    return Panel("pacts", "Neutrality pacts", ("Power", "With", "Garrison", "For attack", "For defence"), rows, group="politics")


def us_entry(g: War, seat: str | None) -> Panel:
    """The pools of the USA: their number for all, their value for its player."""
    if not entry_runs(g):
        return Panel("us_entry", "US entry", (), [], group="politics")
    own = seat is not None and seat == g.seat(USA)
    rows: Rows = []
    for pool in pools(g):
        line: list[str | int | float] = [POOL_NAMES[pool], len(entry(g, pool)), len(tension(g, pool))]
        if own:
            foe = AXIS_THREE[2] if pool == 0 else AXIS_THREE[0]
            line += [f"{sum(entry(g, pool))} ({entry_level(g, foe)})", f"{sum(tension(g, pool))} ({tension_level(g, foe)})"]
        rows.append(line)
    columns = ("Against", "Entry markers", "Tension markers") + (("Entry (level)", "Tension (level)") if own else ())
    return Panel("us_entry", "US entry", columns, rows, group="politics")


def us_options(g: War) -> Panel:
    rows: Rows = [[n, g.charts.entry_options[n].name] for n in sorted(g.entry_options)]
    return Panel("us_options", "US entry options chosen", ("Option", "What it allows"), rows, group="politics")


def claims(g: War) -> Panel:
    """Soviet claims, and what follows from them."""
    rows: Rows = [
        ["Nazi-Soviet pact", "in effect" if g.nazi_soviet else "not in effect"],
        ["East Poland", "Soviet" if g.east_poland else "not occupied"],
        ["Finnish borderlands", CLAIMS[g.finland_claim]],
        ["Bessarabia", CLAIMS[g.rumania_claim]],
        ["Hungary and Bulgaria", DEMANDS[g.demands]],
    ]
    return Panel("claims", "Claims", ("Claim", "State"), rows, group="politics")


def minors(g: War) -> Panel:
    """Minor countries that have a master, besides those of 1939."""
    rows: Rows = []
    for country, facts in enumerate(g.facts.countries):
        row = g.countries[country]
        if facts.kind != "home" or row.power < 0 or (home_power(g, country) >= 0 and row.status != CONQUERED):
            continue
        if row.status in (ALIGNED, CONQUERED) and facts.controller != POWERS[row.power].lower():
            rows.append([facts.name, "conquered" if row.status == CONQUERED else "aligned", POWERS[row.power]])
    return Panel("minors", "Countries", ("Country", "Status", "Power"), rows, group="politics")


def objectives(g: War) -> Panel:
    """Objectives of each power, its bid, and what that makes."""
    found, points = held(g), totals(g)
    rows: Rows = [[POWERS[p], float(n), bid(g, p), float(points[p])] for p, n in found.items()]
    return Panel("objectives", "Objectives", ("Power", "Held", "Bid", "Points"), rows, group="politics")


def review(g: War) -> Panel:
    """What the last full year brought each power, and this one so far."""
    kept = snapshots(g)
    if not kept:
        return Panel("review", "Year in review", (), [], group="politics")
    spans = [(str(late.year), early.holders, late.holders) for early, late in pairwise(kept[-2:])]
    spans.append((f"{g.year} so far", kept[-1].holders, holders_now(g)))
    rows: Rows = []
    about: list[tuple[str, ...]] = []
    for name, before, now in spans:
        for power in playing(g):
            took, lost = changes(g, before, now, power)
            if took or lost:
                words = [", ".join(g.board.label(s) for s in places) or "-" for places in (took, lost)]
                rows.append([name, POWERS[power], now.count(power), *words])
                about.append(tuple(g.board.token(s) for s in (*took, *lost)))
    return Panel("review", "Year in review", ("Year", "Power", "Objectives", "Took", "Lost"), rows, about, group="politics")


def by_year(g: War) -> Panel:
    """Objectives in the hands of each power at the end of every year, and now."""
    kept = snapshots(g)
    columns = ("Power", "At the start", *(f"End of {one.year}" for one in kept[1:]), "Now")
    holders = [*(one.holders for one in kept), holders_now(g)]
    rows: Rows = [[POWERS[p], *(there.count(p) for there in holders)] for p in playing(g) if kept]
    return Panel("by_year", "Objectives by year", columns, rows, group="politics")
