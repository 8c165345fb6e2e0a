"""Selecting, copying, pasting and stamps under real mouse and key events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.map.overlay import overlay_tags
from visegrad_editor.editor.panels.region_dialogs import ReplaceAllDialog, SelectByDialog
from visegrad_editor.editor.panels.stamps_panel import SaveStampDialog
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.pieces import cut_out
from visegrad_editor.model.files.stamp_file import load_stamp, stamp_text
from visegrad_editor.model.stamp import Stamp

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def _hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        hand.window.view.zoom(1)
        yield hand


@pytest.fixture
def hand(_hand: Hand) -> Hand:
    """The window as it was opened: nothing selected, nothing changed, the selection tool in hand."""
    window = _hand.window
    window.session.history.jump(0)
    window.session.select_region(())
    window.session.select(None)
    window.session.choose(selector="box", wand_match="terrain")
    window.session.brush.piece = None
    window.use_tool("select")
    window.view.canvas.focus_force()
    _hand.settle()
    return _hand


def numbers(hand: Hand) -> set[str]:
    """The numbers of the selected hexes."""
    grid = hand.window.session.design.map.grid
    return {grid.number(h) for h in hand.window.session.region}


def hex_of(hand: Hand, number: str) -> Hex:
    hex = hand.window.session.design.map.grid.parse(number)
    assert hex is not None
    return hex


def select_box(hand: Hand, one: str, other: str) -> None:
    hand.window.use_tool("region")
    hand.drag(hand.centre(one), hand.centre(other))


def answered(hand: Hand, id: str, act: Callable[[], None], seconds: float = 0.4) -> None:
    """Carry out an action that opens a dialog, and act while it is open."""
    hand.window.root.after(round(seconds * 1000), act)
    hand.window.perform(id)
    hand.settle()


def dialog(hand: Hand, kind: type) -> object:
    return next(c for c in hand.window.root.winfo_children() if isinstance(c, kind))


# -- selecting --------------------------------------------------------------------------


def test_a_box_is_dragged_and_the_keys_add_and_remove(hand: Hand) -> None:
    hand.key("s")
    assert hand.window.controller.tool.id == "region"
    hand.drag(hand.centre("1818"), hand.centre("1817"), hand.centre("1916"))
    assert numbers(hand) == {"1818", "1817", "1816", "1918", "1917", "1916"}
    assert {"region", "region-tint"} <= overlay_tags(hand.window.view.canvas)
    hand.do("mousemove", *hand.centre("2018"), "keydown", "shift", "mousedown", 1)
    hand.do("mousemove", *hand.centre("2017"))
    assert hand.window.controller.words == "Add 2 hexes: 8 selected"
    hand.do("mouseup", 1, "keyup", "shift")
    assert len(numbers(hand)) == 8
    hand.do("mousemove", *hand.centre("1817"), "keydown", "ctrl", "click", 1, "keyup", "ctrl")
    assert len(numbers(hand)) == 7
    assert "1817" not in numbers(hand)
    hand.key("Escape")
    assert numbers(hand) == set()
    assert "region" not in overlay_tags(hand.window.view.canvas)
    hand.key("Escape")
    assert hand.window.controller.tool.id == "select"
    assert hand.window.session.history.position == 0


def test_lasso_and_wand(hand: Hand) -> None:
    hand.key("s", "s")
    assert hand.window.session.brush.selector == "lasso"
    hand.drag(*(hand.centre(n) for n in ("1818", "1815", "2015", "2018", "1818")))
    assert {"1816", "1917", "1916"} <= numbers(hand)
    assert "2114" not in numbers(hand)
    hand.key("s")
    assert hand.window.session.brush.selector == "wand"
    marsh = [h for h in hand.window.session.design.map.grid
             if hand.window.session.design.map.terrain.at(h) == "marsh"]
    number = hand.window.session.design.map.grid.number(marsh[0])
    hand.do("mousemove", *hand.centre(number))
    told = hand.window.controller.words
    hand.click(hand.centre(number))
    assert told == f"Select {len(numbers(hand))} hexes"
    assert hex_of(hand, number) in hand.window.session.region


def test_the_keyboard_selects_too(hand: Hand) -> None:
    hand.key("s")
    hand.window.controller.go_to(hex_of(hand, "1818"))
    hand.key("Return")
    assert numbers(hand) == {"1818"}
    hand.key("shift+Right", "shift+Right", "shift+Down")
    assert numbers(hand) == {"1818", "1817", "1816", "1918", "1917", "1916"}
    hand.key("ctrl+period")
    assert len(numbers(hand)) > 12
    hand.key("ctrl+comma")
    assert len(numbers(hand)) == 6
    hand.key("ctrl+i")
    whole = len(hand.window.session.design.map.grid)
    assert len(numbers(hand)) == whole - 6
    hand.key("ctrl+a")
    assert len(numbers(hand)) == whole
    hand.key("ctrl+d")
    assert numbers(hand) == set()


# -- cut, copy, paste -------------------------------------------------------------------


def test_copy_shows_a_ghost_that_turns_and_one_click_is_one_step(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    select_box(hand, "2018", "2016")
    hand.key("ctrl+c", "ctrl+v")
    assert window.controller.tool.id == "paste"
    hand.do("mousemove", *hand.centre("1613"))
    hand.do("mousemove", *hand.centre("1612"))
    assert window.controller.words.startswith("Paste 3 hexes, in place of")
    before = session.design
    piece = session.brush.piece
    hand.key("r", "r", "r", "shift+r", "m", "m", "shift+r", "shift+r")
    assert session.brush.piece == piece
    assert window.controller.tool.id == "paste"
    hand.click(hand.centre("1612"))
    assert session.history.undo_label == "Paste 3 hexes at 1612"
    assert session.design.map.place_at[hex_of(hand, "1612")].name == "Warsaw"
    assert numbers(hand) == {"1613", "1612", "1611"}
    assert session.design.scenario is before.scenario
    hand.key("ctrl+z")
    assert session.design == before
    hand.key("Escape")
    assert window.controller.tool.id == "region"


def test_cut_and_paste_on_the_spot_leaves_nothing_to_save(hand: Hand) -> None:
    session = hand.window.session
    before = session.design
    select_box(hand, "2119", "1915")
    hand.key("ctrl+x")
    assert session.history.undo_label == "Cut 15 hexes"
    assert hex_of(hand, "2017") not in session.design.map.place_at
    hand.key("ctrl+v")
    hand.click(hand.centre("2017"))
    assert session.design.map == before.map
    assert not session.history.changed


def test_a_piece_is_pasted_with_the_keyboard(hand: Hand) -> None:
    session = hand.window.session
    select_box(hand, "2017", "2017")
    hand.key("ctrl+c", "ctrl+v")
    hand.window.controller.go_to(hex_of(hand, "1612"))
    hand.key("Right", "Left", "Return")
    assert session.design.map.place_at[hex_of(hand, "1612")].name == "Warsaw"


def test_text_from_elsewhere_is_pasted_and_junk_is_refused_with_a_message(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    said: list[str] = []
    for junk in ("", "Dear all, the turn file is attached.", "kind: stamp\nhexes: {"):
        window.root.clipboard_clear()
        window.root.clipboard_append(junk)
        window.messages.clear()
        hand.key("ctrl+v")
        said.append(window.messages.text)
    assert window.controller.tool.id == "select"
    assert len(said) == 3
    assert all(text.startswith("The clipboard ") for text in said)
    design = session.design
    text = stamp_text(Stamp("Mailed", cut_out(design, [hex_of(hand, "2017")]), "visegrad4"))
    window.root.clipboard_clear()
    window.root.clipboard_append(text)
    hand.key("ctrl+v")
    hand.click(hand.centre("1612"))
    assert session.design.map.place_at[hex_of(hand, "1612")].name == "Warsaw"


def test_another_process_reads_what_was_copied(hand: Hand) -> None:
    select_box(hand, "2018", "2016")
    hand.key("ctrl+c")
    text = hand.window.root.clipboard_get()
    assert text.startswith("format: 1\nkind: stamp\n")
    assert "Warsaw" in text


def test_typing_keeps_its_own_copy_and_paste(hand: Hand) -> None:
    window = hand.window
    select_box(hand, "2018", "2016")
    window.show_panel("units")
    search = window.units.search
    search.delete(0, "end")
    hand.click_on(search)
    hand.type("rifles")
    hand.key("ctrl+a", "ctrl+c")
    assert window.root.clipboard_get() == "rifles"
    hand.key("ctrl+x")
    assert search.get() == ""
    hand.key("ctrl+v")
    assert search.get() == "rifles"
    assert window.controller.tool.id == "region"
    assert window.session.history.position == 0
    search.delete(0, "end")


def test_counters_are_cut_too_when_they_are_ticked(hand: Hand) -> None:
    session = hand.window.session
    select_box(hand, "2017", "2017")
    hand.key("ctrl+c", "ctrl+v")
    session.choose(parts=session.brush.parts | {"counters"})
    hand.click(hand.centre("1612"))
    session.choose(parts=session.brush.parts - {"counters"})
    assert session.scenario is not None
    assert session.scenario.unit_by_key["poland/20th Mechanized (2)"].hex == "1612"


# -- on the selection -------------------------------------------------------------------


def test_fill_clear_turn_and_mirror(hand: Hand) -> None:
    session = hand.window.session
    session.choose(terrain="mountain")
    select_box(hand, "1818", "1816")
    hand.key("ctrl+l")
    assert session.history.undo_label == "Fill 3 hexes with Mountain"
    hand.key("ctrl+bracketright")
    assert session.history.undo_label == "Turn 3 hexes right by 60°"
    assert {session.design.map.terrain.at(h) for h in session.region} == {"mountain"}
    assert numbers(hand) != {"1818", "1817", "1816"}
    hand.key("ctrl+bracketleft")
    assert numbers(hand) == {"1818", "1817", "1816"}
    hand.key("ctrl+m")
    assert numbers(hand) == {"1818", "1817", "1816"}
    hand.key("ctrl+Delete")
    assert session.history.undo_label == "Clear 3 hexes"
    assert {session.design.map.terrain.at(h) for h in session.region} == {"clear"}


def test_select_by_and_replace_all_count_and_highlight_hexes(hand: Hand) -> None:
    window, session = hand.window, hand.window.session

    capital = {p.hex for p in session.design.map.places if "capital" in p.features}

    def capitals() -> None:
        asked = dialog(hand, SelectByDialog)
        asked.what.value = "feature"
        asked.what.box.event_generate("<<ComboboxSelected>>")
        asked.value.value = "capital"
        asked.value.box.event_generate("<<ComboboxSelected>>")
        assert asked.words.cget("text").startswith(f"{len(capital)} hexes found")
        assert "highlight" in overlay_tags(window.view.canvas)
        asked.event_generate("<Return>")

    answered(hand, "select_by", capitals)
    map = session.design.map
    assert session.region == capital

    def marsh_to_lake() -> None:
        asked = dialog(hand, ReplaceAllDialog)
        asked.where.set("map")
        asked.old.value, asked.new.value = "marsh", "lake"
        asked.old.box.event_generate("<<ComboboxSelected>>")
        asked.go.invoke()

    answered(hand, "replace_all", marsh_to_lake)
    assert session.history.undo_label.startswith("Replace ")
    assert "marsh" not in {session.design.map.terrain.at(h) for h in map.grid}
    assert "highlight" not in overlay_tags(window.view.canvas)


def test_the_replace_tool_changes_a_terrain_everywhere(hand: Hand) -> None:
    session = hand.window.session
    hand.key("g")
    session.choose(terrain="lake")
    marsh = next(h for h in session.design.map.grid if session.design.map.terrain.at(h) == "marsh")
    number = session.design.map.grid.number(marsh)
    hand.do("mousemove", *hand.centre(number))
    assert "to Lake: " in hand.window.controller.words
    hand.click(hand.centre(number))
    assert "marsh" not in {session.design.map.terrain.at(h) for h in session.design.map.grid}
    assert session.history.position == 1


def test_a_right_click_lists_the_commands_for_the_selection(hand: Hand) -> None:
    window = hand.window
    offered: list[list[str]] = []
    controller, menu = window.controller, window.map_menu
    popup, controller.menu = controller.menu, lambda *_: offered.append([e.label for e in menu.entries()])
    try:
        hand.window.use_tool("region")
        hand.click(hand.centre("1612"), 3)
        select_box(hand, "1818", "1816")
        hand.key("v")
        hand.click(hand.centre("1817"), 3)
        hand.click(hand.centre("1612"), 3)
    finally:
        controller.menu = popup
    tool, inside, outside = offered
    assert {"Cut", "Copy", "Paste", "Save selection as stamp…", "Select by…", "Grow"} <= set(tool)
    assert {"Cut", "Copy", "Turn right by 60°", "Flip counter"} <= set(inside)
    assert "Cut" not in outside
    assert numbers(hand) == {"1818", "1817", "1816"}


# -- stamps -----------------------------------------------------------------------------


def test_a_stamp_is_saved_shown_placed_renamed_and_deleted(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    select_box(hand, "2018", "2016")

    def save() -> None:
        asked = dialog(hand, SaveStampDialog)
        asked.save()
        assert "title" in asked.wrong.cget("text")
        asked.title_field.insert(0, "Warsaw and around")
        asked.event_generate("<Return>")

    answered(hand, "save_stamp", save)
    path = window.stamps.folder / "warsaw-and-around.yaml"
    assert load_stamp(path).title == "Warsaw and around"
    window.show_panel("stamps")
    hand.settle(0.3)
    panel = window.dock.panel("stamps")
    titles = [str(row.cget("text")).strip() for row in panel.rows]
    assert titles[0] == "Warsaw and around"
    assert {"Small lake", "Mountain chain", "Crossroads town"} < set(titles)
    hand.click_on(panel.rows[0])
    hand.click(hand.centre("1612"))
    assert session.design.map.place_at[hex_of(hand, "1612")].name == "Warsaw"
    kept = window.stamps.all()[0]
    window.stamps.rename(kept, "Capital")
    hand.settle()
    assert str(panel.rows[0].cget("text")).strip() == "Capital"
    window.stamps.delete(window.stamps.all()[0])
    hand.settle()
    assert not path.exists()
    assert "Capital" not in [str(row.cget("text")).strip() for row in panel.rows]
    window.show_panel("tools")


def test_a_broken_stamp_is_listed_with_its_error(hand: Hand, tmp_path: Path) -> None:
    window = hand.window
    window.stamps.folder.mkdir(exist_ok=True)
    broken = window.stamps.folder / "broken.yaml"
    broken.write_text("format: 1\nkind: stamp\ntitle: Half\n", "utf-8")
    kept = next(k for k in window.stamps.all() if k.path == broken)
    assert kept.stamp is None
    assert "needs the key" in kept.complaint
    broken.unlink()
