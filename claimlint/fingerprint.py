"""What a finding is known by when its page has changed around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from claimlint.findings import Finding

Key = tuple[str, str, str, str]


def key(finding: Finding) -> Key:
    """Rule, path, claim and the text around it, but no line number."""
    claim = " ".join((finding.claim or "").split())  # It may run over the end of a line.
    return finding.rule, finding.path.replace("\\", "/"), claim, finding.context


def fingerprints(findings: Iterable[Finding]) -> Iterator[str]:
    """A hexadecimal fingerprint for each finding in turn; the second of one key differs from the first."""
    from hashlib import sha256

    seen: dict[Key, int] = {}
    for finding in findings:
        known = key(finding)
        seen[known] = seen.get(known, -1) + 1
        text = "\0".join((*known, str(seen[known])))
        yield sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
