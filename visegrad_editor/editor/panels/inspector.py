"""The inspector: all fields of the selected hex and the selected units, to view and edit."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import Any

from ...hexgrid import Hex
from ...model.counter_values import (
    counter_numbers,
    number_title,
    source_of,
    steps_of,
    type_value,
    value_of,
    with_value,
)
from ...model.design import Design
from ...model.differences import EntryStep
from ...model.edit.documents import with_map, with_scenario
from ...model.edit.hexsides import change_line
from ...model.edit.labels import labels_at
from ...model.edit.levels import paint_levels
from ...model.edit.places import set_feature
from ...model.edit.prototypes import reset_to_prototype, use_prototype
from ...model.edit.roads import rename_road
from ...model.edit.scenario import set_entry
from ...model.edit.terrain import paint_country, paint_terrain
from ...model.edit.turn_track import Role, TrackBox, put_in_box, turn_track
from ...model.edit.unit_cells import field_of, is_override, prototype_text, read_hex, unit_columns
from ...model.edit.units import (
    change_unit,
    kept_words,
    place_units,
    refuse_hexes,
    stack_at,
    stays_in_only_hex,
    take_off_map,
)
from ...model.fields import DeclaredField, declared
from ...model.gamemap import HIGHEST_LEVEL, LOWEST_LEVEL, GameMap
from ...model.inherited import OwnValue
from ...model.lettering import NameRef
from ...model.provenance import Provenance
from ...model.rules.counter import CounterValue
from ...model.rules.sentences import stacking_sentences, unit_limit
from ...model.ruleset import Ruleset
from ...model.ruleset_values import HIGHEST, read_whole
from ...model.scenario import OFF_MAP, Reinforcement, Scenario, Setup, Unit
from ...model.schedule import UnitRelease, UnitWithdrawal
from ...model.where import Where
from ...model.wording import count, listed
from ...systems import boxes_of
from ..documents.scenario_dialogs import unit_names
from ..inheritance import MARK
from ..map import style
from ..map.hex_words import edge_words, entry_names, hex_notes, hex_source, kind_words, where_text
from ..session import Session
from ..tools.brushes import country_name, palette_countries
from ..widgets.context_menu import MenuEntry
from ..widgets.counter_pictures import CounterPictures
from ..widgets.fields import Form, Reveal
from ..widgets.flow import Flow
from ..widgets.keyboard import enter_field, focused
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.small_screen import is_narrow
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .hex_group_fields import HexGroupFields
from .inherited_marks import mark_field, mark_head
from .name_fields import NameFields, lettering_defaults


class Inspector(ttk.Frame):
    """Shows the session's selected hex and units."""

    def __init__(self, parent: tk.Misc, session: Session,
                 show_part: Callable[..., None] = lambda *_path: None,
                 perform: Callable[[str], None] = lambda _id: None) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._show_part, self._perform = session, show_part, perform
        self._pictures = CounterPictures(self, theme.PANEL)
        self._scrolled = ScrollableFrame(self, width=theme.px(280))
        self._scrolled.pack(fill="both", expand=True)
        self._stale = True
        self._shown: tuple[object, ...] = ()
        self.unit_form: Form | None = None
        self.hex_form: Form | None = None
        self.bind("<Map>", lambda _e: self.show() if self._stale else None)
        session.selected.connect(self._later)
        session.changed.connect(self._later)
        session.chosen.connect(self._lettering_chosen)
        style.changed.connect(self._lettering_chosen)

    def _lettering_chosen(self) -> None:
        """Fields show how the next label will be written, and the size that the style gives a name."""
        if self._shown and self._shown[-1] != lettering_defaults(self._session):
            self._later()

    def _later(self) -> None:
        if self.winfo_ismapped():
            # After the current event: a field must not be destroyed while it passes on its text.
            self.after_idle(self.show)
        self._stale = True

    def show(self) -> None:
        """Show the current selection."""
        # Text being typed belongs to the unit or hex shown until now.
        self.commit()
        design, session = self._session.design, self._session
        now = (design.map, design.scenario, design.ruleset, session.hex, session.units,
               lettering_defaults(session))
        self._stale = False
        old = self._shown
        if old and all(a is b for a, b in zip(now[:3], old[:3], strict=True)) and now[3:] == old[3:]:
            return
        keep = self._focused_label()
        self._shown = now
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.unit_form = self.hex_form = None
        scenario = design.scenario
        known = scenario.unit_by_key if scenario else {}
        units = [known[key] for key in session.units if key in known]
        if scenario is not None and session.hex is not None:
            self._stack(design, stack_at(scenario, design.map.grid.number(session.hex)), session.hex)
        if units:
            self.unit_form = UnitFields(
                inside, session, self._pictures, units, self._scrolled.see).form
            if len(units) == 1 and scenario is not None:
                self._all_keys(units[0], scenario)
            self._counter()
        if session.hex is not None:
            self.hex_form = HexFields(inside, session, session.hex, self._scrolled.see, self._show_part).form
        if not units and session.hex is None:
            WrappedLabel(
                inside, "Click a hex or a counter on the map, or a unit in the list, to see and edit it "
                "here.", "Quiet.TLabel").pack(fill="x", padx=theme.px(10), pady=theme.px(10))
        self._refocus(keep)

    def commit(self) -> None:
        """Accept text that is being typed."""
        for form in (self.unit_form, self.hex_form):
            if form is not None:
                form.commit()

    def _counter(self) -> None:
        """Add a button that opens the counter designer."""
        form = self.unit_form
        assert form is not None
        row = ttk.Frame(form.frame, style="Panel.TFrame")
        button = ttk.Button(row, text="Counter…", style="Small.TButton",
                            command=lambda: self._perform("counter"))
        button.pack(side="left")
        Tooltip(button, "Symbol, size mark, colours, texts and picture of the counter, on both sides")
        form.widget("Looks", row)

    def _all_keys(self, unit: Unit, scenario: Scenario) -> None:
        """Add buttons that show where a unit is set up, when it arrives and all else with every key."""
        form = self.unit_form
        assert form is not None
        row, path = Flow(form.frame, gap=px(3)), ("units", scenario.units.index(unit))
        parts: tuple[tuple[str, tuple[str, ...], object], ...] = (
            ("Set-up…", ("setup",), unit.setup), ("Arrival…", ("reinforcement",), unit.reinforcement),
            ("All keys…", (), unit))
        for text, keys, there in parts:
            at = (*path, *keys) if there is not None else path
            button = ttk.Button(row, text=text, style="Small.TButton",
                                command=lambda at=at: self._show_part("scenario", *at))  # type: ignore[misc]
            row.add(button, px(4))
            Tooltip(button, {"Set-up…": "Hexes, areas, countries, features, alone, box, marks: every key",
                             "Arrival…": "Turn, event, entry, other entries, pool: every key"}.get(
                                 text, "Every key of the unit, also where its values come from"))
        form.widget("More", row)

    def _focused_label(self) -> tuple[str, str]:
        focus = focused(self)
        for name, form in (("unit", self.unit_form), ("hex", self.hex_form)):
            for label, field in (form.fields if form else {}).items():
                if field is focus:
                    return name, label
        return "", ""

    def _refocus(self, where: tuple[str, str]) -> None:
        form = {"unit": self.unit_form, "hex": self.hex_form}.get(where[0])
        if form and where[1] in form.fields:
            enter_field(form.fields[where[1]])

    def _stack(self, design: Design, stack: tuple[Unit, ...], hex: Hex) -> None:
        """Show the counters of a stack side by side, the top one first; a click selects one."""
        if len(stack) < 2:
            return
        inside, limit = self._scrolled.inside, unit_limit(design.ruleset)
        told = f", limit {limit}" if limit is not None else ""
        title = ttk.Label(inside, text=f"Stack of {len(stack)}{told}", style="Section.TLabel")
        Tooltip(title, " ".join(stacking_sentences(design.ruleset, design.map)))
        if limit is not None and len(stack) > limit:
            title.configure(style="Error.TLabel")
        title.pack(fill="x", padx=theme.px(8), pady=(theme.px(8), theme.px(2)))
        row = ttk.Frame(inside, style="Panel.TFrame")
        row.pack(fill="x", padx=theme.px(6))
        selected = tk.StringVar(self, self._session.units[0] if self._session.units else "")
        row.chosen = selected  # type: ignore[attr-defined]
        for i, unit in enumerate(reversed(stack)):
            button = ttk.Radiobutton(
                row, style="Tool.Toolbutton", image=self._pictures.picture(unit, design.ruleset, 40),
                variable=selected, value=unit.key,
                command=lambda k=unit.key: self._session.select(hex, (k,)))  # type: ignore[misc]
            button.grid(row=i // 6, column=i % 6, padx=1, pady=1)
            Tooltip(button, unit.name)


class HexFields:
    """Adds the fields of a hex, and of the rivers and roads that touch it, to a frame; `reveal` scrolls to
    what is between two widgets."""

    def __init__(self, parent: ttk.Frame, session: Session, hex: Hex, reveal: Reveal,
                 show_part: Callable[..., None]) -> None:
        self._session, self._hex = session, hex
        design = session.design
        map = design.map
        self._number = map.grid.number(hex)
        head = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(10), px(8), 0))
        head.pack(fill="x")
        line = Flow(head, gap=px(2))
        line.pack(fill="x", expand=True)
        line.add(ttk.Label(line, text=f"Hex {self._number}", style="Title.TLabel"))
        if edge := edge_words(map, hex):
            line.add(ttk.Label(line, text=edge, style="Quiet.TLabel"), px(8))
        source = hex_source(design, hex)
        tag = "Tag.TLabel" if source == "reconstructed" else "Quiet.TLabel"
        badge = ttk.Label(line, text=source, style=tag)
        line.add(badge, px(8))
        Tooltip(badge, "Where the values of this hex come from")
        for note in hex_notes(design, hex):
            note_frame = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(2), px(8), 0))
            note_frame.pack(fill="x")
            WrappedLabel(note_frame, note, "Quiet.TLabel").pack(fill="x")
        frame = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(4)))
        frame.pack(fill="x")
        self.form = form = Form(frame, session.complain, reveal, session.withdraw)
        form.choice("Terrain", map.terrain.at(hex), [(t.id, t.name) for t in design.ruleset.terrain],
                    lambda id: self._edit("Terrain of", lambda m: paint_terrain(m, [hex], id)))
        countries = [(c, country_name(design, c)) for c in palette_countries(design)]
        form.choice("Country", map.countries.at(hex), countries,
                    lambda id: self._edit("Country of", lambda m: paint_country(m, [hex], id)))
        form.number("Level", str(map.level(hex)), LOWEST_LEVEL, HIGHEST_LEVEL, self._set_level)
        NameFields(form, session, NameRef("place", hex), "Name", "Name")
        form.widget("Features", self._features(design))
        HexGroupFields(form, session, hex, show_part)
        self._lines(design)
        for nth in range(max(1, len(labels_at(map, hex)))):
            which = f" {nth + 1}" if nth else ""
            NameFields(form, session, NameRef("label", hex, nth), f"Map label{which}", f"Label{which}")
        self._mark_own(head)
        self._explain(design)

    def _explain(self, design: Design) -> None:
        """Let each row say what it means, and what its kind does in play, with the rule."""
        form, rules = self.form, design.ruleset
        kind = rules.terrain_by_id.get(design.map.terrain.at(self._hex))
        form.explain("Terrain", f"What fills the hex. {kind_words(kind)}" if kind else "What fills the hex.")
        form.explain("Country", "The country that the hex is part of: for set-up, entries and victory.")
        form.explain("Features", "What the place is.")
        form.explain("Level", "How high the hex lies above, or below, the lowest ground.")

    def _mark_own(self, head: ttk.Frame) -> None:
        """Mark what differs from the base of a variant, and offer to reset all of the hex."""
        inheritance, hex, form = self._session.inheritance, self._hex, self.form
        own = inheritance.now.of_hex(hex) if inheritance.now is not None else ()
        if not own:
            return
        for value in own:
            if label := _label_of(form, value):
                mark_field(form, label, inheritance, [value], self._session.say)
        # Below the head: in a narrow panel there is no room beside the number and the source.
        text = f"{MARK} {count(len(own), 'difference')} from the base"
        sign = ttk.Label(head.master, text=text, style="Own.TLabel", padding=(px(8), px(3), px(8), 0))
        sign.pack(anchor="w", after=head)
        mark_head(sign, own, inheritance)

    def _edit(self, label: str, function: Callable[[GameMap], GameMap], what: str = "") -> str:
        return self._session.change(f"{label} {what or self._number}", lambda d: with_map(d, function(d.map)))

    def _set_level(self, text: str) -> str:
        try:
            level = read_whole(text, LOWEST_LEVEL, HIGHEST_LEVEL)
        except ValueError as error:
            return str(error)
        return self._edit("Level of", lambda m: paint_levels(m, [self._hex], level))

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
            Tooltip(check, kind_words(kind))
        return checks

    def _lines(self, design: Design) -> None:
        """Add a field for the name of each river and road here, and for the width of a river."""
        map, rules = design.map, design.ruleset
        sides = map.grid.sides(self._hex)
        for i, line in enumerate(map.lines):
            if any(s in line.sides for s in sides):
                known = rules.hexside_by_id.get(line.kind)
                kind = known.name if known else line.kind
                self.form.text(kind, line.name, self._line_renamer(i, kind))
                self.form.number(f"{kind} width", str(line.width), 1, 5, self._line_widener(i, kind))
                told = f" {kind_words(known)}" if known else ""
                self.form.explain(kind, f"The name of the {kind.lower()}, on all its hexsides.{told}")
                self.form.explain(f"{kind} width", "How broad it is drawn, from 1 to 5, on all its hexsides.")
        for i, road in enumerate(map.roads):
            if self._hex in road.path:
                known_road = rules.road_by_id.get(road.kind)
                kind = known_road.name if known_road else road.kind
                self.form.text(kind, road.name, self._road_renamer(i, kind))
                told = f" {kind_words(known_road)}" if known_road else ""
                self.form.explain(kind, f"The number or name of the road, on all its length.{told}")

    def _line_renamer(self, index: int, kind: str) -> Callable[[str], str]:
        return lambda text: self._edit("Name of", lambda m: change_line(m, index, name=text), kind.lower())

    def _line_widener(self, index: int, kind: str) -> Callable[[str], str]:
        def widen(text: str) -> str:
            if text not in ("1", "2", "3", "4", "5"):
                return "Enter a width from 1 to 5."
            return self._edit("Width of", lambda m: change_line(m, index, width=int(text)), kind.lower())

        return widen

    def _road_renamer(self, index: int, kind: str) -> Callable[[str], str]:
        return lambda text: self._edit("Name of", lambda m: rename_road(m, index, text), kind.lower())


