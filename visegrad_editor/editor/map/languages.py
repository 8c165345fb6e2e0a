"""The language in which the window shows the texts of a design, from the translations beside its files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ...model.files.sources import Sources
from ...model.files.translation_file import TranslationError, languages_of, texts_in_language
from ...model.translation import Translator
from ..session import Session
from ..settings import Settings
from .tile_renderer import TileRenderer

AS_WRITTEN = "As written"
_SETTING = "texts_language"


class _Shown(Protocol):
    def show_all(self) -> None:
        """Draw the whole map again."""


class Languages:
    """The languages of the open design, and the one the user likes best. A design without a translation into
    it is shown as it is written; what is edited is always the design itself."""

    def __init__(self, session: Session, settings: Settings, sources: Callable[[], Sources],
                 renderer: TileRenderer, view: _Shown) -> None:
        self._session, self._settings, self._sources = session, settings, sources
        self._renderer, self._view = renderer, view

    def known(self) -> tuple[str, ...]:
        """The languages into which the open design is translated."""
        return languages_of(self._sources())

    @property
    def chosen(self) -> str:
        """The language that was chosen last, "" for texts as they are written."""
        chosen = self._settings.get(_SETTING)
        return chosen if isinstance(chosen, str) else ""

    def translator(self, language: str) -> Translator:
        """What translates the open design; raises `TranslationError`."""
        return Translator(texts_in_language(self._sources(), language))

    def use_remembered(self) -> str:
        """Let the next drawing of the map use the language chosen last, if there is a translation; what is
        wrong with it, "" if nothing."""
        self._renderer.translator = None
        if self.chosen not in self.known():
            return ""
        try:
            self._renderer.translator = self.translator(self.chosen)
        except TranslationError as error:
            return str(error)
        return ""

    def choose(self, language: str) -> str:
        """Show texts in a language, "" for those that are written; what is wrong, "" if nothing."""
        self._settings.set(_SETTING, language)
        return self.show_again()

    def show_again(self) -> str:
        """Draw the map in the chosen language after its translations have changed; what is wrong, "" if
        nothing."""
        wrong = self.use_remembered()
        self._renderer.show(self._session.design)
        self._view.show_all()
        return wrong
