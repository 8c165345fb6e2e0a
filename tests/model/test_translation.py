"""Texts of designs in another language: which there are, files of translations, stale ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.engine import check_design
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.translation_file import (
    TranslationError,
    languages_of,
    read_translation,
    texts_in_language,
    translation_files,
    translation_path,
    translation_text,
)
from visegrad_editor.model.translation import Translator, texts_of, translated

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
    assert len(check_design(there)) == len(check_design(design))
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
    assert list(after.lines) == [*all_texts(loaded.design), "Yours"]
    assert "no longer in the document" in there.read_text("utf-8")
    # Without the map and the ruleset only the texts of the scenario are there.
    own = translation_text(loaded.design, loaded.sources, "ja")
    assert "Mine" in own
    assert "Forest" not in own


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
