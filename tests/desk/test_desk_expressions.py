"""The language of checks: what it refuses, what it knows, and what is not known in it."""

from __future__ import annotations

from typing import Any

import pytest

from visegrad_editor.desk.card import START, Card, Force, Group
from visegrad_editor.desk.check_functions import declared_functions
from visegrad_editor.desk.expressions import (
    LANGUAGE,
    LONGEST,
    Entries,
    ExpressionError,
    Many,
    Steps,
    Unknown,
    read_expression,
    truth,
)
from visegrad_editor.desk.facts import COMMON

NAMES = {"card": Card, "n": None, "u": None, "some": Many(), "group": Group, "force": Force, "names": None}
VALUES: dict[str, Any] = {
    "n": 3, "u": Unknown(("u",)), "some": Entries.of([1, 2, 3]), "names": {"a": 1},
    "group": Group("line", "german", START),
    "force": Force(2, "german/truck")}

NASTY = [
    "__import__('os')", "().__class__", "force.__class__", "force.__dict__", "n.__class__.__mro__",
    "eval('1')", "exec('1')", "open('/etc/passwd')", "getattr(force, 'kind')", "globals()", "any.__self__",
    "lambda: 1", "(lambda: 1)()", "import os", "n = 1", "(n := 1)", "del n", "yield n", "await n",
    "[x async for x in some]", "n[0]", "some[0]", "some[:]", "{1: 2}", "{1}", "{x for x in some}",
    "{x: 1 for x in some}", "f'{n}'", "9 ** 9", "2 ** 2 ** 2", "1 << 9", "1 >> 1", "1 & 1", "1 | 1", "1 ^ 1",
    "~1", "+1", "1 @ 1", "1 is 1", "n is not none", "True", "None", "...", "1j", "b'x'", "10000000000",
    "1e400", "*some", "any(*some)", "look(**names)", "any(values=some)", "any()", "any(some, some)",
    "nothing", "any", "force.kidn", "some.kind", "names.a", "card.groups.id", "no_such(1)", "print(1)",
    "any(n for n in some)", "any(any for x in some)", "any(x for x in card)",
    "any(x for a, b in some)", "any(x for force.kind in some)", "any(x for x in some) if n", "1 +", "(", "",
    "   ", "\x00", "n;n", "n\nn", "'unclosed", "-" * 900 + "1", "(" * 400 + "1" + ")" * 400,
    "not " * 200 + "n", "[" * 60 + "]" * 60, "1" * (LONGEST + 1), "+".join(["1"] * 300),
    "[a for a in some for b in some for c in some]", "'" + "x" * 400 + "'", "force.kind.upper()",
    "some.append(1)", "'x'.join(some)", "'{0.__class__}'.format(n)", "date(1944)", "date(1944, 7, 1, 2)",
    "look('weather')", "look('nothing', 'x')", "look('boats', 'x', boat='a')",
    "look('boats', 'mp', kind='a')",
]


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_what_is_not_in_the_language_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ExpressionError) as told:
        read_expression(text, NAMES, declared_functions())
    message = str(told.value)
    assert message.endswith((".", "?")), message
    assert "Error" not in message
    assert len(message) < 2000


@pytest.mark.parametrize(("text", "part", "column"), [
    ("n > nn", "There is no name `nn` here. Did you mean `n`?", 5),
    ("force.kidn == 'x'", "There is no key `kidn` in a force. Did you mean `kind`?", 1),
    ("n == 1 and cuont(some)", "There is no function `cuont`. Did you mean `count`?", 12),
    ("count(some, some)", "`count` takes 1 value in brackets, and here are 2.", 1),
    ("True and n", "Write true instead of True.", 1),
    ("any(n for n in some)", "`n` has a meaning already", 11),
])
def test_what_is_wrong_is_said_with_its_place(text: str, part: str, column: int) -> None:
    with pytest.raises(ExpressionError) as told:
        read_expression(text, NAMES, declared_functions())
    assert part in str(told.value)
    assert told.value.column == column


def value(text: str) -> Any:
    return read_expression(text, NAMES, LANGUAGE).value(VALUES, LANGUAGE)


