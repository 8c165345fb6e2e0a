"""Writing laid-out pages as a PDF file: head and foot lines, metadata, the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from ..drawing.style import DEFAULT, Style
from . import fonts
from .flow import Placed
from .paper import Frame
from .pen import Pen
from .text import EYEBROW, HAIRLINE, INK, SMALL, shorten

rl_config.useA85 = 0
"""Compressed pages stay bytes: as letters they are a quarter larger, and take seconds for a large map."""


@dataclass(frozen=True)
class Imprint:
    """What stands in the metadata and in the head and foot line of every page."""

    title: str
    subject: str
    head: str
    foot: str
    keywords: tuple[str, ...] = ()


def pdf_bytes(
    pages: Sequence[Sequence[Placed]], frame: Frame, imprint: Imprint, style: Style = DEFAULT
) -> bytes:
    """The PDF of these pages, counters in a style. It names no date, so equal content gives equal bytes."""
    stream, canvas = opened(frame, imprint)
    pen = Pen(canvas, frame.height, style)
    for number, page in enumerate(pages, start=1):
        draw_page(pen, frame, imprint, page, number, len(pages))
    return finished(stream, canvas)


def opened(frame: Frame, imprint: Imprint) -> tuple[io.BytesIO, Canvas]:
    """An empty document with what stands in its metadata, and where its bytes go."""
    fonts.register()
    stream = io.BytesIO()
    canvas = Canvas(
        stream,
        pagesize=(frame.width, frame.height),
        invariant=1,
        pageCompression=1,
        lang="en",
        initialFontName=fonts.REGULAR,
    )
    canvas.setTitle(imprint.title)
    canvas.setSubject(imprint.subject)
    canvas.setAuthor("")
    canvas.setCreator("Visegrad Editor")
    canvas.setKeywords(", ".join(imprint.keywords))
    return stream, canvas


def draw_page(
    pen: Pen, frame: Frame, imprint: Imprint, blocks: Sequence[Placed], number: int, count: int
) -> None:
    """A page with its head and foot line; the first has no head."""
    if number > 1:
        _head(pen, frame, imprint)
    for block, x, top, width in blocks:
        block.draw(pen, x, top, width)
    _foot(pen, frame, imprint, number, count)
    pen.canvas.showPage()


def finished(stream: io.BytesIO, canvas: Canvas) -> bytes:
    """The bytes of a document that has all its pages."""
    canvas.save()
    return stream.getvalue()


def _head(pen: Pen, frame: Frame, imprint: Imprint) -> None:
    top = frame.top - 22
    pen.text(frame.side, top, shorten(imprint.head, EYEBROW, frame.content_width), EYEBROW)
    pen.rule(frame.side, top + 12, frame.content_width)


def _foot(pen: Pen, frame: Frame, imprint: Imprint, number: int, count: int) -> None:
    top = frame.floor + 8
    page = f"Page {number} of {count}"
    pen.rule(frame.side, top, frame.content_width, colour=HAIRLINE)
    room = frame.content_width - SMALL.width(page) - 12
    pen.text(frame.side, top + 2, shorten(imprint.foot, SMALL, room), SMALL)
    pen.text(frame.width - frame.side, top + 2, page, SMALL.in_colour(INK), "right")
