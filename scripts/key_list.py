"""Write docs/keys.md from the table of actions: python scripts/key_list.py"""

from __future__ import annotations

from pathlib import Path

from visegrad_editor.editor.window.key_help import as_markdown

if __name__ == "__main__":
    (Path(__file__).parent.parent / "docs" / "keys.md").write_text(as_markdown(), "utf-8")
