"""Code that may never return is stopped, by a signal or, as on Windows, by another thread."""

from __future__ import annotations

import gc
import pickle
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from types import FrameType

import pytest

from visegrad_editor.playtest import time_limit as module
from visegrad_editor.playtest.time_limit import TimeLimitError, _words, time_limit


@pytest.fixture(params=["signal", "thread"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "thread":
        monkeypatch.delattr(module.signal, "setitimer", raising=False)
    elif not hasattr(signal, "setitimer"):
        pytest.skip("there are no such signals here")


def endless() -> None:
    """Never return, and believe that nothing can go wrong."""
    while True:
        try:
            sum(range(100))
        except ValueError:
            continue


@pytest.mark.usefixtures("way")
def test_an_endless_loop_is_stopped_where_it_is() -> None:
    start = time.monotonic()
    with pytest.raises(TimeLimitError) as stopped, time_limit(0.05):
        endless()
    assert str(stopped.value) == "It took more than 0.05 seconds."
    assert time.monotonic() - start < 5
    assert "endless" in [frame.name for frame in stopped.traceback]


@pytest.mark.usefixtures("way")
def test_what_ends_in_time_is_left_alone_afterwards() -> None:
    with time_limit(0.02):
        pass
    with pytest.raises(KeyError), time_limit(0.02):
        raise KeyError
    end = time.monotonic() + 0.06
    while time.monotonic() < end:
        sum(range(100))


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(100))


def first(action: Callable[[], object]) -> None:
    action()
    endless()


class SlowToGo:
    def __del__(self) -> None:
        busy(0.15)


class Plain:
    pass


@pytest.mark.usefixtures("way")
def test_no_error_is_raised_where_python_would_drop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AGAIN", 0.02)
    dropped = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", lambda told: dropped.append(told.exc_value))
    phases = list[str]()

    def slow(phase: str, _info: object) -> None:
        phases.append(phase)
        busy(0.15)

    with pytest.raises(TimeLimitError), time_limit(0.05):
        first(SlowToGo)
    gc.callbacks.append(slow)
    try:
        with pytest.raises(TimeLimitError), time_limit(0.05):
            first(gc.collect)
    finally:
        gc.callbacks.remove(slow)
    assert phases == ["start", "stop"]
    assert dropped == []


@pytest.mark.usefixtures("way")
def test_an_error_that_python_dropped_is_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AGAIN", 0.05)
    dropped = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", lambda told: dropped.append(told.exc_value))
    things = [Plain()]
    watched = weakref.ref(things[0], lambda _: busy(0.5))
    with pytest.raises(TimeLimitError) as stopped, time_limit(0.02):
        first(things.clear)
    assert str(stopped.value) == "It took more than 0.02 seconds."
    assert len(dropped) == 1
    assert isinstance(dropped[0], TimeLimitError)
    assert watched() is None


@pytest.mark.usefixtures("way")
def test_a_block_whose_error_was_dropped_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AGAIN", 5)
    monkeypatch.setattr(sys, "unraisablehook", lambda told: None)
    thing = Plain()
    watched = weakref.ref(thing, lambda _: busy(0.5))
    with time_limit(0.02):
        del thing
    assert watched() is None


def test_it_holds_in_another_thread_too() -> None:
    found: list[str] = []

    def work() -> None:
        try:
            with time_limit(0.05):
                endless()
        except TimeLimitError as error:
            found.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)
    assert found == ["It took more than 0.05 seconds."]


@pytest.mark.usefixtures("way")
def test_profilers_work_after_it() -> None:
    with time_limit(5):
        pass
    calls = list[str]()

    def noted(frame: FrameType, event: str, _arg: object) -> None:
        calls.append(f"{event} {frame.f_code.co_name}")

    with time_limit(5):
        sys.setprofile(noted)
        try:
            _words(1)
        finally:
            sys.setprofile(None)
    assert "return _words" in calls


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("outer", "inner", "told"), [(0.1, 30, 0.1), (30, 0.1, 0.1)])
def test_limits_may_be_nested(outer: float, inner: float, told: float) -> None:
    over = pytest.raises(TimeLimitError, match=f"more than {told:g} seconds")
    with over, time_limit(outer), time_limit(inner):
        endless()


@pytest.mark.usefixtures("way")
def test_a_limit_that_has_ended_leaves_the_one_around_it() -> None:
    def work() -> None:
        with time_limit(0.02):
            pass
        endless()

    with pytest.raises(TimeLimitError, match=r"more than 0\.1 seconds"), time_limit(0.1):
        work()


@pytest.mark.usefixtures("way")
def test_no_time_at_all_is_a_limit_too() -> None:
    with pytest.raises(TimeLimitError, match="more than 0 seconds"), time_limit(0):
        endless()


@pytest.mark.usefixtures("way")
def test_an_error_that_comes_as_the_block_ends_has_words_and_comes_within_it() -> None:
    """The blocks end at about the time of their limits, a little sooner or later each time."""
    told = list[str]()
    for n in range(150):
        try:
            with time_limit(0.002):
                busy(0.00185 + n % 15 * 0.00002)
        except TimeLimitError as error:
            told.append(str(error))
        busy(0.0005)
    assert set(told) <= {"It took more than 0.002 seconds."}
    assert not module._by_signal
    assert not module._by_thread


def test_errors_of_other_threads_pass_between_processes() -> None:
    made = module._error_with("It took more than 3 seconds.")()
    again = pickle.loads(pickle.dumps(made))
    assert type(again) is TimeLimitError
    assert str(again) == "It took more than 3 seconds."
