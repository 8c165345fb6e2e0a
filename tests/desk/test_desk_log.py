"""The log of a game of a card: turns, orders, dice, undo, what is due."""

from __future__ import annotations

from dataclasses import replace

import pytest
from items import some

from visegrad_editor.desk.books.books import Books, Due
from visegrad_editor.desk.card import Card, Turns
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import CardLog, order_text
from visegrad_editor.desk.procedures.catalogue import procedures
from visegrad_editor.desk.procedures.procedure import PHASES
from visegrad_editor.desk.readings import chosen_reading, readings, readings_in_use
from visegrad_editor.desk.tables import fits, table, tables
from visegrad_editor.engine import Dice, IllegalOrderError


def bundled(name: str = "wet-harvest") -> Card:
    card = load_card(name).card
    assert card is not None
    return card


def test_turns_and_phases_follow_each_other_to_the_end() -> None:
    card = replace(bundled(), turns=Turns(2, half=True), ssr=(), groups=())
    log = CardLog(card, Dice(1))
    seen = []
    while log.phase != "end":
        log.apply("next")
        seen.append((log.turn, log.side, log.phase))
    phases = list(PHASES)
    turns = [(1, "british"), (1, "german"), (2, "british"), (2, "german"), (3, "british")]
    assert seen[:-1] == [(turn, side, phase) for turn, side in turns for phase in phases]
    assert seen[-1] == (3, "", "end")
    with pytest.raises(IllegalOrderError, match="last player turn is over"):
        log.apply("next")


def test_a_full_game_has_no_half_turn() -> None:
    log = CardLog(replace(bundled(), turns=Turns(1), ssr=(), groups=()), Dice(1))
    for _ in range(2 * len(PHASES) + 1):
        log.apply("next")
    assert (log.turn, log.phase) == (1, "end")


@pytest.mark.parametrize(("line", "says"), [
    ("dance", "There is no order `dance`"),
    ("not", "Did you mean `note`"),
    ("note", "Text is missing; write text="),
    ("note text=a colour=red", "Note has no input colour; it has text."),
    ("note text=a text=b", "text is given twice"),
    ("note two words", "'two words' is no input"),
    ("note text=a dice=7", "are no dice; write 3 for one die"),
    ("note text=a dice=3", "has 1 die, and is rolled without dice"),
    ("next turn=2", "`next` has no input turn"),
    ("skip procedure=wind", "Nothing called wind is waiting."),
])
def test_an_order_that_is_no_order_is_refused_with_a_sentence(line: str, says: str) -> None:
    log = CardLog(replace(bundled(), ssr=()), Dice(1))
    with pytest.raises(IllegalOrderError, match=says.replace("(", r"\(")):
        log.apply(line)
    assert log.events == ()


def test_a_line_is_read_back_as_it_is_written() -> None:
    log = CardLog(bundled(), Dice(1))
    for line in ("note text=Rain", 'note text="Two houses  burn"', 'note text=""'):
        order = log.parse(line)
        assert log.parse(log.text(order)) == order
    assert order_text("note", [("text", 'The "old"  mill')], "6-4,3") == (
        'note text="The \'old\' mill" dice=6-4,3')


def test_undo_goes_back_to_earlier_books() -> None:
    log = CardLog(replace(bundled(), ssr=()), Dice(1))
    states = []
    for line in ("next", "note text=a", "next", "next"):
        states.append((log.books, log.events, log.dice.count))
        log.apply(line)
    for state in some(reversed(states)):
        log.undo()
        assert (log.books, log.events, log.dice.count) == state


def test_given_dice_that_are_used_up_are_told() -> None:
    log = CardLog(bundled("lantern-hill"), Dice(given=[]))
    turned_on = {one.id for one in log.procedures()}
    assert turned_on <= set(procedures())
    with pytest.raises(IllegalOrderError, match="has 2 dice, and is rolled without dice"):
        log.apply("note text=a dice=6-4")


def test_every_reading_has_choices_and_a_rule() -> None:
    assert len(readings()) >= 29
    assert list(readings()) == [f"R{n:02}" for n in range(1, len(readings()) + 1)]
    for one in some(readings().values()):
        assert len(one.choices) >= 2
        assert one.rule[0] in "AE"
    card = replace(bundled(), readings=(("R01", "printed"), ("R05", "at-most"), ("R03", "sideways")))
    assert chosen_reading(card, "R01") == "printed"
    assert chosen_reading(card, "R03") == readings()["R03"].usual
    assert readings_in_use(card) == (
        "Full moon under scattered clouds changes the night vision range: by +2 (R01, E1.11).",)


@pytest.mark.parametrize(("cell", "good", "bad"), [
    (3, (3,), (2, 4, "x")), ("2-4", (2, 3, 4), (1, 5)), ("<=2", (-3, 2), (3,)), (">=5", (5, 12), (4,)),
    ("any", (1, "fog"), ()), ("mist|fog", ("mist", "fog"), ("mud",)), ("1|3-4", (1, 3, 4), (2, 5)),
])
def test_a_key_cell_stands_for_its_values(cell: int | str, good: tuple, bad: tuple) -> None:  # type: ignore[type-arg]
    assert all(fits(cell, value) for value in good)
    assert not any(fits(cell, value) for value in bad)


def test_each_row_of_each_table_is_the_first_that_fits_its_own_keys() -> None:
    for one in some(tables().values()):
        assert one.keys, one.id
        assert one.rule, one.id
        for cells in some(one.rows):
            assert len(cells) == len(one.columns), one.id
    for id in {name for each in procedures().values() for name in each.tables}:
        assert table(id).rows


def test_an_order_carries_out_what_it_has_most_inputs_in_common_with() -> None:
    first = Due("land", (("glider", "a-1"), ("hex", "F5")))
    second = Due("land", (("glider", "a-2"), ("hex", "G5")))
    plain = Due("fog")
    books = Books(due=(first, second, plain))
    assert books.due_for("land", {}) is first
    assert books.due_for("land", {"glider": "a-2"}) is second
    assert books.due_for("land", {"glider": "a-2", "hex": "F6"}) is None
    proposed = Due("land", second.inputs, proposed=("hex",))
    assert Books(due=(first, proposed)).due_for("land", {"glider": "a-2", "hex": "F6"}) is proposed
    assert Books(due=(first, proposed)).due_for("land", {"glider": "a-1", "hex": "F6"}) is None
    assert books.due_for("land", {"glider": "a-2", "clear": "3"}) is second
    assert books.due_for("land", {"glider": "a-3", "hex": "F9"}) is None
    assert books.due_for("fog", {"density": "2"}) is plain
    assert books.due_for("mist", {}) is None
    assert books.without(second).due == (first, plain)
    assert books.without_due("land").due == (second, plain)
    assert books.with_due(Due("mist"), first=True).due[0].procedure == "mist"


def test_what_follows_gives_its_inputs_to_the_order() -> None:
    log = CardLog(replace(bundled(), ssr=()), Dice(1))
    log.apply("next")
    log._play.books = log.books.with_due(Due("note", (("text", "Two houses burn"),), must=True))
    with pytest.raises(IllegalOrderError, match="First `note`"):
        log.apply("next")
    assert "Two houses burn" in str(log.apply("note")[0])
    assert not log.books.due
