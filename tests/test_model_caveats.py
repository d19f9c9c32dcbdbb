"""Whether a caveat stands in a text, and how long that may take."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.model import caveats
from claimlint.model.caveats import CaveatTimeout, PatternError, compile_pattern, fold, stands
from claimlint.model.quantity import Caveat


def caveat(text: str, *accept: str) -> Caveat:
    return Caveat("x", text, accept, "document", 1)


SENTENCE = "No CXL hardware was measured."


@pytest.mark.parametrize(
    "text",
    [
        "No CXL hardware was measured.",
        "Analytical model — no CXL hardware was measured",
        "… NO CXL\n    HARDWARE\twas measured!",
        "*No* CXL **hardware** was _measured_.",
        "__No CXL hardware was measured.__ And more.",
        "No\u00a0CXL hardware `was` measured",
    ],
)
def test_the_sentence_stands(text: str) -> None:
    assert stands(caveat(SENTENCE), text)


@pytest.mark.parametrize(
    "text",
    ["", "CXL hardware was measured.", "No CXL hardware was measuredly", "Casino CXL hardware was measured."],
)
def test_the_sentence_does_not_stand(text: str) -> None:
    assert not stands(caveat(SENTENCE), text)


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("no CXL (hardware|devices?) (was|were) measured", "No CXL device were\nmeasured", True),
        ("no CXL (hardware|devices?) (was|were) measured", "No CXL chip was measured", False),
        (r"nothing was\s+tested\.", "Nothing was tested", True),
        ("nothing   was\n tested.", "nothing *was* tested", True),
        ("tuned warm[- ]cache", "a Tuned Warm-Cache stack", True),
        (r"hit rates?.{0,30}assumed", "The hit rate, as it happens, is assumed", True),
        (r"(?:it is )+assumed", "it is it is assumed", True),
        (r"\bassumed\b", "unassumed", False),
    ],
)
def test_accepted_wordings(pattern: str, text: str, expected: bool) -> None:
    assert stands(caveat("Something else entirely.", pattern), text) is expected


@pytest.mark.parametrize("pattern", ["(a", "a)", "[", "(?P<n", "*a", r"\1(", "a{2,1}", "(?<=a+)b("])
def test_patterns_that_do_not_compile(pattern: str) -> None:
    with pytest.raises(PatternError) as caught:
        compile_pattern(pattern)
    assert 0 <= caught.value.offset <= len(pattern)


def test_a_pattern_that_explodes_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caveats, "SECONDS", 0.05)
    with pytest.raises(CaveatTimeout, match="takes too long"):
        stands(caveat("Not there.", r"(x+x+)+y"), "x" * 5_000)


@pytest.mark.parametrize(
    "pattern", ["(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b", "a?a?a?a?a?a?a?a?aaaaaaaab", "(a?|a?)(a?|a?)b"]
)
def test_patterns_without_repeats_need_no_limit(pattern: str) -> None:
    compiled, limited = compile_pattern(pattern)
    started = time.process_time()
    compiled.search("a" * 20_000)
    # Not a measure of speed: a pattern that explodes would take longer than the test run may.
    assert time.process_time() - started < 60
    assert limited in (False, True)


def test_a_large_text_folds_in_one_pass() -> None:
    text = "_*`" * 400_000 + " a_b __c__ " * 100_000
    assert stands(caveat("a_b c"), text)


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text)
    assert fold(once) == once or "_" in text
    assert once == once.strip()


@given(
    st.lists(st.sampled_from(["No", "hardware", "was", "measured", "CXL", "(any)"]), min_size=1),
    st.text(max_size=20),
)
def test_a_text_stands_in_what_holds_it(words: list[str], around: str) -> None:
    sentence = " ".join(words)
    assert stands(caveat(sentence + "."), f"{around}\n{sentence}\n{around}")
