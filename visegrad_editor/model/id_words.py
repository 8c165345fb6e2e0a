"""Ids in words, for what has no name of its own."""

from __future__ import annotations

from .ruleset import Ruleset

_NO_ABBREVIATIONS = frozenset(("in", "of", "on", "at", "by", "to"))


def id_words(id: str, ruleset: Ruleset) -> str:
    """An id in words; a nationality in it becomes its adjective, a two-letter word an abbreviation.

    >>> id_words("us-entry", Ruleset("", "", ""))
    'US entry'
    """
    words = []
    for word in id.replace("-", " ").replace("_", " ").split():
        nation = ruleset.nationality_by_id.get(word)
        short = len(word) == 2 and word not in _NO_ABBREVIATIONS
        words.append(" ".join(nation.adjective.split()) if nation and nation.adjective else
                     word.upper() if short else word)
    text = " ".join(words)
    return text[:1].upper() + text[1:]
