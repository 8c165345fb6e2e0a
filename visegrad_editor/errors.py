"""The exceptions of the program. Each is defined beside what raises it, and all errors have one base:

    VisegradError
      model     DeltaError, FileReferenceError (MissingFileError), OverwriteError, ReadError, SpliceError,
                SaveError (DiskError, SourceLostError, ChangedOnDiskError, PartlySavedError, YamlWriteError),
                StampError, TooManyValuesError, UnknownKeywordError
      engine    DiceExhaustedError, IllegalOrderError (NoDiceLeftError), RecordError, SavedGameError,
                SetupError, UnplayableError
      systems   UnknownSystemError
      drawing   StyleError
      players   UnknownPlayerError
      playtest  AssumptionError, FaultError, NoOddsError, NoScenarioToCheckError, PlannerGameError,
                TimeLimitError
      printing  NoScenarioError, TooManyPagesError
      exchange  ExportError (ExportWriteError), FileImportError
      geodata   GeodataError (SourceError, ConfigError, AlignmentError, GeodataImportError)
      cli       ExitError (ProblemsFoundError, UnusableError, NotWrittenError)
      editor    JournalError, NoDisplayError, PictureError (PngError), PlayError, PyramidError, ReloadError

In parentheses are the subclasses of a name. The text of an error is a sentence for the user. Some are a
ValueError too: those that a wrong argument of a function causes.
"""

from __future__ import annotations


class VisegradError(Exception):
    """The base of all errors that the program raises on purpose."""


class Cancelled(Exception):
    """The user cancelled the work, which has no result and wrote nothing. This is not an error: it only ends
    the work."""
