"""The set-up sheet: a PDF with which a scenario can be set up on a table, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from ..model.design import Design
from ..model.problems import Problem
from ..model.scenario import Scenario
from . import words
from .arrivals import arrivals_section
from .cover import TitleBlock, glance
from .document import Imprint, pdf_bytes, write_atomically
from .fingerprint import fingerprint
from .flow import Element, NewPage, lay_out
from .fonts import clean
from .map_art import MapPicture
from .map_sheet import overview
from .notes_section import opening_section, problem_notice, provenance_section, rules_section
from .paper import Paper, frame, paper_named
from .setup_section import hex_index, setup_section


class NoScenario(ValueError):
    """The design has no scenario, so there is nothing to set up."""


def setup_sheet(design: Design, path: str | PathLike[str], *, paper: Paper = "A4",
                problems: Sequence[Problem] = ()) -> None:
    """Write the set-up sheet of a scenario as a PDF file, whole or not at all.

    `problems` of the design, where given, are announced on the first page. The bytes depend on
    the design, the paper and the problems alone. Raises `NoScenario`, ValueError for an unknown
    paper, and OSError where the file cannot be written.
    """
    write_atomically(Path(path), setup_sheet_bytes(design, paper=paper, problems=problems))


def setup_sheet_bytes(design: Design, *, paper: Paper = "A4", problems: Sequence[Problem] = ()) -> bytes:
    """The set-up sheet as the bytes of a PDF file; see `setup_sheet`."""
    scenario = design.scenario
    if scenario is None:
        raise NoScenario("A map alone has no set-up; open a scenario to print its set-up sheet.")
    page = frame(paper_named(paper))
    mark = fingerprint(design)
    elements = [
        *_cover(design, scenario, mark, problems),
        NewPage(),
        *setup_section(design, scenario),
        *hex_index(design, scenario),
        *arrivals_section(design, scenario),
        *rules_section(design, scenario),
        *provenance_section(design, scenario, mark),
    ]
    return pdf_bytes(lay_out(elements, page), page, imprint(design, scenario, mark, "Set-up sheet"))


def _cover(design: Design, scenario: Scenario, mark: str, problems: Sequence[Problem]) -> list[Element]:
    game = clean(design.ruleset.title or design.ruleset.name)
    picture: MapPicture = overview(design, 1.6)
    return [
        TitleBlock(f"{game.upper()} · SET-UP SHEET", clean(scenario.title or scenario.name), clean(scenario.summary)),
        *problem_notice(problems),
        glance(design, scenario, picture, "The map with all units whose hex is fixed.", mark),
        *opening_section(design, scenario),
    ]


def imprint(design: Design, scenario: Scenario | None, mark: str, sheet: str) -> Imprint:
    """Metadata, head and foot line of a sheet."""
    game = clean(design.ruleset.title or design.ruleset.name)
    if scenario is None:
        title, version, summary = clean(design.map.title or design.map.name), design.map.version, ""
    else:
        title, version = clean(scenario.title or scenario.name), scenario.version
        summary = words.sentence(scenario.summary)
    return Imprint(
        title=f"{title}: {sheet.lower()}",
        subject=f"{sheet} of {title} ({game}), version {version}, content {mark}. {summary}".strip(),
        head=f"{game.upper()} · {title.upper()} · {sheet.upper()}",
        foot=f"{title} · version {version} · content {mark}",
        keywords=(game, "wargame", sheet.lower(), f"content {mark}"),
    )
