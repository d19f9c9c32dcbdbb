"""What a page asks of claimlint in its comments: what to leave unsaid, where, and for which reason.

    <!-- claimlint: ignore[bare-multiple] why -->        on the line, or alone on the line above it
    <!-- claimlint: ignore-file[bare-multiple] why -->   in the whole file
    <!-- claimlint: off[bare-multiple] why -->           from here to `claimlint: on[bare-multiple]`

A directive that cannot be read silences nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.document.structure import Comment, Document
    from claimlint.findings import Finding

SILENCING = ("ignore", "ignore-file", "off")
OTHERS = ("on", "history", "end", "caveats")
"""Words of directives that silence no rule."""
UNUSED, UNREADABLE = "unused-ignore", "unreadable-directive"
"""The rules about directives themselves, which none of them silences."""

_START = re.compile(r"\s*claimlint\s*:\s*")
_FORM = re.compile(r"(?P<word>[\w-]*)\s*(?:\[(?P<rules>[^\[\]]*)\])?\s*(?P<reason>.*)", re.S)
_BLANK = re.compile(r"[ \t\r\n]*")


class Directive(NamedTuple):
    """One directive: source offsets [start, end) of its comment, its rules, and the lines it holds for.

    Lines are 1-based and both ends included.
    """

    start: int
    end: int
    word: str
    rules: tuple[str, ...]
    first: int
    last: int


class Unread(NamedTuple):
    """A directive that cannot be read: its place in the source, and what would be right."""

    start: int
    end: int
    problem: str


class Directives:
    """The directives of one page; `known` are the names of all rules, whether they run or not."""

    def __init__(self, document: Document, known: Collection[str]) -> None:
        self.document = document
        self.known = known
        self.silencing: list[Directive] = []
        self.unread: list[Unread] = []
        self._open: dict[str, Directive] = {}
        self._by_rule: dict[str, list[Directive]] | None = None
        for comment in document.comments:
            if (start := _START.match(comment.text)) is not None:
                self._read(comment, comment.text[start.end() :])
        last = document.position(len(document.text))[0]
        for directive in dict.fromkeys(self._open.values()):
            rules = tuple(name for name in directive.rules if self._open.get(name) is directive)
            self.silencing.append(directive._replace(rules=rules, last=last))

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[tuple[Directive, str]]]:
        """The findings that are left, and each directive with each of its rules that silenced nothing."""
        kept = []
        used: set[tuple[Directive, str]] = set()
        for finding in findings:
            holding = self.holding(finding)
            used.update((each, finding.rule) for each in holding)
            if not holding:
                kept.append(finding)
        unused = [(each, name) for each in self.silencing for name in each.rules if (each, name) not in used]
        return kept, unused

    def holding(self, finding: Finding) -> list[Directive]:
        """The directives that silence a finding."""
        if self._by_rule is None:
            self._by_rule = {}
            for directive in self.silencing:
                for name in directive.rules:
                    self._by_rule.setdefault(name, []).append(directive)
        return [
            each
            for each in self._by_rule.get(finding.rule, ())
            if each.first <= finding.end_line and finding.line <= each.last
        ]

    def silences(self, rule: str, line: int) -> bool:
        """Whether what the rule says of a 1-based line is left unsaid."""
        return any(rule in each.rules and each.first <= line <= each.last for each in self.silencing)

    def _read(self, comment: Comment, text: str) -> None:
        form = _FORM.fullmatch(text)
        assert form is not None
        word = form["word"]
        if word in ("history", "end", "caveats"):
            return
        problem = self._problem(word, form["rules"], form["reason"])
        if problem:
            self.unread.append(Unread(comment.start, comment.end, problem))
            return
        names = tuple(dict.fromkeys(name.strip() for name in form["rules"].split(",")))
        line, last = (self.document.position(at)[0] for at in (comment.start, comment.end - 1))
        if word == "on":
            self._close(comment, names, line)
            return
        first = line
        if word == "ignore":
            first, last = self._lines(comment, line, last)
        elif word == "ignore-file":
            first, last = 1, self.document.position(len(self.document.text))[0]
        directive = Directive(comment.start, comment.end, word, names, first, last)
        if word != "off":
            self.silencing.append(directive)
            return
        again = [name for name in names if name in self._open]
        if again:
            problem = f"{again[0]} is off already, since line {self._open[again[0]].first}"
            self.unread.append(Unread(comment.start, comment.end, problem))
        self._open.update((name, directive) for name in names if name not in again)

    def _close(self, comment: Comment, names: tuple[str, ...], line: int) -> None:
        closed: dict[Directive, list[str]] = {}
        for name in names:
            directive = self._open.pop(name, None)
            if directive is None:
                problem = f"{name} is not off here: there is no `claimlint: off[{name}] REASON` above"
                self.unread.append(Unread(comment.start, comment.end, problem))
            else:
                closed.setdefault(directive, []).append(name)
        for directive, rules in closed.items():
            self.silencing.append(directive._replace(rules=tuple(rules), last=line))

    def _problem(self, word: str, rules: str | None, reason: str) -> str:
        """What is wrong with a directive, empty when nothing is."""
        words = (*SILENCING, *OTHERS)
        if word not in words:
            near = _nearest(word, words)
            return f"there is no directive `{word}`" + (f"; did you mean `{near}`?" if near else "")
        if rules is None or not rules.strip():
            which = "all" if rules is None else "none"
            return f"it names no rule, and {which} is not meant: write `claimlint: {word}[RULE] REASON`"
        for name in (part.strip() for part in rules.split(",")):
            if name not in self.known or name in (UNUSED, UNREADABLE):
                near = _nearest(name, self.known)
                if name in self.known:
                    return f"{name} cannot be silenced by a comment"
                return f"there is no rule `{name}`" + (f"; did you mean `{near}`?" if near else "")
        if word in SILENCING and not any(map(str.isalnum, reason)):
            return f"it gives no reason: write `claimlint: {word}[{rules.strip()}] REASON`"
        return ""

    def _lines(self, comment: Comment, line: int, last: int) -> tuple[int, int]:
        """The lines that an `ignore` holds for: its own, or the next with text where it stands alone."""
        if not alone(self.document.text, comment.start, comment.end):
            return line, last
        after = comment.end
        ends = {each.start: each.end for each in self.document.comments}
        while True:
            blank = _BLANK.match(self.document.text, after)
            assert blank is not None
            after = blank.end()
            if after not in ends or not alone(self.document.text, after, ends[after]):
                break
            after = ends[after]
        following = self.document.position(min(after, len(self.document.text)))[0]
        return following, following


def alone(text: str, start: int, end: int) -> bool:
    """Whether [start, end) stands alone on its lines."""
    before = start
    while before and text[before - 1] in " \t":
        before -= 1
    after = end
    while after < len(text) and text[after] in " \t":
        after += 1
    return (not before or text[before - 1] in "\r\n") and (after == len(text) or text[after] in "\r\n")


def _nearest(name: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:60], sorted(known), 1)), None)
