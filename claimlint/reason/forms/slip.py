"""Units that exist only as a slip of the pen: `7.3 MB/s → 1.416 MG/s`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.lazy import Lazy
from claimlint.claim.normalise import same_width
from claimlint.claim.numerals import read_digits
from claimlint.claim.units import NONE, parse_unit
from claimlint.document.structure import Block
from claimlint.reason.context import Context
from claimlint.reason.page import Relation

_NUMBER = Lazy(r"(?<![\w.,#/:-])([0-9][0-9.,]*)[ \xa0]?([A-Za-zµ]{2,3})(/s\b|ps\b|/sec\b)?(?![\w/-])")
_MARKS = (
    "BG",
    "BM",
    "BK",
    "BT",
    "bG",
    "bM",
    "MG",
    "GM",
    "TG",
    "GT",
    "TM",
    "MT",
    "KM",
    "MK",
    "zH",
    "kM",
    "kG",
    "Mk",
)
_TURNED = frozenset(("BG", "BM", "BK", "BT"))
_PER_SECOND = ("/s", "ps", "/sec")
_NEAR = 160  # characters
_PREFIXES = frozenset("kKMGTPE")
_BASES = frozenset(("B", "b", "bit", "Hz", "W", "J", "s", "Wh"))


def relations(context: Context) -> Iterator[Relation]:
    """For each number whose unit is none, but a garbled form of the one beside it, what was meant."""
    text = "\n".join([block.text for block in context.document.blocks])
    if not any(mark in text for mark in _MARKS):
        return
    for block in context.document.blocks:
        claims = context.by_block.get(block.index, [])
        if len(block.text) > 20_000 or (block.kind == "code" and not claims):
            continue
        text = same_width(block.text)
        if not any(mark in text for mark in _MARKS):
            continue
        for match in _NUMBER.finditer(text):
            relation = _relation(block, claims, match)
            if relation is None:
                continue
            yield relation
            for claim in claims:
                if claim.kind == "multiple" and abs(claim.start - match.start()) < _NEAR:
                    # Its inputs stand there, but nobody can tell what one of them is.
                    whole = Interval(None, None)
                    yield Relation("conversion", claim, (), whole, "an input has no unit", True, False)


def _relation(block: Block, claims: list[Claim], match: re.Match[str]) -> Relation | None:
    word, over = match[2], match[3] or ""
    if parse_unit(word) is not None or (
        not over and (word.islower() or parse_unit(word.lower()) is not None)
    ):
        return None
    number = read_digits(match[1].rstrip(".,"))
    start, end = match.span()
    if number is None or any(claim.start < end and start < claim.end for claim in claims):
        return None
    near = [c for c in claims if c.kind == "quantity" and abs(c.start - start) < _NEAR]
    if over in _PER_SECOND and word in _TURNED:
        # Nothing but a rate of bytes can be meant.
        claim = Claim(block, start, end, "quantity", NONE, value=number.value, step=number.place)
        return Relation(
            "conversion",
            claim,
            (),
            Interval(None, None),
            f"{word}{over} is no unit",
            False,
            True,
            "has a unit that does not exist",
            f"{match[1]} {word[::-1]}{over}",
        )
    for beside in near:
        symbol, slash, rest = beside.unit.symbol.partition("/")
        if bool(slash) != bool(over) or rest not in ("", "s") or "·" in symbol:
            continue
        meant = _meant(word, symbol, bool(over))
        if meant:
            claim = Claim(block, start, end, "quantity", NONE, value=number.value, step=number.place)
            names = [f"{name}{slash}{rest}" for name in meant]
            return Relation(
                "conversion",
                claim,
                (beside,),
                Interval(None, None),
                f"{beside.text} stands beside it, {word}{over} is no unit",
                False,
                bool(over),
                "has a unit that does not exist",
                " or ".join(f"{match[1]} {name}" for name in names),
            )
    return None


def _meant(word: str, symbol: str, rate: bool) -> list[str]:
    """The units of the kind of `symbol` that `word` garbles; none where it is too far off."""
    bases = [b for b in _BASES if symbol.endswith(b) and symbol[: -len(b)] in ("", *_PREFIXES)]
    base = max(bases, key=len, default=None)
    if base is None:
        return []
    known = [prefix + base for prefix in ("k", "M", "G", "T")]
    if sorted(word) in [sorted(name) for name in known] and word not in known:
        return [name for name in known if sorted(name) == sorted(word)]
    if rate and len(word) == 2 and set(word) <= _PREFIXES and word[0] != word[1]:
        # Two prefixes and nothing counted: either letter may be the one that was meant.
        return [prefix + base for prefix in word if prefix + base in known][::-1]
    return []
