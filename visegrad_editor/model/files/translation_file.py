"""Translations: files beside a scenario, map or ruleset that hold its texts in another language.

    my-war.yaml         the scenario
    my-war.pl.yaml      its Polish translation

A translator works on the translation alone; the document is never changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import VisegradError
from ...lazy_dataclass import dataclass
from ..design import Design
from ..frozen_data import FrozenMap
from ..problems import Problem
from ..translation import Texts, texts_of
from ..wording import count, listed, quoted
from .bytes import ReadError
from .plain_data import as_text
from .sources import Document, Kind, SourceFile, Sources
from .yaml_emit import Emitter
from .yaml_reader import Reading, read_file, read_yaml
from .yaml_splice import EntryEdit, SpliceError, splice, splice_entries
from .yaml_writer import comments_of

KIND = "translation"
_KINDS: tuple[Kind, ...] = ("scenario", "map", "ruleset")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
_KEYS = ("text", "to", "was", "where")
_GONE = "no longer in the document"
_SHOWN = 5
_COMPARED, _MOST_GONE = 400, 200
"""How much of a text is compared to find what it was, and with how many."""

_MOST_KEPT = 16
"""How many translations that were read are kept for the next check."""


class TranslationError(VisegradError):
    """A translation cannot be used; the text says which and why."""


@dataclass(frozen=True)
class Translation:
    """A translation file: the texts it has, with the lines of their entries, and what is wrong with it."""

    path: Path
    language: str
    texts: Texts
    lines: Mapping[str, int] = field(default_factory=dict, repr=False)
    outdated: Texts = field(default_factory=dict, repr=False)
    """For texts that have changed since they were translated, what they were then."""
    where: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Where the texts stand, or stood, in the document."""
    problems: tuple[Problem, ...] = ()
    reading: Reading | None = field(default=None, repr=False, compare=False)
    """The text of the file, into which changes are put."""


def check_language(language: str) -> str:
    """A language code such as `pl` or `pt-BR`; raises `TranslationError` for anything else."""
    if not _LANGUAGE.match(language):
        raise TranslationError(
            f"{quoted(language)} is no language code. Write for example `pl`, `ja` or `pt-BR`.")
    return language


def translation_path(document: Path, language: str) -> Path:
    """Where the translation of a document stands: `my-war.pl.yaml` beside `my-war.yaml`."""
    return document.with_name(f"{document.stem}.{check_language(language)}.yaml")


def translation_files(document: Path) -> dict[str, Path]:
    """The translations of a document, by language."""
    found: dict[str, Path] = {}
    try:
        beside = sorted(document.parent.glob("*.yaml"))
    except OSError:
        return {}
    for path in beside:
        stem, dot, language = path.stem.rpartition(".")
        if dot and stem == document.stem and _LANGUAGE.match(language):
            found[language] = path
    return found


def languages_of(sources: Sources) -> tuple[str, ...]:
    """The languages into which anything of a design is translated."""
    return tuple(sorted({language for file in _files(sources) for language in translation_files(file.path)}))


def texts_in_language(sources: Sources, language: str) -> Texts:
    """All texts of a design in a language: those of the scenario, before those of its base, of the map and of
    the ruleset. Raises `TranslationError` if nothing of it is translated into that language, or if a file
    cannot be read."""
    check_language(language)
    found: dict[str, str] = {}
    paths = _paths(sources, language)
    for path in paths:
        for text, to in read_translation(path).texts.items():
            found.setdefault(text, to)
    if not paths:
        known = languages_of(sources)
        has = (f"There is {listed([f'`{one}`' for one in known])}." if known
               else "There is none in any language.")
        name = next((file.path.stem for file in _files(sources)), "my-war")
        raise TranslationError(
            f"There is no translation into `{language}`. {has} It stands in a file {name}.{language}.yaml "
            f"beside {name}.yaml; `visegrad-editor translate` makes one.")
    return found


