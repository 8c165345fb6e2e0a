"""What is written on the pages of a PDF file, read without all that is drawn on them."""

from __future__ import annotations

import io
import re
from functools import lru_cache

from pypdf import PageObject, PdfReader
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, StreamObject

_DRAWN = re.compile(rb"^(?!.*\bcm\b)[-\d. nmlchvyreSsfFbBW*]+$\n?", re.MULTILINE)
"""Lines of a page that only draw or clip: millions of letters on a map, nothing to anyone who reads."""
_FONT = NameObject("/Font")


def printed_pages(data: bytes) -> list[PageObject]:
    """The pages of a PDF file with their writing alone, in its places."""
    pages = [*PdfReader(io.BytesIO(data)).pages]
    for page in pages:
        content = page.get_contents()
        assert content is not None
        written = DecodedStreamObject()
        written.set_data(_DRAWN.sub(b"", content.get_data()))
        page[NameObject("/Contents")] = written
        resources = page["/Resources"]
        assert isinstance(resources, DictionaryObject)
        for form in resources.get("/XObject", {}).values():
            _forget_fonts(form.get_object())
    return pages


def _forget_fonts(form: StreamObject) -> None:
    """Takes the fonts from a symbol without letters: each form names all, and all would be read for each."""
    resources = form.get("/Resources")
    if form.get("/Subtype") == "/Form" and resources and b"BT" not in form.get_data():
        form[NameObject("/Resources")] = DictionaryObject(
            {key: value for key, value in resources.items() if key != _FONT})


@lru_cache(maxsize=64)
def page_texts(data: bytes) -> tuple[str, ...]:
    """The text of each page."""
    return tuple(page.extract_text() for page in printed_pages(data))


def printed_text(data: bytes) -> str:
    """The text of all pages, with single blanks."""
    return " ".join(" ".join(page_texts(data)).split())
