"""Laid-out pages as a PDF file, with headers, footers and metadata; equal pages give equal bytes."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from ..drawing.style import DEFAULT, Style
from ..lazy_dataclass import dataclass
from . import fonts
from .flow import PlacedBlock
from .paper import Frame
from .pen import Pen
from .text import EYEBROW, HAIRLINE, INK, SMALL, shorten

rl_config.useA85 = 0
"""Compressed pages are written as bytes; ASCII would be a quarter larger and take seconds for large maps."""
_EFFORT = 4
"""How hard pages are packed: 6, as usual, takes four times as long and saves a tenth."""


@dataclass(frozen=True)
class Imprint:
    """The metadata, and the header and footer of every page. The footnote begins with the mark it explains,
    and is in the footer of the pages that have this mark."""

    title: str
    subject: str
    head: str
    foot: str
    keywords: tuple[str, ...] = ()
    footnote: str = ""


def pdf_bytes(
    pages: Sequence[Sequence[PlacedBlock]], frame: Frame, imprint: Imprint, style: Style = DEFAULT
) -> bytes:
    """The pages as a PDF with counters in a style. It holds no date, so equal content gives equal bytes."""
    stream, canvas = open_document(frame, imprint)
    pen = Pen(canvas, frame.height, style)
    for number, page in enumerate(pages, start=1):
        draw_page(pen, frame, imprint, page, number, len(pages))
    return document_bytes(stream, canvas)


def open_document(frame: Frame, imprint: Imprint) -> tuple[io.BytesIO, Canvas]:
    """An empty document with its metadata, and the stream of its bytes."""
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
    pen: Pen, frame: Frame, imprint: Imprint, blocks: Sequence[PlacedBlock], number: int, count: int
) -> None:
    """Draw a page with its header and footer, and end it; the first page has no header."""
    draw_content(pen, frame, imprint, blocks, number, count)
    end_page(pen.canvas)


def draw_content(
    pen: Pen, frame: Frame, imprint: Imprint, blocks: Sequence[PlacedBlock], number: int, count: int
) -> None:
    """Draw what is on a page."""
    pen.letters.clear()
    if number > 1:
        _head(pen, frame, imprint)
    for block, x, top, width in blocks:
        block.draw(pen, x, top, width)
    _foot(pen, frame, imprint, number, count)


def end_page(canvas: Canvas) -> None:
    """End a page and pack what is drawn on it, so that no page of a large map is in memory as text."""
    packer = zlib.compressobj(_EFFORT)
    # Piece by piece, from the first on, each forgotten once it is packed.
    pieces = canvas._code[::-1]
    packed = []
    canvas._code = [""]
    while pieces:
        packed.append(packer.compress(f"{pieces.pop()}\n".encode()))
    packed.append(packer.flush())
    canvas.showPage()
    page = canvas._doc.Pages.pages[-1]
    filters = pdfdoc.PDFArray([pdfdoc.PDFName("FlateDecode")])
    page.stream = ""
    page.Contents = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Filter": filters}), b"".join(packed))


def document_bytes(stream: io.BytesIO, canvas: Canvas) -> bytes:
    """The bytes of a document once it has all its pages."""
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
    marked = imprint.footnote and imprint.footnote[0] in pen.letters
    foot = f"{imprint.foot} · {imprint.footnote}" if marked else imprint.foot
    pen.text(frame.side, top + 2, _shortened_foot(foot, room), SMALL)
    pen.text(frame.width - frame.side, top + 2, page, SMALL.in_colour(INK), "right")


def _shortened_foot(foot: str, room: float) -> str:
    """The footer on one line. Of one too long the title is shortened, not version and content mark."""
    if SMALL.width(foot) <= room:
        return foot
    at = foot.rfind(" · version ")
    title, rest = (foot[:at], foot[at:]) if at > 0 else (foot, "")
    return shorten(title, SMALL, room - SMALL.width(rest)) + rest
