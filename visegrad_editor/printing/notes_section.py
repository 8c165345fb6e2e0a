"""What a player must know besides the counters: victory, special rules, options, where values come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ..model.design import Design
from ..model.problems import Problem
from ..model.provenance import Provenance
from ..model.scenario import Scenario
from . import words
from .arrivals import replacement_lines
from .blocks import GroupHeading, Heading, Notice, Paragraph, items
from .flow import Block, Columns, Element, Together
from .text import BODY, SMALL

_WINNING = re.compile(r"\b(wins?|won|winning|victory|victorious|loses the game)\b", re.IGNORECASE)


def opening_section(design: Design, scenario: Scenario) -> list[Element]:
    """The scenario's notes, its special rules and what the rules say of winning, for the first page."""
    elements: list[Element] = []
    if scenario.notes.strip():
        elements.append(Heading("Situation"))
        elements += [Paragraph(part, gap=5.0) for part in _paragraphs(scenario.notes)]
    own = [t for t in scenario.special_rules if t.strip()]
    if own:
        elements += [Heading("Special rules of this scenario"), *items([("•", t) for t in own], indent=12)]
    winning = [(r, t) for r, t in _reminders(design) if _WINNING.search(t)]
    if winning:
        elements.append(Together([Heading("Victory"), *items(winning)]))
    return elements


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; in folded text of a file a single line break parts them."""
    parts = text.split("\n\n") if "\n\n" in text.strip() else text.split("\n")
    return [p for p in parts if p.strip()]


def rules_section(design: Design, scenario: Scenario) -> list[Element]:
    """Reminders of the ruleset, and the options chosen."""
    blocks: list[Block] = []
    reminders = [(r, t) for r, t in _reminders(design) if not _WINNING.search(t)]
    if reminders:
        head = GroupHeading("Easily forgotten", "by rule number")
        blocks += [head, *items(reminders, group=head)]
    options = _options(design, scenario)
    if options:
        head = GroupHeading("Options chosen")
        blocks += [head, *items(options, group=head)]
    return [Together([Heading("Rules in force", design.ruleset.title), Columns(blocks)])] if blocks else []


def _reminders(design: Design) -> list[tuple[str, str]]:
    found = [(r, t) for r, t in design.ruleset.special_rules if t.strip()]
    return sorted(found, key=lambda pair: words.rule_order(pair[0]))


def _options(design: Design, scenario: Scenario) -> list[tuple[str, str]]:
    chosen = dict(scenario.options)
    lines = []
    for option in design.ruleset.options:
        if not option.choices:
            continue
        choice = chosen.get(option.id, option.choices[0])
        others = [c for c in option.choices if c != choice]
        usual = ", the usual choice" if choice == option.choices[0] else f" instead of {option.choices[0]}"
        extra = f" Possible too: {words.either(others)}." if others else ""
        lines.append((option.rule, f"{option.name}: {choice}{usual if others else ''}.{extra}"))
    return lines


def provenance_section(design: Design, scenario: Scenario, mark: str) -> list[Element]:
    """Which values are reconstructed, and what the dagger means; [] for a game that is all the designer's."""
    if _all_own(design, scenario):
        return []
    ruleset, map = design.ruleset, design.map
    guessed = [u for u in scenario.units if u.provenance.source == "reconstructed" and u.strength]
    fighting = [u for u in scenario.units if u.strength]
    blocks: list[Block] = []
    if guessed:
        blocks.append(
            Paragraph(
                f"A dagger ({words.DAGGER}) stands beside a value that is reconstructed: the rulebook does "
                f"not print it. This holds for the strengths of {len(guessed)} of {len(fighting)} units.",
                BODY,
                3.0,
            )
        )
    else:
        blocks.append(Paragraph("No unit of this scenario has a reconstructed strength.", BODY, 4.0))
    lines = [line for line, marked in _chart_lines(design, scenario) if marked]
    total = len(_chart_lines(design, scenario))
    if lines:
        blocks.append(
            Paragraph(f"{len(lines)} of {total} lines of the replacement chart are reconstructed.", BODY)
        )
    tables = [t.name for t in ruleset.tables if t.provenance.source == "reconstructed"]
    if tables:
        blocks.append(Paragraph(f"Reconstructed tables: {words.both(tables)}.", BODY))
    terrain = sum(t.provenance.source == "reconstructed" for t in ruleset.terrain)
    if terrain:
        blocks.append(
            Paragraph(
                f"{terrain} of {len(ruleset.terrain)} kinds of terrain have reconstructed effects.", BODY
            )
        )
    if map.provenance.source == "reconstructed":
        blocks.append(
            Paragraph(f"The map “{map.title or map.name}” is a reconstruction, not the printed one.", BODY)
        )
    designed = [u for u in scenario.units if u.provenance.source == "designer"]
    if designed:
        blocks.append(
            Paragraph(
                f"{words.count_words(len(designed), 'unit')} of the scenario "
                f"{'is' if len(designed) == 1 else 'are'} the designer's own: place, time or strength "
                "were chosen, not taken from a rulebook.",
                BODY,
            )
        )
    notes = Counter(n for u in fighting if (n := _note(u.provenance)))
    for note, count in notes.most_common():
        blocks.append(Paragraph(f"{words.count_words(count, 'unit')}: {note}", SMALL, bullet="–", indent=9))
    blocks.append(
        Paragraph(
            f"Content mark {mark}, computed from the ruleset, the map and the scenario. Two sheets with "
            "the same mark say the same.",
            SMALL,
            5.0,
        )
    )
    return [Together([Heading("Where the values come from"), Columns(blocks)])]


def _all_own(design: Design, scenario: Scenario) -> bool:
    """Whether no rulebook has a part in the values: then there is nothing to tell them from."""
    rules = design.ruleset
    found: list[Provenance] = [scenario.provenance, design.map.provenance]
    for kinds in (rules.nationalities, rules.unit_types, rules.terrain, rules.hexsides, rules.roads,
                  rules.features, rules.tables, rules.replacements, scenario.units):
        found += [k.provenance for k in kinds]
    return all(p.source in ("designer", "data") for p in found)


def has_daggers(design: Design, scenario: Scenario) -> bool:
    """Whether any value of the sheet is marked as reconstructed."""
    units = any(words.DAGGER in words.strength_words(u, design.ruleset) for u in scenario.units)
    return units or any(mark for _, mark in _chart_lines(design, scenario))


def _chart_lines(design: Design, scenario: Scenario) -> list[tuple[tuple[int, str, int, int], str]]:
    return [
        (line, mark) for line, mark in replacement_lines(design, scenario) if 0 < line[0] <= scenario.turns
    ]


def _note(provenance: Provenance) -> str:
    if provenance.source == "rulebook" and not provenance.note:
        return ""
    rule = f" (rule {provenance.rule})" if provenance.rule else ""
    return f"{words.sentence(provenance.note).rstrip('.')}{rule}." if provenance.note else ""


def problem_notice(problems: Sequence[Problem]) -> list[Element]:
    """A box that says the scenario is not ready, with its errors; nothing where there are none."""
    errors = [p for p in problems if p.severity == "error"]
    if not errors:
        return []
    lines = [f"{p.message}{f' [rule {p.rule}]' if p.rule else ''}" for p in errors[:8]]
    if len(errors) > 8:
        lines.append(f"… and {len(errors) - 8} more.")
    return [Notice(f"Not ready to play: {words.count_words(len(errors), 'error')}", tuple(lines))]
