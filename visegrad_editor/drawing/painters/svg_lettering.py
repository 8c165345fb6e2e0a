"""How the words of an SVG drawing are written: a choice that is offered without loading the painter."""

from __future__ import annotations

from typing import Literal, get_args

Lettering = Literal["text", "embedded", "outlines"]
"""`text` can be edited and looks right where Open Sans is installed; `embedded` carries the letters it uses
of Open Sans, for browsers; `outlines` are shapes that look the same everywhere and are no text any more."""
LETTERINGS: tuple[Lettering, ...] = get_args(Lettering)
