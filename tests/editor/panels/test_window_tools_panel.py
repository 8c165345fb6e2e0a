"""The tools panel while the map is painted, with real clicks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import xvfb
from blank_design import blank_design
from xvfb import window_on

from visegrad_editor.editor.widgets.swatches import country_swatch
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.files.yaml_writer import new_text

pytestmark = xvfb.MARKS


def test_a_click_in_the_palette_just_after_the_first_stroke_of_a_country_counts(tmp_path: Path) -> None:
    """The stroke changes the picture of the country in the palette. The window has no time to answer between
    the end of the stroke and the click."""
    path = tmp_path / "map.yaml"
    path.write_text(new_text(blank_map(blank_design().ruleset, "map", "Map", 12, 10)), "utf-8")
    with window_on(path, tmp_path / "settings") as hand:
        window = hand.window
        session, palette = window.session, window.palette
        first, second = (n.id for n in session.design.ruleset.nationalities[:2])
        window.use_tool("country")
        session.choose(country=first)
        hand.settle(0.3)
        before = country_swatch(session.design, first)
        button = palette._entries[f"country:{second}"].winfo_children()[-1]
        x = button.winfo_rootx() + button.winfo_width() // 2
        y = button.winfo_rooty() + button.winfo_height() // 2
        grid = session.design.map.grid
        hand.do("mousemove", *hand.centre(grid.number(Hex(3, 3))), "mousedown", 1)
        hand.do("mousemove", *hand.centre(grid.number(Hex(4, 3))))
        subprocess.run(["xdotool", "mouseup", "1", "mousemove", str(x), str(y), "click", "1"], check=True)
        hand.settle(0.4)
        assert session.design.map.countries.at(Hex(3, 3)) == first
        assert country_swatch(session.design, first).tobytes() != before.tobytes()
        assert session.brush.country == second
        assert palette._chosen.get() == f"country:{second}"
