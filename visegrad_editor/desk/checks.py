"""Checks of cards as data: files of conditions by rule number, read, evaluated and told as problems.

A check goes through things of a card, such as its sides or the forces of its groups, and tells a problem for
each of which its condition is true. What a card does not say makes a check open, not passed. The language of
conditions is that of `expressions`, with the names and functions of `facts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any

from ..lazy_dataclass import dataclass
from ..model.fields import Codec, Field
from ..model.files.bytes import ReadError
from ..model.files.codec import record_of
from ..model.files.file_problems import FileProblems
from ..model.files.plain_data import DataPath, as_text
from ..model.files.references import FileReferenceError, file_below
from ..model.files.schema import DocumentKind, check_schema
from ..model.files.yaml_reader import Reading, read_file
from ..model.problems import Problem, Severity
from ..model.provenance import RuleNumber
from ..model.values import LongText
from ..model.wording import count, did_you_mean, listed, quoted
from .card import Card
from .check_functions import declared_functions, functions_of
from .expressions import (
    Entries,
    Expression,
    ExpressionError,
    Many,
    Steps,
    Type,
    Unknown,
    first_unknown,
    key_of,
    keys_of,
    read_expression,
    shown,
    truth,
    type_of_field,
)
from .facts import COMMON, EACH, Facts, Item
from .special_rules import SpecialRules
from .tables import DATA

KIND = "checks"
SEVERITIES: Mapping[str, Severity] = {"error": "error", "warn": "warning", "info": "note"}
"""The severities of checks, and those of the problems they tell."""
ITEM = "item"
"""What a fix drops to take away the thing itself that a check has found."""
_ROOTS = ("sets", "group", "side", "card")
_ID = r"^[A-Za-z][A-Za-z0-9_-]*$"
_KEY = r"^[a-z_]+(\.[a-z_]+)*$"
_MOST_STEPS = 2_000_000
_SLOT = re.compile(r"\{([^{}]*)\}")


def _read_expression_text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


ExpressionText = Annotated[str, Field(
    "Expression", "An expression of the language of checks.", kinds=("string", "number", "boolean"),
    longest=1000, codec=Codec(_read_expression_text, lambda v: v))]
Key = Annotated[str, Field(pattern=_KEY, longest=80)]


@dataclass(frozen=True)
class Remedy:
    """How a problem can be solved: one of `set`, `trim`, `drop`, `add` and `remove`, which name a key as `at`
    does."""

    set: Annotated[Key, Field("Set", "A key that gets the value of `to`, or an answer.")] = ""
    trim: Annotated[Key, Field("Trim", "A number that is cut to the value of `to`.")] = ""
    drop: Annotated[Key, Field(
        "Drop", "A key that is left out; item is the thing itself.")] = ""
    add: Annotated[ExpressionText, Field("Add", "What is added to the list `to`.")] = ""
    remove: Annotated[ExpressionText, Field("Remove", "What is removed from the list `from`.")] = ""
    to: Annotated[ExpressionText, Field("To", "The value, or, with `add`, the key of the list.")] = ""
    source: Annotated[Key, Field("From", "With `remove`, the key of the list.", key="from")] = ""
    ask: Annotated[LongText, Field("Ask", "With `set` and without `to`: what is asked of a person.")] = ""
    also_drop: Annotated[Key, Field("Also drop", "With `set`, a further key that is left out.")] = ""
    label: Annotated[LongText, Field("Label", "What it does, in a few words.")] = ""

    @property
    def key(self) -> str:
        """The key that it changes."""
        return self.set or self.trim or self.drop or self.source or self.to


_Lets = Annotated[tuple[tuple[str, str], ...], Field(
    "Values", "Names for expressions; each may use those before it.", kinds=("object",),
    names=Field(pattern=r"^[a-z][a-z0-9_]*$"), values=ExpressionText, most=20, codec=Codec(
        lambda v: tuple((str(k), _read_expression_text(e)) for k, e in v.items()), dict),
    examples=("{hidden: group.hidden.squad_equivalents}",))]


@dataclass(frozen=True)
class Check:
    """A check."""

    id: Annotated[str, Field(
        "Name", "Its name, which no other check has.", pattern=_ID, longest=40, examples=("house-1",))]
    severity: Annotated[str, Field(
        "Severity", "error: against the rules; warn: probably not meant; info: worth knowing.",
        choices=tuple(SEVERITIES))]
    rule: RuleNumber
    says: Annotated[LongText, Field(
        "Says", "The sentence of the problem, with values in braces: {hidden} squad-equivalents.")]
    about: Annotated[LongText, Field("About", "What is wrong, in words, for the list of checks.")] = ""
    each: Annotated[str, Field(
        "Each", "What it goes through.", choices=tuple(EACH))] = "card"
    let: _Lets = ()
    concerns: Annotated[ExpressionText, Field(
        "If", "Where it is not true the check has nothing to say.", key="if")] = ""
    needs: Annotated[tuple[str, ...], Field(
        "Needs", "Expressions that must be known; else the check is not made.", kinds=("array",), most=20,
        entries=ExpressionText)] = ()
    when: Annotated[ExpressionText, Field("When", "The problem is there if it is true.")] = ""
    by: Annotated[tuple[str, ...], Field(
        "By", "Instead of `when`: the codes of the problems of form that are this check.", kinds=("array",),
        most=20, entries=Annotated[str, Field(longest=40)])] = ()
    at: Annotated[Key, Field(
        "At", "The key that the problem points at, below the thing; sets., group., side. and card. begin "
        "elsewhere.", examples=("sets.night.nvr",))] = ""
    fix: Annotated[Remedy | None, Field("Fix", "How it can be solved.", least=1)] = None

    @property
    def code(self) -> str:
        """The code of its problems."""
        return self.id.lower().replace("_", "-")


@dataclass(frozen=True)
class Checks:
    """A file of checks."""

    checks: Annotated[tuple[Check, ...], Field("Checks", "The checks.", least=1, most=200)]
    title: Annotated[str, Field("Title", "What people call them.", longest=200)] = ""


CHECKS = DocumentKind(
    KIND, Checks, "Checks of cards", "Conditions by rule number that a squad-level card is checked for.")


# -- reading ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReadyCheck:
    """A check whose expressions were read. `file` and `line` are where it stands."""

    check: Check
    file: str = ""
    line: int = 0
    let: tuple[tuple[str, Expression], ...] = ()
    concerns: Expression | None = None
    needs: tuple[Expression, ...] = ()
    when: Expression | None = None
    value: Expression | None = None
    """What its fix sets, adds or removes."""


@dataclass(frozen=True)
class LoadedChecks:
    """The checks of a file that could be read, and the problems of the file."""

    checks: tuple[ReadyCheck, ...] = ()
    problems: tuple[Problem, ...] = ()


def load_checks(path: Path, file: str = "", taken: Iterable[str] = ()) -> LoadedChecks:
    """The checks of a file, with a problem for each that cannot be used; never raises for what a file holds.
    `taken` are names that checks have already."""
    file = file or str(path)
    try:
        reading = read_file(path)
    except ReadError as error:
        return LoadedChecks(problems=(error.problem(file),))
    return read_checks(reading, file, taken)


def read_checks(reading: Reading, file: str, taken: Iterable[str] = ()) -> LoadedChecks:
    """The checks of a text, as `load_checks` gives those of a file."""
    data = reading.data
    if isinstance(data, dict) and as_text(data.get("kind")) != KIND:
        message = "The file holds no checks; such a file begins with `format: 1` and `kind: checks`."
        return LoadedChecks(problems=(Problem("error", "wrong-kind", message, file,
                                              reading.line(("kind",))),))
    misfits = check_schema(KIND, reading, file)
    if any(p.code != "unknown-key" for p in misfits):
        return LoadedChecks(problems=misfits)
    problems = FileProblems(file, reading, list(misfits))
    names, found = {name.lower() for name in taken}, []
    for i, check in enumerate(record_of(Checks).read(data).checks):
        path: DataPath = ("checks", i)
        if check.id.lower() in names:
            problems.add("error", "twice", (
                f"There is a check {quoted(check.id)} already; give this one another name."), (*path, "id"))
            continue
        names.add(check.id.lower())
        ready = _Reader(check, path, problems).ready()
        if ready is not None:
            found.append(replace(ready, file=file, line=reading.line(path)))
    return LoadedChecks(tuple(found), tuple(problems.problems))


@dataclass
class _Reader:
    """Reads the expressions of a check. `failed` is whether one of them could not be read."""

    check: Check
    path: DataPath
    problems: FileProblems
    failed: bool = False

    def ready(self) -> ReadyCheck | None:
        """The check with its expressions; None if something in it cannot be used."""
        check = self.check
        if bool(check.when) == bool(check.by):
            self._error("A check has either `when` or `by`." if not check.when else
                        "A check has `when` or `by`, not both.", ())
            return None
        names = {**COMMON, **EACH[check.each]}
        let = []
        for name, text in check.let:
            if name in names or name in declared_functions():
                self._error(f"`{name}` has a meaning already; give this value another name.", ("let", name))
                continue
            expression = self._read(text, names, ("let", name))
            names[name] = expression.type if expression is not None else None
            if expression is not None:
                let.append((name, expression))
        concerns = self._read(check.concerns, names, ("if",)) if check.concerns else None
        needs = [self._read(text, names, ("needs", i)) for i, text in enumerate(check.needs)]
        when = self._read(check.when, names, ("when",)) if check.when else None
        self._slots(names)
        if check.at:
            self._key(check.at, ("at",))
        value = self._fix(names)
        return None if self.failed else ReadyCheck(
            check, let=tuple(let), concerns=concerns, needs=tuple(n for n in needs if n is not None),
            when=when, value=value)

    def _error(self, message: str, at: DataPath) -> None:
        self.failed = True
        self.problems.add("error", "check", f"The check {self.check.id}: {message}", (*self.path, *at))

    def _read(self, text: str, names: Mapping[str, Type], at: DataPath) -> Expression | None:
        try:
            return read_expression(text, names, declared_functions())
        except ExpressionError as error:
            where = f", at letter {error.column}" if error.column else ""
            self._error(f"`{'.'.join(map(str, at))}`{where}: {error}", at)
            return None

    def _slots(self, names: Mapping[str, Type]) -> None:
        """Errors for braces in the sentence that no name stands in."""
        known = sorted(n for n, t in names.items() if not isinstance(t, type))
        for slot in _SLOT.findall(self.check.says):
            if slot not in known:
                self._error(f"`says` has {{{slot}}}, which is no value here."
                            f"{did_you_mean(slot, known, 'Values')}", ("says",))
        if "{" in _SLOT.sub("", self.check.says) or "}" in _SLOT.sub("", self.check.says):
            self._error("`says` has a brace that nothing closes or opens.", ("says",))

    def _key(self, key: str, at: DataPath) -> Type:
        """The type of the value of a key; an error if there is no such key."""
        owner, parts = _start(key, self.check.each)
        if owner is None:
            self._error(f"`{key}`: a {self.check.each} has no keys here; begin with one of "
                        f"{', '.join(f'{r}.' for r in _ROOTS)}", at)
            return None
        for n, part in enumerate(parts):
            fields = keys_of(owner) if isinstance(owner, type) else {}
            if part not in fields:
                before = ".".join(parts[:n])
                self._error(f"`{key}`: there is no key {quoted(part)}{f' in {before}' if before else ''}."
                            f"{did_you_mean(part, list(fields), 'Keys') if fields else ''}", at)
                return None
            owner = type_of_field(fields[part])
        return owner

    def _fix(self, names: Mapping[str, Type]) -> Expression | None:
        fix = self.check.fix
        if fix is None:
            return None
        ways = [way for way in ("set", "trim", "drop", "add", "remove") if getattr(fix, way)]
        if len(ways) != 1:
            self._error("A fix has exactly one of set, trim, drop, add and remove.", ("fix",))
            return None
        way = ways[0]
        wanted = {"set": bool(fix.to) != bool(fix.ask), "trim": bool(fix.to), "drop": not fix.to,
                  "add": bool(fix.to), "remove": bool(fix.source)}[way]
        if not wanted or (fix.source and way != "remove") or (fix.ask and way != "set"):
            self._error({
                "set": "A fix with `set` has either `to` or `ask`.", "trim": "A fix with `trim` has `to`.",
                "drop": "A fix with `drop` has no `to`.", "add": "A fix with `add` has the key of a list as "
                "`to`.", "remove": "A fix with `remove` has the key of a list as `from`."}[way], ("fix",))
            return None
        if fix.also_drop:
            self._key(fix.also_drop, ("fix", "also_drop"))
        if fix.key != ITEM or way != "drop":
            if way in ("add", "remove") and not re.fullmatch(_KEY, fix.key):
                self._error(f"`{fix.key}` is no key.", ("fix",))
                return None
            self._key(fix.key, ("fix", "from" if way == "remove" else "to" if way == "add" else way))
        text = {"set": fix.to, "trim": fix.to, "add": fix.add, "remove": fix.remove}.get(way, "")
        return self._read(text, names, ("fix", way if way in ("add", "remove") else "to")) if text else None


def _start(key: str, each: str) -> tuple[Type, list[str]]:
    """The record in which a key begins, and the rest of the key."""
    parts = [key_of(part) for part in key.split(".")]
    if parts[0] == each and len(parts) > 1:
        parts = parts[1:]
    elif parts[0] in _ROOTS and len(parts) > 1:
        record = {"sets": SpecialRules, "card": Card}.get(parts[0]) or EACH[each].get(parts[0])
        return record, parts[1:]
    own = Card if each == "card" else EACH[each].get(each, EACH[each].get("entry", EACH[each].get("goals")))
    return None if isinstance(own, Many) else own, parts


@cache
def catalogue() -> tuple[ReadyCheck, ...]:
    """The checks that come with the program, in the order of their names. Raises `ValueError` if their file
    has a problem."""
    loaded = load_checks(DATA / "checks.yaml", "checks.yaml")
    if loaded.problems:
        raise ValueError(str(loaded.problems[0]))
    return loaded.checks


def checks_of(card: Card, folder: Path | None, reading: Reading, file: str,
              more: Sequence[Path] = ()) -> LoadedChecks:
    """The checks of a card: those of the program, those of the files it names, which must lie below its
    folder, and those of `more` files. The problems are those of these files, and names of files that are not
    there; `reading` and `file` are those of the card."""
    found, problems = list(catalogue()), FileProblems(file, reading)
    told: list[Problem] = []
    paths: list[tuple[Path, str]] = []
    for i, name in enumerate(card.checks if folder is not None else ()):
        assert folder is not None
        try:
            paths.append((file_below(name, folder, KIND, (".yaml", ".yml")), name))
        except FileReferenceError as error:
            problems.add("error", "no-checks", f"The checks {quoted(name)}: {error}", ("checks", i))
    for path, name in (*paths, *((p, str(p)) for p in more)):
        loaded = load_checks(path, name, [c.check.id for c in found])
        found += loaded.checks
        told += loaded.problems
    return LoadedChecks(tuple(found), (*problems.problems, *told))


# -- evaluating -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finding:
    """A problem that a check has found, with what its fix needs: the thing, and the values of all names."""

    check: ReadyCheck
    item: Item
    values: Mapping[str, Any]
    problem: Problem


@dataclass(frozen=True)
class OpenCheck:
    """A check that could not be made for want of facts."""

    check: Check
    needs: tuple[str, ...]
    """What would have to be known, in words."""

    @property
    def words(self) -> str:
        """It as a line of a report."""
        return f"{self.check.id} ({self.check.rule}): {'; '.join(self.needs)}"


@dataclass(frozen=True)
class Report:
    """What checks have found. `silent` are the ids of checks that do not concern the card."""

    findings: tuple[Finding, ...] = ()
    passed: tuple[str, ...] = ()
    open: tuple[OpenCheck, ...] = ()
    silent: tuple[str, ...] = ()
    by_form: tuple[str, ...] = ()
    """The ids of checks whose problems were found as problems of form."""
    troubles: tuple[Problem, ...] = ()
    """The problems of checks that cannot be worked out for this card."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that was found, as problems."""
        return (*(f.problem for f in self.findings), *self.troubles)

    @cached_property
    def sentence(self) -> str:
        """How many checks passed and how many could not be made."""
        parts = [f"{count(len(self.passed), 'check')} passed"]
        if self.silent:
            verb = "does" if len(self.silent) == 1 else "do"
            parts.append(f"{len(self.silent)} {verb} not concern this card")
        if self.open:
            parts.append(f"{len(self.open)} not checkable here")
        return ", ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON-ready data, without its problems."""
        return {"passed": list(self.passed), "not_concerned": list(self.silent),
                "not_checkable": [{"id": o.check.id, "rule": o.check.rule, "needs": list(o.needs)}
                                  for o in self.open]}


