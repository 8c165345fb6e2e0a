"""The program that PyInstaller makes a folder of (`visegrad-editor.spec`)."""

from multiprocessing import freeze_support

if __name__ == "__main__":
    # First of all: the processes that play games (fuzz, balance) run this program again.
    freeze_support()

    from visegrad_editor.cli.main import main

    raise SystemExit(main())
