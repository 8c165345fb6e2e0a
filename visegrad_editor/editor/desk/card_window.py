"""The window for a squad-level card: menus, the page *Card*, and the page *Game*."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import Any

from ...desk.card_file import LoadedCard, card_text
from ...desk.card_names import bundled_cards
from ...desk.words import name_words, plain_text
from ...exchange.card_export import ALL, PROCEDURES, SECRET
from ...exchange.card_export import NAME as CARD_SHEET
from ...lazy_dataclass import dataclass
from ...model.history import History
from ..platforms import accelerator, key_words
from ..settings import Settings, recent_files
from ..widgets.dialogs import message
from ..widgets.keyboard import exists, focused
from ..widgets.modal import is_waited_for
from ..widgets.window_place import on_screen
from ..window import theme
from ..window.theme import px
from .card_document import CardDocument
from .card_files import CardFiles
from .card_game import CardGame, CardGameError
from .card_page import CardPage
from .game_page import GamePage
from .kept_cards import FOLDER as KEPT
from .kept_cards import CardKeeper, KeptWork
from .secret_section import SecretSection

_WATCH_MS = 2000
_SAY_MS = 8000
_GEOMETRY = "card_geometry"
LEAST_SIZE = 820, 520
_HELP = (
    "Each part of the card is a section in the list on the left; what you type is taken with Return or when "
    "you go on. Beside it are the sheet as it prints, the plan of the boards, and what is wrong: a click on "
    "a problem goes to its field.\n\n"
    "Forces, sets and fortifications are typed in a line, such as 6 german/4-6-7. Hexes are typed, or chosen "
    "on the plan: a click chooses one, Shift+click adds one; with the keyboard, arrows move, the space bar "
    "adds, Return takes.")
_KEYS = (
    "Ctrl+N  new card\nCtrl+O  open\nCtrl+S  save\nCtrl+Shift+S  save as\nCtrl+E  export the sheet\n"
    "Ctrl+W  close\nCtrl+Z, Ctrl+Y  undo, redo\nCtrl+Page Up, Ctrl+Page Down  section before, after\n"
    "Alt+Return  fix the selected problem\nF6  list of sections, form, sheet or plan, problems\n\n"
    "On the page Game: Return carries out, F2 to F9 show the form of what is due, 1 to 6 tell the face of a "
    "real die, Ctrl+Z and Ctrl+Y take back orders and carry them out again, Ctrl+S saves the game\n\n"
    "In lists: Ins new, Ctrl+D duplicate, Del remove, Alt+Up and Alt+Down move, Return into the form")


@dataclass(frozen=True)
class _Command:
    """An entry of a menu, with its key."""

    label: str
    key: str
    keys: tuple[str, ...]
    do: Callable[[], object]


class CardWindow:
    """A window for a card: `top` is the root of the program or a window of its own. `loaded` is the card to
    show, None for a new one with a title."""

    def __init__(self, top: tk.Tk | tk.Toplevel, settings: Settings, loaded: LoadedCard | None = None,
                 title: str = "") -> None:
        self.top, self.settings = top, settings
        self.document = CardDocument(loaded, title)
        self._said = ""
        self._scale = theme.scale()
        top.configure(background=theme.WINDOW)
        top.rowconfigure(1, weight=1)
        top.columnconfigure(0, weight=1)
        self.files = CardFiles(top, self.document, settings, self.commit, self.say, self._may_leave_secrets)
        self._build()
        self._make_menus()
        self.keeper = CardKeeper(top, settings.folder / KEPT, self._work_to_keep, self.say)
        for signal in (self.document.changed, self.document.renewed):
            signal.connect(self.keeper.later, owner=top)
        self.document.changed.connect(self._follow, owner=top)
        self.document.renewed.connect(self._follow, owner=top)
        theme.changed.connect(self._themed, owner=top)
        top.protocol("WM_DELETE_WINDOW", self.close)
        top.bind("<FocusIn>", lambda e: self._watch_soon(200) if e.widget is top else None, add=True)
        self._watching = ""
        top.bind("<Destroy>", self._destroyed, add=True)
        self._watch_soon(_WATCH_MS)
        self.files.remember()
        self._follow()

    def _build(self) -> None:
        """Make everything below the menu bar."""
        self.notice = ttk.Frame(self.top, style="Notice.TFrame", padding=(px(8), px(4)))
        self.notice.grid(row=0, column=0, sticky="ew")
        self._notice_text = ttk.Label(self.notice, style="Notice.TLabel")
        self._notice_text.pack(side="left")
        ttk.Button(self.notice, text="Keep mine", style="Small.TButton", command=self._keep_mine).pack(
            side="right", padx=(px(6), 0))
        ttk.Button(self.notice, text="Load it", style="Small.TButton", command=self.files.load_again).pack(
            side="right")
        self.notice.grid_remove()
        self.body = ttk.Frame(self.top, style="Panel.TFrame")
        self.body.grid(row=1, column=0, sticky="nsew")
        self.body.rowconfigure(0, weight=1)
        self.body.columnconfigure(0, weight=1)
        self.tabs = ttk.Notebook(self.body)
        self.tabs.grid(row=0, column=0, sticky="nsew")
        self.page = CardPage(self.tabs, self.document, self.settings, self.say)
        self._game_room = ttk.Frame(self.tabs, style="Panel.TFrame")
        self.game_page: GamePage | None = None
        """The page for a game of the card, once it was shown."""
        self.tabs.add(self.page, text="Card")
        self.tabs.add(self._game_room, text="Game")
        self.tabs.bind("<<NotebookTabChanged>>", lambda _e: self._turned())
        self.status = ttk.Label(self.top, style="Status.TLabel")
        self.status.grid(row=2, column=0, sticky="ew")

    @property
    def shows_game(self) -> bool:
        """Whether the page for a game is in front."""
        return str(self.tabs.select()) == str(self._game_room)  # type: ignore[no-untyped-call]

    def _turned(self) -> None:
        """Bring the page in front up to date."""
        if self.shows_game:
            self.commit()
            self._games().follow_card()

    def _games(self, game: CardGame | None = None) -> GamePage:
        """The page for a game; it is made when it is first needed."""
        if self.game_page is None:
            self.game_page = GamePage(
                self._game_room, lambda: self.document.card, lambda: card_name(self.document), self.settings,
                self.say, game)
            self.game_page.pack(fill="both", expand=True)
            self.game_page.game_changed.connect(self.keeper.later, owner=self.top)
        return self.game_page

    def open_game(self, path: Path) -> bool:
        """Open a game of the card on its page; whether it could be."""
        self.tabs.select(self._game_room)  # type: ignore[no-untyped-call]
        page = self._games()
        return page.files.may_leave() and page.files.open_file(path)

    # -- menus and keys -----------------------------------------------------------------

    def _make_menus(self) -> None:
        commands = {
            "File": (
                _Command("New card", "Ctrl+N", ("<Control-n>",), self.files.new),
                _Command("Open…", "Ctrl+O", ("<Control-o>",), self.files.ask_open),
                _Command("Save", "Ctrl+S", ("<Control-s>",), self.save),
                _Command("Save as…", "Ctrl+Shift+S", ("<Control-Shift-S>",), self.files.save_as),
                _Command("Export PDF…", "Ctrl+E", ("<Control-e>",), self.export),
                _Command("Export procedures…", "", (), lambda: self.export(PROCEDURES)),
                _Command("Export all sheets…", "", (), lambda: self.export(ALL)),
                _Command("Close", "Ctrl+W", ("<Control-w>", "<Control-q>"), self.close)),
            "Edit": (
                _Command("Undo", "Ctrl+Z", ("<Control-z>",), self.undo),
                _Command("Redo", "Ctrl+Y", ("<Control-y>", "<Control-Shift-Z>"), self.redo),
                _Command("Copy the card as text", "", (), self.copy_as_text)),
            "Help": (
                _Command("About this window", "F1", ("<F1>",), self.show_help),
                _Command("Keys", "", (), self._keys),
                _Command("Manual", "", (), self._manual))}
        bar = tk.Menu(self.top, tearoff=False, relief="flat")
        self.menus: dict[str, tk.Menu] = {}
        for name, entries in commands.items():
            menu = self.menus[name] = tk.Menu(bar, tearoff=False, postcommand=self._update_menus)
            bar.add_cascade(label=name, menu=menu, underline=0)
            for one in entries:
                if one.label in ("Save", "Export PDF…", "Close"):
                    menu.add_separator()
                menu.add_command(label=one.label, accelerator=accelerator(one.key), command=one.do)
                if one.label == "Open…":
                    self._named_files(menu)
                if one.label == "Export all sheets…":
                    self.secret_sheets = tk.Menu(menu, tearoff=False, postcommand=self._fill_secret_sheets)
                    menu.add_cascade(label="Export secret sheets", menu=self.secret_sheets)
                for keys in one.keys:
                    self.top.bind(keys, lambda _e, do=one.do: self._key(do))  # type: ignore[misc]
                    if keys[-3] == "-" and keys[-2].islower():
                        self.top.bind(f"{keys[:-2]}{keys[-2].upper()}>",
                                      lambda _e, do=one.do: self._key(do))  # type: ignore[misc]
        self.top.configure(menu=bar)
        for keys, by in (("<Control-Prior>", -1), ("<Control-Next>", 1)):
            self.top.bind(keys, lambda _e, n=by: self._turn_section(n))  # type: ignore[misc]
        for keys in ("<Alt-Return>", "<Alt-KP_Enter>", "<Control-Return>", "<Control-KP_Enter>"):
            self.top.bind(keys, lambda _e: self._key(self._fix))
        self.top.bind("<F6>", lambda _e: self._next_area(1))
        self.top.bind("<Shift-F6>", lambda _e: self._next_area(-1))

    def _key(self, do: Callable[[], object]) -> str:
        if not is_waited_for(self.root):
            do()
        return "break"

    @property
    def root(self) -> Any:
        """The root of the program."""
        return self.top.nametowidget(".")

    def _named_files(self, menu: tk.Menu) -> None:
        samples = tk.Menu(menu, tearoff=False)
        for one in bundled_cards():
            samples.add_command(label=one.title, command=lambda n=one.name: self.files.open_asking(n))  # type: ignore[misc]
        menu.add_cascade(label="Open a sample", menu=samples)
        self.recent = tk.Menu(menu, tearoff=False, postcommand=self._fill_recent)
        menu.add_cascade(label="Open recent", menu=self.recent)

    def _fill_recent(self) -> None:
        """List the recent files; those that are no cards are refused with a sentence."""
        self.recent.delete(0, "end")
        for file in recent_files(self.settings):
            self.recent.add_command(label=file.label, state="disabled" if file.missing else "normal",
                                    command=lambda p=file.path: self.files.open_asking(p))  # type: ignore[misc]
        if self.recent.index("end") is None:
            self.recent.add_command(label="No recent files", state="disabled")

    def _fill_secret_sheets(self) -> None:
        """List the sides: each has its own secret sheets."""
        self.secret_sheets.delete(0, "end")
        for side in self.document.card.sides:
            self.secret_sheets.add_command(
                label=f"Of the {name_words(side.id)} side…",
                command=lambda s=side.id: self.export(SECRET, s))  # type: ignore[misc]

    @property
    def _history(self) -> History[Any]:
        """The steps that undo takes back: those of the secret records on the screen, or of the card."""
        secret = self.page.secret_in_front
        return secret.history if secret is not None else self.document.history

    def _update_menus(self) -> None:
        history, edit = self._history, self.menus["Edit"]
        if self.shows_game:
            for i, word in enumerate(("Undo the last order", "Redo the order taken back")):
                edit.entryconfigure(i, label=word, state="normal")
            return
        for i, (word, label) in enumerate((("Undo", history.undo_label), ("Redo", history.redo_label))):
            edit.entryconfigure(i, label=f"{word} {label[:1].lower()}{label[1:]}" if label else word,
                                state="normal" if label else "disabled")

    def show_help(self) -> None:
        """Say what the window is for."""
        message(self.top, "Squad-level cards", _HELP)

    def _keys(self) -> None:
        message(self.top, "Keys", _KEYS)

    def _manual(self) -> None:
        from ..window.manual import open_manual  # imported late because it takes long to load

        self.say(open_manual("squad-desk"))

    def _turn_section(self, by: int) -> str:
        if self.shows_game:
            return "break"
        rows = self.page.list.get_children()
        at = rows.index(self.page.chosen) + by
        if 0 <= at < len(rows):
            self.page.choose(rows[at])
            self.page.list.focus_set()
        return "break"

    def _fix(self) -> None:
        """Solve the selected problem of the card."""
        if not self.shows_game:
            self.page.problems.fix()

    def _next_area(self, by: int) -> str:
        """Give the keyboard to the next part of the window."""
        if self.shows_game:
            return "break"
        page = self.page
        plan = page.book is not None and str(page.book.select()) == str(page.plan)  # type: ignore[no-untyped-call]
        places: list[tuple[tk.Misc, Callable[[], object]]] = [(page.list, page.list.focus_set)]
        if page.chosen in page.sections:
            places.append((page.sections[page.chosen], page.enter_first))
        for canvas in (page.plan.canvas if plan else page.preview.canvas, page.problems.tree):
            places.append((canvas, canvas.focus_set))
        places = [(area, enter) for area, enter in places if area.winfo_ismapped()]
        now = str(focused(self.top))
        at = next((i for i, (area, _) in enumerate(places) if f"{now}.".startswith(f"{area}.")), 0)
        places[(at + by) % len(places)][1]()
        return "break"

    # -- commands -----------------------------------------------------------------------

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.page.commit()

    def undo(self) -> None:
        """Take back the last change, or the last order of a game."""
        if self.shows_game:
            self._games().undo()
            return
        self.commit()
        label = self._history.undo_label
        self._history.undo()
        self.say(f"Undone: {label}." if label else "There is nothing to undo.")

    def redo(self) -> None:
        """Make the change again that was taken back, or carry out the order again."""
        if self.shows_game:
            self._games().redo()
            return
        self.commit()
        label = self._history.redo_label
        self._history.redo()
        self.say(f"Done again: {label}." if label else "There is nothing to redo.")

    def copy_as_text(self) -> None:
        """Put what the card says in words into the clipboard."""
        self.commit()
        self.top.clipboard_clear()
        self.top.clipboard_append(plain_text(self.document.card))
        self.say("What the card says is in the clipboard, as text.")

    def export(self, what: str = CARD_SHEET, side: str = "") -> None:
        """Write the sheet of the card, or another one of it, as a PDF file; `side` is whose secret sheets are
        written."""
        secrets = self.page.secrets
        if secrets is not None:
            secrets.commit()
        open = secrets.documents.get(side) if secrets is not None else None
        self.files.export(what, self.page.preview.chosen_paper, side,
                          open.records if open is not None else None)

    @property
    def unsaved(self) -> bool:
        """Whether the card, its secret records or its game have changes that are in no file."""
        secrets = self.page.secrets
        return self.document.unsaved or bool(secrets is not None and secrets.unsaved) or (
            self.game_page is not None and self.game_page.files.unsaved)

    def _work_to_keep(self) -> KeptWork | None:
        """What would be lost with this window; None if nothing would."""
        game = self.game_page.game if self.game_page is not None else None
        game = game if game is not None and game.unsaved else None
        if not self.document.unsaved and game is None:
            return None
        card = self.document.card
        return KeptWork(card.title or card.name, card_text(card), str(self.document.path or ""),
                        self.document.unsaved, game.kept if game is not None else None)

    def restore(self, work: KeptWork) -> None:
        """Go on with work that was kept on disk; what it changes in the card is a step that can be undone."""
        card, told = work.card, ""
        if card is None:
            told = "The card could not be read."
        elif work.changed:
            told = self.document.edit("Restore", card)
        if work.game is not None:
            try:
                game = CardGame.from_kept(work.game)
            except CardGameError as error:
                told = str(error)
            else:
                self.tabs.select(self._game_room)  # type: ignore[no-untyped-call]
                self._games().play(game)
        self.say(told or f"Restored: {work.summary}.")

    def may_leave(self) -> bool:
        """Whether card, secret records and game may be given up: all are saved, or the user says so."""
        return self.files.may_leave() and (self.game_page is None or self.game_page.files.may_leave())

    def _may_leave_secrets(self) -> bool:
        """Whether the secret records may be given up; asks if they have unsaved changes."""
        secrets = self.page.secrets
        return secrets is None or secrets.may_leave()

    def save(self) -> None:
        """Save the game if its page is in front, otherwise the card and its secret records."""
        if self.shows_game:
            self._games().files.save()
            return
        self.commit()
        secrets = self.page.secrets
        unsaved = secrets is not None and bool(secrets.unsaved)
        if (self.document.unsaved or not unsaved) and not self.files.save():
            return
        if secrets is not None and unsaved and secrets.save_all():
            self.say("Saved the secret records.")

    def close(self) -> None:
        """Close the window after asking about unsaved changes."""
        if is_waited_for(self.root):
            self.top.bell()
            return
        if self.may_leave():
            self.settings.set(_GEOMETRY, self.top.geometry())
            self.top.destroy()

    # -- following ----------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a message for a while."""
        if self._said:
            self.top.after_cancel(self._said)
        self.status.configure(text=key_words(text))
        self._said = self.top.after(_SAY_MS, lambda: self.status.configure(text=""))

    def _follow(self) -> None:
        self.top.title(self.document.title)

    def _themed(self) -> None:
        """Follow the theme; at another scale everything is made anew."""
        self.top.configure(background=theme.WINDOW)
        if theme.scale() != self._scale:
            self._scale = theme.scale()
            self.commit()
            game = self.game_page.game if self.game_page is not None else None
            secrets = self.page.secrets
            opened = secrets.documents if secrets is not None else {}
            had_game, in_front = self.game_page is not None, self.shows_game
            for part in (self.notice, self.body, self.status):
                part.destroy()
            self._build()
            if opened:
                again = self.page.section(SecretSection.title)
                assert isinstance(again, SecretSection)
                again.take_over(opened)
            if had_game:
                self._games(game)
            if in_front:
                self.tabs.select(self._game_room)  # type: ignore[no-untyped-call]

    def _destroyed(self, event: Any) -> None:
        """Cancel what is scheduled when the window is destroyed."""
        if event.widget is self.top:
            for timer in filter(None, (self._said, self._watching)):
                self.top.after_cancel(timer)
            self._said = self._watching = ""
            self.keeper.end()

    def _watch_soon(self, ms: int) -> None:
        if self._watching:
            self.top.after_cancel(self._watching)
        self._watching = self.top.after(ms, self._watch)

    def _watch(self) -> None:
        """Look whether another program has changed the file."""
        self._watching = ""
        if not exists(self.top):
            return
        now = self.files.text_on_disk()
        if self.document.changed_on_disk(now):
            assert self.document.path is not None
            self._notice_text.configure(text=f"{self.document.path.name} was changed by another program.")
            self.notice.grid()
        else:
            self.notice.grid_remove()
        self._watch_soon(_WATCH_MS)

    def _keep_mine(self) -> None:
        now = self.files.text_on_disk()
        if now is not None:
            self.document.keep_mine(now)
        self.notice.grid_remove()

    def present(self) -> None:
        """Show the window where it was last time, within the screen."""
        width, height = self.top.winfo_screenwidth(), self.top.winfo_screenheight()
        first = f"{min(width, 1500)}x{min(height - 60, 960)}+0+0"
        known = self.settings.get(_GEOMETRY)
        desktop = (self.top.winfo_vrootx(), self.top.winfo_vrooty(), self.top.winfo_vrootwidth(),
                   self.top.winfo_vrootheight() - px(48))
        self.top.geometry(on_screen(known if isinstance(known, str) else "", desktop, LEAST_SIZE, first))
        self.top.minsize(*LEAST_SIZE)
        self.top.deiconify()
        self.top.lift()
        self.page.list.focus_force()


def card_name(document: CardDocument) -> str | Path | None:
    """What a game calls its card: the bundled name of a sample, the file of others, None for one that was
    never saved."""
    return document.card.name if document.is_sample else document.path
