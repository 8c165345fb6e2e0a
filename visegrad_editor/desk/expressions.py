"""The language of checks: small expressions over the facts of a card, read from data and safe to evaluate.

    night and side.role == 'defender' and se(hidden) > ceil(se(all_of) / 4)
    any(nation(f.kind) == 'ethiopian' for f in forces(side))

An expression has numbers, texts in quotes, `true`, `false` and `none`; names, and keys of what they stand
for (`side.elr`; `arrives.as_` for a key that is a word of the language); `and`, `or`, `not`, comparisons and
`in`; `+ - * / // %` with numbers; `A if B else C`; lists, and lists made with `for`; and calls of the
functions that it is given. There is nothing else: no assignment, no indexing, no attribute that is not a key
of a file, and no way to reach anything of the program. Its length, its depth and the steps it may take are
limited.

What a card does not say is not known. A result that depends on it is not known either: `and` with something
false is false whatever else it joins, `or` with something true is true, everything else is not known.
"""

from __future__ import annotations

import ast
import keyword
import operator
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from ..model.fields import DeclaredField, declared, entry_type
from ..model.wording import count, did_you_mean, listed, quoted

LONGEST = 1000
"""The most letters of an expression."""
MOST_PARTS = 400
DEEPEST = 25
MOST_FORS = 2
"""The most `for` of one list."""
MOST_STEPS = 200_000
"""The most steps of one evaluation."""
LARGEST = 10 ** 9
"""The largest number."""
_LONGEST_TEXT = 300
_MOST_ENTRIES = 100_000
CONSTANTS: Mapping[str, Any] = {"true": True, "false": False, "none": None}


class ExpressionError(VisegradError):
    """Why an expression cannot be read or evaluated. `column` counts from 1; 0 if it is no matter of a
    place."""

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(message)
        self.column = column


# -- values --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unknown:
    """A value that is not known. `needs` says in words what would have to be known."""

    needs: tuple[str, ...]

    def after(self, before: Unknown | None) -> Unknown:
        """Not known for these reasons, and before them those of another."""
        return self if before is None else Unknown(tuple(dict.fromkeys((*before.needs, *self.needs))))


class Entries(list[Any]):
    """A list. Of one that is `partial` it is not known whether further entries belong to it."""

    partial: Unknown | None = None

    @classmethod
    def of(cls, values: Iterable[Any], partial: Unknown | None = None) -> Entries:
        """The entries of a list; None and unknown ones stay as they are."""
        made = cls(values)
        made.partial = partial
        return made


def first_unknown(values: Iterable[Any]) -> Unknown | None:
    """The reasons of all values that are not known, of the entries of lists too; None if all are known."""
    found: Unknown | None = None
    for value in values:
        if isinstance(value, Unknown):
            found = value.after(found)
        elif isinstance(value, Entries):
            inner = first_unknown(value)
            for one in (value.partial, inner):
                found = found if one is None else one.after(found)
    return found


