"""Modules that only some commands need are not loaded when the window opens."""

import subprocess
import sys

LATER = ("reportlab", "shapely", "jsonschema", "urllib.request", "fontTools",
         "visegrad_editor.exchange.importer",
         "visegrad_editor.geodata.compute", "visegrad_editor.printing.document")


def test_the_window_loads_nothing_that_only_some_commands_need() -> None:
    code = f"import sys, visegrad_editor.editor.app; print(*[m for m in {LATER} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
