"""The command `visegrad-editor`: its subcommands and its exit codes."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..errors import VisegradError
from .exits import NOT_WRITTEN, UNUSABLE, UnusableError, exit_code
from .streams import prepare_streams

if TYPE_CHECKING:
    from .outputs import Outputs


class Command(NamedTuple):
    """The module of a command, and the first line of its help, which can be shown without importing it.

    Its `add_arguments` declares the arguments; its `perform` does the work and returns the exit code.
    """

    module: str
    summary: str


COMMANDS = {
    "validate": Command(
        "validate",
        "Check rulesets, maps, scenarios and cards: their files, and what the rules require of them"),
    "stats": Command("stats", "Count what is on a map: terrain, rivers, roads, places, units"),
    "diff": Command("diff", "List in words what turns one scenario, map or ruleset into another"),
    "card": Command(
        "card",
        "Say in words what a squad-level card says: forces, arrivals, special rules, and how the sides win"),
    "checks": Command("checks", "List what cards are checked for: each check with its rule and what it says"),
    "referee": Command(
        "referee", "Keep the log of a squad-level game: orders, dice, what may follow"),
    "new": Command("new", "Start a scenario of your own, a map, or a ruleset"),
    "variant": Command(
        "variant", "Make a scenario, map or ruleset a variant of another: a file of what differs from it"),
    "set-up": Command(
        "set_up", "Set up the units of a scenario by its rules: the rest, or all at random, or none"),
    "run": Command(
        "run", "Play a whole game of a scenario with automatic players and say who won by which rule"),
    "balance": Command(
        "balance",
        "Play many games of a scenario, or of two versions of it, and say how often each side wins"),
    "replay": Command("replay", "Play a recorded game again, from its scenario, dice and orders"),
    "odds": Command(
        "odds",
        "Work out an attack in full: strengths, shifts, columns, the chance of every result, losses to "
        "expect"),
    "fuzz": Command(
        "fuzz",
        "Test a rules module: play many games at random and check that the game stays consistent"),
    "check-system": Command(
        "check_system",
        "Check a game by its contract: random games, replays, saving, events, secrets, automatic players"),
    "translate": Command(
        "translate", "Write the file in which the texts of a scenario, map or ruleset are translated"),
    "export": Command(
        "export",
        "Write a set-up sheet, charts, a map picture, a table or a card; the suffix of OUT selects the "
        "format"),
    "import": Command(
        "import_file",
        "Import a table of hexes (CSV) or units (CSV, XLSX), or a map made with Tiled (TMX, TMJ)"),
    "import-geodata": Command("import_geodata", "Make a map from geographic data, or update one"),
    "list": Command(
        "list_bundled",
        "List the bundled rulesets, maps, scenarios and cards, which commands accept by name"),
    "schema": Command(
        "schema", "Print the JSON schema of a kind of file, or write the schemas into a folder"),
    "completion": Command(
        "completion", "Print what makes a shell complete commands, options, bundled names and files"),
}
"""The commands by name."""

EPILOG = """\
Without a command the window opens: visegrad-editor [FILE]
A FILE is a path, or the name of something bundled (see visegrad-editor list).
A command changes only the files it is told to write, lists them, and replaces an existing file only with
--force; the old content of a scenario, map or game is kept as NAME~.
Exit codes: 0 success, 1 problems found, 2 unusable input or wrong usage, 3 the output cannot be written.
"""


class _HelpFormatter(argparse.HelpFormatter):
    """Fills the paragraphs of a description, and leaves indented lines, such as examples, as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap

        parts = [part.strip("\n") for part in re.split(r"\n\s*\n", text) if part.strip()]
        return "\n\n".join(
            textwrap.indent(part, indent) if part.startswith("  ") else textwrap.fill(
                " ".join(part.split()), width, initial_indent=indent, subsequent_indent=indent,
                break_on_hyphens=False) for part in parts)


