"""Text within XML. `xml.sax.saxutils` has the same functions, but importing it loads Python's network
modules, which takes as long as importing Pillow."""

from __future__ import annotations


def escape(text: str) -> str:
    """The text as the content of an element.

    >>> escape("Smith & Sons <1>")
    'Smith &amp; Sons &lt;1&gt;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quoteattr(text: str) -> str:
    """The text as the value of an attribute, in quotes. Line ends and tabs are kept.

    >>> quoteattr("the 1st & 2nd"), quoteattr('so-called "hill"')
    ('"the 1st &amp; 2nd"', '\\'so-called "hill"\\'')
    """
    safe = escape(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' not in safe:
        return f'"{safe}"'
    return f"'{safe}'" if "'" not in safe else '"' + safe.replace('"', "&quot;") + '"'
