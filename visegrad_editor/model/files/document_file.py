"""Building the document of checked data, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..gamemap import GameMap
from ..ruleset import Ruleset
from ..scenario import Scenario
from .file_problems import FileProblems
from .map_file import map_from_data
from .ruleset_file import ruleset_from_data
from .scenario_file import scenario_from_data
from .sources import Document


def document_from_data(
    kind: str, data: Mapping[str, Any], problems: FileProblems, base: Document | None = None
) -> Document | None:
    """The ruleset, map or scenario of schema-checked data; None if a part of it is invalid.

    `base` is the document of the same kind that a variant extends, its paths as this file would write them.
    """
    if kind == "ruleset":
        assert base is None or isinstance(base, Ruleset)
        return ruleset_from_data(data, problems, base)
    if kind == "map":
        assert base is None or isinstance(base, GameMap)
        return map_from_data(data, problems, base)
    assert base is None or isinstance(base, Scenario)
    return scenario_from_data(data, problems, base)
