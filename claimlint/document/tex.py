"""Where TeX begins and ends in Markdown: nothing in it is read as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable

Find = Callable[[str, int], int]
"""Finds a closer in the source from an offset on; -1 when there is none."""


def dollars_end(source: str, at: int, find: Find) -> int | None:
    """The end of `$…$` or `$$…$$` at `at`; None when the dollar is money or a mere sign.

    By pandoc's rule a space stands on neither side inside single dollars and no digit after the
    last, so `$5 to $10` is money.
    """
    mark = "$$" if source.startswith("$$", at) else "$"
    start = at + len(mark)
    close = find(mark, start)
    while close > 0 and source[close - 1] == "\\" and source[close - 2 : close] != "\\\\":
        close = find(mark, close + 1)
    if close <= start or source.find("`", start, close) >= 0:
        return None
    end = close + len(mark)
    if mark == "$" and (
        source[start].isspace() or source[close - 1].isspace() or source[end : end + 1].isdigit()
    ):
        return None
    return end


def brackets_end(source: str, at: int, find: Find) -> int | None:
    r"""The end of `\(…\)` or `\[…\]` at `at`; None when the brackets are merely escaped.

    They are TeX when a TeX command stands in them.
    """
    opener = source[at : at + 2]
    close = find("\\)" if opener == "\\(" else "\\]", at + 2)
    if close < 0 or source.find(opener, at + 2, close) >= 0:
        return None
    return close + 2 if re.compile(r"\\[A-Za-z]").search(source, at + 2, close) else None
