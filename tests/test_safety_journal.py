"""The journal: what is in it after every step, after damage, and after disks that fail."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from designs import make, play, unit
from small_design import small_design
from test_safety_files import own_war

from visegrad_editor.editor.files import document_of, open_document
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.safety import journal as journal_module
from visegrad_editor.editor.safety import leftovers as leftovers_module
from visegrad_editor.editor.safety import owner as owner_module
from visegrad_editor.editor.safety.journal import BadJournal, Journal, read_journal
from visegrad_editor.editor.safety.keeper import Keeper
from visegrad_editor.editor.safety.kept_game import kept_game, played_again
from visegrad_editor.editor.safety.leftovers import leftovers
from visegrad_editor.editor.safety.on_disk import changed_files
from visegrad_editor.editor.safety.open_notes import OpenNotes
from visegrad_editor.editor.safety.owner import Owner, new_owner, owner_of, start_of
from visegrad_editor.editor.safety.work import KeptGame, Work
from visegrad_editor.editor.session import Document, Session
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.atomic import SaveError
from visegrad_editor.model.catalogue import bundled
from visegrad_editor.model.delta import BadDelta, DeltaCodec
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import flip_units, remove_units
from visegrad_editor.model.gamemap import Place
from visegrad_editor.model.load import load
from visegrad_editor.model.sources import Sources
from visegrad_editor.model.store import save_design

SAMPLES = [b for b in bundled() if b.kind != "ruleset"]
DEAD = 4_000_000
"""A process number that no Linux gives."""


# -- differences ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda b: f"{b.kind}-{b.name}")
def test_every_document_is_plain_data_and_back(sample: Any) -> None:
    design = load(sample.path).design
    assert design is not None
    codec = DeltaCodec([Design])
    assert codec.decode(codec.encode(design)) == design
    assert codec.difference(design, design) == 0


def test_every_field_a_document_may_have_can_be_kept() -> None:
    """A field of a new kind would otherwise be noticed only when somebody's work is not kept."""
    classes = set(DeltaCodec([Design])._classes.values())
    plain = {str, int, float, bool, type(None), tuple, frozenset, ...}

    def look(hint: Any, where: str) -> None:
        if get_origin(hint) is Literal:
            return
        if get_origin(hint) is not None:
            for inner in (get_origin(hint), *get_args(hint)):
                look(inner, where)
            return
        assert hint in plain or hint in classes or hint in (Mapping, UnionType, Union), f"{where}: {hint}"

    for one in classes:
        for name, hint in get_type_hints(one).items():
            look(hint, f"{one.__name__}.{name}")


def edits(design: Design, seed: int, count: int) -> list[Design]:
    """The design after each of some edits."""
    rng, found = random.Random(seed), []
    for n in range(count):
        map, scenario = design.map, design.scenario
        assert scenario is not None
        hex = Hex(rng.randrange(map.grid.columns), rng.randrange(map.grid.rows))
        keys = [u.key for u in scenario.units if u.strength]
        what = n % 5
        if what == 0:
            kinds = [t.id for t in design.ruleset.terrain]
            design = with_map(design, paint_terrain(map, map.grid.within(hex, 2), rng.choice(kinds)))
        elif what == 1:
            places = [p for p in map.places if p.hex != hex]
            places.insert(rng.randrange(len(places) + 1), Place(hex, f"Wieś {n}"))
            design = with_map(design, replace(map, places=tuple(places)))
        elif what == 2:
            design = with_scenario(design, flip_units(scenario, (rng.choice(keys),)))
        elif what == 3:
            design = with_scenario(design, remove_units(scenario, (rng.choice(keys),)))
        else:
            notes = scenario.notes[: rng.randrange(40)] + f"note {n} " * rng.randrange(8)
            design = with_scenario(design, replace(scenario, notes=notes))
        found.append(design)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_difference_makes_the_new_design_of_the_old(seed: int) -> None:
    design = load("historical").design
    assert design is not None
    codec = DeltaCodec([Design])
    states = [design, *edits(design, seed, 12)]
    for old in states:
        for new in states:
            assert codec.apply(old, codec.difference(old, new)) == new


