#!/usr/bin/env python3
"""Write what the wheel has for the system, into `distribution/share`: the manual page `visegrad-editor.1` and
the files by which shells complete words, all made from the parsers of the commands.

Run it after changing a command; a test tells when they are old. The desktop entry and the file type beside
them are written by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from visegrad_editor import __version__  # noqa: E402
from visegrad_editor.cli.command_line import CommandLine, Option, command_lines, metavar  # noqa: E402
from visegrad_editor.cli.completion import completion  # noqa: E402
from visegrad_editor.cli.main import EPILOG, parser  # noqa: E402

SHARE = ROOT / "distribution" / "share"
COMPLETIONS = {
    "bash": "bash-completion/completions/visegrad-editor",
    "zsh": "zsh/site-functions/_visegrad-editor",
    "fish": "fish/vendor_completions.d/visegrad-editor.fish"}
"""The files that shells look for."""


def files() -> dict[Path, str]:
    """What is made, by its path."""
    made = {SHARE / path: completion(shell) for shell, path in COMPLETIONS.items()}
    return made | {SHARE / "man" / "man1" / "visegrad-editor.1": manual_page()}


def manual_page() -> str:
    """The page of the command for `man`."""
    top = parser()
    program, description = _bold("visegrad-editor"), EPILOG.strip().replace("\n--", " --").splitlines()
    return "\n".join((
        f'.TH VISEGRAD-EDITOR 1 "" "Visegrad Editor {__version__}" "User Commands"',
        ".SH NAME", f"{_text('visegrad-editor - ' + str(top.description).rstrip('.').lower())}",
        ".SH SYNOPSIS", f"{program} [{_italic('FILE')}]", ".br",
        f"{program} {_italic('COMMAND')} [{_italic('OPTION')} ...] [{_italic('WORD')} ...]", ".br",
        f"{program} {_bold('--help')} | {_bold('--version')}",
        ".SH DESCRIPTION", *(f"{_text(line)}\n.br" for line in description),
        ".SH COMMANDS", *(line for command in command_lines() for line in _command(command)),
        ".SH SEE ALSO", "The manual, in the window: Help > Manual.", ""))


def _command(command: CommandLine) -> Iterator[str]:
    yield f".SS {_text(command.name)}"
    yield f"{_bold(f'visegrad-editor {command.name}')} {_synopsis(command)}"
    for paragraph in (*str(command.parser.description).strip().split("\n\n"), command.parser.epilog or ""):
        # Lines that are indented are examples.
        lines = paragraph.splitlines() if paragraph.startswith("  ") else [paragraph] if paragraph else []
        yield from (".PP", "\n.br\n".join(map(_text, lines))) if lines else ()
    for action in command.parser._actions:
        if not action.option_strings and action.help:
            told = command.parser._get_formatter()._expand_help(action)
            yield f".TP\n{_italic(metavar(action) or action.dest)}\n{_text(told)}"
    for option in command.options:
        yield f".TP\n{', '.join(map(_bold, option.names))}{_value(option)}\n{_text(option.help)}"


def _synopsis(command: CommandLine) -> str:
    """The options that are needed, and the other words."""
    words = [f"[{_italic('OPTION')} ...]"]
    patterns = {"?": "[{}]", "*": "[{} ...]", "+": "{} ..."}
    for action in command.parser._actions:
        name = _italic(metavar(action) or action.dest)
        if not action.option_strings:
            words.append(patterns.get(str(action.nargs), "{}").format(name))
        elif action.required:
            words.append(f"{_bold(action.option_strings[0])} {name}")
    return " ".join(words)


def _value(option: Option) -> str:
    """What follows the names of an option: what its value is called, or what it may be."""
    if option.value is None:
        return ""
    return " " + (_italic(option.metavar) if option.metavar else "|".join(map(_bold, option.value.words)))


def _bold(text: str) -> str:
    return f"\\fB{_text(text)}\\fR"


def _italic(text: str) -> str:
    return f"\\fI{_text(text)}\\fR"


def _text(text: str) -> str:
    """A text as it stands in a page: no sign in it is a command of the formatter."""
    plain = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    plain = re.sub(r"[^\x00-\x7f]", lambda sign: f"\\[u{ord(sign[0]):04X}]", plain)
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


def main() -> int:
    """Write the files that are not as they should be."""
    made = files()
    for path, text in made.items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
