"""The balance panel: what the edits that were tried do to the shares of wins, with intervals."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from tkinter.font import nametofont

from ...model.provenance import shown_rule
from ...model.wording import count
from ...playtest.balance import change_text, percent, points, same_courses, ways_of
from ..play.balance_trials import BalanceTrials, Trial
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.flow import Flow
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel, keep_room
from ..window import theme

_EDIT_PX = 56
_COLUMNS = (
    ("share", "Share %", "88.8 → 88.8"), ("change", "Change", "−88.8 (−88.8 to +88.8)"),
    ("games", "Games", "888 / 888"))
"""The columns beside that of the edit: id, heading, and a text as wide as any that is usual."""
_OF_GAMES = "888"
"""The games of trials that are over."""
_NARROW = "Change"
"""As wide as a change without its interval."""
_CELL_PX = 12
"""The room of a cell beside its text, in pixels at 100 %."""
_HEAD_PX = 4
"""What a heading needs beside its text, in pixels at 100 %, more than a cell."""
_MOST_WAYS = 4
"""How many ways in which games were won are told."""
_SAID_LINES = 7
"""The lines that are kept for what a trial means, so that the list does not jump."""
_LOW_PX = 330
"""A panel lower than this, in pixels at 100 %, has no room for sentences."""


class BalancePanel(ttk.Frame):
    """Lists the trials, the latest first; Return or a double click goes to the edit. `try_this` asks for
    another trial."""

    def __init__(self, parent: tk.Misc, session: Session, trials: BalanceTrials,
                 try_this: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._trials = session, trials
        self._rows: dict[str, Trial] = {}
        self._narrow = False
        """Whether there is no room for intervals in the list."""
        head = Flow(self, gap=theme.px(3))
        head.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(4)))
        self.side = ttk.Combobox(head, state="readonly", width=14)
        head.add(self.side, stretch=True)
        self.side.bind("<<ComboboxSelected>>", lambda _e: self._choose_side())
        Tooltip(self.side, "Whose share of the games is listed here and in the history")
        self.try_button = ttk.Button(head, style="Small.TButton", text="Try this…", command=try_this)
        self.stop_button = ttk.Button(head, style="Small.TButton", text="Stop", command=trials.stop)
        self.forget_button = ttk.Button(head, style="Small.TButton", text="Clear", command=trials.forget)
        for button, tip in (
                (self.try_button, "Play the scenario as it is now, and as it was, with automatic players"),
                (self.stop_button, "Stop playing; the results so far stay"),
                (self.forget_button, "Forget all results")):
            head.add(button, theme.px(4))
            Tooltip(button, tip)
        self.tree = ttk.Treeview(self, columns=("share", "change", "games"), selectmode="browse", height=4,
                                 style="Flat.Treeview")
        self._widths = {id: max(self._width(text), self._width(sample)) for id, text, sample in _COLUMNS}
        for id, text, width in (("#0", "Edit", theme.px(_EDIT_PX)),
                                *((id, text, self._widths[id]) for id, text, _ in _COLUMNS)):
            self.tree.heading(id, text=text, anchor="w" if id == "#0" else "e")
            self.tree.column(id, width=width, minwidth=theme.px(40), stretch=id == "#0",
                             anchor="w" if id == "#0" else "e")
        grid_scrolled(self.tree, 1)
        self.tree.tag_configure("certain", font="VeSection")
        self.tree.tag_configure("gone", foreground=theme.FAINT)
        self.bar = ttk.Progressbar(self, maximum=1.0)
        self.said = WrappedLabel(self, "", "Quiet.TLabel")
        self.said.grid(row=3, column=0, columnspan=2, sticky="ew", pady=(theme.px(4), 0))
        # Room for the bar, so that the list stays as it is while games are played.
        self.rowconfigure(2, minsize=self.bar.winfo_reqheight() + theme.px(4))
        self._note = Tooltip(self.tree, "")
        self.bind("<Configure>", lambda _e: self._fit())
        self.tree.bind("<Configure>", lambda _e: self._fit())
        self._texts = ElidedTexts(self.tree)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._explain())
        self.tree.bind("<Double-Button-1>", lambda _e: self._go())
        self.tree.bind("<Return>", lambda _e: self._go())
        trials.changed.connect(self.show)
        session.changed.connect(self.show)
        session.opened.connect(self.show)
        self.show()

    def _width(self, text: str) -> int:
        """The width of a cell with this text in bold letters, in pixels."""
        return nametofont("VeSection", self).measure(text) + theme.px(_CELL_PX)

    def _fit(self) -> None:
        """Leave out columns and, in a low panel, the sentences, which the tooltip of the list has, too."""
        room = self.tree.winfo_width() - theme.px(_EDIT_PX)
        shown = ["change"]
        sample = _OF_GAMES if self._trials.running is None else _COLUMNS[-1][2]
        games = max(self._width("Games"), self._width(sample))
        if games != self._widths["games"]:
            self._widths["games"] = games
            self.tree.column("games", width=games)
        for id in ("share", "games"):
            if room >= sum(self._widths[name] for name in (*shown, id)):
                shown.append(id)
        wanted = tuple(name for name, _, _ in _COLUMNS if name in shown)
        if tuple(self.tree.cget("displaycolumns")) != wanted:
            self.tree.configure(displaycolumns=wanted)
        narrow = room < self._widths["change"]
        if narrow != self._narrow:
            self._narrow = narrow
            least = self._width(_NARROW) + theme.px(_HEAD_PX)
            self.tree.column("change", width=least if narrow else self._widths["change"])
            self.show()
        # Tk gives the column of names what the others leave once it has laid them out.
        self.after_idle(self._texts.fit)
        if self.winfo_height() < theme.px(_LOW_PX):
            self.said.grid_remove()
            keep_room(self, 3, 0)
        else:
            self.said.grid()
            keep_room(self, 3, _SAID_LINES)

    def take_keyboard(self) -> None:
        """Give the list the keyboard, with a trial selected."""
        self.tree.focus_set()
        if self._rows and not self.tree.selection():
            row = next(iter(self._rows))
            self.tree.selection_set(row)
            self.tree.focus(row)

    def show(self) -> None:
        """List the trials and how far the present one has come."""
        trials, tree = self._trials, self.tree
        selected = {self._rows[r] for r in tree.selection()}
        at = tree.index(tree.focus()) if tree.focus() else -1
        self._show_sides()
        tree.delete(*tree.get_children())
        self._rows.clear()
        self._texts.clear()
        for trial in trials.trials:
            tags = self._tags(trial)
            row = tree.insert("", "end", values=self._values(trial), tags=tags)
            self._texts.put(row, trial.title, font="VeSection" if "certain" in tags else "TkDefaultFont")
            self._rows[row] = trial
            if trial in selected:
                tree.selection_add(row)
        rows = tree.get_children()
        if 0 <= at < len(rows):
            tree.focus(rows[at])
        running = trials.running
        self.stop_button.state(["disabled" if running is None else "!disabled"])
        self.try_button.state(["disabled" if running is not None else "!disabled"])
        self.forget_button.state(["!disabled" if trials.trials else "disabled"])
        if running is not None:
            self.bar.configure(value=running.played / running.settings.games)
            self.bar.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(theme.px(4), 0))
        else:
            self.bar.grid_remove()
        self._fit()
        self._explain()

    def _show_sides(self) -> None:
        sides = self._session.design.ruleset.sides
        names = [side.name for side in sides]
        ids = [side.id for side in sides]
        if self._trials.side not in ids:
            self._trials.side = ids[0] if ids else ""
        if list(self.side.cget("values")) != names:
            self.side.configure(values=names)
        if ids:
            self.side.current(ids.index(self._trials.side))

    def _choose_side(self) -> None:
        self._trials.side = self._session.design.ruleset.sides[self.side.current()].id
        self._trials.changed.emit()

    def _values(self, trial: Trial) -> tuple[str, str, str]:
        change = trial.change(self._trials.side)
        games = f"{trial.played} / {trial.settings.games}" if trial.played < trial.settings.games else (
            str(trial.played))
        if change is None:
            results = trial.results(trial.after)
            won = sum(r.winner == self._trials.side for r in results.values())
            return (percent(won / len(results)) if results else "–", "", games)
        if not change.after.games:
            return ("–", "", games)
        told = points(change.change) if self._narrow else change_text(change)
        return (f"{percent(change.before.share)} → {percent(change.after.share)}", told, games)

    def _tags(self, trial: Trial) -> tuple[str, ...]:
        change = trial.change(self._trials.side)
        found = ["certain"] if change is not None and change.certain else []
        return (*found, "gone") if self._trials.step_of(trial.after) < 0 else tuple(found)

    def _explain(self) -> None:
        """Say what the selected trial, or else the latest one, means."""
        chosen = [self._rows[r] for r in self.tree.selection()] or self._trials.trials[:1]
        if not chosen:
            self._note.text = self._trials.forgotten
            self.said.configure(text=self._trials.forgotten or (
                "Try this… plays many games of the scenario before and after an edit, and shows what the "
                "edit does to the shares of wins. They are kept until another file is opened or the window "
                "closes."))
            return
        [trial] = chosen
        self._note.text = " ".join(filter(None, (_told(trial), self._place(trial))))
        self.said.configure(text=self._note.text)

    def _place(self, trial: Trial) -> str:
        return "" if self._trials.step_of(trial.after) >= 0 else "This edit is no longer in the history."

    def _go(self) -> None:
        for row in self.tree.selection():
            step = self._trials.step_of(self._rows[row].after)
            if step < 0:
                self._session.complain("This edit is no longer in the history.")
            else:
                self._session.jump(step)


def _told(trial: Trial) -> str:
    """A trial in sentences, with all sides."""
    settings, results = trial.settings, trial.results(trial.after)
    last = settings.seeds[-1]
    head = (f"{trial.played} of {count(settings.games, 'game')}" if trial.played < settings.games
            else count(settings.games, "game"))
    who = f"{head} of {' against '.join(settings.players)}, seeds {settings.seed} to {last}."
    compared = "" if trial.before is None else (
        f' Against the base, "{trial.before_label}":' if trial.against_base else
        f' From "{trial.before_label}" to "{trial.label}":')
    shares = []
    for id, name in trial.winners().items():
        change = trial.change(id)
        if change is not None and change.after.games:
            shares.append(f"{name} {percent(change.before.share)} to {percent(change.after.share)} % "
                          f"({points(change.low)} to {points(change.high)} points)")
        elif change is None and results:
            won = sum(r.winner == id for r in results.values())
            shares.append(f"{name} {percent(won / len(results))} %")
    same = ""
    if trial.before is not None and trial.played:
        n = same_courses(trial.results(trial.before), results)
        same = f" {n} went the same way, order for order." if n else " No two went the same way."
    names = trial.winners()
    ways = [f"{way.games} {names.get(way.winner, way.winner)}"
            f"{f', rule {way.rule}' if shown_rule(way.rule) else ''}{_in_brackets(way.by)}"
            for way in ways_of(results)]
    more = f"; {len(ways) - _MOST_WAYS} others" if len(ways) > _MOST_WAYS else ""
    decided = f" Won how: {'; '.join(ways[:_MOST_WAYS])}{more}." if ways else ""
    ended = "" if not trial.failure else (
        " Stopped." if trial.failure == "stopped" else f" The games ended: {trial.failure}")
    told = f"{who}{compared} {', '.join(shares)}{'.' if shares else ''}{same}{decided}{ended}"
    return told.replace("  ", " ")


def _in_brackets(by: str) -> str:
    """What decided games, to be put behind who won."""
    return f" ({by.removesuffix('.')})" if by else ""
