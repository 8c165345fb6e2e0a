"""Writing a design in other formats, chosen by the file extension. The modules that write a format are
imported when needed: a picture does not wait for tables and geography."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal

from ..drawing.letters.fonts import noting_lost_letters
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.files.atomic import DiskError, SaveError, same_file, save_bytes, save_stream, why_not_written
from ..model.problems import Problem
from ..model.scenario import Scenario
from ..printing.map_options import MapOptions
from ..printing.page_plan import TooManyPagesError
from ..printing.paper import PAPERS, Paper, paper_named
from ..printing.sheets import SHEETS, Sheet
from . import pictures
from .errors import ExportError, ExportWriteError, Report
from .picture_options import PictureOptions, check_pages, check_tile_size

__all__ = [
    "FORMATS",
    "Content",
    "ExportError",
    "ExportWriteError",
    "Format",
    "Job",
    "PictureOptions",
    "check_target",
    "content_for",
    "content_meant",
    "content_nearly_named",
    "export",
    "format_of",
    "lost_words",
]


@dataclass(frozen=True)
class Job:
    """One export: its content, target and options."""

    design: Design
    path: Path
    paper: Paper = "A4"
    options: PictureOptions = PictureOptions()
    problems: Sequence[Problem] = ()
    base: Design | None = None
    report: Report = lambda _fraction, _text: True


Choice = Literal[
    "paper", "turn", "size", "layers", "quality", "lettering", "hex size", "tile size", "style", "pages",
    "part"]
"""The options of a content: `size` is that in pixels, `hex size` only the one on paper, `tile size` the width
of a hex in pixels, `pages` one page or as many as hexes of a size need, `part` the part in play or the whole
map."""


@dataclass(frozen=True)
class Content:
    """One content of a format: its name for `--what`, a title, the function that writes it, and its options.

    `write` returns the files it made, the requested one first.
    """

    name: str
    title: str
    write: Callable[[Job], tuple[Path, ...]]
    needs_scenario: bool = False
    choices: frozenset[Choice] = frozenset()
    papers: tuple[Paper, ...] = PAPERS


@dataclass(frozen=True)
class Format:
    """A kind of file, by its extension. The first content that a design can fill is the default."""

    ending: str
    title: str
    contents: tuple[Content, ...]
    other_endings: tuple[str, ...] = ()


def _scenario(design: Design) -> Scenario:
    assert design.scenario is not None  # ensured by `export`
    return design.scenario


def _whole(build: Callable[[Job], bytes]) -> Callable[[Job], tuple[Path, ...]]:
    """A function that writes data made in memory."""

    def write(job: Job) -> tuple[Path, ...]:
        save_bytes(build(job), job.path, backup=False)
        return (job.path,)

    return write


def _streamed(
    paint: Callable[[Design, BinaryIO, PictureOptions, Report], None]
) -> Callable[[Job], tuple[Path, ...]]:
    """A function that writes data made piece by piece."""

    def write(job: Job) -> tuple[Path, ...]:
        save_stream(job.path, lambda stream: paint(job.design, stream, job.options, job.report))
        return (job.path,)

    return write


def _sheet(sheet: Sheet) -> Content:
    def build(job: Job) -> bytes:
        if sheet.mapped is None:
            return sheet.build(job.design, job.paper, job.problems, job.options.style, job.base)
        check_pages(job.options)
        try:
            return sheet.mapped(job.design, job.paper, map_options(job.options), job.options.style)
        except TooManyPagesError as error:
            raise ExportError(str(error)) from error

    choices: set[Choice] = {"paper", "style"}
    if sheet.mapped is not None:
        choices |= {"turn", "layers", "pages", "part"}
    return Content(
        sheet.name, sheet.title, _whole(build), sheet.needs_scenario, frozenset(choices), sheet.papers)


def map_options(options: PictureOptions) -> MapOptions:
    """The options of a printed map."""
    return MapOptions(
        options.turn % 4, options.shown, options.hex_mm, options.orientation, options.overlap_mm,
        options.whole_map)


_PICTURE: frozenset[Choice] = frozenset({"turn", "size", "layers", "style", "part"})
_PNG = Content("map", "map", _streamed(pictures.write_map_png), choices=_PICTURE)
_JPEG = Content("map", "map", _streamed(pictures.write_map_jpeg), choices=_PICTURE | {"quality"})
_SVG = Content("map", "map", _streamed(pictures.write_map_svg),
               choices=frozenset({"turn", "hex size", "layers", "lettering", "style", "part"}))


def _units(job: Job) -> bytes:
    from .tables import units_csv

    return units_csv(job.design, _scenario(job.design))


def _workbook(job: Job) -> bytes:
    from .tables import unit_rows
    from .workbook import workbook_bytes

    return workbook_bytes("Units", *unit_rows(job.design, _scenario(job.design)))


def _totals(job: Job) -> bytes:
    from ..model.totals import total_table, totals
    from .tables import csv_bytes

    heads, *rows = total_table(job.design, totals(job.design))
    return csv_bytes(heads, rows)


def _hexes(job: Job) -> bytes:
    from .tables import hexes_csv

    return hexes_csv(job.design.map)


def _geojson(job: Job) -> bytes:
    from .geojson import map_geojson

    return map_geojson(job.design)


def _documents(job: Job) -> bytes:
    from .documents import design_json

    return design_json(job.design)


def _tiled(job: Job) -> tuple[Path, ...]:
    from .tiled.files import write_tiled

    check_tile_size(job.options)
    return write_tiled(job.design, job.path, job.options.hex_px, job.options.style)


_TILED = Content("map", "map", _tiled, choices=frozenset({"tile size", "style"}))


FORMATS: tuple[Format, ...] = (
    Format(".pdf", "sheets to print", tuple(map(_sheet, SHEETS))),
    Format(".png", "picture of the map", (_PNG,)),
    Format(".jpg", "smaller picture of the map", (_JPEG,), (".jpeg",)),
    Format(".svg", "drawing of the map", (_SVG,)),
    Format(".tmx", "map for Tiled", (_TILED,)),
    Format(".tmj", "map for Tiled, as JSON", (_TILED,)),
    Format(
        ".csv",
        "table for a spreadsheet",
        (
            Content("units", "units", _whole(_units), True),
            Content("hexes", "hexes", _whole(_hexes)),
            Content("totals", "totals of the units", _whole(_totals), True),
        ),
    ),
    Format(".xlsx", "units in a workbook", (Content("units", "units", _whole(_workbook), True),)),
    Format(".geojson", "map for geographic systems", (
        Content("map", "map", _whole(_geojson)),)),
    Format(
        ".json",
        "documents for other programs",
        (
            Content("documents", "ruleset, map and scenario", _whole(_documents)),
        ),
    ),
)


def export(
    design: Design,
    out_path: str | PathLike[str],
    what: str | None = None,
    paper: str = "A4",
    *,
    turn: int = 0,
    options: PictureOptions | None = None,
    problems: Sequence[Problem] | None = None,
    keep: Collection[Path] = (),
    warn: Callable[[str], None] | None = None,
    report: Report = lambda _fraction, _text: True,
    base: Design | None = None,
) -> Path:
    """Write a design to a file and return its path.

    The extension chooses the format, `what` the content if a format has several (see FORMATS); pictures and
    sheets of the map can be turned clockwise, by `turn` quarters; `options` set the size of pictures and what
    they show. A set-up sheet announces the errors among `problems`, by default those of the documents and the
    rules; that of a variant says what differs from `base`, the design it is a variant of. The file is written
    whole or not at all, and never over one of `keep`, the design's own files; if it cannot be written,
    `ExportError` says why and what is possible. `warn` gets a sentence on letters that no font here has,
    `report` the progress of a large picture; if it returns False, `Cancelled` is raised.
    """
    path = Path(out_path)
    format = format_of(path)
    content = _content(format, what, design)
    try:
        chosen = paper_named(paper)
    except ValueError as error:
        raise ExportError(
            f"Paper \"{paper}\" is unknown; choose {' or '.join(content.papers)}.") from error
    if "paper" in content.choices and chosen not in content.papers:
        raise ExportError(
            f"The {content.title} is laid out for {' or '.join(content.papers)}; {chosen} is for maps.")
    options = replace(options or PictureOptions(), turn=turn % 4 or (options.turn % 4 if options else 0))
    if options.turn and "turn" not in content.choices:
        raise ExportError(f"The {content.title} cannot be turned; pictures and the sheet of the map can.")
    check_target(path, keep)
    if problems is None:
        problems = _all_problems(design) if content.needs_scenario else ()
    try:
        with noting_lost_letters() as lost:
            content.write(Job(design, path, chosen, options, problems, base, report))
    except DiskError as error:
        raise ExportWriteError(str(error)) from error
    except SaveError as error:
        raise ExportError(str(error)) from error
    if lost and warn is not None:
        warn(lost_words(list(lost)))
    return path


def _all_problems(design: Design) -> tuple[Problem, ...]:
    from ..engine import check_design
    from ..model.check import check_documents

    return (*check_documents(design), *check_design(design))


def lost_words(letters: list[str]) -> str:
    """A sentence on letters that show as empty boxes, naming the first of them."""
    shown = " ".join(letters[:12]) + (" …" if len(letters) > 12 else "")
    count = "1 letter" if len(letters) == 1 else f"{len(letters)} letters"
    verb = "prints as □" if len(letters) == 1 else "print as □"
    return f"{count} ({shown}) cannot be set with the fonts found here and {verb}."


def format_of(path: Path) -> Format:
    """The format of a file name's extension; raises `ExportError` for others."""
    for format in FORMATS:
        if path.suffix.lower() in (format.ending, *format.other_endings):
            return format
    complaint = (
        f'"{path.suffix}" is not a format this program can write'
        if path.suffix
        else f'"{path.name}" has no extension to choose the format by'
    )
    possible = "; ".join(f"{f.ending} ({f.title}: {', '.join(c.name for c in f.contents)})" for f in FORMATS)
    raise ExportError(f"{complaint}. Possible are {possible}.")


