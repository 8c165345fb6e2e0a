"""What a terrain of another program is called in a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.ruleset import Ruleset

_SAME: tuple[frozenset[str], ...] = tuple(frozenset(words.split()) for words in (
    "clear open plain grass grassland field meadow steppe farmland land",
    "forest wood woodland tree jungle taiga",
    "mountain mount alpine peak",
    "hill rough broken highland",
    "sea ocean water deep",
    "lake water sea",
    "marsh swamp bog wetland fen",
    "heath moor scrub bush",
    "desert sand dune",
    "city town urban village",
    "none void off empty blocked",
))
"""Words that mean about the same, the best first for those that stand in two rows."""


def terrain_called(label: str, ruleset: Ruleset) -> str | None:
    """The terrain of the ruleset that a label means, or None.

    Its id or name counts first, then a word of the label, then a word that means the same.
    """
    wanted = _plain(label)
    if not wanted:
        return None
    named = {key: t.id for t in reversed(ruleset.terrain) for key in (_plain(t.name), _plain(t.id))}
    if wanted in named:
        return named[wanted]
    words = list(_words(label))
    for word in words:
        if word in named:
            return named[word]
    for word in words:
        for row in _SAME:
            if word in row and (found := next((named[w] for w in named if w in row), None)):
                return found
    return None


def _plain(text: str) -> str:
    return " ".join(_words(text))


def _words(text: str) -> Iterator[str]:
    """The words of a label such as `Grass_02` or `darkForests`, small and in the singular."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    for word in re.findall(r"[^\W\d_]+", apart.lower()):
        yield word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word
