"""The dialog for a new scenario step by step."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ....hexgrid import Hex
from ....model.design import Design
from ....model.edit.scenario_plan import STEPS, ScenarioPlan, Step
from ....model.wording import quoted
from ...widgets.dialogs import Dialog, ask
from ...widgets.keyboard import enter_field, focused
from ...widgets.scroll_bars import grid_scrolled
from ...widgets.small_screen import is_low, shorten_lists
from ...widgets.wrapped_label import TextRoom
from ...window.theme import px
from .draft import ScenarioDraft
from .end_pages import FindProblems, SummaryPage, VictoryPage
from .force_pages import ForcesPage, SchedulePage, SetUpPage
from .ground_pages import MapPage, RulesPage, SidesPage
from .page import PAGE, StepPage
from .preview import MapPreview

_PREVIEW, _SMALL_PREVIEW = (230, 190), (144, 110)
_KEEP_MS = 300
"""How long after a change the draft is kept."""
_DONE, _GAP, _STOP, _AHEAD = "✓", "–", "!", ""


class PlanningDialog(Dialog):
    """The steps at the left with the small map below them, the page of one step at the right. `made` is the
    scenario in the end. A draft that is left can be given to the next dialog. `keep` is called soon after
    each change; it returns why the draft could not be kept, or "".

    The result is `made`, `anew` (to begin anew), `later` (the draft is to be kept), or "" if nothing of it is
    wanted any more."""

    def __init__(self, parent: tk.Misc, draft: ScenarioDraft, find_problems: FindProblems,
                 initial_folder: Callable[[], str],
                 keep: Callable[[ScenarioDraft], str] = lambda _draft: "") -> None:
        super().__init__(parent, "New scenario step by step")
        self._keep, self._timer = keep, ""
        self.draft = draft
        self.made: Design | None = None
        self._folder = initial_folder
        self._seen = {draft.step}
        left = ttk.Frame(self.body, style="Panel.TFrame")
        left.grid(row=0, column=0, sticky="ns", padx=(0, px(16)))
        low = is_low(self)
        width, height = _SMALL_PREVIEW if low else _PREVIEW
        steps = ttk.Frame(left, style="Panel.TFrame")
        steps.pack(fill="both", expand=True)
        self.steps = ttk.Treeview(steps, columns=("state",), show="tree", height=4 if low else len(STEPS),
                                  selectmode="browse", style="Flat.Treeview")
        self.steps.column("#0", width=px(width - 36))
        self.steps.column("state", width=px(30), stretch=False, anchor="center")
        if low:
            # As many as there is room for above the small map; a bar shows that there are more.
            grid_scrolled(self.steps, 0)
        else:
            self.steps.pack(fill="x")
        self.map = MapPreview(left, px(width), px(height), self._chosen)
        self.map.pack(pady=(px(8), 0))
        right = ttk.Frame(self.body, style="Panel.TFrame", width=px(PAGE + 20))
        right.grid(row=0, column=1, sticky="nsew")
        right.columnconfigure(0, weight=1)
        right.rowconfigure(0, weight=1)
        self.pages: dict[Step, StepPage] = {
            page.step: page for page in (
                MapPage(right, self), RulesPage(right, self), SidesPage(right, self),
                ForcesPage(right, self), SetUpPage(right, self), SchedulePage(right, self),
                VictoryPage(right, self), SummaryPage(right, self, find_problems))}
        for number, step in enumerate(STEPS, 1):
            self.steps.insert("", "end", step, text=f" {number}  {self.pages[step].title}")
        # Room that is always there, so that nothing moves under the mouse; a low screen has none to spare.
        self.message = TextRoom(right, px(PAGE), 0 if low else 3, "Error.TLabel")
        self.message.grid(row=1, column=0, sticky="w")
        self.missing = TextRoom(right, px(PAGE), 0 if low else 3)
        self.missing.grid(row=2, column=0, sticky="w")
        self.body.columnconfigure(1, weight=1)
        self.body.rowconfigure(0, weight=1)
        self.next = self.button("Next", lambda: self.move(1), default=True)
        self.back = self.button("Back", lambda: self.move(-1))
        self.make = self.button("Make it", self._make)
        self.leave = ttk.Button(self.foot, text="Finish later", command=self._later)
        self.leave.pack(side="left")
        self.anew = ttk.Button(self.foot, text="Begin anew", command=self._begin_anew)
        self.anew.pack(side="left", padx=px(8))
        self.steps.bind("<<TreeviewSelect>>", lambda _e: self._selected())
        self.bind("<Control-Next>", lambda _e: self.move(1))
        self.bind("<Control-Prior>", lambda _e: self.move(-1))
        self._page: StepPage | None = None
        # As large as the largest page, so that the dialog keeps its size.
        self.update_idletasks()
        for page in self.pages.values():
            shorten_lists(page, page.winfo_reqheight() - self.room[1])
        self._right = right
        right.rowconfigure(0, minsize=max(p.winfo_reqheight() for p in self.pages.values()))
        right.columnconfigure(0, minsize=max(p.winfo_reqwidth() for p in self.pages.values()))
        self._open(draft.step)
        self.field_undo.keep(lambda: self.draft.plan, self.changed)

    def present(self, focus: tk.Misc | None = None) -> None:
        """Show the dialog; a page that fits where others do not is not to be scrolled because of them."""
        super().present(focus)
        self._right.rowconfigure(0, minsize=0)

    @property
    def first_field(self) -> tk.Misc:
        """What gets the keyboard when the dialog opens."""
        return self.pages[self.draft.step].first_field

    # -- the steps --------------------------------------------------------------------------

    def move(self, by: int) -> None:
        """To the next step, or to the one before."""
        at = STEPS.index(self.draft.step) + by
        if 0 <= at < len(STEPS):
            self.go_to(STEPS[at])

    def go_to(self, step: Step) -> None:
        """Show a step, unless what is typed in this one is wrong."""
        if step == self.draft.step:
            return
        if self._accept():
            self._open(step)
        elif self.steps.selection() != (self.draft.step,):
            self.steps.selection_set(self.draft.step)

    def _selected(self) -> None:
        chosen = self.steps.selection()
        if chosen:
            self.go_to(next(s for s in STEPS if s == chosen[0]))

    def _open(self, step: Step) -> None:
        from_list = focused(self) is self.steps
        if self._page is not None:
            self._page.grid_forget()
        self.draft.step = step
        self._seen.add(step)
        self._page = page = self.pages[step]
        page.grid(row=0, column=0, sticky="nsew")
        self.show_top()
        self.complain("")
        if self.steps.selection() != (step,):
            self.steps.selection_set(step)
            self.steps.focus(step)
        self.steps.see(step)
        last = step == STEPS[-1]
        self.next.configure(state="disabled" if last else "normal")
        self.back.configure(state="disabled" if step == STEPS[0] else "normal")
        self.make_default(self.make if last else self.next)
        self.changed()
        if not from_list and self.winfo_viewable():
            self.update_idletasks()  # a page that does not show yet takes no keyboard
            enter_field(page.first_field)

    def _accept(self) -> bool:
        assert self._page is not None
        wrong = self._page.accept()
        self.complain(wrong)
        if wrong:
            self.bell()
        return not wrong

    # -- what the pages use -----------------------------------------------------------------

    def changed(self, plan: ScenarioPlan | None = None) -> None:
        self.field_undo.look_soon()
        if plan is not None:
            self.draft.plan = plan
        assert self._page is not None
        self._page.show()
        gaps = self.draft.plan.gaps()
        stops = {g.step for g in gaps if g.stops}
        open_steps = {g.step for g in gaps if not g.note}
        for step in STEPS:
            mark = _STOP if step in stops else _AHEAD if step not in self._seen else (
                _GAP if step in open_steps else _DONE)
            self.steps.set(step, "state", mark)
        here = [g for g in gaps if g.step == self.draft.step]
        own, notes = [str(g) for g in here if not g.note], [str(g) for g in here if g.note]
        self.missing.show("\n".join(f"{head}: {' '.join(texts)}" for head, texts in (
            ("Missing", own), ("Note", notes)) if texts))
        self.make.configure(state="disabled" if stops else "normal")
        self.map.takes_hexes = self._page.takes_hexes
        self.map.show(self.draft.plan, self._page.marked_hexes())
        if not self._timer:
            self._timer = self.after(_KEEP_MS, self._keep_now)

    def complain(self, text: str) -> None:
        self.message.show(text, "Error.TLabel")

    def tell(self, text: str) -> None:
        self.message.show(text, "Panel.TLabel")

    def focus_next(self) -> None:
        enter_field(self.next)

    def initial_folder(self) -> str:
        return self._folder()

    def _chosen(self, first: Hex, last: Hex) -> None:
        assert self._page is not None
        self._page.choose_hexes(first, last)

    # -- the end ----------------------------------------------------------------------------

    def _keep_now(self) -> None:
        self._timer = ""
        if self.draft.touched and (why := self._keep(self.draft)):
            self.complain(why)

    def destroy(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""
        super().destroy()

    def cancel(self) -> None:
        """Ask what is to become of the draft if anything was filled in, and close."""
        if self._page is not None:
            self._page.accept()
        if not self.draft.touched:
            self.finish("")
            return
        choice = ask(self, "Unfinished scenario", f"{quoted(self.draft.plan.title)} is not made yet. Keep "
                     "what you filled in? It is there when you come back, also after the program was closed.",
                     (("later", "Keep it for later"), ("forget", "Forget it"), ("", "Go on with it")))
        if choice:
            self.finish("later" if choice == "later" else "")

    def _later(self) -> None:
        if self._page is not None:
            self._page.accept()
        self.finish("later")

    def _begin_anew(self) -> None:
        if self.draft.touched and not ask(
                self, "Begin anew", f"What you filled in for {quoted(self.draft.plan.title)} is forgotten.",
                (("anew", "Forget it and begin anew"), ("", "Cancel"))):
            return
        draft = ScenarioDraft.new()
        draft.open_map = self.draft.open_map
        self.draft = draft
        self.finish("anew")

    def _make(self) -> None:
        if not self._accept():
            return
        try:
            self.made, _ = self.draft.finished()
        except ValueError as error:
            self.complain(str(error))
            self.bell()
            return
        self.finish("made")
