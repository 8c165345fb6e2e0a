"""What lands off the boards, and its way to them (E8.221, E8.5, E9.41)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ...model.wording import count
from ..boards import Layout
from ..books.books import Books
from ..books.off_board import Lander
from ..card import Card
from ..hexes import NORTH, SOUTH, distance, moved, neighbours, step, turned
from ..special_rules import SpecialRules
from .procedure import Case, Input, Procedure


def place_words(case: Case, place: Hex, terrain: Hex | None = None) -> str:
    """The name of a place; off the boards also the hex whose terrain it has (E8.221), by default that on the
    other side of the nearest edge."""
    layout = case.card.layout
    if place in layout:
        return layout.name(place)
    try:
        of = layout.mirrored(place) if terrain is None else terrain
        return f"{layout.name(place)} (terrain of {layout.name(of)})"
    except ValueError:
        return f"a hex {count(hexes_away(layout, place), 'hex')} off the boards"


def row_words(case: Case, start: Hex, direction: int, steps: int) -> str:
    """The name of the place so many steps from a hex, as `place_words` does, with the terrain of the row."""
    return place_words(case, moved(start, direction, steps),
                       row_terrain(case.card.layout, start, direction, steps))


def row_terrain(layout: Layout, start: Hex, direction: int, steps: int) -> Hex | None:
    """The hex whose terrain the place so many steps from a hex has (E8.221): on the boards itself; off them
    that of the same row on the boards, in reverse order from the edge. A row that begins off the boards is
    turned about the edge nearest to its beginning. None if the row is too short."""
    place, back = moved(start, direction, steps), turned(direction, 3)
    if place in layout:
        return place
    if start in layout:
        inside = 0
        while moved(start, direction, inside + 1) in layout:
            inside += 1
        last = moved(start, direction, inside)
        beyond = steps - inside
        found = moved(last, back, beyond if _on_edge(layout, last, direction) else beyond - 1)
    else:
        try:
            found = moved(layout.mirrored(start), back, steps)
        except ValueError:
            return None
    return found if found in layout else None


def _on_edge(layout: Layout, last: Hex, direction: int) -> bool:
    """Whether the edge that a row crosses runs through the middle of its last hex, which then mirrors itself;
    otherwise it runs along a hexside."""
    if direction in (NORTH, SOUTH):
        return not any(step(last, turned(direction, by)) in layout for by in (1, -1))
    return layout.is_half(last)


def hexes_away(layout: Layout, place: Hex) -> int:
    """How many hexes a place is from the nearest one in play; 0 in play."""
    return min(distance(place, each) for each in layout.names_by_place)


def has_landings(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has gliders or parachutes."""
    return any(g.glider is not None or g.drop is not None for g in card.groups)


def land_off_board(case: Case, id: str, side: str, place: Hex, broken: bool = False) -> str:
    """Write down what has landed off the boards, and say how it gets to them; "" for a place in play."""
    if place in case.card.layout:
        return ""
    away = hexes_away(case.card.layout, place)
    now = (case.books.turn, case.books.half)
    case.books = replace(case.books, off_board=case.books.off_board.having(
        Lander(id, side, place, away, broken, now, now)))
    return (f" It is {_hexes(away)} off the boards, comes one hex nearer in each own Movement Phase and then "
            "enters (E9.41); only what is killed in landing counts as a casualty.")


def _hexes(number: int) -> str:
    return f"{count(number, 'hex')}"


def _off_board(case: Case) -> None:
    lander = case.books.off_board.get(case.word("lander"))
    if lander is None:
        there = ", ".join(one.id for one in case.books.off_board.landers) or "nothing"
        case.refuse(f"{case.word('lander')} is not off the boards; there: {there}.", "E9.41")
    if lander.side != case.books.mover:
        case.refuse(f"{lander.id} moves in the player turn of its own side.", "E9.41")
    if case.is_given("broken"):
        lander = replace(lander, broken=case.flag("broken"))
        case.books = replace(case.books, off_board=case.books.off_board.changed(
            lander.id, broken=lander.broken))
        if lander.broken:
            case.say(f"{lander.id} is broken and stays where it is until it has rallied.", "E9.41", "broken",
                     units=(lander.id,))
            return
    if lander.broken:
        case.refuse(f"{lander.id} is broken and does not move until it has rallied; write broken=no when it "
                    "has.", "E9.41")
    now = (case.books.turn, case.books.half)
    if case.books.phase == "advance":
        if lander.away > 1:
            case.refuse(f"{lander.id} advances only to enter, and it is {_hexes(lander.away)} off the "
                        "boards.",
                        "E9.41")
        if case.books.drops.chute(lander.id) is not None and lander.landed == now:
            case.refuse(f"{lander.id} has dropped in this player turn and does not advance.", "E9.6")
    elif lander.moved == now:
        case.refuse(f"{lander.id} has landed or moved in this player turn.", "E9.41")
    if lander.away > 1:
        away = lander.away - 1
        case.books = replace(case.books, off_board=case.books.off_board.changed(
            lander.id, away=away, moved=now))
        then = " It must enter in the next own Movement or Advance Phase." if away == 1 else ""
        case.say(f"{lander.id} comes one hex nearer: it is {_hexes(away)} off the boards.{then}", "E9.41",
                 "nearer", final=away, units=(lander.id,))
        return
    if not case.is_given("hex"):
        case.refuse(f"{lander.id} has come to the edge and must enter; write hex=, the hex it "
                    "enters.", "E9.41")
    entry = case.place("hex")
    if entry not in case.card.layout or all(n in case.card.layout for n in neighbours(entry)):
        case.refuse(f"{case.word('hex')} is no hex on the edge of the boards.", "E9.41")
    case.books = replace(case.books, off_board=case.books.off_board.without(lander.id))
    case.say(f"{lander.id} enters at {case.word('hex')}; it pays for that hex as usual.", "E9.41", "enters",
             hexes=(entry,), units=(lander.id,))


def _usual_lander(card: Card, books: Books) -> str | None:
    now = (books.turn, books.half)
    return next((one.id for one in books.off_board.landers if one.side == books.mover and not one.broken
                 and (books.phase == "advance" or one.moved != now)), None)


def _is_due(card: Card, books: Books) -> bool:
    one = books.off_board.get(_usual_lander(card, books) or "")
    return one is not None and (books.phase != "advance" or one.away == 1)


PROCEDURES: Sequence[Procedure] = (
    Procedure(
        "off-board", "Landed off the boards", ("E9.41", "E8.5", "E8.221"), "full", _off_board, (
            Input("lander", "Who", "word", "The glider whose load, or the parachute whose units they are.",
                  usual=_usual_lander),
            Input("hex", "Entry", "hex",
                  "The edge hex where it enters, once it has come to the edge.", usual=""),
            Input("broken", "Broken", "flag",
                  "Whether it is broken now; left out: as the books say.", usual="",
                  asked="its owner; E9.41")),
        phases=("movement", "advance"), is_on=has_landings, is_due=_is_due, section="Gliders", steps=(
            "What has landed off the boards comes one hex nearer in each own Movement Phase, whatever the "
            "terrain, and must enter once it has come to the edge; broken units wait until they have rallied "
            "[E9.41, E8.5].",
            "Terrain off the boards is that of the boards in reverse order from the edge [E8.221].")),
)
