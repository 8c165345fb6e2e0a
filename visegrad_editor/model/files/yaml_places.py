"""The positions of the nodes of a YAML text: line starts, ends of values, comments above and behind."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import Any

import yaml

from .yaml_emit import WIDTH

Edit = tuple[int, int, str]
_DASHES = re.compile(r" *(- +)*")
"""What stands on a line before the first pair of an entry."""


class Places:
    """The positions of nodes in one text. Every position is an index into it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def line_end(self, index: int) -> int:
        """The position after the line end of the line that contains the index."""
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end + 1

    def column(self, index: int) -> int:
        return index - self.line_start(index)

    def indent(self, index: int) -> int:
        """The blanks at the start of the line that contains the index."""
        start = self.line_start(index)
        line = self.text[start : self.line_end(index)]
        return len(line) - len(line.lstrip(" "))

    def begins_line(self, node: Any) -> bool:
        index = node.start_mark.index
        return not self.text[self.line_start(index) : index].strip(" ")

    def span(self, node: Any) -> tuple[int, int]:
        """Start and end of a node, without the blanks and comments after it."""
        return int(node.start_mark.index), self.content_end(node)

    def content_end(self, node: Any) -> int:
        if isinstance(node, yaml.ScalarNode):
            end = int(node.end_mark.index)
            if node.style in ("|", ">"):
                end = max(len(self.text[:end].rstrip(" \r\n")), int(node.start_mark.index) + 1)
            return end
        if node.flow_style or not node.value:
            return int(node.end_mark.index)
        last = node.value[-1]
        return self.content_end(last[1] if isinstance(last, tuple) else last)

    def end_of_lines(self, node: Any) -> int:
        """The position after the last line of a node."""
        return self.line_end(self.content_end(node))

    def on_one_line(self, node: Any) -> bool:
        """Whether a node is a collection in brackets that begins and ends on the same line."""
        return bool(isinstance(node, yaml.CollectionNode) and node.flow_style) and (
            "\n" not in self.text[slice(*self.span(node))])

    def comment_after(self, node: Any) -> str:
        """The comment after a value on its line, with the blanks before it."""
        end = self.content_end(node)
        tail = self.text[end : self.line_end(end)].rstrip("\r\n")
        return tail.rstrip() if tail.lstrip().startswith("#") and tail[:1] in " \t" else ""

    def lead(self, index: int) -> int:
        """The start of the comment lines directly above a line, or of the line itself."""
        start = self.line_start(index)
        indent = self.indent(index)
        while start > 0:
            above = self.line_start(start - 1)
            line = self.text[above:start]
            if not line.strip().startswith("#") or len(line) - len(line.lstrip(" ")) != indent:
                break
            start = above
        return start

    def is_blank_before(self, start: int) -> bool:
        """Whether the line above one that begins at `start` is blank, or there is none."""
        return start == 0 or not self.text[self.line_start(start - 1) : start].strip()

    def is_blank_after(self, end: int) -> bool:
        """Whether the line that begins at `end` is blank, or the text ends there."""
        return end >= len(self.text) or not self.text[end : self.line_end(end)].strip()

    # -- pairs of block mappings --------------------------------------------------------

    def key_start(self, key: Any) -> int:
        """The position of a key, or of the question mark before it."""
        start = int(key.start_mark.index)
        before = self.text[:start].rstrip(" ")
        if before.endswith("?") and _DASHES.fullmatch(before[self.line_start(len(before)) : -1]):
            return len(before) - 1
        return start

    def pair_removal(self, node: Any, i: int) -> list[Edit] | None:
        """The edits that remove a pair from a block mapping that has others; None if it stands where nothing
        can be taken away. The comment lines directly above it go with it. If it stands behind the dash of an
        entry the next pair takes its place, and the comments above that one go above the dash."""
        key, value = node.value[i]
        start, end = self.key_start(key), self.end_of_lines(value)
        line = self.line_start(start)
        if not self.text[line:start].strip(" "):
            return [(self.lead(start), end, "")]
        if i + 1 == len(node.value) or not _DASHES.fullmatch(self.text[line:start]):
            return None
        following = self.key_start(node.value[i + 1][0])
        between = self.text[end : self.line_start(following)].splitlines(keepends=True)
        pad = " " * self.indent(start)
        comments = [pad + text.lstrip() for text in between if text.strip()]
        return [(line, line, "".join(comments)), (start, following, "")]

    # -- entries of block lists ---------------------------------------------------------

    def item_line(self, node: Any, i: int) -> int | None:
        """The start of the line with the dash of an entry; None if the dash does not begin the line."""
        column = node.start_mark.column
        start = self.line_start(node.value[i].start_mark.index)
        lowest = self.line_start(node.start_mark.index)
        while start >= lowest:
            if self.text[start : start + column + 1] == " " * column + "-":
                return start
            if start == 0:
                break
            start = self.line_start(start - 1)
        return None

    def item_region(self, node: Any, i: int, gone: Container[int]) -> tuple[int, int] | None:
        """The lines of an entry that is removed, with the comments that belong to it.

        A comment above a lone entry is removed with it; one above a run of entries stays as long as one of
        them does.
        """
        line = self.item_line(node, i)
        if line is None:
            return None
        end = self.end_of_lines(node.value[i])
        start = self.lead(line)
        if start < line and (i == 0 or self.is_blank_before(start)):
            n = i + 1
            while n < len(node.value) and self.item_line(node, n) == self.end_of_lines(node.value[n - 1]):
                if n not in gone:
                    start = line
                    break
                n += 1
        if start > 0 and self.is_blank_before(start) and end < len(self.text) and self.is_blank_after(end):
            end = self.line_end(end)
        return start, end


