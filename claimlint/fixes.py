"""Fixes put into a page's text, and kept only where they do what they promise."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence

from claimlint.document.structure import line_starts
from claimlint.findings import Edit, Finding, Fix
from claimlint.records import NamedTuple

PASSES = 10
"""How often a page is linted and fixed again; what is left after that waits for the next run."""
_TOGETHER = 12
"""Up to so many fixes of a page are each tried alone, whatever lies between them."""

_MANY = 100
_TRIALS = 60
"""Trials after which fixes that do not hold together are given up."""

Lint = Callable[[str], Sequence[Finding]]
Key = tuple[str, int]
"""The rule of a finding and the offset of its place."""
Left = dict[Key, set[str | None]]
"""Findings with the right values that they name."""


class Fixed(NamedTuple):
    """A text with its fixes in it: those that were `kept`, and those that did not do what they promised."""

    text: str
    kept: tuple[Fix, ...] = ()
    refused: tuple[Fix, ...] = ()


class _Offer(NamedTuple):
    """One fix, and the keys of the findings that offer it, with the right value of each."""

    fix: Fix
    keys: frozenset[tuple[Key, str | None]]
    line: int

    def is_gone(self, left: Left) -> bool:
        """Whether none of its findings is left.

        Where text is only added, a finding that asks for more is another one.
        """
        if all(edit.start == edit.end for edit in self.fix.edits):
            return not any(expected in left.get(key, ()) for key, expected in self.keys)
        return not any(key in left for key, _ in self.keys)


def fix_text(text: str, lint: Lint, unsafe: bool = False) -> Fixed:
    """Fix what has one right answer in the text of a page; with `unsafe` also what needs a look.

    A fix stays when its own finding has gone and no other error or warning has come.  Of fixes that
    overlap the first is put in and the others wait for the next pass.  When each of two fixes alone
    takes away the other's finding, the text does not say which of them is meant: neither is put in.
    """
    kept: list[Fix] = []
    refused: dict[tuple[Edit, ...], Fix] = {}
    for _ in range(PASSES):
        page = _Page(text, lint(text))
        offers = [offer for offer in page.offers(unsafe) if offer.fix.edits not in refused]
        chosen, bad = _settle(page, offers, lint)
        refused.update((offer.fix.edits, offer.fix) for offer in bad)
        chosen = list(_apart(chosen))
        if chosen and not page.holds(chosen, lint):
            chosen, bad = _one_by_one(page, chosen, lint)
            refused.update((offer.fix.edits, offer.fix) for offer in bad)
        if not chosen:
            break
        text = apply(text, _edits(chosen))
        kept += [offer.fix for offer in chosen]
        # Places have moved: what was refused is tried again, where it is offered again.
        refused = {}
    return Fixed(text, tuple(kept), tuple(refused.values()))


def try_alone(text: str, findings: Sequence[Finding], fix: Fix, lint: Lint) -> tuple[bool, bool]:
    """Whether one fix of a finding does what it promises, put in alone, and leaves all other findings."""
    page = _Page(text, findings)
    offer = next((each for each in page.offers(True) if each.fix.edits == fix.edits), None)
    if offer is None:
        return False, False
    left, new = page.after([offer], lint)
    others = page.keys.keys() - {key for key, _ in offer.keys}
    return not new and offer.is_gone(left), others <= left.keys()


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits in it, which are in order and do not overlap."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += text[at : edit.start], edit.text
        at = edit.end
    return "".join(parts) + text[at:]


class _Page:
    """A text and what the linter says of it."""

    def __init__(self, text: str, findings: Sequence[Finding]) -> None:
        self.text = text
        self.starts = line_starts(text)
        self.findings = [finding for finding in findings if finding.severity != "info" or finding.fix]
        self.keys: Left = {}
        for finding in self.findings:
            self.keys.setdefault((finding.rule, self.offset(finding)), set()).add(finding.expected)

    def offset(self, finding: Finding) -> int:
        return self.starts[finding.line - 1] + finding.column - 1

    def offers(self, unsafe: bool) -> list[_Offer]:
        """The fixes that may be put in, in the order of their findings; one for all that offer the same."""
        found: dict[tuple[Edit, ...], _Offer] = {}
        for finding in self.findings:
            fix = finding.fix
            if fix is None or not (fix.safe or unsafe) or not fix.edits:
                continue
            key = (finding.rule, self.offset(finding)), finding.expected
            known = found.get(fix.edits)
            keys = frozenset([key]) if known is None else known.keys | {key}
            found[fix.edits] = _Offer(fix if known is None else known.fix, keys, finding.line)
        return list(found.values())

    def after(self, offers: Sequence[_Offer], lint: Lint) -> tuple[Left, bool]:
        """What is left of the findings with these fixes in, by the keys of this text; if any came."""
        edits = _edits(offers)
        text = apply(self.text, edits)
        own = {(rule, _anchor(at, edits)): (rule, at) for rule, at in self.keys}
        left: Left = {}
        new = False
        for (rule, at), expected in _Page(text, lint(text)).keys.items():
            key = own.get((rule, _back(at, edits)))
            if key is None:
                new = True
            else:
                left.setdefault(key, set()).update(expected)
        return left, new

    def holds(self, offers: Sequence[_Offer], lint: Lint) -> bool:
        """Whether all these fixes together do what they promise."""
        left, new = self.after(offers, lint)
        return not new and all(offer.is_gone(left) for offer in offers)


def _settle(page: _Page, offers: list[_Offer], lint: Lint) -> tuple[list[_Offer], list[_Offer]]:
    """Of fixes that touch each other's findings, those to put in now; and those never to put in."""
    groups = [offers] if len(offers) <= _TOGETHER else list(_near(offers))
    chosen: list[_Offer] = []
    refused: list[_Offer] = []
    left: dict[int, Left] = {}
    for turn in range(max((len(group) for group in groups if len(group) > 1), default=0)):
        # One of each group at a time: groups do not meet.
        tried = list(_apart(group[turn] for group in groups if 1 < len(group) > turn))
        remaining = page.after(tried, lint)[0]
        left.update((id(offer), remaining) for offer in tried)
    for group in groups:
        for offer in group:
            rivals = [
                other
                for other in group
                if other is not offer and id(other) in left and offer.is_gone(left[id(other)])
            ]
            if not rivals:
                chosen.append(offer)
            elif id(offer) in left and any(rival.is_gone(left[id(offer)]) for rival in rivals):
                refused.append(offer)
    return chosen, refused


