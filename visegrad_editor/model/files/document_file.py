"""Building the document of checked data, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..scenario import Scenario
from .file_problems import FileProblems
from .map_file import map_from_data
from .ruleset_file import ruleset_from_data
from .scenario_file import scenario_from_data
from .sources import Document


def document_from_data(
    kind: str, data: Mapping[str, Any], problems: FileProblems, base: Scenario | None = None
) -> Document | None:
    """The ruleset, map or scenario of schema-checked data; None if a part of it is invalid.

    `base` is the scenario a variant extends, its paths as this file would write them.
    """
    if kind == "ruleset":
        return ruleset_from_data(data, problems)
    if kind == "map":
        return map_from_data(data, problems)
    return scenario_from_data(data, problems, base)