def texts_elsewhere(sources: Sources, language: str, path: Path) -> dict[str, tuple[str, str]]:
    """The texts in a language that other translations of a design than the one at `path` have: those of its
    base, its map and its ruleset, each with the name of the file. Raises `TranslationError` if one cannot be
    read."""
    found: dict[str, tuple[str, str]] = {}
    for other in _paths(sources, check_language(language)):
        if other.absolute() != path.absolute():
            for text, to in read_translation(other).texts.items():
                found.setdefault(text, (to, other.name))
    return found


def _paths(sources: Sources, language: str) -> list[Path]:
    """The translations of the files of a design into a language, those of the scenario first."""
    found = (translation_files(file.path).get(language) for file in _files(sources))
    return [path for path in found if path is not None]


def _files(sources: Sources) -> Iterator[SourceFile]:
    for source in (sources.scenario, sources.map, sources.ruleset):
        if source is not None:
            yield from source.chain()


# -- reading ---------------------------------------------------------------------------------------------


def read_translation(path: Path, shown: str = "") -> Translation:
    """Read a translation. What is wrong with entries becomes problems; raises `TranslationError` for a file
    that is none."""
    shown = shown or path.name
    try:
        reading = read_file(path)
    except ReadError as error:
        raise TranslationError(f"{shown} cannot be read: {error}") from None
    return _translation(reading, path, shown)


def _translation(reading: Reading, path: Path, shown: str) -> Translation:
    data = reading.data
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise TranslationError(
            f"{shown} is no translation: it must begin with `format: 2` and `kind: translation`.")
    language = path.stem.rpartition(".")[2]
    problems: list[Problem] = []
    stated = as_text(data.get("language")) or ""
    if stated != language:
        problems.append(Problem("warning", "translation-language", (
            f"The translation says `language: {stated}`, and its name says {language}."), shown,
            reading.line(("language",))))
    for key in data:
        if key not in ("format", "kind", "language", "texts"):
            problems.append(_unknown_key(key, shown, reading, (key,)))
    texts: dict[str, str] = {}
    lines: dict[str, int] = {}
    outdated: dict[str, str] = {}
    where: dict[str, str] = {}
    entries = data.get("texts")
    for i, entry in enumerate(entries if isinstance(entries, list) else ()):
        at = reading.line(("texts", i))
        text, to = (as_text(entry.get(k)) for k in ("text", "to")) if isinstance(entry, dict) else ("", "")
        if not text:
            problems.append(Problem("warning", "translation-entry", (
                "An entry of a translation needs a `text`, as it is in the document, and what it is `to` be."
                ), shown, at))
            continue
        problems += [_unknown_key(key, shown, reading, ("texts", i, key))
                     for key in entry if key not in _KEYS]
        if text in lines:
            problems.append(Problem("note", "translation-twice", (
                f"{quoted(text)} is translated twice; the first translation counts."), shown, at))
            continue
        lines[text] = at
        where[text] = as_text(entry.get("where")) or ""
        if to:
            texts[text] = to
        if to and (was := as_text(entry.get("was"))):
            outdated[text] = was
            problems.append(Problem("note", "translation-outdated", (
                f"{quoted(text)} was {quoted(was)} when it was translated. Correct what it is `to` be, or "
                "keep it, and then delete `was` of this entry."), shown, at))
    return Translation(path, language, texts, lines, outdated, where, tuple(problems), reading)


def _unknown_key(key: object, shown: str, reading: Reading, at: Any) -> Problem:
    return Problem("note", "unknown-key", f"A translation has no key {quoted(key)}.", shown, reading.line(at))


def translation_problems(sources: Sources, design: Design | None = None) -> tuple[Problem, ...]:
    """What is wrong with the translations of a design's own files: those that cannot be used, and notes of
    texts that are not translated or that the document has no longer. The texts are those of the `design`; of
    the files as they were read if there is none."""
    problems: list[Problem] = []
    # After a save, a source file still has the document that was read from it first.
    documents = {kind: getattr(design, kind, None) or getattr(sources.of(kind), "document", None)
                 for kind in _KINDS}
    for file in filter(None, map(sources.of, _KINDS)):
        for path in translation_files(file.path).values():
            shown = str(Path(file.name).with_name(path.name))
            try:
                translation = _read_if_changed(path, shown, *_stamp(path))
            except TranslationError as error:
                problems.append(Problem("warning", "translation", str(error), shown, 1))
                continue
            problems += [*translation.problems, *_misfits(translation, file.kind, documents, shown)]
    return tuple(problems)


