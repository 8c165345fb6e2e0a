"""The documents of a design as one JSON file, key by key as in their YAML files."""

from __future__ import annotations

import json
from typing import Any

from ..model.design import Design
from ..model.files.map_file import map_to_data
from ..model.files.ruleset_file import ruleset_to_data
from ..model.files.scenario_file import scenario_to_data


def design_json(design: Design) -> bytes:
    """`{"format": 1, "ruleset": ..., "map": ..., "scenario": ...}`, with variants resolved, in UTF-8."""
    data: dict[str, Any] = {
        "format": 1,
        "ruleset": ruleset_to_data(design.ruleset),
        "map": map_to_data(design.map),
    }
    if design.scenario is not None:
        data["scenario"] = scenario_to_data(design.scenario)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()
