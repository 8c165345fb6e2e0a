"""What the dialogs of whole-map operations share: a picture, what will be lost, one step of the history."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from PIL import Image, ImageTk

from ...model.counted import grid_size
from ...model.edit.reshape import Reshaped
from .. import theme
from ..dialogs import Dialog
from ..progress import Cancelled, run_with_progress
from ..scroll_bar import pack_scrolled
from ..session import Session
from ..tile_renderer import TileRenderer
from ..worker import Worker

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
        self.proposed: Reshaped | None = None
        """What the fields ask for, as far as it is worked out."""
        self._worker: Worker[Reshaped] | None = None
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
        wide, high = PICTURE
        # Room for the picture that follows, so that the dialog keeps its size.
        self._photo = ImageTk.PhotoImage(
            Image.new("RGB", (theme.px(wide), theme.px(high)), theme.BORDER), master=self)
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

    def proposal(self) -> Callable[[], Reshaped]:
        """Reads the fields, and returns what works out the design they ask for: it touches no widget, as it
        is called in a thread. Both raise ValueError for what cannot be."""
        raise NotImplementedError

    def draw(self, proposed: Reshaped, size: tuple[int, int]) -> Image.Image:
        """The picture of a proposal."""
        raise NotImplementedError

    def name(self) -> str:
        """The label of the step in the history."""
        raise NotImplementedError

    def remarks(self, proposed: Reshaped) -> tuple[str, ...]:
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

    def _worked_out(self, proposed: Reshaped) -> None:
        self._worker, self.proposed = None, proposed
        self.wrong.configure(text="")
        self.ok.state(["!disabled"])
        grid = proposed.design.map.grid
        self.extent.configure(text=grid_size(grid))
        wide, high = PICTURE
        image = self.draw(proposed, (theme.px(wide), theme.px(high)))
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
