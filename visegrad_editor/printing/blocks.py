"""The common blocks of a sheet: headings, paragraphs, lists, notices and white space."""

from __future__ import annotations

from dataclasses import field

from ..lazy_dataclass import dataclass
from .flow import Block
from .pen import Pen
from .text import BODY, GROUP, HAIRLINE, INK, LABEL, SECTION, SMALL, STRONG, TINT, TextStyle, on_colour, wrap


@dataclass
class Heading(Block):
    """The heading of a section, with an entry in the outline of the document."""

    text: str
    note: str = ""
    gap: float = 16.0
    keep: bool = True

    def height(self, width: float) -> float:
        return SECTION.leading * len(wrap(self.text, SECTION, width, 2)) + 5

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        lines = wrap(self.text, SECTION, width, 2)
        pen.outline(self.text, f"section-{self.text}", top)
        pen.lines(x, top, lines, SECTION)
        if self.note:
            room = width - max(SECTION.width(line) for line in lines) - 12
            if LABEL.width(self.note) <= room:
                pen.text(x + width, top + 3.5, self.note, LABEL, "right")
        pen.rule(x, top + SECTION.leading * len(lines) + 1.5, width, colour=INK, line=1.1)


@dataclass
class Band(Block):
    """A coloured band across the page, for a side."""

    text: str
    note: str
    colour: str
    gap: float = 14.0
    keep: bool = True

    def height(self, width: float) -> float:
        return 21.0

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        ink = on_colour(self.colour)
        style = TextStyle(SECTION.font, 11.5, 20, ink)
        pen.box(x, top, width, 20, fill=self.colour, radius=2.5)
        text = wrap(self.text, style, width - 20 - LABEL.width(self.note) - 10, 1)[0]
        pen.outline(self.text, f"band-{self.text}", top, 1)
        pen.text(x + 8, top, text, style)
        pen.text(x + width - 8, top, self.note, TextStyle(LABEL.font, LABEL.size, 20, ink), "right")


@dataclass
class GroupHeading(Block):
    """A heading inside a column, such as a nationality, with a swatch of its counters' colours."""

    text: str
    note: str = ""
    ground: str = ""
    ink: str = ""
    gap: float = 9.0
    keep: bool = True
    again: bool = False

    def _title(self) -> str:
        return f"{self.text} (continued)" if self.again else self.text

    def height(self, width: float) -> float:
        return GROUP.leading * len(self._lines(width)) + 4

    def _lines(self, width: float) -> list[str]:
        used = (15 if self.ground else 0) + (
            LABEL.width(self.note) + 8 if self.note and not self.again else 0
        )
        return wrap(self._title(), GROUP, width - used, 3)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        left = x
        if self.ground:
            pen.box(x, top + 2, 10, 9, fill=self.ground, stroke=self.ink or INK, line=1.2)
            left += 15
        pen.lines(left, top, self._lines(width), GROUP)
        if self.note and not self.again:
            pen.text(x + width, top + 1.5, self.note, LABEL, "right")
        pen.rule(x, top + self.height(width) - 2, width, colour=INK, line=0.6)

    def continued(self) -> Block:
        return GroupHeading(self.text, self.note, self.ground, self.ink, again=True)


@dataclass
class Paragraph(Block):
    """Running text, which may be split between two lines unless it is `whole`. `bullet` hangs to the left of
    it."""

    text: str
    style: TextStyle = BODY
    gap: float = 3.0
    bullet: str = ""
    indent: float = 0.0
    keep: bool = False
    group: Block | None = None
    whole: bool = False
    _cache: dict[float, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def _lines(self, width: float) -> list[str]:
        if width not in self._cache:
            self._cache[width] = wrap(self.text, self.style, width - self.indent)
        return self._cache[width]

    def height(self, width: float) -> float:
        return self.style.leading * len(self._lines(width))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        if self.bullet:
            bold = TextStyle(STRONG.font, self.style.size, self.style.leading, self.style.colour)
            pen.text(x, top, self.bullet, bold)
        pen.lines(x + self.indent, top, self._lines(width), self.style)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        lines = self._lines(width)
        fit = min(int(room / self.style.leading), len(lines) - 2)
        if fit < 2 or self.whole:
            return None
        first = Paragraph(
            " ".join(lines[:fit]), self.style, self.gap, self.bullet, self.indent, False, self.group
        )
        second = Paragraph(" ".join(lines[fit:]), self.style, 0.0, "", self.indent, self.keep, self.group)
        return first, second


def items(
    texts: list[tuple[str, str]], style: TextStyle = BODY, indent: float = 26.0, group: Block | None = None,
    gap: float = 3.0, whole: bool = False,
) -> list[Block]:
    """A list of (mark, text); the marks, for instance rule numbers, form a column of their own, and a mark
    too wide for it pushes its text to the right. `whole` texts are not split."""
    bold = TextStyle(STRONG.font, style.size, style.leading)
    return [
        Paragraph(text, style, gap, mark, max(indent, bold.width(mark) + 5) if mark else indent, False, group,
                  whole)
        for mark, text in texts]


@dataclass
class Row(Block):
    """Groups of blocks beside each other, such as small tables, which stay together on a page. `across` is
    the number of groups for which there is room; fewer leave the rest white."""

    groups: tuple[tuple[Block, ...], ...]
    across: int = 4
    gap: float = 12.0

    _GUTTER = 14.0

    def _width(self, width: float) -> float:
        return (width - self._GUTTER * (self.across - 1)) / self.across

    def _tops(self, width: float) -> list[list[float]]:
        """The offset of each block of each group, and the end of each group. The first blocks, the headings,
        end at the same height."""
        own = self._width(width)
        first = max((group[0].height(own) for group in self.groups if group), default=0.0)
        tops = []
        for group in self.groups:
            offsets = [first - group[0].height(own)] if group else [0.0]
            for i, block in enumerate(group):
                if i:
                    offsets[-1] += block.gap
                offsets.append(offsets[-1] + block.height(own))
            tops.append(offsets)
        return tops

    def height(self, width: float) -> float:
        return max((offsets[-1] for offsets in self._tops(width)), default=0.0)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        own = self._width(width)
        for n, (group, offsets) in enumerate(zip(self.groups, self._tops(width), strict=True)):
            for block, offset in zip(group, offsets, strict=False):
                block.draw(pen, x + n * (own + self._GUTTER), top + offset, own)


@dataclass
class Notice(Block):
    """A box that must not be overlooked, with a title and lines of text."""

    title: str
    lines: tuple[str, ...]
    gap: float = 10.0

    def _wrapped(self, width: float) -> list[str]:
        return [part for line in self.lines for part in wrap(line, SMALL, width - 20, 3)]

    def height(self, width: float) -> float:
        return STRONG.leading + SMALL.leading * len(self._wrapped(width)) + 12

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        pen.box(x, top, width, self.height(width), fill=TINT, stroke=HAIRLINE, radius=2.5)
        pen.box(x, top, 3, self.height(width), fill=INK)
        pen.text(x + 11, top + 5, self.title, STRONG)
        pen.lines(x + 11, top + 5 + STRONG.leading, self._wrapped(width), SMALL.in_colour(INK))


@dataclass
class Space(Block):
    """White space."""

    size: float

    def height(self, width: float) -> float:
        return self.size

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        return
