"""The Background panel: the picture behind the map, and aligning or reading it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..actions import BY_ID
from ..session import Session
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from .alignment import AlignmentMode, AlignmentPage
from .background import BackgroundPicture, BackgroundTracing
from .loader import STOP_TIP
from .proposals import ProposalMode, ProposalPage


class BackgroundPanel(ttk.Frame):
    """Shows one of three pages: the picture, the alignment, the proposal."""

    def __init__(self, parent: tk.Misc, session: Session, picture: BackgroundPicture,
                 tracing: BackgroundTracing, perform: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._picture, self._tracing, self._perform = session, picture, tracing, perform
        self._mode: object = None
        self.page: ttk.Frame = self._picture_page()
        self.page.pack(fill="both", expand=True)
        picture.changed.connect(self._follow)
        tracing.mode_changed.connect(self._follow)
        self._follow()

    def _picture_page(self) -> PicturePage:
        return PicturePage(self, self._session, self._picture, self._perform)

    def _follow(self) -> None:
        mode = self._tracing.mode
        if mode is not self._mode:
            self._mode = mode
            self.page.destroy()
            if isinstance(mode, AlignmentMode):
                self.page = AlignmentPage(self, mode)
            elif isinstance(mode, ProposalMode):
                self.page = ProposalPage(self, self._session, mode)
            else:
                self.page = self._picture_page()
            self.page.pack(fill="both", expand=True)
        if isinstance(self.page, PicturePage):
            self.page.follow()


class PicturePage(ttk.Frame):
    """The page of the picture: its state, and what can be done with it."""

    def __init__(self, parent: tk.Misc, session: Session, picture: BackgroundPicture,
                 perform: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._picture, self._perform = session, picture, perform
        scrolled = ScrollableFrame(self, theme.px(240))
        scrolled.pack(fill="both", expand=True)
        inside = scrolled.inside
        inside.configure(padding=theme.px(10))
        self._name = WrappedLabel(inside, style="Title.TLabel")
        self._name.pack(fill="x")
        self._about = WrappedLabel(inside, style="Quiet.TLabel")
        self._about.pack(fill="x", pady=(theme.px(2), 0))
        self._wrong = WrappedLabel(inside, style="Error.TLabel")
        self._wrong.pack(fill="x")
        self._work = ttk.Frame(inside, style="Panel.TFrame")
        self._bar = ttk.Progressbar(self._work, maximum=1.0)
        self._bar.pack(side="left", fill="x", expand=True)
        stop = ttk.Button(self._work, text="Cancel", style="Small.TButton",
                          command=picture.loader.stop)
        stop.pack(side="right", padx=(theme.px(8), 0))
        Tooltip(stop, STOP_TIP)
        self._buttons = ttk.Frame(inside, style="Panel.TFrame")
        self._buttons.pack(fill="x", pady=(theme.px(8), 0))
        self._look = ttk.Frame(inside, style="Panel.TFrame")
        self._strength = tk.DoubleVar(self)
        self._shown, self._over = tk.BooleanVar(self), tk.BooleanVar(self)
        self._build_look()
        self._offered: tuple[tuple[str, str], ...] = ()
        session.layers.changed.connect(self._follow_look)

    def _build_look(self) -> None:
        layers = self._session.layers
        ttk.Label(self._look, text="Display", style="Section.TLabel").pack(
            anchor="w", pady=(theme.px(14), theme.px(4)))
        shown = ttk.Checkbutton(self._look, text="Shown", variable=self._shown,
                                command=lambda: layers.show("background", self._shown.get()))
        shown.pack(anchor="w")
        over = ttk.Checkbutton(self._look, text="Over the terrain", variable=self._over,
                               command=self._put_over)
        over.pack(anchor="w")
        Tooltip(over, "Over the painted terrain, which shines through; or below it: fade Terrain in Layers")
        row = ttk.Frame(self._look, style="Panel.TFrame")
        row.pack(fill="x", pady=(theme.px(4), 0))
        ttk.Label(row, text="Opacity", style="Panel.TLabel").pack(side="left")
        slider = ttk.Scale(row, from_=0, to=1, variable=self._strength, command=lambda v: layers.fade(
            "background", round(float(v) * 20) / 20))
        slider.pack(side="left", fill="x", expand=True, padx=theme.px(8))
        for keys, by in (("<Left>", -0.05), ("<Right>", 0.05)):
            slider.bind(keys, lambda _e, b=by: self._step(b))  # type: ignore[misc]
        self._percent = ttk.Label(row, style="Quiet.TLabel", width=5, anchor="e")
        self._percent.pack(side="right")

    def _step(self, by: float) -> str:
        layers = self._session.layers
        layers.fade("background", round((layers["background"].opacity + by) * 20) / 20)
        return "break"

    def _put_over(self) -> None:
        self._session.layers.over_terrain = self._over.get()

    def _follow_look(self) -> None:
        layers = self._session.layers
        state = layers["background"]
        self._shown.set(state.shown)
        self._over.set(layers.over_terrain)
        self._strength.set(state.opacity)
        self._percent.configure(text=f"{state.opacity:.0%}")

    def follow(self) -> None:
        """Show the present state."""
        picture = self._picture
        background = self._session.design.map.background
        self._wrong.configure(text=picture.loader.trouble if background is not None else "")
        if background is None:
            self._name.configure(text="No picture")
            self._about.configure(text=(
                "Put a scan of a printed map (PNG or JPEG, up to 250 megapixels) behind this map. Align it "
                "to the grid with three clicks; then paint over it, or read its terrain by colour."))
            self._offer(("background_picture", "Choose a picture…"))
        else:
            self._name.configure(text=background.picture)
            self._about.configure(text=self._words())
            offers = [("background_picture", "Another picture…"), ("remove_background", "Remove")]
            if picture.pyramid is not None:
                aligned = len(background.pins) > 1
                offers = [("align_background", "Adjust the pins…" if aligned else "Align to the grid…"),
                          *([("propose_terrain", "Propose terrain…")] if aligned else []), *offers]
            elif picture.loader.path is not None and picture.loader.done < 0:
                offers = [("again", "Prepare again"), *offers]
            self._offer(*offers)
        working, ready = picture.loader.done >= 0, picture.pyramid is not None
        for frame, wanted in ((self._work, working), (self._look, ready)):
            if wanted and not frame.winfo_manager():
                if frame is self._work:
                    frame.pack(fill="x", pady=(theme.px(6), 0), before=self._buttons)
                else:
                    frame.pack(fill="x")
            elif not wanted:
                frame.pack_forget()
        self._bar.configure(value=max(0.0, picture.loader.done))
        self._follow_look()

    def _words(self) -> str:
        """The size and alignment of the picture as a text."""
        picture, alignment = self._picture, self._picture.alignment
        if picture.loader.done >= 0:
            return ("The picture is being prepared, so that any part of it can be shown quickly. "
                    "This is done once.")
        if picture.pyramid is None or alignment is None:
            return ""
        width, height = picture.pyramid.size
        size = f"{width:,} x {height:,} pixels ({width * height / 1e6:,.1f} megapixels)."
        if alignment.fit in ("start", "shifted"):
            return f"{size} It is not aligned to the grid yet."
        off = f", off by at most {alignment.worst:.2f} hexes" if alignment.checked else ""
        return f"{size} Aligned by {len(alignment.pins)} pins{off}."

    def _offer(self, *offers: tuple[str, str]) -> None:
        """Show the buttons; the first one is the next thing to do."""
        if offers == self._offered:
            return
        self._offered = offers
        for child in self._buttons.winfo_children():
            child.destroy()
        for i, (id, text) in enumerate(offers):
            button = ttk.Button(self._buttons, text=text, style="TButton" if i else "Accent.TButton",
                                command=lambda a=id: self._do(a))  # type: ignore[misc]
            button.pack(fill="x", pady=(0, theme.px(5)))
            Tooltip(button, BY_ID[id].tooltip if id in BY_ID else "Read the picture file again")

    def _do(self, id: str) -> None:
        if id == "again":
            self._picture.loader.again()
        else:
            self._perform(id)

    def take_keyboard(self) -> None:
        """Focus the first button, after the panel was opened by its key."""
        for child in self._buttons.winfo_children():
            child.focus_set()
            return
