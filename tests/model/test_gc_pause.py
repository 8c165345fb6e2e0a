"""Python looks for garbage again after work during which it did not, if it did before."""

from __future__ import annotations

import gc

import pytest

from visegrad_editor.model.gc_pause import gc_paused


@pytest.mark.parametrize("before", [True, False])
def test_garbage_is_looked_for_afterwards_as_before(before: bool) -> None:
    usual = gc.isenabled()
    try:
        (gc.enable if before else gc.disable)()
        with gc_paused():
            assert not gc.isenabled()
        assert gc.isenabled() is before
        with pytest.raises(KeyError), gc_paused():
            raise KeyError
        assert gc.isenabled() is before
    finally:
        (gc.enable if usual else gc.disable)()
