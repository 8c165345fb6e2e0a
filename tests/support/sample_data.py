"""The files of the samples as plain data, read without the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

SAMPLES = Path(__file__).parents[2] / "sample_scenarios"


def read_sample(relative: str) -> dict[str, Any]:
    """The data of a file in `sample_scenarios`."""
    data = yaml.safe_load((SAMPLES / relative).read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data
