"""Print what makes a shell complete commands, options, bundled names and files.

Packages of the program have these files where shells look for them, below the folder of the installation. So
this is needed only where the shell does not look there, as with a virtual environment:

    visegrad-editor completion bash > ~/.local/share/bash-completion/completions/visegrad-editor
    visegrad-editor completion zsh > ~/.zfunc/_visegrad-editor       # a folder that is in fpath
    visegrad-editor completion fish > ~/.config/fish/completions/visegrad-editor.fish
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from .command_line import CommandLine, Option, Value, command_lines, openable_names
from .exits import GOOD

PROGRAM = "visegrad-editor"
FIRST_WORDS = ("--help", "--version")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(WRITERS), help="the shell")


def perform(arguments: argparse.Namespace) -> int:
    print(completion(arguments.shell), end="")
    return GOOD


def completion(shell: str) -> str:
    """The text of the file for a shell."""
    return WRITERS[shell](tuple(command_lines()))


def _quoted(text: str) -> str:
    """A text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _brief(help: str) -> str:
    """The first part of a help text, for the line beside an option."""
    text = re.sub(r" \([^)]*\)", "", " ".join(help.split()))
    for end in (";", ": ", ", for example"):
        if len(text) > 60:
            text = text.partition(end)[0]
    return text


def _options_of(command: CommandLine) -> list[str]:
    return [name for option in command.options for name in option.names]


# -- bash -------------------------------------------------------------------------------------------------

_BASH = """\
# Completion of visegrad-editor in bash; made by: visegrad-editor completion bash

_visegrad_editor() {
    local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command= words= paths= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            @NAMES@) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case "$command $before" in
@VALUES@
        *)
            case $command in
                '') words=@FIRST@ paths=f ;;
@COMMANDS@
            esac
            case "$command $word" in
                ' -'*) words=@FIRST_OPTIONS@ paths= ;;
@OPTIONS@
            esac ;;
    esac
    COMPREPLY=($(compgen -W "${words// /$IFS}" -- "$word"))
    case $paths in
        f) COMPREPLY+=($(compgen -f -- "$word")) ;;
        d) COMPREPLY+=($(compgen -d -- "$word")) ;;
    esac
}

complete -o filenames -F _visegrad_editor visegrad-editor
"""


def _bash(commands: Sequence[CommandLine]) -> str:
    def set_to(value: Value) -> str:
        return f"words='{' '.join(value.words)}' paths={_bash_paths(value)}"

    values = [f"        {'|'.join(_quoted(f'{c.name} {name}') for name in o.names)}) {set_to(o.value)} ;;"
              for c in commands for o in c.options if o.value is not None]
    return _filled(_BASH, {
        "NAMES": "|".join(c.name for c in commands),
        "VALUES": "\n".join(values),
        "FIRST": _quoted(" ".join((*(c.name for c in commands), *openable_names()))),
        "FIRST_OPTIONS": _quoted(" ".join(FIRST_WORDS)),
        "COMMANDS": "\n".join(f"                {c.name}) {set_to(c.words)} ;;" for c in commands),
        "OPTIONS": "\n".join(
            f"                '{c.name} -'*) words='{' '.join(_options_of(c))}' paths= ;;"
            for c in commands)})


def _bash_paths(value: Value) -> str:
    return "f" if value.files else "d" if value.folders else ""


# -- zsh --------------------------------------------------------------------------------------------------

_ZSH = """\
#compdef visegrad-editor
# Completion of visegrad-editor in zsh; made by: visegrad-editor completion zsh

_visegrad_editor_words() {
    # Words that the program knows, and paths: f files, d folders, - none.
    local paths=$1; shift
    (( $# )) && compadd -- "$@"
    case $paths in
        f) _files ;;
        d) _files -/ ;;
    esac
}

_visegrad_editor() {
    local line state
    local -a commands
    commands=(
@NAMES@
    )
    _arguments -C @FIRST_OPTIONS@ '1: :->command' '*:: :->words' && return
    case $state in
        command)
            _describe command commands
            _visegrad_editor_words f @FIRST@ ;;
        words)
            case $line[1] in
@COMMANDS@
            esac ;;
    esac
}

_visegrad_editor "$@"
"""