def truth(value: Any) -> bool | Unknown:
    """Whether a value counts as true: false, 0, none, and what is empty do not."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, Entries) and not value and value.partial is not None:
        return value.partial
    return bool(value)


# -- what is known of names, keys and functions -----------------------------------------------------


@dataclass(frozen=True)
class Many:
    """The type of a list, by that of its entries."""

    of: Any = None


Type = Any
"""A record class, `Many` of something, or None for plain values and whatever is not known beforehand."""


@dataclass(frozen=True)
class Function:
    """A function that expressions may call. Unless it `takes_unknown`, it is not called with what is not
    known: its result is not known then. `returns` is the type of its result, or finds it from those of its
    arguments."""

    call: Callable[..., Any]
    least: int
    most: int
    about: str
    """What it gives, as a phrase for its list in the documentation."""
    returns: Type | Callable[[Sequence[Type]], Type] = None
    takes_unknown: bool = False
    named: bool = False
    """Whether it takes further arguments by any name."""
    check: Callable[[Sequence[Any]], str] | None = None
    """Says what is wrong with its constant arguments when the expression is read, or ""."""
    costs: Callable[[Any], int] | None = None
    """How many steps an argument costs besides the call."""


def key_of(name: str) -> str:
    """The key of a file that a name in an expression means: words of the language have a `_` behind them.

    >>> key_of("as_"), key_of("elr")
    ('as', 'elr')
    """
    bare = name.removesuffix("_")
    return bare if bare != name and keyword.iskeyword(bare) else name


def name_of_key(key: str) -> str:
    """How an expression writes a key of a file."""
    return f"{key}_" if keyword.iskeyword(key) else key


@cache
def keys_of(record: type) -> Mapping[str, DeclaredField]:
    """The fields of a record by their keys in files."""
    return {one.key: one for one in declared(record) if one.key}


def type_of_field(one: DeclaredField) -> Type:
    """The type of the value of a field."""
    if is_dataclass(one.type):
        return one.type
    inside = entry_type(one.type)
    if one.field.kinds is not None and "object" in one.field.kinds:
        return None
    if inside is None:
        return None
    return Many(inside if is_dataclass(inside) else None)


# -- reading --------------------------------------------------------------------------------------

_BINARY: Mapping[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add), ast.Sub: ("-", operator.sub), ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.truediv), ast.FloorDiv: ("//", operator.floordiv), ast.Mod: ("%", operator.mod)}
_ORDER: Mapping[type[ast.cmpop], tuple[str, Callable[[Any, Any], bool]]] = {
    ast.Lt: ("<", operator.lt), ast.LtE: ("<=", operator.le), ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge)}
_EQUAL = (ast.Eq, ast.NotEq)
_INSIDE = (ast.In, ast.NotIn)
_LISTS = (ast.GeneratorExp, ast.ListComp)
_WORDS: Mapping[type[ast.AST], str] = {
    ast.Lambda: "functions of its own", ast.Subscript: "brackets behind a value", ast.Dict: "braces",
    ast.Set: "braces", ast.SetComp: "braces", ast.DictComp: "braces", ast.JoinedStr: "texts with braces",
    ast.NamedExpr: "assignments", ast.Starred: "stars", ast.Await: "waiting", ast.Yield: "yielding",
    ast.YieldFrom: "yielding", ast.Slice: "brackets behind a value"}


@dataclass(frozen=True)
class Expression:
    """An expression that was read, with the type of its value."""

    text: str
    tree: ast.expr
    type: Type

    def value(self, names: Mapping[str, Any], functions: Mapping[str, Function],
              steps: Steps | None = None) -> Any:
        """Its value with values for its names, and with the functions it was read with; `Unknown` if that
        depends on what is not known. Raises `ExpressionError` if it cannot be worked out, or takes too many
        steps."""
        return _Run(names, functions, steps or Steps()).value(self.tree)


@dataclass
class Steps:
    """The steps that may still be taken."""

    left: int = MOST_STEPS

    def take(self, number: int = 1) -> None:
        """Count some; raises `ExpressionError` when none are left."""
        self.left -= number
        if self.left < 0:
            raise ExpressionError("It takes too many steps on this card; make its lists shorter.")


def read_expression(text: str, names: Mapping[str, Type], functions: Mapping[str, Function]) -> Expression:
    """The expression of a text. `names` are those that it may use, each with its type. Raises
    `ExpressionError` with a sentence and the column for whatever is not in the language.

    >>> read_expression("1 + n", {"n": None}, {}).value({"n": 2}, {})
    3
    """
    tree = _parsed(text)
    return Expression(text, tree, _Reader(dict(names), functions).type(tree, 1))


def _parsed(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ExpressionError(f"It is longer than {LONGEST} letters; divide it with `let`.")
    stripped = text.strip()
    if not stripped:
        raise ExpressionError("It is empty.")
    # The brackets let an expression run over several lines.
    before = "(" if "\n" in stripped else ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(f"{before}{stripped}{')' if before else ''}", mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(f"It is no expression: {_syntax(error)}", error.offset or 0) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError("It is no expression: it has too many brackets, or signs that do not belong "
                              "there.") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_PARTS:
        raise ExpressionError(f"It has more than {MOST_PARTS} parts; divide it with `let`.")
    return tree


def _syntax(error: SyntaxError) -> str:
    told = (error.msg or "").partition(" (")[0].rstrip(".")
    return f"{told[:1].lower()}{told[1:]}." if told else "something is missing."


class _Reader:
    """Checks an expression while it finds the types of its parts."""

    def __init__(self, names: dict[str, Type], functions: Mapping[str, Function]) -> None:
        self._names, self._functions = names, functions

    def _refuse(self, message: str, node: ast.AST) -> ExpressionError:
        return ExpressionError(message, getattr(node, "col_offset", -1) + 1)

    def type(self, node: ast.expr, depth: int) -> Type:
        if depth > DEEPEST:
            raise self._refuse("It is nested too deeply; divide it with `let`.", node)
        below = depth + 1
        if isinstance(node, ast.Constant):
            return self._constant(node)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._key(node, below)
        if isinstance(node, ast.Call):
            return self._call(node, below)
        if isinstance(node, ast.BoolOp):
            for part in node.values:
                self.type(part, below)
            return None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            self.type(node.operand, below)
            return None
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            self.type(node.left, below)
            self.type(node.right, below)
            return None
        if isinstance(node, ast.Compare):
            return self._compare(node, below)
        if isinstance(node, ast.IfExp):
            self.type(node.test, below)
            one, other = self.type(node.body, below), self.type(node.orelse, below)
            return one if one == other else None
        if isinstance(node, (ast.List, ast.Tuple)):
            types = [self.type(part, below) for part in node.elts]
            return Many(types[0] if types and all(t == types[0] for t in types) else None)
        if isinstance(node, _LISTS):
            return self._made_list(node, below)
        raise self._refuse(f"An expression has no {self._what(node)}.", node)

    @staticmethod
    def _what(node: ast.expr) -> str:
        if isinstance(node, ast.BinOp):
            return "such sign; numbers are joined by + - * / // and %"
        if isinstance(node, ast.UnaryOp):
            return "such sign before a value; there are `not` and -"
        return _WORDS.get(type(node), "such part")

    def _constant(self, node: ast.Constant) -> Type:
        value = node.value
        if isinstance(value, bool) or value is None:
            word = str(value)
            raise self._refuse(f"Write {word.lower()} instead of {word}.", node)
        if isinstance(value, (int, float)):
            if not abs(value) <= LARGEST:
                raise self._refuse(f"A number is larger than {LARGEST:,}.", node)
            return None
        if isinstance(value, str):
            if len(value) > _LONGEST_TEXT:
                raise self._refuse(f"A text is longer than {_LONGEST_TEXT} letters.", node)
            return None
        raise self._refuse("A value is a number, a text in quotes, true, false or none.", node)

    def _name(self, node: ast.Name) -> Type:
        if node.id in CONSTANTS:
            return None
        if node.id in self._names:
            return self._names[node.id]
        if node.id in self._functions:
            raise self._refuse(f"`{node.id}` is a function; write {node.id}(…).", node)
        raise self._refuse(f"There is no name `{node.id}` here."
                           f"{did_you_mean(node.id, sorted(self._names), 'Names')}", node)

    def _key(self, node: ast.Attribute, depth: int) -> Type:
        owner, key = self.type(node.value, depth), key_of(node.attr)
        if isinstance(owner, Many):
            raise self._refuse(
                f"`{node.attr}` is asked of a list; go through its entries: any(… for x in …).", node)
        if owner is None:
            raise self._refuse(f"`{node.attr}` is asked of something that has no keys.", node)
        fields = keys_of(owner)
        if key not in fields:
            known = [name_of_key(k) for k in fields]
            raise self._refuse(f"There is no key `{node.attr}` in a {_thing(owner)}."
                               f"{did_you_mean(node.attr, known, 'Keys')}", node)
        return type_of_field(fields[key])

    def _call(self, node: ast.Call, depth: int) -> Type:
        if not isinstance(node.func, ast.Name):
            raise self._refuse("Only the functions of the language can be called, by their names.", node)
        name = node.func.id
        if name not in self._functions:
            raise self._refuse(f"There is no function `{name}`."
                               f"{did_you_mean(name, sorted(self._functions), 'Functions')}", node)
        function = self._functions[name]
        if not function.least <= len(node.args) <= function.most:
            wanted = str(function.least) if function.least == function.most else (
                f"{function.least} to {function.most}")
            raise self._refuse(f"`{name}` takes {wanted} value{'' if wanted == '1' else 's'} in brackets, "
                               f"and here {'is' if len(node.args) == 1 else 'are'} {len(node.args)}.", node)
        if node.keywords and not function.named:
            raise self._refuse(f"`{name}` takes no values with names.", node)
        types = [self.type(part, depth) for part in node.args]
        for one in node.keywords:
            if one.arg is None:
                raise self._refuse("An expression has no stars.", node)
            self.type(one.value, depth)
        if function.check is not None:
            constants = [part.value if isinstance(part, ast.Constant) else None for part in node.args]
            wrong = function.check([*constants, *(one.arg for one in node.keywords)])
            if wrong:
                raise self._refuse(wrong, node)
        found = function.returns
        return found(types) if callable(found) and not isinstance(found, type) else found

    def _compare(self, node: ast.Compare, depth: int) -> Type:
        for operation in node.ops:
            if type(operation) not in _ORDER and not isinstance(operation, (*_EQUAL, *_INSIDE)):
                raise self._refuse("An expression has no `is`; write == or not.", node)
        for part in (node.left, *node.comparators):
            self.type(part, depth)
        return None

    def _made_list(self, node: ast.GeneratorExp | ast.ListComp, depth: int) -> Type:
        if len(node.generators) > MOST_FORS:
            raise self._refuse(f"A list has at most {MOST_FORS} `for`.", node)
        before = dict(self._names)
        for one in node.generators:
            if one.is_async or not isinstance(one.target, ast.Name):
                raise self._refuse("A `for` has one name: for x in ….", node)
            whole = self.type(one.iter, depth)
            if isinstance(whole, type):
                raise self._refuse(f"A {_thing(whole)} is no list.", one.iter)
            name = one.target.id
            if name in self._names or name in self._functions or name in CONSTANTS:
                raise self._refuse(f"`{name}` has a meaning already; take another name after `for`.",
                                   one.target)
            self._names[name] = whole.of if isinstance(whole, Many) else None
            for condition in one.ifs:
                self.type(condition, depth)
        made = Many(self.type(node.elt, depth))
        self._names = before
        return made


def _thing(record: type) -> str:
    """What a record is called in a message."""
    letters = "".join(f" {c.lower()}" if c.isupper() else c for c in record.__name__)
    return letters.strip()


# -- evaluating -----------------------------------------------------------------------------------


class _Run:
    """One evaluation."""

    def __init__(self, names: Mapping[str, Any], functions: Mapping[str, Function], steps: Steps) -> None:
        self._names, self._functions, self._steps = dict(names), functions, steps

    def value(self, node: ast.expr) -> Any:
        self._steps.take()
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return CONSTANTS[node.id] if node.id in CONSTANTS else self._names[node.id]
        if isinstance(node, ast.Attribute):
            return key_value(self.value(node.value), key_of(node.attr))
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.BoolOp):
            return self._joined(node.values, isinstance(node.op, ast.Or))
        if isinstance(node, ast.UnaryOp):
            return self._sign(node)
        if isinstance(node, ast.BinOp):
            return self._reckon(node)
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.IfExp):
            return self._choice(node)
        if isinstance(node, (ast.List, ast.Tuple)):
            return Entries.of(self.value(part) for part in node.elts)
        assert isinstance(node, _LISTS)
        return self._made_list(node)

    def _joined(self, parts: Sequence[ast.expr], decides: bool) -> bool | Unknown:
        """Parts joined by `or`, which one that is true decides, or by `and`, which a false one does."""
        unknown: Unknown | None = None
        for part in parts:
            found = truth(self.value(part))
            if isinstance(found, Unknown):
                unknown = found.after(unknown)
            elif found is decides:
                return decides
        return not decides if unknown is None else unknown

    def _sign(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            found = truth(value)
            return found if isinstance(found, Unknown) else not found
        return value if isinstance(value, Unknown) else -self._number(value, node.operand)

    def _number(self, value: Any, node: ast.expr) -> Any:
        if isinstance(value, (int, float)):
            return value
        raise ExpressionError(f"{shown(value)} is no number.", node.col_offset + 1)

    def _reckon(self, node: ast.BinOp) -> Any:
        one, other = self.value(node.left), self.value(node.right)
        unknown = first_unknown((one, other))
        if unknown is not None:
            return unknown
        self._number(one, node.left)
        self._number(other, node.right)
        try:
            made = _BINARY[type(node.op)][1](one, other)
        except ZeroDivisionError:
            raise ExpressionError("It divides by 0.", node.col_offset + 1) from None
        if not abs(made) <= LARGEST:
            raise ExpressionError(f"A number becomes larger than {LARGEST:,}.", node.col_offset + 1)
        return made

    def _choice(self, node: ast.IfExp) -> Any:
        test = truth(self.value(node.test))
        if isinstance(test, Unknown):
            one, other = self.value(node.body), self.value(node.orelse)
            same = first_unknown((one, other)) is None and one == other
            return one if same else test
        return self.value(node.body if test else node.orelse)

    def _compare(self, node: ast.Compare) -> bool | Unknown:
        left, unknown = self.value(node.left), None
        for operation, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            found = self._holds(operation, left, right, node)
            if isinstance(found, Unknown):
                unknown = found.after(unknown)
            elif not found:
                return False
            left = right
        return True if unknown is None else unknown

    def _holds(self, operation: ast.cmpop, left: Any, right: Any, node: ast.Compare) -> bool | Unknown:
        if isinstance(operation, _INSIDE):
            found = self._inside(left, right, node)
            return found if isinstance(found, Unknown) else found is isinstance(operation, ast.In)
        unknown = first_unknown((left, right))
        if unknown is not None:
            return unknown
        if isinstance(operation, _EQUAL):
            same = type(left) is type(right) if isinstance(left, bool) or isinstance(right, bool) else True
            return (same and left == right) is isinstance(operation, ast.Eq)
        sign, holds = _ORDER[type(operation)]
        numbers = [isinstance(v, (int, float)) for v in (left, right)]
        if not (all(numbers) or (isinstance(left, str) and isinstance(right, str))):
            raise ExpressionError(f"{shown(left)} {sign} {shown(right)} cannot be compared.",
                                  node.col_offset + 1)
        return holds(left, right)

    def _inside(self, left: Any, right: Any, node: ast.Compare) -> bool | Unknown:
        if isinstance(left, Unknown) or isinstance(right, Unknown):
            return first_unknown((left, right)) or Unknown(())
        if not isinstance(right, (Entries, Mapping)):
            raise ExpressionError(f"{shown(right)} is no list, so nothing is in it.", node.col_offset + 1)
        self._steps.take(len(right))
        if any(not isinstance(one, Unknown) and one == left for one in right):
            return True
        unknown = first_unknown((right,)) if isinstance(right, Entries) else None
        return False if unknown is None else unknown

    def _made_list(self, node: ast.GeneratorExp | ast.ListComp) -> Entries:
        before, made = dict(self._names), Entries()
        for _ in self._rounds(node.generators, made):
            self._steps.take()
            made.append(self.value(node.elt))
            if len(made) > _MOST_ENTRIES:
                raise ExpressionError("A list becomes too long.", node.col_offset + 1)
        self._names = before
        return made

    def _rounds(self, generators: Sequence[ast.comprehension], made: Entries) -> Iterator[None]:
        """Go through lists within each other, with the names bound. What is not known of them makes the list
        that is made partial."""
        if not generators:
            yield
            return
        one, *more = generators
        assert isinstance(one.target, ast.Name)
        whole = self.value(one.iter)
        if isinstance(whole, Unknown):
            made.partial = whole.after(made.partial)
            return
        if not isinstance(whole, (Entries, Mapping)):
            raise ExpressionError(f"{shown(whole)} is no list.", one.iter.col_offset + 1)
        if isinstance(whole, Entries) and whole.partial is not None:
            made.partial = whole.partial.after(made.partial)
        for entry in whole:
            self._steps.take()
            self._names[one.target.id] = entry
            fits = self._joined(one.ifs, False) if one.ifs else True
            if isinstance(fits, Unknown):
                made.partial = fits.after(made.partial)
            elif fits:
                yield from self._rounds(more, made)

    def _call(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Name)
        function = self._functions[node.func.id]
        values = [self.value(part) for part in node.args]
        named = {str(one.arg): self.value(one.value) for one in node.keywords}
        for value in values:
            if isinstance(value, Entries):
                self._steps.take(len(value))
            if function.costs is not None:
                self._steps.take(sum(map(function.costs, value)) if isinstance(value, Entries)
                                 else function.costs(value))
        if not function.takes_unknown:
            unknown = first_unknown((*values, *named.values()))
            if unknown is not None:
                return unknown
        try:
            return function.call(*values, **named)
        except ExpressionError as error:
            raise ExpressionError(str(error), error.column or node.col_offset + 1) from None
        except (TypeError, ValueError, AttributeError, KeyError, OverflowError):
            told = listed([shown(v) for v in (*values, *named.values())])
            raise ExpressionError(f"`{node.func.id}` cannot be worked out for {told}.",
                                  node.col_offset + 1) from None


def key_value(owner: Any, key: str) -> Any:
    """The value of a key of a record. A number or a yes or no that is not given is not known; a record that
    is not given is none; what is asked of none is not known."""
    if isinstance(owner, Unknown):
        return owner
    if owner is None:
        return Unknown((f"`{key}`, which the card leaves out",))
    kind: type = type(owner)
    one = keys_of(kind).get(key)
    if one is None:
        raise ExpressionError(f"{shown(owner)} has no key `{key}`.")
    value = getattr(owner, one.name)
    if value is None:
        return None if is_dataclass(one.type) else Unknown((f"`{key}` of {described(owner)}",))
    if isinstance(value, tuple):
        if one.field.kinds is not None and one.field.kinds == ("object",):
            return dict(value)
        return Entries.of(Entries.of(v) if isinstance(v, tuple) else v for v in value)
    return value


def described(owner: Any) -> str:
    """A record in a sentence: by its kind or its name, or what it is."""
    for key in ("kind", "id", "title"):
        name = getattr(owner, key, None)
        if isinstance(name, str):
            return name if key == "kind" else f"the {_thing(type(owner))} {name}"
    return f"the {_thing(type(owner))}"


def shown(value: Any) -> str:
    """A value in a message."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, str):
        return quoted(value[:60])
    if isinstance(value, (list, tuple)):
        return f"a list of {count(len(value), 'entry')}"
    return described(value) if is_dataclass(value) else "something else"


