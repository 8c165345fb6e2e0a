"""A plugin of pytest: lets the tests of a run use the compiled parts in the folder that the variable
SANITIZED_PARTS names, instead of those beside their sources."""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hypothesis import HealthCheck, settings

from visegrad_editor.compiled_parts import PARTS


def _load(part: str) -> None:
    """Load a part from that folder, as if it lay beside its sources."""
    name = part.replace("/", ".")
    file = Path(os.environ["SANITIZED_PARTS"], f"{Path(part).name}.so")
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)


def pytest_configure() -> None:
    """Load all parts, before tests import them; checked, they are too slow for what Hypothesis expects."""
    settings.register_profile(
        "checked", max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    settings.load_profile("checked")
    for part in PARTS:
        _load(part)
