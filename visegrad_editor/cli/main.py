"""The command `visegrad-editor`: which part does what, and how it may fail."""

from __future__ import annotations

import argparse
import difflib
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from .. import __version__
from .exits import FOUND_PROBLEMS, NOT_WRITTEN, UNUSABLE, Problems, Unusable

COMMANDS = {
    "validate": "validate",
    "stats": "stats",
    "new": "new",
    "run": "run",
    "replay": "replay",
    "odds": "odds",
    "fuzz": "fuzz",
    "export": "export",
    "import": "import_file",
    "import-geodata": "import_geodata",
    "list": "list_bundled",
    "schema": "schema",
}
"""The commands, and the modules that perform them."""

EPILOG = """\
Without a command the window opens: visegrad-editor [FILE]
A FILE is a path, or the name of something bundled (see visegrad-editor list).
Exit codes: 0 good, 1 problems found, 2 unusable input or a wrong call, 3 the output cannot be written.
"""


def parser(only: str = "") -> argparse.ArgumentParser:
    """The parser of the whole command line, or of one command: that starts sooner, as it needs less of the
    program."""
    top = argparse.ArgumentParser(
        prog="visegrad-editor",
        description="Edit maps, counters and scenarios of hex wargames; check, play and print them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"visegrad-editor {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in (only,) if only else COMMANDS:
        module = import_module(f".{COMMANDS[name]}", __package__)
        summary = (module.__doc__ or "").strip().splitlines()[0].rstrip(".")
        sub = commands.add_parser(name, help=summary, description=module.__doc__)
        module.add_arguments(sub)
        sub.set_defaults(perform=module.perform)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code and prints no traceback for bad input."""
    words = list(sys.argv[1:] if argv is None else argv)
    _speak_utf8()
    try:
        _refuse_empty(words)
        if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
            return _open(words)
        arguments = parser(words[0] if words[0] in COMMANDS else "").parse_args(words)
        code: int = arguments.perform(arguments)
        # Here, where a failure can still be told.
        sys.stdout.flush()
        return code
    except Problems as error:
        print(f"visegrad-editor: {error}", file=sys.stderr)
        return FOUND_PROBLEMS
    except Unusable as error:
        print(f"visegrad-editor: {error}", file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        # The reader (head, less) went away: nothing is left to say.
        _be_silent()
        return UNUSABLE
    except OSError as error:
        why = error.strerror or str(error)
        if error.filename is not None:
            print(f"visegrad-editor: {error.filename}: {why}.", file=sys.stderr)
            return UNUSABLE
        print(f"visegrad-editor: the output cannot be written: {why}.", file=sys.stderr)
        _be_silent()
        return NOT_WRITTEN
    except KeyboardInterrupt:
        print("visegrad-editor: stopped.", file=sys.stderr)
        return 130


def _refuse_empty(words: Sequence[str]) -> None:
    """An empty word is mostly a variable of a script that was not set, and never what was meant."""
    for before, word in zip(("", *words), words, strict=False):
        name = word[:-1] if word.startswith("--") and word.endswith("=") else before if not word else None
        if name is None or words[0] == "export":
            continue
        if name.startswith("-"):
            raise Unusable(f"{name} is given nothing. Write a value behind it, or leave it out.")
        raise Unusable("An empty name was given. Name a file, or something bundled (visegrad-editor list).")


def _be_silent() -> None:
    """Nothing more can be written, also not when the program ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open(words: Sequence[str]) -> int:
    if len(words) > 1:
        near = difflib.get_close_matches(words[0], COMMANDS, n=1)
        hint = f"Did you mean “{near[0]}”?" if near else f"Commands are {', '.join(COMMANDS)}."
        raise Unusable(f"“{words[0]}” is not a command, and the window opens one file at a time. {hint}")
    from . import open_window

    return open_window.perform(words[0] if words else None)


def _speak_utf8() -> None:
    """Names have letters that not every console's encoding knows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.encoding or "").lower() != "utf-8":
            stream.reconfigure(encoding="utf-8", errors="replace")
