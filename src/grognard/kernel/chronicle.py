"""A game as one illustrated page: a map for every turn, battles, politics, charts. One file that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from grognard.kernel.annals import Annals, Chapter, Loss, Luck, annals
from grognard.kernel.board import Board, Space
from grognard.kernel.session import Session
from grognard.kernel.sketch import Sketch, sketch, tone

MOST_TOLD = 60  # lines of politics in a turn; more are counted
MOST_BATTLES = 24
MOST_NAMED = 12
CHART_WIDTH, CHART_HEIGHT, MARGIN = 680, 190, 34
Lines = Mapping[str, list[tuple[int, float]]]
STYLE = """
:root{color-scheme:light}
body{font:16px/1.5 Georgia,serif;max-width:56rem;margin:0 auto;padding:2rem 1rem;background:#fbf9f3;color:#1d1f21}
h1,h2,h3{font-family:system-ui,sans-serif;line-height:1.2}
h2{border-top:2px solid #1d1f21;padding-top:.7rem;margin-top:2.6rem}
nav ol{columns:3;padding-left:1.2rem}
.map{width:100%;height:auto;border:1px solid #888;background:#c9d8e0}
table{border-collapse:collapse;font:14px system-ui,sans-serif;margin:.5rem 0}
td,th{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top}
td.n,th.n{text-align:right}
.key{font:13px system-ui,sans-serif;display:flex;flex-wrap:wrap;gap:.3rem .9rem;list-style:none;padding:0}
.key i{display:inline-block;width:.8em;height:.8em;margin-right:.3em;border:1px solid #333}
figure{margin:1rem 0}
figcaption{font:600 14px system-ui,sans-serif}
.faint{color:#5b5b55}
.won{font-size:1.25rem}
.told{columns:2;column-gap:2rem;padding-left:1.1rem;font-size:15px}
@media(max-width:40rem){.told,nav ol{columns:1}}
polyline{fill:none;stroke-width:2.2}
figure text{font:11px system-ui}
.map circle{stroke:#111;stroke-width:.5}
""".replace("\n", "")


def placed(board: Board, space: Space) -> str:
    """What the table calls a space: a hex without a name goes by its nearest neighbour that has one."""
    if board.names[space] or board.kind[space] != "hex":
        return board.label(space)
    seen, ring = {space}, [space]
    while ring:
        ring = sorted({link[0] for at in ring for link in board.neighbours[at]} - seen)
        seen.update(ring)
        near = [at for at in ring if board.names[at] and board.kind[at] == "hex"]
        if near:
            return f"{board.ids[space]} by {board.names[near[0]]}"
    return board.ids[space]


class _Page:
    def __init__(self, session: Session, found: Annals) -> None:
        self.session, self.found, self.title = session, found, session.title
        self.board = session.g.board
        self.colours = {side.key: side.colour for side in self.title.sides}
        self.names = {side.key: side.name for side in self.title.sides}
        self.map: Sketch = sketch(self.title, self.board, self.title.sheet(session.g.scenario))
        self.frame = self.map.frame({token for c in found.chapters for token in (*c.control, *c.counters)})

    def side(self, key: str) -> str:
        return escape(self.names.get(key) or key.replace("_", " ").capitalize())

    def space(self, token: str) -> str:
        return escape(placed(self.board, self.board.space(token)) if self.board.knows(token) else token)

    def html(self) -> str:
        title = f"{self.title.name}: {self.title.scenario(self.session.setting.scenario).name}"
        body = [self.map.base(), f"<h1>{escape(title)}</h1>", self.ending(), self.contents(), self.charts()]
        body += [self.chapter(n, chapter) for n, chapter in enumerate(self.found.chapters)]
        body.append(self.reckoning())
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{''.join(body)}</body></html>\n"
        )

    def ending(self) -> str:
        outcome, count = self.session.outcome, self.session.count
        if outcome is None:
            return f"<p>The war goes on after {count:,} answers.</p>"
        who = " and ".join(self.side(side) for side in outcome.winners)
        rows = "".join(f"<tr><td>{self.side(s)}</td><td class=n>{v:g}</td></tr>" for s, v in outcome.scores.items())
        cited = f" ({escape(outcome.rule)})" if outcome.rule else ""
        won = f"{who} won" if who else "A draw"
        return f'<p class="won"><b>{won}</b>: {escape(outcome.reason)}{cited}, after {count:,} answers.</p><table>{rows}</table>'

    def contents(self) -> str:
        items = "".join(f'<li><a href="#turn{n}">{escape(c.label)}</a></li>' for n, c in enumerate(self.found.chapters))
        return f'<nav aria-label="Turns"><ol>{items}</ol></nav>'

    # charts

    def charts(self) -> str:
        series: dict[str, dict[str, list[tuple[int, float]]]] = {}
        for n, chapter in enumerate(self.found.chapters):
            for key, (label, side, value) in chapter.figures.items():
                if side and not key.startswith("track:") and isinstance(value, int | float):
                    series.setdefault(label, {}).setdefault(side, []).append((n, float(value)))
        made = [
            chart(label, self._largest(lines), self.colours, self.side, [c.label for c in self.found.chapters])
            for label, lines in series.items()
            if any(len({v for _, v in line}) > 1 for line in lines.values())
        ]
        return f"<h2>The war in figures</h2>{''.join(made)}" if made else ""

    @staticmethod
    def _largest(lines: dict[str, list[tuple[int, float]]]) -> dict[str, list[tuple[int, float]]]:
        best = sorted(lines, key=lambda side: -max(abs(v) for _, v in lines[side]))[:8]
        return {side: line for side, line in lines.items() if side in best}

    # one turn

    def chapter(self, n: int, chapter: Chapter) -> str:
        before = (self.found.chapters[n - 1] if n else self.found.opening).control
        taken: dict[tuple[str, str], list[str]] = {}
        for space, side in chapter.control.items():
            if before.get(space) != side:
                taken.setdefault((side, before.get(space, "")), []).append(space)
        parts = [
            f'<h2 id="turn{n}">{escape(chapter.label)}</h2>',
            self.map.map(chapter.control, chapter.counters, self.colours, f"The board at the end of {chapter.label}", self.frame),
            self.key(chapter),
        ]
        if taken:
            rows = "".join(
                f"<tr><td>{self.side(side)}</td><td>{f'from {self.side(was)}' if was else ''}</td>"
                f"<td>{', '.join(self.space(t) for t in spaces[:MOST_NAMED])}{_more(len(spaces) - MOST_NAMED)}</td></tr>"
                for (side, was), spaces in sorted(taken.items(), key=lambda one: -len(one[1]))
            )
            parts.append(f"<h3>Changed hands</h3><table>{rows}</table>")
        parts += [self.battles(chapter), self.politics(chapter)]
        return "".join(parts)

    def key(self, chapter: Chapter) -> str:
        sides = dict.fromkeys(chapter.control.values())
        items = "".join(f'<li><i style="background:{tone(s, self.colours)}"></i>{self.side(s)}</li>' for s in list(sides)[:24])
        return f'<ul class="key">{items}</ul>'

    def battles(self, chapter: Chapter) -> str:
        places: dict[str, list[Loss]] = {}
        for loss in chapter.losses:
            places.setdefault(loss.at, []).append(loss)
        if not places:
            return f"<p class=faint>{chapter.rolls} rolls, nothing left the board.</p>" if chapter.rolls else ""
        largest = sorted(places.items(), key=lambda one: -sum(loss.count for loss in one[1]))
        rows = "".join(
            f"<tr><td>{self.space(at) if at else 'On all fronts'}</td><td>{self.lost(losses)}</td></tr>"
            for at, losses in largest[:MOST_BATTLES]
        )
        rest = sum(loss.count for _, losses in largest[MOST_BATTLES:] for loss in losses)
        more = f"<p class=faint>{rest} more elsewhere.</p>" if rest else ""
        head = f"<h3>Battles and losses</h3><p class=faint>{chapter.rolls} rolls. Where units left the board:</p>"
        return f"{head}<table>{rows}</table>{more}"

    def lost(self, losses: list[Loss]) -> str:
        return "; ".join(f"{self.side(loss.side)} {loss.count} {escape(loss.what) or 'counters'}" for loss in losses)

    def politics(self, chapter: Chapter) -> str:
        if not chapter.told:
            return ""
        lines = "".join(
            f"<li>{escape(text)}{f' <span class=faint>{escape(rule)}</span>' if rule else ''}</li>"
            for text, rule in chapter.told[:MOST_TOLD]
        )
        more = f"<p class=faint>{len(chapter.told) - MOST_TOLD} more lines.</p>" if len(chapter.told) > MOST_TOLD else ""
        return f'<h3>Politics and events</h3><ul class="told">{lines}</ul>{more}'

    # the end

    def reckoning(self) -> str:
        found = self.found
        parts = ["<h2>The reckoning</h2>"]
        if found.swings:
            rows = "".join(
                f"<tr><td>{escape(s.label)}</td><td>{self.moved(s.by)}</td><td>{len(s.taken)} spaces</td></tr>"
                for s in found.swings
            )
            parts.append(f"<h3>Turning points</h3><table>{rows}</table>")
        if found.points:
            rows = "".join(
                f"<tr><td>{self.side(p.side)}</td><td>{escape(p.what)}</td><td class=n>{p.points:g}</td></tr>"
                for p in found.points
            )
            parts.append(f"<h3>Points by source</h3><table>{rows}</table>")
        if found.losses:
            sides: dict[str, int] = {}
            for loss in found.losses:
                sides[loss.side] = sides.get(loss.side, 0) + loss.count
            rows = "".join(
                f"<tr><td>{self.side(s)}</td><td class=n>{n}</td></tr>" for s, n in sorted(sides.items(), key=lambda one: -one[1])
            )
            parts.append(f"<h3>Units that left the board</h3><table>{rows}</table>")
        parts.append(self.luck(found.luck))
        return "".join(parts)

    def moved(self, by: Mapping[str, float]) -> str:
        return ", ".join(f"{self.side(side)} {value:+g}" for side, value in by.items())

    def luck(self, luck: list[Luck]) -> str:
        rows = "".join(
            f"<tr><td>{self.side(one.side)}</td><td class=n>{one.dice}</td><td>{luck_words(one)}</td></tr>"
            for one in luck
            if one.dice
        )
        return f"<h3>Luck</h3><table><tr><th>Side</th><th class=n>Dice</th><th></th></tr>{rows}</table>" if rows else ""


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""


def luck_words(luck: Luck) -> str:
    if luck.needed:
        return f"{luck.hits} hits, {luck.expected:.1f} to be expected ({luck.off:+.1f} standard deviations)"
    return f"showed {100 * luck.shown / luck.mean - 100:+.1f} % against the mean of their faces"


def chart(label: str, lines: Lines, colours: Mapping[str, str], name: Callable[[str], str], turns: list[str]) -> str:
    """Lines over the turns as an SVG figure."""
    values = [v for line in lines.values() for _, v in line]
    low, high = min(0.0, *values), max(1.0, *values)
    last = max(1, len(turns) - 1)

    def spot(n: int, v: float) -> str:
        x = MARGIN + n / last * (CHART_WIDTH - 2 * MARGIN)
        return f"{x:.0f},{12 + (high - v) / (high - low or 1) * (CHART_HEIGHT - 40):.1f}"

    drawn = "".join(
        f'<polyline points="{" ".join(spot(n, v) for n, v in line)}" stroke="{tone(side, colours)}"/>'
        for side, line in lines.items()
    )
    marks = "".join(
        f'<text x="{MARGIN - 6}" y="{float(spot(0, v).split(",")[1]) + 4:.0f}" text-anchor="end">{v:g}</text>'
        for v in (low, high)
    )
    dates = "".join(
        f'<text x="{spot(n, 0).split(",")[0]}" y="{CHART_HEIGHT - 6}" text-anchor="{anchor}">{escape(turns[n])}</text>'
        for n, anchor in ((0, "start"), (len(turns) - 1, "end"))[: len(turns)]
    )
    key = "".join(
        f'<li><i style="background:{tone(side, colours)}"></i>{name(side)} {line[-1][1]:g}</li>' for side, line in lines.items()
    )
    art = f'<svg viewBox="0 0 {CHART_WIDTH} {CHART_HEIGHT}" role="img" aria-label="{escape(label)} over time">'
    zero = spot(0, 0).split(",")[1]
    axis = f'<line x1="{MARGIN}" x2="{CHART_WIDTH - MARGIN}" y1="{zero}" y2="{zero}" stroke="#bbb"/>'
    lines_drawn = f'{art}{axis}{drawn}{marks}{dates}</svg><ul class="key">{key}</ul>'
    return f"<figure><figcaption>{escape(label)}</figcaption>{lines_drawn}</figure>"


def chronicle(session: Session, found: Annals | None = None, progress: Callable[[int, int], None] | None = None) -> str:
    """The page of a game."""
    return _Page(session, found or annals(session, progress)).html()


def summary(found: Annals) -> dict[str, int]:
    """How much there is, for whoever made it."""
    return {"turns": len(found.chapters), "rolls": len(found.rolls), "losses": sum(loss.count for loss in found.losses)}
