"""Where in the raw text of a page a statement about bare numbers may stand: an equation, a table, a sum.

Like `claim.candidates`, which finds the numbers with a unit, it knows no markup and takes too much
rather than too little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.claim.lazy import Lazy

# Markup and white space, and words, as they may stand beside an operator.  A line that begins an item
# ends what stands before it.
_SPACE = r"(?:[ \t\r\xa0*_`~\\\[\]{}$>]|\n(?![ \t>]*(?:[-*+][ \t]|\n)))"
_M = rf"{_SPACE}{{0,6}}"
_WORD = r"[^\W\d_]++(?:['-][^\W\d_]++)*"
_WORDS = rf"(?:{_M}{_WORD}(?:{_SPACE}{{1,6}}{_WORD}){{0,3}})?"
_LABEL = rf"(?:{_WORD}{_SPACE}{{1,6}}){{0,3}}"
_NUMBER = r"(?:[0-9$€£]|(?<!\])\()"
_PRODUCT = Lazy(
    rf"[0-9](?=[%°²³]?{_WORDS}[ )*_`~\\\]}}$]{{0,8}}(?:[+*×÷·⋅]{_M}{_LABEL}|[xX]{_M}){_NUMBER}"
    rf"|[ )*_`}}]{{0,4}}\^{_M}{_NUMBER})"
)
_QUOTIENT = Lazy(rf"[0-9][%°²³]?{_WORDS}[ )*_`~\\\]}}$]{{0,8}}[/\-–\u2212\u2010\u2011]{_M}{_LABEL}{_NUMBER}")
_EQUAL = Lazy(
    rf"[=≈](?<![<>!=:+\-*/%&|^~].)(?![=>]){_M}(?:{_WORD}{_SPACE}{{1,6}}){{0,4}}[-+−]?[.$€£(]?{_M}[0-9]"
)
_OPERAND = Lazy(rf"[0-9][%°²³]?{_WORDS}[ )*_`~\\\]}}$]{{0,8}}$")
_SIGN = Lazy(
    rf"[=≈→]|->|(?:[:(]|\b(?i:is|are|equals|gives|makes|totals|yields|comes{_SPACE}{{1,6}}to|total{_SPACE}{{1,6}}of|i\.e\.?,?))"
    rf"{_M}(?:(?:about|around|roughly|approximately|nearly|almost|only|just|exactly){_M})?[~≈]?{_M}[$€£]?\.?[0-9]"
)
_CODE_LINE = Lazy(
    rf"\s*(?:(?:#|//)\s*)*(?:(?:{_WORD}\s+){{0,5}}{_WORD}\s*:\s*)?[-+~(\s$€£]*(?:(?:min|max)\s*\(\s*)?[$€£]?\.?[0-9]"
)
_RULE = Lazy(r"\|[ \t]*:?-|-:?[ \t]*\|[ \t\r]*$", re.MULTILINE)
_OF_RULES = frozenset("|:- \t\r>*+0123456789.)")
# A cell of one number and nothing more, or with markup of which nobody knows what it is.
_CELL = Lazy(
    r"(?:^|\|)(?:[ \t\r*_\"'(~≈<>≤≥=+\-–\u2212.\[\\]|<[^<>\n]{0,80}>){0,24}"
    r"[0-9][0-9.,' _\xa0]*(?:[eE][-+]?[0-9]+)?"
    r"(?:[ \t*_~\"'kKMBGT+±/†‡§¹²³⁴⁵⁶⁷⁸⁹%-]|thousand|million|billion|trillion|[0-9.])*"
    r"(?:[<\[&\\(]|[ \t\r]*(?:\||$))",
    re.MULTILINE,
)
_HTML_CELL = Lazy(r"<[tT][dDhH](?:\s[^<>]*)?>[^\w<]{0,24}(?:<[^<>]*>[^\w<]{0,24}){0,4}[0-9]")
_SUMS = (
    "otal",
    "ltogether",
    "in all",
    "up to",
    "um to",
    "ums to",
    "ming to",
    "OTAL",
    "LTOGETHER",
    "IN ALL",
    "UP TO",
)
_BEFORE_SUM = Lazy(
    rf"(?:total{_SPACE}{{1,6}}of|in{_SPACE}{{1,6}}total,?|totall?ing|altogether|add(?:s|ing)?{_SPACE}{{1,6}}up{_SPACE}{{1,6}}to"
    rf"|sum(?:s|ming)?{_SPACE}{{1,6}}(?:up{_SPACE}{{1,6}})?to){_M}(?:(?:about|around|just|only){_M})?[0-9]",
    re.IGNORECASE,
)
_AFTER_SUM = Lazy(
    rf"[0-9](?:{_M}[a-z]+){{0,2}}{_M}(?:in{_SPACE}{{1,6}}total|altogether|in{_SPACE}{{1,6}}all)\b",
    re.IGNORECASE,
)
_NEAR = 48
_FAR = 160


def statements_at(text: str) -> Iterator[tuple[int, bool]]:
    """The offsets near which numbers may be set in relation, each with whether that may be in code."""
    for start in _equations_at(text):
        yield start, _is_code(text, start)
    yield from ((at, False) for at in _tables(text))
    for word in _SUMS:
        at = text.find(word)
        while at >= 0:
            low, high = max(0, at - _NEAR), at + _NEAR
            if _BEFORE_SUM.search(text, low, high) or _AFTER_SUM.search(text, low, high):
                yield at, False
            at = text.find(word, at + len(word))


def _equations_at(text: str) -> Iterator[int]:
    """The offsets near which an expression may be set equal to another, or to a number."""
    for match in _PRODUCT.finditer(text):
        start = match.start()
        if _SIGN.search(text, max(0, start - _FAR), match.end() + _FAR) is not None:
            yield start
    for match in _EQUAL.finditer(text):
        start = match.start()
        low = max(0, start - _FAR)
        if _OPERAND.search(text, max(0, start - 80), start) and _QUOTIENT.search(text, low, start):
            yield start


def may_be_alone(line: str) -> bool:
    """Whether a line can be an equation and nothing else, as one in code must."""
    return _CODE_LINE.match(line) is not None


def _is_code(text: str, at: int) -> bool:
    """Whether the line could be an equation that stands alone, as one in code must."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - start < 420 and "=" in text[start:end] and _CODE_LINE.match(text, start, end) is not None


def _is_rule(line: str) -> bool:
    return "-" in line and _OF_RULES.issuperset(line) and not any(map(str.isdigit, line))


def _tables(text: str) -> Iterator[int]:
    """Numbers that begin the cell of a table."""
    done = -1
    for match in _RULE.finditer(text):
        at = match.start()
        if at < done:
            continue
        start = text.rfind("\n", 0, at) + 1
        done = text.find("\n", at)
        if done < 0:
            return
        if not _OF_RULES.issuperset(text[start:done]):
            continue
        end = done + 1
        while end < len(text):
            stop = text.find("\n", end)
            stop = len(text) if stop < 0 else stop
            if not text[end:stop].strip(" \t\r>") or text[end] == "#" or _is_rule(text[end:stop]):
                break
            end = stop + 1
        cell = _CELL.search(text, done, end)
        if cell is not None:
            yield cell.end() - 1
    if "<t" in text or "<T" in text:
        yield from (match.end() - 1 for match in _HTML_CELL.finditer(text))
