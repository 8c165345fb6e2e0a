"""The sheets of bundled designs, each printed once for all tests, and the words of changed ones."""

from __future__ import annotations

from functools import cache

import pytest
from bundled import design_of
from printed_text import page_texts, printed_text

from visegrad_editor.model.design import Design
from visegrad_editor.printing.charts import charts_bytes
from visegrad_editor.printing.map_art import MapPicture
from visegrad_editor.printing.paper import Paper
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes


@cache
def setup_of(name: str, paper: Paper = "A4") -> bytes:
    """The set-up sheet of a bundled scenario."""
    return setup_sheet_bytes(design_of(name), paper=paper)


@cache
def charts_of(name: str, paper: Paper = "A4") -> bytes:
    """The charts of a bundled design."""
    return charts_bytes(design_of(name), paper=paper)


def pages_without_map(design: Design, base: Design | None = None) -> tuple[str, ...]:
    """What is written on each page of a set-up sheet beside the map on its cover, which takes most of the
    time and is left white: the sheets of bundled designs, and of small ones, are printed with theirs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MapPicture, "draw", lambda *_: None)
        return page_texts(setup_sheet_bytes(design, base=base))


def words_without_map(design: Design, base: Design | None = None) -> str:
    """The same with single blanks."""
    return " ".join(" ".join(pages_without_map(design, base)).split())


def setup_words(name: str) -> str:
    """The text of the set-up sheet of a bundled scenario, with single blanks."""
    return printed_text(setup_of(name))


def charts_words(name: str) -> str:
    """The text of the charts of a bundled design, with single blanks."""
    return printed_text(charts_of(name))
