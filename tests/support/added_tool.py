"""Tools that belong to the program only for a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from visegrad_editor.editor.actions import ACTIONS, BY_ID, TOOL_ACTIONS, tool_actions
from visegrad_editor.editor.tools import TOOLS, Tool, base


@contextmanager
def added_tools(*define: Callable[[], type[Tool]]) -> Iterator[list[type[Tool]]]:
    """The tools that functions define; windows opened meanwhile have them, with keys and menu entries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "_registered", list(base._registered))
        tools = [function() for function in define]
        assert set(tools) <= set(base.registered_tools())
        first = ACTIONS.index(TOOL_ACTIONS[0])
        of_tools = tool_actions(base.registered_tools())
        actions = (*ACTIONS[:first], *of_tools, *ACTIONS[first + len(TOOL_ACTIONS):])
        tables: dict[int, object] = {
            id(TOOLS): base.registered_tools(), id(ACTIONS): actions, id(TOOL_ACTIONS): of_tools}
        for action in of_tools:
            patch.setitem(BY_ID, action.id, action)
        for name, module in list(sys.modules.items()):
            if name.startswith("visegrad_editor.editor"):
                for attribute, value in list(vars(module).items()):
                    if id(value) in tables:
                        patch.setattr(module, attribute, tables[id(value)])
        yield tools
