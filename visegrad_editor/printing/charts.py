"""The charts of a game, from the same data that the rules engine uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..lazy_dataclass import dataclass
from ..model.decided_rules import with_decided_rules
from ..model.design import Design
from ..model.files.option_changes import in_force
from ..model.fingerprint import content_mark
from ..model.in_play import InPlay
from ..model.provenance import REPLACEMENT_VALUES, Provenance
from ..model.rules.combat import CombatTable
from ..model.rules.grammar import Change, HexFilter, Situation
from ..model.rules.phrases import Phrases
from ..model.rules.results import ResultCode
from ..model.rules.sentences import Sentences
from ..model.rules.stacking import THREE_UNITS
from ..model.rules.victory import VICTORY
from ..model.ruleset import FeatureKind, HexsideKind, RoadKind, Ruleset, TerrainKind
from ..model.scenario_words import sentences_of
from ..model.wording import listed
from . import words
from .arrivals import replacement_lines, turn_track
from .blocks import GroupHeading, Heading, Paragraph, Row, items
from .cover import TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Block, Columns, Element, NewPage, Together, lay_out
from .fonts import clean
from .notes_section import option_lines, reminder_lines, victory_lines
from .paper import Paper, frame, paper_named
from .sequence_of_play import dense_sequence, sequence_of_play
from .tables import PrintedColumn, table
from .text import DENSE, INK, SMALL

_BORDER = "border"
"""The pattern of hexsides that lie on the border of two countries, drawn or not."""
Cost = float | Literal["other"] | None


def charts_bytes(design: Design, *, paper: Paper = "A4", style: Style = DEFAULT) -> bytes:
    """Terrain effects, combat results, sequence of play and replacements, as the bytes of a PDF file.

    Entries without a use in the design are left out: kinds that do not occur on the map in play, phases that
    never happen. With a scenario the turn track is that of the scenario.
    """
    mark = content_mark(design)
    design, style = apply_style(with_decided_rules(in_force(design)), style)
    page = frame(paper_named(paper))
    best = min((lay_out(_elements(design, way), page) for way in _WIDE), key=len)
    if len(best) > _SHEET:
        best = min(best, lay_out(_elements(design, _DENSE), page), key=len)
    return pdf_bytes(best, page, _imprint(design, mark), style)


@dataclass(frozen=True)
class _Way:
    """A way to lay the charts out: `apart`, the tables begin on a new page; `dense`, all but wide tables
    and the turn track fills three columns."""

    apart: bool = False
    dense: bool = False


_WIDE, _DENSE = (_Way(apart=True), _Way()), _Way(dense=True)
_SHEET = 2
"""The pages of a leaf, front and back: charts that take more are set dense."""


def _elements(design: Design, way: _Way) -> list[Element]:
    """All of the charts."""
    ruleset, scenario, play = design.ruleset, design.scenario, InPlay(design)
    length = words.turns_words(scenario.turns if scenario else ruleset.turns, "turn", ruleset)
    stacking = words.stacking_words(design, "below")
    if ruleset.stacking == THREE_UNITS:
        lead = f"{length}; {stacking[:1].lower()}{stacking[1:]}"
    else:
        lead = f"{length}. {stacking}"
    elements: list[Element] = []
    if way.dense:
        eyebrow = f"{_game(design).upper()} · CHARTS · {length}"
        elements += [TitleBlock(eyebrow, _named(design), "", low=True), *_dense_elements(design, play)]
    else:
        elements += [TitleBlock(f"{_game(design).upper()} · CHARTS", _named(design), lead)]
        elements += [*terrain_chart(ruleset, play), *sequence_of_play(design, play)]
        if ruleset.tables and way.apart:
            elements.append(NewPage())
        elements += [*combat_tables(ruleset), *result_legend(ruleset)] if ruleset.tables else []
        elements += rule_boxes(design)
    if scenario is not None:
        track = turn_track(design, scenario, dense=way.dense)
        elements += track if way.dense else [Heading("Turn track"), *track]
    return elements if way.dense else [*elements, *_footnote(design, play)]


def _dense_elements(design: Design, play: InPlay) -> list[Element]:
    """What the charts say in little room: wide tables across the page, all else in columns."""
    ruleset = design.ruleset
    narrow = [t for t in ruleset.tables if _is_narrow(t)]
    columns: list[Block] = [*terrain_chart(ruleset, play, dense=True), *dense_sequence(design, play)]
    for crt in narrow:
        columns += _dense_table(ruleset, crt)
    results = _result_lines(ruleset, [t for t in ruleset.tables if not _is_narrow(t)])
    if results and ruleset.tables:
        head = GroupHeading("Results")
        columns += [head, *items(results, DENSE, group=head, gap=2.0)]
    for title, lines in _boxes(design):
        head = GroupHeading(title)
        columns += [head, *(
            Paragraph(f"{text} [{rule}]" if rule else text, DENSE, 2.5, group=head)
            for rule, text in _joined(lines))]
    columns += [Paragraph(p.text, DENSE, 8.0) for p in _footnote(design, play)]
    wide = [Together(_wide_table(ruleset, crt, dense=True)) for crt in ruleset.tables if not _is_narrow(crt)]
    return [*wide, Columns(columns, count=3, gutter=14.0)]


def _game(design: Design) -> str:
    return clean(design.ruleset.title or design.ruleset.name)


def _named(design: Design) -> str:
    titled = design.scenario or design.map
    return clean(titled.title or titled.name)


def _imprint(design: Design, mark: str) -> Imprint:
    """Metadata, header and footer."""
    game, named, version = _game(design), _named(design), (design.scenario or design.map).version
    data = design.ruleset.version
    return Imprint(
        f"{named}: charts",
        f"Charts of {named} ({game}), version {version}, rules data version {data}, content {mark}.",
        " · ".join(dict.fromkeys([game.upper(), named.upper(), "CHARTS"])),
        f"{named} · version {version} · rules data version {data} · content {mark}",
        (game, "wargame", "charts", f"content {mark}"),
    )


def terrain_chart(ruleset: Ruleset, play: InPlay | None = None, *, dense: bool = False) -> list[Block]:
    """The terrain effects chart: what each kind of terrain in play costs each movement class, and how it
    changes combat; without `play`, every kind in the ruleset. A `dense` one is narrow: it does not say where
    each lies, and kinds without an effect and remarks stand below it."""
    rows: list[tuple[str, ...]] = []
    swatches: list[str] = []
    idle: list[str] = []
    below: list[str] = []
    notes: dict[str, list[str]] = {}
    classes = _classes(ruleset, play)
    say = Phrases(ruleset)

    def add(kind: TerrainKind | FeatureKind | HexsideKind | RoadKind, section: str, where: str,
            cost: Callable[[Cost], str], shift: int, remarks: list[str]) -> None:
        costs = [_special_cost(ruleset, section, kind.id, id, cost) or cost(kind.cost) for id, _ in classes]
        effects = [_shift(shift)] if shift else []
        effects += _multipliers(ruleset, section, kind.id)
        remarks += _cost_changes(ruleset, say, section, kind.id)
        name, remark = f"{clean(kind.name)}{_dagger(kind.provenance)}", _remark(remarks)
        if dense:
            if not effects and not remark and all(c in (_cost("other"), _crossing(0.0)) for c in costs):
                if getattr(kind, "pattern", "") != _BORDER:  # what a border does depends on its countries
                    idle.append(name)
                return
            costs = ["no" if c in (_cost(None), _crossing(None)) else "–" if c == _cost("other") else c
                     for c in costs]
            if remark and kind.cost is not None:
                notes.setdefault(remark, []).append(clean(kind.name))
        effect = ", ".join(effects) or "–"
        rows.append((name, *costs, effect) if dense else (name, where, *costs, effect, remark))
        swatches.append(kind.colour)

    terrain, features, hexsides, roads = _kinds(ruleset, play)
    for t in terrain:
        remarks = [] if t.playable else ["units may not enter"]
        if t.playable and not t.supply:
            remarks.append("blocks supply except along a road")
        add(t, "terrain", "Hex", _cost, t.shift, remarks)
    for f in features:
        add(f, "feature", "In the hex", _cost, f.shift, [])
    for h in hexsides:
        add(h, "hexside", "Hexside", _crossing, h.shift if ruleset.combat.side_shifts != "none" else 0,
            [_ACROSS[ruleset.combat.side_shifts]] if h.shift else [])
    along = _road_remark(ruleset)
    by_road = {"ground": _cost, "half": lambda cost: "1/2", "nothing": lambda cost: "–"}
    for r in roads:
        add(r, "road", "Road", by_road[ruleset.movement.road.replaces], 0, [along])
    effect = -1 if dense else -2
    multiplied = any("attack" in row[effect] or "defence" in row[effect] for row in rows)
    columns = (
        PrintedColumn("Terrain", 2.6 if dense else 2.7, bold=True),
        *(() if dense else (PrintedColumn("Where", 1.2),)),
        *(PrintedColumn(name, 1.7 if len(classes) == 1 else 1.5 if dense else 1.0, "centre")
          for _, name in classes),
        PrintedColumn("Combat" if multiplied or dense else "Combat shift", 1.3 if dense else 1.4, "centre"),
        *(() if dense else (PrintedColumn("Remarks", 3.4),)),
    )
    shifts = f"Shifts are in columns; left is better for the defender. {_GROUND[ruleset.combat.ground_shift]}"
    if ruleset.combat.side_shifts != "none":
        shifts += "; shifts of hexsides are added to it"
    if ruleset.movement.ground == "feature" and features:
        shifts += ", and only its movement points" if ruleset.combat.ground_shift == "feature" else (
            ". A feature's movement points stand in place of those of the terrain")
    if any("all" in row[2:] for row in rows):
        shifts += ". For “all” a unit gives its whole movement allowance"
    if len(classes) > 1:
        shifts += ". Costs are movement points by movement class"
    if dense and any("–" in row[1:-1] for row in rows):
        shifts += "; “–” costs what the terrain below costs"
    below += [f"{listed(names)}: {remark[:1].lower()}{remark[1:]}." for remark, names in notes.items()]
    if idle:
        below.append(f"{listed(idle)} {'have' if len(idle) > 1 else 'has'} no effect of "
                     f"{'their' if len(idle) > 1 else 'its'} own on movement and combat.")
    style = DENSE if dense else SMALL
    heading = GroupHeading("Terrain effects") if dense else Heading("Terrain effects")
    return [heading, *table(columns, rows, swatches, dense=dense, whole=dense),
            Paragraph(" ".join([f"{shifts}.", *below]), style, 5.0)]


_GROUND = {
    "best": "In each hex only the shift best for the defender counts",
    "sum": "In each hex the shifts of terrain and features are added",
    "feature": "In a hex with a feature only its shift counts"}
_ACROSS = {
    "best": "for every attack with a unit across it", "all": "only if all attack across it", "none": ""}


def _classes(ruleset: Ruleset, play: InPlay | None) -> tuple[tuple[str, str], ...]:
    """The movement classes with a column of their own, as id and heading: those of units in play."""
    classes = ruleset.movement.classes
    if len(classes) < 2 or not ruleset.movement.costs:
        return (("", "Movement points"),)
    if play is not None:
        classes = tuple(c for c in classes if c.id in play.movement_classes)
        if len(classes) == 1:
            return ((classes[0].id, "Movement points"),)
    return tuple((c.id, clean(c.name) or words.sentence(c.id.replace("-", " "))) for c in classes)


def _special_cost(
    ruleset: Ruleset, section: str, kind: str, movement_class: str, show: Callable[[Cost], str],
) -> str:
    """What a class pays for a kind, if that differs from the kind's own cost; else ""."""
    for special in ruleset.movement.costs:
        if kind in getattr(special, section) and (
                not special.class_ or movement_class in special.class_
                or (not movement_class and len(ruleset.movement.classes) < 2)):
            if special.cost == "all":
                return "all"
            return show(None if isinstance(special.cost, str) else special.cost)
    return ""


