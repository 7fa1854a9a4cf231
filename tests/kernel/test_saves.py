"""Session files: round trips, damage of every kind, atomic writes, and the process killed at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.kernel import history, saves
from grognard.kernel.errors import GrognardError
from grognard.kernel.saves import Keeper, load, open_session, read, repair, save
from grognard.kernel.session import Refused, Session
from grognard.kernel.verifying import verify
from tests.kernel.conftest import new_game, play_random

ROOT = Path(__file__).parents[2]


def saved(tmp_path: Path, answers: int = 40, **rest: object) -> tuple[Path, Session]:
    path = tmp_path / "game.grognard"
    session = new_game(3, **rest)
    play_random(session, answers, 1)
    save(session, path)
    return path, session


def test_save_and_load_is_the_identity(tmp_path: Path) -> None:
    path, session = saved(tmp_path)
    back = load(path)
    assert back.g.digest() == session.g.digest()
    assert back.steps == session.steps
    assert back.setting.options == session.setting.options
    assert {s: [o.text for o in a.options] for s, a in back.pending.items()} == {
        s: [o.text for o in a.options] for s, a in session.pending.items()
    }
    assert back.at(0).count == 0


def test_a_kept_session_is_on_disk_after_every_answer(tmp_path: Path) -> None:
    path = tmp_path / "game.grognard"
    session = new_game(3)
    keeper = Keeper.create(path, session)
    rng = random.Random(5)
    for n in range(60):
        play_random(session, 1, n)
        if rng.random() < 0.15:
            session.undo(max(0, session.count - rng.randrange(6)), "blue")
        if rng.random() < 0.1:
            session.stand("rust", "storm", rng.choice(["never", "poor", ""]))
        back = load(path)
        assert back.steps == session.steps
        assert back.g.digest() == session.g.digest()
        assert back.epoch == session.epoch
    keeper.close()
    assert verify(path).answers == session.count


def test_verify_counts_what_it_confirms(tmp_path: Path) -> None:
    path, session = saved(tmp_path, 500)
    seen: list[int] = []
    found = verify(path, lambda n, of: seen.append(n))
    assert session.outcome is not None
    assert found.answers == session.count == seen[-1]
    assert found.digests >= 2
    assert found.rolls == session.g.rolled > 0
    assert found.digest == session.g.digest()


def test_a_lean_file_compares_as_much_with_fewer_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEEP_EVERY", 5)
    path, session = saved(tmp_path, 500)
    whole, lean = saves.dump(session), saves.dump(session, lean=True)
    assert [len([p for p in read(path, data=data).checkpoints if p.state]) > 2 for data in (whole, lean)] == [True, False]
    full = verify(path)
    assert full.digests > 2
    path.write_bytes(lean)
    assert verify(path) == full
    back = load(path)
    assert back.g.digest() == session.g.digest()
    half = session.count // 2
    assert back.at(half).g.digest() == session.at(half).g.digest()


def test_the_file_is_compacted_and_still_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "SLACK", 500)
    path = tmp_path / "game.grognard"
    session = new_game(3, options={"length": "long"})
    keeper = Keeper.create(path, session)
    shrank = False
    while play_random(session, 1, session.count):
        keeper.slack += 200  # as if every answer had replaced a larger checkpoint
        before = keeper.size
        shrank = shrank or (keeper.slack == 200 and path.stat().st_size <= before)
    keeper.close()
    assert shrank
    assert load(path).steps == session.steps
    assert verify(path).digest == session.g.digest()


def _torn(data: bytes) -> bytes:
    return data[:-9]


def _edited(data: bytes) -> bytes:
    lines = data.split(b"\n")
    lines[4] = lines[4].replace(b'"option":"', b'"option":"x')
    return b"\n".join(lines)


def _line_lost(data: bytes) -> bytes:
    lines = data.split(b"\n")
    del lines[5]
    return b"\n".join(lines)


def _header(**change: object) -> Callable[[bytes], bytes]:
    def damage(data: bytes) -> bytes:
        raw, last = [], ""
        for n, line in enumerate(data.split(b"\n")[:-1]):
            record = msgspec.json.decode(line, type=saves.Record)
            for key, value in change.items() if n == 0 else ():
                setattr(record, key, value)
            record.sum = ""
            body, last = saves._body(record, last)
            raw.append(body)
        return b"".join(raw)

    return damage


def _state_changed(data: bytes) -> bytes:
    """A clever editor: another state in the checkpoint, all sums right."""
    session = load(Path("x"), data=data)
    point = session.checkpoints[-1]
    g: Any = session.setting.blank()
    g.decode(point.state)
    g.gold_blue += 5
    point.state = g.encode()
    return saves.dump(session)


@pytest.mark.parametrize(
    ("damage", "message", "remedy"),
    [
        (_torn, "the last line is incomplete", "--repair"),
        (_edited, "was changed after it was written", "unedited"),
        (_line_lost, "a line before it is missing", "unedited"),
        (lambda data: b"", "no header", "grognard new"),
        (lambda data: b"hello\n", "not a Grognard session", "unedited"),
        (lambda data: b"{}\n", "not a Grognard session", "grognard new"),
        (lambda data: data.split(b"\n")[0] + b"\n", "stops before the game begins", "earlier copy"),
        (lambda data: data.replace(b'{"segment"', b'{"segmen"'), "was changed", "unedited"),
        (_header(grognard=99), "format 99", "update Grognard"),
        (_header(version="99"), "saved by version 99", "update Grognard"),
        (_header(title="chess"), "no title 'chess'", "use one of"),
        (_header(title="tests.kernel.skirmish:NOTHING"), "cannot be loaded", "install the title again"),
        (_header(scenario="moon"), "no scenario 'moon'", "lake"),
        (_header(options={"snow": True}), "no option 'snow'", "storms"),
        (_header(commitment="0" * 64), "not the one the header commits to", "unedited"),
        (_header(packs=[saves.PackName("mine", "1", "abc")]), "data pack mine 1", "GROGNARD_PACKS"),
        (_state_changed, "not the (state its digest names|one the file recorded)", "edited"),
    ],
)
def test_a_damaged_file_is_named_explained_and_untouched(
    tmp_path: Path, damage: Callable[[bytes], bytes], message: str, remedy: str
) -> None:
    path, _ = saved(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    before = path.read_bytes()
    for action in (load, open_session, verify):
        with pytest.raises(GrognardError, match=message) as caught:
            action(path)
        assert remedy in str(caught.value)
        assert str(path) in str(caught.value)
    assert path.read_bytes() == before


def test_unknown_lines_are_refused(tmp_path: Path) -> None:
    path, session = saved(tmp_path)
    data = path.read_bytes()
    line, _ = saves._body(saves.Record(by="x"), saves._last_sum(data))
    path.write_bytes(data + line)
    with pytest.raises(GrognardError, match="says nothing this version knows"):
        load(path)


def test_a_torn_line_is_repaired_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    path, session = saved(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data + b'{"seat":"blue","opt')
    assert repair(path) == 19
    assert path.read_bytes() == data
    assert repair(path) == 0
    assert load(path).steps == session.steps


def test_verify_finds_what_sums_cannot(tmp_path: Path) -> None:
    path, session = saved(tmp_path, 500)
    n = next(n for n, step in enumerate(session.steps) if n and step.rolls())
    line = next(line for line in session.steps[n].lines if line.die)
    kept = line.dice
    line.dice = [kept[0] % 6 + 1]
    path.unlink()
    save(session, path)
    with pytest.raises(GrognardError, match=rf"after answer {n} the log said"):
        verify(path)
    line.dice = kept
    session.steps[n].lines.append(line)
    save(session, path)
    with pytest.raises(GrognardError, match=rf"after answer {n} the log had"):
        verify(path)
    session.steps[n].lines.pop()
    session.steps[1].option = "bid 99"
    save(session, path)
    with pytest.raises(GrognardError, match="the rules refuse answer 1"):
        verify(path)


def test_verify_compares_digests(tmp_path: Path) -> None:
    path, session = saved(tmp_path, 30)
    session.checkpoints[-1].digest = "0" * 32
    save(session, path)
    with pytest.raises(GrognardError, match="is not the one the file recorded"):
        verify(path)


def test_an_older_title_version_is_checked_answer_by_answer(tmp_path: Path) -> None:
    path, session = saved(tmp_path, 20)
    path.write_bytes(_header(version="0")(path.read_bytes()))
    assert load(path).steps == session.steps
    session.steps[-1].option = "nonsense"
    save(session, path)
    path.write_bytes(_header(version="0")(path.read_bytes()))
    with pytest.raises(GrognardError, match="answer 20 .*does not fit"):
        load(path)


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path, _ = saved(tmp_path)
    with pytest.raises(GrognardError, match="exists already"):
        Keeper.create(path, new_game())
    with pytest.raises(GrognardError, match="cannot write here"):
        Keeper.create(tmp_path / "no" / "where.grognard", new_game())
    for action in (load, open_session):
        with pytest.raises(GrognardError, match="No such file"):
            action(tmp_path / "missing.grognard")


def test_one_program_at_a_time(tmp_path: Path) -> None:
    path, _ = saved(tmp_path)
    session = open_session(path)
    with pytest.raises(GrognardError, match="another program"):
        open_session(path)
    assert session.keeper is not None
    session.keeper.close()
    open_session(path).keeper.close()  # type: ignore[union-attr]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = saved(tmp_path, 20)
    session = open_session(path)
    before, count = path.read_bytes(), session.count
    real = os.write

    def half(handle: int, data: bytes) -> int:
        real(handle, bytes(data)[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.os, "write", half)
    seat = next(iter(session.pending))
    with pytest.raises(GrognardError, match="could not be written: No space left"):
        session.apply(seat, session.pending[seat].options[0])
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert session.count == count
    play_random(session, 3)
    assert load(path).steps == session.steps


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = saved(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr(saves.os, "fsync", lambda handle: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(new_game(), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_without_the_seed_verifies_by_its_recorded_rolls(tmp_path: Path) -> None:
    path, session = saved(tmp_path, 500)
    session.seed = None
    save(session, path)
    assert read(path).seed is None
    assert verify(path).rolls == session.g.rolled
    back = load(path).at(5)
    with pytest.raises(Refused):
        back.apply("nobody", "x")


PLAYER = """
import random, sys
from pathlib import Path
from grognard.kernel.saves import open_session
session = open_session(Path(sys.argv[1]))
rng = random.Random(int(sys.argv[2]))
while session.pending:
    if rng.random() < 0.1 and session.count > 4:
        session.undo(session.count - 2, "blue")
        print("undo", session.count, session.g.digest(), flush=True)
        continue
    seat = rng.choice(list(session.pending))
    option = rng.choice(session.pending[seat].options)
    session.apply(seat, option)
    print("ack", session.count, session.g.digest(), flush=True)
