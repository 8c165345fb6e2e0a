"""Saves a design: those of its files that changed, each whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ...lazy_dataclass import dataclass
from ..design import Design
from ..gamemap import GameMap
from ..ruleset import Ruleset
from ..scenario import Scenario
from ..wording import listed
from .atomic import SaveError, SourceLostError, backup_of, keep_sources, real_path, save
from .bytes import ReadError, read_text
from .computed_record import keep_record
from .counter_pictures import bring_pictures
from .load import load
from .map_file import bring_picture, files_in_use
from .migration import was_older
from .references import FileReferenceError, reference_to, resolve
from .resources import is_bundled, is_installed
from .sources import Document, Kind, SourceFile, Sources, moved_base
from .yaml_reader import read_yaml
from .yaml_writer import YamlWriteError, changed_text, kind_of, new_text, variant_text

__all__ = [
    "ChangedOnDiskError", "PartlySavedError", "SaveError", "Saved", "SourceLostError", "can_extend",
    "check_name", "free_name", "main_kind", "new_files", "save", "save_as", "save_design"]


class ChangedOnDiskError(SaveError):
    """Another program has changed a file since it was read or written here."""


class PartlySavedError(SaveError):
    """A file was not written after others were. `sources` are the files of the design with the present texts
    of those, so that they do not count as changed by another program."""

    def __init__(self, message: str, sources: Sources) -> None:
        super().__init__(message)
        self.sources = sources


@dataclass(frozen=True)
class Saved:
    """The result of saving. Use `design` and `sources` from now on: their references and paths are those of
    the saved files."""

    written: tuple[Path, ...]
    design: Design
    sources: Sources
    notes: tuple[str, ...] = ()
    """Sentences on what else happened, for instance a map that was copied."""


def main_kind(design: Design) -> Kind:
    """The kind of the document whose file the user opens and names: the scenario, else the map."""
    return "scenario" if design.scenario is not None else "map"


def save_design(
    design: Design, sources: Sources, path: Path | None = None, overwrite: bool = False,
    apart: Collection[Kind] = (), before_writing: Callable[[], None] = lambda: None,
    beside: Collection[Kind] = (),
) -> Saved:
    """Save the documents that differ from their files; raises `SaveError`.

    With a `path` other than that of the main file this is `save_as`, and `apart` and `beside` are for that.
    A file that another program has changed in the meantime raises `ChangedOnDiskError`; with `overwrite` it
    is replaced.
    A save that would replace a file of the design by another document raises `SourceLostError` in any case.
    `before_writing` is called when everything is ready and nothing has been written yet; an exception from it
    stops the save.
    """
    main = sources.of(main_kind(design))
    if path is not None and (main is None or _differ(path, main.path)):
        return save_as(design, sources, path, overwrite, apart, before_writing, beside=beside)
    if main is None:
        raise SaveError("This design has no file yet. Save it under a name.")
    design, sources, notes = with_originals(design, sources, main.path.parent)
    if not is_installed(main.path) and _changes_a_sample(design, sources, main.path):
        saved = save_as(design, sources, main.path, overwrite, (), before_writing)
        return replace(saved, notes=(*notes, *saved.notes))
    targets = {k: s.path for k in _KINDS if (s := sources.of(k)) is not None}
    return _write(design, sources, targets, overwrite, notes, before_writing)


def _changes_a_sample(design: Design, sources: Sources, main: Path) -> bool:
    """Whether a sample that the main file refers to was changed, so that it needs a copy of its own."""
    files = ((k, sources.of(k)) for k in _KINDS if k != main_kind(design))
    return any(
        file is not None and getattr(design, kind) != file.document and _is_protected(file.path, main)
        for kind, file in files)


def save_as(
    design: Design, sources: Sources, path: Path, overwrite: bool = False, apart: Collection[Kind] = (),
    before_writing: Callable[[], None] = lambda: None, as_variant: bool = False,
    beside: Collection[Kind] = (),
) -> Saved:
    """Save under another name, whole or as what differs from the file it was read from; raises `SaveError`.

    The map and the ruleset stay where they are and are referred to. A bundled one that was changed is written
    beside the new file as what differs from it (`extends`). One that cannot be referred to from the folder is
    written there whole, and so are those of the kinds in `apart`. A changed one of a kind in `beside` is
    written there as what differs from its file, which stays as it is. Any other file that stays is treated as
    by `save_design`.
    """
    place = _places(design, sources, path, apart, as_variant, beside)
    return _write(place.design, place.sources, place.targets, overwrite, place.notes, before_writing,
                  place.variants)


def new_files(design: Design, sources: Sources, path: Path) -> dict[Kind, Path]:
    """The files of its map and its ruleset that `save_as` would write beside the main file at `path`, by
    kind."""
    place = _places(design, sources, path, (), False)
    return {kind: target for kind, target in place.targets.items() if kind != main_kind(design) and (
        (source := place.sources.of(kind)) is None or _differ(source.path, target))}


def can_extend(design: Design, sources: Sources, path: Path) -> bool:
    """Whether the main document, saved at `path`, could be a variant of the file it was read from."""
    kind = main_kind(design)
    main = sources.of(kind)
    return main is not None and _differ(main.path, path) and (
        reference_to(kind, main.path, path.parent) is not None) and (
        _has_grid_of(getattr(design, kind), main, []))


@dataclass(frozen=True)
class _Places:
    """Where the documents of a design are saved, and which of them as what differs from their file."""

    design: Design
    sources: Sources
    targets: dict[Kind, Path]
    variants: set[Kind]
    notes: list[str]


def _places(
    design: Design, sources: Sources, path: Path, apart: Collection[Kind], as_variant: bool,
    beside: Collection[Kind] = (),
) -> _Places:
    kind = main_kind(design)
    folder = path.parent
    targets: dict[Kind, Path] = {}
    variants: set[Kind] = set()
    design, sources, left = with_originals(design, sources, folder)
    notes = list(left)
    others: tuple[Kind, ...] = ("ruleset",) if kind == "map" else ("ruleset", "map")
    for other in others:
        source = sources.of(other)
        changed = source is None or getattr(design, other) != source.document
        own = changed and source is not None and (is_bundled(source.path) or other in beside)
        needed = source is None or other in apart or own
        if source is not None and reference_to(other, source.path, folder) is None:
            needed = True
        if other == "map" and source is not None and not needed:
            needed = not _can_keep_ruleset(design.map, source, sources, targets["ruleset"], variants)
        if not needed and source is not None:
            targets[other] = source.path
            continue
        targets[other] = _free(folder, f"{path.stem}-{other}", path)
        notes.append(f"The {other} was written to {targets[other].name}.")
        # Only of a sample is it certain that nobody else changes what the new file extends.
        if source is not None and (is_bundled(source.path) or (
                own and reference_to(other, source.path, folder) is not None)) and (
                source.on_disk == source.text) and (
                other not in apart and _has_grid_of(getattr(design, other), source, notes)):
            variants.add(other)
    targets[kind] = path
    main = sources.of(kind)
    if as_variant and main is not None and reference_to(kind, main.path, folder) is not None and (
            _has_grid_of(getattr(design, kind), main, notes)):
        variants.add(kind)
    return _Places(design, sources, targets, variants, notes)


def check_name(design: Design, sources: Sources, path: Path) -> None:
    """Raise `SourceLostError` if saving the main document at `path` would overwrite another file that the
    design is made from: its map, its ruleset, the base of a variant, a background picture."""
    kind = main_kind(design)
    needed = _needed(kind, design, sources)
    if design.scenario is not None and sources.scenario is None:
        with suppress(SaveError):
            needed += _chain_of(_base(design.scenario, sources, path.parent)[0])
    keep_sources(path, needed)


def free_name(design: Design, sources: Sources, path: Path) -> Path:
    """A name to propose for the main document: `path`, or one beside it if that is a file the design is made
    from.

    For example `valley-scenario.yaml` where `valley.yaml` is the map of the scenario.
    """
    try:
        check_name(design, sources, path)
    except SourceLostError:
        return _free(path.parent, f"{path.stem}-{main_kind(design)}", path)
    return path


_KINDS: tuple[Kind, ...] = ("ruleset", "map", "scenario")
_NOT_SAVED = "Not saved: "


def _needed(kind: Kind, design: Design, sources: Sources) -> list[Path]:
    """The files of a design that the file of its document of this kind must not overwrite."""
    needed, own = list(files_in_use(sources, design)), sources.of(kind)
    if own is not None:
        needed.remove(own.path)  # once: it may wrongly be that of another document, too
    others = [file for k in _KINDS if k != kind and (file := sources.of(k)) is not None]
    # An undo goes back to them.
    return needed + [f.path for file in others for f in (file.original, file.copy) if f is not None]


def _chain_of(file: SourceFile | None) -> list[Path]:
    """The file and those it extends."""
    return [f.path for f in file.chain()] if file is not None else []


def _differ(one: Path, other: Path) -> bool:
    return real_path(one) != real_path(other)


def _free(folder: Path, stem: str, taken: Path) -> Path:
    """An unused file name in the folder."""
    number = 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.yaml"
        if not path.exists() and path != taken:
            return path
        number += 1


def _can_keep_ruleset(
    game_map: GameMap, source: SourceFile, sources: Sources, ruleset: Path, variants: Collection[Kind]
) -> bool:
    """Whether an unchanged map can stay in its file when the ruleset is saved in this one."""
    if _names_base(game_map, source, _extended_files(sources, ruleset, variants)):
        return True
    # It must itself refer to the ruleset, and a bundled map cannot be changed to.
    copied = sources.ruleset is None or _differ(sources.ruleset.path, ruleset)
    return reference_to("ruleset", ruleset, source.path.parent) is not None and not (
        copied and is_bundled(source.path))


def _extended_files(sources: Sources, target: Path, variants: Collection[Kind]) -> list[Path]:
    """The files that the ruleset saved in `target` extends, directly or through another."""
    own = sources.ruleset
    if own is None:
        return []
    base = own if "ruleset" in variants else own.base
    if base is None or reference_to("ruleset", base.path, target.parent) is None:
        return []
    return _chain_of(base)


def _names_base(game_map: GameMap, source: SourceFile, bases: Collection[Path]) -> bool:
    """Whether the ruleset that a map names is one of these files: a map of a ruleset is also one of those
    that extend it."""
    try:
        named = resolve("ruleset", game_map.ruleset, source.path.parent)
    except FileReferenceError:
        return False
    return not all(_differ(named, path) for path in bases)


def _with_own_entries(
    document: Document, base: tuple[SourceFile | None, Document | None], is_new: bool, notes: list[str]
) -> Document:
    """A document without what only the file of another variant has to say: what has no match in the base is
    no part of a whole file, and not repeated in a variant of the file that says it."""
    if not document.unmatched or (base[1] is not None and not is_new):
        return document
    if base[1] is None:
        names = listed([f'"{one.called}"' for one in document.unmatched])
        notes.append(f"The file says nothing any more about {names}, which the base does not have: it is "
                     f"no variant now. The {kind_of(document)} is as it was shown.")
    return replace(document, unmatched=())


def _has_grid_of(document: Document, base: SourceFile, notes: list[str]) -> bool:
    """Whether a document can extend that of the file: all can but a map with another grid, for which a note
    says so."""
    if isinstance(document, GameMap) and document.grid != cast(GameMap, base.document).grid:
        notes.append(f"The grid is no longer that of the base map {base.path.stem}, so all of the map "
                     "was written out.")
        return False
    return True


def _write(
    design: Design, sources: Sources, targets: dict[Kind, Path], overwrite: bool, notes: Any,
    before_writing: Callable[[], None], variants: Collection[Kind] = (),
) -> Saved:
    """Write the files; those of the kinds in `variants` are new ones that extend the files of `sources`."""
    design, notes = _with_references(design, sources, targets, list(notes), variants)
    texts: dict[Kind, str] = {}
    bases: dict[Kind, tuple[SourceFile | None, Document | None]] = {}
    new_files: set[Kind] = set()
    for kind in _KINDS:
        document: Document | None = getattr(design, kind)
        if document is None or kind not in targets:
            continue
        source, folder = sources.of(kind), targets[kind].parent
        if kind in variants and source is not None:
            base: tuple[SourceFile | None, Document | None] = source, moved_base(source, folder)
        else:
            base = _base(document, sources, folder)
        document = _with_own_entries(document, base, kind in variants, notes)
        if document is not getattr(design, kind):
            less: dict[str, Any] = {kind: document}
            design = replace(design, **less)
        try:
            text = _text(document, None if kind in variants else source, *base)
            if kind in variants:
                new_files.add(kind)
        except SaveError as error:
            if base[0] is None or isinstance(document, Scenario):
                raise
            document = replace(document, extends="", unmatched=())
            whole: dict[str, Any] = {kind: document}
            design = replace(design, **whole)
            text = _text(document, source, None, None)
            notes.append(f"Not all of the {kind} can be written as what differs from {base[0].path.stem}, so "
                         f"all of it was written out. {_why(error)}")
            base = None, None
        older = source is not None and was_older(kind, source.current)
        if source is not None and older and kind != main_kind(design) and document == source.document:
            # The other files of a design are written in the present format when they change.
            text = source.on_disk or source.text
        if _is_protected(targets[kind], targets[main_kind(design)]) and (
                source is None or text != source.on_disk):
            raise SaveError(
                f"The {kind} {targets[kind].stem} is one of the samples that come with the program and is "
                "not overwritten. Use Save As to keep a copy of your own.")
        new = source is None or _differ(source.path, targets[kind]) or text != source.on_disk
        if not overwrite and (new or kind == main_kind(design)):
            _refuse_if_changed(targets[kind], source, text)
        if new or not targets[kind].exists():
            texts[kind], bases[kind] = text, base
    for kind in texts:
        keep_sources(targets[kind], [
            *_needed(kind, design, sources), *_chain_of(bases[kind][0]),
            *(t for k, t in targets.items() if k != kind)])
    files: dict[str, SourceFile | None] = {k: sources.of(k) for k in _KINDS}
    before_writing()
    if "map" in targets and not is_installed(targets["map"]):
        # Before the map: then no map is newer than its record, and no hand-made value is taken for computed
        # data.
        note = keep_record(design.map, sources.map.path if sources.map else None, targets["map"])
        notes += [note] if note else []
    notes += _format_notes(texts, targets, sources)
    known = sources
    for kind, text in texts.items():
        try:
            save(text, targets[kind])
        except SaveError as error:
            if known is sources:
                raise
            raise PartlySavedError(str(error), known) from error
        if (own := sources.of(kind)) is not None and not _differ(own.path, targets[kind]):
            known = replace(known, **{kind: replace(own, on_disk=text)})
        if kind == "map" and design.map.background is not None and sources.map is not None:
            note = bring_picture(design.map.background, sources.map.path.parent, targets[kind].parent)
            notes += [note] if note else []
        document = getattr(design, kind)
        if isinstance(document, Ruleset | Scenario):
            inherited = bases[kind][1]
            notes += bring_pictures(
                document, inherited if isinstance(inherited, Ruleset | Scenario) else None,
                targets[kind].parent)
        files[kind] = _new_source(
            kind, targets[kind], text, getattr(design, kind), None if kind in new_files else files[kind],
            *bases[kind])
        before, after = sources.of(kind), files[kind]
        if before and after and kind != main_kind(design) and _differ(before.path, after.path):
            files[kind] = replace(after, original=before.original or before, copy=None)
    return Saved(tuple(targets[k] for k in texts), design, Sources(**files), tuple(notes))


def _format_notes(texts: Mapping[Kind, str], targets: Mapping[Kind, Path], sources: Sources) -> list[str]:
    """A sentence on the files whose text of an older format is replaced."""
    older = [targets[kind] for kind in texts if (source := sources.of(kind)) is not None
             and was_older(kind, source.current) and not _differ(source.path, targets[kind])]
    if not older:
        return []
    names, kept = (listed([path.name for path in paths]) for paths in (older, map(backup_of, older)))
    return [f"Now in format 2: {names}. The text before is in {kept}."]


def _is_protected(target: Path, main: Path) -> bool:
    """Whether a file is a sample that must not be overwritten. In a checkout, a sample opened itself may be
    saved; but a scenario elsewhere that uses a bundled map does not change the map for all."""
    return is_installed(target) or (is_bundled(target) and not is_bundled(main))


def _with_references(
    design: Design, sources: Sources, targets: dict[Kind, Path], notes: list[str], variants: Collection[Kind]
) -> tuple[Design, list[str]]:
    """The design with references to its future files. They are derived from the files and not trusted,
    because an undo may restore a document from before it was saved elsewhere."""
    if "ruleset" in targets:
        extends = _extended("ruleset", design.ruleset, sources, targets, notes, variants)
        if extends != design.ruleset.extends:
            design = replace(design, ruleset=replace(design.ruleset, extends=extends))
    if "map" in targets:
        ruleset, own = design.map.ruleset, sources.map
        if "ruleset" not in targets or own is None or design.map != own.document or not _names_base(
                design.map, own, _extended_files(sources, targets["ruleset"], variants)):
            ruleset = _reference("ruleset", ruleset, targets, "map")
        extends = _extended("map", design.map, sources, targets, notes, variants)
        design = replace(design, map=replace(design.map, ruleset=ruleset, extends=extends))
    scenario = design.scenario
    if scenario is not None and "scenario" in targets:
        scenario = replace(
            scenario, extends=_extended("scenario", scenario, sources, targets, notes, variants),
            ruleset=_reference("ruleset", scenario.ruleset, targets, "scenario"),
            map=_reference("map", scenario.map, targets, "scenario"))
        design = replace(design, scenario=scenario)
    return design, notes


def _extended(
    kind: Kind, document: Document, sources: Sources, targets: dict[Kind, Path], notes: list[str],
    variants: Collection[Kind],
) -> str:
    """How the file of a document names the one it extends; "" if it is written whole, and a note on why."""
    source, folder = sources.of(kind), targets[kind].parent
    if kind in variants and source is not None:
        return reference_to(kind, source.path, folder) or ""
    # After an undo the document can be from before a save made it a variant of its original.
    made_variant = source is not None and source.base is not None and source.original is not None and (
        not _differ(source.base.path, source.original.path))
    if (not document.extends and not made_variant) or (source is None and kind == "scenario"):
        return document.extends
    if source is None:
        # A copy without a file of its own: it stays a variant where the same words name its base.
        try:
            resolve(kind, document.extends, folder)
        except FileReferenceError:
            return ""
        return document.extends
    if source.base is None:
        return ""
    if not _has_grid_of(document, source.base, notes):
        return ""
    if document.extends and _names(document.extends, kind, folder, source.base.path):
        return document.extends
    extends = reference_to(kind, source.base.path, folder) or ""
    if not extends:
        what = "all units were" if kind == "scenario" else "all of it was"
        notes.append(f"The base {kind} cannot be referred to from there, so {what} written out.")
    return extends


def _reference(kind: Kind, written: str, targets: dict[Kind, Path], owner: Kind) -> str:
    """How the file of `owner` refers to the file of a kind: as written, if that is right."""
    target = targets.get(kind)
    folder = targets[owner].parent
    if target is None or _names(written, kind, folder, target):
        return written
    return reference_to(kind, target, folder) or written


def _names(reference: str, kind: str, folder: Path, target: Path) -> bool:
    """Whether a reference, as it is written, already names the target."""
    with suppress(FileReferenceError):
        return not _differ(resolve(kind, reference, folder), target)
    # A file not yet written cannot be resolved, but its name can be compared.
    return (folder / reference).absolute() == target.absolute()


def _base(
    document: Document, sources: Sources, folder: Path
) -> tuple[SourceFile | None, Document | None]:
    """The base of a variant: its file, and its document as a file in the folder sees it."""
    if not document.extends:
        return None, None
    kind = kind_of(document)
    source = sources.of(kind)
    file = source.base if source is not None else None
    if source is None:
        # A new variant: its base has not been read yet.
        try:
            file = load(resolve(kind, document.extends, folder), kind).sources.of(kind)
        except FileReferenceError as error:
            raise SaveError(f"Not saved: {error}") from None
    if file is None:
        raise SaveError(f"Not saved: the base {kind} {document.extends} cannot be read.")
    return file, moved_base(file, folder)


def _text(
    document: Document, source: SourceFile | None, file: SourceFile | None, base: Document | None,
) -> str:
    """The text of a document's file, which extends the base of that file."""
    try:
        if source is None:
            return new_text(document, base)
        if base is not None and file is not None and source.base_document is None:
            return variant_text(source.reading, source.document, document, base,
                                "\n".join(one.text for one in file.chain()))
        return changed_text(source.reading, source.document, document, source.base_document, base)
    except YamlWriteError as error:
        raise SaveError(f"{_NOT_SAVED}{error}") from None


