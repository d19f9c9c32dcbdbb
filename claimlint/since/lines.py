"""Which lines of a page differ from those it had before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

_MOST_COMPARED = 1 << 18


def differing(before: str, after: str) -> frozenset[int]:
    """The 1-based lines of a text that it did not have before; how lines end makes no difference.

    What is left is found again in the order of the old text.  Where many equal lines leave a choice, more
    lines may differ than have to.
    """
    old, new = _lines(before), _lines(after)
    changed: set[int] = set()
    spans = [(0, len(old), 0, len(new))]
    while spans:
        low, high, first, last = spans.pop()
        while low < high and first < last and old[low] == new[first]:
            low, first = low + 1, first + 1
        while low < high and first < last and old[high - 1] == new[last - 1]:
            high, last = high - 1, last - 1
        if low == high or first == last:
            changed.update(range(first + 1, last + 1))
            continue
        anchors = _anchors(old, new, low, high, first, last)
        if anchors:
            for place, at in (*anchors, (high, last)):
                spans.append((low, place, first, at))
                low, first = place + 1, at + 1
        else:
            changed.update(at + 1 for at in _slowly(old, new, low, high, first, last))
    return frozenset(changed)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _anchors(
    old: Sequence[str], new: Sequence[str], low: int, high: int, first: int, last: int
) -> list[tuple[int, int]]:
    """Lines that stand once in both, as many as keep their order."""
    places: dict[str, list[int]] = {}
    for at in range(low, high):
        places.setdefault(old[at], []).append(at)
    counts: dict[str, int] = {}
    for at in range(first, last):
        counts[new[at]] = counts.get(new[at], 0) + 1
    once = [
        (places[new[at]][0], at)
        for at in range(first, last)
        if counts[new[at]] == 1 and len(places.get(new[at], ())) == 1
    ]
    # The longest run of places that increase.
    ends: list[int] = []
    tips: list[int] = []
    before: list[int] = []
    for index, (place, _) in enumerate(once):
        length = bisect_left(ends, place)
        before.append(tips[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            tips.append(index)
        else:
            ends[length], tips[length] = place, index
    found = []
    index = tips[-1] if tips else -1
    while index >= 0:
        found.append(once[index])
        index = before[index]
    return found[::-1]


def _slowly(old: Sequence[str], new: Sequence[str], low: int, high: int, first: int, last: int) -> list[int]:
    """Lines of the new span that differ; all of them where comparing each with each would take long."""
    if (high - low) * (last - first) > _MOST_COMPARED:
        return list(range(first, last))
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, old[low:high], new[first:last], autojunk=False)
    same = {block.b + step for block in matcher.get_matching_blocks() for step in range(block.size)}
    return [at for at in range(first, last) if at - first not in same]
