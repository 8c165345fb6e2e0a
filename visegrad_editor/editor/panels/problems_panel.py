"""The problems panel: lists the problems of the design, several of one kind in a row that opens, goes to
them, and applies fixes."""

from __future__ import annotations

import tkinter as tk
import tkinter.font as tkfont
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from ...model.problem_groups import Kind, ProblemGroup, grouped
from ...model.problems import Fix, Problem
from ...model.wording import count
from ..session import Session
from ..widgets.columns import ElidedTexts, in_lines, widest
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..window import theme
from .fixes_dialog import do_fixes

_RANK = {"error": 0, "warning": 1, "note": 2}
_MOST = 500
_MOST_TOLD = 10
"""The most lines that tell what several fixes do."""
_LOW_PX, _LEAST_PX = 100, 90
"""The height at 100 % below which a panel has the fixes beside its list, and the least height of the list,
with its heading, above a message and buttons."""
_LIST_LINES, _TOLD_LINES = 2, 2
"""The rows that the list of a low panel keeps, and the lines of the message below it."""
_MOST_LINES = 3
"""The lines that the text of a button may have."""
_ARROW_PX = 40
"""The width of the first column at 100 %: the arrow of a row that opens, and the dot of its severity."""


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
        self._groups: dict[str, ProblemGroup] = {}
        """The rows that open: those of several problems of one kind."""
        self._units: tuple[str, ...] = ()
        """The names in the column for the unit."""
        self.tree = ttk.Treeview(self, columns=("rule", "hex", "unit", "message"), selectmode="browse",
                                 height=3, style="Problems.Treeview")
        for column, text, width, stretch in (
            ("#0", "", _ARROW_PX, False), ("rule", "Rule", 46, False), ("hex", "Hex", 52, False),
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
        self.whole = ttk.Label(self, style="Panel.TLabel", justify="left", padding=(theme.px(8), theme.px(2)))
        """The full text of the selected problem."""
        self._buttons = ttk.Frame(self._foot, style="Panel.TFrame")
        self._buttons.grid(row=1, column=0, sticky="ew", padx=theme.px(4), pady=theme.px(2))
        self.fix = ttk.Button(self._buttons, style="Small.TButton", command=self.apply_fix)
        self.other_fix = ttk.Button(self._buttons, style="Small.TButton", command=self.apply_other_fix)
        self.fix_all = ttk.Button(self._buttons, style="Small.TButton", command=self.apply_all_fixes)
        self.menu = ttk.Menubutton(self._buttons, text="Fix", width=4)
        """The fixes where their buttons have no room."""
        self._fixes = tk.Menu(self.menu, tearoff=False)
        self.menu.configure(menu=self._fixes)
        Tooltip(self.menu, "Ways to fix this problem, each a step that can be undone")
        self._fix_tip, self._other_tip = Tooltip(self.fix, ""), Tooltip(self.other_fix, "")
        self._all_tip = Tooltip(self.fix_all, "")
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._show_whole())
        self.tree.bind("<Motion>", self._explain)
        self._note = Tooltip(self.tree, "")
        self._texts = ElidedTexts(self.tree)
        self.tree.bind("<Configure>", lambda _e: self._give_message_rest(), add=True)
        self.tree.bind("<Double-1>", self._go)
        self.tree.bind("<Return>", self._go)
        self.tree.bind("<Alt-Return>", lambda _e: self.apply_fix())
        self._size = (0, 0)
        self.bind("<Configure>", lambda e: self._resized(e.width, e.height))
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

    def _resized(self, width: int, height: int) -> None:
        if self._size != (width, height):
            self._size = width, height
            self._fit(width)

    def _fit(self, width: int) -> None:
        """Give the message the available width; a narrow list shortens the unit's name, then drops
        columns."""
        self.whole.configure(wraplength=max(200, width - 20))
        self._lay_foot()
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
        chosen = next(iter(self.tree.selection()), "")
        old, old_kind = self._shown.get(chosen), self._kind_of(chosen)
        opened = {group.kind for row, group in self._groups.items() if self.tree.item(row, "open")}
        self._note.forget()
        self.tree.delete(*self.tree.get_children())
        self._shown.clear()
        self._groups.clear()
        self._texts.clear()
        listed = sorted(problems, key=lambda p: _RANK[p.severity])[:_MOST]
        for group in grouped(listed):
            self._insert(group, opened)
        self._units = tuple(p.unit.partition("/")[2] or p.unit for p in self._shown.values())
        again = next((row for row, problem in self._shown.items() if problem == old), "") or next(
            (row for row, group in self._groups.items() if group.kind == old_kind), "")
        if again:
            self.tree.see(again)
            self.tree.selection_set(again)
            self.tree.focus(again)
        # Make space for long hex numbers.
        widest = max((len(p.hex) for p in self._shown.values()), default=0)
        digits = tkfont.nametofont("TkDefaultFont", root=self).measure("0" * widest)
        self.tree.column("hex", width=max(theme.px(52), digits + theme.px(16)))
        if self.winfo_width() > 1:
            self._fit(self.winfo_width())
        for row, unit in zip(self._shown, self._units, strict=True):
            self._texts.put_cell(row, "unit", unit)
            self._texts.put_cell(row, "message", self._shown[row].message)
        for row, group in self._groups.items():
            self._texts.put_cell(row, "message", group.text)
        self._update_title()

    def _insert(self, group: ProblemGroup, opened: Collection[Kind]) -> None:
        """Add the row of a problem, or that of a group with a row for each of its problems below it."""
        parent, first = "", group.first
        if group.is_several:
            parent = self.tree.insert("", "end", image=self._icons[group.severity], open=group.kind in opened,
                                      values=(first.rule, "", "", group.text))
            self._groups[parent] = group
        for problem in group.problems:
            row = self.tree.insert(parent, "end", image="" if parent else self._icons[problem.severity],
                                   values=(problem.rule, problem.hex, "", problem.message))
            self._shown[row] = problem

    def _kind_of(self, row: str) -> Kind | None:
        """The kind of the problems of a row that opens, or of the row to which one belongs."""
        group = self._groups.get(row) or self._groups.get(self.tree.parent(row) if row else "")
        return group.kind if group is not None else None

    def _update_title(self) -> None:
        """Show in the tab how many problems there are, or that a check is running."""
        n = len(self._session.problems)
        more = f", {_MOST} shown" if n > _MOST else ""
        self._title("Problems (checking…)" if self._session.checking else f"Problems ({n}{more})" if n else
                    "Problems")

    def problem_of(self, row: str) -> Problem | None:
        """The problem in a row of the list."""
        return self._shown.get(row)

    def group_of(self, row: str) -> ProblemGroup | None:
        """The problems in a row that opens."""
        return self._groups.get(row)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of single problems, from top to bottom, also those in rows that are not open."""
        return tuple(self._shown)

    def _explain(self, event: Any) -> None:
        """Show the whole message of the row under the pointer in a tooltip."""
        row = self.tree.identify_row(event.y)
        one = self._shown.get(row) or self._groups.get(row)
        text = one.message if isinstance(one, Problem) else one.text if one else ""
        rule = one.rule if isinstance(one, Problem) else one.first.rule if one else ""
        self._note.follow(event, f"{text} [{rule}]" if rule else text)

    @property
    def selected(self) -> Problem | None:
        """The problem selected in the list; None for a row that opens."""
        return self._shown.get(next(iter(self.tree.selection()), ""))

    @property
    def selected_group(self) -> ProblemGroup | None:
        """The problems of the selected row, if it is one that opens."""
        return self._groups.get(next(iter(self.tree.selection()), ""))

    @property
    def marked(self) -> Problem | None:
        """The problem selected in the list, or the first of those of a selected row that opens."""
        return self.selected_group.first if self.selected_group is not None else self.selected

    def apply_fix(self) -> str:
        """Fix the selected problem, or all problems of the selected row that opens."""
        if self.selected_group is not None:
            self.apply_all_fixes()
        elif self.selected is None:
            self._session.complain("Select a problem in the list first.")
        elif complaint := fix_problem(self._session, self.selected):
            self._say(complaint)
        return "break"

    def apply_other_fix(self) -> None:
        """Fix the selected problem in the second way it offers."""
        if self.selected is not None and self.selected.more_fixes and (
                complaint := fix_problem(self._session, self.selected, self.selected.more_fixes[0])):
            self._say(complaint)

    def _say(self, complaint: str) -> None:
        """Say below the list, or in the status bar where there is no room, why a fix could not be done."""
        if self.menu.winfo_manager():
            self._session.complain(complaint)
        else:
            self._tell(complaint)

    def apply_all_fixes(self) -> None:
        """Fix all problems of the same kind as the selected one, or those of the selected row that opens."""
        if self.selected_group is not None:
            self._session.complain(fix_group(self._session, self.selected_group))
        elif self.selected is not None:
            problems = fixable_like(self._session.problems, self.selected)
            self._session.complain(fix_problems(self._session, problems))

    def _show_whole(self) -> None:
        if self.selected is None and self.selected_group is None:
            self._foot.grid_remove()
            self.whole.grid_remove()
            return
        self._lay_foot()

    def _lay_foot(self) -> None:
        """Show the message of the selected row and the buttons of its fixes below the list; in a low panel a
        message that the list cuts, and a menu of the fixes beside the list."""
        low = 1 < self.winfo_height() < theme.px(_LOW_PX)
        self.tree.configure(show="tree" if low else ("tree", "headings"))
        problem, group = self.selected, self.selected_group
        if problem is None and group is None:
            return
        self.whole.grid_remove()
        text = problem.message if problem is not None else group.text if group else ""
        if beside := self._lay_buttons(low):
            self._foot.grid(row=1, column=2, columnspan=1, sticky="n")
        else:
            self._foot.grid(row=3, column=0, columnspan=2, sticky="ew")
        self._tell(text, beside)

    def _tell(self, text: str, beside: bool = False) -> None:
        """Show a message above the buttons, or with these `beside` the list below it, on as many lines as
        leave the list some rows; the tooltip of the row has all of it. A panel without room for that gives
        the headings for a message that the list cuts."""
        self.update_idletasks()
        font = tkfont.nametofont("TkDefaultFont", root=self)
        height, line = self.winfo_height(), font.metrics("linespace")
        below = self._buttons.winfo_reqheight() if not beside and self._buttons.winfo_manager() else 0
        lines = max(0, (height - below - theme.px(_LEAST_PX)) // line) if height > 1 else _MOST_TOLD
        if lines < _TOLD_LINES:
            row = int(ttk.Style(self).lookup("Problems.Treeview", "rowheight") or line)
            is_cut = font.measure(text) > int(self.tree.column("message", "width")) - theme.px(8)
            spare = height - below - _LIST_LINES * row - theme.px(8)
            lines = min(_TOLD_LINES, max(0, spare // line)) if is_cut else 0
            if lines:
                self.tree.configure(show="tree")
        self.whole.configure(text=in_lines(text, max(200, self.winfo_width() - 24), font.measure, lines)
                             if lines else "")
        if lines:
            self.whole.grid(row=2, column=0, columnspan=3, sticky="ew")
        else:
            self.whole.grid_remove()

    def _lay_buttons(self, low: bool) -> bool:
        """Show the buttons of the fixes of the selected row side by side, where they have no room for that
        one below the other, and where that would take the list its rows, as a menu; whether that is so. Their
        texts are never cut."""
        problem, group = self.selected, self.selected_group
        fixes = problem.fixes[:2] if problem is not None else ()
        alike = fixable_like(self._session.problems, problem) if problem is not None else []
        every = fix_group_words(group) if group is not None and group.fixes else (
            f"Fix all {len(alike)}" if len(alike) > 1 else "")
        self._all_tip.text = fixes_words(
            [fix for _, fix in group.fixes] if group is not None else
            [fix for p in alike if (fix := p.common_fix) is not None]) if every else ""
        for i, (tip, fix) in enumerate(zip((self._fix_tip, self._other_tip), fixes, strict=False)):
            how = "in another way, " if i else ""
            tip.text = f"{fix.label}: fix this problem {how}as a step that can be undone" + (
                "" if i else "  (Alt+Return)")
        shown = [(button, fix.label) for button, fix in zip((self.fix, self.other_fix), fixes, strict=False)]
        if every:
            shown.append((self.fix_all, every))
        for button in (self.fix, self.other_fix, self.fix_all, self.menu):
            button.grid_remove()
        if not shown:
            self._buttons.grid_remove()
            return low
        self._buttons.grid()
        measure = tkfont.nametofont("TkDefaultFont", root=self).measure
        width, gaps = self.winfo_width() - theme.px(12), theme.px(24)
        across = sum(measure(text) + gaps for _, text in shown) <= width
        for i, (button, text) in enumerate(shown):
            button.configure(text=text if across else in_lines(text, width - gaps, measure, _MOST_LINES))
            button.grid(row=0 if across else i, column=i if across else 0, padx=theme.px(2), sticky="w")
        self.update_idletasks()
        if low or (not across and self.winfo_height() > 1 and
                   self.winfo_height() - self._buttons.winfo_reqheight() < theme.px(_LEAST_PX)):
            self._show_menu([(text, button) for button, text in shown])
            return True
        return False

    def _show_menu(self, entries: Sequence[tuple[str, ttk.Button]]) -> None:
        """Show a menu in place of the buttons."""
        self._fixes.delete(0, "end")
        for text, button in entries:
            button.grid_remove()
            self._fixes.add_command(label=text, command=button.invoke)
        self.menu.grid(row=0, column=0, padx=theme.px(2), sticky="w")

    def _go(self, event: tk.Event[tk.Misc]) -> str | None:
        """Go to the selected problem. A row that opens is opened or closed: by the mouse already."""
        if (problem := self.selected) is not None:
            self._jump(problem)
        elif self.selected_group is not None and event.type == tk.EventType.KeyPress:
            row = self.tree.selection()[0]
            self.tree.item(row, open=not self.tree.item(row, "open"))
            return "break"
        return None


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
    if fix is None and problem.text_fixes:
        name = problem.file.replace("\\", "/").rpartition("/")[2]
        return (f"The fix is in the text of the file: {problem.text_fixes[0].label}. Close it, and use "
                f"visegrad-editor validate --fix {name}.")
    if fix is None:
        return "There is no automatic fix: go there and make the change yourself."
    where = f" ({problem.hex})" if problem.hex else ""
    before = session.design
    complaint = session.change(f"{fix.label}{where}", fix.edit)
    return complaint or ("This is already fixed." if session.design is before else "")


def fix_group(session: Session, group: ProblemGroup) -> str:
    """Fix the problems of a group in one step, each by its first fix that guesses nothing, and say how many;
    why it could not be done, "" on success."""
    if not group.fixes and any(p.fixes for p in group.problems):
        return ("Each fix here is a guess at what is meant, so they are not done at once: open the row and "
                "decide on each.")
    if not group.fixes:
        return "There is no automatic fix: open the row, go to each, and make the change yourself."
    return do_fixes(session, group.fixes)


def fix_group_words(group: ProblemGroup) -> str:
    """What fixes the problems of a group, on a button and in a menu."""
    n, all = len(group.fixes), len(group.problems)
    return f"Fix all {n}" if n == all else f"Fix {n} of {all}"


def fixable_like(problems: Sequence[Problem], problem: Problem) -> list[Problem]:
    """The problems of the same kind that may be fixed with it at once; none if that one may not be."""
    return [p for p in problems if (p.code, p.severity) == (problem.code, problem.severity)
            and p.common_fix is not None] if problem.common_fix is not None else []


def fixes_words(fixes: Sequence[Fix]) -> str:
    """What several fixes will do: each different thing on a line, with its number where it is done often.

    >>> place, road = Fix("Remove the place", lambda design: design), Fix("Join the roads", lambda d: d)
    >>> print(fixes_words([place, road, place]))
    3 fixes as one step that can be undone:
    Remove the place (2 times)
    Join the roads
    """
    times = Counter(fix.label for fix in fixes)
    lines = [f"{label} ({n:,} times)" if n > 1 else label for label, n in times.items()]
    if len(lines) > _MOST_TOLD:
        more = count(len(lines) - _MOST_TOLD + 1, "more kind")
        lines = [*lines[:_MOST_TOLD - 1], f"and {more} of fixes"]
    return "\n".join([f"{count(len(fixes), 'fix')} as one step that can be undone:", *lines])


def fix_problems(session: Session, problems: Sequence[Problem]) -> str:
    """Fix several problems in one step, each by its first fix that guesses nothing, and say how many; why it
    could not be done, "" on success."""
    return do_fixes(session, [(p, fix) for p in problems if (fix := p.common_fix) is not None])
