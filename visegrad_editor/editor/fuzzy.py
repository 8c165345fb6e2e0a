"""Finding by a few letters: how well words fit a text, without regard to case, accents or order."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
_EXTRA = str.maketrans("łŁøØđĐßæÆœŒı", "lLoOdDsaAoOi")


def plain(text: str) -> str:
    """The text in small letters without accents.

    >>> plain("Łódź, Gdańsk")
    'lodz, gdansk'
    """
    parts = unicodedata.normalize("NFKD", text.translate(_EXTRA))
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()


def fit(words: str, text: str) -> float:
    """How well the words fit the text, 0 where they do not. Each word must be in it: best at the beginning,
    then at the beginning of a word, then within one, then as letters in that order.

    >>> fit("zoom", "Zoom in") > fit("in", "Zoom in") > fit("oo", "Zoom in") > fit("zin", "Zoom in") > 0
    True
    >>> fit("map", "Zoom in")
    0
    """
    there = plain(text)
    total = 0.0
    for word in plain(words).split():
        one = _fit_word(word, there)
        if not one:
            return 0
        total += one
    # Of two that fit alike, the shorter one was meant.
    return total + 1 / (1 + len(there)) if total else 0


def _fit_word(word: str, text: str) -> float:
    at = text.find(word)
    if at == 0:
        return 8.0
    while at > 0:
        if not text[at - 1].isalnum():
            return 6.0
        at = text.find(word, at + 1)
    if word in text:
        return 4.0
    return _scattered(word, text)


def _scattered(word: str, text: str) -> float:
    """The letters in order, most of them at the beginnings of words or side by side; short words find too
    much that way, and must be initials."""
    at, jumps, initials = -1, 0, 0
    for letter in word:
        found = text.find(letter, at + 1)
        start = next((i for i in range(at + 1, len(text))
                      if text[i] == letter and (i == 0 or not text[i - 1].isalnum())), -1)
        if found < 0:
            return 0
        if start >= 0 and found != at + 1:
            found = start
            initials += 1
        elif found != at + 1:
            jumps += 1
        at = found
    if jumps > (len(word) - 1) // 4 or (len(word) < 3 and initials < len(word)):
        return 0
    return max(0.5, 3.0 - 0.5 * jumps)


def ranked(words: str, things: Iterable[T], texts: Callable[[T], tuple[str, ...]],
           bonus: Callable[[T], float] = lambda _thing: 0.0) -> list[T]:
    """The things that fit, the best first; of each the best of its texts counts, those further back less.
    `bonus` is added to those that fit at all."""
    found: list[tuple[float, int, T]] = []
    for i, thing in enumerate(things):
        best = max((fit(words, text) - 0.5 * n for n, text in enumerate(texts(thing)) if fit(words, text)),
                   default=0.0)
        if best > 0:
            found.append((best + bonus(thing), -i, thing))
    return [thing for _, _, thing in sorted(found, key=lambda f: f[:2], reverse=True)]
