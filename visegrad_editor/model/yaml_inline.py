"""Small edits within one value: entries of a flow collection, words of a list of hexes.

Both return edits, (start, end, new text), and touch nothing but what changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any

import yaml

from .yaml_emit import WIDTH
from .yaml_places import Places

Edit = tuple[int, int, str]
_WORD = re.compile(r"\S+")


def flow_edits(
    places: Places, node: Any, gone: Iterable[int], added: Sequence[tuple[int, str]]
) -> list[Edit] | None:
    """Take children of a flow collection away and put new ones before others.

    `added` holds (place, text); place len(children) is the end. None where nothing would be left,
    or where one line would become too long.
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
    for i in lost:
        # An entry goes with the comma after it; those at the end with the comma before them.
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
        grown = sum(len(e[2]) for e in edits if e[0] == at)
        gap = ", "
        if not one_line and places.line_end(at) - places.line_start(at) + grown + len(text) > WIDTH:
            gap = ",\n" + " " * places.indent(spans[before[-1]][0])
        edits.append((at, at, gap + text))
    if one_line:
        line = places.line_end(start) - places.line_start(start) - 1
        change = sum(len(new) - (b - a) for a, b, new in edits)
        if change > 0 and line + change > WIDTH:
            return None
    return edits


def word_edits(
    places: Places, node: Any, given: str, old: str, new: str, same: Callable[[str, str], bool]
) -> list[Edit] | None:
    """Change words of a text of hexes or hexsides, those that stay keep place and spelling.

    None where the text is not written as bare words. `same` says whether two spellings mean one.
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
            # Whole lines go, up to the line of the next word.
            return (start, spans[i2][0], "")
        return (start, spans[i2][0], "")
    return (spans[i1 - 1][1], end, "") if i1 else (start, spans[i2][0], "")
