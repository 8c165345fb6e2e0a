"""Style files: the looks that come with the program, and a designer's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from ..model.codec import read_text as as_words
from ..model.fields import Field
from ..model.problems import Problem
from ..model.ruleset import Ruleset
from ..model.schema import Document, check_schema, schema_line
from ..model.values import ID_PATTERN
from ..model.wording import did_you_mean
from ..model.yaml_emit import Emitter
from ..model.yaml_read import Reading, Unreadable, read_file
from .style import DEFAULT, Style
from .style_fields import fields_of, with_fields
from .style_words import idle_words, undrawn

PRINTED = "printed"
"""The style that holds where none is chosen."""
_ORDER = (PRINTED, "low-ink", "colour-blind-safe")
_FOLDER = Path(__file__).parent / "styles"
_ENDINGS = (".yaml", ".yml")


class BadStyle(Exception):
    """Why there is no such style, as a sentence; `problems` are those of its file."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


@dataclass(frozen=True)
class NamedStyle:
    """A style with what people call it. `path` is the file of a designer's own, None for those that come
    with the program."""

    name: Annotated[str, Field(
        "Short name", "What the command line calls it.", pattern=ID_PATTERN, longest=60,
        examples=("low-ink",))]
    title: Annotated[str, Field(
        "Title", "What the menu calls it.", kinds=("string", "number"), longest=80)]
    style: Annotated[Style, Field(within="")]
    notes: Annotated[str, Field("Notes", "What it is good for.", longest=2000, after="title")] = ""
    path: Path | None = None

    @property
    def key(self) -> str:
        """What `find_style` finds it by: its name, or the path of its file."""
        return str(self.path) if self.path else self.name


STYLE = Document(
    "style", NamedStyle, "Style", "How maps and counters look: colours, patterns, widths of lines, letters.",
    extra={"based_on": Annotated[str, Field(
        "Based on", "The style that comes with the program this one is laid over; left out: printed.",
        longest=60, examples=("low-ink",), after="notes")]})


@cache
def shipped_styles() -> tuple[NamedStyle, ...]:
    """The styles that come with the program, the usual one first."""
    found = {s.name: s for s in map(_shipped, sorted(_FOLDER.glob("*.yaml")))}
    known = [found.pop(name) for name in _ORDER if name in found]
    return (*known, *found.values())


def _shipped(path: Path) -> NamedStyle:
    # Those that come with the program are checked by its tests.
    return _named(read_file(path), None)


def load_style(path: Path) -> NamedStyle:
    """The style in a file; raises `BadStyle`, which names the line and what is wrong there."""
    try:
        reading = read_file(path)
    except Unreadable as error:
        problem = error.problem(path.name)
        raise BadStyle(f"{path.name}{_line(problem)}: {problem.message}", (problem,)) from None
    data = reading.data
    if not isinstance(data, dict) or data.get("kind") != "style":
        raise BadStyle(f"{path.name} is no style: a style file says `kind: style`.")
    problems = check_schema("style", reading, path.name) or undrawn(reading, path.name)
    if problems:
        first = problems[0]
        more = f" {_more(len(problems) - 1)}" if len(problems) > 1 else ""
        raise BadStyle(f"{path.name}{_line(first)}: {first.message}{more}", problems)
    return _named(reading, path)


def find_style(text: str) -> NamedStyle:
    """A style by the name of one that comes with the program, or by the path of a file; raises `BadStyle`."""
    for style in shipped_styles():
        if text == style.name:
            return style
    path = Path(text)
    if path.suffix.lower() in _ENDINGS or path.is_file():
        return load_style(path)
    names = [s.name for s in shipped_styles()]
    raise BadStyle(f"There is no style “{text[:60]}”.{did_you_mean(text, names, 'Styles are')} "
                   "A style of your own is named by its file, which ends in .yaml.")


def remarks(named: NamedStyle, ruleset: Ruleset) -> tuple[Problem, ...]:
    """What in the file of a designer's own style means nothing for a ruleset or on this computer, with the
    lines; () for styles that come with the program."""
    if named.path is None:
        return ()
    try:
        return idle_words(read_file(named.path), named.path.name, ruleset)
    except Unreadable:
        # It was read before, and is gone or broken since: what was read holds.
        return ()


def style_text(named: NamedStyle) -> str:
    """The text of a file with all that a style says other than the printed one."""
    head: dict[str, Any] = {"format": 1, "kind": "style", "name": named.name, "title": named.title}
    if named.notes:
        head["notes"] = named.notes
    return schema_line("style") + Emitter("style").document(head | fields_of(named.style))


def _named(reading: Reading, path: Path | None) -> NamedStyle:
    data = reading.data
    name, title = as_words(data["name"]), as_words(data["title"])
    base = as_words(data.get("based_on", PRINTED))
    below = DEFAULT
    if base != PRINTED:
        known = {s.name: s.style for s in shipped_styles()}
        if base not in known:
            problem = Problem(
                "error", "wrong-value",
                f"`based_on` is {base}.{did_you_mean(base, list(known), 'Possible')}", str(path),
                reading.line(("based_on",)))
            raise BadStyle(f"{path.name if path else name}{_line(problem)}: {problem.message}", (problem,))
        below = known[base]
    return NamedStyle(name, title, with_fields(below, data), as_words(data.get("notes", "")), path)


def _more(count: int) -> str:
    return "There is 1 more problem." if count == 1 else f"There are {count} more problems."


def _line(problem: Problem) -> str:
    return f", line {problem.line}" if problem.line else ""
