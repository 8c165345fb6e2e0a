"""What is written on the pages of a PDF file, read without all that is drawn on them."""

from __future__ import annotations

import io
import re
from functools import lru_cache

from pypdf import PageObject, PdfReader
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, StreamObject

_DRAWN = re.compile(
    rb"^(?:(?!.*\bcm\b)[-\d. nmlhvyreSsfFbBW*]+"
    rb"|[-\d. ]+(?:w|J|j|M|rg|RG)|\[[-\d. ]*\] [-\d.]+ d|/\w+ gs)$\n?", re.MULTILINE)
"""Lines of a page that only draw, clip or choose pens: millions of letters on a map, nothing to anyone who
reads."""
_SYMBOL = re.compile(rb"^q [-\d. ]+ cm (/[\w.]+) Do Q$\n?", re.MULTILINE)
"""A line of a page that draws a symbol."""


def printed_pages(data: bytes) -> list[PageObject]:
    """The pages of a PDF file with their writing alone, in its places."""
    pages = [*PdfReader(io.BytesIO(data)).pages]
    for page in pages:
        content = page.get_contents()
        assert content is not None
        resources = page["/Resources"]
        assert isinstance(resources, DictionaryObject)
        forms = resources.get("/XObject", {})
        data = _DRAWN.sub(b"", content.get_data())
        mute = {name for name in set(_SYMBOL.findall(data)) if _is_mute(forms[name.decode()])}
        written = DecodedStreamObject()
        written.set_data(_SYMBOL.sub(lambda found, mute=mute: b"" if found[1] in mute else found[0], data))
        page[NameObject("/Contents")] = written
    return pages


def _is_mute(form: StreamObject) -> bool:
    """Whether a symbol has no letters, nor another symbol that could have some."""
    data = form.get_data()
    return form.get("/Subtype") == "/Form" and b"BT" not in data and b" Do" not in data


@lru_cache(maxsize=64)
def page_texts(data: bytes) -> tuple[str, ...]:
    """The text of each page."""
    return tuple(page.extract_text() for page in printed_pages(data))


def printed_text(data: bytes) -> str:
    """The text of all pages, with single blanks."""
    return " ".join(" ".join(page_texts(data)).split())
