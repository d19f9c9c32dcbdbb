"""What looks like a number and states no quantity: names, references, dates, addresses, codes."""

from __future__ import annotations

from claimlint.claim.lazy import Lazy
from claimlint.claim.unit_table import words

_NAME_TAIL = Lazy(r"(?:\w|[.\-](?=\w))*")
_CHAIN = Lazy(r"[0-9]+(?:-[0-9]+){2,}")
_MONTH = Lazy(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])(?![\w.])")
_SLASHED_DATE = Lazy(
    r"(?:[0-9]{1,2}/[0-9]{1,2}/(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}/[0-9]{1,2}/[0-9]{1,2})(?![\w/])"
)
_CLOCK = Lazy(r"[0-9]+(?::[0-9]+)+(?:[.,][0-9]+)?")
_CITATION = Lazy(r"[0-9]+(?:[,\-–][ ]?[0-9]+|; ?[0-9]+)*\]")
_FILE = Lazy(r"[\w\-+]*\.[A-Za-z][A-Za-z0-9]{0,4}(?![\w])")

_NAME = Lazy(r" [A-Z][a-z]+")

REFERENCES = words(
    "figure fig figs figures table tables section sections sec chapter chapters ch appendix "
    "equation eq eqs page p pp line step issue issues pr port ports rfc iso iec ieee version "
    "versions v ver release note notes item listing algorithm example question day week phase part "
    "parts slide row column col seed stage case option exit code status error http number no level "
    "rule lemma theorem vol volume tab commit build revision rev gen generation chip device node "
    "rank gpu epoch test tier id index paragraph clause requirement ticket bug"
)
"""Words (lower case) after which a number is a label, unless it carries a physical unit."""

NAMES = words(
    "rtx gtx xeon epyc ryzen radeon geforce tesla quadro threadripper core llama gpt claude gemini "
    "qwen mistral mixtral gemma phi falcon bert windows ubuntu debian fedora rhel centos alpine "
    "linux macos ios android python java node go rust ruby php perl cuda rocm tls ssl pcie cxl usb "
    "ddr gddr hbm nvlink sata sas nvme bluetooth postgres postgresql mysql redis kafka spark hadoop "
    "kubernetes docker nginx chrome firefox safari opengl vulkan numpy pytorch tensorflow jax wi-fi "
    "wifi ipv ethernet"
)
"""Names (lower case) after which a number is a version or a model."""

PARAMETERS = words(
    "size batch rank depth width k n factor ratio score degree order dimension exponent base concurrency"
)
"""Words (lower case) after which a bare number is complete and takes no unit from a list."""

_YEAR_WORDS = words(
    "in since until during early late mid january february march april may june july august "
    "september october november december jan feb mar apr jun jul aug sep sept oct nov dec"
)
_LONGEST_CHUNK = 200


def name_end(text: str, at: int) -> int:
    """The end of the name (`H100`, `m5.2xlarge`, `x86-64`) that goes on at `at`."""
    match = _NAME_TAIL.match(text, at)
    return match.end() if match else at


def chain_end(text: str, start: int, end: int) -> int | None:
    """Where a date, clock time, ratio, phone number or citation that starts at the numeral ends, or None."""
    mark = text[end : end + 1]
    if mark == ":" and text[end + 1 : end + 2].isdigit():
        match = _CLOCK.match(text, start)
        return match.end() if match else None
    if mark == "-" and text[end + 1 : end + 2].isdigit():
        match = _CHAIN.match(text, start) or _MONTH.match(text, start)
        return match.end() if match else None
    if mark == "/" and text[end + 1 : end + 2].isdigit():
        match = _SLASHED_DATE.match(text, start)
        return match.end() if match else None
    if start and text[start - 1] == "[":
        match = _CITATION.match(text, start)
        return match.end() if match else None
    return None


def word_before(text: str, start: int) -> str:
    """The word (lower case) that ends right before `start`, white space and a full stop between; or ''."""
    at = start
    while at and start - at < 4 and text[at - 1] in " \xa0\n.":
        at -= 1
    first = at
    while first and at - first < 24 and (text[first - 1].isalpha() or text[first - 1] == "-"):
        first -= 1
    return text[first:at].lower() if at < start else ""


def is_label(text: str, start: int, end: int) -> bool:
    """Whether the numeral text[start:end] is the number of a figure, a step, a version, a model or a year."""
    before = word_before(text, start)
    if before in REFERENCES or before in NAMES:
        # "makes the build 3.5× faster": what is multiplied is no version.
        return text[end : end + 1] != "×"
    digits = text[start:end]
    if len(digits) == 4 and digits.isdigit():
        size = int(digits)
        if before in _YEAR_WORDS and 1900 <= size < 2100 and size & (size - 1):
            return True
        at = start - 1 - len(before)
        return len(before) > 1 and text[max(at, 0) : start - 1].isupper()
    return False


def is_year(digits: str) -> bool:
    """Whether digits can be a year of this age: `1999`, `2026`."""
    return len(digits) == 4 and digits.isdigit() and digits[:2] in ("19", "20")


def is_name_after_year(text: str, start: int, end: int, unit_end: int) -> bool:
    """Whether a unit symbol behind a year starts a name: `2019 J Smith`."""
    return (
        is_year(text[start:end]) and text[unit_end - 1].isupper() and _NAME.match(text, unit_end) is not None
    )


def takes_no_unit(text: str, start: int, end: int) -> bool:
    """Whether a bare number is complete as it stands (`batch size 32`, `in 2024`, `Table 2`)."""
    before = word_before(text, start)
    if before in PARAMETERS:
        return True
    return is_label(text, start, end) or (
        is_year(text[start:end]) and before in ("of", "from", "by", "and", "between")
    )


def in_path(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is part of a path, a file name, an address or a URL."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if after in ("-", "_", ".") and after and _FILE.match(text, end):
        tail = _FILE.match(text, end)
        assert tail is not None
        if after != "." or tail.end() - end > 2:
            return True
    if before in ("=", "&", "?", "/", "%", "\\", "@") and before:
        first = start
        while first and start - first < _LONGEST_CHUNK and not text[first - 1].isspace():
            first -= 1
        chunk = text[first:start]
        return "://" in chunk or chunk.startswith(("/", "./", "~/", "\\"))
    return False