@dataclass
class _Outcome:
    """What a check has found so far."""

    findings: list[Finding] = field(default_factory=list)
    unknown: Unknown | None = None
    met: bool = False
    """Whether it has something to say of the card at all."""


def report_on(facts: Facts, checks: Iterable[ReadyCheck], reading: Reading, file: str = "",
              form: Iterable[Problem] = ()) -> Report:
    """What checks find on a card. `form` are the problems that the reading of the card has found; `reading`
    and `file` give the lines."""
    codes = {p.code for p in form}
    found: list[Finding] = []
    passed: list[str] = []
    silent: list[str] = []
    by_form: list[str] = []
    left: list[OpenCheck] = []
    troubles: list[Problem] = []
    steps = Steps(_MOST_STEPS)
    for ready in checks:
        check = ready.check
        if check.by:
            (by_form if codes & set(check.by) else passed).append(check.id)
            continue
        try:
            outcome = _evaluated(ready, facts, steps, reading, file)
        except ExpressionError as error:
            left.append(OpenCheck(check, (f"an expression that can be worked out here: {error}",)))
            if ready.file != "checks.yaml":
                troubles.append(Problem(
                    "error", "check", f"The check {check.id} cannot be worked out for this card: {error}",
                    ready.file, ready.line))
            continue
        found += outcome.findings
        if outcome.unknown is not None:
            left.append(OpenCheck(check, outcome.unknown.needs))
        elif not outcome.met:
            silent.append(check.id)
        elif not outcome.findings:
            passed.append(check.id)
    return Report(tuple(found), tuple(passed), tuple(left), tuple(silent), tuple(by_form), tuple(troubles))


