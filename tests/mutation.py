"""Documents with every guarded number marked: render them, and change one number at a time.

A template is an ordinary document with `[[…]]` around the numbers that the linter must guard;
`[[43!small,unit]]` leaves out changes that would leave the text true or undecidable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_MARK = re.compile(r"\[\[(?P<number>\d[\d,]*(?:\.\d+)?)(?:!(?P<skip>[a-z,]+))?\]\]")
_SWAPS = (
    ("µs", "ms"), ("us", "ms"), ("ms", "µs"), ("ns", "µs"), ("GiB", "MiB"), ("MiB", "KiB"), ("KiB", "MiB"),
    ("GB", "MB"), ("TB", "GB"), ("MB", "GB"), ("kB", "MB"), ("kWh", "MWh"), ("MWh", "kWh"), ("kW", "W"),
    ("s", "ms"),
    ("microseconds", "milliseconds"), ("milliseconds", "seconds"), ("gigabytes", "megabytes"),
)  # fmt: skip


class Mutant(NamedTuple):
    """A document with one number changed: how, on which 1-based line, and its text."""

    way: str
    line: int
    text: str


def render(template: str) -> tuple[str, list[tuple[int, int, frozenset[str]]]]:
    """The clean document and its guarded numbers as (start, end, ways left out)."""
    clean: list[str] = []
    sites = []
    length = last = 0
    for match in _MARK.finditer(template):
        before = template[last : match.start()]
        number = match["number"]
        length += len(before)
        sites.append((length, length + len(number), frozenset((match["skip"] or "").split(","))))
        length += len(number)
        clean += before, number
        last = match.end()
    return "".join(clean) + template[last:], sites


def mutants(clean: str, sites: list[tuple[int, int, frozenset[str]]]) -> Iterator[Mutant]:
    """Every guarded number times 1.3, two units up in its last digit, times ten, with its unit swapped."""
    for start, end, skip in sites:
        number, head, tail = clean[start:end], clean[:start], clean[end:]
        line = head.count("\n") + 1
        decimals = len(number.partition(".")[2])
        value = float(number.replace(",", ""))
        for way, new in (("big", value * 1.3), ("small", value + 2 * 10**-decimals), ("tenfold", value * 10)):
            text = f"{new:,.{decimals}f}" if "," in number else f"{new:.{decimals}f}"
            if way not in skip and text != number:
                yield Mutant(way, line, head + text + tail)
        if "unit" in skip:
            continue
        gap = len(tail) - len(tail.lstrip(" \u00a0\u202f\u2009"))
        for old, other in _SWAPS:
            if tail.startswith(old, gap) and not tail[gap + len(old) : gap + len(old) + 1].isalpha():
                yield Mutant("unit", line, head + number + tail[:gap] + other + tail[gap + len(old) :])
                break
