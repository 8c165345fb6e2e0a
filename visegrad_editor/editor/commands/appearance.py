"""View > Theme and View > Scale."""

from __future__ import annotations

from ..appearance import AUTOMATIC, SCALES
from ..colours import THEMES
from .group import Command, Group


class AppearanceCommands(Group):
    """How the window looks."""

    def table(self) -> dict[str, Command]:
        themes: dict[str, Command] = {
            f"theme_{name}": lambda n=name: self._w.appearance.use_theme(n) for name in THEMES}  # type: ignore[misc]
        scales: dict[str, Command] = {
            f"scale_{s or 'auto'}": lambda s=s: self._w.appearance.use_scale(s)  # type: ignore[misc]
            for s in (AUTOMATIC, *SCALES)}
        return {**super().table(), **themes, **scales}
