"""The palette of countries and previews of them, in the colours of the map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from blank_design import blank_design

from visegrad_editor.drawing.colours import hex_colour
from visegrad_editor.drawing.country_tints import country_tints
from visegrad_editor.drawing.ground import Ground
from visegrad_editor.drawing.natural_lines import NaturalLines
from visegrad_editor.drawing.style import Style
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
from visegrad_editor.model.frozen_data import FrozenMap
from visegrad_editor.model.layer import Layer


@pytest.mark.parametrize("style", shipped_styles(), ids=lambda style: style.name)
def test_countries_have_the_same_colours_in_the_palette_and_on_the_map(
        style: NamedStyle, tmp_path: Path) -> None:
    def drawn(design: Design, country: str) -> str:
        lines = NaturalLines(style.style.geometry(design.map), style.style.wander)
        return Ground(design, style.style, lines).tint(country)

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


def _hollow(*countries: str) -> Layer:
    return Layer(((".", ""), *((chr(65 + i), country) for i, country in enumerate(countries))), ("....",))


def test_countries_follow_the_counters_of_their_nationality_by_id_or_name() -> None:
    rules = blank_design().ruleset
    blue, red = rules.nationalities[:2]
    assert (blue.id, red.id) == ("blue", "red")
    rules = replace(rules, nationalities=(replace(blue, name="Maru"), replace(red, name="Kesh"),
                                          *rules.nationalities[2:]))
    by_id = country_tints(Style(), rules, _hollow("blue", "red"))
    assert by_id == {"blue": "#4f74b3", "red": "#b8574a"}
    assert country_tints(Style(), rules, _hollow("maru", "kesh")) == {"maru": "#4f74b3", "kesh": "#b8574a"}
    # Without counters of its own a country takes the next tint that is free.
    three = country_tints(Style(), rules, _hollow("blue", "red", "elsewhere"))
    assert {k: three[k] for k in by_id} == by_id
    assert three["elsewhere"] not in by_id.values()
    # A ruleset that states tints has them in its order.
    stated = replace(rules, style=FrozenMap({"country_tints": ["#111111", "#222222"]}))
    ordered = country_tints(Style(country_tints=("#111111", "#222222")), stated, _hollow("blue", "red"))
    assert ordered == {"blue": "#111111", "red": "#222222"}