def _multipliers(ruleset: Ruleset, section: str, kind: str) -> list[str]:
    """What becomes of strengths because of one kind alone: `attack /2`."""
    found = []
    for one in ruleset.combat.strengths:
        if kind not in _kinds_of(one.when, section) or not _asks_only_of(one.when, section):
            continue
        found += [f"{key} {getattr(one.effect, key)}" for key in ("attack", "defence")
                  if getattr(one.effect, key)]
    return found


def _cost_changes(ruleset: Ruleset, say: Phrases, section: str, kind: str) -> list[str]:
    """Changes of movement costs that name a kind, such as those of one turn."""
    return [
        clean(say.change(one.effect) + " " + say.situation(replace(one.when, across=(), hexes=None))).strip()
        for one in ruleset.movement.modifiers
        if one.effect.cost and kind in _kinds_of(one.when, section)]


def _kinds_of(when: Situation, section: str) -> tuple[str, ...]:
    """The kinds of a section that a situation names."""
    if section == "hexside":
        return when.across
    if when.hexes is None:
        return ()
    return {"terrain": when.hexes.terrain, "feature": when.hexes.features, "road": when.hexes.roads}[section]


def _asks_only_of(when: Situation, section: str) -> bool:
    """Whether a situation asks for kinds of one section and nothing else."""
    if section == "hexside":
        return when == Situation(across=when.across)
    if when.hexes is None or when != Situation(hexes=when.hexes):
        return False
    key = {"terrain": "terrain", "feature": "features", "road": "roads"}[section]
    return when.hexes == HexFilter(**{key: getattr(when.hexes, key)})


