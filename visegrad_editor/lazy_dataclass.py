"""`dataclass` of Python's library, without its cost at import.

The library looks through the fields of each class when it is declared, and writes up to six methods for it as
text and compiles them, which takes half a millisecond. A command imports a few hundred classes, makes objects
of some, and compares or prints few. So here

- fields are declared and found by the library itself, but when somebody first asks for them: `fields`,
  `replace`, `field` and pattern matching know these classes as any other,
- `__init__` is compiled when the first object is made, and is then the same code as the library's,
- the other methods are ordinary functions that know the names of the fields from their first call on.

A checker of types sees the library's own decorator. What nobody needs here is left out: `order`,
`unsafe_hash` and `InitVar`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    def dataclass(cls=None, /, *, eq=True, frozen=False, slots=False):
        """Decorator of a class whose annotations are fields; `eq`, `frozen` and `slots` as in the library."""
        if cls is None:
            return lambda declared: dataclass(declared, eq=eq, frozen=frozen, slots=slots)
        return _with_methods(cls, eq, frozen, slots)


def _with_methods(cls: Any, eq: bool, frozen: bool, slots: bool) -> type:
    """The class, or with slots a new one, with the methods that it does not define."""
    # Otherwise the library inspects the signature of the class to make a docstring of it.
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__
    has_hash = cls.__dict__.get("__hash__") is not None
    if slots:
        # The slots are those of another class, which has to know the fields.
        cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    else:
        _declare(cls)
    own = cls.__dict__
    methods: dict[str, Any] = {"__init__": _first_init(cls, frozen), "__repr__": _repr_of(cls)}
    if eq:
        methods["__eq__"] = _first_eq(cls)
        if not has_hash:
            methods["__hash__"] = None if not frozen else _first_hash(cls)
    if frozen:
        methods["__setattr__"], methods["__delattr__"] = _frozen(cls)
        if slots:
            methods["__getstate__"], methods["__setstate__"] = _state_of(
                [f.name for f in dataclasses.fields(cls)])
    for name, method in methods.items():
        # Python itself puts `__hash__ = None` into a class that defines `__eq__`.
        if name not in own or (name == "__hash__" and not has_hash):
            if method is not None:
                method.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
    made: type = cls
    return made


def _declare(cls: Any) -> None:
    """Make a class one of which the library finds the fields when they are first asked for. Raises as the
    library does for a value that all objects would share, and for a field without a type."""
    annotations = cls.__annotations__
    # As they are now: the class may get other attributes of these names.
    defaults = {name: getattr(cls, name) for name in annotations if hasattr(cls, name)}
    for name, value in list(cls.__dict__.items()):
        if value.__class__ is Field:
            if name not in annotations:
                raise TypeError(f"{name!r} is a field but has no type annotation")
            if value.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, value.default)
        elif value.__class__.__hash__ is None and name in annotations and (
                "ClassVar" not in str(annotations[name])):
            raise ValueError(f"mutable default {type(value)} for field {name} is not allowed: "
                             "use default_factory")
    for name in _Later.NAMES:
        if name not in cls.__dict__:
            setattr(cls, name, _Later(cls, name, defaults))


class _Later:
    """What the library keeps in a class of fields, worked out when it is first asked for."""

    NAMES = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")

    def __init__(self, cls: Any, name: str, defaults: dict[str, Any]) -> None:
        self._class, self._name, self._defaults = cls, name, defaults

    def __get__(self, instance: object, owner: type) -> Any:
        cls: Any = self._class
        # The same fields in a class of their own, which the library may look through.
        declared: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(type(
            cls.__name__, (), self._defaults | {
                "__annotations__": cls.__annotations__, "__module__": cls.__module__,
                "__doc__": cls.__doc__}))
        fields: dict[str, Any] = {}
        for base in cls.__mro__[-1:0:-1]:
            fields |= getattr(base, "__dataclass_fields__", {})
        fields |= declared.__dataclass_fields__
        cls.__dataclass_fields__ = fields
        found = {"__dataclass_fields__": fields, "__dataclass_params__": declared.__dataclass_params__,
                 "__match_args__": tuple(f.name for f in dataclasses.fields(cls) if f.init and not f.kw_only)}
        for name, value in found.items():
            if isinstance(vars(cls).get(name), _Later):
                setattr(cls, name, value)
        return found[self._name]


def _first_init(cls: Any, frozen: bool) -> Callable[..., None]:
    """An `__init__` that puts the compiled one in its place and calls it."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        made = _compiled_init(cls, frozen)
        cls.__init__ = made
        made(self, *args, **kwargs)

    return __init__