def _entry_column(places: Places, spans: Sequence[tuple[int, int]], at: int) -> int:
    """Where the entries on the line of one begin: where the first of that line does, or the first of all if
    the line begins with something else, such as the bracket."""
    first = places.line_start(at) + places.indent(at)
    return places.indent(at) if any(a == first for a, _ in spans) else places.column(spans[0][0])


def flow_edits(
    places: Places, node: Any, gone: Iterable[int], added: Sequence[tuple[int, str]], width: int = WIDTH
) -> list[Edit] | None:
    """Remove children of a flow collection and insert new ones before others.

    `added` holds (place, text); place len(children) is the end. None if nothing would be left, or if one line
    would become longer than `width`.
    """
    spans = [
        (places.span(c[0])[0], places.content_end(c[1])) if isinstance(c, tuple) else places.span(c)
        for c in node.value]
    lost = sorted(gone)
    kept = [i for i in range(len(spans)) if i not in lost]
    if not kept:
        return None
    start, end = places.span(node)
    one_line = "\n" not in places.text[start:end]
    edits: list[Edit] = []
    lengths: dict[int, int] = {}
    """How long the line is that ends behind an entry, with what was added there."""
    for i in lost:
        # An entry is removed with the comma after it; those at the end with the comma before them.
        if i > kept[-1]:
            edits.append((spans[i - 1][1], spans[i][1], ""))
        else:
            edits.append((spans[i][0], spans[i + 1][0], ""))
    for place, text in added:
        before = [i for i in kept if i < place]
        if not before:
            edits.append((spans[kept[0]][0], spans[kept[0]][0], f"{text}, "))
            continue
        at = spans[before[-1]][1]
        length = lengths.get(at, places.line_end(at) - places.line_start(at)) + len(text) + 2
        gap = ", "
        if not one_line and length > width:
            column = _entry_column(places, spans, spans[before[-1]][0])
            gap, length = ",\n" + " " * column, column + len(text) + 2
        lengths[at] = length
        edits.append((at, at, gap + text))
    if one_line:
        line = places.line_end(start) - places.line_start(start) - 1
        change = sum(len(new) - (b - a) for a, b, new in edits)
        if change > 0 and line + change > width:
            return None
    return edits
