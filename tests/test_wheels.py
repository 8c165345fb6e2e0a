"""What scripts/wheels.py finds wrong with wheels."""

from __future__ import annotations

import struct
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import wheels

pytest.importorskip("hatchling")

PARTS = ("visegrad_editor/engine/_reach", "visegrad_editor/drawing/compiled/_raster")


def elf(machine: int) -> bytes:
    return b"\x7fELF\x02\x01\x01" + bytes(11) + struct.pack("<H", machine) + bytes(40)


def pe(machine: int) -> bytes:
    return b"MZ" + bytes(0x3A) + struct.pack("<I", 0x40) + b"PE\0\0" + struct.pack("<H", machine)


def mach(machine: int) -> bytes:
    return b"\xcf\xfa\xed\xfe" + struct.pack("<I", machine)


@pytest.mark.parametrize(("part", "expected"), [
    (elf(0x3E), ("elf", "x86_64")), (elf(0xB7), ("elf", "aarch64")), (elf(0x28), ("elf", "")),
    (pe(0x8664), ("pe", "amd64")), (pe(0xAA64), ("pe", "arm64")),
    (mach(0x01000007), ("macho", "x86_64")), (mach(0x0100000C), ("macho", "arm64")),
    (b"text", ("", "")), (b"MZ" + bytes(70), ("", "")),
])
def test_the_system_of_a_compiled_part(part: bytes, expected: tuple[str, str]) -> None:
    assert wheels.system_of(part) == expected


def wheel(folder: Path, target: str, part: bytes, name: str = "", without: str = "", more: str = "") -> Path:
    """A wheel with everything that belongs into it, but what is asked otherwise."""
    made = wheels.build_hook().TARGETS[target]
    path = folder / (name or f"visegrad_editor-1-cp311-abi3-{made.platform}.whl")
    names = wheels.wanted("visegrad_editor-1")
    assert len(names) > 1000
    with zipfile.ZipFile(path, "w") as archive:
        for n in (*names, *([more] if more else [])):
            if n != without:
                archive.writestr(n, b"")
        for n in PARTS:
            if f"{n}{made.suffix}" != without:
                archive.writestr(f"{n}{made.suffix}", part)
    return path


@pytest.mark.parametrize(("target", "part"), [
    ("linux-aarch64", elf(0xB7)), ("musl-x86_64", elf(0x3E)), ("macos-arm64", mach(0x0100000C)),
    ("windows-amd64", pe(0x8664))])
def test_a_good_wheel(tmp_path: Path, target: str, part: bytes) -> None:
    assert list(wheels.faults(wheel(tmp_path, target, part), target)) == []


Wheel = Callable[..., Path]


@pytest.mark.parametrize(("made", "fault"), [
    (partial(wheel, target="linux-x86_64", part=elf(0xB7)),
     "_reach.abi3.so is for elf aarch64, not elf x86_64"),
    (partial(wheel, target="windows-arm64", part=elf(0xB7)), "_raster.pyd is for elf aarch64, not pe arm64"),
    (partial(wheel, target="linux-x86_64", part=b""), "is for no known system, not elf x86_64"),
    (partial(wheel, target="linux-x86_64", part=elf(0x3E), name="v-1-py3-none-any.whl"),
     "its tag is not cp311-abi3-manylinux_2_28_x86_64"),
    (partial(wheel, target="linux-x86_64", part=elf(0x3E), without=f"{PARTS[0]}.abi3.so"),
     "visegrad_editor/engine/_reach.abi3.so is missing"),
    (partial(wheel, target="linux-x86_64", part=elf(0x3E), without="visegrad_editor/cli/main.py"),
     "missing, in all 1: visegrad_editor/cli/main.py"),
    *((partial(wheel, target="linux-x86_64", part=elf(0x3E), without=lost), f"missing, in all 1: {lost}")
      for lost in (
        "visegrad_editor/bundled/manual/docs/guide.md",
        "visegrad_editor-1.data/data/share/man/man1/visegrad-editor.1",
        "visegrad_editor-1.data/data/share/icons/hicolor/48x48/apps/visegrad-editor.png")),
    (partial(wheel, target="linux-x86_64", part=elf(0x3E), more="visegrad_editor/old.so"),
     "visegrad_editor/old.so: compiled parts that do not belong there"),
])
def test_faults_of_wheels_are_found(tmp_path: Path, made: Wheel, fault: str) -> None:
    target = made.keywords["target"]  # type: ignore[attr-defined]
    assert fault in "; ".join(wheels.faults(made(tmp_path), target))


def test_an_unknown_word_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        wheels.main(["amiga"])
    assert "amiga is not known; known are linux-x86_64," in capsys.readouterr().err
