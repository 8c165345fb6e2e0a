"""Two worked cases from beginning to end: control of a mill, and values of units (A26)."""

from __future__ import annotations

from desk_books import GERMAN, RUSSIAN, SIDES, at, controls, german, unit, with_units

from visegrad_editor.desk.books.control import leaves, moves
from visegrad_editor.desk.books.points import Counted, PointsBook, captured, eliminated, exits
from visegrad_editor.desk.forces import Asset, worth


def test_t24_control_of_a_mill() -> None:
    """T24: a half squad in the mill, a broken enemy upstairs, then a tank that drives through."""
    book = with_units(german(), unit("squad", GERMAN, "G3.1", broken=True))
    book = with_units(book, unit("hs", RUSSIAN, "F3", size="hs"))
    places = ("F3", "hex F3", "building mill", "G3", "hex G3", "F3.1")
    assert controls(book, *places) == (RUSSIAN, RUSSIAN, GERMAN, GERMAN, GERMAN, GERMAN)
    book, changes = moves(book, "squad", at("K5"))
    assert [(c.kind, c.place, c.side, c.before) for c in changes if c.kind == "gained"] == [
        ("gained", "building mill", RUSSIAN, GERMAN)]
    book, _ = moves(book, "hs", at("E5"))
    settled = controls(book, *places)
    assert settled == (RUSSIAN, RUSSIAN, RUSSIAN, GERMAN, GERMAN, GERMAN)
    book = with_units(book, unit("tank", GERMAN, "F3", size="vehicle", armed=True))
    assert controls(book, *places) == (GERMAN, *settled[1:])
    book, changes = moves(book, "tank", at("F5"))
    assert controls(book, *places) == settled
    assert ("reverted", "A26.12", "F3") in [(c.kind, c.rule, c.place) for c in changes]


def test_t24_with_the_other_reading() -> None:
    """R19: a gain that was blocked does not complete until a unit enters anew."""
    book = with_units(german(completes=False), unit("squad", GERMAN, "G3.1", broken=True),
                      unit("hs", RUSSIAN, "F3", size="hs"))
    book, _ = leaves(book, "squad")
    assert controls(book, "building mill") == (GERMAN,)
    book, _ = moves(book, "hs", at("F3.1"))
    assert controls(book, "building mill") == (RUSSIAN,)


def test_t25_values() -> None:
    """T25: leaders, a tank with and without its crew, a prisoner, a broken squad that leaves."""
    assert worth(Asset("leader", modifier=-2)).points == 3
    assert worth(Asset("leader", modifier=1)).points == 1
    manned = Asset("vehicle", armament=False, armoured=True, armour=6, crew=True)
    assert worth(manned).points == 5
    abandoned = Asset("vehicle", armament=True, armoured=True, armour=6, crew=False)
    book, _ = captured(PointsBook(SIDES), 3, Counted("tank", RUSSIAN, abandoned))
    assert (book.casualty_points(GERMAN), book.casualty_points(GERMAN, at_end=True)) == (4, 8)
    crew = Counted("crew", RUSSIAN, Asset("crew"))
    book, _ = captured(PointsBook(SIDES), 3, crew)
    book, _ = eliminated(book, 4, crew, by_own_side=True)
    assert (book.casualty_points(GERMAN), book.casualty_points(GERMAN, at_end=True)) == (4, 4)
    assert book.casualty_points(RUSSIAN) == 0
    book, changes = exits(PointsBook(SIDES), 5, Counted("squad", GERMAN, Asset("squad"), broken=True), "east")
    assert book.exit_points(GERMAN, at_end=True) == 0
    assert [c.rule for c in changes] == ["A26.23"]
