"""The options of the current tool, above the palette."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Iterable
from tkinter import ttk
from typing import Any, Protocol, cast, runtime_checkable

from ...lazy_dataclass import dataclass
from ...model.brushes import BRUSH_SIZES, SHAPE_LABELS, brush_shape
from ...model.lettering import NameRef
from ...model.region import PARTS, USUAL_PARTS
from ..actions import BY_ID
from ..map import style
from ..session import Session
from ..tools import TOOLS
from ..tools.base import EYEDROPPER_KINDS, MODES, SELECTORS, Mode, Tool, ToolOption, count
from ..tools.brush_shapes import CustomBrushShape
from ..widgets.fields import Form, select_on_first_click
from ..widgets.flow import Flow
from ..widgets.keyboard import enter_field, focused
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window.icons import Icons
from ..window.theme import px
from .name_fields import NameFields, lettering_defaults

_ROW_PX = 58
"""Height of two rows, in pixels at 100 %, reserved for all tools so that the palette does not move."""
_ERASES = (("hexsides", "Hexsides"), ("roads", "Roads"), ("places", "Places"), ("labels", "Labels"))


@runtime_checkable
class UpdatableOptions(Protocol):
    """Options whose choices may change elsewhere, for example by a key."""

    def follow(self) -> None:
        """Show the current choices."""


class ToolOptions(ttk.Frame):
    """Shows the options of a tool, if it has any."""

    def __init__(self, parent: tk.Misc, session: Session, new_area: Callable[[], None],
                 perform: Callable[[str], None], icons: Icons) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._uses = FormUses(self, session, new_area, perform, icons)
        self._tool = ""
        self.shown: tk.Widget | None = None
        """The options shown, None for a tool without options."""
        session.chosen.connect(self._follow)
        session.changed.connect(self._follow)
        style.changed.connect(self._follow)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, minsize=px(_ROW_PX))
        self._keep_height()

    def show(self, tool: Tool) -> None:
        """Show the options of a tool."""
        if tool.id == self._tool:
            return
        if isinstance(self.shown, NameOptions):
            self.commit()
            self._session.brush.edited_name = None
        self._tool = tool.id
        if self.shown is not None:
            self.shown.destroy()
            self.shown = None
        if tool.form:
            self.shown = FORMS[tool.form](self._uses)
        elif tool.options:
            self.shown = DeclaredOptions(self, self._session, tool)
        if self.shown is not None:
            self.shown.grid(row=0, column=0, sticky="ew")
        else:
            self._keep_height()

    def _keep_height(self) -> None:
        """Keep the reserved height while there are no options."""
        self.configure(height=max(1, int(self.rowconfigure(0)["minsize"])))

    @property
    def least(self) -> int:
        """The height in pixels reserved for the options while they do not scroll."""
        return px(_ROW_PX)

    def reserve(self, on: bool) -> None:
        """Reserve the height of two rows for all tools, or, while the options scroll with the palette, do
        not."""
        self.rowconfigure(0, minsize=px(_ROW_PX) if on else 0)
        if not on and self.shown is None:
            # An empty frame would keep its height.
            self.configure(height=1)

    def commit(self) -> None:
        """Accept text that is being typed."""
        if isinstance(self.shown, NameOptions):
            self.shown.commit()

    def _follow(self) -> None:
        if isinstance(self.shown, UpdatableOptions):
            self.shown.follow()


class AreaOptions(ttk.Frame):
    """The area to paint, and how to paint it."""

    def __init__(self, parent: tk.Misc, session: Session, new_area: Callable[[], None],
                 perform: Callable[[str], None], icons: Icons) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._takes = tk.BooleanVar(self)
        row = Flow(self, gap=px(3))
        row.pack(fill="x", pady=(0, px(4)))
        self.choice = ttk.Combobox(row, state="readonly", width=10)
        row.add(self.choice, stretch=True)
        self.choice.bind("<<ComboboxSelected>>", lambda _e: self._chosen())
        row.add(ttk.Button(row, text="New…", style="Small.TButton", command=new_area), px(4))
        takes = ttk.Checkbutton(
            row, image=cast(tk.PhotoImage, icons.get("take-away", 16)) or "", variable=self._takes,
            style="Tool.Toolbutton", takefocus=False,
            command=lambda: session.choose(removes_hexes=self._takes.get()))
        row.add(takes, px(4))
        Tooltip(takes, "Remove hexes from the area instead of adding them  (Shift)")
        self._paint = PaintOptions(self, session, perform, icons)
        self._paint.pack(fill="x")
        self.follow()

    def _chosen(self) -> None:
        areas = self._session.design.map.areas
        if 0 <= (i := self.choice.current()) < len(areas):
            self._session.choose(area=areas[i].id)

    def follow(self) -> None:
        """Show the current areas and the chosen one."""
        map, brush = self._session.design.map, self._session.brush
        self.choice.configure(values=[a.name for a in map.areas])
        area = map.area_by_id.get(brush.area)
        self.choice.set(area.name if area else "")
        self._takes.set(brush.removes_hexes)
        self._paint.follow()


class EraserOptions(ttk.Frame):
    """What the eraser erases."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._boxes = {id: tk.BooleanVar(self, id in session.brush.eraser_kinds) for id, _ in _ERASES}

        def chosen() -> None:
            session.choose(eraser_kinds=frozenset(id for id, box in self._boxes.items() if box.get()))

        row = Flow(self, gap=px(2))
        row.pack(fill="x")
        for id, text in _ERASES:
            row.add(ttk.Checkbutton(row, text=text, variable=self._boxes[id], command=chosen), px(8))


