"""Sentences of the desk as a page shows them: names of orders are titles there."""

from __future__ import annotations

import re

from ...desk.log import NEXT
from ...desk.procedures.catalogue import procedures

_ORDER = re.compile(r"`([a-z][a-z0-9-]*)(?: [^`]*)?`")


def title_of(verb: str) -> str:
    """The title of an order: that of its procedure."""
    found = procedures().get(verb)
    return "Next phase" if verb == NEXT else found.title if found is not None else verb


def with_titles(text: str) -> str:
    """A sentence in which orders between backticks are named by their titles.

    >>> with_titles("Or leave it out with `skip procedure=wind`.")
    'Or leave it out with “Leave out”.'
    """
    return _ORDER.sub(lambda found: f"“{title_of(found[1])}”", text)


def because(why: str, rule: str) -> str:
    """A reason as a sentence with its rule; "" for none."""
    text = with_titles(why)
    return f"{text[:1].upper()}{text[1:]}{f' ({rule})' if rule else ''}" if why else ""
