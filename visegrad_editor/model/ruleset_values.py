"""Reading and showing values of ruleset data as a designer types them.

Each `read_...` takes typed text and returns the value; it raises ValueError with a sentence for a value that
a ruleset file cannot hold. Each `show_...` is its inverse.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Literal

from .costs import MOST, PARTS
from .provenance import SOURCES, Source
from .wording import ID_LENGTH, document_name, quoted

Cost = float | Literal["other"] | None

NAME_LENGTH, WORD_LENGTH = 120, 80
HIGHEST = 999_999_999
"""The greatest whole number that can be typed if no other bound is given."""
_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})")
_NEVER = frozenset({"prohibited", "no", "none", "never", "x", "-", "–"})
_YES, _NO = frozenset({"yes", "y", "true", "1", "on"}), frozenset({"no", "n", "false", "0", "off"})


def read_line(text: str, most: int = NAME_LENGTH) -> str:
    """A line of text without blanks at its ends or runs of them."""
    plain = text if text.isprintable() else "".join(
        " " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    line = " ".join(plain.split())
    if len(line) > most:
        raise ValueError(f"This is {len(line)} letters long; at most {most} are allowed.")
    return line


def read_name(text: str) -> str:
    """A line of text that is not empty."""
    if not (name := read_line(text)):
        raise ValueError("A name is needed.")
    return name


def read_word(text: str) -> str:
    """A short word such as the name of a pattern."""
    return read_line(text, WORD_LENGTH)


def read_id(text: str) -> str:
    """A short name: small letters, digits, - and _."""
    id = text.strip()
    if not _ID.fullmatch(id) or len(id) > ID_LENGTH:
        hint = document_name(id, "")[:ID_LENGTH].strip("-")
        example = f" Write {quoted(hint)}." if hint and hint != id else ""
        raise ValueError(
            f"A short name has small letters, digits, - and _ only, at most {ID_LENGTH} of them.{example}")
    return id


def read_id_or_none(text: str) -> str:
    """A short name, or "" for none."""
    return read_id(text) if text.strip() else ""


def read_rows(text: str) -> tuple[tuple[int | None, ...], ...]:
    """The values of a counter, with / between its steps: `6-4/3-4`.

    >>> read_rows("5/3"), read_rows("6-_-8"), read_rows("")
    (((5,), (3,)), ((6, None, 8),), ())
    """
    rows = []
    for row in filter(None, (part.strip() for part in text.split("/"))):
        if not re.fullmatch(r"(_|[0-9]{1,3})(-(_|[0-9]{1,3}))*", row):
            raise ValueError("Write numbers with - between them, _ for any, and / between the steps: "
                             "6-4/3-4.")
        rows.append(tuple(int(part) if part.isdecimal() else None for part in row.split("-")))
    return tuple(rows)


def show_rows(rows: tuple[tuple[int | None, ...], ...]) -> str:
    """The values of a counter, with / between its steps; the inverse of `read_rows`."""
    return "/".join("-".join("_" if v is None else str(v) for v in row) or "_" for row in rows)


def read_code(text: str) -> str:
    """The code of a combat result."""
    if not (code := read_word(text)):
        raise ValueError("A result needs a code, such as DR.")
    return code


def read_ids(text: str) -> frozenset[str]:
    """Short names with blanks or commas between them.

    >>> sorted(read_ids("air, strategic"))
    ['air', 'strategic']
    """
    return frozenset(read_id(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def show_ids(ids: frozenset[str]) -> str:
    return " ".join(sorted(ids))


def read_numbers(text: str) -> tuple[tuple[str, int], ...]:
    """A number for each of some names: `runes 2, ash 1`.

    >>> read_numbers("runes 2, ash 1")
    (('runes', 2), ('ash', 1))
    """
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, number = part.rpartition(" ")
        if not name:
            raise ValueError(
                f"{part!r} is no name with a number. Write names and numbers such as: runes 2, ash 1.")
        found[read_id(name.strip().rstrip(":"))] = read_whole(number, 0, 99)
    return tuple(found.items())


def show_numbers(numbers: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers)


Property = bool | int | float | str
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


def read_properties(text: str) -> tuple[tuple[str, Property], ...]:
    """A value for each of some names: a number, yes or no, or a short name.

    >>> read_properties("obstacle 1, damp yes, snow open")
    (('obstacle', 1), ('damp', True), ('snow', 'open'))
    """
    found: dict[str, Property] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, word = part.rpartition(" ")
        if not name:
            raise ValueError(
                f"{quoted(part)} is no name with a value. Write names and values such as: height 1, "
                "damp yes.")
        found[read_id(name.strip().rstrip(":"))] = _property(word)
    return tuple(found.items())


def _property(word: str) -> Property:
    plain = word.replace("−", "-")
    if word.casefold() in _FLAGS:
        return _FLAGS[word.casefold()]
    if re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        return int(plain)
    if re.fullmatch(r"[+-]?[0-9]{1,6}\.[0-9]{1,3}", plain):
        return float(plain)
    return read_id(word)


def show_properties(properties: tuple[tuple[str, Property], ...]) -> str:
    """The inverse of `read_properties`."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{name} {words[value] if isinstance(value, bool) else value}" for name, value in properties)


