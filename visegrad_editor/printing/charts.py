"""The charts of a game, from the same data the rules engine plays by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from ..drawing.dressing import dressed
from ..drawing.style import DEFAULT, Style
from ..model.design import Design
from ..model.fingerprint import content_mark
from ..model.provenance import Provenance
from ..model.ruleset import CombatTable, Ruleset
from . import words
from .arrivals import turn_track
from .blocks import Heading, Paragraph
from .cover import TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Block, Columns, Element, NewPage, lay_out
from .fonts import clean
from .paper import Paper, frame, paper_named
from .tables import Column, table
from .text import BODY, SMALL

Cost = float | Literal["other"] | None


def charts_bytes(design: Design, *, paper: Paper = "A4", style: Style = DEFAULT) -> bytes:
    """Terrain effects, combat results, sequence of play and replacements, as the bytes of a PDF file.

    With a scenario the turn track is that of the scenario.
    """
    mark = content_mark(design.ruleset)
    design, style = dressed(design, style)
    ruleset = design.ruleset
    page = frame(paper_named(paper))
    game = clean(ruleset.title or ruleset.name)
    length = words.count_words(ruleset.turns, "turn") + (
        f" of {ruleset.turn_length}" if ruleset.turn_length else ""
    )
    elements: list[Element] = [
        TitleBlock(
            f"{game.upper()} · CHARTS",
            game,
            f"{length}; at most {words.count_words(ruleset.stacking_limit, 'ground unit')} in a hex.",
        ),
        *terrain_chart(ruleset),
        *sequence_of_play(ruleset),
    ]
    if ruleset.tables:
        elements += [NewPage(), *combat_tables(ruleset), *result_legend(ruleset)]
    if design.scenario is not None:
        elements += [
            Heading(f"Turn track: {clean(design.scenario.title)}"),
            *turn_track(design, design.scenario),
        ]
    elements += _footnote(ruleset)
    about = Imprint(
        f"{game}: charts",
        f"Charts of {game}, rules data version {ruleset.version}, content {mark}.",
        f"{game.upper()} · CHARTS",
        f"{game} · rules data version {ruleset.version} · content {mark}",
        (game, "wargame", "charts", f"content {mark}"),
    )
    return pdf_bytes(lay_out(elements, page), page, about, style)


def terrain_chart(ruleset: Ruleset) -> list[Element]:
    """The terrain effects chart: what each kind of ground costs, and how it shifts combat."""
    rows: list[tuple[str, str, str, str, str]] = []
    swatches: list[str] = []

    def add(
        name: str, cost: str, shift: int, remark: str, source: Provenance, colour: str, kind: str
    ) -> None:
        rows.append((f"{clean(name)}{_dagger(source)}", kind, cost, _shift(shift), remark))
        swatches.append(colour)

    for t in ruleset.terrain:
        remarks = [] if t.playable else ["no unit may enter"]
        if t.playable and not t.supply:
            remarks.append("blocks supply except along a road")
        add(t.name, _cost(t.cost), t.shift, _remark(remarks), t.provenance, t.colour, "Hex")
    for f in ruleset.features:
        add(f.name, _cost(f.cost), f.shift, "", f.provenance, f.colour, "In the hex")
    for h in ruleset.hexsides:
        extra = "may not be crossed" if h.cost is None else f"+{_number(h.cost)}"
        shift = "for every attack with a unit across it" if h.shift else ""
        add(h.name, extra, h.shift, _remark([shift]), h.provenance, h.colour, "Hexside")
    for r in ruleset.roads:
        add(r.name, _cost(r.cost), 0, "In place of the terrain and of rivers", r.provenance, r.colour, "Road")
    columns = (
        Column("Terrain", 2.7, bold=True),
        Column("Where", 1.2),
        Column("Movement points", 1.7, "centre"),
        Column("Combat shift", 1.4, "centre"),
        Column("Remarks", 3.4),
    )
    shifts = (
        "Shifts count columns: left is better for the defender. Of the shifts of one hex the one best for "
        "the defender counts; those of hexsides come on top."
    )
    return [Heading("Terrain effects"), *table(columns, rows, swatches), Paragraph(shifts, SMALL, 5.0)]


def combat_tables(ruleset: Ruleset) -> list[Element]:
    """The combat results tables."""
    return [e for t in ruleset.tables for e in _combat_table(t)]


def _combat_table(crt: CombatTable) -> list[Element]:
    columns = [Column("Die", 0.7, "centre", bold=True)] + [Column(c, 1.2, "centre") for c in crt.columns]
    rows = [(str(i), *row) for i, row in enumerate(crt.rows, start=1)]
    rule = f"rule {crt.provenance.rule}" if crt.provenance.rule else ""
    return [Heading(f"{clean(crt.name)}{_dagger(crt.provenance)}", rule), *table(columns, rows)]


def result_legend(ruleset: Ruleset) -> list[Element]:
    """What the letters of the combat results mean, those that occur in a table first in its order."""
    if not ruleset.results:
        return []
    blocks: list[Block] = [
        Paragraph(f"{clean(r.name)}. {r.text}", BODY, 3.5, clean(r.id), 26) for r in ruleset.results
    ]
    return [Heading("Results"), Columns(blocks)]


def sequence_of_play(ruleset: Ruleset) -> list[Element]:
    """The phases of a turn in order, and the side that acts in each."""
    if not ruleset.phases:
        return []
    rows = []
    for i, phase in enumerate(ruleset.phases, start=1):
        side = ruleset.side_by_id.get(phase.side)
        rows.append((str(i), phase.name, clean(side.name) if side else phase.side or "Both", phase.rule))
    columns = (
        Column("Step", 0.6, "centre"),
        Column("Phase", 5, bold=True),
        Column("Who acts", 2),
        Column("Rule", 0.8, "centre"),
    )
    return [Heading("Sequence of play", "each game turn"), *table(columns, rows)]


def _footnote(ruleset: Ruleset) -> list[Element]:
    sources = [t.provenance for t in ruleset.terrain] + [f.provenance for f in ruleset.features]
    sources += [h.provenance for h in ruleset.hexsides] + [r.provenance for r in ruleset.roads]
    sources += [t.provenance for t in ruleset.tables]
    if not any(s.source == "reconstructed" for s in sources):
        return []
    notes = _notes(sources)
    text = f"{words.DAGGER} reconstructed: the rulebook does not print these values."
    return [Paragraph(" ".join([text, *notes]), SMALL, 10.0)]


def _notes(sources: Sequence[Provenance]) -> list[str]:
    seen = dict.fromkeys((s.note, s.rule) for s in sources if s.source == "reconstructed" and s.note)
    return [
        f"{clean(note).rstrip('.')}{f' (rule {rule})' if rule else ''}."
        for note, rule in sorted(seen, key=lambda pair: words.rule_order(pair[1]))
    ]


def _dagger(source: Provenance) -> str:
    return f" {words.DAGGER}" if source.source == "reconstructed" else ""


def _number(value: float) -> str:
    """A cost as printed in charts.

    >>> _number(0.5), _number(2.0), _number(1.5), _number(0.75)
    ('½', '2', '1½', '0.75')
    """
    whole, rest = int(value), value - int(value)
    if rest == 0:
        return str(whole)
    return f"{whole or ''}½" if rest == 0.5 else f"{value:g}"


def _cost(cost: Cost) -> str:
    if cost is None:
        return "not allowed"
    return "as the terrain" if cost == "other" else _number(cost)


def _shift(shift: int) -> str:
    if shift == 0:
        return "–"
    return f"{abs(shift)} {'left' if shift < 0 else 'right'}"


def _remark(parts: Iterable[str]) -> str:
    return words.sentence("; ".join(p for p in parts if p))
