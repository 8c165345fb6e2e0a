"""The charts of a game, from the same data that the rules engine uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..model.design import Design
from ..model.fingerprint import content_mark
from ..model.in_play import InPlay
from ..model.provenance import REPLACEMENT_VALUES, Provenance
from ..model.rules.combat import CombatTable
from ..model.ruleset import FeatureKind, HexsideKind, RoadKind, Ruleset, TerrainKind
from . import words
from .arrivals import replacement_lines, turn_track
from .blocks import Heading, Paragraph
from .cover import TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Block, Columns, Element, NewPage, lay_out
from .fonts import clean
from .paper import Paper, frame, paper_named
from .tables import PrintedColumn, table
from .text import BODY, SMALL

_BORDER = "border"
"""The pattern of hexsides that lie on the border of two countries, drawn or not."""
Cost = float | Literal["other"] | None


def charts_bytes(design: Design, *, paper: Paper = "A4", style: Style = DEFAULT) -> bytes:
    """Terrain effects, combat results, sequence of play and replacements, as the bytes of a PDF file.

    Entries without a use in the design are left out: kinds that do not occur on the map in play, phases that
    never happen. With a scenario the turn track is that of the scenario.
    """
    mark = content_mark(design)
    design, style = apply_style(design, style)
    ruleset, scenario, play = design.ruleset, design.scenario, InPlay(design)
    page = frame(paper_named(paper))
    game = clean(ruleset.title or ruleset.name)
    named = clean(scenario.title or scenario.name) if scenario else clean(design.map.title or design.map.name)
    version = scenario.version if scenario else design.map.version
    length = words.turns_words(scenario.turns if scenario else ruleset.turns, "turn", ruleset)
    elements: list[Element] = [
        TitleBlock(
            f"{game.upper()} · CHARTS",
            named,
            f"{length}; at most {words.count_words(ruleset.stacking_limit, 'ground unit')} in a hex.",
        ),
        *terrain_chart(ruleset, play),
        *sequence_of_play(ruleset, play),
    ]
    if ruleset.tables:
        elements += [NewPage(), *combat_tables(ruleset), *result_legend(ruleset)]
    if scenario is not None:
        elements += [
            Heading(f"Turn track: {clean(scenario.title)}"),
            *turn_track(design, scenario),
        ]
    elements += _footnote(design, play)
    about = Imprint(
        f"{named}: charts",
        f"Charts of {named} ({game}), version {version}, rules data version {ruleset.version}, "
        f"content {mark}.",
        f"{game.upper()} · {named.upper()} · CHARTS",
        f"{named} · version {version} · rules data version {ruleset.version} · content {mark}",
        (game, "wargame", "charts", f"content {mark}"),
    )
    return pdf_bytes(lay_out(elements, page), page, about, style)


def terrain_chart(ruleset: Ruleset, play: InPlay | None = None) -> list[Element]:
    """The terrain effects chart: what each kind of terrain in play costs, and how it shifts combat; without
    `play`, every kind in the ruleset."""
    rows: list[tuple[str, str, str, str, str]] = []
    swatches: list[str] = []

    def add(
        name: str, cost: str, shift: int, remark: str, source: Provenance, colour: str, kind: str
    ) -> None:
        rows.append((f"{clean(name)}{_dagger(source)}", kind, cost, _shift(shift), remark))
        swatches.append(colour)

    terrain, features, hexsides, roads = _kinds(ruleset, play)
    for t in terrain:
        remarks = [] if t.playable else ["units may not enter"]
        if t.playable and not t.supply:
            remarks.append("blocks supply except along a road")
        add(t.name, _cost(t.cost), t.shift, _remark(remarks), t.provenance, t.colour, "Hex")
    for f in features:
        add(f.name, _cost(f.cost), f.shift, "", f.provenance, f.colour, "In the hex")
    for h in hexsides:
        extra = "may not be crossed" if h.cost is None else f"+{_number(h.cost)}"
        shift = "for every attack with a unit across it" if h.shift else ""
        add(h.name, extra, h.shift, _remark([shift]), h.provenance, h.colour, "Hexside")
    for r in roads:
        add(r.name, _cost(r.cost), 0, "In place of the terrain and of rivers", r.provenance, r.colour, "Road")
    columns = (
        PrintedColumn("Terrain", 2.7, bold=True),
        PrintedColumn("Where", 1.2),
        PrintedColumn("Movement points", 1.7, "centre"),
        PrintedColumn("Combat shift", 1.4, "centre"),
        PrintedColumn("Remarks", 3.4),
    )
    shifts = (
        "Shifts are in columns; left is better for the defender. In each hex only the shift best for the "
        "defender counts; shifts of hexsides are added to it."
    )
    return [Heading("Terrain effects"), *table(columns, rows, swatches), Paragraph(shifts, SMALL, 5.0)]


def _kinds(ruleset: Ruleset, play: InPlay | None) -> tuple[
    list[TerrainKind], list[FeatureKind], list[HexsideKind], list[RoadKind]
]:
    """The kinds of terrain, features, hexsides and roads that occur on the map in play, without the terrain
    of the area off the map, which has no pattern and no units."""
    if play is None:
        return [*ruleset.terrain], [*ruleset.features], [*ruleset.hexsides], [*ruleset.roads]
    return (
        [*play.listed_terrain],
        [f for f in ruleset.features if f.id in play.features],
        [h for h in ruleset.hexsides
         if h.id in play.hexsides or (h.pattern == _BORDER and play.borders)],
        [r for r in ruleset.roads if r.id in play.roads],
    )


def combat_tables(ruleset: Ruleset) -> list[Element]:
    """The combat results tables."""
    return [e for t in ruleset.tables for e in _combat_table(t)]


def _combat_table(crt: CombatTable) -> list[Element]:
    columns = [PrintedColumn("Die", 0.7, "centre", bold=True),
               *(PrintedColumn(c, 1.2, "centre") for c in crt.columns)]
    rows = [(str(i), *row) for i, row in enumerate(crt.rows, start=1)]
    rule = f"rule {crt.provenance.rule}" if crt.provenance.rule else ""
    return [Heading(f"{clean(crt.name)}{_dagger(crt.provenance)}", rule), *table(columns, rows)]


def result_legend(ruleset: Ruleset) -> list[Element]:
    """The meaning of the combat results; those in a table come first, in its order."""
    if not ruleset.results:
        return []
    blocks: list[Block] = [
        Paragraph(f"{clean(r.name)}. {r.text}", BODY, 3.5, clean(r.id), 26) for r in ruleset.results
    ]
    return [Heading("Results"), Columns(blocks)]


def sequence_of_play(ruleset: Ruleset, play: InPlay | None = None) -> list[Element]:
    """The phases of a turn in order, and the side that acts in each; with `play`, only those that happen."""
    phases = [p for p in ruleset.phases if play is None or play.applies(p)]
    if not phases:
        return []
    rows = []
    for i, phase in enumerate(phases, start=1):
        side = ruleset.side_by_id.get(phase.side)
        rows.append((str(i), phase.name, clean(side.name) if side else phase.side or "Both", phase.rule))
    columns = (
        PrintedColumn("Step", 0.6, "centre"),
        PrintedColumn("Phase", 5, bold=True),
        PrintedColumn("Acting side", 2),
        PrintedColumn("Rule", 0.8, "centre"),
    )
    return [Heading("Sequence of play", "each game turn"), *table(columns, rows)]


def _footnote(design: Design, play: InPlay) -> list[Element]:
    """The meaning of the dagger, the notes about the values that have it, and whether the map is
    reconstructed."""
    ruleset, scenario = design.ruleset, design.scenario
    sources = [entry.provenance for kinds in _kinds(ruleset, play) for entry in kinds]
    sources += [t.provenance for t in ruleset.tables]
    if scenario is not None:
        sources += [
            line.provenance.of(value) for line in replacement_lines(design, scenario)
            if line.turn <= scenario.turns for value in REPLACEMENT_VALUES]
    texts = []
    if any(s.source == "reconstructed" for s in sources):
        texts = [f"{words.DAGGER} reconstructed: the rulebook does not print these values.", *_notes(sources)]
    if source := words.map_source_words(design.map):
        texts.append(source)
    return [Paragraph(" ".join(texts), SMALL, 10.0)] if texts else []


def _notes(sources: Sequence[Provenance]) -> list[str]:
    seen = dict.fromkeys((s.note, s.rule) for s in sources if s.source == "reconstructed" and s.note)
    return [
        f"{clean(note).rstrip('.')}{f' (rule {rule})' if rule else ''}."
        for note, rule in sorted(seen, key=lambda pair: words.rule_order(pair[1]))
    ]


def _dagger(source: Provenance) -> str:
    return f" {words.dagger(source)}".rstrip()


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
