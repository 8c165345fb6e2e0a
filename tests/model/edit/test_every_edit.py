"""Any edits of a design: undoing all of them restores the files to the byte, redoing them the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from every_edit import TRIES, all_edits
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as, save_design
from visegrad_editor.model.history import History

_PATIENCE = 40
"""Attempts with other random numbers before an edit counts as ineffective."""


def test_every_edit_is_tested() -> None:
    assert set(TRIES) == all_edits()


@dataclass
class Own:
    """A folder with scenario, map and ruleset of its own, which each test leaves as it found it."""

    folder: Path
    design: Design
    sources: Sources


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Own:
    folder = tmp_path_factory.mktemp("own")
    loaded = load("scenarios/historical")
    assert loaded.design is not None
    save_as(loaded.design, loaded.sources, folder / "war.yaml", apart={"map", "ruleset"})
    again = load(folder / "war.yaml")
    assert again.design is not None
    return Own(folder, again.design, again.sources)


def on_disk(folder: Path) -> Design:
    loaded = load(folder / "war.yaml")
    assert loaded.design is not None
    return loaded.design


def texts(folder: Path) -> dict[str, bytes]:
    """The files without their backups."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.endswith("~")}


def applied(name: str, dice: Random, design: Design) -> Design | None:
    """The design after the edit; None if it refused with a sentence or had nothing to do."""
    try:
        after = TRIES[name](dice, design)
    except ValueError:
        return None
    return None if after is design or after == design else after


def written_and_undone(own: Own, history: History[Design]) -> None:
    """Save the end, the beginning and the end again, and check the files each time."""
    folder = own.folder
    first = texts(folder)
    end, last = history.current, history.position
    try:
        sources = save_design(end, own.sources).sources
        second = texts(folder)
        assert on_disk(folder) == end
        while history.undo_label:
            history.undo()
        sources = save_design(history.current, sources).sources
        assert texts(folder) == first
        while history.redo_label:
            history.redo()
        assert history.position == last
        assert history.current is end
        sources = save_design(history.current, sources).sources
        assert texts(folder) == second
        history.jump(0)
        save_design(history.current, sources)
        assert texts(folder) == first
    finally:
        for name, data in first.items():
            (folder / name).write_bytes(data)


@pytest.mark.parametrize("name", sorted(TRIES))
def test_each_edit_is_undone_and_redone_to_the_byte(name: str, own: Own) -> None:
    history = History(own.design)
    for seed in range(_PATIENCE):
        if (after := applied(name, Random(seed), own.design)) is not None:
            history.push(name, after)
            break
    else:
        pytest.fail(f"{name} never changed anything")
    written_and_undone(own, history)


@given(st.integers(0, 2**32), st.lists(st.sampled_from(sorted(TRIES)), min_size=5, max_size=25))
@settings(max_examples=12, deadline=None)
def test_any_sequence_of_edits_is_undone_and_redone_to_the_byte(
    own: Own, seed: int, names: list[str]
) -> None:
    dice = Random(seed)
    history = History(own.design)
    for name in names:
        if (after := applied(name, dice, history.current)) is not None:
            history.push(name, after)
    written_and_undone(own, history)