def _stamp(path: Path) -> tuple[int, int]:
    """What tells a file from the one that was there before."""
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=_MOST_KEPT)
def _read_if_changed(path: Path, shown: str, _changed_at: int, _size: int) -> Translation:
    """A translation, read again only when its file is another one: the window checks after each edit."""
    return read_translation(path, shown)


def _misfits(
    translation: Translation, kind: Kind, documents: Mapping[Kind, Document | None], shown: str,
) -> Iterator[Problem]:
    own = texts_of(documents[kind])
    known = {*own, *texts_of(documents["map"], documents["ruleset"])}
    stale = [text for text in translation.lines if text not in known]
    became = {old: new for new, old in _changed(translation, own, known).items()}
    for text in stale[:_SHOWN]:
        if text in became:
            yield Problem("note", "translation-outdated", (
                f"{quoted(text)} is translated, and is {quoted(became[text])} in the {kind} now. "
                "`visegrad-editor translate` keeps the translation for that and marks it as outdated."),
                shown, translation.lines[text])
            continue
        yield Problem("note", "translation-stale", (
            f"{quoted(text)} is translated, but is in the {kind} no longer. Change the `text` of this "
            "entry to what is there now, or delete it." if text in translation.texts else
            f"{quoted(text)} is in the {kind} no longer, and was not translated yet. Delete this "
            "entry."), shown, translation.lines[text])
    if (more := len(stale) - _SHOWN) > 0:
        yield Problem("note", "translation-stale", (
            f"{count(more, 'more text')} that the {kind} no longer has."), shown,
            translation.lines[stale[_SHOWN]])
    missing = {text: where for text, where in own.items() if text not in translation.texts}
    for found, is_there in (
        ({text: where for text, where in missing.items() if text in translation.lines}, True),
        ({text: where for text, where in missing.items() if text not in translation.lines}, False),
    ):
        if not found:
            continue
        first, one = next(iter(found)), len(found) == 1
        said = "not translated yet" if is_there else "not in the translation"
        todo = ("Write in `to` what it is to be." if is_there and one else
                "Write in `to` of each what it is to be." if is_there else
                f"`visegrad-editor translate` adds {'it' if one else 'them'}.")
        yield Problem("note", "translation-missing", (
            f"{count(len(found), 'text')} of the {kind} {'is' if one else 'are'} {said} "
            f"({by_place(found)}), the first is {quoted(first)}. {todo}"),
            shown, translation.lines.get(first, 1))


def by_place(texts: Texts) -> str:
    """How many texts stand where, the most first: `12 unit: name, 3 entry: name`."""
    several = Counter(texts.values()).most_common()
    more = sum(n for _, n in several[_SHOWN:])
    parts = [f"{n} {where}" for where, n in several[:_SHOWN]]
    return ", ".join([*parts, f"{more} elsewhere"] if more else parts)


def _changed(translation: Translation, own: Texts, known: Collection[str]) -> dict[str, str]:
    """The texts of a document that are not translated, with the translated ones that they probably were:
    those most like them of the same place that the document does not have any more."""
    gone = [text for text in translation.texts if text not in known]
    found: dict[str, str] = {}
    for text, where in own.items():
        if text in translation.texts or not gone:
            continue
        before = [g for g in gone if translation.where.get(g, where) == where]
        near = get_close_matches(text[:_COMPARED], [g[:_COMPARED] for g in before[:_MOST_GONE]], 1, 0.6)
        if near:
            old = next(g for g in before if g[:_COMPARED] == near[0])
            found[text] = old
            gone.remove(old)
    return found