def test_nothing_but_documents_is_made_of_plain_data() -> None:
    codec = DeltaCodec([Hex])
    for wrong in ({"Popen": ["ls"]}, {"Hex": [1]}, {"Hex": 5}, {"a": 1, "b": 2}, {"HexGrid": {}},
                  {"set": [[{}]]}):
        with pytest.raises(BadDelta):
            codec.decode(wrong)
    with pytest.raises(TypeError, match="no part of a document"):
        codec.encode(Path("x"))
    for change in (["each", 0, [["new", 1]] * 9], ["fields", {"col": ["new", 3]}], ["what"],
                   ["part", "x", 1, []]):
        with pytest.raises(BadDelta):
            codec.apply((1, 2), change)


# -- the journal ------------------------------------------------------------------------------------


def session_of(name: str | Path) -> tuple[Session, Sources]:
    loaded, complaint = open_document(name)
    assert loaded.design is not None, complaint
    return Session(loaded.design, document_of(loaded)), loaded.sources


def work_of(session: Session, sources: Sources, game: KeptGame | None = None) -> Work:
    history = session.history
    return Work(session.document, history.steps, history.position, history.saved_position, sources, game)


def same(one: Work, other: Work) -> bool:
    return (one.document, one.steps, one.position, one.saved, one.sources, one.game) == (
        other.document, other.steps, other.position, other.saved, other.sources, other.game)


@pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
def test_what_is_read_is_what_was_written_after_edits_undo_and_jumps(tmp_path: Path, name: str) -> None:
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


def test_a_journal_cut_off_anywhere_still_holds_what_came_before(tmp_path: Path) -> None:
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
            with pytest.raises(BadJournal):
                read_journal(path)
    # A byte that was spoiled ends it before its line.
    for place in rng.sample(range(ends[0], ends[-1] - 1), 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1:])
        assert same(read_journal(path), [w for e, w in zip(ends, works, strict=True) if e <= place][-1])
    for wrong in (b"", b"\n", b"hello\n", b"0000 {}\n", b"x" * 5000):
        path.write_bytes(wrong)
        with pytest.raises(BadJournal):
            read_journal(path)


