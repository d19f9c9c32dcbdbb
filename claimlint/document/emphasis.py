"""CommonMark's delimiter runs: which `*`, `_` and `~~` are markup, and which are text."""

from __future__ import annotations

from unicodedata import category


class Delimiter:
    """A run of one mark at source[start:end]; what pairing leaves of the range is text.

    `strikes` is +1 where struck text begins after the run and -1 where it ends before it.
    """

    __slots__ = ("can_close", "can_open", "end", "length", "mark", "start", "strikes")

    def __init__(self, mark: str, start: int, end: int, can_open: bool, can_close: bool) -> None:
        self.mark = mark
        self.start = start
        self.end = end
        self.length = end - start
        self.can_open = can_open
        self.can_close = can_close
        self.strikes = 0


def _kind(character: str) -> str:
    if not character or character.isspace():
        return " "
    if character.isalnum():
        return "a"
    return "." if character.isascii() or category(character)[0] in "PS" else "a"


def scan_run(source: str, at: int) -> tuple[int, Delimiter | None]:
    """The end of the run at `at`, and the run as a delimiter; None when it can only be text."""
    mark = source[at]
    end = at + 1
    while end < len(source) and source[end] == mark:
        end += 1
    if mark == "~" and end - at != 2:
        return end, None
    before, after = source[at - 1] if at else "", source[end : end + 1]
    left_kind, right_kind = _kind(before), _kind(after)
    left = right_kind != " " and (right_kind != "." or left_kind != "a")
    right = left_kind != " " and (left_kind != "." or right_kind != "a")
    if mark == "_":
        can_open = left and (not right or left_kind == ".")
        can_close = right and (not left or right_kind == ".")
    else:
        can_open, can_close = left, right
    if mark == "*" and can_open and _multiplies(before, after):
        can_open = False
    if not can_open and not can_close:
        return end, None
    return end, Delimiter(mark, at, end, can_open, can_close)


def _multiplies(before: str, after: str) -> bool:
    """Whether `*` between these characters is a product sign: emphasis would glue its factors."""
    return (before.isdigit() or before == ")" or (before.isalpha() and after.isdigit())) and (
        after.isalnum() or after in "(."
    )


def pair(delimiters: list[Delimiter], bottom: int) -> None:
    """Pairs openers with closers from `bottom` on, in linear time, and takes the paired marks away."""
    stack: list[Delimiter] = []
    floors: dict[tuple[str, bool, int], int] = {}
    for closer in delimiters[bottom:] if bottom else delimiters:
        if closer.can_close:
            key = (closer.mark, closer.can_open, closer.length % 3)
            while closer.start < closer.end:
                found = _opener(stack, closer, floors.get(key, 0))
                if found < 0:
                    floors[key] = len(stack)
                    break
                opener = stack[found]
                del stack[found + 1 :]
                _take(opener, closer)
                if opener.start == opener.end:
                    stack.pop()
                for other, floor in floors.items():
                    if floor > len(stack):
                        floors[other] = len(stack)
        if closer.can_open and closer.start < closer.end:
            stack.append(closer)


def _opener(stack: list[Delimiter], closer: Delimiter, floor: int) -> int:
    for index in range(len(stack) - 1, floor - 1, -1):
        opener = stack[index]
        if opener.mark != closer.mark:
            continue
        # CommonMark's "rule of three".
        odd = (opener.can_close or closer.can_open) and (opener.length + closer.length) % 3 == 0
        if opener.mark == "~" or not odd or (opener.length % 3 == 0 and closer.length % 3 == 0):
            return index
    return -1


def _take(opener: Delimiter, closer: Delimiter) -> None:
    count = 2 if opener.end - opener.start >= 2 and closer.end - closer.start >= 2 else 1
    opener.end -= count
    closer.start += count
    if opener.mark == "~":
        opener.strikes = 1
        closer.strikes = -1
