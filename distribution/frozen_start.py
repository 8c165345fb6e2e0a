"""The program that PyInstaller makes a folder of (`visegrad-editor.spec`): the commands, or, under the name
`visegrad-editor-window`, the window alone."""

import os
import sys
from pathlib import Path


def restore_libraries() -> None:
    """Let programs that this one starts, such as the web browser, find the libraries of the system, not those
    of the folder."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


def main() -> int:
    """Run the program; returns the exit code."""
    restore_libraries()
    if Path(sys.executable).stem == "visegrad-editor-window":
        from visegrad_editor.cli.windowed import main as open_window

        return open_window()
    from visegrad_editor.__main__ import run

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
