"""The fuzzer: random legal play with random options, everything checked after every answer.

It looks for crashes, dead ends, runaways and broken invariants, for caches that differ from a rebuild, for undo, fork, save and
load that are not the identity, for options whose text does not read back, and for views that leak. A failing game is
written out as a save that opens, after it has been shortened.
"""

from __future__ import annotations

import cProfile
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.agents.checks import Broken, check, check_deeply, check_rebuilds, check_rest, doubts
from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import Die, seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Ask
from grognard.kernel.options import possible
from grognard.kernel.play import DeadEnd
from grognard.kernel.saves import load, save
from grognard.kernel.sequence import segments
from grognard.kernel.session import Refused, Session
from grognard.kernel.title import Title

PASSES = ("pass", "done", "stop", "end", "hold", "none", "decline", "skip")
DEEP_CHECK_EVERY = 97
CACHE_SHARE = 2.0  # caches are compared for at most this multiple of the time spent playing
WHY_SHARE = 2.0  # and legality tests are asked for at most this multiple of it
RUNAWAY = 200_000
TOLD_EVERY = 5_000  # answers of one game
SHRINK_SECONDS = 90.0


class Failure(msgspec.Struct):
    """Something the fuzzer found. `before`/`after`: answers in the game before and after shortening."""

    kind: str
    message: str
    scenario: str
    options: dict[str, bool | str]
    seed: int
    before: int
    after: int
    file: str = ""
    seconds: float = 0.0
    trace: str = ""


class Report(msgspec.Struct):
    """What a run saw. `answers_per_s` counts the processor time of playing with every list enumerated, without the checks.

    `contradictions`: of so many `listed` options asked for, their own test refuses these; `unexplained`: of so many `unlisted`
    ones these get no reason with a rule; `doubts` names the verbs of both. `rests`: so often a procedure was started again
    where it rests. `calls_per_answer`: calls of Python functions while playing, on request.
    """

    title: str
    games: int = 0
    finished: int = 0
    answers: int = 0
    answers_per_s: float = 0.0
    crashes: int = 0
    dead_ends: int = 0
    invariant_failures: int = 0
    max_options: int = 0
    segments_reached: int = 0
    segments_total: int = 0
    rests: int = 0
    listed: int = 0
    contradictions: int = 0
    unlisted: int = 0
    unexplained: int = 0
    calls_per_answer: float = 0.0
    verbs: dict[str, int] = {}
    doubts: dict[str, int] = {}
    seconds: float = 0.0
    missed_segments: list[str] = []
    failures: list[Failure] = []


class Late(msgspec.Struct, frozen=True):
    """Where random play takes over, if not at the set-up.

    `saves`: games in turn, each at its end. `answers`: agents give up to so many answers first, each game another number of them.
    `each`: a game is left after so many random answers, so that a run begins often.
    """

    saves: tuple[Path, ...] = ()
    answers: int = 0
    agents: tuple[str, ...] = ("greedy",)
    each: int = RUNAWAY


EARLY = Late()


class Doubt(msgspec.Struct):
    """Where a list and its test disagree: the game by its seed, how many answers had been given, the option and what was said."""

    game: int
    answer: int
    seat: str
    where: str
    kind: str
    what: str


class Tally(msgspec.Struct):
    """How far a run has come, told while it runs: a run that is cut off counts for what it told last."""

    game: int
    games: int
    answers: int
    listed: int
    contradictions: int
    unlisted: int
    unexplained: int
    failures: list[str]
    seconds: float  # of the run, or of the game that is being played


