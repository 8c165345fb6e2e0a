"""`python -m visegrad_editor` is the same as the command `visegrad-editor`."""

from .cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