"""


def test_a_killed_process_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    """The process is killed at 200 random moments; every acknowledged answer is on disk.

    A kill in the middle of a write can leave one unacknowledged line torn; it is named, and repair drops just that.
    """
    rng = random.Random(1)
    kills = 0
    number = 0
    path = tmp_path / "game.grognard"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    while kills < 200:
        if not path.exists():
            number += 1
            session = new_game(number, options={"length": "long"})
            Keeper.create(path, session).close()
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), str(kills)], stdout=subprocess.PIPE, env=env, text=True
        )
        assert player.stdout is not None
        first = player.stdout.readline()
        time.sleep(rng.random() * 0.012)
        player.send_signal(signal.SIGKILL)
        acknowledged = [first, *player.stdout.readlines()]
        player.wait()
        kills += 1
        back = _opened(path)
        whole = [line.split() for line in acknowledged if line.endswith("\n")]
        if whole:
            seen = {(int(count), digest) for _, count, digest in whole}
            last_count, last_digest = int(whole[-1][1]), whole[-1][2]
            at_last = back.g.digest() if back.count == last_count else None
            assert at_last == last_digest or _one_further(back, last_count, last_digest), (whole[-1], back.count, seen)
        if back.outcome is not None:
            assert verify(path).answers == back.count
            path.unlink()
    assert [p.name for p in tmp_path.iterdir()] in ([], ["game.grognard"])


def _opened(path: Path) -> Session:
    """Load as a player would: where the last line is torn, after the remedy the message names."""
    try:
        return load(path)
    except GrognardError as error:
        if "the last line is incomplete" not in error.message:
            raise
        before = path.read_bytes()
        assert repair(path) > 0
        assert before.startswith(path.read_bytes())
        return load(path)


def _one_further(back: Session, count: int, digest: str) -> bool:
    """The file may hold what was written but not yet acknowledged: one more answer, or one more undo."""
    if back.count == count + 1:
        return back.at(count).g.digest() == digest
    return back.count == count - 2