def content_for(design: Design, path: Path, what: str | None) -> Content:
    """The content that `export` would write to a file of that name; raises `ExportError`."""
    return _content(format_of(path), what, design)


def content_meant(design: Design, path: Path) -> Content:
    """The default content of a file of that name: the content whose name the file has or ends in, such as
    `hexes.csv` or `my-map.pdf`, else the usual one.

    Raises `ExportError`, also for a name that says what a map alone does not have, such as `units.csv`, or
    what no file of this format holds, such as `counters.pdf`: what is written would be taken for something
    else.
    """
    format = format_of(path)
    last = _last_word(path)
    named = next((c for c in format.contents if c.name == last), None)
    if named is None:
        usual = _content(format, None, design)
        held = [c for c in format.contents if design.scenario is not None or not c.needs_scenario]
        if len(held) > 1 and last in _OTHERS and content_nearly_named(design, path) is None:
            raise ExportError(
                f'No {format.ending} file holds "{last}", as {path.name} says; it can hold '
                f"{', '.join(f'{c.name} ({c.title})' for c in held)}. Add --what {usual.name}, or choose the "
                "name of another of these.")
        return usual
    if named.needs_scenario and design.scenario is None:
        able = ", ".join(c.name for c in format.contents if not c.needs_scenario)
        raise ExportError(
            f"{path.name} is the name of a file with the {named.title}, which needs a scenario, and this is "
            f"only a map. A map can be exported to {format.ending} as: {able}. Choose another name, or add "
            "--what with one of these.")
    return named


