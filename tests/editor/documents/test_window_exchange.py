"""Import and export in the window, with real keys."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Any

import pytest
import xvfb
from PIL import Image
from pypdf import PdfReader
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.documents.import_dialogs import ReportDialog, TilesDialog
from visegrad_editor.editor.documents.run_dialog import FinishedGame, ResultDialog
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.engine import Game
from visegrad_editor.engine.record import record_of
from visegrad_editor.exchange.export import export
from visegrad_editor.exchange.hex_table import ENCODINGS
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: Hand) -> Hand:
    shared.window.session.history.mark_saved()
    assert shared.window.files.open("historical")
    shared.window.view.canvas.focus_force()
    shared.settle(0.2)
    return shared


def dialogs(hand: Hand, kind: type) -> list[Any]:
    return [w for w in hand.window.root.winfo_children() if isinstance(w, kind)]


def when_shown(hand: Hand, kind: type, act: Callable[[Any], None]) -> None:
    """Do something with the next dialog of a kind, as soon as it has the keyboard."""
    end = time.perf_counter() + 30

    def look() -> None:
        ready = [d for d in dialogs(hand, kind) if type(d) is kind and hand.has_keyboard(kind)]
        if ready:
            act(ready[0])
        elif time.perf_counter() < end:
            hand.window.root.after(50, look)
        else:
            # What waits for an answer would wait for ever.
            for dialog in dialogs(hand, Dialog):
                dialog.cancel()

    hand.window.root.after(50, look)


def press(key: str) -> Callable[[Any], None]:
    return lambda dialog: dialog.focus_get().event_generate(key)


@pytest.fixture
def import_from(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """File > Import by its key; the system's dialog for files answers at once."""
    def go(path: Path) -> None:
        monkeypatch.setattr(filedialog, "askopenfilename", lambda **_choices: str(path))
        hand.key("ctrl+shift+i", wait=0.3)

    return go


def test_a_table_is_imported_as_one_step_that_can_be_undone(
        hand: Hand, import_from: Callable[[Path], None], tmp_path: Path) -> None:
    session = hand.window.session
    before = session.design
    path = export(before, tmp_path / "hexes.csv", "hexes")
    text = path.read_text(encoding="utf-8-sig")
    text = text.replace("2017,clear", "2017,mountain").replace("Warsaw", "Warszawa")
    path.write_text(text, encoding="utf-8")
    when_shown(hand, ReportDialog, press("<Return>"))
    import_from(path)
    hand.until(lambda: session.design is not before)
    place = session.design.map.grid.parse("2017")
    assert place is not None
    assert session.design.map.terrain.at(place) == "mountain"
    assert session.design.map.place_at[place].name == "Warszawa"
    assert session.history.undo_label == "Import hexes.csv"
    hand.key("ctrl+z")
    assert session.design is before


def test_the_report_lists_changes_and_errors_and_escape_changes_nothing(
        hand: Hand, import_from: Callable[[Path], None], tmp_path: Path) -> None:
    session = hand.window.session
    before = session.design
    path = tmp_path / "hexes.csv"
    path.write_text("hex;terrain;name\n2017;bog;Warszawa\n9999;clear;\n", encoding="utf-8")
    seen: list[list[Any]] = []

    def look(dialog: ReportDialog) -> None:
        rows = next(c for c in dialog.list.winfo_children() if isinstance(c, ttk.Treeview))
        seen.append([rows.item(i)["values"] for i in rows.get_children()])
        wrong = next(c for c in dialog.problems.winfo_children() if isinstance(c, tk.Text))
        seen.append(wrong.get("1.0", "end").splitlines())
        press("<Escape>")(dialog)

    when_shown(hand, ReportDialog, look)
    import_from(path)
    hand.until(lambda: len(seen) == 2 and not dialogs(hand, ReportDialog))
    changes, wrong = seen
    assert changes == [[2017, "name", "Warsaw", "Warszawa"]]
    assert [line.split(":")[0] for line in wrong] == ["Line 2, hex 2017", "Line 3"]
    assert session.design is before


