"""What the dialogs of whole-map operations share: a picture, what will be lost, one step of the history."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from tkinter import ttk

from PIL import Image, ImageDraw, ImageTk

from ...drawing.letters.fonts import font
from ...drawing.viewport import Box, Viewport, fit
from ...hexgrid import Hex, HexGeometry, HexGrid, Motion, Numbering
from ...model.edit.reshape import (
    ReshapeResult,
    crop_margins,
    keeping_complaint,
    nearest_numbering,
    renumber,
    resize,
    rotate,
)
from ...model.numbering_text import corner_numbers, first_number
from ...model.paper_sizes import MARGIN
from ...model.wording import grid_size
from ..map.repaint import renderer_of
from ..map.tile_renderer import TileRenderer
from ..session import Session
from ..widgets.dialogs import Dialog
from ..widgets.progress import Cancelled, run_with_progress
from ..widgets.scrolled import pack_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.worker import Worker
from ..window import theme
from .numbering_fields import NumberingFields

PICTURE = (360, 330)
_WAIT_MS = 120


class ReshapeDialog(Dialog):
    """Shows what an operation would do while its fields are filled in, and does it with OK.

    A subclass builds its fields into `fields`, calls `later` when one changes, and says in
    `proposal`, `draw` and `name` what is to be done. A proposal is worked out in a thread, for on a large
    map that takes a while; the picture and the words follow.
    """

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer, title: str) -> None:
        super().__init__(parent, title)
        self.session, self.renderer = session, renderer
        self.proposed: ReshapeResult | None = None
        """What the fields ask for, as far as it is worked out."""
        self._worker: Worker[ReshapeResult] | None = None
        self._doing = False
        """It is being carried out: what the fields say counts no more."""
        self.start: tk.Misc | None = None
        """What has the keyboard at first."""
        self._timer = ""
        self.left = ttk.Frame(self.body, style="Panel.TFrame")
        self.left.grid(row=0, column=0, sticky="n", padx=(0, theme.px(18)))
        right = ttk.Frame(self.body, style="Panel.TFrame")
        right.grid(row=0, column=1, sticky="nsew")
        self.body.columnconfigure(1, weight=1)
        self.body.rowconfigure(0, weight=1)
        width, height = PICTURE
        # Room for the picture that follows, so that the dialog keeps its size.
        self._photo = ImageTk.PhotoImage(
            Image.new("RGB", (theme.px(width), theme.px(height)), theme.BORDER), master=self)
        self.picture = ttk.Label(self.left, style="Panel.TLabel", image=self._photo)
        self.picture.grid(row=1, column=1)
        self.fields = ttk.Frame(right, style="Panel.TFrame")
        self.fields.pack(fill="x")
        self.extent = ttk.Label(right, style="Panel.TLabel")
        self.extent.pack(anchor="w", pady=(theme.px(10), 0))
        self.wrong = ttk.Label(right, style="Error.TLabel", wraplength=theme.px(330), justify="left")
        self.wrong.pack(anchor="w")
        ttk.Label(
            right, text="What else happens", style="Section.TLabel").pack(
            anchor="w", pady=(theme.px(12), theme.px(4)))
        frame = ttk.Frame(right, style="Panel.TFrame")
        frame.pack(fill="both", expand=True)
        self.told = tk.Text(frame, width=46, height=9, wrap="word", padx=theme.px(8), pady=theme.px(6),
                            font="TkDefaultFont",
                            state="disabled", takefocus=False)
        self.told.tag_configure("lost", foreground=theme.ERROR)
        pack_scrolled(self.told)
        self.ok = self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)
        self.bind("<Destroy>", self._gone, add=True)

    # -- what a subclass says -----------------------------------------------------------

    def proposal(self) -> Callable[[], ReshapeResult]:
        """Reads the fields, and returns what works out the design they ask for: it touches no widget, as it
        is called in a thread. Both raise ValueError for what cannot be."""
        raise NotImplementedError

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        """The picture of a proposal."""
        raise NotImplementedError

    def name(self) -> str:
        """The label of the step in the history."""
        raise NotImplementedError

    def remarks(self, proposed: ReshapeResult) -> tuple[str, ...]:
        """Sentences besides those on what is lost."""
        return ()

    # -- following the fields -----------------------------------------------------------

    def later(self) -> None:
        """A field changed: show what comes of it when the typing pauses."""
        if self._doing:
            return
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS, self.show)

    def show(self) -> None:
        """Work out what the fields ask for, and show it then."""
        self._stop()
        self.proposed = None
        try:
            work = self.proposal()
        except ValueError as error:
            self._refuse(error)
            return
        self._worker = Worker(self, lambda _report: work(), lambda _fraction, _text: None, self._worked_out,
                              self._failed, poll_ms=10)
        self._worker.start()

    def _stop(self) -> None:
        """What is being worked out is not wanted any more."""
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _failed(self, error: Exception) -> None:
        self._worker = None
        if not isinstance(error, ValueError):
            raise error
        self._refuse(error)

    def _refuse(self, error: ValueError) -> None:
        self.proposed = None
        self.wrong.configure(text=str(error))
        self.ok.state(["disabled"])
        self._tell(())

    def _worked_out(self, proposed: ReshapeResult) -> None:
        self._worker, self.proposed = None, proposed
        self.wrong.configure(text="")
        self.ok.state(["!disabled"])
        grid = proposed.design.map.grid
        self.extent.configure(text=grid_size(grid))
        width, height = PICTURE
        image = self.draw(proposed, (theme.px(width), theme.px(height)))
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.picture.configure(image=self._photo)
        lost = proposed.losses
        self._tell((*self.remarks(proposed), *lost.sentences()), lost.anything)

    def _tell(self, sentences: tuple[str, ...], grave: bool = False) -> None:
        self.told.configure(state="normal")
        self.told.delete("1.0", "end")
        text = "\n".join(sentences) or "Nothing is lost; everything that names a hex goes with it."
        self.told.insert("1.0", text if self.proposed is not None else "", ("lost",) if grave else ())
        self.told.configure(state="disabled")

    def accept(self) -> None:
        """Do it, as one step of the history."""
        if self._doing:
            return
        self._doing = True
        try:
            self._carry_out()
        except Cancelled:
            pass
        except ValueError as error:
            self._refuse(error)
        finally:
            self._doing = False

    def _carry_out(self) -> None:
        if self._timer or self._worker is not None or self.proposed is None:
            # The fields were changed a moment ago.
            self._stop()
            work = self.proposal()
            self._worked_out(run_with_progress(self, self.title(), lambda _report: work()))
        assert self.proposed is not None
        design, renderer = self.proposed.design, self.renderer
        if design is not self.session.design:
            # The window draws the whole map anew, which takes a while where it is large.
            renderer.take(run_with_progress(
                self, self.name(), lambda report: renderer.prepare(design, renderer.turn, report)))
        self.session.edit(self.name(), design)
        self.finish("ok")

    def _gone(self, event: object) -> None:
        if getattr(event, "widget", None) is self:
            self._stop()


# Renumber: another numbering for the whole map, everything that names a hex following.

_EXAMPLES = 3


class RenumberDialog(ReshapeDialog):
    """The fields of a numbering, the new numbers in the corners, and what some hexes will be called."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer) -> None:
        super().__init__(parent, session, renderer, "Renumber the map")
        self.numbers = NumberingFields(self.fields, session.design.map.grid.numbering, self.later)
        self.numbers.pack(anchor="w")
        self.start = self.numbers.first
        self.show()

    def proposal(self) -> Callable[[], ReshapeResult]:
        design = self.session.design
        numbering = self.numbers.value(design.map.grid.columns, design.map.grid.rows)
        return lambda: renumber(design, numbering)

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        return numbers_picture(self.renderer.picture, proposed.design.map.grid, self.renderer.turn, size,
                               theme.BORDER)

    def remarks(self, proposed: ReshapeResult) -> tuple[str, ...]:
        if not proposed.losses.renumbered:
            return ("These are the numbers the map has.",)
        old, new = self.session.design.map, proposed.design.map
        named = [p for p in old.places if p.name]
        samples: list[tuple[str, Hex]] = [(p.name, p.hex) for p in named[:_EXAMPLES]]
        if self.session.hex is not None:
            samples.insert(0, ("the selected hex", self.session.hex))
        said = [f"{name}: {old.grid.number(hex)} becomes {new.grid.number(hex)}." for name, hex in samples]
        if self.session.scenario is not None:
            said.append("Set-ups, entries and all else in the scenario name the same hexes as before.")
        return tuple(s[0].upper() + s[1:] for s in said)

    def name(self) -> str:
        return "Renumber the map"


