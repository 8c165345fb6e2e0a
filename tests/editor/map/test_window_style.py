"""View > Style: the map, its swatches, counters and exports follow, and it is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import xvfb
from PIL import Image
from xvfb import Hand, windows_in

from visegrad_editor.drawing.colours import hex_colour
from visegrad_editor.drawing.style_file import shipped_styles
from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.map import style as map_style
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.widgets.swatches import swatch
from visegrad_editor.editor.window.command_palette import CommandPalette, action_entries

pytestmark = xvfb.MARKS
LOW_INK = next(s for s in shipped_styles() if s.name == "low-ink")
NIGHT = """\
format: 1
kind: style
name: night
title: Night
paper: "#123456"
patterns: {plain: {colour: "#204060"}}
"""


@pytest.fixture
def open_one(tmp_path: Path) -> Iterator[Callable[[], Hand]]:
    with windows_in(tmp_path / "settings") as show:
        yield lambda: show("first-steps")
        map_style.use(shipped_styles()[0], Settings(tmp_path / "after"))


def ground_seen(hand: Hand) -> str:
    """The colour most of the map has."""
    view = hand.window.view.viewport
    image: Image.Image = hand.window.renderer.picture(view)
    inside = image.crop((view.width_px // 4, view.height_px // 4, view.width_px // 2, view.height_px // 2))
    _, colour = max(inside.getcolors(1 << 24) or [])
    assert isinstance(colour, tuple)
    return hex_colour(*colour[:3])


def test_choosing_a_style_in_the_palette_redraws_and_is_saved(
    open_one: Callable[[], Hand]
) -> None:
    hand = open_one()
    window, rules = hand.window, hand.window.session.design.ruleset
    plain = rules.terrain[0]
    assert ground_seen(hand) == plain.colour
    before = swatch(rules, "terrain", plain.id).tobytes()
    hand.key("ctrl+shift+p")
    hand.until(lambda: hand.has_keyboard(CommandPalette))
    hand.type("style low ink")
    hand.key("Return")
    hand.until(lambda: map_style.chosen().name == "low-ink")
    assert ground_seen(hand) == "#ffffff"
    assert swatch(rules, "terrain", plain.id).tobytes() != before
    assert window.chosen_of("style") == "style_low-ink"
    assert not window.session.unsaved, "a look is no edit"
    again = open_one()
    assert map_style.chosen().name == "low-ink"
    assert ground_seen(again) == "#ffffff"


def test_an_export_uses_the_style_of_the_window_or_a_chosen_one(
    open_one: Callable[[], Hand], tmp_path: Path
) -> None:
    hand = open_one()
    hand.window.perform("style_low-ink")
    dialog = ExportDialog(hand.window.root, hand.window.session, print)
    row = next(i for i, (f, _) in enumerate(dialog.offers) if f.ending == ".svg")
    dialog.tree.selection_set(str(row))
    hand.settle(0.1)
    assert dialog.fields.style.winfo_ismapped() or dialog.fields.style.grid_info()
    seen = {}
    for style in (LOW_INK.title, shipped_styles()[0].title):
        assert style in dialog.fields.style["values"]
        if dialog.fields.style.get() != style:
            dialog.fields.style.set(style)
        dialog.write(tmp_path / f"{style}.svg")
        hand.until(lambda: dialog.made is not None)
        seen[style] = (tmp_path / f"{style}.svg").read_text("utf-8")
        dialog.made = None
    dialog.cancel()
    assert '"#e9e4c6"' not in seen[LOW_INK.title]
    assert '"#e9e4c6"' in seen["Printed"]


def test_a_style_file_is_opened_and_reloaded(
    open_one: Callable[[], Hand], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "night.yaml"
    file.write_text(NIGHT, encoding="utf-8")
    hand = open_one()
    monkeypatch.setattr("visegrad_editor.editor.commands.view.filedialog.askopenfilename",
                        lambda **_: str(file))
    hand.window.perform("style_other")
    assert ground_seen(hand) == "#204060"
    assert hand.window.chosen_of("style") == "style_own"
    file.write_text(NIGHT.replace("#204060", "#602040"), encoding="utf-8")
    hand.window.perform("style_own")
    assert ground_seen(hand) == "#602040"
    file.write_text(NIGHT.replace("paper", "papper"), encoding="utf-8")
    said: list[str] = []
    monkeypatch.setattr("visegrad_editor.editor.commands.view.message", lambda *a: said.append(a[2]))
    hand.window.perform("style_own")
    assert said == ["night.yaml, line 5: Unknown key `papper` in the style. Did you mean `paper`?"]
    assert ground_seen(hand) == "#602040", "what was there stays"
    monkeypatch.setattr("visegrad_editor.editor.window.messages.SAY_MS", 60_000)
    again = open_one()
    assert map_style.chosen().name == "printed"
    assert "usual style" in str(again.window.status.hex.cget("text"))


def test_every_style_is_in_the_palette() -> None:
    titles = {e.title for e in action_entries(lambda _a: "")}
    assert {"Style: printed", "Style: low ink", "Style: colour-blind safe", "Style: other…"} <= titles
