"""File > New in the window: empty maps by size and by paper, and the sheet of a template."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.new_dialog import NewDialog
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def dialog(hand: Hand) -> Iterator[NewDialog]:
    made = NewDialog(hand.window.root, [b for b in bundled() if b.kind != "ruleset"],
                     [b for b in bundled() if b.kind == "ruleset"], "",
                     ask_rest=lambda over, chosen: hand.window.files.ask_rest(over, chosen))
    made.present(made.tree)
    hand.settle(0.2)
    yield made
    if made.winfo_exists():
        made.destroy()
    hand.settle(0.1)


def test_an_empty_map_by_columns_and_rows_is_typed(hand: Hand, dialog: NewDialog) -> None:
    hand.type("empty map")
    hand.click_on(dialog.sheet.columns)
    hand.key("ctrl+a")
    hand.type("15")
    hand.key("Tab", "ctrl+a")
    hand.type("12")
    hand.click_on(dialog.sheet.numbers.first)
    hand.key("ctrl+a")
    hand.type("001.01")
    hand.settle(0.2)
    assert dialog.sheet.extent.cget("text") == "15 columns, 12 rows, 180 hexes."
    hand.key("Return")
    assert dialog.choice is not None
    grid = dialog.choice.grid
    assert grid is not None
    assert (grid.columns, grid.rows, grid.orientation) == (15, 12, "flat")
    assert grid.number(Hex(14, 11)) == "015.12"


def test_the_first_number_has_the_digits_that_the_size_needs(hand: Hand, dialog: NewDialog) -> None:
    hand.type("empty map")
    sheet = dialog.sheet

    def first_of(rows: str) -> str:
        hand.click_on(sheet.rows)
        hand.key("ctrl+a")
        hand.type(rows)
        hand.until(lambda: f" {rows} rows" in sheet.extent.cget("text"))
        return sheet.numbers.first.get()

    assert [first_of(rows) for rows in ("15", "300", "15")] == ["0101", "01 001", "0101"]
    hand.click_on(sheet.numbers.first)
    hand.key("ctrl+a")
    hand.type("001.01")
    assert first_of("16") == "001.01"


def test_an_empty_map_by_paper(hand: Hand, dialog: NewDialog) -> None:
    hand.type("empty map")
    hand.click_on(dialog.sheet.paper)
    hand.key("ctrl+a")
    hand.type("300x200")
    hand.settle(0.3)
    assert dialog.sheet.extent.cget("text") == (
        "19 columns, 10 rows, 190 hexes. The map is 268 x 168 mm.")
    hand.click_on(dialog.sheet.hex_size)
    hand.key("ctrl+a")
    hand.type("1")
    hand.settle(0.3)
    assert "Hexes are 5 to 100 mm" in dialog.sheet.wrong.cget("text")
    hand.key("Return")
    assert dialog.winfo_exists()
    assert dialog.choice is None


def test_invalid_fields_are_reported(hand: Hand, dialog: NewDialog) -> None:
    hand.type("empty map")
    hand.click_on(dialog.sheet.rows)
    hand.key("ctrl+a")
    hand.type("many")
    hand.settle(0.3)
    assert dialog.sheet.wrong.cget("text") == '"many" is not a number of rows.'
    hand.click_on(dialog.title_field)
    hand.key("ctrl+a", "Delete", "Return")
    assert dialog.wrong.cget("text") == "Enter a title."


def test_the_sheet_of_a_bundled_map_is_opened_and_saved(hand: Hand, tmp_path: Path) -> None:
    window = hand.window
    hand.answer("^New$", ("key", "End"), ("key", "Up"), ("key", "Tab"), ("key", "Tab"), ("key", "space"),
                ("key", "Return"))
    window.perform("new")
    session = window.session
    sample = load("maps/visegrad4").design
    assert sample is not None
    assert session.document.title == "Central and Eastern Europe (copy)"
    assert session.scenario is None
    assert session.design.map.grid == sample.map.grid
    assert session.design.map.places == ()
    target = tmp_path / "sheet.yaml"
    assert window.files.save_to(target)
    again = load(target).design
    assert again is not None
    assert again.map == session.design.map


def test_an_untouched_new_map_is_closed_without_a_question(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = hand.window
    files, session = window.files, window.session
    asked: list[str] = []

    def ask(_parent: object, title: str, *_rest: object) -> str:
        asked.append(title)
        return ""

    monkeypatch.setattr(files_module, "ask", ask)
    assert files.may_leave()
    hand.answer("New", ("type", "empty map"), ("key", "Return"))
    window.perform("new")
    hand.until(lambda: session.document.path is None and session.document.title == "New map")
    assert [step.label for step in session.history.steps] == ["New"]
    assert session.design.ruleset.name == session.design.map.ruleset.removeprefix("rulesets/") == "blank"
    assert files.may_leave()
    assert not asked
    # Nor would it be kept for the next start.
    assert not session.at_stake
    assert window.root.title().startswith("New map")
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(1, 1)], "sea")))
    assert not files.may_leave()
    # What was done and taken back may still be brought back.
    session.undo()
    assert not files.may_leave()
    assert len(asked) == 2


def test_rules_of_your_own_begin_from_the_ruleset_of_a_sample(
    hand: Hand, dialog: NewDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = {(dialog.tree.item(row)["text"].strip(), dialog.tree.set(row, "kind")): row
            for row in dialog.tree.get_children()}
    rulesets = [b for b in bundled() if b.kind == "ruleset"]
    assert len([r for r in rows if r[1] == "ruleset"]) == len(rulesets) > 3
    row = rows["The ford at Hollen", "ruleset"]
    dialog.tree.see(row)
    hand.settle(0.1)
    x, y, width, height = dialog.tree.bbox(row)
    hand.click((dialog.tree.winfo_rootx() + x + width // 2, dialog.tree.winfo_rooty() + y + height // 2))
    hand.settle(0.2)
    assert dialog.title_field.get() == "The ford at Hollen (own rules)"
    assert str(dialog.sheet.ruleset.cget("state")) == "disabled"
    hand.click_on(dialog.title_field)
    hand.key("ctrl+a")
    hand.type("My war")
    window, target = hand.window, tmp_path / "my-war.yaml"
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_k: str(target))
    hand.key("Return")
    assert dialog.choice is not None
    monkeypatch.setattr(window.files, "may_leave", lambda *_a: True)
    monkeypatch.setattr(
        "visegrad_editor.editor.documents.new_dialog.choose_template", lambda *_a: dialog.choice)
    window.perform("new")
    assert load(target).usable
    assert "extends: hollen" in target.read_text(encoding="utf-8")
    design = window.session.design
    assert (design.ruleset.name, design.ruleset.title) == ("my-war", "My war")
    assert design.ruleset.extends == "hollen"
    assert (window.session.document.title, design.map.places) == ("New map", ())
    assert window.files.save_to(tmp_path / "my-map.yaml")
    again = load(tmp_path / "my-map.yaml").design
    assert again is not None
    assert again.ruleset.title == "My war"


def test_a_new_ruleset_that_is_not_saved_leads_back_to_what_was_filled_in(
    hand: Hand, dialog: NewDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = hand.window.session.design
    answers = iter(["", str(tmp_path / "no" / "folder.yaml"), str(tmp_path / "my-war.yaml")])
    parents: list[object] = []

    def choose(**how: object) -> str:
        parents.append(how["parent"])
        return next(answers)

    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", choose)
    hand.type("ruleset hollen")
    hand.click_on(dialog.title_field)
    hand.key("ctrl+a")
    hand.type("My war")
    hand.click_on(dialog.sheet.columns)
    hand.key("ctrl+a")
    hand.type("15")
    for why in ("Nothing was begun: rules of your own need a file.", "there is no folder"):
        hand.key("Return")
        assert dialog.winfo_exists()
        assert why in dialog.wrong.cget("text")
        assert (dialog.title_field.get(), dialog.sheet.columns.get()) == ("My war", "15")
        assert hand.window.session.design is before
    hand.key("Return")
    assert parents == [dialog] * 3
    assert dialog.choice is not None
    assert dialog.choice.grid is not None
    assert dialog.choice.loaded is not None
    assert (dialog.choice.loaded.path, dialog.choice.grid.columns) == (tmp_path / "my-war.yaml", 15)


@pytest.mark.parametrize(("words", "kind"), [("empty map", "ruleset"), ("scenario hollen", "scenario")])
def test_a_file_that_cannot_be_read_is_told_in_the_dialog(
    hand: Hand, tmp_path: Path, words: str, kind: str
) -> None:
    """With file and reason, and all that was filled in stays."""
    path = tmp_path / "broken.yaml"
    path.write_text(f"format: 2\nkind: {kind}\nname: broken\ntitle: Broken\nturnz: 3\nturns: many\n", "utf-8")
    known = [b._replace(path=path) if b.kind == kind and (kind == "ruleset" or b.name == "hollen") else b
             for b in bundled()]
    dialog = NewDialog(hand.window.root, [b for b in known if b.kind != "ruleset"],
                       [b for b in known if b.kind == "ruleset"], "",
                       ask_rest=lambda over, chosen: hand.window.files.ask_rest(over, chosen))
    dialog.present(dialog.tree)
    hand.settle(0.2)
    before = hand.window.session.design
    try:
        hand.type(words)
        hand.click_on(dialog.title_field)
        hand.key("ctrl+a")
        hand.type("Mine")
        hand.key("Return")
        hand.settle(0.3)
        assert dialog.winfo_exists()
        told = dialog.wrong.cget("text")
        assert told.startswith("broken.yaml cannot be used. ")
        assert "broken.yaml:1: error: The " in told
        assert dialog.title_field.get() == "Mine"
        assert dialog.choice is None
        assert hand.window.session.design is before
    finally:
        dialog.destroy()
        hand.settle(0.1)


def titles(dialog: NewDialog) -> list[str]:
    return [dialog.tree.item(row)["text"].strip() for row in dialog.tree.get_children()]


def test_what_is_typed_is_searched_for_in_titles_names_kinds_and_summaries(
    hand: Hand, dialog: NewDialog
) -> None:
    everything = titles(dialog)
    assert everything[:2] == ["A scenario step by step", "An empty map"]
    assert len(everything) > 20
    # Letters typed on the list go into the field; the first row found is chosen.
    hand.type("wyszkow")
    assert titles(dialog) == ["Two turns: the field at Wyszków"]
    assert dialog.title_field.get() == "Two turns: the field at Wyszków (copy)"
    hand.key("ctrl+a")
    hand.type("map karn")
    assert [dialog.tree.set(r, "kind") for r in dialog.tree.get_children()] == ["map"]
    assert dialog.title_field.get() == "Karn under the peaks (copy)"
    hand.key("ctrl+a")
    hand.type("first steps")
    assert len(titles(dialog)) == 3
    hand.key("Down")
    assert dialog.tree.selection() == (dialog.tree.get_children()[1],)
    hand.key("ctrl+a")
    hand.type("zzz")
    assert titles(dialog) == []
    assert dialog.page.summary.cget("text").startswith("Nothing has these words")
    hand.key("Return")
    assert dialog.wrong.cget("text") == "Choose what to begin with."
    assert dialog.choice is None
    hand.key("ctrl+a", "BackSpace")
    assert titles(dialog) == everything
    hand.type("coming us")
    hand.key("Return")
    assert dialog.choice is not None
    assert dialog.choice.template is not None
    assert dialog.choice.template.name == "early-us-entry"


def test_a_template_shows_its_map_and_its_facts(hand: Hand, dialog: NewDialog) -> None:
    hand.type("scenario hollen")
    hand.until(lambda: dialog.page.facts.cget("text") != "…")
    assert dialog.page.facts.cget("text").startswith("The scenario hollen: 6 turns, 10 units; ")
    assert len(dialog.page.picture.find_all()) == 1
    hand.key("ctrl+a")
    hand.type("map velna")
    hand.until(lambda: dialog.page.facts.cget("text").startswith("The map velna: "))


@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_of_the_dialog_is_cut_off(hand: Hand, percent: int) -> None:
    window = hand.window
    window.perform(f"scale_{percent}")
    try:
        made = NewDialog(window.root, [b for b in bundled() if b.kind != "ruleset"],
                         [b for b in bundled() if b.kind == "ruleset"], "", "Three days")
        made.present(made.tree)
        hand.settle(0.3)
        assert titles(made)[0].startswith("Go on with")
        assert made.winfo_width() <= made.winfo_screenwidth()
        assert made.winfo_rooty() + made.winfo_height() <= made.winfo_screenheight()
        assert made.body.winfo_width() >= made.body.winfo_reqwidth()
        # Neither the list nor the title scroll away, only the page on the right does.
        for widget in (made.search, made.tree, made.title_field):
            assert widget.winfo_rooty() + widget.winfo_height() <= made.foot.winfo_rooty()
            assert widget.winfo_width() > 100
        for row in made.tree.get_children():
            made._select(row)
            hand.settle(0.02)
            page = made.sheet if made.sheet.winfo_ismapped() else made.page
            assert page.winfo_reqwidth() <= made._right._clip.winfo_width() + 1, row
        made.destroy()
    finally:
        window.perform("scale_100")