# Resize and crop: how many columns and rows are added or cut at each edge.

EDGES = ("left", "top", "right", "bottom")
_PLACES = ((1, 0), (0, 1), (1, 2), (2, 1))
_NEAREST = "like the hex nearest to them"


class ResizeDialog(ReshapeDialog):
    """The counts stand at the edges of the picture, as the map is seen. With `hexes` it begins cut
    to the box around them."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer,
                 hexes: Collection[Hex] | None = None) -> None:
        super().__init__(parent, session, renderer, "Resize the map" if hexes is None else "Crop the map")
        self._crops = hexes is not None
        self.edges: dict[str, ttk.Spinbox] = {}
        for n, edge in enumerate(EDGES):
            row, column = _PLACES[(n + renderer.turn) % 4]
            box = ttk.Spinbox(self.left, from_=-999, to=999, width=5, justify="center", command=self.later)
            box.insert(0, "0")
            box.grid(row=row, column=column, padx=theme.px(5), pady=theme.px(5))
            box.bind("<KeyRelease>", lambda _e: self.later())
            what = "columns" if edge in ("left", "right") else "rows"
            Tooltip(box, f"So many {what} are added at this edge; a negative number cuts them off")
            self.edges[edge] = box
        self._box: list[ttk.Entry] = []
        if self._crops:
            self._add_box()
        self._add_ground()
        self._add_numbers()
        if hexes:
            self.cut_to(hexes)
        self.start = self._box[0] if self._box else self.edges[EDGES[-renderer.turn % 4]]
        self.show()

    def _add_box(self) -> None:
        """Two fields for the corner hexes of what stays."""
        row = ttk.Frame(self.fields, style="Panel.TFrame")
        row.pack(fill="x", pady=(0, theme.px(8)))
        for text in ("From hex", "to hex"):
            ttk.Label(row, text=text, style="Quiet.TLabel").pack(side="left")
            entry = ttk.Entry(row, width=8)
            entry.pack(side="left", padx=(theme.px(6), theme.px(10)))
            entry.bind("<KeyRelease>", lambda _e: self._box_typed())
            self._box.append(entry)

    def _add_ground(self) -> None:
        ttk.Label(self.fields, text="New hexes are", style="Quiet.TLabel").pack(anchor="w")
        terrain = self.session.design.ruleset.terrain
        self._grounds = ["", *(t.id for t in terrain)]
        self.ground = ttk.Combobox(self.fields, values=[_NEAREST, *(t.name.lower() for t in terrain)],
                                   state="readonly", width=30)
        self.ground.current(0)
        self.ground.pack(anchor="w", pady=(theme.px(2), theme.px(8)))
        self.ground.bind("<<ComboboxSelected>>", lambda _e: self.later())

    def _add_numbers(self) -> None:
        self._keeps = tk.BooleanVar(self, True)
        self.keep = ttk.Radiobutton(self.fields, text="Every hex keeps its number", value=True,
                                    variable=self._keeps, command=self.show)
        self.keep.pack(anchor="w")
        self.why = ttk.Label(self.fields, style="Quiet.TLabel", wraplength=theme.px(330), justify="left")
        self.anew = ttk.Radiobutton(self.fields, text="The map is numbered anew", value=False,
                                    variable=self._keeps, command=self.show)
        self.anew.pack(anchor="w", pady=(theme.px(2), 0))
        self.numbers = NumberingFields(self.fields, self.session.design.map.grid.numbering, self.later)
        self._suggested = first_number(self.session.design.map.grid.numbering)

    # -- the counts ---------------------------------------------------------------------

    def cut_to(self, hexes: Collection[Hex]) -> None:
        """Fill in the fields so that the box around the hexes is left."""
        grid = self.session.design.map.grid
        left, top, right, bottom = self._fill_counts(hexes)
        corners = Hex(-left, -top), Hex(grid.columns - 1 + right, grid.rows - 1 + bottom)
        for entry, hex in zip(self._box, corners, strict=False):
            entry.delete(0, "end")
            entry.insert(0, grid.number(hex))

    def _fill_counts(self, hexes: Collection[Hex]) -> tuple[int, int, int, int]:
        margins = crop_margins(self.session.design.map.grid, hexes)
        for edge, count in zip(EDGES, margins, strict=True):
            self.edges[edge].delete(0, "end")
            self.edges[edge].insert(0, str(count))
        return margins

    def _box_typed(self) -> None:
        grid = self.session.design.map.grid
        found = [h for e in self._box if (h := grid.parse(e.get())) is not None]
        if len(found) == len(self._box):
            self._fill_counts(found)
        self.later()

    def counts(self) -> tuple[int, int, int, int]:
        """Columns and rows to add at the left, top, right and bottom. Raises ValueError for no numbers."""
        found = []
        for edge in EDGES:
            text = self.edges[edge].get().strip().replace("−", "-")
            try:
                found.append(int(text or "0"))
            except ValueError:
                raise ValueError(f"“{text}” at the {edge} is no whole number.") from None
        left, top, right, bottom = found
        return left, top, right, bottom

    # -- what is proposed ---------------------------------------------------------------

    def proposal(self) -> Callable[[], ReshapeResult]:
        design, grid = self.session.design, self.session.design.map.grid
        for entry in self._box:
            if grid.parse(entry.get()) is None:
                raise ValueError(f"There is no hex “{entry.get()}” on this map.")
        by = self.counts()
        columns, rows = grid.columns + by[0] + by[2], grid.rows + by[1] + by[3]
        ground = self._grounds[self.ground.current()]
        numbering, wrong = nearest_numbering(grid, *by), ""
        if columns > 0 and rows > 0:
            self._show_keeping(keeping_complaint(grid, *by), numbering)
            if not self._keeps.get():
                try:
                    numbering = self.numbers.value(columns, rows)
                except ValueError as error:
                    wrong = str(error)

        def work() -> ReshapeResult:
            # Sizes that cannot be are refused before anybody speaks of numbers.
            found = resize(design, *by, ground=ground, numbering=numbering)
            if wrong:
                raise ValueError(wrong)
            return found

        return work

    def _show_keeping(self, complaint: str, nearest: Numbering) -> None:
        """Say whether numbers can be kept, and suggest others where they cannot."""
        self.keep.state(["disabled" if complaint else "!disabled"])
        if complaint:
            self.why.configure(text=f"They cannot be kept. {complaint}")
            self.why.pack(anchor="w", after=self.keep)
        else:
            self.why.pack_forget()
        if complaint and self.numbers.first.get() == self._suggested:
            self.numbers.show(nearest)
            self._suggested = first_number(nearest)
        if complaint or not self._keeps.get():
            self.numbers.pack(anchor="w", padx=(theme.px(22), 0), after=self.anew)
        else:
            self.numbers.pack_forget()
        if complaint:
            self._keeps.set(False)

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        old, new = self.session.design.map, proposed.design.map
        kind = self.session.design.ruleset.terrain_by_id.get(self._grounds[self.ground.current()])
        return outline_picture(self.renderer.picture, old.grid, new.grid, old.moved.inverse().then(new.moved),
                               self.renderer.turn, size, kind.colour if kind else "", theme.BORDER)

    def name(self) -> str:
        if self._crops:
            return "Crop the map"
        assert self.proposed is not None
        grid = self.proposed.design.map.grid
        return f"Resize to {grid.columns} x {grid.rows}"


# Turn the map itself: flat tops become pointy tops and the other way round.

_WAYS = ((1, "90° to the right"), (3, "90° to the left"), (2, "180°"))


class TurnDialog(ReshapeDialog):
    """Three ways to turn the map, and how it lies then."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer) -> None:
        super().__init__(parent, session, renderer, "Turn the map")
        self._pictures: dict[int, TileRenderer] = {}
        self.quarters = tk.IntVar(self, 1)
        for quarters, text in _WAYS:
            ttk.Radiobutton(self.fields, text=text, value=quarters, variable=self.quarters,
                            command=self.show).pack(anchor="w", pady=1)
        self.show()

    def proposal(self) -> Callable[[], ReshapeResult]:
        design, quarters = self.session.design, self.quarters.get()

        def work() -> ReshapeResult:
            turned = rotate(design, quarters)
            if quarters not in self._pictures:
                self._pictures[quarters] = renderer_of(turned.design)
            return turned

        return work

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        return numbers_picture(self._pictures[self.quarters.get()].picture, proposed.design.map.grid, 0, size,
                               theme.BORDER)

    def remarks(self, proposed: ReshapeResult) -> tuple[str, ...]:
        shape = proposed.design.map.grid.orientation
        said = ["Every hex keeps its number, its neighbours and what stands in it."]
        if self.quarters.get() % 2:
            top = "a side" if shape == "flat" else "a corner"
            said.insert(0, f"The hexes will have {top} at the top ({shape} tops).")
        said.append("To see the map from another side without changing it, turn the view (Ctrl+R).")
        return tuple(said)

    def name(self) -> str:
        return f"Turn the map by {90 * self.quarters.get()}°"


