"""claimlint: a linter for the numbers in technical documents.

For programs: `claimlint.lint`, `claimlint.extract` and `claimlint.load_model`, which the commands use too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from claimlint.api import BrokenModel, Extraction, Project, extract, lint, load_model
    from claimlint.findings import Edit, Finding, Fix, Problem, Report, Summary

__version__ = "0.1.0"

__all__ = [
    "BrokenModel",
    "Edit",
    "Extraction",
    "Finding",
    "Fix",
    "Problem",
    "Project",
    "Report",
    "Summary",
    "__version__",
    "extract",
    "lint",
    "load_model",
]

_RECORDS = ("Edit", "Finding", "Fix", "Problem", "Report", "Summary")


def __getattr__(name: str) -> Any:
    # Loaded when asked for: the command line needs little of it, and must start fast.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("claimlint.findings" if name in _RECORDS else "claimlint.api"), name)
