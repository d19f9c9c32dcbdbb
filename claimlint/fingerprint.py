"""What a finding is known by when its page has changed around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from claimlint.findings import Finding, Note, Problem

Key = tuple[str, str, str, str]


def key(finding: Finding) -> Key:
    """Rule, path, claim and the text around it, but no line number."""
    claim = " ".join((finding.claim or "").split())  # It may run over the end of a line.
    return finding.rule, finding.path.replace("\\", "/"), claim, finding.context


def fingerprints(findings: Iterable[Finding]) -> Iterator[str]:
    """A hexadecimal fingerprint for each finding in turn; the second of one key differs from the first."""
    return _numbered(map(key, findings))


def other_fingerprints(others: Iterable[tuple[str, Problem | Note]]) -> Iterator[str]:
    """The same for problems and notes, which are known by their kind, path and message."""
    return _numbered((kind, what.path.replace("\\", "/"), "", what.message) for kind, what in others)


def _numbered(keys: Iterable[Key]) -> Iterator[str]:
    from hashlib import sha256

    seen: dict[Key, int] = {}
    for known in keys:
        seen[known] = seen.get(known, -1) + 1
        text = "\0".join((*known, str(seen[known])))
        yield sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