# Small pictures for the dialogs of whole-map operations. No Tk here.

Picture = Callable[[Viewport], Image.Image]
"""Draws a part of the map, in map units."""

_ADDED, _LINE, _LOST, _INK = "#eef3e2", "#2563b8", "#c62f2f", "#1d2530"
_MOST_DRAWN = 6000
"""Of more hexes only the outline is drawn."""
_NUMBER_PX = 11


def outline_picture(
    picture: Picture, old: HexGrid, new: HexGrid, motion: Motion, turn: int, size: tuple[int, int],
    ground: str = "", table: str = "#cfd5dd",
) -> Image.Image:
    """The map as it is with the outline of the resized one: what is cut off is red, what is added has
    the colour of its ground. `turn` is that of the view; the numbers of the new corners are written in.
    `table` is the colour around the map."""
    here, there = HexGeometry(old, turn), HexGeometry(new, turn)
    (x0, y0), (x1, y1) = here.centre(motion.inverse().hex(Hex(0, 0))), there.centre(Hex(0, 0))
    before, after = here.bounds(), _moved(there.bounds(), x0 - x1, y0 - y1)
    whole = (min(before[0], after[0]), min(before[1], after[1]), max(before[2], after[2]),
             max(before[3], after[3]))
    view = fit(whole, *size, 14.0)
    image = Image.new("RGB", size, table)
    draw = ImageDraw.Draw(image)
    a, b = _pixels(view, before), _pixels(view, after)
    draw.rectangle(b, fill=ground or _ADDED)
    kept = picture(view.region(a[0], a[1], max(1, a[2] - a[0]), max(1, a[3] - a[1])))
    image.paste(kept, a[:2])
    image.paste(_lost(kept.size, (b[0] - a[0], b[1] - a[1], b[2] - a[0], b[3] - a[1]), kept), a[:2])
    draw.rectangle(b, outline="#ffffff", width=4)
    draw.rectangle(b, outline=_LINE, width=2)
    _write_corners(draw, b, new, turn)
    return image


