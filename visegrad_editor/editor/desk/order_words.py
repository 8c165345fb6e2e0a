"""Sentences of the desk as a page shows them: names of orders are titles there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...desk.log import NEXT
from ...desk.procedures.catalogue import procedures

_INPUT = re.compile(r"(?<![\w=-])([a-z][a-z0-9_-]*)=([^\s,;.)]*)")
_ORDER = re.compile(r"`([a-z][a-z0-9-]*)(?: [^`]*)?`")


def title_of(verb: str) -> str:
    """The title of an order: that of its procedure."""
    found = procedures().get(verb)
    return "Next phase" if verb == NEXT else found.title if found is not None else verb


def with_titles(text: str, inputs: Mapping[str, str] | None = None) -> str:
    """A sentence in which orders between backticks are named by their titles, and inputs, such as `hex=`, by
    theirs; `inputs` are the titles of the inputs of an order by their ids.

    >>> with_titles("Or leave it out with `skip procedure=wind`.")
    'Or leave it out with “Leave out”.'
    >>> with_titles("Say with hex= where it is, and write at=F5.", {"hex": "First hex", "at": "Hex"})
    'Say with “First hex” where it is, and write “Hex” F5.'
    """
    text = _ORDER.sub(lambda found: f"“{title_of(found[1])}”", text)
    known = inputs or {}

    def title(found: re.Match[str]) -> str:
        value = f" {found[2]}" if found[2] else ""
        return f"“{known[found[1]]}”{value}" if found[1] in known else found[0]

    return _INPUT.sub(title, text)


def because(why: str, rule: str) -> str:
    """A reason as a sentence with its rule; "" for none."""
    text = with_titles(why)
    return f"{text[:1].upper()}{text[1:]}{f' ({rule})' if rule else ''}" if why else ""
