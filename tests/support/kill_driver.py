"""An editor to be killed by tests: it edits and saves at random, or waits for real mouse and keys.

    python kill_driver.py random FILE STATE LOG SEED
    python kill_driver.py window FILE STATE LOG

With an even seed it never saves. Every state is written to the log before it is kept anywhere, as `state TIME
MARK`; every save is logged as `save TIME MARK PATH` before it and `saved TIME MARK PATH` after it.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.files import Files, document_of, open_document
from visegrad_editor.editor.documents.map_followers import LEAVE
from visegrad_editor.editor.safety.document_guard import DocumentGuard
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.areas import add_area
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_country, paint_terrain
from visegrad_editor.model.edit.units import flip_units, place_units
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.gamemap import Label, Place, Road


def marks(design: Design) -> str:
    """The marks of ruleset, map and scenario."""
    return "/".join(map(content_mark, (design.ruleset, design.map, design.scenario)))


class Log:
    """A log whose lines are handed to the operating system before `tell` returns, so that a kill cannot lose
    them."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def tell(self, *words: object) -> None:
        os.write(self._handle, (" ".join(map(str, words)) + "\n").encode())

    def state(self, design: Design) -> None:
        self.tell("state", time.time(), marks(design))


class Designer:
    """Edits at random; saves now and then, or never."""

    def __init__(self, files: Files, session: Session, log: Log, rng: random.Random, saves: bool) -> None:
        self._files, self._session, self._log, self._rng = files, session, log, rng
        self._saves = saves
        self._number = 0

    def step(self) -> None:
        """One edit, jump in the history, or save."""
        what = self._rng.random()
        history = self._session.history
        if what < 0.03 and self._saves:
            self._save()
        elif what < 0.2:
            place = history.position + self._rng.choice((-3, -1, -1, 1, 2))
            if 0 <= place < len(history.steps):
                self._log.state(history.steps[place].state)
                history.jump(place)
        else:
            self._number += 1
            edit = self._rng.choice(EDITS)
            design = edit(self._session.design, self._rng, self._number)
            self._log.state(design)
            self._session.edit(f"{edit.__name__} {self._number}", design)

    def _save(self) -> None:
        own = self._session.document.path
        assert own is not None
        path = own if self._rng.random() < 0.8 else own.with_name(self._rng.choice(("a.yaml", "b.yaml")))
        mark = marks(self._session.design)
        self._log.tell("save", time.time(), mark, path.name)
        assert self._files.save_to(path)
        self._log.tell("saved", time.time(), mark, path.name)


def _somewhere(design: Design, rng: random.Random) -> Hex:
    grid = design.map.grid
    return Hex(rng.randrange(grid.columns), rng.randrange(grid.rows))


def terrain(design: Design, rng: random.Random, _number: int) -> Design:
    hexes = design.map.grid.within(_somewhere(design, rng), rng.randrange(3))
    return with_map(design, paint_terrain(
        design.map, hexes, rng.choice([t.id for t in design.ruleset.terrain])))


def country(design: Design, rng: random.Random, _number: int) -> Design:
    names = [n.id for n in design.ruleset.nationalities]
    return with_map(design, paint_country(design.map, [_somewhere(design, rng)], rng.choice(names)))


def place(design: Design, rng: random.Random, number: int) -> Design:
    hex = _somewhere(design, rng)
    others = tuple(p for p in design.map.places if p.hex != hex)
    return with_map(design, replace(design.map, places=(*others, Place(hex, f"Łódź {number}", ("city",)))))


def label(design: Design, rng: random.Random, number: int) -> Design:
    return with_map(design, replace(design.map, labels=(
        *design.map.labels[-5:], Label(f"Land {number}", _somewhere(design, rng)))))


def road(design: Design, rng: random.Random, number: int) -> Design:
    path = [_somewhere(design, rng)]
    while len(path) < 4:
        path.append(rng.choice([h for h in design.map.grid.neighbours(path[-1]) if h in design.map.grid]))
    return with_map(design, replace(design.map, roads=(
        *design.map.roads[-8:], Road("highway", tuple(path), f"R{number}"))))


