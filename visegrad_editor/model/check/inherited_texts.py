"""Checks of texts that a ruleset or a scenario inherits: a base's own words about rules that differ now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ...lazy_dataclass import dataclass
from ..design import Design
from ..edit.ruleset import with_ruleset
from ..fields import declared
from ..files.codec import is_section
from ..files.sources import SourceFile, Sources
from ..problems import Fix
from ..ruleset import Ruleset
from ..scenario import Scenario
from ..scenario_words import tells_of_winning
from ..wording import listed, quoted
from .context import Checks
from .fixes import scenario_fix

_NOT_TOLD = ("counter", "advice", "style")
"""Sections about which the words on paper say nothing."""
_LISTS = ("states", "pools", "call_ups", "events")
"""Lists of rules at the top of a ruleset."""
_MOST_NAMED = 6


@dataclass(frozen=True)
class _Told:
    """A text of the base: its list, its id there, and its rule number."""

    section: str
    id: str
    rule: str


def check_inherited_texts(checks: Checks, design: Design, sources: Sources | None) -> None:
    """Warnings for blocks that differ from those of the base, while texts about them are those of the base:
    lines of the player aid, reminders and the texts of results, found by their rule numbers; and for notes
    that tell of winning where the scenario says otherwise who wins."""
    _check_notes(checks, design, sources)
    file = sources.ruleset if sources is not None else None
    now = design.ruleset
    restated: set[tuple[str, str]] = set()
    while file is not None and file.base is not None:
        base = file.base_document
        assert isinstance(base, Ruleset)
        restated.update(_restated(file))
        texts = list(_inherited(base, design.ruleset, restated))
        numbers = {*(line.rule for line in base.player_aid), *(result.rule for result in base.results),
                   *(rule.rule for rule in base.special_rules)}
        for section in _changed_sections(base, now):
            rules = _rules(_without_words(base, section), _without_words(now, section), "")
            found = _about(texts, rules, bool(numbers & rules))
            if found:
                _warn(checks, section, base, found)
        file = file.base
        now = file.document if isinstance(file.document, Ruleset) else now


def _check_notes(checks: Checks, design: Design, sources: Sources | None) -> None:
    """A warning for notes of a base that speak of winning, in a scenario in which somebody else wins."""
    scenario, file = design.scenario, sources.scenario if sources is not None else None
    while scenario is not None and file is not None and file.base is not None:
        base = file.base_document
        assert isinstance(base, Scenario)
        if base.victory != scenario.victory and scenario.notes == base.notes and "notes" not in (
                file.current.data) and tells_of_winning(base.notes):
            checks.add("warning", "inherited-text", (
                f"Who wins is not as in {quoted(base.title or base.name)}, but the notes are those of that "
                "scenario and speak of winning. Set-up sheets print them as the situation. Write notes of "
                "this scenario: Scenario > Properties…"), "scenario", "victory",
                fix=scenario_fix("Leave the notes of the base out", lambda s: replace(s, notes="")))
            return
        file = file.base


def _restated(file: SourceFile) -> Iterator[tuple[str, str]]:
    """The texts that a file states or names itself, as list and id."""
    data = file.current.data
    for section in ("player_aid", "results"):
        for entry in data.get(section) or ():
            yield section, str(entry.get("id"))
    if "special_rules" in data:
        yield "special_rules", ""


def _inherited(base: Ruleset, now: Ruleset, restated: Collection[tuple[str, str]]) -> Iterator[_Told]:
    """The texts of the base that the ruleset still has and does not state itself."""
    lines = {line.id: line.text for line in now.player_aid}
    for line in base.player_aid:
        if lines.get(line.id) == line.text and ("player_aid", line.id) not in restated:
            yield _Told("player_aid", line.id, line.rule)
    results = {result.id: result.text for result in now.results}
    for result in base.results:
        if result.text and results.get(result.id) == result.text and (
                "results", result.id) not in restated:
            yield _Told("results", result.id, result.rule)
    if ("special_rules", "") not in restated:
        for rule in base.special_rules:
            if rule in now.special_rules:
                yield _Told("special_rules", rule.rule, rule.rule)


def _changed_sections(before: Ruleset, now: Ruleset) -> Iterator[str]:
    for one in declared(Ruleset):
        told = one.name in _LISTS or (is_section(one) and one.name not in _NOT_TOLD)
        if told and _without_words(before, one.name) != _without_words(now, one.name):
            yield one.name


def _without_words(rules: Ruleset, section: str) -> Any:
    """A section of a ruleset; results without the texts about them, which are no rules."""
    return tuple(replace(one, text="") for one in rules.results) if section == "results" else getattr(
        rules, section)


def _rules(before: Any, after: Any, around: str) -> set[str]:
    """The rule numbers of what differs: that of an entry, else of what is around it."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        old, new = _by_id(before), _by_id(after)
        if old is None or new is None:
            return {around}
        return {rule for id in {**old, **new} if old.get(id) != new.get(id)
                for rule in _rules(old.get(id), new.get(id), around)}
    records = [one for one in (after, before) if is_dataclass(one)]
    if not records:
        return {around}
    own = next((rule for one in records if (rule := getattr(one, "rule", ""))), around)
    if len(records) == 1 or type(before) is not type(after):
        return {own}
    changed = (f.name for f in fields(after) if f.name != "rule")
    return {rule for name in changed if getattr(before, name) != getattr(after, name)
            for rule in _rules(getattr(before, name), getattr(after, name), own)} or {own}