def _why(error: SaveError) -> str:
    """The reason that the message of a failed save gives."""
    return str(error).removeprefix(_NOT_SAVED)


def _refuse_if_changed(target: Path, source: SourceFile | None, text: str) -> None:
    if source is None or _differ(source.path, target) or not target.exists():
        return
    try:
        now = read_text(target)
    except ReadError:
        return
    if source.on_disk is not None and now not in (source.on_disk, text):
        raise ChangedOnDiskError(
            f"{target.name} was changed by another program since it was opened. Save under another name, "
            "or open it again.")


def _new_source(
    kind: Kind, target: Path, text: str, document: Document, old: SourceFile | None,
    base: SourceFile | None, start: Document | None,
) -> SourceFile:
    if old is None:
        return SourceFile(kind, target, str(target), read_yaml(text), document, base, start, text)
    name = str(target) if _differ(old.path, target) else old.name
    return replace(old, path=target, name=name, on_disk=text, base=base)


# -- return to the original ------------------------------------------------------------------------
# A copy of a map or ruleset that no longer differs from its original. A sample, or a file out of reach, is
# copied when it was changed, and the scenario then names the copy. If the change is undone, the scenario
# names the original again; and the copy again if the change is repeated.


def with_originals(
    design: Design, sources: Sources, folder: Path
) -> tuple[Design, Sources, tuple[str, ...]]:
    """The files that hold the ruleset and the map of a design, for a main file in `folder`.

    A copy equal to its original is replaced by it; a variant's own file by that of the base. The replaced
    file is kept on the disk. Returns the design as those files write it, the files, and a sentence for each
    file no longer used.
    """
    notes = []
    # The map comes second: it can use only an original that has the right ruleset.
    kinds: tuple[Kind, ...] = ("ruleset", "map") if design.scenario is not None else ("ruleset",)
    for kind in kinds:
        own = sources.of(kind)
        if own is None:
            continue
        other = _other(kind, design, own, sources)
        if other is None or not _usable(kind, other, sources, folder):
            continue
        sources = replace(sources, **{kind: other})
        if isinstance(other.document, GameMap):
            theirs = other.document
            design = replace(design, map=replace(
                design.map, name=theirs.name, ruleset=theirs.ruleset, extends=theirs.extends))
        elif isinstance(other.document, Ruleset):
            design = replace(design, ruleset=replace(
                design.ruleset, name=other.document.name, extends=other.document.extends))
        if other.copy is not None:
            notes.append(f"The {kind} is again the same as {other.path.stem}, which is used instead; "
                         f"{own.path.name} is no longer used.")
    return design, sources, tuple(notes)


