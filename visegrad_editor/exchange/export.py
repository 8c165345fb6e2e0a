"""Writing a design in other formats; the ending of the file says which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ..drawing.fonts import noting_lost_letters
from ..engine import check_design
from ..model.atomic import SaveError, save_bytes
from ..model.check import check_documents
from ..model.design import Design
from ..model.problems import Problem
from ..model.scenario import Scenario
from ..printing.paper import PAPERS, Paper, paper_named
from ..printing.sheets import SHEETS, Sheet
from . import documents, pictures, tables
from .errors import ExportError

__all__ = ["FORMATS", "Content", "ExportError", "Format", "export"]


@dataclass(frozen=True)
class Content:
    """What a format can hold: its name for `--what`, a title, and what makes its bytes."""

    name: str
    title: str
    build: Callable[[Design, Paper, Sequence[Problem]], bytes]
    needs_scenario: bool = False
    turned: Callable[[Design, Paper, int], bytes] | None = None
    """The same with the map turned clockwise by quarters, where it shows one."""


@dataclass(frozen=True)
class Format:
    """A kind of file, by its ending. The first content a design can fill is the usual one."""

    ending: str
    title: str
    contents: tuple[Content, ...]


def _scenario(design: Design) -> Scenario:
    assert design.scenario is not None  # looked after by `export`
    return design.scenario


def _sheet(sheet: Sheet) -> Content:
    return Content(sheet.name, sheet.title, sheet.build, sheet.needs_scenario, sheet.turned)


_PNG = Content("map", "map", lambda d, p, problems: pictures.map_png(d),
               turned=lambda d, p, turn: pictures.map_png(d, turn))
_SVG = Content("map", "map", lambda d, p, problems: pictures.map_svg(d),
               turned=lambda d, p, turn: pictures.map_svg(d, turn))


FORMATS: tuple[Format, ...] = (
    Format(".pdf", "sheets to print", tuple(map(_sheet, SHEETS))),
    Format(".png", "picture of the map", (_PNG,)),
    Format(".svg", "drawing of the map", (_SVG,)),
    Format(
        ".csv",
        "table for a spreadsheet",
        (
            Content("units", "units", lambda d, p, problems: tables.units_csv(d, _scenario(d)), True),
            Content("hexes", "hexes", lambda d, p, problems: tables.hexes_csv(d.map)),
        ),
    ),
    Format(
        ".json",
        "documents for other programs",
        (Content("documents", "ruleset, map and scenario", lambda d, p, problems: documents.design_json(d)),),
    ),
)


def export(
    design: Design,
    out_path: str | PathLike[str],
    what: str | None = None,
    paper: str = "A4",
    *,
    turn: int = 0,
    problems: Sequence[Problem] | None = None,
    warn: Callable[[str], None] | None = None,
) -> Path:
    """Write a design to a file and return its path.

    The ending chooses the format, `what` the content where a format has several (see FORMATS);
    pictures and sheets of the map can be turned clockwise, by `turn` quarters.
    A set-up sheet announces the errors among `problems`, by default those the documents and the
    rules have. The file is written whole or not at all; where that cannot be done, `ExportError`
    says why and what is possible. `warn` is told, in a sentence, of letters that no font here has.
    """
    path = Path(out_path)
    content = _content(_format(path), what, design)
    try:
        chosen = paper_named(paper)
    except ValueError as error:
        raise ExportError(f"Paper “{paper}” is unknown; choose {' or '.join(PAPERS)}.") from error
    if turn % 4 and content.turned is None:
        raise ExportError(f"The {content.title} cannot be turned; pictures and the sheet of the map can.")
    _check_target(path)
    if problems is None:
        problems = (*check_documents(design), *check_design(design)) if content.needs_scenario else ()
    with noting_lost_letters() as lost:
        turned = content.turned if turn % 4 else None
        data = turned(design, chosen, turn % 4) if turned else content.build(design, chosen, problems)
    try:
        save_bytes(data, path, backup=False)
    except SaveError as error:
        raise ExportError(str(error)) from error
    if lost and warn is not None:
        warn(_lost_words(list(lost)))
    return path


def _lost_words(letters: list[str]) -> str:
    """Which letters show as empty boxes, the first of them named."""
    shown = " ".join(letters[:12]) + (" …" if len(letters) > 12 else "")
    count = "1 letter" if len(letters) == 1 else f"{len(letters)} letters"
    verb = "prints as □" if len(letters) == 1 else "print as □"
    return f"{count} ({shown}) cannot be set with the fonts found here and {verb}."


def _format(path: Path) -> Format:
    for format in FORMATS:
        if path.suffix.lower() == format.ending:
            return format
    said = (
        f"“{path.suffix}” is no ending this program can write"
        if path.suffix
        else f"“{path.name}” has no ending to tell the format by"
    )
    possible = "; ".join(f"{f.ending} ({f.title}: {', '.join(c.name for c in f.contents)})" for f in FORMATS)
    raise ExportError(f"{said}. Possible are {possible}.")


def _content(format: Format, what: str | None, design: Design) -> Content:
    able = [c for c in format.contents if design.scenario is not None or not c.needs_scenario]
    if what is None:
        return able[0]
    for content in format.contents:
        if content.name == what.strip().lower():
            if content not in able:
                names = ", ".join(c.name for c in able)
                raise ExportError(
                    f"The {content.title} needs a scenario, and this is a map alone. "
                    f"To {format.ending} a map can be exported as: {names}."
                )
            return content
    elsewhere = [f.ending for f in FORMATS if any(c.name == what.strip().lower() for c in f.contents)]
    hint = f" “{what}” can be written to {' or '.join(elsewhere)}." if elsewhere else ""
    names = ", ".join(f"{c.name} ({c.title})" for c in format.contents)
    raise ExportError(f"A {format.ending} file cannot hold “{what}”; it can hold {names}.{hint}")


def _check_target(path: Path) -> None:
    if path.is_dir():
        raise ExportError(f"{path} is a folder; name a file in it.")
    if not path.parent.is_dir():
        raise ExportError(
            f"There is no folder {path.parent} to write {path.name} in; make it first or name another."
        )
