"""The document of checked data, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..scenario import Scenario
from .findings import Findings
from .map_file import map_from_data
from .ruleset_file import ruleset_from_data
from .scenario_file import scenario_from_data
from .sources import Document


def document_from_data(
    kind: str, data: Mapping[str, Any], found: Findings, base: Scenario | None = None
) -> Document | None:
    """The ruleset, map or scenario of schema-checked data; None where something cannot be held.

    `base` is the scenario a variant extends, its paths as this file would write them.
    """
    if kind == "ruleset":
        return ruleset_from_data(data, found)
    if kind == "map":
        return map_from_data(data, found)
    return scenario_from_data(data, found, base)
