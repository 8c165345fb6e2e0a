"""Work in a thread pauses while the window is used, ends when it is cancelled, and gives the same result."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import pytest
from small_design import small_design

from visegrad_editor.editor.map import frame_clock
from visegrad_editor.editor.widgets.worker import Worker
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.cooperative_yield import pause_hook, with_pauses, yield_to_window
from visegrad_editor.model.files.sources import Sources


@pytest.fixture(autouse=True)
def unused_window() -> Iterator[None]:
    interval = sys.getswitchinterval()
    frame_clock._until = 0.0
    yield
    frame_clock._until = 0.0
    sys.setswitchinterval(interval)


def test_without_a_hook_items_are_returned_as_they_are() -> None:
    items = [1, 2, 3]
    assert with_pauses(items) is items
    yield_to_window()


def test_the_hook_is_called_after_every_few_items() -> None:
    pauses: list[int] = []
    with pause_hook(lambda: pauses.append(1)):
        assert list(with_pauses(range(10), 4)) == list(range(10))
        assert len(pauses) == 3
        other: list[object] = []
        thread = threading.Thread(target=lambda: other.append(with_pauses(pauses)))
        thread.start()
        thread.join()
        assert other[0] is pauses  # the hook belongs to one thread
        yield_to_window()
        assert len(pauses) == 4
    yield_to_window()
    assert len(pauses) == 4


def test_a_check_with_pauses_finds_the_same_problems() -> None:
    design = small_design()
    pauses: list[int] = []
    with pause_hook(lambda: pauses.append(1)):
        problems = find_problems(design, Sources(), ())
    assert problems
    assert problems == find_problems(design, Sources(), ())
    assert len(pauses) > 10


class Ticker:
    """Replaces a widget: keeps the calls for later."""

    def after(self, _ms: int, _call: object) -> str:
        return "timer"

    def after_cancel(self, _timer: str) -> None:
        pass


def start_worker(steps: list[int], ended: list[bool]) -> Worker[None]:
    def work(_report: object) -> None:
        try:
            for n in with_pauses(range(10_000_000), 1):
                steps.append(n)
                time.sleep(0.0005)
        finally:
            ended.append(True)

    worker: Worker[None] = Worker(
        Ticker(), work, lambda *_: None, lambda _: None, lambda _: None)  # type: ignore[arg-type]
    worker.start()
    return worker


def test_work_pauses_while_frames_are_drawn_and_then_goes_on() -> None:
    steps: list[int] = []
    worker = start_worker(steps, [])
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
    worker = start_worker(steps, ended)
    worker.cancel()
    end = time.perf_counter() + 10
    while not ended and time.perf_counter() < end:
        time.sleep(0.002)
    assert ended
    assert worker._queue.empty()


def test_work_cancelled_in_a_pause_ends_without_another_step() -> None:
    steps: list[int] = []
    ended: list[bool] = []
    worker = start_worker(steps, ended)
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
