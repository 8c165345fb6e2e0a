"""The folders of the files that come with the program: schemas, samples, icons, manual."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .atomic import real_path

_PACKAGE = Path(__file__).resolve().parents[2]


@cache
def resource_folder(name: str) -> Path:
    """The folder `schemas`, `sample_scenarios` or `icons`.

    An installed package has them in `bundled/`; in a checkout they are beside the package.
    """
    inside = _PACKAGE / "bundled" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def manual_folder() -> Path:
    """The folder with `README.md`, `CHANGELOG.md` and the pages in `docs`."""
    inside = _PACKAGE / "bundled" / "manual"
    return inside if inside.is_dir() else _PACKAGE.parent


def is_bundled(path: Path) -> bool:
    """Whether a file is one of the samples that come with the program."""
    return real_path(path).is_relative_to(real_path(resource_folder("sample_scenarios")))


def is_installed(path: Path) -> bool:
    """Whether a file is in the installed package, where nothing is written."""
    return real_path(path).is_relative_to(_PACKAGE / "bundled")


def is_of_program(folder: Path) -> bool:
    """Whether a folder is that of the program, as a package or a checkout, or within it."""
    home, above = _PACKAGE if (_PACKAGE / "bundled").is_dir() else _PACKAGE.parent, _PACKAGE.parent
    real = real_path(folder)
    return real.is_relative_to(real_path(home)) or real == real_path(above)
