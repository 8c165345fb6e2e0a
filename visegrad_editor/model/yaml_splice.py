"""Puts changes into the text a designer wrote, leaving every other byte as it was.

The text is composed into nodes that know where they stand. Then the canonical data of the
document before and after are walked beside them: where they are equal the text stays, and
where they differ the smallest thing that holds the difference is written anew.
"""

from __future__ import annotations

from typing import Any

import yaml

from .yaml_emit import Emitter, flow, quote, scalar
from .yaml_inline import Edit, flow_edits, word_edits
from .yaml_places import Places
from .yaml_plans import NoPlan, frozen, plan
from .yaml_read import DataPath

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NONE = object()


class CannotSplice(Exception):
    """The text and the data do not correspond here; something around must be written anew."""


def splice(text: str, kind: str, given: Any, before: Any, after: Any) -> str:
    """The text with what changed from `before` to `after` written into it.

    `given` is what the text says, `before` the canonical data of the same document. Raises
    `CannotSplice` where the top level does not correspond.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(mark):]
    work = _Splice(body, kind)
    work.mapping(yaml.compose(body, Loader=_LOADER), given, before, after, (), False)
    return mark + work.result()


class _Splice:
    def __init__(self, text: str, kind: str) -> None:
        self._text = text
        self._at = Places(text)
        self._emit = Emitter(kind)
        self._emit_short = Emitter(kind, blocks=False)
        self._edits: list[tuple[int, int, int, str]] = []
        self._newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"

    # -- the result ---------------------------------------------------------------------

    def result(self) -> str:
        """The text with all edits made."""
        out, position = [], 0
        for start, end, _, new in sorted(self._edits):
            if start > position:
                out.append(self._text[position:start])
            if new.endswith("\n") and start == len(self._text) and not self._text.endswith("\n"):
                # The file ends without a line end, and still shall.
                new = "\n" + new.removesuffix("\n")
            out.append(new.replace("\n", self._newline) if self._newline != "\n" else new)
            position = max(position, end)
        return "".join(out) + self._text[position:]

    def _edit(self, start: int, end: int, new: str) -> None:
        self._edits.append((start, end, len(self._edits), new))

    def _edit_all(self, edits: list[Edit] | None) -> None:
        if edits is None:
            raise CannotSplice
        for edit in edits:
            self._edit(*edit)

    def _insert_lines(self, place: int, text: str) -> None:
        if place not in (0, len(self._text)) and self._text[place - 1] != "\n":
            raise CannotSplice
        self._edit(place, place, text)

    # -- mappings -----------------------------------------------------------------------

    def mapping(self, node: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write the difference of two mappings into the node of one."""
        if not isinstance(node, yaml.MappingNode) or not isinstance(given, dict) or not node.value:
            raise CannotSplice
        is_flow = in_flow or bool(node.flow_style)
        pairs = {k.value: (k, v) for k, v in node.value}
        keys = list(pairs)
        wanted = [k for k in new if k not in pairs and old.get(k, _NONE) != new[k]]
        gone = [k for k in keys if k not in new and k in old]
        if len(gone) == len(keys):
            raise CannotSplice
        for key, (k, v) in pairs.items():
            if key in new and old.get(key, _NONE) != new[key]:
                self._pair(k, v, given[key], old.get(key), new[key], (*path, key), is_flow)
        place = {key: _place(key, list(new), keys) for key in wanted}
        if is_flow:
            added = [(place[key], f"{scalar(key, True)}: {flow(new[key])}") for key in wanted]
            self._edit_all(flow_edits(self._at, node, map(keys.index, gone), added))
            return
        first = node.value[0][0]
        if not self._at.begins_line(first) and keys[0] in gone:
            raise CannotSplice
        for key in gone:
            k, v = pairs[key]
            self._edit(self._at.lead(k.start_mark.index), self._at.end_of_lines(v), "")
        for key in wanted:
            text = self._emit.pair(key, new[key], node.start_mark.column, (*path, key))
            # What shares its line with a dash stays the first.
            i = place[key] if self._at.begins_line(first) else max(place[key], 1)
            at = self._at.end_of_lines(node.value[i - 1][1]) if i else self._at.lead(first.start_mark.index)
            self._insert_lines(at, text)

    def _pair(self, k: Any, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Change the value of one key."""
        if self._on_the_spot(v, given, old, new, path, in_flow):
            return
        start, end = self._at.span(v)
        if not _is_block(v) and start < end and "\n" not in self._text[k.end_mark.index : end]:
            # What stands on one line and still fits there is replaced on the spot.
            short = self._emit.line(new, self._at.column(start), path)
            if short is not None:
                self._edit(start, end, _as_before(v, new, short))
                return
        column = k.start_mark.column
        lines = self._emit.pair(k.value, new, column, path)
        comment = "" if _is_block(v) else self._at.comment_after(v)
        if comment:
            first, _, rest = lines.partition("\n")
            lines = f"{first}{comment}\n{rest}"
        end = self._at.end_of_lines(v)
        self._edit(k.start_mark.index, end, self._closed(lines[column:], end))

    def _on_the_spot(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> bool:
        """Change parts of a value, or all of it within brackets; False where its lines are written anew."""
        if self._inside(v, given, old, new, path, in_flow):
            return True
        if in_flow:
            self._edit(*self._at.span(v), _as_before(v, new, flow(new)))
        return in_flow

    def _inside(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> bool:
        """Change parts of a value where that is possible."""
        count = len(self._edits)
        try:
            if isinstance(v, yaml.MappingNode) and isinstance(old, dict) and isinstance(new, dict) and new:
                self.mapping(v, given, old, new, path, in_flow)
            elif isinstance(v, yaml.SequenceNode) and isinstance(old, list) and isinstance(new, list) and new:
                self.sequence(v, given, old, new, path, in_flow)
            elif (path[-1] in ("sides", "hexes") and not in_flow
                  and isinstance(given, str) and isinstance(old, str) and isinstance(new, str)):
                self._edit_all(word_edits(self._at, v, given, old, new, _same_side))
            else:
                return False
        except (CannotSplice, NoPlan):
            del self._edits[count:]
            return False
        return True

    # -- lists --------------------------------------------------------------------------

    def sequence(self, node: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write the difference of two lists into the node of one; raises `NoPlan` too."""
        if not isinstance(given, list) or not node.value:
            raise CannotSplice
        is_flow = in_flow or bool(node.flow_style)
        steps = plan(str(path[-1]), given, old, new)
        gone = {s.place for s in steps if s.what == "delete"}
        inserts = [s for s in steps if s.what == "insert"]
        if len(gone) == len(given):
            raise CannotSplice
        for step in steps:
            if step.what == "change":
                i = step.place
                self._entry(node.value[i], given[i], step.old, step.new, (*path, i), is_flow)
        if is_flow:
            self._edit_all(flow_edits(self._at, node, gone, [(s.place, flow(s.new)) for s in inserts]))
            return
        regions = {i: self._at.item_region(node, i, gone) for i in gone}
        moved = {frozen(s.old): s.place for s in steps if s.what == "delete" and s.old is not None}
        for region in regions.values():
            if region is None:
                raise CannotSplice
            self._edit(*region, "")
        for step in inserts:
            region = regions.get(moved.pop(frozen(step.new), -1))
            self._insert_item(node, step.place, step.new, path, region)

    def _entry(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        if self._on_the_spot(v, given, old, new, path, in_flow):
            return
        start, end = self._at.span(v)
        column = self._at.column(start)
        short = None if _is_block(v) else self._emit.line(new, column, path)
        if short is not None and start < end and "\n" not in self._text[start:end]:
            self._edit(start, end, _as_before(v, new, short))
            return
        dash = max(column - 2, 0)
        end = self._at.end_of_lines(v)
        self._edit(start, end, self._closed(self._emit.item(new, dash, path)[dash + 2 :], end))

    def _insert_item(
        self, node: Any, i: int, new: Any, path: DataPath, moved: tuple[int, int] | None
    ) -> None:
        """Put an entry before entry i of the text; one that has moved brings its own text."""
        if moved is not None:
            text = self._text[slice(*moved)].replace("\r\n", "\n").strip("\n") + "\n"
        else:
            neighbour = node.value[max(i - 1, 0)]
            emit = self._emit_short if getattr(neighbour, "flow_style", False) else self._emit
            text = emit.item(new, node.start_mark.column, (*path, i))
        if i:
            place = self._at.end_of_lines(node.value[i - 1])
            if self._is_spaced(node, i):
                text = "\n" + text
        else:
            line = self._at.item_line(node, 0)
            if line is None:
                raise CannotSplice
            place = self._at.lead(line)
        self._insert_lines(place, text)

    def _is_spaced(self, node: Any, i: int) -> bool:
        """Whether the entries around place i stand apart by blank lines."""
        if len(node.value) < 2:
            return False
        ends = [self._at.end_of_lines(node.value[n]) for n in (i - 2, i - 1) if 0 <= n < len(node.value) - 1]
        return bool(ends) and all(self._at.is_blank_after(end) for end in ends)

    def _closed(self, lines: str, end: int) -> str:
        """New lines that replace old ones up to `end`, ending as those did."""
        ended = end > 0 and self._text[end - 1] == "\n"
        return lines if ended else lines.removesuffix("\n")


def _is_block(node: Any) -> bool:
    return isinstance(node, yaml.CollectionNode) and not node.flow_style


def _as_before(node: Any, new: Any, text: str) -> str:
    """A text stays in quotes where it stood in quotes."""
    quoted = isinstance(node, yaml.ScalarNode) and node.style in ('"', "'")
    return quote(new) if quoted and isinstance(new, str) else text


def _same_side(one: str, other: str) -> bool:
    """Whether two words name one hexside, from either of its hexes."""
    first, slash, second = one.partition("/")
    return bool(slash) and f"{second}/{first}" == other


def _place(key: str, order: list[str], present: list[str]) -> int:
    """Where a key belongs among those present: behind those that come before it canonically."""
    before = [k for k in order[: order.index(key)] if k in present]
    return present.index(before[-1]) + 1 if before else 0
