"""The exceptions of the program. Each is defined beside what raises it, and all errors have one base:

    VisegradError
      model     CounterPictureError, DeltaError, FileReferenceError (MissingFileError), NoVariantError,
                NoVersionError, OverwriteError, ReadError, SpliceError, SvgError, TranslationError,
                SaveError (DiskError, SourceLostError, ChangedOnDiskError, PartlySavedError, YamlWriteError),
                StampError, TooManyValuesError, UnknownKeywordError
      engine    DiceExhaustedError, IllegalOrderError (NoDiceLeftError), PackageError, RecordError,
                SavedGameError, SetupError, UnplayableError
      systems   UnknownSystemError
      desk      CardEditError, CardError, ExpressionError, FixError, LogError
      drawing   StyleError
      players   PlayerError, UnknownPlayerError
      playtest  AssumptionError, EndlessGameError, FaultError, NoOddsError, NoScenarioToCheckError,
                PlannerGameError, PoolError, TimeLimitError
      printing  NoScenarioError, TooManyPagesError, UnprintableCardError (BoardsError, CardSizeError)
      exchange  ExportError (ExportWriteError), FileImportError
      geodata   GeodataError (SourceError, ConfigError, AlignmentError, GeodataImportError)
      cli       ExitError (ProblemsFoundError, UnusableError, NotWrittenError)
      editor    CardGameError, ChangedCardError, ChangedSecretError, JournalError, NoDisplayError,
                PictureError (PngError), PlayError, PyramidError, ReloadError, TrialError,
                UnreadableCardError, UnreadableSecretError

In parentheses are the subclasses of a name. The text of an error is a sentence for the user. Some are a
ValueError too: those that a wrong argument of a function causes.
"""

from __future__ import annotations

import os

_PROGRAM, _LIBRARY = os.path.dirname(__file__), os.path.dirname(os.__file__)

class VisegradError(Exception):
    """The base of all errors that the program raises on purpose."""


class Cancelled(Exception):
    """The user cancelled the work, which has no result and wrote nothing. This is not an error: it only ends
    the work."""


def places_outside(error: BaseException) -> list[tuple[str, int]]:
    """The files and lines outside of the program and of Python's own library that an exception came through,
    as in the code of installed packages, the last one at the end."""
    return [(file, line) for file, line in _places(error) if not file.startswith((_PROGRAM, "<")) and (
        not file.startswith(_LIBRARY) or "site-packages" in file)]


def place_of(error: BaseException) -> str:
    """Where an exception comes from, as ` (FILE:LINE)`: the last place outside of the program if there is
    one, as in the code of an installed package, otherwise the last one; "" for an exception that was never
    raised."""
    for file, line in (places_outside(error) or _places(error))[-1:]:
        return f" ({file.replace(_PROGRAM, 'visegrad_editor')}:{line})"
    return ""


def is_in_program(file: str, folder: str = "") -> bool:
    """Whether a file of code is in the program, or in one of its folders."""
    return file.startswith(os.path.join(_PROGRAM, folder))


def _places(error: BaseException) -> list[tuple[str, int]]:
    """The files and lines that an exception came through."""
    import traceback  # only here: it takes longer than the rest of this module

    return [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
