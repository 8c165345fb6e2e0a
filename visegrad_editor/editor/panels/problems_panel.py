"""The problems panel: lists the problems of the design, goes to them, and applies fixes."""

from __future__ import annotations

import tkinter as tk
import tkinter.font as tkfont
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from ...model.problems import Fix, Problem
from ..session import Session
from ..widgets.columns import ElidedTexts, widest
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..window import theme
from .fixes_dialog import do_fixes

_RANK = {"error": 0, "warning": 1, "note": 2}
_MOST = 500


def unit_width(width: int) -> int:
    """The most width in pixels of the column for the unit in a list of some width."""
    return max(80, min(150, width // 6))


def columns_for(width: int) -> tuple[str, ...]:
    """The columns that fit into a list of some width in pixels; the message is always among them.

    >>> columns_for(222), columns_for(366)
    (('hex', 'message'), ('hex', 'unit', 'message'))
    """
    return tuple(column for column, least in (("rule", 440), ("hex", 0), ("unit", 340), ("message", 0))
                 if width >= least)


class ProblemsPanel(ttk.Frame):
    """Lists the problems of the session. `jump` is called with a problem that is double-clicked or on which
    Return is pressed, `title` with the title of the panel, which includes their number."""

    def __init__(self, parent: tk.Misc, session: Session, jump: Callable[[Problem], None],
                 title: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._jump, self._title = session, jump, title
        self._shown: dict[str, Problem] = {}
        self._units: tuple[str, ...] = ()
        """The names in the column for the unit."""
        self.tree = ttk.Treeview(self, columns=("rule", "hex", "unit", "message"), selectmode="browse",
                                 height=3, style="Flat.Treeview")
        for column, text, width, stretch in (
            ("#0", "", 30, False), ("rule", "Rule", 46, False), ("hex", "Hex", 52, False),
            ("unit", "Unit", 150, False), ("message", "What is wrong", 420, True),
        ):
            self.tree.heading(column, text=text, anchor="w")
            self.tree.column(column, width=theme.px(width), minwidth=theme.px(24), stretch=stretch,
                             anchor="w")
        grid_scrolled(self.tree, 1)
        self._icons = {severity: ImageTk.PhotoImage(_dot(severity), master=self) for severity in _RANK}
        theme.changed.connect(self._repaint_dots)
        self._foot = ttk.Frame(self, style="Panel.TFrame")
        self._foot.columnconfigure(0, weight=1)
        self.whole = ttk.Label(self._foot, style="Panel.TLabel", justify="left", padding=(theme.px(8),
                                                                                          theme.px(2)))
        """The full text of the selected problem."""
        self.whole.grid(row=0, column=0, sticky="ew")
        self.fix = ttk.Button(self._foot, style="Small.TButton", command=self.apply_fix)
        self.other_fix = ttk.Button(self._foot, style="Small.TButton", command=self.apply_other_fix)
        self.fix_all = ttk.Button(self._foot, style="Small.TButton", command=self.apply_all_fixes)
        Tooltip(self.fix, "Fix this problem, as a step that can be undone  (Alt+Return)")
        Tooltip(self.other_fix, "Fix this problem in another way, as a step that can be undone")
        Tooltip(self.fix_all, "Fix all problems of this kind in one step")
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._show_whole())
        self.tree.bind("<Motion>", self._explain)
        self._note = Tooltip(self.tree, "")
        self._texts = ElidedTexts(self.tree)
        self.tree.bind("<Configure>", lambda _e: self._give_message_rest(), add=True)
        self.tree.bind("<Double-1>", self._go)
        self.tree.bind("<Return>", self._go)
        self.tree.bind("<Alt-Return>", lambda _e: self.apply_fix())
        self.bind("<Configure>", lambda e: self._fit(e.width))
        session.checked.connect(self._checked)
        session.check_lasts.connect(self._update_title)
        self._checked()

    def _repaint_dots(self) -> None:
        for severity, photo in self._icons.items():
            photo.paste(_dot(severity))

    def _checked(self) -> None:
        self.show(self._session.problems)

    def take_keyboard(self) -> None:
        """Give the list the keyboard and select the first problem unless one is selected."""
        self.tree.focus_set()
        rows = self.tree.get_children()
        if rows and not self.tree.selection():
            self.tree.selection_set(rows[0])
            self.tree.focus(rows[0])

    def _fit(self, width: int) -> None:
        """Give the message the available width; a narrow list shortens the unit's name, then drops
        columns."""
        self.whole.configure(wraplength=max(200, width - (24 if not self.fix.winfo_ismapped() else 330)))
        unscaled = theme.unscaled(width)
        least = tkfont.nametofont("VeSection", root=self).measure("Unit") + theme.px(16)
        self.tree.column("unit", width=widest(
            self._units, tkfont.nametofont("TkDefaultFont", root=self).measure, least,
            max(least, theme.px(unit_width(unscaled)))))
        self.tree.configure(displaycolumns=columns_for(unscaled))
        self._give_message_rest()

    def _give_message_rest(self) -> None:
        """Let the message end where the list does; ttk widens it when another column becomes narrower."""
        shown = columns_for(theme.unscaled(self.winfo_width()))
        others = sum(int(self.tree.column(c, "width")) for c in ("#0", *shown) if c != "message")
        if (rest := self.tree.winfo_width() - others) > theme.px(24):
            self.tree.column("message", width=rest)
        self._texts.fit()

    def show(self, problems: tuple[Problem, ...]) -> None:
        """List these problems, the errors first; the selected one stays selected."""
        old = self._shown.get(next(iter(self.tree.selection()), ""))
        self._note.forget()
        self.tree.delete(*self.tree.get_children())
        self._shown.clear()
        self._texts.clear()
        listed = sorted(problems, key=lambda p: _RANK[p.severity])[:_MOST]
        self._units = tuple(p.unit.partition("/")[2] or p.unit for p in listed)
        for problem in listed:
            row = self.tree.insert("", "end", image=self._icons[problem.severity],
                                   values=(problem.rule, problem.hex, "", problem.message))
            self._shown[row] = problem
            if problem == old:
                self.tree.selection_set(row)
        # Make space for long hex numbers.
        widest = max((len(p.hex) for p in self._shown.values()), default=0)
        digits = tkfont.nametofont("TkDefaultFont", root=self).measure("0" * widest)
        self.tree.column("hex", width=max(theme.px(52), digits + theme.px(16)))
        if self.winfo_width() > 1:
            self._fit(self.winfo_width())
        for row, unit in zip(self._shown, self._units, strict=True):
            self._texts.put_cell(row, "unit", unit)
            self._texts.put_cell(row, "message", self._shown[row].message)
        self._update_title()

    def _update_title(self) -> None:
        """Show in the tab how many problems there are, or that a check is running."""
        n = len(self._session.problems)
        more = f", {_MOST} shown" if n > _MOST else ""
        self._title("Problems (checking…)" if self._session.checking else f"Problems ({n}{more})" if n else
                    "Problems")

    def problem_of(self, row: str) -> Problem | None:
        """The problem in a row of the list."""
        return self._shown.get(row)

    def _explain(self, event: Any) -> None:
        """Show the whole message of the row under the pointer in a tooltip."""
        problem = self._shown.get(self.tree.identify_row(event.y))
        self._note.follow(event, f"{problem.message} [{problem.rule}]" if problem and problem.rule
                          else problem.message if problem else "")

    @property
    def selected(self) -> Problem | None:
        """The problem selected in the list."""
        return self._shown.get(next(iter(self.tree.selection()), ""))

    def apply_fix(self) -> str:
        """Fix the selected problem."""
        if self.selected is None:
            self._session.complain("Select a problem in the list first.")
        elif complaint := fix_problem(self._session, self.selected):
            self.whole.configure(text=complaint)
        return "break"

    def apply_other_fix(self) -> None:
        """Fix the selected problem in the second way it offers."""
        if self.selected is not None and self.selected.more_fixes and (
                complaint := fix_problem(self._session, self.selected, self.selected.more_fixes[0])):
            self.whole.configure(text=complaint)

    def apply_all_fixes(self) -> None:
        """Fix all problems of the same kind as the selected one."""
        if self.selected is not None:
            problems = fixable_like(self._session.problems, self.selected)
            self._session.complain(fix_problems(self._session, problems))

    def _show_whole(self) -> None:
        problem = self.selected
        if problem is None:
            self._foot.grid_remove()
            return
        self.whole.configure(text=problem.message)
        for button in (self.fix, self.other_fix, self.fix_all):
            button.grid_remove()
        if problem.fix is not None:
            self.fix.configure(text=problem.fix.label)
            self.fix.grid(row=0, column=1, padx=(theme.px(4), theme.px(2)), pady=theme.px(2), sticky="ew")
            if problem.more_fixes:
                self.other_fix.configure(text=problem.more_fixes[0].label)
                self.other_fix.grid(row=1, column=1, padx=(theme.px(4), theme.px(2)), pady=theme.px(2),
                                    sticky="ew")
            if (n := len(fixable_like(self._session.problems, problem))) > 1:
                self.fix_all.configure(text=f"Fix all {n}")
                self.fix_all.grid(row=0, column=2, padx=(theme.px(2), theme.px(6)), pady=theme.px(2))
        self._foot.grid(row=2, column=0, columnspan=2, sticky="ew")

    def _go(self, _event: object) -> None:
        if (problem := self._shown.get(next(iter(self.tree.selection()), ""))) is not None:
            self._jump(problem)


def _dot(severity: str) -> Image.Image:
    """The icon of a severity: a dot with an exclamation mark."""
    colour = {"error": theme.ERROR, "warning": theme.WARNING}.get(severity, theme.NOTE)
    image = Image.new("RGBA", (56, 56))
    draw = ImageDraw.Draw(image)
    draw.ellipse((4, 4, 52, 52), fill=colour)
    draw.rounded_rectangle((25, 14, 31, 32), 3, fill="#ffffff")
    draw.ellipse((24, 36, 32, 44), fill="#ffffff")
    return image.resize((theme.px(14), theme.px(14)), Image.Resampling.LANCZOS)


# Fixes, each as one step of the history.

def fix_problem(session: Session, problem: Problem, fix: Fix | None = None) -> str:
    """Fix a problem by its first fix or another one; why it could not be done, "" on success."""
    fix = fix or problem.fix
    if fix is None:
        return "There is no automatic fix: go there and make the change yourself."
    where = f" ({problem.hex})" if problem.hex else ""
    before = session.design
    complaint = session.change(f"{fix.label}{where}", fix.edit)
    return complaint or ("This is already fixed." if session.design is before else "")


def fixable_like(problems: Sequence[Problem], problem: Problem) -> list[Problem]:
    """The problems of the same kind that have a fix."""
    return [p for p in problems if p.code == problem.code and p.fix is not None]


def fix_problems(session: Session, problems: Sequence[Problem]) -> str:
    """Fix several problems in one step, each by its first fix, and say how many; why it could not be done, ""
    on success."""
    return do_fixes(session, [(p, p.fix) for p in problems if p.fix is not None])
