"""Whole commands, as `table.py` measures them.

What is measured, as a user has it: the interpreter's start, imports, reading and checking of files, the
work, and packing. `start_up` times `--version`, `list`, `validate historical` and `stats historical`;
`window_start_up` opens the window on `historical`, from the start of the process until the map's pixels are
on its canvas (it needs a screen, or xvfb-run); `pictures` writes maps as PNG, each time beside Tiled's
`tmxrasterizer` (Debian package `tiled`; left out where it is missing) writing the terrain of the same map.
For Linux and macOS.

Commands take turns, so that other work on the machine meets all of them alike. Each figure is the median of
the rounds, with the least and the most; a ratio is the median of the ratios of the rounds. Bytecode is
compiled beforehand, as pip does in an install.
"""

from __future__ import annotations

import compileall
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

PICTURES = ((100, 16), (300, 16), (300, 48))
"""The hexes along the edges of the maps, and the width of a hex in pixels."""
_OURS = (sys.executable, "-m", "visegrad_editor")
_WINDOW = """
import sys, time, tempfile, _tkinter, tkinter
from pathlib import Path
began = float(sys.argv[1])
from visegrad_editor.__main__ import run
from visegrad_editor.editor import app

opened = []

def open_window(*values):
    opened.append(make(*values))
    return opened[0]

def until_drawn(root, n=0):
    view = opened[0].view
    while not view.winfo_ismapped() or view.bare:
        root.tk.dooneevent(_tkinter.DONT_WAIT)
    root.update_idletasks()
    print(time.time() - began, time.process_time(), flush=True)
    root.destroy()

make, app.open_window = app.open_window, open_window
tkinter.Misc.mainloop = until_drawn
sys.argv[1:] = ["historical"]
raise SystemExit(run())
"""


class Spread(NamedTuple):
    """The median, the least and the most of some figures."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Spread:
        return cls(median(figures), min(figures), max(figures))


def processor_seconds(command: Sequence[str]) -> float:
    """The seconds of all processors that a command takes, the processes that it starts included. Raises
    `CalledProcessError` if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=tempfile.gettempdir(), stdout=subprocess.DEVNULL,
                   stderr=subprocess.PIPE, env=_environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_turn(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, list[float]]:
    """The processor seconds of each command in each round; a first round does not count."""
    _compile()
    found: dict[str, list[float]] = {name: [] for name in commands}
    for n in range(rounds + 1):
        for name, command in commands.items():
            seconds = processor_seconds(command)
            if n:
                found[name].append(seconds)
    return found


def start_up(rounds: int) -> dict[str, Spread]:
    """The processor seconds of short commands."""
    words = (("--version",), ("list",), ("validate", "historical"), ("stats", "historical"))
    commands = {"Python alone": (sys.executable, "-c", "pass")} | {
        " ".join(w): (*_OURS, *w) for w in words}
    return {name: Spread.of(figures) for name, figures in in_turn(commands, rounds).items()}


def window_start_up(rounds: int) -> dict[str, Spread]:
    """Elapsed and processor seconds from the start of the process to the first picture of a map."""
    _compile()
    elapsed, processor = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as home:
        for n in range(rounds + 1):
            done = subprocess.run(
                [sys.executable, "-c", _WINDOW, str(time.time())], check=True, capture_output=True, text=True,
                cwd=home, env=_environment() | {"HOME": home, "XDG_CONFIG_HOME": home})
            if n:
                first, own = map(float, done.stdout.split())
                elapsed.append(first)
                processor.append(own)
    return {"window to first picture, elapsed": Spread.of(elapsed),
            "window to first picture, processor": Spread.of(processor)}


def pictures(rounds: int) -> dict[str, Spread]:
    """The processor seconds of exports of maps as PNG, of tmxrasterizer, and how many times its processor
    time ours take."""
    from big_map import big_design
    from map_pictures import tmx

    from visegrad_editor.model.files.load import load
    from visegrad_editor.model.files.sources import Sources
    from visegrad_editor.model.files.store import save_as

    rasterizer = shutil.which("tmxrasterizer")
    found: dict[str, Spread] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for edge, px in PICTURES:
            path, design = folder / f"map{edge}.yaml", big_design(edge)
            if not path.exists():
                save_as(design, Sources(ruleset=load("historical").sources.ruleset), path)
            ours, theirs = f"export {edge} x {edge}, {px} px", f"tmxrasterizer {edge} x {edge}, {px} px"
            commands: dict[str, Sequence[str]] = {ours: (
                *_OURS, "export", str(path), "-o", str(folder / "ours.png"), "--force", "--hex", f"{px}px")}
            if rasterizer:
                commands[theirs] = (
                    rasterizer, str(tmx(design, folder / f"{edge}-{px}", px)), str(folder / "tiled.png"))
            figures = in_turn(commands, rounds)
            found |= {name: Spread.of(f) for name, f in figures.items()}
            if rasterizer:
                found[f"{ours}, times tmxrasterizer"] = Spread.of(
                    [a / b for a, b in zip(figures[ours], figures[theirs], strict=True)])
    return found


def _environment() -> dict[str, str]:
    """The environment of a command: this checkout, without a screen for Tiled."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}


def _compile() -> None:
    """Compile the modules of the checkout that were changed since they were compiled last."""
    compileall.compile_dir(ROOT / "visegrad_editor", quiet=1)
