"""Position, size and rotation of the name of a place or of a label."""

import re
from typing import Annotated, Any, Literal

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from .fields import Codec, Field
from .files.codec import FLOAT, read_number, write_number
from .values import Rotation

Shift = tuple[float, float]
"""To the right and down, in map units (the side of a hex is 1), on the unturned map."""
Spot = str | Shift
"""Where a name stands relative to the centre of its hex: "" where there is room, a direction of `DIRECTIONS`,
or the offset of its middle."""

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
MIDDLE = "C"
SPOTS: dict[str, str] = {
    "": "Where there is room", "N": "Above", "NE": "Above right", "E": "Right", "SE": "Below right",
    "S": "Below", "SW": "Below left", "W": "Left", "NW": "Above left", MIDDLE: "In the middle"}
"""The labels of the named spots."""
FARTHEST = 20.0
"""How far a name may be moved, in sides of a hex."""
FARTHEST_READABLE = 1.5
"""The distance from its own hex, in hexes, beyond which nobody reads a name as that of the hex."""
LEAST_SIZE, MOST_SIZE = 0.1, 5.0


def read_spot(value: Any) -> Spot:
    """A spot from the plain data of a file."""
    if isinstance(value, list):
        x, y = value
        return float(read_number(x)), float(read_number(y))
    return str(value)


def write_spot(spot: Spot) -> Any:
    """The plain data of a spot."""
    return spot if isinstance(spot, str) else [write_number(v) for v in spot]


NameSpot = Annotated[Spot, Field(
    "Where a name stands", "A direction (N NE E SE S SW W NW), C for the middle, or how many hex sides it "
    "is moved right and down.", kinds=("string", "array"), pattern="^([NS][EW]?|[EWC])$",
    entries=Annotated[float, Field(minimum=-FARTHEST, maximum=FARTHEST)], least=2, most=2,
    examples=("NE", "[0.5, -1]"), shared="spot", codec=Codec(read_spot, write_spot))]


@dataclass(frozen=True)
class Lettering:
    """How the name of a place is lettered. `size` is the height of the letters in map units, 0 for a size by
    the importance of the place; `rotation` is in degrees, clockwise."""

    at: Annotated[NameSpot, Field(
        help="Where the name stands relative to the centre of the hex; left out: where there is room.")] = ""
    size: Annotated[float, Field(
        "Size", "Height of the letters, in hex sides; left out: by the importance of the place.",
        minimum=LEAST_SIZE, maximum=MOST_SIZE, examples=("0.3",), codec=FLOAT)] = 0.0
    rotation: Annotated[Rotation, Field(help="Degrees clockwise by which the name is turned.")] = 0.0


PLAIN = Lettering()


@dataclass(frozen=True)
class NameRef:
    """What a name belongs to: the place of a hex, or the nth of the labels there. It may refer to a label not
    yet written."""

    kind: Literal["place", "label"]
    hex: Hex
    nth: int = 0


def turned_spot(spot: Spot, quarters: int) -> Spot:
    """The same spot on a map turned clockwise by quarters.

    >>> turned_spot("NE", 1), turned_spot((0.5, -1.0), 1), turned_spot("", 2), turned_spot("C", 3)
    ('SE', (1.0, 0.5), '', 'C')
    """
    if isinstance(spot, str):
        if spot not in DIRECTIONS:
            return spot
        return DIRECTIONS[(DIRECTIONS.index(spot) + 2 * quarters) % 8]
    x, y = spot
    for _ in range(quarters % 4):
        x, y = 0.0 - y, x
    return x, y


def mirrored_spot(spot: Spot, across: bool) -> Spot:
    """The spot on a map reflected: `across` swaps left and right, else top and bottom.

    >>> mirrored_spot("NE", True), mirrored_spot("NE", False), mirrored_spot((1.0, 0.5), True)
    ('NW', 'SE', (-1.0, 0.5))
    """
    if isinstance(spot, str):
        if spot not in DIRECTIONS:
            return spot
        place = DIRECTIONS.index(spot)
        return DIRECTIONS[-place % 8 if across else (4 - place) % 8]
    x, y = spot
    return (0.0 - x, y) if across else (x, 0.0 - y)


def slanted(rotation: float, quarters: int) -> float:
    """A rotation on a map turned clockwise by quarters: slanted text turns with the map, but is never upside
    down; level text stays level.

    >>> slanted(30.0, 1), slanted(0.0, 1)
    (-60.0, 0.0)
    """
    if not rotation or quarters % 4 == 0:
        return rotation
    return 90.0 - (90.0 - rotation - 90.0 * quarters) % 180.0


def spot_text(spot: Spot) -> str:
    """A spot in words.

    >>> spot_text("NE"), spot_text((0.5, -1.25))
    ('Above right', '0.5, −1.25')
    """
    if isinstance(spot, str):
        return SPOTS.get(spot, spot)
    return ", ".join(f"{v:g}".replace("-", "−") for v in spot)


def read_spot_text(text: str) -> Spot:
    """A spot as it is typed or chosen: `above right`, `NE`, or two numbers. Raises ValueError.

    >>> read_spot_text("above right"), read_spot_text("ne"), read_spot_text("0.5, −1")
    ('NE', 'NE', (0.5, -1.0))
    """
    plain = " ".join(text.split())
    for id, words in SPOTS.items():
        if plain.casefold() in (id.casefold(), words.casefold()):
            return id
    numbers = re.fullmatch(r"(-?\d+(?:\.\d+)?)[ ,;]+(-?\d+(?:\.\d+)?)", plain.replace("−", "-"))
    if numbers is None:
        raise ValueError("Choose where the name stands, or write how far it is moved right and down, in hex "
                         "sides, such as 0.5, -1.2.")
    x, y = float(numbers[1]), float(numbers[2])
    if max(abs(x), abs(y)) > FARTHEST:
        raise ValueError(f"A name is moved by at most {FARTHEST:g} hex sides.")
    return x, y