def _label_of(form: Form, value: OwnValue) -> str:
    """The label of the row of a hex that shows a value; "" if it is not shown."""
    section, last = value.path[0], value.path[-1]
    name = {"terrain": "Terrain", "countries": "Country", "levels": "Level", "buildings": "Building",
            "waters": "Waters"}.get(str(section), "")
    if section == "places":
        name = "Features" if last == "features" or value.kind == "removed" else "Name"
    elif section == "labels":
        nth = last.nth if isinstance(last, EntryStep) else 0
        name = f"Map label {nth + 1}" if nth else "Map label"
    elif section in ("lines", "roads"):
        name = next((label for label in form.labels if value.title.startswith(label)), "")
    return name if name in form.labels else ""


def provenance_text(provenance: Provenance) -> str:
    """A provenance in words: `rulebook, rule 3.0`, or, with a value from another source,
    `rulebook; strength: reconstructed. A guess.`"""
    groups: dict[Provenance, list[str]] = {}
    for value, source in provenance.values:
        groups.setdefault(source, []).append(value.replace("_", " ").replace("setup", "set-up"))
    text = "; ".join([_source(provenance), *(f"{', '.join(v)}: {_source(p)}" for p, v in groups.items())])
    notes = dict.fromkeys(p.note for p in (provenance, *groups) if p.note)
    return ". ".join([text, *(note.rstrip(".") for note in notes)]) + ("." if notes else "")


