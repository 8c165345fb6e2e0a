"""Immutable values as plain data, and what changed from one to the next.

A document shares with its predecessor all that an edit left alone, so the difference of two documents is
found by walking them side by side and is as small as the edit. Reading builds only classes that were named
beforehand: no text can make the program run or create anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from ..errors import VisegradError

READ = MappingProxyType({"read": True})
"""The metadata of a field that holds what was read from another file that the document names. Plain data has
no such fields."""
_SAME = 0
"""Marks an element that did not change."""
_PLAIN = (str, int, float, bool, type(None))


class DeltaError(VisegradError):
    """Plain data is not a value, or a difference does not fit the value before it."""


class DeltaCodec:
    """Converts values of some classes, and of all classes their fields mention, to and from JSON-ready data.

    Tuples are lists; a record is a mapping of its class to its fields.

    >>> from visegrad_editor.hexgrid import Hex
    >>> codec = DeltaCodec([Hex])
    >>> codec.encode((Hex(1, 2), "clear"))
    [{'Hex': [1, 2]}, 'clear']
    >>> old, new = (24 * ".", "MM", 7), (3 * "." + "M" + 20 * ".", "MM", 7)
    >>> codec.difference(old, new)
    ['each', 0, [['text', 3, 1, 'M']]]
    >>> codec.apply(old, codec.difference(old, new)) == new
    True
    """

    def __init__(self, roots: Iterable[type]) -> None:
        self._roots = tuple(roots)

    # Made when the first value is converted: looking through all classes of a document takes as long as
    # importing them.

    @cached_property
    def _classes(self) -> dict[str, type]:
        """The classes by name."""
        found: dict[str, type] = {}
        for root in self._roots:
            _learn(root, found)
        return found

    @cached_property
    def _fields(self) -> dict[type, tuple[str, ...]]:
        """The names of the fields of each record that plain data has."""
        return {c: tuple(f.name for f in fields(c) if not _is_read(f))
                for c in self._classes.values() if is_dataclass(c)}

    @cached_property
    def _read(self) -> dict[type, tuple[str, ...]]:
        """The names of the other fields of each record."""
        return {c: tuple(f.name for f in fields(c) if _is_read(f))
                for c in self._classes.values() if is_dataclass(c)}

    # -- whole values -------------------------------------------------------------------

    def encode(self, value: Any) -> Any:
        """The plain data of a value. Raises `TypeError` for a value that no document holds."""
        if isinstance(value, _PLAIN):
            return value
        kind = type(value)
        if kind in self._fields:
            return {kind.__name__: {n: self.encode(getattr(value, n)) for n in self._fields[kind]}}
        if kind is tuple:
            return [self.encode(v) for v in value]
        if isinstance(value, tuple) and self._classes.get(kind.__name__) is kind:
            return {kind.__name__: [self.encode(v) for v in value]}
        if isinstance(value, frozenset):
            return {"set": [self.encode(v) for v in sorted(value)]}
        if isinstance(value, Mapping):
            return {"map": [[self.encode(k), self.encode(v)] for k, v in value.items()]}
        raise TypeError(f"{kind.__name__} does not belong in a document")

    def decode(self, data: Any) -> Any:
        """The value of plain data; raises `DeltaError`.

        A field that the program no longer knows is left out; one added since then gets its default.
        """
        if isinstance(data, _PLAIN):
            return data
        if isinstance(data, list):
            return tuple(self.decode(v) for v in data)
        if not isinstance(data, dict) or len(data) != 1:
            raise DeltaError("this is not a value")
        [(name, content)] = data.items()
        try:
            if name == "set":
                return frozenset(self.decode(v) for v in content)
            if name == "map":
                return MappingProxyType({self.decode(k): self.decode(v) for k, v in content})
            kind = self._classes.get(name)
            if kind is None:
                raise DeltaError(f"there is no {name} in a document")
            if kind in self._fields:
                known = self._fields[kind]
                return kind(**{k: self.decode(v) for k, v in content.items() if k in known})
            return kind(*map(self.decode, content))
        except (TypeError, ValueError, AttributeError) as error:
            raise DeltaError(f"this {name} cannot be read: {error}") from None

    # -- differences --------------------------------------------------------------------

    def difference(self, old: Any, new: Any) -> Any:
        """What turns the old value into the new one, as plain data; 0 if they are equal."""
        if old is new:
            return _SAME
        kind = type(new)
        if type(old) is kind:
            if kind in self._fields:
                changed = {n: d for n in self._fields[kind]
                           if (d := self.difference(getattr(old, n), getattr(new, n))) != _SAME}
                return ["fields", changed] if changed else _SAME
            if kind is tuple:
                return self._of_tuples(old, new)
            if kind is str and len(new) > 20:
                return _of_texts(old, new)
            if old == new:
                return _SAME
        return ["new", self.encode(new)]

    def _of_tuples(self, old: tuple[Any, ...], new: tuple[Any, ...]) -> Any:
        start, end = _alike(old, new)
        gone, come = old[start:len(old) - end], new[start:len(new) - end]
        if len(gone) != len(come):
            return ["part", start, len(gone), [self.encode(v) for v in come]]
        each = [self.difference(a, b) for a, b in zip(gone, come, strict=True)]
        return ["each", start, each] if any(d != _SAME for d in each) else _SAME

    def apply(self, old: Any, difference: Any) -> Any:
        """The new value; raises `DeltaError` if the difference does not fit the old one."""
        if difference == _SAME:
            return old
        try:
            how, *rest = difference
            if how == "new":
                return self.decode(*rest)
            if how == "fields":
                [changed] = rest
                kind, known = type(old), self._fields[type(old)]
                values = {n: getattr(old, n) for n in (*known, *self._read[type(old)])}
                values.update({n: self.apply(values[n], d) for n, d in changed.items() if n in values})
                return kind(**values)
            start, what, *text = rest
            if how == "each":
                end = start + len(what)
                inside = tuple(self.apply(v, d) for v, d in zip(old[start:end], what, strict=True))
                return (*old[:start], *inside, *old[end:])
            [come] = text
            changed = come if how == "text" else tuple(self.decode(v) for v in come)
            return old[:start] + changed + old[start + what:]
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise DeltaError(f"a change does not fit: {error}") from None


def _learn(hint: Any, classes: dict[str, type]) -> None:
    """Register a class and the classes its fields mention."""
    for inner in get_args(hint):
        _learn(inner, classes)
    record = isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields"))
    if not record or classes.get(hint.__name__) is hint:
        return
    if hint.__name__ in classes:
        raise TypeError(f"two classes are called {hint.__name__}")
    classes[hint.__name__] = hint
    read = {f.name for f in fields(hint) if _is_read(f)} if is_dataclass(hint) else set()
    for name, inner in get_type_hints(hint).items():
        if name not in read:
            _learn(inner, classes)


def _is_read(field: Field[Any]) -> bool:
    return bool(field.metadata.get("read"))


def _of_texts(old: str, new: str) -> Any:
    if old == new:
        return _SAME
    start, end = _alike(old, new)
    return ["text", start, len(old) - start - end, new[start:len(new) - end]]


def _alike(old: Any, new: Any) -> tuple[int, int]:
    """The number of equal elements at the beginning, and at the end of the rest."""
    most = min(len(old), len(new))
    start = 0
    while start < most and (old[start] is new[start] or old[start] == new[start]):
        start += 1
    end = 0
    while end < most - start and (old[-1 - end] is new[-1 - end] or old[-1 - end] == new[-1 - end]):
        end += 1
    return start, end
