"""The notes for players: victory, special rules, options, and the sources of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..engine.key_hexes import key_hexes
from ..lazy_dataclass import dataclass
from ..model.counter_values import has_values, own_values, source_of
from ..model.design import Design
from ..model.in_play import InPlay
from ..model.problems import Problem
from ..model.provenance import Provenance
from ..model.rules.victory import VICTORY
from ..model.ruleset import Replacements
from ..model.scenario import Scenario, Unit
from ..model.scenario_words import sentences_of, tells_of_winning
from . import words
from .arrivals import replacement_lines
from .blocks import GroupHeading, Heading, Notice, Paragraph, items
from .flow import Block, Columns, Element, Together
from .pen import Pen
from .text import BODY, INK, SMALL, STRONG, TextStyle, shorten

MORE_PLACES = ("The side that holds more places of the map at the end of the last turn wins; with as many on "
               "both sides the game is a draw.")
"""Who wins by a ruleset that says nothing of it."""


def opening_section(design: Design, scenario: Scenario) -> list[Element]:
    """The scenario's notes, its special rules and the rules about winning, for the first page."""
    elements: list[Element] = []
    if scenario.notes.strip():
        elements.append(Heading("Situation"))
        elements += [Paragraph(part, gap=5.0) for part in _paragraphs(scenario.notes)]
    own = [t for t in scenario.special_rules if t.strip()]
    if own:
        lines = items([("•", t) for t in own], indent=12)
        elements.append(Together([Heading("Special rules of this scenario"), *lines]))
    winning, deciding = victory_lines(design), _deciding_hexes(design)
    if winning or deciding:
        elements.append(Together([Heading("Victory"), *items(winning), *deciding]))
    return elements


def victory_lines(design: Design) -> list[tuple[str, str]]:
    """Who wins, as (rule, text): what the ruleset says of victory or, if it has no such data, its reminders
    about winning."""
    ruleset = design.ruleset
    play = InPlay(design)
    victory = replace(ruleset.victory, conditions=tuple(
        c for c in ruleset.victory.conditions if play.is_in_force(c.when.option)))
    told = sentences_of(design).victory(victory) if ruleset.victory != VICTORY else []
    if ruleset.victory == VICTORY and ruleset.system == "standard":
        return [("", MORE_PLACES), *_reminders(design)[0]]
    return [*((s.rule, s.text) for s in told), *_reminders(design)[0]]


def reminder_lines(design: Design) -> list[tuple[str, str]]:
    """The reminders that are not about winning, as (rule, text)."""
    return _reminders(design)[1]


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; in folded YAML text a single line break separates them."""
    parts = text.split("\n\n") if "\n\n" in text.strip() else text.split("\n")
    return [p for p in parts if p.strip()]


def rules_section(design: Design, scenario: Scenario, *, whole: bool = True) -> list[Element]:
    """Reminders from the ruleset, the options chosen, and hexes that the rules name, as far as they apply.
    `whole` options do not go on in another column."""
    blocks: list[Block] = []
    reminders = reminder_lines(design)
    if reminders:
        head = GroupHeading("Easily forgotten rules", "by rule number")
        blocks += [head, *items(reminders, group=head)]
    options = option_lines(design, whole=True)
    if options:
        head = GroupHeading("Options chosen")
        blocks += [head, *items(options, group=head, whole=whole)]
    for key in key_hexes(design):
        if not key.decides:
            head = GroupHeading(key.name, f"rule {key.rule}" if key.rule else "")
            places = ", ".join(words.hex_words(h, design.map) for h in key.hexes)
            blocks += [head, Paragraph(f"{places}.", SMALL.in_colour(INK), 3.0, group=head)]
    return [Together([Heading("Rules in force", design.ruleset.title), Columns(blocks)])] if blocks else []


@dataclass
class HexBoxes(Block):
    """Hexes by number and name, each with a box to tick; a few fit on the line of their title."""

    rule: str
    title: str
    hexes: tuple[str, ...]
    design: Design
    gap: float = 5.0

    _INDENT = 26.0
    _CELL = 96.0
    _STYLE = TextStyle(BODY.font, 8.5, 13.0)

    def _across(self, width: float) -> int:
        return max(1, int((width - self._INDENT) / self._CELL))

    def _beside(self, width: float) -> float:
        """The left end of the boxes on the line of the title; 0 if they stand below it."""
        right = self._INDENT + BODY.width(f"{self.title}:") + 10
        return right if right + len(self.hexes) * self._CELL <= width else 0.0

    def height(self, width: float) -> float:
        if self._beside(width):
            return self._STYLE.leading
        rows = -(-len(self.hexes) // self._across(width))
        return BODY.leading + rows * self._STYLE.leading

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        pen.text(x, top, self.rule, TextStyle(STRONG.font, BODY.size, BODY.leading))
        left, across, first = x + self._INDENT, self._across(width), top + BODY.leading
        pen.text(left, top, shorten(f"{self.title}:", BODY, width - self._INDENT), BODY)
        cell = (width - self._INDENT) / across
        if beside := self._beside(width):
            left, across, cell, first = x + beside, len(self.hexes), self._CELL, top - 0.75
        for i, number in enumerate(self.hexes):
            at, y = left + i % across * cell, first + i // across * self._STYLE.leading
            pen.tick_box(at, y + 2.5, 8.0)
            text = shorten(words.hex_words(number, self.design.map), self._STYLE, cell - 16)
            pen.text(at + 12, y, text, self._STYLE)


def _deciding_hexes(design: Design) -> list[Block]:
    """The hexes that score or end the game."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for key in key_hexes(design):
        if key.decides:
            found.setdefault((key.name, key.hexes), []).append(key.rule)
    return [HexBoxes(rules[0], name + _also(rules), hexes, design) for (name, hexes), rules in found.items()]