# -- functions of the language itself ---------------------------------------------------------------


def _any(values: Any) -> bool | Unknown:
    return _decided(values, True)


def _all(values: Any) -> bool | Unknown:
    return _decided(values, False)


def _decided(values: Any, decides: bool) -> bool | Unknown:
    if isinstance(values, Unknown):
        return values
    unknown = _list(values).partial
    for value in values:
        found = truth(value)
        if isinstance(found, Unknown):
            unknown = found.after(unknown)
        elif found is decides:
            return decides
    return not decides if unknown is None else unknown


def _list(value: Any) -> Entries:
    if isinstance(value, Entries):
        return value
    raise ExpressionError(f"{shown(value)} is no list.")


def _count(values: Any) -> int | Unknown:
    if isinstance(values, (Unknown, Mapping)):
        return values if isinstance(values, Unknown) else len(values)
    several = _list(values)
    return len(several) if several.partial is None else several.partial


def _numbers(values: Any) -> list[Any]:
    several = _list(values)
    for one in several:
        if not isinstance(one, (int, float)):
            raise ExpressionError(f"{shown(one)} is no number.")
    return list(several)


def _least(*values: Any) -> Any:
    several = _numbers(values[0] if len(values) == 1 else Entries.of(values))
    return min(several) if several else Unknown(("at least one number to choose from",))


