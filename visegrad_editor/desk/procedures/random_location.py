"""A random hex: a direction and a distance from a hex, by two dice (E.3)."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.wording import count
from ..hexes import DIRECTION_WORDS, moved
from .procedure import Case, Input, Pair, Procedure


def away(start: Hex, pair: Pair) -> Hex:
    """The hex that a roll for a random place gives from another, perhaps off the boards: the coloured die is
    the direction, the white one the number of hexes (E.3)."""
    return moved(start, pair.coloured, pair.white)


def _random_location(case: Case) -> None:
    reference = case.place("at")
    pair = case.pair("random location")
    place = away(reference, pair)
    way = f"{count(pair.white, 'hex')} {DIRECTION_WORDS[pair.coloured]} of {case.hex_name(reference)}"
    if place in case.card.layout:
        case.say(f"{case.hex_name(place)}, {way}.", "E.3", "found", hexes=(place,))
        return
    case.say(f"Off the boards, {way}.", "E.3", "off board")


PROCEDURES = (
    Procedure(
        "random-location", "Random location", ("E.3",), "given", _random_location, (
            Input("at", "Reference hex", "hex", "The hex of the Sniper counter of the side whose turn it is; "
                                                "without one a "
                  "hex that has most of its units within 6 hexes and on which both players agree.",
                  asked="hex of the Sniper counter, both players; E.3"),),
        steps=("The reference is the hex of the phasing side's Sniper counter; if it is gone, an agreed hex "
               "with most of its units within 6 hexes (E.3).",
               "The coloured die is the direction, the white one the number of hexes (E.3)."),
               section="General"),
)
