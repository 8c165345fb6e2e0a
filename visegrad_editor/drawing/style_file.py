"""Style files: those that come with the program, and a designer's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from ..model.fields import Field
from ..model.files.bytes import ReadError
from ..model.files.codec import read_text as as_words
from ..model.files.plain_data import DataPath
from ..model.files.schema import DocumentKind, check_schema, schema_line
from ..model.files.yaml_emit import Emitter
from ..model.files.yaml_reader import Reading, read_file
from ..model.frozen_data import FrozenMap, frozen, thawed
from ..model.problems import Problem
from ..model.ruleset import Ruleset
from ..model.values import FEATURE_SYMBOLS, ID_PATTERN
from ..model.wording import did_you_mean
from .hexside_marks import HEXSIDE_PATTERNS
from .letters.system_fonts import family_font
from .patterns import PATTERNS
from .style import DEFAULT, Face, Style

PRINTED = "printed"
"""The name of the default style."""
_ORDER = (PRINTED, "low-ink", "colour-blind-safe")
_FOLDER = Path(__file__).parent / "styles"
_ENDINGS = (".yaml", ".yml")


class StyleError(VisegradError):
    """A style cannot be used; the text is a sentence, and `problems` are those of its file."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


@dataclass(frozen=True)
class NamedStyle:
    """A style with its names. `path` is the file of a designer's own style; None for those that come with the
    program."""

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
        """The text by which `find_style` finds it: its name, or the path of its file."""
        return str(self.path) if self.path else self.name


STYLE = DocumentKind(
    "style", NamedStyle, "Style", "How maps and counters look: colours, patterns, widths of lines, letters.",
    extra={"based_on": Annotated[str, Field(
        "Based on", "The style that comes with the program this one is laid over; left out: printed.",
        longest=60, examples=("low-ink",), after="notes")]})


@cache
def shipped_styles() -> tuple[NamedStyle, ...]:
    """The styles that come with the program, the usual one first."""
    by_name = {s.name: s for s in map(_shipped, sorted(_FOLDER.glob("*.yaml")))}
    known = [by_name.pop(name) for name in _ORDER if name in by_name]
    return (*known, *by_name.values())


def _shipped(path: Path) -> NamedStyle:
    # The styles that come with the program are checked by its tests.
    return _named(read_file(path), None)


def load_style(path: Path) -> NamedStyle:
    """The style in a file; raises `StyleError`, which names the line and the problem."""
    try:
        reading = read_file(path)
    except ReadError as error:
        problem = error.problem(path.name)
        raise StyleError(f"{path.name}{_line(problem)}: {problem.message}", (problem,)) from None
    data = reading.data
    if not isinstance(data, dict) or data.get("kind") != "style":
        raise StyleError(f"{path.name} is not a style: a style file has `kind: style`.")
    problems = check_schema("style", reading, path.name) or undrawn(reading, path.name)
    if problems:
        first = problems[0]
        more = f" {_more(len(problems) - 1)}" if len(problems) > 1 else ""
        raise StyleError(f"{path.name}{_line(first)}: {first.message}{more}", problems)
    return _named(reading, path)


def find_style(text: str) -> NamedStyle:
    """A style given by the name of one that comes with the program, or by the path of a file; raises
    `StyleError`."""
    for style in shipped_styles():
        if text == style.name:
            return style
    path = Path(text)
    if path.suffix.lower() in _ENDINGS or path.is_file():
        return load_style(path)
    names = [s.name for s in shipped_styles()]
    raise StyleError(f"There is no style \"{text[:60]}\".{did_you_mean(text, names, 'Styles are')} "
                     "Give a style of your own as the path of its file, which ends in .yaml.")


def remarks(named: NamedStyle, ruleset: Ruleset) -> tuple[Problem, ...]:
    """The entries of a designer's own style that have no effect for a ruleset or on this computer, as
    problems with lines; () for styles that come with the program."""
    if named.path is None:
        return ()
    try:
        return idle_words(read_file(named.path), named.path.name, ruleset)
    except ReadError:
        # The file has been removed or broken since it was read; the style as read remains valid.
        return ()


def style_text(named: NamedStyle) -> str:
    """The text of a file with everything in which a style differs from the default one."""
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
            raise StyleError(f"{path.name if path else name}{_line(problem)}: {problem.message}", (problem,))
        below = known[base]
    return NamedStyle(name, title, with_fields(below, data), as_words(data.get("notes", "")), path)


def _more(count: int) -> str:
    return "There is 1 more problem." if count == 1 else f"There are {count} more problems."


def _line(problem: Problem) -> str:
    return f", line {problem.line}" if problem.line else ""


