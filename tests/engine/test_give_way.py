"""Work in a thread holds still while the window is used, ends when nobody wants it, and finds the same."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import pytest
from small_design import small_design

from visegrad_editor.editor.map import frame_clock
from visegrad_editor.editor.widgets.worker import Worker
from visegrad_editor.editor.window.checker import find_problems
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.give_way import give_way, giving_way, paced


@pytest.fixture(autouse=True)
def unused_window() -> Iterator[None]:
    interval = sys.getswitchinterval()
    frame_clock._until = 0.0
    yield
    frame_clock._until = 0.0
    sys.setswitchinterval(interval)


def test_without_anybody_to_wait_for_items_are_walked_as_they_are() -> None:
    items = [1, 2, 3]
    assert paced(items) is items
    give_way()


def test_each_few_items_the_window_may_go_first() -> None:
    pauses: list[int] = []
    with giving_way(lambda: pauses.append(1)):
        assert list(paced(range(10), 4)) == list(range(10))
        assert len(pauses) == 3
        other: list[object] = []
        thread = threading.Thread(target=lambda: other.append(paced(pauses)))
        thread.start()
        thread.join()
        assert other[0] is pauses  # another thread holds nobody up
        give_way()
        assert len(pauses) == 4
    give_way()
    assert len(pauses) == 4


def test_a_check_that_gives_way_finds_the_same_problems() -> None:
    design = small_design()
    pauses: list[int] = []
    with giving_way(lambda: pauses.append(1)):
        found = find_problems(design, Sources(), ())
    assert found == find_problems(design, Sources(), ())
    assert len(pauses) > 10


class Ticker:
    """Stands for a widget: keeps what is to be called later."""

    def after(self, _ms: int, _call: object) -> str:
        return "timer"

    def after_cancel(self, _timer: str) -> None:
        pass


def begun(steps: list[int], ended: list[bool]) -> Worker[None]:
    def work(_report: object) -> None:
        try:
            for n in paced(range(10_000_000), 1):
                steps.append(n)
                time.sleep(0.0005)
        finally:
            ended.append(True)

    worker: Worker[None] = Worker(
        Ticker(), work, lambda *_: None, lambda _: None, lambda _: None)  # type: ignore[arg-type]
    worker.start()
    return worker


def test_work_stands_still_while_frames_follow_each_other_and_then_goes_on() -> None:
    steps: list[int] = []
    worker = begun(steps, [])
    try:
        while not steps:
            time.sleep(0.001)
        frame_clock.mark_frame()
        time.sleep(0.02)
        before = len(steps)
        time.sleep(0.04)
        frame_clock.mark_frame()
        time.sleep(0.04)
        assert len(steps) == before
        end = time.perf_counter() + 10
        while len(steps) == before and time.perf_counter() < end:
            time.sleep(0.005)
        assert len(steps) > before
    finally:
        worker.cancel()


def test_cancelled_work_ends() -> None:
    steps: list[int] = []
    ended: list[bool] = []
    worker = begun(steps, ended)
    worker.cancel()
    end = time.perf_counter() + 10
    while not ended and time.perf_counter() < end:
        time.sleep(0.002)
    assert ended
    assert worker._queue.empty()


def test_work_cancelled_while_it_stands_still_ends_without_another_step() -> None:
    steps: list[int] = []
    ended: list[bool] = []
    worker = begun(steps, ended)
    while not steps:
        time.sleep(0.001)
    frame_clock.mark_frame()
    time.sleep(0.02)
    before = len(steps)
    worker.cancel()
    end = time.perf_counter() + 10
    while not ended and time.perf_counter() < end:
        time.sleep(0.002)
    assert ended
    assert len(steps) == before