def numbers_picture(
    picture: Picture, grid: HexGrid, turn: int, size: tuple[int, int], table: str = "#cfd5dd"
) -> Image.Image:
    """The map with numbers in its corners."""
    return outline_picture(picture, grid, grid, Motion(), turn, size, table=table)


def sheet_picture(
    grid: HexGrid, size: tuple[int, int], paper: tuple[float, float] | None = None, hex_size: float = 0.0,
    table: str = "#cfd5dd",
) -> Image.Image:
    """An empty grid with numbers in its corners; on a sheet of paper (mm) where one is given."""
    image = Image.new("RGB", size, table)
    draw = ImageDraw.Draw(image)
    geometry = HexGeometry(grid)
    left, top, right, bottom = geometry.bounds()
    if paper is None:
        view = fit((left, top, right, bottom), *size, 16.0)
    else:
        # A hex from flat side to flat side is the root of three in map units.
        unit = 3**0.5 / hex_size
        width, height = paper[0] * unit, paper[1] * unit
        x, y = (right - width) / 2, (bottom - height) / 2
        sheet = (x, y, x + width, y + height)
        view = fit(sheet, *size, 16.0)
        draw.rectangle(_pixels(view, sheet), fill="#ffffff", outline="#9aa3ad")
        inner = MARGIN * unit
        draw.rectangle(_pixels(view, (x + inner, y + inner, x + width - inner, y + height - inner)),
                       outline="#dfe3e8")
    if len(grid) <= _MOST_DRAWN:
        for hex in grid:
            corners = [view.to_screen(p) for p in geometry.corners(hex)]
            draw.polygon(corners, fill=_ADDED, outline="#a5aa98")
    else:
        draw.rectangle(_pixels(view, geometry.bounds()), fill=_ADDED)
    box = _pixels(view, geometry.bounds())
    if paper is None or len(grid) > _MOST_DRAWN:
        draw.rectangle(box, outline=_LINE, width=1)
    _write_corners(draw, box, grid, 0)
    return image


