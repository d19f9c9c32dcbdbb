"""Text that knows where in the source each of its characters came from."""

from __future__ import annotations

from bisect import bisect_right

from claimlint.document.structure import Run


class Content:
    """A text taken out of the source, with its place there.

    `runs` cover `text` from its start to its end, in order.
    """

    __slots__ = ("_starts", "runs", "text")

    def __init__(self, text: str, runs: tuple[Run, ...]) -> None:
        self.text = text
        self.runs = runs
        self._starts = [run.text_start for run in runs]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The source range of text[start:end]; an empty range stands before `start`."""
        if not self.runs:
            return 0, 0
        first = self._one(start)
        if end <= start:
            return first[0], first[0]
        return first[0], max(self._one(end - 1)[1], first[1])

    def _one(self, offset: int) -> tuple[int, int]:
        run = self.runs[max(bisect_right(self._starts, offset) - 1, 0)]
        if run.text_end - run.text_start == run.source_end - run.source_start:
            at = run.source_start + offset - run.text_start
            return at, at + 1
        if offset >= run.text_end:
            return run.source_end, run.source_end
        return run.source_start, run.source_end

    def slices(self, start: int, end: int) -> list[tuple[int, int, int, int]]:
        """The pieces of text[start:end]: (text start, text end, source start, source end)."""
        runs = self.runs
        at = max(bisect_right(self._starts, start) - 1, 0)
        pieces = []
        while start < end and at < len(runs):
            text_start, text_end, source_start, source_end = runs[at]
            stop = min(end, text_end)
            if text_end - text_start == source_end - source_start:
                shift = source_start - text_start
                pieces.append((start, stop, start + shift, stop + shift))
            else:
                pieces.append((start, stop, source_start, source_end))
            start = stop
            at += 1
        return pieces

    def until(self, end: int) -> Content:
        """The content without what comes after `end`."""
        runs = []
        for run in self.runs:
            if run.text_start < end:
                over = max(run.text_end - end, 0)
                same = run.text_end - run.text_start == run.source_end - run.source_start
                source_end = run.source_end - over if same else run.source_end
                runs.append(run._replace(text_end=run.text_end - over, source_end=source_end))
        return Content(self.text[:end], tuple(runs))


def whole(text: str) -> Content:
    """The source itself as a content: offsets in it are source offsets."""
    return Content(text, (Run(0, len(text), 0, len(text)),))


class Text:
    """The text of a block while it is written."""

    __slots__ = ("length", "opaque", "pieces")

    def __init__(self) -> None:
        self.pieces: list[tuple[str, int, int]] = []
        self.length = 0
        self.opaque: list[tuple[int, int]] = []

    def copy(self, content: Content, start: int, end: int) -> None:
        """Appends content.text[start:end] as it is."""
        if len(content.runs) == 1:
            run = content.runs[0]
            if run.text_end - run.text_start == run.source_end - run.source_start:
                shift = run.source_start - run.text_start
                self.pieces.append((content.text[start:end], start + shift, end + shift))
                self.length += end - start
                return
        for text_start, text_end, source_start, source_end in content.slices(start, end):
            self.pieces.append((content.text[text_start:text_end], source_start, source_end))
        self.length += end - start

    def put(self, string: str, content: Content, start: int, end: int) -> None:
        """Appends `string`, which stands for content.text[start:end]."""
        source_start, source_end = content.source(start, end)
        self.pieces.append((string, source_start, source_end))
        self.length += len(string)

    def append(self, other: Text) -> None:
        """Appends another text, its opaque ranges included."""
        self.opaque += [(start + self.length, end + self.length) for start, end in other.opaque]
        self.pieces += other.pieces
        self.length += other.length

    def hide(self, start: int, end: int | None = None) -> None:
        """Makes text[start:end] opaque; `end` is by default the end of what is written."""
        end = self.length if end is None else end
        if end > start:
            self.opaque.append((start, end))

    def cut(self, pieces: int) -> str:
        """Takes away all but the first `pieces` pieces and returns their text."""
        gone = "".join([piece[0] for piece in self.pieces[pieces:]])
        del self.pieces[pieces:]
        self.length -= len(gone)
        self.opaque = [(start, min(end, self.length)) for start, end in self.opaque if start < self.length]
        return gone

    def tail(self, count: int, before: int | None = None) -> str:
        """The last `count` characters of the first `before` pieces (by default of all)."""
        end = len(self.pieces) if before is None else before
        tail = ""
        while end > 0 and len(tail) < count:
            end -= 1
            tail = (
                self.pieces[end][0] + tail
                if len(self.pieces[end][0]) < count
                else self.pieces[end][0][-count:] + tail
            )
        return tail[-count:]

    def finish(self) -> tuple[str, tuple[Run, ...], tuple[tuple[int, int], ...]]:
        """Text, runs and opaque ranges, without the white space around the text."""
        if len(self.pieces) == 1 and not self.opaque:
            only, source_start, source_end = self.pieces[0]
            if only and not (only[0].isspace() or only[-1].isspace()):
                return only, (Run(0, len(only), source_start, source_end),), ()
        full = "".join([piece[0] for piece in self.pieces])
        left = len(full) - len(full.lstrip())
        text = full.strip()
        right = left + len(text)
        runs: list[Run] = []
        at = 0
        for string, source_start, source_end in self.pieces:
            start, end = at, at + len(string)
            at = end
            if start < left or end > right:
                one_to_one = len(string) == source_end - source_start
                low, high = max(start, left), min(end, right)
                if low >= high:
                    continue
                if one_to_one:
                    source_start, source_end = source_start + low - start, source_end - (end - high)
                start, end = low, high
            elif start == end:
                continue
            start -= left
            end -= left
            if runs and runs[-1].source_end == source_start and end - start == source_end - source_start:
                last = runs[-1]
                if last.text_end - last.text_start == last.source_end - last.source_start:
                    runs[-1] = Run(last.text_start, end, last.source_start, source_end)
                    continue
            runs.append(Run(start, end, source_start, source_end))
        opaque = tuple(
            (max(start - left, 0), min(end, right) - left)
            for start, end in union(self.opaque)
            if min(end, right) > max(start, left)
        )
        return text, tuple(runs), opaque


def union(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, overlapping ones joined."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