def _near(offers: Sequence[_Offer]) -> Iterator[list[_Offer]]:
    """The fixes that stand on one line, or on neighbouring ones unless there are many; some at a time."""
    reach = 1 if len(offers) <= _MANY else 0
    group: list[_Offer] = []
    for offer in offers:
        distance = offer.line - group[-1].line if group else 0
        full = len(group) >= (_TOGETHER if distance else 2 * _TOGETHER)
        if group and (distance > reach or full):
            yield group
            group = []
        group.append(offer)
    if group:
        yield group


def _apart(offers: Iterable[_Offer]) -> Iterator[_Offer]:
    """The fixes of which none overlaps one before it."""
    taken: list[Edit] = []
    for offer in offers:
        places = [bisect_right(taken, edit) for edit in offer.fix.edits]
        if not any(
            _overlap(edit, other)
            for edit, at in zip(offer.fix.edits, places, strict=True)
            for other in taken[max(0, at - 1) : at + 1]
        ):
            for edit in offer.fix.edits:
                insort(taken, edit)
            yield offer


def _overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits touch the same text; two insertions at one place do."""
    if one.start == other.start:
        return True
    return one.start < other.end and other.start < one.end


def _one_by_one(page: _Page, offers: list[_Offer], lint: Lint) -> tuple[list[_Offer], list[_Offer]]:
    """The fixes that hold together, each added to those before it; and those that do not.

    After so many trials the rest is given up: a page of which that little is understood is left alone.
    """
    kept: list[_Offer] = []
    refused: list[_Offer] = []
    waiting = [offers]
    trials = 0
    while waiting:
        some = waiting.pop()
        trials += 1
        if trials > _TRIALS:
            refused += some
        elif page.holds([*kept, *some], lint):
            kept += some
        elif len(some) == 1:
            refused += some
        else:
            waiting += some[len(some) // 2 :], some[: len(some) // 2]
    return kept, refused


def _edits(offers: Iterable[_Offer]) -> list[Edit]:
    return sorted(edit for offer in offers for edit in offer.fix.edits)


def _anchor(at: int, edits: Sequence[Edit]) -> int:
    """A place of the old text; within an edit, where that starts."""
    index = bisect_right(edits, at, key=lambda edit: edit.start) - 1
    if index >= 0 and at < edits[index].end:
        return edits[index].start
    return at


def _back(at: int, edits: Sequence[Edit]) -> int:
    """Where in the old text a place of the new one was."""
    shift = 0
    for edit in edits:
        if at < edit.start + shift:
            break
        if at < edit.start + shift + len(edit.text):
            return edit.start
        shift += len(edit.text) - (edit.end - edit.start)
    return at - shift