def _evaluated(ready: ReadyCheck, facts: Facts, steps: Steps, reading: Reading, file: str) -> _Outcome:
    """What one check finds; raises `ExpressionError` if it cannot be worked out."""
    assert ready.when is not None
    outcome, functions = _Outcome(), functions_of(facts)
    for item in facts.items(ready.check.each):
        values = {**facts.names, **item.names}

        def value(expression: Expression, known: Mapping[str, Any] = values) -> Any:
            own = Steps(min(steps.left, Steps().left))
            before = own.left
            try:
                return expression.value(known, functions, own)
            finally:
                steps.left -= before - max(own.left, 0)

        for name, expression in ready.let:
            values[name] = value(expression)
        concerned = True if ready.concerns is None else truth(value(ready.concerns))
        if concerned is False:
            continue
        outcome.met = True
        missing = first_unknown([concerned, *(_needed(value, n) for n in ready.needs)])
        holds = truth(value(ready.when)) if missing is None else missing
        if isinstance(holds, Unknown):
            outcome.unknown = holds.after(outcome.unknown)
        elif holds:
            check = ready.check
            line = reading.line(target(facts, item, check.at, check.each))
            outcome.findings.append(Finding(ready, item, values, Problem(
                SEVERITIES[check.severity], check.code, _sentence(check.says, values), file, line,
                rule=check.rule)))
    return outcome


