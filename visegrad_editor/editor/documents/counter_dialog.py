"""The counter designer: how the counters of units, or of all units of a kind, look."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import filedialog, ttk

from PIL import Image, ImageTk

from ...drawing.counters import Counter, counter_item
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.styled_design import apply_style_to_ruleset
from ...drawing.symbols import SYMBOL_NAMES
from ...drawing.viewport import Viewport
from ...lazy_dataclass import dataclass
from ...model.counter_picture import CounterPicture
from ...model.counter_texts import WORDS
from ...model.design import Design
from ...model.edit.looks import change_looks, kind_at, look_at
from ...model.files.atomic import SaveError, real_path
from ...model.files.counter_pictures import copy_picture, picture_file_beside, picture_of
from ...model.look import NO_LOOK, NO_MARK, PARTS, SIZES, WholeLook
from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from ...model.whole_look import look_of
from ...model.wording import count
from ..map import style as map_style
from ..panels.ruleset_tables import symbol_picture
from ..session import Session
from ..widgets.colour_dialog import ask_colour
from ..widgets.dialogs import Dialog
from ..widgets.picture_choice import ask_named_picture
from ..widgets.small_screen import is_low
from ..widgets.tooltips import Tooltip
from ..window import theme
from ..window.theme import px

_TITLE = "Counter"
_EDGE = 240
"""The edge of a counter of the preview in pixels at 100 %; smaller on a small screen."""
_SEVERAL = "several values"
_COLOURS = {"ground": "Ground", "ink": "Print", "box": "Symbol box", "band": "Band"}
_TITLES = {"symbol": "Symbol", "mark": "Size mark", **_COLOURS, "camouflage": "Camouflage", "name": "Name",
           "front": "Front", "back": "Back", "picture": "Picture", "place": "Its place"}
_CHOICES: dict[str, Sequence[tuple[str, str]]] = {
    "mark": [(NO_MARK, "no mark"), *((s, s) for s in SIZES)],
    "camouflage": [("plain", "plain"), ("blotched", "blotched")],
    "name": [("shown", "shown"), ("hidden", "hidden")],
    "place": [("symbol", "in place of the symbol"), ("beside", "beside the symbol"),
              ("whole", "over the whole counter")]}
_TIPS = {
    "symbol": "Choose the unit symbol by its picture; letters find it by its name",
    "ground": "The ground of the counter", "ink": "Letters, numbers and the lines of the symbol",
    "box": "The box of the unit symbol", "band": "A band across the top, behind the name"}
_TYPES = [("Pictures", "*.png *.jpg *.jpeg *.svg *.PNG *.JPG *.JPEG *.SVG"), ("All files", "*")]


@dataclass(frozen=True)
class Target:
    """What a look belongs to: units by key, or a kind of units by id. `title` is how it is called."""

    level: str
    names: tuple[str, ...]
    title: str


def targets(design: Design, units: Sequence[Unit]) -> list[Target]:
    """What looks can be given to: the selected units and their kinds; without any, all kinds."""
    rules, found = design.ruleset, []
    if units:
        title = units[0].name if len(units) == 1 else f"the {len(units)} selected units"
        found.append(Target("unit", tuple(u.key for u in units), title))
    types = dict.fromkeys(u.type for u in units) if units else [t.id for t in rules.unit_types]
    nations = dict.fromkeys(u.nationality for u in units) if units else [n.id for n in rules.nationalities]
    sides = dict.fromkeys(rules.nationality_by_id[n].side for n in nations if n in rules.nationality_by_id)
    for level, ids in (("type", types), ("nationality", nations), ("side", sides)):
        for id in ids:
            kind = kind_at(rules, level, id)
            if kind is not None:
                found.append(Target(level, (id,), f"all of the {level} {kind.name}"))
    return found


def sample_of(design: Design, target: Target) -> Unit:
    """A unit whose counter shows the look of a target."""
    units = design.scenario.units if design.scenario else ()
    if target.level == "unit":
        return next(u for u in units if u.key in target.names)
    [id] = target.names
    rules = design.ruleset
    nations = {n.id for n in rules.nationalities if id in (n.id, n.side)}
    for unit in units:
        if id == unit.type if target.level == "type" else unit.nationality in nations:
            return replace(unit, look=NO_LOOK)
    nation = next(iter(sorted(nations)), rules.nationalities[0].id if rules.nationalities else "")
    kind = id if target.level == "type" else rules.unit_types[0].id if rules.unit_types else ""
    return Unit("1st", nation, kind, ((6,), (3,)))


def looks_of(design: Design, target: Target) -> list[WholeLook]:
    """The looks of the counters of a target, first that of `sample_of`: of selected units all."""
    rules, sample = design.ruleset, sample_of(design, target)
    known = design.scenario.unit_by_key if design.scenario is not None and target.level == "unit" else {}
    others = (known[key] for key in target.names if key in known and key != sample.key)
    return [look_of(rules, unit) for unit in (sample, *others)]


class CounterDialog(Dialog):
    """A form of all parts of a look beside a preview of both sides of the counter.

    `folder` is the folder of the file that holds the looks of a level, into which pictures are copied; None
    while it has no file of the user's own.
    """

    def __init__(self, parent: tk.Misc, session: Session, units: Sequence[Unit],
                 folder: Callable[[str], Path | None]) -> None:
        super().__init__(parent, _TITLE)
        self._session, self._folder = session, folder
        self.targets = targets(session.design, units)
        self.draft: dict[str, str] = {}
        """The parts that were changed since the last *Apply*, "" for those that are inherited again."""
        self._chosen: Path | None = None
        self._art: CounterPicture | None = None
        self._photos: list[ImageTk.PhotoImage] = []
        self._origins: dict[str, ttk.Label] = {}
        self.resets: dict[str, ttk.Button] = {}
        self.fields: dict[str, ttk.Entry | ttk.Combobox | ttk.Button] = {}
        self._texts: dict[str, tk.StringVar] = {}
        self._showing, self._typing = False, ""
        self.preview_room = ttk.Frame(self._overflow.master, style="Panel.TFrame")
        self.preview_room.pack(side="right", fill="y", before=self._overflow)
        self._make()
        self.button("OK", self._accept, default=True)
        self.apply_button = self.button("Apply", self._apply_only)
        Tooltip(self.apply_button, "Change the counters in one step of the history, and go on")
        self.button("Cancel", self.cancel)
        self.show()
        self.field_undo.keep(lambda: (dict(self.draft), self._chosen, self._art), self._put_back)

    def _put_back(self, kept: tuple[dict[str, str], Path | None, CounterPicture | None]) -> None:
        """Show the draft as it was before a change, or after it."""
        self.draft, self._chosen, self._art = dict(kept[0]), kept[1], kept[2]
        self.show()

    # -- the form -----------------------------------------------------------------------

    def _make(self) -> None:
        self.body.columnconfigure(0, weight=1)
        head = ttk.Frame(self.body, style="Panel.TFrame")
        head.grid(row=0, column=0, sticky="ew", pady=(0, px(8)))
        ttk.Label(head, text="For", style="Quiet.TLabel").pack(side="left", padx=(0, px(8)))
        self.target_box = ttk.Combobox(
            head, state="readonly", values=[t.title for t in self.targets], width=38)
        self.target_box.current(0)
        self.target_box.pack(side="left")
        self.target_box.bind("<<ComboboxSelected>>", lambda _e: self.show())
        form = ttk.Frame(self.body, style="Panel.TFrame")
        form.grid(row=1, column=0, sticky="nw")
        low, half = is_low(self), (len(PARTS) + 1) // 2
        for i, part in enumerate(PARTS):
            # On a low screen in two columns, without the words on where each part comes from.
            row, start = (i % half, i // half * 4) if low else (i, 0)
            beside = px(8) if start else 0, px(6 if low else 8)
            ttk.Label(form, text=_TITLES[part], style="Quiet.TLabel").grid(
                row=row, column=start, sticky="w", padx=beside, pady=px(2))
            field = self._field(form, part)
            field.grid(row=row, column=start + 1, sticky="ew", pady=px(2))
            self.fields[part] = field
            origin = self._origins[part] = ttk.Label(form, style="Quiet.TLabel", width=17)
            if not low:
                origin.grid(row=row, column=start + 2, sticky="w", padx=px(6))
            reset = self.resets[part] = ttk.Button(
                form, text="×" if low else "Reset", width=1 if low else "", style="Small.TButton",
                command=partial(self.put, part, ""))
            reset.grid(row=row, column=start + 3, padx=(px(3) if low else 0, 0))
            Tooltip(reset, f"{_TITLES[part]}: as inherited")
        # Beside the part that scrolls on small screens, so that the counter stays in view.
        side = ttk.Frame(self.preview_room, style="Panel.TFrame")
        side.pack(anchor="n", padx=(px(12), 0))
        room = self.winfo_screenheight() - px(210)
        self._edge = max(px(90), min(px(_EDGE), room // 2))
        self._previews = []
        for title in ("Front", "Back (reduced)"):
            ttk.Label(side, text=title, style="Section.TLabel").pack(anchor="w")
            preview = ttk.Label(side, style="Panel.TLabel")
            preview.pack(pady=(px(2), px(8)))
            self._previews.append(preview)
        self.note = ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(430), justify="left")
        self.note.grid(row=2, column=0, sticky="w", pady=(px(6), 0))

    @property
    def _field_width(self) -> int:
        """The characters of a field."""
        return 14 if is_low(self) else 20

    def _field(self, form: ttk.Frame, part: str) -> ttk.Entry | ttk.Combobox | ttk.Button:
        if part in _CHOICES:
            box = ttk.Combobox(
                form, state="readonly", width=self._field_width, values=[t for _, t in _CHOICES[part]])
            box.bind("<<ComboboxSelected>>",
                     lambda _e: self.put(part, _CHOICES[part][box.current()][0]))
            return box
        if part in ("front", "back"):
            text = self._texts[part] = tk.StringVar(self)
            entry = ttk.Entry(form, textvariable=text, width=self._field_width)
            text.trace_add("write", lambda *_: self._typed(part))
            values = ", ".join(f"{{{v}}}" for v in (*self._session.design.ruleset.value_place, *WORDS))
            Tooltip(entry, f"A text with values in braces: {values}")
            return entry
        command = {"symbol": self.choose_symbol, "picture": self.choose_picture}.get(
            part, partial(self.choose_colour, part))
        button = ttk.Button(form, command=command, compound="left", width=self._field_width)
        Tooltip(button, _TIPS.get(part, "A PNG, JPEG or SVG file, which is copied beside the scenario"))
        return button

    # -- what is shown ------------------------------------------------------------------

    @property
    def target(self) -> Target:
        """What the look belongs to."""
        return self.targets[max(0, self.target_box.current())]

    def drafted(self) -> Design:
        """The design with the draft."""
        target = self.target
        return change_looks(self._session.design, target.level, target.names, self.draft, self._art)

    def show(self) -> None:
        """Show the look of the target, with the draft, in the form and in the preview."""
        self._showing = True
        design, target = self.drafted(), self.target
        sample = sample_of(design, target)
        looks = looks_of(design, target)
        look = looks[0]
        self._photos.clear()
        for part in PARTS:
            self._show_part(design, target, looks, part)
        for preview, reduced in zip(self._previews, (False, True), strict=True):
            image = counter_image(design.ruleset, replace(sample, reduced=reduced), self._edge)
            preview.configure(image=self._photo(image))
        self.note.configure(text=self._note(design, target, look), style="Quiet.TLabel")
        changed = design is not self._session.design
        self.apply_button.state(["!disabled" if changed else "disabled"])
        self._showing = False

    def _show_part(self, design: Design, target: Target, looks: Sequence[WholeLook], part: str) -> None:
        own = {getattr(look_at(design, target.level, name), part) for name in target.names}
        look, field = looks[0], self.fields[part]
        several = len(own) > 1 or any(getattr(one, part) != getattr(look, part) for one in looks[1:])
        value = getattr(look, part)
        if part == "camouflage":
            value = "blotched" if value else "plain"
        elif part == "name":
            value = "shown" if value else "hidden"
        levels = {one.from_[part] for one in looks}
        level = levels.pop() if len(levels) == 1 else ""
        kind = {"type": "type", "nationality": "nationality", "side": "side"}.get(level, "")
        origin = "own" if own != {""} else "inherited" if not level else (
            f"by {'their' if several else 'its'} {kind}" if kind else
            f"by {'their' if several else 'its'} size" if level == "unit" else "by the ruleset")
        self._origins[part].configure(text=origin)
        self.resets[part].state(["disabled" if own == {""} else "!disabled"])
        if isinstance(field, ttk.Button):
            self._show_button(field, part, value, several)
        elif isinstance(field, ttk.Combobox):
            texts = dict(_CHOICES[part])
            field.set(_SEVERAL if several else texts.get(value, value or "no mark"))
        elif part != self._typing and self._texts[part].get() != (text := _SEVERAL if several else value):
            self._texts[part].set(text)

    def _show_button(self, field: ttk.Button, part: str, value: str, several: bool) -> None:
        if several:
            field.configure(text=_SEVERAL, image="")
        elif part == "symbol":
            field.configure(text=f" {value}", image=self._photo(symbol_picture(value).make()))
        elif part == "picture":
            field.configure(text=value or "Choose…", image="")
        else:
            patch = Image.new("RGB", (px(26), px(14)), value or theme.current(theme.PANEL))
            field.configure(text=f" {value or 'none'}", image=self._photo(patch))

    def _note(self, design: Design, target: Target, look: WholeLook) -> str:
        art = look.art
        if look.picture and art is not None and art.trouble:
            return f"The picture is not shown: {art.trouble}"
        if target.level == "unit":
            shown = f"Shown is {sample_of(design, target).name}. " if len(target.names) > 1 else ""
            return f"{shown}Resets take a part from the type, the nationality, the side, or the ruleset."
        units = design.scenario.units if design.scenario else ()
        rules = design.ruleset
        others = [u for u in units if u.look != NO_LOOK and target.names[0] in (
            u.type, u.nationality, getattr(rules.nationality_by_id.get(u.nationality), "side", ""))]
        own = f" {count(len(others), 'unit')} of them have looks of their own, which come first." if (
            others) else ""
        return f"This changes the ruleset: all such units in all its scenarios.{own}"

    def _photo(self, image: Image.Image) -> ImageTk.PhotoImage:
        self._photos.append(ImageTk.PhotoImage(image, master=self))
        return self._photos[-1]

    # -- changes ------------------------------------------------------------------------

    def put(self, part: str, value: str) -> None:
        """Change a part of the look in the draft; "" inherits it."""
        self.draft[part] = value
        self.field_undo.look_soon()
        if part == "picture" and not value:
            self._chosen = self._art = None
        self.show()

    def _typed(self, part: str) -> None:
        text = self._texts[part].get()
        if not self._showing and text != _SEVERAL:
            self._typing = part  # what is typed stays, even while it is empty and so inherited
            self.put(part, text[:60])
            self._typing = ""

    def choose_symbol(self) -> None:
        """Ask for a symbol by its picture."""
        now = look_of(self.drafted().ruleset, sample_of(self.drafted(), self.target)).symbol
        chosen = ask_named_picture(self, "Symbol", [(n, symbol_picture(n).make) for n in SYMBOL_NAMES], now)
        if chosen:
            self.put("symbol", chosen)

    def choose_colour(self, part: str) -> None:
        """Ask for a colour."""
        design = self.drafted()
        now = getattr(look_of(design.ruleset, sample_of(design, self.target)), part)
        colour = ask_colour(self, now or "#808080", known_colours(design.ruleset))
        if colour:
            self.put(part, colour)

    def choose_picture(self) -> None:
        """Ask for a picture; it is copied when the look is applied."""
        folder = self._folder(self.target.level)
        chosen = filedialog.askopenfilename(
            parent=self, title="Picture of the counter", filetypes=_TYPES,
            initialdir=str(folder or Path.home()))
        if chosen:
            self.take_picture(Path(chosen))

    def take_picture(self, file: Path) -> None:
        """Show a picture on the counter, if its file can be used; else say why not."""
        try:
            art = picture_file_beside(file)
        except SaveError as error:
            self.note.configure(text=str(error), style="Error.TLabel")
            self.bell()
            return
        self._chosen, self._art = file, art
        self.put("picture", art.name)

    def apply(self) -> bool:
        """Make the draft a step of the history; whether that succeeded."""
        target, said = self.target, ""
        if self._chosen is not None and self._art is not None:
            folder = self._folder(target.level)
            if folder is None:
                said = f" {self._art.name} will be written beside the file when it is saved."
            else:
                try:
                    name = copy_picture(self._chosen, folder)
                except SaveError as error:
                    self.note.configure(text=str(error), style="Error.TLabel")
                    self.bell()
                    return False
                self._art = picture_of(self._art.data, name)
                self.draft["picture"] = name
                if real_path(folder / name) != real_path(self._chosen):
                    said = f" The picture was copied to {name} beside the file."
        complaint = self._session.change(f"Counter of {target.title}", lambda _design: self.drafted())
        if complaint:
            self.note.configure(text=complaint, style="Error.TLabel")
            return False
        self._session.say(f"Counter of {target.title}: changed.{said} Ctrl+Z undoes it.")
        self.draft, self._chosen, self._art = {}, None, None
        self.field_undo.forget()
        self.show()
        return True

    def _apply_only(self) -> None:
        self.apply()

    def _accept(self) -> None:
        if self.drafted() is self._session.design:
            self._session.say("The counter was not changed.")
            self.finish("")
        elif self.apply():
            self.finish("applied")


def known_colours(ruleset: Ruleset) -> list[str]:
    """The colours that counters of a ruleset have already."""
    found = [c for n in ruleset.nationalities for c in (n.colours.ground, n.colours.ink, n.colours.symbol)]
    return [*found, *(s.colour for s in ruleset.sides), *(f.colour for f in ruleset.formations)]


def counter_image(ruleset: Ruleset, unit: Unit, edge_px: int) -> Image.Image:
    """A counter as it prints, on the ground of a panel."""
    rules, style = apply_style_to_ruleset(ruleset, map_style.current())
    item = counter_item(Counter(unit), rules, (0.0, 0.0), 1.0, style=style)
    scale = edge_px / 1.16
    view = Viewport(scale, -0.56, -0.56, edge_px, edge_px)
    return PixelPainter().render([item], view, theme.current(theme.PANEL))


def design_counter(parent: tk.Misc, session: Session, folder: Callable[[str], Path | None]) -> None:
    """Show the counter designer for the selected units, or for the kinds of units if none is selected."""
    scenario = session.scenario
    known = scenario.unit_by_key if scenario else {}
    units = [known[key] for key in session.units if key in known]
    if not units and not session.design.ruleset.unit_types and not session.design.ruleset.nationalities:
        session.complain("The ruleset has neither unit types nor nationalities, so there are no counters.")
        return
    dialog = CounterDialog(parent, session, units, folder)
    dialog.run(dialog.target_box)
