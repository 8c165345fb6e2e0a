"""The inspector's fields for a hex, and for the rivers and roads that touch it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..hexgrid import Hex
from ..model.design import Design
from ..model.edit.documents import with_map
from ..model.edit.hexsides import change_line
from ..model.edit.labels import labels_at
from ..model.edit.places import set_feature
from ..model.edit.roads import rename_road
from ..model.edit.terrain import paint_country, paint_terrain
from ..model.gamemap import GameMap
from ..model.lettering import NameRef
from .fields import Form
from .hexinfo import hex_notes, hex_source
from .name_fields import NameFields
from .session import Session
from .theme import px
from .tools.terrain import country_name, palette_countries
from .wrapped import WrappedLabel


class HexFields:
    """Builds the fields of a hex into a frame."""

    def __init__(self, parent: ttk.Frame, session: Session, hex: Hex) -> None:
        self._session, self._hex = session, hex
        design = session.design
        map = design.map
        self._number = map.grid.number(hex)
        head = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(10), px(8), 0))
        head.pack(fill="x")
        ttk.Label(head, text=f"Hex {self._number}", style="Title.TLabel").pack(side="left")
        source = hex_source(design, hex)
        tag = "Tag.TLabel" if source == "reconstructed" else "Quiet.TLabel"
        ttk.Label(head, text=source, style=tag).pack(side="left", padx=px(8))
        for note in hex_notes(design, hex):
            told = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(2), px(8), 0))
            told.pack(fill="x")
            WrappedLabel(told, note, "Quiet.TLabel").pack(fill="x")
        frame = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(4)))
        frame.pack(fill="x")
        self.form = form = Form(frame)
        form.choice("Terrain", map.terrain.at(hex), [(t.id, t.name) for t in design.ruleset.terrain],
                    lambda id: self._edit("Terrain of", lambda m: paint_terrain(m, [hex], id)))
        countries = [(c, country_name(design, c)) for c in palette_countries(design)]
        form.choice("Country", map.countries.at(hex), countries,
                    lambda id: self._edit("Country of", lambda m: paint_country(m, [hex], id)))
        NameFields(form, session, NameRef("place", hex), "Name", "Name")
        form.widget("Features", self._features(design))
        self._lines(design)
        for nth in range(max(1, len(labels_at(map, hex)))):
            which = f" {nth + 1}" if nth else ""
            NameFields(form, session, NameRef("label", hex, nth), f"Map label{which}", f"Label{which}")

    def _edit(self, label: str, function: Callable[[GameMap], GameMap], what: str = "") -> str:
        return self._session.change(f"{label} {what or self._number}", lambda d: with_map(d, function(d.map)))

    def _features(self, design: Design) -> ttk.Frame:
        checks = ttk.Frame(self.form.frame, style="Panel.TFrame")
        here = design.map.features_at(self._hex)
        for i, kind in enumerate(design.ruleset.features):
            variable = tk.BooleanVar(checks, kind.id in here)

            def toggle(id: str = kind.id, variable: tk.BooleanVar = variable) -> None:
                self._edit("Features of", lambda m: set_feature(m, self._hex, id, variable.get()))

            check = ttk.Checkbutton(checks, text=kind.name, variable=variable, command=toggle)
            check.var = variable  # type: ignore[attr-defined]
            check.grid(row=i // 2, column=i % 2, sticky="w", padx=(0, px(10)))
        return checks

    def _lines(self, design: Design) -> None:
        """A field for the name of each river and road here, and the width of a river."""
        map, rules = design.map, design.ruleset
        sides = map.grid.sides(self._hex)
        for i, line in enumerate(map.lines):
            if any(s in line.sides for s in sides):
                known = rules.hexside_by_id.get(line.kind)
                kind = known.name if known else line.kind
                self.form.text(kind, line.name, self._renames_line(i, kind))
                self.form.number(f"{kind} width", str(line.width), 1, 5, self._widens(i, kind))
        for i, road in enumerate(map.roads):
            if self._hex in road.path:
                known_road = rules.road_by_id.get(road.kind)
                kind = known_road.name if known_road else road.kind
                self.form.text(kind, road.name, self._renames_road(i, kind))

    def _renames_line(self, index: int, kind: str) -> Callable[[str], str]:
        return lambda text: self._edit("Name of", lambda m: change_line(m, index, name=text), kind.lower())

    def _widens(self, index: int, kind: str) -> Callable[[str], str]:
        def widen(text: str) -> str:
            if text not in ("1", "2", "3", "4", "5"):
                return "The width is a class from 1 to 5."
            return self._edit("Width of", lambda m: change_line(m, index, width=int(text)), kind.lower())

        return widen

    def _renames_road(self, index: int, kind: str) -> Callable[[str], str]:
        return lambda text: self._edit("Name of", lambda m: rename_road(m, index, text), kind.lower())
