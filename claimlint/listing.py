"""A claim as `claimlint extract` lists it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from claimlint.claim.claims import Claim
from claimlint.document.structure import Document
from claimlint.pipeline import place


def listed(document: Document, claim: Claim) -> dict[str, Any]:
    """The claim as plain data: where it stands, its kind, its value or ends in the unit as written."""
    line, column, end_line, end_column = place(document, claim.block, claim.start, claim.end)
    entry: dict[str, Any] = {
        "path": document.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "text": claim.text,
        "kind": claim.kind,
    }
    if claim.value is not None:
        entry["value"] = number(claim.value)
    if claim.low is not None:
        entry["low"] = number(claim.low)
    if claim.high is not None:
        entry["high"] = number(claim.high)
    entry["op"] = claim.op
    entry["tol"] = number(claim.tol) if claim.tol is not None else None
    entry["unit"] = claim.unit.symbol
    return entry


def number(value: Fraction) -> int | float | None:
    """The value as a JSON number: whole where it is, else the nearest float; None beyond a float's range."""
    try:
        nearest = float(value)
    except OverflowError:
        return None
    return int(value) if value.denominator == 1 else nearest
