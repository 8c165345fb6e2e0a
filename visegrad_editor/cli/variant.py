"""Make a scenario, map or ruleset a variant of another: a file of what differs from it.

The new file holds only what differs from the base, and plays as the old one did: units and entries that both
have come first, in the order of the base.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..model.design import Design
from ..model.differences import design_changes
from ..model.files.atomic import same_file
from ..model.files.load import LoadResult
from ..model.files.rebase import NoVariantError, variant_of
from ..model.files.references import is_path, reference_to
from ..model.files.sources import Kind, SourceFile, Sources
from ..model.files.store import save, save_design
from ..model.files.yaml_writer import new_text
from ..model.wording import count, document_name, quoted
from .exits import GOOD, ProblemsFoundError, UnusableError
from .loading import design_or_rules, load_or_refuse
from .outputs import Outputs, check_is_yaml
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario, map or ruleset: a path or a bundled name")
    parser.add_argument("--of", required=True, metavar="BASE", help=(
        "what it becomes a variant of: a bundled name, or a file in the folder of the new one or below it"))
    parser.add_argument("-o", "--output", required=True, metavar="NEW", help=(
        "the file to write, for example my-war.yaml; FILE itself with --force"))
    parser.add_argument("--force", action="store_true", help=(
        "replace an existing file, whose old content is kept as NEW~"))
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    path, outputs = Path(arguments.output), arguments.outputs
    assert isinstance(outputs, Outputs)
    check_is_yaml(path, "my-war")
    loaded = load_or_refuse(arguments.file)
    kind, own, design = _document(loaded, arguments.file)
    if same_file(path, own.path):
        if not outputs.replace:
            raise UnusableError(f"{path} exists already. Choose another name, or add --force to change it.")
        outputs.permit(path)
    outputs.claim(path)
    try:
        extends = _reference(arguments.of, kind, path)
        design, sources = variant_of(design, loaded.sources, extends, kind, path.absolute().parent)
    except NoVariantError as error:
        raise UnusableError(str(error)) from None
    made = sources.of(kind)
    assert made is not None
    assert made.base is not None
    of_base: dict[str, Any] = {kind: made.base.document}
    changes = design_changes(replace(design, **of_base), design, (kind,), head=False)
    notes = _saved(design, sources, kind, path, extends)
    if arguments.json:
        print_json({"path": str(path), "kind": kind, "extends": extends, "differences": len(changes),
                    "files": outputs.names()})
        return GOOD
    lines = outputs.new_lines(path, f"a variant of {extends}, {count(len(changes), 'difference')}")
    print(*(lines or [f"{path} would not change, so it was not written."]), *notes, sep="\n")
    return GOOD


def _document(loaded: LoadResult, name: str) -> tuple[Kind, SourceFile, Design]:
    """The kind of the document that a file holds, its source, and the design with it; raises
    `ProblemsFoundError` for a file with something that is not understood, which would be lost."""
    if errors := loaded.not_understood:
        raise ProblemsFoundError("\n".join([f"{name} has errors, so it is not written anew:",
                                            *(f"  {error}" for error in errors)]))
    kind: Kind = "scenario" if loaded.kind == "scenario" else "map" if loaded.kind == "map" else "ruleset"
    own, design = loaded.sources.of(kind), design_or_rules(loaded)
    assert own is not None
    assert design is not None
    return kind, own, design


def _reference(base: str, kind: Kind, path: Path) -> str:
    """How the new file names the base, which is typed as a path from the present folder; raises
    `UnusableError` if it cannot."""
    if not is_path(base):
        return base
    found = reference_to(kind, Path(base).absolute(), path.absolute().parent)
    if found is None:
        raise UnusableError(f"{quoted(base)} is not in the folder of {path.name} or below it, so it cannot "
                            f"be extended from there. Write {path.name} beside it.")
    return found


def _saved(design: Design, sources: Sources, kind: Kind, path: Path, extends: str) -> tuple[str, ...]:
    """Write the document; what else is to be told."""
    own = sources.of(kind)
    assert own is not None
    if not same_file(path, own.path):
        name = document_name(path.stem, kind)
        named: dict[str, Any] = {kind: replace(getattr(design, kind), name=name, extends=extends)}
        design = replace(design, **named)
    if kind != "ruleset":
        return save_design(design, sources, path).notes
    assert own.base is not None
    save(new_text(design.ruleset, own.base.document), path)
    return ()