def fuzz(
    title: Title[Any],
    *,
    games: int = 0,
    answers: int = 0,
    seed: int = 0,
    random_options: bool = False,
    scenario: str = "",
    options: dict[str, bool | str] | None = None,
    folder: Path | None = None,
    stop_at_failure: bool = True,
    profile: bool = False,
    sparing: int = 1,
    late: Late = EARLY,
    progress: Callable[[Report], None] | None = None,
    told: Callable[[Doubt | Tally], None] | None = None,
) -> Report:
    """Play until so many games or answers are done, or something breaks. `told` hears of doubts at once, and of every game.

    `sparing`: tests, caches, rests, copies and saves are compared that many times less often; invariants after every answer.
    `late`: what was played before the first random answer is not counted.
    """
    report = Report(title.code, segments_total=len(segments(title.sequence)))
    reached: set[int] = set()
    playing = 0.0
    began = time.perf_counter()
    games = games or (10 if not answers else 10**9)
    while report.games < games and (not answers or report.answers < answers):
        number = seed + report.games
        rng = random.Random(number)
        chosen = _settings(title, rng, random_options, options or {})
        where = scenario or rng.choice([s.key for s in title.scenarios])
        left = answers - report.answers if answers else RUNAWAY
        run = _Game(title, where, chosen, number, rng, report, progress, told, sparing, late)
        failure = run.play(min(left, late.each))
        playing += run.playing
        report.games += 1
        report.answers += run.answers
        if run.session is not None:
            reached |= run.session.reached
            report.finished += bool(run.session.outcome)
        if failure is not None:
            _file(report, failure, run, folder)
        if told is not None:
            told(tally(report, number, time.perf_counter() - began))
        if failure is not None and stop_at_failure:
            break
    known = segments(title.sequence)
    report.segments_reached = len(reached & {id(s) for s in known})
    report.missed_segments = [s.name for s in known if id(s) not in reached]
    report.answers_per_s = round(report.answers / playing, 1) if playing else 0.0
    if profile and report.answers:
        report.calls_per_answer = calls_per_answer(title, report.answers, seed, scenario, random_options, options or {})
    report.seconds = round(time.perf_counter() - began, 2)
    return report


def tally(report: Report, game: int, seconds: float, more: int = 0) -> Tally:
    """The counts of a report so far; `more`: answers of the game that is being played."""
    failed = [f"{failure.kind} in game {failure.seed}: {failure.message}" for failure in report.failures]
    counts = report.games, report.answers + more, report.listed, report.contradictions, report.unlisted, report.unexplained
    return Tally(game, *counts, failed, round(seconds, 1))


def calls_per_answer(
    title: Title[Any],
    answers: int,
    seed: int = 0,
    scenario: str = "",
    wild: bool = False,
    fixed: dict[str, bool | str] | None = None,
) -> float:
    """Calls of Python functions for each of so many answers of random play, lists enumerated, nothing checked."""
    calls = cProfile.Profile(builtins=False)
    given = games = 0
    while given < answers:
        rng = random.Random(seed + games)
        chosen = _settings(title, rng, wild, fixed or {})
        where = scenario or rng.choice([s.key for s in title.scenarios])
        session = Session.new(title, where, chosen, seed=seed_from(seed + games))
        calls.enable()
        while given < answers and (pending := session.pending):
            seat = rng.choice(list(pending))
            session.apply(seat, rng.choice(pending[seat].options))
            given += 1
        calls.disable()
        games += 1
    return round(sum(entry.callcount for entry in calls.getstats()) / max(given, 1), 1)


def _settings(title: Title[Any], rng: random.Random, wild: bool, fixed: dict[str, bool | str]) -> dict[str, bool | str]:
    return possible(title.switches, rng, fixed) if wild else fixed