def _needed(value: Callable[[Expression], Any], need: Expression) -> Any:
    """What must be known; none counts as not known."""
    found = value(need)
    return Unknown((f"`{need.text}`",)) if found is None else found


def _sentence(says: str, values: Mapping[str, Any]) -> str:
    text = _SLOT.sub(lambda slot: in_words(values[slot[1]]), says)
    return f"{text[:1].upper()}{text[1:]}"


def in_words(value: Any) -> str:
    """A value within a sentence."""
    if isinstance(value, Unknown):
        return "an unknown number"
    if isinstance(value, Entries):
        # Sentences stand one after the other, everything else is listed.
        words = [in_words(one) for one in value]
        return " ".join(words) if words and all(w.endswith(".") for w in words) else listed(words)
    if isinstance(value, float) and 0 < value < 1 and value not in (0.25, 0.5, 0.75):
        return f"{100 * value:.1f} %"
    return value if isinstance(value, str) else shown(value)


def target(facts: Facts, item: Item, key: str, each: str) -> DataPath:
    """Where a key stands in the card: below the thing, or, with `sets.`, in the special rule that holds."""
    if not key:
        return item.path
    parts = tuple(key_of(part) for part in key.split("."))
    if parts[0] == each and len(parts) > 1:
        parts = parts[1:]
    root = parts[0] if parts[0] in _ROOTS and len(parts) > 1 else ""
    if root == "sets":
        return (*facts.rule_path(keys_of(SpecialRules)[parts[1]].name), *parts[2:])
    if root == "card":
        return parts[1:]
    if root == "group":
        return (*item.path[:2], *parts[1:])
    if root == "side":
        ids = [s.id for s in facts.card.sides]
        side = item.names["side"]
        return ("sides", ids.index(side.id), *parts[1:]) if not isinstance(side, Unknown) else item.path
    return (*item.path, *parts)
