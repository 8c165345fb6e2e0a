"""The first page of a set-up sheet: title, overview map, the scenario at a glance."""

from __future__ import annotations

from dataclasses import field

from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.in_play import InPlay
from ..model.scenario import Scenario
from ..model.start import moment_words
from ..model.wording import quoted
from . import words
from .flow import Block
from .fonts import clean
from .map_art import MapPicture
from .pen import Pen
from .sequence_of_play import first_turn_words
from .setup_section import UnitCounts, order_of_set_up_words, side_of, sides_by_set_up
from .text import (
    BODY,
    EYEBROW,
    HAIRLINE,
    INK,
    LABEL,
    LEAD,
    LOW_TITLE,
    SMALL,
    STRONG,
    TINT,
    TITLE,
    TextStyle,
    wrap,
)

_FACT_GAP = 4.0
_MOST_LINES = 12
"""Lines of a fact."""
_COLUMNS = (
    ("on_map", "map"), ("later", "later"), ("air", "air"), ("boxed", "boxes"), ("unplaced", "no place"))
"""The columns of the counts: fields of `UnitCounts` and their headings."""
_ALWAYS = ("on_map", "later")
_BETWEEN = 7.0
"""The room between two columns of the counts, in points."""
_NAME = TextStyle(STRONG.font, 7.5, 9)
_NUMBER = TextStyle(BODY.font, 8, 9)
_HEAD = TextStyle(LABEL.font, 7, 10, LABEL.colour)


TITLE_RISE = 14.0
"""How far above the frame the title of a first page begins."""


@dataclass
class TitleBlock(Block):
    """Game, scenario title and summary across the page.

    The first page has no header, so the block begins a little above the frame. A `low` one is set smaller.
    """

    eyebrow: str
    title: str
    summary: str
    low: bool = False

    _RISE = TITLE_RISE

    @property
    def _style(self) -> TextStyle:
        return LOW_TITLE if self.low else TITLE

    def height(self, width: float) -> float:
        title = wrap(self.title, self._style, width, 3)
        lead = wrap(self.summary, LEAD, width, 4) if self.summary else []
        below = 0 if self.low else 8
        return 16 - self._RISE + self._style.leading * len(title) + LEAD.leading * len(lead) + below

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        title = wrap(self.title, self._style, width, 3)
        top -= self._RISE
        pen.box(x, top, width, 2.4, fill=INK)
        pen.text(x, top + 6, self.eyebrow, EYEBROW)
        pen.outline(self.title, f"title-{self.summary}", top)
        pen.lines(x, top + 17, title, self._style)
        if self.summary:
            pen.lines(
                x,
                top + 18 + self._style.leading * len(title),
                wrap(self.summary, LEAD, width, 4),
                LEAD.in_colour(LABEL.colour),
            )


@dataclass(frozen=True)
class Fact:
    """A labelled fact about the scenario."""

    label: str
    text: str