@pytest.mark.parametrize(("text", "result"), [
    ("1 + 2 * 3 - 4 / 2 - 7 // 2 - 7 % 4", -1), ("-n", -3), ("1 < n <= 3", True), ("1 < n < 3", False),
    ("n == 3 and n != 4", True), ("'a' in ['a', 'b']", True), ("'c' not in ['a', 'b']", True),
    ("'a' < 'b'", True), ("true == 1", False), ("n if n > 2 else 0", 3), ("sum(some)", 6), ("count(some)", 3),
    ("min(some)", 1), ("max(1, n, 2)", 3), ("ceil(2.1)", 3), ("floor(-2.1)", -3), ("abs(-2)", 2),
    ("first(some)", 1), ("first([])", None), ("get(names, 'a')", 1), ("get(names, 'b', 5)", 5),
    ("'a' in names", True), ("count(names)", 1), ("different([1, 1, 2])", [1, 2]),
    ("joined(some, [4])", [1, 2, 3, 4]), ("[x * 2 for x in some if x > 1]", [4, 6]),
    ("[a + b for a in some for b in some if a == b]", [2, 4, 6]), ("any(x > 2 for x in some)", True),
    ("all(x > 2 for x in some)", False), ("any([])", False), ("all([])", True), ("not some", False),
    ("force.kind", "german/truck"), ("force.carries", []), ("known(force.weight_t)", False),
    ("default(force.weight_t, 7)", 7), ("default(n, 7)", 3), ("default(none, 7)", 7), ("group.where", None),
    ("group.where and group.where.edge", False),
    ("(n\n  == 3)", True), ("n\n  == 3", True),
])
def test_values(text: str, result: Any) -> None:
    assert value(text) == result


@pytest.mark.parametrize(("text", "result"), [
    ("u and false", False), ("false and u", False), ("u or true", True), ("true or u", True),
    ("u == u or n == 3", True), ("any([u, true])", True), ("all([u, false])", False), ("known(u)", False),
    ("1 < 0 < u", False), ("count([x for x in [u]])", 1), ("3 in [u, 3]", True), ("default(u, 1)", 1),
    ("n if u else n", 3), ("any([x for x in [1, 2] if u or x == 2])", True),
])
def test_what_is_decided_without_what_is_not_known(text: str, result: Any) -> None:
    assert value(text) == result


@pytest.mark.parametrize("text", [
    "u", "not u", "u and true", "u or false", "u == u", "u < 1", "u + 1", "-u", "1 < u < 3", "u in some",
    "3 in [u]", "sum([1, u])", "min(1, u)", "any([u])", "all([u])", "1 if u else 2", "force.weight_t > 1",
    "group.where.edge", "first([u])", "count([x for x in some if u])", "sum(x for x in some if u)",
    "[x for x in u]", "any(x > 5 for x in some if u)", "all(x > 5 for x in some if u)",
    "different([u])", "min([])", "not [x for x in some if u]", "group.where.edge == group.where.edge",
])
def test_what_depends_on_what_is_not_known_is_not_known(text: str) -> None:
    found = value(text)
    assert isinstance(found if isinstance(found, Unknown) else truth(found), Unknown), found


@pytest.mark.parametrize(("text", "part"), [
    ("1 / (n - 3)", "divides by 0"), ("1 % (n - 3)", "divides by 0"), ("n + force.kind", "is no number"),
    ("'a' * n", '"a" is no number'), ("n < 'a'", "cannot be compared"), ("1 in n", "is no list"),
    ("[x for x in n]", "3 is no list"), ("sum(['a'])", "is no number"), ("1000000000 * 1000", "larger than"),
    ("get(n, 'a')", "has no names"), ("count(n)", "is no list"), ("some * 9", "a list of 3 entries is no"),
])
def test_what_cannot_be_worked_out_is_said(text: str, part: str) -> None:
    with pytest.raises(ExpressionError, match=part):
        value(text)


def test_steps_are_counted() -> None:
    text = "sum(a * b for a in some for b in some)"
    expression = read_expression(text, NAMES, LANGUAGE)
    many = {"some": Entries.of(range(2000))}
    with pytest.raises(ExpressionError, match="too many steps"):
        expression.value(many, LANGUAGE)
    steps = Steps(500)
    assert expression.value(VALUES, LANGUAGE, steps) == 36
    assert 0 < steps.left < 500
    # Lists within lists do not get around it.
    nested = read_expression("count([[a for a in some] for b in some])", NAMES, LANGUAGE)
    with pytest.raises(ExpressionError, match="too many steps"):
        nested.value(many, LANGUAGE)


def test_reasons_are_those_of_all_parts() -> None:
    found = value("force.weight_t + force.af > 3")
    assert isinstance(found, Unknown)
    assert found.needs == ("`weight_t` of german/truck", "`af` of german/truck")


def test_keys_that_are_words_of_the_language_have_a_mark() -> None:
    assert read_expression("group.arrives.as_", NAMES, LANGUAGE).type is None
    assert read_expression("force.class_ == 'elite'", NAMES, LANGUAGE).value(VALUES, LANGUAGE) is False


def test_every_function_says_what_it_gives_and_is_used_or_plain() -> None:
    functions = declared_functions()
    assert len(functions) > 50
    assert all(f.about and f.least <= f.most for f in functions.values())
    assert set(COMMON) & set(functions) == set()