def _by_id(entries: Sequence[Any]) -> Mapping[str, Any] | None:
    """The entries by id, None if they have none."""
    if not all(hasattr(entry, "id") for entry in entries):
        return None
    return {str(entry.id): entry for entry in entries}


def _about(texts: Sequence[_Told], rules: Collection[str], told: bool) -> list[_Told]:
    """The texts about rules of these numbers, and the lines of the player aid about their chapters where the
    numbers are those of chapters, or the base has no text with one of them (`told`). A rule without a number
    may be told by any line."""
    lines = [t for t in texts if t.section == "player_aid"]
    if "" in rules:
        return lines
    chapters = {_chapter(rule) for rule in rules if rule.endswith(".0")}
    found = [t for t in texts if t.rule in rules or (t in lines and _chapter(t.rule) in chapters)]
    return found if found or told else [t for t in lines if _chapter(t.rule) in {*map(_chapter, rules)}]


def _chapter(rule: str) -> str:
    return rule.partition(".")[0]


def _warn(checks: Checks, section: str, base: Ruleset, found: Sequence[_Told]) -> None:
    by_list: dict[str, list[str]] = {}
    for one in found:
        by_list.setdefault(one.section, []).append(one.id)
    named = "; ".join(f"`{key}`: {listed(_few(ids))}" for key, ids in by_list.items())
    first = next(iter(by_list.get("player_aid", ())), "...")
    checks.add("warning", "inherited-text", (
        f"`{section}` is not that of {quoted(base.name)}, but what that ruleset says of it in its own words "
        f"is still printed and may no longer be true ({named}). Write texts of your own, such as "
        f"`player_aid: [{{id: {first}, text: ...}}]`. A line that still holds is only named: "
        f"`{{id: {first}}}`."), "ruleset", section, fixes=_without_texts(base, found))


def _without_texts(base: Ruleset, found: Sequence[_Told]) -> tuple[Fix, ...]:
    """Takes the texts of the base away, so that they are printed no more; nothing if they are so many that
    most will hold."""
    if len(found) > _MOST_NAMED:
        return ()
    told = {(one.section, one.id) for one in found}

    def edit(design: Design) -> Design:
        now = design.ruleset
        return with_ruleset(design, replace(
            now,
            player_aid=tuple(line for line in now.player_aid if ("player_aid", line.id) not in told),
            results=tuple(replace(result, text="") if ("results", result.id) in told else result
                          for result in now.results),
            special_rules=tuple(rule for rule in now.special_rules if not (
                ("special_rules", rule.rule) in told and rule in base.special_rules))))

    what = "text" if len(found) == 1 else "texts"
    ids = listed(list(dict.fromkeys(one.id for one in found if one.id))) or "without a number"
    return (Fix(f"Leave the {what} of {quoted(base.title or base.name)} about it out ({ids})", edit),)


def _few(ids: Sequence[str]) -> list[str]:
    return [*ids[:_MOST_NAMED], *([f"{len(ids) - _MOST_NAMED} more"] if len(ids) > _MOST_NAMED else [])]
