#!/usr/bin/env python3
"""Make a folder with the program, its Python and Tk, which runs where neither is installed, and try it out.

    python scripts/freeze.py                 into build/frozen/visegrad-editor
    python scripts/freeze.py -o OUT          into another folder

A wheel is built and installed with the pinned packages and PyInstaller into an environment beside the result;
`distribution/visegrad-editor.spec` is the recipe. Then each command runs once on bundled files, in an empty
folder; sheets are compared with those of the unfrozen program, and so is what the window shows on a screen of
its own (Linux, with Xvfb).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "support")]

from geodata_set import write_set  # noqa: E402
from wheels import build  # noqa: E402

from visegrad_editor.cli.main import COMMANDS  # noqa: E402

RECIPE = ROOT / "distribution" / "visegrad-editor.spec"
PINNED = ROOT / "requirements" / "freeze.txt"
WINDOWS = sys.platform == "win32"

TRIALS: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("schema", "-o", "."),
    ("completion", "bash"),
    ("validate", "historical", "gsofg", "lantern-hill"),
    ("stats", "historical"),
    ("diff", "no-cyber-war", "--base"),
    ("card", "lantern-hill"),
    ("checks",),
    ("referee", "lantern-hill", "next", "-o", "evening.yaml"),
    ("new", "-o", "my-war.yaml", "--from", "hollen"),
    ("new", "-o", "copy.yaml", "--map", "--from", "hollen"),
    ("variant", "copy.yaml", "--of", "hollen", "-o", "variant.yaml"),
    ("set-up", "free-setup", "--fill", "-o", "set-up.yaml"),
    ("run", "hollen", "--seed", "7", "-o", "game.yaml"),
    ("replay", "game.yaml"),
    ("odds", "historical", "--attack", "1718", "--place", "12th Mechanized 1717"),
    ("balance", "hollen", "--games", "2", "--jobs", "2"),
    ("fuzz", "hollen", "--games", "2", "--jobs", "2"),
    ("check-system", "visegrad4", "first-steps", "--games", "2", "--jobs", "2"),
    ("translate", "hollen", "--language", "pl", "-o", "hollen.pl.yaml"),
    ("export", "historical", "-o", "sheet.pdf"),
    ("export", "historical", "-o", "map.png"),
    ("export", "hollen", "--what", "hexes", "-o", "hexes.csv"),
    ("import", "hexes.csv", "--map", "hollen", "-o", "imported.yaml"),
    ("import-geodata", "twinland.yaml", "-o", "twinland-map.yaml"),
)
"""Each command at least once, with its words. A later one may read what an earlier one wrote."""
CODES = {"diff": 1}
"""The exit codes of commands that do not end with 0: something differs."""
SAME = ("sheet.pdf", "map.png", "game.yaml")
"""Files that are byte for byte those of the unfrozen program."""
DIFFERING = 0.01
"""The part of a window's pixels that may differ: a cursor, a line of the status bar."""
PATIENCE_S = 60.0


@dataclass
class Program:
    """A way to start the program: the words before its own."""

    words: tuple[str, ...]
    patience_s: float = 10 * PATIENCE_S

    def run(self, folder: Path, *words: str, code: int = 0) -> str:
        """Run a command in a folder; what went wrong, "" if it ended with the code, and said nothing of a
        fault in the program."""
        try:
            done = subprocess.run([*self.words, *words], cwd=folder, env=clean(folder), capture_output=True,
                                  text=True, encoding="utf-8", check=False, timeout=self.patience_s)
        except subprocess.TimeoutExpired:
            return f"{' '.join(words)} has not ended after {self.patience_s:g} seconds"
        if done.returncode == code and "Traceback" not in done.stdout + done.stderr:
            return ""
        return f"{' '.join(words)} ended with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}"