def provenance_word(provenance: Provenance) -> str:
    """A provenance in a word or two: `rulebook`, or, with a reconstructed value, `partly reconstructed`."""
    sources = [provenance.source, *(source.source for _, source in provenance.values)]
    if "reconstructed" in sources and set(sources) != {"reconstructed"}:
        return "partly reconstructed"
    return provenance.source


def _source(provenance: Provenance) -> str:
    return f"{provenance.source}, rule {provenance.rule}" if provenance.rule else provenance.source


def area_choices(design: Design) -> list[tuple[str, str]]:
    """Ids and texts of the set-ups that leave the choice of a hex to the player: groups, countries, areas;
    then of the boxes off the map."""
    map = design.map
    countries = [c for c in palette_countries(design) if c and map.hexes_in(c)]
    groups = design.scenario.set_up_groups if design.scenario else ()
    return [("", "–"), *((f"group:{g.id}", f"as the group {g.name}") for g in groups),
            *((f"country:{c}", f"anywhere in {country_name(design, c)}") for c in countries),
            *((f"area:{a.id}", a.name) for a in map.areas),
            *((f"box:{box}", f"off the map, box {box}") for box in boxes_of(design))]


def area_of(design: Design, setup: Setup | None) -> str:
    """The id in `area_choices` of a set-up; a description if it is not one of them."""
    if setup is not None and setup.group:
        return f"group:{setup.group}"
    if setup is None or setup.where.single_hex:
        return ""
    if setup.box:
        return f"box:{setup.box}"
    where = setup.where
    if setup == Setup(Where(countries=where.countries)) and len(where.countries) == 1:
        return f"country:{where.countries[0]}"
    if setup == Setup(Where(areas=where.areas)) and len(where.areas) == 1:
        return f"area:{where.areas[0]}"
    return where_text(design, setup)


