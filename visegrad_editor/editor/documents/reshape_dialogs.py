"""The dialogs that resize, crop, renumber and turn the map, with a picture and what will be lost."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from tkinter import ttk

from PIL import Image, ImageDraw, ImageTk

from ...drawing.curves import Box
from ...drawing.letters.fonts import font
from ...drawing.viewport import Viewport, fit
from ...errors import Cancelled
from ...hexgrid import EDGES as MAP_EDGES
from ...hexgrid import HalfHexes, Hex, HexGeometry, HexGrid, Motion, Numbering
from ...hexgrid.grid import Edge, Lines
from ...model.edit.reshape import (
    ReshapeResult,
    crop_margins,
    cut_in_half,
    keeping_complaint,
    nearest_numbering,
    renumber,
    resize,
    rotate,
    things_in,
)
from ...model.numbering_text import corner_numbers, first_number
from ...model.paper_sizes import MARGIN
from ...model.wording import count as counted
from ...model.wording import grid_size, listed
from ..map.repaint import renderer_of
from ..map.tile_renderer import TileRenderer
from ..platforms import key_words
from ..session import Session
from ..widgets.dialogs import Dialog
from ..widgets.progress import run_with_progress
from ..widgets.scroll_bars import pack_scrolled
from ..widgets.small_screen import is_narrow
from ..widgets.tooltips import Tooltip
from ..widgets.worker import Worker
from ..window import theme
from .numbering_fields import NumberingFields

PICTURE, SMALL_PICTURE = (360, 330), (170, 150)
"""The size of the picture in pixels at 100 %, and that on a narrow screen."""
_WAIT_MS = 120


class ReshapeDialog(Dialog):
    """Shows what an operation would do while the user fills in its fields, and does it with OK.

    A subclass adds its fields to `fields`, calls `later` when one changes, and defines the operation in
    `proposal`, `draw` and `name`. A proposal is computed in a thread, as that takes a while on a large map;
    the picture and the text follow.
    """

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer, title: str) -> None:
        super().__init__(parent, title)
        self.session, self.renderer = session, renderer
        self.proposed: ReshapeResult | None = None
        """The computed result for the fields, None if there is none yet."""
        self._worker: Worker[ReshapeResult] | None = None
        self._doing = False
        """Whether the operation is being carried out, so that changes of the fields are ignored."""
        self.start: tk.Misc | None = None
        """The widget that has the keyboard at first."""
        self._timer = ""
        self.left = ttk.Frame(self.body, style="Panel.TFrame")
        self.left.grid(row=0, column=0, sticky="n", padx=(0, theme.px(18)))
        right = ttk.Frame(self.body, style="Panel.TFrame")
        right.grid(row=0, column=1, sticky="nsew")
        self.body.columnconfigure(1, weight=1)
        self.body.rowconfigure(0, weight=1)
        width, height = SMALL_PICTURE if is_narrow(self) else PICTURE
        self._size = theme.px(width), theme.px(height)
        # An empty picture, so that the dialog keeps its size when the real one follows.
        self._photo = ImageTk.PhotoImage(
            Image.new("RGB", self._size, theme.BORDER), master=self)
        self.picture = ttk.Label(self.left, style="Panel.TLabel", image=self._photo)
        self.picture.grid(row=1, column=1)
        self.fields = ttk.Frame(right, style="Panel.TFrame")
        self.fields.pack(fill="x")
        self.extent = ttk.Label(right, style="Panel.TLabel")
        self.extent.pack(anchor="w", pady=(theme.px(10), 0))
        self.wrong = ttk.Label(right, style="Error.TLabel", wraplength=theme.px(330), justify="left")
        self.wrong.pack(anchor="w")
        ttk.Label(
            right, text="Consequences", style="Section.TLabel").pack(
            anchor="w", pady=(theme.px(12), theme.px(4)))
        frame = ttk.Frame(right, style="Panel.TFrame")
        frame.pack(fill="both", expand=True)
        self.report = tk.Text(frame, width=46, height=9, wrap="word", padx=theme.px(8), pady=theme.px(6),
                            font="TkDefaultFont",
                            state="disabled", takefocus=False)
        self.report.tag_configure("lost", foreground=theme.ERROR)
        pack_scrolled(self.report)
        self.ok = self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)
        self.bind("<Destroy>", self._gone, add=True)

    # -- for subclasses -----------------------------------------------------------------

    def proposal(self) -> Callable[[], ReshapeResult]:
        """Read the fields, and return a function that computes the result. It is called in a thread and
        touches no widget. Both raise `ValueError` for an impossible operation."""
        raise NotImplementedError

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        """The picture of a proposal."""
        raise NotImplementedError

    def name(self) -> str:
        """The label of the step in the history."""
        raise NotImplementedError

    def remarks(self, proposed: ReshapeResult) -> tuple[str, ...]:
        """Sentences in addition to those about losses."""
        return ()

    # -- following the fields -----------------------------------------------------------

    def later(self) -> None:
        """Compute and show the result when typing pauses."""
        if self._doing:
            return
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS, self.show)

    def show(self) -> None:
        """Compute the result for the fields, then show it."""
        self._stop()
        self.proposed = None
        try:
            work = self.proposal()
        except ValueError as error:
            self._refuse(error)
            return
        self._worker = Worker(self, lambda _report: work(), lambda _fraction, _text: None, self._show_result,
                              self._failed, poll_ms=10)
        self._worker.start()

    def _stop(self) -> None:
        """Cancel a computation that is running or scheduled."""
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
        self._show_report(())

    def _show_result(self, proposed: ReshapeResult) -> None:
        self._worker, self.proposed = None, proposed
        self.wrong.configure(text="")
        self.ok.state(["!disabled"])
        grid = proposed.design.map.grid
        self.extent.configure(text=grid_size(grid))
        image = self.draw(proposed, self._size)
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.picture.configure(image=self._photo)
        remarks = ((remark, False) for remark in self.remarks(proposed))
        self._show_report((*remarks, *proposed.losses.judged_sentences()) or (
            ("Nothing is lost; all references to hexes follow.", False),))

    def _show_report(self, sentences: tuple[tuple[str, bool], ...]) -> None:
        """Show sentences, red those that tell of a loss."""
        self.report.configure(state="normal")
        self.report.delete("1.0", "end")
        for n, (sentence, lost) in enumerate(sentences):
            self.report.insert("end", f"\n{sentence}" if n else sentence, ("lost",) if lost else ())
        self.report.configure(state="disabled")

    def accept(self) -> None:
        """Carry out the operation, as one step of the history."""
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
            self._show_result(run_with_progress(self, self.title(), lambda _report: work()))
        assert self.proposed is not None
        design, renderer = self.proposed.design, self.renderer
        if design is not self.session.design:
            # The window redraws the whole map, which takes a while if it is large.
            renderer.take(run_with_progress(
                self, self.name(), lambda report: renderer.prepare(design, renderer.turn, report)))
        self.session.edit(self.name(), design)
        self.finish("ok")

    def _gone(self, event: object) -> None:
        if getattr(event, "widget", None) is self:
            self._stop()


_EXAMPLES = 3


class RenumberDialog(ReshapeDialog):
    """Gives the whole map another numbering. Shows the new numbers in the corners and of some hexes."""

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
            return ("The map already has these numbers.",)
        old, new = self.session.design.map, proposed.design.map
        named = [p for p in old.places if p.name]
        samples: list[tuple[str, Hex]] = [(p.name, p.hex) for p in named[:_EXAMPLES]]
        if self.session.hex is not None:
            samples.insert(0, ("the selected hex", self.session.hex))
        lines = [f"{name}: {old.grid.number(hex)} becomes {new.grid.number(hex)}." for name, hex in samples]
        if self.session.scenario is not None:
            lines.append("Set-ups, entries and everything else in the scenario keep their hexes.")
        return tuple(s[0].upper() + s[1:] for s in lines)

    def name(self) -> str:
        return "Renumber the map"


EDGES = ("left", "top", "right", "bottom")
_PLACES = ((1, 0), (0, 1), (1, 2), (2, 1))
_NEAREST = "like the nearest hex"


class ResizeDialog(ReshapeDialog):
    """Adds or cuts columns and rows at each edge; the fields are around the picture, at the edges of the map
    as it is viewed. With `hexes` it begins with the box around them."""

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
            Tooltip(box, f"Number of {what} to add at this edge; a negative number cuts them off")
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
        """Add two fields for the corner hexes of the part that is kept."""
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
        self.anew = ttk.Radiobutton(self.fields, text="Renumber the map", value=False,
                                    variable=self._keeps, command=self.show)
        self.anew.pack(anchor="w", pady=(theme.px(2), 0))
        self.numbers = NumberingFields(self.fields, self.session.design.map.grid.numbering, self.later)
        self._suggested = first_number(self.session.design.map.grid.numbering)

    # -- numbers of columns and rows ----------------------------------------------------

    def cut_to(self, hexes: Collection[Hex]) -> None:
        """Fill in the fields so that the box around the hexes is kept."""
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
        hexes = [h for e in self._box if (h := grid.parse(e.get())) is not None]
        if len(hexes) == len(self._box):
            self._fill_counts(hexes)
        self.later()

    def counts(self) -> tuple[int, int, int, int]:
        """Columns and rows to add at the left, top, right and bottom. Raises `ValueError` for a field that is
        not a whole number."""
        numbers = []
        for edge in EDGES:
            text = self.edges[edge].get().strip().replace("−", "-")
            try:
                numbers.append(int(text or "0"))
            except ValueError:
                raise ValueError(f'"{text}" at the {edge} is not a whole number.') from None
        left, top, right, bottom = numbers
        return left, top, right, bottom

    # -- the proposal -------------------------------------------------------------------

    def proposal(self) -> Callable[[], ReshapeResult]:
        design, grid = self.session.design, self.session.design.map.grid
        for entry in self._box:
            if grid.parse(entry.get()) is None:
                raise ValueError(f'There is no hex "{entry.get()}" on this map.')
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
            # Refuse an impossible size before an impossible numbering.
            resized = resize(design, *by, ground=ground, numbering=numbering)
            if wrong:
                raise ValueError(wrong)
            return resized

        return work

    def _show_keeping(self, complaint: str, nearest: Numbering) -> None:
        """Show whether numbers can be kept, and suggest others if not."""
        self.keep.state(["disabled" if complaint else "!disabled"])
        if complaint:
            self.why.configure(text=f"The numbers cannot be kept. {complaint}")
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


_WAYS = ((1, "90° to the right"), (3, "90° to the left"), (2, "180°"))


class TurnDialog(ReshapeDialog):
    """Turns the map itself by 90° or 180°; by 90°, flat tops become pointy tops and vice versa."""

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
        lines = ["Every hex keeps its number, its neighbours and its contents."]
        if self.quarters.get() % 2:
            lines.insert(0, f"The hexes will have {shape} tops.")
        lines.append(key_words(
            "To view the map from another side without changing it, turn the view (Ctrl+R)."))
        return tuple(lines)

    def name(self) -> str:
        return f"Turn the map by {90 * self.quarters.get()}°"


class HalfHexesDialog(ReshapeDialog):
    """Says which hexes each edge of the map cuts in half, as printed boards do that lie side by side."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer) -> None:
        super().__init__(parent, session, renderer, "Half hexes")
        grid = session.design.map.grid
        self._choices: dict[Edge, tuple[Lines, ...]] = {}
        self.boxes: dict[Edge, ttk.Combobox] = {}
        ttk.Label(self.fields, style="Quiet.TLabel", wraplength=theme.px(330), justify="left", text=(
            "Boards that lie side by side share the hexes at their edges: each has one half.")).grid(
            row=0, column=0, columnspan=2, sticky="w", pady=(0, theme.px(8)))
        for n, edge in enumerate(MAP_EDGES):
            choices = self._choices[edge] = _possible_lines(grid, edge)
            ttk.Label(self.fields, text=edge.capitalize(), style="Quiet.TLabel").grid(
                row=n + 1, column=0, sticky="w", padx=(0, theme.px(10)))
            box = ttk.Combobox(self.fields, state="readonly", width=30, values=[
                _line_words(grid, edge, lines) for lines in choices])
            box.current(choices.index(grid.half_hexes[n]))
            box.grid(row=n + 1, column=1, sticky="w", pady=theme.px(2))
            box.bind("<<ComboboxSelected>>", lambda _e: self.later())
            self.boxes[edge] = box
        self.start = self.boxes["top"]
        self.show()

    def halves(self) -> HalfHexes:
        """What the fields say."""
        return HalfHexes(*(self._choices[edge][self.boxes[edge].current()] for edge in MAP_EDGES))

    def proposal(self) -> Callable[[], ReshapeResult]:
        design, halves = self.session.design, self.halves()
        return lambda: cut_in_half(design, halves)

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        # Edges are called as they lie in the file, so the view is not turned.
        return numbers_picture(renderer_of(proposed.design).picture, proposed.design.map.grid, 0, size,
                               theme.BORDER)

    def remarks(self, proposed: ReshapeResult) -> tuple[str, ...]:
        grid = proposed.design.map.grid
        if grid == self.session.design.map.grid:
            return ("The map already has these half hexes." if grid.halves else "All hexes are whole.",)
        lines = [f"{counted(len(grid.halves), 'hex')} will be half hexes." if grid.halves else
                 "All hexes will be whole."]
        if grid.outside:
            lines.append(f"{counted(len(grid.outside), 'hex')} beyond an edge will not be on the map.")
            if things := things_in(proposed.design, grid.outside):
                lines.append(f"There are {listed(things)}; they stay where they are.")
        return tuple(lines)

    def name(self) -> str:
        return "Half hexes"