def read_whole(text: str, least: int, most: int) -> int:
    """A whole number within its bounds."""
    plain = text.strip().replace("−", "-").replace("–", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", plain) or not least <= int(plain) <= most:
        raise ValueError(f"Write a whole number from {least} to {most}.")
    return int(plain)


def read_number(text: str) -> float:
    """A number that may be written as a fraction; thirds and the like get two decimals.

    >>> read_number("1/2"), read_number("1½"), read_number("1/3"), read_number("2")
    (0.5, 1.5, 0.33, 2)
    """
    plain = text.strip().replace(",", ".").replace("−", "-")
    mixed = re.fullmatch(r"(-?[0-9]{0,9}) ?([¼½¾⅓⅔⅙⅚⅛⅜⅝⅞])", plain)
    if mixed:
        part = Fraction(unicodedata.numeric(mixed[2])).limit_denominator(PARTS)
        value = Fraction(mixed[1] or "0") + part
    elif re.fullmatch(r"-?[0-9]{0,9}(\.[0-9]{1,9}|(?<=[0-9])\.?|(?<=[0-9])/0*[1-9][0-9]{0,8})", plain):
        value = Fraction(plain)
    else:
        raise ValueError(f"{quoted(text)} is not a number.")
    if value.denominator == 1:
        return int(value)
    return round(float(value), 4 if "." in plain else 2)


def read_between(text: str, least: float | None, most: float | None) -> float:
    """A number within its bounds; None means no bound."""
    value = read_number(text)
    if (least is not None and value < least) or (most is not None and value > most):
        low, high = (f"{least:g}" if least is not None else "", f"{most:g}" if most is not None else "")
        bounds = f"from {low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}"
        raise ValueError(f"Write a number {bounds}.")
    return value


def read_points(text: str) -> float:
    """Movement points, 0 to 99."""
    try:
        value = read_number(text)
    except ValueError:
        raise ValueError("A cost is a number of movement points, such as 2 or 1/2.") from None
    if not 0 <= value <= MOST:
        raise ValueError(f"A cost is 0 to {MOST} movement points.")
    return value


def read_cost(text: str) -> float | None:
    """Movement points, or None for `prohibited` (or a dash).

    >>> read_cost("3"), read_cost("1/2"), read_cost("Prohibited")
    (3, 0.5, None)
    """
    if text.strip().lower() in _NEVER:
        return None
    try:
        return read_points(text)
    except ValueError as error:
        raise ValueError(f"{error} `prohibited` means that no unit may enter.") from None


def read_feature_cost(text: str) -> Cost:
    """A cost, or `other`: that of the terrain underneath."""
    if text.strip().lower() in ("other", "terrain", "as terrain"):
        return "other"
    try:
        return read_cost(text)
    except ValueError as error:
        raise ValueError(f"{error} `other` stands for the cost of the terrain underneath.") from None


def show_cost(cost: Cost) -> str:
    """
    >>> show_cost(None), show_cost(0.5), show_cost(2), show_cost("other")
    ('prohibited', '0.5', '2', 'other')
    """
    if cost is None:
        return "prohibited"
    return cost if isinstance(cost, str) else show_number(cost)


def show_number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def read_width(text: str) -> float:
    """The width of a road, in hex sides."""
    value = read_number(text)
    if not 0 < value <= 1:
        raise ValueError("A road is more than 0 and at most 1 hex side wide; 0.1 is usual.")
    return value


def read_flag(text: str) -> bool:
    """Yes or no."""
    word = text.strip().lower()
    if word in _YES | _NO:
        return word in _YES
    raise ValueError("Write yes or no.")


def show_flag(value: bool) -> str:
    return "yes" if value else "no"


def read_colour(text: str) -> str:
    """A colour as `#rrggbb`; three digits and a missing # are accepted.

    >>> read_colour("3d7ab8"), read_colour("#FFF")
    ('#3d7ab8', '#ffffff')
    """
    match = _COLOUR.fullmatch(text.strip())
    if not match:
        raise ValueError("A colour is written #rrggbb: red, green and blue from 00 to ff, such as #3d7ab8.")
    digits = match[1].lower()
    return "#" + ("".join(d * 2 for d in digits) if len(digits) == 3 else digits)


def is_colour(text: str) -> bool:
    """Whether a text is a colour as files write it."""
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def read_source(text: str) -> Source:
    """Where a value comes from; its first letters are enough."""
    word = text.strip().lower()
    for source in SOURCES:
        if word and source.startswith(word):
            return source
    raise ValueError("A value comes from the rulebook, is reconstructed, or is the designer's.")
