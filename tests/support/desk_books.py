"""A board with a mill and its neighbourhood, and short ways to tell the books what units do."""

from __future__ import annotations

from typing import Any

from visegrad_editor.desk.boards import Board, Layout
from visegrad_editor.desk.books.changes import Change
from visegrad_editor.desk.books.control import ControlBook, Unit, control_start, enters
from visegrad_editor.desk.books.places import Site

GERMAN, RUSSIAN = "german", "russian"
SIDES = (GERMAN, RUSSIAN)
LAYOUT = Layout((Board("901"),))
_PLAIN = Site(LAYOUT)
MILL = tuple(map(_PLAIN.location, ("F3", "F3.1", "G3", "G3.1")))
SITE = Site(LAYOUT, {"mill": MILL})
ROW = Site(LAYOUT, {"mill": MILL}, rowhouses=frozenset(("mill",)))


def at(name: str, site: Site = SITE) -> Any:
    """A Location, or with `hex` or `building` before it one of these."""
    return site.place(name)


def unit(id: str, side: str, name: str, size: Any = "squad", **facts: Any) -> Unit:
    """A unit in a Location; it is armed and in Good Order unless the facts say otherwise."""
    return Unit(id, side, size, SITE.location(name), **facts)


def german(site: Site = SITE, **readings: bool) -> ControlBook:
    """A book in which the German side controls all at the start."""
    return control_start(site, SIDES, {GERMAN: LAYOUT.names_by_place}, **readings)


def with_units(book: ControlBook, *units: Unit) -> ControlBook:
    """The book after these units entered."""
    for one in units:
        book, changes = enters(book, one)
        assert all(c.kind != "asked" for c in changes), changes
    return book


def controls(book: ControlBook, *names: str) -> tuple[str, ...]:
    """Who controls places now."""
    return tuple(book.holding(book.site.place(name)).side for name in names)


def kinds(changes: tuple[Change, ...]) -> list[tuple[str, str, str]]:
    """What changed: kind, rule and place of each."""
    return [(c.kind, c.rule, c.place) for c in changes]