def _zsh(commands: Sequence[CommandLine]) -> str:
    return _filled(_ZSH, {
        "NAMES": "\n".join(f"        {_quoted(f'{c.name}:{_zsh_text(c.summary)}')}" for c in commands),
        "FIRST_OPTIONS": " ".join(FIRST_WORDS),
        "FIRST": " ".join(openable_names()),
        "COMMANDS": "\n".join(_zsh_command(c) for c in commands)})


def _zsh_command(command: CommandLine) -> str:
    specs = [_zsh_option(option) for option in command.options]
    if command.words != Value():
        specs.append(_quoted(f"*: :{_zsh_action(command.words)}"))
    lines = " \\\n".join(f"                    {spec}" for spec in specs)
    return f"                {command.name}) _arguments -s \\\n{lines} ;;"


def _zsh_option(option: Option) -> str:
    text = f"[{_zsh_text(_brief(option.help))}]"
    # What the value is called must not be empty: a second colon would make it one that may be left out.
    name = _zsh_text(option.metavar or "value")
    value = "" if option.value is None else f":{name}:{_zsh_action(option.value)}"
    # An option may be repeated, for some are meant to be.
    if len(option.names) == 1:
        return _quoted(f"*{option.names[0]}{text}{value}")
    return f"'*'{{{','.join(option.names)}}}{_quoted(f'{text}{value}')}"


def _zsh_action(value: Value) -> str:
    """With a space before it, which keeps zsh from adding words of its own."""
    paths = "f" if value.files else "d" if value.folders else "-"
    return f" _visegrad_editor_words {' '.join((paths, *value.words))}"


def _zsh_text(text: str) -> str:
    for sign in "\\:[]":
        text = text.replace(sign, f"\\{sign}")
    return text


# -- fish -------------------------------------------------------------------------------------------------

def _fish(commands: Sequence[CommandLine]) -> str:
    line = f"complete -c {PROGRAM}"
    made = [
        f"# Completion of {PROGRAM} in fish; made by: {PROGRAM} completion fish", "",
        f"{line} -n __fish_use_subcommand -l help -s h -d 'Show the help'",
        f"{line} -n __fish_use_subcommand -l version -d 'Show the version'",
        f"{line} -n __fish_use_subcommand -a {_fish_quoted(' '.join(openable_names()))}"]
    for command in commands:
        told = _fish_quoted(command.summary)
        made.append(f"{line} -f -n __fish_use_subcommand -a {command.name} -d {told}")
        within = f"{line} -n '__fish_seen_subcommand_from {command.name}'"
        if not command.words.files:
            made.append(f"{within} -f")
        if command.words.words:
            made.append(f"{within} -a {_fish_quoted(' '.join(command.words.words))}")
        made += [f"{within}{_fish_option(option)}" for option in command.options]
    return "\n".join(made) + "\n"


def _fish_option(option: Option) -> str:
    names = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
                    for name in option.names)
    told = f" -d {_fish_quoted(_brief(option.help))}"
    if option.value is None:
        return names + told
    words = list(option.value.words)
    if option.value.folders:
        words.append("(__fish_complete_directories)")
    # -x: only what is named here, -rF: files too.
    needs = " -rF" if option.value.files else " -x"
    return names + needs + (f" -a {_fish_quoted(' '.join(words))}" if words else "") + told


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# -- all --------------------------------------------------------------------------------------------------

def _filled(text: str, parts: dict[str, str]) -> str:
    """A text with its places @NAME@ filled."""
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


WRITERS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
"""What writes the file for each shell."""
