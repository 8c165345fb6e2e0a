"""View > Theme and View > Scale."""

from __future__ import annotations

from .. import theme
from ..appearance import AUTOMATIC, SCALES
from ..colours import THEMES
from .group import Command, Group


class AppearanceCommands(Group):
    """How the window looks."""

    def table(self) -> dict[str, Command]:
        themes: dict[str, Command] = {
            f"theme_{name}": lambda n=name: self._use_theme(n) for name in THEMES}  # type: ignore[misc]
        scales: dict[str, Command] = {
            f"scale_{s or 'auto'}": lambda s=s: self._use_scale(s)  # type: ignore[misc]
            for s in (AUTOMATIC, *SCALES)}
        return {**super().table(), **themes, **scales}

    def _use_theme(self, name: str) -> None:
        self._w.appearance.use_theme(name)
        self._w.say(f"Theme: {name}.")

    def _use_scale(self, percent: int) -> None:
        self._w.appearance.use_scale(percent)
        asked = "as the screen asks for, " if percent == AUTOMATIC else ""
        self._w.say(f"Scale: {asked}{theme.scale():.0%}.")
