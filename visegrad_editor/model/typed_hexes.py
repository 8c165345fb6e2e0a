"""Hexes as people type them: by number or by the name of the place there, in every field for hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..hexgrid import Hex
from .gamemap import GameMap, Place, cached_by_identity
from .wording import closest, listed, plain, quoted


def numbers_of(text: str, map: GameMap) -> tuple[str, ...]:
    """The numbers of the hexes that a text names by number or by the name of the place there, separated by
    spaces or commas. Raises ValueError with a sentence.

    >>> from visegrad_editor.model.files.load import load
    >>> numbers_of("hollen, 0101 Kell", load("maps/hollen").design.map)
    ('0604', '0101', '0905')
    """
    found: list[str] = []
    for piece in text.replace(";", ",").split(","):
        words = piece.split()
        while words:
            number, size = _hex_at_start(words, map)
            if not size:
                raise _unknown(words, map)
            found.append(number)
            del words[:size]
    return tuple(dict.fromkeys(found))


def _hex_at_start(words: Sequence[str], map: GameMap) -> tuple[str, int]:
    """The number of the hex that words begin with, and how many of them belong to it; ("", 0) for none. A
    word that is a hex number is one, unless a longer name of a place begins with it: `E5 Junction`."""
    hex = map.grid.parse(words[0])
    if hex is None:
        return place_at_start(words, map)
    longer = place_at_start(words, map, least=2)
    return longer if longer[1] else (map.grid.number(hex), 1)


def number_of(text: str, map: GameMap) -> str:
    """The number of the one hex that a text names. Raises ValueError with a sentence."""
    numbers = numbers_of(text, map)
    if len(numbers) != 1:
        raise ValueError(f"{quoted(text.strip())} is not one hex: write a number, or the name of a place.")
    return numbers[0]


def place_at_start(words: Sequence[str], map: GameMap, least: int = 1) -> tuple[str, int]:
    """The number of the hex whose place has the name that words begin with, and how many of them belong to
    it: as many as possible, and at least `least`. ("", 0) for none. Raises ValueError if several places have
    that name."""
    known = _hexes_by_name(map.places)
    if not known:
        return "", 0
    for size in range(min(_longest(map.places), len(words)), least - 1, -1):
        name = " ".join(words[:size])
        if hexes := known.get(plain(name)):
            if len(hexes) > 1:
                several = listed([map.grid.number(hex) for hex in hexes[:_TOLD]])
                raise ValueError(f"There are {len(hexes)} places called {quoted(name)}: {several}. Write the "
                                 "number.")
            return map.grid.number(hexes[0]), size
    return "", 0


def typed_as(numbers: Sequence[str], map: GameMap) -> str:
    """Hexes as they may be typed, with the name of the place where a hex has one that is read as this hex:
    `Warsaw, 2218`.

    >>> from visegrad_editor.model.files.load import load
    >>> typed_as(["0604", "0101"], load("maps/hollen").design.map)
    'Hollen, 0101'
    """
    return ", ".join(_typed_as(number, map) for number in numbers)


def place_names(map: GameMap) -> list[str]:
    """The names that places of the map have."""
    return [place.name for place in map.places if place.name]


def _typed_as(number: str, map: GameMap) -> str:
    hex = map.grid.parse(number)
    place = map.place_at.get(hex) if hex is not None else None
    if place is None or not place.name:
        return number
    try:
        return place.name if numbers_of(place.name, map) == (number,) else number
    except ValueError:
        return number


def _unknown(words: Sequence[str], map: GameMap) -> ValueError:
    wrong = words[0]
    names = place_names(map)
    near = "" if wrong.isdecimal() else closest(" ".join(words), names) or closest(wrong, names)
    place = "" if wrong.isdecimal() else " and no place"
    return ValueError(f"{quoted(wrong)} is no hex{place} of the map."
                      f"{f' Did you mean {near}?' if near else ''}")


_TOLD = 6
"""How many hexes with one name are told."""


@cached_by_identity
def _hexes_by_name(places: tuple[Place, ...]) -> Mapping[str, tuple[Hex, ...]]:
    """The hexes of the places by their names, without capitals and accents."""
    found: dict[str, list[Hex]] = {}
    for place in places:
        if place.name:
            found.setdefault(plain(" ".join(place.name.split())), []).append(place.hex)
    return MappingProxyType({name: tuple(dict.fromkeys(hexes)) for name, hexes in found.items()})


@cached_by_identity
def _longest(places: tuple[Place, ...]) -> int:
    """The most words of a name."""
    return max((len(place.name.split()) for place in places if place.name), default=1)
