"""The journal: its content after every step, after damage, and after disk errors; games too."""

from __future__ import annotations

import errno
import os
import random
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from designs import make, play, unit
from kept_work import changed_work, edits, same, session_of, work_of
from small_design import small_design

from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.safety import journal as journal_module
from visegrad_editor.editor.safety.crash_safety import kept_game, replay_kept_game
from visegrad_editor.editor.safety.journal import Journal, JournalError, JournalKeeper, read_journal
from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.atomic import SaveError
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.gamemap import Place

# -- the journal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
def test_a_journal_reads_back_as_written_after_edits_undo_and_jumps(tmp_path: Path, name: str) -> None:
    session, sources = session_of(name)
    journal = Journal(tmp_path / "x.journal")
    rng = random.Random(3)
    for n, design in enumerate(edits(session.design, 7, 14)):
        session.edit(f"Step {n}", design)
        if n % 6 == 5:
            session.history.jump(rng.randrange(len(session.history.steps)))
        if n % 3:
            journal.write(work := work_of(session, sources))
            assert same(read_journal(tmp_path / "x.journal"), work)
    assert read_journal(tmp_path / "x.journal").changed
    session.history.jump(0)
    journal.write(work_of(session, sources))
    assert not read_journal(tmp_path / "x.journal").worth_keeping
    journal.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_truncated_journal_keeps_what_came_before(tmp_path: Path) -> None:
    session, sources = session_of("first-steps")
    path = tmp_path / "x.journal"
    journal, ends, works = Journal(path), [], []
    for n, design in enumerate(edits(session.design, 1, 6)):
        session.edit(f"Step {n}", design)
        journal.write(work_of(session, sources))
        ends.append(path.stat().st_size)
        works.append(work_of(session, sources))
    whole = path.read_bytes()
    rng = random.Random(0)
    for cut in sorted({*ends, *(e - 1 for e in ends), *rng.sample(range(ends[0], ends[-1]), 4)}):
        path.write_bytes(whole[:cut])
        found = [w for e, w in zip(ends, works, strict=True) if e <= cut]
        if found:
            assert same(read_journal(path), found[-1])
        else:
            with pytest.raises(JournalError):
                read_journal(path)
    # A byte that was spoiled ends it before its line.
    for place in rng.sample(range(ends[0], ends[-1] - 1), 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1:])
        assert same(read_journal(path), [w for e, w in zip(ends, works, strict=True) if e <= place][-1])
    for wrong in (b"", b"\n", b"hello\n", b"0000 {}\n", b"x" * 5000):
        path.write_bytes(wrong)
        with pytest.raises(JournalError):
            read_journal(path)


def test_a_disk_that_is_full_for_a_while_damages_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, sources = session_of("first-steps")
    path = tmp_path / "x.journal"
    journal = Journal(path)
    states = edits(session.design, 2, 4)
    session.edit("One", states[0])
    journal.write(first := work_of(session, sources))
    write = os.write

    def half(handle: int, data: Any) -> int:
        write(handle, bytes(data)[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    session.edit("Two", states[1])
    with monkeypatch.context() as full:
        full.setattr(journal_module.os, "write", half)
        with pytest.raises(SaveError, match="disk is full"):
            journal.write(work_of(session, sources))
    assert same(read_journal(path), first)
    session.edit("Three", states[2])
    journal.write(now := work_of(session, sources))
    assert same(read_journal(path), now)


def test_only_the_latest_steps_of_a_long_history_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "MOST_STEPS", 5)
    session, sources = session_of("first-steps")
    path = tmp_path / "x.journal"
    for n, design in enumerate(edits(session.design, 4, 20)):
        session.edit(f"Step {n}", design)
    journal = Journal(path)
    for position in (20, 18, 17, 3, 20):
        session.history.jump(position)
        journal.write(work_of(session, sources))
        again = read_journal(path)
        assert again.design == session.design
        assert again.steps == session.history.steps[-len(again.steps):]
        assert again.changed


def test_a_journal_that_grew_long_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "_ROOM", 100)
    session, sources = session_of("first-steps")
    journal, path, sizes = Journal(tmp_path / "x.journal"), tmp_path / "x.journal", []
    rng, terrain = random.Random(0), [t.id for t in session.design.ruleset.terrain]
    for n in range(400):
        # Back and forth: the journal grows by every jump, and the history does not.
        if n < 10:
            hexes = session.design.map.grid.within(Hex(5, 5), 3)
            painted = paint_terrain(session.design.map, hexes, terrain[n % 2])
            session.edit(f"Step {n}", with_map(session.design, replace(painted, notes="x" * 20_000 + str(n))))
        else:
            session.history.jump(rng.randrange(10))
            session.edit("Again", with_map(session.design, replace(session.design.map, notes=str(n) * 5000)))
        journal.write(work := work_of(session, sources))
        sizes.append(path.stat().st_size)
        assert n % 40 or same(read_journal(path), work)
    assert min(b - a for a, b in pairwise(sizes)) < 0