# -- writing ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TranslatedText:
    """A text of a design and its translation: what it is `to` be, "" while it is not translated; what it
    `was` when it was translated, "" if it is the same. `elsewhere` is what another translation of the design
    says, with the name of that file."""

    text: str
    where: str
    to: str = ""
    was: str = ""
    elsewhere: tuple[str, str] = ("", "")

    @property
    def gone(self) -> bool:
        """Whether the document has the text no longer."""
        return self.where == _GONE

    @property
    def missing(self) -> bool:
        """Whether it is to be translated yet."""
        return not (self.to or self.elsewhere[0] or self.gone)

    @property
    def outdated(self) -> bool:
        """Whether it has changed since it was translated."""
        return bool(self.to and self.was and not self.gone)


def translation_text(
    design: Design, sources: Sources, language: str, whole: bool = False, before: Translation | None = None,
) -> str:
    """The text of a translation file with every text of the opened document and, if it is to be `whole`, of
    its map and ruleset. What `before` has translated stays, also what the document has no longer, and so do
    its comments; what is to be translated is empty."""
    return text_of_translation(language, translated_texts(design, sources, whole, before), before)


def translated_texts(
    design: Design, sources: Sources, whole: bool = False, before: Translation | None = None,
    elsewhere: Mapping[str, tuple[str, str]] = FrozenMap(),
) -> tuple[TranslatedText, ...]:
    """The texts of the opened document and, if it is to be `whole`, of its map and ruleset, with what
    `before` has translated of them; then what else it has translated, or has of the other documents."""
    opened = "scenario" if sources.scenario else "map" if sources.map else "ruleset"
    order = ("scenario", "map", "ruleset")
    documents = [getattr(design, kind) for kind in order[order.index(opened):]]
    found = texts_of(*(documents if whole else documents[:1]))
    done = dict(before.texts) if before is not None else {}
    outdated = dict(before.outdated) if before is not None else {}
    every = texts_of(*documents)
    for text, old in _changed(before, every, every).items() if before is not None else ():
        # What a text was is the text that was translated, however often it has changed since.
        done[text], outdated[text] = done.pop(old), outdated.get(old, old)
    rows = [TranslatedText(text, where, done.pop(text, ""), outdated.get(text, ""),
                           elsewhere.get(text, ("", ""))) for text, where in found.items()]
    rows += [TranslatedText(text, every.get(text, _GONE), to, outdated.get(text, ""))
             for text, to in done.items()]
    # What is to be translated yet of the map or the ruleset stays in a file that has it.
    there = {one.text for one in rows}
    rows += [TranslatedText(text, every[text]) for text in (before.lines if before is not None else ())
             if text in every and text not in there]
    return tuple(rows)


def text_of_translation(
    language: str, texts: Iterable[TranslatedText], before: Translation | None = None,
) -> str:
    """The text of a translation file. What the document has no longer is in it if it is translated.

    It is the text of `before`, if there is one, with the changes written into it: comments, order and
    whatever else the file has stay as they are.
    """
    head: dict[str, Any] = {"format": 2, "kind": KIND, "language": check_language(language)}
    texts = tuple(texts)
    if before is not None and before.reading is not None:
        wanted = {one.text: (one.to, one.was if one.to else "") for one in texts if one.to or not one.gone}
        for text in _changed_texts(before.reading, head, texts):
            if _has(text, before.path, wanted):
                return text
    return Emitter(KIND).document({**head, "texts": [_entry(one) for one in texts if one.to or not one.gone]})


def _entry(one: TranslatedText) -> dict[str, Any]:
    was = {"was": one.was} if one.was and one.to else {}
    return {"text": one.text, "to": one.to, **was, "where": one.where}


def _has(text: str, path: Path, wanted: Mapping[str, tuple[str, str]]) -> bool:
    """Whether the text of a file has these translations, each with what its text was."""
    try:
        found = _translation(read_yaml(text), path, path.name)
    except (ReadError, TranslationError):
        return False
    return all(text in found.lines and to == found.texts.get(text, "") and was == found.outdated.get(text, "")
               for text, (to, was) in wanted.items())


