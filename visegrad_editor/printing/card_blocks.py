"""The blocks of a card: type that comes in several sizes, framed panels, and blocks beside each other."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ..lazy_dataclass import dataclass
from . import fonts
from .blocks import Paragraph
from .flow import Block
from .pen import Pen
from .text import HAIRLINE, INK, MUTED, TINT, TextStyle, wrap

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
"""The sizes in which a card is set, in points, the one to begin with first; none is smaller."""
_LEAST = SIZES[-1]


@dataclass(frozen=True)
class CardType:
    """The type of a card in one of its sizes."""

    size: float

    @cached_property
    def body(self) -> TextStyle:
        return self._style(fonts.REGULAR, self.size)

    @cached_property
    def strong(self) -> TextStyle:
        return self._style(fonts.BOLD, self.size)

    @cached_property
    def head(self) -> TextStyle:
        return self._style(fonts.BOLD, self.size + 1)

    @cached_property
    def small(self) -> TextStyle:
        return self._style(fonts.REGULAR, max(_LEAST, self.size - 1), 1.22)

    @cached_property
    def label(self) -> TextStyle:
        return self._style(fonts.SEMIBOLD, max(_LEAST, self.size - 0.5)).in_colour(MUTED)

    @property
    def counter(self) -> float:
        """The side of a counter."""
        return 3.4 * self.size

    @property
    def gap(self) -> float:
        """The white space between two parts."""
        return self.size * 0.8

    def _style(self, font: str, size: float, leading: float = 1.3) -> TextStyle:
        return TextStyle(font, size, size * leading)


@dataclass
class CardHeading(Block):
    """The heading of a part, above a line."""

    text: str
    type: CardType
    gap: float = 8.0
    keep: bool = True

    def height(self, width: float) -> float:
        return self.type.head.leading * len(wrap(self.text, self.type.head, width)) + 3

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        pen.lines(x, top, wrap(self.text, self.type.head, width), self.type.head)
        pen.outline(self.text, f"card-{self.text}", top)
        pen.rule(x, top + self.height(width) - 2, width, colour=INK, line=0.8)

    def continued(self) -> Block:
        return CardHeading(f"{self.text} (continued)", self.type)


@dataclass
class Labelled(Block):
    """A line with a label before it, in a column of its own."""

    label: str
    text: str
    type: CardType
    share: float = 0.27
    gap: float = 1.0

    def _parts(self, width: float) -> tuple[list[str], list[str]]:
        own = width * self.share
        return (wrap(self.label, self.type.label, own - 4), wrap(self.text, self.type.body, width - own))

    def height(self, width: float) -> float:
        return max(map(len, self._parts(width))) * self.type.body.leading

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        labels, lines = self._parts(width)
        even = replace(self.type.label, leading=self.type.body.leading)
        pen.lines(x, top, labels, even)
        pen.lines(x + width * self.share, top, lines, self.type.body)


@dataclass
class Panel(Block):
    """A frame with a title in it, and blocks below that."""

    title: str
    blocks: tuple[Block, ...]
    type: CardType
    gap: float = 6.0

    _SIDE = 6.0

    @property
    def _head(self) -> float:
        return self.type.head.leading + 2

    def height(self, width: float) -> float:
        return self._head + stack_height(self.blocks, width - 2 * self._SIDE) + 8

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        self.draw_higher(pen, x, top, width, self.height(width))

    def draw_higher(self, pen: Pen, x: float, top: float, width: float, height: float) -> None:
        """Draw it with a frame that is as high as that."""
        pen.box(x, top, width, self._head, fill=TINT)
        pen.box(x, top, width, height, stroke=INK, line=0.8)
        pen.text(x + self._SIDE, top + 1, self.title, self.type.head)
        pen.outline(self.title, f"card-{self.title}", top)
        draw_stack(pen, self.blocks, x + self._SIDE, top + self._head + 3, width - 2 * self._SIDE)


def stack_height(blocks: tuple[Block, ...], width: float) -> float:
    """The height of blocks below each other."""
    return sum(b.height(width) + (b.gap if i else 0.0) for i, b in enumerate(blocks))


def draw_stack(
    pen: Pen, blocks: tuple[Block, ...], x: float, top: float, width: float, most: float = 0.0
) -> None:
    """Draw blocks below each other; a panel at the end goes on to `most` points below the top."""
    start = top
    for i, block in enumerate(blocks):
        top += block.gap if i else 0.0
        height = block.height(width)
        if isinstance(block, Panel) and i == len(blocks) - 1:
            block.draw_higher(pen, x, top, width, max(height, start + most - top))
        else:
            block.draw(pen, x, top, width)
        top += height


@dataclass
class Beside(Block):
    """Two stacks of blocks beside each other; `share` is that of the left one."""

    left: tuple[Block, ...]
    right: tuple[Block, ...]
    share: float = 0.5
    gap: float = 8.0

    _GUTTER = 10.0

    def widths(self, width: float) -> tuple[float, float]:
        """The widths of the two stacks."""
        left = (width - self._GUTTER) * self.share
        return left, width - self._GUTTER - left

    def height(self, width: float) -> float:
        left, right = self.widths(width)
        return max(stack_height(self.left, left), stack_height(self.right, right))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        left, right = self.widths(width)
        most = self.height(width)
        draw_stack(pen, self.left, x, top, left, most)
        draw_stack(pen, self.right, x + left + self._GUTTER, top, right, most)


@dataclass
class SideBand(Block):
    """The heading of a side: dark for the one that sets up first, light for the other."""

    name: str
    note: str
    dark: bool
    type: CardType
    gap: float = 8.0
    keep: bool = True
    again: bool = False

    def height(self, width: float) -> float:
        return self.type.head.leading * len(self._notes(width)) + 4

    @property
    def _title(self) -> str:
        return f"{self.name} (continued)" if self.again else self.name

    def _notes(self, width: float) -> list[str]:
        return wrap(self.note, self.type.strong, width - self.type.head.width(self._title) - 24)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        ink = "#ffffff" if self.dark else INK
        pen.box(x, top, width, self.height(width), fill=INK if self.dark else TINT, stroke=INK, line=0.8)
        pen.text(x + 6, top + 2, self._title, self.type.head.in_colour(ink))
        if not self.again:
            pen.outline(self.name, f"card-{self.name}", top)
        for i, line in enumerate(self._notes(width)):
            style = TextStyle(self.type.strong.font, self.type.strong.size, self.type.head.leading, ink)
            pen.text(x + width - 6, top + 2 + i * style.leading, line, style, "right")

    def continued(self) -> Block:
        return SideBand(self.name, self.note, self.dark, self.type, again=True)


def paragraph(text: str, type: CardType, gap: float = 2.0) -> Paragraph:
    """Running text of a card."""
    return Paragraph(text, type.body, gap)


def hairline(pen: Pen, x: float, top: float, width: float) -> None:
    """A thin line between two parts."""
    pen.rule(x, top, width, colour=HAIRLINE)
