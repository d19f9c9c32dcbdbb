"""What is left out to save time would have found nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint import document, reason, rules
from claimlint.checks import may_find
from claimlint.claim.extract import claims as block_claims
from claimlint.claim.extract import extract
from claimlint.claim.lazy import Lazy
from claimlint.document.sentences import kept_sentences, sentences, sentences_before
from claimlint.document.structure import Block
from claimlint.model.load import load
from claimlint.reason.history import _HEADING, _tells_history
from claimlint.reason.measured import _HINTS, _MEASURED
from claimlint.reason.segments import _BOUNDARY, segments
from claimlint.reason.words import words

RULES = rules.load()
CORPUS = Path(__file__).parent / "corpus"
PAGES = sorted(path for path in CORPUS.glob("*/with/*") if path.suffix in (".md", ".svg"))
TEXTS = st.text(alphabet="aB1 .\n-*!?)§v", max_size=80)


@pytest.mark.parametrize("with_model", [True, False])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_a_check_that_is_left_out_finds_nothing(path: Path, with_model: bool) -> None:
    model_file = path.parent / "CANONICAL-NUMBERS.md"
    model = load(model_file.name, model_file.read_text(encoding="utf-8")) if with_model else None
    for text in (path.read_text(encoding="utf-8"), path.read_text(encoding="utf-8").replace("1", "7")):
        page_document = document.read(path.name, text)
        claims = extract(page_document, model.declared if model is not None else {})
        page = reason.read(page_document, claims, model)
        for rule in RULES:
            if not may_find(rule.check, page):
                assert list(rules.check_function(rule.check)(page, rule.options)) == []


@given(TEXTS)
def test_kept_sentences_are_the_sentences(text: str) -> None:
    assert list(kept_sentences(text)) == sentences(text)
    for start in range(len(text) + 1):
        assert sentences_before(text, start) == sentences(text[:start])


@given(st.text(alphabet="abchinegrwslogt ’'v1.2-/(:", max_size=40))
def test_headings_that_spare_the_pattern_tell_no_history(heading: str) -> None:
    assert _tells_history(heading) == (_HEADING.search(heading) is not None)


PIECES = [part for part in re.split(r"[^\w ]+", _MEASURED._pattern) if part.strip()]
CELLS = st.one_of(
    st.text(alphabet="12.,~ <>=×%kmMsGB$/-–±+h\n()", min_size=1, max_size=14),
    st.sampled_from(
        ["~1.5 ms", "5 MB/s", "3.2× faster", "12 - 14 GB", "1 h 3 min", "$3.5/h", "two", "1.\n5 s"]
    ),
)


@given(CELLS)
def test_a_claim_that_is_alone_is_cut_like_any_other(text: str) -> None:
    page = document.read("page.txt", text)
    for block in page.blocks:
        claims = block_claims(block)
        if len(claims) != 1 or (claims[0].start, claims[0].end) != (0, len(block.text)):
            continue
        padded = Block(block.index, block.kind, block.text + " ", block.runs)
        (fast,) = segments(block, claims, words(block.text), (), ())
        (slow,) = segments(padded, claims, words(block.text), (), ())
        assert fast == slow


@given(st.text(alphabet="ab -–—→·•>|\n;,:()[]At2vsothruganp~$", max_size=40))
def test_the_order_of_its_branches_does_not_move_a_boundary(text: str) -> None:
    plain = re.compile(
        r"[;,:](?=\s|$)|[()\[\]]|\s?[—–]\s?|\s-\s|→|\s[·•]\s|\s->\s|\s\|\s|\n(?=[^\W\d_a-z])"
        r"|\b(?:and|or|but|while|whereas|versus|vs|than|against|compared|then|plus)\b"
        r"|\b(?:to|through)(?=\s+(?:about\s+|around\s+)?[~≈≤≥<>]?\s?[$€£]?\d)"
    )
    assert [m.span() for m in _BOUNDARY.finditer(text)] == [m.span() for m in plain.finditer(text)]


@given(st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join))
def test_sentences_that_spare_the_pattern_word_nothing_as_measured(text: str) -> None:
    if not any(hint in text.casefold() for hint in _HINTS):
        assert _MEASURED.search(text) is None


def test_a_lazy_pattern_is_the_pattern() -> None:
    lazy = Lazy("[a-z]+", 2)
    assert lazy.findall("ab C1") == ["ab", "C"]
    assert [m.span() for m in lazy.finditer("ab c", 1)] == [(1, 2), (3, 4)]
    match = lazy.search("1ab", 0, 2)
    assert match is not None
    assert match[0] == "a"
    assert lazy.match("1a") is None
    assert lazy.fullmatch("aB") is not None
    with pytest.raises(AttributeError):
        lazy.pattern  # noqa: B018