# The values of a style as the plain data of a file, and back.

KIND_LOOKS = ("patterns", "terrain", "hexsides", "roads", "features", "nationalities", "sides")
"""Fields with the looks of the kinds of a ruleset."""
TONES = ("terrain_paler", "terrain_grey", "line_paler", "line_grey", "counter_paler", "counter_grey")
"""Fields that change all colours of a ruleset."""
FIELDS = tuple(f.name for f in fields(Style) if f.name != "turn")
"""The fields of a style file. The rotation of the view is not a matter of style."""


def with_fields(style: Style, data: Mapping[str, Any]) -> Style:
    """A style overridden by the schema-checked values of a file: kinds and faces key by key, other values as
    a whole."""
    changed: dict[str, Any] = {}
    for key, value in data.items():
        if key not in FIELDS:
            continue
        old, new = getattr(style, key), frozen(value)
        if isinstance(old, FrozenMap):
            changed[key] = new.over(old)
        elif isinstance(old, Face):
            changed[key] = replace(old, **new)
        else:
            changed[key] = new
    return replace(style, **changed) if changed else style


def fields_of(style: Style, below: Style = DEFAULT) -> dict[str, Any]:
    """The values in which a style differs from another, as the plain data of a file."""
    changes: dict[str, Any] = {}
    for key in FIELDS:
        value, old = getattr(style, key), getattr(below, key)
        if value == old:
            continue
        if isinstance(value, Face):
            value = FrozenMap(tuple(
                (f.name, v) for f in fields(Face) if (v := getattr(value, f.name)) != getattr(old, f.name)))
        changes[key] = thawed(value)
    return changes


# The names in a style file: patterns, symbols, kinds of a ruleset, font families.

_DRAWN: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("patterns", "pattern", "pattern of terrain", tuple(PATTERNS)),
    ("terrain", "pattern", "pattern of terrain", tuple(PATTERNS)),
    ("hexsides", "pattern", "pattern of hexsides", HEXSIDE_PATTERNS),
    ("features", "symbol", "symbol of a feature", FEATURE_SYMBOLS),
)
_GROUNDS = ("plain", "off-map")
"""The names in `patterns` that are not patterns."""


def undrawn(reading: Reading, file: str) -> tuple[Problem, ...]:
    """Problems, with lines, for patterns and symbols of a schema-checked style that do not exist."""
    problems = []
    for section, key, what, known in _DRAWN:
        for id, look in _looks(reading, section):
            said = look.get(key, "")
            if said and said not in known:
                message = f"There is no {what} `{said}`.{did_you_mean(said, list(known), 'There are')}"
                path: DataPath = (section, id, key)
                problems.append(Problem("error", "unknown-look", message, file, reading.line(path)))
    return tuple(sorted(problems, key=lambda p: p.line))


def idle_words(reading: Reading, file: str, rules: Ruleset) -> tuple[Problem, ...]:
    """Warnings for kinds that the ruleset does not have and fonts that are not installed: these entries have
    no effect here, though they may for another ruleset or on another computer."""
    kinds: Mapping[str, Iterable[Any]] = {
        "terrain": rules.terrain, "hexsides": rules.hexsides, "roads": rules.roads,
        "features": rules.features, "nationalities": rules.nationalities, "sides": rules.sides}
    known = {section: [k.id for k in there] for section, there in kinds.items()}
    # A ruleset may name a pattern that is not drawn, for the colour a style gives it.
    known["patterns"] = [*PATTERNS, *_GROUNDS, *(t.pattern for t in rules.terrain if t.pattern)]
    problems = []

    def add(message: str, path: DataPath) -> None:
        problems.append(Problem("warning", "idle-look", message, file, reading.line(path)))

    for section, ids in known.items():
        for id, _ in _looks(reading, section):
            if id not in ids:
                where = "" if section == "patterns" else f" in the ruleset {rules.name}"
                add(f"`{section}`: there is no `{id}`{where}, so this has no effect."
                    f"{did_you_mean(id, ids, 'There are')}", (section, id))
    for key, face in reading.data.items():
        family = face.get("family", "") if key.endswith("_face") and isinstance(face, Mapping) else ""
        if family and family_font(family, bool(face.get("bold")), bool(face.get("italic"))) is None:
            add(f'`{key}`: no usable font of the family "{family}" is installed, so the letters '
                "are Open Sans.", (key, "family"))
    return tuple(sorted(problems, key=lambda p: p.line))


def _looks(reading: Reading, section: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The entries of a section of looks."""
    yield from reading.data.get(section, {}).items()
