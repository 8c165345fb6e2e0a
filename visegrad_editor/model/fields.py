"""The fields of documents, each declared once: a record says beside each type what the field is and may hold.

    elevation: Annotated[int, Field("Elevation", "Height above the sea.", unit="m", minimum=0)] = 0

These declarations determine how files are read and written (`codec`), the JSON schemas (`schema`), the tables
of the window (`ruleset_fields`) and the list of keys in docs/formats.md. What several fields have in common
is a type of its own (`Id`, `Colour`, `Hexes`), to which a field may add.

Records are dataclasses; what is kept as plain data is declared as a `TypedDict`. A field without a `Field`
does not appear in files.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, MISSING
from functools import cache, cached_property
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Required, get_args, get_origin

from ..lazy_dataclass import dataclass


class Codec(NamedTuple):
    """How one value is read from plain data and written to it."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


class Typed(NamedTuple):
    """How a value is read from a designer's typing and shown for typing. `read` raises ValueError with a
    sentence for a value that a file cannot hold."""

    read: Callable[[str], Any]
    show: Callable[[Any], str] = str


CellKind = Literal[
    "name", "id", "text", "cost", "number", "flag", "colour", "pattern", "symbol", "reference", "words",
    "ids", "source"]
"""How a column is shown and chosen; `pattern` and `symbol` are names known to the drawing."""


@dataclass(eq=False)
class Field:
    """The description of a field. An attribute that is None is not stated: it follows from the type of the
    field. Never changed once made; it is not frozen because several hundred are made whenever the program
    starts."""

    title: str | None = None
    """Its label in the window."""
    help: str | None = None
    """A sentence for designers: what it is. A `TypedDict` without help uses its docstring."""
    _: KW_ONLY
    unit: str | None = None
    """What a number counts, if `help` does not say it."""

    # What a file may hold.
    kinds: tuple[str, ...] | None = None
    """The JSON types it may have in a file, if they differ from those of its type."""
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    """It must be greater than this."""
    shortest: int | None = None
    longest: int | None = None
    """The number of letters of a text."""
    pattern: str | None = None
    choices: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None
    """The number of entries of a list or a mapping, or of keys of a record."""
    entries: Any = None
    """The type of the entries of a list, if `kinds` allows one."""
    values: Any = None
    """The type of the values of a mapping with arbitrary keys."""
    names: Field | None = None
    """The description of those keys."""
    unique: bool | None = None
    examples: tuple[str, ...] | None = None
    """Examples, as they are written in a file."""
    parts: Mapping[str, Field] | None = None
    """Descriptions that replace those of single fields of the record it holds."""
    shared: str | None = None
    """The name under which a schema keeps this form for all fields that have it."""
    required: bool | None = None
    """Whether a file must contain it; None: if the record has no default."""
    form: Any = None
    """The type it has in files, if that is another: a hex is a number there."""
    more: Any = None
    """The `TypedDict` whose keys it has too, in addition to those of its record."""
    needs: Mapping[str, tuple[str, ...]] | None = None
    """Keys of its record, each with the keys that it requires."""
    elsewhere: str | None = None
    """The kind of file whose keys it has, as declared in another part of the program."""

    # How files are read and written.
    key: str | None = None
    """Its key in files, if it differs from its name."""
    after: str | None = None
    """The key it follows in files, if that is not its predecessor in the record."""
    always: bool | None = None
    """Whether files contain it even at its default."""
    supplied: bool | None = None
    """Left out, another document gives it: no default is told."""
    codec: Codec | None = None
    """How it is read and written, if not as its type is."""
    apart: bool | None = None
    """It is read and written by the document's own code: for example a number of hexes, which needs the
    map."""
    since: int | None = None
    """The format of files that introduced it; None: the first."""
    later: bool | None = None
    """It was added after the first files were written: at its default it does not count in marks of content,
    so that the marks of older files do not change."""
    within: str | None = None
    """The keys of its record stand in the mapping of the enclosing record, with this prefix."""
    joined: tuple[str, ...] | None = None
    """Further attributes in the same key; `codec` reads and writes all of them as a tuple. Each of them has
    the key "": none of its own."""
    emptied: bool | None = None
    """A change may remove it by null, as for anything that can be None."""
    changes: type | None = None
    """An entry changes a record of this type: besides its own keys it has those of the record except
    `keyed`."""
    tells: str | None = None
    """The attribute of its record that it puts into the designer's words: where an entry of a variant changes
    that and not the words, those of the base do not hold for it, and it has none."""
    keyed: tuple[str, ...] | None = None
    """The keys by which entries of a variant find those of its base, to replace, remove or change them."""

    # What the window does with it.
    tip: str | None = None
    """Its tooltip, if `help` describes how files write it."""
    fact: bool | None = None
    """Whether the rules depend on it: a change departs from the rulebook or from what was reconstructed.
    Looks and names are not facts."""
    value: str | None = None
    """The value it is or belongs to, among the values of its record that may have a source of their own."""
    refers_to: str | None = None
    """The section of the ruleset that its id refers to."""
    suggested: tuple[str, ...] | None = None
    """Words to choose from; others are possible."""
    typed: Typed | None = None
    """How it is typed, if not as its type is."""
    cell: CellKind | None = None
    """How a table shows and chooses it, if that does not follow from the rest."""
    edited: bool | None = None
    """False if the tables of the window leave it out."""
    one: str | None = None
    """The name of one entry of a list in a sentence: `unit type`. A list of the ruleset with such a name has
    a table in the window."""

    @cached_property
    def stated(self) -> Mapping[str, Any]:
        """The stated attributes, by name."""
        return {n: v for n, v in vars(self).items() if v is not None}

    def over(self, below: Field) -> Field:
        """This field laid over another: attributes not stated here are those of `below`."""
        return merged((below, self))