def test_a_map_edited_in_tiled_changes_the_open_one(
        hand: Hand, import_from: Callable[[Path], None], tmp_path: Path) -> None:
    session = hand.window.session
    before = session.design
    path = export(before, tmp_path / "map.tmx")
    text = path.read_text(encoding="utf-8")
    assert text.count('name="Warsaw"') == 1
    path.write_text(text.replace('name="Warsaw"', 'name="Varsovie"'), encoding="utf-8")
    when_shown(hand, TilesDialog, press("<Return>"))
    when_shown(hand, ReportDialog, press("<Return>"))
    import_from(path)
    hand.until(lambda: session.design is not before)
    assert {p.name for p in session.design.map.places} ^ {p.name for p in before.map.places} == {
        "Warsaw", "Varsovie"}
    assert session.design.map.terrain is before.map.terrain
    assert session.scenario is before.scenario
    hand.key("ctrl+z")
    assert session.design is before


FOREIGN = """<map orientation="hexagonal" width="2" height="2" tilewidth="64" tileheight="64"
 hexsidelength="32" staggeraxis="y" staggerindex="odd">
 <tileset firstgid="1" name="g" tilecount="2"><tile id="0" type="Grass"/>
 <tile id="1" type="Lava"/></tileset>
 <layer name="ground"><data encoding="csv">1,2,2,1</data></layer></map>"""


