"""The View menu: zoom, layers and panels."""

from __future__ import annotations

from .group import Command, Group

_PAGES = ("units", "reinforcements", "inspector", "history")


class ViewCommands(Group):
    """What of the map and which panel is seen."""

    def table(self) -> dict[str, Command]:
        pages: dict[str, Command] = {f"show_{p}": lambda p=p: self._w.show_panel(p) for p in _PAGES}  # type: ignore[misc]
        return {**super().table(), **pages}

    def zoom_in(self) -> None:
        self._w.view.zoom(1)

    def zoom_out(self) -> None:
        self._w.view.zoom(-1)

    def fit(self) -> None:
        self._w.view.fit()

    def turn_right(self) -> None:
        self._turn(self._w.view.geometry.turn + 1)

    def turn_left(self) -> None:
        self._turn(self._w.view.geometry.turn - 1)

    def turn_back(self) -> None:
        self._turn(0)

    def _turn(self, quarters: int) -> None:
        self._w.view.turn(quarters % 4, self._w.session.design)
        degrees = 90 * (quarters % 4)
        self._w.say(f"The map is shown turned by {degrees}° clockwise. The file stays as it is."
                    if degrees else "The map is shown as it lies.")

    def show_counters(self) -> None:
        self._w.toggle_layer("counters")

    def show_numbers(self) -> None:
        self._w.toggle_layer("numbers")

    def show_names(self) -> None:
        self._w.toggle_layer("names")

    def show_problems(self) -> None:
        self._w.problems.tree.focus_set()
        rows = self._w.problems.tree.get_children()
        if rows and not self._w.problems.tree.selection():
            self._w.problems.tree.selection_set(rows[0])
            self._w.problems.tree.focus(rows[0])

    def show_map(self) -> None:
        self._w.view.canvas.focus_set()
