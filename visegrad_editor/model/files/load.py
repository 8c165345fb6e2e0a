"""Loads a scenario, map or ruleset with everything it refers to.

Loading never raises for the contents of a file: it returns as much of the design as could be read, and the
problems, so that a designer sees all of them at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path, PurePosixPath
from typing import Any, cast

from ...lazy_dataclass import dataclass
from ..check import check_documents, check_rules
from ..design import Design
from ..gamemap import GameMap
from ..gc_pause import gc_paused
from ..problems import Problem, TextFix
from ..ruleset import Ruleset
from ..scenario import Scenario
from ..wording import did_you_mean, quoted
from .atomic import real_path
from .bytes import ReadError, may_exist, means_file, read_text
from .catalogue import ORDER, bundled_label, bundled_names, bundled_path, find_bundled
from .counter_pictures import looks_in, with_pictures
from .document_file import document_from_data
from .file_problems import FileProblems
from .formats import KINDS
from .migration import for_base, for_ruleset, in_present_format
from .plain_data import DataPath, as_text
from .references import FileReferenceError, documents_below, is_path, resolve
from .resources import is_bundled
from .schema import check_schema
from .sources import Document, Kind, SourceFile, Sources, moved_base
from .text_fix_trials import Findings, Look, sound_fixes, with_sound_fixes
from .text_fixes import name_fix
from .translation_file import translation_problems
from .yaml_reader import Reading, read_yaml

MOST_VARIANTS = 20
_OTHER_KINDS = {
    "card": "This is a card. `visegrad-editor validate` checks it.",
    "secret": "These are secret records of a card. `visegrad-editor validate` checks them.",
    "checks": "These are checks of cards. `visegrad-editor validate CARD --checks` makes them.",
    "game": "This is a game file. `visegrad-editor replay` checks it and plays it again.",
    "stamp": (
        "This is a stamp, a piece of a map. Open a map, add the stamp in the panel Stamps, and paste it."),
    "translation": (
        "This is a translation. Open what it translates, whose name is the same without the language: its "
        "texts are used when you print or export in that language."),
    "style": "This is a style of maps. `visegrad-editor export --style` draws a map in it.",
    "geodata": "This says how to make a map from geographic data. `visegrad-editor import-geodata` does so.",
}
"""Kinds of files that are opened elsewhere, and what is told of one."""
_NO_KIND = (
    "The file does not say what it is. A scenario, map or ruleset begins with `format: 2` and `kind: "
    "scenario`, `kind: map` or `kind: ruleset`; other files begin with `format: 1` and their kind, such as "
    "`kind: card`.")


@dataclass(frozen=True)
class LoadResult:
    """The result of loading a file.

    `usable` False: it cannot be read at all. `design` is None for a ruleset and if a document could not be
    built; then `problems` say why. `problems` are those of reading, those of the translations and those of
    `check_documents`; the window, which checks again after each edit, adds `reading`.
    """

    path: Path
    kind: str = ""
    usable: bool = True
    design: Design | None = None
    ruleset: Ruleset | None = None
    problems: tuple[Problem, ...] = ()
    reading: tuple[Problem, ...] = ()
    sources: Sources = field(default=Sources(), repr=False)

    @property
    def not_understood(self) -> tuple[Problem, ...]:
        """The errors of reading: what they are about is in no document, and so not compared either."""
        return tuple(p for p in self.reading if p.severity == "error")


def load(name: str | Path, kind: str = "") -> LoadResult:
    """Load a file by its path, or a bundled document by its name.

    The paths in the result are absolute: a relative path means another file in another folder.
    """
    path = Path(name)
    bundled = None
    if isinstance(name, str) and not means_file(name):
        bundled = find_bundled(f"{kind}s/{name}" if kind else name)
        if bundled is None and not may_exist(path):
            message = f"There is neither a file nor a bundled document {quoted(name)}."
            known = sorted({n for k in ORDER for n in bundled_names(k)})
            problem = Problem("error", "no-file", message + did_you_mean(name, known, "Bundled"), str(name))
            return LoadResult(path, usable=False, problems=(problem,), reading=(problem,))
    shown = str(name)
    if bundled is not None:
        path = bundled[1]
        shown = bundled_label(*bundled)
    with gc_paused():
        return _with_tried_fixes(_absolute(path), shown, kind)


def bundled_ruleset(name: str) -> Ruleset:
    """A bundled ruleset as its file says it: that of designs which were loaded before, if they have it. What
    does not fit together in it is not looked for. Raises `LookupError` if there is none of that name."""
    path, file = bundled_path("ruleset", name), None
    if path is not None:
        with gc_paused():
            file = _Loader().document(_absolute(path), bundled_label("ruleset", path), "ruleset")
    if file is None:
        raise LookupError(f"There is no bundled ruleset {quoted(name)}.")
    return cast(Ruleset, file.document)


def document_in_file(file: SourceFile) -> Document | None:
    """The document of a file as it was last saved or seen on disk, which need not be the one first read;
    None if it cannot be understood."""
    if file.on_disk in (None, file.text):
        return file.document
    texts = {f.path: f.on_disk for f in file.chain() if f.on_disk is not None}
    found = _Loader(texts).whole(file.path, file.name, file.kind).sources.of(file.kind)
    return found.document if found is not None else None


def _with_tried_fixes(path: Path, shown: str, kind: str) -> LoadResult:
    """A file as it is loaded, its problems with those fixes that remove them and make no other."""
    loader = _Loader()
    loaded = loader.whole(path, shown, kind)
    if not any(p.text_fixes for p in loaded.reading):
        return loaded

    def after(name: str, text: str) -> Findings:
        # What the file refers to is the same as before, unless it is itself what is changed.
        trial = _Loader({loader.paths[name]: text}, loader.built if name == shown else {})
        trial.whole(path, shown, kind)
        return trial.findings

    kept = sound_fixes(loader.findings, loader.texts, after)
    return replace(loaded, problems=with_sound_fixes(loaded.problems, kept),
                   reading=with_sound_fixes(loaded.reading, kept))


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except OSError:
        # The current folder no longer exists, and what was in it cannot be read either.
        return path


_Reference = tuple[Kind, Path, str]
"""A file that another one refers to: its kind, its path, and its name in problems."""
_Built = tuple[SourceFile, tuple[tuple[Look, Problem], ...]]
"""A file that was built, with the problems found in it."""
_TOGETHER: Look = "documents", ""
"""The check of the documents of a design together."""
_Text = tuple[Path, str, Reading]
"""A file that was read: its path, its name in problems, and what it says."""


@dataclass(frozen=True)
class _Bundled:
    """A ruleset or map that comes with the program, as it was built: what it was built from, the file itself
    and its bases, and what was found."""

    texts: tuple[_Text, ...]
    file: SourceFile
    told: tuple[tuple[Look, Problem], ...]
    looked_through: frozenset[Look]


# Very many designs of one process have the same rulesets and maps, which nobody changes.
_bundled_readings: dict[Path, Reading] = {}
_bundled_files: dict[tuple[Path, str], _Bundled] = {}


def _has_pictures(document: Document) -> bool:
    return not isinstance(document, GameMap) and any(look.picture for *_, look in looks_in(document))


class _Loader:
    """Reads the files of one design, each once. `instead` are texts of files that are used in place of what
    is on disk, and `built` the files that are known already, with the problems found in them."""

    def __init__(self, instead: Mapping[Path, str] | None = None,
                 built: Mapping[_Reference, _Built] | None = None) -> None:
        self.told: list[tuple[Look, Problem]] = []
        self.looked_through: set[Look] = set()
        self.paths: dict[str, Path] = {}
        self.texts: dict[str, str] = {}
        self.built = dict(built or {})
        self._instead = instead or {}

    @property
    def problems(self) -> list[Problem]:
        """The problems of reading so far."""
        return [problem for _, problem in self.told]

    @property
    def findings(self) -> Findings:
        """All that was found, for trials of fixes."""
        return Findings(tuple(self.told), frozenset(self.looked_through))

    def _tell(self, look: Look, *problems: Problem) -> None:
        self.told += ((look, problem) for problem in problems)

    def document(self, path: Path, shown: str, kind: Kind) -> SourceFile | None:
        """The document of a file with its bases; None if it cannot be built."""
        reading = self._read(path, shown)
        if reading is None or self._kind(reading, shown, kind) is None:
            return None
        return self._build(kind, path, shown, reading, ())

    def whole(self, path: Path, shown: str, kind: str) -> LoadResult:
        reading = self._read(path, shown)
        if reading is None:
            return self._unusable(path, kind)
        found_kind = self._kind(reading, shown, kind)
        if found_kind is None:
            return self._unusable(path, kind)
        file = self._build(found_kind, path, shown, reading, ())
        if file is None:
            return LoadResult(path, found_kind, problems=tuple(self.problems), reading=tuple(self.problems))
        return self._with_referred(file)

    def _unusable(self, path: Path, kind: str) -> LoadResult:
        problems = tuple(self.problems)
        return LoadResult(path, kind, usable=False, problems=problems, reading=problems)

    def _read(self, path: Path, shown: str) -> Reading | None:
        try:
            reading = self._reading(path)
        except ReadError as error:
            self._tell(("text", shown), error.problem(shown))
            return None
        self.paths[shown], self.texts[shown] = path, reading.text
        return reading

    def _reading(self, path: Path) -> Reading:
        """What a file says; of a bundled file what was read of it before, if its text is still the same."""
        if path in self._instead:
            return read_yaml(self._instead[path])
        text = read_text(path)
        if not is_bundled(path):
            return read_yaml(text)
        known = _bundled_readings.get(path)
        if known is None or known.text != text:
            known = _bundled_readings[path] = read_yaml(text)
        return known

    def _kind(self, reading: Reading, shown: str, wanted: str) -> Kind | None:
        """The kind of a file; a problem if it is unknown or not the wanted one."""
        data = reading.data
        kind = as_text(data.get("kind")) if isinstance(data, dict) else None
        if kind not in KINDS:
            fixes: tuple[TextFix, ...] = ()
            line = reading.line(("kind",)) if kind is not None else 1
            if kind is None:
                message = _NO_KIND
            elif kind in _OTHER_KINDS:
                message = _OTHER_KINDS[kind]
            else:
                known = (*KINDS, *_OTHER_KINDS)
                message = f"`kind` is {quoted(kind)}.{did_you_mean(kind, known, 'Possible')}"
                fixes = name_fix("kind", kind, known)
            self._tell(("kind", shown), Problem(
                "error", "unknown-kind", message, shown, line, text_fixes=fixes))
            return None
        if wanted and kind != wanted:
            message = f"This is a {kind}, and a {wanted} is needed here."
            line = reading.line(("kind",))
            self._tell(("kind", shown), Problem("error", "wrong-kind", message, shown, line))
            return None
        return cast(Kind, kind)

    def _build(
        self, kind: Kind, path: Path, shown: str, reading: Reading, chain: tuple[Path, ...]
    ) -> SourceFile | None:
        """The document of a file; None if it cannot be built."""
        if kind == "scenario" or _bundled_readings.get(path) is not reading:
            return self._built_anew(kind, path, shown, reading, chain)
        known = _bundled_files.get((path, shown))
        if known is not None and known.texts[0][2] is reading and all(
                self._read(path, shown) is text for path, shown, text in known.texts[1:]):
            self.told += known.told
            self.looked_through |= known.looked_through
            return known.file
        told, looked_through = len(self.told), frozenset(self.looked_through)
        file = self._built_anew(kind, path, shown, reading, chain)
        if file is not None and not _has_pictures(file.document):
            texts = tuple((f.path, f.name, _bundled_readings[f.path]) for f in file.chain())
            _bundled_files[path, shown] = _Bundled(
                texts, file, tuple(self.told[told:]), frozenset(self.looked_through - looked_through))
        return file

    def _built_anew(
        self, kind: Kind, path: Path, shown: str, reading: Reading, chain: tuple[Path, ...]
    ) -> SourceFile | None:
        reading = in_present_format(kind, reading)
        misfits = check_schema(kind, reading, shown)
        self._tell(("schema", shown), *misfits)
        if not any(p.code == "more-problems" or p.line == reading.line(("format",)) for p in misfits):
            # Else not everything that does not fit was told.
            self.looked_through.add(("schema", shown))
        if any(p.code != "unknown-key" for p in misfits):
            return None
        base: SourceFile | None = None
        start: Document | None = None
        if "extends" in reading.data:
            base = self._referred(kind, reading.data["extends"], "extends", path, shown, reading, chain)
            if base is None:
                if not chain and self.problems and self.problems[-1].file != shown:
                    name = PurePosixPath(self.problems[-1].file.replace("\\", "/")).name
                    self._tell(("document", shown), Problem("error", "unusable-base", (
                        f"`extends`: the base cannot be read, because of the errors in {name}. Correct those "
                        f"first: this {kind} says only what differs from it."), shown,
                        reading.line(("extends",))))
                return None
            start = moved_base(base, path.parent)
        if kind == "scenario" and reading.written is not None:
            reading = self._with_columns(reading, base, path, shown)
        if start is not None:
            reading = for_base(kind, reading, start)
        data: dict[str, Any] = reading.data
        problems = FileProblems(shown, reading, keeps_unmatched=True)
        document = document_from_data(kind, data, problems, start)
        if isinstance(document, Scenario) and base is None and "turns" not in data:
            document = self._with_turns(document, path, shown, reading, problems)
        self._tell(("document", shown), *problems.problems)
        if document is None:
            return None
        self.looked_through.add(("document", shown))
        if not isinstance(document, GameMap):
            document = with_pictures(document, path.parent)
        return SourceFile(kind, path, shown, reading, document, base, start, reading.text)

    def _with_turns(
        self, scenario: Scenario, path: Path, shown: str, reading: Reading, problems: FileProblems
    ) -> Scenario | None:
        """A scenario that does not say its turns, with those of its ruleset; None, and a problem, if that
        does not say them either."""
        rules = self._referred("ruleset", scenario.ruleset, "ruleset", path, shown, reading)
        if rules is None:
            return scenario
        if not any("turns" in file.reading.data for file in rules.chain()):
            problems.error("missing-key", (
                "The scenario needs the key `turns`; its ruleset does not say how many there are."), ())
            return None
        return replace(scenario, turns=cast(Ruleset, rules.document).turns)

    def _with_columns(self, reading: Reading, base: SourceFile | None, path: Path, shown: str) -> Reading:
        """A scenario of an older form as its ruleset understands it."""
        if "ruleset" in reading.data:
            rules = self._referred("ruleset", reading.data["ruleset"], "ruleset", path, shown, reading)
        else:
            rules = self._named_by(base, "ruleset") if base is not None else None
        return reading if rules is None else for_ruleset(
            "scenario", reading, cast(Ruleset, rules.document))

    def _referred(
        self, kind: Kind, reference: object, key: str, path: Path, shown: str, reading: Reading,
        chain: tuple[Path, ...] = (),
    ) -> SourceFile | None:
        """The file named by a key of another file."""
        at: DataPath = (key,)

        def refuse(code: str, message: str, known: Sequence[str] = ()) -> None:
            fixes = name_fix(key, as_text(reference) or "", known) if key in reading.data else ()
            self._tell(("document", shown), Problem(
                "error", code, message, shown, reading.line(at), text_fixes=fixes))

        try:
            target = resolve(kind, as_text(reference) or "", path.parent)
        except FileReferenceError as error:
            known = bundled_names(kind) if not is_path(str(reference)) else [
                name for name in documents_below(kind, path.parent) if name != path.name]
            refuse(f"no-{kind}", f"`{key}`: {error}", known)
            return None
        chain = (*chain, real_path(path))
        if real_path(target) in chain:
            refuse("cycle", f"`{key}` goes round in a circle: {quoted(target.name)} is based on this file.")
            return None
        if len(chain) > MOST_VARIANTS:
            refuse("cycle", f"`{key}`: more than {MOST_VARIANTS} variants are based on each other.")
            return None
        beside = is_path(str(reference))
        name = str(PurePosixPath(shown).parent / str(reference)) if beside else bundled_label(kind, target)
        if (known_file := self.built.get((kind, target, name))) is not None:
            self.told += known_file[1]
            return known_file[0]
        start = len(self.told)
        inner = self._read(target, name)
        if inner is None or self._kind(inner, name, kind) is None:
            return None
        file = self._build(kind, target, name, inner, chain)
        if file is not None:
            self.built[kind, target, name] = file, tuple(self.told[start:])
        return file

    def _with_referred(self, file: SourceFile) -> LoadResult:
        """The design of a file, with the ruleset and the map it names."""
        ruleset = file if file.kind == "ruleset" else None
        game_map = file if file.kind == "map" else None
        scenario = file if file.kind == "scenario" else None
        if scenario is not None:
            game_map = self._named_by(scenario, "map")
            ruleset = self._named_by(scenario, "ruleset")
        elif game_map is not None:
            ruleset = self._named_by(game_map, "ruleset")
        sources = Sources(ruleset, game_map, scenario)
        reading = tuple(dict.fromkeys(self.problems))
        rules = cast(Ruleset, ruleset.document) if ruleset else None
        design = None
        checks: tuple[Problem, ...] = ()
        if ruleset is not None and game_map is not None:
            design = Design(
                cast(Ruleset, ruleset.document), cast(GameMap, game_map.document),
                cast(Scenario, scenario.document) if scenario else None)
            checks = check_documents(design, sources)
        elif rules is not None:
            checks = check_rules(rules, sources)
        checks = (*translation_problems(sources, design), *checks)
        self._tell(_TOGETHER, *checks)
        if design is not None or file.kind == "ruleset":
            self.looked_through.add(_TOGETHER)
        return LoadResult(
            file.path, file.kind, design=design, ruleset=rules, problems=(*reading, *checks),
            reading=reading, sources=sources)

    def _named_by(self, file: SourceFile, key: Kind) -> SourceFile | None:
        """The ruleset or map of a file; for a variant that names none, the one of its base."""
        reference = getattr(file.document, key)
        owner = next((f for f in file.chain() if key in f.reading.data), file)
        return self._referred(key, reference, key, file.path, owner.name, owner.reading)
