"""Comments: which are presenter notes, and what part of a page they mark as history."""

from __future__ import annotations

from claimlint.document.structure import Comment

_DIRECTIVES = frozenset(
    {
        "marp",
        "theme",
        "style",
        "headingDivider",
        "size",
        "math",
        "title",
        "author",
        "description",
        "keywords",
        "url",
        "image",
    }
    | {
        "paginate",
        "header",
        "footer",
        "class",
        "backgroundColor",
        "backgroundImage",
        "backgroundPosition",
        "backgroundRepeat",
        "backgroundSize",
        "color",
        "transition",
        "lang",
    }
    | {"claimlint", "claim", "fit", "toc"}
)
_TOOLS = frozenset({"markdownlint", "prettier", "vale", "textlint", "eslint", "cspell"})


def is_directive(comment: str) -> bool:
    """Whether a comment speaks to a tool: `_class: lead`, `fit`, `claimlint: history`."""
    line = comment.strip().partition("\n")[0]
    word = line.partition(":")[0].strip()
    if word.lstrip("_$") in _DIRECTIVES and (":" in line or word == line):
        return True
    return line.partition(" ")[0].partition("-")[0] in _TOOLS


def history(comments: list[Comment], length: int) -> tuple[tuple[int, int], ...]:
    """The ranges from `claimlint: history` to `claimlint: end`, or to the end of a file of `length`."""
    ranges: list[tuple[int, int]] = []
    start: int | None = None
    for comment in comments:
        words = comment.text.split()
        if words == ["claimlint:", "history"] and start is None:
            start = comment.start
        elif words == ["claimlint:", "end"] and start is not None:
            ranges.append((start, comment.end))
            start = None
    if start is not None:
        ranges.append((start, length))
    return tuple(ranges)
