"""The secret files of a card in its window: shown only when asked for, made, edited, saved, printed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from tkinter import filedialog

import pytest
import xvfb
from card_hand import CardHand, card_window
from dark_ford import write_dark_ford
from printed_text import printed_text

from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.secret_file import fingerprint_of_records, load_secret
from visegrad_editor.desk.words import plain_text
from visegrad_editor.editor.desk import card_files, secret_section
from visegrad_editor.editor.desk.secret_section import SecretSection

pytestmark = xvfb.MARKS
TITLE = SecretSection.title


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardHand]:
    with card_window(tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: CardHand) -> CardHand:
    return shared


def _section(hand: CardHand, name: Path | str) -> SecretSection:
    hand.show(name)
    hand.cards.page.choose(TITLE)
    hand.settle()
    section = hand.cards.page.section(TITLE)
    assert isinstance(section, SecretSection)
    return section


def _texts(widget: tk.Misc) -> str:
    """All that can be read in a widget and in those within it."""
    found = []
    for child in widget.winfo_children():
        if isinstance(child, tk.Entry):
            found.append(child.get())
        elif isinstance(child, tk.Text):
            found.append(child.get("1.0", "end"))
        elif child.winfo_class() == "Treeview":
            tree: tk.Misc = child
            found += [str(tree.item(row)) for row in tree.get_children()]  # type: ignore[attr-defined]
        found.append(_texts(child))
    return "\n".join(found)


def test_the_secrets_of_a_side_are_shown_only_when_asked_for(hand: CardHand) -> None:
    section = _section(hand, "lantern-hill")
    german, russian = section.buttons
    assert "Show the secrets of the German side" in german.cget("text")
    window = hand.cards.top
    assert "three geese" not in _texts(window)
    hand.click_on(german)
    shown = _texts(window)
    assert "three geese on the pond" in shown
    assert "P4" in shown
    assert "seven grey horses" not in shown
    hand.click_on(russian)
    shown = _texts(window)
    assert "seven grey horses" in shown
    assert "three geese" not in shown
    hand.click_on(russian)
    assert "seven grey" not in _texts(window)
    hand.click_on(german)
    hand.show("wet-harvest")
    hand.cards.page.choose(TITLE)
    hand.settle()
    assert hand.cards.page.chosen == TITLE
    assert "three geese" not in _texts(window)


def test_a_secret_file_is_made_typed_saved_and_taken_back(hand: CardHand, tmp_path: Path) -> None:
    path = tmp_path / "hill.yaml"
    sample = load_card("lantern-hill")
    assert sample.reading is not None
    lines = [line for line in sample.reading.text.splitlines(True) if not line.startswith("secret:")]
    path.write_text("".join(lines), "utf-8")
    section = _section(hand, path)
    button = section.buttons[0]
    assert button.cget("text") == "Make the secrets of the German side"
    hand.click_on(button)
    assert dict(hand.card.secret) == {"german": "hill.german.yaml"}
    assert any(one.problem.code == "no-file" for one in hand.cards.document.problems)
    document = section.shown_document
    assert document is not None
    assert hand.cards.unsaved
    form = section.records.form
    assert form is not None
    hand.fill(form.parts["word"].entry, "old oak")  # type: ignore[attr-defined]
    line = form.parts["hidden"].list.line  # type: ignore[attr-defined]
    hand.fill(line, "m4 german/4-6-7 german/8-1")
    hand.fill(line, "ZZ99 german/9-9-9")
    assert document.records.hidden == (("M4", ("german/4-6-7", "german/8-1")), ("ZZ99", ("german/9-9-9",)))
    assert document.records.word == "old oak"
    told = [one.problem.message for one in section.records.problems.problems]
    assert any("ZZ99" in text for text in told)
    assert any("german/9-9-9" in text for text in told)
    hand.cards.undo()
    hand.settle()
    assert document.records.hidden == (("M4", ("german/4-6-7", "german/8-1")),)
    assert section.records.mark.get() == f"Fingerprint {fingerprint_of_records(document.records)}"
    hand.key("ctrl+s")
    saved = load_secret(tmp_path / "hill.german.yaml")
    assert saved.records == document.records
    assert not hand.cards.unsaved
    assert all(one.problem.code != "no-file" for one in hand.cards.document.problems)
    hand.cards.redo()
    assert hand.cards.unsaved
    hand.click_on(section.records.save_button)
    assert (tmp_path / "hill.german.yaml~").is_file()
    assert load_card(str(path)).card == hand.card


def test_another_text_on_disk_and_closing_are_asked_about(
    hand: CardHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_dark_ford(tmp_path)
    section = _section(hand, path)
    assert section.open("german")
    hand.settle()
    document = section.shown_document
    form = section.records.form
    assert document is not None
    assert form is not None
    hand.fill(form.parts["word"].entry, "something else")  # type: ignore[attr-defined]
    asked: list[str] = []

    def answer(*words: object, **_options: object) -> str:
        asked.append(str(words[2]))
        return ""

    monkeypatch.setattr(secret_section, "ask", answer)
    assert not hand.cards.may_leave()
    assert "secret records of the German side have unsaved changes" in asked[0]
    own = tmp_path / "german.yaml"
    own.write_text(own.read_text("utf-8") + "# later\n", "utf-8")
    for choice, words in (("", "# later"), ("over", "something else")):
        monkeypatch.setattr(secret_section, "ask_replace", lambda *_words, c=choice: c)
        assert section.save() == (choice == "over")
        assert words in own.read_text("utf-8")
    assert hand.cards.may_leave()


def test_the_sheets_of_a_side_are_exported_and_a_sample_is_saved_elsewhere_with_its_files(
    hand: CardHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = _section(hand, "lantern-hill")
    told: list[str] = []
    monkeypatch.setattr(secret_section, "message", lambda *words: told.append(str(words[2])))
    monkeypatch.setattr(card_files, "message", lambda *words: told.append(str(words[2])))
    assert section.open("german")
    hand.settle()
    assert not section.save()
    assert "Save the card first" in told.pop()
    menu = hand.cards.secret_sheets
    hand.cards._fill_secret_sheets()
    assert [menu.entrycget(i, "label") for i in range(2)] == ["Of the German side…", "Of the Russian side…"]
    out = tmp_path / "ours.pdf"
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_options: str(out))
    menu.invoke(0)
    text = printed_text(out.read_bytes())
    assert "P4" in text
    assert "R6" in text
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_options: str(tmp_path / "mine.yaml"))
    assert hand.cards.files.save_as()
    for side in ("german", "russian"):
        assert (tmp_path / f"lantern-hill.{side}.yaml").is_file()
    form = section.records.form
    assert form is not None
    hand.fill(form.parts["word"].entry, "four geese")  # type: ignore[attr-defined]
    assert section.save()
    loaded = load_secret(tmp_path / "lantern-hill.german.yaml").records
    assert loaded is not None
    assert loaded.word == "four geese"
    assert told == []


def test_what_the_card_says_is_copied_without_secrets(hand: CardHand) -> None:
    hand.show("lantern-hill")
    hand.cards.copy_as_text()
    text = hand.cards.root.clipboard_get()
    assert text == plain_text(hand.card)
    assert "geese" not in text
