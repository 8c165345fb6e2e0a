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
from visegrad_editor.editor.documents.export_dialog import ExportDialog, row_words
from visegrad_editor.editor.map import style as map_style
from visegrad_editor.editor.panels.name_fields import STYLES
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.widgets.swatches import swatch
from visegrad_editor.editor.window.command_palette import CommandPalette, action_entries
from visegrad_editor.exchange.export import FORMATS

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


def test_an_open_export_dialog_follows_the_style_until_one_is_chosen_in_it(
    open_one: Callable[[], Hand]
) -> None:
    hand = open_one()
    dialog = ExportDialog(hand.window.root, hand.window.session, print)
    field = dialog.fields.style
    hand.window.perform("style_low-ink")
    assert field.get() == LOW_INK.title
    field.current(0)
    field.event_generate("<<ComboboxSelected>>")
    first = field.get()
    assert first != LOW_INK.title
    hand.window.perform("style_low-ink")
    hand.window.perform(f"style_{shipped_styles()[-1].name}")
    assert field.get() == first
    dialog.cancel()


def test_the_rows_of_the_export_dialog_all_say_something_else() -> None:
    rows = [row_words(format, content) for format in FORMATS for content in format.contents]
    whats = [what for what, _ in rows]
    assert len(rows) > 10
    assert len(set(whats)) == len(whats)
    assert ("Picture of the map", "PNG") in rows


def test_the_usual_size_of_a_name_follows_the_style(open_one: Callable[[], Hand]) -> None:
    hand = open_one()
    window = hand.window
    place = next(p for p in window.session.design.map.places if p.name)
    window.session.select(place.hex)
    window.show_panel("inspector")
    hand.settle(0.2)
    before = window.inspector.hex_form
    window.perform("style_low-ink")
    hand.settle(0.2)
    assert window.inspector.hex_form is not before, "the fields are made anew, with what the style gives"


def test_the_style_of_the_next_label_is_the_same_in_the_inspector_and_above_the_palette(
    open_one: Callable[[], Hand]
) -> None:
    hand = open_one()
    window = hand.window
    bare = next(h for h in window.session.design.map.grid if h not in window.session.design.map.place_at)
    window.session.select(bare)
    window.show_panel("inspector")
    hand.settle(0.2)
    window.session.choose(label_style="water")
    hand.settle(0.2)
    assert window.inspector.hex_form is not None
    assert window.inspector.hex_form.fields["Label style"].get() == STYLES["water"]


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
    again = open_one()
    assert map_style.chosen().name == "printed"
    assert "usual style" in str(again.window.status.hex.cget("text"))


def test_every_style_is_in_the_palette() -> None:
    titles = {e.title for e in action_entries(lambda _a: "")}
    assert {"Style: printed", "Style: low ink", "Style: colour-blind safe", "Style: other…"} <= titles
