"""When a check begins: after the map is drawn, but not too late."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from small_design import small_design

from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.editor.window import checker as checking
from visegrad_editor.editor.window.checker import DesignChecker, Problems
from visegrad_editor.model.files.sources import Sources


class Clock:
    """Stands for the window: keeps what is to be called later."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []

    def after(self, _ms: int, call: Callable[[], None]) -> str:
        self.due.append(call)
        return "timer"

    def after_cancel(self, _timer: str) -> None:
        self.due.clear()

    def tick(self) -> None:
        due, self.due = self.due, []
        for call in due:
            call()


def checker_of(clock: Clock, found: list[Problems], waits: Callable[[], bool]) -> DesignChecker:
    design = small_design()
    return DesignChecker(clock, lambda: (design, Sources(), ()), found.append, waits)  # type: ignore[arg-type]


def run(clock: Clock, found: list[Problems]) -> None:
    end = time.monotonic() + 20
    while not found and time.monotonic() < end:
        clock.tick()
        time.sleep(0.005)


def test_a_check_waits_until_the_map_is_drawn() -> None:
    clock, drawing, found = Clock(), [True], list[Problems]()
    checker = checker_of(clock, found, lambda: drawing[0])
    checker.check_later()
    for _ in range(5):
        clock.tick()
        assert checker.busy
        assert checker._worker is None
    drawing[0] = False
    run(clock, found)
    assert found
    assert not checker.busy


def test_a_check_does_not_wait_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_LONGEST_S", 0.0)
    clock, found = Clock(), list[Problems]()
    checker_of(clock, found, lambda: True).check_later()
    run(clock, found)
    assert found


def test_a_waiting_check_is_stopped_like_others() -> None:
    clock, found = Clock(), list[Problems]()
    checker = checker_of(clock, found, lambda: True)
    checker.check_later()
    clock.tick()
    checker.stop()
    assert not checker.busy
    assert not clock.due


def test_a_long_check_is_shown_until_it_ends() -> None:
    clock, drawing, told = Clock(), [True], list[str]()
    design = small_design()
    found = list[Problems]()
    checker = DesignChecker(clock, lambda: (design, Sources(), ()), found.append,  # type: ignore[arg-type]
                      lambda: drawing[0], lambda: told.append("long"))
    checker.check_later()
    clock.tick()
    assert told == ["long"]
    drawing[0] = False
    run(clock, found)
    told.clear()
    checker.check_later()
    checker.check_now()
    clock.tick()
    assert told == []


def test_problems_are_not_known_before_the_first_check() -> None:
    session = Session(small_design(), OpenDocument("scenario", None, "x"))
    heard = list[tuple[bool, bool]]()
    session.checked.connect(lambda: heard.append((session.problems_known, session.checking)))
    session.check_lasts.connect(lambda: heard.append((session.problems_known, session.checking)))
    assert not session.problems_known
    session.check_takes_long()
    session.set_problems(())
    session.set_problems(())
    assert heard == [(False, True), (True, False), (True, False)]
    session.open(small_design(), OpenDocument("scenario", None, "y"))
    assert not session.problems_known