NOTHING = Field()


def merged(fields: Iterable[Field]) -> Field:
    """One field that states all that these state; later ones win."""
    several = [one for one in fields if one is not NOTHING]
    if len(several) < 2:
        return several[0] if several else NOTHING
    stated: dict[str, Any] = {}
    for one in several:
        if one.help is not None:
            # A new help replaces the tip that belonged to the old one.
            stated.pop("tip", None)
        stated |= one.stated
    return Field(**stated)


class Form(NamedTuple):
    """A type taken apart: the bare type, whether None is one of its values (then a file leaves it out), and
    its fields, the most general first."""

    type: Any
    optional: bool
    fields: tuple[Field, ...]

    @property
    def field(self) -> Field:
        """One field that states what all of them state."""
        return merged(self.fields)


def form_of(hint: Any) -> Form:
    """The parts of a type.

    >>> form = form_of(Annotated[int | None, Field("Turns", minimum=1)])
    >>> form.type, form.optional, form.field.title
    (<class 'int'>, True, 'Turns')
    """
    if get_origin(hint) in (Required, NotRequired):
        (hint,) = get_args(hint)
    fields: tuple[Field, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        fields = tuple(m for m in more if isinstance(m, Field))
    optional = False
    if get_origin(hint) in (types.UnionType, typing.Union):
        others = [a for a in get_args(hint) if a is not types.NoneType]
        optional = len(others) < len(get_args(hint))
        if optional and len(others) == 1:
            inner = form_of(others[0])
            return Form(inner.type, True, (*inner.fields, *fields))
    return Form(hint, optional, fields)


@dataclass(frozen=True)
class DeclaredField:
    """A field of a record as declared. `name` is its attribute, `key` its key in files; `default` is MISSING
    if it has none."""

    name: str
    key: str
    hint: Any
    """Its type as it is declared."""
    form: Form
    default: Any
    field: Field
    """Its description."""

    @property
    def type(self) -> Any:
        return self.form.type

    @property
    def title(self) -> str:
        """Its label in forms."""
        return self.field.title or self.key.replace("_", " ").capitalize()

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that its key holds."""
        return (self.name, *(self.field.joined or ()))

    @property
    def required(self) -> bool:
        """Whether a file must contain it."""
        asked = self.field.required
        return self.default is MISSING if asked is None else asked


@cache
def declared(record: Any) -> tuple[DeclaredField, ...]:
    """The declared fields of a record in the order of files."""
    hints = typing.get_type_hints(record, include_extras=True)
    if dataclasses.is_dataclass(record):
        defaults = {f.name: f.default if f.default_factory is MISSING else f.default_factory()
                    for f in dataclasses.fields(record)}
    else:
        defaults = {n: MISSING if _is_needed(record, hint) else None for n, hint in hints.items()}
    fields: list[DeclaredField] = []
    moved: list[DeclaredField] = []
    for name, default in defaults.items():
        form = form_of(hints[name])
        if form.fields:
            field = form.field
            key = name if field.key is None else field.key
            one = DeclaredField(name, key, hints[name], form, default, field)
            (moved if field.after is not None else fields).append(one)
    while moved:
        keys = [one.key for one in fields]
        ready = [m for m in moved if m.field.after in keys]
        if not ready:
            raise TypeError(f"{record.__name__} has no keys for {[m.key for m in moved]} to follow")
        moved.remove(ready[0])
        fields.insert(keys.index(ready[0].field.after or "") + 1, ready[0])
    return tuple(fields)


def _is_needed(record: Any, hint: Any) -> bool:
    """Whether a `TypedDict` must have a key. (Its own `__required_keys__` does not look into annotations
    written as strings.)"""
    origin = get_origin(hint)
    return origin is Required or (origin is not NotRequired and bool(record.__total__))


def declared_by_name(record: Any) -> Mapping[str, DeclaredField]:
    """The declared fields of a record by attribute."""
    return {one.name: one for one in declared(record)}


def is_record(type: Any) -> bool:
    """Whether a type has declared fields of its own: a dataclass or a `TypedDict`."""
    return dataclasses.is_dataclass(type) or typing.is_typeddict(type)


def entry_type(type: Any) -> Any:
    """The type of the entries of a list or set of any length; None for other types.

    >>> entry_type(tuple[str, ...]), entry_type(tuple[str, str]), entry_type(str)
    (<class 'str'>, None, None)
    """
    origin, inside = get_origin(type), get_args(type)
    if origin in (list, frozenset, set):
        return inside[0]
    return inside[0] if origin is tuple and len(inside) == 2 and inside[1] is Ellipsis else None


def literal_values(type: Any) -> tuple[Any, ...]:
    """The values of a `Literal`; () for other types."""
    return get_args(type) if get_origin(type) is Literal else ()