@dataclass
class Glance(Block):
    """The overview map, and beside it the facts and the count of counters."""

    picture: MapPicture
    caption: str
    facts: tuple[Fact, ...]
    counts: tuple[tuple[str, str, UnitCounts], ...]
    """(name, colour, units) of each side."""
    most: float = 400.0
    """The maximum height of the map, in points."""
    gap: float = 10.0
    _cache: dict[float, tuple[float, float, float]] = field(default_factory=dict, repr=False)

    _GUTTER = 16.0

    def _sizes(self, width: float) -> tuple[float, float, float]:
        """Width of the facts, and width and height of the map."""
        if width not in self._cache:
            facts = max(150.0, 0.31 * width)
            room = width - facts - self._GUTTER
            map_width, map_height = self.picture.fitted(room, self.most)
            self._cache[width] = (width - map_width - self._GUTTER, map_width, map_height)
        return self._cache[width]

    def height(self, width: float) -> float:
        facts, _, map_height = self._sizes(width)
        return max(map_height + 14, self._facts_height(facts))

    def _facts_height(self, width: float) -> float:
        heights = sum(10 + len(wrap(f.text, BODY, width, _MOST_LINES)) * 10.8 + _FACT_GAP for f in self.facts)
        return heights + 16 + sum(height for _, height in self._names(self._ends(width)[0][1]))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        facts, map_width, map_height = self._sizes(width)
        self.picture.draw(pen, x, top, map_width, map_height)
        pen.text(x, top + map_height + 3, self.caption, SMALL)
        left, y = x + map_width + self._GUTTER, top
        style = TextStyle(BODY.font, BODY.size, 10.8)
        for fact in self.facts:
            pen.text(left, y, fact.label, LABEL)
            lines = wrap(fact.text, BODY, facts, _MOST_LINES)
            pen.lines(left, y + 10, lines, style)
            y += 10 + len(lines) * 10.8 + _FACT_GAP
        self._draw_counts(pen, left, y + 2, facts)

    def _ends(self, width: float) -> list[tuple[tuple[str, str], float, float]]:
        """The columns of the counts, each with the left and the right end of its numbers."""
        shown = [c for c in _COLUMNS if c[0] in _ALWAYS or any(getattr(n, c[0]) for *_, n in self.counts)]
        found, right = [], width - 4
        for column in reversed(shown):
            wide = max([_HEAD.width(column[1]), *(
                _NUMBER.width(str(getattr(n, column[0]))) for *_, n in self.counts)])
            found.append((column, right - wide, right))
            right -= wide + _BETWEEN
        return found[::-1]

    def _names(self, room: float) -> list[tuple[list[str], float]]:
        """The lines of each side's name, whole, left of the numbers, and the height of its row."""
        named = [wrap(name, _NAME, room - 12 - _BETWEEN, 3) for name, *_ in self.counts]
        return [(lines, 4 + _NAME.leading * len(lines)) for lines in named]

    def _draw_counts(self, pen: Pen, x: float, top: float, width: float) -> None:
        if not self.counts:
            return
        columns = self._ends(width)
        pen.text(x, top, "Counters", _HEAD)
        for (_, text), _, end in columns:
            pen.text(x + end, top, text, _HEAD, "right")
        pen.rule(x, top + 11, width, colour=INK, line=0.7)
        y = top + 12
        names = self._names(columns[0][1])
        for i, ((_, colour, counts), (lines, height)) in enumerate(zip(self.counts, names, strict=True)):
            if i % 2:
                pen.box(x, y, width, height, fill=TINT)
            pen.box(x + 2, y + 3.2, 6.5, 6.5, fill=colour, stroke=HAIRLINE, line=0.4)
            pen.lines(x + 12, y + 2, lines, _NAME)
            for (counted, _), _, end in columns:
                number = getattr(counts, counted)
                pen.text(x + end, y + 2, str(number) if number else "–", _NUMBER, "right")
            y += height


def _variant_words(scenario: Scenario, base: Scenario | None) -> str:
    """What a scenario is a variant of: a title in quotation marks, or a name if there is none."""
    if not scenario.extends:
        return ""
    title = clean(base.title) if base is not None else ""
    return f"; a variant of {quoted(title) if title else scenario.extends}"


def glance(design: Design, scenario: Scenario, picture: MapPicture, caption: str, mark: str,
           base: Scenario | None = None) -> Glance:
    """The overview of a scenario; `mark` is its fingerprint, `base` the scenario that it is a variant of."""
    ruleset = design.ruleset
    order = ". ".join(filter(None, (order_of_set_up_words(design, scenario), first_turn_words(design))))
    facts = [
        Fact(
            "LENGTH",
            words.turns_words(scenario.turns, "game turn", ruleset)
            + (f"; starts in {moment_words(scenario.start, design.ruleset)}" if scenario.start else ""),
        ),
        Fact("GAME", f"{ruleset.title or ruleset.name}, rules data version {ruleset.version}"),
        Fact("MAP", _map_words(design, scenario)),
        Fact(
            "SCENARIO",
            f"{scenario.name}, version {scenario.version}"
            + _variant_words(scenario, base),
        ),
        *([Fact("ORDER", order)] if order else []),
        Fact("STACKING", words.stacking_words(design, "the charts").rstrip(".")),
        Fact("CONTENT MARK", f"{mark} (sheets with the same mark have the same content)"),
    ]
    options = [o for o in ruleset.options if InPlay(design).applies(o)]
    if options:
        unusual = [w for key, choice in scenario.options if (w := _unusual(design, key, choice))]
        facts.insert(-1, Fact("OPTIONS", "; ".join(unusual) or "All standard"))
    return Glance(picture, caption, tuple(facts), tuple(_counts(design, scenario)))


def _map_words(design: Design, scenario: Scenario) -> str:
    title = design.map.title or design.map.name
    words_ = f"{title}, version {design.map.version}"
    if len(scenario.play_area) == 2:
        words_ += f"; only {scenario.play_area[0]} to {scenario.play_area[1]} is in play"
    return words_


def _unusual(design: Design, key: str, choice: str) -> str:
    """A chosen option in words; "" for the standard choice."""
    for option in design.ruleset.options:
        if option.id == key:
            usual = option.choices[:1] == (choice,)
            shown = not usual and InPlay(design).applies(option)
            return f"{option.name}: {option.title_of(choice)}" if shown else ""
    return f"{key}: {choice}"


def _counts(design: Design, scenario: Scenario) -> list[tuple[str, str, UnitCounts]]:
    return [
        (side.name, side.colour,
         UnitCounts.of((u for u in scenario.units if side_of(u, design) == side.id), design))
        for side in sides_by_set_up(design, scenario)]