class _Version(argparse.Action):
    """Prints the version, and what this copy of the program runs on."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ..build_info import build_line

        print(f"visegrad-editor {__version__}", build_line(), sep="\n")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser whose help, if it cannot be written, is an error like any other output."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            (file or sys.stderr).write(message)


class _CommandParser(_Parser):
    """The parser of one command, whose options may stand before, between and after its other words."""

    _is_within = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        if self._is_within:
            return super().parse_known_args(args, namespace)
        words = sys.argv[1:] if args is None else args
        if self._get_positional_actions() and any(word.startswith("-") for word in words):
            self._is_within = True
            try:
                found, left = self.parse_known_intermixed_args(words, namespace)
            finally:
                self._is_within = False
        else:
            # Nothing stands between anything; to mix them, the whole usage would be formatted first.
            found, left = super().parse_known_args(words, namespace)
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found, left


def parser(only: str = "", alone: bool = False) -> argparse.ArgumentParser:
    """The parser of the command line, with the arguments of at most one command, so that only its module is
    imported. `alone`: it knows no other command."""
    top = _Parser(
        prog="visegrad-editor",
        description="Edit maps, counters and scenarios of hex wargames; check, play and print them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=_Version, help="show the version and what it runs on, and exit")
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=_CommandParser,
        # Otherwise the usage of the whole command would be formatted only for these words.
        prog=top.prog)
    for name, command in COMMANDS.items():
        if name != only:
            if alone:
                continue
            commands.add_parser(name, help=command.summary)
            continue
        module = import_module(f".{command.module}", __package__)
        sub = commands.add_parser(
            name, help=command.summary, description=module.__doc__, formatter_class=_HelpFormatter)
        module.add_arguments(sub)
        sub.set_defaults(perform=module.perform)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code and prints no traceback for bad input."""
    prepare_frozen()
    words = list(sys.argv[1:] if argv is None else argv)
    prepare_streams()
    arguments = None
    try:
        _refuse_empty(words)
        if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
            return open_window_on(words)
        words = _with_negative_lists(words)
        only = next((w for w in words if w in COMMANDS), "")
        try:
            arguments = parser(only, alone=words[0] in (only, "--version")).parse_args(words)
        finally:
            sys.stdout.flush()  # of help, after which argparse ends the program
        if arguments.command is None:
            raise UnusableError(f"Name a command: {', '.join(COMMANDS)}.")
        code = _perform(arguments)
        # Flushed here, where a failure can still be reported.
        sys.stdout.flush()
        return code
    except VisegradError as error:
        print(f"visegrad-editor: {error}", file=sys.stderr)
        return exit_code(error)
    except ImportError as error:
        from ..compiled_parts import why_not_imported

        if not (said := why_not_imported(error)):
            raise
        print(f"visegrad-editor: {said}", file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        # The reader of the pipe (head, less) has ended, so there is nobody to report to.
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
    except MemoryError:
        # Reported below, where what the command held is freed: a sentence takes memory too.
        pass
    return _report_short_memory(arguments)


def prepare_frozen() -> None:
    """Do the work of another process and end, if this is one of those that `fuzz` and `balance` start: of a
    single executable they run the program again."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()


def _report_short_memory(arguments: argparse.Namespace | None) -> int:
    """Print that a command needs more memory than there is; returns its exit code."""
    outputs: Outputs | None = getattr(arguments, "outputs", None)
    output = getattr(arguments, "output", None) or (outputs.claimed if outputs is not None else None)
    what = "export a smaller part of the map" if getattr(arguments, "command", "") == "export" else (
        "use a smaller file")
    source = getattr(arguments, "file", None) or getattr(arguments, "game", None)
    made = f"{output} from {source}" if output and source else output or source or "this"
    print(f"visegrad-editor: there is not enough memory for {made}. Close other programs, or {what}.",
          file=sys.stderr)
    return NOT_WRITTEN if output else UNUSABLE


def _perform(arguments: argparse.Namespace) -> int:
    """Run a command with a guard over its files; the files it wrote are listed even if it fails later."""
    from ..model.files.file_guard import guarding
    from .outputs import Outputs

    outputs = Outputs(replace=getattr(arguments, "force", None))
    arguments.outputs = outputs
    done = False
    try:
        with guarding(outputs):
            code: int = arguments.perform(arguments)
        done = True
        return code
    finally:
        # A JSON report must not be mixed with other lines.
        stream = sys.stdout if done and not getattr(arguments, "json", False) else sys.stderr
        for line in outputs.new_lines():
            print(line, file=stream)


def _refuse_empty(words: Sequence[str]) -> None:
    """Refuse an empty argument: it is usually an unset variable of a script, and never intended."""
    for before, word in zip(("", *words), words, strict=False):
        name = word[:-1] if word.startswith("--") and word.endswith("=") else before if not word else None
        if name is None or words[0] == "export":
            continue
        if name.startswith("-"):
            raise UnusableError(f"{name} has no value. Give one, or leave {name} out.")
        raise UnusableError(
            "The name is empty. Name a file, or something bundled: a scenario, map, ruleset or card "
            "(visegrad-editor list).")


_NEGATIVE_LIST = re.compile(r"-[0-9.]+,[-0-9.,]*")


def _with_negative_lists(words: Sequence[str]) -> list[str]:
    """The words with `--name -1,0` written as `--name=-1,0`. `argparse` takes a single negative number
    for the value of an option, but a list that begins with one for another option: a value is missing."""
    joined: list[str] = []
    for word in words:
        if joined and re.fullmatch("--[a-z-]+", joined[-1]) and _NEGATIVE_LIST.fullmatch(word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _be_silent() -> None:
    """Discard all further output, including what Python flushes at the end of the program."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def open_window_on(words: Sequence[str]) -> int:
    """Open the window on the file or bundled document that is named, or on the sample; returns the exit code
    when it is closed. Raises `UnusableError` for anything else."""
    word = words[0] if words else ""
    if len(words) > 1:
        raise UnusableError(
            f'"{word}" is not a command, and the window opens one file at a time. {_meant(word)}')
    if word and not _names_something(word):
        if _is_bare(word):
            raise UnusableError(f'"{word}" is neither a command nor a file nor something bundled. '
                           f"{_meant(word, _bundled_names())}")
        raise UnusableError(f"There is no file {word}, so there is nothing to open. Check the name and the "
                       "folder; visegrad-editor without a name opens the sample.")
    from . import open_window

    return open_window.perform(word or None)


def _is_bare(word: str) -> bool:
    """Whether a word does not look like a path: it may be a mistyped command."""
    return not any(sign in word for sign in "./\\")


def _names_something(word: str) -> bool:
    """Whether a file or a bundled document has that name. A bare word never means a folder, as in a path: it
    may be a mistyped command."""
    from ..model.files.catalogue import find_bundled

    if _is_bare(word):
        return os.path.isfile(word) or word in _bundled_names()
    return os.path.lexists(word) or find_bundled(word) is not None


def _bundled_names() -> list[str]:
    from ..model.files.catalogue import ORDER, bundled_names

    return sorted({name for kind in ORDER for name in bundled_names(kind)})


def _meant(word: str, names: Sequence[str] = ()) -> str:
    """A sentence that suggests a command, or one of the names, in place of an unknown word."""
    import difflib

    near = difflib.get_close_matches(word[:80].lower(), [*COMMANDS, *names], n=1)
    return f'Did you mean "{near[0]}"?' if near else f"Commands are {', '.join(COMMANDS)}."