def _crossing(cost: Cost) -> str:
    return "may not be crossed" if cost is None or cost == "other" else f"+{_number(cost)}"


def _road_remark(ruleset: Ruleset) -> str:
    road = ruleset.movement.road
    if road.replaces == "nothing":
        return "" if road.lifts == "nothing" else "in place of rivers"
    if road.replaces == "half":
        return f"Half the cost of the terrain{', in place of rivers' if road.lifts == 'hexside' else ''}"
    return "In place of the terrain and of rivers" if road.lifts == "hexside" else "In place of the terrain"


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


_NARROW = 4
"""Tables of one column that stand beside each other."""
_FEW_ROWS = 14
"""The most rows of such a table."""


def combat_tables(ruleset: Ruleset) -> list[Element]:
    """The tables, each whole on a page if it fits there; those of one column stand beside each other."""
    made: list[Element] = []
    narrow: list[CombatTable] = []

    def put_narrow() -> None:
        while narrow:
            few = narrow[:_NARROW]
            del narrow[:_NARROW]
            made.append(Row(tuple(_narrow_table(ruleset, t) for t in few), max(len(few), 3)))

    for crt in ruleset.tables:
        if _is_narrow(crt):
            narrow.append(crt)
            continue
        put_narrow()
        made.append(Together(_wide_table(ruleset, crt)))
    put_narrow()
    return made


