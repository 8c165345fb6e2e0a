"""The cards that come with the program: invented examples."""

from __future__ import annotations

from ..model.files.catalogue import Bundled, bundled_of
from .card_file import KIND


def bundled_cards() -> tuple[Bundled, ...]:
    """The cards that come with the program, by name."""
    return bundled_of(KIND)
