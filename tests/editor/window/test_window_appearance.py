"""Themes and scales: every widget follows, all text is readable, and both are remembered."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tkinter import TclError, font, ttk

import pytest
import xvfb
from PIL import Image
from xvfb import Hand, windows_in

from visegrad_editor.editor.map.view import MapCanvas
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.window import theme
from visegrad_editor.editor.window.appearance import AUTOMATIC, chosen_scale, chosen_theme
from visegrad_editor.editor.window.colours import DARK, LIGHT, THEMES, Colours, contrast
from visegrad_editor.editor.window.icons import for_dark
from visegrad_editor.editor.window.panel_table import PANELS
from visegrad_editor.model.files.resources import resource_folder


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_all_text_has_enough_contrast(colours: Colours) -> None:
    for ground in (colours.window, colours.panel, colours.field, colours.hover, colours.accent_soft):
        assert contrast(colours.text, ground) >= 7, ground
    for ground in (colours.window, colours.panel, colours.field):
        assert contrast(colours.quiet, ground) >= 4.5
        assert contrast(colours.faint, ground) >= 2.2
    for ink in (colours.error, colours.note, colours.warning):
        assert contrast(ink, colours.panel) >= 3.3
    assert contrast(colours.reconstructed, colours.tag) >= 4.2
    assert contrast(colours.on_accent, colours.accent) >= 3.6
    assert contrast(colours.tip_text, colours.tip) >= 7
    assert contrast(colours.text, colours.notice) >= 7


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_every_colour_of_a_theme_has_one_role(colours: Colours) -> None:
    assert len(colours.roles()) == len(LIGHT.__dataclass_fields__) - 2


@pytest.mark.parametrize("path", sorted(resource_folder("icons").glob("*-24.png")), ids=lambda p: p.stem)
def test_every_icon_stands_out_on_a_dark_panel(path: Path) -> None:
    with Image.open(path) as file:
        made = for_dark(file.convert("RGBA"))
    data = made.tobytes()
    solid = [p for i in range(0, len(data), 4) if (p := data[i:i + 4])[3] > 200]
    light = [p for p in solid if contrast("#{:02x}{:02x}{:02x}".format(*p[:3]), DARK.panel) >= 2.4]
    assert len(light) >= 0.6 * len(solid)


# -- a window --------------------------------------------------------------------------------


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Callable[[], Hand]]:
    with windows_in(tmp_path) as show:
        yield lambda: show("first-steps")


def everything(root: tk.Misc) -> Iterator[str]:
    """The paths of all widgets, those of Tk's own as well."""
    yield str(root)
    for child in root.tk.splitlist(root.tk.call("winfo", "children", str(root))):
        yield from _below(root, str(child))


def _below(root: tk.Misc, path: str) -> Iterator[str]:
    yield path
    for child in root.tk.splitlist(root.tk.call("winfo", "children", path)):
        yield from _below(root, str(child))


def colours_in_use(root: tk.Misc) -> dict[str, list[str]]:
    """Colour to the widgets that have it set."""
    found: dict[str, list[str]] = {}
    for path in everything(root):
        with suppress(TclError):
            for option in root.tk.splitlist(root.tk.call(path, "configure")):
                words = root.tk.splitlist(option)
                if len(words) > 2 and str(words[-1]).startswith("#"):
                    found.setdefault(str(words[-1]).lower(), []).append(f"{path} {words[0]}")
    return found


@xvfb.window_test
def test_all_widgets_follow_the_dark_theme_and_back_and_it_is_remembered(show: Callable[[], Hand]) -> None:
    hand = show()
    window = hand.window
    for panel in PANELS:
        window.show_panel(panel.id)
        hand.settle(0.1)
    dialog = Dialog(window.root, "Open meanwhile")
    text = tk.Text(dialog.body)
    text.pack()
    dialog.present()
    tile = window.renderer.margin
    window.perform("theme_dark")
    hand.settle(0.2)
    light_only = set(LIGHT.roles()) - set(DARK.roles())
    left = {c: w for c, w in colours_in_use(window.root).items() if c in light_only}
    assert left == {}
    assert text.cget("background") == DARK.field
    assert ttk.Style(window.root).lookup("Treeview", "background") == DARK.field
    assert window.renderer.margin == DARK.table != tile
    assert window.view.canvas.cget("background") == DARK.table
    assert isinstance(window.view.canvas, MapCanvas)
    window.menus.update()
    assert window.chosen_of("theme") == "theme_dark"
    dialog.destroy()
    window.close()

    again = show()
    assert ttk.Style(again.window.root).lookup("Treeview", "background") == DARK.field
    again.window.perform("theme_light")
    again.settle(0.2)
    dark_only = set(DARK.roles()) - set(LIGHT.roles())
    assert {c: w for c, w in colours_in_use(again.window.root).items() if c in dark_only} == {}


