"""The page of a run: ratings with error bars, win rates by side and by seed, and the course of the games. One file, no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from statistics import fmean, quantiles

from grognard.agents.arena import Result
from grognard.agents.ratings import Duel, Rating, bradley_terry, interval

COLOURS = ("#8a3324", "#2f5d8a", "#4f7a3a", "#7a5c99", "#b08030", "#3a8080")
CHARTS = 6  # so many kinds of figures are drawn
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #232a30; background: #fbfaf7 }
h1 { font-size: 1.5rem; margin-bottom: 0 } h2 { font-size: 1.1rem; margin-top: 2.2rem; border-bottom: 1px solid #d8d4c8 }
table { border-collapse: collapse; margin: .6rem 0 } th, td { padding: .2rem .8rem .2rem 0; text-align: left }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } .note { color: #68727c; font-size: .85rem }
svg { max-width: 100%; height: auto; display: block } svg text { font: 12px system-ui, sans-serif; fill: #3a444d }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(27rem, 1fr)); gap: 1rem }
"""


def page(results: Sequence[Result], duels: Sequence[Duel], words: str) -> str:
    """The whole page."""
    played = [r for r in results if r.played is not None]
    head = played[0].played if played else None
    name = f"{head.title} · {head.scenario}" if head else "fuzzing"
    answers = sum(r.played.answers for r in played if r.played)
    seconds = sum(r.played.seconds for r in played if r.played)
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(name)}</title>",
        "<meta name='viewport' content='width=device-width'>",
        f"<style>{STYLE}</style><h1>{escape(name)}</h1>",
        f"<p>{escape(words)}</p><p class='note'>{len(results)} games, {answers:,} answers, {seconds:,.0f} s of play, "
        f"Grognard {escape(results[0].version if results else '')}</p>",
    ]
    if duels:
        parts += _ratings(bradley_terry(duels))
    if played:
        parts += [*_by_side(played), *_by_seed(played), *_reasons(played), *_course(played)]
    parts += _fuzzed(results)
    return "\n".join([*parts, "</html>", ""])


# ratings


def _ratings(ratings: Sequence[Rating]) -> list[str]:
    reach = max(abs(r.points) + r.error for r in ratings) or 1.0
    wide, left, line = 640, 150, 30
    high = line * len(ratings) + 34

    def x(points: float) -> float:
        return left + (points + reach) / (2 * reach) * (wide - left - 20)

    out = [f'<svg viewBox="0 0 {wide} {high}" width="{wide}" role="img" aria-label="Ratings with error bars">']
    for mark in (-reach, -reach / 2, 0, reach / 2, reach):
        out.append(f'<line x1="{x(mark):.0f}" x2="{x(mark):.0f}" y1="6" y2="{high - 24}" stroke="#e2ded2"/>')
        out.append(f'<text x="{x(mark):.0f}" y="{high - 8}" text-anchor="middle">{round(mark) or 0:+d}</text>')
    for n, r in enumerate(ratings):
        y = 22 + n * line
        out.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{escape(r.agent)}</text>')
        out.append(f'<line x1="{x(r.points - r.error):.1f}" x2="{x(r.points + r.error):.1f}" y1="{y}" y2="{y}" stroke="#2f5d8a" '
                   'stroke-width="2"/>')
        for end in (r.points - r.error, r.points + r.error):
            out.append(f'<line x1="{x(end):.1f}" x2="{x(end):.1f}" y1="{y - 5}" y2="{y + 5}" stroke="#2f5d8a" stroke-width="2"/>')
        out.append(f'<circle cx="{x(r.points):.1f}" cy="{y}" r="5" fill="#2f5d8a"/>')
    rows = [[r.agent, f"{r.points:+.0f}", f"± {r.error:.0f}", f"{r.scored:g}", str(r.duels)] for r in ratings]
    return [
        "<h2>Ratings</h2>", *out, "</svg>", _table(["agent", "Elo", "95 %", "points", "pairs"], rows),
        "<p class='note'>Bradley-Terry over mirrored pairs, around the mean of all; a drawn pair is half a point each. Before "
        "the first pair strengths are taken to spread by 521 points, so that one who always wins has a finite rating.</p>",
    ]  # fmt: skip


# win rates


def _won(result: Result, side: str) -> float:
    assert result.played is not None
    winners = list(result.played.result["winners"])
    return 1 / len(winners) if side in winners else 0.0


def _sides(played: Sequence[Result]) -> list[str]:
    """The sides in the order of the title, which is that of their colours."""
    return list(dict.fromkeys(side for r in played for side in r.by_side))


