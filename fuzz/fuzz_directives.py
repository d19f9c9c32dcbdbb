"""Comments that speak to claimlint, in pages, drawings and MDX: what is silenced, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import lines_of

from claimlint.directives import SILENCING, Directives
from claimlint.document import read
from claimlint.findings import Finding

WORDS = (
    *tokens.split(
        """
        <!-- --> {/* */} claimlint: claimlint : ignore ignore-file off on history end caveats [ ] [] ,
        reason [bare-multiple] [over-precise,bare-multiple] [unused-ignore] [al] ``` ~~~
        ` > - | |---| <svg> </svg> <div>
        """
    ),
    *tokens.SPACES[:8],
    "<!-- claimlint: ignore[bare-multiple] why -->",
    "<!-- claimlint: off[bare-multiple] why -->\n",
    "<!-- claimlint: on[bare-multiple] -->\n",
)
KNOWN = frozenset({"bare-multiple", "over-precise", "unused-ignore", "unreadable-directive"})


def check(text: str) -> None:
    for path in ("a.md", "a.mdx", "a.svg", "slides.md", "a.txt"):
        _directives(path, text)


def _directives(path: str, text: str) -> None:
    document = read(path, text)
    lines = lines_of(text)
    found = Directives(document, KNOWN)
    again = Directives(document, KNOWN)
    assert (found.silencing, found.unread) == (again.silencing, again.unread)
    comments = {(comment.start, comment.end) for comment in document.comments}
    for unread in found.unread:
        assert (unread.start, unread.end) in comments
        assert unread.problem
    for directive in found.silencing:
        assert (directive.start, directive.end) in comments
        assert directive.word in SILENCING
        # Only rules that are named, and that exist, are silenced, and for a reason.
        assert set(directive.rules) <= KNOWN - {"unused-ignore", "unreadable-directive"}
        assert all(name in text[directive.start : directive.end] for name in directive.rules)
        assert 1 <= directive.first <= directive.last <= len(lines)
    findings = [
        Finding(path, line, 1, line, 2, rule, "error", "", None, None, None, lines[line - 1])
        for line in range(1, min(len(lines), 40) + 1)
        for rule in ("bare-multiple", "over-precise", "equation-mismatch")
    ]
    kept, unused = found.split(findings)
    gone = {(finding.rule, finding.line) for finding in findings} - {(each.rule, each.line) for each in kept}
    assert gone == {(f.rule, f.line) for f in findings if found.silences(f.rule, f.line)}
    assert all(rule != "equation-mismatch" for rule, _ in gone)
    assert bool(gone) <= bool(found.silencing)
    assert all(name in directive.rules for directive, name in unused)


def seeds() -> Iterator[str]:
    yield from harness.strings("test_directives", "test_document_markdown", "test_document_svg")
    yield from harness.examples("doc")
