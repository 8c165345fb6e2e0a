"""Texts of designs in another language: which there are, files of translations, stale ones."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.engine import check_design
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.check import judged
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.fields import declared, entry_type, form_of, is_record
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.files.translation_file import (
    TranslatedText,
    TranslationError,
    languages_of,
    merged_texts,
    read_translation,
    texts_in_language,
    translation_files,
    translation_path,
    translation_text,
)
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.ruleset import Condition, Phase, Ruleset
from visegrad_editor.model.scenario import Scenario
from visegrad_editor.model.translation import TEXTS, Translator, texts_of, translated

SCENARIOS = [b.name for b in bundled() if b.kind == "scenario"]
MINE = "format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: hollen\n"
HEAD = "format: 2\nkind: translation\nlanguage: ja\ntexts:\n"


def opened(name: str | Path) -> LoadResult:
    loaded = load(name)
    assert loaded.design is not None
    return loaded


def design_of(name: str) -> Design:
    design = opened(f"scenarios/{name}").design
    assert design is not None
    return design


def all_texts(design: Design) -> dict[str, str]:
    return texts_of(design.scenario, design.map, design.ruleset)


def turned(text: str) -> str:
    return f"«{text}»"


def texts_turned(name: str) -> str:
    """A name in the other language; numbers such as 4/2 are no text."""
    return turned(name) if any(c.isalpha() for c in name) else name


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_text_of_a_sample_is_translated_and_references_stay_right(name: str) -> None:
    design = design_of(name)
    texts = all_texts(design)
    assert len(texts) > 50
    there = translated(design, {text: turned(text) for text in texts})
    assert list(all_texts(there)) == [turned(text) for text in texts]
    assert there.scenario is not None
    assert design.scenario is not None
    assert [u.name for u in there.scenario.units] == [texts_turned(u.name) for u in design.scenario.units]
    # As it judges them: problems of units that a rulebook names are told of those names only.
    told, before = ([p for p in judged(d, check_design(d)) if p.severity != "note"] for d in (there, design))
    assert len(told) == len(before)
    back = translated(there, {turned(text): text for text in texts})
    assert replace(back, scenario=None) == replace(design, scenario=None)
    assert back.scenario == design.scenario


def test_what_is_not_text_stays_and_equal_parts_are_shared() -> None:
    design = design_of("historical")
    texts = {text: turned(text) for text in all_texts(design)}
    translator = Translator(texts)
    one, two = translator.design(design), translator.design(design)
    assert one.map is two.map
    assert one.map.terrain is design.map.terrain
    assert one.scenario is not None
    assert two.scenario is not None
    assert design.scenario is not None
    assert all(a is b for a, b in zip(one.scenario.units, two.scenario.units, strict=True))
    moved = with_scenario(design, replace(design.scenario, turns=3))
    third = translator.design(moved)
    assert third.map is one.map
    assert third.scenario is not None
    assert third.scenario.turns == 3
    kept = translator.design(design, units=False)
    assert kept.scenario is not None
    assert [u.key for u in kept.scenario.units] == [u.key for u in design.scenario.units]
    assert kept.scenario.title == turned(design.scenario.title)
    assert Translator({}).design(design) is design


def test_a_name_that_another_unit_has_stays() -> None:
    design = design_of("hollen")
    there = translated(design, {"1st Foot": "Foot", "2nd Foot": "Foot", "Hussars": "3rd Foot"})
    assert there.scenario is not None
    names = [u.name for u in there.scenario.units]
    assert names[:4] == ["Foot", "2nd Foot", "3rd Foot", "Hussars"]


# -- files -----------------------------------------------------------------------------------------------


def test_the_file_that_is_written_holds_every_text_and_keeps_what_is_translated(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    loaded = opened(path)
    assert loaded.design is not None
    there = translation_path(path, "ja")
    assert there.name == "mine.ja.yaml"
    there.write_text(translation_text(loaded.design, loaded.sources, "ja", True), encoding="utf-8")
    empty = read_translation(there)
    assert list(empty.lines) == list(all_texts(loaded.design))
    assert (dict(empty.texts), empty.problems) == ({}, ())
    text = there.read_text("utf-8")
    for old, new in (('- text: Hollen\n    to: ""', "- text: Hollen\n    to: ホレン"),
                     ("text: Mine\n", "text: Yours\n"), ('to: ""', "to: 私の")):
        assert old in text
        text = text.replace(old, new, 1)
    there.write_text(text, encoding="utf-8")
    before = read_translation(there)
    assert before.texts == {"Yours": "私の", "Hollen": "ホレン"}
    there.write_text(translation_text(loaded.design, loaded.sources, "ja", True, before), encoding="utf-8")
    after = read_translation(there)
    assert after.texts == before.texts
    assert list(after.lines) == ["Mine", "Yours", *list(all_texts(loaded.design))[1:]]
    assert "no longer in the document" in there.read_text("utf-8")
    # Without the map and the ruleset only the texts of the scenario are there.
    own = translation_text(loaded.design, loaded.sources, "ja")
    assert "Mine" in own
    assert "Forest" not in own


def test_a_file_keeps_its_comments_its_order_and_all_that_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE + "special_rules: [One rule., Another rule., A third.]\n", encoding="utf-8")
    loaded = opened(path)
    assert loaded.design is not None
    there = translation_path(path, "ja")
    there.write_text(
        "# By Yuki, for the club.\r\n"
        "format: 2\r\nkind: translation\r\nlanguage: ja  # of Kyoto\r\nreviewer: Ken\r\ntexts:\r\n"
        "  # Rules first.\r\n"
        "  - {text: Another rule., to: '別', where: 'scenario: special rules'}  # short\r\n"
        "  - text: Mind          # the title, before\r\n"
        "    # not to be taken literally\r\n"
        "    to: 心\r\n"
        "    where: 'scenario: title'\r\n"
        "    checked: yes\r\n\r\n"
        "  - {text: Nowhere, to: ''}  # Of no use any more?\r\n"
        "  - {text: Nobody, to: ''}\r\n"
        "  - {text: Gone, to: 無, was: Went}\r\n", encoding="utf-8", newline="")
    before = read_translation(there)
    text = translation_text(loaded.design, loaded.sources, "ja", False, before)
    there.write_text(text, encoding="utf-8", newline="")
    for kept in ("# By Yuki", "language: ja  # of Kyoto\r\n", "reviewer: Ken\r\n",
                 "  # Rules first.\r\n  - {text: Another",
                 "to: '別', where: 'scenario: special rules'}  # short\r\n",
                 "  - text: Mine          # the title, before\r\n    # not to be taken literally\r\n"
                 "    to: 心\r\n    was: Mind\r\n", "    checked: yes\r\n", "# Of no use any more?",
                 "{text: Nowhere", "{text: Gone, to: 無, was: Went"):
        assert kept in text, kept
    assert "\n" not in text.replace("\r\n", "")
    after = read_translation(there)
    assert after.texts == {"Another rule.": "別", "Mine": "心", "Gone": "無"}
    assert after.outdated == {"Mine": "Mind", "Gone": "Went"}
    assert {"One rule.", "A third."} <= set(after.lines)
    assert translation_text(loaded.design, loaded.sources, "ja", False, after) == text, "once is enough"
    # Without a comment what the document has no longer, and nobody translated, goes.
    there.write_text(HEAD + "  - {text: Nobody, to: ''}\n  - {text: Mine, to: 私の}\n", encoding="utf-8")
    again = translation_text(loaded.design, loaded.sources, "ja", False, read_translation(there))
    assert "Nobody" not in again
    # A list that is empty or missing is filled, under the same head.
    for empty in ("texts: []\n", "texts:\n", ""):
        there.write_text("# Head\nformat: 2\nkind: translation\nlanguage: ja\n" + empty, encoding="utf-8")
        filled = translation_text(loaded.design, loaded.sources, "ja", False, read_translation(there))
        assert filled.startswith("# Head\n")
        assert "- text: Mine\n" in filled


def test_what_another_program_wrote_into_a_translation_is_taken_over() -> None:
    def rows(**to: str) -> tuple[TranslatedText, ...]:
        return tuple(TranslatedText(text, "unit: name", one) for text, one in to.items())

    before = rows(a="1", b="2", c="3", d="", e="5")
    here = rows(a="1", b="mine", c="mine", d="same", e="")
    there = rows(a="theirs", b="2", c="theirs", d="same", f="new")
    merged = merged_texts(before, here, there)
    assert {one.text: one.to for one in merged.texts} == {
        "a": "theirs", "b": "mine", "c": "mine", "d": "same", "e": "", "f": "new"}
    assert (merged.taken, merged.conflicts) == (("a", "f"), ("c",))


def test_stale_and_missing_texts_are_notes_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    (tmp_path / "mine.ja.yaml").write_text(
        HEAD + "  - {text: Mine, to: 私の}\n  - {text: Mind, to: 心}\n  - {text: Forest, to: 森, were: x}\n"
        "  - {text: Mine, to: 僕の}\n  - {to: 無}\n", encoding="utf-8")
    problems = {p.code: p for p in load(path).problems}
    assert set(problems) == {"translation-stale", "translation-missing", "unknown-key", "translation-twice",
                             "translation-entry"}
    stale = problems["translation-stale"]
    assert (stale.severity, stale.line) == ("note", 6)
    assert stale.file.endswith("mine.ja.yaml")
    assert '"Mind"' in stale.message
    assert problems["unknown-key"].line == 7
    assert problems["translation-missing"].severity == "note"
    assert load(path).design is not None


@pytest.mark.parametrize(("text", "told"), [
    ("format: 2\nkind: map\n", "is no translation"), ("texts: [", "cannot be read")])
def test_a_file_that_is_no_translation_is_a_warning_and_is_not_used(
    tmp_path: Path, text: str, told: str,
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    (tmp_path / "mine.pl.yaml").write_text(text, encoding="utf-8")
    loaded = opened(path)
    (problem,) = loaded.problems
    assert problem.severity == "warning"
    assert told in problem.message
    with pytest.raises(TranslationError, match=told):
        texts_in_language(loaded.sources, "pl")


def test_the_translation_of_the_scenario_comes_before_that_of_its_base(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    (tmp_path / "mine.ja.yaml").write_text(HEAD + "  - {text: Hollen, to: 別の名}\n", encoding="utf-8")
    (tmp_path / "mine.computed.yaml").write_text("", encoding="utf-8")
    sources = opened(path).sources
    assert set(translation_files(path)) == {"ja"}
    assert languages_of(sources) == ("ja",)
    texts = texts_in_language(sources, "ja")
    assert (texts["Hollen"], texts["Arn"]) == ("別の名", "アルン")
    with pytest.raises(TranslationError, match="There is `ja`"):
        texts_in_language(sources, "pl")
    with pytest.raises(TranslationError, match="no language code"):
        texts_in_language(sources, "Polish")


def test_the_japanese_example_is_complete() -> None:
    loaded = opened("scenarios/hollen")
    assert loaded.design is not None
    assert set(all_texts(loaded.design)) <= set(texts_in_language(loaded.sources, "ja"))
    assert loaded.problems == ()


def test_a_text_that_was_changed_marks_its_translation_as_outdated(tmp_path: Path) -> None:
    path, there = tmp_path / "mine.yaml", tmp_path / "mine.ja.yaml"
    mine = MINE.replace("title: Mine", "title: The winter war\nspecial_rules: [Rivers are frozen.]")
    path.write_text(mine, encoding="utf-8")
    there.write_text(
        HEAD + "  - {text: The winter war, to: 冬の戦争, where: 'scenario: title'}\n"
        "  - {text: Rivers are frozen., to: 川は凍結, where: 'scenario: special rules'}\n", encoding="utf-8")
    path.write_text(mine.replace("winter war", "Winter War"), encoding="utf-8")
    loaded = opened(path)
    assert loaded.design is not None
    [note] = [p for p in loaded.problems if p.code == "translation-outdated"]
    assert note.line == 5
    assert '"The winter war" is translated, and is "The Winter War" in the scenario now.' in note.message
    there.write_text(translation_text(
        loaded.design, loaded.sources, "ja", False, read_translation(there)), encoding="utf-8")
    again = read_translation(there)
    # The translation is used, and says what it was made for.
    assert again.texts == {"The Winter War": "冬の戦争", "Rivers are frozen.": "川は凍結"}
    assert again.outdated == {"The Winter War": "The winter war"}
    [note] = [p for p in load(path).problems if p.code == "translation-outdated"]
    assert "delete `was` of this entry" in note.message
    # Changed once more, it is still what was translated that counts.
    path.write_text(mine.replace("The winter war", "The Winter Wars"), encoding="utf-8")
    loaded = opened(path)
    assert loaded.design is not None
    there.write_text(translation_text(
        loaded.design, loaded.sources, "ja", False, read_translation(there)), encoding="utf-8")
    assert read_translation(there).outdated == {"The Winter Wars": "The winter war"}


def test_what_is_missing_is_counted_by_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE + "special_rules: [One rule., Another rule.]\n", encoding="utf-8")
    (tmp_path / "mine.ja.yaml").write_text(HEAD + "  - {text: Mine, to: 私の}\n", encoding="utf-8")
    [note] = [p for p in load(path).problems if p.code == "translation-missing"]
    assert "2 scenario: special rules" in note.message


def test_a_text_with_an_empty_translation_is_not_translated_yet(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE + "special_rules: [One rule., Another rule.]\n", encoding="utf-8")
    (tmp_path / "mine.ja.yaml").write_text(
        HEAD + '  - {text: Gone, to: ""}\n  - {text: One rule., to: ""}\n', encoding="utf-8")
    told = {p.line: (p.code, p.message) for p in load(path).problems}
    assert told[5] == ("translation-stale", (
        '"Gone" is in the scenario no longer, and was not translated yet. Delete this entry.'))
    code, message = told[6]
    assert code == "translation-missing"
    assert message.startswith("1 text of the scenario is not translated yet (1 scenario: special rules)")
    assert message.endswith("Write in `to` what it is to be.")
    code, message = told[1]
    assert "are not in the translation" in message
    assert message.endswith("`visegrad-editor translate` adds them.")


def test_each_check_reads_a_translation_that_has_changed(tmp_path: Path) -> None:
    path, there = tmp_path / "mine.yaml", tmp_path / "mine.ja.yaml"
    path.write_text(MINE, encoding="utf-8")
    loaded = opened(path)
    assert loaded.design is not None

    def notes() -> list[tuple[str, int]]:
        assert loaded.design is not None
        return [(p.code, p.line) for p in find_problems(loaded.design, loaded.sources, loaded.reading)
                if p.file.endswith("mine.ja.yaml")]

    assert notes() == []
    there.write_text(HEAD + "  - {text: Mind, to: 心}\n", encoding="utf-8")
    assert ("translation-missing", 1) in notes()
    assert notes() == notes()
    whole = translation_text(loaded.design, loaded.sources, "ja").replace('to: ""', "to: x")
    there.write_text(whole + "  - {text: Mind}\n", encoding="utf-8")
    assert notes() == [("translation-stale", len(whole.splitlines()) + 1)]
    there.unlink()
    assert notes() == []


def test_a_check_compares_a_translation_with_the_design_as_it_is_now(tmp_path: Path) -> None:
    path, there = tmp_path / "mine.yaml", tmp_path / "mine.ja.yaml"
    path.write_text(MINE, encoding="utf-8")
    loaded = opened(path)
    assert loaded.design is not None
    assert loaded.design.scenario is not None
    edited = with_scenario(loaded.design, replace(
        loaded.design.scenario, summary="Winter comes.", special_rules=("Rivers are frozen.",)))

    def codes(design: Design, sources: Sources) -> list[str]:
        return [p.code for p in find_problems(design, sources) if p.file.endswith("mine.ja.yaml")]

    saved = save_design(edited, loaded.sources)
    whole = translation_text(saved.design, saved.sources, "ja")
    there.write_text(whole, encoding="utf-8")
    assert "Winter comes." in whole
    # Neither edits that are not saved nor those of an earlier save are taken for texts that are gone.
    assert codes(edited, loaded.sources) == ["translation-missing"]
    assert codes(saved.design, saved.sources) == ["translation-missing"]
    there.write_text(whole.replace('to: ""', "to: x"), encoding="utf-8")
    assert codes(saved.design, saved.sources) == []
    # Without the texts again, as after Ctrl+Z, they are told as gone.
    assert "translation-stale" in codes(loaded.design, saved.sources)


# -- every free text -------------------------------------------------------------------------------------


NO_TEXTS = {
    ("*", "rule"): "the number of a rule", ("*", "version"): "the version of the document",
    ("*", "extends"): "a file", ("*", "ruleset"): "a file", ("*", "map"): "a file",
    ("*", "picture"): "a file",
    ("*", "symbol"): "the name of a drawing", ("*", "size"): "the name of a mark", ("*", "mark"): "as size",
    ("*", "pattern"): "the name of a drawing", ("*", "style"): "the name of a style",
    ("*", "hexes"): "hex numbers", ("*", "excluding"): "hex numbers",
    ("*", "in_zone"): "a word of the format",
    ("*", "set_up_order"): "ids", ("Start", "scored"): "hex numbers", ("Start", "free"): "hex numbers",
    ("Start", "done"): "words of the program",
    ("JudgedProblem", "reason"): "for who works on the file", ("JudgedProblem", "unit"): "a unit",
    ("DataSource", "licence"): "a legal name", ("DataSource", "url"): "an address",
    ("DataSource", "gives"): "ids",
    ("CombatTable", "columns"): "odds, which rules name", ("ResultCode", "id"): "an id",
    ("Option", "choices"): "ids, which scenarios and rules name", ("Zones", "lifted_by_friends"): "words",
    ("Zones", "blocks"): "words of the format", ("Retreat", "prefer"): "words of the format",
    ("Situation", "moved"): "a word of the format", ("UnitFilter", "named"): "units, which follow",
    ("Condition", "units"): "units, which follow", ("Condition", "places"): "places, which follow",
    ("Becomes", "result"): "an id", ("Becomes", "to"): "an id", ("Below", "result"): "an id",
    ("Change", "becomes"): "an id", ("Change", "zones"): "a word of the format", ("Losses", "unit"): "a unit",
    ("Setup", "box"): "the id of a box", ("CounterFace", "when_none"): "a sign",
}


def free_texts() -> dict[tuple[str, str], str]:
    """Every field for free text of the documents, by record and name, with its title."""
    todo: list[Any] = [Ruleset, GameMap, Scenario]
    seen: set[Any] = set()
    found = {}
    while todo:
        record = todo.pop()
        if record in seen:
            continue
        seen.add(record)
        for one in declared(record):
            kinds = list(kinds_in(one.hint))
            todo += [kind for kind in kinds if is_record(kind)]
            entry = entry_type(one.type)
            text = one.type if one.type is str else form_of(entry).type if entry is not None else None
            if text is str and not one.field.pattern and not (
                    entry is not None and form_of(entry).field.pattern):
                found[record.__name__, one.name] = str(one.field.title)
    return found


def kinds_in(hint: Any) -> Iterator[Any]:
    """The types that a type is made of."""
    bare = form_of(hint).type
    yield bare
    for part in typing.get_args(bare):
        if part is not Ellipsis:
            yield from kinds_in(part)


def test_every_free_text_is_translated_or_has_a_reason_not_to() -> None:
    texts = free_texts()
    assert len(texts) > 100
    untold = [key for key in texts if key[1] not in TEXTS.get(key[0], ())
              and key not in NO_TEXTS and ("*", key[1]) not in NO_TEXTS]
    assert untold == []
    # No reason is left of what is there no more, or is translated.
    assert [key for key in NO_TEXTS if key[0] != "*" and (
        key not in texts or key[1] in TEXTS.get(key[0], ()))] == []
    records = {record for record, _ in texts}
    assert set(TEXTS) <= records


def test_texts_of_options_and_names_of_places_and_units_follow() -> None:
    design = design_of("gsofg")
    changes = [o for o in design.ruleset.options if "NATO special forces" in str(o.changes)]
    assert len(changes) == 1
    there = translated(design, {"NATO special forces": "Specjalne"})
    [option] = [o for o in there.ruleset.options if o.id == changes[0].id]
    assert "Specjalne" in str(option.changes)
    assert "NATO special forces" not in str(option.changes)
    design = design_of("hollen")
    assert design.scenario is not None
    unit = design.scenario.units[0]
    place = next(p.name for p in design.map.places if p.name)
    goal = Condition(places=(place,), units=(unit.key,))
    rules = replace(design.ruleset, phases=(Phase("march", "March", when=goal),))
    there = translated(replace(design, ruleset=rules), {unit.name: "Pierwszy", place: "Gdzieś"})
    [now] = there.ruleset.phases
    assert now.when == Condition(places=("Gdzieś",), units=(f"{unit.nationality}/Pierwszy",))
