"""Texts on the map in another language, exports in it, and the file of a translation from the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.translation_file import read_translation, texts_in_language
from visegrad_editor.model.translation import texts_of

pytestmark = MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("scenarios/hollen", tmp_path) as hand:
        yield hand


def shown(hand: Hand) -> Design:
    """The design as the map shows it."""
    design = hand.window.renderer._scene.design
    assert design is not None
    return design


def names_shown(hand: Hand) -> set[str]:
    return {place.name for place in shown(hand).map.places}


def test_the_map_shows_texts_in_another_language_and_edits_what_is_written(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    assert "Hollen" in names_shown(hand)
    hand.answer("Language of texts", ("key", "j"), ("key", "Return"))
    window.perform("texts_language")
    hand.settle(0.5)
    assert window.messages.text == "Texts on the map: ja."
    assert "ホレン" in names_shown(hand)
    assert session.scenario is not None
    assert [u.name for u in session.scenario.units][:2] == ["1st Foot", "2nd Foot"]
    moved = place_units(session.scenario, [session.scenario.units[0].key], "0306")
    session.edit("Move", with_scenario(session.design, moved))
    hand.settle(0.3)
    there = shown(hand).scenario
    assert there is not None
    assert next(u for u in there.units if u.name == "第1歩兵").hex == "0306"
    # The counters can be fanned out and taken as before.
    hand.click(hand.centre("0306"))
    assert session.units == (session.scenario.units[0].key,)
    hand.do("key", "f", wait=0.3)
    hand.do("key", "Escape", wait=0.2)
    # It is remembered, and a design without a translation is shown as it is written.
    session.history.mark_saved()
    assert window.files.open("scenarios/velna")
    hand.settle(0.3)
    assert window.renderer.translator is None
    window.perform("texts_language")
    assert "is not translated" in window.messages.text
    assert window.files.open("scenarios/hollen")
    hand.settle(0.3)
    assert "ホレン" in names_shown(hand)
    assert window.languages.choose("") == ""
    assert "Hollen" in names_shown(hand)


def test_an_export_is_in_the_language_of_the_map_or_another(hand: Hand, tmp_path: Path) -> None:
    window = hand.window
    assert window.languages.choose("ja") == ""
    window.perform("export")
    hand.settle(0.5)
    (dialog,) = (w for w in window.root.winfo_children() if isinstance(w, ExportDialog))
    assert dialog.fields.language is not None
    assert dialog.fields.language.get() == "ja"
    row = next(i for i, (f, _) in enumerate(dialog.offers) if f.ending == ".svg")
    dialog.tree.selection_set(str(row))
    hand.settle(0.2)
    assert dialog.fields.language.winfo_viewable()
    dialog.fields.lettering.current(0)
    for language, name in (("ja", "ホレン"), ("As written", "Hollen")):
        dialog.fields.language.set(language)
        path = tmp_path / f"{language}.svg"
        dialog.write(path)
        hand.until(path.exists)
        hand.until(lambda: dialog._worker is None)
        assert f">{name}<" in path.read_text("utf-8")
    dialog.cancel()


def test_a_translation_is_begun_in_the_window_and_kept_when_it_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: hollen\n", encoding="utf-8")
    there = tmp_path / "mine.pl.yaml"
    with window_on(path, tmp_path) as hand:
        window = hand.window
        hand.answer("Translate", ("type", "pl"), ("key", "Return"))
        window.perform("translate")
        hand.settle(0.2)
        n = len(read_translation(there).lines)
        assert window.messages.text == f"Written {there}: {n} texts, {n} of them to be translated."
        # The check reads the file as it is now.
        own = len(texts_of(window.session.scenario))
        window.perform("validate")
        [note] = [p for p in window.session.problems if p.code == "translation-missing"]
        assert note.message.startswith(f"{own} texts of the scenario are not translated yet")
        there.write_text(there.read_text("utf-8").replace('to: ""', "to: Moje", 1), encoding="utf-8")
        hand.answer("Translate", ("type", "pl"), ("key", "Return"))
        window.perform("translate")
        hand.settle(0.2)
        assert window.messages.text.endswith(f"{n} texts, {n - 1} of them to be translated.")
        hand.until(lambda: any(p.message.startswith(f"{own - 1} texts of the scenario are not translated yet")
                               for p in window.session.problems))
        assert texts_in_language(window.files.sources, "pl")["Mine"] == "Moje"
        hand.answer("Translate", ("type", "Polish"), ("key", "Return"), ("key", "Escape"))
        window.perform("translate")
        assert sorted(p.name for p in tmp_path.glob("mine.*.yaml")) == ["mine.pl.yaml"]
        assert window.session.scenario is not None
        window.session.change("Move", lambda d: with_scenario(
            d, place_units(window.session.scenario, [window.session.scenario.units[0].key], "0306")))  # type: ignore[arg-type, union-attr]
        window.perform("translate")
        assert "Save the scenario or map first" in window.messages.text
        window.session.history.mark_saved()


def test_a_sample_is_saved_before_it_is_translated(hand: Hand) -> None:
    hand.window.perform("translate")
    assert "Save the scenario or map first" in hand.window.messages.text
