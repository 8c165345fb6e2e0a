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
from typing import NamedTuple

from .. import __version__
from ..model.atomic import DiskError, SaveError
from ..model.file_guard import Refused, guarding
from .exits import FOUND_PROBLEMS, NOT_WRITTEN, UNUSABLE, NotWritten, Problems, Unusable
from .outputs import Outputs


class Command(NamedTuple):
    """The module that performs a command, and the first line of its help: known without the module, which
    needs more of the program."""

    module: str
    summary: str


COMMANDS = {
    "validate": Command("validate", "Check rulesets, maps and scenarios, by their files and by the rules"),
    "stats": Command("stats", "Count what is on a map: terrain, rivers, roads, places, units"),
    "new": Command("new", "Start a scenario of your own, or a map"),
    "run": Command(
        "run", "Play a whole game of a scenario with automatic players and tell who won by which rule"),
    "replay": Command("replay", "Play a recorded game again, from its scenario, dice and orders"),
    "odds": Command(
        "odds",
        "Work out an attack in full: strengths, shifts, columns, the chance of every result, losses to "
        "expect"),
    "fuzz": Command(
        "fuzz",
        "Test a rules module: thousands of games of random legal play with every rule of good order checked"),
    "export": Command(
        "export",
        "Write a set-up sheet, charts, a map picture or a table; the ending of OUT says which format"),
    "import": Command("import_file", "Import a table of hexes (CSV) or a map of the editor Tiled (TMX, TMJ)"),
    "import-geodata": Command("import_geodata", "Make a map from geographic data, or bring one up to date"),
    "list": Command(
        "list_bundled", "Show the bundled rulesets, maps and scenarios, which every command takes by name"),
    "schema": Command(
        "schema", "Print the JSON schema of a kind of file, or put the schemas beside files of yours"),
}
"""The commands by name."""

EPILOG = """\
Without a command the window opens: visegrad-editor [FILE]
A FILE is a path, or the name of something bundled (see visegrad-editor list).
No command changes a file that it was not told to write: each names what it wrote, and replaces a file that is
there already only with --force, keeping what a scenario, map or game held before as NAME~.
Exit codes: 0 good, 1 problems found, 2 unusable input or a wrong call, 3 the output cannot be written.
"""


def parser(only: str = "") -> argparse.ArgumentParser:
    """The parser of the command line with the arguments of one command, or of none: it starts the sooner the
    less of the program it needs."""
    top = argparse.ArgumentParser(
        prog="visegrad-editor",
        description="Edit maps, counters and scenarios of hex wargames; check, play and print them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"visegrad-editor {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        if name != only:
            commands.add_parser(name, help=command.summary)
            continue
        module = import_module(f".{command.module}", __package__)
        sub = commands.add_parser(name, help=command.summary, description=module.__doc__)
        module.add_arguments(sub)
        sub.set_defaults(perform=module.perform)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code and prints no traceback for bad input."""
    if getattr(sys, "frozen", False):
        # The processes of `fuzz` are this program again where it is a single executable.
        from multiprocessing import freeze_support

        freeze_support()
    words = list(sys.argv[1:] if argv is None else argv)
    _speak_utf8()
    try:
        _refuse_empty(words)
        if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
            return _open(words)
        arguments = parser(next((w for w in words if w in COMMANDS), "")).parse_args(words)
        if arguments.command is None:
            raise Unusable(f"Name a command: {', '.join(COMMANDS)}.")
        code = _perform(arguments)
        # Here, where a failure can still be told.
        sys.stdout.flush()
        return code
    except Problems as error:
        print(f"visegrad-editor: {error}", file=sys.stderr)
        return FOUND_PROBLEMS
    except (NotWritten, DiskError) as error:
        print(f"visegrad-editor: {error}", file=sys.stderr)
        return NOT_WRITTEN
    except (Unusable, Refused, SaveError) as error:
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


def _perform(arguments: argparse.Namespace) -> int:
    """Do what a command says under the guard over its files; whatever it wrote is told, also where it fails
    later."""
    outputs = Outputs(replace=getattr(arguments, "force", None))
    arguments.outputs = outputs
    done = False
    try:
        with guarding(outputs):
            code: int = arguments.perform(arguments)
        done = True
        return code
    finally:
        # A report as JSON holds nothing else.
        stream = sys.stdout if done and not getattr(arguments, "json", False) else sys.stderr
        for line in outputs.tell():
            print(line, file=stream)


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
    word = words[0] if words else ""
    if len(words) > 1:
        raise Unusable(f"“{word}” is not a command, and the window opens one file at a time. {_meant(word)}")
    if word and _is_bare(word) and not _names_something(word):
        raise Unusable(f"“{word}” is neither a command nor a file nor something bundled. "
                       f"{_meant(word, _bundled_names())}")
    from . import open_window

    return open_window.perform(word or None)


def _is_bare(word: str) -> bool:
    """Whether a word is no path by its looks: what is meant for a command is mostly such a word."""
    return not any(sign in word for sign in "./\\")


def _names_something(word: str) -> bool:
    """Whether there is a file of that name, or something bundled."""
    return os.path.isfile(word) or word in _bundled_names()


def _bundled_names() -> list[str]:
    from ..model.catalogue import ORDER, bundled_names

    return sorted({name for kind in ORDER for name in bundled_names(kind)})


def _meant(word: str, names: Sequence[str] = ()) -> str:
    """What may have been meant by a word that is no command, of these names or the commands."""
    near = difflib.get_close_matches(word[:80].lower(), [*COMMANDS, *names], n=1)
    return f"Did you mean “{near[0]}”?" if near else f"Commands are {', '.join(COMMANDS)}."


def _speak_utf8() -> None:
    """Names have letters that not every console's encoding knows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.encoding or "").lower() != "utf-8":
            stream.reconfigure(encoding="utf-8", errors="replace")
