"""Classes made by `lazy_dataclass` are as those of Python's library."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass as library
from dataclasses import field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import pytest

import visegrad_editor
from visegrad_editor.lazy_dataclass import dataclass as lazy

T = TypeVar("T")


def _classes(dataclass: Any) -> dict[str, Any]:
    """The same classes, made by one decorator or the other."""

    @dataclass(frozen=True)
    class Frozen:
        kinds: ClassVar[tuple[str, ...]] = ("a",)
        a: int
        b: str = "b"
        c: dict[str, int] = field(default_factory=dict, compare=False)
        d: float = field(default=0.5, repr=False, kw_only=True)
        e: int = field(default=7, init=False, hash=False)

    @dataclass
    class Open(Generic[T]):
        """With a docstring."""

        a: T
        b: list[int] = field(default_factory=lambda: [1])
        c: list[int] = field(default_factory=list, init=False)

        def __post_init__(self) -> None:
            self.c.append(len(self.b))

    @dataclass(eq=False)
    class Same:
        a: int = 1

    @dataclass(frozen=True)
    class Own:
        a: int
        b: int

        def __init__(self, both: int) -> None:
            object.__setattr__(self, "a", both)
            object.__setattr__(self, "b", both)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "own"

    @dataclass(frozen=True)
    class Derived(Frozen):
        b: str = "derived"
        f: int = 3

    @dataclass(frozen=True, slots=True)
    class Slots:
        a: int

    @dataclass(slots=True)
    class OpenSlots:
        a: int
        b: list[int] = field(default_factory=list)

    @dataclass(frozen=True)
    class Empty:
        pass

    return {kind.__name__: kind for kind in (Frozen, Open, Same, Own, Derived, Slots, OpenSlots, Empty)}


LAZY, LIBRARY = _classes(lazy), _classes(library)
MADE: list[tuple[str, Callable[[Any], Any]]] = [
    ("Frozen", lambda c: c(1)), ("Frozen", lambda c: c(1, "x", {"y": 2}, d=3)), ("Open", lambda c: c("t")),
    ("Open", lambda c: c(a=1, b=[2, 3])), ("Same", lambda c: c()), ("Own", lambda c: c(4)),
    ("Derived", lambda c: c(1)), ("Derived", lambda c: c(a=2, f=4)), ("Slots", lambda c: c(1)),
    ("OpenSlots", lambda c: c(1)),
    ("Empty", lambda c: c())]
SLOTS = {"Slots", "OpenSlots"}


@pytest.mark.parametrize(("name", "make"), MADE)
def test_objects_hold_print_and_compare_the_same(name: str, make: Callable[[Any], Any]) -> None:
    ours, theirs = LAZY[name], LIBRARY[name]
    one, other, library_s = make(ours), make(ours), make(theirs)
    names = [f.name for f in dataclasses.fields(theirs)]
    assert [f.name for f in dataclasses.fields(ours)] == names
    assert [getattr(one, n) for n in names] == [getattr(library_s, n) for n in names]
    if name != "Same":
        assert repr(one) == repr(library_s)
    assert (one == other) == (make(theirs) == library_s)
    assert one == one
    assert one != library_s or name == "Own"
    assert ours.__match_args__ == theirs.__match_args__
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)
    if ours.__hash__ and name != "Same":
        assert hash(one) == hash(library_s)
    assert hasattr(one, "__dict__") == (name not in SLOTS)
    if name != "Own":
        assert [getattr(copy.copy(one), n) for n in names] == [getattr(one, n) for n in names]


@pytest.mark.parametrize("classes", [LAZY, LIBRARY], ids=["lazy", "library"])
def test_what_is_refused(classes: dict[str, Any]) -> None:
    frozen, derived = classes["Frozen"](1), classes["Derived"](1)
    for one, change in (
            (frozen, lambda: setattr(frozen, "a", 2)), (derived, lambda: setattr(derived, "f", 2)),
            (frozen, lambda: setattr(frozen, "z", 2)), (frozen, lambda: delattr(frozen, "a"))):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
        assert one.a == 1
    for name, values, named in (("Frozen", (), {}), ("Frozen", (1, 2, 3, 4), {}), ("Frozen", (1,), {"e": 3}),
                                ("Open", (1,), {"c": []}), ("Empty", (1,), {})):
        with pytest.raises(TypeError):
            classes[name](*values, **named)
    with pytest.raises(TypeError):
        hash(classes["Open"](1))

    class Loose(classes["Frozen"]):  # type: ignore[misc]
        """Not a dataclass itself, so its own attributes may be set."""

    loose = Loose(1)
    loose.z = 2
    assert loose.z == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        loose.a = 2


@pytest.mark.parametrize("dataclass", [lazy, library], ids=["lazy", "library"])
def test_what_no_class_may_declare(dataclass: Any) -> None:
    with pytest.raises(ValueError, match="mutable default <class 'list'> for field a is not allowed"):
        dataclass(type("Shared", (), {"__annotations__": {"a": "list[int]"}, "a": []}))
    with pytest.raises(TypeError, match="'a' is a field but has no type annotation"):
        dataclass(type("Untyped", (), {"a": field(default=1)}))
    constant = dataclass(type("Constant", (), {"__annotations__": {"a": "ClassVar[list[int]]"}, "a": []}))
    assert constant.a == []


def test_fields_are_looked_for_when_they_are_first_needed() -> None:
    @lazy
    class Base:
        a: int = field(default=1, metadata={"of": "base"})
        b: str = "b"

    @lazy
    class Derived(Base):
        b: str = "derived"

    def found(kind: type) -> bool:
        return isinstance(vars(kind)["__dataclass_fields__"], dict)

    assert not found(Base)
    assert (Base.a, Base.b, Derived.a, Derived.b) == (1, "b", 1, "derived")
    assert not found(Derived)
    assert [(f.name, f.default, dict(f.metadata)) for f in dataclasses.fields(Derived)] == [
        ("a", 1, {"of": "base"}), ("b", "derived", {})]
    assert found(Base)
    assert found(Derived)
    assert [f.default for f in dataclasses.fields(Base)] == [1, "b"]
    assert repr(Derived()) == repr(Derived(1, "derived"))


@lazy(frozen=True, slots=True)
class PickledSlots:
    a: int
    b: str = ""


@lazy(frozen=True)
class Pickled:
    a: int
    b: tuple[int, ...] = (1, 2)
    next: Any = None


def test_objects_are_replaced_pickled_matched_and_printed_within_themselves() -> None:
    one = Pickled(3)
    assert dataclasses.replace(one, b=()) == Pickled(3, ())
    assert pickle.loads(pickle.dumps(one)) == one
    assert pickle.loads(pickle.dumps(PickledSlots(1, "b"))) == PickledSlots(1, "b")
    assert dataclasses.is_dataclass(Pickled)
    match one:
        case Pickled(3, b):
            assert b == (1, 2)
        case _:
            raise AssertionError("not matched")
    round = Pickled(1, next=[])
    round.next.append(round)
    assert repr(round) == "Pickled(a=1, b=(1, 2), next=[...])"


def test_every_module_takes_this_decorator() -> None:
    root = Path(visegrad_editor.__file__).parent
    importing = {p.name: line for p in root.rglob("*.py") for line in p.read_text("utf-8").splitlines()
                 if re.match(r"from [.\w]+ import .*\bdataclass\b", line)}
    assert len(importing) > 250
    assert {n for n, line in importing.items() if line.startswith("from dataclasses ")} == set()


def test_a_module_that_evaluates_its_annotations_has_the_same_fields() -> None:
    """Python 3.14 makes them when they are asked for."""
    made: dict[str, Any] = {"lazy": lazy, "__name__": "evaluated"}
    exec(compile("@lazy(frozen=True)\nclass Evaluated:\n    a: int\n    b: str = 'x'\n", "evaluated", "exec",
                 dont_inherit=True), made)
    assert [f.name for f in dataclasses.fields(made["Evaluated"])] == ["a", "b"]
    assert repr(made["Evaluated"](1)) == "Evaluated(a=1, b='x')"
