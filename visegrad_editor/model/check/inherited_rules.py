"""A check of variants: set-up groups and entries that say something else than in the base, under the rule
number that the base has from the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..design import Design
from ..files.sources import SourceFile, Sources
from ..problems import Fix
from ..scenario import Entry, Scenario, SetUpGroup
from ..wording import listed
from .context import Checks
from .fixes import scenario_fix
from .set_up_groups import SECTION as GROUPS

CODE = "rule-of-base"
ENTRIES = "entries"
_FACTS = {
    GROUPS: {"where": "hexes", "alone": "a word on standing alone", "together": "a word on standing together",
             "limits": "limits"},
    ENTRIES: {"where": "hexes", "pays": "a cost", "stops": "a word on stopping", "else_": "other entries",
              "needs": "conditions", "delay": "a delay"}}
"""What the rule number of a group or an entry stands for: attributes, and what they are called."""
_WORDS = {GROUPS: "set-up group", ENTRIES: "entry"}


def check_inherited_rules(checks: Checks, design: Design, sources: Sources | None) -> None:
    """A warning for each set-up group and entry that a variant changes while its rule number is still that of
    its base, which has it from the rulebook: the rule says something else. A variant that states the number
    itself knows it."""
    file = sources.scenario if sources is not None else None
    if design.scenario is None or file is None:
        return
    for section in (GROUPS, ENTRIES):
        for one in checks.each(section, getattr(design.scenario, section), lambda e: str(e.id)):
            was = _with_other_facts(section, one, file, design.scenario) if one.rule else None
            if was is not None:
                _add(checks, section, one, *was)


def _with_other_facts(
    section: str, now: SetUpGroup | Entry, file: SourceFile, scenario: Scenario
) -> tuple[SetUpGroup | Entry, Scenario] | None:
    """The group or entry as it was in the nearest base from the rulebook, and that base, if a variant gives
    it other facts and inherits its rule number; None otherwise."""
    for one in file.chain():
        base = one.base.document if one.base is not None else None
        if not isinstance(base, Scenario) or one.stated_line(section, now.id, ("rule",)):
            return None
        was = next((e for e in getattr(base, section) if e.id == now.id), None)
        if was is None or was.rule != now.rule:
            return None
        if _other_facts(section, was, now):
            return (was, base) if base.provenance.source != "designer" else None
    return None


def _other_facts(section: str, was: SetUpGroup | Entry, now: SetUpGroup | Entry) -> list[str]:
    """The attributes of the facts that differ."""
    return [name for name in _FACTS[section] if getattr(was, name) != getattr(now, name)]


def _add(
    checks: Checks, section: str, now: SetUpGroup | Entry, was: SetUpGroup | Entry, base: Scenario
) -> None:
    other = _other_facts(section, was, now)
    facts = listed([_FACTS[section][name] for name in other])
    what = f"{_WORDS[section]} {now.name}"
    checks.add("warning", CODE, (
        f"The {what} has {facts} of its own here, and its rule number {now.rule} is still that of "
        f"{base.title}: that rule says something else. Take the number away, state one here, or restore "
        "the rest."), "scenario", section, now.id, within=(other[0].rstrip("_"),), fixes=(
            _changed(f"Take the rule number {now.rule} of the {what} away", section, now.id,
                     lambda e: replace(e, rule="")),
            _changed(f"Let the {what} be as in {base.title}", section, now.id, lambda _e: was)))


def _changed(label: str, section: str, id: str,
             change: Callable[[SetUpGroup | Entry], SetUpGroup | Entry]) -> Fix:
    def edit(scenario: Scenario) -> Scenario:
        entries = getattr(scenario, section)
        if all(e.id != id for e in entries):
            raise ValueError("It is gone.")
        changed: dict[str, object] = {section: tuple(change(e) if e.id == id else e for e in entries)}
        return replace(scenario, **changed)  # type: ignore[arg-type]

    return scenario_fix(label, edit)