def _also(rules: Sequence[str]) -> str:
    """The further rules by which the same hexes decide the game, in brackets after a blank; "" for none."""
    more = [rule for rule in dict.fromkeys(rules) if rule and rule != rules[0]]
    return f" (also rule {words.both(more)})" if more else ""


def _reminders(design: Design) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The special rules of the ruleset that apply to the scenario, or without one to every scenario, as
    (rule, text) in the order of rules: those about winning, and the others. A text that goes on in the middle
    of a sentence belongs to the one before it.

    Only a ruleset that does not say as data who wins says so in reminders."""
    play = InPlay(design)
    applies = play.applies if design.scenario is not None else play.applies_anyway
    pairs = [(r.rule, r.text) for r in design.ruleset.special_rules if r.text.strip() and applies(r)]
    winning: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    last = others
    ordered = sorted(pairs, key=lambda pair: words.rule_order(pair[0]))
    own = design.scenario is not None and design.scenario.own_victory is not None
    if design.ruleset.victory != VICTORY and not own:
        return winning, ordered
    for rule, text in ordered:
        if not text[:1].islower():
            last = winning if tells_of_winning(text) else others
        last.append((rule, text))
    # What the ruleset says of winning is not so in a scenario that says it itself.
    return [] if own else winning, others


def option_lines(
    design: Design, *, whole: bool = False, unusual: bool = False
) -> list[tuple[str, str]]:
    """The options and what is chosen of each, as (rule, text); none without a scenario. A `whole` text says
    what the option decides, and what else might be chosen; `unusual`: without standard choices."""
    if design.scenario is None:
        return []
    chosen, play = design.scenario.option, InPlay(design)
    lines = []
    for option in design.ruleset.options:
        if not option.choices or not play.applies(option):
            continue
        choice = chosen.get(option.id, option.choices[0])
        if unusual and choice == option.choices[0]:
            continue
        title = option.title_of(choice)
        text = f"{option.name}: {title}."
        if whole:
            others = [option.title_of(c) for c in option.choices if c != choice]
            usual = ", the standard choice" if others and choice == option.choices[0] else ""
            extra = f"Also possible: {words.either(others)}." if others else ""
            text = f"{option.name}: {title}{usual}. {words.sentence(option.text)}".strip()
            text = f"{text if text[-1] in '.!?' else f'{text}.'} {extra}".strip()
        lines.append((option.rule, text))
    return lines


def provenance_section(design: Design, scenario: Scenario, mark: str) -> list[Element]:
    """Which values are reconstructed, and the meaning of the dagger; [] if all values are the designer's."""
    if _all_own(design, scenario):
        return []
    blocks: list[Block] = [
        *_unit_sources(design, scenario), *_ruleset_sources(design, scenario), *map_source(design)]
    designed = [u for u in scenario.units if u.provenance.any_is("designer")]
    if designed:
        blocks.append(
            Paragraph(
                f"{words.count_words(len(designed), 'unit')} of the scenario "
                f"{'is' if len(designed) == 1 else 'are'} the designer's own: place, time or strength was "
                "chosen, not taken from a rulebook.",
                BODY,
            )
        )
    notes = Counter(note for u in scenario.units if has_values(design.ruleset, u)
                    for note in _notes(u.provenance))
    for note, count in notes.most_common():
        blocks.append(Paragraph(f"{words.count_words(count, 'unit')}: {note}", SMALL, bullet="–", indent=9))
    blocks.append(
        Paragraph(
            f"Content mark {mark}, computed from the ruleset, the map and the scenario. Two sheets with "
            "the same mark have the same content.",
            SMALL,
            5.0,
        )
    )
    return [Together([Heading("Where the values come from"), Columns(blocks)])]


