"""Layout of blocks on pages and in columns.

Nothing is drawn here: the result lists the blocks of each page with their positions, so the number
of pages is known before the first footer is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import field
from typing import NamedTuple

from ..lazy_dataclass import dataclass
from .paper import Frame
from .pen import Pen

_SLACK = 0.01
_LEAST_START = 90.0
"""With less room than this left on a page, in points, columns start on the next page."""


class Block(ABC):
    """A piece of a page that is drawn as a whole.

    `gap` is white space above it, left out at the top of a column. A block with `keep` stays with the
    next one, so it is never last in a column. `group` is a heading that is repeated when a column
    starts in the middle of its group.
    """

    gap: float = 0.0
    keep: bool = False
    group: Block | None = None

    @abstractmethod
    def height(self, width: float) -> float:
        """The height in points for a width in points."""

    @abstractmethod
    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Draw it with its upper left corner at `x`, `top`."""

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        """Two blocks, the first no higher than `room`; None for a block that cannot be split."""
        return None

    def continued(self) -> Block:
        """The heading to repeat when the group of this one continues in another column."""
        return self


@dataclass
class Columns:
    """Blocks in columns of equal width and, as far as possible, equal height."""

    blocks: Sequence[Block]
    count: int = 2
    gutter: float = 16.0
    gap: float = 8.0


@dataclass
class NewPage:
    """A page break; it has no effect on an empty page."""


@dataclass
class Together:
    """Elements that move to the next page together if they fit there and not on this one.

    Elements that need more than the share `most` of a page may be split all the same, because moving
    them would leave too much of the page white.
    """

    elements: Sequence[Element]
    most: float = 1.0


Element = Block | Columns | NewPage | Together


class PlacedBlock(NamedTuple):
    """A block with its position, measured from the upper left corner of the page, and its width."""

    block: Block
    x: float
    top: float
    width: float


class _FilledColumn(NamedTuple):
    """The blocks in a column with their offsets, its height, and the blocks left over."""

    placed: list[tuple[Block, float]]
    height: float
    rest: list[Block]


@dataclass
class _Pages:
    """The pages so far, and how far down the last one is filled."""

    frame: Frame
    pages: list[list[PlacedBlock]] = field(default_factory=lambda: [[]])
    top: float = 0.0

    def __post_init__(self) -> None:
        self.top = self.frame.top

    @property
    def room(self) -> float:
        return self.frame.floor - self.top

    @property
    def fresh(self) -> bool:
        return not self.pages[-1]

    def turn(self) -> None:
        self.pages.append([])
        self.top = self.frame.top

    def put(self, run: _FilledColumn, x: float, width: float) -> None:
        self.pages[-1].extend(PlacedBlock(b, x, self.top + offset, width) for b, offset in run.placed)


def lay_out(elements: Sequence[Element], frame: Frame) -> list[list[PlacedBlock]]:
    """The pages of a sheet. A block too high for a page gets a page of its own."""
    pages = _Pages(frame)
    _place(pages, elements)
    if pages.fresh and len(pages.pages) > 1:
        pages.pages.pop()
    return pages.pages


def _place(pages: _Pages, elements: Sequence[Element]) -> None:
    pending: list[Block] = []
    for element in elements:
        if isinstance(element, Block):
            pending.append(element)
            continue
        # Headings kept with the next element move with it.
        heads = _trailing_heads(pending)
        _flow(pages, pending[: len(pending) - len(heads)])
        pending = []
        if isinstance(element, Columns):
            _flow_columns(pages, heads, element)
        elif isinstance(element, Together):
            whole = [*heads, *element.elements]
            if not pages.fresh and _overflows(pages, whole) and _fits(whole, pages.frame, element.most):
                pages.turn()
            _place(pages, whole)
        else:
            _flow(pages, heads)
            if not pages.fresh:
                pages.turn()
    _flow(pages, pending)


def height_of(elements: Sequence[Element], frame: Frame) -> float:
    """The height in points of elements from the top of a page; infinite if they need another page."""
    trial = _Pages(frame)
    _place(trial, elements)
    return trial.top - frame.top if len(trial.pages) == 1 else float("inf")


def _fits(elements: Sequence[Element], frame: Frame, share: float) -> bool:
    return height_of(elements, frame) <= share * frame.content_height