def clean(folder: Path) -> dict[str, str]:
    """The environment of a program that must find nothing of Python's but its own, with a home of its own."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "VIRTUAL_ENV", "XDG_", "TCL", "TK_"))}
    return {**kept, "HOME": str(folder), "APPDATA": str(folder)}


def prepare(place: Path) -> Path:
    """Install the program, not editable, and PyInstaller into an environment; returns its Python. Exits with
    a sentence if the packages cannot be had."""
    python = place / ("Scripts/python.exe" if WINDOWS else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as folder:
        for words, what in (
            (["--require-hashes", "-r", str(PINNED)],
             f"The packages of requirements/{PINNED.name} cannot be installed. Is there a network?"),
            (["--no-deps", "--no-index", "--force-reinstall", str(build("wheel", Path(folder)))],
             "The wheel of the program cannot be installed."),
        ):
            done = subprocess.run([*pip, *words], capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"{what}\n{done.stdout}{done.stderr}")
    return python


def freeze(python: Path, out: Path) -> Path:
    """Make the folder; returns the program in it. Exits with what PyInstaller said if it fails."""
    with tempfile.TemporaryDirectory() as work:
        # -I: nothing of a checkout in the current folder is taken for the installed package.
        done = subprocess.run(
            [str(python), "-I", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
             "--distpath", str(out), "--workpath", work, str(RECIPE)],
            capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"PyInstaller cannot make the folder:\n{done.stdout}{done.stderr}")
    return out / "visegrad-editor" / ("visegrad-editor.exe" if WINDOWS else "visegrad-editor")


def faults(frozen: Program, unfrozen: Program) -> Iterator[str]:
    """What goes wrong when each command runs once, in sentences."""
    if untried := sorted(set(COMMANDS) - {words[0] for words in TRIALS}):
        yield f"no trial in scripts/freeze.py for: {', '.join(untried)}"
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        here, there = Path(one), Path(other)
        write_set(here)
        for words in (("--version",), ("--help",), *TRIALS):
            if why := frozen.run(here, *words, code=CODES.get(words[0], 0)):
                yield why
        for words in TRIALS:
            if words[-1] in SAME and (why := unfrozen.run(there, *words)):
                yield f"unfrozen: {why}"
        for name in SAME:
            made, expected = here / name, there / name
            if not made.is_file() or not expected.is_file():
                yield f"{name} was not written"
            elif made.read_bytes() != expected.read_bytes():
                yield f"{name} is not the one that the unfrozen program writes"


@contextmanager
def screen() -> Iterator[str]:
    """A virtual X display."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-dpi", "96", "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def window_picture(program: Program, folder: Path) -> Image.Image | str:
    """What the screen shows when the window with the sample is complete, that is, has not changed for two
    seconds; or what went wrong."""
    with screen() as display, subprocess.Popen(
            [*program.words, "historical"], cwd=folder, env={**clean(folder), "DISPLAY": display},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8") as window:
        try:
            shown, since = ImageGrab.grab(xdisplay=display), time.monotonic()
            end = since + PATIENCE_S
            while time.monotonic() < end:
                time.sleep(0.5)
                if window.poll() is not None:
                    said = window.stdout.read() if window.stdout is not None else ""
                    return f"the window ended with {window.returncode}:\n{said}"
                now = ImageGrab.grab(xdisplay=display)
                if now.tobytes() != shown.tobytes():
                    shown, since = now, time.monotonic()
                elif time.monotonic() - since > 2 and has_map(now):
                    return now
            return f"the window shows no map after {PATIENCE_S:g} seconds"
        finally:
            window.terminate()


def has_map(picture: Image.Image) -> bool:
    """Whether a screen shows a map: it has hundreds of colours, an empty window a few dozen."""
    return len(picture.convert("RGB").getcolors(picture.width * picture.height) or ()) > 300


def window_faults(frozen: Program, unfrozen: Program, out: Path) -> Iterator[str]:
    """What is wrong with the window of the frozen program, in sentences; its picture is `window.png`."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        made = window_picture(frozen, Path(one))
        if isinstance(made, str):
            yield made
            return
        made.save(out / "window.png")
        expected = window_picture(unfrozen, Path(other))
    if isinstance(expected, str):
        yield f"unfrozen: {expected}"
        return
    changed = ImageChops.difference(made.convert("RGB"), expected.convert("RGB")).convert("L")
    differing = 1 - changed.histogram()[0] / (made.width * made.height)
    if differing > DIFFERING:
        expected.save(out / "window-unfrozen.png")
        yield f"the window differs from that of the unfrozen program in {differing:.1%} of its pixels: {out}"


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink())


def main(argv: Sequence[str] | None = None) -> int:
    """Make the folder and try it out; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default="build/frozen", metavar="OUT",
                        help="the folder, build/frozen if left out")
    out = Path(parser.parse_args(argv).output).resolve()
    out.mkdir(parents=True, exist_ok=True)
    before = processor_seconds()
    python = prepare(out / "environment")
    program = freeze(python, out)
    print(f"{program.parent}: {size_of(program.parent) / 1e6:.0f} MB, "
          f"{processor_seconds() - before:.0f} s of processor time to make", flush=True)
    frozen, unfrozen = Program((str(program),)), Program((str(python), "-I", "-m", "visegrad_editor"))
    wrong = list(faults(frozen, unfrozen))
    if shutil.which("Xvfb"):
        wrong += window_faults(frozen, unfrozen, out)
    else:
        print("The window was not tried out: there is no Xvfb.")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(TRIALS)} commands tried, {len(wrong)} faults, {processor_seconds() - before:.0f} s in all")
    return 1 if wrong else 0


def processor_seconds() -> float:
    """The processor time of this process and its children so far; of this process where that is unknown."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    sys.exit(main())
