"""The program that PyInstaller makes a folder of (`visegrad-editor.spec`)."""

import os
from multiprocessing import freeze_support


def restore_libraries() -> None:
    """Let programs that this one starts, such as the web browser, find the libraries of the system, not those
    of the folder."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    # First of all: the processes that play games (fuzz, balance) run this program again.
    freeze_support()

    restore_libraries()
    from visegrad_editor.cli.main import main

    raise SystemExit(main())