def _changed_texts(
    reading: Reading, head: Mapping[str, Any], texts: Sequence[TranslatedText],
) -> Iterator[str]:
    """Texts to try, first those that keep most of the old text."""
    data = reading.data
    given = {key: value for key, value in data.items() if key != "texts"}
    after = {**{key: given[key] if as_text(given.get(key)) == str(value) else value
                for key, value in head.items()},
             **{key: value for key, value in given.items() if key not in head}}
    every = _entry_edits(data.get("texts"), texts)
    comments = comments_of(reading.text)
    for edits in (every, [edit for edit in every if edit.what != "delete"]):
        with suppress(SpliceError):
            text = splice_entries(reading.text, KIND, data, "texts", edits, given, after)
            # An entry that is no longer needed stays if a comment would go with it.
            if edits is not every or comments <= comments_of(text):
                yield text
    with suppress(SpliceError):
        yield splice(reading.text, KIND, data, {**given, "texts": None}, {
            **after, "texts": [_entry(one) for one in texts if one.to or not one.gone]})


def _entry_edits(given: Any, texts: Sequence[TranslatedText]) -> list[EntryEdit]:
    """The edits that make the entries of a file those of `texts`. What these do not have stays if it is no
    entry, or translated a second time."""
    entries = [entry if isinstance(entry, dict) else {} for entry in given] if isinstance(given, list) else []
    place: dict[str, int] = {}
    again = set()
    for i, entry in enumerate(entries):
        if (text := as_text(entry.get("text")) or "") in place:
            again.add(i)
        elif text:
            place[text] = i
    known = {one.text for one in texts}
    renamed = {name: i for text, i in place.items() if text not in known
               for name in (as_text(entries[i].get("was")) or "", text) if name}
    edits, stays, at = [], set(again), 0
    for one in texts:
        there = place.get(one.text)
        if there is None and one.was in renamed:
            there = renamed.pop(one.was)
        if one.gone and not one.to:
            continue
        if there is None or there in stays:
            edits.append(EntryEdit("insert", at, None, _entry(one)))
            continue
        stays.add(there)
        at = there + 1
        if (new := _changed_entry(entries[there], _entry(one))) != entries[there]:
            edits.append(EntryEdit("change", there, entries[there], new))
    edits += [EntryEdit("delete", i, None, None) for i in place.values() if i not in stays]
    return edits


def _changed_entry(entry: dict[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of a file with what it is to have; what says the same is left as it is written."""
    new = {key: entry[key] if key in entry and (as_text(entry[key]) or "") == value else value
           for key, value in wanted.items() if key in entry or value}
    return {**new, **{key: value for key, value in entry.items() if key not in _KEYS}}


# -- a file that was changed while it was edited ------------------------------------------------------------


@dataclass(frozen=True)
class MergedTexts:
    """Translations that were edited here and in the file at the same time. `taken` are the texts whose
    translation is that of the file, `conflicts` those that were translated otherwise here and there, which
    are as they were made here."""

    texts: tuple[TranslatedText, ...]
    taken: tuple[str, ...]
    conflicts: tuple[str, ...]


def merged_texts(
    before: Iterable[TranslatedText], here: Sequence[TranslatedText], there: Iterable[TranslatedText],
) -> MergedTexts:
    """The translations `here` with what was changed in the file, which has those `there` now and had those
    of `before`. A text that was not changed here is as it is there."""
    was = {one.text: (one.to, one.was) for one in before}
    now = {one.text: one for one in there}
    texts, taken, conflicts = list[TranslatedText](), list[str](), list[str]()
    for one in here:
        other = now.pop(one.text, replace(one, to="", was=""))
        mine, old, new = (one.to, one.was), was.get(one.text, ("", "")), (other.to, other.was)
        if new in (mine, old):
            texts.append(one)
            continue
        (conflicts if mine != old else taken).append(one.text)
        texts.append(one if mine != old else other)
    taken += [text for text, other in now.items() if other.to]
    return MergedTexts((*texts, *now.values()), tuple(taken), tuple(conflicts))