def _moved(box: Box, dx: float, dy: float) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _pixels(view: Viewport, box: Box) -> tuple[int, int, int, int]:
    (x0, y0), (x1, y1) = view.to_screen(box[:2]), view.to_screen(box[2:])
    return round(x0), round(y0), round(x1), round(y1)


def _lost(size: tuple[int, int], kept: tuple[int, int, int, int], under: Image.Image) -> Image.Image:
    """The picture with all outside the box `kept` in red."""
    red = Image.blend(under, Image.new("RGB", size, _LOST), 0.55)
    left, top, right, bottom = max(0, kept[0]), max(0, kept[1]), min(size[0], kept[2]), min(size[1], kept[3])
    if right > left and bottom > top:
        red.paste(under.crop((left, top, right, bottom)), (left, top))
    return red


def _write_corners(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], grid: HexGrid, turn: int
) -> None:
    """The corner numbers inside the corners of a box, as they stand on a map seen turned."""
    upper_left, upper_right, lower_left, lower_right = corner_numbers(grid)
    # Clockwise from the upper left; a turn moves each on to the next corner.
    ring = [upper_left, upper_right, lower_right, lower_left]
    letters = font(True, False, _NUMBER_PX)
    for n in range(4):
        text = ring[(n - turn) % 4]
        width, height = draw.textlength(text, letters), _NUMBER_PX + 2
        x = box[0] + 4 if n in (0, 3) else box[2] - 4 - width
        y = box[1] + 4 if n in (0, 1) else box[3] - 5 - height
        draw.rectangle((x - 2, y, x + width + 2, y + height + 1), fill="#ffffff")
        draw.text((x, y), text, fill=_INK, font=letters)
