"""The sequence of play as the charts print it: who acts in which phase, in the order of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ..model.design import Design
from ..model.in_play import InPlay
from ..model.rules.grammar import ALWAYS
from ..model.rules.phrases import Phrases
from ..model.rules.sequence import ExtraTurn, TurnPart, orders_to_choose, parts_of_turn
from ..model.ruleset import Phase, Ruleset
from ..model.wording import said_of
from . import words
from .blocks import GroupHeading, Heading, Paragraph
from .flow import Block, Element
from .fonts import clean
from .tables import PrintedColumn, table
from .text import DENSE, STRONG

_BOTH = "Both"


class Step(NamedTuple):
    """A phase: its name, who acts in it, and its rule or "". One that `is_note` is a remark on the phases
    above it."""

    name: str
    acting: str
    rule: str = ""
    is_note: bool = False


def sequence_of_play(design: Design, play: InPlay) -> list[Element]:
    """The phases of a turn in order, and who acts in each; only those that happen."""
    steps = _numbered(design, play)
    if not steps:
        return []
    columns = (
        PrintedColumn("Step", 0.6, "centre"),
        PrintedColumn("Phase", 5, bold=True),
        PrintedColumn("Acting side", 2),
        PrintedColumn("Rule", 0.8, "centre"),
    )
    rows = [(number, step.name, step.acting, step.rule) for number, step in steps]
    return [Heading("Sequence of play", "each game turn"), *table(columns, rows)]


def dense_sequence(design: Design, play: InPlay) -> list[Block]:
    """The sequence of play as a list, under those who act."""
    steps = _numbered(design, play)
    heading = GroupHeading("Sequence of play")
    blocks: list[Block] = [heading] if steps else []
    for acting, run in groupby(steps, key=lambda one: one[1].acting):
        head = _Actor(acting, replace(STRONG, size=DENSE.size, leading=DENSE.leading), 4.0, keep=True,
                      group=heading)
        blocks.append(head)
        for number, step in run:
            text = f"{step.name} [{step.rule}]" if step.rule else step.name
            blocks.append(Paragraph(text, DENSE, 1.0, number, 14.0, False, head))
    return blocks


def first_turn_words(design: Design) -> str:
    """Who has the first player turn, as a sentence without its full stop: `Russian side moves first (5.0)`;
    "" if the rules have no player turns."""
    ruleset, scenario = design.ruleset, design.scenario
    if scenario is not None and scenario.start is not None and scenario.start.side:
        return f"{said_of(_side(ruleset, scenario.start.side), 'decides')} first"
    rule = f" ({ruleset.sequence.rule})" if ruleset.sequence.rule else ""
    acting = [part.player_turn for part in _parts(design)] or [phase.side for phase in ruleset.phases]
    first = next((id for id in acting if id), "")
    if not first:
        return ""
    by_dice = ruleset.sequence.turn and ruleset.sequence.first.by != "fixed"
    who = "A roll decides who moves" if by_dice else said_of(_side(ruleset, first), "moves")
    return f"{who} first{rule}"


class _Actor(Paragraph):
    """Who acts in the steps below."""

    def continued(self) -> Block:
        return Paragraph(f"{self.text} (continued)", self.style, self.gap, keep=True)


def _numbered(design: Design, play: InPlay) -> list[tuple[str, Step]]:
    """The steps with their numbers; remarks have none."""
    number, made = 0, []
    for step in _steps(design, play):
        number += not step.is_note
        made.append(("" if step.is_note else str(number), step))
    return made


def _steps(design: Design, play: InPlay) -> Iterator[Step]:
    """The steps of a turn as the sequence of the data has them, or the phases that the ruleset lists: these
    if there is no sequence, or if they already say who acts where player turns differ from turn to turn."""
    ruleset = design.ruleset
    parts = _parts(design)
    if not parts or (_differ(parts) and _say_who_acts(ruleset, parts)):
        shown = [phase for phase in ruleset.phases if play.applies(phase)]
        for phase in shown:
            yield Step(phase.name, _side(ruleset, phase.side), phase.rule)
            yield from _otherwise(ruleset, parts, phase, [p.id for p in shown])
        return
    first = ruleset.sequence.first
    if first.by != "fixed":
        yield Step("Roll for the first player turn", _BOTH, ruleset.sequence.rule)
    known = {p.id: p for p in ruleset.phases}
    for part in parts:
        acting = _acting(ruleset, part)
        orders = orders_to_choose(part)
        usual = part.phases if part.phases in orders or not orders else orders[0]
        if isinstance(part, TurnPart) and not part.player_turn:
            usual = part.phases or tuple(id for id in (part.id or part.kind,) if id)
        for id in usual:
            named = known.get(id)
            if named is None:
                yield Step(_name(ruleset, id), acting)
            elif play.applies(named):
                own = _side(ruleset, named.side) if named.side not in ("", part.player_turn) else acting
                yield Step(named.name, own, named.rule)
        for order in orders:
            if order != usual:
                yield Step(f"or: {', '.join(_name(ruleset, id) for id in order)}", acting, is_note=True)


def _otherwise(
    ruleset: Ruleset, parts: list[TurnPart | ExtraTurn], phase: Phase, shown: list[str],
) -> Iterator[Step]:
    """Remarks, below the last of the phases of a part, on turns in which they come in another order than that
    of the list, by the numbers they have there."""
    for part in parts:
        listed = [id for id in shown if id in part.phases]
        if part.choose or listed[-1:] != [phase.id] or sorted(listed) != sorted(part.phases):
            continue
        if listed != list(part.phases):
            when = words.sentence(clean(Phrases(ruleset).situation(part.when)))
            numbers = ", ".join(str(shown.index(id) + 1) for id in part.phases)
            yield Step(f"{when or 'Always'} in the order {numbers}", _side(ruleset, phase.side), is_note=True)


def _parts(design: Design) -> list[TurnPart | ExtraTurn]:
    """The parts of a turn; [] if the data has none, and the game is not played by the usual ones."""
    ruleset, scenario = design.ruleset, design.scenario
    if not ruleset.sequence.turn and ruleset.system != "standard":
        return []
    replaced = bool(ruleset.replacements or (scenario is not None and scenario.replacements))
    parts = parts_of_turn(ruleset.sequence, [s.id for s in ruleset.sides], replaced, bool(ruleset.call_ups))
    if not ruleset.sequence.turn:
        # Units arrive as the movement begins.
        parts = [replace(p, phases=_with_arrival(p.phases)) for p in parts]
    return parts


def _with_arrival(phases: tuple[str, ...]) -> tuple[str, ...]:
    at = phases.index("move") if "move" in phases else 0
    return (*phases[:at], "arrive", *phases[at:])


def _differ(parts: list[TurnPart | ExtraTurn]) -> bool:
    """Whether the turns of a game differ, or a side chooses the order of its phases."""
    return any(p.player_turn and (p.when != ALWAYS or p.choose or isinstance(p, ExtraTurn)) for p in parts)


def _say_who_acts(ruleset: Ruleset, parts: list[TurnPart | ExtraTurn]) -> bool:
    """Whether the list of phases names every phase of the player turns, each with its side."""
    sides = {p.id: p.side for p in ruleset.phases}
    return all(sides.get(id) == part.player_turn for part in parts if part.player_turn
               for order in (part.phases, *part.choose) for id in order)


def _acting(ruleset: Ruleset, part: TurnPart | ExtraTurn) -> str:
    """Who acts in a part of a turn, and when there is such a part."""
    say = Phrases(ruleset)
    who = _side(ruleset, part.player_turn)
    if isinstance(part, ExtraTurn):
        who = f"{who}, extra player turn" + (f" of {say.units(part.units)}" if part.units else "")
    when = clean(say.situation(part.when))
    return f"{who}, {when}" if when else who


def _side(ruleset: Ruleset, id: str) -> str:
    side = ruleset.side_by_id.get(id)
    return clean(side.name) if side is not None else id or _BOTH


def _name(ruleset: Ruleset, id: str) -> str:
    known = next((p.name for p in ruleset.phases if p.id == id), "")
    return clean(known) or words.sentence(Phrases(ruleset).phase(id).removeprefix("the "))