def content_nearly_named(design: Design, path: Path) -> Content | None:
    """The content that a file name nearly says, and that may have been meant: charts in `zcharts.pdf` or
    `my-chart.pdf`. None if the name says one exactly, or none at all; raises `ExportError`."""
    contents = {c.name: c for c in format_of(path).contents
                if design.scenario is not None or not c.needs_scenario}
    last = _last_word(path)
    if last in contents:
        return None
    within = [name for name in contents if len(name) > 3 and name in last]
    close = within or difflib.get_close_matches(last, contents, 1, _CLOSE)
    return contents[close[0]] if close else None


_OTHERS = frozenset((
    "counter", "counters", "countersheet", "units", "roster", "hexes", "documents", "rules",
    "rulebook"))
"""Names of sheets and tables that a file name may ask for and that not every format has."""
_CLOSE = 0.75
"""How like the name of a content a word is at least that nearly says it, from 0 to 1."""


def _last_word(path: Path) -> str:
    """The last word of a file name without its extension, in lower case: `charts` of `My-charts.pdf`."""
    return re.split(r"[\W_]+", path.stem.lower())[-1]


def _content(format: Format, what: str | None, design: Design) -> Content:
    able = [c for c in format.contents if design.scenario is not None or not c.needs_scenario]
    if not able:
        raise ExportError(
            f"A {format.ending} file needs a scenario, and this is only a map. It can be exported to "
            f"{', '.join(f.ending for f in FORMATS if not all(c.needs_scenario for c in f.contents))}.")
    if what is None:
        return able[0]
    for content in format.contents:
        if content.name == what.strip().lower():
            if content not in able:
                names = ", ".join(c.name for c in able)
                raise ExportError(
                    f"Writing the {content.title} needs a scenario, and this is only a map. "
                    f"A map can be exported to {format.ending} as: {names}."
                )
            return content
    elsewhere = [f.ending for f in FORMATS if any(c.name == what.strip().lower() for c in f.contents)]
    hint = f" \"{what}\" can be written to {' or '.join(elsewhere)}." if elsewhere else ""
    names = ", ".join(f"{c.name} ({c.title})" for c in format.contents)
    raise ExportError(f'A {format.ending} file cannot hold "{what}"; it can hold {names}.{hint}')


def check_target(path: Path, keep: Collection[Path]) -> None:
    """Raise `ExportError` if a file would overwrite one of `keep`, `ExportWriteError` if there is no folder
    for it, or none that may be entered."""
    if any(same_file(path, own) for own in keep):
        raise ExportError(
            f"{path} is a file of this design, or the picture it is traced from, and would be lost. Choose "
            "another name.")
    try:
        is_folder, has_folder = path.is_dir(), path.parent.is_dir()
    except PermissionError as error:
        raise ExportWriteError(f"{path} cannot be written: {why_not_written(error, path)}") from None
    if is_folder:
        raise ExportWriteError(f"{path} is a folder; name a file in it.")
    if not has_folder:
        raise ExportWriteError(
            f"There is no folder {path.parent} to write {path.name} in; create it first or name another."
        )