class PickOptions(ttk.Frame):
    """What the eyedropper picks."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        row = Flow(self, gap=px(2))
        row.pack(fill="x")
        row.add(ttk.Label(row, text="Picks", style="Panel.TLabel"))
        self.choice = ttk.Combobox(row, values=list(EYEDROPPER_KINDS.values()), state="readonly", width=12)
        row.add(self.choice, px(6), stretch=True)
        self.choice.bind("<<ComboboxSelected>>",
                         lambda _e: session.choose(
                             eyedropper_kind=list(EYEDROPPER_KINDS)[self.choice.current()]))
        self.follow()

    def follow(self) -> None:
        """Show the current choice."""
        self.choice.current(list(EYEDROPPER_KINDS).index(self._session.brush.eyedropper_kind))


# The options of the brushes.

_TIPS: dict[Mode, str] = {
    "freehand": "Freehand: drag over hexes",
    "line": "Straight line: drag, or click both ends. Shift: in one of twelve directions",
    "rectangle": "Rectangle: drag, or click two corners. Shift: square. Ctrl: from the centre",
    "hexagon": "Hexagon: drag, or click its centre and its edge. Ctrl: from edge to edge",
    "fill": "Flood fill: connected hexes of the same kind",
}
_NEW = "Selected hexes…"


class PaintOptions(ttk.Frame):
    """Painting mode; shape, size and turning of the brush."""

    def __init__(
        self, parent: tk.Misc, session: Session, perform: Callable[[str], None], icons: Icons
    ) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._perform = session, perform
        self._mode = tk.StringVar(self)
        self._outline = tk.BooleanVar(self)
        row = Flow(self)
        row.pack(fill="x")
        for mode in MODES:
            button = ttk.Radiobutton(
                row, image=_picture(icons, mode), value=mode, variable=self._mode, style="Tool.Toolbutton",
                takefocus=False, command=lambda m=mode: session.choose(mode=m))  # type: ignore[misc]
            row.add(button)
            Tooltip(button, f"{_TIPS[mode]}  (next mode: {BY_ID['next_mode'].key_text})")
        self.outline_button = ttk.Checkbutton(
            row, image=_picture(icons, "outline"), variable=self._outline, style="Tool.Toolbutton",
            takefocus=False, command=lambda: session.choose(outline=self._outline.get()))
        row.add(ttk.Frame(row, style="Panel.TFrame", width=1), stretch=True)
        row.add(self.outline_button)
        Tooltip(self.outline_button,
                f"Draw only the outline, as thick as the brush  ({BY_ID['brush_outline'].key_text})")
        line = self._line = Flow(self, gap=px(4))
        line.pack(fill="x", pady=(px(4), 0))
        self.shape_box = ttk.Combobox(line, state="readonly", width=9)
        line.add(self.shape_box, stretch=True)
        self.shape_box.bind("<<ComboboxSelected>>", lambda _e: self._shape_chosen())
        self.size_box = ttk.Combobox(line, state="readonly", width=7)
        line.add(self.size_box, px(4))
        self.size_box.bind(
            "<<ComboboxSelected>>", lambda _e: session.choose(size=self.size_box.current()))
        self.turn_button = _small(line, icons, "turn-right", lambda: perform("turn_brush"),
                                  f"Turn the shape by 60°  ({BY_ID['turn_brush'].key_text})")
        self.forget_button = _small(
            line, icons, "take-away", lambda: perform("forget_brush"), "Delete this shape")
        line.add(self.forget_button, px(2))
        line.add(self.turn_button, px(2))
        Tooltip(self.shape_box, "The shape of the brush")
        Tooltip(self.size_box, "The size of the brush  (Comma, Period)")
        self.follow()

    def _shape_chosen(self) -> None:
        wanted = self.shape_box.get()
        if wanted == _NEW:
            self.follow()
            self._perform("brush_from_selection")
            return
        built_in = next((shape for shape, label in SHAPE_LABELS.items() if label == wanted), None)
        self._session.choose(shape=built_in or self._session.brush_shapes[wanted])

    def follow(self) -> None:
        """Show the current brush."""
        brush, shapes, shape = self._session.brush, self._session.brush_shapes, self._session.brush.shape
        self._mode.set(brush.mode)
        self._outline.set(brush.outline)
        self.outline_button.state(["!disabled" if brush.mode in ("rectangle", "hexagon") else "disabled"])
        self.shape_box.configure(values=[*SHAPE_LABELS.values(), *shapes.names, _NEW])
        if isinstance(shape, CustomBrushShape):
            self.shape_box.set(shape.name)
            self.size_box.configure(values=[count(len(shape.hexes), "hex")], state="disabled")
            self.size_box.set(count(len(shape.hexes), "hex"))
        else:
            self.shape_box.set(SHAPE_LABELS[shape])
            sizes = [count(len(brush_shape(shape, n)), "hex") for n in range(BRUSH_SIZES)]
            self.size_box.configure(values=sizes, state="readonly")
            self.size_box.current(brush.size)
        self._line.show(self.forget_button, isinstance(shape, CustomBrushShape))
        self._line.show(self.turn_button, shape not in ("hexagon", "ring"))


def _picture(icons: Icons, name: str) -> tk.PhotoImage | str:
    return cast(tk.PhotoImage, icons.get(name, 16)) or ""


def _small(parent: tk.Misc, icons: Icons, icon: str, command: Callable[[], None], tip: str) -> ttk.Button:
    button = ttk.Button(parent, image=_picture(icons, icon), style="Tool.TButton", takefocus=False,
                        command=command)
    Tooltip(button, tip)
    return button


# The options of the pens.

_AUTO = "automatic"
_WIDTHS = (_AUTO, "1", "2", "3", "4", "5")


class LineOptions(ttk.Frame):
    """The name of the line to draw; for hexsides also its width class, and whether to click corners."""

    def __init__(self, parent: tk.Misc, session: Session, icons: Icons, hexsides: bool) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._hexsides = session, hexsides
        self._field = "line_name" if hexsides else "road_name"
        self._typed = False
        self._by_corners = tk.BooleanVar(self)
        row = ttk.Frame(self, style="Panel.TFrame")
        row.pack(fill="x")
        ttk.Label(row, text="Name", style="Panel.TLabel").pack(side="left")
        self.name = ttk.Entry(row, width=8)
        self.name.pack(side="left", padx=(px(6), 0), fill="x", expand=True)
        self.name.bind("<KeyRelease>", lambda _e: self._named())
        select_on_first_click(self.name)
        Tooltip(self.name, "The name of the line; a stroke that touches a line with this name extends it")
        if hexsides:
            line = Flow(self, gap=px(2))
            line.pack(fill="x", pady=(px(4), 0))
            line.add(ttk.Label(line, text="Width", style="Panel.TLabel"))
            self.width = ttk.Combobox(line, values=_WIDTHS, state="readonly", width=len(_AUTO))
            line.add(self.width, px(6))
            self.width.bind("<<ComboboxSelected>>", lambda _e: session.choose(width=self.width.current()))
            Tooltip(self.width, "The width class, 1 to 5; automatic: that of the line it joins")
            picture = cast(tk.PhotoImage, icons.get("corners", 16)) or ""
            corners = ttk.Checkbutton(
                line, image=picture, variable=self._by_corners, style="Tool.Toolbutton", takefocus=False,
                command=lambda: session.choose(by_corners=self._by_corners.get()))
            line.add(ttk.Frame(line, style="Panel.TFrame", width=1), stretch=True)
            line.add(corners)
            Tooltip(corners, "From corner to corner: click corners; the line follows the shortest path along "
                             f"hexsides  ({BY_ID['by_corners'].key_text})")
        self.follow()

    def _named(self) -> None:
        # Not `choose`, whose listeners would write the text back into the field.
        if (name := self.name.get().strip()) != getattr(self._session.brush, self._field):
            self._typed = True
            self._session.line_ends.emit()
            self._typed = False
            setattr(self._session.brush, self._field, name)

    def follow(self) -> None:
        """Show the current choices."""
        brush = self._session.brush
        # While the user types, the line that this completes still has the old name.
        if not self._typed and self.name.get().strip() != (name := getattr(brush, self._field)):
            self.name.delete(0, "end")
            self.name.insert(0, name)
        if self._hexsides:
            self.width.current(brush.width)
            self._by_corners.set(brush.by_corners)


# The options of the name tool.

_RETURN_TAG = "NameGiven"
"""The bind tag of the fields; Return in them gives the keyboard back to the map."""


class NameOptions(ttk.Frame):
    """The fields of the name in `Brush.edited_name`, or the lettering of the next label. A name that was just
    clicked gets the keyboard; Return gives it back to the map."""

    def __init__(self, parent: tk.Misc, session: Session, perform: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._perform = session, perform
        self._shown: tuple[NameRef | None, object, object, object] | None = None
        self.form: Form | None = None
        self.text: ttk.Entry | None = None
        # Runs before the field's own binding, which accepts the text and causes the fields to be remade.
        for key in ("<Return>", "<KP_Enter>"):
            self.bind_class(_RETURN_TAG, key, lambda _e: self.after_idle(self._perform, "show_map"))
        self.follow()

    def follow(self) -> None:
        """Show the current name."""
        before = self._shown
        if before is not None and before[0] != self._session.brush.edited_name:
            # Text being typed belongs to the name shown until now.
            self._shown = None
            self.commit()
        map, ref = self._session.design.map, self._session.brush.edited_name
        if ref is not None and ref.hex not in map.grid:
            ref = self._session.brush.edited_name = None
        now = (ref, map.places, map.labels, lettering_defaults(self._session))
        if self._shown is not None and now[0] == self._shown[0] and (
                ref is None or (now[1] is self._shown[1] and now[2] is self._shown[2]
                                and now[3] == self._shown[3])):
            if ref is not self._shown[0]:
                # The same name was clicked again: its field gets the keyboard.
                self._shown = now
                self._take_keyboard()
            return
        fresh = before is None or before[0] != ref
        keep = self._focused_field()
        self._shown = now
        self._build(ref)
        if self.form is None:
            return
        if fresh:
            self._take_keyboard()
        elif keep in self.form.fields:
            enter_field(self.form.fields[keep])

    def _take_keyboard(self) -> None:
        if self.text is not None:
            enter_field(self.text)

    def _build(self, ref: NameRef | None) -> None:
        self.form, self.text = None, None
        for child in self.winfo_children():
            child.destroy()
        if ref is None:
            WrappedLabel(self, "Click a name, or a hex to name it.", "Quiet.TLabel").pack(fill="x")
            return
        where = "Name of the place in" if ref.kind == "place" else "Label in"
        number = self._session.design.map.grid.number(ref.hex)
        WrappedLabel(self, f"{where} {number}", "Section.TLabel").pack(fill="x")
        frame = ttk.Frame(self, style="Panel.TFrame")
        frame.pack(fill="x")
        self.form = Form(frame, self._session.complain, withdraw=self._session.withdraw)
        self.text = NameFields(self.form, self._session, ref).text
        for field in self.form.fields.values():
            field.bind("<Escape>", lambda _e: "break", add=True)  # a floating panel stays open
            field.bind("<KeyRelease-Escape>", lambda _e: self._perform("show_map"), add=True)
            field.bindtags((_RETURN_TAG, *field.bindtags()))

    def commit(self) -> None:
        """Accept text that is being typed."""
        form, self.form = self.form, None
        if form is not None:
            form.commit()
            self.form = self.form or form

    def _focused_field(self) -> str:
        fields, focus = self.form.fields if self.form else {}, focused(self)
        return next((name for name, field in fields.items() if field is focus), "")


# The options of selecting hexes and pasting.

_MATCHES = {"terrain": "Same terrain", "country": "Same country"}
_TURNS = (
    ("rotate_left", "turn-left", "Turn left by 60°  (Shift+R)"),
    ("rotate_right", "turn-right", "Turn right by 60°  (R)"),
    ("mirror_across", "mirror", "Mirror left to right  (M)"),
    ("mirror_down", "mirror-down", "Mirror upside down  (Shift+M)"),
)


class RegionOptions(ttk.Frame):
    """How to select hexes, and which of their contents to cut and paste."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._selector = tk.StringVar(self, session.brush.selector)
        self._match = tk.StringVar(self, _MATCHES[session.brush.wand_match])
        row = Flow(self)
        row.pack(fill="x")
        for value, words in SELECTORS.items():
            row.add(ttk.Radiobutton(
                row, text=words, value=value, variable=self._selector, style="Tool.Toolbutton",
                command=lambda v=value: session.choose(selector=v)), px(2))  # type: ignore[misc]
        self._match_box = ttk.Combobox(self, textvariable=self._match, values=list(_MATCHES.values()),
                                       state="readonly", width=13)
        self._match_box.bind("<<ComboboxSelected>>", self._match_chosen)
        self._parts_row = _parts_row(self, session)
        self.follow()

    def _match_chosen(self, _event: Any) -> None:
        wanted = self._match.get()
        self._session.choose(wand_match=next(id for id, words in _MATCHES.items() if words == wanted))

    def follow(self) -> None:
        """Show the current choices."""
        self._selector.set(self._session.brush.selector)
        if self._session.brush.selector == "wand":
            self._match_box.pack(anchor="w", pady=(px(4), 0), before=self._parts_row)
        else:
            self._match_box.pack_forget()


