"""Write the JSON schemas of all kinds of file into schemas/, from what the records declare."""

from __future__ import annotations

from pathlib import Path

from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.style_file import STYLE
from visegrad_editor.engine.record import GAME
from visegrad_editor.geodata.config_form import GEODATA
from visegrad_editor.model.map_file import MAP
from visegrad_editor.model.ruleset_file import RULESET
from visegrad_editor.model.scenario_file import SCENARIO
from visegrad_editor.model.schema import Json, make_schema, schema_id, schema_text
from visegrad_editor.model.stamp_file import STAMP

FOLDER = Path(__file__).parent.parent / "schemas"
DOCUMENTS = (RULESET, MAP, SCENARIO, STAMP, STYLE, GAME, GEODATA)
ELSEWHERE: dict[str, type] = {"style": Style}


def made_schemas() -> dict[str, Json]:
    """The schema of each kind of file."""
    return {d.kind: make_schema(d, ELSEWHERE) for d in DOCUMENTS}


if __name__ == "__main__":
    for kind, made in made_schemas().items():
        (FOLDER / schema_id(kind)).write_text(schema_text(made), encoding="utf-8")
