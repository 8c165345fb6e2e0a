"""What documents hold, declared once: a field of a record says beside its type what it is and may be.

    elevation: Annotated[int, Field("Elevation", "Height above the sea.", unit="m", minimum=0)] = 0

From these declarations come how files are read and written (`codec`), the JSON schemas (`schema`), the
tables of the window (`ruleset_fields`) and the list of keys in docs/formats.md. What several fields have in
common is a type of its own (`Id`, `Colour`, `Hexes`), which a field may say more of.

Records are dataclasses; what is kept as plain data is declared as a `TypedDict`. A field without a `Field`
is no part of a file.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, MISSING, dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Required, get_args, get_origin


class Codec(NamedTuple):
    """How one value is read from plain data and written to it."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


class Typed(NamedTuple):
    """How a designer types a value, and how it is shown to be typed. `read` raises ValueError with a
    sentence for what a file cannot hold."""

    read: Callable[[str], Any]
    show: Callable[[Any], str] = str


CellKind = Literal[
    "name", "id", "text", "cost", "number", "flag", "colour", "pattern", "symbol", "reference", "words",
    "ids", "source"]
"""How a column is shown and chosen; `pattern` and `symbol` are names the drawing knows."""


@dataclass(eq=False)
class Field:
    """What a field is. What is None is not said: it is as the type of the field has it. Never changed once
    made; it is not frozen because several hundred are made whenever the program starts."""

    title: str | None = None
    """What the window calls it."""
    help: str | None = None
    """A sentence for designers: what it is. Where a `TypedDict` is not told of it is what its docstring
    says."""
    _: KW_ONLY
    unit: str | None = None
    """What a number counts, where `help` does not say it."""

    # What a file may say.
    kinds: tuple[str, ...] | None = None
    """The JSON types it may have in a file, where they are others than the type of the field has."""
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    """It must be greater than this."""
    shortest: int | None = None
    longest: int | None = None
    """Letters of a text."""
    pattern: str | None = None
    choices: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None
    """Entries of a list or a mapping, or keys of the record it is."""
    entries: Any = None
    """The type of the entries of a list, where `kinds` allows one."""
    values: Any = None
    """The type of the values of a mapping with keys of any name."""
    names: Field | None = None
    """What holds for those keys."""
    unique: bool | None = None
    examples: tuple[str, ...] | None = None
    """As they are written in a file."""
    parts: Mapping[str, Field] | None = None
    """What is said otherwise of the fields of the record it is."""
    shared: str | None = None
    """The name under which a schema keeps this form for all fields that have it."""
    required: bool | None = None
    """Whether a file must say it; None: where the record has no default."""
    form: Any = None
    """The type it has in files, where that is another: a hex is a number there."""
    more: Any = None
    """The `TypedDict` whose keys it has too, beside those of the record it is."""
    needs: Mapping[str, tuple[str, ...]] | None = None
    """Keys of the record it is, with those that must be there where they are."""
    elsewhere: str | None = None
    """The kind of file whose keys it has, as declared in another part of the program."""

    # How files are read and written.
    key: str | None = None
    """Its key in files, where that is not its name."""
    after: str | None = None
    """The key behind which it stands in files, where that is not the one before it in the record."""
    always: bool | None = None
    """Whether files say it even where it has its default."""
    codec: Codec | None = None
    """How it is read and written, where that is not as its type has it."""
    apart: bool | None = None
    """It is read and written by the document's own code: as a number of hexes, which needs the map."""
    since: int | None = None
    """The format of files since which it can be said; None: since the first."""
    later: bool | None = None
    """It came after the first files were written: left at its default it does not count in marks of
    content, so that the marks of older files stay what they were."""
    within: str | None = None
    """The keys of the record it is stand in the mapping of the record that has it, with this before them."""
    joined: tuple[str, ...] | None = None
    """Further attributes in the same key; `codec` reads and writes all of them as a tuple. Each of them has
    the key "", which is none of its own."""
    emptied: bool | None = None
    """A change may take it away by null, as it may whatever can be None."""
    changes: type | None = None
    """An entry changes a record of this type: beside its own keys it has those of the record but `keyed`."""
    keyed: tuple[str, ...] | None = None
    """The keys by which entries of a variant find those of its base, to replace, remove or change them."""

    # What the window does with it.
    tip: str | None = None
    """What it says of it, where `help` speaks of how files write it."""
    fact: bool | None = None
    """The rules depend on it: who changes it departs from the rulebook or from what was reconstructed.
    Looks and names are no facts."""
    value: str | None = None
    """The value, among those of its record that may have a source of their own, that it is or belongs to."""
    refers_to: str | None = None
    """The section of the ruleset one of whose ids it is."""
    suggested: tuple[str, ...] | None = None
    """Words to choose from; others are possible."""
    typed: Typed | None = None
    """How it is typed, where that is not as its type has it."""
    cell: CellKind | None = None
    """How a table shows and chooses it, where that does not follow from the rest."""
    edited: bool | None = None
    """False where the tables of the window leave it out."""
    one: str | None = None
    """What an entry of a list is called in a sentence: `unit type`. A list of the ruleset that says it has a
    table in the window."""

    @cached_property
    def said(self) -> Mapping[str, Any]:
        """What is said, by name."""
        return {n: v for n, v in vars(self).items() if v is not None}

    def over(self, below: Field) -> Field:
        """This laid over what is said below: what is not said here is as there."""
        return merged((below, self))


