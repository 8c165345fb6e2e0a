"""Undo and redo: steps, what is saved, and who is told."""

from __future__ import annotations

import pytest

from visegrad_editor.model.history import History, Step


def history() -> History[str]:
    found = History("a")
    found.push("to b", "b")
    found.push("to c", "c")
    return found


def test_a_step_leads_back_and_forth_and_has_a_label() -> None:
    h = history()
    assert (h.current, h.position, h.undo_label, h.redo_label) == ("c", 2, "to c", "")
    assert h.steps == (Step("Open", "a"), Step("to b", "b"), Step("to c", "c"))
    h.undo()
    assert (h.current, h.position, h.undo_label, h.redo_label) == ("b", 1, "to b", "to c")
    h.undo()
    assert (h.current, h.position, h.undo_label, h.redo_label) == ("a", 0, "", "to b")
    h.undo()
    assert (h.current, h.position) == ("a", 0)
    h.jump(2)
    h.redo()
    assert (h.current, h.position) == ("c", 2)
    for outside in (-1, 3):
        h.jump(outside)
        assert h.position == 2


def test_what_was_undone_is_lost_once_something_else_is_done() -> None:
    h = history()
    h.undo()
    assert not h.push("the same", "b")
    assert h.redo_label == "to c"
    assert h.push("to d", "d")
    assert [s.state for s in h.steps] == ["a", "b", "d"]
    assert (h.position, h.redo_label) == (2, "")


def test_a_design_is_changed_until_it_is_saved_or_undone_to_what_is_saved() -> None:
    h = history()
    assert (h.changed, h.saved, h.saved_position) == (True, "a", 0)
    h.mark_saved()
    assert (h.changed, h.saved, h.saved_position) == (False, "c", 2)
    h.undo()
    assert (h.changed, h.saved_position) == (True, 2)
    h.mark_saved("b")
    assert (h.changed, h.saved_position) == (False, 1)
    h.mark_unsaved()
    assert (h.changed, h.saved, h.saved_position) == (True, None, -1)


def test_the_saved_step_may_be_gone() -> None:
    h = history()
    h.mark_saved()
    h.undo()
    h.push("to d", "d")
    assert (h.changed, h.saved, h.saved_position) == (True, "c", -1)


def test_listeners_hear_each_change_and_nothing_else() -> None:
    h = history()
    heard: list[tuple[str, str]] = []
    h.listen(lambda before, after: heard.append((before, after)))
    h.push("the same", "c")
    h.jump(2)
    h.undo()
    h.push("to d", "d")
    h.jump(0)
    h.redo()
    assert heard == [("c", "b"), ("b", "d"), ("d", "a"), ("a", "b")]


def test_every_state_is_rewritten_alike_and_told_only_where_the_current_one_changes() -> None:
    h = history()
    heard: list[tuple[str, str]] = []
    h.listen(lambda before, after: heard.append((before, after)))
    h.rewrite(lambda state: "A" if state == "a" else state)
    assert ([s.state for s in h.steps], heard) == (["A", "b", "c"], [])
    h.rewrite(str.upper)
    assert ([s.state for s in h.steps], heard) == (["A", "B", "C"], [("c", "C")])
    assert h.position == 2


@pytest.mark.parametrize(("saved", "expected"), [(-1, None), (0, "a"), (1, "b")])
def test_a_history_that_was_kept_goes_on(saved: int, expected: str | None) -> None:
    h = History.of([Step("Open", "a"), Step("to b", "b")], 1, saved)
    assert (h.current, h.position, h.saved, h.changed) == ("b", 1, expected, expected != "b")
    h.undo()
    assert h.current == "a"
