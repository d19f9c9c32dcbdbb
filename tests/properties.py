"""What holds for every document, its claims and its findings, whatever the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from html import unescape
from itertools import pairwise

from claimlint.claim.claims import Claim
from claimlint.claim.format import format_like
from claimlint.claim.interval import interval
from claimlint.document.sentences import sentences
from claimlint.document.structure import Document, line_starts
from claimlint.findings import PageResult
from claimlint.model.mistakes import Mistake


def folded(text: str) -> str:
    """Line ends and NUL as they stand in a block's text; white space of markup counts as one kind."""
    return re.sub(r"\s", " ", text.replace("\x00", "\ufffd"))


def check_document(document: Document) -> None:
    """Every place of a document is exact, and its parts belong together."""
    text = document.text
    for index, block in enumerate(document.blocks):
        assert block.index == index
        at = 0
        for run in block.runs:
            assert run.text_start == at
            assert run.text_end > at or not block.text
            assert 0 <= run.source_start <= run.source_end <= len(text)
            if run.text_end - run.text_start == run.source_end - run.source_start:
                source = text[run.source_start : run.source_end]
                assert folded(source) == folded(block.text[run.text_start : run.text_end])
            at = run.text_end
        assert at == len(block.text)
        assert [run.source_start for run in block.runs] == sorted(run.source_start for run in block.runs)
        for start, end in block.opaque:
            assert 0 <= start < end <= len(block.text)
        for start, end in sentences(block.text):
            low, high = block.source(start, end)
            assert 0 <= low <= high <= len(text)
            assert document.position(low) <= document.position(high)
        assert 0 <= block.section < len(document.sections)
        assert block.figure is None or index in document.figures[block.figure].blocks
        document.location(block)
    for table in document.tables:
        assert 0 <= table.headers <= len(table.rows)
        assert all(0 <= cell < len(document.blocks) for row in table.rows for cell in row if cell is not None)
    for problem in document.problems:
        assert 0 <= problem.offset <= len(text)
    for comment in document.comments:
        assert 0 <= comment.start < comment.end <= len(text)


def check_claims(claims: list[Claim], formatted: bool = True) -> None:
    """The claims of one block stand in order and inside it; each has a place and an interval."""
    last = 0
    for claim in claims:
        assert last <= claim.start < claim.end <= len(claim.block.text)
        last = claim.end
        assert not claim.text[0].isspace()
        assert not claim.text[-1].isspace()
        assert claim.step > 0
        assert (claim.value is None) == (claim.low is not None) == (claim.high is not None)
        assert claim.low is None or claim.high is None or claim.low <= claim.high
        low, high = interval(claim)
        assert low is None or high is None or low <= high
        if formatted:
            assert format_like(claim, Fraction(1, 3))


def facts(claims: list[Claim]) -> list[tuple[object, ...]]:
    """All that a claim says, for comparison."""
    names = [name for name in Claim.__slots__ if name not in ("block", "rounding")]
    return [(claim.block.index, *(getattr(claim, name) for name in names)) for claim in claims]


def lines_of(text: str) -> list[str]:
    """The lines as editors count them, without their ends."""
    starts = [*line_starts(text), len(text)]
    return [text[a:b].rstrip("\r\n") for a, b in pairwise(starts)]


def check_mistakes(mistakes: Iterable[Mistake], lines: list[str]) -> None:
    """Every mistake stands inside the file."""
    for mistake in mistakes:
        assert 1 <= mistake.line <= len(lines)
        assert 1 <= mistake.column <= len(lines[mistake.line - 1]) + 1
        assert mistake.message


def check_result(result: PageResult, text: str, document: Document, claims: list[Claim]) -> None:
    """Every finding and problem stands inside the file, and where it says so on a claim."""
    lines, starts = lines_of(text), line_starts(text)
    places = {
        (*document.position(first), *document.position(last)): " ".join(claim.text.split())
        for claim in claims
        for first, last in [claim.block.source(claim.start, claim.end)]
    }
    for finding in result.findings:
        start, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
        assert (1, 1) <= start <= end
        assert finding.end_line <= len(lines)
        # A lone or missing line end may be part of what is marked.
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert 1 <= finding.end_column <= len(lines[finding.end_line - 1]) + 2
        assert finding.source_line == lines[finding.line - 1]
        assert "\n" not in finding.message
        assert "\r" not in finding.message
        if finding.fix is not None:
            assert finding.fix.edits
            at = 0
            for edit in finding.fix.edits:
                assert at <= edit.start <= edit.end <= len(text)
                at = edit.end
        if finding.claim is not None:
            stated = " ".join(finding.claim.split())
            if (*start, *end) in places:
                assert places[(*start, *end)] == stated
            else:
                # A number that is no claim, as the result of an equation in code is.
                low, high = (starts[line - 1] + column - 1 for line, column in (start, end))
                letters = iter(unescape(text[low:high]))
                assert all(letter in letters for letter in stated if letter != " ")
    assert list(result.findings) == sorted(result.findings, key=lambda finding: finding[:7])
    for problem in result.problems:
        assert problem.line is not None
        assert problem.column is not None
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 2
    assert sum(result.counts) == len(claims)