def _compiled_init(cls: Any, frozen: bool) -> Callable[..., None]:
    """`__init__` with a parameter for each field."""
    known: dict[str, Any] = {"_MISSING": MISSING, "_set": object.__setattr__}
    in_order, by_name, body = list[str](), list[str](), list[str]()
    for field in dataclasses.fields(cls):
        name, value = field.name, field.name
        parameter = name
        if field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}()"
            if field.init:
                parameter = f"{name}=_MISSING"
                value = f"{value} if {name} is _MISSING else {name}"
        elif field.default is not MISSING:
            known[f"_default_{name}"] = field.default
            parameter = f"{name}=_default_{name}"
        elif not field.init:
            continue
        if field.init:
            (by_name if field.kw_only else in_order).append(parameter)
        elif field.default is not MISSING:
            # The class has the value already.
            continue
        body.append(f"_set(_self, {name!r}, {value})" if frozen else f"_self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("_self.__post_init__()")
    words = ", ".join(("_self", *in_order, *(("*", *by_name) if by_name else ())))
    exec(f"def __init__({words}):\n " + ("\n ".join(body) or "pass"), known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _values_of(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that returns some attributes of an object, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda one: (getattr(one, names[0]),)) if names else lambda one: ()


def _first_eq(cls: Any) -> Callable[[Any, object], Any]:
    """An `__eq__` that puts the one with the names of the fields in its place and calls it."""

    def __eq__(self: Any, other: object) -> Any:
        made = _eq_of([f.name for f in dataclasses.fields(cls) if f.compare])
        made.__qualname__ = f"{cls.__qualname__}.__eq__"
        cls.__eq__ = made
        return made(self, other)

    return __eq__


def _eq_of(names: list[str]) -> Callable[[Any, object], bool]:
    values = _values_of(names)

    def __eq__(self: Any, other: object) -> bool:
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    return __eq__


def _first_hash(cls: Any) -> Callable[[Any], int]:
    """A `__hash__` that puts the one with the names of the fields in its place and calls it."""

    def __hash__(self: Any) -> int:
        fields = dataclasses.fields(cls)
        made = _hash_of([f.name for f in fields if (f.compare if f.hash is None else f.hash)])
        made.__qualname__ = f"{cls.__qualname__}.__hash__"
        cls.__hash__ = made
        return made(self)

    return __hash__


def _hash_of(names: list[str]) -> Callable[[Any], int]:
    values = _values_of(names)

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __hash__


def _repr_of(cls: Any) -> Callable[[Any], str]:
    def __repr__(self: Any) -> str:
        words = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(cls) if f.repr)
        return f"{self.__class__.__qualname__}({words})"

    return recursive_repr()(__repr__)


def _frozen(cls: Any) -> tuple[Callable[..., None], Callable[..., None]]:
    """What setting and deleting an attribute does where they are refused; other attributes of a subclass
    are its own matter."""

    def __setattr__(self: Any, name: str, value: object) -> None:
        if type(self) is cls or name in {f.name for f in dataclasses.fields(cls)}:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in {f.name for f in dataclasses.fields(cls)}:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _state_of(names: list[str]) -> tuple[Callable[[Any], list[Any]], Callable[[Any, list[Any]], None]]:
    """How slots that cannot be set are pickled and copied."""

    def __getstate__(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return __getstate__, __setstate__
