"""Caveats: what a fence of them defines, and whether one stands in a text."""

from __future__ import annotations

import re
from typing import Any

from claimlint.model.quantity import Caveat

SECONDS = 1.0
"""The time that one pattern may take on one text."""


class CaveatTimeout(Exception):  # noqa: N818
    """A pattern of a caveat took longer than SECONDS on one text."""

    def __init__(self, caveat: Caveat, pattern: str) -> None:
        super().__init__(f"caveat `{caveat.id}`: the pattern `{pattern}` takes too long; simplify it")
        self.caveat = caveat
        self.pattern = pattern


class PatternError(Exception):
    """A pattern that does not compile; `offset` is in its text."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


_SAME = str.maketrans({
    "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-",
    "\u00a0": " ", "\u00ad": None, "\u200b": None, "*": None, "`": None,
})  # fmt: skip


def fold(text: str) -> str:
    """Fold what may differ: case, white space, emphasis, and the shape of quotes and dashes."""
    text = text.translate(_SAME)
    if "_" in text:
        text = re.sub(r"(?<!\w)_+(?=\w)|(?<=[^\W_])_+(?!\w)|(?<=[.!?,;:)])_+(?!\w)", "", text)
    return " ".join(text.split()).casefold()


def stands(caveat: Caveat, text: str, folded: bool = False) -> bool:
    """Whether the caveat's text, or one of its accepted wordings, stands in a text.

    `folded` says that the text went through `fold` already.  Raises CaveatTimeout.
    """
    if not folded:
        text = fold(text)
    wanted = fold(caveat.text)
    if _holds(text, wanted.rstrip(".").rstrip() or wanted):
        return True
    return any(_matches(caveat, pattern, text) for pattern in caveat.accept)


def _holds(text: str, wanted: str) -> bool:
    """Whether `wanted` stands in `text` as whole words."""
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        before, after = text[at - 1 : at], text[end : end + 1]
        if not (before.isalnum() and wanted[0].isalnum()) and not (after.isalnum() and wanted[-1].isalnum()):
            return True
        at = text.find(wanted, at + 1)
    return False


def _matches(caveat: Caveat, pattern: str, text: str) -> bool:
    compiled, limited = compile_pattern(pattern)
    if not limited:
        return compiled.search(text) is not None
    try:
        return compiled.search(text, timeout=SECONDS) is not None
    except TimeoutError:
        raise CaveatTimeout(caveat, pattern) from None


def compile_pattern(pattern: str) -> tuple[Any, bool]:
    """Compile a pattern; the second result says whether it needs a time limit.

    White space in it is folded as the text's is, and a final full stop is optional.  Raises
    PatternError.
    """
    source = " ".join(pattern.translate(_SPACES).split(" "))
    source = re.sub(r" {2,}", " ", source)
    if source.endswith(r"\.") and not source.endswith(r"\\."):
        source += "?"
    elif source.endswith(".") and len(source) > 1 and source[-2] not in "\\.":
        source = source[:-1]
    if _linear(source):
        try:
            return re.compile(source, re.IGNORECASE), False
        except re.error as error:
            raise PatternError(error.pos or 0, error.msg) from None
    import regex  # type: ignore[import-untyped, unused-ignore]

    try:
        return regex.compile(source, regex.IGNORECASE | regex.VERSION0), True
    except regex.error as error:
        raise PatternError(error.pos or 0, error.msg) from None


_SPACES = str.maketrans("\t\n\r\u00a0", "    ")


def _linear(source: str) -> bool:
    """Whether a pattern can only take time in proportion to the text: few choices, no repeats."""
    repeats = any(char in source for char in "*+{") or "(?" in source or re.search(r"\\[1-9]", source)
    return not repeats and source.count("?") <= 8 and source.count("|") <= 40 and len(source) <= 400