def _possible_lines(grid: HexGrid, edge: Edge) -> tuple[Lines, ...]:
    """Which hexes along an edge of a grid can be cut in half."""
    lines: tuple[Lines, ...] = ("", "all", "odd", "even")
    return tuple(one for one in lines if not HalfHexes()._replace(**{edge: one}).misfit(grid.orientation))


def _line_words(grid: HexGrid, edge: Edge, lines: Lines) -> str:
    """The hexes that an edge cuts in half, with the numbers of the first of them."""
    if not lines:
        return "whole hexes"
    across = edge in ("top", "bottom")
    last = grid.rows - 1 if edge == "bottom" else grid.columns - 1 if edge == "right" else 0
    along = range(grid.columns if across else grid.rows)
    hexes = [Hex(n, last) if across else Hex(last, n) for n in along
             if lines == "all" or (n & 1) == (lines == "odd")]
    return f"half hexes: {', '.join(map(grid.number, hexes[:_EXAMPLES]))}" + (
        " …" if len(hexes) > _EXAMPLES else "")


# Pictures for the dialogs. No Tk here.

Picture = Callable[[Viewport], Image.Image]
"""Draws a part of the map, in map units."""

_ADDED, _LINE, _LOST, _INK = "#eef3e2", "#2563b8", "#c62f2f", "#1d2530"
_MOST_DRAWN = 6000
"""With more hexes, only the outline of the grid is drawn."""
_NUMBER_PX = 11


