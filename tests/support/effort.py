"""How much work something is, beside a loop that is measured in the same process at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable


def _loop() -> float:
    began = time.process_time()
    total = 0
    for i in range(200_000):
        total += i % 7
    return time.process_time() - began


def effort(work: Callable[[], object]) -> float:
    """The processor time of `work` as a multiple of that of a loop of 200,000 additions (about 10 ms), run
    before and after it. A busy or slow machine takes longer for both."""
    before = _loop()
    began = time.process_time()
    work()
    took = time.process_time() - began
    return took / max(before, _loop())