def paste_options(
    parent: tk.Misc, session: Session, perform: Callable[[str], None], icons: Icons
) -> ttk.Frame:
    """Buttons that turn and mirror the piece at the pointer, and the choice of what to paste."""
    frame = ttk.Frame(parent, style="Panel.TFrame")
    row = Flow(frame)
    row.pack(fill="x")
    for id, icon, words in _TURNS:
        button = ttk.Button(row, text=words, style="Tool.TButton", takefocus=False,
                            command=lambda i=id: perform(i))  # type: ignore[misc]
        if (picture := icons.get(icon, 24)) is not None:
            button.configure(image=picture)
        row.add(button, px(3))
        Tooltip(button, words)
    _parts_row(frame, session)
    return frame


def _parts_row(parent: tk.Misc, session: Session) -> ttk.Frame:
    """The choice of what to cut and paste."""
    row = Flow(parent, gap=px(2))
    row.pack(fill="x", pady=(px(4), 0))
    row.add(ttk.Label(row, text="Applies to", style="Panel.TLabel"))
    choice = PartChoice(row, session.brush.parts, lambda: session.choose(parts=choice.chosen))
    row.add(choice, px(6))
    Tooltip(choice, "What is cut, copied, cleared and pasted")
    return row


class DeclaredOptions(ttk.Frame):
    """The options that a tool declares: check boxes and lists."""

    def __init__(self, parent: tk.Misc, session: Session, tool: Tool) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._tool = session, tool
        self.fields: dict[str, ttk.Combobox | ttk.Checkbutton] = {}
        self._values: dict[str, list[str]] = {}
        row = Flow(self, gap=px(2))
        row.pack(fill="x")
        for option in tool.options:
            make = self._list if option.choices is not None else self._tick
            field = self.fields[option.field] = make(row, option)
            Tooltip(field, option.tip or option.label)
        self.follow()

    def follow(self) -> None:
        """Show the current choices."""
        for option in self._tool.options:
            field, now = self.fields[option.field], self._get(option)
            if isinstance(field, ttk.Checkbutton):
                field.state(["!alternate", "selected" if now else "!selected"])
            elif option.choices is not None:
                choices = option.choices(self._session.design)
                values = self._values[option.field] = [value for value, _ in choices]
                field.configure(values=[words for _, words in choices])
                field.current(values.index(now) if now in values else 0)

    def _list(self, row: Flow, option: ToolOption) -> ttk.Combobox:
        row.add(ttk.Label(row, text=option.label, style="Panel.TLabel"))
        field = ttk.Combobox(row, state="readonly", width=16)
        row.add(field, px(6), stretch=True)
        field.bind("<<ComboboxSelected>>",
                   lambda _e: self._set(option, self._values[option.field][field.current()]))
        return field

    def _tick(self, row: Flow, option: ToolOption) -> ttk.Checkbutton:
        field = ttk.Checkbutton(row, text=option.label, takefocus=False)
        field.configure(command=lambda: self._set(option, field.instate(["selected"])))
        row.add(field, px(6))
        return field

    def _get(self, option: ToolOption) -> Any:
        brush = self._session.brush
        return getattr(brush if hasattr(brush, option.field) else self._tool, option.field)

    def _set(self, option: ToolOption, value: object) -> None:
        if hasattr(self._session.brush, option.field):
            self._session.choose(**{option.field: value})
        else:
            setattr(self._tool, option.field, value)
            self._session.chosen.emit()


