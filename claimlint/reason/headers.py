"""What the headers of a table say of each other: which line is before, which after, which derived."""

from __future__ import annotations

import re

from claimlint.claim.unit_table import words
from claimlint.reason.grid import Line
from claimlint.reason.words import stem

BEFORE = words("old before baseline base original previous prior without unoptimized unoptimised initial")
AFTER = words("new after with now optimized optimised improved updated final post patched")
RATIO = words(
    "speedup speedups speed up slowdown ratio factor relative faster slower quicker times multiple vs versus "
    "against gain gains improvement improvements overhead compression normalized normalised compared"
)
CHANGE = words(
    "change changes diff difference delta δ improvement improvements reduction increase decrease saving "
    "savings saved saves overhead regression growth gain gains faster slower quicker less more "
    "smaller larger bigger lower higher cheaper vs versus against relative loss drop compared impact "
    "result results effect outcome"
)
SHARE = words(
    "share shares percent percentage pct proportion fraction rate ratio coverage portion of kept retained "
    "success hit pass passing used utilization utilisation usage"
)
IMPROVES = words(
    "faster quicker speedup speed speedups gain gains improvement improvements improved higher more"
)
WHOLE = words(
    "total all tests cases runs attempts evaluated count sum requests samples questions tasks items"
)
AMOUNT = words("amount cost costs total price sum charge subtotal fee bill spend")

_AGAINST = r"\b(?:vs\.?|versus|against|over|relative to|compared (?:to|with)|than|from|of)\s+(?:the\s+)?(.+)"


def before_after(lines: list[Line]) -> tuple[Line, Line] | None:
    """The two lines whose headers say that one came before the other, when there are only those."""
    before = [line for line in lines if BEFORE.intersection(line.words)]
    after = [line for line in lines if AFTER.intersection(line.words) and line not in before]
    return (before[0], after[0]) if len(before) == len(after) == 1 else None


def says_when(line: Line) -> bool:
    """Whether a header says that its line came before another, or after it."""
    return bool(BEFORE.intersection(line.words) or AFTER.intersection(line.words))


def part_whole(target: Line, lines: list[Line]) -> tuple[Line, Line] | None:
    """The part and the whole of which the target is the share: `Passed` and `Total` of `Pass rate`."""
    said = {stem(word) for word in target.words}
    wholes = [line for line in lines if WHOLE.intersection(line.words)]
    parts = [line for line in lines if line not in wholes and said & {stem(word) for word in line.words}]
    return (parts[0], wholes[0]) if len(parts) == len(wholes) == 1 else None


def names(header: str, label: str) -> bool:
    """Whether a header says that it compares with what the label names: `Diff vs v8.0` and `v8.0`."""
    found = re.search(_AGAINST, header, re.I)
    plain = label.strip(" *_`").lower()
    if found is None or not plain:
        return False
    other = found[1].strip(" *_`()[]%").lower()
    return other == plain or other in plain.split() or plain in other.split()