def _other(kind: Kind, design: Design, own: SourceFile, sources: Sources) -> SourceFile | None:
    """The file to use in place of a document's own, or None to keep that."""
    now: Ruleset | GameMap = getattr(design, kind)
    if own.copy is not None:
        if _alike(now, own.document):
            return None
        return replace(own.copy, original=replace(own, copy=None))
    original = own.original
    if original is None and not _alike(now, own.document):
        # The designer may have a separate file on purpose; only one changed just now is considered.
        original = _of_base(kind, own, sources)
    if original is None or not _alike(now, original.document):
        return None
    return replace(original, copy=replace(own, original=None))


def _of_base(kind: Kind, own: SourceFile, sources: Sources) -> SourceFile | None:
    """The file a variant would use if it had none of its own."""
    base = sources.scenario.base if sources.scenario is not None else None
    if base is None or not isinstance(base.document, Scenario):
        return None
    try:
        path = resolve(kind, getattr(base.document, kind), base.path.parent)
    except FileReferenceError:
        return None
    return None if real_path(path) == real_path(own.path) else load(path, kind).sources.of(kind)


def _alike(one: object, other: object) -> bool:
    """Whether two documents are equal, apart from the name given to a copy and a map's reference to its
    ruleset."""
    if isinstance(one, GameMap) and isinstance(other, GameMap):
        return replace(one, name="", ruleset="", extends="") == replace(
            other, name="", ruleset="", extends="")
    if isinstance(one, Ruleset) and isinstance(other, Ruleset):
        return replace(one, name="", extends="") == replace(other, name="", extends="")
    return one == other


def _usable(kind: Kind, file: SourceFile, sources: Sources, folder: Path) -> bool:
    """Whether a file can be referred to, is unchanged, and has the ruleset of the design."""
    if reference_to(kind, file.path, folder) is None:
        return False
    try:
        if read_text(file.path) != file.on_disk:
            return False
    except ReadError:
        return False
    if file.copy is None:
        return True
    # The original; its text must be that of the document compared.
    if file.on_disk != file.text:
        return False
    if not isinstance(file.document, GameMap):
        return True
    if sources.ruleset is None:
        return False
    try:
        named = resolve("ruleset", file.document.ruleset, file.path.parent)
    except FileReferenceError:
        return False
    return real_path(named) == real_path(sources.ruleset.path)