def _unit_sources(design: Design, scenario: Scenario) -> list[Block]:
    """The meaning of the dagger, and how many units have it."""
    fighting = [u for u in scenario.units if words.strength_words(u, design.ruleset)]

    own, rules = own_values(design.ruleset), design.ruleset

    def guessed(lost: int) -> list[Unit]:
        return [u for u in fighting
                if any(source_of(rules, u, v, lost).source == "reconstructed" for v in own)]

    full, reduced = guessed(0), guessed(1)
    only = [u for u in reduced if u not in full]
    others = [
        (what, sum(words.DAGGER in text for text in texts))
        for what, texts in (
            ("movement allowance", [words.movement_words(u, design.ruleset) for u in scenario.units]),
            ("hex", [words.dagger(u.provenance.of("setup")) for u in scenario.units if u.hex]),
        )]
    if not (full or only or any(number for _, number in others)):
        return [Paragraph("No unit of this scenario has a reconstructed strength.", BODY, 4.0)]
    parts = []
    if full:
        parts.append(f"the strengths of {len(full)} of {words.count_words(len(fighting), 'unit')}")
    if only:
        more = f"{len(only)} more" if full else f"{len(only)} of {words.count_words(len(fighting), 'unit')}"
        parts.append(f"the reduced strength of {more}")
    parts += [f"the {what} of {words.count_words(number, 'unit')}" for what, number in others if number]
    return [Paragraph(
        f"A dagger ({words.DAGGER}) marks a reconstructed value, which the rulebook does not print. After a "
        f"pair such as 8/4{words.DAGGER} it applies to both numbers. Reconstructed here are "
        f"{words.both(parts)}.", BODY, 3.0)]


def _ruleset_sources(design: Design, scenario: Scenario) -> list[Block]:
    """Which charts and tables of the sheet are reconstructed."""
    ruleset, play = design.ruleset, InPlay(design)
    blocks: list[Block] = []
    lines = _chart_lines(design, scenario)
    guessed = [line for line in lines if line.provenance.any_is("reconstructed")]
    if guessed:
        blocks.append(Paragraph(
            f"{len(guessed)} of {len(lines)} lines of the replacement chart are reconstructed.", BODY))
    tables = [t.name for t in ruleset.tables if t.provenance.source == "reconstructed"]
    if tables:
        blocks.append(Paragraph(f"Reconstructed tables: {words.both(tables)}.", BODY))
    kinds = play.listed_terrain
    terrain = sum(t.provenance.source == "reconstructed" for t in kinds)
    if terrain:
        blocks.append(
            Paragraph(f"{terrain} of {len(kinds)} kinds of terrain have reconstructed effects.", BODY))
    return blocks


def map_source(design: Design) -> list[Block]:
    """A sentence that the map is a reconstruction; [] if it is not."""
    sentence = words.map_source_words(design.map)
    return [Paragraph(sentence, BODY)] if sentence else []


def _all_own(design: Design, scenario: Scenario) -> bool:
    """Whether no value is from a rulebook or reconstructed, so that sources need not be distinguished."""
    rules = design.ruleset
    sources: list[Provenance] = [scenario.provenance, design.map.provenance]
    for kinds in (rules.nationalities, rules.unit_types, rules.terrain, rules.hexsides, rules.roads,
                  rules.features, rules.tables, rules.replacements, scenario.units):
        sources += [k.provenance for k in kinds]
    return not any(p.any_is(source) for p in sources for source in ("rulebook", "reconstructed"))


def has_daggers(design: Design, scenario: Scenario) -> bool:
    """Whether any value of the sheet is marked as reconstructed."""
    rules = design.ruleset
    for unit in scenario.units:
        values = words.strength_words(unit, rules) + words.movement_words(unit, rules)
        if words.DAGGER in values or (unit.hex and words.dagger(unit.provenance.of("setup"))):
            return True
    return any(line.provenance.any_is("reconstructed") for line in _chart_lines(design, scenario))


def _chart_lines(design: Design, scenario: Scenario) -> list[Replacements]:
    return [line for line in replacement_lines(design, scenario) if 0 < line.turn <= scenario.turns]


def _notes(provenance: Provenance) -> list[str]:
    """The notes on the sources of an entry's values, without repetitions."""
    notes = []
    for source in (provenance.plain, *(p for _, p in provenance.values)):
        rule = f" (rule {source.rule})" if source.rule else ""
        if source.note:
            notes.append(f"{words.sentence(source.note).rstrip('.')}{rule}.")
    return list(dict.fromkeys(notes))


def problem_notice(problems: Sequence[Problem]) -> list[Element]:
    """A box that says that the scenario is not ready, with its errors; [] if there are none."""
    errors = [p for p in problems if p.severity == "error"]
    if not errors:
        return []
    lines = [f"{p.message}{f' [rule {p.rule}]' if p.rule else ''}" for p in errors[:8]]
    if len(errors) > 8:
        lines.append(f"… and {len(errors) - 8} more.")
    return [Notice(f"Not ready to play: {words.count_words(len(errors), 'error')}", tuple(lines))]
