"""The set-up sheet: a PDF for setting up a scenario on a table and checking the set-up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..errors import VisegradError
from ..model.decided_rules import with_decided_rules
from ..model.design import Design
from ..model.differences import DesignChange, design_changes, summed_up
from ..model.files.atomic import save_bytes
from ..model.files.option_changes import in_force
from ..model.fingerprint import content_mark
from ..model.problems import Problem
from ..model.scenario import Scenario
from ..model.start import Start, moment_words
from ..model.timetable_words import event_name
from ..model.wording import said_of, side_in_sentence
from ..systems import words_of
from . import words
from .arrivals import QuietTurns, TurnHeading, arrivals_section
from .blocks import GroupHeading, Heading, items
from .cover import TitleBlock, glance
from .document import Imprint, pdf_bytes
from .flow import Columns, Element, NewPage, PlacedBlock, Together, height_of, lay_out
from .fonts import clean
from .hidden_set_up import without_hidden_places, without_hidden_problems
from .map_art import MapPicture
from .map_sheet import overview
from .notes_section import has_daggers, opening_section, problem_notice, provenance_section, rules_section
from .paper import Frame, Paper, frame, paper_named
from .set_up_zones import Zone, ZoneMarks, zone_caption, zone_key, zones
from .setup_section import setup_section, with_boxed_units

_SMALLEST_MAP, _LARGE_ENOUGH, _LARGEST_MAP = 200.0, 230.0, 420.0
"""The height of the map on the cover, in points; from the second on it need not be larger."""
_CAPTION = 32.0
"""Room for the line under the map and for rounding, in points."""


class NoScenarioError(VisegradError, ValueError):
    """The design has no scenario, so there is nothing to set up."""


def setup_sheet(
    design: Design, path: str | PathLike[str], *, paper: Paper = "A4", problems: Sequence[Problem] = (),
    style: Style = DEFAULT, base: Design | None = None,
) -> None:
    """Write the set-up sheet of a scenario as a PDF file, whole or not at all.

    `problems` of the design, if given, are listed on the first page; what differs from `base`, the design
    that this one is a variant of, has a section. The bytes depend only on these, the paper and the style.
    Raises `NoScenarioError`, ValueError for an unknown paper, and SaveError if the file cannot be written.
    """
    sheet = setup_sheet_bytes(design, paper=paper, problems=problems, style=style, base=base)
    save_bytes(sheet, Path(path), backup=False)


def setup_sheet_bytes(
    design: Design, *, paper: Paper = "A4", problems: Sequence[Problem] = (), style: Style = DEFAULT,
    base: Design | None = None,
) -> bytes:
    """The set-up sheet as the bytes of a PDF file; see `setup_sheet`."""
    scenario = design.scenario
    if scenario is None:
        raise NoScenarioError("A map alone has no set-up; open a scenario to print its set-up sheet.")
    page = frame(paper_named(paper))
    mark = content_mark(design)
    changes = [] if base is None else variant_section(
        without_hidden_places(design), without_hidden_places(base, design))
    problems = without_hidden_problems(problems, design)
    design, style = apply_style(with_boxed_units(with_decided_rules(in_force(design))), style)
    assert design.scenario is not None
    scenario = design.scenario
    after = provenance_section(design, scenario, mark)
    cover = _cover(design, scenario, mark, problems, page, style, None if base is None else base.scenario)
    before = [*cover, *changes, *start_section(design, scenario)]
    # Less white space among the reinforcements if that saves a page or keeps a group in one piece, or turns
    # beside each other; options go on in the next column, and sides over the page below a cover of two pages,
    # if that saves a page or a half-empty one.
    # Only the best so far is kept, as thousands of units take a lot of room; the tries share their sections.
    units = {side: setup_section(design, scenario, whole=side)
             for side in ((True,) if isinstance(cover[-1], NewPage) else (True, False))}
    rules = {whole: rules_section(design, scenario, whole=whole) for whole in (True, False)}
    arrivals = [arrivals_section(design, scenario, snug=snug, beside=beside)
                for snug, beside in ((False, False), (True, False), (True, True))]
    tries = (lay_out([*before, *of_units, *turns, *of_rules, *after], page)
             for of_units in units.values() for of_rules in rules.values() for turns in arrivals)
    best = min(tries, key=lambda pages: (len(pages), _half_empty(pages, page), _breaks(pages)))
    return pdf_bytes(best, page, _imprint(design, scenario, mark), style)


def _half_empty(pages: Sequence[Sequence[PlacedBlock]], page: Frame) -> int:
    """The number of pages, without the last, of which the lower half is white."""
    ends = [max((p.top + p.block.height(p.width) for p in placed), default=0.0) for placed in pages[:-1]]
    return sum(end < page.top + page.content_height / 2 for end in ends)


def _breaks(pages: Sequence[Sequence[PlacedBlock]]) -> int:
    """The number of reinforcement groups that continue on another page or are alone at the top of one, with
    lines about turns that were parted from the turns before them."""
    broken = 0
    for page in pages[1:]:
        first = page[0].block if page else None
        broken += isinstance(first, GroupHeading) and first.again
        broken += isinstance(first, QuietTurns)
        broken += isinstance(first, TurnHeading) and not any(
            isinstance(p.block, TurnHeading) for p in page[1:]
        )
    return broken


def _cover(
    design: Design, scenario: Scenario, mark: str, problems: Sequence[Problem], page: Frame,
    style: Style, base: Scenario | None,
) -> list[Element]:
    """The first page; its map is as large as the rest of the page allows. If that is small, the rules of
    victory, which come last, stand on the second page, and the map is larger; if need be the special rules
    before them, too."""
    game = clean(design.ruleset.title or design.ruleset.name)
    seen = without_hidden_places(design)
    assert seen.scenario is not None
    picture: MapPicture = overview(seen, 1.6, style=style)
    above: list[Element] = [
        TitleBlock(
            f"{game.upper()} · SET-UP SHEET", clean(scenario.title or scenario.name), clean(scenario.summary)
        ),
        *problem_notice(problems),
    ]
    found = zones(design, scenario)
    picture.marks = _zone_marks(picture, found, seen.scenario)
    caption = f"The map with all units that start in a fixed hex.{zone_caption(found)}"
    view = glance(design, scenario, picture, caption, mark, base)
    key, below = zone_key(found), opening_section(design, scenario)

    def room(kept: Sequence[Element]) -> float:
        """The height left for the map on a page with these elements below it."""
        return page.content_height - height_of([*above, *key, *kept], page) - view.gap - _CAPTION

    kept, most, enough = below, room(below), _LARGE_ENOUGH
    while most < enough and kept and isinstance(kept[-1], Together):
        kept, enough = kept[:-1], _SMALLEST_MAP
        most = room(kept)
    view.most = min(_LARGEST_MAP, max(_SMALLEST_MAP, most))
    cover: list[Element] = [*above, view, *key, *below]
    # If the cover needs a second page, the set-up begins on that page.
    return [*cover, NewPage()] if height_of(cover, page) <= page.content_height else cover


def _zone_marks(picture: MapPicture, found: Sequence[Zone], scenario: Scenario) -> ZoneMarks:
    """The zones on the cover map, whose numbers avoid the counters on it."""
    drawing = picture.drawing
    grid = drawing.design.map.grid
    filled = frozenset(h for u in scenario.units if u.hex and (h := grid.parse(u.hex)) is not None)
    return ZoneMarks(tuple(found), drawing.style.geometry(drawing.design.map), filled)


def _imprint(design: Design, scenario: Scenario, mark: str) -> Imprint:
    """Metadata, header and footer."""
    sheet = "Set-up sheet"
    game = clean(design.ruleset.title or design.ruleset.name)
    title, version = clean(scenario.title or scenario.name), scenario.version
    summary = words.sentence(scenario.summary)
    return Imprint(
        title=f"{title}: {sheet.lower()}",
        subject=f"{sheet} of {title} ({game}), version {version}, content {mark}. {summary}".strip(),
        head=" · ".join(dict.fromkeys([game.upper(), title.upper(), sheet.upper()])),
        foot=f"{title} · version {version} · content {mark}",
        keywords=(game, "wargame", sheet.lower(), f"content {mark}"),
        footnote=f"{words.DAGGER} reconstructed value" if has_daggers(design, scenario) else "",
    )


# What a variant changes.

_MOST_CHANGES = 24
_MOST_OF_RULES = 12
"""So many differences of the rules are told; of more their charts tell."""
_NOT_TOLD = ("special_rules", "problems", "unmatched", "advice", "style")
"""What players need not know here: the special rules stand on the first page, the others are for designers,
or show themselves."""
_HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")


def for_players(change: DesignChange) -> DesignChange:
    """A change without what only designers read: of a look, that it is another one."""
    if change.field != "look" and not _HEX_COLOUR.search(change.text):
        return change
    name = change.name or change.text.partition(":")[0]
    what = "its counter looks" if change.what == "unit" else "the counters look"
    return replace(change, text=f"{name}: {what} different." if change.field == "look" else
                   f"{name}: other colours.")


def variant_section(design: Design, base: Design) -> list[Element]:
    """What differs from the design that this one is a variant of, in short sentences; [] if nothing does, or
    it is a game of its own that a ruleset with another title was only the beginning of."""
    if design.scenario is None or not (
            design.scenario.extends or design.ruleset.title == base.ruleset.title):
        return []
    changes = [for_players(c) for c in design_changes(base, design, head=False)
               if c.section not in _NOT_TOLD and c.field not in ("rule", "provenance")]
    texts = summed_up(c for c in changes if c.document != "ruleset")
    rules = summed_up(c for c in changes if c.document == "ruleset")
    if design.ruleset.title != base.ruleset.title:
        told = len(rules) <= _MOST_OF_RULES
        texts.append(f'The rules are those of "{clean(design.ruleset.title)}", not those of '
                     f'"{clean(base.ruleset.title)}"'
                     f"{'.' if told else ': their charts say what differs.'}")
        rules = rules if told else []
    texts += rules
    if not texts or base.scenario is None:
        return []
    left = len(texts) - _MOST_CHANGES
    more = [f"… and {words.count_words(left, 'difference')} more."] if left > 0 else []
    title = f'what differs from "{clean(base.scenario.title or base.scenario.name)}"'
    lines = [("•", text) for text in (*texts[:_MOST_CHANGES], *more)]
    return [Heading("This is a variant", title), Columns(items(lines, indent=12))]


# The mid-game start of a scenario: its phase, and what has happened before.

def start_section(design: Design, scenario: Scenario) -> list[Element]:
    """What to set besides the counters in a mid-game start; [] for a scenario that begins at turn 1."""
    if scenario.start is None:
        return []
    lines = [("•", text) for text in start_lines(design, scenario, scenario.start)]
    moment = moment_words(scenario.start, design.ruleset)
    return [Together([Heading("Mid-game start", moment), *items(lines, indent=12)])]


def start_lines(design: Design, scenario: Scenario, start: Start) -> Iterator[str]:
    """A sentence for each thing to set."""
    yield f"Put the turn marker on turn {start.turn}; play begins in {moment_words(start, design.ruleset)}."
    if start.scored:
        places = words.both(words.hex_words(n, design.map) for n in start.scored)
        yield f"Already scored, {words.count_words(len(start.scored), 'goal')}: {places}."
    if start.events:
        yield f"Past events: {words.both(event_name(design, e) for e in start.events)}."
    for label, countries in (
            ("Countries entered", start.entered), ("Countries hit by air strikes", start.struck)):
        if countries:
            yield f"{label}: {words.both(words.country_name(c, design.ruleset) for c in countries)}."
    if start.steps is not None or start.assets:
        left = [] if start.steps is None else [words.count_words(start.steps, "replacement step")]
        titles = {a.id: a.name for a in design.ruleset.assets}
        left += [f"{number} {titles.get(id, id).lower()}" for id, number in start.assets]
        yield f"Replacements left this turn: {words.both(left)}."
    for holding in start.held:
        yield (f"Held by {_said(design, holding.side)} outside its countries: "
               f"{' '.join(design.map.grid.in_order(holding.hexes))}.")
    yield from _more_start_lines(design, scenario, start)
    game = words_of(design.ruleset.system)
    for mark in game.mark_order(frozenset(m for u in scenario.units if u.setup for m in u.setup.marks)):
        names = [
            f"{words.nationality_adjective(u, design.ruleset)} {u.name} ({u.hex or u.setup.box})"
            for u in scenario.units if u.setup and mark in u.setup.marks]
        if names:
            yield f"{game.mark(mark).sheet or game.mark(mark).title}: {words.both(names)}."


def _more_start_lines(design: Design, scenario: Scenario, start: Start) -> Iterator[str]:
    """What only games from data say."""
    if start.side:
        yield f"{said_of(_side(design, start.side), 'decides')} first."
    if start.free:
        yield f"Held by nobody: {' '.join(design.map.grid.in_order(start.free))}."
    if any(line.judged == "first" for line in design.ruleset.victory.points):
        for one in start.taken:
            hexes = " ".join(design.map.grid.in_order(one.hexes))
            yield f"Held at some time by {_said(design, one.side)}: {hexes}."
    for label, numbers in (
            ("Victory points so far", start.points), ("Steps kept for later", start.kept)):
        if numbers:
            yield f"{label}: {words.both(f'{_side(design, side)} {number}' for side, number in numbers)}."
    if start.losses:
        lost = []
        for loss in start.losses:
            steps = [words.count_words(loss.steps, "step")] if loss.steps else []
            parts = ", ".join([*steps, *["gone"] * bool(loss.times)])
            lost.append(f"{_unit_name(scenario, loss.unit)} ({parts})")
        yield f"Lost so far: {words.both(lost)}."
    fewer = [f"{u.name} ({u.setup.lost})" for u in scenario.units if u.setup and u.setup.lost]
    if fewer:
        yield f"Steps lost, of units with several: {words.both(fewer)}."
    if start.used:
        yield f"Used already: {words.both(f'{name.strip()} {number}' for name, number in start.used)}."
    if start.sources:
        yield f"Lost sources of supply: {words.both(name for name, _ in start.sources)}."
    if start.chapters:
        yield ("The file has more for the program alone, of the chapters "
               f"{words.both(id.replace('-', ' ') for id in start.chapters)}.")


def _said(design: Design, id: str) -> str:
    return side_in_sentence(_side(design, id))


def _side(design: Design, id: str) -> str:
    side = design.ruleset.side_by_id.get(id)
    return side.name if side else id


def _unit_name(scenario: Scenario, key: str) -> str:
    unit = scenario.unit_by_key.get(key)
    return unit.name if unit else key
