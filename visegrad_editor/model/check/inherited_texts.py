"""Checks of texts that a ruleset or a scenario inherits: a base's own words about rules that differ now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ..design import Design
from ..fields import declared
from ..files.codec import is_section
from ..files.sources import SourceFile, Sources
from ..ruleset import Ruleset
from ..scenario import Scenario
from ..scenario_words import tells_of_winning
from ..wording import listed, quoted
from .context import Checks

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
        for section in _changed_sections(base, now):
            found = _about(texts, _rules(getattr(base, section), getattr(now, section), ""))
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
                "scenario and speak of winning. Set-up sheets print them as the situation. Write `notes` of "
                "this scenario."), "scenario", "victory")
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
        if told and getattr(before, one.name) != getattr(now, one.name):
            yield one.name


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


def _about(texts: Sequence[_Told], rules: Collection[str]) -> list[_Told]:
    """The texts about rules of these numbers, and the lines of the player aid about their chapters where the
    numbers are those of chapters, or no line has one of them. A rule without a number may be told by any
    line."""
    lines = [t for t in texts if t.section == "player_aid"]
    if "" in rules:
        return lines
    chapters = {_chapter(rule) for rule in rules if rule.endswith(".0")}
    found = [t for t in texts if t.rule in rules or (t in lines and _chapter(t.rule) in chapters)]
    return found or [t for t in lines if _chapter(t.rule) in {*map(_chapter, rules)}]


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
        f"`{{id: {first}}}`."), "ruleset", section)


def _few(ids: Sequence[str]) -> list[str]:
    return [*ids[:_MOST_NAMED], *([f"{len(ids) - _MOST_NAMED} more"] if len(ids) > _MOST_NAMED else [])]
