"""The editor is killed at random moments of editing and saving, and nothing is lost.

`VISEGRAD_KILLS=50` kills that often; without it a few kills have to do.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import xvfb
from kill_driver import marks as marks_of
from small_design import small_design

from visegrad_editor.editor.safety.journal import read_journal
from visegrad_editor.editor.safety.leftovers import Leftover, leftovers
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.gamemap import HexsideLine

KILLS = int(os.environ.get("VISEGRAD_KILLS", "12"))
OF_THE_WINDOW = max(2, KILLS // 10)
AT_ONCE = 4
LIMIT_S = 2.0
"""No edit older than this when the process is killed may be lost; what is promised is five seconds."""
REMARK = "# A remark of the designer, to be kept.\n"
DRIVER = Path(__file__).parents[2] / "support" / "kill_driver.py"


@dataclass
class Told:
    """What the log of a killed process tells."""

    states: list[tuple[float, str]] = field(default_factory=list)
    saves: list[tuple[str, str, str]] = field(default_factory=list)
    """(word, mark, file) of the saves begun and ended, in order."""
    hexes: list[tuple[int, int]] = field(default_factory=list)
    ready: bool = False


def read_log(path: Path) -> Told:
    told = Told()
    for line in path.read_text().splitlines() if path.exists() else ():
        word, *rest = line.split()
        if word == "state":
            told.states.append((float(rest[0]), rest[1]))
        elif word in ("save", "saved"):
            told.saves.append((word, rest[1], rest[2]))
        elif word == "hexes":
            told.hexes = [(int(x), int(y)) for x, y in (p.split(",") for p in rest)]
        told.ready |= word == "ready"
    return told


def begin(folder: Path) -> Path:
    """A scenario with its map and ruleset in a folder, each with a remark."""
    folder.mkdir(parents=True)
    path = folder / "war.yaml"
    design = small_design()
    river = HexsideLine("river", (hexside(Hex(1, 2), Hex(2, 2)), hexside(Hex(1, 2), Hex(1, 3))), "Long")
    save_as(replace(design, map=replace(design.map, lines=(river,))), Sources(), path)
    for file in folder.glob("*.yaml"):
        file.write_text(REMARK + file.read_text("utf-8"), "utf-8")
    return path


def start(mode: str, path: Path, *more: object, named: str = "") -> subprocess.Popen[bytes]:
    """The driver on a file, in the folder of the file where it is `named` as one types it there."""
    folder = path.parent.parent
    settings = {"PYTHONPATH": str(DRIVER.parent.parent), "XDG_CONFIG_HOME": str(folder / "config")}
    return subprocess.Popen(
        [sys.executable, str(DRIVER), mode, named or str(path), str(folder / "state"), str(folder / "log"),
         *map(str, more)], env={**os.environ, **settings}, cwd=path.parent if named else None)


def until_ready(process: subprocess.Popen[bytes], log: Path, times: int = 1) -> None:
    end = time.monotonic() + 60
    while not log.exists() or log.read_text().count("ready") < times:
        assert process.poll() is None, "the editor ended by itself"
        assert time.monotonic() < end, "the editor did not begin"
        time.sleep(0.02)


def kill(process: subprocess.Popen[bytes]) -> float:
    """Kill it; the moment, in the log's time."""
    now = time.time()
    process.send_signal(signal.SIGKILL)
    assert process.wait(20) == -signal.SIGKILL, "the editor ended by itself"
    return now


def check_files(folder: Path, told: Told, first: str) -> None:
    """Every file is whole, and says what was saved there last, or what was just being saved."""
    maps = allowed([mark for _, mark, _ in told.saves], [word for word, _, _ in told.saves], first, 1)
    for name in {"war.yaml", *(file for _, _, file in told.saves)}:
        own = [(word, mark) for word, mark, file in told.saves if file == name]
        path = folder / name
        if not path.exists() and "saved" not in [word for word, _ in own]:
            continue
        loaded = load(path)
        design = loaded.design
        assert design is not None, [str(p) for p in loaded.problems]
        scenarios = allowed([m for _, m in own], [w for w, _ in own], first, 2)
        assert content_mark(design.scenario) in scenarios, name
        assert content_mark(design.map) in maps, name
        for file in (path, folder / "war-map.yaml", folder / "war-ruleset.yaml"):
            assert file.read_text("utf-8").startswith(REMARK), file