def _is_narrow(crt: CombatTable) -> bool:
    return len(crt.columns) == 1 and len(crt.rows) <= _FEW_ROWS


def _wide_table(ruleset: Ruleset, crt: CombatTable, *, dense: bool = False) -> list[Element]:
    heading = Heading(f"{clean(crt.name)}{_dagger(crt.provenance)}", _rule(crt))
    below = _below_table(ruleset, crt)
    if dense:
        below = [Paragraph(" ".join(p.text for p in below), DENSE, 3.0)] if below else []
    return [heading, *_cells(crt, 0.7, 1.2, dense=dense), *below]


def _narrow_table(ruleset: Ruleset, crt: CombatTable) -> tuple[Block, ...]:
    heading = GroupHeading(f"{clean(crt.name)}{_dagger(crt.provenance)}", _rule(crt))
    return (heading, *_cells(crt, 1.0, 2.6), *_below_table(ruleset, crt))


def _dense_table(ruleset: Ruleset, crt: CombatTable) -> list[Block]:
    """A table of one column that says what its results mean; totals with the same one share a row."""
    rule = f" [{crt.provenance.rule}]" if crt.provenance.rule else ""
    heading = GroupHeading(f"{clean(crt.name)}{_dagger(crt.provenance)}{rule}")
    meaning = {code: text.rstrip(".") for code, text in _meanings(ruleset)}
    runs = groupby(enumerate(crt.rows, start=crt.first_row), key=lambda row: row[1][:1])
    rows = []
    for codes, run in runs:
        totals = [total for total, _ in run]
        span = str(totals[0]) if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
        rows.append((span, *(meaning.get(code, code) for code in codes or ("",))))
    columns = (PrintedColumn(_dice(crt), 1.0, "centre", bold=True), PrintedColumn(crt.columns[0], 3.6))
    below = " ".join(p.text for p in _below_table(ruleset, crt, short=True))
    return [heading, *table(columns, rows, dense=True, whole=True, kept=bool(below)),
            *([Paragraph(below, DENSE, 3.0, whole=True)] if below else [])]


