"""The Tools menu: taking up a tool, the size of its brush."""

from __future__ import annotations

from ..actions import TOOL_ACTIONS
from .group import Command, Group


class ToolCommands(Group):
    """Tools and their brush."""

    def table(self) -> dict[str, Command]:
        tools: dict[str, Command] = {a.id: lambda t=a.tool: self._w.use_tool(t) for a in TOOL_ACTIONS}  # type: ignore[misc]
        return {**super().table(), **tools}

    def brush_smaller(self) -> None:
        self._w.palette.options.step_size(-1)

    def brush_larger(self) -> None:
        self._w.palette.options.step_size(1)