def area(design: Design, rng: random.Random, number: int) -> Design:
    return with_map(design, add_area(design.map, f"Area {number}", [_somewhere(design, rng)]))


def flip(design: Design, rng: random.Random, _number: int) -> Design:
    assert design.scenario is not None
    keys = [u.key for u in design.scenario.units if u.values]
    return with_scenario(design, flip_units(design.scenario, (rng.choice(keys),)))


def move(design: Design, rng: random.Random, _number: int) -> Design:
    assert design.scenario is not None
    keys = [u.key for u in design.scenario.units if u.values]
    number = design.map.grid.number(_somewhere(design, rng))
    return with_scenario(design, place_units(design.scenario, [rng.choice(keys)], number))


def title(design: Design, _rng: random.Random, number: int) -> Design:
    assert design.scenario is not None
    notes = f"Note {number}\n" * 30
    return with_scenario(design, replace(design.scenario, title=f"War {number}", notes=notes))


EDITS: tuple[Callable[[Design, random.Random, int], Design], ...] = (
    terrain, terrain, terrain, country, place, label, road, area, flip, move, title)


def run_random(file: Path, state: Path, log: Log, seed: int) -> None:
    """Without a screen: the session, the files and their safety as the window has them."""
    files_module.ask_followers = lambda *_: LEAVE  # the other scenarios stay as they are
    loaded, complaint = open_document(file)
    assert loaded.design is not None, complaint
    session = Session(loaded.design, document_of(loaded))
    settings = Settings(state)
    files = Files(cast(object, None), session, settings, loaded,  # type: ignore[arg-type]
                  DocumentGuard(settings.folder))

    def note() -> None:
        files.guard.note(session, files.sources)

    session.changed.connect(note)
    session.opened.connect(note)
    note()
    rng = random.Random(seed)
    designer = Designer(files, session, log, rng, saves=seed % 2 == 1)
    log.state(session.design)
    log.tell("ready")
    while True:
        for _ in range(rng.choice((1, 1, 3, 40))):
            designer.step()
        time.sleep(rng.choice((0.0, 0.01, 0.05, 0.4)))


def run_window(file: Path, state: Path, log: Log) -> None:
    """The editor itself."""
    from visegrad_editor.editor.app import open_window
    loaded, complaint = open_document(file)
    assert loaded.design is not None, complaint
    window = open_window(loaded, Settings(state))
    session = window.session
    # Before the window's own listeners: nothing is kept that was not told.
    session.changed.connect(lambda: log.state(session.design))
    session.changed._listeners.insert(0, session.changed._listeners.pop())
    view, write = window.view, window.files._write

    def told(path: Path, *how: Any, **more: Any) -> bool:
        mark = marks(session.design)
        log.tell("save", time.time(), mark, path.name)
        done = write(path, *how, **more)
        log.tell("saved", time.time(), mark, path.name)
        return done

    window.files._write = told  # type: ignore[method-assign]

    def ready() -> None:
        if view.busy or not view.winfo_viewable():
            window.root.after(50, ready)
            return
        if not window.root.grab_current():  # type: ignore[no-untyped-call]
            view.canvas.focus_force()
        places = []
        for hex in session.design.map.grid:
            x, y = view.viewport.to_screen(session.design.map.geometry.centre(hex))
            places.append(f"{round(x) + view.canvas.winfo_rootx()},{round(y) + view.canvas.winfo_rooty()}")
        log.tell("hexes", *places)
        log.state(session.design)
        log.tell("ready")

    window.root.after(600, ready)
    window.root.mainloop()


if __name__ == "__main__":
    mode, *paths = sys.argv[1:]
    told = Log(Path(paths[2]))
    if mode == "window":
        run_window(Path(paths[0]), Path(paths[1]), told)
    else:
        run_random(Path(paths[0]), Path(paths[1]), told, int(paths[3]))