def test_a_foreign_map_opens_as_a_new_map_with_the_chosen_terrain(
        hand: Hand, import_from: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "theirs.tmx"
    path.write_text(FOREIGN, encoding="utf-8")
    seen: list[list[str]] = []

    def choose(dialog: TilesDialog) -> None:
        seen.append([dialog.tree.set(i, "terrain") for i in dialog.tree.get_children()])
        # The first tile that is not known is chosen already.
        dialog.terrain.set("Mountain")
        dialog.terrain.event_generate("<<ComboboxSelected>>")
        seen.append([dialog.tree.set(i, "terrain") for i in dialog.tree.get_children()])
        press("<Return>")(dialog)

    when_shown(hand, TilesDialog, choose)
    import_from(path)
    session = hand.window.session
    hand.until(lambda: session.design.map.title == "theirs")
    assert seen == [["Clear", "Clear ?"], ["Clear", "Mountain"]]
    map = session.design.map
    assert [map.terrain.at(Hex(c, r)) for r in (0, 1) for c in (0, 1)] == [
        "clear", "mountain", "mountain", "clear"]
    assert session.document.path is None
    assert session.history.changed
    assert hand.window.files.save_to(tmp_path / "mine.yaml")
    loaded = load(tmp_path / "mine.yaml")
    assert loaded.design is not None
    # Who wins by these rules needs hexes that this map does not have.
    assert {p.code for p in loaded.problems} == {"no-hexes", "never-true"}


def test_objects_that_the_ruleset_does_not_know_are_told_when_a_new_map_opens(
        hand: Hand, import_from: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "canals.tmx"
    canals = "".join(f'<object id="{i}" type="canal" x="20" y="10"><polyline points="0,0 9,9"/></object>'
                     for i in range(1, 23))
    path.write_text(FOREIGN.replace("</map>", f'<objectgroup name="Rivers">{canals}</objectgroup></map>'),
                    encoding="utf-8")
    told: list[str] = []

    def look(dialog: Dialog) -> None:
        told.extend(texts(dialog))
        press("<Escape>")(dialog)

    def take(dialog: TilesDialog) -> None:
        when_shown(hand, Dialog, look)
        press("<Return>")(dialog)

    when_shown(hand, TilesDialog, take)
    import_from(path)
    hand.until(lambda: told)
    assert hand.window.session.design.map.title == "canals"
    assert not hand.window.session.design.map.lines
    text = "\n".join(told)
    assert 'Object 1 of the layer "Rivers": the ruleset Visegrad 4 has no hexside kind "canal".' in text
    assert text.count("It was left out.") == 20
    assert "Left out as well: 2 more objects." in text


def test_unreadable_files_are_reported(
        hand: Hand, import_from: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "bad.tmx"
    path.write_text("<map", encoding="utf-8")
    told: list[str] = []

    def look(dialog: Dialog) -> None:
        told.extend(texts(dialog))
        press("<Escape>")(dialog)

    when_shown(hand, Dialog, look)
    import_from(path)
    hand.until(lambda: told)
    assert any("bad.tmx is not well-formed XML" in t for t in told)


def texts(widget: object) -> list[str]:
    found = []
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        if isinstance(child, ttk.Label):
            found.append(str(child.cget("text")))
        elif isinstance(child, tk.Text):
            found.append(child.get("1.0", "end"))
        found += texts(child)
    return found


def test_a_picture_is_exported_as_chosen_after_showing_its_size(hand: Hand, tmp_path: Path) -> None:
    hand.key("ctrl+e")
    hand.until(lambda: hand.has_keyboard(ExportDialog))
    (dialog,) = dialogs(hand, ExportDialog)
    assert isinstance(dialog, ExportDialog)
    png = next(i for i, (f, _) in enumerate(dialog.offers) if f.ending == ".png")
    dialog.tree.selection_set(str(png))
    dialog.fields.hex_size.set("10")
    dialog.fields.dots.set("72")
    dialog.fields.layers["counters"].set(False)
    hand.settle(0.3)
    told = str(dialog.extent.cget("text"))
    dialog.fields.dots.set("many")
    hand.settle(0.3)
    assert 'Dots per inch must be a number, not "many"' in str(dialog.extent.cget("text"))
    assert dialog.go.instate(["disabled"])
    dialog.fields.dots.set("72")
    hand.settle(0.3)
    dialog.write(tmp_path / "a.png")
    hand.until(lambda: dialog.made is not None)
    with Image.open(tmp_path / "a.png") as image:
        assert told.startswith(f"{image.width:,} × {image.height:,} pixels, ")
        assert image.info["dpi"] == pytest.approx((72, 72), abs=0.02)
    # A large one is stopped.
    dialog.fields.dots.set("600")
    hand.settle(0.3)
    dialog.write(tmp_path / "b.png")
    hand.settle(0.3)
    hand.click_on(dialog.close)
    hand.until(lambda: "Stopped" in str(dialog.status.cget("text")), seconds=60)
    assert not (tmp_path / "b.png").exists()
    hand.key("Escape")


def test_the_whole_map_is_offered_if_a_part_is_in_play(hand: Hand, tmp_path: Path) -> None:
    shown = []
    for name in ("historical", "first-steps"):
        assert hand.window.files.open(name)
        hand.window.view.canvas.focus_force()
        hand.key("ctrl+e")
        hand.until(lambda: hand.has_keyboard(ExportDialog))
        (dialog,) = dialogs(hand, ExportDialog)
        png = next(i for i, (f, _) in enumerate(dialog.offers) if f.ending == ".png")
        dialog.tree.selection_set(str(png))
        hand.settle(0.3)
        shown.append("Whole map, beyond what is in play" in [
            str(b.cget("text")) for b in dialog.fields.winfo_children()
            if isinstance(b, ttk.Checkbutton) and b.winfo_ismapped()])
        if name == "historical":
            hand.key("Escape")
    assert shown == [False, True]
    dialog.fields.hex_size.set("10")
    hand.settle(0.3)
    part = str(dialog.extent.cget("text"))
    dialog.fields.whole_map.set(True)
    hand.until(lambda: str(dialog.extent.cget("text")) != part)
    whole = str(dialog.extent.cget("text"))
    dialog.fields.dots.set("72")
    hand.settle(0.3)
    dialog.write(tmp_path / "whole.png")
    hand.until(lambda: dialog.made is not None)
    with Image.open(tmp_path / "whole.png") as image:
        assert str(dialog.extent.cget("text")).startswith(f"{image.width:,} × {image.height:,} pixels, ")
    assert int(part.split()[0].replace(",", "")) < int(whole.split()[0].replace(",", ""))
    hand.key("Escape")


def test_a_map_is_printed_over_as_many_pages_as_its_hexes_need(hand: Hand, tmp_path: Path) -> None:
    hand.key("ctrl+e")
    hand.until(lambda: hand.has_keyboard(ExportDialog))
    (dialog,) = dialogs(hand, ExportDialog)
    sheet = {c.name: i for i, (f, c) in enumerate(dialog.offers) if f.ending == ".pdf"}
    dialog.tree.selection_set(str(sheet["setup"]))
    hand.settle(0.2)
    assert tuple(dialog.paper.cget("values")) == ("A4", "Letter")
    dialog.tree.selection_set(str(sheet["map"]))
    hand.settle(0.2)
    assert "A3" in dialog.paper.cget("values")
    pages = dialog.fields.pages
    hand.click_on(pages.count)
    hand.key("Down")
    hand.key("Return")
    hand.until(lambda: pages.count.current() == 1)
    pages.hex_size.set("wide")
    hand.until(lambda: 'The size of a hex must be a number, not "wide"' in str(dialog.extent.cget("text")))
    assert dialog.go.instate(["disabled"])
    pages.hex_size.set("20")
    hand.until(lambda: "pages of A4" in str(dialog.extent.cget("text")))
    count = int(str(dialog.extent.cget("text")).split()[0])
    dialog.fields.layers["counters"].set(False)
    dialog.write(tmp_path / "a.pdf")
    hand.until(lambda: dialog.made is not None, seconds=60)
    assert len(PdfReader(tmp_path / "a.pdf").pages) == count + 1
    hand.key("Escape")


def test_another_encoding_of_a_table_is_chosen_in_the_dialog(
    hand: Hand, import_from: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "west.csv"
    path.write_bytes("hex,name\n1415,Orlè\n".encode("cp1252"))
    seen: list[str] = []

    def choose(dialog: ReportDialog) -> None:
        seen.append(dialog.encoding)
        dialog.encodings.current(list(ENCODINGS).index("windows-1252"))
        dialog.encodings.event_generate("<<ComboboxSelected>>")
        when_shown(hand, ReportDialog, accept)

    def accept(dialog: ReportDialog) -> None:
        seen.append(dialog.encoding)
        press("<Return>")(dialog)

    when_shown(hand, ReportDialog, choose)
    import_from(path)
    session = hand.window.session
    hand.until(lambda: session.history.undo_label)
    assert seen == ["windows-1250", "windows-1252"]
    assert session.design.map.place_at[Hex(*session.design.map.grid.parse("1415"))].name == "Orlè"  # type: ignore[misc]


def test_dialogs_begin_in_the_folder_of_the_last_file_if_the_open_one_is_a_sample(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[tuple[str, str]] = []

    def choose(**how: Any) -> str:
        began.append((how["title"], how["initialdir"]))
        return ""

    for name in ("askopenfilename", "asksaveasfilename"):
        monkeypatch.setattr(filedialog, name, choose)
    window = hand.window
    window.settings.remember(tmp_path / "used-last.yaml")
    for action in ("open", "save_as", "import_file", "style_other"):
        window.perform(action)
    export_dialog = ExportDialog(
        window.root, window.session, window.say, first_folder=window.files.initial_folder)
    export_dialog._ask_file()
    export_dialog.destroy()
    played = FinishedGame(record_of(Game.from_scenario(window.session.design)), ())
    result = ResultDialog(window.root, window.session, played, lambda _record: None, lambda: True,
                          window.session.design, window.files.initial_folder)
    result._save()
    result.destroy()
    assert [title for title, _ in began] == [
        "Open a scenario, a map, a card or a game", "Save as", "Import", "Open a style", "Export to",
        "Save the game file"]
    assert {folder for _, folder in began} == {str(tmp_path)}