def _overflows(pages: _Pages, elements: Sequence[Element]) -> bool:
    """Whether the elements would continue on another page."""
    trial = _Pages(pages.frame, [list(pages.pages[-1])])
    trial.top = pages.top
    _place(trial, elements)
    return len(trial.pages) > 1


def _trailing_heads(blocks: list[Block]) -> list[Block]:
    heads: list[Block] = []
    for block in reversed(blocks):
        if not block.keep:
            break
        heads.insert(0, block)
    return heads


def _flow(pages: _Pages, blocks: list[Block]) -> None:
    width = pages.frame.content_width
    rest = blocks
    while rest:
        gap = 0.0 if pages.fresh else rest[0].gap
        run = _fill(rest, width, pages.room - gap, pages.fresh)
        if run.placed:
            pages.top += gap
            pages.put(run, pages.frame.side, width)
            pages.top += run.height
        rest = run.rest
        if rest:
            pages.turn()


def _flow_columns(pages: _Pages, heads: list[Block], columns: Columns) -> None:
    width = (pages.frame.content_width - columns.gutter * (columns.count - 1)) / columns.count
    full = pages.frame.content_width
    rest = list(columns.blocks)
    if not rest:
        _flow(pages, heads)
        return
    above = sum(h.gap + h.height(full) for h in heads) + columns.gap
    if not pages.fresh:
        room = pages.room - above
        whole = _smallest_height(rest, width, columns.count, room)
        # A first chunk may be higher than the room; the headings move to the next page with it.
        if whole is None and (room < _LEAST_START or not _fill(rest, width, room, False).placed):
            pages.turn()
    _flow(pages, heads)
    while rest:
        if not pages.fresh:
            pages.top += columns.gap if pages.room > columns.gap else 0.0
        limit = _smallest_height(rest, width, columns.count, pages.room)
        height, tallest = pages.room if limit is None else limit, 0.0
        before = len(rest)
        for i in range(columns.count):
            run = _fill(rest, width, height, pages.fresh and i == 0)
            pages.put(run, pages.frame.side + i * (width + columns.gutter), width)
            tallest = max(tallest, run.height)
            rest = run.rest
            if not rest:
                break
        pages.top += tallest
        if rest:
            if len(rest) == before and pages.fresh:
                raise AssertionError("no block was placed on a page")
            pages.turn()


def _smallest_height(blocks: list[Block], width: float, count: int, room: float) -> float | None:
    """The smallest height of columns that hold all blocks, or None if they do not fit the room."""
    if room <= 0 or not _all_fit(blocks, width, count, room):
        return None
    low, high = 0.0, room
    while high - low > 0.5:
        middle = (low + high) / 2
        if _all_fit(blocks, width, count, middle):
            high = middle
        else:
            low = middle
    return high


def _all_fit(blocks: list[Block], width: float, count: int, height: float) -> bool:
    rest = blocks
    for _ in range(count):
        rest = _fill(rest, width, height, False).rest
        if not rest:
            return True
    return False


def _fill(blocks: list[Block], width: float, room: float, must: bool) -> _FilledColumn:
    """Put blocks into one column; with `must` at least one, whatever its height."""
    placed: list[tuple[Block, float]] = []
    used = 0.0
    rest = list(blocks)
    group = rest[0].group if rest else None
    while group is not None and rest[0] is not group:
        rest.insert(0, group.continued())
        group = group.group
    inserted = len(rest) - len(blocks)
    first = 0
    while first < len(rest):
        after = first + 1
        while after < len(rest) and rest[after - 1].keep:
            after += 1
        chunk = rest[first:after]
        offsets: list[float] = []
        end = used
        for block in chunk:
            end += block.gap if placed or offsets else 0.0
            offsets.append(end)
            end += block.height(width)
        if end <= room + _SLACK:
            placed.extend(zip(chunk, offsets, strict=True))
            used, first = end, after
            continue
        # What is kept together stays so up to the last block, of which a part will do.
        parts = chunk[-1].split(width, room - offsets[-1])
        if parts is not None:
            placed.extend(zip([*chunk[:-1], parts[0]], offsets, strict=True))
            used = placed[-1][1] + parts[0].height(width)
            first = after - 1
            rest[first] = parts[1]
        elif must and len(placed) <= inserted:
            placed.append((chunk[0], used))
            used, first = used + chunk[0].height(width), first + 1
            continue
        break
    if inserted and not placed:
        return _FilledColumn(placed, used, list(blocks))
    return _FilledColumn(placed, used, rest[first:])
