"""Words that present a number as a measurement."""

from __future__ import annotations

import re
from collections.abc import Iterable

from claimlint.claim.lazy import Lazy

_MEASURED = Lazy(
    r"\b(?:measured|measures|observed|benchmarked|clocked|timed|profiled|empirical(?:ly)?"
    r"|(?:measurements?|benchmarks?|benchmarking|tests?|testing|experiments?|profil(?:es?|ing)|traces?|logs|runs?"
    r"|field data|instrumentation|telemetry)"
    r" (?:shows?|showed|reveals?|revealed|gives?|gave|puts?|confirms?|confirmed|yields?|yielded"
    r"|indicates?|finds?|found)"
    r"|(?:in|from) (?:our|the|lab|production|real) (?:own )?"
    r"(?:tests?|measurements?|benchmarks?|experiments?|runs?|profiles?)"
    r"|we (?:see|saw|record|recorded|found|find|got))\b",
    re.I,
)
_HINTS = (
    *("measure", "observed", "benchmark", "clocked", "timed", "profil", "empirical", "test", "experiment"),
    *("trace", "logs", "run", "field data", "instrumentation", "telemetry", "we "),
)
"""What a match holds one of; most sentences have none, and spare the pattern."""
_UNMEASURED = Lazy(
    r"\b(?:no|not|never|neither|nothing|none|without|un|isn[’']t|aren[’']t|wasn[’']t|weren[’']t|hasn[’']t"
    r"|haven[’']t|nor|yet to be|to be|rather than|instead of|before|until|once|if|when|cannot|can[’']t|hardly"
    r"|will be|should be|could be|may be|must be)\b",
    re.I,
)


def worded_as_measured(text: str, further: Iterable[str] = ()) -> re.Match[str] | None:
    """The words that present a sentence's numbers as measurements, unless they are negated or to come.

    `further` are words that do so too, beside those that everybody uses.
    """
    folded = text.casefold()
    own = [word for word in further if word.casefold() in folded]
    if not own and not any(hint in folded for hint in _HINTS):
        return None
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.I) for word in own]
    matches = [
        *_MEASURED.finditer(text),
        *(match for pattern in patterns for match in pattern.finditer(text)),
    ]
    for match in matches:
        before = text[max(0, match.start() - 60) : match.start()]
        clause = re.split(r"[,;:—]", before)[-1]
        if not _UNMEASURED.search(clause) and not before.endswith(("un", "un-")):
            return match
    return None
