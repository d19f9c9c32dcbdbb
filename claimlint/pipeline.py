"""The pipeline on one page: read it, extract its claims, reason about them, check them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from claimlint import document
from claimlint.document.scan import may_hold_claims
from claimlint.findings import Counts, Explanation, Finding, Fix, PageResult, Place, Problem, Told
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.checks.flaw import Flaw
    from claimlint.claim.claims import Claim
    from claimlint.directives import Directives
    from claimlint.document.structure import Block, Document, Places
    from claimlint.model.model import Model
    from claimlint.reason.page import Page
    from claimlint.rules import Rule

_CONTEXT = 240
"""Code points of its sentence on each side by which a finding is known again."""

__all__ = ["claims_of", "is_worth_reading", "lint_text", "may_hold_claims", "place", "silenced"]


def lint_text(
    path: str,
    text: str,
    model: Model | None,
    rules: Iterable[Rule],
    explain: bool = False,
    compare: bool = False,
    where: Places | None = None,
    known: frozenset[str] = frozenset(),
) -> PageResult:
    """Lint the decoded text of one page against a model, or without one; `explain` tells of each claim.

    `where` are the places of the page that are worth reading, None to read all of it.  `known` are names of
    rules of the project's own, which a directive may name where they do not run.
    """
    page = _page(path, text, model, where)
    if where is not None and page.owes_caveats:
        # A caveat may stand anywhere.
        page = _page(path, text, model, None)
    findings, directives = _unsilenced(page, tuple(rules), known)
    findings.sort(key=lambda finding: finding[:7])
    explained = tuple(_explanations(page)) if explain else ()
    told = tuple(_told(page, directives)) if compare else ()
    return PageResult(tuple(findings), problems_of(page.document), _counts(page), explained, told)


def _page(path: str, text: str, model: Model | None, where: Places | None) -> Page:
    from claimlint import reason

    return reason.read(*claims_of(path, text, model, where), model)


class Silenced(NamedTuple):
    """A finding that a directive silences, with the directive's 1-based line and its text."""

    finding: Finding
    line: int
    text: str


def silenced(
    path: str, text: str, model: Model | None, rules: Iterable[Rule], known: frozenset[str] = frozenset()
) -> tuple[list[Silenced], list[tuple[int, int, str, str]]]:
    """What the directives of a page silence; and those whose effect is not seen on one page.

    The latter are regions of history and what silences a comparison of pages, each with its 1-based line and
    column, with what it is, and with the text that it is known by.  `known` as for `lint_text`.
    """
    from claimlint.directives import UNUSED

    rules = tuple(rules)
    page = _page(path, text, model, None)
    directives = _directives(page.document, rules, known)
    everything = list(_findings(page, (rule for rule in rules if rule.name != UNUSED)))
    kept = set(map(id, directives.split(everything)[0]))
    found = []
    for finding in everything:
        if id(finding) not in kept:
            each = directives.holding(finding)[0]
            line = page.document.position(each.start)[0]
            found.append(Silenced(finding, line, _folded(text[each.start : each.end])))
    unseen = []
    for low, high in page.document.history:
        region = _folded(text[low:high])
        unseen.append((*page.document.position(low), "this region of history", region))
    for each in directives.silencing:
        if "conflicting-claims" in each.rules:
            words = _folded(text[each.start : each.end])
            unseen.append((*page.document.position(each.start), words, words))
    return found, unseen


def is_worth_reading(text: str) -> bool:
    """Whether a page can hold a claim, or a word to claimlint itself; False is certain."""
    return may_hold_claims(text) or "claimlint" in text


def claims_of(
    path: str, text: str, model: Model | None, where: Places | None = None
) -> tuple[Document, list[Claim]]:
    """The document and its claims; a model's own counting units are read too."""
    from claimlint.claim.extract import extract

    page_document = document.read(path, text, where)
    return page_document, extract(page_document, model.declared if model is not None else {})


def problems_of(page: Document) -> tuple[Problem, ...]:
    """What could not be read of a document."""
    return tuple(
        Problem(page.path, *page.position(problem.offset), problem.message) for problem in page.problems
    )


def place(page: Document, block: Block, start: int, end: int) -> tuple[int, int, int, int]:
    """The 1-based line, column, end line and exclusive end column of block.text[start:end]."""
    first, last = block.source(start, end)
    return *page.position(first), *page.position(last)


def _directives(page: Document, rules: tuple[Rule, ...], known: frozenset[str]) -> Directives:
    """The directives of a page; they may name the rules that run, those of claimlint, and the known."""
    from claimlint.directives import Directives
    from claimlint.rules import names

    return Directives(page, {rule.name for rule in rules} | names() | known)


