"""Puts changes into the text a designer wrote, leaving every other byte as it was.

The text is composed into nodes that know their positions. Then the canonical data of the document before and
after are walked beside them: where they are equal the text stays, and where they differ the smallest node
that holds the difference is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import yaml

from ...errors import VisegradError
from ..wording import slip
from .plain_data import DataPath, as_text
from .sources import entry_name
from .yaml_emit import WIDTH, Emitter, flow, is_numbers, quote, scalar
from .yaml_places import Edit, Places, flow_edits

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NONE = object()


class SpliceError(VisegradError):
    """The text and the data, or the entries of a list in both, do not correspond here; an enclosing part must
    be rewritten."""


def splice(text: str, kind: str, given: Any, before: Any, after: Any) -> str:
    """The text with the changes from `before` to `after` written into it.

    `given` is the data of the text, `before` the canonical data of the same document. Raises `SpliceError`
    if the top level does not correspond.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(mark):]
    work = _Splice(body, kind)
    work.mapping(yaml.compose(body, Loader=_LOADER), given, before, after, (), False)
    return mark + work.result()


def splice_entries(
    text: str, kind: str, given: Any, section: str, edits: Sequence[EntryEdit], before: Any, after: Any,
) -> str:
    """The text with these edits of the entries of a list at the top level, and with the changes from `before`
    to `after`, which are without that list. Raises `SpliceError` if text and data do not correspond there."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(mark):]
    work = _Splice(body, kind)
    top: Any = yaml.compose(body, Loader=_LOADER)
    work.mapping(top, given, before, after, (), False)
    work.entries(next((v for k, v in top.value if k.value == section), None), given.get(section), edits,
                 (section,))
    return mark + work.result()


_MOST_LINES = 8
"""The most hexes of a list that keep a line for each when the list changes."""


class _Splice:
    def __init__(self, text: str, kind: str) -> None:
        self._text = text
        self._at = Places(text)
        self._emit = Emitter(kind)
        self._emit_short = Emitter(kind, blocks=False)
        self._edits: list[tuple[int, int, int, str]] = []
        self._width = WIDTH
        """How long the line that is changed may become."""
        self._on_one_line = False
        """Whether the brackets around the value that is changed are all on one line."""
        self._newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"

    # -- the result ---------------------------------------------------------------------

    def result(self) -> str:
        """The text with all edits made."""
        out, position = [], 0
        for start, end, _, new in sorted(self._edits):
            if start > position:
                out.append(self._text[position:start])
            if new.endswith("\n") and start == len(self._text) and not self._text.endswith("\n"):
                # The file ends without a line end, and must stay so.
                new = "\n" + new.removesuffix("\n")
            out.append(new.replace("\n", self._newline) if self._newline != "\n" else new)
            position = max(position, end)
        return "".join(out) + self._text[position:]

    def _edit(self, start: int, end: int, new: str) -> None:
        self._edits.append((start, end, len(self._edits), new))

    def _edit_all(self, edits: list[Edit] | None) -> None:
        if edits is None:
            raise SpliceError
        for edit in edits:
            self._edit(*edit)

    def _insert_lines(self, place: int, text: str) -> None:
        if place not in (0, len(self._text)) and self._text[place - 1] != "\n":
            raise SpliceError
        self._edit(place, place, text)

    # -- mappings -----------------------------------------------------------------------

    def mapping(self, node: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write the difference of two mappings into the node of one."""
        if not isinstance(node, yaml.MappingNode) or not isinstance(given, dict) or not node.value:
            raise SpliceError
        is_flow = in_flow or bool(node.flow_style)
        pairs = {k.value: (k, v) for k, v in node.value}
        keys = list(pairs)
        wanted = [k for k in new if k not in pairs and old.get(k, _NONE) != new[k]]
        gone = [k for k in keys if k not in new and k in old]
        if len(gone) == len(keys):
            raise SpliceError
        for key, (k, v) in pairs.items():
            if key in new and old.get(key, _NONE) != new[key]:
                self._pair(k, v, given[key], old.get(key), new[key], (*path, key), is_flow)
        place = {key: _place(key, list(new), keys) for key in wanted}
        if is_flow:
            added = [(place[key], f"{scalar(key, True)}: {flow(new[key])}") for key in wanted]
            self._edit_all(flow_edits(self._at, node, map(keys.index, gone), added, self._width))
            return
        first = node.value[0][0]
        if not self._at.begins_line(first) and keys[0] in gone and (keys[1] in gone or wanted):
            raise SpliceError
        for key in gone:
            self._edit_all(self._at.pair_removal(node, keys.index(key)))
        for key in wanted:
            text = self._emit.pair(key, new[key], node.start_mark.column, (*path, key))
            # The entry on the line of a dash stays the first.
            i = place[key] if self._at.begins_line(first) else max(place[key], 1)
            at = self._at.end_of_lines(node.value[i - 1][1]) if i else self._at.lead(first.start_mark.index)
            self._insert_lines(at, text)

    def _pair(self, k: Any, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Change the value of one key."""
        if self._in_place(v, given, old, new, path, in_flow):
            return
        start, end = self._at.span(v)
        if not _is_block(v) and start < end and "\n" not in self._text[k.end_mark.index : end]:
            # A value on one line that still fits there is replaced in place.
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

    def _in_place(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> bool:
        """Change parts of a value, or all of it within brackets; False if its lines must be rewritten."""
        outer = self._on_one_line
        if not in_flow:
            self._on_one_line = self._at.on_one_line(v)
        try:
            if self._inside(v, given, old, new, path, in_flow):
                return True
            if in_flow:
                start, end = self._at.span(v)
                text = _as_before(v, new, flow(new))
                grown = len(text) - (end - start)
                length = self._at.line_end(start) - self._at.line_start(start) - 1 + grown
                if self._on_one_line and isinstance(new, list | dict) and grown > 0 and length > self._width:
                    raise SpliceError
                self._edit(start, end, text)
            return in_flow
        finally:
            self._on_one_line = outer

    def _inside(self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> bool:
        """Change parts of a value where possible."""
        count = len(self._edits)
        if is_numbers(new, path) and len(new) > _MOST_LINES and _is_block(v) and (
                "#" not in self._text[slice(*self._at.span(v))]):
            return False  # Many hexes with a line for each are written as a new list is.
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
        except SpliceError:
            del self._edits[count:]
            return False
        return True

    # -- lists --------------------------------------------------------------------------

    def sequence(self, node: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool) -> None:
        """Write the difference of two lists into the node of one."""
        if not isinstance(given, list):
            raise SpliceError
        self.entries(node, given, plan(str(path[-1]), given, old, new), path, in_flow)

    def entries(
        self, node: Any, given: Any, edits: Sequence[EntryEdit], path: DataPath, in_flow: bool = False,
    ) -> None:
        """Make these edits of the entries of a list in its node."""
        if not isinstance(node, yaml.SequenceNode) or not isinstance(given, list) or not node.value:
            raise SpliceError
        is_flow = in_flow or bool(node.flow_style)
        gone = {s.place for s in edits if s.what == "delete"}
        inserts = [s for s in edits if s.what == "insert"]
        if len(gone) == len(given):
            raise SpliceError
        width = 0 if is_flow or not edits else self._widest(node)
        for edit in edits:
            if edit.what == "change":
                i = edit.place
                self._entry(node.value[i], given[i], edit.old, edit.new, (*path, i), is_flow, width)
        if is_flow:
            added = [(s.place, flow(s.new)) for s in inserts]
            self._edit_all(flow_edits(self._at, node, gone, added, self._width))
            return
        regions = {i: self._at.item_region(node, i, gone) for i in gone}
        moved = {frozen(s.old): s.place for s in edits if s.what == "delete" and s.old is not None}
        for region in regions.values():
            if region is None:
                raise SpliceError
            self._edit(*region, "")
        for edit in inserts:
            region = regions.get(moved.pop(frozen(edit.new), -1))
            self._insert_item(node, edit.place, edit.new, path, region, width)

    def _widest(self, node: Any) -> int:
        """How long the lines of a list may become whose entries are in brackets: as long as the longest of
        them, without its comment."""
        ends = (self._at.column(self._at.content_end(v)) for v in node.value if self._at.on_one_line(v))
        return max(ends, default=WIDTH)

    def _entry(
        self, v: Any, given: Any, old: Any, new: Any, path: DataPath, in_flow: bool, width: int
    ) -> None:
        """Change an entry; one in brackets on one line stays so if it fits into `width`."""
        outer, on_one_line = self._width, not in_flow and self._at.on_one_line(v)
        if not in_flow:
            # The comment behind an entry stays where it is, and need not fit.
            self._width = max(WIDTH, width) + len(self._at.comment_after(v)) if on_one_line else WIDTH
        try:
            if self._in_place(v, given, old, new, path, in_flow):
                return
        finally:
            self._width = outer
        start, end = self._at.span(v)
        column = self._at.column(start)
        short = None if _is_block(v) else self._emit.line(new, column, path)
        if short is None and on_one_line:
            short = _within(new, column, width)
        if short is not None and start < end and "\n" not in self._text[start:end]:
            self._edit(start, end, _as_before(v, new, short))
            return
        dash = max(column - 2, 0)
        lines = self._emit.item(new, dash, path)[dash + 2 :]
        if on_one_line and (comment := self._at.comment_after(v)):
            first, _, rest = lines.partition("\n")
            lines = f"{first}{comment}\n{rest}"
        end = self._at.end_of_lines(v)
        self._edit(start, end, self._closed(lines, end))

    def _insert_item(
        self, node: Any, i: int, new: Any, path: DataPath, moved: tuple[int, int] | None, width: int
    ) -> None:
        """Put an entry before entry i of the text; one that has moved brings its own text."""
        if moved is not None:
            text = self._text[slice(*moved)].replace("\r\n", "\n").strip("\n") + "\n"
        else:
            neighbour, column = node.value[max(i - 1, 0)], node.start_mark.column
            emit = self._emit_short if getattr(neighbour, "flow_style", False) else self._emit
            text = emit.item(new, column, (*path, i))
            if self._at.on_one_line(neighbour) and (short := _within(new, column + 2, width)) is not None:
                text = f"{' ' * column}- {short}\n"
        if i:
            place = self._at.end_of_lines(node.value[i - 1])
            if self._is_spaced(node, i):
                text = "\n" + text
        else:
            line = self._at.item_line(node, 0)
            if line is None:
                raise SpliceError
            place = self._at.lead(line)
        self._insert_lines(place, text)

    def _is_spaced(self, node: Any, i: int) -> bool:
        """Whether the entries around place i are separated by blank lines."""
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


def _within(value: Any, column: int, width: int) -> str | None:
    """A mapping in brackets on one line that starts at a column; None if it is none, or becomes longer than
    the lines around it may be."""
    if not isinstance(value, dict) or not value:
        return None
    text = flow(value)
    return text if column + len(text) <= max(WIDTH, width) else None


def _as_before(node: Any, new: Any, text: str) -> str:
    """A text keeps its quotes if it had them; an empty one can have nothing else."""
    quoted = isinstance(node, yaml.ScalarNode) and node.style in ('"', "'") and node.value
    return quote(new) if quoted and isinstance(new, str) else text


def _same_side(one: str, other: str) -> bool:
    """Whether two words name one hexside, from either of its hexes."""
    first, slash, second = one.partition("/")
    return bool(slash) and f"{second}/{first}" == other


def _place(key: str, order: list[str], present: list[str]) -> int:
    """The position of a key among those present: after those that come before it canonically."""
    before = [k for k in order[: order.index(key)] if k in present]
    return present.index(before[-1]) + 1 if before else 0


# -- the edits for the entries of a list: change, delete, insert, in the order of the text ---------


_MOST_COMPARED = 4_000_000


class EntryEdit(NamedTuple):
    """`change`: entry `place` of the text becomes `new`; `delete`: it is removed; `insert`: `new` is put
    before it (after the last if `place` is their number)."""

    what: str
    place: int
    old: Any
    new: Any


def name_of(section: str, entry: Any) -> str:
    """The identifying name of an entry; a text is its own name."""
    if isinstance(entry, dict):
        return entry_name(section, entry)
    return as_text(entry) or ""


def frozen(value: Any) -> Hashable:
    """A value that can be compared and hashed, for plain data."""
    if isinstance(value, dict):
        return tuple((k, frozen(v)) for k, v in value.items())
    if isinstance(value, list):
        return tuple(map(frozen, value))
    return (type(value).__name__, value)


def plan(section: str, given: Sequence[Any], old: Sequence[Any], new: Sequence[Any]) -> list[EntryEdit]:
    """The edits that turn `old` into `new`, for a text whose entries are `given`; raises `SpliceError`."""
    names = [name_of(section, e) for e in given]
    if names == [name_of(section, e) for e in old]:
        edits = _by_order(section, old, new)
        # The order of changes says nothing; that of other entries may.
        return _renamed(section, names, old, edits) if section == "change" else edits
    return _renamed(section, names, old, _by_name(section, names, old, new))


def _renamed(
    section: str, names: Sequence[str], old: Sequence[Any], edits: list[EntryEdit]
) -> list[EntryEdit]:
    """The edits, an entry that goes and one that comes with another name written as a change of the one in
    its place, so that it stays as it is written: if they say the same, or the name was a slip of the pen."""
    was = {name_of(section, e): e for e in old}
    come = {name_of(section, e.new): e for e in edits if e.what == "insert" and isinstance(e.new, dict)}
    if not come or all(e.what != "delete" for e in edits):
        return edits
    made: list[EntryEdit] = []
    for edit in edits:
        name = names[edit.place] if edit.what == "delete" else ""
        before = was.get(name)
        if isinstance(before, dict) and name not in come:
            same = next((n for n, e in come.items() if _says_same(before, name, e.new, n)), "")
            if partner := come.pop(same or slip(name, come), None):
                edit = EntryEdit("change", edit.place, before, partner.new)
        made.append(edit)
    return [e for e in made if e.what != "insert" or not isinstance(e.new, dict)
            or name_of(section, e.new) in come]


def _says_same(one: dict[str, Any], name: str, other: dict[str, Any], other_name: str) -> bool:
    """Whether two entries are the same but for their names."""
    return set(one) == set(other) and all(
        one[key] == other[key] or (as_text(one[key]) == name and as_text(other[key]) == other_name)
        for key in one) and len(one) > 1


def _by_order(section: str, old: Sequence[Any], new: Sequence[Any]) -> list[EntryEdit]:
    """The edits for the entries of a list whose text has the order of `old`."""
    a, b = [frozen(e) for e in old], [frozen(e) for e in new]
    low = 0
    while low < min(len(a), len(b)) and a[low] == b[low]:
        low += 1
    high = 0
    while high < min(len(a), len(b)) - low and a[-1 - high] == b[-1 - high]:
        high += 1
    mid_a, mid_b = a[low : len(a) - high], b[low : len(b) - high]
    if len(mid_a) * len(mid_b) > _MOST_COMPARED:
        raise SpliceError
    edits: list[EntryEdit] = []
    for _, i1, i2, j1, j2 in _replacements(mid_a, mid_b):
        i1, i2, j1, j2 = i1 + low, i2 + low, j1 + low, j2 + low
        if i2 - i1 == j2 - j1:
            partner = dict(zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            names_a = [name_of(section, e) for e in old[i1:i2]]
            names_b = [name_of(section, e) for e in new[j1:j2]]
            blocks = SequenceMatcher(None, names_a, names_b, autojunk=False).get_matching_blocks()
            partner = {i1 + m.a + n: j1 + m.b + n for m in blocks for n in range(m.size)}
        edits += [EntryEdit("change", i, old[i], new[j]) if (j := partner.get(i)) is not None else
                  EntryEdit("delete", i, old[i], None) for i in range(i1, i2)]
        taken, place = {j: i for i, j in partner.items()}, i1
        for j in range(j1, j2):
            if j in taken:
                place = taken[j] + 1
            else:
                edits.append(EntryEdit("insert", place, None, new[j]))
    return edits


def _replacements(a: list[Hashable], b: list[Hashable]) -> list[tuple[str, int, int, int, int]]:
    return [op for op in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if op[0] != "equal"]


def _by_name(section: str, names: list[str], old: Sequence[Any], new: Sequence[Any]) -> list[EntryEdit]:
    """The edits for a text that lists its entries in an order of its own, as variants may."""
    was = {name_of(section, e): e for e in old}
    now = {name_of(section, e): e for e in new}
    if len(set(names)) < len(names) or len(was) < len(old) or len(now) < len(new) or "" in names:
        raise SpliceError
    edits: list[EntryEdit] = []
    for i, name in enumerate(names):
        if name in now and was.get(name) != now[name]:
            edits.append(EntryEdit("change", i, was.get(name, {}), now[name]))
        elif name in was and name not in now:
            edits.append(EntryEdit("delete", i, None, None))
    edits += [EntryEdit("insert", len(names), None, e) for n, e in now.items() if n not in names]
    return edits


# -- small edits within one value ------------------------------------------------------------------
# Entries of a flow collection, words of a list of hexes. Both functions return edits, (start, end, new
# text), and touch only what changes.


_WORD = re.compile(r"\S+")


def word_edits(
    places: Places, node: Any, given: str, old: str, new: str, same: Callable[[str, str], bool]
) -> list[Edit] | None:
    """Change words of a text of hexes or hexsides; the remaining words keep place and spelling.

    None if the text is not written as bare words. `same` says whether two spellings mean the same.
    """
    if not isinstance(node, yaml.ScalarNode) or node.style not in (None, "", ">"):
        return None
    start, end = places.span(node)
    body = start if node.style != ">" else places.line_end(start)
    spans = [(body + m.start(), body + m.end()) for m in _WORD.finditer(places.text[body:end])]
    words, before, after = [places.text[a:b] for a, b in spans], old.split(), new.split()
    if words != given.split() or len(words) != len(before) or not after:
        return None
    if not all(w == b or same(w, b) for w, b in zip(words, before, strict=True)):
        return None
    steps = [s for s in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if s[0] != "equal"]
    if any(i2 - i1 == len(words) for _, i1, i2, _, _ in steps):
        return None
    edits: list[Edit] = []
    for _, i1, i2, j1, j2 in steps:
        more = " ".join(after[j1:j2])
        if i1 == i2:
            edits.append(_insertion(places, spans, i1, more))
        elif more:
            edits.append((spans[i1][0], spans[i2 - 1][1], more))
        else:
            edits.append(_deletion(places, spans, i1, i2))
    return edits


def _insertion(places: Places, spans: list[tuple[int, int]], i: int, more: str) -> Edit:
    if i == 0:
        return (spans[0][0], spans[0][0], f"{more} ")
    at = spans[i - 1][1]
    width = len(places.text[places.line_start(at) : places.line_end(at)].rstrip())
    if width + 1 + len(more) <= WIDTH:
        return (at, at, f" {more}")
    ends_line = not places.text[at : places.line_end(at)].strip()
    if not ends_line:
        return (at, at, f" {more}")
    # A first line that begins with the key is continued two columns further in.
    shift = 0 if places.column(spans[i - 1][0]) == places.indent(at) or _is_continued(places, spans, i) else 2
    return (at, at, "\n" + " " * (places.indent(at) + shift) + more)


def _is_continued(places: Places, spans: list[tuple[int, int]], i: int) -> bool:
    """Whether the line of word i - 1 begins with a word of the text and not with its key."""
    start = places.line_start(spans[i - 1][0])
    return any(a == start + places.indent(start) for a, _ in spans)


def _deletion(places: Places, spans: list[tuple[int, int]], i1: int, i2: int) -> Edit:
    start, end = spans[i1][0], spans[i2 - 1][1]
    begins = not places.text[places.line_start(start) : start].strip()
    if begins and i2 < len(spans):
        if places.line_start(spans[i2][0]) != places.line_start(start):
            # Whole lines are removed, up to the line of the next word.
            return (start, spans[i2][0], "")
        return (start, spans[i2][0], "")
    return (spans[i1 - 1][1], end, "") if i1 else (start, spans[i2][0], "")
