"""The context menu of the map: what can be done with the hex and the counters under the pointer."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.places import set_feature
from ...model.lettering import NameRef
from ...model.select import Query, find, wand
from ..panels.row_menus import ActionEntries
from ..session import Session
from ..tools import BrushChoice, PasteTool, Pointer, stack_keys
from ..tools.base import count
from ..tools.brushes import country_name, level_name
from ..tools.features import why_no_feature
from ..widgets.context_menu import LINE, MenuEntry, popup
from .controller import MapController

_UNITS = ("flip", "off_map", "remove_unit")
_REGION = ("cut", "copy", "paste", "clear_selection", "", "fill_selection", "replace_all", "", "rotate_right",
           "rotate_left", "mirror_across", "mirror_down", "", "save_stamp")
_SELECTING = ("", "select_all", "deselect", "invert_selection", "grow_selection", "shrink_selection",
              "select_by")
"""Further actions in the menu of the selected hexes."""


class MapMenu:
    """Pops up on the screen, for what is selected.

    `perform` performs an action by its id; `controller` returns the controller of the map, which is created
    after this menu."""

    def __init__(self, root: tk.Misc, session: Session, controller: Callable[[], MapController],
                 action: ActionEntries, perform: Callable[[str], None], say: Callable[[str], None]) -> None:
        self._root, self._session, self._controller_now = root, session, controller
        self._action, self._perform, self._say = action, perform, say
        self.menu: tk.Menu | None = None
        """The menu shown last."""

    def popup(self, x: int, y: int) -> None:
        """Show the menu at this place of the screen."""
        if self.menu is not None:
            self.menu.destroy()
        self.menu = popup(self._root, self.entries(), x, y)

    def entries(self) -> list[MenuEntry]:
        """The entries that are offered now."""
        session = self._session
        if self._controller.tool.menu == "region":
            return self._actions(*_REGION, *_SELECTING)
        entries = self._counters()
        if session.hex is not None and session.hex in session.region:
            entries += [*self._actions(*_REGION), LINE]
        if session.hex is not None and session.hex in session.design.map.grid:
            return [*entries, *self.hex_entries(session.hex)]
        return [*entries, *self._actions("paste", "go_to_hex", "", "fit")]

    def hex_entries(self, hex: Hex) -> list[MenuEntry]:
        """The entries for a hex: pick up, name, features, paste, measure, select similar hexes."""
        pick_up = [MenuEntry(name, self._taking(picked))
                   for name, picked in things_here(self._session.design, hex)]
        return [
            MenuEntry("Pick up", below=pick_up), LINE,
            MenuEntry("Name this hex…", lambda: self._name(hex)),
            MenuEntry("City or feature", below=self._features(hex)), LINE,
            MenuEntry("Paste here", lambda: self._paste(hex)),
            MenuEntry("Measure from here", lambda: self._measure(hex)),
            MenuEntry("Select hexes like this", below=self._match(hex)), LINE,
            self._action("go_to_hex", "Go to…"), self._action("show_inspector", "Show in the inspector"),
            self._action("fit")]

    @property
    def _controller(self) -> MapController:
        return self._controller_now()

    def _actions(self, *ids: str) -> list[MenuEntry]:
        return [self._action(id) if id else LINE for id in ids]

    def _counters(self) -> list[MenuEntry]:
        """The counters of the hex and the actions for those selected; nothing without a scenario."""
        session = self._session
        if session.scenario is None:
            return []
        entries: list[MenuEntry] = []
        units, hex = session.scenario.unit_by_key, session.hex
        stack = stack_keys(session.design, hex)
        if len(stack) > 1:
            entries = [MenuEntry(f"Select all {len(stack)} units", lambda: session.select(hex, stack)),
                       *(MenuEntry(f"Select {units[key].name}", lambda k=key: session.select(hex, (k,)))  # type: ignore[misc]
                         for key in reversed(stack)), LINE]
        return [*entries, *self._actions(*_UNITS, "new_unit"), LINE]

    def _taking(self, picked: BrushChoice) -> Callable[[], None]:
        def take() -> None:
            self._session.perform(picked)
            self._perform(f"tool_{picked.tool}")
        return take

    def _at(self, hex: Hex) -> Pointer:
        centre = self._session.design.map.geometry.centre(hex)
        return Pointer(centre, hex, None, turn=self._controller.view.geometry.turn)

    def _name(self, hex: Hex) -> None:
        """Edit the name of the place in the hex, or a new label."""
        place = hex in self._session.design.map.place_at
        self._perform("tool_name")
        self._session.perform(BrushChoice("edited_name", NameRef("place" if place else "label", hex)))

    def _features(self, hex: Hex) -> list[MenuEntry]:
        """Every feature of the ruleset, ticked if the hex has it; choosing one sets or removes it."""
        session, design = self._session, self._session.design
        here, number = design.map.features_at(hex), design.map.grid.number(hex)

        def setting(id: str, name: str) -> Callable[[], None]:
            label = f"{'Remove' if id in here else 'Set'} {name.lower()} in {number}"
            return lambda: session.complain(session.change(
                label, lambda d: with_map(d, set_feature(d.map, hex, id, id not in here))))

        entries = []
        for kind in design.ruleset.features:
            may = kind.id in here or not why_no_feature(design, kind, hex)
            command = setting(kind.id, kind.name) if may else None
            entries.append(MenuEntry(kind.name, command, ticked=kind.id in here))
        return entries

    def _paste(self, hex: Hex) -> None:
        """Paste what was copied in the hex, and go back to the previous tool."""
        controller = self._controller
        self._perform("paste")
        if isinstance(controller.tool, PasteTool):
            controller.click(self._at(hex))
            controller.cancel()

    def _measure(self, hex: Hex) -> None:
        controller = self._controller
        controller.use("measure")
        controller.click(self._at(hex))
        controller.refresh()

    def _match(self, hex: Hex) -> list[MenuEntry]:
        design = self._session.design
        map = design.map
        ground = design.ruleset.terrain_by_id.get(terrain := map.terrain.at(hex))
        name = ground.name if ground else terrain

        def select(choose: Callable[[], frozenset[Hex]]) -> Callable[[], None]:
            def select_them() -> None:
                self._session.select_region(choose())
                self._say(f"{count(len(self._session.region), 'hex')} selected.")
            return select_them

        entries = [
            MenuEntry(f"All {name}", select(lambda: find(design, Query("terrain", terrain)))),
            MenuEntry(f"Connected {name}", select(lambda: wand(map, hex, "terrain")))]
        if country := map.countries.at(hex):
            words = country_name(design, country)
            entries.append(
                MenuEntry(f"All of {words}", select(lambda: find(design, Query("country", country)))))
        return entries


def things_here(design: Design, hex: Hex) -> list[tuple[str, BrushChoice]]:
    """What can be picked up in a hex, with texts: its terrain, features, roads, hexsides and country."""
    map, rules = design.map, design.ruleset
    things: list[tuple[str, BrushChoice]] = []
    if (ground := rules.terrain_by_id.get(map.terrain.at(hex))) is not None:
        things.append((ground.name, BrushChoice("terrain", ground.id, tool="terrain")))
    for id in map.features_at(hex):
        if (kind := rules.feature_by_id.get(id)) is not None:
            things.append((kind.name, BrushChoice("feature", id, tool="feature")))
    sides = map.grid.sides(hex)
    for road in dict.fromkeys((r.kind, r.name) for s in sides for r in map.road_segments.get(s, ())):
        if (road_kind := rules.road_by_id.get(road[0])) is not None:
            picked = BrushChoice("road", road[0], (("road_name", road[1]),), "road")
            things.append((f"{road_kind.name} {road[1]}".rstrip(), picked))
    lines = dict.fromkeys((x.kind, x.name, x.width) for s in sides for x in map.side_lines.get(s, ()))
    for id, name, width in lines:
        if (side_kind := rules.hexside_by_id.get(id)) is not None:
            picked = BrushChoice("hexside", id, (("line_name", name), ("width", width)), "hexside")
            things.append((f"{side_kind.name} {name}".rstrip(), picked))
    if map.level(hex):
        level = str(map.level(hex))
        things.append((level_name(level), BrushChoice("level", level, tool="level")))
    if country := map.countries.at(hex):
        things.append((country_name(design, country), BrushChoice("country", country, tool="country")))
    return things