@xvfb.window_test
def test_the_theme_is_chosen_with_the_mouse_and_the_picture_is_dark(show: Callable[[], Hand]) -> None:
    hand = show()
    window = hand.window
    x, y = window.toolbar.winfo_rootx() + window.toolbar.winfo_width() - 6, window.toolbar.winfo_rooty() + 5
    window.root.focus_force()
    hand.key("alt+v")
    for _ in range(3):
        hand.key("Up")
    menu = window.menus.menus["View"]
    labels = [str(menu.entrycget(i, "label")) for i in range((menu.index("end") or 0) + 1)
              if menu.type(i) in ("command", "cascade", "checkbutton", "radiobutton")]
    hand.key("Escape", "Escape")
    assert {"Panels", "Theme", "Scale"} <= set(labels)
    window.perform("theme_dark")
    hand.settle(0.3)
    shot = window.root.tk.call("winfo", "rgb", ".", theme.PANEL)
    assert shot
    from PIL import ImageGrab
    pixel = ImageGrab.grab(xdisplay=xvfb.screen()).getpixel((x, y))
    assert isinstance(pixel, tuple)
    assert max(pixel[:3]) < 90


@xvfb.window_test
def test_a_new_scale_applies_at_once_and_is_remembered(show: Callable[[], Hand]) -> None:
    hand = show()
    window, session = hand.window, hand.window.session
    window.use_tool("terrain")
    small = {"row": int(ttk.Style(window.root).lookup("Treeview", "rowheight")),
             "tool": window.palette.winfo_reqwidth(), "bar": window.toolbar.winfo_height(),
             "font": font.nametofont("TkDefaultFont", window.root).metrics("linespace")}
    window.perform("scale_150")
    hand.settle(0.4)
    large = {"row": int(ttk.Style(window.root).lookup("Treeview", "rowheight")),
             "tool": window.palette.winfo_reqwidth(), "bar": window.toolbar.winfo_height(),
             "font": font.nametofont("TkDefaultFont", window.root).metrics("linespace")}
    for name, before in small.items():
        assert 1.3 * before <= large[name] <= 1.7 * before, name
    # The bars have room, and the map is still there.
    assert window.toolbar.winfo_reqwidth() <= window.root.winfo_width()
    assert window.status.winfo_rooty() + window.status.winfo_height() <= 768
    assert window.view.winfo_width() > 300
    # The panels made anew follow the session, and those that are gone do not complain.
    assert window.controller.tool.id == "terrain"
    assert session.scenario is not None
    unit = session.scenario.units[0]
    session.select(None, (unit.key,))
    window.perform("remove_unit")
    window.show_panel("history")
    hand.settle(0.2)
    tree = window.history.tree
    assert any("Remove" in str(tree.item(r, "text")) for r in tree.get_children())
    window.perform("undo")
    assert chosen_scale(window.settings) == 150
    window.session.history.jump(0)
    window.close()

    again = show()
    assert theme.scale() == 1.5
    assert again.window.toolbar.winfo_height() == large["bar"]
    again.window.perform("scale_auto")
    assert theme.scale() == 1.0
    assert again.window.chosen_of("scale") == "scale_auto"


@xvfb.window_test
@pytest.mark.parametrize("percent", [150, 200])
def test_no_dialog_is_larger_than_a_small_screen(show: Callable[[], Hand], percent: int) -> None:
    hand = show()
    window = hand.window
    window.perform(f"scale_{percent}")
    found: dict[str, tuple[int, int, bool]] = {}

    def look(id: str) -> None:
        window.root.update()
        dialog = next(w for w in window.root.winfo_children() if isinstance(w, Dialog))
        right = dialog.winfo_rootx() + dialog.winfo_width()
        bottom = dialog.winfo_rooty() + dialog.winfo_height()
        buttons = [w for w in dialog.foot.winfo_children() if w.winfo_manager()]
        found[id] = right, bottom, all(
            b.winfo_viewable() and b.winfo_rootx() + b.winfo_width() <= right for b in buttons)
        dialog.cancel()

    ids = ("shortcuts", "export", "run", "command_palette", "properties", "new", "resize_map")
    for id in ids:
        # Some of them wait for an answer until they are closed.
        window.root.after(500, look, id)
        window.perform(id)
        hand.until(lambda i=id: i in found)
    window.perform("scale_100")
    assert set(found) == set(ids)
    for id, (right, bottom, buttons) in found.items():
        assert right <= 1366, id
        assert bottom <= 768, id
        assert buttons, id


def test_senseless_settings_give_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": ["x"], "scale": "huge"}', "utf-8")
    settings = Settings(tmp_path)
    assert chosen_theme(settings) is LIGHT
    assert chosen_scale(settings) == AUTOMATIC
    (tmp_path / "settings.json").write_text('{"theme": "purple", "scale": true}', "utf-8")
    assert chosen_theme(Settings(tmp_path)) is LIGHT
    assert chosen_scale(Settings(tmp_path)) == AUTOMATIC