def allowed(marks: list[str], words: list[str], first: str, part: int) -> set[str]:
    """The marks of one document that a file may have: of the last save that ended, and those after it."""
    ended = [i for i, word in enumerate(words) if word == "saved"]
    return {m.split("/")[part] for m in (marks[ended[-1]:] if ended else [first, *marks])}


def check(folder: Path, killed: float) -> tuple[Leftover | None, float]:
    """What the next start offers, and how old the oldest lost edit was."""
    told = read_log(folder / "log")
    marks = [mark for _, mark in told.states]
    check_files(folder / "own", told, marks[0])
    found = leftovers(folder / "state" / "unsaved")
    assert len(found) <= 1
    if found:
        work = found[0].work
        assert work is not None, found[0].complaint
        now = marks_of(work.design)
        known = set(marks)
        assert all(marks_of(step.state) in known for step in work.steps[:: max(1, len(work.steps) // 10)])
    else:
        # All is in the file saved last, or in the one that was just being saved.
        ended = [i for i, (word, _, _) in enumerate(told.saves) if word == "saved"]
        names = [file for _, _, file in told.saves[ended[-1]:]] if ended else ["war.yaml"]
        designs = [load(folder / "own" / name).design for name in names]
        now = [marks_of(design) for design in designs if design is not None][-1]
    assert now in marks, "the work offered was never on the screen"
    place = len(marks) - 1 - marks[::-1].index(now)
    lost = [moment for moment, _ in told.states[place + 1:]]
    age = killed - lost[0] if lost else 0.0
    assert age < LIMIT_S, f"an edit {age:.1f} s old is lost, of {len(marks)} states"
    return (found[0] if found else None), age


def random_kill(folder: Path, seed: int) -> tuple[bool, float, int]:
    path = begin(folder / "own")
    process = start("random", path, seed)
    try:
        until_ready(process, folder / "log")
        time.sleep(random.Random(seed).uniform(0.05, 4.5))
        killed = kill(process)
    finally:
        process.kill()
    found, age = check(folder, killed)
    told = read_log(folder / "log")
    unfinished = bool(told.saves) and told.saves[-1][0] == "save"
    shutil.rmtree(folder)
    return found is not None, age, unfinished


def test_killed_at_random_nothing_is_lost(tmp_path: Path) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        n = KILLS - OF_THE_WINDOW
        results = list(pool.map(lambda i: random_kill(tmp_path / str(i), i), range(n)))
    offered = sum(found for found, _, _ in results)
    print(f"{n} kills, {offered} with work to offer, {sum(u for *_, u in results)} within a save; the oldest "
          f"lost edit was {max(age for _, age, _ in results):.2f} s old")
    assert all(found for found, _, _ in results[::2]), "those that never saved have work to offer"


@xvfb.window_test
@pytest.mark.parametrize("seed", range(OF_THE_WINDOW))
def test_the_window_itself_is_killed_and_offers_the_work_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    rng, path, log = random.Random(seed), begin(tmp_path / "own"), tmp_path / "log"
    saving = seed % 2 == 1
    process = start("window", path)
    try:
        until_ready(process, log)
        killed = work_until_killed(process, log, rng, saving)
        found, age = check(tmp_path, killed)
        told = read_log(log)
        print(f"{len(told.states)} states, {len(told.saves)} saves; the oldest lost edit was {age:.2f} s old")
        if found is None:
            assert saving, "work was not offered"
            return
        assert found.work is not None
        # The next start offers it, and it is kept from then on by the new window.
        process = start("window", path)
        until_ready(process, log, 2)
        hand("search", "--sync", "--onlyvisible", "--name", "Unsaved work")
        time.sleep(0.3)
        hand("key", "Return")
        wanted = marks_of(found.work.design)
        end = time.monotonic() + 20
        unsaved = found.path.parent
        while read_log(log).states[-1][1] != wanted or found.path.exists():
            assert time.monotonic() < end, "the work was not restored"
            time.sleep(0.1)
        kill(process)
        # A window killed while it writes its own copy leaves that and the one it was offered.
        again = leftovers(unsaved)
        assert 1 <= len(again) <= 2
        copies = [(x.work.design, x.work.steps, x.work.sources) for x in again if x.work]
        assert copies == [(found.work.design, found.work.steps, found.work.sources)] * len(again)
    finally:
        process.kill()


@xvfb.window_test
def test_work_restored_in_another_folder_is_saved_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both windows are begun with the name alone, as one types it in a terminal, in folders that have a
    file of that name each."""
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    mine, other, log = begin(tmp_path / "mine"), begin(tmp_path / "other"), tmp_path / "log"
    before = {path: path.read_bytes() for path in other.parent.iterdir()}
    process = start("window", mine, named=mine.name)
    try:
        until_ready(process, log)
        places, rng = read_log(log).hexes, random.Random(1)
        end = time.monotonic() + 20
        while len(read_log(log).states) < 3:
            assert time.monotonic() < end, "the window does not answer"
            hand("key", "t")
            paint(places, rng)
            time.sleep(0.2)
        unsaved = tmp_path / "state" / "unsaved"
        wanted = ""
        while not wanted or wanted != read_log(log).states[-1][1]:
            wanted = next((marks_of(read_journal(path).design) for path in unsaved.glob("*.journal")), "")
            assert time.monotonic() < end, "the work was not kept"
            time.sleep(0.1)
        kill(process)
        process = start("window", other, named=other.name)
        until_ready(process, log, 2)
        hand("search", "--sync", "--onlyvisible", "--name", "Unsaved work")
        time.sleep(0.3)
        hand("key", "Return")
        end = time.monotonic() + 20
        while read_log(log).states[-1][1] != wanted:
            assert time.monotonic() < end, "the work was not restored"
            time.sleep(0.1)
        while not read_log(log).saves or read_log(log).saves[-1][0] != "saved":
            assert time.monotonic() < end, "the work was not saved"
            hand("key", "ctrl+s")
            time.sleep(0.3)
        kill(process)
    finally:
        process.kill()
    assert {path: path.read_bytes() for path in other.parent.iterdir()} == before
    saved = load(mine).design
    assert saved is not None
    assert marks_of(saved) == wanted
    assert leftovers(unsaved) == []


def hand(*words: object) -> None:
    """The real pointer and keys."""
    subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def paint(hexes: list[tuple[int, int]], rng: random.Random) -> None:
    """A stroke of the terrain brush."""
    one, other = rng.choice(hexes), rng.choice(hexes)
    hand("key", rng.choice("123"), "mousemove", *one, "mousedown", 1, "mousemove", *other, "mouseup", 1)


def work_until_killed(
    process: subprocess.Popen[bytes], log: Path, rng: random.Random, saving: bool
) -> float:
    """Paint, undo and perhaps save with mouse and keys until the process is killed; the moment."""
    hexes = read_log(log).hexes
    end = time.monotonic() + 20
    while len(read_log(log).states) < 2:
        # The first keys may come before the window has the keyboard.
        assert time.monotonic() < end, "the window does not answer"
        hand("key", "t")
        paint(hexes, rng)
        time.sleep(0.2)
    moments: list[float] = []
    timer = threading.Timer(rng.uniform(1.0, 5.0), lambda: moments.append(kill(process)))
    timer.start()
    while not moments:
        what = rng.random()
        if what < 0.05:
            hand("key", "ctrl+s" if saving else "ctrl+z")
        elif what < 0.15:
            hand("key", rng.choice(("ctrl+z", "ctrl+z", "ctrl+y")))
        else:
            paint(hexes, rng)
    timer.join()
    return moments[0]