def _dice(crt: CombatTable) -> str:
    """The heading of the column of totals."""
    return "Die" if crt.die == "1d6" else crt.die


def _rule(crt: CombatTable) -> str:
    return f"rule {crt.provenance.rule}" if crt.provenance.rule else ""


def _cells(crt: CombatTable, first: float, others: float, *, dense: bool = False) -> list[Block]:
    columns = [PrintedColumn(_dice(crt), first, "centre", bold=True),
               *(PrintedColumn(c, others, "centre") for c in crt.columns)]
    # A row of a file may be too short or too long; checks say so.
    width = len(crt.columns)
    rows = [(str(n), *(*row, *[""] * width)[:width]) for n, row in enumerate(crt.rows, start=crt.first_row)]
    return table(columns, rows, dense=dense, whole=dense)


def _below_table(ruleset: Ruleset, crt: CombatTable, *, short: bool = False) -> list[Paragraph]:
    """Under a table: what its columns and dice are, what changes them, and its note; `short`: changes of the
    die by their names."""
    tell = Sentences(ruleset)
    told = tell.odds(crt) if crt.odds or crt.die != "1d6" or crt.modifiers or not crt.thresholds else ""
    named = [m for m in crt.modifiers if short and m.name.strip() and m.effect == Change(die=m.effect.die)]
    lines = [told] if told else []
    if named:
        lines.append("; ".join(f"{clean(m.name)} {m.effect.die:+d}" for m in named) + ".")
    lines += [str(s) for s in tell.modifiers(m for m in crt.modifiers if m not in named)]
    if len(crt.columns) > 1:
        lines += [str(s) for s in tell.ends(ruleset.combat)]
    note = crt.note or ("" if crt.provenance.source == "reconstructed" else crt.provenance.note)
    if note.strip():
        lines.append(words.sentence(note))
    return [Paragraph(clean(line), SMALL.in_colour(INK), 3.0 if i else 5.0) for i, line in enumerate(lines)]


def result_legend(ruleset: Ruleset) -> list[Element]:
    """The meaning of the results of the tables."""
    lines = _result_lines(ruleset)
    return [Heading("Results"), Columns(items(lines, gap=3.5))] if lines else []


