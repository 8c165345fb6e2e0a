"""Victory points for losses and for units that leave (A26.22, A26.23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from desk_books import GERMAN, RUSSIAN, SIDES

from visegrad_editor.desk.books.points import (
    Counted,
    PointsBook,
    captured,
    eliminated,
    exits,
    freed,
    leaves_map,
)
from visegrad_editor.desk.forces import Asset

BOOK = PointsBook(SIDES)
SQUAD = Counted("a", RUSSIAN, Asset("squad"))
TANK = Counted("tank", RUSSIAN, Asset("vehicle", armament=False, armoured=True, armour=11, crew=False))


def totals(book: PointsBook) -> tuple[int, int, int, int]:
    """The points for losses in play and at the end: German, Russian."""
    return (book.casualty_points(GERMAN), book.casualty_points(GERMAN, at_end=True),
            book.casualty_points(RUSSIAN), book.casualty_points(RUSSIAN, at_end=True))


def test_a26_221_a_lost_unit_gives_its_value_to_the_enemy() -> None:
    book, changes = eliminated(BOOK, 3, SQUAD)
    assert totals(book) == (2, 2, 0, 0)
    assert [(c.kind, c.rule, c.side) for c in changes] == [("counted", "A26.221", GERMAN)]
    assert changes[0].sentence == (
        "The German side gets 2 victory points: a (a squad) of the Russian side is eliminated; 2 victory "
        "points: 2 for a squad (A26.211).")
    [entry] = book.entries
    assert (entry.turn, entry.unit, entry.of, entry.kind) == (3, "a", RUSSIAN, "eliminated")
    with pytest.raises(ValueError, match="counted already"):
        eliminated(book, 4, SQUAD)


@pytest.mark.parametrize(("how", "points"), [
    ("", 2), ("recalled", 0), ("guard", 0), ("landed-off", 0), ("allowed", 0)])
def test_a26_221_leaving_the_boards_is_a_loss_but_for_some(how: Any, points: int) -> None:
    book, changes = leaves_map(BOOK, 3, SQUAD, how)
    assert totals(book) == (points, points, 0, 0)
    assert [c.rule for c in changes] == ["A26.221"]


def test_a26_222_captured_units_count_twice_at_the_end() -> None:
    book, changes = captured(BOOK, 2, TANK)
    assert totals(book) == (4, 8, 0, 0)
    assert "gets 4 victory points, 8 at the end of the game:" in changes[0].sentence
    assert totals(captured(BOOK, 2, replace(TANK, four_times=True))[0]) == (4, 16, 0, 0)
    with pytest.raises(ValueError, match="captured already"):
        captured(book, 2, TANK)


def test_a26_222_what_is_free_again_is_lost() -> None:
    book, _ = captured(BOOK, 2, TANK)
    book, changes = freed(book, 3, "tank")
    assert totals(book) == (0, 0, 0, 0)
    assert [(c.kind, c.rule) for c in changes] == [("lost", "A26.222")]
    [entry] = book.entries
    assert (entry.lost, entry.lost_why) == (3, "It is no longer captured.")
    with pytest.raises(ValueError, match=r'"tank" is not captured by the book\.$'):
        freed(book, 3, "tank")
    assert totals(captured(book, 5, TANK)[0]) == (4, 8, 0, 0)


def test_a26_222_a_captured_unit_that_is_eliminated_counts_once() -> None:
    """The worked example: the captor keeps 4 for the vehicle, and its enemy has 1 for the half squad in
    it."""
    book, _ = captured(BOOK, 2, TANK)
    book, changes = eliminated(book, 3, TANK, by_own_side=True)
    book, _ = eliminated(book, 3, Counted("hs", GERMAN, Asset("hs")))
    assert totals(book) == (4, 4, 1, 1)
    assert [c.kind for c in changes] == ["lost", "counted"]


@pytest.mark.parametrize(("own", "points"), [(True, 4), (False, 2)])
def test_a26_222_prisoners_killed_by_their_own_side_count_twice_at_once(own: bool, points: int) -> None:
    book, _ = captured(BOOK, 2, SQUAD)
    assert totals(book) == (2, 4, 0, 0)
    book, _ = eliminated(book, 3, SQUAD, by_own_side=own)
    assert totals(book) == (points, points, 0, 0)
    with pytest.raises(ValueError, match="not captured by the book"):
        eliminated(BOOK, 3, SQUAD, by_own_side=True)


def test_a26_222_a_captive_that_leaves_the_boards_stays_captured() -> None:
    book, _ = captured(BOOK, 2, SQUAD)
    book, changes = leaves_map(book, 3, SQUAD)
    assert totals(book) == (2, 4, 0, 0)
    assert [c.kind for c in changes] == ["noted"]


EXITS: list[tuple[Counted, int]] = [
    (SQUAD, 2), (replace(SQUAD, broken=True), 0),
    (replace(TANK, asset=replace(TANK.asset, crew=True, armament=True)), 7),
    (replace(TANK, recalled=True), 0), (replace(TANK, broken=True), 4), (replace(SQUAD, recalled=True), 2),
    (Counted("plane", RUSSIAN, Asset("aircraft")), 0), (Counted("hero", RUSSIAN, Asset("hero")), 0)]


@pytest.mark.parametrize(("unit", "points"), EXITS)
def test_a26_23_who_leaves_counts_as_it_is(unit: Counted, points: int) -> None:
    book, changes = exits(BOOK, 5, unit, "east")
    assert (book.exit_points(RUSSIAN), book.exit_points(RUSSIAN, at_end=True)) == (points, points)
    assert [c.kind for c in changes] == ["counted" if points else "noted"]
    # It is no loss.
    assert totals(book) == (0, 0, 0, 0)
    with pytest.raises(ValueError, match="counted already"):
        exits(book, 6, unit, "east")


def test_a26_211_heroes_and_broken_people_count_in_a_seaborne_evacuation() -> None:
    book = replace(BOOK, seaborne=True)
    book, _ = exits(book, 5, Counted("hero", RUSSIAN, Asset("hero")), "sea")
    book, _ = exits(book, 5, replace(SQUAD, broken=True), "sea")
    assert book.exit_points(RUSSIAN) == 3


def test_a26_23_captives_that_leave_count_twice_at_the_end_for_their_captor() -> None:
    book, _ = captured(BOOK, 4, SQUAD)
    book, _ = exits(book, 5, replace(SQUAD, broken=True), "east")
    assert (book.exit_points(GERMAN), book.exit_points(GERMAN, at_end=True)) == (2, 4)
    assert book.exit_points(RUSSIAN, at_end=True) == 0
    assert totals(book) == (2, 4, 0, 0)


def test_exits_by_area_and_turns() -> None:
    book, _ = exits(BOOK, 3, SQUAD, "east")
    book, _ = exits(book, 5, replace(SQUAD, id="b"), "west")
    assert book.exit_points(RUSSIAN) == 4
    assert book.exit_points(RUSSIAN, "east") == 2
    assert [book.exit_points(RUSSIAN, turns=t) for t in (range(3, 5), range(4, 6), range(6, 7))] == [2, 2, 0]


@pytest.mark.parametrize("does", [
    lambda u: eliminated(BOOK, 3, u), lambda u: captured(BOOK, 3, u), lambda u: exits(BOOK, 3, u, "east"),
    lambda u: leaves_map(BOOK, 3, u)])
def test_a_value_that_is_not_known_is_asked_or_said(does: Any) -> None:
    unknown = Counted("tank", RUSSIAN, Asset("vehicle", armament=True, armoured=False))
    book, changes = does(unknown)
    assert book == BOOK
    assert [(c.kind, c.rule) for c in changes] == [("asked", "A26.21")]
    book, changes = does(replace(unknown, points=9))
    assert [e.points for e in book.entries] == [9]
    assert [c.kind for c in changes] == ["counted"]


@pytest.mark.parametrize(("does", "message"), [
    (lambda: eliminated(BOOK, 3, replace(SQUAD, side="rusian")), "Did you mean `russian`"),
    (lambda: captured(BOOK, 3, replace(SQUAD, side="x")), 'no side "x"'),
    (lambda: exits(BOOK, 3, replace(SQUAD, side="x"), "east"), 'no side "x"'),
    (lambda: leaves_map(BOOK, 3, replace(SQUAD, side="x")), 'no side "x"'),
    (lambda: leaves_map(BOOK, 3, SQUAD, "recaled"), "Did you mean `recalled`"),
])
def test_events_that_cannot_be_are_refused(does: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        does()