NOTHING = Field()


def merged(said: Iterable[Field]) -> Field:
    """All that is said, in one; the last word counts."""
    several = [one for one in said if one is not NOTHING]
    if len(several) < 2:
        return several[0] if several else NOTHING
    found: dict[str, Any] = {}
    for one in several:
        if one.help is not None:
            # A tip goes with the help it stands beside.
            found.pop("tip", None)
        found |= one.said
    return Field(**found)


class Form(NamedTuple):
    """A type taken apart: the bare type, whether None is one of its values (then a file leaves it out), and
    what is said of it, the most general first."""

    type: Any
    optional: bool
    said: tuple[Field, ...]

    @property
    def field(self) -> Field:
        """All that is said, in one."""
        return merged(self.said)


def form_of(hint: Any) -> Form:
    """A type taken apart.

    >>> form = form_of(Annotated[int | None, Field("Turns", minimum=1)])
    >>> form.type, form.optional, form.field.title
    (<class 'int'>, True, 'Turns')
    """
    if get_origin(hint) in (Required, NotRequired):
        (hint,) = get_args(hint)
    said: tuple[Field, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        said = tuple(m for m in more if isinstance(m, Field))
    optional = False
    if get_origin(hint) in (types.UnionType, typing.Union):
        others = [a for a in get_args(hint) if a is not types.NoneType]
        optional = len(others) < len(get_args(hint))
        if optional and len(others) == 1:
            inner = form_of(others[0])
            return Form(inner.type, True, (*inner.said, *said))
    return Form(hint, optional, said)


@dataclass(frozen=True)
class Declared:
    """A field of a record as declared. `name` is its attribute, `key` its key in files; `default` is MISSING
    where it has none."""

    name: str
    key: str
    hint: Any
    """Its type as it is declared."""
    form: Form
    default: Any
    field: Field
    """All that is said of it."""

    @property
    def type(self) -> Any:
        return self.form.type

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes its key is about."""
        return (self.name, *(self.field.joined or ()))

    @property
    def required(self) -> bool:
        """Whether a file must say it."""
        asked = self.field.required
        return self.default is MISSING if asked is None else asked


@cache
def declared(record: Any) -> tuple[Declared, ...]:
    """The declared fields of a record in the order in which files have them."""
    hints = typing.get_type_hints(record, include_extras=True)
    if dataclasses.is_dataclass(record):
        defaults = {f.name: f.default if f.default_factory is MISSING else f.default_factory()
                    for f in dataclasses.fields(record)}
    else:
        defaults = {n: MISSING if _is_needed(record, hint) else None for n, hint in hints.items()}
    found: list[Declared] = []
    moved: list[Declared] = []
    for name, default in defaults.items():
        form = form_of(hints[name])
        if form.said:
            field = form.field
            key = name if field.key is None else field.key
            one = Declared(name, key, hints[name], form, default, field)
            (moved if field.after is not None else found).append(one)
    while moved:
        keys = [one.key for one in found]
        ready = [m for m in moved if m.field.after in keys]
        if not ready:
            raise TypeError(f"{record.__name__} has no keys for {[m.key for m in moved]} to stand behind")
        moved.remove(ready[0])
        found.insert(keys.index(ready[0].field.after or "") + 1, ready[0])
    return tuple(found)


def _is_needed(record: Any, hint: Any) -> bool:
    """Whether a `TypedDict` must have a key. (Its own `__required_keys__` does not see into annotations that
    are texts.)"""
    origin = get_origin(hint)
    return origin is Required or (origin is not NotRequired and bool(record.__total__))


def declared_by_name(record: Any) -> Mapping[str, Declared]:
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
