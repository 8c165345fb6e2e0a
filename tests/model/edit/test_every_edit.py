"""Any edits of a design: undoing all of them restores the files to the byte, redoing them the end."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

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


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with scenario, map and ruleset of its own."""
    folder = tmp_path_factory.mktemp("own")
    loaded = load("scenarios/historical")
    assert loaded.design is not None
    save_as(loaded.design, loaded.sources, folder / "war.yaml", apart={"map", "ruleset"})
    return folder


@contextmanager
def copied(original: Path) -> Iterator[Path]:
    """A copy of the folder for one test."""
    with TemporaryDirectory(dir=original.parent) as place:
        yield Path(shutil.copytree(original, Path(place) / "own"))


def opened(folder: Path) -> tuple[Design, Sources]:
    loaded = load(folder / "war.yaml")
    assert loaded.design is not None
    return loaded.design, loaded.sources


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


def written_and_undone(folder: Path, history: History[Design]) -> None:
    """Save the end, the beginning and the end again, and check the files each time."""
    first, (_, sources) = texts(folder), opened(folder)
    end, last = history.current, history.position
    sources = save_design(end, sources).sources
    second = texts(folder)
    assert opened(folder)[0] == end
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


@pytest.mark.parametrize("name", sorted(TRIES))
def test_each_edit_is_undone_and_redone_to_the_byte(name: str, original: Path) -> None:
    design, _ = opened(original)
    history = History(design)
    for seed in range(_PATIENCE):
        if (after := applied(name, Random(seed), design)) is not None:
            history.push(name, after)
            break
    else:
        pytest.fail(f"{name} never changed anything")
    with copied(original) as folder:
        written_and_undone(folder, history)


@given(st.integers(0, 2**32), st.lists(st.sampled_from(sorted(TRIES)), min_size=5, max_size=25))
@settings(max_examples=12, deadline=None)
def test_any_sequence_of_edits_is_undone_and_redone_to_the_byte(
    original: Path, seed: int, names: list[str]
) -> None:
    dice = Random(seed)
    history = History(opened(original)[0])
    for name in names:
        if (after := applied(name, dice, history.current)) is not None:
            history.push(name, after)
    with copied(original) as folder:
        written_and_undone(folder, history)
