"""The cards that come with the program: invented examples."""

from __future__ import annotations

from pathlib import Path

from ..model.files.catalogue import Bundled, bundled_of
from .card_file import KIND


def bundled_cards() -> tuple[Bundled, ...]:
    """The cards that come with the program, by name."""
    return bundled_of(KIND)


def secret_files(card: Bundled) -> tuple[Path, ...]:
    """The files of secret records that come with a bundled card, `NAME.SIDE.yaml` beside it, by side."""
    return tuple(sorted(card.path.parent.glob(f"{card.name}.*.yaml")))