def outline_picture(
    picture: Picture, old: HexGrid, new: HexGrid, motion: Motion, turn: int, size: tuple[int, int],
    ground: str = "", table: str = "#cfd5dd",
) -> Image.Image:
    """The map with the outline and the corner numbers of the resized one. The part to be cut off is red; the
    added part has the colour of its ground. `turn` is the rotation of the view in quarters, `table` the
    colour around the map."""
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
    """An empty grid with numbers in its corners, on a sheet of paper (in mm) if one is given."""
    image = Image.new("RGB", size, table)
    draw = ImageDraw.Draw(image)
    geometry = HexGeometry(grid)
    left, top, right, bottom = geometry.bounds()
    if paper is None:
        view = fit((left, top, right, bottom), *size, 16.0)
    else:
        # The distance between opposite sides of a hex is the square root of three in map units.
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
    """The picture with everything outside the box `kept` in red."""
    red = Image.blend(under, Image.new("RGB", size, _LOST), 0.55)
    left, top, right, bottom = max(0, kept[0]), max(0, kept[1]), min(size[0], kept[2]), min(size[1], kept[3])
    if right > left and bottom > top:
        red.paste(under.crop((left, top, right, bottom)), (left, top))
    return red


def _write_corners(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], grid: HexGrid, turn: int
) -> None:
    """Write the corner numbers inside the corners of a box, for a turned map."""
    upper_left, upper_right, lower_left, lower_right = corner_numbers(grid)
    # Clockwise from the upper left; each quarter turn moves them to the next corner.
    ring = [upper_left, upper_right, lower_right, lower_left]
    letters = font(True, False, _NUMBER_PX)
    for n in range(4):
        text = ring[(n - turn) % 4]
        width, height = draw.textlength(text, letters), _NUMBER_PX + 2
        x = box[0] + 4 if n in (0, 3) else box[2] - 4 - width
        y = box[1] + 4 if n in (0, 1) else box[3] - 5 - height
        draw.rectangle((x - 2, y, x + width + 2, y + height + 1), fill="#ffffff")
        draw.text((x, y), text, fill=_INK, font=letters)