# The forms, by the name that tools give as `Tool.form`.

@dataclass(frozen=True)
class FormUses:
    """What a form may use: the frame it is in, the session, and what its buttons do."""

    parent: tk.Misc
    session: Session
    new_area: Callable[[], None]
    perform: Callable[[str], None]
    icons: Icons


FORMS: dict[str, Callable[[FormUses], tk.Widget]] = {
    "paint": lambda u: PaintOptions(u.parent, u.session, u.perform, u.icons),
    "area": lambda u: AreaOptions(u.parent, u.session, u.new_area, u.perform, u.icons),
    "hexside": lambda u: LineOptions(u.parent, u.session, u.icons, hexsides=True),
    "road": lambda u: LineOptions(u.parent, u.session, u.icons, hexsides=False),
    "eraser": lambda u: EraserOptions(u.parent, u.session),
    "name": lambda u: NameOptions(u.parent, u.session, u.perform),
    "eyedropper": lambda u: PickOptions(u.parent, u.session),
    "region": lambda u: RegionOptions(u.parent, u.session),
    "paste": lambda u: paste_options(u.parent, u.session, u.perform, u.icons),
}


def check_forms(tools: Iterable[type[Tool]]) -> None:
    """Raise `ValueError`, when the program starts, for a tool whose form does not exist."""
    for tool in tools:
        if tool.form and tool.form not in FORMS:
            raise ValueError(f"{tool.__name__} has the form {tool.form}, which is none of {', '.join(FORMS)}")


