"""A tool is one class: the example of docs/adding.md, and a tool that selects, in the window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import xvfb
from added_tool import added_tools
from blank_design import write_blank_war
from tool_hand import DESIGN, at, brush, click
from xvfb import Hand, window_on

from visegrad_editor.editor.map.layers import LAYERS
from visegrad_editor.editor.panels import tool_options
from visegrad_editor.editor.panels.palette_kinds import kinds_of
from visegrad_editor.editor.tools import (
    TOOLS,
    BrushChoice,
    Edit,
    Pointer,
    Selection,
    Tool,
    ToolOption,
    ToolResult,
    base,
)
from visegrad_editor.editor.tools.base import SECTIONS
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design

PAGE = Path(__file__).parents[3] / "docs" / "adding.md"
SECTION = PAGE.read_text("utf-8").partition("## A tool\n")[2].partition("\n## ")[0]


def spot() -> type[Tool]:
    """The tool of the page, defined as if its code were a file among the tools."""
    block = re.search(r'^( {7}""".*?\n)(?= {3}- )', SECTION, re.MULTILINE | re.DOTALL)
    assert block is not None
    package = base.__package__
    module: dict[str, Any] = {"__name__": f"{package}.spot", "__package__": package}
    exec(compile(dedent(block[1]), str(PAGE), "exec"), module)
    found: type[Tool] = module["SpotTool"]
    return found


