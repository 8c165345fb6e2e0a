"""Puts changes into the text a designer wrote, leaving every other byte as it was.

The text is composed into nodes that know where they stand. Then the canonical data of the
document before and after are walked beside them: where they are equal the text stays, and
where they differ the smallest thing that holds the difference is written anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import Any

import yaml

from .sources import entry_name
from .yaml_emit import WIDTH, Emitter, flow
from .yaml_read import DataPath
from .yaml_scalar import as_text

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NONE = object()
_MOST_COMPARED = 4_000_000


class CannotSplice(Exception):
    """The text and the data do not correspond here; something around must be written anew."""


def splice(text: str, kind: str, given: Any, before: Any, after: Any) -> str:
    """The text with what changed from `before` to `after` written into it.

    `given` is what the text says, `before` the canonical data of the same document. Raises
    `CannotSplice` where the top level does not correspond.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(mark):]
    root = yaml.compose(body, Loader=_LOADER)
    work = _Splice(body, kind)
    work.mapping(root, given, before, after, (), False)
    return mark + work.result()


class _Splice:
    def __init__(self, text: str, kind: str) -> None:
        self._text = text
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
            if new and start == len(self._text) and not self._text.endswith("\n"):
                # The file ends without a line end, and still shall.
                new = "\n" + new.removesuffix("\n")
            out.append(new.replace("\n", self._newline) if self._newline != "\n" else new)
            position = max(position, end)
        return "".join(out) + self._text[position:]

    def _edit(self, start: int, end: int, new: str) -> None:
        self._edits.append((start, end, len(self._edits), new))

    # -- mappings -----------------------------------------------------------------------

    def mapping(self, node: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write the difference of two mappings into the node of one."""
        if not isinstance(node, yaml.MappingNode) or not isinstance(given, dict):
            raise CannotSplice
        is_flow = in_flow or bool(node.flow_style)
        pairs = {k.value: (k, v) for k, v in node.value}
        wanted = [k for k in new if k not in pairs and old.get(k, _NONE) != new[k]]
        gone = [k for k in pairs if k not in new and k in old]
        if not pairs or len(gone) == len(pairs):
            raise CannotSplice
        if is_flow and (wanted or gone):
            self._whole_flow(node, _merged(given, old, new), path, in_flow)
            return
        if gone and node.value[0][0].value in gone and not self._begins_line(node.value[0][0]):
            raise CannotSplice
        for key, (k, v) in pairs.items():
            if key in new and old.get(key, _NONE) != new[key]:
                self._pair(k, v, given[key], old.get(key), new[key], (*path, key), is_flow)
        for key in gone:
            k, v = pairs[key]
            self._edit(self._lead(k.start_mark.index), self._end_of_lines(v), "")
        order = list(new)
        for key in wanted:
            column = node.start_mark.column
            text = self._emit.pair(key, new[key], column, (*path, key))
            earlier = [k for k in order[: order.index(key)] if k in pairs and k not in gone]
            anchor = pairs[earlier[-1]][1] if earlier else None
            if anchor is None and not self._begins_line(node.value[0][0]):
                anchor = node.value[0][1]
            place = self._end_of_lines(anchor) if anchor is not None else self._lead(node.start_mark.index)
            self._insert(place, text)

    def _pair(self, k: Any, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Change the value of one key."""
        if self._inside(v, given, old, new, path, in_flow):
            return
        if in_flow:
            self._edit(*self._span(v), flow(new))
            return
        key_column = k.start_mark.column
        if not isinstance(v, yaml.CollectionNode) or v.flow_style:
            # What stands on one line and still fits there is replaced on the spot.
            start, end = self._span(v)
            short = self._emit.line(new, start - self._line_start(start), path)
            if short is not None and "\n" not in self._text[k.end_mark.index : end] and start < end:
                self._edit(start, end, short)
                return
        lines = self._emit.pair(k.value, new, key_column, path)
        comment = "" if self._is_block(v) else self._comment_after(v)
        if comment:
            first, _, rest = lines.partition("\n")
            lines = f"{first}{comment}\n{rest}"
        end = self._end_of_lines(v)
        self._edit(k.start_mark.index, end, self._closed(lines[key_column:], end))

    def _inside(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> bool:
        """Change parts of a collection where that is possible."""
        change: Any = None
        if isinstance(v, yaml.MappingNode) and isinstance(old, dict) and isinstance(new, dict) and new:
            change = self.mapping
        elif isinstance(v, yaml.SequenceNode) and isinstance(old, list) and isinstance(new, list) and new:
            change = self.sequence
        if change is None:
            return False
        count = len(self._edits)
        try:
            change(v, given, old, new, path, in_flow)
        except CannotSplice:
            del self._edits[count:]
            return False
        return True

    # -- lists --------------------------------------------------------------------------

    def sequence(self, node: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write the difference of two lists into the node of one."""
        if not isinstance(given, list) or not node.value:
            raise CannotSplice
        section = str(path[-1])
        is_flow = in_flow or bool(node.flow_style)
        names = [_name(section, e) for e in given]
        aligned = len(given) == len(old) and names == [_name(section, e) for e in old]
        plan = _by_order(section, old, new) if aligned else _by_name(section, names, old, new)
        grows = any(kind == "insert" for kind, *_ in plan)
        shrinks = any(kind == "delete" for kind, *_ in plan)
        if is_flow and (grows or shrinks):
            if not aligned:
                raise CannotSplice
            self._whole_flow(node, new, path, in_flow)
            return
        gone = {i for kind, i, *_ in plan if kind == "delete"}
        if len(gone) == len(given):
            raise CannotSplice
        taken = {_frozen(old[i]): i for i in sorted(gone)} if aligned else {}
        for kind, i, was, now in plan:
            if kind == "change":
                self._entry(node.value[i], given[i], was, now, (*path, i), is_flow)
            elif kind == "delete":
                self._edit(self._item_start(node, i), self._end_of_lines(node.value[i]), "")
            elif kind == "insert":
                self._insert_item(node, i, now, path, taken.pop(_frozen(now), None))

    def _entry(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        if self._inside(v, given, old, new, path, in_flow):
            return
        start, end = self._span(v)
        column = start - self._line_start(start)
        if in_flow:
            self._edit(start, end, flow(new))
            return
        short = None if self._is_block(v) else self._emit.line(new, column, path)
        if short is not None and start < end and "\n" not in self._text[start:end]:
            self._edit(start, end, short)
            return
        lines = self._emit.item(new, max(column - 2, 0), path)
        end = self._end_of_lines(v)
        self._edit(start, end, self._closed(lines[max(column - 2, 0) + 2 :], end))

    def _insert_item(self, node: Any, i: int, new: Any, path: DataPath, moved: int | None) -> None:
        """Put an entry before entry i of the text (after the last where i is their number)."""
        if moved is not None:
            text = self._text[self._item_start(node, moved) : self._end_of_lines(node.value[moved])]
            text = text.replace("\r\n", "\n").removesuffix("\n") + "\n"
        else:
            neighbour = node.value[max(i - 1, 0)]
            emit = self._emit_short if getattr(neighbour, "flow_style", False) else self._emit
            text = emit.item(new, node.start_mark.column, (*path, i))
            if i and len(node.value) > 1 and self._blank_before(node, max(min(i, len(node.value) - 1), 1)):
                text = "\n" + text
        place = self._end_of_lines(node.value[i - 1]) if i else self._item_start(node, 0)
        self._insert(place, text)

    # -- flow style ---------------------------------------------------------------------

    def _whole_flow(self, node: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write a collection in flow style anew, in its place."""
        start, end = self._span(node)
        text = flow(new)
        column = start - self._line_start(start)
        if not in_flow and column + len(text) > max(WIDTH, end - self._line_start(start)):
            if "\n" not in self._text[start:end] or not path or not isinstance(new, list):
                raise CannotSplice
            pad = "\n" + " " * (self._indent(start) + 2)
            text = "[" + ",".join(pad + flow(v) for v in new) + pad[:-2] + "]"
        self._edit(start, end, text)

    # -- places in the text -------------------------------------------------------------

    def _insert(self, place: int, text: str) -> None:
        if 0 < place == len(self._text) or place == 0 or self._text[place - 1] == "\n":
            self._edit(place, place, text)
        else:
            raise CannotSplice

    def _closed(self, lines: str, end: int) -> str:
        """New lines that replace old ones up to `end`, ending as those did."""
        ended = end > 0 and self._text[end - 1] == "\n"
        return lines if ended else lines.removesuffix("\n")

    def _line_start(self, index: int) -> int:
        return self._text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        """The place after the line end of the line the index lies in."""
        found = self._text.find("\n", index)
        return len(self._text) if found < 0 else found + 1

    def _indent(self, index: int) -> int:
        start = self._line_start(index)
        line = self._text[start : self._line_end(index)]
        return len(line) - len(line.lstrip(" "))

    def _begins_line(self, node: Any) -> bool:
        index = node.start_mark.index
        return not self._text[self._line_start(index) : index].strip(" ")

    def _span(self, node: Any) -> tuple[int, int]:
        return node.start_mark.index, self._content_end(node)

    def _content_end(self, node: Any) -> int:
        """Where a node ends, without the blanks and comments after it."""
        if isinstance(node, yaml.ScalarNode):
            end = int(node.end_mark.index)
            if node.style in ("|", ">"):
                end = max(len(self._text[:end].rstrip(" \r\n")), int(node.start_mark.index) + 1)
            return end
        if node.flow_style or not node.value:
            return int(node.end_mark.index)
        last = node.value[-1]
        return self._content_end(last[1] if isinstance(last, tuple) else last)

    def _end_of_lines(self, node: Any) -> int:
        return self._line_end(self._content_end(node))

    @staticmethod
    def _is_block(node: Any) -> bool:
        return isinstance(node, yaml.CollectionNode) and not node.flow_style

    def _comment_after(self, node: Any) -> str:
        """The comment behind a value on its line, with the blanks before it."""
        end = self._content_end(node)
        tail = self._text[end : self._line_end(end)].rstrip("\r\n")
        return tail.rstrip() if tail.lstrip().startswith("#") and tail[:1] in " \t" else ""

    def _item_line(self, node: Any, i: int) -> int:
        """The start of the line that holds the dash of an entry."""
        column = node.start_mark.column
        start = self._line_start(node.value[i].start_mark.index)
        lowest = self._line_start(node.start_mark.index)
        while start > lowest:
            line = self._text[start : start + column + 1]
            if line == " " * column + "-":
                return start
            start = self._line_start(start - 1)
        return lowest

    def _item_start(self, node: Any, i: int) -> int:
        """Where an entry begins, the comments directly above it included."""
        start = self._item_line(node, i)
        if self._text[start : start + node.start_mark.column].strip(" "):
            raise CannotSplice
        return self._lead(start)

    def _lead(self, index: int) -> int:
        """The start of the comment lines directly above a line."""
        start = self._line_start(index)
        indent = self._indent(index)
        while start > 0:
            above = self._line_start(start - 1)
            line = self._text[above:start]
            if not line.strip().startswith("#") or len(line) - len(line.lstrip(" ")) != indent:
                break
            start = above
        return start

    def _blank_before(self, node: Any, i: int) -> bool:
        """Whether a blank line stands before an entry."""
        start = self._item_start(node, i)
        return start > 0 and not self._text[self._line_start(start - 1) : start].strip()


# -- plans for lists ----------------------------------------------------------------------

_Step = tuple[str, int, Any, Any]


def _name(section: str, entry: Any) -> str:
    """What an entry is recognised by; a text by itself."""
    if isinstance(entry, dict):
        return entry_name(section, entry)
    return as_text(entry) or ""


def _frozen(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple((k, _frozen(v)) for k, v in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return (type(value).__name__, value)


def _by_order(section: str, old: Sequence[Any], new: Sequence[Any]) -> list[_Step]:
    """What to do with the entries of a list whose text has the order of `old`."""
    a, b = [_frozen(e) for e in old], [_frozen(e) for e in new]
    low = 0
    while low < min(len(a), len(b)) and a[low] == b[low]:
        low += 1
    high = 0
    while high < min(len(a), len(b)) - low and a[-1 - high] == b[-1 - high]:
        high += 1
    mid_a, mid_b = a[low : len(a) - high], b[low : len(b) - high]
    if len(mid_a) * len(mid_b) > _MOST_COMPARED:
        raise CannotSplice
    steps: list[_Step] = []
    for _, i1, i2, j1, j2 in _replacements(mid_a, mid_b):
        i1, i2, j1, j2 = i1 + low, i2 + low, j1 + low, j2 + low
        if i2 - i1 == j2 - j1:
            partner = dict(zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            names_a = [_name(section, e) for e in old[i1:i2]]
            names_b = [_name(section, e) for e in new[j1:j2]]
            blocks = SequenceMatcher(None, names_a, names_b, autojunk=False).get_matching_blocks()
            partner = {i1 + m.a + n: j1 + m.b + n for m in blocks for n in range(m.size)}
        steps += [("change", i, old[i], new[j]) if (j := partner.get(i)) is not None else
                  ("delete", i, None, None) for i in range(i1, i2)]
        taken, place = {j: i for i, j in partner.items()}, i1
        for j in range(j1, j2):
            if j in taken:
                place = taken[j] + 1
            else:
                steps.append(("insert", place, None, new[j]))
    return steps


def _replacements(a: list[Hashable], b: list[Hashable]) -> list[tuple[str, int, int, int, int]]:
    return [op for op in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if op[0] != "equal"]


def _by_name(section: str, names: list[str], old: Sequence[Any], new: Sequence[Any]) -> list[_Step]:
    """The same for a text that lists its entries in an order of its own, as variants may."""
    was = {_name(section, e): e for e in old}
    now = {_name(section, e): e for e in new}
    if len(set(names)) < len(names) or len(was) < len(old) or len(now) < len(new) or "" in names:
        raise CannotSplice
    steps: list[_Step] = []
    for i, name in enumerate(names):
        if name in now and was.get(name) != now[name]:
            steps.append(("change", i, was.get(name, {}), now[name]))
        elif name in was and name not in now:
            steps.append(("delete", i, None, None))
    steps += [("insert", len(names), None, e) for n, e in now.items() if n not in names]
    return steps


def _merged(given: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What a mapping shall say: the keys as given, without those gone, new ones in their order."""
    kept = {
        k: new[k] if k in new and old.get(k, _NONE) != new[k] else v
        for k, v in given.items() if k in new or k not in old}
    added = [k for k in new if k not in given and old.get(k, _NONE) != new[k]]
    for key in added:
        order = list(new)
        before = [k for k in order[: order.index(key)] if k in kept]
        items = list(kept.items())
        at = list(kept).index(before[-1]) + 1 if before else 0
        kept = dict([*items[:at], (key, new[key]), *items[at:]])
    return kept