_BY_TYPE = "type:"
"""Stands before a size that is not the unit's own, while sizes are compared."""
SEVERAL = "several values"
"""Shown in a field in which the units differ."""
_NAMED = 6
"""How many of several units are named at most."""


def _bounds(one: DeclaredField) -> tuple[int, int]:
    """The minimum and maximum of a number."""
    low, high = one.field.minimum, one.field.maximum
    return int(low or 0), int(HIGHEST if high is None else high)


class UnitFields:
    """Adds the fields of one or several units to a frame. Common values are shown, and an edit changes all
    the units in one step; `reveal` scrolls to what is between two widgets."""

    def __init__(self, parent: ttk.Frame, session: Session, pictures: CounterPictures,
                 units: Sequence[Unit], reveal: Reveal) -> None:
        self._session, self._units = session, units
        self._keys = tuple(unit.key for unit in units)
        """The keys of the units that the fields belong to, whatever is selected now."""
        design, scenario = session.design, session.scenario
        assert scenario is not None
        self._head(parent, design, pictures)
        frame = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(4)))
        frame.pack(fill="x")
        self.form = Form(frame, session.complain, reveal, session.withdraw)
        self._fields(design, scenario)

    def _head(self, parent: ttk.Frame, design: Design, pictures: CounterPictures) -> None:
        unit, several = self._units[0], len(self._units) > 1
        head = ttk.Frame(parent, style="Panel.TFrame", padding=(px(8), px(8), px(8), px(2)))
        head.pack(fill="x")
        if not several:
            picture = pictures.picture(unit, design.ruleset, 48 if is_narrow(parent) else 72)
            ttk.Label(head, image=picture, style="Panel.TLabel").pack(side="left")
        words = ttk.Frame(head, style="Panel.TFrame", padding=(0 if several else px(10), 0, 0, 0))
        words.pack(side="left", fill="x", expand=True)
        WrappedLabel(words, f"{len(self._units)} units" if several else unit.name, "Title.TLabel").pack(
            fill="x")
        tag = "Quiet.TLabel" if several or not unit.provenance.any_is("reconstructed") else "Tag.TLabel"
        text = _some_names(self._units) if several else provenance_word(unit.provenance)
        badge = ttk.Label(words, text=text, wraplength=px(260 if several else 200), justify="left", style=tag)
        badge.pack(anchor="w", pady=(px(3), 0))
        words.bind("<Configure>", lambda e: badge.configure(
            wraplength=max(px(60), min(e.width - 2 * px(6), px(260 if several else 200)))))
        self._mark_head(head)
        if not several and text != (whole := provenance_text(unit.provenance)):
            Tooltip(badge, whole)

    def _mark_head(self, head: ttk.Frame) -> None:
        """Tell how the units differ from the base of a variant, and offer to reset them."""
        inheritance = self._session.inheritance
        if inheritance.now is None:
            return
        own = [v for key in self._keys if (v := inheritance.now.unit(key)) is not None]
        if not own:
            return
        new = sum(v.kind == "added" for v in own)
        if len(self._keys) == 1:
            text = "+ not in the base" if new else f"{MARK} changed from the base"
        else:
            text = f"{MARK} {len(own)} of {len(self._keys)} changed from the base"
        sign = ttk.Label(head.master, text=text, style="Own.TLabel", padding=(px(8), 0))
        sign.pack(anchor="w", after=head)
        mark_head(sign, [v for v in own if v.kind != "added"], inheritance)

    def _mark(self, label: str, column: str) -> None:
        """Mark the row of a value that differs from the base of a variant, by the id of its column."""
        inherited = self._session.inheritance.now
        if inherited is not None and label in self.form.labels:
            own = (inherited.unit_cell(key, column) for key in self._keys)
            mark_field(self.form, label, self._session.inheritance, [v for v in own if v is not None],
                       self._session.say)

    def _common(self, value: Callable[[Unit], str]) -> tuple[str, str]:
        """The value that all units have and ""; or "" and the text to show instead, if they differ."""
        values = {value(unit) for unit in self._units}
        return (values.pop(), "") if len(values) == 1 else ("", SEVERAL)

    def _fields(self, design: Design, scenario: Scenario) -> None:
        """Add a row for each declared field of a unit, in that order."""
        self._boxes = turn_track(design)
        for one in declared(Unit):
            if one.name == "values":
                for value, lost in counter_numbers(design.ruleset, self._units):
                    self._value(design.ruleset, value, lost)
            elif one.name == "steps":
                self._steps(design.ruleset, one)
            elif one.name == "prototype":
                if scenario.prototypes:
                    self._prototype(scenario)
            elif one.name == "formation":
                if design.ruleset.formations:
                    self._formation(design.ruleset, one)
            elif one.name == "setup":
                hex, several = self._common(lambda u: u.hex)
                self.form.text("Set-up hex", hex, self._set_hex, several)
                self._choice("Set-up area", lambda u: area_of(design, u.setup), area_choices(design),
                             self._set_area)
                self._mark("Set-up hex", "setup")
                self._mark("Set-up area", "setup")
            elif one.name == "reinforcement":
                self._time(design, "Arrives", "arrives", _arrival_time)
                if any(u.reinforcement for u in self._units):
                    self._choice("Arrives at", lambda u: u.reinforcement.entry if u.reinforcement else "",
                                 [*entry_names(scenario).items(), (OFF_MAP, "off the map")], self._set_entry)
                self._mark("Arrives", "arrival")
                self._mark("Arrives at", "arrival")
            elif one.name == "withdrawal":
                self._time(design, "Leaves", "leaves", lambda u: _time_of(u.withdrawal))
                self._mark("Leaves", "withdrawal")
            elif one.name == "release":
                self._time(design, "May move", "moves", lambda u: _time_of(u.release))
                self._mark("May move", "release")
            elif one.name == "name":
                if len(self._units) == 1:
                    # Orders cannot hold names with two spaces in a row.
                    self._text(one, lambda text: " ".join(text.split()))
            elif one.name not in ("provenance", "look"):
                self._field(design, one)
                self._mark(_title(one), one.name)
        self._mark_overrides(design)
        self._explain(design, scenario)

    def _explain(self, design: Design, scenario: Scenario) -> None:
        """Let each row say what it means, with the rule that its value, type or entry is from."""
        rules, units, form = design.ruleset, self._units, self.form
        helps = {c.id: c.help for c in unit_columns(rules, units)}
        for one in declared(Unit):
            form.explain(_title(one), helps.get(one.name, one.field.help or ""))
        for value, lost in counter_numbers(rules, units):
            cited = {source_of(rules, u, value, lost).rule for u in units}
            id = f"value:{value.id}{f':{lost}' if lost else ''}"
            form.explain(number_title(rules, value, lost), _with_rules(helps.get(id, ""), cited))
        kinds = (rules.unit_type_by_id.get(u.type) for u in units)
        form.explain("Type", _with_rules(helps["type"], {k.provenance.rule for k in kinds if k}))
        form.explain("Set-up hex", "The hex in which it is set up; empty: in none yet, or where its owner "
                                   "chooses.")
        form.explain("Set-up area", "Where its owner may set it up. Scenario > Where units may be set up… "
                                    "(Shift+F8) has all that can be said.")
        form.explain("Arrives", helps["turn"])
        entries = (scenario.entry_by_id.get(u.reinforcement.entry) for u in units if u.reinforcement)
        form.explain("Arrives at", _with_rules(helps["entry"], {e.rule for e in entries if e}))
        form.explain("Leaves", helps["withdrawal"])
        form.explain("May move", helps["release"])

    def _prototype(self, scenario: Scenario) -> None:
        choices = [("", "–"), *((p.id, p.name) for p in scenario.prototypes)]
        self._choice("Prototype", lambda u: u.prototype, choices, self._use_prototype)

    def _use_prototype(self, id: str) -> str:
        """Give the units a prototype and all that it says."""
        complaint = self._session.change(f"Prototype of {self._name()}",
                                         lambda d: use_prototype(d, self._keys, id))
        if not complaint and len(self._keys) > 1:
            self._session.say(f"Prototype: {count(len(self._keys), 'unit')}.")
        return complaint

    def _mark_overrides(self, design: Design) -> None:
        """Mark the fields in which units say something else than their prototypes."""
        titles = {"type": "Type", "steps": "Steps", "size": "Size", "formation": "Formation"}
        columns = {id: title for id, title in titles.items() if title in self.form.fields}
        for value, lost in counter_numbers(design.ruleset, self._units):
            title = number_title(design.ruleset, value, lost)
            columns[f"value:{value.id}" + (f":{lost}" if lost else "")] = title
        for id, title in columns.items():
            units = [u for u in self._units if is_override(design, u, id)]
            if not units or title not in self.form.fields:
                continue
            said = {f"The prototype {u.like.name} says {prototype_text(design, u, id) or 'none'}."
                    for u in units if u.like}
            some = f"{len(units)} of {len(self._units)} units differ. " if len(self._units) > 1 else ""
            keys = tuple(u.key for u in units)
            back = MenuEntry("As the prototype", partial(self._reset, keys, field_of(id)))
            self.form.mark(title, "•", f"{some}{' '.join(sorted(said)[:3])} Right-click: as the prototype.",
                           back, "Section.TLabel")

    def _reset(self, keys: tuple[str, ...], name: str) -> None:
        """Make a field of some units as their prototypes say."""
        self._session.complain(self._session.change(
            f"{unit_names(self._session.scenario, keys)} as the prototype",
            lambda d: reset_to_prototype(d, keys, [name])))

    def _time(self, design: Design, label: str, role: Role, value: Callable[[Unit], str]) -> None:
        """Add a choice of the turn or the event with which the units come, leave or may move."""
        free = {"arrives": "–", "leaves": "stays", "moves": "from the start"}[role]
        boxes = {box.id: box for box in self._boxes
                 if (box.turn or box.event or (box.pool and role == "arrives")) and (
                     not box.turn or design.scenario is None or box.turn <= design.scenario.turns)}
        choices = [("", free), *((id, box.title.lower() if box.turn else box.title)
                                 for id, box in boxes.items())]
        known = {id for id, _ in choices}
        choices += [(v, v) for v in dict.fromkeys(map(value, self._units)) if v not in known]

        def put(id: str) -> str:
            box = boxes.get(id, TrackBox(""))

            def edit(scenario: Scenario, key: str) -> Scenario:
                now = with_scenario(self._session.design, scenario)
                if id == value(scenario.unit_by_key[key]):
                    return scenario
                after = put_in_box(now, [key], box, role).scenario
                assert after is not None
                return after

            when = dict(choices)[id]
            return self._change(f"{self._name()}, {label.lower()}: {when}", f"{label} {when}", edit)

        self._choice(label, value, choices, put)

    def _set_entry(self, id: str) -> str:
        def edit(scenario: Scenario, key: str) -> Scenario:
            arrival = scenario.unit_by_key[key].reinforcement
            return set_entry(scenario, key, id) if arrival and arrival.entry != id else scenario

        return self._change(f"{self._name()}, arrives at {id}", "Arrives at", edit)

    def _value(self, rules: Ruleset, value: CounterValue, lost: int) -> None:
        """Add a value on the counter, for full strength or after a step loss. One that comes from the unit's
        type is shown as such until the unit has its own; an empty field is none."""
        title = number_title(rules, value, lost)
        same, several = self._common(lambda u: _number_text(value_of(rules, u, value.id, lost)))
        self.form.number(title, same, value.least, value.most,
                         lambda text: self._set_value(rules, value, lost, text), several)
        self._mark(title, f"value:{value.id}{f':{lost}' if lost else ''}")

    def _formation(self, rules: Ruleset, one: DeclaredField) -> None:
        choices = [("", "–"), *((f.id, f.name) for f in rules.formations)]
        self._choice(_title(one), lambda u: u.formation, choices,
                     lambda id: self._set(_title(one), formation=id))

    def _steps(self, rules: Ruleset, one: DeclaredField) -> None:
        """Add the number of steps; an empty field stands for as many as the values say."""
        low, high = _bounds(one)
        same, several = self._common(lambda u: str(steps_of(rules, u)))
        self.form.number(_title(one), same, low, high,
                         lambda text: self._set_steps(rules, one, text), several)

    def _field(self, design: Design, one: DeclaredField) -> None:
        """Add the row of a field according to its type and declaration."""
        field, title = one.field, _title(one)

        def value(unit: Unit) -> Any:
            return getattr(unit, one.name)

        def put(word: str) -> str:
            return self._set(title, **{one.name: word})

        if field.refers_to is not None:
            entries = getattr(design.ruleset, field.refers_to)
            self._choice(title, value, [(e.id, e.name) for e in entries], put)
        elif one.name == "size":
            self._size(design.ruleset, one)
        elif field.suggested is not None:
            words = dict.fromkeys((*field.suggested, *map(value, self._units)))
            self._choice(title, value, [(word, word or "–") for word in words], put)
        elif one.type is bool:
            self._flag(one)
        elif one.type is int:
            self._number(one, value, lambda text: self._set_number(one, text))
        elif one.type is str:
            self._text(one, str.strip)

    def _size(self, rules: Ruleset, one: DeclaredField) -> None:
        """Add the size; one that comes from the type of the units is shown as such."""
        title, types = _title(one), rules.unit_type_by_id
        usual = {unit.type: types[unit.type].size if unit.type in types else "" for unit in self._units}
        sizes = set(usual.values())
        whose = "their types" if len(usual) > 1 else "its type" if len(self._units) == 1 else "their type"
        free = "–" if sizes == {""} else f"{sizes.pop()} (by {whose})" if len(sizes) == 1 else f"by {whose}"

        def value(unit: Unit) -> str:
            # Sizes that differ by the types differ, too.
            return unit.size or (f"{_BY_TYPE}{usual[unit.type]}" if len(set(usual.values())) > 1 else "")

        words = dict.fromkeys((*(one.field.suggested or ()), *(u.size for u in self._units)))
        self._choice(title, value, [("", free), *((word, word) for word in words if word)],
                     lambda word: self._set(title, size=word))

    def _choice(self, label: str, value: Callable[[Unit], str], choices: Sequence[tuple[str, str]],
                accept: Callable[[str], str]) -> None:
        same, several = self._common(value)
        self.form.choice(label, several or same, choices, accept)

    def _flag(self, one: DeclaredField) -> None:
        form, title, of_all = self.form, _title(one), len(self._units)
        with_it = sum(getattr(unit, one.name) for unit in self._units)
        mixed = 0 < with_it < of_all
        chosen = tk.BooleanVar(form.frame, with_it == of_all)
        check = ttk.Checkbutton(
            form.frame, text=f"{with_it} of {of_all}" if mixed else "yes", variable=chosen,
            command=lambda: self._set(title, **{one.name: chosen.get()}))
        check.var = chosen  # type: ignore[attr-defined]
        if mixed:
            check.state(["alternate"])
        form.widget(title, check)

    def _number(self, one: DeclaredField, value: Callable[[Unit], int], accept: Callable[[str], str]) -> None:
        low, high = _bounds(one)
        same, several = self._common(lambda u: str(value(u)))
        self.form.number(_title(one), same, low, high, accept, several)

    def _text(self, one: DeclaredField, cleaned: Callable[[str], str]) -> None:
        title = _title(one)
        same, several = self._common(lambda u: str(getattr(u, one.name)))
        self.form.text(title, same, lambda t: self._set(title, **{one.name: cleaned(t)}), several)

    # -- edits --------------------------------------------------------------------------

    def _name(self) -> str:
        return unit_names(self._session.scenario, self._keys)

    def _set(self, label: str, **fields: object) -> str:
        return self._change(f"{label} of {self._name()}", label,
                            lambda scenario, key: change_unit(scenario, key, **fields))

    def _change(self, step: str, label: str, edit: Callable[[Scenario, str], Scenario]) -> str:
        """Make an edit to all units in one step, and, if there are several, say how many changed."""
        session, old, renamed, changed = self._session, self._keys, list[str](), 0
        selected = session.units

        def edited(design: Design) -> Design:
            nonlocal changed
            after = design.scenario
            if after is None or any(key not in after.unit_by_key for key in old):
                raise ValueError("This unit is no longer in the scenario." if len(old) == 1 else
                                 "Some of these units are no longer in the scenario.")
            for key in old:
                before, after = after, edit(after, key)
                pairs = zip(before.units, after.units, strict=True)
                new = next((now for was, now in pairs if was is not now), None)
                if new is not None and new.setup != before.unit_by_key[key].setup:
                    refuse_hexes(design.ruleset, [new])
                renamed.append(new.key if new is not None else key)
                changed += new is not None
            names = dict(zip(old, renamed, strict=True))
            # Before the design changes, which deselects keys that it no longer has.
            session.units = tuple(names.get(k, k) for k in selected)
            return with_scenario(design, after)

        before = session.design
        complaint = session.change(step, edited)
        if session.design is before:
            session.units = selected
        else:
            self._keys = tuple(renamed)
        if not complaint and len(old) > 1:
            rest = f"; {len(old) - changed} already had this value" if changed < len(old) else ""
            session.say(f"{label}: {count(changed, 'unit')} changed{rest}." if changed else
                        f"{label}: all {len(old)} units already have this value.")
        return complaint

    def _set_number(self, one: DeclaredField, text: str) -> str:
        try:
            value = _read_number(one, text)
        except ValueError as error:
            return str(error)
        return self._set(_title(one), **{one.name: value})

    def _set_value(self, rules: Ruleset, value: CounterValue, lost: int, text: str) -> str:
        """Set a value on the counter; one equal to that of the unit's type is not stored with the unit."""
        title, number = number_title(rules, value, lost), None
        if text.strip():
            try:
                number = _read_whole_number(title, text, value.least, value.most)
            except ValueError as error:
                return str(error)

        def valued(scenario: Scenario, key: str) -> Scenario:
            unit = scenario.unit_by_key[key]
            usual = value.from_ == "type" and number == type_value(rules, unit)
            values = with_value(rules, unit, value.id, None if usual else number, lost)
            steps = None if len(values) > 1 and unit.steps == 1 else unit.steps
            return change_unit(scenario, key, values=values, steps=steps)

        return self._change(f"{title} of {self._name()}", title, valued)

    def _set_steps(self, rules: Ruleset, one: DeclaredField, text: str) -> str:
        """Set the number of steps; as many as the values say are not stored with the unit."""
        try:
            number = _read_number(one, text) if text.strip() else 0
        except ValueError as error:
            return str(error)

        def stepped(scenario: Scenario, key: str) -> Scenario:
            usual = steps_of(rules, replace(scenario.unit_by_key[key], steps=None))
            return change_unit(scenario, key, steps=None if number in (0, usual) else number)

        return self._change(f"{_title(one)} of {self._name()}", _title(one), stepped)

    def _set_hex(self, text: str) -> str:
        if not text.strip():
            scenario = self._session.scenario
            kept = [u for k in self._keys if scenario is not None and stays_in_only_hex(
                u := scenario.unit_by_key[k])]
            if scenario is not None and kept and len(kept) == len(self._keys):
                return kept_words(kept, scenario)
            return self._change(f"Take {self._name()} off the map", "Set-up",
                                lambda scenario, key: take_off_map(scenario, [key]))
        try:
            number = read_hex(self._session.design, text)
        except ValueError as error:
            return str(error)
        return self._change(f"Move {self._name()} to {number}", f"Set-up in {number}",
                            lambda scenario, key: place_units(scenario, [key], number))

    def _set_area(self, id: str) -> str:
        kind, _, name = id.partition(":")
        if not id:
            return self._set("Set-up", setup=None)
        scenario = self._session.scenario
        if kind == "group" and scenario is not None:
            group = scenario.group_by_id[name]
            return self._set("Set-up", setup=Setup(group.where, alone=group.alone, group=name),
                             reinforcement=None)
        if kind == "box":
            return self._set("Set-up", setup=Setup(box=name), reinforcement=None)
        where = Where(countries=(name,)) if kind == "country" else Where(areas=(name,))
        return self._set("Set-up", setup=Setup(where), reinforcement=None)


