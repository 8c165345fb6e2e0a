"""Stacks that fan out: every counter of a stack beside its hex, to be seen and taken."""
