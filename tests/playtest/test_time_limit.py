"""Code that may never return is stopped, by a signal or, as on Windows, by another thread."""

from __future__ import annotations

import signal
import sys
import threading
import time
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
