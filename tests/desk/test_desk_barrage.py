"""Barrages: their line, firepower and correction, and one that creeps (E12)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from air_logs import done, offered, refused, result
from card_logs import at, game
from desk_logs import log_in, night_card
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.desk.books.barrage import PlannedBarrage
from visegrad_editor.desk.hexes import direction_between, distance, row_through, step
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.log_view import shown_offers
from visegrad_editor.desk.procedures.barrage import barrage_line, creeping_rows
from visegrad_editor.desk.procedures.catalogue import reminders_of
from visegrad_editor.desk.special_rules import Barrage, SpecialRules
from visegrad_editor.hexgrid import Hex

MINE = SpecialRules(barrage=("german",))
ATTACKER = "german"
EAST = ("Z", "AA", "BB", "CC", "DD", "EE", "FF", "GG")


def _sets(**barrage: Any) -> SpecialRules:
    return SpecialRules(barrages=(Barrage(ATTACKER, **barrage),))


def _game(sets: SpecialRules = MINE, attacker: str = ATTACKER, **card: Any) -> CardLog:
    """A log in which one side attacks; the british side moves first."""
    sides = tuple(replace(s, role="attacker" if s.id == attacker else "defender") for s in game().card.sides)
    return game(sets, sides=sides, **card)


def _creeping(attacker: str = "british", **barrage: Any) -> CardLog:
    said = {"centre": "G5", "beside": ("G4", "G6"), "calibre_mm": 100, "creeping": True, "row_to": "P5",
            "pattern": "ffe-1-2", "lift": 4} | barrage
    return _game(SpecialRules(barrages=(Barrage(attacker, **said),)), attacker)


def _book(log: CardLog) -> PlannedBarrage:
    return log.books.barrages.planned[0]


def _place(log: CardLog) -> str:
    place = _book(log).place
    return "" if place is None else log.card.layout.name(place)


# -- line (E12.11, E12.2, E12.31, E12.5) --------------------------------------------------------


@pytest.mark.parametrize(("inputs", "hexes"), [
    ("centre=H6 beside=H5,H7", "H2 H3 H4 H5 H6 H7 H8 H9 H10"),
    ("centre=H6 beside=I6,H7", "J3 J4 I5 I6 H6 H7 G8 G9 F9"),
    ("centre=H6 beside=H5,H7 at=D4", "D0 D1 D2 D3 D4 D5 D6 D7 D8"),
    ("centre=C6 beside=C5,C7", "C2 C3 C4 C5 C6 C7 C8 C9 C10"),
    ("centre=C6 beside=D5,C7", "E3 E4 D4 D5 C6 C7 B7 B8 A9"),
    ("centre=M6 beside=L6,N5", "I8 J7 K7 L6 M6 N5 O5 P4 Q4")])
def test_lines(inputs: str, hexes: str) -> None:
    event = done(at(_game()), f"barrage-line {inputs}")[-1]
    assert list(event.hexes) == hexes.split()
    assert (event.rule, event.result, event.final) == (
        "E12.31" if "at=" in inputs else "E12.11", "line", None)
    assert "give `calibre`" in event.text


@pytest.mark.parametrize(("calibre", "firepower"), [
    (80, 12), (99, 12), (100, 16), (149, 16), (150, 24), (305, 24)])
def test_firepower(calibre: int, firepower: int) -> None:
    log = at(_game())
    event = done(log, f"barrage-line centre=H6 beside=H5,H7 calibre={calibre}")[-1]
    assert (event.final, event.table) == (firepower, "barrage-firepower")
    assert f"{firepower} firepower" in event.text
    assert "from 80 to" in refused(log, "barrage-line centre=H6 beside=H5,H7 calibre=79")


def test_parts_of_a_line_off_the_boards_are_left_out() -> None:
    event = done(at(_game()), "barrage-line centre=H2 beside=H1,H3")[-1]
    assert list(event.hexes) == ["H0", "H1", "H2", "H3", "H4", "H5", "H6"]
    assert "and 2 hexes off the boards" in event.text


@pytest.mark.parametrize(("beside", "says"), [
    ("H5,I5", "no line"), ("H5,G5", "no line"), ("H5,H8", "no line"),
    ("H5", "Name the two hexes"),
    ("H5,H7,I6", "Name the two hexes")])
def test_what_is_no_line(beside: str, says: str) -> None:
    reason = refused(at(_game()), f"barrage-line centre=H6 beside={beside}")
    assert reason.startswith("E12.2: ")
    assert says in reason


def test_alternate_lines_have_mirror_forms_by_one_reading_only() -> None:
    free, fixed = at(_game()), at(_game(readings=(("R26", "fixed"),)))
    # The form of two hexes beside the centre, and its mirror image.
    for form, mirror in (("I6,H7", "G7,H5"), ("I6,G6", "I7,G7"), ("H7,G6", "H5,I7")):
        for beside in (form, mirror):
            assert not refused(free, f"barrage-line centre=H6 beside={beside}")
        assert not refused(fixed, f"barrage-line centre=H6 beside={form}")
        assert f"E12.2: An alternate line has one form here; write beside={','.join(form.split(','))}" in (
            refused(fixed, f"barrage-line centre=H6 beside={mirror}").replace(
                ",".join(reversed(form.split(","))), form))
    event = done(free, "barrage-line centre=H6 beside=I6,H7")[-1]
    assert event.readings == ("R26 recorded",)
    assert done(free, "barrage-line centre=H6 beside=H5,H7")[-1].readings == ()


@given(st.integers(1, 6), st.integers(2, 4), st.builds(Hex, st.integers(9, 10), st.integers(9, 10)))
def test_every_line_has_nine_hexes_on_a_row(first: int, turn: int, centre: Hex) -> None:
    second = (first + turn - 1) % 6 + 1
    line = barrage_line(centre, (step(centre, first), step(centre, second)))
    assert len(set(line)) == 9
    assert line[4] == centre
    assert {line[3], line[5]} == {step(centre, first), step(centre, second)}
    kinds = {row_through(*line[n:n + 3]) for n in range(7)}
    assert len(kinds) == 1
    assert distance(line[0], line[8]) == 8
    # Of an alternate row every second step goes the same way.
    steps = [direction_between(one, other) for one, other in pairwise(line)]
    assert len(set(steps)) == (1 if turn == 3 else 2)
    assert steps[::2] == steps[:1] * 4


# -- registered (E12.1, E12.2, E12.7) -----------------------------------------------------------


def test_registering() -> None:
    log = _game()
    assert "barrage-plan" in offered(log)
    event = done(log, "barrage-plan centre=H6 beside=H5,H7 module=guns calibre=105")[-1]
    assert (event.result, event.secret, event.side) == ("planned", True, ATTACKER)
    assert "E12.2: All lines of the same artillery are parallel; that through H6 lies along H5 and H7." in (
        refused(log, "barrage-plan centre=C6 beside=D5,B6 module=guns"))
    assert not refused(log, "barrage-plan centre=C6 beside=D5,B6 module=others")
    done(log, "barrage-plan centre=C6 beside=C5,C7 module=guns")
    assert refused(log, "barrage-plan centre=F6 beside=F5,F7 rockets=yes").startswith("E12.1: ")
    # The mirror form of an alternate line is parallel to it.
    done(log, "barrage-plan centre=M6 beside=L6,N5 module=mortars")
    done(log, "barrage-plan centre=P6 beside=O7,Q6 module=mortars")
    at(log)
    assert done(log, "barrage-line centre=H6")[-1].final == 16
    assert done(log, "barrage-line centre=M6")[-1].final is None
    assert refused(log, "barrage-line centre=F6").startswith("E12.2: No barrage is registered in F6")
    assert refused(log, "barrage-line centre=H6 module=others").startswith("E12.2: No barrage is registered")
    # Two barrages in the log: none of them is the usual one.
    assert "Registered hex is missing" in refused(log, "barrage-line")
    assert list(done(log, "barrage-line centre=C6")[-1].hexes)[::8] == ["C2", "C10"]


def test_barrages_of_the_card_are_registered() -> None:
    log = at(_game(_sets(centre="H6", beside=("H5", "H7"), calibre_mm=150)))
    assert done(log, "barrage-line")[-1].final == 24
    for left_out in ({"centre": None}, {"beside": ()}, {"rockets": True},
                     {"creeping": True}, {"creeping": True, "row_to": "H9", "pattern": "ffe-1"}):
        sets = _sets(**{"centre": "H6", "beside": ("H5", "H7"), **left_out})
        assert _game(sets).books.barrages.planned == ()
    assert _game(_sets(centre="H6", beside=("H5", "H99"))).books.barrages.planned == ()


@pytest.mark.parametrize(("inputs", "says"), [
    ("last=P5", "E12.71: A creeping barrage needs its pattern"),
    ("last=P5 pattern=ffe-1", "E12.71: A creeping barrage needs its pattern"),
    ("last=P5 lift=4", "E12.71: A creeping barrage needs its pattern"),
    ("last=P7 pattern=ffe-1 lift=4", "E12.71: P7 is on no hex row that begins at G5."),
    ("last=G5 pattern=ffe-1 lift=4", "E12.71: G5 is on no hex row"),
    ("last=P5 pattern=ffe-1 lift=1", "Lift is a number from 2 to 99")])
def test_what_a_creeping_barrage_needs(inputs: str, says: str) -> None:
    assert says in refused(_game(), f"barrage-plan centre=G5 beside=G4,G6 {inputs}")


def test_only_the_attacker_has_a_creeping_barrage() -> None:
    plan = "barrage-plan centre=G5 beside=G4,G6 last=P5 pattern=ffe-1 lift=4"
    assert refused(_game(attacker="british"), plan).startswith("E12.7: Only the attacker")
    log = _game()
    event = done(log, plan)[-1]
    assert (event.rule, event.secret, event.side) == ("E12.71", True, ATTACKER)
    assert refused(log, plan).startswith("E12.7: There is a creeping barrage already")
    assert "creep-start" in offered(log)
    assert "First `creep-start`" in refused(log, "next")


def test_without_a_creeping_barrage_none_starts_or_fires() -> None:
    assert refused(_game(), "creep-start chit=black").startswith("E12.72: No creeping barrage waits")
    assert refused(at(_game()), "creep accurate=yes").startswith("E12.73: No creeping barrage fires")


# -- correction (E12.4) -------------------------------------------------------------------------


@pytest.mark.parametrize(("at_hex", "to", "says"), [
    ("D4", "C6", ""), ("D4", "C5", ""), ("D4", "D5", ""), ("D4", "B5", ""), ("D4", "G6", ""),
    ("D4", "C7", ""), ("D4", "D6", ""), ("D4", "H6", "is 4 hexes away"), ("D4", "G7", "is 4 hexes away"),
    ("D4", "D4", "is 0 hexes away"), ("D4", "E5", "neither a registered hex nor next to one"),
    ("C6", "C5", "is at C6 already"), ("C5", "D5", "is at C6 already"), ("C5", "C6", ""),
    ("C6", "F6", "neither"), ("E6", "G6", ""), ("E6", "D6", ""), ("D4", "E4", "neither"),
    ("C5", "B5", "is at C6 already")])
def test_correction(at_hex: str, to: str, says: str) -> None:
    reason = refused(at(_game()), f"correct at={at_hex} to={to} capable=C6,H6")
    assert says in reason
    assert bool(reason) is bool(says)
    assert not reason or reason.startswith("E12.4: ")


def test_a_barrage_between_two_registered_hexes_goes_to_the_other_one() -> None:
    log = at(_game())
    assert not refused(log, "correct at=D5 to=E5 capable=C6,F5")
    assert refused(log, "correct at=D5 to=D6 capable=C6,F5").startswith("E12.4: ")


def test_correction_knows_what_is_registered() -> None:
    log = _game()
    assert refused(log, "correct at=D4 to=C6").startswith("E12.4: No hex of a barrage is registered")
    done(log, "barrage-plan centre=C6 beside=C5,C7")
    assert result(log, "correct at=D4 to=C6") == ("corrected", None)
    creeping = _creeping()
    assert refused(creeping, "correct at=G4 to=G5").startswith("E12.4: No hex of a barrage is registered")


# -- creeping (E12.7) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_timing_after_a_red_chit(die: int, turns: int) -> None:
    log = _creeping(row_to="V5", lift=9)
    assert done(log, f"creep-start chit=red dice={die}")[-1].final == turns
    assert _book(log).before == turns
    for _ in range(2 * turns):
        assert "First `creep`" in refused(log, "next")
        done(log, "creep accurate=yes")
    assert log.books.due == ()
    assert not _book(log).waits
    assert refused(log, "creep-start chit=red").startswith("E12.72: No creeping barrage waits")


def test_timing_after_a_black_chit() -> None:
    log = _creeping()
    assert "First `creep-start`" in refused(log, "next")
    assert refused(log, "creep accurate=yes").startswith("E12.73: ")
    assert result(log, "creep-start chit=black") == ("turn-1", None)
    assert refused(log, "creep accurate=yes").startswith("E12.73: No creeping barrage fires now")
    log.apply("next")
    log.apply("next")
    assert log.phase == "prep-fire"
    assert [o for o in offered(log) if o.startswith("creep")] == ["creep"]
    assert "Accurate is missing" in refused(log, "creep")
    events = done(log, "creep accurate=yes")
    assert [e.result for e in events] == ["placed", "line"]
    assert (_place(log), _book(log).ffe) == ("G5", "2")


def test_the_worked_example_of_a_creeping_barrage() -> None:
    """It begins one hex off, so that its row moves along (E12.732)."""
    log = _creeping()
    done(log, "creep-start chit=red dice=3")
    assert "Say where it lands" in refused(log, "creep accurate=no")
    events = done(log, "creep accurate=no lands=G6")
    assert [(e.result, e.secret) for e in events] == [("adjusted", False), ("last", True), ("line", False)]
    assert "Its last hex is P6 now" in events[1].text
    assert events[1].side == "british"
    book = _book(log)
    assert [log.card.layout.name(h) for h in (book.centre, *book.beside)] == ["G6", "G5", "G7"]
    assert book.last == log.card.layout.place("P6")
    assert [log.card.layout.name(h) for h in book.row] == [f"{c}6" for c in "GHIJKLMNOP"]
    assert (events[-1].final, events[-1].hexes[0], events[-1].hexes[-1]) == (16, "G2", "G10")
    # Aimed at I6, one hex off to the north-west.
    events = done(log, "creep accurate=no dice=6")
    assert (events[0].result, events[0].final) == ("error", 6)
    assert (_place(log), _book(log).ffe) == ("H5", "C")
    log.undo()
    events = done(log, "creep accurate=no dice=5")
    assert (_place(log), events[-1].hexes[0], events[-1].hexes[-1]) == ("H6", "H2", "H10")
    assert "is aimed at I6 and lands one hex to the south-west: H6" in events[0].text
    done(log, "creep accurate=yes")
    assert _place(log) == "J6"
    done(log, "creep accurate=yes")
    assert (_place(log), _book(log).ffe, _book(log).waits) == ("L6", "C", False)
    assert not refused(log, "next")


@pytest.mark.parametrize(("die", "lands"), [
    (1, "I4"), (2, "J4"), (3, "J5"), (4, "I6"), (5, "H5"), (6, "H4")])
def test_errors_of_corrections_are_one_hex(die: int, lands: str) -> None:
    log = _creeping()
    done(log, "creep-start chit=red dice=6")
    done(log, "creep accurate=yes")
    event = done(log, f"creep accurate=no dice={die}")[0]
    assert (_place(log), event.rule) == (lands, "E12.74")
    assert "is aimed at I5 and lands one hex" in event.text


def test_where_a_row_ends_before_the_game_the_barrage_does() -> None:
    log = _creeping(row_to="L5", lift=9)
    done(log, "creep-start chit=red dice=6")
    assert [done(log, "creep accurate=yes")[0].result for _ in range(4)] == [
        "placed", "corrected", "corrected", "lifted"]


def test_a_barrage_one_hex_before_its_last_one_is_lifted() -> None:
    log = _creeping()
    done(log, "creep-start chit=black")
    at(log, 2, "first", "rally")
    _put(log, "N5", "C", last="P6", row=[f"{c}6" for c in "GHIJKLMNOP"])
    assert done(log, "next")[-1].result == "due"
    events = done(log, "creep accurate=yes")
    assert (_place(log), events[0].result) == ("P6", "corrected")
    at(log, 2, "second", "movement")
    assert done(log, "next")[-1].result == "lifted"
    assert _book(log).lifted
    assert log.books.barrages.creeping() is None
    assert refused(log, "creep").startswith("E12.73: ")


def test_a_line_that_lands_wholly_off_the_boards_attacks_nothing() -> None:
    log = _creeping(centre="Z5", beside=("Z4", "Z6"), row_to="GG5")
    done(log, "creep-start chit=black")
    at(log, 2, "first", "rally")
    _put(log, "EE5", "C", last="GG5", row=[f"{c}5" for c in EAST])
    done(log, "next")
    events = done(log, "creep accurate=no dice=2")
    assert [e.result for e in events] == ["error", "off-board"]
    assert _book(log).ffe == "2"


def _put(log: CardLog, place: str, ffe: str, **to: Any) -> None:
    layout = log.card.layout
    if "last" in to:
        to["last"], to["row"] = layout.place(to["last"]), tuple(map(layout.place, to["row"]))
    changed = replace(_book(log), place=layout.place(place), ffe=ffe, **to)
    log._play.books = replace(log.books, barrages=log.books.barrages.with_one(_book(log), changed))


def test_a_barrage_corrected_in_its_own_phase_only_fires_twice_at_the_same_hexes() -> None:
    """In the Defensive Fire Phase where it is (E12.731)."""
    log = _creeping(pattern="ffe-1")
    done(log, "creep-start chit=red dice=1")
    done(log, "creep accurate=yes")
    assert [e.result for e in done(log, "creep")] == ["line"]
    assert (_place(log), _book(log).ffe, log.books.due) == ("G5", "C", ())
    log.apply("next")
    # At its last hex: still fires in the Defensive Fire Phase, lifted in the next Prep Fire Phase.
    at(log, 1, "first", "movement")
    _put(log, "P5", "2")
    at(log, 1, "second", "movement")
    assert done(log, "next")[-1].result == "due"
    assert [e.result for e in done(log, "creep")] == ["line"]
    at(log, 2, "first", "rally")
    assert "no hex of its row 2 hexes farther on" in done(log, "next")[-1].text


@pytest.mark.parametrize(("lift", "before", "turn", "lifts"), [
    (4, 0, 3, False), (4, 0, 4, True), (4, 2, 1, False), (4, 2, 2, True), (2, 1, 1, True), (3, 1, 1, False)])
def test_the_turn_of_lifting(lift: int, before: int, turn: int, lifts: bool) -> None:
    log = _creeping(lift=lift)
    done(log, "creep-start chit=black")
    at(log, turn, "first", "rally")
    _put(log, "H5", "C", before=before, fired=2 * before)
    event = done(log, "next")[-1]
    assert event.result == ("lifted" if lifts else "due")
    assert not lifts or (event.rule, "its turns are over" in event.text) == ("E12.76", True)


def test_turns_before_the_game_may_be_all() -> None:
    log = _creeping(lift=2)
    done(log, "creep-start chit=red dice=6")
    done(log, "creep accurate=yes")
    done(log, "creep accurate=yes")
    event = done(log, "creep accurate=yes")[-1]
    assert event.result == "lifted"
    assert "Put the red chit back" in event.text
    assert not refused(log, "next")


def test_an_attacker_who_moves_second_lifts_in_the_first_half_of_a_turn() -> None:
    log = _creeping(attacker="german", lift=3)
    done(log, "creep-start chit=black")
    at(log, 1, "first", "movement")
    assert [o for o in offered(log) if o.startswith("creep")] == []
    at(log, 1, "second", "rally")
    assert done(log, "next")[-1].result == "due"
    done(log, "creep accurate=yes")
    at(log, 2, "first", "movement")
    assert done(log, "next")[-1].result == "due"
    done(log, "creep accurate=yes")
    at(log, 3, "first", "movement")
    assert done(log, "next")[-1].result == "lifted"


@pytest.mark.parametrize(("sky", "drm"), [
    ({}, 2), ({"rain": "on"}, 1), ({"rain": "heavy"}, 1), ({"weather": ("deep-snow",)}, 1),
    ({"snow": "on"}, 2), ({"weather": ("ground-snow",)}, 2)])
def test_hindrance(sky: dict[str, Any], drm: int) -> None:
    log = _creeping()
    done(log, "creep-start chit=red dice=1")
    at(log, 0, "first", "set-up", **sky)
    assert f"hinders sight by +{drm} (E12.75)" in done(log, "creep accurate=yes")[-1].text


def test_rows_of_a_creeping_barrage() -> None:
    layout = game().card.layout

    def rows(centre: str, last: str) -> list[str]:
        return [" "
            "".join(map(layout.name, row)) for row in creeping_rows(layout.place(centre), layout.place(last))]

    assert rows("G5", "K7") == ["G5 H5 I6 J6 K7"]
    assert sorted(rows("G5", "K5")) == ["G5 H4 I5 J4 K5", "G5 H5 I5 J5 K5"]
    assert rows("G5", "J5") == ["G5 H5 I5 J5"]
    assert rows("G5", "J4") == ["G5 H4 I5 J4"]
    assert rows("G5", "K8") == []


def test_of_two_alternate_rows_the_first_step_says_which() -> None:
    log = _creeping(row_to="O5")
    reason = refused(log, "creep-start chit=black")
    assert reason.startswith("E12.71: Two alternate rows lead to its last hex")
    assert "first=2 or first=3" in reason
    assert "first=2 or first=3" in refused(log, "creep-start chit=black first=1")
    done(log, "creep-start chit=black first=2")
    assert log.card.layout.name(_book(log).row[1]) == "H4"


def test_one_that_may_be_corrected_to_several_hexes_asks_which() -> None:
    log = _creeping(row_to="O5")
    done(log, "creep-start chit=black first=2")
    at(log, 2, "first", "rally")
    _put(log, "I6", "C")
    done(log, "next")
    assert refused(log, "creep accurate=yes").startswith(
        "E12.74: It may be corrected to several hexes: J4 and K5. Say which")
    assert refused(log, "creep accurate=yes to=O5").startswith("E12.74: It may be corrected to several")
    done(log, "creep accurate=yes to=K5")
    assert _place(log) == "K5"


def test_a_hex_that_is_not_nearer_to_the_last_one_is_no_aim() -> None:
    log = _creeping(row_to="O5")
    done(log, "creep-start chit=black first=2")
    at(log, 2, "first", "rally")
    # M5 is two hexes from N3 too, and as far from O5 as that.
    _put(log, "N3", "C")
    done(log, "next")
    done(log, "creep accurate=yes")
    assert _place(log) == "O5"


def test_no_other_hex_may_be_aimed_at() -> None:
    log = _creeping()
    done(log, "creep-start chit=red dice=1")
    done(log, "creep accurate=yes")
    assert refused(log, "creep accurate=yes to=J5").startswith("E12.74: It is corrected to I5 and")
    done(log, "creep accurate=yes to=I5")
    assert _place(log) == "I5"


def test_calibre_may_be_said_at_the_start() -> None:
    log = _creeping(calibre_mm=None)
    done(log, "creep-start chit=red calibre=155 dice=1")
    assert done(log, "creep accurate=yes")[-1].final == 24


def test_only_cards_with_barrages_have_the_procedures_and_reminders() -> None:
    mine = {"barrage-plan", "barrage-line", "correct", "creep-start", "creep-due", "creep"}
    told = {"barrage-counters", "barrage-smoke", "barrage-missions"}
    for log, has in ((game(), False), (_game(), True), (_creeping(), True)):
        assert mine & {p.id for p in log.procedures()} == (mine if has else set())
        assert told & {r.id for r in reminders_of(log.card)} == (told if has else set())


def test_what_is_due_of_a_secret_plan_is_shown_to_its_side_alone() -> None:
    log = log_in(night_card({"barrage": ("russian",)}))
    log.apply("barrage-plan side=russian centre=M6 beside=L6,N5 calibre=105 last=S6 pattern=ffe-1-2 lift=9")
    seen = {view: "creep-start" in [o.procedure.id for o in shown_offers(log, view)]
            for view in (None, "russian", "german", "")}
    assert seen == {None: True, "russian": True, "german": False, "": False}
    log.apply("creep-start chit=black first=2")
    assert "creep-start" not in [o.procedure.id for o in log.offers()]
