"""Texts on the map in another language, exports in it, and the file of a translation from the window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.documents.translation_dialog import (
    STATE,
    TEXT,
    TO,
    TranslationDialog,
    TranslationModel,
    counted,
    read_from_a_line,
    shown_on_a_line,
)
from visegrad_editor.editor.widgets.grid import Cell
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.translation_file import (
    TranslatedText,
    read_translation,
    texts_in_language,
)
from visegrad_editor.model.history import History
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


@contextmanager
def translating(hand: Hand, *keys: tuple[str, ...]) -> Iterator[list[TranslationDialog]]:
    """Opens the window of translations and gives it keys, which end with closing it; yields it."""
    seen: list[TranslationDialog] = []

    def look() -> None:
        seen.extend(w for w in hand.window.root.winfo_children() if isinstance(w, TranslationDialog))
        if not seen:
            hand.window.root.after(50, look)

    hand.window.root.after(50, look)
    hand.answer("^Translate$", *keys)
    hand.window.perform("translate")
    hand.settle(0.2)
    yield seen


def test_a_translation_is_begun_filled_in_undone_and_saved_in_the_window(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: hollen\n"
                    "special_rules: [One rule., Another rule.]\n", encoding="utf-8")
    there = tmp_path / "mine.pl.yaml"
    with window_on(path, tmp_path) as hand:
        window = hand.window
        window.settings.set("texts_language", "pl")
        (tmp_path / "mine.pl.yaml").write_text(
            "format: 2\nkind: translation\nlanguage: pl\ntexts:\n"
            "  - {text: Mind, to: Moje, where: 'scenario: title'}\n"
            "  - {text: Gone for ever, to: Dawno}\n", encoding="utf-8")
        # The title is outdated and confirmed; a rule is typed, taken back and typed again; all is saved.
        with translating(
                hand, ("key", "ctrl+Return"), ("key", "ctrl+n"), ("key", "ctrl+n"), ("type", "Pierwsza"),
                ("key", "Return"), ("key", "ctrl+z"), ("key", "ctrl+shift+z"), ("key", "ctrl+s"),
                ("key", "Escape")) as seen:
            assert seen
        written = read_translation(there)
        assert written.outdated == {}
        assert written.texts["Mine"] == "Moje"
        assert written.texts["Gone for ever"] == "Dawno"
        assert "Pierwsza" in written.texts.values()
        n = len(written.lines) - 1
        assert window.messages.text == f"Written mine.pl.yaml: 2 of {n} translated."
        # The check and the map know it at once.
        hand.until(lambda: not any(p.code == "translation-outdated" for p in window.session.problems))
        assert texts_in_language(window.files.sources, "pl")["Mine"] == "Moje"
        # What is not saved is asked for.
        before = there.read_bytes()
        hand.answer("Unsaved translations", ("key", "Tab"), ("key", "space"))
        with translating(hand, ("key", "Delete"), ("key", "Escape")):
            pass
        assert there.read_bytes() == before
        assert window.messages.text == "No translation was written."


def test_the_first_language_is_asked_for_and_unsaved_work_is_saved_first(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: velna\n", encoding="utf-8")
    with window_on(path, tmp_path) as hand:
        window, session = hand.window, hand.window.session
        hand.answer("^Language$", ("type", "Polish"), ("key", "Return"), ("key", "Escape"))
        window.perform("translate")
        assert list(tmp_path.glob("mine.*.yaml")) == []
        hand.answer("^Language$", ("type", "pl"), ("key", "Return"))
        with translating(hand, ("key", "ctrl+s"), ("key", "Escape")):
            pass
        n = len(read_translation(tmp_path / "mine.pl.yaml").lines)
        assert window.messages.text == f"Written mine.pl.yaml: 0 of {n} translated."
        window.perform("validate")
        own = len(texts_of(session.scenario))
        [note] = [p for p in session.problems if p.code == "translation-missing"]
        assert note.message.startswith(f"{own} texts of the scenario are not translated yet")
        assert session.scenario is not None
        session.edit("Title", with_scenario(session.design, replace(session.scenario, title="Ours")))
        hand.answer("^Save first$", ("key", "Escape"))
        window.perform("translate")
        assert "Save the scenario or map first" in window.messages.text
        assert session.unsaved
        hand.answer("^Save first$", ("key", "Return"))
        with translating(hand, ("key", "Escape")):
            pass
        assert not session.unsaved
        assert "title: Ours" in path.read_text("utf-8")


def model_of(*texts: TranslatedText) -> TranslationModel:
    model = TranslationModel()
    model.take("pl", History(texts))
    model.show_only("All texts", "")
    return model


TEXTS = (TranslatedText("One\ntwo", "scenario: notes"),
         TranslatedText("Foot", "unit: name", "Piechota", "Feet"),
         TranslatedText("Hill", "area: name", elsewhere=("Wzgórze", "map.pl.yaml")),
         TranslatedText("Old", "no longer in the document", "Stary"))


def test_what_is_listed_and_counted() -> None:
    model = model_of(*TEXTS)
    assert counted(model.texts) == "2 of 3 translated, 1 of them outdated"
    assert [model.text(Cell(row, STATE)) for row in range(4)] == [
        "missing", "outdated", "in map.pl.yaml", "no longer used"]
    assert model.text(Cell(0, TEXT)) == "One¶two"
    assert (model.text(Cell(2, TO)), model.hint(Cell(2, TO))) == ("", "Wzgórze")
    for shown, texts in (("Missing or outdated", ["One\ntwo", "Foot"]), ("Missing", ["One\ntwo"]),
                         ("Outdated", ["Foot"]), ("No longer in the document", ["Old"])):
        model.show_only(shown, "")
        assert [model.at(row).text for row in range(model.rows)] == texts
    model.show_only("All texts", "wzgórze area")
    assert [model.at(row).text for row in range(model.rows)] == ["Hill"]


def test_edits_of_several_cells_are_one_step_and_only_translations_can_be_changed() -> None:
    model = model_of(*TEXTS)
    assert model.paste(Cell(0, TO), [["Raz¶dwa"], ["Pieszo"]]) == ""
    assert [one.to for one in model.texts] == ["Raz\ndwa", "Pieszo", "", "Stary"]
    assert not model.texts[1].outdated
    assert model.history.position == 1
    assert model.confirm([0, 1]) == 0
    model.history.undo()
    assert model.texts == TEXTS
    assert model.confirm([0, 1, 2]) == 1
    assert model.texts[1] == TranslatedText("Foot", "unit: name", "Piechota")
    assert "Only translations" in model.enter(Cell(0, TEXT), "x")
    assert "there are 2" in model.paste(Cell(2, TO), [["a"], ["b"], ["c"]])
    assert model.enter(Cell(0, TO), "") == ""
    assert model.history.position == 1, "nothing was changed"


def test_a_new_line_and_its_sign_are_told_apart() -> None:
    texts = ("a\nb", "¶", "a¶\nb", "\\¶", "\\\n", "\\\\¶\n\n¶", "back\\slash", "")
    lines = [shown_on_a_line(text) for text in texts]
    assert [read_from_a_line(line) for line in lines] == list(texts)
    assert len(set(lines)) == len(texts)
    assert not any("\n" in line for line in lines)
    model = model_of(TranslatedText("See ¶ 5\nand 6", "scenario: notes", "Patrz ¶ 5\ni 6\n"))
    shown = model.text(Cell(0, TO))
    assert shown == "Patrz \\¶ 5¶i 6¶"
    assert model.enter(Cell(0, TO), shown) == ""
    assert model.history.position == 0, "nothing was changed"
    assert model.enter(Cell(0, TO), shown.replace("5", "7")) == ""
    assert model.texts[0].to == "Patrz ¶ 7\ni 6\n"
    assert model.enter(Cell(0, TO), model.text(Cell(0, TEXT))) == ""
    assert model.texts[0].to == model.texts[0].text


RULES = ("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: hollen\n"
         "special_rules: [One rule., Another rule., A third.]\n")
POLISH = ("# By Ola.\nformat: 2\nkind: translation\nlanguage: pl\ntexts:\n"
          "  # first\n  - {text: One rule., to: Raz}\n  - {text: Another rule., to: Dwa}\n"
          "  - {text: A third., to: Trzy}\n")


@pytest.mark.parametrize(("answer", "third"), [("Return", "Moje"), ("Tab", "Obce"), ("Escape", "Obce")])
def test_what_another_program_writes_meanwhile_is_kept(tmp_path: Path, answer: str, third: str) -> None:
    path, there = tmp_path / "mine.yaml", tmp_path / "mine.pl.yaml"
    path.write_text(RULES, encoding="utf-8")
    there.write_text(POLISH, encoding="utf-8")
    with window_on(path, tmp_path / "settings") as hand:
        window = hand.window
        assert window.session.document.path is not None
        dialog = TranslationDialog(
            window.root, window.session.design, window.files.sources, path, "pl")
        model, history = dialog.model, dialog.model.history

        def row(text: str) -> int:
            return next(i for i in range(model.rows) if model.at(i).text == text)

        assert model.enter(Cell(row("One rule."), TO), "Jeden") == ""
        there.write_text(POLISH.replace("Dwa", "Drugie").replace("# first", "# one"), encoding="utf-8")
        assert dialog.save()
        text = there.read_text("utf-8")
        assert text.startswith("# By Ola.\n")
        assert "  # one\n  - {text: One rule., to: Jeden" in text
        assert model.at(row("Another rule.")).to == "Drugie"
        assert "1 translation of it taken over" in dialog.below.get("1.0", "end")
        assert not history.changed
        # What was translated here and there is asked about.
        assert model.enter(Cell(row("A third."), TO), "Moje") == ""
        theirs = text.replace("Trzy", "Obce")
        there.write_text(theirs, encoding="utf-8")
        keys = [("key", "Tab"), ("key", "space")] if answer == "Tab" else [("key", answer)]
        hand.answer("^Changed on disk$", *keys)
        assert dialog.save() == (answer != "Escape")
        assert read_translation(there).texts["A third."] == third
        assert model.at(row("A third.")).to == ("Moje" if answer != "Tab" else "Obce")
        assert history.changed == (answer == "Escape")
        if answer == "Escape":
            assert there.read_text("utf-8") == theirs
            assert "was not saved" in dialog.below.get("1.0", "end")
            # A file that cannot be read is left alone, and one that was removed is written again.
            there.write_text("texts: [", encoding="utf-8")
            assert not dialog.save()
            assert "cannot be read" in dialog.below.get("1.0", "end")
            assert there.read_text("utf-8") == "texts: ["
            there.unlink()
            assert dialog.save()
            assert there.read_text("utf-8").startswith("# By Ola.\n")
            assert "removed" in dialog.below.get("1.0", "end")
        dialog.destroy()


def test_a_sample_is_saved_before_it_is_translated(hand: Hand) -> None:
    hand.answer("^Save first$", ("key", "Escape"))
    hand.window.perform("translate")
    assert "Save the scenario or map first" in hand.window.messages.text
