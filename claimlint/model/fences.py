"""The outline of a canonical file: its headings, and the fenced blocks that define the model."""

from __future__ import annotations

import re
from bisect import bisect_right

from claimlint.model.mistakes import Mistakes
from claimlint.records import NamedTuple

KINDS = ("quantities", "caveats")


class Heading(NamedTuple):
    """A heading: its number as it is cited (`4`, `4.1`), None without; 1-based line; level 1 to 6."""

    number: str | None
    title: str
    line: int
    level: int = 1


class Fence(NamedTuple):
    """A fenced block: its text with LF line ends, and where that text stands in the file.

    `heading` is the index of the numbered heading it stands under (the innermost), or of the
    innermost heading when none is numbered; None before the first.
    """

    kind: str
    text: str
    line: int
    starts: tuple[int, ...]
    shifts: tuple[int, ...]
    heading: int | None

    def place(self, index: int) -> tuple[int, int]:
        """The 1-based line and column in the file of an offset into `text`; its end is on the last line."""
        index = min(index, max(len(self.text) - 1, 0))
        row = bisect_right(self.starts, index) - 1
        return self.line + 1 + row, index - self.starts[row] + self.shifts[row] + 1


class Outline(NamedTuple):
    """What `scan` found; `open` are the headings that the last line stands under, outermost first."""

    fences: list[Fence]
    headings: list[Heading]
    mistakes: Mistakes
    open: list[int]


_NUMBERED = re.compile(r"(?:§ ?|section )?(\d{1,4}(?:\.\d{1,4}){0,5})(?:[.:)](?= |$)| |$)", re.I)
_ATTRIBUTES = re.compile(r" \{[^{}]*\}$")


class _Open(NamedTuple):
    """The fence that is being read."""

    mark: str
    indent: int
    kind: str | None
    line: int


def scan(text: str) -> Outline:
    """Find headings and `yaml quantities` / `yaml caveats` fences by the rules of CommonMark.

    Lines end at LF, CR LF or CR.  Only top-level fences count (indented by three spaces at most,
    outside comments).  Linear in the size of the text.
    """
    outline = Outline([], [], Mistakes(), [])
    open_: _Open | None = None
    body: list[tuple[str, int]] = []
    comment = False
    before = ""
    number = 0
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        bare = line.lstrip(" ")
        indent = len(line) - len(bare)
        if comment:
            comment = "-->" not in line
        elif open_ is not None:
            if indent <= 3 and _closes(bare, open_.mark):
                _keep(outline, open_, body)
                open_ = None
            elif open_.kind is not None:
                strip = min(indent, open_.indent)
                body.append((line[strip:], strip))
        elif indent <= 3 and bare:
            if bare.startswith("<!--"):
                comment = "-->" not in bare[4:]
            elif bare.startswith(("```", "~~~")):
                open_ = _opens(outline, bare, indent, number)
                body = []
            elif bare[0] == "#":
                level = len(bare) - len(bare.lstrip("#"))
                if level <= 6 and bare[level : level + 1] in ("", " ", "\t"):
                    _head(outline, bare[level:], level, number)
            elif bare[0] in "=-" and before and not bare.strip().strip(bare[0]):
                _head(outline, before, 1 if bare[0] == "=" else 2, number - 1)
        before = bare if bare and open_ is None and not comment and indent <= 3 and _prose(bare) else ""
    if open_ is not None:
        if open_.kind is not None:
            message = f"this block is never closed: `{open_.mark}` is missing after its last line"
            outline.mistakes.add((open_.line, open_.indent + 1), message)
        _keep(outline, open_, body)
    return outline


def _closes(bare: str, mark: str) -> bool:
    rest = bare.lstrip(mark[0])
    return len(bare) - len(rest) >= len(mark) and not rest.strip(" \t")


def _opens(outline: Outline, bare: str, indent: int, line: int) -> _Open | None:
    """The fence that a line opens; None when it opens none (a backtick in the info string)."""
    info = bare.lstrip(bare[0])
    if bare[0] == "`" and "`" in info:
        return None
    words = info.split()
    kind = None
    if len(words) == 2 and words[0] == "yaml" and words[1] in KINDS:
        kind = words[1]
    elif len(words) == 2 and words[0].casefold() in ("yaml", "yml"):
        hint = outline.mistakes.hint(words[1].casefold(), KINDS, "`yaml {}`")
        if hint:
            column = indent + bare.index(words[0]) + 1
            message = f"`{' '.join(words)}` is no block of the model; did you mean {hint}?"
            outline.mistakes.add((line, column), message)
    return _Open(bare[: len(bare) - len(info)], indent, kind, line)


def _keep(outline: Outline, open_: _Open, body: list[tuple[str, int]]) -> None:
    if open_.kind is None:
        return
    starts, at = [], 0
    for line, _ in body:
        starts.append(at)
        at += len(line) + 1
    under = [index for index in outline.open if outline.headings[index].number is not None] or outline.open
    outline.fences.append(
        Fence(
            open_.kind,
            "".join(line + "\n" for line, _ in body),
            open_.line,
            tuple(starts) or (0,),
            tuple(shift for _, shift in body) or (0,),
            under[-1] if under else None,
        )
    )


def _prose(bare: str) -> bool:
    """Whether a line may be the text of an underlined heading (no list, quote, table or markup)."""
    return bare[0] not in "#>|<-*+=`~" and not re.match(r"\d{1,9}[.)](?: |$)", bare)


def _head(outline: Outline, text: str, level: int, line: int) -> None:
    title = text.strip(" \t")
    closed = title.rstrip("#")
    if closed != title and (not closed or closed[-1] in " \t"):
        title = closed.rstrip(" \t")
    title = _ATTRIBUTES.sub("", title) if title.endswith("}") else title
    title = " ".join(title.replace("`", "").replace("**", "").replace("\t", " ").split())
    while outline.open and outline.headings[outline.open[-1]].level >= level:
        outline.open.pop()
    outline.open.append(len(outline.headings))
    found = _NUMBERED.match(title)
    if found is None:
        outline.headings.append(Heading(None, title, line, level))
    else:
        outline.headings.append(Heading(found[1], title[found.end() :].strip(), line, level))
