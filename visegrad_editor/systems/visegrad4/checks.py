"""stub"""
from ...model.design import Design
from ...model.problems import Problem


def check(design: Design) -> tuple[Problem, ...]:
    return ()