check_forms(TOOLS)


# The choice of what to cut and paste: ground, rivers, roads, names, counters.

def parts_in_words(parts: Collection[str]) -> str:
    """A short text for some parts of the hexes.

    >>> parts_in_words(USUAL_PARTS), parts_in_words({"roads"}), parts_in_words(set(PARTS))
    ('The map', 'Roads', 'Everything')
    """
    chosen = [words for part, words in PARTS.items() if part in parts]
    if set(parts) == set(PARTS):
        return "Everything"
    if set(parts) == USUAL_PARTS:
        return "The map"
    return chosen[0] if len(chosen) == 1 else f"{len(chosen)} parts" if chosen else "Nothing"


class PartChoice(ttk.Menubutton):
    """A button that names the chosen parts, with a menu to tick them. `changed` is called after a choice."""

    def __init__(self, parent: tk.Misc, parts: Collection[str], changed: Callable[[], None]) -> None:
        super().__init__(parent, width=14)
        self._changed = changed
        self._ticks = {part: tk.BooleanVar(self, part in parts) for part in PARTS}
        menu = tk.Menu(self, tearoff=False)
        for part, words in PARTS.items():
            menu.add_checkbutton(label=words, variable=self._ticks[part], command=self._notify)
        menu.add_separator()
        menu.add_command(label="The map, without areas and counters",
                         command=lambda: self.choose(USUAL_PARTS))
        menu.add_command(label="Everything", command=lambda: self.choose(frozenset(PARTS)))
        self.configure(menu=menu)
        self._show_text()

    @property
    def chosen(self) -> frozenset[str]:
        """The chosen parts."""
        return frozenset(part for part, tick in self._ticks.items() if tick.get())

    def choose(self, parts: Collection[str]) -> None:
        """Choose exactly these parts."""
        for part, tick in self._ticks.items():
            tick.set(part in parts)
        self._notify()

    def _notify(self) -> None:
        self._show_text()
        self._changed()

    def _show_text(self) -> None:
        self.configure(text=parts_in_words(self.chosen))