def test_a_change_of_a_large_map_is_kept_at_once_and_in_few_bytes(tmp_path: Path) -> None:
    """What the window's own thread does takes next to no time, whatever the size of the map."""
    design = small_design()
    grid = replace(design.map.grid, columns=300, rows=300, numbering=replace(
        design.map.grid.numbering, row=replace(design.map.grid.numbering.row, start=1, digits=3),
        column=replace(design.map.grid.numbering.column, digits=3)))
    map = replace(
        design.map, grid=grid, terrain=replace(design.map.terrain, rows=("." * 300,) * 300),
        countries=replace(design.map.countries, rows=(" " * 300,) * 300), lines=(), roads=(), labels=(),
        places=tuple(Place(Hex(i % 300, i // 300 * 3), f"Town {i}") for i in range(3000)))
    session = Session(replace(design, map=map, scenario=None), OpenDocument("map", None, "Large"))
    session.history.mark_unsaved()
    keeper = JournalKeeper(tmp_path)
    times, sources = [], Sources()
    for n in range(60):
        hexes = grid.within(Hex(5 * n, 4 * n), 2)
        painted = paint_terrain(session.design.map, hexes, "mountain")
        session.edit(f"Paint {n}", with_map(session.design, painted))
        began = time.thread_time()
        keeper.keep(work_of(session, sources))
        times.append(time.thread_time() - began)
    assert keeper.wait(20)
    assert max(times) < 0.01
    first = keeper.path.stat().st_size
    session.edit("Last", with_map(session.design, paint_terrain(session.design.map, [Hex(9, 9)], "sea")))
    keeper.keep(work_of(session, sources))
    assert keeper.wait(20)
    assert keeper.path.stat().st_size - first < 1000
    assert read_journal(keeper.path).design == session.design
    keeper.close()


# -- the keeper -------------------------------------------------------------------------------------


def test_a_failed_write_of_the_journal_is_reported_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from visegrad_editor.editor.safety import journal as keeper_module
    monkeypatch.setattr(keeper_module, "_AGAIN", 0.05)
    (tmp_path / "unsaved").write_text("in the way")
    keeper = JournalKeeper(tmp_path / "unsaved")
    keeper.keep(changed_work("first-steps"))
    assert not keeper.wait()
    assert keeper.complaint.startswith("Your unsaved work is not protected against a crash: ")
    (tmp_path / "unsaved").unlink()
    end = time.monotonic() + 10
    while keeper.complaint:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert keeper.path.exists()
    keeper.close()


def test_a_bug_in_writing_it_is_reported_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from visegrad_editor.editor.safety import journal as keeper_module
    logged: list[object] = []
    monkeypatch.setattr(keeper_module, "write_log", lambda *what: logged.append(what[0]))
    keeper = JournalKeeper(tmp_path)
    work = changed_work("first-steps")
    keeper.keep(replace(work, steps=(replace(work.steps[0], state=Path("no design")),) * 4))  # type: ignore[arg-type]
    assert not keeper.wait()
    assert "a bug in the program. Save it often." in keeper.complaint
    assert logged == [TypeError]
    keeper.close(0.1)


# -- games ------------------------------------------------------------------------------------------


def test_a_play_test_is_kept_with_its_orders_and_replayed(tmp_path: Path) -> None:
    session, sources = session_of("first-steps")
    game = PlaySession(session.design, {"russian": "human", "allied": "human"}, 11)
    while len(game.orders) < 12:
        game.give(game.decision.passing or game.decision.orders[-1])
    game.take_back()
    path = tmp_path / "x.journal"
    journal = Journal(path)
    journal.write(work_of(session, sources))
    assert not read_journal(path).worth_keeping
    journal.write(work := work_of(session, sources, kept_game(game, tmp_path / "game.yaml")))
    size = path.stat().st_size
    read = read_journal(path)
    assert same(read, work)
    assert read.worth_keeping
    assert read.summary == "a game of 12 orders"
    assert read.game is not None
    again = replay_kept_game(read.design, read.game)
    assert (again.orders, again.timeline.at) == (game.orders, game.timeline.at)
    assert again.position == game.position
    assert again.unsaved
    # One more order is one more line.
    game.give(game.decision.passing or game.decision.orders[-1])
    journal.write(work_of(session, sources, kept_game(game, None)))
    assert path.stat().st_size - size < 500


def test_dice_entered_by_hand_are_kept_too() -> None:
    design = make([unit("1st", "russia", "0305"), unit("2nd", "poland", "0306")])
    game = play(design, *[3] * 40)
    assert game.dice.given is not None
    session = PlaySession(design, {"russian": "human", "allied": "human"}, 0, (3,) * 40)
    while len(session.orders) < 4:
        session.give(session.decision.passing or session.decision.orders[-1])
    kept = kept_game(session, None)
    assert kept.dice == (3,) * 40
    assert replay_kept_game(design, kept).position == session.position
