"""Commands run in their own processes, with limits, and the processor time and peak memory of each.

Run as a program this is the server: it imports the commands once, reads jobs from its standard input, one
line of JSON each, and performs each in a fork, so that the measurement does not include the start of Python.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

MEGA = 1024 * 1024
MOST_SECONDS, MOST_MEMORY = 10.0, 512 * MEGA
"""What a command may take for any input of at most 16 MB."""
_STOP_SECONDS, _STOP_MEMORY = 20, 2048 * MEGA
_MODULES = (
    "validate", "export", "stats", "new", "run", "replay", "odds", "import_file", "import_geodata", "loading",
    "card", "referee", "export_card")


@dataclass(frozen=True)
class Measured:
    """The result of a command. `code` is its exit code, or minus the signal that ended it."""

    code: int
    seconds: float
    """Of the processor."""
    memory: int
    """Bytes at the peak, those of the program itself included."""
    said: str
    """What it wrote, both streams, cut to the first and last part."""

    @property
    def answered(self) -> bool:
        """Whether the command ended by itself, without a traceback."""
        return self.code in (0, 1, 2) and "Traceback" not in self.said

    @property
    def within(self) -> bool:
        """Whether the command stayed within the allowed time and memory."""
        return self.answered and self.seconds <= MOST_SECONDS and self.memory <= MOST_MEMORY

    def __str__(self) -> str:
        words = " ".join(self.said.split())
        return f"exit {self.code}, {self.seconds:.2f} s, {self.memory / MEGA:.0f} MB: {words[:160]}"


class CommandServer:
    """Runs and measures commands; as a context manager it ends its process on exit."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[str] | None = None

    def __enter__(self) -> CommandServer:
        self._server = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=Path(__file__).parents[2],
            # One thread: the processor time of others would count, and a process with threads must not fork.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        server = self._server
        assert server is not None
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.close()
        server.stdout.close()
        server.wait()

    def measure(self, folder: Path, words: Sequence[str | Path]) -> Measured:
        """What the command of these words takes in a folder."""
        server = self._server
        assert server is not None
        assert server.stdin is not None
        assert server.stdout is not None
        json.dump({"words": [str(w) for w in words], "folder": str(folder)}, server.stdin)
        server.stdin.write("\n")
        server.stdin.flush()
        return Measured(**json.loads(server.stdout.readline()))


@dataclass(frozen=True)
class Commands:
    """Runs and measures commands in a folder."""

    folder: Path
    server: CommandServer

    def __call__(self, *words: str | Path) -> Measured:
        """What the command of these words took."""
        return self.server.measure(self.folder, words)


def read_stamp(path: str) -> int:
    """Read a stamp as the window does; the exit code a command would have."""
    from visegrad_editor.model.files.stamp_file import StampError, load_stamp

    try:
        load_stamp(Path(path))
    except StampError as error:
        print(error)
        return 1
    return 0


def read_style(path: str) -> int:
    """Read a style and look for what in it means nothing, as `export` does before it draws."""
    from visegrad_editor.drawing.style_file import StyleError, find_style, remarks
    from visegrad_editor.model.files.load import load

    ruleset = load("visegrad4", "ruleset").ruleset
    assert ruleset is not None
    try:
        print(*remarks(find_style(path), ruleset), sep="\n")
    except StyleError as error:
        print(error)
        return 1
    return 0


_READERS = {"read-stamp": read_stamp, "read-style": read_style}
"""What only the window reads, or commands that then draw for long."""


def _perform(words: Sequence[str], folder: str, out: str) -> None:
    """In the fork: perform the words, and end."""
    resource.setrlimit(resource.RLIMIT_CPU, (_STOP_SECONDS, _STOP_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_STOP_MEMORY, _STOP_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    stream = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(stream, 1)
    os.dup2(stream, 2)
    os.chdir(folder)
    code = 70
    try:
        if words[0] in _READERS:
            code = _READERS[words[0]](words[1])
        else:
            from visegrad_editor.cli.main import main

            code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 70
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _measured(words: Sequence[str], folder: str) -> Measured:
    out = os.path.join(folder, ".said")
    process = os.fork()
    if process == 0:
        _perform(words, folder, out)
    _, status, used = os.wait4(process, 0)
    code = os.waitstatus_to_exitcode(status)
    raw = Path(out).read_bytes()
    cut = raw if len(raw) <= 6000 else raw[:3000] + b"\n...\n" + raw[-3000:]
    said = cut.decode("utf-8", "replace")
    return Measured(code, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, said)


def _serve() -> None:
    from importlib import import_module

    for name in _MODULES:
        import_module(f"visegrad_editor.cli.{name}")
    for name in ("geodata.import_map", "exchange.export", "model.files.stamp_file", "engine", "systems"):
        import_module(f"visegrad_editor.{name}")
    import jsonschema  # noqa: F401 - what the first error would import

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps(vars(_measured(job["words"], job["folder"]))), flush=True)


if __name__ == "__main__":
    _serve()