def _by_side(played: Sequence[Result]) -> list[str]:
    bars: dict[tuple[str, str], list[Result]] = {}
    for result in played:
        for side, name in result.by_side.items():
            bars.setdefault((side, name), []).append(result)
    order = sorted(bars, key=lambda bar: (_sides(played).index(bar[0]), bar[1]))
    wide, left, line = 640, 190, 26
    high = line * len(order) + 30
    out = [f'<svg viewBox="0 0 {wide} {high}" width="{wide}" role="img" aria-label="Win rates by side">']
    sides = _sides(played)
    rows = []

    def x(share: float) -> float:
        return left + share * (wide - left - 20)

    for mark in (0, 0.25, 0.5, 0.75, 1):
        out.append(f'<line x1="{x(mark):.0f}" x2="{x(mark):.0f}" y1="4" y2="{high - 22}" stroke="#e2ded2"/>')
        out.append(f'<text x="{x(mark):.0f}" y="{high - 6}" text-anchor="middle">{mark:.0%}</text>')
    for n, (side, name) in enumerate(order):
        games = bars[side, name]
        won = sum(_won(r, side) for r in games)
        low, top = interval(won, len(games))
        y, colour = 6 + n * line, COLOURS[sides.index(side) % len(COLOURS)]
        out.append(f'<text x="{left - 12}" y="{y + 14}" text-anchor="end">{escape(side)}: {escape(name)}</text>')
        long = x(won / len(games)) - left
        out.append(f'<rect x="{left}" y="{y}" width="{long:.1f}" height="18" fill="{colour}" opacity="0.75"/>')
        out.append(f'<line x1="{x(low):.1f}" x2="{x(top):.1f}" y1="{y + 9}" y2="{y + 9}" stroke="#232a30" stroke-width="1.5"/>')
        scores = [r.played.scores.get(side, 0.0) for r in games if r.played]
        rows.append([side, name, str(len(games)), f"{won:g}", f"{won / len(games):.0%}", f"{low:.0%} to {top:.0%}",
                     f"{fmean(scores):.1f}"])
    heads = ["side", "agent", "games", "won", "share", "95 %", "mean score"]
    return ["<h2>Win rates by side</h2>", *out, "</svg>", _table(heads, rows, words=2)]


