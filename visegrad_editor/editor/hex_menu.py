"""What the context menu of the map offers for a hex, whatever document is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..hexgrid import Hex
from ..model.design import Design
from ..model.edit.documents import with_map
from ..model.edit.places import set_feature
from ..model.lettering import NameRef
from ..model.select import Query, find, wand
from .context_menu import LINE, MenuEntry
from .row_menus import action_entry
from .tools import PasteTool, Picked, Pointer
from .tools.base import count
from .tools.features import why_no_feature
from .tools.terrain import country_name

if TYPE_CHECKING:
    from .window import Window


def what_is_here(design: Design, hex: Hex) -> list[tuple[str, Picked]]:
    """What can be taken up in a hex, in words: its terrain, features, roads, hexsides and country."""
    map, rules = design.map, design.ruleset
    found: list[tuple[str, Picked]] = []
    if (ground := rules.terrain_by_id.get(map.terrain.at(hex))) is not None:
        found.append((ground.name, Picked("terrain", ground.id, tool="terrain")))
    for id in map.features_at(hex):
        if (kind := rules.feature_by_id.get(id)) is not None:
            found.append((kind.name, Picked("feature", id, tool="feature")))
    sides = map.grid.sides(hex)
    for road in dict.fromkeys((r.kind, r.name) for s in sides for r in map.road_segments.get(s, ())):
        if (road_kind := rules.road_by_id.get(road[0])) is not None:
            picked = Picked("road", road[0], (("road_name", road[1]),), "road")
            found.append((f"{road_kind.name} {road[1]}".rstrip(), picked))
    lines = dict.fromkeys((x.kind, x.name, x.width) for s in sides for x in map.side_lines.get(s, ()))
    for id, name, width in lines:
        if (side_kind := rules.hexside_by_id.get(id)) is not None:
            picked = Picked("hexside", id, (("line_name", name), ("width", width)), "hexside")
            found.append((f"{side_kind.name} {name}".rstrip(), picked))
    if country := map.countries.at(hex):
        found.append((country_name(design, country), Picked("country", country, tool="country")))
    return found


def hex_entries(w: Window, hex: Hex) -> list[MenuEntry]:
    """Taking up what is in the hex, naming it, features, pasting and measuring there, selecting its like."""
    design = w.session.design
    take_up = [MenuEntry(name, _taking(w, picked)) for name, picked in what_is_here(design, hex)]
    return [
        MenuEntry("Take up", below=take_up), LINE,
        MenuEntry("Name this hex…", lambda: _name(w, hex)),
        MenuEntry("City or feature", below=_features(w, hex)), LINE,
        MenuEntry("Paste here", lambda: _paste(w, hex)),
        MenuEntry("Measure from here", lambda: _measure(w, hex)),
        MenuEntry("Select hexes like this", below=_alike(w, hex)), LINE,
        action_entry(w, "go_to_hex", "Go to…"), action_entry(w, "show_inspector", "Show in the inspector"),
        action_entry(w, "fit")]


def _taking(w: Window, picked: Picked) -> Callable[[], None]:
    def take() -> None:
        w.session.perform(picked)
        w.commands.perform(f"tool_{picked.tool}")
    return take


def _at(w: Window, hex: Hex) -> Pointer:
    return Pointer(w.session.design.map.geometry.centre(hex), hex, None, turn=w.view.geometry.turn)


def _name(w: Window, hex: Hex) -> None:
    """The fields of the name of its place, or of a label to be written, get the keyboard."""
    place = hex in w.session.design.map.place_at
    w.commands.perform("tool_name")
    w.session.perform(Picked("named", NameRef("place" if place else "label", hex)))


def _features(w: Window, hex: Hex) -> list[MenuEntry]:
    """Every feature of the ruleset, ticked where the hex has it; chosen, it is set or taken away."""
    design, number = w.session.design, w.session.design.map.grid.number(hex)
    here = design.map.features_at(hex)

    def setting(id: str, name: str) -> Callable[[], None]:
        label = f"{'Remove' if id in here else 'Set'} {name.lower()} in {number}"
        return lambda: w.complain(w.session.change(
            label, lambda d: with_map(d, set_feature(d.map, hex, id, id not in here))))

    entries = []
    for kind in design.ruleset.features:
        may = kind.id in here or not why_no_feature(design, kind, hex)
        command = setting(kind.id, kind.name) if may else None
        entries.append(MenuEntry(kind.name, command, ticked=kind.id in here))
    return entries


def _paste(w: Window, hex: Hex) -> None:
    """Put what was copied down in the hex, and go on with the tool that was in hand."""
    controller = w.controller
    w.perform("paste")
    if isinstance(controller.tool, PasteTool):
        controller.click(_at(w, hex))
        controller.cancel()


def _measure(w: Window, hex: Hex) -> None:
    w.use_tool("measure")
    w.controller.click(_at(w, hex))
    w.controller.refresh()


def _alike(w: Window, hex: Hex) -> list[MenuEntry]:
    design = w.session.design
    map = design.map
    ground = design.ruleset.terrain_by_id.get(terrain := map.terrain.at(hex))
    name = ground.name if ground else terrain

    def select(choose: Callable[[], frozenset[Hex]]) -> Callable[[], None]:
        def chosen() -> None:
            w.session.select_region(choose())
            w.say(f"{count(len(w.session.region), 'hex')} selected.")
        return chosen

    entries = [
        MenuEntry(f"All {name}", select(lambda: find(design, Query("terrain", terrain)))),
        MenuEntry(f"The connected {name}", select(lambda: wand(map, hex, "terrain")))]
    if country := map.countries.at(hex):
        words = country_name(design, country)
        entries.append(MenuEntry(f"All of {words}", select(lambda: find(design, Query("country", country)))))
    return entries
