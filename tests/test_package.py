"""The built package: with the compiled parts if there is a compiler, and complete without them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling")
pytest.importorskip("setuptools")

ROOT = Path(__file__).parents[1]
STRICT = "-Wall -Wextra -Werror -Wno-missing-field-initializers"

can_compile = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("cc") is None
    or not Path(sysconfig.get_path("include"), "Python.h").exists(),
    reason="there is no C compiler here, or no headers of Python")


def build(kind: str, folder: Path, **environment: str) -> tuple[Path, str]:
    """The file that was built, and the output."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)], cwd=ROOT,
        env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [made] = folder.iterdir()
    return made, done.stderr


@pytest.mark.slow
@can_compile
def test_the_wheel_carries_the_compiled_part(tmp_path: Path) -> None:
    wheel, _ = build("wheel", tmp_path / "made", CFLAGS=STRICT)
    assert not wheel.name.endswith("py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert [n for n in archive.namelist()
                if n.startswith("visegrad_editor/drawing/compiled/_raster.") and n.endswith((".so", ".pyd"))]
        [part] = [n for n in archive.namelist() if n.startswith("visegrad_editor/engine/_reach.") and (
            n.endswith((".so", ".pyd")))]
        archive.extract(part, tmp_path)
    code = (
        "import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('_reach', sys.argv[1])\n"
        "part = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(part)\n"
        "no = bytes(1)\n"
        "print(part.Net(bytes(8), b'', b'').search({0: 0}, 1, no, no, no, True, False)[:2])\n")
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / part)], capture_output=True, text=True, check=False)
    assert done.stdout == "([0], [0])\n", done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is not chosen by CC there")
def test_without_a_compiler_the_wheel_is_for_any_machine(tmp_path: Path) -> None:
    wheel, message = build("wheel", tmp_path, CC="no-such-compiler")
    assert wheel.name.endswith("py3-none-any.whl")
    assert "engine._reach is not compiled; plain Python is used instead" in message
    assert "drawing.compiled._raster is not compiled; plain Python is used instead" in message
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "visegrad_editor/engine/reach.py" in names
    assert not any(n.endswith((".so", ".pyd")) for n in names)


@pytest.mark.slow
def test_the_source_distribution_can_be_compiled(tmp_path: Path) -> None:
    made, _ = build("sdist", tmp_path)
    with tarfile.open(made) as archive:
        names = {n.partition("/")[2] for n in archive.getnames()}
    parts = ("_reach.c", "_reach.pyi", "_reach_search.c", "_reach_search.h")
    assert {"hatch_build.py", "pyproject.toml", *(f"visegrad_editor/engine/{n}" for n in parts)} <= names
    parts = ("_raster.c", "_raster.pyi", "_raster_paint.c", "_raster_paint.h", "_raster_regions.c",
             "_raster_spots.h")
    assert {f"visegrad_editor/drawing/compiled/{n}" for n in parts} <= names
    assert not any(n.endswith((".so", ".pyd")) for n in names)