def ring() -> type[Tool]:
    """A tool that selects the neighbours of a hex and uses everything a selecting tool may."""

    class RingTool(Tool):
        id = "ring"
        name = "Ring"
        order = 46
        key = "u"
        hint = "Click a hex to select those around it."
        menu = "region"
        fans_stacks = True
        letters = "m"
        pressed = ""

        def release(self, design: Design, at: Pointer) -> Selection | None:
            active, self.active = self.active, False
            if not active or at.hex is None:
                return None
            return Selection(frozenset(design.map.grid.neighbours(at.hex)))

        def selection_after(self, at: Pointer, result: ToolResult | None) -> None:
            return None

        def tool_after(self, at: Pointer, result: ToolResult | None) -> str:
            return "pan" if at.shift else ""

        def escape(self) -> Selection | None:
            return Selection(frozenset()) if self.brush.region else None

        def choose_again(self) -> dict[str, object]:
            return {"size": self.brush.size + 1}

        def extend(self, design: Design, here: Hex, there: Hex) -> Selection:
            return Selection(frozenset({here, there}))

        def pick_counter(self, key: str) -> BrushChoice:
            return BrushChoice("unit", key)

        def use_letter(self, letter: str, shift: bool) -> None:
            self.pressed += letter.upper() if shift else letter

    return RingTool


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window with the tool of the page and the tool that selects."""
    path = write_blank_war(tmp_path_factory.mktemp("design"))
    with added_tools(spot, ring), window_on(path, tmp_path_factory.mktemp("settings")) as hand:
        yield hand


# -- the example of the page ------------------------------------------------------------


def test_the_example_of_the_page_draws_the_chosen_terrain() -> None:
    before = base.registered_tools()
    with added_tools(spot) as (tool,):
        result = click(tool(brush(terrain="marsh")), at(5, 5))
        assert isinstance(result, Edit)
        assert result.design.map.terrain.at(Hex(5, 5)) == "marsh"
        assert result.design.map.terrain.at(Hex(5, 6)) != "marsh"
        assert click(tool(brush(terrain="?")), at(5, 5)) is None
        assert tool(brush()).release(DESIGN, at(5, 5)) is None
    assert base.registered_tools() == before


def test_the_page_lists_the_layers_and_the_sections() -> None:
    for id in (*(spec.id for spec in LAYERS if spec.part and spec.id != "background"), *SECTIONS):
        assert f"`{id}`" in SECTION, id


@xvfb.window_test
def test_a_chosen_terrain_stays_with_a_tool_that_draws_terrain(hand: Hand) -> None:
    window = hand.window
    window.show_panel("stamps")
    window.view.canvas.focus_force()
    window.controller.go_to(Hex(7, 5))
    hand.key("j")
    assert window.controller.tool.id == "spot"
    assert window.dock.layout.top("left") == "tools"
    kinds = kinds_of(window.session.design, "terrain")
    palette = window.palette
    hand.key("2")
    assert window.session.brush.terrain == kinds[1]
    assert palette._chosen.get() == f"terrain:{kinds[1]}"
    entry = palette._entries[f"terrain:{kinds[2]}"].winfo_children()[-1]
    hand.click_on(entry)
    assert (window.controller.tool.id, window.session.brush.terrain) == ("spot", kinds[2])
    assert palette._chosen.get() == f"terrain:{kinds[2]}"
    name = window.session.design.ruleset.terrain_by_id[kinds[2]].name
    assert window._in_hand() == f"Spot: {name}"
    window.view.canvas.focus_force()
    before = window.session.design
    hand.key("Return")
    after = window.session.design.map.terrain
    assert [h for h in before.map.grid if after.at(h) != before.map.terrain.at(h)] == [Hex(7, 5)]
    assert after.at(Hex(7, 5)) == kinds[2]
    assert window.session.history.undo_label == f"Spot of {name} in {before.map.grid.number(Hex(7, 5))}"
    hand.key("ctrl+z")
    # The terrain brush is taken up only from a tool that does not draw terrain.
    hand.key("v")
    hand.click_on(entry)
    assert window.controller.tool.id == "terrain"
    window.use_tool("select")


@xvfb.window_test
def test_its_option_is_above_the_palette_and_obeyed(hand: Hand) -> None:
    window = hand.window
    window.show_panel("tools")
    window.use_tool("spot")
    window.session.choose(terrain="marsh")
    hand.settle(0.2)
    box = window.palette.options.shown.fields["around"]  # type: ignore[union-attr]
    assert box.cget("text") == "Neighbours too"
    hand.click_on(box)
    hand.click(hand.pixel(window.session.design.map.geometry.centre(Hex(7, 5))))
    terrain = window.session.design.map.terrain
    around = [Hex(7, 5), *window.session.design.map.grid.neighbours(Hex(7, 5))]
    assert [terrain.at(h) for h in around] == ["marsh"] * 7
    window.session.history.undo()
    hand.click_on(box)
    window.use_tool("select")


@xvfb.window_test
def test_its_layer_is_obeyed(hand: Hand) -> None:
    window = hand.window
    window.use_tool("spot")
    window.session.choose(terrain="marsh")
    window.session.layers.lock("terrain", True)
    before = window.session.design
    hand.click(hand.pixel(before.map.geometry.centre(Hex(7, 5))))
    assert window.session.design is before
    assert "The layer Terrain is locked" in window.messages.text
    window.session.layers.lock("terrain", False)
    window.use_tool("select")


# -- a tool that selects ----------------------------------------------------------------


@pytest.fixture
def selecting(hand: Hand) -> Hand:
    """The window with the tool that selects in use, and nothing selected."""
    window = hand.window
    window.session.select_region(())
    window.session.select(Hex(1, 1))
    window.session.choose(size=0, unit="")
    window.use_tool("ring")
    window.view.canvas.focus_force()
    hand.settle(0.1)
    return hand


@xvfb.window_test
def test_a_selecting_tool_says_what_is_selected_and_what_escape_does(selecting: Hand) -> None:
    window = selecting.window
    grid, centre = window.session.design.map.grid, window.session.design.map.geometry.centre
    selecting.click(selecting.pixel(centre(Hex(7, 5))))
    assert window.session.region == frozenset(grid.neighbours(Hex(7, 5)))
    assert window.session.hex == Hex(1, 1)
    selecting.key("Escape")
    assert (window.session.region, window.controller.tool.id) == (frozenset(), "ring")
    selecting.key("Escape")
    assert window.controller.tool.id == "select"


@xvfb.window_test
def test_a_selecting_tool_uses_keys_and_letters_of_its_own(selecting: Hand) -> None:
    window = selecting.window
    tool: Any = window.controller.tool
    window.controller.go_to(Hex(5, 5))
    selecting.key("shift+Right")
    assert window.session.region == {Hex(5, 5), Hex(6, 5)}
    assert window.session.history.position == 0
    tool.pressed = ""
    selecting.key("m", "M")
    assert tool.pressed == "mM"
    selecting.key("u")
    assert window.session.brush.size == 1
    window.controller.click(at(7, 5, window.session.design, shift=True))
    assert window.controller.tool.id == "pan"
    selecting.key("m")
    assert tool.pressed == "mM"


@xvfb.window_test
def test_a_selecting_tool_has_its_menu_and_picks_counters_up(selecting: Hand) -> None:
    window = selecting.window
    entries = [entry.label for entry in window.map_menu.entries()]
    assert {"Cut", "Copy", "Select by…"} <= set(entries)
    assert window.controller.fan.host.stack(Hex(4, 4))
    window.controller.fan.host.pick(Hex(4, 4), "blue/2nd", False)
    assert window.session.brush.unit == "blue/2nd"
    assert (window.session.hex, window.session.units) == (None, ("blue/2nd",))
    window.use_tool("terrain")
    assert not window.controller.fan.host.stack(Hex(4, 4))


# -- declarations that cannot be right --------------------------------------------------


@pytest.mark.parametrize(("wrong", "why"), [
    ({"draws": "rivers"}, "draws rivers"), ({"layers": frozenset({"hexsides"})}, "changes hexsides"),
    ({"form": "paint", "options": (ToolOption("size", "Size"),)}, "form as well as options"),
    ({"id": "terrain"}, "same id"), ({"key": "t"}, "the key t")])
def test_a_tool_that_cannot_be_right_is_refused_when_it_is_defined(wrong: dict[str, Any], why: str) -> None:
    before = base.registered_tools()
    with pytest.raises(ValueError, match=why):
        type("WrongTool", (Tool,), {"id": "wrong", **wrong})
    assert base.registered_tools() == before


def test_a_form_that_does_not_exist_is_refused() -> None:
    tool_options.check_forms(TOOLS)
    assert sum(bool(tool.form) for tool in TOOLS) >= 8
    with pytest.raises(ValueError, match="has the form sheet"):
        tool_options.check_forms([type("WrongTool", (Tool,), {"form": "sheet"})])


def test_every_section_of_the_palette_has_its_tool() -> None:
    assert {tool.id: tool.draws for tool in TOOLS if tool.id in SECTIONS} == {s: s for s in SECTIONS}