def _greatest(*values: Any) -> Any:
    several = _numbers(values[0] if len(values) == 1 else Entries.of(values))
    return max(several) if several else Unknown(("at least one number to choose from",))


def _whole(number: Any, up: bool) -> int:
    (found,) = _numbers(Entries.of([number]))
    return int(-(-found // 1) if up else found // 1)


def _first(values: Any) -> Any:
    several = _list(values)
    return several[0] if several else None


def _get(mapping: Any, key: Any, otherwise: Any = None) -> Any:
    if not isinstance(mapping, Mapping):
        raise ExpressionError(f"{shown(mapping)} has no names.")
    return mapping.get(key, otherwise)


def _different(values: Any) -> Entries:
    made = Entries()
    for one in _list(values):
        if one not in made:
            made.append(one)
    return made


def _joined_lists(*several: Any) -> Entries:
    return Entries.of(one for values in several for one in _list(values))


def _known(value: Any) -> bool:
    return first_unknown((value,)) is None


def _default(value: Any, otherwise: Any) -> Any:
    return otherwise if isinstance(value, Unknown) or value is None else value


def _entry(types: Sequence[Type]) -> Type:
    return types[0].of if types and isinstance(types[0], Many) else None


def _same_list(types: Sequence[Type]) -> Type:
    return types[0] if types and isinstance(types[0], Many) else Many()


LANGUAGE: Mapping[str, Function] = {
    "any": Function(_any, 1, 1, "whether anything in a list is true", takes_unknown=True),
    "all": Function(_all, 1, 1, "whether everything in a list is true", takes_unknown=True),
    "count": Function(_count, 1, 1, "the number of entries of a list", takes_unknown=True),
    "sum": Function(lambda v: sum(_numbers(v)), 1, 1, "the sum of a list of numbers"),
    "min": Function(_least, 1, 20, "the least of a list of numbers, or of several"),
    "max": Function(_greatest, 1, 20, "the greatest of a list of numbers, or of several"),
    "abs": Function(lambda n: abs(_numbers(Entries.of([n]))[0]), 1, 1, "a number without its sign"),
    "ceil": Function(lambda n: _whole(n, True), 1, 1, "a number rounded up"),
    "floor": Function(lambda n: _whole(n, False), 1, 1, "a number rounded down"),
    "first": Function(_first, 1, 1, "the first entry of a list, none if it is empty", _entry),
    "get": Function(_get, 2, 3, "get(names, name): what a mapping has under a name; none, or a third value, "
                    "if it has nothing"),
    "different": Function(_different, 1, 1, "a list with each entry once", _same_list),
    "joined": Function(_joined_lists, 1, 20, "several lists as one", _same_list),
    "known": Function(_known, 1, 1, "whether a value is known", takes_unknown=True),
    "default": Function(_default, 2, 2, "default(a, b): a if it is known and given, else b",
                        takes_unknown=True),
}
"""The functions that every expression has."""
