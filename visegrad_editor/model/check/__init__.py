"""Checks of documents against each other: what a single file cannot know."""

from __future__ import annotations

from ..design import Design
from ..problems import Problem
from ..sources import Sources

__all__ = ["check_documents"]


def check_documents(design: Design, sources: Sources | None = None) -> tuple[Problem, ...]:
    return ()
