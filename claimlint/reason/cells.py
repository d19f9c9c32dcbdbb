"""The one number of a table cell, whether or not it is a claim of the page."""

from __future__ import annotations

import re
from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.claim.normalise import same_width
from claimlint.claim.numerals import DIGITS, meant_step, read_digits
from claimlint.claim.unit_table import SCALES
from claimlint.claim.units import NONE, Unit
from claimlint.document.structure import Block

# Thousands may be grouped by a plain space in a cell that holds nothing but the number.
_BARE = re.compile(
    r"[\s*_\"'(]*(?P<about>[~≈<>≤≥=]{0,2})\s?(?P<sign>[-+–]?)"
    r"(?P<number>\d+(?:[.,' _\xa0]\d+)*(?:[eE][-+]?\d{1,3})?)"
    r"(?:\s?(?P<scale>[kKMBGT]|thousand|million|billion|trillion)\b)?"
    r"(?:\s?(?:±|\+/-)\s?(?P<tol>\d+(?:\.\d+)?))?[\s*_\"')]*(?P<rest>.*)",
    re.S,
)
# What may follow a number without making it another: footnote marks, a remark that has no number.
_REST = re.compile(r"(?:[†‡§*¹²³⁴⁵⁶⁷⁸⁹]|\[\^?\w{1,12}\]|\([^\d()]{1,40}\)|\s)*")
_EMPTY = re.compile(r"[\s*_\ufffc]*(?:[-–—−.…?]+|n/?a|none|nil|null|tbd|x|✗|✓|✔|❌|✅)?[\s*_\ufffc]*", re.I)
_LONGEST = 100
_LATEST = 24
_SCALE = re.compile(r"[ \xa0](?:[kKMBGT]|bn|mn|thousand|million|billion|trillion)\b")
_GROUPS = re.compile(r"\d{1,3}(?: \d{3})+")
_HEADER_TOTAL = re.compile(
    r"(?:%|percent(?:age)?|share|out|fraction)\s+of\s+(?:the\s+|all\s+)?(\d[\d,]*)\b", re.I
)


def number(block: Block, claims: list[Claim], unit: Unit | None) -> Claim | None:
    """The one number that the cell states: its first claim, or the bare number that is all it holds.

    A bare number has the unit of its column or row, or none.
    """
    if claims:
        return claims[0] if _leads(block, claims[0]) else None
    return _bare(block, unit or NONE)


def _leads(block: Block, claim: Claim) -> bool:
    """Whether the cell is about the claim: it stands early in a short text, and is read to its end."""
    text = block.text
    if len(text) > _LONGEST or claim.start > _LATEST or any(ch.isdigit() for ch in text[: claim.start]):
        return False
    return _SCALE.match(text, claim.end) is None


def blank(text: str) -> bool:
    """Whether a cell says that there is no value: empty, a dash, `n/a`."""
    return len(text) < 12 and _EMPTY.fullmatch(text) is not None


def _bare(block: Block, unit: Unit) -> Claim | None:
    if len(block.text) > 60 or block.opaque:
        return None
    text = same_width(block.text)
    match = _BARE.match(text)
    if match is None or not _REST.fullmatch(match["rest"]):
        return None
    digits = match["number"]
    if _GROUPS.fullmatch(digits):
        digits = digits.replace(" ", "\xa0")
    found = read_digits(digits)
    if found is None:
        return None
    scale = SCALES.get(match["scale"] or "", 1)
    sign = -1 if match["sign"] in ("-", "–") and match["sign"] else 1
    about = match["about"]
    op = "~" if about in ("~", "≈") else {"≤": "<=", "≥": ">="}.get(about, about or None)
    start = match.start("sign") if match["sign"] else match.start("number")
    end = match.end("scale") if match["scale"] else match.end("number")
    return Claim(
        block,
        start,
        end,
        {"×": "multiple", "%": "percent", "percentage points": "percent"}.get(unit.symbol, "quantity"),
        unit,
        value=found.value * scale * sign,
        op=op if op != "=" else None,
        tol=Fraction(match["tol"]) * scale if match["tol"] else None,
        step=meant_step(found) * scale,
        unit_written=False,
    )


def place(claim: Claim) -> Fraction | None:
    """The place value of the last digit written, in the unit as written; None where it has no digits."""
    text = same_width(claim.text)
    match = DIGITS.search(text)
    if match is None or claim.value is None:
        return None
    digits = match.group()
    found = read_digits(digits.replace(" ", "\xa0") if _GROUPS.fullmatch(digits) else digits)
    if found is None or not found.value:
        return claim.step if found is None else found.place
    value = abs(claim.value)
    return found.place if value == found.value else found.place * value / found.value


def header_total(block: Block) -> Claim | None:
    """The number that a header says its column is a share of: 157 in `% of 157`."""
    match = _HEADER_TOTAL.search(block.text)
    if match is None:
        return None
    found = read_digits(match[1].rstrip(","))
    if found is None or not found.value:
        return None
    end = match.start(1) + len(match[1].rstrip(","))
    return Claim(
        block, match.start(1), end, "quantity", NONE, value=found.value, step=Fraction(1), exact=True
    )
