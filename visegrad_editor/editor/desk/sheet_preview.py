"""The sheet of a card as it prints, drawn by the same blocks as the PDF file."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from PIL import ImageTk

from ...desk.card import Card
from ...desk.print_remarks import Checked
from ...printing.card_sheet import UNCHECKED, UnprintableCardError, card_imprint, card_pages, check_printable
from ...printing.page_picture import page_picture
from ...printing.paper import TEXT_PAPERS, Paper, frame, paper_named
from ..platforms import bind_wheel
from ..widgets.tooltips import Tooltip
from ..widgets.wheel import changes_by_wheel
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px

_WAIT_MS = 250
"""How long changes are awaited before the sheet is drawn again."""
_STEP_PX = 40


class SheetPreview(ttk.Frame):
    """A page of the sheet, as wide as there is room; it is drawn again soon after `show`."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._card: Card | None = None
        self._checked = UNCHECKED
        self._drawn: tuple[object, ...] = ()
        self._timer = ""
        self.page, self.count = 1, 1
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        bar = ttk.Frame(self, style="Panel.TFrame", padding=(px(6), px(3)))
        bar.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._words = ttk.Label(bar, style="Quiet.TLabel", text="The sheet is being drawn …")
        self._words.pack(side="left")
        self.paper = ttk.Combobox(bar, values=TEXT_PAPERS, state="readonly", width=7)
        self.paper.set(TEXT_PAPERS[0])
        self.paper.pack(side="right")
        self.paper.bind("<<ComboboxSelected>>", lambda _e: self._draw_soon())
        Tooltip(self.paper, "The paper, also of the PDF file")
        self._next = ttk.Button(bar, text="▸", style="Small.TButton", command=lambda: self.turn(1))
        self._next.pack(side="right", padx=(0, px(8)))
        self._back = ttk.Button(bar, text="◂", style="Small.TButton", command=lambda: self.turn(-1))
        self._back.pack(side="right", padx=px(2))
        Tooltip(self._next, "The next page")
        Tooltip(self._back, "The page before")
        self.canvas = tk.Canvas(self, background=theme.WINDOW, highlightthickness=0, borderwidth=0,
                                takefocus=True, width=px(300), height=px(200), yscrollincrement=1)
        self.canvas.grid(row=1, column=0, sticky="nsew")
        scroll = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        scroll.grid(row=1, column=1, sticky="ns")
        self.canvas.configure(yscrollcommand=scroll.set)
        self.fault = WrappedLabel(self, "", "Error.TLabel")
        self.fault.grid(row=2, column=0, columnspan=2, sticky="ew", padx=px(6))
        self.fault.grid_remove()
        self._photo: ImageTk.PhotoImage | None = None
        self.canvas.bind("<Configure>", lambda _e: self._draw_soon())
        for sequence, by in (("<Up>", -1), ("<Down>", 1)):
            self.canvas.bind(sequence, lambda _e, n=by: self._scroll(n))  # type: ignore[misc]
        bind_wheel(self.canvas, lambda _e, notches: self._scroll(-notches))
        for sequence, by in (("<Prior>", -1), ("<Next>", 1)):
            self.canvas.bind(sequence, lambda _e, n=by: self.turn(n))  # type: ignore[misc]
        self.canvas.bind("<Button-1>", lambda _e: self.canvas.focus_set())
        self.bind("<Destroy>", lambda _e: self._cancel())

    @property
    def chosen_paper(self) -> Paper:
        """The paper that is chosen."""
        return paper_named(self.paper.get())

    def show(self, card: Card, checked: Checked = UNCHECKED) -> None:
        """Show the sheet of a card soon; `checked` is what its checks say."""
        self._card, self._checked = card, checked
        self._draw_soon()

    def turn(self, by: int) -> None:
        """Show another page."""
        self.page = min(self.count, max(1, self.page + by))
        self.canvas.yview_moveto(0)
        self._draw_soon()

    def _scroll(self, by: int) -> None:
        if not changes_by_wheel(self.canvas):
            self.canvas.yview_scroll(by * px(_STEP_PX), "units")

    def _cancel(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _draw_soon(self) -> None:
        self._cancel()
        self._timer = self.after(_WAIT_MS, self.draw)

    def draw(self) -> None:
        """Draw the sheet now, if something about it changed."""
        self._timer = ""
        width = self.canvas.winfo_width()
        wanted = self._card, self._checked, width, self.paper.get(), self.page, theme.name()
        if self._card is None or width < px(60) or wanted == self._drawn or not self.winfo_viewable():
            return
        self._drawn = wanted
        self.canvas.configure(background=theme.WINDOW)
        paper = frame(self.chosen_paper)
        try:
            check_printable(self._card)
            pages = card_pages(self._card, paper, self._checked)
        except UnprintableCardError as error:
            self._tell(str(error))
            return
        self._tell("")
        self.count = len(pages)
        self.page = min(self.page, self.count)
        gap = px(8)
        scale = (width - 2 * gap) / paper.width
        picture = page_picture(pages, self.page, paper, card_imprint(self._card), scale)
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.canvas.delete("all")
        self.canvas.create_rectangle(gap - 1, gap - 1, gap + picture.width, gap + picture.height,
                                     outline=theme.BORDER)
        self.canvas.create_image(gap, gap, anchor="nw", image=self._photo)
        self.canvas.configure(scrollregion=(0, 0, width, picture.height + 2 * gap))
        self._words.configure(text=f"Page {self.page} of {self.count}")
        for button, there in ((self._back, self.page > 1), (self._next, self.page < self.count)):
            button.state(["!disabled" if there else "disabled"])

    def _tell(self, text: str) -> None:
        self.fault.configure(text=f"{text} The picture is the last one that could be drawn." if text else "")
        if text:
            self.fault.grid()
        else:
            self.fault.grid_remove()
