"""Slide decks in Markdown: which file is one, and where its slides begin."""

from __future__ import annotations

import re

from claimlint.document.front import FrontMatter, front_matter

_SLIDEV_KEYS = frozenset(
    {
        "drawings",
        "mdc",
        "routerMode",
        "colorSchema",
        "canvasWidth",
        "highlighter",
        "exportFilename",
        "lineNumbers",
        "aspectRatio",
        "themeConfig",
        "selectable",
        "remoteAssets",
    }
    | {"presenter", "hideInToc", "twoslash", "monaco", "seoMeta"}
)
_RULE = re.compile(r"---+[ \t]*$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")


class Deck:
    """`rules`: slides begin at thematic breaks; `divider`: also at headings of these levels.

    Otherwise they begin at the 0-based lines `starts`, and the lines `blank` (rules between
    slides, and the YAML of a slide) are no text.
    """

    __slots__ = ("blank", "divider", "rules", "starts")

    def __init__(
        self, rules: bool, divider: frozenset[int], starts: list[int], blank: list[tuple[int, int]]
    ) -> None:
        self.rules = rules
        self.divider = divider
        self.starts = starts
        self.blank = blank


def find_deck(path: str, lines: list[str], front: FrontMatter | None) -> Deck | None:
    """The deck that the file is: Marp, Slidev, or one that pandoc or Quarto makes; None for a page."""
    if front is not None and front.value("marp") == "true":
        return Deck(True, _levels(front.value("headingDivider")), [], [])
    if front is not None and _for_pandoc(lines, front):
        return Deck(True, frozenset([1, 2]), [], [])
    name = path.replace("\\", "/").rpartition("/")[2].lower()
    body = front.first + front.lines if front is not None else 0
    named = name == "slides.md"
    strong = front is not None and not _SLIDEV_KEYS.isdisjoint(front.fields)
    weak = front is not None and not front.fields.keys().isdisjoint(("theme", "layout"))
    if not (named or strong or weak):
        return None
    starts, blank = _slidev(lines, body)
    has_layouts = any(end - start > 1 for start, end in blank)
    if (starts and (named or strong)) or (weak and has_layouts):
        return Deck(False, frozenset(), starts, blank)
    return None


def _levels(value: str) -> frozenset[int]:
    return (
        frozenset(range(1, int(value) + 1))
        if value.isascii() and value.isdigit() and int(value) < 7
        else frozenset()
    )


def _for_pandoc(lines: list[str], front: FrontMatter) -> bool:
    makers = ("revealjs", "beamer", "pptx", "slidy", "dzslides")
    if front.value("format") in makers or front.value("output") in makers:
        return True
    inside = lines[front.first + 1 : front.first + front.lines - 1]
    return "format" in front.fields and any(line.strip().rstrip(":") in makers for line in inside)


def _slidev(lines: list[str], body: int) -> tuple[list[int], list[tuple[int, int]]]:
    """The lines at which slides after the first begin, and the ranges of lines that are no text."""
    starts: list[int] = []
    blank: list[tuple[int, int]] = []
    index = body
    while index < len(lines):
        line = lines[index]
        fence = _FENCE.match(line)
        if fence is not None:
            index = _fence_end(lines, index, fence[1])
        elif "<!--" in line and "-->" not in line[line.rindex("<!--") :]:
            close = index + 1
            while close < len(lines) and "-->" not in lines[close]:
                close += 1
            index = close if close < len(lines) else index
        elif line.startswith("---") and _RULE.match(line):
            own = (
                front_matter(lines, index)
                if line.rstrip() == "---" and _is_slide_yaml(lines, index)
                else None
            )
            taken = own.lines if own is not None else 1
            blank.append((index, index + taken))
            starts.append(index)
            index += taken - 1
        index += 1
    return starts, blank


def _is_slide_yaml(lines: list[str], rule: int) -> bool:
    """Whether keys and nothing else stand between the rule and the next, as YAML of a slide."""
    for index in range(rule + 1, min(rule + 60, len(lines))):
        line = lines[index]
        if line.rstrip() == "---":
            return index > rule + 1
        if not line.strip() or not re.match(r"[A-Za-z_][\w-]*:(?:\s|$)|[ \t]+\S|#|- ", line):
            return False
    return False


def _fence_end(lines: list[str], index: int, mark: str) -> int:
    close = index + 1
    while close < len(lines) and not lines[close].lstrip().startswith(mark):
        close += 1
    return close if close < len(lines) else index
