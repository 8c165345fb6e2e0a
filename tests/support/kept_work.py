"""Unsaved work as it is kept, for tests: made, lost by a process that ended, compared."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from visegrad_editor.editor.documents.files import document_of, open_document
from visegrad_editor.editor.safety.journal import Journal, UnsavedGame, UnsavedWork
from visegrad_editor.editor.safety.ownership import new_owner
from visegrad_editor.editor.session import Session
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import flip_units, remove_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import Place

DEAD = 4_000_000
"""A process number that no Linux gives."""


def edits(design: Design, seed: int, count: int) -> list[Design]:
    """The design after each of some edits."""
    rng, found = random.Random(seed), []
    for n in range(count):
        map, scenario = design.map, design.scenario
        assert scenario is not None
        hex = Hex(rng.randrange(map.grid.columns), rng.randrange(map.grid.rows))
        keys = [u.key for u in scenario.units if u.values]
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


def session_of(name: str | Path) -> tuple[Session, Sources]:
    loaded, complaint = open_document(name)
    assert loaded.design is not None, complaint
    return Session(loaded.design, document_of(loaded)), loaded.sources


def work_of(session: Session, sources: Sources, game: UnsavedGame | None = None) -> UnsavedWork:
    history = session.history
    position, saved = history.position, history.saved_position
    return UnsavedWork(session.document, history.steps, position, saved, sources, game)


def same(one: UnsavedWork, other: UnsavedWork) -> bool:
    return (one.document, one.steps, one.position, one.saved, one.sources, one.game) == (
        other.document, other.steps, other.position, other.saved, other.sources, other.game)


def lost(folder: Path, work: UnsavedWork, pid: int = DEAD) -> Path:
    """The journal of a window that is gone."""
    path = folder / f"{replace(new_owner(), pid=pid)}.journal"
    Journal(path).write(work)
    return path


def changed_work(name: str | Path, seed: int = 5, count: int = 3) -> UnsavedWork:
    session, sources = session_of(name)
    for n, design in enumerate(edits(session.design, seed, count)):
        session.edit(f"Step {n}", design)
    return work_of(session, sources)


def copied(folder: Path) -> Path:
    """A scenario of one's own on the disk, with a remark."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "own.yaml"
    loaded = load("first-steps")
    assert loaded.design is not None
    save_design(loaded.design, loaded.sources, path)
    path.write_text("# My remark\n" + path.read_text("utf-8"), "utf-8")
    return path