def _result_lines(ruleset: Ruleset, tables: Sequence[CombatTable] = ()) -> list[tuple[str, str]]:
    """Code, name and meaning of each result that a table gives, or one of `tables`; of all results, if none
    is in a table."""
    printed = {code for crt in tables or ruleset.tables for row in crt.rows for code in row}
    printed |= {other.to for other in ruleset.combat.becomes}
    shown = [r for r in ruleset.results if r.id in printed] or ruleset.results
    tell = Sentences(ruleset)
    return [(clean(r.id), f"{clean(r.name)}. {_told(tell, r)}") for r in shown]


def _meanings(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The code and the meaning of each result, for a place without room for its name."""
    tell = Sentences(ruleset)
    for result in ruleset.results:
        yield result.id, clean(_told(tell, result) or result.name)


def _told(tell: Sentences, result: ResultCode) -> str:
    """What a result does, in the designer's words or in those of its script."""
    return result.text if result.text.strip() or not result.does else tell.result(result).text


def rule_boxes(design: Design) -> list[Element]:
    """The rules, as short paragraphs by block, and who wins."""
    blocks = [block for title, lines in _boxes(design) for block in _box(title, lines)]
    return [Heading("Rules"), Columns(blocks, count=3)] if blocks else []


def _boxes(design: Design) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """Titles and lines (rule, text) of the rules: the player aid of the ruleset, or what it holds as data.

    Blocks at their defaults are told only if the data is what the game is played by. Of the reminders, those
    of rules that the player aid tells are left out. With a scenario the choices of options are named, beside
    a player aid only those that are not the standard ones.
    """
    aid = _aid(design)
    boxes: list[tuple[str, Sequence[tuple[str, str]]]] = [*(aid or _told_blocks(design))]
    boxes.append(("Options in force", option_lines(design, unusual=bool(aid))))
    if design.ruleset.victory != VICTORY or design.scenario is None:
        boxes.append(("Victory", victory_lines(design)))
    told = {rule for _, lines in aid for rule, _ in lines if rule}
    boxes.append(("Easily forgotten rules", [
        (rule, text) for rule, text in reminder_lines(design) if rule not in told]))
    return [(title, lines) for title, lines in boxes if lines]


def _aid(design: Design) -> list[tuple[str, list[tuple[str, str]]]]:
    """The player aid as boxes: title and lines (rule, text), those in force."""
    play = InPlay(design)
    boxes: dict[str, list[tuple[str, str]]] = {}
    for line in design.ruleset.player_aid:
        if line.text.strip() and play.applies(line) and play.is_chosen(line):
            boxes.setdefault(clean(line.title), []).append((line.rule, line.text))
    return [*boxes.items()]


def _told_blocks(design: Design) -> list[tuple[str, list[tuple[str, str]]]]:
    """The blocks of the data as boxes: title and sentences (rule, text)."""
    ruleset = design.ruleset
    tell = sentences_of(design)
    own = list(tell.blocks(every=False))
    told = own
    if ruleset.system == "standard" or (not ruleset.system and own):
        told = list(tell.blocks())
    return [(title, [(s.rule, s.text) for s in sentences]) for title, sentences in told]


def _box(title: str, lines: Sequence[tuple[str, str]]) -> list[Block]:
    """A heading and its sentences; those of the same rule make one paragraph."""
    head = GroupHeading(title)
    indent = 26.0 if any(rule for rule, _ in lines) else 0.0
    return [head, *items(_joined(lines), SMALL.in_colour(INK), indent, head)]


def _joined(lines: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Lines (rule, text), with those of the same rule that follow each other in one."""
    return [(rule, " ".join(clean(text) for _, text in group))
            for rule, group in groupby(lines, key=lambda line: line[0])]


def _footnote(design: Design, play: InPlay) -> list[Paragraph]:
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
