"""The program: `visegrad-editor` and `python -m visegrad_editor` call `run`."""

import gc
import sys


def run() -> int:
    """Runs the command that the words after the program's name say; returns the exit code.

    Nearly all that a command makes it keeps to its end: modules, and the documents it reads. Looking through
    them for garbage would take a fifth of a short command's time, so this is done a hundred times as seldom
    as usual, and not at all when the process ends.
    """
    gc.set_threshold(100_000)
    try:
        from .cli.main import main

        return main()
    except KeyboardInterrupt:
        # Pressed before or after the command itself, which says more.
        sys.stderr.write("visegrad-editor: stopped.\n")
        return 130
    finally:
        gc.freeze()


if __name__ == "__main__":
    raise SystemExit(run())