def _unsilenced(
    page: Page, rules: tuple[Rule, ...], known: frozenset[str]
) -> tuple[list[Finding], Directives | None]:
    """The findings that no directive of the page silences, and those about its directives."""
    if "claimlint" not in page.document.text or not page.document.comments:
        return list(_findings(page, rules)), None
    from claimlint.directives import UNUSED

    own = {rule.name for rule in rules}
    directives = _directives(page.document, rules, known)
    page.unread = directives.unread
    about = tuple(rule for rule in rules if rule.name == UNUSED)
    kept, unused = directives.split(_findings(page, (rule for rule in rules if rule.name != UNUSED)))
    # Of a rule that does not run here, or that compares pages, nobody knows what it would say.
    page.unused = [each for each in unused if each[1] in own and each[1] != "conflicting-claims"]
    return [*kept, *_findings(page, about)], directives


def _findings(page: Page, rules: Iterable[Rule]) -> Iterator[Finding]:
    for rule in rules:
        severity = rule.severity if page.model is not None else rule.without_model
        # One claim, one finding of a rule: the first that its check yields.
        seen = set()
        for flaw in rule.run(page):
            finding = _finding(page, rule, severity, flaw)
            if finding[1:5] not in seen:
                seen.add(finding[1:5])
                yield finding


def _finding(page: Page, rule: Rule, severity: str, flaw: Flaw) -> Finding:
    from claimlint.checks.flaw import Range
    from claimlint.claim.claims import Claim

    source, where = page.document, flaw.place
    if isinstance(where, Range):
        line, column, end_line, end_column = *source.position(where.start), *source.position(where.end)
        location, context = None, _folded(source.text[where.start : where.end])
    else:
        line, column, end_line, end_column = place(source, where.block, where.start, where.end)
        location, context = (
            source.location(where.block),
            _context(source, where.block, where.start, where.end),
        )
    return Finding(
        source.path,
        line,
        column,
        end_line,
        end_column,
        rule.name,
        severity if rule.fixed_severity else flaw.severity or severity,
        rule.say({name: _one_line(field) for name, field in flaw.fields.items()}),
        where.text if isinstance(where, Claim) else None,
        flaw.expected,
        location,
        source.line_text(line),
        context,
        flaw.fix and _placed(source, flaw.fix),
    )


def _placed(source: Document, fix: Fix) -> Fix:
    """The fix with the places of its edits."""
    places = []
    for edit in fix.edits:
        (line, column), (end_line, end_column) = source.position(edit.start), source.position(edit.end)
        before = source.text[edit.start - column + 1 : edit.start]
        end_before = source.text[edit.end - end_column + 1 : edit.end]
        bytes_before, end_bytes_before = (
            len(text.encode("utf-8", "surrogatepass")) for text in (before, end_before)
        )
        places.append(Place(line, column, end_line, end_column, bytes_before + 1, end_bytes_before + 1))
    return fix._replace(places=tuple(places))


def _context(source: Document, block: Block, start: int, end: int) -> str:
    """Its sentence, a very long one in part; a cell's are the words of its row."""
    if block.cell is not None:
        row = source.tables[block.cell.table].rows[block.cell.row]
        cells = dict.fromkeys(index for index in row if index is not None)
        return _folded(" | ".join(source.blocks[index].text for index in cells))[: _CONTEXT * 2]
    from bisect import bisect_right

    from claimlint.document.sentences import kept_sentences

    first, last = start, end
    ranges = kept_sentences(block.text)
    for begin, stop in ranges[max(bisect_right(ranges, (start, len(block.text))) - 1, 0) :]:
        if begin >= end:
            break
        if start < stop:
            first, last = min(begin, first), max(stop, last)
    # White space is folded before anything is cut off, or a line end would move the cut.
    before, after = _folded(block.text[first:start]), _folded(block.text[end:last])
    parts = (before[-_CONTEXT:], _folded(block.text[start:end]), after[:_CONTEXT])
    return " ".join(part for part in parts if part)


def _folded(text: str) -> str:
    return " ".join(text.split())


def _one_line(text: str) -> str:
    """White space folded, as a claim may run over the end of a line."""
    return " ".join(text.split()) if "\n" in text or "\r" in text else text


def _explanations(page: Page) -> Iterator[Explanation]:
    for claim in page.claims:
        reading = page.readings[claim]
        line, column, _, _ = place(page.document, claim.block, claim.start, claim.end)
        text = _one_line(claim.text)
        yield Explanation(
            page.document.path, line, column, text, reading.state, reading.quantities, reading.evidence
        )


def _told(page: Page, directives: Directives | None) -> Iterator[Told]:
    from claimlint.reason.sayings import sayings

    for claim, words, dims, interval in sayings(page):
        if interval.low is None or interval.high is None:
            continue
        line, column, end_line, end_column = place(page.document, claim.block, claim.start, claim.end)
        if directives is not None and directives.silences("conflicting-claims", line):
            continue
        yield Told(
            page.document.path,
            line,
            column,
            end_line,
            end_column,
            _one_line(claim.text),
            (words, dims),
            interval.low,
            interval.high,
            page.document.location(claim.block),
            page.document.line_text(line),
        )


def _counts(page: Page) -> Counts:
    states: Sequence[str] = [page.readings[claim].state for claim in page.claims]
    return Counts(states.count("canonical"), states.count("recomputed"), states.count("unchecked"))
