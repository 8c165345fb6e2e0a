"""Long tuples of documents of the past, folded: kept in slices that they share with each other.

A history holds thousands of states whose documents differ in one entry of a list of thousands. A folded
document is the same value as before, and its tuple is put together again when somebody asks for it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import fields
from itertools import chain
from operator import is_
from typing import Any

_LENGTH = 16
"""Entries of a slice. Slices are in slices again, about as many as there are in one with 5,000 entries."""
_MOST_UNFOLDED = 8
"""Folded documents whose tuples are kept for a while after somebody asked for them."""
Slices = tuple[tuple[Any, ...], ...]


def sliced(items: tuple[Any, ...], like: Slices = ()) -> Slices:
    """A tuple in slices; those of its beginning and its end that another one has too are the same objects.

    >>> first = sliced(tuple(range(200)))
    >>> other = sliced((*range(100), "new", *range(100, 200)), first)
    >>> [len(s) for s in other], other[0] is first[0], other[7] is first[7]
    ([16, 16, 16, 16, 16, 16, 17, 16, 16, 16, 16, 16, 8], True, True)
    """
    start, end = 0, len(items)
    first, last = 0, len(like)
    while first < last and _has_at(items, like[first], start, end):
        start += len(like[first])
        first += 1
    while last > first and _has_at(items, like[last - 1], end - len(like[last - 1]), end, start):
        end -= len(like[last - 1])
        last -= 1
    if first == last == len(like) and start == end and like:
        return like
    length = _LENGTH if end - start > 2 * _LENGTH else max(1, end - start)
    between = (items[at:min(at + length, end)] for at in range(start, end, length))
    return (*like[:first], *between, *like[last:])


def _has_at(items: tuple[Any, ...], part: tuple[Any, ...], at: int, end: int, least: int = 0) -> bool:
    """Whether the very entries of a slice stand at a place of a tuple."""
    return at >= least and at + len(part) <= end and all(map(is_, items[at:at + len(part)], part))


def _in_slices(items: tuple[Any, ...], like: Slices) -> Slices:
    """A tuple in slices of slices; what the whole of another one has too are the same objects."""
    return sliced(sliced(items, tuple(chain.from_iterable(like))), like)


class Folding:
    """The attribute of a kind of document that holds a long tuple: with it the document can be folded. It is
    put in place of the default of the field, which the class has no use for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._slices = f"_{name}_in_slices"
        self._unfolded: deque[Any] = deque()

    def __get__(self, document: Any, owner: type | None = None) -> Any:
        """The tuple of a folded document; that of any other is found in the document itself."""
        if document is None:
            return self
        slices = document.__dict__.get(self._slices)
        if slices is None:
            raise AttributeError(self.name)
        items = document.__dict__[self.name] = tuple(
            chain.from_iterable(chain.from_iterable(slices)))
        self._unfolded.append(document)
        if len(self._unfolded) > _MOST_UNFOLDED:
            self._close(self._unfolded.popleft())
        return items

    def is_sliced(self, document: Any) -> bool:
        """Whether the slices of a document's tuple are known."""
        return self._slices in document.__dict__

    def fold(self, document: Any, like: Any) -> None:
        """Keep the tuple of a document in slices, shared with those of one like it, and nothing that was
        worked out from it."""
        held = document.__dict__
        if self._slices not in held:
            known = () if like is None else like.__dict__.get(self._slices, ())
            held[self._slices] = _in_slices(getattr(document, self.name), known)
        self._close(document)

    def unfold(self, document: Any) -> None:
        """Keep the tuple of a document, and what is worked out from it, until it is folded again."""
        document.__dict__.setdefault(self.name, getattr(document, self.name))
        self._unfolded = deque(one for one in self._unfolded if one is not document)

    def _close(self, document: Any) -> None:
        held, kind = document.__dict__, type(document)
        names = {one.name for one in fields(document)} - {self.name} | {self._slices}
        # A value that is the default of its field is that of the class too.
        kept = {name: value for name, value in tuple(held.items())
                if name in names and value is not getattr(kind, name, held)}
        object.__setattr__(document, "__dict__", kept)
