"""The whole command line as data, taken from the parsers of the commands: for completion in shells, and for
the manual page."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ..desk.card_names import bundled_cards
from ..drawing.style_file import shipped_styles
from ..exchange.card_export import SHEETS
from ..exchange.export import FORMATS
from ..geodata.bundled_configs import bundled_configs
from ..model.files.catalogue import bundled_names
from ..model.files.schema import schema_kinds
from ..systems import bundled
from .main import COMMANDS, parser

_EXTENDED = ("scenario", "map", "ruleset")
_KINDS = {
    "FILE": (*_EXTENDED, "card"), "A": _EXTENDED, "B": _EXTENDED, "BASE": _EXTENDED,
    "SCENARIO": ("scenario",), "SCENARIO|GAME": ("scenario",), "CARD": ("card",), "MAP": ("map",),
    "RULESET": ("ruleset",), "TEMPLATE": ("ruleset",), "NAME": ("scenario", "map"), "CONFIG": ("geodata",),
    "STYLE": ("style",)}
"""What can be named besides a file, by the word that stands for it in the help."""
_FILES = {"GAME", "NEW", "OUT", "TABLE"}
_FOLDERS = {"DIR", "FOLDER"}
_KINDS_OF_ONE = {("check-system", "NAME"): ("system",), ("schema", "KIND"): ("schema",),
                 ("export", "SHEET"): ("sheet",)}
"""The same words in one command, for what is never a file."""
_TYPED = {
    "A,B", "A,D", "CODE", "CxR", "HEX", "HEXES", "ID", "ID=CHOICE", "ID=NAME", "LENGTH", "N", "NAME=VALUE",
    "NUMBER", "ORDER", "PAPER", "PERCENT", "REVISION", "S", "SEED", "SIDE", "SIDE=WHERE", "SIZE", "TERRAIN",
    "TEXT", "TILE=TERRAIN", "title", "UNIT HEX", "UNIT=TURN:ENTRY", "UNITS", "WHICH"}
"""What is typed without help."""


class Value(NamedTuple):
    """What may be written in a place: some words, perhaps the path of a file or a folder."""

    words: tuple[str, ...] = ()
    files: bool = False
    folders: bool = False


class Option(NamedTuple):
    """An option: its names, its help, what its value is called ("" if the help shows choices in its place),
    and what it may be; None for an option without value."""

    names: tuple[str, ...]
    help: str
    metavar: str
    value: Value | None


class CommandLine(NamedTuple):
    """A command: its options, what the other words after it may be, and its parser."""

    name: str
    summary: str
    options: tuple[Option, ...]
    words: Value
    parser: argparse.ArgumentParser


@cache
def command_lines() -> tuple[CommandLine, ...]:
    """All commands, in the order of the help. Raises `LookupError` for an argument of which nobody has said
    whether it is a file."""
    return tuple(_command_line(name, command.summary) for name, command in COMMANDS.items())


def _command_line(name: str, summary: str) -> CommandLine:
    own = _parser_of(name)
    options, words = [], Value()
    for action in own._actions:
        value = None if action.nargs == 0 else _value(name, action)
        if action.option_strings:
            # As in the help: with what it says of the usual value filled in.
            told = own._get_formatter()._expand_help(action)
            options.append(Option(tuple(action.option_strings), told, metavar(action), value))
        elif value is not None:
            words = Value((*words.words, *value.words), words.files or value.files, words.folders)
    return CommandLine(name, summary, tuple(options), words, own)


def openable_names() -> tuple[str, ...]:
    """What is bundled and can be opened in the window."""
    return _names(("scenario", "map", "card"))


def metavar(action: argparse.Action) -> str:
    """What the value of an argument is called in the help; "" if it has none."""
    if action.nargs == 0:
        return ""
    return str(action.metavar or (action.dest if action.choices is None else "")).strip('"')


def _parser_of(command: str) -> argparse.ArgumentParser:
    [commands] = [a for a in parser(command)._actions if isinstance(a, argparse._SubParsersAction)]
    found: argparse.ArgumentParser = commands.choices[command]
    return found


def _value(command: str, action: argparse.Action) -> Value:
    name = metavar(action)
    if action.choices is not None:
        return Value(tuple(map(str, action.choices)))
    if (kinds := _KINDS_OF_ONE.get((command, name))) is not None:
        return Value(_names(kinds))
    if action.dest == "output":
        return Value(files=name not in _FOLDERS, folders=name in _FOLDERS)
    if name in _KINDS:
        return Value(_names(_KINDS[name]), files=True)
    if name in _FILES | _FOLDERS | _TYPED:
        return Value(files=name in _FILES, folders=name in _FOLDERS)
    raise LookupError(f"{command}: is {name} a file, a folder, a name or something typed? Tell {__name__}.")


def _names(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The names that there are of some kinds, each once."""
    return tuple(dict.fromkeys(name for kind in kinds for name in _names_of(kind)))


def _names_of(kind: str) -> Iterable[str]:
    match kind:
        case "card":
            return (card.name for card in bundled_cards())
        case "geodata":
            return bundled_configs()
        case "schema":
            return schema_kinds()
        case "sheet":
            return (*(content.name for format in FORMATS for content in format.contents), *SHEETS)
        case "style":
            return (style.name for style in shipped_styles())
        case "system":
            return bundled()
        case _:
            return bundled_names(kind)
