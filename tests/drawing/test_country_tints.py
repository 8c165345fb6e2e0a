"""The palette of countries and previews of them, in the colours of the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from visegrad_editor.drawing.colours import hex_colour
from visegrad_editor.drawing.ground import Ground
from visegrad_editor.drawing.style_file import NamedStyle, shipped_styles
from visegrad_editor.editor.map import style as map_style
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.tools.brushes import country_colour
from visegrad_editor.editor.widgets.swatches import country_swatch
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_country
from visegrad_editor.model.files.load import load


@pytest.mark.parametrize("style", shipped_styles(), ids=lambda style: style.name)
def test_countries_have_the_same_colours_in_the_palette_and_on_the_map(
        style: NamedStyle, tmp_path: Path) -> None:
    def drawn(design: Design, country: str) -> str:
        return Ground(design, style.style).tint(country)

    def shown(design: Design, country: str, inside: bool = True) -> str:
        image = country_swatch(design, country)
        seen = image.getpixel((image.width // 2 if inside else 3, image.height // 2))
        assert isinstance(seen, tuple)
        return hex_colour(*seen)

    design = load("maps/gsofg").design
    assert design is not None
    map_style.use(style, Settings(tmp_path))
    try:
        on_map = [v for _, v in design.map.countries.legend if v]
        assert len(on_map) >= 7
        for country in on_map:
            assert shown(design, country) == drawn(design, country) == country_colour(design, country)
        assert len({shown(design, c) for c in on_map}) >= 7
        # A country that is not on the map has the rim in the colour that it has once it is painted.
        before = shown(design, "ruritania", inside=False)
        assert shown(design, "ruritania") == style.style.paper
        painted = with_map(design, paint_country(design.map, [Hex(9, 9)], "ruritania"))
        assert drawn(painted, "ruritania") == shown(painted, "ruritania") == before
    finally:
        map_style.use(shipped_styles()[0], Settings(tmp_path / "after"))