def _arrival_time(unit: Unit) -> str:
    """The box of the turn track in which a unit arrives, by its id; "" if it does not."""
    arrival = unit.reinforcement
    return "" if arrival is None else f"pool {arrival.pool}" if arrival.pool else _time_of(arrival)


def _time_of(when: Reinforcement | UnitWithdrawal | UnitRelease | None) -> str:
    """The box of the turn track of a turn or an event, by its id; "" if there is none."""
    if when is None:
        return ""
    if when.event and not (isinstance(when, UnitRelease) and when.turn):
        return f"event {when.event}"
    return f"turn {when.turn}" if when.turn else "–"


def _with_rules(text: str, rules: Collection[str]) -> str:
    """A text with the rules that it is about, if they have numbers."""
    cited = sorted(filter(None, rules))
    return f"{text} Rule {', '.join(cited)}." if cited else text


def _title(one: DeclaredField) -> str:
    return one.field.title or one.name


def _read_number(one: DeclaredField, text: str) -> int:
    """The number that was typed; raises `ValueError` with a message."""
    return _read_whole_number(_title(one), text, *_bounds(one))


def _read_whole_number(title: str, text: str, low: int, high: int) -> int:
    try:
        return read_whole(text, low, high)
    except ValueError:
        reach = f"up to {high}" if low == 0 else f"from {low} to {high}"
        raise ValueError(f"{title} must be a whole number {reach}.") from None


def _number_text(number: int | None) -> str:
    return "" if number is None else str(number)


def _some_names(units: Sequence[Unit]) -> str:
    """The names of the first units, and how many more there are."""
    names = [unit.name for unit in units[:_NAMED]]
    more = len(units) - len(names)
    return listed([*names, f"{more} more"] if more else names)
