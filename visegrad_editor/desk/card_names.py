"""Cards by name: the invented examples that come with the program, and files that say they are cards."""

from __future__ import annotations

from pathlib import Path

from ..model.files.bytes import means_file
from ..model.files.catalogue import Bundled, bundled_of, bundled_path
from ..model.files.head import kind_of

KIND = "card"


def bundled_cards() -> tuple[Bundled, ...]:
    """The cards that come with the program, by name."""
    return bundled_of(KIND)


def card_path(name: str) -> Path | None:
    """The file of a name that is a card: a bundled one, such as `lantern-hill` or `cards/lantern-hill`, or a
    file that says so; None for others."""
    path = Path(name)
    if not means_file(name):
        folder, _, stem = name.replace("\\", "/").rpartition("/")
        return bundled_path(KIND, stem) if folder in ("", KIND, f"{KIND}s") else None
    return path if kind_of(path) == KIND else None


def bundled_secret_files(card: Bundled) -> tuple[Path, ...]:
    """The files of secret records that come with a bundled card, `NAME.SIDE.yaml` beside it, by side."""
    return tuple(sorted(card.path.parent.glob(f"{card.name}.*.yaml")))