def test_a_disk_that_is_full_for_a_while_spoils_nothing(
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


def test_only_the_newest_steps_of_a_long_history_are_taken_over(
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
    session = Session(replace(design, map=map, scenario=None), Document("map", None, "Large"))
    session.history.mark_unsaved()
    keeper = Keeper(tmp_path)
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


# -- whose it is ------------------------------------------------------------------------------------


def test_an_owner_is_known_by_its_process_and_when_that_began() -> None:
    mine = new_owner()
    assert owner_of(str(mine)) == mine
    assert new_owner() != mine
    assert mine.alive()
    assert owner_of("notes") is None
    assert not replace(mine, pid=DEAD).alive()
    # The number was given to another process.
    assert not replace(mine, started="1").alive()
    elsewhere = replace(mine, host="another")
    assert elsewhere.alive(time.time() - 10)
    assert not elsewhere.alive(time.time() - 4000)


def test_a_process_that_was_killed_is_gone_even_before_anybody_asks_for_its_end() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    started = start_of(process.pid)
    assert started
    process.kill()
    end = time.monotonic() + 10
    while start_of(process.pid) is not None:
        assert time.monotonic() < end
        time.sleep(0.01)
    process.wait()
    assert start_of(process.pid) is None


def lost(folder: Path, work: Work, pid: int = DEAD) -> Path:
    """The journal of a window that is gone."""
    path = folder / f"{replace(new_owner(), pid=pid)}.journal"
    Journal(path).write(work)
    return path


def changed_work(name: str | Path, seed: int = 5, count: int = 3) -> Work:
    session, sources = session_of(name)
    for n, design in enumerate(edits(session.design, seed, count)):
        session.edit(f"Step {n}", design)
    return work_of(session, sources)


def test_only_work_of_windows_that_are_gone_is_offered_and_only_once(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.keep(changed_work("historical"))
    assert keeper.wait()
    assert leftovers(tmp_path) == []  # this window is still here
    older, newer = changed_work("first-steps"), changed_work("free-setup", count=1)
    first = lost(tmp_path, older)
    os.utime(first, (1e9, 1e9))
    lost(tmp_path, newer)
    (tmp_path / f"{replace(new_owner(), pid=DEAD)}.journal").write_text("damaged")
    found = leftovers(tmp_path)
    assert len(found) == 3
    [broken] = [left for left in found if left.work is None]
    assert "damaged" in broken.complaint
    assert found[2] is broken
    old = found[1]
    assert old.path == first
    assert old.work is not None
    assert same(old.work, older)
    assert old.work.told == "3 changes"
    taken = old.take()
    assert taken is not None
    assert old.take() is None  # another window was quicker
    assert first.name not in [p.name for p in tmp_path.iterdir()]
    assert len(leftovers(tmp_path)) == 2
    taken.discard()
    for left in leftovers(tmp_path):
        left.discard()
    keeper.forget()
    assert keeper.wait()
    keeper.close()
    assert list(tmp_path.iterdir()) == []


def copied(folder: Path) -> Path:
    """A scenario of one's own on the disk, with a remark."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "own.yaml"
    loaded = load("first-steps")
    assert loaded.design is not None
    save_design(loaded.design, loaded.sources, path)
    path.write_text("# My remark\n" + path.read_text("utf-8"), "utf-8")
    return path


def test_work_that_reached_its_file_before_the_kill_is_not_offered(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    save_design(work.design, work.sources)
    assert leftovers(tmp_path / "unsaved") == []
    assert list((tmp_path / "unsaved").iterdir()) == []


def test_a_save_that_was_finished_is_not_taken_for_another_program(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path, count=5)
    save_design(work.steps[2].state, work.sources)
    lost(tmp_path / "unsaved", work)
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert left.work.saved == 2
    assert left.work.told == "3 changes"
    # So a save goes on without a question, and undoing everything gives the first bytes again.
    saved = save_design(left.work.design, left.work.sources)
    assert path.read_text("utf-8").startswith("# My remark\n")
    save_design(left.work.steps[0].state, saved.sources)
    assert path.read_text("utf-8") == work.sources.scenario.text  # type: ignore[union-attr]


def test_a_change_of_another_program_after_the_kill_is_still_noticed(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    path.write_text(path.read_text("utf-8") + "# added\n", "utf-8")
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    with pytest.raises(SaveError, match="changed by another program"):
        save_design(left.work.design, left.work.sources)


def test_work_is_restored_where_its_files_are_gone(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    path.unlink()
    path.parent.rmdir()
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert same(left.work, work)
    (tmp_path / "new").mkdir()
    save_design(left.work.design, left.work.sources, tmp_path / "new" / "again.yaml")
    assert (tmp_path / "new" / "again.yaml").read_text("utf-8").startswith("# My remark\n")


def test_the_paths_kept_are_those_of_the_disk_and_not_as_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_war(tmp_path / "own")
    monkeypatch.chdir(path.parent)
    work = changed_work(path.name)
    assert work.document.path == path
    for kind in ("ruleset", "map", "scenario"):
        assert getattr(work.sources, kind).path.parent == path.parent
    assert work.sources.scenario is not None
    assert work.sources.scenario.name == "war.yaml"  # in messages a file is called as it was typed


def test_an_old_journal_with_paths_as_typed_is_saved_nowhere_without_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_war(tmp_path / "own")
    work = changed_work(path)
    typed = {kind: replace(file, path=Path(file.path.name))
             for kind in ("ruleset", "map", "scenario") if (file := work.sources.of(kind)) is not None}
    game = KeptGame("war.yaml", 1, None, (), (), 0, "game.yaml")
    lost(tmp_path / "unsaved", replace(
        work, document=replace(work.document, path=Path("war.yaml")), sources=Sources(**typed), game=game))
    # Where it is restored, there is another one of this name.
    other = own_war(tmp_path / "other")
    texts = {file: file.read_bytes() for file in other.parent.iterdir()}
    monkeypatch.chdir(other.parent)
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert left.work.document.path is None
    assert left.work.steps == work.steps
    assert left.work.game == replace(game, path="")
    assert list(changed_files(left.work.sources)) == []  # nothing is asked of places that are not known
    (tmp_path / "here").mkdir()
    saved = save_design(left.work.design, left.work.sources, tmp_path / "here" / "war.yaml")
    assert {file.name for file in saved.written} == {"war.yaml", "war-map.yaml", "war-ruleset.yaml"}
    assert all(file.read_text("utf-8").startswith("# My remark\n") for file in saved.written)
    assert load(tmp_path / "here" / "war.yaml").design == saved.design
    assert {file: file.read_bytes() for file in other.parent.iterdir()} == texts


def test_work_is_not_lost_where_a_file_is_damaged_afterwards(tmp_path: Path) -> None:
    path = copied(tmp_path / "own")
    work = changed_work(path)
    lost(tmp_path / "unsaved", work)
    path.write_bytes(b"\xff\x00 no text")
    [left] = leftovers(tmp_path / "unsaved")
    assert left.work is not None
    assert left.work.steps == work.steps


# -- the keeper -------------------------------------------------------------------------------------


def test_a_keeper_that_cannot_write_tells_it_and_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from visegrad_editor.editor.safety import keeper as keeper_module
    monkeypatch.setattr(keeper_module, "_AGAIN", 0.05)
    (tmp_path / "unsaved").write_text("in the way")
    keeper = Keeper(tmp_path / "unsaved")
    keeper.keep(changed_work("first-steps"))
    assert not keeper.wait()
    assert keeper.complaint.startswith("Your unsaved work is not kept aside against a crash: ")
    (tmp_path / "unsaved").unlink()
    end = time.monotonic() + 10
    while keeper.complaint:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert keeper.path.exists()
    keeper.close()


def test_a_fault_of_the_program_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from visegrad_editor.editor.safety import keeper as keeper_module
    logged: list[object] = []
    monkeypatch.setattr(keeper_module, "write_log", lambda *what: logged.append(what[0]))
    keeper = Keeper(tmp_path)
    work = changed_work("first-steps")
    keeper.keep(replace(work, steps=(replace(work.steps[0], state=Path("no design")),) * 4))  # type: ignore[arg-type]
    assert not keeper.wait()
    assert "a fault of the program. Save it now and then." in keeper.complaint
    assert logged == [TypeError]
    keeper.close(0.1)


# -- games ------------------------------------------------------------------------------------------


def test_a_play_test_is_kept_with_its_orders_and_played_again(tmp_path: Path) -> None:
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
    assert read.told == "a game of 12 orders"
    assert read.game is not None
    again = played_again(read.design, read.game)
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
    assert played_again(design, kept).position == session.position


# -- notes on open files ----------------------------------------------------------------------------


def test_a_second_window_learns_who_has_the_file_open(tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    path.write_text("x")
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    one, two = new_owner(), new_owner()
    first, second = OpenNotes(tmp_path / "open", one), OpenNotes(tmp_path / "open", two)
    first.hold(path)
    assert first.others(path) == []
    [note] = second.others(link)
    assert note.owner == one
    assert note.who.startswith("another window of this program since ")
    assert second.others(tmp_path / "other.yaml") == []
    second.hold(path)
    assert [n.owner for n in first.others(path)] == [two]
    first.hold(tmp_path / "other.yaml")
    assert second.others(path) == []
    # A window that was killed leaves a note behind, which counts for nothing and is removed.
    second.release()
    dead = OpenNotes(tmp_path / "open", replace(one, pid=DEAD))
    dead.hold(path)
    assert second.others(path) == []
    first.release()
    assert list((tmp_path / "open").iterdir()) == []
    # On another computer the sign of life counts.
    far = OpenNotes(tmp_path / "open", Owner("far", 1, "1", 1))
    far.hold(path)
    assert "on the computer far" in second.others(path)[0].who
    [held] = (tmp_path / "open").iterdir()
    os.utime(held, (1e9, 1e9))
    far.touch()
    assert second.others(path)
    os.utime(held, (1e9, 1e9))
    assert second.others(path) == []


def test_notes_that_cannot_be_written_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "open").write_text("in the way")
    notes = OpenNotes(tmp_path / "open", new_owner())
    notes.hold(tmp_path / "war.yaml")
    assert notes.others(tmp_path / "war.yaml") == []
    notes.release()


def test_without_proc_a_process_is_asked_for_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS, where `ps` tells when a process began."""
    monkeypatch.setattr(owner_module, "Path", lambda _p: Path("/no/such/folder"))
    monkeypatch.setattr(owner_module.subprocess, "run", lambda *_a, **_k: subprocess.CompletedProcess(
        [], 0, "Sun Nov 22 01:00:00 2026\n"))
    assert start_of(os.getpid()) == "SunNov220100002026"
    assert start_of(DEAD) is None


def test_a_folder_that_is_not_there_holds_no_work(tmp_path: Path) -> None:
    assert leftovers_module.leftovers(tmp_path / "none") == []
