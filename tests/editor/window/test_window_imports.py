"""Modules that only some commands need are not loaded when the window opens."""

import subprocess
import sys

LATER = ("reportlab", "shapely", "jsonschema", "urllib.request", "fontTools",
         "visegrad_editor.exchange.importer",
         "visegrad_editor.geodata.compute", "visegrad_editor.printing.document", "visegrad_editor.players",
         "visegrad_editor.playtest", "visegrad_editor.model.edit.any_key",
         "visegrad_editor.editor.window.command_palette", "visegrad_editor.editor.window.key_help")
MOST = 440
"""Modules of the program: what the first picture does not need is imported by what needs it, or when the
window is idle (`idle_imports.py`)."""


def test_the_window_loads_nothing_that_only_some_commands_need() -> None:
    code = "import sys, visegrad_editor.editor.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert [name for name in LATER if name in loaded] == []
    own = [name for name in loaded if name.startswith("visegrad_editor")]
    assert 100 < len(own) <= MOST