class _Game:
    """One fuzzed game."""

    def __init__(
        self,
        title: Title[Any],
        scenario: str,
        options: dict[str, bool | str],
        number: int,
        rng: random.Random,
        report: Report,
        progress: Callable[[Report], None] | None,
        told: Callable[[Doubt | Tally], None] | None = None,
        sparing: int = 1,
        late: Late = EARLY,
    ) -> None:
        self.sparing, self.late = sparing, late
        self.origin: Session | None = None
        self.title, self.scenario, self.options, self.number, self.rng = title, scenario, options, number, rng
        self.report, self.progress, self.told = report, progress, told
        self.session: Session | None = None
        self.answers = 0
        self.began = time.perf_counter()
        self.playing = self.checking = self.deep = self.asking = 0.0
        self.tried: list[tuple[str, str]] = []

    def start(self) -> Session:
        """The game at its first random answer; the second time from a copy, where others played before."""
        if self.origin is None:
            first = self._opened()
            if not first.count:
                return first
            self.origin = first
        return self.origin.fork(seed_from(self.number))

    def _opened(self) -> Session:
        late = self.late
        if late.saves:
            session = load(late.saves[self.number % len(late.saves)])
            self.scenario, self.options = session.setting.scenario, session.setting.options
        else:
            session = Session.new(self.title, self.scenario, self.options, seed=seed_from(self.number))
        if late.answers:
            agents = seat_agents(self.title, self.scenario, self.options, late.agents, self.number)
            until = session.count + self.rng.randrange(late.answers + 1)
            while session.pending and session.count < until:
                seat = next(iter(session.pending))
                session.apply(seat, agents[seat].choose(session, seat))
        return session

    def play(self, limit: int) -> tuple[str, str, str] | None:
        """Play to the end, the limit, or the first failure: (kind, message, trace)."""
        try:
            session = self.session = self.start()
            while session.pending and self.answers < min(limit, RUNAWAY):
                self._one(session)
            if self.answers >= RUNAWAY:
                return "crash", f"not over after {RUNAWAY} answers", ""
        except DeadEnd as error:
            return "dead end", str(error), ""
        except Broken as error:
            return "invariant", str(error), ""
        except Exception as error:  # whatever a rule raises is what the fuzzer is for
            return "crash", f"{type(error).__name__}: {error}", traceback.format_exc()
        return None

    def _one(self, session: Session) -> None:
        began = time.process_time()
        pending = session.pending
        seat = self.rng.choice(list(pending))
        ask = pending[seat]
        options = ask.options
        if not options:
            raise DeadEnd(f"no legal answer to {ask.prompt!r} ({ask.rule})")
        option = self.rng.choice(options)
        self.tried.append((seat, option.text))
        self.playing += time.process_time() - began
        closely = self.answers % self.sparing == 0
        if session.play.rests and closely:
            self.report.rests += 1
            check_rest(session)
        if closely and self.asking <= WHY_SHARE * self.playing:
            began = time.process_time()
            self._ask_why(session, seat, ask)
            self.asking += time.process_time() - began
        began = time.process_time()
        session.apply(seat, option)
        self.playing += time.process_time() - began
        self.answers += 1
        report = self.report
        report.max_options = max(report.max_options, len(options))
        report.verbs[option.verb] = report.verbs.get(option.verb, 0) + 1
        check(session, option)
        began = time.process_time()
        total = report.answers + self.answers
        deeply = DEEP_CHECK_EVERY * self.sparing
        if (closely and self.sparing * self.checking <= CACHE_SHARE * self.playing) or total % deeply == 0:
            check_rebuilds(session)
            self.checking += time.process_time() - began
        if total % deeply == 0 and (self.deep <= self.playing or total % (10 * deeply) == 0):
            began = time.process_time()
            check_deeply(session, self.rng)
            self.deep += time.process_time() - began
            if self.progress is not None:
                self.progress(report)
        if self.told is not None and self.answers % TOLD_EVERY == 0:
            self.told(tally(report, self.number, time.perf_counter() - self.began, self.answers))

    def _ask_why(self, session: Session, seat: str, ask: Ask) -> None:
        """Ask the test of every listed option, and of a few that are not listed."""
        report = self.report
        found = doubts(session, seat, ask, random.Random(self.number + self.answers))
        report.listed += found.listed
        report.unlisted += found.unlisted
        report.contradictions += len(found.contradictions)
        report.unexplained += len(found.unexplained)
        for kind, texts in (("refused", found.contradictions), ("no reason", found.unexplained)):
            for text in texts:
                where = session.play.crumbs[-1].what
                name = f"{kind}: {text.split(':')[0].split()[0]} in {where}"
                report.doubts[name] = report.doubts.get(name, 0) + 1
                if self.told is not None:
                    self.told(Doubt(self.number, self.answers, seat, where, kind, text))


# shortening