def _by_seed(played: Sequence[Result]) -> list[str]:
    """A line for each line-up, a column for each seed, the colour of who won."""
    sides = _sides(played)
    seeds = sorted({r.played.seed for r in played if r.played})
    lineups = list(dict.fromkeys(tuple(r.by_side.items()) for r in played))
    grid: dict[tuple[int, int], Result] = {}
    for r in played:
        if r.played is not None:
            grid[lineups.index(tuple(r.by_side.items())), seeds.index(r.played.seed)] = r
    cell, left = max(5, min(22, 640 // max(len(seeds), 1))), 300
    wide, high = left + max(140, cell * len(seeds) + 10), 24 + 24 * len(lineups)
    out = [f'<svg viewBox="0 0 {wide} {high}" width="{wide}" role="img" aria-label="Who won, by seed">']
    for n, lineup in enumerate(lineups):
        words = ", ".join(f"{side} {name}" for side, name in lineup)
        out.append(f'<text x="{left - 10}" y="{16 + 24 * n}" text-anchor="end">{escape(words[:48])}</text>')
        for k, seed in enumerate(seeds):
            found = grid.get((n, k))
            if found is not None and found.played is not None:
                winners = list(found.played.result["winners"])
                alone = len(winners) == 1 and winners[0] in sides
                colour = COLOURS[sides.index(winners[0]) % len(COLOURS)] if alone else "#c9c4b5"
                told = f"seed {seed}: {', '.join(winners) or 'nobody'}; {found.played.result['reason']}"
                out.append(f'<rect x="{left + cell * k}" y="{4 + 24 * n}" width="{cell - 1}" height="18" fill="{colour}">'
                           f"<title>{escape(told)}</title></rect>")
    marks = f"seeds {seeds[0]} to {seeds[-1]}" if seeds else ""
    out.append(f'<text x="{left}" y="{high - 4}">{marks}</text></svg>')
    return ["<h2>Who won, by seed</h2>", _legend(sides, "drawn or shared"), *out]


def _reasons(played: Sequence[Result]) -> list[str]:
    found: dict[str, int] = {}
    for r in played:
        if r.played is not None:
            found[r.played.result["reason"]] = found.get(r.played.result["reason"], 0) + 1
    rows = [[reason, str(count)] for reason, count in sorted(found.items(), key=lambda item: -item[1])]
    return ["<h2>How games ended</h2>", _table(["reason", "games"], rows)]


# the course of the games


def _course(played: Sequence[Result]) -> list[str]:
    turns = list(dict.fromkeys(turn for r in max(played, key=lambda r: len(r.curve)).curve for turn in [r[0]] if turn != "end"))
    turns.append("end")
    values: dict[str, dict[str, dict[str, list[float]]]] = {}
    for r in played:
        for turn, figures in r.curve:
            for what, side, value in figures:
                values.setdefault(what, {}).setdefault(side, {}).setdefault(turn, []).append(float(value))
    sides = _sides(played)
    charts = []
    for what, by_side in list(values.items())[:CHARTS]:
        mine = {side: by_turn for side, by_turn in by_side.items() if side in sides} or dict(list(by_side.items())[:6])
        charts.append(_chart(what, turns, mine, sides))
    note = "<p class='note'>Mean of all games; the band holds the middle half of them.</p>"
    return ["<h2>The course of the games</h2>", note, _legend(sides), "<div class='charts'>", *charts, "</div>"]


def _chart(what: str, turns: Sequence[str], by_side: Mapping[str, Mapping[str, list[float]]], sides: Sequence[str]) -> str:
    wide, high, left, low = 440, 210, 46, 34
    top = max((v for by_turn in by_side.values() for vs in by_turn.values() for v in vs), default=1.0)
    bottom = min(0.0, min((v for by_turn in by_side.values() for vs in by_turn.values() for v in vs), default=0.0))
    reach = (top - bottom) or 1.0

    def at(turn: str, value: float) -> tuple[float, float]:
        x = left + turns.index(turn) / max(len(turns) - 1, 1) * (wide - left - 12)
        return x, 26 + (1 - (value - bottom) / reach) * (high - 26 - low)

    out = [f'<svg viewBox="0 0 {wide} {high}" width="{wide}" role="img" aria-label="{escape(what)}">',
           f'<text x="{left}" y="14" font-weight="bold">{escape(what)}</text>']
    for share in (0, 0.5, 1):
        value = bottom + share * reach
        y = at(turns[0], value)[1]
        out.append(f'<line x1="{left}" x2="{wide - 12}" y1="{y:.0f}" y2="{y:.0f}" stroke="#e2ded2"/>'
                   f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{value:.0f}</text>')
    for n, (side, by_turn) in enumerate(by_side.items()):
        colour = COLOURS[(sides.index(side) if side in sides else n) % len(COLOURS)]
        known = [turn for turn in turns if turn in by_turn]
        edges = {turn: quantiles(by_turn[turn], n=4) if len(by_turn[turn]) > 1 else [by_turn[turn][0]] * 3 for turn in known}
        band = [at(turn, edges[turn][2]) for turn in known] + [at(turn, edges[turn][0]) for turn in reversed(known)]
        out.append(f'<polygon points="{_points(band)}" fill="{colour}" opacity="0.16"/>')
        line = [at(turn, fmean(by_turn[turn])) for turn in known]
        out.append(f'<polyline points="{_points(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for turn, anchor in ((turns[0], "start"), (turns[-1], "end")):
        out.append(f'<text x="{at(turn, 0)[0]:.0f}" y="{high - 12}" text-anchor="{anchor}">{escape(turn)}</text>')
    return "\n".join([*out, "</svg>"])


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _legend(sides: Sequence[str], other: str = "") -> str:
    marks = [(side, COLOURS[n % len(COLOURS)]) for n, side in enumerate(sides)] + ([(other, "#c9c4b5")] if other else [])
    return "<p class='note'>" + " &nbsp; ".join(f"<span style='color:{c}'>&#9632;</span> {escape(s)}" for s, c in marks) + "</p>"


# fuzzing


def _fuzzed(results: Sequence[Result]) -> list[str]:
    rows = []
    for r in results:
        if r.report is not None:
            found = r.report
            rows.append([str(r.n), str(found.answers), str(found.finished), str(found.crashes + found.dead_ends),
                         str(found.invariant_failures), "; ".join(f.message for f in found.failures)[:300]])
    heads = ["game", "answers", "finished", "crashes and dead ends", "invariants", "what"]
    return ["<h2>Fuzzed games</h2>", _table(heads, rows)] if rows else []


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table whose first columns are words and whose others are numbers."""
    kinds = ["" if n < words else " class='n'" for n in range(len(heads))]
    head = "".join(f"<th{k}>{escape(h)}</th>" for k, h in zip(kinds, heads))
    body = "".join("<tr>" + "".join(f"<td{k}>{escape(c)}</td>" for k, c in zip(kinds, row)) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