def _file(report: Report, found: tuple[str, str, str], run: _Game, folder: Path | None) -> None:
    kind, message, trace = found
    if kind == "dead end":
        report.dead_ends += 1
    elif kind == "invariant":
        report.invariant_failures += 1
    else:
        report.crashes += 1
    began = time.perf_counter()
    short, session = shorten(run, kind, message)
    failure = Failure(kind, message, run.scenario, run.options, run.number, len(run.tried), len(short), trace=trace)
    if folder is not None and session is not None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{run.title.code}-{kind.replace(' ', '-')}-{run.number}.grognard"
        save(session, path)
        failure.file = str(path)
        if len(short) > session.count - session.base:
            failure.message += f"; next answer: {short[-1][0]}: {short[-1][1]}"
    failure.seconds = round(time.perf_counter() - began, 2)
    report.failures.append(failure)


Given = tuple[str, str, list[list[int]]]  # seat, answer, and the dice that followed it


class KeptDice:
    """Dice for a shortened game: each answer keeps the rolls it had, so that leaving others out changes little else."""

    def __init__(self, then: Any) -> None:
        self.kept: list[list[int]] = []
        self.then = then

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        if self.kept and len(self.kept[0]) == count and all(v in die.faces for v in self.kept[0]):
            return list(self.kept.pop(0))
        return list(self.then.roll(number, count, die))

    def draw(self, number: int, among: Sequence[int], count: int) -> list[int]:
        if self.kept and len(self.kept[0]) == count and not Counter(self.kept[0]) - Counter(among):
            return list(self.kept.pop(0))
        return list(self.then.draw(number, among, count))


def shorten(run: _Game, kind: str, message: str = "") -> tuple[list[tuple[str, str]], Session | None]:
    """Fewer answers that still break the same way, found by leaving out ever smaller runs of them."""
    end = time.perf_counter() + SHRINK_SECONDS
    rebuilds = "cache" in message
    steps = run.session.steps[run.session.base :] if run.session is not None else []
    played = [(s, text, steps[n].rolls() if n < len(steps) else []) for n, (s, text) in enumerate(run.tried, start=1)]
    best, session = _breaks(run, played, kind, rebuilds)
    if best is None:
        return run.tried, run.session
    size = max(1, len(best) // 2)
    while time.perf_counter() < end:
        at, smaller = 0, False
        while at < len(best) and time.perf_counter() < end:
            shorter, other = _breaks(run, best[:at] + best[at + size :], kind, rebuilds)
            if shorter is not None and len(shorter) < len(best):
                best, session, smaller = shorter, other, True
            else:
                at += size
        if size == 1 and not smaller:
            break
        size = max(1, size // 2)
    return [(seat, text) for seat, text, _ in best], session


def _breaks(run: _Game, answers: list[Given], kind: str, rebuilds: bool) -> tuple[list[Given] | None, Session | None]:
    """Give these answers as far as they fit, passing where the next does not; the answers given, if it breaks the same way."""
    given: list[Given] = []
    session: Session | None = None
    try:
        session = run.start()
        dice = session.stream = KeptDice(session.g.dice)
        session.g.dice = dice
        todo = iter(answers)
        wanted = next(todo, None)
        while wanted is not None and session.pending and len(given) < len(answers):
            ask = session.pending.get(wanted[0])
            option = ask.find(wanted[1]) if ask else None
            seat, dice.kept = wanted[0], []
            if option is None:
                seat = next(iter(session.pending))
                option = next((o for o in session.pending[seat].options if o.verb in PASSES), None)
            else:
                dice.kept = [list(roll) for roll in wanted[2]]
                wanted = next(todo, None)
            if option is None:
                wanted = next(todo, None)
                continue
            given.append((seat, option.text, []))
            session.apply(seat, option)
            given[-1] = (seat, option.text, session.steps[-1].rolls())
            check(session, option)
            if rebuilds:
                check_rebuilds(session)
        for ask in session.pending.values():
            if not ask.options:
                raise DeadEnd(ask.prompt)
    except DeadEnd:
        return (given, session) if kind == "dead end" else (None, None)
    except Broken:
        return (given, session) if kind == "invariant" else (None, None)
    except (Refused, GrognardError):
        return None, None
    except Exception:
        return (given, session) if kind == "crash" else (None, None)
    return None, None
